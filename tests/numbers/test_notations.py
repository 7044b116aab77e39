"""Figures as people write them: what is read is what stands there, or it is wrong input."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed


@pytest.mark.parametrize(
    ("text", "kind", "numeral"),
    [
        ("86%", "share", "0.86"),
        ("86.40 %", "share", "0.8640"),
        ("100%", "share", "1.00"),
        ("5%", "share", "0.05"),
        (".5%", "share", "0.005"),
        ("-3%", "share", "-0.03"),
        ("86,4%", "share", "0.864"),
        ("0,86", "share", "0.86"),
        ("0,860", "share", "0.860"),
        ("1,000", "share", "1.000"),
        ("1,000", "count", "1000"),
        ("12,345", "count", "12345"),
        ("1,234,567", "number", "1234567"),
        ("1,234.5", "number", "1234.5"),
        ("1 234", "count", "1234"),
        ("1’234", "count", "1234"),
        ("1\u202f234", "count", "1234"),
        ("0·79", "share", "0.79"),
        ("−0.5", "share", "-0.5"),
        ("0.790", "share", "0.790"),
        ("1.2e3", "number", "1.2e3"),
    ],
)
def test_a_figure_alone(text: str, kind: str, numeral: str) -> None:
    found = noted(text, kind)
    assert (found.text, found.beside, found.what, found.is_float) == (numeral, "", "", False)


@pytest.mark.parametrize(
    ("beside", "what"),
    [
        ("(0.75-0.83)", "interval"),
        ("(0.75–0.83)", "interval"),
        ("[0.75; 0.83]", "interval"),
        ("[0.75, 0.83]", "interval"),
        ("[0,75; 0,83]", "interval"),
        ("(0.75 to 0.83)", "interval"),
        ("(95% CI 0.75-0.83)", "interval"),
        ("(95 % CI: 0.75, 0.83)", "interval"),
        ("(CI 0.75-0.83)", "interval"),
        ("(95% confidence interval 0.75–0.83)", "interval"),
        ("(-0.75--0.5)", "interval"),
        ("± 0.03", "spread"),
        ("+/- 0.03", "spread"),
        ("(0.03)", "spread"),
        ("(SD 0.03)", "spread"),
        ("(±0.03)", "spread"),
    ],
)
def test_what_stands_beside_it(beside: str, what: str) -> None:
    for space in (" ", ""):
        found = noted(f"0.79{space}{beside}", "share")
        assert (found.text, found.what) == ("0.79", what)


def test_a_percentage_of_both() -> None:
    assert noted("79 ± 3%").text == "0.79"
    assert noted("79% (75%-83%)").text == "0.79"


@pytest.mark.parametrize("text", ["1,234", "12,345", "123,456"])
def test_a_comma_with_two_meanings_is_wrong_input(text: str) -> None:
    with pytest.raises(InputError, match=f"'{text}' may be {text.replace(',', '')} or "):
        noted(text, "number")


@pytest.mark.parametrize(
    "text",
    ["", "%", "1.234,5", "0.79 (", "0.79 (0.75", "0.79 0.8", "0.79 (a-b)", "1,23,456", "0,1,2", "--1", "0.79%%", "nan"],
)
def test_what_is_no_figure_stays_and_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Printed(noted(text, "share").text)


@given(st.decimals(min_value=-10, max_value=1000, places=3), st.integers(0, 3))
def test_a_percentage_is_a_hundredth_with_all_its_digits(value: Decimal, places: int) -> None:
    text = f"{value:.{places}f}"
    found = Printed(noted(f"{text}%", "number").text)
    assert found.number == Fraction(text) / 100
    assert found.unit == Fraction(1, 10 ** (places + 2))


def test_a_float_stands_for_the_number_that_it_was_computed_for() -> None:
    rng = random.Random(0)
    cut = 0
    for _ in range(3000):
        low, high = rng.randint(0, 500), rng.randint(1, 500)
        other = Fraction(rng.randint(0, 50), rng.randint(1, 50))
        exact = Fraction(low, high) * other + Fraction(1, 3)
        computed = low / high * (other.numerator / other.denominator) + 1 / 3
        found = noted(repr(computed), "number")
        cut += found.is_float
        assert Printed(found.text, "any" if found.is_float else "half").allows(exact)
        assert Printed(found.text).unit <= Fraction(1, 10**6) or not found.is_float
    assert cut > 2500
    assert noted("-1.3877787807814457e-17").text == "0.0000000000"
