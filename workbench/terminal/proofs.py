"""What ``workbench prove``, ``derive`` and ``compare`` of methods print: verdicts, proofs and witnesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from workbench.terminal.layout import CONDITIONS, facts_of, indented, new_console, number, table_of

if TYPE_CHECKING:
    from workbench.deciding.comparison import Comparison, Comparisons
    from workbench.deciding.decide import Decision
    from workbench.deciding.derived import Derivation
    from workbench.deciding.wording import Written

_ON_RATES = {
    "rate": "L = constant + 2*pi0*E0(H(R(s)))",
    "fpr": "L = constant + 2*pi0*E0(H(F1(s)))",
    "tpr": "L = constant + 2*pi1*E1(H(F0(s)))",
}


def show_derivation(found: Derivation) -> None:
    """Print what was derived and its proof."""
    console = new_console()
    law = found.cost if found.weight is None else f"weight {found.weight} of"
    facts = facts_of(("method", found.method), ("operating condition", f"{law} {CONDITIONS[found.condition]}"))
    if found.l0 is not None:
        at = "its calibrated score s" if found.family == "optimal" else "its score s"
        at += ", both classes equally frequent" * (found.family == "optimal" and found.condition == "skew")
        facts.add_row("", f"loss of one example of class 0 and 1 at {at}:")
        facts.add_row("l0", _told(found, "l0"))
        facts.add_row("l1", _told(found, "l1"))
    if found.H is not None:
        facts.add_row("", _ON_RATES[found.family] + ", pi0 = 1/2" * (found.condition == "skew"))
        facts.add_row("constant", str(found.constant))
        facts.add_row("H", _told(found, "H"))
    missing = "none in named metrics" if found.proved else "undecided"
    facts.add_row("closed form", found.closed_form or missing)
    if found.proper is not None:
        strictly = {True: ", strictly", False: ", not strictly", None: ""}[found.strictly_proper]
        facts.add_row("proper", f"yes{strictly}" if found.proper else "no")
    for key, note in found.notes.items():
        if found.family in ("score", "mixed") or key not in ("proper", "l0"):
            facts.add_row("", note)
    console.print(facts)
    if found.proof is not None:
        show_proof(console, found.proof, found.to_json()["axioms"])


def _told(found: Derivation, key: str) -> str:
    """A function of the score or the rate, by cases where each of these is shorter."""
    lines = [f"{where}:  {told}" for where, told in found.shorter_cases(key)]
    return "\n".join(lines) or str(getattr(found, key))


def show_proof(console: Console, proof: Written, axioms: Sequence[str] = ()) -> None:
    """A proof, one step below the other, from what an equality begins with; and the axioms that it rests on.

    Steps that give the same line follow each other above it, and those of a case stand below what it is about.
    """
    from workbench.deciding.wording import by_cases

    console.print(Text("\nproof", style="bold"))
    shown = [*([proof.begins] if proof.begins else []), *proof.steps]
    if any("Ec(" in line["gives"] for line in shown):
        console.print(Text("(Ec is the mean over the operating condition c, and over u uniform on [0, 1])"))
    if proof.begins:
        console.print(Text(indented(proof.begins["gives"], console.width, 3), style="cyan"), soft_wrap=True)
    first = case = 1
    for part in by_cases(proof.steps):
        if part.case:
            console.print(Text(indented(part.case, console.width, 3, first=f"case {case}: ")), soft_wrap=True)
        _show_steps(console, part.steps, first)
        first, case = first + len(part.steps), case + 1 if part.case else 1
    if axioms:
        rests = f"rests on the axiom{'s' * (len(axioms) > 1)} {', '.join(axioms)}"
        console.print(Text(indented(rests, console.width, 0, first="\n")))


def _show_steps(console: Console, steps: Sequence[dict[str, str]], first: int) -> None:
    from workbench.deciding.wording import rule_in_words

    for k, step in enumerate(steps):
        number = f"{first + k}. "
        reason = f"{number}{step['why']}, by {rule_in_words(step['by'])}"
        console.print(Text(indented(reason, console.width, len(number), first="")), soft_wrap=True)
        if step["gives"] not in (x["gives"] for x in steps[k + 1 : k + 2]):
            console.print(Text(indented(step["gives"], console.width, 3), style="cyan"), soft_wrap=True)


def show_decision(found: Decision) -> None:
    """Print the verdict on a statement and its proof or the data set that refutes it."""
    console = new_console()
    style = {"proved": "bold green", "refuted": "bold red"}.get(found.verdict, "bold yellow")
    console.print(Text.assemble((found.verdict, style), f"  {found.said}"), soft_wrap=True)
    if found.witness is not None:
        show_witness(console, found.witness.to_json(), str(found.statement.relation))
    if found.note:
        console.print(Text(found.note))
    if found.proof:
        show_decided(console, found)


def show_decided(console: Console, found: Decision) -> None:
    """The proof of a statement that is proved."""
    from workbench.deciding.wording import written

    for word, means in found.stand_for.items():
        console.print(Text(indented(f"{word} stands for {means}", console.width, 0, first="")), soft_wrap=True)
    show_proof(console, written(found.proof, found.statement), found.to_json()["axioms"])


def show_witness(console: Console, witness: dict[str, Any], relation: str) -> None:
    """A data set or a model that refutes a statement, and the two sides there, from plain values."""
    if "model" in witness:
        console.print(Text(f"\nthe model {witness['model']} refutes it", style="bold"))
    else:
        console.print(Text(f"\na data set of {len(witness['scores'])} examples refutes it", style="bold"))
    show_place(console, witness)
    console.print(Text(f"and left {relation} right is false"))


def show_place(console: Console, witness: dict[str, Any]) -> None:
    """A data set, one line a distinct score, the parameters, and the two sides there, from plain values."""
    if "scores_b" in witness:
        examples = zip(*(map(str, witness[key]) for key in ("scores", "scores_b", "classes")), strict=True)
        console.print(table_of(("score of a", "score of b", "class"), list(examples)))
    elif "scores" in witness:
        counts = Counter(zip(witness["scores"], witness["classes"], strict=True))
        rows = [(x, str(counts[x, 0]), str(counts[x, 1])) for x in dict.fromkeys(witness["scores"])]
        console.print(table_of(("score", "class 0", "class 1"), rows))
    if witness["parameters"]:
        console.print(Text(", ".join(f"{name} = {value}" for name, value in witness["parameters"].items())))
    for side in ("left", "right"):
        console.print(Text(f"{side:5s}  {'  '.join(number(witness[side]))}"))


def show_comparison(found: Comparison) -> None:
    """Print which method is never worse, what the difference is, and data sets for what is refuted."""
    console = new_console()
    console.print(Text(found.sentence, style="bold"))
    console.print(Text(f"operating condition: {found.cost} {CONDITIONS[found.condition]}"))
    if found.gap is not None:
        console.print(Text(f"{found.gap_of} == {found.gap}"))
    for decision in (found.first_better, found.second_better):
        console.print()
        show_decision(decision)
    if found.proof is not None:
        console.print(Text(f"\n{found.gap_of} == {found.gap}", style="bold"))
        show_proof(console, found.written_proof)


def show_comparisons(found: Comparisons) -> None:
    """Print the matrix of all methods: how the loss of the row stands to that of the column."""
    console = new_console()
    console.print(Text(f"operating condition: {found.cost} {CONDITIONS[found.condition]}"))
    letters = [chr(ord("a") + i) for i in range(len(found.methods))]
    rows = [
        (letter, method, *(found.relation(method, other) for other in found.methods), "")
        for letter, method in zip(letters, found.methods, strict=True)
    ]
    console.print(table_of(("", "expected loss", *letters, ""), rows))
    console.print(
        Text("<= the row is never worse than the column, >= never better, <> each is worse on some data, ? undecided")
    )
    for x in found.pairs.values():
        if x.gap is not None and x.verdict in ("first", "second"):
            console.print(Text(f"{x.gap_of} == {x.gap}"))
