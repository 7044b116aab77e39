"""The readings of a report: a figure without a value may have been printed as a number, and KS may have one side.

KS is read as the greatest ``|F0 - F1|``; who computes ``max(tpr - fpr)``, as is usual with scikit-learn's ``roc_curve``,
has the greatest ``F0 - F1``, which is less where the ROC curve lies mostly below the diagonal, and 0 where all of it
does. No report is impossible that is possible in one of its readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from workbench.feasible.forms import ONE_SIDED_KS
from workbench.language.statements import parse_expression
from workbench.reports.paper_file import Report
from workbench.reports.undefined import without_values

_Any = TypeVar("_Any")
KS = "KS"
NEITHER = "; nor is it possible with KS as the greatest tpr - fpr"


def other_readings(report: Report) -> Iterator[tuple[Report, str]]:
    """The report in each of its other readings, and what is different there, in words.

    >>> from workbench.reports.paper_file import report_of
    >>> [(list(other.figures), words) for other, words in other_readings(report_of("KS=0.00 AUC=0.3"))]
    [(['1 - 2*loss(optimal, cost=point(1/2), condition=skew)', 'AUC'], 'KS 0.00 is then the greatest tpr - fpr, ...')]
    """
    yield from without_values(report)
    if has_two_sides(report):
        words = f"KS {report.figures[KS]} is then the greatest tpr - fpr, not the greatest distance of tpr and fpr"
        one = _with_one_side(report)
        yield one, words
        yield from ((other, f"{more}, and {words}") for other, more in without_values(one))


def has_two_sides(report: Report) -> bool:
    """Whether it has a KS that may be of one side instead."""
    one = parse_expression(ONE_SIDED_KS)
    return KS in report.figures and not report.plan and one not in map(parse_expression, report.of_scores)


def _with_one_side(report: Report) -> Report:
    again = tuple((ONE_SIDED_KS if name == KS else name, x) for name, x in report.again)
    return replace(report, figures=_renamed(report.figures, KS, ONE_SIDED_KS), again=again)


def by_printed_names(values: Mapping[str, _Any], report: Report) -> Mapping[str, _Any]:
    """Values of the figures of a reading by the names that they have in the report."""
    return _renamed(values, ONE_SIDED_KS, KS) if has_two_sides(report) else values


def _renamed(values: Mapping[str, _Any], old: str, new: str) -> dict[str, _Any]:
    return {new if name == old else name: value for name, value in values.items()}
