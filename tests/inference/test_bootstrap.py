"""Bootstrap: every fast value is the exact engine's, resamples have the law they should, bands are percentiles."""

import itertools
import json
import math
import random
from fractions import Fraction

import numpy as np
import pytest

from tests.naive import roc
from workbench import metrics
from workbench.curves.gains import Gains
from workbench.curves.roc import RocCurve
from workbench.errors import InputError
from workbench.inference import bootstrap as bootstrapping
from workbench.inference.bootstrap import Plan, band, bootstrap, percentiles, simultaneous_band
from workbench.inference.confusion import (
    Distribution,
    confusion_band,
    difference_distribution,
    paired_confusion_band,
    rate_distribution,
)
from workbench.inference.paired import PairedSample, paired_band, paired_difference
from workbench.inference.resampled import number_statistic
from workbench.inference.resampled_curves import MEASURES, RATES, curve_statistic
from workbench.inference.resamples import Resamples, drawn_counts, drawn_sizes
from workbench.language.statements import parse_expression
from workbench.losses.exact import NeedsProbabilities, value
from workbench.samples.sample import Sample, SampleError

F = Fraction
PLACES = [F(0), F(1, 7), F(1, 4), F(1, 3), F(1, 2), F(3, 5), F(3, 4), F(1)]
METHODS = [
    "score_driven",
    "optimal",
    "rate_driven",
    "rate_uniform",
    "score_uniform",
    "score_uniform(1/4, 2/3)",
    "score_fixed(1/2)",
    "rate_fixed(1/3)",
    "rate_fixed(1)",
    "score(c**2)",
    "rate(1 - c)",
    "rate(1 - u)",
    "mix(1/4, rate_driven, optimal)",
]


def samples():
    """Extremes and random samples, many ties among few scores, and their resamples as counts."""
    extremes = [
        ([0, 1], ["1/2", "1/2"]),
        ([0, 1], ["0", "1"]),
        ([1, 0], ["0", "1"]),
        ([0, 0, 0, 1], ["0.1", "0.2", "0.3", "0.2"]),
        ([0, 1, 1, 1], ["0.25", "0.25", "0.5", "1"]),
        ([0, 0, 1, 1], ["0", "0.25", "0.5", "1"]),
        ([1, 1, 0, 0], ["0", "0.25", "0.5", "1"]),
        ([0, 0, 1, 1], ["0.5"] * 4),
    ]
    yield from (Sample.of(*data) for data in extremes)
    rng = random.Random(1)
    for _ in range(25):
        n, kinds = rng.randint(2, 14), rng.choice([2, 4, 12])
        classes = [0, 1, *(rng.randint(0, 1) for _ in range(n))]
        yield Sample.of(classes, [F(rng.randint(0, kinds), kinds) for _ in classes])


def counts_drawn(rng, counts0, counts1, rows, stratified):
    sizes = drawn_sizes(rng, counts0.sum(), counts1.sum(), rows, stratified)
    return drawn_counts(rng, counts0, sizes.n0[:, 0]), drawn_counts(rng, counts1, sizes.n1[:, 0])


def drawn(sample, rows=6, stratified=False, seed=3):
    counts = map(np.array, (sample.counts0, sample.counts1))
    return Resamples.of(sample).redrawn(*counts_drawn(np.random.default_rng(seed), *counts, rows, stratified))


def counts(x):
    (part,) = x.parts()
    return part.counts0, part.counts1


def each(x):
    scores = x.scores.sample.scores
    return [Sample.of_counts(scores, a.tolist(), b.tolist()) for a, b in zip(*counts(x), strict=True)]


def test_blocks_of_resamples_are_those_of_pool_adjacent_violators():
    for sample in samples():
        x = drawn(sample)
        found = [[] for _ in x.n0]
        for row, a, b in zip(x.blocks.rows, x.blocks.counts0, x.blocks.counts1, strict=True):
            found[row].append((a, b))
        assert found == [[(block.count0, block.count1) for block in one.blocks] for one in each(x)]
        assert x.blocks.rows[x.blocks.starts].tolist() == list(range(len(x.n0)))


