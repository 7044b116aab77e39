"""Witnesses as files of scores and classes, which ``workbench evaluate`` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TypeAlias

from workbench.errors import InputError, shown
from workbench.feasible.fold_question import Fold
from workbench.feasible.matrix_metrics import Matrix
from workbench.reports.check import Checked
from workbench.reports.class_report import ClassesWitness
from workbench.reports.results import RowsWitness
from workbench.samples.sample import Sample
from workbench.writing import checked_place, put

MOST_ROWS = 1_000_000
Written: TypeAlias = "Sample | Matrix | Sequence[Fold] | ClassesWitness"
Parts: TypeAlias = "dict[Path, tuple[str, Written]]"


def witness_csv(witness: Written) -> str:
    """The data set as CSV with the columns ``score`` and ``class``, every score exact; of folds also ``fold``.

    Of a confusion matrix each example has the score 0 where class 0 is predicted and 1 where class 1 is, so that
    the matrix at the threshold 1/2 has its counts. Folds are numbered through all repetitions, and where they have a
    confusion matrix, it is that of the threshold 1/2 too. Of several classes each example has its class and what is
    predicted, and for each class the columns ``class NAME`` and ``score NAME``, in which it is class 0 and the others
    together are class 1. `InputError` for more than `MOST_ROWS` examples.

    >>> print(witness_csv(Matrix(tp=1, fn=0, fp=1, tn=2)).split())
    ['score,class', '0,0', '0,1', '1,1', '1,1']
    >>> print(witness_csv([Fold(0, 0, 1, 1, Matrix(1, 0, 0, 1)), Fold(0, 0, 0, 1, Matrix(0, 0, 1, 0))]).split())
    ['fold,score,class', '1,0,0', '1,1,1', '2,0,1']
    """
    if isinstance(witness, ClassesWitness):
        return _of_classes(witness)
    parts = [witness] if isinstance(witness, Sample | Matrix) else list(witness)
    _refuse_many(sum(sum(part) if isinstance(part, Matrix) else part.n0 + part.n1 for part in parts))
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    if isinstance(witness, Sample | Matrix):
        rows.writerows([("score", "class"), *_examples(witness)])
    else:
        rows.writerow(("fold", "score", "class"))
        for i, fold in enumerate(witness, 1):
            rows.writerows((i, *example) for example in _examples(_of_fold(fold)))
    return text.getvalue()


def _refuse_many(examples: int) -> None:
    if examples > MOST_ROWS:
        raise InputError(f"the witness has {examples} examples; files of up to {MOST_ROWS} are written")


def _of_classes(witness: ClassesWitness) -> str:
    """The confusion matrix, example by example, each class against the rest."""
    names, matrix = tuple(witness.counts), witness.matrix
    if matrix is None:
        raise InputError("the witness has no confusion matrix; there are counts of each class alone")
    _refuse_many(sum(map(sum, matrix)))
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("class", "predicted", *(f"{what} {name}" for name in names for what in ("class", "score"))))
    for (i, name), (j, predicted) in product(enumerate(names), repeat=2):
        against_rest = (int(k != each) for k in range(len(names)) for each in (i, j))
        rows.writerows([(name, predicted, *against_rest)] * matrix[i][j])
    return text.getvalue()


def _examples(witness: Sample | Matrix) -> Iterator[tuple[str, int]]:
    if isinstance(witness, Sample):
        yield from ((str(score), label) for label, score in zip(*witness.examples(), strict=True))
        return
    for (score, label), count in zip(((0, 0), (1, 0), (0, 1), (1, 1)), witness, strict=True):
        yield from [(str(score), label)] * count


def _of_fold(fold: Fold) -> Sample | Matrix:
    """The fold's scores, those up to its threshold moved into the lower half and the others into the upper one."""
    if fold.sample is None or fold.matrix is None:
        found = fold.matrix if fold.sample is None else fold.sample
        assert found is not None
        return found
    sample, matrix = fold.sample, fold.matrix
    below = list(zip(sample.cumulative0, sample.cumulative1, strict=True)).index((matrix.tp, matrix.fp))
    scores = [Fraction(i + 1, 2 * below) for i in range(below)]
    above = len(sample.scores) - below
    scores += [(1 + Fraction(i + 1, above)) / 2 for i in range(above)]
    return Sample.of_counts(scores, sample.counts0, sample.counts1)


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
            parts: Parts = {_numbered(own, i): each for i, each in enumerate(result.witness.rows.items(), 1)}
        elif result.witness is not None and (not isinstance(result.witness, ClassesWitness) or result.witness.matrix):
            parts = {own: (result.where, result.witness)}
        else:
            why = "there is no witness" if result.witness is None else "there is no confusion matrix in the witness"
            said.append(f"{own} was not written: {why} of {shown(result.where)}")
            continue
        for path, (where, witness) in parts.items():
            put(checked_place(str(path)), witness_csv(witness))
            said.append(f"{path} has the witness of {shown(where)}")
    return said


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")
