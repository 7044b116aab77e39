"""The integer program that printed means over the folds of a plan make, and folds from its solution.

Folds of one shape that count the same are one cell: sums of integers from 0 to ``n0`` over ``m`` folds take every value
from 0 to ``m n0``, so that only these sums matter. With AUC they are bound to the sum of misordered pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

from workbench.feasible.fold_figures import FoldFigure
from workbench.feasible.fold_plans import Layout, Part, Shape, in_repetition
from workbench.feasible.fold_program import Linear, Program, Ranked, identities
from workbench.feasible.matrix_metrics import Matrix
from workbench.feasible.orders import around_cut, misordering, with_scores
from workbench.limits import Limit, Work
from workbench.numbers.printed import Interval
from workbench.samples.sample import Sample

_NEAR = 2
_MANY, _TOO_MANY = 40, 1500
_ROW = 100.0


@dataclass(frozen=True)
class Fold:
    """A fold of a part of the plan, with its confusion matrix and a sample that has it, as far as they were needed."""

    part: int
    repetition: int
    n0: int
    n1: int
    matrix: Matrix | None = None
    sample: Sample | None = None


class _Cell(NamedTuple):
    """The folds of one shape and one weight: variables for how many, and for the sums of their errors and ``2D``."""

    folds: int
    misses: int
    alarms: int
    twice: int


Found: TypeAlias = "tuple[tuple[Fold, ...] | None, bool]"


@dataclass(frozen=True)
class Question:
    """Printed means over the folds of a plan.

    With ``near``, folds that are not stratified have class sizes that many from proportional ones at most: what is
    consistent then is so without, not what is inconsistent.
    """

    figures: tuple[FoldFigure, ...]
    plan: tuple[Part, ...]
    near: int | None = None

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """The shapes of folds, of each part of the plan, in which every figure is defined."""
        return tuple(part.layout(partial(self._allowed, part)) for part in self.plan)

    def _allowed(self, part: Part, shape: Shape) -> bool:
        if self.near is not None and isinstance(part.folds, int) and not part.stratified:
            n0, n1 = part.class_sizes or (1, 1)
            if abs(shape[0] * n1 - shape[1] * n0) > self.near * (n0 + n1):
                return False
        return any(shape) and all(figure.defined(shape) for figure in self.figures)

    @cached_property
    def attempts(self) -> tuple[Question, ...]:
        """The question itself where it is small enough, after one with fewer shapes of folds where that is smaller."""
        size = sum(len(layout.shapes) * layout.repetitions for layout in self.layouts)
        fewer = (replace(self, near=_NEAR),) if size > _MANY else ()
        return fewer if size > _TOO_MANY else (*fewer, self)

    def solve(
        self, seconds: Limit, figures: Sequence[FoldFigure], values: Mapping[str, Interval] | None = None
    ) -> Found:
        """Folds with these figures, or with other ``values``, None where none were found; and if that is certain."""
        work = Work.of(seconds)
        for i, attempt in enumerate(self.attempts):
            share = work.share(1 / (len(self.attempts) - i))
            folds, certain = attempt.asked(figures, values).solve(share)
            if folds is not None or (certain and attempt is self):
                return folds, True
        return None, False

    def weight(self, part: int) -> Fraction:
        """What a fold of this part counts in the mean over parts of the means over their folds."""
        return Fraction(1, len(self.plan) * self.plan[part].size * self.plan[part].repeats)

    def mean(self, figure: FoldFigure, folds: Iterable[Fold]) -> Fraction:
        """The exact mean over these folds."""
        found = (self.weight(fold.part) * figure.of(fold.matrix, fold.sample) for fold in folds)
        return sum(found, Fraction(0))

    def asked(self, figures: Sequence[FoldFigure], values: Mapping[str, Interval] | None = None) -> Asked:
        """The integer program of these figures, with other values than the printed ones where such are given."""
        return Asked(self, tuple(figures), values or {})

    def __str__(self) -> str:
        first, *others = map(str, self.plan)
        if not others:
            return first
        return f"{len(self.plan)} data sets, each {first}" if set(others) == {first} else f"{len(self.plan)} data sets"


class Asked:
    """The integer program of some figures of a question; with ``by_matrix`` of confusion matrices in any case."""

    def __init__(
        self,
        question: Question,
        figures: tuple[FoldFigure, ...],
        values: Mapping[str, Interval],
        by_matrix: bool = False,
    ) -> None:
        self.question = question
        self.figures = figures
        self.by_matrix = by_matrix or any(figure.metric for figure in figures)
        self.by_ranks = any(figure.expression for figure in figures)
        self.program = Program()
        self.numbers: list[list[list[int]]] = []
        self.cells = self._cells()
        asked = ((figure, values.get(figure.name, figure.printed.values)) for figure in figures)
        self.rows = [row for figure, of in asked for row in self.rows_of(figure, of)]

    def _cells(self) -> dict[tuple[Fraction, Shape], _Cell]:
        """The cells, after the variables for the numbers of folds of each part, repetition and shape."""
        program, members = self.program, dict[tuple[Fraction, Shape], list[int]]()
        for i, layout in enumerate(self.question.layouts):
            repetitions: list[list[int]] = []
            for _ in range(layout.repetitions):
                numbers = [program.variable(*span) for span in layout.spans]
                for weights, total in layout.sums:
                    terms = {x: w for x, w in zip(numbers, weights, strict=True) if w}
                    low, high = (total, total) if isinstance(total, int) else total
                    program.require(terms, low, high)
                    if low < high and repetitions:
                        first = {x: -w for x, w in zip(repetitions[0], weights, strict=True) if w}
                        program.require(terms | first, 0, 0)
                repetitions.append(numbers)
                for x, shape in zip(numbers, layout.shapes, strict=True):
                    members.setdefault((self.question.weight(i), shape), []).append(x)
            self.numbers.append(repetitions)
        return {key: self._cell(key[1], numbers) for key, numbers in members.items()}

    def _cell(self, shape: Shape, numbers: list[int]) -> _Cell:
        program, (n0, n1) = self.program, shape
        folds = numbers[0]
        if len(numbers) > 1:
            folds = program.variable(sum(program.low[x] for x in numbers), sum(program.high[x] for x in numbers))
            program.require({folds: -1} | dict.fromkeys(numbers, 1), 0, 0)
        most = program.high[folds]
        sums = []
        for used, each in ((self.by_matrix, n0), (self.by_matrix, n1), (self.by_ranks, 2 * n0 * n1)):
            sums.append(program.variable(0, most * each if used else 0))
            if used and program.low[folds] < most:
                program.require({sums[-1]: 1, folds: -each}, -most * each, 0)
        if self.by_matrix and self.by_ranks:
            program.ranked.append(Ranked(n0, n1, folds, *sums))
        return _Cell(folds, *sums)

    def rows_of(self, figure: FoldFigure, values: Interval) -> list[Linear]:
        """The conditions that the mean of the figure lies among these values."""
        return [self.row(figure, values)]

    def row(self, figure: FoldFigure, values: Interval) -> Linear:
        """The condition that the mean of the figure lies among these values."""
        terms = {}
        for (weight, shape), cell in self.cells.items():
            found = figure.at(shape)
            terms.update({x: weight * c for x, c in zip(cell, found, strict=True) if c})
        return Linear(terms, Fraction(0), values)

    def refuted(self) -> bool:
        """Whether plain arithmetic leaves a figure no value: `narrowed`, then its range and the grid of its sums."""
        return any(not self._open(row) for row in self.narrowed)

    def _open(self, row: Linear) -> bool:
        start, step, whole = self.program.grid(row)
        return bool(row.values.moved(1 / step, -start / step).integers(whole[0], whole[-1]))

    @cached_property
    def narrowed(self) -> tuple[Linear, ...]:
        """The rows with the values that identities among the figures leave to them.

        Such as balanced accuracy, which is always half of the sum of sensitivity and specificity.
        """
        values = [row.values for row in self.rows]
        for weights, total in identities([self.program.fixed(row) for row in self.rows]):
            for i, x in weights.items():
                rest = Interval(total, total)
                for j, y in weights.items():
                    rest = rest if j == i else _plus(rest, values[j].moved(-y))
                values[i] &= rest.moved(1 / x)
        return tuple(replace(row, values=found) for row, found in zip(self.rows, values, strict=True))

    def solve(self, work: Work) -> Found:
        """Folds with these figures, None where none were found; and if that is certain."""
        work.spend(_ROW * len(self.rows) * len(self.cells))
        if self.refuted():
            return None, True
        for inward in (False, True):
            found = self.program.solve(self.narrowed, work, inward=inward)
            if found.values is None:
                return None, found.complete and not inward
            if all(row.at(found.values) in row.values for row in self.rows):
                return tuple(self.folds(found.values)), True
        return None, False

    def extreme(self, figure: FoldFigure, sign: int, values: Interval, work: Work) -> list[Fraction] | None:
        """The greatest (``sign`` 1) or least (-1) mean of the figure among these values; None where it is not known.

        In a list, which is empty where there is none.
        """
        row = self.row(figure, values)
        best = Linear({i: sign * x for i, x in row.terms.items()}, Fraction(0), Interval())
        found, complete = self.program.solve([*self.rows, row], work, best)
        if found is None or not complete:
            return [] if complete else None
        exact = all(x.at(found) in x.values for x in [*self.rows, row])
        return [row.at(found)] if exact else None

    # --- folds from sums --------------------------------------------------------------------------------

    def folds(self, found: Sequence[int]) -> Iterator[Fold]:
        """Folds with the sums of the cells."""
        contents = {key: iter(self.contents(key, found)) for key in self.cells}
        for i, (part, layout) in enumerate(zip(self.question.plan, self.question.layouts, strict=True)):
            weight = self.question.weight(i)
            for r in range(part.repeats):
                apart = layout.repetitions == part.repeats
                counts = [found[x] for x in self.numbers[i][r if apart else 0]]
                mine = counts if apart else in_repetition(layout, counts, r, part.repeats)
                for shape, number in zip(layout.shapes, mine, strict=True):
                    for _ in range(number):
                        yield self.fold(i, r, shape, *next(contents[weight, shape]))

    def contents(self, key: tuple[Fraction, Shape], found: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Errors and ``2D`` of each fold of a cell: evenly, or else with the errors of the classes kept apart."""
        (n0, n1), (m, misses, alarms, twice) = key[1], [found[x] for x in self.cells[key]]
        even = list(zip(_evenly(misses, m), _evenly(alarms, m), strict=True))
        opposed = list(zip(_filled(misses, n0, m), reversed(_filled(alarms, n1, m)), strict=True))
        if not (self.by_matrix and self.by_ranks):
            yield from ((fn, fp, t) for (fn, fp), t in zip(even, _evenly(twice, m), strict=True))
            return
        for errors in (even, opposed):
            spans = [misordered(key[1], fn, fp) for fn, fp in errors]
            if sum(low for low, _ in spans) <= twice <= sum(high for _, high in spans):
                break
        yield from shared_out(errors, spans, twice)

    def fold(self, part: int, repetition: int, shape: Shape, fn: int, fp: int, twice: int) -> Fold:
        """A fold with these errors and ``2D``."""
        n0, n1 = shape
        matrix = Matrix(n0 - fn, fn, fp, n1 - fp) if self.by_matrix else None
        if not self.by_ranks:
            return Fold(part, repetition, n0, n1, matrix)
        parts = around_cut(n0, n1, fn, fp, twice) if matrix else (misordering(n0, n1, twice), ())
        assert parts is not None
        sample = with_scores(parts[0] + parts[1])
        cuts = {(0, 0), *zip(sample.cumulative0, sample.cumulative1, strict=True)}
        assert (sample.n0, sample.n1) == shape
        assert matrix is None or (matrix.tp, matrix.fp) in cuts
        return Fold(part, repetition, n0, n1, matrix, sample)


