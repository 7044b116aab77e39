"""The value of any expression of the statement language on a sample, exact wherever it is rational."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Any

import flint

from workbench import metrics
from workbench.errors import InputError, NotSupported, shown
from workbench.figures import NAMED
from workbench.language.about import has_figure, is_figure
from workbench.language.grammar import shortened
from workbench.language.interpreter import Interpreter
from workbench.language.pairs import means_of, renamed, scores_in, with_scores
from workbench.language.statements import (
    AT_THRESHOLD,
    INSIDE_MEAN,
    LAWS,
    MEANS,
    definition,
    interval,
    parse_expression,
    quantities,
    suggestion,
)
from workbench.language.statements import law as law_of_method
from workbench.language.syntax import (
    SECOND,
    Apply,
    Arithmetic,
    Comparison,
    Cost,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Number,
    Of,
    PairMean,
    Rescored,
    children,
    mentions,
    names,
    rebuilt,
)
from workbench.losses.columns import (
    MOST_PLACES,
    NoColumn,
    column,
    degree,
    mean_of_columns,
    quadrature,
    said_of_scores,
    standing,
    uses,
)
from workbench.losses.densities import density, negative_point
from workbench.losses.expectation import loss_by_law
from workbench.losses.formulas import analytic, as_piecewise, enclosure, integral
from workbench.losses.own_values import confront, own_value
from workbench.losses.power_sums import moment
from workbench.losses.reals import (
    Infinite,
    Undefined,
    add,
    call,
    certainly_less,
    holds,
    multiply,
    operate,
    quotient,
    subtract,
)
from workbench.losses.rescored import loss_on, needs_probabilities
from workbench.losses.sign_cells import cells
from workbench.losses.weights import loss_under_weight
from workbench.numbers.certified import DIGITS, Real, is_finite, lift, resolved, working_digits
from workbench.numbers.given import fraction, number
from workbench.numbers.piecewise import coefficients, polynomial, rational
from workbench.numbers.short_decimals import as_read
from workbench.numbers.totals import total
from workbench.numbers.written import plain
from workbench.samples.sample import Sample, only_counted

MAX_DIGITS = 120
MEANS_OVER = {"E0": (0,), "E1": (1,), "E": (0, 1)}
MOST_FIRST = 300
"""Distinct scores up to which a mean over pairs is taken pair by pair, even where it is one of means."""
_PARTS = 64
LOG_LOSS = parse_expression(NAMED["LL"])
"""The one expression with logarithms that is infinite where one of them is of 0, and not without a value."""

_SIZES: dict[str, Callable[[Sample], Fraction]] = {
    "n": lambda sample: Fraction(only_counted(sample, "n").n),
    "n0": lambda sample: Fraction(only_counted(sample, "n0").n0),
    "n1": lambda sample: Fraction(only_counted(sample, "n1").n1),
    "pi0": lambda sample: sample.pi0,
    "pi1": lambda sample: sample.pi1,
}


class NeedsProbabilities(InputError):
    """A metric of probabilities was asked of scores outside [0, 1]."""


def value(
    sample: Sample, expression: Expression, parameters: Mapping[str, Any] | None = None, second: Sample | None = None
) -> Real:
    """The value of ``expression`` on ``sample``: a fraction, or a ball where it is irrational or uncertain.

    ``parameters`` gives the free parameters their values. Of two score functions, ``a.`` and ``b.``, those of ``b.``
    have their scores in ``second``, with as many examples of each class. `Undefined` when there is no value,
    `NotSupported` when it cannot be computed with proof, `NeedsProbabilities` when scores outside [0, 1]
    meet a metric of probabilities, and `ValueError` for a parameter without a value.

    >>> from workbench.language.statements import parse_expression
    >>> value(Sample.of([0, 1], ["0.2", "0.7"]), parse_expression("BS + loss(rate_driven)"))
    Fraction(89, 600)
    """
    found = extended(sample, expression, parameters, second)
    if not is_finite(found):
        raise Infinite(f"{expression} is {'minus ' * bool(found < 0)}infinite", lift(found))
    return found


def extended(
    sample: Sample, expression: Expression, parameters: Mapping[str, Any] | None = None, second: Sample | None = None
) -> Real:
    """`value`, and where that is infinite a ball of an infinite midpoint, which compares as usual.

    >>> from workbench.language.statements import parse_expression
    >>> extended(Sample.of([0, 1], [1, 1]), parse_expression("LL")) > 10**100
    True
    """
    exact = {name: _parameter(name, given) for name, given in (parameters or {}).items()}
    digits = DIGITS
    while True:
        with working_digits(digits):
            found = resolved(_Reading(sample, exact, second=second).value(expression))
            if isinstance(found, Fraction):
                return found
            if not found.is_finite():
                if found > 0 or found < 0:
                    return found
                raise Undefined(f"{expression} has no value that can be proven")
            if found.rad() < 1e-25 or found.rel_accuracy_bits() > 80 or digits >= MAX_DIGITS:
                return found
        digits *= 2


def expected_loss(sample: Sample, loss: Loss, parameters: Mapping[str, Any] | None = None) -> Real:
    """The expected loss of a threshold choice method on ``sample``, by `workbench.losses.expectation`.

    >>> from workbench.language.statements import parse_expression
    >>> expected_loss(Sample.of([0, 1], ["0.2", "0.7"]), parse_expression("loss(score_uniform)"))
    Fraction(1, 4)
    """
    return value(sample, loss, parameters)


def h_measure(sample: Sample, a: Any = 2, b: Any = 2) -> Real:
    """Hand's H-measure with Beta(a, b) costs: one minus the optimal loss over that of a constant classifier.

    In [0, 1]; exact for positive integers ``a`` and ``b``.

    >>> h_measure(Sample.of([0, 0, 1], [0, 1, 2])), h_measure(Sample.of([0, 1], [1, 1]))
    (Fraction(1, 1), Fraction(0, 1))
    """
    return value(sample, Apply("h_measure", (Number(_parameter("a", a)), Number(_parameter("b", b)))))


def _parameter(name: str, given: Any) -> Fraction:
    if name in _SIZES or name in metrics.CATALOGUE:
        raise InputError(f"{name} is a value of the sample and takes no other")
    try:
        return number(given)
    except ValueError as error:
        raise InputError(f"the parameter {name} = {shown(given)} {error}") from None


class _Reading(Interpreter[Real]):
    """Values on a sample; ``here`` has those at one score, inside a mean."""

    def __init__(
        self,
        sample: Sample,
        parameters: Mapping[str, Fraction],
        here: Mapping[str, Real] | None = None,
        second: Sample | None = None,
    ) -> None:
        self.sample = sample
        self.parameters = parameters
        self.here = here or {}
        self.second = second

    # --- arithmetic ---------------------------------------------------------------------------------

    def number(self, value: Fraction) -> Real:
        return value

    def name(self, node: Name) -> Real:
        return self.here[node.name] if node.name in self.here else self.named(node)

    def value(self, node: Node) -> Real:
        if isinstance(node, Arithmetic) and node == LOG_LOSS and self.is_sure_and_wrong:
            return flint.arb("inf")
        return super().value(node)

    @cached_property
    def is_sure_and_wrong(self) -> bool:
        """Whether an example of class 0 has the score 1, or one of class 1 the score 0, all scores being in [0, 1]."""
        sample = self.sample
        low, high = sample.extremes
        wrong = (high == 1 and sample.counts0[-1] > 0) or (low == 0 and sample.counts1[0] > 0)
        return sample.probabilistic and wrong

    def operate(self, node: Arithmetic, left: Real, right: Real) -> Real:
        return operate(node, left, right)

    def compare(self, comparison: Comparison, left: Real, right: Real) -> Real:
        return Fraction(holds(comparison, left, right))

    def apply(self, node: Apply) -> Real:
        if node.function in self.here:
            return self.here[node.function]
        if node.function in ("E0", "E1", "E"):
            return self.mean(node)
        return self.figure(node) if node.function in AT_THRESHOLD else super().apply(node)

    def call(self, node: Apply, arguments: tuple[Real, ...]) -> Real:
        return call(node, arguments)

    def other(self, node: Node) -> Real:
        if isinstance(node, Loss):
            return self.loss(node)
        if isinstance(node, PairMean):
            return self.over_pairs(node)
        if isinstance(node, Of):
            if self.second is None:
                raise InputError(f"{node} is a figure of one of two score functions; one sample has the scores of one")
            sample = self.sample if node.model == "a" else self.second
            return _Reading(sample, self.parameters).value(node.figure)
        if isinstance(node, Rescored):
            return self.rescored(node)
        raise NotSupported(f"{node} has no value")

    def named(self, node: Name) -> Real:
        name = node.name
        if name in self.parameters:
            return self.parameters[name]
        if name in _SIZES:
            return _SIZES[name](self.sample)
        if name not in metrics.CATALOGUE:
            place = f"column {node.column}: " if node.column else ""
            hint = suggestion(name, quantities(readable=True)) or "; put a number in its place"
            raise InputError(f"{place}the parameter {shortened(name)} has no value{hint}")
        metric = metrics.CATALOGUE[name]
        if metric.needs_probabilities and not self.sample.probabilistic:
            raise NeedsProbabilities(f"{name} {self.outside}")
        told = definition(name)
        confront(name, None if told is None else partial(value, expression=told))
        if told is not None and metric.exact is metrics.by_definition:
            return self.value(told)
        return own_value(name, self.sample)

    @cached_property
    def outside(self) -> str:
        """Why metrics of probabilities have no value here."""
        return outside(self.sample)

    # --- losses ---------------------------------------------------------------------------------------

    def loss(self, node: Loss) -> Real:
        method, cost = _laws_of(node) or self.laws(node)
        if cost.name == "weight":
            return loss_under_weight(self.sample, method, cost, node.condition, node.rates)
        return loss_by_law(self.sample, method, density(cost), node.condition, node.rates)

    def laws(self, node: Loss) -> tuple[Method, Cost]:
        """The law of the thresholds and that of the costs on this sample."""
        method = self.closed(law_of_method(node.method))
        cost = self.closed(node.cost)
        assert isinstance(method, Method)
        assert isinstance(cost, Cost)
        self.check_levels(node.method)
        return method, cost

    def rescored(self, node: Rescored) -> Real:
        """The loss on the sample with other scores."""
        law, values = law_of_method(node.loss.method), self.at_scores(node.scores)
        if needs_probabilities(law):
            self.refuse_outside(node, values)
        still = not has_figure(law) and not has_figure(node.loss.cost)

        def loss(sample: Sample) -> Real:
            return _Reading(sample, self.parameters).value(node.loss)

        return loss_on(self.sample, values, law.name if still else "", loss, node.scores)

    def at_scores(self, node: Expression) -> list[Real]:
        """The value of an expression in s, pav(s) and posterior(s) at each distinct score."""
        with suppress(NoColumn):
            return list(map(fraction, column(self.sample, node, self.value)))
        function = self.closed(node)
        wanted, own, found = said_of_scores(function), sorted(_looks_at(function)), list[Real]()
        known: dict[tuple[Real, ...], Real] = {}  # what is the same at two scores is one object, and known to tie
        for index, score in enumerate(self.sample.scores):
            here = self.at(index, Fraction(0), wanted)
            key = tuple(here[name] for name in own)
            try:
                if key not in known:
                    known[key] = _Reading(self.sample, self.parameters, here).value(function)
            except Undefined as reason:
                raise Undefined(f"scores={node} has no value at the score {shown(score)}: {reason}") from None
            found.append(known[key])
        return found

    def refuse_outside(self, node: Rescored, values: Sequence[Real]) -> None:
        """`NeedsProbabilities` where a value is surely outside of [0, 1]."""
        for score, x in zip(self.sample.scores, values, strict=True):
            if certainly_less(x, Fraction(0)) or certainly_less(Fraction(1), x):
                what = f"{node.scores} is {plain(x)} at the score {shown(score)}"
                raise NeedsProbabilities(f"{node.loss.method} needs scores in [0, 1]; {what}")

    def check_levels(self, method: Method) -> None:
        """Thresholds, rates and mixing probabilities given as parameters must lie in [0, 1] too."""
        for argument in method.arguments:
            if isinstance(argument, Method):
                self.check_levels(argument)
            elif method.name not in LAWS:
                level = self.value(argument)
                if level < 0 or level > 1:
                    raise Undefined(f"{argument} = {plain(level)} in {method}; it must lie in [0, 1]")
        if ends := interval(method):
            low, high = map(self.value, ends)
            if not certainly_less(low, high):
                raise Undefined(f"{method} is empty; the first bound must be below the second")

    def closed(self, node: Node) -> Node:
        """``node`` with each part that is free of c, u and s replaced by its value, where rational."""
        return self.replaced(node) if _of_sample(node) else _folded(node)

    def replaced(self, node: Node) -> Node:
        if isinstance(node, Name):
            return node if node.name in ("c", "u", "s") else self.literal(node)
        if is_figure(node):
            return self.literal(node)
        inner = rebuilt(node, self.closed)
        if isinstance(inner, Number | Comparison | Method | Cost) or mentions(inner, "cus"):
            return inner
        found = self.value(inner)
        return Number(found) if isinstance(found, Fraction) else inner

    def literal(self, node: Node) -> Number:
        found = self.value(node)
        if not isinstance(found, Fraction):
            raise NotSupported(f"{node} is not rational here, so it cannot stand in a law or a density")
        return Number(found)

    # --- figures of the sample ----------------------------------------------------------------------------

    def figure(self, node: Apply) -> Real:
        arguments = [self.value(argument) for argument in node.arguments]
        if node.function == "h_measure":
            return self.h_measure(node, arguments)
        missed, alarmed = self.rates_at(arguments[0])
        if node.function == "macro_error":
            return (missed + alarmed) / 2
        return self.sample.pi0 * missed + self.sample.pi1 * alarmed

    def rates_at(self, t: Real) -> tuple[Fraction, Fraction]:
        """``(1 - F0(t), F1(t))``."""
        if isinstance(t, Fraction):
            a, b = self.sample.counts_at_most(t)
        else:
            scores = self.sample.scores
            index = sum(1 for score in scores if lift(score) < t)
            if index < len(scores) and not lift(scores[index]) > t:
                raise NotSupported(f"it cannot be decided whether the threshold {t} is below {scores[index]}")
            a, b = self.sample.cumulative0[index], self.sample.cumulative1[index]
        return 1 - Fraction(a, self.sample.n0), Fraction(b, self.sample.n1)

    def h_measure(self, node: Apply, shape: list[Real]) -> Real:
        if not all(isinstance(x, Fraction) for x in shape):
            raise NotSupported(f"the parameters of {node} are not rational numbers")
        weight = density(Cost("beta", tuple(Number(x) for x in shape if isinstance(x, Fraction))))
        sample = self.sample
        constant = Sample((Fraction(0),), (sample.n0,), (sample.n1,))
        optimal = Method("optimal")
        best, worst = loss_by_law(sample, optimal, weight), loss_by_law(constant, optimal, weight)
        return subtract(Fraction(1), quotient(best, worst, node))

    # --- means over the examples -------------------------------------------------------------------

    def mean(self, node: Apply) -> Real:
        (raw,) = node.arguments
        sample = self.sample
        classes = MEANS_OVER[node.function]
        if sample.distinct_scores <= MOST_PLACES or uses(raw, INSIDE_MEAN | {"indicator"}):
            with suppress(NoColumn):
                return mean_of_columns(sample, raw, classes, self.value)
        function = self.closed(raw)
        size = sum(sample.n1 if k else sample.n0 for k in classes)
        if not _applies(function) or (sample.probabilistic and not uses(function, INSIDE_MEAN | {"indicator"})):
            exact = as_piecewise(function, "s")
            if exact is not None and exact.only is not None:
                powers = [x * sample.power_sum(k, i) for k in classes for i, x in enumerate(coefficients(exact.only))]
                return total(powers) / size
        counts = [sum(pair) for pair in zip(*(sample.counts(k) for k in classes), strict=True)]
        try:
            nodes = quadrature(degree(function))
        except NotSupported:
            whole: Real = Fraction(0)
            for index, count in enumerate(counts):
                if count:
                    whole = add(whole, multiply(Fraction(count), self.over_tie(function, index)))
            return multiply(whole, Fraction(1, size))
        wanted = said_of_scores(function)
        exact_terms: list[Fraction] = []
        ball: Real = Fraction(0)
        for index, count in enumerate(counts):
            if count:
                for place, weight in nodes:
                    term = multiply(
                        weight * count, _Reading(sample, self.parameters, self.at(index, place, wanted)).value(function)
                    )
                    if isinstance(term, Fraction):
                        exact_terms.append(term)
                    else:
                        ball = add(ball, term)
        return multiply(add(total(exact_terms), ball), Fraction(1, size))

    def over_pairs(self, node: PairMean) -> Real:
        """The mean over pairs: over the first example, that over the second."""
        sample = self.sample
        if sample.distinct_scores > MOST_FIRST:
            found = means_of(node) if sample.probabilistic else None
            if found is not None:
                return self.value(found)
            if sample.distinct_scores > MOST_PLACES:
                raise NotSupported(f"{shown(node)} over the pairs of more than {MOST_PLACES} distinct scores")
        still = self.still(node.body)
        of_first = with_scores(still, lambda score, part: part if score == "s" else Name(SECOND))
        rule, wanted = quadrature(degree(of_first)), said_of_scores(of_first)
        classes = MEANS_OVER[node.function]
        size = sum(sample.n1 if k else sample.n0 for k in classes)
        whole: Real = Fraction(0)
        for index, pair in enumerate(zip(*(sample.counts(k) for k in classes), strict=True)):
            for place, weight in rule if any(pair) else ():
                here = self.at(index, place, wanted)

                def put(score: str, part: Name | Apply, here: Mapping[str, Real] = here) -> Node:
                    if score != "s":
                        return renamed(part)
                    found = here[part.function if isinstance(part, Apply) else part.name]
                    assert isinstance(found, Fraction)
                    return Number(found)

                second = self.mean(Apply(node.function, (with_scores(still, put),)))
                whole = add(whole, multiply(weight * Fraction(sum(pair), size), second))
        return whole

    def still(self, node: Any) -> Any:
        """``node`` with each part that depends on no score replaced by its value, where rational."""
        if scores_in(node) or isinstance(node, Comparison):
            return rebuilt(node, self.still)
        found = self.value(node)
        return Number(found) if isinstance(found, Fraction) else node

    def at(self, index: int, place: Fraction, wanted: Collection[str]) -> Mapping[str, Real]:
        """The ``wanted`` values at distinct score ``index``, its examples passed through up to the part ``place``."""
        return {name: fraction(standing(self.sample, name, index, [rational(place)])[0]) for name in wanted}

    def over_tie(self, node: Node, index: int) -> Real:
        """The mean of ``node`` over distinct score ``index``, its examples passed through uniformly."""
        wanted = said_of_scores(node)
        start, stop = self.at(index, Fraction(0), wanted), self.at(index, Fraction(1), wanted)

        def placed(part: Node) -> Node:
            name = part.function if isinstance(part, Apply) else part.name if isinstance(part, Name) else None
            if name is None or name not in start:
                return rebuilt(part, placed)
            low, high = start[name], stop[name]
            if low == high and isinstance(low, Fraction):
                return Number(low)
            if not isinstance(low, Fraction) or not isinstance(high, Fraction):
                raise NotSupported(f"{part} is not rational here")
            return Arithmetic("+", Number(low), Arithmetic("*", Number(high - low), Name("c")))

        within = placed(node)
        self.refuse_undefined(within, node)
        found = as_piecewise(within, "c")
        if found is not None:
            return found.antiderivative().at(Fraction(1))
        area = _over(within, flint.ctx.prec)
        if not isinstance(area, Fraction) and (not area.is_finite() or area.rad() > flint.arb("1e-12")):
            raise NotSupported(f"the mean of {node} over a tie cannot be computed to 12 digits")
        return area

    def refuse_undefined(self, node: Node, whole: Node) -> None:
        """Raise `Undefined` for a part without a value: one in which no c stands, a root or logarithm around some c."""
        if "c" not in names(node):
            self.value(node)
            return
        for child in children(node):
            self.refuse_undefined(child, whole)
        inner = _must_not_be_negative(node)
        if inner is not None and "c" in names(inner):
            found = as_piecewise(inner, "c")
            if found is None:
                parts = [lift(Fraction(i, _PARTS)).union(lift(Fraction(i + 1, _PARTS))) for i in range(_PARTS)]
                if not all(enclosure(inner, "c", part) >= 0 for part in parts):
                    raise NotSupported(f"{whole} is not seen to have a value throughout a tie")
            elif negative_point(found) is not None:
                what = "a logarithm" if isinstance(node, Apply) and node.function == "log" else "a root"
                raise Undefined(f"within a tie {what} of a negative number in {shown(whole)}")


def _must_not_be_negative(node: Node) -> Node | None:
    """What a node is the root or the logarithm of."""
    match node:
        case Apply(function="sqrt" | "log", arguments=(inner,)):
            return inner
        case Arithmetic(operator="**", left=base, right=Number(value=exponent)) if exponent.denominator != 1:
            return base
    return None


@lru_cache(maxsize=4096)
def _of_sample(node: Node) -> bool:
    """Whether some part of ``node`` is to be replaced by a value that depends on the sample or on a parameter."""
    if isinstance(node, Name):
        return node.name not in ("c", "u", "s")
    return is_figure(node) or any(map(_of_sample, children(node)))


@lru_cache(maxsize=4096)
def _folded(node: Node) -> Node:
    """`_Reading.closed` of what is the same on every sample."""
    return _Reading(_ANY, {}).replaced(node)


@lru_cache(maxsize=4096)
def _laws_of(node: Loss) -> tuple[Method, Cost] | None:
    """`_Reading.laws` where they are the same on every sample."""
    moving = any(map(_of_sample, (node.method, law_of_method(node.method), node.cost)))
    return None if moving else _Reading(_ANY, {}).laws(node)


@lru_cache(maxsize=4096)
def _over(node: Node, precision: int) -> Real:
    """The integral of a function of c over [0, 1]; not finite where it cannot be had."""
    found = cells(Fraction(0), Fraction(1), lambda cell: cell.smooth(node))
    area: Real = Fraction(0)
    for low, high, smooth in found.done:
        part = moment(smooth, "c", polynomial(1), low, high)
        area = add(area, _certified(smooth, low, high) if part is None else part)
    for low, high in found.gaps:
        area = add(area, enclosure(node, "c", lift(low).union(lift(high))) * lift(high - low))
    return area


def _certified(node: Node, low: Fraction, high: Fraction) -> flint.arb:
    return integral(lambda z, check: analytic(node, "c", z, check), lift(low), lift(high), effort=6_000)


_ANY = Sample((Fraction(0),), (1,), (1,))
_FIGURES = frozenset({*MEANS, *AT_THRESHOLD})


def outside(sample: Sample) -> str:
    """Why a metric of probabilities has no value on scores that are none.

    >>> outside(Sample.of([0, 1], [0, 3]))
    'needs scores in [0, 1]; the score 3 lies outside'
    >>> outside(Sample.of([0, 1], ["3.3975", 0])), outside(Sample.of([0, 1], [0, 1.1]))  # doctest: +ELLIPSIS
    ('needs scores in [0, 1]; the score 3.3975 lies outside', '... the score 1.1 lies outside')
    """
    low, high = sample.extremes
    return f"needs scores in [0, 1]; the score {as_read(high if high > 1 else low)} lies outside"


def _looks_at(node: Node) -> frozenset[str]:
    """What of an example a function depends on: its score, or a function of that."""
    if isinstance(node, Apply) and node.function in INSIDE_MEAN:
        return frozenset({node.function})
    return frozenset({"s"} if node == Name("s") else ()).union(*map(_looks_at, children(node)))


def _applies(node: Node) -> bool:
    return isinstance(node, Apply) or any(_applies(child) for child in children(node))
