"""Equalities whose sides are built alike, of parts that are the same."""

import pytest

from workbench.deciding.decide import prove
from workbench.recheck import Refused, recheck

TRUE = [
    "max(GINI, loss(rate_driven)) == max(loss(rate_uniform) - 1/6, GINI)",
    "min(max(loss(rate_driven), error(t)), error(t))/(1 + BS) == "
    "min(max(loss(rate_uniform) - 1/6, error(t)), error(t))/(1 + BS)",
    "max(CL + RL, GINI)/(1 + BS) == max(2*AUC - 1, BS)/(CL + RL + 1)",
    "abs(1/2 - (CL + RL)) == abs(BS - 1/2)",
    "(1 - AUC)*min(min(E((posterior(s) - pav(s))*max(1, pav(s))), AUCH), E0(s)) == min(min(0, AUCH), E0(s))*(1 - AUC)",
    "sqrt((BS - MAE)**2) == MAE - BS",
    "max(error(1), AUC) == max(AUC, 1 - pi0)",
    "E1(R(s)*(s**2 - abs(1/2 - s)/2)) == E1(s*(s**2 - abs(1/2 - s)/2)) given evenly_spaced",
    "E1(R(s)*max(s, pav(s))) == E1(s*max(s, pav(s))) given evenly_spaced",
]
FALSE = [
    "max(GINI, loss(rate_driven)) == max(loss(rate_uniform) - 1/7, GINI)",
    "max(CL + RL, GINI)/(1 + BS) == max(2*AUC - 1, BS)/(CL + RL + 2)",
    "abs(1/2 - (CL + RL)) == abs(BS - 1/3)",
    "(1 - AUC)*min(E((posterior(s) - pav(s))*max(s, pav(s))), AUCH) == min(0, AUCH)*(1 - AUC)",
    "sqrt((BS - MAE)**2) == BS - MAE",
    "max(error(0), AUC) == max(AUC, pi0)",
    "E1(R(s)**2*max(s, 1/3)) == E1(s**2*max(s, 1/3)) given evenly_spaced",
    "E1(R(s)*max(s, pav(s))) == E1(s**2*max(1, pav(s))) given evenly_spaced",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_made_of_the_same_parts_is_the_same(text: str) -> None:
    found = prove(text, 10)
    assert found.verdict == "proved"
    assert recheck(found.document)


@pytest.mark.parametrize("text", FALSE)
def test_what_is_made_of_other_parts_is_refuted(text: str) -> None:
    assert prove(text, 10).verdict == "refuted"


def test_a_document_says_nothing_of_another_part() -> None:
    document = prove(TRUE[1], 10).document
    assert document is not None
    (step,) = document["steps"]
    changed = "min(max(loss(rate_uniform) - 1/7, error(t)), 2*error(t))/(1 + BS)"
    said = f"min(max(loss(rate_driven), error(t)), 2*error(t))/(1 + BS) == {changed}"
    with pytest.raises(Refused):
        recheck({**document, "statement": said, "steps": [{**step, "line": changed}], "ends": changed})
    kept = changed.replace("1/7", "1/6")
    said = said.replace("1/7", "1/6")
    assert recheck({**document, "statement": said, "steps": [{**step, "line": kept}], "ends": kept})
