"""Means over folds of figures that are not linear in the counts, such as F1, precision and Matthews' correlation.

Folds of one shape and weight are counted by their confusion matrices: for each matrix an integer variable says how many
of them have it. The mean of any figure is linear in these numbers, beside those of sensitivity, accuracy or AUC. A root
is rounded to a binary unit, by which the printed values are widened.

In a fold where a figure is divided by zero it is taken for ``put``, or the fold is left out of its mean, which is
linear too: ``sum(x - low) >= 0 >= sum(x - high)`` over the other folds. Of several repetitions or data sets each may
have a mean of its own, and these a mean. Of that no more is used than that it would be no greater if folds that are
left out counted as the least value of the figure, and no less if they counted as the greatest one.

Papers also have figures of the predictions of all folds pooled: these are quotients of sums over the folds, of which
those of linear counts are linear conditions. Where each repetition is pooled, and ``0 <= t <= b`` in each, the mean of
the quotients ``t/b`` is at least that of ``t`` divided by the greatest ``b``, and likewise for ``1 - t/b``.

Forman and Scholz, Apples-to-apples in cross-validation studies: pitfalls in classifier performance measurement (2010).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product

from workbench.errors import NotSupported
from workbench.feasible.fold_figures import FoldFigure
from workbench.feasible.fold_plans import Part, Shape
from workbench.feasible.fold_program import Linear
from workbench.feasible.fold_question import Asked, Fold, Question, misordered, shared_out
from workbench.feasible.fold_ways import in_each_way, may_lack
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_cones import is_additive, parts
from workbench.feasible.matrix_metrics import FILLED, Matrix, MatrixMetric, named
from workbench.limits import Limit, Work
from workbench.numbers.certified import DIGITS, Real, lift, working_digits
from workbench.numbers.piecewise import exact_middle
from workbench.numbers.printed import Interval, Printed

_MOST, _EACH = 6_000, 250.0
"""The most matrices, and what each costs for a figure before CP-SAT counts."""
_UNIT = Fraction(1, 2**48)
_AVERAGES = ("macro_", "weighted_", "balanced_")
_ZERO = "mcc"
"""What is printed as 0 without a value, whatever others are printed as."""
_COMPLEMENTS = ("fpr", "fnr", "fdr", "for")
"""One less a rate, for which 0 or 1 may have been put."""
_VAGUE = (*_AVERAGES, "informedness", "markedness", "g_mean", "prevalence_threshold", "lr", "dor", "1/", "kappa")
"""How names begin of figures that are made of others: without a value of these they may be other than 0 or 1."""
_NO_TP = -1
"""F scores may be left out where there is no true positive, as where 2PR/(P + R) is computed of P = R = 0."""
_MOST_WAYS = 24


@dataclass(frozen=True)
class ByMatrices:
    """Whether folds can have the means, None where it is not known; such folds, their means, and how 0/0 counts."""

    possible: bool | None
    folds: tuple[Fold, ...] = ()
    computed: Mapping[str, Real] = field(default_factory=dict)
    words: str = ""


def decide_by_matrices(
    linear: Sequence[FoldFigure],
    others: Mapping[str, Printed],
    plan: Sequence[Part],
    zero_division: Sequence[int] = (0,),
    seconds: Limit = 5.0,
) -> ByMatrices:
    """Whether folds of this plan can have the means of ``linear`` figures and of ``others``, of confusion matrices.

    `NotSupported` where there are too many matrices to count folds by, and without OR-tools.

    >>> found = decide_by_matrices((), {"f1": Printed("0.90")}, [Part(10, 10, folds=5)])
    >>> found.possible, f"{float(found.computed['f1']):.2f}", len(found.folds)
    (True, '0.90', 5)
    >>> decide_by_matrices((), {"f1": Printed("0.01")}, [Part(10, 10, folds=5)]).possible
    False
    """
    question, metrics = Question(tuple(linear), tuple(plan)), {name: named(name) for name in others}
    shapes = {shape for layout in question.layouts for shape in layout.shapes}
    size = sum((n0 + 1) * (n1 + 1) for n0, n1 in shapes)
    if size > _MOST:
        raise NotSupported("folds have too many confusion matrices to be counted by them")
    lacking = {
        name for name, x in metrics.items() if any(not _defined(x, y) for shape in shapes for y in _matrices(shape))
    }
    ways = _ways(metrics, lacking, zero_division)
    sure = len(ways) <= _MOST_WAYS and not any(metrics[name].name.startswith(_VAGUE) for name in lacking)
    work, several = Work.of(seconds), sum(part.repeats for part in plan) > 1
    for i, puts in enumerate(ways[:_MOST_WAYS]):
        left = any(put == _NO_TP or (put is None and name in lacking) for name, put in puts.items())
        work.spend(_EACH * size * (len(others) + 1))
        if work.over:
            return ByMatrices(None)
        share = work.share(1 / (min(len(ways), _MOST_WAYS) - i))
        if left and several:
            sure &= _Counted(question, tuple(linear), others, puts, loose=True).solve(share) == (None, True)
            continue
        asked = _Counted(question, tuple(linear), others, puts)
        folds, certain = asked.solve(share)
        if folds is None:
            sure &= certain
            continue
        computed: dict[str, Real] = {figure.name: question.mean(figure, folds) for figure in linear}
        computed |= {name: asked.mean(name, folds) for name in others}
        if all(printed.allows(computed[name]) for name, printed in others.items()):
            return ByMatrices(True, folds, computed, _words(metrics, folds, puts))
        sure = False
    return ByMatrices(False if sure else None)


def pooled_is_impossible(
    linear: Sequence[FoldFigure],
    others: Mapping[str, Printed],
    plan: Sequence[Part],
    seconds: Limit = 5.0,
    zero_division: Sequence[int] = (0,),
) -> bool:
    """Whether no folds have the means of ``linear`` figures and ``others`` of all predictions pooled; if that is known.

    >>> folds = [Part(10, 10, folds=5)]
    >>> [pooled_is_impossible((), {"f1": Printed(text)}, folds) for text in ("0.90", "0.01")]
    [False, True]
    """
    work = Work.of(seconds)
    if may_lack(linear, plan):
        every = in_each_way(linear, plan, zero_division)
        return all(asked is not None and _pooled_apart(asked, others, work) for asked in every)
    question = Question(tuple(linear), tuple(plan))
    if len(plan) == 1 == plan[0].repeats and len(question.layouts[0].shapes) == 1:
        # means over folds of one shape are those of the sums
        (n0, n1), figures = plan[0].class_sizes or (0, 0), {x.name: x.printed for x in linear if x.metric}
        if matrices({**figures, **others}, n0, n1, seconds=seconds).possible is False:
            filled = any((named(name).name, None) in FILLED for name in others)
            return not filled and not any(Fraction(put) in x.values for x in others.values() for put in (0, 1))
    return _pooled_apart(Asked(question, tuple(linear), {}, by_matrix=True), others, work)


def _pooled_apart(asked: Asked, others: Mapping[str, Printed], work: Work) -> bool:
    """Whether no folds of the program have these figures pooled, of all repetitions or of each, for certain."""
    part, *more = asked.question.plan
    repeats = 1 if more else part.repeats
    for name, printed in others.items():
        metric = named(name)
        if not is_additive(metric) or (repeats > 1 and (metric.low < 0 or metric.high != 1)):
            continue
        of = parts(metric)
        for end, sign, closed in _sides(printed.values):
            terms, total = dict[int, Fraction](), Fraction(0)
            each_cell = [sign * (top - end * bottom) for top, bottom in of]
            if repeats > 1:
                # t <= end*most, or b - t <= (1 - end)*most
                share = end if sign < 0 else 1 - end
                ((_, b0), (_, b1), (_, b2), (_, b3)), sizes = of, part.class_sizes or (part.examples or 0,) * 2
                total = share * repeats * (sizes[0] * max(b0, b1) + sizes[1] * max(b2, b3))
                each_cell = [Fraction(-top if sign < 0 else top - bottom) for top, bottom in of]
            tp, fn, fp, tn = each_cell
            for (_, (n0, n1)), cell in asked.cells.items():
                for x, each in zip(cell, (n0 * tp + n1 * tn, fn - tp, fp - tn), strict=False):
                    terms[x] = terms.get(x, Fraction(0)) + each
            asked.rows.append(Linear(terms, total, Interval(Fraction(0), low_closed=closed)))
    return asked.solve(work.share(1 / 2)) == (None, True)


def _sides(values: Interval) -> Iterator[tuple[Fraction, int, bool]]:
    """Each end, with the sign of what is not negative there, and whether it may be zero."""
    if values.low is not None:
        yield values.low, 1, values.low_closed
    if values.high is not None:
        yield values.high, -1, values.high_closed


def _matrices(shape: Shape) -> Iterator[Matrix]:
    n0, n1 = shape
    return (Matrix(n0 - fn, fn, fp, n1 - fp) for fn, fp in product(range(n0 + 1), range(n1 + 1)))


def _defined(metric: MatrixMetric, matrix: Matrix) -> bool:
    """Whether a fold, of one class perhaps, has the figure."""
    return metric.defined(matrix) and metric.ratio(*matrix)[1] > 0


def _ways(
    metrics: Mapping[str, MatrixMetric], lacking: Collection[str], zero_division: Sequence[int]
) -> list[dict[str, int | None]]:
    """What is put for 0/0 in each figure, None where such folds are left out: first the same in all, then in any way.

    >>> _ways({"PPV": named("precision"), "phi": named("mcc")}, ("PPV", "phi"), (0,))[:3]
    [{'PPV': 0, 'phi': 0}, {'PPV': None, 'phi': None}, {'PPV': 0, 'phi': None}]
    """
    options: dict[str, tuple[int | None, ...]] = {}
    for name, metric in metrics.items():
        puts = (*zero_division, None) if name in lacking else (None,)
        if name in lacking and zero_division and metric.name in _COMPLEMENTS:
            puts = (*puts, *{0, 1}.difference(puts))
        if name in lacking and metric.name == _ZERO:
            puts = (0, None)
        options[name] = (*puts, _NO_TP) if metric.name.startswith("f1") or metric.name.startswith("fbeta") else puts
    alike = [{name: put if put in of else of[0] for name, of in options.items()} for put in (*zero_division, None)]
    every = (dict(zip(options, chosen, strict=True)) for chosen in islice(product(*options.values()), _MOST_WAYS + 1))
    found = [*alike, *(each for each in every if each not in alike)]
    return [each for i, each in enumerate(found) if each not in found[:i]]


def _value(metric: MatrixMetric, matrix: Matrix, put: int | None) -> Real | None:
    """The figure in a fold; None where the fold is left out of its mean."""
    if put == _NO_TP:
        return metric.value(matrix) if matrix.tp else None
    filled = FILLED.get((metric.name, put), metric)
    if _defined(filled, matrix):
        return filled.value(matrix)
    return None if put is None else Fraction(0 if metric.name == _ZERO else put)


def _words(metrics: Mapping[str, MatrixMetric], folds: Sequence[Fold], puts: Mapping[str, int | None]) -> str:
    """How folds count in which a figure is divided by zero; empty where there are none."""
    said: dict[str, list[str]] = {}
    for name, x in metrics.items():
        put, of = puts[name], [fold.matrix for fold in folds if fold.matrix]
        if any(not _defined(x, matrix) or (put == _NO_TP and not matrix.tp) for matrix in of):
            what = "has no true positive" if put == _NO_TP else "is divided by zero"
            how = "are left out" if put in (None, _NO_TP) else f"count as {0 if x.name == _ZERO else put}"
            said.setdefault(f"{what} {how}", []).append(name)
    return "".join(f"; folds in which {' or '.join(names)} {what}" for what, names in said.items())


class _Counted(Asked):
    """The integer program in which folds are counted by their confusion matrices.

    ``loose``: those that are left out of a mean count as the least or the greatest value of the figure.
    """

    def __init__(
        self,
        question: Question,
        linear: tuple[FoldFigure, ...],
        others: Mapping[str, Printed],
        puts: Mapping[str, int | None],
        loose: bool = False,
    ) -> None:
        super().__init__(question, linear, {}, by_matrix=True)
        self.loose = loose
        self.puts, self.program.ranked = puts, []
        self.counts = {key: self._counted(key[1], *cell) for key, cell in self.cells.items()}
        for name, printed in others.items():
            self.rows += self._rows(named(name), printed.values, puts[name])

    def _counted(self, shape: Shape, folds: int, misses: int, alarms: int, twice: int) -> dict[Matrix, int]:
        """Variables for how many folds of a cell have each matrix, bound to those of the cell."""
        program = self.program
        found = {matrix: program.variable(0, program.high[folds]) for matrix in _matrices(shape)}
        spans = {matrix: misordered(shape, matrix.fn, matrix.fp) for matrix in found}
        program.require({folds: -1} | dict.fromkeys(found.values(), 1), 0, 0)
        for total, each in ((misses, "fn"), (alarms, "fp")):
            program.require({total: -1} | {x: getattr(matrix, each) for matrix, x in found.items()}, 0, 0)
        if self.by_ranks:
            most = program.high[twice]
            program.require({twice: 1} | {x: -spans[matrix][0] for matrix, x in found.items()}, 0, most)
            program.require({twice: -1} | {x: spans[matrix][1] for matrix, x in found.items()}, 0, most)
        return found

    def _rows(self, metric: MatrixMetric, values: Interval, put: int | None) -> Iterator[Linear]:
        """The conditions that the mean of a figure lies among these values."""
        weights, xs, left = {}, {}, []
        for (weight, _), counts in self.counts.items():
            for matrix, x in counts.items():
                weights[x] = weight
                if (value := _value(metric, matrix, put)) is None:
                    left.append(x)
                else:
                    xs[x] = value if isinstance(value, Fraction) else round(exact_middle(value) / _UNIT) * _UNIT
        slack = Fraction(0) if metric.form == "ratio" else _UNIT
        if left and not self.loose:
            self.program.require(dict.fromkeys(xs, 1), 1, sum(self.program.high[x] for x in xs))
        for end, sign, closed in _sides(values & metric.values):
            loosely = dict.fromkeys(left, metric.high or Fraction(0) if sign > 0 else metric.low) if self.loose else {}
            terms = {x: sign * weights[x] * (value - end + sign * slack) for x, value in (xs | loosely).items()}
            yield Linear(terms, Fraction(0), Interval(Fraction(0), low_closed=closed))

    def mean(self, name: str, folds: Sequence[Fold]) -> Real:
        """The mean of a figure over the folds in which it has a value, or something is put in its place."""
        found = []
        for fold in folds:
            assert fold.matrix is not None
            if (value := _value(named(name), fold.matrix, self.puts[name])) is not None:
                found.append((self.question.weight(fold.part), value))
        weights = sum((weight for weight, _ in found), Fraction(0))
        exact = sum((weight * x for weight, x in found if isinstance(x, Fraction)), Fraction(0)) / weights
        with working_digits(DIGITS):
            roots = [lift(weight / weights) * x for weight, x in found if not isinstance(x, Fraction)]
            return sum(roots, lift(exact)) if roots else exact

    def contents(self, key: tuple[Fraction, Shape], found: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Errors and ``2D`` of each fold of a cell."""
        errors = [(matrix.fn, matrix.fp) for matrix, x in self.counts[key].items() for _ in range(found[x])]
        spans = [misordered(key[1], *each) if self.by_ranks else (0, 0) for each in errors]
        return shared_out(errors, spans, found[self.cells[key].twice])
