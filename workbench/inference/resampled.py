"""Metrics, cost curves and ROC curves of many resamples at once, as arrays of doubles.

Resamples of one sample share its distinct scores, and only the counts of the examples differ. A statistic asks
`workbench.inference.resamples.Resamples` for what is summed up over parts of the scores. Counts stay integers, and so
do all comparisons (ties, hulls, places on the ROC curve), so that each value is the exact one up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from workbench import methods, metrics
from workbench.errors import InputError, NotSupported, shown
from workbench.inference.resampled_losses import Statistic as Statistic
from workbench.inference.resampled_losses import loss_statistic, mean_at_scores, weighted
from workbench.inference.resamples import WIDTH, AtCuts, Floats, Integers, Part, Reading, Resamples
from workbench.language.grammar import shortened
from workbench.language.interpreter import Interpreter
from workbench.language.pairs import in_means
from workbench.language.statements import (
    INSIDE_MEAN,
    MEANS,
    definition,
    folded,
    law,
    parse_expression,
    parse_method,
    suggestion,
)
from workbench.language.syntax import (
    UNIFORM,
    Apply,
    Arithmetic,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Number,
    names,
    substitute,
)
from workbench.losses.columns import uses
from workbench.losses.exact import LOG_LOSS, NeedsProbabilities, outside, value
from workbench.losses.formulas import as_piecewise
from workbench.losses.reals import Undefined
from workbench.numbers.certified import Real, lift
from workbench.numbers.piecewise import Piecewise, coefficients
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample, only_counted

HALF = Fraction(1, 2)


# --- numbers ------------------------------------------------------------------------------------------


def _mean(k: int, function: Callable[[Floats], Floats]) -> Statistic:
    """The mean of ``function`` over the scores of class ``k``."""

    def total(part: Part) -> Floats:
        found: Floats = part.floats[k] @ function(part.doubles)
        return found

    return lambda x: x.ask(total) / (x.n1 if k else x.n0)[:, 0]


def _means(function: Callable[[Floats, int], Floats]) -> tuple[Statistic, Statistic]:
    """The means of ``function(score, class)`` over either class."""
    return _mean(0, lambda s: function(s, 0)), _mean(1, lambda s: function(s, 1))


BRIER = _means(lambda s, k: (s - k) ** 2)
CLIPPED = _means(lambda s, k: (np.clip(s, 0, 1) - k) ** 2)
ABSOLUTE = _means(lambda s, k: np.abs(s - k))


def _area(part: Part) -> Integers:
    doubled: Integers = (part.counts1 * (part.cumulative0[:, 1:] + part.cumulative0[:, :-1])).sum(axis=1)
    return doubled


def _auc(x: Resamples) -> Floats:
    found: Floats = x.ask(_area) / (2 * x.n0 * x.n1)[:, 0]
    return found


def _auch(x: Resamples) -> Floats:
    blocks = x.blocks
    through = np.cumsum(blocks.counts0)
    before = through - blocks.counts0
    before -= before[blocks.starts][blocks.rows]
    return blocks.sums(blocks.counts1 * (2 * before + blocks.counts0)) / (2 * x.n0 * x.n1)[:, 0]


def _refinement_terms(part: Part) -> Floats:
    a, b = part.floats
    sums: Floats = (a * b / np.maximum(a + b, 1)).sum(axis=1)
    return sums


def _refinement(x: Resamples) -> Floats:
    found: Floats = x.ask(_refinement_terms) / (x.n0 + x.n1)[:, 0]
    return found


def _calibration_terms(part: Part) -> Floats:
    a, b = part.floats
    sizes = a + b
    sums: Floats = (sizes * (part.doubles - b / np.maximum(sizes, 1)) ** 2).sum(axis=1)
    return sums


def _calibration(x: Resamples) -> Floats:
    found: Floats = x.ask(_calibration_terms) / (x.n0 + x.n1)[:, 0]
    return found


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


def _gap(part: Part) -> Integers:
    most: Integers = np.abs(part.cumulative0 * part.sizes.n1 - part.cumulative1 * part.sizes.n0).max(axis=1)
    return most


def _ks(x: Resamples) -> Floats:
    found: Floats = x.ask(_gap, np.maximum) / (x.n0 * x.n1)[:, 0]
    return found


def _errors(part: Part) -> Integers:
    least: Integers = (part.cumulative1 - part.cumulative0).min(axis=1)
    return least


def _least_error(x: Resamples) -> Floats:
    found: Floats = (x.n0[:, 0] + x.ask(_errors, np.minimum)) / (x.n0 + x.n1)[:, 0]
    return found


def _precisions(part: Part) -> Floats:
    """Of each example of class 1 the precision where what has its score or more is predicted to be of class 1."""
    above0, above1 = part.sizes.n0 - part.cumulative0[:, :-1], part.sizes.n1 - part.cumulative1[:, :-1]
    sums: Floats = (part.floats[1] * above1 / np.maximum(above0 + above1, 1)).sum(axis=1)
    return sums


def _average_precision(x: Resamples) -> Floats:
    found: Floats = x.ask(_precisions) / x.n1[:, 0]
    return found


NUMBERS: dict[str, Statistic] = {
    "AUC": _auc,
    "AUCH": _auch,
    "BS": weighted(BRIER, "cost"),
    "BS0": BRIER[0],
    "BS1": BRIER[1],
    "MBS": weighted(BRIER, "skew"),
    "MAE": weighted(ABSOLUTE, "cost"),
    "MAE0": ABSOLUTE[0],
    "MAE1": ABSOLUTE[1],
    "MMAE": weighted(ABSOLUTE, "skew"),
    "RL": _refinement,
    "CL": _calibration,
    "RLH": lambda x: _optimal_loss(x, "cost"),
    "H": _h,
    "KS": _ks,
    "MER": _least_error,
    "AP": _average_precision,
}


SIZES: dict[str, Statistic] = {
    "n": lambda x: (x.n0 + x.n1)[:, 0].astype(float),
    "n0": lambda x: x.n0[:, 0].astype(float),
    "n1": lambda x: x.n1[:, 0].astype(float),
    "pi0": lambda x: (x.n0 / (x.n0 + x.n1))[:, 0],
    "pi1": lambda x: (x.n1 / (x.n0 + x.n1))[:, 0],
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

    Numbers, class sizes and proportions, metrics of the catalogue, means of expressions in s, and losses under
    densities of the operating condition, with ``+``, ``-``, ``*`` and ``/``, have a fast way; whatever else is an
    expression is found on each resample by itself, by the exact engine. `InputError` for names that are unknown,
    `NeedsProbabilities` when one of ``samples`` has scores outside [0, 1] and the metric needs probabilities,
    `NotSupported` for what has no fast way where there are more than 4096 distinct scores.

    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> number_statistic("AUC - loss(score_driven)")(Resamples.of(sample))
    array([0.734375])
    >>> number_statistic("loss(score(1 - c))")(Resamples.of(sample))
    array([0.484375])
    """
    if not isinstance(text, str):
        raise InputError(f"{shown(text)} is not an expression; text such as AUC - BS is")
    expression = in_means(parse_expression(text))
    try:
        statistic = _Statistics(samples).value(expression)
    except NotSupported:
        return _one_by_one(expression, samples)

    def finite(x: Resamples) -> Floats:
        with np.errstate(invalid="ignore"):
            found = statistic(x)
        if not np.isfinite(found).all():
            raise Undefined(f"{shortened(text)} is infinite, or has no value, on a resample")
        return found

    return finite


