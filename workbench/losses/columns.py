"""The mean of a function of an example, at all distinct scores of a sample at once and in rational numbers.

A column is the value of a part of the function at each place where an example stands, or one number where that is
the same at all of them. What is not rational, or has no value at some place, is not for this module: `NoColumn`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import flint

from workbench.errors import NotSupported
from workbench.language.interpreter import Interpreter, ascending
from workbench.language.statements import AT_THRESHOLD, INSIDE_MEAN, MEANS
from workbench.language.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number, children
from workbench.numbers.certified import Real
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import polynomial, rational
from workbench.numbers.totals import balanced
from workbench.samples.sample import Sample

Column: TypeAlias = "list[flint.fmpq] | flint.fmpq"
RANKS = frozenset({"F0", "F1", "R"})
OF_SCORES = INSIDE_MEAN | {"s"}
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
EXTREMES: dict[str, Callable[[Any, Any], Any]] = {"min": min, "max": max}
PLAIN = frozenset({"min", "max", "abs"})
STILL = MEANS.union(AT_THRESHOLD)
MOST_POWER = 60
MOST_PLACES = 1_000


class NoColumn(Exception):
    """The function is to be looked at example by example."""


class Columns(Interpreter[Column]):
    """Columns of expressions, given those of the score and of the functions of it; ``still`` values all else."""

    def __init__(self, given: Mapping[str, list[flint.fmpq]], still: Callable[[Node], Real]) -> None:
        self.given, self.still = given, still

    def number(self, value: Fraction) -> Column:
        return rational(value)

    def name(self, node: Name) -> Column:
        return self.given[node.name] if node.name in self.given else self.other(node)

    def negative(self, operand: Column) -> Column:
        return each(operator.mul, flint.fmpq(-1), operand)

    def operate(self, node: Arithmetic, left: Column, right: Column) -> Column:
        if node.operator in OPERATIONS:
            return each(OPERATIONS[node.operator], left, right)
        if node.operator == "/":
            try:
                return each(operator.truediv, left, right)
            except ZeroDivisionError:
                raise NoColumn from None
        if isinstance(right, list) or right.q != 1 or not 0 <= right <= MOST_POWER:
            raise NoColumn
        power = int(right)
        return [x**power for x in left] if isinstance(left, list) else left**power

    def compare(self, comparison: Comparison, left: Column, right: Column) -> Column:
        low, high, strict = ascending(comparison, left, right)
        holds = operator.lt if strict else operator.le
        return each(lambda x, y: flint.fmpq(holds(x, y)), low, high)

    def apply(self, node: Apply) -> Column:
        if node.function in self.given:
            return self.given[node.function]
        return self.call(node, tuple(map(self.value, node.arguments))) if node.function in PLAIN else self.other(node)

    def call(self, node: Apply, arguments: tuple[Column, ...]) -> Column:
        first, *others = arguments
        if node.function == "abs":
            return [abs(x) for x in first] if isinstance(first, list) else abs(first)
        for other in others:
            first = each(EXTREMES[node.function], first, other)
        return first

    def other(self, node: Node) -> Column:
        if isinstance(node, Apply) and node.function not in STILL:
            raise NoColumn
        found = self.still(node)
        if not isinstance(found, Fraction):
            raise NoColumn
        return rational(found)


def each(operation: Callable[[Any, Any], Any], left: Column, right: Column) -> Column:
    """An operation of two columns, place by place."""
    if isinstance(left, list):
        if isinstance(right, list):
            return list(map(operation, left, right))
        return [operation(x, right) for x in left]
    return [operation(left, x) for x in right] if isinstance(right, list) else operation(left, right)


def mean_of_columns(
    sample: Sample, function: Node, classes: tuple[int, ...], still: Callable[[Node], Real]
) -> Fraction:
    """The mean of a function of an example over the examples of these classes; `NoColumn`.

    >>> from workbench.language.statements import parse_expression
    >>> mean_of_columns(Sample.of([0, 1, 1], [0, 0, 1]), parse_expression("E1(s*F0(s))").arguments[0], (1,), None)
    Fraction(1, 2)
    """
    found = _plan(function)
    if found is None:
        raise NoColumn
    degree, wanted = found
    remembered = sample.remembered if sample.distinct_scores <= MOST_PLACES else {}
    key = "columns", classes, degree
    if key not in remembered:
        remembered[key] = _weights(sample, classes, degree), {}
    weights, given = remembered[key]
    for name in wanted - given.keys():
        given[name] = _column(sample, name, classes, degree)
    column = Columns(given, still).value(function)
    if not isinstance(column, list):
        return fraction(column)
    return fraction(balanced(list(map(operator.mul, weights, column))))


def column(sample: Sample, function: Node, still: Callable[[Node], Real]) -> list[flint.fmpq]:
    """The value at each distinct score of a function of an example in which there are no ranks; `NoColumn`.

    >>> from workbench.language.statements import parse_expression
    >>> column(Sample.of([0, 1, 1], [0, 0, 1]), parse_expression("s/2 + posterior(s)", "s"), None)
    [1/2, 3/2]
    """
    given = {name: _column(sample, name, (0, 1), 0) for name in said_of_scores(function)}
    found = Columns(given, still).value(function)
    return found if isinstance(found, list) else [found] * sample.distinct_scores


@lru_cache(maxsize=4096)
def _plan(function: Node) -> tuple[int, frozenset[str]] | None:
    """The degree of a function in the ranks, and what it has of the score; None where it is no polynomial in them."""
    try:
        return degree(function), said_of_scores(function)
    except NotSupported:
        return None


def _inhabited(sample: Sample, classes: tuple[int, ...]) -> list[tuple[int, int]]:
    """The distinct scores with examples of these classes, by their places, and how many each has."""
    counts = map(sum, zip(*map(sample.counts, classes), strict=True))
    return [(index, count) for index, count in enumerate(counts) if count]


def _weights(sample: Sample, classes: tuple[int, ...], degree: int) -> list[flint.fmpq]:
    size = sum(sample.n1 if k else sample.n0 for k in classes)
    rule = [rational(weight) for _, weight in quadrature(degree)]
    return [flint.fmpq(count, size) * weight for _, count in _inhabited(sample, classes) for weight in rule]


def _column(sample: Sample, name: str, classes: tuple[int, ...], degree: int) -> list[flint.fmpq]:
    """The value of ``name`` at each place that has a weight."""
    places = [rational(place) for place, _ in quadrature(degree)]
    indexes = [index for index, _ in _inhabited(sample, classes)]
    return [x for index in indexes for x in standing(sample, name, index, places)]


def standing(sample: Sample, name: str, index: int, places: Sequence[flint.fmpq]) -> list[flint.fmpq]:
    """``name`` at a distinct score, its examples passed through up to each of some parts."""
    a, b = sample.counts0[index], sample.counts1[index]
    match name:
        case "F0":
            return [(sample.cumulative0[index] + place * a) / sample.n0 for place in places]
        case "F1":
            return [(sample.cumulative1[index] + place * b) / sample.n1 for place in places]
        case "R":
            return [(sample.cumulative[index] + place * (a + b)) / sample.n for place in places]
        case "posterior":
            return [flint.fmpq(b, a + b)] * len(places)
        case "pav":
            return [rational(_calibrated(sample)[index])] * len(places)
    return [rational(sample.scores[index])] * len(places)


def _calibrated(sample: Sample) -> list[Fraction]:
    """The PAV-calibrated score at each distinct score."""
    if ("pav",) not in sample.remembered:
        sample.remembered["pav",] = [
            p for block in sample.blocks for p in [block.calibrated] * (block.stop - block.start)
        ]
    found: list[Fraction] = sample.remembered["pav",]
    return found


def uses(node: Node, functions: frozenset[str]) -> bool:
    """Whether one of some functions is applied in ``node``."""
    return (isinstance(node, Apply) and node.function in functions) or any(
        uses(child, functions) for child in children(node)
    )


def said_of_scores(node: Node) -> frozenset[str]:
    """What ``node`` has of the score and of the functions of it."""
    own = node.function if isinstance(node, Apply) else node.name if isinstance(node, Name) else ""
    below = (said_of_scores(child) for child in children(node))
    return (OF_SCORES & {own}).union(*below)


def degree(node: Node) -> int:
    """The degree of ``node`` in the ranks ``F0``, ``F1``, ``R``; `NotSupported` when it is no polynomial."""
    if not uses(node, RANKS):
        return 0
    match node:
        case Apply() if node.function in RANKS:
            return 1
        case Negative():
            return degree(node.operand)
        case Arithmetic(operator="+" | "-"):
            return max(degree(node.left), degree(node.right))
        case Arithmetic(operator="*"):
            return degree(node.left) + degree(node.right)
        case Arithmetic(operator="/") if not uses(node.right, RANKS):
            return degree(node.left)
        case Arithmetic(operator="**", right=Number(value=power)) if power.denominator == 1 and 0 <= power <= 60:
            return degree(node.left) * int(power)
    raise NotSupported(f"{node} is not a polynomial in F0(s), F1(s) and R(s)")


@lru_cache(maxsize=64)
def quadrature(degree: int) -> list[tuple[Fraction, Fraction]]:
    """Places and weights that integrate a polynomial of this degree over [0, 1] exactly."""
    if degree > 200:
        raise NotSupported(f"a mean of degree {degree} in the ranks; at most 200 is computed")
    places = [Fraction(2 * i + 1, 2 * degree + 2) for i in range(degree + 1)]
    rule = []
    for place in places:
        basis = polynomial(1)
        for other in places:
            if other != place:
                basis *= polynomial(-other, 1) / flint.fmpq(*(place - other).as_integer_ratio())
        rule.append((place, fraction(basis.integral()(flint.fmpq(1)))))
    return rule
