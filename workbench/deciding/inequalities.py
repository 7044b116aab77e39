"""Inequalities decided: the difference of both sides brought to a form whose least value is known.

``low <= high`` is proved in three strokes. The difference is rewritten by the rules of proof into means over
the classes; what is no mean of a function of the score (a hull, a maximum) is bounded by known facts; and
the least value of what is left is found exactly, by `workbench.deciding.functionals` for scores and
`workbench.deciding.rank_statistics` for rates.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Integer,
    Min,
    Mul,
    Poly,
    Pow,
    S,
    Symbol,
    cancel,
    div,
    exp,
    expand,
    factor,
    fraction,
    log,
    together,
)

from workbench.deciding import between_metrics, supporting_planes
from workbench.deciding.bounds import (
    EVERYWHERE,
    KEPT,
    LOSSES,
    SWITCHES,
    Bound,
    Claim,
    Reason,
    arguments,
    assumed,
    known,
    simplified,
    tangents,
)
from workbench.deciding.cell_points import UNIT, OutOfTime
from workbench.deciding.functionals import Domain, Place, always_positive, negative_sample
from workbench.deciding.inequality import Case, Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.rank_statistics import lower_bound
from workbench.deciding.readings import by_bounds, ending
from workbench.language.statements import of_assumption
from workbench.language.syntax import Assumption
from workbench.limits import Work
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import rules
from workbench.symbolic.normal_forms import BY_SHARE, FOLD_AUC, Move, continued, normal_form, shortened
from workbench.symbolic.notation import (
    Balanced,
    ClassMean,
    ExpectedLoss,
    Operator,
    OptimalMethod,
    R,
    RateMethod,
    error,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import RuleFails, canonical
from workbench.symbolic.translation import in_words

MAX_FACTS = 4
FIRST_SHARE = 0.4
CLASS_WISE = {metric(name) for name in ("AUC", "AUCH", "KS", "BS0", "BS1", "MBS", "MAE0", "MAE1", "MMAE")}
"""What each class keeps when the other is repeated."""


def prove_positive(
    gap: Expr,
    *,
    strict: bool = False,
    domain: Domain = EVERYWHERE,
    given: Sequence[Move] = (),
    assumed: Sequence[Assumption] = (),
    work: Work | None = None,
) -> Inequality | Place | None:
    """A proof that ``gap`` is nonnegative (positive) on every sample, or an extreme sample where it is negative.

    None means that neither was found.

    >>> from workbench.symbolic.notation import metric
    >>> isinstance(prove_positive(metric("MAE") - metric("BS")), Inequality)
    True
    >>> isinstance(prove_positive(metric("BS") - metric("MAE") / 2), Place)
    True
    """
    gap = gap.replace(lambda e: isinstance(e, Abs) and _is_plain(e.args[0]), lambda e: e.args[0])
    top, bottom = fraction(together(gap))
    about = {v.name for v in bottom.free_symbols} & frozenset().union(*map(of_assumption, assumed))
    if _moves(bottom) or about or any(isinstance(part, Add) for part in Mul.make_args(bottom)):
        return _quotient(gap, top, bottom, strict, domain, given, assumed, work)
    first = None if work is None else work.share(FIRST_SHARE)
    claim = Claim(strict, domain, tuple(given), _context(gap), tuple(assumed), first)
    for search in (_by_bounds_at_once, _by_one_fact, _by_root):
        with suppress(NotDecided, OutOfTime, RuleFails):
            return search(gap, claim)
    if gap.free_symbols & {metric("KS"), metric("MER"), metric("AUCH")}:
        with suppress(NotDecided):
            return _by_facts(gap, claim, between_metrics.ONCE)
    if claim.assumed:
        with suppress(NotDecided, OutOfTime):
            return _by_assumption(gap, claim)
    for keep in (frozenset[str](), KEPT, KEPT | {"R"}):
        line, steps = normal_form(gap, given, keep)
        line = simplified(line)
        try:
            found = _cases(_equality(gap, line, steps), claim)
        except (NotDecided, OutOfTime):
            continue
        if found is not None:
            return found
    return _otherwise(gap, replace(claim, work=work))


def _otherwise(gap: Expr, claim: Claim) -> Inequality | None:
    """A proof by multiples of facts, by a supporting plane, or for equally frequent classes as for any others."""
    for search in (
        _by_bounds,
        _by_reading,
        _by_factors,
        _by_cases,
        _by_root,
        _by_correlation,
        _by_facts,
        _by_plane,
        _by_twin,
    ):
        if claim.work is not None and claim.work.over:
            return None
        with suppress(NotDecided, OutOfTime, RuleFails):
            return search(gap, claim)
    return None


def _by_assumption(gap: Expr, claim: Claim) -> Inequality:
    """A multiple of an assumption, and what is not negative besides."""
    alone = replace(claim, assumed=tuple(a for a in claim.assumed if not a.sides))
    parts = [(fact, *_divided(gap, fact.raw)) for fact in assumed(claim)]
    sided = {str(a) for a in claim.assumed if a.sides}
    apart = [fact for fact, times, _ in parts if times == 0 and _moves(fact.raw) and fact.reasons[0][1].given in sided]
    parts.sort(key=lambda part: (part[2] != 0, part[1].could_extract_minus_sign()))
    for fact, times, rest in (*parts, *((fact, S.One, gap - fact.raw) for fact in apart)):
        seen = times == 1 or (times != 0 and _proved(times, claim))
        if not seen or not (rest == 0 or _proved(rest, alone if fact in apart else claim)):
            continue
        besides = _shown_apart(rest, "it holds besides", gives=times * fact.raw, alone=fact in apart)
        bounds = (besides,) if rest != 0 else ()
        if not claim.strict:
            bounds = (*bounds, fact.taken(times, S.Zero))
        end = ending(S.Zero if not claim.strict else times * fact.raw, claim.domain, claim.assumed, strict=claim.strict)
        return Inequality(_equality(gap, gap, []), (Case((), bounds, end),), claim, gap)
    raise NotDecided("no multiple of an assumption is left out")


def _divided(e: Expr, by: Expr) -> tuple[Expr, Expr]:
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


def _by_bounds_at_once(gap: Expr, claim: Claim) -> Inequality:
    """The same of a claim about metrics alone, as it stands."""
    if gap.atoms(Operator) or not gap.free_symbols & {metric(name) for name in METRICS}:
        raise NotDecided("it is about more than metrics")
    end = by_bounds(gap, claim.domain, claim.assumed, strict=claim.strict)
    return Inequality(_equality(gap, gap, []), (Case((), (), end),), claim, gap)


def _by_one_fact(gap: Expr, claim: Claim) -> Inequality:
    """A loss against an optimal one, as it stands: a multiple of the fact that this one is least."""
    if claim.strict:
        raise NotDecided("no fact is strict")
    for optimal in sorted((e for e in gap.atoms(ExpectedLoss) if isinstance(e.args[0], OptimalMethod)), key=str):
        for fact in known(optimal, claim, lambda e: _is_nonnegative(e, claim)):
            times = cancel(gap / fact.raw) if fact.raw != 0 else S.Zero
            if times.is_number and times > 0:
                case = Case((), (fact.taken(times, S.Zero),), ending(S.Zero, claim.domain))
                return Inequality(_equality(gap, gap, []), (case,), claim, gap)
    raise NotDecided("no fact about an optimal loss says so")


def _by_bounds(gap: Expr, claim: Claim) -> Inequality:
    """Whatever the means are: each lies where what it is a mean of does, and a root or a loss is not negative."""
    line, steps = normal_form(gap, claim.given)
    end = by_bounds(simplified(line), claim.domain, claim.assumed, strict=claim.strict)
    return Inequality(_equality(gap, line, steps), (Case((), (), end),), claim, gap)


def _by_reading(gap: Expr, claim: Claim) -> Inequality:
    """What the line is a mean of, whatever the functions of the score in it are."""
    for line, steps in ((gap, list[Step]()), normal_form(gap, claim.given)):
        with suppress(NotDecided):
            end = ending(simplified(line), claim.domain, claim.assumed, strict=claim.strict)
            return Inequality(_equality(gap, line, steps), (Case((), (), end),), claim, gap)
    raise NotDecided("neither the line nor its normal form is read")


def _by_factors(gap: Expr, claim: Claim) -> Inequality:
    """A product of what is not negative."""
    moving = [x for x in Mul.make_args(gap) if _moves(x)]
    if claim.strict or len(moving) < 2:
        raise NotDecided("no product")
    brief = claim if claim.work is None else replace(claim, work=claim.work.share(1 / 8))
    factors = [x if _proved(x, brief) else -x for x in moving]
    rest = cancel(gap / Mul(*factors))
    if _moves(rest) or not all(_proved(x, claim) for x in (*factors, rest)):
        raise NotDecided("no product of what is seen not to be negative")
    bounds = (_shown_apart(factors[0], "no factor is negative", rest * Mul(*factors[1:])),)
    return Inequality(_equality(gap, gap, []), (Case((), bounds, ending(S.Zero, claim.domain)),), claim, gap)


def _by_cases(gap: Expr, claim: Claim) -> Inequality:
    """Each way to take a maximum or an absolute value that counts negatively, a minimum that counts positively."""
    choices = [(chosen, gap.xreplace(dict(chosen))) for chosen, _ in _choices(gap, claim)]
    if claim.strict or len(choices) < 2 or not all(_proved(line, claim) for _, line in choices):
        raise NotDecided("no cases, or one of them is not seen to hold")
    end = ending(S.Zero, claim.domain)
    cases = tuple(Case(chosen, (_shown_apart(line, "it holds in this case"),), end) for chosen, line in choices)
    return Inequality(_equality(gap, gap, []), cases, claim, gap)


def _proved(e: Expr, claim: Claim) -> bool:
    """Whether there is a proof that an expression is not negative."""
    about: dict[str, Any] = {"domain": claim.domain, "given": claim.given, "assumed": claim.assumed, "work": claim.work}
    return isinstance(prove_positive(e, **about), Inequality)


def _shown_apart(e: Expr, because: str, times: Expr = S.One, gives: Expr = S.Zero, *, alone: bool = False) -> Bound:
    """A bound by an expression that is not negative, which has a proof of its own."""
    return Bound(f"0 <= {in_words(e)}", because, e, e, ((S.One, Reason(shown=(e,), alone=alone)),), times, gives)


def _by_root(gap: Expr, claim: Claim) -> Inequality:
    """A square root of means against what stands beside it, as for the squares."""
    roots = sorted((e for e in gap.atoms(Pow) if e.exp == S.Half and _moves(e.base)), key=str)
    if len(roots) != 1 or claim.strict:
        raise NotDecided("not one root")
    root, letter = roots[0], Symbol("root")
    flat = gap.xreplace({root: letter})
    weight = flat.diff(letter)
    if weight.has(letter) or flat.atoms(*SWITCHES) or not _is_nonnegative(weight, claim):
        raise NotDecided("a root that counts negatively, or not linearly")
    other = cancel(-flat.xreplace({letter: S.Zero}) / weight)
    for e in (root.base, root.base - other**2):
        if not isinstance(prove_positive(e, domain=claim.domain, given=claim.given, assumed=claim.assumed), Inequality):
            raise NotDecided("the squares are not seen to compare so")
    reason = Reason("root_above", (("x", root.base), ("y", other)), (root.base, root.base - other**2))
    says = f"{in_words(other)} <= {in_words(root)}"
    bound = Bound(says, "as for the squares", root - other, S.Zero, ((S.One, reason),), weight, S.Zero)
    return Inequality(_equality(gap, gap, []), (Case((), (bound,), ending(S.Zero, claim.domain)),), claim, gap)


def _by_correlation(gap: Expr, claim: Claim) -> Inequality:
    """A multiple of what Cauchy and Schwarz say of two functions of the score, in a class or in both."""
    keep = frozenset({"R"}) if gap.has(R) else frozenset[str]()
    line, steps = continued(*normal_form(gap, claim.given, keep), BY_SHARE)
    for k, f, g in _pairs(gap, line):
        over = pi0 * ClassMean(0, s) + pi1 * ClassMean(1, s) if k == 2 and not gap.has(R) else ClassMean(k, s)
        means = [canonical(over.xreplace({s: expand(x * y)})) for x, y in ((f, f), (g, g), (f, g))]
        difference = means[0] * means[1] - means[2] ** 2
        told, _ = continued(*normal_form(difference, claim.given, keep), BY_SHARE)
        if told == 0 or told.atoms(ClassMean) != line.atoms(ClassMean):
            continue
        weight = factor(simplified(line) / simplified(told)).xreplace({pi0 - 1: -pi1})
        if weight.atoms(ClassMean) or not _is_nonnegative(weight, claim):
            continue
        known = ("cauchy_schwarz", ()) if k == 2 else ("cauchy_schwarz_in_a_class", (("k", Integer(k)),))
        reason = Reason(known[0], (*known[1], ("f", f), ("g", g)))
        says = f"{in_words(ClassMean(k, f * g))}**2 <= {in_words(ClassMean(k, f**2) * ClassMean(k, g**2))}"
        because = "the product of mean squares is no less than the square of the mean product"
        bound = Bound(says, because, told, difference, ((S.One, reason),), weight, S.Zero, BY_SHARE)
        end = ending(S.Zero, claim.domain)
        return Inequality(_equality(gap, line, steps), (Case((), (bound,), end),), claim, gap)
    raise NotDecided("no two functions are so correlated")


def _pairs(gap: Expr, line: Expr) -> Iterator[tuple[int, Expr, Expr]]:
    """A class, or 2 for both, and two functions that occur or whose squares do, or how they differ from their means."""
    bodies = {mean.body for e in (gap, line) for mean in e.atoms(ClassMean)}
    roots = sorted(map(_root, bodies), key=str)
    whole = {f for f in roots if all(x.as_base_exp()[1].is_Integer for x in Mul.make_args(f))}
    functions = sorted(whole | {f for f in (s, pav(s), posterior(s), R(s)) if line.has(f)}, key=str)
    uneven = [(f, g) for f, g in itertools.combinations(roots, 2) if f * g in bodies and not whole >= {f, g}]
    for k in (2, 1, 0):
        yield from ((k, f, g) for f, g in itertools.combinations([S.One, *functions], 2))
        for f, g in itertools.combinations(functions, 2):
            yield k, f - ClassMean(k, f), g - ClassMean(k, g)
    yield from ((k, f, g) for k in (2, 1, 0) for f, g in uneven)


def _root(body: Expr) -> Expr:
    """The function of which a product of powers is the square."""
    powers = [x.as_base_exp() for x in Mul.make_args(body)]
    return Mul(*(base ** (exponent / 2) for base, exponent in powers))


def _by_facts(gap: Expr, claim: Claim, multiples: between_metrics.Multiples = between_metrics.MANY) -> Inequality:
    line, steps = normal_form(gap, claim.given, KEPT)
    line, steps = continued(line, steps, [FOLD_AUC])
    line = simplified(line)
    bounds, end = between_metrics.bounded(line, claim, multiples)
    return Inequality(_equality(gap, line, steps), (Case((), bounds, end),), claim, gap)


def _by_plane(gap: Expr, claim: Claim) -> Inequality:
    for keep in (frozenset[str](), frozenset({"R"})):
        line, steps = normal_form(gap, claim.given, keep)
        with suppress(NotDecided):
            end = supporting_planes.ending(line, claim.domain, claim.assumed, strict=claim.strict, work=claim.work)
            return Inequality(_equality(gap, line, steps), (Case((), (), end),), claim, gap)
        if not (gap.has(R) or gap.has(RateMethod)):
            break
    raise NotDecided("no supporting plane was found")


def _by_twin(gap: Expr, claim: Claim) -> Inequality:
    """What holds of every sample holds of one whose examples are repeated until both classes are equally frequent."""
    line, steps = continued(gap, [], [Move(rules.skews_balance_classes, "Lemma 1 at each skew")])
    alone = line.replace(Balanced, lambda body: S.Zero)
    own = {v for v in alone.free_symbols if v.name in METRICS or v in (pi0, pi1)}
    if not line.has(Balanced) or claim.strict or own - CLASS_WISE or alone.atoms(ClassMean, *LOSSES, error):
        raise NotDecided("a claim about class proportions beside equal ones")
    twin = line.replace(Balanced, lambda body: body)
    if not isinstance(prove_positive(twin, domain=Domain(positive=claim.domain.positive), work=claim.work), Inequality):
        raise NotDecided("it is not seen to hold for all class proportions")
    because = "it holds for all class proportions, and so for equal ones"
    bound = Bound(f"0 <= {in_words(line)}", because, line, S.Zero, ((S.One, Reason(shown=(twin,), balanced=True)),))
    end = ending(S.Zero, claim.domain)
    return Inequality(_equality(gap, line, steps), (Case((), (bound,), end),), claim, gap)


def _is_plain(e: Expr) -> bool:
    """Whether an expression is a metric that is never negative."""
    return isinstance(e, Symbol) and e.name in METRICS and METRICS[e.name].ends[0] >= 0


def _quotient(
    gap: Expr,
    top: Expr,
    bottom: Expr,
    strict: bool,
    domain: Domain,
    given: Sequence[Move],
    assumed: Sequence[Assumption],
    work: Work | None,
) -> Inequality | Place | None:
    known: dict[str, Any] = {"domain": domain, "given": given, "assumed": assumed, "work": work}
    for sign in (1, -1):
        divisor = prove_positive(sign * bottom, strict=True, **known)
        if isinstance(divisor, Inequality):
            found = prove_positive(sign * top, strict=strict, **known)
            return replace(found, gap=gap, divisor=divisor) if isinstance(found, Inequality) else found
    return None


def _equality(gap: Expr, line: Expr, steps: list[Step]) -> Theorem:
    if not steps or steps[-1].gives != line:
        steps = [*steps, Step(why="collect the terms; pi1 = 1 - pi0", by=rules.algebra, gives=line)]
    given = frozenset().union(*(step.by.needs for step in steps))
    return Theorem(name="", says="", left=gap, right=line, proof=shortened(gap, steps), given=given)


def _cases(theorem: Theorem, claim: Claim) -> Inequality | Place | None:
    cases = []
    for chosen, line in _choices(theorem.right, claim):
        if not _specials(line):
            place = None if line.has(R) else negative_sample(line, claim.domain, claim.work)
            if place is not None and claim.domain.auc == UNIT and not any(a.sides for a in claim.assumed):
                return place
        bounds = _bounded(line, claim, ())
        if bounds is None and any(a.sides for a in claim.assumed):
            bounds = ()  # the line may be seen to be nonnegative where the assumptions hold
        if bounds is None:
            return None
        last = bounds[-1].gives if bounds else line
        cases.append(Case(chosen, bounds, ending(last, claim.domain, claim.assumed, strict=claim.strict)))
    return Inequality(theorem, tuple(cases), claim, theorem.left)


# --- maxima, minima and absolute values -----------------------------------------------------------------


def _choices(line: Expr, claim: Claim) -> Iterator[tuple[tuple[tuple[Expr, Expr], ...], Expr]]:
    """The cases that together make ``line`` nonnegative: each way to take a maximum that counts negatively, a
    minimum that counts positively. One that counts the other way is bounded later, by one of its arguments."""
    switches = [e for e in _outermost(line, SWITCHES) if _moves(e) or _specials(line)]
    options = []
    for switch in switches:
        weight = _coefficient(line, switch)
        turned = -weight if isinstance(switch, Min) else weight
        if not _may_be_negative(-turned, claim):
            options.append([(switch, part) for part in arguments(switch)])
    for chosen in itertools.product(*options):
        yield chosen, canonical(line.xreplace(dict(chosen)))


def _outermost(line: Expr, kinds: tuple[type[Expr], ...]) -> list[Expr]:
    """The parts of a line that are of some kinds and stand in no other such part."""
    if isinstance(line, kinds):
        return [line]
    if isinstance(line, ClassMean):
        return []
    found = {e for a in line.args if isinstance(a, Expr) for e in _outermost(a, kinds)}
    return sorted(found, key=str)


def _moves(e: Expr) -> bool:
    """Whether an expression depends on the sample by more than its class proportions and its size."""
    return bool(e.atoms(ClassMean, *LOSSES)) or any(v.name in METRICS for v in e.free_symbols)


def _coefficient(line: Expr, quantity: Expr) -> Expr:
    letter = Symbol("quantity")
    flat = line.xreplace({quantity: letter})
    if not flat.is_polynomial(letter) or Poly(flat, letter).degree() != 1:
        raise NotDecided(f"{quantity} does not stand in the line as a term")
    return Poly(flat, letter).coeff_monomial(letter)


def _may_be_negative(weight: Expr, claim: Claim) -> bool:
    return not _is_nonnegative(weight, claim)


# --- facts ----------------------------------------------------------------------------------------------


def _specials(line: Expr) -> list[Expr]:
    """What stands in a line and is no mean of a function of the score."""
    kinds = (*SWITCHES, *LOSSES, Pow, exp, log, Symbol)
    return [e for e in _outermost(line, kinds) if _is_special(e)] + [
        e for power in _outermost(line, (Pow,)) if not _is_special(power) for e in _specials_below(power)
    ]


def _specials_below(e: Expr) -> list[Expr]:
    return [x for a in e.args for x in _specials(a)]


def _is_special(e: Expr) -> bool:
    if isinstance(e, Pow):
        named = isinstance(e.base, Symbol) and e.base.name in METRICS
        return _moves(e.base) and (named or not (e.exp.is_Integer and e.exp > 0))
    return isinstance(e, LOSSES) or _moves(e) or (isinstance(e, exp | log) and bool(e.free_symbols))


def _bounded(line: Expr, claim: Claim, used: tuple[str, ...]) -> tuple[Bound, ...] | None:
    """Bounds after which what is left is seen to be nonnegative (positive); None when none are found."""
    specials = _specials(line)
    if not specials:
        return () if _settled(line, claim) else _assumed(line, claim)
    if len(used) == MAX_FACTS:
        return None
    if claim.work is not None and claim.work.over:
        raise OutOfTime
    quantity = specials[0]
    weight = _coefficient(line, quantity)

    def seen(e: Expr) -> bool:
        return _is_nonnegative(e, claim)

    for fact in (*tangents(line, quantity, weight, seen), *known(quantity, claim, seen)):
        times = cancel((weight / _coefficient(fact.difference, quantity)).xreplace({pi1: 1 - pi0}))
        if fact.says in used or _may_be_negative(times, claim):
            continue
        left = simplified(line - times * fact.difference)
        try:
            rest = _bounded(left, claim, (*used, fact.says))
        except NotDecided:
            continue
        if rest is not None:
            return (replace(fact, times=times, gives=left), *rest)
    return None


def _assumed(line: Expr, claim: Claim) -> tuple[Bound, ...] | None:
    """A bound by an assumption after which what is left is seen to be nonnegative (positive)."""
    for fact in assumed(claim):
        whole = cancel(line / fact.difference) if fact.difference != 0 else S.Zero
        for times in (*_MULTIPLES, whole):
            if times is whole and (
                _moves(fraction(whole)[1]) or not _is_nonnegative(whole, replace(claim, assumed=()))
            ):
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
    if _specials(line):
        return False
    if line.has(R):
        least = lower_bound(line, claim.domain)
        return bool(least > 0 if claim.strict else least >= 0)
    if claim.strict:
        return always_positive(line, claim.domain, claim.work)
    return negative_sample(line, claim.domain, claim.work) is None


def _context(gap: Expr) -> tuple[Expr, ...]:
    """The expected losses and error rates that a claim is about."""
    return tuple(sorted(gap.atoms(*LOSSES, error), key=str))


def _is_nonnegative(e: Expr, claim: Claim) -> bool:
    """Whether an expression is seen to be nonnegative, with the help of facts if need be."""
    if e.is_number:
        return bool(e >= 0)
    if e.is_nonnegative and e.free_symbols <= {pi0, pi1}:
        return True
    try:
        return _bounded(simplified(e), replace(claim, strict=False), ()) is not None
    except NotDecided:
        return False
