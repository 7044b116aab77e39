"""The points with whole coordinates in a convex polygon, counted without visiting them.

A polygon is a set of half-planes ``c0 + c1*x + c2*y >= 0`` with whole coefficients. Column by column it holds the
whole ``y`` from a rounded-up line to a rounded-down line, and such sums need as many steps as Euclid's algorithm
does: Graham, Knuth and Patashnik, Concrete mathematics (1994), section 3.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import gcd
from typing import TypeAlias

HalfPlane: TypeAlias = tuple[int, int, int]
Line: TypeAlias = tuple[int, int, int]
"""``(a, c, m)``, ``m > 0``, stands for the line ``y = (a*x + c)/m``."""

_IN_A_ROW = 16


def floor_sum(n: int, a: int, c: int, m: int) -> int:
    """The sum of ``floor((a*x + c)/m)`` over ``x = 0, ..., n - 1``, for ``m > 0``.

    >>> floor_sum(4, 3, -1, 2), sum((3 * x - 1) // 2 for x in range(4))
    (6, 6)
    """
    found, sign = 0, 1
    while n > 0:
        found += sign * (n * (n - 1) // 2 * (a // m) + n * (c // m))
        a, c = a % m, c % m
        rows = (a * (n - 1) + c) // m
        if not rows:
            break
        # under the line there are as many points by rows as by columns
        found += sign * rows * (n - 1)
        sign = -sign
        n, a, c, m = rows, m, m - c - 1, a
    return found


@dataclass(frozen=True)
class Polygon:
    """The half-planes that bound ``y``, as lines, for the ``x`` from ``left`` to ``right``.

    At each of these ``x`` no line in ``lowers`` is above one in ``uppers``.

    >>> triangle = Polygon.of([(0, 0, 1), (7, -2, -3)], 0, 9)      # 0 <= y, 2x + 3y <= 7
    >>> triangle.count, [(x, list(ys)) for x, ys in triangle.columns()]
    (8, [(0, [0, 1, 2]), (1, [0, 1]), (2, [0, 1]), (3, [0])])
    """

    lowers: tuple[Line, ...]
    uppers: tuple[Line, ...]
    left: int
    right: int

    @classmethod
    def of(cls, planes: Iterable[HalfPlane], left: int, right: int) -> Polygon:
        """The polygon of these half-planes, some of which bound ``y`` on either side."""
        return cls((), (), left, right).cut(planes)

    def cut(self, planes: Iterable[HalfPlane]) -> Polygon:
        """What lies in these half-planes too."""
        lowers, uppers, columns = list(self.lowers), list(self.uppers), []
        for c0, c1, c2 in planes:
            step = gcd(c1, c2) or 1
            c0, c1, c2 = c0 // step, c1 // step, c2 // step
            if c2 > 0:
                lowers.append((-c1, -c0, c2))
            elif c2 < 0:
                uppers.append((c1, c0, -c2))
            else:
                columns.append((c1, c0))
        for a, c, m in lowers:
            columns += [(a2 * m - a * m2, c2 * m - c * m2) for a2, c2, m2 in uppers]
        left, right = self.left, self.right
        for slope, offset in columns:
            if slope > 0:
                left = max(left, -(offset // slope))
            elif slope < 0:
                right = min(right, offset // -slope)
            elif offset < 0:
                right = left - 1
        return Polygon(tuple(lowers), tuple(uppers), left, right)

    def between(self, left: int, right: int) -> Polygon:
        """The part in the columns from ``left`` to ``right``."""
        return replace(self, left=max(left, self.left), right=min(right, self.right))

    def column(self, x: int) -> range:
        """The whole ``y`` at one of its ``x``."""
        low = max([-(-(a * x + c) // m) for a, c, m in self.lowers])
        return range(low, max(low, min([(a * x + c) // m for a, c, m in self.uppers]) + 1))

    @cached_property
    def count(self) -> int:
        """The number of points with whole coordinates."""
        if self.left >= self.right:
            return len(self.column(self.left)) if self.left == self.right else 0
        above = _floors(self.uppers, self.left, self.right)
        below = _floors([(-a, -c, m) for a, c, m in self.lowers], self.left, self.right)
        return above + below + self.right - self.left + 1

    def first(self) -> int | None:
        """The least ``x`` with a point; None where there is none.

        >>> Polygon.of([(-1, -4, 8), (3, 4, -8)], 0, 9).first() is None
        True
        >>> Polygon.of([(-700, -300, 1000), (705, 300, -1000)], 0, 99).first()
        1
        """
        if not self.count:
            return None
        low, high = self.left, self.right
        while low < high:
            middle = (low + high) // 2
            if self.between(low, middle).count:
                high = middle
            else:
                low = middle + 1
        return low

    def columns(self) -> Iterator[tuple[int, range]]:
        """Each ``x`` that has points, with its ``y``, in order."""
        x: int | None = self.left
        empty = 0
        while x is not None and x <= self.right:
            ys = self.column(x)
            if ys:
                yield x, ys
            empty = 0 if ys else empty + 1
            x = x + 1 if empty < _IN_A_ROW else self.between(x + 1, self.right).first()


def _floors(lines: Iterable[Line], left: int, right: int) -> int:
    """The sum over the whole ``x`` from ``left`` to ``right`` of the least of the lines, rounded down."""
    near = _lowest(lines, left, right)
    cuts = {left - 1, right}
    for (a, c, m), (a2, c2, m2) in combinations(near, 2):
        slope, offset = a * m2 - a2 * m, c2 * m - c * m2
        if slope and left <= offset // slope < right:
            cuts.add(offset // slope)
    found = 0
    for before, last in pairwise(sorted(cuts)):
        a, c, m = _least(near, before + 1, last)
        found += floor_sum(last - before, a, a * (before + 1) + c, m)
    return found


def _lowest(lines: Iterable[Line], left: int, right: int) -> list[Line]:
    """The lines without those that lie above one other from ``left`` to ``right``."""
    kept: list[Line] = []
    for line in lines:
        if not any(_above(line, other, left) and _above(line, other, right) for other in kept):
            kept = [x for x in kept if not (_above(x, line, left) and _above(x, line, right))]
            kept.append(line)
    return kept


def _above(line: Line, other: Line, x: int) -> bool:
    (a, c, m), (a2, c2, m2) = line, other
    return (a * x + c) * m2 >= (a2 * x + c2) * m


def _least(lines: list[Line], left: int, right: int) -> Line:
    """The line below the others from ``left`` to ``right``, between which no two cross."""
    best = lines[0]
    for line in lines[1:]:
        if _above(best, line, left) and _above(best, line, right):
            best = line
    return best
