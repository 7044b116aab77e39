"""Decimals of few digits, and decimals written in full, so that what is read is the number that is meant."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, inf, log10

from workbench.errors import shown
from workbench.numbers.written import text

MORE_DIGITS = 20
MOST_DIGITS = 40
LONGEST_DOUBLE = 17
"""Digits that print any double."""


def short_decimal(low: Fraction, high: Fraction) -> Fraction:
    """The decimal of the fewest digits in ``[low, high)``, and of these the one nearest to the middle; ``low < high``.

    Where the nearest doubles of ``low`` and ``high`` differ, that of the decimal lies in between too, so that it cuts
    in the same place whether numbers are decimals or doubles.

    >>> short_decimal(Fraction("0.3052"), Fraction("0.3461")), short_decimal(Fraction(10), Fraction(60))
    (Fraction(33, 100), Fraction(40, 1))
    >>> short_decimal(Fraction(0.1), Fraction(0.1) + Fraction(1, 10**10)) > Fraction(0.1)
    True
    """
    gap, middle = high - low, (low + high) / 2
    if low <= 0 < high:
        return Fraction(0)
    first_digit, enough = (ceil(log10(x.denominator) - log10(x.numerator)) for x in (max(-low, high), gap))
    for digits in range(min(first_digit - 1, enough), enough + MORE_DIGITS):
        unit = Fraction(10) ** -digits
        first, last = ceil(low / unit), ceil(high / unit) - 1
        if first <= last:
            found = min(max(floor(middle / unit + Fraction(1, 2)), first), last) * unit
            if _apart(low, found, high):
                return found
    return low


def _apart(low: Fraction, found: Fraction, high: Fraction) -> bool:
    below, at, above = map(_double, (low, found, high))
    return not below < above or at < above


def _double(x: Fraction) -> float:
    try:
        return float(x)
    except OverflowError:
        return inf if x > 0 else -inf


def as_read(x: Fraction) -> str:
    """A number as it was read, in a message: a double as it prints, and any other number in full, if it is not long.

    >>> as_read(Fraction(1.1)), as_read(Fraction("3.3975")), as_read(Fraction(7, 3))
    ('1.1', '3.3975', '7/3')
    """
    written, nearest = in_full(x), _double(x)
    if len(written) > LONGEST_DOUBLE and abs(nearest) < inf and Fraction(nearest) == x:
        return repr(nearest)
    return shown(x) if len(written) > MOST_DIGITS else written


def in_full(x: Fraction) -> str:
    """All digits of a decimal that has not too many; else the fraction.

    >>> in_full(Fraction("0.31")), in_full(Fraction(1, 3)), in_full(Fraction("-2.5e-12")), in_full(Fraction(10) ** 99)
    ('0.31', '1/3', '-2.5E-12', '1E+99')
    """
    rest, twos, fives = x.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return text(x)
    places = max(twos, fives)
    digits = text(abs(x) * 10**places)
    if len(digits) > MOST_DIGITS:
        short = digits.rstrip("0")
        digits, places = short, places - (len(digits) - len(short))
    return text(x) if len(digits) > MOST_DIGITS else str(Decimal((int(x < 0), tuple(map(int, digits)), -places)))
