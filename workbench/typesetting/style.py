"""How LaTeX is laid out and written: for which width, in which environment, with which labels, in which notation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.errors import InputError, shown
from workbench.symbolic.letters import EXPECTATIONS, NOTATIONS

ARTICLE = 345.0
"""The width of a line of LaTeX's article class, in points."""

COLUMN = 229.0
"""The width of one of two columns of LaTeX's article class, in points; of common classes amsart alone has less."""

PAGE = 455.0
"""The width of a line of a document, in points."""

_NARROWEST, _WIDEST = 160.0, 2000.0
_LABEL = re.compile(r"[A-Za-z0-9:._-]+")
_OF_LATEX = frozenset({
    "abstract", "align", "alignat", "aligned", "array", "bmatrix", "cases", "center", "description",
    "displaymath", "document", "em", "enumerate", "eqnarray", "equation", "figure", "flalign", "flushleft",
    "flushright", "frame", "gather", "gathered", "itemize", "list", "math", "matrix", "minipage", "multline", "par",
    "picture", "pmatrix", "proof", "quotation", "quote", "section", "small", "split", "subequations", "tabbing",
    "table", "tabular", "thebibliography", "title", "titlepage", "trivlist", "verbatim", "verse", "vmatrix",
})  # fmt: skip
_SIGNS = {
    "==": "eq", "!=": "ne", "<=": "le", ">=": "ge", "<": "lt", ">": "gt", "**": "to", "*": "times", "/": "over",
    "+": "plus", " -": " minus ", "(-": "(minus ",
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """How entries are written.

    Formulas are broken for a ``line`` of so many points, of one of so many ``columns``; in two, reasons stand below
    their formulas. Theorems stand in the ``environment`` and have labels that begin with the ``label``, where these
    are given. Means are written in the ``notation``.
    """

    line: float = ARTICLE
    columns: int = 1
    environment: str = ""
    label: str = ""
    notation: str = EXPECTATIONS

    @property
    def narrow(self) -> bool:
        """Whether reasons find no place beside formulas, nor wide tables on a line."""
        return self.columns > 1 or self.line < ARTICLE

    def label_of(self, name: str) -> str:
        r"""The label of what has a name; nothing without a prefix.

        >>> Style(label="thm").label_of("Theorem 10"), Style(label="a").label_of("BS <= MAE"), Style().label_of("BS")
        ('\\label{thm:theorem_10}', '\\label{a:BS_le_MAE}', '')
        """
        if not self.label:
            return ""
        for sign, word in _SIGNS.items():
            name = name.replace(sign, f" {word} ")
        word = re.sub(r"[^A-Za-z0-9.-]+", "_", name).strip("_")
        return rf"\label{{{self.label}:{word.lower() if re.match('[A-Z][a-z]', word) else word}}}"


def style(
    *,
    columns: int = 1,
    environment: str | None = None,
    label: str | None = None,
    notation: str = EXPECTATIONS,
    line: float | None = None,
    document: bool = False,
) -> Style:
    """A style as it is asked for; `workbench.errors.InputError` says what is wrong with it."""
    if columns not in (1, 2):
        raise InputError(f"columns {shown(columns)}: a page has 1 or 2")
    if notation not in NOTATIONS:
        raise InputError(f"notation {shown(notation)}: it is one of {', '.join(NOTATIONS)}")
    if environment is not None and not re.fullmatch("[A-Za-z]+", str(environment)):
        raise InputError(f"environment {shown(environment)}: its name has letters alone, such as theorem")
    if environment in _OF_LATEX:
        raise InputError(f"environment {shown(environment)}: LaTeX has it for something else; theorem would do")
    if label is not None and not _LABEL.fullmatch(str(label)):
        raise InputError(f"label {shown(label)}: letters, digits and :._- alone, such as thm")
    if line is not None and not (isinstance(line, int | float) and _NARROWEST <= line <= _WIDEST):
        raise InputError(f"line {shown(line)}: a line has {_NARROWEST:g} to {_WIDEST:g} points")
    usual = COLUMN if columns > 1 else PAGE if document else ARTICLE
    return Style(usual if line is None else line, columns, environment or "", label or "", notation)
