"""Samples of arrays: the same exact figures as by fractions, whatever the doubles, and on large hard cases."""

import copy
import itertools
import json
import pickle
import random
import tracemalloc
from collections import Counter
from fractions import Fraction

import flint
import numpy as np
import pytest

from workbench import metrics
from workbench.language.statements import parse_expression
from workbench.losses.evaluation import evaluate, evaluate_sample
from workbench.losses.exact import value
from workbench.samples.columnar import FEW, Columnar
from workbench.samples.pooling import pool_adjacent_violators
from workbench.samples.roc_path import SPAN
from workbench.samples.sample import Sample, SampleError

F = Fraction
TINY = 5e-324


def by_fractions(classes, scores):
    """The sample as three tuples, counted one by one."""
    counts = Counter((int(y), F(float(s))) for y, s in zip(classes, scores, strict=True))
    distinct = tuple(sorted({s for _, s in counts}))
    return Sample(distinct, *(tuple(counts[k, s] for s in distinct) for k in (0, 1)))


# --- many small cases ---------------------------------------------------------------------------------------


def neighbours(draw, n):
    middle = draw.choice([0.5, 1.0, 0.1, 1e-310, 1 / 3])
    return np.clip([middle + draw.randint(-3, 3) * np.spacing(middle) for _ in range(n)], 0, 1)


KINDS = {
    "any": lambda draw, n: [draw.random() for _ in range(n)],
    "few": lambda draw, n: [draw.choice([0.0, -0.0, 0.1, 0.25, 1 / 3, 1.0]) for _ in range(n)],
    "decimals": lambda draw, n: [round(draw.random(), draw.randint(0, 6)) for _ in range(n)],
    "neighbours": neighbours,
    "subnormal": lambda draw, n: [
        draw.choice([0.0, TINY, 3 * TINY, 2.3e-308, 2.2e-308, 1e-300, 1.0]) for _ in range(n)
    ],
    "decades": lambda draw, n: [10 ** -draw.uniform(0, 300) for _ in range(n)],
    "single": lambda draw, n: np.array([draw.random() for _ in range(n)], dtype=np.float32),
    "single logits": lambda draw, n: np.array([draw.gauss(0, 3) for _ in range(n)], dtype=np.float32),
    "single decades": lambda draw, n: np.array(
        [draw.choice([-1, 1]) * 10 ** -draw.uniform(-38, 45) for _ in range(n)], dtype=np.float32
    ),
    "single signed": lambda draw, n: np.array(
        [draw.choice([-2.5, -1e-45, -0.0, 0.0, 1e-45, 1.5, 3e-39]) for _ in range(n)], dtype=np.float32
    ),
    "half": lambda draw, n: np.array([draw.random() for _ in range(n)], dtype=np.float16),
    "logits": lambda draw, n: [draw.gauss(0, 3) for _ in range(n)],
    "signed": lambda draw, n: [draw.choice([-2.5, -1.0, -TINY, -0.0, 0.0, TINY, 1.5, 3.0]) for _ in range(n)],
    "negative": lambda draw, n: [-draw.expovariate(1) - 1e-9 for _ in range(n)],
    "huge": lambda draw, n: [draw.choice([1e300, -1e300, 1.7e308, 1.0]) * draw.random() for _ in range(n)],
    "integers": lambda draw, n: np.array([draw.randint(-4, 5) for _ in range(n)]),
    "bytes": lambda draw, n: np.array([draw.randint(0, 255) for _ in range(n)], dtype=np.uint8),
    "large integers": lambda draw, n: np.array([draw.randint(-(2**53), 2**53) for _ in range(n)]),
    "flags": lambda draw, n: np.array([draw.random() < 0.5 for _ in range(n)]),
}


def case(draw, kind):
    n = draw.choice([2, 3, 5, 12, 40, 160])
    scores = np.asarray(KINDS[kind](draw, n))
    share = draw.choice([0.1, 0.5, 0.9])
    classes = np.array([draw.random() < share for _ in range(n)])
    classes[draw.randrange(n)] = True
    classes[np.flatnonzero(classes)[0] - 1] = False
    if not classes.any():
        classes[0] = True
    return classes.astype(draw.choice([bool, np.int8, np.int64, np.uint8, np.float64])), scores


