"""Two models compared: regions of operating conditions against losses from their definitions, at many exact places."""

import json
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench import Sample, compare_models, compare_samples
from workbench.errors import InputError, NotSupported
from workbench.inference.bootstrap import Plan
from workbench.inference.model_comparison import ModelComparison
from workbench.inference.paired import PairedSample, TwoSamples
from workbench.inference.resampled import number_statistic
from workbench.numbers.algebraic import Root

LOSSES = {
    "score_driven": naive.score_driven,
    "optimal": naive.optimal,
    "rate_driven": naive.rate_driven,
    "score_fixed(1/2)": lambda data, *of: naive.score_fixed(data, F(1, 2), *of),
    "score_uniform": lambda data, *of: naive.score_uniform(data, F(0), F(1), *of),
    "fpr(c)": lambda data, *of: naive.class_rate_driven(data, 1, *of),
}
SIGNS = {"first": -1, "equal": 0, "second": 1}
CLASSES = [0, 0, 1, 1]
ONE, OTHER = ["0.1", "0.4", "0.6", "0.9"], ["0.1", "0.6", "0.4", "0.9"]


@st.composite
def examples(draw):
    """Classes, and the scores of two models with many ties."""
    scores = st.sampled_from([F(i, 6) for i in range(7)])
    rows = draw(st.lists(st.tuples(st.integers(0, 1), scores, scores), max_size=8))
    rows += [(k, draw(scores), draw(scores)) for k in (0, 1)]
    return [list(column) for column in zip(*rows, strict=True)]


def compared(classes, first, second, method, condition="cost", cost="uniform"):
    return compare_models(classes, first, second, method, cost, condition, resamples=40)


def places(found: ModelComparison) -> set[F]:
    """Operating conditions: a grid, every rational end, what lies close to an end, and between each two."""
    ends = [found.regions[0].low, *(x.high for x in found.regions)]
    near = [F(float(x)).limit_denominator(10**9) for x in ends]
    wanted = {F(i, 60) for i in range(61)} | set(near) | {(a + b) / 2 for a, b in pairwise(near)}
    wanted |= {x + step for x in near for step in (F(-1, 10**6), F(1, 10**6))}
    return {x for x in wanted if 0 <= x <= 1}


def at(found: ModelComparison, c: F) -> int:
    """The sign of the one region that has the place."""
    (sign,) = [
        x.sign
        for x in found.regions
        if x.low < c < x.high or (x.has_low and c == x.low) or (x.has_high and c == x.high)
    ]
    return sign


@settings(max_examples=30)
@given(examples(), st.sampled_from(list(LOSSES)), st.sampled_from(["cost", "skew"]))
def test_regions_are_where_the_losses_from_their_definitions_are_lower(data, method, condition):
    classes, first, second = data
    found = compared(classes, first, second, method, condition)
    one, other = (list(zip(scores, classes, strict=True)) for scores in (first, second))
    loss = LOSSES[method]
    for c in places(found):
        a, b = loss(one, c, condition), loss(other, c, condition)
        assert at(found, c) == (a > b) - (a < b), c
    for left, right in pairwise(found.regions):
        assert left.high == right.low
        assert left.has_high != right.has_low
        assert left.sign != right.sign
    assert (found.regions[0].low, found.regions[-1].high) == (0, 1)


@settings(max_examples=8)
@given(examples(), st.sampled_from(["score_driven", "optimal", "rate_driven"]))
def test_who_is_better_under_every_cost_is_so_under_each(data, method):
    classes, first, second = data
    one, other = (list(zip(scores, classes, strict=True)) for scores in (first, second))
    for name, density in naive.DENSITIES.items():
        found = compared(classes, first, second, method, cost=name)
        losses = tuple(LOSSES[method](x, density) for x in (one, other))
        assert found.losses == losses
        assert found.difference == losses[1] - losses[0]
        if found.under_every_cost is None:
            assert {x.sign for x in found.regions} >= {-1, 1}
        else:
            gap = losses[1] - losses[0]
            assert {"first": gap >= 0, "second": gap <= 0, "equal": gap == 0}[found.under_every_cost]
        assert sum(found.probabilities.values()) == 1
    uniform = compared(classes, first, second, method).probabilities
    for name, sign in SIGNS.items():
        lengths = [x.high - x.low for x in found.regions if x.sign == sign] if method != "rate_driven" else None
        assert lengths is None or uniform[name] == sum(lengths)


