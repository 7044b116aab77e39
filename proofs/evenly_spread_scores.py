"""Scores uniform on [0, 1]: a threshold on scores is a threshold on rates, so MAE and BS measure AUC."""

from sympy import Rational

from workbench.symbolic.assumptions import EVEN_SCORES, even_scores
from workbench.symbolic.notation import (
    ANY,
    ConditionMean,
    ExpectedLoss,
    Qc,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    c,
    metric,
    pi0,
    pi1,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, UNIT_SCORES, expected_loss

from . import theorem_4, theorem_6, theorem_8, theorem_10

T = tau(c, u)
AUC, BS, MAE = map(metric, ("AUC", "BS", "MAE"))
SOURCE = "Hernández-Orallo, Flach and Ferri, on evenly-spaced scores"

rates_are_scores = Theorem(
    name="Rates are evenly spread scores",
    says="When R(s) = s, a threshold choice method on rates has the expected loss of the same law on scores.",
    given=frozenset({EVEN_SCORES}),
    left=ExpectedLoss(RateMethod(T)),
    right=ExpectedLoss(ScoreMethod(T)),
    proof=(
        Step(
            why="the mean of the loss at the threshold of the chosen rate",
            by=expected_loss,
            gives=ConditionMean(ANY, Qc(ThresholdAtRate(T), c)),
        ),
        Step(why="the threshold of a rate is that rate", by=even_scores, gives=ConditionMean(ANY, Qc(T, c))),
        Step(why="this is the loss of a method on scores", by=expected_loss, gives=ExpectedLoss(ScoreMethod(T))),
    ),
    source=SOURCE,
)

absolute_error = Theorem(
    name="Evenly spread scores, MAE",
    says="When R(s) = s, the mean absolute error is the expected loss of rate-uniform thresholds.",
    given=frozenset({EVEN_SCORES, UNIFORM_COST, UNIT_SCORES}),
    left=MAE,
    right=ExpectedLoss(RateMethod(u)),
    proof=(
        Step(why="Theorem 4", by=cite(theorem_4.theorem), gives=ExpectedLoss(ScoreMethod(u))),
        Step(why="rates are scores", by=cite(rates_are_scores), gives=ExpectedLoss(RateMethod(u))),
    ),
    source=SOURCE,
)

brier_score = Theorem(
    name="Evenly spread scores, BS",
    says="When R(s) = s, the Brier score is the expected loss of rate-driven thresholds.",
    given=frozenset({EVEN_SCORES, UNIFORM_COST, UNIT_SCORES}),
    left=BS,
    right=ExpectedLoss(RateMethod(c)),
    proof=(
        Step(why="Theorem 6", by=cite(theorem_6.theorem), gives=ExpectedLoss(ScoreMethod(c))),
        Step(why="rates are scores", by=cite(rates_are_scores), gives=ExpectedLoss(RateMethod(c))),
    ),
    source=SOURCE,
)


def _by_area(metric_theorem, rate_theorem, name):
    """The metric in AUC, by the loss that it is and the loss's own theorem."""
    return Theorem(
        name=f"Evenly spread scores, {name} by AUC",
        says=f"When R(s) = s, {name} = pi0 pi1 (1 - 2 AUC) + {rate_theorem.constant}.",
        given=metric_theorem.given | {INVERTIBLE_RATE},
        left=metric_theorem.left,
        right=pi0 * pi1 * (1 - 2 * AUC) + Rational(rate_theorem.constant),
        proof=(
            Step(why="it is a loss by rates", by=cite(metric_theorem), gives=metric_theorem.right),
            Step(why=rate_theorem.theorem.name, by=cite(rate_theorem.theorem), gives=rate_theorem.theorem.right),
        ),
        source=SOURCE,
    )


absolute_error_by_area = _by_area(absolute_error, theorem_8, "MAE")
brier_score_by_area = _by_area(brier_score, theorem_10, "BS")
