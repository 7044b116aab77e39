"""The statement language read into plain tuples. Its expressions are among Python's, whose own parser reads them.

    ("number", q)  ("name", x)  ("negative", e)  ("+" | "-" | "*" | "/" | "**", e, f)
    ("call", name, (e, ...), ((keyword, e), ...))  ("relation", r, e, f)

A statement is ``left RELATION right`` with what follows ``given``, each a name or a relation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]

MAX_LENGTH = 400_000
MAX_DIGITS = 4_000
_TEXT = re.compile(r"[ A-Za-z_0-9.,+\-*/()<>=!]*")
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d{1,4}))?")
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
_RELATIONS = {ast.Eq: "==", ast.NotEq: "!=", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">"}


class Refused(ValueError):
    """The document does not prove what it says; the message says where and why."""


@lru_cache(2_048)
def parsed(text: str) -> Tree:
    """The tree of a text: an expression, a relation, or a tuple of them.

    >>> parsed("-2**2 < 0.1")
    ('relation', '<', ('negative', ('**', ('number', 2), ('number', 2))), ('number', Fraction(1, 10)))
    """
    if not isinstance(text, str) or len(text) > MAX_LENGTH or not _TEXT.fullmatch(text):
        raise Refused("a line that is no text of the language, or too long a one")
    text = text.strip()
    try:
        return _tree(ast.parse(text, mode="eval").body, text)
    except (SyntaxError, RecursionError, MemoryError):
        raise Refused(f"{text[:60]!r} cannot be read") from None


def _tree(node: ast.expr, text: str) -> Tree:
    match node:
        case ast.Name(id=name):
            return ("name", name)
        case ast.Constant():
            digits = text[node.col_offset : node.end_col_offset]
            if len(digits) <= MAX_DIGITS and _NUMBER.fullmatch(digits):
                value = Fraction(digits)
                return ("number", value.numerator if value.denominator == 1 else value)
        case ast.UnaryOp(op=ast.USub(), operand=x):
            return ("negative", _tree(x, text))
        case ast.UnaryOp(op=ast.UAdd(), operand=x):
            return _tree(x, text)
        case ast.BinOp(left=x, op=op, right=y) if type(op) in _SIGNS:
            return (_SIGNS[type(op)], _tree(x, text), _tree(y, text))
        case ast.Compare(left=x, ops=[sign], comparators=[y]) if type(sign) in _RELATIONS:
            return ("relation", _RELATIONS[type(sign)], _tree(x, text), _tree(y, text))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if all(k.arg for k in keywords):
            pairs = tuple((k.arg, _tree(k.value, text)) for k in keywords)
            return ("call", name, tuple(_tree(a, text) for a in arguments), pairs)
        case ast.Tuple(elts=parts):
            return ("tuple", *(_tree(part, text) for part in parts))
    raise Refused(f"{ast.get_source_segment(text, node)!r} is not part of the language")


def expression(text: str) -> Tree:
    """The expression that a text says.

    >>> expression("2*E0(s) - 1/3")[0]
    '-'
    """
    found = parsed(text)
    if found[0] in ("relation", "tuple"):
        raise Refused(f"{text[:60]!r} is no expression")
    return found


def relation(text: str) -> Tree:
    """The relation between two expressions that a text says."""
    found = parsed(text)
    if found[0] != "relation":
        raise Refused(f"{text[:60]!r} is no relation")
    return found


def assumptions(text: str) -> tuple[Tree, ...]:
    """What may follow ``given``: names and relations, separated by commas."""
    found = parsed(text)
    each = found[1:] if found[0] == "tuple" else (found,)
    if not each or any(x[0] not in ("name", "relation") for x in each):
        raise Refused(f"{text[:60]!r} is no assumption")
    return each


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
        keywords = tuple((k, changed(a, change)) for k, a in tree[3])
        return ("call", tree[1], tuple(changed(a, change) for a in tree[2]), keywords)
    return tuple(changed(part, change) if isinstance(part, tuple) else part for part in tree)


def with_names(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """``tree`` with names replaced."""
    return changed(tree, lambda part: values.get(part[1]) if part[0] == "name" else None)


def parts(tree: Any) -> Iterator[Tree]:
    """A tree and all that it is made of."""
    if isinstance(tree, tuple):
        yield tree
        for part in tree:
            yield from parts(part)


def words(tree: Any) -> set[str]:
    """All names and functions of an expression."""
    return {part[1] for part in parts(tree) if part[:1] in (("name",), ("call",)) and isinstance(part[1], str)}
