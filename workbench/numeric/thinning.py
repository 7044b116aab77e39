"""Samples of many distinct scores reduced to a few thousand, with a bound on what that changes."""

from __future__ import annotations

import numpy as np

from workbench.numeric.sample import Sample

PARTS = 2048


def thinned(sample: Sample, parts: int = PARTS) -> Sample:
    """A sample of few distinct scores that has the rates of ``sample`` at each threshold, or less by up to ``2/parts``.

    Neighbouring scores are pooled, at the highest of them. A score with more than ``1/parts`` of a class stays as it
    is, and so does a sample of up to ``parts`` distinct scores.

    >>> found = thinned(Sample.of([0, 1] * 500, range(1000)), 10)
    >>> found.distinct_scores, [str(s) for s in found.scores[:3]], found.cdf0(98), found.cdf0(99)
    (20, ['0', '99', '100'], Fraction(1, 500), Fraction(1, 10))
    """
    if sample.distinct_scores <= parts:
        return sample
    counts = sample.passed
    kept = np.zeros(sample.distinct_scores, dtype=bool)
    kept[-1] = True
    for passed, size in zip(counts, (sample.n0, sample.n1), strict=True):
        part = -(-passed[1:] * parts // size)
        kept[:-1] |= part[1:] != part[:-1]
        kept |= np.diff(passed) * parts > size
    places = np.flatnonzero(kept)
    counts0, counts1 = (np.diff(passed[places + 1], prepend=0).tolist() for passed in counts)
    return Sample(tuple(map(sample.score, places.tolist())), tuple(counts0), tuple(counts1))
