"""Numbers written, for people and for other programs: as fractions, as decimals, with their error."""

from __future__ import annotations

import math
from fractions import Fraction

import flint

from workbench.numbers.algebraic import Algebraic
from workbench.numbers.certified import DIGITS, Real, lift, working_digits

SHORT = 24


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


def _nearest(value: Real | float) -> float:
    if isinstance(value, float):
        return value
    try:
        nearest = float(value if isinstance(value, Fraction | int) else value.mid())
    except OverflowError:
        nearest = math.inf
    return nearest if math.isfinite(nearest) else math.copysign(math.inf, 1 if value > 0 else -1)


def _at_least(near: float, bound: flint.arb) -> float:
    """``near``, or the next float, so that it is not below ``bound``."""
    return near if flint.arb(near) >= bound else math.nextafter(near, math.inf)


def decimal(value: Real | float, places: int = 6) -> str:
    """``value`` to six decimals, or so many, or to seven digits and a power of ten where it is no double.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(2**2000)), decimal(-0.0004, 3)
    ('0.666667', '1.148131e+602', '0.000')
    """
    if (endless := infinite(value)) is not None:
        return endless
    nearest = _nearest(value)
    if math.isfinite(nearest) or isinstance(value, float):
        return f"{round(nearest, places) + 0.0:.{places}f}"
    with working_digits(DIGITS):
        return str(lift(value).str(7, radius=False))


def significant(value: Real | float, digits: int = 6) -> str:
    """``value`` to six digits that count, or so many, without zeros at the end.

    >>> significant(Fraction(2, 3)), significant(0.25), significant(Fraction(10**9), 3)
    ('0.666667', '0.25', '1e+09')
    """
    return infinite(value) or f"{_nearest(value):.{digits}g}"


def infinite(value: Real | float) -> str | None:
    """``oo`` or ``-oo`` for what is infinite, None for a number.

    >>> infinite(flint.arb("-inf")), infinite(Fraction(10**400))
    ('-oo', None)
    """
    if isinstance(value, Fraction | int) or not (value > 0 or value < 0):
        return None
    if math.isfinite(value) if isinstance(value, float) else value.is_finite():
        return None
    return "oo" if value > 0 else "-oo"


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

    ``"value"`` (and ``"error"``) are null where the number is beyond the range of a double. What is infinite is
    ``{"exact": "oo", "value": null}``.

    >>> as_json(Fraction(3, 4))
    {'exact': '3/4', 'value': 0.75}
    """
    if value is None:
        return None
    if (endless := infinite(value)) is not None:
        return {"exact": endless, "value": None}
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


def plain(x: Real | Algebraic) -> str:
    """A number in words: a fraction that is short as it is, others to six digits."""
    if isinstance(x, Fraction):
        return exact if len(exact := text(x)) <= SHORT else f"{decimal(x)}..."
    if isinstance(x, flint.arb) and (endless := infinite(x)) is not None:
        return endless
    return f"{significant(x if isinstance(x, flint.arb) else float(x))}..."


def about(x: Fraction | None) -> str:
    """A bound as it is read: a short decimal as it is, else six digits.

    >>> about(Fraction(1, 8)), about(Fraction(1, 3))
    ('0.125', 'about 0.333333')
    """
    decimal = "unbounded" if x is None else significant(x)
    return decimal if x is None or Fraction(decimal) == x else f"about {decimal}"
