"""Samples of many examples as numpy arrays, with the same exact figures at the cost of about one sort.

A sample is reduced to one of three kinds of columns, whichever is the cheapest:

`Table`       doubles that are decimals of few digits are counted, and nothing is sorted;
`Keys`        other floats are sorted as integers ``code << 1 | class``, where the codes, their bit patterns, are in
              the order of the scores;
`Numerators`  distinct fractions are sorted as integers over a common denominator.

What depends on the order of the examples only is found on the ROC path (`workbench.samples.roc_path`), sums of scores
and of their squares by limbs (`workbench.samples.limbs`), and whatever else is asked as by any other `Sample`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import flint

from workbench.lazily import Lazily
from workbench.numbers.given import fraction
from workbench.samples.ordered import BLOCK, SMALL_BLOCK, Counted, Keys, Numerators, Table
from workbench.samples.pooling import Block
from workbench.samples.roc_path import Path
from workbench.samples.sample import QUICKER, Sample

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Flags: TypeAlias = npt.NDArray[np.bool_]
else:
    np = Lazily("numpy")


MOST = (1 << 31) - 1
MOST_DECIMALS = 6
SPARSE = 16
FEW = 256
MOST_BITS = 256
ZERO = flint.fmpq(0)
ONE = 0x3FF0000000000000
PYTHON_OBJECTS = "none", "object", "str", "decimal", "categorical", "enum"
"""Words in the types of columns that would become arrays of Python objects."""

# --- the sample ------------------------------------------------------------------------------------------------


class Columnar(Sample):
    """A `Sample` kept as columns of arrays, whose fractions are made when somebody asks for them.

    Each example counts ``times0`` or ``times1`` times, as its class is 0 or 1.
    """

    def __init__(self, data: Counted | Keys, times0: int = 1, times1: int = 1) -> None:
        path, everything = data.path, (data.last, (data.path.n, data.path.n1))
        n0, n1 = times0 * (path.n - path.n1), times1 * path.n1
        empty: dict[str, dict[Any, Any]] = {name: {} for name in ("_sums", "_places", "_rates", "remembered")}
        self.__dict__.update(_data=data, _path=path, _times0=times0, _times1=times1, _everything=everything)
        self.__dict__.update(n=n0 + n1, n0=n0, n1=n1, **empty)

    _data: Counted | Keys
    _path: Path
    _everything: tuple[int, tuple[int, int]]
    _times0: int
    _times1: int
    _sums: dict[tuple[int, int], list[list[flint.fmpq]]]
    _places: dict[tuple[tuple[int, int], bool], tuple[int, tuple[int, int]]]
    _rates: dict[tuple[int, int], tuple[flint.fmpq, flint.fmpq]]

    def __reduce__(self) -> tuple[Any, ...]:
        return Columnar, (self._data, self._times0, self._times1)

    @property
    def route(self) -> str:
        return self._data.route

    @cached_property
    def _columns(self) -> tuple[tuple[Fraction, ...], list[int], list[int]]:
        return self._data.columns()

    @cached_property
    def scores(self) -> tuple[Fraction, ...]:
        return self._columns[0]

    @cached_property
    def counts0(self) -> tuple[int, ...]:
        return tuple(self._times0 * a for a in self._columns[1])

    @cached_property
    def counts1(self) -> tuple[int, ...]:
        return tuple(self._times1 * b for b in self._columns[2])

    @property
    def distinct_scores(self) -> int:
        return self._data.distinct

    @cached_property
    def extremes(self) -> tuple[Fraction, Fraction]:
        return self._data.extremes

    @property
    def passed(self) -> tuple[Any, Any]:
        ends, ones = self._data.passed()
        return _times(self._times0, ends - ones), _times(self._times1, ones)

    def score(self, i: int) -> Fraction:
        return self._data.score(i)

    def counts_at_most(self, t: Fraction) -> tuple[int, int]:
        whole, ones = self._before(t, False)[1]
        return self._times0 * (whole - ones), self._times1 * ones

    # --- the ROC curve and its hull -------------------------------------------------------------------------

    @property
    def ordered_pairs(self) -> int:
        return self._times0 * self._times1 * self._path.walk.area

    @property
    def greatest_gap(self) -> int:
        walk = self._path.walk
        return self._times0 * self._times1 * max(walk.greatest, -walk.least)

    @cached_property
    def sides(self) -> tuple[tuple[int, int], ...]:
        times0, times1 = self._times0, self._times1
        if times0 == times1 == 1:
            return tuple(self._path.sides)
        return tuple([(times0 * a, times1 * b) for a, b in self._path.sides])

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        places = self._data.indices(list(accumulate(map(sum, self._path.sides), initial=0)))
        return tuple(Block(i, j, a, b) for i, j, (a, b) in zip(places, places[1:], self.sides, strict=False))

    @property
    def ties(self) -> dict[int, int]:
        if self._times0 != self._times1:
            return super().ties
        return {self._times0 * size: self._times0**2 * product for size, product in self._path.ties.items()}

    # --- sums over the examples -----------------------------------------------------------------------------

    def power_sum(self, k: int, degree: int, start: int = 0, stop: int | None = None) -> Fraction:
        if k not in (0, 1) or degree > 2 or start or (stop is not None and stop != self.distinct_scores):
            return super().power_sum(k, degree, start, stop)
        return fraction(self.power_sums(k, degree)[degree])

    def power_sums(
        self, k: int, degree: int, low: Fraction | None = None, high: Fraction | None = None, from_low: bool = False
    ) -> list[flint.fmpq]:
        if k not in (0, 1) or degree > 2:
            return super().power_sums(k, degree, low, high, from_low)
        if low is None and high is None:
            return self._whole[k][: degree + 1]
        start, before = self._before(low, from_low) if low is not None else (0, (0, 0))
        stop, after = self._before(high, from_low) if high is not None else self._everything
        if start >= stop:
            return [ZERO] * (degree + 1)
        ones = after[1] - before[1]
        counts = after[0] - before[0] - ones, ones
        if not degree:
            return [flint.fmpq((self._times0, self._times1)[k] * counts[k])]
        if (start, stop) not in self._sums:
            self._sums[start, stop] = self._summed(start, stop, counts)
        return self._sums[start, stop][k][: degree + 1]

    @cached_property
    def _whole(self) -> list[list[flint.fmpq]]:
        last, (n, n1) = self._everything
        return self._summed(0, last, (n - n1, n1))

    def _summed(self, start: int, stop: int, counts: tuple[int, int]) -> list[list[flint.fmpq]]:
        """Of each class, the number, the sum and the sum of the squares of the scores from one place to another."""
        columns = zip((self._times0, self._times1), counts, *self._data.sums(start, stop), strict=True)
        return [[flint.fmpq(times * count), times * first, times * second] for times, count, first, second in columns]

    def _before(self, t: Fraction, strictly: bool) -> tuple[int, tuple[int, int]]:
        """The place after the scores up to ``t``, or below it; how many examples they have, and how many of class 1."""
        key = t.as_integer_ratio(), strictly
        found = self._places.get(key)
        if found is None:
            low, high = self.extremes
            if t >= high and not (strictly and t == high):
                found = self._everything
            elif t < low or (strictly and t == low):
                found = 0, (0, 0)
            else:
                place = self._data.place(t if isinstance(t, Fraction) else Fraction(t), strictly)
                found = place, self._data.ones_before(place)
            self._places[key] = found
        return found

    def rank_sum(self, k: int, degree: int, start: int = 0, stop: int | None = None) -> Fraction:
        if k not in (0, 1) or degree > 2 or start or (stop is not None and stop != self.distinct_scores):
            return super().rank_sum(k, degree, start, stop)
        return fraction(self.rank_sums(k, degree)[degree])

    def rank_sums(
        self, k: int, degree: int, low: Fraction | None = None, high: Fraction | None = None
    ) -> list[flint.fmpq]:
        if k not in (0, 1) or degree > 2:
            return super().rank_sums(k, degree, low, high)
        if low is None and high is None:
            return self._ranks[k][: degree + 1]
        if degree:
            return super().rank_sums(k, degree, low, high)
        before = ZERO if low is None else self._passed(low)[k]
        after = flint.fmpq(self.n1 if k else self.n0) if high is None else self._passed(high)[k]
        return [max(after - before, ZERO)]

    @cached_property
    def _ranks(self) -> list[list[flint.fmpq]]:
        """With x of one class passed and y of the other, ``n R = times x + weight y``, and ``x**2 dy`` is
        ``d(x**2 y) - 2xy dx``.
        """
        n, n0, n1, walk = self.n, self._path.n - self._path.n1, self._path.n1, self._path.walk
        rest = 2 * n0 * n1 - walk.area
        found = []
        for own, other, times, weight, area, squares, others in (
            (n0, n1, self._times0, self._times1, rest, walk.squares0, walk.squares1),
            (n1, n0, self._times1, self._times0, walk.area, walk.squares1, walk.squares0),
        ):
            first = times * (times * own**2 + weight * area)
            mixed = 3 * own**2 * other - squares
            second = times * (times**2 * own**3 + times * weight * mixed + weight**2 * others)
            found.append([flint.fmpq(times * own), flint.fmpq(first, 2 * n), flint.fmpq(second, 3 * n**2)])
        return found

    def _passed(self, rate: Fraction) -> tuple[flint.fmpq, flint.fmpq]:
        """How many examples of class 0, and of class 1, are passed at this rate."""
        key = rate.as_integer_ratio()
        if key not in self._rates:
            rank = flint.fmpq(key[0] * self.n, key[1])
            ones = self._times1 * self._path.at(rank, self._times0, self._times1)
            self._rates[key] = rank - ones, ones
        return self._rates[key]

    # --- other samples made from this one ----------------------------------------------------------------------

    def _with_counts(self, times0: int, times1: int) -> Sample:
        return Columnar(self._data, times0 * self._times0, times1 * self._times1)


def _times(times: int, counts: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Cumulative counts, multiplied: in Python's integers where they are too large for others."""
    return times * (counts if times * int(counts[-1]) < 1 << 63 else counts.astype(object))


