"""What it is worth to set the threshold by the operating condition: E[s(1-s)] for scores, 1/6 for rates.

Both are at least zero: L_sd <= L_su where scores lie in [0, 1], and L_rd < L_ru always.
"""

from sympy import Rational

from workbench.symbolic.notation import E0, E1, ExpectedLoss, RateMethod, ScoreMethod, c, metric, pi0, pi1, s, u
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, UNIT_SCORES, algebra, definition

from . import theorem_4, theorem_6, theorem_8, theorem_10

BS, BS0, BS1, MAE, MAE0, MAE1 = map(metric, ("BS", "BS0", "BS1", "MAE", "MAE0", "MAE1"))
SOURCE = "Hernández-Orallo, Flach and Ferri, comparing the threshold choice methods"
squared = pi0 * BS0 + pi1 * BS1
gap = pi0 * E0(s * (1 - s)) + pi1 * E1(s * (1 - s))

metrics = Theorem(
    name="Absolute against squared error",
    says="MAE - BS = E[s(1-s)].",
    left=MAE - BS,
    right=gap,
    proof=(
        Step(why="the absolute errors of both classes", by=definition("MAE"), gives=pi0 * MAE0 + pi1 * MAE1 - BS),
        Step(why="the squared errors of both classes", by=definition("BS"), gives=pi0 * MAE0 + pi1 * MAE1 - squared),
        Step(why="the absolute error of class 0", by=definition("MAE0"), gives=pi0 * E0(s) + pi1 * MAE1 - squared),
        Step(
            why="the absolute error of class 1",
            by=definition("MAE1"),
            gives=pi0 * E0(s) + pi1 * E1(1 - s) - squared,
        ),
        Step(
            why="the squared error of class 0",
            by=definition("BS0"),
            gives=pi0 * E0(s - s**2) + pi1 * E1(1 - s) - pi1 * BS1,
        ),
        Step(
            why="the squared error of class 1",
            by=definition("BS1"),
            gives=pi0 * E0(s - s**2) + pi1 * E1(1 - s - (1 - s) ** 2),
        ),
        Step(why="s - s^2 = (1-s) - (1-s)^2 = s(1-s)", by=algebra, gives=gap),
    ),
    source=SOURCE,
)

for_scores = Theorem(
    name="Score-uniform against score-driven",
    says="Under uniform costs score-uniform thresholds lose E[s(1-s)] against score-driven ones.",
    given=frozenset({UNIFORM_COST, UNIT_SCORES}),
    left=ExpectedLoss(ScoreMethod(u)) - ExpectedLoss(ScoreMethod(c)),
    right=gap,
    proof=(
        Step(why="Theorem 4", by=cite(theorem_4.theorem), gives=MAE - ExpectedLoss(ScoreMethod(c))),
        Step(why="Theorem 6", by=cite(theorem_6.theorem), gives=MAE - BS),
        Step(why="the absolute error less the squared one", by=cite(metrics), gives=gap),
    ),
    source=SOURCE,
)

for_rates = Theorem(
    name="Rate-uniform against rate-driven",
    says="Under uniform costs rate-uniform thresholds lose 1/6 against rate-driven ones.",
    given=frozenset({INVERTIBLE_RATE, UNIFORM_COST}),
    left=ExpectedLoss(RateMethod(u)) - ExpectedLoss(RateMethod(c)),
    right=Rational(1, 6),
    proof=(
        Step(
            why="Theorem 8",
            by=cite(theorem_8.theorem),
            gives=theorem_8.theorem.right - ExpectedLoss(RateMethod(c)),
        ),
        Step(why="Theorem 10", by=cite(theorem_10.theorem), gives=Rational(1, 6)),
    ),
    source=SOURCE,
)
