"""Claims seen as they stand, before anything is rewritten: numbers, figures, and what is known of optimal losses."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from sympy import Dummy, Expr, S, expand

from workbench.deciding.bounding import is_nonnegative, moves
from workbench.deciding.bounds import (
    BESIDES,
    LOSSES,
    SWITCHES,
    Claim,
    known,
    no_more,
    of_constants,
    of_mean_condition,
    shown_apart,
)
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import by_bounds, ending
from workbench.deciding.term_by_term import Proved, seems
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import VALUES, continued, normal_form
from workbench.symbolic.notation import (
    COST,
    ClassMean,
    ExpectedLoss,
    Operator,
    OptimalMethod,
    error,
    h_measure,
    metric,
    pav,
    posterior,
)


def by_number(gap: Expr, claim: Claim) -> Inequality:
    """Class proportions, sizes and parameters alone, and mean shares, which are class proportions."""
    line, steps = continued(*normal_form(gap, claim.given), VALUES) if gap.has(posterior, pav) else (gap, [])
    if moves(line) or line.atoms(Operator, error, h_measure):
        raise NotDecided("it is about a sample")
    end = ending(line, claim.domain, claim.assumed, strict=claim.strict)
    return Inequality.of(gap, claim, (), end, line, steps)


def by_one_fact(gap: Expr, claim: Claim) -> Inequality:
    """A loss against an optimal one, as it stands: a multiple of the fact that this one is least."""
    if claim.strict:
        raise NotDecided("no fact is strict")
    for optimal in sorted((e for e in gap.atoms(ExpectedLoss) if isinstance(e.args[0], OptimalMethod)), key=str):
        under = (x for x in claim.context if x.args[1:3] == optimal.args[1:3] and x != optimal)
        facts = (no_more(optimal, other, claim) for other in under if not isinstance(other, error))
        for fact in chain(facts, known(optimal, claim, lambda e: is_nonnegative(e, claim))):
            times = cancelled(gap / fact.raw) if fact.raw != 0 else S.Zero
            if times.is_number and times > 0:
                return Inequality.of(gap, claim, (fact.taken(times, S.Zero),), ending(S.Zero, claim.domain))
    raise NotDecided("no fact about an optimal loss says so")


def by_signs(gap: Expr, claim: Claim) -> Inequality:
    """Losses as they stand: none is negative."""
    if not gap.atoms(*LOSSES) or gap.atoms(ClassMean, *SWITCHES):
        raise NotDecided("it is about more than losses and figures")
    return Inequality.of(gap, claim, (), by_bounds(gap, claim.domain, claim.assumed, strict=claim.strict))


def by_constants(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """An optimal loss that counts negatively is no more than by constant classifiers, or than at its mean condition."""
    if claim.strict:
        raise NotDecided("no constant classifier loses strictly more")
    for optimal in sorted((e for e in gap.atoms(ExpectedLoss) if isinstance(e.args[0], OptimalMethod)), key=str):
        letter = Dummy()
        flat = gap.xreplace({optimal: letter})
        times = -flat.diff(letter)
        if optimal.args[2] != COST or not (times.is_number and times > 0):
            continue
        for known_of in (of_constants, of_mean_condition):
            try:
                bound = known_of(optimal, claim)
            except NotDecided:  # which another optimal loss may not be
                continue
            rest = expand(flat.xreplace({letter: optimal + bound.difference}))
            brief = claim if claim.work is None else replace(claim, work=claim.work.share(1 / 4))
            if seems(rest, claim) and proved(rest, brief):
                besides = shown_apart(rest, BESIDES)
                return Inequality.of(gap, claim, (bound.taken(times, rest), besides), ending(S.Zero, claim.domain))
    raise NotDecided("no optimal loss is seen to be less by constant classifiers")


def by_ranges(gap: Expr, claim: Claim) -> Inequality:
    """Metrics alone, as they stand: each lies in its range."""
    if gap.atoms(Operator) or not (gap.has(h_measure) or gap.free_symbols & {metric(name) for name in METRICS}):
        raise NotDecided("it is about more than metrics")
    return Inequality.of(gap, claim, (), by_bounds(gap, claim.domain, claim.assumed, strict=claim.strict))
