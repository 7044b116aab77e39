"""Resamples drawn and summed up part by part: the exact values, the multinomial law, the same from files and arrays."""

import itertools
import math
import random
from bisect import bisect_right
from fractions import Fraction

import numpy as np
import pytest

from tests.inference.test_bootstrap import METHODS, PLACES, samples
from workbench import metrics
from workbench.errors import NotSupported
from workbench.inference import resamples
from workbench.inference.bootstrap import Plan, band, bootstrap, intervals
from workbench.inference.evaluation_intervals import evaluation_intervals
from workbench.inference.resampled import number_statistic
from workbench.inference.resampled_curves import curve_statistic
from workbench.inference.resamples import Resamples
from workbench.language.statements import parse_expression
from workbench.losses.evaluation import evaluate_sample
from workbench.losses.exact import value
from workbench.reading.grouped import of_groups
from workbench.samples.columnar import of_arrays
from workbench.samples.decimals import Decimals, of_decimals
from workbench.samples.doubles import InDoubles
from workbench.samples.sample import Sample
from workbench.samples.turned import turned
from workbench.samples.wide_decimals import WideDecimals, of_wide

F = Fraction


def drawn(sample, rows, stratified, seed=3):
    """Resamples whose parts are kept, and the sample that each of them is."""
    x = Resamples.of(sample).drawn(np.random.default_rng(seed), rows, stratified)
    parts = list(x.parts())
    kept = Resamples(x.scores, x.sizes, lambda: iter(parts), {})
    counts = [np.concatenate([getattr(part, name) for part in parts], axis=1) for name in ("counts0", "counts1")]
    return kept, [Sample.of_counts(sample.scores, a.tolist(), b.tolist()) for a, b in zip(*counts, strict=True)]


@pytest.mark.parametrize("width", [1, 2, 3, 7])
@pytest.mark.parametrize("stratified", [True, False])
def test_parts_add_up_to_the_exact_values(monkeypatch, width, stratified):
    monkeypatch.setattr(resamples, "WIDTH", width)
    monkeypatch.setattr(resamples, "ROWS", 1)
    for sample in samples():
        x, each = drawn(sample, 4, stratified)
        assert [(one.n0, one.n1) for one in each] == list(zip(x.n0[:, 0], x.n1[:, 0], strict=True))
        assert all(one.n == sample.n for one in each)
        for name in metrics.CATALOGUE:
            exact = [float(value(one, parse_expression(name))) for one in each]
            assert number_statistic(name)(x) == pytest.approx(exact, abs=1e-12, rel=0), name
            assert number_statistic(name)(Resamples.of(sample)) == pytest.approx(
                [float(value(sample, parse_expression(name)))], abs=1e-12, rel=0
            )
        blocks = [[] for _ in each]
        for row, a, b in zip(x.blocks.rows, x.blocks.counts0, x.blocks.counts1, strict=True):
            blocks[row].append((a, b))
        assert blocks == [[(block.count0, block.count1) for block in one.blocks] for one in each]


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("method", METHODS)
def test_curves_of_parts_are_the_exact_ones(monkeypatch, method, condition):
    monkeypatch.setattr(resamples, "WIDTH", 2)
    at_a_point = parse_expression(f"loss({method}, cost=point(q), condition={condition})")
    for sample in itertools.islice(samples(), 16):
        x, each = drawn(sample, 2, False)
        exact = [[float(value(one, at_a_point, {"q": c})) for c in PLACES] for one in each]
        assert np.abs(curve_statistic(method, condition, PLACES)(x) - exact).max() <= 1e-12


