"""Sums of many fractions, in balanced trees, so that large denominators meet only large ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import flint

from workbench.numeric.piecewise import fraction, rational

SMALL = 500


def total(terms: Iterable[Fraction]) -> Fraction:
    """The sum of many fractions.

    >>> total(Fraction(1, k) for k in range(1, 5))
    Fraction(25, 12)
    """
    level: Sequence[Fraction] = list(terms)
    if len(level) > 16:
        return fraction(_balanced(list(map(rational, level))))
    return sum(level, Fraction(0))


def total_of(tops: Mapping[int, int]) -> flint.fmpq:
    """The sum of ``top/bottom`` over a mapping from bottoms to tops.

    Terms with small denominators are added without looking for common factors.

    >>> total_of({2: 1, 3: 1})
    5/6
    """
    level = [(top, bottom) for bottom, top in tops.items()]
    while len(level) > 1 and level[0][1].bit_length() < SMALL:
        odd = level[-1:] if len(level) % 2 else []
        level = [(x * n + y * m, m * n) for (x, m), (y, n) in zip(level[::2], level[1::2], strict=False)] + odd
    return _balanced([flint.fmpq(top, bottom) for top, bottom in level])


def sum_of_calibrated(groups: Iterable[tuple[int, int]], degree: int) -> flint.fmpq:
    """The sum of ``(b/(a + b))**degree`` over the examples of groups of ``a`` and ``b``.

    >>> sum_of_calibrated([(1, 1), (0, 2)], 2)
    5/2
    """
    if degree < 2:
        return flint.fmpq(sum([b if degree else a + b for a, b in groups]))
    tops: dict[int, int] = {}
    for a, b in groups:
        tops[a + b] = tops.get(a + b, 0) + b**degree
    return total_of({m ** (degree - 1): top for m, top in tops.items()})


def _balanced(level: list[flint.fmpq]) -> flint.fmpq:
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [x + y for x, y in zip(level[::2], level[1::2], strict=False)] + odd
    return level[0] if level else flint.fmpq(0)
