"""Questions for a constant: an inequality with a letter to the first power, of which the least or greatest is meant."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from workbench.errors import InputError
from workbench.language.statements import folded, of_assumption, parameters, parse_statement, shapes
from workbench.language.syntax import (
    Arithmetic,
    Expression,
    Name,
    Negative,
    Node,
    Number,
    Statement,
    names,
    rebuilt,
)
from workbench.words import IN_UNIT_INTERVAL

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


@dataclass(frozen=True)
class Question:
    """A statement ``0 <= start + slope*letter``, written as it was asked."""

    statement: Statement
    letter: str
    start: Expression
    slope: Expression

    @classmethod
    def of(cls, statement: str | Statement) -> Question:
        """The question that an inequality asks.

        Raises `StatementError` where the text says nothing, and `InputError` where it asks for no constant: it is no
        inequality, has no letter of its own to the first power, or has several.

        >>> question = Question.of("loss(optimal) <= k*MER + t")
        >>> question.letter, str(question.start), str(question.slope), str(question.at(Fraction(1)))
        ('k', 't - loss(optimal)', 'MER', 'loss(optimal) <= MER + t')
        >>> Question.of("BS <= MAE**k")
        Traceback (most recent call last):
        workbench.errors.InputError: k stands in MAE**k; it must be a factor by itself, as in 2*k*BS + k/3
        """
        if isinstance(statement, str):
            statement = parse_statement(statement)
        if statement.relation not in ("<=", ">="):
            raise InputError(f"a constant is sought for an inequality with <= or >=, not {statement.relation}")
        letter = _letter(statement)
        if letter in frozenset().union(*map(of_assumption, statement.given)):
            raise InputError(f"the constant {letter} cannot be in what is assumed")
        low, high = (linear(side, letter) for side in (statement.left, statement.right))
        if statement.relation == ">=":
            low, high = high, low
        start, slope = (_sum(more, _negative(less)) for less, more in zip(low, high, strict=True))
        return cls(statement, letter, start, slope)

    def at(self, constant: Fraction) -> Statement:
        """The statement with a number for the letter."""
        statement = self.statement
        left, right = (_put(side, self.letter, constant) for side in (statement.left, statement.right))
        return Statement(left, statement.relation, right, statement.given)


def _letter(statement: Statement) -> str:
    """Which parameter is the constant: k, or the only one that ranges over all numbers."""
    free = parameters(statement)
    possible = sorted(free - IN_UNIT_INTERVAL - shapes(statement))
    named = [x for x in possible if x.startswith("k")]
    if len(possible) == 1 or len(named) == 1:
        return (named or possible)[0]
    if possible:
        raise InputError(f"which of {', '.join(possible)} is the constant? call it k")
    other = f"; {' and '.join(sorted(free))} cannot be it, as t, r and q lie in [0, 1]" if free else ""
    raise InputError(f"the statement has no constant to find: write a letter for it, as in BS <= k*MAE{other}")


def linear(node: Expression, letter: str) -> tuple[Expression, Expression]:
    """``(a, b)`` with ``node == a + b*letter``, neither of which has the letter; `InputError` where there are none.

    >>> from workbench.language.statements import parse_expression
    >>> [str(x) for x in linear(parse_expression("k*(2*AUCH - 1) - (BS + k)/2"), "k")]
    ['-(BS/2)', '2*AUCH - 1 - 1/2']
    """
    if letter not in names(node):
        return node, ZERO
    match node:
        case Name():
            return ZERO, ONE
        case Negative():
            start, slope = linear(node.operand, letter)
            return _negative(start), _negative(slope)
        case Arithmetic(operator="+" | "-"):
            one, other = linear(node.left, letter), linear(node.right, letter)
            if node.operator == "-":
                other = _negative(other[0]), _negative(other[1])
            return _sum(one[0], other[0]), _sum(one[1], other[1])
        case Arithmetic(operator="*") if letter not in names(node.left) or letter not in names(node.right):
            one, other = linear(node.left, letter), linear(node.right, letter)
            if letter in names(node.left):
                one, other = other, one
            return _product(one[0], other[0]), _product(one[0], other[1])
        case Arithmetic(operator="/") if letter not in names(node.right):
            start, slope = linear(node.left, letter)
            return _quotient(start, node.right), _quotient(slope, node.right)
    raise InputError(f"{letter} stands in {node}; it must be a factor by itself, as in 2*{letter}*BS + {letter}/3")


def _negative(x: Expression) -> Expression:
    if isinstance(x, Number):
        return Number(-x.value)
    return x.operand if isinstance(x, Negative) else Negative(x)


def _sum(x: Expression, y: Expression) -> Expression:
    if x == ZERO or y == ZERO:
        return y if x == ZERO else x
    subtracted = isinstance(y, Negative) or (isinstance(y, Number) and y.value < 0)
    return folded(Arithmetic("-", x, _negative(y)) if subtracted else Arithmetic("+", x, y))


def _product(x: Expression, y: Expression) -> Expression:
    if ZERO in (x, y):
        return ZERO
    if ONE in (x, y):
        return y if x == ONE else x
    return folded(Arithmetic("*", x, y))


def _quotient(x: Expression, y: Expression) -> Expression:
    return x if x == ZERO else folded(Arithmetic("/", x, y))


def _put(node: Expression, letter: str, constant: Fraction) -> Expression:
    """The expression with a number for the letter, without factors 1 and terms 0."""

    def put(part: Node) -> Node:
        if isinstance(part, Name) and part.name == letter:
            return Number(constant)
        new = rebuilt(part, put)
        if new is part or not isinstance(new, Arithmetic):
            return new
        if new.operator == "*" and ZERO not in (new.left, new.right):
            return _product(new.left, new.right)
        return new.left if new.operator in "+-" and new.right == ZERO else new

    return cast(Expression, put(node))
