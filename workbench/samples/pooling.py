"""The pool-adjacent-violators algorithm, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Block(NamedTuple):
    """Distinct scores ``start`` to ``stop - 1`` (as indices), pooled, with their examples of each class."""

    start: int
    stop: int
    count0: int
    count1: int

    @property
    def calibrated(self) -> Fraction:
        """The fraction of class 1 in the block: the PAV-calibrated score of each of its examples."""
        return Fraction(self.count1, self.count0 + self.count1)


class Pooling(NamedTuple):
    """The blocks of the pool-adjacent-violators algorithm, and how many merges of two blocks made them."""

    blocks: tuple[Block, ...]
    merges: int


def pool_adjacent_violators(counts0: Sequence[int], counts1: Sequence[int]) -> Pooling:
    """Neighbouring entries pooled until the fraction of class 1 increases strictly from block to block.

    Entry ``i`` has ``counts0[i]`` and ``counts1[i]`` examples, one at least. Each of ``n`` entries is pushed
    on a stack once, and a merge takes one off it, so pushes and merges are ``2n - 1`` at most.
    Ayer, Brunk, Ewing, Reid and Silverman, An empirical distribution function for sampling with incomplete
    information (1955).

    >>> blocks, merges = pool_adjacent_violators([1, 0, 1, 0], [0, 1, 0, 1])
    >>> [tuple(block) for block in blocks], merges
    ([(0, 1, 1, 0), (1, 3, 1, 1), (3, 4, 0, 1)], 1)
    """
    stack: list[tuple[int, int, int]] = []
    merges = 0
    for start, (a, b) in enumerate(zip(counts0, counts1, strict=True)):
        while stack and stack[-1][2] * a >= b * stack[-1][1]:
            start, a_before, b_before = stack.pop()
            a, b = a + a_before, b + b_before
            merges += 1
        stack.append((start, a, b))
    stops = [start for start, _, _ in stack[1:]] + [len(counts0)]
    blocks = tuple(Block(start, stop, a, b) for (start, a, b), stop in zip(stack, stops, strict=True))
    return Pooling(blocks, merges)
