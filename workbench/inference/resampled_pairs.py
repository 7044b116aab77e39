"""Means over pairs of many resamples at once, where they are no means over one example.

    E_k[f(s, s2)] = sum of a_i f(s_i, s_j) a_j over the distinct scores, divided by (sum of a_i)**2

A function of both scores alone is the same on all resamples, so that it is found once at each pair of distinct scores:
in doubles, each with a bound on its error, and by the exact engine where that bound is too large, as it is where an
indicator jumps or a root ends. What changes from resample to resample, as ranks do, has no such table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from workbench.errors import NotSupported
from workbench.inference.resampled_losses import Statistic
from workbench.inference.resamples import ROWS, WIDTH, Floats, Part, Resamples
from workbench.language.grammar import shortened
from workbench.language.interpreter import InVariables, ascending
from workbench.language.statements import INSIDE_MEAN, MEANS
from workbench.language.syntax import SECOND, Apply, Arithmetic, Comparison, Node, Number, PairMean, names, substitute
from workbench.losses.columns import uses
from workbench.losses.exact import MEANS_OVER, value
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

Bounded: TypeAlias = tuple[Floats, Floats]
"""Doubles, and how far at most each is from what it stands for: infinitely far where nothing is known."""

EPSILON, LEAST = 2.0**-50, 1e-300
"""Bounds on the relative error of an operation, or of a function of numpy, and on the error of one near to zero."""
CLOSE = 1e-13
MOST_EXACT = 1 << 15
"""Pairs of scores that are found by the exact engine."""


def pair_statistic(node: PairMean, samples: Sequence[Sample]) -> Statistic:
    """A mean over pairs in each resample of one of ``samples``. `NotSupported` where there is no such way.

    >>> from workbench.language.statements import parse_expression
    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> mean = pair_statistic(parse_expression("E(sqrt(abs(s - s2)), s2)"), [sample])
    >>> mean(Resamples.of(sample)).round(6)
    array([0.41003])
    """
    if not names(node.body) <= {"s", SECOND} or uses(node.body, INSIDE_MEAN | MEANS):
        raise NotSupported(f"{shortened(str(node))} of many resamples; it is no function of both scores alone")
    if any(sample.distinct_scores > WIDTH for sample in samples):
        raise NotSupported(f"{shortened(str(node))} over the pairs of more than {WIDTH} distinct scores")
    classes = MEANS_OVER[node.function]
    tables = {id(sample): (sample, _table(node, sample)) for sample in samples}

    def mean(x: Resamples) -> Floats:
        sample = x.scores.sample
        if id(sample) not in tables:
            tables[id(sample)] = sample, _table(node, sample)
        size = sum((x.n1 if k else x.n0)[:, 0] for k in classes)
        found: Floats = x.ask(totals.setdefault(id(sample), _Total(classes, *tables[id(sample)][1]))) / size / size
        return found

    totals: dict[int, _Total] = {}
    return mean


class _Total:
    """The sum over pairs, of a part that has all scores."""

    def __init__(self, classes: Sequence[int], there: Sequence[int], table: Floats) -> None:
        self.classes, self.there, self.table = classes, there, table

    def __call__(self, part: Part) -> Floats:
        counts = sum(part.floats[k][:, self.there] for k in self.classes)
        found: Floats = np.einsum("ij,ij->i", counts @ self.table, counts)
        return found


def _table(node: PairMean, sample: Sample) -> tuple[Sequence[int], Floats]:
    """The places of the scores of a class among all, and the function at each pair of them."""
    counts = np.array([sample.counts(k) for k in MEANS_OVER[node.function]]).sum(axis=0)
    there: list[int] = np.flatnonzero(counts).tolist()
    scores = [sample.scores[i] for i in there]
    rounded = np.array([float(score) for score in scores])
    error = np.abs(rounded) * EPSILON + LEAST
    table, unsure = np.empty((len(there), len(there))), []
    for start in range(0, len(there), ROWS):
        here = slice(start, start + ROWS)
        first, second = (rounded[here, None], error[here, None]), (rounded[None], error[None])
        with np.errstate(all="ignore"):
            found, errors = _InBounds({"s": first, SECOND: second}).value(node.body)
            table[here] = found
            near = np.isfinite(found) & (errors <= CLOSE * np.maximum(np.abs(found), 1))
        unsure += [(start + i, j) for i, j in np.argwhere(~np.broadcast_to(near, table[here].shape)).tolist()]
        if len(unsure) > MOST_EXACT:
            what = f"{shortened(str(node))} of many resamples"
            raise NotSupported(f"{what}; too many of its values need exact arithmetic")
    for i, j in unsure:
        of_pair = substitute(node.body, {"s": Number(scores[i]), SECOND: Number(scores[j])})
        table[i, j] = approximation(value(sample, of_pair))[0]  # type: ignore[arg-type]
    return there, table


class _InBounds(InVariables[Bounded]):
    """Doubles with bounds on their errors."""

    def number(self, value: Fraction) -> Bounded:
        found = np.array([[float(value)]])
        return found, np.abs(found) * EPSILON

    def negative(self, operand: Bounded) -> Bounded:
        return -operand[0], operand[1]

    def operate(self, node: Arithmetic, left: Bounded, right: Bounded) -> Bounded:
        (x, dx), (y, dy) = left, right
        match node.operator:
            case "+" | "-":
                return _rounded(x + y if node.operator == "+" else x - y, dx + dy)
            case "*":
                return _rounded(x * y, np.abs(x) * dy + (np.abs(y) + dy) * dx)
            case "/":
                return _rounded(x / y, _over(dx + np.abs(x / y) * dy, np.abs(y) - dy))
        if isinstance(node.right, Number):
            return _power(left, node.right.value)
        return _exponential(self.operate(Arithmetic("*", node.right, node.left), right, _logarithm(left)))

    def compare(self, comparison: Comparison, left: Bounded, right: Bounded) -> Bounded:
        (low, around), (high, beside), _ = ascending(comparison, left, right)
        return (low < high).astype(float), np.where(np.abs(high - low) > around + beside, 0.0, np.inf)

    def call(self, node: Apply, arguments: tuple[Bounded, ...]) -> Bounded:
        (x, dx), *others = arguments
        match node.function:
            case "abs":
                return np.abs(x), dx
            case "min" | "max":
                for y, dy in others:
                    x, dx = (np.minimum if node.function == "min" else np.maximum)(x, y), np.maximum(dx, dy)
                return x, dx
            case "sqrt":
                return _power((x, dx), Fraction(1, 2))
            case "log":
                return _logarithm((x, dx))
            case "exp":
                return _exponential((x, dx))
        return self.other(node)

    def other(self, node: Node) -> Bounded:
        raise NotSupported(f"{shortened(str(node))} in a mean over pairs of many resamples")


def _rounded(x: Floats, error: Floats) -> Bounded:
    """The error of an operation too, and of the bound itself."""
    return x, (error + np.abs(x) * EPSILON) * 1.0001 + LEAST


def _logarithm(of: Bounded) -> Bounded:
    x, dx = of
    return _rounded(np.log(x), _over(dx, x - dx))


def _exponential(of: Bounded) -> Bounded:
    x, dx = of
    return _rounded(np.exp(x), np.exp(x) * np.expm1(dx))


def _over(error: Floats, least: Floats) -> Floats:
    """An error over a number of at least this size; infinite where that may be zero."""
    return np.where(least > 0, error / least, np.inf)


def _power(base: Bounded, power: Fraction) -> Bounded:
    """By the greatest slope between the ends; of a base that may be no greater than zero only a natural power."""
    x, dx = base
    exponent = float(power)
    high = np.abs(x) + dx
    if power.denominator == 1 and power >= 0:
        slope = exponent * high ** max(exponent - 1, 0)
        return _rounded(x ** int(power), slope * dx)
    low = x - dx
    slope = abs(exponent) * np.maximum(low ** (exponent - 1), high ** (exponent - 1))
    found = x**exponent
    rounding = found * np.abs(np.log(x)) * EPSILON  # of the exponent
    return _rounded(found, np.where(low > 0, slope * dx + rounding, np.inf))
