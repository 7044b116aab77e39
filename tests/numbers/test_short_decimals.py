"""Decimals between two numbers, against all decimals of so many digits."""

import math
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from workbench.numbers.given import number
from workbench.numbers.short_decimals import in_full, short_decimal

DOUBLES = st.floats(allow_nan=False, allow_infinity=False)


@given(st.fractions(-3, 3, max_denominator=60), st.fractions(-3, 3, max_denominator=60))
def test_no_decimal_of_fewer_digits_is_there(one: Fraction, other: Fraction) -> None:
    low, high = sorted((one, other))
    if low == high:
        return
    found = short_decimal(low, high)
    assert low <= found < high
    for digits in range(5):
        unit = Fraction(1, 10**digits)
        there = [unit * k for k in range(-3 * 10**digits, 3 * 10**digits + 1) if low <= unit * k < high]
        if there and not (low <= 0 < high):
            assert found in there
            assert abs(found - (low + high) / 2) == min(abs(x - (low + high) / 2) for x in there)
            return


@given(DOUBLES, DOUBLES)
def test_it_lies_between_as_a_double_too(one: float, other: float) -> None:
    low, high = sorted((one, other))
    for above in {math.nextafter(low, math.inf), high} - {low, math.inf}:
        found = short_decimal(Fraction(low), Fraction(above))
        assert Fraction(low) <= found < Fraction(above)
        assert low <= float(in_full(found) if "/" not in in_full(found) else found) < above


@given(st.decimals(allow_nan=False, allow_infinity=False, places=8))
def test_what_is_written_is_the_number(x: Decimal) -> None:
    assert number(in_full(Fraction(x))) == Fraction(x)
    third = Fraction(x) + Fraction(1, 3)
    assert number(in_full(third)) == third
