"""Corollary 5: for skews score-uniform thresholds measure the macro-average mean absolute error."""

from workbench.symbolic.notation import SKEW, Balanced, ExpectedLoss, ScoreMethod, metric, pi0, pi1, u
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import balance_classes, definition, skews_balance_classes

from . import theorem_4

theorem = Theorem(
    name="Corollary 5",
    says="With score-uniform thresholds, expected loss under uniform skews is the macro-average mean absolute error.",
    given=theorem_4.theorem.given,
    left=ExpectedLoss(ScoreMethod(u), condition=SKEW),
    right=metric("MMAE"),
    proof=(
        Step(
            why="Lemma 1 at each skew",
            by=skews_balance_classes,
            gives=Balanced(ExpectedLoss(ScoreMethod(u))),
        ),
        Step(why="Theorem 4", by=cite(theorem_4.theorem), gives=Balanced(metric("MAE"))),
        Step(
            why="the mean over both classes",
            by=definition("MAE"),
            gives=Balanced(pi0 * metric("MAE0") + pi1 * metric("MAE1")),
        ),
        Step(why="both classes count one half", by=balance_classes, gives=(metric("MAE0") + metric("MAE1")) / 2),
        Step(why="the macro-average", by=definition("MMAE"), gives=metric("MMAE")),
    ),
    source="Hernández-Orallo, Flach and Ferri, Corollary 5",
)
