"""Tables of LaTeX: cells between ampersands, rows that end in two backslashes."""

from __future__ import annotations

import re

from workbench.errors import InputError
from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted.rows import is_header, is_turned, reports_of

WHERE = "table"
_COMMENT = re.compile(r"(?<!\\)%.*")
_BEGIN = re.compile(r"\\begin\{(tabular[x*]?|array|longtable)\}")
_END = re.compile(r"\\end\{(?:tabular[x*]?|array|longtable)\}")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace)(?:\[[^\]]*\])?|\\(?:cline|cmidrule)(?:\([^)]*\))?\{[^}]*\}"
)
_ROW_END = re.compile(r"\\\\\*?(?:\[[^\]]*\])?|\\tabularnewline")
_SPANS = re.compile(r"\\multicolumn\s*\{\s*(\d{1,3})\s*\}\s*\{[^{}]*\}\s*\{")
_SIGNS = (
    ("\\%", "%"), ("\\pm", "±"), ("\\_", "_"), ("{,}", ","), ("\\,", " "), ("\\ ", " "), ("~", " "), ("--", "–"),
    ("\\&", "&"), ("$", ""), ("\\#", "#"), ("\\(", ""), ("\\)", ""), ("\\infty", "∞"),
)  # fmt: skip
_NOTES = re.compile(
    r"[~\s]*\\(?:cite[A-Za-z]*\*?|footnote(?:mark|text)?|tnote|ref|label)\s*(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_MARKS = re.compile(r"(?:\^|\\textsuperscript)\s*(?:\{(?:\\[A-Za-z]+|[*†‡§¶A-Za-z,\s])+\}|\\[A-Za-z]+|[*†‡§¶a-z])")
"""References, and marks of footnotes, which are no powers."""
_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s*")


def is_text(text: str) -> bool:
    """Whether there is such a table, or rows of one."""
    return _BEGIN.search(text) is not None or ("&" in text and _ROW_END.search(text) is not None)


def of_text(text: str) -> tuple[Report | ClassReport, ...]:
    """A report for each row of the first table; what stands above the header of figure names is passed over."""
    body = "\n".join(_COMMENT.sub("", line) for line in text.splitlines())
    begin = _BEGIN.search(body)
    if begin is not None:
        body = _after_columns(body[begin.end() :])
        end = _END.search(body)
        body = body[: end.start()] if end is not None else body
    rows = [_cells(row) for row in _ROW_END.split(_RULES.sub(" ", body))]
    rows = [row for row in rows if any(row)]
    table = [row for row in rows if len(row) > 1]
    if table and is_turned(table[0], table[1:]):
        return reports_of(table[0], table[1:], WHERE)
    for i, row in enumerate(rows):
        if is_header(row):
            return reports_of(row, [each for each in rows[i + 1 :] if len(each) > 1], WHERE)
    raise InputError(f"{WHERE}: no row is a header with the name of a figure")


def _after_columns(body: str) -> str:
    """What follows the arguments of a table's begin: the width, a position and the columns."""
    while (start := re.match(r"\s*(\{|\[[^\]]*\])", body)) is not None:
        if start[1] != "{":
            body = body[start.end() :]
            continue
        depth = 0
        for i, sign in enumerate(body):
            depth += (sign == "{") - (sign == "}")
            if sign == "}" and not depth:
                body = body[i + 1 :]
                break
        else:
            raise InputError(f"{WHERE}: the columns of the table have no closing brace")
    return body


def _cells(row: str) -> list[str]:
    found = []
    for cell in re.split(r"(?<!\\)&", row):
        span = _SPANS.search(cell)
        found.append(_plain(_SPANS.sub("", cell)))
        found += [""] * (min(int(span[1]), 100) - 1 if span is not None else 0)
    return found


def _plain(cell: str) -> str:
    r"""A cell without commands of layout, whose arguments stay, and without references and marks.

    >>> _plain("SVM$^{\\dagger}$"), _plain("RF~\\citep[p. 3]{x}"), _plain("\\textbf{0.8}$^*$"), _plain("$10^{-3}$")
    ('SVM', 'RF', '0.8', '10^-3')
    """
    cell = _MARKS.sub("", _NOTES.sub("", cell))
    for sign, meant in _SIGNS:
        cell = cell.replace(sign, meant)
    return " ".join(_COMMAND.sub("", cell).replace("{", "").replace("}", "").split())
