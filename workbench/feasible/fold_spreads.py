"""What is printed of a figure over folds beside its mean: standard deviation, standard error, least and greatest.

The folds of one part of a plan are written out, each with its counts as integer variables: a figure is then an integer
in a common unit. With ``v = k*sum(x^2) - sum(x)^2`` its standard deviation over ``k`` folds is ``sqrt(v)/k`` where the
squares were divided by ``k``, and ``sqrt(v/(k*(k - 1)))`` where by ``k - 1``; as that is seldom told, both are allowed.
The standard error is the deviation divided by ``sqrt(k)``. Integers and squares are decided exactly by OR-tools CP-SAT.

Where class sizes of the folds are open, every way to deal them is gone through if these are few. Otherwise those of
folds that have the means are tried, and figures that the size of a fold alone decides, such as accuracy, are refuted.

Anaya, The GRIMMER test: a method for testing the validity of reported measures of variability (2016).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from workbench.feasible.fold_figures import FoldFigure
from workbench.feasible.fold_plans import Layout, Shape
from workbench.feasible.fold_program import DETERMINISTIC, LIMIT, MODEL, SEED, cp_sat
from workbench.feasible.fold_question import Fold, Question
from workbench.limits import SECOND, Work
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

    The plan has one part that is dealt once, of two folds at least.

    >>> from workbench.feasible.fold_plans import Part
    >>> from workbench.feasible.folds import decide_folds
    >>> found = decide_folds({"accuracy": Printed("0.86")}, [Part(50, 50, folds=10)])
    >>> [decide_spreads(found.question, found.folds, {"accuracy": {"sd": Printed(text)}}, Work.of(5.0)).possible
    ...  for text in ("0.052", "0.053", "0.054")]
    [True, False, False]
    """
    tried = [(fold.n0, fold.n1) for fold in folds]
    every = _every_dealing(question.layouts[0])
    for shapes in (tried,) if every is None else every:
        found = _decided(question, question.figures, shapes, spreads, work)
        if found.possible is not False:
            return found
    if every is not None:
        return Spread(False)
    alone = [figure for figure in question.figures if _by_size(figure, question.layouts[0].shapes)]
    if any(figure.name in spreads for figure in alone):
        of_alone = {figure.name: spreads[figure.name] for figure in alone if figure.name in spreads}
        if _decided(question, alone, tried, of_alone, work).possible is False:
            return Spread(False)
    return Spread(None)


def _every_dealing(layout: Layout) -> list[list[Shape]] | None:
    """The shapes of the folds, in every way that the layout allows; None where the ways are too many."""
    spans = [range(low, high + 1) for low, high in layout.spans]
    if prod(map(len, spans)) > _WAYS:
        return None
    found = []
    for numbers in product(*spans):
        sums = ((sum(w * x for w, x in zip(weights, numbers, strict=True)), total) for weights, total in layout.sums)
        if all(x == total if isinstance(total, int) else total[0] <= x <= total[1] for x, total in sums):
            found.append([shape for shape, x in zip(layout.shapes, numbers, strict=True) for _ in range(x)])
    return found


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
    question: Question, figures: Sequence[FoldFigure], shapes: Sequence[Shape], spreads: Spreads, work: Work
) -> Spread:
    cp_model = cp_sat()
    asked, model, k = question.asked(tuple(figures)), cp_model.CpModel(), len(shapes)
    work.spend(MODEL * _EACH * k * len(figures))
    if work.over:
        return Spread(None)
    counts = []
    for n0, n1 in shapes:
        fn, fp, twice = (model.new_int_var(0, most, "") for most in (n0, n1, 2 * n0 * n1 * asked.by_ranks))
        if asked.by_matrix and asked.by_ranks:
            both = model.new_int_var(0, n0 * n1, "")
            model.add_multiplication_equality(both, [fn, fp])
            model.add(twice >= 2 * both)
            model.add(twice <= 2 * (n1 * fn + n0 * fp - both))
        counts.append((fn, fp, twice))
    for i, figure in enumerate(figures):
        if not _add(model, figure, shapes, counts, spreads.get(figure.name, {}), first=i == 0):
            return Spread(None)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = max(work.seconds, 0.01) * DETERMINISTIC
    status = solver.solve(model)
    work.spend(solver.response_proto.deterministic_time / DETERMINISTIC * SECOND)
    assert status != cp_model.MODEL_INVALID, model.validate()
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Spread(False if status == cp_model.INFEASIBLE else None)
    folds = tuple(
        asked.fold(0, 0, shape, *(solver.value(x) for x in each)) for shape, each in zip(shapes, counts, strict=True)
    )
    return Spread(True, folds, dict(_computed(figures, folds, spreads)))