@pytest.mark.parametrize("name", metrics.CATALOGUE)
def test_every_metric_of_the_catalogue_is_there(name):
    assert number_statistic(name)(drawn(next(iter(samples())))).shape


def test_metrics_of_resamples_are_the_exact_ones():
    for sample in samples():
        x = drawn(sample)
        for name in metrics.CATALOGUE:
            fast = number_statistic(name, sample)(x)
            exact = [float(value(one, parse_expression(name))) for one in each(x)]
            assert fast == pytest.approx(exact, abs=1e-12, rel=0), name


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(AUC)",
        "max(BS, 1/8)**2",
        "loss(score_driven, cost=beta(2, 2))",
        "loss(rate_driven, cost=density(2*c), condition=skew)",
        "loss(score_driven, rates=step)",
        "E0(indicator(s > 1/2)) - E1(pav(s)*s)",
        "h_measure(3, 1)",
    ],
)
def test_what_has_no_fast_way_is_found_on_each_resample(text):
    for sample in samples():
        x = drawn(sample, rows=3)
        exact = [float(value(one, parse_expression(text))) for one in each(x)]
        assert number_statistic(text, sample)(x) == pytest.approx(exact, abs=1e-12, rel=0)


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("method", METHODS)
def test_cost_curves_and_losses_of_resamples_are_the_exact_ones(method, condition):
    at_a_point = parse_expression(f"loss({method}, cost=point(q), condition={condition})")
    uniform = f"loss({method}, condition={condition})"
    for sample in samples():
        x = drawn(sample, rows=3)
        fast = curve_statistic(method, condition, PLACES)(x)
        exact = [[float(value(one, at_a_point, {"q": c})) for c in PLACES] for one in each(x)]
        assert np.abs(fast - exact).max() <= 1e-12
        exact = [float(value(one, parse_expression(uniform))) for one in each(x)]
        assert number_statistic(uniform)(x) == pytest.approx(exact, abs=1e-12, rel=0)


def test_scores_outside_the_unit_interval_have_cost_curves_too():
    sample = Sample.of([0, 1, 0, 1], [-2, -1, 1, 3])
    x = drawn(sample)
    for method in ("score_driven", "score_uniform", "score(-1)", "rate_driven"):
        for text in (f"loss({method})", f"loss({method}, cost=point(1/3))"):
            exact = [float(value(one, parse_expression(text))) for one in each(x)]
            assert number_statistic(text)(x) == pytest.approx(exact, abs=1e-12, rel=0)


@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_kendall_curves_are_rate_driven_above_a_perfect_ranking(condition):
    node = parse_expression(f"loss(rate_driven, cost=point(q), condition={condition})")
    for sample in samples():
        x = drawn(sample, rows=3)
        exact = [
            [
                float(
                    value(one, node, {"q": c})
                    - value(Sample.of_counts([0, 1], [one.n0, 0], [0, one.n1]), node, {"q": c})
                )
                for c in PLACES
            ]
            for one in each(x)
        ]
        assert np.abs(curve_statistic("kendall", condition, PLACES)(x) - exact).max() <= 1e-12


def test_roc_curves_are_joined_by_straight_lines_and_read_at_their_upper_ends():
    def height(sample, x):
        classes, scores = sample.examples()
        points = [(f1, f0) for f0, f1 in roc(list(zip(scores, classes, strict=True)))]
        heights = [y for a, y in points if a == x]
        for (a, y), (b, z) in itertools.pairwise(points):
            if a < x < b:
                heights.append(y + (z - y) * (x - a) / (b - a))
        return max(heights)

    for sample in samples():
        x = drawn(sample, rows=3)
        exact = [[float(height(one, place)) for place in PLACES] for one in each(x)]
        assert np.abs(curve_statistic("roc", "cost", PLACES)(x) - exact).max() <= 1e-12


