"""A uniform false or true positive rate, independent of the condition, is linear in AUC for every density of it."""

from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    Below,
    ConditionMean,
    ExpectedLoss,
    FalsePositiveRateMethod,
    TruePositiveRateMethod,
    c,
    metric,
    pi0,
    pi1,
    s,
    u,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, definition, moments, ranking_both_ways

from . import reduction_at_false_positive_rates, reduction_at_true_positive_rates

AUC = metric("AUC")
mu = ConditionMean(ANY, c)
SOURCE = "the rate of one class is set as by Neyman and Pearson (1933); as a law of thresholds not in the sources"

false_positives = Theorem(
    name="Uniform false positive rates",
    says=(
        "With uniform false positive rates and cost proportions of any density with mean mu, expected loss is "
        "2 mu pi0 (1 - AUC) + (1 - mu) pi1."
    ),
    given=frozenset({INVERTIBLE_RATE}),
    left=ExpectedLoss(FalsePositiveRateMethod(u)),
    right=2 * mu * pi0 * (1 - AUC) + (1 - mu) * pi1,
    proof=(
        Step(
            why="class 0 is ranked against class 1",
            by=cite(reduction_at_false_positive_rates.theorem),
            gives=2 * pi1 * ConditionMean(ANY, (1 - c) * u) + 2 * pi0 * E0(ConditionMean(ANY, c * Below(u, F1(s)))),
        ),
        Step(
            why="the rate is uniform and independent of the cost proportion",
            by=moments,
            gives=(1 - mu) * pi1 + 2 * mu * pi0 * E0(F1(s)),
        ),
        Step(
            why="read the ranking from the other class",
            by=ranking_both_ways,
            gives=(1 - mu) * pi1 + 2 * mu * pi0 * (1 - E1(F0(s))),
        ),
        Step(
            why="the area under the ROC curve",
            by=definition("AUC"),
            gives=2 * mu * pi0 * (1 - AUC) + (1 - mu) * pi1,
        ),
    ),
    source=SOURCE,
)

true_positives = Theorem(
    name="Uniform true positive rates",
    says=(
        "With uniform true positive rates and cost proportions of any density with mean mu, expected loss is "
        "mu pi0 + 2 (1 - mu) pi1 (1 - AUC)."
    ),
    left=ExpectedLoss(TruePositiveRateMethod(u)),
    right=mu * pi0 + 2 * (1 - mu) * pi1 * (1 - AUC),
    proof=(
        Step(
            why="class 1 is ranked against class 0",
            by=cite(reduction_at_true_positive_rates.theorem),
            gives=2 * pi0 * ConditionMean(ANY, c * (1 - u))
            + 2 * pi1 * E1(ConditionMean(ANY, (1 - c) * Below(F0(s), u))),
        ),
        Step(
            why="the rate is uniform and independent of the cost proportion",
            by=moments,
            gives=mu * pi0 + 2 * (1 - mu) * pi1 * (1 - E1(F0(s))),
        ),
        Step(
            why="the area under the ROC curve",
            by=definition("AUC"),
            gives=mu * pi0 + 2 * (1 - mu) * pi1 * (1 - AUC),
        ),
    ),
    source=SOURCE,
)
