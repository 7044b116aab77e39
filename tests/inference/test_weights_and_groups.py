"""`choose` and `compare` with weights and in groups, against examples that are repeated, and other bootstraps."""

import json
import random
from fractions import Fraction

import numpy as np
import pytest

from workbench import cli
from workbench.errors import InputError
from workbench.inference.choosing import choose
from workbench.inference.model_comparison import compare_models, compare_samples
from workbench.inference.paired import paired_band, paired_difference
from workbench.losses.evaluation import evaluate, evaluate_sample
from workbench.samples.sample import SampleError
from workbench.samples.weighted import weighted_sample


def drawn(rng: random.Random, n: int):
    classes = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    first, second = ([str(round(min(1.0, x * y + (1 - x) * rng.random()), 2)) for y in classes] for x in (0.4, 0.2))
    return classes, first, second, [rng.randint(0, 4) for _ in classes]


def repeated(column, weights):
    return [x for x, w in zip(column, weights, strict=True) for _ in range(w)]


@pytest.mark.parametrize("seed", range(6))
def test_a_weight_is_so_many_examples(seed):
    rng = random.Random(seed)
    classes, scores, other, weights = drawn(rng, 30)
    halves = [Fraction(w, 2) for w in weights]
    costs = {"miss": 3, "false_alarm": 1, "capacity": "0.6", "prior": None if seed % 2 else "0.3"}
    one = choose(classes, scores, **costs, weights=halves)
    many = choose(repeated(classes, weights), repeated(scores, weights), **costs)
    assert one.decision == many.decision
    assert (one.matrix, one.misjudged, one.theoretical) == (many.matrix, many.misjudged, many.theoretical)
    treated = [w and Fraction(s) > one.decision.threshold for s, w in zip(scores, weights, strict=True)]
    assert one.counts["tp"] == sum(bool(t) and y == 1 for t, y in zip(treated, classes, strict=True))
    assert sum(one.counts.values()) == sum(w > 0 for w in weights)
    for method in ("score_driven", "optimal", "rate_driven"):
        by_weight = compare_models(classes, scores, other, method, "beta(2, 5)", weights=halves, resamples=100)
        columns = (repeated(column, weights) for column in (classes, scores, other))
        by_number = compare_models(*columns, method, "beta(2, 5)", resamples=100)
        assert by_weight.losses == by_number.losses
        assert by_weight.regions == by_number.regions
        assert by_weight.probabilities == by_number.probabilities
        assert by_weight.paired


def test_weights_of_1_have_the_intervals_of_plain_examples():
    classes, scores, other, _ = drawn(random.Random(7), 80)
    plain = choose(classes, scores, miss=3, false_alarm=1, resamples=4000).spread
    weighted = choose(classes, scores, miss=3, false_alarm=1, weights=[1] * 80, resamples=4000).spread
    assert weighted.interval == pytest.approx(plain.interval, abs=0.06)
    assert weighted.optimism == pytest.approx(plain.optimism, abs=0.01)
    assert weighted.threshold_interval == pytest.approx(plain.threshold_interval, abs=0.08)
    one = compare_models(classes, scores, other, weights=["0.5"] * 80, resamples=4000)
    two = compare_models(classes, scores, other, resamples=4000)
    assert (one.interval.low, one.interval.high) == pytest.approx((two.interval.low, two.interval.high), abs=0.01)


@pytest.mark.parametrize("grouped", [False, True])
def test_intervals_are_those_of_another_bootstrap(grouped):
    rng, n = np.random.default_rng(8), 90
    classes, first, second, weights = drawn(random.Random(8), n)
    groups = [i % 17 for i in range(n)] if grouped else None
    found = compare_models(classes, first, second, weights=weights, groups=groups, resamples=3000)
    y, w = np.array(classes), np.array(weights, dtype=float)
    gap = (np.array(second, dtype=float) - y) ** 2 - (np.array(first, dtype=float) - y) ** 2
    kept = np.flatnonzero(w > 0)
    strata = [kept[y[kept] == k] for k in (0, 1)]
    values = []
    for _ in range(3000):
        if groups is None:
            chosen = np.concatenate([rng.choice(stratum, len(stratum)) for stratum in strata])
        else:
            of = np.array(groups)
            chosen = np.concatenate([kept[of[kept] == g] for g in rng.choice(17, 17)])
        values.append((w[chosen] * gap[chosen]).sum() / w[chosen].sum())
    assert found.interval.estimate == pytest.approx((w * gap).sum() / w.sum())
    assert found.interval.standard_error == pytest.approx(np.std(values), rel=0.1)
    assert (found.interval.low, found.interval.high) == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=0.012)
    assert found.interval.stratified is not grouped


