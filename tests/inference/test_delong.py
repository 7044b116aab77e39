"""DeLong's variance and test: against placements counted pair by pair, and where there is none."""

import json
import math
import random
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from workbench.errors import InputError
from workbench.inference.delong import _sum, delong, delong_test, placements
from workbench.samples.sample import Sample

F = Fraction


def heaviside(s, t):
    return F(1) if s < t else F(1, 2) if s == t else F(0)


def mean(values):
    return sum(values, F(0)) / len(values)


def naive(classes, columns):
    """The AUCs and their covariance matrix, pair by pair."""
    aucs, placed = [], []
    for scores in columns:
        zeros, ones = ([s for s, y in zip(scores, classes, strict=True) if y == k] for k in (0, 1))
        placed.append(
            (
                [mean([heaviside(s, t) for t in ones]) for s in zeros],
                [mean([heaviside(s, t) for s in zeros]) for t in ones],
            )
        )
        aucs.append(mean([heaviside(s, t) for s in zeros for t in ones]))

    def covariance(i, j):
        parts = []
        for k in (0, 1):
            left, right = placed[i][k], placed[j][k]
            products = [(v - aucs[i]) * (w - aucs[j]) for v, w in zip(left, right, strict=True)]
            parts.append(sum(products) / (len(left) - 1) / len(left))
        return sum(parts)

    return aucs, tuple(tuple(covariance(i, j) for j in range(len(columns))) for i in range(len(columns)))


def random_data(seed, kinds):
    rng = random.Random(seed)
    classes = [0, 0, 1, 1, *(rng.randint(0, 1) for _ in range(rng.randint(0, 12)))]
    rng.shuffle(classes)
    return classes, *([F(rng.randint(0, kinds), kinds) for _ in classes] for _ in range(2))


@pytest.mark.parametrize("kinds", [1, 3, 50])
def test_auc_and_covariances_are_those_counted_pair_by_pair(kinds):
    for seed in range(60):
        classes, one, two = random_data(seed, kinds)
        aucs, matrix = naive(classes, (one, two))
        alone, found = delong(classes, one), delong_test(classes, one, two)
        assert (alone.auc, alone.variance) == (aucs[0], matrix[0][0])
        assert (found.first, found.second, found.covariance) == (*aucs, matrix)
        variance = matrix[0][0] + matrix[1][1] - 2 * matrix[0][1]
        assert found.variance == variance
        if variance:
            z = float(aucs[1] - aucs[0]) / math.sqrt(variance)
            assert found.z == pytest.approx(z, rel=1e-12)
            assert found.p == pytest.approx(2 * NormalDist().cdf(-abs(z)), abs=1e-12)
            centre = (found.low + found.high) / 2
            assert centre == pytest.approx(float(found.difference), abs=1e-12)
            assert found.high - centre == pytest.approx(1.959963984540054 * math.sqrt(variance), rel=1e-12)
        else:
            assert (found.z, found.p, found.low, found.high) == (None,) * 4
            assert "no variance" in found.note


def test_intervals_on_both_scales():
    classes, scores = [0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6]
    se = math.sqrt(2 / 81)
    normal = delong(classes, scores, level="0.9")
    assert normal.low == pytest.approx(8 / 9 - 1.6448536269514722 * se, rel=1e-12)
    assert normal.high == 1
    assert normal.standard_error == pytest.approx(se, rel=1e-15)
    logit = delong(classes, scores, scale="logit")
    width = 1.959963984540054 * se / (8 / 81)
    for end, x in ((logit.low, math.log(8) - width), (logit.high, math.log(8) + width)):
        assert math.log(end / (1 - end)) == pytest.approx(x, rel=1e-9)
    assert 0 < logit.low < 8 / 9 < logit.high < 1


def test_exchanging_classifiers_or_classes_changes_signs_only():
    classes, one, two = random_data(3, 9)
    found, other = delong_test(classes, one, two), delong_test(classes, two, one)
    assert (found.difference, found.variance, found.z, found.p) == (
        -other.difference,
        other.variance,
        -other.z,
        other.p,
    )
    turned = delong_test([1 - y for y in classes], [1 - s for s in one], [1 - s for s in two])
    assert (turned.difference, turned.variance) == (found.difference, found.variance)


