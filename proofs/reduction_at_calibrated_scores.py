"""The optimal threshold choice method is score-driven at the scores that the hull calibrates."""

from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    Below,
    ConditionMean,
    ExpectedLoss,
    LeastLoss,
    OptimalMethod,
    c,
    pav,
    pi0,
    pi1,
    s,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import expected_loss, hull_attains_least_loss, swap_means

p = pav(s)


def reduced(density=ANY):
    """pi0 E0[l0(p)] + pi1 E1[l1(p)], l0 and l1 of score-driven thresholds, p the calibrated score."""
    l0 = ConditionMean(density, 2 * c * Below(c, p))
    l1 = ConditionMean(density, 2 * (1 - c) * (1 - Below(c, p)))
    return pi0 * E0(l0) + pi1 * E1(l1)


theorem = Theorem(
    name="Reduction at calibrated scores",
    says=(
        "The expected loss of optimal thresholds is the mean of the score-driven scoring rule at the scores "
        "calibrated by pool adjacent violators."
    ),
    left=ExpectedLoss(OptimalMethod()),
    right=reduced(),
    proof=(
        Step(
            why="the least loss at each operating condition",
            by=expected_loss,
            gives=ConditionMean(ANY, LeastLoss(c)),
        ),
        Step(
            why="it is attained on the convex hull, at the calibrated score",
            by=hull_attains_least_loss,
            gives=ConditionMean(ANY, 2 * c * pi0 * E0(Below(c, p)) + 2 * (1 - c) * pi1 * E1(1 - Below(c, p))),
        ),
        Step(why="each example meets the operating condition on its own", by=swap_means, gives=reduced()),
    ),
    source="Drummond and Holte (2006); Fawcett and Niculescu-Mizil, PAV and the ROC convex hull (2007)",
)
