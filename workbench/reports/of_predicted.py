"""Confidence intervals of proportions of the predicted examples, such as precision: decided by confusion matrices.

How many examples are predicted positive no class size tells, but each confusion matrix with the figures does. Where
they are few, all are gone through: those whose interval prints so are left, and where none is the interval is
impossible. A figure that may have been printed for a division by zero accuses nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.limits import Limit
from workbench.numbers.printed import Printed, as_printed
from workbench.reports.on_data import values_of
from workbench.reports.paper_file import Report
from workbench.reports.readings import other_readings
from workbench.reports.results import CheckResult

_MOST = 2_000


def beside_predicted(report: Report, found: CheckResult, read: Report, seconds: Limit) -> tuple[Report, CheckResult]:
    """What is found with these intervals too, and the report without those that are decided under ``not_checked``.

    ``read`` is the report whose figures are what all their prints can be.
    """
    of = report.of_predicted
    if (
        not of
        or found.verdict != "consistent"
        or report.plan
        or report.sample is not None
        or any(other_readings(report))
    ):
        return report, found
    fitting = matrices(read.of_matrix, read.n0, read.n1, read.n, seconds=seconds, intervals=read.of_proportions)
    least, most = fitting.count
    if least != most or not 0 < least <= _MOST:
        return report, found
    every = list(fitting.matrices())
    if len(every) != least:
        return report, found
    left = [matrix for matrix in every if all(_has(name, x, matrix) for name, _, x in of)]
    decided = {what for _, what, _ in of}
    rest = tuple(each for each in report.not_checked if each[0] not in decided)
    if not left:
        if any(put in report.figures[name].values for name, _, _ in of for put in (Fraction(0), Fraction(1))):
            return report, found
        violated = _violated(report, every)
        return replace(report, not_checked=rest), CheckResult(
            report.where, "inconsistent", violated, violated=violated, not_checked=found.not_checked
        )
    if found.witness not in left:
        if not isinstance(found.witness, Matrix):
            return report, found
        counts = ", ".join(f"{name} = {count}" for name, count in left[0]._asdict().items())
        many = "1 confusion matrix has" if len(left) == 1 else f"{len(left)} confusion matrices have"
        such = "namely" if len(left) == 1 else "such as"
        because = f"{many} these figures and intervals, {such} {counts}"
        found = replace(found, witness=left[0], computed=values_of(report, left[0]), because=because, inferred={})
    return replace(report, not_checked=rest), found


def _has(name: str, interval: PrintedInterval, matrix: Matrix) -> bool:
    """Whether the interval of the figure of this matrix may print so."""
    k, m = named(name).ratio(*matrix)
    return m > 0 and interval.allows(k, m)


def _violated(report: Report, every: Sequence[Matrix]) -> str:
    """One sentence on intervals that no matrix has, on one of them where that alone is impossible."""
    of = report.of_predicted
    alone = [(name, x) for name, _, x in of if not any(_has(name, x, matrix) for matrix in every)]
    asked = alone[:1] or [(name, x) for name, _, x in of]
    listed = " and ".join(f"{name} {report.figures[name]} {x}" for name, x in asked)
    who = (
        "the one confusion matrix that has"
        if len(every) == 1
        else f"none of the {len(every)} confusion matrices that have"
    )
    said = f"{who} these figures {'does not have' if len(every) == 1 else 'has'} {listed}"
    if not alone:
        return said
    (name, interval), (k, m) = alone[0], named(alone[0][0]).ratio(*every[0])
    places = Printed(f"0.{'0' * max(len(interval.low.text), len(interval.high.text))}")
    ends = " to ".join(as_printed(x, places) for x in interval.ends(k, m))
    return f"{said}: the {interval.called} interval of {name} {k}/{m}{', of one,' * (len(every) > 1)} is {ends}"