def agree(draw, classes, scores):
    found, wanted = Sample.of(classes, scores), by_fractions(classes, scores)
    same(draw, found, wanted)
    return found


def same(draw, found, wanted):
    assert type(wanted) is Sample
    assert evaluate_sample(found) == evaluate_sample(wanted)
    pairs = [(found, wanted), (found.balanced(), wanted.balanced()), (found.replicated(3), wanted.replicated(3))]
    for times, plain in pairs:
        cuts = sorted(
            [*draw.choices(wanted.scores, k=2), F(draw.randint(-3, 5), 3), F(draw.random()), wanted.scores[0] - 1]
        )
        for low, high in [(None, None), (cuts[0], cuts[2]), (cuts[1], None), (None, cuts[3]), (cuts[4], cuts[4])]:
            for k in (0, 1):
                for degree in (0, 1, 2, 3):
                    for from_low in (False, True):
                        asked = k, degree, low, high, from_low
                        assert times.power_sums(*asked) == plain.power_sums(*asked), asked
        rates = sorted([F(0), F(1), F(draw.randint(0, wanted.n), wanted.n), F(draw.random()), F(1, 2)])
        for low, high in itertools.pairwise(rates):
            for k in (0, 1):
                for degree in (0, 1, 2, 3):
                    asked = k, degree, low, high
                    assert times.rank_sums(*asked) == plain.rank_sums(*asked), asked
                    assert times.rank_sum(k, degree) == plain.rank_sum(k, degree)
                    assert times.power_sum(k, degree) == plain.power_sum(k, degree)
        for t in cuts:
            assert times.counts_at_most(t) == plain.counts_at_most(t)
            assert (times.cdf0(t), times.cdf1(t), times.rate(t)) == (plain.cdf0(t), plain.cdf1(t), plain.rate(t))
        for name in ("n", "n0", "n1", "distinct_scores", "extremes", "probabilistic", "sides", "ordered_pairs"):
            assert getattr(times, name) == getattr(plain, name), name
        for name in ("greatest_gap", "ties", "blocks", "scores", "counts0", "counts1", "cumulative0", "cumulative1"):
            assert getattr(times, name) == getattr(plain, name), name
        assert times == plain
        assert plain == times
        assert hash(times) == hash(plain)
        assert repr(times) == repr(plain)


@pytest.mark.parametrize("kind", KINDS)
def test_small_samples_are_those_of_fractions(kind):
    draw = random.Random(kind)
    for _ in range(25):
        found = agree(draw, *case(draw, kind))
        assert isinstance(found, Columnar) or kind in ("signed", "huge")


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_is_taken_exactly_whether_int_float_or_fraction(kind):
    draw = random.Random(kind)
    classes, scores = case(draw, kind)
    inner = float(scores[0]) if abs(float(scores[0])) < 1e200 else 0.1
    for low, high in [(0, 0.1), (0.1, 1), (min(inner, 0.3), max(inner, 0.3)), (None, inner), (inner, None)]:
        exact = [None if bound is None else F(bound) for bound in (low, high)]
        rates = [None if bound is None else min(max(bound, 0), 1) for bound in (low, high)]
        exact_rates = [None if rate is None else F(rate) for rate in rates]
        wanted = by_fractions(classes, scores)
        for found in (Sample.of(classes, scores), by_fractions(classes, scores)):
            for k in (0, 1):
                for degree in (0, 2, 3):
                    assert found.power_sums(k, degree, low, high) == wanted.power_sums(k, degree, *exact)
                    assert found.rank_sums(k, degree, *rates) == wanted.rank_sums(k, degree, *exact_rates)
            assert found.calibrated_sums(2, *rates) == wanted.calibrated_sums(2, *exact_rates)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_small_samples(part):
    draw = random.Random(part)
    for _ in range(1000):
        agree(draw, *case(draw, draw.choice(list(KINDS))))