def test_large_samples_keep_their_places():
    rng = np.random.default_rng(0)
    classes = rng.integers(2, size=3000)
    sample = Sample.of(classes, np.round(rng.random(3000) * 0.7 + classes * 0.3, 3))
    x = drawn(sample, rows=40)
    last = each(x)[-1]
    for name in ("AUC", "AUCH", "RLH", "H", "KS", "MER"):
        assert number_statistic(name)(x)[-1] == pytest.approx(
            float(metrics.CATALOGUE[name].exact(last)), abs=1e-12, rel=0
        )
    for method in ("rate_driven", "optimal", "score_driven"):
        for condition in ("cost", "skew"):
            node = parse_expression(f"loss({method}, cost=point(q), condition={condition})")
            exact = [float(value(last, node, {"q": c})) for c in PLACES]
            assert np.abs(curve_statistic(method, condition, PLACES)(x)[-1] - exact).max() <= 1e-12


def test_expressions_of_metrics():
    sample = Sample.of([0, 1, 0, 1, 1], ["0.1", "0.2", "0.4", "0.4", "0.9"])
    x = drawn(sample)
    for text in ("MAE - BS", "-(AUC*2 + 1/3)", "loss(optimal)/BS0 - loss(rate_fixed(1/2), condition=skew)"):
        exact = [float(value(one, parse_expression(text))) for one in each(x) if one.scores[-1]]
        assert number_statistic(text, sample)(x) == pytest.approx(exact, rel=1e-12)


# --- drawing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("repeat", [1, 10])
def test_stratified_draws_keep_the_classes_and_unstratified_ones_the_whole(repeat):
    sample = Sample.of([0, 1, 1, 1], [0, 0, 1, 2]).replicated(repeat)
    x = drawn(sample, 4000, stratified=True)
    assert (x.n0 == repeat).all()
    assert (x.n1 == 3 * repeat).all()
    assert counts(x)[1].mean(axis=0) == pytest.approx([repeat] * 3, abs=0.1 * repeat**0.5)
    assert not counts(x)[0][:, 1:].any()
    x = drawn(sample, 4000, stratified=False)
    assert (x.n0 + x.n1 == 4 * repeat).all()
    assert (x.n0 > 0).all()
    assert (x.n1 > 0).all()
    assert len(np.unique(x.n0)) > 2


def kolmogorov(distribution, values):
    """The distance of an empirical from an exact distribution, times the root of the size."""
    return math.sqrt(len(values)) * max(
        abs(np.mean(values <= float(v) + 1e-9) - float(distribution.cdf(v))) for v in distribution.values
    )


def test_both_ways_of_drawing_have_the_binomial_law():
    exact = rate_distribution((7, 3))
    for counts in ([7, 3], [7, 3, 0, 0, 0, 0]):
        rng = np.random.default_rng(5)
        many, _ = counts_drawn(rng, np.array(counts), np.array(counts), 20_000, True)
        assert kolmogorov(exact, many[:, 0] / 10) < 1.63


def test_unstratified_draws_are_multinomial_given_both_classes():
    rng = np.random.default_rng(6)
    zeros, ones = counts_drawn(rng, np.array([2, 0]), np.array([0, 1]), 30_000, False)
    share = {k: math.comb(3, k) * 2**k for k in (1, 2)}
    for k, weight in share.items():
        assert np.mean(zeros[:, 0] == k) == pytest.approx(weight / sum(share.values()), abs=0.01)
    assert (zeros[:, 0] + ones[:, 1] == 3).all()


def test_a_seed_fixes_the_resamples_and_a_generator_moves_on():
    sample = Sample.of([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6])
    assert bootstrap(sample, "AUC", resamples=300, seed=7) == bootstrap(sample, "AUC", resamples=300, seed=7)
    assert bootstrap(sample, "AUC", seed=7, resamples=300) != bootstrap(sample, "AUC", seed=8, resamples=300)
    rng = np.random.default_rng(7)
    first = bootstrap(sample, "AUC", resamples=300, seed=rng)
    assert first.seed is None
    assert first.standard_error == bootstrap(sample, "AUC", resamples=300, seed=7).standard_error
    assert first.standard_error != bootstrap(sample, "AUC", resamples=300, seed=rng).standard_error


