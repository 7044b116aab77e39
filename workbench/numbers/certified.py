"""Real numbers that carry their own proof: an exact fraction, or a ball with a proven radius.

A value of the exact engine is a `fractions.Fraction` wherever it is rational, and otherwise a
``flint.arb``, whose midpoint and radius enclose the true value. Sums and products of the two go
through `lift`.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any, TypeAlias

import flint

Real: TypeAlias = "Fraction | flint.arb"

DIGITS = 30
MOST_BITS = 4_000  # of a ball that is written as a fraction
TRIED_DIGITS = 15  # those to which both sides of a statement are compared on a continuous model


def _ball(middle: tuple[int, int], radius: tuple[int, int]) -> flint.arb:
    return flint.arb(middle, radius)


def _parts(ball: flint.arb) -> tuple[Callable[..., flint.arb], tuple[tuple[int, int], ...]]:
    """How a ball is pickled: its midpoint and its radius, each an integer times a power of two, exactly."""
    middle, radius = ((int(top), int(two)) for top, two in (ball.mid().man_exp(), ball.rad().man_exp()))
    return _ball, (middle, radius)


copyreg.pickle(flint.arb, _parts)


class Endless(flint.arb):
    """An infinite value, which shows itself as everything here writes it.

    >>> Endless("inf"), Endless("-inf") < 0
    (oo, True)
    """

    def __repr__(self) -> str:
        return "oo" if self > 0 else "-oo"

    __str__ = __repr__

    def __reduce__(self) -> tuple[type[Endless], tuple[str]]:
        return Endless, (repr(self).replace("oo", "inf"),)


def working_digits(digits: int) -> AbstractContextManager[None]:
    """Compute balls with at least ``digits`` decimal digits inside the ``with`` block."""
    found: AbstractContextManager[None] = flint.ctx.workprec(int(digits * 3.33) + 32)
    return found


def lift(value: Real | int) -> flint.arb:
    """``value`` as a ball.

    >>> lift(Fraction(1, 4))
    0.250000000000000
    """
    if isinstance(value, Fraction):
        return flint.arb(flint.fmpq(value.numerator, value.denominator))
    return flint.arb(value)


def is_finite(value: Real) -> bool:
    """Whether ``value`` is a number, and not infinite or unknown.

    >>> is_finite(Fraction(1)), is_finite(flint.arb("inf"))
    (True, False)
    """
    return isinstance(value, Fraction) or bool(value.is_finite())


def resolved(value: Real) -> Real:
    """What is written of ``value``: a ball of radius 0 is a fraction, as 1 over infinity is; others stay.

    >>> resolved(lift(Fraction(3, 4))), resolved(1 / flint.arb("inf")), resolved(lift(2).sqrt()) > 1
    (Fraction(3, 4), Fraction(0, 1), True)
    """
    if isinstance(value, Fraction) or not (value.is_finite() and value.is_exact()):
        return value
    top, two = map(int, value.man_exp())
    return Fraction(top) * Fraction(2) ** two if abs(two) <= MOST_BITS else value


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


def integral(function: Callable[[flint.acb, bool], Any], low: flint.acb, high: flint.acb, **limits: Any) -> flint.acb:
    """The integral of ``function(z, check)``, a function of balls that is no number where ``check`` and not analytic.

    What interrupts the function ends the integral; within flint it would be lost, and flint go on.

    >>> integral(lambda z, check: z**2, flint.acb(0), flint.acb(1)).real.overlaps(lift(Fraction(1, 3)))
    True
    """
    stopped: list[BaseException] = []

    def heard(z: flint.acb, check: bool) -> Any:
        if not stopped:
            try:
                return function(z, check)
            except BaseException as error:
                stopped.append(_first(error))
        return flint.acb(flint.arb.nan())

    try:
        found = flint.acb.integral(heard, low, high, **limits)
    except SystemError as error:
        stopped.append(_first(error))
    if stopped:
        raise stopped[0]
    return found


def _first(error: BaseException) -> BaseException:
    """What went wrong before flint, interrupted as it called a function, went on without saying so."""
    while isinstance(error, SystemError) and error.__cause__ is not None:
        error = error.__cause__
    return error
