"""Roots that are simplified before anything is looked at: what a statement writes is shown to be the same.

``sqrt(x**2)`` is looked at as ``abs(x)``, ``sqrt(2*BS)`` as ``sqrt(2)*sqrt(BS)``. A document begins, and an equality
also ends, with what the statement says, so each such root is shown to be no more and no less, as for the squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sympy import Abs, Expr, Poly, S, Symbol

from workbench.deciding import documents
from workbench.deciding.documents import About, Document
from workbench.deciding.domain import domain_of
from workbench.deciding.pointwise import NotDecided
from workbench.language.statements import parse_statement
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Expression,
    Name,
    Negative,
    Node,
    Statement,
    children,
    names,
    rebuilt,
)
from workbench.symbolic.normal_forms import Move
from workbench.symbolic.plain import plain
from workbench.symbolic.translation import to_sympy

_SAME = "roots are the same as for the squares"
_BOUND = {"s", "c", "u"}
_LETTER = Symbol("_root", real=True)


def as_written(statement: Statement, document: Document, moves: Sequence[Move]) -> Document:
    """The document of a statement whose roots are written otherwise in its lines; the same if there are none.

    >>> from workbench.deciding.proving import prove_statement
    >>> prove_statement(parse_statement("sqrt(2*BS) == sqrt(2)*sqrt(BS)")).document["ends"]
    'sqrt(2)*sqrt(BS)'
    """
    roots = list(dict.fromkeys([*_simplified(statement.left), *_simplified(statement.right)]))
    if not roots:
        return document
    cited = {x["name"]: x for x in document.get("theorems", ())}
    about = About(domain_of(statement), statement.given, tuple(moves), cited)
    lemmas = {root: _lemma(root, about) for root in roots}
    found = _begun(document, statement, lemmas)
    shown = [x for lemma in lemmas.values() for x in lemma.get("defined", ())]
    for part in (found, *found.get("parts", ())):
        part["defined"] = [*shown, *part.get("defined", [])]
    return found | ({"theorems": list(cited.values())} if cited else {})


def _simplified(node: Node) -> Iterator[Expression]:
    """The square roots in sums and products that are written otherwise in what is looked at."""
    if _radicand(node) is not None and not names(node) & _BOUND:
        inner = to_sympy(_radicand(node))  # type: ignore[arg-type]
        whole = to_sympy(node)
        if not inner.is_number and not (whole.is_Pow and whole.base == inner):
            yield node  # type: ignore[misc]
    elif isinstance(node, Arithmetic | Negative):
        for child in children(node):
            yield from _simplified(child)


def _radicand(node: Node) -> Expression | None:
    """What a square root is of."""
    if isinstance(node, Apply) and node.function == "sqrt":
        return node.arguments[0]  # type: ignore[return-value]
    halved = isinstance(node, Arithmetic) and node.operator == "**" and to_sympy(node.right) == S.Half
    return node.left if halved else None  # type: ignore[union-attr]


def _lemma(root: Expression, about: About) -> Document:
    """The document that a root is what it is simplified to."""
    inner, whole = to_sympy(_radicand(root)), to_sympy(root)  # type: ignore[arg-type]
    said = plain(whole)
    base = about.positive(inner)
    letters = {"x": plain(inner), "y": said}
    same = _in_cases(whole)
    shown = {"root_below": [base, about.positive(whole), same], "root_above": [base, same]}
    entry = documents.why_defined(inner, False, about)
    beside = documents.beside([whole], about)
    defined = [*([entry] if entry else []), *beside.get("defined", [])]
    parts = []
    for axiom, low, high in (("root_below", str(root), said), ("root_above", said, str(root))):
        use = {"axiom": axiom, "letters": letters, "shown": shown[axiom], "times": "1"}
        parts.append(
            _document(f"{low} <= {high}", about.given, "inequality", defined)
            | {
                "steps": [
                    {"line": f"{high} - ({low})", "by": {"uses": []}, "why": "the difference of both sides"},
                    {"line": "0", "by": {"uses": [use]}, "why": "as for the squares", "relation": ">="},
                    {"line": "0", "by": {"sign": "number", "certificate": {"sum": []}}, "why": "its sign"},
                ],
                "ends": "0",
            }
        )
    return _document(f"{root} == {said}", about.given, "equality", defined) | {"parts": parts}


def _document(said: str, given: tuple[Assumption, ...], kind: str, defined: list[Any]) -> Document:
    words = [str(a) for a in given]
    text = said + f" given {', '.join(words)}" * bool(words)
    return {"format": 1, "statement": text, "given": words, "kind": kind, "defined": defined}


def _in_cases(whole: Expr) -> Any:
    """Why nothing is left of a difference of squares, whatever the signs of what absolute values are of."""
    found: Any = {"sum": []}
    for x in sorted(whole.atoms(Abs), key=str):
        found = {"split": plain(x.args[0]), "above": found, "below": found}
    return found


def _begun(document: Document, statement: Statement, lemmas: dict[Expression, Document]) -> Document:
    """The document with a step from what the statement says at its beginning, and one to it at its end."""
    if "parts" in document:
        parts = [_begun(part, parse_statement(part["statement"]), lemmas) for part in document["parts"]]
        return {**document, "parts": parts}
    left, right = statement.left, statement.right
    low, high = (right, left) if statement.relation in (">", ">=") else (left, right)
    first, *rest = document["steps"]
    if document["kind"] == "equality":
        start = {"line": plain(to_sympy(left)), "by": {"uses": _uses(left, lemmas, -1)}, "why": _SAME}
        end = {"line": str(right), "by": {"uses": _uses(right, lemmas, 1)}, "why": _SAME}
        return {**document, "steps": [start, first, *rest, end], "ends": end["line"]}
    uses = [*_uses(high, lemmas, -1), *_uses(low, lemmas, 1)]
    opened = {"line": f"{high} - ({low})", "by": {"uses": []}, "why": first["why"]}
    return {**document, "steps": [opened, {**first, "by": {"uses": uses}, "why": _SAME}, *rest]}


def _uses(side: Expression, lemmas: dict[Expression, Document], sign: int) -> list[dict[str, Any]]:
    """Each root in a side, as often as it stands there."""
    found = []
    for root in dict.fromkeys(_simplified(side)):
        flat = to_sympy(_put(side, root))
        if not flat.is_polynomial(_LETTER) or Poly(flat, _LETTER).degree() > 1:
            raise NotDecided(f"{root} is simplified, and not seen so many times in {side}")
        found.append({"document": lemmas[root], "times": plain(sign * flat.diff(_LETTER))})
    return found


def _put(node: Node, root: Expression) -> Any:
    """A side in which a letter stands for a root."""
    return Name(_LETTER.name) if node == root else rebuilt(node, lambda x: _put(x, root))
