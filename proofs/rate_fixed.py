"""A fixed rate measures the error rate at the threshold of that rate."""

from workbench.symbolic.loss import loss_at
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    UNIFORM,
    Below,
    ConditionMean,
    ExpectedLoss,
    Qc,
    R,
    RateMethod,
    ThresholdAtRate,
    c,
    error,
    pi0,
    pi1,
    r,
    s,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    UNIFORM_COST,
    cdfs_are_class_means,
    definition,
    expected_loss,
    loss_at_a_threshold,
    moments,
    thresholds_as_rates,
    uniform_condition,
)

T = ThresholdAtRate(r)
by_scores = pi0 * E0(Below(T, s)) + pi1 * E1(1 - Below(T, s))
by_rates = pi0 * E0(Below(r, R(s))) + pi1 * E1(1 - Below(r, R(s)))

theorem = Theorem(
    name="Rate-fixed",
    says=(
        "With a fixed rate r, expected loss under uniform cost proportions is the error rate at R^{-1}(r): class 0 "
        "ranked above r and class 1 ranked at most r."
    ),
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST}),
    left=ExpectedLoss(RateMethod(r)),
    right=by_rates,
    proof=(
        Step(why="the loss at the threshold of the rate", by=expected_loss, gives=ConditionMean(ANY, Qc(T, c))),
        Step(why="write the loss out", by=loss_at_a_threshold, gives=ConditionMean(ANY, loss_at(T, c))),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=ConditionMean(UNIFORM, loss_at(T, c))),
        Step(why="its mean is one half", by=moments, gives=pi0 * (1 - F0(T)) + pi1 * F1(T)),
        Step(why="a cdf is the mean of an indicator", by=cdfs_are_class_means, gives=by_scores),
        Step(why="the error rate at that threshold", by=definition("error"), gives=error(T)),
        Step(why="which counts both classes' errors", by=definition("error"), gives=by_scores),
        Step(why="compare rates instead of scores", by=thresholds_as_rates, gives=by_rates),
    ),
    source="Hernández-Orallo, Flach and Ferri, on the rate-fixed threshold choice method",
)
