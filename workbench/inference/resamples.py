"""Resamples of a sample, drawn and summed up part by part of its distinct scores, so that memory is bounded.

A resample draws as many examples with replacement as there are of each class, so the counts at the distinct scores
are multinomial. They are drawn exactly so, one part of the scores after the other: how many of the examples still to
draw fall into the next part is binomial, and given that the counts inside the part are multinomial. Only
probabilities are rounded to doubles. Counts stay integers, and so do all comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.errors import NotSupported
from workbench.samples.doubles import InDoubles
from workbench.samples.sample import Sample

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Ask: TypeAlias = Callable[["Part"], Any]
Join: TypeAlias = Callable[[Any, Any], Any]

WIDTH = 1 << 12
"""Distinct scores in a part."""

ROWS = 1 << 5
"""Resamples drawn at a time, where scores make more than one part."""

MOST = (1 << 31) - 1
"""Examples of a sample, so that products of two counts are integers of 64 bits."""


@dataclass(frozen=True, eq=False)
class Sizes:
    """The examples of class 0 and of class 1 in each resample, as columns."""

    n0: Integers
    n1: Integers

    def along(self, kind: str, counts0: Integers, counts1: Integers) -> Integers:
        """How far counts of both classes reach on the axis ``kind``: "roc", "cost" or "skew"."""
        if kind == "roc":
            return counts1
        return counts0 * self.n1 + counts1 * self.n0 if kind == "skew" else counts0 + counts1

    @cached_property
    def _targets(self) -> dict[Reading, tuple[Integers, Floats]]:
        return {}

    def targets(self, reading: Reading) -> tuple[Integers, Floats]:
        """Where the shares of a reading are on its axis: the integer parts and the rests, for each resample."""
        if reading not in self._targets:
            whole = self.along(reading.kind, self.n0, self.n1)[:, 0]
            sizes, which = np.unique(whole, return_inverse=True)
            targets = [[share * int(size) for share in reading.shares] for size in sizes]
            floors = np.array([[floor(t) for t in row] for row in targets], dtype=np.int64)[which]
            rests = np.array([[float(t - floor(t)) for t in row] for row in targets])[which]
            self._targets[reading] = floors, rests
        return self._targets[reading]


@dataclass(frozen=True, eq=False)
class Part:
    """Some neighbouring distinct scores, from the place ``start`` on, and their examples in each resample.

    ``counts0`` and ``counts1`` have the shape ``(resamples, scores)``; ``before0`` and ``before1`` are columns of the
    examples with lower scores.
    """

    sizes: Sizes
    start: int
    doubles: Floats
    counts0: Integers
    counts1: Integers
    before0: Integers
    before1: Integers

    @cached_property
    def floats(self) -> tuple[Floats, Floats]:
        """The counts of both classes as doubles."""
        return self.counts0.astype(np.float64), self.counts1.astype(np.float64)

    @cached_property
    def cumulative0(self) -> Integers:
        """How many examples of class 0 have a score before that of a column, or any of these in the last."""
        return _cumulative(self.before0, self.counts0)

    @cached_property
    def cumulative1(self) -> Integers:
        """The same of class 1."""
        return _cumulative(self.before1, self.counts1)


def _cumulative(before: Integers, counts: Integers) -> Integers:
    found = np.empty((counts.shape[0], counts.shape[1] + 1), dtype=np.int64)
    found[:, :1] = before
    np.cumsum(counts, axis=1, out=found[:, 1:])
    found[:, 1:] += before
    return found


class Blocks(NamedTuple):
    """The pool-adjacent-violators blocks of all resamples, one after the other."""

    rows: Integers
    starts: Integers
    counts0: Integers
    counts1: Integers

    @classmethod
    def of(cls, part: Part) -> Blocks:
        """Those of the scores of a part."""
        there = part.counts0 + part.counts1 > 0
        rows = np.repeat(np.arange(len(there)), np.count_nonzero(there, axis=1))
        return _pooled(rows, part.counts0[there], part.counts1[there])

    def joined(self, other: Blocks) -> Blocks:
        """Those of these scores and others after them."""
        order = np.argsort(np.concatenate((self.rows, other.rows)), kind="stable")
        rows, _, a, b = (np.concatenate(pair) for pair in zip(self, other, strict=True))
        return _pooled(rows[order], a[order], b[order])

    def sums(self, terms: Floats) -> Floats:
        """The sum of ``terms`` over the blocks of each resample."""
        return np.add.reduceat(terms, self.starts)


def _pooled(rows: Integers, a: Integers, b: Integers) -> Blocks:
    """By integer comparisons.

    Adjacent blocks that violate the order end up in one block, whatever else is pooled; so all of them are pooled at
    once, in all resamples, until none is left.
    """
    while True:
        pooled = (rows[1:] == rows[:-1]) & (b[:-1] * a[1:] >= b[1:] * a[:-1])
        if not pooled.any():
            return Blocks(rows, starts_of(rows[1:] != rows[:-1]) if len(rows) else rows, a, b)
        starts = starts_of(~pooled)
        rows, a, b = rows[starts], np.add.reduceat(a, starts), np.add.reduceat(b, starts)


def starts_of(new: npt.NDArray[np.bool_]) -> Integers:
    """Where runs start, of which ``new`` tells for every entry but the first whether it starts one."""
    return np.flatnonzero(np.concatenate(([True], new)))


@dataclass(frozen=True)
class AtCuts:
    """The examples of class 0, and of class 1, with one of so many lowest scores."""

    cuts: tuple[int, ...]

    def __call__(self, part: Part) -> Integers:
        found = np.zeros((2, len(part.counts0), len(self.cuts)), dtype=np.int64)
        inside = np.array(self.cuts) - part.start
        here = (inside > 0) & (inside <= len(part.doubles))
        for k, cumulative in enumerate((part.cumulative0, part.cumulative1)):
            found[k][:, here] = cumulative[:, inside[here]]
        return found


@dataclass(frozen=True)
class Reading:
    """The examples of class 0, and of class 1, that are passed at ``shares`` of an axis, linearly between cuts.

    Of several cuts at one place of the axis the last is taken; the end of the axis belongs to no part.
    """

    kind: str
    shares: tuple[Fraction, ...]

    def __call__(self, part: Part) -> Floats:
        floors, rests = part.sizes.targets(self)
        found = np.zeros((2, *floors.shape))
        both = part.cumulative0, part.cumulative1
        low, high = (part.sizes.along(self.kind, *(x[:, [end]] for x in both)) for end in (0, -1))
        inside = (low <= floors) & (floors < high)
        if not inside.any():
            return found
        axis = part.sizes.along(self.kind, *both)
        for row in np.flatnonzero(inside.any(axis=1)):
            here = np.flatnonzero(inside[row])
            cut = np.searchsorted(axis[row], floors[row, here], side="right") - 1
            start = axis[row, cut]
            share = (floors[row, here] - start + rests[row, here]) / (axis[row, cut + 1] - start)
            for k, counts in enumerate(both):
                found[k, row, here] = counts[row, cut] + share * (counts[row, cut + 1] - counts[row, cut])
        return found

    def of(self, x: Resamples) -> Floats:
        """Both counts in each resample, an array of the shape ``(2, resamples, shares)``."""
        found: Floats = x.ask(self)
        ended = x.sizes.targets(self)[0] >= x.sizes.along(self.kind, x.n0, x.n1)
        return np.where(ended, np.stack((x.n0, x.n1)), found)


@dataclass(frozen=True, eq=False)
class Resamples:
    """Resamples of a sample, of which is known what is asked of their parts.

    `ask` adds up, or joins otherwise, what a function finds in each part. What was ever ``asked`` of the resamples of
    one sample is found on the first pass over the parts of others; parts that are drawn are passed once.

    >>> found = Resamples.of(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))
    >>> found.n0, found.ask(lambda part: part.floats[0] @ part.doubles)
    (array([[2]]), array([3.]))
    """

    scores: InDoubles
    sizes: Sizes
    parts: Callable[[], Iterator[Part]]
    asked: dict[Ask, Join]

    @classmethod
    def of(cls, sample: Sample) -> Resamples:
        """The sample itself, as the only one. `NotSupported` for scores beyond doubles, or too many examples."""
        if sample.n > MOST:
            raise NotSupported(f"{sample.n} examples are too many to resample; {MOST} are the most")
        scores, sizes = (
            InDoubles(sample),
            Sizes(*(np.array([[size]], dtype=np.int64) for size in (sample.n0, sample.n1))),
        )

        def parts() -> Iterator[Part]:
            return _parts(scores, sizes, ROWS * WIDTH, lambda k, counts: counts[None])

        return cls(scores, sizes, parts, {})

    def redrawn(self, counts0: Integers, counts1: Integers) -> Resamples:
        """Other examples at the same scores, all at once: a row for each resample."""
        sizes = Sizes(*(counts.sum(axis=1, keepdims=True) for counts in (counts0, counts1)))
        doubles = self.scores.between(0, self.scores.sample.distinct_scores)[0]
        nothing = np.zeros_like(sizes.n0)

        def parts() -> Iterator[Part]:
            yield Part(sizes, 0, doubles, counts0, counts1, nothing, nothing)

        return Resamples(self.scores, sizes, parts, self.asked)

    def drawn(self, rng: np.random.Generator, rows: int, stratified: bool) -> Resamples:
        """So many resamples, drawn part by part as they are asked."""
        sizes = drawn_sizes(rng, self.scores.sample.n0, self.scores.sample.n1, rows, stratified)
        left, rest = [sizes.n0[:, 0], sizes.n1[:, 0]], [self.scores.sample.n0, self.scores.sample.n1]

        def draw(k: int, counts: Integers) -> Integers:
            here = int(counts.sum())
            falls = rng.binomial(left[k], here / rest[k]) if here < rest[k] else left[k]
            left[k], rest[k] = left[k] - falls, rest[k] - here
            return drawn_counts(rng, counts, falls)

        parts = _parts(self.scores, sizes, WIDTH, draw)
        return Resamples(self.scores, sizes, lambda: parts, self.asked)

    @property
    def n0(self) -> Integers:
        """The number of examples of class 0 in each resample, a column."""
        return self.sizes.n0

    @property
    def n1(self) -> Integers:
        """The number of examples of class 1 in each resample, a column."""
        return self.sizes.n1

    def weights(self, condition: str) -> tuple[Floats, Floats]:
        """The class proportions, or one half each for skews, as columns."""
        if condition == "skew":
            half = np.full(self.n0.shape, 0.5)
            return half, half
        return self.n0 / (self.n0 + self.n1), self.n1 / (self.n0 + self.n1)

    @cached_property
    def _found(self) -> dict[Ask, Any]:
        return {}

    def ask(self, of: Ask, join: Join = np.add) -> Any:
        """What ``of`` finds in all parts, joined from the first to the last."""
        if of not in self._found:
            self.asked[of] = join
            wanted = {ask: join for ask, join in self.asked.items() if ask not in self._found}
            for number, part in enumerate(self.parts()):
                for ask, join in wanted.items():
                    found = ask(part)
                    self._found[ask] = join(self._found[ask], found) if number else found
        return self._found[of]

    @property
    def blocks(self) -> Blocks:
        """The blocks of the pool-adjacent-violators partition of each resample."""
        found: Blocks = self.ask(Blocks.of, Blocks.joined)
        return found


def _parts(scores: InDoubles, sizes: Sizes, width: int, draw: Callable[[int, Integers], Integers]) -> Iterator[Part]:
    """So many scores at a time, with the counts that ``draw`` makes of those of each class in the sample."""
    before0 = before1 = np.zeros_like(sizes.n0)
    last = scores.sample.distinct_scores
    for start in range(0, last, width):
        doubles, *given = scores.between(start, min(start + width, last))
        counts0, counts1 = (draw(k, counts) for k, counts in enumerate(given))
        part = Part(sizes, start, doubles, counts0, counts1, before0, before1)
        yield part
        before0, before1 = part.cumulative0[:, -1:], part.cumulative1[:, -1:]


# --- drawing ------------------------------------------------------------------------------------------


def drawn_sizes(rng: np.random.Generator, n0: int, n1: int, rows: int, stratified: bool) -> Sizes:
    """How many examples of each class resamples have: as many as there are, or drawn until both classes are there."""
    if stratified:
        zeros = np.full(rows, n0, dtype=np.int64)
    else:
        zeros = rng.binomial(n0 + n1, n0 / (n0 + n1), size=rows)
        while len(again := np.flatnonzero((zeros == 0) | (zeros == n0 + n1))):
            zeros[again] = rng.binomial(n0 + n1, n0 / (n0 + n1), size=len(again))
    return Sizes(zeros[:, None], n0 + n1 - zeros[:, None])


def drawn_counts(rng: np.random.Generator, counts: Integers, totals: Integers) -> Integers:
    """So many examples for each resample, drawn with replacement from ``counts`` of some units: how many of each."""
    size, units, rows = int(counts.sum()), len(counts), len(totals)
    if not size:
        return np.zeros((rows, units), dtype=np.int64)
    if size > 4 * units:
        found = np.zeros((rows, units), dtype=np.int64)
        present = np.flatnonzero(counts)
        found[:, present] = rng.multinomial(totals, counts[present] / size)
        return found
    drawn = np.repeat(np.arange(units), counts)[rng.integers(size, size=int(totals.sum()))]
    drawn += np.repeat(np.arange(rows) * units, totals)
    return np.bincount(drawn, minlength=rows * units).reshape(rows, units)
