"""Several laws of the operating condition: mixtures, points, and any."""

from __future__ import annotations

import pytest

from workbench.deciding.decide import prove
from workbench.deciding.derivation import derive
from workbench.errors import NotSupported
from workbench.language.grammar import StatementError
from workbench.language.statements import parameters, parse_cost, parse_expression, parse_statement
from workbench.losses.densities import DensityError, density
from workbench.losses.exact import value
from workbench.recheck import Refused, recheck
from workbench.samples.sample import Sample

TRUE = [
    "loss(score_uniform, cost=point(0))/(2*pi1) == 1 - E1(s)",
    "loss(score_driven, cost=points(1/4, 1/2, 3/4, 1/2)) == (loss(score_driven, cost=point(1/4)) + "
    "loss(score_driven, cost=point(3/4)))/2",
    "loss(score_driven, cost=mixture(1/2, uniform(0, 1/2), uniform(1/2, 1))) == BS",
    "loss(optimal, cost=mixture(1/3, point(1/2), uniform)) == MER/3 + 2/3*RLH",
    "loss(optimal, cost=mixture(q, uniform, beta(2, 2))) <= loss(rate_driven, cost=mixture(q, uniform, beta(2, 2)))",
    "loss(rate_uniform, cost=points(0, 1/2, 1, 1/2)) == loss(rate_uniform)",
    "loss(optimal, cost=any) <= loss(score_driven, cost=any)",
    "loss(optimal, cost=any, condition=skew) <= loss(rate_driven, cost=any, condition=skew)",
    "loss(optimal, cost=any) == loss(score_driven, cost=any) given calibrated",
    "loss(score_driven, cost=any) <= loss(score_fixed(t), cost=any) given calibrated",
    "loss(score_driven, cost=any) >= 0",
    "loss(optimal, cost=any) <= 2*pi0",
    "loss(fpr(u), cost=any) <= 2",
    "loss(score_driven, cost=density(1/(2*sqrt(c)))) == 2/3*E(s*sqrt(s)) + pi1*E1(4/3 - 2*sqrt(s))",
    "loss(optimal, cost=density(3*sqrt(c)/2)) <= loss(score_driven, cost=density(3*sqrt(c)/2))",
    "loss(mix(q, score_driven, optimal), cost=any) == q*loss(score_driven, cost=any) + (1 - q)*loss(optimal, cost=any)",
]
FALSE = [
    "loss(score_driven, cost=points(1/4, 1/3, 3/4, 2/3)) == BS",
    "loss(optimal, cost=mixture(1/2, point(1/2), uniform)) == MER",
    "loss(score_driven, cost=density(1/(2*sqrt(c)))) == 2/3*E(s*sqrt(s)) + pi1*E1(4/3 - 3/2*sqrt(s))",
    "loss(optimal, cost=density(3*sqrt(c)/2)) <= 9/10*loss(score_driven, cost=density(3*sqrt(c)/2))",
    "loss(score_driven, cost=any) <= loss(score_uniform, cost=any)",
    "loss(score_driven, cost=any) == loss(optimal, cost=any)",
    "loss(score_driven, cost=any) <= 1",
    "loss(rate_driven, cost=any) <= loss(rate_uniform, cost=any)",
    "loss(optimal, cost=any) < loss(score_driven, cost=any)",
    "loss(optimal, cost=any) <= MER",
    "loss(score_fixed(t), cost=any) <= loss(score_fixed(r), cost=any) + q given calibrated",
]


@pytest.mark.parametrize("text", TRUE)
def test_true_claims_are_proved(text: str) -> None:
    decision = prove(text)
    assert decision.verdict == "proved"
    assert recheck(decision.document) == str(parse_statement(text))


@pytest.mark.parametrize("text", FALSE)
def test_false_claims_are_refuted(text: str) -> None:
    decision = prove(text)
    assert decision.verdict == "refuted"
    law = "for uniform costs" if {"t", "r", "q"} <= parameters(parse_statement(text)) else "at one operating condition"
    assert "any" not in text or f"it is false {law}" in decision.note


def test_a_document_about_any_law_says_nothing_stronger() -> None:
    document = prove("loss(score_driven, cost=any) <= loss(score_fixed(t), cost=any) given calibrated").document
    assert document is not None
    assert document["condition"] == "r"
    for old, new in (("<=", "<"), ("score_fixed(t)", "score_fixed(r)"), (" given calibrated", "")):
        with pytest.raises(Refused):
            recheck({**document, "statement": document["statement"].replace(old, new)})
    with pytest.raises(Refused):
        recheck({**document, "condition": "t"})


