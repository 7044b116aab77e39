"""One walk over the tree of an expression, for whatever arithmetic its value is in."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from workbench.errors import NotSupported
from workbench.language.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number

T = TypeVar("T")


class Interpreter(Generic[T]):
    """The value of an expression; a subclass says what numbers, names and operations are in its arithmetic.

    What it says nothing of has no value: `NotSupported`.

    >>> from workbench.language.statements import parse_expression
    >>> class Floats(Interpreter[float]):
    ...     def number(self, value):
    ...         return float(value)
    ...
    ...     def operate(self, node, left, right):
    ...         return left / right if node.operator == "/" else left - right
    >>> Floats().value(parse_expression("1/4 - -2"))
    2.25
    >>> Floats().value(parse_expression("exp(1)"))
    Traceback (most recent call last):
    workbench.errors.NotSupported: exp(1) cannot stand here
    """

    def value(self, node: Node) -> T:
        """The value of ``node``."""
        match node:
            case Number():
                return self.number(node.value)
            case Name():
                return self.name(node)
            case Negative():
                return self.negative(self.value(node.operand))
            case Arithmetic():
                return self.operate(node, self.value(node.left), self.value(node.right))
            case Apply(function="indicator", arguments=(Comparison() as comparison,)):
                return self.compare(comparison, self.value(comparison.left), self.value(comparison.right))
            case Apply():
                return self.apply(node)
        return self.other(node)

    def number(self, value: Fraction) -> T:
        """A number."""
        raise NotSupported(f"{value} cannot stand here")

    def name(self, node: Name) -> T:
        """A name."""
        return self.other(node)

    def negative(self, operand: T) -> T:
        """Minus a value."""
        return -operand  # type: ignore[operator, no-any-return]

    def operate(self, node: Arithmetic, left: T, right: T) -> T:
        """``left operator right``, with the operator of ``node``."""
        return self.other(node)

    def compare(self, comparison: Comparison, left: T, right: T) -> T:
        """The indicator of a comparison."""
        return self.other(comparison)

    def apply(self, node: Apply) -> T:
        """A function of its arguments' values; what is no such function is met here, before they are looked at."""
        return self.call(node, tuple(map(self.value, node.arguments)))

    def call(self, node: Apply, arguments: tuple[T, ...]) -> T:
        """The function of ``node`` at the values of its arguments."""
        return self.other(node)

    def other(self, node: Node) -> T:
        """An expected loss, and what else has no value by the above."""
        raise NotSupported(f"{node} cannot stand here")


class InVariables(Interpreter[T]):
    """The same where names stand for given values alone."""

    def __init__(self, variables: Mapping[str, T]) -> None:
        self.variables = variables

    def name(self, node: Name) -> T:
        return self.variables[node.name] if node.name in self.variables else self.other(node)


def ascending(comparison: Comparison, left: T, right: T) -> tuple[T, T, bool]:
    """Both sides, that which is said to be lower first, and whether they must differ."""
    strict = comparison.relation in ("<", ">")
    return (left, right, strict) if comparison.relation[0] == "<" else (right, left, strict)
