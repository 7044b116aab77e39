"""The expected loss of a threshold choice method, derived: its scoring rule or rank statistic, a closed
form in named metrics where there is one, whether the scoring rule is proper, and the checked proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Add, Basic, Expr, Poly, Rational, S, Symbol, expand, factor
from sympy.core.symbol import Str

from workbench import methods
from workbench.deciding import weighted
from workbench.deciding.derived import Derivation
from workbench.deciding.proving import prove_equality
from workbench.errors import InputError, NotSupported, warn_user
from workbench.language import statements, syntax
from workbench.language.grammar import brief
from workbench.limits import TimeIsUp, at_most
from workbench.losses import densities, domains, gaps
from workbench.losses.formulas import over
from workbench.losses.thresholds import certainly_within_unit_interval, law_of
from workbench.losses.weights import weight_of
from workbench.symbolic import laws
from workbench.symbolic.antiderivatives import vanishes
from workbench.symbolic.cases import as_one, jumps
from workbench.symbolic.notation import (
    E0,
    E1,
    F0,
    F1,
    UNIFORM,
    Balanced,
    Below,
    BetaDensity,
    ClassMean,
    Density,
    ExpectedLoss,
    FalsePositiveRateMethod,
    MixedMethod,
    OptimalMethod,
    R,
    RateMethod,
    ScoreMethod,
    TruePositiveRateMethod,
    c,
    error,
    h_measure,
    macro_error,
    metric,
    pav,
    pi0,
    pi1,
    r,
    s,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.properness import properness
from workbench.symbolic.tidying import tidy, words_or_none
from workbench.symbolic.translation import to_density, to_method, to_sympy
from workbench.words import IN_UNIT_INTERVAL, OF_RATES

_HALF = Rational(1, 2)
SECONDS = 30.0


def derive(
    method: str | syntax.Method,
    cost: str | syntax.Cost = "uniform",
    condition: str = "cost",
    *,
    weight: str | syntax.Expression | None = None,
    seconds: float = SECONDS,
) -> Derivation:
    """Derive the expected loss of a threshold choice method.

    ``method`` and ``cost`` are texts of the statement language; ``condition`` is ``cost`` or ``skew``. A ``weight``
    stands in the place of a cost: an expression in c, nowhere negative, whose integral need not be 1, nor finite.
    After ``seconds`` nothing is claimed. Raises `statements.StatementError` or `densities.DensityError` where the
    input says nothing.

    >>> found = derive("rate_driven")
    >>> found.closed_form, found.H
    ('pi0*pi1*(1 - 2*AUC) + 1/3', 'r')
    >>> derive("score(c**2)").l1
    's - 2*sqrt(s) + 1'
    >>> found = derive("score_driven", weight="1/(2*c*(1 - c))")
    >>> found.l0, found.l1, found.closed_form, found.strictly_proper
    ('-log(1 - s)', '-log(s)', 'LL', True)
    """
    if isinstance(method, str):
        method = statements.parse_method(method)
    if isinstance(cost, str):
        cost = statements.parse_cost(cost)
    if not isinstance(method, syntax.Method) or not isinstance(cost, syntax.Cost):
        raise statements.StatementError(
            f"{brief(repr(method))} under {brief(repr(cost))}: a method and a cost are texts, such as 'rate_driven'"
        )
    if condition not in statements.CONDITIONS:
        raise statements.StatementError(f"condition {brief(repr(condition))} is neither cost nor skew")
    found: dict[str, Any] = {"method": str(method), "cost": str(cost), "condition": condition}
    if weight is not None:
        cost = _weight(weight, cost)
        found |= {"cost": None, "weight": str(cost.arguments[0])}
    families = _families(statements.law(method))
    found["family"] = families.pop() if len(families) == 1 else "mixed"
    try:
        with at_most(seconds):
            derived = _derived(method, cost, found) if weight is None else _under_weight(method, cost, found)
            return _how_strictly(derived, statements.law(method), cost)
    except TimeIsUp:
        reason = f"no result within {seconds:g} seconds"
    except laws.NoClosedForm as obstacle:
        reason = f"no closed form was found: {brief(obstacle, 300)}"
    except (RecursionError, MemoryError):
        reason = "no closed form was found: the expression is nested too deep"
    proper = True if statements.law(method) == _DRIVEN else None
    return _how_strictly(
        Derivation(**found, proper=proper, notes={"closed_form": reason}), statements.law(method), cost
    )


_DRIVEN = statements.parse_method("score(c)")


def _how_strictly(found: Derivation, law: syntax.Method, cost: syntax.Cost) -> Derivation:
    """Whether a proper rule is so strictly: where some interval has no mass of thresholds, its forecasts are alike."""
    if not found.proper:
        return replace(found, strictly_proper=None if found.proper is None else False)
    if law == _DRIVEN:
        if gaps.infinite_at(cost) is not None:
            return replace(found, strictly_proper=False)
        empty, points = gaps.gaps(cost), gaps.points_of(cost)
    else:
        rules = [statements.parse_expression(x, ("s",)) for x in (found.l0, found.l1) if x is not None]
        empty = gaps.still(rules[0], "s") if rules else None
        points = {low for low, _ in empty or () if any(jumps(to_sympy(x), s, Rational(low)) for x in rules)}
    if not empty:
        return replace(found, strictly_proper=None if empty is None else True)
    told = " and ".join(f"{f'above {low} up' if low in points else f'from {low}'} to {high}" for low, high in empty)
    note = f"not strictly: forecasts {told} cost the same, as no threshold lies between them"
    return replace(found, strictly_proper=False, notes={**found.notes, "strictly_proper": note})


def _weight(weight: str | syntax.Expression, cost: syntax.Cost) -> syntax.Cost:
    """The weight that is given, in the place of a cost."""
    if cost != syntax.UNIFORM:
        raise statements.StatementError(f"cost {brief(cost)} and weight {brief(weight)} are both given; give one")
    if isinstance(weight, str):
        weight = statements.parse_expression(weight, ("c",))
    inside = sorted(syntax.names(weight) & statements.quantities())
    if inside:
        raise statements.StatementError(f"{brief(weight)}: a weight is the same for every sample; {inside[0]} is not")
    found = syntax.Cost("weight", (domains.worked_out(weight),))
    weight_of(found)  # or why it is none
    return found


def _under_weight(method: syntax.Method, cost: syntax.Cost, found: dict[str, Any]) -> Derivation:
    """The derivation under a weight: at each score where thresholds are c, else as a multiple of another."""
    (f,), mass = cost.arguments, weight_of(cost).mass
    assert isinstance(f, syntax.Expression)
    law, seen = statements.law(method), laws.NoClosedForm(f"no rule derives {method} under a weight of infinite mass")
    if law == _DRIVEN or law.name == "optimal":
        place = gaps.infinite_at(cost)
        if place is not None:
            raise laws.NoClosedForm(f"where class 1 has probability {place}, every forecast costs infinitely much")
        try:
            return _at_each_score(weighted.rule_of(f), found)
        except laws.NoClosedForm as obstacle:
            seen = obstacle
    if not isinstance(mass, Fraction) or not mass:
        raise seen
    inner = _derived(method, syntax.Cost("density", (over(f, syntax.Number(mass)),)), {**found, "weight": None})
    if inner.theorem is None:
        return replace(inner, **found)
    times, variables = to_sympy(syntax.Number(mass)), ("s", "r", "rho")
    read = {x: getattr(inner, x) for x in ("l0", "l1", "constant", "H", "closed_form")}
    scaled: dict[str, Any] = {
        name: text and words_or_none(tidy(times * to_sympy(statements.parse_expression(text, variables))))
        for name, text in read.items()
    }
    theorem = prove_equality(times * inner.theorem.left, times * inner.theorem.right)
    return _confirmed(replace(inner, **found, **scaled, theorem=theorem))


def _at_each_score(rule: weighted.Rule, found: dict[str, Any]) -> Derivation:
    skew, optimal = found["condition"] == "skew", found["family"] == "optimal"
    l0, l1 = as_one(rule.l0, s), as_one(rule.l1, s)
    closed = weighted.in_log_loss(rule, found["condition"]) or _closed_on_scores(expand(l0), expand(l1), skew)
    if optimal and closed is not None:
        alike = not skew and vanishes(rule.l0.xreplace({s: 1 - s}) - rule.l1)
        closed = closed.xreplace({metric("BS"): metric("RLH")}) if alike and closed.has(metric("BS")) else None
    result = Derivation(
        **found,
        l0=words_or_none(l0),
        l1=words_or_none(l1),
        closed_form=words_or_none(closed),
        proper=None if optimal else True,
        rule=rule,
        notes=_at_calibrated(skew) if optimal else {},
    )
    reason = weighted.against(result.loss, rule)
    if reason is not None:
        raise laws.NoClosedForm(f"nothing is claimed: numbers say otherwise: {reason}")
    return result


def _derived(method: syntax.Method, cost: syntax.Cost, found: dict[str, Any]) -> Derivation:
    """What is derived; `NoClosedForm` when nothing is."""
    parts = statements.parts_of(cost)
    if len(parts) > 1:
        return _derive_parts(method, [(to_sympy(share), part) for share, part in parts], found)
    cost = parts[0][1]
    method, cost, unclear = validated(method, cost)
    if unclear is not None:
        raise laws.NoClosedForm(f"{brief(unclear[0])} is not seen to have a value everywhere")
    loss = ExpectedLoss(to_method(method), to_density(cost), Str(found["condition"]))
    if found["family"] == "mixed":
        return _derive_mixed(loss, found)
    return _confirmed(_DERIVED[found["family"]](loss, found))


def _derive_parts(method: syntax.Method, parts: list[tuple[Expr, syntax.Cost]], found: dict[str, Any]) -> Derivation:
    """The derivation for a mixture of costs: everything is the mean over its parts."""
    each = [(share, _derived(method, cost, dict(found))) for share, cost in parts]
    theorems = [(share, one.theorem) for share, one in each if one.theorem is not None]
    notes = each[0][1].notes
    if len(theorems) < len(each):
        return Derivation(**found, notes=next(one.notes for _, one in each if one.theorem is None))

    def mean(name: str, *variables: str) -> Expr | None:
        texts = [getattr(one, name) for _, one in each]
        if None in texts:
            return None
        read = (to_sympy(statements.parse_expression(text, variables)) for text in texts)
        return tidy(Add(*(share * x for (share, _), x in zip(each, read, strict=True))))

    left, right = (Add(*(share * getattr(x, side) for share, x in theorems)) for side in ("left", "right"))
    closed, l0, l1 = mean("closed_form"), mean("l0", "s"), mean("l1", "s")
    if closed is not None:
        closed = min(closed, right, key=lambda e: len(plain(e)))
    elif found["family"] == "score" and l0 is not None and l1 is not None:
        l0, l1 = as_one(l0, s), as_one(l1, s)
        closed = _closed_on_scores(expand(l0), expand(l1), found["condition"] == "skew")
    theorem = None if closed is None else prove_equality(left, closed)
    if theorem is None:
        closed, theorem = None, prove_equality(left, right)
    law, proper = to_method(method), True if all(one.proper for _, one in each) else None
    if found["family"] == "score" and not proper:
        rules = [(share, scoring_rule(law, to_density(cost), unit_scores=False)) for share, cost in parts]
        proper, notes = properness(*(tidy(Add(*(share * rule[k] for share, rule in rules))) for k in (0, 1)))
    return _confirmed(
        Derivation(
            **found,
            l0=words_or_none(l0),
            l1=words_or_none(l1),
            constant=words_or_none(mean("constant")),
            H=words_or_none(mean("H")),
            closed_form=words_or_none(closed) if theorem else None,
            proper=proper,
            theorem=theorem,
            notes=notes,
        )
    )


def _at_sight(what: syntax.Node, how: str) -> bool:
    """Whether an expression with parameters is seen to be positive, nonnegative or nonzero, t, r and q in [0, 1]."""
    e = to_sympy(what)
    known = {
        x: Symbol(x.name, nonnegative=True) for x in e.free_symbols if x.name in IN_UNIT_INTERVAL | {"c", "u", "s"}
    }
    known |= {x: Symbol(x.name, positive=True) for x in e.free_symbols if x.name in statements.SAMPLE_QUANTITIES}
    return bool(getattr(e.xreplace(known), f"is_{how}"))


def _confirmed(found: Derivation) -> Derivation:
    """The derivation if the checker accepted its proof, else without what was not proved."""
    if found.theorem is not None:
        return found
    note = {"closed_form": "nothing is claimed: no proof of it was found that the reader of proofs accepts"}
    return replace(found, l0=None, l1=None, constant=None, H=None, closed_form=None, proper=None, notes=note)


def derivable() -> tuple[str, ...]:
    """The names of the methods of the catalogue; of those that packages offer, a law without values is warned of.

    >>> derivable()[:2]
    ('score_fixed', 'score_uniform')
    """
    found = []
    for name, entry in methods.CATALOGUE.items():
        try:
            to_method(validated(statements.parse_method(entry.call(name)), syntax.UNIFORM)[0])
        except InputError as problem:
            warn_user(str(problem))
        else:
            found.append(name)
    return tuple(found)


def validated(
    method: syntax.Method, cost: syntax.Cost
) -> tuple[syntax.Method, syntax.Cost, tuple[syntax.Node, syntax.Node, str] | None]:
    """The method and the density with numbers worked out, and what is not seen to have a value.

    `InputError` where something is seen to have none.
    """
    cost = domains.worked_out(cost)
    known = _read_density(cost)
    try:
        domains.refuse_levels(method)
        method = domains.worked_out(method)
        law = statements.law(method)
        for g in _expressions(law):
            domains.refuse_vast(g)
        unclear = next((x for x in domains.unmet(law) if not _at_sight(*x[1:])), None)
        _refuse_rates(law, known)
    except InputError as problem:
        whose = methods.CATALOGUE.whose(method.name)
        raise (type(problem)(f"the law of the method {method.name}: {problem}{whose}") if whose else problem) from None
    return method, cost, unclear


def _read_density(cost: syntax.Cost) -> densities.Density | None:
    free = sorted(statements.parameters(cost))
    shares = syntax.names(cost) & {"pi0", "pi1"}
    inside = sorted(syntax.names(cost) & statements.quantities() - shares)
    if inside:
        raise statements.StatementError(f"{brief(cost)}: a density may be of pi0 and pi1; {inside[0]} is no parameter")
    if free and cost.name == "density":
        raise statements.StatementError(
            f"{brief(cost)}: a density is an expression in c alone, without {brief(', '.join(free))}"
        )
    return None if free or shares else densities.density(cost)


def _refuse_rates(law: syntax.Method, known: densities.Density | None) -> None:
    for rate in (g for name in OF_RATES for g in _expressions(law, name)):
        if known is not None and syntax.names(rate) <= {"c", "u"} and _leaves_unit_interval(rate, known):
            raise NotSupported(f"the rate {brief(rate)} is not seen to stay in [0, 1]")


def _leaves_unit_interval(rate: syntax.Expression, density: densities.Density) -> bool:
    """Whether a rate is seen not to stay in [0, 1]; where that is not seen, no number will confirm a result."""
    try:
        return not certainly_within_unit_interval(law_of(rate, density))
    except NotSupported:
        return False


def _expressions(law: syntax.Method, name: str = "") -> Iterator[syntax.Expression]:
    """The thresholds and rates that a method sets, or one kind of them, as expressions in c and u."""
    for argument in law.arguments:
        if isinstance(argument, syntax.Method):
            yield from _expressions(argument, name)
        elif law.name == name or (not name and law.name != "mix"):
            yield argument


def _families(law: syntax.Method) -> set[str]:
    if law.name == "mix":
        return set().union(*(_families(x) for x in law.arguments if isinstance(x, syntax.Method)))
    return {law.name}


def _mixed_mean(law: Basic, body: Any) -> Expr:
    """``body(g)`` for the law's threshold or rate g, averaged over the methods of a mixture."""
    if isinstance(law, MixedMethod):
        q, first, second = law.args
        return q * _mixed_mean(first, body) + (1 - q) * _mixed_mean(second, body)
    return body(c if isinstance(law, OptimalMethod) else law.args[0])