def test_the_counting_route_is_taken_for_decimals_and_takes_the_double():
    draw = random.Random(1)
    for decimals in (0, 1, 2, 3):
        scores = np.round([draw.random() for _ in range(40 * 10**decimals)], decimals)
        scores[:3] = -0.0, 0.0, 1.0
        classes = np.array([draw.random() < 0.4 for _ in scores])
        found = Sample.of(classes, scores)
        assert found.route == "counting"
        assert set(found.scores) == {F(s) for s in scores.tolist()}
        assert found == by_fractions(classes, scores)
        assert evaluate_sample(found) == evaluate_sample(by_fractions(classes, scores))
        scores[-1] = np.nextafter(scores[-1], 0.5)
        found = Sample.of(classes, scores)
        assert found.route == "packed keys"
        assert evaluate_sample(found) == evaluate_sample(by_fractions(classes, scores))


def test_a_large_sample_with_every_way_of_reading_rates():
    rng = np.random.default_rng(2)
    classes, scores = rng.integers(0, 2, 400), np.round(rng.random(400), 2)
    found, wanted = Sample.of(classes, scores), by_fractions(classes, scores)
    assert found.route == "packed keys"
    for text in (
        *(
            f"loss(rate_driven, rates={rates}, condition={c})"
            for rates in ("step", "nearest", "cutpoints")
            for c in ("cost", "skew")
        ),
        "loss(optimal, cost=beta(2, 3)) + h_measure(3, 1)",
        "loss(rate_uniform, cost=beta(3, 1), condition=skew)",
        "loss(score(c**2), cost=beta(2, 2))",
        "loss(rate(c/2 + 1/4))",
        "loss(score_fixed(1/3)) + error(1/3) + macro_error(0.5)",
        "E(s**3) + E0(F1(s)) + E1(posterior(s)*(1 - pav(s)))",
        "loss(mix(1/3, score_driven, rate_uniform))",
    ):
        node = parse_expression(text)
        left, right = value(found, node), value(wanted, node)
        assert left == right or left.overlaps(right), text


# --- as any other sample --------------------------------------------------------------------------------------


def test_a_sample_of_arrays_behaves_as_a_sample():
    rng = np.random.default_rng(3)
    classes, scores = rng.integers(0, 2, 50), rng.random(50)
    found, wanted = Sample.of(classes, scores), by_fractions(classes, scores)
    assert {found: 1}[wanted] == 1
    assert found != Sample.of(1 - classes, scores)
    assert found != "something else"
    for sample in (found, wanted):
        before = evaluate_sample(sample).to_json()
        for again in (pickle.loads(pickle.dumps(sample)), copy.deepcopy(sample)):
            assert again == sample
            assert type(again) is type(sample)
            assert evaluate_sample(again).to_json() == before
    assert json.dumps(found.to_json()) == json.dumps(wanted.to_json())
    assert found.swapped() == wanted.swapped()
    assert found.map_scores(lambda s: s * s) == wanted.map_scores(lambda s: s * s)
    assert found.examples() == wanted.examples()
    assert found.roc() == wanted.roc()
    assert found.hull() == wanted.hull()
    with pytest.raises(SampleError, match="there is no class 2"):
        found.power_sum(2, 1)
    with pytest.raises(SampleError, match="there is no class 2"):
        found.rank_sum(2, 1)
    with pytest.raises(SampleError, match="the threshold 'x' is not a number"):
        found.cdf0("x")


def test_no_fraction_is_made_for_the_table_of_figures():
    rng = np.random.default_rng(4)
    for scores in (
        rng.random(3000),
        np.round(rng.random(3000), 2),
        rng.normal(size=3000),
        rng.random(3000, np.float32),
        rng.normal(size=3000).astype(np.float32),
    ):
        found = Sample.of(rng.integers(0, 2, 3000), scores)
        for name, metric in metrics.CATALOGUE.items():
            if metric.summary and (found.probabilistic or not metric.needs_probabilities):
                value(found, parse_expression(name))
        for method in ("score_driven", "rate_driven", "score_uniform", "optimal"):
            value(found, parse_expression(f"loss({method})"))
        assert not {"scores", "counts0", "counts1", "_columns"} & set(vars(found))


def test_the_arrays_given_are_not_touched():
    rng = np.random.default_rng(5)
    for scores in (rng.random(2000), -rng.random(2000), np.round(rng.random(2000), 1)):
        classes, kept = rng.integers(0, 2, 2000), scores.copy()
        found = Sample.of(classes, scores)
        before = evaluate_sample(found).to_json()
        assert (scores == kept).all()
        scores[:], classes[:] = 0.5, 0
        assert evaluate_sample(found).to_json() == before


