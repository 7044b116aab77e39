"""The loss of a decision and the expected loss of a threshold choice method, written once.

At threshold t and cost proportion c, with both classes' costs adding up to 2,

    Q_c(t; c) = 2 {c pi0 (1 - F0(t)) + (1 - c) pi1 F1(t)}

and at threshold t and skew z,

    Q_z(t; z) = z (1 - F0(t)) + (1 - z) F1(t).

The expected loss is the mean of the loss over the operating condition and over what is random in the
threshold choice method. Where it sets the rate of one class, several thresholds may attain that; the examples of the
other class between them are right.
"""

from __future__ import annotations

from sympy import Expr, S

from workbench.symbolic.notation import (
    E0,
    E1,
    F0,
    F1,
    SKEW,
    Balanced,
    Below,
    ConditionMean,
    ExpectedLoss,
    FalsePositiveRateMethod,
    LeastLoss,
    MixedMethod,
    OptimalMethod,
    Qc,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    TruePositiveRateMethod,
    c,
    pi0,
    pi1,
    s,
)


def loss_at(threshold: Expr, cost_proportion: Expr) -> Expr:
    """Q_c(t; c) written out.

    >>> from workbench.symbolic.notation import t
    >>> loss_at(t, c)
    2*c*pi0*(1 - F0(t)) + pi1*(2 - 2*c)*F1(t)
    """
    return 2 * cost_proportion * pi0 * (1 - F0(threshold)) + 2 * (1 - cost_proportion) * pi1 * F1(threshold)


def loss_at_skew(threshold: Expr, skew: Expr) -> Expr:
    """Q_z(t; z) written out.

    >>> from workbench.symbolic.notation import t, z
    >>> loss_at_skew(t, z)
    z*(1 - F0(t)) + (1 - z)*F1(t)
    """
    return skew * (1 - F0(threshold)) + (1 - skew) * F1(threshold)


def skew(cost_proportion: Expr) -> Expr:
    """z = c pi0 / (c pi0 + (1 - c) pi1), the skew that belongs to a cost proportion.

    >>> skew(c)
    c*pi0/(c*pi0 + pi1*(1 - c))
    """
    return cost_proportion * pi0 / (cost_proportion * pi0 + (1 - cost_proportion) * pi1)


def written_out(loss: ExpectedLoss) -> Expr:
    """The definition of an expected loss: the mean of the loss at the threshold that the method sets.

    For skews the loss weighs both classes alike, so that it is the one for cost proportions with class
    proportions 1/2.

    >>> from workbench.symbolic.notation import tau, u
    >>> written_out(ExpectedLoss(ScoreMethod(tau(c, u))))
    ConditionMean(AnyDensity(), Qc(tau(c, u), c))
    """
    method, density, condition = loss.args
    if condition == SKEW:
        return Balanced(written_out(ExpectedLoss(method, density)))
    if isinstance(method, ScoreMethod):
        return ConditionMean(density, Qc(method.args[0], c))
    if isinstance(method, RateMethod):
        return ConditionMean(density, Qc(ThresholdAtRate(method.args[0]), c))
    if isinstance(method, FalsePositiveRateMethod | TruePositiveRateMethod):
        (g,) = method.args
        by_false = isinstance(method, FalsePositiveRateMethod)
        missed, alarmed = (E0(Below(g, F1(s))), g) if by_false else (1 - g, E1(Below(F0(s), g)))
        return ConditionMean(density, 2 * c * pi0 * missed + 2 * (1 - c) * pi1 * alarmed)
    if isinstance(method, MixedMethod):
        q, first, second = method.args
        return q * ExpectedLoss(first, density) + (S.One - q) * ExpectedLoss(second, density)
    if not isinstance(method, OptimalMethod):
        raise TypeError(f"{method!r} is not a threshold choice method")
    return ConditionMean(density, LeastLoss(c))
