"""Cost curves, their envelopes, averages and resamples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import expand

from workbench.curves.cost_curves import cost_curve, cost_line
from workbench.curves.curve import Curve, lowest
from workbench.curves.roc import RocCurve, RocPoint
from workbench.curves.roc_averages import cost_average, vertical_average
from workbench.papers.claims import Claim, Computed, Data, Finding
from workbench.papers.classifier_claims import (
    LowCorrelation,
    PairedRates,
    RateEnvelope,
    SignificantDifference,
)
from workbench.papers.data_claims import Matrix
from workbench.papers.engines import defined, exact
from workbench.papers.measure_claims import rankings
from workbench.samples.sample import Sample

from .given import HALF, SAMPLES, F, G, X, Y, loss, order

TABLES = (
    ("Original", "78 22 40 60", "0.78 0.4"),
    ("Resample #1", "75 25 45 55", "0.75 0.45"),
    ("Resample #2", "83 17 38 62", "0.83 0.38"),
)


# The 100 examples of the negative class: positive by both classifiers, only the first, only the second, by neither.
PAIRED = "30 10 0 60"


def lower_envelope_is_biased() -> Finding:
    """Scores that know nothing: the mean area below their lower envelopes is less than what can be attained.

    All rankings of 3 + 3 examples are equally likely, and the best decisions ignore the score.
    """
    ignored = Sample.of_counts([0], [3], [3])
    rows = []
    for find in (defined, exact):
        areas = [find(x, "loss(optimal)") for x in rankings(3, 3)]
        rows.append((find(ignored, "loss(optimal)"), sum(areas) / len(areas)))
    symbolic, numeric = ({"attainable": str(least), "mean below": str(mean)} for least, mean in rows)
    numeric["data"] = "all rankings of 3 + 3 examples"
    return Finding.of(rows[1][1] < rows[1][0], rows[0] == rows[1], symbolic=symbolic, numeric=numeric)


def fresh_data_are_not_biased() -> Finding:
    """All samples drawn from a population: the mean of a threshold's loss is its loss in the population.

    So fresh data judge a threshold without bias; the mean of each sample's least loss, its lower envelope, is never
    more than the least loss in the population, and less in some of the populations tried.
    """
    unbiased, biased, populations = True, 0, [x for x in SAMPLES if x.n <= 5 and len(x.scores) > 1]
    skews = Fraction(1, 3), HALF, Fraction(3, 4)
    for population in populations:
        thresholds = (population.scores[0] - 1, *population.scores)
        truth = _losses(population, thresholds, skews)
        drawn = [(_losses(sample, thresholds, skews), times) for sample, times in _draws(population)]
        draws = sum(times for _, times in drawn)
        unbiased &= all(sum(times * losses[at] for losses, times in drawn) / draws == truth[at] for at in truth)
        for z in skews:
            least = min(truth[z, t] for t in thresholds)
            own = sum(times * min(losses[z, t] for t in thresholds) for losses, times in drawn) / draws
            unbiased &= own <= least
            biased += own < least
    numeric = {"samples": len(populations), "skews": len(skews), "below the population's": biased}
    return Finding.of(unbiased and biased > 0, numeric=numeric)


def _losses(
    sample: Sample, thresholds: Iterable[Fraction], skews: Iterable[Fraction]
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """The loss at each skew and threshold."""
    points = {t: RocPoint(sample.cdf1(t), sample.cdf0(t)) for t in thresholds}
    return {(z, t): point.loss(z) for z in skews for t, point in points.items()}


def _draws(population: Sample) -> Iterator[tuple[Sample, int]]:
    """All samples with as many examples of each class, drawn with replacement, each with how often it is drawn."""
    classes, scores = population.examples()
    parts = [[s for k, s in zip(classes, scores, strict=True) if k == c] for c in (0, 1)]
    drawn = (Counter(tuple(sorted(draw)) for draw in product(part, repeat=len(part))) for part in parts)
    for (zeros, times0), (ones, times1) in product(*(counts.items() for counts in drawn)):
        yield Sample.of([0] * len(zeros) + [1] * len(ones), zeros + ones), times0 * times1


def averaged_cost_curves() -> Finding:
    """The mean of two lower envelopes is the lower envelope of the means of both curves' best points at each skew."""
    middle = loss((X + F) / 2, (Y + G) / 2)
    proved = expand(middle - (loss(X, Y) + loss(F, G)) / 2) == 0
    right = all(
        _envelope(cost_average([RocCurve.of(a), RocCurve.of(b)])) == _mean_cost_curve(a, b)
        for a, b in pairwise(SAMPLES)
    )
    symbolic = {"loss of the mean point": "the mean of loss(FPR, TPR) and loss(FPR_1, TPR_1)"}
    note = "the mean point is proved, the curves are tried"
    return Finding.of(right and proved, symbolic=symbolic, numeric={"pairs of samples": len(SAMPLES) - 1}, note=note)


