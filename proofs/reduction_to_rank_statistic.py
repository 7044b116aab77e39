"""A threshold choice method on rates is a linear rank statistic, whatever its joint law."""

from workbench.symbolic.loss import loss_at
from workbench.symbolic.notation import (
    ANY,
    E0,
    F0,
    Below,
    ConditionMean,
    ExpectedLoss,
    Qc,
    R,
    RateMethod,
    ThresholdAtRate,
    c,
    pi0,
    s,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    algebra,
    cdfs_are_class_means,
    expected_loss,
    false_positives_from_rate,
    loss_at_a_threshold,
    swap_means,
    thresholds_as_rates,
)

rho = tau(c, u)
T = ThresholdAtRate(rho)


def mean(body):
    """The mean over the operating condition and the rate."""
    return ConditionMean(ANY, body)


constant = 2 * pi0 * (mean(c) - 1) + 2 * mean((1 - c) * rho)


def reduced(rate, density=ANY):
    """2 pi0 (E[c] - 1) + 2 E[(1-c) rho] + 2 pi0 E0[H(R(s))] for a rate rho in c and u."""
    fixed = 2 * pi0 * (ConditionMean(density, c) - 1) + 2 * ConditionMean(density, (1 - c) * rate)
    return fixed + 2 * pi0 * E0(ConditionMean(density, Below(rate, R(s))))


theorem = Theorem(
    name="Reduction to a rank statistic",
    says=(
        "For every joint law of operating condition and rate, only the marginal of the rate meets the model: "
        "L = 2 pi0 (E[c] - 1) + 2 E[(1-c) rho] + 2 pi0 E0[H(R(s))], H(r) = P(rho < r)."
    ),
    given=frozenset({INVERTIBLE_RATE}),
    left=ExpectedLoss(RateMethod(rho)),
    right=reduced(rho),
    proof=(
        Step(why="the mean of the loss at the chosen threshold", by=expected_loss, gives=mean(Qc(T, c))),
        Step(why="write the loss out", by=loss_at_a_threshold, gives=mean(loss_at(T, c))),
        Step(
            why="trade the false positives for the rate",
            by=false_positives_from_rate,
            gives=mean(2 * c * pi0 * (1 - F0(T)) + 2 * (1 - c) * (rho - pi0 * F0(T))),
        ),
        Step(
            why="the true positive rate is left once, without the operating condition",
            by=algebra,
            gives=2 * pi0 * mean(c) + 2 * mean((1 - c) * rho) - 2 * pi0 * mean(F0(T)),
        ),
        Step(
            why="a cdf is the mean of an indicator",
            by=cdfs_are_class_means,
            gives=constant + 2 * pi0 * mean(E0(Below(T, s))),
        ),
        Step(
            why="compare rates instead of scores",
            by=thresholds_as_rates,
            gives=constant + 2 * pi0 * mean(E0(Below(rho, R(s)))),
        ),
        Step(
            why="each example meets the rate on its own",
            by=swap_means,
            gives=reduced(rho),
        ),
    ),
    source="the change of variable in the proofs of Theorems 8 and 10 of Hernández-Orallo, Flach and Ferri",
)