def test_what_is_no_decimal_later_on_is_seen():
    for last in (0.123456789, 1.5, -0.1, 1.7e308, -1e308, TINY):
        classes, scores = np.arange(50_000) % 2, np.round(np.arange(50_000) / 50_000, 3)
        scores[-1] = last
        assert Sample.of(classes, scores).extremes == (min(0, F(last)), max(1, F(last)))


def test_long_lists_of_floats_are_arrays_too():
    rng = np.random.default_rng(6)
    scores, classes = rng.random(FEW), rng.integers(0, 2, FEW)
    for labels in (classes.tolist(), classes.astype(bool).tolist(), classes.astype(float).tolist()):
        found = Sample.of(labels, scores.tolist())
        assert found.route == "packed keys"
        assert found == by_fractions(classes, scores)
    mixed = [*scores.tolist()[:-1], 2**60 + 1]
    assert Sample.of(classes.tolist(), mixed).route == "common denominator"
    assert Sample.of(classes.tolist(), mixed).scores[-1] == 2**60 + 1
    assert Sample.of([*map(str, classes)], scores.tolist()) == by_fractions(classes, scores)


def test_integers_that_are_no_doubles_stay_exact():
    scores = np.array([2**53, 2**53 + 1, 2**53 + 2, -(2**60) - 1])
    assert Sample.of(np.array([0, 1, 0, 1]), scores).scores == (-(2**60) - 1, 2**53, 2**53 + 1, 2**53 + 2)
    for limit in (2**53, -(2**53)):
        near = np.array([limit - 1, limit, limit + 1])
        assert Sample.of(np.array([0, 1, 1]), near).scores == (limit - 1, limit, limit + 1)
    large = np.array([2**64 - 1, 0], dtype=np.uint64)
    assert Sample.of(np.array([0, 1]), large).scores == (0, 2**64 - 1)


@pytest.mark.parametrize(
    ("classes", "scores"),
    [
        ([0, 1, 1], [0.1, np.nan, 0.5]),
        ([0, 1, 1], [0.1, np.inf, 0.5]),
        ([0, 1, 1], [0.1, 7.0, -np.inf]),
        ([0, 1, 2], [0.1, 0.2, 0.3]),
        ([0, 1, -1], [0.1, 0.2, 0.3]),
        ([0.0, 1.0, 0.5], [0.1, 0.2, 0.3]),
        ([0.0, 1.0, np.nan], [0.1, 0.2, 0.3]),
        ([0, 1], [0.1, 0.2, 0.3]),
        ([1, 1, 1], [0.1, 0.2, 0.3]),
        ([0, 0, 0], [1, 2, 3]),
        ([1, 1], [0.5, -3.0]),
    ],
)
def test_what_is_wrong_is_said_as_of_lists(classes, scores):
    def said(*columns):
        with pytest.raises(SampleError) as caught:
            Sample.of(*columns)
        return str(caught.value)

    assert said(np.array(classes), np.array(scores)) == said(classes, scores)
    long = [*classes[:1] * FEW, *classes], [*scores[:1] * FEW, *scores]
    assert said(*map(np.array, long)) == said(iter(long[0]), list(map(str, long[1]))).replace("'", "")


def test_masked_arrays_and_objects_go_the_slow_way():
    masked = np.ma.MaskedArray([0.1, 0.2, 0.3], mask=[False, True, False])
    with pytest.raises(SampleError, match="score None of example 2 is not a number"):
        Sample.of(np.array([0, 1, 1]), masked)
    with pytest.raises(SampleError, match="class None of example 2"):
        Sample.of(np.ma.MaskedArray([0, 1, 1], mask=[False, True, False]), np.array([0.1, 0.2, 0.3]))
    assert Sample.of(np.array([0, 1]), np.array(["0.1", "0.2"])).scores == (F(1, 10), F(1, 5))
    assert Sample.of(np.array([0, 1]), np.array([F(1, 3), F(1, 7)], dtype=object)).scores == (F(1, 7), F(1, 3))
    assert Sample.of(np.array(["0", "1"]), np.array([0.5, 0.25])).scores == (F(1, 4), F(1, 2))


# --- large and hard ---------------------------------------------------------------------------------------------


