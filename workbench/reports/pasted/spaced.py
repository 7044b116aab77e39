"""Tables with columns apart by two blanks or more, or by tabs, such as are copied from a PDF or printed by pandas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import NamedTuple

from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted.rows import is_header, is_turned, reports_of

WHERE = "table"
_CELL = re.compile(r"\S+(?:[^\S\t]\S+)*")
_NOTE = re.compile(r"[*†‡§¶‖#¹²³]|(?:note|abbreviation)s?\b|\[[0-9]+ rows x [0-9]+ columns\]", re.IGNORECASE)
"""How a line below a table begins that is no row of it."""


class _Cell(NamedTuple):
    text: str
    start: int
    end: int


def is_text(text: str) -> bool:
    """Whether the first line is a header with the name of a figure, or the lines begin with such names."""
    header, *rows = _lines(text) or [[""]]
    if len(header) < 2 or not rows or len(text) >= 100_000 or any("=" in cell for cell in header):
        return False
    return is_header(header) or is_turned(header, rows)


def of_text(text: str) -> tuple[Report | ClassReport, ...]:
    """A report for each row."""
    header, *rows = _lines(text)
    return reports_of(header, rows, WHERE)


def _lines(text: str) -> list[list[str]]:
    """The cells of each line, from the first with several; the first of a header that names nothing is empty.

    So are cells that are missing where the others stand below one column each. Notes below the table are left out.

    >>> _lines("   AUC (95% CI)  Recall\\nA  0.79 (0.75-0.83)   82%")
    [['', 'AUC (95% CI)', 'Recall'], ['A', '0.79 (0.75-0.83)', '82%']]
    >>> _lines("Model  AUC   Recall\\nA      0.79  82%\\nB            80%\\n* held out")
    [['Model', 'AUC', 'Recall'], ['A', '0.79', '82%'], ['B', '', '80%']]
    """
    lines = [[_Cell(x[0], *x.span()) for x in _CELL.finditer(line)] for line in text.splitlines() if line.strip()]
    found = list(dropwhile(lambda cells: len(cells) < 2, lines))
    while len(found) > 1 and len(found[-1]) == 1 and _NOTE.match(found[-1][0].text):
        found.pop()
    most = max(map(len, found), default=0)
    if len(found) > 1 and most == len(found[0]) + 1 and all(row[0].start < found[0][0].start for row in found[1:]):
        found[0].insert(0, _Cell("", 0, 0))
    return [_in_columns(row, found) for row in found]


def _in_columns(row: Sequence[_Cell], rows: Sequence[Sequence[_Cell]]) -> list[str]:
    """The texts of a row, empty ones where it has none below a column; as they are where that is not sure."""
    texts, width = [cell.text for cell in row], len(rows[0])
    if len(row) >= width:
        return texts
    whole = [other for other in rows if len(other) == width]
    columns = [(min(x.start for x in cells), max(x.end for x in cells)) for cells in zip(*whole, strict=True)]
    places = [[j for j, (a, b) in enumerate(columns) if cell.start < b and a < cell.end] for cell in row]
    if any(len(place) != 1 for place in places) or len({place[0] for place in places}) < len(row):
        return texts
    found = [""] * width
    for text, (j,) in zip(texts, places, strict=True):
        found[j] = text
    return found
