"""Checks of what a paper prints about its data: ranks, averages, confusion matrices at a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Rational, floor

from workbench.curves.combining import average
from workbench.language.statements import parse_expression
from workbench.numbers.certified import Real
from workbench.papers.claims import DISAGREEMENT, Data, Figures, Finding, share_json

CELLS = {
    "TP": "n0*E0(indicator(s <= {t}))",
    "FN": "n0*E0(indicator(s > {t}))",
    "FP": "n1*E1(indicator(s <= {t}))",
    "TN": "n1*E1(indicator(s > {t}))",
    "TPR": "E0(indicator(s <= {t}))",
    "FPR": "E1(indicator(s <= {t}))",
}


@dataclass(frozen=True)
class Matrix:
    """The confusion matrix ``counts`` (TP FN FP TN) and its rates (TPR FPR) at a printed threshold, exactly.

    Scores on the side of the threshold that speaks for class 0, and the threshold itself, are predicted positive.

    >>> data = Data.of("tiny", "0 1 1", "0.9 0.4 0.2", higher_means=0)
    >>> Matrix(data, "0.25", "1 0 1 1", "1 0.5").run().verdict, Matrix(data, "0.25", "1 0 1 1", "1 0.4").run().note
    ('holds', 'FPR is 1/2')
    """

    data: Data
    threshold: str
    counts: Figures
    rates: Figures

    @property
    def statement(self) -> str:
        """The printed cells and rates."""
        cells = zip(CELLS, f"{self.counts} {self.rates}".split(), strict=True)
        return f"on {self.data.name} at threshold {self.threshold} {', '.join(f'{k} = {x}' for k, x in cells)}"

    def run(self) -> Finding:
        """Count by both engines."""
        t = Fraction(self.threshold)
        level = t if self.data.higher_means else 1 - t
        printed = dict(zip(CELLS, map(Fraction, f"{self.counts} {self.rates}".split()), strict=True))
        cells = {name: parse_expression(text.format(t=level)) for name, text in CELLS.items()}
        counted = {name: self.data.exact(cell) for name, cell in cells.items()}
        defined = {name: self.data.symbolic(cell) for name, cell in cells.items()}
        wrong = [f"{name} is {counted[name]}" for name in CELLS if counted[name] != printed[name]]
        numeric = {"data": self.data.name, **{name: str(x) for name, x in counted.items()}}
        symbolic = {name: str(x) for name, x in defined.items()}
        return Finding.of(
            not wrong, agree=counted == defined, symbolic=symbolic, numeric=numeric, note="; ".join(wrong)
        )


@dataclass(frozen=True)
class Ranks:
    """The printed ranks of the scores, ascending, example by example; those of tied scores as a range.

    >>> data = Data.of("tiny", "0 1 1", "0.9 0.2 0.2")
    >>> Ranks(data, "3 1..2 1..2").run().verdict, Ranks(data, "3 1 2").run().note
    ('holds', 'they are 3 1..2 1..2')
    """

    data: Data
    printed: Figures

    @property
    def statement(self) -> str:
        """The printed ranks."""
        return f"the ranks of {self.data.name} are printed as {self.printed}"

    def run(self) -> Finding:
        """From the cumulative counts of the sample, and from the numbers of scores below and not above."""
        sample = self.data.sample
        places = {score: i for i, score in enumerate(sample.scores)}
        ranks = [sample.cumulative[places[x]] + 1 for x in self.data.beliefs]
        last = [sample.cumulative[places[x] + 1] for x in self.data.beliefs]
        counted = [self._counted(x) for x in self.data.beliefs]
        words = " ".join(str(a) if a == b else f"{a}..{b}" for a, b in zip(ranks, last, strict=True))
        numeric = {"data": self.data.name, "ranks": words}
        symbolic = {"ranks": " ".join(str(a) if a == b else f"{a}..{b}" for a, b in counted)}
        right, agree = words == self.printed, symbolic["ranks"] == words
        return Finding.of(right, agree, symbolic=symbolic, numeric=numeric, note="" if right else f"they are {words}")

    def _counted(self, score: Fraction) -> tuple[Real | None, ...]:
        first, last = (f"n*E(indicator(s {sign} {score})) + {more}" for sign, more in (("<", 1), ("<=", 0)))
        return tuple(self.data.symbolic(parse_expression(text)) for text in (first, last))


@dataclass(frozen=True)
class Averages:
    """The printed means of the scores that two models give to each example, a half rounded up.

    >>> one, other = Data.of("A", "0 1", "0.70 0.80"), Data.of("B", "0 1", "0.60 0.95")
    >>> Averages(one, other, "0.65 0.88").run().verdict, Averages(one, other, "0.65 0.87").run().note
    ('holds', 'the mean 7/8 prints as 0.88')
    """

    first: Data
    second: Data
    printed: Figures

    @property
    def statement(self) -> str:
        """The printed means."""
        return f"the means of {self.first.name} and {self.second.name} are printed as {self.printed}"

    def run(self) -> Finding:
        """Exact means by `average`, and sympy's rounded ones, against each printed number."""
        found = average(self.first.classes, {data.name: data.beliefs for data in (self.first, self.second)})
        wrong, rounded = [], []
        for mean, pair, text in zip(
            found.scores, zip(self.first.beliefs, self.second.beliefs, strict=True), self.printed.split(), strict=True
        ):
            unit = 10 ** len(text.partition(".")[2])
            other = sum(Rational(x.numerator, x.denominator) for x in pair) / 2
            rounded.append(str(floor(other * unit + Rational(1, 2)) / unit))
            if str(other) != str(mean):
                return Finding("undecided", {"mean": str(other)}, {"mean": str(mean)}, DISAGREEMENT)
            if Fraction(rounded[-1]) != Fraction(text):
                wrong.append(f"the mean {mean} prints as {float(Fraction(rounded[-1])):.{len(str(unit)) - 1}f}")
        numeric = {"data": f"{self.first.name} and {self.second.name}", "means": share_json(found.scores)}
        return Finding.of(not wrong, symbolic={"rounded": rounded}, numeric=numeric, note="; ".join(wrong))
