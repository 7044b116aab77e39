"""Reading a table of scores and classes from a file, also one that is packed by gzip.

CSV is UTF-8 text with a header; comma, semicolon or tab separate, and decimal text is taken exactly as
written, in ARFF too. In a column that has no decimal point a comma may stand for it, unless all of its numbers could
have one for thousands, as 1,234 has. Parquet and Feather need pyarrow.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from workbench.errors import InputError, installing, reason, shown
from workbench.language.syntax import Cost
from workbench.losses.empirical_laws import law_of_columns
from workbench.numbers.given import number
from workbench.reading.arff import arff_rows, read_arff
from workbench.reading.delimited import (
    LINES,
    Advance,
    DataError,
    NoColumn,
    columns_named,
    layout_of,
    place_of,
    reading,
    text_rows,
)
from workbench.samples.columnar import of_lists
from workbench.samples.columns import class_of
from workbench.samples.labels import advice_on, classes_of
from workbench.samples.sample import Sample, SampleError, _both_classes, of_examples
from workbench.samples.texts import sample_of_text
from workbench.samples.turned import turned
from workbench.samples.weighted import at_prior, group_of, of_columns, prior_of, weight_of

START = 20
GZIP = b"\x1f\x8b"
ENDINGS = (".csv", ".tsv", ".txt", ".arff", ".parquet", ".feather", ".duckdb")
"""Of files; what is in them is told by their first bytes, but for ARFF."""
STEPS = 100
WITH_COMMA = re.compile(r"\s*[+-]?\d*,\d+(?:[eE][+-]?\d+)?\s*")
THOUSANDS = re.compile(r"\s*[+-]?[1-9]\d{0,2},\d{3}\s*")
_Rows: TypeAlias = list[list[Any]]
"""The places of the rows, and a column each of what is wanted: scores, classes, weights, groups."""


def read_sample(
    path: str | os.PathLike[str],
    *,
    score: str = "score",
    label: str = "class",
    higher_means: int = 1,
    event: str | None = None,
    weights: str | None = None,
    groups: str | None = None,
    prior: Any = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Sample:
    """The sample in a CSV, Parquet or Feather file, from the columns ``score`` and ``label``; "-" is standard input.

    A file whose name ends with ``.arff`` is read as ARFF: dense rows, with classes that are numeric or among {0, 1}.
    ``event`` is the label of class 1 where labels are not 0 and 1. ``weights`` and ``groups`` name columns, and
    ``prior`` is a proportion of class 1, as in `workbench.samples.weighted.weighted_sample`. With one of these columns,
    or an event, a file is read row by row.
    ``higher_means`` is the class that a higher score speaks for. When it is 0 the scores are turned
    round, because a higher score means class 1 everywhere else: ``s`` becomes ``1 - s`` when all scores
    lie in [0, 1], and ``-s`` otherwise. ``progress`` hears how many bytes are read, of how many, and then
    the same of examples that are taken one by one.
    `DataError` says in one line what is wrong and where.

    >>> read_sample("no_such_file.csv")
    Traceback (most recent call last):
    workbench.reading.delimited.DataError: no_such_file.csv: there is no such file
    """
    name, where = os.fspath(path), place_of(os.fspath(path))
    check_columns(where, score, label, higher_means)
    share = None if prior is None else prior_of(prior)
    others = {"weights": weights, "groups": groups}
    wanted = (score, label, *_others(where, (score, label), others))
    sample, rows = _columns(name, where, wanted, progress, row_by_row=len(wanted) > 2 or event is not None)
    _call_event(where, rows, event)
    sample = _checked(where, wanted, rows, sample, progress, others)
    sample = sample if higher_means == 1 else turned(sample)
    return sample if share is None else at_prior(sample, share)


def _others(where: str, taken: tuple[str, ...], others: Mapping[str, str | None]) -> list[str]:
    """The columns that are asked for beside others; none of them is asked for twice."""
    found = [column for column in others.values() if column is not None]
    for column in found:
        if [*taken, *found].count(column) > 1:
            raise DataError(f"{where}: the column {shown(column)} is asked for twice, as two things")
    return found


class Examples(NamedTuple):
    """What a file says row by row: the classes, the scores, and where each row stands; and all of it as a sample.

    ``folds`` and ``groups`` are the entries of columns of folds and of groups, if these are asked for, and ``numbers``
    those of columns of numbers. ``labels`` are the two that the classes have, in order, if one of them is the event.
    """

    sample: Sample
    classes: list[int]
    scores: list[Fraction]
    places: list[str]
    folds: list[Any] | None = None
    numbers: dict[str, list[Fraction]] | None = None
    groups: list[Any] | None = None
    labels: list[str] | None = None


def read_examples(
    path: str | os.PathLike[str],
    *,
    score: str = "score",
    label: str = "class",
    higher_means: int = 1,
    event: str | None = None,
    folds: str | None = None,
    groups: str | None = None,
    numbers: Mapping[str, str] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Examples:
    """The examples of a file in the order of its rows, for what pairs rows or parts them; else as `read_sample`.

    ``numbers`` names columns of numbers that are read too, each by what it is for; ``weights`` are from 0 on.

    >>> read_examples("no_such_file.csv")
    Traceback (most recent call last):
    workbench.reading.delimited.DataError: no_such_file.csv: there is no such file
    """
    name, where = os.fspath(path), place_of(os.fspath(path))
    check_columns(where, score, label, higher_means)
    more = dict(numbers or {})
    wanted = (score, label, *_others(where, (score, label), {"folds": folds, "groups": groups, **more}))
    _, rows = _columns(name, where, wanted, progress, row_by_row=True)
    labels = None if event is None else sorted({str(label).strip() for label in rows[2]})
    _call_event(where, rows, event)
    sample = _checked(where, wanted[:2], rows, None, progress)
    classes, scores = list(map(class_of, rows[2])), list(map(number, rows[1]))
    if higher_means == 0:
        shift = int(sample.probabilistic)
        sample, scores = turned(sample), [shift - s for s in scores]
    by_name = dict(zip(more, rows[len(rows) - len(more) :], strict=True))
    for key, column in by_name.items():
        for place, value in zip(rows[0], column, strict=True):
            _look(f"{where}, {place}", more[key], value, weight_of if key == "weights" else number)
    exact = {key: list(map(number, column)) for key, column in by_name.items()}
    parted = [None if column is None else rows[wanted.index(column) + 1] for column in (folds, groups)]
    for place, name_of_group in zip(rows[0], parted[1] or (), strict=False):
        _look(f"{where}, {place}", str(groups), name_of_group, group_of)
    return Examples(sample, classes, scores, rows[0], parted[0], exact, parted[1], labels)


def read_scores_of_classes(
    path: str | os.PathLike[str],
    label: str,
    columns: Mapping[str, str],
    progress: Callable[[str, int, int], None] | None = None,
    weights: str | None = None,
) -> tuple[list[Any], dict[str, list[Fraction]], list[Fraction] | None]:
    """The labels of several classes, a column of scores for each by the columns that are named for them, and weights.

    >>> read_scores_of_classes("no_such_file.csv", "class", {"a": "p_a", "b": "p_b"})
    Traceback (most recent call last):
    workbench.reading.delimited.DataError: no_such_file.csv: there is no such file
    """
    name, where = os.fspath(path), place_of(os.fspath(path))
    first, *rest = _others(where, (label,), {**columns, "weights": weights})
    _, rows = _columns(name, where, (first, label, *rest), progress, row_by_row=True)
    places, of_first, labels, *others = rows
    counted = None if weights is None else others.pop()
    scores = dict(zip(columns, (of_first, *others), strict=True))
    for key, column in scores.items():
        for place, value in zip(places, column, strict=True):
            _look(f"{where}, {place}", columns[key], value, number)
    for place, value in zip(places, counted or (), strict=False):
        _look(f"{where}, {place}", str(weights), value, weight_of)
    for place, value in zip(places, labels, strict=True):
        if value is None or not str(value).strip():
            raise DataError(f"{where}, {place}: the class is missing")
    exact = None if counted is None else list(map(number, counted))
    return labels, {key: list(map(number, column)) for key, column in scores.items()}, exact


def read_cost_law(
    path: str | os.PathLike[str], smooth: Any = None, progress: Callable[[str, int, int], None] | None = None
) -> Cost:
    """The law of costs in a file, as `workbench.cost_law` makes it of columns.

    The file has a column ``c`` of cost proportions, or columns ``miss`` and ``false_alarm`` of costs, and may have a
    column ``weight``.

    >>> read_cost_law("no_such_file.csv")
    Traceback (most recent call last):
    workbench.reading.delimited.DataError: no_such_file.csv: there is no such file
    """
    name, where = os.fspath(path), place_of(os.fspath(path))
    named = {"c": "proportions", "miss": "miss", "false_alarm": "false_alarm", "weight": "weights"}
    present = ""
    for wanted in (("c", "weight"), ("c",), ("miss", "false_alarm", "weight"), ("miss", "false_alarm")):
        try:
            _, rows = _columns(name, where, wanted, progress, row_by_row=True)
        except NoColumn as error:
            present = error.present
            continue
        places, *columns = rows
        given = {named[column]: entries for column, entries in zip(wanted, columns, strict=True)}
        return law_of_columns(where, places, given, number, smooth)
    raise DataError(
        f"{where}: has no column 'c' of cost proportions, and no columns 'miss' and 'false_alarm' of costs; "
        f"its columns are {present}"
    )


def is_file_name(text: str) -> bool:
    """Whether a text can only be meant as a file of scores: by its ending, by its folder, or because it is there.

    >>> is_file_name("scores.csv"), is_file_name("-"), is_file_name("score_fixed(1/2)")
    (True, True, False)
    """
    if text == "-" or text.lower().removesuffix(".gz").endswith(ENDINGS):
        return True
    return ("(" not in text and bool(os.path.dirname(text))) or os.path.isfile(text)


def _columns(
    name: str,
    where: str,
    wanted: tuple[str, ...],
    progress: Callable[[str, int, int], None] | None,
    row_by_row: bool = False,
) -> tuple[Sample | None, _Rows]:
    """The sample in a file where it is found at once; else the places of its rows, and the wanted columns.

    The first wanted are the scores and the classes.
    """
    rows: _Rows = [[], [], []]
    with reading(where), open(0, "rb", closefd=False) if name == "-" else open(name, "rb") as packed:
        source = unpacked(packed, where)
        kind = format_of(source.peek(START)[:START])
        if kind == "DuckDB":
            raise DataError(
                f"{where}: is a DuckDB database; its tables are read by read_grouped and by workbench evaluate FILE"
            )
        plain, each = (_text, _lines) if kind == "text" else (_parquet, _rows)
        if name.lower().removesuffix(".gz").endswith(".arff"):
            plain, each = read_arff, arff_rows
        again: BinaryIO = source if source.seekable() else io.BytesIO(source.read())
        start = again.tell()
        size = again.seek(0, os.SEEK_END)
        again.seek(start)
        advance = None if progress is None else partial(_advance, progress, where, size)
        if not row_by_row:
            sample = plain(again, where, wanted[0], wanted[1], advance)
            if sample is not None:
                return sample, rows
            again.seek(start)
        rows = each(again, where, wanted, advance)
    return None, rows


def _call_event(where: str, rows: _Rows, event: str | None) -> None:
    """Class 1 for the labels that are the event, and class 0 for the others, where there is an event."""
    if event is not None:
        try:
            rows[2] = classes_of(rows[2], event)
        except InputError as error:
            raise DataError(f"{where}: {error}") from None


def _checked(
    where: str,
    wanted: tuple[str, ...],
    rows: _Rows,
    sample: Sample | None,
    progress: Callable[[str, int, int], None] | None,
    others: Mapping[str, str | None] | None = None,
) -> Sample:
    """The sample, made of the rows where there is none yet; `DataError` where they are none."""
    try:
        if sample is None:
            told = None if progress is None else partial(progress, where)
            if len(wanted) > 2:
                columns = iter(rows[3:])
                weights, groups = (others and others[name] and next(columns) for name in ("weights", "groups"))
                sample = of_columns(rows[2], _told(rows[1], told), weights, groups)
            else:
                sample = of_lists(rows[2], rows[1]) or of_examples(rows[2], _told(rows[1], told))
        return _both_classes(sample)
    except SampleError as error:
        advice = advice_on(rows[2], rows[1])
        if advice is not None:
            raise DataError(f"{where}: {advice}") from None
        known = {"weights": weight_of, "groups": group_of}
        readers = (number, class_of, *(known[name] for name, column in (others or {}).items() if column is not None))
        for place, *values in zip(*rows, strict=False):
            for column, value, read in zip(wanted, values, readers, strict=False):
                _look(f"{where}, {place}", column, value, read)
        raise DataError(f"{where}: {error}") from None


def unpacked(source: io.BufferedReader, where: str) -> io.BufferedReader:
    """The file itself, or what is in it where it is packed by gzip, told by its first two bytes."""
    if source.peek(2)[:2] != GZIP:
        return source
    try:
        return io.BufferedReader(io.BytesIO(gzip.decompress(source.read())))
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{where}: cannot be unpacked ({reason(error)})") from None


def format_of(start: bytes) -> str:
    """What a file is, from its first 20 bytes; a database has a checksum, DUCK, and a version in 8 bytes there.

    >>> format_of(b"PAR1" + bytes(16)), format_of(bytes(8) + b"DUCK@" + bytes(7)), format_of(b"score,a,DUCK,class")
    ('Parquet', 'DuckDB', 'text')
    """
    if start[8:12] == b"DUCK" and 0 in start[12:]:
        return "DuckDB"
    if start[:6] == b"ARROW1" or start[:4] == b"FEA1":
        return "Feather"
    return "Parquet" if start[:4] == b"PAR1" else "text"


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


def _look(where: str, column: str, value: Any, read: Callable[[Any], Any]) -> None:
    try:
        read(value)
    except ValueError as error:
        what = f"{shown(column)[1:-1]} {shown(value)}"
        if isinstance(value, str) and THOUSANDS.fullmatch(value) and read is not class_of:
            raise DataError(
                f"{where}: {what} may be {value.strip().replace(',', '.')} or {value.strip().replace(',', '')}; "
                "numbers have a decimal point, and nothing for thousands"
            ) from None
        raise DataError(f"{where}: {what}; {error}" if read is class_of else f"{where}: {what} {error}") from None


def _text(source: BinaryIO, where: str, score: str, label: str, advance: Advance) -> Sample | None:
    """The sample in plain text; None where a look at each line must tell what is there, or what is wrong."""
    try:
        return sample_of_text(source, layout_of(where, score, label), advance)
    except (csv.Error, DataError):
        return None


def _lines(source: BinaryIO, where: str, wanted: tuple[str, ...], advance: Advance) -> _Rows:
    found: _Rows = [[] for _ in range(1 + len(wanted))]
    for row in text_rows(source, where, wanted, advance):
        for column, value in zip(found, row, strict=True):
            column.append(value)
    if not found[0]:
        raise DataError(f"{where}: has a header and no rows")
    return [found[0], *map(_with_points, found[1:])]


def _with_points(column: list[str]) -> list[str]:
    """A column of numbers with decimal commas, with points in their place; any other as it is.

    >>> _with_points(["0,5", "1"]), _with_points(["1,234", "0,5"])
    (['0.5', '1'], ['1.234', '0.5'])
    >>> _with_points(["1,234", "2"]), _with_points(["0,5", "0.5"])
    (['1,234', '2'], ['0,5', '0.5'])
    """
    commas = [x for x in column if "," in x]
    if not commas or any("." in x for x in column) or not all(map(WITH_COMMA.fullmatch, commas)):
        return column
    return column if all(map(THOUSANDS.fullmatch, commas)) else [x.replace(",", ".") for x in column]


def _parquet(source: BinaryIO, where: str, score: str, label: str, advance: Advance) -> Sample | None:
    from workbench.samples.arrow_columns import of_table

    return of_table(_table(source, where, (score, label), advance), score, label)


def _rows(source: BinaryIO, where: str, wanted: tuple[str, ...], advance: Advance) -> _Rows:
    table = _table(source, where, wanted, advance)
    columns = [table.column(name).to_pylist() for name in wanted]
    if not columns[0]:
        raise DataError(f"{where}: has no rows")
    return [[f"row {i}" for i in range(1, len(columns[0]) + 1)], *columns]


def check_schema(where: str, schema: Any, wanted: tuple[str, ...]) -> list[int]:
    """Where the columns stand; refuses times, whatever numbers stand for them, and what is no single value."""
    from pyarrow import types

    places = columns_named(where, list(schema.names), wanted)
    for i in places:
        kind = schema.types[i]
        if types.is_temporal(kind) or types.is_nested(kind):
            name = shown(schema.names[i])
            raise DataError(f"{where}: the column {name} has the type {reason(kind)}; scores and classes are numbers")
    return places


def _table(source: BinaryIO, where: str, wanted: tuple[str, ...], advance: Advance) -> Any:
    """The columns, some row groups at a time; ``advance`` hears of as large a share of the bytes as of the groups."""
    try:
        from pyarrow import concat_tables, feather, parquet
    except ImportError:
        raise DataError(f"{where}: a Parquet or Feather file needs pyarrow: {installing('parquet')}") from None
    start = source.read(START)
    source.seek(0)
    if format_of(start) == "Feather":
        table = feather.read_table(source)
        check_schema(where, table.schema, wanted)
        return table.select(list(wanted))
    size = source.seek(0, os.SEEK_END)
    file = parquet.ParquetFile(source)
    check_schema(where, file.schema_arrow, wanted)
    groups, found = range(file.num_row_groups), []
    step = -(-len(groups) // STEPS)
    for i in groups[::step] if groups else ():
        found.append(file.read_row_groups(list(groups[i : i + step]), columns=list(wanted)))
        if advance is not None:
            advance(size * min(i + step, len(groups)) // len(groups))
    return concat_tables(found) if found else file.read(columns=list(wanted))
