"""Real numbers that carry their own proof: an exact fraction, or a ball with a proven radius.

A value of the exact engine is a `fractions.Fraction` wherever it is rational, and otherwise a
``flint.arb``, whose midpoint and radius enclose the true value. Sums and products of the two go
through `lift`.
"""

from __future__ import annotations

import copyreg
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TypeAlias

import flint

Real: TypeAlias = "Fraction | flint.arb"

DIGITS = 30


def _ball(middle: tuple[int, int], radius: tuple[int, int]) -> flint.arb:
    return flint.arb(middle, radius)


def _parts(ball: flint.arb) -> tuple[Callable[..., flint.arb], tuple[tuple[int, int], ...]]:
    """How a ball is pickled: its midpoint and its radius, each an integer times a power of two, exactly."""
    middle, radius = ((int(top), int(two)) for top, two in (ball.mid().man_exp(), ball.rad().man_exp()))
    return _ball, (middle, radius)


copyreg.pickle(flint.arb, _parts)


@contextmanager
def working_digits(digits: int) -> Iterator[None]:
    """Compute balls with at least ``digits`` decimal digits inside the ``with`` block."""
    with flint.ctx.workprec(int(digits * 3.33) + 32):
        yield


def lift(value: Real | int) -> flint.arb:
    """``value`` as a ball.

    >>> lift(Fraction(1, 4))
    0.250000000000000
    """
    if isinstance(value, Fraction):
        return flint.arb(flint.fmpq(value.numerator, value.denominator))
    return flint.arb(value)


def agree(left: Real, right: Real) -> bool:
    """Whether the two can be the same number: equal fractions, or balls that overlap.

    >>> with working_digits(30):
    ...     third = lift(1) / 3
    >>> agree(Fraction(1, 3), third), agree(Fraction(1, 3) + Fraction(1, 10**20), third)
    (True, False)
    """
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left == right
    with working_digits(2 * DIGITS):
        return bool(lift(left).overlaps(lift(right)))


def approximation(value: Real) -> tuple[float, float]:
    """A float and a bound on its distance from ``value``: zero only when ``value`` is that float exactly.

    Both are infinite when ``value`` is beyond the range of a double.

    >>> approximation(Fraction(1, 4)), approximation(Fraction(-(10**400)))
    ((0.25, 0.0), (-inf, inf))
    """
    nearest = _nearest(value)
    if math.isinf(nearest):
        return nearest, math.inf
    if isinstance(value, Fraction):
        distance = abs(value - Fraction(nearest))
        return nearest, _at_least(float(distance), lift(distance).upper()) if distance else 0.0
    most = abs(value - flint.arb(nearest)).upper()
    return nearest, _at_least(float(most), most)


def _nearest(value: Real) -> float:
    try:
        nearest = float(value if isinstance(value, Fraction) else value.mid())
    except OverflowError:
        nearest = math.inf
    return nearest if math.isfinite(nearest) else math.copysign(math.inf, 1 if value > 0 else -1)


def _at_least(near: float, bound: flint.arb) -> float:
    """``near``, or the next float, so that it is not below ``bound``."""
    return near if flint.arb(near) >= bound else math.nextafter(near, math.inf)


def decimal(value: Real) -> str:
    """``value`` to six decimals, or to seven digits and a power of ten where it is no double.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(2**2000))
    ('0.666667', '1.148131e+602')
    """
    nearest = _nearest(value)
    if math.isfinite(nearest):
        return f"{nearest:.6f}"
    with working_digits(DIGITS):
        return str(lift(value).str(7, radius=False))


def text(value: Fraction) -> str:
    """The fraction in lowest terms, however many digits it has.

    >>> text(Fraction(6, 4)), len(text(Fraction(10**5000)))
    ('3/2', 5001)
    """
    return str(flint.fmpq(value.numerator, value.denominator))


def shortest(value: Real) -> str:
    """A fraction that is short as it is, and else six decimals.

    >>> shortest(Fraction(3, 4)), shortest(Fraction(10**12, 3 * 10**12 + 1))
    ('3/4', '0.333333')
    """
    return exact if isinstance(value, Fraction) and len(exact := text(value)) <= 12 else decimal(value)


def as_json(value: Real | None) -> dict[str, object] | None:
    """``{"exact", "value"}`` for a fraction, ``{"exact": null, "value", "error"}`` for a ball, null for nothing.

    ``"value"`` (and ``"error"``) are null where the number is beyond the range of a double.

    >>> as_json(Fraction(3, 4))
    {'exact': '3/4', 'value': 0.75}
    """
    if value is None:
        return None
    finite = is_a_double(value)
    if isinstance(value, Fraction):
        return {"exact": text(value), "value": _nearest(value) if finite else None}
    nearest, error = approximation(value)
    return (
        {"exact": None, "value": nearest, "error": error} if finite else {"exact": None, "value": None, "error": None}
    )


def is_a_double(value: Real) -> bool:
    """Whether ``value`` is within the range of doubles.

    >>> is_a_double(Fraction(10**300)), is_a_double(Fraction(10**400))
    (True, False)
    """
    if isinstance(value, Fraction):
        top, bottom = value.as_integer_ratio()
        if top.bit_length() - bottom.bit_length() < 1000:
            return True
    return all(map(math.isfinite, approximation(value)))
