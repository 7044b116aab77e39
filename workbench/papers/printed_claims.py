"""A paper in a TOML file, as ``workbench check`` reads it, and its entries as claims that can be verified."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import InputError
from workbench.feasible.folds import Fold
from workbench.feasible.matrix_metrics import Matrix
from workbench.numbers.written import as_json
from workbench.papers.claims import Claim, Data, Finding, Paper
from workbench.papers.exhibits import LEVELS
from workbench.papers.general_claims import Statement
from workbench.reports.class_report import ClassesWitness
from workbench.reports.on_data import DATA_HAVE_THEM
from workbench.reports.paper_file import PaperFile, Report, SharedTable, StatedClaim, paper_of, text_of
from workbench.reports.reported import decide_report
from workbench.reports.results import CheckResult, RowsWitness
from workbench.reports.shared import decide_table
from workbench.samples.sample import Sample

SECONDS = 5.0


@dataclass(frozen=True, eq=False)
class Reported:
    """Printed figures that are said to be of one data set, or a table whose rows are of one test set.

    >>> from workbench.reports.paper_file import report_of
    >>> Reported(report_of("n0=50 n1=50 sensitivity=0.8571")).run().verdict
    'inconsistent'
    """

    report: Report | SharedTable

    @property
    def statement(self) -> str:
        """The figures with their digits, row by row."""
        if isinstance(self.report, SharedTable):
            rows = "; ".join(f"{row.where}: {_figures(row)}" for row in self.report.rows)
            return f"one test set has {rows}"
        return f"{'some data have' if self.report.sample is None else 'the data have'} {_figures(self.report)}"

    def run(self) -> Finding:
        """Decide it as ``workbench check`` does."""
        if isinstance(self.report, SharedTable):
            found = decide_table(self.report, SECONDS)
        else:
            found = decide_report(self.report, SECONDS)
        says_it_again = found.because == DATA_HAVE_THEM
        return Finding(found.verdict, None, dict(_evidence(found)), "" if says_it_again else found.because)


def _figures(report: Report) -> str:
    sizes = ((name, getattr(report, name)) for name in ("n", "n0", "n1"))
    told = [f"{name} = {size}" for name, size in sizes if size is not None and report.sample is None]
    return ", ".join([*told, *(f"{name} = {printed}" for name, printed in report.figures.items())])


def _evidence(found: CheckResult) -> Iterator[tuple[str, Any]]:
    """What a reader wants to see of a decision, as plain values."""
    yield "figures", [{"expression": name, **(as_json(value) or {})} for name, value in found.computed.items()]
    if isinstance(found.witness, Sample):
        yield "witness", _levels(found.witness)
    elif isinstance(found.witness, ClassesWitness | Matrix):
        yield "counts", found.to_json()["witness"]
    else:
        parts = list(_parts(found.witness))
        if several := {name: _levels(x) for name, x in parts if isinstance(x, Sample)}:
            yield "data sets", several
        if counts := {name: x._asdict() for name, x in parts if isinstance(x, Matrix)}:
            yield "counts", counts
    if found.violated:
        yield "violated", found.violated
    if found.slips:
        yield "it would be possible if", list(found.slips)
    if found.not_checked:
        yield "not checked", [f"{value}: {why}" for value, why in found.not_checked]


def _parts(witness: RowsWitness | tuple[Fold, ...] | None) -> Iterator[tuple[str, Sample | Matrix | None]]:
    """The data set or the confusion matrix of each row of a table, or of each fold, which may have both."""
    if isinstance(witness, RowsWitness):
        yield from witness.rows.items()
        return
    for i, fold in enumerate(witness or (), 1):
        yield from ((f"fold {i}", x) for x in (fold.sample, fold.matrix))


def _levels(sample: Sample) -> dict[str, list[Any]]:
    """How many examples of each class have each score."""
    return dict(zip(LEVELS, (list(map(str, sample.scores)), [*sample.counts0], [*sample.counts1]), strict=True))


def paper_from_toml(path: Path) -> Paper:
    """The paper in a TOML file; `InputError` says what is wrong in it.

    Its key is that of ``[paper]`` or the name of the file, and a claim's id is the key, a dot, and the entry's ``id``
    or its kind and number.
    """
    try:
        text = text_of(path)
        file = paper_of(text, path.parent)
    except InputError as error:
        raise InputError(str(error) if str(error).startswith(f"{path}: ") else f"{path}: {error}") from None
    key = file.key or re.sub(r"[^A-Za-z0-9_-]+", "_", path.stem)
    try:
        claims = tuple(_claims(key, file, _HEADER.findall(text)))
        return Paper(key, file.title or path.stem, file.authors, file.year, claims)
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None


def _claims(key: str, file: PaperFile, headers: Sequence[str]) -> Iterator[Claim]:
    for kind, i, entry in _ordered(file, headers):
        marks = entry.marks
        check = Reported(entry) if not isinstance(entry, StatedClaim) else _statement(entry)
        says = marks.in_words or check.statement
        expected = marks.expected or ("holds" if isinstance(entry, StatedClaim) else "consistent")
        name = f"{key}.{marks.id or f'{kind}{i}'}"
        yield Claim(name, entry.where, says, "theorem" if kind == "claim" else "table", check, expected, marks.note)


_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(reported|table|claim|derivation)[ \t]*\]\]", re.M)


def _ordered(file: PaperFile, headers: Sequence[str]) -> list[tuple[str, int, Report | SharedTable | StatedClaim]]:
    """The entries, each with its kind and its number of that kind, in the order of their headers in the file.

    Kind after kind where that order cannot be seen, as in lists within brackets.
    """
    kinds: dict[str, Sequence[Report | SharedTable | StatedClaim]] = {
        "reported": file.reports,
        "table": file.tables,
        "claim": file.claims,
    }
    entries = {kind: [(kind, i, entry) for i, entry in enumerate(of, 1)] for kind, of in kinds.items()}
    ordered = [entry for of in entries.values() for entry in of]
    stated = headers.count("claim")
    entries["derivation"] = entries["claim"][stated:]  # they stand behind the claims
    entries["claim"] = entries["claim"][:stated]
    if any(len(of) != headers.count(kind) for kind, of in entries.items()):
        return ordered
    return [entries[kind].pop(0) for kind in headers]


def _statement(claim: StatedClaim) -> Statement:
    if claim.sample is None:
        return Statement(claim.says)
    classes, scores = claim.sample.examples()
    return Statement(claim.says, data=Data(claim.about, tuple(classes), tuple(map(str, scores))))