SAMPLE = Sample.of([0, 1, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9", "0.2"])


@pytest.mark.parametrize("method", ["score_driven", "optimal", "rate_driven", "fpr(c)", "score(c*u)", "rate_uniform"])
def test_a_loss_under_several_laws_is_the_mean_of_those_under_each(method: str) -> None:
    def loss(cost: str) -> object:
        return value(SAMPLE, parse_expression(f"loss({method}, cost={cost})"))

    parts = [value(SAMPLE, parse_expression(f"loss({method}, cost={x})")) for x in ("beta(2, 1)", "point(1/3)")]
    wanted = parts[0] / 4 + 3 * parts[1] / 4
    assert abs(loss("mixture(1/4, beta(2, 1), points(1/3, 1))") - wanted) < 1e-25  # type: ignore[operator]


@pytest.mark.parametrize("method", ["score_driven", "score_fixed(1/3)", "rate_uniform", "optimal", "fpr(c)"])
@pytest.mark.parametrize("cost", ["points(1/4, 1/3, 3/4, 2/3)", "mixture(q, uniform, beta(2, 2))"])
def test_a_derivation_holds_for_the_mean(method: str, cost: str) -> None:
    found = derive(method, cost)
    assert found.theorem is not None
    if found.l0 is not None and method != "optimal":
        rules = f"pi0*E0({found.l0}) + pi1*E1({found.l1})"
        assert prove(f"loss({method}, cost={cost}) == {rules}").verdict == "proved"
    if found.closed_form is not None:
        assert prove(f"loss({method}, cost={cost}) == {found.closed_form}").verdict == "proved"


def test_properness_is_that_of_the_mean() -> None:
    """A fixed threshold is proper exactly at the mean condition, here 7/12, and not at that of a part."""
    cost = "points(1/4, 1/3, 3/4, 2/3)"
    assert [derive(f"score_fixed({t})", cost).proper for t in ("7/12", "1/4", "3/4")] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("points(1/4, 1/2, 3/4, 1/3)", "add up to 5/6, not to 1"),
        ("points(1/4, 3/2, 3/4, -1/2)", "-1/2 is negative"),
        ("points(1/4, 1/2, 3/4)", "pairs of a place and its weight"),
        ("points()", "pairs of a place and its weight"),
        ("points(2, 1)", "a place of points is 2"),
        ("points(1/4, q)", "the weight q of points is no number"),
        ("mixture(2, uniform, uniform)", "the probability 2 of mixture"),
        ("mixture(a, uniform, uniform)", "the probability a of mixture"),
        ("mixture(1/2, uniform)", "mixture takes 3 arguments, not 2"),
        ("mixture(1/2, uniform, BS)", "unknown density BS"),
        ("any(1)", "any takes 0 arguments, not 1"),
        ("every", "unknown density"),
    ],
)
def test_what_is_no_law_is_refused(text: str, why: str) -> None:
    with pytest.raises(StatementError) as error:
        parse_cost(text)
    assert why in str(error.value)


def test_any_law_has_no_value() -> None:
    with pytest.raises(NotSupported, match="every density of the operating condition at once"):
        value(SAMPLE, parse_expression("loss(optimal, cost=any)"))


@pytest.mark.parametrize(
    ("method", "cost"),
    [
        ("rate(c*u)", "point(0)"),
        ("score(c*u)", "points(0, 1/2, 1, 1/2)"),
        ("tpr(c*u)", "points(0, 1/2, 1, 1/2)"),
        ("fpr(u*(1 - c))", "point(1)"),
        ("score(abs(2*c - 1)*u)", "point(1/2)"),
        ("mix(q, fpr(c/2), tpr(c*u))", "point(0)"),
    ],
)
def test_a_law_that_stands_still_at_a_known_condition(method: str, cost: str) -> None:
    found = derive(method, cost)
    assert found.theorem is not None
    assert prove(f"loss({method}, cost={cost}) >= loss(optimal, cost={cost})").verdict == "proved"


@pytest.mark.parametrize(
    ("text", "beta"),
    [
        ("1/(2*sqrt(c))", "beta(1/2, 1)"),
        ("3*sqrt(c)/2", "beta(3/2, 1)"),
        ("15/4*c*sqrt(1 - c)", "beta(2, 3/2)"),
        ("c**(3/2)*5/2", "beta(5/2, 1)"),
        ("3/2*sqrt(c**3)/c", "beta(3/2, 1)"),
    ],
)
def test_powers_are_a_beta_density(text: str, beta: str) -> None:
    assert density(parse_cost(f"density({text})")) == density(parse_cost(beta))


@pytest.mark.parametrize(("text", "whole"), [("sqrt(c)", "2/3"), ("sqrt(c**3)", "2/5"), ("1/sqrt(1 - c)", "2")])
def test_powers_of_another_mass_are_no_density(text: str, whole: str) -> None:
    with pytest.raises(DensityError, match=f"integrates to {whole} on"):
        density(parse_cost(f"density({text})"))
