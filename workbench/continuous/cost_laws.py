"""Laws of the operating condition as distributions on [0, 1], and the costs on one side of a value of it.

A law named by a Beta, a uniform or a polynomial density is one of the distributions of scores. Another density in words
is `Written`: smooth formulas on intervals, whose integrals are those of `workbench.losses.densities`, continued to
complex balls by power series (`workbench.continuous.antiderivatives`).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import flint
import mpmath
from flint import acb, arb, fmpq, fmpq_poly

from workbench.continuous.antiderivatives import Antiderivative
from workbench.continuous.arithmetics import Balls, Floats, NotPolynomial, Polynomials, constant, evaluate
from workbench.continuous.distributions import Beta, Distribution, Polynomial, Uniform
from workbench.continuous.polynomials import (
    NOWHERE,
    Chart,
    Curve,
    ModelError,
    at_ball,
    floating,
    fraction,
    quotient,
    sign_between,
)
from workbench.continuous.quadrature import Point
from workbench.errors import NotSupported
from workbench.language.syntax import Cost, Name, Node, Number
from workbench.losses import densities
from workbench.losses.cut_densities import CutDensity, cut
from workbench.losses.formulas import minus, times
from workbench.numbers.certified import Real, lift

Density: TypeAlias = "Distribution | Fraction"
C, ONE, TWO = Name("c"), Number(Fraction(1)), Number(Fraction(2))
_ONE = fmpq_poly([1])


class Written(Distribution):
    """The law of the operating condition with a density in words, by its smooth parts and their mass.

    >>> from workbench.language.statements import parse_cost
    >>> law = condition_density(parse_cost("density(1/(1 + c)/log(2))"))
    >>> round(float(law.cdf(Fraction(1, 2))), 12), round(float(law.moment(1)), 12)
    (0.584962500721, 0.442695040889)
    """

    def __init__(self, given: CutDensity) -> None:
        self.given = given
        self.support = given.parts[0][0], given.parts[-1][1]

    @cached_property
    def breaks(self) -> tuple[Fraction, ...]:
        return (self.given.parts[0][0], *(high for _, high, _ in self.given.parts))

    def moment(self, power: int) -> Any:
        """The mean of c to a power: a fraction where a rule makes it rational, else a ball."""
        return self.given.integral(fmpq_poly([0] * power + [1]), Fraction(0), Fraction(1))

    @property
    def bounded(self) -> bool:
        """Whether the density is finite at the ends of each of its parts."""
        ends = [(index + 1, end) for index, part in enumerate(self.given.parts) for end in part[:2]]
        return all(self._in_region(acb(quotient(end)), region, False, True).is_finite() for region, end in ends)

    @cached_property
    def sides(self) -> tuple[CutDensity, CutDensity]:
        """The densities ``2 c w(c)`` and ``2 (1 - c) w(c)`` of what errors cost, with the mass of ``w``."""
        factors = times(TWO, C), times(TWO, minus(ONE, C))
        return tuple(  # type: ignore[return-value]
            replace(self.given, parts=tuple((low, high, times(factor, f)) for low, high, f in self.given.parts))
            for factor in factors
        )

    @cached_property
    def _areas(self) -> list[tuple[Fraction, tuple[Antiderivative, Antiderivative]]]:
        """In each part its middle, and the integrals of both sides from there."""
        found = []
        for (low, high, one), (*_, other) in zip(*(side.parts for side in self.sides), strict=True):
            middle = (low + high) / 2
            first, second = (Antiderivative(formula, middle, (low, high)) for formula in (one, other))
            found.append((middle, (first, second)))
        return found

    def costs(self, v: Any, region: int, analytic: bool) -> tuple[Any, Any]:
        """E[2c; V < v] and E[2(1-c); V > v] at a ball in a region, also where it reaches beyond."""
        middle, areas = self._areas[region - 1]
        below, above = self._from(middle)
        mass = lift(self.given.mass)
        found = below + areas[0].at(v) / mass, above - areas[1].at(v) / mass
        if analytic or all(x.is_finite() for x in found) or not v.imag.contains(0) or not v.is_finite():
            return found
        low, high, _ = self.given.parts[region - 1]
        ends = [end.max(arb(quotient(low))).min(arb(quotient(high))) for end in (v.real.lower(), v.real.upper())]
        first, last = (self.costs_at(end) for end in ends)
        return acb(first[0].union(last[0])), acb(first[1].union(last[1]))

    def costs_at(self, v: Real) -> tuple[Any, Any]:
        """Both at a real number."""
        one, other = self.sides
        return lift(one.integral(_ONE, Fraction(0), v)), lift(other.integral(_ONE, v, Fraction(1)))

    def _from(self, middle: Fraction) -> tuple[Any, Any]:
        key = flint.ctx.prec, middle
        if key not in self._known:
            self._known[key] = self.costs_at(middle)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, Fraction], tuple[Any, Any]]:
        return {}

    def _at_fraction(self, x: Fraction, density: bool) -> Fraction | None:
        outside = self._outside(sum(x > b for b in self.breaks))
        return None if outside is None else Fraction(0 if density else outside)

    def _in_region(self, x: Any, region: int, analytic: bool, density: bool) -> Any:
        outside = self._outside(region)
        if outside is not None:
            return acb(0 if density else outside)
        if density:
            formula = self.given.parts[region - 1][2]
            return acb(evaluate(formula, Balls(analytic), lambda leaf: x)) / lift(self.given.mass)
        return acb(lift(self.given.integral(_ONE, Fraction(0), x.real))) if x.imag == 0 and not analytic else NOWHERE

    def density_at(self, v: Any, p: Point) -> Any:
        """The density at a value of the point's arithmetic, in the part that holds it."""
        if isinstance(p.arithmetic, Polynomials):
            raise NotPolynomial
        if isinstance(v, acb):
            return self.pdf(v, p.arithmetic.analytic)
        return self.pdf(v)

    def curves(self, chart: Chart, inside: Fraction) -> tuple[Curve, Curve]:
        region = sum(inside > b for b in self.breaks)
        if self._outside(region) is not None:
            return super().curves(chart, inside)
        x, dx = chart.x, chart.dx

        def along(curve: Curve, y: Any, analytic: bool) -> Any:
            return at_ball(curve, y) if isinstance(curve, fmpq_poly) else curve(y, analytic)

        def seen(y: Any, analytic: bool, density: bool) -> Any:
            return self._in_region(along(x, y, analytic), region, analytic, density)

        return (
            lambda y, analytic: seen(y, analytic, False),
            lambda y, analytic: seen(y, analytic, True) * along(dx, y, analytic),
        )

    def costs_in_mpmath(self, v: Any) -> tuple[Any, Any]:
        """`costs` in mpmath's numbers."""
        ends = [floating(b) for b in self.breaks]
        below = [*(b for b in ends if b < v), v]
        above = [v, *(b for b in ends if b > v)]
        return (
            mpmath.quad(lambda c: 2 * c * self.pdf(c), below) if len(below) > 1 else mpmath.mpf(0),
            mpmath.quad(lambda c: 2 * (1 - c) * self.pdf(c), above) if len(above) > 1 else mpmath.mpf(0),
        )

    def _in_mpmath(self, x: Any, region: int, density: bool) -> Any:
        if not density:
            return mpmath.quad(self.pdf, [*(floating(b) for b in self.breaks[:region]), x])
        height = evaluate(self.given.parts[region - 1][2], Floats(), lambda leaf: x)
        return height / floating_of(self.given.mass)


