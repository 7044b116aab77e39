"""When a law of (c, t) makes a proper scoring rule: exactly when E[c | t] = t.

With eta the true probability of class 1 and x the forecast, the mean loss of one example is

    S(eta, x) = (1 - eta) l0(x) + eta l1(x),   l0(x) = E[2c 1{t < x}],   l1(x) = E[2(1-c) 1{t >= x}].

The regret S(eta, x) - S(eta, eta) is 2 E[(c - eta) (1{t < x} - 1{t < eta})] for every law. If E[c | t] = t, this
is 2 E[(t - eta) (1{t < x} - 1{t < eta})], the mean of a product of two factors that never have opposite signs:
t - eta is not negative where eta <= t < x, and negative where x <= t < eta. So no forecast is better than eta.

Conversely, let E[c | t] be continuous and differ from t at a point eta of the support of t, say E[c | t] > t
there. Then E[c | t] > eta just below eta, and a forecast x just below eta has the negative regret
-2 E[(c - eta) 1{x <= t < eta}]; if E[c | t] < t, a forecast just above eta has. Score-uniform thresholds show
it: there E[c | t] = E[c], and where eta < E[c] every smaller forecast is better than eta, where eta > E[c] every
larger one.
"""

from sympy import Symbol

from workbench.symbolic.assumptions import MATCHED, condition_matches_threshold
from workbench.symbolic.notation import ANY, Below, Clip, ConditionMean, c, tau, u
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import algebra, moments

eta, x = Symbol("eta", real=True), Symbol("x", real=True)
T = tau(c, u)
SOURCE = (
    "Schervish, A general method for comparing probability assessors (1989), for t = c; Gneiting and Raftery (2007)"
)


def mean(body):
    """The mean over operating condition and threshold."""
    return ConditionMean(ANY, body)


def S(probability, forecast, threshold=T):
    """The mean loss of a forecast of class 1, (1 - eta) l0(x) + eta l1(x)."""
    l0 = mean(2 * c * Below(threshold, forecast))
    l1 = mean(2 * (1 - c) * (1 - Below(threshold, forecast)))
    return (1 - probability) * l0 + probability * l1


def passed(threshold=T):
    """1{t < x} - 1{t < eta}: where the decision differs from that of the true probability."""
    return Below(threshold, x) - Below(threshold, eta)


regret = Theorem(
    name="Regret of a forecast",
    says="For every law of (c, t) the forecast x loses 2 E[(c - eta)(1{t < x} - 1{t < eta})] against eta.",
    left=S(eta, x) - S(eta, eta),
    right=mean(2 * (c - eta) * passed()),
    proof=(
        Step(
            why="an example of class 0 costs 2c, one of class 1 spares 2(1-c): 2c(1 - eta) - 2(1-c) eta = 2(c - eta)",
            by=algebra,
            gives=mean(2 * (c - eta) * passed()),
        ),
    ),
    source=SOURCE,
)

proper = Theorem(
    name="Properness criterion",
    says=(
        "If E[c | t] = t, the forecast x loses 2 E[(t - eta)(1{t < x} - 1{t < eta})] against eta, "
        "in which both factors have the same sign: the scoring rule is proper."
    ),
    given=frozenset({MATCHED}),
    left=S(eta, x) - S(eta, eta),
    right=mean(2 * (T - eta) * passed()),
    proof=(
        Step(
            why="an example of class 0 costs 2c, one of class 1 spares 2(1-c)",
            by=algebra,
            gives=mean(2 * (c - eta) * passed()),
        ),
        Step(
            why="given the threshold the operating condition has mean t",
            by=condition_matches_threshold,
            gives=mean(2 * (T - eta) * passed()),
        ),
    ),
    source=SOURCE,
)

score_uniform = Theorem(
    name="Score-uniform thresholds are not proper",
    says=(
        "With score-uniform thresholds the forecast x loses 2 (E[c] - eta)(x - eta) against eta, for x and eta in "
        "[0, 1]: where eta < E[c] every smaller forecast is better than eta, where eta > E[c] every larger one."
    ),
    left=S(eta, x, u) - S(eta, eta, u),
    right=2 * (mean(c) - eta) * (Clip(x, 0, 1) - Clip(eta, 0, 1)),
    proof=(
        Step(
            why="an example of class 0 costs 2c, one of class 1 spares 2(1-c)",
            by=algebra,
            gives=mean(2 * (c - eta) * passed(u)),
        ),
        Step(
            why="the threshold falls below x with probability x, whatever the operating condition",
            by=moments,
            gives=2 * (mean(c) - eta) * (Clip(x, 0, 1) - Clip(eta, 0, 1)),
        ),
    ),
    source=SOURCE,
)
