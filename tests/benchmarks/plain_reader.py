"""A reader of the statement language that shares nothing with the workbench: tokens, then recursive descent.

A statement is text; what is read are nested tuples:

    ("number", 1/2)  ("name", "AUC")  ("negative", x)  ("+", x, y) and the like
    ("call", "E0", (x, ...), (("cost", y), ...))       also for methods, densities and losses
    ("<", x, y) and the like                           inside indicator(...) only
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|==|!=|<=|>=|[-+*/(),<>=]))"
)
RELATIONS = ("==", "!=", "<=", "<", ">=", ">")

Node = tuple[Any, ...]


class CannotRead(Exception):
    """This is not read as a sentence of the language."""


Assumed: TypeAlias = tuple[str, str | None, "Fraction | tuple[Node, Node] | None"]


@dataclass(frozen=True)
class Said:
    """``left relation right given assumptions``.

    An assumption is (name, relation or None, number or None), or ("", relation, both sides).
    """

    left: Node
    relation: str
    right: Node
    given: tuple[Assumed, ...]


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        place, text = 0, text.rstrip()
        while place < len(text):
            found = TOKEN.match(text, place)
            if found is None:
                raise CannotRead(f"{text[place : place + 20]!r}")
            kind = str(found.lastgroup)
            self.tokens.append((kind, found.group(kind)))
            place = found.end()
        self.at = 0

    def next(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, *allowed: str) -> str:
        word = self.next()
        if not word or (allowed and word not in allowed):
            raise CannotRead(f"{word!r} where {' or '.join(allowed) or 'something'} should stand")
        self.at += 1
        return word

    def sum(self) -> Node:
        left = self.product()
        while self.next() in ("+", "-"):
            left = (self.take(), left, self.product())
        return left

    def product(self) -> Node:
        left = self.unary()
        while self.next() in ("*", "/"):
            left = (self.take(), left, self.unary())
        return left

    def unary(self) -> Node:
        if self.next() == "-":
            self.take()
            return ("negative", self.unary())
        base = self.atom()
        if self.next() == "**":
            self.take()
            return ("**", base, self.unary())
        return base

    def atom(self) -> Node:
        if self.next() == "(":
            self.take()
            inner = self.sum()
            self.take(")")
            return inner
        kind = self.tokens[self.at][0] if self.at < len(self.tokens) else ""
        word = self.take()
        if kind == "number":
            return ("number", Fraction(word[:-1] if word.endswith(".") else word))
        if kind != "name":
            raise CannotRead(f"{word!r}")
        if self.next() != "(":
            return ("name", word)
        self.take()
        arguments: list[Node] = []
        keywords: list[tuple[str, Node]] = []
        while self.next() != ")":
            if arguments or keywords:
                self.take(",")
            if self.tokens[self.at + 1 : self.at + 2] == [("sign", "=")]:
                name = self.take()
                self.take("=")
                keywords.append((name, self.sum()))
                continue
            inner = self.sum()
            if self.next() in RELATIONS:
                inner = (self.take(), inner, self.sum())
            arguments.append(inner)
        self.take(")")
        return ("call", word, tuple(arguments), tuple(keywords))


def expression(text: str) -> Node:
    """The expression that ``text`` says."""
    reader = _Reader(text)
    found = reader.sum()
    if reader.next():
        raise CannotRead(f"{reader.next()!r} after the end")
    return found


def statement(text: str) -> Said:
    """The statement that ``text`` says."""
    reader = _Reader(text)
    left = reader.sum()
    relation = reader.take(*RELATIONS)
    right = reader.sum()
    given: list[Assumed] = []
    if reader.next():
        reader.take("given")
        while True:
            side = reader.sum()
            if reader.next() not in RELATIONS:
                if side[0] != "name":
                    raise CannotRead(text)
                given.append((side[1], None, None))
            else:
                given.append(_assumed(side, reader.take(), reader.sum()))
            if not reader.next():
                break
            reader.take(",")
    return Said(left, relation, right, tuple(given))


def _assumed(side: Node, relation: str, other: Node) -> Assumed:
    if side in (("name", "pi0"), ("name", "auc")):
        with suppress(CannotRead):
            return str(side[1]), relation, constant(other)
    return "", relation, (side, other)


def constant(node: Node) -> Fraction:
    """A number that is written with signs and fractions."""
    match node:
        case ("number", value):
            return Fraction(value)
        case ("negative", inner):
            return -constant(inner)
        case ("/", top, bottom):
            return constant(top) / constant(bottom)
    raise CannotRead(f"{node} is no number")


def parts(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node; the words after ``condition=`` and ``rates=`` are none."""
    if node[0] in ("number", "name"):
        return ()
    if node[0] == "call":
        _, _, arguments, keywords = node
        return (*arguments, *(x for name, x in keywords if name == "cost"))
    return node[1:]


def nodes(node: Node) -> list[Node]:
    """The node and all that stand below it."""
    return [node, *(x for part in parts(node) for x in nodes(part))]


def substituted(node: Node, values: dict[str, Fraction]) -> Node:
    """The node with numbers for the names in ``values``."""
    if node[0] == "name":
        return ("number", values[node[1]]) if node[1] in values else node
    if node[0] == "number":
        return node
    if node[0] == "call":
        _, function, arguments, keywords = node
        return (
            "call",
            function,
            tuple(substituted(x, values) for x in arguments),
            tuple((name, substituted(x, values)) for name, x in keywords),
        )
    return (node[0], *(substituted(x, values) for x in node[1:]))
