"""A table with a header of figure names: each row is a report, named by the cells that are no figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed
from workbench.reports.figures_read import FiguresRead, figure_name, is_figure
from workbench.reports.paper_file import Report, report_with

_SIZES = ("n", "n0", "n1")
_MISSING = re.compile(r"[-−–—.]*|n/?a|nan|none|null", re.IGNORECASE)
_PERCENT = re.compile(r"[(\[]\s*(?:in\s+)?%\s*[)\]]|,?\s*(?:in\s+)?%\s*$")
_ASIDE = re.compile(r"[(\[][^()\[\]]*(?:\bCI\b|±|\bSDs?\b|\bSE\b|interval|mean)[^()\[\]]*[)\]]|±.*$", re.IGNORECASE)


def header_name(cell: str) -> tuple[str, bool]:
    """The name of a figure in a header, without a note on percentages or intervals; whether it is a percentage.

    >>> header_name("Sensitivity (%)"), header_name("AUC (95% CI)"), header_name("Recall ± SD")
    (('Sensitivity', True), ('AUC', False), ('Recall', False))
    """
    name = _ASIDE.sub("", cell)
    percent = _PERCENT.search(name) is not None
    return " ".join(_PERCENT.sub("", name).split()), percent


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row has the name of a figure.

    >>> is_header(["model", "AUC"]), is_header(["model", "0.7"]), is_header(["n", ""])
    (True, False, False)
    """
    return any(_is_name(header_name(cell)[0]) for cell in cells)


def _is_name(name: str) -> bool:
    return re.match(r"[A-Za-z]", name) is not None and name not in _SIZES and is_figure(name) and len(name) > 1


def reports_of(header: Sequence[str], rows: Sequence[Sequence[str]], where: str) -> tuple[Report, ...]:
    """A report for each row. `InputError` for a column of numbers that is no figure, and for what is no number.

    >>> [report] = reports_of(["model", "AUC (%)", "n"], [["A", "79", "100"]], "table")
    >>> report.where, report.n, str(report.figures["AUC"])
    ('table, A', 100, '0.79')
    """
    columns = [header_name(cell) for cell in header]
    for row in rows:
        if len(row) != len(header):
            raise InputError(
                f"{where}: the row {shown(' '.join(row))} has {len(row)} cells; the header has {len(header)}"
            )
    labels = [j for j, (name, _) in enumerate(columns) if not name or _is_text(name, [row[j] for row in rows])]
    for j, (name, _) in enumerate(columns):
        if j not in labels and name not in _SIZES and not is_figure(name):
            try:
                figure_name(name)
            except InputError as error:
                raise InputError(f"{where}: column {j + 1}: {error}") from None
    found = []
    for number, row in enumerate(rows, 1):
        label = " ".join(row[j] for j in labels if row[j]) or f"row {number}"
        cells = [(*columns[j], cell) for j, cell in enumerate(row) if j not in labels and not _MISSING.fullmatch(cell)]
        if cells:
            found.append(_report(f"{where}, {label}", cells))
    if not found:
        raise InputError(f"{where}: there is no row of figures below the header")
    return tuple(found)


def _report(where: str, cells: Sequence[tuple[str, bool, str]]) -> Report:
    told: dict[str, Any] = {}
    read = FiguresRead()
    try:
        for name, percent, cell in cells:
            if name in _SIZES:
                whole = noted(cell, "count").text
                if not (whole.isascii() and whole.isdecimal() and len(whole) <= 20):
                    raise InputError(f"{name} is {shown(cell)}; it must be a whole number")
                told[name] = int(whole)
            else:
                read.add(name, cell, percent)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return report_with(where, read, told)


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
