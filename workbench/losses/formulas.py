"""Expressions in one variable, read in three arithmetics: polynomials, real balls, complex balls.

Only ``+ - * / **``, ``min max abs sqrt log exp`` and numbers may occur beside the variable.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

import flint

from workbench.errors import NotSupported
from workbench.language.interpreter import InVariables, ascending
from workbench.language.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number, names
from workbench.losses.reals import operate
from workbench.numbers import certified
from workbench.numbers.certified import lift
from workbench.numbers.piecewise import Piecewise, Polynomial, combined, polynomial, real_roots

T = TypeVar("T")

MAX_DEGREE = 400
_PLAINLY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


# --- piecewise polynomials on [0, 1] ---------------------------------------------------------------


class _NotPolynomial(Exception):
    pass


def as_piecewise(node: Node, variable: str) -> Piecewise | None:
    """``node`` as a piecewise polynomial in ``variable`` on [0, 1], breaks rational; None if it is none.

    >>> from workbench.language.statements import parse_expression
    >>> as_piecewise(parse_expression("max(c, 1 - c)", "c"), "c").breaks
    (Fraction(1, 2),)
    """
    try:
        return _Piecewises({variable: _same(polynomial(0, 1))}).value(node)
    except _NotPolynomial:
        return None


def _same(p: Polynomial) -> Piecewise:
    return Piecewise((), (p,))


class _Piecewises(InVariables[Piecewise]):
    def number(self, value: Fraction) -> Piecewise:
        return _same(polynomial(value))

    def negative(self, operand: Piecewise) -> Piecewise:
        return operand.map(lambda p: -p)

    def operate(self, node: Arithmetic, left: Piecewise, right: Piecewise) -> Piecewise:
        def each(p: Polynomial, q: Polynomial) -> Polynomial:
            if node.operator == "+":
                return p + q
            if node.operator == "-":
                return p - q
            if node.operator == "*":
                if p.degree() + q.degree() > MAX_DEGREE:
                    raise _NotPolynomial
                return p * q
            if q.degree() > 0:
                raise _NotPolynomial
            constant = q[0]
            if node.operator == "/":
                if constant == 0:
                    raise _NotPolynomial
                return p / constant
            if constant.q != 1 or constant < 0 or constant * max(p.degree(), 1) > MAX_DEGREE:
                raise _NotPolynomial
            return p ** int(constant.p)

        return combined((left, right), each)

    def compare(self, comparison: Comparison, left: Piecewise, right: Piecewise) -> Piecewise:
        low, high, strict = ascending(comparison, left, right)
        return _choice(low, high, lambda x, y, *_: polynomial(int(x < y or (not strict and x == y))))

    def call(self, node: Apply, arguments: tuple[Piecewise, ...]) -> Piecewise:
        if node.function == "abs":
            return _greater(arguments[0], arguments[0].map(lambda p: -p), 1)
        if node.function in ("min", "max"):
            result = arguments[0]
            for other in arguments[1:]:
                result = _greater(result, other, 1 if node.function == "max" else -1)
            return result
        constants = [f.only for f in arguments]
        if node.function == "exp" and constants[0] is not None and constants[0].degree() < 0:
            return _same(polynomial(1))
        raise _NotPolynomial


def _greater(left: Piecewise, right: Piecewise, sign: int) -> Piecewise:
    """The greater of the two (the smaller for ``sign`` -1), on [0, 1]."""
    return _choice(left, right, lambda x, y, p, q: p if sign * x >= sign * y else q)


def _choice(
    left: Piecewise, right: Piecewise, choose: Callable[[Fraction, Fraction, Polynomial, Polynomial], Polynomial]
) -> Piecewise:
    """What ``choose`` says of both functions on each interval of [0, 1] on which they do not cross."""
    crossings: set[Fraction] = set()
    edges = [Fraction(0), *sorted({*left.breaks, *right.breaks}), Fraction(1)]
    for low, high in pairwise(edges):
        difference = left.piece(high) - right.piece(high)
        if difference.degree() > 0:
            for root in real_roots(difference, low, high):
                if not isinstance(root, Fraction):
                    raise _NotPolynomial
                crossings.add(root)
    breaks = tuple(sorted({*left.breaks, *right.breaks, *crossings}))
    edges = [Fraction(0), *breaks, Fraction(1)]
    pieces = []
    for low, high in pairwise(edges):
        middle = (low + high) / 2
        pieces.append(choose(left.at(middle), right.at(middle), left.piece(middle), right.piece(middle)))
    return Piecewise(breaks, tuple(pieces))


# --- real balls ---------------------------------------------------------------------------------------


def enclosure(node: Node, variable: str, ball: flint.arb) -> flint.arb:
    """A ball around every value of ``node`` for ``variable`` in ``ball``; not finite where it is undefined.

    >>> from workbench.language.statements import parse_expression
    >>> enclosure(parse_expression("sqrt(c)", "c"), "c", flint.arb(4))
    2.00000000000000
    """
    return _Balls({variable: ball}).value(node)


class _Balls(InVariables[flint.arb]):
    def number(self, value: Fraction) -> flint.arb:
        return lift(value)

    def operate(self, node: Arithmetic, left: flint.arb, right: flint.arb) -> flint.arb:
        if node.operator != "**":
            return plainly(node.operator, left, right)
        whole = right.unique_fmpz() if right.is_exact() else None
        if whole is not None and right == whole:
            power = left ** int(whole)
            return power.nonnegative_part() if whole % 2 == 0 and power.is_finite() else power
        if left.lower() >= 0 and right > 0:
            return _monotone(lambda x: x**right if x > 0 else flint.arb(0), left)
        return left**right

    def call(self, node: Apply, arguments: tuple[flint.arb, ...]) -> flint.arb:
        first = arguments[0]
        match node.function:
            case "abs":
                return abs(first)
            case "sqrt":
                inside = first.nonnegative_part() if first.upper() >= 0 else first
                return _monotone(lambda x: x.nonnegative_part().sqrt() if x.upper() >= 0 else x.sqrt(), inside)
            case "log":
                return first.log()
            case "exp":
                return first.exp()
            case "min" | "max":
                for other in arguments[1:]:
                    first = first.min(other) if node.function == "min" else first.max(other)
                return first
        raise NotSupported(f"{node.function} cannot stand in a law or a density")

    def other(self, node: Node) -> flint.arb:
        if isinstance(node, Comparison):
            raise NotSupported("an indicator cannot stand in a law or a density")
        return super().other(node)


def plainly(operator: str, left: T, right: T) -> T:
    """``left operator right`` by Python's own, for ``+``, ``-``, ``*`` and ``/``."""
    return _PLAINLY[operator](left, right)  # type: ignore[no-any-return]


