"""Weka's evaluation of a classifier of three and more classes: its figures are recomputed from its confusion matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from workbench.errors import InputError
from workbench.numbers.certified import Real, lift, working_digits
from workbench.reports.class_matrix import CountedReport
from workbench.reports.counted import Counting, against_rest, kappa, matrix_of, of_class
from workbench.reports.pasted.printout import NOT_HERE

_DIGITS = 40
_OF_CLASS = {
    "TP Rate": "sensitivity", "FP Rate": "fpr", "Precision": "precision", "Recall": "sensitivity",
    "F-Measure": "f1", "MCC": "mcc",
}  # fmt: skip
_OF_SCORES = "it is of the scores, which the counts do not tell"
_COMMA = re.compile(r"([-+]?\d+),(\d+)")


def report(
    where: str, summary: Mapping[str, tuple[str, str]], columns: Sequence[str], classes: Mapping[str, Sequence[str]],
    means: Sequence[str] | None, matrix: Mapping[str, Sequence[str]],
) -> CountedReport:  # fmt: skip
    """The report of one evaluation; ``means`` are the weighted averages."""
    if not matrix:
        raise InputError(f"{where}: this is a report of {len(classes)} classes without its Confusion Matrix")
    labels = list(matrix)
    if classes and list(classes) != labels:
        raise InputError(f"{where}: the classes of the rows and of the matrix are not the same, {', '.join(labels)}")
    counts = matrix_of(labels, list(matrix.values()), where)
    rows, found = tuple(counts.values()), Counting()
    _add_summary(found, summary, rows)
    for k, label in enumerate(labels):
        values = {name: of_class(name, against_rest(rows, k)) for name in _OF_CLASS.values()}
        _add(found, label, columns, classes.get(label, ()), values)
    _add(found, "Weighted Avg.", columns, means or (), {name: _mean(name, rows) for name in _OF_CLASS.values()})
    return CountedReport(where, counts, tuple(found.figures), None, tuple(found.not_checked))


def _add(
    found: Counting, label: str, columns: Sequence[str], texts: Sequence[str], values: Mapping[str, Real | None]
) -> None:
    for column, text in zip(columns, texts, strict=False):
        if column in _OF_CLASS:
            found.add(f"{label}: {column}", _point(text), values[_OF_CLASS[column]])
        else:
            found.leave(f"{label}: {column}", text, _OF_SCORES if column.endswith("Area") else NOT_HERE)


def weighted(column: str, rows: Sequence[Sequence[int]]) -> Real | None:
    """The weighted average of a column by the matrix; None for one of the scores.

    >>> weighted("FP Rate", [[3, 1], [2, 2]]), weighted("ROC Area", [[3, 1], [2, 2]])
    (Fraction(3, 8), None)
    """
    return _mean(_OF_CLASS[column], rows) if column in _OF_CLASS else None


def _mean(name: str, rows: Sequence[Sequence[int]]) -> Real:
    """The mean over the classes, weighted by their examples; of 0/0 zero is taken, as Weka prints it or nothing."""
    values = [(of_class(name, against_rest(rows, k)) or Fraction(0), sum(row)) for k, row in enumerate(rows)]
    n = sum(m for _, m in values)
    exact = [value * m for value, m in values if isinstance(value, Fraction)]
    if len(exact) == len(values):
        return sum(exact, Fraction(0)) / n
    with working_digits(_DIGITS):
        found: Real = sum((lift(value) * m for value, m in values), lift(0)) / n
        return found


def _add_summary(found: Counting, summary: Mapping[str, tuple[str, str]], rows: Sequence[Sequence[int]]) -> None:
    n, right = sum(map(sum, rows)), sum(row[k] for k, row in enumerate(rows))
    counts = {"Correctly Classified Instances": right, "Incorrectly Classified Instances": n - right}
    for name, (one, other) in summary.items():
        if name in counts:
            found.add(name, _point(one), Fraction(counts[name]))
            found.add(f"{name} in %", _point(other), Fraction(100 * counts[name], n))
        elif name == "Total Number of Instances":
            found.add(name, _point(one), Fraction(n))
        elif name == "Kappa statistic":
            found.add(name, _point(one), kappa(rows))
        elif name != "UnClassified Instances":
            found.leave(name, one, _OF_SCORES if "error" in name else NOT_HERE)


def _point(text: str) -> str:
    """The number with a point where a comma stands before its decimals."""
    return _COMMA.sub(r"\1.\2", text)
