"""Decimals of up to 36 digits in pairs of arrays, exactly: scores written with more digits than 64 bits hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import flint
import numpy as np
import numpy.typing as npt

from workbench.samples.columnar import Columnar
from workbench.samples.decimals import LIMB, ROWS, TEN, _lengths
from workbench.samples.limbs import Sums, dots
from workbench.samples.ordered import Counted
from workbench.samples.roc_path import Path

if TYPE_CHECKING:
    from workbench.samples.ordered import Integers as Signed

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

LOW = 8
"""Digits in the lower part of a block's scores."""

MOST_DIGITS = 36


class WideDecimals(NamedTuple):
    """Examples of the classes ``ones`` with scores ``(high 10**8 + low) / 10**places``, ``|low| < 10**8``.

    The two parts have one sign, and ``|high| < 10**18``.
    """

    high: Integers
    low: Integers
    places: npt.NDArray[np.int16]
    ones: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class WideTable(Counted):
    """Scores ``(high base + low) / denominator``, whose two parts are integers below ``10**18`` with one sign."""

    high: Integers
    low: Integers
    base: int
    denominator: int

    route = "wide decimals"

    def _top(self, i: int) -> int:
        return int(self.high[i]) * self.base + int(self.low[i])

    def score(self, i: int) -> Fraction:
        return Fraction(self._top(i), self.denominator)

    def place(self, t: Fraction, strictly: bool) -> int:
        """How many of the scores are at most ``t``, or below it."""
        find = bisect_left if strictly else bisect_right
        return find(range(self.distinct), t * self.denominator, key=lambda i: Fraction(self._top(i)))

    def doubles(self, start: int, stop: int) -> tuple[Floats, Signed, Signed]:
        """The distinct scores from one to another, rounded, and how many examples, and of class 1, have them."""
        high, low = (x[start:stop].astype(np.longdouble) for x in (self.high, self.low))
        found: Floats = ((high * self.base + low) / np.longdouble(self.denominator)).astype(np.float64)
        return found, *self.counts(start, stop)

    def sums(self, start: int, stop: int) -> Sums:
        """By limbs of 20 bits: the sum of 2**13 products of two is an integer of at most 2**53, exact in doubles."""
        ends, ones = self.path.ends, self.path.ones
        totals = np.zeros((2, 6, 7), dtype=object)
        for i in range(int(ends[start]), int(ends[stop]), ROWS):
            examples = np.arange(i, min(i + ROWS, int(ends[stop])))
            at = np.searchsorted(ends, examples, side="right") - 1
            of_class_0 = (ends[at + 1] - ends[at]) - (ones[at + 1] - ones[at])
            limbs = np.ones((7, len(at)))
            for row, digits in ((0, self.low[at]), (3, self.high[at])):
                for j in range(3):
                    limbs[row + j] = np.copysign((np.abs(digits) >> LIMB * j) & ((1 << LIMB) - 1), digits)
            totals[0] += dots(limbs[:6, None], limbs).astype(np.int64)
            of_ones = limbs[:6] * (examples - ends[at] >= of_class_0)
            totals[1] += dots(of_ones[:, None], limbs).astype(np.int64)
        weights = [part << LIMB * j for part in (1, self.base) for j in range(3)]
        first, second = [], []
        for found in totals:
            once = [sum(w * int(x) for w, x in zip(weights, column, strict=True)) for column in found.T]
            first.append(flint.fmpq(once[6], self.denominator))
            second.append(flint.fmpq(sum(w * x for w, x in zip(weights, once, strict=False)), self.denominator**2))
        return Sums((first[0] - first[1], first[1]), (second[0] - second[1], second[1]))


class WideForm(NamedTuple):
    """Of scores as in `WideTable`: the denominator ``10**most`` and the base ``10**cut``."""

    most: int
    cut: int


def wide_extent(block: WideDecimals) -> tuple[int, int]:
    """The most decimals, and how many digits stand before the decimal point at most."""
    return int(block.places.max()), int((_digits(block) - block.places).max())


def wide_form(extents: Iterable[tuple[int, int]]) -> WideForm | None:
    """The form of blocks of such a `wide_extent` each; None where one denominator needs more than 36 digits."""
    places, reaches = zip(*extents, strict=True)
    most = max(0, *places)
    width = most + max(reaches)
    return None if width > MOST_DIGITS else WideForm(most, max(width - 18, 0))


def of_wide(blocks: list[WideDecimals]) -> Columnar | None:
    """The sample of these examples; None where their scores need more than 36 digits over one denominator."""
    form = wide_form(map(wide_extent, blocks))
    if form is None:
        return None
    most, cut = form
    high, low = (np.concatenate(column) for column in zip(*(parts_of(block, form) for block in blocks), strict=True))
    ones = np.concatenate([block.ones for block in blocks])
    order = np.argsort(high)
    if cut:
        again = high[order]
        if ((again[1:] == again[:-1]) & (low[order][1:] != low[order][:-1])).any():
            order = np.lexsort((low, high))
    high, low, ones = high[order], low[order], ones[order]
    new = np.flatnonzero(np.concatenate(([True], (high[1:] != high[:-1]) | (low[1:] != low[:-1]))))
    ends = np.append(new, len(high))
    passed = np.concatenate(([0], np.cumsum(ones)))[ends]
    return Columnar(WideTable(Path(ends, passed), high[new], low[new], 10**cut, 10**most))


def _digits(block: WideDecimals) -> Integers:
    """How many digits the scores of a block have; 0 has none."""
    return np.where(block.high == 0, _lengths(block.low), _lengths(block.high) + LOW)


def parts_of(block: WideDecimals, form: WideForm) -> tuple[Integers, Integers]:
    """The scores of a block times ``10**most``, as multiples of ``10**cut`` and rests."""
    most, cut = form
    shifts = most - block.places.astype(np.int64)
    high, low = _split(block.high, shifts + LOW, cut), _split(block.low, shifts, cut)
    return high[0] + low[0], high[1] + low[1]


def _split(m: Integers, shifts: Integers, cut: int) -> tuple[Integers, Integers]:
    """The numbers ``m 10**shifts``, below ``10**36``, as multiples of ``10**cut`` and rests, both with their signs."""
    sizes, down = np.abs(m), cut - shifts
    kept = TEN.take(down, mode="clip")
    high = np.where(down > 0, sizes // kept, sizes * TEN.take(-down, mode="clip"))
    low = np.where(down > 0, (sizes % kept) * TEN.take(shifts, mode="clip"), 0)
    sign = np.sign(m)
    return high * sign, low * sign
