"""Witnesses as files of scores and classes, which ``workbench evaluate`` reads."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from workbench.errors import InputError, shown
from workbench.feasible.matrix_metrics import Matrix
from workbench.reports.check import Checked
from workbench.reports.class_report import ClassesWitness
from workbench.reports.reported import RowsWitness
from workbench.samples.sample import Sample
from workbench.writing import checked_place, put

MOST_ROWS = 1_000_000


def witness_csv(witness: Sample | Matrix) -> str:
    """The data set as CSV with the columns ``score`` and ``class``, every score exact.

    Of a confusion matrix each example has the score 0 where class 0 is predicted and 1 where class 1 is, so that
    the matrix at the threshold 1/2 has its counts. `InputError` for more than `MOST_ROWS` examples.

    >>> print(witness_csv(Matrix(tp=1, fn=0, fp=1, tn=2)).split())
    ['score,class', '0,0', '0,1', '1,1', '1,1']
    """
    examples = witness.n if isinstance(witness, Sample) else sum(witness)
    if examples > MOST_ROWS:
        raise InputError(f"the witness has {examples} examples; files of up to {MOST_ROWS} are written")
    if isinstance(witness, Sample):
        rows = [(str(score), label) for label, score in zip(*witness.examples(), strict=True)]
    else:
        cells = zip(((0, 0), (1, 0), (0, 1), (1, 1)), witness, strict=True)
        rows = [(str(score), label) for (score, label), count in cells for _ in range(count)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("score", "class"), *rows])
    return text.getvalue()


def write_witnesses(found: Checked, place: str) -> list[str]:
    """Write the witness of each result, and say in a sentence each what was written or why nothing was.

    With several results the number of each, from 1, is put before the ending of the name, ``data-2.csv``, and then that
    of each row of a table.
    Raises `InputError`.
    """
    checked_place(place)
    said = []
    for number, result in enumerate(found.results, 1):
        own = Path(place) if len(found.results) == 1 else _numbered(Path(place), number)
        if isinstance(result.witness, RowsWitness):
            parts = {_numbered(own, i): each for i, each in enumerate(result.witness.rows.items(), 1)}
        elif isinstance(result.witness, Sample | Matrix):
            parts = {own: (result.where, result.witness)}
        else:
            several = "classes" if isinstance(result.witness, ClassesWitness) else "folds"
            why = "there is no witness" if result.witness is None else f"the witness is of several {several}"
            said.append(f"{own} was not written: {why} of {shown(result.where)}")
            continue
        for path, (where, witness) in parts.items():
            put(checked_place(str(path)), witness_csv(witness))
            said.append(f"{path} has the witness of {shown(where)}")
    return said


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")
