"""Decimals of up to 18 digits in arrays, exactly: a sample of them by counting, or by sorting keys."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import flint
import numpy as np
import numpy.typing as npt

from workbench.samples.columnar import Columnar
from workbench.samples.limbs import LimbSums, Sums, dots
from workbench.samples.ordered import TABLE_BLOCK, Keys, Table
from workbench.samples.roc_path import Path

if TYPE_CHECKING:
    from workbench.samples.ordered import Integers as Signed

Integers = npt.NDArray[np.int64]

MOST_COUNTED = 1 << 20
TEN = 10 ** np.arange(19, dtype=np.int64)
BITS = {digits: (10**digits - 1).bit_length() for digits in (15, 16, 17, 18)}
_DIGITS_OF_BITS = {bits: digits for digits, bits in BITS.items()}
_DIGITS_FROM = np.array([len(str(1 << i)) for i in range(64)], dtype=np.int64)
LIMB = 20
ROWS = 1 << 13


class Decimals(NamedTuple):
    """Examples with scores ``m / 10**places`` by their ``packed = m << 1 | class``, where ``|m| < 10**18``."""

    packed: Integers
    places: npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class ScaledTable(Table):
    """A `Table` of doubles that are divided by ``denominator``; its arrays may be files, and are taken in blocks."""

    denominator: int = 1

    def score(self, i: int) -> Fraction:
        return super().score(i) / self.denominator

    def place(self, t: Fraction, strictly: bool) -> int:
        return super().place(t * self.denominator, strictly)

    def doubles(self, start: int, stop: int) -> tuple[npt.NDArray[np.float64], Signed, Signed]:
        values, whole, ones = super().doubles(start, stop)
        return values / float(self.denominator), whole, ones

    def sums(self, start: int, stop: int) -> Sums:
        ends, ones = self.path.ends, self.path.ones
        blocks = [slice(i, min(i + TABLE_BLOCK, stop)) for i in range(start, stop, TABLE_BLOCK)]
        largest = max(int(np.diff(ends[here.start : here.stop + 1]).max()) for here in blocks)
        found = LimbSums(TABLE_BLOCK, largest.bit_length())
        for here in blocks:
            weights = (np.diff(x[here.start : here.stop + 1]).astype(np.float64) for x in (ends, ones))
            found.add(self.values[here], *weights)
        return _over(found.total(), self.denominator)


@dataclass(frozen=True, eq=False)
class IntegerKeys(Keys):
    """Sorted keys ``code << 1 | class`` of scores that are the codes, below ``2**53``, divided by ``denominator``."""

    denominator: int = 1

    route = "integer keys"

    def place(self, t: Fraction, strictly: bool) -> int:
        whole = t * self.denominator
        return self._up_to(math.ceil(whole) - 1 if strictly else math.floor(whole))

    def _decoded(self, codes: Integers) -> npt.NDArray[np.float64]:
        return codes.astype(np.float64)

    def _rounded(self, codes: Integers) -> npt.NDArray[np.float64]:
        return self._decoded(codes) / float(self.denominator)

    def _exact(self, codes: Integers) -> Iterator[Fraction]:
        return (Fraction(code, self.denominator) for code in codes.tolist())

    def sums(self, start: int, stop: int) -> Sums:
        return _over(super().sums(start, stop), self.denominator)

    def _run(self, code: int) -> tuple[int, int, int | None]:
        return code, 0, None


def _over(sums: Sums, denominator: int) -> Sums:
    """The sums of the scores divided by ``denominator``."""
    (first0, first1), (second0, second1) = sums
    square = denominator**2
    return Sums((first0 / denominator, first1 / denominator), (second0 / square, second1 / square))


@dataclass(frozen=True, eq=False)
class DecimalKeys(Keys):
    """Sorted keys ``code << 1 | class`` of decimals in floating point.

    The code ``band << bits | m`` stands for ``m * 10**band / denominator`` and its negative for minus that, where m
    has as many digits as fit in the bits, or fewer if the band is 0: so the codes are in the order of the scores.
    """

    bits: int = BITS[18]
    denominator: int = 1

    route = "decimal keys"

    def place(self, t: Fraction, strictly: bool) -> int:
        size = abs(t) * self.denominator
        whole = size.numerator // size.denominator
        band = max(len(str(whole)) - _DIGITS_OF_BITS[self.bits], 0)
        m = whole // 10**band
        code, exact = band << self.bits | m, m * 10**band == size
        return self._up_to(code - (exact and strictly) if t >= 0 else -(code + (strictly or not exact)))

    def _rounded(self, codes: Integers) -> npt.NDArray[np.float64]:
        """By long doubles, so that most are the nearest doubles."""
        sizes, decimals = np.abs(codes), len(str(self.denominator)) - 1
        bands = sizes >> self.bits
        powers = np.power(np.longdouble(10), np.arange(bands.max() + 1) - decimals)[bands]
        found: npt.NDArray[np.float64] = ((sizes & ((1 << self.bits) - 1)) * powers).astype(np.float64)
        return np.copysign(found, codes)

    def _exact(self, codes: Integers) -> Iterator[Fraction]:
        mask, bottom = (1 << self.bits) - 1, self.denominator
        for code in codes.tolist():
            top = (abs(code) & mask) * 10 ** (abs(code) >> self.bits)
            yield Fraction(top if code >= 0 else -top, bottom)

    def sums(self, start: int, stop: int) -> Sums:
        """By limbs of 20 bits: the sum of 2**13 products of two is an integer of at most 2**53, exact in doubles."""
        found: dict[int, list[int]] = {}
        for i in range(start, stop, ROWS):
            keys = self.keys[i : min(i + ROWS, stop)]
            codes = keys >> 1
            sizes = np.abs(codes)
            bands = sizes >> self.bits
            starts = np.flatnonzero(np.diff(bands, prepend=-1)).tolist()
            for low, high in zip(starts, [*starts[1:], len(keys)], strict=True):
                here = slice(low, high)
                sums = found.setdefault(int(bands[low]), [0, 0, 0, 0])
                _add(sums, sizes[here] & ((1 << self.bits) - 1), codes[here] < 0, (keys[here] & 1).astype(np.float64))
        all1, ones1, all2, ones2 = (
            flint.fmpq(sum(x[i] * 10 ** (power * band) for band, x in found.items()))
            for i, power in enumerate((1, 1, 2, 2))
        )
        return _over(Sums((all1 - ones1, ones1), (all2 - ones2, ones2)), self.denominator)


def _add(sums: list[int], digits: Integers, negative: npt.NDArray[np.bool_], ones: npt.NDArray[np.float64]) -> None:
    columns = np.empty((8, len(digits)))
    for j in range(3):
        columns[j] = (digits >> (LIMB * j)) & ((1 << LIMB) - 1)
    np.negative(columns[:3], out=columns[:3], where=negative)
    columns[3], columns[7] = 1, ones
    np.multiply(columns[:3], ones, out=columns[4:7])
    for i, row in enumerate(dots(columns[:3, None], columns).tolist()):
        sums[0] += int(row[3]) << LIMB * i
        sums[1] += int(row[7]) << LIMB * i
        for j in range(3):
            sums[2] += int(row[j]) << LIMB * (i + j)
            sums[3] += int(row[4 + j]) << LIMB * (i + j)


class Form(NamedTuple):
    """Of keys as in `DecimalKeys` with ``10**most`` as denominator: ``span`` digits, of which ``digits`` are kept."""

    most: int
    span: int
    digits: int

    @property
    def one_band(self) -> bool:
        return self.span <= self.digits


def form_of(extents: Iterable[tuple[int, int, int]]) -> Form | None:
    """The form of the keys of blocks of such an `extent` each; None where their codes do not fit in 62 bits."""
    most, length, reach = (max(0, *column) for column in zip((0, 0, 0), *extents, strict=True))
    digits = 18 if reach + most <= 18 else max(length, 15)
    if digits > 18 or max(reach + most - digits, 0) >> (62 - BITS[digits]):
        return None
    return Form(most, reach + most, digits)


def of_decimals(blocks: list[Decimals]) -> Columnar | None:
    """The sample of these examples, which are taken out of ``blocks``; None where their codes do not fit in 62 bits."""
    form = form_of(map(extent, blocks))
    if form is None or sum(len(block.packed) for block in blocks) < 2:
        return None
    keys = np.empty(sum(len(block.packed) for block in blocks), dtype=np.int64)
    end = len(keys)
    while blocks:
        block = blocks.pop()
        keys[end - len(block.packed) : end] = keys_of(block, form)
        end -= len(block.packed)
    denominator = 10**form.most
    low, high = int(keys.min()) >> 1, int(keys.max()) >> 1
    if low >= 0 and high < min(MOST_COUNTED, len(keys) // 4):
        return Columnar(_counted(keys, high + 1, denominator))
    keys.sort()
    if form.one_band and max(-low, high) < 1 << 53:
        return Columnar(IntegerKeys(keys, denominator=denominator))
    return Columnar(DecimalKeys(keys, bits=BITS[form.digits], denominator=denominator))


def extent(block: Decimals) -> tuple[int, int, int]:
    """The most decimals, the most digits, and how many digits stand before the decimal point at most."""
    most = int(block.places.max())
    if (block.places == most).all():
        length = len(str(max(abs(int(block.packed.min()) >> 1), int(block.packed.max()) >> 1)))
        return most, length, length - most
    lengths = _lengths(block.packed >> 1)
    return most, int(lengths.max()), int((lengths - block.places).max())


def _lengths(m: Integers) -> Integers:
    """How many digits the numbers have; 0 has none."""
    sizes = np.abs(m)
    exponents = np.frexp(sizes.astype(np.float64))[1]
    found: Integers = _DIGITS_FROM.take(np.maximum(exponents - 1, 0))
    found += sizes >= TEN.take(found, mode="clip")
    found[sizes == 0] = 0
    return found


def keys_of(block: Decimals, form: Form) -> Integers:
    """The keys of a block."""
    most, _, digits = form
    packed, one_band = block.packed, form.one_band
    if one_band and (block.places == most).all():
        return packed
    shifts = most - block.places.astype(np.int64)
    m = packed >> 1
    if one_band:
        m *= TEN.take(shifts, mode="clip")
    else:
        bands = np.maximum(_lengths(m) + shifts - digits, 0)
        bands[m == 0] = 0
        m *= TEN.take(shifts - bands, mode="clip")
        bands <<= BITS[digits]
        np.negative(bands, out=bands, where=m < 0)
        m += bands
    m <<= 1
    m |= packed & 1
    return m


def _counted(keys: Integers, size: int, denominator: int) -> ScaledTable:
    pairs = np.bincount(keys, minlength=2 * size).reshape(size, 2)
    found = np.flatnonzero(pairs.any(axis=1))
    ends, ones = (np.concatenate(([0], np.cumsum(x))) for x in (pairs[found].sum(axis=1), pairs[found, 1]))
    return ScaledTable(Path(ends, ones), found.astype(np.float64), denominator)