# --- scores and the optimal method --------------------------------------------------------------------


def scoring_rule(law: Basic, density: Density, *, unit_scores: bool = True) -> tuple[Expr, Expr]:
    """l0(s) = E[2c 1{t < s}] and l1(s) = E[2(1-c) 1{t >= s}] for scores in [0, 1].

    Without ``unit_scores``, for any score.

    >>> scoring_rule(ScoreMethod(c), UNIFORM)
    (s**2, s**2 - 2*s + 1)
    """

    def mean(body: Expr) -> Expr:
        return laws.condition_mean(density, body, unit_scores=unit_scores)

    l0 = _mixed_mean(law, lambda g: mean(2 * c * Below(g, s)))
    l1 = _mixed_mean(law, lambda g: mean(2 * (1 - c) * (1 - Below(g, s))))
    return tidy(l0), tidy(l1)


def _derive_score(loss: ExpectedLoss, found: dict[str, Any]) -> Derivation:
    law, density, _ = loss.args
    skew, optimal = found["condition"] == "skew", found["family"] == "optimal"
    l0, l1 = (as_one(rule, s) for rule in scoring_rule(law, density))
    closed = _closed_at_calibrated(loss, l0, l1) if optimal else _closed_on_scores(l0, l1, skew)
    score = pav(s) if optimal else s
    general = pi0 * _class_mean(0, l0.xreplace({s: score})) + pi1 * _class_mean(1, l1.xreplace({s: score}))
    if skew:
        general = Balanced(general) if optimal else general.xreplace({pi0: _HALF, pi1: _HALF})
    proper: bool | None = True if law == ScoreMethod(c) else None
    notes = _at_calibrated(skew) if optimal else {}
    if not optimal and proper is None:
        proper, notes = properness(*scoring_rule(law, density, unit_scores=False))
    theorem = prove_equality(loss, closed if closed is not None else general)
    return Derivation(
        **found,
        l0=words_or_none(l0),
        l1=words_or_none(l1),
        closed_form=words_or_none(closed) if theorem else None,
        proper=proper,
        theorem=theorem,
        notes=notes,
    )


