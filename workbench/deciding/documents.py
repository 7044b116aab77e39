"""Proofs as documents: what a second program reads, `workbench.recheck`.

A theorem is written line by line, each with the axioms, definitions, theorems and integrals that it rests on.
Steps that say nothing new are left out, definitions that follow one another are one step, and a line without words in a
document is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from sympy import Expr

from workbench.language import statements
from workbench.language.syntax import Statement
from workbench.deciding import citations, readings
from workbench.symbolic import assumptions, rules
from workbench.symbolic.integrals import density_cells
from workbench.symbolic.notation import ANY, UNIFORM, CutpointMean, ExplicitDensity, tau
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Step, Theorem

Document: TypeAlias = dict[str, Any]

_WORDS = {
    assumptions.CALIBRATED: "calibrated",
    assumptions.EVENLY_SPACED: "evenly_spaced",
    assumptions.EVEN_SCORES: "even_scores",
    assumptions.NO_TIES: "no_ties",
    assumptions.MATCHED: "matched",
    assumptions.UNIFORM_RATE: "uniform_rate",
    rules.EQUAL_CLASSES: "pi0 == 1/2",
}


def of_theorem(theorem: Theorem) -> Document:
    """The document of a theorem, with those of the theorems that it cites."""
    cited: dict[str, Document] = {}
    found = _written(theorem, cited)
    return {**found, **({"theorems": list(cited.values())} if cited else {})}


def _written(theorem: Theorem, cited: dict[str, Document]) -> Document:
    put = {ANY: UNIFORM} if rules.UNIFORM_COST in theorem.given else {}
    lines = [e.xreplace(put) for e in (theorem.left, *(step.gives for step in theorem.proof))]
    steps = [Step(step.why, step.by, gives) for step, gives in zip(theorem.proof, lines[1:], strict=True)]
    given = [word for h in sorted(theorem.given, key=str) if (word := given_word(h))]
    letters = _letters([*lines, theorem.right.xreplace(put)])
    for name in letters:
        if name == "c":
            given += ["c >= 0", "c <= 1"]
    text = f"{plain(lines[0])} == {plain(theorem.right.xreplace(put))}" + (f" given {', '.join(given)}" * bool(given))
    found: Document = {
        "format": 1,
        "name": theorem.name,
        "statement": text,
        "given": given,
        "kind": "equality",
        **({"letters": letters} if letters else {}),
        "steps": written_steps(lines[0], steps, cited),
    }
    found["ends"] = found["steps"][-1]["line"]
    return found | beside(lines)


def given_word(hypothesis: rules.Hypothesis) -> str | None:
    """How a document says a hypothesis; None for what is always so there."""
    share = assumptions.share_given(hypothesis)
    return f"pi0 == {share}" if share is not None else _WORDS.get(hypothesis)


def _letters(lines: Sequence[Expr]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        if line.has(tau):
            found["T"] = "law"
        if line.has(type(ANY)):
            found["w"] = "density"
        for x in line.free_symbols:
            name = str(x)
            if name in ("s", "c", "u", "z", "eta", "x") and name not in statements.quantities():
                found[name] = "number alone"
    return dict(sorted(found.items()))


def written_steps(line: Expr, steps: Iterable[Step], cited: dict[str, Document]) -> list[dict[str, Any]]:
    """The steps of a proof, from a first line on, those that belong together as one."""
    found: list[dict[str, Any]] = []
    waiting: list[citations.Use] = []
    before_kind = ""
    for step in steps:
        new = citations.uses(step, line)
        for theorem in (step.by.argument,) if isinstance(step.by.argument, Theorem) else ():
            cite(theorem, cited)
        line = step.gives
        waiting += [use for use in new if use not in waiting]
        if line.has(CutpointMean):
            continue
        kind = step.by.name
        text = plain(line)
        if found and kind == before_kind == "definition":
            last = found[-1]
            last["by"]["uses"] += [use for use in waiting if use not in last["by"]["uses"]]
            last["line"] = text
            last["why"] = "the definitions"
        elif not found or text != found[-1]["line"]:
            found.append({"line": text, "by": {"uses": waiting}, "why": step.why})
        before_kind, waiting = kind, []
    return found


def cite(theorem: Theorem, cited: dict[str, Document]) -> None:
    """Put a theorem's document, after those that it leans on, among those that are cited."""
    if theorem.name not in cited:
        written = _written(theorem, cited)
        cited[theorem.name] = written


def beside(lines: Sequence[Expr]) -> Document:
    """What a document shows beside its steps: that densities are densities, and that quotients have a value."""
    densities = sorted({e.args[0] for line in lines for e in line.atoms(ExplicitDensity)}, key=str)
    found: Document = {}
    if densities:
        found["densities"] = [
            {"density": plain(f), "cells": density_cells(f), "sign": readings.sign_of_density(f)} for f in densities
        ]
    defined = [x for x in readings.defined(lines) if x]
    return found | ({"defined": defined} if defined else {})


def of_equality(statement: Statement, theorem: Theorem) -> Document:
    """The document of a statement by a theorem that its left side equals its right one."""
    cited: dict[str, Document] = {}
    steps = written_steps(theorem.left, theorem.proof, cited)
    if statement.relation != "==":
        steps = _as_difference(steps, plain(theorem.left), plain(theorem.right))
    found: Document = {
        "format": 1,
        "statement": str(statement),
        "given": [str(a) for a in statement.given],
        "kind": "equality" if statement.relation == "==" else "inequality",
        "steps": steps,
        "ends": steps[-1]["line"],
    }
    lines = [theorem.left, *(step.gives for step in theorem.proof)]
    return found | beside(lines) | ({"theorems": list(cited.values())} if cited else {})


def _as_difference(steps: list[dict[str, Any]], left: str, right: str) -> list[dict[str, Any]]:
    """The steps from one side of an inequality to the other, which it equals, as those of a difference that is 0."""
    first = {"line": f"{right} - ({left})", "by": {"uses": []}, "why": "the difference of both sides"}
    rest = [{**step, "line": f"{right} - ({step['line']})"} for step in steps]
    last = {"line": "0", "by": {"sign": "number", "certificate": {"sum": []}}, "why": "both sides are the same"}
    return [first, *rest, last]
