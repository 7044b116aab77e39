"""Inequalities decided: the difference of both sides brought to a form whose least value is known.

``low <= high`` is proved in three strokes. The difference is rewritten by the rules of proof into means over
the classes; what is no mean of a function of the score (a hull, a maximum) is bounded by known facts; and
the least value of what is left is found exactly, by `workbench.deciding.functionals` for scores and
`workbench.deciding.rank_statistics` for rates.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    exp,
    fraction,
    log,
    together,
)

from workbench.deciding import facts
from workbench.deciding.cells import UNIT, OutOfTime
from workbench.deciding.functionals import Domain, Place, always_positive, negative_sample
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.rank_statistics import lower_bound
from workbench.deciding.readings import Ending, ending
from workbench.deciding.wording import in_words
from workbench.language import statements
from workbench.language.syntax import Assumption
from workbench.limits import Work
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import rules
from workbench.symbolic.normal_forms import Move, normal_form, shortened
from workbench.symbolic.notation import (
    COST,
    UNIFORM,
    ClassMean,
    ExpectedLoss,
    LossAtCutpoints,
    LossAtRates,
    OptimalMethod,
    R,
    RateMethod,
    ScoreMethod,
    c,
    error,
    metric,
    pi0,
    pi1,
    u,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import to_sympy

EVERYWHERE = Domain()
_SWITCHES = (Max, Min, Abs)
_LOSSES = (ExpectedLoss, LossAtCutpoints, LossAtRates)
KEPT = frozenset({"RL", "RLH", "CL", "H"})
MAX_FACTS = 4
OPTIMAL = "optimal thresholds lose least"
LEAST = "no threshold has less than the least error rate"


@dataclass(frozen=True)
class Bound:
    """``line >= gives``, since it loses ``times`` the difference of both sides of an inequality that holds.

    ``raw`` is that difference as it was before it was brought to normal form; ``reasons`` are axioms or documents,
    each with a weight, that add up to it.
    """

    says: str
    because: str
    difference: Expr
    raw: Expr
    reasons: tuple[tuple[Expr, Reason], ...] = ()
    times: Expr = S.One
    gives: Expr = S.Zero


@dataclass(frozen=True)
class Reason:
    """An inequality that holds: an axiom with its letters, an assumption, or a fact; ``shown`` must be nonnegative."""

    axiom: str = ""
    letters: tuple[tuple[str, Basic | str], ...] = ()
    shown: tuple[Expr, ...] = ()
    given: str = ""
    fact: facts.Fact | None = None


@dataclass(frozen=True)
class Case:
    """One choice for each maximum, minimum and absolute value, the bounds used then, and the end."""

    chosen: tuple[tuple[Expr, Expr], ...]
    bounds: tuple[Bound, ...]
    ending: Ending


@dataclass(frozen=True)
class Claim:
    """What is to be shown of an expression: that it is nonnegative (positive) on a domain, given some moves.

    ``context`` are the expected losses and error rates that it is about.
    """

    strict: bool = False
    domain: Domain = EVERYWHERE
    given: tuple[Move, ...] = ()
    context: tuple[Expr, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    work: Work | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Inequality:
    """``0 <= gap``, or ``<``: the theorem rewrites it, and in each case what is left is nonnegative.

    Where the gap is a quotient, the theorem is about its numerator, and ``divisor`` shows that what it is divided
    by is positive.
    """

    theorem: Theorem
    cases: tuple[Case, ...]
    claim: Claim
    gap: Expr
    divisor: Inequality | None = None

    @property
    def strict(self) -> bool:
        """Whether the expression is positive, not only nonnegative."""
        return self.claim.strict


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
    if _moves(bottom) or any(isinstance(part, Add) for part in Mul.make_args(bottom)):
        return _quotient(gap, top, bottom, strict, domain, given, assumed, work)
    claim = Claim(strict, domain, tuple(given), _context(gap), tuple(assumed), work)
    for keep in (frozenset[str](), KEPT, KEPT | {"R"}):
        line, steps = normal_form(gap, given, keep)
        line = _line(line)
        try:
            found = _cases(_equality(gap, line, steps), claim)
        except (NotDecided, OutOfTime):
            continue
        if found is not None:
            return found
    return None


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
            if place is not None and claim.domain.auc == UNIT:
                return place
        bounds = _bounded(line, claim, ())
        if bounds is None:
            return None
        last = bounds[-1].gives if bounds else line
        cases.append(Case(chosen, bounds, ending(last, claim.domain, claim.assumed, strict=claim.strict)))
    return Inequality(theorem, tuple(cases), claim, theorem.left)


# --- maxima, minima and absolute values -----------------------------------------------------------------


def _choices(line: Expr, claim: Claim) -> Iterator[tuple[tuple[tuple[Expr, Expr], ...], Expr]]:
    """The cases that together make ``line`` nonnegative: each way to take a maximum that counts negatively, a
    minimum that counts positively. One that counts the other way is bounded later, by one of its arguments."""
    switches = [e for e in _outermost(line, _SWITCHES) if _moves(e) or _specials(line)]
    options = []
    for switch in switches:
        weight = _coefficient(line, switch)
        turned = -weight if isinstance(switch, Min) else weight
        if not _may_be_negative(-turned, claim):
            options.append([(switch, part) for part in _arguments(switch)])
    for chosen in itertools.product(*options):
        yield chosen, canonical(line.xreplace(dict(chosen)))


def _arguments(switch: Expr) -> tuple[Expr, ...]:
    return (switch.args[0], -switch.args[0]) if isinstance(switch, Abs) else switch.args


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
    return bool(e.atoms(ClassMean, *_LOSSES)) or any(v.name in METRICS for v in e.free_symbols)


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
    kinds = (*_SWITCHES, *_LOSSES, Pow, exp, log, Symbol)
    return [e for e in _outermost(line, kinds) if _is_special(e)] + [
        e for power in _outermost(line, (Pow,)) if not _is_special(power) for e in _specials_below(power)
    ]


def _specials_below(e: Expr) -> list[Expr]:
    return [x for a in e.args for x in _specials(a)]


def _is_special(e: Expr) -> bool:
    if isinstance(e, Pow):
        named = isinstance(e.base, Symbol) and e.base.name in METRICS
        return _moves(e.base) and (named or not (e.exp.is_Integer and e.exp > 0))
    return isinstance(e, _LOSSES) or _moves(e) or (isinstance(e, exp | log) and bool(e.free_symbols))


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
    for fact in (*_tangents(line, quantity, weight, claim), *_known(quantity, claim)):
        times = cancel((weight / _coefficient(fact.difference, quantity)).xreplace({pi1: 1 - pi0}))
        if fact.says in used or _may_be_negative(times, claim):
            continue
        left = _line(line - times * fact.difference)
        try:
            rest = _bounded(left, claim, (*used, fact.says))
        except NotDecided:
            continue
        if rest is not None:
            return (replace(fact, times=times, gives=left), *rest)
    return None


def _assumed(line: Expr, claim: Claim) -> tuple[Bound, ...] | None:
    """A bound by an assumption about AUC after which what is left is seen to be nonnegative (positive)."""
    for fact in _assumptions(claim):
        for times in _MULTIPLES:
            left = _line(line - times * fact.difference)
            try:
                if _settled(left, claim):
                    return (replace(fact, times=times, gives=left),)
            except NotDecided:
                continue
    return None


def _assumptions(claim: Claim) -> Iterator[Bound]:
    area = metric("AUC")
    for a in claim.assumed:
        if a.name == "auc" and a.value is not None:
            limit = Rational(a.value.numerator, a.value.denominator)
            raw = limit - area if a.relation in ("<", "<=") else area - limit
            yield _difference(str(a), "it is assumed", raw, claim.given, Reason(given=str(a)))
            if a.relation == "==":
                yield _difference(f"{a} ", "it is assumed", -raw, claim.given, Reason(given=str(a)))


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


def _known(quantity: Expr, claim: Claim) -> Iterator[Bound]:
    """What is known of a quantity, as differences that are not negative; what the claim is about comes first."""
    if isinstance(quantity, _SWITCHES):
        yield from _of_arguments(quantity)
    elif isinstance(quantity, Pow | exp | log):
        yield from _of_function(quantity, claim)
    elif isinstance(quantity, ExpectedLoss):
        yield from _of_optimal(quantity, claim)
    elif isinstance(quantity, _LOSSES):
        yield from _of_thresholds(quantity, claim)
    else:
        if quantity.name == "MER":
            yield from _of_least_error(claim)
        if quantity.name == "RLH":
            yield from _of_optimal(ExpectedLoss(OptimalMethod(), UNIFORM), claim)
        for fact in facts.CATALOGUE.values():
            if not fact.given or (fact.given == "calibrated" and claim.domain.calibrated):
                low, high = _sides(fact)
                if quantity in (high - low).free_symbols:
                    yield _difference(str(fact), fact.because, high - low, claim.given, Reason(fact=fact))


@cache
def _sides(fact: facts.Fact) -> tuple[Expr, Expr]:
    low, high = (to_sympy(statements.parse_expression(text)) for text in (fact.lower, fact.upper))
    return low, high


@cache
def _difference(says: str, because: str, raw: Expr, given: tuple[Move, ...], reason: Reason) -> Bound:
    line = _line(normal_form(raw, given, KEPT)[0])
    return Bound(says, because, line, raw, ((S.One, reason),))


def _letters(**letters: Basic | str) -> tuple[tuple[str, Basic | str], ...]:
    return tuple(letters.items())


def _of_optimal(optimal: Expr, claim: Claim) -> Iterator[Bound]:
    """No method loses less than the optimal one, whose loss is not negative."""
    common = [ExpectedLoss(method, *optimal.args[1:]) for method in _METHODS]
    losses = [x for x in claim.context if isinstance(x, _LOSSES) and not isinstance(x.args[0], OptimalMethod)]
    same = [x for x in losses if x.args[1:3] == optimal.args[1:3]]
    for other in dict.fromkeys((*same, *common)):
        reason = Reason("optimal_is_least", _of_loss(other))
        says = f"{in_words(optimal)} <= {in_words(other)}"
        difference = _difference(says, OPTIMAL, other - optimal, claim.given, reason)
        if not difference.difference.atoms(*_LOSSES) - {optimal, other}:
            yield difference
    reason = Reason("loss_is_not_negative", _of_loss(optimal))
    yield _difference(f"0 <= {in_words(optimal)}", "a loss is not negative", optimal, claim.given, reason)


def _of_loss(loss: Expr) -> tuple[tuple[str, Basic | str], ...]:
    """The letters of axioms about a loss: its method M, density w, condition d and reading v of the rates."""
    method, density, condition = loss.args[:3]
    if isinstance(loss, LossAtCutpoints):
        return _letters(M=RateMethod(u), w=density, d=condition.name, v="step" if method == 1 else "cutpoints")
    return _letters(
        M=method, w=density, d=condition.name, v="interpolated" if len(loss.args) == 3 else loss.args[3].name
    )


def _of_least_error(claim: Claim) -> Iterator[Bound]:
    """The least error rate is no more than the error rate at any threshold, whether fixed or drawn."""
    for other in claim.context:
        if isinstance(other, error):
            loss = ExpectedLoss(ScoreMethod(other.args[0]), UNIFORM)
        elif other.args[1:3] == (UNIFORM, COST) and len(other.args) == 3 and _ignores_condition(other.args[0]):
            loss = other
        else:
            continue
        name = "no_rate_errs_less" if isinstance(loss.args[0], RateMethod) else "no_threshold_errs_less"
        reason = Reason(name, _letters(T=loss.args[0].args[0]))
        yield _difference(f"MER <= {in_words(other)}", LEAST, loss - metric("MER"), claim.given, reason)


def _of_thresholds(loss: Expr, claim: Claim) -> Iterator[Bound]:
    """No reading of the rates loses less than optimal thresholds, nor a negative amount."""
    optimal = ExpectedLoss(OptimalMethod(), *loss.args[1:3])
    letters = _of_loss(loss)
    says = f"{in_words(optimal)} <= {in_words(loss)}"
    yield _difference(says, OPTIMAL, loss - optimal, claim.given, Reason("optimal_is_least", letters))
    says = f"0 <= {in_words(loss)}"
    yield _difference(says, "a loss is not negative", loss, claim.given, Reason("loss_is_not_negative", letters))


def _ignores_condition(method: Basic) -> bool:
    return isinstance(method, ScoreMethod | RateMethod) and not method.has(c)


def _context(gap: Expr) -> tuple[Expr, ...]:
    """The expected losses and error rates that a claim is about."""
    return tuple(sorted(gap.atoms(*_LOSSES, error), key=str))


_METHODS = (ScoreMethod(c), RateMethod(c), RateMethod(u), ScoreMethod(u), ScoreMethod(S.Zero), ScoreMethod(S.One))


def _of_arguments(switch: Expr) -> Iterator[Bound]:
    """A maximum is no less than its arguments and their means, a minimum no more."""
    parts = _arguments(switch)
    least = isinstance(switch, Min)
    half = Rational(1, 2)
    weights = [tuple(S.One if i == j else S.Zero for j in range(len(parts))) for i in range(len(parts))]
    weights += [(half, half), (pi0, pi1)] if len(parts) == 2 else []
    for shares in weights:
        mean = Add(*(w * part for w, part in zip(shares, parts, strict=True)))
        low, high = (switch, mean) if least else (mean, switch)
        reasons = tuple((w, _one_of(parts, i, least)) for i, w in enumerate(shares) if w != 0)
        says, why = (
            f"{in_words(low)} <= {in_words(high)}",
            "the least and the greatest of some numbers bound their means",
        )
        yield Bound(says, why, _line(high - low), high - low, reasons)
    if isinstance(switch, Abs):
        both = tuple((half, _one_of(parts, i, least)) for i in (0, 1))
        yield Bound(f"0 <= {in_words(switch)}", "an absolute value is not negative", switch, switch, both)


def _one_of(parts: tuple[Expr, ...], i: int, least: bool) -> Reason:
    others = [x for j, x in enumerate(parts) if j != i]
    if least:
        return Reason("maximum", _letters(x=-parts[i], y=Max(*(-x for x in others))))
    return Reason("maximum", _letters(x=parts[i], y=Max(*others)))


def _of_function(e: Expr, claim: Claim) -> Iterator[Bound]:
    """Powers of what lies in [0, 1], roots, exponentials and logarithms lie between lines."""

    def bound(low: Expr, high: Expr, because: str, *reasons: tuple[Expr, Reason]) -> Bound:
        return Bound(f"{in_words(low)} <= {in_words(high)}", because, _line(high - low), high - low, reasons)

    one = S.One
    inner = e.base if isinstance(e, Pow) else e.args[0]
    if isinstance(e, exp):
        yield bound(
            1 + inner, e, "the exponential lies above its tangent", (one, Reason("exponential", _letters(x=inner)))
        )
        if _is_nonnegative(-inner, claim):
            reason = Reason("exponential_of_negative", _letters(x=inner), (-inner,))
            yield bound(e, one, "the exponent is not positive", (one, reason))
    elif isinstance(e, log):
        tangent = Reason("logarithms", _letters(x=inner, y=one), (inner, one))
        yield bound(e, inner - 1, "the logarithm lies below its tangent", (one, tangent))
        tangent = Reason("logarithms", _letters(x=one, y=inner), (one, inner))
        yield bound(1 - 1 / inner, e, "the logarithm of the inverse lies below its tangent", (one, tangent))
        if _is_nonnegative(inner - 1, claim):
            yield bound(
                S.Zero, e, "the number is one at least", (one, tangent), (1 / inner, Reason(shown=(inner - 1,)))
            )
    elif e.exp.is_positive and _is_nonnegative(inner, claim):
        yield bound(S.Zero, e, "a power of a nonnegative number is nonnegative", (one, Reason(shown=(e,))))
        if e.exp == S.Half:
            mean = (1 + inner) / 2
            reason = Reason("root_below", _letters(x=inner, y=mean), (inner, mean, mean**2 - inner))
            yield bound(e, mean, "the geometric mean is at most the arithmetic mean", (one, reason))
        if isinstance(inner, Symbol) and inner.name in METRICS and e.exp.is_Integer:
            most = Rational(*METRICS[inner.name].ends[1].as_integer_ratio())
            weight = Add(*(most**j * inner ** (e.exp - 1 - j) for j in range(int(e.exp) - 1)))
            reason = (weight, Reason(shown=(most - inner,)))
            yield bound(e, most ** (e.exp - 1) * inner, f"{inner.name} is at most {most}", reason)
        if _is_nonnegative(1 - inner, claim):
            yield from _falling(e, inner)


def _falling(e: Expr, inner: Expr) -> Iterator[Bound]:
    """Powers of a number in [0, 1] fall with the exponent, and are at most one."""
    if e.exp.is_Integer:
        weight = Add(*(inner ** (1 + j) for j in range(int(e.exp) - 1)))
        low, high, reasons = e, inner, ((weight, Reason(shown=(1 - inner,))),)
        most = (Add(*(inner**j for j in range(int(e.exp)))), Reason(shown=(1 - inner,)))
    elif e.exp == S.Half:
        reason = Reason("root_of_a_share", _letters(x=inner), (inner, 1 - inner))
        low, high, reasons = inner, e, ((S.One, reason),)
        most = (S.One, Reason("root_below", _letters(x=inner, y=S.One), (inner, S.One, 1 - inner)))
    else:
        return
    says, why = f"{in_words(low)} <= {in_words(high)}", "powers of a number in [0, 1] fall with the exponent"
    yield Bound(says, why, _line(high - low), high - low, reasons)
    why = "powers of a number in [0, 1] are at most one"
    yield Bound(f"{in_words(e)} <= 1", why, _line(1 - e), 1 - e, (most,))


def _tangents(line: Expr, root: Expr, weight: Expr, claim: Claim) -> Iterator[Bound]:
    """A square root against what the line compares it to: sqrt(A) >= B where A >= B**2, and the like."""
    if not (isinstance(root, Pow) and root.exp == S.Half):
        return
    other, inner = cancel(-(line - weight * root) / weight), root.base
    if _specials(other):
        return
    above, below = inner - other**2, other**2 - inner
    if _is_nonnegative(above, claim):
        says, difference = f"{in_words(other)} <= {in_words(root)}", root - other
        reason = Reason("root_above", _letters(x=inner, y=other), (inner, above))
    elif _is_nonnegative(below, claim) and _is_nonnegative(other, claim):
        says, difference = f"{in_words(root)} <= {in_words(other)}", other - root
        reason = Reason("root_below", _letters(x=inner, y=other), (inner, other, below))
    else:
        return
    yield Bound(says, "as for the squares", _line(difference), difference, ((S.One, reason),))


def _is_nonnegative(e: Expr, claim: Claim) -> bool:
    """Whether an expression is seen to be nonnegative, with the help of facts if need be."""
    try:
        return _bounded(_line(e), replace(claim, strict=False), ()) is not None
    except NotDecided:
        return False


def _line(e: Expr) -> Expr:
    return canonical(e.xreplace({pi1: 1 - pi0}))
