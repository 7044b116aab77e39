"""Gains and lift against counting: the shares found in every order of tied examples."""

import json
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.curves.gains import Gains
from workbench.errors import InputError
from workbench.samples.sample import Sample

F = Fraction
SCORES = st.builds(F, st.integers(0, 5), st.just(5))
PAIRS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=2, max_size=12).filter(
    lambda pairs: {y for _, y in pairs} == {0, 1}
)
EXTREMES = [
    [(F(0), 0), (F(1), 1)],
    [(F(1), 0), (F(0), 1)],
    [(F(1, 2), 0), (F(1, 2), 1), (F(1, 2), 1)],
    [(F(0), 1), (F(0), 1), (F(1), 0), (F(1), 0)],
    [(F(0), 0), (F(1), 0), (F(1), 0), (F(1, 2), 1)],
]


def gains_of(data):
    return Gains.of(Sample.of([y for _, y in data], [s for s, _ in data]))


def found_in_order(order, count):
    """The share of class 0 in the first ``count`` of ``order``."""
    return F(sum(1 - y for _, y in order[:count]), sum(1 - y for _, y in order))


def mean_gain(data, count):
    """The mean share found in the first ``count`` examples, over all orders of tied examples."""
    ranked = [list(order) for order in permutations(data) if all(a[0] <= b[0] for a, b in pairwise(order))]
    return sum(found_in_order(order, count) for order in ranked) / len(ranked)


@pytest.mark.parametrize("data", EXTREMES)
def test_extremes(data):
    check(data)


@settings(max_examples=80, deadline=None)
@given(PAIRS)
def test_gains_and_lift(data):
    check(data)


def check(data):
    gains, n = gains_of(data), len(data)
    pi0, pi1 = naive.proportions(data)
    assert [point.threshold for point in gains.points] == [None, *sorted({s for s, _ in data})]
    for point in gains.points[1:]:
        assert point.gain == naive.share(data, 0, lambda s, t=point.threshold: s <= t)
        assert point.rate == F(sum(s <= point.threshold for s, _ in data), n)
    for rate in {F(k, 24) for k in range(25)} | {F(k, n) for k in range(n + 1)}:
        tpr, _ = naive.at_rate(data, rate, "interpolated", "cost")
        assert gains.gain(rate) == gains.curve(rate) == tpr
        assert gains.best(rate) == min(F(1), rate / pi0)
        if rate:
            assert gains.lift(rate) == tpr / rate <= 1 / pi0
    first = [y for s, y in data if s == min(s for s, _ in data)]
    assert gains.lift(0) == F(first.count(0), len(first)) / pi0 == gains.lift(gains.points[1].rate / 3)
    assert gains.lift(1) == 1
    assert gains.area == gains.curve.area() == pi0 / 2 + pi1 * naive.auc(data)
    assert gains.best.area() == pi0 / 2 + pi1
    assert gains.accuracy_ratio == (gains.area - F(1, 2)) / (gains.best.area() - F(1, 2)) == 2 * naive.auc(data) - 1
    for parts in (1, 3, 10):
        rows = gains.percentiles(parts)
        assert [row.rate for row in rows] == [F(k, parts) for k in range(1, parts + 1)]
        before = F(0)
        for row in rows:
            assert row.gain == gains.gain(row.rate)
            assert row.lift == row.gain / row.rate
            assert row.part_lift == (row.gain - before) / F(1, parts)
            assert row.best_gain == gains.best(row.rate)
            before = row.gain
        assert sum(row.part_lift for row in rows) == parts


@settings(max_examples=15, deadline=None)
@given(PAIRS.filter(lambda pairs: len(pairs) <= 5))
def test_ties_are_passed_uniformly(data):
    gains = gains_of(data)
    for count in range(len(data) + 1):
        assert gains.gain(F(count, len(data))) == mean_gain(data, count)


def test_without_a_model_the_mean_gain_is_the_diagonal():
    data = [(F(0), y) for y in (0, 0, 1, 1, 1)]
    for count in range(6):
        rate = F(count, 5)
        assert gains_of(data).baseline(rate) == mean_gain(data, count) == rate


def test_a_perfect_ranking_has_the_best_gains():
    for zeros, ones in ((1, 4), (3, 2), (2, 1)):
        gains = gains_of([(F(0), 0)] * zeros + [(F(1), 1)] * ones)
        assert gains.curve == gains.best
        assert gains.accuracy_ratio == 1
        assert gains.lift(0) == 1 / gains.pi0


POSITIVE = [1, 1, 0, 0, 1, 1, 0, 0, 1, 0]
M1 = ["0.73", "0.69", "0.44", "0.55", "0.67", "0.47", "0.08", "0.15", "0.45", "0.35"]
M2 = ["0.61", "0.03", "0.68", "0.31", "0.45", "0.09", "0.38", "0.05", "0.01", "0.04"]


@pytest.mark.parametrize(
    ("beliefs", "found", "area"),
    [(M1, [1, 2, 3, 3, 4, 5, 5, 5, 5, 5], F(71, 100)), (M2, [0, 1, 2, 2, 2, 3, 3, 3, 4, 5], F(9, 20))],
)
def test_two_models_of_a_lecture(beliefs, found, area):
    gains = Gains.of(Sample.of([1 - y for y in POSITIVE], [1 - F(p) for p in beliefs]))
    ranked = sorted(zip(beliefs, POSITIVE, strict=True), key=lambda pair: F(pair[0]), reverse=True)
    assert [sum(y for _, y in ranked[:k]) for k in range(1, 11)] == found
    assert [row.gain for row in gains.percentiles()] == [F(k, 5) for k in found]
    assert [row.lift for row in gains.percentiles()] == [F(2 * k, m) for m, k in enumerate(found, 1)]
    assert gains.area == area


def test_what_is_refused():
    gains = gains_of(EXTREMES[0])
    for call, message in (
        (lambda: gains.gain(2), "the rate is 2; it must lie in"),
        (lambda: gains.lift("x"), "the rate 'x' is not a number"),
        (lambda: gains.percentiles(0), "the number of parts is 0"),
        (lambda: gains.percentiles(2.5), "the number of parts is 2.5"),
        (lambda: gains.percentiles(True), "the number of parts is True"),
        (lambda: Gains.of([0, 1]), r"Gains.of takes a Sample, not \[0, 1\]"),
    ):
        with pytest.raises(InputError, match=message):
            call()


def test_json_and_repr():
    gains = gains_of(EXTREMES[4])
    said = json.loads(json.dumps(gains.to_json()))
    assert [point["lift"]["exact"] for point in said["points"]] == [str(gains.lift(p.rate)) for p in gains.points]
    assert said["area"]["exact"] == str(gains.area)
    assert json.loads(json.dumps(gains.percentiles(4)[0].to_json()))["rate"]["exact"] == "1/4"
    assert F(said["best_area"]["exact"]) == gains.best.area()
    assert repr(gains) == f"Gains of 4 points, pi0 3/4, area {gains.area}"
