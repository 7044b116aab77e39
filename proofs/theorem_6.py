"""Theorem 6: score-driven thresholds measure the Brier score."""

from workbench.symbolic.notation import E0, E1, UNIFORM, ExpectedLoss, ScoreMethod, c, metric, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIFORM_COST, UNIT_SCORES, definition, moments_on_unit_scores, uniform_condition

from . import reduction_to_scoring_rule as reduction

BS, BS0, BS1 = metric("BS"), metric("BS0"), metric("BS1")

theorem = Theorem(
    name="Theorem 6",
    says="With score-driven thresholds, expected loss under uniform cost proportions is the Brier score.",
    given=frozenset({UNIFORM_COST, UNIT_SCORES}),
    left=ExpectedLoss(ScoreMethod(c)),
    right=BS,
    proof=(
        Step(why="a driven threshold is a scoring rule", by=cite(reduction.theorem), gives=reduction.reduced(c)),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(c, UNIFORM)),
        Step(
            why="integrate 2c up to s, and 2(1-c) from s on",
            by=moments_on_unit_scores,
            gives=pi0 * E0(s**2) + pi1 * E1((1 - s) ** 2),
        ),
        Step(why="the squared error of class 0", by=definition("BS0"), gives=pi0 * BS0 + pi1 * E1((1 - s) ** 2)),
        Step(why="the squared error of class 1", by=definition("BS1"), gives=pi0 * BS0 + pi1 * BS1),
        Step(why="the mean over both classes", by=definition("BS"), gives=BS),
    ),
    source="Hernández-Orallo, Flach and Ferri, Theorem 6; Hernández-Orallo, Flach and Ferri, Brier curves (2011)",
)
