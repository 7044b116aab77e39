"""A table with a header of figure names: each row is a report, named by the cells that are no figures.

A cell that is no number, or out of range, is not checked, and the sentence says why; the other cells are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed
from workbench.reports.class_report import ClassReport
from workbench.reports.figures_read import FiguresRead, is_figure, misspelt, plain
from workbench.reports.pairs import size_names, whole_number
from workbench.reports.paper_file import Report, report_with
from workbench.reports.pasted import classification_report
from workbench.reports.unsigned import ways

_OF_CLASSES = {
    **{"precision": "precision", "recall": "recall", "support": "support"},
    **dict.fromkeys(("f1_score", "f1", "f_score", "f_measure", "f1_measure"), "f1-score"),
}
_SIZES = ("n", "n0", "n1")
_MISSING = re.compile(r"[-−–—.]*|n/?a|nan|none|null", re.IGNORECASE)
_PERCENT = re.compile(r"[(\[]\s*(?:in\s+)?%\s*[)\]]|,?\s*(?:in\s+)?%\s*$")
_ASIDE = re.compile(
    r"[(\[][^()\[\]]*(?:\bCI\b|±|\bSDs?\b|\bSE\b|interval|mean|\bn\s*/\s*N\b)[^()\[\]]*[)\]]|±.*$", re.IGNORECASE
)
_MARKS = r"(?:[*†‡§¶‖#¹²³⁴⁵⁶ᵃᵇᶜᵈ]|\^\{?[a-d1-9*]\}?)+"
_MARKED = re.compile(rf"\s*{_MARKS}$|(?<=[0-9%)\]])\s?[a-d]$")
"""Marks of footnotes behind a name or a number."""
_NUMERAL = re.compile(rf"(?:{_MARKS})?\s*(?=[<>≤≥~]?\s*[-+−]?[.,]?[0-9])")


def header_name(cell: str) -> tuple[str, bool]:
    """The name of a figure in a header, without a note on percentages or intervals; whether it is a percentage.

    >>> header_name("Sensitivity (%)"), header_name("AUC (95% CI)"), header_name("Recall ± SD")
    (('Sensitivity', True), ('AUC', False), ('Recall', False))
    """
    name = _ASIDE.sub("", without_mark(cell))
    percent = _PERCENT.search(name) is not None
    return " ".join(_PERCENT.sub("", name).split()), percent


def without_mark(cell: str) -> str:
    """A cell without the marks of footnotes behind it, and those before a number.

    >>> [without_mark(cell) for cell in ("0.79*", "82%†,‡", "0.8 (0.7-0.9)a", "**0.81", "Forest†", "Arm a", "1e-3")]
    ['0.79', '82%', '0.8 (0.7-0.9)', '0.81', 'Forest', 'Arm a', '1e-3']
    """
    found = _NUMERAL.sub("", cell.strip(), count=1) if _NUMERAL.match(cell.strip()) else cell.strip()
    while (shorter := _MARKED.sub("", found).rstrip(", ")) != found.rstrip(", ") and shorter:
        found = shorter
    return found


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row has the name of a figure.

    >>> is_header(["model", "AUC"]), is_header(["model", "0.7"]), is_header(["n", ""])
    (True, False, False)
    """
    return any(_is_name(header_name(cell)[0]) for cell in cells)


