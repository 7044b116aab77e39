"""Two classifiers on the same examples: paired resampling of the difference of their metrics and curves.

Each resample draws examples, with both of their scores, so that what is hard for both classifiers counts for neither;
a difference is always that of the second classifier minus the first. It is significant where its band excludes zero.
Of two classifiers on different examples each sample is drawn by itself.

Drummond and Holte, Cost curves (2006); Efron and Tibshirani, An introduction to the bootstrap (1993).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np

from workbench.inference.bootstrap import (
    ROUNDING,
    Band,
    CurveOnGrid,
    Interval,
    Plan,
    Planned,
    estimated,
    places_of,
    plan_for,
    refuse_single_examples,
)
from workbench.inference.designs import Designed
from workbench.inference.resampled import Statistic, number_statistic
from workbench.inference.resampled_curves import curve_statistic
from workbench.inference.resamples import Floats, Integers, Resamples, drawn_counts, drawn_sizes
from workbench.numbers.given import number
from workbench.samples.columns import as_list, class_of, event_column
from workbench.samples.labels import labelled
from workbench.samples.sample import Sample, SampleError
from workbench.samples.weighted import weighted_sample


@dataclass(frozen=True, repr=False)
class PairedSample:
    """Examples scored by two classifiers, alike ones counted.

    ``pairs`` are the distinct pairs of scores, as places in ``first.scores`` and ``second.scores``, ascending, and
    ``counts0`` and ``counts1`` their examples of each class. Build one with `PairedSample.of`, which checks.

    >>> PairedSample.of([0, 0, 1, 1], [1, 1, 1, 2], [5, 5, 7, 7])
    PairedSample(n=4, n0=2, n1=2, distinct pairs of scores 3)
    """

    first: Sample
    second: Sample
    pairs: tuple[tuple[int, int], ...]
    counts0: tuple[int, ...]
    counts1: tuple[int, ...]

    @classmethod
    def of(cls, y_true: Iterable[Any], first: Iterable[Any], second: Iterable[Any]) -> PairedSample:
        """The classes and the scores of two classifiers, example by example; `SampleError` says what is wrong."""
        classes, *columns = (x if hasattr(x, "__len__") else list(x) for x in (y_true, first, second))
        samples, places = [], []
        for which, scores in zip(("first", "second"), columns, strict=True):
            try:
                column = event_column(scores)
                samples.append(Sample.of(classes, column))
            except ValueError as error:
                raise SampleError(f"{which} classifier: {error}") from None
            place = {score: i for i, score in enumerate(samples[-1].scores)}
            places.append([place[number(score)] for score in as_list(column, which)])
        labels = [class_of(label) for label in as_list(classes, "y_true")]
        return cls.of_counts(samples[0], samples[1], Counter(zip(labels, *places, strict=True)))

    @classmethod
    def of_counts(cls, first: Sample, second: Sample, counts: Mapping[tuple[int, int, int], int]) -> PairedSample:
        """From how many examples there are of class ``k`` at the places ``i`` and ``j``, by ``(k, i, j)``."""
        pairs = tuple(sorted({(i, j) for _, i, j in counts}))
        counts0, counts1 = (tuple(counts.get((k, i, j), 0) for i, j in pairs) for k in (0, 1))
        return cls(first, second, pairs, counts0, counts1)

    def __repr__(self) -> str:
        sizes = f"n={self.first.n}, n0={self.first.n0}, n1={self.first.n1}"
        return f"PairedSample({sizes}, distinct pairs of scores {len(self.pairs)})"

    def differences(self, statistic: Statistic, width: int, plan: Plan) -> tuple[Floats, Floats]:
        """The statistic of the second classifier minus that of the first: on the sample, and on resamples."""
        refuse_single_examples(self.first)
        counts0, counts1 = np.array(self.counts0), np.array(self.counts1)
        sides = Resamples.of(self.first), Resamples.of(self.second)
        places = np.array(self.pairs).T
        orders = [np.argsort(place, kind="stable") for place in places]
        starts = [np.flatnonzero(np.diff(p[o], prepend=-1)) for p, o in zip(places, orders, strict=True)]

        def difference(drawn0: Integers, drawn1: Integers) -> Floats:
            first, second = (
                statistic(
                    side.redrawn(*(np.add.reduceat(drawn[:, order], start, axis=1) for drawn in (drawn0, drawn1)))
                )
                for side, order, start in zip(sides, orders, starts, strict=True)
            )
            return second - first

        def resampled(rng: np.random.Generator, rows: int) -> Floats:
            sizes = drawn_sizes(rng, self.first.n0, self.first.n1, rows, plan.stratified)
            totals = sizes.n0[:, 0], sizes.n1[:, 0]
            return difference(*(drawn_counts(rng, *of) for of in zip((counts0, counts1), totals, strict=True)))

        estimate = difference(counts0[None], counts1[None])
        return estimate, plan.replicates(len(self.pairs), width, resampled)


@dataclass(frozen=True)
class PairedDesign:
    """Examples with weights or in groups, scored by two classifiers: samples with the same units in the same order.

    >>> PairedDesign.of([0, 0, 1, 1], [1, 1, 1, 2], [5, 5, 7, 7], weights=["0.5", 1, 1, 3])
    PairedDesign(n=4, n0=2, n1=2, weighted)
    """

    first: Sample
    second: Sample

    @classmethod
    def of(
        cls,
        y_true: Iterable[Any],
        first: Iterable[Any],
        second: Iterable[Any],
        *,
        weights: Iterable[Any] | None = None,
        groups: Iterable[Any] | None = None,
        prior: Any = None,
    ) -> PairedDesign:
        """As `PairedSample.of`; weights, groups and the prior are those of `workbench.weighted_sample`."""
        columns = {"y_true": y_true, "weights": weights, "groups": groups}
        given = {name: x if x is None or hasattr(x, "__len__") else list(x) for name, x in columns.items()}
        classes: Any = given["y_true"]
        together = range(len(classes)) if groups is None else given["groups"]
        samples = []
        for which, scores in (("first", first), ("second", second)):
            try:
                column = event_column(scores)
                samples.append(weighted_sample(classes, column, weights=given["weights"], groups=together, prior=prior))
            except ValueError as error:
                raise SampleError(f"{which} classifier: {error}") from None
        return cls(*samples)

    def __repr__(self) -> str:
        design = self.first.design
        assert design is not None
        weighted = ", weighted" * design.weighted
        return f"PairedDesign(n={design.n0 + design.n1}, n0={design.n0}, n1={design.n1}{weighted})"

    def differences(self, statistic: Statistic, width: int, plan: Plan) -> tuple[Floats, Floats]:
        """The statistic of the second classifier minus that of the first: on the sample, and on resamples."""
        one, other = (Designed(sample, plan.stratified) for sample in (self.first, self.second))

        def difference(drawn: Integers) -> Floats:
            return statistic(other.of_units(drawn)) - statistic(one.of_units(drawn))

        units = max(len(one.units), one.width, other.width)
        estimate = difference(one.units[None])
        return estimate, plan.replicates(units, width, lambda rng, rows: difference(one.times_drawn(rng, rows)))


@dataclass(frozen=True)
class TwoSamples:
    """Two classifiers on different examples."""

    first: Sample
    second: Sample

    def differences(self, statistic: Statistic, width: int, plan: Plan) -> tuple[Floats, Floats]:
        """The statistic of the second classifier minus that of the first: on the samples, and on resamples of either.

        >>> pair = TwoSamples(*(Sample.of([0, 0, 1, 1], scores) for scores in ([1, 2, 2, 3], [1, 2, 3, 4])))
        >>> estimate, values = pair.differences(number_statistic("AUC"), 1, Plan(100))
        >>> estimate, values.shape
        (array([0.125]), (100,))
        """
        one_after_the_other = replace(plan, seed=np.random.default_rng(plan.seed))
        first, second = (
            estimated(sample, statistic, width, one_after_the_other) for sample in (self.first, self.second)
        )
        return second[0] - first[0], second[1] - first[1]


class Designing(TypedDict, total=False):
    """How examples are read, count and are drawn: the arguments of `workbench.weighted_sample`, and ``pos_label``."""

    pos_label: Any
    weights: Iterable[Any] | None
    groups: Iterable[Any] | None
    prior: Any


class PlannedPair(Planned, Designing, total=False):
    """Arguments of `Plan` and `Designing` by name."""


def pair_of(
    y_true: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    *,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    prior: Any = None,
) -> PairedSample | PairedDesign:
    """The examples with the scores of both classifiers.

    >>> pair_of(["a", "b", "a", "b"], [1, 1, 1, 2], [5, 5, 7, 7], pos_label="b", prior="0.1").first.pi1
    Fraction(1, 10)
    """
    classes, first, second = labelled(y_true, pos_label, first, second)
    if weights is None and groups is None and prior is None:
        return PairedSample.of(classes, first, second)
    return PairedDesign.of(classes, first, second, weights=weights, groups=groups, prior=prior)


def _parted(given: PlannedPair) -> tuple[Plan, Designing]:
    """The plan, and how the examples count."""
    design: Any = {name: x for name, x in given.items() if name in Designing.__annotations__}
    planned: Any = {name: x for name, x in given.items() if name not in design}
    return Plan(**planned), design


class OperatingRange(NamedTuple):
    """Neighbouring places of the grid, from ``low`` to ``high``, at which the difference has the same sign."""

    low: Fraction
    high: Fraction
    sign: int


class DifferenceInterval(Interval):
    """The difference of a number between two classifiers: second minus first."""

    @property
    def significant(self) -> bool:
        """Whether the interval excludes zero."""
        return bool(_signs((self.low,), (self.high,))[0])

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``."""
        return super().to_json() | {"significant": self.significant}


