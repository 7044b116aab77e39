"""ROC space, exactly: curves, convex hulls, concavities, lines of equal loss, and curves compared.

A ROC point is (F1, F0) = (false positive rate, true positive rate), class 0 being positive; low scores mean class 0.
A curve joins the points of its thresholds by straight lines, so that tied scores are a diagonal segment: they are
passed uniformly. The loss at a point for the cost proportion c is Q = 2 {c pi0 (1 - F0) + (1 - c) pi1 F1}; with both
class proportions at 1/2, the default, c is a skew. Sources: Fawcett, An introduction to ROC analysis (2006); Provost
and Fawcett, Robust classification for imprecise environments (2001).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from statistics import NormalDist
from typing import Any, NamedTuple

from workbench.curves.curve import Curve, Region
from workbench.curves.operating_costs import Form
from workbench.errors import InputError, shown
from workbench.formats import Hinting
from workbench.numbers.given import number
from workbench.numbers.piecewise import polynomial
from workbench.numbers.totals import total
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample

HALF = Fraction(1, 2)
_ENDS = (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))


def proportion(value: Any, what: str, inside: bool = False) -> Fraction:
    """``value`` as a fraction in [0, 1], or in (0, 1) if it must lie ``inside``; `InputError` says what is wrong.

    >>> proportion("0.1", "the rate")
    Fraction(1, 10)
    >>> proportion(2, "the rate")
    Traceback (most recent call last):
    workbench.errors.InputError: the rate is 2; it must lie in [0, 1]
    """
    try:
        exact = number(value)
    except ValueError as error:
        raise InputError(f"{what} {shown(value)} {error}") from None
    if not (0 < exact < 1 if inside else 0 <= exact <= 1):
        raise InputError(f"{what} is {shown(value)}; it must lie in {'(0, 1)' if inside else '[0, 1]'}")
    return exact


def rate_pair(point: Any) -> tuple[Fraction, Fraction]:
    """The rates (F1, F0) of a `RocPoint` or of a pair; `InputError` where ``point`` is neither.

    >>> rate_pair(("1/4", 1))
    (Fraction(1, 4), Fraction(1, 1))
    """
    rates = point[:2] if isinstance(point, RocPoint) else point
    if not isinstance(rates, Iterable) or isinstance(rates, str) or len(listed := list(rates)) != 2:
        raise InputError(f"{shown(point)} is no ROC point; the pair (F1, F0) is one")
    return proportion(listed[0], "the false positive rate F1"), proportion(listed[1], "the true positive rate F0")


class RocPoint(NamedTuple):
    """A point of ROC space and the decision that gives it: class 0 for scores up to ``threshold``.

    The threshold is None where no score is low enough, and for a point that comes from no single threshold.
    ``classifier`` is the name of the one that contributes the point, where there are several.
    """

    fpr: Fraction
    tpr: Fraction
    threshold: Fraction | None = None
    classifier: str | None = None

    def loss(self, cost: Any, pi0: Any = HALF) -> Fraction:
        """``2 {c pi0 (1 - F0) + (1 - c) pi1 F1}`` at the cost proportion ``cost``.

        >>> RocPoint(Fraction(1, 4), Fraction(2, 3)).loss("1/2")
        Fraction(7, 24)
        """
        c, positive = proportion(cost, "the cost proportion"), proportion(pi0, "pi0", inside=True)
        return 2 * (c * positive * (1 - self.tpr) + (1 - c) * (1 - positive) * self.fpr)

    def to_json(self) -> dict[str, Any]:
        """The rates, the threshold and the classifier."""
        rates = {"fpr": as_json(self.fpr), "tpr": as_json(self.tpr), "threshold": as_json(self.threshold)}
        return {**rates, "classifier": self.classifier}


class Span(NamedTuple):
    """The values of a curve at one place: from ``low`` to ``high``, which differ on a vertical segment only."""

    low: Fraction
    high: Fraction

    def to_json(self) -> dict[str, Any]:
        """Both ends."""
        return {"low": as_json(self.low), "high": as_json(self.high)}


class Segment(NamedTuple):
    """A straight part of a curve, from the lower left to the upper right."""

    start: RocPoint
    end: RocPoint

    @property
    def slope(self) -> Fraction | None:
        """``dF0/dF1``: how much more likely a score of the segment is in class 0; None where it is vertical."""
        run = self.end.fpr - self.start.fpr
        return (self.end.tpr - self.start.tpr) / run if run else None

    def balance(self, pi0: Any = HALF) -> Fraction:
        """The cost proportion (the skew, by default) at which both ends have the same loss.

        It is ``pi1 dF1 / (pi0 dF0 + pi1 dF1)``, the fraction of class 1 among the examples of the segment.
        """
        positive = proportion(pi0, "pi0", inside=True)
        zeros = positive * (self.end.tpr - self.start.tpr)
        ones = (1 - positive) * (self.end.fpr - self.start.fpr)
        return ones / (zeros + ones)

    def to_json(self) -> dict[str, Any]:
        """Both ends and the slope."""
        return {"start": self.start.to_json(), "end": self.end.to_json(), "slope": as_json(self.slope)}


class Optimum(NamedTuple):
    """The cost proportions from ``low`` to ``high`` at which a point has the least loss."""

    low: Fraction
    high: Fraction
    point: RocPoint

    def to_json(self) -> dict[str, Any]:
        """The ends and the point."""
        return {"low": as_json(self.low), "high": as_json(self.high), "point": self.point.to_json()}


class Concavity(NamedTuple):
    """A segment of the convex hull that has points of the curve below it, and the area in between."""

    start: RocPoint
    end: RocPoint
    below: tuple[RocPoint, ...]
    area: Fraction

    def to_json(self) -> dict[str, Any]:
        """The ends of the segment, the points below it and the area."""
        ends = {"start": self.start.to_json(), "end": self.end.to_json()}
        return {**ends, "below": [point.to_json() for point in self.below], "area": as_json(self.area)}


@dataclass(frozen=True)
class IsoLine(Hinting):
    """The points of ROC space with one loss at a cost proportion; at 1/2 the loss is the error rate, 1 - accuracy.

    >>> line = IsoLine.through(RocPoint(Fraction(1, 10), Fraction(1, 2)), "1/2", "1/5")
    >>> line.slope, line.loss, line.diagonal
    (Fraction(4, 1), Fraction(9, 50), Fraction(41, 50))
    """

    cost: Fraction
    pi0: Fraction
    loss: Fraction

    @classmethod
    def through(cls, point: RocPoint | Sequence[Any], cost: Any = HALF, pi0: Any = HALF) -> IsoLine:
        """The line through ``point``, which may be a pair: at the cost proportion 1/2, the iso-accuracy line."""
        c, pi0 = proportion(cost, "the cost proportion"), proportion(pi0, "pi0", inside=True)
        return cls(c, pi0, RocPoint(*rate_pair(point)).loss(c, pi0))

    @property
    def slope(self) -> Fraction | None:
        """``(1 - c) pi1 / (c pi0)``, which is negatives to positives for accuracy; None at c = 0: vertical."""
        return (1 - self.cost) * (1 - self.pi0) / (self.cost * self.pi0) if self.cost else None

    def tpr(self, fpr: Any) -> Fraction:
        """The true positive rate on the line, which may lie outside [0, 1]; `InputError` for a vertical line."""
        x = proportion(fpr, "the false positive rate")
        if self.slope is None:
            raise InputError("the line of equal loss for the cost proportion 0 is vertical")
        return 1 - (self.loss / 2 - (1 - self.cost) * (1 - self.pi0) * x) / (self.cost * self.pi0)

    @property
    def diagonal(self) -> Fraction:
        """The true positive rate where the line meets ``tpr = 1 - fpr``: the accuracy, when ``cost`` is 1/2."""
        return 1 - self.loss / (2 * (self.cost * self.pi0 + (1 - self.cost) * (1 - self.pi0)))

    def to_json(self) -> dict[str, Any]:
        """The condition, the loss, the slope and where the line meets the descending diagonal."""
        names = ("cost", "pi0", "loss", "slope", "diagonal")
        return {name: as_json(getattr(self, name)) for name in names}


class Best(NamedTuple):
    """The line of least loss that a curve reaches, and the points where the curve touches it."""

    line: IsoLine
    points: tuple[RocPoint, ...]

    def to_json(self) -> dict[str, Any]:
        """The line and the points."""
        return {"line": self.line.to_json(), "points": [point.to_json() for point in self.points]}


@dataclass(frozen=True, repr=False)
class RocCurve(Hinting):
    """The straight lines from point to point, from (0, 0) to (1, 1), neither rate ever falling.

    >>> curve = RocCurve.of(Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"]))
    >>> curve
    RocCurve of 4 points, area 7/8, hull of 4 points and area 7/8
    >>> curve.tpr("1/4"), curve.tpr(0)
    (Span(low=Fraction(3, 4), high=Fraction(3, 4)), Span(low=Fraction(0, 1), high=Fraction(1, 2)))
    """

    points: tuple[RocPoint, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.points, tuple) or not all(isinstance(point, RocPoint) for point in self.points):
            raise InputError("a ROC curve is a tuple of RocPoint; RocCurve.of makes it of a sample, of_points of pairs")
        if len(self.points) < 2 or (self.points[0][:2], self.points[-1][:2]) != _ENDS:
            raise InputError("a ROC curve goes from (0, 0) to (1, 1)")
        for a, b in pairwise(self.points):
            if not (a.fpr <= b.fpr and a.tpr <= b.tpr and a[:2] != b[:2]):
                raise InputError(f"no ROC curve goes from ({a.fpr}, {a.tpr}) to ({b.fpr}, {b.tpr}); both rates ascend")

    @classmethod
    def of(cls, sample: Sample) -> RocCurve:
        """The curve of a sample: one point for each distinct score, and (0, 0).

        The points are made when they are asked for, and `best` finds those that it wants by the counts of the sample.
        """
        found = object.__new__(cls)
        found.__dict__["_sample"] = checked_sample(sample, "RocCurve.of")
        return found

    def __getattr__(self, name: str) -> Any:
        """The points of a sample, at first."""
        sample = self.__dict__.get("_sample")
        if name != "points" or sample is None:
            return super().__getattr__(name)  # type: ignore[misc]
        thresholds = (None, *sample.scores)
        points = tuple(RocPoint(fpr, tpr, t) for (fpr, tpr), t in zip(sample.roc(), thresholds, strict=True))
        self.__dict__["points"] = points
        return points

    @classmethod
    def of_points(cls, rates: Iterable[tuple[Any, Any]]) -> RocCurve:
        """The curve through pairs (F1, F0) in any order, (0, 0) and (1, 1); one pair is a classifier without scores.

        >>> RocCurve.of_points([("0.2", "0.8")]).area()
        Fraction(4, 5)
        """
        if not isinstance(rates, Iterable):
            raise InputError(f"{shown(rates)} is no list of ROC points; pairs (F1, F0) are needed")
        inner = set(map(rate_pair, rates))
        return cls(tuple(RocPoint(*point) for point in sorted({*inner, *_ENDS})))

    def __repr__(self) -> str:
        hull = self.hull
        what = f"{len(self.points)} points, area {self.area()}"
        return f"RocCurve of {what}, hull of {len(hull.points)} points and area {hull.area()}"

    # --- rates and areas --------------------------------------------------------------------------------

    @cached_property
    def curve(self) -> Curve:
        """The true positive rate as a function of the false positive rate; on a vertical segment its upper end."""
        sloped = [(a, b) for a, b in pairwise(self.points) if a.fpr < b.fpr]
        pieces = []
        for a, b in sloped:
            slope = (b.tpr - a.tpr) / (b.fpr - a.fpr)
            pieces.append(polynomial(a.tpr - slope * a.fpr, slope))
        return Curve.of([Fraction(0), *(b.fpr for _, b in sloped)], pieces, [*pieces, polynomial(1)])

    def tpr(self, fpr: Any) -> Span:
        """The true positive rates at a false positive rate."""
        return _span(self._fprs, self._tprs, proportion(fpr, "the false positive rate"))

    def fpr(self, tpr: Any) -> Span:
        """The false positive rates at a true positive rate."""
        return _span(self._tprs, self._fprs, proportion(tpr, "the true positive rate"))

    @cached_property
    def _fprs(self) -> list[Fraction]:
        return [point.fpr for point in self.points]

    @cached_property
    def _tprs(self) -> list[Fraction]:
        return [point.tpr for point in self.points]

    def area(self, low: Any = 0, high: Any = 1) -> Fraction:
        """The area under the curve for false positive rates from ``low`` to ``high``; AUC for all of them.

        >>> RocCurve.of_points([("0.2", "0.8")]).area(0, "0.2")
        Fraction(2, 25)
        """
        return _area(self._fprs, self._tprs, *_interval(low, high))

    def area_over_tpr(self, low: Any = 0, high: Any = 1) -> Fraction:
        """The area to the right of the curve for true positive rates from ``low`` to ``high``; AUC for all of them.

        Jiang, Metz and Nishikawa, A receiver operating characteristic partial area index for highly sensitive
        diagnostic tests (1996).
        """
        start, stop = _interval(low, high)
        return stop - start - _area(self._tprs, self._fprs, start, stop)

    def standardised_area(self, low: Any = 0, high: Any = 1) -> Fraction:
        """The partial area over [low, high], rescaled to 1/2 on the ascending diagonal and 1 for perfect ranking.

        ``(1 + (A - m)/(high - low - m))/2`` with ``m = (high^2 - low^2)/2``: McClish, Analyzing a portion of the
        ROC curve (1989).

        >>> RocCurve.of_points([("0.2", "0.8")]).standardised_area(0, "0.2")
        Fraction(2, 3)
        """
        start, stop = _interval(low, high)
        if start == stop:
            raise InputError(f"the interval [{start}, {stop}] is a point; a partial area needs some width")
        chance = (stop**2 - start**2) / 2
        return (1 + (self.area(start, stop) - chance) / (stop - start - chance)) / 2

    # --- the convex hull --------------------------------------------------------------------------------

    @cached_property
    def _corners(self) -> list[int]:
        return _hull(self.points)

    @cached_property
    def hull(self) -> RocCurve:
        """The upper convex hull: the points of the curve that are its vertices, no three on a line."""
        return RocCurve(tuple(self.points[i] for i in self._corners))

    @cached_property
    def on_hull(self) -> tuple[RocPoint, ...]:
        """All points of the curve on its convex hull, also those within a segment."""
        inside = [p for i, j in pairwise(self._corners) for p in self.points[i:j] if not self._below(i, j, p)]
        return (*inside, self.points[-1])

    def _below(self, i: int, j: int, point: RocPoint) -> bool:
        return _turn(self.points[i], self.points[j], point) < 0

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The straight lines from point to point; on a hull their slopes descend."""
        return tuple(Segment(a, b) for a, b in pairwise(self.points))

    def operating_conditions(self, pi0: Any = HALF) -> tuple[Optimum, ...]:
        """For each vertex of the hull, the cost proportions (the skews, by default) at which it is optimal.

        For accuracy the skew is pi0 itself, so the default also says which point is the best for which class
        proportions.

        >>> for low, high, point in RocCurve.of_points([("0.2", "0.8")]).operating_conditions():
        ...     print(low, high, *map(str, point[:2]))
        0 1/5 0 0
        1/5 4/5 1/5 4/5
        4/5 1 1 1
        """
        pi0 = proportion(pi0, "pi0", inside=True)
        cuts = [Fraction(0), *(segment.balance(pi0) for segment in self.hull.segments), Fraction(1)]
        return tuple(Optimum(*ends, point) for ends, point in zip(pairwise(cuts), self.hull.points, strict=True))

    def best(self, cost: Any = HALF, pi0: Any = HALF) -> Best:
        """The points of least loss, and the line of equal loss on which they touch the hull.

        >>> line, points = RocCurve.of_points([("0.2", "0.8")]).best(pi0="1/5")
        >>> str(line.loss), [tuple(map(str, point[:2])) for point in points]
        ('1/5', [('0', '0'), ('1/5', '4/5')])
        """
        c, pi0 = proportion(cost, "the cost proportion"), proportion(pi0, "pi0", inside=True)
        if "_sample" in self.__dict__:
            return _best_of_sample(self.__dict__["_sample"], c, pi0)
        losses = [point.loss(c, pi0) for point in self.points]
        least = min(losses)
        touching = (point for point, loss in zip(self.points, losses, strict=True) if loss == least)
        return Best(IsoLine(c, pi0, least), tuple(touching))

    @cached_property
    def concavities(self) -> tuple[Concavity, ...]:
        """The segments of the hull that have points strictly below them."""
        found = []
        for i, j in pairwise(self._corners):
            part = self.points[i : j + 1]
            below = tuple(point for point in part if self._below(i, j, point))
            if below:
                found.append(Concavity(part[0], part[-1], below, _under((part[0], part[-1])) - _under(part)))
        return tuple(found)

    # --- two curves ---------------------------------------------------------------------------------------

    def regions(self, other: RocCurve) -> tuple[Region, ...]:
        """The open intervals of false positive rates on which this curve is below (-1), on (0) or above (1) another.

        On a vertical segment its upper end counts.
        """
        return self.curve.regions(checked_roc(other).curve)

    def dominates(self, other: RocCurve) -> bool:
        """Whether this curve is nowhere below the other: at every operating condition its hull is as good.

        >>> RocCurve.of_points([("0.2", "0.8")]).dominates(RocCurve.of_points([("0.3", "0.8")]))
        True
        """
        return all(region.sign >= 0 for region in self.regions(other))

    # --- for eyes and programs ------------------------------------------------------------------------------

    def det(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points (F1, 1 - F0) of the detection error tradeoff: both error rates.

        Martin, Doddington, Kamm, Ordowski and Przybocki, The DET curve in assessment of detection task performance
        (1997).
        """
        return tuple((point.fpr, 1 - point.tpr) for point in self.points)

    def det_probits(self) -> tuple[tuple[float, float], ...]:
        """The points of `det` on normal deviate axes, infinite where an error rate is 0 or 1."""
        return tuple((probit(x), probit(y)) for x, y in self.det())

    def to_json(self) -> dict[str, Any]:
        """The points, which of them are the vertices of the hull, both areas, and the concavities."""
        return {
            "points": [point.to_json() for point in self.points],
            "area": as_json(self.area()),
            "hull": list(self._corners),
            "hull_area": as_json(self.hull.area()),
            "concavities": [concavity.to_json() for concavity in self.concavities],
        }


def _best_of_sample(sample: Sample, c: Fraction, pi0: Fraction) -> Best:
    """`RocCurve.best` by the examples that are passed at each point."""
    passed0, passed1 = sample.passed
    n0, n1 = sample.n0, sample.n1
    losses = Form.of(-2 * c * pi0 / n0, 2 * (1 - c) * (1 - pi0) / n1)
    tops = losses.tops(passed0, passed1, n0, n1)
    least = tops.min()
    touching = [
        RocPoint(Fraction(int(passed1[i]), n1), Fraction(int(passed0[i]), n0), sample.score(i - 1) if i else None)
        for i in (tops == least).nonzero()[0].tolist()
    ]
    return Best(IsoLine(c, pi0, 2 * c * pi0 + Fraction(int(least), losses.scale)), tuple(touching))


def probit(rate: Fraction) -> float:
    """The normal deviate with this lower tail probability.

    >>> probit(Fraction(1, 2)), probit(Fraction(0)), probit(Fraction(1))
    (0.0, -inf, inf)
    """
    if rate > HALF:
        return -probit(1 - rate)
    return NormalDist().inv_cdf(float(rate)) if float(rate) else -math.inf


def checked_roc(given: object) -> RocCurve:
    """``given``, seen to be a ROC curve; `InputError` says how to make one.

    >>> checked_roc(3)
    Traceback (most recent call last):
    workbench.errors.InputError: 3 is no RocCurve; RocCurve.of(sample) is one
    """
    if not isinstance(given, RocCurve):
        raise InputError(f"{shown(given)} is no RocCurve; RocCurve.of(sample) is one")
    return given


def mixed(first: RocPoint | Sequence[Any], second: RocPoint | Sequence[Any], q: Any) -> RocPoint:
    """The point reached by ``first`` with probability ``q``, else by ``second``, at random for each example.

    >>> mixed(RocPoint(Fraction(0), Fraction(0)), RocPoint(Fraction(1, 2), Fraction(1)), "1/4")[:2]
    (Fraction(3, 8), Fraction(3, 4))
    """
    q = proportion(q, "the probability")
    rates = zip(rate_pair(first), rate_pair(second), strict=True)
    return RocPoint(*(q * a + (1 - q) * b for a, b in rates))


def combined_hull(curves: Mapping[str, RocCurve]) -> RocCurve:
    """The convex hull of several classifiers; each vertex names the first that contributes it.

    >>> one, two = RocCurve.of_points([("0.1", "0.5")]), RocCurve.of_points([("0.4", "0.9")])
    >>> [(point.classifier, str(point.fpr)) for point in combined_hull({"one": one, "two": two}).points]
    [('one', '0'), ('one', '1/10'), ('two', '2/5'), ('one', '1')]
    """
    if not isinstance(curves, Mapping):
        raise InputError(f"the curves are {shown(curves)}; a mapping from names to curves is needed")
    if not curves:
        raise InputError("there is no curve; one is needed at least")
    named: dict[tuple[Fraction, Fraction], RocPoint] = {}
    for name, curve in curves.items():
        for point in checked_roc(curve).points:
            named.setdefault(point[:2], point._replace(classifier=name))
    points = [named[rates] for rates in sorted(named)]
    return RocCurve(tuple(points[i] for i in _hull(points)))


# --- geometry --------------------------------------------------------------------------------------------


def _turn(a: RocPoint, b: RocPoint, c: RocPoint) -> Fraction:
    """Positive where ``c`` lies to the left of, that is above, the way from ``a`` to ``b``."""
    return (b.fpr - a.fpr) * (c.tpr - a.tpr) - (b.tpr - a.tpr) * (c.fpr - a.fpr)


def _hull(points: Sequence[RocPoint]) -> list[int]:
    """The indices of the vertices of the upper convex hull of points in ascending order."""
    kept: list[int] = []
    for i, point in enumerate(points):
        while len(kept) > 1 and _turn(points[kept[-2]], points[kept[-1]], point) >= 0:
            kept.pop()
        kept.append(i)
    return kept


def _under(path: Sequence[tuple[Any, ...]]) -> Fraction:
    """The area under straight lines from point to point."""
    return total((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(path))


def _interval(low: Any, high: Any) -> tuple[Fraction, Fraction]:
    ends = proportion(low, "the lower end"), proportion(high, "the upper end")
    if ends[0] > ends[1]:
        raise InputError(f"the lower end {shown(low)} is above the upper end {shown(high)}")
    return ends


def _span(places: Sequence[Fraction], heights: Sequence[Fraction], x: Fraction) -> Span:
    """The heights at ``x`` of the lines through ascending places."""
    first, stop = bisect_left(places, x), bisect_right(places, x)
    if first < stop:
        return Span(heights[first], heights[stop - 1])
    part = (x - places[first - 1]) / (places[first] - places[first - 1])
    height = heights[first - 1] + part * (heights[first] - heights[first - 1])
    return Span(height, height)


def _area(places: Sequence[Fraction], heights: Sequence[Fraction], low: Fraction, high: Fraction) -> Fraction:
    """The area under the lines through ascending places, from ``low`` to ``high``."""
    inner = range(bisect_right(places, low), bisect_left(places, high))
    path = [(low, _span(places, heights, low).high), *((places[i], heights[i]) for i in inner)]
    path.append((high, _span(places, heights, high).low))
    return _under(path)
