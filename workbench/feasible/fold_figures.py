"""Figures whose means over folds are linear, in the counts of confusion matrices or in AUC.

A figure is either a metric of confusion matrices or an expression of the language of statements. What decides is the
formula, not the name: a metric is linear at given class sizes when they alone make its denominator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from workbench.errors import InputError, NotSupported, shown
from workbench.feasible.fold_plans import Shape
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.matrix_metrics import Matrix, MatrixMetric, known, named, no_two_alike
from workbench.language.statements import parameters, parse_expression, quantities, suggestion
from workbench.language.syntax import Expression
from workbench.losses.exact import value
from workbench.numbers.printed import Printed
from workbench.samples.sample import Sample

_PROBES = ((3, 4), (4, 3))
_RATES, _BALANCED = ("sensitivity", "specificity", "fpr", "fnr"), "balanced_accuracy"


class Affine(NamedTuple):
    """``constant + fn*misses + fp*alarms + twice*2D`` in a fold, ``D`` its misordered pairs, half of the tied ones."""

    constant: Fraction
    misses: Fraction
    alarms: Fraction
    twice: Fraction


@dataclass(frozen=True)
class FoldFigure:
    """A printed mean: of a ``metric`` of confusion matrices, or of an ``expression`` in the language of statements.

    With ``put`` that is taken for a rate in folds without its class, and there balanced accuracy is the other rate.
    """

    name: str
    printed: Printed
    metric: MatrixMetric | None = None
    expression: Expression | None = None
    put: int | None = None

    def defined(self, shape: Shape) -> bool:
        """Whether it has a value in a fold of these class sizes."""
        if self.put is not None and self.metric is not None and self.metric.name in (*_RATES, _BALANCED):
            return True
        return self.has_value(shape)

    def has_value(self, shape: Shape) -> bool:
        """Whether it has one in a fold of these class sizes without anything put for 0/0."""
        n0, n1 = shape
        return self.metric.ratio(n0, 0, 0, n1)[1] > 0 if self.metric else min(shape) > 0

    def at(self, shape: Shape) -> Affine:
        """What it is in a fold of these class sizes, for which it is defined. `NotSupported` where not linear."""
        if self.metric is not None and not self.has_value(shape) and self.put is not None:
            if self.metric.name == _BALANCED:
                return _of_matrix(named("specificity" if not shape[0] else "sensitivity"), shape)
            return Affine(Fraction(self.put), Fraction(0), Fraction(0), Fraction(0))
        if self.metric is not None:
            return _of_matrix(self.metric, shape)
        assert self.expression is not None
        return _of_ranks(self.name, self.expression, shape)

    def of(self, matrix: Matrix | None, sample: Sample | None) -> Fraction:
        """Its exact value on a fold's confusion matrix or sample."""
        if self.metric is not None:
            assert matrix is not None
            shape = matrix.n0, matrix.n1
            if not self.has_value(shape):
                constant, misses, alarms, _ = self.at(shape)
                return constant + misses * matrix.fn + alarms * matrix.fp
            found = self.metric.value(matrix)
        else:
            assert sample is not None
            assert self.expression is not None
            found = value(sample, self.expression)
        assert isinstance(found, Fraction)
        return found


@lru_cache(maxsize=4096)
def _of_matrix(metric: MatrixMetric, shape: Shape) -> Affine:
    n0, n1 = shape

    def at(fn: int, fp: int) -> Fraction:
        return Fraction(*metric.ratio(n0 - fn, fn, fp, n1 - fp))

    none = at(0, 0)
    misses = (at(n0, 0) - none) / n0 if n0 else Fraction(0)
    return Affine(none, misses, (at(0, n1) - none) / n1 if n1 else Fraction(0), Fraction(0))


@lru_cache(maxsize=4096)
def _of_ranks(name: str, expression: Expression, shape: Shape) -> Affine:
    form = ClassSizes(*shape).form(expression)
    if set(form.terms) - {"AUC"}:
        raise NotSupported(f"the mean of {name} over folds is not linear in AUC or in the counts of confusion matrices")
    slope = form.terms.get("AUC", Fraction(0))
    return Affine(form.constant + slope, Fraction(0), Fraction(0), -slope / (2 * shape[0] * shape[1]))


@lru_cache(maxsize=256)
def is_linear(metric: MatrixMetric) -> bool:
    """Whether the metric is linear in the counts at given class sizes, tried on every matrix of two sizes.

    Both numbers of its ratio are polynomials of degree two at most in one count, and sizes alone decide the lower.

    >>> from workbench.feasible.matrix_metrics import CATALOGUE
    >>> [metric.name for metric in CATALOGUE if is_linear(metric)][8:]
    ['accuracy', 'error', 'sensitivity', 'specificity', 'fpr', 'fnr', 'balanced_accuracy', 'informedness']
    """
    if metric.form != "ratio":
        return False
    for n0, n1 in _PROBES:
        top = {}
        lower = set()
        for fn, fp in product(range(n0 + 1), range(n1 + 1)):
            top[fn, fp], below = metric.ratio(n0 - fn, fn, fp, n1 - fp)
            lower.add(below)
        a, b, c = top[0, 0], top[1, 0] - top[0, 0], top[0, 1] - top[0, 0]
        if len(lower) > 1 or any(found != a + b * fn + c * fp for (fn, fp), found in top.items()):
            return False
    return True


def read(figures: Mapping[str, Printed], put: int | None = None) -> tuple[FoldFigure, ...]:
    """The figures, of which means are linear, with ``put`` for 0/0.

    `InputError` for an unknown name or a figure out of its range.
    """
    metrics = no_two_alike(name for name in figures if known(name))
    found = []
    for name, printed in figures.items():
        metric = metrics.get(name)
        if metric is None:
            expression = parse_expression(name)
            unknown = sorted(parameters(expression))
            if unknown:
                raise InputError(
                    f"{unknown[0]} in {name} is no figure of a data set{suggestion(unknown[0], quantities(True))}"
                )
            found.append(FoldFigure(name, printed, expression=expression))
            continue
        if not is_linear(metric):
            raise NotSupported(f"the mean of {name} over folds is not linear in the counts of confusion matrices")
        if (printed.values & metric.values).empty:
            raise InputError(f"{shown(name)} is {printed}; it must lie in {metric.values}")
        found.append(FoldFigure(name, printed, metric, put=put))
    return tuple(found)
