"""Words of the language against their definitions on random tied samples, and against scikit-learn."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.benchmarks.words import WORDS, compared, drawn
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.samples.sample import Sample


def test_words_are_what_their_definitions_say() -> None:
    found = list(compared(10 * len(WORDS), seed=3))
    assert [difference for _, difference in found if difference] == []
    assert {name for name, _ in found} == {word.__name__ for word in WORDS}


@pytest.mark.parametrize("most", [Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
def test_the_partial_area_is_that_of_scikit_learn(most: Fraction) -> None:
    """A false positive rate uniform up to b loses 2 mu pi0 (1 - pAUC/b) + (1 - mu) pi1 b, here for mu = 1/2."""
    roc_auc_score = pytest.importorskip("sklearn.metrics").roc_auc_score
    rng = random.Random(5)
    for _ in range(6):
        data = drawn(rng)
        sample = Sample.of([y for _, y in data], [s for s, _ in data])
        loss = value(sample, parse_expression(f"loss(fpr({most}*u))"))
        assert isinstance(loss, Fraction)
        area = most * (1 - (loss - sample.pi1 * most / 2) / sample.pi0)
        scaled = (1 + (area - most**2 / 2) / (most - most**2 / 2)) / 2  # after McClish, as it is returned there
        expected = roc_auc_score([1 - y for _, y in data], [-float(s) for s, _ in data], max_fpr=float(most))
        assert float(scaled) == pytest.approx(expected, abs=1e-12)


WFNS = Sample.of_counts(["0", "1/4", "1/2", "3/4", "1"], [18, 8, 1, 12, 2], [4, 8, 3, 20, 37])
"""Grades of the World Federation of Neurological Surgeons, 5 to 1, of 41 patients with a poor outcome and 72 others."""


@pytest.mark.parametrize(
    ("fixed", "low", "high", "area", "corrected"),
    [
        ("fpr", "0", "1/10", "0.0334417344173442", "0.649693339038653"),
        ("fpr", "1/10", "1/5", "0.0598373983739837", "0.763749402199904"),
        ("fpr", "1/2", "1", "0.488134475939354", "0.952537903757416"),
        ("fpr", "0", "1", "0.823678861788618", "0.823678861788618"),
        ("tpr", "9/10", "1", "0.0400999322493225", "0.68473648552275"),
        ("tpr", "4/5", "9/10", "0.0609953703703703", "0.770561002178649"),
        ("tpr", "0", "1/2", "0.483358739837398", "0.933434959349593"),
    ],
)
def test_partial_areas_are_those_of_proc(fixed: str, low: str, high: str, area: str, corrected: str) -> None:
    """Figures that pROC 1.19.0.1 has in its tests for the grade in its data aSAH, in intervals of one rate."""
    a, b = Fraction(low), Fraction(high)
    loss = value(WFNS, parse_expression(f"loss({fixed}({low} + ({high} - {low})*u))"))
    assert isinstance(loss, Fraction)
    middle = (a + b) / 2
    if fixed == "fpr":  # the mean sensitivity
        mean = 1 - (loss - WFNS.pi1 * middle) / WFNS.pi0
    else:  # the mean specificity
        mean, middle = 1 - (loss - WFNS.pi0 * (1 - middle)) / WFNS.pi1, 1 - middle
    assert float(mean * (b - a)) == pytest.approx(float(area), abs=1e-14)
    assert float((1 + (mean - middle) / (1 - middle)) / 2) == pytest.approx(float(corrected), abs=1e-14)
