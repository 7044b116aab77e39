"""Figures of two score functions as functions of a level in [0, 1], exactly: is a relation true at every level?

The loss of a method where the operating condition is known, ``loss(METHOD, cost=point(t))``, is the method's cost
curve; an error rate at a threshold ``t`` jumps at scores. Both are piecewise polynomials, so that a relation between
sums and products of them is decided at all breaks, at all crossings, and between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from workbench.curves.cost_curves import cost_curve
from workbench.curves.curve import Curve
from workbench.curves.moving_thresholds import Curves, NoCurve
from workbench.errors import NotSupported
from workbench.language.pairs import pair_means
from workbench.language.statements import parse_expression
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Cost,
    Loss,
    Name,
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
    """Whether both sides of an assumption ``for all t`` are so related at every level ``t`` in [0, 1].

    `NotSupported` where a side is not seen to be a piecewise polynomial in the level.

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
        left, right = map(reading.value, assumption.sides)
    except NoCurve:
        raise NotSupported(f"{assumption} is not seen to be about piecewise polynomials") from None
    allowed = _SIGNS[assumption.relation or "=="]
    return all(stretch.sign in allowed for stretch in left.stretches(right))


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

    def figure(self, sample: Sample, node: Any) -> Curve:
        """A figure of a sample as a curve."""
        if self.level not in names(node):
            return self.other(Of("a" if sample is self.first else "b", node))
        match node:
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
