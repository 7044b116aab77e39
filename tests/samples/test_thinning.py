"""Samples of fewer distinct scores: the bound on what changes, against the rates by definition."""

import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from workbench.reading.datafile import read_sample
from workbench.samples.sample import Sample
from workbench.samples.thinning import cuts, thinned
from workbench.samples.turned import turned

DATA = Path(__file__).parents[2] / "paper_checks" / "data"


def random_sample(rng: random.Random, n: int, values: int) -> Sample:
    heavy = rng.randrange(values)
    scores = [heavy if rng.random() < 0.2 else rng.randrange(values) for _ in range(n)]
    return Sample.of([0, 1, *(rng.randrange(2) for _ in range(n - 2))], scores)


def array_samples() -> list[Sample]:
    rng = np.random.default_rng(1)
    classes = rng.integers(0, 2, 500)
    distinct, tied = rng.normal(size=500), rng.integers(-20, 20, 500) / 8
    found = [
        Sample.of(classes, distinct),
        Sample.of(classes, tied),
        Sample.of(classes, np.round(np.abs(tied) / 3, 2)),
        Sample.of_counts([Fraction(i, 700) for i in range(300)], [1, 2, 0] * 100, [0, 3, 1] * 100),
        read_sample(DATA / "vote_nb_test_raw.csv"),
        read_sample(DATA / "credit_a_pruned_test.csv"),
        Sample.of([0, 1, 1], ["0.2", "0.2", "1/3"]),
    ]
    return [*found, *map(turned, found), *(sample.balanced() for sample in found)]


@pytest.mark.parametrize("sample", array_samples())
def test_counts_as_arrays_and_single_scores_are_those_of_the_tuples(sample: Sample) -> None:
    passed0, passed1 = sample.passed
    assert (passed0.tolist(), passed1.tolist()) == (list(sample.cumulative0), list(sample.cumulative1))
    assert [sample.score(i) for i in range(sample.distinct_scores)] == list(sample.scores)


@pytest.mark.parametrize("seed", range(60))
def test_rates_are_lower_by_one_part_at_most(seed: int) -> None:
    rng = random.Random(seed)
    parts = rng.randint(2, 12)
    sample = random_sample(rng, rng.randint(100, 400), rng.choice([60, 200, 1000]))
    found = thinned(sample, parts)
    assert (found.n0, found.n1) == (sample.n0, sample.n1)
    assert found.distinct_scores <= max(4 * parts, 1)
    for t in (*sample.scores, sample.scores[0] - 1):
        for full, less in ((sample.cdf0(t), found.cdf0(t)), (sample.cdf1(t), found.cdf1(t))):
            assert 0 <= full - less <= Fraction(1, parts)


@pytest.mark.parametrize("seed", range(30))
def test_a_heavy_score_stays_as_it_is(seed: int) -> None:
    rng = random.Random(seed)
    sample = random_sample(rng, 300, 200)
    found = thinned(sample, 8)
    places = {score: i for i, score in enumerate(found.scores)}
    heavy = [i for i in range(sample.distinct_scores) if 8 * sample.counts0[i] > sample.n0]
    assert heavy
    for i in heavy:
        at = places[sample.scores[i]]
        assert (found.counts0[at], found.counts1[at]) == (sample.counts0[i], sample.counts1[i])


def test_few_scores_are_left_alone() -> None:
    sample = Sample.of([0, 1] * 20, range(40))
    assert thinned(sample, 10) is sample
    assert thinned(sample, 9) is not sample


@pytest.mark.parametrize("seed", range(30))
def test_between_cuts_no_rate_is_attained_or_there_is_one_score(seed: int) -> None:
    rng = random.Random(seed)
    sample = random_sample(rng, 200, 90)
    rates = [Fraction(rng.randint(1, 50), 51) for _ in range(6)]
    found = cuts(sample, rates).tolist()
    assert found[0] == 0
    assert found[-1] == sample.distinct_scores
    for start, stop in pairwise(found):
        if stop > start + 1:
            for cumulative, size in ((sample.cumulative0, sample.n0), (sample.cumulative1, sample.n1)):
                assert not any(cumulative[start] < rate * size <= cumulative[stop] for rate in rates)
