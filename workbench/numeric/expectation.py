"""The exact expected loss of a threshold choice method on a sample.

Every expected loss is a mean over the examples of a pointwise scoring rule,

    L = w0 E0[l0(x)] + w1 E1[l1(x)],   l0(x) = 2 E[c ; t < x],   l1(x) = 2 E[1 - c ; t >= x],

at the place ``x`` where an example stands: its score for a law of thresholds; its rank, as a rate, for
a law of rates; its PAV-calibrated score, with ``t = c``, for optimal thresholds. Nothing but the law's
partial moments (`workbench.numeric.thresholds`) and these places enters. The weights are the class
proportions, and one half each when the operating condition is a skew.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from workbench.errors import NotSupported
from workbench.language.syntax import Method, Name, Number
from workbench.numeric.certified import Real
from workbench.numeric.densities import Density
from workbench.numeric.piecewise import Piecewise, coefficients
from workbench.numeric.reals import add, multiply, subtract
from workbench.numeric.sample import Sample, total
from workbench.numeric.thresholds import (
    Law,
    Moments,
    Pointwise,
    Steps,
    certainly_within_unit_interval,
    law_of,
)

Averages: TypeAlias = tuple[Moments, Moments]

HALF = Fraction(1, 2)


def loss_by_law(
    sample: Sample, law: Method, density: Density, condition: str = "cost", rates: str = "interpolated"
) -> Real:
    """The expected loss of a method given by its law, in which every name but ``c`` and ``u`` is a number.

    ``condition`` is ``cost`` (the class proportions of the sample) or ``skew`` (one half each). ``rates``
    says which threshold has a predicted positive rate ``r``:

    ``interpolated``  the ROC curve joined by straight lines, a tie passed through uniformly at random;
    ``step``          ``inf {t : R(t) >= r}``;
    ``nearest``       the attained rate that is nearest to ``r``, the lower one at an exact midpoint;
    ``cutpoints``     of the ``n + 1`` cutpoints of a strict ranking the one after ``k`` examples, for ``r``
                      in [k/(n+1), (k+1)/(n+1)), ties ranked at random.

    With skews the rate is ``(F0 + F1)/2``, and cutpoints still count examples.

    >>> from workbench.language.statements import parse_method
    >>> from workbench.numeric.densities import UNIFORM
    >>> loss_by_law(Sample.of([0, 1, 1], [0, "1/2", 1]), parse_method("score(c)"), UNIFORM)
    Fraction(1, 12)
    """
    if law.name == "mix":
        q, first, second = law.arguments
        if not isinstance(q, Number) or not isinstance(first, Method) or not isinstance(second, Method):
            raise NotSupported(f"the probability of {law} is not a rational number")
        left = loss_by_law(sample, first, density, condition, rates)
        right = loss_by_law(sample, second, density, condition, rates)
        return add(multiply(q.value, left), multiply(1 - q.value, right))
    weighted = sample.balanced() if condition == "skew" else sample
    if law.name == "optimal":
        rule = law_of(Name("c"), density)
        averages = _at_scores(_calibrated(weighted), rule, closed=False)
    else:
        (g,) = law.arguments
        if isinstance(g, Method):
            raise NotSupported(f"{law} is not a law")
        rule = law_of(g, density)
        if law.name == "score":
            averages = _at_scores(sample, rule, closed=False)
        elif not certainly_within_unit_interval(rule):
            raise NotSupported(f"{law} leaves [0, 1], so it is no rate")
        elif rates == "interpolated":
            averages = _over_ranks(weighted, rule)
        elif rates == "step":
            averages = _at_scores(_placed(weighted, lambda low, high: Fraction(low, weighted.n)), rule, True)
        elif rates == "nearest":
            middle = _placed(weighted, lambda low, high: Fraction(low + high, 2 * weighted.n))
            averages = _at_scores(middle, rule, closed=True)
        else:
            averages = _at_scores(_cutpoints(sample), rule, closed=False)
    (_, miss), (below, spared) = averages
    alarm = subtract(add(subtract(Fraction(1), rule.mean), spared), below)
    return multiply(Fraction(2), add(multiply(weighted.pi0, miss), multiply(weighted.pi1, alarm)))


# --- where the examples stand ---------------------------------------------------------------------------


def _calibrated(sample: Sample) -> Sample:
    blocks = sample.blocks
    return Sample(
        tuple(block.calibrated for block in blocks),
        tuple(block.count0 for block in blocks),
        tuple(block.count1 for block in blocks),
    )


def _placed(sample: Sample, place: Callable[[int, int], Fraction]) -> Sample:
    """Each tie block moved to ``place(low, high)``, given how many examples stand below its two ends."""
    ends = zip(sample.cumulative, sample.cumulative[1:], strict=False)
    return Sample(tuple(place(low, high) for low, high in ends), sample.counts0, sample.counts1)


def _cutpoints(sample: Sample) -> Sample:
    """Every example at its rank over ``n + 1``; tied examples share their ranks in equal parts."""
    sizes = [high - low for low, high in zip(sample.cumulative, sample.cumulative[1:], strict=False)]
    common = lcm(*sizes)

    def spread(counts: Iterable[int]) -> tuple[int, ...]:
        pairs = zip(counts, sizes, strict=True)
        return tuple(x for count, size in pairs for x in [count * (common // size)] * size)

    ranks = tuple(Fraction(rank, sample.n + 1) for rank in range(1, sample.n + 1))
    return Sample(ranks, spread(sample.counts0), spread(sample.counts1))


# --- means of partial moments over the examples ------------------------------------------------------------


def _at_scores(sample: Sample, law: Law, closed: bool) -> Averages:
    """For each class the means of ``(A_0(s), A_1(s))`` over its examples, with ``t <= s`` when ``closed``."""
    if isinstance(law, Pointwise):
        return _pointwise(sample, (law.moments(score, closed) for score in sample.scores))
    find = bisect_left if closed else bisect_right

    def mean(k: int, function: Piecewise) -> Fraction:
        cuts = [0, *(find(sample.scores, b) for b in function.breaks), len(sample.scores)]
        parts = []
        for p, start, stop in zip(function.pieces, cuts, cuts[1:], strict=False):
            if start < stop:
                parts += [x * sample.power_sum(k, i, start, stop) for i, x in enumerate(coefficients(p)) if x]
        return total(parts) / (sample.n1 if k else sample.n0)

    return _by_pieces(law, mean)


def _over_ranks(sample: Sample, law: Law) -> Averages:
    """The same at the rates of the examples, where those of a tie block are uniform between its ends."""
    ends = list(zip(sample.cumulative, sample.cumulative[1:], strict=False))
    reached = frozenset(sample.cumulative)
    if isinstance(law, Pointwise):
        return _pointwise(sample, _slopes([law.areas(Fraction(end, sample.n)) for end in sample.cumulative], sample))

    def mean(k: int, function: Piecewise) -> Fraction:
        inner = [b * sample.n for b in function.breaks]
        starts = [0, *(bisect_left(sample.cumulative, b) for b in inner)]
        stops = [*(bisect_right(sample.cumulative, b) - 1 for b in inner), len(ends)]
        parts = []
        for p, start, stop in zip(function.pieces, starts, stops, strict=True):
            if start < stop:
                parts += [x * sample.rank_sum(k, i, start, stop) for i, x in enumerate(coefficients(p)) if x]
        split = {bisect_left(sample.cumulative, b) - 1 for b in inner if 0 < b < sample.n and b not in reached}
        area = function.antiderivative() if split else function
        for block in split:
            low, high = ends[block]
            rise = area.at(Fraction(high, sample.n)) - area.at(Fraction(low, sample.n))
            parts.append(sample.counts(k)[block] * rise * sample.n / (high - low))
        return total(parts) / (sample.n1 if k else sample.n0)

    return _by_pieces(law, mean)


def _slopes(areas: list[Moments], sample: Sample) -> Iterator[Moments]:
    sizes = zip(sample.cumulative, sample.cumulative[1:], strict=False)
    for before, after, (low, high) in zip(areas, areas[1:], sizes, strict=False):
        scale = Fraction(sample.n, high - low)
        yield (
            multiply(scale, subtract(after[0], before[0])),
            multiply(scale, subtract(after[1], before[1])),
        )


def _by_pieces(law: Steps, mean: Callable[[int, Piecewise], Fraction]) -> Averages:
    def both(k: int) -> Moments:
        first = mean(k, law.below)
        return first, mean(k, law.weighted) if law.weighted else multiply(law.mean, first)

    return both(0), both(1)


def _pointwise(sample: Sample, moments: Iterable[Moments]) -> Averages:
    sums: dict[tuple[int, int], Real] = {}
    exact: dict[tuple[int, int], list[Fraction]] = {(k, i): [] for k in (0, 1) for i in (0, 1)}
    for pair, counts in zip(moments, zip(sample.counts0, sample.counts1, strict=True), strict=True):
        for i, moment in enumerate(pair):
            for k, count in enumerate(counts):
                if not count:
                    continue
                if isinstance(moment, Fraction):
                    exact[k, i].append(count * moment)
                else:
                    sums[k, i] = add(sums.get((k, i), Fraction(0)), count * moment)

    def mean(k: int, i: int) -> Real:
        whole = add(total(exact[k, i]), sums.get((k, i), Fraction(0)))
        return multiply(whole, Fraction(1, sample.n1 if k else sample.n0))

    return (mean(0, 0), mean(0, 1)), (mean(1, 0), mean(1, 1))
