"""Exact sums of doubles and of their squares, over the examples of each class, at the speed of array arithmetic."""

from __future__ import annotations

import math
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import flint

from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Keys: TypeAlias = npt.NDArray[np.signedinteger[Any]]
else:
    np = Lazily("numpy")


MOST_LIMBS = 12
PART = 1 << 8
LONGEST_ROW = 1 << 14
EXACT_ROWS = LONGEST_ROW, LONGEST_ROW >> 1, LONGEST_ROW >> 2
"""Rows whose squares are summed exactly in doubles, where keys are near to each other, as those of 32 bits are."""
MOST_SQUARES, EXACT = 2.0**107, 2.0**53


def dots(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Any:
    """Products of rows, which start no threads: matrix products of BLAS do, and wait for them on a busy machine."""
    return np.vecdot(left, right) if hasattr(np, "vecdot") else np.einsum("...i,...i->...", left, right)


class Sums(NamedTuple):
    """The sums of the scores and of their squares, over class 0 and over class 1."""

    first: tuple[flint.fmpq, flint.fmpq]
    second: tuple[flint.fmpq, flint.fmpq]


class LimbSums:
    """Exact sums of doubles in ascending order, each with a weight for all examples and one for those of class 1.

    A block of ``size`` doubles is written in limbs: integers of at most ``2**(width - 1)`` in magnitude, ``width``
    bits apart. With weights of at most ``2**weight``, ``2*width - 2 + weight + log2(size) <= 53``, so the sums of
    products of two limbs are integers of at most ``2**53``, exact in any order of summation. Long runs of sorted keys
    are summed faster, as integers (`add_run`).
    """

    def __init__(self, size: int, weight: int) -> None:
        self.width = (55 - weight - (size - 1).bit_length()) // 2
        self.sums: dict[int, list[int]] = {}
        self._doubles = np.empty(0)

    def add_run(self, keys: Keys, base: int, unit: int) -> bool:
        """Add the scores ``2**unit * (base + d)``, where d is the difference of the codes of a key and of the first.

        Of ascending `workbench.samples.ordered.Keys`; False where they are too far apart.
        """
        first, size = int(keys[0]), len(keys)
        step = (int(keys[-1]) - first) / size
        row = next((row for row in EXACT_ROWS if row * (min(row, size) * step) ** 2 < EXACT), LONGEST_ROW)
        while row > PART and row * (min(row, size) * step) ** 2 > 8 * MOST_SQUARES:
            row >>= 1
        while (rows := self._rows(keys, row)) is None:
            if row == PART:
                return False
            row >>= 1
        middles, odd, *sums = rows
        counts = [row] * len(middles)
        counts[-1] -= row * len(middles) - size
        ones, places = sum(odd), [2 * base + middle - (first & -2) for middle in middles]
        kept: list[list[int]] = []
        for numbers, firsts, seconds in zip((counts, odd), *sums, strict=True):
            # of 2s + y with scores s and classes y, whose square is 4s**2 + 4sy + y
            columns = list(zip(places, numbers, firsts, seconds, strict=True))
            first = sum([number * place + e for place, number, e, _ in columns])
            second = sum([place * (number * place + 2 * e) + ee for place, number, e, ee in columns])
            kept.append([(first - ones) // 2, (second - ones) // 4])
        (all1, all2), (ones1, ones2) = kept
        found = self._found(unit)
        found[:] = map(add, found, (all1, ones1, all2 - ones1, ones2 - ones1))
        return True

    def _rows(self, keys: Keys, row: int) -> tuple[list[Any], ...] | None:
        """Of each row of ``keys`` one even key, ``middle``; how many are odd; and the sums of ``e = key - middle`` and
        of ``e**2``, each of all and of the odd ones.

        In doubles where no sum of squares can reach ``2**53``: all that is added up are integers below it. Else the
        squares are summed modulo ``2**64``, and in doubles, which tells the multiple of ``2**64`` if they err by less
        than half of that. Summed in parts of ``PART``, each square is in ``k = 320`` additions at most, which err by
        the factor ``1 + k/2**53`` to first order: by less than ``2**63`` where the sum is below ``MOST_SQUARES``. None
        where it is not. And ``sum |e| <= sqrt(row * sum e**2)``, which is below ``2**61``.
        """
        size, rows = len(keys), -(-len(keys) // row)
        x, space = self._space(rows * row).reshape(2, 2, rows, row)
        e, bits = space.view(np.int64), x.view(np.int64)
        if size < rows * row:
            keys = np.concatenate((keys, np.repeat(keys[-1:], rows * row - size)))
        whole = keys.reshape(rows, row)
        middles = whole[:, row // 2] & -2
        farthest = max(np.subtract(whole[:, -1], middles).max(), np.subtract(middles, whole[:, 0]).max())
        parts = x.reshape(2, rows, -1, PART)
        if row * int(farthest) ** 2 < EXACT:
            ones = space[0]
            np.subtract(whole, middles[:, None], out=x[0])
            np.bitwise_and(whole, 1, out=ones)
            x[0].reshape(-1)[size:] = ones.reshape(-1)[size:] = 0
            np.multiply(x[0], ones, out=x[1])
            found = np.einsum("ij->i", ones), np.einsum("ijk->ij", x), np.einsum("ijk->ij", dots(parts, parts))
            return middles.tolist(), *(sums.astype(np.int64).tolist() for sums in found)
        np.subtract(whole, middles[:, None], out=e[0])
        np.bitwise_and(whole, 1, out=e[1])
        e.reshape(2, -1)[:, size:] = 0
        odd = np.einsum("ij->i", e[1])
        np.negative(e[1], out=e[1])  # all bits of the odd ones
        x[0] = e[0]
        np.bitwise_and(bits[0], e[1], out=bits[1])
        e[1] &= e[0]
        unsigned = e.view(np.uint64)
        about = np.einsum("ijk->ij", dots(parts, parts))
        if about.max() >= MOST_SQUARES:
            return None
        squares = np.einsum("ijk,ijk->ij", unsigned, unsigned).tolist()
        near = [list(map(_near, *of_class)) for of_class in zip(about.tolist(), squares, strict=True)]
        return middles.tolist(), odd.tolist(), np.einsum("ijk->ij", e).tolist(), near

    def _space(self, length: int) -> Floats:
        """Four rows to write in."""
        if len(self._doubles) < 4 * length:
            self._doubles = np.empty(4 * length)
        return self._doubles[: 4 * length]

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
        for limb in limbs[:-1]:
            np.rint(rest, out=limb)
            rest -= limb
            rest *= 2.0**width
        limbs[-1] = rest
        columns[-2], columns[-1] = 1 if whole is None else whole, ones
        right = columns if whole is None else np.concatenate((limbs * whole, columns[count:]))
        np.multiply(limbs, ones, out=right[count:-2])
        first = first1 = second = second1 = 0
        for row in dots(limbs[:, None], right).astype(np.int64).tolist():
            products = products1 = 0
            for product, product1 in zip(row[:count], row[count:-2], strict=True):
                products, products1 = (products << width) + product, (products1 << width) + product1
            second, second1 = (second << width) + products, (second1 << width) + products1
            first, first1 = (first << width) + row[-2], (first1 << width) + row[-1]
        found = self._found(high - (width - 1) - width * (count - 1))
        found[:] = map(add, found, (first, first1, second, second1))

    def total(self) -> Sums:
        """The sums of all blocks."""
        unit = min(self.sums, default=0)
        all1 = ones1 = all2 = ones2 = 0
        for power, (first, first1, second, second1) in self.sums.items():
            shift = power - unit
            all1, ones1 = all1 + (first << shift), ones1 + (first1 << shift)
            all2, ones2 = all2 + (second << 2 * shift), ones2 + (second1 << 2 * shift)
        return Sums(
            (_dyadic(all1 - ones1, unit), _dyadic(ones1, unit)),
            (_dyadic(all2 - ones2, 2 * unit), _dyadic(ones2, 2 * unit)),
        )


def _near(about: float, modulo: int) -> int:
    """The integer within ``2**63`` of ``about`` that is congruent to ``modulo``, modulo ``2**64``."""
    whole = int(about)
    return whole + (modulo - whole + (1 << 63)) % (1 << 64) - (1 << 63)


def _dyadic(top: int, power: int) -> flint.fmpq:
    """``top * 2**power``."""
    return flint.fmpq(top << power) if power >= 0 else flint.fmpq(top, 1 << -power)
