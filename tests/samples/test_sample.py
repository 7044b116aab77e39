"""Exact data: what is accepted, what is refused and how that is said, and what is computed once."""

import json
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.numbers.given import number
from workbench.numbers.totals import total
from workbench.samples.sample import Sample, SampleError, checked_sample

F = Fraction


@pytest.mark.parametrize(
    ("score", "exact"),
    [
        ("0.1", F(1, 10)),
        (" 2.35e-05 ", F(47, 2_000_000)),
        ("-0.0", F(0)),
        ("1/3", F(1, 3)),
        (0.1, F(3602879701896397, 36028797018963968)),
        (-0.0, F(0)),
        (5e-324, F(1, 2**1074)),
        (Decimal("0.10"), F(1, 10)),
        (F(2, 6), F(1, 3)),
        (7, F(7)),
        (True, F(1)),
        (np.float32(0.1), F(13421773, 134217728)),
        (np.int8(-3), F(-3)),
        (np.str_("0.25"), F(1, 4)),
    ],
)
def test_scores_are_taken_exactly(score, exact):
    assert number(score) == exact


def test_every_kind_of_column_gives_the_same_sample():
    classes, scores = [0, 1, 0, 1], [0.5, 0.25, 0.5, 1.0]
    wanted = Sample.of(classes, scores)
    for labels in (
        classes,
        tuple(classes),
        [False, True, False, True],
        ["0", "1", " 0", "1 "],
        [0.0, 1.0, 0.0, 1.0],
        np.array(classes, dtype=np.int8),
        np.array(classes, dtype=bool),
        np.array(classes, dtype=float),
        np.array(["0", "1", "0", "1"]),
        iter(classes),
    ):
        assert Sample.of(labels, scores) == wanted
    for column in (
        tuple(scores),
        ["0.5", "0.25", "1/2", "1"],
        [Decimal("0.5"), F(1, 4), 0.5, 1],
        np.array(scores),
        np.array(scores, dtype=np.float32),
        np.array(scores, dtype=object),
        pa.array(scores).to_numpy(),
        (x for x in scores),
    ):
        assert Sample.of(classes, column) == wanted
    assert Sample.of(np.array(classes), np.array(scores)) == wanted
    assert Sample.of_counts(["1/4", "0.5", 1], [0, 2, 0], [1, 0, 1]) == wanted
    assert Sample.of_counts([1, "1/4", "0.5", "0.50", 9], [0, 0, 1, 1, 0], np.array([1, 1, 0, 0, 0])) == wanted


NAN = float("nan")


