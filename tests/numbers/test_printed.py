"""Printed numbers, against Python's own decimal arithmetic and against plain listing."""

import decimal
import random
import re
from fractions import Fraction
from math import ceil, floor

import flint
import pytest

from workbench.errors import InputError
from workbench.numbers.printed import ROUNDINGS, Interval, Printed, as_printed

DIRECTIONS = {
    "half": (decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_EVEN),
    "half-even": (decimal.ROUND_HALF_EVEN,),
    "half-up": (decimal.ROUND_HALF_UP,),
    "down": (decimal.ROUND_DOWN,),
    "up": (decimal.ROUND_UP,),
}
DIRECTIONS["any"] = tuple(way for ways in DIRECTIONS.values() for way in ways)


def printings(value: decimal.Decimal, places: int, rounding: str) -> set[str]:
    """Every text that the value can be printed as, by decimal."""
    unit = decimal.Decimal(1).scaleb(-places)
    return {str(value.quantize(unit, rounding=way)) for way in DIRECTIONS[rounding]}


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("places", [0, 1, 2])
def test_what_decimal_prints_is_allowed_and_nothing_else(rounding: str, places: int) -> None:
    shown = 0
    for units in range(-260, 261):
        value = decimal.Decimal(units).scaleb(-places - 1) / 2  # in twentieths of a unit: ties and what lies beside
        texts = printings(value, places, rounding)
        shown += len(texts)
        for near in range(units // 20 - 3, units // 20 + 4):
            text = str(decimal.Decimal(near).scaleb(-places))
            wanted = text in texts or (near == 0 and text in {x.lstrip("-") for x in texts})
            assert Printed(text, rounding).allows(Fraction(value)) is wanted, (value, text)
    assert shown >= 521


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_a_minus_sign_before_zero_says_something(rounding: str) -> None:
    tiny = Fraction(1, 10**9)
    signed, plain = Printed("-0.00", rounding), Printed("0.00", rounding)
    assert signed.allows(Fraction(0))
    assert plain.allows(Fraction(0))
    assert not signed.allows(tiny)
    assert signed.allows(-tiny) is plain.allows(tiny) is plain.allows(-tiny) is (rounding != "up")


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_a_negative_number_is_its_twin_with_a_sign(rounding: str) -> None:
    rng = random.Random(1)
    for _ in range(500):
        text = f"{rng.uniform(0.01, 3):.{rng.randint(0, 3)}f}"
        value = Fraction(text) + Fraction(rng.randint(-25, 25), 20) * Printed(text).unit
        if Fraction(text):
            assert Printed(text, rounding).allows(value) is Printed(f"-{text}", rounding).allows(-value)


def test_digits_count() -> None:
    assert Printed("0.79").allows(Fraction("0.7949"))
    assert not Printed("0.790").allows(Fraction("0.7949"))
    assert Printed(".79").values == Printed("0.79").values == Printed("+0.79").values
    assert Printed("7.90e-1").values == Printed("0.790").values
    assert str(Printed("12").values) == "[23/2, 25/2]"
    assert str(Printed("1e3", "down").values) == "[1000, 2000)"
    assert Printed("1.2E3").unit == 100


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("79%", "'79%' is a percentage"),
        ("", "is empty"),
        ("  ", "is empty"),
        ("nan", "'nan' is not a finite number"),
        ("-NaN", "is not a finite number"),
        ("inf", "is not a finite number"),
        ("-Infinity", "is not a finite number"),
        ("1,234", "'1,234' has its digits in groups"),
        ("1 234.5", "has its digits in groups"),
        ("0 .79", "is not a printed number"),
        (" 0.79", "has spaces around it"),
        ("0.79\n", "has spaces around it"),
        ("0,79", "is not a printed number"),
        ("٠.٧٩", "is not a printed number"),
        ("−0.79", "is not a printed number"),
        ("1/3", "is not a printed number"),
        ("1_000", "is not a printed number"),
        ("5.", "is not a printed number"),
        ("0x10", "is not a printed number"),
        ("1e", "is not a printed number"),
        ("1e99999", "has an exponent beyond"),
        ("0e99999999999", "exponent beyond"),
        ("1" * 3000, "has 3000 characters"),
        (0.79, "0.79 is not text"),
        (True, "True is not text"),
        (None, "None is not text"),
    ],
)
def test_what_is_no_printed_number_is_refused(text: object, reason: str) -> None:
    with pytest.raises(InputError, match=re.escape(reason)) as caught:
        Printed.of(text)
    assert "\n" not in str(caught.value)


def test_an_unknown_rounding_is_refused() -> None:
    with pytest.raises(InputError, match="unknown rounding 'up-half'; one of half, half-even"):
        Printed("0.79", "up-half")


def test_only_by_rounding() -> None:
    assert Printed("0.5").only_by_rounding(Fraction("0.51"))
    assert not Printed("0.5").only_by_rounding(Fraction("0.500"))
    assert not Printed("0.5").only_by_rounding(Fraction("0.6"))


def test_a_ball_is_allowed_when_some_number_in_it_is() -> None:
    root = flint.arb(2).sqrt()
    assert Printed("1.4142").allows(root)
    assert not Printed("1.4143").allows(root)
    around = flint.arb("1.5", "0.01")
    assert Printed("1").allows(around)
    assert Printed("2").allows(around)
    assert not Printed("1", "half-up").allows(flint.arb((7, -2), (1, -2)))
    assert not Printed("1", "half-even").allows(flint.arb(1.5))
    assert not Printed("3").allows(around)
    assert as_printed(root, Printed("0.000")) == "1.414"


def test_a_value_printed_like_another_is_allowed() -> None:
    rng = random.Random(2)
    for _ in range(2000):
        value = Fraction(rng.randint(-(10**6), 10**6), rng.randint(1, 10**5))
        like = Printed(rng.choice(["0", "0.0", "0.000", "12", "1e2", "1.0e-3", "2.50e1"]))
        again = Printed(as_printed(value, like), rng.choice(["half", "half-even", "any"]))
        assert again.unit == like.unit
        assert again.allows(value)


def test_intervals_by_listing() -> None:
    rng = random.Random(3)
    points = [Fraction(i, 4) for i in range(-16, 17)]

    def some() -> Interval:
        ends = [rng.choice([None, Fraction(rng.randint(-6, 6), 2)]) for _ in range(2)]
        return Interval(*ends, rng.random() < 0.5, rng.random() < 0.5)

    empty = 0
    for _ in range(3000):
        one, other = some(), some()
        inside = {x for x in points if x in one}
        assert {x for x in points if x in (one & other)} == {x for x in inside if x in other}
        assert one.empty is (not inside) or one.low is one.high is None
        empty += one.empty
        slope, offset = Fraction(rng.choice([-2, -1, 3])), rng.randint(-2, 2)
        assert all((slope * x + offset in one.moved(slope, offset)) is (x in one) for x in points)
        assert list(one.integers(-3, 3)) == [k for k in range(-3, 4) if Fraction(k) in one]
    assert empty > 100


def test_integers_of_printed_counts() -> None:
    for text in ("40", "4e1", "40.0", "40.5", "-3"):
        values = Printed(text).values
        assert values.low is not None
        assert values.high is not None
        expected = [k for k in range(floor(values.low), ceil(values.high) + 1) if Fraction(k) in values]
        assert list(values.integers(-100, 100)) == expected
