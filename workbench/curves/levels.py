"""Figures of two score functions as functions of a level in [0, 1], exactly: is a relation true at every level?

The loss of a method where the operating condition is known, ``loss(METHOD, cost=point(t))``, is the method's cost
curve; an error rate at a threshold ``t`` jumps at scores. Both are piecewise polynomials, so that a relation between
sums, products and quotients of them is decided at all breaks, at all crossings, and between them. A net benefit has no
value at ``t = 1``, precision none where nobody is predicted positive: what is said for all t is said of where both
sides have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.curves.cost_curves import cost_curve
from workbench.curves.curve import Curve
from workbench.curves.moving_thresholds import Curves, NoCurve
from workbench.errors import NotSupported
from workbench.language.about import is_share
from workbench.language.pairs import pair_means
from workbench.language.statements import parse_expression
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Comparison,
    Cost,
    Loss,
    Method,
    Name,
    Negative,
    Node,
    Number,
    Of,
    names,
    substitute,
)
from workbench.losses.columns import uses
from workbench.losses.exact import MEANS_OVER, value
from workbench.numbers.piecewise import polynomial
from workbench.samples.sample import Sample
from workbench.words import AT_THRESHOLD, INSIDE_MEAN, MEANS

_ERRORS = {
    "error": "pi0*E0(indicator(t < s)) + pi1*E1(indicator(s <= t))",
    "macro_error": "(E0(indicator(t < s)) + E1(indicator(s <= t)))/2",
}
_SIGNS = {"<": {-1}, "<=": {-1, 0}, "==": {0}, "!=": {-1, 1}, ">=": {0, 1}, ">": {1}}


def holds_for_all(
    assumption: Assumption, first: Sample, second: Sample, parameters: Mapping[str, Fraction] | None = None
) -> bool:
    """Whether both sides of an assumption ``for all t`` are so related at every level ``t`` in [0, 1] where both have a
    value; False where they have one at none.

    `NotSupported` where a side is not seen to be a piecewise polynomial in the level, or a quotient of such.

    >>> from workbench.language.statements import parse_statement
    >>> said = "a.loss(score_driven, cost=point(t)) <= b.loss(score_driven, cost=point(t)) for all t"
    >>> (lower,) = parse_statement(f"a.BS <= b.BS given {said}", two_models=True).given
    >>> good, bad = Sample.of([0, 1], ["1/4", "3/4"]), Sample.of([0, 1], ["1/2", "3/4"])
    >>> holds_for_all(lower, good, bad), holds_for_all(lower, bad, good)
    (True, False)
    """
    assert assumption.sides is not None
    try:
        reading = _Levels(assumption.for_all, first, second, parameters or {})
        (top, bottom), (other, below) = map(reading.quotient, assumption.sides)
        whole = reading.product(bottom, below)
        gap = reading.product(reading.product(top, below) - reading.product(other, bottom), whole)
        nothing = reading.number(Fraction(0))
        allowed = _SIGNS[assumption.relation or "=="]
        if whole != reading.number(Fraction(1)):
            gap = gap + reading.zeros(whole) * min(allowed)
    except NoCurve:
        raise NotSupported(f"{assumption} is not seen to be about piecewise polynomials") from None
    anywhere = any(stretch.sign for stretch in whole.stretches(nothing))
    return anywhere and all(stretch.sign in allowed for stretch in gap.stretches(nothing))


class _Levels(Curves):
    """Expressions about two score functions as curves over a level."""

    def __init__(self, level: str, first: Sample, second: Sample, parameters: Mapping[str, Fraction]) -> None:
        super().__init__({level: Curve.line(Fraction(0), Fraction(1))})
        self.level, self.first, self.second, self.parameters = level, first, second, parameters

    def negative(self, operand: Curve) -> Curve:
        return -operand

    def other(self, node: Node) -> Curve:
        if self.level not in names(node):
            found = value(self.first, node, self.parameters, self.second)  # type: ignore[arg-type]
            if not isinstance(found, Fraction):
                raise NoCurve
            return self.number(found)
        if isinstance(node, Of):
            return self.figure(self.first if node.model == "a" else self.second, node.figure)
        raise NoCurve

    def quotient(self, node: Node) -> tuple[Curve, Curve]:
        """An expression as one curve over another, which is zero where the expression has no value."""
        try:
            return self.value(node), self.number(Fraction(1))
        except NoCurve:
            if isinstance(node, Negative):
                top, bottom = self.quotient(node.operand)
                return -top, bottom
            if not isinstance(node, Arithmetic) or node.operator == "**":
                raise
        (top, bottom), (other, below) = self.quotient(node.left), self.quotient(node.right)
        both = self.product(bottom, below)
        if node.operator == "*":
            return self.product(top, other), both
        if node.operator == "/":
            return self.product(top, self.product(below, below)), self.product(both, other)
        one, two = self.product(top, below), self.product(other, bottom)
        return (one + two if node.operator == "+" else one - two), both

    def product(self, one: Curve, other: Curve) -> Curve:
        """The product of two curves."""
        if self.number(Fraction(1)) in (one, other):
            return one if other == self.number(Fraction(1)) else other
        return self.operate(Arithmetic("*", Name("x"), Name("y")), one, other)

    def zeros(self, curve: Curve) -> Curve:
        """1 where a curve is zero, else 0."""
        nothing = self.number(Fraction(0))
        either = Comparison("<=", Name("x"), Name("y"))
        return self.product(self.compare(either, curve, nothing), self.compare(either, nothing, curve))

    def figure(self, sample: Sample, node: Any) -> Curve:
        """A figure of a sample as a curve."""
        if self.level not in names(node):
            return self.other(Of("a" if sample is self.first else "b", node))
        match node:
            case Loss(method=Method(name="mix", arguments=(share, one, other))):
                if not is_share(share):  # type: ignore[arg-type]
                    raise NoCurve
                q = self.value(share)
                first, second = (self.figure(sample, replace(node, method=x)) for x in (one, other))  # type: ignore[arg-type]
                return self.product(q, first) + self.product(self.number(Fraction(1)) - q, second)
            case Loss(cost=Cost(name="point", arguments=(Name(name=name),))):
                if name == self.level and self.level not in names(node.method):
                    return cost_curve(sample, node.method, node.condition, node.rates, self.parameters)
            case Apply(function="error" | "macro_error", arguments=(threshold,)):
                return self.mean_parts(sample, substitute(parse_expression(_ERRORS[node.function]), {"t": threshold}))
            case Apply(function="E0" | "E1" | "E"):
                return self.mean(sample, node)
        raise NoCurve

    def mean_parts(self, sample: Sample, node: Any) -> Curve:
        """A sum of multiples of means of a sample."""
        match node:
            case Arithmetic(operator="+", left=left, right=right):
                return self.mean_parts(sample, left) + self.mean_parts(sample, right)
            case Arithmetic(operator="*", left=Name(name="pi0" | "pi1" as share), right=right):
                return self.mean(sample, right) * (sample.pi0 if share == "pi0" else sample.pi1)
            case Arithmetic(operator="/", left=left, right=Number(value=divisor)):
                return self.mean_parts(sample, left) * (1 / divisor)
        return self.mean(sample, node)

    def mean(self, sample: Sample, node: Any) -> Curve:
        """The mean of a function of the score and the level over the examples."""
        (body,) = node.arguments
        if uses(body, INSIDE_MEAN | MEANS | AT_THRESHOLD.keys()) or any(pair_means(body)):
            raise NoCurve
        inside = _Levels(self.level, sample, sample, self.parameters)
        classes = MEANS_OVER[node.function]
        size = sum(sample.n1 if k else sample.n0 for k in classes)
        found = Curve.of((0, 1), [polynomial(0)])
        for score, *counts in zip(sample.scores, *map(sample.counts, classes), strict=True):
            if any(counts):
                here = inside.value(substitute(body, {"s": Number(score)}))
                found = found + here * Fraction(sum(counts), size)
        return found
