"""Percentages without their sign: ``82`` can be nothing else where a sensitivity stands.

They are read so where at least two figures of a table or a line are percentages and none is ambiguous. Beside them a
proportion of examples that is printed as 1 or less may be either and is not read; AUC, Brier score, kappa and the like,
which many print as shares beside percentages, are read as shares, and what is impossible is so with any of them as a
percentage too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

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
