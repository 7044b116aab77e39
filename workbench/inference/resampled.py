"""Metrics and expressions of many resamples at once, as arrays of doubles; curves are in `resampled_curves`.

Resamples of one sample share its distinct scores, and only the counts of the examples differ. A statistic asks
`workbench.inference.resamples.Resamples` for what is summed up over parts of the scores. Counts stay integers, and so
do all comparisons (ties, hulls, places on the ROC curve), so that each value is the exact one up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce

import numpy as np

from workbench import metrics
from workbench.errors import InputError, NotSupported, shown
from workbench.inference.resampled_curves import auc, block_weights, cost_curve_statistic, means_of, parts_of
from workbench.inference.resampled_losses import RANKS, h_measure_statistic, loss_statistic, mean_at_scores, weighted
from workbench.inference.resampled_losses import Statistic as Statistic
from workbench.inference.resampled_pairs import pair_statistic
from workbench.inference.resamples import WIDTH, Floats, Integers, Part, Resamples
from workbench.language.grammar import shortened
from workbench.language.interpreter import Interpreter
from workbench.language.pairs import in_means
from workbench.language.statements import (
    INSIDE_MEAN,
    MEANS,
    definition,
    law,
    parse_expression,
    suggestion,
)
from workbench.language.syntax import (
    UNIFORM,
    Apply,
    Arithmetic,
    Comparison,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Number,
    PairMean,
    names,
    substitute,
)
from workbench.losses.columns import uses
from workbench.losses.exact import LOG_LOSS, NeedsProbabilities, outside, value
from workbench.losses.reals import Undefined
from workbench.losses.weights import under_density
from workbench.numbers.certified import Real, lift
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample, only_counted
from workbench.words import OF_ONE_CLASS

HALF = Fraction(1, 2)


# --- numbers ------------------------------------------------------------------------------------------


BRIER = means_of(lambda s, k: (s - k) ** 2)
CLIPPED = means_of(lambda s, k: (np.clip(s, 0, 1) - k) ** 2)
ABSOLUTE = means_of(lambda s, k: np.abs(s - k))


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
    a, b = block_weights(x, condition)
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
    "AUC": auc,
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


def _rooted(function: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
    """A root or a logarithm, where its argument is not so small that rounding errors would be magnified; else nan."""
    return lambda x: function(np.where(x >= LEAST, x, np.nan))


LEAST = 1e-3
_FUNCTIONS: dict[str, Callable[..., Floats]] = {
    "abs": np.abs,
    "exp": np.exp,
    "sqrt": _rooted(np.sqrt),
    "log": _rooted(np.log),
    "min": lambda *of: reduce(np.minimum, of),
    "max": lambda *of: reduce(np.maximum, of),
}


def number_statistic(text: str, *samples: Sample) -> Statistic:
    """The metric or expression ``text`` of each resample: a function to an array of shape ``(resamples,)``.

    Numbers, class sizes and proportions, metrics of the catalogue, means of expressions in s, or in the scores of a
    pair, and losses under densities and weights of the operating condition have a fast way, and so have ``+ - * /``,
    whole powers and functions of them; whatever else is an expression is found on each resample by itself, by the exact
    engine, and so are roots and logarithms of what is near to zero or below. `InputError` for names that are unknown,
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
    fast = _Statistics(samples)
    try:
        statistic = fast.value(expression)
    except NotSupported:
        return _one_by_one(expression, samples)
    few = all(sample.distinct_scores <= WIDTH for sample in samples)

    def finite(x: Resamples) -> Floats:
        if fast.rooted and few:
            counts = x.ask(_counts)
        with np.errstate(invalid="ignore", over="ignore"):
            found = statistic(x)
        missing = np.flatnonzero(~np.isfinite(found))
        if len(missing) and fast.rooted:
            if not few:
                raise _too_many(expression)
            found[missing] = _exactly(x, [column[missing] for column in counts], expression)
        elif len(missing):
            raise Undefined(f"{shortened(text)} is infinite, or has no value, on a resample")
        return found

    return finite


def _one_by_one(expression: Expression, samples: Sequence[Sample]) -> Statistic:
    """The exact value on each resample, rounded."""
    for sample in samples:
        if sample.distinct_scores > WIDTH:
            raise _too_many(expression)
        value(sample, expression)
    return lambda x: _exactly(x, x.ask(_counts), expression)


def _too_many(expression: Expression) -> NotSupported:
    what = f"{shortened(str(expression))} of many resamples"
    return NotSupported(f"{what}; it has no fast way, and more than {WIDTH} distinct scores take too long")