def is_turned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the figures are named in the first cells of the rows and not in the header.

    >>> is_turned(["", "A", "B"], [["AUC", "0.8", "0.9"], ["n", "90", "90"]]), is_turned(["AUC"], [["0.8"]])
    (True, False)
    """
    if len(header) < 2 or is_header(header) or any(len(row) != len(header) for row in rows):
        return False
    names = size_names([header_name(row[0])[0] for row in rows], [row[1:] for row in rows])
    figures = sum(map(_is_name, names))
    return figures > 0 and 2 * (figures + sum(name in _SIZES for name in names)) > len(names)


def _is_name(name: str) -> bool:
    return re.match(r"[A-Za-z]", name) is not None and name not in _SIZES and is_figure(name) and len(name) > 1


def reports_of(header: Sequence[str], rows: Sequence[Sequence[str]], where: str) -> tuple[Report | ClassReport, ...]:
    """A report for each row, or one of classes in rows with a support.

    Figures may also be named in the first cells of the rows, one column being a report. A column of numbers that is no
    figure, such as the parameters of a model, is not checked. `InputError` for one whose
    name is nearly that of a figure, or where no cell can be checked.

    >>> [report] = reports_of(["model", "AUC (%)", "n"], [["A", "79", "100"]], "table")
    >>> report.where, report.n, str(report.figures["AUC"])
    ('table, A', 100, '0.79')
    """
    if is_turned(header, rows):
        header, *rows = map(list, zip(header, *rows, strict=True))
    columns = [header_name(cell) for cell in header]
    for row in rows:
        if len(row) != len(header):
            raise InputError(
                f"{where}: the row {shown(' '.join(row))} has {len(row)} cells; the header has {len(header)}"
            )
    rows = [[without_mark(cell) for cell in row] for row in rows]
    cells_of = [[row[j] for row in rows if not _MISSING.fullmatch(row[j])] for j in range(len(columns))]
    names = size_names([name for name, _ in columns], cells_of)
    columns = list(zip(names, (percent for _, percent in columns), strict=True))
    if (of_classes := _of_classes(columns, rows)) is not None:
        return (of_classes,)
    labels = [j for j, (name, _) in enumerate(columns) if not name or _is_text(name, [row[j] for row in rows])]
    others = []
    for j, (name, _) in enumerate(columns):
        if j not in labels and name not in _SIZES and not is_figure(name):
            if meant := misspelt(name):
                raise InputError(f"{where}: column {j + 1}: {shown(name)} is no figure; did you mean {meant}?")
            others.append(j)
    _refuse_twice([name for j, (name, _) in enumerate(columns) if j not in (*labels, *others)], where)
    how = ways([(name, [f"{x}%" * percent or x for x in cells_of[j]]) for j, (name, percent) in enumerate(columns)])
    found: list[Report] = []
    wrong: list[str] = []
    for number, row in enumerate(rows, 1):
        label = " ".join(row[j] for j in labels if row[j]) or f"row {number}"
        every = [
            (j, *columns[j], cell) for j, cell in enumerate(row) if j not in labels and not _MISSING.fullmatch(cell)
        ]
        cells = [(name, percent, cell, how[j]) for j, name, percent, cell in every if j not in others]
        beside = [(f"{name} {cell}", "it is no figure that is known here") for j, name, _, cell in every if j in others]
        if cells:
            found.append(_report(f"{where}, {label}", cells, beside, wrong))
    if not found:
        raise InputError(f"{where}: there is no row of figures below the header")
    if wrong and not any(report.figures for report in found):
        raise InputError(wrong[0])
    return tuple(found)


def _of_classes(columns: Sequence[tuple[str, bool]], rows: Sequence[Sequence[str]]) -> Report | ClassReport | None:
    """The report of several classes in a table with precision, recall, F1 and support in each row; None in others."""
    at = {_OF_CLASSES[plain(name)]: j for j, (name, _) in enumerate(columns) if plain(name) in _OF_CLASSES}
    if len(at) < len(set(_OF_CLASSES.values())):
        return None
    found = []
    for row in rows:
        label = " ".join(cell for j, cell in enumerate(row) if j not in at.values() and cell)
        cells = {column: "" if row[j] in ("-", "–", "—") else row[j] for column, j in at.items()}
        cells |= {x: f"{cells[x]}%" for x, j in at.items() if columns[j][1] and cells[x] and not cells[x].endswith("%")}
        found.append((label, cells))
    return classification_report.of_table(found)


def _refuse_twice(names: Sequence[str], where: str) -> None:
    """No two columns have one name."""
    before: dict[str, str] = {}
    for name in names:
        if (key := plain(name)) in before:
            raise InputError(f"{where}: {shown(before[key])} and {shown(name)} are one quantity; give it once")
        before[key] = name


def _report(
    where: str, cells: Sequence[tuple[str, bool, str, str]], beside: list[tuple[str, str]], wrong: list[str]
) -> Report:
    """The report of a row; what is ``wrong`` in it is added to that of the others, ``beside`` is not checked."""
    told: dict[str, Any] = {}
    read = FiguresRead(not_checked=beside)
    for name, percent, cell, way in cells:
        if name not in _SIZES:
            read.add_or_leave(name, cell, percent, way)
            continue
        if (whole := whole_number(cell)) is not None:
            told[name] = whole
        else:
            why = f"{name} is {shown(cell)}; it must be a whole number"
            read.not_checked.append((f"{name} {cell}", why))
            read.wrong.append(why)
    wrong += [f"{where}: {why}" for why in read.wrong]
    try:
        return report_with(where, read, told, wrong=tuple(read.wrong))
    except InputError as error:
        why = str(error).removeprefix(f"{where}: ")
        wrong.append(f"{where}: {why}")
        return Report(where, {}, not_checked=tuple((f"{name} {cell}", why) for name, _, cell, _ in cells))


def _is_text(name: str, cells: Sequence[str]) -> bool:
    """Whether a column has labels: no figure by its name, and not all of its cells are numbers."""
    if name in _SIZES or is_figure(name):
        return False
    for cell in cells:
        try:
            if not _MISSING.fullmatch(cell):
                Printed(noted(cell).text)
        except InputError:
            return True
    return False
