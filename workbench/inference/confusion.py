"""Inference from confusion tables alone: resampled, and the exact distribution of what is resampled.

A table of a class says how many of its examples are predicted positive (class 0) and negative. The rate of resamples
with the class's total fixed is binomial; the difference of the rates of two classifiers, on the same examples, is a
sum of independent steps by -1, 0 and 1. Both distributions are powers of a polynomial with whole coefficients.

Drummond and Holte, Cost curves (2006); Efron and Tibshirani, An introduction to the bootstrap (1993).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypeAlias, Unpack

import flint
import numpy as np

from workbench import formats
from workbench.errors import InputError, shown
from workbench.inference.bootstrap import (
    Band,
    CurveOnGrid,
    Interval,
    Plan,
    Planned,
    estimated,
    places_of,
    proportion_of,
)
from workbench.inference.paired import DifferenceBand, DifferenceInterval, PairedSample
from workbench.inference.resampled_curves import at_cuts, curve_statistic
from workbench.inference.resampled_losses import Statistic
from workbench.inference.resamples import Floats, Resamples
from workbench.numbers.written import as_json, shortest, text
from workbench.samples.sample import Sample

Row: TypeAlias = Sequence[int]
Table: TypeAlias = Sequence[Row]

CUT = "score(0)"
MOST = 2**53
"""Predicted positive is the score 0, predicted negative the score 1."""


@dataclass(frozen=True)
class Distribution(formats.Table):
    """A distribution on equally spaced fractions: ``values[i]`` has the probability ``weights[i]/sum(weights)``."""

    values: tuple[Fraction, ...]
    weights: tuple[int, ...]

    @classmethod
    def of_steps(cls, weights: Sequence[int], smallest: int) -> Distribution:
        """The mean of as many draws as the weights add up to, of ``smallest + i`` with weight ``weights[i]``."""
        n = sum(weights)
        power = [int(x) for x in (flint.fmpz_poly(list(weights)) ** n).coeffs()]
        known = [(Fraction(smallest * n + i, n), weight) for i, weight in enumerate(power) if weight]
        return cls(tuple(value for value, _ in known), tuple(weight for _, weight in known))

    def cdf(self, x: Any) -> Fraction:
        """The probability of a value of at most ``x``."""
        below = sum(weight for value, weight in zip(self.values, self.weights, strict=True) if value <= x)
        return Fraction(below, sum(self.weights))

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return sum((v * w for v, w in zip(self.values, self.weights, strict=True)), Fraction(0)) / sum(self.weights)

    @property
    def variance(self) -> Fraction:
        """The variance."""
        squares = sum((v * v * w for v, w in zip(self.values, self.weights, strict=True)), Fraction(0))
        return squares / sum(self.weights) - self.mean**2

    def interval(self, level: Any = 0.95) -> tuple[Fraction, Fraction]:
        """The least value with probability at least ``(1 - level)/2`` at or below it, the greatest with it above."""
        tail = (1 - proportion_of(level)) / 2 * sum(self.weights)
        low = next(v for v, w in zip(self.values, accumulate(self.weights), strict=True) if w >= tail)
        downwards = zip(self.values[::-1], accumulate(self.weights[::-1]), strict=True)
        return low, next(v for v, w in downwards if w >= tail)

    def __repr__(self) -> str:
        values = f"{formats.counted(len(self.values), 'value')} from {self.values[0]} to {self.values[-1]}"
        return f"Distribution of {values}, mean {shortest(self.mean)}"

    @property
    def rows(self) -> list[formats.Row]:
        """One row a value."""
        found = self.to_json()
        pairs = zip(found["values"], found["probabilities"], strict=True)
        return [{"value": value, "probability": probability} for value, probability in pairs]

    def to_json(self) -> dict[str, Any]:
        """Values as exact texts, probabilities as doubles."""
        whole = sum(self.weights)
        return {
            "values": [text(value) for value in self.values],
            "probabilities": [float(Fraction(weight, whole)) for weight in self.weights],
            "mean": as_json(self.mean),
            "variance": as_json(self.variance),
        }


def rate_distribution(row: Row) -> Distribution:
    """The exact distribution of a rate on resamples of a class: binomial, over the number of its examples.

    ``row`` is (predicted positive, predicted negative).

    >>> [[float(x) for x in rate_distribution(row).interval()] for row in ((78, 22), (40, 60))]
    [[0.7, 0.86], [0.31, 0.5]]
    """
    positive, negative = _row(row, "the row")
    return Distribution.of_steps((negative, positive), 0)


def difference_distribution(table: Table) -> Distribution:
    """The exact distribution of the difference of two classifiers' rates on resamples of a class, second minus first.

    Rows of ``table`` are the first classifier's predictions, positive and negative, and columns the second's.

    >>> found = difference_distribution(((30, 10), (0, 60)))
    >>> found.mean, found.variance, [float(x) for x in found.interval()]
    (Fraction(-1, 10), Fraction(9, 10000), [-0.16, -0.05])
    """
    (both, lost), (won, none) = _table(table, "the table")
    return Distribution.of_steps((lost, both + none, won), -1)


@dataclass(frozen=True)
class ConfusionBand:
    """The true and false positive rate of a confusion matrix with their intervals, and its cost line with its band.

    >>> confusion_band((78, 22), (40, 60), resamples=2000).tpr
    TPR 0.780000 in [0.700000, 0.860000], 95% of 2000 resamples
    """

    tpr: Interval
    fpr: Interval
    line: Band

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``."""
        return {"tpr": self.tpr.to_json(), "fpr": self.fpr.to_json(), "line": self.line.to_json()}


