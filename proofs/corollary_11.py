"""Corollary 11: for skews rate-driven thresholds measure the area under the ROC curve."""

from sympy import Rational

from workbench.symbolic.notation import SKEW, Balanced, ExpectedLoss, RateMethod, c, metric, pi0, pi1
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import balance_classes, skews_balance_classes

from . import theorem_10

theorem = Theorem(
    name="Corollary 11",
    says="With rate-driven thresholds, expected loss under uniform skews is (1 - 2 AUC)/4 + 1/3.",
    given=theorem_10.theorem.given,
    left=ExpectedLoss(RateMethod(c), condition=SKEW),
    right=(1 - 2 * metric("AUC")) / 4 + Rational(1, 3),
    proof=(
        Step(
            why="Lemma 1 at each skew",
            by=skews_balance_classes,
            gives=Balanced(ExpectedLoss(RateMethod(c))),
        ),
        Step(
            why="Theorem 10",
            by=cite(theorem_10.theorem),
            gives=Balanced(pi0 * pi1 * (1 - 2 * metric("AUC")) + Rational(1, 3)),
        ),
        Step(
            why="AUC compares the classes' scores and does not see how frequent they are",
            by=balance_classes,
            gives=(1 - 2 * metric("AUC")) / 4 + Rational(1, 3),
        ),
    ),
    source="Hernández-Orallo, Flach and Ferri, Corollary 11",
)
