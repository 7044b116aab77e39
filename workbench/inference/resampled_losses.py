"""Losses of many resamples at once, under whatever law of the operating condition.

    L = w0 E0[l0(x)] + w1 E1[l1(x)],   l0(x) = 2 E[c ; t < x],   l1(x) = 2 E[1 - c ; t >= x],

where x is the place at which an example stands: its score, which no resample changes, so that the exact engine finds
the rule once at each; its calibrated score; its rate, or that of the other class, over which a tie is passed evenly.
These differ from resample to resample, but are quotients of counts (`workbench.inference.quotients`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from workbench.errors import NotSupported
from workbench.inference.quotients import areas_at, moments_at
from workbench.inference.resamples import Blocks, Floats, Integers, Part, Resamples
from workbench.language.grammar import shortened
from workbench.language.syntax import Cost, Loss, Method, Number, names
from workbench.losses.densities import density
from workbench.losses.expectation import rule_of
from workbench.losses.reals import add, multiply, subtract
from workbench.losses.thresholds import Law
from workbench.numbers.certified import DIGITS, Real, working_digits
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

Statistic: TypeAlias = Callable[[Resamples], Floats]
Places: TypeAlias = Callable[[Part], tuple[Integers, Integers]]
"""Places as quotients: their numerators, a row each resample, and their denominators as a column."""


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
    with working_digits(DIGITS):
        rule = rule_of(method, density(node.cost))
    if method.name == "score":
        return weighted((_at_scores(0, _missed, rule), _at_scores(1, _alarmed, rule)), node.condition)
    ways = {"optimal": _optimal, "rate": _on_rates, "fpr": _on_false_positives, "tpr": _on_true_positives}
    return ways[method.name](rule, node.condition)


def weighted(parts: tuple[Statistic, Statistic], condition: str) -> Statistic:
    """Means over both classes in the class proportions, or in equal parts for skews."""

    def whole(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        return w0[:, 0] * parts[0](x) + w1[:, 0] * parts[1](x)

    return whole


RANKS: dict[str, Callable[[Part], tuple[Integers, Integers]]] = {
    "F0": lambda part: (part.cumulative0, part.sizes.n0),
    "F1": lambda part: (part.cumulative1, part.sizes.n1),
    "R": lambda part: (part.cumulative0 + part.cumulative1, part.sizes.n0 + part.sizes.n1),
}
"""The examples passed before each score of a part, and after the last one, and all that there are."""


def mean_at_scores(k: int, function: Callable[[Sample, Fraction], Real], rank: str | None = None) -> Statistic:
    """The mean over class ``k`` of a function, whose values at the scores of this class are found once for a sample.

    With ``rank`` that of the function times this rank of the score, over which a tie is passed evenly.
    """
    known: dict[int, tuple[Sample, Callable[[Part], Floats]]] = {}

    def found(sample: Sample) -> Callable[[Part], Floats]:
        pairs = zip(sample.scores, sample.counts(k), strict=True)
        rounded = np.array([approximation(function(sample, s))[0] if count else 0.0 for s, count in pairs])

        def total(part: Part) -> Floats:
            counts = part.floats[k]
            if rank is not None:
                passed, size = RANKS[rank](part)
                counts = counts * (passed[:, :-1] + passed[:, 1:]) / (2 * size)
            sums: Floats = np.einsum("ij,j->i", counts, rounded[part.start : part.start + len(part.doubles)])
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


def h_measure_statistic(a: Number, b: Number) -> Statistic:
    """``1 - L/L'`` of each resample: its optimal loss over that of scores which are all the same, for Beta(a, b) costs.

    >>> h_measure_statistic(Number(2), Number(2))(Resamples.of(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))).round(6)
    array([0.5])
    """
    with working_digits(DIGITS):
        rule = rule_of(Method("optimal"), density(Cost("beta", (a, b))))
    best, worst = _optimal(rule, "cost"), _optimal(rule, "cost", _whole)
    return lambda x: 1 - best(x) / worst(x)


def _whole(x: Resamples) -> Blocks:
    """All examples of each resample in one block."""
    each = np.arange(len(x.n0))
    return Blocks(each, each, x.n0[:, 0], x.n1[:, 0])


def _optimal(rule: Law, condition: str, blocks_of: Callable[[Resamples], Blocks] = lambda x: x.blocks) -> Statistic:
    first, second = moments_at(rule)
    mean = approximation(rule.mean)[0]

    def loss(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        blocks = blocks_of(x)
        a, b = (w0 / x.n0)[blocks.rows, 0] * blocks.counts0, (w1 / x.n1)[blocks.rows, 0] * blocks.counts1
        ones = blocks.counts1 * x.n0[blocks.rows, 0] if condition == "skew" else blocks.counts1
        zeros = blocks.counts0 * x.n1[blocks.rows, 0] if condition == "skew" else blocks.counts0
        below, lower = first(ones, zeros + ones), second(ones, zeros + ones)
        return 2 * blocks.sums(a * lower + b * (1 - mean - below + lower))

    return loss


def _over_ranks(rule: Law, wanted: Sequence[tuple[int, int]], places: Places, from_right: bool = False) -> Statistic:
    """For each ``(k, i)`` the mean over class ``k`` of ``E[c**i 1{t < x}]``, a row each.

    At an example that is between two places x, at which the scores of a part begin and end, it is the mean between
    them; where they are one place, it is the value there.
    """
    areas, at = areas_at(rule), moments_at(rule, from_right)

    def total(part: Part) -> Floats:
        above, below = places(part)
        width = np.diff(above, axis=1)
        level = width == 0
        scale = below / np.where(level, 1, width)
        between = {i: np.diff(areas[i](above, below), axis=1) * scale for i in {i for _, i in wanted}}
        found = []
        for k, i in wanted:
            counts, means = part.floats[k], between[i]
            there = level & (counts > 0)
            if there.any():
                means = means.copy()
                means[there] = at[i](above[:, 1:][there], np.broadcast_to(below, there.shape)[there])
            found.append(np.einsum("ij,ij->i", counts, means))
        return np.array(found)

    def means(x: Resamples) -> Floats:
        sizes = np.array([(x.n1 if k else x.n0)[:, 0] for k, _ in wanted])
        found: Floats = x.ask(total) / sizes
        return found

    return means


def _on_rates(rule: Law, condition: str) -> Statistic:
    def rates(part: Part) -> tuple[Integers, Integers]:
        sizes = part.sizes
        passed = sizes.along(condition, part.cumulative0, part.cumulative1)
        return passed, sizes.along(condition, sizes.n0, sizes.n1)

    mean = approximation(rule.mean)[0]
    means = _over_ranks(rule, ((0, 1), (1, 0), (1, 1)), rates)

    def loss(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        missed, passed, both = means(x)
        whole: Floats = 2 * (w0[:, 0] * missed + w1[:, 0] * (1 - mean - passed + both))
        return whole

    return loss


def _class_rates(k: int) -> Places:
    def rates(part: Part) -> tuple[Integers, Integers]:
        sizes = part.sizes
        return (part.cumulative1, sizes.n1) if k else (part.cumulative0, sizes.n0)

    return rates


def _on_false_positives(rule: Law, condition: str) -> Statistic:
    short, shortest = (approximation(x)[0] for x in rule.areas(Fraction(1)))  # E[1 - g], E[c (1 - g)]
    own = 2 * (1 - approximation(rule.mean)[0] - (short - shortest))
    missed = _over_ranks(rule, ((0, 1),), _class_rates(1))
    return weighted((lambda x: 2 * missed(x)[0], lambda x: np.full(len(x.n0), own)), condition)


def _on_true_positives(rule: Law, condition: str) -> Statistic:
    short = approximation(rule.areas(Fraction(1))[1])[0]
    mean = approximation(rule.mean)[0]
    means = _over_ranks(rule, ((1, 0), (1, 1)), _class_rates(0), from_right=True)

    def caught(x: Resamples) -> Floats:
        passed, both = means(x)
        alarmed: Floats = 2 * (1 - mean - passed + both)
        return alarmed

    return weighted((lambda x: np.full(len(x.n0), 2 * short), caught), condition)
