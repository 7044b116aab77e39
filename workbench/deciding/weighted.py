"""Losses under a weight of the operating condition, derived at each score; its integral need not be 1, nor be finite.

An example of class 0 at the score s is wrong where c < s, one of class 1 where c >= s, for thresholds t = c:

    L = pi0 E0[l0(s)] + pi1 E1[l1(s)],   l0(s) = int_0^s 2 c f(c) dc,   l1(s) = int_s^1 2 (1 - c) f(c) dc,

in [0, oo], since sums and integrals of what is not negative change places (Tonelli). Optimal thresholds are these at
the calibrated scores. Between two places where f jumps both integrals have antiderivatives, by which a document shows
them at every score; the reader accepts that. The rule is proper, as every other forecast costs no less than the
probability itself, and strictly where the weight leaves no interval without mass (`workbench.losses.gaps`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    expand,
    factor_list,
    log,
    nan,
    oo,
    zoo,
)

from workbench.certificates.cell_points import UNIT
from workbench.certificates.search import Region, certificate
from workbench.deciding.accepting import objection
from workbench.deciding.documents import Document
from workbench.deciding.wording import Written
from workbench.errors import NotSupported
from workbench.language import statements, syntax
from workbench.language.grammar import brief
from workbench.losses.cut_densities import cut
from workbench.losses.exact import value
from workbench.numbers.certified import agree
from workbench.samples.sample import Sample
from workbench.symbolic.antiderivatives import NoClosedForm, antiderivative, number
from workbench.symbolic.cases import shortest
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.latex import latex, latex_of
from workbench.symbolic.notation import UNIFORM, Below, ClassMean, Clip, ConditionMean, c, pav, pi0, pi1, s
from workbench.symbolic.plain import plain
from workbench.symbolic.translation import in_words, to_sympy, to_syntax
from workbench.witnesses.confirmation import described

_T, _V = Dummy("t", positive=True), Dummy("v", positive=True)
_SIDES = {0: 2 * c, 1: 2 * (1 - c)}


@dataclass(frozen=True)
class Cell:
    """An interval on which a weight is smooth, and antiderivatives there of ``2 c f(c)`` and ``2 (1 - c) f(c)``."""

    low: Rational
    high: Rational
    primitives: tuple[Expr, Expr]

    def whole(self, k: int) -> Expr:
        """The integral over the cell; `NoClosedForm` where it is infinite or not seen."""
        return self.part(k, self.low, self.high)

    def part(self, k: int, low: Expr, high: Expr) -> Expr:
        """The integral over a part of the cell, from one expression to another."""
        return _at(self.primitives[k], high) - _at(self.primitives[k], low)


def _at(e: Expr, place: Expr) -> Expr:
    found = e.xreplace({c: place})
    if found.has(nan, zoo, oo, -oo):
        raise NoClosedForm(f"no rule gives the value of {plain(e)} at {plain(place)}")
    return found


@dataclass(frozen=True)
class Rule:
    """The scoring rule that thresholds ``t = c`` are under a weight, with the document that the reader accepts."""

    l0: Expr
    l1: Expr
    document: Document


def rule_of(f: syntax.Expression) -> Rule:
    """The scoring rule under a weight; `NoClosedForm` where no rule leads to one that the reader accepts.

    >>> from workbench.language.statements import parse_expression
    >>> found = rule_of(parse_expression("1/(2*c*(1 - c))", "c"))
    >>> found.l0, found.l1
    (-log(1 - s), -log(s))
    """
    weight = _apart(to_sympy(f))
    cells = list(_cells(f))
    rules = [[_on(cells, k, i) for i in range(len(cells))] for k in (0, 1)]
    documents = [_document(weight, cells, i, rules[0][i], rules[1][i]) for i in range(len(cells))]
    for document in documents:
        refused = objection(document)
        if refused is not None:
            raise NoClosedForm(
                f"a rule was found, but no proof of it that the reader of proofs accepts: {brief(refused)}"
            )
    first, *others = documents
    whole = {**first, "theorems": others} if others else first
    return Rule(_joined(cells, 0, rules[0]), _joined(cells, 1, rules[1]), whole)


def told(loss: syntax.Loss, rule: Rule, closed: str | None) -> Written:
    """The proof in words: from the loss to integrals at each score, to the rule there, and to what that has for names.

    >>> from workbench.language.statements import parse_expression
    >>> loss = parse_expression("loss(score_driven, weight=2)")
    >>> [step["gives"] for step in told(loss, rule_of(loss.cost.arguments[0]), None).steps][1:]
    ['pi0*E0(2*s**2) + pi1*E1(2*(1 - s)**2)']
    """
    means, found = integrals(loss, rule)
    because = "thresholds c on the calibrated scores are optimal; " * (loss.method.name == "optimal")
    lines = [(f"{because}the order of sums and integrals of what is not negative", "exchange of means", means)]
    lines.append((ANTIDERIVATIVES, "moments", found))
    if closed is not None:
        named = to_sympy(statements.parse_expression(closed))
        names = sorted(x.name for x in named.free_symbols - {pi0, pi1})
        lines.append(("what has a name", f"definition({', '.join(names)})", named))
    steps = [{"why": why, "by": by, "gives": in_words(e), "latex": latex(e)} for why, by, e in lines]
    return Written(steps, {"gives": str(loss), "latex": latex_of(loss)})


ANTIDERIVATIVES = "antiderivatives, at each score between 0 and 1"


def integrals(loss: syntax.Loss, rule: Rule) -> tuple[Expr, Expr]:
    """The loss as means of integrals over the condition, at each score, and as means of what the rule says."""
    f, at = to_sympy(loss.cost.arguments[0]), _place(loss)
    shares = (S.Half, S.Half) if loss.condition == "skew" else (pi0, pi1)
    means = [ConditionMean(UNIFORM, f * 2 * c * Below(c, at)), ConditionMean(UNIFORM, f * 2 * (1 - c) * Below(at, c))]
    return _over(shares, means), _over(shares, [x.xreplace({s: at}) for x in (rule.l0, rule.l1)])


def _over(shares: tuple[Expr, Expr], rules: Iterable[Expr]) -> Expr:
    each = enumerate(zip(shares, rules, strict=True))
    return Add(*(share * (ClassMean(k, x) if x.has(s) else x) for k, (share, x) in each))


def against(loss: syntax.Loss, rule: Rule) -> str | None:
    """A sample on which the numeric engine finds another loss than the rule says; None where it finds none.

    >>> from workbench.language.statements import parse_expression
    >>> loss, other = parse_expression("loss(score_driven, weight=2)"), parse_expression("3", "c")
    >>> against(loss, rule_of(loss.cost.arguments[0])), against(loss, rule_of(other))
    (None, '3 examples, scores 1/4, 1/4, 1/2 of classes 0, 1, 1: 7/12 and 7/8')
    """
    shares, at = ("1/2",) * 2 if loss.condition == "skew" else ("pi0", "pi1"), _place(loss)
    says = [str(to_syntax(x.xreplace({s: at}))) for x in (rule.l0, rule.l1)]
    sides = loss, statements.parse_expression(f"{shares[0]}*E0({says[0]}) + {shares[1]}*E1({says[1]})")
    for sample in samples():
        found, told = (value(sample, side) for side in sides)
        if not agree(found, told):
            return f"{described(sample, {})}: {found} and {told}"
    return None


@cache
def samples() -> tuple[Sample, ...]:
    """The samples on which a rule is confronted with the numeric engine."""
    return (
        Sample.of([0, 1, 1], ["1/4", "1/4", "1/2"]),
        Sample.of([0, 1, 0, 1], ["1/7", "1/3", "3/5", "8/9"]),
        Sample.of([1, 0, 0, 1, 1, 0, 0], ["1/100", "1/5", "2/5", "2/5", "7/9", "7/9", "99/100"]),
        *(
            Sample.of([i % 2 for i in range(n)], [Fraction(7 * i * i + n, 13 * n * n) for i in range(n)])
            for n in (5, 6, 9)
        ),
    )


def _place(loss: syntax.Loss) -> Expr:
    """The score that thresholds c are compared with."""
    return pav(s) if loss.method.name == "optimal" else s


def in_log_loss(rule: Rule, condition: str) -> Expr | None:
    """The rule as a multiple of log loss; None where it is none.

    >>> from workbench.language.statements import parse_expression
    >>> in_log_loss(rule_of(parse_expression("1/(c*(1 - c))", "c")), "cost")
    2*LL
    """
    times = -rule.l0 / log(1 - s)
    fits = condition == "cost" and times.is_number and rule.l1 == -times * log(s)
    return times * Symbol("LL") if fits else None


# --- the rule -------------------------------------------------------------------------------------------------


def _cells(f: syntax.Expression) -> Iterable[Cell]:
    found = cut(f)
    if found is None:
        raise NotSupported(f"{brief(f)} is not seen to be made of smooth parts")
    for low, high, part in found.parts:
        inside = _apart(to_sympy(part))
        ends = _rational(low), _rational(high)
        first, second = (_primitive(side * inside, *ends) for side in _SIDES.values())
        yield Cell(*ends, (first, second))


def _rational(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def _apart(e: Expr) -> Expr:
    """An expression in c in which roots of products are products of roots, c and 1 - c being nonnegative."""

    def powers(base: Expr, exponent: Expr) -> Expr:
        if exponent.is_integer or not base.is_polynomial(c) or not base.has(c):
            return Pow(base, exponent)
        scale, factors = factor_list(base, c)
        if any(x not in (c, c - 1) for x, _ in factors):
            return Pow(base, exponent)
        sign = (-1) ** sum(m for x, m in factors if x == c - 1)
        if not scale * sign > 0:
            return Pow(base, exponent)
        return (scale * sign) ** exponent * Mul(*((c if x == c else 1 - c) ** (m * exponent) for x, m in factors))

    return e.replace(Pow, powers)


def _primitive(e: Expr, low: Rational, high: Rational) -> Expr:
    """An antiderivative between two places, in the fewest letters that are found."""
    point = {c: (low + high) / 2}
    if not e:
        return S.Zero
    for search in (_by_powers, _by_chain, _by_odds):
        found = search(e, c, point)
        if found is not None and number(found, point) is not None:
            return _shortest(found)
    raise NoClosedForm(f"no rule integrates {plain(e)}")


def _by_powers(e: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """By the power rule and partial fractions."""
    try:
        return antiderivative(e, v, point)
    except NoClosedForm:
        return None


def _by_chain(e: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """A multiple of g' g**a, as that of g**(a + 1)/(a + 1), or of log(g)."""
    for g, a in e.as_powers_dict().items():
        if g.has(v) and g.is_polynomial(v) and a.is_Rational and not a.is_nonnegative:
            times = cancelled(e / (g.diff(v) * g**a))
            if not times.has(v):
                return times * (log(g) if a == -1 else g ** (a + 1) / (a + 1))
    return None


