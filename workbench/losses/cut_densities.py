"""Densities with jumps, and with ends at which they are unbounded: formulas on intervals on which each is smooth.

The intervals end where a maximum, an absolute value or an indicator switches, and where a divisor, a root or a
logarithm vanishes. On each an integral is found by an antiderivative, which also tells where it is infinite, or by
certified integration where there is none.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from typing import Any

import flint

from workbench.errors import NotSupported
from workbench.language.grammar import brief
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Expression,
    Name,
    Negative,
    Node,
    Number,
    children,
    names,
    rebuilt,
)
from workbench.losses.formulas import analytic, enclosure, integral, minus, over, plus, times
from workbench.losses.power_sums import diverges, moment
from workbench.losses.reals import add, multiply
from workbench.losses.sign_cells import Cell, cells
from workbench.numbers.certified import Real, is_finite, lift
from workbench.numbers.piecewise import Polynomial, coefficients, exact_middle, polynomial

MOST_BALLS = 4_000
FINEST = Fraction(1, 2**40)
LEAST = flint.arb("-1e-9")
_FOLDED = {"+": plus, "-": minus, "*": times, "/": over}


@dataclass(frozen=True, eq=False)
class CutDensity:
    """Formulas in ``c`` on intervals that make up [0, 1], divided by ``mass``: jumps, and ends where it is unbounded.

    Integrals are by antiderivatives where there are such, else balls from certified integration.
    """

    parts: tuple[tuple[Fraction, Fraction, Expression], ...]
    mass: Real = Fraction(1)

    def integral(self, p: Polynomial, low: Real, high: Real) -> Real:
        """The integral of ``p(c) w(c)``, where that is not negative, over [low, high]; infinite where it diverges."""
        start, stop = (x if isinstance(x, Fraction) else exact_middle(x) for x in (low, high))
        found: Real = Fraction(0)
        for a, b, formula in self.parts:
            left, right = max(start, a), min(stop, b)
            if left < right:
                found = add(found, _area(formula, tuple(p.coeffs()), left, right, flint.ctx.prec))
        for end in (low, high):
            if not isinstance(end, Fraction) and not end.is_exact():
                found = add(found, flint.arb(0, (self._height(p, end) * end.rad()).upper()))
        return found if self.mass == 1 else multiply(found, _inverse(self.mass))

    def _height(self, p: Polynomial, x: flint.arb) -> flint.arb:
        """How great ``p(c) w(c)``, not yet divided by the mass, may be in a ball."""
        near = [f for a, b, f in self.parts if not (x < lift(a) or x > lift(b))]
        most = [abs(flint.acb_poly(p)(flint.acb(x)).real * enclosure(f, "c", x)) for f in near]
        return reduce(flint.arb.max, most)

    def over(self, node: Expression, p: Polynomial, low: Fraction, high: Fraction) -> Real:
        """The integral of a function of c, nowhere negative, times a polynomial against the density."""
        weighted = replace(self, parts=tuple((a, b, times(node, f)) for a, b, f in self.parts))
        return weighted.integral(p, low, high)

    def at(self, z: flint.acb, check: bool) -> flint.acb:
        """``w(z)`` at a complex ball within one of the intervals, for certified integration."""
        inside = [f for a, b, f in self.parts if lift(a) <= z.real and z.real <= lift(b)]
        if not inside:
            return flint.acb(flint.arb.nan())
        return analytic(inside[0], "c", z, check) / lift(self.mass)

    def negative_point(self) -> Fraction | None:
        """A place where the density is negative, if one is found; it is proven to be above -1e-9 elsewhere.

        Parts of intervals narrower than ``FINEST``, at whose ends it may be unbounded, are left out.
        """
        edges = [(a, b, f) for a, b, f in self.parts]
        for _ in range(MOST_BALLS):
            if not edges:
                return None
            low, high, formula = edges.pop(0)
            ball = enclosure(formula, "c", lift(low).union(lift(high)))
            if ball.is_finite() and ball.lower() >= LEAST:
                continue
            middle = (low + high) / 2
            if enclosure(formula, "c", lift(middle)) < 0:
                return middle
            if high - low > FINEST:
                edges += [(low, middle, formula), (middle, high, formula)]
        raise NotSupported("a density is not seen to be nowhere negative")

    @cached_property
    def mean(self) -> Real:
        """``mu``, the expected operating condition."""
        return self.integral(polynomial(0, 1), Fraction(0), Fraction(1))


def _inverse(mass: Real) -> Real:
    return 1 / mass if isinstance(mass, Fraction) else 1 / lift(mass)


@lru_cache(maxsize=4096)
def _area(formula: Expression, p: tuple[flint.fmpq, ...], low: Fraction, high: Fraction, precision: int) -> Real:
    """The integral of a formula times a polynomial, nowhere negative, over an interval on which it is smooth."""
    weight = flint.fmpq_poly(list(p))
    if not p:
        return Fraction(0)
    found = moment(formula, "c", weight, low, high)
    if found is not None:
        return found
    if diverges(formula, "c", weight, low, high):
        return flint.arb("inf")
    powers = _as_powers(formula)
    if powers is not None:
        powers, rest = _cleared(powers, weight)
        return reduce(add, (_beta_area(x, powers, k, low, high) for k, x in enumerate(coefficients(rest)) if x))
    addends = _addends(formula)
    if len(addends) > 1:
        areas = [(part, _area(part, p, low, high, precision)) for part in addends]
        if all(is_finite(area) or _is_positive(part) for part, area in areas):
            return reduce(add, (area for _, area in areas))
    factor = flint.acb_poly(weight)
    ball = integral(lambda z, check: factor(z) * analytic(formula, "c", z, check), lift(low), lift(high))
    if not ball.is_finite():
        raise NotSupported(f"the integral of {brief(formula)} from {low} to {high} cannot be certified")
    return ball


def _addends(node: Expression) -> list[Expression]:
    """What a sum, or a multiple of one, is the sum of."""
    match node:
        case Arithmetic(operator="+", left=left, right=right):
            return [*_addends(left), *_addends(right)]
        case Arithmetic(operator="-", left=left, right=right):
            return [*_addends(left), *(Negative(part) for part in _addends(right))]
        case Arithmetic(operator="*", left=factor, right=inner) if len(_addends(inner)) > 1:
            return [times(factor, part) for part in _addends(inner)]
        case Arithmetic(operator="*" | "/" as operator, left=inner, right=Number() as factor):
            return [Arithmetic(operator, part, factor) for part in _addends(inner)]
    return [node]


def _is_positive(node: Expression) -> bool:
    powers = _as_powers(node)
    return powers is not None and powers[0] > 0


# --- c**a*(1 - c)**b ------------------------------------------------------------------------------------------

Powers = tuple[Real, Fraction, Fraction]


def _as_powers(node: Node) -> Powers | None:
    """``(k, a, b)`` of a formula ``k*c**a*(1 - c)**b``; None of another."""
    one, other = Fraction(1), Fraction(0)
    if not names(node):
        with suppress(NotSupported):
            return (node.value if isinstance(node, Number) else enclosure(node, "c", flint.arb(0))), other, other
    match node:
        case Name():
            return one, one, other
        case Arithmetic(operator="-", left=Number(value=1), right=Name()):
            return one, other, one
        case Negative(operand=inner):
            found = _as_powers(inner)
            return found and (-found[0], *found[1:])
        case Arithmetic(operator="*" | "/" as operator, left=left, right=right):
            first, second = _as_powers(left), _as_powers(right)
            if first is None or second is None or (operator == "/" and not (second[0] > 0 or second[0] < 0)):
                return None
            if operator == "/":
                second = _inverse(second[0]), -second[1], -second[2]
            return multiply(first[0], second[0]), first[1] + second[1], first[2] + second[2]
        case Arithmetic(operator="**", left=base, right=Number(value=exponent)):
            return _to_power(_as_powers(base), exponent)
        case Apply(function="sqrt", arguments=(inner,)):
            return _to_power(_as_powers(inner), Fraction(1, 2))
    return None


def _cleared(powers: Powers, p: Polynomial) -> tuple[Powers, Polynomial]:
    """The same product with the factors 1 - c of the polynomial among the powers, where each part is then finite."""
    k, a, b = powers
    while p(1) == 0:
        p, b = p // polynomial(1, -1), b + 1
    return (k, a, b), p


def _to_power(powers: Powers | None, exponent: Fraction) -> Powers | None:
    if powers is None or not powers[0] > 0:
        return None
    k = lift(powers[0]) ** lift(exponent) if powers[0] != 1 else powers[0]
    return k, powers[1] * exponent, powers[2] * exponent


def _beta_area(x: Fraction, powers: Powers, more: int, low: Fraction, high: Fraction) -> Real:
    """The integral of ``x*k*c**(a + more)*(1 - c)**b`` over an interval, by incomplete Beta functions."""
    k, a, b = powers[0], powers[1] + more + 1, powers[2] + 1
    if (low == 0 and a <= 0) or (high == 1 and b <= 0):
        return flint.arb("inf") if x > 0 else flint.arb("-inf")
    if a <= 0 and b <= 0:

        def height(z: flint.acb, check: bool) -> flint.acb:
            return z.pow(flint.acb(lift(a - 1)), analytic=check) * (1 - z).pow(flint.acb(lift(b - 1)), analytic=check)

        area = integral(height, lift(low), lift(high))
    elif a > 0 and (b > 0 or high < 1):
        area = _incomplete(a, b, high) - _incomplete(a, b, low)
    else:
        area = _incomplete(b, a, 1 - low) - _incomplete(b, a, 1 - high)
    return multiply(multiply(x, k), area)


def _incomplete(a: Fraction, b: Fraction, x: Fraction) -> flint.arb:
    """The integral of ``c**(a - 1)*(1 - c)**(b - 1)`` up to x, for a > 0."""
    return lift(x).beta_lower(lift(a), lift(b)) if x else flint.arb(0)


def cut(formula: Expression) -> CutDensity | None:
    """A formula in c cut into smooth parts; None where the places to cut it are not all seen.

    >>> from workbench.language.statements import parse_expression
    >>> for low, high, part in cut(parse_expression("2*indicator(c < 1/3) - log(abs(c - 1/2))", "c")).parts:
    ...     print(low, high, part)
    0 1/3 2 - log(-(c - 1/2))
    1/3 1/2 -log(-(c - 1/2))
    1/2 1 -log(c - 1/2)
    """

    def smooth(cell: Cell) -> Expression:
        found = cell.smooth(formula)
        middle = lift((cell.low + cell.high) / 2)
        for level, is_signed in _levels(found):
            for factor in _factors(level):
                cell.sign(factor)
            if is_signed and not enclosure(level, "c", middle) > 0:
                raise NotSupported(f"{level} is not positive")
        return _without_zeros(found)  # type: ignore[no-any-return]

    try:
        found = cells(Fraction(0), Fraction(1), smooth)
    except NotSupported:
        return None
    return None if found.gaps else CutDensity(tuple(sorted(found.done, key=lambda part: part[0])))


def _without_zeros(node: Any) -> Any:
    """A formula in which products with 0, and 0 over what has been seen not to vanish, are 0."""
    inner = rebuilt(node, _without_zeros)
    if isinstance(inner, Arithmetic) and inner.operator in _FOLDED:
        return _FOLDED[inner.operator](inner.left, inner.right)
    return inner


def _factors(node: Node) -> list[Node]:
    """What vanishes where a product does, or a root or a power."""
    match node:
        case Arithmetic(operator="*" | "/", left=left, right=right):
            return _factors(left) + _factors(right)
        case Negative(operand=inner) | Arithmetic(operator="**", left=inner):
            return _factors(inner)
        case Apply(function="sqrt", arguments=(inner,)):
            return _factors(inner)
    return [node] if names(node) else []


def _levels(node: Node) -> list[tuple[Node, bool]]:
    """What a formula divides by, and takes roots and logarithms of, and whether that must be positive."""
    found = [level for child in children(node) for level in _levels(child)]
    match node:
        case Apply(function="log" | "sqrt", arguments=(inner,)):
            found.append((inner, True))
        case Arithmetic(operator="/", right=right):
            found.append((right, False))
        case Arithmetic(operator="**", left=base, right=exponent):
            whole = isinstance(exponent, Number) and exponent.value.denominator == 1
            if not whole or exponent.value < 0:  # type: ignore[union-attr]
                found.append((base, not whole))
    return found
