"""Reading a table of scores and classes from a file.

CSV is UTF-8 text with a header; comma, semicolon or tab separate, and decimal text is taken exactly as
written. Parquet needs pyarrow.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from workbench.columns import class_of, number, shown
from workbench.errors import InputError
from workbench.sample import Sample, SampleError

MAX_LINE = 100_000
DELIMITERS = (",", ";", "\t")


class DataError(InputError):
    """The file cannot be read as a sample; the message names the file, the line and the value."""


def read_sample(
    path: str | os.PathLike[str], *, score: str = "score", label: str = "class", higher_means: int = 1
) -> Sample:
    """The sample in a CSV or Parquet file, from the columns named ``score`` and ``label``.

    ``higher_means`` is the class that a higher score speaks for. When it is 0 the scores are turned
    round, because a higher score means class 1 everywhere else: ``s`` becomes ``1 - s`` when all scores
    lie in [0, 1], and ``-s`` otherwise. `DataError` says in one line what is wrong and where.

    >>> read_sample("no_such_file.csv")
    Traceback (most recent call last):
    workbench.datafile.DataError: no_such_file.csv: there is no such file
    """
    file = Path(path)
    where = shown(str(file))[1:-1] if len(str(file)) <= 40 else str(file).encode("unicode_escape").decode()
    if higher_means not in (0, 1):
        raise DataError(f"{where}: a higher score means class 0 or 1, not {shown(higher_means)}")
    try:
        if file.is_dir():
            raise DataError(f"{where}: is a directory, not a file")
        with file.open("rb") as start:
            parquet = start.read(4) == b"PAR1"
        places, scores, classes = (_parquet if parquet else _text)(file, where, score, label)
    except FileNotFoundError:
        raise DataError(f"{where}: there is no such file") from None
    except OSError as error:
        raise DataError(f"{where}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{where}: {shown(error)}") from None
    try:
        sample = Sample.of(classes, scores)
    except SampleError as error:
        for place, value, kind in zip(places, scores, classes, strict=False):
            _look(f"{where}, {place}", score, value, number)
            _look(f"{where}, {place}", label, kind, class_of)
        raise DataError(f"{where}: {error}") from None
    if higher_means == 1:
        return sample
    return sample.map_scores((lambda s: 1 - s) if sample.probabilistic else (lambda s: -s))


def _look(where: str, column: str, value: Any, read: Callable[[Any], Any]) -> None:
    try:
        read(value)
    except ValueError as error:
        what = f"{shown(column)[1:-1]} {shown(value)}"
        raise DataError(f"{where}: {what} {error}" if read is number else f"{where}: {what}; {error}") from None


def _columns(where: str, header: list[str], wanted: tuple[str, ...]) -> list[int]:
    for name in header:
        if header.count(name) > 1 and name in wanted:
            raise DataError(f"{where}: two columns are called {shown(name)}")
    for name in wanted:
        if name not in header:
            present = ", ".join(map(shown, header[:20])) + ", ..." * (len(header) > 20)
            raise DataError(f"{where}: has no column {shown(name)}; its columns are {present}")
    return [header.index(name) for name in wanted]


def _lines(source: TextIO, where: str) -> Iterator[str]:
    """The lines of ``source``; a line that is too long is refused without reading it to its end."""
    count = 0
    while line := source.readline(MAX_LINE + 1):
        count += 1
        if len(line) > MAX_LINE:
            raise DataError(f"{where}, line {count}: {shown(line)} has more than {MAX_LINE} characters")
        if "\0" in line:
            raise DataError(f"{where}, line {count}: {shown(line)} is not text")
        yield line


def _text(file: Path, where: str, score: str, label: str) -> tuple[list[str], list[Any], list[Any]]:
    places: list[str] = []
    scores: list[Any] = []
    classes: list[Any] = []
    rows = None
    try:
        with file.open(encoding="utf-8-sig", newline="") as source:
            lines = _lines(source, where)
            first = next((line for line in lines if line.strip()), None)
            if first is None:
                raise DataError(f"{where}: is empty")
            readings = [(mark, next(csv.reader([first], delimiter=mark, strict=True))) for mark in DELIMITERS]
            delimiter, header = max(readings, key=lambda reading: len(reading[1]))
            header = [name.strip() for name in header]
            at_score, at_class = _columns(where, header, (score, label))
            rows = csv.reader(lines, delimiter=delimiter, strict=True)
            for row in rows:
                if not row or (len(row) == 1 and not row[0].strip()):
                    continue
                if len(row) != len(header):
                    raise DataError(
                        f"{where}, line {rows.line_num + 1}: {shown(delimiter.join(row))} has {len(row)} "
                        f"entries; the header has {len(header)}"
                    )
                places.append(f"line {rows.line_num + 1}")
                scores.append(row[at_score])
                classes.append(row[at_class])
    except UnicodeDecodeError:
        raise DataError(f"{where}: is not UTF-8 text") from None
    except csv.Error as error:
        line = 1 if rows is None else rows.line_num + 1
        raise DataError(f"{where}, line {line}: {error}") from None
    if not scores:
        raise DataError(f"{where}: has a header and no rows")
    return places, scores, classes


def _parquet(file: Path, where: str, score: str, label: str) -> tuple[list[str], list[Any], list[Any]]:
    try:
        from pyarrow import parquet
    except ImportError:
        raise DataError(f'{where}: a Parquet file needs pyarrow: pip install "threshold-workbench[parquet]"') from None
    source = parquet.ParquetFile(file)
    _columns(where, list(source.schema_arrow.names), (score, label))
    table = source.read(columns=[score, label])
    scores, classes = table.column(score).to_pylist(), table.column(label).to_pylist()
    if not scores:
        raise DataError(f"{where}: has no rows")
    return [f"row {i}" for i in range(1, len(scores) + 1)], scores, classes
