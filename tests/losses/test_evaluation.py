"""The whole table of one classifier, and its JSON."""

import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.language.statements import StatementError, law, parse_expression, parse_method
from workbench.losses.evaluation import evaluate, evaluate_sample
from workbench.losses.parts import evaluate_folds
from workbench.metrics import CATALOGUE
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.written import approximation, decimal
from workbench.samples.sample import Sample, SampleError

KEYS = [
    "score_fixed(1/2)",
    "score_uniform",
    "score_driven",
    "rate_fixed(1/2)",
    "rate_uniform",
    "rate_driven",
    "optimal",
]
CLASSES = [0, 0, 0, 1, 0, 1, 0, 1, 1, 0]
SCORES = ["0.1", "0.2", "0.2", "0.3", "0.4", "0.4", "0.6", "0.7", "0.9", "0.9"]


def test_what_is_infinite_shows_itself_as_it_is_written():
    found = evaluate([0, 1], [1, 1], expressions=["LL", "-LL"])
    for shown in (found.expressions, pickle.loads(pickle.dumps(found.expressions))):
        assert [str(x) for x in shown.values()] == [repr(x) for x in shown.values()] == ["oo", "-oo"]
    assert [x["exact"] for x in found.to_json()["expressions"].values()] == ["oo", "-oo"]


def test_the_json_has_every_figure_with_its_fraction():
    found = json.loads(json.dumps(evaluate(CLASSES, SCORES).to_json()))
    assert list(found) == ["n", "n0", "n1", "distinct_scores", "metrics", "losses", "skew_losses"]
    assert (found["n"], found["n0"], found["n1"], found["distinct_scores"]) == (10, 6, 4, 7)
    assert list(found["metrics"]) == [name for name, metric in CATALOGUE.items() if metric.summary]
    assert list(found["losses"]) == list(found["skew_losses"])
    assert set(KEYS) <= set(found["losses"])
    for group in ("metrics", "losses", "skew_losses"):
        for figure in found[group].values():
            assert figure["exact"] is None or float(Fraction(figure["exact"])) == figure["value"]
    assert found["losses"]["score_driven"] == found["metrics"]["BS"]
    assert found["skew_losses"]["score_driven"] == found["metrics"]["MBS"]
    assert found["losses"]["score_uniform"] == found["metrics"]["MAE"]
    assert found["losses"]["optimal"] == found["metrics"]["RLH"]
    assert found["metrics"]["AUC"] == {"exact": "17/24", "value": 17 / 24}


def test_expressions_and_parameters():
    wanted = ["q*AUC", "sqrt(BS)", "1/(AUC - AUC)"]
    found = evaluate(CLASSES, SCORES, expressions=wanted, parameters={"q": "1/2"})
    shown = found.to_json()["expressions"]
    assert shown["q*AUC"] == {"exact": "17/48", "value": 17 / 48}
    assert shown["sqrt(BS)"]["exact"] is None
    assert shown["sqrt(BS)"]["error"] < 1e-15
    assert abs(shown["sqrt(BS)"]["value"] ** 2 - float(found.metrics["BS"])) < 1e-15
    assert shown["1/(AUC - AUC)"] is None
    assert "division by zero" in found.notes["1/(AUC - AUC)"]
    with pytest.raises(StatementError, match="unknown name BRIER"):
        evaluate(CLASSES, SCORES, expressions=["BRIER"])
    with pytest.raises(ValueError, match="the parameter q has no value"):
        evaluate(CLASSES, SCORES, expressions=["q*AUC"])


def test_one_expression_need_not_stand_in_a_list():
    for one in ("AUC", parse_expression("AUC"), ["AUC"]):
        assert evaluate(CLASSES, SCORES, expressions=one).expressions == {"AUC": Fraction(17, 24)}
    for wrong in ([3], 3, [None], b"AUC"):
        with pytest.raises(InputError, match="is not an expression; text such as AUC - BS is"):
            evaluate(CLASSES, SCORES, expressions=wrong)


def test_numbers_beyond_doubles_leave_the_json_valid():
    wanted = ["2**2000", "-(2**2000)", "exp(1000)", "-exp(1000)", "exp(-10**5)", "exp(-1)", "1/2**2000"]
    found = evaluate(CLASSES, ["1e4999", "-1e4999", "1e-4999", *SCORES[3:]], expressions=[*wanted, "E(s**2)"])
    text = json.dumps(found.to_json(), allow_nan=False)
    shown = json.loads(text)["expressions"]
    assert shown["2**2000"] == {"exact": str(2**2000), "value": None}
    assert shown["exp(1000)"] == shown["-exp(1000)"] == {"exact": None, "value": None, "error": None}
    assert shown["E(s**2)"]["value"] is None
    for key in ("2**2000", "exp(1000)", "E(s**2)"):
        assert found.notes[key] == "is beyond the range of a double"
    assert shown["exp(-10**5)"] == {"exact": None, "value": 0.0, "error": 5e-324}
    assert shown["1/2**2000"]["value"] == 0.0
    assert set(wanted) & set(found.notes) == {"2**2000", "-(2**2000)", "exp(1000)", "-exp(1000)"}
    assert decimal(found.expressions["-exp(1000)"]) == "-1.970071e+434"


