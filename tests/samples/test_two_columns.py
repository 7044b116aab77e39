"""Two columns of probabilities, as ``predict_proba`` gives them: that of class 1 is taken, and that is said."""

from fractions import Fraction

import numpy as np
import pytest

from workbench import (
    RocDisplay,
    average,
    choose,
    compare_models,
    cost_sample,
    costs_by_example,
    delong,
    evaluate,
    evaluate_classes,
    evaluate_folds,
    paired_difference,
    weighted_sample,
)
from workbench.errors import InputError
from workbench.losses.evaluation import evaluate_two
from workbench.samples.sample import Sample
from workbench.scorers import expression_value

RNG = np.random.default_rng(0)
Y = np.arange(60) % 2
P = np.round(0.2 * Y + 0.8 * RNG.random(60), 3)
TWO = np.stack([1 - P, P], axis=1)
NAMES = np.where(Y == 1, "ham", "spam")
COSTS = {"miss": 3, "false_alarm": 1}

OF_CLASSES = {
    "Sample.of": Sample.of,
    "weighted_sample": lambda y, s: weighted_sample(y, s, weights=[1] * 60),
    "delong": delong,
    "average": lambda y, s: average(y, {"a": s, "b": P}).sample,
}
OF_LABELS = {
    "evaluate": evaluate,
    "with weights": lambda y, s, **k: evaluate(y, s, weights=[1] * 60, **k),
    "two": lambda y, s, **k: evaluate_two(y, s, P, "a.BS - b.BS", **k),
    "folds": lambda y, s, **k: evaluate_folds(y, s, np.arange(60) // 20, **k),
    "choose": lambda y, s, **k: choose(y, s, **COSTS, **k),
    "costs_by_example": lambda y, s, **k: costs_by_example(y, s, **COSTS, **k),
    "cost_sample": lambda y, s, **k: cost_sample(y, s, **COSTS, **k),
    "compare_models": lambda y, s, **k: compare_models(y, s, P, resamples=100, **k),
    "weighted pairs": lambda y, s, **k: compare_models(y, P, s, weights=[1] * 60, resamples=100, **k),
    "paired_difference": lambda y, s, **k: paired_difference(y, s, P, "BS", resamples=100, **k),
    "a scorer": lambda y, s, **k: expression_value(y, s, expression="BS", **k),
}


def told(found):
    return found if isinstance(found, float | dict | Sample) else found.to_json()


@pytest.mark.parametrize("of", [*OF_CLASSES, *OF_LABELS])
def test_the_second_is_that_of_class_1(of):
    function = (OF_CLASSES | OF_LABELS)[of]
    with pytest.warns(UserWarning, match=r"y?_?scores?.* has two columns; column 1, the probability of .*, is taken"):
        found = function(Y, TWO)
    assert told(found) == told(function(Y, TWO[:, 1]))


@pytest.mark.parametrize("of", OF_LABELS)
@pytest.mark.parametrize(("event", "place"), [("ham", 0), ("spam", 1)])
def test_with_names_it_is_that_of_the_event_in_their_order(of, event, place):
    with pytest.warns(UserWarning, match=f"y_score has two columns; column {place}, the probability of '{event}'"):
        found = OF_LABELS[of](NAMES, TWO, pos_label=event)
    assert told(found) == told(OF_LABELS[of](NAMES, TWO[:, place], pos_label=event))


def test_a_display_takes_that_of_its_label():
    pytest.importorskip("matplotlib")
    for place, event in enumerate(("ham", "spam")):
        with pytest.warns(UserWarning, match=f"column {place}"):
            found = RocDisplay.from_predictions(NAMES, TWO, pos_label=event)
        assert found.sample == RocDisplay.from_predictions(NAMES, TWO[:, place], pos_label=event).sample


def test_it_is_that_of_scikit_learn():
    linear = pytest.importorskip("sklearn.linear_model")
    x = RNG.normal(size=(60, 2)) + Y[:, None]
    for names in (NAMES, np.where(Y == 1, -1, 1), Y == 0):
        model = linear.LogisticRegression().fit(x, names)
        proba = model.predict_proba(x)
        for place, event in enumerate(model.classes_):
            with pytest.warns(UserWarning, match=f"column {place}"):
                found = evaluate(names, proba, pos_label=event)
            assert found.metrics == evaluate((names == event).astype(int), proba[:, place]).metrics


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (np.stack([P, P], axis=1), r"y_score has two columns, which sum to .* in example 1; those of predict_proba"),
        (np.full((60, 2), np.nan), "which sum to nan in example 1"),
        (np.stack([P, P, P], axis=1), r"y_score has 3 columns; .* evaluate_classes\(y_true, dict\(zip\("),
        (TWO[:50], "60 classes and 50 scores"),
    ],
)
def test_what_is_no_pair_of_probabilities_is_refused(scores, says):
    with pytest.raises(InputError, match=says):
        Sample.of(Y, scores[:, 1:] if scores.shape == (50, 2) else scores)
    with pytest.raises(InputError, match=says.replace("60 classes and 50 scores", "50")):
        compare_models(Y, P, scores[:, 1:] if scores.shape == (50, 2) else scores)


