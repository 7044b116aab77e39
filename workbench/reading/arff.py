"""Reading ARFF, the attribute-relation file format of Weka: dense rows, a numeric score, and classes 0 and 1.

Witten and Frank, Data mining: practical machine learning tools and techniques (2005), section 2.4.
"""

from __future__ import annotations

import csv
import re
from typing import Any, BinaryIO

from workbench.errors import shown
from workbench.reading.delimited import Advance, DataError, Lines, columns_named, entries
from workbench.samples.columns import class_of
from workbench.samples.sample import Sample
from workbench.samples.text_columns import MAX_LINE, Layout
from workbench.samples.texts import sample_of_text

ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{'"]+(?=[\s{]))\s*(\S.*)""", re.IGNORECASE
)
NUMERIC = ("numeric", "real", "integer")


def read_arff(source: BinaryIO, where: str, score: str, label: str, advance: Advance) -> Sample | None:
    """The sample in plain rows; None where a look at each line must tell what is there, or what is wrong."""
    width, (at_score, at_label), _ = _header(source, where, (score, label))
    return sample_of_text(source, Layout(",", width, at_score, at_label, odd=b"'\"%{"), advance)


def arff_rows(source: BinaryIO, where: str, wanted: tuple[str, ...], advance: Advance) -> list[list[Any]]:
    """The places of the rows, and their entries in the wanted columns: the scores, the classes, and others.

    `DataError` for sparse rows, or of another length.
    """
    width, places, header = _header(source, where, wanted)
    lines = Lines(source, where, advance, header)
    found: list[list[Any]] = [[] for _ in range(1 + len(wanted))]
    try:
        for line in map(str.strip, lines):
            if not line or line.startswith("%"):
                continue
            place = f"line {lines.count}"
            if line.startswith("{"):
                raise DataError(f"{where}, {place}: {shown(line)} is a sparse row; write all its values")
            quote = "'" if "'" in line else '"'
            try:
                (row,) = csv.reader([line], quotechar=quote, strict=True, skipinitialspace=True)
            except csv.Error as error:
                raise DataError(f"{where}, {place}: {shown(line)}: {error}") from None
            if len(row) != width:
                raise DataError(
                    f"{where}, {place}: {shown(line)} has {entries(len(row))}; there are {width} attributes"
                )
            for column, value in zip(found, (place, *(row[i] for i in places)), strict=True):
                column.append(value)
    finally:
        lines.source.detach()
    if not found[0]:
        raise DataError(f"{where}: has no rows after @data")
    return found


def _header(source: BinaryIO, where: str, wanted: tuple[str, ...]) -> tuple[int, list[int], int]:
    """How many attributes there are, where the wanted ones stand, and the number of the line of @data.

    ``source`` is behind that line then.
    """
    names: list[str] = []
    kinds: list[tuple[int, str]] = []
    count = 0
    while line := source.readline(MAX_LINE + 1):
        count += 1
        try:
            text = line.decode("utf-8-sig" if count == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            wrong = error.object[error.start]
            raise DataError(f"{where}, line {count}: the byte 0x{wrong:02x} is not UTF-8 text") from None
        word = text.partition(" ")[0].partition("\t")[0].lower()
        if word == "@data":
            places = columns_named(where, names, wanted)
            _check_kinds(where, wanted[0], wanted[1], kinds[places[0]], kinds[places[1]])
            return len(names), places, count
        if word == "@attribute":
            attribute = ATTRIBUTE.fullmatch(text)
            if attribute is None:
                raise DataError(f"{where}, line {count}: {shown(text)} is not @attribute NAME TYPE")
            name, kind = attribute.groups()
            names.append(re.sub(r"\\(.)", r"\1", name[1:-1]) if name[0] in "'\"" else name)
            kinds.append((count, kind))
        elif text and word != "@relation" and not text.startswith("%"):
            raise DataError(f"{where}, line {count}: {shown(text)}; before @data stand @relation and @attribute")
    raise DataError(f"{where}: has no @data")


def _check_kinds(where: str, score: str, label: str, of_score: tuple[int, str], of_label: tuple[int, str]) -> None:
    """Scores are numeric; classes are too, or the nominal values are 0 and 1."""
    line, kind = of_score
    if kind.lower() not in NUMERIC:
        raise DataError(f"{where}, line {line}: {shown(score)} has the type {shown(kind)}; scores are numeric")
    line, kind = of_label
    if kind.lower() in NUMERIC:
        return
    values = [value.strip().strip("'\"") for value in kind.strip("{}").split(",")] if kind[0] == "{" else []
    try:
        if not values:
            raise ValueError
        for value in values:
            class_of(value)
    except ValueError:
        raise DataError(
            f"{where}, line {line}: {shown(label)} has the type {shown(kind)}; classes are 0 (positive) and 1"
        ) from None
