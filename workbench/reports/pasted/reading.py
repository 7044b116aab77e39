"""Which format a text has, told by its content, and the reports in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from typing import TypeAlias

from workbench.reports.class_matrix import CountedReport
from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import Report
from workbench.reports.pasted import (
    caret,
    classification_report,
    delimited,
    epi_tests,
    latex,
    markdown,
    proc,
    spaced,
    weka,
)

Printout: TypeAlias = "Report | ClassReport | CountedReport"
FORMATS: tuple[tuple[Callable[[str], bool], Callable[[str], Sequence[Printout]]], ...] = (
    (classification_report.is_text, classification_report.of_text),
    (caret.is_text, caret.of_text),
    (weka.is_text, weka.of_text),
    (epi_tests.is_text, epi_tests.of_text),
    (proc.is_text, proc.of_text),
    (latex.is_text, latex.of_text),
    (markdown.is_text, markdown.of_text),
    (delimited.is_text, delimited.of_text),
    (spaced.is_text, spaced.of_text),
)
"""What tells each format, and its reader; the first that fits reads the text."""


def reports_of(text: str) -> Sequence[Printout] | None:
    """The reports in a printout or a table; None where the text is TOML, or in no format that is known.

    `InputError` says what is wrong in a text of a known format.

    >>> [report] = reports_of("model,AUC,n0,n1\\nforest,0.79,50,50")
    >>> report.where, report.n0
    ('table, forest', 50)
    >>> reports_of("[[reported]]")
    """
    if _is_toml(text):
        return None
    for fits, read in FORMATS:
        if fits(text):
            return read(text)
    return None


def _is_toml(text: str) -> bool:
    """Whether it is TOML that holds something: R Markdown marks every line of an output like a comment of TOML."""
    try:
        return bool(tomllib.loads(text))
    except (ValueError, RecursionError):
        return False
