"""Weights, groups and a prior: the figures of the weighted examples, and resamples of what is drawn together."""

from __future__ import annotations

import json
from fractions import Fraction
from math import gcd, lcm
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.calibration.platt import platt
from workbench.cli import main
from workbench.curves.cost_curves import cost_curve
from workbench.errors import InputError, NotSupported
from workbench.inference.bootstrap import Plan, band, bootstrap, intervals
from workbench.inference.delong import delong_of
from workbench.inference.designs import Designed
from workbench.inference.model_comparison import compare_samples
from workbench.inference.resampled import number_statistic
from workbench.language.statements import parse_expression
from workbench.losses.evaluation import evaluate, evaluate_sample
from workbench.losses.exact import value
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples.sample import Sample, SampleError
from workbench.samples.weighted import at_prior, weighted_sample

F = Fraction
FIGURES = [
    "AUC",
    "AUCH",
    "BS",
    "MBS",
    "MAE",
    "RL",
    "RLH",
    "H",
    "KS",
    "MER",
    "AP",
    "error(1/2)",
    "pi1",
    "E(s*pav(s))",
    "loss(rate_driven)",
    "loss(optimal, cost=beta(2, 5))",
    "loss(rate_fixed(1/3), condition=skew)",
    "loss(rate_uniform, rates=step)",
    "loss(rate(min(2*c, 1)), rates=nearest)",
]
THIRD = at_prior(Sample.of([0, 1, 0, 1], [1, 2, 3, 4]), F(1, 3))
HALVES = [0, F(1, 2), 1]
scores = st.sampled_from([F(i, 8) for i in range(9)])


@st.composite
def examples(draw: Any, parts: int = 6, most: int = 8) -> list[tuple[Fraction, int, Fraction]]:
    weights = st.builds(F, st.integers(0, 3), st.just(parts))
    rows = draw(st.lists(st.tuples(scores, st.integers(0, 1), weights), max_size=most))
    ends = [(draw(scores), k, draw(st.builds(F, st.integers(1, 3), st.just(parts)))) for k in (0, 1)]
    found: list[tuple[Fraction, int, Fraction]] = draw(st.permutations(rows + ends))
    return found


def repeated(rows: list[tuple[Fraction, int, Fraction]]) -> list[tuple[Fraction, int]]:
    """Each example as often as its weight says, in units in which all weights are whole."""
    common = lcm(*(w.denominator for *_, w in rows))
    return [(s, k) for s, k, w in rows for _ in range(int(w * common))]


def sample_of(rows: list[tuple[Fraction, int, Fraction]], **others: Any) -> Sample:
    s, k, w = zip(*rows, strict=True)
    return weighted_sample(k, s, weights=w, **others)


def figures(sample: Sample) -> list[Any]:
    return [value(sample, parse_expression(text)) for text in FIGURES]


# --- figures ----------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(examples())
def test_weights_count_as_repeated_examples_do(rows: list[tuple[Fraction, int, Fraction]]) -> None:
    s, k = zip(*repeated(rows), strict=True)
    assert figures(sample_of(rows)) == figures(Sample.of(k, s))


@settings(max_examples=25, deadline=None)
@given(examples(1, most=3), st.fractions(F(1, 5), F(4, 5), max_denominator=5))
def test_a_prior_is_naive_repetition_of_a_class(rows: list[tuple[Fraction, int, Fraction]], prior: Fraction) -> None:
    data = repeated(rows)
    n1 = sum(k for _, k in data)
    times = {0: (1 - prior) * n1, 1: prior * (len(data) - n1)}
    unit = F(gcd(*(x.numerator for x in times.values())), lcm(*(x.denominator for x in times.values())))
    there = [pair for pair in data for _ in range(int(times[pair[1]] / unit))]
    assume(len(there) <= 60)
    found = at_prior(sample_of(rows), prior)
    assert found.pi1 == prior == naive.proportions(there)[1]
    for name in ("AUC", "RLH", "MER", "AP"):
        assert value(found, parse_expression(name)) == naive.METRICS[name](there), name
    assert value(found, parse_expression("BS - (pi0*BS0 + pi1*BS1)")) == 0
    assert value(found, parse_expression("BS1")) == value(sample_of(rows), parse_expression("BS1"))
    uniform = naive.DENSITIES["uniform"]
    assert value(found, parse_expression("loss(rate_driven)")) == naive.rate_driven(there, uniform)