def test_progress_is_told_of_every_chunk(monkeypatch):
    monkeypatch.setattr(bootstrapping, "CELLS", 4 * 30)
    heard = []
    found = bootstrap(
        Sample.of([0, 0, 1, 1], [1, 2, 3, 4]), "AUC", resamples=100, progress=lambda *step: heard.append(step)
    )
    assert heard == [(30, 100), (60, 100), (90, 100), (100, 100)]
    assert found.resamples == 100


# --- percentiles --------------------------------------------------------------------------------------


def test_percentiles_are_values_counted_from_both_ends():
    values = np.random.default_rng(0).permutation(np.arange(10_000.0))[:, None]
    assert [end[0] for end in percentiles(values, 0.95)] == [249, 9750]
    assert [end[0] for end in percentiles(values, "0.9")] == [499, 9500]
    assert [end[0] for end in percentiles(values[:1], 0.95)] == [values[0, 0]] * 2
    assert [end[0] for end in percentiles(np.arange(30.0)[:, None], 0.95)] == [0, 29]
    for size, level in itertools.product((1, 2, 7, 40, 99), ("0.5", "0.9", "0.95", "2/3")):
        ordered = np.arange(float(size))[:, None]
        low, high = (end[0] for end in percentiles(ordered, level))
        tail = (1 - F(level)) / 2 * size
        assert np.sum(ordered <= low) >= tail > np.sum(ordered < low)
        assert np.sum(ordered >= high) >= tail > np.sum(ordered > high)


def test_a_simultaneous_band_holds_the_share_of_whole_curves():
    rng = np.random.default_rng(1)
    values = np.cumsum(rng.normal(size=(1000, 20)), axis=1)
    values[:, 3] = 5
    estimate = values.mean(axis=0)
    low, high = simultaneous_band(estimate, values, 0.9)
    inside = ((values >= low - 1e-9) & (values <= high + 1e-9)).all(axis=1)
    assert inside.sum() == 900
    assert low[3] == high[3] == 5
    sample = Sample.of([0, 1] * 30, [F(i * i % 61, 61) for i in range(60)])
    wide, narrow = (band(sample, "optimal", simultaneous=s, resamples=500) for s in (True, False))
    assert sum(wide.high) - sum(wide.low) > sum(narrow.high) - sum(narrow.low)
    assert wide.estimate == narrow.estimate


# --- confusion tables ---------------------------------------------------------------------------------


def brute(cells, outcomes, difference):
    """The distribution of a statistic over all ordered resamples of a few examples."""
    examples = [x for x, count in zip(outcomes, cells, strict=True) for _ in range(count)]
    found = {}
    for resample in itertools.product(examples, repeat=len(examples)):
        mean = F(sum(map(difference, resample)), len(examples))
        found[mean] = found.get(mean, 0) + 1
    return found


def test_exact_distributions_are_those_of_all_resamples():
    for positive, negative in [(1, 0), (0, 1), (2, 3), (1, 4), (5, 0)]:
        exact = rate_distribution((positive, negative))
        assert dict(zip(exact.values, exact.weights, strict=True)) == brute((positive, negative), (1, 0), int)
    for table in [((1, 2), (0, 1)), ((0, 2), (2, 1)), ((0, 0), (0, 3)), ((0, 2), (0, 0)), ((2, 0), (3, 0))]:
        exact = difference_distribution(table)
        pairs = [(1, 1), (1, 0), (0, 1), (0, 0)]
        wanted = brute(table[0] + table[1], pairs, lambda pair: pair[1] - pair[0])
        assert dict(zip(exact.values, exact.weights, strict=True)) == wanted
        mean = sum(v * w for v, w in wanted.items()) / sum(wanted.values())
        assert exact.mean == mean
        assert exact.variance == sum((v - mean) ** 2 * w for v, w in wanted.items()) / sum(wanted.values())


