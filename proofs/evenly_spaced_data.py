"""Data with sorted scores (i - 1/2)/n: MAE and BS are AUC, exactly."""

from sympy import Rational

from workbench.symbolic.assumptions import EVENLY_SPACED, evenly_spaced_moments, n
from workbench.symbolic.notation import E0, E1, R, metric, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, algebra, definition

from . import mean_rank

AUC, BS, BS0, BS1, MAE, MAE0, MAE1 = map(metric, ("AUC", "BS", "BS0", "BS1", "MAE", "MAE0", "MAE1"))
half = Rational(1, 2)
of_squares = Rational(1, 3) - 1 / (12 * n**2)

absolute_error = Theorem(
    name="Evenly spaced data, MAE",
    says="On n examples with sorted scores (i - 1/2)/n, MAE = pi0 pi1 (1 - 2 AUC) + 1/2.",
    given=frozenset({EVENLY_SPACED, INVERTIBLE_RATE}),
    left=MAE,
    right=pi0 * pi1 * (1 - 2 * AUC) + half,
    proof=(
        Step(why="the errors of both classes", by=definition("MAE"), gives=pi0 * MAE0 + pi1 * MAE1),
        Step(why="the absolute error of class 0", by=definition("MAE0"), gives=pi0 * E0(s) + pi1 * MAE1),
        Step(why="the absolute error of class 1", by=definition("MAE1"), gives=pi0 * E0(s) + pi1 * E1(1 - s)),
        Step(
            why="a score is a mean rank, and the mean rank of all examples is one half",
            by=evenly_spaced_moments,
            gives=pi0 * E0(R(s)) + pi1 - (half - pi0 * E0(R(s))),
        ),
        Step(
            why="the mean rank of class 0",
            by=cite(mean_rank.theorem),
            gives=2 * pi0 * (pi0 / 2 + pi1 * (1 - AUC)) + pi1 - half,
        ),
        Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + half),
    ),
    source="Hernández-Orallo, Flach and Ferri, on evenly-spaced scores",
)

brier_score = Theorem(
    name="Evenly spaced data, BS",
    says="On n examples with sorted scores (i - 1/2)/n, BS = pi0 pi1 (1 - 2 AUC) + 1/3 - 1/(12 n^2).",
    given=frozenset({EVENLY_SPACED, INVERTIBLE_RATE}),
    left=BS,
    right=pi0 * pi1 * (1 - 2 * AUC) + of_squares,
    proof=(
        Step(why="the errors of both classes", by=definition("BS"), gives=pi0 * BS0 + pi1 * BS1),
        Step(why="the squared error of class 0", by=definition("BS0"), gives=pi0 * E0(s**2) + pi1 * BS1),
        Step(why="the squared error of class 1", by=definition("BS1"), gives=pi0 * E0(s**2) + pi1 * E1((1 - s) ** 2)),
        Step(
            why="the mean square of all scores is 1/3 - 1/(12 n^2), and their mean one half",
            by=evenly_spaced_moments,
            gives=of_squares + pi1 - 2 * (half - pi0 * E0(R(s))),
        ),
        Step(
            why="the mean rank of class 0",
            by=cite(mean_rank.theorem),
            gives=of_squares + pi1 - 1 + 2 * pi0 * (pi0 / 2 + pi1 * (1 - AUC)),
        ),
        Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=pi0 * pi1 * (1 - 2 * AUC) + of_squares),
    ),
    source="Hernández-Orallo, Flach and Ferri, on evenly-spaced scores; the term in n by the midpoint rule",
)
