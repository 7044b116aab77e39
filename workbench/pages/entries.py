"""One claim, theorem or result, with all that was found of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from workbench.deciding.accepting import Checked, document_of, rests_on
from workbench.deciding.wording import Written, written
from workbench.language.statements import parse_statement
from workbench.pages import evidence
from workbench.pages.elements import Child, Element, element
from workbench.pages.marks import (
    CORRECTED,
    LIBRARY,
    OWN,
    Index,
    badge,
    badge_of,
    capitalised,
    count_of,
    level_of,
    note_of,
    resting,
)
from workbench.pages.mathml import mathml
from workbench.pages.sentences import pieces, sentence
from workbench.papers.claims import Claim
from workbench.papers.exhibits import quantities, rest, sharp_words
from workbench.papers.general_claims import Formula, Statement
from workbench.papers.propositions import Judged
from workbench.papers.verification import Result
from workbench.symbolic.latex import latex, latex_of, latex_of_statement
from workbench.symbolic.proof import as_stated
from workbench.symbolic.translation import in_words

_TRIED = {
    "samples tried": ("sample", "samples"),
    "models tried": ("model", "models"),
    "samples and models tried": ("sample or model", "samples and models"),
}
_RELATIONS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}


def claim_entry(result: Result, index: Index) -> Element:
    """A claim: what it says, what was checked, the verdict, and the evidence."""
    claim, finding = result.claim, result.finding
    numeric, symbolic = finding.numeric or {}, finding.symbolic or {}
    heading = element("h3", index.link("claim", claim.id), " ", claim.where)
    return element(
        "article",
        element(
            "div",
            heading,
            badge(result),
            element("span", claim.kind, class_="kind"),
            level_of(result.level),
            class_="head",
        ),
        *([] if claim.says == claim.statement else [sentence(claim.says, class_="says")]),
        *_what_is_checked(claim, numeric),
        *_numbers(claim, numeric, symbolic),
        *_notes(result, index),
        *_proof_of(symbolic, index),
        *_witnesses(claim, numeric, symbolic),
        id=index.anchors["claim", claim.id],
        class_="item claim",
        tabindex="-1",
        data_verdict=finding.verdict,
        data_kind=claim.kind,
        data_paper=result.paper.key,
        data_statement=claim.statement,
    )


def theorem_entry(checked: Checked, index: Index) -> Element:
    """A theorem of the library, and its proof."""
    theorem = as_stated(checked.theorem)
    left, words = latex(theorem.left), in_words(theorem.left)
    verdict = "holds" if checked.holds else "fails"
    level = index.found.of_theorems.get(theorem.name)
    statement = f"{words} == {in_words(theorem.right)}"
    compared = f"Both sides agree on all {checked.tried} samples and models on which they were compared."
    heading = element("h3", element("b", index.link("theorem", theorem.name)), " ", theorem.source)
    return element(
        "article",
        element("div", heading, badge_of(verdict, surprising=not checked.holds), level_of(level), class_="head"),
        sentence(theorem.says, class_="says"),
        evidence.formula(f"{left} = {latex(theorem.right)}", statement),
        _given(sorted(hypothesis.says for hypothesis in theorem.given)),
        *(sentence(objection, class_="note") for objection in checked.objections),
        element("p", compared, class_="statement") if checked.tried else None,
        _acceptance(rests_on(document_of(checked.theorem))) if checked.holds else None,
        _proof(written((checked.theorem,)), index),
        id=index.anchors["theorem", theorem.name],
        class_="item claim",
        tabindex="-1",
        data_verdict=verdict,
        data_kind=LIBRARY,
        data_paper=LIBRARY,
        data_statement=statement,
    )


def proposition_entry(judged: Judged, index: Index) -> Element:
    """A result of the workbench's own: what it means, its proof, and the data on which it is sharp."""
    found = judged.to_json()
    statement = parse_statement(found["statement"])
    heading = element("h3", element("b", index.link("proposition", found["name"])), " ", found["source"])
    return element(
        "article",
        element(
            "div",
            heading,
            badge_of(found["verdict"], surprising=not judged.holds),
            level_of(judged.level),
            class_="head",
        ),
        sentence(found["says"], class_="says"),
        evidence.formula(latex_of_statement(statement), found["statement"]),
        _labelled("In practice: ", *pieces(found["means"])),
        sentence(found["remark"], class_="statement") if found["remark"] else None,
        *(sentence(objection, class_="note") for objection in found["objections"]),
        _acceptance(found["axioms"]) if "document" in (judged.finding.symbolic or {}) else None,
        _proof(Written(found["proof"], found["begins"]), index),
        _unfolding("witness", ["Witness that refutes it"], evidence.witness(found["witness"], found["statement"]))
        if found["witness"]
        else None,
        _unfolding("sharp", ["Data on which it is sharp"], _sharp(found["sharp"], found["statement"]))
        if found["sharp"]
        else None,
        id=index.anchors["proposition", found["name"]],
        class_="item claim",
        tabindex="-1",
        data_verdict=found["verdict"],
        data_kind=OWN,
        data_paper=OWN,
        data_statement=found["statement"],
    )


def _sharp(shown: Sequence[dict[str, Any]], statement: str) -> Iterator[Child]:
    for data in shown:
        yield element("p", f"{capitalised(sharp_words(data))}:", class_="statement")
        yield from evidence.witness(data, statement)


# --- what is checked, and what came out -----------------------------------------------------------------