# --- from arrays and lists -----------------------------------------------------------------------------------


def of_arrays(y_true: Any, y_score: Any) -> Columnar | None:
    """The sample of two plain numeric arrays, both classes there or not; None where the slow way must look closer."""
    if not hasattr(y_score, "__array__") or not hasattr(y_true, "__array__"):
        return None
    if any(isinstance(column, np.ma.MaskedArray) or _of_objects(column) for column in (y_true, y_score)):
        return None
    try:
        classes, scores = np.asarray(y_true), np.asarray(y_score)
    except Exception:  # what its library keeps in no array, such as integers of 128 bits, may still make a list
        return None
    if classes.ndim != 1 or classes.shape != scores.shape or not 0 < len(classes) <= MOST:
        return None
    if classes.dtype.kind not in "biuf" or not (
        scores.dtype.kind in "biu" or scores.dtype in (np.float64, np.float32, np.float16)
    ):
        return None
    return _counted(classes, scores) or _packed(classes, scores)


def of_lists(classes: list[Any], scores: list[Any]) -> Columnar | None:
    """The same of lists of floats, if they are long."""
    if (
        len(scores) != len(classes)
        or len(scores) < FEW
        or type(scores[0]) is not float
        or set(map(type, scores)) != {float}
    ):
        return None
    kinds = set(map(type, classes))
    return of_arrays(np.array(classes), np.array(scores)) if kinds in ({int}, {bool}, {float}) else None


