"""An expression in other figures: what it equals, or is no less than, said so that more is known of it.

A candidate counts only once it has been proved to be no greater than the expression.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Abs, Add, Expr, Integer, Min, Poly, S, Symbol, expand
from sympy.polys.polyerrors import BasePolynomialError

from workbench.deciding.domain import Domain
from workbench.deciding.readings import in_proportions
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import BY_SHARE, Move, continued, normal_form
from workbench.symbolic.notation import (
    SKEW,
    UNIFORM,
    BetaDensity,
    ClassMean,
    ClassRateMethod,
    ExpectedLoss,
    LossAtCutpoints,
    LossAtRates,
    OptimalMethod,
    PointMass,
    R,
    ScoreMethod,
    c,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
    u,
)

_EQUAL_COSTS = PointMass(S.Half)
_LEAST_ERROR = ExpectedLoss(OptimalMethod(), _EQUAL_COSTS)
_H_COSTS = BetaDensity(Integer(2), Integer(2))
_OF_H = 1 - ExpectedLoss(OptimalMethod(), _H_COSTS) / (pi0 * pi1 * (1 + pi0 * pi1))
AS_LOSSES = {
    metric("MBS"): ExpectedLoss(ScoreMethod(c), UNIFORM, SKEW),
    metric("MMAE"): ExpectedLoss(ScoreMethod(u), UNIFORM, SKEW),
}


def _calibrated(loss: Expr) -> dict[Expr, Expr]:
    """What the losses of calibrated scores are, by their refinement loss."""
    return {**{metric(x): loss for x in ("BS", "RL", "RLH")}, metric("MAE"): 2 * loss, metric("CL"): S.Zero}


_OF_CALIBRATED = (_calibrated(metric("RL")), {**_calibrated(metric("RLH")), metric("AUC"): metric("AUCH")})


_AT_LEAST = {"BS": metric("RLH"), "MAE": metric("BS"), "AUC": 2 * metric("AUCH") - 1}
"""What is no less than another figure."""


def candidates(gap: Expr, domain: Domain, given: tuple[Move, ...]) -> Iterator[Expr]:
    """What an expression may be no less than: losses for H and for the Brier score of both classes alike, losses at
    equal costs for those of rates that ignore costs, metrics for means, figures for greater ones, means of rates for
    those of rates and scores.

    >>> next(candidates(metric("BS") - metric("KS"), Domain(), ()))
    -KS + RLH
    """
    if gap.has(metric("H")) and any(loss.args[1] == _H_COSTS for loss in gap.atoms(ExpectedLoss)):
        yield gap.xreplace({metric("H"): _OF_H})
    if domain.calibrated and gap.free_symbols & _OF_CALIBRATED[0].keys():
        yield from (gap.xreplace(named) for named in _OF_CALIBRATED)
    if gap.has(metric("MER")) and gap.atoms(ClassRateMethod):
        yield gap.replace(_ignores_costs, _at_equal_costs).xreplace({metric("MER"): _LEAST_ERROR})
    if gap.has(metric("MER")) and gap.atoms(LossAtRates, LossAtCutpoints):
        at_equal = gap.replace(_ignores_costs, _at_equal_costs)
        yield at_equal if at_equal != gap else gap.xreplace({metric("MER"): _LEAST_ERROR})
    for loss in sorted(filter(_ignores_costs, gap.atoms(LossAtRates, LossAtCutpoints)), key=str):
        if gap.coeff(loss) == 1 and not gap.has(metric("MER")):
            yield gap.xreplace({loss: metric("MER")})
    found = _in_metrics(gap, domain, given)
    if found is not None:
        yield found
    if gap.free_symbols & AS_LOSSES.keys():
        yield gap.xreplace(AS_LOSSES)
    for more, less in _AT_LEAST.items():
        slope = gap.diff(metric(more))
        if slope != 0 and slope.is_nonnegative:
            yield gap.xreplace({metric(more): less})
    found = _of_rates(gap)
    if found is not None:
        yield found


def _ignores_costs(e: Expr) -> bool:
    """Whether a loss is linear in the cost proportion, under uniform ones: that of rates of one class alone, or read
    otherwise than by interpolation."""
    of_class = isinstance(e, ExpectedLoss) and isinstance(e.args[0], ClassRateMethod)
    return (of_class or isinstance(e, LossAtRates | LossAtCutpoints)) and e.args[1] == UNIFORM and not e.has(c)


def _at_equal_costs(loss: Expr) -> Expr:
    method, _, *rest = loss.args
    return loss.func(method, _EQUAL_COSTS, *rest)


def _of_rates(gap: Expr) -> Expr | None:
    """What scores in [0, 1] make at least of a number and a mean of g(R(s)) + s*h(R(s)): g and the negative part of h.

    >>> body = s * (2 - 4 * R(s))
    >>> _of_rates(S.Half + pi0 * ClassMean(0, body) + pi1 * ClassMean(1, body))
    pi0*ClassMean(0, Min(0, 2 - 4*R(s))) + pi1*ClassMean(1, Min(0, 2 - 4*R(s))) + 1/2
    """
    number, bodies = S.Zero, [S.Zero, S.Zero]
    for term in Add.make_args(expand(gap)):
        means = list(term.atoms(ClassMean))
        if not means:
            number += term
            continue
        k = int(means[0].args[0])
        times = term / means[0] / (pi1 if k == 1 else pi0)
        if len(means) > 1 or k == 2 or not times.is_number:
            return None
        bodies[k] += times * means[0].body
    rate = Symbol("rate", nonnegative=True)
    try:
        body = Poly(bodies[0].xreplace({R(s): rate}), s, rate, domain="QQ")
    except BasePolynomialError:
        return None
    if bodies[0] != bodies[1] or not number.is_number or body.degree(s) != 1 or body.degree(rate) == 0:
        return None
    rest, slope = (body.as_expr().coeff(s, power) for power in (0, 1))
    least = (rest + Min(S.Zero, slope)).xreplace({rate: R(s)})
    return number + pi0 * ClassMean(0, least) + pi1 * ClassMean(1, least)


def _in_metrics(gap: Expr, domain: Domain, given: tuple[Move, ...]) -> Expr | None:
    """An expression without means, where those in it are of the hull, or of the shares, and have names."""
    p = s if domain.calibrated else pav(s)
    shares = () if domain.calibrated else BY_SHARE
    line, _ = continued(*normal_form(gap, given, frozenset({"RL", "RLH"})), shares)
    line = expand(in_proportions(line))
    named = {
        ClassMean(2, p): 1 - pi0,
        ClassMean(2, p**2): 1 - pi0 - metric("RLH"),
        ClassMean(2, posterior(s)): 1 - pi0,
        ClassMean(2, posterior(s) ** 2): 1 - pi0 - metric("RL"),
        ClassMean(2, Min(p, 1 - p)): metric("MER"),
    }
    found = cancelled(line.xreplace(named))
    if found == cancelled(line) or found.atoms(ClassMean) or found.has(Abs):
        return None
    return found