def test_a_prior_in_binary_is_the_decimal_that_prints_it() -> None:
    for prior in (0.1, np.float32(0.1), "0.1", F(1, 10)):
        assert at_prior(Sample.of([0, 1], [1, 2]), prior).pi1 == F(1, 10)


def test_two_weighted_samples_are_compared_by_their_examples() -> None:
    one, other = (weighted_sample([0, 0, 1, 1], [1, 3, 2, 4], weights=[100, 101, 101, w]) for w in (100, 101))
    found = compare_samples(one, other, resamples=50)
    assert "two samples of different examples, 4 and 4" in ". ".join(found.in_words)
    assert found.to_json()["first"] == {"name": "first", "n": 4, "n0": 2, "n1": 2}


def test_by_hand() -> None:
    found = evaluate([0, 0, 1], ["0.1", "0.4", "0.2"], weights=["0.5", "1.5", 2], groups=list("aab"), prior="0.1")
    assert (found.n, found.n0, found.n1) == (3, 2, 1)
    assert found.metrics["AUC"] == F(1, 4)
    assert found.metrics["BS"] == F(9, 10) * (F(1, 100) + 3 * F(16, 100)) / 4 + F(1, 10) * F(64, 100)
    assert found.to_json()["design"] == {
        "weighted": True,
        "groups": 2,
        "prior": {"exact": "1/10", "value": 0.1},
        "pi1": {"exact": "1/10", "value": 0.1},
    }


def test_an_example_of_weight_0_takes_no_part() -> None:
    found = evaluate([0, 1, 1], [1, 2, 7], weights=[1, 1, 0])
    assert (found.n, found.distinct_scores, found.metrics["AUC"]) == (2, 2, 1)


def test_the_same_as_scikit_learn() -> None:
    learn = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(5)
    for _ in range(20):
        k = np.append(rng.integers(0, 2, 30), [0, 1])
        s, w = rng.integers(0, 21, 32) / 20, rng.integers(1, 64, 32) / 16
        result = evaluate(k, s, weights=w, expressions="AP")
        found = {**result.metrics, **result.expressions}
        assert float(found["AUC"]) == pytest.approx(learn.roc_auc_score(k, s, sample_weight=w), abs=1e-12)
        assert float(found["BS"]) == pytest.approx(learn.brier_score_loss(k, s, sample_weight=w), abs=1e-12)
        assert float(found["AP"]) == pytest.approx(learn.average_precision_score(k, s, sample_weight=w), abs=1e-12)


@pytest.mark.parametrize("text", ["n", "BS + 1/n0", "n1/2", "loss(rate_uniform, rates=cutpoints)"])
def test_what_counts_examples_has_no_value_for_weights(text: str) -> None:
    weighted = weighted_sample([0, 1, 1], HALVES, weights=[1, 2, 3])
    for sample, what in ((weighted, "weighted"), (at_prior(weighted, "0.5"), "weighted")):
        assert f"counts examples, but these are {what}" in evaluate_sample(sample, expressions=text).notes[text]
        with pytest.raises(NotSupported, match="counts examples"):
            number_statistic(text, sample)
    there = at_prior(Sample.of([0, 1, 1], HALVES), "0.5")
    assert evaluate_sample(there, expressions=text).notes[text].endswith("but these are reweighted to a prior")
    grouped = weighted_sample([0, 1, 1], HALVES, groups=[1, 2, 2])
    assert evaluate_sample(grouped, expressions=text).expressions[text] is not None