def of_ratios(counts: Mapping[tuple[int, int], tuple[int, int]]) -> Columnar | None:
    """The sample of distinct fractions, each as its numerator and denominator, and their examples of each class.

    None where they are few, or where they have no common denominator of at most 256 bits.
    """
    if len(counts) < FEW or sum(map(sum, counts.values())) > MOST:
        return None
    common = 1
    for bottom in {bottom for _, bottom in counts}:
        common = math.lcm(common, bottom)
        if common.bit_length() > MOST_BITS:
            return None
    ordered = sorted((top * (common // bottom), a + b, b) for (top, bottom), (a, b) in counts.items())
    tops, *columns = (list(map(itemgetter(i), ordered)) for i in range(3))
    ends, ones = (np.cumsum([0, *column], dtype=np.int64) for column in columns)
    return Columnar(Numerators(Path(ends, ones), tops, common))


def _of_objects(column: Any) -> bool:
    """Whether an array would be made of Python objects, one by one."""
    kind = getattr(column, "dtype", None)
    return not isinstance(kind, np.dtype) and any(word in str(kind).lower() for word in PYTHON_OBJECTS)


def _ones(classes: npt.NDArray[Any]) -> Flags | None:
    """Where the class is 1; None where some class is neither 0 nor 1."""
    if classes.dtype == np.bool_:
        return classes
    if classes.dtype.kind in "iu":
        if classes.max() > 1 or (classes.dtype.kind == "i" and classes.min() < 0):
            return None
        return classes.view(np.bool_) if classes.itemsize == 1 else classes.astype(np.bool_)
    ones: Flags = classes == 1
    return ones if (ones | (classes == 0)).all() else None


def _doubles(scores: npt.NDArray[Any]) -> Floats | None:
    """The scores as doubles; None where an integer is none."""
    if scores.dtype.kind in "iu" and not -(2**53) <= int(scores.min()) <= int(scores.max()) <= 2**53:
        return None
    return scores.astype(np.float64, copy=False)


def _floats(scores: npt.NDArray[Any]) -> npt.NDArray[np.floating[Any]] | None:
    """The scores as they are in single precision, and else as doubles; None where an integer is none."""
    return scores if scores.dtype == np.float32 else _doubles(scores)


def _decimals(scores: npt.NDArray[Any]) -> int | None:
    """How many decimals the first scores have; None when they are more than 6, or too many for so few examples."""
    first = list(map(float, scores[:64].tolist()))

    def enough(decimals: int) -> bool:
        return all(-1 <= x <= 1 and round(x, decimals) == x for x in first)

    most = min(MOST_DECIMALS, len(str(len(scores) // SPARSE)) - 1)
    return next(filter(enough, range(most + 1))) if enough(most) else None


def _counted(classes: npt.NDArray[Any], scores: npt.NDArray[Any]) -> Columnar | None:
    """By counting, where every score is the double nearest to a decimal of few digits in [0, 1].

    Equal doubles have equal numerators ``m``, and different ones different numerators, as the double is ``m/10**k``
    rounded. The score is that double, not the decimal.
    """
    decimals = _decimals(scores)
    if decimals is None:
        return None
    scale, size = 10.0**decimals, 10**decimals + 1
    counts = np.zeros(2 * size, dtype=np.int64)
    step = max(BLOCK, 8 * size)
    m, again = np.empty((2, min(step, len(scores))))
    places = np.empty(len(m), dtype=np.intp)
    for i in range(0, len(scores), step):
        x, is_one = _doubles(scores[i : i + step]), _ones(classes[i : i + step])
        if x is None or is_one is None or not (x.min() >= 0 and x.max() <= 1):
            return None
        m, again, places = m[: len(x)], again[: len(x)], places[: len(x)]
        np.rint(np.multiply(x, scale, out=m), out=m)
        if not (np.divide(m, scale, out=again) == x).all():
            return None
        places[:] = m
        places <<= 1
        places |= is_one
        counts += np.bincount(places, minlength=2 * size)
    whole = counts[::2] + counts[1::2]
    found = np.flatnonzero(whole)
    return _table(found / scale, whole[found], counts[1::2][found])


def _table(values: Floats, whole: npt.NDArray[np.int64], ones: npt.NDArray[np.int64]) -> Columnar:
    """The sample of distinct doubles in order, and how many examples, and of class 1, have each."""
    ends, passed = np.zeros((2, len(values) + 1), dtype=np.int64)
    np.cumsum(whole, out=ends[1:])
    np.cumsum(ones, out=passed[1:])
    return Columnar(Table(Path(ends, passed), values))


def _packed(classes: npt.NDArray[Any], scores: npt.NDArray[Any]) -> Columnar | None:
    """By sorting keys, of half the size where the scores are in single precision."""
    bits = np.dtype(np.int32 if scores.dtype == np.float32 else np.int64)
    keys, one = np.empty(len(scores), dtype=bits), int(np.ones(1, dtype=f"f{bits.itemsize}").view(bits)[0])
    for i in range(0, len(scores), BLOCK):
        x, ones = _floats(scores[i : i + BLOCK]), _ones(classes[i : i + BLOCK])
        if x is None or ones is None:
            return None
        found = x.view(bits)
        if found.view(f"u{bits.itemsize}").max() > one and not (x.min() >= 0 and x.max() <= 1):
            return _packed_any(classes, scores, keys)
        here = keys[i : i + BLOCK]
        here[:] = ones
        here += found
        here += found  # which makes negative zero, which is no less than zero, zero
    keys.sort()
    return Columnar(Keys(keys))


def _packed_any(
    classes: npt.NDArray[Any], scores: npt.NDArray[Any], keys: npt.NDArray[np.signedinteger[Any]]
) -> Columnar | None:
    """The same for any finite floats whose magnitudes lie within 1023 powers of two of each other, or 127 if single."""
    bits = keys.dtype
    least, greatest = int(np.iinfo(bits).max), 0
    for i in range(0, len(scores), SMALL_BLOCK):
        x = _floats(scores[i : i + SMALL_BLOCK])
        if x is None or not np.isfinite(x).all():
            return None
        magnitudes = np.abs(x).view(bits)
        greatest = max(greatest, int(magnitudes.max()))
        least = min(least, int(magnitudes.min(where=magnitudes > 0, initial=least)))
    offset = min(least - 1, greatest)
    if greatest - offset > np.iinfo(bits).max >> 1:
        if bits.itemsize == 4:
            return _packed_any(classes, scores.astype(np.float64), np.empty(len(scores), dtype=np.int64))
        return _distinct(classes, scores)
    for i in range(0, len(scores), SMALL_BLOCK):
        x, ones = _floats(scores[i : i + SMALL_BLOCK]), _ones(classes[i : i + SMALL_BLOCK])
        if x is None or ones is None:
            return None
        codes = np.abs(x).view(bits)
        codes -= offset
        np.maximum(codes, 0, out=codes)
        np.negative(codes, out=codes, where=x < 0)
        codes <<= 1
        codes |= ones
        keys[i : i + SMALL_BLOCK] = codes
    keys.sort()
    return Columnar(Keys(keys, offset))


def _distinct(classes: npt.NDArray[Any], scores: npt.NDArray[Any]) -> Columnar | None:
    """By sorting the doubles themselves, whatever they are, and counting each."""
    x, ones = _doubles(scores), _ones(classes)
    if x is None or ones is None:
        return None
    values, places = np.unique(x, return_inverse=True)
    values += 0.0  # which makes negative zero zero
    return _table(values, np.bincount(places), np.bincount(places[ones], minlength=len(values)))


QUICKER.update(arrays=of_arrays, lists=of_lists, ratios=of_ratios)
