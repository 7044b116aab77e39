"""What ``workbench check`` prints: what was understood, the verdict, its reason and its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from workbench import metrics
from workbench.errors import shown
from workbench.feasible.matrix_metrics import COUNTS, Matrix
from workbench.samples.sample import Sample
from workbench.terminal.layout import MOST_ROWS, exactly, in_decimals, new_console, table_of

_WIDE = 8

if TYPE_CHECKING:
    from workbench.numbers.printed import Interval
    from workbench.reports.check import Checked
    from workbench.reports.class_report import ClassesWitness
    from workbench.reports.reported import Witness


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
                (name, str(value) if name in COUNTS else in_decimals(value), exactly(value, 22))
                for name, value in result.computed.items()
            ]
            console.print(table_of(("figure", "value", "exact"), rows))
        for name, values in result.inferred.items() if result.verdict == "consistent" else ():
            if name not in result.computed and (words := _from_to(values)):
                console.print(Text(f"with these figures {name} is {words}"))
        if result.witness is not None:
            _show_witness_of(console, result.witness)
        if result.only_by_rounding:
            console.print(Text("no possible data set has exactly the printed numbers; they are rounded, as usual"))
        if result.found_out is not None:
            console.print(Text(str(result.found_out)))
        for value, why in result.not_checked:
            console.print(Text(f"not checked: {value}, {why}"))
        console.print()
    console.print(Text(", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())))


def _from_to(values: Interval) -> str:
    """The ends of an interval in words; empty where they say nothing."""
    if values.low is not None and values.low == values.high:
        return f"{float(values.low):.6g}"
    ends = [
        f"{word} {float(end):.6g}"
        for word, end in (("at least", values.low), ("at most", values.high))
        if end is not None
    ]
    return " and ".join(ends)


def _show_witness_of(console: Console, witness: Witness) -> None:
    """A data set by its scores, or folds side by side; a confusion matrix has been told in the sentence."""
    from workbench.reports.class_report import ClassesWitness
    from workbench.reports.reported import RowsWitness

    header: tuple[str, ...] = ("score", "class 0", "class 1")
    if isinstance(witness, Sample):
        rows: list[tuple[Any, ...]] = list(zip(witness.scores, witness.counts0, witness.counts1, strict=True))
    elif isinstance(witness, Matrix):
        return
    elif isinstance(witness, ClassesWitness):
        header, rows = _of_classes(witness)
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


def _of_classes(witness: ClassesWitness) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The confusion matrix, its predictions in columns; the counts of the classes where it is wide or not known."""
    names = tuple(witness.counts)
    if witness.matrix is not None and len(names) <= _WIDE:
        return ("class, and predictions:", *names), [(x, *row) for x, row in zip(names, witness.matrix, strict=True)]
    return ("class", "tp", "predicted", "support"), [(name, *counts) for name, counts in witness.counts.items()]
