"""Inequalities between metrics alone: multiples of known facts after which what is left is seen to be nonnegative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Literal

from sympy import Expr, Mul, Rational, S, factor

from workbench.deciding import facts
from workbench.deciding.bounds import Bound, Claim, assumed, of_fact, simplified
from workbench.deciding.grid_weights import AROUND, fitted, inside
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import UNIT, Ending, ending, unit_interval
from workbench.symbolic.notation import E1, F0, Operator, error, h_measure, macro_error, metric, pi0, s

MAX_COLUMNS = 120
_NO_LETTERS = Operator, h_measure, error, macro_error
GROUPS = {"near": 1, "scaled": 2}
Multiples = Literal["near", "once", "scaled", "many"]
NEAR: Multiples = "near"
ONCE: Multiples = "once"
SCALED: Multiples = "scaled"
MANY: Multiples = "many"


def bounded(line: Expr, claim: Claim, multiples: Multiples = ONCE) -> tuple[tuple[Bound, ...], Ending]:
    """Bounds by facts, and how the proof ends after them: some numbers of times each, ``near``: of those about no other
    metrics, ``scaled``: also by both class proportions, of these or one other metric, or of any ``many``: multiples by
    metrics in [0, 1] and by each proportion too. Raises `NotDecided`.

    >>> from workbench.symbolic.notation import metric
    >>> KS, AUC = metric("KS"), metric("AUC")
    >>> bounds, _ = bounded(1 - (1 - KS)**2 / 2 - AUC + KS / 10, Claim())
    >>> [(str(bound.times), bound.says) for bound in bounds]
    [('1', 'AUC <= 1 - (1 - KS)**2/2')]
    """
    line = _folded(line)
    if line.atoms(*_NO_LETTERS) or not line.free_symbols:
        raise NotDecided("means are left")
    own = sorted(line.free_symbols, key=str)
    unit = [v for v in own if v == pi0 or claim.domain.of(v.name) == UNIT or unit_interval(v)]
    both = pi0 * (1 - pi0)
    weights_of = {
        NEAR: [S.One],
        ONCE: [S.One],
        SCALED: [S.One, both],
        MANY: [S.One, *unit, *(1 - v for v in unit), both],
    }
    for some in islice(_selected(line, claim), GROUPS.get(multiples)):
        columns = [(m, fact) for fact in some for m in weights_of[multiples]][:MAX_COLUMNS]
        functions = [(Mul(m, fact.difference, evaluate=False), True) for m, fact in columns]
        symbols = line.free_symbols.union(*(f.free_symbols for f, _ in functions))
        ranges = {}
        for v in sorted(symbols, key=str):
            low, high = inside(claim.domain.pi0) if v == pi0 else UNIT if unit_interval(v) else claim.domain.of(v.name)
            ranges[v] = (float(AROUND[0] if low is None else low), float(AROUND[1] if high is None else high))
        for weights in fitted(line, functions, ranges, claim.work):
            pairs = zip(weights, columns, strict=True)
            used = [(Rational(w.numerator, w.denominator) * m, fact) for w, (m, fact) in pairs if w]
            try:
                return _written(line, used, claim)
            except NotDecided:
                continue
    raise NotDecided(f"no facts were found by which {line} is nonnegative")


def _folded(e: Expr) -> Expr:
    return e.xreplace({E1(F0(s)): metric("AUC")})


def _in_metrics(fact: Bound) -> Expr:
    """The difference in its normal form or, where means are in that, as it was said."""
    normal = _folded(fact.difference)
    return _folded(simplified(fact.raw)) if normal.atoms(Operator) else normal


def _selected(line: Expr, claim: Claim) -> Iterator[list[Bound]]:
    """The facts about the metrics of a line, and then also those that bring in others."""
    given = ("", "calibrated") if claim.domain.calibrated else ("",)
    known = (of_fact(fact, claim) for fact in facts.CATALOGUE.values() if fact.given in given)
    every = [replace(fact, difference=_in_metrics(fact)) for fact in (*assumed(claim), *known)]
    every = [fact for fact in every if not fact.difference.atoms(*_NO_LETTERS)]
    about = line.free_symbols.union({pi0}, *(_in_metrics(fact).free_symbols for fact in assumed(claim)))
    own = [fact for fact in every if fact.difference.free_symbols <= about]
    more = [fact for fact in every if len(fact.difference.free_symbols - about) <= 1]
    reached = about.union(*(fact.difference.free_symbols for fact in more))
    far = [fact for fact in every if fact.difference.free_symbols <= reached]
    yield own
    for some, fewer in ((more, own), (far, more)):
        if len(some) > len(fewer):
            yield some


def _written(line: Expr, used: list[tuple[Expr, Bound]], claim: Claim) -> tuple[tuple[Bound, ...], Ending]:
    joined: dict[str, tuple[Expr, Bound]] = {}
    for w, fact in used:
        joined[fact.says] = (joined[fact.says][0] + w if fact.says in joined else w, fact)
    bounds = []
    for times, fact in joined.values():
        line = simplified(line - times * fact.difference)
        bounds.append(fact.taken(factor(times), line))
    return tuple(bounds), ending(line, claim.domain, claim.assumed, strict=claim.strict, brief=True)