def test_an_exact_interval_leaves_at_most_the_tails_outside():
    exact = Distribution((F(0), F(1), F(2), F(3)), (1, 9, 9, 1))
    assert exact.interval("0.9") == (0, 3)
    assert exact.interval("0.89") == (1, 2)
    assert exact.cdf(F(1, 2)) == F(1, 20)


def test_the_confusion_matrix_of_the_lecture():
    assert rate_distribution((78, 22)).interval() == (F(70, 100), F(86, 100))
    assert rate_distribution((40, 60)).interval() == (F(31, 100), F(50, 100))
    found = confusion_band((78, 22), (40, 60))
    assert (found.tpr.estimate, found.fpr.estimate) == (0.78, 0.4)
    for interval, row in ((found.tpr, (78, 22)), (found.fpr, (40, 60))):
        exact = [float(end) for end in rate_distribution(row).interval()]
        assert [interval.low, interval.high] == pytest.approx(exact, abs=0.0101)
        assert interval.standard_error == pytest.approx(math.sqrt(rate_distribution(row).variance), rel=0.03)
    for c, low, high in zip(found.line.grid, found.line.low, found.line.high, strict=True):
        assert low <= float(c * F(22, 100) + (1 - c) * F(40, 100)) <= high


def test_correlation_makes_a_difference_significant():
    tables = {0.80: ((30, 10), (0, 60)), 0.0: ((12, 28), (18, 42)), -0.53: ((0, 40), (30, 30))}
    spreads = {0.80: 0.030, 0.0: 0.067, -0.53: 0.083}
    for r, table in tables.items():
        exact = difference_distribution(table)
        assert exact.mean == F(-1, 10)
        assert math.sqrt(exact.variance) == pytest.approx(spreads[r], abs=5e-4)
        low, high = exact.interval()
        assert (high < 0) == (r == 0.80)
        simulated = paired_confusion_band(((50, 0), (0, 50)), table, seed=11).fpr
        assert simulated.significant == (r == 0.80)
        assert [simulated.low, simulated.high] == pytest.approx([float(low), float(high)], abs=0.0101)
        assert simulated.standard_error == pytest.approx(spreads[r], rel=0.03)
    assert difference_distribution(tables[0.80]).interval() == (F(-16, 100), F(-5, 100))


def test_simulated_differences_have_the_exact_law():
    table = ((30, 10), (0, 60))
    cells = np.array([table[0][0], table[0][1], table[1][0], table[1][1]])
    rng = np.random.default_rng(2)
    zeros, _ = counts_drawn(rng, cells, cells, 20_000, True)
    assert kolmogorov(difference_distribution(table), (zeros[:, 2] - zeros[:, 1]) / 100) < 1.63
    assert kolmogorov(difference_distribution(((30, 9), (0, 61))), (zeros[:, 2] - zeros[:, 1]) / 100) > 1.63


def test_a_pointwise_band_covers_as_often_as_its_level():
    """Intervals of a rate .7 from 60 examples, from exact quantiles: they cover nearly as often as they say."""
    law = Distribution.of_steps((18, 42), 0)
    whole = sum(law.weights)
    covered = 0
    for v, weight in zip(law.values, law.weights, strict=True):
        positive = int(v * 60)
        low, high = rate_distribution((positive, 60 - positive)).interval("0.9")
        covered += weight * (low <= F(7, 10) <= high)
    assert 0.85 < covered / whole < 0.95


# --- pairs --------------------------------------------------------------------------------------------


