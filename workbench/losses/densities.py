"""Densities of the operating condition on [0, 1], by their integrals.

A density is given to the engine by one thing: the integral of a polynomial against it over an
interval. That is exact for a piecewise polynomial, and a ball with a proven radius otherwise.
`Point` is the operating condition known for certain, which has no density.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import pairwise

import flint

from workbench.errors import InputError, NotSupported, shown
from workbench.language.grammar import brief
from workbench.language.statements import folded
from workbench.language.syntax import Apply, Arithmetic, Cost, Expression, Name, Node, Number, names
from workbench.losses.cut_densities import CutDensity, cut
from workbench.losses.formulas import ONE, analytic, as_piecewise, enclosure, integral, minus, times, to_power
from workbench.losses.reals import add, multiply
from workbench.numbers.algebraic import Algebraic, real
from workbench.numbers.certified import Real, agree, is_finite, lift
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import (
    Piecewise,
    Polynomial,
    between,
    coefficients,
    combined,
    polynomial,
    rational,
    real_roots,
)
from workbench.numbers.written import decimal, is_a_double, significant
from workbench.words import MIXED_COSTS

MAX_SHAPE = 200
TOLERANCE = flint.arb("1e-12")

_ONE = polynomial(1)


class DensityError(InputError):
    """This is no density on [0, 1]; the message says what is wrong with it."""


@dataclass(frozen=True)
class Point:
    """All weight on one operating condition: ``point(c0)``."""

    at: Fraction

    @property
    def mean(self) -> Fraction:
        return self.at


@dataclass(frozen=True, eq=False)
class PolynomialDensity:
    """A piecewise polynomial on [0, 1], ``weight``, which is zero elsewhere. Every integral is exact."""

    weight: Piecewise

    def integral(self, p: Polynomial, low: Real, high: Real) -> Real:
        """The integral of ``p(c) w(c)`` over [low, high]."""
        primitive = self.primitive(p)
        upper, lower = primitive.enclosure(high), primitive.enclosure(low)
        if isinstance(upper, Fraction) and isinstance(lower, Fraction):
            return upper - lower
        return lift(upper) - lift(lower)

    def primitive(self, p: Polynomial) -> Piecewise:
        """The function ``x -> integral of p(c) w(c) over [0, x]``, on the whole line."""
        return self.weight.map(lambda w: w * p).antiderivative()

    def at(self, z: flint.acb, check: bool) -> flint.acb:
        """``w(z)`` at a complex ball within [0, 1], for certified integration."""
        inner = [b for b in self.weight.breaks if 0 < b < 1]
        pieces = self.weight.pieces[bisect_right(self.weight.breaks, 0) :]
        first = sum(1 for b in inner if lift(b) < z.real)
        last = len(inner) - sum(1 for b in inner if lift(b) > z.real)
        if first < last and check:
            return flint.acb(flint.arb.nan())
        value = flint.acb_poly(pieces[first])(z)
        for p in pieces[first + 1 : last + 1]:
            value = flint.acb(value.real.union(flint.acb_poly(p)(z).real))
        return value

    @cached_property
    def mean(self) -> Fraction:
        """``mu``, the expected operating condition."""
        mean = self.integral(polynomial(0, 1), Fraction(0), Fraction(1))
        assert isinstance(mean, Fraction)
        return mean


@dataclass(frozen=True)
class BetaDensity:
    """``c**(a-1) (1-c)**(b-1) / B(a, b)`` with ``a``, ``b`` not both small integers. Integrals are balls."""

    a: Fraction
    b: Fraction

    def integral(self, p: Polynomial, low: Real, high: Real) -> Real:
        """The integral of ``p(c) w(c)`` over [low, high]; exact over [0, 1]."""
        if low == 0 and high == 1 and isinstance(low, Fraction) and isinstance(high, Fraction):
            return sum((x * self._moment(k) for k, x in enumerate(coefficients(p))), Fraction(0))
        result = flint.arb(0)
        for k, x in enumerate(coefficients(p)):
            if x:
                result += lift(x * self._moment(k)) * (self._cdf(k, high) - self._cdf(k, low))
        return result

    @cached_property
    def _known(self) -> dict[tuple[int, int, Fraction | None], flint.arb]:
        return {}

    def _cdf(self, k: int, x: Real) -> flint.arb:
        """The cdf of Beta(a + k, b), once for each fraction ``x``; from that of Beta(a + k - 1, b) where that is sharp.

        I_x(a + 1, b) = I_x(a, b) - x**a (1 - x)**b / (a B(a, b))
        """
        if not isinstance(x, Fraction):
            return self._cdf_of_ball(k, x)
        if x <= 0 or x >= 1:
            return flint.arb(int(x > 0))
        key = k, flint.ctx.prec, x
        if key not in self._known:
            near = lift(x)
            if k:
                a, b = lift(self.a + k - 1), lift(self.b)
                value = self._cdf(k - 1, x) - near**a * (1 - near) ** b * self._scale(k - 1)
            else:
                value = _beta_cdf(near, lift(self.a), lift(self.b))
            small = value.is_finite() and value.rad() < flint.arb(2) ** (24 - flint.ctx.prec)
            self._known[key] = value if small else self._cdf_of_ball(k, near)
        return self._known[key]

    def _scale(self, k: int) -> flint.arb:
        """``1/((a + k) B(a + k, b))``."""
        key = k, flint.ctx.prec, None
        if key not in self._known:
            a, b = lift(self.a + k), lift(self.b)
            self._known[key] = ((a + b).lgamma() - (a + 1).lgamma() - b.lgamma()).exp()
        return self._known[key]

    def _cdf_of_ball(self, k: int, x: flint.arb) -> flint.arb:
        """The cdf of Beta(a + k, b), which increases, at the two ends of a ball."""
        a, b = lift(self.a + k), lift(self.b)
        ends = (end.nonnegative_part().min(flint.arb(1)) for end in (x.lower(), x.upper()))
        low, high = (_beta_cdf(end, a, b) for end in ends)
        return low.union(high)

    @cached_property
    def factor(self) -> Fraction | None:
        """``1/B(a, b)`` where it is seen to be rational: for a whole ``a`` or ``b``."""
        a, b = (self.b, self.a) if self.a.denominator == 1 else (self.a, self.b)
        if b.denominator != 1 or b > MAX_SHAPE:
            return None
        factor = Fraction(1)  # 1/B(a, b) = a (a + 1) ... (a + b - 1)/(b - 1)!
        for i in range(int(b)):
            factor *= (a + i) / max(i, 1)
        return factor

    @property
    def formula(self) -> Expression | None:
        """The density in words where its factor is rational."""
        factor = self.factor
        if factor is None:
            return None
        c, rest = Name("c"), minus(ONE, Name("c"))
        powers = times(to_power(c, self.a - 1), to_power(rest, self.b - 1))
        found: Expression = times(Number(factor), powers)
        return found

    def _moment(self, k: int) -> Fraction:
        result = Fraction(1)
        for i in range(k):
            result *= (self.a + i) / (self.a + self.b + i)
        return result

    def at(self, z: flint.acb, check: bool) -> flint.acb:
        """``w(z)`` at a complex ball within [0, 1], for certified integration."""
        a, b = lift(self.a), lift(self.b)
        norm = (a + b).gamma() / (a.gamma() * b.gamma())
        return z.pow(flint.acb(a - 1), analytic=check) * (1 - z).pow(flint.acb(b - 1), analytic=check) * norm

    def over(self, function: Callable[[flint.acb, bool], flint.acb], low: Fraction, high: Fraction) -> flint.arb:
        """The integral of a function of c against the density; in roots of c, or of 1 - c, where this has no branch."""
        return self._up_to_half(function, low, high, False) + self._up_to_half(function, 1 - high, 1 - low, True)

    def _up_to_half(
        self, function: Callable[[flint.acb, bool], flint.acb], low: Fraction, high: Fraction, turned: bool
    ) -> flint.arb:
        """The part of that over [low, high] up to 1/2; ``turned``, of 1 - c."""
        near, far = (self.b, self.a) if turned else (self.a, self.b)
        high, degree = min(high, Fraction(1, 2)), near.denominator
        if low >= high:
            return flint.arb(0)

        def height(v: flint.acb, check: bool) -> flint.acb:
            z = v**degree
            rest = (1 - z).pow(flint.acb(lift(far - 1)), analytic=check)
            return function(1 - z if turned else z, check) * v ** int(degree * near - 1) * rest

        low_root, high_root = (lift(x).root(degree) if x else flint.arb(0) for x in (low, high))
        return integral(height, low_root, high_root) * degree * self._scale(0) * lift(self.a)

    @property
    def mean(self) -> Fraction:
        """``mu = a/(a + b)``."""
        return self._moment(1)


def _beta_cdf(x: flint.arb, a: flint.arb, b: flint.arb) -> flint.arb:
    """The cdf of Beta(a, b) in [0, 1]; beyond the mean from the other end, where it is sharp and soon found."""
    if x > a / (a + b):
        return 1 - (1 - x).beta_lower(b, a, regularized=True)
    return x.beta_lower(a, b, regularized=True)


@dataclass(frozen=True)
class FormulaDensity:
    """Any formula in ``c``; integrals are balls from certified integration."""

    formula: Expression

    def integral(self, p: Polynomial, low: Real, high: Real) -> Real:
        """The integral of ``p(c) w(c)`` over [low, high]."""
        weight = flint.acb_poly(p)
        low_point, high_point = lift(low), lift(high)
        result = integral(lambda z, check: weight(z) * self.at(z, check), low_point.mid(), high_point.mid())
        for end in (low_point, high_point):
            if not end.is_exact():
                slack = flint.acb_poly(p)(flint.acb(end)).real * enclosure(self.formula, "c", end) * end.rad()
                result += flint.arb(0, abs(slack).upper())
        return result

    def at(self, z: flint.acb, check: bool) -> flint.acb:
        """``w(z)`` at a complex ball within [0, 1], for certified integration."""
        return analytic(self.formula, "c", z, check)

    @cached_property
    def mean(self) -> Real:
        """``mu``, the expected operating condition."""
        return self.integral(polynomial(0, 1), Fraction(0), Fraction(1))


Continuous = PolynomialDensity | BetaDensity | FormulaDensity | CutDensity
Density = Point | Continuous

UNIFORM = PolynomialDensity(Piecewise((Fraction(0), Fraction(1)), (polynomial(0), _ONE, polynomial(0))))


def density(cost: Cost) -> Density:
    """The density that ``cost`` names; every parameter in it must already be a number.

    >>> from workbench.language.statements import parse_cost
    >>> density(parse_cost("beta(2, 1)")).mean
    Fraction(2, 3)
    >>> density(parse_cost("density(3*c)"))
    Traceback (most recent call last):
    workbench.losses.densities.DensityError: density(3*c) integrates to 3/2 on [0, 1]; it must integrate to 1
    """
    found = _density_or_why_not(cost, flint.ctx.prec)
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


@lru_cache(maxsize=256)
def _density_or_why_not(cost: Cost, precision: int) -> Density | DensityError | NotSupported:
    try:
        return _density(cost)
    except (DensityError, NotSupported) as reason:
        return reason


def _density(cost: Cost) -> Density:
    if cost.name == "any":
        raise NotSupported(
            "any is every density of the operating condition at once, and no loss has one value for all; "
            "what holds under each is proved, as in prove 'loss(optimal, cost=any) <= loss(score_driven, cost=any)'"
        )
    if cost.name == "weight":
        raise NotSupported(f"{brief(cost)} need not integrate to 1; a loss under it is no mean over a law")
    if cost.name in MIXED_COSTS:
        raise NotSupported(f"{brief(cost)} is several laws; a loss under it is the mean of those under its parts")
    arguments = [argument for argument in cost.arguments if not isinstance(argument, Cost)]
    if cost.name == "density":
        return _from_formula(cost, arguments[0])
    values = [_number(cost, argument) for argument in arguments]
    if cost.name == "point":
        return Point(_inside(cost, values[0]))
    if cost.name == "beta":
        return _beta(cost, *values)
    if not values:
        return UNIFORM
    low, high = (_inside(cost, value) for value in values)
    if low >= high:
        raise DensityError(f"{brief(cost)} is empty; the first bound must be below the second")
    height = polynomial(1 / (high - low))
    return PolynomialDensity(Piecewise((low, high), (polynomial(0), height, polynomial(0))))


def probability(cost: Cost, low: Algebraic, high: Algebraic, has_low: bool = True, has_high: bool = True) -> Real:
    """The probability that the operating condition lies between two numbers in [0, 1], under the law that ``cost`` is.

    ``has_low`` and ``has_high`` tell whether the ends count, which matters where a law has weight on single points.

    >>> from workbench.language.statements import parse_cost
    >>> probability(parse_cost("mixture(1/3, uniform, point(1/2))"), Fraction(0), Fraction(1, 2), has_high=False)
    Fraction(1, 6)
    """
    if cost.name in MIXED_COSTS:
        weighted = [(weight, probability(part, low, high, has_low, has_high)) for weight, part in _parts_of(cost)]
        return reduce(add, (multiply(weight, x) for weight, x in weighted))
    found = density(cost)
    if isinstance(found, Point):
        at = found.at
        return Fraction(low < at < high or (has_low and at == low) or (has_high and at == high))
    return found.integral(_ONE, real(low), real(high)) if low < high else Fraction(0)


def _parts_of(cost: Cost) -> list[tuple[Fraction, Cost]]:
    """The laws that a mixture or several points are, each with its weight."""
    if cost.name == "mixture":
        q, first, second = cost.arguments
        assert isinstance(first, Cost)
        assert isinstance(second, Cost)
        share = _number(cost, q)  # type: ignore[arg-type]
        return [(share, first), (1 - share, second)]
    numbers = [_number(cost, x) for x in cost.arguments]  # type: ignore[arg-type]
    return [(w, Cost("point", (Number(at),))) for at, w in zip(numbers[::2], numbers[1::2], strict=True)]


def _number(cost: Cost, argument: Expression) -> Fraction:
    if isinstance(argument, Number):
        return argument.value
    unbound = sorted(names(argument))
    if unbound:
        raise DensityError(f"{brief(cost)} needs a value of the parameter {brief(', '.join(unbound))}")
    raise NotSupported(f"{brief(argument)} in {brief(cost)} is not a rational number")


def _inside(cost: Cost, value: Fraction) -> Fraction:
    if not 0 <= value <= 1:
        raise DensityError(f"{brief(cost)} leaves [0, 1]")
    return value


def _beta(cost: Cost, a: Fraction, b: Fraction) -> Continuous:
    if a <= 0 or b <= 0:
        raise DensityError(f"{brief(cost)} does not exist; both parameters must be positive")
    if a.denominator != 1 or b.denominator != 1 or a + b > MAX_SHAPE:
        return BetaDensity(a, b)
    shape = polynomial(0, 1) ** int(a - 1) * polynomial(1, -1) ** int(b - 1)
    whole = fraction(shape.integral()(rational(Fraction(1))))
    weight = shape * rational(1 / whole)
    return PolynomialDensity(Piecewise((Fraction(0), Fraction(1)), (polynomial(0), weight, polynomial(0))))


def _from_formula(cost: Cost, formula: Expression) -> Continuous:
    unbound = sorted(names(formula) - {"c"})
    if unbound:
        raise DensityError(f"{brief(cost)} needs a value of the parameter {brief(', '.join(unbound))}")
    exact = as_piecewise(formula, "c")
    if exact is None:
        powers = _powers(formula)
        if powers is not None and powers[0] > 0 and min(powers[1:]) > -1:
            beta = BetaDensity(powers[1] + 1, powers[2] + 1)
            if beta.factor is not None:
                return _scaled(cost, powers[0] / beta.factor, beta)
        try:
            return _certified(cost, FormulaDensity(formula))
        except NotSupported as reason:
            parts = cut(formula)
            if parts is None and "indicator" in str(formula):
                raise NotSupported(f"{brief(cost)} is not seen to have a value on each of its parts") from None
            if parts is None:
                raise
            return _of_mass_one(cost, parts, reason)
    box = UNIFORM.weight
    found = PolynomialDensity(combined((exact, box), lambda p, q: p * q))
    whole = found.integral(_ONE, Fraction(0), Fraction(1))
    refuse_negative(cost, negative_point(found.weight))
    if whole != 1:
        raise DensityError(f"{brief(cost)} integrates to {shown(whole)} on [0, 1]; it must integrate to 1")
    return found


def _scaled(cost: Cost, whole: Fraction, found: BetaDensity) -> BetaDensity:
    """``found``, of which ``cost`` is so many times as much, unless that is no density."""
    if whole != 1:
        raise DensityError(f"{brief(cost)} integrates to {shown(whole)} on [0, 1]; it must integrate to 1")
    return found


def _powers(e: Node) -> tuple[Fraction, Fraction, Fraction] | None:
    """``(q, a, b)`` where an expression is ``q c**a (1 - c)**b`` in so many words."""
    match e:
        case Number(value=q):
            return q, Fraction(0), Fraction(0)
        case Name("c"):
            return Fraction(1), Fraction(1), Fraction(0)
        case Arithmetic("-", Number(value=Fraction(numerator=1, denominator=1)), Name("c")):
            return Fraction(1), Fraction(0), Fraction(1)
        case Arithmetic("*" | "/" as operator, left, right):
            one, other = _powers(left), _powers(right)
            if one is None or other is None or not (other[0] or operator == "*"):
                return None
            sign = 1 if operator == "*" else -1
            return one[0] * other[0] ** sign, one[1] + sign * other[1], one[2] + sign * other[2]
        case Apply("sqrt", (inner,)):
            return _raised(inner, Fraction(1, 2))
        case Arithmetic("**", base, exponent):
            power = folded(exponent)
            return _raised(base, power.value) if isinstance(power, Number) else None
    return None


def _raised(base: Node, power: Fraction) -> tuple[Fraction, Fraction, Fraction] | None:
    """A power of what is so many words; where a root would be taken of a number, it is none."""
    found = _powers(base)
    if found is None or (found[0] != 1 and (power.denominator != 1 or power < 0 or abs(power) > MAX_SHAPE)):
        return None
    return found[0] ** int(power) if found[0] != 1 else Fraction(1), found[1] * power, found[2] * power


def refuse_negative(cost: Cost, place: Fraction | None) -> None:
    """`DensityError` for a density or a weight that is negative at some place."""
    if place is not None:
        kind = "weight" if cost.name == "weight" else "density"
        raise DensityError(f"{brief(cost)} is negative at c = {place}; a {kind} is nowhere negative")


def negative_point(weight: Piecewise) -> Fraction | None:
    """A place in [0, 1] around which a function is negative, if there is one.

    >>> from workbench.language.statements import parse_expression
    >>> negative_point(as_piecewise(parse_expression("c - 1/3", "c"), "c"))
    Fraction(1, 6)
    """
    edges = [Fraction(0), *(b for b in weight.breaks if 0 < b < 1), Fraction(1)]
    for low, high in pairwise(edges):
        p = weight.piece(high)
        cuts = [low, *real_roots(p, low, high), high] if p.degree() > 0 else [low, high]
        for left, right in pairwise(cuts):
            middle = between(left, right)
            if p(rational(middle)) < 0:
                return middle.limit_denominator(1000) if p(rational(middle.limit_denominator(1000))) < 0 else middle
    return None


def _of_mass_one(cost: Cost, found: CutDensity, reason: NotSupported) -> CutDensity:
    """``found``, once its sign and its integral are proven; ``reason`` is why it is no smooth formula."""
    try:
        refuse_negative(cost, found.negative_point())
        whole = found.integral(_ONE, Fraction(0), Fraction(1))
    except NotSupported as other:
        raise (other if len(found.parts) > 1 else reason) from None
    if not agree(whole, Fraction(1)):
        size = "infinity" if not is_finite(whole) else shown(whole) if isinstance(whole, Fraction) else decimal(whole)
        raise DensityError(f"{brief(cost)} integrates to {size} on [0, 1]; it must integrate to 1")
    if not isinstance(whole, Fraction) and whole.rad() > TOLERANCE:
        raise NotSupported(f"the integral of {brief(cost)} cannot be computed to 12 digits")
    return found


def _certified(cost: Cost, found: FormulaDensity) -> FormulaDensity:
    """``found``, once its sign and its integral are proven (to 1e-9 and 1e-12)."""
    edges = [(Fraction(0), Fraction(1))]
    places = (Fraction(2 * i + 1, 2**k) for k in range(1, 6) for i in range(2 ** (k - 1)))
    undefined = next((c for c in places if not enclosure(found.formula, "c", lift(c)).is_finite()), None)
    for _ in range(2_000):
        if not edges:
            break
        low, high = edges.pop(0)
        ball = enclosure(found.formula, "c", lift(low).union(lift(high)))
        if ball.is_finite() and ball.lower() >= flint.arb("-1e-9"):
            continue
        middle = (low + high) / 2
        value = enclosure(found.formula, "c", lift(middle))
        if value.is_finite() and value < 0:
            raise DensityError(f"{brief(cost)} is negative at c = {middle}; a density is nowhere negative")
        if high - low > Fraction(1, 2**40):
            edges += [(low, middle), (middle, high)]
    if undefined is not None:
        raise NotSupported(
            f"the integral of {brief(cost)} cannot be certified, because it has no value at c = {undefined}"
        )
    whole = found.integral(_ONE, Fraction(0), Fraction(1))
    assert isinstance(whole, flint.arb)
    if not whole.is_finite():
        for k in (2, 4, 8, 16, 32, 64):
            edge = Fraction(1, 2**k)
            inner = found.integral(_ONE, edge, 1 - edge)
            if isinstance(inner, flint.arb) and inner.is_finite() and inner > 1:
                raise DensityError(
                    f"{brief(cost)} integrates to more than 1 on [{edge}, {1 - edge}]; it must integrate to 1 on [0, 1]"
                )
        raise NotSupported(f"the integral of {brief(cost)} cannot be certified, because it may be unbounded on [0, 1]")
    if not whole.contains(1):
        size = significant(whole.mid(), 10) if is_a_double(whole) else decimal(whole)
        raise DensityError(f"{brief(cost)} integrates to {size} on [0, 1]; it must integrate to 1")
    if whole.rad() > TOLERANCE:
        raise NotSupported(f"the integral of {brief(cost)} cannot be computed to 12 digits")
    return found
