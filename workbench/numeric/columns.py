"""Reading columns of scores and classes exactly, whatever holds them.

A score may be an int, a float (taken as stored), a Fraction, a Decimal, a numpy scalar, or text:
decimal text is taken as written, so ``"0.1"`` is 1/10 while ``0.1`` is the double nearest to it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

MAX_DIGITS = 2_000
MAX_EXPONENT = 5_000

_CLASSES: dict[object, int] = {0: 0, 1: 1, "0": 0, "1": 1, "0.0": 0, "1.0": 1}


def shown(value: object) -> str:
    """``value`` for a message: one line, at most some 40 characters, nothing unprintable.

    >>> print(shown("a\\nb"), shown(2.5), shown("x" * 1000))
    'a\\nb' 2.5 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...
    """
    if isinstance(value, str):
        return repr(value[:40]) + "..." * (len(value) > 40)
    try:
        text = str(value)
    except ValueError:  # an integer too long to print
        text = "a number of many digits"
    text = "".join(x if x.isprintable() else " " for x in text[:41])
    return text[:40] + "..." * (len(text) > 40)


def reason(error: object) -> str:
    """What a library says is wrong: one line, at most some 300 characters, nothing unprintable.

    >>> print(reason(ValueError("Invalid Error:\\n  no such column")))
    Invalid Error: no such column
    """
    text = " ".join("".join(x if x.isprintable() else " " for x in str(error)[:2_000]).split())
    return text[:300] + "..." * (len(text) > 300)


def number(value: object) -> Fraction:
    """``value`` as the exact number it is; `ValueError` with the reason when it is none.

    >>> number("0.1"), number(0.5), number("2.35e-05"), number(" 1/3 ")
    (Fraction(1, 10), Fraction(1, 2), Fraction(47, 2000000), Fraction(1, 3))
    >>> number("nan")
    Traceback (most recent call last):
    ValueError: is not a finite number
    """
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


def class_of(value: object) -> int:
    """The class, 0 or 1, that ``value`` says; `ValueError` when it says neither.

    >>> class_of("1"), class_of(False), class_of(1.0), class_of("1.00")
    (1, 0, 1, 1)
    """
    try:
        found = _CLASSES.get(value.strip() if isinstance(value, str) else value)
        if found is None and isinstance(value, str):
            found = _CLASSES.get(_from_text(value))
    except (TypeError, ValueError):
        found = None
    if found is None:
        raise ValueError("classes are 0 and 1")
    return found


def as_list(column: Iterable[object], what: str) -> list[object]:
    """The entries of a list, an array, or a column of pandas or polars, ``what`` says of what.

    An array of one column only is as good as its column; what has no order, or more than one column, is not.

    >>> as_list({0.5}, "y_score")
    Traceback (most recent call last):
    ValueError: y_score is a set, whose values have no order; a list or an array would do
    """
    shape = getattr(column, "shape", None)
    if isinstance(column, set | frozenset | Mapping):
        raise ValueError(
            f"{what} is a {type(column).__name__}, whose values have no order; a list or an array would do"
        )
    if hasattr(type(column), "columns"):
        names = _names_of(column)
        listed = ", ".join(map(shown, names[:5])) + ", ..." * (len(names) > 5)
        raise ValueError(
            f"{what} is a table with the columns {listed}; give one of them, such as table[{shown(names[0])}]"
            if names
            else f"{what} is a table without columns"
        )
    if getattr(getattr(column, "dtype", None), "kind", "") in ("m", "M"):
        raise ValueError(f"{what} holds times ({column.dtype}); scores and classes are numbers")  # type: ignore[attr-defined]
    if isinstance(column, str | bytes) or not hasattr(column, "__iter__") or shape == ():
        raise ValueError(f"{what} {shown(column)} is not a column of values")
    if isinstance(shape, tuple) and len(shape) > 1:
        if len(shape) != 2 or shape[1] != 1:
            raise ValueError(f"{what} has the shape {shape}; it must be one column")
        return [entry for (entry,) in column.tolist()]  # type: ignore[attr-defined]
    for way in ("tolist", "to_list", "to_pylist"):
        if hasattr(column, way):
            try:
                entries = getattr(column, way)()
            except (NotImplementedError, ValueError) as error:
                raise ValueError(f"{what} has entries that cannot be read: {error}") from None
            return entries if isinstance(entries, list) else [entries]
    return list(column)


def _names_of(table: Any) -> list[object]:
    """The names of the columns of a table; a polars LazyFrame has to be asked for its schema."""
    if hasattr(type(table), "collect_schema"):
        return list(table.collect_schema().names())
    return list(table.column_names if hasattr(type(table), "column_names") else table.columns)
