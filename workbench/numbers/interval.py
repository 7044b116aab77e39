"""An interval of numbers: each end belongs to it, or does not, or is not there.

Nothing here loads flint until a ball is asked for, so that catalogues and the statement language may use it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.numbers.certified import Real

from workbench.errors import InputError, shown

_END = r"-?[0-9]+(?:/0*[1-9][0-9]*|\.[0-9]+)?"
_WRITTEN = re.compile(rf"(?P<left>[\[(]) *(?P<low>{_END}|(?<=\()-oo) *, *(?P<high>{_END}|oo(?=\))) *(?P<right>[\])])")


@dataclass(frozen=True)
class Interval:
    """The numbers from ``low`` to ``high``; an end belongs to it where it is closed, and there is none at None.

    >>> print(Interval(Fraction(1, 2), Fraction(2), high_closed=False), Interval(Fraction(1)), Interval())
    [1/2, 2) [1, oo) (-oo, oo)
    >>> Fraction(2) in Interval(Fraction(1, 2), Fraction(2), high_closed=False)
    False
    """

    low: Fraction | None = None
    high: Fraction | None = None
    low_closed: bool = True
    high_closed: bool = True

    @classmethod
    def of(cls, ends: object) -> Interval:
        """The interval that is written so, or the closed one between a pair of numbers; it must hold several.

        >>> print(Interval.of("(0, 1]"), Interval.of("[2, oo)"), Interval.of((-1, Fraction(1, 2))))
        (0, 1] [2, oo) [-1, 1/2]
        >>> Interval.of("[1, 0]")
        Traceback (most recent call last):
        workbench.errors.InputError: '[1, 0]' is not two rising ends, such as '(0, 1]' or '[1/2, oo)'
        """
        found = None
        if isinstance(ends, str) and (written := _WRITTEN.fullmatch(ends)):
            low, high = (None if end.endswith("oo") else Fraction(end) for end in written.group("low", "high"))
            found = cls(low, high, written["left"] == "[", written["right"] == "]")
        elif isinstance(ends, tuple) and len(ends) == 2 and all(isinstance(x, int | Fraction) for x in ends):
            found = cls(Fraction(ends[0]), Fraction(ends[1]))
        if found is None or found.empty or (found.low is not None and found.low == found.high):
            raise InputError(f"{shown(ends)} is not two rising ends, such as '(0, 1]' or '[1/2, oo)'")
        return found

    def __str__(self) -> str:
        low = "(-oo" if self.low is None else f"{'[' if self.low_closed else '('}{self.low}"
        high = "oo)" if self.high is None else f"{self.high}{']' if self.high_closed else ')'}"
        return f"{low}, {high}"

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and not (self.low_closed and self.high_closed))

    def __contains__(self, value: Real | int) -> bool:
        """Whether the number lies in it; for a ball, whether it can."""
        if isinstance(value, int | Fraction):
            above = self.low is None or value > self.low or (self.low_closed and value == self.low)
            return above and (self.high is None or value < self.high or (self.high_closed and value == self.high))
        from workbench.numbers.certified import lift

        beneath = self.low is not None and (value < lift(self.low) if self.low_closed else value <= lift(self.low))
        beyond = self.high is not None and (value > lift(self.high) if self.high_closed else value >= lift(self.high))
        return not (beneath or beyond)

    def __and__(self, other: Interval) -> Interval:
        """What lies in both.

        >>> print(Interval(Fraction(0), Fraction(2)) & Interval(Fraction(1), Fraction(2), high_closed=False))
        [1, 2)
        """
        low, low_closed = _inner((self.low, self.low_closed), (other.low, other.low_closed), 1)
        high, high_closed = _inner((self.high, self.high_closed), (other.high, other.high_closed), -1)
        return Interval(low, high, low_closed, high_closed)

    def moved(self, slope: Fraction | int, offset: Fraction | int = 0) -> Interval:
        """The numbers ``slope*x + offset`` for ``x`` in it; the slope is not zero.

        >>> print(Interval(Fraction(1), Fraction(3), high_closed=False).moved(-2, 1))
        (-5, -1]
        """
        low, high = (None if x is None else Fraction(slope * x + offset) for x in (self.low, self.high))
        if slope > 0:
            return Interval(low, high, self.low_closed, self.high_closed)
        return Interval(high, low, self.high_closed, self.low_closed)

    def integers(self, least: int, most: int) -> range:
        """The integers in it from ``least`` to ``most``.

        >>> Interval(Fraction(3, 2), Fraction(4), high_closed=False).integers(0, 10)
        range(2, 4)
        """
        if self.low is not None:
            least = max(least, ceil(self.low) if self.low_closed else floor(self.low) + 1)
        if self.high is not None:
            most = min(most, floor(self.high) if self.high_closed else ceil(self.high) - 1)
        return range(least, max(least, most + 1))


def _inner(
    one: tuple[Fraction | None, bool], other: tuple[Fraction | None, bool], sign: int
) -> tuple[Fraction | None, bool]:
    """The end that leaves less: the greater of two lower ends (``sign`` 1), the lesser of two upper ends (-1)."""
    if one[0] is None or other[0] is None:
        return other if one[0] is None else one
    if one[0] == other[0]:
        return one[0], one[1] and other[1]
    return one if sign * one[0] > sign * other[0] else other
