"""Perfectly calibrated scores, P(1|s) = s: one number is MAE/2, BS, the refinement loss and both class means."""

from workbench.symbolic.assumptions import CALIBRATED, calibrated_scores
from workbench.symbolic.notation import (
    E0,
    E1,
    ClassMean,
    ExpectedLoss,
    OptimalMethod,
    ScoreMethod,
    c,
    metric,
    pi0,
    pi1,
    s,
)
from workbench.symbolic.notation import posterior as share
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import definition

from . import reduction_at_calibrated_scores, reduction_to_scoring_rule

BS, BS0, BS1, MAE, MAE0, MAE1, RL = map(metric, ("BS", "BS0", "BS1", "MAE", "MAE0", "MAE1", "RL"))
SOURCE = "Hernández-Orallo, Flach and Ferri, on perfectly calibrated scores"
p = share(s)
squares = pi0 * E0(s**2) + pi1 * E1((1 - s) ** 2)
given = frozenset({CALIBRATED})


def E(body):
    """The mean over all examples."""
    return ClassMean(2, body)


to_squares = (
    Step(why="the errors of both classes", by=definition("BS"), gives=pi0 * BS0 + pi1 * BS1),
    Step(why="the squared error of class 0", by=definition("BS0"), gives=pi0 * E0(s**2) + pi1 * BS1),
    Step(why="the squared error of class 1", by=definition("BS1"), gives=squares),
    Step(
        why="of the examples with score s a proportion s is of class 1: (1-s)s^2 + s(1-s)^2 = s(1-s)",
        by=calibrated_scores,
        gives=E(s * (1 - s)),
    ),
)

absolute_error = Theorem(
    name="Calibrated scores, MAE",
    says="With perfectly calibrated scores the mean absolute error is twice the Brier score.",
    given=given,
    left=MAE,
    right=2 * BS,
    proof=(
        Step(why="the errors of both classes", by=definition("MAE"), gives=pi0 * MAE0 + pi1 * MAE1),
        Step(why="the absolute error of class 0", by=definition("MAE0"), gives=pi0 * E0(s) + pi1 * MAE1),
        Step(why="the absolute error of class 1", by=definition("MAE1"), gives=pi0 * E0(s) + pi1 * E1(1 - s)),
        Step(
            why="of the examples with score s a proportion s is of class 1: (1-s)s + s(1-s)",
            by=calibrated_scores,
            gives=2 * E(s * (1 - s)),
        ),
        Step(why="and (1-s)s^2 + s(1-s)^2 = s(1-s)", by=calibrated_scores, gives=2 * squares),
        Step(
            why="the squared error of class 1",
            by=definition("BS1"),
            gives=2 * (pi0 * E0(s**2) + pi1 * BS1),
        ),
        Step(why="the squared error of class 0", by=definition("BS0"), gives=2 * (pi0 * BS0 + pi1 * BS1)),
        Step(why="the Brier score", by=definition("BS"), gives=2 * BS),
    ),
    source=SOURCE,
)

refinement_loss = Theorem(
    name="Calibrated scores, refinement loss",
    says="With perfectly calibrated scores the Brier score is the refinement loss.",
    given=given,
    left=BS,
    right=RL,
    proof=(
        *to_squares,
        Step(
            why="s is the share of class 1",
            by=calibrated_scores,
            gives=pi0 * E0(p * (1 - p)) + pi1 * E1(p * (1 - p)),
        ),
        Step(why="the refinement loss", by=definition("RL"), gives=RL),
    ),
    source=SOURCE,
)

class_0 = Theorem(
    name="Calibrated scores, class 0",
    says="With perfectly calibrated scores the Brier score is pi0 times the mean score of class 0.",
    given=given,
    left=BS,
    right=pi0 * E0(s),
    proof=(
        *to_squares,
        Step(why="class 0 has the share 1 - s", by=calibrated_scores, gives=pi0 * E0(s)),
    ),
    source=SOURCE,
)

class_1 = Theorem(
    name="Calibrated scores, class 1",
    says="With perfectly calibrated scores the Brier score is pi1 times one minus the mean score of class 1.",
    given=given,
    left=BS,
    right=pi1 * (1 - E1(s)),
    proof=(
        *to_squares,
        Step(why="class 1 has the share s", by=calibrated_scores, gives=pi1 * (1 - E1(s))),
    ),
    source=SOURCE,
)

score_driven = reduction_to_scoring_rule.reduced(c)
at_the_hull = reduction_at_calibrated_scores.reduced()

optimal = Theorem(
    name="Calibrated scores, optimal thresholds",
    says="With perfectly calibrated scores score-driven thresholds are optimal, whatever the density of the costs.",
    given=given,
    left=ExpectedLoss(OptimalMethod()),
    right=ExpectedLoss(ScoreMethod(c)),
    proof=(
        Step(
            why="optimal thresholds are score-driven at the scores that the hull calibrates",
            by=cite(reduction_at_calibrated_scores.theorem),
            gives=at_the_hull,
        ),
        Step(why="there is nothing left to calibrate", by=calibrated_scores, gives=score_driven),
        Step(
            why="the scoring rule of score-driven thresholds",
            by=cite(reduction_to_scoring_rule.theorem),
            gives=ExpectedLoss(ScoreMethod(c)),
        ),
    ),
    source=SOURCE,
)
