"""Equalities part by part: both sides are built alike, and each part of one equals that of the other.

``max(GINI, loss(rate_driven)) == max(loss(rate_uniform) - 1/6, GINI)`` holds since the losses are the same, which has a
document of its own. The reader puts equals for equals one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from workbench.deciding.accepting import objection
from workbench.deciding.assumption_moves import granted
from workbench.deciding.documents import About, Document, beside, gone
from workbench.deciding.domain import domain_of
from workbench.deciding.pointwise import NotDecided
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Comparison,
    Cost,
    Expression,
    Method,
    Name,
    Negative,
    Node,
    Statement,
    children,
    names,
    rebuilt,
)
from workbench.symbolic.translation import to_sympy
from workbench.witnesses.search import at_sight

Shown: TypeAlias = Callable[[Statement], "Document | None"]

MOST = 12
"""So many pairs of parts are looked at."""
_BOUND = frozenset({"s", "c", "u"})
_IN_ANY_ORDER = ("+", "*", "min", "max")


class _NotAlike(Exception):
    """The sides are not built alike, or it is not seen that their parts are the same."""


def part_by_part(statement: Statement, shown: Shown) -> Document | None:
    """The document of an equality by those of its parts, which ``shown`` finds; None where there is none.

    >>> from workbench.deciding.proving import prove_statement
    >>> from workbench.language.statements import parse_statement
    >>> text = "max(GINI, loss(rate_driven)) == max(loss(rate_uniform) - 1/6, GINI)"
    >>> found = part_by_part(parse_statement(text), lambda x: prove_statement(x).document)
    >>> found["steps"][0]["by"]["uses"][0]["document"]["statement"]
    'loss(rate_driven) == loss(rate_uniform) - 1/6'
    """
    search = _Search(statement.given, shown)
    try:
        pairs = list(dict.fromkeys(search.parts(statement.left, statement.right, whole=True)))
        documents = [x for pair in pairs if (x := search.known[pair]) is not None]
        shows = _beside(statement, documents)
        steps = list(_steps(statement, pairs, documents, shows))
    except (_NotAlike, NotDecided):
        return None
    if not steps:
        return None
    found = _document(statement, steps) | shows
    return found if objection(found) is None else None


@dataclass
class _Search:
    """The parts that were compared."""

    given: tuple[Assumption, ...]
    shown: Shown

    def __post_init__(self) -> None:
        self.known: dict[tuple[Expression, Expression], Document | None] = {}

    def parts(self, left: Node, right: Node, *, whole: bool = False) -> list[tuple[Expression, Expression]]:
        """The pairs of parts that differ and are the same, as small as they are found."""
        if left == right:
            return []
        one, other = _operands(left), _operands(right)
        if one is not None and other is not None and one[0] == other[0] and len(one[1]) == len(other[1]):
            try:
                return self._matched(one[0], one[1], other[1])
            except _NotAlike:
                if whole:
                    raise
        if whole or isinstance(left, Method | Cost | Comparison) or isinstance(right, Method | Cost | Comparison):
            raise _NotAlike
        if self._same(left, right) is None:
            raise _NotAlike
        return [(left, right)]

    def _matched(self, word: str, one: Sequence[Node], other: Sequence[Node]) -> list[tuple[Expression, Expression]]:
        if word not in _IN_ANY_ORDER:
            return [pair for left, right in zip(one, other, strict=True) for pair in self.parts(left, right)]
        rest, found = list(other), list[tuple[Expression, Expression]]()
        for left in [x for x in one if x not in other]:
            for right in [x for x in rest if x not in one]:
                try:
                    found += self.parts(left, right)
                except _NotAlike:
                    continue
                rest.remove(right)
                break
            else:
                raise _NotAlike
        return found

    def _same(self, left: Expression, right: Expression) -> Document | None:
        """The document that a part equals another one, or None."""
        pair = left, right
        if pair not in self.known:
            said = Statement(left, "==", right, self.given)
            free = not (names(left) | names(right)) & _BOUND or not (_loose(left) or _loose(right))
            if len(self.known) >= MOST or not free or at_sight(said):
                return None
            self.known[pair] = self.shown(said)
        return self.known[pair]


def _operands(node: Node) -> tuple[str, list[Node]] | None:
    """What a node is made of: sums and products of more than two as one."""
    if isinstance(node, Arithmetic) and node.operator in _IN_ANY_ORDER:
        return node.operator, [x for child in children(node) for x in _flat(child, node.operator)]
    if isinstance(node, Apply) and node.function in _IN_ANY_ORDER:
        return node.function, [x for child in children(node) for x in _flat(child, node.function)]
    if isinstance(node, Arithmetic | Negative | Apply):
        return getattr(node, "operator", getattr(node, "function", "-")), list(children(node))
    return None


def _flat(node: Node, word: str) -> list[Node]:
    found = _operands(node)
    return found[1] if found is not None and found[0] == word and not isinstance(node, Negative) else [node]


def _loose(node: Node, bound: bool = False) -> bool:
    """Whether s, c or u stands outside of what binds it."""
    if isinstance(node, Name):
        return node.name in _BOUND and not bound
    binds = isinstance(node, Method | Cost) or (isinstance(node, Apply) and node.function in ("E", "E0", "E1"))
    return any(_loose(child, bound or binds) for child in children(node))


def _beside(statement: Statement, inner: Sequence[Document]) -> Document:
    """What the document shows beside its steps, and what those of the parts do."""
    cited = {x["name"]: x for document in inner for x in document.get("theorems", ())}
    about = About(domain_of(statement), statement.given, tuple(granted(statement.given)), cited)
    lines = [to_sympy(statement.left), to_sympy(statement.right), *gone(statement)]
    each = [beside(lines, about), *inner]
    found = {key: [x for document in each for x in document.get(key, ())] for key in ("defined", "densities")}
    found["theorems"] = list(cited.values())
    return {key: x for key, x in found.items() if x}


def _steps(
    statement: Statement, pairs: Sequence[tuple[Expression, Expression]], inner: Sequence[Document], shows: Document
) -> Iterator[dict[str, Any]]:
    """A step for each pair: the part where it stands is put in the place of that which it equals."""
    line: Any = statement.left
    for number, ((one, other), document) in enumerate(zip(pairs, inner, strict=True), start=1):
        after = statement.right if number == len(pairs) else _put(line, one, other)
        said, shown = replace(statement, left=line, right=after), {k: x for k, x in document.items() if k != "theorems"}
        uses = ({"document": shown, **more} for more in ({}, *({"for": str(x)} for x in _figures(one, other))))
        steps = ({"line": str(after), "by": {"uses": [use]}, "why": f"{one} == {other}"} for use in uses)
        found = next((step for step in steps if objection(_document(said, [step]) | shows) is None), None)
        if found is None:
            raise _NotAlike
        yield found
        line = after


def _figures(*sides: Expression) -> Iterator[Node]:
    """What an equation may be solved for."""
    for side in sides:
        for part in (side, *children(side)) if not isinstance(side, Apply | Name) else (side,):
            if not isinstance(part, Arithmetic | Negative):
                yield part


def _put(node: Node, part: Node, value: Node) -> Any:
    return value if node == part else rebuilt(node, lambda x: _put(x, part, value))


def _document(statement: Statement, steps: list[dict[str, Any]]) -> Document:
    given = [str(a) for a in statement.given]
    found = {"format": 1, "statement": str(statement), "given": given, "kind": "equality"}
    return {**found, "steps": steps, "ends": steps[-1]["line"]}
