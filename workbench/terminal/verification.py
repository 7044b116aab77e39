"""What ``workbench verify`` prints for people: a table of verdicts, or one claim, theorem or result whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from workbench.deciding.accepting import Checked
from workbench.deciding.wording import Written, written
from workbench.kernel import levels
from workbench.language.statements import parse_statement
from workbench.papers.claims import VERDICTS, Check
from workbench.papers.exhibits import LEVELS, Quantity, counted_verdicts, in_plain_words, quantities, rest, sharp_words
from workbench.papers.general_claims import Statement
from workbench.papers.propositions import Judged
from workbench.papers.verification import KNOWN, Result, Verification, known_wrong, theorem_as_json
from workbench.terminal.layout import facts_of, new_console, number, table_of
from workbench.terminal.proofs import show_proof, show_witness

WHOLE_SENTENCES = 40
_MARKS = {"holds": "green", "consistent": "green", "fails": "red", "inconsistent": "red"}


def show_verification(found: Verification, names: Sequence[str] = (), every: bool = False) -> None:
    """Print the verdicts, what was not expected, and the counts.

    A theorem, result or claim that is the only one, or that alone is named by ``names``, is printed whole. More than
    fit on a screen are counted, paper by paper, with the errata in whole sentences, unless ``every`` one is wanted.
    """
    console = new_console()
    total = len(found.theorems) + len(found.propositions) + len(found.results)
    theorems = [x for x in found.theorems if total == 1 or [x.theorem.name] == list(names)]
    propositions = [x for x in found.propositions if total == 1 or [x.proposition.name] == list(names)]
    results = [x for x in found.results if total == 1 or [x.claim.id] == list(names)]
    for checked in theorems:
        _show_theorem(console, checked, found.of_theorems.get(checked.theorem.name))
    for judged in propositions:
        _show_proposition(console, judged)
    for result in results:
        _show_claim(console, result)
    if total > 1:
        if theorems or propositions or results:
            console.print()
        if total > WHOLE_SENTENCES and not every:
            _show_counts(console, found)
        else:
            _show_verdicts(console, found, every)
        _show_surprises(console, found)
        for line in _summary(found, every):
            console.print(Text(line))
        if total > WHOLE_SENTENCES and not every:
            console.print(Text("--all lists every verdict; workbench verify NAME shows one of them whole"))
    if found.cached:
        again = "it" if total == 1 else "them"
        console.print(
            Text(f"{found.cached} of {total} read from the cache of an earlier run; --fresh computes {again} again")
        )


# --- several --------------------------------------------------------------------------------------------


def _show_counts(console: Console, found: Verification) -> None:
    """How many there are of each verdict, paper by paper, then the errata."""
    rows = []
    for paper in dict.fromkeys(result.paper for result in found.results):
        counts = Counter(x.finding.verdict for x in found.results if x.paper == paper)
        told = counted_verdicts({verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]})
        rows.append((paper.key, f"{paper.title}\n{counts.total()} checked: {told}"))
    if rows:
        console.print(table_of(("paper", "verdicts"), rows))
    for known, (_, how) in KNOWN.items():
        wrong = [(x.claim.id, x.claim.says) for x in found.results if x.known_as == known]
        if wrong:
            console.print(table_of((known, how), wrong))


def _show_verdicts(console: Console, found: Verification, every: bool) -> None:
    """A row for each, and, where ``every`` one is wanted, the level that its proof has reached."""

    def show(kind: str, rows: Sequence[tuple[str, Text, str | None, str]], title: str | None = None) -> None:
        names = (kind, "verdict", "proof", "says") if every else (kind, "verdict", "says")
        told = [
            (name, verdict, levels.BRIEFLY.get(level or "", ""), says) if every else (name, verdict, says)
            for name, verdict, level, says in rows
        ]
        console.print(table_of(names, told, title))

    if found.theorems:
        show(
            "theorem",
            [
                (name, _verdict("holds" if x.holds else "fails", "holds"), found.of_theorems.get(name), x.theorem.says)
                for x in found.theorems
                for name in (x.theorem.name,)
            ],
        )
    if found.propositions:
        show(
            "result",
            [
                (x.proposition.name, _verdict(x.finding.verdict, "holds"), x.level, x.proposition.says)
                for x in found.propositions
            ],
        )
    for paper in dict.fromkeys(result.paper for result in found.results):
        claims = [
            (x.claim.id, _verdict(x.finding.verdict, x.claim.expected, x.known_as), x.level, x.claim.says)
            for x in found.results
            if x.paper == paper
        ]
        show("claim", claims, f"{paper.key} {paper.title}")


def _show_surprises(console: Console, found: Verification) -> None:
    for checked in found.theorems:
        for objection in checked.objections:
            console.print(Text(f"{checked.theorem.name}: {objection}", style="red"))
    for missed in found.propositions:
        if not missed.holds:
            console.print(Text(f"{missed.proposition.name}: {missed.finding.note}", style="red"))
    for result in found.surprises:
        row = result.to_json()
        console.print(Text(f"{row['id']}: {row['verdict']}, expected {row['expected']}. {row['note']}", style="red"))


def _summary(found: Verification, every: bool) -> Iterator[str]:
    """What was checked and how it came out, in plain sentences."""
    if found.theorems:
        held = sum(checked.holds for checked in found.theorems)
        yield f"theorems: {held} of {len(found.theorems)} hold"
    if found.propositions:
        held = sum(judged.holds for judged in found.propositions)
        yield f"results: {held} of {len(found.propositions)} hold, proved anew"
    if found.results:
        yield f"claims: {counted_verdicts(found.counts)}"
        yield from known_wrong(found.results)
    yield from levels.summary(found.reached, every)
    yield "every verdict is the expected one" if found.ok else "NOT every verdict is the expected one"


def _verdict(verdict: str, expected: str, known: str = "") -> Text:
    if verdict != expected:
        return Text(f"{verdict}, expected: {expected}", style="bold red")
    return Text(f"{verdict} ({known})" if known else verdict, style=_MARKS.get(verdict, "yellow"))


# --- one, whole -----------------------------------------------------------------------------------------


def _show_theorem(console: Console, checked: Checked, level: str | None = None) -> None:
    row = theorem_as_json(checked)
    console.print(Text.assemble((row["name"], "bold"), "  ", _verdict(row["verdict"], "holds")))
    console.print(Text(f"{row['says']}\n"))
    facts = {"statement": row["statement"], "source": row["source"], "given": "\n".join(row["given"])}
    console.print(_facts(**facts, level=level))
    show_proof(console, written((checked.theorem,)), row["axioms"])
    if checked.tried:
        console.print(Text(f"\nboth sides agree on all {checked.tried} samples and models on which they were compared"))
    for objection in checked.objections:
        console.print(Text(objection, style="red"))


def _show_proposition(console: Console, judged: Judged) -> None:
    row, statement = judged.to_json(), parse_statement(judged.proposition.statement)
    console.print(Text.assemble((row["name"], "bold"), "  ", _verdict(row["verdict"], "holds")))
    console.print(Text(f"{row['says']}\n"))
    facts = {name: row[name] for name in ("statement", "means", "source", "remark", "level")}
    console.print(_facts(**facts))
    if row["proof"]:
        show_proof(console, Written(row["proof"], row["begins"]), row["axioms"])
    if row["witness"]:
        show_witness(console, row["witness"], statement.relation)
    for sharp in row["sharp"]:
        console.print(Text(f"\n{sharp_words(sharp)}", style="bold"))
        console.print(table_of(LEVELS, [tuple(map(str, x)) for x in zip(*(sharp[key] for key in LEVELS), strict=True)]))
    for objection in row["objections"]:
        console.print(Text(objection, style="red"))


def _show_claim(console: Console, result: Result) -> None:
    row, claim = result.to_json(), result.claim
    verdict = _verdict("broke off" if result.broke_off else row["verdict"], row["expected"], result.known_as)
    console.print(Text.assemble((row["id"], "bold"), "  ", verdict, ", as expected" * result.as_expected))
    console.print(Text(f"{claim.says}\n"))
    symbolic, numeric = row["symbolic"] or {}, row["numeric"] or {}
    console.print(
        _facts(
            statement=claim.statement,
            kind=claim.kind,
            source=f"{result.paper.citation}, {claim.where}",
            data=numeric.get("data"),
            theorem=symbolic.get("theorem"),
            given="\n".join(symbolic.get("given", ())),
            level=row["level"],
            note=row["note"],
        )
    )
    if figures := [row for quantity in quantities(numeric, symbolic) for row in _rows(quantity)]:
        console.print(table_of(("", "", "value", "exact"), figures))
    _show_evidence(console, numeric, symbolic)
    _show_data(console, numeric.get("witness"), claim.check)
    for name, examples in numeric.get("data sets", {}).items():
        _show_levels(console, f"a data set that has the figures of {name}", examples)
    if "left" in symbolic and numeric.get("witness"):
        left, right = (number(symbolic[side])[1] for side in ("left", "right"))
        console.print(
            Text(f"by their definitions, the symbolic engine finds {left} on the left and {right} on the right")
        )
    if symbolic.get("proof"):
        show_proof(console, Written(symbolic["proof"], symbolic.get("begins")), symbolic.get("axioms", ()))


def _show_evidence(console: Console, numeric: dict[str, Any], symbolic: dict[str, Any]) -> None:
    """What is neither a figure nor a witness nor a proof: side by side what both engines have, then the rest."""
    ours, theirs = rest(numeric), rest(symbolic)
    room = console.width // 2 - 12
    short = [k for k in ours if k in theirs and all(len(x) <= room and "\n" not in x for x in (ours[k], theirs[k]))]
    if short:
        both = [(name, ours.pop(name), theirs.pop(name)) for name in short]
        console.print(table_of(("", "numeric", "symbolic"), both))
    for engine, others in (("numeric", ours), ("symbolic", theirs)):
        if others:
            console.print(Text(f"\n{engine} engine", style="bold"))
            console.print(facts_of(*others.items()))


def _facts(**facts: Any) -> Table:
    return facts_of(*((name, in_plain_words(value)) for name, value in facts.items() if value))


def _rows(quantity: Quantity) -> Iterator[tuple[str, str, str, str]]:
    """What both engines have for a quantity, and what is printed, below each other."""
    both = (("numeric", quantity.numeric), ("symbolic", quantity.symbolic))
    lines = [(engine, *number(value)) for engine, value in both if value is not None]
    if quantity.printed:
        lines.append(("printed", quantity.printed, f"stands for {' to '.join(quantity.interval)}"))
    for first, line in zip([quantity.name, *[""] * len(lines)], lines, strict=False):
        yield first, *line


def _show_data(console: Console, witness: Any, check: Check) -> None:
    """The data set or the model that refutes a statement, or the one that has the printed figures."""
    if not isinstance(witness, dict):
        return
    if "left" in witness:
        show_witness(console, witness, check.parsed.relation if isinstance(check, Statement) else "==")
        return
    _show_levels(console, "a data set that has them", witness)


def _show_levels(console: Console, title: str, levels: dict[str, Any]) -> None:
    """A data set score by score."""
    console.print(Text(f"\n{title}", style="bold"))
    console.print(table_of(tuple(levels), [tuple(map(str, row)) for row in zip(*levels.values(), strict=True)]))
