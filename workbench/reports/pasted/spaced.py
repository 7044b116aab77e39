"""Tables with columns apart by two blanks or more, or by tabs, such as are copied from a PDF or printed by pandas."""

from __future__ import annotations

import re
from itertools import dropwhile

from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted.rows import is_header, is_turned, reports_of

WHERE = "table"
_APART = re.compile(r"\s{2,}|\t")


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

    >>> _lines("   AUC (95% CI)  Recall\\nA  0.79 (0.75-0.83)   82%")
    [['', 'AUC (95% CI)', 'Recall'], ['A', '0.79 (0.75-0.83)', '82%']]
    """
    lines = (_APART.split(line.strip()) for line in text.splitlines() if line.strip())
    found = list(dropwhile(lambda cells: len(cells) < 2, lines))
    if len(found) > 1 and all(len(row) == len(found[0]) + 1 for row in found[1:]):
        found[0].insert(0, "")
    return found
