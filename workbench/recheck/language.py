"""The statement language read into plain tuples. Operators bind as in Python.

    ("number", q)  ("name", x)  ("negative", e)  ("+" | "-" | "*" | "/" | "**", e, f)
    ("call", name, (e, ...), ((keyword, e), ...))  ("relation", r, e, f)  ("for all", x, relation)

A statement is ``left RELATION right`` with what follows ``given``, each a name or a relation, perhaps ``for all``
values of a level. A name may begin with ``a.`` or ``b.``: it is that of a figure of one of two score functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]

MAX_WORDS, MAX_DIGITS, MAX_DEPTH = 40_000, 4_000, 200
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?", re.ASCII)
_WORD = re.compile(rf"{_NUMBER.pattern}|(?:[ab]\.)?[A-Za-z_]\w*|\*\*|[=!<>]=|[-+*/(),<>=]", re.ASCII)
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}  # the sign of a negative: 3
_RELATIONS = {"==", "!=", "<=", ">=", "<", ">"}


class Refused(ValueError):
    """The document does not prove what it says; the message says where and why."""


def need(condition: object, why: str) -> None:
    """Refuse the document, saying why, unless the condition holds."""
    if not condition:
        raise Refused(why)


@lru_cache(2_048)
def parsed(text: str) -> Tree:
    """The tree of a text: an expression, a relation, or a tuple of them.

    >>> parsed("-2**2 < 0.1")
    ('relation', '<', ('negative', ('**', ('number', 2), ('number', 2))), ('number', Fraction(1, 10)))
    """
    need(isinstance(text, str) and len(_WORD.findall(text)) <= MAX_WORDS, "a line that is no text, or too long")
    need(not _WORD.sub("", text).strip(" "), f"{text[:60]!r} is not in the language")
    words, found = ["", *reversed(_WORD.findall(text)), ","], list[Tree]()  # the next word last
    while words[-1] == ",":
        words.pop()
        found.append(_for_all(words, _relation(words, 0)))
    need(words == [""], f"{text[:60]!r} cannot be read at {words[-1]!r}")
    return found[0] if len(found) == 1 else ("tuple", *found)


def _for_all(words: list[str], relation: Tree) -> Tree:
    if relation[0] != "relation" or words[-2:] != ["all", "for"] or len(words) < 4:
        return relation
    del words[-2:]
    return ("for all", words.pop(), relation)


def _relation(words: list[str], depth: int) -> Tree:
    left = _operation(words, 1, depth)
    return ("relation", words.pop(), left, _operation(words, 1, depth)) if words[-1] in _RELATIONS else left


def _operation(words: list[str], least: int, depth: int) -> Tree:
    """An expression whose operators bind at least so tightly."""
    left = _operand(words, depth + 1)
    while (binds := _BINDS.get(words[-1], 0)) >= least:
        sign = words.pop()
        left = (sign, left, _operation(words, binds + (sign != "**"), depth + 1))
    return left


def _operand(words: list[str], depth: int) -> Tree:
    need(depth <= MAX_DEPTH and words[-1], "an expression inside of too many others, or a text that ends too early")
    word = words.pop()
    if word == "-":
        return ("negative", _operation(words, 3, depth))
    if word == "(":
        found = _relation(words, depth)
        need(words.pop() == ")", "a bracket that is not closed")
        return found
    if _NUMBER.fullmatch(word):
        need(len(word) <= MAX_DIGITS, "a number of too many digits")
        value = Fraction(word)
        return ("number", value.numerator if value.denominator == 1 else value)
    need(word[2 * (word[1:2] == ".") :].isidentifier(), f"{word!r} where an expression should stand")
    return _call(words, word, depth) if words[-1] == "(" else ("name", word)


def _call(words: list[str], function: str, depth: int) -> Tree:
    arguments: list[Tree] = []
    named: dict[str, Tree] = {}
    while words.pop() in ("(", ","):
        if words[-2:-1] == ["="]:
            key, _ = words.pop(), words.pop()
            need(key.isidentifier() and key not in named, f"{key} where the name of an argument should stand")
            named[key] = _relation(words, depth)
        else:
            arguments.append(_relation(words, depth))
        need(words[-1] in (",", ")"), f"{function} with {words[-1]!r} after an argument")
    return ("call", function, tuple(arguments), tuple(named.items()))


def expression(text: str) -> Tree:
    """The expression that a text says.

    >>> expression("2*E0(s) - 1/3")[0]
    '-'
    """
    need(parsed(text)[0] not in ("relation", "tuple", "for all"), f"{text[:60]!r} is no expression")
    return parsed(text)


def assumptions(text: str) -> tuple[Tree, ...]:
    """What may follow ``given``: names and relations, these for all t in [0, 1] if it says so, separated by commas."""
    found = parsed(text)[1:] if parsed(text)[0] == "tuple" else (parsed(text),)
    fits = all(x[0] in ("name", "relation") or (x[0] == "for all" and x[1] in {*"trq"}) for x in found)
    need(fits, f"{text[:60]!r} is no assumption")
    return found


def statement(text: str) -> tuple[Tree, tuple[Tree, ...]]:
    """The relation that a statement says, and what is given.

    >>> statement("BS == RL given calibrated, pi0 == 1/2")[1][0]
    ('name', 'calibrated')
    """
    head, *rest = re.split(r"\bgiven\b", text)
    need(len(rest) <= 1 and parsed(head)[0] == "relation", f"{text[:60]!r} is no relation, or given stands twice")
    return parsed(head), assumptions(rest[0]) if rest else ()


def changed(tree: Tree, change: Callable[[Tree], Tree | None]) -> Tree:
    """``tree`` with each part for which ``change`` has another put in its place, from the outside in."""
    other = change(tree)
    if other is None and tree[0] == "call":
        keywords = tuple((k, changed(a, change)) for k, a in tree[3])
        return ("call", tree[1], tuple(changed(a, change) for a in tree[2]), keywords)
    return other or tuple(changed(part, change) if isinstance(part, tuple) else part for part in tree)


def with_names(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """``tree`` with names replaced."""
    return changed(tree, lambda part: values.get(part[1]) if part[0] == "name" else None)


def parts(tree: Any) -> Iterator[Tree]:
    """A tree and all that it is made of."""
    if isinstance(tree, tuple):
        yield tree
        for part in tree:
            yield from parts(part)
