"""Rates of one class as methods, partial areas, and precision, recall and F1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from workbench.papers.claims import Computed, Finding
from workbench.papers.engines import exact
from workbench.samples.sample import Sample

from .given import cited, claim, samples

NEYMAN = "Thresholds at the rate of one class, after Neyman and Pearson, read as a method"
MCCLISH = cited("McClish (1989)")
MCDERMOTT = cited("McDermott et al., NeurIPS (2024)")
GAIN = cited("Flach and Kull, NIPS (2015)")
PREDICTED = "pi0*sensitivity(t) + pi1*(1 - specificity(t))"
EVENTS = "pi0*(1 - sensitivity(t)) + pi1*specificity(t)"
PRECISION = f"npv(t) == 1 - pi0*(1 - sensitivity(t))/({EVENTS}) given specificity(t) > 0"
BEYOND = "2*pi0*sensitivity({0}) - q*(pi0 + pi0*sensitivity({0}) + pi1*(1 - specificity({0})))"
SOMEBODY = "given sensitivity(t) > 0"
NO_PRECISION = "precision has no value where nobody is predicted positive, so recall is taken to be positive"


def average_precision_by_rates() -> Finding:
    """AP == 1 - pi0*(the mean over class 1 of the false positive rate over the rate predicted, both at its score)"""
    tried = samples()
    right = all(exact(sample, "AP") == 1 - sample.pi0 * mean_quotient_of_rates(sample) for sample in tried)
    return Finding.of(right, numeric={"samples": len(tried)})


def mean_quotient_of_rates(sample: Sample) -> Fraction:
    """The mean, over the events, of the false positive rate over the predicted positive rate at the event's score."""
    classes, scores = sample.examples()
    quotients = []
    for k, score in zip(classes, scores, strict=True):
        if k == 1:
            treated = [j for j, other in zip(classes, scores, strict=True) if other >= score]
            quotients.append(Fraction(treated.count(0), sample.n0) / Fraction(len(treated), sample.n))
    return sum(quotients, Fraction(0)) / sample.n1


Point = tuple[Fraction, Fraction]


def gain_curve(sample: Sample) -> list[Point]:
    """The corners (recall gain, precision gain) from recall gain 0 on; between them both gains are linear.

    With a of the n0 positives and b negatives predicted positive, recall gain is ``1 - pi0/pi1*(n0/a - 1)``, precision
    gain ``1 - pi0/pi1*b/a``, and along a tie, and from nobody on, b is linear in a.
    """
    classes, scores = sample.examples()
    odds = sample.pi0 / sample.pi1
    start, points = (Fraction(0), Fraction(0)), list[Point]()
    for threshold in sorted(set(scores)):
        at = [k for k, score in zip(classes, scores, strict=True) if score <= threshold]
        a, b = Fraction(at.count(0)), Fraction(at.count(1))
        if a <= sample.n0 * sample.pi0:
            start = a, b
            continue
        if not points:  # recall gain is 0 where the recall is pi0
            first = sample.n0 * sample.pi0
            between = start[1] + (b - start[1]) * (first - start[0]) / (a - start[0])
            points.append((Fraction(0), 1 - odds * between / first))
        points.append((1 - odds * (sample.n0 / a - 1), 1 - odds * b / a))
    return points


def expected_gain_is_linear() -> Finding:
    """the mean F1-gain of points evenly spread in d == (AUPRG/2 + 1/4 - pi0*(1 - y**2)/4)/(1 - pi0*(1 - y)), where d is
    recG/pi0 - precG/pi1, and y the precision gain at recall gain 0"""
    tried, right = 0, True
    for sample in samples():
        points, pi0, pi1 = gain_curve(sample), sample.pi0, sample.pi1
        spread = [recall / pi0 - precision / pi1 for recall, precision in points]
        if spread[0] == spread[-1] or any(after < before for before, after in pairwise(spread)):
            continue
        tried += 1
        mean = sum((p + q) / 2 * (after - before) for (p, q), before, after in _parts(points, spread))
        mean /= spread[-1] - spread[0]
        area = sum((first[1] + last[1]) / 2 * (last[0] - first[0]) for first, last in pairwise(points))
        y = points[0][1]
        right &= mean == (area / 2 + Fraction(1, 4) - pi0 * (1 - y**2) / 4) / (1 - pi0 * (1 - y))
    return Finding.of(right and tried > 0, numeric={"samples": tried})


def _parts(points: list[Point], spread: list[Fraction]) -> Iterator[tuple[Point, Fraction, Fraction]]:
    """The F1-gain, the mean of both gains, at the ends of each part of the curve, with where the part lies."""
    for (first, last), (before, after) in zip(pairwise(points), pairwise(spread), strict=True):
        yield ((first[0] + first[1]) / 2, (last[0] + last[1]) / 2), before, after


