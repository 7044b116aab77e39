"""Weak orders of examples: who is scored below whom, and who ties with whom, without the scores.

An order is a tuple of tie blocks, lowest score first; a block ``(a, b)`` has ``a`` examples of class 0 and
``b`` of class 1. A pair of one example of each class is misordered when the one of class 1 is scored lower,
and half misordered when they tie; ``D`` misordered pairs give ``AUC = 1 - D/(n0 n1)``. Functions here take
and give the whole number ``2D``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import TypeAlias

from workbench.numbers.printed import Interval
from workbench.samples.sample import Sample

_MOST_HULL = 100_000
MOST_CUTS = 400
"""Of how many examples of class 1 below a cut `with_rise` tries it, where there are more."""
Order: TypeAlias = tuple[tuple[int, int], ...]


def in_two_blocks(n0: int, n1: int, gaps: Interval) -> Iterator[Order]:
    """The orders of two tie blocks with ``F0 - F1`` in an interval from 0 on after the first, which is their KS, of one
    side or both.

    The KS of any order is such a difference, of the counts at or below the score where it is attained, or it is one of
    the classes exchanged; both blocks exchanged make up for that. So there is such an order where there is any.

    >>> list(in_two_blocks(2, 3, Interval(Fraction(1, 6), Fraction(1, 3))))
    [((1, 1), (1, 2)), ((2, 2), (0, 1))]
    """
    for b in range(n1 + 1):
        below = Fraction(b, n1)
        for a in gaps.moved(n0, n0 * below).integers(0, n0):
            yield tuple(block for block in ((a, b), (n0 - a, n1 - b)) if any(block))


def with_rise(n0: int, n1: int, gaps: Interval, doubled: range) -> Iterator[Order]:
    """Orders whose greatest ``F0 - F1`` lies in an interval from 0 on, with ``2D`` in a range.

    Each attains it at a cut, after ``a`` examples of class 0 and ``b`` of class 1. On both sides the ROC curve runs
    along the line through the cut that is parallel to the diagonal, or below: ``p`` examples of class 0 are lowest and
    ``q`` of class 1 highest, and the others on each side are tied but for some that fall out of the tie at its ends.
    The last has the greatest AUC that the interval allows, or one that is less by ties that fall apart.

    >>> orders = list(with_rise(4, 4, Interval(Fraction(1, 2), Fraction(1, 2)), range(4, 5)))
    >>> orders[0], {twice_misordered(order) for order in orders}
    (((2, 0), (2, 2), (0, 2)), {4})
    """
    lo, hi = doubled[0], doubled[-1]
    for b in range(0, n1 + 1, -(-(n1 + 1) // MOST_CUTS)):
        counts = gaps.moved(n0, n0 * Fraction(b, n1)).integers(0, n0)
        for a in counts[:: -(-len(counts) // 3) or 1]:
            rise = a * n1 - b * n0
            most0, most1 = min(a, rise // n1), min(n1 - b, rise // n0)
            for p in {most0, most0 // 2, 0}:
                for q in {most1, most1 // 2, 0}:
                    m, rest, others = a - p, n0 - a, n1 - b - q
                    least = 2 * rest * b + m * b + rest * others
                    if not (least <= hi and least + m * b + rest * others >= lo):
                        continue
                    x, y, left = _fallen(m, b, hi - least)
                    v, w, left = _fallen(rest, others, left)
                    if hi - left >= lo:
                        below = [(p, 0), (0, x), (m - y, b - x), (y, 0)]
                        yield compact([*below, (0, v), (rest - w, others - v), (w, 0), (0, q)])
    yield from _below_the_hull(n0, n1, gaps, lo, hi)


def _below_the_hull(n0: int, n1: int, gaps: Interval, lo: int, hi: int) -> Iterator[Order]:
    """The order whose ROC curve is the hull of all points with a gap up to the greatest, its ties fallen as needed.

    No curve with such gaps lies above that hull, whose greatest gap is at a vertex.
    """
    hull: list[tuple[int, int]] = []
    for b in range(n1 + 1 if n1 <= _MOST_HULL else 0):
        below = gaps.moved(n0, Fraction(n0 * b, n1)).high
        a = min(n0, floor(below) if gaps.high_closed else ceil(below) - 1) if below is not None else n0
        while len(hull) > 1 and _is_beneath(hull[-2], hull[-1], (b, a)):
            hull.pop()
        hull.append((b, a))
    if not any(Fraction(a, n0) - Fraction(b, n1) in gaps for b, a in hull):
        return
    ties = [(y[1] - x[1], y[0] - x[0]) for x, y in pairwise([(0, 0), *hull])]
    left = hi - twice_misordered(tuple(ties))
    if left < 0:
        return
    found: list[tuple[int, int]] = []
    for m, b in ties:
        x, y, left = _fallen(m, b, left)
        found += [(0, x), (m - y, b - x), (y, 0)]
    if hi - left >= lo:
        yield compact(found)


def _is_beneath(one: tuple[int, int], point: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a point lies on the line between two others, or below."""
    (x, y), (u, v), (w, z) = one, point, other
    return (v - y) * (w - x) <= (z - y) * (u - x)


