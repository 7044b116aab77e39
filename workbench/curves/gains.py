"""Cumulative gains and lift, exactly: what a ranking brings when only a share of the examples can be looked at.

The examples are taken by decreasing belief in class 0, the positive class, that is from the lowest score on. The
horizontal axis is the share taken, the predicted positive rate R; the gain is the share of class 0 found, F0, and
the lift is F0/R. Tied examples are passed uniformly: between distinct scores the gains curve is straight.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from workbench.curves.curve import Curve
from workbench.curves.roc import proportion
from workbench.errors import InputError, shown
from workbench.formats import Row, Table, nearest
from workbench.numbers.piecewise import polynomial
from workbench.numbers.totals import total
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample


class GainsPoint(NamedTuple):
    """The share of the examples, and of class 0, with scores up to ``threshold``: the rate R and the gain F0."""

    rate: Fraction
    gain: Fraction
    threshold: Fraction | None


class Percentile(NamedTuple):
    """One row of a gains table: the examples up to the share ``rate``.

    ``gain`` and ``lift`` are those of all examples so far, ``part_lift`` is the lift of the last part alone, which
    times pi0 is its proportion of class 0, and ``best_gain`` is the gain of a perfect ranking.
    """

    rate: Fraction
    gain: Fraction
    lift: Fraction
    part_lift: Fraction
    best_gain: Fraction

    def to_json(self) -> dict[str, Any]:
        """The row, number by number."""
        return {name: as_json(x) for name, x in self._asdict().items()}


@dataclass(frozen=True, repr=False)
class Gains(Table):
    """The gains of a ranking: ``points`` at the cuts between distinct scores, straight lines in between.

    >>> gains = Gains.of(Sample.of([0, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9"]))
    >>> gains
    Gains of 4 points, pi0 1/2, area 11/16
    >>> gains.gain("1/2"), gains.lift("1/2"), gains.lift(0)
    (Fraction(3, 4), Fraction(3, 2), Fraction(2, 1))
    """

    points: tuple[GainsPoint, ...]
    pi0: Fraction

    @classmethod
    def of(cls, sample: Sample) -> Gains:
        """The gains of a sample, one point for each distinct score and (0, 0)."""
        checked_sample(sample, "Gains.of")
        counts = zip(sample.cumulative, sample.cumulative0, (None, *sample.scores), strict=True)
        points = (GainsPoint(Fraction(m, sample.n), Fraction(a, sample.n0), t) for m, a, t in counts)
        return cls(tuple(points), sample.pi0)

    def __repr__(self) -> str:
        return f"Gains of {len(self.points)} points, pi0 {self.pi0}, area {self.area}"

    # --- curves -----------------------------------------------------------------------------------------

    @cached_property
    def curve(self) -> Curve:
        """The gain as a function of the rate."""
        pieces = []
        for a, b in pairwise(self.points):
            slope = (b.gain - a.gain) / (b.rate - a.rate)
            pieces.append(polynomial(a.gain - slope * a.rate, slope))
        return Curve.of([point.rate for point in self.points], pieces)

    @property
    def baseline(self) -> Curve:
        """The gain without a model, the diagonal: the mean gain over all orders of the examples. Its lift is 1."""
        return Curve.line(Fraction(0), Fraction(1))

    @property
    def best(self) -> Curve:
        """The gain of a perfect ranking: it has found all of class 0 at the rate pi0."""
        return Curve.of([Fraction(0), self.pi0, Fraction(1)], [polynomial(0, 1 / self.pi0), polynomial(1)])

    # --- values -----------------------------------------------------------------------------------------

    def gain(self, rate: Any) -> Fraction:
        """``F0`` where the predicted positive rate is ``rate``."""
        x = proportion(rate, "the rate")
        i = max(bisect_left(self._rates, x), 1)
        a, b = self.points[i - 1 : i + 1]
        return a.gain + (x - a.rate) / (b.rate - a.rate) * (b.gain - a.gain)

    @cached_property
    def _rates(self) -> list[Fraction]:
        return [point.rate for point in self.points]

    def lift(self, rate: Any) -> Fraction:
        """``F0/R``, in [0, 1/pi0]; at the rate 0 its limit, the lift of the examples with the lowest score."""
        x = proportion(rate, "the rate")
        return self.gain(x) / x if x else self.points[1].gain / self.points[1].rate

    @cached_property
    def area(self) -> Fraction:
        """The area under the gains curve, ``pi0/2 + pi1 AUC``."""
        return total((b.rate - a.rate) * (a.gain + b.gain) / 2 for a, b in pairwise(self.points))

    @property
    def accuracy_ratio(self) -> Fraction:
        """The area above the diagonal as a share of that of a perfect ranking, ``2 AUC - 1``.

        Engelmann, Hayden and Tasche, Testing rating accuracy (2003).

        >>> Gains.of(Sample.of([0, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9"])).accuracy_ratio
        Fraction(3, 4)
        """
        return (2 * self.area - 1) / (1 - self.pi0)

    def percentiles(self, parts: int = 10) -> tuple[Percentile, ...]:
        """The gains table by ``parts`` equal parts: deciles unless said.

        >>> for row in Gains.of(Sample.of([0, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9"])).percentiles(2):
        ...     print(*map(str, row))
        1/2 3/4 3/2 3/2 1
        1 1 1 1/2 1
        """
        if isinstance(parts, bool) or not isinstance(parts, int) or parts < 1:
            raise InputError(f"the number of parts is {shown(parts)}; it must be a whole number from 1 on")
        rows: list[Percentile] = []
        before = Fraction(0)
        for k in range(1, parts + 1):
            rate = Fraction(k, parts)
            gain = self.gain(rate)
            rows.append(Percentile(rate, gain, gain / rate, (gain - before) * parts, min(rate / self.pi0, Fraction(1))))
            before = gain
        return tuple(rows)

    @property
    def rows(self) -> list[Row]:
        """The table by deciles."""
        return [nearest(row.to_json()) for row in self.percentiles()]

    def to_json(self) -> dict[str, Any]:
        """The points with their lift, the areas under this curve and under that of a perfect ranking."""
        points = [
            {name: as_json(x) for name, x in {**point._asdict(), "lift": self.lift(point.rate)}.items()}
            for point in self.points
        ]
        return {
            "points": points,
            "pi0": as_json(self.pi0),
            "area": as_json(self.area),
            "best_area": as_json(1 - self.pi0 / 2),
            "accuracy_ratio": as_json(self.accuracy_ratio),
        }
