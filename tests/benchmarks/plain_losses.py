"""The expected loss of a threshold choice method, by integrating the loss at each operating condition.

    Q(t; c) = 2 (c w0 (1 - F0(t)) + (1 - c) w1 F1(t))

The rates are functions of the threshold (of the rate that is set): a `Curve`. The operating condition is integrated
over between the places where the threshold passes an edge of the curve.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.benchmarks import plain_functions
from tests.benchmarks.plain_densities import UNIFORM, Beta, Density, Pieces, Point
from tests.benchmarks.plain_functions import Closed, pieces
from tests.benchmarks.plain_numbers import (
    NotCovered,
    NoValue,
    Poly,
    Value,
    add,
    at,
    composed,
    minus,
    mp,
    multiply,
    plus,
    primitive,
    product,
    roots,
    scaled,
    total,
    widened,
)
from tests.benchmarks.plain_reader import Node, nodes, substituted

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
C, U = ("name", "c"), ("name", "u")
X: Poly = [ZERO, ONE]
Rates = tuple[Fraction, Fraction]
Groups = Sequence[tuple[Fraction, int, int]]


@dataclass(frozen=True)
class Curve:
    """``(F0, F1)`` as a function of a threshold or a rate: polynomials between edges, and what they are at an edge."""

    edges: list[Fraction]
    parts: list[tuple[Poly, Poly]]
    closed_below: bool

    def part(self, x: Fraction) -> tuple[Poly, Poly]:
        """The polynomials that hold at ``x``."""
        return self.parts[(bisect_right if self.closed_below else bisect_left)(self.edges, x)]

    def at(self, x: Fraction) -> Rates:
        f0, f1 = self.part(x)
        return at(f0, x), at(f1, x)

    @property
    def is_step(self) -> bool:
        return all(len(f) <= 1 for part in self.parts for f in part)


def curve_of(kind: str, rates: str, points: Sequence[Rates], groups: Groups, weights: Rates) -> Curve:
    """The curve that a method on scores or on rates moves on."""
    steps = [(_constant(f0), _constant(f1)) for f0, f1 in points]
    if kind == "score":
        return Curve([score for score, _, _ in groups], steps, True)
    if kind in ("fpr", "tpr"):
        return _by_class(int(kind == "fpr"), points)
    attained = [weights[0] * f0 + weights[1] * f1 for f0, f1 in points]
    if rates == "step":
        return Curve(attained[:-1], steps, False)
    if rates == "nearest":
        return Curve([(x + y) / 2 for x, y in pairwise(attained)], steps, False)
    if rates == "cutpoints":
        passed = [(ZERO, ZERO)]
        for (f0, f1), (g0, g1), (_, a, b) in zip(points, points[1:], groups, strict=False):
            for k in range(1, a + b + 1):
                passed.append((f0 + (g0 - f0) * Fraction(k, a + b), f1 + (g1 - f1) * Fraction(k, a + b)))
        n = len(passed) - 1
        edges = [Fraction(k, n + 1) for k in range(1, n + 1)]
        return Curve(edges, [(_constant(f0), _constant(f1)) for f0, f1 in passed], True)
    parts = []
    for low, high, start, stop in zip(attained, attained[1:], points, points[1:], strict=False):
        parts.append(tuple(_line(low, high, f, g) for f, g in zip(start, stop, strict=True)))
    return Curve(attained[1:-1], parts, True)  # type: ignore[arg-type]


def _by_class(k: int, points: Sequence[Rates]) -> Curve:
    """The points of the ROC curve by the rate of one class; where there are several, the best of them."""
    groups: dict[Fraction, list[Rates]] = {}
    for point in points:
        groups.setdefault(point[k], []).append(point)
    edges = sorted(groups)
    parts = []
    for low, high in pairwise(edges):
        start, stop = groups[low][-1], groups[high][0]
        parts.append(tuple(_line(low, high, f, g) for f, g in zip(start, stop, strict=True)))
    if k:  # to the right of an edge F0 is greatest, also at the last edge
        last = groups[edges[-1]][-1]
        return Curve(edges[1:], [*parts, tuple(map(_constant, last))], True)  # type: ignore[list-item, arg-type]
    first = groups[edges[0]][0]
    return Curve(edges[:-1], [tuple(map(_constant, first)), *parts], False)  # type: ignore[list-item, arg-type]


def _constant(x: Fraction) -> Poly:
    return [x] if x else []


def _line(low: Fraction, high: Fraction, start: Fraction, stop: Fraction) -> Poly:
    slope = (stop - start) / (high - low)
    return plus([start - slope * low], [ZERO, slope])


# --- methods --------------------------------------------------------------------------------------------------


def expected_loss(
    points: Sequence[Rates],
    groups: Groups,
    weights: Rates,
    method: Node,
    density: Density,
    rates: str,
    closed: Callable[[Node], Value],
) -> Value:
    """The expected loss of a method in words, ``weights`` being the class proportions or one half each."""
    name = method[1]
    arguments: tuple[Node, ...] = method[2] if method[0] == "call" else ()
    if name == "mix":
        q = _level(arguments[0], closed)
        both = [expected_loss(points, groups, weights, x, density, rates, closed) for x in arguments[1:]]
        return add(multiply(q, both[0]), multiply(1 - q, both[1]))
    if name == "optimal":
        return optimal_loss(points, weights, density)
    kind, g = _law(name, arguments, closed)
    curve = curve_of(kind, rates, points, groups, weights)
    used = {x for x in nodes(g) if x in (C, U)}
    if isinstance(density, Point) and C in used:
        g = _with_c(g, density.at)
        used.discard(C)
    if C in used and U in used:
        return _of_band(g, curve, weights, density, kind, closed)
    variable, law = (C, density) if C in used and not isinstance(density, Point) else (U, UNIFORM)
    rate0, rate1 = _moving(density.mean) if variable == U else ((ZERO, ONE), (ONE, -ONE))
    cells, exact = _along(g, variable, closed, curve, kind, law)
    found: list[Value] = []
    for low, high, f0, f1 in cells:
        missed, alarmed = minus([ONE], f0), f1
        for rate, weight, wrong in ((rate0, weights[0], missed), (rate1, weights[1], alarmed)):
            if isinstance(rate, tuple):
                found.append(law.integral(scaled(product(list(rate), wrong), 2 * weight), low, high))
            else:
                found.append(multiply(rate, law.integral(scaled(wrong, 2 * weight), low, high)))
    whole = total(found)
    return whole if exact else widened(whole)


def _moving(mean: Value) -> tuple[Value, Value]:
    return mean, add(ONE, -mean)


def _with_c(g: Node, place: Fraction) -> Node:
    return substituted(g, {"c": place})


def _law(name: str, arguments: tuple[Node, ...], closed: Closed) -> tuple[str, Node]:
    """The kind of a method and its threshold as an expression in c and u."""
    match name:
        case "score" | "rate" | "fpr" | "tpr":
            return name, arguments[0]
        case "score_fixed" | "rate_fixed":
            return name[: -len("_fixed")], ("number", _level(arguments[0], closed))
        case "score_driven" | "rate_driven":
            return name[: -len("_driven")], C
        case "rate_uniform":
            return "rate", U
        case "score_uniform":
            low, high = (_level(x, closed) for x in arguments) if arguments else (ZERO, ONE)
            if low >= high:
                raise NoValue("an empty range of thresholds")
            return "score", ("+", ("number", low), ("*", ("number", high - low), U))
    raise NotCovered(f"the method {name}")


def _level(node: Node, closed: Closed) -> Fraction:
    found = closed(node)
    if not isinstance(found, Fraction):
        raise NotCovered("an irrational level")
    if not 0 <= found <= 1:
        raise NoValue(f"{found} outside [0, 1]")
    return found


# --- thresholds of one variable ---------------------------------------------------------------------------------

Cell = tuple[Fraction, Fraction, Poly, Poly]


def _along(
    g: Node, variable: Node, closed: Closed, curve: Curve, kind: str, law: Pieces | Beta
) -> tuple[list[Cell], bool]:
    """Cells of the variable, with F0 and F1 at the threshold as polynomials in it; and whether the cells are exact."""
    try:
        found, exact = pieces(g, {variable: X}, closed, ZERO, ONE)
    except NotCovered:
        return _along_curve(g, variable, closed, curve, kind), False
    first, last = law.ends[0], law.ends[-1]
    cells: list[Cell] = []
    for low, high, p in plain_functions.cut(found, [first, last]):
        if high <= first or low >= last:
            continue
        if len(p) <= 1:
            x = p[0] if p else ZERO
            _check(kind, x)
            rate0, rate1 = curve.at(x)
            cells.append((low, high, _constant(rate0), _constant(rate1)))
            continue
        edges = [*curve.edges, *(() if kind == "score" else (ZERO, ONE))]
        crossed = [place for edge in edges for place in roots(minus(p, [edge]), low, high)]
        exact = exact and all(sure for _, sure in crossed)
        for left, right, _ in plain_functions.cut([(low, high, p)], [x for x, _ in crossed]):
            middle = at(p, (left + right) / 2)
            _check(kind, middle)
            f0, f1 = curve.part(middle)
            cells.append((left, right, composed(f0, p), composed(f1, p)))
    return cells, exact


def _check(kind: str, x: Fraction) -> None:
    if kind != "score" and not 0 <= x <= 1:
        raise NoValue("a rate outside [0, 1]")


def _along_curve(g: Node, variable: Node, closed: Closed, curve: Curve, kind: str) -> list[Cell]:
    """The same for a threshold that is no polynomial, on steps: where it passes an edge is found by bisection."""
    if not curve.is_step:
        raise NotCovered("a curved law of rates that are interpolated")
    leaves = {variable: X}

    def height(x: Fraction) -> Fraction:
        try:
            found = plain_functions.numeric(g, leaves, closed, mp.mpf(x.numerator) / x.denominator)
        except (ZeroDivisionError, ValueError, TypeError):
            raise NotCovered("a law without a value somewhere") from None
        if not isinstance(found, mp.mpf):
            raise NotCovered("a complex threshold")
        return Fraction(int(found * mp.mpf(2) ** 140), 2**140)

    grid = [Fraction(i, 64) for i in range(65)]
    heights = [height(x) for x in grid]
    if kind != "score" and not all(0 <= h <= 1 for h in heights):
        raise NoValue("a rate outside [0, 1]")
    changes = [b - a for a, b in pairwise(heights)]
    if not (all(x > 0 for x in changes) or all(x < 0 for x in changes)):
        raise NotCovered("a curved law that goes up and down")
    places = [ZERO, ONE]
    rising = changes[0] > 0
    for edge in curve.edges:
        low, high = ZERO, ONE
        if not min(heights) < edge < max(heights):
            continue
        while high - low > Fraction(1, 2**130):
            middle = (low + high) / 2
            low, high = (middle, high) if (height(middle) < edge) == rising else (low, middle)
        places.append((low + high) / 2)
    places.sort()
    cells = []
    for left, right in pairwise(places):
        f0, f1 = curve.part(height((left + right) / 2))
        cells.append((left, right, f0, f1))
    return cells


# --- thresholds uniform over an interval that moves with c --------------------------------------------------------


def _of_band(g: Node, curve: Curve, weights: Rates, density: Density, kind: str, closed: Closed) -> Value:
    """``p(c) + k u`` with a number ``k``: the mean over u is a difference of the primitives of F0 and F1."""
    if isinstance(density, Point):
        raise NotCovered("a point")
    try:
        start, _ = pieces(g, {C: X, U: []}, closed, ZERO, ONE)
        stop, _ = pieces(g, {C: X, U: [ONE]}, closed, ZERO, ONE)
        middle, _ = pieces(g, {C: X, U: [HALF]}, closed, ZERO, ONE)
    except (NoValue, NotCovered):
        raise NotCovered("a law of both variables that is no band") from None
    if not len(start) == len(stop) == len(middle) == 1:
        raise NotCovered("a law of both variables with corners")
    low, high, p = start[0]
    width = minus(stop[0][2], p)
    if len(width) > 1 or plus(p, scaled(width, HALF)) != middle[0][2] or not _is_affine_in_u(g):
        raise NotCovered("a law of both variables that is no band")
    if not width:
        raise NotCovered("a band without width")
    if width[0] < 0:
        p, width = plus(p, width), scaled(width, -ONE)
    k = width[0]
    upper = plus(p, width)
    edges = [*curve.edges, *(() if kind == "score" else (ZERO, ONE))]
    crossed = [place for edge in edges for q in (p, upper) for place in roots(minus(q, [edge]), low, high)]
    exact = all(sure for _, sure in crossed)
    whole: list[Value] = []
    first, last = density.ends[0], density.ends[-1]
    for left, right, _ in plain_functions.cut([(low, high, p)], [first, last, *(x for x, _ in crossed)]):
        place = (left + right) / 2
        if not first < place < last:
            continue
        _check(kind, at(p, place))
        _check(kind, at(upper, place))
        f0, f1 = (scaled(_between(curve, i, at(p, place), at(upper, place), p, upper), 1 / k) for i in (0, 1))
        both = plus(
            scaled(product(X, minus([ONE], f0)), 2 * weights[0]), scaled(product([ONE, -ONE], f1), 2 * weights[1])
        )
        whole.append(density.integral(both, left, right))
    found = total(whole)
    return found if exact else widened(found)


def _is_affine_in_u(g: Node) -> bool:
    """Whether u stands in sums, differences and products with what has no u in it, only."""
    if U not in nodes(g) or g == U:
        return True
    match g:
        case ("+" | "-", x, y):
            return _is_affine_in_u(x) and _is_affine_in_u(y)
        case ("*", x, y):
            return (U not in nodes(x) or U not in nodes(y)) and _is_affine_in_u(x) and _is_affine_in_u(y)
        case ("/", x, y):
            return U not in nodes(y) and _is_affine_in_u(x)
        case ("negative", x):
            return _is_affine_in_u(x)
    return False


def _between(curve: Curve, i: int, low: Fraction, high: Fraction, p: Poly, upper: Poly) -> Poly:
    """The integral of F0 (F1) from p to upper, as a polynomial; no edge lies between ``low``, ``high`` and where they
    are in the cell."""
    first, last = bisect_right(curve.edges, low), bisect_right(curve.edges, high)
    found: Poly = []
    for part in range(first, last + 1):
        whole = primitive(curve.parts[part][i])
        start = p if part == first else [curve.edges[part - 1]]
        stop = upper if part == last else [curve.edges[part]]
        found = plus(found, minus(composed(whole, stop), composed(whole, start)))
    return found


# --- the optimal method -------------------------------------------------------------------------------------------


def optimal_loss(points: Sequence[Rates], weights: Rates, density: Density) -> Value:
    """The least loss at each operating condition, over all thresholds."""
    lines = [[2 * weights[1] * f1, 2 * weights[0] * (1 - f0) - 2 * weights[1] * f1] for f0, f1 in points]
    if isinstance(density, Point):
        return min(at(line, density.at) for line in lines)
    found: list[Value] = []
    low, best = ZERO, min(lines)
    while low < 1:
        crossing, after = ONE, best
        for line in lines:
            if line[1] < best[1]:
                place = (line[0] - best[0]) / (best[1] - line[1])
                if place < crossing or (place == crossing and line[1] < after[1]):
                    crossing, after = place, line
        if crossing > low:
            found.append(density.integral(best, low, crossing))
        low, best = crossing, after
    return total(found)
