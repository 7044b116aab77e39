"""A threshold choice method on true positive rates ranks class 1 against class 0, whatever its joint law."""

from workbench.symbolic.notation import (
    ANY,
    E1,
    F0,
    Below,
    ConditionMean,
    ExpectedLoss,
    TruePositiveRateMethod,
    c,
    pi0,
    pi1,
    s,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import expected_loss, swap_means

T = tau(c, u)

theorem = Theorem(
    name="Reduction at true positive rates",
    says=(
        "For every joint law of operating condition and true positive rate, the expected loss is a number of the law "
        "and a mean over class 1: L = 2 pi0 E[c (1-g)] + 2 pi1 E1[E[(1-c) 1{F0(s) < g}]]."
    ),
    left=ExpectedLoss(TruePositiveRateMethod(T)),
    right=2 * pi0 * ConditionMean(ANY, c * (1 - T)) + 2 * pi1 * E1(ConditionMean(ANY, (1 - c) * Below(F0(s), T))),
    proof=(
        Step(
            why="the mean of the loss at the threshold of the rate",
            by=expected_loss,
            gives=ConditionMean(ANY, 2 * c * pi0 * (1 - T) + 2 * (1 - c) * pi1 * E1(Below(F0(s), T))),
        ),
        Step(
            why="each example meets the operating condition on its own",
            by=swap_means,
            gives=2 * pi0 * ConditionMean(ANY, c * (1 - T))
            + 2 * pi1 * E1(ConditionMean(ANY, (1 - c) * Below(F0(s), T))),
        ),
    ),
    source="Fubini's theorem; the true positive rate of a sensitivity that is required",
)
