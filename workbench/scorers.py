"""Scorers for scikit-learn: expected losses and metrics in `cross_val_score`, `GridSearchCV` and their like.

A scorer is called with an estimator and gives a number of which more is better, so losses and costs are negative there.
The event, class 1, is ``pos_label``, by default the last of the two labels in order, as in scikit-learn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from workbench.errors import InputError, shown
from workbench.inference.choosing import operation_of
from workbench.language.statements import law, parse_expression, parse_method
from workbench.losses.exact import value
from workbench.losses.reals import Undefined
from workbench.losses.rescored import needs_probabilities
from workbench.numbers.written import approximation
from workbench.samples.columns import as_list
from workbench.samples.labels import classes_of, distinct, scores_of
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample

SCORES = ("predict_proba", "decision_function")


def loss_scorer(
    method: str = "score_driven", cost: str = "uniform", condition: str = "cost", *, pos_label: Any = None
) -> Callable[..., float]:
    """The scorer ``-loss(METHOD, cost=COST, condition=CONDITION)`` of an estimator's scores.

    These are probabilities of the event where the estimator has them; methods that take scores for probabilities ask
    for these, others do with values of a decision function. `InputError` for a method, cost or condition that is
    wrong, and where scikit-learn is not installed.

    >>> loss_scorer("optimal", "beta(2, 5)")  # doctest: +ELLIPSIS
    make_scorer(expression_value, greater_is_better=False, ...)
    """
    parse_expression(text := f"loss({method}, cost={cost}, condition={condition})")
    needed = SCORES[:1] if needs_probabilities(law(parse_method(method))) else SCORES
    return _scorer_of(text, needed, False, pos_label)


def metric_scorer(expression: str, *, greater_is_better: bool, pos_label: Any = None) -> Callable[..., float]:
    """The scorer of any expression of an estimator's scores: of a metric, or of several with ``+ - * /``.

    >>> metric_scorer("AUC - AUCH", greater_is_better=True)  # doctest: +ELLIPSIS
    make_scorer(expression_value, response_method=...)
    """
    parse_expression(expression)
    return _scorer_of(expression, SCORES, greater_is_better, pos_label)


def _scorer_of(text: str, scores: tuple[str, ...], greater_is_better: bool, pos_label: Any) -> Callable[..., float]:
    _refuse_what_is_open(text)
    more = {"response_method": scores, "greater_is_better": greater_is_better, **_label(pos_label)}
    return _make_scorer(expression_value, expression=text, **more)


def _refuse_what_is_open(text: str) -> None:
    """An expression with a free parameter, or about every law of costs at once, has a value on no data."""
    with suppress(Undefined):
        value(Sample.of([0, 1, 0, 1], ["0", "0.25", "0.75", "1"]), parse_expression(text))


def cost_scorer(
    *,
    miss: Any,
    false_alarm: Any,
    hit: Any = 0,
    correct_rejection: Any = 0,
    prior: Any = None,
    pos_label: Any = None,
) -> Callable[..., float]:
    """The scorer of an estimator's decisions by what they cost per case: that of `workbench.choose`, negative.

    For ``TunedThresholdClassifierCV``, whose threshold then is best for these costs. The arguments are those of
    `workbench.choose`.

    >>> cost_scorer(miss=5, false_alarm=1)  # doctest: +ELLIPSIS
    make_scorer(expected_cost, greater_is_better=False, ...)
    """
    operation_of(miss, false_alarm, hit, correct_rejection, prior)
    return _make_scorer(
        expected_cost,
        response_method="predict",
        greater_is_better=False,
        miss=miss,
        false_alarm=false_alarm,
        hit=hit,
        correct_rejection=correct_rejection,
        prior=prior,
        **_label(pos_label),
    )


def expression_value(
    y_true: Iterable[Any], y_score: Iterable[Any], *, expression: str, pos_label: Any = None, sample_weight: Any = None
) -> float:
    """The value of an expression, rounded; labels of any kind, weights by ``sample_weight``.

    `InputError` where it has no value on these examples.

    >>> expression_value(["no", "yes", "no"], [0.25, 0.5, 0.5], expression="BS")
    0.1875
    """
    sample = _sample(y_true, y_score, pos_label, sample_weight)
    return approximation(value(sample, parse_expression(expression)))[0]


def expected_cost(
    y_true: Iterable[Any],
    y_pred: Iterable[Any],
    *,
    miss: Any,
    false_alarm: Any,
    hit: Any = 0,
    correct_rejection: Any = 0,
    prior: Any = None,
    pos_label: Any = None,
    sample_weight: Any = None,
) -> float:
    """What decisions cost per case, rounded: each is one of the two labels.

    >>> expected_cost([0, 1, 1, 0], [0, 1, 0, 1], miss=5, false_alarm=1)
    1.5
    """
    classes = as_list(y_true, "y_true")
    event = _event(classes, pos_label)
    labels = {str(label) for label in classes} | {str(event)}
    decided = []
    for position, label in enumerate(as_list(y_pred, "y_pred"), 1):
        if str(label) not in labels:
            raise InputError(
                f"the decision {shown(label)} on example {position} is none of {', '.join(sorted(labels))}"
            )
        decided.append(int(str(label) == str(event)))
    sample = _sample(classes, decided, event, sample_weight)
    operation = operation_of(miss, false_alarm, hit, correct_rejection, sample.pi1 if prior is None else prior)
    return float(operation.cost(sample.counts_at_most(Fraction(0)), (sample.n0, sample.n1)))


def _sample(y_true: Iterable[Any], y_score: Iterable[Any], pos_label: Any, sample_weight: Any) -> Sample:
    classes = as_list(y_true, "y_true")
    event = _event(classes, pos_label)
    labels = classes_of(classes, event)
    try:
        y_score = scores_of(classes, event, y_score)
    except ValueError as error:
        raise InputError(str(error)) from None
    if sample_weight is None:
        return Sample.of(labels, y_score)
    return weighted_sample(labels, y_score, weights=sample_weight)


def _event(classes: list[Any], pos_label: Any) -> Any:
    if pos_label is not None:
        return pos_label
    labels = distinct(classes)
    if len(labels) != 2:
        raise InputError(f"the classes are {', '.join(map(shown, labels))}; a scorer needs two of them")
    return max(labels)


def _label(pos_label: Any) -> dict[str, Any]:
    return {} if pos_label is None else {"pos_label": pos_label}


def _make_scorer(function: Callable[..., float], **options: Any) -> Callable[..., float]:
    try:
        from sklearn.metrics import make_scorer
    except ImportError:
        raise InputError("scorers need scikit-learn: pip install scikit-learn") from None
    made: Callable[..., float] = make_scorer(function, **options)
    return made
