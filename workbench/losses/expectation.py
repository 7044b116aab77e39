"""The exact expected loss of a threshold choice method on a sample.

Every expected loss is a mean over the examples of a pointwise scoring rule,

    L = w0 E0[l0(x)] + w1 E1[l1(x)],   l0(x) = 2 E[c ; t < x],   l1(x) = 2 E[1 - c ; t >= x],

at the place ``x`` where an example stands: its score for a law of thresholds; its rank, as a rate, for
a law of rates; its PAV-calibrated score, with ``t = c``, for optimal thresholds. Nothing but the law's
partial moments (`workbench.losses.thresholds`) and these places enters. The weights are the class
proportions, and one half each when the operating condition is a skew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from math import lcm

import flint

from workbench.errors import NotSupported
from workbench.language.syntax import Method, Name, Number
from workbench.losses.densities import Density
from workbench.losses.reals import add, multiply, subtract
from workbench.losses.thresholds import (
    Law,
    Moments,
    Steps,
    certainly_within_unit_interval,
    law_of,
)
from workbench.numbers.certified import Real
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import Terms
from workbench.numbers.totals import total
from workbench.samples.sample import Sample, only_counted
from workbench.words import OF_ONE_CLASS

ONE, ZERO = Fraction(1), flint.fmpq(0)


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

    With skews the rate is ``(F0 + F1)/2``, and cutpoints still count examples. The rate of one class (``fpr(g)``,
    ``tpr(g)``) is interpolated; of the thresholds that attain it, the best is taken.

    >>> from workbench.language.statements import parse_method
    >>> from workbench.losses.densities import UNIFORM
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
    rule = rule_of(law, density)
    if law.name in OF_ONE_CLASS:
        return _loss_at_class_rates(sample, law.name, rule, condition)
    return loss_by_rule(sample, law.name, rule, condition, rates)


def rule_of(law: Method, density: Density) -> Law:
    """The law of a method other than a mixture; `NotSupported` for a rate outside [0, 1]."""
    if law.name == "optimal":
        return law_of(Name("c"), density)
    (g,) = law.arguments
    if isinstance(g, Method):
        raise NotSupported(f"{law} is not a law")
    rule = law_of(g, density)
    if law.name != "score" and not certainly_within_unit_interval(rule):
        raise NotSupported(f"{law} leaves [0, 1], so it is no rate")
    return rule


def loss_by_rule(sample: Sample, kind: str, rule: Law, condition: str = "cost", rates: str = "interpolated") -> Real:
    """`loss_by_law` of a method of this kind (``score``, ``rate`` or ``optimal``) by its `rule_of`."""
    weighted = sample.balanced() if condition == "skew" else sample
    in_order = kind == "rate" and rates == "interpolated"
    if not isinstance(rule, Steps):
        if in_order:
            areas = [rule.areas(Fraction(end, weighted.n)) for end in weighted.cumulative]
            return _pointwise(weighted, weighted, rule.mean, _slopes(areas, weighted))
        stand, closed = placed(sample, weighted, kind, rates)
        return _pointwise(stand, weighted, rule.mean, (rule.moments(score, closed) for score in stand.scores))
    if in_order or kind == "optimal":
        stand = weighted
        miss, alarm = _totals(weighted, rule, kind)
    else:
        stand, closed = placed(sample, weighted, kind, rates)
        miss, alarm = _totals(stand, rule, "score", closed)
    if condition == "skew":
        miss, alarm = miss / stand.n0, alarm / stand.n1
    else:
        miss, alarm = 2 * miss / stand.n, 2 * alarm / stand.n
    if rule.factors is None:
        return fraction(miss + alarm)
    return add(*(multiply(x, fraction(y)) for x, y in zip(rule.factors, (miss, alarm), strict=True)))


def _loss_at_class_rates(sample: Sample, kind: str, rule: Law, condition: str) -> Real:
    """The loss where the false positive rate (``fpr``) or the true positive rate (``tpr``) is what the law sets.

        fpr    2 w1 E[(1 - c) g] + 2 w0 E0[E[c ; g < F1(s)]]
        tpr    2 w0 E[c (1 - g)] + 2 w1 E1[E[1 - c ; F0(s) < g]]

    Where several thresholds attain a rate, the examples of the other class between them are right: the strict events.
    """
    weighted = sample.balanced() if condition == "skew" else sample
    by_false = kind == "fpr"
    passed, size, counts = (
        (sample.cumulative1, sample.n1, sample.counts0) if by_false else (sample.cumulative0, sample.n0, sample.counts1)
    )
    short, short_weighted = rule.areas(ONE)  # E[1 - g] and E[c (1 - g)]
    mean = Fraction(0) if by_false else subtract(ONE, rule.mean)
    errors: list[Real] = []
    for (low, high), count in zip(pairwise(passed), counts, strict=True):
        if count:
            below = _between(rule, Fraction(low, size), Fraction(high, size), closed=not by_false)
            errors.append(multiply(Fraction(count), below[1] if by_false else add(mean, subtract(below[1], below[0]))))
    exact: Real = total([x for x in errors if isinstance(x, Fraction)])
    other = multiply(reduce(add, (x for x in errors if not isinstance(x, Fraction)), exact), Fraction(1, sum(counts)))
    if by_false:  # E[(1 - c) g] = 1 - E[c] - (E[1 - g] - E[c (1 - g)])
        own = subtract(subtract(ONE, rule.mean), subtract(short, short_weighted))
        return multiply(Fraction(2), add(multiply(weighted.pi1, own), multiply(weighted.pi0, other)))
    return multiply(Fraction(2), add(multiply(weighted.pi0, short_weighted), multiply(weighted.pi1, other)))


def _between(rule: Law, low: Fraction, high: Fraction, closed: bool) -> Moments:
    """The mean moments over the rates from ``low`` to ``high``, which a tie is passed through evenly."""
    if low == high:
        return rule.moments(low, closed)
    before, after = rule.areas(low), rule.areas(high)
    scale = 1 / (high - low)
    return multiply(subtract(after[0], before[0]), scale), multiply(subtract(after[1], before[1]), scale)


# --- where the examples stand ---------------------------------------------------------------------------


def _calibrated(sample: Sample) -> Sample:
    sides = sample.sides
    return Sample(tuple(Fraction(b, a + b) for a, b in sides), tuple(a for a, _ in sides), tuple(b for _, b in sides))


def placed(sample: Sample, weighted: Sample, kind: str, rates: str) -> tuple[Sample, bool]:
    """The examples at the places that the law looks at, and whether ``t`` at a place counts as below it."""
    if kind == "optimal":
        return _calibrated(weighted), False
    if kind == "score":
        return sample, False
    if rates == "cutpoints":
        return _cutpoints(only_counted(sample, "rates=cutpoints")), False
    ends = zip(weighted.cumulative, weighted.cumulative[1:], strict=False)
    if rates == "step":
        places = tuple(Fraction(low, weighted.n) for low, _ in ends)
    else:
        places = tuple(Fraction(low + high, 2 * weighted.n) for low, high in ends)
    return Sample(places, weighted.counts0, weighted.counts1), True


def _cutpoints(sample: Sample) -> Sample:
    """Every example at its rank over ``n + 1``; tied examples share their ranks in equal parts."""
    sizes = [high - low for low, high in zip(sample.cumulative, sample.cumulative[1:], strict=False)]
    common = lcm(*sizes)

    def spread(counts: Iterable[int]) -> tuple[int, ...]:
        pairs = zip(counts, sizes, strict=True)
        return tuple(x for count, size in pairs for x in [count * (common // size)] * size)

    ranks = tuple(Fraction(rank, sample.n + 1) for rank in range(1, sample.n + 1))
    return Sample(ranks, spread(sample.counts0), spread(sample.counts1))


# --- sums of errors over the examples ---------------------------------------------------------------------


def _totals(sample: Sample, rule: Steps, kind: str, closed: bool = False) -> tuple[flint.fmpq, flint.fmpq]:
    """The sums of the errors over class 0 and over class 1, both in the first for optimal thresholds.

    An error jumps after a score, or before it when ``closed``. The examples of a tie are uniform between the rates
    before and after it.
    """
    key = rule, kind, closed
    found: tuple[flint.fmpq, flint.fmpq] | None = sample.remembered.get(key)
    if found is None:
        if kind == "optimal":
            found = _total(rule.calibrated.terms_of_rates, sample.calibrated_sums), ZERO
        else:
            sums: Callable[..., list[flint.fmpq]] = sample.rank_sums
            if kind == "rate":
                miss, alarm = (error.terms_of_rates for error in rule.errors)
            else:
                sums = partial(sample.power_sums, from_low=True) if closed else sample.power_sums
                miss, alarm = (
                    error.terms_of_probabilities if sample.probabilistic else error.terms for error in rule.errors
                )
            found = _total(miss, sums, 0), _total(alarm, sums, 1)
        sample.remembered[key] = found
    return found


def _total(pieces: Terms, sums: Callable[..., list[flint.fmpq]], *of: int) -> flint.fmpq:
    whole = ZERO
    for low, high, terms in pieces:
        found = sums(*of, terms[-1][0], low, high)
        for i, x in terms:
            whole += x * found[i]
    return whole


def _slopes(areas: list[Moments], sample: Sample) -> Iterator[Moments]:
    sizes = zip(sample.cumulative, sample.cumulative[1:], strict=False)
    for before, after, (low, high) in zip(areas, areas[1:], sizes, strict=False):
        scale = Fraction(sample.n, high - low)
        yield (
            multiply(scale, subtract(after[0], before[0])),
            multiply(scale, subtract(after[1], before[1])),
        )


def _pointwise(sample: Sample, weighted: Sample, centre: Real, moments: Iterable[Moments]) -> Real:
    """The loss of the examples of ``sample`` in the class proportions of ``weighted``, by the moments at each score."""
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

    alarm = subtract(add(subtract(ONE, centre), mean(1, 1)), mean(1, 0))
    return multiply(Fraction(2), add(multiply(weighted.pi0, mean(0, 1)), multiply(weighted.pi1, alarm)))