def _at_calibrated(skew: bool) -> dict[str, str]:
    balanced = ", of both classes equally frequent" * skew
    return {
        "l0": f"l0 and l1 are at the calibrated score{balanced}",
        "proper": "only a rule on scores can be proper",
    }


def _class_mean(k: int, rule: Expr) -> Expr:
    return rule if rule.is_number else ClassMean(k, rule)


def _closed_on_scores(l0: Expr, l1: Expr, skew: bool) -> Expr | None:
    """pi0 E0[l0] + pi1 E1[l1] in MAE, BS and error rates, where they suffice."""
    total = S.Zero
    for event in sorted(l0.atoms(Below) | l1.atoms(Below), key=str):
        level, x = event.args
        jump = l0.coeff(event)
        if x != s or level.has(s) or not vanishes(jump + l1.coeff(event)):
            return None
        total += jump * (macro_error if skew else error)(level)
        l0, l1 = expand(l0 - jump * event), expand(l1 - jump * (1 - event))
    powers0, powers1 = _coefficients(l0), _coefficients(l1.xreplace({s: 1 - s}))
    if powers0 is None or powers1 is None:
        return None
    for power, name in enumerate((None, "MAE", "BS")):
        total += _weighted(powers0[power], powers1[power], name, skew)
    return tidy(total)