def _what_is_checked(claim: Claim, numeric: dict[str, Any]) -> Iterator[Element]:
    if claim.latex:
        yield evidence.formula(claim.latex, claim.statement)
        if isinstance(claim.check, Statement) and claim.check.data is not None:
            yield element("p", f"on {claim.check.data.name}", class_="statement")
        return
    if claim.statement:
        yield _labelled("Checked: ", claim.statement)
    if numeric.get("data") and str(numeric["data"]) not in claim.statement:
        yield _labelled("Data: ", str(numeric["data"]))


def _labelled(label: str, *children: Child) -> Element:
    return element("p", element("span", label, class_="label"), *children, class_="statement")


def _numbers(claim: Claim, numeric: dict[str, Any], symbolic: dict[str, Any]) -> Iterator[Element]:
    if found := list(quantities(numeric, symbolic)):
        yield evidence.values(found, _sides(claim))
    ours, theirs = rest(numeric), rest(symbolic)
    counts = {name: ours.pop(name) for name in _TRIED if ours.get(name, "").isdigit()}
    tried = [count_of(int(count), *_TRIED[name]) for name, count in counts.items() if count != "0"]
    if tried:
        yield element("p", f"Tried by the numeric engine on {' and '.join(tried)}.", class_="statement")
    if theirs == counts:
        theirs = {}
    if isinstance(claim.check, Formula) and (statement := ours.pop("statement", "")):
        yield element("p", "What it tried:", class_="statement")
        yield evidence.formula(latex_of_statement(parse_statement(statement)), statement)
    others = evidence.others(ours, theirs)
    if others is not None:
        yield others


def _sides(claim: Claim) -> dict[str, Element]:
    """The names of both sides of a statement, in place of left and right."""
    if not isinstance(claim.check, Statement):
        return {}
    parsed = claim.check.parsed
    return {"left": mathml(latex_of(parsed.left)), "right": mathml(latex_of(parsed.right))}


def _notes(result: Result, index: Index) -> Iterator[Element]:
    if note := note_of(result):
        yield sentence(note, class_="note")
    if (twin := index.twin(result)) is not None:
        yield element("p", "Corrected: ", index.link("claim", twin.claim.id), class_="twin")
    printed = result.claim.id.removesuffix(CORRECTED)
    if printed != result.claim.id and printed in index.results:
        as_said = "As read: " if index.results[printed].claim.misreading else "As printed: "
        yield element("p", as_said, index.link("claim", printed), class_="twin")


# --- what unfolds ---------------------------------------------------------------------------------------


def _unfolding(kind: str, title: Sequence[Child], parts: Iterable[Child]) -> Element:
    """What is read when it is opened: a script makes elements of it only then; without scripts it is there at once."""
    return element("details", element("summary", *title), element("noscript", *parts), class_=kind)


def _proof_of(symbolic: dict[str, Any], index: Index) -> Iterator[Element | None]:
    """By what a claim is proved, what is assumed, what the proof rests on, and the proof itself."""
    name = symbolic.get("theorem")
    yield _given(symbolic.get("given") or [])
    if "document" in symbolic:
        yield _acceptance(symbolic["axioms"], index.link("theorem", name) if name else None)
    yield _proof(Written(symbolic.get("proof") or [], symbolic.get("begins")), index)


def _acceptance(axioms: Sequence[str], theorem: Element | None = None) -> Element:
    """That the reader accepted the proof, which theorem it cites, and the axioms that it rests on."""
    by = ("by ", theorem, " ") if theorem is not None else ()
    return _labelled("Proved ", *by, f"and accepted by the reader of proofs; {resting(axioms)}.")


def _proof(proof: Written, index: Index) -> Element | None:
    if not proof.steps:
        return None
    title = "Proof", element("span", f", {count_of(evidence.length(proof), 'step')}", class_="steps")
    return _unfolding("proof", title, [evidence.proof(proof, index)])


def _given(hypotheses: Sequence[str]) -> Element | None:
    return _labelled("Given: ", *pieces(f"{'; '.join(hypotheses)}.")) if hypotheses else None


def _witnesses(claim: Claim, numeric: dict[str, Any], symbolic: dict[str, Any]) -> Iterator[Element]:
    found = numeric.get("witness")
    if isinstance(found, dict) and "left" in found:
        yield _unfolding("witness", ["Witness that refutes it"], _refutation(claim, found, symbolic))
    elif isinstance(found, dict):
        yield _unfolding("witness", ["Data that have these figures together"], evidence.witness(found, claim.statement))
    for name, levels in numeric.get("data sets", {}).items():
        yield _unfolding(
            "witness", [f"Data that have the figures of {name} together"], evidence.witness(levels, claim.statement)
        )
    told = list(evidence.told_in_words(rest(numeric).values()))
    if told:
        parts = (part for words, sample in told for part in (element("p", words), evidence.data(sample, words)))
        yield _unfolding("witness", ["Witnesses" if len(told) > 1 else "Witness"], parts)


def _refutation(claim: Claim, found: dict[str, Any], symbolic: dict[str, Any]) -> Iterator[Child]:
    yield from evidence.witness(found, claim.statement)
    sides = {side: found[side] for side in ("left", "right")}
    yield evidence.values(list(quantities(sides, symbolic)), _sides(claim))
    if isinstance(claim.check, Statement):
        relation = claim.check.parsed.relation
        yield element("p", f"and left {_RELATIONS.get(relation, relation)} right is false.")
