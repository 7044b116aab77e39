"""Claims seen term by term: a root against what stands beside it, terms apart, the arguments of maxima one by one.

What is left to show has a proof of its own; a look at the smallest samples comes before the search for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    div,
    exp,
    expand,
    factor,
    log,
    sqrt,
)

from workbench.deciding import facts
from workbench.deciding.bounding import is_nonnegative, moves
from workbench.deciding.bounds import (
    BESIDES,
    LOSSES,
    OF_THE_SQUARES,
    SWITCHES,
    Bound,
    Claim,
    least_errors,
    of_difference,
    of_fact,
    one_of,
    root_above,
    root_below,
    shown_apart,
)
from workbench.deciding.inequality import Case, Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import assumed_gap, by_bounds, ending, sign_of
from workbench.language.about import of_assumption
from workbench.language.syntax import Assumption, Number, Statement
from workbench.metrics import CATALOGUE
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.normal_forms import VALUES, continued
from workbench.symbolic.notation import (
    E0,
    E1,
    ClassMean,
    ExpectedLoss,
    Operator,
    c,
    error,
    h_measure,
    macro_error,
    metric,
    pi0,
    pi1,
    s,
    u,
)
from workbench.symbolic.translation import Untranslatable, in_words, to_syntax
from workbench.witnesses.search import at_sight

_DENOMINATORS = (10, 10**3, 10**6, 10**12)
SQUARES = [(metric(x), metric(y)) for x, y in (("BS", "MAE"), ("BS0", "MAE0"), ("BS1", "MAE1"), ("MBS", "MMAE"))]
_MEAN_SQUARES = (
    (metric("BS0"), E0(s)),
    (metric("BS1"), 1 - E1(s)),
    *SQUARES,
)
_NEARBY = (
    (metric("BS"), metric("RLH"), facts.hull_is_best_map),
    (metric("AUC"), metric("AUCH"), facts.hull_above_curve),
    (metric("AUC"), metric("AUCH"), facts.hull_of_calibrated),
)
Proved: TypeAlias = "Callable[[Expr, Claim], bool]"
"""Whether there is a proof that an expression is not negative."""


def seems(e: Expr, claim: Claim) -> bool:
    """Whether no small sample that meets what is assumed makes an expression negative."""
    return _seems(e, claim.assumed)


@lru_cache(maxsize=2048)
def _seems(e: Expr, assumed: tuple[Assumption, ...]) -> bool:
    with suppress(Untranslatable):
        return not at_sight(Statement(to_syntax(e), ">=", Number(Fraction(0)), assumed))
    return True


def _roots(gap: Expr) -> list[Expr]:
    """The square roots of what depends on the sample; without any, those of parameters and class proportions."""
    roots = sorted((e for e in gap.atoms(Pow) if e.exp == S.Half and not e.base.is_number), key=str)
    still = [e for e in roots if not e.base.free_symbols & {s, c, u}]
    return [e for e in roots if moves(e.base)] or still


def by_root(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A square root of means against what stands beside it, as for the squares."""
    roots = _roots(gap)
    if len(roots) != 1 or claim.strict:
        raise NotDecided("not one root")
    root, letter = roots[0], Symbol("root")
    flat = gap.xreplace({root: letter})
    weight = flat.diff(letter)
    outside = flat.replace(ClassMean, lambda k, body: Dummy())
    if weight.has(letter) or outside.atoms(*SWITCHES) or not is_nonnegative(weight, claim):
        raise NotDecided("a root that counts negatively, or not linearly")
    other = cancelled(-flat.xreplace({letter: S.Zero}) / weight)
    alone = replace(claim, work=None)
    reason = root_above(root.base, other)
    if not all(seems(e, claim) and proved(e, alone) for e in reversed(reason.shown)):
        raise NotDecided("the squares are not seen to compare so")
    says = f"{in_words(other)} <= {in_words(root)}"
    bound = Bound(says, OF_THE_SQUARES, root - other, S.Zero, ((S.One, reason),), weight, S.Zero)
    return Inequality.of(gap, claim, (bound,), ending(S.Zero, claim.domain))


