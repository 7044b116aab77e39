"""Theorem 8: rate-uniform thresholds measure the area under the ROC curve."""

from sympy import Rational

from workbench.symbolic.notation import E0, E1, F0, F1, UNIFORM, ExpectedLoss, R, RateMethod, metric, pi0, pi1, s, u
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    UNIFORM_COST,
    algebra,
    class_against_itself,
    definition,
    moments,
    ranking_both_ways,
    rate_is_weighted,
    uniform_condition,
)

from . import reduction_to_rank_statistic as reduction

AUC = metric("AUC")
constant = Rational(1, 2)

theorem = Theorem(
    name="Theorem 8",
    says=("With rate-uniform thresholds, expected loss under uniform cost proportions is pi0 pi1 (1 - 2 AUC) + 1/2."),
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST}),
    left=ExpectedLoss(RateMethod(u)),
    right=pi0 * pi1 * (1 - 2 * AUC) + constant,
    proof=(
        Step(
            why="trade the false positives for the rate: only one integral still knows the model",
            by=cite(reduction.theorem),
            gives=reduction.reduced(u),
        ),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(u, UNIFORM)),
        Step(why="the rate is uniform, H(r) = r", by=moments, gives=2 * pi0 * E0(R(s)) - pi0 + constant),
        Step(
            why="the rate counts both classes",
            by=rate_is_weighted,
            gives=2 * pi0 * (pi0 * E0(F0(s)) + pi1 * E0(F1(s))) - pi0 + constant,
        ),
        Step(
            why="a class ranked against itself scores one half",
            by=class_against_itself,
            gives=2 * pi0 * (pi0 / 2 + pi1 * E0(F1(s))) - pi0 + constant,
        ),
        Step(
            why="read the ranking from the other class",
            by=ranking_both_ways,
            gives=2 * pi0 * (pi0 / 2 + pi1 * (1 - E1(F0(s)))) - pi0 + constant,
        ),
        Step(
            why="the area under the ROC curve",
            by=definition("AUC"),
            gives=2 * pi0 * (pi0 / 2 + pi1 * (1 - AUC)) - pi0 + constant,
        ),
        Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + constant),
    ),
    source="Hernández-Orallo, Flach and Ferri, Theorem 8",
)
