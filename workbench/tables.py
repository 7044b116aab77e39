"""What the commands print for people: tables that fit 80 columns, and progress on standard error."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from workbench import metrics
from workbench.numeric.certified import Real, approximation, decimal, text

if TYPE_CHECKING:
    from workbench.deciding.comparison import Comparison, Comparisons
    from workbench.deciding.decide import Decision
    from workbench.deciding.witnesses import Witness
    from workbench.numeric.evaluation import Evaluation
    from workbench.papers.verification import Verification
    from workbench.symbolic.derivation import Derivation

WIDTH = 80
_CONDITIONS = {"cost": "cost proportions", "skew": "skews"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the caller, who knows the exit code."""
        raise BrokenPipeError


def _console() -> Console:
    console = _Console(highlight=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


def _table(header: tuple[str, ...], rows: Iterable[tuple[str | Text, ...]], title: str | None = None) -> Table:
    """A table whose columns show their cells on one line, but for the last, which wraps in what room is left."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    cells = [header, *rows]
    for number, name in enumerate(header):
        last = number == len(header) - 1
        width = None if last else max(len(row[number]) for row in cells)
        table.add_column(name, overflow="fold", no_wrap=not last, min_width=width)
    for row in cells[1:]:
        table.add_row(*row)
    return table


def _verdicts(console: Console, what: str, rows: list[tuple[str, Text, str]], whole: bool, title: str = "") -> Table:
    """A table of verdicts; the sentences are cut to one line each unless they are to be shown ``whole``."""
    if not whole:
        room = console.width - 8 - sum(max(len(row[k]) for row in rows) for k in (0, 1))
        rows = [(name, verdict, says if len(says) <= room else f"{says[: room - 1]}…") for name, verdict, says in rows]
    return _table((what, "verdict", "says"), rows, title or None)


def _exact(value: Real | None, width: int) -> str:
    """The fraction, where it fits; the error bound of a ball."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        shown = text(value)
        return shown if len(shown) <= width else "(see --json)"
    error = approximation(value)[1]
    return f"± {error:.1e}" if math.isfinite(error) else "beyond a double"


def _decimal(value: Real | None) -> str:
    return "-" if value is None else decimal(value)


def show_evaluation(found: Evaluation, name: str) -> None:
    """Print the metrics and losses of an evaluation."""
    console = _console()
    console.print(
        Text(f"{name}: {found.n} examples, {found.n0} of class 0 and {found.n1} of class 1, "
             f"{found.distinct_scores} distinct scores")
    )  # fmt: skip
    console.print(
        _table(
            ("metric", "value", "exact", ""),
            [
                (key, _decimal(value), _exact(value, 22), metrics.CATALOGUE[key].title)
                for key, value in found.metrics.items()
            ],
        )
    )
    console.print(
        _table(
            ("expected loss", "cost", "skew", "exact (cost)", "exact (skew)"),
            [
                (key, _decimal(value), _decimal(skew), _exact(value, 17), _exact(skew, 17))
                for (key, value), skew in zip(found.losses.items(), found.skew_losses.values(), strict=True)
            ],
        )
    )
    if found.expressions:
        rows = [(_decimal(value), _exact(value, 22), key) for key, value in found.expressions.items()]
        console.print(_table(("value", "exact", "expression"), rows))
    reasons: dict[str, list[str]] = {}
    for key, reason in found.notes.items():
        reasons.setdefault(reason, []).append(key)
    for reason, keys in reasons.items():
        console.print(Text(f"{', '.join(dict.fromkeys(keys))}: {reason}"))


def show_derivation(found: Derivation) -> None:
    """Print what was derived and its proof."""
    console = _console()
    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True, style="bold")
    facts.add_column(overflow="fold")
    facts.add_row("method", found.method)
    facts.add_row("operating condition", f"{found.cost} {_CONDITIONS[found.condition]}")
    if found.l0 is not None:
        at = "its calibrated score s" if found.family == "optimal" else "its score s"
        facts.add_row("", f"loss of one example of class 0 and 1 at {at}:")
        facts.add_row("l0", found.l0)
        facts.add_row("l1", str(found.l1))
    if found.H is not None:
        facts.add_row("", "L = constant + 2*pi0*E0(H(R(s)))" + ", pi0 = 1/2" * (found.condition == "skew"))
        facts.add_row("constant", str(found.constant))
        facts.add_row("H", found.H)
    missing = "none in named metrics" if found.theorem else "undecided"
    facts.add_row("closed form", found.closed_form or missing)
    if found.proper is not None:
        facts.add_row("proper", "yes" if found.proper else "no")
    for key, note in found.notes.items():
        if found.family in ("score", "mixed") or key not in ("proper", "l0"):
            facts.add_row("", note)
    console.print(facts)
    if found.theorem is None:
        return
    _show_proof(console, found.to_json()["proof"])


def _show_proof(console: Console, steps: list[dict[str, str]]) -> None:
    console.print(Text("\nproof", style="bold"))
    if any("Ec(" in step["gives"] for step in steps):
        console.print(Text("(Ec is the mean over the operating condition c, and over u uniform on [0, 1])"))
    for number, step in enumerate(steps, start=1):
        reason = f"{number}. {step['why']}, by {step['by']}"
        console.print(Text(_indented(reason, console.width, len(f"{number}. "), first="")), soft_wrap=True)
        console.print(Text(_indented(step["gives"], console.width, 3), style="cyan"), soft_wrap=True)


def _indented(text: str, width: int, indent: int, first: str | None = None) -> str:
    """A long line in several, which hang below each other."""
    hang = " " * indent
    begin = hang if first is None else first
    return textwrap.fill(text, width, initial_indent=begin, subsequent_indent=hang, break_on_hyphens=False)


