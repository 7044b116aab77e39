"""``confusionMatrix`` of R's caret, as it is printed: the matrix, what was predicted in rows, and its statistics.

The class after ``'Positive' Class`` is class 0, the positive one. Where the prevalence is not that of the matrix, one
was given to the function, and the predictive values are those of that prevalence and not of the matrix. One that is
printed like that of the matrix may have been given too: the predictive values then tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from workbench.errors import InputError, shown
from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.matrix_metrics import Matrix
from workbench.numbers.printed import Printed
from workbench.reports.paper_file import Report
from workbench.reports.pasted.caret_statistics import STATISTICS, prevalence_given
from workbench.reports.pasted.printout import Printout, both_present, two_classes

WHERE = "confusionMatrix"
_TITLE = "Confusion Matrix and Statistics"
_ROW = re.compile(r"\s*(?P<label>\S.*?)(?P<counts>(?:\s+\d+(?:\.\d+)?)+)\s*")
_LINE = re.compile(r"\s*(?P<name>\S.*?)\s*:\s*(?P<value>.*?)\s*")
_INTERVAL = "95% CI"
"""Of accuracy: the exact one of Clopper and Pearson, by R's ``binom.test``."""
_ENDS = re.compile(r"\((\d\.?\d*), (\d\.?\d*)\)")
_POSITIVE = "'Positive' Class"
_FIGURES = {
    "Accuracy": "accuracy",
    "Kappa": "kappa",
    "Sensitivity": "sensitivity",
    "Specificity": "specificity",
    "Pos Pred Value": "precision",
    "Neg Pred Value": "npv",
    "Precision": "precision",
    "Recall": "sensitivity",
    "F1": "f1",
    "Prevalence": "prevalence",
    "Balanced Accuracy": "balanced_accuracy",
}
_OF_PREVALENCE = ("Prevalence", "Pos Pred Value", "Neg Pred Value")


def is_text(text: str) -> bool:
    """Whether the text has the title of such a print."""
    return _TITLE in text


def of_text(text: str) -> tuple[Report, ...]:
    """The report in the text."""
    lines = [line.replace("‘", "'").replace("’", "'") for line in text.partition(_TITLE)[2].splitlines()]
    lines = [line for line in lines if line.strip()]
    rows: dict[str, list[str]] = {}
    for line in lines[2:]:
        row = None if ":" in line else _ROW.fullmatch(line)
        if row is None:
            break
        rows[row["label"]] = row["counts"].split()
    statistics = {line["name"]: line["value"] for line in map(_LINE.fullmatch, lines) if line is not None}
    labels = two_classes(list(rows), WHERE)
    if any(len(counts) != 2 for counts in rows.values()):
        raise InputError(f"{WHERE}: the matrix has two rows; it must have two counts in each")
    positive = " ".join(statistics.get(_POSITIVE, "").split())
    if positive not in labels:
        said = f"is {shown(positive)}, which is no row" if positive else "is missing"
        raise InputError(f"{WHERE}: the line {_POSITIVE} {said}; the rows are {labels[0]} and {labels[1]}")
    first = labels.index(positive)
    other = labels[1 - first]
    counts = {
        "tp": rows[positive][first],
        "fn": rows[other][first],
        "fp": rows[positive][1 - first],
        "tn": rows[other][1 - first],
    }
    found = Printout(WHERE, positive, other)
    found.add_counts(counts)
    matrix = Matrix(*map(int, counts.values()))
    both_present({positive: matrix.n0, other: matrix.n1}, WHERE)
    given = _given(statistics, matrix)
    for name, value in statistics.items():
        if name in _FIGURES and given and name in _OF_PREVALENCE:
            found.leave(name, value, "the prevalence is not that of the matrix, so that one was given")
        elif name == _INTERVAL and (ends := _ENDS.fullmatch(value)) is not None:
            low, high = (Printed(end) for end in ends.groups())
            found.read.intervals["accuracy"] = PrintedInterval(low, high, "clopper-pearson")
        elif name in _FIGURES:
            found.add(_FIGURES[name], value, name)
        elif name in STATISTICS and (by_counts := STATISTICS[name](matrix)) is not None:
            found.state(name, value, by_counts)
        elif name != _POSITIVE:
            found.leave(name, value)
    return (found.report(),)


def _given(statistics: Mapping[str, str], matrix: Matrix) -> bool:
    """Whether the printed prevalence, or the predictive values, are of another prevalence than the matrix has."""
    prevalence, *predictive = (_number(statistics.get(name, "")) for name in _OF_PREVALENCE)
    names = [_FIGURES[name] for name in _OF_PREVALENCE[1:]]
    told = {name: x for name, x in zip(names, predictive, strict=True) if x is not None}
    return prevalence is not None and prevalence_given(matrix, prevalence, told)


def _number(text: str) -> Printed | None:
    try:
        return Printed(text)
    except InputError:
        return None
