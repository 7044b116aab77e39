"""Rate-uniform loss is linear in AUC for every density of the operating condition."""

from sympy import Rational

from workbench.symbolic.notation import (
    ANY,
    E0,
    SKEW,
    Balanced,
    ConditionMean,
    ExpectedLoss,
    R,
    RateMethod,
    c,
    metric,
    pi0,
    pi1,
    s,
    u,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, algebra, balance_classes, moments, skews_balance_classes

from . import mean_rank
from . import reduction_to_rank_statistic as reduction

AUC = metric("AUC")
mu = ConditionMean(ANY, c)
SOURCE = "Hernández-Orallo, Flach and Ferri, in a footnote that credits David Hand; Hand (2009)"

for_costs = Theorem(
    name="Rate-uniform under any density",
    says=(
        "With rate-uniform thresholds and cost proportions of any density with mean mu, expected loss is "
        "pi0 pi1 (1 - 2 AUC) + mu pi0 + (1 - mu) pi1."
    ),
    given=frozenset({INVERTIBLE_RATE}),
    left=ExpectedLoss(RateMethod(u)),
    right=pi0 * pi1 * (1 - 2 * AUC) + mu * pi0 + (1 - mu) * pi1,
    proof=(
        Step(
            why="trade the false positives for the rate",
            by=cite(reduction.theorem),
            gives=reduction.reduced(u),
        ),
        Step(
            why="the rate is uniform and independent of the cost proportion: H(r) = r, E[(1-c) rho] = (1 - mu)/2",
            by=moments,
            gives=2 * pi0 * (mu - 1) + (1 - mu) + 2 * pi0 * E0(R(s)),
        ),
        Step(
            why="the mean rank of class 0",
            by=cite(mean_rank.theorem),
            gives=2 * pi0 * (mu - 1) + (1 - mu) + 2 * pi0 * mean_rank.mean_rank,
        ),
        Step(
            why="collect, with pi0 + pi1 = 1",
            by=algebra,
            gives=pi0 * pi1 * (1 - 2 * AUC) + mu * pi0 + (1 - mu) * pi1,
        ),
    ),
    source=SOURCE,
)

for_skews = Theorem(
    name="Rate-uniform under any density of skews",
    says="With rate-uniform thresholds, expected loss is (1 - 2 AUC)/4 + 1/2 whatever the density of skews.",
    given=frozenset({INVERTIBLE_RATE}),
    left=ExpectedLoss(RateMethod(u), condition=SKEW),
    right=(1 - 2 * AUC) / 4 + Rational(1, 2),
    proof=(
        Step(why="Lemma 1 at each skew", by=skews_balance_classes, gives=Balanced(ExpectedLoss(RateMethod(u)))),
        Step(why="linear in AUC", by=cite(for_costs), gives=Balanced(for_costs.right)),
        Step(
            why="both classes count one half, and so do mu and 1 - mu",
            by=balance_classes,
            gives=(1 - 2 * AUC) / 4 + Rational(1, 2),
        ),
    ),
    source=SOURCE,
)