def condition_density(cost: Cost) -> Density:
    """The distribution of the operating condition, or the point that holds all of it.

    `ModelError` or `DensityError` for what is no law on [0, 1], `NotSupported` for several laws at once.

    >>> from workbench.language.statements import parse_cost
    >>> condition_density(parse_cost("beta(2, 2)"))
    Beta(a=Fraction(2, 1), b=Fraction(2, 1))
    """
    if cost.name not in ("beta", "point", "uniform"):
        return of_engine(densities.density(cost))
    given = [number(a, f"an argument of {cost.name}") for a in cost.arguments]
    if cost.name == "beta":
        return Beta(*given)
    if any(not 0 <= v <= 1 for v in given):
        raise ModelError(f"{cost}: operating conditions lie in [0, 1]")
    return given[0] if cost.name == "point" else Uniform(*given)


def of_engine(density: densities.Density) -> Density:
    """A law of the operating condition, given by its integrals, as a distribution."""
    if isinstance(density, densities.Point):
        return density.at
    if isinstance(density, densities.BetaDensity):
        return Beta(density.a, density.b)
    if isinstance(density, densities.PolynomialDensity):
        breaks, pieces = density.weight.breaks, density.weight.pieces
        inner = [(low, high, p) for low, high, p in zip(breaks, breaks[1:], pieces[1:], strict=False) if high > 0]
        return Polynomial.of((max(low, Fraction(0)), min(high, Fraction(1)), p) for low, high, p in inner if low < 1)
    if isinstance(density, densities.FormulaDensity):
        parts = cut(density.formula)
        return Written(parts or CutDensity(((Fraction(0), Fraction(1), density.formula),)))
    return Written(density)


