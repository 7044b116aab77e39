"""Tables of Markdown: cells between bars, and a line of dashes below the header."""

from __future__ import annotations

import re
from itertools import pairwise

from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted.rows import reports_of

WHERE = "table"
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_MARKS = re.compile(r"^(\*{1,3}|_{1,3}|`+)(.*?)\1$")


def is_text(text: str) -> bool:
    """Whether a line with bars stands above a line of dashes."""
    return _start(text.splitlines()) is not None


def of_text(text: str) -> tuple[Report | ClassReport, ...]:
    """A report for each row of the first table."""
    lines = text.splitlines()
    start = _start(lines)
    assert start is not None
    rows = []
    for line in lines[start + 2 :]:
        if "|" not in line:
            break
        rows.append(_cells(line))
    return reports_of(_cells(lines[start]), rows, WHERE)


def _start(lines: list[str]) -> int | None:
    """Where the header stands."""
    for i, (line, rule) in enumerate(pairwise(lines)):
        if "|" in line and "|" in rule and len(rule) < 10_000 and _RULE.fullmatch(rule):
            return i
    return None


def _cells(line: str) -> list[str]:
    whole = line.strip().removeprefix("|")
    whole = whole if whole.endswith("\\|") else whole.removesuffix("|")
    cells = (cell.strip().replace("\\|", "|").replace("\\%", "%") for cell in re.split(r"(?<!\\)\|", whole))
    return [_MARKS.sub(r"\2", cell) for cell in cells]
