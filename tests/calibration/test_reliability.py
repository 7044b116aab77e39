"""Reliability diagrams and the parts of the Brier score, against loops over the examples."""

import json
import random
from bisect import bisect_left
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from tests import naive
from workbench.calibration.isotonic import isotonic
from workbench.calibration.reliability import corp, equal_mass, equal_width, reliability
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.losses.exact import NeedsProbabilities, value
from workbench.samples.sample import Sample

F = Fraction

SCORES = st.one_of(st.builds(F, st.integers(0, 8), st.just(8)), st.builds(F, st.integers(0, 7), st.just(7)))
PAIRS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=2, max_size=14).filter(
    lambda pairs: {0, 1} == {y for _, y in pairs}
)
EDGES = st.sets(SCORES, max_size=4).map(lambda inner: sorted({F(0), F(1), *inner}))


def sample_of(pairs):
    return Sample.of([y for _, y in pairs], [s for s, _ in pairs])


def metric(sample, name):
    return value(sample, parse_expression(name))


def naive_parts(pairs, bin_of, forecast_of):
    """The points and the parts from the definitions, example by example."""
    members = {}
    for s, y in pairs:
        members.setdefault(bin_of(s), []).append((s, y))
    forecast = {k: forecast_of(k, [s for s, _ in inside]) for k, inside in members.items()}
    observed = {k: naive.mean(F(y) for _, y in inside) for k, inside in members.items()}
    t, o = (lambda s: forecast[bin_of(s)]), (lambda s: observed[bin_of(s)])
    base = naive.mean(F(y) for _, y in pairs)
    return {
        "points": [(forecast[k], observed[k], len(members[k])) for k in sorted(members)],
        "brier": naive.mean((s - y) ** 2 for s, y in pairs),
        "calibration_loss": naive.mean((t(s) - o(s)) ** 2 for s, _ in pairs),
        "refinement_loss": naive.mean((y - o(s)) ** 2 for s, y in pairs),
        "resolution": naive.mean((o(s) - base) ** 2 for s, _ in pairs),
        "uncertainty": naive.mean((y - base) ** 2 for _, y in pairs),
        "within_bin_variance": naive.mean((s - t(s)) ** 2 for s, _ in pairs),
        "within_bin_covariance": naive.mean(2 * (s - t(s)) * (y - t(s)) for s, y in pairs),
    }


def check(found, wanted):
    assert [(x.forecast, x.observed, x.count) for x in found.points] == wanted.pop("points")
    assert {name: part for name, part in vars(found).items() if name != "points"} == wanted
    within = found.within_bin_variance - found.within_bin_covariance
    assert found.brier == found.calibration_loss + found.refinement_loss + within
    assert found.refinement_loss == found.uncertainty - found.resolution


@given(PAIRS)
def test_the_parts_by_score_are_the_metrics(pairs):
    sample = sample_of(pairs)
    found = reliability(sample)
    check(found, naive_parts(pairs, lambda s: s, lambda k, _: k))
    assert (found.within_bin_variance, found.within_bin_covariance) == (0, 0)
    assert found.brier == metric(sample, "BS")
    assert found.calibration_loss == metric(sample, "CL")
    assert found.refinement_loss == metric(sample, "RL")


@given(PAIRS, EDGES)
def test_the_parts_in_bins_add_up_to_the_brier_score(pairs, edges):
    """``bisect_left`` puts a score on an inner edge into the bin below it, and the lowest edge into the first."""
    sample = sample_of(pairs)

    def bin_of(s):
        return max(bisect_left(edges, s) - 1, 0)

    check(reliability(sample, edges), naive_parts(pairs, bin_of, lambda _, inside: naive.mean(inside)))
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    check(reliability(sample, edges, "midpoint"), naive_parts(pairs, bin_of, lambda k, _: middles[k]))


