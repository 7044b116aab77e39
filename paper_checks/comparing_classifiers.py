"""Donovan, lecture on evaluating and comparing classifiers: ten instances, two models, five thresholds.

The lecture's positive class C1 is class 0 here, and a high probability speaks for it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

from sympy import binomial, simplify, summation, symbols

from workbench.curves.gains import Gains
from workbench.curves.roc import RocCurve
from workbench.language.statements import parse_expression
from workbench.language.syntax import Expression
from workbench.papers.claims import Claim, Computed, Data, Finding, NotCheckable, Paper
from workbench.papers.data_claims import Matrix
from workbench.papers.general_claims import Statement
from workbench.samples.sample import Sample

_CLASSES = "0 0 1 1 0 0 1 1 0 1"
M1 = Data.of("M1", _CLASSES, "0.73 0.69 0.44 0.55 0.67 0.47 0.08 0.15 0.45 0.35", higher_means=0)
M2 = Data.of("M2", _CLASSES, "0.61 0.03 0.68 0.31 0.45 0.09 0.38 0.05 0.01 0.04", higher_means=0)


def more_thresholds() -> Finding:
    """The area under M1's line through the points at the five thresholds, and when their number is doubled, always."""
    areas, others = [], []
    for cuts in (4, 8, 16, 32, 64, 128):
        levels = [Fraction(i, cuts) for i in range(cuts + 1)]
        areas.append(RocCurve.of_points([(M1.sample.cdf1(t), M1.sample.cdf0(t)) for t in levels]).area())
        points = [tuple(M1.symbolic(rate) or Fraction(0) for rate in _rates(t)) for t in levels]
        others.append(sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(points)))
    auc = RocCurve.of(M1.sample).area()
    errors = [abs(area - auc) for area in areas]
    numeric = {"data": M1.name, "areas": list(map(str, areas)), "AUC": str(auc)}
    symbolic = {"areas": list(map(str, others)), "AUC": str(M1.symbolic(parse_expression("AUC")))}
    better = errors[0] > errors[-1] == 0 and errors == sorted(errors, reverse=True)
    agree = [symbolic[key] for key in symbolic] == [numeric[key] for key in symbolic]
    return Finding.of(better, agree, symbolic=symbolic, numeric=numeric)


def _rates(level: Fraction) -> list[Expression]:
    """The rates (FPR, TPR) at a threshold."""
    return [parse_expression(f"E{k}(indicator(s <= {level}))") for k in (1, 0)]


def gains_by_percentile() -> Finding:
    """The deciles of M1 and M2: the positives among the instances of the highest probabilities, and their lift."""
    numeric: dict[str, object] = {"data": "M1 and M2"}
    symbolic, right, agree = {}, True, True
    for data in (M1, M2):
        found = sorted(zip(map(Fraction, data.scores), data.classes, strict=True), reverse=True)
        counts = [sum(1 - k for _, k in found[:m]) for m in range(1, 11)]
        rows = Gains.of(data.sample).percentiles()
        right &= [row.gain for row in rows] == [Fraction(count, 5) for count in counts]
        right &= [row.lift for row in rows] == [Fraction(2 * count, m) for m, count in enumerate(counts, 1)]
        other = [data.symbolic(parse_expression(f"E0(indicator(R(s) <= {row.rate}))")) for row in rows]
        numeric[data.name] = {"gain": [str(row.gain) for row in rows], "lift": [str(row.lift) for row in rows]}
        symbolic[data.name] = {"gain": list(map(str, other))}
        agree &= other == [row.gain for row in rows]
    return Finding.of(right, agree, symbolic=symbolic, numeric=numeric)


def baseline_is_mean() -> Finding:
    """The mean gain over all orders of the instances: the hypergeometric mean, and all 252 orders of 5 + 5."""
    k, m = symbols("k m", integer=True, positive=True)
    mean = summation(k * binomial(5, k) * binomial(5, m - k), (k, 0, 5)) / binomial(10, m) / 5
    proved = all(simplify(mean.subs(m, i)) == Fraction(i, 10) for i in range(11))
    orders = [Sample.of([int(i in ones) for i in range(10)], range(10)) for ones in combinations(range(10), 5)]
    rates = [Fraction(i, 10) for i in range(11)]
    means = [sum((Gains.of(order).gain(rate) for order in orders), Fraction(0)) / len(orders) for rate in rates]
    right = means == rates == [Gains.of(orders[0]).baseline(rate) for rate in rates]
    numeric = {"data": "every order of the ten instances", "orders": len(orders), "mean gains": list(map(str, means))}
    return Finding.of(right and proved, symbolic={"mean gain of the first m": str(mean)}, numeric=numeric)


