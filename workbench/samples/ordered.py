"""Scores in order, with their classes, as arrays: counted, or as sorted keys.

All know the ROC path, find thresholds, sum scores exactly, and list the distinct scores as fractions when asked.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias

import flint

from workbench.lazily import Lazily
from workbench.samples.limbs import LimbSums, Sums
from workbench.samples.roc_path import Path

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Integers: TypeAlias = npt.NDArray[np.signedinteger[Any]]
else:
    np = Lazily("numpy")


BLOCK, SMALL_BLOCK = 1 << 16, 1 << 14
LIMB_BLOCK = 1 << 12
FEW = 1 << 10
SHORTEST_RUN, LONGEST_RUN = 1 << 13, 1 << 16
TABLE_BLOCK = 1 << 10
SPARSE_TIES = 32
FORMATS = {8: (52, -1074), 4: (23, -149)}
"""By the bytes of a float its bits after the first one, and the power of two of the smallest one above zero."""


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct scores in ascending order, and the path whose corner ``i`` stands before the ``i``-th of them."""

    path: Path

    route = "counted"

    def score(self, i: int) -> Fraction:
        """The ``i``-th score."""
        raise NotImplementedError

    def place(self, t: Fraction, strictly: bool) -> int:
        """How many of the scores are at most ``t``, or below it."""
        raise NotImplementedError

    def sums(self, start: int, stop: int) -> Sums:
        """Over the scores from one place to another."""
        raise NotImplementedError

    def doubles(self, start: int, stop: int) -> tuple[Floats, Integers, Integers]:
        """The distinct scores from one to another, rounded, and how many examples, and of class 1, have them."""
        raise NotImplementedError

    @property
    def distinct(self) -> int:
        """The number of distinct scores, and the place after all of them."""
        return len(self.path.ends) - 1

    last = distinct

    @property
    def extremes(self) -> tuple[Fraction, Fraction]:
        return self.score(0), self.score(-1)

    def ones_before(self, place: int) -> tuple[int, int]:
        """The examples before a place, and those of them of class 1."""
        return int(self.path.ends[place]), int(self.path.ones[place])

    def passed(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """How many examples, and how many of class 1, have one of the first so many distinct scores."""
        return self.path.ends.astype(np.int64), self.path.ones.astype(np.int64)

    def columns(self) -> tuple[tuple[Fraction, ...], list[int], list[int]]:
        """The distinct scores, and how many examples of class 0 and of class 1 have them."""
        whole, ones = np.diff(self.path.ends), np.diff(self.path.ones)
        return tuple(map(self.score, range(self.distinct))), (whole - ones).tolist(), ones.tolist()

    def counts(self, start: int, stop: int) -> tuple[Integers, Integers]:
        """How many examples, and of class 1, have the distinct scores from one to another."""
        ends, ones = self.path.ends[start : stop + 1], self.path.ones[start : stop + 1]
        return np.diff(ends).astype(np.int64), np.diff(ones).astype(np.int64)

    def indices(self, ends: list[int]) -> list[int]:
        """How many distinct scores the first so many examples have."""
        found: list[int] = np.searchsorted(self.path.ends, np.array(ends, dtype=self.path.ends.dtype)).tolist()
        return found


@dataclass(frozen=True, eq=False)
class Table(Counted):
    """Scores that are the doubles ``values``."""

    values: Floats

    route = "counting"

    def score(self, i: int) -> Fraction:
        return Fraction(float(self.values[i]))

    def place(self, t: Fraction, strictly: bool) -> int:
        """How many of the scores are at most ``t``, or below it."""
        return int(np.searchsorted(self.values, _double_below(t, strictly), "right"))

    def doubles(self, start: int, stop: int) -> tuple[Floats, Integers, Integers]:
        """The distinct scores from one to another, rounded, and how many examples, and of class 1, have them."""
        return self.values[start:stop], *self.counts(start, stop)

    def sums(self, start: int, stop: int) -> Sums:
        """Over the scores from one place to another."""
        whole, ones = np.diff(self.path.ends), np.diff(self.path.ones)
        found = LimbSums(TABLE_BLOCK, int(whole.max()).bit_length())
        for i in range(start, stop, TABLE_BLOCK):
            here = slice(i, min(i + TABLE_BLOCK, stop))
            found.add(self.values[here], whole[here].astype(np.float64), ones[here].astype(np.float64))
        return found.total()


@dataclass(frozen=True, eq=False)
class Numerators(Counted):
    """Scores that are the integers ``tops`` over a common denominator; their sums are Python's."""

    tops: list[int]
    denominator: int

    route = "common denominator"

    def score(self, i: int) -> Fraction:
        return Fraction(self.tops[i], self.denominator)

    def place(self, t: Fraction, strictly: bool) -> int:
        """How many of the scores are at most ``t``, or below it."""
        return (bisect_left if strictly else bisect_right)(self.tops, t * self.denominator)

    def doubles(self, start: int, stop: int) -> tuple[Floats, Integers, Integers]:
        """The distinct scores from one to another, rounded, and how many examples, and of class 1, have them."""
        return np.array([top / self.denominator for top in self.tops[start:stop]]), *self.counts(start, stop)

    def sums(self, start: int, stop: int) -> Sums:
        """Over the scores from one place to another."""
        ones = np.diff(self.path.ones)
        tops, found = self.tops[start:stop], []
        for counts in (np.diff(self.path.ends) - ones, ones):
            weighted = list(map(mul, counts[start:stop].tolist(), tops))
            found.append((sum(weighted), sum(map(mul, weighted, tops))))
        (first0, second0), (first1, second1) = found
        bottom = self.denominator
        return Sums(
            (flint.fmpq(first0, bottom), flint.fmpq(first1, bottom)),
            (flint.fmpq(second0, bottom**2), flint.fmpq(second1, bottom**2)),
        )


@dataclass(frozen=True, eq=False)
class Keys:
    """Sorted keys ``code << 1 | class``, one for each example, of 64 bits for doubles and of 32 in single precision.

    A code is the bit pattern of the float's magnitude less ``offset``, with the sign of the float, and zero for zero.
    """

    keys: npt.NDArray[np.signedinteger[Any]]
    offset: int = 0

    route = "packed keys"

    @cached_property
    def _corners(self) -> tuple[Path, int, bool]:
        """The path, the number of distinct scores, and whether some score is shared by both classes."""
        keys, n = self.keys, len(self.keys)
        turns, ones_from, distinct = self._changes()
        if len(ones_from):
            few = len(ones_from) <= n // SPARSE_TIES
            return self._turns(turns, ones_from) if few else self._at_every_score(distinct), distinct, True
        turns[0] = keys[0] & 1  # the path goes up first, and there is a corner where each climb begins
        starts = range(0, n + 1, SMALL_BLOCK)
        parts = [np.flatnonzero(turns[i : i + SMALL_BLOCK]).astype(np.int32) + np.int32(i) for i in starts]
        places = np.concatenate(parts)
        del turns, parts
        if len(places) % 2:
            places = np.append(places, np.int32(n))
        ends = np.zeros(len(places) // 2 + 2, dtype=np.int32)
        ones = np.zeros_like(ends)
        ends[1:-1], ends[-1] = places[::2], n
        np.cumsum(places[1::2] - places[::2], out=ones[2:])
        return Path(ends, ones, stairs=True), distinct, False

    def _changes(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], int]:
        """Whether the class changes before each key, and after the last one; where class 1 begins within each tie of
        both classes; and the number of distinct scores.
        """
        turns, distinct = np.zeros(len(self.keys) + 1, dtype=np.bool_), len(self.keys)
        inside, bits = [np.zeros(0, dtype=np.intp)], turns.view(np.uint8)
        for i, apart in self._neighbours():
            if apart.min() <= 1:
                distinct -= len(apart) - int(np.count_nonzero(apart > 1))
                inside.append(np.flatnonzero(apart == 1) + i)
            bits[i : i + len(apart)] = apart
        bits &= 1
        return turns, np.concatenate(inside), distinct

    def _turns(self, turns: npt.NDArray[np.bool_], ones_from: npt.NDArray[np.intp]) -> Path:
        """The path with a corner where it turns, for a few ties of both classes, on which it is straight."""
        keys, n = self.keys, len(self.keys)
        shared = keys[ones_from]
        starts, stops = keys.searchsorted(shared - 1), keys.searchsorted(shared, "right")
        turns[ones_from] = False
        for places in ([0, n], starts, stops):
            turns[places] = True
        ends = np.flatnonzero(turns).astype(np.int32)
        climbs = np.where(keys[ends[:-1]] & 1, np.diff(ends), 0)
        climbs[ends.searchsorted(starts.astype(np.int32))] = stops - ones_from
        ones = np.zeros_like(ends)
        np.cumsum(climbs, out=ones[1:])
        return Path(ends, ones)

    def _at_every_score(self, distinct: int) -> Path:
        """The path with a corner at every distinct score, for many ties of both classes."""
        ends, ones = np.zeros((2, distinct + 1), dtype=np.int32)
        corner, before = 1, 0
        for i, apart in self._neighbours():
            new = np.flatnonzero(apart > 1)
            passed = np.cumsum(self.keys[i - 1 : i - 1 + len(apart)] & 1, dtype=np.int32)
            here = slice(corner, corner + len(new))
            ends[here], ones[here] = new + i, passed[new] + before
            corner, before = here.stop, before + int(passed[-1])
        ends[-1], ones[-1] = len(self.keys), before + int(self.keys[-1] & 1)
        return Path(ends, ones)

    def _neighbours(self) -> Iterator[tuple[int, npt.NDArray[np.unsignedinteger[Any]]]]:
        """Blocks of the bits in which neighbouring keys differ, each with the index of the second key of its first."""
        bits = self.keys.view(f"u{self.keys.itemsize}")
        apart = np.empty(min(SMALL_BLOCK, len(bits)), dtype=bits.dtype)
        for i in range(1, len(bits), SMALL_BLOCK):
            here = bits[i : i + SMALL_BLOCK]
            yield i, np.bitwise_xor(here, bits[i - 1 : i - 1 + len(here)], out=apart[: len(here)])

    @property
    def path(self) -> Path:
        return self._corners[0]

    @property
    def distinct(self) -> int:
        return self._corners[1]

    def place(self, t: Fraction, strictly: bool) -> int:
        """How many examples have a score of at most ``t``, or below it."""
        return self._up_to(self._code(_double_below(t, strictly)))

    def _up_to(self, code: int) -> int:
        """How many examples have this code or a lower one."""
        most = (1 << 8 * self.keys.itemsize - 2) - 1
        code = max(min(code, most), -most - 1)
        return int(self.keys.searchsorted(self.keys.dtype.type(2 * code + 1), "right"))

    def _code(self, x: float) -> int:
        """The greatest code of a float up to ``x``."""
        bits = self.keys.dtype
        if bits.itemsize == 4:
            x = float(_single_below(x))
        magnitude = int(np.array(abs(x), dtype=f"f{bits.itemsize}").view(bits)) - self.offset
        if x >= 0:
            return max(magnitude, 0) if x else 0
        return -max(magnitude, 1)

    def ones_before(self, place: int) -> tuple[int, int]:
        """The examples before a place, and those of them of class 1."""
        return place, self.path.ones_before(place)

    @property
    def last(self) -> int:
        """The place after all examples."""
        return len(self.keys)

    def sums(self, start: int, stop: int) -> Sums:
        """Over the examples from one place to another."""
        found = LimbSums(LIMB_BLOCK, 0)
        longest = min(max((stop - start) // 8, SHORTEST_RUN), LONGEST_RUN)
        while start < stop:
            size = self._add_run(found, start, min(start + longest, stop))
            if not size:
                keys = self.keys[start : min(start + LIMB_BLOCK, stop)]
                found.add(self._decoded(keys >> 1), None, (keys & 1).astype(np.float64))
                size = len(keys)
            start += size
        return found.total()

    def _add_run(self, found: LimbSums, start: int, stop: int) -> int:
        """How many keys of a run that begins at ``start`` are added as integers: none of too few, or too far apart."""
        if stop - start < FEW:
            return 0
        keys = self.keys[start:stop]
        base, unit, end = self._run(int(keys[0]) >> 1)
        if end is not None and keys[-1] >> 1 >= end:
            keys = keys[: int(keys.searchsorted(keys.dtype.type(2 * end)))]
        return len(keys) if len(keys) >= FEW and found.add_run(keys, base, unit) else 0

    def _run(self, code: int) -> tuple[int, int, int | None]:
        """The score of ``code`` as an integer times a power of two, and the code where its successors end.

        The score of ``code + 1`` is the integer plus one, times the power, and so on: up to another exponent or sign.
        """
        if not code and self.offset:
            return 0, 0, 1
        mantissa, least_unit = FORMATS[self.keys.itemsize]
        one = 1 << mantissa
        exponent, base = divmod(abs(code) + self.offset, one)
        least = exponent * one - self.offset
        if exponent:
            base += one
        unit = max(exponent, 1) - 1 + least_unit
        return (-base, unit, min(1 - least, 0)) if code < 0 else (base, unit, least + one)

    def _decoded(self, codes: npt.NDArray[Any]) -> Floats:
        """The doubles of these codes."""
        floats = f"f{codes.itemsize}"
        if not self.offset and codes[0] >= 0:
            plain: Floats = codes.view(floats).astype(np.float64, copy=False)
            return plain
        bits = np.abs(codes)
        bits[bits > 0] += self.offset
        found: Floats = bits.view(floats).astype(np.float64, copy=False)
        np.negative(found, out=found, where=codes < 0)
        return found

    def _exact(self, codes: npt.NDArray[Any]) -> Iterator[Fraction]:
        return map(Fraction, self._decoded(codes).tolist())

    @property
    def extremes(self) -> tuple[Fraction, Fraction]:
        low, high = self._exact(self.keys[[0, -1]] >> 1)
        return low, high

    @cached_property
    def _starts(self) -> npt.NDArray[np.intp]:
        """The first examples of the distinct scores."""
        return np.concatenate((np.zeros(1, dtype=np.intp), *(np.flatnonzero(x > 1) + i for i, x in self._neighbours())))

    def score(self, i: int) -> Fraction:
        """The ``i``-th distinct score."""
        return next(self._exact(self.keys[self._starts[[i]]] >> 1))

    def passed(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """How many examples, and how many of class 1, have one of the first so many distinct scores."""
        ends = np.append(self._starts, len(self.keys))
        ones = np.cumsum(self.keys & 1)[ends[1:] - 1]
        return ends, np.concatenate((np.zeros(1, dtype=np.int64), ones))

    def columns(self) -> tuple[tuple[Fraction, ...], list[int], list[int]]:
        """The distinct scores, and how many examples of class 0 and of class 1 have them."""
        starts = self._starts
        whole = np.diff(starts, append=len(self.keys))
        ones = np.add.reduceat(self.keys & 1, starts)
        return tuple(self._exact(self.keys[starts] >> 1)), (whole - ones).tolist(), ones.tolist()

    def doubles(self, start: int, stop: int) -> tuple[Floats, Integers, Integers]:
        """The distinct scores from one to another, rounded, and how many examples, and of class 1, have them."""
        firsts = self._starts[start:stop]
        end = int(self._starts[stop]) if stop < len(self._starts) else len(self.keys)
        keys = self.keys[firsts[0] : end]
        ones = np.add.reduceat(keys & 1, firsts - firsts[0], dtype=np.int64)
        return self._rounded(self.keys[firsts] >> 1), np.diff(firsts, append=end), ones

    def _rounded(self, codes: npt.NDArray[Any]) -> Floats:
        return self._decoded(codes)

    def indices(self, ends: list[int]) -> list[int]:
        """How many distinct scores the first so many examples have."""
        found: list[int] = np.searchsorted(self._starts, ends).tolist()
        return found


def _double_below(t: Fraction, strictly: bool) -> float:
    """The greatest double that is at most ``t``, or below it; an infinity where there is none."""
    try:
        nearest = float(t)
    except OverflowError:
        return math.nextafter(math.inf, 0) if t > 0 else -math.inf
    top, bottom = nearest.as_integer_ratio()
    above = top * t.denominator - t.numerator * bottom
    return math.nextafter(nearest, -math.inf) if above > 0 or (strictly and not above) else nearest


def _single_below(x: float) -> np.float32:
    """The greatest float in single precision that is at most ``x``, which may be minus infinity."""
    most = float(np.finfo(np.float32).max)
    if x < -most:
        return np.float32(-np.inf)
    nearest = np.float32(min(x, most))
    return np.nextafter(nearest, np.float32(-np.inf)) if float(nearest) > x else nearest
