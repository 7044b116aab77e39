"""How a threshold or a rate moves with the operating condition, and where it passes given values.

A motion is a piecewise polynomial in the condition ``c`` on [0, 1], a quotient of two, or a root of such a function.
It passes each value where a polynomial with rational coefficients vanishes, which is an algebraic number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from workbench.curves.curve import Curve, combined, lowest
from workbench.errors import NotSupported
from workbench.language.interpreter import InVariables, ascending
from workbench.language.syntax import Apply, Arithmetic, Comparison, Node, Number
from workbench.losses.formulas import MAX_DEGREE, plainly
from workbench.losses.sign_cells import as_ratio
from workbench.numbers.algebraic import Algebraic, between, roots, sign_at, value_at
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import Polynomial, polynomial, rational

MAX_ROOT = 64

ONE, C = polynomial(1), polynomial(0, 1)
UNIT = (Fraction(0), Fraction(1))


class Place(NamedTuple):
    """Number ``interval`` of those that some knots leave, and a polynomial that gives the place within it."""

    interval: int
    polynomial: Polynomial


class Passage(NamedTuple):
    """Where a motion is: ``inside[i]`` from ``breaks[i]`` to ``breaks[i + 1]``, and ``here[i]`` at a break itself."""

    breaks: list[Algebraic]
    inside: list[Place]
    here: list[Place]

    def stays_in(self, interval: int) -> bool:
        """Whether the motion stays in one interval."""
        return all(place.interval == interval for place in (*self.inside, *self.here))


@dataclass(frozen=True)
class Motion:
    """The function ``(top/bottom)**(1/degree)`` on [0, 1], where ``bottom`` is positive."""

    top: Curve
    bottom: Polynomial
    degree: int

    @classmethod
    def of(cls, node: Node) -> Motion:
        """The motion that an expression in c says; `NotSupported` when it is none.

        >>> from workbench.language.statements import parse_expression
        >>> motion = Motion.of(parse_expression("sqrt(c/(1 + c))", "c"))
        >>> motion.bottom, motion.degree
        (x + 1, 2)
        """
        degree = 1
        while (found := _radicand(node)) is not None:
            node, degree = found[0], degree * found[1]
        if degree > MAX_ROOT:
            raise NotSupported(f"a root of degree {degree}; at most {MAX_ROOT} is worked with")
        try:
            top, bottom = as_curve(node), ONE
        except NotSupported:
            ratio = as_ratio(node)
            if ratio is None:
                raise
            numerator, bottom = ratio
            if not sign_at(bottom, Fraction(0)) == sign_at(bottom, Fraction(1)) != 0 or roots(bottom, *UNIT):
                raise NotSupported(f"{node} divides by zero for some c in [0, 1]") from None
            sign = sign_at(bottom, Fraction(0))
            top, bottom = Curve.of(UNIT, [numerator * sign]), bottom * sign
        if degree > 1 and not cls(top, bottom, 1).through(UNIT[:1], closed=False).stays_in(1):
            raise NotSupported(f"{node}, of which a root is taken, is negative for some c in [0, 1]")
        return cls(top, bottom, degree)

    @property
    def is_polynomial(self) -> bool:
        """Whether the motion is a piecewise polynomial."""
        return self.bottom == ONE and self.degree == 1

    def within_unit_interval(self, shift: Fraction = UNIT[0]) -> bool:
        """Whether the motion, moved by ``shift``, has all its values in [0, 1]."""
        above = self.through([-shift], closed=False).stays_in(1)
        return above and self.through([1 - shift], closed=True).stays_in(0)

    def through(self, knots: Sequence[Fraction], closed: bool) -> Passage:
        """Between which of the ascending ``knots`` the motion is; ``closed`` intervals contain their right end.

        >>> from workbench.language.statements import parse_expression
        >>> knots = [Fraction(1, 3), Fraction(2, 3)]
        >>> passage = Motion.of(parse_expression("1 - c", "c")).through(knots, closed=True)
        >>> [str(x) for x in passage.breaks], [place.interval for place in passage.inside]
        (['0', '1/3', '2/3', '1'], [2, 1, 0])
        >>> [place.interval for place in passage.here]
        [2, 1, 0, 0]
        """
        skipped = bisect_left(knots, 0) if self.degree > 1 else 0
        levels = [x**self.degree for x in knots[skipped:]] if self.degree > 1 else knots
        breaks: list[Algebraic] = [self.top.breaks[0]]
        inside: list[Place] = []
        here: list[Place] = []

        def put(places: list[Place], index: int, on: bool, p: Polynomial) -> None:
            places.append(Place(skipped + index + (on and not closed), p))

        for i, (p, (start, stop)) in enumerate(zip(self.top.pieces, pairwise(self.top.breaks), strict=True)):
            put(here, *self._position(levels, self.top.here[i], start), self.top.here[i])
            slope = p.derivative() * self.bottom - p * self.bottom.derivative()
            if slope.degree() < 0:
                put(inside, *self._position(levels, p, start), p)
                breaks.append(stop)
                continue
            for low, high in pairwise([start, *roots(slope, start, stop), stop]):
                (first, on_first), (last, on_last) = (self._position(levels, p, x) for x in (low, high))
                if low != start:
                    put(here, first, on_first, p)
                if sign_at(slope, between(low, high)) > 0:
                    passed = range(first + on_first, last)
                    put(inside, first + on_first, False, p)
                else:
                    passed = range(first - 1, last + on_last - 1, -1)
                    put(inside, first, False, p)
                for k in passed:
                    (where,) = roots(p - self.bottom * rational(levels[k]), low, high)
                    breaks.append(where)
                    put(here, k, True, p)
                    put(inside, k + 1 if passed.step > 0 else k, False, p)
                breaks.append(high)
        put(here, *self._position(levels, self.top.here[-1], breaks[-1]), self.top.here[-1])
        return Passage(breaks, inside, here)

    def _position(self, levels: Sequence[Fraction], p: Polynomial, x: Algebraic) -> tuple[int, bool]:
        """How many levels are below ``p/bottom`` at ``x``, and whether it is at the next one."""
        above, below = value_at(p, x), value_at(self.bottom, x)
        if isinstance(above, Fraction) and isinstance(below, Fraction):
            index = bisect_left(levels, above / below)
            return index, index < len(levels) and levels[index] == above / below

        def side(level: Fraction) -> int:
            return -sign_at(p - self.bottom * rational(level), x)

        index = bisect_left(levels, 0, key=side)
        return index, index < len(levels) and side(levels[index]) == 0


def _radicand(node: Node) -> tuple[Node, int] | None:
    """``(f, k)`` for what is written as the root number ``k`` of ``f``."""
    match node:
        case Apply(function="sqrt", arguments=(inner,)):
            return inner, 2
        case Arithmetic(operator="**", left=left, right=Number(value=power)):
            top, bottom = power.as_integer_ratio()
            if bottom > 1 and top > 0 and top % 2:
                return (left if top == 1 else Arithmetic("**", left, Number(Fraction(top)))), bottom
    return None


# --- expressions as curves ----------------------------------------------------------------------------


def as_curve(node: Node) -> Curve:
    """An expression in c as a curve on [0, 1]; `NotSupported` when it is no piecewise polynomial.

    >>> from workbench.language.statements import parse_expression
    >>> as_curve(parse_expression("max(c**2, 1/2)", "c"))
    Curve on [0, 1] of 2 pieces, 0 jumps, area 0.569036...
    """
    try:
        return Curves({"c": Curve.of(UNIT, [C])}).value(node)
    except NoCurve:
        raise NotSupported(f"{node} is no piecewise polynomial in c") from None


class NoCurve(Exception):
    """Something is no piecewise polynomial."""


class Curves(InVariables[Curve]):
    """Expressions as curves on [0, 1]; `NoCurve` for what is no piecewise polynomial."""

    def number(self, value: Fraction) -> Curve:
        return Curve.of(UNIT, [polynomial(value)])

    def operate(self, node: Arithmetic, left: Curve, right: Curve) -> Curve:
        if node.operator in ("+", "-"):
            return plainly(node.operator, left, right)
        if node.operator == "*":
            return combined((left, right), _product)
        constant = _constant(right)
        if node.operator == "/" and constant:
            return left * (1 / constant)
        if node.operator == "**" and constant is not None and constant >= 0 and constant.denominator == 1:
            return combined((left,), lambda p: _power(p, int(constant)))
        raise NoCurve

    def compare(self, comparison: Comparison, left: Curve, right: Curve) -> Curve:
        low, high, strict = ascending(comparison, left, right)
        return _indicator(low, high, equal=not strict)

    def call(self, node: Apply, arguments: tuple[Curve, ...]) -> Curve:
        if node.function == "abs":
            return -lowest((arguments[0], -arguments[0]))[0]
        if node.function == "min":
            return lowest(arguments)[0]
        if node.function == "max":
            return -lowest([-x for x in arguments])[0]
        raise NoCurve


def _constant(curve: Curve) -> Fraction | None:
    if len(curve.pieces) > 1 or curve.pieces[0].degree() > 0 or curve.jumps:
        return None
    return fraction(curve.pieces[0][0])


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    if p.degree() + q.degree() > MAX_DEGREE:
        raise NotSupported(f"a polynomial of degree {p.degree() + q.degree()}; at most {MAX_DEGREE} is worked with")
    return p * q


def _power(p: Polynomial, exponent: int) -> Polynomial:
    if max(p.degree(), 1) * exponent > MAX_DEGREE:
        raise NotSupported(f"a power {exponent} of degree {p.degree()}; at most degree {MAX_DEGREE} is worked with")
    return p**exponent


def _indicator(left: Curve, right: Curve, equal: bool) -> Curve:
    """1 where ``left < right`` (``<=`` if ``equal``), else 0."""
    gap = left - right

    def shown(sign: int) -> Polynomial:
        return polynomial(int(sign < 0 or (equal and sign == 0)))

    regions = left.regions(right)
    breaks = [*(region.low for region in regions), regions[-1].high]
    return Curve.of(breaks, [shown(r.sign) for r in regions], [shown(sign_at(gap.polynomial_at(x), x)) for x in breaks])