def by_lesser_root(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A square root that counts negatively against what stands beside it, as for the squares."""
    if claim.strict:
        raise NotDecided("no root is strictly less")
    for root in _roots(gap):
        letter = Dummy()
        flat = gap.xreplace({root: letter})
        weight = flat.diff(letter)
        if not weight.is_number or weight >= 0:
            continue
        other = cancelled(-flat.xreplace({letter: S.Zero}) / weight)
        above = expand(other**2 - root.base)
        if seems(above, claim) and all(proved(e, claim) for e in (above, other, root.base)):
            says, reason = f"{in_words(root)} <= {in_words(other)}", root_below(root.base, other)
            bound = Bound(says, OF_THE_SQUARES, other - root, S.Zero, ((S.One, reason),), -weight, S.Zero)
            return Inequality.of(gap, claim, (bound,), ending(S.Zero, claim.domain))
    raise NotDecided("no root that counts negatively is seen to be less")


def by_numbers(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Square roots of whole numbers, each between two fractions close to it."""
    roots = sorted((e for e in gap.atoms(Pow) if e.exp == S.Half and e.base.is_Integer), key=str)
    letters = {root: Dummy() for root in roots}
    flat = expand(gap.xreplace(letters))
    slopes = {root: flat.diff(v) for root, v in letters.items()}
    if not roots or any(slope.has(*letters.values()) for slope in slopes.values()):
        raise NotDecided("no roots of numbers, or not linear in them")
    rising = {root: bool(slope >= 0) if slope.is_number else proved(slope, claim) for root, slope in slopes.items()}
    if not all(rising[root] or slope.is_number or proved(-slope, claim) for root, slope in slopes.items()):
        raise NotDecided("a root of a number that counts with either sign")
    for scale in _DENOMINATORS:
        bounds, rest = list[Bound](), expand(gap)
        for root, slope in slopes.items():
            y = Rational(isqrt(root.base * scale**2) + (0 if rising[root] else 1), scale)
            rest = rest.xreplace({root: y})
            bounds.append(_of_number(root, y, rising[root], slope, rest))
        if not seems(rest, claim):
            continue
        if not (rest.is_number or claim.strict):
            if not proved(rest, claim):
                break
            bounds, rest = [*bounds, shown_apart(rest, BESIDES)], S.Zero
        with suppress(NotDecided):
            end = ending(rest, claim.domain, claim.assumed, strict=claim.strict)
            return Inequality.of(gap, claim, tuple(bounds), end)
    raise NotDecided("no fractions close enough were found")


def _of_number(root: Expr, y: Expr, rising: bool, slope: Expr, gives: Expr) -> Bound:
    """The root of a number against a fraction below it, or above it."""
    low, high = (y, root) if rising else (root, y)
    reason = root_above(root.base, y) if rising else root_below(root.base, y)
    times = slope if rising else -slope
    says = f"{in_words(low)} <= {in_words(high)}"
    return Bound(says, OF_THE_SQUARES, high - low, S.Zero, ((S.One, reason),), times, gives)


def by_values(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Means of shares and of powers of the rate, whose values are known, before anything is taken apart."""
    if claim.strict or not gap.atoms(ClassMean, error, macro_error):
        raise NotDecided("no means and no errors, or strict")
    line, steps = continued(gap, [], VALUES)
    if not steps or not (seems(line, claim) and proved(line, claim)):
        raise NotDecided("no means whose values are known")
    bounds = (shown_apart(line, "it holds with what these means are"),)
    return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain), line, steps)


def by_parameters(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A product of what is made of parameters, and not negative by what is assumed, and of what is not either."""
    top, bottom = as_quotient(gap) if _parameters(gap) and not claim.strict else (S.One, S.One)
    whole = factored(top) / bottom
    still = [x for x in Mul.make_args(whole) if _parameters(x) and not (moves(x) or x.atoms(Operator, *SWITCHES))]
    if not still:
        raise NotDecided("no factor of parameters")
    signs = (x for x in (Mul(*still), -Mul(*still)) if sign_of(x, claim.domain, claim.assumed) is not None)
    times = next(signs, S.Zero)
    rest = cancelled(whole / times) if times else S.Zero
    names = {str(v) for v in rest.free_symbols}
    about_it = tuple(x for x in claim.assumed if of_assumption(x) <= names)
    if not moves(rest) or not proved(rest, replace(claim, assumed=about_it)):
        raise NotDecided("a factor is not seen not to be negative")
    return Inequality.of(gap, claim, (shown_apart(rest, "no factor is negative", times),), ending(S.Zero, claim.domain))


def _parameters(e: Expr) -> set[Expr]:
    """The free parameters in an expression and, where no means are in it, class proportions and sizes."""
    still = (s, c, u) if not e.atoms(ClassMean) else (s, c, u, pi0, pi1, *map(metric, ("n", "n0", "n1")))
    return {v for v in e.free_symbols if v.name not in CATALOGUE and v not in still}


def factored(gap: Expr) -> Expr:
    """A polynomial in figures as a product."""
    figures = {*gap.atoms(ClassMean, *LOSSES, *SWITCHES, error, macro_error, h_measure, exp, log), *gap.atoms(Pow)}
    letters = {e: Dummy() for e in sorted(figures, key=str) if not (isinstance(e, Pow) and e.exp.is_Integer)}
    flat = gap.xreplace(letters)
    if not flat.is_polynomial(*flat.free_symbols):
        return gap
    return factor(flat).xreplace({v: e for e, v in letters.items()})


def by_fact(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """What is known, but for what has its sign by what is assumed and by where figures lie."""
    if gap.atoms(Operator):
        raise NotDecided("it is about more than metrics")
    said = gap.free_symbols.union(*(assumed_gap(a).free_symbols for a in claim.assumed if a.relation), {pi0, pi1})
    for difference, bound in _known(claim):
        for v in sorted((v for v in gap.free_symbols & difference.free_symbols if v.name in CATALOGUE), key=str):
            slope, times = expand(difference.diff(v)), expand(gap.diff(v))
            ratio = times / slope if slope != 0 else S.Zero
            if not (ratio.is_Rational and ratio.is_positive) or slope.has(v):
                continue
            rest = expand(gap - ratio * difference)
            if not rest.free_symbols <= said or (rest == 0 and bound.reasons[0][1].fact is None):
                continue
            with suppress(NotDecided):
                end = by_bounds(rest, claim.domain, claim.assumed, strict=claim.strict)
                return Inequality.of(gap, claim, (bound.taken(ratio, rest),), end)
    raise NotDecided("no fact says so")


def by_nearby_figure(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """The refinement loss of the hull for the Brier score, the area of the hull for that of the curve: what this leaves
    out of a line, the difference of both so many times, is not negative."""
    if claim.strict or any(not isinstance(e, ExpectedLoss) for e in gap.atoms(Operator)):
        raise NotDecided("it is about more than metrics and losses, or strict")
    line = gap.xreplace({Max(pi0, pi1): 1 - Min(pi0, pi1)})
    for x, y, fact in _NEARBY:
        if not line.has(x) or line.has(y) or (fact.given and not claim.domain.calibrated):
            continue
        bound = of_fact(fact, claim)
        other = line.xreplace({x: y})
        times = factor(cancelled((line - other) / bound.raw))
        if not times.is_polynomial(x, y):
            continue
        core = Mul(*(e for e in Mul.make_args(times) if not e.is_positive))
        brief = claim if claim.work is None else replace(claim, work=claim.work.share(1 / 4))
        if all(seems(e, claim) for e in (other, core)) and all(proved(e, brief) for e in (other, core)):
            bounds = bound.taken(times, other), shown_apart(other, BESIDES)
            return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain), line)
    raise NotDecided("no figure stands for another one")


def by_squares_of_means(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Mean squares, and their roots, as the squares of means that are no more, and these means, where all rises with
    them."""
    squares = any(power.exp == 2 and moves(power.base) for power in gap.atoms(Pow))
    bends = any(gap.has(sqrt(x)) or not gap.diff(x).is_number for x, _ in _MEAN_SQUARES)
    if claim.strict or not (squares or bends) or len(Add.make_args(gap)) < 2:
        raise NotDecided("it is strict, or of one term, or no square of what depends on the sample stands in it")
    line, bounds = gap, list[Bound]()
    for x, y in _MEAN_SQUARES:
        root = sqrt(x)
        if line.has(root):
            says, reason = f"{in_words(y)} <= {in_words(root)}", root_above(x, y)
            bound = Bound(says, OF_THE_SQUARES, root - y, root - y, ((S.One, reason),))
        elif line.has(x):
            bound = shown_apart(x - y**2, "the square of a mean is no more than the mean of the squares")
        else:
            continue
        other = line.xreplace({root: y}).xreplace({x: y**2})
        times = factor(cancelled((line - other) / bound.raw))
        if times.has(root) or not all(seems(e, claim) for e in (other, times)) or not proved(x - y**2, claim):
            continue
        line, bounds = other, [*bounds, bound.taken(times, other)]
    if not bounds or not all(proved(bound.times, claim) for bound in bounds):
        raise NotDecided("no mean square of which the rest rises")
    line = expand(line)
    if line != 0:
        if not proved(line, claim):
            raise NotDecided("what is left is not seen to hold")
        bounds.append(shown_apart(line, BESIDES))
    return Inequality.of(gap, claim, tuple(bounds), ending(S.Zero, claim.domain))


def by_range(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A figure as the end of where it lies, where the rest holds without it."""
    if claim.strict or len(Add.make_args(gap)) < 3:
        raise NotDecided("no figure stands beside others")
    for v in sorted((v for v in gap.free_symbols if v.name in CATALOGUE), key=str):
        times = gap.diff(v)
        span = CATALOGUE[v.name].values
        end = span.low if times.is_positive else span.high
        if not times.is_number or end not in (0, 1):
            continue
        apart, rest = (v, gap.xreplace({v: S.Zero})) if end == 0 else (1 - v, gap.xreplace({v: S.One}))
        if not moves(rest) or not (seems(rest, claim) and proved(rest, claim)):
            continue
        bounds = (
            shown_apart(apart, f"{v} is no {'less' if end == 0 else 'more'} than {end}", abs(times), rest),
            shown_apart(rest, BESIDES),
        )
        return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no figure can be left out")


def _known(claim: Claim) -> Iterator[tuple[Expr, Bound]]:
    """What is not negative between metrics: the facts, and that a square of what lies in [0, 1] is no more than it."""
    for fact in facts.CATALOGUE.values():
        if not fact.given or claim.domain.calibrated:
            yield of_difference(fact), of_fact(fact, claim)
    for less, more in SQUARES:
        yield more - less, shown_apart(more - less, "a square of what lies in [0, 1] is no more than it", alone=True)


def by_least_error(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Losses of what ignores the condition, none of which is less than the least error rate."""
    MER, rest, bounds = metric("MER"), gap, list[Bound]()
    below = sorted(gap.atoms(error), key=str)
    apart = (shown_apart(e - MER, "no threshold has less than the least error rate") for e in below)
    for bound in () if claim.strict or gap == -MER + Add(*below) else (*apart, *least_errors(claim)):
        letter = Dummy()
        times = gap.xreplace({bound.raw + MER: letter}).diff(letter)
        if times.is_positive:
            rest = expand(rest - times * bound.raw)
            bounds.append(bound.taken(times, rest))
    if not bounds or not (rest == 0 or (seems(rest, claim) and proved(rest, claim))):
        raise NotDecided("no loss is seen to be bounded by the least error rate")
    besides = (shown_apart(rest, "it holds of the least error rate"),) if rest != 0 else ()
    return Inequality.of(gap, claim, (*bounds, *besides), ending(S.Zero, claim.domain))


def by_distance(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Powers and products of the means of both classes: how far these lie apart, which KS bounds, is a factor."""
    KS = metric("KS")
    bodies = sorted(
        {m.body for m in gap.atoms(ClassMean) if gap.has(ClassMean(0, m.body), ClassMean(1, m.body))}, key=str
    )
    for body in bodies:
        means = ClassMean(0, body), ClassMean(1, body)
        letters = Dummy(), Dummy()
        flat = expand(gap.xreplace(dict(zip(means, letters, strict=True))))
        if not flat.is_polynomial(KS, *letters) or Poly(flat, KS).degree() != 1:
            continue
        weight, rest = flat.coeff(KS, 1), -flat.coeff(KS, 0)
        back = dict(zip(letters, means, strict=True))
        for low, high in (letters, letters[::-1]):
            times, left = div(rest, high - low, *letters)
            apart = KS - (high - low).xreplace(back)
            times = times.xreplace(back)
            if left != 0 or times.is_number or not (proved(times, claim) and proved(apart, claim)):
                continue
            gives = factor((weight.xreplace(back) - times) * KS)
            bound = shown_apart(apart, "KS bounds how far the means lie apart", times, gives)
            end = by_bounds(gives, claim.domain, claim.assumed, strict=claim.strict)
            return Inequality.of(gap, claim, (bound,), end)
    raise NotDecided("no distance of means is a factor")


def _outside(term: Expr) -> list[Expr]:
    """The square roots and absolute values in a term, those in means aside."""
    bare = term.replace(ClassMean, lambda k, body: Dummy())
    return [e for e in bare.atoms(Pow, Abs) if isinstance(e, Abs) or e.exp == S.Half]


def by_terms_apart(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Terms with square roots and absolute values, and the others, each not negative."""
    terms = Add.make_args(expand(gap))
    roots = Add(*(x for x in terms if any(moves(p.args[0]) for p in _outside(x))))
    rest = expand(gap - roots)
    apart = not claim.strict and S.Zero not in (roots, rest) and seems(rest, claim)
    if not apart or not (proved(roots, claim) and proved(rest, claim)):
        raise NotDecided("no terms with roots, or a sum that may be negative")
    because = "roots and absolute values are not negative"
    first = shown_apart(roots, because, gives=rest)
    if isinstance(roots, Pow):
        reason = root_above(roots.base, S.Zero)
        first = Bound(f"0 <= {in_words(roots)}", because, roots, roots, ((S.One, reason),), S.One, rest)
    bounds = first, shown_apart(rest, BESIDES)
    return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))


def by_argument(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A maximum (minimum) of three or more, by one of its arguments."""
    for switch in sorted((x for x in gap.atoms(Max, Min) if len(x.args) > 2), key=str):
        times, least = gap.coeff(switch), isinstance(switch, Min)
        if claim.strict or not times.is_number or (times >= 0) == least or times == 0:
            continue
        for i, part in enumerate(switch.args):
            rest = gap.xreplace({switch: part})
            if not seems(rest, claim) or (rest != 0 and not proved(rest, claim)):
                continue
            says = f"{in_words(switch)} {'<=' if least else '>='} {in_words(part)}"
            difference = part - switch if least else switch - part
            reason = one_of(switch.args, i, least)
            bound = Bound(says, "it is one of them", difference, difference, ((S.One, reason),), abs(times), rest)
            left = () if rest == 0 else (shown_apart(rest, "it holds of this one"),)
            return Inequality.of(gap, claim, (bound, *left), ending(S.Zero, claim.domain))
    raise NotDecided("no argument of a maximum is seen to do")


def by_arguments(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A maximum (minimum) against another one, argument by argument, each being no more than one of the other's."""
    pair = _pair(gap)
    if claim.strict or pair is None:
        raise NotDecided("no two maxima, or minima")
    times, low, high = pair
    least = isinstance(low, Min)
    split, other = (high, low) if least else (low, high)
    cases = []
    for a in split.args:
        others = sorted(other.args, key=lambda b: (b != a, b in split.args))
        beside = next((b for b in others if b == a or _is_between(a, b, least, claim, proved)), None)
        if beside is None:
            raise NotDecided(f"no argument is seen to compare with {in_words(a)}")
        difference = beside - other if least else other - beside
        says = f"{in_words(other)} {'<=' if least else '>='} {in_words(beside)}"
        rest = a - beside if least else beside - a
        reason = one_of(other.args, other.args.index(beside), least)
        bound = Bound(says, "it is one of them", difference, difference, ((S.One, reason),), times, times * rest)
        left = () if rest == 0 else (shown_apart(rest, "it holds of these", times),)
        cases.append(Case(((split, a),), (bound, *left), ending(S.Zero, claim.domain)))
    return Inequality.in_cases(gap, claim, tuple(cases))


def _is_between(a: Expr, b: Expr, least: bool, claim: Claim, proved: Proved) -> bool:
    difference = a - b if least else b - a
    return seems(difference, claim) and proved(difference, claim)


def _pair(gap: Expr) -> tuple[Expr, Expr, Expr] | None:
    """A number, and two maxima or minima whose difference so many times is the gap, the lesser first."""
    switches = sorted((x for x in gap.atoms(Max, Min) if gap.coeff(x) != 0), key=str)
    if len(switches) != 2 or not isinstance(switches[0], type(switches[1])):
        return None
    low, high = sorted(switches, key=gap.coeff) if all(gap.coeff(x).is_number for x in switches) else (None, None)
    if low is None or high is None or expand(gap - gap.coeff(high) * (high - low)) != 0 or not gap.coeff(high) > 0:
        return None
    return gap.coeff(high), low, high
