"""Scores and classes from columns of Arrow, without a Python object for each row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.samples.columnar import Columnar, of_arrays
from workbench.samples.decimals import Decimals, of_decimals
from workbench.samples.text_columns import AFTER, BEFORE, NotPlain, ones_in_text, scores_in_text, trimmed

Array: TypeAlias = npt.NDArray[Any]

ROWS = 1 << 16


def of_table(table: Any, score: str, label: str) -> Columnar | None:
    """The sample in two columns of an Arrow table; None where only a look at each row can tell."""
    scores, classes = table.column(score), table.column(label)
    if scores.null_count or classes.null_count or not len(scores):
        return None
    try:
        ones = _classes(classes)
        if _numeric(scores.type):
            return of_arrays(ones, values(scores))
        if not ((ones == 0) | (ones == 1)).all():
            return None
        ones, blocks = ones == 1, []
        for chunk in scores.chunks:
            for start, m, places in numbers(chunk):
                blocks.append(Decimals(m << 1 | ones[start : start + len(m)], places))
            ones = ones[len(chunk) :]
    except NotPlain:
        return None
    return of_decimals(blocks)


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
            m, places = scores_in_text(*part)
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
        raise NotPlain
    words = np.frombuffer(decimals.buffers()[1], dtype="<i8").reshape(-1, 2)
    low: npt.NDArray[np.int64]
    low, high = words[decimals.offset : decimals.offset + len(decimals)].T.astype(np.int64)
    if len(low) and ((low >> 63 != high).any() or low.min() <= -(10**18) or low.max() >= 10**18):
        raise NotPlain
    return low
