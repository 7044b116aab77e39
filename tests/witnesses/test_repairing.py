"""Samples changed so that an equality holds: what is made meets all that is assumed, and so do those beside it."""

from fractions import Fraction

import pytest

from workbench import Sample
from workbench.language.statements import parse_statement
from workbench.losses.exact import value
from workbench.witnesses.constructions import samples
from workbench.witnesses.fitting import Given, fitted, meets
from workbench.witnesses.repairing import Equality, along_lines, repaired

KNOWN = [
    "BS == 1/8",
    "BS == 1/9",
    "BS == 9/10",
    "BS == 1/10, pi0 == 1/2",
    "MAE == 1/7, pi0 == 2/7",
    "CL == 1/5",
    "RLH == 3/16",
    "MER == 1/10, pi0 == 1/2",
    "calibrated, KS == 1/2",
]


def assumed(text: str) -> Given:
    return parse_statement(f"0 <= 1 given {text}").given


@pytest.mark.slow
@pytest.mark.parametrize("text", KNOWN)
def test_samples_are_made_for_an_equality(text: str) -> None:
    found = samples(assumed(text))
    assert len(found) > 20
    assert len({sample.n for sample in found}) > 3
    (equality,) = Equality.of(assumed(text))
    for sample in found:
        assert meets(assumed(text), sample)
        assert value(sample, equality.left) == value(sample, equality.right)


def test_nothing_is_made_of_what_is_impossible() -> None:
    assert samples(assumed("KS == 2")) == ()
    assert not list(repaired(assumed("BS == 2"), [(Fraction(1, 2), 1, 1)], by_scores=True))


def test_lines_lead_to_other_samples() -> None:
    given = assumed("BS == 1/10")
    start = Sample.of([0, 1], ["2/5", "4/5"])
    found = {fitted(given, entries) for entries in along_lines(given, start)}
    assert len(found) > 3
    assert None not in found
    assert start not in found
