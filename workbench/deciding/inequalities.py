"""Inequalities decided: the difference of both sides brought to a form whose least value is known.

``low <= high`` is proved in three strokes. The difference is rewritten by the rules of proof into means over the
classes; bounds on it follow one another (`workbench.deciding.bounding`) until the sign of what is left is seen. Where
that leads nowhere, it is tried as a multiple of what is assumed or known, as a product, a root, a correlation, or
above a supporting plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from sympy import Abs, Add, Dummy, Expr, Max, Min, Mul, Poly, S, Symbol, expand

from workbench.certificates.cell_points import UNIT, OutOfTime
from workbench.deciding import between_metrics, direct_inequalities, substitutions, supporting_planes, term_by_term
from workbench.deciding.assumption_moves import EQUAL_PROPORTIONS, granted
from workbench.deciding.between_metrics import MANY, NEAR, ONCE, SCALED, Multiples
from workbench.deciding.bounding import bounded, choices, moves, specials
from workbench.deciding.bounds import (
    EVERYWHERE,
    KEPT,
    LOSSES,
    SWITCHES,
    Bound,
    Claim,
    Reason,
    class_wise,
    root_above,
    shown_apart,
    simplified,
)
from workbench.deciding.composed_figures import OF_FIGURES, OF_RANKS
from workbench.deciding.correlations import by_correlation, by_covariance, by_mean_square
from workbench.deciding.domain import Domain, Place
from workbench.deciding.example_by_example import by_examples
from workbench.deciding.from_assumptions import (
    by_assumed_square,
    by_assumption,
    by_combination,
    by_its_parameters,
    by_squares,
)
from workbench.deciding.functionals import negative_sample
from workbench.deciding.inequality import Case, Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import assumed_gap, by_bounds, ending, sign_of
from workbench.deciding.search_memory import once
from workbench.deciding.thresholds_at_hand import by_thresholds_at_hand
from workbench.deciding.two_groups import by_groups
from workbench.language.statements import of_assumption
from workbench.language.syntax import Assumption, Number, Statement
from workbench.limits import Work
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import rules
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.normal_forms import CONDITION_IGNORED, FOLD_AUC, FROM_CLASS_0, Move, continued, normal_form
from workbench.symbolic.notation import (
    F0,
    F1,
    SKEW,
    Balanced,
    ClassMean,
    ExpectedLoss,
    LossAtCutpoints,
    LossAtRates,
    Operator,
    R,
    RateMethod,
    error,
    h_measure,
    metric,
    pi0,
    pi1,
)
from workbench.symbolic.proof import Step
from workbench.symbolic.rules import RuleFails
from workbench.symbolic.translation import Untranslatable, in_words, parameter, to_syntax
from workbench.witnesses.search import quick

Search: TypeAlias = "Callable[[Expr, Claim], Inequality]"
Accept: TypeAlias = "Callable[[Inequality], bool]"
FIRST_SHARE, BRIEF_SHARE = 0.4, 0.1
BRIER = frozenset({"BS", "MAE"})
_MADE_OF_OTHERS = frozenset({"MBS", "MMAE", "GINI"})
_PARTS = KEPT | BRIER | {"BS0", "BS1", "MAE0", "MAE1", "AUC"}
SIZES = tuple(map(parameter, ("n", "n0", "n1")))
MULTIPLES = (Min(pi0, pi1), pi0 * pi1, pi0, pi1)
_PROPORTIONS: dict[tuple[Assumption, ...], str] = {
    (EQUAL_PROPORTIONS,): "it holds for equal class proportions",
    (): "it holds for all class proportions, and so for equal ones",
}


def prove_positive(
    gap: Expr,
    *,
    strict: bool = False,
    domain: Domain = EVERYWHERE,
    given: Sequence[Move] = (),
    assumed: Sequence[Assumption] = (),
    work: Work | None = None,
    accept: Accept | None = None,
) -> Inequality | Place | None:
    """A proof that ``gap`` is nonnegative (positive) on every sample, or an extreme sample where it is negative.

    None means that neither was found. ``accept`` says whether a proof that is found will do; the first one does
    without it.

    >>> from workbench.symbolic.notation import metric
    >>> isinstance(prove_positive(metric("MAE") - metric("BS")), Inequality)
    True
    >>> isinstance(prove_positive(metric("BS") - metric("MAE") / 2), Place)
    True
    """
    about: dict[str, Any] = {"strict": strict, "domain": domain, "given": tuple(given), "assumed": tuple(assumed)}
    found = (found for found in _proofs(gap, work=work, **about) if _is_taken(found, accept))
    return next(found, None) if accept else once((gap, *about.values()), work, lambda: next(found, None))


def _is_taken(found: Inequality | Place | None, accept: Accept | None) -> bool:
    return found is not None and (accept is None or isinstance(found, Place) or accept(found))


def _proofs(
    gap: Expr,
    strict: bool,
    domain: Domain,
    given: Sequence[Move],
    assumed: Sequence[Assumption],
    work: Work | None,
) -> Iterator[Inequality | Place | None]:
    """What `prove_positive` finds, one after the other; None where it is at its end.

    What costs least comes first, and it is read soonest too: bounds of what stands in it, one known
    inequality, and parts of a sum, each for itself; then multiples of known inequalities between metrics, which need a
    linear program, where such metrics occur or are assumed. Next is the line in three forms, from that which leaves
    fewest names to that which keeps most, each an integrand looked at case by case, where an extreme sample ends the
    search as well. What is slow and seldom of use comes last, with the rest of the work. A maximum of three and more,
    or the distance of two means, is looked at in cases before all, in the order in which its reader meets them.
    """
    gap = gap.replace(lambda e: isinstance(e, Abs) and _is_plain(e.args[0]), lambda e: e.args[0])
    top, bottom = as_quotient(gap)
    about = {v.name for v in bottom.free_symbols} & frozenset().union(*map(of_assumption, assumed))
    if moves(bottom) or about or any(isinstance(part, (Add, Max, Min)) for part in Mul.make_args(bottom)):
        yield from _quotients(gap, top, bottom, strict, domain, given, assumed, work)
        return
    first = None if work is None else work.share(FIRST_SHARE)
    claim = Claim(strict, domain, tuple(given), _context(gap), tuple(assumed), first)
    first_of_all: tuple[Search, ...] = (
        direct_inequalities.by_number,
        direct_inequalities.by_ranges,
        direct_inequalities.by_signs,
        direct_inequalities.by_one_fact,
        by_examples,
        partial(direct_inequalities.by_constants, proved=_proved),
        *_TERM_BY_TERM,
    )
    if any(len(e.args) > 2 for e in gap.atoms(Max, Min)) or any(e.has(ClassMean) for e in gap.atoms(Abs)):
        first_of_all = (_by_cases, *first_of_all)
    for search in (*first_of_all, _by_bounds) if claim.assumed else first_of_all:
        with suppress(NotDecided, OutOfTime, RuleFails):
            yield search(gap, claim)
    if gap.free_symbols & {metric("KS"), metric("MER"), metric("AUCH")}:
        with suppress(NotDecided):
            _by_facts(top, claim, ONCE)
            yield _by_facts(gap, claim, ONCE) if bottom.is_number else _by_numerator(gap, claim)
    if claim.assumed:
        with suppress(NotDecided, OutOfTime):
            yield by_assumption(gap, claim, _proved)
        for of_several in (by_combination, by_its_parameters):
            with suppress(NotDecided, OutOfTime, RuleFails):
                yield of_several(gap, claim, _proved)
    if _are_related(gap, claim.assumed):
        with suppress(NotDecided):
            yield _by_facts(gap, claim)
    if supporting_planes.is_soonest(gap):
        with suppress(NotDecided, OutOfTime, RuleFails):
            yield _by_plane(gap, claim)
    seen = set[Expr]()
    for keep in (frozenset[str](), KEPT, KEPT | {"R"}):
        line, steps = normal_form(gap, given, keep)
        line = simplified(line)
        if line not in seen:
            seen.add(line)
            with suppress(NotDecided, OutOfTime):
                yield _in_cases(gap, claim, line, steps)
    yield from _others(gap, replace(claim, work=work))


def prove_where_assumed(
    gap: Expr,
    *,
    strict: bool = False,
    domain: Domain = EVERYWHERE,
    given: Sequence[Move] = (),
    assumed: Sequence[Assumption] = (),
    work: Work | None = None,
    accept: Accept | None = None,
    soon: bool = False,
) -> Inequality | Place | None:
    """As `prove_positive`, and then by the square of the expression or a multiple of it, where figures are related.

    ``soon``: by what is tried first of these, and nothing else.

    >>> from workbench.deciding.proving import prove_statement
    >>> from workbench.language.statements import parse_statement
    >>> prove_statement(parse_statement("E0(s) == 0 given MAE == 0")) is None
    False
    """
    about: dict[str, Any] = {"strict": strict, "domain": domain, "given": given, "assumed": assumed, "accept": accept}
    claim = Claim(strict, domain, tuple(given), (), tuple(assumed), work)
    every = chain(_soonest(gap, claim), () if soon else _where_assumed(gap, claim, about))
    return next((found for found in every if _is_taken(found, accept)), None)


def _soonest(gap: Expr, claim: Claim) -> Iterator[Inequality]:
    """Proofs by a few facts, where figures are related: of the expression, a multiple of it, or its square."""
    if claim.strict or not _are_related(gap, claim.assumed):
        return
    multiple = partial(_by_multiple_alone, times=pi0 * pi1)
    searches: tuple[Search, ...] = (
        direct_inequalities.by_number,
        direct_inequalities.by_ranges,
        direct_inequalities.by_one_fact,
        partial(_by_facts, multiples=SCALED),
        partial(_by_square_alone, multiples=NEAR),
        partial(multiple, multiples=SCALED),
        partial(multiple, multiples=NEAR, squared=True),
        partial(_by_square_alone, multiples=SCALED),
    )
    for search in searches:
        brief = None if claim.work is None else claim.work.share(BRIEF_SHARE)
        with suppress(NotDecided, OutOfTime, RuleFails):
            yield search(gap, replace(claim, work=brief))
    for times in between_metrics.cofactors(gap, claim):
        with suppress(NotDecided, OutOfTime, RuleFails):
            yield _by_multiple_alone(gap, claim, times, NEAR)


def _where_assumed(gap: Expr, claim: Claim, about: dict[str, Any]) -> Iterator[Inequality | Place | None]:
    work = claim.work
    if not claim.strict and _are_related(gap, claim.assumed):
        brief = None if work is None else work.share(BRIEF_SHARE)
        yield prove_positive(gap, work=brief, **about)
        with suppress(NotDecided, OutOfTime, RuleFails):
            yield _by_square(gap, replace(claim, work=None if work is None else work.share(BRIEF_SHARE)))
        multiples = (partial(_by_multiple_alone, times=x) for x in MULTIPLES)
        searches: tuple[Search, ...] = (_by_facts, _by_square_alone, *multiples)
        for search in searches:
            with suppress(NotDecided, OutOfTime, RuleFails):
                yield search(gap, claim)
    found = prove_positive(gap, work=work, **about)
    yield found
    if found is None and any(a.relation is not None for a in claim.assumed):
        for search in (_by_square, _by_multiple):
            with suppress(NotDecided, OutOfTime, RuleFails):
                yield search(gap, claim)


def _are_related(gap: Expr, assumed: Sequence[Assumption]) -> bool:
    """Whether metrics alone are compared, where something is assumed of metrics."""
    metrics = gap.free_symbols & {metric(name) for name in METRICS} - {pi0, pi1}
    about_metrics = any(a.sides or a.name == "auc" for a in assumed)
    return bool(metrics) and about_metrics and not gap.atoms(Operator, *SWITCHES, h_measure)


def _by_square_alone(gap: Expr, claim: Claim, multiples: Multiples = MANY) -> Inequality:
    """By its square, where facts alone show that this is zero."""
    if claim.strict or not _is_linear(gap):
        raise NotDecided("it is no sum of figures")
    _by_facts(expand(-(gap**2)), claim, multiples)
    return _by_square(gap, claim)


def _by_multiple_alone(
    gap: Expr, claim: Claim, times: Expr, multiples: Multiples = MANY, *, squared: bool = False
) -> Inequality:
    """By a multiple, where facts alone show that this, or ``squared`` its square, is not negative."""
    _refuse_multiples(gap)
    found = (_by_square_alone if squared else _by_facts)(times * gap, claim, multiples)
    divisor = prove_positive(times, strict=True, domain=claim.domain, given=claim.given, assumed=claim.assumed)
    if not isinstance(divisor, Inequality):
        raise NotDecided("what it is multiplied by may be zero")
    return replace(found, gap=gap, divisor=divisor)


def _others(gap: Expr, claim: Claim) -> Iterator[Inequality]:
    """Proofs by multiples of facts, by a supporting plane, or for equally frequent classes as for any others."""
    searches: tuple[Search, ...] = (
        _by_bounds,
        _by_condition_ignored,
        partial(term_by_term.by_distance, proved=_proved),
        _by_reading,
        _by_cases,
        partial(term_by_term.by_root, proved=_proved),
        by_correlation,
        partial(by_covariance, proved=_proved),
        _by_facts,
        _by_plane,
        _by_twin,
        _by_substitutions,
        _by_numerator,
    )
    if supporting_planes.is_of_ranks(gap) or supporting_planes.is_soonest(gap):
        sooner: tuple[Search, ...] = (_by_bounds, _by_reading, _by_plane)
        searches = (*sooner, *(x for x in searches if x not in sooner))
    if any(loss.args[2] == SKEW for loss in gap.atoms(*LOSSES)):
        searches = (_by_twin, *(x for x in searches if x != _by_twin))
    for search in searches:
        if claim.work is not None and claim.work.over:
            return
        with suppress(NotDecided, OutOfTime, RuleFails, Untranslatable):
            yield search(gap, claim)


def _by_definitions(gap: Expr, claim: Claim, proved: term_by_term.Proved) -> Inequality:
    """What a metric or a loss that stands beside its parts is made of."""
    names = {v.name for v in gap.free_symbols if v.name in METRICS}
    if claim.strict or gap.atoms(ClassMean, *SWITCHES) or not (names & _MADE_OF_OTHERS or gap.atoms(ExpectedLoss)):
        raise NotDecided("nothing is made of others")
    line, steps = normal_form(gap, claim.given, _PARTS)
    line = simplified(line)
    if line == gap or line.atoms(ClassMean) or not (term_by_term.seems(line, claim) and proved(line, claim)):
        raise NotDecided("it is not made of figures of which more is known")
    bounds = (shown_apart(line, "it is shown apart"),)
    return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain), line, steps)


def _by_bounds(gap: Expr, claim: Claim) -> Inequality:
    """Whatever the means are: each lies where what it is a mean of does, and a root or a loss is not negative.

    What is assumed of metrics is about them as they stand.
    """
    named = {v for a in claim.assumed if a.sides for v in assumed_gap(a).free_symbols if v.name in METRICS}
    for kept in (set[Symbol](), *((named, named | class_wise()) if named else ())):
        keep = frozenset(v.name for v in kept)
        line, steps = normal_form(gap, claim.given, keep)
        with suppress(NotDecided):
            end = by_bounds(simplified(line), claim.domain, claim.assumed, strict=claim.strict)
            return Inequality.of(gap, claim, (), end, line, steps)
    raise NotDecided("the bounds of what stands in it do not tell its sign")


def _by_condition_ignored(gap: Expr, claim: Claim) -> Inequality:
    """Losses of rates that ignore the condition, by what they are where it is 1 and where it is 0."""
    if not gap.atoms(LossAtRates, LossAtCutpoints):
        raise NotDecided("no rates that are read otherwise")
    line, steps = continued(*normal_form(gap, claim.given), (CONDITION_IGNORED,))
    end = by_bounds(simplified(line), claim.domain, claim.assumed, strict=claim.strict)
    return Inequality.of(gap, claim, (), end, line, steps)


def _by_reading(gap: Expr, claim: Claim) -> Inequality:
    """What the line is a mean of, whatever the functions of the score in it are."""
    line, steps = normal_form(gap, claim.given)
    lines = [(gap, list[Step]()), (line, steps)]
    if line.has(F1) and line.has(F0):
        lines.append(continued(line, steps, (FROM_CLASS_0,)))
    for line, steps in lines:
        with suppress(NotDecided):
            end = ending(simplified(line), claim.domain, claim.assumed, strict=claim.strict)
            return Inequality.of(gap, claim, (), end, line, steps)
    raise NotDecided("neither the line nor its normal form is read")


def _by_square(gap: Expr, claim: Claim) -> Inequality:
    """What is zero where something is assumed, since its square is not positive."""
    if claim.strict or not _is_linear(gap) or not _proved(-(gap**2), claim):
        raise NotDecided("it is no sum of figures, or its square may be positive")
    reason = root_above(S.Zero, -gap)
    bound = Bound(
        f"{in_words(-gap)} <= 0", "its square is not positive", gap, S.Zero, ((S.One, reason),), S.One, S.Zero
    )
    return Inequality.of(gap, claim, (bound,), ending(S.Zero, claim.domain))


def _by_multiple(gap: Expr, claim: Claim, multiples: Sequence[Expr] = MULTIPLES) -> Inequality:
    """What holds where something is assumed, since it does when multiplied by a class proportion, or the lesser one."""
    _refuse_multiples(gap)
    about: dict[str, Any] = {"domain": claim.domain, "given": claim.given, "assumed": claim.assumed}
    for times in multiples:
        work = None if claim.work is None else claim.work.share(1 / 8)
        found = prove_positive(times * gap, strict=claim.strict, work=work, **about)
        divisor = prove_positive(times, strict=True, **about) if isinstance(found, Inequality) else None
        if isinstance(found, Inequality) and isinstance(divisor, Inequality):
            return replace(found, gap=gap, divisor=divisor)
    raise NotDecided("no multiple is seen to hold")


def _refuse_multiples(gap: Expr) -> None:
    if gap.has(pi0, pi1) or not _is_linear(gap):
        raise NotDecided("it is no sum of figures apart from class proportions")


def _by_factors(gap: Expr, claim: Claim, proved: term_by_term.Proved) -> Inequality:
    """A product of what is not negative."""
    whole = term_by_term.factored(gap)
    moving = [x for x in Mul.make_args(whole) if x.atoms(Operator, Symbol, h_measure) - {pi0, pi1}]
    if claim.strict or not moving or (len(moving) == 1 and (whole / moving[0]).is_number):
        raise NotDecided("no product")
    brief = claim if claim.work is None else replace(claim, work=claim.work.share(1 / 8))
    factors = [x if proved(x, brief) else -x for x in moving]
    rest = cancelled(whole / Mul(*factors))
    zero = next((i for i, x in enumerate(factors) if rest.is_negative and proved(-x, brief)), None)
    if zero is not None:
        factors[zero], rest = -factors[zero], -rest
    if moves(rest) or sign_of(rest, claim.domain, claim.assumed) is None or not all(proved(x, claim) for x in factors):
        raise NotDecided("no product of what is seen not to be negative")
    bounds = (shown_apart(factors[0], "no factor is negative", rest * Mul(*factors[1:])),)
    return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))


def _by_cases(gap: Expr, claim: Claim) -> Inequality:
    """Each way to take a maximum or an absolute value that counts negatively, a minimum that counts positively."""
    lines = [(chosen, gap.xreplace(dict(chosen))) for chosen, _ in choices(gap, claim)]
    seem = not claim.strict and len(lines) > 1 and all(term_by_term.seems(line, claim) for _, line in lines)
    if not seem or not all(_proved(line, claim) for _, line in lines):
        raise NotDecided("no cases, or one of them is not seen to hold")
    end = ending(S.Zero, claim.domain)
    cases = tuple(Case(chosen, (shown_apart(line, "it holds in this case"),), end) for chosen, line in lines)
    return Inequality.in_cases(gap, claim, cases)


def _proved(e: Expr, claim: Claim) -> bool:
    """Whether there is a proof that an expression is not negative, of what no small sample makes negative."""
    if not term_by_term.seems(e, claim):
        return False
    about: dict[str, Any] = {"domain": claim.domain, "given": claim.given, "assumed": claim.assumed, "work": claim.work}
    return isinstance(prove_positive(e, **about), Inequality)


def _by_facts(gap: Expr, claim: Claim, multiples: Multiples = MANY) -> Inequality:
    for keep in (KEPT, KEPT | BRIER) if gap.has(*map(metric, BRIER)) else (KEPT,):
        line, steps = normal_form(gap, claim.given, keep)
        line, steps = continued(line, steps, [FOLD_AUC])
        line = simplified(line)
        with suppress(NotDecided):
            bounds, end = between_metrics.bounded(line, claim, multiples)
            return Inequality.of(gap, claim, bounds, end, line, steps)
    raise NotDecided("no multiples of facts are left out")


def _by_substitutions(gap: Expr, claim: Claim) -> Inequality:
    """The same in other figures, of which more is known."""
    if claim.strict:
        raise NotDecided("what is said otherwise is not shown to be positive")
    for other in substitutions.candidates(gap, claim.domain, claim.given):
        if _proved(gap - other, claim) and _proved(other, claim):
            same = shown_apart(gap - other, "both are the same", gives=other)
            return Inequality.of(gap, claim, (same, shown_apart(other, "it holds")), ending(S.Zero, claim.domain))
    raise NotDecided("it is not seen in other figures")


def _by_numerator(gap: Expr, claim: Claim) -> Inequality:
    """A quotient by class proportions, multiplied by these."""
    top, bottom = as_quotient(gap)
    if bottom.is_number:
        raise NotDecided("no quotient")
    about = (claim.strict, claim.domain, claim.given, claim.assumed, claim.work)
    found = next((found for found in _quotients(gap, top, bottom, *about) if found is not None), None)
    if not isinstance(found, Inequality):
        raise NotDecided("the numerator is not seen to be nonnegative")
    return found


def _by_plane(gap: Expr, claim: Claim) -> Inequality:
    kept = {loss: Dummy() for loss in sorted(filter(supporting_planes.is_of_hull, gap.atoms(ExpectedLoss)), key=str)}
    back = {v: loss for loss, v in kept.items()}
    on_rates = gap.has(R) or gap.has(RateMethod)
    for keep in (frozenset({"R"}), frozenset[str]()) if on_rates else (frozenset[str](),):
        line, steps = normal_form(gap.xreplace(kept), claim.given, keep)
        line, steps = line.xreplace(back), [replace(step, gives=step.gives.xreplace(back)) for step in steps]
        with suppress(NotDecided):
            end = supporting_planes.ending(line, claim.domain, claim.assumed, strict=claim.strict, work=claim.work)
            return Inequality.of(gap, claim, (), end, line, steps)
    raise NotDecided("no supporting plane was found")


def _by_twin(gap: Expr, claim: Claim) -> Inequality:
    """What holds of every sample holds of one whose examples are repeated until both classes are equally frequent."""
    line, steps = continued(gap, [], [Move(rules.skews_balance_classes, "Lemma 1 at each skew")])
    alone = line.replace(Balanced, lambda body: S.Zero)
    own = {v for v in alone.free_symbols if v.name in METRICS or v in (pi0, pi1)}
    if not line.has(Balanced) or claim.strict or own - OF_RANKS or alone.atoms(ClassMean, *LOSSES, error):
        raise NotDecided("a claim about class proportions beside equal ones")
    twin = line.replace(Balanced, lambda body: body)
    for given, because in _PROPORTIONS.items():
        if quick(Statement(to_syntax(twin), ">=", Number(Fraction(0)), given)):
            continue
        about: dict[str, Any] = {"domain": claim.domain.assuming(given), "given": granted(given), "assumed": given}
        if isinstance(prove_positive(twin, **about, work=claim.work), Inequality):
            reason = Reason(shown=(twin,), balanced=given)
            bound = Bound(f"0 <= {in_words(line)}", because, line, S.Zero, ((S.One, reason),))
            return Inequality.of(gap, claim, (bound,), ending(S.Zero, claim.domain), line, steps)
    raise NotDecided("it is not seen to hold for equal class proportions")


def _context(gap: Expr) -> tuple[Expr, ...]:
    """The expected losses and error rates that a claim is about."""
    return tuple(sorted(gap.atoms(*LOSSES, error), key=str))


def _is_linear(gap: Expr) -> bool:
    """Whether an expression is a sum of multiples of metrics, means and losses."""
    figures = {*gap.atoms(ClassMean, *LOSSES), *(v for v in gap.free_symbols if v.name in METRICS)}
    letters = {e: Dummy() for e in sorted(figures, key=str)}
    flat = gap.xreplace(letters)
    return flat.is_polynomial(*letters.values()) and (not letters or Poly(flat, *letters.values()).total_degree() <= 1)


def _is_plain(e: Expr) -> bool:
    """Whether an expression is a metric that is never negative."""
    low = METRICS[e.name].values.low if isinstance(e, Symbol) and e.name in METRICS else None
    return low is not None and low >= 0


def _quotients(
    gap: Expr,
    top: Expr,
    bottom: Expr,
    strict: bool,
    domain: Domain,
    given: Sequence[Move],
    assumed: Sequence[Assumption],
    work: Work | None,
) -> Iterator[Inequality | Place | None]:
    """What is found of the numerator, one after the other, once the denominator is seen to have a sign."""
    known: dict[str, Any] = {"domain": domain, "given": given, "assumed": assumed, "work": work}
    for sign in (1, -1):
        divisor = prove_positive(sign * bottom, strict=True, **known)
        if isinstance(divisor, Inequality):
            for found in _proofs(sign * top, strict=strict, **known):
                yield replace(found, gap=gap, divisor=divisor) if isinstance(found, Inequality) else found
            return


def _in_cases(gap: Expr, claim: Claim, whole: Expr, steps: list[Step]) -> Inequality | Place | None:
    """Bounds in each of the cases that together make a line nonnegative, or an extreme sample where it is not."""
    cases = []
    for chosen, line in choices(whole, claim):
        if not specials(line):
            place = None if line.has(R) else negative_sample(line, claim.domain, claim.work)
            if place is not None and claim.domain.auc == UNIT and not any(a.sides for a in claim.assumed):
                return place
        bounds = bounded(line, claim)
        if bounds is None and any(a.sides for a in claim.assumed):
            bounds = ()  # the line may be seen to be nonnegative where the assumptions hold
        if bounds is None:
            return None
        last = bounds[-1].gives if bounds else line
        cases.append(Case(chosen, bounds, ending(last, claim.domain, claim.assumed, strict=claim.strict)))
    return Inequality.in_cases(gap, claim, tuple(cases), whole, steps)


_TERM_BY_TERM: tuple[Search, ...] = tuple(
    partial(search, proved=_proved)
    for search in (
        by_mean_square,
        by_assumed_square,
        by_squares,
        *OF_FIGURES,
        by_thresholds_at_hand,
        _by_definitions,
        term_by_term.by_values,
        term_by_term.by_parameters,
        _by_factors,
        term_by_term.by_fact,
        term_by_term.by_nearby_figure,
        term_by_term.by_squares_of_means,
        term_by_term.by_range,
        term_by_term.by_least_error,
        term_by_term.by_root,
        term_by_term.by_lesser_root,
        term_by_term.by_numbers,
        term_by_term.by_terms_apart,
        term_by_term.by_argument,
        term_by_term.by_arguments,
        by_groups,
    )
)
