"""Scorers in scikit-learn's own tools, with labels of any kind."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from workbench.errors import InputError
from workbench.inference.choosing import choose
from workbench.losses.evaluation import evaluate
from workbench.scorers import cost_scorer, expected_cost, expression_value, loss_scorer, metric_scorer

pytest.importorskip("sklearn")

from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_score,
)
from sklearn.svm import LinearSVC

rng = np.random.default_rng(4)
HIDDEN = rng.integers(0, 2, 200)
X = (rng.normal(size=(200, 2)) + HIDDEN[:, None]).round(2)
NAMED = np.array(["no", "yes"])[HIDDEN]
FOLDS = StratifiedKFold(4)


@pytest.mark.parametrize("y", [HIDDEN, NAMED])
def test_a_loss_in_each_fold(y: np.ndarray) -> None:
    scorer = loss_scorer("score_driven", "beta(2, 5)", pos_label=None if y is HIDDEN else "yes")
    found = cross_val_score(LogisticRegression(), X, y, cv=FOLDS, scoring=scorer)
    for one, (train, test) in zip(found, FOLDS.split(X, y), strict=True):
        scores = LogisticRegression().fit(X[train], y[train]).predict_proba(X[test])[:, 1]
        text = "loss(score_driven, cost=beta(2, 5))"
        assert one == -float(evaluate(HIDDEN[test], scores, expressions=text).expressions[text])


def test_the_event_is_the_last_label_or_the_one_that_is_named() -> None:
    model = LogisticRegression().fit(X, NAMED)
    by_default, by_name, other = (
        metric_scorer("BS1", greater_is_better=False, pos_label=label)(model, X, NAMED) for label in (None, "yes", "no")
    )
    scores = model.predict_proba(X)
    assert by_default == by_name == -float(evaluate(HIDDEN, scores[:, 1]).metrics["BS1"])
    assert other == -float(evaluate(1 - HIDDEN, scores[:, 0]).metrics["BS1"])


def test_a_search_and_a_decision_function() -> None:
    search = GridSearchCV(LinearSVC(), {"C": [0.01, 1]}, cv=3, scoring=metric_scorer("AUC", greater_is_better=True))
    search.fit(X, NAMED)
    assert 0.5 < search.best_score_ <= 1
    with pytest.raises(AttributeError, match="predict_proba"):
        loss_scorer("score_driven")(search.best_estimator_, X, NAMED)
    assert loss_scorer("optimal")(search.best_estimator_, X, NAMED) < 0


def test_a_tuned_threshold_costs_what_choose_says() -> None:
    model = LogisticRegression().fit(X, NAMED)
    scorer = cost_scorer(miss=4, false_alarm=1, hit="-1/2", pos_label="yes")
    tuned = TunedThresholdClassifierCV(model, scoring=scorer, cv="prefit", refit=False, thresholds=2000)
    tuned.fit(X, NAMED)
    found = choose(NAMED, model.predict_proba(X)[:, 1], miss=4, false_alarm=1, hit="-1/2", pos_label="yes")
    assert tuned.best_score_ == pytest.approx(-float(found.decision.expected_cost))
    threshold = float(found.decision.threshold)
    fixed = FixedThresholdClassifier(model, threshold=threshold, pos_label="yes").fit(X, NAMED)
    assert scorer(fixed, X, NAMED) == pytest.approx(-float(found.decision.expected_cost))


def test_weights() -> None:
    w = rng.integers(1, 5, 200)
    model = LogisticRegression().fit(X, HIDDEN)
    found = loss_scorer("rate_driven")(model, X, HIDDEN, sample_weight=w)
    scores = np.repeat(model.predict_proba(X)[:, 1], w)
    assert found == -float(evaluate(np.repeat(HIDDEN, w), scores).losses["rate_driven"])
    decided = expected_cost(HIDDEN, model.predict(X), miss=2, false_alarm=1, sample_weight=w)
    wrong = (model.predict(X) != HIDDEN) * np.where(HIDDEN, 2, 1)
    assert decided == pytest.approx((wrong * w).sum() / w.sum())


def test_the_prior_of_deployment() -> None:
    decided = [0, 1, 0, 1, 1]
    assert expected_cost([0, 0, 1, 1, 1], decided, miss=6, false_alarm=1, prior="0.1") == pytest.approx(0.65)


def test_scorers_travel_to_other_processes() -> None:
    scorer = pickle.loads(pickle.dumps(loss_scorer("optimal", "beta(2, 5)")))
    model = DummyClassifier().fit(X, NAMED)
    assert scorer(model, X, NAMED) < 0


def test_wrong_input() -> None:
    with pytest.raises(InputError, match="unknown threshold choice method scor_driven"):
        loss_scorer("scor_driven")
    with pytest.raises(InputError, match="what a miss and a false alarm cost is wanted"):
        cost_scorer(miss=1, false_alarm=None)
    with pytest.raises(InputError, match="the classes are 'a', 'b', 'c'; a scorer needs two of them"):
        expression_value(["a", "b", "c"], [0, 1, 2], expression="AUC")
    with pytest.raises(InputError, match="the parameter t has no value"):
        metric_scorer("error(t)", greater_is_better=False)
    with pytest.raises(InputError):
        loss_scorer("optimal", "any")
    with pytest.raises(InputError, match=r"the decision 0\.2 on example 1 is none of 0, 1"):
        expected_cost([0, 1], [0.2, 0.9], miss=5, false_alarm=1)
    with pytest.raises(InputError, match="the prior 0 lies outside"):
        expected_cost([0, 1], [0, 1], miss=5, false_alarm=1, prior=0)
    with pytest.raises(InputError, match="the event 'x' and one other are needed"):
        expression_value(["a", "b"], [0, 1], expression="AUC", pos_label="x")