# --- resamples ---------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(
    examples(),
    st.lists(st.integers(0, 4), min_size=10, max_size=10),
    st.sampled_from([None, F(1, 100), F(2, 3)]),
    st.booleans(),
    st.integers(0, 1000),
)
def test_each_resample_has_the_figures_of_the_units_drawn(
    rows: list[tuple[Fraction, int, Fraction]], names: list[int], prior: Fraction | None, grouped: bool, seed: int
) -> None:
    groups = names[: len(rows)] if grouped else list(range(len(rows)))
    try:
        sample = sample_of(rows, groups=groups, prior=prior)
        designed = Designed(sample, stratified=True)
    except (SampleError, NotSupported):
        return
    rng = np.random.default_rng(seed)
    drawn = designed.times_drawn(rng, 5)
    kept = [g for g, row in zip(groups, rows, strict=True) if row[2]]
    units = {name: unit for unit, name in enumerate(dict.fromkeys(kept))}
    found = [number_statistic(text, sample)(designed.of_units(drawn)) for text in FIGURES[:12]]
    for i, times in enumerate(drawn):
        there = [(s, k, w * int(times[units[g]])) for (s, k, w), g in zip(rows, groups, strict=True) if w]
        again = sample_of([row for row in there if row[2]])
        again = again if prior is None else at_prior(again, prior)
        for text, column in zip(FIGURES, found, strict=False):
            assert column[i] == pytest.approx(float(value(again, parse_expression(text))), abs=1e-7), text


def test_weights_of_1_are_plain_resamples() -> None:
    k, s = [0, 0, 0, 1, 1, 1, 1], [1, 2, 2, 2, 3, 4, 4]
    plain, weighted = Sample.of(k, s), weighted_sample(k, s, weights=[1] * 7)
    for name in ("AUC", "KS", "loss(rate_driven, cost=beta(2, 5))"):
        one, other = (bootstrap(x, name, resamples=4000, seed=3) for x in (plain, weighted))
        assert one.estimate == other.estimate
        assert one.standard_error == pytest.approx(other.standard_error, rel=0.06)


def test_groups_that_are_drawn_together_vary_more() -> None:
    rng = np.random.default_rng(1)
    k, s = [], []
    for _ in range(20):
        label = int(rng.integers(2))
        k += [label] * 5
        s += [int(rng.integers(20)) + 8 * label] * 5
    alone = bootstrap(Sample.of(k, s), "AUC", resamples=2000)
    grouped = weighted_sample(k, s, groups=np.repeat(np.arange(20), 5))
    together = bootstrap(grouped, "AUC", resamples=2000)
    assert together.standard_error > 1.6 * alone.standard_error
    assert together.stratified


def test_groups_with_both_classes_are_not_drawn_class_by_class() -> None:
    sample = weighted_sample([0, 1, 0, 1], [1, 2, 2, 1], groups=list("abba"))
    assert not bootstrap(sample, "AUC", resamples=200).stratified
    assert not band(sample, "roc", resamples=200).stratified


def test_a_prior_stands_in_every_resample() -> None:
    sample = at_prior(weighted_sample([0, 0, 1, 1], [1, 2, 2, 3], weights=[1, 5, 2, 7]), "0.01")
    found = bootstrap(sample, "pi1", resamples=300)
    assert found.low == pytest.approx(0.01, abs=1e-8)
    assert found.high == pytest.approx(0.01, abs=1e-8)


def test_weights_of_many_digits_are_resampled_too() -> None:
    rng = np.random.default_rng(2)
    k, s, w = np.append(rng.integers(0, 2, 60), [0, 1]), rng.random(62), rng.random(62)
    sample = weighted_sample(k, s, weights=w)
    found = intervals(sample, ["AUC", "BS"], Plan(500))
    for name, one in found.items():
        assert one.estimate == pytest.approx(float(value(sample, parse_expression(name))), abs=1e-7)
        assert one.low < one.estimate < one.high


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (None, "class 1 has a single example, so that its resamples are all alike"),
        ("aabb", "class 1 is in a single group, so that its resamples are all alike"),
    ],
)
def test_what_does_not_vary_is_refused(groups: Any, said: str) -> None:
    groups = groups and list(groups)
    sample = weighted_sample([0, 0, 0, 1], [1, 2, 3, 4], weights=[1, 2, 3, 4], groups=groups)
    with pytest.raises(NotSupported, match=said):
        bootstrap(sample, "AUC", resamples=100)


