"""Metrics, cost curves and ROC curves of many resamples at once, as arrays of doubles.

Resamples of one sample share its distinct scores, and only the counts of the examples differ. Counts stay integers,
and so do all comparisons (ties, hulls, places on the ROC curve), so that each value is the exact one up to rounding.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench import metrics
from workbench.errors import InputError, NotSupported
from workbench.language.grammar import shortened
from workbench.language.statements import law, parse_expression, parse_method, suggestion
from workbench.language.syntax import UNIFORM, Arithmetic, Expression, Loss, Method, Name, Negative, Number, names
from workbench.numeric.columns import shown
from workbench.numeric.exact import NeedsProbabilities, outside
from workbench.numeric.formulas import as_piecewise
from workbench.numeric.piecewise import Piecewise, coefficients
from workbench.numeric.reals import Undefined
from workbench.numeric.sample import Sample

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

HALF = Fraction(1, 2)


class Blocks(NamedTuple):
    """The pool-adjacent-violators blocks of all resamples, one after the other."""

    rows: Integers
    starts: Integers
    counts0: Integers
    counts1: Integers

    def sums(self, terms: Floats) -> Floats:
        """The sum of ``terms`` over the blocks of each resample."""
        return np.add.reduceat(terms, self.starts)


@dataclass(frozen=True, eq=False)
class Resamples:
    """Samples with the distinct scores ``scores``: row ``i`` of ``counts0`` and ``counts1`` is the i-th of them.

    Both are integer arrays of shape ``(resamples, distinct scores)``, and each row has examples of both classes.
    ``doubles`` are the scores as an array.

    >>> found = Resamples.of(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))
    >>> found.n0, found.cumulative0
    (array([[2]]), array([[0, 1, 2, 2]]))
    """

    scores: tuple[Fraction, ...]
    doubles: Floats
    counts0: Integers
    counts1: Integers

    @classmethod
    def of(cls, sample: Sample) -> Resamples:
        """The sample itself, as the only one."""
        try:
            doubles = np.array([float(score) for score in sample.scores])
        except OverflowError:
            largest = max(sample.scores, key=abs)
            raise NotSupported(f"the score {shown(largest)} is beyond the range of a double") from None
        return cls(sample.scores, doubles, np.array([sample.counts0]), np.array([sample.counts1]))

    def redrawn(self, counts0: Integers, counts1: Integers) -> Resamples:
        """Other examples at the same scores."""
        return Resamples(self.scores, self.doubles, counts0, counts1)

    @cached_property
    def n0(self) -> Integers:
        """The number of examples of class 0 in each resample, a column."""
        return _column(self.counts0)

    @cached_property
    def n1(self) -> Integers:
        """The number of examples of class 1 in each resample, a column."""
        return _column(self.counts1)

    @cached_property
    def cumulative0(self) -> Integers:
        """How many examples of class 0 have one of the first ``i`` distinct scores, in column ``i``."""
        return _cumulative(self.counts0)

    @cached_property
    def cumulative1(self) -> Integers:
        """How many examples of class 1 have one of the first ``i`` distinct scores, in column ``i``."""
        return _cumulative(self.counts1)

    def weights(self, condition: str) -> tuple[Floats, Floats]:
        """The class proportions, or one half each for skews, as columns."""
        if condition == "skew":
            half = np.full(self.n0.shape, 0.5)
            return half, half
        return self.n0 / (self.n0 + self.n1), self.n1 / (self.n0 + self.n1)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of the pool-adjacent-violators partition of each resample, by integer comparisons.

        Adjacent blocks that violate the order end up in one block, whatever else is pooled; so all of them are
        pooled at once, in all resamples, until none is left.
        """
        rows, columns = np.nonzero(self.counts0 + self.counts1)
        a, b = self.counts0[rows, columns], self.counts1[rows, columns]
        while True:
            pooled = (rows[1:] == rows[:-1]) & (b[:-1] * a[1:] >= b[1:] * a[:-1])
            if not pooled.any():
                return Blocks(rows, _starts(rows[1:] != rows[:-1]), a, b)
            starts = _starts(~pooled)
            rows, a, b = rows[starts], np.add.reduceat(a, starts), np.add.reduceat(b, starts)


Statistic: TypeAlias = Callable[[Resamples], Floats]


