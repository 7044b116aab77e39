"""Numbers and polynomials for the plain evaluator: fractions, mpmath intervals where a number is irrational.

A polynomial is a list of fractions, the constant first. Where a root is irrational it is found to 2**-200, and what
is computed with it is widened to an interval.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any, TypeAlias

from mpmath.ctx_iv import MPIntervalContext
from mpmath.ctx_mp import MPContext

iv, mp = MPIntervalContext(), MPContext()  # of its own, so that nobody else's precision changes
iv.prec = 240
mp.dps = 50

Interval: TypeAlias = Any
Value: TypeAlias = Any  # a fraction or an interval
Poly = list[Fraction]

FINE = Fraction(1, 2**200)
NEAR = Fraction(1, 2**150)
COARSE = Fraction(1, 2**45)
SLACK = Fraction(1, 10**30)
SCALE = 2**220
MOST_BITS = 1_000_000


class NoValue(Exception):
    """There is no value: a division by zero, a density that is none, ..."""


class NotCovered(Exception):
    """The plain evaluator does not know how."""


# --- numbers --------------------------------------------------------------------------------------------------


def interval(value: Value) -> Interval:
    """The value as an interval."""
    if isinstance(value, Fraction):
        return iv.mpf(value.numerator) / iv.mpf(value.denominator)
    return value


def widened(value: Value, by: Fraction = SLACK) -> Interval:
    """An interval around the value that reaches ``by`` further."""
    radius = interval(by).b
    return interval(value) + iv.mpf([-radius, radius])


def of_float(value: Any, by: Any) -> Interval:
    """An interval around a number of mpmath's."""
    radius = abs(mp.mpf(by))
    return iv.mpf([mp.mpf(value) - radius, mp.mpf(value) + radius])


def add(x: Value, y: Value) -> Value:
    return x + y if isinstance(x, Fraction) and isinstance(y, Fraction) else interval(x) + interval(y)


def multiply(x: Value, y: Value) -> Value:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if any(isinstance(z, Fraction) and z == 0 for z in (x, y)):
        return Fraction(0)
    return interval(x) * interval(y)


def negative(x: Value) -> Value:
    return -x


def divide(x: Value, y: Value) -> Value:
    if isinstance(y, Fraction):
        if y == 0:
            raise NoValue("division by zero")
        return multiply(x, 1 / y)
    if y.a <= 0 <= y.b:
        raise NotCovered("a divisor near zero")
    return interval(x) / y


def power(base: Value, exponent: Value) -> Value:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        k = int(exponent)
        if isinstance(base, Fraction):
            if base == 0 and k < 0:
                raise NoValue("division by zero")
            size = max(base.numerator.bit_length(), base.denominator.bit_length())
            if abs(base) not in (0, 1) and size * abs(k) > MOST_BITS:
                raise NotCovered("a huge power")
            return Fraction(base**k)
        return interval(base) ** k if k >= 0 else divide(Fraction(1), interval(base) ** -k)
    if isinstance(base, Fraction) and base in (0, 1) and positive(exponent):
        return base
    if not positive(base):
        raise NoValue("a power of what is not positive")
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator <= 60:
        root = exact_root(base, exponent.denominator)
        if root is not None:
            return Fraction(root**exponent.numerator)
    return iv.exp(interval(exponent) * iv.log(interval(base)))


def exact_root(x: Fraction, degree: int) -> Fraction | None:
    """The root of a nonnegative fraction if it is a fraction."""
    top, bottom = (whole_root(k, degree) for k in (x.numerator, x.denominator))
    return None if top is None or bottom is None else Fraction(top, bottom)


