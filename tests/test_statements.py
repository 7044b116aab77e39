"""The statement language: round trips, the place of each mistake, and hostile text in bounded time."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import exact, syntax
from workbench.sample import Sample
from workbench.statements import (
    MAX_LENGTH,
    StatementError,
    law,
    parse_cost,
    parse_expression,
    parse_method,
    parse_statement,
)

SAMPLE = Sample.of([0, 1, 0, 1, 1], ["0.25", "0.25", "0.5", "0.75", "1"])

numbers = st.fractions(-3, 3, max_denominator=9).map(syntax.Number)
atoms = numbers | st.sampled_from(["AUC", "BS", "pi0", "n"]).map(syntax.Name)
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(syntax.Arithmetic, st.sampled_from("+-*"), inner, inner),
        st.builds(lambda a, k: syntax.Arithmetic("**", a, syntax.Number(Fraction(k))), inner, st.integers(0, 3)),
        st.builds(syntax.Negative, inner),
        st.builds(lambda a, b: syntax.Apply("max", (a, b)), inner, inner),
    ),
    max_leaves=12,
)


@given(expressions)
@settings(max_examples=300, deadline=None)
def test_an_expression_written_and_read_has_the_same_value(expression: syntax.Expression) -> None:
    again = parse_expression(str(expression))
    assert exact.value(SAMPLE, again) == exact.value(SAMPLE, expression)
    assert str(parse_expression(str(again))) == str(again)


@pytest.mark.parametrize(
    "text",
    [
        "loss(score_driven) == BS",
        "loss(rate_driven, cost=beta(2, 2), condition=skew) <= 1/3",
        "BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced, pi0 == 1/2",
        "loss(mix(q, score(c**2), rate(1 - c)), rates=cutpoints) != h_measure(2, 3)",
        "E0(indicator(t < s)*s) + E1(posterior(s) - pav(s)) >= min(AUC, 1/2)",
        "loss(score_uniform(1/4, 3/4), cost=density(6*c*(1 - c))) == error(t)",
    ],
)
def test_a_statement_is_printed_as_it_is_read(text: str) -> None:
    assert str(parse_statement(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BS == BRIER", "column 7: unknown name BRIER; did you mean BS?"),
        ("BS ==", "column 6: the text ends too early"),
        ("", "column 1: the text ends too early"),
        ("BS == 1/0", "column 9: division by zero"),
        (
            "BS == loss(score_drivn)",
            "column 12: unknown threshold choice method score_drivn; did you mean score_driven?",
        ),
        (
            "BS == score_driven",
            "column 7: score_driven is a threshold choice method; its loss is loss(score_driven)",
        ),
        ("\u0410UC == 1", "column 1: the character '\u0410' is not part of the language"),
        ("BS == __import__", "column 7: the character '_' is not part of the language"),
        ("BS == 50%", "column 9: the character '%' is not part of the language"),
        ("loss(rate_driven, cost=beta(-1, 2)) == 1", "both parameters must be positive"),
        ("loss(rate_driven, cost=uniform(1/2, 1/4)) == 1", "is empty"),
        ("loss(rate_driven, costs=uniform) == 1", "loss has no argument costs; did you mean cost?"),
        ("loss(rate_driven, rates=steps) == 1", "one of interpolated, step, nearest, cutpoints"),
        ("loss(score_fixed(2)) == 1", "threshold of score_fixed is 2; it must lie in [0, 1]"),
        ("loss(score_fixed) == 1", "score_fixed takes 1 argument, not 0"),
        ("loss(mix(2, optimal, optimal)) == 1", "the probability of mix is 2"),
        ("s == 1", "s has a meaning inside"),
        ("F0(s) == 1", "stands inside a mean"),
        ("AUC < 1 < 2", "cannot stand here"),
        ("BS == 1 given calibratd", "did you mean calibrated?"),
        ("BS == 1 given n0 == 3", "may compare pi0 or auc"),
        ("BS == NaN", "unknown name NaN"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(StatementError) as caught:
        parse_statement(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000 + "BS" + ")" * 100_000 + " == 1",
        "(" * 5_000 + "BS" + ")" * 5_000 + " == 1",
        "1" + "+1" * 9_000 + " == BS",
        "-" * 15_000 + "BS == 1",
        "BS == " + "9" * 10_000,
        "BS" * 500_000,
        "BS == " + "max(" * 3_000,
        "\0 == BS",
    ],
)
def test_hostile_text_is_refused_quickly(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(StatementError) as caught:
        parse_statement(text)
    assert time.perf_counter() - start < 5
    assert len(str(caught.value)) < 300


def test_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(StatementError, match="characters; at most"):
        parse_expression("1" + " " * MAX_LENGTH)


def test_every_method_has_a_law() -> None:
    assert str(law(parse_method("score_uniform(1/4, 3/4)"))) == "score(1/4 + (3/4 - 1/4)*u)"
    assert str(law(parse_method("rate_fixed(r)"))) == "rate(r)"
    assert str(parse_cost("uniform(0, 1)")) == "uniform"
