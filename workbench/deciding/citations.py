"""What justifies a step of a proof: axioms, definitions, theorems and integrals, each with what its letters stand for.

A rule of `workbench.symbolic.rules` or `workbench.symbolic.assumptions` says how a line is rewritten; here it says by
which entries of the axioms' file, in the words of a proof document (see `workbench.recheck`). Both lines of a step are
looked at, since a rule may lead from either to the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from sympy import Abs, Basic, Expr, Max, Min, Mul, Pow, S, Symbol, log

from workbench.deciding.double_integral_words import patches
from workbench.deciding.value_citations import KINDS as VALUES
from workbench.deciding.value_citations import Lines, Use, axiom
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import assumptions, notation, rules
from workbench.symbolic.integrals import cells
from workbench.symbolic.laws import NoClosedForm
from workbench.symbolic.notation import (
    ANY,
    E0,
    F0,
    F1,
    SKEW,
    UNIFORM,
    AnyDensity,
    Below,
    BetaDensity,
    ClassMean,
    ConditionMean,
    Density,
    EveryDensity,
    ExpectedLoss,
    FalsePositiveRateMethod,
    LossAtCutpoints,
    LossAtRates,
    MixedMethod,
    OptimalMethod,
    PointMass,
    Qc,
    Qz,
    R,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    TruePositiveRateMethod,
    c,
    error,
    h_measure,
    macro_error,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
    tau,
    u,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import Rule, canonical


def uses(step: Step, before: Expr) -> list[Use]:
    """The entries that a step rests on, for the line before it and the one that it gives.

    >>> from workbench.symbolic.notation import metric
    >>> uses(Step("", rules.definition("BS"), pi0 * metric("BS0") + pi1 * metric("BS1")), metric("BS"))
    [{'definition': 'BS'}]
    """
    found = _KINDS.get(step.by.name)
    return [] if found is None else [use for use in found(step.by, (before, step.gives)) if use]


def _atoms(lines: Lines, *kinds: type[Basic]) -> list[Any]:
    """The parts of some kinds in the lines, also where the operating condition is known."""
    found: set[Any] = set().union(*(line.atoms(*kinds) for line in lines))
    for point in set().union(*(line.atoms(PointMass) for line in lines)):
        found |= {e.xreplace({c: point.args[0]}) for e in found if not isinstance(e, ExpectedLoss)}
    found |= {
        e.xreplace({u: c}) for e in found if isinstance(e, F0 | F1 | ThresholdAtRate) and e.has(u) and not e.has(c)
    }
    return sorted(found, key=str)


# --- definitions ----------------------------------------------------------------------------------------


def _definition(rule: Rule, lines: Lines) -> Iterator[Use]:
    if isinstance(rule.argument, tuple):
        for name in rule.argument:
            yield from _definition(rules.definition(name), lines)
        return
    name = str(rule.argument)
    if name in METRICS:
        yield {"definition": name}
        return
    kinds: dict[str, Any] = {"error": error, "macro_error": macro_error, "h_measure": h_measure}
    found = _atoms(lines, kinds[name])
    if name == "h_measure" and any(line.has(metric("H")) for line in lines):
        found = list(dict.fromkeys([h_measure(2, 2), *found]))
    for e in found:
        yield axiom(name, **dict(zip("ab" if name == "h_measure" else "t", e.args, strict=True)))
        if name == "h_measure":
            yield from condition_means(BetaDensity(*e.args), c * Below(c, pi1))
            yield from condition_means(BetaDensity(*e.args), Below(c, pi1))
            yield from condition_means(BetaDensity(*e.args), c)


_LOSSES = {
    ScoreMethod: "loss_on_scores",
    RateMethod: "loss_on_rates",
    FalsePositiveRateMethod: "loss_at_false_positive_rates",
    TruePositiveRateMethod: "loss_at_true_positive_rates",
}


def _expected_loss(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, ExpectedLoss):
        method, density, _condition = e.args
        if isinstance(method, OptimalMethod):
            yield axiom("loss_of_optimal", w=density)
        elif not isinstance(method, MixedMethod):
            yield axiom(_LOSSES[type(method)], T=method.args[0], w=density)


def _condition_ignored(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, LossAtRates, LossAtCutpoints):
        if isinstance(e, LossAtRates) and not isinstance(e.args[0], RateMethod):
            continue
        if isinstance(e, LossAtRates):
            letters = {"T": e.args[0].args[0], "v": e.args[3].name}
        else:
            letters = {"T": u, "v": "step" if e.args[0] == 1 else "cutpoints"}
        density, condition = e.args[1:3]
        if not (isinstance(density, PointMass) and density.args[0] in (0, 1)) and not letters["T"].has(c):
            yield axiom("condition_ignored", w=density, d=condition.name, **letters)
            yield from condition_means(density, c)


def _mixture(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, ExpectedLoss):
        yield from _mixed(e)


def _mixed(e: Expr) -> Iterator[Use]:
    method, *rest = e.args
    if isinstance(method, MixedMethod):
        q, first, second = method.args
        yield axiom("loss_of_mixture", q=q, A=first, B=second, w=rest[0], d=rest[1].name)
        for part in (first, second):
            yield from _mixed(ExpectedLoss(part, *rest))


def _loss_at_a_threshold(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, Qc, Qz):
        name = "loss_at_threshold" + "_for_skews" * isinstance(e, Qz)
        yield axiom(name, t=e.args[0], b=e.args[1])


def _skews(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, ExpectedLoss):
        if e.args[2] == SKEW:
            yield axiom("skews_balance_classes", M=e.args[0], w=e.args[1])


def _class_wise(_: Rule, lines: Lines) -> Iterator[Use]:
    """Under ``balanced`` what belongs to one class, or compares the classes, is told by its definition."""
    if any(line.has(notation.Balanced) for line in lines):
        for x in sorted({x.name for line in lines for x in line.free_symbols if x.name in METRICS}):
            if METRICS[x].definition is not None:
                yield {"definition": x}


# --- means ------------------------------------------------------------------------------------------------


def _cdfs(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, F0, F1):
        if not e.has(s):
            yield axiom("cdf_is_a_mean", k=int(isinstance(e, F1)), t=e.args[0])


def _exchanged(_: Rule, lines: Lines) -> Iterator[Use]:
    for line in lines:
        for e in sorted(canonical(line).atoms(ConditionMean), key=str):
            density, body = e.args
            inner = [f for f in Mul.make_args(body) if isinstance(f, ClassMean)]
            if len(inner) == 1:
                rest = body / inner[0]
                yield axiom("means_exchanged", k=inner[0].args[0], f=rest * inner[0].body, w=density)


def _moments(_: Rule, lines: Lines) -> Iterator[Use]:
    seen: set[Expr] = set()
    for line in lines:
        for e in sorted(canonical(line).atoms(ConditionMean), key=str):
            if e not in seen:
                seen.add(e)
                yield from condition_means(*e.args)


def integrals_of(moving: Expr) -> list[Use]:
    """The integrals of a function of c under uniform costs, term by term."""
    mean = canonical(ConditionMean(UNIFORM, moving))
    return [use for e in sorted(mean.atoms(ConditionMean), key=str) for use in condition_means(*e.args)]


def ranks() -> list[Use]:
    """A class against itself, and both classes against each other."""
    return list(_both_ways(rules.ranking_both_ways, (S.Zero, S.Zero)))


def condition_means(density: Density, moving: Expr) -> Iterator[Use]:
    """The integrals of a product, what moves with c alone apart from what moves with u alone."""
    factors = Mul.make_args(moving)
    in_c = Mul(*(f for f in factors if f.has(c) and not f.has(u)))
    in_u = Mul(*(f for f in factors if f.has(u) and not f.has(c)))
    both = Mul(*(f for f in factors if f.has(u) and f.has(c)))
    if both != 1:
        yield from _over_both(density, moving)
        return
    yield from _over_one(density, in_c)
    yield from _over_one(UNIFORM, in_u.xreplace({u: c}))


def _over_one(density: Density, moving: Expr) -> Iterator[Use]:
    if moving == 1 or isinstance(density, AnyDensity | EveryDensity | PointMass):
        if isinstance(density, PointMass) and moving.has(u):
            yield from _over_one(UNIFORM, moving.xreplace({c: density.args[0]}).xreplace({u: c}))
        return
    power = moving.as_base_exp()
    if power[0] == c and power[1].is_Integer:
        if isinstance(density, BetaDensity):
            for j in range(int(power[1]), 0, -1):
                yield axiom("beta_moments", a=density.args[0], b=density.args[1], j=j)
            return
        if density == UNIFORM:
            return
    rest, event = _event_apart(moving)
    if event is not None and not event.has(c):  # at a point of the condition a law may stand still
        yield from _over_one(density, rest)
        return
    if event is not None and _never_or_always(event):
        return
    text = plain(ConditionMean(density, moving))
    yield {"integral": text, "cells": cells(density, rest, event)}


def _over_both(density: Density, moving: Expr) -> Iterator[Use]:
    """The mean of what depends on c and u together: patches, with an event on which side of y they lie."""
    if isinstance(density, PointMass):
        yield from _over_one(density, moving)
        return
    rest, event = _event_apart(moving)
    yield {"integral": plain(ConditionMean(density, moving)), "patches": patches(density, rest, event)}


def _event_apart(moving: Expr) -> tuple[Expr, Below | None]:
    """A product as what is not an event, and the one event of which one side stands still."""
    events = [
        f
        for f in Mul.make_args(moving)
        if isinstance(f, Below) and any(not x.has(c, u) and not x.is_number for x in f.args)
    ]
    return (moving / events[0], events[0]) if len(events) == 1 else (moving, None)


def _never_or_always(event: Below) -> bool:
    """Whether what is linear in c lies on one side of [0, 1], where the score or rate beside it lies."""
    (g,) = (x for x in event.args if x.has(c))
    if not g.is_polynomial(c) or g.diff(c, 2) != 0:
        return False
    ends = [g.xreplace({c: end}) for end in (S.Zero, S.One)]
    if not all(x.is_number for x in ends):
        return False
    return bool(min(ends) >= 1 or max(ends) < 0) and event.xreplace({g: S.Zero}).has(s)


# --- rates and ranks ----------------------------------------------------------------------------------------


def _false_positives(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, F1):
        if isinstance(e.args[0], ThresholdAtRate):
            yield axiom("false_positives_at_a_rate", r=e.args[0].args[0])


def _thresholds_as_rates(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, ThresholdAtRate):
        yield axiom("thresholds_are_rates", r=e.args[0])


def _against_itself(_: Rule, lines: Lines) -> Iterator[Use]:
    powers = {(mean.args[0], j) for line in lines for mean, j in rules.ranked_against_itself(_ranks_written(line))}
    for k, j in sorted(powers):
        yield axiom("cdf_is_uniform", k=k, h=plain(Symbol("value") ** j))


def _ranks_written(line: Expr) -> Expr:
    return canonical(rules.rate_is_weighted.rewrite(line))


def _both_ways(_: Rule, lines: Lines) -> Iterator[Use]:
    yield axiom("cdf_is_uniform", k=0, h="value")
    yield axiom("cdf_is_uniform", k=1, h="value")
    yield axiom("rate_is_uniform", h="value", solved_for="E0(F1(s))")


def _least_loss(_: Rule, lines: Lines) -> Iterator[Use]:
    yield axiom("least_loss")


# --- shares ---------------------------------------------------------------------------------------------------


def _bodies(lines: Lines) -> list[Expr]:
    """The products of which a class mean is in one of the lines."""
    return sorted({e.body for line in lines for e in canonical(line).atoms(ClassMean)}, key=str)


def _split_power(body: Expr, share: Expr) -> tuple[Expr, int]:
    """A product as another one times a whole power of ``share``."""
    rest, power = S.One, S.Zero
    for factor in Mul.make_args(body):
        base, exponent = factor.as_base_exp()
        if base == share and exponent.is_Rational and exponent > 0:
            power += exponent
        else:
            rest *= factor
    whole = int(power)
    return rest * share ** (power - whole), whole


def _by_share(name: str, share: Expr, bodies: list[Expr], put: Callable[[Expr], Expr]) -> Iterator[Use]:
    """pi1 E1[g] = E[share g] for each g that leads from one mean to another; ``put`` writes the letter."""
    most: dict[Expr, int] = {}
    for body in bodies:
        rest, power = _split_power(body, share)
        most[rest] = max(most.get(rest, 0), power)
    letter = "g" if name == "hull_is_calibrated" else "f"
    for rest in sorted(most, key=str):
        if name == "hull_is_calibrated" and rest.xreplace({share: S.One}).has(s):
            continue
        if rest == 1 and most[rest]:
            yield axiom(name, solved_for=f"E0({plain(share)})", **{letter: "1"})
        for power in range(int(rest == 1), most[rest]):
            yield axiom(name, **{letter: put(rest * share**power)})


def _hull(_: Rule, lines: Lines) -> Iterator[Use]:
    p = Symbol("value")
    yield from _by_share("hull_is_calibrated", pav(s), _bodies(lines), lambda e: e.xreplace({pav(s): p}))


def _shares(_: Rule, lines: Lines) -> Iterator[Use]:
    yield from _by_share("classes_share_scores", posterior(s), _bodies(lines), lambda e: e)


def _calibrated(_: Rule, lines: Lines) -> Iterator[Use]:
    bodies = [canonical(E0(b.xreplace({posterior(s): s, pav(s): s}))) for b in _bodies(lines)]
    if any(line.has(posterior) for line in lines):
        yield axiom("calibrated")
    if any(line.has(pav) for line in lines):
        yield axiom("calibrated_hull")
    inner = sorted({m.body for b in bodies for m in b.atoms(ClassMean)}, key=str)
    steps = list(_by_share("classes_share_scores", s, inner, lambda e: e))
    if steps and not any(line.has(posterior) for line in lines):
        yield axiom("calibrated")
    yield from steps


def _certain(_: Rule, lines: Lines) -> Iterator[Use]:
    value = Symbol("value")
    for body in _bodies(lines):
        if body.has(posterior):
            for k in (0, 1):
                yield axiom("no_ties", k=k, g=body.xreplace({posterior(s): value}))


def _scores_are_classes(_: Rule, lines: Lines) -> Iterator[Use]:
    yield axiom("calibrated")
    yield axiom("calibrated_hull")
    ranks = {rank: Symbol(plain(rank)) for rank in (F0(s), F1(s), R(s))}
    for body in dict.fromkeys(b.xreplace({posterior(s): s, pav(s): s}).xreplace(ranks) for b in _bodies(lines)):
        if body.has(s):
            for k in (0, 1):
                yield axiom("no_ties", k=k, g=body.xreplace({s: Symbol("value")}))


# --- assumptions ------------------------------------------------------------------------------------------------


def _proportion(rule: Rule, _: Lines) -> Iterator[Use]:
    said = rule.argument[1] if isinstance(rule.argument, tuple) else f"pi0 == {rule.argument or '1/2'}"
    yield {"given": said, "for": "pi0"}


def _balanced_already(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, notation.Balanced):
        for part in sorted(e.body.atoms(ExpectedLoss, ClassMean), key=str):
            yield axiom("balanced_already", x=part)
    yield {"given": "pi0 == 1/2", "for": "pi0"}


def _highest(lines: Lines) -> int:
    powers = [S.One]
    for body in _bodies(lines):
        for factor in Mul.make_args(body):
            base, exponent = factor.as_base_exp()
            if base in (s, R(s)) and exponent.is_Integer:
                powers.append(exponent)
    return int(max(powers))


def _evenly_spaced(_: Rule, lines: Lines) -> Iterator[Use]:
    for k in (0, 1):
        yield axiom("evenly_spaced", k=k, j=1, g=1, solved_for=f"E{k}(s)")
    yield from _both_ways(_, lines)
    for j in range(2, _highest(lines) + 1):
        for k in (0, 1):
            yield axiom("evenly_spaced", k=k, j=j, g=1, solved_for=f"E{k}(F0(s)**{j})")
        yield axiom("rate_is_uniform", h=f"value**{j}", solved_for=f"E1(s**{j})")


def _rates_beside_scores(_: Rule, lines: Lines) -> Iterator[Use]:
    for body in _bodies(lines):
        found = assumptions.powers_of_rates(body)
        if found is not None:
            j, rest = found
            g, bent = plain(rest.xreplace({pav(s): Symbol("value")})), rest.has(Abs, Max, Min, notation.Clip)
            for k in (0, 1):  # what is bent is several means to the reader, which solves for one of them
                alone = "" if bent else f"E{k}({plain(F0(s) ** j * rest)})"
                yield axiom("evenly_spaced", k=k, j=j, g=g, solved_for=alone)


def _even_scores(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, ThresholdAtRate):
        yield axiom("even_thresholds", r=e.args[0])
    yield axiom("even_scores", solved_for="F1(s)")
    yield axiom("cdf_is_uniform", k=0, h="value")
    yield axiom("cdf_is_uniform", k=1, h="value", solved_for="E1(s)")
    yield axiom("rate_is_uniform", h="value", solved_for="E0(s)")
    for j in range(2, _highest(lines) + 1):
        yield axiom("rate_is_uniform", h=f"value**{j}", solved_for=f"E1(s**{j})")


def _cutpoints(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in _atoms(lines, LossAtCutpoints):
        start, density, condition = e.args
        if start == 1:
            yield axiom("random_example", w=density)
        else:
            yield axiom("random_cutpoint" + "_for_skews" * (condition == SKEW), w=density)


def _matched(_: Rule, lines: Lines) -> Iterator[Use]:
    for line in lines:
        for e in sorted(canonical(line).atoms(ConditionMean), key=str):
            body = e.args[1]
            if body.has(c) and body.has(tau):
                g = (body / c).xreplace({tau(c, u): Symbol("value")})
                if not g.has(c, u):
                    yield axiom("matched", g=g)


def _uniform_rate(_: Rule, lines: Lines) -> Iterator[Use]:
    for line in lines:
        for e in sorted(canonical(line).atoms(ConditionMean), key=str):
            h = e.body.xreplace({tau(c, u): Symbol("value")})
            if e.body.has(tau) and not h.has(c, u):
                in_score = h.xreplace({})
                yield axiom("uniform_rate", h=in_score)
                yield from condition_means(UNIFORM, h.xreplace({Symbol("value"): c}))


def _log_odds(_: Rule, lines: Lines) -> Iterator[Use]:
    for line in lines:
        for mean in sorted(canonical(line).atoms(ConditionMean), key=str):
            density, body = mean.args
            e = assumptions.log_odds_cut(density)
            if e is not None:
                event = body.atoms(Below) != set()
                inner = -log(1 - c) + (S.Zero if _has_factor(body) else log(c))
                yield {"integral": plain(mean), "cells": log_odds_cells(e, inner, event)}


def log_odds_cells(e: Expr, inner: Expr, event: bool = False) -> list[dict[str, Any]]:
    """The cells of a mean for log odds that are uniform between e and 1 - e: nothing outside."""
    ends = [S.Zero, e, 1 - e, S.One]
    inside = inner / (2 * (log(1 - e) - log(e)))
    return [
        {
            "from": plain(low),
            "to": plain(high),
            "antiderivative": plain(inside) if low == e else "0",
            **({"inverse": "y"} if event else {}),
        }
        for low, high in itertools.pairwise(ends)
    ]


def _has_factor(body: Expr) -> bool:
    return c in Mul.make_args(body)


# --- theorems -----------------------------------------------------------------------------------------------------


def _theorem(rule: Rule, lines: Lines) -> Iterator[Use]:
    theorem = rule.argument
    assert isinstance(theorem, Theorem)
    use: Use = {"theorem": theorem.name}
    if not isinstance(theorem.left, ExpectedLoss):
        target = _target(theorem.left)
        uniform = {"letters": {"w": "uniform"}} if theorem.left.has(AnyDensity) else {}
        yield {**use, **uniform, **({"for": target} if target else {})}
        return
    method, density, condition = theorem.left.args
    for e in _atoms(lines, ExpectedLoss):
        if e.args[2] != condition or type(e.args[0]) is not type(method):
            continue
        letters: dict[str, str] = {}
        if method.has(tau):
            letters["T"] = plain(e.args[0].args[0])
        elif e.args[0] != method:
            continue
        if density == ANY and rules.UNIFORM_COST not in theorem.given:
            letters["w"] = plain(e.args[1])
        elif e.args[1] not in (density, UNIFORM):
            continue
        yield {**use, **({"letters": letters} if letters else {})}


def _target(left: Expr) -> str:
    """What an equation is solved for, where its left side is more than that."""
    if isinstance(left, Symbol) and left not in (pi0, pi1):
        return ""
    means = sorted(_ranks_written(left).atoms(ClassMean), key=str)
    if means:
        return plain(means[-1])
    named = sorted((x for x in left.free_symbols if x.name in METRICS or x == pi0), key=str)
    return plain(named[-1]) if named else ""


_KINDS: dict[str, Callable[[Rule, Lines], Iterator[Use]]] = {
    "definition": _definition,
    "expected_loss": _expected_loss,
    "mixture": _mixture,
    "condition_ignored": _condition_ignored,
    "loss_at_a_threshold": _loss_at_a_threshold,
    "skews_balance_classes": _skews,
    "balance_classes": _class_wise,
    "cdfs_are_class_means": _cdfs,
    "swap_means": _exchanged,
    "moments": _moments,
    "moments_on_unit_scores": _moments,
    "false_positives_from_rate": _false_positives,
    "thresholds_as_rates": _thresholds_as_rates,
    "class_against_itself": _against_itself,
    "ranking_both_ways": _both_ways,
    "hull_attains_least_loss": _least_loss,
    "hull_is_calibrated": _hull,
    "classes_share_scores": _shares,
    "equal_class_proportions": _proportion,
    "class_proportion": _proportion,
    "balanced_already": _balanced_already,
    "calibrated_scores": _calibrated,
    "shares_are_certain": _certain,
    "scores_are_classes": _scores_are_classes,
    "shares_are_certain_when_evenly_spaced": _certain,
    "evenly_spaced_moments": _evenly_spaced,
    "rates_beside_scores": _rates_beside_scores,
    "even_scores": _even_scores,
    "loss_at_cutpoints": _cutpoints,
    "cutpoints_are_examples": _cutpoints,
    "condition_matches_threshold": _matched,
    "uniform_rate": _uniform_rate,
    "log_odds_moments": _log_odds,
    **VALUES,
    "theorem": _theorem,
    "theorem for uniform costs": _theorem,
}

__all__ = ["NoClosedForm", "Pow", "axiom", "uses"]
