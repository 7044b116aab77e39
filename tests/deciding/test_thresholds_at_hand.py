"""Figures at a threshold: least losses against that of the threshold, and shares of those above it."""

import copy

import pytest

from workbench.deciding.decide import prove
from workbench.recheck import Refused, documents, recheck

TRUE = (
    "net_benefit(t) <= pi1 - MER given t >= 1/2, t < 1",
    "net_benefit(t) <= pi1 - RLH given t >= 1/2, t < 1",
    "net_benefit(t) <= pi1 - loss(optimal, cost=beta(2, 2))/2 given t >= 1/2, t < 1",
    "net_benefit(t) <= pi1 - MER*t/(1 - t) given t <= 1/2",
    "net_benefit(t) >= pi1 - error(t) given t <= 1/2",
    "net_benefit(1/2) == pi1 - error(1/2)",
    "npv(t) >= t given calibrated, specificity(t) > 0",
    "npv(t) >= max(t, pi1) given calibrated, specificity(t) > 0",
    "npv(t) <= 1 given specificity(t) > 0",
    "precision(t) >= 1 - t given calibrated, E(indicator(s <= t)) > 0",
    "precision(t) >= pi0 given calibrated, sensitivity(t) > 0",
    "precision(t) + npv(t) >= 1 given calibrated, sensitivity(t) > 0, specificity(t) > 0",
    "sensitivity(t) >= 1 - specificity(t) given calibrated",
    "E1(s*indicator(t < s)) >= E1(s)*E1(indicator(t < s))",
    "E(s**2)/E(s) <= 1 given E(s) > 0",
)
FALSE = (
    "net_benefit(t) <= pi1 - MER given t >= 49/100, t < 1",
    "net_benefit(t) <= pi1 - MER - 1/1000 given t >= 1/2, t < 1",
    "net_benefit(t) <= pi1 - 101/100*MER given t >= 1/2, t < 1",
    "net_benefit(t) <= pi1 - MER*t/(1 - t)/2 given t >= 1/2, t < 1",
    "npv(t) >= t given specificity(t) > 0",
    "npv(t) >= pi1*101/100 given calibrated, specificity(t) > 0",
    "npv(t) >= pi0 given calibrated, specificity(t) > 0",
    "precision(t) >= 1 - t + 1/100 given calibrated, sensitivity(t) > 0",
    "precision(t) >= t given calibrated, sensitivity(t) > 0",
    "E1(s*indicator(t < s)) >= E1(s)*E1(indicator(t < s))*101/100",
    "E0(s*indicator(s <= t)) >= E0(s)*E0(indicator(s <= t))",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_at_a_threshold_is_proved(text: str) -> None:
    found = prove(text, seconds=10)
    assert found.verdict == "proved", found.note
    assert documents.recheck(found.document) == str(found.statement)


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_at_a_threshold_is_refuted(text: str) -> None:
    assert prove(text).verdict == "refuted"


def test_the_numerator_and_what_it_is_divided_by_are_read() -> None:
    document = prove("npv(t) >= t given calibrated, specificity(t) > 0").document
    assert document is not None
    for change in (
        lambda x: x["steps"][-2]["by"]["uses"][0].update(times="1"),
        lambda x: x["steps"][-2]["by"]["uses"][0].update(times="-1/E(indicator(t < s))"),
        lambda x: x["steps"][-2]["by"]["uses"][0]["document"].update(statement="0 <= 1"),
        lambda x: x.update(defined=[]),
    ):
        changed = copy.deepcopy(document)
        change(changed)
        with pytest.raises(Refused):
            recheck(changed)
