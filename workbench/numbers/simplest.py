"""The simplest fractions: those of the least denominator in an interval, and likely values of a bound seen from below.

A number that a search comes near from below is most likely the fraction that is near for how simple it is: there are
some ``q**2`` fractions with denominators up to ``q`` in an interval of length 1, so one of denominator ``q`` at the
distance ``d`` is the more surprising the smaller ``d*q**2`` is.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log

DISTANCES = tuple(Fraction(x) for x in ("0", "1e-8", "1e-6", "1e-5", "1e-4", "1e-3", "0.01"))
WEAKER = tuple((Fraction(x), Fraction(y)) for x, y in (("0.05", "0.1"), ("0.2", "0.3"), ("0.5", "1")))
NEAREST, SMALL = Fraction(1, 10**9), Fraction(1, 10)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the least denominator in ``[low, high]``, and of these the nearest to 0; ``low <= high``.

    The first one on the way down the tree of Stern and Brocot.

    >>> simplest(Fraction(133, 100), Fraction(134, 100)), simplest(Fraction(-1, 2), Fraction(-1, 3))
    (Fraction(4, 3), Fraction(-1, 2))
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = floor(low)
    if low == whole or whole + 1 <= high:
        return Fraction(whole + (low != whole))
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


def likely_bounds(reached: Fraction) -> list[Fraction]:
    """Simple fractions that are not below what was ``reached``, ascending: the strongest bound first.

    >>> [str(x) for x in likely_bounds(Fraction(1333333, 1000000))]
    ['1333333/1000000', '4/3', '7/5', '5/3', '2']
    """
    scale = max(abs(reached), SMALL)
    near = {simplest(reached, reached + scale * x) for x in DISTANCES}
    return sorted(near | {simplest(reached + scale * x, reached + scale * y) for x, y in WEAKER})


def likeliest(bounds: list[Fraction], reached: Fraction) -> int:
    """The place of the bound that is nearest to what was reached for how simple it is.

    >>> likeliest(likely_bounds(Fraction(1333333, 1000000)), Fraction(1333333, 1000000))
    1
    """
    scale = max(abs(reached), SMALL)
    unlikely = [log(max((x - reached) / scale, NEAREST)) + 2 * log(x.denominator) for x in bounds]
    return unlikely.index(min(unlikely))
