"""Tables whose rows are of one test set: are there class sizes with which every row can be true?

A row tells where the proportion of class 0 lies: from accuracy = pi0*sensitivity + pi1*specificity, exactly, from other
rates of a confusion matrix (`workbench.feasible.matrix_proportions`) and from scores (`workbench.feasible.any_sizes`).
Rows whose proportions have nothing in common are not of one test set, whatever its size. Otherwise class sizes are
tried, all of them where the number of examples is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from workbench.errors import InputError, NotSupported
from workbench.feasible.any_sizes import open_shares
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.feasible.matrix_proportions import class_share
from workbench.feasible.matrix_regions import Region
from workbench.feasible.scores import ruled_out
from workbench.limits import SECOND, Work
from workbench.numbers.printed import Interval, Printed
from workbench.reports.figures_read import canonical
from workbench.reports.paper_file import Report, SharedTable
from workbench.reports.readings import other_readings, way_of
from workbench.reports.reported import decide_once, unless_wrong
from workbench.reports.results import CheckResult, RowsWitness
from workbench.reports.spreads import not_over_folds
from workbench.samples.sample import Sample

Span: TypeAlias = "tuple[Fraction, Fraction]"

_MOST_N, _MOST_SIZES = 600, 200_000
_SUBSETS = 8
_WHOLE = (Fraction(0), Fraction(1))
_IDENTITY = "accuracy = pi0*sensitivity + pi1*specificity"


class _Row(NamedTuple):
    """A row, and the spans of ``pi0`` that it leaves open."""

    report: Report
    spans: tuple[Span, ...]

    @property
    def readings(self) -> list[Report]:
        """The row, and it in its other readings."""
        return [self.report, *(other for other, _ in other_readings(self.report))]


def shared_table(rows: Sequence[Report]) -> SharedTable:
    """Reports as the rows of one table; `InputError` where two of them say that they are of other sizes.

    >>> from workbench.reports.paper_file import report_of
    >>> shared_table([report_of("n=50 AUC=0.7"), report_of("n1=20 AUC=0.8")]).n0
    30
    """
    sizes: dict[str, int] = {}
    for row in rows:
        for name in ("n", "n0", "n1"):
            size = getattr(row, name)
            if size is not None and sizes.setdefault(name, size) != size:
                raise InputError(
                    f"{row.where}: {name} is {size} and in another row {sizes[name]}; one test set has one"
                )
    if len(sizes) == 2:
        missing = next(name for name in ("n", "n0", "n1") if name not in sizes)
        sizes[missing] = sum(sizes.values()) if missing == "n" else 2 * sizes["n"] - sum(sizes.values())
    if len(sizes) == 3 and (sizes["n"] != sizes["n0"] + sizes["n1"] or min(sizes.values()) < 1):
        raise InputError(
            f"n is {sizes['n']}, n0 {sizes['n0']} and n1 {sizes['n1']}; n0 + n1 is n, and both are 1 at least"
        )
    alone = tuple(replace(row, n=None, n0=None, n1=None) for row in rows)
    return SharedTable("table", alone, sizes.get("n"), sizes.get("n0"), sizes.get("n1"))


def decide_table(table: SharedTable, seconds: float) -> CheckResult:
    """Whether class sizes exist with which all rows can be true, and what would explain that there are none.

    >>> from workbench.reports.paper_file import paper_of
    >>> text = 'columns = ["accuracy", "sensitivity", "specificity"]'
    >>> rows = 'rows = {A = ["0.80", "0.90", "0.70"], B = ["0.85", "0.90", "0.70"]}'
    >>> found = decide_table(paper_of(f"[[table]]\\n{text}\\n{rows}").tables[0], 1.0)
    >>> found.verdict, found.because
    ('inconsistent', 'one test set has one pi0, but A needs pi0 from 0.4500 to 0.5500 and B from 0.7000 to 0.8000, ...
    """
    sizes = {name: size for name in ("n", "n0", "n1") if (size := getattr(table, name)) is not None}
    understood = {name: str(size) for name, size in sizes.items()}
    for row in table.rows:
        understood |= {f"{row.where}: {canonical(name)}": f"{x}{way_of(row, name)}" for name, x in row.figures.items()}
    beside = ((row.where, each) for row in table.rows for each in (*row.not_checked, *not_over_folds(row.spreads)))
    skipped = tuple((f"{where}: {value}", why) for where, (value, why) in beside)
    try:
        found = _decided(table, seconds)
        if found.verdict == "inconsistent":
            found = replace(found, slips=tuple(_slips(table, seconds)))
    except NotSupported as reason:
        found = CheckResult(table.where, "undecided", str(reason))
    except InputError as error:
        raise InputError(f"{table.where}: {error}") from None
    found = unless_wrong(found, [f"{row.where}: {why}" for row in table.rows for why in row.wrong])
    return replace(found, understood=understood, not_checked=(*found.not_checked, *skipped))


def _decided(table: SharedTable, seconds: float) -> CheckResult:
    rows = [row for row in table.rows if row.figures]
    work = Work.of(2 * seconds)
    for row in rows:
        alone = decide_once(row, Work(seconds * SECOND / len(rows)))
        if alone.verdict == "inconsistent":
            because = f"{row.where} alone: {alone.because}"
            return CheckResult(table.where, "inconsistent", because, violated=alone.violated)
    spanned = [_Row(row, _spans(row, work.share(1 / 2 / len(rows)))) for row in rows]
    common: tuple[Span, ...] = (_WHOLE,)
    for spans in (row.spans for row in spanned):
        common = _meet(common, spans)
    if not common:
        because = _apart(spanned)
        return CheckResult(table.where, "inconsistent", because, violated=because)
    inferred = {"pi0": Interval(common[0][0], common[-1][1])}
    return replace(_by_sizes(table, spanned, common, work, seconds), inferred=inferred)


def _by_sizes(
    table: SharedTable, rows: Sequence[_Row], common: Sequence[Span], work: Work, seconds: float
) -> CheckResult:
    """The class sizes one after the other, the smallest first."""
    left, complete, tried = 0, table.n is not None or (table.n0 is not None and table.n1 is not None), 0
    for n0, n1 in _sizes(table, common):
        tried += 1
        if work.over or tried > _MOST_SIZES:
            complete = False
            break
        if not all(_open(row, n0, n1, work) for row in rows):
            continue
        witness = {}
        for row in rows:
            found = decide_once(replace(row.report, n=n0 + n1, n0=n0, n1=n1), work.share(1 / 4))
            if found.verdict != "consistent" or not isinstance(found.witness, Sample | Matrix):
                left += found.verdict != "inconsistent"
                break
            witness[row.report.where] = found.witness
        else:
            because = f"with n0 = {n0} and n1 = {n1} every row has its figures"
            if not complete or tried > 1:
                because += ", the first class sizes for which that was found"
            return CheckResult(table.where, "consistent", because, RowsWitness(n0, n1, witness))
    if complete and not left:
        because = _no_sizes(table, rows, work)
        return CheckResult(table.where, "inconsistent", because, violated=because)
    because = "no fact forbids the rows together, and no class sizes were found with which every row has its figures"
    return CheckResult(table.where, "undecided", because)


def _sizes(table: SharedTable, common: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Pairs of class sizes whose proportion is open."""
    totals = range(2, _MOST_N + 1) if table.n is None else (table.n,)
    if table.n0 is not None and table.n1 is not None:
        totals = (table.n0 + table.n1,)
    elif table.n is None and (one := table.n0 or table.n1) is not None:
        totals = range(one + 1, one + _MOST_SIZES)
    for n in totals:
        for low, high in common:
            first, last = max(1, ceil(low * n)), min(n - 1, floor(high * n))
            known = table.n0 if table.n0 is not None else None if table.n1 is None else n - table.n1
            every = range(first, last + 1) if known is None else [known] * (first <= known <= last)
            yield from ((n0, n - n0) for n0 in every)


def _open(row: _Row, n0: int, n1: int, work: Work) -> bool:
    """Whether nothing rules the row out for these class sizes, in some reading."""
    return any(_reading_open(reading, n0, n1, work) for reading in row.readings)


def _reading_open(report: Report, n0: int, n1: int, work: Work) -> bool:
    constraints = tuple((named(name), x.values) for name, x in report.of_matrix.items())
    if constraints and not Region(n0, n1, constraints, work=work).survey(first=True).at_most:
        return False
    of_scores = report.of_scores
    return not of_scores or ruled_out(of_scores, n0, n1, calibrated=report.calibrated, work=work) is None


def _no_sizes(table: SharedTable, rows: Sequence[_Row], work: Work) -> str:
    """Two rows that no class sizes of the table allow together, where there are two; otherwise that there are none."""
    every = {}
    for row in rows:
        pairs = list(_sizes(table, row.spans)) if len(rows) * (table.n or 2) <= _MOST_N * 10 else []
        every[row.report.where] = {n0 for n0, n1 in pairs if _open(row, n0, n1, work)} if pairs else None
    named_sizes = f"n = {table.n}" if table.n is not None else f"n0 = {table.n0}, n1 = {table.n1}"
    for (one, first), (other, second) in combinations(every.items(), 2):
        if first and second and not first & second and not work.over:
            return f"with {named_sizes} {one} needs {_listed(first)} and {other} needs {_listed(second)}"
    return f"with {named_sizes} no class sizes allow the figures of every row"


def _listed(sizes: set[int]) -> str:
    """Class sizes of class 0 as a list, or from the least to the greatest where they are many."""
    if len(sizes) <= 4:
        return f"n0 = {' or '.join(map(str, sorted(sizes)))}"
    among = "" if len(sizes) == max(sizes) - min(sizes) + 1 else f", {len(sizes)} of these"
    return f"n0 from {min(sizes)} to {max(sizes)}{among}"


# --- where pi0 lies ---------------------------------------------------------------------------------------------


def _spans(report: Report, work: Work) -> tuple[Span, ...]:
    """Beyond these spans of ``pi0`` the row is impossible, whatever the class sizes; closed, apart, in order."""
    found = []
    for reading in (report, *(other for other, _ in other_readings(report))):
        span: Span | None = _WHOLE
        if reading.of_matrix:
            span = _both(span, class_share((named(name), x.values) for name, x in reading.of_matrix.items()))
            span = _both(span, _by_accuracy(reading))
        if reading.of_scores and span is not None:
            shares = open_shares(reading.of_scores, calibrated=reading.calibrated, work=work).pi0
            span = _both(span, None if shares is None else (shares.low, shares.high))
        if span is not None:
            found.append(span)
    return _meet((_WHOLE,), tuple(found))


def _by_accuracy(report: Report) -> Span | None:
    """What accuracy, sensitivity and specificity say of ``pi0``, exactly; None where they contradict each other.

    ``(accuracy - specificity)/(sensitivity - specificity)`` is monotone in each where the denominator has one sign, so
    that its least and greatest values are at corners.
    """
    printed = {named(name).name: x.values for name, x in report.of_matrix.items()}
    for name, other in (("accuracy", "error"), ("sensitivity", "fnr"), ("specificity", "fpr")):
        if name not in printed and other in printed:
            printed[name] = printed[other].moved(-1, 1)
    ends = [_ends(printed.get(name, Interval())) for name in ("accuracy", "sensitivity", "specificity")]
    (_, (p0, p1), (q0, q1)) = ends
    if not (p0 > q1 or p1 < q0):
        return _WHOLE
    corners = [(a - q) / (p - q) for a, p, q in product(*ends)]
    return _both(_WHOLE, (min(corners), max(corners)))


def _ends(values: Interval) -> Span:
    within = values & Interval(Fraction(0), Fraction(1))
    assert within.low is not None
    assert within.high is not None
    return within.low, within.high


def _both(one: Span | None, other: Span | None) -> Span | None:
    """What lies in both; None where nothing does."""
    if one is None or other is None:
        return None
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def _meet(ones: Sequence[Span], others: Sequence[Span]) -> tuple[Span, ...]:
    """What lies in a span of each list, in order and apart."""
    pieces = sorted(x for one, other in product(ones, others) if (x := _both(one, other)) is not None)
    found: list[Span] = []
    for low, high in pieces:
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found)


