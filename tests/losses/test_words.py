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
