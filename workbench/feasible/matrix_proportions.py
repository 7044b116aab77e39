"""The class proportions that figures leave open, whatever the number of examples is.

A metric that is a rate depends on three proportions alone: those of class 0, of its examples and of those of class 1
that are predicted positive. Most do not fall as ``tp`` or ``tn`` grows, or ``fn`` or ``fp`` shrinks, or do not rise
then; kappa, lift and weighted means can do either, and are passed over but for what they ask of other figures
(`implied_figures`). So over a box of proportions a metric lies
between its values at two corners, and boxes are halved until one is left that no figure rules out. Those that depend
on the two rates alone are taken where the classes are of one size. What quotients of sums of counts leave is asked
first (`matrix_cones`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import ceil, floor
from typing import TypeAlias

from workbench.feasible.implied_figures import implied
from workbench.feasible.matrix_cones import leave_a_matrix
from workbench.feasible.matrix_metrics import COUNTS, FILLED, RECIPROCALS, named
from workbench.feasible.matrix_regions import Bound, Constraint, bounds_of
from workbench.limits import Work
from workbench.numbers.printed import Interval

Box: TypeAlias = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""From and to, in units of 1/`_GRID`: the proportion of class 0, the true and the false positive rate."""

_GRID = 1 << 14
_BOXES = 3_000
_BOX = 3.0
_NOT_MONOTONE = (
    *(*COUNTS, "prevalence", "kappa", "lift", "weighted_f1", "weighted_precision"),
    *(metric.name for metric in FILLED.values()),
)
_OF_RATES = (
    *("sensitivity", "specificity", "fpr", "fnr", "balanced_accuracy", "informedness", "lr+", "lr-", "dor", "g_mean"),
    *("prevalence_threshold", *(metric.name for metric in RECIPROCALS.values())),
)
_OF_BOTH = ("kappa", "mcc", "fowlkes_mallows", "markedness")
"""Figures that ask of rates what boxes with hardly any example of a class do not show."""
_RATE_OF = {"tp": "sensitivity", "fn": "fnr", "fp": "fpr", "tn": "specificity"}
_NONE = Interval(Fraction(0), Fraction(0))


def class_share(constraints: Iterable[Constraint], work: Work | None = None) -> tuple[Fraction, Fraction] | None:
    """Two numbers with the proportion of class 0 of every matrix between them; None where there is no matrix.

    They are further apart where the work ends before they are found.

    >>> from workbench.feasible.matrix_metrics import named
    >>> from workbench.numbers.printed import Printed
    >>> half = Printed("0.50").values
    >>> class_share([(named(name), half) for name in ("accuracy", "sensitivity", "specificity")])
    (Fraction(0, 1), Fraction(1, 1))
    >>> ninety = Printed("0.90").values
    >>> class_share([(named("accuracy"), ninety), (named("sensitivity"), half), (named("specificity"), half)])
    >>> low, high = class_share([(named("accuracy"), ninety), (named("sensitivity"), half)])
    >>> f"{float(low)} {float(high):.3f}"
    '0.0 0.212'
    """
    constraints = tuple(constraints)
    more = tuple(implied(constraints))
    if _contradict((*constraints, *more)) or not leave_a_matrix((*constraints, *more)):
        return None
    if any(metric.name in _OF_BOTH for metric, _ in constraints):
        constraints += tuple((metric, values) for metric, values in more if metric.name in _OF_RATES)
    empty = [_RATE_OF.get(metric.name) for metric, values in constraints if values.high is not None and values.high < 1]
    constraints += tuple((named(rate), _NONE) for rate in empty if rate is not None)
    bounds = [bound for bound in bounds_of(constraints) if bound.metric.name not in _NOT_MONOTONE]
    left, right = 0, _GRID
    for metric, values in constraints:
        if metric.name == "prevalence" and values.low is not None and values.high is not None:
            left, right = max(left, floor(values.low * _GRID)), min(right, ceil(values.high * _GRID))
    if right == 0 or left == _GRID:  # one class alone
        return None
    low = _end(bounds, left, right, 1, work)
    high = None if low is None else _end(bounds, left, right, -1, work)
    if low is None or high is None or low > high:
        return None
    return Fraction(low, _GRID), Fraction(high, _GRID)


def _contradict(constraints: Iterable[Constraint]) -> bool:
    """Whether two intervals of one figure have nothing in common."""
    of: dict[str, Interval] = {}
    for metric, values in constraints:
        of[metric.name] = of[metric.name] & values if metric.name in of else values
    return any(values.empty for values in of.values())


def _end(bounds: list[Bound], left: int, right: int, sign: int, work: Work | None) -> int | None:
    """Nothing lies below it (``sign`` 1) or above it (-1); None where nothing lies anywhere."""
    order = count()
    heap: list[tuple[int, int, Box]] = []

    def keep(box: Box) -> None:
        if _open(bounds, box):
            heappush(heap, (box[0][0] if sign > 0 else -box[0][1], -next(order), box))

    keep(((left, right), (0, _GRID), (0, _GRID)))
    for _ in range(_BOXES):
        if not heap:
            return None
        if work is not None:
            work.spend(_BOX * len(bounds))
            if work.over:
                break
        box = heappop(heap)[2]
        widest = max(range(3), key=lambda i: box[i][1] - box[i][0])
        low, high = box[widest]
        if high - low <= 1:
            return box[0][0] if sign > 0 else box[0][1]
        middle = (low + high) // 2
        for half in ((low, middle), (middle, high)):
            x, p, q = (half if i == widest else side for i, side in enumerate(box))
            keep((x, p, q))
    return sign * heap[0][0] if heap else None


def _open(bounds: list[Bound], box: Box) -> bool:
    """Whether no bound rules the box out."""
    (x0, x1), (p0, p1), (q0, q1) = box
    best = x1 * p1, x0 * (_GRID - p1), (_GRID - x1) * q0, (_GRID - x0) * (_GRID - q0)
    worst = x0 * p0, x1 * (_GRID - p0), (_GRID - x0) * q1, (_GRID - x1) * (_GRID - q1)
    same_sizes = (p1, _GRID - p1, q0, _GRID - q0), (p0, _GRID - p0, q1, _GRID - q1)
    for bound in bounds:
        corner = (same_sizes if bound.metric.name in _OF_RATES else (best, worst))[not bound.from_above]
        if bound.metric.defined(corner) and bound.slack(*corner) + bound.strict < 0:
            return False
    return True
