"""Figures recomputed from the counts of a confusion matrix that stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from workbench.feasible.matrices import MOST_EXAMPLES
from workbench.feasible.matrix_metrics import COUNTS, Matrix, MatrixMetric, known, named
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed, printed_as, told_apart, value_in_words
from workbench.reports.figures_read import Quotient, Synonym
from workbench.reports.paper_file import Report
from workbench.reports.undefined import without_value

_SUMS = (("n0", "tp", "fn"), ("n1", "fp", "tn"), ("n", "n0", "n1"))
_CELLS = ("tp", "fn", "fp", "tn")
_QUOTIENTS = {"sensitivity": ("tp", "n0"), "fnr": ("fn", "n0"), "specificity": ("tn", "n1"), "fpr": ("fp", "n1")}
"""The counts that a quotient beside a proportion of a class is of."""
_OTHERS = range(6)


def cells_told(report: Report) -> dict[str, int]:
    """The counts of a confusion matrix that the counts and class sizes of a report tell; none where they contradict.

    Quotients of counts beside a proportion of both classes are such counts, ``82% (41/50)`` and ``90% (45/50)``.

    >>> from workbench.reports.paper_file import report_of
    >>> cells_told(report_of("n0=15 tp=10 sensitivity=0.667"))
    {'tp': 10, 'fn': 5}
    """
    told = {name: size for name in ("n0", "n1", "n") if (size := getattr(report, name)) is not None}
    for name, printed in report.of_matrix.items():
        if (count := named(name).name) in COUNTS:
            whole = printed.values.integers(0, MOST_EXAMPLES)
            if len(whole) == 1:
                told[count] = whole[0]
    told |= _of_quotients(report)
    for _ in _SUMS:
        for total, one, other in _SUMS:
            if one in told and other in told:
                told.setdefault(total, told[one] + told[other])
            for part, rest in ((one, other), (other, one)):
                if total in told and rest in told:
                    told.setdefault(part, told[total] - told[rest])
    cells = {count: told[count] for count in _CELLS if count in told}
    empty = any(cells.get(one) == cells.get(other) == 0 for _, one, other in _SUMS[:2])
    return {} if empty or min(cells.values(), default=0) < 0 else cells


def _of_quotients(report: Report) -> dict[str, int]:
    """The counts in the quotients beside proportions; none where those of a class are missing, or contradict counts."""
    found: dict[str, int] = {}
    for name, printed in report.again:
        metric = known(name)
        if isinstance(printed, Quotient) and metric is not None and metric.name in _QUOTIENTS:
            for count, number in zip(_QUOTIENTS[metric.name], printed.counts, strict=True):
                if found.setdefault(count, number) != number:
                    return {}
    return found if {"n0", "n1"} <= found.keys() else {}


def matrix_told(report: Report) -> Matrix | None:
    """The confusion matrix that the counts and class sizes of a report tell; None where they leave several, or none.

    >>> from workbench.reports.paper_file import report_of
    >>> matrix_told(report_of("n0=73 n1=69 tp=65 fp=13 accuracy=0.845"))
    Matrix(tp=65, fn=8, fp=13, tn=56)
    >>> matrix_told(report_of("n=142 tp=65 fp=13 accuracy=0.845"))
    """
    cells = cells_told(report)
    return Matrix(**cells) if len(cells) == len(_CELLS) else None


def deciding(metric: MatrixMetric, cells: Mapping[str, int]) -> Matrix | None:
    """A matrix with these counts, where all with them have the same value of a metric; None where they do not.

    Top and bottom of the ratio of a metric are polynomials of the counts, of degree 2 at most in each, or the top is
    one times its absolute value. So those of two matrices, multiplied crosswise, have degree 4 at most in each count
    that is open, and are equal everywhere if they are for five numbers of each: the metric, which is continuous where
    it is defined, has one value. Where it is undefined for some of the others, nothing is decided.

    >>> deciding(named("sensitivity"), {"tp": 10, "fn": 5}), deciding(named("accuracy"), {"tp": 10, "fn": 5})
    (Matrix(tp=10, fn=5, fp=1, tn=1), None)
    """
    if len(cells) == len(_CELLS):
        return Matrix(**cells)
    if len(cells) < 2:
        return None
    first = Matrix(**{count: cells.get(count, 1) for count in _CELLS})
    top, bottom = metric.ratio(*first)
    for each in product(*((cells[count],) if count in cells else _OTHERS for count in _CELLS)):
        other = Matrix(*each)
        if not (other.n0 and other.n1):
            continue
        if metric.defined(other) is not metric.defined(first):
            return None
        one, whole = metric.ratio(*other)
        if metric.defined(first) and one * bottom != top * whole:
            return None
    return first


def misprints(report: Report, cells: Mapping[str, int]) -> dict[str, tuple[str, Real | None]]:
    """The class sizes and figures that are not those of the counts: what these give, in words, and the value.

    A figure without a value that is printed as programs do is among them only where nothing else is wrong.

    >>> from workbench.reports.paper_file import report_of
    >>> wrong = misprints(report_of("sensitivity=.884 specificity=.812 n=150"), Matrix(65, 8, 13, 56)._asdict())
    >>> [words for words, _ in wrong.values()]
    ['n 142, not 150', 'sensitivity 65/73 = 0.890, not .884']
    >>> wrong = misprints(report_of("sensitivity=.884 specificity=.812"), {"tp": 65, "fn": 8})
    >>> [words for words, _ in wrong.values()]
    ['sensitivity 65/73 = 0.890, not .884']
    """
    found: dict[str, tuple[str, Real | None]] = {}
    excused: dict[str, tuple[str, Real | None]] = {}
    sizes = {"n0": report.n0, "n1": report.n1, "n": report.n}
    for name, size in sizes.items():
        matrix = deciding(named(name), cells)
        if size is not None and matrix is not None and (value := named(name).value(matrix)) != size:
            found[name] = f"{name} {value}, not {size}", value
    again = ((name, printed) for name, printed in report.again if known(name) is not None)
    for name, printed in (*report.of_matrix.items(), *again):
        metric = named(name)
        matrix = deciding(metric, cells)
        if name in found or matrix is None or metric.has(matrix, printed.values):
            continue
        value = metric.value(matrix)
        if value is None:
            usual = any(put in printed.values for put in without_value(name, report))
            (excused if usual else found)[name] = f"no {name}, as {metric.undefined}, not {printed}", None
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
    return found or excused


def values_told(report: Report, cells: Mapping[str, int]) -> dict[str, Real]:
    """The figures that the counts decide, with their values."""
    at = {name: (named(name), deciding(named(name), cells)) for name in report.of_matrix}
    found = {name: metric.value(matrix) for name, (metric, matrix) in at.items() if matrix is not None}
    by_counts = {each.name: each.value for each in report.stated}
    return {name: value for name, value in found.items() if value is not None} | by_counts


def counts_give(cells: Mapping[str, int], wrong: Mapping[str, tuple[str, Real | None]]) -> str:
    """The sentence."""
    counts = ", ".join(f"{name} = {count}" for name, count in cells.items())
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
