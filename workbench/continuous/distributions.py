"""Continuous distributions of scores: cdf and density as exact, certified or floating numbers.

A distribution is evaluated at four kinds of number. At a `Fraction` the cdf is a `Fraction` wherever a
rule makes it rational, else a ball; at an ``arb`` or ``acb`` it is a ball that encloses the true value;
at an ``mpf`` it is mpmath's value, which carries no proof and serves as the second opinion.

For integration each distribution is also written along a `Chart`, a change of variable that removes
its singular end points: along ``s = y**2`` the density of Beta(1/2, 1) is a polynomial, along
``s = -log(y)`` so is the density of an exponential. A curve is then an ``fmpq_poly`` in y where the
distribution is a polynomial in y, and a function that is analytic in y elsewhere.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import flint
import mpmath
from flint import acb, arb, fmpq, fmpq_poly

from workbench.continuous.polynomials import (
    NOWHERE,
    Chart,
    Curve,
    ModelError,
    X,
    at_ball,
    floating,
    fraction,
    quotient,
    rational,
    sign_between,
)

Density: TypeAlias = "tuple[Fraction, Fraction, Any]"
MOST_SHAPE = 10**6
Parameter: TypeAlias = Any  # given as Fraction, int or text such as "1/3" or "0.25", kept as a Fraction


class Distribution:
    """What all distributions share; a family gives its ``support`` and either ``densities`` or formulas."""

    def __post_init__(self) -> None:
        for part in fields(self):  # type: ignore[arg-type]
            given = getattr(self, part.name)
            what = f"{part.name} of {type(self).__name__}"
            value = (
                tuple(rational(v, what) for v in given) if isinstance(given, tuple | list) else rational(given, what)
            )
            object.__setattr__(self, part.name, value)
        self._check()

    def _check(self) -> None:
        """Raise `ModelError` unless the parameters define a distribution."""

    def _refuse(self, why: str) -> ModelError:
        return ModelError(f"{type(self).__name__}({self._given}): {why}")

    def __str__(self) -> str:
        """As text says it: ``beta(1/2, 3)``."""
        return f"{type(self).__name__.lower()}({self._given})"

    @property
    def _given(self) -> str:
        return ", ".join(str(getattr(self, part.name)) for part in fields(self))  # type: ignore[arg-type]

    support: tuple[Fraction | None, Fraction | None]

    @property
    def densities(self) -> tuple[Density, ...]:
        """(lower, upper, density) on each piece of a piecewise polynomial distribution, else nothing."""
        return ()

    @property
    def orders(self) -> tuple[int, int]:
        """The orders of the charts ``root`` and ``mirror`` that make 0 and 1 regular points."""
        return 1, 1

    @cached_property
    def breaks(self) -> tuple[Fraction, ...]:
        """The finite points at which the formula of the density changes."""
        ends = {end for lower, upper, _ in self.densities for end in (lower, upper)}
        return tuple(sorted(ends or {end for end in self.support if end is not None}))

    @cached_property
    def cumulated(self) -> tuple[Any, ...]:
        """The cdf on each piece of ``densities``."""
        result, below = [], fmpq(0)
        for lower, upper, density in self.densities:
            rising = density.integral()
            result.append(rising + (below - rising(quotient(lower))))
            below = result[-1](quotient(upper))
        return tuple(result)

    def moment(self, power: int) -> Fraction:
        """The mean of the score to a power, exactly.

        >>> Beta(2, 5).moment(1), Exponential(2).moment(2), Normal(1, 2).moment(2)
        (Fraction(2, 7), Fraction(1, 2), Fraction(5, 1))
        """
        total = fmpq(0)
        for lower, upper, density in self.densities:
            rising = (density * X**power).integral()
            total += rising(quotient(upper)) - rising(quotient(lower))
        return fraction(total)

    def tilted(self) -> Distribution:
        """The distribution whose density is proportional to s times this one (scores >= 0)."""
        mean = quotient(self.moment(1))
        return Polynomial.of((lower, upper, density * X / mean) for lower, upper, density in self.densities)

    def edge(self) -> tuple[Any, Fraction]:
        """(C, a) with ``F(x) <= C x**a`` for small x >= 0, and F of that order; C is 0 where F is (scores in [0, 1]).

        >>> Uniform(0, "1/2").edge(), Uniform("1/4", 1).edge()
        ((2, Fraction(1, 1)), (0, Fraction(1, 1)))
        """
        first, _, density = self.densities[0]
        order = next((k for k, a in enumerate(density.coeffs()) if a != 0), None)
        if first > 0 or order is None:
            return fmpq(0), Fraction(1)
        return sum((abs(a) for a in density.coeffs()), start=fmpq(0)) / (order + 1), Fraction(order + 1)

    def mirrored(self) -> Distribution:
        """The distribution of one minus the score."""
        return Polynomial.of((1 - high, 1 - low, density(1 - X)) for low, high, density in reversed(self.densities))

    # --- evaluation at one point --------------------------------------------------------------------

    def cdf(self, x: Any, analytic: bool = False) -> Any:
        """P(score <= x): at a `Fraction` a `Fraction` where a rule makes it rational, else a ball; at an
        ``arb`` or ``acb`` a ball; at an ``mpf`` an ``mpf``. With ``analytic`` a ball on which the cdf is not
        analytic gives NaN, as ``acb.integral`` wants.

        >>> Triangular(0, "1/4", 1).cdf(Fraction(1, 2)), Beta(2, 2).cdf(Fraction(1, 2))
        (Fraction(2, 3), Fraction(1, 2))
        >>> round(float(Beta("1/2", "1/2").cdf(Fraction(1, 4))), 12)
        0.333333333333
        """
        return self._value(x, analytic, density=False)

    def pdf(self, x: Any, analytic: bool = False) -> Any:
        """The density at ``x``, in the kinds of number of `cdf`; at a jump it is enclosed from both sides."""
        return self._value(x, analytic, density=True)

    def _value(self, x: Any, analytic: bool, density: bool) -> Any:
        if isinstance(x, Fraction | int):
            exact = self._at_fraction(Fraction(x), density)
            return self._at_ball(acb(quotient(Fraction(x))), False, density).real if exact is None else exact
        if isinstance(x, acb):
            return self._at_ball(x, analytic, density)
        if isinstance(x, arb):
            return self._at_ball(acb(x), analytic, density).real
        region = sum(x > floating(b) for b in self.breaks)
        outside = self._outside(region)
        if outside is not None:
            return mpmath.mpf(0 if density else outside)
        return self._in_mpmath(x, region, density)

    def _outside(self, region: int) -> int | None:
        """The constant cdf of a region off the support (0 is left of the first break), None on it."""
        if region == 0 and self.support[0] is not None:
            return 0
        return 1 if region == len(self.breaks) and self.support[1] is not None else None

    def _at_fraction(self, x: Fraction, density: bool) -> Fraction | None:
        region = sum(x > b for b in self.breaks)
        outside = self._outside(region)
        if outside is not None:
            return Fraction(0 if density else outside)
        if not self.densities:
            return None
        return fraction((self.densities[region - 1][2] if density else self.cumulated[region - 1])(quotient(x)))

    def _at_ball(self, x: Any, analytic: bool, density: bool) -> Any:
        breaks = [arb(quotient(b)) for b in self.breaks]
        real = x.real
        if not x.is_finite():
            return NOWHERE
        first = sum(bool(real > b if analytic else real >= b) for b in breaks)
        last = len(breaks) - sum(bool(real < b if analytic else real <= b) for b in breaks)
        if first > last:
            first, last = last, first
        real_line = not analytic and x.imag == 0
        sharp = density or self.densities or real.rad() < 1e-6  # else the ends of a wide ball say more
        if first == last and (sharp or not real_line):
            return self._in_region(x, first, analytic, density)
        if not real_line:
            return NOWHERE
        if density or real.is_exact():
            values = [self._in_region(x, region, False, density).real for region in range(first, last + 1)]
        else:
            values = [self._at_ball(acb(end), False, density).real for end in (real.lower(), real.upper())]
        result = values[0]
        for value in values[1:]:
            result = result.union(value)
        return acb(result)

    def _in_region(self, x: Any, region: int, analytic: bool, density: bool) -> Any:
        outside = self._outside(region)
        if outside is not None:
            return acb(0 if density else outside)
        if self.densities:
            return at_ball(self.densities[region - 1][2] if density else self.cumulated[region - 1], x)
        return self._formula(x, analytic, density)

    def _formula(self, x: Any, analytic: bool, density: bool) -> Any:
        raise NotImplementedError

    def _in_mpmath(self, x: Any, region: int, density: bool) -> Any:
        polynomial = self.densities[region - 1][2] if density else self.cumulated[region - 1]
        return mpmath.polyval([floating(fraction(c)) for c in reversed(polynomial.coeffs())] or [0], x)

    # --- evaluation along a chart -------------------------------------------------------------------

    def curves(self, chart: Chart, inside: Fraction) -> tuple[Curve, Curve]:
        """The cdf and its derivative by y along ``chart``, on the region that holds ``inside``."""
        region = sum(inside > b for b in self.breaks)
        outside = self._outside(region)
        if outside is not None:
            return fmpq_poly([outside]), fmpq_poly([0])
        x, dx = chart.x, chart.dx
        if self.densities and isinstance(x, fmpq_poly):
            return self.cumulated[region - 1](x), self.densities[region - 1][2](x) * dx
        return self._along(chart)

    def _along(self, chart: Chart) -> tuple[Curve, Curve]:
        x, dx = (_function(curve) for curve in (chart.x, chart.dx))
        return (
            lambda y, analytic: self._formula(x(y, analytic), analytic, False),
            lambda y, analytic: self._formula(x(y, analytic), analytic, True) * dx(y, analytic),
        )


def _function(curve: Curve) -> Callable[[Any, bool], Any]:
    return (lambda y, _: at_ball(curve, y)) if isinstance(curve, fmpq_poly) else curve


@dataclass(frozen=True)
class Uniform(Distribution):
    """The uniform distribution on [lower, upper].

    >>> Uniform("1/4", 1).cdf(Fraction(1, 2))
    Fraction(1, 3)
    >>> Uniform(1, 0)
    Traceback (most recent call last):
    workbench.continuous.polynomials.ModelError: Uniform(1, 0): lower must be below upper
    """

    lower: Parameter = Fraction(0)
    upper: Parameter = Fraction(1)

    def _check(self) -> None:
        if self.lower >= self.upper:
            raise self._refuse("lower must be below upper")

    @property
    def support(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return self.lower, self.upper

    @cached_property
    def densities(self) -> tuple[Density, ...]:
        return ((self.lower, self.upper, fmpq_poly([1 / quotient(self.upper - self.lower)])),)


@dataclass(frozen=True)
class Triangular(Distribution):
    """The triangular distribution on [lower, upper] with its density highest at ``mode``."""

    lower: Parameter
    mode: Parameter
    upper: Parameter

    def _check(self) -> None:
        if not (self.lower <= self.mode <= self.upper and self.lower < self.upper):
            raise self._refuse("lower <= mode <= upper and lower < upper must hold")

    @property
    def support(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return self.lower, self.upper

    @cached_property
    def densities(self) -> tuple[Density, ...]:
        low, mode, high = (quotient(v) for v in (self.lower, self.mode, self.upper))
        sides = []
        if mode > low:
            sides.append((self.lower, self.mode, 2 * (X - low) / ((high - low) * (mode - low))))
        if high > mode:
            sides.append((self.mode, self.upper, 2 * (high - X) / ((high - low) * (high - mode))))
        return tuple(sides)


@dataclass(frozen=True)
class Histogram(Distribution):
    """A piecewise constant density: ``masses[i]`` spread from ``breakpoints[i]`` to ``breakpoints[i+1]``.

    >>> Histogram((0, "1/2", 1), ("1/4", "3/4")).cdf(Fraction(3, 4))
    Fraction(5, 8)
    """

    breakpoints: tuple[Parameter, ...]
    masses: tuple[Parameter, ...]

    def _check(self) -> None:
        if len(self.breakpoints) != len(self.masses) + 1 or not self.masses:
            raise self._refuse("there must be one more break point than masses")
        if any(a >= b for a, b in itertools.pairwise(self.breakpoints)):
            raise self._refuse("the break points must increase")
        if any(mass < 0 for mass in self.masses):
            raise self._refuse("the masses must not be negative")
        if sum(self.masses) != 1:
            raise self._refuse(f"the masses sum to {sum(self.masses)}; they must sum to 1")

    @property
    def support(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return self.breakpoints[0], self.breakpoints[-1]

    @cached_property
    def densities(self) -> tuple[Density, ...]:
        bins = zip(self.breakpoints, self.breakpoints[1:], self.masses, strict=False)
        return tuple((a, b, fmpq_poly([quotient(mass / (b - a))])) for a, b, mass in bins)


@dataclass(frozen=True)
class Polynomial(Distribution):
    """A piecewise polynomial density, ``coefficients[i]`` (constant term first, padded with zeros to equal
    lengths and joined) on ``breakpoints[i]`` to ``breakpoints[i+1]``.

    >>> Polynomial((0, 1), (0, 6, -6)).cdf(Fraction(1, 2))
    Fraction(1, 2)
    """

    breakpoints: tuple[Parameter, ...]
    coefficients: tuple[Parameter, ...]

    @classmethod
    def of(cls, densities: Any) -> Polynomial:
        """The distribution with these (lower, upper, density)."""
        given = tuple(densities)
        length = max(len(density.coeffs()) for _, _, density in given)
        padded = (c for _, _, density in given for c in (*density.coeffs(), *[fmpq(0)] * length)[:length])
        return cls((*(lower for lower, _, _ in given), given[-1][1]), tuple(fraction(c) for c in padded))

    def _check(self) -> None:
        if len(self.breakpoints) < 2 or len(self.coefficients) % (len(self.breakpoints) - 1):
            raise self._refuse("every piece must have the same number of coefficients")
        if any(a >= b for a, b in itertools.pairwise(self.breakpoints)):
            raise self._refuse("the break points must increase")
        if any(sign_between(d, quotient(a), quotient(b)) not in (0, 1) for a, b, d in self.densities):
            raise self._refuse("the density must not be negative")
        if self.moment(0) != 1:
            raise self._refuse(f"the density integrates to {self.moment(0)}; it must integrate to 1")

    @property
    def support(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return self.breakpoints[0], self.breakpoints[-1]

    @cached_property
    def densities(self) -> tuple[Density, ...]:
        length = len(self.coefficients) // (len(self.breakpoints) - 1)
        parts = [self.coefficients[i : i + length] for i in range(0, len(self.coefficients), length)]
        bins = zip(self.breakpoints, self.breakpoints[1:], parts, strict=False)
        return tuple((a, b, fmpq_poly([quotient(c) for c in part])) for a, b, part in bins)


@dataclass(frozen=True)
class Beta(Distribution):
    """The Beta distribution on [0, 1], density proportional to s**(a-1) (1-s)**(b-1).

    >>> Beta(0, 1)
    Traceback (most recent call last):
    workbench.continuous.polynomials.ModelError: Beta(0, 1): both parameters must be positive
    """

    a: Parameter
    b: Parameter

    def _check(self) -> None:
        if self.a <= 0 or self.b <= 0:
            raise self._refuse("both parameters must be positive")
        if max(self.a, self.b) > MOST_SHAPE:
            raise ModelError(f"a parameter of a Beta is greater than {MOST_SHAPE}")

    @property
    def support(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return Fraction(0), Fraction(1)

    @property
    def orders(self) -> tuple[int, int]:
        return self.a.denominator, self.b.denominator

    @cached_property
    def densities(self) -> tuple[Density, ...]:
        if self.orders != (1, 1):
            return ()
        a, b = int(self.a), int(self.b)
        return ((Fraction(0), Fraction(1), X ** (a - 1) * (1 - X) ** (b - 1) / quotient(_beta(self.a, b))),)

    def moment(self, power: int) -> Fraction:
        return math.prod(((self.a + k) / (self.a + self.b + k) for k in range(power)), start=Fraction(1))

    def tilted(self) -> Distribution:
        return Beta(self.a + 1, self.b)

    def mirrored(self) -> Distribution:
        return Beta(self.b, self.a)

    def edge(self) -> tuple[Any, Fraction]:
        most = arb(2) ** quotient(max(1 - self.b, Fraction(0)))
        return most / (quotient(self.a) * _complete(self.a, self.b, flint.ctx.prec).real), self.a

    def _formula(self, x: Any, analytic: bool, density: bool) -> Any:
        if density:
            a, b = acb(quotient(self.a)), acb(quotient(self.b))
            powers = x.pow(a - 1, analytic=analytic) * (1 - x).pow(b - 1, analytic=analytic)
            return powers / _complete(self.a, self.b, flint.ctx.prec)
        return self.cdf_of(x, 1 - x, analytic)

    def cdf_of(self, x: Any, rest: Any, analytic: bool) -> Any:
        """The cdf at a complex ball x, where 1 - x is known to more digits than x tells."""
        if x.real < 0.5:
            return _beta_below(self.a, self.b, x, analytic)
        return 1 - _beta_below(self.b, self.a, rest, analytic)

    def tilted_cdfs(self, x: Any, rest: Any, analytic: bool) -> tuple[Any, Any]:
        """The cdf of Beta(a+1, b) at a complex ball x and that of Beta(b+1, a) at 1 - x, by one series."""
        if x.real < 0.5:
            return _tilted_below(self.a, self.b, x, rest, analytic)
        return _tilted_below(self.b, self.a, rest, x, analytic)[::-1]

    def _in_mpmath(self, x: Any, region: int, density: bool) -> Any:
        if self.densities:
            return super()._in_mpmath(x, region, density)
        a, b = floating(self.a), floating(self.b)
        if density:
            return x ** (a - 1) * (1 - x) ** (b - 1) / mpmath.beta(a, b)
        return mpmath.betainc(a, b, 0, x, regularized=True)

    def _along(self, chart: Chart) -> tuple[Curve, Curve]:
        if chart.kind == "root":
            return _beta_along_root(self.a, self.b, int(chart.order))
        below, slope = _beta_along_root(self.b, self.a, int(chart.order))
        if isinstance(below, fmpq_poly):
            return 1 - below, -slope  # type: ignore[operator]
        return (lambda y, analytic: 1 - below(y, analytic)), (lambda y, analytic: -_function(slope)(y, analytic))


def _beta(a: Fraction, b: int) -> Fraction:
    """B(a, b) for an integer b: (b-1)! / (a (a+1) ... (a+b-1))."""
    return math.factorial(b - 1) / math.prod((a + k for k in range(b)), start=Fraction(1))


@lru_cache(maxsize=256)
def _complete(a: Fraction, b: Fraction, precision: int) -> Any:
    """B(a, b) as a ball of the given precision, which must be the current one."""
    return _gamma(a) * _gamma(b) / _gamma(a + b)


def _gamma(x: Fraction) -> Any:
    return acb(arb.gamma_fmpq(quotient(x)))


def _beta_below(a: Fraction, b: Fraction, x: Any, analytic: bool) -> Any:
    """The cdf of Beta(a, b), x**a 2F1(a, 1-b; a+1; x) / (a B(a, b)), sharpest for small x."""
    if x == 0:
        return acb(0)
    first, second = acb(quotient(a)), acb(quotient(b))
    series = x.hypgeom_2f1(first, 1 - second, first + 1)
    return x.pow(first, analytic=analytic) * series / (first * _complete(a, b, flint.ctx.prec))


def _tilted_below(a: Fraction, b: Fraction, x: Any, rest: Any, analytic: bool) -> tuple[Any, Any]:
    """`Beta.tilted_cdfs`, sharpest for small x.

    With I the cdf of Beta(a, b) and D = x**a (1-x)**b / B(a, b), they are I - D/a and 1 - I - D/b.
    """
    first, second, series, density = _tilted_constants(a, b, flint.ctx.prec)
    power = x.pow(first, analytic=analytic)
    below = power * x * x.hypgeom_2f1(first + 1, 1 - second, first + 2) * series
    return below, 1 - below - power * rest.pow(second, analytic=analytic) * density


@lru_cache(maxsize=256)
def _tilted_constants(a: Fraction, b: Fraction, precision: int) -> tuple[Any, ...]:
    """a, b, 1/((a+1) B(a+1, b)) and (1/a + 1/b)/B(a, b) as balls of the given precision, which must be the current."""
    first, second, whole = acb(quotient(a)), acb(quotient(b)), _complete(a, b, precision)
    ends = first + second
    return first, second, ends / (first * (first + 1) * whole), ends / (first * second * whole)


def _beta_along_root(a: Fraction, b: Fraction, order: int) -> tuple[Curve, Curve]:
    """The cdf of Beta(a, b) and its derivative by y at s = y**order, where a*order is an integer."""
    power, inner = int(a * order), X**order
    if b.denominator == 1:
        slope = order * X ** (power - 1) * (1 - inner) ** (int(b) - 1) / quotient(_beta(a, int(b)))
        return slope.integral(), slope
    first, second = acb(quotient(a)), acb(quotient(b))
    whole = _complete(a, b, flint.ctx.prec)

    def below(y: Any, analytic: bool) -> Any:
        s = y**order
        if analytic and not s.real < 1 and s.imag.contains(0):
            return NOWHERE
        return y**power * s.hypgeom_2f1(first, 1 - second, first + 1) / (first * whole)

    def rate(y: Any, analytic: bool) -> Any:
        return order * y ** (power - 1) * (1 - y**order).pow(second - 1, analytic=analytic) / whole

    return below, rate


@dataclass(frozen=True)
class Exponential(Distribution):
    """The exponential distribution, density rate * exp(-rate s) on [0, oo)."""

    rate: Parameter

    def _check(self) -> None:
        if self.rate <= 0:
            raise self._refuse("the rate must be positive")

    @property
    def support(self) -> tuple[Fraction, None]:  # type: ignore[override]
        return Fraction(0), None

    def moment(self, power: int) -> Fraction:
        return Fraction(math.factorial(power)) / Fraction(self.rate) ** power

    def _formula(self, x: Any, analytic: bool, density: bool) -> Any:
        rate = quotient(self.rate)
        return rate * (-rate * x).exp() if density else -(-rate * x).expm1()

    def _in_mpmath(self, x: Any, region: int, density: bool) -> Any:
        rate = floating(self.rate)
        return rate * mpmath.exp(-rate * x) if density else -mpmath.expm1(-rate * x)

    def _along(self, chart: Chart) -> tuple[Curve, Curve]:
        if chart.kind != "decay":
            return super()._along(chart)
        survival = X ** int(self.rate / chart.order)
        return 1 - survival, -survival.derivative()


@lru_cache(maxsize=64)
def _roots(precision: int) -> tuple[Any, Any]:
    """The square roots of 2 and of 2 pi as balls of the given precision, which must be the current one."""
    return arb(2).sqrt(), (2 * arb.pi()).sqrt()


@dataclass(frozen=True)
class Normal(Distribution):
    """The normal distribution with a mean and a standard deviation, on the whole line.

    >>> Normal(0, 1).cdf(Fraction(0))
    0.500000000000000
    """

    mean: Parameter = Fraction(0)
    deviation: Parameter = Fraction(1)

    def _check(self) -> None:
        if self.deviation <= 0:
            raise self._refuse("the deviation must be positive")

    @property
    def support(self) -> tuple[None, None]:  # type: ignore[override]
        return None, None

    def moment(self, power: int) -> Fraction:
        before, now = Fraction(0), Fraction(1)
        for k in range(power):
            before, now = now, self.mean * now + k * self.deviation**2 * before
        return now

    @cached_property
    def _quotients(self) -> tuple[fmpq, fmpq]:
        return quotient(self.mean), quotient(self.deviation)

    def _formula(self, x: Any, analytic: bool, density: bool) -> Any:
        mean, deviation = self._quotients
        z = (x - mean) / deviation
        root_of_two, root_of_turn = _roots(flint.ctx.prec)
        if density:
            return (z * z / -2).exp() / (root_of_turn * deviation)
        return (-z / root_of_two).erfc() / 2

    def _in_mpmath(self, x: Any, region: int, density: bool) -> Any:
        return (mpmath.npdf if density else mpmath.ncdf)(x, floating(self.mean), floating(self.deviation))
