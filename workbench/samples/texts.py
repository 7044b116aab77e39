"""Samples of plain decimal texts: those of a file, and those in columns, which are put together as if they were one."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO

from workbench.samples.columnar import Columnar
from workbench.samples.columns import class_of
from workbench.samples.decimals import of_decimals
from workbench.samples.text_columns import Layout, decimals, read_text, wide_decimals
from workbench.samples.wide_decimals import of_wide

FEW = 256
ODD = '", \t\r\0'
"""What may stand around a number in a file, and not in a column."""
PLAIN = Layout(",", 2, 0, 1)


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
    try:
        label = {value: str(class_of(value)) for value in set(classes)}
    except (TypeError, ValueError):
        return None
    texts = list(map(str, scores))
    column = "\n".join(texts)
    if not column.isascii() or any(odd in column for odd in ODD) or column.count("\n") != len(scores) - 1:
        return None
    rows = "\n".join(map(",".join, zip(texts, map(label.__getitem__, classes), strict=True)))
    return sample_of_text(io.BytesIO(rows.encode()), PLAIN)
