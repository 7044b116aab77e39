"""Figures that papers define in several ways and that are read in one of them: that reading alone accuses nobody.

A Brier skill score is relative to the score of a reference, which is taken to be the class proportion. Average
precision has an event class, which is class 1 where none is told; of data it is read with either
(`workbench.reports.readings`), and what is known of it without data holds for either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workbench.reports.paper_file import Report

AP = "AP"


def assumed(report: Report) -> Mapping[str, str]:
    """The figures by whose reading the report may be impossible, each with what is assumed of it.

    >>> from workbench.reports.paper_file import report_of
    >>> assumed(report_of("n0=50 n1=150 BSS=0.30 BS=0.25 AP=0.8"))
    {'1 - BS/(pi0*pi1)': 'the Brier skill score is relative to the class proportion'}
    """
    return {name: words for name, words in report.assumed.items() if name in report.figures and name != AP}


def without(report: Report) -> Report | None:
    """The report without them; None where nothing is left.

    >>> from workbench.reports.paper_file import report_of
    >>> list(without(report_of("n0=50 n1=150 BSS=0.30 BS=0.25")).figures)
    ['BS']
    """
    left = {name: printed for name, printed in report.figures.items() if name not in assumed(report)}
    return replace(report, figures=left, assumed={}) if left else None