@settings(max_examples=8)
@given(examples(), st.sampled_from(["score_driven", "optimal", "rate_driven"]))
def test_swapped_models_give_the_swapped_answer(data, method):
    classes, first, second = data
    there, back = compared(classes, first, second, method), compared(classes, second, first, method)
    swap = {"first": "second", "second": "first", "equal": "equal", None: None}
    assert there.losses == back.losses[::-1]
    assert there.difference == -back.difference
    assert back.under_every_cost == swap[there.under_every_cost]
    assert [x._replace(sign=-x.sign) for x in back.regions] == list(there.regions)
    same = compared(classes, first, first, method)
    assert (same.under_every_cost, same.difference, same.better) == ("equal", 0, (same.interval and "neither"))
    assert same.interval is None or (same.interval.low, same.interval.high) == (0, 0)
    assert same.never_worse is None or same.never_worse == {"first": 0, "second": 0, "equal": 40}


def test_a_case_by_hand():
    """Class proportions of one half: Q(c) = c (1 - F0(c)) + (1 - c) F1(c), which differs where 2/5 <= c < 3/5 only."""
    found = compare_models(CLASSES, ONE, OTHER, resamples=100)
    assert found.losses == (F(85, 1000), F(185, 1000))
    assert [(x.low, x.high, x.sign) for x in found.regions] == [
        (0, F(2, 5), 0),
        (F(2, 5), F(3, 5), -1),
        (F(3, 5), 1, 0),
    ]
    assert found.probabilities == {"first": F(1, 5), "second": 0, "equal": F(4, 5)}
    assert (found.under_every_cost, found.paired, str(found.method)) == ("first", True, "score_driven")
    assert found.never_worse["second"] == 0
    assert found.never_worse["first"] + found.never_worse["equal"] == 100


def test_weight_on_single_points_counts_their_ends():
    """Half of the weight lies on 2/5, where a region begins, and half on 3/5, where it ends."""
    found = compare_models(CLASSES, ONE, OTHER, cost="points(2/5, 1/2, 3/5, 1/2)", resamples=40)
    assert found.probabilities == {"first": F(1, 2), "second": 0, "equal": F(1, 2)}
    assert found.difference == F(1, 4)


def test_ends_that_are_irrational_are_decided_and_told_with_their_error():
    classes, first, second = [0, 1, 1, 0, 1], [1, 2, 3, 4, 5], [1, 1, 3, 3, 2]
    found = compare_models(classes, first, second, "rate(c**2)", resamples=40)
    ends = [x.high for x in found.regions]
    assert any(isinstance(x, Root) for x in ends)
    assert ends == sorted(ends)
    row = next(x["to"] for x in found.to_json()["regions"] if x["to"]["exact"] is None)
    assert 0 < row["value"] < 1
    assert 0 < row["error"] < 1e-15


def test_the_interval_and_the_band_are_those_of_the_paired_difference():
    rng = np.random.default_rng(3)
    classes = rng.integers(2, size=60)
    first, second = (np.round(0.5 * classes + 0.5 * rng.random(60), 2) for _ in range(2))
    found = compare_models(classes, first, second, cost="beta(2, 5)", resamples=300, seed=4)
    pair = PairedSample.of(classes, first, second)
    loss = "loss(score_driven, cost=beta(2, 5))"
    estimate, values = pair.differences(number_statistic(loss), 1, Plan(300, seed=4))
    rows = np.sort(values)
    assert found.interval.estimate == pytest.approx(float(found.difference), abs=1e-12)
    assert found.interval.estimate == pytest.approx(estimate[0], abs=1e-12)
    assert len(rows) == 300
    assert found.interval.low <= found.interval.high
    assert found.band.grid == tuple(F(i, 100) for i in range(101))
    one, other = found.curves
    assert found.band.estimate == pytest.approx([float(other(c)) - float(one(c)) for c in found.band.grid])


def test_one_model_twice_on_examples_of_its_own_is_no_pair():
    classes, scores = [0, 1] * 20, [i % 7 / F(7) for i in range(40)]
    sample = Sample.of(classes, scores)
    found = compare_samples(sample, sample, resamples=200)
    assert (found.paired, found.under_every_cost, found.better) == (False, "equal", "neither")
    assert found.interval.low < 0 < found.interval.high
    assert "two samples of different examples" in found.to_json()["in_words"]


