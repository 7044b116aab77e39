"""Reliability diagrams and the decompositions of the Brier score that go with them, exactly.

`reliability` groups the examples by score or in bins (Murphy, A new vector partition of the probability score, 1973;
Stephenson, Coelho and Jolliffe, Two extra components in the Brier score decomposition, 2008), `corp` groups them by
pool adjacent violators (Dimitriadis, Gneiting and Jordan, Stable reliability diagrams for probabilistic classifiers,
2021). A score is the forecast probability of class 1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from workbench import metrics
from workbench.errors import InputError, shown
from workbench.formats import Row, Table, counted, nearest
from workbench.losses.exact import NeedsProbabilities, outside
from workbench.numbers.given import fraction, number
from workbench.numbers.totals import total
from workbench.numbers.written import as_json, decimal
from workbench.samples.columns import as_list
from workbench.samples.doubles import float_for
from workbench.samples.sample import Sample, checked_sample

FORECASTS = ("mean", "midpoint")


@dataclass(frozen=True)
class Point:
    """A point of a reliability diagram: ``count`` examples with this forecast, ``observed`` of them of class 1."""

    forecast: Fraction
    observed: Fraction
    count: int

    def to_json(self) -> dict[str, Any]:
        """The point as plain values."""
        return {"forecast": as_json(self.forecast), "observed": as_json(self.observed), "count": self.count}


@dataclass(frozen=True, repr=False)
class _Diagram(Table):
    """A diagram of points, and the parts of the Brier score."""

    points: tuple[Point, ...]

    def to_json(self) -> dict[str, Any]:
        """The points and the parts as plain values."""
        parts = {name: as_json(part) for name, part in vars(self).items() if name != "points"}
        return {"points": [point.to_json() for point in self.points], **parts}

    @property
    def rows(self) -> list[Row]:
        """One row a point."""
        return [nearest(point.to_json()) for point in self.points]

    def __repr__(self) -> str:
        parts = (f"{name.replace('_', ' ')} {decimal(x)}" for name, x in vars(self).items() if name != "points")
        return f"{type(self).__name__} of {counted(len(self.points), 'point')}: {', '.join(parts)}"


@dataclass(frozen=True, repr=False)
class Reliability(_Diagram):
    """A reliability diagram and the parts of the Brier score, all exact and all at least 0 but the covariance.

    ``brier == calibration_loss + refinement_loss + within_bin_variance - within_bin_covariance`` and
    ``refinement_loss == uncertainty - resolution``. The within-bin parts are 0 where a bin has one score, its forecast.
    """

    points: tuple[Point, ...]
    brier: Fraction
    calibration_loss: Fraction
    refinement_loss: Fraction
    resolution: Fraction
    uncertainty: Fraction
    within_bin_variance: Fraction
    within_bin_covariance: Fraction


@dataclass(frozen=True, repr=False)
class Corp(_Diagram):
    """A CORP reliability diagram: ``brier == miscalibration - discrimination + uncertainty``, all at least 0.

    Each point is a distinct score with its PAV-calibrated value as ``observed``.
    """

    points: tuple[Point, ...]
    brier: Fraction
    miscalibration: Fraction
    discrimination: Fraction
    uncertainty: Fraction


def equal_width(bins: int, sample: Sample | None = None) -> tuple[Fraction, ...]:
    """The edges of this many bins of equal width on [0, 1], as exact as the scores of a sample, if one is given.

    Scores that are floats are seldom decimals: the double 0.1 is above 1/10, and 0.3 below 3/10. Where a score of the
    sample is the float nearest to an edge, in double, single or half precision, the edge is that score, and bins are
    those of the same scores as decimal text.

    >>> equal_width(2)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    >>> as_doubles, as_text = Sample.of([0, 1, 1], [0.1, 0.2, 0.9]), Sample.of([0, 1, 1], ["0.1", "0.2", "0.9"])
    >>> [reliability(x, equal_width(10, x)).points[0].count for x in (as_doubles, as_text)]
    [1, 1]
    """
    _check_bins(bins)
    edges = tuple(Fraction(i, bins) for i in range(bins + 1))
    if sample is None:
        return edges
    checked_sample(sample, "equal_width")
    return tuple(edge if (score := float_for(sample, edge)) is None else score for edge in edges)


def equal_mass(sample: Sample, bins: int) -> tuple[Fraction, ...]:
    """The edges of at most this many bins on [0, 1] with about as many examples each; equal scores stay together.

    The ``j``-th inner edge is half way between the first score with ``j n/bins`` examples at or below it and the
    next distinct score; where that is the same for several ``j``, or there is no next score, there are fewer bins.

    >>> equal_mass(Sample.of([0, 0, 1, 1], ["0.1", "0.2", "0.2", "0.6"]), 2)
    (Fraction(0, 1), Fraction(2, 5), Fraction(1, 1))
    """
    _check_scores(sample, "equal_mass")
    _check_bins(bins)
    passed0, passed1 = sample.passed
    reached = passed0[1:] + passed1[1:]
    ends = {bisect_left(reached, -(-j * sample.n // bins)) for j in range(1, bins)}
    inner = ((sample.score(end) + sample.score(end + 1)) / 2 for end in sorted(ends) if end + 1 < len(reached))
    return Fraction(0), *inner, Fraction(1)


def reliability(sample: Sample, edges: Iterable[Any] | None = None, forecast: str = "mean") -> Reliability:
    """The reliability diagram of ``sample`` by distinct score, or in the bins with the given edges.

    Edges, such as ``equal_width(10, sample)`` or `equal_mass` give, ascend strictly in [0, 1] and enclose all scores;
    an edge given as a float is that float. A bin
    contains its upper edge and not its lower one, save that the first bin contains both: a score on an edge falls to
    the bin below it, as it is predicted to be of class 0 by a threshold there. Bins without examples are left out.

    Bin ``k`` has ``n_k`` examples, the part ``o_k`` of them of class 1, and the forecast ``t_k``: the ``"mean"`` of
    its scores or the ``"midpoint"`` of its edges. With ``s`` the score and ``y`` the class of an example in bin ``k``

    - ``brier = (1/n) sum (s - y)^2``
    - ``calibration_loss = (1/n) sum_k n_k (t_k - o_k)^2``
    - ``refinement_loss = (1/n) sum_k n_k o_k (1 - o_k)``
    - ``within_bin_variance = (1/n) sum (s - t_k)^2``
    - ``within_bin_covariance = (2/n) sum (s - t_k)(y - t_k)``
    - ``resolution = (1/n) sum_k n_k (o_k - pi1)^2``, ``uncertainty = pi0 pi1``

    `NeedsProbabilities` when a score lies outside [0, 1], `InputError` for wrong edges or another forecast.

    >>> found = reliability(Sample.of([0, 1, 0, 1], ["0.1", "0.3", "0.7", "0.9"]), equal_width(2))
    >>> found.points[0]
    Point(forecast=Fraction(1, 5), observed=Fraction(1, 2), count=2)
    >>> [str(x) for x in (found.brier, found.calibration_loss, found.refinement_loss)]
    ['1/4', '9/100', '1/4']
    >>> str(found.within_bin_variance), str(found.within_bin_covariance)
    ('1/100', '1/10')
    """
    _check_scores(sample, "reliability")
    if forecast not in FORECASTS:
        raise InputError(f"forecast {shown(forecast)}; it is one of {', '.join(FORECASTS)}")
    if edges is None:
        columns = zip(sample.scores, sample.counts0, sample.counts1, strict=True)
        bins = [_Bin(score, a + b, b, Fraction(0), Fraction(0)) for score, a, b in columns]
    else:
        bins = _binned(sample, _checked_edges(sample, edges), forecast)
    n = sample.n
    observed = total(Fraction(bin.count1**2, bin.count) for bin in bins)
    return Reliability(
        points=tuple(Point(bin.forecast, bin.observed, bin.count) for bin in bins),
        brier=metrics.BS.exact(sample),
        calibration_loss=total(bin.count * (bin.forecast - bin.observed) ** 2 for bin in bins) / n,
        refinement_loss=(sample.n1 - observed) / n,
        resolution=observed / n - sample.pi1**2,
        uncertainty=sample.pi0 * sample.pi1,
        within_bin_variance=total(bin.variance for bin in bins) / n,
        within_bin_covariance=2 * total(bin.covariance for bin in bins) / n,
    )


def corp(sample: Sample) -> Corp:
    """The CORP reliability diagram of ``sample`` with the parts of its Brier score.

    With ``p`` the PAV-calibrated score, whose Brier score is the refinement loss of the ROC convex hull,

    - ``miscalibration = BS(s) - BS(p)``
    - ``discrimination = BS(pi1) - BS(p)``
    - ``uncertainty = BS(pi1) = pi0 pi1``

    `NeedsProbabilities` when a score lies outside [0, 1].

    >>> found = corp(Sample.of([0, 1, 0, 1], ["0.1", "0.3", "0.7", "0.9"]))
    >>> [str(x) for x in (found.brier, found.miscalibration, found.discrimination, found.uncertainty)]
    ['1/4', '1/8', '1/8', '1/4']
    >>> found.points[1]
    Point(forecast=Fraction(3, 10), observed=Fraction(1, 2), count=1)
    """
    _check_scores(sample, "corp")
    values = [block.calibrated for block in sample.blocks for _ in range(block.start, block.stop)]
    counts = (a + b for a, b in zip(sample.counts0, sample.counts1, strict=True))
    brier, calibrated, uncertainty = metrics.BS.exact(sample), metrics.RLH.exact(sample), sample.pi0 * sample.pi1
    return Corp(
        points=tuple(map(Point, sample.scores, values, counts)),
        brier=brier,
        miscalibration=brier - calibrated,
        discrimination=uncertainty - calibrated,
        uncertainty=uncertainty,
    )


@dataclass(frozen=True)
class _Bin:
    """The examples of a bin: their number, those of class 1, and the sums of ``(s - t)^2`` and ``(s - t)(y - t)``."""

    forecast: Fraction
    count: int
    count1: int
    variance: Fraction
    covariance: Fraction

    @property
    def observed(self) -> Fraction:
        return Fraction(self.count1, self.count)

    @classmethod
    def between(cls, sample: Sample, low: Fraction | None, high: Fraction, forecast: Fraction | None) -> _Bin | None:
        """The scores in (low, high], from the first one on where ``low`` is None; None where there are none.

        Their forecast is their mean unless one is given.
        """
        counts, firsts, seconds = (
            list(map(fraction, sums))
            for sums in zip(*(sample.power_sums(k, 2, low, high) for k in (0, 1)), strict=True)
        )
        count, first, second = sum(counts), sum(firsts), sum(seconds)
        if not count:
            return None
        t = Fraction(first / count) if forecast is None else forecast
        variance = Fraction(second - 2 * t * first + count * t**2)
        covariance = firsts[1] - t * (first + counts[1]) + count * t**2
        return cls(t, int(count), int(counts[1]), variance, covariance)


def _binned(sample: Sample, edges: Sequence[Fraction], forecast: str) -> list[_Bin]:
    found = (
        _Bin.between(sample, low if i else None, high, (low + high) / 2 if forecast == "midpoint" else None)
        for i, (low, high) in enumerate(pairwise(edges))
    )
    return [each for each in found if each is not None]


def _checked_edges(sample: Sample, edges: Iterable[Any]) -> list[Fraction]:
    try:
        listed = as_list(edges, "edges")
    except ValueError as error:
        raise InputError(f"{error}; equal_width(10) gives those of ten bins") from None
    exact: list[Fraction] = []
    for position, edge in enumerate(listed, 1):
        try:
            exact.append(number(edge))
        except ValueError as error:
            raise InputError(f"edge {shown(edge)}, number {position}, {error}") from None
        if not 0 <= exact[-1] <= 1:
            raise InputError(f"edge {shown(edge)}, number {position}, lies outside [0, 1]")
        if position > 1 and exact[-2] >= exact[-1]:
            raise InputError(f"edge {shown(edge)}, number {position}, is not above the edge before it")
    if len(exact) < 2:
        raise InputError(f"{len(exact)} edges; a bin has two")
    for score in sample.extremes:
        if not exact[0] <= score <= exact[-1]:
            raise InputError(f"the score {shown(score)} lies in no bin from {shown(exact[0])} to {shown(exact[-1])}")
    return exact


def _check_bins(bins: int) -> None:
    if not isinstance(bins, int) or isinstance(bins, bool) or bins < 1:
        raise InputError(f"{shown(bins)} bins; the number of bins is a whole number from 1 on")


def _check_scores(sample: Sample, what: str) -> None:
    if not checked_sample(sample, what).probabilistic:
        raise NeedsProbabilities(f"a reliability diagram {outside(sample)}")
