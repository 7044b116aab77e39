"""Reading a table of scores and classes from a file.

CSV is UTF-8 text with a header; comma, semicolon or tab separate, and decimal text is taken exactly as
written, in ARFF too. Parquet needs pyarrow.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, BinaryIO, TypeAlias

from workbench.errors import InputError, reason, shown
from workbench.numbers.given import number
from workbench.reading.text_columns import MAX_LINE, Layout, decimals, read_text, wide_decimals
from workbench.samples.columnar import of_lists
from workbench.samples.columns import class_of
from workbench.samples.decimals import of_decimals
from workbench.samples.sample import Sample, SampleError, _both_classes, of_examples
from workbench.samples.turned import turned
from workbench.samples.wide_decimals import of_wide

START = 20
LINES = 20_000
STEPS = 100
_Advance: TypeAlias = Callable[[int], None] | None
_Rows: TypeAlias = tuple[list[str], list[Any], list[Any]]
DELIMITERS = (",", ";", "\t")


class DataError(InputError):
    """The file cannot be read as a sample; the message names the file, the line and the value."""


def read_sample(
    path: str | os.PathLike[str],
    *,
    score: str = "score",
    label: str = "class",
    higher_means: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> Sample:
    """The sample in a CSV or Parquet file, from the columns named ``score`` and ``label``; "-" is standard input.

    A file whose name ends with ``.arff`` is read as ARFF: dense rows, with classes that are numeric or among {0, 1}.
    ``higher_means`` is the class that a higher score speaks for. When it is 0 the scores are turned
    round, because a higher score means class 1 everywhere else: ``s`` becomes ``1 - s`` when all scores
    lie in [0, 1], and ``-s`` otherwise. ``progress`` hears how many bytes are read, of how many, and then
    the same of examples that are taken one by one.
    `DataError` says in one line what is wrong and where.

    >>> read_sample("no_such_file.csv")
    Traceback (most recent call last):
    workbench.reading.datafile.DataError: no_such_file.csv: there is no such file
    """
    name = os.fspath(path)
    where = place_of(name)
    check_columns(where, score, label, higher_means)
    rows: _Rows = [], [], []
    with reading(where), open(0, "rb", closefd=False) if name == "-" else open(name, "rb") as source:
        kind = format_of(source.peek(START)[:START])
        if kind == "DuckDB":
            raise DataError(
                f"{where}: is a DuckDB database; its tables are read by read_grouped and by workbench evaluate FILE"
            )
        plain, each = (_parquet, _rows) if kind == "Parquet" else (_text, _lines)
        if name.lower().endswith(".arff"):
            from workbench.reading.arff import arff_rows, read_arff

            plain, each = read_arff, arff_rows
        again: BinaryIO = source if source.seekable() else io.BytesIO(source.read())
        start = again.tell()
        size = again.seek(0, os.SEEK_END)
        again.seek(start)
        advance = None if progress is None else partial(_advance, progress, where, size)
        sample: Sample | None = plain(again, where, score, label, advance)
        if sample is None:
            again.seek(start)
            rows = each(again, where, score, label, advance)
    try:
        if sample is None:
            told = None if progress is None else partial(progress, where)
            sample = of_lists(rows[2], rows[1]) or of_examples(rows[2], _told(rows[1], told))
        sample = _both_classes(sample)
    except SampleError as error:
        for place, value, kind in zip(*rows, strict=False):
            _look(f"{where}, {place}", score, value, number)
            _look(f"{where}, {place}", label, kind, class_of)
        raise DataError(f"{where}: {error}") from None
    return sample if higher_means == 1 else turned(sample)


def format_of(start: bytes) -> str:
    """What a file is, from its first 20 bytes; a database has a checksum, DUCK, and a version in 8 bytes there.

    >>> format_of(b"PAR1" + bytes(16)), format_of(bytes(8) + b"DUCK@" + bytes(7)), format_of(b"score,a,DUCK,class")
    ('Parquet', 'DuckDB', 'text')
    """
    if start[8:12] == b"DUCK" and 0 in start[12:]:
        return "DuckDB"
    return "Parquet" if start[:4] == b"PAR1" else "text"


@contextmanager
def reading(where: str) -> Iterator[None]:
    """What goes wrong while the file is read, as `DataError`."""
    try:
        yield
    except DataError:
        raise
    except FileNotFoundError:
        raise DataError(f"{where}: there is no such file") from None
    except IsADirectoryError:
        raise DataError(f"{where}: is a directory, not a file") from None
    except OSError as error:
        raise DataError(f"{where}: cannot be read ({error.strerror or reason(error)})") from None
    except (ValueError, NotImplementedError) as error:
        raise DataError(f"{where}: {reason(error)}") from None


def check_columns(where: str, score: str, label: str, higher_means: int) -> None:
    """Refuse what no file can have."""
    if higher_means not in (0, 1):
        raise DataError(f"{where}: a higher score means class 0 or 1, not {shown(higher_means)}")
    if score == label:
        raise DataError(f"{where}: the scores and the classes cannot both be the column {shown(score)}")


def _advance(progress: Callable[[str, int, int], None], where: str, size: int, done: int) -> None:
    progress(where, done, size)


def _told(values: list[Any], progress: Callable[[int, int], None] | None) -> Iterator[Any]:
    """The values in turn, of which ``progress`` hears now and then how many are taken, and of how many."""
    for i, value in enumerate(values):
        if progress is not None and i % LINES == 0:
            progress(i, len(values))
        yield value


def place_of(name: str) -> str:
    """What messages call the file."""
    where = "standard input" if name == "-" else name
    return shown(where)[1:-1] if len(where) <= 40 else where.encode("unicode_escape").decode()


def _look(where: str, column: str, value: Any, read: Callable[[Any], Any]) -> None:
    try:
        read(value)
    except ValueError as error:
        what = f"{shown(column)[1:-1]} {shown(value)}"
        raise DataError(f"{where}: {what} {error}" if read is number else f"{where}: {what}; {error}") from None


def columns_named(where: str, header: list[str], wanted: tuple[str, ...]) -> list[int]:
    """Where the columns called ``wanted`` stand in the header."""
    for name in header:
        if header.count(name) > 1 and name in wanted:
            raise DataError(f"{where}: two columns are called {shown(name)}")
    for name in wanted:
        if name not in header:
            present = ", ".join(map(shown, header[:20])) + ", ..." * (len(header) > 20)
            raise DataError(f"{where}: has no column {shown(name)}; its columns are {present}")
    return [header.index(name) for name in wanted]


class Lines:
    """The lines of ``source``, counted; a line that is too long is refused without reading it to its end."""

    def __init__(self, source: BinaryIO, where: str, advance: _Advance, count: int = 0) -> None:
        self.source = io.TextIOWrapper(source, encoding="utf-8-sig", newline="")
        self.where = where
        self.advance = advance
        self.count = count

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = self.source.readline(MAX_LINE + 1)
        except UnicodeDecodeError as error:
            at = self.count + 1 + len(re.findall(rb"\r\n?|\n", error.object[: error.start]))
            wrong = error.object[error.start]
            raise DataError(f"{self.where}, line {at}: the byte 0x{wrong:02x} is not UTF-8 text") from None
        if not line:
            raise StopIteration
        self.count += 1
        if self.advance is not None and self.count % LINES == 0:
            self.advance(self.source.buffer.tell())
        if len(line) > MAX_LINE:
            raise DataError(f"{self.where}, line {self.count}: {shown(line)} has more than {MAX_LINE} characters")
        if "\0" in line:
            raise DataError(f"{self.where}, line {self.count}: {shown(line)} is not text")
        return line


def _header(line: str, wanted: tuple[str, str]) -> tuple[str, list[str]]:
    """What separates the columns, and their names: the reading that has the wanted ones, else the most."""
    readings: list[tuple[str, list[str]]] = []
    failure: csv.Error | None = None
    for mark in DELIMITERS:
        try:
            (names,) = csv.reader([line], delimiter=mark, strict=True, skipinitialspace=True)
        except csv.Error as error:
            failure = failure or error
        else:
            readings.append((mark, [name.strip() for name in names]))
    if not readings:
        assert failure is not None
        raise failure
    return max(readings, key=lambda reading: (set(wanted) <= set(reading[1]), len(reading[1])))


def layout_of(where: str, score: str, label: str) -> Callable[[str], Layout]:
    """What tells from the header how the lines are laid out."""

    def layout(line: str) -> Layout:
        delimiter, header = _header(line, (score, label))
        at_score, at_label = columns_named(where, header, (score, label))
        return Layout(delimiter, len(header), at_score, at_label)

    return layout


def _text(source: BinaryIO, where: str, score: str, label: str, advance: _Advance) -> Sample | None:
    """The sample in plain text; None where a look at each line must tell what is there, or what is wrong."""
    try:
        return sample_of_text(source, layout_of(where, score, label), advance)
    except (csv.Error, DataError):
        return None


def sample_of_text(source: BinaryIO, layout: Callable[[str], Layout] | Layout, advance: _Advance) -> Sample | None:
    """The sample in plain text from here on, whose first line ``layout`` takes unless it is known; else None."""
    start = source.tell()
    blocks = read_text(source, layout, decimals, advance)
    found = of_decimals(blocks) if blocks else None
    if found is None:
        source.seek(start)
        wide = read_text(source, layout, wide_decimals, advance)
        found = of_wide(wide) if wide else None
    return found


def _lines(source: BinaryIO, where: str, score: str, label: str, advance: _Advance) -> _Rows:
    found: _Rows = [], [], []
    for row in text_rows(source, where, score, label, advance):
        for column, value in zip(found, row, strict=True):
            column.append(value)
    if not found[0]:
        raise DataError(f"{where}: has a header and no rows")
    return found


def entries(count: int) -> str:
    """So many entries, in words.

    >>> entries(1), entries(20)
    ('1 entry', '20 entries')
    """
    return "1 entry" if count == 1 else f"{count} entries"


def text_rows(
    source: BinaryIO, where: str, score: str, label: str, advance: _Advance
) -> Iterator[tuple[str, str, str]]:
    """The place, score and class of one row after the other, as they are written."""
    lines = Lines(source, where, advance)
    start = 0
    try:
        first = next((line for line in lines if line.strip()), None)
        if first is None:
            raise DataError(f"{where}: is empty")
        start = lines.count
        delimiter, header = _header(first, (score, label))
        at_score, at_class = columns_named(where, header, (score, label))
        rows = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        start = lines.count + 1
        for row in rows:
            if row and (len(row) > 1 or row[0].strip()):
                if len(row) != len(header):
                    raise DataError(
                        f"{where}, line {start}: {shown(delimiter.join(row))} has {entries(len(row))}; "
                        f"the header has {len(header)}"
                    )
                yield f"line {start}", row[at_score], row[at_class]
            start = lines.count + 1
    except csv.Error as error:
        unclosed = "unexpected end" in str(error) or "field limit" in str(error)
        raise DataError(
            f"{where}, line {start}: {'a quote that opens here is never closed' if unclosed else error}"
        ) from None
    finally:
        lines.source.detach()


def _parquet(source: BinaryIO, where: str, score: str, label: str, advance: _Advance) -> Sample | None:
    from workbench.reading.arrow_columns import of_table

    return of_table(_table(source, where, score, label, advance), score, label)


def _rows(source: BinaryIO, where: str, score: str, label: str, advance: _Advance) -> _Rows:
    table = _table(source, where, score, label, advance)
    scores, classes = table.column(score).to_pylist(), table.column(label).to_pylist()
    if not scores:
        raise DataError(f"{where}: has no rows")
    return [f"row {i}" for i in range(1, len(scores) + 1)], scores, classes


def check_schema(where: str, schema: Any, score: str, label: str) -> list[int]:
    """Where both columns stand; refuses times, whatever numbers stand for them, and what is no single value."""
    from pyarrow import types

    places = columns_named(where, list(schema.names), (score, label))
    for i in places:
        kind = schema.types[i]
        if types.is_temporal(kind) or types.is_nested(kind):
            name = shown(schema.names[i])
            raise DataError(f"{where}: the column {name} has the type {reason(kind)}; scores and classes are numbers")
    return places


def _table(source: BinaryIO, where: str, score: str, label: str, advance: _Advance) -> Any:
    """Both columns, some row groups at a time; ``advance`` hears of as large a share of the bytes as of the groups."""
    try:
        from pyarrow import concat_tables, parquet
    except ImportError:
        raise DataError(f'{where}: a Parquet file needs pyarrow: pip install "threshold-workbench[parquet]"') from None
    size = source.seek(0, os.SEEK_END)
    file = parquet.ParquetFile(source)
    check_schema(where, file.schema_arrow, score, label)
    groups, found = range(file.num_row_groups), []
    step = -(-len(groups) // STEPS)
    for i in groups[::step] if groups else ():
        found.append(file.read_row_groups(list(groups[i : i + step]), columns=[score, label]))
        if advance is not None:
            advance(size * min(i + step, len(groups)) // len(groups))
    return concat_tables(found) if found else file.read(columns=[score, label])