def test_what_weights_tell_is_told():
    classes, scores, other, weights = drawn(random.Random(9), 40)
    weights[:2] = [1, 1]
    size = sum(w > 0 for w in weights)
    found = compare_models(classes, scores, other, weights=weights, resamples=100)
    assert f"the same {size} examples, weighted: resamples are of pairs of scores" in found.in_words
    assert repr(found.pair).endswith(", weighted)")
    grouped = compare_models(classes, scores, other, groups=[i % 9 for i in range(40)], resamples=100)
    assert "the same 40 examples: resamples are of whole groups, of which there are 9" in grouped.in_words
    assert choose(classes, scores, miss=1, false_alarm=1, weights=weights).to_json()["design"] == {
        "weighted": True,
        "groups": None,
    }
    two = compare_samples(
        weighted_sample(classes, scores, weights=weights), weighted_sample(classes, other, groups=[1, 2, 3, 4] * 10),
        resamples=100,
    )  # fmt: skip
    assert two.interval is not None


def test_weights_too_far_apart_have_no_interval():
    found = choose([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"], miss=1, false_alarm=1, weights=[10**20, 10**20, 1, 1], resamples=100)  # fmt: skip  # noqa: E501
    assert found.spread is None
    assert found.notes[-1] == "no interval: the weights of the classes are too far apart to be resampled"
    assert found.decision.expected_cost == Fraction(1, 2 * 10**20 + 2)


def test_the_commands_take_columns(tmp_path, capsys):
    classes, scores, other, weights = drawn(random.Random(10), 60)
    weights = [w / 4 for w in weights]
    sites = [f"s{i % 11}" for i in range(60)]
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for file, column in zip(files, (scores, other), strict=True):
        rows = zip(column, classes, weights, sites, strict=True)
        file.write_text("score,class,w,site\n" + "\n".join(",".join(map(str, row)) for row in rows))
    names = list(map(str, files))
    of = ["--weights", "w", "--groups", "site", "--resamples", "200", "--json"]
    assert cli.main(["choose", names[0], "--miss", "4", "--false-alarm", "1", *of]) == 0
    found = choose(classes, scores, miss=4, false_alarm=1, weights=weights, groups=sites, resamples=200)
    assert json.loads(capsys.readouterr().out) == found.to_json()
    assert cli.main(["choose", names[0], "--miss", "4", "--false-alarm", "1", "--weights", "w"]) == 0
    assert f"{sum(w > 0 for w in weights)} examples, weighted, " in " ".join(capsys.readouterr().out.split())
    picture = tmp_path / "cost.svg"
    assert cli.main(["choose", names[0], "--miss", "4", "--false-alarm", "1", *of[:-1], "-o", str(picture)]) == 0
    assert picture.exists()
    capsys.readouterr()
    assert cli.main(["compare", *names, *of]) == 0
    told = json.loads(capsys.readouterr().out)
    wanted = compare_models(
        classes, scores, other, weights=weights, groups=sites, resamples=200, names=(told["first"]["name"], "b")
    )
    assert told == wanted.to_json()
    assert cli.main(["compare", *names, *of, "--no-paired"]) == 0
    apart = json.loads(capsys.readouterr().out)
    assert apart["losses"] == told["losses"]
    assert not apart["paired"]
    files[1].write_text(files[1].read_text().replace("s1\n", "s2\n"))
    assert cli.main(["compare", *names, *of, "--paired"]) == 2
    assert "have other weights or groups; with --paired both have the same examples" in capsys.readouterr().err


@pytest.mark.parametrize("paired", [True, False])
def test_models_are_compared_where_events_have_another_proportion(paired):
    """Losses of reweighted classes, exactly; the variance against that of losses class by class."""
    rng = random.Random(3)
    classes, first, second, _ = drawn(rng, 80)
    samples = [weighted_sample(classes, scores, prior="0.1") for scores in (first, second)]
    if paired:
        found = compare_models(classes, first, second, prior="0.1", expressions=["BS", "AUC"], resamples=4000)
    else:
        found = compare_samples(*samples, expressions=["BS", "AUC"], resamples=4000)
    assert found.losses == tuple(evaluate_sample(x).losses["score_driven"] for x in samples)
    assert found.expressions["BS"].difference == found.difference
    assert found.expressions["AUC"].values == tuple(
        evaluate(classes, scores).metrics["AUC"] for scores in (first, second)
    )
    squares = [[(float(s) - y) ** 2 for s, y in zip(scores, classes, strict=True)] for scores in (first, second)]
    terms = [[b - a for a, b in zip(*squares, strict=True)]] if paired else squares
    variance = 0.0
    for column in terms:
        for k, share in ((0, 0.9), (1, 0.1)):
            values = np.array([x for x, y in zip(column, classes, strict=True) if y == k])
            variance += share**2 * values.var() / len(values)
    interval = found.expressions["BS"].interval
    assert interval.standard_error == pytest.approx(variance**0.5, rel=0.08)
    assert (interval.low, interval.high) == (found.interval.low, found.interval.high)
    assert "0.1 in deployment" in " ".join(found.in_words)


def test_paired_differences_take_weights_groups_labels_and_a_prior():
    rng = random.Random(4)
    classes, first, second, weights = drawn(rng, 60)
    names = ["yes" if y else "no" for y in classes]
    given = {"weights": weights, "groups": [i % 15 for i in range(60)], "prior": "0.2"}
    one = paired_difference(names, first, second, "BS", pos_label="yes", resamples=200, **given)
    found = compare_models(classes, first, second, expressions=["BS"], resamples=200, **given)
    assert (one.low, one.high) == (found.expressions["BS"].interval.low, found.expressions["BS"].interval.high)
    assert one.estimate == pytest.approx(float(found.difference))
    around = paired_band(classes, first, second, "score_driven", resamples=200, **given)
    assert around.low == found.band.low
    benefit = paired_band(names, first, second, "net_benefit", grid=["0.1", "0.5"], pos_label="yes", resamples=200)
    plain = compare_models(classes, first, second, expressions=["net_benefit(1/10)"], resamples=200)
    assert benefit.estimate[0] == pytest.approx(float(plain.expressions["net_benefit(1/10)"].difference))
    assert (benefit.low[0] + benefit.high[0]) / 2 == pytest.approx(benefit.estimate[0])


@pytest.mark.parametrize("command", ["choose", "compare"])
@pytest.mark.parametrize(
    ("column", "says"),
    [("-1", "weight '-1' is negative; weights are numbers from 0 on"), ("x", "'x' is not a number"), ("", "number")],
)
def test_wrong_weights_get_one_line(command, column, says, tmp_path, capsys):
    file = tmp_path / "a.csv"
    file.write_text(f"score,class,weight\n0.1,0,1\n0.6,0,{column}\n0.2,1,1\n0.9,1,2\n")
    costs = ["--miss", "1", "--false-alarm", "1"] if command == "choose" else [str(file)]
    assert cli.main([command, str(file), *costs, "--weights", "weight"]) == 2
    error = capsys.readouterr().err
    assert "line 3" in error
    assert says in error
    assert error.count("\n") == 1


def test_wrong_input():
    with pytest.raises(SampleError, match="weights has 1 entries and y_score 2"):
        choose([0, 1], [0, 1], miss=1, false_alarm=1, weights=[1])
    with pytest.raises(InputError, match="first classifier: weight -1 of example 2 is negative"):
        compare_models([0, 1], [0, 1], [0, 1], weights=[1, -1])
    with pytest.raises(InputError, match="all examples are in the group 1"):
        compare_models([0, 1], [0, 1], [0, 1], groups=[1, 1])