def test_paired_differences_are_those_of_the_resampled_examples():
    rng = random.Random(4)
    for _ in range(20):
        classes = [0, 0, 1, 1, *(rng.randint(0, 1) for _ in range(rng.randint(0, 9)))]
        one, two = ([F(rng.randint(0, 4), 4) for _ in classes] for _ in range(2))
        sample = PairedSample.of(classes, one, two)
        counts = [[sum(y == k and (sample.first.scores[i], sample.second.scores[j]) == (a, b)
                       for y, a, b in zip(classes, one, two, strict=True)) for i, j in sample.pairs]
                  for k in (0, 1)]  # fmt: skip
        assert [list(sample.counts0), list(sample.counts1)] == counts
        plan = Plan(resamples=40, stratified=False, seed=9)
        drawn0, drawn1 = counts_drawn(np.random.default_rng(9), *map(np.array, counts), 40, False)
        for name in ("AUC", "BS", "RLH"):
            estimate, values = sample.differences(number_statistic(name), 1, plan)
            exact = metrics.CATALOGUE[name].exact
            assert estimate[0] == pytest.approx(float(exact(sample.second) - exact(sample.first)), abs=1e-12)
            for row in range(5):
                sides = [
                    Sample.of_counts([side.scores[pair[which]] for pair in sample.pairs], drawn0[row], drawn1[row])
                    for which, side in enumerate((sample.first, sample.second))
                ]
                assert values[row] == pytest.approx(float(exact(sides[1]) - exact(sides[0])), abs=1e-12)


def test_a_classifier_does_not_differ_from_itself_and_differences_are_antisymmetric():
    rng = random.Random(5)
    classes = [i % 2 for i in range(40)]
    one, two = ([F(rng.randint(0, 9), 9) for _ in classes] for _ in range(2))
    same = paired_band(classes, one, one, "rate_driven", resamples=50)
    assert set(same.low + same.high) == {0}
    assert same.significant == ()
    names = ("AUC", "BS", "H")
    for name in names:
        left, right = (paired_difference(classes, *pair, name, resamples=99) for pair in ((one, one), (two, two)))
        assert (left.low, left.high, right.significant) == (0, 0, False)
    table, turned = ((3, 4), (1, 2)), ((3, 1), (4, 2))
    left, right = (difference_distribution(t).interval("0.8") for t in (table, turned))
    assert left == (-right[1], -right[0])


def test_ranges_are_runs_of_places_with_one_sign():
    classes = [0, 1] * 30
    good = ["0.1", "0.9"] * 30
    lazy = ["0.3"] * 60
    found = paired_band(classes, lazy, good, "score_driven", grid=["0", "0.2", "0.5", "0.95", "1"], resamples=200)
    flipped = paired_band(classes, good, lazy, "score_driven", grid=["0", "0.2", "0.5", "0.95", "1"], resamples=200)
    assert found.significant == ((F(1, 5), F(1, 2), -1),)
    assert flipped.significant == ((F(1, 5), F(1, 2), 1),)
    assert found.to_json()["significant"] == [{"low": 0.2, "high": 0.5, "sign": -1}]


def test_results_are_plain_in_json_and_short_in_print():
    sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    found = band(sample, "optimal", grid=["0", "1/3"], resamples=40, stratified=False, seed=5)
    row = json.loads(json.dumps(found.to_json()))
    assert row["grid"] == [0.0, 1 / 3]
    assert (row["seed"], row["stratified"], row["resamples"], row["level"]) == (5, False, 40, 0.95)
    assert repr(found) == "Band(optimal, pointwise, 95% of 40 resamples, 2 places)"
    for other in (
        bootstrap(sample, "AUC", resamples=40),
        confusion_band((3, 1), (1, 2), resamples=40),
        paired_confusion_band(((3, 1), (0, 2)), ((1, 0), (0, 2)), resamples=40),
        rate_distribution((3, 1)),
    ):
        json.dumps(other.to_json(), allow_nan=False)


# --- refusals -----------------------------------------------------------------------------------------

