"""What is printed of a figure over folds beside its mean: standard deviation, standard error, least and greatest.

The folds of one part of a plan are written out, each with its counts as integer variables: a figure is then an integer
in a common unit. With ``v = k*sum(x^2) - sum(x)^2`` its standard deviation over ``k`` folds is ``sqrt(v)/k`` where the
squares were divided by ``k``, and ``sqrt(v/(k*(k - 1)))`` where by ``k - 1``; as that is seldom told, both are allowed.
The standard error is the deviation divided by ``sqrt(k)``. Where a cross-validation is repeated, all this may be of the
folds of all repetitions or of the means of the repetitions, and either is allowed, for each number that is printed.
Integers and squares are decided exactly by OR-tools CP-SAT.

Where class sizes of the folds are open, every way to deal them is gone through if these are few. Otherwise those of
folds that have the means are tried, and figures that the size of a fold alone decides, such as accuracy, are refuted.

Anaya, The GRIMMER test: a method for testing the validity of reported measures of variability (2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, lcm, prod
from typing import Any, NamedTuple, TypeAlias

from workbench.feasible.fold_figures import FoldFigure
from workbench.feasible.fold_plans import Layout, Part, Shape
from workbench.feasible.fold_program import LIMIT, MODEL, cp_sat, solved, tied_to, within
from workbench.feasible.fold_question import Fold, Question
from workbench.limits import Work
from workbench.numbers.certified import DIGITS, Real, lift, working_digits
from workbench.numbers.printed import Interval, Printed

SPREADS = {
    "sd": "standard deviation",
    "se": "standard error",
    "least": "least value",
    "greatest": "greatest value",
}
"""What may be printed of a figure over folds, beside its mean."""
_WAYS = 5_000
_EACH = 50.0
Dealing: TypeAlias = "Sequence[Sequence[Shape]]"
"""The shapes of the folds of each repetition."""
Spreads = Mapping[str, Mapping[str, Printed]]
"""By the name of the figure, what is printed of it, by the keys of `SPREADS`."""


@dataclass(frozen=True)
class Spread:
    """Whether folds can have the means and what is printed beside them, None where it is not known; and such folds."""

    possible: bool | None
    folds: tuple[Fold, ...] = ()
    computed: Mapping[str, Real] = field(default_factory=dict)


def decide_spreads(question: Question, folds: Sequence[Fold], spreads: Spreads, work: Work) -> Spread:
    """Can folds of the plan have these spreads beside the means, which ``folds`` have?

    The plan has one part, of two folds at least in all repetitions.

    >>> from workbench.feasible.folds import decide_folds
    >>> found = decide_folds({"accuracy": Printed("0.86")}, [Part(50, 50, folds=10)])
    >>> [decide_spreads(found.question, found.folds, {"accuracy": {"sd": Printed(text)}}, Work.of(5.0)).possible
    ...  for text in ("0.052", "0.053", "0.054")]
    [True, False, False]
    """
    part = question.plan[0]
    tried = [[(x.n0, x.n1) for x in folds if x.repetition == r] for r in range(part.repeats)]
    every = _every_dealing(replace(question, plan=(replace(part, repeats=1),)).layouts[0], part.repeats)
    for dealing in (tried,) if every is None else every:
        found = _decided(question, question.figures, dealing, spreads, work)
        if found.possible is not False:
            return found
    if every is not None:
        return Spread(False)
    alone = [figure for figure in question.figures if _by_size(figure, question.layouts[0].shapes)]
    if _one_size(part) and any(figure.name in spreads for figure in alone):
        of_alone = {figure.name: spreads[figure.name] for figure in alone if figure.name in spreads}
        if _decided(question, alone, tried, of_alone, work).possible is False:
            return Spread(False)
    return Spread(None)


def _every_dealing(layout: Layout, repeats: int) -> list[Dealing] | None:
    """The shapes of the folds, in every way that the layout of one repetition allows; None where they are too many.

    The class sizes of all folds together are the same in each repetition.
    """
    spans = [range(low, high + 1) for low, high in layout.spans]
    if prod(map(len, spans)) > _WAYS:
        return None
    once: list[Sequence[Shape]] = []
    for numbers in product(*spans):
        sums = ((sum(w * x for w, x in zip(weights, numbers, strict=True)), total) for weights, total in layout.sums)
        if all(x == total if isinstance(total, int) else total[0] <= x <= total[1] for x, total in sums):
            once.append([shape for shape, x in zip(layout.shapes, numbers, strict=True) for _ in range(x)])
    if comb(len(once) + repeats - 1, repeats) > _WAYS:
        return None
    every = combinations_with_replacement(once, repeats)
    return [dealing for dealing in every if len({sum(n0 for n0, _ in folds) for folds in dealing}) == 1]


def _one_size(part: Part) -> bool:
    """Whether the sizes of the folds are the same however they are dealt; stratified ones may differ by two."""
    return not isinstance(part.folds, int) or part.even or not part.stratified


def _by_size(figure: FoldFigure, shapes: Sequence[Shape]) -> bool:
    """Whether the size of a fold alone decides which values the figure can have in it: those of any two classes."""
    forms: dict[int, set[tuple[Fraction, Fraction]]] = {}
    for shape in shapes:
        at = figure.at(shape)
        error, other = (at.misses if shape[0] else at.alarms), (at.alarms if shape[1] else at.misses)
        if error != other or at.twice:
            return False
        forms.setdefault(sum(shape), set()).add((at.constant, error))
    return all(len(found) == 1 for found in forms.values())


def _decided(
    question: Question, figures: Sequence[FoldFigure], dealing: Dealing, spreads: Spreads, work: Work
) -> Spread:
    asked, model = question.asked(tuple(figures)), cp_sat().CpModel()
    shapes = [shape for repetition in dealing for shape in repetition]
    work.spend(MODEL * _EACH * len(shapes) * len(figures))
    if work.over:
        return Spread(None)
    counts = []
    for n0, n1 in shapes:
        counts.append([model.new_int_var(0, most, "") for most in (n0, n1, 2 * n0 * n1 * asked.by_ranks)])
        if asked.by_matrix and asked.by_ranks:
            tied_to(model, counts[-1], n0, n1)
    for i, figure in enumerate(figures):
        if not _add(model, figure, dealing, counts, spreads.get(figure.name, {}), first=i == 0):
            return Spread(None)
    found, complete = solved(model, [x for fold in counts for x in fold], work)
    if found is None:
        return Spread(False if complete else None)
    places = [(r, shape) for r, repetition in enumerate(dealing) for shape in repetition]
    folds = tuple(asked.fold(0, r, shape, *found[3 * i : 3 * i + 3]) for i, (r, shape) in enumerate(places))
    return Spread(True, folds, dict(_computed(figures, folds, spreads)))


class _Values(NamedTuple):
    """Numbers of which the spread may be: integers in a unit, none greater than ``most``."""

    numbers: Sequence[Any]
    unit: int
    most: int


def _add(
    model: Any,
    figure: FoldFigure,
    dealing: Dealing,
    counts: Sequence[Sequence[Any]],
    spread: Mapping[str, Printed],
    first: bool,
) -> bool:
    """The conditions of one figure; False where its numbers are too large for the solver."""
    shapes = [shape for repetition in dealing for shape in repetition]
    forms, k = [figure.at(shape) for shape in shapes], len(shapes)
    unit = lcm(*(x.denominator for form in forms for x in form))
    ends = [_ends(form, shape, unit) for form, shape in zip(forms, shapes, strict=True)]
    most = max(max(abs(low), abs(high)) for low, high in ends)
    if (k * max(most, 1)) ** 2 * 4 >= LIMIT:
        return False
    xs = []
    for form, each, (low, high) in zip(forms, counts, ends, strict=True):
        xs.append(model.new_int_var(low, high, ""))
        model.add(
            xs[-1] == int(form.constant * unit) + sum(int(a * unit) * x for a, x in zip(form[1:], each, strict=True))
        )
    total = model.new_int_var(-k * most, k * most, "")
    model.add(total == sum(xs))
    within(model, total, [figure.printed.values.moved(k * unit)], k * most)
    of_which, left, means = [_Values(xs, unit, most)], iter(xs), []
    for repetition in dealing:
        mine = [next(left) for _ in repetition]
        if first:
            _in_order(model, repetition, mine)
        means.append(model.new_int_var(-len(mine) * most, len(mine) * most, ""))
        model.add(means[-1] == sum(mine))
    if 1 < len(dealing) < k:
        size = k // len(dealing)
        of_which.append(_Values(means, unit * size, most * size))
    for how, printed in spread.items():
        either = [model.new_bool_var("") for _ in of_which]
        model.add_bool_or(either)
        for values, this in zip(of_which, either, strict=True):
            _spread(model, how, printed, values, total).only_enforce_if(this)
    return True


def _in_order(model: Any, shapes: Sequence[Shape], xs: Sequence[Any]) -> None:
    """Folds of one shape may be taken in the order of a figure."""
    last: dict[Shape, Any] = {}
    for shape, x in zip(shapes, xs, strict=True):
        if shape in last:
            model.add(last[shape] <= x)
        last[shape] = x


def _spread(model: Any, how: str, printed: Printed, values: _Values, total: Any) -> Any:
    """The condition that what is printed is the spread of these values, whose sum is ``total``."""
    xs, unit, most = values
    m = len(xs)
    if how in ("least", "greatest"):
        end = model.new_int_var(-most, most, "")
        (model.add_min_equality if how == "least" else model.add_max_equality)(end, xs)
        return within(model, end, [printed.values.moved(unit)], most)
    squares = []
    for x in xs:
        squares.append(model.new_int_var(0, most**2, ""))
        model.add_multiplication_equality(squares[-1], [x, x])
    square, v = (model.new_int_var(0, (m * most) ** 2, "") for _ in range(2))
    model.add_multiplication_equality(square, [total, total])
    model.add(v == m * sum(squares) - square)
    return within(model, v, _squared(printed, unit, m, how), (m * most) ** 2)


def _ends(form: Sequence[Fraction], shape: Shape, unit: int) -> tuple[int, int]:
    """The least and the greatest value of a figure in a fold, in the unit."""
    n0, n1 = shape
    most = (n0, n1, 2 * n0 * n1)
    low, high = (
        form[0] + sum(x * m for x, m in zip(form[1:], most, strict=True) if (x > 0) == up) for up in (False, True)
    )
    return int(low * unit), int(high * unit)


def _squared(printed: Printed, unit: int, m: int, how: str) -> list[Interval]:
    """The values of ``v`` for a printed deviation or error of ``m`` numbers, divided by ``m`` and by ``m - 1``."""
    values = printed.values & Interval(Fraction(0))
    if values.empty:
        return []
    low, high = values.low or Fraction(0), values.high
    assert high is not None
    squares = Interval(low**2, high**2, values.low_closed, values.high_closed)
    more = m if how == "se" else 1
    return [squares.moved(unit**2 * more * m * divisor) for divisor in (m, m - 1)]


def _computed(figures: Sequence[FoldFigure], folds: Sequence[Fold], spreads: Spreads) -> Iterator[tuple[str, Real]]:
    """The exact values of what is printed, of these folds; of several possible ones that which prints so."""
    for figure in figures:
        values: dict[int, list[Fraction]] = {}
        for fold in folds:
            values.setdefault(fold.repetition, []).append(figure.of(fold.matrix, fold.sample))
        of_which = [[x for each in values.values() for x in each]]
        if 1 < len(values) < len(folds):
            of_which.append([sum(each, Fraction(0)) / len(each) for each in values.values()])
        for how, printed in spreads.get(figure.name, {}).items():
            every = (x for numbers in of_which for x in _spreads_of(numbers, how))
            yield f"{how}({figure.name})", next(x for x in every if printed.allows(x))


def _spreads_of(numbers: Sequence[Fraction], how: str) -> Iterator[Real]:
    """What a spread of these numbers can be: of the deviations first that of ``m - 1``."""
    if how in ("least", "greatest"):
        yield min(numbers) if how == "least" else max(numbers)
        return
    m = len(numbers)
    v, more = m * sum(x * x for x in numbers) - sum(numbers) ** 2, m if how == "se" else 1
    for divisor in (m - 1, m):
        with working_digits(DIGITS):
            yield lift(Fraction(v, m * divisor * more)).sqrt()
