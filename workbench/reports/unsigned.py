"""Percentages without their sign: ``82`` can be nothing else where a sensitivity stands.

They are read so where at least two figures of a table or a line are percentages and none is ambiguous. Beside them a
proportion of examples that is printed as 1 or less may be either and is not read; AUC, Brier score, kappa and the like,
which many print as shares beside percentages, are read as shares, and what is impossible is so with any of them as a
percentage too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from workbench import metrics
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import known
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed
from workbench.reports.figures_read import (
    MCNEMAR,
    OPEN,
    PERCENT,
    SHARE,
    figure_name,
    is_figure,
    kind_of,
    over_folds,
    plain,
    range_of,
)
from workbench.reports.mcnemar import sign_of

if TYPE_CHECKING:
    from workbench.reports.paper_file import Report

_LEAST = 2
_MOST_SHARES = 3


def ways(columns: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """How the numbers of each figure are read: `PERCENT`, `SHARE`, or as usual where that is empty.

    All are read as usual where no number is surely a percentage without its sign, or some may be one or not.

    >>> ways([("Sensitivity", ["82", "90.5"]), ("AUC", ["0.60", "0.71"]), ("LR+", ["2", "3"])])
    ['a percentage without its sign', 'a share', '']
    >>> ways([("Sensitivity", ["82"]), ("specificity", ["0.9"])]), ways([("accuracy", ["84"])])
    (['', ''], [''])
    """
    as_usual = [""] * len(columns)
    try:
        every = [_of_column(name, cells) for name, cells in columns]
    except _Ambiguous:
        return as_usual
    found = [how for how, _ in every]
    shares = found.count(SHARE)
    if PERCENT not in found or sum(count for _, count in every) < _LEAST or shares > _MOST_SHARES:
        return as_usual
    return found


class _Ambiguous(Exception):
    """A number that may be a percentage, or may not."""


def _of_column(name: str, cells: Sequence[str]) -> tuple[str, int]:
    """How the numbers of one figure are read, and how many of them are percentages."""
    if over_folds(name) is not None:
        raise _Ambiguous
    if plain(name) in (*OPEN, *MCNEMAR) or not is_figure(name):
        return "", 0
    called = figure_name(name)
    if range_of(called).high != 1:
        if known(called) is None and called not in (*metrics.CATALOGUE, "LL"):
            raise _Ambiguous
        return "", 0
    signed = [cell for cell in cells if "%" in cell]
    numbers = [number for cell in cells if "%" not in cell for number in _numbers(called, cell)]
    if not numbers:
        return "", len(signed)
    if all(1 < abs(x) <= 100 for x in numbers):
        return PERCENT, len(cells)
    if signed or any(abs(x) > 1 for x in numbers) or (known(called) is not None and range_of(called).low == 0):
        raise _Ambiguous
    return SHARE, 0


def _numbers(called: str, cell: str) -> Iterator[Fraction]:
    """The number that is printed, with the ends of its interval; none where it is no number."""
    sign, bare = sign_of(cell)
    found = noted(bare, kind_of(called))
    if sign:
        raise _Ambiguous
    for text in (found.text, *found.ends):
        try:
            yield Printed(text).number
        except InputError:
            return


def way_of(report: Report, name: str) -> str:
    """In which of its ways a figure is read, in parentheses; empty where it has one alone."""
    return "".join(f" ({of[name]})" for of in (report.assumed, report.unsigned) if name in of)


def of_shares(report: Report) -> Iterator[tuple[Report, str]]:
    """The report with some of its shares as percentages, and which these are, in words."""
    shares = [name for name, how in report.unsigned.items() if how == SHARE and name in report.figures]
    for many in range(1, len(shares) + 1):
        for names in combinations(shares, many):
            figures = {x: _hundredth(printed) if x in names else printed for x, printed in report.figures.items()}
            intervals = {x: interval for x, interval in report.intervals.items() if x not in names}
            again = tuple((x, printed) for x, printed in report.again if x not in names)
            spreads = {x: of for x, of in report.spreads.items() if x not in names}
            unsigned = {x: how for x, how in report.unsigned.items() if x not in names}
            other = replace(
                report, figures=figures, intervals=intervals, again=again, spreads=spreads, unsigned=unsigned
            )
            yield other, f"{' and '.join(names)} {'is' if many == 1 else 'are'} then printed as percentages"


def _hundredth(printed: Printed) -> Printed:
    return Printed(noted(f"{printed.text}%").text, printed.rounding)