class DifferenceBand(Band):
    """The difference of a curve between two classifiers: second minus first."""

    @property
    def significant(self) -> tuple[OperatingRange, ...]:
        """Where the band excludes zero: runs of places of the grid; between places nothing is known.

        ``sign`` is -1 where the second classifier has the lower values, which are the better ones of a loss.
        """
        signs = zip(self.grid, _signs(self.low, self.high), strict=True)
        runs = [(sign, [place for place, _ in run]) for sign, run in groupby(signs, key=lambda pair: pair[1])]
        return tuple(OperatingRange(run[0], run[-1], sign) for sign, run in runs if sign)

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``; the ranges as doubles."""
        ranges = [{"low": float(x.low), "high": float(x.high), "sign": x.sign} for x in self.significant]
        return super().to_json() | {"significant": ranges}


def _signs(low: Iterable[float], high: Iterable[float]) -> list[int]:
    return [int(a > ROUNDING) - int(b < -ROUNDING) for a, b in zip(low, high, strict=True)]


def paired_difference(
    y_true: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    of: str,
    **given: Unpack[PlannedPair],
) -> DifferenceInterval:
    """The difference of a metric or an expected loss between two classifiers, second minus first, with its interval.

    The other arguments are those of `workbench.inference.bootstrap.bootstrap`, and ``pos_label``, ``weights``,
    ``groups`` and ``prior`` as in `workbench.evaluate` and `workbench.weighted_sample`.

    >>> paired_difference([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9], [0.1, 0.4, 0.6, 0.9], "BS", resamples=1000)
    difference of BS -0.100000 in [-0.200000, 0.000000], 95% of 1000 resamples
    """
    plan, design = _parted(given)
    pair = pair_of(y_true, first, second, **design)
    plan = plan_for(pair.first, plan)
    statistic = number_statistic(of, pair.first, pair.second)
    estimate, values = pair.differences(statistic, 1, plan)
    return DifferenceInterval.of(f"difference of {of}", estimate, values, plan)


def paired_band(
    y_true: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    curve: str = "score_driven",
    *,
    condition: str = "cost",
    grid: Iterable[Any] | None = None,
    simultaneous: bool = True,
    **given: Unpack[PlannedPair],
) -> DifferenceBand:
    """The difference of a curve between two classifiers, second minus first, with its band along the grid.

    The other arguments are those of `workbench.inference.bootstrap.band` and `paired_difference`.
    `DifferenceBand.significant` tells at which operating conditions the difference is significant. The band is
    simultaneous unless said: a pointwise one holds its level at each place alone, and two equally good classifiers are
    then found to differ somewhere more often than not.

    >>> classes = [0, 1] * 50
    >>> found = paired_band(classes, [0.5] * 100, classes, resamples=200, grid=["0", "0.25", "0.5", "0.75", "1"])
    >>> found.estimate
    (0.0, -0.25, -0.5, -0.25, 0.0)
    >>> [(str(x.low), str(x.high), x.sign) for x in found.significant]
    [('1/4', '3/4', -1)]
    """
    plan, design = _parted(given)
    pair = pair_of(y_true, first, second, **design)
    plan = plan_for(pair.first, plan)
    wanted = CurveOnGrid(f"difference of {curve}", condition, places_of(grid, curve), simultaneous)
    statistic = curve_statistic(curve, condition, wanted.grid)
    estimate, values = pair.differences(statistic, len(wanted.grid), plan)
    return DifferenceBand.of(wanted, estimate, values, plan)