def _coefficients(rule: Expr) -> list[Expr] | None:
    """The coefficients of 1, s, s**2; None when it is no polynomial of degree two at most."""
    if not rule.is_polynomial(s):
        return None
    polynomial = Poly(rule, s)
    if polynomial.degree() > 2:
        return None
    return [polynomial.coeff_monomial(s**k) for k in range(3)]


def _weighted(a0: Expr, a1: Expr, name: str | None, skew: bool) -> Expr:
    """a0 of class 0's part of a metric and a1 of class 1's, named together where they are equal."""
    if vanishes(a0 - a1):
        whole = S.One if name is None else metric({"MAE": "MMAE", "BS": "MBS"}[name] if skew else name)
        return a0 * whole
    parts = (S.One, S.One) if name is None else (metric(f"{name}0"), metric(f"{name}1"))
    weights = (_HALF, _HALF) if skew else (pi0, pi1)
    return weights[0] * a0 * parts[0] + weights[1] * a1 * parts[1]


def _closed_at_calibrated(loss: ExpectedLoss, l0: Expr, l1: Expr) -> Expr | None:
    _, density, condition = loss.args
    if condition.name == "skew":
        return None
    if density == UNIFORM:
        return metric("RLH")
    if isinstance(density, BetaDensity) and all(x.is_Integer for x in density.args):
        measure = metric("H") if density.args == (2, 2) else h_measure(*density.args)
        constant = pi0 * l0.xreplace({s: pi1}) + pi1 * l1.xreplace({s: pi1})
        return (1 - measure) * factor(expand(constant.xreplace({pi0: 1 - pi1}))).xreplace({pi1 - 1: -pi0})
    return None


