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

_EMPTY = (
    ("no example is predicted positive", Matrix(0, 1, 0, 1), ("tp", "fp")),
    ("no example is predicted negative", Matrix(1, 0, 1, 0), ("fn", "tn")),
    ("there is no false positive", Matrix(1, 1, 0, 1), ("fp",)),
    ("there is no false negative", Matrix(1, 0, 1, 1), ("fn",)),
    ("there is no true negative", Matrix(1, 1, 1, 0), ("tn",)),
)
"""Why figures have no value, with a matrix and the counts that are zero."""
_ALWAYS_ZERO = ("mcc",)
"""What is printed as 0 without a value, whatever the others are printed as: so does scikit-learn."""


def without_values(report: Report) -> Iterator[tuple[Report, str]]:
    """The report with counts that are zero, in each of the ways that leave figures without a value, and a sentence.

    Figures that have no value then and are printed as `Report.zero_division` are left out; the counts that are zero
    then stand in the report. Nothing where no figure is left out, or one that has no value is printed as another
    number.

    >>> from workbench.reports.paper_file import report_of
    >>> [(other, words)] = without_values(report_of("n0=10 n1=90 precision=0.00 accuracy=0.90"))
    >>> list(other.figures), words
    (['accuracy', 'tp', 'fp'], 'precision 0.00 then stands for a division by zero, as no example is predicted positive')
    """
    if report.plan:
        return
    for why, example, counts in _EMPTY:
        undefined = {name: x for name, x in report.of_matrix.items() if not named(name).defined(example)}
        zeros = {count: report.figures.get(count, Printed("0")) for count in counts}
        puts = {name: [put for put in _printed(name, report) if put in x.values] for name, x in undefined.items()}
        if not undefined or not all(puts.values()):
            continue
        if any(Fraction(0) not in x.values for x in zeros.values()):
            continue
        figures = {name: x for name, x in report.figures.items() if name not in undefined}
        *others, last = (f"{name} {x}" for name, x in undefined.items())
        listed = f"{', '.join(others)} and {last} then stand" if others else f"{last} then stands"
        words = f"{listed} for a division by zero, as {why}"
        yield replace(report, figures=figures | zeros), words


def _printed(name: str, report: Report) -> tuple[int, ...]:
    """What may have been printed for a figure without a value."""
    return (*report.zero_division, *((0,) if named(name).name in _ALWAYS_ZERO else ()))
