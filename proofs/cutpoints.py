"""A threshold at a random cutpoint of a strict ranking: AUC, shrunk by n/(n + 1) or not at all."""

from sympy import Rational

from workbench.symbolic.assumptions import NO_TIES, cutpoints_are_examples, loss_at_cutpoints, n
from workbench.symbolic.loss import loss_at, loss_at_skew
from workbench.symbolic.notation import (
    ANY,
    COST,
    E0,
    E1,
    F0,
    F1,
    SKEW,
    UNIFORM,
    ConditionMean,
    CutpointMean,
    LossAtCutpoints,
    Qc,
    Qz,
    c,
    metric,
    pi0,
    pi1,
    s,
    t,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    UNIFORM_COST,
    algebra,
    class_against_itself,
    definition,
    loss_at_a_threshold,
    moments,
    ranking_both_ways,
    uniform_condition,
)

AUC = metric("AUC")
half = Rational(1, 2)
SOURCE = "Hernández-Orallo, Flach and Ferri, on the n + 1 cutpoints of a ranking"


def E(body):
    """The mean over both classes."""
    return pi0 * E0(body) + pi1 * E1(body)


def _at_random(start, loss, at_threshold, condition, weights, right, name, says):
    """The theorem for the cutpoints from ``start`` on and one of the two losses."""
    share, rest = n / (n + 1 - start), half / (n + 1 - start)
    rate0, rate1 = share * E(F0(s)) + rest, share * E(F1(s)) + rest
    by_area = share * (pi0 / 2 + pi1 * AUC) + rest, share * (pi0 * (1 - AUC) + pi1 / 2) + rest

    def mean(density, body):
        return ConditionMean(density, CutpointMean(start, body))

    def weighed(first, second):
        return weights[0] * (1 - first) + weights[1] * second

    ranked = (
        pi0 / 2 + pi1 * E1(F0(s)),
        pi0 * E0(F1(s)) + pi1 / 2,
        pi0 * (1 - E1(F0(s))) + pi1 / 2,
    )
    return Theorem(
        name=name,
        says=says,
        given=frozenset({NO_TIES, INVERTIBLE_RATE, UNIFORM_COST}),
        left=LossAtCutpoints(start, ANY, condition),
        right=right,
        proof=(
            Step(why="each cutpoint is as likely as the others", by=loss_at_cutpoints, gives=mean(ANY, loss(t, c))),
            Step(why="write the loss out", by=loss_at_a_threshold, gives=mean(ANY, at_threshold(t, c))),
            Step(
                why="the operating condition is uniform",
                by=uniform_condition,
                gives=mean(UNIFORM, at_threshold(t, c)),
            ),
            Step(
                why="passing an example moves the rates on a straight line, whose middle is the rate on the example",
                by=cutpoints_are_examples,
                gives=ConditionMean(UNIFORM, at_threshold(t, c).xreplace({F0(t): rate0, F1(t): rate1})),
            ),
            Step(why="the mean operating condition is one half", by=moments, gives=weighed(rate0, rate1)),
            Step(
                why="a class ranked against itself scores one half",
                by=class_against_itself,
                gives=weighed(share * ranked[0] + rest, share * ranked[1] + rest),
            ),
            Step(
                why="read the ranking from the other class",
                by=ranking_both_ways,
                gives=weighed(share * ranked[0] + rest, share * ranked[2] + rest),
            ),
            Step(why="the area under the ROC curve", by=definition("AUC"), gives=weighed(*by_area)),
            Step(why="collect, with pi0 + pi1 = 1", by=algebra, gives=right),
        ),
        source=SOURCE,
    )


skews = _at_random(
    0,
    Qz,
    loss_at_skew,
    SKEW,
    (half, half),
    n / (n + 1) * (1 - 2 * AUC) / 4 + half,
    "Random cutpoint, skews",
    "With n + 1 equally likely cutpoints, expected loss under uniform skews is n/(n + 1) (1 - 2 AUC)/4 + 1/2.",
)

costs = _at_random(
    0,
    Qc,
    loss_at,
    COST,
    (pi0, pi1),
    n / (n + 1) * pi0 * pi1 * (1 - 2 * AUC) + half,
    "Random cutpoint, costs",
    "With n + 1 equally likely cutpoints, expected loss under uniform cost proportions is "
    "n/(n + 1) pi0 pi1 (1 - 2 AUC) + 1/2.",
)

above_the_first = _at_random(
    1,
    Qc,
    loss_at,
    COST,
    (pi0, pi1),
    pi0 * pi1 * (1 - 2 * AUC) + half + (pi1 - pi0) / (2 * n),
    "Random example as threshold, costs",
    "With a threshold at a random example, expected loss under uniform cost proportions is "
    "pi0 pi1 (1 - 2 AUC) + 1/2 + (pi1 - pi0)/(2n).",
)
