"""Sums of losses under weights, shown to be in order at each operating condition, whose integrals then are too.

A loss under a weight f is the integral over t of f(t) times the loss at the operating condition t, a number in [0, oo].
So ``sum a_i loss(M_i, weight=f_i) <= sum b_j loss(N_j, weight=g_j)``, with nonnegative factors, is true where
``sum a_i f_i(t) loss(M_i, cost=point(t)) <= sum b_j g_j(t) loss(N_j, cost=point(t))`` is for all t between 0 and 1.
Log loss is among these: it is the loss of score-driven thresholds under the weight 1/(2 c (1 - c)), by the theorem
"Log loss", which the reader accepts on each [e, 1 - e], as both sides rise to [0, oo] when e falls to 0. MAE, the loss
of uniform thresholds under uniform costs, is the integral over t of the error rate at the threshold t.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce

from workbench.deciding.definedness import defined
from workbench.deciding.domain import domain_of
from workbench.errors import InputError, NotSupported
from workbench.language import statements
from workbench.language.syntax import (
    UNIFORM,
    Apply,
    Arithmetic,
    Assumption,
    Cost,
    Expression,
    Loss,
    Method,
    Name,
    Negative,
    Node,
    Number,
    Statement,
    names,
    substitute,
)
from workbench.losses.densities import BetaDensity
from workbench.losses.exact import LOG_LOSS
from workbench.losses.formulas import ONE, plus, times
from workbench.losses.weights import weight_of

_METRICS = {"BS": "score_driven", "MAE": "score_uniform", "RLH": "optimal"}
_MAE = Loss(Method("score_uniform"))
_ZERO = Fraction(0)


def at_each_condition(statement: Statement) -> Statement | None:
    """An inequality between sums of losses of which some may be infinite, at an operating condition between 0 and 1.

    None for what is no such inequality.

    >>> print(at_each_condition(statements.parse_statement("LL >= 2*BS")))  # doctest: +NORMALIZE_WHITESPACE
    1/(2*t*(1 - t))*loss(score_driven, cost=point(t)) >= 2*loss(score_driven, cost=point(t)) given t > 0, t < 1
    """
    level = statements.spare_level(statement)
    if statement.relation not in ("<=", ">=") or level is None:
        return None
    sides = [list(_terms(side, Fraction(1))) for side in (statement.left, statement.right)]
    found = [term for side in sides for term in side]
    if any(term is None for term in found) or len({term[1].condition for term in found if term}) != 1:
        return None
    known = [term for term in found if term is not None and term[0]]
    domain = domain_of(statement)
    endless = [loss for _, loss in known if not _is_finite(loss)]
    taken = any(factor < 0 for factor, loss in known if loss in endless)
    if not endless or taken or not all(defined(loss, domain, statement.given) for _, loss in known):
        return None
    left, right = (_side(side, level) for side in sides)
    if left is None or right is None:
        return None
    ends = ((">", _ZERO), ("<", Fraction(1)))
    given = tuple(Assumption("", sign, sides=(Name(level), Number(end))) for sign, end in ends)
    return replace(statement, left=left, right=right, given=(*statement.given, *given))


Term = tuple[Fraction, Loss]


def _terms(node: Node, factor: Fraction) -> Iterator[Term | None]:
    """The losses that an expression is a sum of, each with its factor; None for what is none."""
    if node == LOG_LOSS:
        half = statements.parse_expression("1/(2*c*(1 - c))", ("c",))
        yield factor, Loss(Method("score_driven"), Cost("weight", (half,)))
        return
    match node:
        case Number(value=value) if value == 0:
            return
        case Loss():
            yield factor, node
        case Name(name=name) if name in _METRICS:
            yield factor, Loss(Method(_METRICS[name]))
        case Negative(operand=operand):
            yield from _terms(operand, -factor)
        case Arithmetic(operator="+" | "-" as sign, left=left, right=right):
            yield from _terms(left, factor)
            yield from _terms(right, factor if sign == "+" else -factor)
        case Arithmetic(operator="*", left=Number(value=value), right=inner):
            yield from _terms(inner, factor * value)
        case Arithmetic(operator="*", left=inner, right=Number(value=value)):
            yield from _terms(inner, factor * value)
        case Arithmetic(operator="/", left=inner, right=Number(value=value)) if value:
            yield from _terms(inner, factor / value)
        case _:
            yield None


def _is_finite(loss: Loss) -> bool:
    try:
        return loss.cost.name != "weight" or isinstance(weight_of(loss.cost).mass, Fraction)
    except (InputError, NotSupported):
        return False


def _side(terms: list[Term | None], level: str) -> Expression | None:
    """A sum of losses at the operating condition that a letter is, each with its weight there."""
    found: list[Expression] = []
    for factor, loss in (term for term in terms if term is not None):
        weight = _weight(loss.cost)
        if weight is None:
            return None
        here: Expression = replace(loss, cost=Cost("point", (Name(level),)))
        if loss == _MAE:
            here = Apply("error", (Name(level),))
        own = times(Number(factor), substitute(weight, {"c": Name(level)}))
        found.append(times(own, here))
    return reduce(plus, found, Number(_ZERO))


def _weight(cost: Cost) -> Expression | None:
    """The weight of a law that is an expression in c."""
    arguments = cost.arguments
    match cost.name:
        case "weight" | "density" if names(cost) <= {"c"}:
            return arguments[0]  # type: ignore[return-value]
        case "uniform" if cost == UNIFORM:
            return ONE
        case "beta" if all(isinstance(x, Number) for x in arguments):
            return BetaDensity(*(x.value for x in arguments)).formula  # type: ignore[union-attr]
    return None