def test_calibration_and_refinement_alone_are_not_the_brier_score_in_bins():
    rng = random.Random(1)
    unequal = 0
    for _ in range(100):
        pairs = [(F(rng.randrange(11), 10), y) for y in (0, 1, *(rng.randrange(2) for _ in range(8)))]
        found = reliability(sample_of(pairs), equal_width(3), "midpoint")
        unequal += found.calibration_loss + found.refinement_loss != found.brier
    assert unequal > 90


def test_a_score_on_an_edge_falls_to_the_bin_below():
    found = reliability(Sample.of([0, 1, 0, 1], [0, "0.5", "0.75", 1]), ["0", "0.5", "1"])
    assert [x.count for x in found.points] == [2, 2]
    assert [x.forecast for x in found.points] == [F(1, 4), F(7, 8)]
    only = reliability(Sample.of([0, 1], ["0.5", "0.5"]), ["0.5", 0.75])
    assert [(x.forecast, x.observed, x.count) for x in only.points] == [(F(1, 2), F(1, 2), 2)]


def test_scikit_learn_has_the_same_points():
    rng = np.random.default_rng(2)
    scores = rng.integers(0, 65, 300) / 64
    classes = (rng.random(300) < scores).astype(int)
    observed, forecast = calibration_curve(classes, scores, n_bins=8)
    found = reliability(Sample.of(classes, scores), equal_width(8))
    assert [float(x.observed) for x in found.points] == pytest.approx(list(observed), abs=1e-14)
    assert [float(x.forecast) for x in found.points] == pytest.approx(list(forecast), abs=1e-14)


# --- edges --------------------------------------------------------------------------------------------


@given(PAIRS, st.integers(1, 6))
def test_bins_of_equal_mass_end_where_their_share_is_reached(pairs, bins):
    sample = sample_of(pairs)
    edges = equal_mass(sample, bins)
    assert (edges[0], edges[-1]) == (0, 1)
    scores = sorted(s for s, _ in pairs)
    ends = set()
    for j in range(1, bins):
        end = next(s for s in scores if F(sum(x <= s for x in scores), len(scores)) >= F(j, bins))
        after = [s for s in scores if s > end]
        if after:
            ends.add((end + after[0]) / 2)
    assert list(edges[1:-1]) == sorted(ends)
    found = reliability(sample, edges)
    assert len(found.points) == len(edges) - 1
    assert sum(x.count for x in found.points) == sample.n
    if len(sample.scores) == sample.n:
        sizes = [x.count for x in found.points]
        assert max(sizes) - min(sizes) <= 1


def test_equal_width():
    assert equal_width(1) == (0, 1)
    assert equal_width(4) == (0, F(1, 4), F(1, 2), F(3, 4), 1)


@pytest.mark.parametrize("bins", [0, -1, 2.0, True, "3", None])
def test_a_number_of_bins_that_is_none(bins):
    for edges in (equal_width, lambda k: equal_mass(Sample.of([0, 1], [0, 1]), k)):
        with pytest.raises(InputError, match="the number of bins is a whole number from 1 on"):
            edges(bins)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([0, "x", 1], "edge 'x', number 2, is not a number"),
        ([0, float("nan"), 1], "edge nan, number 2, is not a finite number"),
        ([0, "0.5", "0.5", 1], "edge '0.5', number 3, is not above the edge before it"),
        ([1, 0], "edge 0, number 2, is not above"),
        ([0, 2], "edge 2, number 2, lies outside"),
        (["-0.5", 1], "edge '-0.5', number 1, lies outside"),
        ([0], "1 edges; a bin has two"),
        ([], "0 edges; a bin has two"),
        (["0.5", 1], "the score 1/4 lies in no bin from 1/2 to 1"),
        ([0, "0.5"], "the score 3/4 lies in no bin from 0 to 1/2"),
    ],
)
def test_edges_that_are_none(edges, message):
    with pytest.raises(InputError, match=message):
        reliability(Sample.of([0, 1], ["0.25", "0.75"]), edges)


