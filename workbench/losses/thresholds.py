"""The law of the threshold (or rate) and the operating condition, by its partial moments.

For a law of ``(c, t)`` everything that an expected loss needs is

    A_k(x) = E[c**k ; t < x],  k = 0, 1,        and E[c],

or the same with ``t <= x`` where an atom makes a difference. A `Steps` law has them as piecewise
polynomials, so that sums over a sample turn into power sums; a `Pointwise` law computes them at one
``x`` at a time, exactly or as balls with a proven radius.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

import flint

from workbench.errors import NotSupported
from workbench.language.grammar import StatementError
from workbench.language.syntax import Expression, Name, Node, Number, names, substitute
from workbench.losses.cut_densities import CutDensity
from workbench.losses.densities import UNIFORM, BetaDensity, Continuous, Density, Point, PolynomialDensity
from workbench.losses.domains import unmet
from workbench.losses.formulas import affine_in, analytic, as_piecewise, enclosure, integral, times
from workbench.losses.power_sums import moment
from workbench.losses.reals import add, multiply, subtract
from workbench.losses.sign_cells import Cell, as_ratio, cells
from workbench.losses.sublevel_sets import Region
from workbench.numbers.certified import Real, lift
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import (
    Piecewise,
    Polynomial,
    ascending,
    between,
    combined,
    polynomial,
    rational,
    real_roots,
)

Moments: TypeAlias = "tuple[Real, Real]"

ONE, C = polynomial(1), polynomial(0, 1)
MAX_CELLS = 6_000
FINEST = 130


@dataclass(frozen=True, eq=False)
class Steps:
    """``A_0`` is ``below``; ``A_1`` is ``weighted``, or ``mean * below`` when c and t are independent."""

    mean: Real
    below: Piecewise
    weighted: Piecewise | None = None

    @cached_property
    def errors(self) -> tuple[Piecewise, Piecewise]:
        """``E[c; t < x]`` and ``E[1 - c; t >= x]`` as functions of x, still to be multiplied by `factors` if any."""
        if self.factors is not None:
            return self.below, self.below.map(lambda p: 1 - p)
        assert isinstance(self.mean, Fraction)
        mean = rational(self.mean)
        weighted = self.weighted or self.below.map(lambda p: mean * p)
        return weighted, combined((weighted, self.below), lambda first, whole: 1 - mean + first - whole)

    @cached_property
    def calibrated(self) -> Piecewise:
        """The error of a group of examples at its own fraction x of class 1: no jump at 0, where x = t = c = 0."""
        return combined(self.errors, lambda miss, alarm: (ONE - C) * miss + C * alarm)

    @property
    def factors(self) -> tuple[Real, Real] | None:
        """The mean of c and of 1 - c where they are irrational, in a law of c and t that are independent."""
        return None if isinstance(self.mean, Fraction) else (self.mean, subtract(Fraction(1), self.mean))

    def moments(self, x: Fraction, closed: bool) -> Moments:
        """``(A_0, A_1)`` at ``x``, with ``t <= x`` instead of ``t < x`` when ``closed``."""
        first = self.below.at(x, closed)
        return first, self.weighted.at(x, closed) if self.weighted else multiply(self.mean, first)

    def areas(self, x: Fraction) -> Moments:
        """The integrals of both over [0, x]."""
        first = self._area(self.below, x)
        return first, self._area(self.weighted, x) if self.weighted else multiply(self.mean, first)

    @staticmethod
    def _area(f: Piecewise, x: Fraction) -> Fraction:
        return f.antiderivative().at(x) - f.antiderivative().at(Fraction(0))


@dataclass(frozen=True)
class Pointwise:
    """``moments(x, closed)`` is ``(A_0, A_1)``; ``areas(x)`` are the integrals of both over [0, x]."""

    mean: Real
    moments: Callable[[Fraction, bool], Moments]
    areas: Callable[[Fraction], Moments]


Law: TypeAlias = Steps | Pointwise


def law_of(g: Expression, density: Density) -> Law:
    """The law of ``(c, g(c, u))``: ``c`` has the density, ``u`` is uniform on [0, 1], independent of ``c``.

    `NotSupported` when ``g`` cannot be undone as a function of ``u``, or a ball cannot decide.

    >>> from workbench.language.statements import parse_expression
    >>> law_of(parse_expression("c", "c"), UNIFORM).moments(Fraction(1, 2), False)
    (Fraction(1, 2), Fraction(1, 8))
    """
    return _law_of(g, density, flint.ctx.prec)


@lru_cache(maxsize=256)
def _law_of(g: Expression, density: Density, precision: int) -> Law:
    """`law_of`, and the moments of a `Pointwise` law, once for each working precision."""
    law = _found(g, density)
    if isinstance(law, Steps):
        return law
    return Pointwise(law.mean, *(lru_cache(maxsize=512)(f) for f in (law.moments, law.areas)))


def _found(g: Expression, density: Density) -> Law:
    if isinstance(density, Point):
        return _with_point(g, density)
    inside = names(g)
    if "c" not in inside:
        law = _of_one(g, "u", UNIFORM)
        return _independent(law, density.mean)
    if "u" not in inside:
        return _of_one(g, "c", density)
    return _of_both(g, density)


def _with_point(g: Expression, density: Point) -> Law:
    fixed = substitute(g, {"c": Number(density.at)})
    return _independent(_of_one(fixed, "u", UNIFORM), density.at)


def _independent(law: Law, mean: Real) -> Law:
    if isinstance(law, Steps):
        return Steps(mean, law.below)

    def moments(x: Fraction, closed: bool) -> Moments:
        first = law.moments(x, closed)[0]
        return first, multiply(mean, first)

    def areas(x: Fraction) -> Moments:
        first = law.areas(x)[0]
        return first, multiply(mean, first)

    return Pointwise(mean, moments, areas)


# --- a threshold that is a function of one variable ---------------------------------------------------


def _of_one(g: Node, variable: str, density: Continuous) -> Law:
    """The law of ``(v, g(v))`` where ``v``, called ``variable`` in ``g``, has the density."""
    _refuse_undefined(g)
    exact = as_piecewise(g, variable)
    if exact is None:
        return _of_any(g, variable, density)
    only = exact.only
    if only is not None and only.degree() <= 0:
        return Steps(density.mean, Piecewise.step(fraction(only[0]), Fraction(1)))
    if only is not None and only.degree() == 1 and isinstance(density, PolynomialDensity):
        return _affine(fraction(only[0]), fraction(only[1]), density)
    return _of_piecewise(exact, density)


def _affine(constant: Fraction, slope: Fraction, density: PolynomialDensity) -> Steps:
    def partial(p: Polynomial) -> Piecewise:
        moved = density.primitive(p).of_affine(1 / slope, -constant / slope)
        if slope > 0:
            return moved
        whole = density.integral(p, Fraction(0), Fraction(1))
        assert isinstance(whole, Fraction)
        return moved.map(lambda q: rational(whole) - q)

    return Steps(density.mean, partial(ONE), partial(C))


def _of_piecewise(g: Piecewise, density: Continuous) -> Pointwise:
    edges = [Fraction(0), *(b for b in g.breaks if 0 < b < 1), Fraction(1)]
    parts = [(low, high, g.piece(high)) for low, high in pairwise(edges)]

    def region(x: Fraction, closed: bool) -> list[tuple[Real, Real, Polynomial]]:
        """Where ``g < x`` (``g <= x``): intervals, each with the polynomial ``x - g`` on it."""
        found: list[tuple[Real, Real, Polynomial]] = []
        for low, high, p in parts:
            slack = rational(x) - p
            if slack.degree() < 0:
                found += [(low, high, slack)] if closed else []
                continue
            cuts = [low, *real_roots(slack, low, high), high]
            for left, right in pairwise(cuts):
                if slack(rational(between(left, right))) > 0:
                    found.append((left, right, slack))
        return found

    def moments(x: Fraction, closed: bool) -> Moments:
        pieces = region(x, closed)
        return _total(density.integral(ONE, a, b) for a, b, _ in pieces), _total(
            density.integral(C, a, b) for a, b, _ in pieces
        )

    def areas(x: Fraction) -> Moments:
        pieces = region(x, False)
        return _total(density.integral(slack, a, b) for a, b, slack in pieces), _total(
            density.integral(slack * C, a, b) for a, b, slack in pieces
        )

    return Pointwise(density.mean, moments, areas)


def _total(terms: object) -> Real:
    result: Real = Fraction(0)
    for term in terms:  # type: ignore[attr-defined]
        result = add(result, term)
    return result


def _refuse_undefined(g: Node) -> None:
    """`NotSupported` unless ``g`` is seen to have a value for all c and u."""
    try:
        unclear = next(unmet(g), None)
    except StatementError as error:
        raise NotSupported(str(error)) from None
    if unclear is not None:
        raise NotSupported(f"{unclear[0]} is not seen to have a value everywhere")


def _of_any(g: Node, variable: str, density: Continuous) -> Pointwise:
    """By the signs of ``g - x`` where they are found, else by subdivision."""
    first = _of_square(substitute(g, {variable: Name("c")}), density)
    second = _of_formula(g, variable, density)

    def moments(x: Fraction, closed: bool) -> Moments:
        try:
            return first.moments(x, closed)
        except NotSupported:
            return second.moments(x, closed)

    def areas(x: Fraction) -> Moments:
        try:
            return first.areas(x)
        except NotSupported:
            return second.areas(x)

    return Pointwise(density.mean, moments, areas)


def _of_formula(g: Node, variable: str, density: Continuous) -> Pointwise:
    """By subdivision: a cell of [0, 1] is in or out when the ball of ``g`` on it is on one side of ``x``."""

    def region(x: Fraction, closed: bool) -> _Division:
        at = lift(x)

        def label(cell: flint.arb) -> str | None:
            ball = enclosure(g, variable, cell)
            inside = ball <= at if closed else ball < at
            outside = ball > at if closed else ball >= at
            return "in" if inside else "out" if outside else None

        return _divide(label, f"where {g} is below {x}")

    def moments(x: Fraction, closed: bool) -> Moments:
        found = region(x, closed)
        slack = _slack(found, density, lambda cell: flint.arb(1))
        first, second = (add(_total(density.integral(p, a, b) for a, b in found.runs("in")), slack) for p in (ONE, C))
        return first, second

    def areas(x: Fraction) -> Moments:
        found = region(x, False)
        slack = _slack(found, density, lambda cell: lift(x) - enclosure(g, variable, cell))

        def excess(k: int) -> Real:
            within = _total(
                subtract(multiply(x, density.integral(C**k, a, b)), weighted[k].over(a, b)) for a, b in found.runs("in")
            )
            return add(within, slack)

        return excess(0), excess(1)

    def times_g(k: int) -> _Primitive:
        return _Primitive(lambda z, check: analytic(g, variable, z, check) * z**k * density.at(z, check))

    weighted = times_g(0), times_g(1)

    return Pointwise(density.mean, moments, areas)


class _Primitive:
    """The integrals of ``height`` between points, each found from the nearest ones that are known."""

    def __init__(self, height: Callable[[flint.acb, bool], flint.acb]) -> None:
        self.height = height
        self.points: list[Fraction] = []
        self.values: list[flint.arb] = []

    def over(self, low: Fraction, high: Fraction) -> flint.arb:
        """The integral from ``low`` to ``high``."""
        start = self.up_to(low)
        found = self.up_to(high) - start
        return found if found.is_finite() else integral(self.height, lift(low), lift(high))

    def up_to(self, x: Fraction) -> flint.arb:
        """The integral from the first point that was asked for."""
        if not self.points:
            self.points, self.values = [x], [flint.arb(0)]
        at = bisect_left(self.points, x)
        if at < len(self.points) and self.points[at] == x:
            return self.values[at]
        beside = [i for i in (at - 1, at) if 0 <= i < len(self.points)]
        near = min(beside, key=lambda i: abs(self.points[i] - x))
        found = self.values[near] + integral(self.height, lift(self.points[near]), lift(x))
        if found.is_finite():
            self.points.insert(at, x)
            self.values.insert(at, found)
        return found


@dataclass(frozen=True)
class _Division:
    """Cells of [0, 1], in order, each with its label; None where none could be proven."""

    cells: list[tuple[Fraction, Fraction, str | None]]

    def runs(self, label: str | None) -> list[tuple[Fraction, Fraction]]:
        """The intervals with this label, adjacent ones joined."""
        joined: list[tuple[Fraction, Fraction]] = []
        for low, high, own in self.cells:
            if own == label:
                start = joined.pop()[0] if joined and joined[-1][1] == low else low
                joined.append((start, high))
        return joined


def _divide(label: Callable[[flint.arb], str | None], what: str) -> _Division:
    """[0, 1] cut into cells that have a label, and tiny ones that have none."""
    cells: list[tuple[Fraction, Fraction, str | None]] = []
    stack = [(0, 0)]  # the cell from i/2**level to (i + 1)/2**level
    steps = 0
    while stack:
        i, level = stack.pop()
        found = label(flint.arb((2 * i + 1, -level - 1), (1, -level - 1)))
        steps += 1
        if steps > MAX_CELLS:
            raise NotSupported(f"it cannot be decided {what}")
        if found or level > FINEST:
            cells.append((Fraction(i, 1 << level), Fraction(i + 1, 1 << level), found))
        else:
            stack += [(2 * i + 1, level + 1), (2 * i, level + 1)]
    return _Division(cells)


def _slack(found: _Division, density: Continuous, height: Callable[[flint.arb], flint.arb]) -> Real:
    """What the cells without a label can add: a ball around zero, or zero when there are none."""
    result: Real = Fraction(0)
    for low, high in found.runs(None):
        most = abs(height(lift(low).union(lift(high)))) * lift(density.integral(ONE, low, high))
        result = add(result, flint.arb(0, abs(most).upper()))
    return result


# --- a threshold that is a function of both -----------------------------------------------------------


def _of_both(g: Expression, density: Continuous) -> Law:
    _refuse_undefined(g)
    parts = affine_in(g, "u")
    start, width = (None, None) if parts is None else (as_piecewise(part, "c") for part in parts)
    if parts is not None and start is not None and width is not None:
        constant = width.only
        if constant is not None and constant.degree() < 0:
            return _of_one(parts[0], "c", density)
        if constant is not None and constant.degree() == 0 and start.only is not None:
            return _of_band(start.only, fraction(constant[0]), density)
    return _of_square(g, density)


def _of_band(start: Polynomial, width: Fraction, density: Continuous) -> Pointwise:
    """``t`` uniform between ``start(c)`` and ``start(c) + width``: polynomial between the roots."""
    if width < 0:
        start, width = start + rational(width), -width
    scale = rational(width)

    def pieces(x: Fraction) -> list[tuple[Real, Real, Polynomial, Polynomial]]:
        """Intervals, each with P(t < x given c) and the integral of that up to ``x``."""
        slack = rational(x) - start
        cuts: list[Real] = [Fraction(0), Fraction(1)]
        for p in (slack, slack - scale):
            if p.degree() > 0:
                cuts += real_roots(p, Fraction(0), Fraction(1))
        found = []
        for left, right in pairwise(ascending(cuts)):
            room = slack(rational(between(left, right)))
            if room >= scale:
                found.append((left, right, ONE, slack - scale / 2))
            elif room > 0:
                found.append((left, right, slack / scale, slack * slack / (2 * scale)))
        return found

    def moments(x: Fraction, closed: bool) -> Moments:
        parts = pieces(x)
        return _total(density.integral(p, a, b) for a, b, p, _ in parts), _total(
            density.integral(p * C, a, b) for a, b, p, _ in parts
        )

    def areas(x: Fraction) -> Moments:
        parts = pieces(x)
        return _total(density.integral(p, a, b) for a, b, _, p in parts), _total(
            density.integral(p * C, a, b) for a, b, _, p in parts
        )

    return Pointwise(density.mean, moments, areas)


def _of_square(g: Node, density: Continuous) -> Pointwise:
    """Any other function of c and u: cell by cell of c, the length of the set of u where it is below x."""

    def total(x: Fraction, closed: bool, area: bool) -> Moments:
        level = Number(x)

        def inside(cell: Cell) -> Node:
            region = Region(cell)
            where = region.below(g, level, closed)
            return cell.smooth(region.shortfall(g, level, where) if area else region.length(where))

        found = cells(Fraction(0), Fraction(1), inside)
        # both the length of a set of u and the integral of x - t over it, for rates t, are at most one
        slack = _total(density.integral(ONE, low, high) for low, high in found.gaps)
        ball: Real = flint.arb(0, lift(slack).upper()) if found.gaps else Fraction(0)
        first, second = (
            add(_total(_over(node, density, C**k, low, high) for low, high, node in found.done), ball) for k in (0, 1)
        )
        return first, second

    return Pointwise(density.mean, lambda x, closed: total(x, closed, False), lambda x: total(x, False, True))


def _over(node: Node, density: Continuous, p: Polynomial, low: Fraction, high: Fraction) -> Real:
    """The integral of ``p`` times a function of c against the density."""
    ratio = as_ratio(node)
    if ratio is not None and ratio[1].degree() == 0:
        return density.integral(p * ratio[0] / ratio[1][0], low, high)
    if isinstance(density, PolynomialDensity):
        edges = [low, *(b for b in density.weight.breaks if low < b < high), high]
        parts = [moment(node, "c", density.weight.piece(b) * p, a, b) for a, b in pairwise(edges)]
        if None not in parts:
            return _total(parts)
    elif isinstance(density, CutDensity):
        return density.over(node, p, low, high)  # type: ignore[arg-type]
    elif density.formula is not None:
        found = moment(times(node, density.formula), "c", p, low, high)
        if found is not None:
            return found
    weight = flint.acb_poly(p)

    def function(z: flint.acb, check: bool) -> flint.acb:
        return analytic(node, "c", z, check) * weight(z)

    if isinstance(density, BetaDensity):
        ball = density.over(function, low, high)
    else:
        ball = integral(lambda z, check: function(z, check) * density.at(z, check), lift(low), lift(high))
    if not ball.is_finite():
        raise NotSupported(
            f"the integral of {node} against the density of c, from {low} to {high}, cannot be certified"
        )
    return ball


def certainly_within_unit_interval(law: Law) -> bool:
    """Whether ``0 <= t <= 1`` with probability one, as far as can be decided.

    >>> from workbench.language.statements import parse_expression
    >>> certainly_within_unit_interval(law_of(parse_expression("2*c", "c"), UNIFORM))
    False
    """
    below, above = law.moments(Fraction(0), False)[0], law.moments(Fraction(1), True)[0]
    return not (lift(below) > 0 or lift(above) < 1)
