"""Proofs found by machine: both sides to normal form, and the moves that led there as the steps.

Every expected loss reduces to class means of a scoring rule or of ranks; every metric unfolds to such
means. When both sides reach the same normal form, the moves of the left side, followed by those of
the right side backwards, are a proof, which the checker then reads like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sympy import Expr, I, Symbol, nan, oo, zoo

from workbench import metrics, rules
from workbench.densities import UNIFORM, DensityError, density
from workbench.errors import NotSupported
from workbench.library import theorems
from workbench.notation import OptimalMethod, RateMethod, ScoreMethod, pav, posterior, s
from workbench.proof import Step, Theorem, check, cite
from workbench.rules import Rule, RuleFails, canonical, same
from workbench.syntax import Apply, Arithmetic, Cost, Method, Name, Node, Number, Statement, children, names
from workbench.thresholds import certainly_within_unit_interval, law_of
from workbench.translation import to_sympy

_REDUCTIONS = {
    ScoreMethod: ("Reduction to a scoring rule", "a threshold on scores is a scoring rule"),
    RateMethod: ("Reduction to a rank statistic", "trade the false positives for the rate"),
    OptimalMethod: (
        "Reduction at calibrated scores",
        "optimal thresholds are score-driven at calibrated scores",
    ),
}


def _moves(line: Expr) -> Iterator[tuple[Rule, str]]:
    """The rules worth trying on a line, in order, each with its reason."""
    for name in ("H", "h_measure"):
        yield rules.definition(name), f"the definition of {name}"
    yield rules.mixture, "a mixture has the mixed loss"
    yield rules.skews_balance_classes, "Lemma 1 at each skew"
    for name, why in _REDUCTIONS.values():
        yield cite(theorems()[name]), why
    yield rules.moments, "take the mean over the operating condition"
    yield rules.moments_on_unit_scores, "take the mean over the operating condition; scores lie in [0, 1]"
    for name in ("error", "macro_error"):
        yield rules.definition(name), "the definition of the error rate"
    for name in _outermost_first():
        yield rules.definition(name), f"the definition of {metrics.CATALOGUE[name].title}"
    yield rules.rate_is_weighted, "the rate counts both classes"
    yield rules.class_against_itself, "a class ranked against itself scores one half"
    yield rules.ranking_both_ways, "read the ranking from the other class"
    yield rules.balance_classes, "both classes count one half"


def _outermost_first() -> list[str]:
    """The names of the metrics with a definition, each before those it is defined by."""
    inner = {
        name: {str(x) for x in rules.unfold(name).free_symbols if str(x) in metrics.CATALOGUE}
        for name, entry in metrics.CATALOGUE.items()
        if entry.definition is not None
    }
    order: list[str] = []
    while inner:
        free = [name for name in inner if not any(name in others for others in inner.values())]
        order += free
        for name in free:
            del inner[name]
    return order


def _normal(line: Expr, shares: Iterable[Rule]) -> tuple[Expr, list[Step]]:
    """The normal form of an expression and the steps that lead to it."""
    steps: list[Step] = []
    moves = [*_moves(line), *((rule, "split by the share of each class") for rule in shares)]
    for rule, why in moves:
        if rule is rules.moments and _clips_scores(line):
            continue
        try:
            after = canonical(rule.rewrite(line))
        except RuleFails:
            continue
        if not same(line, after):
            steps.append(Step(why=why, by=rule, gives=after))
            line = after
    return line, steps


def _clips_scores(line: Expr) -> bool:
    """Whether the mean over the operating condition depends on the scores lying in [0, 1]."""
    try:
        return bool(rules.moments.rewrite(line) != rules.moments_on_unit_scores.rewrite(line))
    except RuleFails:
        return False


def prove_equality(left: Expr, right: Expr, *, name: str = "", says: str = "") -> Theorem | None:
    """A checked theorem that ``left == right`` for scores in [0, 1] and attained rates; None if none is found.

    None means undecided, not false.

    >>> from workbench.notation import metric, s, E0, E1, pi0, pi1
    >>> gap = metric("MAE") - metric("BS")
    >>> found = prove_equality(gap, pi0 * E0(s * (1 - s)) + pi1 * E1(s * (1 - s)))
    >>> [step.why for step in found.proof][:2]
    ['the definition of Brier score', 'the definition of mean absolute error']
    >>> prove_equality(metric("MAE"), metric("BS")) is None
    True
    """
    if left == right:
        same_line = Step(why="both sides are the same", by=rules.algebra, gives=right)
        return _accepted(Theorem(name, says, left, right, (same_line,)))
    shares = [
        rule
        for rule, function in ((rules.hull_is_calibrated, pav), (rules.classes_share_scores, posterior))
        if any(_normal(side, ())[0].has(function) for side in (left, right))
    ]
    one, forward = _normal(left, shares)
    other, backward = _normal(right, shares)
    if not same(one, other):
        return None
    steps = list(forward)
    if one != other:
        steps.append(Step(why="the same terms", by=rules.algebra, gives=other))
    lines = [right, *(step.gives for step in backward)]
    steps += [replace(step, gives=line) for step, line in reversed(list(zip(backward, lines, strict=False)))]
    given = frozenset().union(*(step.by.needs for step in steps))
    return _accepted(Theorem(name=name, says=says, left=left, right=right, proof=tuple(steps), given=given))


def _accepted(theorem: Theorem) -> Theorem | None:
    if any(side.has(zoo, nan, oo, I) for side in (theorem.left, theorem.right)):
        return None
    return theorem if check(theorem, with_models=False).holds else None


def prove_statement(statement: Statement) -> Theorem | None:
    """`prove_equality` of both sides of a statement without assumptions; None for other relations.

    A side without a value on some sample is not equal to anything there, so both sides must be seen to be
    defined: no denominator that may vanish, no logarithm or root of what may be negative.
    """
    if statement.relation != "==" or statement.given:
        return None
    positive = frozenset().union(*(_shapes(side) for side in (statement.left, statement.right)))
    if not all(_defined(side, positive) for side in (statement.left, statement.right)):
        return None
    return prove_equality(to_sympy(statement.left), to_sympy(statement.right), says=str(statement))


def _shapes(node: Node) -> frozenset[str]:
    """The parameters that are themselves a shape of a Beta density in a statement, and so positive."""
    own: frozenset[str] = frozenset()
    if isinstance(node, Cost) and node.name == "beta":
        own = frozenset(a.name for a in node.arguments if isinstance(a, Name))
    return own.union(*(_shapes(child) for child in children(node)))


LEVELS = frozenset("trq")


def _is_level(node: Node) -> bool:
    """Whether ``node`` is a number in [0, 1], or a parameter that ranges over [0, 1]."""
    if isinstance(node, Number):
        return 0 <= node.value <= 1
    return isinstance(node, Name) and node.name in LEVELS


def _is_law(node: Method | Cost) -> bool:
    """Whether a method or a density is seen to exist, whatever the values of its parameters."""
    if not names(node) or node.name == "density":
        try:
            if isinstance(node, Cost):
                density(node)
            return node.name != "rate" or certainly_within_unit_interval(law_of(node.arguments[0], UNIFORM))  # type: ignore[arg-type]
        except (DensityError, NotSupported):
            return False
    if node.name == "mix":
        return _is_level(node.arguments[0])
    if node.name == "beta":
        return all(isinstance(a, Name) or (isinstance(a, Number) and a.value > 0) for a in node.arguments)
    if node.name in ("uniform", "score_uniform"):
        return False
    if node.name == "rate":
        (rate,) = node.arguments
        if not names(rate) <= {"c", "u"}:
            return _is_level(rate)
        try:
            return certainly_within_unit_interval(law_of(rate, UNIFORM))  # type: ignore[arg-type]
        except NotSupported:
            return False
    return node.name == "score" or all(_is_level(a) for a in node.arguments)


def _defined(node: Node, positive: frozenset[str]) -> bool:
    """Whether ``node`` is seen to have a value on every sample with scores in [0, 1]."""
    if isinstance(node, Method | Cost) and not _is_law(node):
        return False
    if isinstance(node, Apply) and node.function == "h_measure":
        return all(isinstance(a, Number) and a.value > 0 for a in node.arguments)
    if isinstance(node, Arithmetic) and node.operator == "/" and not _signed(node.right, positive).is_nonzero:
        return False
    if isinstance(node, Arithmetic) and node.operator == "**":
        base, exponent = _signed(node.left, positive), _signed(node.right, positive)
        if not (exponent.is_nonnegative or base.is_nonzero) or not (exponent.is_integer or base.is_nonnegative):
            return False
    if isinstance(node, Apply) and node.function == "log" and not _signed(node.arguments[0], positive).is_positive:
        return False
    if isinstance(node, Apply) and node.function == "sqrt" and not _signed(node.arguments[0], positive).is_nonnegative:
        return False
    return all(_defined(child, positive) for child in children(node))


def _signed(node: Node, positive: frozenset[str]) -> Expr:
    """``node`` with what is known of its signs: sizes and shares are positive, scores are not negative."""
    known = {"n", "n0", "n1"} | positive
    e = to_sympy(node)
    put = {x: Symbol(x.name, positive=True) for x in e.free_symbols if x.name in known}
    put[s] = Symbol("s", nonnegative=True)
    return e.xreplace(put)