def _column(counts: Integers) -> Integers:
    found: Integers = counts.sum(axis=1, keepdims=True)
    return found


def _cumulative(counts: Integers) -> Integers:
    found = np.zeros((counts.shape[0], counts.shape[1] + 1), dtype=np.int64)
    np.cumsum(counts, axis=1, out=found[:, 1:])
    return found


def _starts(new: npt.NDArray[np.bool_]) -> Integers:
    return np.flatnonzero(np.concatenate(([True], new)))


# --- numbers ------------------------------------------------------------------------------------------


def _mean(x: Resamples, k: int, function: Callable[[Floats], Floats]) -> Floats:
    counts, size = (x.counts1, x.n1) if k else (x.counts0, x.n0)
    found: Floats = counts @ function(x.doubles) / size[:, 0]
    return found


def _auc(x: Resamples) -> Floats:
    doubled: Integers = (x.counts1 * (x.cumulative0[:, 1:] + x.cumulative0[:, :-1])).sum(axis=1)
    return doubled / (2 * x.n0 * x.n1)[:, 0]


def _auch(x: Resamples) -> Floats:
    blocks = x.blocks
    through = np.cumsum(blocks.counts0)
    before = through - blocks.counts0
    before -= before[blocks.starts][blocks.rows]
    return blocks.sums(blocks.counts1 * (2 * before + blocks.counts0)) / (2 * x.n0 * x.n1)[:, 0]


def _brier(x: Resamples, k: int) -> Floats:
    return _mean(x, k, lambda s: (s - k) ** 2)


def _absolute(x: Resamples, k: int) -> Floats:
    return _mean(x, k, lambda s: np.abs(s - k))


def _weighted(x: Resamples, part: Callable[[Resamples, int], Floats], condition: str = "cost") -> Floats:
    w0, w1 = x.weights(condition)
    return w0[:, 0] * part(x, 0) + w1[:, 0] * part(x, 1)


def _refinement(x: Resamples) -> Floats:
    sizes = np.maximum(x.counts0 + x.counts1, 1)
    sums: Floats = (x.counts0 * x.counts1 / sizes).sum(axis=1)
    return sums / (x.n0 + x.n1)[:, 0]


def _calibration(x: Resamples) -> Floats:
    sizes = x.counts0 + x.counts1
    sums: Floats = (sizes * (x.doubles - x.counts1 / np.maximum(sizes, 1)) ** 2).sum(axis=1)
    return sums / (x.n0 + x.n1)[:, 0]


def _optimal_loss(x: Resamples, condition: str) -> Floats:
    """The integral over c of the sum over blocks of ``2 min(c a, (1 - c) b)``, which is ``a b/(a + b)`` each."""
    a, b = _block_weights(x, condition)
    return x.blocks.sums(a * b / (a + b))


def _h(x: Resamples) -> Floats:
    def loss(a: Integers, b: Integers) -> Floats:
        p = b / (a + b)
        miss = 4 * p**3 - 3 * p**4
        whole: Floats = a * miss + b * (1 - 6 * p**2 + 4 * p**3 + miss)
        return whole

    return 1 - x.blocks.sums(loss(x.blocks.counts0, x.blocks.counts1)) / loss(x.n0, x.n1)[:, 0]


def _ks(x: Resamples) -> Floats:
    most: Integers = np.abs(x.cumulative0 * x.n1 - x.cumulative1 * x.n0).max(axis=1)
    return most / (x.n0 * x.n1)[:, 0]


def _least_error(x: Resamples) -> Floats:
    least: Integers = (x.n0 - x.cumulative0 + x.cumulative1).min(axis=1)
    return least / (x.n0 + x.n1)[:, 0]


NUMBERS: dict[str, Statistic] = {
    "AUC": _auc,
    "AUCH": _auch,
    "GINI": lambda x: 2 * _auc(x) - 1,
    "BS": lambda x: _weighted(x, _brier),
    "BS0": lambda x: _brier(x, 0),
    "BS1": lambda x: _brier(x, 1),
    "MBS": lambda x: _weighted(x, _brier, "skew"),
    "MAE": lambda x: _weighted(x, _absolute),
    "MAE0": lambda x: _absolute(x, 0),
    "MAE1": lambda x: _absolute(x, 1),
    "MMAE": lambda x: _weighted(x, _absolute, "skew"),
    "RL": _refinement,
    "CL": _calibration,
    "RLH": lambda x: _optimal_loss(x, "cost"),
    "H": _h,
    "KS": _ks,
    "MER": _least_error,
}


