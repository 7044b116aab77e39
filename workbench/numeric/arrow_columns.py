"""Scores and classes from columns of Arrow, without a Python object for each row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.numeric.columnar import Columnar, of_arrays
from workbench.numeric.decimals import Decimals, of_decimals
from workbench.numeric.text_columns import AFTER, BEFORE, NotPlain, ones_in_text, scores_in_text

Array: TypeAlias = npt.NDArray[Any]

ROWS = 1 << 16


def of_table(table: Any, score: str, label: str) -> Columnar | None:
    """The sample in two columns of an Arrow table; None where only a look at each row can tell."""
    from pyarrow import types

    scores, classes = table.column(score), table.column(label)
    if scores.null_count or classes.null_count or not len(scores):
        return None
    try:
        if _numeric(scores.type):
            return of_arrays(_classes(classes), scores.to_numpy())
        if types.is_decimal(scores.type):
            columns = _of_decimals(scores, scores.type.scale)
        elif _textual(scores.type):
            columns = (scores_in_text(*part) for part in _texts(scores))
        else:
            return None
        ones, start, blocks = _classes(classes), 0, []
        if ones.dtype != np.bool_:
            if not ((ones == 0) | (ones == 1)).all():
                return None
            ones = ones == 1
        for m, places in columns:
            m <<= 1
            m |= ones[start : start + len(m)]
            start += len(m)
            blocks.append(Decimals(m, places))
    except NotPlain:
        return None
    return of_decimals(blocks)


def _numeric(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_floating(kind) or types.is_integer(kind) or types.is_boolean(kind))


def _textual(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind))


def _classes(column: Any) -> Array:
    if _numeric(column.type):
        return np.asarray(column.to_numpy())
    if _textual(column.type):
        return np.concatenate([ones_in_text(*part) for part in _texts(column)])
    raise NotPlain


def _texts(column: Any) -> Iterator[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """The bytes of some rows at a time, and where their texts start and stop."""
    for chunk in column.chunks:
        wide = "large" in str(chunk.type)
        _, offsets, data = chunk.buffers()
        ends = np.frombuffer(offsets, dtype=np.int64 if wide else np.int32)[chunk.offset :]
        for i in range(0, len(chunk), ROWS):
            here = ends[i : min(i + ROWS, len(chunk)) + 1].astype(np.int64)
            text = data[int(here[0]) : int(here[-1])].to_pybytes() if data is not None else b""
            if b"\0" in text:
                raise NotPlain
            buffer = np.frombuffer(b"".join((BEFORE, text, AFTER)), dtype=np.uint8)
            here += len(BEFORE) - here[0]
            yield buffer, here[:-1], here[1:]


def _of_decimals(column: Any, scale: int) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int16]]]:
    """The numerators over ``10**scale``: a decimal is stored as two words of 64 bits, the lower one first."""
    if column.type.bit_width != 128:
        raise NotPlain
    for chunk in column.chunks:
        words = np.frombuffer(chunk.buffers()[1], dtype="<i8").reshape(-1, 2)[chunk.offset : chunk.offset + len(chunk)]
        for i in range(0, len(words), ROWS):
            low, high = words[i : i + ROWS].T.copy()
            if (low >> 63 != high).any() or low.min() <= -(10**18) or low.max() >= 10**18:
                raise NotPlain
            yield low, np.full(len(low), scale, dtype=np.int16)
