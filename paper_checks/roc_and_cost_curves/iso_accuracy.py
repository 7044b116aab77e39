"""Thresholds on scores, and lines of equal accuracy."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from sympy import diff, simplify, solve, symbols

from workbench.curves.roc import IsoLine, RocCurve
from workbench.papers.claims import Claim, Computed, Data, Finding
from workbench.papers.classifier_claims import (
    MostAccurate,
)
from workbench.papers.engines import defined, rational, tried
from workbench.papers.general_claims import Statement

from .given import ACC, HALF, NEG, POS, ROC20, SAMPLES, F, G, X, Y, ratio_ranks, roc

# Classifiers that are the best at the class ratios of the lecture, with its accuracies; 0 is a predicted positive.
LIKE_FLACH = (
    Data.tallied("C4.5", ("0", 84, 20), ("1", 16, 80)),
    Data.tallied("SVM", ("0", 90, 40), ("1", 10, 60)),
    Data.tallied("CN2", ("0", 50, 5), ("1", 50, 95)),
)


def _accuracy(x: Any, y: Any) -> Any:
    """The accuracy of the point (x, y) with so many positives and negatives."""
    return (POS * y + NEG * (1 - x)) / (POS + NEG)


def score_above_threshold() -> Finding:
    """Positive for scores above theta: for theta below all scores and at each, these are the points of the curve."""
    right = agree = True
    for sample in (ROC20.sample, *SAMPLES):
        classes, beliefs = sample.examples()
        counted, other = [], []
        for level in (*sample.scores, sample.scores[-1] + 1):  # 1 - theta, as 1 - score is the belief in a negative
            told = Counter(k for k, belief in zip(classes, beliefs, strict=True) if 1 - belief > 1 - level)
            counted.append((Fraction(told[1], sample.n1), Fraction(told[0], sample.n0)))
            other.append(tuple(defined(sample, f"E{k}(indicator(s < {level}))") for k in (1, 0)))
        right &= counted == roc(sample)
        agree &= counted == other
    return tried(right, agree, len(SAMPLES) + 1)


def likelihood_ratio_is_a_score() -> Finding:
    """P(data|+)/P(data|-) > theta is P(+|data) > theta pos/(theta pos + neg): the posterior rises with the ratio."""
    plus, minus = symbols("f_plus f_minus", positive=True)
    return ratio_ranks(POS * plus / (POS * plus + NEG * minus), plus, minus)


def iso_accuracy_on_the_diagonal() -> Finding:
    """Where the line of equal accuracy through a point meets tpr = 1 - fpr, the TPR is the accuracy of the point."""
    (meet,) = solve(_accuracy(1 - Y, Y) - _accuracy(F, G), Y)
    proved = simplify(meet - _accuracy(F, G)) == 0
    right = all(
        IsoLine.through(point, pi0=sample.pi0).diagonal == sample.pi0 * point.tpr + sample.pi1 * (1 - point.fpr)
        for sample in SAMPLES
        for point in RocCurve.of(sample).points
    )
    return Finding.of(right and proved, symbolic={"tpr": str(meet)}, numeric={"samples": len(SAMPLES)})


def iso_accuracy_slope() -> Finding:
    """The slope of a line of equal accuracy is neg/pos, whatever the accuracy: other slopes for other distributions."""
    (height,) = solve(_accuracy(X, Y) - ACC, Y)
    slope = simplify(diff(height, X))
    right = True
    for sample in SAMPLES:
        for point in RocCurve.of(sample).points:
            line = IsoLine.through(point, pi0=sample.pi0)
            ratio = rational(slope.subs({POS: sample.n0, NEG: sample.n1}))
            right &= line.slope == ratio
            right &= all(
                sample.pi0 * line.tpr(x) + sample.pi1 * (1 - x) == 1 - line.loss
                for x in (Fraction(0), HALF, Fraction(1))
            )
    return Finding.of(right and slope == NEG / POS, symbolic={"slope": str(slope)}, numeric={"samples": len(SAMPLES)})


def _best(number: int, name: str, ratio: tuple[int, int], percent: str, words: str) -> Claim:
    return Claim(
        f"001.best.{number}",
        "Choosing the Best",
        f"{words}, {name} is optimal and achieves about {percent}% accuracy.",
        "example",
        MostAccurate(LIKE_FLACH, name, *ratio, percent),
        expected="consistent",
        note="the three points in ROC space that show it are not those of the figure, which is missing",
    )


claims = (
    Claim(
        "001.prod.1.score",
        "Producing ROC curves",
        "With a threshold theta on a numerical prediction, the decision is positive above theta.",
        "definition",
        Computed(score_above_threshold),
        note="with 1 - score as the belief in a negative",
    ),
    Claim(
        "001.prod.1.bayes",
        "Producing ROC curves",
        "A Bayesian classifier is positive where P(data|+)/P(data|-) > theta.",
        "definition",
        Computed(likelihood_ratio_is_a_score),
    ),
    Claim(
        "001.iso.1.accuracy",
        "Iso-accuracy lines",
        "acc = (pos tpr + neg (1 - fpr))/n.",
        "theorem",
        Statement("1 - error(t) == (n0*E0(indicator(s <= t)) + n1*(1 - E1(indicator(s <= t))))/n"),
    ),
    Claim(
        "001.iso.1.diagonal",
        "Iso-accuracy lines",
        "Where an iso-accuracy line meets the diagonal tpr = 1 - fpr, the accuracy can be read off as tpr.",
        "theorem",
        Computed(iso_accuracy_on_the_diagonal),
        note="the descending diagonal; elsewhere in the lecture the diagonal is tpr = fpr",
    ),
    Claim(
        "001.iso.1.divided",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc / (pos + neg) / n = tpr.",
        "theorem",
        Statement("(n0*r + n1*r)/n/(n0 + n1)/n == r"),
        expected="fails",
        note="in the statement r stands for tpr",
    ),
    Claim(
        "001.iso.1.divided.corrected",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc / ((pos + neg) / n) = tpr.",
        "theorem",
        Statement("(n0*r + n1*r)/n/((n0 + n1)/n) == r"),
        note="in the statement r stands for tpr",
    ),
    Claim(
        "001.iso.1.conclusion",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc = tpr.",
        "theorem",
        Statement("(n0*r + n1*(1 - (1 - r)))/n == r"),
        note="in the statement r stands for tpr",
    ),
    Claim(
        "001.iso.2",
        "Iso-accuracy lines",
        "Classifiers with the same accuracy lie on a line, with another slope at another pos/neg ratio.",
        "theorem",
        Computed(iso_accuracy_slope),
        note="the slope is neg/pos",
    ),
    _best(1, "C4.5", (1, 1), "82", "For uniform class distribution"),
    _best(2, "SVM", (4, 1), "84", "With four times as many +ves as -ves"),
    _best(3, "CN2", (1, 4), "86", "With four times as many -ves as +ves"),
)
