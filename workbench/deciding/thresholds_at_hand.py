"""Least losses against those at the thresholds that a claim is about: no threshold does better than the best one.

Where ``indicator(t < s)`` stands in means the least error rate is no more than the error rate at t, and an optimal loss
no more than that of the threshold t under the same costs. What this leaves has a proof of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Dummy, Expr, S, expand

from workbench.deciding.bounds import LEAST, OPTIMAL, Claim, shown_apart
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import ending, sign_of
from workbench.deciding.term_by_term import Proved, seems
from workbench.symbolic.notation import (
    COST,
    Below,
    ClassMean,
    ExpectedLoss,
    OptimalMethod,
    ScoreMethod,
    c,
    error,
    metric,
    s,
    u,
)

SHARE = 1 / 2


def by_thresholds_at_hand(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A least loss that counts negatively as the loss at a threshold that stands in the claim.

    >>> from workbench.symbolic.notation import E0, E1, pi0, pi1
    >>> t = Dummy("t")
    >>> gap = pi0 * E0(Below(t, s)) + pi1 * E1(1 - Below(t, s)) - metric("MER")
    >>> by_thresholds_at_hand(gap, Claim(), lambda e, claim: True).cases[0].bounds[0].because
    'no threshold has less than the least error rate'
    """
    if claim.strict:
        raise NotDecided("no threshold loses strictly more than the best one")
    for least, other, because in _pairs(gap):
        letter = Dummy()
        flat = gap.xreplace({least: letter})
        times = -flat.diff(letter)
        seen = not times.has(letter) and times != 0 and not times.atoms(ClassMean, ExpectedLoss)
        if not seen or sign_of(times, claim.domain, claim.assumed) is None:
            continue
        rest = expand(flat.xreplace({letter: other}))
        brief = claim if claim.work is None else replace(claim, work=claim.work.share(SHARE))
        if not seems(rest, claim) or (rest != 0 and not proved(rest, brief)) or not proved(other - least, brief):
            continue
        besides = (shown_apart(rest, "it holds of the loss at this threshold"),) if rest != 0 else ()
        bounds = (shown_apart(other - least, because, times, rest), *besides)
        return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no least loss beside a threshold")


def _pairs(gap: Expr) -> Iterator[tuple[Expr, Expr, str]]:
    """Least losses in an expression, each with the loss at a threshold in it, and why this is no less."""
    events = {event for mean in gap.atoms(ClassMean) for event in mean.body.atoms(Below)}
    thresholds = sorted({e.args[0] for e in events if e.args[1] == s and not e.args[0].has(s, c, u)}, key=str)
    optimal = sorted((e for e in gap.atoms(ExpectedLoss) if isinstance(e.args[0], OptimalMethod)), key=str)
    for t in thresholds:
        for name in ("MER", "RLH"):
            if gap.has(metric(name)):
                yield metric(name), error(t), LEAST
        for loss in optimal:
            if loss.args[2] == COST:
                yield loss, ExpectedLoss(ScoreMethod(t), *loss.args[1:]), OPTIMAL
