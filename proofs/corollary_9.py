"""Corollary 9: for skews rate-uniform thresholds measure the area under the ROC curve."""

from sympy import Rational

from workbench.symbolic.notation import SKEW, Balanced, ExpectedLoss, RateMethod, metric, pi0, pi1, u
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import balance_classes, skews_balance_classes

from . import theorem_8

theorem = Theorem(
    name="Corollary 9",
    says="With rate-uniform thresholds, expected loss under uniform skews is (1 - 2 AUC)/4 + 1/2.",
    given=theorem_8.theorem.given,
    left=ExpectedLoss(RateMethod(u), condition=SKEW),
    right=(1 - 2 * metric("AUC")) / 4 + Rational(1, 2),
    proof=(
        Step(
            why="Lemma 1 at each skew",
            by=skews_balance_classes,
            gives=Balanced(ExpectedLoss(RateMethod(u))),
        ),
        Step(
            why="Theorem 8",
            by=cite(theorem_8.theorem),
            gives=Balanced(pi0 * pi1 * (1 - 2 * metric("AUC")) + Rational(1, 2)),
        ),
        Step(
            why="AUC compares the classes' scores and does not see how frequent they are",
            by=balance_classes,
            gives=(1 - 2 * metric("AUC")) / 4 + Rational(1, 2),
        ),
    ),
    source="Hernández-Orallo, Flach and Ferri, Corollary 9",
)
