"""What the readers of printouts share: two classes, the figures of one evaluation, and the report that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.errors import InputError, shown
from workbench.feasible.auc_intervals import AucInterval
from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.matrix_metrics import known
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed, as_printed
from workbench.reports.figures_read import FiguresRead, canonical
from workbench.reports.mcnemar import values_of
from workbench.reports.paper_file import Report, Stated, report_with

NOT_HERE = "it is no figure of the workbench"
_PAIRS = {
    **{"sensitivity": "specificity", "precision": "npv", "f1": "negative_f1"},
    **{"fpr": "fnr", "tp": "tn", "fn": "fp", "fdr": "for", "lr+": "1/lr-", "lr-": "1/lr+"},
}
_OF_THE_OTHER = _PAIRS | {other: one for one, other in _PAIRS.items()}
"""What figures of printouts are called when the other class is the positive one; the others are of both alike."""
_NO_VALUE = re.compile(r"[-+]?(?:nan|na|\?|inf|null|none|)", re.IGNORECASE)


@dataclass
class Printout:
    """The figures of one evaluation of a classifier of two classes, as they are read.

    A figure may be printed several times: the first print is checked with the others, and those after it against the
    first one and the counts.
    """

    where: str
    positive: str
    negative: str
    told: dict[str, Any] = field(default_factory=dict)
    read: FiguresRead = field(default_factory=FiguresRead)
    again: list[tuple[str, Printed]] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)

    def add(self, name: str, text: str, called: str | None = None) -> None:
        """A figure by the name that it has here; ``called`` is the printout's own name for it."""
        called = called or name
        if _NO_VALUE.fullmatch(text.strip()):
            self.leave(called, text, "it has no value")
            return
        before = {canonical(x): x for x in self.read.figures}.get(canonical(name))
        if before is None:
            self.read.add(name, text)
            return
        second = FiguresRead(self.read.rounding)
        second.add(name, text)
        for printed in second.figures.values():
            metric = known(name)
            if metric is not None and metric.undefined == "never":
                self.again.append((before, printed))
            elif printed != self.read.figures[before]:
                self.leave(called, text, f"{before} is printed twice, and the other is checked")

    def add_counts(self, counts: Mapping[str, str]) -> None:
        """The cells of the confusion matrix, by tp, fn, fp and tn."""
        for name, text in counts.items():
            if not text.isdecimal():
                raise InputError(
                    f"{self.where}: {name} is {shown(text)}; counts of examples with weights are not checked"
                )
            self.read.add(name, text)

    def state(self, called: str, text: str, by_counts: Real) -> None:
        """What the printout says beside its counts, which give this value of it."""
        values = values_of(text)
        if values is None:
            self.leave(called, text, "it has no value")
        else:
            self.stated.append(Stated(called, text, values, by_counts))

    def leave(self, called: str, text: str, why: str = NOT_HERE) -> None:
        """What is printed and not checked."""
        self.read.not_checked.append((f"{called} {text}".strip(), why))

    def report(self, zero_division: tuple[int, ...] = (0,)) -> Report:
        """All of it."""
        return report_with(
            self.where, self.read, self.told, zero_division=zero_division, again=tuple(self.again),
            stated=tuple(self.stated), positive=self.positive, negative=self.negative,
        )  # fmt: skip


def with_positive(report: Report, label: str) -> Report:
    """The report with this class as class 0, the positive one; `InputError` where it is none of both.

    >>> report = Report("T", {"recall": Printed("0.8"), "npv": Printed("0.9")}, n0=5, positive="yes", negative="no")
    >>> turned = with_positive(report, "no")
    >>> {name: str(x) for name, x in turned.figures.items()}, turned.n1, turned.positive
    ({'specificity': '0.8', 'precision': '0.9'}, 5, 'no')
    """
    if report.positive is None or report.negative is None:
        raise InputError(f"{report.where} does not name its classes; class 0 is the positive one")
    if label not in (report.positive, report.negative):
        raise InputError(f"{report.where}: the classes are {report.positive} and {report.negative}, not {shown(label)}")
    if label == report.positive:
        return report
    turned = {name: _turned(name, printed) for name, printed in report.figures.items()}
    again = tuple(_turned(name, printed) for name, printed in report.again)
    return replace(
        report, figures=dict(turned.values()), n0=report.n1, n1=report.n0, again=again,
        intervals={turned[name][0]: _of_rest(name, x) for name, x in report.intervals.items()},
        of_predicted=(), positive=report.negative, negative=report.positive,
    )  # fmt: skip


def _of_rest(name: str, interval: PrintedInterval | AucInterval) -> PrintedInterval | AucInterval:
    """The interval of a figure when the other class is the positive one."""
    if canonical(name) != "prevalence":
        return interval
    low, high = (_turned(name, end)[1] for end in (interval.high, interval.low))
    return replace(interval, low=low, high=high)


def _turned(name: str, printed: Printed) -> tuple[str, Printed]:
    """What a figure is when the other class is the positive one."""
    name = canonical(name)
    if name == "prevalence":
        return name, Printed(as_printed(1 - printed.number, printed), printed.rounding)
    return _OF_THE_OTHER.get(name, name), printed


def two_classes(labels: list[str], where: str) -> tuple[str, str]:
    """The labels, of which there must be two."""
    if len(labels) == 2:
        return labels[0], labels[1]
    named = f"of {len(labels)} classes" if labels else "without a class"
    raise InputError(f"{where}: this is a report {named}; reports of two classes are checked")


def both_present(sizes: Mapping[str, int], where: str) -> None:
    """Both classes must have examples."""
    for label, size in sizes.items():
        if not size:
            raise InputError(f"{where}: class {shown(label)} has no examples; data with both classes are checked")