def _by_odds(e: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """By the odds c/(1 - c) or their inverse, in which what is homogeneous in c and 1 - c is short."""
    for near, far in ((c, 1 - c), (1 - c, c)):
        turned, sign = _in_odds(e, near), 1 if near == c else -1
        for search in (_by_powers, _by_chain) if turned is not None else ():
            found = search(turned, _V, {_V: (near / far).xreplace(dict(point))})
            if found is not None:
                return sign * _from_odds(found, near, far)
    return None


def _in_odds(e: Expr, near: Expr) -> Expr | None:
    """What a product of powers of polynomials becomes, times the derivative of c, by v = c/(1 - c) (or its inverse)."""
    product, degree = S.One, Rational(-2)
    for base, exponent in e.as_powers_dict().items():
        if not base.has(c):
            product *= base**exponent
            continue
        if not base.is_polynomial(c) or not exponent.is_Rational:
            return None
        in_near = Poly(base if near == c else base.xreplace({c: 1 - c}), c)
        n = in_near.degree()
        product *= Add(*(x * _V**k * (1 + _V) ** (n - k) for (k,), x in in_near.terms())).expand() ** exponent
        degree -= n * exponent
    return product * (1 + _V) ** degree


def _from_odds(e: Expr, near: Expr, far: Expr) -> Expr:
    """An expression in v with near/far for it, far being 1 - near."""

    def homogeneous(base: Expr) -> tuple[Expr, int]:
        inside = Poly(base, _V)
        n = inside.degree()
        return Add(*(x * near**k * far ** (n - k) for (k,), x in inside.terms())), n

    def back(x: Expr) -> Expr:
        if not x.has(_V):
            return x
        if isinstance(x, Add | Mul):
            return x.func(*map(back, x.args))
        if isinstance(x, log):
            above, n = homogeneous(x.args[0])
            return log(above) - n * log(far)
        base, exponent = x.as_base_exp()
        above, n = homogeneous(base)
        return above**exponent * far ** (-n * exponent)

    return back(e)


def _shortest(e: Expr) -> Expr:
    """The same in the fewest letters, roots of products being products of roots."""
    return min((_apart(e), _apart(shortest(e))), key=lambda x: len(plain(x)))


def _on(cells: list[Cell], k: int, i: int) -> Expr:
    """l_k at a score in one of the cells."""
    own, others = cells[i], cells[:i] if k == 0 else cells[i + 1 :]
    part = own.part(k, own.low, s) if k == 0 else own.part(k, s, own.high)
    return _shortest(Add(*(other.whole(k) for other in others), part))


def _joined(cells: list[Cell], k: int, rules: list[Expr]) -> Expr:
    """l_k at any score, by clips where it has several forms."""
    if len(cells) == 1:
        return rules[0]
    at = [Clip(s, cell.low, cell.high) for cell in cells]
    parts = (
        cell.part(k, cell.low, x) if k == 0 else cell.part(k, x, cell.high)
        for cell, x in zip(cells, at, strict=True)
        if cell.primitives[k]
    )
    return expand(Add(*parts))


# --- the document ---------------------------------------------------------------------------------------------


def _document(f: Expr, cells: list[Cell], i: int, l0: Expr, l1: Expr) -> Document:
    """That the integrals up to t and from t on, t in a cell, are what l0 and l1 say."""
    own = cells[i]
    given = [f"t > {own.low}", f"t < {own.high}"]
    spans = {0: [(x, x.low, x.high) for x in cells[:i]] + [(own, own.low, _T)]}
    spans[1] = [(own, _T, own.high)] + [(x, x.low, x.high) for x in cells[i + 1 :]]
    uses, sides = [], []
    for k, share in ((0, "pi0"), (1, "pi1")):
        terms = []
        for cell, low, high in spans[k]:
            ends = _text(low), _text(high)
            mean = f"Ec({plain(_SIDES[k] * f)}, uniform({', '.join(ends)}))"
            length = _text(high - low) if high - low == _T else f"({_text(high - low)})"
            primitive = f"({plain(cell.primitives[k])})/{length}"
            cell_of = {"from": ends[0], "to": ends[1], "antiderivative": primitive}
            uses.append({"integral": mean, "cells": [cell_of], "times": f"-{share}*{length}"})
            terms.append(f"{length}*{mean}")
        sides.append(f"{share}*({' + '.join(terms)})")
    right = f"pi0*({_text(l0.xreplace({s: _T}))}) + pi1*({_text(l1.xreplace({s: _T}))})"
    defined = [_positive(x) for x in _divisors([*own.primitives, l0, l1])]
    return {
        "format": 1,
        "name": f"scores from {own.low} to {own.high}",
        "statement": f"{' + '.join(sides)} == {right} given {', '.join(given)}",
        "given": given,
        "kind": "equality",
        "steps": [{"line": right, "by": {"uses": uses}, "why": "antiderivatives"}],
        "ends": right,
        **({"defined": defined} if defined else {}),
    }


def _text(e: Expr) -> str:
    return plain(e).replace("_t", "t")


def _divisors(lines: Iterable[Expr]) -> list[Expr]:
    """What must be positive at t for roots and quotients to have a value, where that is not plain."""
    bases = {x.base.xreplace({c: _T, s: _T}) for e in lines for x in e.atoms(Pow) if not x.exp.is_nonnegative}
    bases |= {x.base.xreplace({c: _T, s: _T}) for e in lines for x in e.atoms(Pow) if not x.exp.is_Integer}
    return sorted((x for x in bases if x.is_polynomial(_T) and Poly(x, _T).degree() > 1), key=str)


def _positive(e: Expr) -> dict[str, Any]:
    found = certificate(e, Region({_T: UNIT}), strict=True)
    if found is None:
        raise NoClosedForm(f"{_text(e)} is not seen to be positive")
    return {"expression": _text(e), "strict": True, "certificate": _renamed(found)}


def _renamed(part: Any) -> Any:
    if isinstance(part, str):
        return part.replace("_t", "t")
    if isinstance(part, dict):
        return {key: _renamed(x) for key, x in part.items()}
    return [_renamed(x) for x in part] if isinstance(part, list | tuple) else part