def misordered(shape: Shape, fn: int, fp: int) -> tuple[int, int]:
    """The least and the greatest ``2D`` of a fold with these errors."""
    n0, n1 = shape
    return 2 * fn * fp, 2 * (fn * n1 + fp * n0 - fn * fp)


def shared_out(
    errors: Iterable[tuple[int, int]], spans: Sequence[tuple[int, int]], twice: int
) -> Iterator[tuple[int, int, int]]:
    """Errors and ``2D`` of folds that have it in these spans, ``twice`` altogether."""
    left = twice - sum(low for low, _ in spans)
    for (fn, fp), (low, high) in zip(errors, spans, strict=True):
        more = min(left, high - low)
        left -= more
        yield fn, fp, low + more


def _plus(one: Interval, other: Interval) -> Interval:
    """The sums of two numbers, one from each."""
    low = None if one.low is None or other.low is None else one.low + other.low
    high = None if one.high is None or other.high is None else one.high + other.high
    return Interval(low, high, one.low_closed and other.low_closed, one.high_closed and other.high_closed)


def _evenly(total: int, folds: int) -> list[int]:
    return [total * (i + 1) // folds - total * i // folds for i in range(folds)]


def _filled(total: int, each: int, folds: int) -> list[int]:
    return [min(each, max(0, total - i * each)) for i in range(folds)]
