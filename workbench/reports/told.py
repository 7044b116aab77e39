"""What is said of a checked report, sentence by sentence and table by table: for the terminal, a page and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from workbench import metrics
from workbench.errors import shown
from workbench.feasible.matrix_metrics import COUNTS, Matrix
from workbench.formats import Rows, Told, exactly, in_decimals
from workbench.numbers.certified import Real
from workbench.numbers.interval import Interval
from workbench.numbers.written import approximation, significant
from workbench.samples.sample import Sample

_WIDE = 8

if TYPE_CHECKING:
    from workbench.reports.class_report import ClassesWitness
    from workbench.reports.results import CheckResult, Witness


def understood(result: CheckResult) -> str:
    """The figures as they were read, row by row; empty where there are none."""
    if not result.understood:
        return ""
    of = result.positive
    as_class = f"; class {shown(of)} is taken as class 0, the positive one" if of is not None else ""
    rows: dict[str, list[str]] = {}
    for called, value in result.understood.items():
        row, _, name = called.rpartition(": ")
        rows.setdefault(row, []).append(f"{name} {value}")
    parts = (f"{row}: {', '.join(figures)}" if row else ", ".join(figures) for row, figures in rows.items())
    return f"understood: {'; '.join(parts)}{as_class}"


def told(result: CheckResult, matrix: bool = True) -> Iterator[Told]:
    """What follows the verdict; a witness that is one confusion matrix, told in the sentence, with ``matrix``."""
    yield result.because
    if result.violated and result.violated not in result.because:
        yield f"violated: {result.violated}"
    for name, near in result.nearest.items():
        yield f"it would be possible with {name} {' or '.join(near)}"
    for slip in result.slips:
        yield f"it would be possible if {slip}"
    if result.computed:
        rows = (
            (name, str(value) if name in COUNTS else _value(value), exactly(value, 22))
            for name, value in result.computed.items()
        )
        yield Rows(("figure", "value", "exact"), tuple(rows))
    for name, values in result.inferred.items() if result.verdict == "consistent" else ():
        if name not in result.computed and (words := _from_to(name, values)):
            yield f"with these figures {name} is {words}"
    if result.witness is not None and (matrix or not isinstance(result.witness, Matrix)):
        yield from _witness(result.witness)
    if result.only_by_rounding:
        yield "no possible data set has exactly the printed numbers; they are rounded, as usual"
    if result.found_out is not None:
        yield str(result.found_out)
    for value, why in result.not_checked:
        yield f"not checked: {value}, {why}"


def _value(value: Real) -> str:
    """A figure to six decimals, or to six digits that count where decimals would lose some, such as a p value.

    >>> _value(Fraction(2, 3)), _value(Fraction(8805, 10**10)), _value(Fraction(0))
    ('0.666667', '8.805e-07', '0.000000')
    """
    return significant(value) if 0 < abs(approximation(value)[0]) < 0.001 else in_decimals(value)


def _from_to(name: str, values: Interval) -> str:
    """The ends of an interval in words; empty where they say nothing, as they are those of every data set."""
    if values.low is not None and values.low == values.high:
        return significant(values.low)
    proportion = Interval(Fraction(0), Fraction(1)) if name in ("pi0", "pi1") else Interval()
    always = metrics.CATALOGUE[name].values if name in metrics.CATALOGUE else proportion
    ends = (("at least", values.low, always.low), ("at most", values.high, always.high))
    return " and ".join(f"{word} {significant(end)}" for word, end, known in ends if end is not None and end != known)


def _witness(witness: Witness) -> Iterator[Told]:
    """A data set by its scores, or folds side by side."""
    from workbench.reports.class_report import ClassesWitness
    from workbench.reports.results import RowsWitness

    header: tuple[str, ...] = ("score", "class 0", "class 1")
    if isinstance(witness, Sample):
        rows: list[tuple[Any, ...]] = list(zip(witness.scores, witness.counts0, witness.counts1, strict=True))
    elif isinstance(witness, Matrix):
        header, rows = tuple(witness._asdict()), [tuple(witness)]
    elif isinstance(witness, ClassesWitness):
        header, rows = _of_classes(witness)
    elif isinstance(witness, RowsWitness):
        for name, each in witness.rows.items():
            if isinstance(each, Matrix):
                yield f"{name}: {', '.join(f'{x} = {count}' for x, count in each._asdict().items())}"
            else:
                yield f"{name}: a data set"
                yield from _witness(each)
        return
    else:
        of_matrix, sample = witness[0].matrix is not None, witness[0].sample is not None
        header = ("fold", "n0", "n1", *(("tp", "fn", "fp", "tn") * of_matrix), *(("AUC",) * sample))
        rows = [
            (i, fold.n0, fold.n1, *(fold.matrix or ()), *((metrics.AUC.exact(fold.sample),) if fold.sample else ()))
            for i, fold in enumerate(witness, 1)
        ]
    yield Rows(header, tuple(tuple(map(str, row)) for row in rows))


def _of_classes(witness: ClassesWitness) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The confusion matrix, its predictions in columns; the counts of the classes where it is wide or not known."""
    names = tuple(witness.counts)
    if witness.matrix is not None and len(names) <= _WIDE:
        return ("class, and predictions:", *names), [(x, *row) for x, row in zip(names, witness.matrix, strict=True)]
    return ("class", "tp", "predicted", "support"), [(name, *counts) for name, counts in witness.counts.items()]
