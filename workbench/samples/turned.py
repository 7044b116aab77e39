"""Samples turned round: for scores whose higher values mean class 0."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint
import numpy as np

from workbench.samples.columnar import Columnar
from workbench.samples.limbs import Sums
from workbench.samples.roc_path import Path
from workbench.samples.sample import Sample


def turned(sample: Sample) -> Sample:
    """The sample with every score ``s`` replaced by ``1 - s`` when all lie in [0, 1], and by ``-s`` otherwise.

    >>> turned(Sample.of([0, 1], ["0.1", "0.4"])).scores
    (Fraction(3, 5), Fraction(9, 10))
    """
    shift = int(sample.probabilistic)
    if type(sample) is not Columnar:
        found = sample.map_scores(lambda s: shift - s)
        if sample.design is not None:
            last = found.distinct_scores - 1
            cells = [cell._replace(place=last - cell.place) for cell in sample.design.cells]
            found.__dict__["design"] = replace(sample.design, cells=cells)
        return found
    data: Any = Turned(sample._data, shift)
    return Columnar(data, sample._times0, sample._times1)


@dataclass(frozen=True, eq=False)
class Turned:
    """The arrays of a sample seen from the other end: each score ``s`` of ``data`` stands for ``shift - s``."""

    data: Any
    shift: int

    @property
    def route(self) -> str:
        return str(self.data.route)

    @property
    def distinct(self) -> int:
        return int(self.data.distinct)

    @property
    def last(self) -> int:
        return int(self.data.last)

    @cached_property
    def path(self) -> Path:
        """The corners of a path with stairs are where it begins to climb, so from the other end its inner ones."""
        path = self.data.path
        ends, ones = path.n - path.ends[::-1], path.n1 - path.ones[::-1]
        if not path.stairs:
            return Path(ends, ones)
        inner = path.n - (path.ends[:-1] + np.diff(path.ones))[::-1]
        corners = np.concatenate((ends[:1], inner, ends[-1:]))
        return Path(corners, np.concatenate((ones[:1], ones[:-1], ones[-1:])), stairs=True)

    @property
    def extremes(self) -> tuple[Fraction, Fraction]:
        low, high = self.data.extremes
        return self.shift - high, self.shift - low

    def place(self, t: Fraction, strictly: bool) -> int:
        return self.last - int(self.data.place(self.shift - t, not strictly))

    def ones_before(self, place: int) -> tuple[int, int]:
        whole, ones = self.data.ones_before(self.last - place)
        return self.path.n - whole, self.path.n1 - ones

    def sums(self, start: int, stop: int) -> Sums:
        """The sum of ``(shift - s)**2`` is that of ``shift - 2*shift*s + s**2``, as the shift is 0 or 1."""
        sums = self.data.sums(self.last - stop, self.last - start)
        (before, below), (after, under) = self.ones_before(start), self.ones_before(stop)
        ones = under - below
        counts = [flint.fmpq(self.shift * count) for count in (after - before - ones, ones)]
        first = [count - x for count, x in zip(counts, sums.first, strict=True)]
        second = [count - 2 * self.shift * x + y for count, x, y in zip(counts, sums.first, sums.second, strict=True)]
        return Sums((first[0], first[1]), (second[0], second[1]))

    def doubles(self, start: int, stop: int) -> tuple[Any, Any, Any]:
        scores, whole, ones = self.data.doubles(self.distinct - stop, self.distinct - start)
        return self.shift - scores[::-1], whole[::-1], ones[::-1]

    def score(self, i: int) -> Fraction:
        return Fraction(self.shift - self.data.score(self.distinct - 1 - i))

    def passed(self) -> tuple[Any, Any]:
        ends, ones = self.data.passed()
        return self.path.n - ends[::-1], self.path.n1 - ones[::-1]

    def columns(self) -> tuple[tuple[Fraction, ...], list[int], list[int]]:
        scores, counts0, counts1 = self.data.columns()
        return tuple(self.shift - s for s in reversed(scores)), counts0[::-1], counts1[::-1]

    def indices(self, ends: list[int]) -> list[int]:
        return [self.distinct - i for i in self.data.indices([self.path.n - end for end in ends])]
