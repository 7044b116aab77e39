"""``confusionMatrix`` of R's caret, as it is printed: the matrix, what was predicted in rows, and its statistics.

The class after ``'Positive' Class`` is class 0, the positive one. Where the prevalence is not that of the matrix, one
was given to the function, and the predictive values are those of that prevalence and not of the matrix. One that is
printed like that of the matrix may have been given too: the predictive values then tell. For three and more classes see
`caret_classes`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile

from workbench.errors import InputError, shown
from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.matrix_metrics import Matrix
from workbench.numbers.printed import Printed
from workbench.reports.class_matrix import CountedReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted import caret_classes
from workbench.reports.pasted.caret_statistics import GIVEN, OF_CLASS, OF_PREVALENCE, STATISTICS, prevalence_given
from workbench.reports.pasted.printout import Printout, both_present, two_classes

WHERE = "confusionMatrix"
_TITLE = "Confusion Matrix and Statistics"
_ROW = re.compile(r"\s*(?P<label>\S.*?)(?P<counts>(?:\s+\d+(?:\.\d+)?)+)\s*")
_LINE = re.compile(r"\s*(?P<name>\S.*?)\s*:\s*(?P<value>.*?)\s*")
_INTERVAL = caret_classes.INTERVAL
"""Of accuracy: the exact one of Clopper and Pearson, by R's ``binom.test``."""
_ENDS = re.compile(r"\((\d\.?\d*), (\d\.?\d*)\)")
_MARK = re.compile(r"[#>|]+")
_POSITIVE = "'Positive' Class"
_FIGURES = {"Accuracy": "accuracy", "Kappa": "kappa", **OF_CLASS}


def is_text(text: str) -> bool:
    """Whether the text has the title of such a print."""
    return _TITLE in text


def of_text(text: str) -> tuple[Report | CountedReport, ...]:
    """The report of each printout in the text."""
    texts = _printouts(text)
    wheres = [WHERE] if len(texts) == 1 else [f"{WHERE} {i}" for i in range(1, len(texts) + 1)]
    return tuple(_report(lines, where) for lines, where in zip(texts, wheres, strict=True))


def _printouts(text: str) -> list[list[str]]:
    """The lines of each printout after its title, without what R Markdown puts before every line of an output."""
    found: list[list[str]] = []
    before = ""
    lines = [line.strip() for line in text.replace("‘", "'").replace("’", "'").splitlines() if line.strip()]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if _TITLE in line:
            mark = line.partition(_TITLE)[0].strip()
            before = mark if _MARK.fullmatch(mark) and after.startswith(mark) else ""
            found.append([])
        elif found and line.startswith(before) and (rest := line.removeprefix(before).strip()):
            found[-1].append(rest)
    return [lines for lines in found if lines] or found[:1]


def _report(lines: list[str], where: str) -> Report | CountedReport:
    statistics = {line["name"]: line["value"] for line in map(_LINE.fullmatch, lines) if line is not None}
    rows = list(takewhile(lambda line: ":" not in line and _ROW.fullmatch(line), lines[2:]))
    if caret_classes.is_of_classes(lines) or (len(rows) > 2 and _POSITIVE not in statistics):
        ends = _ENDS.fullmatch(statistics.get(_INTERVAL, ""))
        interval = None if ends is None else _interval(*ends.groups())
        labels = [" ".join(line.split()[: -len(rows)]) for line in rows]
        return caret_classes.of_lines(lines, labels, interval, where)
    return _of_two(rows, statistics, where)


def _interval(low: str, high: str) -> PrintedInterval:
    return PrintedInterval(Printed(low), Printed(high), "clopper-pearson")


def _of_two(lines: list[str], statistics: Mapping[str, str], where: str) -> Report:
    rows = {row["label"]: row["counts"].split() for row in map(_ROW.fullmatch, lines) if row is not None}
    labels = two_classes(list(rows), where)
    if any(len(counts) != 2 for counts in rows.values()):
        raise InputError(f"{where}: the matrix has two rows; it must have two counts in each")
    positive = " ".join(statistics.get(_POSITIVE, "").split())
    if positive not in labels:
        said = f"is {shown(positive)}, which is no row" if positive else "is missing"
        raise InputError(f"{where}: the line {_POSITIVE} {said}; the rows are {labels[0]} and {labels[1]}")
    first = labels.index(positive)
    other = labels[1 - first]
    counts = {
        "tp": rows[positive][first],
        "fn": rows[other][first],
        "fp": rows[positive][1 - first],
        "tn": rows[other][1 - first],
    }
    found = Printout(where, positive, other)
    found.add_counts(counts)
    matrix = Matrix(*map(int, counts.values()))
    both_present({positive: matrix.n0, other: matrix.n1}, where)
    given = _given(statistics, matrix)
    for name, value in statistics.items():
        if name in _FIGURES and given and name in OF_PREVALENCE:
            found.leave(name, value, GIVEN)
        elif name == _INTERVAL and (ends := _ENDS.fullmatch(value)) is not None:
            found.read.intervals["accuracy"] = _interval(*ends.groups())
        elif name in _FIGURES:
            found.add(_FIGURES[name], value, name)
        elif name in STATISTICS and (by_counts := STATISTICS[name](matrix)) is not None:
            found.state(name, value, by_counts)
        elif name != _POSITIVE:
            found.leave(name, value)
    return found.report()


def _given(statistics: Mapping[str, str], matrix: Matrix) -> bool:
    """Whether the printed prevalence, or the predictive values, are of another prevalence than the matrix has."""
    prevalence, *predictive = (_number(statistics.get(name, "")) for name in OF_PREVALENCE)
    names = [_FIGURES[name] for name in OF_PREVALENCE[1:]]
    told = {name: x for name, x in zip(names, predictive, strict=True) if x is not None}
    return prevalence is not None and prevalence_given(matrix, prevalence, told)


def _number(text: str) -> Printed | None:
    try:
        return Printed(text)
    except InputError:
        return None
