"""Printed numbers: the text, and the exact set of values that are printed so.

A printed number is text, because its digits say how far it was rounded: ``0.790`` says more than ``0.79``. What it
can stand for depends on how it was rounded. The words are those of Python's `decimal`, by magnitude, so that a
negative number is printed as its positive twin with a minus sign:

``half``       to the nearest, a tie either way: nothing is known about ties
``half-even``  to the nearest, a tie to the even digit
``half-up``    to the nearest, a tie away from zero
``down``       toward zero: the digits are cut off
``up``         away from zero
``any``        one of these, it is not known which

IEEE standard for floating-point arithmetic, IEEE 754 (2019), section 4.3, has the same directions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.certified import Real
from workbench.numbers.given import MAX_EXPONENT, number
from workbench.numbers.interval import Interval as Interval
from workbench.numbers.piecewise import exact_middle
from workbench.numbers.written import significant

ROUNDINGS = ("half", "half-even", "half-up", "down", "up", "any")
EXACTLY = "exactly"
_NUMERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:[,' ][0-9]{3})+(?:\.[0-9]+)?")


@dataclass(frozen=True)
class Printed:
    """A number as printed, and how it was rounded.

    `InputError` for what is no decimal number in plain digits: a percentage, a fraction, NaN, infinity, grouped
    thousands, spaces. An exponent is read, ``1.0e-3`` is 0.0010. A minus sign before zero says that the value is
    not positive; zero without one says nothing of the sign.

    >>> print(Printed("0.79").values, Printed("0.790").values, Printed("-0.79", "half-up").values)
    [157/200, 159/200] [1579/2000, 1581/2000] (-159/200, -157/200]
    >>> print(Printed("0.79", "down").values, Printed("-0.79", "down").values, Printed("1.2e3", "any").values)
    [79/100, 4/5) (-4/5, -79/100] (1100, 1300)
    >>> Printed("79%")
    Traceback (most recent call last):
    workbench.errors.InputError: '79%' is a percentage; write the share, such as 0.79 for 79%
    """

    text: str
    rounding: str = "half"

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError(f"{shown(self.text)} is not text; write printed numbers in quotes, to keep their digits")
        if self.rounding not in (*ROUNDINGS, EXACTLY):
            raise InputError(f"unknown rounding {shown(self.rounding)}; one of {', '.join(ROUNDINGS)}")
        if not _NUMERAL.fullmatch(self.text):
            raise InputError(f"{shown(self.text)} {_what_is_wrong(self.text)}")
        try:
            number(self.text)
            if abs(self._exponent) > MAX_EXPONENT:
                raise ValueError(f"has an exponent beyond {MAX_EXPONENT}")
        except ValueError as error:
            raise InputError(f"{shown(self.text)} {error}") from None

    @classmethod
    def of(cls, value: Any, rounding: str = "half") -> Printed:
        """Text as it is, and an integer by its digits; a float has lost the digits that were printed.

        >>> Printed.of(40), Printed.of("0.790")
        (Printed(text='40', rounding='half'), Printed(text='0.790', rounding='half'))
        >>> Printed.of(0.79)
        Traceback (most recent call last):
        workbench.errors.InputError: 0.79 is not text; write printed numbers in quotes, to keep their digits
        """
        whole = isinstance(value, int) and not isinstance(value, bool)
        return cls(shown(value) if whole else value, rounding)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def number(self) -> Fraction:
        """The number that the digits name."""
        return number(self.text)

    @cached_property
    def unit(self) -> Fraction:
        """One in the last printed place.

        >>> Printed("0.790").unit, Printed("12").unit, Printed("1.2e3").unit
        (Fraction(1, 1000), Fraction(1, 1), Fraction(100, 1))
        """
        return Fraction(10) ** (self._exponent - self._places)

    @property
    def _places(self) -> int:
        return len(self.text.lower().partition("e")[0].partition(".")[2])

    @property
    def _exponent(self) -> int:
        return int(self.text.lower().partition("e")[2] or 0)

    @cached_property
    def values(self) -> Interval:
        """The values that are printed so."""
        around = self._magnitudes(abs(self.number))
        if self.text[0] == "-":
            return around.moved(-1)
        if self.number == 0 and around.high is not None:
            return Interval(-around.high, around.high, around.high_closed, around.high_closed)
        return around

    def _magnitudes(self, size: Fraction) -> Interval:
        """The values from zero on that are printed as ``size``."""
        half = self.unit / 2
        even = self.rounding == "half" or (self.rounding == "half-even" and size / self.unit % 2 == 0)
        match self.rounding:
            case "half" | "half-even":
                found = Interval(size - half, size + half, even, even)
            case "half-up":
                found = Interval(size - half, size + half, True, False)
            case "down":
                found = Interval(size, size + self.unit, True, False)
            case "exactly":
                found = Interval(size, size)
            case "up":
                found = Interval(size - self.unit, size, False, True)
            case _:
                found = Interval(size - self.unit, size + self.unit, False, False)
        return found & Interval(Fraction(0))

    @property
    def exactly(self) -> Printed:
        """The printed number itself, not rounded.

        >>> print(Printed("0.79").exactly.values)
        [79/100, 79/100]
        """
        return Printed(self.text, EXACTLY)

    def allows(self, value: Real | int) -> bool:
        """Whether the value is printed so; a ball is allowed when some number in it is.

        >>> [Printed("0.24").allows(Fraction(x)) for x in ("0.2449", "0.245", "0.2451")]
        [True, True, False]
        """
        return value in self.values

    def only_by_rounding(self, value: Real | int) -> bool:
        """Whether the value is printed so and yet is not the printed number itself.

        >>> Printed("0.24").only_by_rounding(Fraction("0.2449")), Printed("0.24").only_by_rounding(Fraction("0.240"))
        (True, False)
        """
        return self.allows(value) and value != self.number


@dataclass(frozen=True)
class Narrowed(Printed):
    """A printed number of which more is known: it lies ``within`` an interval too.

    >>> print(Narrowed("0.79", within=Interval(Fraction("0.79"))).values)
    [79/100, 159/200]
    """

    within: Interval = field(default_factory=Interval)

    @cached_property
    def values(self) -> Interval:
        """The values that are printed so and lie within the interval."""
        return self._alone & self.within

    @property
    def _alone(self) -> Interval:
        return Printed(self.text, self.rounding).values


@dataclass(frozen=True)
class Bound(Narrowed):
    """A number that is printed as a bound, ``>0.9``: the values beyond it that lie within an interval.

    After ``<`` and ``>`` the number stands for itself; after ``≤`` and ``≥`` it may have been rounded.

    >>> share = Interval(Fraction(0), Fraction(1))
    >>> print(*(Bound("0.9", sign=sign, within=share).values for sign in "<≤≥>"))
    [0, 9/10) [0, 19/20] [17/20, 1] (9/10, 1]
    """

    sign: str = ">"

    def __str__(self) -> str:
        return f"{self.sign}{self.text}"

    @property
    def exactly(self) -> Printed:
        """The bound itself, not rounded."""
        return replace(self, rounding=EXACTLY)

    @property
    def _alone(self) -> Interval:
        strict = self.sign in "<>"
        around = Printed(self.text, EXACTLY if strict else self.rounding).values
        if self.sign in "<≤":
            return Interval(high=around.high, high_closed=not strict)
        return Interval(around.low, low_closed=not strict)


def narrowed(printed: Printed, within: Interval) -> Narrowed:
    """The printed number with what more is known of it.

    >>> print(narrowed(Bound("0.9"), Interval(high=Fraction(1))).values)
    (9/10, 1]
    """
    if isinstance(printed, Narrowed):
        return replace(printed, within=printed.within & within)
    return Narrowed(printed.text, printed.rounding, within)


def _what_is_wrong(text: str) -> str:
    bare = text.strip()
    if not bare:
        return "is empty; a number is missing"
    if bare.endswith("%"):
        return "is a percentage; write the share, such as 0.79 for 79%"
    if _GROUPED.fullmatch(bare):
        return "has its digits in groups; write them without a separator"
    if _NUMERAL.fullmatch(bare):
        return "has spaces around it; write the digits alone"
    if bare.lower().lstrip("+-") in ("nan", "inf", "infinity", "oo"):
        return "is not a finite number"
    return "is not a printed number; write plain digits, such as 0.79, -0.5, 12 or 1e-3"


def as_printed(value: Real | int, like: Printed) -> str:
    """The value with as many digits as ``like`` has, rounded to the nearest, a tie to the even digit.

    >>> as_printed(Fraction(2, 3), Printed("0.790")), as_printed(Fraction(-1, 8), Printed("0.79"))
    ('0.667', '-0.12')
    >>> as_printed(Fraction(1, 900), Printed("1.0e-3")), as_printed(1234, Printed("1.2e3"))
    ('1.1e-3', '1.2e3')
    """
    exact = Fraction(value) if isinstance(value, int | Fraction) else exact_middle(value)
    units = round(exact / like.unit)
    digits = f"{abs(units):0{like._places + 1}d}"
    cut = len(digits) - like._places
    exponent = f"e{like._exponent}" if "e" in like.text.lower() else ""
    return f"{'-' * (units < 0)}{digits[:cut]}{'.' * (like._places > 0)}{digits[cut:]}{exponent}"


def printed_as(value: Real | int, like: Printed) -> Printed:
    """The value as ``like`` is printed: with its digits, and rounded in its way.

    >>> str(printed_as(Fraction(2, 3), Printed("0.79"))), str(printed_as(Fraction(2, 3), Printed("0.79", "down")))
    ('0.67', '0.66')
    """
    nearest = number(as_printed(value, like))
    near = (Printed(as_printed(nearest + step * like.unit, like), like.rounding) for step in (0, -1, 1))
    return next(x for x in near if x.allows(value))


def percentage(printed: Printed) -> str:
    """What to add to a message about a number that is out of range because it may be a percentage; else nothing."""
    return f"; if it is a percentage, write {printed}%" if 1 < printed.number <= 100 else ""


def value_in_words(value: Real, text: str) -> str:
    """The value of what a printout has as ``text``, with its digits or with more.

    >>> value_in_words(Fraction(12, 15), "0.81"), value_in_words(Fraction(3), "4")
    ('4/5 = 0.80', '3')
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    decimals = significant(value, 4) if text[0] in "<>≤≥" else told_apart(value, Printed(text))
    return f"{value} = {decimals}" if isinstance(value, Fraction) and value.denominator < 10**6 else decimals


def told_apart(value: Real, printed: Printed) -> str:
    """The value with the digits of the printed one, or with more where these are the same.

    >>> told_apart(Fraction(2, 3), Printed("0.79")), told_apart(Fraction(791, 1000), Printed("0.79"))
    ('0.67', '0.791')
    """
    like = printed if printed.unit < 1 else Printed("0.000")
    for _ in range(12):
        text = as_printed(value, like)
        if Fraction(text) != printed.number:
            return text
        mantissa, e, exponent = like.text.lower().partition("e")
        like = Printed(f"{mantissa}{'0' if '.' in mantissa else '.0'}{e}{exponent}")
    return text
