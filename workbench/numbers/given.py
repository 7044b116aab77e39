"""Numbers as they are given, exactly.

A number may be an int, a float (taken as stored), a Fraction, a Decimal, a numpy scalar, or text: decimal text is taken
as written, so ``"0.1"`` is 1/10 while ``0.1`` is the double nearest to it.
"""

from __future__ import annotations

import operator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from workbench.errors import InputError

MAX_DIGITS = 2_000
MAX_EXPONENT = 5_000


def number(value: object) -> Fraction:
    """``value`` as the exact number it is; `ValueError` with the reason when it is none.

    >>> number("0.1"), number(0.5), number("2.35e-05"), number(" 1/3 ")
    (Fraction(1, 10), Fraction(1, 2), Fraction(47, 2000000), Fraction(1, 3))
    >>> number("nan")
    Traceback (most recent call last):
    ValueError: is not a finite number
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, Decimal):
        return _from_decimal(value)
    if isinstance(value, complex):
        raise ValueError("is not a number")
    ratio = getattr(value, "as_integer_ratio", None)
    try:
        if ratio is not None:
            top, bottom = ratio()
            return Fraction(int(top), int(bottom))
        return Fraction(operator.index(value))  # type: ignore[arg-type]
    except TypeError:
        raise ValueError("is not a number") from None
    except (OverflowError, ValueError):
        raise ValueError("is not a finite number") from None


def as_written(value: object) -> Fraction:
    """`number`, but a float, numpy's too, is the decimal that prints it, and neither True nor False is a number.

    >>> as_written(0.1), as_written("0.1"), as_written(3)
    (Fraction(1, 10), Fraction(1, 10), Fraction(3, 1))
    """
    if isinstance(value, bool):
        raise ValueError("is not a number")
    is_float = hasattr(value, "as_integer_ratio") and not isinstance(value, int | Fraction | Decimal)
    return number(str(value) if is_float else value)


def told(what: str, value: object) -> Fraction:
    """`as_written`; `InputError` says of ``what`` it is that ``value`` is no number.

    >>> told("the capacity 'all'", "all")
    Traceback (most recent call last):
    workbench.errors.InputError: the capacity 'all' is not a number
    """
    try:
        return as_written(value)
    except ValueError as error:
        raise InputError(f"{what} {error}") from None


def _from_text(text: str) -> Fraction:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"has {len(text)} characters; at most {MAX_DIGITS} are read")
    text = text.strip()
    if "_" in text or not text.isascii():
        raise ValueError("is not a number")
    if "/" in text:
        try:
            return Fraction(text)
        except ZeroDivisionError:
            raise ValueError("divides by zero") from None
        except ValueError:
            raise ValueError("is not a number") from None
    try:
        return _from_decimal(Decimal(text))
    except InvalidOperation:
        raise ValueError("is not a number") from None


def _from_decimal(value: Decimal) -> Fraction:
    if not value.is_finite():
        raise ValueError("is not a finite number")
    if value and abs(value.adjusted()) > MAX_EXPONENT:
        raise ValueError(f"has an exponent beyond {MAX_EXPONENT}")
    return Fraction(value) if value else Fraction(0)


def fraction(value: Any) -> Fraction:
    """A rational number of flint as Python has it, whose `Fraction` would look for the common factors of its parts."""
    found: Any = object.__new__(Fraction)
    found._numerator, found._denominator = int(value.p), int(value.q)
    return found  # type: ignore[no-any-return]
