"""``classification_report`` of scikit-learn, as text or as the JSON of its dictionary.

The class of the first row is taken as class 0, the positive one: its row is precision, sensitivity and F1, and the
other row is npv, specificity and the F1 of class 1. The averages over both are balanced accuracy, accuracy and means
of precision and of F1. What the function prints for 0/0 is its caller's choice, 0 or 1, or nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from workbench.errors import InputError, shown
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import Printout, both_present, two_classes

WHERE = "classification_report"
_COLUMNS = ("precision", "recall", "f1-score", "support")
_HEADER = re.compile(r"^[ \t]*precision[ \t]+recall[ \t]+f1-score[ \t]+support[ \t]*$", re.MULTILINE)
_ROW = re.compile(r"\s*(?P<name>\S.*?)\s+(?P<cells>(?:(?:\d+\.?\d*|nan)\s+){3}\S+)\s*")
_ACCURACY = re.compile(r"\s*accuracy\s+(?P<value>\d+\.?\d*)\s+(?P<support>\S+)\s*")
_MEANS = ("macro avg", "weighted avg")
_OTHER_MEANS = ("micro avg", "samples avg", "avg / total")

_FIRST = {"precision": "precision", "recall": "sensitivity", "f1-score": "f1"}
_SECOND = {"precision": "npv", "recall": "specificity", "f1-score": "negative_f1"}
_OF_MEANS = {
    "macro avg": {"precision": "macro_precision", "recall": "balanced_accuracy", "f1-score": "macro_f1"},
    "weighted avg": {"precision": "weighted_precision", "recall": "accuracy", "f1-score": "weighted_f1"},
}


def is_text(text: str) -> bool:
    """Whether the text has the header of a report, or is a JSON object that may be one."""
    return _HEADER.search(text) is not None or (text.lstrip().startswith("{") and "f1-score" in text)


def of_text(text: str) -> tuple[Report, ...]:
    """The report in the text."""
    found = _HEADER.search(text)
    return (_of_json(text) if found is None else _of_rows(text[found.end() :]),)


def _of_rows(text: str) -> Report:
    rows: dict[str, Mapping[str, str]] = {}
    accuracy = None
    for line in text.splitlines():
        if (total := _ACCURACY.fullmatch(line)) is not None:
            accuracy = total["value"], total["support"]
        elif (row := _ROW.fullmatch(line)) is not None:
            name = " ".join(row["name"].split())
            if name in rows:
                raise InputError(f"{WHERE}: {shown(name)} has two rows")
            rows[name] = dict(zip(_COLUMNS, row["cells"].split(), strict=True))
            if name == _MEANS[-1]:
                break
        elif line.strip():
            raise InputError(f"{WHERE}: {shown(line.strip())} is no row of a name, three figures and a support")
    return _report(rows, accuracy)


def _of_json(text: str) -> Report:
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
) -> Report:
    for name in _OTHER_MEANS:
        if name in rows:
            raise InputError(
                f"{WHERE}: the row {shown(name)} says that there may be other classes; accuracy is missing"
            )
    first, second = two_classes([name for name in rows if name not in _MEANS], WHERE)
    if accuracy is None:
        raise InputError(f"{WHERE}: the row accuracy is missing; without it these may be two of several classes")
    sizes = {name: _support(rows[name]["support"], name) for name in (first, second)}
    both_present(sizes, WHERE)
    totals = {name: rows[name]["support"] for name in _MEANS if name in rows}
    if accuracy[1] is not None:
        totals["accuracy"] = accuracy[1]
    for name, total in totals.items():
        if _support(total, name) != sum(sizes.values()):
            parts = " and ".join(str(size) for size in sizes.values())
            raise InputError(f"{WHERE}: the supports {parts} do not make up {total}, that of {name}")
    found = Printout(WHERE, first, {"n0": sizes[first], "n1": sizes[second]})
    found.add("accuracy", accuracy[0])
    for name, meant in ((first, _FIRST), (second, _SECOND), *_OF_MEANS.items()):
        for column, figure in meant.items():
            if name in rows:
                found.add(figure, rows[name][column], f"{name}: {column}")
    if as_floats:
        found.leave("support", rows[first]["support"], "that no example has another weight than 1 is taken for granted")
    without = any(rows[name][column].lower() == "nan" for name in (first, second) for column in _FIRST)
    return found.report(zero_division=() if without else (0, 1))


def _support(text: str, name: str) -> int:
    whole = text.removesuffix(".0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= 12):
        raise InputError(f"{WHERE}: the support of {name} is {shown(text)}; reports with weights are not checked")
    return int(whole)