# --- rates ------------------------------------------------------------------------------------------------


def _derive_rate(loss: ExpectedLoss, found: dict[str, Any]) -> Derivation:
    law, density, _ = loss.args
    skew = found["condition"] == "skew"
    weight0, weight1 = (_HALF, _HALF) if skew else (pi0, pi1)

    def mean(body: Expr) -> Expr:
        return laws.condition_mean(density, body, unit_scores=True)

    level, notes = _level(law)
    fixed = 2 * weight0 * (mean(c) - 1) + 2 * _mixed_mean(law, lambda g: mean((1 - c) * g))
    H = tidy(_mixed_mean(law, lambda g: mean(Below(g, s)))).xreplace({s: level})
    rate = (F0(s) + F1(s)) / 2 if skew else R(s)
    at_rank = _mixed_mean(law, lambda g: mean(Below(g, R(s)))).xreplace({R(s): rate})
    general = fixed + 2 * weight0 * E0(at_rank)
    closed = _closed_on_ranks(fixed, H, level, weight0, weight1)
    theorem = prove_equality(loss, closed if closed is not None else general)
    return Derivation(
        **found,
        constant=words_or_none(tidy(fixed)),
        H=words_or_none(H),
        closed_form=words_or_none(closed) if theorem else None,
        theorem=theorem,
        notes=notes,
    )


