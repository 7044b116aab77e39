"""Methods whose rate is uniform: rate-driven is the best, and what the others lose is E[(c - rho)^2].

Among the joint laws of two uniform variables E[c rho] is largest for rho = c and smallest for rho = 1 - c
(Fréchet and Hoeffding). The variance of a uniform variable is 1/12, so knowing the operating condition with
correlation r is worth 2 Cov(c, rho) = r/6.
"""

from sympy import Rational, Symbol

from workbench.symbolic.assumptions import UNIFORM_RATE, uniform_rate
from workbench.symbolic.notation import (
    E0,
    UNIFORM,
    ConditionMean,
    ExpectedLoss,
    MixedMethod,
    R,
    RateMethod,
    c,
    metric,
    pi0,
    pi1,
    s,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, algebra, mixture, moments, uniform_condition

from . import mean_rank, theorem_8, theorem_10
from . import reduction_to_rank_statistic as reduction

AUC = metric("AUC")
q = Symbol("q", real=True)
rho = tau(c, u)
half = Rational(1, 2)
SOURCE = "Hoeffding (1940) and Fréchet (1951), on joint laws with given marginals"


def mean(body):
    """The mean over a uniform operating condition and the rate."""
    return ConditionMean(UNIFORM, body)


covariance = mean(c * rho) - mean(c) * mean(rho)

loses = Theorem(
    name="Uniform rates, against rate-driven",
    says="A method with a uniform rate loses E[(c - rho)^2] against rate-driven thresholds, under uniform costs.",
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST, UNIFORM_RATE}),
    left=ExpectedLoss(RateMethod(rho)) - ExpectedLoss(RateMethod(c)),
    right=mean((c - rho) ** 2),
    proof=(
        Step(
            why="trade the false positives for the rate",
            by=cite(reduction.theorem),
            gives=reduction.reduced(rho) - reduction.reduced(c),
        ),
        Step(
            why="the cost proportion is uniform",
            by=uniform_condition,
            gives=reduction.reduced(rho, UNIFORM) - reduction.reduced(c, UNIFORM),
        ),
        Step(
            why="both rates are uniform and rank the examples alike: H(r) = r, E[rho] = E[c] and E[rho^2] = E[c^2]",
            by=uniform_rate,
            gives=mean((c - rho) ** 2),
        ),
    ),
    source=SOURCE,
)

by_covariance = Theorem(
    name="Uniform rates, by covariance",
    says="For a method with a uniform rate and uniform costs, L + 2 Cov(c, rho) = pi0 pi1 (1 - 2 AUC) + 1/2.",
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST, UNIFORM_RATE}),
    left=ExpectedLoss(RateMethod(rho)) + 2 * covariance,
    right=pi0 * pi1 * (1 - 2 * AUC) + half,
    proof=(
        Step(
            why="trade the false positives for the rate",
            by=cite(reduction.theorem),
            gives=reduction.reduced(rho) + 2 * covariance,
        ),
        Step(
            why="the cost proportion is uniform",
            by=uniform_condition,
            gives=reduction.reduced(rho, UNIFORM) + 2 * covariance,
        ),
        Step(
            why="E[(1-c) rho] + Cov(c, rho) = E[rho] - E[c] E[rho], and both c and rho are uniform",
            by=uniform_rate,
            gives=2 * pi0 * E0(R(s)) - pi0 + half,
        ),
        Step(
            why="the mean rank of class 0",
            by=cite(mean_rank.theorem),
            gives=2 * pi0 * mean_rank.mean_rank - pi0 + half,
        ),
        Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + half),
    ),
    source=SOURCE,
)

against_the_condition = Theorem(
    name="Uniform rates, the worst",
    says="With the rate 1 - c, expected loss under uniform costs is pi0 pi1 (1 - 2 AUC) + 2/3.",
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST}),
    left=ExpectedLoss(RateMethod(1 - c)),
    right=pi0 * pi1 * (1 - 2 * AUC) + Rational(2, 3),
    proof=(
        Step(why="trade the false positives for the rate", by=cite(reduction.theorem), gives=reduction.reduced(1 - c)),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(1 - c, UNIFORM)),
        Step(
            why="the rate is uniform, and E[(1-c)^2] = 1/3",
            by=moments,
            gives=2 * pi0 * E0(R(s)) - pi0 + Rational(2, 3),
        ),
        Step(
            why="the mean rank of class 0",
            by=cite(mean_rank.theorem),
            gives=2 * pi0 * mean_rank.mean_rank - pi0 + Rational(2, 3),
        ),
        Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + Rational(2, 3)),
    ),
    source=SOURCE,
)

driven, uniform = RateMethod(c), RateMethod(u)

sometimes_driven = Theorem(
    name="Uniform rates, driven with probability q",
    says=(
        "With the rate c with probability q and else uniform, expected loss under uniform costs is "
        "pi0 pi1 (1 - 2 AUC) + 1/2 - q/6."
    ),
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST}),
    left=ExpectedLoss(MixedMethod(q, driven, uniform)),
    right=pi0 * pi1 * (1 - 2 * AUC) + half - q / 6,
    proof=(
        Step(
            why="a mixture has the mixed loss",
            by=mixture,
            gives=q * ExpectedLoss(driven) + (1 - q) * ExpectedLoss(uniform),
        ),
        Step(
            why="Theorem 10",
            by=cite(theorem_10.theorem),
            gives=q * theorem_10.theorem.right + (1 - q) * ExpectedLoss(uniform),
        ),
        Step(
            why="Theorem 8",
            by=cite(theorem_8.theorem),
            gives=q * theorem_10.theorem.right + (1 - q) * theorem_8.theorem.right,
        ),
        Step(why="collect", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + half - q / 6),
    ),
    source=SOURCE,
)