def in_order(ones):
    """Examples in this order of classes, at evenly spaced scores that are doubles, in a random order."""
    ones = np.asarray(ones, dtype=np.uint8)
    scores = np.arange(1, len(ones) + 1) / 2**25
    turn = np.random.default_rng(7).permutation(len(ones))
    return ones, Sample.of(ones[turn], scores[turn])


def check_order(ones, sample):
    """Every figure of the order, by sums of integers and by the stack of pool-adjacent-violators over runs."""
    n = len(ones)
    turns = [0, *(np.flatnonzero(np.diff(ones)) + 1).tolist(), n]
    a = b = pairs = below = gap = 0
    squares, fewest = [0, 0], n
    runs = []
    n1 = int(ones.sum())
    n0 = n - n1
    for start, stop in itertools.pairwise(turns):
        size, one = stop - start, bool(ones[start])
        runs.append((0, size) if one else (size, 0))
        low, high = F(start, n), F(stop, n)
        squares[one] += size * (low * low + low * high + high * high) / 3
        pairs += 2 * a * size if one else 0
        a, b = a + runs[-1][0], b + runs[-1][1]
        gap, fewest = max(gap, abs(a * n1 - b * n0)), min(fewest, n0 - a + b)
        below += one
    assert (sample.n0, sample.n1, sample.distinct_scores) == (n0, n1, n)
    assert sample.ordered_pairs == pairs
    assert sample.greatest_gap == gap
    assert [sample.rank_sum(k, 2) for k in (0, 1)] == squares
    assert value(sample, parse_expression("MER")) == F(min(fewest, n0), n)
    found = pool_adjacent_violators(*zip(*runs, strict=True))
    assert sample.sides == tuple((block.count0, block.count1) for block in found.blocks)
    rare = int(n1 < n0)
    places = (np.flatnonzero(ones == rare) + 1).tolist()
    first, second = sum(places), sum(x * x for x in places)
    whole = n * (n + 1) // 2, n * (n + 1) * (2 * n + 1) // 6
    for k, sums in ((rare, (first, second)), (1 - rare, (whole[0] - first, whole[1] - second))):
        assert (sample.power_sum(k, 1) * 2**25, sample.power_sum(k, 2) * 2**50) == sums


def strictly_convex(steps):
    """Classes whose ROC curve has many corners, all on the hull: steps (a, b) by slope."""
    from math import gcd

    sides = [(a, b) for a in range(1, steps) for b in range(1, steps) if gcd(a, b) == 1]
    sides.sort(key=lambda side: F(side[1], side[0]))
    return [x for a, b in sides for x in [1] * b + [0] * a]


def test_as_many_sides_as_there_can_be():
    ones = strictly_convex(60)
    assert len(check := in_order(ones)[1].sides) > 2000
    assert len(check) == len(set(check))
    check_order(*in_order(ones))