def averaged_roc_curves() -> Finding:
    """The mean of two ROC hulls at each FPR has other losses, never less than the mean of the lower envelopes."""
    never, different, pairs = True, [], list(combinations(rankings(3, 3), 2))
    for a, b in pairs:
        vertical, mean = _envelope(vertical_average([RocCurve.of(x).hull for x in (a, b)])), _mean_cost_curve(a, b)
        never &= all(region.sign >= 0 for region in vertical.regions(mean))
        if vertical != mean:
            different.append(f"{order(a)} and {order(b)}: areas {vertical.area()} and {mean.area()}")
    numeric = {"data": "pairs of rankings of 3 + 3 examples", "pairs": len(pairs), "different": len(different)}
    return Finding.of(never and bool(different), numeric=numeric | {"the first": "; ".join(different[:1])})


def _envelope(curve: RocCurve) -> Curve:
    """The least of the cost lines of a curve's points, over skews."""
    return lowest([cost_line(point[:2]) for point in curve.points])[0]


def _mean_cost_curve(a: Sample, b: Sample) -> Curve:
    return (cost_curve(a, "optimal", "skew") + cost_curve(b, "optimal", "skew")) * HALF


def _table(name: str, counts: str, rates: str) -> Claim:
    tp, fn, fp, tn = map(int, counts.split())
    tpr, fpr = rates.split()
    return Claim(
        f"001.ci.1.{name.lower().replace(' #', '')}",
        "Confidence Intervals",
        f"{name}, with TP, FN, FP, TN = {tp}, {fn}, {fp}, {tn}: TP = {tpr} and FP = {fpr}.",
        "table",
        Matrix(Data.tallied(name, ("0", tp, fp), ("1", fn, tn)), "0", counts, rates),
        note="TP and FP stand for the rates TPR and FPR",
    )


claims = (
    Claim(
        "001.env.1.biased",
        "Lower Envelope",
        "The lower envelope is a biased estimate of performance.",
        "theorem",
        Computed(lower_envelope_is_biased),
    ),
    Claim(
        "001.env.1.fresh",
        "Lower Envelope",
        "Fresh data is needed to get an unbiased estimate.",
        "theorem",
        Computed(fresh_data_are_not_biased),
    ),
    Claim(
        "001.avg.1.cost",
        "Averaging Cost Curves",
        "Averaging cost curves averages the points (FPR, TPR) that are the best at one operating condition.",
        "theorem",
        Computed(averaged_cost_curves),
        note="the title alone is left of the slide",
    ),
    Claim(
        "001.avg.1.roc",
        "Averaging ROC Curves",
        "Averaging ROC curves at each FPR is something else.",
        "theorem",
        Computed(averaged_roc_curves),
        note="the title alone is left of the slide",
    ),
    *(_table(*row) for row in TABLES),
    Claim(
        "001.ci.2",
        "Confidence Intervals",
        "Resample the confusion matrix 10000 times and take the 95% envelope.",
        "example",
        RateEnvelope(TABLES[0][1], inside=tuple(counts for _, counts, _ in TABLES[1:])),
        note="the figure is missing; the envelope of the printed matrix",
    ),
    Claim(
        "001.pair.1",
        "Paired Resampling",
        "FP1 = (30 + 10)/100 = 0.40, FP2 = (30 + 0)/100 = 0.30, FP2 - FP1 = -0.10.",
        "table",
        PairedRates(PAIRED, "0.40 0.30 -0.10"),
    ),
    Claim(
        "001.pair.2",
        "Paired Resampling",
        "Resample this matrix 10000 times to get FP2 - FP1, and take the 95% envelope to test significance.",
        "example",
        SignificantDifference(PAIRED),
        note="the difference is significant; the matrix of the positive class is not given",
    ),
    Claim(
        "001.pair.3",
        "Low correlation = Low significance",
        "Low correlation is low significance.",
        "theorem",
        LowCorrelation(PAIRED),
    ),
)