def test_where_there_is_no_variance_there_is_no_test():
    single = delong([0, 1, 1], [1, 2, 3])
    assert (single.auc, single.variance, single.low, single.standard_error) == (1, None, None, None)
    assert single.note == "class 0 has a single example, whose placement has no variance"
    assert "class 1 has a single example" in delong_test([0, 0, 1], [1, 2, 3], [3, 2, 1]).note
    for scale in ("normal", "logit"):
        perfect = delong([0, 0, 1, 1], [1, 2, 3, 4], scale=scale)
        assert (perfect.auc, perfect.variance, perfect.low, perfect.high) == (1, 0, None, None)
        assert "variance is zero" in perfect.note
    tied = delong([0, 0, 1, 1], [1, 1, 1, 1], scale="logit")
    assert (tied.auc, tied.variance, tied.low) == (F(1, 2), 0, None)
    alike = delong_test([0, 0, 1, 1], [1, 3, 2, 4], [10, 30, 20, 40])
    assert (alike.difference, alike.variance, alike.p) == (0, 0, None)
    opposite = delong_test([0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1])
    assert (opposite.difference, opposite.variance, opposite.p) == (-1, 0, None)


def test_placements_are_whole_numbers_for_many_examples():
    rng = np.random.default_rng(0)
    classes = rng.integers(2, size=20_000)
    scores = rng.random(20_000) + classes / 2
    sample = Sample.of(classes, scores)
    above, below = placements(sample)
    assert sum(v * a for v, a in zip(above, sample.counts0, strict=True)) == sum(
        v * b for v, b in zip(below, sample.counts1, strict=True)
    )
    found = delong(classes, scores)
    zeros, ones = scores[classes == 0], scores[classes == 1]
    v0 = 1 - np.searchsorted(np.sort(ones), zeros) / len(ones)
    v1 = np.searchsorted(np.sort(zeros), ones) / len(zeros)
    assert float(found.variance) == pytest.approx(v0.var(ddof=1) / len(v0) + v1.var(ddof=1) / len(v1), rel=1e-9)


@pytest.mark.parametrize("most", [1 << 8, (1 << 32) - 1, 1 << 40])
def test_sums_of_products_are_exact_however_great(most):
    rng = np.random.default_rng(0)
    left, right = rng.integers(most - 200, most, (2, 50))
    counts = rng.integers(1, (1 << 31) // 50, 50)
    wanted = sum(a * b * c for a, b, c in zip(left.tolist(), right.tolist(), counts.tolist(), strict=True))
    assert _sum(left, right, counts) == wanted
    assert _sum(left, right, counts * 50) == 50 * wanted


def test_an_interval_covers_the_auc_of_the_population():
    """Two normal score distributions one standard deviation apart: AUC = Phi(1/sqrt(2))."""
    truth = NormalDist().cdf(1 / math.sqrt(2))
    rng = np.random.default_rng(1)
    classes = np.repeat([0, 1], 50)
    hits = 0
    for _ in range(400):
        found = delong(classes, rng.normal(size=100) + classes)
        hits += found.low <= truth <= found.high
    assert 0.92 < hits / 400 < 0.98


def test_json_has_exact_fractions():
    row = json.loads(json.dumps(delong_test([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], [1, 4, 5, 2, 3, 6]).to_json()))
    assert row["difference"] == {"exact": "-1/3", "value": -1 / 3}
    assert row["covariance"][0][0]["exact"] == "2/81"
    assert json.loads(json.dumps(delong([0, 1], [1, 2]).to_json()))["variance"] is None


def test_what_is_wrong_is_named():
    for wrong, message in (({"level": 2}, "level 2 is not a number inside"), ({"scale": "logitt"}, "mean logit")):
        with pytest.raises(InputError, match=message):
            delong([0, 1, 0, 1], [1, 2, 3, 4], **wrong)
    with pytest.raises(InputError, match="first classifier: all 2 examples are of class 1"):
        delong_test([1, 1], [1, 2], [1, 2])