ALONE = Sample.of([0, 1, 1], [0, "1/2", 1])
MANY = Sample.of([i % 2 for i in range(5000)], range(5000))
SMALL = Sample.of([0, 0, 1, 1], [0, "1/4", "1/2", 1])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bootstrap(SMALL, "AUC", level=95), "level 95 is not a number inside (0, 1)"),
        (lambda: bootstrap(SMALL, "AUC", level=float("nan")), "level nan is not"),
        (lambda: bootstrap(SMALL, "AUC", level=None), "level None is not"),
        (lambda: bootstrap(SMALL, "AUC", resamples=0), "resamples 0 is not a whole number from 1 on"),
        (lambda: bootstrap(SMALL, "AUC", resamples=1.5), "resamples 1.5 is not"),
        (lambda: bootstrap(SMALL, "AUC", seed=-1), "seed -1 is not a whole number from 0 on"),
        (lambda: bootstrap(SMALL, "AUCC"), "did you mean AUC"),
        (lambda: bootstrap(MANY, "AUC**(1/2)"), "AUC**(1/2) of many resamples; it has no fast way, and more than 4096"),
        (lambda: bootstrap(SMALL, "sqrt(AUC - 2)"), "the square root of -1"),
        (lambda: bootstrap(SMALL, "1/(AUC - AUC)"), "divided by zero"),
        (lambda: bootstrap(ALONE, "AUC"), "class 0 has a single example"),
        (lambda: band(ALONE), "class 0 has a single example"),
        (lambda: paired_difference([0, 0, 1], [1, 2, 3], [3, 2, 1], "AUC"), "class 1 has a single example"),
        (lambda: paired_band([0, 0, 1], [1, 2, 3], [3, 2, 1]), "class 1 has a single example"),
        (lambda: band(SMALL, "utility"), "there is no curve 'utility'; there are roc, det, gains, lift, kendall, net_"),
        (lambda: band(SMALL, "benefit"), "there is no curve 'benefit'; did you mean net_benefit?"),
        (lambda: bootstrap(SMALL, "AUC", resamples=39), "39 resamples are too few for the level 0.95; 40 are needed"),
        (lambda: bootstrap(SMALL, "AUC", level=0.9999999), "20000000 are needed"),
        (lambda: bootstrap(Sample.of([0, 0, 1, 1], [1, 2, 3, "1e400"]), "AUC"), "beyond the range of a double"),
        (lambda: confusion_band((10**25, 2), (1, 2)), "class 0 is (10"),
        (lambda: band(SMALL, "lift", grid=[0, 1]), "place 0 of the grid"),
        (lambda: band(SMALL, "score_drivn"), "did you mean score_driven"),
        (lambda: band(SMALL, "score_fixed(2)"), "threshold of score_fixed is 2; it must lie in [0, 1]"),
        (lambda: band(SMALL, "score_fixed(t)"), "score(t) of many resamples; it must be a polynomial in c"),
        (lambda: band(SMALL, "mix(q, optimal, rate_driven)"), "the probability must be a number"),
        (lambda: bootstrap(SMALL, "loss(optimal, cost=point(q))"), "the operating condition must be a number"),
        (lambda: band(SMALL, "rate(2*c)"), "leaves [0, 1]"),
        (lambda: band(SMALL, "score(sqrt(c))"), "polynomial in c"),
        (lambda: band(SMALL, "score(c*u**2)"), "linear in u"),
        (lambda: band(SMALL, "score(u**2)"), "linear in u"),
        (lambda: band(SMALL, "rate(u/2)"), "uniform on [0, 1]"),
        (lambda: band(SMALL, "score(indicator(c < 1/2))"), "jumps at 1/2"),
        (lambda: band(SMALL, condition="costs"), "condition costs; it is cost or skew"),
        (lambda: band(SMALL, grid=["0.5", "0.5"]), "place '0.5' of the grid; places ascend within [0, 1]"),
        (lambda: band(SMALL, grid=[0, 2]), "place 2 of the grid"),
        (lambda: band(SMALL, grid=["x"]), "place 'x' of the grid is not a number"),
        (lambda: band(SMALL, grid=[]), "the grid is empty"),
        (lambda: band(SMALL, grid="0.5"), "the grid '0.5' is not a column of values"),
        (lambda: band(SMALL, grid={0, 1}), "whose values have no order"),
        (lambda: bootstrap(SMALL, "AUC", resamples=np.random.default_rng()), "is not a whole number from 1 on"),
        (lambda: confusion_band((0, 0), (1, 2)), "class 0 is (0, 0)"),
        (lambda: confusion_band((1, -1), (1, 2)), "class 0 is (1, -1)"),
        (lambda: confusion_band((1, 2, 3), (1, 2)), "class 0 is (1, 2, 3)"),
        (lambda: rate_distribution((0.5, 1)), "the row is (0.5, 1)"),
        (lambda: difference_distribution(((0, 0), (0, 0))), "not all of them zero"),
        (lambda: difference_distribution((1, 2, 3, 4)), "two rows"),
        (lambda: paired_confusion_band(((0, 0), (0, 0)), ((1, 0), (0, 1))), "class 0 is"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(InputError) as error:
        call()
    assert message in str(error.value)


def test_wrong_pairs_are_named():
    with pytest.raises(SampleError, match="second classifier: 3 classes and 2 scores"):
        paired_band([0, 1, 1], [1, 2, 3], [1, 2])
    with pytest.raises(SampleError, match="first classifier: score nan of example 1"):
        paired_difference([0, 1], [float("nan"), 2], [1, 2], "AUC")
    with pytest.raises(NeedsProbabilities, match="the score 7 lies outside"):
        paired_difference([0, 1], [0, 1], [1, 7], "BS")


@pytest.mark.parametrize("curve", [*RATES, *MEASURES, "kendall", *METHODS])
def test_every_curve_has_a_band_on_its_own_default_grid(curve: str) -> None:
    classes, scores = [0, 1, 0, 1, 1], ["0.1", "0.4", "0.5", "0.5", "0.9"]
    for found in (
        band(Sample.of(classes, scores), curve, resamples=50),
        paired_band(classes, scores, scores[::-1], curve, resamples=50),
    ):
        assert len(found.grid) >= 99
        assert np.isfinite([found.estimate, found.low, found.high]).all()


def test_gains_det_and_lift_are_those_of_the_curves() -> None:
    sample = Sample.of([0, 0, 1, 0, 1, 1, 0, 1], ["0.1", "0.2", "0.2", "0.4", "0.5", "0.7", "0.8", "0.9"])
    grid = [Fraction(i, 10) for i in range(1, 11)]
    gains, roc = Gains.of(sample), RocCurve.of(sample)
    exact = {
        "gains": [gains.gain(x) for x in grid],
        "lift": [gains.lift(x) for x in grid],
        "det": [1 - roc.tpr(x).high for x in grid],
        "roc": [roc.tpr(x).high for x in grid],
    }
    for curve, values in exact.items():
        assert band(sample, curve, grid=grid, resamples=40).estimate == pytest.approx([float(x) for x in values])


def test_equally_good_classifiers_are_rarely_found_to_differ() -> None:
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(40):
        classes = rng.integers(2, size=100)
        signal = classes + rng.normal(size=100)
        first, second = (1 / (1 + np.exp(-signal - rng.normal(size=100))) for _ in range(2))
        found += bool(paired_band(classes, first, second, resamples=200, seed=rng).significant)
    assert found <= 8


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda sample: bootstrap(sample, ["AUC"]), r"\['AUC'\] is not an expression; text such as AUC - BS is"),
        (lambda sample: bootstrap(sample, None), "None is not an expression"),
        (lambda sample: bootstrap([0, 1], "AUC"), "bootstrap takes a Sample"),
        (lambda sample: band([0, 1]), "band takes a Sample"),
        (lambda sample: band(sample, ["roc"]), "is not the name of a curve; text such as score_driven or roc is"),
        (lambda sample: paired_difference([0, 1], [0, 1], [0, 1], ["AUC"]), "is not an expression"),
    ],
)
def test_what_is_no_text_and_no_sample_is_told_in_one_line(call, said):
    with pytest.raises(InputError, match=said):
        call(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))