@pytest.mark.parametrize(
    ("classes", "scores", "message"),
    [
        ([0, 1, 1], [0, NAN, 1], "score nan of example 2 is not a finite number"),
        ([0, 1, 1], [0, 1, float("-inf")], "score -inf of example 3 is not a finite number"),
        ([0, 1], [Decimal("NaN"), 1], "score NaN of example 1 is not a finite number"),
        ([0, 1], ["inf", 1], "score 'inf' of example 1 is not a finite number"),
        ([0, 1], ["0,5", 1], "score '0,5' of example 1 is not a number"),
        ([0, 1], ["1_000", 1], "score '1_000' of example 1 is not a number"),
        ([0, 1], ["", 1], "score '' of example 1 is not a number"),
        ([0, 1], ["1/0", 1], "score '1/0' of example 1 divides by zero"),
        ([0, 1], [None, 1], "score None of example 1 is not a number"),
        ([0, 1], [[0.5], [1]], "score [0.5] of example 1 is not a number"),
        ([0, 1], [1j, 1], "score 1j of example 1 is not a number"),
        ([0, 1], ["1e999999999", 1], "score '1e999999999' of example 1 has an exponent beyond 5000"),
        ([0, 1], ["9" * 10**6, 1], "has 1000000 characters; at most 2000 are read"),
        ([0, 1, 2], [0, 1, 2], "class 2 of example 3; classes are 0 and 1"),
        ([0, 1, -1], [0, 1, 2], "class -1 of example 3; classes are 0 and 1"),
        ([0, 1, None], [0, 1, 2], "class None of example 3; classes are 0 and 1"),
        ([0, 1, "yes"], [0, 1, 2], "class 'yes' of example 3; classes are 0 and 1"),
        ([0, NAN], [0, 1], "class nan of example 2; classes are 0 and 1"),
        ([0, 0.5], [0, 1], "class 0.5 of example 2; classes are 0 and 1"),
        ([[0], [1]], [0, 1], "class [0] of example 1; classes are 0 and 1"),
        ([0, 1], [0, 1, 2], "2 classes and 3 scores; every example needs both"),
        ([], [], "there are no examples"),
        ([1] * 10, range(10), "all 10 examples are of class 1; both classes must be present"),
        ([0], [0], "all 1 examples are of class 0; both classes must be present"),
        ("01", [0, 1], "y_true '01' is not a column of values"),
        ([0, 1], 0.5, "y_score 0.5 is not a column of values"),
        (np.array([0, 1, 2]), np.array([0.0, 1.0, 2.0]), "class 2 of example 3"),
        (np.array([0, 1]), np.array([0.0, NAN]), "score nan of example 2 is not a finite number"),
        (np.array([0, 1]), np.array([[0.0, 2.0]]), "y_score has two columns, which sum to 2 in example 1"),
        (np.array([0, 1]), np.zeros((2, 1, 1)), "y_score has the shape (2, 1, 1); it must be one column"),
        (np.array([0, 1]), np.array(0.5), "y_score 0.5 is not a column of values"),
        ([0, 1], {0.5, 0.7}, "y_score is a set, whose values have no order"),
        ({0: 1, 1: 0}, [0.5, 0.7], "y_true is a dict, whose values have no order"),
        ([0, 1], pa.table({"p": [0.5, 0.7]}), "y_score is a table with the columns 'p'; give one of them"),
        ([0, 1], pa.table({}), "y_score is a table without columns"),
        (np.array([1.0, 1.0]), np.array([0.0, 1.0]), "all 2 examples are of class 1"),
    ],
)
def test_what_is_no_sample_is_refused_in_one_line(classes, scores, message):
    with pytest.raises(SampleError) as caught:
        Sample.of(classes, scores)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_counts_are_checked_too():
    for arguments, message in (
        (([1, 2], [1], [1, 1]), "2 scores, 1 and 2 counts"),
        ((["x"], [1], [1]), "score 'x' of entry 1 is not a number"),
        (([1], [-1], [1]), "count -1 of entry 1"),
        (([1], [0.5], [1]), "count 0.5 of entry 1"),
        (([1], [1], [0]), "all 1 examples are of class 0"),
    ):
        with pytest.raises(SampleError, match=message):
            Sample.of_counts(*arguments)


def test_ties_are_exact_equality():
    sample = Sample.of([0, 1, 1], ["0.1", 0.1, "0.1000000000000000055511151231257827021181583404541015625"])
    assert sample.counts0 == (1, 0)
    assert sample.counts1 == (0, 2)
    close = [F(1, 3) + F(k, 10**40) for k in (3, 1, 2, 0)]
    assert Sample.of([0, 1, 1, 1], close).scores == tuple(sorted(close))
    assert Sample.of([0, 1], ["1e4000", "1e-4000"]).scores == (F(1, 10**4000), F(10**4000))


POINTS = st.builds(F, st.integers(-2, 8), st.sampled_from([6, 7]))
SAMPLES = st.lists(st.tuples(st.integers(0, 1), POINTS), min_size=2, max_size=12).filter(
    lambda pairs: {0, 1} == {y for y, _ in pairs}
)