@pytest.mark.parametrize("width", [1, 2, 5])
def test_curves_do_not_depend_on_the_parts(monkeypatch, width):
    monkeypatch.setattr(resamples, "ROWS", 1)
    for sample in samples():
        monkeypatch.setattr(resamples, "WIDTH", 100)
        wanted = [curve_statistic(curve, "cost", PLACES)(Resamples.of(sample)) for curve in ("roc", "det", "gains")]
        monkeypatch.setattr(resamples, "WIDTH", width)
        found = [curve_statistic(curve, "cost", PLACES)(Resamples.of(sample)) for curve in ("roc", "det", "gains")]
        assert np.abs(np.array(found) - wanted).max() <= 1e-15


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("counts", [[2, 0, 1, 1], [5, 15, 0, 10]])
def test_draws_are_multinomial(monkeypatch, width, counts):
    """Sums of counts have their binomial laws, by Pearson's test, and their covariances."""
    monkeypatch.setattr(resamples, "WIDTH", width)
    sample = Sample.of_counts([1, 2, 3, 4, 5], [*counts, 0], [0, 1, 1, 0, 1])
    rows, size = 20_000, sum(counts)
    x = Resamples.of(sample).drawn(np.random.default_rng(width), rows, True)
    found = np.concatenate([part.counts0 for part in x.parts()], axis=1)[:, :4]
    assert (found.sum(axis=1) == size).all()
    for columns in ([0], [1], [2], [3], [0, 1], [0, 3], [2, 3], [1, 2, 3]):
        p = sum(counts[i] for i in columns) / size
        sums = np.bincount(found[:, columns].sum(axis=1), minlength=size + 1)
        exact = np.array([math.comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]) * rows
        often = exact >= 10
        assert sums[~often].sum() <= 10 + 3 * exact[~often].sum()
        if often.sum() > 1:
            assert ((sums - exact)[often] ** 2 / exact[often]).sum() < often.sum() + 5 * math.sqrt(2 * often.sum())
    covariance = np.cov(found.T)
    share = np.array(counts) / size
    assert covariance == pytest.approx(size * (np.diag(share) - np.outer(share, share)), abs=0.05 * size**0.5)


def test_unstratified_sizes_are_binomial_given_both_classes(monkeypatch):
    monkeypatch.setattr(resamples, "WIDTH", 2)
    sample = Sample.of([0, 0, 1], [1, 2, 3])
    x = Resamples.of(sample).drawn(np.random.default_rng(1), 30_000, False)
    share = {k: math.comb(3, k) * 2**k for k in (1, 2)}
    for k, weight in share.items():
        assert np.mean(x.n0 == k) == pytest.approx(weight / sum(share.values()), abs=0.01)
    assert (x.n0 + x.n1 == 3).all()


def test_a_seed_fixes_the_resamples_of_large_samples():
    rng = np.random.default_rng(0)
    classes = rng.random(20_000) < 0.4
    values = np.round(rng.random(20_000) + classes / 3, 5)
    sample = Sample.of(classes, values)
    assert sample.distinct_scores > 3 * resamples.WIDTH
    scores, whole, ones = np.unique(values), *(np.zeros(sample.distinct_scores, dtype=int) for _ in range(2))
    place = np.searchsorted(scores, values)
    np.add.at(whole, place, 1)
    np.add.at(ones, place, classes)
    grouped = of_groups([(scores[i : i + 999], (whole - ones)[i : i + 999], ones[i : i + 999])
                         for i in range(0, len(scores), 999)])  # fmt: skip
    assert grouped == sample
    plan = Plan(resamples=50, seed=4)
    found = [intervals(x, ["AUC", "KS", "loss(optimal)", "loss(rate_driven)"], plan) for x in (sample, sample, grouped)]
    assert found[0] == found[1] == found[2]
    assert found[0] != intervals(sample, list(found[0]), Plan(resamples=50, seed=5))
    curves = [band(x, "roc", resamples=50, stratified=False, seed=2) for x in (sample, grouped)]
    assert curves[0] == curves[1]
    assert band(sample, "roc", resamples=50, stratified=False, seed=3) != curves[0]


def test_intervals_of_large_samples_are_as_wide_as_they_should_be():
    """DeLong's variance, and the variance of a mean, are the bootstrap's for large samples."""
    rng = np.random.default_rng(1)
    n = 30_000
    classes = rng.random(n) < 0.5
    values = 1 / (1 + np.exp(-(rng.standard_normal(n) + classes)))
    sample = Sample.of(classes, values)
    found = bootstrap(sample, "BS1", resamples=1000)
    losses = (1 - values[classes]) ** 2
    assert found.standard_error == pytest.approx(losses.std() / math.sqrt(len(losses)), rel=0.1)
    assert found.estimate == pytest.approx(float(metrics.CATALOGUE["BS1"].exact(sample)), abs=1e-14)
    ranks = np.searchsorted(np.sort(values[~classes]), values[classes]) / (~classes).sum()
    other = np.searchsorted(np.sort(values[classes]), values[~classes]) / classes.sum()
    error = math.sqrt(ranks.var() / classes.sum() + other.var() / (~classes).sum())
    assert bootstrap(sample, "AUC", resamples=1000).standard_error == pytest.approx(error, rel=0.1)


