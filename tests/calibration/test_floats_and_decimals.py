"""Scores, edges and thresholds that are floats beside the same as decimal text."""

import json
from fractions import Fraction

import numpy as np
import pytest

from workbench import cli
from workbench.calibration.reliability import equal_width, reliability
from workbench.curves.decision import net_benefit
from workbench.errors import InputError
from workbench.inference.costs_by_example import costs_by_example
from workbench.losses.evaluation import evaluate
from workbench.samples.doubles import float_for
from workbench.samples.sample import Sample
from workbench.samples.turned import turned

TENTHS = [f"0.{i}" for i in range(1, 10)]


def samples(times: int):
    """The same scores as text, and as floats of each precision."""
    classes = [i % 2 for i in range(9)] * times
    yield Sample.of(classes, TENTHS * times)
    for kind in (np.float64, np.float32, np.float16):
        yield Sample.of(classes, np.array(TENTHS * times, dtype=float).astype(kind))
        yield Sample.of(classes, [float(kind(x)) for x in TENTHS] * times)


@pytest.mark.parametrize("times", [1, 50])
@pytest.mark.parametrize("bins", [2, 5, 10, 20])
def test_the_same_scores_fall_into_the_same_bins(bins, times):
    text, *floats = samples(times)
    wanted = [(x.count, x.observed) for x in reliability(text, equal_width(bins, text)).points]
    assert equal_width(bins, text) == equal_width(bins)
    for sample in floats:
        edges = equal_width(bins, sample)
        assert [(x.count, x.observed) for x in reliability(sample, edges).points] == wanted
        scores = {float(s) for s in sample.scores}
        for edge, place in zip(edges, equal_width(bins), strict=True):
            assert edge == place or float(edge) in scores
            assert float(edge) == pytest.approx(float(place), rel=1e-3)


def test_turned_scores_have_their_own_edges():
    sample = turned(Sample.of([0, 1] * 150, np.array([0.1, 0.3, 0.7] * 100)))
    assert float_for(sample, Fraction(9, 10)) is None or float_for(sample, Fraction(9, 10)) in sample.scores


@pytest.mark.parametrize("times", [1, 50])
def test_an_evaluation_says_where_a_threshold_is_beside_a_score(times):
    classes = [0, 1, 1] * times
    texts = ["error(0.1)", "accuracy(0.3)", "loss(score_fixed(0.9))", "net_benefit(0.3)", "error(0.5)", "0.1*BS"]
    floats = evaluate(classes, [0.1, 0.3, 0.9] * times, expressions=texts)
    assert floats.notes.keys() == {"error(0.1)", "accuracy(0.3)", "loss(score_fixed(0.9))", "net_benefit(0.3)"}
    assert "which lies above it" in floats.notes["error(0.1)"]
    assert "which lies below it" in floats.notes["accuracy(0.3)"]
    assert floats.notes["error(0.1)"].endswith("in Python a parameter t=0.1")
    (said,) = [x for x in floats.notes["error(0.1)"].split() if x.startswith("3602879701896397/")]
    there = said.rstrip(",")
    both = [f"error({there})", "error(t)"]
    exact = evaluate(classes, [0.1, 0.3, 0.9] * times, expressions=both, parameters={"t": 0.1})
    assert set(exact.expressions.values()) == {0}
    assert not exact.notes
    assert floats.expressions["error(0.1)"] == Fraction(1, 3)
    assert not evaluate(classes, ["0.1", "0.3", "0.9"] * times, expressions=texts).notes


def test_the_command_says_so(tmp_path, capsys):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    file = tmp_path / "scores.parquet"
    pandas.DataFrame({"score": [0.1, 0.3, 0.9], "class": [0, 1, 1]}).to_parquet(file)
    assert cli.main(["evaluate", str(file), "--evaluate", "error(0.1)", "--json"]) == 0
    assert "which lies above it" in json.loads(capsys.readouterr().out)["notes"]["error(0.1)"]
    assert cli.main(["evaluate", str(file), "--evaluate", "error(0.1)"]) == 0
    assert "error(0.1): compares scores with 1/10" in capsys.readouterr().out


def test_a_threshold_that_is_a_float_is_that_float():
    sample = Sample.of([0, 1, 1], [0.1, 0.3, 0.9])
    assert net_benefit(sample, 0.1) != net_benefit(sample, "0.1")
    assert (sample.cdf0(0.1), sample.cdf0("0.1")) == (1, 0)
    given = {"miss": 1, "false_alarm": 1}
    for thresholds, treated in (([0.1, np.float64(0.3)], [2, 1]), (["0.1", "0.3"], [3, 1])):
        found = costs_by_example([0, 1, 1], [0.1, 0.3, 0.9], **given, thresholds=thresholds)
        assert [found[f"threshold {t}"].treated for t in ("0.1", "0.3")] == treated
        assert found["threshold 0.1"].treat == "when score > 0.1"
    with pytest.raises(InputError, match="as a float and as a decimal are two, of one name"):
        costs_by_example([0, 1, 1], [0.1, 0.3, 0.9], **given, thresholds=[0.1, "0.1"])
    with pytest.raises(InputError, match="the threshold True is not a number"):
        costs_by_example([0, 1], [0, 1], **given, thresholds=[True])


def test_edges_of_floats_are_these_floats():
    sample = Sample.of([0, 1, 1], [0.1, 0.3, 0.9])
    assert [x.count for x in reliability(sample, [0.0, 0.1, 0.3, 1.0]).points] == [1, 1, 1]
    assert [x.count for x in reliability(sample, ["0", "0.1", "0.3", "1"]).points] == [2, 1]


def test_a_number_that_no_score_stands_for():
    sample = Sample.of([0, 1, 1], [0.1, 0.3, 0.9])
    for t in (Fraction(1, 3), Fraction(1, 2), Fraction(10) ** 400, -(Fraction(10) ** 400)):
        assert float_for(sample, t) is None
