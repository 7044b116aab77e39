"""Hand's H-measure is the optimal expected loss for Beta(2, 2) operating conditions against the best constant.

The best constant classifier loses E[min(2c pi0, 2(1-c) pi1)] = pi0 pi1 (1 + pi0 pi1).
"""

from sympy import Integer

from workbench.symbolic.assumptions import CALIBRATED, calibrated_scores
from workbench.symbolic.notation import (
    E0,
    E1,
    BetaDensity,
    ClassMean,
    ExpectedLoss,
    OptimalMethod,
    ScoreMethod,
    c,
    h_measure,
    metric,
    pav,
    pi0,
    pi1,
    s,
)
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import (
    UNIT_SCORES,
    algebra,
    best_constant_loss,
    definition,
    hull_is_calibrated,
    moments,
    moments_on_unit_scores,
)

from . import calibrated_scores as calibrated
from . import reduction_at_calibrated_scores as at_the_hull
from . import reduction_to_scoring_rule as on_scores

H = metric("H")
COSTS = BetaDensity(Integer(2), Integer(2))
constant = pi0 * pi1 * (1 + pi0 * pi1)
SOURCE = "Hand, Measuring classifier performance (2009); Hand and Anagnostopoulos (2014), for Beta(2, 2)"


def rule_mean(x):
    """pi0 E0[l0(x)] + pi1 E1[l1(x)] with l0 = 4x^3 - 3x^4 and l1 = 1 - 6x^2 + 8x^3 - 3x^4."""
    return pi0 * E0(4 * x**3 - 3 * x**4) + pi1 * E1(1 - 6 * x**2 + 8 * x**3 - 3 * x**4)


def spread(x):
    """x(1-x) (1 + x(1-x)), the loss of a calibrated forecast x."""
    return x * (1 - x) * (1 + x * (1 - x))


as_loss = Theorem(
    name="H-measure as a loss",
    says="One minus the H-measure is the optimal loss for Beta(2, 2) costs, over that of the best constant.",
    left=1 - H,
    right=ExpectedLoss(OptimalMethod(), COSTS) / constant,
    proof=(
        Step(why="the H-measure is for Beta(2, 2) costs", by=definition("H"), gives=1 - h_measure(2, 2)),
        Step(
            why="the optimal loss, over that of the best constant",
            by=definition("h_measure"),
            gives=ExpectedLoss(OptimalMethod(), COSTS) / best_constant_loss(COSTS),
        ),
        Step(
            why="the best constant loses pi0 pi1 (1 + pi0 pi1)",
            by=algebra,
            gives=ExpectedLoss(OptimalMethod(), COSTS) / constant,
        ),
    ),
    source=SOURCE,
)

on_the_hull = Theorem(
    name="H-measure on the hull",
    says="One minus the H-measure is E[p(1-p)(1 + p(1-p))]/(pi0 pi1 (1 + pi0 pi1)), p the calibrated score.",
    left=1 - H,
    right=ClassMean(2, spread(pav(s))) / constant,
    proof=(
        Step(why="as an optimal loss", by=cite(as_loss), gives=as_loss.right),
        Step(
            why="score-driven at calibrated scores",
            by=cite(at_the_hull.theorem),
            gives=at_the_hull.reduced(COSTS) / constant,
        ),
        Step(
            why="integrate 2c and 2(1-c) against 6c(1-c)",
            by=moments,
            gives=rule_mean(pav(s)) / constant,
        ),
        Step(
            why="among examples of calibrated score p a proportion p is of class 1",
            by=hull_is_calibrated,
            gives=ClassMean(2, spread(pav(s))) / constant,
        ),
    ),
    source=SOURCE,
)

of_calibrated_scores = Theorem(
    name="H-measure of calibrated scores",
    says="With perfectly calibrated scores, one minus the H-measure is the score-driven loss for Beta(2, 2) costs, "
    "over that of the best constant.",
    given=frozenset({CALIBRATED}),
    left=1 - H,
    right=ExpectedLoss(ScoreMethod(c), COSTS) / constant,
    proof=(
        Step(why="as an optimal loss", by=cite(as_loss), gives=as_loss.right),
        Step(
            why="calibrated scores are optimal thresholds' own",
            by=cite(calibrated.optimal),
            gives=ExpectedLoss(ScoreMethod(c), COSTS) / constant,
        ),
    ),
    source=SOURCE,
)

in_scores = Theorem(
    name="H-measure in calibrated scores",
    says="With perfectly calibrated scores, 1 - H = E[s(1-s)(1 + s(1-s))]/(pi0 pi1 (1 + pi0 pi1)).",
    given=frozenset({CALIBRATED, UNIT_SCORES}),
    left=1 - H,
    right=ClassMean(2, spread(s)) / constant,
    proof=(
        Step(why="as a score-driven loss", by=cite(of_calibrated_scores), gives=of_calibrated_scores.right),
        Step(why="a scoring rule", by=cite(on_scores.theorem), gives=on_scores.reduced(c, COSTS) / constant),
        Step(
            why="integrate 2c and 2(1-c) against 6c(1-c)",
            by=moments_on_unit_scores,
            gives=rule_mean(s) / constant,
        ),
        Step(
            why="of the examples with score s a proportion s is of class 1",
            by=calibrated_scores,
            gives=ClassMean(2, spread(s)) / constant,
        ),
    ),
    source=SOURCE,
)