def baseline_is_one_probability() -> Finding:
    """The gains of the data when every instance has the proportion of positives as its probability."""
    data = Data("one probability", M1.classes, ("0.5",) * 10, higher_means=0)
    gains = Gains.of(data.sample)
    rates = [Fraction(i, 10) for i in range(11)]
    other = [data.symbolic(parse_expression(f"E0(indicator(R(s) <= {rate}))")) for rate in rates]
    return Finding.of(
        gains.curve == gains.baseline and other == rates,
        symbolic={"gain at the deciles": list(map(str, other))},
        numeric={"data": data.name, "gains": repr(gains)},
    )


def _matrix(number: int, data: Data, threshold: str, counts: str, rates: str) -> Claim:
    tpr, fpr = rates.split()
    return Claim(
        f"003.tab.{number}",
        f"Confusion matrices of {data.name}",
        f"{data.name} at threshold {threshold}: TP, FN, FP, TN = {', '.join(counts.split())}, TPR {tpr}, FPR {fpr}.",
        "table",
        Matrix(data, threshold, counts, rates),
    )


claims = (
    Claim(
        "003.id.1",
        "Two-class problem",
        "P(C1) = 1 - P(C0).",
        "theorem",
        Statement("pi0 == 1 - pi1"),
    ),
    _matrix(1, M1, "0", "5 0 5 0", "1 1"),
    _matrix(2, M1, "0.25", "5 0 3 2", "1 0.6"),
    _matrix(3, M1, "0.5", "3 2 1 4", "0.6 0.2"),
    _matrix(4, M1, "0.75", "0 5 0 5", "0 0"),
    _matrix(5, M1, "1", "0 5 0 5", "0 0"),
    _matrix(6, M2, "0", "5 0 5 0", "1 1"),
    _matrix(7, M2, "0.25", "2 3 3 2", "0.4 0.6"),
    _matrix(8, M2, "0.5", "1 4 1 4", "0.2 0.2"),
    _matrix(9, M2, "0.75", "0 5 0 5", "0 0"),
    _matrix(10, M2, "1", "0 5 0 5", "0 0"),
    Claim(
        "003.auc.1",
        "Area under the curve",
        "AUC is the integral under a model line.",
        "definition",
        Statement("AUC == E1(F0(s))"),
    ),
    Claim(
        "003.auc.1.most",
        "Area under the curve",
        "AUC is at most 1.",
        "theorem",
        Statement("AUC <= 1"),
    ),
    Claim(
        "003.auc.1.usual",
        "Area under the curve",
        "AUC is usually above 0.5.",
        "text",
        NotCheckable("which models are usual is not said; of the lecture's two, one is above"),
        expected="not checkable",
    ),
    Claim(
        "003.auc.2",
        "Confusion matrices of M1",
        "More thresholds would give a better estimate of the AUC of M1.",
        "text",
        Computed(more_thresholds),
        note="the thresholds 0, 0.25, ..., 1, and in between; enough of them give the AUC itself",
    ),
    Claim(
        "003.lift.1",
        "Gains and lift",
        "Gains and lift: the x-axis is the percentile, from high to low predicted probabilities.",
        "example",
        Computed(gains_by_percentile),
    ),
    Claim(
        "003.lift.1.baseline",
        "Gains and lift",
        "Without a model the observations are arranged randomly with respect to the x-axis.",
        "theorem",
        Computed(baseline_is_mean),
        note="the mean gain is the diagonal, the mean lift 1",
    ),
    Claim(
        "003.lift.1.constant",
        "Gains and lift",
        "Without a model all observations have the same predicted probability, that of a positive.",
        "example",
        Computed(baseline_is_one_probability),
        note="the gains are the diagonal",
    ),
)

paper = Paper(
    key="003",
    title="Evaluating and comparing classifiers (lecture)",
    authors="Carl Donovan",
    year=2018,
    claims=claims,
)
