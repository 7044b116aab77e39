"""Samples of many distinct scores reduced to a few thousand, with a bound on what that changes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

import numpy as np
import numpy.typing as npt

from workbench.samples.sample import Sample

PARTS = 1024


def cuts(sample: Sample, rates: Iterable[Fraction]) -> npt.NDArray[np.intp]:
    """Where in the order of the distinct scores to cut, the ends included, so that little is lost.

    From one cut to the next there is one distinct score, or neither ``F0`` nor ``F1`` attains any of the ``rates``.

    >>> cuts(Sample.of([0, 1] * 500, range(1000)), [Fraction(1, 2)]).tolist()
    [0, 498, 499, 500, 1000]
    """
    listed = list(rates)
    found = [np.array([0, sample.distinct_scores])]
    for passed, size in zip(sample.passed, (sample.n0, sample.n1), strict=True):
        first = np.searchsorted(passed, [ceil(rate * size) for rate in listed])
        found += [first, np.maximum(first - 1, 0)]
    return np.unique(np.concatenate(found))


def thinned(sample: Sample, parts: int = PARTS) -> Sample:
    """A sample of up to ``4 parts`` distinct scores that has the rates of ``sample``, or less by up to ``1/parts``.

    Neighbouring scores are pooled, at the highest of them. A score with more than ``1/parts`` of a class stays as it
    is, and so does a sample of few distinct scores.

    >>> found = thinned(Sample.of([0, 1] * 500, range(1000)), 10)
    >>> found.distinct_scores, [str(s) for s in found.scores[:4]], found.cdf0(96), found.cdf0(97)
    (28, ['97', '98', '99', '197'], Fraction(0, 1), Fraction(49, 500))
    """
    if sample.distinct_scores <= 4 * parts:
        return sample
    places = cuts(sample, (Fraction(i, parts) for i in range(1, parts)))
    counts0, counts1 = (tuple(np.diff(passed[places]).tolist()) for passed in sample.passed)
    return Sample(tuple(sample.score(i - 1) for i in places[1:].tolist()), counts0, counts1)