def whole_root(k: int, degree: int) -> int | None:
    low, high = 0, 1 << (k.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < k:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == k else None


def positive(x: Value) -> bool:
    """Whether ``x > 0``; `NotCovered` where an interval does not tell."""
    return less(Fraction(0), x)


def less(x: Value, y: Value) -> bool:
    """Whether ``x < y``; `NotCovered` where intervals do not tell."""
    found = compared(x, y)
    if found is None:
        raise NotCovered("intervals overlap")
    return found < 0


def compared(x: Value, y: Value) -> int | None:
    """-1, 0 or 1 as ``x`` is less than, equal to or greater than ``y``; None where intervals do not tell."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    x, y = interval(x), interval(y)
    return -1 if x.b < y.a else 1 if y.b < x.a else None


def holds(x: Value, relation: str, y: Value) -> bool | None:
    """Whether ``x relation y``; None where intervals do not tell."""
    found = compared(x, y)
    if found is None:
        return None
    return {"==": found == 0, "!=": found != 0, "<": found < 0, "<=": found <= 0, ">": found > 0, ">=": found >= 0}[
        relation
    ]


def square_root(x: Value) -> Value:
    if isinstance(x, Fraction):
        if x < 0:
            raise NoValue("a root of a negative number")
        top, bottom = isqrt(x.numerator), isqrt(x.denominator)
        if top * top == x.numerator and bottom * bottom == x.denominator:
            return Fraction(top, bottom)
    elif x.b < 0:
        raise NoValue("a root of a negative number")
    elif x.a < 0:
        raise NotCovered("a root of what is near zero")
    return iv.sqrt(interval(x))


def logarithm(x: Value) -> Value:
    if not positive(x):
        raise NoValue("a logarithm of what is not positive")
    return Fraction(0) if x == 1 and isinstance(x, Fraction) else iv.log(interval(x))


def exponential(x: Value) -> Value:
    if isinstance(x, Fraction) and x == 0:
        return Fraction(1)
    if abs(interval(x)).b > MOST_BITS:
        raise NotCovered("a huge exponential")
    return iv.exp(interval(x))


# --- polynomials ----------------------------------------------------------------------------------------------


def trimmed(p: Sequence[Fraction]) -> Poly:
    found = list(p)
    while found and found[-1] == 0:
        found.pop()
    return found


def plus(p: Poly, q: Poly) -> Poly:
    longer, shorter = (p, q) if len(p) >= len(q) else (q, p)
    return trimmed([x + (shorter[i] if i < len(shorter) else 0) for i, x in enumerate(longer)])


def scaled(p: Poly, by: Fraction) -> Poly:
    return [x * by for x in p] if by else []


def minus(p: Poly, q: Poly) -> Poly:
    return plus(p, scaled(q, Fraction(-1)))


def product(p: Poly, q: Poly) -> Poly:
    if not p or not q:
        return []
    found = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        if x:
            for j, y in enumerate(q):
                found[i + j] += x * y
    return found


def raised(p: Poly, k: int) -> Poly:
    found = [Fraction(1)]
    for _ in range(k):
        found = product(found, p)
    return found


def composed(p: Poly, inner: Poly) -> Poly:
    """``p(inner(x))``."""
    found: Poly = []
    for x in reversed(p):
        found = plus(product(found, inner), [x] if x else [])
    return found


def at(p: Poly, x: Fraction) -> Fraction:
    found = Fraction(0)
    for coefficient in reversed(p):
        found = found * x + coefficient
    return found


def derivative(p: Poly) -> Poly:
    return [x * i for i, x in enumerate(p)][1:]


def primitive(p: Poly) -> Poly:
    return [Fraction(0), *(x / (i + 1) for i, x in enumerate(p))] if p else []


def roots(p: Poly, low: Fraction, high: Fraction) -> list[tuple[Fraction, bool]]:
    """Where ``p`` is zero strictly between, in order, and whether the place is exact.

    Irrational places where it is zero without changing its sign are left out.
    """
    p = trimmed(p)
    if len(p) < 2 or low >= high:
        return []
    if len(p) == 2:
        x = -p[0] / p[1]
        return [(x, True)] if low < x < high else []
    if len(p) == 3:
        return [(x, exact) for x, exact in _of_square(p) if low < x < high]
    places = [low, *(x for x, _ in roots(derivative(p), low, high)), high]
    result = []
    for left, right in pairwise(places):
        start, stop = at(p, left), at(p, right)
        if start == 0 and low < left:
            result.append((left, True))
        if start * stop < 0:
            result.append(_bisected(p, left, right))
    near = NEAR * (1 + abs(low) + abs(high))
    return [(x, exact) for x, exact in result if low + near < x < high - near or (exact and low < x < high)]


def _of_square(p: Poly) -> list[tuple[Fraction, bool]]:
    """The roots of a square polynomial, in order."""
    inner = p[1] * p[1] - 4 * p[0] * p[2]
    if inner < 0:
        return []
    root = exact_root(inner, 2)
    found = Fraction(isqrt(inner.numerator * SCALE**2 // inner.denominator), SCALE) if root is None else root
    return sorted({((-p[1] + sign * found) / (2 * p[2]), root is not None) for sign in (-1, 1)})


def _bisected(p: Poly, left: Fraction, right: Fraction) -> tuple[Fraction, bool]:
    rising, tried = at(p, left) < 0, False
    while right - left > FINE:
        middle = (left + right) / 2
        if not tried and right - left < COARSE:
            middle, tried = middle.limit_denominator(10**6), True
            if not left < middle < right:
                continue
        value = at(p, middle)
        if value == 0:
            return middle, True
        left, right = (middle, right) if (value < 0) == rising else (left, middle)
    return (left + right) / 2, False


def total(values: Iterable[Value]) -> Value:
    found: Value = Fraction(0)
    for value in values:
        found = add(found, value)
    return found


def quadrature(f: Callable[[Any], Any], low: Fraction, high: Fraction) -> Interval:
    """The integral of a smooth function, to at least 15 digits or `NotCovered`."""
    value, error = mp.quad(f, [mp.mpf(x.numerator) / x.denominator for x in (low, high)], error=True)
    if not mp.isfinite(value) or error > mp.mpf(10) ** -18:
        raise NotCovered("an integral that does not converge")
    return of_float(value, mp.mpf(10) ** -15)