def _add(
    model: Any,
    figure: FoldFigure,
    shapes: Sequence[Shape],
    counts: Sequence[tuple[Any, Any, Any]],
    spread: Mapping[str, Printed],
    first: bool,
) -> bool:
    """The conditions of one figure; False where its numbers are too large for the solver."""
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
    if first:
        last: dict[Shape, Any] = {}
        for shape, x in zip(shapes, xs, strict=True):
            if shape in last:
                model.add(last[shape] <= x)
            last[shape] = x
    total = model.new_int_var(-k * most, k * most, "")
    model.add(total == sum(xs))
    _within(model, total, [figure.printed.values.moved(k * unit)], k * most)
    for how, choose in (("least", model.add_min_equality), ("greatest", model.add_max_equality)):
        if how in spread:
            end = model.new_int_var(-most, most, "")
            choose(end, xs)
            _within(model, end, [spread[how].values.moved(unit)], most)
    if spread.keys() & {"sd", "se"}:
        squares = []
        for x in xs:
            squares.append(model.new_int_var(0, most**2, ""))
            model.add_multiplication_equality(squares[-1], [x, x])
        square = model.new_int_var(0, (k * most) ** 2, "")
        model.add_multiplication_equality(square, [total, total])
        v = model.new_int_var(0, (k * most) ** 2, "")
        model.add(v == k * sum(squares) - square)
        for how in ("sd", "se"):
            if how in spread:
                _within(model, v, _squared(spread[how], unit, k, how), (k * most) ** 2)
    return True


def _ends(form: Sequence[Fraction], shape: Shape, unit: int) -> tuple[int, int]:
    """The least and the greatest value of a figure in a fold, in the unit."""
    n0, n1 = shape
    most = (n0, n1, 2 * n0 * n1)
    low, high = (
        form[0] + sum(x * m for x, m in zip(form[1:], most, strict=True) if (x > 0) == up) for up in (False, True)
    )
    return int(low * unit), int(high * unit)


def _squared(printed: Printed, unit: int, k: int, how: str) -> list[Interval]:
    """The values of ``v`` for a printed deviation or error, divided by ``k`` and by ``k - 1``."""
    values = printed.values & Interval(Fraction(0))
    if values.empty:
        return []
    low, high = values.low or Fraction(0), values.high
    assert high is not None
    squares = Interval(low**2, high**2, values.low_closed, values.high_closed)
    more = k if how == "se" else 1
    return [squares.moved(unit**2 * more * k * divisor) for divisor in (k, k - 1)]


def _within(model: Any, variable: Any, intervals: Sequence[Interval], most: int) -> None:
    """The variable lies in one of these intervals; nothing does where they have no integer."""
    from ortools.sat.python import cp_model

    ranges = [x for interval in intervals if (x := interval.integers(-most, most))]
    domain = cp_model.Domain.from_intervals([[x[0], x[-1]] for x in ranges])
    if ranges:
        model.add_linear_expression_in_domain(variable, domain)
    else:
        model.add_bool_or([])


def _computed(figures: Sequence[FoldFigure], folds: Sequence[Fold], spreads: Spreads) -> Iterator[tuple[str, Real]]:
    """The exact values of what is printed, of these folds; of the two deviations the one that prints so."""
    k = len(folds)
    for figure in figures:
        values = [figure.of(fold.matrix, fold.sample) for fold in folds]
        ends = {"least": min(values), "greatest": max(values)}
        v = k * sum(x * x for x in values) - sum(values) ** 2
        for how, printed in spreads.get(figure.name, {}).items():
            name = f"{how}({figure.name})"
            if how in ends:
                assert printed.allows(ends[how])
                yield name, ends[how]
                continue
            more = k if how == "se" else 1
            with working_digits(DIGITS):
                both = [lift(Fraction(v, k * divisor * more)).sqrt() for divisor in (k - 1, k)]
            yield name, next(x for x in both if printed.allows(x))
