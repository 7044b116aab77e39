"""A threshold choice method on false positive rates ranks class 0 against class 1, whatever its joint law."""

from workbench.symbolic.notation import (
    ANY,
    E0,
    F1,
    Below,
    ConditionMean,
    ExpectedLoss,
    FalsePositiveRateMethod,
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
    name="Reduction at false positive rates",
    says=(
        "For every joint law of operating condition and false positive rate, the expected loss is a number of the law "
        "and a mean over class 0: L = 2 pi1 E[(1-c) g] + 2 pi0 E0[E[c 1{g < F1(s)}]]."
    ),
    left=ExpectedLoss(FalsePositiveRateMethod(T)),
    right=2 * pi1 * ConditionMean(ANY, (1 - c) * T) + 2 * pi0 * E0(ConditionMean(ANY, c * Below(T, F1(s)))),
    proof=(
        Step(
            why="the mean of the loss at the threshold of the rate",
            by=expected_loss,
            gives=ConditionMean(ANY, 2 * c * pi0 * E0(Below(T, F1(s))) + 2 * (1 - c) * pi1 * T),
        ),
        Step(
            why="each example meets the operating condition on its own",
            by=swap_means,
            gives=2 * pi1 * ConditionMean(ANY, (1 - c) * T) + 2 * pi0 * E0(ConditionMean(ANY, c * Below(T, F1(s)))),
        ),
    ),
    source="Fubini's theorem; the false positive rate is set as by Neyman and Pearson (1933)",
)
