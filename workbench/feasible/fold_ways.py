"""Means over folds that may lack a class: what stands for a figure in a fold in which it has no value.

A program puts 0 or 1 for a rate of a class that is not there, or leaves the fold out of the mean, as ``nanmean`` of
numpy and ``na.rm`` of R do; balanced accuracy is then the other rate, or half of it, and each figure may have been made
in a way of its own. A mean over those folds that have a value is linear: ``sum(x - low) >= 0 >= sum(x - high)``. In
more than one repetition, or of several data sets, what is left out of a mean of means is not, and is not decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import inf, prod
from typing import NamedTuple

from workbench.feasible.fold_figures import Affine, FoldFigure
from workbench.feasible.fold_plans import Part, Shape
from workbench.feasible.fold_program import Linear
from workbench.feasible.fold_question import Asked, Fold, Question
from workbench.limits import Limit, Work
from workbench.numbers.printed import Interval

_MOST_SHAPES, _MOST_WAYS = 1500, 64
_RATE = "the other class's rate"
_SHARES = {Fraction(0): "", Fraction(1, 2): f"half of {_RATE}", Fraction(1): _RATE}


class _Put(NamedTuple):
    """What stands for a figure in a fold without a class: ``share*other + constant``, of the other class's rate."""

    share: Fraction
    constant: Fraction


@dataclass(frozen=True)
class ByWays:
    """Whether folds can have the means in some way, None where it is not known; such folds, and the way in words."""

    possible: bool | None
    folds: tuple[Fold, ...] = ()
    computed: Mapping[str, Fraction] = field(default_factory=dict)
    words: str = ""


def may_lack(figures: Iterable[FoldFigure], plan: Sequence[Part]) -> bool:
    """Whether a figure has no value in some fold that the plan allows."""
    return bool(_lacking(figures, Question((), tuple(plan))))


def _lacking(figures: Iterable[FoldFigure], question: Question) -> list[FoldFigure]:
    shapes = []
    for part, layout in zip(question.plan, question.layouts, strict=True):
        most0, most1 = part.class_sizes or (inf, inf)
        shapes += [(n0, n1) for n0, n1 in layout.shapes if n0 <= most0 and n1 <= most1]
    return [figure for figure in figures if not all(figure.has_value(shape) for shape in shapes)]


def decide_by_ways(
    figures: Sequence[FoldFigure], plan: Sequence[Part], zero_division: Sequence[int] = (0,), seconds: Limit = 5.0
) -> ByWays:
    """Whether folds of this plan, which may lack a class, can have these means in any of the ways.

    >>> from workbench.feasible.fold_figures import read
    >>> from workbench.numbers.printed import Printed
    >>> plan = [Part(1, 3, folds=2, stratified=False)]
    >>> means = {"sensitivity": "1.00", "specificity": "0.75", "accuracy": "0.75"}
    >>> found = decide_by_ways(read({name: Printed(x) for name, x in means.items()}), plan, ())
    >>> found.possible, found.words
    (True, 'folds without a class are left out of the mean sensitivity')
    """
    work, sure = Work.of(seconds), True
    for asked in in_each_way(figures, plan, zero_division):
        if asked is None:
            sure = False
            continue
        folds, certain = asked.solve(work.share(1 / 4))
        if folds is None:
            sure &= certain
        elif asked.by_ranks:
            return ByWays(None)  # a fold of one class has no order to show
        else:
            computed = {figure.name: asked.mean(figure, folds) for figure in figures}
            assert all(figure.printed.allows(computed[figure.name]) for figure in figures)
            return ByWays(True, folds, computed, asked.words(folds))
    return ByWays(False if sure else None)


def in_each_way(
    figures: Sequence[FoldFigure], plan: Sequence[Part], zero_division: Sequence[int] = (0,)
) -> Iterator[InWay | None]:
    """The program of each way in which folds without a class may count; None for ways that are not decided.

    >>> from workbench.feasible.fold_figures import read
    >>> from workbench.numbers.printed import Printed
    >>> len(list(in_each_way(read({"sensitivity": Printed("0.5")}), [Part(1, 3, folds=2, stratified=False)])))
    2
    """
    question = Question((), tuple(plan))
    lacking = _lacking(figures, question)
    options = [_options(figure, zero_division) for figure in lacking]
    size = sum(len(layout.shapes) * layout.repetitions for layout in question.layouts)
    if size > _MOST_SHAPES or prod(map(len, options)) > _MOST_WAYS:
        yield None
        return
    several = sum(part.repeats for part in plan) > 1
    for chosen in product(*options):
        puts = {figure.name: put for figure, put in zip(lacking, chosen, strict=True)}
        yield None if several and None in chosen else InWay(question, tuple(figures), puts)