def _monotone(function: Callable[[flint.arb], flint.arb], ball: flint.arb) -> flint.arb:
    if ball.is_exact() or not ball.is_finite():
        return function(ball)
    return function(ball.lower()).union(function(ball.upper()))


# --- complex balls, for certified integration --------------------------------------------------------


def analytic(node: Node, variable: str, z: flint.acb, check: bool) -> flint.acb:
    """``node`` at the complex ball ``z``; with ``check`` not finite unless it is analytic there."""
    return _ComplexBalls({variable: z}, check).value(node)


class _ComplexBalls(InVariables[flint.acb]):
    def __init__(self, variables: Mapping[str, flint.acb], check: bool) -> None:
        super().__init__(variables)
        self.check = check

    def number(self, value: Fraction) -> flint.acb:
        return flint.acb(lift(value))

    def operate(self, node: Arithmetic, left: flint.acb, right: flint.acb) -> flint.acb:
        if node.operator != "**":
            return plainly(node.operator, left, right)
        whole = right.unique_fmpz() if right.is_exact() else None
        return left ** int(whole) if whole is not None else left.pow(right, analytic=self.check)

    def call(self, node: Apply, arguments: tuple[flint.acb, ...]) -> flint.acb:
        first = arguments[0]
        match node.function:
            case "abs":
                return first.real_abs(analytic=self.check)
            case "sqrt":
                return first.sqrt(analytic=self.check)
            case "log":
                return first.log(analytic=self.check)
            case "exp":
                return first.exp()
            case "min" | "max":
                for other in arguments[1:]:
                    choose = first.real_min if node.function == "min" else first.real_max
                    first = choose(other, analytic=self.check)
                return first
        raise NotSupported(f"{node.function} cannot stand in a law or a density")


