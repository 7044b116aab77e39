"""Bounds that proofs of inequalities lean on: what is known of a quantity that is no mean of a function of the score.

Each is a difference that is not negative, with the axioms, assumptions or facts that it rests on: expected losses
against the optimal one, maxima against their arguments, roots, powers, exponentials and logarithms against lines, and
the facts of `workbench.deciding.facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeAlias

from sympy import Abs, Add, Basic, Expr, Max, Min, Pow, Rational, S, Symbol, exp, log

from workbench.deciding import facts
from workbench.deciding.citations import condition_means
from workbench.deciding.domain import Domain
from workbench.deciding.fact import Fact
from workbench.deciding.facts_of_readings import least_error_of_reading
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import assumed_gap
from workbench.language import statements
from workbench.language.syntax import Assumption
from workbench.limits import Work
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import Move, normal_form
from workbench.symbolic.notation import (
    COST,
    E0,
    E1,
    UNIFORM,
    Below,
    ConditionMean,
    ExpectedLoss,
    LossAtCutpoints,
    LossAtRates,
    Operator,
    OptimalMethod,
    PointMass,
    RateMethod,
    ScoreMethod,
    c,
    error,
    metric,
    pav,
    pi0,
    pi1,
    s,
    u,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import in_words, to_sympy

Seen: TypeAlias = "Callable[[Expr], bool]"
"""Whether an expression is seen to be nonnegative."""

SWITCHES = (Max, Min, Abs)
LOSSES = (ExpectedLoss, LossAtCutpoints, LossAtRates)
METHODS = (ScoreMethod(c), RateMethod(c), RateMethod(u), ScoreMethod(u), ScoreMethod(S.Zero), ScoreMethod(S.One))
KEPT = frozenset({"RL", "RLH", "CL", "H"})
OPTIMAL = "optimal thresholds lose least"
LEAST = "no threshold has less than the least error rate"
EVERYWHERE = Domain()
ASSUMED = "it is assumed"
BESIDES = "what is left out is not negative"
OF_THE_SQUARES = "it holds of the squares"
"""Why a root is no less, or no more, than another number."""


@dataclass(frozen=True)
class Reason:
    """An inequality that holds: an axiom with its letters, an assumption, or a fact; ``shown`` must be nonnegative.

    ``balanced``: what is shown holds given this, which equally frequent classes meet, and is used of any sample once
    its examples are repeated until they are. ``alone``: it holds whatever relations are assumed.
    """

    axiom: str = ""
    letters: tuple[tuple[str, Basic | str], ...] = ()
    shown: tuple[Expr, ...] = ()
    given: str = ""
    fact: Fact | None = None
    balanced: tuple[Assumption, ...] | None = None
    alone: bool = False


@dataclass(frozen=True)
class Bound:
    """``line >= gives``, since it loses ``times`` the difference of both sides of an inequality that holds.

    ``raw`` is that difference as it was before it was brought to normal form; ``reasons`` are axioms or documents,
    each with a weight, that add up to it. ``moves`` lead from the normal form to the difference.
    """

    says: str
    because: str
    difference: Expr
    raw: Expr
    reasons: tuple[tuple[Expr, Reason], ...] = ()
    times: Expr = S.One
    gives: Expr = S.Zero
    moves: tuple[Move, ...] = ()

    def taken(self, times: Expr, gives: Expr) -> Bound:
        """The bound as it is used: so often, and what is left then."""
        return replace(self, times=times, gives=gives)


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


def assumed(claim: Claim) -> Iterator[Bound]:
    """What is assumed about AUC, and in other relations."""
    for a in claim.assumed:
        if a.name != "pi0" and a.relation not in (None, "!="):
            raw = assumed_gap(a)
            yield _difference(str(a), ASSUMED, raw, claim.given, Reason(given=str(a)))
            if a.relation == "==":
                other = _difference(f"{a} ", ASSUMED, -raw, claim.given, Reason(given=str(a)))
                yield replace(other, reasons=((-S.One, Reason(given=str(a))),))


def known(quantity: Expr, claim: Claim, seen: Seen) -> Iterator[Bound]:
    """What is known of a quantity, as differences that are not negative; what the claim is about comes first."""
    if isinstance(quantity, SWITCHES):
        yield from _of_arguments(quantity)
    elif isinstance(quantity, Pow | exp | log):
        yield from _of_function(quantity, seen)
    elif isinstance(quantity, ExpectedLoss):
        yield from _of_optimal(quantity, claim)
    elif isinstance(quantity, LOSSES):
        yield from _of_thresholds(quantity, claim)
    else:
        if quantity.name == "MER":
            yield from least_errors(claim)
        if quantity.name == "RLH":
            yield from _of_optimal(ExpectedLoss(OptimalMethod(), UNIFORM), claim)
        for fact in facts.CATALOGUE.values():
            if not fact.given or (fact.given == "calibrated" and claim.domain.calibrated):
                low, high = _sides(fact)
                if quantity in (high - low).free_symbols:
                    yield of_fact(fact, claim)


def shown_apart(e: Expr, because: str, times: Expr = S.One, gives: Expr = S.Zero, *, alone: bool = False) -> Bound:
    """A bound by an expression that is not negative, which has a proof of its own."""
    return Bound(f"0 <= {in_words(e)}", because, e, e, ((S.One, Reason(shown=(e,), alone=alone)),), times, gives)


def of_fact(fact: Fact, claim: Claim) -> Bound:
    """A fact as the difference of its sides."""
    low, high = _sides(fact)
    return _difference(str(fact), fact.because, high - low, claim.given, Reason(fact=fact))


def of_difference(fact: Fact) -> Expr:
    """What is not negative by a fact."""
    low, high = _sides(fact)
    return high - low


@cache
def _sides(fact: Fact) -> tuple[Expr, Expr]:
    low, high = (to_sympy(statements.parse_expression(text)) for text in (fact.lower, fact.upper))
    return low, high


@cache
def _difference(says: str, because: str, raw: Expr, given: tuple[Move, ...], reason: Reason) -> Bound:
    line = simplified(normal_form(raw, given, KEPT)[0])
    return Bound(says, because, line, raw, ((S.One, reason),))


@cache
def class_wise() -> frozenset[Symbol]:
    """The metrics that keep their value when the examples of one class are repeated."""
    return frozenset(metric(name) for name, entry in METRICS.items() if entry.balanced == name)


def _letters(**letters: Basic | str) -> tuple[tuple[str, Basic | str], ...]:
    return tuple(letters.items())


def _of_optimal(optimal: Expr, claim: Claim) -> Iterator[Bound]:
    """No method loses less than the optimal one, whose loss is not negative."""
    common = [ExpectedLoss(method, *optimal.args[1:]) for method in METHODS]
    losses = [x for x in claim.context if isinstance(x, LOSSES) and not isinstance(x.args[0], OptimalMethod)]
    same = [x for x in losses if x.args[1:3] == optimal.args[1:3]]
    for other in dict.fromkeys((*same, *common)):
        difference = no_more(optimal, other, claim)
        if not difference.difference.atoms(*LOSSES) - {optimal, other}:
            yield difference
    reason = Reason("loss_is_not_negative", _of_loss(optimal))
    yield _difference(f"0 <= {in_words(optimal)}", "a loss is not negative", optimal, claim.given, reason)


def no_more(optimal: Expr, other: Expr, claim: Claim) -> Bound:
    """The optimal loss is no more than another one under the same costs."""
    reason = Reason("optimal_is_least", _of_loss(other))
    says = f"{in_words(optimal)} <= {in_words(other)}"
    return _difference(says, OPTIMAL, other - optimal, claim.given, reason)


def of_constants(optimal: Expr, claim: Claim) -> Bound:
    """The optimal loss is no more than pi1 times that of predicting class 1 always and pi0 times that of class 0."""
    uses: list[dict[str, Any]] = []
    for threshold in ("-1", "1"):
        uses += _at_a_threshold(threshold, plain(optimal.args[1]))
    for threshold, times in (("-1", "pi1"), ("1", "pi0")):
        uses.append(_least(f"score({threshold})", optimal, times))
    why = "no threshold does worse than to predict one class always"
    return _of_steps(optimal, 2 * pi0 * pi1, why, uses)


def of_mean_condition(optimal: Expr, claim: Claim) -> Bound:
    """The optimal loss is concave in the cost proportion: it is no more than that at the mean of this (Jensen).

    >>> from workbench.symbolic.notation import BetaDensity
    >>> optimal = ExpectedLoss(OptimalMethod(), BetaDensity(S.Half, S.Half), COST)
    >>> of_mean_condition(optimal, Claim()).says
    'loss(optimal, cost=beta(1/2, 1/2)) <= pi0*E0(indicator(1/2 < pav(s))) + pi1*E1(1 - indicator(1/2 < pav(s)))'
    """
    density = optimal.args[1]
    m = normal_form(ConditionMean(density, c), claim.given, KEPT)[0]
    if m.has(c, Operator) or isinstance(density, PointMass):
        raise NotDecided("the mean of the cost proportion is not known")

    def at(scores: Expr) -> Expr:
        return 2 * m * pi0 * E0(Below(m, scores)) + 2 * (1 - m) * pi1 * E1(1 - Below(m, scores))

    w, errors = plain(density), plain(at(s))
    uses = [*_at_a_threshold(plain(m), w), *condition_means(density, c)]
    document = {
        **{"statement": f"loss(score({plain(m)}), cost={w}) == {errors}", "given": [], "kind": "equality"},
        **{"steps": [{"line": errors, "by": {"uses": uses}, "why": "a threshold"}], "ends": errors},
    }
    scored = (
        {"document": document, "scores": "pav(s)"},
        {"axiom": "hull_of_the_hull", "letters": {"h": "value", "w": w, "d": "cost"}},
        {**_least(f"score({plain(m)})", optimal, "1"), "scores": "pav(s)"},
    )
    return _of_steps(optimal, at(pav(s)), "the least loss is concave in the cost proportion (Jensen)", scored)


def _at_a_threshold(threshold: str, density: str) -> list[dict[str, Any]]:
    """What the loss at a threshold is in means."""
    return [
        {"axiom": "loss_on_scores", "letters": {"T": threshold, "w": density}},
        {"axiom": "loss_at_threshold", "letters": {"t": threshold, "b": "c"}},
        *({"axiom": "cdf_is_a_mean", "letters": {"k": k, "t": threshold}} for k in ("0", "1")),
    ]


def _least(method: str, optimal: Expr, times: str) -> dict[str, Any]:
    """That a method loses no less than optimal thresholds, for cost proportions."""
    letters = {"M": method, "w": plain(optimal.args[1]), "d": "cost", "v": "interpolated"}
    return {"axiom": "optimal_is_least", "letters": letters, "times": times}


def _of_steps(optimal: Expr, upper: Expr, why: str, uses: Sequence[dict[str, Any]]) -> Bound:
    """The bound of an optimal loss that one step shows."""
    fact = Fact(in_words(optimal), in_words(upper), why, steps=(("0", why, tuple(uses)),))
    return Bound(str(fact), why, upper - optimal, upper - optimal, ((S.One, Reason(fact=fact)),))


def _of_loss(loss: Expr) -> tuple[tuple[str, Basic | str], ...]:
    """The letters of axioms about a loss: its method M, density w, condition d and reading v of the rates."""
    method, density, condition = loss.args[:3]
    if isinstance(loss, LossAtCutpoints):
        return _letters(M=RateMethod(u), w=density, d=condition.name, v="step" if method == 1 else "cutpoints")
    return _letters(
        M=method, w=density, d=condition.name, v="interpolated" if len(loss.args) == 3 else loss.args[3].name
    )


def least_errors(claim: Claim) -> Iterator[Bound]:
    """The least error rate is no more than the error rate at any threshold, whether fixed or drawn, and than the loss
    of any rate that ignores the condition, however it is read."""
    for other in claim.context:
        if isinstance(other, LossAtRates | LossAtCutpoints):
            letters = dict(_of_loss(other))
            method = letters["M"]
            evenly = other.args[1] in (UNIFORM, PointMass(S.Half)) and other.args[2] == COST
            if evenly and isinstance(method, RateMethod) and not method.has(c):
                law, rates, costs = plain(method.args[0]), str(letters["v"]), plain(other.args[1])
                fact = least_error_of_reading(law, in_words(other), rates, costs)
                yield _difference(str(fact), fact.because, other - metric("MER"), claim.given, Reason(fact=fact))
            continue
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


def _of_arguments(switch: Expr) -> Iterator[Bound]:
    """A maximum is no less than its arguments and their means, a minimum no more."""
    parts = arguments(switch)
    least = isinstance(switch, Min)
    half = Rational(1, 2)
    weights = [tuple(S.One if i == j else S.Zero for j in range(len(parts))) for i in range(len(parts))]
    weights += [(half, half), (pi0, pi1)] if len(parts) == 2 else []
    for shares in weights:
        mean = Add(*(w * part for w, part in zip(shares, parts, strict=True)))
        low, high = (switch, mean) if least else (mean, switch)
        reasons = tuple((w, one_of(parts, i, least)) for i, w in enumerate(shares) if w != 0)
        says, why = (
            f"{in_words(low)} <= {in_words(high)}",
            "the least and the greatest of some numbers bound their means",
        )
        yield Bound(says, why, simplified(high - low), high - low, reasons)
    if isinstance(switch, Abs):
        both = tuple((half, one_of(parts, i, least)) for i in (0, 1))
        yield Bound(f"0 <= {in_words(switch)}", "an absolute value is not negative", switch, switch, both)


def one_of(parts: tuple[Expr, ...], i: int, least: bool) -> Reason:
    """Why the greatest (least) of some numbers is no less (no more) than one of them."""
    others = [x for j, x in enumerate(parts) if j != i]
    if least:
        return Reason("maximum", _letters(x=-parts[i], y=Max(*(-x for x in others))))
    return Reason("maximum", _letters(x=parts[i], y=Max(*others)))


def _of_function(e: Expr, seen: Seen) -> Iterator[Bound]:
    """Powers of what lies in [0, 1], roots, exponentials and logarithms lie between lines."""

    def bound(low: Expr, high: Expr, because: str, *reasons: tuple[Expr, Reason]) -> Bound:
        return Bound(f"{in_words(low)} <= {in_words(high)}", because, simplified(high - low), high - low, reasons)

    one = S.One
    inner = e.base if isinstance(e, Pow) else e.args[0]
    if isinstance(e, exp):
        yield bound(
            1 + inner, e, "the exponential lies above its tangent", (one, Reason("exponential", _letters(x=inner)))
        )
        if seen(-inner):
            reason = Reason("exponential_of_negative", _letters(x=inner), (-inner,))
            yield bound(e, one, "the exponent is not positive", (one, reason))
    elif isinstance(e, log):
        tangent = Reason("logarithms", _letters(x=inner, y=one), (inner, one))
        yield bound(e, inner - 1, "the logarithm lies below its tangent", (one, tangent))
        tangent = Reason("logarithms", _letters(x=one, y=inner), (one, inner))
        yield bound(1 - 1 / inner, e, "the logarithm of the inverse lies below its tangent", (one, tangent))
        if seen(inner - 1):
            yield bound(
                S.Zero, e, "the number is one at least", (one, tangent), (1 / inner, Reason(shown=(inner - 1,)))
            )
    elif e.exp.is_positive and seen(inner):
        yield bound(S.Zero, e, "a power of a nonnegative number is nonnegative", (one, Reason(shown=(e,))))
        if e.exp == S.Half:
            mean = (1 + inner) / 2
            yield bound(e, mean, "the geometric mean is at most the arithmetic mean", (one, root_below(inner, mean)))
        high = METRICS[inner.name].values.high if isinstance(inner, Symbol) and inner.name in METRICS else None
        if high is not None and e.exp.is_Integer:
            most = Rational(*high.as_integer_ratio())
            weight = Add(*(most**j * inner ** (e.exp - 1 - j) for j in range(int(e.exp) - 1)))
            less = (weight, Reason(shown=(most - inner,)))
            yield bound(e, most ** (e.exp - 1) * inner, f"{inner.name} is at most {most}", less)
        if seen(1 - inner):
            yield from _falling(e, inner)


def _falling(e: Expr, inner: Expr) -> Iterator[Bound]:
    """Powers of a number in [0, 1] fall with the exponent, and are at most one."""
    if e.exp.is_Integer:
        weight = Add(*(inner ** (1 + j) for j in range(int(e.exp) - 1)))
        low, high, reasons = e, inner, ((weight, Reason(shown=(1 - inner,))),)
        most = (Add(*(inner**j for j in range(int(e.exp)))), Reason(shown=(1 - inner,)))
    elif e.exp == S.Half:
        low, high, reasons = inner, e, ((S.One, root_above(inner, inner)),)
        most = (S.One, root_below(inner, S.One))
    else:
        return
    says, why = f"{in_words(low)} <= {in_words(high)}", "powers of a number in [0, 1] fall with the exponent"
    yield Bound(says, why, simplified(high - low), high - low, reasons)
    why = "powers of a number in [0, 1] are at most one"
    yield Bound(f"{in_words(e)} <= 1", why, simplified(1 - e), 1 - e, (most,))


def root_above(inner: Expr, other: Expr) -> Reason:
    """The square root of what is not negative is at least another number, as its square is.

    >>> from workbench.symbolic.notation import s
    >>> root_above(s, s).shown
    (s, -s**2 + s)
    """
    size = -other if other.could_extract_minus_sign() else other
    return Reason("root_above", _letters(x=inner, y=other), (inner, inner - size**2))


def root_below(inner: Expr, other: Expr) -> Reason:
    """The square root of what is not negative is at most another such number, as its square is.

    >>> from workbench.symbolic.notation import s
    >>> root_below(s, S.One).shown
    (s, 1, 1 - s)
    """
    return Reason("root_below", _letters(x=inner, y=other), (inner, other, other**2 - inner))


def tangents(line: Expr, root: Expr, weight: Expr, seen: Seen) -> Iterator[Bound]:
    """A square root against what the line compares it to: sqrt(A) >= B where A >= B**2, and the like."""
    if not (isinstance(root, Pow) and root.exp == S.Half):
        return
    other, inner = cancelled(-(line - weight * root) / weight), root.base
    if other.atoms(Pow, exp, log) - {p for p in other.atoms(Pow) if p.exp.is_Integer and p.exp > 0}:
        return
    above, below = inner - other**2, other**2 - inner
    if seen(above):
        says, difference, reason = f"{in_words(other)} <= {in_words(root)}", root - other, root_above(inner, other)
    elif seen(below) and seen(other):
        says, difference, reason = f"{in_words(root)} <= {in_words(other)}", other - root, root_below(inner, other)
    else:
        return
    yield Bound(says, OF_THE_SQUARES, simplified(difference), difference, ((S.One, reason),))


def arguments(switch: Expr) -> tuple[Expr, ...]:
    """What a maximum, a minimum or an absolute value may be."""
    return (switch.args[0], -switch.args[0]) if isinstance(switch, Abs) else switch.args


def simplified(e: Expr) -> Expr:
    """An expression in pi0 alone, its terms collected."""
    return canonical(e.xreplace({pi1: 1 - pi0}))
