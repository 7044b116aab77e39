"""Theorem 2: a fixed threshold measures the error rate."""

from workbench.symbolic.notation import E0, E1, UNIFORM, Below, ExpectedLoss, ScoreMethod, error, pi0, pi1, s, t
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIFORM_COST, definition, moments, uniform_condition

from . import reduction_to_scoring_rule as reduction

theorem = Theorem(
    name="Theorem 2",
    says="With a fixed threshold t, expected loss under uniform cost proportions is the error rate at t.",
    given=frozenset({UNIFORM_COST}),
    left=ExpectedLoss(ScoreMethod(t)),
    right=error(t),
    proof=(
        Step(why="a fixed threshold is a scoring rule", by=cite(reduction.theorem), gives=reduction.reduced(t)),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(t, UNIFORM)),
        Step(
            why="its mean is one half, so an error costs one",
            by=moments,
            gives=pi0 * E0(Below(t, s)) + pi1 * E1(1 - Below(t, s)),
        ),
        Step(why="the errors of both classes", by=definition("error"), gives=error(t)),
    ),
    source="Hernández-Orallo, Flach and Ferri, Theorem 2",
)