def test_a_cascade_of_thousands_of_rounds():
    """Zeros at the end undo a convex chain side by side: each round of pooling finds one violation only."""
    ones = strictly_convex(110)
    check_order(*in_order([*ones, *[0] * (len(ones) // 2)]))


def test_pooling_everything_and_nothing():
    check_order(*in_order([1] * 30_000 + [0] * 30_000))
    check_order(*in_order([0] * 30_000 + [1] * 30_000))
    check_order(*in_order([0, 1] * 30_000))
    check_order(*in_order([1, 0] * 30_000))


def test_long_runs_of_one_class():
    rng = np.random.default_rng(8)
    sizes = [3 * SPAN, 5, 1, SPAN - 6, 2, SPAN, SPAN + 1, 1, 1, 40]
    check_order(*in_order(np.repeat(np.arange(len(sizes)) % 2, sizes)))
    check_order(*in_order(np.repeat((np.arange(3000) + 1) % 2, rng.integers(1, 500, 3000))))


def test_one_against_millions():
    for place in (0, 1_234_567, 2_999_999):
        ones = np.zeros(3_000_000, dtype=np.uint8)
        ones[place] = 1
        check_order(*in_order(ones))
        check_order(*in_order(1 - ones))


def test_three_hundred_decades():
    rng = np.random.default_rng(9)
    for scores in (
        10.0 ** -rng.uniform(0, 300, 6000),
        10.0 ** rng.uniform(-150, 150, 3000) * rng.choice([-1, 1], 3000),
    ):
        classes = rng.integers(0, 2, len(scores))
        agree(random.Random(1), classes, scores)


def test_magnitudes_that_no_key_holds():
    """One outlier is enough: the doubles themselves are sorted then."""
    rng = np.random.default_rng(12)
    for scores in (
        np.concatenate((rng.normal(size=3000), [1e300, -1e-300, 5e-324, -0.0, 0.0])),
        10.0 ** rng.uniform(-300, 300, 1000) * rng.choice([-1, 1], 1000),
        np.array([-1.7e308, -5e-324, -0.0, 0.0, 5e-324, 1.7e308] * 50),
    ):
        classes = rng.integers(0, 2, len(scores))
        assert Sample.of(classes, scores).route == "counting"
        agree(random.Random(2), classes, scores)
    assert Sample.of([0, 1], np.array([-5e-324, 1.7e308])).extremes[0] == Fraction(-5e-324)
    with pytest.raises(SampleError, match="class 2"):
        Sample.of(np.array([0, 1, 2]), np.array([1e300, 1e-300, 1.0]))


@pytest.mark.parametrize(
    "kind",
    [
        "continuous",
        "outside [0, 1]",
        "six decimals",
        "three decimals",
        "float32",
        "float32 outside",
        "alternating classes",
    ],
)
def test_memory_beyond_the_data(kind):
    rng = np.random.default_rng(11)
    n = 1_000_000
    classes, scores = rng.integers(0, 2, n), rng.random(n)
    if kind == "outside [0, 1]":
        scores = rng.normal(size=n)
    elif kind == "alternating classes":
        classes, scores = np.arange(n) % 2, np.sort(scores)
    elif kind == "float32":
        scores = scores.astype(np.float32)
    elif kind == "float32 outside":
        scores = rng.normal(size=n).astype(np.float32)
    elif kind != "continuous":
        scores = np.round(scores, 6 if kind == "six decimals" else 3)
    tracemalloc.start()
    try:
        evaluate_sample(Sample.of(classes, scores))
        assert tracemalloc.get_traced_memory()[1] < 20.5 * n
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", ["smooth", "low", "around 1/2", "around 0", "float32", "float32 around 0", "wide"])
def test_sums_of_squares_of_many_doubles(kind):
    rng = np.random.default_rng(10)
    n = 60_000
    scores = {
        "smooth": lambda: rng.random(n),
        "low": lambda: rng.random(n) ** 40,
        "around 1/2": lambda: 0.5 + rng.normal(size=n) * 1e-12,
        "around 0": lambda: rng.normal(size=n),
        "float32": lambda: rng.random(n, np.float32),
        "float32 around 0": lambda: rng.normal(size=n).astype(np.float32),
        "wide": lambda: np.where(rng.random(n) < 0.5, rng.random(n), rng.random(n) * 2.0**-60),
    }[kind]()
    classes = rng.integers(0, 2, n)
    sample = Sample.of(classes, scores)
    for k in (0, 1):
        units = [int(F(float(s)) * 2**1074) for s in scores[classes == k].tolist()]
        assert sample.power_sum(k, 1) == F(sum(units), 2**1074)
        assert sample.power_sum(k, 2) == F(sum(x * x for x in units), 2**2148)


def test_counts_of_millions_in_a_table():
    rng = np.random.default_rng(11)
    counts = rng.integers(1, 400_000, (2, 11))
    scores = np.repeat(np.tile(np.arange(11) / 10, 2), counts.ravel())
    classes = np.repeat([0, 1], counts.sum(axis=1))
    turn = rng.permutation(len(scores))
    found = Sample.of(classes[turn], scores[turn])
    wanted = Sample.of_counts((np.arange(11) / 10).tolist(), *counts.tolist())
    assert found.route == "counting"
    assert found == wanted
    assert evaluate_sample(found) == evaluate_sample(wanted)


@pytest.mark.slow
def test_ten_million_and_one():
    ones = np.zeros(10**7 + 1, dtype=np.uint8)
    ones[4_000_000] = 1
    check_order(*in_order(ones))
    rng = np.random.default_rng(12)
    check_order(*in_order(rng.random(10**7) < np.linspace(0, 1, 10**7)))


@pytest.mark.slow
def test_a_cascade_of_seven_thousand_rounds_and_the_greatest_hull():
    ones = strictly_convex(180)
    check_order(*in_order(ones))
    check_order(*in_order([*ones, *[0] * len(ones)]))
    check_order(*in_order([*[1] * len(ones), *ones]))


def test_evaluate_takes_arrays_as_lists():
    rng = np.random.default_rng(13)
    classes, scores = rng.integers(0, 2, 300), rng.random(300)
    lists = classes.tolist(), [F(s) for s in scores.tolist()]
    assert evaluate(classes, scores).to_json() == evaluate(*lists).to_json()


def test_fractions_with_a_common_denominator():
    draw = random.Random(14)
    for denominators in ([10**4], [2, 3, 7, 720], [1], [10**30]):
        ratios = [F(draw.randint(-500, 10**6), draw.choice(denominators)) for _ in range(3 * FEW)]
        classes = [draw.randrange(2) for _ in ratios]
        found, counts = Sample.of(classes, ratios), Counter(zip(classes, ratios, strict=True))
        assert found.route == "common denominator"
        scores = tuple(sorted(set(ratios)))
        wanted = Sample(scores, *(tuple(counts[k, s] for s in scores) for k in (0, 1)))
        assert found == wanted
        same(draw, found, wanted)
        assert Sample.of(classes, [str(x) for x in ratios]) == wanted
    assert Sample.of(classes, [F(i, 10**9 + i) for i in range(3 * FEW)]).route == "fractions"
    assert Sample.of_counts(scores, wanted.counts0, wanted.counts1).route == "common denominator"


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("score", [0.123456789, 0.5, -3.0])
def test_a_single_example_is_refused(label: int, score: float) -> None:
    with pytest.raises(SampleError, match=f"all 1 examples are of class {label}"):
        Sample.of(np.array([label]), np.array([score]))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("decimals", [2, 4, 6])
def test_corners_where_a_path_turns_say_what_corners_at_every_score_do(kind, decimals):
    rng = np.random.default_rng(decimals)
    classes = rng.integers(0, 2, 4000)
    scores = (np.round(rng.random(4000), decimals) / 3).astype(kind)
    data = Sample.of(classes, scores)._data
    changes, inside, distinct = data._changes()
    assert distinct == data.distinct == len(np.unique(scores))
    assert len(inside) or decimals == 6
    turns, every = data._turns(changes, inside), data._at_every_score(distinct)
    assert len(turns.ends) <= len(every.ends) == data.distinct + 1
    assert (turns.walk, turns.sides, turns.ties) == (every.walk, every.sides, every.ties)
    assert [turns.ones_before(int(i)) for i in every.ends] == every.ones.tolist()
    for rank in (0, 1, 777, 2000, 3999, 4000):
        assert turns.at(flint.fmpq(rank), 2, 3) == every.at(flint.fmpq(rank), 2, 3)


@pytest.mark.parametrize(
    ("scores", "bytes_of_a_key"),
    [
        ([-0.0, 0.1, 0.1, 0.3, 1e-40, 1.0], 4),
        ([-0.0, 0.1, -0.1, 0.3, 1e-10, 3e4], 4),
        ([-0.0, 0.1, -0.1, -3e4, -1e-10, -1e-10], 4),
        ([3e38, -3e38, 1.0, 1.5, 2.0, 3.0], 4),
        ([3e38, -3e38, 1e-30, -1e-45, 0.0, 1.0], 8),
    ],
)
def test_places_among_floats_in_single_precision_are_those_of_their_doubles(scores, bytes_of_a_key):
    scores = np.array(scores, dtype=np.float32)
    data = Sample.of(np.array([0, 1, 0, 1, 0, 1]), scores)._data
    assert data.keys.itemsize == bytes_of_a_key
    places = (0, 1e-41, 1e-40, 1e-10, 0.1, float(np.float32(0.1)), 0.3, 0.999, 1, 1.5, 3e4, 3e38, 3.5e38, 1e300)
    for t in (*places, *(-place for place in places), *scores.tolist()):
        for strictly in (False, True):
            wanted = sum(float(s) < t or (float(s) == t and not strictly) for s in scores)
            assert data.place(F(t), strictly) == wanted
