"""``confusionMatrix`` of R's caret for three and more classes: each class has a column in a table of statistics.

R breaks wide tables into blocks of columns. In the matrix what was predicted stands in rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

from workbench.errors import InputError, shown
from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.matrix_metrics import Matrix
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed
from workbench.reports.class_matrix import Counted, CountedReport
from workbench.reports.counted import (
    NO_VALUE,
    Counting,
    against_rest,
    kappa,
    matrix_of,
    of_class,
)
from workbench.reports.mcnemar import values_of
from workbench.reports.pasted.caret_statistics import (
    GIVEN,
    OF_CLASS,
    OF_PREVALENCE,
    STATISTICS,
    p_of_accuracy,
    p_of_bowker,
    some_prevalence,
)
from workbench.reports.pasted.printout import NOT_HERE

INTERVAL = "95% CI"
_CLASS = "Class: "
_BY_CLASS = "Statistics by Class:"
_OVERALL = re.compile(r"\s*(?P<name>\S.*?)\s*:\s*(?P<value>.*?)\s*")
_COUNT = re.compile(r"\d+(?:\.\d+)?")
_ROWS = (*OF_CLASS, "Detection Rate", "Detection Prevalence")
_MCNEMAR = "Mcnemar's Test P-Value"
_NONE = "Bowker's test of these counts has no value, as two classes are never confused"


def is_of_classes(lines: Sequence[str]) -> bool:
    """Whether a printout has a column for each class."""
    return any(line.startswith(_CLASS) for line in lines)


def of_lines(
    lines: Sequence[str], labels: Sequence[str], interval: PrintedInterval | None, where: str
) -> CountedReport:
    """The report in the lines of one printout; of these classes, unless there is a table with a column for each."""
    columns = _by_class(lines, where) or {label: {} for label in labels}
    labels = list(columns)
    predicted = _blocks(lines, labels)
    turned = [list(row) for row in zip(*predicted, strict=True)] if predicted else []
    matrix = matrix_of(labels, turned, where)
    rows = tuple(matrix.values())
    found, overall = Counting(), _overall(rows)
    for name, text in _statistics(lines).items():
        if name == INTERVAL and interval is not None:
            continue
        if name == _MCNEMAR and overall[name] is None:
            found.leave(name, text, _NONE)
        elif name in overall:
            found.add(name, text, overall[name])
        elif text:
            found.leave(name, text, NOT_HERE)
    for k, label in enumerate(labels):
        _add_class(found, label, columns[label], against_rest(rows, k))
    return CountedReport(where, matrix, tuple(found.figures), interval, tuple(found.not_checked))


def _by_class(lines: Sequence[str], where: str) -> dict[str, dict[str, str]]:
    """The statistics of each class; the classes are in their order."""
    columns: dict[str, dict[str, str]] = {}
    now: list[str] = []
    for line in lines:
        words = line.split()
        name, cells = " ".join(words[: -len(now)]), words[-len(now) :]
        if line.startswith(_CLASS):
            now = [label.strip() for label in line.removeprefix(_CLASS).split(_CLASS)]
            if len(set(now)) < len(now) or columns.keys() & now:
                raise InputError(f"{where}: a class has two columns, in {shown(' '.join(words))}")
            columns |= {label: {} for label in now}
        elif name in _ROWS or (name and all(values_of(x) or NO_VALUE.fullmatch(x) for x in cells)):
            for label, text in zip(now, cells, strict=True):
                columns[label][name] = text
        elif words:
            now = []
    return columns


def _blocks(lines: Sequence[str], labels: Sequence[str]) -> list[list[str]]:
    """The rows of the matrix, of one block or of several side by side; empty where there are none."""
    found: list[list[str]] = [[] for _ in labels]
    i = 0
    while i + len(labels) <= len(lines) and len(found[0]) < len(labels):
        rows = [_counts(line, label) for line, label in zip(lines[i : i + len(labels)], labels, strict=True)]
        if all(rows) and len({len(row) for row in rows}) == 1:
            for row, more in zip(found, rows, strict=True):
                row += more
            i += len(labels)
        else:
            i += 1
    return found if found[0] else []


def _counts(line: str, label: str) -> list[str]:
    """The counts in the row of this class; empty where the line is none."""
    words, own = line.split(), label.split()
    cells = words[len(own) :]
    return cells if words[: len(own)] == own and all(_COUNT.fullmatch(text) for text in cells) else []


def _statistics(lines: Sequence[str]) -> dict[str, str]:
    """What is printed of all classes together."""
    overall = takewhile(lambda line: not line.startswith((_BY_CLASS, _CLASS)), lines)
    return {x["name"]: x["value"] for x in map(_OVERALL.fullmatch, overall) if x is not None}


def _overall(rows: Sequence[Sequence[int]]) -> dict[str, Real | None]:
    n, largest = sum(map(sum, rows)), max(map(sum, rows))
    right = sum(row[k] for k, row in enumerate(rows))
    return {
        "Accuracy": Fraction(right, n),
        "No Information Rate": Fraction(largest, n),
        "P-Value [Acc > NIR]": p_of_accuracy(right, n, largest),
        "Kappa": kappa(rows),
        _MCNEMAR: p_of_bowker(rows),
    }


def _value(name: str, matrix: Matrix) -> Real | None:
    return of_class(OF_CLASS[name], matrix) if name in OF_CLASS else STATISTICS[name](matrix)


def _add_class(found: Counting, label: str, texts: Mapping[str, str], matrix: Matrix) -> None:
    """The column of a class; what rests on a prevalence that was given to the function is not checked."""
    own = Counting()
    for name, text in texts.items():
        if name in _ROWS:
            own.add(f"{label}: {name}", text, _value(name, matrix))
        else:
            own.leave(f"{label}: {name}", text, NOT_HERE)
    figures = {x.name.removeprefix(f"{label}: "): x for x in own.figures}
    given = _is_given(figures, matrix)
    for name, x in figures.items():
        if given and name in OF_PREVALENCE:
            found.leave(x.name, x.text, GIVEN)
        else:
            found.figures.append(x)
    found.not_checked += own.not_checked


def _is_given(figures: Mapping[str, Counted], matrix: Matrix) -> bool:
    """Whether the predictive values and the prevalence are not those of the matrix, but may be of another one."""
    some = {name: figures[name] for name in OF_PREVALENCE if name in figures}
    prevalence = some.pop("Prevalence", None)
    wrong = [x.wrong for x in (prevalence, *some.values()) if x is not None and x.value is not None]
    if prevalence is None or not any(wrong):
        return False
    predictive = {OF_CLASS[name]: Printed(x.text) for name, x in some.items() if x.value is not None}
    if not (matrix.n0 and matrix.n1):
        return not predictive
    return some_prevalence(matrix, Printed(prevalence.text), predictive)