def _level(law: Basic) -> tuple[Symbol, dict[str, str]]:
    """The letter that H is an expression in, and what is to be noted."""
    notes = {"proper": "only a rule on scores can be proper"}
    if r.name not in {x.name for x in law.free_symbols}:
        return r, notes
    notes["H"] = "H is an expression in rho here, since r is a parameter of the method"
    return Symbol("rho", nonnegative=True), notes


def _derive_class_rate(loss: ExpectedLoss, found: dict[str, Any]) -> Derivation:
    law, density, _ = loss.args
    weight0, weight1 = (_HALF, _HALF) if found["condition"] == "skew" else (pi0, pi1)

    def mean(body: Expr) -> Expr:
        return laws.condition_mean(density, body, unit_scores=True)

    level, notes = _level(law)
    if found["family"] == "fpr":
        fixed, weight, rank, area = 2 * weight1 * _mixed_mean(law, lambda g: mean((1 - c) * g)), weight0, F1(s), E0
        at_rank = _mixed_mean(law, lambda g: mean(c * Below(g, rank)))
    else:
        fixed, weight, rank, area = 2 * weight0 * _mixed_mean(law, lambda g: mean(c * (1 - g))), weight1, F0(s), E1
        at_rank = _mixed_mean(law, lambda g: mean((1 - c) * Below(rank, g)))
    fixed, H = tidy(fixed), tidy(at_rank.xreplace({rank: level}))
    closed = None
    if H.is_polynomial(level) and Poly(H, level).degree() <= 1:
        start, slope = (factor(Poly(H, level).coeff_monomial(level**k)) for k in (0, 1))
        if found["family"] == "tpr":
            start, slope = start + slope, -slope
        closed = 2 * weight * slope * (1 - metric("AUC")) + tidy(fixed + 2 * weight * start)
    theorem = prove_equality(loss, closed if closed is not None else fixed + 2 * weight * area(at_rank))
    return Derivation(
        **found,
        constant=words_or_none(fixed),
        H=words_or_none(H),
        closed_form=words_or_none(closed) if theorem else None,
        theorem=theorem,
        notes=notes,
    )


