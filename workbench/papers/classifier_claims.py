"""Checks of what a paper prints about classifiers compared, and their rates resampled: who is best, what is chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import sqrt

from sympy import Poly, Rational, Symbol, diff, symbols

from workbench.curves.roc import IsoLine, RocCurve, combined_hull
from workbench.errors import InputError
from workbench.inference.bootstrap import Interval
from workbench.inference.confusion import (
    Distribution,
    confusion_band,
    difference_distribution,
    paired_confusion_band,
    rate_distribution,
)
from workbench.language.statements import parse_expression
from workbench.numbers.written import decimal
from workbench.papers.claims import DISAGREEMENT, Data, Figures, Finding, Rounded


@dataclass(frozen=True)
class PairedRates:
    """The rates of predicted positives of two classifiers on one class, and the second less the first, exactly.

    ``cells`` are how many examples both predict positive, only the first, only the second, and neither.

    >>> PairedRates("30 10 0 60", "0.40 0.30 -0.10").run().verdict, PairedRates("2 1 0 1", "0.75 0.5 -0.2").run().note
    ('holds', 'the difference is -1/4')
    """

    cells: Figures
    rates: Figures

    def run(self) -> Finding:
        """By the means of the distributions of resamples, and by counting."""
        both, lost, won, neither = cells = tuple(map(int, self.cells.split()))
        names = "the first rate", "the second rate", "the difference"
        printed = dict(zip(names, map(Fraction, self.rates.split()), strict=True))
        counts = both + lost, both + won, won - lost
        defined = {name: str(Rational(count, sum(cells))) for name, count in zip(names, counts, strict=True)}
        try:
            means = (
                rate_distribution((both + lost, won + neither)).mean,
                rate_distribution((both + won, lost + neither)).mean,
                difference_distribution(((both, lost), (won, neither))).mean,
            )
        except InputError as reason:
            return Finding("fails", note=str(reason))
        found = dict(zip(names, means, strict=True))
        wrong = [f"{name} is {found[name]}" for name in names if found[name] != printed[name]]
        numeric = {name: str(x) for name, x in found.items()}
        return Finding.of(
            not wrong,
            agree=numeric == defined,
            symbolic=defined,
            numeric={"data": "the table", **numeric},
            note="; ".join(wrong),
        )


@dataclass(frozen=True)
class MostAccurate:
    """Some classifiers of which ``best`` alone has the greatest accuracy, printed in ``percent``, at a class ratio.

    ``witnesses`` are such classifiers: the score 0 stands for a predicted class 0 and 1 for class 1, so that each is a
    point in ROC space. No mixture of them is as good either, nor is a classifier that predicts one class only.

    >>> one = Data.tallied("one", ("0", 4, 1), ("1", 1, 4))
    >>> two = Data.tallied("two", ("0", 5, 3), ("1", 0, 2))
    >>> [MostAccurate((one, two), name, 1, 1, "80").run().verdict for name in ("one", "two")]
    ['consistent', 'undecided']
    """

    witnesses: tuple[Data, ...]
    best: str
    positives: int
    negatives: int
    percent: Figures

    @property
    def statement(self) -> str:
        """The classifiers, the class ratio and the accuracy."""
        names = " and ".join(data.name for data in self.witnesses)
        ratio = f"positives to negatives as {self.positives} to {self.negatives}"
        return f"with {ratio}, {self.best} alone of {names} can be the most accurate, at {self.percent}%"

    def run(self) -> Finding:
        """By lines of equal accuracy on the common hull, and by the definition of accuracy."""
        share = Fraction(self.positives, self.positives + self.negatives)
        curves = {data.name: RocCurve.of(data.sample) for data in self.witnesses}
        own = {name: curve.points[1] for name, curve in curves.items()}
        accuracies = {name: IsoLine.through(point, pi0=share).diagonal for name, point in own.items()}
        accuracy = parse_expression(f"{share}*E0(indicator(s <= 0)) + (1 - {share})*(1 - E1(indicator(s <= 0)))")
        defined = {data.name: data.symbolic(accuracy) for data in self.witnesses}
        shown = {name: f"({point.fpr}, {point.tpr})" for name, point in own.items()}
        numeric = {"points (FPR, TPR)": shown, "accuracies": {name: str(x) for name, x in accuracies.items()}}
        symbolic = {"accuracies": {name: str(x) for name, x in defined.items()}}
        if accuracies != defined:
            return Finding("undecided", symbolic, numeric, DISAGREEMENT)
        found = accuracies[self.best]
        in_front = [point[:2] for point in combined_hull(curves).best(pi0=share).points]
        alone = all(x < found for name, x in accuracies.items() if name != self.best)
        if not alone or in_front != [own[self.best][:2]]:
            return Finding("undecided", symbolic, numeric, f"{self.best} alone is not the most accurate")
        if not Rounded(self.percent).allows(100 * found):
            return Finding("undecided", symbolic, numeric, f"the accuracy of {self.best} is {float(100 * found):g}%")
        return Finding("consistent", symbolic, numeric)


# --- resampled tables ---------------------------------------------------------------------------------------------

UP_TO_CHANCE = "the resampled envelope against the exact one, as near as so many resamples can be expected to come"


@dataclass(frozen=True)
class RateEnvelope:
    """The envelope of both rates of a confusion matrix (TP FN FP TN), resampled within each class.

    It must fit the exact one, which is binomial, as well as so many resamples can be expected to; ``inside`` are
    matrices that a paper prints as resamples: they have the same class totals, and rates within the envelope.

    >>> [RateEnvelope("78 22 40 60", (other,)).run().verdict for other in ("75 25 45 55", "65 35 45 55")]
    ['holds', 'fails']
    """

    counts: str
    inside: tuple[str, ...] = ()
    resamples: int = 10_000
    level: Fraction = Fraction(95, 100)

    @property
    def statement(self) -> str:
        """The matrix, how it is resampled, and what is compared."""
        what = f"{100 * self.level}% envelope of {self.resamples} resamples of the matrix {self.counts} in each class"
        return f"the {what}, and the exact one; the printed resamples {' and '.join(self.inside) or 'none'} lie within"

    def run(self) -> Finding:
        """By Monte Carlo, and by the exact distribution, whose interval sympy finds as well."""
        rows, *others = (_rows(text) for text in (self.counts, *self.inside))
        band = confusion_band(*rows, condition="skew", grid=["0"], resamples=self.resamples, level=self.level)
        right = agree = True
        numeric, symbolic = {"data": f"the matrix {self.counts}"}, {}
        for k, (name, found) in enumerate((("TPR", band.tpr), ("FPR", band.fpr))):
            exact, ends = rate_distribution(rows[k]), _defined_interval(rows[k][::-1], 0, self.level)
            agree &= exact.interval(self.level) == ends and _fits(found, exact, self.level)
            numeric[name], symbolic[name] = _interval(found.low, found.high), _interval(*ends)
            for other in others:
                rate = Fraction(other[k][0], sum(other[k]))
                right &= sum(other[k]) == sum(rows[k]) and ends[0] <= rate <= ends[1]
        return Finding.of(right, agree=agree, symbolic=symbolic, numeric=numeric, note=UP_TO_CHANCE)


@dataclass(frozen=True)
class SignificantDifference:
    """The envelope of the difference of two classifiers' rates on one class, resampled, excludes zero.

    ``cells`` are those of `PairedRates`. The envelope must fit the exact one as for `RateEnvelope`.

    >>> [SignificantDifference(cells).run().verdict for cells in ("30 10 0 60", "10 30 20 40")]
    ['holds', 'fails']
    """

    cells: str
    resamples: int = 10_000
    level: Fraction = Fraction(95, 100)

    @property
    def statement(self) -> str:
        """The table and how it is resampled."""
        return (
            f"zero is outside the {100 * self.level}% envelope of {self.resamples} resamples of the table {self.cells}"
        )

    def run(self) -> Finding:
        """By Monte Carlo, and by the exact distribution, whose interval sympy finds as well."""
        both, lost, won, neither = map(int, self.cells.split())
        table = (both, lost), (won, neither)
        found = paired_confusion_band(table, table, grid=["0"], resamples=self.resamples, level=self.level).fpr
        exact, ends = difference_distribution(table), _defined_interval((lost, both + neither, won), -1, self.level)
        numeric = {"data": f"the table {self.cells}", "difference": _interval(found.low, found.high)}
        symbolic = {"difference": _interval(*ends)}
        if exact.interval(self.level) != ends or not _fits(found, exact, self.level):
            return Finding("undecided", symbolic, numeric, DISAGREEMENT)
        return Finding.of(not ends[0] <= 0 <= ends[1], symbolic=symbolic, numeric=numeric, note=UP_TO_CHANCE)


@dataclass(frozen=True)
class LowCorrelation:
    """Of all tables with the margins of ``cells``, one with a lower correlation has a difference that varies more.

    Where it is no longer significant it is not for lower correlations. With shares a, b of positives and p of common
    ones the variance is ``(a + b - 2 p - (a - b)**2)/n`` and the correlation ``(p - a b)/sqrt(a (1 - a) b (1 - b))``.
    """

    cells: str
    level: Fraction = Fraction(95, 100)

    @property
    def statement(self) -> str:
        """The margins."""
        return (
            f"the variance of the difference falls as the correlation rises, with the margins of the table {self.cells}"
        )

    def run(self) -> Finding:
        """By the exact distribution of each table's difference, and by the signs of the two formulas' slopes."""
        both, lost, won, neither = map(int, self.cells.split())
        n, first, second = both + lost + won + neither, both + lost, both + won
        a, b, p = symbols("a b p", positive=True)
        variance, covariance = (a + b - 2 * p - (a - b) ** 2) / n, p - a * b
        proved = diff(variance, p).is_negative and diff(covariance, p).is_positive
        scale = sqrt(Fraction(first * (n - first) * second * (n - second), n**4))
        found, agree = [], True
        for common in range(max(0, first + second - n), min(first, second) + 1):
            exact = difference_distribution(((common, first - common), (second - common, n - first - second + common)))
            shares = {a: Rational(first, n), b: Rational(second, n), p: Rational(common, n)}
            agree &= str(exact.variance) == str(variance.subs(shares))
            low, high = exact.interval(self.level)
            found.append((float(covariance.subs(shares)) / scale, exact.variance, not low <= 0 <= high))
        falls = all(x[1] > y[1] and x[2] <= y[2] for x, y in pairwise(found))
        turn = sum(not significant for *_, significant in found)
        numeric = {"data": "tables with these margins", "tables": str(len(found))}
        for correlation, spread, significant in (found[0], found[turn - 1], found[-1]):
            words = "significant" if significant else "not significant"
            numeric[f"correlation {decimal(correlation, 2)}"] = (
                f"standard deviation {decimal(sqrt(spread), 3)}, {words}"
            )
        symbolic = {"variance": str(variance), "covariance": str(covariance)}
        return Finding.of(
            bool(proved) and falls and found[0][2] < found[-1][2], agree=agree, symbolic=symbolic, numeric=numeric
        )


def _rows(counts: str) -> tuple[tuple[int, int], tuple[int, int]]:
    tp, fn, fp, tn = map(int, counts.split())
    return (tp, fn), (fp, tn)


def _interval(low: Fraction | float, high: Fraction | float) -> str:
    return f"{decimal(low, 2)} to {decimal(high, 2)}"


def _fits(found: Interval, exact: Distribution, level: Fraction) -> bool:
    """Whether the probabilities below and above both ends are the tails, up to five standard errors of a share."""
    tail = (1 - level) / 2
    slack = 5 * sqrt(tail * (1 - tail) / found.resamples)
    low, high = (min(exact.values, key=lambda x: abs(x - end)) for end in (found.low, found.high))
    at = dict(zip(exact.values, (Fraction(w, sum(exact.weights)) for w in exact.weights), strict=True))
    below, above = exact.cdf(low), 1 - exact.cdf(high) + at[high]
    inner, outer = (below - at[low], above - at[high]), (below, above)
    return all(x <= tail + slack for x in inner) and all(x >= tail - slack for x in outer)


def _defined_interval(steps: Sequence[int], smallest: int, level: Fraction) -> tuple[Fraction, Fraction]:
    """The interval of the mean of as many draws as ``steps`` add up to: ``smallest + i`` with weight ``steps[i]``."""
    n, x = sum(steps), Symbol("x")
    power = Poly(list(reversed(steps)), x) ** n
    weights = {i: int(count) for (i,), count in power.terms()}
    tail = (1 - level) / 2 * sum(weights.values())
    ends = []
    for order in (sorted(weights), sorted(weights, reverse=True)):
        passed = accumulate(weights[i] for i in order)
        ends.append(next(Fraction(i, n) + smallest for i, mass in zip(order, passed, strict=True) if mass >= tail))
    return ends[0], ends[1]
