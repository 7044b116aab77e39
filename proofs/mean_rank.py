"""The mean rank of class 0: against its own class one half, against class 1 the area above the ROC curve."""

from workbench.symbolic.notation import E0, E1, F0, F1, R, metric, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    class_against_itself,
    definition,
    ranking_both_ways,
    rate_is_weighted,
)

AUC = metric("AUC")
mean_rank = pi0 / 2 + pi1 * (1 - AUC)

theorem = Theorem(
    name="Mean rank",
    says="The mean rank of class 0 is pi0/2 + pi1 (1 - AUC).",
    given=frozenset({INVERTIBLE_RATE}),
    left=E0(R(s)),
    right=mean_rank,
    proof=(
        Step(why="the rate counts both classes", by=rate_is_weighted, gives=pi0 * E0(F0(s)) + pi1 * E0(F1(s))),
        Step(
            why="a class ranked against itself scores one half",
            by=class_against_itself,
            gives=pi0 / 2 + pi1 * E0(F1(s)),
        ),
        Step(
            why="read the ranking from the other class",
            by=ranking_both_ways,
            gives=pi0 / 2 + pi1 * (1 - E1(F0(s))),
        ),
        Step(why="the area under the ROC curve", by=definition("AUC"), gives=mean_rank),
    ),
    source="Hanley and McNeil (1982), on AUC as the Wilcoxon statistic",
)