@pytest.mark.parametrize("kind", ["text", "fractions", "float32", "masked"])
def test_two_columns_of_every_kind(kind):
    exact = [[1 - Fraction(str(p)), Fraction(str(p))] for p in P]
    two = {
        "text": np.array([[str(float(x)) for x in row] for row in exact]),
        "fractions": np.array(exact, dtype=object),
        "float32": TWO.astype(np.float32),
        "masked": np.ma.array(TWO, mask=np.zeros_like(TWO)),
    }[kind]
    with pytest.warns(UserWarning, match="column 1"):
        found = Sample.of(Y, two)
    assert found == Sample.of(Y, np.asarray(two)[:, 1])


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_two_columns_of_a_matrix():
    two = np.matrix(TWO)
    with pytest.warns(UserWarning, match="column 1"):
        assert Sample.of(Y, two) == Sample.of(Y, P)


def test_what_is_masked_is_missing():
    two = np.ma.array(TWO, mask=np.zeros_like(TWO))
    two[4, 1] = np.ma.masked
    with pytest.raises(InputError, match="which sum to nan in example 5"):
        Sample.of(Y, two)


@pytest.mark.parametrize("entry", ["x", None, "0.25x"])
def test_two_columns_with_no_number_in_them(entry):
    two = TWO.astype(object)
    two[4, 0] = entry
    with pytest.raises(InputError, match="which sum to nan in example 5"):
        Sample.of(Y, two)


def test_labels_without_an_order_need_one_column():
    labels = np.array([0, "a"] * 30, dtype=object)
    with pytest.raises(InputError, match="the labels 0, 'a' have no order, so y_score must be one column"):
        evaluate(labels, TWO, pos_label="a")
    assert evaluate(labels, P, pos_label="a").n1 == 30


def test_several_classes_are_taken_as_the_message_says():
    y_true, y_score = np.array(["a", "b", "c"] * 20), RNG.dirichlet([1, 1, 1], 60)
    with pytest.raises(InputError, match="3 columns"):
        evaluate(y_true, y_score)
    with pytest.raises(
        InputError, match="'a' and one other are needed; workbench evaluate takes each against the rest"
    ):
        evaluate(y_true, y_score[:, 0], pos_label="a")
    found = evaluate_classes(y_true, dict(zip(np.unique(y_true), y_score.T, strict=True)))
    assert found.parts["b"].metrics["BS"] == evaluate(1 * (y_true == "b"), y_score[:, 1]).metrics["BS"]


def test_lists_of_rows_and_tables_are_as_good_as_arrays():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    wanted = evaluate(Y, P).metrics
    turned = TWO[:, ::-1]
    for two in (
        TWO.tolist(),
        [[str(x) for x in row] for row in TWO.round(3)],
        pandas.DataFrame(TWO),
        pandas.DataFrame(turned, columns=["1", "0"]),
        polars.DataFrame({"a": TWO[:, 0], "b": TWO[:, 1]}),
    ):
        with pytest.warns(UserWarning, match="y_score has two columns; column .*, the probability of class 1"):
            assert evaluate(Y, two).metrics["AUC"] == wanted["AUC"]
    by_name = pandas.DataFrame(TWO, columns=["spam", "ham"])
    with pytest.warns(UserWarning, match="column 'ham', the probability of 'ham', is taken"):
        assert evaluate(NAMES, by_name, pos_label="ham").metrics == evaluate(NAMES, P, pos_label="ham").metrics
    with pytest.raises(InputError, match="y_score is a table with the columns"):
        evaluate(Y, pandas.DataFrame(np.stack([P, P, P], axis=1)))


def test_the_warning_points_at_the_line_of_the_user():
    for function in (
        lambda: evaluate(Y, TWO),
        lambda: choose(Y, TWO, **COSTS),
        lambda: evaluate(NAMES, TWO, pos_label="ham"),
    ):
        with pytest.warns(UserWarning, match="two columns") as found:
            function()
        assert found[0].filename == __file__
