"""Whether figures that are quotients of sums of counts leave any matrix, whatever the number of examples is.

Such are accuracy, precision, sensitivity, F1, the Jaccard index: each end of a printed figure asks that a weighted sum
of the counts is not negative. What all of them leave is a cone in the nonnegative orthant, the sums of multiples of its
extreme rays, which are where three of the conditions are met with equality: these are gone through, exactly. A matrix
needs both classes, what a figure is divided by, and the sums of ends that do not belong to a figure, to be positive:
where some ray has each of them positive the sum of these rays has all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import TypeAlias

from workbench.feasible.matrix_metrics import MatrixMetric
from workbench.numbers.printed import Interval

Weights: TypeAlias = tuple[Fraction, ...]
"""Of tp, fn, fp and tn."""
Whole: TypeAlias = tuple[int, ...]
"""Weights as whole numbers, which are multiplied sooner."""

_MOST_SIDES = 16
_COUNTS: tuple[Weights, ...] = tuple(tuple(Fraction(i == j) for j in range(4)) for i in range(4))
_CLASSES: tuple[Weights, ...] = (tuple(map(Fraction, (1, 1, 0, 0))), tuple(map(Fraction, (0, 0, 1, 1))))


@lru_cache(maxsize=256)
def is_additive(metric: MatrixMetric) -> bool:
    """Whether a metric is a quotient of two sums over the examples.

    >>> from workbench.feasible.matrix_metrics import named
    >>> [name for name in ("f1", "accuracy", "mcc", "kappa", "tp", "lr+") if is_additive(named(name))]
    ['f1', 'accuracy']
    """
    if metric.form != "ratio":
        return False
    of = parts(metric)
    return all(
        metric.ratio(*counts) == tuple(sum(x * part[k] for x, part in zip(counts, of, strict=True)) for k in (0, 1))
        for counts in ((1, 2, 3, 4), (7, 5, 2, 11))
    )


def parts(metric: MatrixMetric) -> list[tuple[int, int]]:
    """What an example of each cell, tp, fn, fp and tn, adds to both numbers of the ratio."""
    return [metric.ratio(*(int(i == j) for j in range(4))) for i in range(4)]


def leave_a_matrix(constraints: Iterable[tuple[MatrixMetric, Interval]]) -> bool:
    """Whether some numbers, perhaps no whole ones, have all figures that are such quotients.

    >>> from workbench.feasible.matrix_metrics import named
    >>> from workbench.numbers.printed import Printed
    >>> [leave_a_matrix((named(name), Printed(x).values) for name, x in (("precision", "0.90"), ("recall", "0.80"),
    ...  ("f1", f1))) for f1 in ("0.85", "0.87")]
    [True, False]
    """
    some = [(metric, values) for metric, values in constraints if is_additive(metric)]
    ends = [(side, closed) for metric, values in some for side, closed in _sides(metric, values)]
    sides = {side for side, _ in ends}
    if len(sides) > _MOST_SIDES:
        return True
    positive = [*_CLASSES, *(tuple(Fraction(bottom) for _, bottom in parts(metric)) for metric, _ in some)]
    positive += [side for side, closed in ends if not closed]
    rays = _rays(tuple(sorted(sides)))
    return all(any(_product(weights, ray) > 0 for ray in rays) for weights in positive)


def _sides(metric: MatrixMetric, values: Interval) -> Iterator[tuple[Weights, bool]]:
    """What is not negative for a figure among these values, and whether it may be zero."""
    for end, sign, closed in ((values.low, 1, values.low_closed), (values.high, -1, values.high_closed)):
        if end is not None:
            yield tuple(sign * (top - end * bottom) for top, bottom in parts(metric)), closed


@lru_cache(maxsize=10_000)
def _rays(sides: tuple[Weights, ...]) -> tuple[Whole, ...]:
    """The extreme rays, and perhaps others, of the cone where no count and no side is negative."""
    every, found = tuple(map(_whole, (*_COUNTS, *sides))), []
    for three in combinations(every, 3):
        ray = _orthogonal(three)
        for sign in (1, -1) if any(ray) else ():
            turned = tuple(sign * x for x in ray)
            if all(_product(side, turned) >= 0 for side in every):
                found.append(turned)
    return tuple(found)


def _whole(weights: Weights) -> Whole:
    """The weights times a positive number, so that they are whole."""
    many = lcm(*(x.denominator for x in weights))
    return tuple(x.numerator * (many // x.denominator) for x in weights)


def _orthogonal(three: tuple[Whole, ...]) -> Whole:
    """The weights that are orthogonal to three others, all zero where these are not independent."""
    (a, b, c, d), (e, f, g, h), (i, j, k, m) = three
    gm, fm, em, fk, ek, ej = g * m - h * k, f * m - h * j, e * m - h * i, f * k - g * j, e * k - g * i, e * j - f * i
    return (
        -(b * gm - c * fm + d * fk),
        a * gm - c * em + d * ek,
        -(a * fm - b * em + d * ej),
        a * fk - b * ek + c * ej,
    )


def _product(one: Sequence[Fraction | int], other: Whole) -> Fraction | int:
    (a, b, c, d), (w, x, y, z) = one, other
    return a * w + b * x + c * y + d * z