@given(st.fractions() | st.floats(allow_nan=False, allow_infinity=False).map(Fraction))
def test_the_error_of_a_double_is_an_upper_bound(x):
    for real in (x, x / 3, x / 10**330):
        nearest, error = approximation(real)
        if math.isinf(nearest) or abs(real) > 10**307:
            continue
        assert abs(real - Fraction(nearest)) <= Fraction(error)
        assert (error == 0) == (real == Fraction(nearest))
        with working_digits(30):
            ball = lift(real) * lift(7).sqrt()
            nearest, error = approximation(ball)
        with working_digits(60):
            assert lift(real) * lift(7).sqrt() - lift(Fraction(nearest)) <= lift(Fraction(error))


def test_a_parameter_without_a_value_is_named_with_its_place():
    with pytest.raises(InputError, match=r"^column 7: the parameter x has no value; put a number in its place$"):
        evaluate(CLASSES, SCORES, expressions="AUC - x")
    with pytest.raises(InputError, match=r"^column 1: unknown name pi; did you mean pi1 or pi0\?$"):
        evaluate(CLASSES, SCORES, expressions="pi*AUC")


def test_scores_that_are_no_probabilities_have_the_rest_of_the_table():
    shifted = [float(score) * 10 - 3 for score in SCORES]
    found = evaluate(CLASSES, shifted, expressions=["BS - MAE", "AUC"])
    wanting = {name for name, metric in CATALOGUE.items() if metric.needs_probabilities}
    assert {name for name, figure in found.metrics.items() if figure is None} == wanting
    for losses in (found.losses, found.skew_losses):
        missing = {key for key, loss in losses.items() if loss is None}
        assert {"score_uniform", "score_driven"} <= missing
        assert all(law(parse_method(key)).name == "score" for key in missing)
    assert found.expressions["BS - MAE"] is None
    assert found.expressions["AUC"] == found.metrics["AUC"]
    assert set(found.notes) == wanting | missing | {"BS - MAE"}
    assert found.notes["BS"] == "needs scores in [0, 1]; the score 6 lies outside"
    assert found.to_json()["metrics"]["BS"] is None
    assert found.to_json()["notes"] == found.notes


def test_a_wrong_column_is_refused():
    with pytest.raises(SampleError, match="class 2 of example 1"):
        evaluate([2, 1], [0.5, 0.5])


def test_large_data_stays_workable():
    rng = np.random.default_rng(1)
    scores, classes = rng.random(30_000), rng.integers(0, 2, 30_000)
    found = evaluate(classes, scores)
    assert found.losses["rate_driven"] == found.losses["rate_uniform"] - Fraction(1, 6)
    others = [loss for key, loss in found.losses.items() if "fixed" not in key and key != "optimal"]
    assert all(lift(found.losses["optimal"]) <= lift(loss) for loss in others)
    json.dumps(found.to_json())


def test_evaluating_a_sample_is_evaluating_its_columns():
    assert evaluate_sample(Sample.of(CLASSES, SCORES)).to_json() == evaluate(np.array(CLASSES), SCORES).to_json()


def test_scores_that_rank_the_other_way_round_get_a_note():
    assert "higher scores speak for class 0" in evaluate([1, 1, 0, 0], [0.1, 0.4, 0.4, 0.9]).notes["AUC"]
    assert "AUC" not in evaluate([0, 1], [0.5, 0.5]).notes


def test_figures_without_a_value_on_any_data_end_no_evaluation():
    texts = ["net_benefit(1.5)", "net_benefit0(1)", "net_benefit(1/4)"]
    found = evaluate([0, 1], ["0.2", "0.8"], expressions=texts)
    assert dict(found.expressions) == {texts[0]: None, texts[1]: None, texts[2]: Fraction(1, 2)}
    assert found.notes[texts[0]] == "has no value: t must lie in [0, 1), as it weighs false alarms by t/(1 - t)"
    assert found.notes[texts[1]].startswith("has no value")
    folds = evaluate_folds([0, 1, 0, 1], ["0.2", "0.8"] * 2, [1, 1, 2, 2], expressions=texts)
    assert folds.pooled.expressions[texts[0]] is None