claims = (
    claim(
        "NP.1",
        NEYMAN,
        "A uniform false positive rate has a loss that is linear in AUC, here for Beta(2, 1) costs.",
        "loss(fpr(u), cost=beta(2, 1)) == 2*(2/3)*pi0*(1 - AUC) + 1/3*pi1",
    ),
    claim(
        "NP.1.point",
        NEYMAN,
        "A uniform false positive rate has a loss that is linear in AUC at every cost proportion.",
        "loss(fpr(u), cost=point(t)) == 2*t*pi0*(1 - AUC) + (1 - t)*pi1",
    ),
    claim(
        "NP.1.tpr",
        NEYMAN,
        "A uniform true positive rate has a loss that is linear in AUC at every cost proportion.",
        "loss(tpr(u), cost=point(t)) == 2*(1 - t)*pi1*(1 - AUC) + t*pi0",
    ),
    claim(
        "NP.2",
        MCCLISH,
        "A false positive rate that is uniform up to 1/2 loses the partial area above the curve.",
        "loss(fpr(u/2)) == pi0*E0(2*min(F1(s), 1/2)) + pi1/4",
        note="the partial area read as a loss",
    ),
    claim(
        "DR.1",
        cited("Carrington et al. (2021), deepROC"),
        "The concordant partial areas of the two parts of an ROC curve on either side of a threshold add up to AUC.",
        "AUC == (E1(F0(s)*indicator(s <= t)) + E0((1 - F1(s))*indicator(s <= t)))/2"
        " + (E1(F0(s)*indicator(t < s)) + E0((1 - F1(s))*indicator(t < s)))/2",
        note="a concordant partial area is the mean of the area below a part of the curve and of that to its right",
    ),
    claim(
        "MD.1",
        MCDERMOTT,
        "AUC is one less the mean false positive rate at the scores of the events, ties counted half.",
        "AUC == 1 - E1(1 - F0(s))",
        note="a false positive rate that counts ties in full, or not at all, has no word inside a mean",
    ),
    claim(
        "MD.2.each",
        MCDERMOTT,
        "At each threshold precision is one less the false positive rate over the rate of what is predicted positive.",
        PRECISION,
        note="of the events, class 1, which npv is the precision of; the false positive rate is weighted by pi0",
    ),
    claim(
        "MD.2",
        MCDERMOTT,
        "Average precision is one less a mean of false positive rates over predicted positive rates.",
        Computed(average_precision_by_rates),
        note="both rates count ties in full, for which a mean has no words; at each threshold it is lit.MD.2.each",
    ),
    claim(
        "LIP.1.corrected",
        cited("Lipton, Elkan and Naryanaswamy (2014)"),
        "For calibrated scores, predicting positive from the probability q/2 on has an F1 of at least q, if any has.",
        f"{BEYOND.format('1 - q/2')} >= 0 given calibrated, {BEYOND.format('t')} >= 0",
        note="so for the best F1 the best threshold is half of it; F1 is q or more where 2 pi0 sensitivity is q or more"
        " times pi0 and the rate of what is predicted positive together",
    ),
    claim(
        "LIP.1",
        "Lipton, Elkan and Naryanaswamy (2014), read without the assumption",
        "Predicting positive from the probability q/2 on has an F1 of at least q, if any threshold has.",
        f"{BEYOND.format('1 - q/2')} >= 0 given {BEYOND.format('t')} >= 0",
        expected="fails",
        misreading=True,
        note="they state it of calibrated scores",
    ),
    claim(
        "HC.1",
        cited("Hand and Christen (2018)"),
        "F1 is a mean of recall and precision, weighted by the share of positives and of what is predicted positive.",
        f"f1(t) == (pi0*sensitivity(t) + ({PREDICTED})*precision(t))/(pi0 + {PREDICTED}) {SOMEBODY}",
        note=NO_PRECISION,
    ),
    claim(
        "PRG.1",
        GAIN,
        "Predicting everybody positive has the F-gain 1/2.",
        "(f1(n1) - pi0)/(pi1*f1(n1)) == 1/2",
        note="a score is at most n1",
    ),
    claim(
        "PRG.1.mean",
        GAIN,
        "The F-gain is the mean of the gains of precision and recall.",
        "(f1(t) - pi0)/(pi1*f1(t))"
        " == ((precision(t) - pi0)/(pi1*precision(t)) + (sensitivity(t) - pi0)/(pi1*sensitivity(t)))/2 "
        f"{SOMEBODY}",
        note=NO_PRECISION,
    ),
    claim(
        "PRG.2",
        GAIN,
        "The expected F1-gain is linear in the area under the precision-recall-gain curve.",
        Computed(expected_gain_is_linear),
        note="of operating points evenly spread in recG/pi0 - precG/pi1, on rankings along which that does not fall",
    ),
)
