"""Real numbers that carry their own proof: an exact fraction, or a ball with a proven radius.

A value of the exact engine is a `fractions.Fraction` wherever it is rational, and otherwise a
``flint.arb``, whose midpoint and radius enclose the true value. Sums and products of the two go
through `lift`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TypeAlias

import flint

Real: TypeAlias = "Fraction | flint.arb"

DIGITS = 30


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
    """A float and a bound on its distance from ``value`` (zero when ``value`` is that float exactly).

    >>> approximation(Fraction(1, 4))
    (0.25, 0.0)
    """
    if isinstance(value, Fraction):
        nearest = float(value)
        return nearest, abs(float(value - Fraction(nearest)))
    nearest = float(value.mid())
    return nearest, float(abs(value - flint.arb(nearest)).upper())


def text(value: Fraction) -> str:
    """The fraction in lowest terms, however many digits it has.

    >>> text(Fraction(6, 4)), len(text(Fraction(10**5000)))
    ('3/2', 5001)
    """
    return str(flint.fmpq(value.numerator, value.denominator))


def as_json(value: Real | None) -> dict[str, object] | None:
    """``{"exact", "value"}`` for a fraction, ``{"exact": null, "value", "error"}`` for a ball, null for nothing.

    >>> as_json(Fraction(3, 4))
    {'exact': '3/4', 'value': 0.75}
    """
    if value is None:
        return None
    if isinstance(value, Fraction):
        return {"exact": text(value), "value": float(value)}
    nearest, error = approximation(value)
    return {"exact": None, "value": nearest, "error": error}
