"""Results of the workbench's own put to the test: proved anew, their documents read, and sharp where they say so.

What `workbench.deciding.decide.prove` finds is one half: a refuted or undecided statement fails. The other is the exact
engine's: on each data set on which a result is said to be sharp, what it assumes holds, its sides are as far apart
as it says, and no further than half as far as on the one before. Where the definitions lead to rational numbers, the
symbolic engine must find the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from workbench.deciding.accepting import objection, rests_on
from workbench.deciding.decide import Decision, prove
from workbench.deciding.wording import written
from workbench.formats import Answer
from workbench.language.statements import parse_statement
from workbench.language.syntax import Statement
from workbench.losses.reals import subtract
from workbench.numbers.written import as_json
from workbench.papers.claims import DISAGREEMENT, Data, Finding
from workbench.symbolic.proposition import Attained, Proposition
from workbench.witnesses import fitting


@dataclass(frozen=True)
class Judged(Answer):
    """What was found of a result: it holds when it is proved and sharp as it says; the ``level`` of its proof."""

    _compared = ".holds"

    proposition: Proposition
    finding: Finding
    level: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the statement is proved, and as sharp as it is said to be."""
        return self.finding.verdict == "holds"

    def to_json(self) -> dict[str, Any]:
        """The result, its proof and the data on which it is sharp, as plain values."""
        told, symbolic, numeric = self.proposition, self.finding.symbolic or {}, self.finding.numeric or {}
        return {
            "name": told.name,
            "kind": "result",
            "says": told.says,
            "means": told.means,
            "statement": told.statement,
            "source": told.source,
            "remark": told.remark,
            "given": [str(assumption) for assumption in parse_statement(told.statement).given],
            "verdict": self.finding.verdict,
            "objections": [self.finding.note] if self.finding.note else [],
            "sharp": numeric.get("sharp", []),
            "witness": numeric.get("witness"),
            "axioms": symbolic.get("axioms", []),
            "level": self.level,
            "steps": len(symbolic.get("proof", [])),
            "proof": symbolic.get("proof", []),
            "begins": symbolic.get("begins"),
        }


@cache
def decision(proposition: Proposition) -> Decision:
    """The statement of a result proved, refuted or left undecided, once in a process."""
    return prove(proposition.statement)


def check(proposition: Proposition) -> Finding:
    """Prove a result, let its document be read once more as it is written, and look at where it is sharp.

    >>> from workbench.symbolic.library import propositions
    >>> check(propositions()["Area and refinement"]).verdict
    'holds'
    """
    statement = parse_statement(proposition.statement)
    shown = [_sides(statement, data) for data in proposition.sharp]
    numeric = {"sharp": [side for _, side in shown]}
    found = decision(proposition)
    if found.witness is not None:
        return Finding("fails", None, {**numeric, "witness": found.witness.to_json()}, "a data set refutes it")
    if found.document is None:
        return Finding("undecided", None, numeric, found.note)
    refused = objection(json.loads(json.dumps(found.document)))
    if refused is not None:
        return Finding("undecided", None, numeric, f"the reader refuses its document: {refused}")
    wrong = next((note for note, _ in shown if note), "") or next(_not_nearer(proposition.sharp), "")
    return Finding("fails" if wrong else "holds", _symbolic(found), numeric, wrong)


def _symbolic(found: Decision) -> dict[str, Any]:
    document, proof = found.document, written(found.proof, found.statement)
    return {
        "proof": proof.steps,
        "begins": proof.begins,
        "axioms": list(rests_on(document)) if document else [],
        "document": document,
    }


def data_of(attained: Attained) -> Data:
    """The examples on which a result is said to be sharp."""
    return Data.tallied("data on which it is sharp", *attained.levels)


def _sides(statement: Statement, attained: Attained) -> tuple[str, dict[str, Any]]:
    """What speaks against the data on which a statement is sharp, or nothing; and both sides there."""
    data = data_of(attained)
    left, right = (data.exact(side) for side in (statement.left, statement.right))
    others = data.symbolic(statement.left), data.symbolic(statement.right)
    shown = {**data.tally(), "left": as_json(left), "right": as_json(right), "gap": str(attained.gap)}
    apart = subtract(left, right) if statement.relation in (">", ">=") else subtract(right, left)
    where = ", ".join(f"{a} and {b} examples at {score}" for score, a, b in attained.levels)
    if not fitting.meets(statement.given, data.sample):
        return f"it is not about the data on which it should be sharp: {where}", shown
    if not all(other in (None, ours) for other, ours in zip(others, (left, right), strict=True)):
        return f"{DISAGREEMENT} on {where}", shown
    if not isinstance(apart, Fraction) or apart != attained.gap:
        return f"it is not as sharp as it says: the sides are {apart} apart, not {attained.gap}, on {where}", shown
    return "", shown


def _not_nearer(sharp: tuple[Attained, ...]) -> Iterator[str]:
    """What is missing where both sides are not equal on the last of the data."""
    if not sharp:
        yield "no data are named on which it is sharp"
    elif sharp[-1].gap and len(sharp) == 1:
        yield f"it is not sharp: both sides are {sharp[0].gap} apart on the only data that are named"
    elif any(2 * after.gap > before.gap for before, after in pairwise(sharp)):
        yield "it is not sharp: both sides do not come nearer from one data set to the next"
