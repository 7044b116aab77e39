"""The statement language: round trips, the place of each mistake, and hostile text in bounded time."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.language import statements, syntax
from workbench.language.statements import (
    MAX_LENGTH,
    StatementError,
    law,
    parameters,
    parse_cost,
    parse_expression,
    parse_method,
    parse_statement,
)
from workbench.losses import exact
from workbench.methods import CATALOGUE, ThresholdChoiceMethod
from workbench.samples.sample import Sample

SAMPLE = Sample.of([0, 1, 0, 1, 1], ["0.25", "0.25", "0.5", "0.75", "1"])

SAMPLE_AUC = exact.value(SAMPLE, syntax.Name("AUC"))

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
        ("f1 <= 1", "column 1: unknown name f1; did you mean f1(t), at a threshold?"),
        ("precision == 1", "column 1: unknown name precision; did you mean precision(t), at a threshold?"),
        ("loss(optimal, cost=nope) == 1", "unknown density nope; densities are uniform, beta, point"),
        ("BS ==", "column 6: the text ends too early"),
        ("", "column 1: the text is empty; "),
        (" \n", "column 1: the text is empty; "),
        (
            "u*AUC == 1",
            "column 1: u has a meaning inside a law only, as its random variable; name a parameter otherwise",
        ),
        ("loss(score_uniform(l, u)) == 1", "column 23: u has a meaning inside a law only"),
        ("BS == 1e401", "column 7: the number 1e401 has an exponent beyond 400"),
        ("BS == 1e-99999999999999999999999999999999999999999999999999", "has an exponent beyond 400"),
        ("max() == 1", "max takes at least 1 argument, not 0"),
        ("loss(score_fixed(3/4 + 1/2)) == 1", "threshold of score_fixed is 5/4; it must lie in [0, 1]"),
        (
            "/".join(["AUC"] * 250) + " == 1",
            "operations nested deeper than 200; in a chain such as a/b/c each one nests",
        ),
        ("+".join(["AUC"] * 4001) + " == 1", "a chain of 4001 terms; at most 4000 are read"),
        ("B" * 5000 + " == 1", "unknown name " + "B" * 40 + "..."),
        ("b" * 5000 + "(1) == 1", "unknown function " + "b" * 40 + "..."),
        ("loss(" + "b" * 5000 + ") == 1", "unknown threshold choice method " + "b" * 40 + "..."),
        ("loss(optimal, cost=" + "b" * 5000 + ") == 1", "unknown density " + "b" * 40 + "..."),
        ("BS == 1 " + "b" * 5000, "column 9: '" + "b" * 40 + "...' cannot stand here"),
        ("BS == 1/0", "column 9: division by zero"),
        (
            "BS == loss(score_drivn)",
            "column 12: unknown threshold choice method score_drivn; did you mean score_driven?",
        ),
        (
            "BS == score_driven",
            "column 7: score_driven is a threshold choice method; its loss is loss(score_driven)",
        ),
        ("\u0410UC == 1", "column 1: the character '\u0410' (U+0410) is not part of the language"),
        ("BS == __import__", "column 7: the character '_' is not part of the language"),
        ("BS == 50%", "column 9: the character '%' is not part of the language"),
        ("loss(rate_driven, cost=beta(-1, 2)) == 1", "both parameters must be positive"),
        ("h_measure(0, 1/2 - 1/2) >= 0", "h_measure(0, 0) does not exist; both parameters must be positive"),
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
        ("BS == 1 given BRIER >= 1", "unknown name BRIER"),
        ("BS == 1 given 1 + 2", "an assumption is a property or a relation"),
        ("BS == NaN", "unknown name NaN"),
        ("accuracy <= 1", "column 1: unknown name accuracy"),
        ("auc <= 1", "column 1: unknown name auc; did you mean AUC?"),
        ("Auc <= 1", "column 1: unknown name Auc; did you mean AUC?"),
        ("aucg <= 1", "column 1: unknown name aucg; did you mean AUC or AUCH?"),
        ("brier <= 1", "column 1: unknown name brier; did you mean BS?"),
        ("mae <= bs", "column 1: unknown name mae; did you mean MAE?"),
        ("error <= 1", "column 1: unknown name error; did you mean error(t)?"),
        ("eror <= 1", "column 1: unknown name eror; did you mean error(t)?"),
        ("pavv <= 1", "unknown name pavv; the nearest names are "),
        ("E0(pavv) <= 1", "column 4: unknown name pavv; did you mean pav(s)?"),
        ("posteriorr(s) <= 1", "column 1: unknown function posteriorr"),
        ("loss(score_fixd) <= 1", "unknown threshold choice method score_fixd; did you mean score_fixed(1/2)?"),
        ("loss(score_fixd(1/3)) <= 1", "unknown threshold choice method score_fixd; did you mean score_fixed?"),
        ("SQRT + 1 == 2", "column 1: unknown name SQRT; did you mean sqrt(...)?"),
        ("T*BS == 1", "column 1: unknown name T; a free parameter is one lower-case letter, perhaps with a digit"),
        ("ab*BS == 1", "column 1: unknown name ab"),
        ("k12*BS == 1", "column 1: unknown name k12"),
        ("loss(score_fixed(threshold)) <= 1", "column 18: unknown name threshold"),
        ("loss(score(lower + (1 - lower)*u)) <= 1", "column 12: unknown name lower"),
        ("loss(score_driven, cost=beta(alpha, 1)) <= 1", "column 30: unknown name alpha"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(StatementError) as caught:
        parse_statement(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


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
    start = time.process_time()
    with pytest.raises(StatementError) as caught:
        parse_statement(text)
    assert time.process_time() - start < 5
    assert len(str(caught.value)) < 300


def test_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(StatementError, match="characters; at most"):
        parse_expression("1" + " " * MAX_LENGTH)


def test_a_free_parameter_is_a_letter_perhaps_with_a_digit() -> None:
    text = "a*BS + k1*AUC <= loss(mix(q, score_fixed(t), rate(r*c + x0))) + e"
    assert str(parse_statement(text)) == text
    assert parameters(parse_statement(text)) == {"a", "k1", "q", "t", "r", "x0", "e"}
    assert parameters(parse_expression("n0 + n1 + n + E0(s)*loss(score(c*u))")) == frozenset()


def test_the_parameters_of_a_law_have_names_of_their_own() -> None:
    for name, entry in CATALOGUE.items():
        letters = [f"{letter}1" for letter in "abd"][: len(entry.parameters)]
        call = f"{name}({', '.join(letters)})" if letters else name
        assert parameters(law(parse_method(call))) == set(letters)


def test_every_method_has_a_law() -> None:
    assert str(law(parse_method("score_uniform(1/4, 3/4)"))) == "score(1/4 + (3/4 - 1/4)*u)"
    assert str(law(parse_method("rate_fixed(r)"))) == "rate(r)"
    assert str(parse_cost("uniform(0, 1)")) == "uniform"


def test_numbers_in_every_notation_are_exact() -> None:
    for text, wanted in (
        ("1e-3", Fraction(1, 1000)),
        ("2.5E+2", Fraction(250)),
        (".5e1", Fraction(5)),
        ("5.", Fraction(5)),
        ("-1e400", Fraction(-(10**400))),
    ):
        assert parse_expression(text) == syntax.Number(wanted)
    assert exact.value(SAMPLE, parse_expression("1/" + "/".join(["1e399"] * 40))) == Fraction(1, 10 ** (399 * 40))


def test_numbers_in_densities_and_methods_are_folded() -> None:
    assert str(parse_cost("beta(10**9, 2*3 - 1)")) == "beta(1000000000, 5)"
    assert str(parse_cost("uniform(1/8 + 1/8, 2**(-1))")) == "uniform(1/4, 1/2)"
    assert str(parse_method("mix(1/2 + 1/4, score_fixed(1e-1), rate_fixed(1/2*q))")) == (
        "mix(3/4, score_fixed(1/10), rate_fixed(1/2*q))"
    )
    assert str(parse_cost("beta(10**10**10, 0**(-1))")) == "beta(10**10**10, 0**(-1))"
    whole = parse_expression("loss(score_driven, cost=beta(10**9, 1))")
    assert abs(exact.lift(exact.value(SAMPLE, whole))) < 1


@pytest.mark.parametrize("count", [101, 250, 4000])
def test_long_flat_chains_are_read(count: int) -> None:
    assert exact.value(SAMPLE, parse_expression("+".join(["AUC"] * count))) == count * SAMPLE_AUC
    assert exact.value(SAMPLE, parse_expression("*".join(["AUC"] * count))) == SAMPLE_AUC**count
    alternating = "AUC" + "".join(f"{'-+'[k % 2]}{k}*BS" for k in range(min(count, 1500) - 1))
    expression = parse_expression(alternating)
    assert exact.value(SAMPLE, expression) == eval_alternating(min(count, 1500) - 1)
    assert parse_expression(str(expression)) is not None


def eval_alternating(count: int) -> Fraction:
    auc, bs = (exact.value(SAMPLE, syntax.Name(name)) for name in ("AUC", "BS"))
    assert isinstance(auc, Fraction)
    assert isinstance(bs, Fraction)
    return auc + sum((k if k % 2 else -k) * bs for k in range(count))


@pytest.mark.parametrize("n", [50, 120, 700])
def test_a_law_of_many_places_is_read_and_evaluated(n):
    places = [Fraction(i, n + 1) for i in range(1, n + 1)]
    told = ", ".join(f"{c}, 1/{n}" for c in places)
    read = parse_expression(f"loss(optimal, cost=points({told}))")
    if n < 200:
        assert parse_expression(str(read)) == read
    sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.5", "0.9"])
    # how many of class 0 lie above each threshold, and of class 1 not above it
    cuts = [(2, 0), (1, 0), (1, 1), (0, 1), (0, 2)]
    least = [min(2 * (c * missed + (1 - c) * alarms) / 4 for missed, alarms in cuts) for c in places]
    assert exact.value(sample, read) == sum(least) / n


def test_only_the_ends_of_an_interval_have_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    blend = ThresholdChoiceMethod(
        "blend", "mix(q, score(r), optimal)", "B", "a test", parameters=("q", "r"), shown=("1/2", "1/4")
    )
    monkeypatch.setitem(CATALOGUE._own, "blend", blend)
    assert str(law(parse_method("blend(1/2, 1/4)"))) == "mix(1/2, score(1/4), optimal)"
    with pytest.raises(StatementError, match=r"score_uniform\(1/2, 1/4\) is empty"):
        parse_method("score_uniform(1/2, 1/4)")


@pytest.mark.parametrize(
    "text",
    [
        "LL >= BS",
        "net_benefit(t) <= 1 given t < 1",
        "a.LL >= b.precision(1/3) given a.f1(t) <= b.f1(t) for all t",
        "accuracy(t) <= 2*sensitivity(1 - t) given AUC == 3/4, pi1 < 1/2, 1/2 <= auc",
        "loss(optimal, cost=points(1/4, 1/2, 3/4, 1/2)) <= loss(optimal, cost=mixture(q, uniform, point(1/2)))",
    ],
)
def test_a_statement_is_printed_in_its_own_words(text: str) -> None:
    asked = statements.as_asked(text.replace(" ", "  "))
    assert str(asked) == text
    assert parse_statement(text, two_models=True) == parse_statement(str(asked), two_models=True) != asked
    assert statements.stand_for(asked)
    for word, means in statements.stand_for(asked).items():
        assert word in text
        assert statements.stand_for(statements.as_asked(f"{word} == {means}")) == {word: means}