def show_decision(found: Decision) -> None:
    """Print the verdict on a statement and its proof or the data set that refutes it."""
    console = _console()
    style = {"proved": "bold green", "refuted": "bold red"}.get(found.verdict, "bold yellow")
    console.print(Text.assemble((found.verdict, style), f"  {found.statement}"), soft_wrap=True)
    row = found.to_json()
    if row["proof"]:
        _show_proof(console, row["proof"])
    elif found.witness is not None:
        _show_witness(console, found.witness, str(found.statement.relation))
    if found.note:
        console.print(Text(found.note))


def _show_witness(console: Console, witness: Witness, relation: str) -> None:
    """A data set, one column a distinct score, and the two sides there."""
    sample = witness.sample
    console.print(Text(f"\na data set of {sample.n} examples refutes it", style="bold"))
    console.print(
        _table(
            ("score", "class 0", "class 1"),
            [
                (text(score), str(a), str(b))
                for score, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True)
            ],
        )
    )
    if witness.parameters:
        console.print(Text(", ".join(f"{name} = {value}" for name, value in witness.parameters.items())))
    for side, value in (("left", witness.left), ("right", witness.right)):
        console.print(Text(f"{side:5s}  {_decimal(value)}  {_exact(value, 60)}"))
    console.print(Text(f"and left {relation} right is false"))


def show_comparison(found: Comparison) -> None:
    """Print which method is never worse, what the difference is, and data sets for what is refuted."""
    console = _console()
    console.print(Text(found.sentence, style="bold"))
    console.print(Text(f"operating condition: {found.cost} {_CONDITIONS[found.condition]}"))
    if found.gap is not None:
        console.print(Text(f"{found.gap_of} == {found.gap}"))
    for decision in (found.first_better, found.second_better):
        console.print()
        show_decision(decision)
    if found.proof is not None:
        from workbench.deciding.wording import steps_as_json

        console.print(Text(f"\n{found.gap_of} == {found.gap}", style="bold"))
        _show_proof(console, steps_as_json(found.proof))


def show_comparisons(found: Comparisons) -> None:
    """Print the matrix of all methods: how the loss of the row stands to that of the column."""
    console = _console()
    console.print(Text(f"operating condition: {found.cost} {_CONDITIONS[found.condition]}"))
    letters = [chr(ord("a") + i) for i in range(len(found.methods))]
    rows = [
        (letter, method, *(found.relation(method, other) for other in found.methods), "")
        for letter, method in zip(letters, found.methods, strict=True)
    ]
    console.print(_table(("", "expected loss", *letters, ""), rows))
    console.print(
        Text("<= the row is never worse than the column, >= never better, <> each is worse on some data, ? undecided")
    )
    for x in found.pairs.values():
        if x.gap is not None and x.verdict in ("first", "second"):
            console.print(Text(f"{x.gap_of} == {x.gap}"))


WHOLE_SENTENCES = 40
ERRATUM = ("fails", "inconsistent")
_MARKS = {"holds": "green", "consistent": "green", "fails": "red", "inconsistent": "red"}


def show_verification(found: Verification) -> None:
    """Print every theorem and claim with its verdict, what was not expected, and the counts."""
    console = _console()
    whole = len(found.theorems) + len(found.results) <= WHOLE_SENTENCES
    if found.theorems:
        proofs = [
            (x.theorem.name, _verdict("holds" if x.holds else "fails", "holds"), x.theorem.says) for x in found.theorems
        ]
        console.print(_verdicts(console, "theorem", proofs, whole))
    for paper in dict.fromkeys(result.paper for result in found.results):
        claims = [
            (x.claim.id, _verdict(x.finding.verdict, x.claim.expected), x.claim.says)
            for x in found.results
            if x.paper == paper
        ]
        console.print(_verdicts(console, "claim", claims, whole, f"{paper.key} {paper.title}"))
    for checked in found.theorems:
        for objection in checked.objections:
            console.print(Text(f"{checked.theorem.name}: {objection}", style="red"))
    for result in found.surprises:
        row = result.to_json()
        console.print(Text(f"{row['id']}: {row['verdict']}, expected {row['expected']}. {row['note']}", style="red"))
    for line in _summary(found):
        console.print(Text(line))


def _summary(found: Verification) -> Iterator[str]:
    """What was checked and how it came out, in plain sentences."""
    if found.theorems:
        held = sum(checked.holds for checked in found.theorems)
        yield f"theorems: {held} of {len(found.theorems)} hold"
    if found.results:
        yield "claims: " + ", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())
        errata = sum(x.as_expected and x.claim.expected in ERRATUM for x in found.results)
        if errata:
            yield f"{errata} of them are known errata: they are wrong as printed, and found to be wrong"
    yield "every verdict is the expected one" if found.ok else "NOT every verdict is the expected one"


def _verdict(verdict: str, expected: str) -> Text:
    if verdict != expected:
        return Text(f"{verdict}, not {expected}", style="bold red")
    return Text(verdict + " (erratum)" * (expected in ERRATUM), style=_MARKS.get(verdict, "yellow"))


Advance = Callable[[str, int, int], None]


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A sign of life on standard error while the block runs, only where standard error is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield


@contextmanager
def progress(what: str) -> Iterator[Advance]:
    """A bar on standard error while the block runs, only where standard error is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task: Any = bar.add_task(what, total=None)

        def advance(name: str, done: int, total: int) -> None:
            bar.update(task, description=f"{what} {name}", completed=done, total=total)

        yield advance
