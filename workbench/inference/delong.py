"""DeLong's variance of AUC and his test of two correlated AUCs, exactly.

The placement of an example is the share of the other class that is ranked correctly against it, ties counting one
half: ``V0(s) = P(s < s1) + P(s = s1)/2`` for class 0 and ``V1(s) = P(s0 < s) + P(s0 = s)/2`` for class 1. Their means
are AUC, and with ``S0``, ``S1`` their covariances over two classifiers (divided by ``n - 1``) the covariance of two
AUCs is ``S0/n0 + S1/n1``. Placements come from cumulative counts, as integers, and covariances are fractions.

DeLong, DeLong and Clarke-Pearson, Comparing the areas under two or more correlated receiver operating characteristic
curves: a nonparametric approach (1988); Sun and Xu, Fast implementation of DeLong's algorithm (2014).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Answer, Row, Table, figures
from workbench.inference.bootstrap import proportion_of
from workbench.inference.paired import PairedSample
from workbench.language.grammar import suggestion
from workbench.numbers.written import as_json, decimal, significant
from workbench.samples.sample import Sample

Integers: TypeAlias = npt.NDArray[Any]
"""Of 64 bits, or Python's where these are too large for others."""
Matrix: TypeAlias = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]

SCALES = ("normal", "logit")
HALF_WORD = 1 << 31


