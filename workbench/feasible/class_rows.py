"""The row of one class in a report of several classes: which counts give it its precision, recall and F1.

Of the ``m`` examples of a class ``tp`` are found, and it is predicted ``p`` times in all: precision is ``tp/p``, recall
``tp/m`` and F1 ``2 tp/(p + m)``. Each falls, or stays, as ``p`` grows, so that printed figures leave a range of ``p``
for each ``tp``. Where ``p`` or ``m`` is zero a figure is 0/0 and something is put in its place, 0 or 1, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from workbench.numbers.printed import Interval, Printed, as_printed

COLUMNS = ("precision", "recall", "f1-score")
_MOST_TRIED = 10_000
Put: TypeAlias = "int | None"
"""What stands in the place of 0/0; None for nothing, which is printed as nan."""


class Counts(NamedTuple):
    """Of ``support`` examples of a class ``tp`` are found; it is predicted ``predicted`` times."""

    tp: int
    predicted: int
    support: int

    def figure(self, column: str, put: Put) -> Fraction | None:
        """The exact value of a column; None where it is 0/0 and nothing is put in its place.

        >>> Counts(3, 4, 5).figure("f1-score", 0), Counts(0, 0, 5).figure("precision", 1)
        (Fraction(2, 3), Fraction(1, 1))
        """
        top, bottom = self.tp, {"precision": self.predicted, "recall": self.support}.get(column, 0)
        if column == "f1-score":
            top, bottom = 2 * self.tp, self.predicted + self.support
        return Fraction(top, bottom) if bottom else None if put is None else Fraction(put)


class Choice(NamedTuple):
    """A ``tp`` with the numbers of predictions from ``low`` to ``high``; without end where that is None."""

    tp: int
    low: int
    high: int | None


@dataclass(frozen=True)
class Row:
    """What is printed of a class with ``support`` examples; a figure of None is printed as nan.

    ``others`` are the examples of other classes, which may be predicted to be of this one; None where they are not
    known.
    """

    support: int
    precision: Printed | None
    recall: Printed | None
    f1: Printed | None
    others: int | None

    def printed(self, column: str) -> Printed | None:
        """The figure of a column."""
        return {"precision": self.precision, "recall": self.recall, "f1-score": self.f1}[column]

    @property
    def most(self) -> int:
        """At most so many ``tp`` have the recall."""
        return 1 if self.recall is None else len(self.recall.values.moved(self.support or 1).integers(0, self.support))

    def choices(self, put: Put) -> tuple[Choice, ...]:
        """All counts that have the figures, by ``tp``.

        >>> Row(5, Printed("0.75"), Printed("0.60"), Printed("0.67"), 5).choices(0)
        (Choice(tp=3, low=4, high=4),)
        """
        return _choices(self, put, COLUMNS)

    def conflict(self, puts: tuple[Put, ...]) -> tuple[str, ...]:
        """The fewest columns that no counts have together; empty where there are counts."""
        for many in range(1, len(COLUMNS) + 1):
            for columns in combinations(COLUMNS, many):
                if self.support > _MOST_TRIED and "recall" not in columns:
                    continue
                if not any(_choices(self, put, columns) for put in puts):
                    return columns
        return ()

    def why(self, name: str, puts: tuple[Put, ...]) -> str | None:
        """One sentence on the figures that no counts have; None where there are counts."""
        columns = self.conflict(puts)
        if not columns:
            return None
        *others, last = (f"{column} {self.printed(column) or 'nan'}" for column in columns)
        listed = f"{', '.join(others)} and {last}" if others else last
        said = f"no counts of the {self.support} examples of {name} give {listed}"
        printed = self.printed(columns[0])
        if columns == ("recall",) and printed is not None and self.support:
            k = floor(printed.number * self.support)
            finer = Printed(f"{printed.text}{'00' if '.' in printed.text else '.00'}")
            near = [x for x in (k, k + 1) if 0 <= x <= self.support]
            values = (f"{x}/{self.support} = {as_printed(Fraction(x, self.support), finer)}" for x in near)
            said += f": the nearest are {' and '.join(values)}"
        return said


@lru_cache(maxsize=4096)
def _choices(row: Row, put: Put, columns: tuple[str, ...]) -> tuple[Choice, ...]:
    """All counts with the figures of these columns."""
    m, found = row.support, []
    if "recall" not in columns:
        tps = range(m + 1)
    elif m:
        tps = range(0) if row.recall is None else row.recall.values.moved(m).integers(0, m)
    else:
        tps = range(1 if _has(row.recall, None, put) else 0)
    for tp in tps:
        if not tp and _has_none_predicted(row, put, columns):
            found.append(Choice(0, 0, 0))
        low, high = max(tp, 1), None if row.others is None else tp + row.others
        if "precision" in columns:
            low, high = _within(row.precision, tp, low, high)
        if "f1-score" in columns:
            low, high = _within(row.f1, 2 * tp, low + m, None if high is None else high + m)
            low, high = low - m, None if high is None else high - m
        if high is None or low <= high:
            found.append(Choice(tp, low, high))
    return tuple(found)


def _has_none_predicted(row: Row, put: Put, columns: tuple[str, ...]) -> bool:
    """Whether the figures are those of a class that is never predicted."""
    none = Counts(0, 0, row.support)
    return all(_has(row.printed(column), none.figure(column, None), put) for column in columns)


def _has(printed: Printed | None, value: Fraction | None, put: Put) -> bool:
    """Whether a value, or 0/0, is printed so."""
    value = value if value is not None or put is None else Fraction(put)
    return printed is None if value is None else printed is not None and value in printed.values


def _within(printed: Printed | None, top: int, low: int, high: int | None) -> tuple[int, int | None]:
    """Which denominators from ``low`` to ``high`` print ``top`` over them so; none where the first is greater."""
    none = low, low - 1
    if printed is None:
        return none
    values: Interval = printed.values
    if not top:
        return (low, high) if Fraction(0) in values else none
    if values.high is not None:
        if values.high <= 0:
            return none
        least = top / values.high
        low = max(low, ceil(least) if values.high_closed else floor(least) + 1)
    if values.low is not None and values.low > 0:
        most = top / values.low
        end = floor(most) if values.low_closed else ceil(most) - 1
        high = end if high is None else min(high, end)
    return low, high
