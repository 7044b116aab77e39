"""Bounds on a line, one after the other, until what is left is seen to be nonnegative (positive).

Maxima, minima and absolute values are taken apart first, in the cases that together make the line nonnegative. What
is no mean of a function of the score (a hull, a loss, a root) is bounded by known facts, and the least value of what is
left is found exactly, by `workbench.deciding.functionals` for scores and `workbench.deciding.rank_statistics` for
rates.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sympy import Dummy, Expr, Min, Poly, Pow, Rational, S, Symbol, div, exp, factor, fraction, log, nan, zoo

from workbench.certificates.cell_points import OutOfTime
from workbench.deciding.bounds import LOSSES, SWITCHES, Bound, Claim, arguments, assumed, known, simplified, tangents
from workbench.deciding.functionals import always_positive, negative_sample
from workbench.deciding.glances import is_negative
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.rank_statistics import lower_bound
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic.expansion import cancelled, expanded
from workbench.symbolic.notation import ClassMean, Operator, R, error, pi0, pi1
from workbench.symbolic.rules import canonical

MAX_FACTS = 4
KEPT = 4096  # lines come back, since bounds lead to the same line in whichever order they are taken

# --- maxima, minima and absolute values -----------------------------------------------------------------


def choices(line: Expr, claim: Claim) -> Iterator[tuple[tuple[tuple[Expr, Expr], ...], Expr]]:
    """The cases that together make ``line`` nonnegative: each way to take a maximum that counts negatively, a
    minimum that counts positively. One that counts the other way is bounded later, by one of its arguments."""
    switches = [e for e in _outermost(line, SWITCHES) if moves(e) or specials(line)]
    options = []
    for switch in switches:
        weight = _coefficient(line, switch)
        turned = -weight if isinstance(switch, Min) else weight
        if is_nonnegative(-turned, claim):
            options.append([(switch, part) for part in arguments(switch)])
    for chosen in itertools.product(*options):
        yield chosen, canonical(line.xreplace(dict(chosen)))


def _outermost(line: Expr, kinds: tuple[type[Expr], ...]) -> list[Expr]:
    """The parts of a line that are of some kinds and stand in no other such part."""
    return sorted(_of_kinds(line, kinds), key=str)


@lru_cache(KEPT)
def _of_kinds(line: Expr, kinds: tuple[type[Expr], ...]) -> frozenset[Expr]:
    if isinstance(line, kinds):
        return frozenset({line})
    if isinstance(line, ClassMean):
        return frozenset()
    return frozenset().union(*(_of_kinds(a, kinds) for a in line.args if isinstance(a, Expr)))


def moves(e: Expr) -> bool:
    """Whether an expression depends on the sample by more than its class proportions and its size."""
    return bool(e.atoms(ClassMean, *LOSSES)) or any(v.name in METRICS for v in e.free_symbols)


@lru_cache(KEPT)
def _coefficient(line: Expr, quantity: Expr) -> Expr:
    letter = Symbol("quantity")
    slope = expanded(line.xreplace({quantity: letter}).diff(letter))
    if slope == 0 or slope.has(letter):
        raise NotDecided(f"{quantity} does not stand in the line as a term")
    return slope


def forget() -> None:
    """Bound every line anew: what is found of a statement never depends on the work that those before it took."""
    bounded.cache_clear()
    is_nonnegative.cache_clear()


# --- facts ----------------------------------------------------------------------------------------------


@lru_cache(KEPT)
def specials(line: Expr) -> tuple[Expr, ...]:
    """What stands in a line and is no mean of a function of the score."""
    kinds = (*SWITCHES, *LOSSES, Pow, exp, log, Symbol)
    powers = (power for power in _outermost(line, (Pow,)) if not _is_special(power))
    return (
        *(e for e in _outermost(line, kinds) if _is_special(e)),
        *(e for power in powers for e in _specials_below(power)),
    )


def _specials_below(e: Expr) -> list[Expr]:
    return [x for a in e.args for x in specials(a)]


def _is_special(e: Expr) -> bool:
    if isinstance(e, Pow):
        named = isinstance(e.base, Symbol) and e.base.name in METRICS
        return moves(e.base) and (named or not (e.exp.is_Integer and e.exp > 0))
    return isinstance(e, LOSSES) or moves(e) or (isinstance(e, exp | log) and bool(e.free_symbols))


@lru_cache(KEPT)
def bounded(line: Expr, claim: Claim, used: frozenset[str] = frozenset()) -> tuple[Bound, ...] | None:
    """Bounds after which what is left is seen to be nonnegative (positive); None when none are found.

    Facts that are ``used`` are not used again.
    """
    found = specials(line)
    if not found:
        return () if _settled(line, claim) else _assumed(line, claim)
    if len(used) == MAX_FACTS:
        return None
    if claim.work is not None and claim.work.over:
        raise OutOfTime
    quantity = found[0]
    weight = _coefficient(line, quantity)

    def seen(e: Expr) -> bool:
        return is_nonnegative(e, claim)

    for fact in (*tangents(line, quantity, weight, seen), *known(quantity, claim, seen)):
        times = _quotient(weight, _coefficient(fact.difference, quantity))
        if fact.says in used or not is_nonnegative(times, claim):
            continue
        left = simplified(line - times * fact.difference)
        if is_negative(left, claim):
            continue
        try:
            rest = bounded(left, claim, used | {fact.says})
        except NotDecided:
            continue
        if rest is not None:
            return (replace(fact, times=times, gives=left), *rest)
    return None


@lru_cache(KEPT)
def _quotient(top: Expr, bottom: Expr) -> Expr:
    return cancelled((top / bottom).xreplace({pi1: 1 - pi0}))


def _assumed(line: Expr, claim: Claim) -> tuple[Bound, ...] | None:
    """A bound by an assumption after which what is left is seen to be nonnegative (positive)."""
    low, high = claim.domain.pi0
    share = {pi0: Rational(low.numerator, low.denominator)} if low is not None and low == high else {}
    for fact in assumed(claim):
        whole = cancelled(line / fact.difference) if fact.difference != 0 else S.Zero
        for times in (*(x.xreplace(share) for x in _MULTIPLES), whole):
            if times is whole and (moves(fraction(whole)[1]) or not is_nonnegative(whole, replace(claim, assumed=()))):
                continue
            left = simplified(line - times * fact.difference)
            try:
                if _settled(left, claim):
                    return (replace(fact, times=times, gives=left),)
            except NotDecided:
                continue
    return None


_MULTIPLES = [times * weight for weight in (pi0 * (1 - pi0), S.One, pi0, 1 - pi0) for times in (S.One, S(2), S.Half)]


def _settled(line: Expr, claim: Claim) -> bool:
    if specials(line):
        return False
    if line.has(R):
        least = lower_bound(line, claim.domain)
        return bool(least > 0 if claim.strict else least >= 0)
    if claim.strict:
        return always_positive(line, claim.domain, claim.work)
    return negative_sample(line, claim.domain, claim.work) is None


@lru_cache(KEPT)
def is_nonnegative(e: Expr, claim: Claim) -> bool:
    """Whether an expression is seen to be nonnegative, with the help of facts if need be."""
    if e.has(zoo, nan):
        return False
    if e.is_comparable:
        return bool(e >= 0)
    if e.is_nonnegative and e.free_symbols <= {pi0, pi1}:
        return True
    if is_negative(e, claim):
        return False
    try:
        return bounded(simplified(e), replace(claim, strict=False)) is not None
    except NotDecided:
        return False


def divided(e: Expr, by: Expr) -> tuple[Expr, Expr]:
    """How many times one expression stands in another, by a term that is linear in both, and what is left."""
    plain = {a: Dummy() for x in (e, by) for a in _outermost(x, (*SWITCHES, *LOSSES, Operator, error, exp, log))}
    back = {v: a for a, v in plain.items()}
    whole, part = e.xreplace(plain), by.xreplace(plain)
    for v in sorted(part.free_symbols, key=str):
        if not (whole.is_polynomial(v) and part.is_polynomial(v)) or not whole.has(v):
            continue
        slope = part.diff(v)
        if slope.is_Number and slope != 0:
            times, rest = div(Poly(whole, v), Poly(part, v))
            return factor(times.as_expr().xreplace(back)), factor(rest.as_expr().xreplace(back))
    return S.Zero, e
