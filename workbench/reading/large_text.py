"""Delimited text larger than memory: read by the readers of `workbench.reading.datafile`, sorted by DuckDB.

Plain decimals of up to 18 digits become integer keys in the order of the scores. Those are counted, or where scores
have more than 15 digits sorted into a file that is mapped into memory; decimals of up to 26 digits become two integers,
and are counted into such files. Other text is counted as it is written.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from workbench.reading.delimited import DataError, layout_of, place_of, reading, text_rows
from workbench.reading.grouped import GroupedError, of_ascending
from workbench.samples.arrow_columns import values
from workbench.samples.columnar import MOST, Columnar
from workbench.samples.decimals import BITS, DecimalKeys, Form, extent, form_of, keys_of
from workbench.samples.roc_path import Path
from workbench.samples.sample import Sample, _both_classes
from workbench.samples.text_columns import NotPlain, decimals, text_blocks, wide_decimals
from workbench.samples.wide_decimals import WideTable, parts_of, wide_extent, wide_form

Integers = npt.NDArray[np.int64]

EXACT_DIGITS = 15
BATCH = 1 << 17
ROWS = 1 << 14


class TextFiles:
    """Some files with the same two columns; ``advance`` hears how many bytes of a file are read, of how many."""

    def __init__(self, paths: list[str], score: str, label: str, advance: Callable[[str, int, int], None] | None):
        self.paths, self.columns, self.advance = paths, (score, label), advance

    @contextmanager
    def _opened(self, path: str) -> Iterator[tuple[BinaryIO, str, Callable[[int], None] | None]]:
        where, size = place_of(path), os.path.getsize(path)
        with reading(where), open(path, "rb") as source:
            yield source, where, None if self.advance is None else partial(self._tell, where, size)

    def _tell(self, where: str, size: int, done: int) -> None:
        if self.advance is not None:
            self.advance(where, done, size)

    def blocks(self, take: Callable[..., Any]) -> Iterator[Any]:
        """The examples in all files, some lines at a time; `NotPlain` if a look at each line must tell."""
        for path in self.paths:
            with self._opened(path) as (source, where, told):
                yield from text_blocks(source, layout_of(where, *self.columns), take, told)

    def rows(self) -> Iterator[tuple[str, str]]:
        """The score and the class of one row after the other, as they are written."""
        for path in self.paths:
            with self._opened(path) as (source, where, told):
                for _, score, label in text_rows(source, where, self.columns, told):
                    yield score, label


def of_plain_text(connection: Any, files: TextFiles) -> Sample | None:
    """The sample in plain decimals, in the memory of ``connection``; None where there is something else."""
    extents = _plain(extent(block) for block in files.blocks(decimals))
    form = form_of(extents) if extents else None
    if form is None:
        return _of_wide(connection, files)
    connection.execute("CREATE TEMP TABLE keys (key BIGINT)")
    for keys in _batches(keys_of(block, form) for block in files.blocks(decimals)):
        _insert(connection, "keys", key=_column(keys))
    if form.span <= EXACT_DIGITS:
        return of_ascending(_counts(connection), 10**form.most)
    return _sorted(connection, form)


def _of_wide(connection: Any, files: TextFiles) -> Sample | None:
    """The sample in plain decimals of up to 26 digits, in files that are mapped into memory."""
    extents = _plain(wide_extent(block) for block in files.blocks(wide_decimals))
    form = wide_form(extents) if extents else None
    if form is None:
        return None
    connection.execute("CREATE TEMP TABLE parts (high BIGINT, low BIGINT, one BIGINT)")
    parts = (np.stack((*parts_of(block, form), block.ones)) for block in files.blocks(wide_decimals))
    for rows in _batches(parts):
        high, low, ones = map(_column, rows)
        _insert(connection, "parts", high=high, low=low, one=ones)
    _check_count(connection, "parts")
    query = "SELECT high, low, count(*), CAST(sum(one) AS BIGINT) FROM parts GROUP BY 1, 2 ORDER BY 1, 2"
    start = np.zeros(1, dtype=np.int64)
    with ExitStack() as stack:
        files_of = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(4)]
        passed = [start, start]
        for file in files_of[2:]:
            file.write(start.tobytes())
        for batch in arrow_batches(connection.sql(query)):
            high, low, *counts = map(values, batch.columns)
            passed = [np.cumsum(x) + last[-1] for x, last in zip(counts, passed, strict=True)]
            for file, column in zip(files_of, (high, low, *passed), strict=True):
                file.write(column.tobytes())
        high, low, ends, ones = map(_mapped, files_of)
    return _both_classes(Columnar(WideTable(Path(ends, ones), high, low, 10**form.cut, 10**form.most)))


def _mapped(file: Any) -> Integers:
    file.flush()
    return np.asarray(np.memmap(file, dtype=np.int64, mode="r"))


def _check_count(connection: Any, table: str) -> None:
    ((n,),) = connection.sql(f"SELECT count(*) FROM {table}").fetchall()
    if n > MOST:
        raise GroupedError(f"{n} examples are too many: up to {MOST} are read if scores have more than 15 digits")


def _plain(found: Iterable[Any]) -> list[Any] | None:
    """What is found; None where it is not plain, or is not there, which a look at each line tells better."""
    try:
        return list(found) or None
    except (NotPlain, csv.Error, DataError):
        return None


def text_table(connection: Any, files: TextFiles) -> Any:
    """A table of the scores ``s`` and the classes ``y`` as they are written."""
    connection.execute("CREATE TEMP TABLE texts (s VARCHAR, y VARCHAR)")
    rows = files.rows()
    first = next(rows, None)
    if first is None:
        raise GroupedError("has a header and no rows")
    rows = chain([first], rows)
    while batch := list(islice(rows, ROWS)):
        scores, classes = map(_texts, zip(*batch, strict=True))
        _insert(connection, "texts", s=scores, y=classes)
    return connection.table("texts")


def arrow_batches(found: Any) -> Iterator[Any]:
    """What a query finds, in parts."""
    return iter((getattr(found, "to_arrow_reader", None) or found.fetch_record_batch)(BATCH))


def _insert(connection: Any, table: str, **columns: Any) -> None:
    import pyarrow as pa

    connection.from_arrow(pa.table(columns)).insert_into(table)


def _batches(parts: Iterable[Integers]) -> Iterator[Integers]:
    """The same columns in fewer parts."""
    waiting: list[Integers] = []
    for part in parts:
        waiting.append(part)
        if sum(part.shape[-1] for part in waiting) >= BATCH:
            yield np.concatenate(waiting, axis=-1)
            waiting = []
    if waiting:
        yield np.concatenate(waiting, axis=-1)


def _column(numbers: Integers) -> Any:
    """A column of Arrow, from its buffers, as Arrow's own way imports pandas."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int64(), len(numbers), [None, pa.py_buffer(numbers)])


def _texts(column: Iterable[str]) -> Any:
    import pyarrow as pa

    texts = [text.encode() for text in column]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(texts))]
    return pa.Array.from_buffers(pa.large_string(), len(texts), buffers)


def _counts(connection: Any) -> Iterator[tuple[npt.NDArray[np.float64], Integers, Integers]]:
    found = connection.sql("""
        SELECT key >> 1, count(*) FILTER (key & 1 = 0), count(*) FILTER (key & 1 = 1)
        FROM keys GROUP BY 1 ORDER BY 1""")
    for batch in arrow_batches(found):
        codes, counts0, counts1 = map(values, batch.columns)
        yield codes.astype(np.float64), counts0, counts1


def _sorted(connection: Any, form: Form) -> Sample:
    """The sample of keys that are sorted into a file, which is then mapped into memory."""
    _check_count(connection, "keys")
    with tempfile.TemporaryFile() as file:
        for batch in arrow_batches(connection.sql("SELECT key FROM keys ORDER BY 1")):
            file.write(values(batch.column(0)).tobytes())
        keys = _mapped(file)
    return _both_classes(Columnar(DecimalKeys(keys, bits=BITS[form.digits], denominator=10**form.most)))