def floating_of(value: Real) -> Any:
    """A `Real` in mpmath's numbers."""
    return floating(value) if isinstance(value, Fraction) else mpmath.mpf(value.mid())


def number(node: Node, what: str) -> Fraction:
    """The rational number that ``node`` is; `NotSupported` where it is none."""
    result = constant(node)
    if result is None:
        raise NotSupported(f"{what} is {node}; it must be a rational number")
    return result


def in_flint(value: Real) -> Any:
    """A `Real` in flint's types, which mix freely."""
    return quotient(value) if isinstance(value, Fraction) else value


class Costs:
    """The costs of the operating conditions on one side of v: E[2c; V < v] for a missed example of class 0
    and E[2(1-c); V > v] for a false alarm, where c is V itself, or free of V with a known mean."""

    def __init__(self, law_of: Distribution, mean: Any = None) -> None:
        self.law_of, self.known = law_of, mean is not None
        self.mean = mean if self.known else in_flint(law_of.moment(1))
        self.tilted = law_of if self.known or isinstance(law_of, Written) else law_of.tilted()
        self.missed, self.alarmed = 2 * self.mean, 2 - 2 * self.mean

    def at(self, v: Any, p: Point, region: int | None = None) -> tuple[Any, Any]:
        """Both at v, which may be known to lie between two breaks of the law."""
        if isinstance(self.law_of, Written):
            if isinstance(p.arithmetic, Polynomials):
                raise NotPolynomial
            exact = isinstance(v, acb)
            return self.law_of.costs(v, region or 1, p.arithmetic.analytic) if exact else self.law_of.costs_in_mpmath(v)
        mean = unit_cdf(self.tilted, v, p, region)
        mass = mean if self.known else unit_cdf(self.law_of, v, p, region)
        twice = p.number(2 * self.mean)
        return twice * mean, 2 * (1 - mass) - twice * (1 - mean)

    def pooled(self, a: Any, b: Any) -> Any:
        """The loss of a block with mass a of class 0 and b of class 1, thresholded as a whole."""
        if a + b == 0:
            return fmpq(0)
        p = b / (a + b)
        if isinstance(self.law_of, Written):
            missed, alarmed = self.law_of.costs_at(fraction(p) if isinstance(p, fmpq) else p)
            return a * missed + b * alarmed
        mass, mean = (_exact_cdf(d, p) for d in (self.law_of, self.tilted))
        return a * 2 * self.mean * mean + b * (2 * (1 - mass) - 2 * self.mean * (1 - mean))


def _exact_cdf(distribution: Distribution, x: Any) -> Any:
    return in_flint(distribution.cdf(fraction(x) if isinstance(x, fmpq) else x))


# --- a cdf at a value of a point's arithmetic --------------------------------------------------------------


def cdf_at(distribution: Distribution, t: Any, p: Point) -> Any:
    """The cdf at a value of the point's arithmetic; a polynomial must stay between two break points.

    A ball that need not be one on which the cdf is analytic holds values at real points, and so real thresholds.
    """
    if isinstance(t, acb):
        real = not p.arithmetic.analytic and t.imag.contains(0)
        return acb(distribution.cdf(t.real)) if real else distribution.cdf(t, p.arithmetic.analytic)
    if not isinstance(p.arithmetic, Polynomials):
        return distribution.cdf(t)
    if not distribution.densities or not all(isinstance(end, fmpq) for end in p.arithmetic.ends):
        raise NotPolynomial
    low, high = sorted(p.arithmetic.ends)
    region = 0
    for end in distribution.breaks:
        sign = sign_between(t - quotient(end), low, high)
        if sign is None:
            raise NotPolynomial
        region += sign > 0
    if region in (0, len(distribution.breaks)):
        return fmpq_poly([region and 1])
    return distribution.cumulated[region - 1](t)


def unit_cdf(distribution: Distribution, v: Any, p: Point, region: int | None = None) -> Any:
    """The cdf at a value that is known to lie in [0, 1], or between the two breaks that end a region of the law.

    There one formula holds, also on balls that reach beyond.
    """
    if region is None and list(distribution.breaks) == [0, 1]:
        region = 1
    if region is not None and distribution.densities:
        return horner(distribution.cumulated[region - 1], v, p)
    return cdf_at(distribution, v, p)


def horner(polynomial: fmpq_poly, v: Any, p: Point) -> Any:
    """A rational polynomial at a value of the point's arithmetic."""
    result = p.number(fmpq(0))
    for coefficient in reversed(polynomial.coeffs()):
        result = result * v + p.number(coefficient)
    return result
