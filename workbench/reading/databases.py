"""Samples from data larger than memory: files and tables by DuckDB, frames of Dask by partitions, of Spark by groups.

DuckDB counts the examples at each distinct score within a limit of memory, and sorts in temporary files; what it finds
is streamed into mapped files (`workbench.reading.grouped`). Doubles are taken as stored, decimals and text as written.
Text files are read as in memory (`workbench.reading.large_text`), never by DuckDB, which guesses what a file means.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from glob import glob
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from workbench.errors import InputError, installing, reason, shown
from workbench.numbers.given import number
from workbench.reading.datafile import START, check_columns, check_schema, format_of
from workbench.reading.delimited import DataError, columns_named, place_of, reading
from workbench.reading.grouped import Chunk, GroupedError, examples, of_ascending, of_groups
from workbench.reading.large_text import EXACT_DIGITS, TextFiles, arrow_batches, of_plain_text, text_table
from workbench.samples.arrow_columns import numbers, numerators, values
from workbench.samples.columns import class_of
from workbench.samples.decimals import Decimals, of_decimals
from workbench.samples.labels import classes_of, is_label, is_missing
from workbench.samples.sample import Sample, SampleError, _both_classes
from workbench.samples.text_columns import NotPlain
from workbench.samples.turned import turned

Advance: TypeAlias = Callable[[str, int, int], None]

MEMORY = "1GB"
ROWS = 1 << 16
KINDS = 100
SHARE = 64
SPARK_NUMBERS = ("double", "float", "decimal", "string", "boolean", "tinyint", "smallint", "int", "bigint")
SIZE = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+) *([KMGT]I?)?B", re.IGNORECASE)
WHOLE = [sign + size for size in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT") for sign in ("", "U")]
DECIMAL = re.compile(r"DECIMAL\([0-9]+, *[0-9]+\)")
PLAIN = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)"


def read_grouped(
    source: Any,
    *,
    score: str = "score",
    label: str = "class",
    higher_means: int = 1,
    pos_label: Any = None,
    table: str | None = None,
    memory: str = MEMORY,
    progress: Advance | None = None,
) -> Sample:
    """The sample in data that may be larger than memory, from the columns named ``score`` and ``label``.

    ``source`` is the path of a Parquet file, a CSV file or a DuckDB database (whose ``table`` is read), a pattern such
    as ``"part-*.parquet"`` if no file has that name, a relation of DuckDB, or a DataFrame of Dask or Spark. DuckDB
    keeps to ``memory`` and puts what does not fit into temporary files; a relation keeps the settings of its own
    connection, and Spark counts and sorts where it runs. ``pos_label`` is the label of class 1, where labels are not 0
    and 1. ``progress`` hears of bytes of text, percents or partitions.
    `DataError` says what is wrong, how often, and shows one such value.

    The figures are the same as from `read_sample`, and the same is refused; a message about a value says how many
    examples have it instead of the line. Decimals of more than 38 digits, ARFF files, pipes, and classes written in
    more than 100 ways are not read.

    ``memory`` is DuckDB's; the program takes some 100 MB besides. So do, at some 20 bytes an example, scores of more
    than 15 digits in Parquet, tables, and CSV that is not plain because of separators in quotes, blanks in empty lines
    or more than 26 digits; if there are more than 18 digits, or fractions, at far more; and the distinct scores of a
    Dask DataFrame that is not sorted, at 24 bytes each.
    """
    named = place_of(os.fspath(source)) if isinstance(source, str | os.PathLike) else "the data"
    check_columns(named, score, label, higher_means)
    if not isinstance(memory, str) or not SIZE.fullmatch(memory) or not re.search("[1-9]", memory):
        raise DataError(f"{named}: the memory {shown(memory)} is not a size such as 500MB or 2GB")
    sample = _read(source, score, label, pos_label, table, memory, progress)
    return sample if higher_means == 1 else turned(sample)


def is_database(path: str) -> bool:
    """Whether the file is a database of DuckDB.

    >>> is_database("no_such_file.duckdb")
    False
    """
    try:
        return os.path.isfile(path) and _format(path) == "DuckDB"
    except OSError:
        return False


def _read(
    source: Any, score: str, label: str, event: Any, table: str | None, memory: str, progress: Advance | None
) -> Sample:
    if isinstance(source, str | os.PathLike):
        return _from_path(os.fspath(source), score, label, event, table, memory, progress)
    if hasattr(source, "sql_query") and hasattr(source, "aggregate"):
        with _explained("the relation"):
            return _counted(_selected(source, "the relation", score, label), "the relation", score, label, event)
    try:
        if hasattr(source, "npartitions") and hasattr(source, "get_partition"):
            return of_groups(_partitions(source, score, label, event, progress))
        if hasattr(source, "toLocalIterator") and hasattr(source, "groupBy"):
            return of_groups(_spark_groups(source, score, label, event))
        raise DataError(f"{shown(source)} is no path, no relation of DuckDB and no DataFrame of Dask or Spark")
    except SampleError as error:
        raise DataError(f"the DataFrame: {error}") from None


# --- DuckDB ------------------------------------------------------------------------------------------------------


def _from_path(
    path: str, score: str, label: str, event: Any, table: str | None, memory: str, progress: Advance | None
) -> Sample:
    where = place_of(path)
    try:
        import duckdb
        import pyarrow  # noqa: F401
    except ImportError:
        raise DataError(f"{where}: data larger than memory needs duckdb: {installing('duckdb')}") from None
    files = _files(path, where)
    with reading(where):
        formats = {_format(file) for file in files}
    if table is not None and formats != {"DuckDB"}:
        raise DataError(f"{where}: is not a DuckDB database, and has no table {shown(table)}")
    if len(files) > 1 and (len(formats) > 1 or "DuckDB" in formats):
        raise DataError(f"{where}: is to be read as one, but these are not all Parquet files or all CSV files")
    with _swept(), _explained(where), tempfile.TemporaryDirectory(prefix="workbench-") as folder:
        connection = duckdb.connect(config={"temp_directory": folder, "preserve_insertion_order": "false"})
        try:
            try:
                connection.execute(f"SET memory_limit = {_text(memory)}")
            except duckdb.Error as error:
                raise DataError(f"{where}: the memory {shown(memory)} cannot be set: {reason(error)}") from None
            connection.execute(f"SET threads = {_threads(connection)}")
            connection.execute("SET enable_progress_bar = false")
            if formats == {"text"}:
                texts = TextFiles(files, score, label, progress)
                found = of_plain_text(connection, texts) if event is None else None
                if found is not None:
                    return found
                rows = text_table(connection, texts)
            elif formats == {"DuckDB"}:
                rows = _selected(_table(connection, path, where, table), where, score, label)
            else:
                rows = _parquet(connection, files, score, label)
            with _watched(connection, where, progress):
                return _counted(rows, where, score, label, event)
        finally:
            connection.interrupt()
            connection.close()


def _files(path: str, where: str) -> list[str]:
    """The file of that name, or else the files of that pattern."""
    files = [path]
    if not os.path.exists(path) and set("*?[") & set(path):
        files = sorted(filter(os.path.isfile, glob(path, recursive=True)))
        if not files:
            raise DataError(f"{where}: there are no such files")
    for file in files:
        if file == "-" or file.lower().endswith(".arff"):
            raise DataError(f"{place_of(file)}: can only be read in memory, without a limit of it")
        if os.path.isdir(file):
            raise DataError(f"{place_of(file)}: is a directory, not a file")
        if os.path.exists(file) and not os.path.isfile(file):
            raise DataError(f"{place_of(file)}: is no regular file, and can only be read in memory")
    return files


def _format(path: str) -> str:
    with open(path, "rb") as file:
        return format_of(file.read(START))


@contextmanager
def _explained(where: str) -> Iterator[None]:
    """What DuckDB refuses, in one line. Arrow hands on as an error of its own what is raised in the midst of rows."""
    import duckdb

    try:
        yield
    except SampleError as error:
        raise DataError(f"{where}: {error}") from None
    except (duckdb.Error, RuntimeError, OSError) as error:
        text = reason(error)
        if text.lower().startswith(("query interrupted", "interrupt error")):
            raise KeyboardInterrupt from None
        if text.startswith("Out of Memory Error") and "temp_directory_size" not in text:
            text = "cannot be counted within this limit of memory; give it more"
        raise DataError(f"{where}: {text}") from None


@contextmanager
def _swept() -> Iterator[None]:
    """Where SIGTERM or SIGHUP would end the program at once, it ends by that signal after the temporary files."""
    told: list[int] = []

    def end(number: int, _: object) -> None:
        told.append(number)
        if len(told) == 1:
            raise KeyboardInterrupt

    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    main = threading.current_thread() is threading.main_thread()
    ours = [each for each in ends if main and signal.getsignal(each) == signal.SIG_DFL]
    for each in ours:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)
        if told:
            signal.raise_signal(told[0])


def _threads(connection: Any) -> int:
    """As many threads as there are, if each then has its share of memory."""
    query = "SELECT current_setting('memory_limit'), current_setting('threads')"
    ((memory, threads),) = connection.execute(query).fetchall()
    size, unit = memory.split()
    share = {"KiB": 2**-10, "MiB": 1, "GiB": 2**10, "TiB": 2**20}.get(unit, 0) * float(size) / SHARE
    return max(1, min(int(threads), int(share)))


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _name(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def _parquet(connection: Any, files: list[str], score: str, label: str) -> Any:
    """The columns ``s`` and ``y`` of the files, by place: to DuckDB, names that differ in case only are the same."""
    from pyarrow import parquet, types

    alike: dict[tuple[str, ...], list[str]] = {}
    kinds: list[Any] = []
    for file in files:
        where = place_of(file)
        with reading(where):
            schema = parquet.read_schema(file)
        found = [schema.types[i] for i in check_schema(where, schema, (score, label))]
        for name, kind, wanted in zip((score, label), found, kinds or found, strict=True):
            if kind != wanted:
                first = f"in {place_of(files[0])} it has the type {reason(wanted)}"
                raise DataError(f"{where}: the column {shown(name)} has the type {reason(kind)}; {first}")
            if types.is_decimal(kind) and kind.precision > 38:
                raise DataError(f"{where}: the column {shown(name)} has the type {kind}; it can only be read in memory")
        kinds = found
        alike.setdefault(tuple(schema.names), []).append(file)
    queries = []
    for names, same in alike.items():
        listed = ", ".join(_text(re.sub(r"([*?[])", r"[\1]", file)) for file in same)
        queries.append(
            f"SELECT #{names.index(score) + 1} AS s, #{names.index(label) + 1} AS y FROM read_parquet([{listed}], "
            "hive_partitioning = false, union_by_name = false, filename = false)"
        )
    return connection.sql(" UNION ALL ".join(queries))


def _table(connection: Any, path: str, where: str, table: str | None) -> Any:
    """The rows of a table of a database."""
    connection.execute(f"ATTACH {_text(path)} AS given (READ_ONLY)")
    query = "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = 'given' ORDER BY 1, 2"
    known = connection.execute(query).fetchall()
    names = {name if schema == "main" else f"{schema}.{name}": (schema, name) for schema, name in known}
    if table is None and len(names) == 1:
        (table,) = names
    if table not in names:
        listed = ", ".join(map(shown, list(names)[:20])) or "none"
        asked = "name the table to read" if table is None else f"has no table {shown(table)}"
        raise DataError(f"{where}: {asked}; its tables are {listed}")
    return connection.sql(f"SELECT * FROM given.{'.'.join(map(_name, names[table]))}")


def _selected(rows: Any, where: str, score: str, label: str) -> Any:
    """The columns ``s`` and ``y`` of a relation."""
    at_score, at_label = columns_named(where, list(rows.columns), (score, label))
    return rows.project(f"#{at_score + 1} AS s, #{at_label + 1} AS y")


@contextmanager
def _watched(connection: Any, where: str, progress: Advance | None) -> Iterator[None]:
    """``progress`` hears how many percent of the query at hand are done, five times a second."""
    connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
    if progress is None:
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            progress(where, max(0, min(100, int(connection.query_progress()))), 100)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _counted(rows: Any, where: str, score: str, label: str, event: Any) -> Sample:
    """The sample in two columns ``s`` and ``y`` of a relation."""
    ones = _ones(rows, label, event)
    s, kind = "s", str(rows.types[0]).upper()
    if kind == "VARCHAR":
        s = "trim(s)"
    elif kind not in (*WHOLE, "DOUBLE", "FLOAT", "BOOLEAN") and not DECIMAL.fullmatch(kind):
        raise DataError(f"{where}: the column {shown(score)} has the type {reason(kind)}; scores are numbers")

    def groups(s: str, then: str = "") -> Iterator[Any]:
        return _batches(rows.query("given_rows", f"""
            SELECT {s}, count(*) - count(*) FILTER ({ones}), count(*) FILTER ({ones})
            FROM given_rows GROUP BY 1 {then}"""))  # fmt: skip

    if kind in ("DOUBLE", "FLOAT", "BOOLEAN"):
        return of_groups(_columns(batch) for batch in groups(f"CAST({s} AS DOUBLE)", "ORDER BY 1"))
    decimals = _decimals(rows, s, kind)
    if decimals is None:
        text = "CAST(s AS VARCHAR)" if kind in WHOLE else s
        return _of_many_digits(lambda: groups(text), score)
    batches = groups(f"CAST({s} AS DECIMAL({EXACT_DIGITS}, {decimals}))", "ORDER BY 1")
    return of_ascending(map(_numerators, batches), 10**decimals)


def _ones(rows: Any, label: str, event: Any) -> str:
    """The condition that says class 1, seen to be one of two for every row."""
    query = f"SELECT y, CAST(y AS VARCHAR), count(*) AS n FROM given_rows GROUP BY 1, 2 ORDER BY n LIMIT {KINDS + 1}"
    found = rows.query("given_rows", query).fetchall()
    ones = [text for _, text, _ in _of_class_1(label, found, event)]
    return f"CAST(y AS VARCHAR) IN ({', '.join(map(_text, ones))})" if ones else "false"


def _of_class_1(label: str, kinds: list[Any], event: Any) -> list[Any]:
    """Of the ways to write classes, each a row that begins with it and ends with its examples, those of class 1."""
    if event is None:
        ones = [row for row in kinds if _class(label, row[0], row[-1])]
    if len(kinds) > KINDS:
        raise GroupedError(f"{shown(label)[1:-1]} is written in more than {KINDS} ways; classes are 0 and 1")
    if event is not None:
        are = _events(label, {row[0]: row[-1] for row in kinds}, event)
        ones = [row for row, is_event in zip(kinds, are, strict=True) if is_event]
    return ones


def _events(label: str, kinds: Mapping[Any, int], event: Any) -> list[int]:
    """1 for each label that is the event, and 0 for the other one."""
    for value, count in kinds.items():
        if is_missing(value):
            raise GroupedError(f"{shown(label)[1:-1]} {shown(value)} is missing ({examples(count)})")
    try:
        return classes_of(kinds, event)
    except InputError as error:
        raise GroupedError(str(error)) from None


def _class(label: str, value: Any, count: int) -> int:
    try:
        return class_of(value)
    except ValueError as error:
        raise GroupedError(f"{shown(label)[1:-1]} {shown(value)}; {error} ({examples(count)})") from None


def _decimals(rows: Any, s: str, kind: str) -> int | None:
    """With how many decimals the scores are integers of at most 15 digits; None if there is no such number."""
    if kind == "VARCHAR":
        query = f"""
            SELECT bool_and(regexp_full_match({s}, '{PLAIN}')), max(length(split_part({s}, '.', 2))),
                max(length(ltrim(split_part({s}, '.', 1), '+-0'))) FROM given_rows"""
        ((plain, decimals, whole),) = rows.query("given_rows", query).fetchall()
        return int(decimals) if plain and decimals + whole <= EXACT_DIGITS else None
    decimals = int(kind.rstrip(")").split(",")[1]) if kind.startswith("DECIMAL") else 0
    ((low, high),) = rows.query("given_rows", f"SELECT min({s}), max({s}) FROM given_rows").fetchall()
    fits = low is None or max(-low, high) < 10 ** (EXACT_DIGITS - decimals)
    return decimals if fits else None


def _batches(counted: Any) -> Iterator[Any]:
    """What the query finds, in parts."""
    for batch in arrow_batches(counted):
        scores, *counts = batch.columns
        if scores.null_count:
            at = [score.is_valid for score in scores].index(False)
            count = sum(x[at].as_py() for x in counts)
            raise GroupedError(f"score None is not a number ({examples(count)})")
        yield batch


def _columns(batch: Any) -> tuple[Any, Any, Any]:
    s, a, b = map(values, batch.columns)
    return s, a, b


def _numerators(batch: Any) -> Chunk:
    """The scores times the denominator, and the counts."""
    s, a, b = batch.columns
    return numerators(s).astype(np.float64), values(a), values(b)


def _of_many_digits(groups: Callable[[], Iterator[Any]], score: str) -> Sample:
    """The sample of decimals in memory: example by example where they have up to 18 digits, else by fractions."""
    blocks = []
    try:
        for batch in groups():
            counts = [values(x) for x in batch.columns[1:]]
            for start, m, places in numbers(batch.columns[0]):
                for k in (0, 1):
                    times = counts[k][start : start + len(m)]
                    blocks.append(Decimals(np.repeat(m << 1 | k, times), np.repeat(places, times)))
        found = of_decimals([block for block in blocks if len(block.packed)])
        if found is not None:
            return _both_classes(found)
    except NotPlain:
        pass
    blocks.clear()
    return of_groups(_fractions(batch, score) for batch in groups())


def _fractions(batch: Any, score: str) -> tuple[Any, Any, Any]:
    values, counts0, counts1 = (column.to_pylist() for column in batch.columns)
    scores = []
    for value, a, b in zip(values, counts0, counts1, strict=True):
        try:
            scores.append(number(value))
        except ValueError as error:
            raise GroupedError(f"{shown(score)[1:-1]} {shown(value)} {error} ({examples(a + b)})") from None
    return scores, counts0, counts1


# --- Dask and Spark ------------------------------------------------------------------------------------------------


def _partitions(
    frame: Any, score: str, label: str, event: Any, progress: Advance | None
) -> Iterator[tuple[Any, Any, Any]]:
    """The examples of one partition after the other."""
    columns_named("the DataFrame", list(frame.columns), (score, label))
    every: Counter[Any] = Counter()
    for i in range(frame.npartitions):
        if progress is not None:
            progress("partitions", i, frame.npartitions)
        part = frame.get_partition(i)[[score, label]].compute()
        kinds = Counter(part[label].tolist())
        every += kinds
        if event is None:
            is_one = [value for value, count in kinds.items() if _class(label, value, count)]
        else:
            is_one = [value for value in kinds if is_label(value, event)]
        counts = part[label].isin(is_one).to_numpy().astype(np.int64)
        yield part[score].to_numpy(), 1 - counts, counts
    if event is not None:
        _events(label, every, event)


def _spark_groups(frame: Any, score: str, label: str, event: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The distinct scores as Spark counts and sorts them, some at a time; decimals and text stay what they are."""
    columns_named("the DataFrame", list(frame.columns), (score, label))
    s, y = (frame["`" + name.replace("`", "``") + "`"] for name in (score, label))
    kinds = frame.groupBy(y).count().orderBy("count").limit(KINDS + 1).collect()
    of_one = y.isin([value for value, _ in _of_class_1(label, kinds, event)])
    rows = frame.select(s.alias("s"), (~of_one).cast("long").alias("a"), of_one.cast("long").alias("b"))
    counted = rows.groupBy("s").sum("a", "b").orderBy("s")
    kind = counted.dtypes[0][1]
    if kind.partition("(")[0] not in SPARK_NUMBERS:
        raise GroupedError(f"the column {shown(score)} has the type {kind}; scores are numbers")
    found = counted.toLocalIterator()
    while batch := list(islice(found, ROWS)):
        scores, a, b = zip(*batch, strict=True)
        if scores[0] is None:
            raise GroupedError(f"score None is not a number ({examples(sum(batch[0][1:]))})")
        yield scores if kind.startswith(("decimal", "string")) else np.array(scores), np.array(a), np.array(b)