def _one_by_one(expression: Expression, samples: Sequence[Sample]) -> Statistic:
    """The exact value on each resample, rounded."""
    for sample in samples:
        if sample.distinct_scores > WIDTH:
            what = f"{shortened(str(expression))} of many resamples"
            raise NotSupported(f"{what}; it has no fast way, and more than {WIDTH} distinct scores take too long")
        value(sample, expression)

    def counts(part: Part) -> tuple[list[list[int]], list[list[int]]]:
        return part.counts0.tolist(), part.counts1.tolist()

    def each(x: Resamples) -> Floats:
        scores = x.scores.sample.scores
        return np.array(
            [approximation(value(_kept(scores, *row), expression))[0] for row in zip(*x.ask(counts), strict=True)]
        )

    return each


def _kept(scores: Sequence[Fraction], counts0: Sequence[int], counts1: Sequence[int]) -> Sample:
    """The sample with these counts of examples at the scores, without those that have none."""
    entries = [entry for entry in zip(scores, counts0, counts1, strict=True) if entry[1] or entry[2]]
    return Sample(*zip(*entries, strict=True))


def _of_chances(function: Callable[[Fraction], Real]) -> Statistic:
    """The mean of a function of the probability that a score gives the example's own class."""
    zero = mean_at_scores(0, lambda _, s: function(1 - s))
    return weighted((zero, mean_at_scores(1, lambda _, s: function(s))), "cost")


def _log_loss() -> Statistic:
    """The log loss, infinite where a resample has an example whose class has the probability 0 by its score."""
    surprise = _of_chances(lambda p: -lift(p).log() if p else Fraction(0))
    impossible = _of_chances(lambda p: Fraction(not p))
    return lambda x: np.where(impossible(x) > 0, np.inf, surprise(x))


