"""Resamples of examples that have weights, are drawn in groups, or represent another proportion of the classes.

Units are drawn with replacement, as many as there are: examples, or whole groups. Units of one class each are drawn
class by class where that is asked for (stratified); groups with examples of both classes are drawn from all groups, and
again where a resample lacks a class. Counts stand for weights then, in integers: for the weights themselves where all
their sums are below 2**31, and else for weights rounded to that many parts of the sum. At a prior each resample has its
classes in that proportion.

Davison and Hinkley, Bootstrap methods and their application (1997), section 3.8, for groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from workbench.errors import NotSupported
from workbench.inference.resamples import MOST, Floats, Integers, Resamples, drawn_counts, starts_of
from workbench.samples.design import Design
from workbench.samples.sample import Sample


@dataclass(frozen=True, eq=False)
class _Class:
    """The cells of one class in the order of their scores: their units, their weights, and where each place starts."""

    units: Integers
    weights: Floats
    places: Integers
    starts: Integers

    @classmethod
    def of(cls, design: Design, label: int, times: int | None) -> _Class:
        cells = sorted((cell for cell in design.cells if cell.label == label), key=lambda cell: cell.place)
        weights = [float(cell.weight if times is None else cell.weight * times) for cell in cells]
        places = np.array([cell.place for cell in cells])
        starts = starts_of(places[1:] != places[:-1])
        return cls(np.array([cell.unit for cell in cells]), np.array(weights), places[starts], starts)

    def sums(self, drawn: Integers, width: int) -> Floats:
        """The weights at each distinct score, from how often each unit was drawn."""
        found = np.zeros((len(drawn), width))
        found[:, self.places] = np.add.reduceat(drawn[:, self.units] * self.weights, self.starts, axis=1)
        return found


class Designed:
    """A sample with a design, ready to be drawn again.

    >>> from workbench.samples.weighted import weighted_sample
    >>> sample = weighted_sample([0, 0, 1, 1], [1, 2, 2, 3], weights=["0.5", 1, 1, "0.25"])
    >>> Designed(sample, stratified=True).itself.n0
    array([[6]])
    """

    def __init__(self, sample: Sample, stratified: bool) -> None:
        design = sample.design
        assert design is not None
        self.prior, self.width = design.prior, sample.distinct_scores
        self.units = np.array(design.units)
        labels: list[set[int]] = [set() for _ in design.units]
        for cell in design.cells:
            labels[cell.unit].add(cell.label)
        for k in (0, 1):
            if sum(count for count, there in zip(design.units, labels, strict=True) if k in there) == 1:
                what = "has a single example" if design.groups is None else "is in a single group"
                raise NotSupported(f"class {k} {what}, so that its resamples are all alike")
        self.stratified = stratified and design.pure
        strata = [np.array([k in there for there in labels]) for k in (0, 1)]
        self.strata = strata if self.stratified else [np.ones(len(labels), dtype=bool)]
        self.times = self._times(design)
        self.classes = [_Class.of(design, k, self.times) for k in (0, 1)]
        self.scores = Resamples.of(Sample(sample.scores, (1,) * self.width, (1,) * self.width))
        self.itself = self.of_units(self.units[None])

    def _times(self, design: Design) -> int | None:
        """What makes all weights whole, where no resample has more than 2**31 of them; else None."""
        if self.prior is not None:
            return None
        times = lcm(*(cell.weight.denominator for cell in design.cells))
        weights = [Fraction(0)] * len(design.units)
        for cell in design.cells:
            weights[cell.unit] += cell.weight
        return times if int(self.units.sum()) * max(weights) * times <= MOST else None

    def drawn(self, rng: np.random.Generator, rows: int) -> Resamples:
        """So many resamples."""
        return self.of_units(self.times_drawn(rng, rows))

    def times_drawn(self, rng: np.random.Generator, rows: int) -> Integers:
        """How often each unit is drawn in each resample; both classes are in all of them."""
        found = np.zeros((rows, len(self.units)), dtype=np.int64)
        for stratum in self.strata:
            counts = self.units[stratum]
            found[:, stratum] = drawn_counts(rng, counts, np.full(rows, counts.sum()))
        there = [found[:, one.units].any(axis=1) for one in self.classes]
        again = np.flatnonzero(~(there[0] & there[1]))
        if len(again):
            found[again] = self.times_drawn(rng, len(again))
        return found

    def of_units(self, drawn: Integers) -> Resamples:
        """The resamples in which each unit is drawn so often, a row each."""
        zeros, ones = (one.sums(drawn, self.width) for one in self.classes)
        if self.times is None:
            sums0, sums1 = zeros.sum(axis=1, keepdims=True), ones.sum(axis=1, keepdims=True)
            share = sums1 / (sums0 + sums1) if self.prior is None else float(self.prior)
            zeros, ones = zeros * (MOST * (1 - share) / sums0), ones * (MOST * share / sums1)
        return self.scores.redrawn(*(np.rint(x).astype(np.int64) for x in (zeros, ones)))
