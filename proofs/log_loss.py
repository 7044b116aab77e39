"""Log loss as the limit of score-driven losses: its weight 1/(2c(1-c)) is no density on [0, 1].

Cut off at e and 1 - e the weight has the integral m(e) = log(1-e) - log(e), and divided by it, it is a density:
that of a cost proportion with uniform log odds. For it the score-driven loss, times m(e), is the log loss of the
scores put into [e, 1-e], and log(1-e) more. As e falls to 0, log(1-e) goes to 0 and for scores strictly between
0 and 1 the rest is from some e on the log loss itself, -log(1-s) for class 0 and -log(s) for class 1; while m(e)
grows without bound, so that no score-driven loss is log loss.
"""

from sympy import Symbol, log

from workbench.symbolic.assumptions import log_odds_density, log_odds_moments
from workbench.symbolic.notation import E0, E1, Clip, ExpectedLoss, ScoreMethod, c, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite

from . import reduction_to_scoring_rule as reduction

e = Symbol("e", positive=True)
m = log(1 - e) - log(e)
y = Clip(s, e, 1 - e)
weight = log_odds_density(e)
right = log(1 - e) - pi0 * E0(log(1 - y)) - pi1 * E1(log(y))

theorem = Theorem(
    name="Log loss",
    says=(
        "With score-driven thresholds and the density 1/(2 m c(1-c)) on [e, 1-e], 0 < e < 1/2, m times the expected "
        "loss is the log loss of the scores put into [e, 1-e], and log(1-e) more."
    ),
    left=m * ExpectedLoss(ScoreMethod(c), weight),
    right=right,
    proof=(
        Step(
            why="a driven threshold is a scoring rule",
            by=cite(reduction.theorem),
            gives=m * reduction.reduced(c, weight),
        ),
        Step(
            why="integrate 1/(1-c) up to the score, and 1/c from the score on",
            by=log_odds_moments,
            gives=right,
        ),
    ),
    source="Buja, Stuetzle and Shen, Loss functions for binary class probability estimation (2005)",
)
