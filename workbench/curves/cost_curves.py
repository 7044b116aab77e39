"""Cost curves: the loss of a threshold choice method as a function of the operating condition, exactly.

A curve is a `Curve` on [0, 1] with loss(METHOD, cost=point(c)) at each cost proportion c, or at each skew; its area
is the expected loss under uniform costs. A cost line is the loss at one threshold, dual to a point in ROC space; the
score-driven method has the Brier curve, the optimal one the lower envelope of all cost lines, and rates that follow
the condition have the rate-driven curve, which is the Kendall curve above that of a perfect ranking.

Drummond and Holte, Cost curves: an improved method for visualizing classifier performance (2006).
Hernández-Orallo, Flach and Ferri, Brier curves: a new cost-based visualisation of classifier performance (2011).
Hernández-Orallo, Flach and Ferri, ROC curves in cost space (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import flint

from workbench.curves.curve import Curve, checked_curve
from workbench.curves.moving_thresholds import UNIT, Motion, Passage, Place, as_curve
from workbench.curves.roc import proportion, rate_pair
from workbench.errors import InputError, NotSupported, shown
from workbench.language.statements import CONDITIONS, RATES, parse_method
from workbench.language.statements import law as law_of_method
from workbench.language.syntax import (
    Comparison,
    Cost,
    Loss,
    Method,
    Name,
    Node,
    Number,
    children,
    names,
    rebuilt,
)
from workbench.losses.exact import NeedsProbabilities, outside, value
from workbench.losses.formulas import affine_in
from workbench.numbers.certified import Real
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import Piecewise, Polynomial, combined, polynomial, rational
from workbench.numbers.totals import total
from workbench.samples.sample import Sample, checked_sample, only_counted
from workbench.words import OF_ONE_CLASS, OF_RATES

Point: TypeAlias = tuple[Fraction, Fraction]

HALF = Fraction(1, 2)


# --- curves of methods --------------------------------------------------------------------------------


def cost_curve(
    sample: Sample,
    method: str | Method,
    condition: str = "cost",
    rates: str = "interpolated",
    parameters: Mapping[str, Any] | None = None,
) -> Curve:
    """The loss of a threshold choice method at each operating condition in [0, 1].

        Q(c) = 2 {c pi0 (1 - F0(T(c))) + (1 - c) pi1 F1(T(c))}

    and the same with ``pi0 = pi1 = 1/2`` at a skew. ``method`` is text of the statement language or read from it;
    ``condition``, ``rates`` and ``parameters`` mean what they mean there. Breaks may be irrational: they are algebraic
    numbers. `NotSupported` where a curve is not piecewise polynomial.

    Scores outside [0, 1] are taken as they are: the thresholds of "score_driven" are the costs from 0 to 1 all the
    same, but the area is no Brier score then.

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> brier = cost_curve(sample, "score_driven")
    >>> brier("0.4"), brier.left("0.4"), brier.area()
    (Fraction(3, 10), Fraction(1, 5), Fraction(27, 200))
    >>> cost_curve(sample, "optimal").area(), cost_curve(sample, "rate_driven", "skew").area()
    (Fraction(1, 8), Fraction(7, 48))
    """
    first, second = class_parts(checked_sample(sample, "cost_curve"), method, condition, rates, parameters)
    return first + second


def class_parts(
    sample: Sample,
    method: str | Method,
    condition: str = "cost",
    rates: str = "interpolated",
    parameters: Mapping[str, Any] | None = None,
) -> tuple[Curve, Curve]:
    """What the errors of class 0 and those of class 1 add to the cost curve of a method.

        Q0(c) = 2 c pi0 (1 - F0(T(c))),   Q1(c) = 2 (1 - c) pi1 F1(T(c))

    For the score-driven method these are the Brier curves of the two classes, weighted so that they add up to the
    Brier curve.

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> [part.area() for part in class_parts(sample, "score_driven")]
    [Fraction(17, 400), Fraction(37, 400)]
    """
    checked_sample(sample, "class_parts")
    _check_word(condition, CONDITIONS, "an operating condition")
    _check_word(rates, RATES, "a reading of rates")
    if not isinstance(parameters, Mapping | None):
        raise InputError(f"the parameters are {shown(parameters)}; a mapping from names to numbers is needed")
    called = read_method(method)
    reading = _Reading(sample, called, condition, rates, parameters or {})
    if called.arguments:  # parameters have values within their range, and the law is one
        reading.at(Fraction(0))
    return reading.parts(reading.closed(law_of_method(called)))


def read_method(method: str | Method) -> Method:
    """A threshold choice method, read where it is text; `InputError` where it is neither.

    >>> str(read_method("score_fixed(0.5)"))
    'score_fixed(1/2)'
    """
    if not isinstance(method, str | Method):
        raise InputError(f"the method is {shown(method)}; it is text such as 'score_driven'")
    return parse_method(method) if isinstance(method, str) else method


def _check_word(word: str, allowed: Sequence[str], what: str) -> None:
    if word not in allowed:
        raise InputError(f"{shown(word)} is not {what}; one of {', '.join(allowed)} is")


@dataclass(frozen=True)
class _Reading:
    """One method read on one sample."""

    sample: Sample
    method: Method
    condition: str
    rates: str
    parameters: Mapping[str, Any]

    def at(self, c: Fraction, law: Method | None = None) -> Real:
        """The loss at one operating condition, as the exact engine has it."""
        loss = Loss(law or self.method, Cost("point", (Number(c),)), self.condition, self.rates)
        return value(self.sample, loss, self.parameters)

    def closed(self, node: Any) -> Any:
        """``node`` with each part that is free of c and u replaced by its value, where rational."""
        if isinstance(node, Name) and node.name in ("c", "u"):
            return node
        if isinstance(node, Method | Comparison) or _free(node) & {"c", "u"}:
            return rebuilt(node, self.closed)
        found = value(self.sample, node, self.parameters)
        return Number(found) if isinstance(found, Fraction) else node

    def parts(self, law: Method) -> tuple[Curve, Curve]:
        """The two class parts of a law in which every name but c and u is a number."""
        if law.name == "mix":
            q, *methods = law.arguments
            if not isinstance(q, Number):
                raise NotSupported(f"the probability of {law} is not a rational number")
            (a, b), (d, e) = (self.parts(method) for method in methods if isinstance(method, Method))
            return a * q.value + d * (1 - q.value), b * q.value + e * (1 - q.value)
        g: Any = law.arguments[0] if law.arguments else Name("c")
        if "u" in names(g) and "c" not in names(g):
            start, stop = self.at(Fraction(0), law), self.at(Fraction(1), law)
            if not isinstance(start, Fraction) or not isinstance(stop, Fraction):
                raise self.refusal(law, "its loss is irrational")
            return Curve.line(Fraction(0), stop), Curve.line(start, Fraction(0))
        weighted = self.sample.balanced() if self.condition == "skew" else self.sample
        errors = self.errors(law, weighted)
        try:
            motion, width = _motion(g)
            if not motion.is_polynomial and not errors.stepwise:
                raise NotSupported(f"{g} is no piecewise polynomial in c")
        except NotSupported as reason:
            raise self.refusal(law, str(reason)) from None
        within = motion.within_unit_interval() and motion.within_unit_interval(width)
        if law.name in OF_RATES and not within:
            raise NotSupported(f"{law} leaves [0, 1], so it is no rate")
        if width:
            errors = errors.averaged(width)
        passage = motion.through(errors.first.breaks, errors.closed)
        first = _weighed(polynomial(0, 2 * weighted.pi0), errors.first, passage)
        second = _weighed(polynomial(2 * weighted.pi1, -2 * weighted.pi1), errors.second, passage)
        return first, second

    def errors(self, law: Method, weighted: Sample) -> _Errors:
        """How the errors of the two classes depend on what the law chooses."""
        if law.name == "optimal":
            return _at_calibrated(weighted)
        if law.name == "score":
            return _at_scores(self.sample)
        if law.name in OF_ONE_CLASS:
            return _along_class(self.sample, int(law.name == "fpr"))
        return _READINGS[self.rates](self.sample, weighted)

    def refusal(self, law: Method, reason: str) -> NotSupported:
        told = Loss(self.method, Cost("point", (Name("c0"),)), self.condition, self.rates)
        return NotSupported(
            f"the cost curve of {law} is not seen to be piecewise polynomial: {reason}; its value at a condition c0 is "
            f"{told}"
        )


def _free(node: Node) -> frozenset[str]:
    """The names in a law that do not belong to a loss inside it."""
    if isinstance(node, Name):
        return frozenset({node.name})
    return frozenset() if isinstance(node, Loss) else frozenset().union(*map(_free, children(node)))


def _motion(g: Node) -> tuple[Motion, Fraction]:
    """Where a threshold uniform in between moves: its one end, and how far the other one is."""
    affine = affine_in(g, "u")
    if affine is None:
        raise NotSupported(f"{g} is not affine in u")
    start, width = affine
    if width == Number(Fraction(0)):
        return Motion.of(start), Fraction(0)
    moved = as_curve(width)
    if len(moved.pieces) > 1 or moved.pieces[0].degree() > 0 or moved.jumps:
        raise NotSupported(f"the width {width} of the range of {g} depends on c")
    return Motion(as_curve(start), polynomial(1), 1), fraction(moved.pieces[0][0])


def _weighed(weight: Polynomial, error: Piecewise, passage: Passage) -> Curve:
    """``weight`` times ``error`` where the passage goes."""

    def at(place: Place) -> Polynomial:
        p = error.pieces[place.interval]
        return weight * (p if p.degree() <= 0 else p(place.polynomial))

    return Curve.of(passage.breaks, map(at, passage.inside), map(at, passage.here))


# --- errors by threshold and by rate --------------------------------------------------------------------


@dataclass(frozen=True)
class _Errors:
    """``first`` is ``1 - F0`` and ``second`` is ``F1``, as functions of the threshold or of the rate.

    Both have the same breaks, and where they jump they have the value from the left if ``closed``, else from the right.
    """

    first: Piecewise
    second: Piecewise
    closed: bool

    @property
    def stepwise(self) -> bool:
        """Whether both are constant between the breaks."""
        return all(p.degree() <= 0 for f in (self.first, self.second) for p in f.pieces)

    def averaged(self, width: Fraction) -> _Errors:
        """The means over thresholds uniform between ``x`` and ``x + width``, as functions of ``x``."""

        def mean(f: Piecewise) -> Piecewise:
            area = f.antiderivative()
            return combined((area.of_affine(Fraction(1), width), area), lambda p, q: (p - q) / rational(width))

        return _Errors(mean(self.first), mean(self.second), closed=True)


def _steps(places: Iterable[Fraction], counts: Iterable[Sequence[Any]], closed: bool) -> _Errors:
    """Errors that change at ``places``, where ``counts`` examples of the two classes stand."""
    breaks = tuple(places)
    below0, below1 = (list(accumulate(k, initial=Fraction(0))) for k in counts)
    first = tuple(polynomial(1 - x / below0[-1]) for x in below0)
    second = tuple(polynomial(x / below1[-1]) for x in below1)
    return _Errors(Piecewise(breaks, first), Piecewise(breaks, second), closed)


def _at_scores(sample: Sample) -> _Errors:
    return _steps(sample.scores, (sample.counts0, sample.counts1), closed=False)


def _at_calibrated(sample: Sample) -> _Errors:
    """At calibrated scores the threshold that is best is the cost proportion itself."""
    blocks = sample.blocks
    counts = [block.count0 for block in blocks], [block.count1 for block in blocks]
    return _steps((block.calibrated for block in blocks), counts, closed=False)


def _at_rates(sample: Sample, place: Callable[[int, int], Fraction]) -> _Errors:
    """Tie blocks passed at once, where the rate exceeds ``place(low, high)`` for the counts at its two ends."""
    places = (place(low, high) for low, high in pairwise(sample.cumulative))
    return _steps(places, (sample.counts0, sample.counts1), closed=True)


def _at_cutpoints(sample: Sample) -> _Errors:
    """The examples one by one, those of a tie in parts."""
    sizes = [high - low for low, high in pairwise(sample.cumulative)]

    def spread(k: int) -> list[Fraction]:
        return [x for count, size in zip(sample.counts(k), sizes, strict=True) for x in [Fraction(count, size)] * size]

    places = (Fraction(rank, sample.n + 1) for rank in range(1, sample.n + 1))
    return _steps(places, (spread(0), spread(1)), closed=False)


def _along_ranks(sample: Sample) -> _Errors:
    """The ROC curve joined by straight lines."""

    def joined(k: int) -> list[Polynomial]:
        counts, whole, passed, found = sample.counts(k), sample.n1 if k else sample.n0, 0, []
        for count, (low, high) in zip(counts, pairwise(sample.cumulative), strict=True):
            size = high - low
            found.append(flint.fmpq_poly([passed * size - count * low, count * sample.n], whole * size))
            passed += count
        return [polynomial(0), *found, polynomial(1)]

    breaks = tuple(Fraction(x, sample.n) for x in sample.cumulative)
    return _Errors(Piecewise(breaks, tuple(1 - p for p in joined(0))), Piecewise(breaks, tuple(joined(1))), closed=True)


def _along_class(sample: Sample, k: int) -> _Errors:
    """The ROC curve joined by straight lines, by the rate of class ``k``: of the points at one rate the best."""
    rates = sample.cumulative1 if k else sample.cumulative0
    others = sample.cumulative0 if k else sample.cumulative1
    size, other = (sample.n1, sample.n0) if k else (sample.n0, sample.n1)
    breaks, passed = [Fraction(0)], [polynomial(0)]
    for (low, high), (start, stop) in zip(pairwise(rates), pairwise(others), strict=True):
        if low < high:
            slope = Fraction(stop - start, high - low)
            passed.append(polynomial((start - slope * low) / other, slope * size / other))
            breaks.append(Fraction(high, size))
    own = Piecewise(tuple(breaks), (polynomial(0), *([polynomial(0, 1)] * (len(breaks) - 1)), polynomial(1)))
    beside = Piecewise(tuple(breaks), (*passed, polynomial(1)))
    if k:
        return _Errors(beside.map(lambda p: 1 - p), own, closed=False)
    return _Errors(own.map(lambda p: 1 - p), beside, closed=True)


_READINGS: dict[str, Callable[[Sample, Sample], _Errors]] = {
    "interpolated": lambda sample, weighted: _along_ranks(weighted),
    "step": lambda sample, weighted: _at_rates(weighted, lambda low, high: Fraction(low, weighted.n)),
    "nearest": lambda sample, weighted: _at_rates(weighted, lambda low, high: Fraction(low + high, 2 * weighted.n)),
    "cutpoints": lambda sample, weighted: _at_cutpoints(only_counted(sample, "rates=cutpoints")),
}


# --- curves with names of their own -----------------------------------------------------------------------


def kendall_curve(sample: Sample, condition: str = "cost") -> Curve:
    """The rate-driven curve less that of a perfect ranking with the same class proportions.

    Its area is ``2 pi0 pi1 (1 - AUC)``, the Kendall tau distance to a perfect ranking over that of all pairs
    (n**2/2); for skews ``(1 - AUC)/2``. Hernández-Orallo, Flach and Ferri, ROC curves in cost space (2013).

    >>> sample = Sample.of([0, 1, 0, 1], [1, 2, 3, 4])
    >>> kendall_curve(sample).area(), kendall_curve(Sample.of([0, 1, 1], [0, 1, 2])).area()
    (Fraction(1, 8), Fraction(0, 1))
    """
    checked_sample(sample, "kendall_curve")
    perfect = Sample(UNIT, (sample.n0, 0), (0, sample.n1))
    return cost_curve(sample, "rate_driven", condition) - cost_curve(perfect, "rate_driven", condition)


def partial_brier_score(sample: Sample, low: Any, high: Any, condition: str = "cost") -> Fraction:
    """The area under the Brier curve from ``low`` to ``high``, as a mean of squares over the examples.

        pi0 E0[clip(s)**2 - low**2] + pi1 E1[(1 - clip(s))**2 - (1 - high)**2]

    where ``clip`` moves a score to the nearest point of [low, high]; ``pi0 = pi1 = 1/2`` for skews. From 0 to 1 it is
    the Brier score. Hernández-Orallo, Flach and Ferri, Brier curves (2011). `NeedsProbabilities` when a score lies
    outside [0, 1].

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> partial_brier_score(sample, 0, 1), partial_brier_score(sample, "0.2", "0.5")
    (Fraction(27, 200), Fraction(23, 400))
    """
    if not checked_sample(sample, "partial_brier_score").probabilistic:
        raise NeedsProbabilities(f"a partial Brier score {outside(sample)}")
    _check_word(condition, CONDITIONS, "an operating condition")
    start, stop = proportion(low, "the lower bound"), proportion(high, "the upper bound")
    if start > stop:
        raise InputError(f"the bounds {shown(low)} and {shown(high)} descend; the first must not be above the second")
    clipped = [min(max(score, start), stop) for score in sample.scores]
    squares0 = total(a * (s * s - start**2) for s, a in zip(clipped, sample.counts0, strict=True) if a)
    squares1 = total(b * ((1 - s) ** 2 - (1 - stop) ** 2) for s, b in zip(clipped, sample.counts1, strict=True) if b)
    if condition == "skew":
        return squares0 / (2 * sample.n0) + squares1 / (2 * sample.n1)
    return (squares0 + squares1) / sample.n


def dominance(first: Curve, second: Curve, names: tuple[str, str] = ("A", "B")) -> str:
    """Which of two curves is lower where, in words and to the point; `Curve.stretches` has the intervals as values.

    >>> print(dominance(Curve.line(Fraction(0), Fraction(1)), Curve.line(Fraction(1), Fraction(0))))
    A < B on [0, 1/2), A = B at 1/2, A > B on (1/2, 1]
    """
    return ", ".join(
        f"{names[0]} {'<=>'[x.sign + 1]} {names[1]} {f'at {x.low}' if x.is_point else f'on {x}'}"
        for x in checked_curve(first).stretches(checked_curve(second))
    )


# --- cost lines and points in ROC space -------------------------------------------------------------------


def cost_line(point: Sequence[Any], pi0: Any = HALF) -> Curve:
    """The loss of an ROC point (F1, F0) at each operating condition: a straight line.

        z (1 - F0) + (1 - z) F1    at a skew z, with pi0 = 1/2
        2 {c pi0 (1 - F0) + (1 - c) pi1 F1}    at a cost proportion c

    >>> line = cost_line(("1/4", "2/3"))
    >>> line(0), line(1)
    (Fraction(1, 4), Fraction(1, 3))
    """
    (f1, f0), share = rate_pair(point), _share(pi0)
    return Curve.line(2 * (1 - share) * f1, 2 * share * (1 - f0))


def roc_point(line: Curve, pi0: Any = HALF) -> Point:
    """The ROC point (F1, F0) of which ``line`` is the cost line.

    >>> roc_point(Curve.line(Fraction(1, 4), Fraction(1, 3)))
    (Fraction(1, 4), Fraction(2, 3))
    """
    share = _share(pi0)
    start, stop = checked_curve(line)(0), line(1)
    if not isinstance(start, Fraction) or not isinstance(stop, Fraction) or line != Curve.line(start, stop):
        raise InputError(f"{line!r} is no straight line on [0, 1], so it is not dual to one ROC point")
    return rate_pair((start / (2 * (1 - share)), 1 - stop / (2 * share)))


def threshold_line(sample: Sample, t: Any, condition: str = "cost") -> Curve:
    """The cost line of a threshold: its loss at each operating condition.

    >>> line = threshold_line(Sample.of([0, 1, 0, 1], [1, 2, 3, 4]), 2, "skew")
    >>> roc_point(line)
    (Fraction(1, 2), Fraction(1, 2))
    """
    checked_sample(sample, "threshold_line")
    _check_word(condition, CONDITIONS, "an operating condition")
    return cost_line((sample.cdf1(t), sample.cdf0(t)), sample.pi0 if condition == "cost" else HALF)


def cost_lines(sample: Sample, condition: str = "cost") -> tuple[Curve, ...]:
    """The cost lines of all points of the ROC curve, from predicting nothing positive to everything.

    >>> [(str(line(0)), str(line(1))) for line in cost_lines(Sample.of([0, 1], [0, 1]), "skew")]
    [('0', '1'), ('0', '0'), ('1', '0')]
    """
    checked_sample(sample, "cost_lines")
    _check_word(condition, CONDITIONS, "an operating condition")
    pi0 = sample.pi0 if condition == "cost" else HALF
    return tuple(cost_line(point, pi0) for point in sample.roc())


def crossing(first: Sequence[Any], second: Sequence[Any], pi0: Any = HALF) -> Point:
    """The operating condition at which two ROC points (F1, F0) have equal loss, and that loss.

    The points are joined by a segment of slope ``m = dF0/dF1``; their cost lines cross at the skew ``1/(1 + m)``, and
    at the cost proportion ``pi1/(pi1 + pi0 m)``: 0 for a vertical segment and 1 for a horizontal one. `InputError`
    where one point is better at every condition.

    >>> crossing((0, "1/2"), ("1/4", 1))
    (Fraction(1, 3), Fraction(1, 6))
    """
    (f1, f0), (g1, g0), share = rate_pair(first), rate_pair(second), _share(pi0)
    across, up = (1 - share) * (g1 - f1), share * (g0 - f0)
    words = [f"({a}, {b})" for a, b in ((f1, f0), (g1, g0))]
    if across == up == 0:
        raise InputError(f"the ROC points are both {words[0]}, so they have one cost line")
    if across * up < 0:
        better, worse = words if across > 0 else words[::-1]
        raise InputError(
            f"the cost lines of {better} and {worse} do not cross in [0, 1]: {better} has the lower loss throughout"
        )
    where = across / (across + up)
    return where, 2 * (where * share * (1 - f0) + (1 - where) * (1 - share) * f1)


def _share(pi0: Any) -> Fraction:
    found = proportion(pi0, "the proportion pi0")
    if found in UNIT:
        raise InputError(f"the proportion pi0 = {found}; both classes must be present")
    return found