@dataclass(frozen=True)
class AucInterval(Table):
    """AUC, DeLong's estimate of its variance, and its confidence interval; None where ``note`` says why."""

    auc: Fraction
    variance: Fraction | None
    low: float | None
    high: float | None
    level: float
    scale: str
    note: str | None

    @property
    def standard_error(self) -> float | None:
        """The square root of the variance."""
        return None if self.variance is None else math.sqrt(self.variance)

    def __repr__(self) -> str:
        ends = self.note
        if self.low is not None and self.high is not None:
            ends = f"in [{decimal(self.low)}, {decimal(self.high)}], {100 * self.level:g}%"
        return f"AUC {decimal(self.auc)} {ends}"

    @property
    def rows(self) -> list[Row]:
        """One row a figure."""
        return figures(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``, fractions with their exact text."""
        row = dict(vars(self)) | {"standard_error": self.standard_error}
        return row | {"auc": as_json(self.auc), "variance": as_json(self.variance)}


@dataclass(frozen=True)
class DelongTest(Table, Answer):
    """Two AUCs on the same examples: their covariances, and the test of the difference, second minus first.

    ``z`` is the difference over its standard error, ``p`` the two-sided probability of a normal deviate as far from
    zero, and ``low`` and ``high`` are the normal confidence interval of the difference; None where ``note`` says why.
    """

    _compared = ".p"

    first: Fraction
    second: Fraction
    covariance: Matrix | None
    variance: Fraction | None
    z: float | None
    p: float | None
    low: float | None
    high: float | None
    level: float
    note: str | None

    @property
    def difference(self) -> Fraction:
        """AUC of the second classifier minus AUC of the first."""
        return self.second - self.first

    def __repr__(self) -> str:
        ends = self.note
        if self.low is not None and self.high is not None and self.p is not None:
            ends = f"in [{decimal(self.low)}, {decimal(self.high)}], p {significant(self.p, 3)}"
        return f"AUC {decimal(self.first)} and {decimal(self.second)}, difference {decimal(self.difference)} {ends}"

    @property
    def rows(self) -> list[Row]:
        """One row a figure."""
        return figures(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``, fractions with their exact text."""
        matrix = None if self.covariance is None else [[as_json(x) for x in row] for row in self.covariance]
        exact = {name: as_json(getattr(self, name)) for name in ("first", "second", "difference", "variance")}
        return dict(vars(self)) | exact | {"covariance": matrix}


def placements(sample: Sample) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """``2 n1 V0`` and ``2 n0 V1`` at each distinct score, which are whole numbers.

    >>> placements(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))
    ((4, 3, 1), (1, 3, 4))
    """
    above, below = _placements(sample)
    return tuple(above.tolist()), tuple(below.tolist())


def _placements(sample: Sample) -> tuple[Integers, Integers]:
    zeros, ones = sample.passed
    return 2 * sample.n1 - ones[:-1] - ones[1:], zeros[:-1] + zeros[1:]


def _sum(left: Integers, right: Integers, counts: Integers) -> int:
    """``sum(left * right * counts)``, without overflow: factors below 2**32 in halves, counts of less than 2**31."""
    if counts.dtype == object or int(counts.sum()) >= HALF_WORD or max(left.max(), right.max()) >= 2 * HALF_WORD:
        return sum(v * w * count for v, w, count in zip(*(x.tolist() for x in (left, right, counts)), strict=True))
    (v, w), (u, x) = ((side >> 16, side & 0xFFFF) for side in (left, right))
    high, middle, low = (
        sum(int((a * b * counts).sum()) for a, b in pairs) for pairs in ([(v, u)], [(v, x), (w, u)], [(w, x)])
    )
    return (high << 32) + (middle << 16) + low


def _covariance(left: Integers, right: Integers, counts: Integers, others: int) -> Fraction:
    """The covariance over a class, divided by its size, of two placements times ``2 others``."""
    n, each = int(counts.sum()), np.ones_like(counts)
    product, one, two = (_sum(*of, counts) for of in ((left, right), (left, each), (each, right)))
    return Fraction(n * product - one * two, n * n * (n - 1) * (2 * others) ** 2)


def _alone(sample: Sample) -> str | None:
    """Why there is no variance within one of the classes."""
    for k, n in ((0, sample.n0), (1, sample.n1)):
        if n == 1:
            return f"class {k} has a single example, whose placement has no variance"
    return None


def _auc(sample: Sample) -> Fraction:
    return Fraction(sample.ordered_pairs, 2 * sample.n0 * sample.n1)


def _normal_quantile(level: Any) -> float:
    return NormalDist().inv_cdf(float((1 + proportion_of(level)) / 2))


def delong(y_true: Iterable[Any], y_score: Iterable[Any], *, level: Any = 0.95, scale: str = "normal") -> AucInterval:
    """AUC with DeLong's variance and a confidence interval.

    ``scale`` is ``normal``, for ``AUC ± q se`` within [0, 1], or ``logit``, for the interval
    ``logit AUC ± q se/(AUC (1 - AUC))`` mapped back. There is none where the variance is zero or a class has a single
    example. `InputError` says what is wrong.

    >>> found = delong([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    >>> found.auc, found.variance, round(found.low, 6), found.high
    (Fraction(8, 9), Fraction(2, 81), 0.58091, 1.0)
    """
    return delong_of(Sample.of(y_true, y_score), level=level, scale=scale)


def delong_of(sample: Sample, *, level: Any = 0.95, scale: str = "normal") -> AucInterval:
    """`delong` for data that is already a `Sample`; `NotSupported` for weighted or grouped examples."""
    if sample.design is not None:
        raise NotSupported("DeLong's variance is of examples that count one each, drawn by themselves; see bootstrap")
    if scale not in SCALES:
        raise InputError(f"scale {shown(scale)} is not normal or logit{suggestion(str(scale), SCALES)}")
    reach, auc, exact = _normal_quantile(level), _auc(sample), float(proportion_of(level))
    note = _alone(sample)
    if note:
        return AucInterval(auc, None, None, None, exact, scale, note)
    above, below = _placements(sample)
    counts0, counts1 = map(np.diff, sample.passed)
    variance = _covariance(above, above, counts0, sample.n1) + _covariance(below, below, counts1, sample.n0)
    if not variance:
        note = "all placements within a class are equal, so that the estimated variance is zero and says nothing"
        return AucInterval(auc, variance, None, None, exact, scale, note)
    error = math.sqrt(variance)
    if scale == "normal":
        low, high = max(0.0, float(auc) - reach * error), min(1.0, float(auc) + reach * error)
    else:
        centre, width = math.log(auc / (1 - auc)), reach * error / float(auc * (1 - auc))
        low, high = (1 / (1 + math.exp(-x)) for x in (centre - width, centre + width))
    return AucInterval(auc, variance, low, high, exact, scale, None)


def delong_test(y_true: Iterable[Any], first: Iterable[Any], second: Iterable[Any], *, level: Any = 0.95) -> DelongTest:
    """The test that two classifiers have the same AUC on the examples both of them score.

    Where the difference has no variance (two classifiers that rank alike, say, or a class with a single example),
    there is neither ``z`` nor ``p``, and ``note`` says why. `InputError` says what is wrong with the data.

    >>> found = delong_test([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6], [1, 4, 5, 2, 3, 6])
    >>> found.difference, found.variance, round(found.z, 4), round(found.p, 4)
    (Fraction(-1, 3), Fraction(2, 27), -1.2247, 0.2207)
    """
    return delong_test_of(PairedSample.of(y_true, first, second), level=level)


def delong_test_of(pairs: PairedSample, *, level: Any = 0.95) -> DelongTest:
    """`delong_test` for data that is already a `PairedSample`."""
    reach, exact = _normal_quantile(level), float(proportion_of(level))
    samples = pairs.first, pairs.second
    one, two = (_auc(sample) for sample in samples)
    note = _alone(pairs.first)
    if note:
        return DelongTest(one, two, None, None, None, None, None, None, exact, note)
    placed, places = [_placements(sample) for sample in samples], np.array(pairs.pairs).T
    above, below = ([x[k][place] for x, place in zip(placed, places, strict=True)] for k in (0, 1))
    counts0, counts1 = np.array(pairs.counts0), np.array(pairs.counts1)

    def covariance(i: int, j: int) -> Fraction:
        zeros = _covariance(above[i], above[j], counts0, pairs.first.n1)
        return zeros + _covariance(below[i], below[j], counts1, pairs.first.n0)

    both = covariance(0, 1)
    matrix = (covariance(0, 0), both), (both, covariance(1, 1))
    variance = matrix[0][0] - 2 * both + matrix[1][1]
    if not variance:
        note = "the placements differ by a constant within each class, so that the difference has no variance"
        return DelongTest(one, two, matrix, variance, None, None, None, None, exact, note)
    difference, error = float(two - one), math.sqrt(variance)
    z = difference / error
    p = math.erfc(abs(z) / math.sqrt(2))
    return DelongTest(
        one, two, matrix, variance, z, p, difference - reach * error, difference + reach * error, exact, None
    )
