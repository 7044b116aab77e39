"""A report of several classes decided: a row for each class, averages over the rows, and the accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from workbench.errors import InputError
from workbench.feasible.class_averages import ClassFigures
from workbench.feasible.class_rows import COLUMNS, Counts, Put, Row
from workbench.limits import Limit, Work
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval, Printed, percentage

_ASIDE, _MOST_SHOWN = 0.2, 200
_FIGURE = 10.0
UNIT = Interval(Fraction(0), Fraction(1))


@dataclass(frozen=True)
class ClassReport:
    """Printed figures of several classes by ``row: column``, and ``accuracy``; ``supports`` are by class.

    A figure of a class, or of the ``averages``, that is not among them is printed as nan. With an ``accuracy`` each
    example has one class and one prediction among them; without it there may be others.
    """

    where: str
    supports: Mapping[str, int]
    figures: Mapping[str, Printed]
    averages: Sequence[tuple[str, str]] = ()
    not_checked: tuple[tuple[str, str], ...] = ()

    @property
    def n(self) -> int:
        """The number of examples in the rows."""
        return sum(self.supports.values())

    def as_figures(self, exactly: bool = False) -> ClassFigures:
        """The figures to decide; ``exactly``: not rounded at all."""
        printed = {name: x.exactly if exactly else x for name, x in self.figures.items()}
        accuracy = printed.get("accuracy")
        rows = {}
        for name, m in self.supports.items():
            precision, recall, f1 = (printed.get(cell(name, column)) for column in COLUMNS)
            rows[name] = Row(m, precision, recall, f1, None if accuracy is None else self.n - m)
        averages = {key: printed.get(cell(*key)) for key in self.averages}
        return ClassFigures(rows, averages, accuracy)


@dataclass(frozen=True)
class ClassesWitness:
    """Counts of each class that have the figures, and a confusion matrix with them where there are no other classes.

    In the matrix the rows are the classes and the columns the predictions.
    """

    counts: Mapping[str, Counts]
    matrix: tuple[tuple[int, ...], ...] | None = None


def cell(row: str, column: str) -> str:
    """What a figure is called."""
    return f"{row}: {column}"


@dataclass(frozen=True)
class Found:
    """What was found of a report."""

    verdict: str
    because: str
    violated: str | None = None
    witness: ClassesWitness | None = None
    computed: Mapping[str, Real] = field(default_factory=dict)
    only_by_rounding: bool = False


def decide(report: ClassReport, seconds: Limit) -> Found:
    """Whether all of the figures can be true together."""
    _refuse_out_of_range(report)
    figures = report.as_figures()
    found = figures.decide(seconds)
    verdict = {True: "consistent", False: "inconsistent", None: "undecided"}[found.possible]
    if found.counts is None:
        return Found(verdict, found.because, found.violated)
    counts = dict(zip(report.supports, found.counts, strict=True))
    single = figures.accuracy is not None
    matrix = confusion(found.counts) if single and len(counts) <= _MOST_SHOWN else None
    because = "a confusion matrix has these figures" if single else found.because
    witness = ClassesWitness(counts, matrix)
    computed = _computed(report, figures, counts, found.put)
    if any(x.predicted == 0 or x.support == 0 for x in counts.values()) and found.put is not None:
        because += f"; {found.put} is printed for a division by zero"
    rounded = report.as_figures(exactly=True).decide(Work.of(seconds).share(most=_ASIDE)).possible is False
    return Found(verdict, because, None, witness, computed, rounded)


def verdict_of(report: ClassReport, seconds: Limit) -> str:
    """The verdict alone."""
    work = Work.of(seconds)
    if work.over:
        return "undecided"
    work.spend(_FIGURE * len(report.figures))
    _refuse_out_of_range(report)
    possible = report.as_figures().decide(work).possible
    return {True: "consistent", False: "inconsistent", None: "undecided"}[possible]


def _refuse_out_of_range(report: ClassReport) -> None:
    for name, printed in report.figures.items():
        if (printed.values & UNIT).empty:
            raise InputError(f"{report.where}: {name} is {printed}; it must lie in [0, 1]{percentage(printed)}")


def confusion(counts: Sequence[Counts]) -> tuple[tuple[int, ...], ...]:
    """A confusion matrix whose rows have the supports, its columns the predictions, its diagonal what is right.

    The wrong predictions are dealt out in order, and those on the diagonal exchanged with others.

    >>> confusion([Counts(3, 4, 5), Counts(4, 6, 5)])
    ((3, 2), (1, 4))
    """
    many = range(len(counts))
    left, room = [x.support - x.tp for x in counts], [x.predicted - x.tp for x in counts]
    wrong = [[0] * len(counts) for _ in many]
    i = j = 0
    while i < len(counts) and j < len(counts):
        dealt = min(left[i], room[j])
        wrong[i][j] += dealt
        left[i], room[j] = left[i] - dealt, room[j] - dealt
        i, j = (i + 1, j) if not left[i] else (i, j + 1)
    for k in many:
        for a in many if wrong[k][k] else ():
            for b in many:
                if k not in (a, b) and (turned := min(wrong[k][k], wrong[a][b])):
                    wrong[k][k], wrong[a][b] = wrong[k][k] - turned, wrong[a][b] - turned
                    wrong[k][b], wrong[a][k] = wrong[k][b] + turned, wrong[a][k] + turned
    assert not any(wrong[k][k] for k in many)
    return tuple(tuple(wrong[i][j] + (counts[i].tp if i == j else 0) for j in many) for i in many)


def _computed(report: ClassReport, figures: ClassFigures, counts: Mapping[str, Counts], put: Put) -> dict[str, Real]:
    """The exact values of the printed figures."""
    found: dict[str, Fraction | None] = {}
    if "accuracy" in report.figures:
        found["accuracy"] = Fraction(sum(x.tp for x in counts.values()), report.n)
    for name, x in counts.items():
        found |= {cell(name, column): x.figure(column, put) for column in COLUMNS}
    for key in report.averages:
        found[cell(*key)] = figures.average(list(counts.values()), put, *key)
    return {name: x for name, x in found.items() if x is not None and name in report.figures}
