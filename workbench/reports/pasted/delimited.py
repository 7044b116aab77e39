"""Tables of text with a delimiter: commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io

from workbench.errors import InputError
from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted.rows import header_name, is_header, is_turned, reports_of

WHERE = "table"
_DELIMITERS = "\t;,"


def is_text(text: str) -> bool:
    """Whether the first line is a header with the name of a figure, or the lines begin with such names."""
    first, *others = [line for line in text.splitlines() if line.strip()] or [""]
    if len(first) >= 10_000 or "=" in first:
        return False
    delimiter = _delimiter(first)
    header = _cells(first, delimiter)
    return is_header(header) or (len(text) < 100_000 and is_turned(header, [_cells(x, delimiter) for x in others]))


def of_text(text: str) -> tuple[Report | ClassReport, ...]:
    """A report for each row."""
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = _delimiter(lines[0])
    try:
        header, *rows = csv.reader(
            io.StringIO("\n".join(lines)), delimiter=delimiter, skipinitialspace=True, strict=True
        )
    except csv.Error as error:
        raise InputError(f"{WHERE}: it cannot be read: {error}") from None
    return reports_of([x.strip() for x in header], [[x.strip() for x in row] for row in rows], WHERE)


def _delimiter(line: str) -> str:
    """That which parts the line into the most names of figures, and among such into the most cells."""

    def names(delimiter: str) -> tuple[int, int]:
        cells = _cells(line, delimiter)
        return sum(is_header([header_name(cell)[0]]) for cell in cells), len(cells)

    return max(_DELIMITERS, key=names)


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip().strip('"') for cell in line.split(delimiter)]
