"""Scores and classes from columns of Arrow, without a Python object for each row."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.samples.columnar import Columnar, of_arrays
from workbench.samples.decimals import Decimals
from workbench.samples.text_columns import (
    AFTER,
    BEFORE,
    NotPlain,
    has_exponents,
    ones_in_text,
    scores_in_text,
    trimmed,
    wide_scores,
)
from workbench.samples.texts import either, ones_of
from workbench.samples.wide_decimals import WideDecimals

Array: TypeAlias = npt.NDArray[Any]

ROWS = 1 << 16
MANY = 20_000
"""So many entries of a column of polars are worth the import of pyarrow."""


def of_table(table: Any, score: str, label: str) -> Columnar | None:
    """The sample in two columns of an Arrow table; None where only a look at each row can tell."""
    return _sample(plain(table.column(label)), plain(table.column(score)))


def of_columns(y_true: Any, y_score: Any) -> Columnar | None:
    """The sample of scores in a column of Arrow, or of pandas or polars kept in such a one, and of any classes.

    None where there is no such column, or only a look at each entry can tell.

    >>> import pyarrow
    >>> of_columns([0, 1] * 150, pyarrow.array(["0.25", "0.5"] * 150))
    Sample(n=300, n0=150, n1=150, distinct scores 2 in [1/4, 1/2])
    """
    scores = in_arrow(y_score)
    if scores is None or not len(scores):
        return None
    classes = in_arrow(y_true)
    if classes is None:
        classes = ones_of(y_true)
    if classes is None or len(classes) != len(scores):
        return None
    return _sample(classes, scores)


def in_arrow(column: Any) -> Any:
    """The column as Arrow has it, in chunks; None where it is no column of Arrow, and is not kept in one."""
    home = type(column).__module__.partition(".")[0]
    if home == "pandas":
        column = getattr(column, "array", column)
        kind = type(column).__name__
        if kind not in ("ArrowExtensionArray", "ArrowStringArray", "ArrowStringArrayNumpySemantics"):
            return None
        column = column.__arrow_array__()
    elif home == "polars" and hasattr(column, "to_arrow"):
        if len(column) < MANY and "pyarrow" not in sys.modules:
            return None
        try:
            column = column.to_arrow()
        except Exception:  # there is no pyarrow, or it has no such kind
            return None
    elif home != "pyarrow":
        return None
    from pyarrow import Array, ChunkedArray

    return plain(column) if isinstance(column, Array | ChunkedArray) else None


def plain(column: Any) -> Any:
    """The column in chunks, with the values themselves where it has them once each, and texts as they are stored."""
    from pyarrow import ChunkedArray, chunked_array, large_string, types

    if not isinstance(column, ChunkedArray):
        column = chunked_array([column])
    if types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    return column.cast(large_string()) if types.is_string_view(column.type) else column


def _sample(classes: Any, scores: Any) -> Columnar | None:
    """The sample of a column of scores, and of classes that are such a column or known."""
    if scores.null_count or not len(scores):
        return None
    try:
        ones = classes if isinstance(classes, np.ndarray) else _classes(classes)
        if _numeric(scores.type):
            return of_arrays(ones, values(scores))
        if not ((ones == 0) | (ones == 1)).all():
            return None
        return either(lambda: list(_decimals(scores, ones == 1)), lambda: list(_wide(scores, ones == 1)))
    except NotPlain:
        return None


def _decimals(scores: Any, ones: Array) -> Iterator[Decimals]:
    for chunk in scores.chunks:
        for start, m, places in numbers(chunk):
            m = m << 1
            m |= ones[start : start + len(m)]
            yield Decimals(m, places)
        ones = ones[len(chunk) :]


def _wide(scores: Any, ones: Array) -> Iterator[WideDecimals]:
    """The same where there are more digits; decimals as Arrow writes them."""
    from pyarrow import string, types

    for chunk in (scores.cast(string()) if types.is_decimal(scores.type) else scores).chunks:
        if not _textual(chunk.type):
            raise NotPlain
        for part in texts(chunk):
            yield WideDecimals(*wide_scores(*part, has_exponents(part[0])), ones[: len(part[1])])
            ones = ones[len(part[1]) :]


def _numeric(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_floating(kind) or types.is_integer(kind) or types.is_boolean(kind))


def _textual(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind))


def values(column: Any) -> Array:
    """Numbers or truth values without gaps as an array: from the buffers, as Arrow's own way imports pandas."""
    kind = np.dtype(column.type.to_pandas_dtype())
    chunks = getattr(column, "chunks", [column])
    return np.concatenate([np.zeros(0, dtype=kind), *(_values(chunk, kind) for chunk in chunks if len(chunk))])


