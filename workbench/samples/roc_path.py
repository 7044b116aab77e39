"""What the order of the examples says, found on the ROC path in one walk over arrays of counts.

The corners of the path are taken in blocks, whose arithmetic is in doubles that are integers below 2**53; sums over
blocks are Python's integers. There are fewer than 2**31 examples, so that int64 holds products of two counts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import flint

from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Integers: TypeAlias = npt.NDArray[np.signedinteger[Any]]
else:
    np = Lazily("numpy")


CORNERS = 9984  # more than 10000 would make BLAS start threads
SPAN = 1 << 18
FEW = 1 << 7
PART, TIES = 1 << 20, 1 << 15
STEP = 1 << 5
ROWS = 1 << 9


class Walk(NamedTuple):
    """What one walk along the ROC path finds, with A examples of class 0 and B of class 1 passed.

    ``area`` is 2 int A dB, ``squares0`` 3 int A**2 dB, ``squares1`` 3 int B**2 dA; ``least`` and ``greatest`` are
    the extremes of ``A n1 - B n0``.
    """

    area: int
    squares0: int
    squares1: int
    least: int
    greatest: int


@dataclass(frozen=True, eq=False)
class Path:
    """The ROC path by its corners: the first ``ends[i]`` examples have ``ones[i]`` of class 1.

    From one corner to the next it is straight; with ``stairs`` it first passes the examples of class 1, and then
    those of class 0.
    """

    ends: Integers
    ones: Integers
    stairs: bool = False

    @property
    def n(self) -> int:
        return int(self.ends[-1])

    @property
    def n1(self) -> int:
        return int(self.ones[-1])

    @cached_property
    def walk(self) -> Walk:
        """In blocks of corners that span at most ``SPAN = R`` examples, from the corner where the block begins.

        Counts from there are at most R, so ``3 int A**2 dB <= 3 max a**2 b = 4/9 R**3 < 2**53`` with ``a + b <= R``,
        every partial sum of it is an integer below that, and ``|a n1 - b n0| <= R n < 2**49``: all exact in doubles.
        """
        n1 = self.n1
        n0 = self.n - n1
        area = squares0 = squares1 = least = greatest = 0
        for start, stop in self._blocks():
            x, b0 = int(self.ends[start]), int(self.ones[start])
            a0 = x - b0
            if int(self.ends[stop]) - x > SPAN:
                db = int(self.ones[stop]) - b0
                da = int(self.ends[stop]) - x - db
                end = da * n1 - db * n0
                gaps = (min(-db * n0, end), max(0, end)) if self.stairs else (min(0, end), max(0, end))
                moments = (0, 0, 3 * db * db * da) if self.stairs else (da * db, da * da * db, db * db * da)
            else:
                b = (self.ones[start : stop + 1] - self.ones[start]).astype(np.float64)
                a = (self.ends[start : stop + 1] - self.ends[start]).astype(np.float64) - b
                da, db = int(a[-1]), int(b[-1])
                moments, gaps = _of_block(a, b, n0, n1, self.stairs)
            # from the block's own corner to the corner of the whole path
            twice, triple0, triple1 = moments
            area += 2 * a0 * db + twice
            squares0 += 3 * a0 * (a0 * db + twice) + triple0
            squares1 += 3 * b0 * (b0 * da + 2 * da * db - twice) + triple1
            gap = a0 * n1 - b0 * n0
            least, greatest = min(least, gap + min(gaps)), max(greatest, gap + max(gaps))
        return Walk(area, squares0, squares1, least, greatest)

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """Runs of corners, ends included, of at most ``SPAN`` examples; a longer one has two corners."""
        start, last = 0, len(self.ends) - 1
        while start < last:
            stop = min(start + CORNERS, last)
            here = int(self.ends[start])
            if int(self.ends[stop]) - here > SPAN:
                most = self.ends.dtype.type(here + SPAN)
                stop = max(start + int(np.searchsorted(self.ends[start : stop + 1], most, "right")) - 1, start + 1)
            yield start, stop
            start = stop

    @cached_property
    def sides(self) -> list[tuple[int, int]]:
        """The examples of class 0 and of class 1 that each side of the convex hull passes."""
        parts: list[npt.NDArray[np.int64]] = []
        for i in range(0, len(self.ends) - 1, PART):
            near = _near_hull(self.ends[i : i + PART + 1], self.ones[i : i + PART + 1])
            parts.append(near[:, 1:] if parts else near)
        whole, ones = _sides(*np.concatenate(parts, axis=1)) if len(parts) > 1 else _sides(*parts[0])
        return [(x - y, y) for x, y in zip(whole, ones, strict=True)]

    @cached_property
    def ties(self) -> dict[int, int]:
        """The sum of ``a*b`` over the ties of ``a`` and ``b`` examples of both classes, by their sizes ``a + b``."""
        products: dict[int, int] = {}
        for i in range(0, 0 if self.stairs else len(self.ends) - 1, TIES):
            for size, product in _ties(self.ends[i : i + TIES + 1], self.ones[i : i + TIES + 1]):
                products[size] = products.get(size, 0) + product
        return products

    def ones_before(self, place: int) -> int:
        """How many of class 1 are among the first ``place`` examples, where no tie of both classes is cut."""
        stop = int(self.ends.searchsorted(self.ends.dtype.type(place)))
        ones = int(self.ones[stop])
        if not place or place == self.ends[stop]:
            return ones
        before, start = int(self.ones[stop - 1]), int(self.ends[stop - 1])
        if self.stairs:
            return min(before + place - start, ones)
        return before + place - start if ones - before == self.ends[stop] - start else before

    def at(self, rank: flint.fmpq, times0: int, times1: int) -> flint.fmpq:
        """How many of class 1 are passed at ``rank``, when the examples count ``times0`` and ``times1``."""
        top, bottom = int(rank.p), int(rank.q)
        more = times1 - times0
        ends, counts = self.ends.item, self.ones.item

        def reached(i: int) -> int:
            return times0 * ends(i) + more * counts(i)

        stop = bisect_left(range(len(self.ends)), -(-top // bottom), key=reached)
        high, ones = reached(stop), counts(stop)
        if top == high * bottom:
            return flint.fmpq(ones)
        low, before = reached(stop - 1), counts(stop - 1)
        passed, climb = top - low * bottom, ones - before
        if self.stairs:
            return before + flint.fmpq(min(passed, climb * times1 * bottom), times1 * bottom)
        return before + flint.fmpq(passed * climb, (high - low) * bottom)


def _ties(ends: Integers, ones: Integers) -> Iterable[tuple[int, int]]:
    """The sizes ``a + b`` of up to ``TIES`` ties, and the sums of their ``a*b``: doubles hold those of small ties."""
    sizes, ones = ends[1:] - ends[:-1], ones[1:] - ones[:-1]
    mixed = ((ones > 0) & (ones < sizes)).nonzero()[0]
    if not len(mixed):
        return ()
    sizes, ones = sizes[mixed], ones[mixed].astype(np.int64)
    products = ones * (sizes - ones)
    if sizes.max() < TIES:
        sums = np.bincount(sizes, weights=products)
        found = sums.nonzero()[0]
        return zip(found.tolist(), sums[found].astype(np.int64).tolist(), strict=True)
    order = sizes.argsort(kind="stable")
    sizes, products = sizes[order], products[order]
    starts = np.concatenate(([0], (sizes[1:] != sizes[:-1]).nonzero()[0] + 1))
    return zip(sizes[starts].tolist(), np.add.reduceat(products, starts).tolist(), strict=True)


def _of_block(a: Floats, b: Floats, n0: int, n1: int, stairs: bool) -> tuple[tuple[int, int, int], tuple[int, int]]:
    """The moments and gaps along corners ``(a, b)``."""
    da, db = a[1:] - a[:-1], b[1:] - b[:-1]
    if stairs:
        area = 2 * a[:-1].dot(db)
        squares0, squares1 = 3 * (a[:-1] * a[:-1]).dot(db), 3 * (b[1:] * b[1:]).dot(da)
    else:
        both = a[1:] + a[:-1]
        area = both.dot(db)
        squares0 = (both * both - a[1:] * a[:-1]).dot(db)
        both = b[1:] + b[:-1]
        squares1 = (both * both - b[1:] * b[:-1]).dot(da)
    along, across = a * n1, b * n0
    greatest = (along - across).max()
    least = (along[:-1] - across[1:]).min() if stairs else (along - across).min()
    return (int(area), int(squares0), int(squares1)), (int(least), int(greatest))


def _near_hull(ends: Integers, ones: Integers) -> npt.NDArray[np.int64]:
    """The corners of a path that may be corners of its convex hull: those below the hull of every ``STEP``-th one.

    From one of these to the next that hull is straight, so that rows of ``STEP`` corners are compared with one line
    each. Products are of two counts and exact: in doubles if these have at most 26 bits, in int64 if they have more.
    """
    kind = np.float64 if ends[-1] <= 1 << 26 else np.int64
    rows = (len(ends) - 1) // STEP
    if rows < FEW:
        return np.array([ends, ones], dtype=np.int64)
    stop = rows * STEP
    x, y = (column[: stop + 1 : STEP].astype(np.int64) for column in (ends, ones))
    dx, dy = np.array(_sides(x, y), dtype=np.int64)
    corner_x, corner_y = (np.concatenate(([0], np.cumsum(d))) + column[0] for d, column in ((dx, x), (dy, y)))
    places = np.searchsorted(x, corner_x)
    lines = np.array([dx, dy, corner_x[:-1] * dy - corner_y[:-1] * dx], dtype=kind)
    lines = np.repeat(lines, np.diff(places), axis=1)[:, :, None]
    kept = [places * STEP, np.arange(stop + 1, len(ends))]
    for i in range(0, rows, ROWS):
        here = slice(i * STEP, min(i + ROWS, rows) * STEP)
        dx, dy, offset = lines[:, i : i + ROWS]
        below, other = (column[here].reshape(-1, STEP).astype(kind) * x for column, x in ((ends, dy), (ones, dx)))
        below -= other
        kept.append(np.flatnonzero(below > offset) + here.start)
    chosen = np.sort(np.concatenate(kept))
    return np.array([ends[chosen], ones[chosen]], dtype=np.int64)


def _sides(x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> tuple[list[int], list[int]]:
    """How far the sides of the lower hull of the chain ``(x, y)`` go in x, and in y.

    A corner that is not strictly convex against its neighbours is on no hull, and all of them go at once; slopes are
    compared in int64, as products of two counts. After some rounds, or few corners, a stack finishes.
    """
    for _ in range(30):
        if len(x) < FEW:
            break
        dx, dy = x[1:] - x[:-1], y[1:] - y[:-1]
        inner = np.flatnonzero(dy[:-1] * dx[1:] < dy[1:] * dx[:-1])
        if len(inner) == len(x) - 2:
            break
        chosen = np.concatenate(([0], inner + 1, [len(x) - 1]))
        x, y = x[chosen], y[chosen]
    xs: list[int] = []
    ys: list[int] = []
    for a, b in zip((x[1:] - x[:-1]).tolist(), (y[1:] - y[:-1]).tolist(), strict=True):
        while xs and ys[-1] * a >= b * xs[-1]:
            a += xs.pop()
            b += ys.pop()
        xs.append(a)
        ys.append(b)
    return xs, ys
