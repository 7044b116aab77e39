"""Optimal thresholds measure the refinement loss of the ROC convex hull."""

from workbench.symbolic.notation import E0, E1, UNIFORM, ExpectedLoss, OptimalMethod, metric, pav, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIFORM_COST, definition, hull_is_calibrated, moments, uniform_condition

from . import reduction_at_calibrated_scores as reduction

p = pav(s)
RLH = metric("RLH")

theorem = Theorem(
    name="Optimal is refinement loss",
    says=(
        "With optimal thresholds, expected loss under uniform cost proportions is the refinement loss of the "
        "ROC convex hull, the mean of p(1-p) with p the calibrated score."
    ),
    given=frozenset({UNIFORM_COST}),
    left=ExpectedLoss(OptimalMethod()),
    right=RLH,
    proof=(
        Step(why="score-driven at calibrated scores", by=cite(reduction.theorem), gives=reduction.reduced()),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(UNIFORM)),
        Step(
            why="integrate 2c up to p, and 2(1-c) from p on",
            by=moments,
            gives=pi0 * E0(p**2) + pi1 * E1((1 - p) ** 2),
        ),
        Step(
            why="among examples of calibrated score p a proportion p is of class 1: (1-p)p^2 + p(1-p)^2 = p(1-p)",
            by=hull_is_calibrated,
            gives=pi0 * E0(p * (1 - p)) + pi1 * E1(p * (1 - p)),
        ),
        Step(why="the refinement loss of the hull", by=definition("RLH"), gives=RLH),
    ),
    source="Hernández-Orallo, Flach and Ferri, Section 6, on the optimal threshold choice method",
)