def test_what_is_no_probability_is_refused():
    for score in ("1.5", "-0.5"):
        sample = Sample.of([0, 1], ["0.5", score])
        for function in (reliability, corp, lambda x: equal_mass(x, 2), lambda x: reliability(x, [0, 1])):
            with pytest.raises(NeedsProbabilities, match=f"needs scores in .* the score {score} lies outside"):
                function(sample)
    with pytest.raises(InputError, match="forecast 'median'; it is one of mean, midpoint"):
        reliability(Sample.of([0, 1], [0, 1]), [0, 1], "median")


# --- pool adjacent violators ----------------------------------------------------------------------------


@given(PAIRS)
def test_corp_scores_the_recalibrated_and_the_constant_forecast(pairs):
    sample = sample_of(pairs)
    found = corp(sample)
    base = naive.mean(F(y) for _, y in pairs)
    before, after, constant = (
        naive.mean((p - y) ** 2 for p, y in column)
        for column in (pairs, [(naive.pav(pairs, s), y) for s, y in pairs], [(base, y) for _, y in pairs])
    )
    assert (found.brier, found.uncertainty) == (before, constant)
    assert (found.miscalibration, found.discrimination) == (before - after, constant - after)
    assert found.brier == found.miscalibration - found.discrimination + found.uncertainty
    assert min(found.miscalibration, found.discrimination) >= 0
    assert metric(sample, "RLH") == found.uncertainty - found.discrimination == found.brier - found.miscalibration
    assert metric(sample, "BS") == found.brier
    assert [x.observed for x in found.points] == [naive.pav(pairs, s) for s in sample.scores]
    assert [x.forecast for x in found.points] == list(sample.scores)
    assert [x.count for x in found.points] == [sum(s == t for s, _ in pairs) for t in sample.scores]
    recalibrated = isotonic(sample).apply(sample)
    assert corp(recalibrated).miscalibration == 0
    assert corp(recalibrated).discrimination == found.discrimination == reliability(recalibrated).resolution


@pytest.mark.parametrize(
    ("pairs", "parts"),
    [
        ([(F(0), 0), (F(1), 1)], (0, F(1, 4), F(1, 4))),
        ([(F(0), 1), (F(1), 0)], (F(3, 4), 0, F(1, 4))),
        ([(F(1, 2), 0), (F(1, 2), 1)], (0, 0, F(1, 4))),
        ([(F(1, 4), 0), (F(1, 4), 0), (F(1, 4), 1)], (F(1, 144), 0, F(2, 9))),
    ],
)
def test_the_extremes(pairs, parts):
    found = corp(sample_of(pairs))
    assert (found.miscalibration, found.discrimination, found.uncertainty) == parts


def test_diagrams_are_plain_values_as_json():
    sample = Sample.of([0, 1], ["0.25", "0.75"])
    for found in (reliability(sample), reliability(sample, equal_width(2)), corp(sample)):
        plain = found.to_json()
        assert json.loads(json.dumps(plain)) == plain
        assert plain["brier"] == {"exact": "1/16", "value": 0.0625}
        assert plain["points"][0]["forecast"] == {"exact": "1/4", "value": 0.25}
        assert set(plain) == set(vars(found))


def test_what_is_no_sample_and_what_are_no_edges():
    for what, call in (("reliability", reliability), ("corp", corp), ("equal_mass", lambda y: equal_mass(y, 2))):
        with pytest.raises(InputError, match=rf"{what} takes a Sample, not \[0, 1\]"):
            call([0, 1])
    sample = Sample.of([0, 1], ["0.25", "0.75"])
    for edges in (10, "01"):
        with pytest.raises(InputError, match=r"edges .* is not a column of values; equal_width\(10\) gives those"):
            reliability(sample, edges)
    assert reliability(sample, iter([0, 1])) == reliability(sample, np.array([0.0, 1.0])) == reliability(sample, (0, 1))