def _options(figure: FoldFigure, zero_division: Sequence[int]) -> list[_Put | None]:
    """The ways in which a fold without a class may count in the mean of a figure; None where it is left out."""
    name = figure.metric.name if figure.metric else ""
    found: list[_Put | None] = [None]
    if name == "balanced_accuracy":
        found.append(_Put(Fraction(1), Fraction(0)))
    for put in map(Fraction, zero_division):
        found.append(_Put(Fraction(0), put))
        if name == "balanced_accuracy":
            found.append(_Put(Fraction(1, 2), put / 2))
        elif name == "informedness":
            found.append(_Put(Fraction(1), put - 1))
        elif name in ("fpr", "fnr"):
            found.append(_Put(Fraction(0), 1 - put))
    return list(dict.fromkeys(found))


class InWay(Asked):
    """The integer program with ``puts`` for the figures that have no value in folds without a class."""

    def __init__(self, question: Question, figures: tuple[FoldFigure, ...], puts: Mapping[str, _Put | None]) -> None:
        self.puts = puts
        super().__init__(question, figures, {}, by_matrix=True)

    def rows_of(self, figure: FoldFigure, values: Interval) -> list[Linear]:
        """The conditions that the mean of the figure over the folds that count in it lies among these values."""
        left = figure.name in self.puts and self.puts[figure.name] is None
        forms = {key: form for key in self.cells if (form := self._at(figure, key[1])) is not None}
        if left:
            counts = [self.cells[key].folds for key in forms]
            self.program.require(dict.fromkeys(counts, 1), 1, sum(self.program.high[x] for x in counts))
        rows = []
        sides = ((values.low, 1, values.low_closed), (values.high, -1, values.high_closed))
        for end, sign, closed in sides if left else ():
            if end is None:
                continue
            terms: dict[int, Fraction] = {}
            for key, (constant, *slopes) in forms.items():
                for x, each in zip(self.cells[key], (constant - end, *slopes), strict=True):
                    if each:
                        terms[x] = key[0] * sign * each
            rows.append(Linear(terms, Fraction(0), Interval(Fraction(0), low_closed=closed)))
        if not left:
            terms = {
                x: key[0] * each
                for key, form in forms.items()
                for x, each in zip(self.cells[key], form, strict=True)
                if each
            }
            rows.append(Linear(terms, Fraction(0), values))
        return rows

    def _at(self, figure: FoldFigure, shape: Shape) -> Affine | None:
        """What the figure is in a fold of these class sizes; None where that is left out."""
        if figure.has_value(shape):
            return figure.at(shape)
        put = self.puts.get(figure.name)
        if put is None:
            return None
        constant, *slopes = _other(shape)
        return Affine(put.share * constant + put.constant, *(put.share * x for x in slopes))

    def folds(self, found: Sequence[int]) -> Iterator[Fold]:
        """Folds with the sums of the cells; none where they need an order."""
        return iter(()) if self.by_ranks else super().folds(found)

    def mean(self, figure: FoldFigure, folds: Iterable[Fold]) -> Fraction:
        """The exact mean over those of the folds that count in it."""
        total = weights = Fraction(0)
        for fold in folds:
            assert fold.matrix is not None
            if (form := self._at(figure, (fold.n0, fold.n1))) is not None:
                weight = self.question.weight(fold.part)
                weights += weight
                total += weight * (form.constant + form.misses * fold.matrix.fn + form.alarms * fold.matrix.fp)
        return total / weights

    def words(self, folds: Sequence[Fold]) -> str:
        """How those of the folds count that lack a class."""
        some = [figure for figure in self.figures if not all(figure.has_value((x.n0, x.n1)) for x in folds)]
        puts = {figure.name: self.puts[figure.name] for figure in some}
        left = [name for name, put in puts.items() if put is None]
        said = [f"are left out of the mean {' and '.join(left)}"] if left else []
        for name, put in puts.items():
            if put is not None:
                of = _SHARES[put.share]
                more = f" {'-' if put.constant < 0 else '+'} {abs(put.constant)}" if of and put.constant else ""
                said.append(f"count as {of + more if of else put.constant} in the mean {name}")
        return f"folds without a class {' and '.join(said)}"


def _other(shape: Shape) -> Affine:
    """The rate of the class that is there."""
    n0, n1 = shape
    slope = Fraction(-1, n0 or n1)
    return Affine(Fraction(1), slope if n0 else Fraction(0), slope if n1 else Fraction(0), Fraction(0))
