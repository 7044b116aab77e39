"""Sums of many fractions, in balanced trees, so that large denominators meet only large ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import flint

from workbench.numbers.given import fraction
from workbench.numbers.piecewise import rational

FEW, SMALL = 40, 500


def total(terms: Iterable[Fraction]) -> Fraction:
    """The sum of many fractions.

    >>> total(Fraction(1, k) for k in range(1, 5))
    Fraction(25, 12)
    """
    level: Sequence[Fraction] = list(terms)
    if len(level) > 16:
        return fraction(balanced(list(map(rational, level))))
    return sum(level, Fraction(0))


def total_of(tops: Mapping[int, int], power: int = 1) -> flint.fmpq:
    """The sum of ``top/bottom**power`` over a mapping from bottoms to tops.

    Without looking for common factors before the end.

    >>> total_of({2: 1, 3: 1})
    5/6
    """
    if len(tops) < FEW:
        common = lcm(*tops)
        return flint.fmpq(sum([top * (common // bottom) ** power for bottom, top in tops.items()]), common**power)
    level: list[Any] = [(top, bottom**power if power > 1 else bottom) for bottom, top in tops.items()]
    while len(level) > 1:
        if isinstance(level[0][1], int) and level[0][1].bit_length() > SMALL:
            level = [(flint.fmpz(top), flint.fmpz(bottom)) for top, bottom in level]
        odd = level[-1:] if len(level) % 2 else []
        level = [(x * n + y * m, m * n) for (x, m), (y, n) in zip(level[::2], level[1::2], strict=False)] + odd
    return flint.fmpq(*level[0]) if level else flint.fmpq(0)


def sum_of_calibrated(groups: Iterable[tuple[int, int]], degree: int) -> flint.fmpq:
    """The sum of ``(b/(a + b))**degree`` over the examples of groups of ``a`` and ``b``.

    >>> sum_of_calibrated([(1, 1), (0, 2)], 2)
    5/2
    """
    if degree < 2:
        return flint.fmpq(sum([b if degree else a + b for a, b in groups]))
    tops: dict[int, int] = {}
    for a, b in groups:
        tops[a + b] = tops.get(a + b, 0) + (b * b if degree == 2 else b**degree)
    return total_of(tops, degree - 1)


def balanced(level: list[flint.fmpq]) -> flint.fmpq:
    """The sum of some rationals of flint, in a balanced tree."""
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [x + y for x, y in zip(level[::2], level[1::2], strict=False)] + odd
    return level[0] if level else flint.fmpq(0)
