"""ROC curves averaged, exactly, in three ways: at a false positive rate, at a threshold, at an operating condition.

Each averages the losses of curves that set their thresholds in the same way: for a false positive rate, at one score,
or optimally at one skew. The three averages differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from workbench.curves.roc import RocCurve, RocPoint, checked_roc
from workbench.errors import InputError, shown
from workbench.samples.sample import Sample, checked_sample


def vertical_average(curves: Sequence[RocCurve]) -> RocCurve:
    """The mean true positive rate at each false positive rate.

    The curves pass a false positive rate at different thresholds, so its optimal loss is not the mean of theirs.
    Provost, Fawcett and Kohavi, The case against accuracy estimation for comparing induction algorithms (1998).

    >>> vertical_average([RocCurve.of_points([(0, 1)]), RocCurve.of_points([("1/2", "1/2")])]).tpr(0)
    Span(low=Fraction(0, 1), high=Fraction(1, 2))
    """
    _some(curves)
    places = sorted({point.fpr for curve in map(checked_roc, curves) for point in curve.points})
    spans = [(x, [curve.tpr(x) for curve in curves]) for x in places]
    ends = {(x, _mean(span[k] for span in here)) for x, here in spans for k in (0, 1)}
    return RocCurve(tuple(RocPoint(*rates) for rates in sorted(ends)))


def threshold_average(samples: Sequence[Sample]) -> RocCurve:
    """The mean of the points that the samples have at each threshold.

    The cost line of such a point is the mean of the cost lines, so for every method that sets a threshold without
    looking at the sample, the losses of this curve for skews are the mean losses. Fawcett, An introduction to ROC
    analysis (2006).

    >>> threshold_average([Sample.of([0, 1], [0, 1]), Sample.of([0, 1], [1, 0])]).area()
    Fraction(1, 2)
    """
    _some(samples)
    for sample in samples:
        checked_sample(sample, "threshold_average")
    points = [RocPoint(Fraction(0), Fraction(0))]
    for t in sorted({score for sample in samples for score in sample.scores}):
        rates = _mean(sample.cdf1(t) for sample in samples), _mean(sample.cdf0(t) for sample in samples)
        points.append(RocPoint(*rates, t))
    return RocCurve(tuple(points))


def cost_average(curves: Sequence[RocCurve]) -> RocCurve:
    """The curve whose optimal cost curve, over skews, is the mean of those of the curves.

    At each skew it averages the optimal points (F1, F0) of the curves; that is, it lines up the
    segments of all hulls by descending slope, each shrunk by the number of curves. It is nowhere below the vertical
    average of the hulls. Drummond and Holte, Cost curves: An improved method for visualizing classifier performance
    (2006).

    >>> cost_average([RocCurve.of_points([(0, "1/2")]), RocCurve.of_points([("1/2", 1)])])
    RocCurve of 5 points, area 13/16, hull of 5 points and area 13/16
    """
    _some(curves)
    steps: dict[Fraction, tuple[Fraction, Fraction]] = {}
    for segment in (segment for curve in map(checked_roc, curves) for segment in curve.hull.segments):
        run, rise = (b - a for a, b in zip(segment.start[:2], segment.end[:2], strict=True))
        before = steps.get(segment.balance(), (Fraction(0), Fraction(0)))
        steps[segment.balance()] = before[0] + run / len(curves), before[1] + rise / len(curves)
    points = [RocPoint(Fraction(0), Fraction(0))]
    for balance in sorted(steps):
        run, rise = steps[balance]
        points.append(RocPoint(points[-1].fpr + run, points[-1].tpr + rise))
    return RocCurve(tuple(points))


def _some(curves: Collection[RocCurve | Sample]) -> None:
    if not isinstance(curves, Collection):
        raise InputError(f"{shown(curves)} is no list; an average is one of several")
    if not curves:
        raise InputError("there is no curve; one is needed at least")


def _mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)
