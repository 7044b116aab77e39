"""Samples of plain decimal texts, those of a file and those in columns: all are read as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.samples.columnar import Columnar, _ones
from workbench.samples.columns import as_list, class_of
from workbench.samples.decimals import Decimals, of_decimals
from workbench.samples.text_columns import (
    AFTER,
    BEFORE,
    Layout,
    NotPlain,
    decimals,
    read_text,
    scores_in_text,
    wide_decimals,
    wide_scores,
)
from workbench.samples.wide_decimals import WideDecimals, of_wide

Flags: TypeAlias = npt.NDArray[np.bool_]
Part: TypeAlias = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64], bool]
"""Bytes, where each text starts and stops, and whether there are exponents."""

FEW = 256
ROWS = 1 << 16


def sample_of_text(
    source: BinaryIO, layout: Callable[[str], Layout] | Layout, advance: Callable[[int], None] | None = None
) -> Columnar | None:
    """The sample in plain text from here on, whose first line ``layout`` takes unless it is known; else None."""
    start = source.tell()
    blocks = read_text(source, layout, decimals, advance)
    found = of_decimals(blocks) if blocks else None
    if found is None:
        source.seek(start)
        wide = read_text(source, layout, wide_decimals, advance)
        found = of_wide(wide) if wide else None
    return found


def of_texts(classes: list[Any], scores: list[Any]) -> Columnar | None:
    """The sample of texts or decimals with their classes; None where they are few, or must be looked at one by one.

    >>> of_texts([0, 1] * 150, ["0.25", "0.5"] * 150)
    Sample(n=300, n0=150, n1=150, distinct scores 2 in [1/4, 1/2])
    """
    if not FEW <= len(scores) == len(classes):
        return None
    ones = ones_of(classes)
    if ones is None:
        return None
    return either(
        lambda: [decimals_of(part, ones) for part, ones in _parts(scores, ones)],
        lambda: [WideDecimals(*wide_scores(*part), ones) for part, ones in _parts(scores, ones)],
    )


def either(decimals: Callable[[], list[Decimals]], wide: Callable[[], list[WideDecimals]]) -> Columnar | None:
    """The sample of such blocks, or of such; None where there are other numbers."""
    try:
        found = of_decimals(decimals())
    except NotPlain:
        found = None
    try:
        return of_wide(wide()) if found is None else found
    except NotPlain:
        return None


def ones_of(classes: Any) -> Flags | None:
    """Where the classes are 1; None where some are none, or must be looked at one by one.

    >>> ones_of([1, "0", "1.0", False])
    array([ True, False,  True, False])
    >>> ones_of([1, 2]) is None
    True
    """
    kind = getattr(classes, "dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in "biuf" and not isinstance(classes, np.ma.MaskedArray):
        given = np.asarray(classes)
        return _ones(given) if given.ndim == 1 and len(given) else None
    try:
        listed = as_list(classes, "y_true")
        said = {value: bool(class_of(value)) for value in set(listed)}
    except (TypeError, ValueError):
        return None
    return np.fromiter(map(said.__getitem__, listed), bool, len(listed))


def _parts(scores: list[Any], ones: Flags) -> Iterator[tuple[Part, Flags]]:
    """Some texts at a time, as bytes and where each starts and stops, with their classes."""
    decimal = not isinstance(scores[0], str)
    for i in range(0, len(scores), ROWS):
        texts = scores[i : i + ROWS]
        try:
            text = "\n".join(map(str, texts) if decimal else texts).encode("ascii")
        except UnicodeEncodeError:
            raise NotPlain from None
        buffer = np.frombuffer(b"".join((BEFORE, text, b"\n", AFTER)), dtype=np.uint8)
        stop = np.flatnonzero(buffer[len(BEFORE) : -len(AFTER)] == ord("\n")) + len(BEFORE)
        if len(stop) != len(texts):
            raise NotPlain
        start = np.concatenate(([len(BEFORE)], stop[:-1] + 1))
        yield (buffer, start, stop, b"e" in text or b"E" in text), ones[i : i + ROWS]


def decimals_of(part: Part, ones: Flags) -> Decimals:
    """Texts as decimals, with their classes."""
    m, places = scores_in_text(*part)
    m <<= 1
    m |= ones
    return Decimals(m, places)
