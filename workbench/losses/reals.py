"""Arithmetic on real numbers that are exact fractions as long as they can be, and proven balls beyond.

A result is a fraction whenever that is known to be right (the square root of 4/9 is 2/3), and an
operation that has no value, or whose size would be absurd, raises `Undefined` naming itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

import flint

from workbench.errors import InputError, NotSupported, shown
from workbench.language.syntax import Apply, Arithmetic, Comparison, Node
from workbench.numbers.certified import Endless, Real, lift
from workbench.numbers.written import plain

MAX_BITS = 1_000_000


class Undefined(InputError):
    """The expression has no value on this sample: a division by zero, a root of a negative number, ..."""


class Infinite(Undefined):
    """The expression is infinite on this sample, as a log loss may be; ``value`` is that, for what compares it."""

    def __init__(self, message: str, value: flint.arb) -> None:
        super().__init__(message)
        self.value = Endless(value)


def add(left: Real, right: Real) -> Real:
    """The sum, exact when both are."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right
    return lift(left) + lift(right)


def subtract(left: Real, right: Real) -> Real:
    """The difference, exact when both are."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left - right
    return lift(left) - lift(right)


def certainly_less(left: Real, right: Real) -> bool:
    """Whether ``left < right`` is proven.

    >>> certainly_less(Fraction(1, 3), flint.arb(1)), certainly_less(flint.arb(1), Fraction(1))
    (True, False)
    """
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left < right
    return bool(lift(left) < lift(right))


def multiply(left: Real, right: Real) -> Real:
    """The product, exact when both are, or when one is zero."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    if (isinstance(left, Fraction) and left == 0) or (isinstance(right, Fraction) and right == 0):
        return Fraction(0)
    return lift(left) * lift(right)


def holds(comparison: Comparison, left: Real, right: Real) -> bool:
    """Whether ``left relation right``; `NotSupported` when balls overlap."""
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = lift(left), lift(right)
        if left.overlaps(right):
            raise NotSupported(f"it cannot be decided whether {comparison}")
    less, equal = certainly_less(left, right), left == right
    match comparison.relation:
        case "<":
            return less
        case "<=":
            return less or equal
        case ">":
            return not less and not equal
        case _:
            return not less


def operate(node: Arithmetic, left: Real, right: Real) -> Real:
    """``left operator right`` with the operator of ``node``, which error messages show."""
    match node.operator:
        case "+":
            return add(left, right)
        case "-":
            return subtract(left, right)
        case "*":
            return multiply(left, right)
        case "/":
            return quotient(left, right, node)
        case _:
            return _power(left, right, node)


def quotient(left: Real, right: Real, node: Node) -> Real:
    """``left/right``."""
    if isinstance(right, Fraction):
        if right == 0:
            raise Undefined(f"division by zero in {shown(node)}")
        return left / right if isinstance(left, Fraction) else multiply(left, 1 / right)
    if right.contains(0):
        raise Undefined(f"the divisor in {shown(node)} cannot be told from zero")
    return lift(left) / right


def _power(base: Real, exponent: Real, node: Node) -> Real:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        power = int(exponent)
        if isinstance(base, Fraction):
            if base == 0 and power < 0:
                raise Undefined(f"division by zero in {shown(node)}")
            bits = max(base.numerator.bit_length(), base.denominator.bit_length())
            if abs(base) not in (0, 1) and bits * abs(power) > MAX_BITS:
                raise Undefined(f"the power {shown(node)} has more than {MAX_BITS} bits")
            if abs(base) == 1:
                return base if power % 2 else Fraction(1)
            return Fraction(base**power)
        if power < 0 and base.contains(0):
            raise Undefined(f"the divisor in {shown(node)} cannot be told from zero")
        return base**power
    if isinstance(base, Fraction) and base in (0, 1) and exponent > 0:
        return base
    if not base > 0:
        raise Undefined(f"the power {shown(node)} of {plain(base)}, which is not a positive number")
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator <= 64:
        root = _root(base, exponent.denominator)
        if root is not None:
            return _power(root, Fraction(exponent.numerator), node)
    return lift(base) ** lift(exponent)


def _root(base: Fraction, degree: int) -> Fraction | None:
    top, bottom = (int(flint.fmpz(x).root(degree)) for x in base.as_integer_ratio())
    return Fraction(top, bottom) if Fraction(top, bottom) ** degree == base else None


def call(node: Apply, arguments: Sequence[Real]) -> Real:
    """``min``, ``max``, ``abs``, ``sqrt``, ``log`` or ``exp``, whichever ``node`` applies."""
    first: Real = arguments[0]
    match node.function:
        case "abs":
            return abs(first) if isinstance(first, Fraction) else lift(abs(first))
        case "min" | "max":
            for other in arguments[1:]:
                first = _extreme(node.function, first, other)
            return first
        case "sqrt":
            if not first >= 0:
                raise Undefined(f"the square root of {plain(first)} in {shown(node)}")
            if isinstance(first, Fraction):
                exact = Fraction(isqrt(first.numerator), isqrt(first.denominator))
                if exact * exact == first:
                    return exact
            return lift(first).sqrt()
        case "log":
            if not first > 0:
                raise Undefined(f"the logarithm of {plain(first)} in {shown(node)}")
            return Fraction(0) if isinstance(first, Fraction) and first == 1 else lift(first).log()
        case "exp":
            if not isinstance(first, Fraction) and not first.is_finite() and (first < 0 or first > 0):
                return Fraction(0) if first < 0 else first
            if abs(lift(first)) > MAX_BITS:
                raise Undefined(f"the exponential of {plain(first)} in {shown(node)} is out of range")
            return Fraction(1) if isinstance(first, Fraction) and first == 0 else lift(first).exp()
    raise NotSupported(f"{node.function} has no value here")


def _extreme(function: str, left: Real, right: Real) -> Real:
    if left == right or certainly_less(left, right):
        return left if function == "min" else right
    if certainly_less(right, left):
        return right if function == "min" else left
    left, right = lift(left), lift(right)
    return left.min(right) if function == "min" else left.max(right)
