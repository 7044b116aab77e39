"""What ``workbench discover`` prints for people: a conjecture, a best constant, or a range with both its ends."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from workbench.deciding.best_constants import BestConstant
from workbench.deciding.discovery import Discovery
from workbench.deciding.ranges import Range
from workbench.numbers.written import decimal, plain, significant
from workbench.terminal.layout import facts_of, new_console, table_of
from workbench.terminal.proofs import show_decided, show_decision, show_place
from workbench.witnesses.extremes import Reached

_STYLES = {"proved": "bold green", "undecided": "bold yellow", "refuted": "bold red"}
MOST_ENTRIES = 4


def show(found: Discovery | BestConstant | Range) -> None:
    """Print what was found."""
    if isinstance(found, Range):
        show_range(found)
    elif isinstance(found, BestConstant):
        show_best_constant(found)
    else:
        show_discovery(found)


def show_discovery(found: Discovery) -> None:
    """Print the conjecture with what became of it, and its proof."""
    console = new_console()
    facts = facts_of(("conjecture", found.conjecture or "none"), ("verdict", found.verdict))
    if found.note:
        facts.add_row("", found.note)
    console.print(facts)
    if found.decision is not None:
        show_decision(found.decision)


def show_best_constant(found: BestConstant) -> None:
    """Print the statement with its constant, what is known of it, the data set that needs it, and the proof."""
    console = new_console()
    console.print(Text.assemble((found.verdict, _STYLES[found.verdict]), f"  {found.statement}"), soft_wrap=True)
    console.print(Text(found.note))
    _show_data(console, found)
    _show_proof(console, found)


def show_range(found: Range) -> None:
    """Print the range, and of each end what is known, the data set that needs it, and the proof."""
    console = new_console()
    console.print(
        Text.assemble((found.verdict, _STYLES[found.verdict]), f"  {found.asked}  in {found.interval}"), soft_wrap=True
    )
    console.print(Text("; ".join(found.ends_told)))
    if found.facts is not None:
        left = f"[{_short(found.facts.values.low)}, {_short(found.facts.values.high)}]"
        by = "; ".join(dict.fromkeys(filter(None, (found.facts.low, found.facts.high))))
        console.print(Text(f"the facts of check leave {left}{f' ({by})' if by else ''}"))
    for end in (found.low, found.high):
        console.print(Text(f"\n{end.statement}", style="bold"), soft_wrap=True)
        console.print(Text(end.note))
        _show_data(console, end, "has the value")
        _show_proof(console, end)


def _show_data(console: Console, found: BestConstant, needs: str = "") -> None:
    """The data set on which every better constant is refuted, and the sequence that goes on."""
    needs, column = needs or f"needs {found.question.letter} =", "value" if needs else f"{found.question.letter} needed"
    if found.witness is not None:
        size = found.witness.sample.n
        if found.beyond is None:
            console.print(Text(f"\na data set of {size} examples", style="bold"))
        else:
            console.print(Text(f"\na data set of {size} examples that {needs} {plain(found.beyond)}", style="bold"))
        show_place(console, found.witness.to_json())
    if found.sequence:
        console.print(Text("\na sequence of data sets", style="bold"))
        rows = [(str(x.sample.n), decimal(x.needed), _described(x)) for x in found.sequence]
        header = "examples", column, "scores (examples of class 0 and 1)"
        console.print(table_of(header, rows))


def _described(x: Reached) -> str:
    """The scores with their examples, and the parameters."""
    entries = list(zip(x.sample.scores, x.sample.counts0, x.sample.counts1, strict=True))
    shown = [f"{score} ({a} and {b})" for score, a, b in entries[:MOST_ENTRIES]]
    more = [f"{len(entries) - MOST_ENTRIES} more"] if len(entries) > MOST_ENTRIES else []
    return ", ".join((*shown, *more, *(f"{name} = {value}" for name, value in x.parameters.items())))


def _show_proof(console: Console, found: BestConstant) -> None:
    if found.decision is None:
        return
    if found.decision.statement != found.statement:
        console.print(Text(f"\n{found.decision.statement}", style="bold"))
    show_decided(console, found.decision)


def _short(x: object) -> str:
    return significant(x) if x is not None and len(str(x)) > 12 else str(x)  # type: ignore[arg-type]
