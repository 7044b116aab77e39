"""The value of an expression on printed data, read straight off the definitions in sympy.

This is the second engine for numbers on data. It shares no arithmetic with `exact`: expressions come
from `translation`, metrics are unfolded by `rules`, scoring rules are the closed forms of `laws`, the
hull is the max-min formula of isotonic regression, and means are plain sums of rationals over the
distinct scores. Tied examples share their ranks evenly, as along an interpolated ROC curve.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import Add, Basic, Dummy, Expr, Integer, Max, Min, Mul, Poly, PolynomialError, Rational, S, expand
from sympy.core.symbol import Str

from workbench import metrics
from workbench.language import syntax
from workbench.symbolic import laws, rules
from workbench.symbolic.loss import written_out
from workbench.symbolic.notation import (
    F0,
    F1,
    SKEW,
    Below,
    ClassMean,
    ClassRateMethod,
    Density,
    ExpectedLoss,
    MixedMethod,
    OptimalMethod,
    R,
    RateMethod,
    c,
    error,
    h_measure,
    macro_error,
    pav,
    posterior,
    s,
)
from workbench.symbolic.translation import Untranslatable, to_sympy

_PLACE = Dummy("place", real=True)


def value(
    expression: syntax.Expression,
    classes: Iterable[int],
    scores: Iterable[str | Fraction],
    parameters: Mapping[str, Fraction] | None = None,
) -> Expr:
    """The value of ``expression`` on the examples with these classes and scores; text is taken exactly.

    Raises `translation.Untranslatable` or `laws.NoClosedForm` where there is no definition to follow.

    >>> from workbench.language.statements import parse_expression
    >>> value(parse_expression("AUCH - AUC"), [0, 1, 0, 1], ["0.1", "0.3", "0.6", "0.9"])
    1/8
    """
    node = syntax.substitute(expression, {k: syntax.Number(v) for k, v in (parameters or {}).items()})
    return of(classes, scores).value(to_sympy(node))


def of(classes: Iterable[int], scores: Iterable[str | Fraction]) -> Examples:
    """The examples, counted at each distinct score in ascending order."""
    counts = Counter((_exact(score), k) for score, k in zip(scores, classes, strict=True))
    levels = tuple((x, counts[x, 0], counts[x, 1]) for x in sorted({score for score, _ in counts}))
    size0, size1 = sum(a for _, a, _ in levels), sum(b for _, _, b in levels)
    return Examples(levels, Rational(size0, size0 + size1))


def _exact(score: str | Fraction) -> Rational:
    return Rational(score) if isinstance(score, str) else Rational(score.numerator, score.denominator)


@dataclass(frozen=True)
class Examples:
    """Each distinct score with its examples of class 0 and class 1, and the weight of class 0."""

    levels: tuple[tuple[Rational, int, int], ...]
    pi0: Rational

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The number of examples of each class."""
        return sum(a for _, a, _ in self.levels), sum(b for _, _, b in self.levels)

    @cached_property
    def shares(self) -> tuple[tuple[Rational, Rational], ...]:
        """The weight of each class at each distinct score."""
        n0, n1 = self.sizes
        return tuple((self.pi0 * a / n0, (1 - self.pi0) * b / n1) for _, a, b in self.levels)

    @cached_property
    def hull(self) -> tuple[Rational, ...]:
        """The calibrated score at each distinct score: max over starts, min over ends, of class 1's share."""
        best: list[Rational] = [S.Zero] * len(self.levels)
        for start in range(len(self.levels)):
            weight0 = weight1 = S.Zero
            means = []
            for share0, share1 in self.shares[start:]:
                weight0, weight1 = weight0 + share0, weight1 + share1
                means.append(weight1 / (weight0 + weight1))
            least = S.One
            for i in range(len(self.levels) - 1, start - 1, -1):
                least = min(least, means[i - start])
                best[i] = max(best[i], least)
        return tuple(best)

    def value(self, e: Expr) -> Expr:
        """The value of an expression whose free symbols all belong to the sample."""
        if e.is_Symbol:
            return self._named(e.name)
        if isinstance(e, ExpectedLoss):
            return self._loss(*e.args)
        if isinstance(e, ClassMean):
            return self._mean(int(e.args[0]), e.body)
        if isinstance(e, error):
            return self.value(rules.error_at(self.value(e.args[0])))
        if isinstance(e, macro_error):
            return self.value(rules.macro_error_at(self.value(e.args[0])))
        if isinstance(e, h_measure):
            return self.value(rules.definition("h_measure").rewrite(e))
        return e.func(*(self.value(a) for a in e.args)) if e.args else e

    def _named(self, name: str) -> Expr:
        n0, n1 = self.sizes
        known: dict[str, Callable[[], Expr]] = {
            "n": lambda: Integer(n0 + n1),
            "n0": lambda: Integer(n0),
            "n1": lambda: Integer(n1),
            "pi0": lambda: self.pi0,
            "pi1": lambda: 1 - self.pi0,
            "AUCH": lambda: self._calibrated().value(rules.unfold("AUC")),
            "KS": lambda: Max(*(abs(x - y) for x, y in self._roc)),
            "MER": lambda: Min(*(self.pi0 * (1 - y) + (1 - self.pi0) * x for x, y in self._roc)),
            "H": lambda: self.value(h_measure(2, 2)),
        }
        if name in known:
            return known[name]()
        if name not in metrics.CATALOGUE:
            raise Untranslatable(f"the parameter {name} has no value")
        return self.value(rules.unfold(name))

    @cached_property
    def _roc(self) -> list[tuple[Rational, Rational]]:
        n0, n1 = self.sizes
        points, below0, below1 = [(S.Zero, S.Zero)], 0, 0
        for _, a, b in self.levels:
            below0, below1 = below0 + a, below1 + b
            points.append((Rational(below1, n1), Rational(below0, n0)))
        return points

    def _calibrated(self) -> Examples:
        counts: dict[Rational, tuple[int, int]] = {}
        for (_, a, b), p in zip(self.levels, self.hull, strict=True):
            before = counts.get(p, (0, 0))
            counts[p] = before[0] + a, before[1] + b
        return Examples(tuple((p, *counts[p]) for p in sorted(counts)), self.pi0)

    def _mean(self, k: int, body: Expr) -> Expr:
        """The mean over class ``k`` of an expression in the score and what is said of it."""
        total, roc = S.Zero, self._roc
        body = body.xreplace({e: self._named(e.name) for e in body.free_symbols - {s}})
        ranked, pooled, shared = body.has(F0, F1, R), body.has(pav), body.has(posterior)
        for i, (score, *counts) in enumerate(self.levels):
            if counts[k]:
                here = {s: score}
                if ranked:
                    x, y = (low + (high - low) * _PLACE for low, high in zip(roc[i], roc[i + 1], strict=True))
                    here |= {F0(s): y, F1(s): x, R(s): self.pi0 * y + (1 - self.pi0) * x}
                if shared:
                    share0, share1 = self.shares[i]
                    here[posterior(s)] = share1 / (share0 + share1)
                if pooled:
                    here[pav(s)] = self.hull[i]
                value = None if ranked else _number(body, here)
                total += counts[k] * (_over_a_tie(body.xreplace(here)) if value is None else value)
        return total / self.sizes[k]

    def _loss(self, method: Basic, density: Density, condition: Str) -> Expr:
        if condition == SKEW:
            return Examples(self.levels, Rational(1, 2))._loss(method, density, Str("cost"))
        if isinstance(method, MixedMethod):
            q, first, second = method.args
            share = self.value(q)
            return share * self._loss(first, density, condition) + (1 - share) * self._loss(second, density, condition)
        if isinstance(method, ClassRateMethod):
            return self.value(written_out(ExpectedLoss(method, density)))
        place = pav(s) if isinstance(method, OptimalMethod) else R(s) if isinstance(method, RateMethod) else s
        event = Below(c if isinstance(method, OptimalMethod) else method.args[0], place)
        unit = all(0 <= score <= 1 for score, _, _ in self.levels)
        miss = laws.condition_mean(density, 2 * c * event, unit_scores=unit)
        false_alarm = laws.condition_mean(density, 2 * (1 - c) * (1 - event), unit_scores=unit)
        return self.pi0 * self._mean(0, miss) + (1 - self.pi0) * self._mean(1, false_alarm)