def _closed_on_ranks(fixed: Expr, H: Expr, level: Symbol, weight0: Expr, weight1: Expr) -> Expr | None:
    """fixed + 2 pi0 E0[H(R(s))] for affine H, with E0[R(s)] = pi0/2 + pi1 (1 - AUC)."""
    if not H.is_polynomial(level) or Poly(H, level).degree() > 1:
        return None
    a1 = Poly(H, level).coeff_monomial(level)
    rest = expand((fixed + 2 * weight0 * H.xreplace({level: _HALF})).xreplace({pi1: 1 - pi0}))
    return weight0 * weight1 * (1 - 2 * metric("AUC")) * a1 + tidy(rest)


def _derive_mixed(loss: ExpectedLoss, found: dict[str, Any]) -> Derivation:
    q, first, second = loss.args[0].args
    parts = [derive_law(ExpectedLoss(one, *loss.args[1:]), found) for one in (first, second)]
    sides = [part.theorem.right if part.theorem else None for part in parts]
    if sides[0] is None or sides[1] is None:
        return Derivation(**found, notes={"closed_form": "no closed form for one of the methods of the mixture"})
    theorem = prove_equality(loss, q * sides[0] + (1 - q) * sides[1])
    if theorem is None:
        return Derivation(**found, notes={"closed_form": "the losses of both methods are derived; no proof joins them"})
    closed = all(part.closed_form for part in parts)
    return Derivation(**found, closed_form=words_or_none(theorem.right) if closed else None, theorem=theorem)


def derive_law(loss: ExpectedLoss, found: dict[str, Any]) -> Derivation:
    """The derivation for one expected loss of a mixture."""
    kinds = {type(x) for x in loss.args[0].atoms(*_FAMILIES)}
    family = _FAMILIES[kinds.pop()] if len(kinds) == 1 else "mixed"
    return _DERIVED[family](loss, {**found, "family": family})


_FAMILIES = {
    ScoreMethod: "score",
    RateMethod: "rate",
    FalsePositiveRateMethod: "fpr",
    TruePositiveRateMethod: "tpr",
    OptimalMethod: "optimal",
}
_DERIVED = {
    "score": _derive_score,
    "rate": _derive_rate,
    "fpr": _derive_class_rate,
    "tpr": _derive_class_rate,
    "optimal": _derive_score,
    "mixed": _derive_mixed,
}
