"""The statement language read into plain tuples, by a reader of its own.

    ("number", q)  ("name", x)  ("negative", e)  ("+" | "-" | "*" | "/" | "**", e, f)
    ("call", name, (e, ...), ((keyword, e), ...))  ("relation", r, e, f)

A statement is ``left RELATION right`` with what follows ``given``, each a name or a relation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]

RELATIONS = ("==", "!=", "<=", ">=", "<", ">")
MAX_LENGTH = 400_000
MAX_DEPTH = 250
MAX_DIGITS = 4_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|==|!=|<=|>=|[-+*/()<>,=]))",
    re.ASCII,
)


class Refused(ValueError):
    """The document does not prove what it says; the message says where and why."""


class _Text:
    """The tokens of a text, read from left to right."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or len(text) > MAX_LENGTH:
            raise Refused("a line that is no text, or too long a one")
        self.text, self.tokens, self.place, self.depth = text, [], 0, 0
        position, end = 0, len(text.rstrip())
        while position < end:
            found = _TOKEN.match(text, position)
            if not found:
                raise Refused(f"{text[position : position + 20]!r} is not part of the language")
            if found["number"] and (len(found["number"]) > MAX_DIGITS or _large_exponent(found["number"])):
                raise Refused("a number with too many digits")
            self.tokens.append((found.lastgroup, found[found.lastgroup or 0]))
            position = found.end()

    def peek(self) -> str:
        return str(self.tokens[self.place][1]) if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """The next token, which must be among ``wanted`` if there are any."""
        token = self.peek()
        if not token or (wanted and token not in wanted):
            raise Refused(
                f"{self.text[:60]!r}: {token or 'the end'!r} stands where {' or '.join(wanted) or 'more'} should"
            )
        self.place += 1
        return token

    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Refused("a line that is nested too deep")
        found = self.product()
        while self.peek() in ("+", "-"):
            found = (self.take(), found, self.product())
        self.depth -= 1
        return found

    def product(self) -> Tree:
        found = self.unary()
        while self.peek() in ("*", "/"):
            found = (self.take(), found, self.unary())
        return found

    def unary(self) -> Tree:
        minus = 0
        while self.peek() == "-":
            self.take()
            minus += 1
        found = self.power()
        return ("negative", found) if minus % 2 else found

    def power(self) -> Tree:
        base = self.atom()
        if self.peek() != "**":
            return base
        self.take()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Refused("a line that is nested too deep")
        found = ("**", base, self.unary())
        self.depth -= 1
        return found

    def atom(self) -> Tree:
        kind = self.tokens[self.place][0] if self.place < len(self.tokens) else None
        if kind == "number":
            return ("number", Fraction(self.take()))
        if kind == "name":
            name = self.take()
            return self.call(name) if self.peek() == "(" else ("name", name)
        self.take("(")
        found = self.sum()
        self.take(")")
        return found

    def call(self, name: str) -> Tree:
        self.take("(")
        arguments: list[Tree] = []
        keywords: list[tuple[str, Tree]] = []
        while self.peek() != ")":
            if arguments or keywords:
                self.take(",")
            found = self.sum()
            if self.peek() == "=" and found[0] == "name":
                self.take()
                keywords.append((found[1], self.sum()))
            elif self.peek() in RELATIONS:
                arguments.append(("relation", self.take(), found, self.sum()))
            else:
                arguments.append(found)
        self.take(")")
        return ("call", name, tuple(arguments), tuple(keywords))

    def relation(self) -> Tree:
        left = self.sum()
        return ("relation", self.take(*RELATIONS), left, self.sum())

    def finished(self, found: Any) -> Any:
        if self.place < len(self.tokens):
            raise Refused(f"{self.text[:60]!r}: {self.peek()!r} cannot stand there")
        return found


def _large_exponent(number: str) -> bool:
    exponent = number.lower().partition("e")[2]
    return bool(exponent) and abs(int(exponent)) > MAX_DIGITS


def expression(text: str) -> Tree:
    """The expression that a text says.

    >>> expression("2*E0(s) - 1/3")[0]
    '-'
    """
    read = _Text(text)
    return read.finished(read.sum())  # type: ignore[no-any-return]


def relation(text: str) -> Tree:
    """The relation between two expressions that a text says."""
    read = _Text(text)
    return read.finished(read.relation())  # type: ignore[no-any-return]


def assumptions(text: str) -> tuple[Tree, ...]:
    """What may follow ``given``: names and relations, separated by commas."""
    read = _Text(text)
    found: list[Tree] = []
    while not found or read.peek() == ",":
        if found:
            read.take()
        left = read.sum()
        if read.peek() in RELATIONS:
            left = ("relation", read.take(), left, read.sum())
        elif left[0] != "name":
            raise Refused(f"{text!r} is no assumption")
        found.append(left)
    return read.finished(tuple(found))  # type: ignore[no-any-return]


def statement(text: str) -> tuple[Tree, tuple[Tree, ...]]:
    """The relation that a statement says, and what is given.

    >>> statement("BS == RL given calibrated, pi0 == 1/2")[1][0]
    ('name', 'calibrated')
    """
    head, *rest = re.split(r"\bgiven\b", text)
    if len(rest) > 1:
        raise Refused("given stands twice")
    return relation(head), assumptions(rest[0]) if rest else ()


def changed(tree: Tree, change: Callable[[Tree], Tree | None]) -> Tree:
    """``tree`` with each part for which ``change`` has another put in its place, from the outside in."""
    other = change(tree)
    if other is not None:
        return other
    if tree[0] == "call":
        arguments = tuple(changed(a, change) for a in tree[2])
        return ("call", tree[1], arguments, tuple((k, changed(a, change)) for k, a in tree[3]))
    return tuple(changed(part, change) if isinstance(part, tuple) else part for part in tree)


def with_names(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """``tree`` with names replaced."""
    return changed(tree, lambda part: values.get(part[1]) if part[0] == "name" else None)
