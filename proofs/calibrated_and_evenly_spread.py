"""Scores both perfectly calibrated and uniform on [0, 1]: there is one such model, and its metrics are numbers.

The mean of a uniform score is 1/2 and that of a calibrated one is pi1, so the classes are equally frequent.
"""

from sympy import Rational

from workbench.symbolic.assumptions import CALIBRATED, EVEN_SCORES, calibrated_scores, even_scores
from workbench.symbolic.notation import E0, E1, F0, ClassMean, metric, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import algebra, definition

from . import calibrated_scores as calibrated

AUC, BS, MAE = map(metric, ("AUC", "BS", "MAE"))
SOURCE = "Hernández-Orallo, Flach and Ferri, on evenly-spaced and perfectly calibrated scores"
given = frozenset({CALIBRATED, EVEN_SCORES})
half, third, sixth = Rational(1, 2), Rational(1, 3), Rational(1, 6)


def E(body):
    """The mean over all examples."""
    return ClassMean(2, body)


equal_classes = Theorem(
    name="Calibrated and evenly spread, class proportions",
    says="With scores perfectly calibrated and uniform on [0, 1] the classes are equally frequent.",
    given=given,
    left=pi0,
    right=half,
    proof=(
        Step(why="the classes add up to one", by=algebra, gives=1 - pi1),
        Step(why="the mean of a calibrated score is the share of class 1", by=calibrated_scores, gives=1 - E(s)),
        Step(why="the mean of a uniform score is one half", by=even_scores, gives=half),
    ),
    source=SOURCE,
)

area = Theorem(
    name="Calibrated and evenly spread, AUC",
    says="With scores perfectly calibrated and uniform on [0, 1], AUC = 5/6.",
    given=given,
    left=AUC,
    right=Rational(5, 6),
    proof=(
        Step(why="class 0 below class 1", by=definition("AUC"), gives=E1(F0(s))),
        Step(
            why="by the mean rank of class 0, which is its mean score",
            by=even_scores,
            gives=1 - (E0(s) - pi0 / 2) / pi1,
        ),
        Step(
            why="class 0 has the share 1 - s",
            by=calibrated_scores,
            gives=1 - ((E(s) - E(s**2)) / pi0 - pi0 / 2) / pi1,
        ),
        Step(
            why="the moments of a uniform score, 1/2 - 1/3",
            by=even_scores,
            gives=1 - (sixth / pi0 - pi0 / 2) / pi1,
        ),
        Step(why="in one class proportion", by=algebra, gives=1 - (sixth / pi0 - pi0 / 2) / (1 - pi0)),
        Step(why="the classes are equally frequent", by=cite(equal_classes), gives=Rational(5, 6)),
    ),
    source=SOURCE,
)

brier_score = Theorem(
    name="Calibrated and evenly spread, BS",
    says="With scores perfectly calibrated and uniform on [0, 1], BS = 1/6.",
    given=given,
    left=BS,
    right=sixth,
    proof=(
        *calibrated.to_squares,
        Step(why="the moments of a uniform score, 1/2 - 1/3", by=even_scores, gives=sixth),
    ),
    source=SOURCE,
)

absolute_error = Theorem(
    name="Calibrated and evenly spread, MAE",
    says="With scores perfectly calibrated and uniform on [0, 1], MAE = 1/3.",
    given=given,
    left=MAE,
    right=third,
    proof=(
        Step(why="twice the Brier score", by=cite(calibrated.absolute_error), gives=2 * BS),
        Step(why="which is one sixth", by=cite(brier_score), gives=third),
    ),
    source=SOURCE,
)