# --- files -------------------------------------------------------------------------------------------------------

ROWS = "score,class,w,site\n0.1,0,0.5,a\n0.3,0,1.25,a\n0.3,1,2,b\n0.6,0,0,b\n0.6,1,1.1,c\n0.9,1,1,c\n0.2,0,1,d\n"


def written(folder: Path, rows: str = ROWS, name: str = "scores.csv") -> str:
    file = folder / name
    file.write_text(rows, "utf-8")
    return str(file)


def test_columns_of_a_file(tmp_path: Path, capsys: Any) -> None:
    file = written(tmp_path)
    given = ["evaluate", file, "--weights", "w", "--groups", "site", "--prior", "1/4", "--resamples", "200", "--json"]
    assert main(given) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["n0"], found["n1"]) == (6, 3, 3)
    assert found["design"]["groups"] == 4
    assert found["design"]["pi1"]["exact"] == "1/4"
    assert found["intervals"]["stratified"]
    expected = weighted_sample([0, 0, 1, 1, 1, 0], ["0.1", "0.3", "0.3", "0.6", "0.9", "0.2"],
                               weights=["0.5", "1.25", 2, "1.1", 1, 1], prior="1/4")  # fmt: skip
    assert found["metrics"]["BS"]["exact"] == str(value(expected, parse_expression("BS")))
    assert main(["evaluate", file, "--weights", "w", "--prior", "1/4"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "6 examples, 3 of class 0 and 3 of class 1" in said
    assert "weighted, class 1 has the proportion 1/4" in said


def test_every_kind_of_file(tmp_path: Path) -> None:
    plain = read_sample(written(tmp_path), weights="w", groups="site", higher_means=0)
    assert plain.scores[0] == F(1, 10)
    assert plain.design is not None
    lines = ROWS.replace(",", ";").splitlines()
    arff = "@relation x\n@attribute score numeric\n@attribute class {0, 1}\n@attribute w real\n@attribute site string\n"
    others = [
        read_sample(written(tmp_path, "\n".join(lines)), weights="w", groups="site", higher_means=0),
        read_sample(written(tmp_path, f"{arff}@data\n" + ROWS.split("\n", 1)[1], "x.arff"), weights="w",
                    groups="site", higher_means=0),
    ]  # fmt: skip
    table = pd.read_csv(written(tmp_path), dtype={"score": str, "w": str})
    table.to_parquet(tmp_path / "x.parquet")
    others.append(read_sample(tmp_path / "x.parquet", weights="w", groups="site", higher_means=0))
    for other in others:
        assert (other, other.counts0, other.counts1) == (plain, plain.counts0, plain.counts1)
        assert other.design.cells == plain.design.cells


@pytest.mark.parametrize(
    ("options", "rows", "said"),
    [
        (["--weights", "w"], "0.1,0,-1,a\n0.2,1,1,b\n", "line 2: w '-1' is negative; weights are numbers from 0 on"),
        (["--weights", "w"], "0.1,0,1,a\n0.2,1,,b\n", "line 3: w '' is not a number"),
        (["--weights", "w"], "0.1,0,nan,a\n0.2,1,1,b\n", "line 2: w 'nan' is not a finite number"),
        (["--weights", "w"], "0.1,0,0,a\n0.2,1,1,b\n", "all 1 examples with a weight above 0 are of class 1"),
        (["--weights", "w"], "0.1,0,0,a\n0.2,1,0,b\n", "all 2 weights are 0"),
        (["--weights", "w"], "0.1,2,1,a\n0.2,1,1,b\n", "line 2: class '2'; classes are 0 and 1"),
        (["--weights", "w"], "x,0,1,a\n0.2,1,1,b\n", "line 2: score 'x' is not a number"),
        (
            ["--weights", "weight"],
            "0.1,0,1,a\n",
            "has no column 'weight'; its columns are 'score', 'class', 'w', 'site'",
        ),
        (["--weights", "score"], "0.1,0,1,a\n", "the column 'score' is asked for twice, as two things"),
        (
            ["--groups", "site", "--resamples", "99"],
            "0.1,0,1,a\n0.2,1,1,a\n",
            "all examples are in the group 'a'; resamples need two",
        ),
        (["--groups", "site", "--resamples", "99"], "0.1,0,1,a\n0.2,1,1, \n", "line 3: site '' is missing"),
        (["--prior", "1"], "0.1,0,1,a\n0.2,1,1,b\n", "the prior '1' lies outside (0, 1)"),
        (["--prior", "0"], "0.1,0,1,a\n0.2,1,1,b\n", "the prior '0' lies outside (0, 1)"),
        (["--prior", "1%"], "0.1,0,1,a\n0.2,1,1,b\n", "the prior '1%' is not a number"),
        (["--groups", "w"], "0.1,0,1,a\n0.2,1,1,b\n", "--groups 'w' is for resamples, which only --resamples N adds"),
        (["--prior", "1/2", "--memory", "1GB"], "0.1,0,1,a\n", "--prior is for files that are read in memory"),
    ],
)
def test_wrong_input(tmp_path: Path, capsys: Any, options: list[str], rows: str, said: str) -> None:
    file = written(tmp_path, "score,class,w,site\n" + rows)
    assert main(["evaluate", file, *options]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"weights": [1, 2]}, "weights has 2 entries and y_score 3"),
        ({"weights": [1, 2, float("inf")]}, "weight inf of example 3 is not a finite number"),
        ({"weights": [1, -2, 1]}, "weight -2 of example 2 is negative"),
        ({"groups": "ab"}, "groups 'ab' is not a column of values"),
        ({"groups": [1, 1, None]}, "group None of example 3 is missing"),
        ({"groups": [1, 1, 1]}, "all examples are in the group 1"),
        ({"prior": 1.5}, r"the prior 1.5 lies outside \(0, 1\)"),
        ({"prior": "often"}, "the prior 'often' is not a number"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate([0, 1, 1], [1, 2, 3], **arguments)


def test_the_first_wrong_value_of_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 3: w 'x' is not a number"):
        read_sample(written(tmp_path, "score,class,w\n1,0,2\n1,1,x\ny,0,1\n"), weights="w")


def test_what_asks_for_examples_that_count_one_each() -> None:
    for sample in (weighted_sample([0, 1, 1, 0], [1, 2, 3, 4], weights=[1, 1, 3, 1]), THIRD):
        with pytest.raises(NotSupported, match="drawn by themselves"):
            delong_of(sample)
        with pytest.raises(NotSupported, match="Platt's smoothing counts examples"):
            platt(sample)
        assert float(platt(sample, smoothing=False).a) != 0


def test_curves_of_a_prior_are_those_of_repeated_examples(tmp_path: Path) -> None:
    there = at_prior(Sample.of([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"]), "1/3")
    repeated = Sample.of([0, 0, 0, 0, 1, 1], ["0.1", "0.6", "0.1", "0.6", "0.4", "0.9"])
    for method in ("score_driven", "rate_driven", "optimal"):
        assert cost_curve(there, method).area() == cost_curve(repeated, method).area()
    file = tmp_path / "a.csv"
    file.write_text(ROWS, "utf-8")
    out = str(tmp_path / "out.svg")
    given = ["plot", str(file), "--curve", "brier", "--weights", "w", "--groups", "site", "--band", "--resamples", "99"]
    assert main([*given, "-o", out]) == 0