def _apart(rows: Sequence[_Row]) -> str:
    """Two rows whose spans have nothing in common, where there are two; otherwise all of them."""
    two = next(((a, b) for a, b in combinations(rows, 2) if not _meet(a.spans, b.spans)), None)
    first, *others = two or rows
    needs = [f"{first.report.where} needs pi0 {_words(first.spans)}"]
    needs += [f"{row.report.where} {_words(row.spans)}" for row in others]
    why = f", as {_IDENTITY}" if all(_has_identity(row.report) for row in (first, *others)) else ""
    return f"one test set has one pi0, but {' and '.join(needs)}{why}"


def _words(spans: Sequence[Span]) -> str:
    """Spans as decimals, rounded outward."""

    def text(units: int) -> str:
        return f"{units // 10**4}.{units % 10**4:04d}"

    return " or ".join(f"from {text(floor(low * 10**4))} to {text(ceil(high * 10**4))}" for low, high in spans)


def _has_identity(report: Report) -> bool:
    metrics = {named(name).name for name in report.of_matrix}
    return {"accuracy", "sensitivity", "specificity"} <= metrics


# --- what may have happened ------------------------------------------------------------------------------------


def _slips(table: SharedTable, seconds: float) -> Iterator[str]:
    """Rows in which sensitivity and specificity may have been exchanged, or that may be of another test set.

    Where several sets of as few rows would do, as exchanged classes are no less possible, each is told.
    """
    explain: list[frozenset[int]] = []
    for exchanged in _exchanges(table, Work.of(seconds)):
        if explain and len(exchanged) > len(explain[0]):
            break
        rows = tuple(_exchanged(row) if i in exchanged else row for i, row in enumerate(table.rows))
        if _possible(replace(table, rows=rows), seconds):
            explain.append(exchanged)
    if explain:
        names = (" and ".join(table.rows[i].where for i in sorted(exchanged)) for exchanged in explain)
        yield f"sensitivity and specificity are exchanged in {', or else in '.join(names)}"
    if len(table.rows) < 3:
        return
    for i, row in enumerate(table.rows):
        others = (*table.rows[:i], *table.rows[i + 1 :])
        if any(other.figures for other in others) and _possible(replace(table, rows=others), seconds):
            yield f"{row.where} is of another test set, or misprinted"


