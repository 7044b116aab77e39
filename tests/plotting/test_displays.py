"""Display classes: the same curves as scikit-learn's, in its conventions where these are asked for."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.calibration import CalibrationDisplay
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import DetCurveDisplay, RocCurveDisplay, brier_score_loss, roc_auc_score, roc_curve
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from workbench import cli, plot_reliability, plot_roc
from workbench.errors import InputError, NotSupported
from workbench.inference.bootstrap import Plan
from workbench.plotting import displays, kinds
from workbench.plotting.displays import (
    BrierCurveDisplay,
    CostCurveDisplay,
    DetDisplay,
    Display,
    GainsDisplay,
    LiftDisplay,
    ReliabilityDisplay,
    RocDisplay,
)
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample

X, CLASSES = make_classification(120, 5, flip_y=0.2, random_state=0)
LABELS = np.array(["spam", "ham"])[CLASSES]
RNG = np.random.default_rng(0)


def tied_scores(n: int) -> np.ndarray:
    return RNG.integers(0, 9, n) / 8


def same(first, second) -> bool:
    return first.shape == second.shape and np.allclose(first, second, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_roc_points_are_those_of_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    classes, scores = np.array([0, 1, *rng.integers(0, 2, 40)]), rng.integers(0, 12, 42) / 16
    fpr, tpr, _ = roc_curve(classes, -scores, pos_label=0, drop_intermediate=False)
    assert same(RocDisplay.from_predictions(classes, scores).line_.get_xydata(), np.column_stack((fpr, tpr)))
    theirs = RocCurveDisplay.from_predictions(classes, scores, drop_intermediate=False, ax=Figure().subplots())
    ours = RocDisplay.from_predictions(classes, scores, pos_label=1)
    assert same(ours.line_.get_xydata(), theirs.line_.get_xydata())
    assert f"AUC {roc_auc_score(classes, scores):.4f}" in ours.ax_.get_legend().get_texts()[0].get_text()


def test_det_points_are_those_of_scikit_learn() -> None:
    classes, scores = np.array([0, 1, *RNG.integers(0, 2, 40)]), tied_scores(42)
    theirs = DetCurveDisplay.from_predictions(classes, scores, ax=Figure().subplots()).line_.get_xydata()
    ours = DetDisplay.from_predictions(classes, scores, pos_label=1).line_.get_xydata()
    inner = [point for point in theirs if np.abs(point).max() < 5]
    assert len(inner) > 3
    assert all(np.abs(ours - point).max(axis=1).min() < 1e-9 for point in inner)


def test_an_estimator_has_its_first_class_as_class_0() -> None:
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, LABELS)
    display = RocDisplay.from_estimator(model, X, LABELS)
    assert list(model.classes_) == ["ham", "spam"]
    assert display.sample == Sample.of(LABELS == "spam", model.predict_proba(X)[:, 1])
    assert display.name == "Pipeline"
    brier = BrierCurveDisplay.from_estimator(model, X, LABELS)
    score = brier_score_loss(LABELS, model.predict_proba(X)[:, 1], pos_label="spam")
    assert f"area {score:.4f}" in brier.ax_.get_legend().get_texts()[0].get_text()


@pytest.mark.parametrize("label", ["ham", "spam"])
@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()])
def test_pos_label_is_the_positive_class_as_in_scikit_learn(label: str, model) -> None:
    model.fit(X, LABELS)
    theirs = RocCurveDisplay.from_estimator(
        model, X, LABELS, pos_label=label, drop_intermediate=False, ax=Figure().subplots()
    )
    ours = RocDisplay.from_estimator(model, X, LABELS, pos_label=label)
    assert same(ours.line_.get_xydata(), theirs.line_.get_xydata())


def test_a_response_can_be_chosen() -> None:
    model = LogisticRegression().fit(X, CLASSES)
    display = GainsDisplay.from_estimator(model, X, CLASSES, response_method="decision_function", name="model")
    assert display.sample == Sample.of(CLASSES, model.decision_function(X))
    with pytest.raises(InputError, match=r"scores in \[0, 1\]"):
        ReliabilityDisplay.from_estimator(model, X, CLASSES, response_method="decision_function")


def test_displays_share_axes_and_can_be_drawn_again() -> None:
    first = RocDisplay.from_predictions(CLASSES, tied_scores(120), name="first")
    second = RocDisplay.from_predictions(CLASSES, tied_scores(120), name="second", ax=first.ax_, hull=False)
    assert second.ax_ is first.ax_
    assert first.line_.get_color() != second.line_.get_color()
    assert first.figure_ is second.figure_
    axes = Figure().subplots()
    assert first.plot(axes, name="again") is first
    assert first.ax_ is axes
    assert first._repr_svg_() is None
    assert "<svg " in str(second._repr_svg_())


def test_options_reach_the_curve() -> None:
    display = CostCurveDisplay.from_predictions(CLASSES, tied_scores(120), methods=["rate_uniform"], condition="skew")
    assert display.ax_.get_xlabel() == "skew $z$"
    assert len(display.line_.get_xydata()) == 2


def test_every_curve_has_a_display() -> None:
    found = {
        x.kind.name
        for x in vars(displays).values()
        if isinstance(x, type) and issubclass(x, Display) and x is not Display
    }
    assert found == set(kinds.catalogue())


EVERY = [x for x in vars(displays).values() if isinstance(x, type) and issubclass(x, Display) and x is not Display]


@pytest.mark.parametrize("of", EVERY)
def test_whole_weights_are_so_many_examples(of) -> None:
    scores, weights = tied_scores(120), RNG.integers(0, 4, 120)
    weighted = of.from_predictions(CLASSES, scores, sample_weight=weights)
    written_out = of.from_predictions(np.repeat(CLASSES, weights), np.repeat(scores, weights))
    assert same(weighted.line_.get_xydata(), written_out.line_.get_xydata())
    assert weighted.line_.get_label() == written_out.line_.get_label()
    plain = of.from_predictions(CLASSES, scores)
    assert weighted.line_.get_label() != plain.line_.get_label()
    halves = of.from_predictions(CLASSES, scores, sample_weight=weights / 2)
    assert halves.line_.get_label() == weighted.line_.get_label()


@pytest.mark.parametrize("times", [1, 1_000_000])
def test_a_band_of_weighted_examples_draws_examples(times: int) -> None:
    """Many scores and large weights: the band is about as wide as without weights, and not that of so many examples."""
    labels, weights = RNG.integers(0, 2, 1_200), RNG.integers(1, 4, 1_200)
    scores = np.clip(RNG.normal(0.4 + 0.2 * labels, 0.2), 0, 1)

    def width(by: np.ndarray) -> float:
        axes = plot_roc({"model": weighted_sample(labels, scores, weights=by)}, band=Plan(200, seed=1))
        corners = axes.collections[0].get_paths()[0].vertices
        return float(np.ptp(corners[np.abs(corners[:, 0] - 0.3) < 0.002, 1]))

    assert 0.8 < width(times * weights) / width(np.ones(1_200)) < 1.6


def test_calibrated_samples_are_not_drawn_of_weights() -> None:
    sample = weighted_sample(CLASSES, tied_scores(120), weights=RNG.integers(1, 4, 120))
    with pytest.raises(NotSupported, match=r"--band .* of a reliability diagram is of examples without weights"):
        plot_reliability({"model": sample}, band=True)


def test_weighted_figures_are_those_of_evaluate(tmp_path, capsys) -> None:
    scores, weights = tied_scores(120), RNG.integers(1, 100, 120) / 8
    file = tmp_path / "scores.csv"
    rows = zip(scores, CLASSES, weights, strict=True)
    file.write_text("score,class,w\n" + "\n".join(",".join(map(str, row)) for row in rows))
    assert cli.main(["evaluate", str(file), "--weights", "w", "--json"]) == 0
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    for of, metric, words in ((RocDisplay, "AUC", "AUC"), (BrierCurveDisplay, "BS", "area")):
        label = of.from_predictions(CLASSES, scores, sample_weight=weights).line_.get_label()
        assert f"{words} {metrics[metric]['value']:.4f}" in label


@pytest.mark.parametrize("label", [0, 1])
def test_weighted_points_are_those_of_scikit_learn(label: int) -> None:
    model = LogisticRegression().fit(X, CLASSES)
    weights = RNG.integers(0, 40, 120) / 16
    given = {"sample_weight": weights, "pos_label": label}
    theirs = RocCurveDisplay.from_estimator(model, X, CLASSES, **given, drop_intermediate=False, ax=Figure().subplots())
    ours = RocDisplay.from_estimator(model, X, CLASSES, **given)
    mine, yours = (
        np.unique(ours.line_.get_xydata().round(9), axis=0),
        np.unique(theirs.line_.get_xydata().round(9), axis=0),
    )
    assert same(mine, yours)
    scores = model.predict_proba(X)[:, 1]
    by_hand = RocDisplay.from_predictions(CLASSES, scores, sample_weight=weights)
    assert by_hand.sample == weighted_sample(CLASSES, scores, weights=weights)
    assert BrierCurveDisplay.from_estimator(model, X, CLASSES, sample_weight=weights).sample == by_hand.sample
    score = brier_score_loss(CLASSES, scores, sample_weight=weights)
    assert (
        f"area {score:.4f}"
        in BrierCurveDisplay.from_estimator(model, X, CLASSES, sample_weight=weights).line_.get_label()
    )


def test_whole_weights_are_a_calibration_display_of_so_many_examples() -> None:
    scores, weights = RNG.integers(1, 80, 120) / 81, RNG.integers(0, 4, 120)
    ours = ReliabilityDisplay.from_predictions(CLASSES, scores, sample_weight=weights, bins=5)
    written_out = np.repeat(CLASSES, weights), np.repeat(scores, weights)
    theirs = CalibrationDisplay.from_predictions(*written_out, n_bins=5, ax=Figure().subplots())
    assert same(ours.line_.get_xydata(), np.column_stack((theirs.prob_pred, theirs.prob_true)))


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, 1], "weights has 2 entries and y_score 3"),
        ([1, -1, 1], "weight -1 of example 2 is negative"),
        ([1, None, 1], "weight None of example 2"),
        ([1, float("nan"), 1], "weight nan of example 2"),
        ([1, "x", 1], "weight 'x' of example 2 is not a number"),
        ([0, 0, 0], "all 3 weights are 0"),
        ([1, 1, 0], "both classes must be present"),
        (3, "weights"),
    ],
)
def test_wrong_weights_get_one_line(weights, words: str) -> None:
    for more in ({}, {"pos_label": 1}):
        with pytest.raises(InputError) as caught:
            BrierCurveDisplay.from_predictions([0, 0, 1], [0.1, 0.2, 0.3], sample_weight=weights, **more)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


class Odd:
    """Estimators that are none."""

    def __init__(self, classes=None) -> None:
        if classes is not None:
            self.classes_ = classes


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: LiftDisplay.from_predictions(["a", "b", "c"], [1, 2, 3], pos_label="a"), "'a', 'b', 'c'"),
        (lambda: LiftDisplay.from_predictions(["a", "b"], [1, 2], pos_label="z"), "'z'"),
        (lambda: LiftDisplay.from_predictions(["a", "b"], [1, 2]), "'a'"),
        (lambda: LiftDisplay.from_predictions([[0, 1]], [1, 2], pos_label=1), "[[0, 1]] is not a column of labels"),
        (lambda: LiftDisplay.from_predictions([0, 1], [1, 2], hull=True), "no option 'hull'"),
        (lambda: LiftDisplay.from_estimator(Odd(), X, CLASSES), "has no classes_; fit it first"),
        (lambda: LiftDisplay.from_estimator(Odd([1, 2, 3]), X, CLASSES), "has 3 classes"),
        (lambda: LiftDisplay.from_estimator(Odd([0, 1]), X, CLASSES), "no predict_proba and no decision_function"),
        (lambda: LiftDisplay.from_estimator(Odd([0, 1]), X, CLASSES, pos_label=5), "pos_label 5"),
        (lambda: LiftDisplay.from_estimator(Odd([0, 1]), X, CLASSES, response_method="predict"), "'predict'"),
        (lambda: LiftDisplay([0, 1]), "LiftDisplay takes a Sample"),
    ],
)
def test_wrong_input_is_named(call, words: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert words in str(caught.value)
