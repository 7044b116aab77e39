"""A report of several classes beside its confusion matrix: whatever is printed is recomputed from the counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from workbench.errors import InputError, shown
from workbench.feasible.class_rows import Counts
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import decimal
from workbench.reports.class_matrix import Counted, CountedReport
from workbench.reports.class_report import ClassesWitness, Found
from workbench.reports.mcnemar import is_bound, values_of
from workbench.reports.power import Power, neighbours

NO_VALUE = re.compile(r"[-+]?(?:nan|na|\?|inf|)", re.IGNORECASE)


@dataclass
class Counting:
    """The figures of such a report as they are read."""

    figures: list[Counted] = field(default_factory=list)
    not_checked: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, text: str, value: Real | None) -> None:
        """A printed figure with its value by the counts; one that is printed without a value is not checked."""
        values = values_of(text)
        if values is not None:
            self.figures.append(Counted(name, text, values, value))
        elif not NO_VALUE.fullmatch(text):
            self.leave(name, text, "it is no number")
        else:
            self.leave(name, text, "it has no value" if value is None else "it is printed without a value")

    def leave(self, name: str, text: str, why: str) -> None:
        """What is printed and not checked."""
        self.not_checked.append((f"{name} {text}".strip(), why))


def matrix_of(labels: Sequence[str], rows: Sequence[Sequence[str]], where: str) -> dict[str, tuple[int, ...]]:
    """The confusion matrix by class; `InputError` where the cells are no counts of examples of so many classes.

    >>> matrix_of(["a", "b"], [["3", "1"], ["0", "2"]], "T")
    {'a': (3, 1), 'b': (0, 2)}
    """
    if len(set(labels)) < len(labels):
        raise InputError(f"{where}: {shown(next(x for x in labels if labels.count(x) > 1))} is the name of two classes")
    if len(rows) != len(labels) or any(len(row) != len(labels) for row in rows):
        raise InputError(
            f"{where}: the matrix of {len(labels)} classes must have as many rows, with as many counts each"
        )
    for text in (text for row in rows for text in row):
        if not (text.isascii() and text.isdecimal() and len(text) <= 12):
            raise InputError(f"{where}: the matrix has {shown(text)}; counts of examples with weights are not checked")
    found = {label: tuple(map(int, row)) for label, row in zip(labels, rows, strict=True)}
    if not any(map(any, found.values())):
        raise InputError(f"{where}: the counts are 0; there are no examples")
    return found


def against_rest(rows: Sequence[Sequence[int]], k: int) -> Matrix:
    """The confusion matrix of a class, as class 0, against all others.

    >>> against_rest([[5, 1, 0], [2, 7, 1], [0, 0, 9]], 0)
    Matrix(tp=5, fn=1, fp=2, tn=17)
    """
    tp, m, predicted = rows[k][k], sum(rows[k]), sum(row[k] for row in rows)
    return Matrix(tp, m - tp, predicted - tp, sum(map(sum, rows)) - m - predicted + tp)


def ratio(top: int | Fraction, bottom: int | Fraction) -> Fraction | None:
    """The quotient; None for 0/0."""
    return Fraction(top) / bottom if bottom else None


def of_class(name: str, matrix: Matrix) -> Real | None:
    """The figure of a class against the rest, one of which may have no examples; None for 0/0.

    >>> of_class("sensitivity", Matrix(0, 0, 2, 3)), of_class("precision", Matrix(0, 0, 2, 3))
    (None, Fraction(0, 1))
    """
    metric = named(name)
    return metric.value(matrix) if metric.ratio(*matrix)[1] else None


def kappa(rows: Sequence[Sequence[int]]) -> Fraction | None:
    """Cohen's kappa; None where one class alone has examples and is predicted.

    >>> kappa([[2, 0, 0], [1, 1, 0], [0, 0, 4]])
    Fraction(4, 5)
    """
    n, right = sum(map(sum, rows)), sum(row[k] for k, row in enumerate(rows))
    chance = sum(sum(row) * sum(other[k] for other in rows) for k, row in enumerate(rows))
    return ratio(n * right - chance, n * n - chance)


def decide(report: CountedReport) -> Found:
    """Whether the counts have all of the figures."""
    rows = tuple(report.matrix.values())
    of_classes = [against_rest(rows, k) for k in range(len(rows))]
    counts = {name: Counts(x.tp, x.tp + x.fp, x.tp + x.fn) for name, x in zip(report.matrix, of_classes, strict=True)}
    computed = {x.name: x.value for x in report.figures if x.value is not None}
    if wrong := list(_wrong(report)):
        because = f"the confusion matrix gives {'; '.join(wrong)}"
        return Found("inconsistent", because, because, computed=computed)
    if not report.figures and report.interval is None:
        return Found("undecided", "none of the figures can be checked")
    rounded = any(
        x.value is not None and not is_bound(x.text) and Printed(x.text).only_by_rounding(x.value)
        for x in report.figures
    )
    because = "the confusion matrix has these figures"
    return Found("consistent", because, None, ClassesWitness(counts, rows), computed, rounded)


def verdict_of(report: CountedReport) -> str:
    """The verdict alone."""
    return decide(report).verdict


def _wrong(report: CountedReport) -> Iterator[str]:
    yield from (str(x) for x in report.figures if x.wrong)
    if report.interval is not None and not report.interval.allows(report.right, report.n):
        low, high = report.interval.ends(report.right, report.n)
        by_counts = ", ".join(decimal(x, 5) for x in (low, high))
        yield f"accuracy the interval ({by_counts}), not {report.interval}"


def power(report: CountedReport) -> Power | None:
    """How many of the reports that differ in one last digit are found out; None where there are none."""
    found = several = 0
    for x in report.figures:
        most = 100 if x.name.endswith("in %") else report.n if x.name.endswith("Instances") else 1
        within = Interval(Fraction(-most), Fraction(most))
        number = x.text.lstrip("<>≤≥= ")
        for text in neighbours(number, within):
            values = values_of(x.text.replace(number, text))
            several += 1
            found += values is not None and Counted(x.name, x.text, values, x.value).wrong
    return Power(found, 0, several) if several else None
