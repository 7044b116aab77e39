"""What counts as proved: a document that the second program has read and accepted.

`workbench.recheck` shares no code with the rest; this is the only module that asks it. A theorem is also evaluated,
both sides and each line, on exact samples and on continuous models.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from sympy import Expr

from workbench.deciding import documents
from workbench.deciding.documents import Document
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.written_roots import as_written
from workbench.formats import Answer, Hinting
from workbench.language.syntax import Statement
from workbench.lazily import Lazily
from workbench.recheck import Refused, recheck
from workbench.symbolic.laws import NoClosedForm
from workbench.symbolic.normal_forms import Move
from workbench.symbolic.notation import CutpointMean
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import RuleFails, same

Proof: TypeAlias = "tuple[Theorem | Inequality, ...]"
_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


@dataclass(frozen=True, repr=False)
class Checked(Hinting, Answer):
    """What was found of a theorem: it holds when there is no objection; ``tried`` is how many numbers agreed."""

    _compared = ".holds"

    theorem: Theorem
    objections: tuple[str, ...]
    tried: int = 0

    def __repr__(self) -> str:
        if self.objections:
            return f"{self.theorem} is refused: {self.objections[0]}"
        return f"{self.theorem} holds: its proof is accepted, and both sides agree on {self.tried} samples and models"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_checked(self))

    @property
    def holds(self) -> bool:
        """Whether the document was accepted and nothing speaks against the theorem."""
        return not self.objections


def objection(document: Document) -> str | None:
    """Why the reader refuses a document; None when it accepts it."""
    try:
        recheck(document)
    except Refused as reason:
        return str(reason)
    return None


def rests_on(document: Document) -> tuple[str, ...]:
    """The names of the axioms that a document and those inside of it lean on, in alphabetical order.

    >>> from workbench.symbolic.library import theorems
    >>> rests_on(document_of(theorems()["Brier score decomposition"]))
    ('classes_share_scores',)
    """
    return tuple(sorted(set(_axioms(document))))


def _axioms(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("axiom"), str):
            yield part["axiom"]
        yield from part.get("axioms", ())
        for inner in part.values():
            yield from _axioms(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from _axioms(inner)


@cache
def document_of(theorem: Theorem) -> Document:
    """The document of a theorem of the library."""
    return documents.of_theorem(theorem)


def accepted(statement: Statement, parts: Proof, moves: Sequence[Move]) -> tuple[Document | None, str]:
    """The document of a statement, once the reader has accepted it; else None and why not."""
    why = ""
    try:
        for written in _written(statement, parts, moves):
            refused = objection(written)
            if refused is None:
                return written, ""
            document = as_written(statement, written, moves)
            refused = refused if document is written else objection(document)
            if refused is None:
                return document, ""
            why = why or f"a proof was found that the reader refuses: {refused}"
    except (NotDecided, NoClosedForm) as reason:
        why = f"a proof was found that cannot be written as a document: {reason}"
    return None, why


def _written(statement: Statement, parts: Proof, moves: Sequence[Move]) -> Iterator[Document]:
    """The documents that say a proof."""
    first = parts[0]
    if isinstance(first, Theorem):
        yield documents.of_equality(statement, first, moves)
    elif len(parts) == 2:
        yield from documents.of_parts(statement, [x for x in parts if isinstance(x, Inequality)], moves)
    else:
        yield from documents.of_inequality(statement, first, moves)


def accepted_equality(theorem: Theorem) -> Document | None:
    """The document of a theorem that is no statement of the language, once the reader has accepted it."""
    try:
        document = documents.of_theorem(theorem)
    except (NotDecided, NoClosedForm):
        return None
    return document if objection(document) is None else None


@cache
def check(theorem: Theorem, *, with_models: bool = True) -> Checked:
    """Let the reader read a theorem's document, and compare both sides and every line as numbers.

    Numbers are compared on exact samples and, unless ``with_models`` is false, on continuous models. Returns what
    was objected to, in the order in which it was found.
    """
    from workbench.deciding import evidence

    objections = list(read(theorem).objections)
    if objections:
        return Checked(theorem, tuple(objections))
    trial = evidence.compare(theorem.left, theorem.right, theorem.given, with_models=with_models)
    objections += trial.failures
    for number, step in enumerate(theorem.proof[:-1], start=1):
        failures = evidence.compare(theorem.left, step.gives, theorem.given, with_models=False).failures
        objections += [f"step {number}: {f}" for f in failures]
    if not trial.tried:
        objections.append("no sample or model could be tried")
    return Checked(theorem, tuple(objections), trial.tried)


@cache
def read(theorem: Theorem) -> Checked:
    """Let the reader read a theorem's document, and compare no numbers."""
    return Checked(theorem, tuple(_of_document(theorem)))


def _of_document(theorem: Theorem) -> Iterator[str]:
    if not theorem.proof:
        yield "there is no proof"
        return
    if theorem.proof[-1].gives != theorem.right:
        yield f"the last line is {theorem.proof[-1].gives}, not {theorem.right}"
    used = frozenset().union(*(step.by.needs for step in theorem.proof))
    for idle in sorted(theorem.given - used, key=str):
        yield f"the hypothesis {idle.name} is never used"
    for missing in sorted(used - theorem.given, key=str):
        yield f"the hypothesis {missing.name} is used and not given"
    line = theorem.left
    for number, step in enumerate(theorem.proof, start=1):
        if (line.has(CutpointMean) or step.gives.has(CutpointMean)) and not _rewritten(step, line):
            yield f"step {number}, {step.why}: {step.by} does not give {step.gives}"
        line = step.gives
    try:
        refused = _as_numbered(objection(document_of(theorem)), theorem)
    except (NotDecided, NoClosedForm) as reason:
        refused = f"it cannot be written as a document: {reason}"
    if refused is not None:
        yield refused


def _as_numbered(refused: str | None, theorem: Theorem) -> str | None:
    """Why a theorem is refused, with the number that a step has in its proof."""
    found = re.match(r"step (\d+): ", refused or "")
    numbers = documents.numbers_of_steps(theorem) if found else []
    if refused is None or found is None or int(found[1]) > len(numbers):
        return refused
    return f"step {numbers[int(found[1]) - 1]}: {refused[found.end() :]}"


def _rewritten(step: Step, line: Expr) -> bool:
    """Whether a rule leads from a line to one that has no words in a document, or away from it."""
    try:
        return same(step.by.rewrite(line), step.by.rewrite(step.gives))
    except RuleFails:
        return False
