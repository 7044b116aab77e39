"""Losses of many resamples at once, under whatever law of the operating condition.

    L = w0 E0[l0(x)] + w1 E1[l1(x)],   l0(x) = 2 E[c ; t < x],   l1(x) = 2 E[1 - c ; t >= x],

where x is the place at which an example stands: its score, which no resample changes, so that the exact engine finds
the rule once at each; its calibrated score; its rate, or that of the other class, over which a tie is passed evenly. At
these, which differ from resample to resample, the rule must be piecewise polynomial, with numbers that suit doubles.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from workbench.errors import NotSupported
from workbench.inference.resamples import Floats, Integers, Part, Resamples
from workbench.language.grammar import shortened
from workbench.language.syntax import Loss, Method, Number, names
from workbench.losses.densities import density
from workbench.losses.expectation import rule_of
from workbench.losses.reals import add, multiply, subtract
from workbench.losses.thresholds import Law, Steps
from workbench.numbers.certified import Real
from workbench.numbers.piecewise import Piecewise, rational
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

Statistic: TypeAlias = Callable[[Resamples], Floats]
Function: TypeAlias = Callable[[Floats], Floats]

LARGEST = 1e6
"""A polynomial with greater coefficients loses too many digits in doubles."""


def loss_statistic(node: Loss, method: Method) -> Statistic:
    """The loss of a method, given by its law, in each resample. `NotSupported` where there is no such way.

    >>> from workbench.language.statements import parse_expression
    >>> node = parse_expression("loss(optimal, cost=beta(2, 1))")
    >>> loss_statistic(node, node.method)(Resamples.of(Sample.of([0, 1, 0, 1], [1, 2, 2, 3])))
    array([0.125])
    """
    refusal = NotSupported(f"{shortened(str(node))} of many resamples; it has no fast way")
    if method.name == "mix":
        q, first, second = method.arguments
        if not isinstance(q, Number) or not isinstance(first, Method) or not isinstance(second, Method):
            raise refusal
        share, one, other = float(q.value), loss_statistic(node, first), loss_statistic(node, second)
        return lambda x: share * one(x) + (1 - share) * other(x)
    if node.rates != "interpolated" or not names(method) <= {"c", "u"} or not names(node.cost) <= {"c"}:
        raise refusal
    rule = rule_of(method, density(node.cost))
    if method.name == "score":
        return weighted((_at_scores(0, _missed, rule), _at_scores(1, _alarmed, rule)), node.condition)
    if not isinstance(rule, Steps):
        raise refusal
    ways = {"optimal": _optimal, "rate": _on_rates, "fpr": _on_false_positives, "tpr": _on_true_positives}
    return ways[method.name](rule, node.condition)


def weighted(parts: tuple[Statistic, Statistic], condition: str) -> Statistic:
    """Means over both classes in the class proportions, or in equal parts for skews."""

    def whole(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        return w0[:, 0] * parts[0](x) + w1[:, 0] * parts[1](x)

    return whole


def mean_at_scores(k: int, function: Callable[[Sample, Fraction], Real]) -> Statistic:
    """The mean over class ``k`` of a function, whose values at the scores of this class are found once for a sample."""
    known: dict[int, tuple[Sample, Callable[[Part], Floats]]] = {}

    def found(sample: Sample) -> Callable[[Part], Floats]:
        pairs = zip(sample.scores, sample.counts(k), strict=True)
        rounded = np.array([approximation(function(sample, s))[0] if count else 0.0 for s, count in pairs])

        def total(part: Part) -> Floats:
            sums: Floats = part.floats[k] @ rounded[part.start : part.start + len(part.doubles)]
            return sums

        return total

    def mean(x: Resamples) -> Floats:
        sample = x.scores.sample
        if id(sample) not in known:
            known[id(sample)] = sample, found(sample)
        return _of_class(x, k, x.ask(known[id(sample)][1]))

    return mean


def _of_class(x: Resamples, k: int, sums: Floats) -> Floats:
    return sums / (x.n1 if k else x.n0)[:, 0]


# --- at the scores ---------------------------------------------------------------------------------------------


def _at_scores(k: int, error: Callable[[Law, Fraction], Real], rule: Law) -> Statistic:
    return mean_at_scores(k, lambda _, score: error(rule, score))


def _missed(rule: Law, x: Fraction) -> Real:
    return multiply(Fraction(2), rule.moments(x, False)[1])


def _alarmed(rule: Law, x: Fraction) -> Real:
    below, lower = rule.moments(x, False)
    return multiply(Fraction(2), add(subtract(subtract(Fraction(1), rule.mean), below), lower))


# --- at places that resampling moves -----------------------------------------------------------------------------


def _evaluated(f: Piecewise, from_right: bool = False) -> Function:
    """A piecewise polynomial at many places; at a jump the value from the left, or from the right."""
    breaks = np.array([float(x) for x in f.breaks])
    rows = [[float(Fraction(int(a.p), int(a.q))) for a in p.coeffs()] for p in f.pieces]
    degree = max(map(len, rows))
    table = np.array([[0.0] * (degree - len(row)) + row[::-1] for row in rows]).reshape(len(rows), degree)
    if not np.abs(table).max() <= LARGEST:
        raise NotSupported("a polynomial of many resamples, whose coefficients are too large for doubles")

    def at(x: Floats) -> Floats:
        piece = np.searchsorted(breaks, x, side="right" if from_right else "left")
        found: Floats = table[piece, 0]
        for column in table.T[1:]:
            found = found * x + column[piece]
        return found

    return at


def _moments(rule: Steps) -> tuple[Piecewise, Piecewise]:
    """``E[1{t < x}]`` and ``E[c 1{t < x}]``."""
    if rule.weighted is not None:
        return rule.below, rule.weighted
    if not isinstance(rule.mean, Fraction):
        raise NotSupported("an irrational mean of the operating condition")
    mean = rational(rule.mean)
    return rule.below, rule.below.map(lambda p: p * mean)


def _optimal(rule: Steps, condition: str) -> Statistic:
    first, second = map(_evaluated, _moments(rule))
    mean = approximation(rule.mean)[0]

    def loss(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        blocks = x.blocks
        a, b = (w0 / x.n0)[blocks.rows, 0] * blocks.counts0, (w1 / x.n1)[blocks.rows, 0] * blocks.counts1
        p = b / (a + b)
        below, lower = first(p), second(p)
        return 2 * blocks.sums(a * lower + b * (1 - mean - below + lower))

    return loss


def _averages(f: Piecewise, from_right: bool) -> Function:
    """The means over the intervals between neighbouring places, in rows; at the place where there is no interval."""
    area, at = _evaluated(f.antiderivative()), _evaluated(f, from_right)

    def averages(places: Floats) -> Floats:
        width = np.diff(places, axis=1)
        means: Floats = np.diff(area(places), axis=1) / np.where(width > 0, width, 1)
        return np.where(width > 0, means, at(places[:, 1:]))

    return averages


def _over_ranks(k: int, f: Piecewise, places: Callable[[Part], Floats], from_right: bool = False) -> Statistic:
    """The mean over class ``k`` of a function at the places that the scores of a part begin and end at."""
    averages = _averages(f, from_right)

    def total(part: Part) -> Floats:
        sums: Floats = (part.floats[k] * averages(places(part))).sum(axis=1)
        return sums

    return lambda x: _of_class(x, k, x.ask(total))


def _on_rates(rule: Steps, condition: str) -> Statistic:
    def rates(part: Part) -> Floats:
        sizes = part.sizes
        passed = sizes.along(condition, part.cumulative0, part.cumulative1)
        found: Floats = passed / sizes.along(condition, sizes.n0, sizes.n1)
        return found

    below, lower = _moments(rule)
    mean = approximation(rule.mean)[0]
    missed, passed, both = _over_ranks(0, lower, rates), _over_ranks(1, below, rates), _over_ranks(1, lower, rates)
    return weighted((lambda x: 2 * missed(x), lambda x: 2 * (1 - mean - passed(x) + both(x))), condition)


def _class_rates(k: int) -> Callable[[Part], Floats]:
    def rates(part: Part) -> Floats:
        sizes = part.sizes
        counts: Integers = part.cumulative1 if k else part.cumulative0
        found: Floats = counts / (sizes.n1 if k else sizes.n0)
        return found

    return rates


def _on_false_positives(rule: Steps, condition: str) -> Statistic:
    short, shortest = (approximation(x)[0] for x in rule.areas(Fraction(1)))  # E[1 - g], E[c (1 - g)]
    own = 2 * (1 - approximation(rule.mean)[0] - (short - shortest))
    missed = _over_ranks(0, _moments(rule)[1], _class_rates(1))
    return weighted((lambda x: 2 * missed(x), lambda x: np.full(len(x.n0), own)), condition)


def _on_true_positives(rule: Steps, condition: str) -> Statistic:
    short = approximation(rule.areas(Fraction(1))[1])[0]
    mean = approximation(rule.mean)[0]
    passed, both = (_over_ranks(1, f, _class_rates(0), from_right=True) for f in _moments(rule))
    return weighted(
        (lambda x: np.full(len(x.n0), 2 * short), lambda x: 2 * (1 - mean - passed(x) + both(x))), condition
    )
