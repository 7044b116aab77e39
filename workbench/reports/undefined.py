"""Figures without a value that were printed all the same: programs print 0, or 1, for what is divided by zero.

Where no example is predicted positive, precision is 0/0, and where none is predicted negative, so is the negative
predictive value; the correlation of Matthews has no value in either case. scikit-learn, for one, prints 0 and warns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.printed import Printed
from workbench.reports.paper_file import Report

_SIDES = (("positive", Matrix(0, 1, 0, 1), ("tp", "fp")), ("negative", Matrix(1, 0, 1, 0), ("fn", "tn")))


def without_values(report: Report) -> Iterator[tuple[Report, str]]:
    """The report where no example is predicted positive, and where none is predicted negative, and a sentence.

    Figures that have no value then and are printed as `Report.zero_division` are left out; the counts that are zero
    then stand in the report. Nothing where no figure is left out, or one that has no value is printed as another
    number.

    >>> from workbench.reports.paper_file import report_of
    >>> [(other, words)] = without_values(report_of("n0=10 n1=90 precision=0.00 accuracy=0.90"))
    >>> list(other.figures), words
    (['accuracy', 'tp', 'fp'], 'precision 0.00 then stands for 0/0, as no example is predicted positive')
    """
    if not report.zero_division or report.plan:
        return
    for side, example, counts in _SIDES:
        undefined = {name: x for name, x in report.of_matrix.items() if not named(name).defined(example)}
        zeros = {count: report.figures.get(count, Printed("0")) for count in counts}
        puts = {name: [put for put in report.zero_division if put in x.values] for name, x in undefined.items()}
        if not undefined or not all(puts.values()):
            continue
        if any(Fraction(0) not in x.values for x in zeros.values()):
            continue
        figures = {name: x for name, x in report.figures.items() if name not in undefined}
        listed = " and ".join(f"{name} {x}" for name, x in undefined.items())
        stand = "stands" if len(undefined) == 1 else "stand"
        words = f"{listed} then {stand} for 0/0, as no example is predicted {side}"
        yield replace(report, figures=figures | zeros), words
