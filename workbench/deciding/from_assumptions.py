"""Claims seen from what is assumed: multiples of it, its square, and squares of which it says which is greater."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Add, Dummy, Expr, Mul, S, expand, factor, fraction, linsolve, rem, sqrt, symbols

from workbench.deciding.bounding import divided, moves
from workbench.deciding.bounds import (
    ASSUMED,
    BESIDES,
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
from workbench.deciding.readings import assumed_gap, ending, in_proportions
from workbench.deciding.term_by_term import SQUARES, Proved, seems
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import normal_form
from workbench.symbolic.notation import ClassMean, pi0, pi1
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
        besides = shown_apart(rest, BESIDES, gives=times * fact.raw, alone=fact in apart)
        bounds = (besides,) if rest != 0 else ()
        if not claim.strict:
            bounds = (*bounds, fact.taken(times, S.Zero))
        end = ending(S.Zero if not claim.strict else times * fact.raw, claim.domain, claim.assumed, strict=claim.strict)
        return Inequality.of(gap, claim, bounds, end)
    raise NotDecided("no multiple of an assumption is left out")


def _by_numbers(gap: Expr, claim: Claim) -> Iterator[tuple[Bound, Expr]]:
    """What is assumed, as often as its number, or a mean in it, goes into that of a line."""
    line = expand(gap)
    for fact in assumed(claim):
        own = expand(fact.raw)
        shares = [(line.as_coeff_Add()[0], own.as_coeff_Add()[0])]
        shares += [(line.coeff(mean), own.coeff(mean)) for mean in sorted(own.atoms(ClassMean), key=str)]
        found = dict.fromkeys(cancelled(whole / part) for whole, part in shares if part != 0)
        yield from ((fact, times) for times in found if times.is_Number and times > 0 and times != 1)


def by_combination(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Multiples of what is assumed by numbers, of which the line is the sum once all losses are written out.

    The line may be such a sum over what is positive.
    """
    facts = [fact for fact in assumed(claim) if fact.reasons[0][0] == 1]
    if claim.strict or len(facts) < 2:
        raise NotDecided("it is strict, or no two things are assumed")
    lines = [in_proportions(normal_form(e, claim.given)[0]) for e in (gap, *(fact.raw for fact in facts))]
    below = _in_both_shares(fraction(cancelled(lines[0]))[1])
    if moves(below):
        raise NotDecided("it is divided by a mean")
    lines[0] = cancelled(in_proportions(lines[0] * below))
    whole, *parts = (expand(line).as_coefficients_dict() for line in lines)
    unknown = symbols(f"x:{len(facts)}", cls=Dummy)
    rows = dict.fromkeys(term for line in (whole, *parts) for term in line)
    sums = [Add(*(x * part[row] for x, part in zip(unknown, parts, strict=True))) - whole[row] for row in rows]
    solved = next(iter(linsolve(sums, *unknown)), ())
    found = [times.xreplace(dict.fromkeys(unknown, S.Zero)) for times in solved]
    if not any(found) or min(found) < 0:
        raise NotDecided("the line is no sum of multiples of what is assumed")
    if not (below.is_number or proved(1 / below, claim)):
        raise NotDecided("what it is divided by is not seen to be positive")
    used = [(fact, times / below) for fact, times in zip(facts, found, strict=True) if times != 0]
    return _of_several(gap, claim, used, gap - Add(*(times * fact.raw for fact, times in used)))


def _of_several(gap: Expr, claim: Claim, used: list[tuple[Bound, Expr]], rest: Expr) -> Inequality:
    """The proof by multiples of what is assumed, and by what is left, which holds besides."""
    left = Add(*(times * fact.raw for fact, times in used))
    bounds = [] if cancelled(rest) == 0 else [shown_apart(rest, BESIDES, gives=left, alone=True)]
    for fact, times in used:
        left -= times * fact.raw
        bounds.append(fact.taken(times, left))
    return Inequality.of(gap, claim, tuple(bounds), ending(S.Zero, claim.domain))


def by_its_parameters(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """What is assumed of a parameter by which the line falls, each as often as leaves the parameter out."""
    alone = replace(claim, assumed=tuple(a for a in claim.assumed if not a.sides))
    for v in sorted(gap.free_symbols, key=str):
        facts = [x for x in assumed(claim) if x.raw.diff(v).is_number and x.raw.diff(v) < 0 and x.reasons[0][0] == 1]
        slope = gap.diff(v)
        if claim.strict or len(facts) < 2 or not (slope.is_number and slope < 0):
            continue
        times = slope / Add(*(fact.raw.diff(v) for fact in facts))
        rest = expand(gap - Add(*(times * fact.raw for fact in facts)))
        if seems(rest, alone) and proved(rest, alone):
            return _of_several(gap, claim, [(fact, times) for fact in facts], rest)
    raise NotDecided("no parameter of which two things are assumed")


def _in_both_shares(e: Expr) -> Expr:
    """A product of polynomials in pi0 with pi1 for 1 - pi0, pi0 pi1 for pi0 - pi0**2, whose sign is then seen."""
    if not e.has(pi0):
        return e
    both, parts = Dummy(), list[Expr]()
    for part in Mul.make_args(factor(e)):
        reduced = rem(part, pi0**2 - pi0 + both, pi0).xreplace({both: pi0 * pi1})
        found = {1 - pi0: pi1, pi0 - 1: -pi1}.get(reduced, reduced)
        parts += [-S.One, -found] if found.could_extract_minus_sign() else [found]
    return Mul(*parts)


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
            bounds = shown_apart(square, ASSUMED, times, other), shown_apart(other, BESIDES, alone=True)
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
                _of_root(mean, root, replace(root_above(square, mean), alone=True)).taken(
                    times, times * (other - root)
                ),
                _of_root(root, other, root_below(square, other)).taken(times, S.Zero),
            )
            return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no mean of which a mean square is assumed to be no more")


def _of_root(low: Expr, high: Expr, reason: Reason) -> Bound:
    says = f"{in_words(low)} <= {in_words(high)}"
    return Bound(says, OF_THE_SQUARES, high - low, high - low, ((S.One, reason),))