def _possible(table: SharedTable, seconds: float) -> bool:
    try:
        return _decided(table, seconds / 4).verdict == "consistent"
    except InputError:
        return False


def _exchanged(report: Report) -> Report:
    turned = {"sensitivity": "specificity", "specificity": "sensitivity"}
    figures: dict[str, Printed] = {}
    for name, x in report.figures.items():
        figures[turned.get(canonical(name), name)] = x
    return replace(report, figures=figures)


def _exchanges(table: SharedTable, work: Work) -> list[frozenset[int]]:
    """Some sets of rows that agree on ``pi0`` when sensitivity and specificity are exchanged in them, small first."""
    plain = [_spans(row, work.share(1 / 4)) for row in table.rows]
    turned = [_spans(_exchanged(row), work.share(1 / 4)) for row in table.rows]
    found = set()
    for at in {low for spans in (*plain, *turned) for low, _ in spans}:
        fits = [[any(low <= at <= high for low, high in spans) for spans in each] for each in (plain, turned)]
        if all(map(any, zip(*fits, strict=True))):
            found.add(frozenset(i for i, here in enumerate(fits[0]) if not here))
    every = frozenset(i for i, row in enumerate(table.rows) if set(map(canonical, row.figures)) & {"sensitivity"})
    found |= {frozenset([i]) for i in every} | {every}
    return sorted(found - {frozenset()}, key=lambda rows: (len(rows), sorted(rows)))[:_SUBSETS]
