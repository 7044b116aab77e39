"""Score-driven thresholds run through the proper scoring rules: l0(s) = int_0^s 2c w, l1(s) = int_s^1 2(1-c) w."""

from sympy import Integer

from workbench.symbolic.notation import E0, E1, BetaDensity, ExpectedLoss, ScoreMethod, c, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIT_SCORES, moments_on_unit_scores

from . import reduction_to_scoring_rule as reduction

COSTS = BetaDensity(Integer(2), Integer(2))
SOURCE = "Buja, Stuetzle and Shen, Loss functions for binary class probability estimation (2005)"
l0 = 4 * s**3 - 3 * s**4
l1 = 1 - 6 * s**2 + 8 * s**3 - 3 * s**4

any_density = Theorem(
    name="Score-driven under any density",
    says=(
        "With score-driven thresholds and a density w of the cost proportions, expected loss is the mean of the "
        "scoring rule l0(s) = int_0^s 2c w(c) dc, l1(s) = int_s^1 2(1-c) w(c) dc."
    ),
    left=ExpectedLoss(ScoreMethod(c)),
    right=reduction.reduced(c),
    proof=(Step(why="the scoring rule of t = c", by=cite(reduction.theorem), gives=reduction.reduced(c)),),
    source=SOURCE,
)

beta_2_2 = Theorem(
    name="Score-driven under Beta(2, 2)",
    says=(
        "With score-driven thresholds and Beta(2, 2) cost proportions, expected loss is the mean of the scoring "
        "rule l0(s) = 4s^3 - 3s^4, l1(s) = 1 - 6s^2 + 8s^3 - 3s^4."
    ),
    given=frozenset({UNIT_SCORES}),
    left=ExpectedLoss(ScoreMethod(c), COSTS),
    right=pi0 * E0(l0) + pi1 * E1(l1),
    proof=(
        Step(why="a driven threshold is a scoring rule", by=cite(any_density), gives=reduction.reduced(c, COSTS)),
        Step(
            why="integrate 12c^2(1-c) up to s, and 12c(1-c)^2 from s on",
            by=moments_on_unit_scores,
            gives=pi0 * E0(l0) + pi1 * E1(l1),
        ),
    ),
    source=SOURCE,
)