def test_class_proportions_that_differ_by_chance_tell_no_two_samples_apart():
    """Beyond all scores the loss is 2 (1 - c) pi1, whose difference varies as the proportions do."""
    first = Sample.of_counts([F(1, 4), F(3, 4)], [500, 191], [100, 209])
    second = Sample.of_counts([F(1, 4), F(3, 4)], [5000, 1907], [1000, 2093])
    found = compare_samples(first, second, resamples=200)
    assert found.band.estimate[99] == pytest.approx(0.02 * (0.3093 - 0.309))
    assert found.band.low[99] < 0 < found.band.high[99]
    assert not found.band.significant
    assert not found.band.stratified
    by_class = compare_samples(first, second, resamples=200, stratified=True)
    assert by_class.band.low[99] == pytest.approx(by_class.band.high[99])


def test_two_samples_are_drawn_independently():
    """The variance of the difference is the sum of both."""
    rng = np.random.default_rng(5)
    classes = rng.integers(2, size=80)
    sample = Sample.of(classes, np.round(0.3 * classes + 0.7 * rng.random(80), 3))
    statistic = number_statistic("BS", sample)
    _, values = TwoSamples(sample, sample).differences(statistic, 1, Plan(4000))
    _, of_pair = PairedSample.of(*sample.examples(), sample.examples()[1]).differences(statistic, 1, Plan(100))
    _, alone = TwoSamples(sample, Sample.of([0, 0, 1, 1], [0, 0, 1, 1])).differences(statistic, 1, Plan(4000))
    assert not of_pair.any()
    assert values.var() == pytest.approx(2 * alone.var(), rel=0.15)


def test_who_is_clearly_better_is_named():
    classes = [0, 1] * 40
    good, lazy = ["0.1", "0.9"] * 40, ["0.3"] * 80
    found = compare_models(classes, lazy, good, names=("lazy", "good"), resamples=200)
    assert (found.better, found.under_every_cost) == ("second", "second")
    assert found.never_worse == {"first": 0, "second": 200, "equal": 0}
    assert found.sentence.startswith("good loses less than lazy: 0.010000 against 0.290000, a difference of 0.280000 [")
    assert "good loses no more than lazy at any cost proportion, so under every law of costs" in found.in_words
    assert (
        "lazy dominates good, with less loss at some of 101 cost proportions and more at none, in 0 of 200 resamples, "
        "good dominates lazy in 200, both lose the same at all in 0, and in the other 0 each loses less at some"
    ) in found.in_words
    assert [x["better"] for x in found.to_json()["significant"]] == ["second"]
    crossed = replace(found, never_worse=dict.fromkeys(found.never_worse, 0))
    neither = (
        "in every one of 200 resamples each loses less at some of 101 cost proportions: neither dominates the other"
    )
    assert neither in crossed.in_words
    turned = compare_models(classes, good, lazy, names=("good", "lazy"), resamples=200)
    assert turned.sentence == found.sentence


def test_scores_that_are_no_probabilities_are_compared_at_their_best_thresholds():
    found = compare_models([0, 0, 1, 1], [1, 2, 3, 4], [1, 3, 2, 4], resamples=40)
    assert (str(found.method), found.losses, found.under_every_cost) == ("optimal", (0, F(1, 8)), "first")
    assert any("resampling shifts" in sentence for sentence in found.in_words)
    with pytest.raises(InputError, match=r"B: score_driven needs scores in \[0, 1\]; the score 3 lies outside"):
        compare_models([0, 1], [0, 1], [0, 3], "score_driven", names=("A", "B"))