def _counts(part: Part) -> tuple[Integers, Integers]:
    """All of them, where one part has all scores."""
    return part.counts0, part.counts1


def _exactly(x: Resamples, counts: Sequence[Integers], expression: Expression) -> Floats:
    """The exact value on the resamples with these counts, one by one, rounded."""
    rows = zip(*(column.tolist() for column in counts), strict=True)
    return np.array([approximation(value(_kept(x.scores.sample.scores, *row), expression))[0] for row in rows])


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
        self.rooted = False
        """Whether a function may have no value, or none that can be trusted, in doubles."""

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
        if node.operator == "**" and isinstance(node.right, Number):
            power = node.right.value
            if power.denominator == 1 and power > 0:
                return lambda x: left(x) ** int(power)
        if node.operator not in _OPERATIONS:
            return self.other(node)
        combine = _OPERATIONS[node.operator]
        return lambda x: combine(left(x), right(x))

    def apply(self, node: Apply) -> Statistic:
        if node.function in _FUNCTIONS:
            return super().apply(node)
        body, *others = node.arguments
        if node.function == "h_measure" and all(isinstance(x, Number) for x in node.arguments):
            return h_measure_statistic(body, *others)  # type: ignore[arg-type]
        factor, rank = _without_rank(body)
        if node.function in MEANS and names(factor) <= {"s"} and not uses(factor, INSIDE_MEAN | MEANS):
            there = partial(_value_there, factor)
            parts = mean_at_scores(0, there, rank), mean_at_scores(1, there, rank)
            return weighted(parts, "cost") if node.function == "E" else parts[int(node.function[1])]
        return self.other(node)

    def call(self, node: Apply, arguments: tuple[Statistic, ...]) -> Statistic:
        function = _FUNCTIONS[node.function]
        self.rooted |= node.function in ("sqrt", "log", "exp")
        return lambda x: function(*(argument(x) for argument in arguments))

    def other(self, node: Node) -> Statistic:
        if isinstance(node, PairMean):
            return pair_statistic(node, self.samples)
        if isinstance(node, Loss) and node.cost.name == "weight" and (known := under_density(node)) is not None:
            mass, loss = known
            under = self.other(loss)
            return lambda x: float(mass) * under(x)
        if isinstance(node, Loss) and node.rates == "interpolated":
            with suppress(NotSupported):
                return _loss(node)
            return loss_statistic(node, law(node.method))
        what = shortened(str(node))
        raise NotSupported(f"{what} of many resamples; metrics, losses and + - * / of them are supported")


def _without_rank(body: Expression | Comparison) -> tuple[Expression | Comparison, str | None]:
    """What a rank of the score is multiplied by, and which rank; all, and None, where it is no such product."""
    if isinstance(body, Apply) and body.function in RANKS and body.arguments == (Name("s"),):
        return Number(Fraction(1)), body.function
    if isinstance(body, Arithmetic) and body.operator == "*":
        for one, other in ((body.left, body.right), (body.right, body.left)):
            rest, rank = _without_rank(one)
            if rank is not None:
                return Arithmetic("*", rest, other), rank  # type: ignore[arg-type]
    return body, None


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
        here = cost_curve_statistic(method, node.condition, [at.value])
        return lambda x: here(x)[:, 0]
    if node.cost != UNIFORM:
        raise NotSupported(f"{node} of many resamples; costs uniform and point(...) are supported")
    return _uniform_loss(method, node.condition)


def _uniform_loss(method: Method, condition: str) -> Statistic:
    """The area under a cost curve: where it is a straight line, its height in the middle."""
    if method.name == "mix":
        q, first, second = parts_of(method)
        left, right = _uniform_loss(first, condition), _uniform_loss(second, condition)
        return lambda x: q * left(x) + (1 - q) * right(x)
    if method.name == "optimal":
        return lambda x: _optimal_loss(x, condition)
    (g,) = method.arguments
    if "c" not in names(g):
        middle = cost_curve_statistic(method, condition, [HALF])
        return lambda x: middle(x)[:, 0]
    if g != Name("c") or method.name in OF_ONE_CLASS:
        raise NotSupported(f"the loss of {method} of many resamples")
    if method.name == "score":
        return weighted(CLIPPED, condition)

    def rate_driven(x: Resamples) -> Floats:
        w0, w1 = x.weights(condition)
        return (w0 * w1)[:, 0] * (1 - 2 * auc(x)) + 1 / 3

    return rate_driven
