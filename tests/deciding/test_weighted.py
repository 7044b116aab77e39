"""Losses derived under weights: the rules of the literature, checked by the numeric engine, and false twins refused."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from workbench.deciding.accepting import objection
from workbench.deciding.derivation import derive
from workbench.deciding.derived import how_proper
from workbench.language.statements import StatementError, parse_expression
from workbench.losses.densities import DensityError
from workbench.losses.exact import value
from workbench.numbers.certified import agree
from workbench.recheck import recheck
from workbench.samples.sample import Sample

RULES = {  # weight: l0, l1, closed form
    "1/(2*c*(1 - c))": ("-log(1 - s)", "-log(s)", "LL"),
    "1/(c*(1 - c))": ("-2*log(1 - s)", "-2*log(s)", "2*LL"),
    "(c*(1 - c))**(-3/2)/4": ("sqrt(s/(1 - s))", "sqrt((1 - s)/s)", None),
    "1/(2*sqrt(c**2 + (1 - c)**2)**3)": (
        "1 - (1 - s)/sqrt(s**2 + (1 - s)**2)",
        "1 - s/sqrt(s**2 + (1 - s)**2)",
        None,
    ),
    "indicator(c < 1/2)/(1 - c)": ("-2*log(1 - min(s, 1/2)) - 2*min(s, 1/2)", "1 - 2*min(s, 1/2)", None),
    "1/c": ("2*s", "2*s - 2*log(s) - 2", None),
    "c**(-3/2)": ("4*sqrt(s)", "4*sqrt(s) - 8 + 4/sqrt(s)", None),
    "sqrt(c)": ("4*s**(5/2)/5", "4*s**(5/2)/5 - 4*s**(3/2)/3 + 8/15", None),
    "3": ("3*s**2", "3*(1 - s)**2", "3*BS"),
    "5*c": ("10*s**3/3", "10*s**3/3 - 5*s**2 + 5/3", None),
    "abs(c - 1/2)": (
        "2*min(s, 1/2)**2*(3 - 4*min(s, 1/2))/12 + 2*max(s, 1/2)**3/3 - max(s, 1/2)**2/2 + 1/24",
        "2*max(s, 1/2)**3/3 - 3*max(s, 1/2)**2/2 + max(s, 1/2) - 1/6"
        " + 5/24 - min(s, 1/2) + 3*min(s, 1/2)**2/2 - 2*min(s, 1/2)**3/3",
        None,
    ),
    "0": ("0", "0", "0"),
}
DATA = ([(5, 1)], [(1, 0), (5, 1), (5, 0)], [(11, 0), (6, 1), (6, 0), (2, 1)], [(4, 1), (4, 1), (9, 0), (10, 1)])


def sample_of(examples: list[tuple[int, int]]) -> Sample:
    examples = [*examples, (3, 0), (8, 1)]
    return Sample.of([y for _, y in examples], [Fraction(x, 12) for x, _ in examples])


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("weight", RULES)
def test_rules_under_weights(weight: str, condition: str) -> None:
    l0, l1, closed = RULES[weight]
    found = derive("score_driven", condition=condition, weight=weight)
    shares = ("pi0", "pi1") if condition == "cost" else ("1/2", "1/2")
    if condition == "cost":
        assert found.closed_form == closed
    for sample in map(sample_of, DATA):
        loss = value(sample, parse_expression(f"loss(score_driven, weight={weight}, condition={condition})"))
        for rule in ((found.l0, found.l1), (l0, l1)):
            text = " + ".join(f"{shares[k]}*E{k}({x})" for k, x in enumerate(rule))
            assert agree(loss, value(sample, parse_expression(text)))


@pytest.mark.parametrize(
    ("method", "weight", "closed"),
    [
        ("optimal", "3", "3*RLH"),
        ("rate_driven", "2", "2*pi0*pi1*(1 - 2*AUC) + 2/3"),
        ("score_fixed(1/2)", "4*c", "4*pi0*E0(indicator(1/2 < s))"),
        ("score_uniform", "2", "2*MAE"),
        ("fpr(u)", "2*c", "pi1/3 + 4*pi0*(1 - AUC)/3"),
    ],
)
def test_other_methods_are_multiples_of_their_losses_under_densities(method: str, weight: str, closed: str) -> None:
    found = derive(method, weight=weight)
    assert found.proved
    for sample in (sample_of([(1, 0), (5, 1), (5, 0)]), sample_of([(2, 1), (7, 0)])):
        loss = value(sample, parse_expression(f"loss({method}, weight={weight})"))
        for text in {found.closed_form, closed} - {None} if "indicator" not in closed else {found.closed_form} - {None}:
            assert value(sample, parse_expression(str(text))) == loss


@pytest.mark.parametrize(
    ("cost", "weight", "proper"),
    [
        ("uniform", None, "strictly proper"),
        ("beta(a, b)", None, "strictly proper"),
        ("uniform(1/4, 3/4)", None, "proper, not strictly"),
        ("mixture(1/2, uniform(0, 1/2), uniform(1/2, 1))", None, "strictly proper"),
        ("mixture(1/2, uniform(0, 1/2), point(3/4))", None, "proper, not strictly"),
        ("points(1/4, 1/2, 3/4, 1/2)", None, "proper, not strictly"),
        ("density(6*c*(1 - c))", None, "strictly proper"),
        ("uniform", "1/(2*c*(1 - c))", "strictly proper"),
        ("uniform", "indicator(c < 1/3) + indicator(c > 1/2)", "proper, not strictly"),
        ("uniform", "0", "proper, not strictly"),
        ("uniform", "1/c**2", "proper, not strictly"),
    ],
)
def test_strictly_proper_is_a_rule_without_a_gap(cost: str, weight: str | None, proper: str) -> None:
    assert how_proper(derive("score_driven", cost, weight=weight)) == proper


@pytest.mark.parametrize("method", ["score_fixed(1/2)", "score_uniform"])
def test_what_is_not_driven_is_not_strictly_proper(method: str) -> None:
    assert derive(method).strictly_proper is False


def test_gaps_are_told() -> None:
    note = derive("score_driven", "uniform(1/4, 3/4)").notes["strictly_proper"]
    assert note == (
        "not strictly: forecasts from 0 to 1/4 and from 3/4 to 1 cost the same, as no threshold lies between them"
    )


def changed(part: Any, old: str, new: str) -> Any:
    if isinstance(part, str):
        return part.replace(old, new)
    if isinstance(part, dict):
        return {key: changed(x, old, new) for key, x in part.items()}
    return [changed(x, old, new) for x in part] if isinstance(part, list) else part


@pytest.mark.parametrize(
    ("weight", "old", "new"),
    [
        ("1/(2*c*(1 - c))", "pi0*(-log(1 - t))", "pi0*(-2*log(1 - t))"),
        ("1/(2*c*(1 - c))", "pi1*(-log(t))", "pi1*(-log(1 - t))"),
        ("1/(2*c*(1 - c))", "t < 1", "t < 2"),
        ("1/(2*c*(1 - c))", "t > 0", "t >= 0"),
        ("1/(2*sqrt(c**2 + (1 - c)**2)**3)", "(3/2)", "(5/2)"),
        ("1/c", "2*t - 2*log(t) - 2", "2*t - 2*log(t) - 1"),
        ("sqrt(c)", "8/15", "7/15"),
    ],
)
def test_false_twins_are_refused(weight: str, old: str, new: str) -> None:
    document = derive("score_driven", weight=weight).document
    assert document is not None
    assert recheck(document) == document["statement"]
    twin = changed(document, old, new)
    assert twin != document
    assert objection(twin) is not None


@pytest.mark.parametrize(
    ("weight", "error", "says"),
    [
        ("c - 1/2", DensityError, "is negative at c = 1/4"),
        ("a*c", DensityError, "needs a value of the parameter a"),
        ("AUC", StatementError, "a weight is the same for every sample; AUC is not"),
        ("s", StatementError, "s has a meaning inside"),
        ("1/(", StatementError, "column 4"),
    ],
)
def test_what_is_no_weight(weight: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        derive("score_driven", weight=weight)


def test_a_weight_and_a_cost_are_one_too_many() -> None:
    with pytest.raises(StatementError, match="both given"):
        derive("score_driven", "beta(2, 2)", weight="3")


@pytest.mark.parametrize(
    ("method", "weight", "says"),
    [
        ("score_driven", "1/c**2", "where class 1 has probability 1/2, every forecast costs infinitely much"),
        ("rate_driven", "1/c", "no rule derives rate_driven under a weight of infinite mass"),
        ("score_driven", "-log(c)", "no rule integrates"),
    ],
)
def test_what_is_not_derived_says_why(method: str, weight: str, says: str) -> None:
    found = derive(method, weight=weight)
    assert not found.proved
    assert says in found.notes["closed_form"]


@pytest.mark.parametrize(
    "cost",
    [
        "point(0)",
        "point(1)",
        "points(0, 1/2, 1/2, 1/2)",
        "points(0, 1/2, 1, 1/2)",
        "mixture(1/2, uniform(1/2, 1), point(0))",
        "mixture(1/2, uniform(0, 1/2), uniform(1/2, 1))",
        "uniform(1/4, 3/4)",
        "points(1/4, 1/3, 1, 2/3)",
    ],
)
def test_cases_are_what_the_engine_finds_at_both_ends_and_between(cost: str) -> None:
    found = derive("score_driven", cost)

    def at(k: int, score: Fraction, sample: Sample) -> Any:
        """The loss of class k, whose only score is that, by the case that it is in."""
        for where, told in found.cases.get(f"l{k}", [("s <= 1", str((found.l0, found.l1)[k]))]):
            place = re.fullmatch(r"(?:(\S+) < )?s(?: <= (\S+)| == (\S+))?", where)
            assert place is not None
            low, high, only = place.groups()
            if (low is None or Fraction(low) < score) and score <= Fraction(high or only or 1):
                return value(sample, parse_expression(f"E{k}({told})"))
        raise AssertionError(f"{score} is in no case")

    for scores in product(map(Fraction, ("0", "1/8", "1/4", "1/2", "5/8", "3/4", "1")), repeat=2):
        sample = Sample.of([0, 1], scores)
        loss = value(sample, parse_expression(f"loss(score_driven, cost={cost})"))
        assert loss == at(0, scores[0], sample) / 2 + at(1, scores[1], sample) / 2


@pytest.mark.parametrize(
    ("cost", "alike"),
    [
        ("points(0, 1/2, 1/2, 1/2)", "above 0 up to 1/2 and above 1/2 up to 1"),
        ("points(0, 1/2, 1, 1/2)", "above 0 up to 1"),
        ("mixture(1/2, uniform(1/2, 1), point(0))", "above 0 up to 1/2"),
        ("uniform(1/4, 3/4)", "from 0 to 1/4 and from 3/4 to 1"),
    ],
)
def test_forecasts_that_cost_the_same_lie_above_a_threshold(cost: str, alike: str) -> None:
    assert f"forecasts {alike} cost the same" in derive("score_driven", cost).notes["strictly_proper"]


def test_what_is_the_same_on_each_interval_is_told_once() -> None:
    halves = derive("score_driven", "mixture(1/2, uniform(0, 1/2), uniform(1/2, 1))")
    assert (halves.l0, halves.closed_form) == ("s**2", "BS")
    assert derive("score_driven", weight="indicator(c <= 1/3) + indicator(c > 1/3)").closed_form == "BS"
    assert derive("score_driven", "point(1)").closed_form == "0"


def test_cases_are_those_that_scores_reach() -> None:
    found = derive("score_driven", "uniform(1/4, 3/4)")
    assert found.cases["l0"] == [("s <= 1/4", "0"), ("1/4 < s <= 3/4", "2*s**2 - 1/8"), ("3/4 < s", "1")]
    assert found.to_json()["cases"]["l0"][0] == {"where": "s <= 1/4", "is": "0"}
    assert derive("fpr(u/2)").H == "min(r, 1/2)"
    assert derive("score_driven").cases == {}