class _Statistics(Interpreter[Statistic]):
    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples

    def value(self, node: Node) -> Statistic:
        if node == LOG_LOSS and all(sample.probabilistic for sample in self.samples):
            return _log_loss()
        return super().value(node)

    def number(self, value: Fraction) -> Statistic:
        constant = float(value)
        return lambda x: np.full(len(x.n0), constant)

    def name(self, node: Name) -> Statistic:
        if node.name in SIZES:
            for sample in self.samples if node.name[0] == "n" else ():
                only_counted(sample, node.name)
            return SIZES[node.name]
        return _metric(node.name, self.samples)

    def negative(self, operand: Statistic) -> Statistic:
        return lambda x: -operand(x)

    def operate(self, node: Arithmetic, left: Statistic, right: Statistic) -> Statistic:
        if node.operator not in _OPERATIONS:
            return self.other(node)
        combine = _OPERATIONS[node.operator]
        return lambda x: combine(left(x), right(x))

    def apply(self, node: Apply) -> Statistic:
        body = node.arguments[0]
        if node.function in MEANS and names(body) == {"s"} and not uses(body, INSIDE_MEAN | MEANS):
            there = partial(_value_there, body)
            parts = mean_at_scores(0, there), mean_at_scores(1, there)
            return weighted(parts, "cost") if node.function == "E" else parts[int(node.function[1])]
        return self.other(node)

    def other(self, node: Node) -> Statistic:
        if isinstance(node, Loss) and node.rates == "interpolated":
            with suppress(NotSupported):
                return _loss(node)
            return loss_statistic(node, law(node.method))
        what = shortened(str(node))
        raise NotSupported(f"{what} of many resamples; metrics, losses and + - * / of them are supported")


def _value_there(body: Node, sample: Sample, score: Fraction) -> Real:
    """The value of an expression in s at a score."""
    return value(sample, substitute(body, {"s": Number(score)}))  # type: ignore[arg-type]


