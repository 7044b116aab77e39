"""Samples from data that is counted somewhere else first, and may be larger than memory.

All that the figures need is how many examples of each class have each distinct score. A database or a cluster counts
that where the data is; what arrives here are chunks ``(scores, counts0, counts1)``. They are kept in files that are
mapped into memory, and every figure is then found in blocks, so that memory is bounded whatever the number of scores.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.errors import shown
from workbench.samples.columnar import MOST, Columnar
from workbench.samples.decimals import ScaledTable
from workbench.samples.roc_path import Path
from workbench.samples.sample import Sample, SampleError, _both_classes

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Chunk: TypeAlias = tuple[Floats, Integers, Integers]

FEW = 1 << 20
LARGEST = 1 << 62


class GroupedError(SampleError):
    """These grouped counts are no sample, or too large; the message shows the offending value."""


def of_groups(chunks: Iterable[tuple[Any, Any, Any]]) -> Sample:
    """The sample of chunks ``(scores, counts0, counts1)``: in each, as many scores as counts of either class.

    A score may come more than once, in one chunk or in several, and its counts are then added. Chunks of numpy arrays
    are dealt with as arrays, their doubles as stored; other columns, as of decimals or text, entry by entry. As long as
    scores ascend strictly from chunk to chunk, memory holds one chunk at a time; otherwise the distinct scores.
    This is the way in for whatever can count: a cluster's rows, sorted and brought in turn, for example.

    >>> import numpy as np
    >>> of_groups([(np.array([0.25, 0.5]), [3, 1], [0, 2]), (np.array([0.75]), [0], [1])])
    Sample(n=7, n0=4, n1=3, distinct scores 3 in [1/4, 3/4])
    """
    if not isinstance(chunks, Iterable):
        raise GroupedError(f"{shown(chunks)} is no succession of chunks (scores, counts0, counts1)")
    rest = map(_three, chunks)
    first = next(rest, None)
    if first is None:
        raise GroupedError("there are no examples; a sample needs one of each class at least")
    if not hasattr(first[0], "__array__") or not _doubles_hold(np.asarray(first[0]).dtype):
        columns = zip(*map(_of_one_length, chain([first], rest)), strict=True)
        return Sample.of_counts(*(chain.from_iterable(column) for column in columns))
    return of_ascending(map(_chunk, chain([first], rest)))


def _three(chunk: Any) -> tuple[Any, Any, Any]:
    if not isinstance(chunk, tuple | list) or len(chunk) != 3:
        raise GroupedError(f"a chunk is (scores, counts0, counts1), not {shown(chunk)}")
    scores, counts0, counts1 = chunk
    return scores, counts0, counts1


def _of_one_length(chunk: tuple[Any, Any, Any]) -> tuple[list[Any], list[Any], list[Any]]:
    try:
        scores, counts0, counts1 = map(list, chunk)
    except TypeError:
        raise GroupedError(f"a chunk is three columns, not {shown(chunk)}") from None
    if not len(scores) == len(counts0) == len(counts1):
        raise GroupedError(f"a chunk has {len(scores)} scores, {len(counts0)} and {len(counts1)} counts")
    return scores, counts0, counts1


def examples(count: int) -> str:
    """So many examples, in words.

    >>> examples(1), examples(20)
    ('1 example', '20 examples')
    """
    return f"{count} example" + "s" * (count != 1)


def _doubles_hold(kind: np.dtype[Any]) -> bool:
    return kind.kind in "biu" or (kind.kind == "f" and kind.itemsize <= 8)


def _chunk(given: tuple[Any, Any, Any]) -> Chunk:
    """One chunk as arrays, without scores that nobody has."""
    try:
        scores, *counts = map(np.asarray, given)
    except ValueError:
        raise GroupedError(f"a chunk is three columns, not {shown(given)}") from None
    if not all(x.ndim == 1 and len(x) == len(scores) for x in (scores, *counts)):
        shapes = (x.shape for x in (scores, *counts))
        raise GroupedError("scores and counts of a chunk have the shapes {}, {} and {}".format(*shapes))
    if not _doubles_hold(scores.dtype):
        raise GroupedError(f"scores of a chunk have the type {scores.dtype}, those of the first were numbers")
    values: Floats = np.add(scores, 0.0, dtype=np.float64)
    for x in counts:
        if len(x) and (x.dtype.kind not in "iub" or x.min() < 0):
            entry = x.min() if x.dtype.kind in "if" else x[0]
            raise GroupedError(f"count {shown(entry)} is not a whole number from 0 to 2**62")
        if len(x) and x.max() > LARGEST:
            raise GroupedError(f"count {shown(x.max())} is too large; up to 2**62 examples are counted")
    a, b = counts[0].astype(np.int64), counts[1].astype(np.int64)
    for wrong, why in (
        (~np.isfinite(values), "is not a finite number"),
        ((np.abs(values) >= 2**53) & (scores.dtype.kind in "iu"), "is not an integer below 2**53"),
    ):
        if wrong.any():
            times = examples(int(a[wrong].sum() + b[wrong].sum()))
            raise GroupedError(f"score {shown(scores[wrong][0])} {why} ({times})")
    there = (a > 0) | (b > 0)
    return (values, a, b) if there.all() else (values[there], a[there], b[there])


def _few_enough(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """The chunks, as long as all their counts together surely fit in 63 bits."""
    total = 0.0
    for chunk in chunks:
        total += float(sum(x.sum(dtype=np.float64) for x in chunk[1:]))
        if total > LARGEST:
            raise GroupedError(f"about {total:.3g} examples are too many; up to 2**62 are counted")
        yield chunk


def of_ascending(chunks: Iterable[Chunk], denominator: int = 1) -> Sample:
    """The sample of such chunks of doubles that are divided by ``denominator``."""
    rest = _few_enough(chunks)
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        ends, ones = (np.zeros(1, dtype=np.int64) for _ in range(2))
        for file in files[1:]:
            file.write(ends.tobytes())
        last = -np.inf
        for values, a, b in rest:
            if not len(values):
                continue
            if values[0] <= last or (values[1:] <= values[:-1]).any():
                for file in files:
                    file.flush()
                return of_ascending(_merged(chain([_back(files), (values, a, b)], rest)), denominator)
            last = values[-1]
            ends, ones = np.cumsum(a + b) + ends[-1], np.cumsum(b) + ones[-1]
            for file, column in zip(files, (values, ends, ones), strict=True):
                file.write(np.ascontiguousarray(column).tobytes())
        for file in files:
            file.flush()
        if not ends[-1]:
            raise GroupedError("there are no examples; a sample needs one of each class at least")
        values, ends, ones = _mapped(files)
    if ends[-1] <= MOST:
        return _both_classes(Columnar(ScaledTable(Path(ends, ones), values, denominator)))
    if len(values) > FEW:
        raise GroupedError(
            f"{ends[-1]} examples at {len(values)} distinct scores are too many: "
            f"more than {MOST} are read at up to {FEW} distinct scores"
        )
    found = ScaledTable(Path(ends, ones), values, denominator)
    return Sample.of_counts(*found.columns())


def _mapped(files: list[Any]) -> tuple[Floats, Integers, Integers]:
    values, ends, ones = (
        np.asarray(np.memmap(file, dtype=kind, mode="r"))
        for file, kind in zip(files, (np.float64, np.int64, np.int64), strict=True)
    )
    return values, ends, ones


def _back(files: list[Any]) -> Chunk:
    """What was written so far, as one chunk."""
    values = np.fromfile(_rewound(files[0]), dtype=np.float64)
    ends, ones = (np.fromfile(_rewound(file), dtype=np.int64) for file in files[1:])
    b = np.diff(ones)
    return values, np.diff(ends) - b, b


def _rewound(file: Any) -> Any:
    file.seek(0)
    return file


def _merged(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """One chunk of all, in order."""
    parts: list[Chunk] = []
    most = FEW
    for chunk in chunks:
        parts.append(chunk)
        if sum(len(part[0]) for part in parts) > most:
            parts = [_in_order(parts)]
            most = max(FEW, 2 * len(parts[0][0]))
    yield _in_order(parts)


def _in_order(parts: list[Chunk]) -> Chunk:
    values, a, b = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(values, kind="stable")
    values = values[order]
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))
    return values[starts], np.add.reduceat(a[order], starts), np.add.reduceat(b[order], starts)
