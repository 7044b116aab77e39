"""Exact sums of doubles and of their squares, over the examples of each class, at the speed of array arithmetic."""

from __future__ import annotations

import math
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

import flint
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

MOST_LIMBS = 12
LENGTH = 256
ROWS = 64
BITS = 23

_dots = getattr(np, "vecdot", None) or partial(np.einsum, "ij,ij->i")


class Sums(NamedTuple):
    """The sums of the scores and of their squares, over class 0 and over class 1."""

    first: tuple[flint.fmpq, flint.fmpq]
    second: tuple[flint.fmpq, flint.fmpq]


class LimbSums:
    """Exact sums of doubles in ascending order, each with a weight for all examples and one for those of class 1.

    A block of ``size`` doubles is written in limbs: integers of at most ``2**(width - 1)`` in magnitude, ``width``
    bits apart. With weights of at most ``2**weight``, ``2*width - 2 + weight + log2(size) <= 53``, so the sums of
    products of two limbs are integers of at most ``2**53``, exact in any order of summation.
    """

    def __init__(self, size: int, weight: int) -> None:
        self.width = (55 - weight - (size - 1).bit_length()) // 2
        self.sums: dict[int, list[int]] = {}

    def add_rows(self, x: Floats, ones: Floats) -> bool:
        """Add ``ROWS * LENGTH`` doubles that count once each, if neighbours are near each other; else False.

        In units in which all are integers, a row is written as ``C + 2**23 h + l`` around its ``C = 2**k c``, where
        c has 14 bits and the limbs h and l are at most ``2**22`` in magnitude. So the sums of products of limbs over
        a row are at most ``2**52``, exact in doubles, and their sums over the rows are exact in int64.
        """
        if not x[0] > 0:
            return False
        low, high = max(math.frexp(float(x[0]))[1] - 53, -1074), math.frexp(float(x[-1]))[1]
        if high - low > 70 or abs(low) > 1000:
            return False
        shift = max(high - low - 14, 0)
        h, rest, own = self._rows
        np.multiply(x.reshape(rest.shape), 2.0**-low, out=rest)
        centres = np.rint(rest[:, LENGTH // 2] * 2.0**-shift)
        rest -= (centres * 2.0**shift)[:, None]
        if max(-rest[:, 0].min(), rest[:, -1].max()) > 2.0 ** (2 * BITS - 1):
            return False
        ones, unit = ones.reshape(rest.shape), np.ones(LENGTH)
        np.multiply(rest, 2.0**-BITS, out=h)
        np.rint(h, out=h)
        np.multiply(h, 2.0**BITS, out=own)
        rest -= own
        found = np.empty((12, ROWS))
        found[0] = centres
        pairs = [(ones, unit), (h, unit), (rest, unit), (h, ones), (rest, ones), (h, h), (h, rest), (rest, rest)]
        for row, (left, right) in zip(found[1:9], pairs, strict=True):
            _dots(left, right, out=row)
        np.multiply(h, ones, out=own)
        _dots(own, h, out=found[9])
        _dots(own, rest, out=found[10])
        np.multiply(rest, ones, out=own)
        _dots(own, rest, out=found[11])
        whole = found.astype(np.int64)
        c, count1 = whole[:2]
        sums, by_centre = whole.sum(axis=1).tolist(), (whole[:6] @ c).tolist()
        first = LENGTH * sums[0], by_centre[1]
        second = LENGTH * by_centre[0], int((c * count1) @ c)
        kept = self._found(low)
        for k in (0, 1):
            hs, ls = 2 + 2 * k, 3 + 2 * k
            hh, hl, ll = sums[6 + 3 * k : 9 + 3 * k]
            kept[k] += (first[k] << shift) + (sums[hs] << BITS) + sums[ls]
            crossed = ((by_centre[hs] << BITS) + by_centre[ls]) << (shift + 1)
            kept[2 + k] += (second[k] << 2 * shift) + crossed + (hh << 2 * BITS) + (hl << (BITS + 1)) + ll
        return True

    @cached_property
    def _rows(self) -> Floats:
        return np.empty((3, ROWS, LENGTH))

    def _found(self, unit: int) -> list[int]:
        return self.sums.setdefault(unit, [0, 0, 0, 0])

    def add(self, x: Floats, whole: Floats | None, ones: Floats) -> None:
        """Add a block; ``whole`` is None when each double counts once."""
        top = max(abs(float(x[0])), abs(float(x[-1])))
        if not top:
            return
        least = float(x[0]) if x[0] > 0 else -float(x[-1]) if x[-1] < 0 else float(np.abs(x[x != 0]).min())
        high, low = math.frexp(top)[1], max(math.frexp(least)[1] - 53, -1074)
        count = 1 + -((low - high + self.width - 1) // self.width)
        if count > MOST_LIMBS:
            middle = len(x) // 2  # one double alone has fewer limbs
            for part in (slice(None, middle), slice(middle, None)):
                self.add(x[part], whole if whole is None else whole[part], ones[part])
            return
        width, shift = self.width, self.width - 1 - high
        columns = np.empty((2 * count + 2, len(x)))
        limbs = columns[:count]
        rest = x * 2.0**shift if abs(shift) < 1000 else np.ldexp(x, shift)
        for limb in limbs:
            np.rint(rest, out=limb)
            rest -= limb
            rest *= 2.0**width
        columns[-2], columns[-1] = 1 if whole is None else whole, ones
        right = columns if whole is None else np.concatenate((limbs * whole, columns[count:]))
        np.multiply(limbs, ones, out=right[count:-2])
        products = (limbs @ right.T).tolist()
        found = self._found(high - (width - 1) - width * (count - 1))
        for i, row in enumerate(products):
            place = width * (count - 1 - i)
            found[0] += int(row[-2]) << place
            found[1] += int(row[-1]) << place
            for k in (0, 1):
                for j in range(count):
                    found[2 + k] += int(row[k * count + j]) << (place + width * (count - 1 - j))

    def total(self) -> Sums:
        """The sums of all blocks."""
        unit = min(self.sums, default=0)
        all1, ones1, all2, ones2 = (
            sum(found[i] << ((1 + i // 2) * (power - unit)) for power, found in self.sums.items()) for i in range(4)
        )
        return Sums(
            (_dyadic(all1 - ones1, unit), _dyadic(ones1, unit)),
            (_dyadic(all2 - ones2, 2 * unit), _dyadic(ones2, 2 * unit)),
        )


def _dyadic(top: int, power: int) -> flint.fmpq:
    """``top * 2**power``."""
    return flint.fmpq(top << power) if power >= 0 else flint.fmpq(top, 1 << -power)
