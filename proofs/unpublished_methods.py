"""Threshold choice methods that nobody has published, from their joint law in one line each."""

from sympy import sqrt

from workbench.symbolic.notation import E0, E1, UNIFORM, ExpectedLoss, ScoreMethod, c, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import UNIFORM_COST, UNIT_SCORES, moments_on_unit_scores, uniform_condition

from . import reduction_to_scoring_rule as reduction


def _on_scores(threshold, l0, l1, name, says, why):
    """The scoring rule of a threshold under uniform costs."""
    return Theorem(
        name=name,
        says=says,
        given=frozenset({UNIFORM_COST, UNIT_SCORES}),
        left=ExpectedLoss(ScoreMethod(threshold)),
        right=pi0 * E0(l0) + pi1 * E1(l1),
        proof=(
            Step(
                why="a threshold on scores is a scoring rule",
                by=cite(reduction.theorem),
                gives=reduction.reduced(threshold),
            ),
            Step(
                why="the cost proportion is uniform",
                by=uniform_condition,
                gives=reduction.reduced(threshold, UNIFORM),
            ),
            Step(why=why, by=moments_on_unit_scores, gives=pi0 * E0(l0) + pi1 * E1(l1)),
        ),
        source="the reduction to a scoring rule",
    )


squared = _on_scores(
    c**2,
    s,
    (1 - sqrt(s)) ** 2,
    "Threshold at the squared cost proportion",
    "With t = c^2, expected loss under uniform costs is the mean of l0(s) = s and l1(s) = (1 - sqrt(s))^2.",
    "integrate 2c up to sqrt(s), and 2(1-c) from sqrt(s) on",
)

reversed_ = _on_scores(
    1 - c,
    2 * s - s**2,
    1 - s**2,
    "Threshold at the reversed cost proportion",
    "With t = 1 - c, expected loss under uniform costs is the mean of l0(s) = 2s - s^2 and l1(s) = 1 - s^2.",
    "integrate 2c from 1 - s on, and 2(1-c) up to 1 - s",
)
