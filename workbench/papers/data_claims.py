"""Checks of what a paper prints about decisions on its data: confusion matrices at a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from workbench.language.statements import parse_expression
from workbench.papers.claims import DISAGREEMENT, Data, Figures, Finding

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
        if counted != defined:
            return Finding("undecided", symbolic, numeric, DISAGREEMENT)
        return Finding.of(not wrong, symbolic=symbolic, numeric=numeric, note="; ".join(wrong))