def _number(body: Basic, here: Mapping[Basic, Any]) -> Any:
    """The rational number that an expression of plain arithmetic and events is; None for any other."""
    if body in here or body.is_Rational:
        return here.get(body, body)
    parts: list[Any] = [_number(x, here) for x in body.args]
    if None in parts or not parts:
        return None
    if body.is_Add:
        return sum(parts[1:], parts[0])
    if body.is_Mul:
        return math.prod(parts[1:], start=parts[0])
    if body.is_Pow and parts[1].is_Integer and (parts[0] or parts[1] > 0):
        return parts[0] ** parts[1]
    return S(int(bool(parts[0] < parts[1]))) if isinstance(body, Below) else None


def _over_a_tie(body: Expr) -> Expr:
    """The mean of ``body`` over the place of an example within its tie, uniform on [0, 1]."""
    body = _decided(body)
    if not body.has(_PLACE):
        return body
    total = S.Zero
    for term in Add.make_args(expand(body)):
        start, rest = S.Zero, S.One
        for factor in Mul.make_args(term):
            if isinstance(factor, Below):
                start = max(start, _turn(*factor.args))
            else:
                rest *= factor
        coefficient, power = rest.as_coeff_exponent(_PLACE)
        if not coefficient.has(_PLACE) and power.is_Integer and power >= 0:
            total += coefficient * (1 - start ** (power + 1)) / (power + 1)
            continue
        try:
            whole = Poly(rest, _PLACE).integrate()
        except PolynomialError:
            raise Untranslatable(f"no polynomial in the rank within a tie: {rest}") from None
        total += whole.eval(1) - whole.eval(start)
    return total


def _decided(body: Expr) -> Expr:
    """The indicators of events between numbers as 0 or 1, from the inside out."""
    plain = [e for e in body.atoms(Below) if all(x.is_number and not x.has(Below) for x in e.args)]
    put = {e: S(int(bool(e.args[0] < e.args[1]))) for e in plain}
    return _decided(body.xreplace(put)) if put else body


def _turn(level: Expr, rate: Expr) -> Rational:
    """The place, from 0 to 1, at which an increasing ``rate`` passes ``level``."""
    if not level.is_number:
        raise Untranslatable(f"an event that falls with the rank: {level} < {rate}")
    low, high = rate.subs(_PLACE, 0), rate.subs(_PLACE, 1)
    return min(max((level - low) / (high - low), S.Zero), S.One)
