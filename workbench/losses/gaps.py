"""Where a law or a weight of the operating condition has no mass, and where forecasts cost infinitely much under it.

Thresholds ``t = c`` are a proper scoring rule. Where class 1 has probability p, the forecast q costs

    2 |int_p^q |c - p| f(c) dc|

more than the honest one: nothing exactly where f has no mass between both. So the rule is strictly proper exactly when
no interval is without mass and honest forecasts cost finitely much.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from workbench.language.syntax import Cost, Expression, Number, names
from workbench.losses.cut_densities import cut
from workbench.losses.formulas import as_piecewise, enclosure
from workbench.losses.weights import weight_of
from workbench.numbers.certified import is_finite, lift
from workbench.numbers.piecewise import polynomial

Interval = tuple[Fraction, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


def gaps(cost: Cost) -> list[Interval] | None:
    """The open intervals, as great as can be, that have no mass; None where that is not seen.

    >>> from workbench.language.statements import parse_cost
    >>> gaps(parse_cost("uniform(1/4, 1)")), gaps(parse_cost("beta(2, 3)")), gaps(parse_cost("uniform(a, b)"))
    ([(Fraction(0, 1), Fraction(1, 4))], [], None)
    """
    match cost:
        case Cost("uniform", ()) | Cost("beta"):
            return []
        case Cost("uniform", (Number(value=low), Number(value=high))):
            return [(a, b) for a, b in ((ZERO, low), (high, ONE)) if a < b]
        case Cost("point", (Number(),)):
            return _apart(points_of(cost))
        case Cost("points", arguments) if all(isinstance(x, Number) for x in arguments):
            return _apart(points_of(cost))
        case Cost("mixture", (Number(value=q), Cost() as first, Cost() as second)):
            parts = [gaps(part) for share, part in ((q, first), (1 - q, second)) if share]
            found = parts[0]
            for other in parts[1:]:
                if found == [] or other == []:
                    return []
                found = None if found is None or other is None else _common(found, other)
            return found
        case Cost("density" | "weight", (f,)) if names(f) <= {"c"}:
            return _of_formula(f)  # type: ignore[arg-type]
    return None


def points_of(cost: Cost) -> set[Fraction]:
    """The places that have a mass of their own.

    >>> from workbench.language.statements import parse_cost
    >>> sorted(points_of(parse_cost("mixture(1/2, uniform, points(0, 1/3, 3/4, 2/3))")))
    [Fraction(0, 1), Fraction(3, 4)]
    """
    match cost:
        case Cost("point", (Number(value=at),)):
            return {at}
        case Cost("points", arguments) if all(isinstance(x, Number) for x in arguments):
            values = [x.value for x in arguments]  # type: ignore[union-attr]
            return {at for at, share in zip(values[::2], values[1::2], strict=True) if share}
        case Cost("mixture", (Number(value=q), Cost() as first, Cost() as second)):
            return set().union(*(points_of(part) for share, part in ((q, first), (1 - q, second)) if share))
    return set()


def _apart(points: set[Fraction]) -> list[Interval]:
    return [(a, b) for a, b in pairwise(sorted({ZERO, ONE} | points)) if a < b]


def _common(first: list[Interval], second: list[Interval]) -> list[Interval]:
    both = ((max(a, x), min(b, y)) for a, b in first for x, y in second)
    return [(low, high) for low, high in both if low < high]


def still(f: Expression, variable: str) -> list[Interval] | None:
    """The open intervals in [0, 1], as great as can be, on which a function is constant; None where that is not seen.

    >>> from workbench.language.statements import parse_expression
    >>> still(parse_expression("max(s, 1/3)**2", "s"), "s"), still(parse_expression("sqrt(s)", "s"), "s")
    ([(Fraction(0, 1), Fraction(1, 3))], None)
    """
    exact = as_piecewise(f, variable)
    if exact is None:
        return None
    ends = [ZERO, *(b for b in exact.breaks if 0 < b < 1), ONE]
    return _joined([(a, b) for a, b in pairwise(ends) if exact.piece((a + b) / 2).degree() <= 0])


def _of_formula(f: Expression) -> list[Interval] | None:
    exact = as_piecewise(f, "c")
    if exact is not None:
        ends = [ZERO, *(b for b in exact.breaks if 0 < b < 1), ONE]
        return _joined([(a, b) for a, b in pairwise(ends) if not exact.piece((a + b) / 2)])
    found = cut(f)
    if found is None:
        return None
    empty = []
    for a, b, part in found.parts:
        own = as_piecewise(part, "c")
        if own is not None and own.only is not None:
            if not own.only:
                empty.append((a, b))
        elif not _has_mass(part, a, b):
            return None
    return _joined(empty)


def _has_mass(part: Expression, low: Fraction, high: Fraction) -> bool:
    """Whether a formula, smooth between both, is seen not to be zero there; then it is so on no interval."""
    places = (low + (high - low) * Fraction(k, 8) for k in (4, 3, 5, 1, 7))
    return any(enclosure(part, "c", lift(place)) > 0 for place in places)


def _joined(found: list[Interval]) -> list[Interval]:
    """Intervals in order, those that touch made one: a place has no mass."""
    joined: list[Interval] = []
    for low, high in found:
        if joined and joined[-1][1] == low:
            low = joined.pop()[0]
        joined.append((low, high))
    return joined


def infinite_at(cost: Cost) -> Fraction | None:
    """A probability in (0, 1) of class 1 with which, for thresholds ``t = c``, every forecast costs infinitely much.

    `NotSupported` where that is not seen.

    >>> from workbench.language.statements import parse_expression
    >>> costs = [Cost("weight", (parse_expression(f, "c"),)) for f in ("1/(c*(1 - c))", "1/c**2", "1/abs(c - 1/3)")]
    >>> [infinite_at(cost) for cost in costs]
    [None, Fraction(1, 2), Fraction(2, 3)]
    """
    if cost.name != "weight":
        return None
    measures = weight_of(cost).measures
    if measures is None:
        return None
    for measure, turned in zip(measures, (False, True), strict=True):
        for low, high, _ in measure.parts:
            inside = (low + high) / 2
            if not is_finite(measure.integral(polynomial(1), ZERO, inside)):
                return 1 - inside if turned else inside
    return None
