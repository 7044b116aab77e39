"""A continuous model as a sample of so many examples that no eye sees a difference: what curves are drawn from."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from workbench.continuous.distributions import Distribution
from workbench.numbers.certified import lift
from workbench.samples.sample import Sample

PARTS = 2_000
EXAMPLES = 10**12
_FAR = 8  # deviations from the mean within which scores are told apart; beyond they are a part of their own


def spread_out(classes: tuple[Distribution, Distribution], pi0: Fraction, parts: int = PARTS) -> Sample:
    """The scores in parts, each with the mass that both classes have there, as so many of 10**12 examples.

    Areas under curves differ from those of the model by about the square of a part.

    >>> from workbench.continuous.distributions import Beta
    >>> from workbench.losses.own_values import own_value
    >>> sample = spread_out((Beta(1, 2), Beta(2, 1)), Fraction(1, 2))
    >>> abs(own_value("AUC", sample) - Fraction(5, 6)) < Fraction(1, 10**6)
    True
    """
    ends = sorted({end for each in classes for end in _ends(each, parts)})
    shares = (pi0, 1 - pi0)
    counts: list[list[int]] = []
    for each, share in zip(classes, shares, strict=True):
        below = [0, *(round(EXAMPLES * share * _floating(each.cdf(end))) for end in ends), round(EXAMPLES * share)]
        counts.append([max(high - low, 0) for low, high in itertools.pairwise(below)])
    middles = [ends[0], *((low + high) / 2 for low, high in itertools.pairwise(ends)), ends[-1]]
    return Sample.of_counts(middles, *counts)


def _ends(distribution: Distribution, parts: int) -> list[Fraction]:
    """Where the parts of one class end: evenly within its support, or where that is wide within some deviations."""
    mean, square = distribution.moment(1), distribution.moment(2)
    deviation = Fraction(float(square - mean**2) ** 0.5).limit_denominator(10**6)
    low, high = mean - _FAR * deviation, mean + _FAR * deviation
    first, last = distribution.support
    low, high = low if first is None else max(low, first), high if last is None else min(high, last)
    return [low + (high - low) * k / parts for k in range(parts + 1)]


def _floating(x: Any) -> Fraction:
    return x if isinstance(x, Fraction) else Fraction(float(lift(x).mid()))
