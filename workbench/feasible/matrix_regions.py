"""The confusion matrices at fixed class sizes whose metrics lie in intervals: counted, listed, the extreme ones found.

Such a matrix is a point ``(tp, fp)``, and each interval leaves a part of the plane. For most metrics that part lies
between two lines, so that all of them together leave a polygon, whose points are counted exactly. For those with a
product of counts (mcc, g_mean, markedness, dor, means of precision or F1) it lies between two curves that rise with
``tp``: between two columns the curves at these columns bound it, and the columns are halved until every part is in, or
out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from workbench.feasible.lattice_points import HalfPlane, Polygon
from workbench.feasible.matrix_metrics import Matrix, MatrixMetric
from workbench.limits import Work
from workbench.numbers.printed import Interval

EFFORT = 20_000
_STEPS = 60
_LINES, _PART = 100.0, 60.0

Constraint: TypeAlias = "tuple[MatrixMetric, Interval]"


class Bound(NamedTuple):
    """A metric's ratio is at least ``level`` (``sign`` 1) or at most (-1), and not equal to it when ``strict``."""

    metric: MatrixMetric
    level: Fraction
    sign: int
    strict: bool

    @property
    def from_above(self) -> bool:
        """Whether it bounds ``fp`` from above, otherwise from below."""
        return self.metric.rises == (self.sign > 0)

    def slack(self, *matrix: int) -> int:
        """Not negative exactly when a matrix that has the metric keeps to the bound."""
        top, bottom = self.metric.ratio(*matrix)
        return self.sign * (top * self.level.denominator - bottom * self.level.numerator) - self.strict


def bounds_of(constraints: Iterable[Constraint]) -> Iterator[Bound]:
    """Both ends of each interval."""
    for metric, values in constraints:
        ratios = metric.ratios(values)
        if ratios.low is not None:
            yield Bound(metric, ratios.low, 1, not ratios.low_closed)
        if ratios.high is not None:
            yield Bound(metric, ratios.high, -1, not ratios.high_closed)


class Survey(NamedTuple):
    """At least and at most so many matrices, one of them, and the effort that it took."""

    at_least: int
    at_most: int
    matrix: Matrix | None
    parts: int = 1


class _Part(NamedTuple):
    """Columns, with where each curve is at the first (or before it) and at the last (or behind it)."""

    left: int
    right: int
    before: tuple[int, ...]
    behind: tuple[int, ...]