def confusion_band(
    class0: Row,
    class1: Row,
    *,
    condition: str = "cost",
    grid: Iterable[Any] | None = None,
    simultaneous: bool = False,
    **planned: Unpack[Planned],
) -> ConfusionBand:
    """The rates and the cost line of a confusion matrix, with bands from resampling it.

    ``class0`` is (true positives, false negatives) and ``class1`` is (false positives, true negatives): how many of
    either class are predicted positive and negative. The cost line is ``2 {c pi0 (1 - TPR) + (1 - c) pi1 FPR}``. The
    other arguments are those of `workbench.inference.bootstrap.band`; without ``stratified`` only the total is fixed.

    >>> confusion_band((78, 22), (40, 60)).fpr
    FPR 0.400000 in [0.300000, 0.500000], 95% of 10000 resamples
    """
    (tp, fn), (fp, tn) = _row(class0, "class 0"), _row(class1, "class 1")
    sample = Sample.of_counts([0, 1], [tp, fn], [fp, tn])
    plan = Plan(**planned)
    line = CurveOnGrid("cost line", condition, places_of(grid), simultaneous)
    estimate, values = estimated(sample, _rates_and_line(line), len(line.grid) + 2, plan)
    return ConfusionBand(
        Interval.of("TPR", estimate[:, 0], values[:, 0], plan),
        Interval.of("FPR", estimate[:, 1], values[:, 1], plan),
        Band.of(line, estimate[:, 2:], values[:, 2:], plan),
    )


@dataclass(frozen=True)
class PairedConfusionBand:
    """The differences of two classifiers' rates with their intervals, and of their cost lines with its band."""

    tpr: DifferenceInterval
    fpr: DifferenceInterval
    line: DifferenceBand

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``."""
        return {"tpr": self.tpr.to_json(), "fpr": self.fpr.to_json(), "line": self.line.to_json()}


def paired_confusion_band(
    class0: Table,
    class1: Table,
    *,
    condition: str = "cost",
    grid: Iterable[Any] | None = None,
    simultaneous: bool = True,
    **planned: Unpack[Planned],
) -> PairedConfusionBand:
    """The differences of the rates and cost lines of two classifiers, second minus first, from tables of each class.

    Rows of a table are the first classifier's predictions, positive and negative, and columns the second's.

    >>> found = paired_confusion_band(((70, 5), (10, 15)), ((30, 10), (0, 60)), grid=["0", "0.5", "1"])
    >>> found.fpr
    difference of FPR -0.100000 in [-0.160000, -0.050000], 95% of 10000 resamples
    >>> [(str(x.low), str(x.high), x.sign) for x in found.line.significant]
    [('0', '1/2', -1)]
    """
    counts = {
        (k, i, j): count
        for k, table in enumerate((class0, class1))
        for i, row in enumerate(_table(table, f"class {k}"))
        for j, count in enumerate(row)
    }
    first, second = (_margin(counts, side) for side in (1, 2))
    sample = PairedSample.of_counts(first, second, counts)
    plan = Plan(**planned)
    line = CurveOnGrid("difference of cost lines", condition, places_of(grid), simultaneous)
    estimate, values = sample.differences(_rates_and_line(line), len(line.grid) + 2, plan)
    return PairedConfusionBand(
        DifferenceInterval.of("difference of TPR", estimate[:, 0], values[:, 0], plan),
        DifferenceInterval.of("difference of FPR", estimate[:, 1], values[:, 1], plan),
        DifferenceBand.of(line, estimate[:, 2:], values[:, 2:], plan),
    )


def _rates_and_line(line: CurveOnGrid) -> Statistic:
    """The true and the false positive rate, then the cost line."""
    heights = curve_statistic(CUT, line.condition, line.grid)

    def statistic(x: Resamples) -> Floats:
        return np.concatenate((*at_cuts(x, [1]), heights(x)), axis=1)

    return statistic


def _margin(counts: Mapping[tuple[int, int, int], int], side: int) -> Sample:
    """The predictions of one classifier. Both scores stay, though no example may have one of them."""
    cells = [[sum(n for key, n in counts.items() if key[0] == k and key[side] == s) for s in (0, 1)] for k in (0, 1)]
    for k, row in enumerate(cells):
        if not sum(row):
            raise InputError(f"class {k} has no examples; both classes must be present")
    return Sample((Fraction(0), Fraction(1)), tuple(cells[0]), tuple(cells[1]))


def _row(row: Any, what: str) -> tuple[int, int]:
    """Two counts, not both zero."""
    try:
        counts = tuple(operator.index(count) for count in row)
    except TypeError:
        counts = ()
    if len(counts) != 2 or min(counts) < 0 or not 0 < sum(counts) < MOST:
        raise InputError(f"{what} is {shown(row)}; it must be two whole numbers, predicted positive and negative")
    return counts[0], counts[1]


def _table(table: Any, what: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two rows of two counts, not all zero."""
    try:
        rows = tuple(tuple(operator.index(count) for count in row) for row in table)
    except TypeError:
        rows = ()
    if [len(row) for row in rows] != [2, 2] or min(map(min, rows)) < 0 or not 0 < sum(map(sum, rows)) < MOST:
        raise InputError(f"{what} is {shown(table)}; it must be two rows of two whole numbers, not all of them zero")
    (a, b), (c, d) = rows
    return (a, b), (c, d)
