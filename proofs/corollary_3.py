"""Corollary 3: for skews a fixed threshold measures the macro-average error rate."""

from workbench.symbolic.notation import (
    E0,
    E1,
    SKEW,
    Balanced,
    Below,
    ExpectedLoss,
    ScoreMethod,
    error,
    macro_error,
    pi0,
    pi1,
    s,
    t,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import balance_classes, definition, skews_balance_classes

from . import theorem_2

theorem = Theorem(
    name="Corollary 3",
    says="With a fixed threshold t, expected loss under uniform skews is the macro-average error rate at t.",
    given=theorem_2.theorem.given,
    left=ExpectedLoss(ScoreMethod(t), condition=SKEW),
    right=macro_error(t),
    proof=(
        Step(
            why="Lemma 1 at each skew",
            by=skews_balance_classes,
            gives=Balanced(ExpectedLoss(ScoreMethod(t))),
        ),
        Step(why="Theorem 2", by=cite(theorem_2.theorem), gives=Balanced(error(t))),
        Step(
            why="the errors of both classes",
            by=definition("error"),
            gives=Balanced(pi0 * E0(Below(t, s)) + pi1 * E1(1 - Below(t, s))),
        ),
        Step(
            why="both classes count one half",
            by=balance_classes,
            gives=(E0(Below(t, s)) + E1(1 - Below(t, s))) / 2,
        ),
        Step(why="the mean of the classes' error rates", by=definition("macro_error"), gives=macro_error(t)),
    ),
    source="Hernández-Orallo, Flach and Ferri, Corollary 3",
)
