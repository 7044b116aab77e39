"""Corollary 7: for skews score-driven thresholds measure the macro-average Brier score."""

from workbench.symbolic.notation import SKEW, Balanced, ExpectedLoss, ScoreMethod, c, metric, pi0, pi1
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import balance_classes, definition, skews_balance_classes

from . import theorem_6

theorem = Theorem(
    name="Corollary 7",
    says="With score-driven thresholds, expected loss under uniform skews is the macro-average Brier score.",
    given=theorem_6.theorem.given,
    left=ExpectedLoss(ScoreMethod(c), condition=SKEW),
    right=metric("MBS"),
    proof=(
        Step(
            why="Lemma 1 at each skew",
            by=skews_balance_classes,
            gives=Balanced(ExpectedLoss(ScoreMethod(c))),
        ),
        Step(why="Theorem 6", by=cite(theorem_6.theorem), gives=Balanced(metric("BS"))),
        Step(
            why="the mean over both classes",
            by=definition("BS"),
            gives=Balanced(pi0 * metric("BS0") + pi1 * metric("BS1")),
        ),
        Step(why="both classes count one half", by=balance_classes, gives=(metric("BS0") + metric("BS1")) / 2),
        Step(why="the macro-average", by=definition("MBS"), gives=metric("MBS")),
    ),
    source="Hernández-Orallo, Flach and Ferri, Corollary 7",
)
