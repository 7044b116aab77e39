"""What is assumed for all levels, in other words: at the levels of a claim, and of net benefits as of losses.

What holds for all t holds at 1/2, and at a letter for a number in [0, 1]. The net benefit at t < 1 is
``pi1 - loss(score_driven, cost=point(t))/(2*(1 - t))``, and at t = 1 that loss is 0 whatever the scores, so that an
order of net benefits is one of these losses. What is proved then assumes no more than what is given says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from workbench.deciding.domain import Domain
from workbench.language.models import figures
from workbench.language.statements import parse_statement
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Expression,
    Name,
    Node,
    Number,
    Of,
    Statement,
    children,
    literals,
    names,
    substitute,
)
from workbench.words import IN_UNIT_INTERVAL

_BENEFITS = "a.net_benefit({0}) <= b.net_benefit({0})"
_LOSSES = "a.loss(score_driven, cost=point({0})) <= b.loss(score_driven, cost=point({0}))"
_TURNED = {">=": "<=", "<=": ">=", "==": "=="}
_MOST = 3
"""Levels of a claim at which something is taken."""


def as_losses(statement: Statement) -> tuple[Statement, str]:
    """The same statement with losses where net benefits are assumed for all levels, and a note on it.

    >>> said = parse_statement("a.BS <= b.BS given a.net_benefit(t) >= b.net_benefit(t) for all t", two_models=True)
    >>> as_losses(said)[1]  # doctest: +NORMALIZE_WHITESPACE
    'what is given of net benefits is used as a.loss(score_driven, cost=point(t)) <= b.loss(score_driven,
     cost=point(t)) for all t'
    """
    said = replace(statement, given=tuple(map(_as_loss, statement.given)))
    given = [str(new) for new, old in zip(said.given, statement.given, strict=True) if new != old]
    return said, f"what is given of net benefits is used as {', '.join(given)}" if given else ""


def _as_loss(assumption: Assumption) -> Assumption:
    left, right = assumption.sides or (None, None)
    relation = _TURNED.get(assumption.relation or "")
    if not assumption.for_all or relation is None:
        return assumption
    benefits, losses = (parse_statement(x.format(assumption.for_all), two_models=True) for x in (_BENEFITS, _LOSSES))
    pairs = ((benefits.left, losses.left), (benefits.right, losses.right))
    first, second = (next((loss for benefit, loss in pairs if benefit == x), None) for x in (left, right))
    if first is None or second is None:
        return assumption
    return replace(assumption, relation=relation, sides=(first, second))


def figures_assumed(assumption: Assumption) -> list[Of]:
    """The figures of models in an assumption."""
    return [x for side in assumption.sides or () for x in figures(Statement(side, "==", side))]


def at_levels(statement: Statement) -> tuple[Statement | None, str]:
    """A statement that assumes at levels of its claim what is given for all levels, and a note; None without such.

    >>> said = parse_statement("a.error(1/2) <= b.error(1/2) given a.error(t) <= b.error(t) for all t", two_models=True)
    >>> print(at_levels(said)[0])
    a.error(1/2) <= b.error(1/2) given a.error(1/2) <= b.error(1/2)
    """
    found = [(a, list(_taken(a, statement))) for a in statement.given if a.for_all]
    if not any(each for _, each in found):
        return None, ""
    taken = {str(here): here for _, each in found for here in each}
    given = (*(a for a in statement.given if not a.for_all), *taken.values())
    return replace(statement, given=given), f"of what is given for all levels {', '.join(taken)} is used"


def _taken(assumption: Assumption, statement: Statement) -> Iterator[Assumption]:
    """What is assumed for all levels, at those of the figures of the claim that are its own, else of any."""
    claim = replace(statement, given=())
    given = tuple(a for a in statement.given if a.sides and not any(map(_of_models, a.sides)))
    own = figures_assumed(assumption)
    said = dict.fromkeys(figures(claim))
    levels = dict.fromkeys(x for figure in said for x in _levels(figure.figure))
    met = [x for x in levels if any(substitute(figure, {assumption.for_all: x}) in said for figure in own)]
    for x in (met or [*levels])[:_MOST]:
        left, right = (substitute(side, {assumption.for_all: x}) for side in assumption.sides or ())
        if _has_value(left, given) and _has_value(right, given):
            yield replace(assumption, sides=(left, right), for_all="")  # type: ignore[arg-type]


def _has_value(node: Node, given: tuple[Assumption, ...]) -> bool:
    """Whether an expression about two models is seen to have a value on all data: what is given is about parameters."""
    from workbench.deciding.definedness import defined

    if isinstance(node, Of):
        return defined(node.figure, Domain())
    if not _of_models(node):
        return defined(node, Domain(), given)
    match node:
        case Arithmetic(operator="/", right=below):
            if _of_models(below) or not defined(Arithmetic("/", Number(Fraction(1)), below), Domain(), given):
                return False
        case Arithmetic(operator="**", right=power):
            if not (isinstance(power, Number) and power.value >= 0 and power.value.denominator == 1):
                return False
        case Apply(function="sqrt" | "log"):
            return False
    return all(_has_value(child, given) for child in children(node))


def _of_models(node: Node) -> bool:
    return isinstance(node, Of) or any(map(_of_models, children(node)))


def _levels(figure: Expression) -> Iterator[Expression]:
    """The numbers in [0, 1], and the letters for such, that stand in a figure."""
    yield from (Number(x) for x in sorted(literals(figure)) if 0 <= x <= 1)
    yield from (Name(x) for x in sorted(names(figure) & IN_UNIT_INTERVAL))
