"""A threshold choice method on scores is a pointwise scoring rule, whatever its joint law."""

from workbench.symbolic.loss import loss_at
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    Below,
    ConditionMean,
    ExpectedLoss,
    Qc,
    ScoreMethod,
    c,
    pi0,
    pi1,
    s,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import cdfs_are_class_means, expected_loss, loss_at_a_threshold, swap_means

T = tau(c, u)


def reduced(threshold, density=ANY):
    """pi0 E0[l0(s)] + pi1 E1[l1(s)], with l0 and l1 the mean costs of one example of score s."""
    l0 = ConditionMean(density, 2 * c * Below(threshold, s))
    l1 = ConditionMean(density, 2 * (1 - c) * (1 - Below(threshold, s)))
    return pi0 * E0(l0) + pi1 * E1(l1)


theorem = Theorem(
    name="Reduction to a scoring rule",
    says=(
        "For every joint law of operating condition and threshold, the expected loss is the mean of a "
        "scoring rule: l0(s) = E[2c 1{t < s}] on class 0 and l1(s) = E[2(1-c) 1{t >= s}] on class 1."
    ),
    left=ExpectedLoss(ScoreMethod(T)),
    right=reduced(T),
    proof=(
        Step(
            why="the mean of the loss at the chosen threshold",
            by=expected_loss,
            gives=ConditionMean(ANY, Qc(T, c)),
        ),
        Step(why="write the loss out", by=loss_at_a_threshold, gives=ConditionMean(ANY, loss_at(T, c))),
        Step(
            why="a cdf is the mean of an indicator",
            by=cdfs_are_class_means,
            gives=ConditionMean(ANY, 2 * c * pi0 * E0(Below(T, s)) + 2 * (1 - c) * pi1 * (1 - E1(Below(T, s)))),
        ),
        Step(why="each example meets the operating condition on its own", by=swap_means, gives=reduced(T)),
    ),
    source="Fubini's theorem; for score-driven methods Buja, Stuetzle and Shen (2005)",
)