def _metric(name: str, samples: Sequence[Sample]) -> Statistic:
    if name not in metrics.CATALOGUE:
        raise InputError(f"unknown metric {shortened(name)}{suggestion(name, metrics.CATALOGUE)}")
    metric = metrics.CATALOGUE[name]
    for sample in samples:
        if metric.needs_probabilities and not sample.probabilistic:
            raise NeedsProbabilities(f"{name} {outside(sample)}")
    if name in NUMBERS:
        return NUMBERS[name]
    told = definition(name)
    if told is None:
        raise NotSupported(f"{name} of many resamples; it has neither a fast way nor a definition")
    return _Statistics(samples).value(told)


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
        raise NotSupported(f"the loss of {method} of many resamples")
    if method.name == "fpr":
        raise NotSupported(f"the loss of {method} of many resamples")
    if method.name == "score":
        return weighted(CLIPPED, condition)

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
    ``lift``    that over the predicted positive rate, at which the grid must not be 0;
    ``net_benefit``  that of treating above threshold probabilities ``grid``, which must not be 1; also ``decision``;
    ``standardized_net_benefit``  that over pi1, the most that there is;
    ``interventions_avoided``  how many fewer are treated than everybody at no loss, where the grid is neither 0 nor 1.

    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> curve_statistic("roc", "cost", [Fraction(0), Fraction(1, 4)])(Resamples.of(sample))
    array([[0.5 , 0.75]])
    """
    if not isinstance(curve, str):
        raise InputError(f"{shown(curve)} is not the name of a curve; text such as score_driven or roc is")
    if condition not in ("cost", "skew"):
        raise InputError(f"condition {shortened(str(condition))}; it is cost or skew")
    if curve in RATES:
        return _in_rates(curve, grid)
    if curve in MEASURES:
        return _net_benefits(curve, grid)
    if curve == "kendall":
        return lambda x: _driven(x, condition, grid, grid) - _perfect(x, condition, grid)
    if curve.isidentifier() and curve not in methods.CATALOGUE:
        known = (*RATES, "kendall", *MEASURES)
        hint = (
            suggestion(curve, {*known, *methods.CATALOGUE})
            or f"; there are {', '.join(known)}, and that of each method"
        )
        raise InputError(f"there is no curve {shown(curve)}{hint}")
    return _cost_curve(law(parse_method(curve)), condition, grid)


RATES = ("roc", "det", "gains", "lift")
MEASURES = ("net_benefit", "decision", "standardized_net_benefit", "interventions_avoided")


def _net_benefits(curve: str, grid: Sequence[Fraction]) -> Statistic:
    """``pi1 (1 - F1(t)) - t/(1 - t) pi0 (1 - F0(t))``; that over pi1; or ``pi0 F0(t) - (1 - t)/t pi1 F1(t)``."""
    if 1 in grid:
        raise InputError("place 1 of the grid; the net benefit at a threshold probability of 1 is no number")
    if curve == "interventions_avoided" and 0 in grid:
        raise InputError("place 0 of the grid; at a threshold probability of 0 no number of interventions is avoided")
    odds = np.array([float(t / (1 - t)) for t in grid])

    def found(x: Resamples) -> Floats:
        w0, w1 = x.weights("cost")
        tpr, fpr = at_cuts(x, [x.scores.cut(t) for t in grid])
        benefits: Floats
        if curve == "interventions_avoided":
            benefits = w0 * tpr - w1 * fpr / odds
            return benefits
        benefits = w1 * (1 - fpr) - odds * w0 * (1 - tpr)
        return benefits / w1 if curve == "standardized_net_benefit" else benefits

    return found


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
    if method.name == "tpr" or (method.name == "fpr" and "u" in free):
        raise NotSupported(f"{method} of many resamples; of the rates of one class, fpr(g) with g in c is known")
    if free == {"c", "u"}:
        each = [_cost_curve(_at(method, g, c), condition, [c]) for c in grid]
        return lambda x: np.concatenate([one(x) for one in each], axis=1)
    variable = "u" if "u" in free else "c"
    place = as_piecewise(g, variable) if free <= {variable} else None
    if place is None:
        raise NotSupported(f"{method} of many resamples; it must be a polynomial in c, or linear in u, with numbers")
    if variable == "u":
        low, high = _ends(method, place)
        if method.name == "score":
            return _uniform_scores(condition, low, high, grid)
        return lambda x: _uniform_rates(x, condition, grid)
    places = [_value(method, place, c) for c in grid]
    if method.name == "score":
        return _thresholds(condition, places, grid)
    if not all(0 <= rate <= 1 for rate in places):
        raise InputError(f"{method} leaves [0, 1], so it is no rate")
    if method.name == "fpr":
        shares = np.array([float(place) for place in places])
        return lambda x: _lines(x, condition, Reading("roc", tuple(places)).of(x)[0] / x.n0, shares, grid)
    return lambda x: _driven(x, condition, places, grid)


def _at(method: Method, g: Node, c: Fraction) -> Method:
    """The method at an operating condition, where only u is left."""
    there: Any = substitute(g, {"c": Number(c)})
    there = folded(there)
    return replace(method, arguments=(there,))


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


def at_cuts(x: Resamples, cuts: Sequence[int]) -> tuple[Floats, Floats]:
    """The true and the false positive rates where so many of the lowest scores are predicted positive."""
    a, b = x.ask(AtCuts(tuple(cuts)))
    return a / x.n0, b / x.n1


def _thresholds(condition: str, thresholds: Sequence[Fraction], grid: Sequence[Fraction]) -> Statistic:
    return lambda x: _lines(x, condition, *at_cuts(x, [x.scores.cut(t) for t in thresholds]), grid)


def _uniform_scores(condition: str, low: Fraction, high: Fraction, grid: Sequence[Fraction]) -> Statistic:
    missed = _means(lambda s, k: np.clip((s - float(low)) / float(high - low), 0, 1))
    return lambda x: _lines(x, condition, 1 - missed[0](x)[:, None], 1 - missed[1](x)[:, None], grid)


def _uniform_rates(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    w0, w1 = x.weights(condition)
    auc = _auc(x)[:, None]
    return _lines(x, condition, w0 / 2 + w1 * auc, w1 / 2 + w0 * (1 - auc), grid)


def _driven(x: Resamples, condition: str, rates: Sequence[Fraction], grid: Sequence[Fraction]) -> Floats:
    a, b = Reading(condition, tuple(rates)).of(x)
    return _lines(x, condition, a / x.n0, b / x.n1, grid)


def _perfect(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    """The rate-driven curve of a ranking with all of class 0 first."""
    w0, w1 = x.weights(condition)
    c = np.array([float(place) for place in grid])
    return _lines(x, condition, np.minimum(c / w0, 1), np.maximum(c - w0, 0) / w1, grid)


def _in_rates(curve: str, grid: Sequence[Fraction]) -> Statistic:
    if curve in ("roc", "det"):
        start, sign = (0, 1) if curve == "roc" else (1, -1)
        return lambda x: start + sign * (Reading("roc", tuple(grid)).of(x)[0] / x.n0)
    if curve == "lift" and not grid[0]:
        raise InputError("place 0 of the grid; the lift at a predicted positive rate of 0 is no number")
    shares = np.array([float(place) for place in grid]) if curve == "lift" else 1
    return lambda x: Reading("cost", tuple(grid)).of(x)[0] / x.n0 / shares


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
