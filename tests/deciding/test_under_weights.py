"""Losses under weights of finite mass are proved as multiples of those under densities; false twins are refuted."""

import pytest

from workbench import derive, prove
from workbench.recheck import Refused, recheck

TRUE = [
    "loss(score_driven, weight=2) == 2*BS",
    "loss(score_driven, weight=c) <= loss(score_driven, weight=1)",
    "loss(optimal, weight=c*(1 - c)) <= loss(score_driven, weight=c*(1 - c))",
    "loss(score_fixed(t), weight=6*c*(1 - c)) == error(t)",
    "loss(score_driven, weight=c, scores=pav(s)) == loss(optimal, weight=c)",
    "loss(score_driven, weight=indicator(c < 1/2)) + loss(score_driven, weight=indicator(c >= 1/2)) == BS",
    "a.loss(optimal, weight=c) <= a.loss(score_driven, weight=c) + b.BS",
]
FALSE = [
    "loss(score_driven, weight=2) == BS",
    "loss(score_driven, weight=1) <= loss(score_driven, weight=c)",
    "loss(optimal, weight=2*c) <= MER",
    "loss(score_fixed(t), weight=6*c*(1 - c)) == 2*error(t)",
    "a.loss(optimal, weight=c) <= b.loss(score_driven, weight=c)",
]


@pytest.mark.parametrize("statement", TRUE)
def test_losses_under_weights_are_proved(statement):
    found = prove(statement)
    assert found.verdict == "proved"
    assert recheck(found.document) == found.document["statement"]
    for weight, mass in found.document["masses"].items():
        with pytest.raises(Refused):
            recheck({**found.document, "masses": {**found.document["masses"], weight: f"2*{mass}"}})


@pytest.mark.parametrize("statement", FALSE)
def test_false_ones_are_refuted(statement):
    assert prove(statement).verdict == "refuted"


@pytest.mark.parametrize(("method", "weight"), [("score_driven", "c*(1 - c)"), ("rate_uniform", "3*c")])
def test_what_is_derived_under_a_weight_is_proved(method, weight):
    found = derive(method, weight=weight)
    closed = found.closed_form or f"pi0*E0({found.l0}) + pi1*E1({found.l1})"
    assert prove(f"loss({method}, weight={weight}) == {closed}").verdict == "proved"