def integral(
    function: Callable[[flint.acb, bool], Any], low: flint.arb, high: flint.arb, effort: int = 20_000
) -> flint.arb:
    """The integral of ``function(z, check)`` over [low, high], proven; not finite when unbounded."""
    return certified.integral(function, flint.acb(low), flint.acb(high), eval_limit=effort).real


def affine_in(node: Node, variable: str) -> tuple[Node, Node] | None:
    """``(a, b)`` with ``node == a + b*variable`` and ``variable`` in neither; None when it is not affine.

    >>> from workbench.language.statements import parse_expression
    >>> print(*affine_in(parse_expression("c*u/2 + (1 - u)*3", "cu"), "u"), sep="; ")
    3; c/2 + (-3)
    """
    if variable not in names(node):
        return node, ZERO
    match node:
        case Name():
            return ZERO, ONE
        case Negative(operand=operand):
            inner = affine_in(operand, variable)
            return inner and (minus(ZERO, inner[0]), minus(ZERO, inner[1]))
        case Arithmetic(operator=operator, left=left, right=right):
            first, second = affine_in(left, variable), affine_in(right, variable)
            if first is None or second is None:
                return None
            if operator == "+":
                return plus(first[0], second[0]), plus(first[1], second[1])
            if operator == "-":
                return minus(first[0], second[0]), minus(first[1], second[1])
            if operator == "*" and second[1] == ZERO:
                return times(first[0], right), times(first[1], right)
            if operator == "*" and first[1] == ZERO:
                return times(left, second[0]), times(left, second[1])
            if operator == "/" and second[1] == ZERO:
                return over(first[0], right), over(first[1], right)
            if operator == "**" and right == ONE:
                return first
    return None


# --- writing --------------------------------------------------------------------------------------------

ZERO, ONE, MINUS_ONE = (Number(Fraction(x)) for x in (0, 1, -1))


def plus(left: Any, right: Any) -> Any:
    """The sum, with numbers added and zero left out."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value)
    return right if left == ZERO else left if right == ZERO else Arithmetic("+", left, right)


def minus(left: Any, right: Any) -> Any:
    """The difference, with numbers subtracted and zero left out."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value - right.value)
    if left == right:
        return ZERO
    if left == ZERO:
        return right.operand if isinstance(right, Negative) else Negative(right)
    return left if right == ZERO else Arithmetic("-", left, right)


def times(left: Any, right: Any) -> Any:
    """The product, with numbers multiplied and one left out."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    if ZERO in (left, right):
        return ZERO
    if MINUS_ONE in (left, right):
        return minus(ZERO, right if left == MINUS_ONE else left)
    return right if left == ONE else left if right == ONE else Arithmetic("*", left, right)


def over(left: Any, right: Any) -> Any:
    """The quotient, with numbers divided and one left out."""
    if isinstance(left, Number) and isinstance(right, Number) and right != ZERO:
        return Number(left.value / right.value)
    return ZERO if left == ZERO else left if right == ONE else Arithmetic("/", left, right)


def to_power(base: Any, exponent: Fraction) -> Any:
    """``base`` to a power, which is written as a number where it is rational; ``base`` is not negative.

    >>> str(to_power(Number(Fraction(4, 9)), Fraction(3, 2))), str(to_power(Name("c"), Fraction(1, 2)))
    ('8/27', 'c**(1/2)')
    """
    if exponent == 1:
        return base
    if exponent == 0:
        return ONE
    if isinstance(base, Number) and (base.value > 0 or exponent > 0):
        found = operate(_POWER, base.value, exponent)
        if isinstance(found, Fraction):
            return Number(found)
    inner = base.right if isinstance(base, Arithmetic) and base.operator == "**" else None
    if isinstance(inner, Number) and (inner.value.denominator != 1 or inner.value % 2 or exponent.denominator == 1):
        return to_power(base.left, inner.value * exponent)
    return Arithmetic("**", base, Number(exponent))


_POWER = Arithmetic("**", Name("base"), Name("exponent"))