def _fallen(m: int, b: int, more: int) -> tuple[int, int, int]:
    """How many of class 1 fall below, and of class 0 rise above, a tie of ``m`` and ``b``, for ``more`` of ``2D``.

    It grows by ``m`` for each of the first, then by the rest of class 1 for each of the others; last, what is left.
    """
    x = min(b, more // m) if m else 0
    y = min(m, (more - m * x) // (b - x)) if b > x else 0
    return x, y, more - m * x - y * (b - x)


def twice_misordered(order: Order) -> int:
    """``2D``: twice the misordered pairs, a tied pair counting one half.

    >>> twice_misordered(((0, 1), (2, 1))), twice_misordered(((2, 0), (0, 2)))
    (6, 0)
    """
    below = found = 0
    for a, b in order:
        found += a * (2 * below + b)
        below += b
    return found


@lru_cache(maxsize=4096)
def number_of_orders(n0: int, n1: int) -> int:
    """How many weak orders ``n0`` and ``n1`` examples have.

    >>> number_of_orders(1, 1), number_of_orders(5, 5)
    (3, 26928)
    """
    if not n0 and not n1:
        return 1
    rest = (number_of_orders(n0 - a, n1 - b) for a in range(n0 + 1) for b in range(n1 + 1) if a or b)
    return sum(rest)


def all_orders(n0: int, n1: int) -> Iterator[Order]:
    """Every weak order of ``n0`` and ``n1`` examples, once.

    >>> list(all_orders(1, 1))
    [((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 1),)]
    """
    if not n0 and not n1:
        yield ()
    for a in range(n0 + 1):
        for b in range(n1 + 1):
            if a or b:
                for rest in all_orders(n0 - a, n1 - b):
                    yield ((a, b), *rest)


def misordering(n0: int, n1: int, twice: int) -> Order:
    """An order of at most six blocks with ``2D = twice``, from 0 to ``2 n0 n1``: every value occurs.

    >>> order = misordering(3, 2, 7)
    >>> order, twice_misordered(order)
    (((0, 1), (2, 0), (1, 1)), 7)
    """
    if not n0 or not n1:
        return compact([(n0, n1)])
    lowest, rest = divmod(twice, 2 * n0)
    above, tied = divmod(rest, 2)
    middle = min(1, n1 - lowest)
    return compact([(0, lowest), (n0 - above - tied, 0), (tied, middle), (above, 0), (0, n1 - lowest - middle)])


def around_cut(n0: int, n1: int, misses: int, alarms: int, twice: int) -> tuple[Order, Order] | None:
    """The two parts of an order with ``2D = twice``, below and above a threshold with these errors; None if none.

    ``misses`` examples of class 0 lie above the threshold and ``alarms`` of class 1 below. There is such an
    order exactly when ``misses alarms <= D <= misses n1 + alarms n0 - misses alarms``.

    >>> around_cut(3, 2, 1, 1, 4)
    (((1, 0), (0, 1), (1, 0)), ((1, 0), (0, 1)))
    """
    rest = twice - 2 * misses * alarms
    below, above = 2 * (n0 - misses) * alarms, 2 * misses * (n1 - alarms)
    if not 0 <= rest <= below + above:
        return None
    lower = min(rest, below)
    return misordering(n0 - misses, alarms, lower), misordering(misses, n1 - alarms, rest - lower)


def block_order(n0: int, n1: int, m0: int, m1: int, twice: int) -> Order | None:
    """An order with ``2D = twice`` whose mixed part has ``m0`` and ``m1`` examples, between pure parts."""
    if twice > 2 * m0 * m1:
        return None
    return compact([(n0 - m0, 0), *misordering(m0, m1, twice), (0, n1 - m1)])


def compact(blocks: list[tuple[int, int]]) -> Order:
    """The blocks that have an example."""
    return tuple(block for block in blocks if block != (0, 0))


def with_scores(order: Order, scores: list[Fraction] | None = None) -> Sample:
    """The sample with these scores, ascending, one a block; evenly spaced inside (0, 1) where none are given."""
    levels = scores or [Fraction(i + 1, len(order) + 1) for i in range(len(order))]
    return Sample(tuple(levels), tuple(a for a, _ in order), tuple(b for _, b in order))


def enlarged(order: Order, n: int) -> Order:
    """Every example as many times as makes ``n`` of them: all rates, and the figures that they give, stay the same.

    >>> enlarged(((1, 0), (1, 1)), 9)
    ((3, 0), (3, 3))
    """
    times = n // sum(a + b for a, b in order)
    return tuple((a * times, b * times) for a, b in order)
