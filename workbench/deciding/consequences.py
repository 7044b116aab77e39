"""What is assumed of one figure, through what follows from it of others.

Where a figure is at an end of its range, others are at one as well: no area is missing on the hull, so nothing is
lost on it, so H is 1. Each link is shown from the one before. What is claimed is shown from one of them, and leans on
what was shown instead of on something assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from workbench.deciding.accepting import Proof, objection
from workbench.deciding.bounds import ASSUMED, Bound
from workbench.deciding.documents import Document
from workbench.deciding.inequality import Case, Inequality, Lemma
from workbench.language.statements import parse_statement
from workbench.language.syntax import Assumption, Statement
from workbench.symbolic.proof import Theorem

CHAINS = (
    ("AUC == 1", "AUCH == 1", "MER == 0", "RLH == 0", "H == 1"),
    ("H == 0", "RLH == pi0*pi1", "AUCH == 1/2"),
)
"""What follows from what stands beside it."""


def may_help(statement: Statement) -> bool:
    """Whether something is assumed of figures alone that fixes one of them.

    >>> [may_help(parse_statement(f"H == 1 given {given}")) for given in ("AUCH == 1", "AUCH >= 1", "pi0 == 1/2")]
    [True, False, False]
    """
    return any(a.relation == "==" and (a.sides or a.name == "auc") and not a.for_all for a in statement.given)


def by_consequences(
    statement: Statement, shown: Callable[[Statement], tuple[Proof, Document] | None]
) -> tuple[tuple[Theorem | Inequality | Lemma, ...], Document] | None:
    """The proof of a statement by those of others, which ``shown`` finds; None where there is none.

    >>> from workbench.deciding.proving import prove_statement
    >>> found = prove_statement(parse_statement("H == 1 given AUCH == 1"))
    >>> [part.says for part in found.parts if isinstance(part, Lemma)]
    ['MER == 0']
    """
    for links in _ways(statement.given):
        assumed, lemmas, before = statement.given, tuple[Lemma, ...](), tuple[tuple[str, Document], ...]()
        for link in links:
            found = shown(replace(link, given=assumed))
            if found is None:
                continue
            parts = told(found[0], before[-1][0]) if before else found[0]
            lemmas, before = (*lemmas, Lemma(str(link), parts)), (*before, (str(link), found[1]))
            assumed = parse_statement(f"0 <= 1 given {link}").given
            last = shown(replace(statement, given=assumed))
            document = None if last is None else leaning(last[1], before, statement.given)
            if last is not None and document is not None and objection(document) is None:
                return (*lemmas, *told(last[0], str(link))), document
    return None


def _ways(given: tuple[Assumption, ...]) -> Iterator[list[Statement]]:
    """The links of each chain, from what is given onwards where that is one of them."""
    for chain in CHAINS:
        links = [parse_statement(link) for link in chain]
        said = [str(*parse_statement(f"0 <= 1 given {link}").given) for link in chain]
        at = next((said.index(str(a)) for a in given if str(a) in said), None)
        yield from (links,) if at is None else (links[at + 1 :], links[:at][::-1])


def told(parts: Proof, link: str) -> Proof:
    """The parts of a proof, which say of what was assumed in them that it was shown."""

    def bound(x: Bound) -> Bound:
        return replace(x, because="it was shown") if x.because == ASSUMED and x.says.strip() == link else x

    def case(x: Case) -> Case:
        return replace(x, bounds=tuple(map(bound, x.bounds)))

    return tuple(replace(x, cases=tuple(map(case, x.cases))) if isinstance(x, Inequality) else x for x in parts)


def leaning(document: Document, before: tuple[tuple[str, Document], ...], given: tuple[Assumption, ...]) -> Document:
    """A document with lemmas instead of what it assumes: the last of ``before``, which assumes the one before it."""
    words = [str(a) for a in given]
    lemma: Document = {}
    theorems = list[Any]()
    previous = ""
    for link, shown in (*before, ("", document)):
        put = _put(shown, previous, lemma, words) if previous else shown
        theorems += put.get("theorems", [])
        lemma, previous = {key: x for key, x in put.items() if key != "theorems"}, link
    theorems = list({x["name"]: x for x in theorems}.values())
    return lemma | ({"theorems": theorems} if theorems else {})


def _put(part: Any, link: str, lemma: Document, given: list[str]) -> Any:
    """A part of a document with a lemma for a ``link`` that is assumed, all of it under what is ``given``."""
    if isinstance(part, list):
        return [_put(x, link, lemma, given) for x in part]
    if not isinstance(part, dict):
        return part
    found = {key: _put(x, link, lemma, given) for key, x in part.items()}
    if part.get("given") == link:
        return {"document": lemma, **{key: x for key, x in found.items() if key != "given"}}
    said = part.get("given")
    if isinstance(said, list) and link in said:
        found["given"] = [*given, *(x for x in said if x != link and x not in given)]
        found["statement"] = f"{part['statement'].partition(' given ')[0]} given {', '.join(found['given'])}"
        found["defined"] = [*lemma.get("parts", [lemma]), *found.get("defined", [])]
    return found
