"""Figures recomputed from the counts of a confusion matrix that stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from workbench.feasible.matrices import MOST_EXAMPLES
from workbench.feasible.matrix_metrics import COUNTS, Matrix, known, named
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed, printed_as, told_apart, value_in_words
from workbench.reports.figures_read import Quotient, Synonym
from workbench.reports.paper_file import Report

_SUMS = (("n0", "tp", "fn"), ("n1", "fp", "tn"), ("n", "n0", "n1"))


def matrix_told(report: Report) -> Matrix | None:
    """The confusion matrix that the counts and class sizes of a report tell; None where they leave several, or none.

    >>> from workbench.reports.paper_file import report_of
    >>> matrix_told(report_of("n0=73 n1=69 tp=65 fp=13 accuracy=0.845"))
    Matrix(tp=65, fn=8, fp=13, tn=56)
    >>> matrix_told(report_of("n=142 tp=65 fp=13 accuracy=0.845"))
    """
    told = {name: size for name in ("n0", "n1", "n") if (size := getattr(report, name)) is not None}
    for name, printed in report.of_matrix.items():
        if (count := named(name).name) in COUNTS:
            whole = printed.values.integers(0, MOST_EXAMPLES)
            if len(whole) == 1:
                told[count] = whole[0]
    for _ in _SUMS:
        for total, one, other in _SUMS:
            if one in told and other in told:
                told.setdefault(total, told[one] + told[other])
            for part, rest in ((one, other), (other, one)):
                if total in told and rest in told:
                    told.setdefault(part, told[total] - told[rest])
    if not all(told.get(count, -1) >= 0 for count in ("tp", "fn", "fp", "tn")):
        return None
    matrix = Matrix(told["tp"], told["fn"], told["fp"], told["tn"])
    return matrix if matrix.n0 and matrix.n1 else None


def misprints(report: Report, matrix: Matrix) -> dict[str, tuple[str, Real | None]]:
    """The class sizes and figures that are not those of the matrix: what it gives, in words, and the value.

    >>> from workbench.reports.paper_file import report_of
    >>> wrong = misprints(report_of("sensitivity=.884 specificity=.812 n=150"), Matrix(65, 8, 13, 56))
    >>> [words for words, _ in wrong.values()]
    ['n 142, not 150', 'sensitivity 65/73 = 0.890, not .884']
    """
    found: dict[str, tuple[str, Real | None]] = {}
    sizes = {"n0": report.n0, "n1": report.n1, "n": report.n}
    for name, size in sizes.items():
        value = named(name).value(matrix)
        if size is not None and value != size:
            found[name] = f"{name} {value}, not {size}", value
    again = ((name, printed) for name, printed in report.again if known(name) is not None)
    for name, printed in (*report.of_matrix.items(), *again):
        metric = named(name)
        if name in found or metric.has(matrix, printed.values):
            continue
        value = metric.value(matrix)
        if value is None:
            found[name] = f"no {name}, as {metric.undefined}, not {printed}", None
        elif metric.name in COUNTS:
            found[name] = f"{name} {value}, not {printed}", value
        else:
            top, bottom = metric.ratio(*matrix)
            ratio = f"{top}/{bottom} = " if metric.form == "ratio" and bottom < 10**6 else ""
            called = f", there called {printed.called}" if isinstance(printed, Synonym) else ""
            found[name] = f"{name} {ratio}{told_apart(value, printed)}, not {printed}{called}", value
    for each in report.stated:
        if each.wrong:
            words = value_in_words(each.value, each.text)
            found[each.name] = f"{each.name} {words}, not {each.text}", each.value
    return found


def counts_give(matrix: Matrix, wrong: Mapping[str, tuple[str, Real | None]]) -> str:
    """The sentence."""
    counts = ", ".join(f"{name} = {count}" for name, count in matrix._asdict().items())
    return f"the counts {counts} give {'; '.join(words for words, _ in wrong.values())}"


def printed_twice(report: Report) -> tuple[str, dict[str, tuple[str, ...]]] | None:
    """A figure whose prints have no value in common, in a sentence, and what its counts give; None for none.

    >>> from workbench.reports.paper_file import report_of
    >>> printed_twice(report_of("sensitivity=0.85 (41/50)")), printed_twice(report_of("sensitivity=82% (41/50)"))
    (('sensitivity is printed as 0.85 and as 41/50', {'sensitivity': ('0.82',)}), None)
    """
    left = {name: printed.values for name, printed in report.figures.items()}
    for name, printed in ((name, printed) for name, printed in report.again if name in left):
        left[name] &= printed.values
        if left[name].empty:
            return _contradict(name, report.figures[name], printed)
    return None


def _contradict(name: str, first: Printed, printed: Printed) -> tuple[str, dict[str, tuple[str, ...]]]:
    near = (str(printed_as(Fraction(*printed.counts), first)),) if isinstance(printed, Quotient) else ()
    return f"{name} is printed as {first} and as {printed}", {name: near} if near else {}


def beside(report: Report, name: str) -> str:
    """What stands beside a figure and is decided with it: its quotient of counts, its other names, its interval."""
    again = [printed for called, printed in report.again if called == name]
    quotients = [f" ({x})" for x in again if isinstance(x, Quotient)]
    names = [f" ({x.called} {x})" for x in again if isinstance(x, Synonym)]
    return "".join((*quotients, *names)) + (f" {report.intervals[name]}" if name in report.intervals else "")