def _quotient(left: Floats, right: Floats) -> Floats:
    if not right.all():
        raise Undefined("a resample has no value, as something is divided by zero there")
    return left / right


_OPERATIONS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": _quotient,
}


def number_statistic(text: str, *samples: Sample) -> Statistic:
    """The metric or expression ``text`` of each resample: a function to an array of shape ``(resamples,)``.

    An expression is made of numbers, metrics of the catalogue, and ``loss(METHOD)`` or ``loss(METHOD, cost=point(c))``,
    with ``+``, ``-``, ``*`` and ``/``. `InputError` for names that are unknown, `NotSupported` for what has no fast
    way, `NeedsProbabilities` when one of ``samples`` has scores outside [0, 1] and the metric needs probabilities.

    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> number_statistic("AUC - loss(score_driven)")(Resamples.of(sample))
    array([0.734375])
    """
    return _number(parse_expression(text), samples)


def _number(node: Expression, samples: Sequence[Sample]) -> Statistic:
    match node:
        case Number():
            constant = float(node.value)
            return lambda x: np.full(len(x.n0), constant)
        case Name():
            return _metric(node.name, samples)
        case Negative():
            inner = _number(node.operand, samples)
            return lambda x: -inner(x)
        case Arithmetic(operator="+" | "-" | "*" | "/"):
            left, right = _number(node.left, samples), _number(node.right, samples)
            combine = _OPERATIONS[node.operator]
            return lambda x: combine(left(x), right(x))
        case Loss() if node.rates == "interpolated":
            return _loss(node)
    raise NotSupported(f"{shortened(str(node))} of many resamples; metrics, losses and + - * / of them are supported")


def _metric(name: str, samples: Sequence[Sample]) -> Statistic:
    if name not in NUMBERS:
        raise InputError(f"unknown metric {shortened(name)}{suggestion(name, NUMBERS)}")
    for sample in samples:
        if metrics.CATALOGUE[name].needs_probabilities and not sample.probabilistic:
            raise NeedsProbabilities(f"{name} {outside(sample)}")
    return NUMBERS[name]


def _loss(node: Loss) -> Statistic:
    method = law(node.method)
    if node.cost.name == "point":
        (at,) = node.cost.arguments
        if not isinstance(at, Number) or not 0 <= at.value <= 1:
            raise InputError(f"{node.cost} in {node}; the operating condition must be a number in [0, 1]")
        here = _cost_curve(method, node.condition, [at.value])
        return lambda x: here(x)[:, 0]
    if node.cost != UNIFORM:
        raise NotSupported(f"{node} of many resamples; costs uniform and point(...) are supported")
    return _uniform_loss(method, node.condition)


