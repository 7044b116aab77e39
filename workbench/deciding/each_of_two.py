"""No less than the greater of two: shown of each. And no more than the lesser of two.

``x >= max(y, z)`` has two cases, by the sign of ``y - z``; in each the maximum is one of both, and what is left to show
has a document of its own. What is about the greater or the lesser of the class proportions has two cases as well, by
the class that is more frequent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.deciding.accepting import Proof, objection
from workbench.deciding.documents import Document
from workbench.language.syntax import Apply, Assumption, Name, Node, Statement, children, exchanged

_BESIDE = ("defined", "densities")
_PROPORTIONS = Name("pi0"), Name("pi1")
_SIDES = {"max": {">": "right", "<": "left"}, "min": {">": "left", "<": "right"}}
"""Where a maximum, or a minimum, stands of which each part is compared, by the relation."""


def by_each_of_two(
    statement: Statement, shown: Callable[[Statement], tuple[Proof, Document] | None]
) -> tuple[Proof, Document] | None:
    """The proof of an inequality by those of two others, which ``shown`` finds; None where there is none.

    >>> from workbench.deciding.proving import prove_statement
    >>> from workbench.language.statements import parse_statement
    >>> def shown(part):
    ...     found = prove_statement(part)
    ...     return found.parts, found.document
    >>> by_each_of_two(parse_statement("max(BS, RLH) <= MAE"), shown)[1]["steps"][-1]["by"]["cases"]
    'BS - (RLH)'
    """
    for side, word, parts in _splits(statement):
        said = [replace(statement, **{side: part}) for part in parts]
        found = [x for x in map(shown, said) if x is not None]
        if len(found) == len(parts):
            (one, first), (other, second) = found
            document = _document(statement, parts, (first, second) if word == "max" else (second, first))
            if document is not None and objection(document) is None:
                return (*one, *other), document
    return _by_class(statement, shown)


def _by_class(
    statement: Statement, shown: Callable[[Statement], tuple[Proof, Document] | None]
) -> tuple[Proof, Document] | None:
    """The same by the class that is more frequent, where the greater or the lesser proportion stands in it."""
    about = list(dict.fromkeys(x for side in (statement.left, statement.right) for x in _of_proportions(side)))
    if not about or statement.relation in ("==", "!=") or any(a.name == "pi0" for a in statement.given):
        return None
    cases = []
    for relation, greater, lesser in ((">", *_PROPORTIONS), ("<=", *_PROPORTIONS[::-1])):
        part = replace(statement, given=(*statement.given, Assumption("pi0", relation, Fraction(1, 2))))
        for x in about:
            same = greater if x.function == "max" else lesser
            part = replace(part, left=exchanged(part.left, x, same), right=exchanged(part.right, x, same))
        found = shown(part)
        if found is None:
            return None
        cases.append(found)
    (one, first), (other, second) = cases
    document = _document(statement, _PROPORTIONS, (first, second))
    return None if document is None or objection(document) is not None else ((*one, *other), document)


def _of_proportions(node: Node) -> Iterator[Apply]:
    """Where the greater or the lesser of both class proportions stands in an expression."""
    if isinstance(node, Apply) and node.function in _SIDES and {*node.arguments} == {*_PROPORTIONS}:
        yield node
    for child in children(node):
        yield from _of_proportions(child)


def _splits(statement: Statement) -> Iterator[tuple[str, str, tuple[Any, Any]]]:
    """The side that is a maximum or a minimum, which of these, and of what."""
    for word, sides in _SIDES.items():
        side = sides.get(statement.relation[:1], "")
        match getattr(statement, side, None):
            case Apply(function=function, arguments=(one, other)) if function == word:
                yield side, word, (one, other)


def _document(statement: Statement, parts: tuple[Any, Any], each: tuple[Document, ...]) -> Document | None:
    """The document in two cases: where the difference of both parts is positive, and where it is not."""
    if not all("steps" in document for document in each):
        return None
    greater, lesser = statement.left, statement.right
    if statement.relation in ("<", "<="):
        greater, lesser = lesser, greater
    difference = f"{parts[0]} - ({parts[1]})"
    cases = {
        case: {"steps": document["steps"][1:], "ends": document["ends"]}
        for case, document in zip(("above", "below"), each, strict=True)
    }
    steps = [
        {"line": f"{greater} - ({lesser})", "by": {"uses": []}, "why": "the difference of both sides"},
        {"line": difference, "by": {"cases": difference, **cases}, "why": f"both signs of {difference}"},
    ]
    beside: Document = {key: [x for document in each for x in document.get(key, ())] for key in _BESIDE}
    beside["theorems"] = list({x["name"]: x for document in each for x in document.get("theorems", ())}.values())
    given = [str(a) for a in statement.given]
    about = {"format": 1, "statement": str(statement), "given": given, "kind": "inequality"}
    return {**about, "steps": steps, "ends": difference} | {key: x for key, x in beside.items() if x}