@settings(max_examples=100, deadline=None)
@given(SAMPLES, POINTS)
def test_figures_of_a_sample(pairs, t):
    sample = Sample.of(*zip(*pairs, strict=True))
    zeros, ones = ([s for y, s in pairs if y == k] for k in (0, 1))
    assert (sample.n, sample.n0, sample.n1) == (len(pairs), len(zeros), len(ones))
    assert sample.pi0 + sample.pi1 == 1
    assert sample.cdf0(t) == F(sum(s <= t for s in zeros), len(zeros))
    assert sample.cdf1(t) == F(sum(s <= t for s in ones), len(ones))
    assert sample.rate(t) == F(sum(s <= t for _, s in pairs), len(pairs))
    assert sample.probabilistic == all(0 <= s <= 1 for _, s in pairs)
    for degree in range(4):
        assert sample.power_sum(0, degree) == sum(s**degree for s in zeros)
        assert sample.power_sum(1, degree, 1) == sum(s**degree for s in ones if s > sample.scores[0])
    points = sample.roc()
    assert points[0] == (0, 0)
    assert points[-1] == (1, 1)
    assert set(sample.hull()) <= set(points)
    values = [block.calibrated for block in sample.blocks]
    assert values == sorted(set(values))
    assert sample.balanced().pi0 == F(1, 2)
    assert sample.balanced().cdf0(t) == sample.cdf0(t)
    assert sample.balanced().blocks == Sample(*_fields(sample.balanced())).blocks
    assert sample.replicated(3).n == 3 * sample.n
    assert sample.swapped().swapped() == sample
    assert sample.map_scores(lambda s: 0).scores == (0,)
    assert Sample.of(*sample.examples()) == sample


def _fields(sample):
    return sample.scores, sample.counts0, sample.counts1


@given(st.lists(st.fractions(), max_size=60))
def test_total_is_the_sum(terms):
    assert total(terms) == sum(terms, F(0))


def test_many_different_denominators_and_many_examples():
    draw = random.Random(4)
    scores = [F(draw.randint(1, 10**6), draw.randint(10**6, 2 * 10**6)) for _ in range(3000)]
    sample = Sample.of([0, 1] * 1500, scores)
    assert float(sample.power_sum(0, 1)) == pytest.approx(sum(map(float, scores[::2])))
    rng = np.random.default_rng(0)
    values = rng.integers(0, 1000, 20_000) / 1000
    classes = rng.integers(0, 2, 20_000)
    assert Sample.of(classes, values) == Sample.of(classes.tolist(), values.tolist())


def test_repr_is_short():
    assert repr(Sample.of([0, 1], ["1e-300", 1])).endswith("...])") is False
    assert len(repr(Sample.of([0, 1], ["1e-300", 1]))) < 200


def test_an_array_of_one_column_is_that_column():
    wanted = Sample.of([0, 1, 1], [0.25, 0.5, 1.0])
    assert Sample.of(np.array([[0], [1], [1]]), np.array([[0.25], [0.5], [1.0]])) == wanted
    assert Sample.of([0, 1, 1], np.array([[0.25], [0.5], [1.0]])) == wanted


def test_wrong_arguments_are_refused_in_one_line():
    sample = Sample.of([0, 1], [0, 1])
    assert checked_sample(sample, "f") is sample
    for call, message in (
        (lambda: checked_sample(None, "f"), r"f takes a Sample, not None; Sample.of\(y_true, y_score\) makes one"),
        (lambda: sample.cdf0(None), "the threshold None is not a number"),
        (lambda: sample.cdf1("x"), "the threshold 'x' is not a number"),
        (lambda: sample.rate(float("nan")), "the threshold nan is not a finite number"),
        (lambda: sample.counts(2), "there is no class 2; classes are 0 and 1"),
        (lambda: sample.power_sum(5, 1), "there is no class 5"),
        (lambda: sample.rank_sum(-1, 1), "there is no class -1"),
        (lambda: sample.replicated(1.5), "taken 1.5 times, but a whole number of times from 1 on"),
        (lambda: sample.replicated(0), "taken 0 times"),
        (lambda: sample.replicated("2"), "taken '2' times"),
        (lambda: sample.replicated(True), "taken True times"),
    ):
        with pytest.raises(SampleError, match=message):
            call()
    assert sample.replicated(np.int64(2)).counts0 == (2, 0)
    assert type(sample.replicated(np.int64(2)).counts0[0]) is int


def test_the_rate_counts_both_classes():
    assert Sample.of([0, 1, 1, 0], [0, 1, 2, 2]).rate(1) == F(1, 2)


def test_a_sample_as_json():
    said = json.loads(json.dumps(Sample.of([0, 1, 1], ["1/3", "1/3", 1]).to_json()))
    assert [score["exact"] for score in said["scores"]] == ["1/3", "1"]
    assert (said["counts0"], said["counts1"]) == ([1, 0], [1, 1])
