"""The grammar of the statement language: text to a generic tree of arithmetic, names and calls.

What the names and calls mean is the business of `workbench.language.statements`. Bounds on length, nesting and
exponents keep hostile input cheap.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeAlias

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

from workbench.errors import InputError
from workbench.language.syntax import Name, Number

MAX_LENGTH = 20_000
MAX_DEPTH = 200
MAX_DIGITS = 400
MAX_BITS = 4_000
_RELATION = re.compile("[<>]|[=!]=")

GRAMMAR = r"""
statement   : sum RELATION sum ["given" assumption ("," assumption)*]
assumption  : sum [RELATION sum ["for" "all" NAME]]
?argument   : NAME "=" sum -> keyword
            | sum RELATION sum -> comparison
            | sum
?sum        : product
            | sum "+" product -> add
            | sum "-" product -> subtract
?product    : unary
            | product "*" unary -> multiply
            | product "/" unary -> divide
?unary      : power
            | "-" unary -> negative
?power      : atom
            | atom "**" unary -> power
?atom       : NUMBER -> number
            | NAME -> name
            | NAME "(" [argument ("," argument)*] ")" -> call
            | "(" sum ")"

RELATION    : "==" | "!=" | "<=" | ">=" | "<" | ">"
NUMBER      : /([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?/
NAME        : /([ab]\.)?[A-Za-z][A-Za-z_0-9]*/
%ignore /[ \t\r\n]+/
"""


class StatementError(InputError):
    """The text is not a sentence of the language; the message names the place and what would be right."""


class Valueless(StatementError):
    """What stands in a column has no value on any data; ``why`` says so without either."""

    def __init__(self, column: int, what: str, why: str) -> None:
        super().__init__(str(fail(column, f"{what} {why}")))
        self.why = why


def fail(column: int, message: str) -> StatementError:
    """The error that names the column, when there is one."""
    return StatementError(f"column {column}: {message}" if column else message)


def shortened(word: str) -> str:
    """``word``, or its beginning when it is long.

    >>> shortened("AUC"), len(shortened("x" * 1000))
    ('AUC', 43)
    """
    return word[:40] + "..." * (len(word) > 40)


def brief(node: object, length: int = 80) -> str:
    """An expression, a method or a density for a message, or its beginning when it is long.

    >>> brief(Number(Fraction(1, 3))), len(brief(Number(Fraction(10**300))))
    ('1/3', 80)
    """
    text = str(node)
    return text if len(text) <= length else text[: length - 3] + "..."


def suggestion(word: str, known: Iterable[str], most: int = 1, called: Callable[[str], str] = str) -> str:
    """``"; did you mean X?"`` when a known word is close to ``word``, in any case of letters, else nothing.

    Of several words that are close, ``most`` at most are named, the closest first, each as it is ``called``; one that
    differs in the case of letters only is named alone.

    >>> suggestion("BRIER", ["BS", "AUC"]), suggestion("score_drivn", ["score_driven"])
    ('', '; did you mean score_driven?')
    >>> suggestion("Auc", ["AUC", "AUCH"], 3), suggestion("aucg", ["AUC", "AUCH"], 3)
    ('; did you mean AUC?', '; did you mean AUC or AUCH?')
    """
    *others, last = map(called, nearest(word, known, most) or ("",))
    return f"; did you mean {', '.join(others)}{' or ' * bool(others)}{last}?" if last else ""


def nearest(word: str, known: Iterable[str], most: int = 1, closeness: float = 0.6) -> list[str]:
    """The known words that are at least so close to ``word``, from 0 to 1, in any case of letters; the closest first.

    >>> nearest("auch", ["AUC", "AUCH"], 3), nearest("accuracy", ["AUC", "BS"], 3, 0.0)
    (['AUCH'], ['AUC', 'BS'])
    """
    pool: dict[str, str] = {}
    for name in sorted(known):
        pool.setdefault(name.lower(), name)
    lower = word.lower()
    close = [lower] if lower in pool else difflib.get_close_matches(lower, sorted(pool), most, closeness)
    return [pool[name] for name in close]


@dataclass(frozen=True)
class Call:
    """A name with arguments; what it means is not known yet."""

    function: str
    arguments: tuple[Raw, ...]
    keywords: tuple[tuple[str, Raw, int], ...]
    column: int


Raw: TypeAlias = "Number | Name | Infix | Call"


@dataclass(frozen=True)
class Infix:
    """An operator or a relation between its operands, or ``negative`` before one."""

    operator: str
    operands: tuple[Raw, ...]
    column: int


@dataclass(frozen=True)
class _Keyword:
    name: str
    value: Raw
    column: int


def small(value: Fraction) -> bool:
    """Whether a number is short enough to be computed while the text is read."""
    return value.numerator.bit_length() + value.denominator.bit_length() <= MAX_BITS


@v_args(inline=True)
class _Reader(Transformer[Token, object]):
    def number(self, token: Token) -> Number:
        if len(token) > MAX_DIGITS:
            raise fail(_at(token), f"a number of {len(token)} digits; at most {MAX_DIGITS} are read")
        mantissa, _, exponent = str(token).lower().partition("e")
        if exponent and (len(exponent) > 5 or abs(int(exponent)) > MAX_DIGITS):
            raise fail(_at(token), f"the number {shortened(token)} has an exponent beyond {MAX_DIGITS}")
        return Number(Fraction(mantissa.rstrip(".")) * Fraction(10) ** int(exponent or 0), _at(token))

    def name(self, token: Token) -> Name:
        return Name(str(token), _at(token))

    def call(self, function: Token, *arguments: Raw | _Keyword | None) -> Call:
        positional: list[Raw] = []
        keywords: list[tuple[str, Raw, int]] = []
        for argument in arguments:
            if isinstance(argument, _Keyword):
                keywords.append((argument.name, argument.value, argument.column))
            elif argument is not None:
                if keywords:
                    raise fail(argument.column, "an argument without a name after one with a name")
                positional.append(argument)
        return Call(str(function), tuple(positional), tuple(keywords), _at(function))

    def keyword(self, name: Token, value: Raw) -> _Keyword:
        return _Keyword(str(name), value, _at(name))

    def comparison(self, left: Raw, relation: Token, right: Raw) -> Infix:
        return Infix(str(relation), (left, right), _at(relation))

    def negative(self, operand: Raw) -> Raw:
        if isinstance(operand, Number):
            return Number(-operand.value, operand.column)
        return Infix("negative", (operand,), operand.column)

    def divide(self, left: Raw, right: Raw) -> Raw:
        if isinstance(right, Number) and right.value == 0:
            raise fail(right.column, "division by zero")
        if isinstance(left, Number) and isinstance(right, Number):
            quotient = Number(left.value / right.value, left.column)
            if small(quotient.value):
                return quotient
        return Infix("/", (left, right), left.column)

    def add(self, left: Raw, right: Raw) -> Raw:
        return Infix("+", (left, right), left.column)

    def subtract(self, left: Raw, right: Raw) -> Raw:
        return Infix("-", (left, right), left.column)

    def multiply(self, left: Raw, right: Raw) -> Raw:
        return Infix("*", (left, right), left.column)

    def power(self, left: Raw, right: Raw) -> Raw:
        return Infix("**", (left, right), left.column)

    def assumption(self, left: Raw, relation: Token | None, right: Raw | None, level: Token | None) -> Raw | Infix:
        if relation is None or right is None:
            return left
        every = () if level is None else (self.name(level),)
        return Infix(str(relation), (left, right, *every), _at(relation))

    def statement(self, left: Raw, relation: Token, right: Raw, *given: Raw | None) -> tuple[object, ...]:
        return left, str(relation), right, tuple(a for a in given if a is not None)


def _at(token: Token) -> int:
    return (token.start_pos or 0) + 1


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, start=["statement", "sum"], parser="lalr", maybe_placeholders=True, transformer=_Reader())


@lru_cache(maxsize=1024)
def _read(text: str, start: str) -> object:
    return _parser().parse(text, start)


def tree(text: str, start: str) -> object:
    """What ``text`` says by the rule ``start`` of the grammar, or `StatementError`."""
    if len(text) > MAX_LENGTH:
        raise StatementError(f"the text has {len(text)} characters; at most {MAX_LENGTH} are read")
    opened: list[int] = []
    unmatched = ""
    for position, character in enumerate(text):
        if character == "(":
            opened.append(position + 1)
        elif character == ")" and opened:
            opened.pop()
        elif character == ")":
            unmatched = unmatched or f"; the parenthesis of column {position + 1} closes none"
        if len(opened) > MAX_DEPTH:
            raise fail(position + 1, f"parentheses nested deeper than {MAX_DEPTH}")
    if opened:
        unmatched = unmatched or f"; the parenthesis of column {opened[0]} is not closed"
    if not text.strip():
        raise StatementError(
            "column 1: the text is empty; a metric such as AUC or a loss such as loss(rate_driven) is not"
        )
    try:
        return _read(text, start)
    except VisitError as error:
        if isinstance(error.orig_exc, StatementError):
            raise error.orig_exc from None
        raise
    except UnexpectedCharacters as error:
        column = (error.pos_in_stream or 0) + 1
        wrong = text[column - 1]
        code = "" if wrong.isascii() else f" (U+{ord(wrong):04X})"
        hint = "; infinity is no number, and nothing is compared with it" if wrong == "∞" else ""
        raise fail(column, f"the character {wrong!r}{code} is not part of the language{hint}") from None
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            whole = start == "statement" and "RPAR" not in error.accepts
            lacks = "; a statement has a relation, such as == or <=, and what is on its other side"
            hint = unmatched or (lacks if whole and _RELATION.search(text) is None else "")
            raise StatementError(f"column {len(text) + 1}: the text ends too early{hint}") from None
        hint, before = unmatched, text[: _at(token) - 1]
        if hint:
            pass
        elif start == "sum" and (token.type == "RELATION" or token == "="):
            hint = "; an expression has no relation, which is for statements"
        elif token.type == "RELATION" and not before.strip():
            hint = "; a statement has an expression on each side of its relation"
        elif token.type == "RELATION" and _RELATION.search(before.rstrip().removesuffix("<")):
            hint = "; a statement has one relation"
        raise fail(_at(token), f"{shortened(token)!r} cannot stand here{hint}") from None
    except UnexpectedInput as error:
        raise StatementError(str(error).splitlines()[0]) from None