@dataclass(frozen=True)
class Region:
    """The matrices with ``n0`` and ``n1`` examples whose metrics are defined and lie in intervals.

    What takes long ends when the ``work`` is over.

    >>> from workbench.feasible.matrix_metrics import named
    >>> half = Interval(Fraction(1, 2), Fraction(1, 2))
    >>> region = Region(4, 2, ((named("precision"), half), (named("mcc"), Interval(high=Fraction(0)))))
    >>> list(region.matrices())
    [Matrix(tp=1, fn=3, fp=1, tn=1), Matrix(tp=2, fn=2, fp=2, tn=0)]
    """

    n0: int
    n1: int
    constraints: tuple[Constraint, ...]
    further: tuple[Bound, ...] = ()
    work: Work | None = field(default=None, compare=False, repr=False)

    def matrix(self, tp: int, fp: int) -> Matrix:
        """The matrix with so many true and false positives."""
        return Matrix(tp, self.n0 - tp, fp, self.n1 - fp)

    def _spend(self, units: float) -> None:
        if self.work is not None:
            self.work.spend(units)

    @property
    def _late(self) -> bool:
        return self.work is not None and self.work.over

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """Both ends of each interval, and the further ones."""
        return *bounds_of(self.constraints), *self.further

    @cached_property
    def curves(self) -> tuple[Bound, ...]:
        """The bounds that are no lines."""
        return tuple(bound for bound in self.bounds if bound.metric.needs)

    @cached_property
    def polygon(self) -> Polygon:
        """Where all metrics are defined and keep to the bounds that are lines."""
        corners = [tuple(self.matrix(*point)) for point in ((0, 0), (1, 0), (0, 1))]
        planes = [_plane(*(bound.slack(*m) for m in corners)) for bound in self.bounds if not bound.metric.needs]
        for metric, _ in self.constraints:
            needs = metric.needs or (lambda *m, metric=metric: metric.ratio(*m)[1:])
            planes += [_plane(*(x - 1 for x in needed)) for needed in zip(*(needs(*m) for m in corners), strict=True)]
        return Polygon.of([(0, 0, 1), (self.n1, 0, -1), *planes], 0, self.n0)

    def survey(self, parts: int = EFFORT, first: bool = False) -> Survey:
        """How many matrices there are, as closely as ``parts`` parts can tell; enough to have one, with ``first``."""
        self._spend(_LINES + _LINES / 4 * len(self.bounds))
        if not self.curves:
            return Survey(self.polygon.count, self.polygon.count, _one(self, self.polygon))
        at_least, used, matrix = 0, 1, None
        waiting = deque(self._whole())
        while waiting and used < parts and not self._late:
            part = waiting.popleft()
            used += 1
            self._spend(_PART * len(self.curves))
            outer = self._within(part, part.before, part.behind)
            if not outer.count:
                continue
            inner = self._within(part, part.behind, part.before)
            if inner.count == outer.count:
                at_least += inner.count
                matrix = matrix or _one(self, inner)
            else:
                middle, ys, below, above = self._halved(part)
                at_least += len(ys)
                matrix = matrix or (self.matrix(middle, ys[len(ys) // 2]) if ys else None)
                waiting += [below, above]
            if first and matrix:
                break
        unknown = sum(self._within(part, part.before, part.behind).count for part in waiting)
        return Survey(at_least, at_least + unknown, matrix, used)

    def columns(self) -> Iterator[tuple[int, range]]:
        """Each ``tp`` that some matrix has, with its ``fp``, in order."""
        waiting: list[_Part | tuple[int, range]] = []
        waiting += reversed([*self._whole()])
        while waiting:
            part = waiting.pop()
            if not isinstance(part, _Part):
                yield part
                continue
            outer = self._within(part, part.before, part.behind)
            if not outer.count:
                continue
            if self._within(part, part.behind, part.before).count == outer.count:
                yield from outer.columns()
            else:
                middle, ys, below, above = self._halved(part)
                waiting += [above, (middle, ys), below] if ys else [above, below]

    def matrices(self) -> Iterator[Matrix]:
        """Every one, by ``tp`` and then by ``fp``."""
        return (self.matrix(tp, fp) for tp, ys in self.columns() for fp in ys)

    def extreme(self, metric: MatrixMetric, sign: int, within: Interval | None = None) -> tuple[Fraction, bool] | None:
        """The ratio at the greatest (``sign`` 1) or least value of a metric, and True; None where no matrix has it.

        Where that takes too long, a ratio that none is beyond, and False.
        """
        region = replace(self, constraints=(*self.constraints, (metric, within or Interval())))
        end = None if within is None else within.high if sign > 0 else within.low
        if end is not None:
            limit = metric.as_ratio(end)
        else:
            limit = _most(metric, self.n0, self.n1) if sign > 0 else metric.as_ratio(metric.low)
        found = region.survey(first=True)
        for _ in range(_STEPS):
            if found.matrix is None or self._late:
                break
            known = Fraction(*metric.ratio(*found.matrix))
            better = replace(region, further=(Bound(metric, known, sign, True),)).survey(first=True)
            if not better.at_most:
                return known, True
            found = better
            if better.matrix:
                middle = (Fraction(*metric.ratio(*better.matrix)) + limit) / 2
                farther = replace(region, further=(Bound(metric, middle, sign, False),)).survey(first=True)
                if farther.matrix:
                    found = farther
                elif not farther.at_most:
                    limit = middle
        return (limit, False) if found.at_most else None

    # --- curves -----------------------------------------------------------------------------------------

    def _whole(self) -> Iterator[_Part]:
        """All columns; the first and the last, where metrics can be undefined, apart."""
        left, right = self.polygon.left, self.polygon.right
        for a, b in ((0, 0), (1, self.n0 - 1), (self.n0, self.n0)):
            a, b = max(a, left), min(b, right)
            if a <= b:
                yield _Part(a, b, self._limits(a), self._limits(b))

    def _within(self, part: _Part, least: tuple[int, ...], most: tuple[int, ...]) -> Polygon:
        """The polygon in these columns, above the curves that bound it from below and below the others."""
        low = max([y for y, curve in zip(least, self.curves, strict=True) if not curve.from_above], default=0)
        high = min([y for y, curve in zip(most, self.curves, strict=True) if curve.from_above], default=self.n1)
        return self.polygon.between(part.left, part.right).cut([(-low, 0, 1), (high, 0, -1)])

    def _halved(self, part: _Part) -> tuple[int, range, _Part, _Part]:
        """The middle column, what is in it, and the columns on either side."""
        middle = (part.left + part.right) // 2
        limits = self._limits(middle, part)
        column = self._within(_Part(middle, middle, limits, limits), limits, limits)
        ys = column.column(middle) if column.count else range(0)
        below = _Part(part.left, middle - 1, part.before, limits)
        return middle, ys, below, _Part(middle + 1, part.right, limits, part.behind)

    def _limits(self, tp: int, part: _Part | None = None) -> tuple[int, ...]:
        """The last ``fp`` within each curve that bounds from above, the first one within each other."""
        found = []
        for i, curve in enumerate(self.curves):
            if part:
                low, high = part.before[i], part.behind[i]
            else:
                low = 0 if curve.metric.defined(self.matrix(tp, 0)) else 1
                high = self.n1 if curve.metric.defined(self.matrix(tp, self.n1)) else self.n1 - 1
                low, high = (low - 1, high) if curve.from_above else (low, high + 1)
            if curve.from_above:
                candidates = range(low + 1, high + 1)
                beyond = bisect_left(candidates, True, key=lambda fp: curve.slack(*self.matrix(tp, fp)) < 0)
            else:
                candidates = range(low, high)
                beyond = bisect_left(candidates, True, key=lambda fp: curve.slack(*self.matrix(tp, fp)) >= 0)
            found.append(low + beyond)
        return tuple(found)


def _plane(at: int, right: int, up: int) -> HalfPlane:
    """The linear function with these values at (0, 0), (1, 0) and (0, 1)."""
    return at, right - at, up - at


def _one(region: Region, polygon: Polygon) -> Matrix | None:
    """A matrix in the polygon."""
    if not polygon.count:
        return None
    middle = (polygon.left + polygon.right) // 2
    tp = middle if polygon.column(middle) else polygon.first()
    if tp is None:
        return None
    ys = polygon.column(tp)
    return region.matrix(tp, ys[len(ys) // 2])


def _most(metric: MatrixMetric, n0: int, n1: int) -> Fraction:
    """A ratio that none is above."""
    return Fraction((n0 + n1) ** 2) if metric.high is None else metric.as_ratio(metric.high)