# --- scores as doubles ---------------------------------------------------------------------------------


def routes():
    rng = np.random.default_rng(2)
    n = 600
    classes = (rng.random(n) < 0.5).astype(int)
    draw = random.Random(2)
    yield of_arrays(classes, np.round(rng.random(n), 1))
    yield of_arrays(classes, rng.random(n))
    yield of_arrays(classes, rng.standard_normal(n) * 1e9)
    yield of_arrays(classes, np.round(rng.standard_normal(n), 2))
    yield Sample.of(classes.tolist(), [F(draw.randint(-50, 400), 7 * draw.randint(1, 3)) for _ in range(n)])
    yield Sample.of([0, 1, 1], ["1/3", "1/7", "1/3"])
    for digits, places in ((2, [2]), (9, [6]), (18, [3]), (17, [1, 20, 25]), (15, [-3, 300])):
        m = np.array([draw.randrange(10**digits) * draw.choice([1, 1 if digits == 2 else -1]) for _ in range(n)])
        blocks = [Decimals(m << 1 | classes, np.array(draw.choices(places, k=n), dtype=np.int16))]
        yield of_decimals(blocks)
    high = np.array([draw.randrange(-(10**12), 10**12) for _ in range(n)])
    yield of_wide([WideDecimals(high, np.sign(high) * 7, np.full(n, 21, dtype=np.int16), classes == 1)])
    grouped = of_groups([(np.array([-1.5, 0.1]), [1, 0], [2, 1]), (np.array([0.3, 0.7]), [1, 1], [2, 0])])
    yield grouped


def test_scores_and_counts_in_doubles_are_those_of_the_sample():
    seen = set()
    for sample in routes():
        seen.add(sample.route)
        for one, largest in ((sample, 0), (turned(sample), 1), (sample.balanced(), 0)):
            found, size = InDoubles(one), one.distinct_scores
            for start, stop in ((0, size), (0, 1), (size - 1, size), (size // 3, 2 * size // 3 + 1)):
                doubles, a, b = found.between(start, stop)
                exact = np.array([float(score) for score in one.scores[start:stop]])
                assert (np.abs(doubles - exact) <= np.spacing(np.maximum(np.abs(exact), largest))).all()
                if one is sample and one.route not in ("decimal keys", "wide decimals"):
                    assert (doubles == exact).all()
                assert tuple(a.tolist()) == one.counts0[start:stop]
                assert tuple(b.tolist()) == one.counts1[start:stop]
            low, high = one.extremes
            for t in (*one.scores[:: max(1, size // 9)], low - 1, high + 1, (low + high) / 2):
                for cut in (t, t + F(1, 10**40), t - F(1, 10**40)):
                    assert found.cut(cut) == bisect_right(one.scores, cut)
    assert seen == {
        "counting",
        "packed keys",
        "common denominator",
        "fractions",
        "integer keys",
        "decimal keys",
        "wide decimals",
    }


def test_what_cannot_be_resampled_is_refused():
    many = Sample.of_counts([1, 2], [2**31, 5], [3, 2**31])
    with pytest.raises(NotSupported, match="4294967304 examples are too many to resample; 2147483647 are the most"):
        bootstrap(many, "AUC")


def test_a_figure_without_a_value_on_the_sample_leaves_the_others():
    sample = Sample.of([0, 1, 1, 0], [0, 3, 1, 2]).replicated(3)
    perfect = Sample.of([0, 0, 1, 1], [0, 1, 2, 3])
    for one in (sample, perfect):
        expressions = ["1/(1 - AUC) + KS", "KS"]
        found = evaluation_intervals(one, evaluate_sample(one, expressions=expressions), Plan(50))
        assert "KS" in found.parts["expressions"]
    failed = {}
    assert list(intervals(perfect, ["1/(1 - AUC) + MER", "AUC"], Plan(50), failed)) == ["AUC"]
    assert "divided by zero" in failed["1/(1 - AUC) + MER"]
