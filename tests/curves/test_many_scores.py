"""ROC curves, optima and reliability in bins by counts and sums in arrays, against the fractions one by one."""

import pickle
from fractions import Fraction
from itertools import groupby, pairwise

import numpy as np
import pytest

from workbench.calibration.reliability import equal_mass, equal_width, reliability
from workbench.curves.decision_thresholds import Optimum, decisions, optima
from workbench.curves.roc import RocCurve
from workbench.samples.sample import Sample
from workbench.samples.weighted import at_prior, weighted_sample


def samples():
    rng = np.random.default_rng(0)
    for n in (300, 1000):
        classes = (rng.random(n) < 0.4).astype(int)
        scores = 1 / (1 + np.exp(-(rng.normal(size=n) + classes)))
        for s in (scores, np.round(scores, 2), scores.astype(np.float32)):
            sample = Sample.of(classes, s)
            assert type(sample) is not Sample
            yield sample
    few = Sample.of([0, 1, 0, 0, 1, 1], ["0", "1/3", "0.5", "0.5", "0.5", "1"])
    yield few
    yield at_prior(few, "1/1000003")
    yield weighted_sample([0, 1, 1, 0], ["0.1", "0.2", "0.3", "0.9"], weights=["1/7", 10**20, "0.3", 1])


SAMPLES = list(samples())
COSTS = [Fraction(0), Fraction(1, 3), Fraction("0.5"), Fraction(10**30 + 1, 3 * 10**30), Fraction(1)]


def as_fractions(sample: Sample) -> Sample:
    return Sample(sample.scores, sample.counts0, sample.counts1)


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_optima_are_the_local_minima_of_all_decisions(sample, cost):
    levels = [tuple(run) for _, run in groupby(decisions(sample, cost), lambda decision: decision.loss)]
    least = min(level[0].loss for level in levels)
    wanted = []
    for i, level in enumerate(levels):
        beside = levels[max(i - 1, 0) : i] + levels[i + 1 : i + 2]
        if all(other[0].loss > level[0].loss for other in beside):
            wanted.append(Optimum(level, level[0].loss == least))
    found = optima(sample, cost)
    assert found == tuple(wanted)
    assert list(found.best) == [x for x in wanted if x.best]
    assert found[-1] == wanted[-1]
    assert found[:2] == tuple(wanted[:2])
    assert len(found) == len(wanted)
    assert hash(found) == hash(tuple(wanted))
    with pytest.raises(IndexError):
        found[len(wanted)]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_the_best_points_are_those_of_the_points_themselves(sample, cost):
    for pi0 in (Fraction(1, 2), sample.pi0):
        curve, other = RocCurve.of(sample), RocCurve(RocCurve.of(sample).points)
        assert curve.best(cost, pi0) == other.best(cost, pi0)
        assert "points" not in vars(curve)
        assert curve == other
        assert hash(curve) == hash(other)
        assert repr(curve) == repr(other)


def test_a_curve_of_a_sample_can_be_kept():
    curve = RocCurve.of(SAMPLES[0])
    assert pickle.loads(pickle.dumps(curve)) == curve
    with pytest.raises(AttributeError, match="'RocCurve' object has no attribute 'point'"):
        _ = curve.point  # type: ignore[attr-defined]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
@pytest.mark.parametrize("forecast", ["mean", "midpoint"])
def test_bins_are_sums_over_their_scores(sample, forecast):
    for edges in (equal_width(7), equal_mass(sample, 5), [0, 0.5, 1]):
        found = reliability(sample, edges, forecast)
        exact = list(map(Fraction, edges))
        points, variance, covariance = [], Fraction(0), Fraction(0)
        entries = list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
        for i, (low, high) in enumerate(pairwise(exact)):
            inside = [x for x in entries if (low < x[0] or not i) and x[0] <= high]
            count = sum(a + b for _, a, b in inside)
            if not count:
                continue
            t = sum((a + b) * s for s, a, b in inside) / count if forecast == "mean" else (low + high) / 2
            points.append((t, Fraction(sum(b for *_, b in inside), count), count))
            variance += sum((a + b) * (s - t) ** 2 for s, a, b in inside)
            covariance += 2 * sum((s - t) * (b * (1 - t) - a * t) for s, a, b in inside)
        assert [(x.forecast, x.observed, x.count) for x in found.points] == points
        assert (found.within_bin_variance, found.within_bin_covariance) == (variance / sample.n, covariance / sample.n)
        parts = found.calibration_loss + found.refinement_loss + found.within_bin_variance
        assert found.brier == parts - found.within_bin_covariance


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
@pytest.mark.parametrize("bins", [1, 2, 3, 10, 37])
def test_bins_of_equal_mass_are_those_of_the_fractions(sample, bins):
    assert equal_mass(sample, bins) == equal_mass(as_fractions(sample), bins)
    ends = []
    for j in range(1, bins):
        end = next(i for i, count in enumerate(sample.cumulative[1:]) if bins * count >= j * sample.n)
        if end + 1 < sample.distinct_scores and end not in ends:
            ends.append(end)
    inner = [(sample.scores[i] + sample.scores[i + 1]) / 2 for i in ends]
    assert list(equal_mass(sample, bins)) == [0, *inner, 1]
