"""``classification_report`` of scikit-learn, as text or as the JSON of its dictionary.

The class of the first row is taken as class 0, the positive one: its row is precision, sensitivity and F1, and the
other row is npv, specificity and the F1 of class 1. The averages over both are balanced accuracy, accuracy and means
of precision and of F1. A report of several classes, or of two that may not be all, is a `ClassReport`. What the
function prints for 0/0 is its caller's choice, 0 or 1, or nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed
from workbench.reports.class_report import ClassReport, cell
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import Printout

WHERE = "classification_report"
_COLUMNS = ("precision", "recall", "f1-score", "support")
_HEADER = re.compile(r"^[ \t]*precision[ \t]+recall[ \t]+f1-score[ \t]+support[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"\s*(?P<name>\S.*?)\s+(?P<cells>(?:(?:\d+\.?\d*|nan)\s+){3}\S+)\s*")
_ACCURACY = re.compile(r"\s*accuracy\s+(?P<value>\d+\.?\d*)\s+(?P<support>\S+)\s*")
_MEANS = ("macro avg", "weighted avg")
_MICRO, _OLD_MEAN, _SAMPLES = "micro avg", "avg / total", "samples avg"

_FIRST = {"precision": "precision", "recall": "sensitivity", "f1-score": "f1"}
_SECOND = {"precision": "npv", "recall": "specificity", "f1-score": "negative_f1"}
_OF_MEANS = {
    "macro avg": {"precision": "macro_precision", "recall": "balanced_accuracy", "f1-score": "macro_f1"},
    "weighted avg": {"precision": "weighted_precision", "recall": "accuracy", "f1-score": "weighted_f1"},
}


def is_text(text: str) -> bool:
    """Whether the text has the header of a report, or is a JSON object that may be one."""
    return _HEADER.search(text) is not None or (text.lstrip().startswith("{") and "f1-score" in text)


def of_text(text: str) -> tuple[Report | ClassReport, ...]:
    """The report in the text."""
    found = _HEADER.search(text)
    return (_of_json(text) if found is None else _of_rows(text[found.end() :]),)


def of_table(rows: Sequence[tuple[str, Mapping[str, str]]]) -> Report | ClassReport:
    """The report in the rows of a table with a support in each, by their names; averages are told by theirs.

    >>> row = {"precision": "1.00", "recall": "1.00", "f1-score": "1.00", "support": "3"}
    >>> of_table([("cat", row), ("dog", row), ("Accuracy", {**row, "support": ""})]).positive
    'cat'
    """
    found: dict[str, Mapping[str, str]] = {}
    accuracy = None
    for label, row in rows:
        name = label.lower().replace("average", "avg")
        if name == "accuracy":
            values = {row[column] for column in _FIRST if row[column]}
            if len(values) != 1:
                raise InputError(f"{WHERE}: the accuracy is {shown(', '.join(sorted(values)))}; it must be one number")
            accuracy = values.pop(), row["support"] if row["support"].isdecimal() else None
            continue
        name = name if name in (*_MEANS, _MICRO, _SAMPLES) else label
        if name in found:
            raise InputError(f"{WHERE}: {shown(name)} has two rows")
        found[name] = row
    return _report(found, accuracy, any(row["support"].endswith(".0") for row in found.values()))


def _of_rows(text: str) -> Report | ClassReport:
    rows: dict[str, Mapping[str, str]] = {}
    accuracy, ended = None, False
    for line in text.splitlines():
        if ended and not line.strip().startswith(_SAMPLES):
            break
        if (total := _ACCURACY.fullmatch(line)) is not None:
            accuracy = total["value"], total["support"]
        elif (row := _ROW.fullmatch(line)) is not None:
            name = " ".join(row["name"].split())
            if name in rows:
                raise InputError(f"{WHERE}: {shown(name)} has two rows")
            rows[name] = dict(zip(_COLUMNS, row["cells"].split(), strict=True))
            ended = ended or name in (_MEANS[-1], _OLD_MEAN)
        elif line.strip():
            raise InputError(f"{WHERE}: {shown(line.strip())} is no row of a name, three figures and a support")
    return _report(rows, accuracy)


def _of_json(text: str) -> Report | ClassReport:
    """The report in the JSON of ``classification_report(..., output_dict=True)``, or in Python's writing of it."""
    try:
        found = _loaded(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{WHERE}: this is no JSON that can be read: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{WHERE}: {shown(found)} is no object of rows")
    rows: dict[str, Mapping[str, str]] = {}
    accuracy = None
    for name, row in found.items():
        if name == "accuracy" and isinstance(row, str):
            accuracy = row, None
        elif isinstance(row, dict) and all(isinstance(row.get(column), str) for column in _COLUMNS):
            rows[name] = row
        else:
            raise InputError(f"{WHERE}: {shown(name)} is {shown(row)}; it must have {', '.join(_COLUMNS)}")
    supports = {row["support"] for row in rows.values()}
    return _report(rows, accuracy, as_floats=any(support.endswith(".0") for support in supports))


def _loaded(text: str) -> Any:
    """The JSON with every number as text."""

    def loaded(written: str) -> Any:
        return json.loads(written, parse_float=str, parse_int=str, parse_constant=str)

    try:
        return loaded(text)
    except ValueError:
        return loaded(text.replace("'", '"').replace(": nan", ": NaN"))


def _report(
    rows: Mapping[str, Mapping[str, str]], accuracy: tuple[str, str | None] | None, as_floats: bool = False
) -> Report | ClassReport:
    means = {name: row for name, row in rows.items() if name in (*_MEANS, _MICRO, _OLD_MEAN, _SAMPLES)}
    sizes = {name: _support(row["support"], name) for name, row in rows.items() if name not in means}
    if not sizes:
        raise InputError(f"{WHERE}: there is no row of a class")
    if not sum(sizes.values()):
        raise InputError(f"{WHERE}: the supports are 0; there are no examples")
    totals = {name: row["support"] for name, row in means.items()}
    if accuracy is not None and accuracy[1] is not None:
        totals["accuracy"] = accuracy[1]
    for name, total in totals.items():
        if _support(total, name) != sum(sizes.values()):
            *others, last = (str(size) for size in sizes.values())
            parts = f"{', '.join(others)} and {last}" if others else last
            raise InputError(f"{WHERE}: the supports {parts} do not make up {total}, that of {name}")
    aside = "that no example has another weight than 1 is taken for granted"
    left = [("support " + rows[next(iter(sizes))]["support"], aside)] if as_floats else []
    if accuracy is not None and len(sizes) == 2 and all(sizes.values()) and not means.keys() - set(_MEANS):
        return _of_two(rows, accuracy[0], sizes, left)
    return _of_several(rows, accuracy, sizes, left)


def _of_two(
    rows: Mapping[str, Mapping[str, str]], accuracy: str, sizes: Mapping[str, int], left: list[tuple[str, str]]
) -> Report:
    first, second = sizes
    found = Printout(WHERE, first, second, {"n0": sizes[first], "n1": sizes[second]})
    found.add("accuracy", accuracy)
    for name, meant in ((first, _FIRST), (second, _SECOND), *_OF_MEANS.items()):
        for column, figure in meant.items():
            if name in rows:
                found.add(figure, rows[name][column], f"{name}: {column}")
    for what, why in left:
        found.leave(what, "", why)
    without = any(rows[name][column].lower() == "nan" for name in (first, second) for column in _FIRST)
    return found.report(zero_division=() if without else (0, 1))


def _of_several(
    rows: Mapping[str, Mapping[str, str]], accuracy: tuple[str, str | None] | None, sizes: Mapping[str, int],
    left: list[tuple[str, str]],
) -> ClassReport:  # fmt: skip
    figures: dict[str, Printed] = {}
    averages = []
    if accuracy is not None:
        _add(figures, left, "accuracy", accuracy[0])
    for name, row in rows.items():
        if name == _SAMPLES:
            left += [(f"{name} {' '.join(row[x] for x in _FIRST)}", "means over examples are not decided")]
            continue
        called = _MEANS[-1] if name == _OLD_MEAN else name
        for column in _FIRST:
            _add(figures, left, cell(called, column), row[column])
            if name not in sizes:
                averages.append((called, column))
    return ClassReport(WHERE, sizes, figures, tuple(averages), tuple(left))


def _add(figures: dict[str, Printed], left: list[tuple[str, str]], name: str, text: str) -> None:
    """A figure, unless it is printed as nan; what stands beside it is left."""
    if text.lower() == "nan":
        return
    found = noted(text, "share")
    try:
        figures[name] = Printed(found.text, "any" if found.is_float else "half")
        if found.what:
            what = "an interval" if found.what == "interval" else "a spread"
            left.append((f"{name} {found.beside}", f"{what} of a class is not decided; the figure itself is checked"))
    except InputError as error:
        raise InputError(f"{WHERE}: {name}: {error}") from None


def _support(text: str, name: str) -> int:
    whole = text.removesuffix(".0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= 12):
        raise InputError(f"{WHERE}: the support of {name} is {shown(text)}; reports with weights are not checked")
    return int(whole)
