"""Figures without a value that were printed all the same: programs print 0, or 1, for what is divided by zero.

Where no example is predicted positive, precision is 0/0, and where none is predicted negative, so is the negative
predictive value; the correlation of Matthews has no value in either case. scikit-learn, for one, prints 0 and warns.
A mean of precision over the classes then has 0, or 1, in the place of the one that has no value, or leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from workbench.feasible.matrix_metrics import FILLED, RECIPROCALS, Matrix, named
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

    Figures that have no value then and are printed as `Report.zero_division` are left out, and in means it stands in
    the place of what has none; the counts that are zero then stand in the report. Nothing where no figure has no value,
    or one is printed as another number.

    >>> from workbench.reports.paper_file import report_of
    >>> [(other, words)] = without_values(report_of("n0=10 n1=90 precision=0.00 accuracy=0.90"))
    >>> list(other.figures), words
    (['accuracy', 'tp', 'fp'], 'precision 0.00 then stands for a division by zero, as no example is predicted positive')
    """
    if report.plan:
        return
    for why, example, counts in _EMPTY:
        undefined = {name: x for name, x in report.of_matrix.items() if not named(name).defined(example)}
        means = {name: x for name, x in undefined.items() if (named(name).name, None) in FILLED}
        alone = {name: x for name, x in undefined.items() if name not in means}
        zeros = {count: report.figures.get(count, Printed("0")) for count in counts}
        if not undefined or any(Fraction(0) not in x.values for x in zeros.values()):
            continue
        prints = [*alone.items(), *((name, x) for name, x in report.again if name in alone)]
        if not all(any(put in x.values for put in _printed(name, report)) for name, x in prints):
            continue
        figures = {name: x for name, x in report.figures.items() if name not in undefined}
        for put in (report.zero_division or (None,)) if means else (None,):
            filled = {FILLED[named(name).name, put].name: x for name, x in means.items()}
            said = _stand(alone) + ([f"{_listed(means)} {_counts_it(put, len(means))}"] if means else [])
            again = tuple(each for each in report.again if each[0] not in undefined)
            yield replace(report, figures=figures | filled | zeros, again=again), f"{' and '.join(said)}, as {why}"


def _stand(alone: Mapping[str, Printed]) -> list[str]:
    return [f"{_listed(alone)} then stand{'s' * (len(alone) == 1)} for a division by zero"] if alone else []


def _counts_it(put: int | None, many: int) -> str:
    if put is None:
        return f"then leave{'s' * (many == 1)} out what is divided by zero"
    return f"then {'has' if many == 1 else 'have'} {put} for a division by zero"


def _listed(figures: Mapping[str, Printed]) -> str:
    *others, last = (f"{name} {x}" for name, x in figures.items())
    return f"{', '.join(others)} and {last}" if others else last


def _printed(name: str, report: Report) -> tuple[int, ...]:
    """What may have been printed for a figure without a value; a ratio that is printed as infinite is not without."""
    if named(name) in RECIPROCALS.values():
        return ()
    return (*report.zero_division, *((0,) if named(name).name in _ALWAYS_ZERO else ()))
