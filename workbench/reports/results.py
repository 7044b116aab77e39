"""What is found of one report or claim, and what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.feasible.folds import Fold
from workbench.feasible.matrix_metrics import Matrix
from workbench.formats import Answer, Row, Table, figures
from workbench.lazily import Lazily
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval
from workbench.numbers.written import as_json
from workbench.reports.class_report import ClassesWitness
from workbench.reports.power import Power
from workbench.samples.sample import Sample

_notebooks = Lazily("workbench.pages.notebooks")


@dataclass(frozen=True)
class RowsWitness:
    """Data or confusion matrices of one pair of class sizes, one for each row of a table."""

    n0: int
    n1: int
    rows: Mapping[str, Sample | Matrix]


Witness: TypeAlias = "Sample | Matrix | tuple[Fold, ...] | RowsWitness | ClassesWitness"


@dataclass(frozen=True)
class CheckResult(Table, Answer):
    """What was found of one report or claim; ``because`` is a plain sentence.

    ``witness`` is a data set, confusion matrix, folds, rows or classes that have the figures, or it refutes the claim;
    ``violated`` is the inequality or the value that fails. ``found_out`` is the power of the check: how many of the
    reports that differ in one last digit are found inconsistent; None where it is not known. ``slips`` would explain an
    inconsistent report, and ``nearest`` has, figure by figure, the nearest printed values with which it was found
    possible.
    ``understood`` are the class sizes and figures as they were read, by the names that they have here, and ``positive``
    is the class of a printout that was taken as class 0, the positive one.
    """

    _compared = ".verdict == 'consistent'"

    where: str
    verdict: str
    because: str
    witness: Witness | None = None
    violated: str | None = None
    computed: Mapping[str, Real] = field(default_factory=dict)
    inferred: Mapping[str, Interval] = field(default_factory=dict)
    only_by_rounding: bool = False
    found_out: Power | None = None
    not_checked: tuple[tuple[str, str], ...] = ()
    slips: tuple[str, ...] = ()
    nearest: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    understood: Mapping[str, str] = field(default_factory=dict)
    positive: str | None = None

    def __repr__(self) -> str:
        slips = (f"; it would be possible if {slip}" for slip in self.slips)
        return f"{self.where}: {self.verdict}; {self.because}{''.join(slips)}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_report(self))

    @property
    def power(self) -> float | None:
        """The share of the reports that differ in one last digit that are found inconsistent, in [0, 1]."""
        return None if self.found_out is None else self.found_out.share

    @property
    def rows(self) -> list[Row]:
        """One row a figure that the witness has, or that is near and possible."""
        found = [row for name, x in self.computed.items() for row in figures({name: as_json(x)})]
        return [*found, *({"figure": name, "possible": " or ".join(near)} for name, near in self.nearest.items())]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "where": self.where,
            "verdict": self.verdict,
            "because": self.because,
            "witness": _witness_json(self.witness),
            "violated": self.violated,
            "computed": {name: as_json(value) for name, value in self.computed.items()},
            "inferred": {
                name: [None if x is None else str(x) for x in (i.low, i.high)] for name, i in self.inferred.items()
            },
            "only_by_rounding": self.only_by_rounding,
            "power": self.power,
            "not_checked": [{"value": value, "why": why} for value, why in self.not_checked],
            "slips": list(self.slips),
            "nearest": {name: list(near) for name, near in self.nearest.items()},
            "understood": dict(self.understood),
            "positive": self.positive,
        }


def _witness_json(witness: Witness | None) -> dict[str, Any] | None:
    if isinstance(witness, Sample):
        classes, scores = witness.examples()
        return {"scores": list(map(str, scores)), "classes": classes}
    if isinstance(witness, Matrix):
        return witness._asdict()
    if isinstance(witness, RowsWitness):
        rows = {name: _witness_json(each) for name, each in witness.rows.items()}
        return {"n0": witness.n0, "n1": witness.n1, "rows": rows}
    if isinstance(witness, ClassesWitness):
        counts = {name: each._asdict() for name, each in witness.counts.items()}
        return {"counts": counts, "matrix": None if witness.matrix is None else [list(x) for x in witness.matrix]}
    return None if witness is None else {"folds": [_fold_json(fold) for fold in witness]}


def _fold_json(fold: Fold) -> dict[str, Any]:
    counts = {"n0": fold.n0, "n1": fold.n1}
    return counts | (_witness_json(fold.matrix) or {}) | (_witness_json(fold.sample) or {})
