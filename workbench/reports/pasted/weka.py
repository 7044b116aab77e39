"""Weka's evaluation of a classifier: its summary, the accuracy by class, the confusion matrix. Several may follow.

The first class is class 0, the positive one; each class has a row of the accuracy by class. In the matrix the rows are
the classes and the columns the predictions. The mean absolute error of two classes is MAE and its root mean squared
error the root of the Brier score. For three and more classes see `weka_classes`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from workbench.errors import InputError, shown
from workbench.reports.class_matrix import CountedReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted import weka_classes
from workbench.reports.pasted.printout import Printout, both_present, two_classes

WHERE = "Weka"
_TITLES = ("=== Summary ===", "=== Confusion Matrix ===", "=== Detailed Accuracy By Class ===")
_HEADING = re.compile(r"=== (?P<title>.+?) ===")
_SUMMARY = re.compile(r"(?P<name>[A-Z&].*?)\s{2,}(?P<first>\S+)(?:\s+(?P<second>\S+))?(?:\s+%)?")
_CELLS = re.compile(r"(?P<counts>(?:\d+(?:\.\d+)?\s+)+)\|\s*\w+\s*=\s*(?P<label>.+)")
_FIGURES = {
    "Kappa statistic": "kappa",
    "Mean absolute error": "MAE",
    "Root mean squared error": "sqrt(BS)",
}
_FIRST = {
    "TP Rate": "sensitivity", "FP Rate": "fpr", "Precision": "precision", "Recall": "sensitivity", "F-Measure": "f1",
    "MCC": "mcc", "ROC Area": "AUC", "PRC Area": "prc_area",
}  # fmt: skip
_SECOND = {
    "TP Rate": "specificity", "FP Rate": "fnr", "Precision": "npv", "Recall": "specificity",
    "F-Measure": "negative_f1", "MCC": "mcc", "ROC Area": "AUC", "PRC Area": "prc_area",
}  # fmt: skip
_MEAN = {"TP Rate": "accuracy", "Precision": "weighted_precision", "Recall": "accuracy", "F-Measure": "weighted_f1"}
_RIGHT, _WRONG, _NEITHER, _ALL = (
    "Correctly Classified Instances",
    "Incorrectly Classified Instances",
    "UnClassified Instances",
    "Total Number of Instances",
)


def is_text(text: str) -> bool:
    """Whether the text has a heading of such an evaluation."""
    return any(title in text for title in _TITLES)


@dataclass
class _Evaluation:
    """The lines of one evaluation, by what they are of."""

    where: str
    summary: dict[str, tuple[str, str]] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=dict)
    matrix: dict[str, list[str]] = field(default_factory=dict)


def of_text(text: str) -> tuple[Report | CountedReport, ...]:
    """A report for each evaluation in the text."""
    found = [_Evaluation(WHERE)]
    for line in map(str.strip, text.splitlines()):
        now = found[-1]
        if (heading := _HEADING.fullmatch(line)) is not None:
            if now.matrix:
                found.append(now := _Evaluation(WHERE))
            if line not in _TITLES:
                now.where = f"{WHERE}, {heading['title']}"
        elif (cells := _CELLS.fullmatch(line)) is not None:
            now.matrix[cells["label"].strip()] = cells["counts"].split()
        elif line.endswith("Class") and "TP Rate" in line:
            now.columns = re.split(r"\s{2,}", line)[:-1]
        elif now.columns and (parts := line.split()) and not now.matrix and "<--" not in line:
            _of_class(now, line, parts)
        elif (row := _SUMMARY.fullmatch(line)) is not None and not now.columns:
            now.summary[row["name"]] = row["first"], row["second"] or ""
    reports = tuple(_report(each) for each in found if each.summary or each.classes or each.matrix)
    if not reports:
        raise InputError(f"{WHERE}: no evaluation of a classifier was found")
    return reports


def _of_class(now: _Evaluation, line: str, parts: list[str]) -> None:
    """A row of the accuracy by class: figures and the label, or the label before the figures of the mean."""
    mean = line.startswith("Weighted Avg.")
    figures = parts[2:] if mean else parts[: len(now.columns)]
    label = "Weighted Avg." if mean else " ".join(parts[len(now.columns) :])
    if len(figures) != len(now.columns) or not label:
        raise InputError(f"{now.where}: {shown(line)} is no row of {len(now.columns)} figures and a class")
    now.classes[label] = figures


def _report(each: _Evaluation) -> Report | CountedReport:
    where = each.where
    if "Correlation coefficient" in each.summary:
        raise InputError(f"{where}: the class is a number; reports of two classes are checked")
    if each.summary.get(_NEITHER, ("0", ""))[0] != "0":
        raise InputError(f"{where}: some instances are not classified; reports with a prediction for each are checked")
    means = each.classes.pop("Weighted Avg.", None)
    if len(each.matrix or each.classes) > 2:
        return weka_classes.report(where, each.summary, each.columns, each.classes, means, each.matrix)
    first, second = two_classes(list(each.matrix or each.classes), where)
    if each.classes and list(each.classes) != [first, second]:
        raise InputError(f"{where}: the classes of the rows and of the matrix are not the same, {first} and {second}")
    found = Printout(where, first, second)
    if each.matrix:
        if any(len(row) != 2 for row in each.matrix.values()):
            raise InputError(f"{where}: the matrix has two rows; it must have two counts in each")
        (tp, fn), (fp, tn) = each.matrix.values()
        found.add_counts({"tp": tp, "fn": fn, "fp": fp, "tn": tn})
        both_present({first: int(tp) + int(fn), second: int(fp) + int(tn)}, where)
    _add_summary(found, each)
    for label, meant in ((first, _FIRST), (second, _SECOND)):
        for column, text in zip(each.columns, each.classes.get(label, ()), strict=False):
            _add(found, meant.get(column), text, f"{label}: {column}")
    rows = [[int(x) for x in row] for row in each.matrix.values()]
    for column, text in zip(each.columns, means or (), strict=False):
        if column not in _MEAN and rows and (by_counts := weka_classes.weighted(column, rows)) is not None:
            found.state(f"Weighted Avg.: {column}", text, by_counts)
        else:
            _add(found, _MEAN.get(column), text, f"Weighted Avg.: {column}")
    return found.report()


def _add(found: Printout, name: str | None, text: str, called: str) -> None:
    if name is None:
        found.leave(called, text)
    else:
        found.add(name, text, called)


def _add_summary(found: Printout, each: _Evaluation) -> None:
    for name, (one, other) in each.summary.items():
        if name == _ALL:
            if not (one.isascii() and one.isdecimal() and len(one) <= 12):
                raise InputError(f"{each.where}: {_ALL} is {shown(one)}; reports with weights are not checked")
            found.told["n"] = int(one)
        elif name in (_RIGHT, _WRONG):
            found.add("accuracy" if name == _RIGHT else "error", f"{other}%", name)
            _compare(found, each, name, one)
        elif name in _FIGURES:
            found.add(_FIGURES[name], one, name)
        elif name != _NEITHER:
            found.leave(name, one)


def _compare(found: Printout, each: _Evaluation, name: str, count: str) -> None:
    """The number of right or wrong predictions is that of the matrix, where there is one."""
    if each.matrix:
        (tp, fn), (fp, tn) = (map(int, row) for row in each.matrix.values())
        found.state(name, count, Fraction(tp + tn if name == _RIGHT else fn + fp))