def _uniform_loss(method: Method, condition: str) -> Statistic:
    """The area under a cost curve: where it is a straight line, its height in the middle."""
    if method.name == "mix":
        q, first, second = _parts(method)
        left, right = _uniform_loss(first, condition), _uniform_loss(second, condition)
        return lambda x: q * left(x) + (1 - q) * right(x)
    if method.name == "optimal":
        return lambda x: _optimal_loss(x, condition)
    (g,) = method.arguments
    if "c" not in names(g):
        middle = _cost_curve(method, condition, [HALF])
        return lambda x: middle(x)[:, 0]
    if g != Name("c"):
        raise NotSupported(f"the loss of {method} of many resamples, but at points: cost=point(...)")
    if method.name == "score":
        return lambda x: _weighted(x, lambda y, k: _mean(y, k, lambda s: (np.clip(s, 0, 1) - k) ** 2), condition)

    def rate_driven(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        return (w0 * w1)[:, 0] * (1 - 2 * _auc(x)) + 1 / 3

    return rate_driven


# --- curves -------------------------------------------------------------------------------------------


def curve_statistic(curve: str, condition: str, grid: Sequence[Fraction]) -> Statistic:
    """A curve of each resample at the places ``grid``: a function to an array of shape ``(resamples, places)``.

    ``curve`` is one of

    a method    its cost curve ``Q(c) = 2 {c pi0 (1 - F0(T(c))) + (1-c) pi1 F1(T(c))}``, for thresholds or rates that
                are functions of ``c`` or uniform, for ``optimal``, and mixtures of these;
    ``kendall``  the rate-driven curve minus that of a perfect ranking;
    ``roc``     the true positive rate at false positive rates ``grid``, on the ROC curve joined by straight lines,
                the upper end where it is vertical;
    ``det``     the false negative rate there, 1 less that;
    ``gains``   the true positive rate at predicted positive rates ``grid``;
    ``lift``    that over the predicted positive rate, at which the grid must not be 0.

    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> curve_statistic("roc", "cost", [Fraction(0), Fraction(1, 4)])(Resamples.of(sample))
    array([[0.5 , 0.75]])
    """
    if condition not in ("cost", "skew"):
        raise InputError(f"condition {shortened(str(condition))}; it is cost or skew")
    if curve in ("roc", "det", "gains", "lift"):
        return _in_rates(curve, grid)
    if curve == "kendall":
        return lambda x: _driven(x, condition, grid, grid) - _perfect(x, condition, grid)
    return _cost_curve(law(parse_method(curve)), condition, grid)


def _parts(mix: Method) -> tuple[float, Method, Method]:
    q, first, second = mix.arguments
    if not isinstance(q, Number):
        raise NotSupported(f"{mix} of many resamples; the probability must be a number")
    assert isinstance(first, Method)
    assert isinstance(second, Method)
    return float(q.value), first, second


def _cost_curve(method: Method, condition: str, grid: Sequence[Fraction]) -> Statistic:
    if method.name == "mix":
        q, first, second = _parts(method)
        left, right = _cost_curve(first, condition, grid), _cost_curve(second, condition, grid)
        return lambda x: q * left(x) + (1 - q) * right(x)
    if method.name == "optimal":
        return lambda x: _envelope(x, condition, grid)
    (g,) = method.arguments
    assert not isinstance(g, Method)
    free = names(g)
    variable = "u" if "u" in free else "c"
    place = as_piecewise(g, variable) if free <= {variable} else None
    if place is None:
        raise NotSupported(f"{method} of many resamples; it must be a polynomial in c, or linear in u, with numbers")
    if variable == "u":
        low, high = _ends(method, place)
        if method.name == "score":
            return lambda x: _uniform_scores(x, condition, low, high, grid)
        return lambda x: _uniform_rates(x, condition, grid)
    places = [_value(method, place, c) for c in grid]
    if method.name == "score":
        return lambda x: _thresholds(x, condition, places, grid)
    if not all(0 <= rate <= 1 for rate in places):
        raise InputError(f"{method} leaves [0, 1], so it is no rate")
    return lambda x: _driven(x, condition, places, grid)


def _value(method: Method, function: Piecewise, c: Fraction) -> Fraction:
    found = function.at(c)
    if found != function.at(c, from_right=True):
        raise NotSupported(f"{method} jumps at {c}; take another grid")
    return found


def _ends(method: Method, function: Piecewise) -> tuple[Fraction, Fraction]:
    line = [] if function.only is None else coefficients(function.only)
    if len(line) != 2:
        raise NotSupported(f"{method} of many resamples; it must be linear in u")
    low, high = sorted((line[0], line[0] + line[1]))
    if method.name == "rate" and (low != 0 or high != 1):
        raise NotSupported(f"{method} of many resamples; a random rate must be uniform on [0, 1]")
    return low, high


def _lines(x: Resamples, condition: str, tpr: Floats, fpr: Floats, grid: Sequence[Fraction]) -> Floats:
    """``2 {c w0 (1 - F0) + (1 - c) w1 F1}``."""
    w0, w1 = x.weights(condition)
    c = np.array([float(place) for place in grid])
    return 2 * (c * w0 * (1 - tpr) + (1 - c) * w1 * fpr)


def _thresholds(x: Resamples, condition: str, thresholds: Sequence[Fraction], grid: Sequence[Fraction]) -> Floats:
    cuts = [bisect_right(x.scores, t) for t in thresholds]
    return _lines(x, condition, x.cumulative0[:, cuts] / x.n0, x.cumulative1[:, cuts] / x.n1, grid)


def _uniform_scores(x: Resamples, condition: str, low: Fraction, high: Fraction, grid: Sequence[Fraction]) -> Floats:
    def missed(s: Floats) -> Floats:
        return np.clip((s - float(low)) / float(high - low), 0, 1)

    return _lines(x, condition, 1 - _mean(x, 0, missed)[:, None], 1 - _mean(x, 1, missed)[:, None], grid)


def _uniform_rates(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    w0, w1 = x.weights(condition)
    auc = _auc(x)[:, None]
    return _lines(x, condition, w0 / 2 + w1 * auc, w1 / 2 + w0 * (1 - auc), grid)


def _driven(x: Resamples, condition: str, rates: Sequence[Fraction], grid: Sequence[Fraction]) -> Floats:
    if condition == "skew":
        along, whole = x.cumulative0 * x.n1 + x.cumulative1 * x.n0, 2 * x.n0 * x.n1
    else:
        along, whole = x.cumulative0 + x.cumulative1, x.n0 + x.n1
    read = _interpolation(along, whole, rates)
    return _lines(x, condition, read(x.cumulative0) / x.n0, read(x.cumulative1) / x.n1, grid)


def _perfect(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    """The rate-driven curve of a ranking with all of class 0 first."""
    w0, w1 = x.weights(condition)
    c = np.array([float(place) for place in grid])
    return _lines(x, condition, np.minimum(c / w0, 1), np.maximum(c - w0, 0) / w1, grid)


def _in_rates(curve: str, grid: Sequence[Fraction]) -> Statistic:
    if curve in ("roc", "det"):
        start, sign = (0, 1) if curve == "roc" else (1, -1)
        return lambda x: start + sign * (_interpolation(x.cumulative1, x.n1, grid)(x.cumulative0) / x.n0)
    if curve == "lift" and not grid[0]:
        raise InputError("place 0 of the grid; the lift at a predicted positive rate of 0 is no number")
    shares = np.array([float(place) for place in grid]) if curve == "lift" else 1

    def gains(x: Resamples) -> Floats:
        along = x.cumulative0 + x.cumulative1
        found: Floats = _interpolation(along, x.n0 + x.n1, grid)(x.cumulative0) / x.n0 / shares
        return found

    return gains


def _interpolation(along: Integers, whole: Integers, shares: Sequence[Fraction]) -> Callable[[Integers], Floats]:
    """Reads cumulative counts where ``along`` has reached the ``shares`` of ``whole``, linearly between cuts.

    Of several cuts with one value of ``along`` the last is taken. Integer parts are compared as integers.
    """
    sizes, which = np.unique(whole[:, 0], return_inverse=True)
    targets = [[share * int(size) for share in shares] for size in sizes]
    floors = np.array([[floor(t) for t in row] for row in targets], dtype=np.int64)[which]
    rests = np.array([[float(t - floor(t)) for t in row] for row in targets])[which]
    rows, cuts = along.shape
    shift = np.arange(rows)[:, None] * (int(sizes[-1]) + 1)
    found = np.searchsorted((along + shift).ravel(), (floors + shift).ravel(), side="right").reshape(floors.shape)
    before = np.minimum(found - 1 - np.arange(rows)[:, None] * cuts, cuts - 2)
    low = np.take_along_axis(along, before, axis=1)
    step = np.take_along_axis(along, before + 1, axis=1) - low
    part = np.where(step > 0, (floors - low + rests) / np.maximum(step, 1), 1.0)

    def read(cumulative: Integers) -> Floats:
        start = np.take_along_axis(cumulative, before, axis=1)
        rise: Integers = np.take_along_axis(cumulative, before + 1, axis=1) - start
        return start + part * rise

    return read


def _block_weights(x: Resamples, condition: str) -> tuple[Floats, Floats]:
    w0, w1 = x.weights(condition)
    rows = x.blocks.rows
    return (w0 / x.n0)[rows, 0] * x.blocks.counts0, (w1 / x.n1)[rows, 0] * x.blocks.counts1


def _envelope(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    """Each block of the hull goes to the class that costs less, and a threshold does so for all of them."""
    a, b = _block_weights(x, condition)
    found = np.empty((len(x.n0), len(grid)))
    for place, c in enumerate(map(float, grid)):
        found[:, place] = 2 * x.blocks.sums(np.minimum(c * a, (1 - c) * b))
    return found
