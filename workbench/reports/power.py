"""What a verdict is worth: how many of the reports that differ in one last digit would be found inconsistent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from workbench.errors import InputError
from workbench.limits import Limit, Work
from workbench.numbers.printed import EXACTLY, Bound, Interval, Printed, as_printed
from workbench.reports.class_report import UNIT, ClassReport
from workbench.reports.figures_read import range_of
from workbench.reports.paper_file import Report
from workbench.reports.slips import verdict_on

_Any = TypeVar("_Any", Report, ClassReport)
DIGITS = "0123456789"
LEAST_DECIDED = 0.5
_EACH = 0.5


@dataclass(frozen=True)
class Power:
    """Of ``reports`` that differ in one last digit, ``found`` are found inconsistent and ``open`` stay undecided."""

    found: int
    open: int
    reports: int

    @property
    def share(self) -> float:
        """The share that is found inconsistent, in [0, 1].

        >>> Power(9, 1, 36).share
        0.25
        """
        return self.found / self.reports

    def __str__(self) -> str:
        least = "at least " * bool(self.open)
        little = "" if self.found else "; consistent says little here"
        if self.reports == 1:
            alone = "the one report that differs from this one in the last digit of one figure"
            return f"{alone} would {'' if self.found else 'not '}be found inconsistent{little}"
        return (
            f"of the {self.reports} reports that differ from this one in the last digit of one figure, "
            f"{least}{self.found} would be found inconsistent{little}"
        )


def power(report: _Any, decide: Callable[[_Any, Work], str], seconds: Limit) -> Power | None:
    """The power of a check of this report; None where so many ``seconds`` of work decide less than half of the others,
    or leave some open and find none.

    Each figure is replaced by its `neighbours`, which stay in its range.

    >>> from workbench.reports.paper_file import report_of
    >>> from workbench.reports.reported import verdict_of
    >>> print(power(report_of("n0=3 n1=1 sensitivity=0.7"), verdict_of, 5.0))
    of the 9 reports that differ from this one in the last digit of one figure, 7 would be found inconsistent
    """
    others = list(_others(report))
    work, found, undecided = Work.of(seconds), 0, 0
    for i, other in enumerate(others):
        verdict = verdict_on(other, decide, work.share(1 / (len(others) - i) + 1 / 8), _EACH)
        found += verdict in ("inconsistent", "wrong input")
        undecided += verdict == "undecided"
        if undecided > (1 - LEAST_DECIDED) * len(others):
            return None
    return Power(found, undecided, len(others)) if others and (found or not undecided) else None


def neighbours(text: str, within: Interval, rounding: str = "half") -> list[str]:
    """The printed numbers with another last digit that may be a value ``within``; where none may, the nine next to it.

    >>> neighbours("0.7", UNIT)[::4], neighbours("1.00", UNIT)[::4], neighbours("3", UNIT)
    (['0.0', '0.4', '0.9'], ['0.99', '0.95', '0.91'], ['0', '1'])
    """
    mantissa, e, exponent = text.lower().partition("e")
    if not mantissa[-1:].isdigit():
        return []
    others = [f"{mantissa[:-1]}{digit}{e}{exponent}" for digit in DIGITS if digit != mantissa[-1]]
    like = Printed(text)
    beside = (as_printed(like.number + sign * k * like.unit, like) for sign in (-1, 1) for k in range(1, 10))
    for texts in (others, beside):
        if found := [x for x in texts if not (Printed(x, rounding).values & within).empty]:
            return found
    return []


def _others(report: _Any) -> Iterator[_Any]:
    for name, printed in report.figures.items():
        within = UNIT if isinstance(report, ClassReport) else range_of(name)
        exact = printed.rounding == EXACTLY or isinstance(printed, Bound)
        texts = [] if exact else neighbours(printed.text, within, printed.rounding)
        for text in texts:
            try:
                yield replace(report, figures={**report.figures, name: Printed(text, printed.rounding)})
            except InputError:
                continue
