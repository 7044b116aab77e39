"""Figures that are written out as what they are made of."""

import pytest

from workbench.deciding.decide import prove
from workbench.recheck import documents

TRUE = (
    "MBS >= (1 - KS)/4",
    "(BS0 + BS1)/2 >= (1 - KS)/4",
    "BS0 + BS1 >= (1 - KS)/2",
    "(E0(s**2) + E1((1 - s)**2))/2 >= (1 - KS)/4",
    "max(BS0, BS1) >= (1 - KS)/4",
    "max(MAE0, MAE1) >= (1 - KS)/2",
    "max(BS0, BS1) >= MER/2",
    "max(1 - KS, KS) <= 2*max(MAE0, MAE1) + KS",
    "(BS0 + BS1)/2 >= (1 - AUCH)/2",
    "(BS0 + BS1)/2 >= MMAE**2",
    "pi0*BS0 + pi1*BS1 >= MAE**2",
    "sqrt((BS0 + BS1)/2) >= (BS0 + BS1)/2",
)
FALSE = (
    "(BS0 + BS1)/2 >= (1 - KS)*13/50",
    "BS0 + BS1 >= (1 - KS)/2 + 1/100",
    "(BS0 + BS1)/2 >= (1 - KS)/4 + (1 - KS)**2/1000",
    "max(BS0, BS1) >= (1 - KS)*13/50",
    "min(BS0, BS1) >= (1 - KS)/4",
    "max(MAE0, MAE1) >= (1 - KS)*51/100",
    "(BS0 + 2*BS1)/3 >= (1 - KS)/4",
    "pi1*BS0 + pi0*BS1 >= RLH",
    "min(BS0, BS1) >= MER/2",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_known_of_a_figure_is_found_of_the_sum_that_it_is(text: str) -> None:
    found = prove(text, seconds=15)
    assert found.verdict == "proved", found.note
    assert documents.recheck(found.document) == str(found.statement)


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_of_a_sum_of_figures_is_refuted(text: str) -> None:
    assert prove(text).verdict == "refuted"