def _values(chunk: Any, kind: np.dtype[Any]) -> Array:
    data, end = chunk.buffers()[1], chunk.offset + len(chunk)
    if kind.kind == "b":
        bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8), count=end, bitorder="little")
        return bits[chunk.offset :].astype(np.bool_)
    return np.frombuffer(data, dtype=kind, count=end)[chunk.offset :]


def _classes(column: Any) -> Array:
    if column.null_count:
        raise NotPlain
    if _numeric(column.type):
        return values(column)
    if _textual(column.type):
        return np.concatenate([ones_in_text(*part) for chunk in column.chunks for part in texts(chunk)])
    raise NotPlain


def texts(chunk: Any) -> Iterator[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """The bytes of some rows at a time, and where their texts start and stop."""
    _, offsets, data = chunk.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64 if "large" in str(chunk.type) else np.int32)[chunk.offset :]
    for i in range(0, len(chunk), ROWS):
        here = ends[i : min(i + ROWS, len(chunk)) + 1].astype(np.int64)
        text = data[int(here[0]) : int(here[-1])].to_pybytes() if data is not None else b""
        if b"\0" in text:
            raise NotPlain
        buffer = np.frombuffer(b"".join((BEFORE, text, AFTER)), dtype=np.uint8)
        here += len(BEFORE) - here[0]
        start, stop = trimmed(buffer, here[:-1], here[1:])
        yield buffer, start, stop


def numbers(chunk: Any) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int16]]]:
    """Integers, decimals or texts as ``m / 10**places``, from a row on; `NotPlain` where they may be none."""
    from pyarrow import types

    start, scale = 0, getattr(chunk.type, "scale", 0)
    if _textual(chunk.type):
        for part in texts(chunk):
            m, places = scores_in_text(*part, has_exponents(part[0]))
            yield start, m, places
            start += len(m)
        return
    if not types.is_decimal(chunk.type) and not types.is_integer(chunk.type):
        raise NotPlain
    for start in range(0, len(chunk), ROWS):
        part = chunk[start : start + ROWS]
        m = numerators(part) if types.is_decimal(chunk.type) else _whole(values(part))
        yield start, m, np.full(len(m), scale, dtype=np.int16)


def _whole(m: Array) -> npt.NDArray[np.int64]:
    if len(m) and (m.min() <= -(10**18) or m.max() >= 10**18):
        raise NotPlain
    return m.astype(np.int64)


def numerators(decimals: Any) -> npt.NDArray[np.int64]:
    """Decimals times ``10**scale``: each is stored as two words of 64 bits, the lower one first."""
    if decimals.type.bit_width != 128:
        decimals = as_128(decimals)
    words = np.frombuffer(decimals.buffers()[1], dtype="<i8").reshape(-1, 2)
    low: npt.NDArray[np.int64]
    low, high = words[decimals.offset : decimals.offset + len(decimals)].T.astype(np.int64)
    if len(low) and ((low >> 63 != high).any() or low.min() <= -(10**18) or low.max() >= 10**18):
        raise NotPlain
    return low


def as_128(decimals: Any) -> Any:
    """Decimals of 128 bits; `NotPlain` where some do not fit."""
    from pyarrow import ArrowInvalid, decimal128

    try:
        return decimals.cast(decimal128(38, decimals.type.scale))
    except ArrowInvalid:
        raise NotPlain from None