def test_what_cannot_be_found_is_said_and_the_rest_is_found():
    found = compare_models([0, 0, 1], ["0.1", "0.2", "0.7"], ["0.1", "0.2", "0.9"])
    assert found.interval is found.band is found.better is None
    assert found.notes["interval"] == "class 1 has a single example, so that its resamples are all alike"
    assert found.under_every_cost == "second"
    assert json.loads(json.dumps(found.to_json()))["interval"] is None
    curved = compare_models(CLASSES, ONE, OTHER, "rate(exp(c)/3)", resamples=40)
    assert curved.regions is curved.under_every_cost is curved.probabilities is None
    assert "not seen to be piecewise polynomial" in curved.notes["regions"]
    assert float(curved.losses[0].mid()) < float(curved.losses[1].mid())
    assert json.loads(json.dumps(curved.to_json()))["regions"] is None
    own = compare_models(CLASSES, ONE, OTHER, cost="beta(1 + pi1, 1 + pi0)", resamples=40)
    assert own.under_every_cost == "first"
    at_proportions = compare_models(CLASSES, ONE, OTHER, cost="beta(3/2, 3/2)", resamples=40)
    assert [str(x) for x in own.probabilities.values()] == [str(x) for x in at_proportions.probabilities.values()]
    with pytest.raises(InputError, match="a law of the class proportions, and pi0 is 3/4 and 1/2"):
        compare_samples(Sample.of([0, 0, 0, 1], [1, 2, 3, 4]), Sample.of([0, 1], [1, 2]), cost="point(pi1)")


def test_different_proportions_are_pointed_out():
    one, other = Sample.of([0, 0, 0, 1], [1, 2, 3, 4]), Sample.of([0, 1, 0, 1], [1, 2, 3, 4])
    words = "class 1 has the proportions 0.25 and 0.5, which moves losses too; skews leave that out"
    assert words in compare_samples(one, other, resamples=40).in_words
    assert words not in compare_samples(one, other, condition="skew", resamples=40).in_words


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (([0, 0], [1, 2], [1, 2]), {}, "all 2 examples are of class 0; both classes must be present"),
        (([0, 1], [1, 2], [1]), {}, "second classifier: 2 classes and 1 scores; every example needs both"),
        (([0, 1], [1, "x"], [1, 2]), {}, "first classifier: score 'x' of example 2"),
        (([0, 1], [1, 2], [1, 2], "optimum"), {}, "unknown threshold choice method optimum"),
        (([0, 1], [1, 2], [1, 2], "score_fixed(t)"), {}, "the parameter t has no value"),
        (([0, 1], [1, 2], [1, 2], 3), {}, "the method is 3; it is text such as 'score_driven'"),
        (([0, 1], [1, 2], [1, 2], "optimal", "beta(0, 1)"), {}, "must be positive"),
        (([0, 1], [1, 2], [1, 2], "optimal", "any"), {}, "any is every density of the operating condition at once"),
        (([0, 1], [1, 2], [1, 2], "optimal", "uniform", "odds"), {}, "'odds' is not an operating condition"),
        (([0, 1], [1, 2], [1, 2]), {"names": ("A",)}, "the names are"),
        (([0, 1], [1, 2], [1, 2]), {"names": ("A", "A")}, "the names are ('A', 'A'); two different texts are needed"),
        (([0, 1], [1, 2], [1, 2]), {"level": 2}, "level 2 is not a number inside (0, 1)"),
        (([0, 1], [1, 2], [1, 2]), {"resamples": 3}, "3 resamples are too few for the level 0.95; 40 are needed"),
        ((["no", "yes"], [1, 2], [1, 2]), {"pos_label": "maybe"}, "the event 'maybe' and one other are needed"),
    ],
)
def test_wrong_input_takes_one_line(arguments, options, said):
    with pytest.raises(InputError) as error:
        compare_models(*arguments, **options)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_list_is_no_sample():
    with pytest.raises(InputError, match=r"compare_samples takes a Sample, not \[0, 1\]"):
        compare_samples([0, 1], Sample.of([0, 1], [0, 1]))


def test_labels_are_read_as_in_evaluate():
    found = compare_models(["no", "no", "yes", "yes"], ONE, OTHER, pos_label="yes", resamples=40)
    assert found.losses == (F(85, 1000), F(185, 1000))


def test_what_no_resample_can_tell_leaves_the_exact_answer(monkeypatch):
    def refused(*_):
        raise NotSupported("it has no fast way")

    for name in ("loss_under_statistic", "curve_statistic"):
        monkeypatch.setattr(f"workbench.inference.model_comparison.{name}", refused)
    found = compare_models(CLASSES, ONE, OTHER)
    assert found.interval is found.band is found.never_worse is None
    assert found.notes == {"interval": "it has no fast way", "band": "it has no fast way"}
    assert (found.sentence, found.under_every_cost) == ("first loses 0.085000 and second 0.185000", "first")
