"""What the commands print for people: tables that fit 80 columns, and progress on standard error."""

from __future__ import annotations

import math
import os
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from workbench import metrics
from workbench.errors import shown
from workbench.feasible.matrix_metrics import COUNTS, Matrix
from workbench.numbers.algebraic import Algebraic
from workbench.numbers.certified import Real
from workbench.numbers.written import approximation, decimal, infinite, plain, text
from workbench.samples.sample import Sample

if TYPE_CHECKING:
    from workbench.deciding.comparison import Comparison, Comparisons
    from workbench.deciding.decide import Decision
    from workbench.deciding.derivation import Derivation
    from workbench.inference.evaluation_intervals import EvaluationIntervals
    from workbench.inference.model_comparison import ModelComparison
    from workbench.losses.evaluation import Evaluation
    from workbench.numbers.printed import Interval
    from workbench.reports.check import Checked
    from workbench.reports.reported import Witness

WIDTH = 80
MOST_ROWS = 30
SHORT = 12
"""Of an end of a region as a fraction."""
_ON_RATES = {
    "rate": "L = constant + 2*pi0*E0(H(R(s)))",
    "fpr": "L = constant + 2*pi0*E0(H(F1(s)))",
    "tpr": "L = constant + 2*pi1*E1(H(F0(s)))",
}
_CONDITIONS = {"cost": "cost proportions", "skew": "skews"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the caller, who knows the exit code."""
        raise BrokenPipeError


def new_console() -> Console:
    console = _Console(highlight=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


def table_of(header: tuple[str, ...], rows: Iterable[tuple[str | Text, ...]], title: str | None = None) -> Table:
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


def facts_of(*rows: tuple[str, str]) -> Table:
    """Names and what they stand for, which wraps below itself."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True, style="bold")
    facts.add_column(overflow="fold")
    for name, value in rows:
        facts.add_row(name, Text(value))
    return facts


def _exact(value: Real | None, width: int) -> str:
    """The fraction, where it fits; the error bound of a ball."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        shown = text(value)
        return shown if len(shown) <= width else "(see --json)"
    if infinite(value) is not None:
        return "infinite"
    error = approximation(value)[1]
    return f"± {error:.1e}" if math.isfinite(error) else "beyond a double"


def _decimal(value: Real | None) -> str:
    return "-" if value is None else decimal(value)


def number(value: dict[str, Any]) -> tuple[str, str]:
    """A number of which the plain values are given, to six decimals and exactly, or with its error bound."""
    endless = value["exact"] if value["exact"] in ("oo", "-oo") else None
    if endless:
        return endless, "infinite"
    shown = "beyond a double" if value["value"] is None else f"{value['value']:.6f}"
    if value["exact"] is not None:
        return shown, value["exact"] if len(value["exact"]) <= 60 else "(see --json)"
    return shown, "" if value["error"] is None else f"± {value['error']:.1e}"


def _design(design: Mapping[str, Any]) -> str:
    """How examples count, in a line, such as: weighted, in 4 groups, class 1 has the proportion 1/4."""
    groups, prior, share = design["groups"], design["prior"], design["pi1"]
    parts = ["weighted" if design["weighted"] else "", f"in {groups} groups" if groups else ""]
    if prior is not None or design["weighted"]:
        parts.append(f"class 1 has the proportion {plain(share)}")
    return ", ".join(part for part in parts if part)


def show_evaluation(found: Evaluation, name: str) -> None:
    """Print the metrics and losses of an evaluation."""
    console = new_console()
    console.print(
        Text(f"{name}: {found.n} examples, {found.n0} of class 0 and {found.n1} of class 1, "
             f"{found.distinct_scores} distinct scores")
    )  # fmt: skip
    if found.design:
        console.print(Text(_design(found.design)))
    console.print(
        table_of(
            ("metric", "value", "exact", ""),
            [
                (key, _decimal(value), _exact(value, 22), metrics.CATALOGUE[key].title)
                for key, value in found.metrics.items()
            ],
        )
    )
    console.print(
        table_of(
            ("expected loss", "cost", "skew", "exact (cost)", "exact (skew)"),
            [
                (key, _decimal(value), _decimal(skew), _exact(value, 17), _exact(skew, 17))
                for (key, value), skew in zip(found.losses.items(), found.skew_losses.values(), strict=True)
            ],
        )
    )
    if found.expressions:
        rows = [(_decimal(value), _exact(value, 22), key) for key, value in found.expressions.items()]
        console.print(table_of(("value", "exact", "expression"), rows))
    reasons: dict[str, list[str]] = {}
    for key, reason in found.notes.items():
        reasons.setdefault(reason, []).append(key)
    for reason, keys in reasons.items():
        console.print(Text(f"{', '.join(dict.fromkeys(keys))}: {reason}"))


def show_intervals(found: EvaluationIntervals) -> None:
    """Print the bootstrap intervals of an evaluation."""
    from workbench.inference.evaluation_intervals import shifted

    console = new_console()
    plan = found.plan.printed
    console.print(Text(f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}"))
    rows = [
        (
            every.name + " *" * shifted(every),
            f"{every.estimate:.6f}",
            f"{every.low:.6f}",
            f"{every.high:.6f}",
            f"{every.standard_error:.6f}",
        )
        for part in found.parts.values()
        for every in part.values()
    ]
    console.print(table_of(("figure", "value", "low", "high", "standard error"), rows))
    if any(row[0].endswith("*") for row in rows):
        console.print(
            Text(
                "* best on its own sample, or counting its ties: resampling shifts it, and the interval"
                " tells how resamples vary, not where the true value lies"
            )
        )
    for figure, reason in found.notes.items():
        console.print(Text(f"{figure}: {reason}"))


def show_check(found: Checked) -> None:
    """Print what was found of each report and claim."""
    console = new_console()
    if found.title:
        console.print(Text(f"{found.title}\n", style="bold"))
    for result in found.results:
        if result.understood:
            as_class = (
                f"; class {shown(result.positive)} is taken as class 0, the positive one"
                if result.positive is not None
                else ""
            )
            read = ", ".join(f"{name} {value}" for name, value in result.understood.items())
            console.print(Text(f"understood: {read}{as_class}"))
        console.print(Text.assemble((result.verdict, "bold"), "  ", result.where))
        console.print(Text(result.because))
        if result.violated and result.violated not in result.because:
            console.print(Text(f"violated: {result.violated}"))
        for name, near in result.nearest.items():
            console.print(Text(f"it would be possible with {name} {' or '.join(near)}"))
        for slip in result.slips:
            console.print(Text(f"it would be possible if {slip}"))
        if result.computed:
            rows = [
                (name, str(value) if name in COUNTS else _decimal(value), _exact(value, 22))
                for name, value in result.computed.items()
            ]
            console.print(table_of(("figure", "value", "exact"), rows))
        for name, values in result.inferred.items() if result.verdict == "consistent" else ():
            if name not in result.computed and (words := _from_to(values)):
                console.print(Text(f"with these figures {name} is {words}"))
        if result.witness is not None:
            _show_witness_of(console, result.witness)
        if result.only_by_rounding:
            console.print(Text("possible only because the figures are rounded"))
        if result.power is not None:
            little = "" if result.power else "; consistent says little here"
            share = f"{100 * result.power:.0f}% would be found inconsistent{little}"
            console.print(Text(f"of random reports like this, {share}"))
        for value, why in result.not_checked:
            console.print(Text(f"not checked: {value}, {why}"))
        console.print()
    console.print(Text(", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())))


def _from_to(values: Interval) -> str:
    """The ends of an interval in words; empty where they say nothing."""
    ends = [
        f"{word} {float(end):.6g}"
        for word, end in (("at least", values.low), ("at most", values.high))
        if end is not None
    ]
    return " and ".join(ends)


def _show_witness_of(console: Console, witness: Witness) -> None:
    """A data set by its scores, or folds side by side; a confusion matrix has been told in the sentence."""
    from workbench.reports.reported import RowsWitness

    header: tuple[str, ...] = ("score", "class 0", "class 1")
    if isinstance(witness, Sample):
        rows: list[tuple[Any, ...]] = list(zip(witness.scores, witness.counts0, witness.counts1, strict=True))
    elif isinstance(witness, Matrix):
        return
    elif isinstance(witness, RowsWitness):
        for name, each in witness.rows.items():
            if isinstance(each, Matrix):
                console.print(Text(f"{name}: {', '.join(f'{x} = {count}' for x, count in each._asdict().items())}"))
            else:
                console.print(Text(f"{name}: a data set"))
                _show_witness_of(console, each)
        return
    else:
        matrix, sample = witness[0].matrix is not None, witness[0].sample is not None
        header = ("fold", "n0", "n1", *(("tp", "fn", "fp", "tn") * matrix), *(("AUC",) * sample))
        rows = [
            (i, fold.n0, fold.n1, *(fold.matrix or ()), *((metrics.AUC.exact(fold.sample),) if fold.sample else ()))
            for i, fold in enumerate(witness, 1)
        ]
    console.print(table_of(header, [tuple(map(str, row)) for row in rows[:MOST_ROWS]]))
    if len(rows) > MOST_ROWS:
        console.print(Text(f"and {len(rows) - MOST_ROWS} more rows; --json has them all"))


def show_derivation(found: Derivation) -> None:
    """Print what was derived and its proof."""
    console = new_console()
    facts = facts_of(("method", found.method), ("operating condition", f"{found.cost} {_CONDITIONS[found.condition]}"))
    if found.l0 is not None:
        at = "its calibrated score s" if found.family == "optimal" else "its score s"
        facts.add_row("", f"loss of one example of class 0 and 1 at {at}:")
        facts.add_row("l0", found.l0)
        facts.add_row("l1", str(found.l1))
    if found.H is not None:
        facts.add_row("", _ON_RATES[found.family] + ", pi0 = 1/2" * (found.condition == "skew"))
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
    row = found.to_json()
    show_proof(console, row["proof"], row["axioms"])


def show_proof(console: Console, steps: list[dict[str, str]], axioms: Sequence[str] = ()) -> None:
    """A proof, one step below the other, and the axioms that it rests on."""
    from workbench.deciding.wording import rule_in_words

    console.print(Text("\nproof", style="bold"))
    if any("Ec(" in step["gives"] for step in steps):
        console.print(Text("(Ec is the mean over the operating condition c, and over u uniform on [0, 1])"))
    for number, step in enumerate(steps, start=1):
        reason = f"{number}. {step['why']}, by {rule_in_words(step['by'])}"
        console.print(Text(_indented(reason, console.width, len(f"{number}. "), first="")), soft_wrap=True)
        console.print(Text(_indented(step["gives"], console.width, 3), style="cyan"), soft_wrap=True)
    if axioms:
        console.print(Text(_indented(f"rests on the axioms {', '.join(axioms)}", console.width, 0, first="\n")))


def _indented(text: str, width: int, indent: int, first: str | None = None) -> str:
    """A long line in several, which hang below each other."""
    hang = " " * indent
    begin = hang if first is None else first
    return textwrap.fill(text, width, initial_indent=begin, subsequent_indent=hang, break_on_hyphens=False)


def show_decision(found: Decision) -> None:
    """Print the verdict on a statement and its proof or the data set that refutes it."""
    console = new_console()
    style = {"proved": "bold green", "refuted": "bold red"}.get(found.verdict, "bold yellow")
    console.print(Text.assemble((found.verdict, style), f"  {found.statement}"), soft_wrap=True)
    if found.witness is not None:
        show_witness(console, found.witness.to_json(), str(found.statement.relation))
    elif found.proof:
        row = found.to_json()
        show_proof(console, row["proof"], row["axioms"])
    if found.note:
        console.print(Text(found.note))


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
    if "scores" in witness:
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
    console.print(Text(f"operating condition: {found.cost} {_CONDITIONS[found.condition]}"))
    if found.gap is not None:
        console.print(Text(f"{found.gap_of} == {found.gap}"))
    for decision in (found.first_better, found.second_better):
        console.print()
        show_decision(decision)
    if found.proof is not None:
        from workbench.deciding.wording import steps_as_json

        console.print(Text(f"\n{found.gap_of} == {found.gap}", style="bold"))
        show_proof(console, steps_as_json(found.proof))


def show_comparisons(found: Comparisons) -> None:
    """Print the matrix of all methods: how the loss of the row stands to that of the column."""
    console = new_console()
    console.print(Text(f"operating condition: {found.cost} {_CONDITIONS[found.condition]}"))
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


def show_model_comparison(found: ModelComparison) -> None:
    """Print which model loses less, what was found beside that, and which loses less at which operating conditions."""
    from workbench.inference.model_comparison import BETTER

    console = new_console()
    console.print(Text(found.sentence, style="bold"))
    console.print(Text(f"method: {found.method}, operating condition: {found.cost} {_CONDITIONS[found.condition]}"))
    for sentence in found.in_words[1:]:
        console.print(Text(_indented(f"- {sentence}", console.width, 2, first="")))
    if found.regions is None:
        return
    rows = [
        (
            f"{'[' if x.has_low else '('}{_end(x.low)}",
            f"{_end(x.high)}{']' if x.has_high else ')'}",
            found.name_of(BETTER[x.sign]),
        )
        for x in found.regions
        if x.sign or not x.is_point
    ]
    console.print(table_of(("from", "to", "lower loss"), rows[:MOST_ROWS]))
    if len(rows) > MOST_ROWS:
        console.print(Text(f"and {len(rows) - MOST_ROWS} more rows; --json has them all"))


def _end(x: Algebraic) -> str:
    return text(x) if isinstance(x, Fraction) and len(text(x)) <= SHORT else f"{float(x):.6g}"


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
