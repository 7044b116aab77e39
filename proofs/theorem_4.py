"""Theorem 4: score-uniform thresholds measure the mean absolute error."""

from workbench.symbolic.notation import E0, E1, UNIFORM, ExpectedLoss, ScoreMethod, metric, pi0, pi1, s, u
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIFORM_COST, UNIT_SCORES, definition, moments_on_unit_scores, uniform_condition

from . import reduction_to_scoring_rule as reduction

MAE, MAE0, MAE1 = metric("MAE"), metric("MAE0"), metric("MAE1")

theorem = Theorem(
    name="Theorem 4",
    says="With score-uniform thresholds on [0, 1], expected loss under uniform cost proportions is the MAE.",
    given=frozenset({UNIFORM_COST, UNIT_SCORES}),
    left=ExpectedLoss(ScoreMethod(u)),
    right=MAE,
    proof=(
        Step(why="a random threshold is a scoring rule", by=cite(reduction.theorem), gives=reduction.reduced(u)),
        Step(why="the cost proportion is uniform", by=uniform_condition, gives=reduction.reduced(u, UNIFORM)),
        Step(
            why="the threshold falls below s with probability s",
            by=moments_on_unit_scores,
            gives=pi0 * E0(s) + pi1 * E1(1 - s),
        ),
        Step(why="the absolute error of class 0", by=definition("MAE0"), gives=pi0 * MAE0 + pi1 * E1(1 - s)),
        Step(why="the absolute error of class 1", by=definition("MAE1"), gives=pi0 * MAE0 + pi1 * MAE1),
        Step(why="the mean over both classes", by=definition("MAE"), gives=MAE),
    ),
    source="Hernández-Orallo, Flach and Ferri, Theorem 4",
)
