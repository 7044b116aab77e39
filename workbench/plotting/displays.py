"""Display classes in the way of scikit-learn: ``from_predictions``, ``from_estimator``, ``plot``.

Class 0 is the positive class and ``y_score`` the belief in class 1, for an estimator ``predict_proba(X)[:, 1]``. Where
``pos_label`` is given both are as in scikit-learn instead: that label is the positive class, and ``y_score`` the
belief in it. Examples count by ``sample_weight``, exact numbers from 0 on, as they do in
`workbench.samples.weighted.weighted_sample`. scikit-learn itself is not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from workbench.errors import InputError, shown
from workbench.formats import Hinting
from workbench.plotting.costs import BRIER, COST, KENDALL, RATE_DRIVEN
from workbench.plotting.decision import DECISION
from workbench.plotting.det import DET
from workbench.plotting.drawn import Kind
from workbench.plotting.files import rendered
from workbench.plotting.gains import GAINS, LIFT
from workbench.plotting.kinds import picture
from workbench.plotting.reliability import RELIABILITY
from workbench.plotting.roc import ROC
from workbench.plotting.style import figure_of, is_ours
from workbench.samples.columns import as_list
from workbench.samples.labels import scores_of
from workbench.samples.sample import Sample, checked_sample
from workbench.samples.turned import turned
from workbench.samples.weighted import weighted_sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

METHODS = ("predict_proba", "decision_function")


class Display(Hinting):
    """A curve of one classifier, drawn by `plot`; the options are those of the function that plots the same curve.

    ``ax_``, ``figure_`` and ``line_`` are the axes, the figure and the line that were drawn last.
    """

    kind: ClassVar[Kind]
    ax_: Axes
    figure_: Figure
    line_: Line2D

    def __init__(self, sample: Sample, *, name: str | None = None) -> None:
        self.sample = checked_sample(sample, type(self).__name__)
        self.name = name

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """The curve of a classifier with these classes and scores, drawn.

        >>> display = RocDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="first")
        >>> display.line_.get_xydata().tolist()
        [[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [0.5, 1.0], [1.0, 1.0]]
        >>> RocDisplay.from_predictions(["a", "b"], ["0.1", "0.7"], pos_label="b").sample
        Sample(n=2, n0=1, n1=1, distinct scores 2 in [3/10, 9/10])
        >>> RocDisplay.from_predictions([0, 0, 1], [0.1, 0.4, 0.9], sample_weight=[1, "2.5", 0.5]).sample.pi1
        Fraction(1, 8)
        """
        if pos_label is None:
            sample = _weighted(y_true, y_score, sample_weight)
        else:
            sample = turned(_of_labels(y_true, y_score, pos_label, sample_weight))
        return cls(sample, name="classifier" if name is None else name).plot(ax, **options)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str = "auto",
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        **options: Any,
    ) -> Self:
        """The curve of a fitted binary estimator on ``X`` with the classes ``y``, drawn.

        The first of ``estimator.classes_`` is class 0. ``response_method`` is ``predict_proba``,
        ``decision_function``, or ``auto``, which is the first of these that the estimator has.
        """
        classes = [*getattr(estimator, "classes_", ())]
        if len(classes) != 2:
            what = f"has {len(classes)} classes" if classes else "has no classes_; fit it first"
            raise InputError(f"{type(estimator).__name__} {what}; a binary classifier is needed")
        if pos_label is not None and pos_label not in classes:
            raise InputError(f"pos_label {shown(pos_label)}; the classes are {', '.join(map(shown, classes))}")
        positive = classes[0] if pos_label is None else pos_label
        labelled = _of_labels(y, _responses(estimator, X, response_method), positive, sample_weight, classes)
        sample = labelled if positive == classes[0] else turned(labelled)
        return cls(sample, name=type(estimator).__name__ if name is None else name).plot(ax, **options)

    def plot(self, ax: Any = None, *, name: str | None = None, **options: Any) -> Self:
        """Draw the curve on ``ax``, or on a new figure that pyplot does not know, and return the display."""
        shown_name = self.name if name is None else name
        self._picture = picture(self.kind, {shown_name or "": self.sample}, ax=ax, **options)
        self.ax_, self.line_ = self._picture.axes, self._picture.drawn[0].line
        self.figure_ = figure_of(self.ax_)
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__} of {self.name or 'a sample'}, {self.sample!r}"

    def _repr_svg_(self) -> str | None:
        """The picture, where a notebook does not show it anyway."""
        drawn = getattr(self, "_picture", None)
        return rendered(drawn, "svg").decode() if drawn is not None and is_ours(drawn.axes) else None


class RocDisplay(Display):
    """ROC curves; see `workbench.plotting.roc.plot_roc`."""

    kind = ROC


class DetDisplay(Display):
    """The detection error tradeoff; see `workbench.plotting.det.plot_det`."""

    kind = DET


class CostCurveDisplay(Display):
    """Cost curves of threshold choice methods; see `workbench.plotting.costs.plot_cost`."""

    kind = COST


class BrierCurveDisplay(Display):
    """Brier curves; see `workbench.plotting.costs.plot_brier`."""

    kind = BRIER


class RateDrivenCurveDisplay(Display):
    """Rate-driven curves; see `workbench.plotting.costs.plot_rate_driven`."""

    kind = RATE_DRIVEN


class KendallCurveDisplay(Display):
    """Kendall curves; see `workbench.plotting.costs.plot_kendall`."""

    kind = KENDALL


class DecisionCurveDisplay(Display):
    """Decision curves; see `workbench.plotting.decision.plot_decision`."""

    kind = DECISION


class ReliabilityDisplay(Display):
    """Reliability diagrams; see `workbench.plotting.reliability.plot_reliability`."""

    kind = RELIABILITY


class GainsDisplay(Display):
    """Cumulative gains; see `workbench.plotting.gains.plot_gains`."""

    kind = GAINS


class LiftDisplay(Display):
    """Lift; see `workbench.plotting.gains.plot_lift`."""

    kind = LIFT


def _weighted(classes: Any, scores: Any, weights: Any) -> Sample:
    return Sample.of(classes, scores) if weights is None else weighted_sample(classes, scores, weights=weights)


def _of_labels(y_true: Any, scores: Any, positive: Any, weights: Any, labels: list[Any] | None = None) -> Sample:
    """The sample with class 0 for the label ``positive`` and class 1 for the other one."""
    try:
        given = as_list(y_true, "y_true")
    except ValueError as error:
        raise InputError(str(error)) from None
    try:
        present = list(dict.fromkeys(given))
        known = set(labels or present)
        refused = positive not in known or len(known) > 2 or not set(present) <= known or any(map(_missing, present))
    except TypeError:
        raise InputError(f"y_true {shown(given)} is not a column of labels, or {shown(positive)} no label") from None
    if refused:
        words = ", ".join(map(shown, present[:10])) + ", ..." * (len(present) > 10)
        raise InputError(f"the labels {words} are not {shown(positive)} and one other")
    try:
        column = scores_of(given, positive, scores)
    except ValueError as error:
        raise InputError(str(error)) from None
    return _weighted(np.array([label != positive for label in given], dtype=np.int8), column, weights)


def _missing(label: Any) -> bool:
    return label is None or bool(label != label)


def _responses(estimator: Any, X: Any, method: str) -> Any:
    """The belief in the second of the estimator's classes."""
    if method != "auto" and method not in METHODS:
        raise InputError(f"response_method {shown(method)}; it is auto, {' or '.join(METHODS)}")
    for name in METHODS if method == "auto" else (method,):
        if hasattr(estimator, name):
            found = np.asarray(getattr(estimator, name)(X))
            return found[:, 1] if name == "predict_proba" else found
    raise InputError(f"{type(estimator).__name__} has no {method if method != 'auto' else ' and no '.join(METHODS)}")
