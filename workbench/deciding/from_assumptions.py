"""Claims seen from what is assumed: multiples of it, its square, and squares of which it says which is greater."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Expr, S, expand, sqrt

from workbench.deciding.bounding import divided, moves
from workbench.deciding.bounds import (
    ASSUMED,
    OF_THE_SQUARES,
    Bound,
    Claim,
    Reason,
    assumed,
    root_above,
    root_below,
    shown_apart,
)
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import assumed_gap, ending
from workbench.deciding.term_by_term import SQUARES, Proved, seems
from workbench.symbolic.notation import ClassMean
from workbench.symbolic.translation import in_words


def by_assumption(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A multiple of an assumption, and what is not negative besides."""
    alone = replace(claim, assumed=tuple(a for a in claim.assumed if not a.sides))
    parts = [(fact, *divided(gap, fact.raw)) for fact in assumed(claim)]
    parts += [(fact, times, expand(gap - times * fact.raw)) for fact, times in _by_numbers(gap, claim)]
    sided = {str(a) for a in claim.assumed if a.sides}
    apart = [fact for fact, times, _ in parts if times == 0 and moves(fact.raw) and fact.reasons[0][1].given in sided]
    parts.sort(key=lambda part: (part[2] != 0, part[1].could_extract_minus_sign()))
    for fact, times, rest in (*parts, *((fact, S.One, gap - fact.raw) for fact in apart)):
        seen = times == 1 or (times != 0 and proved(times, claim))
        if not seen or (fact in apart and not seems(rest, alone)):
            continue
        if not (rest == 0 or proved(rest, alone if fact in apart else claim)):
            continue
        besides = shown_apart(rest, "it holds besides", gives=times * fact.raw, alone=fact in apart)
        bounds = (besides,) if rest != 0 else ()
        if not claim.strict:
            bounds = (*bounds, fact.taken(times, S.Zero))
        end = ending(S.Zero if not claim.strict else times * fact.raw, claim.domain, claim.assumed, strict=claim.strict)
        return Inequality.of(gap, claim, bounds, end)
    raise NotDecided("no multiple of an assumption is left out")


def _by_numbers(gap: Expr, claim: Claim) -> Iterator[tuple[Bound, Expr]]:
    """What is assumed, as often as its number goes into that of a line."""
    number = expand(gap).as_coeff_Add()[0]
    for fact in assumed(claim):
        own = expand(fact.raw).as_coeff_Add()[0]
        if own != 0 and number / own > 0 and number != own:
            yield fact, number / own


def by_assumed_square(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A number as the square of what is assumed to be no less than its root, where the rest holds whatever that is."""
    number = -gap.as_coeff_Add()[0]
    if claim.strict or not number > 0:
        raise NotDecided("it is strict, or without a number that counts negatively")
    alone = replace(claim, assumed=tuple(a for a in claim.assumed if not a.sides))
    for a in claim.assumed:
        if not a.sides or a.relation not in ("<", "<=", ">", ">=", "=="):
            continue
        least, rest = assumed_gap(a).as_coeff_Add()
        if least > 0 and a.relation == "==":
            least, rest = -least, -rest
        if not least < 0 or not rest.atoms(ClassMean):
            continue
        other = gap + number - number * rest**2 / least**2
        square = rest**2 - least**2
        if seems(other, alone) and proved(other, alone) and proved(square, claim):
            times = number / least**2
            bounds = shown_apart(square, ASSUMED, times, other), shown_apart(other, "it holds besides", alone=True)
            return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no number is the square of what is assumed")


def by_squares(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A mean against what is not negative, by the root of a mean square of which something is assumed."""
    named = set().union(*(assumed_gap(a).free_symbols for a in claim.assumed if a.sides))
    for square, mean in SQUARES:
        times = -gap.diff(mean)
        if claim.strict or square not in named or not (times.is_number and times > 0):
            continue
        other, root = expand(gap / times + mean), sqrt(square)
        if not other.has(mean) and all(seems(e, claim) and proved(e, claim) for e in (other, other**2 - square)):
            bounds = (
                _of_root(mean, root, root_above(square, mean)).taken(times, times * (other - root)),
                _of_root(root, other, root_below(square, other)).taken(times, S.Zero),
            )
            return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no mean of which a mean square is assumed to be no more")


def _of_root(low: Expr, high: Expr, reason: Reason) -> Bound:
    says = f"{in_words(low)} <= {in_words(high)}"
    return Bound(says, OF_THE_SQUARES, high - low, high - low, ((S.One, reason),))
