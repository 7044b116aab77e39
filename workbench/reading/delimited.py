"""Delimited text: its header, its lines and its rows, and what is said of them where they cannot be read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeAlias

from workbench.errors import InputError, reason, shown
from workbench.samples.text_columns import MAX_LINE, Layout

LINES = 20_000
DELIMITERS = (",", ";", "\t")
Advance: TypeAlias = Callable[[int], None] | None


class DataError(InputError):
    """The file cannot be read as a sample; the message names the file, the line and the value."""


class NoColumn(DataError):
    """The file has no column of the name ``column``; ``present`` names those that it has."""

    def __init__(self, where: str, column: str, header: list[str]) -> None:
        self.column = column
        self.present = ", ".join(map(shown, header[:20])) + ", ..." * (len(header) > 20)
        super().__init__(f"{where}: has no column {shown(column)}; its columns are {self.present}")


def place_of(name: str) -> str:
    """What messages call the file."""
    where = "standard input" if name == "-" else name
    return shown(where)[1:-1] if len(where) <= 40 else where.encode("unicode_escape").decode()


@contextmanager
def reading(where: str) -> Iterator[None]:
    """What goes wrong while the file is read, as `DataError`."""
    try:
        yield
    except DataError:
        raise
    except FileNotFoundError:
        raise DataError(f"{where}: there is no such file") from None
    except IsADirectoryError:
        raise DataError(f"{where}: is a directory, not a file") from None
    except OSError as error:
        raise DataError(f"{where}: cannot be read ({error.strerror or reason(error)})") from None
    except (ValueError, NotImplementedError) as error:
        raise DataError(f"{where}: {reason(error)}") from None


def columns_named(where: str, header: list[str], wanted: tuple[str, ...]) -> list[int]:
    """Where the columns called ``wanted`` stand in the header."""
    for name in header:
        if header.count(name) > 1 and name in wanted:
            raise DataError(f"{where}: two columns are called {shown(name)}")
    for name in wanted:
        if name not in header:
            raise NoColumn(where, name, header)
    return [header.index(name) for name in wanted]


class Lines:
    """The lines of ``source``, counted; a line that is too long is refused without reading it to its end."""

    def __init__(self, source: BinaryIO, where: str, advance: Advance, count: int = 0) -> None:
        self.source = io.TextIOWrapper(source, encoding="utf-8-sig", newline="")
        self.where = where
        self.advance = advance
        self.count = count

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = self.source.readline(MAX_LINE + 1)
        except UnicodeDecodeError as error:
            at = self.count + 1 + len(re.findall(rb"\r\n?|\n", error.object[: error.start]))
            wrong = error.object[error.start]
            raise DataError(f"{self.where}, line {at}: the byte 0x{wrong:02x} is not UTF-8 text") from None
        if not line:
            raise StopIteration
        self.count += 1
        if self.advance is not None and self.count % LINES == 0:
            self.advance(self.source.buffer.tell())
        if len(line) > MAX_LINE:
            raise DataError(f"{self.where}, line {self.count}: {shown(line)} has more than {MAX_LINE} characters")
        if "\0" in line:
            raise DataError(f"{self.where}, line {self.count}: {shown(line)} is not text")
        return line


def _header(line: str, wanted: tuple[str, ...]) -> tuple[str, list[str]]:
    """What separates the columns, and their names: the reading that has the wanted ones, else the most."""
    readings: list[tuple[str, list[str]]] = []
    failure: csv.Error | None = None
    for mark in DELIMITERS:
        try:
            (names,) = csv.reader([line], delimiter=mark, strict=True, skipinitialspace=True)
        except csv.Error as error:
            failure = failure or error
        else:
            readings.append((mark, [name.strip() for name in names]))
    if not readings:
        assert failure is not None
        raise failure
    return max(readings, key=lambda reading: (set(wanted) <= set(reading[1]), len(reading[1])))


def layout_of(where: str, score: str, label: str) -> Callable[[str], Layout]:
    """What tells from the header how the lines are laid out."""

    def layout(line: str) -> Layout:
        delimiter, header = _header(line, (score, label))
        at_score, at_label = columns_named(where, header, (score, label))
        return Layout(delimiter, len(header), at_score, at_label)

    return layout


def entries(count: int) -> str:
    """So many entries, in words.

    >>> entries(1), entries(20)
    ('1 entry', '20 entries')
    """
    return "1 entry" if count == 1 else f"{count} entries"


def text_rows(source: BinaryIO, where: str, wanted: tuple[str, ...], advance: Advance) -> Iterator[tuple[str, ...]]:
    """The place of one row after the other, and its entries in the wanted columns, as they are written."""
    lines = Lines(source, where, advance)
    start = 0
    try:
        first = next((line for line in lines if line.strip()), None)
        if first is None:
            raise DataError(f"{where}: is empty")
        start = lines.count
        delimiter, header = _header(first, wanted)
        places = columns_named(where, header, wanted)
        rows = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        start = lines.count + 1
        for row in rows:
            if row and (len(row) > 1 or row[0].strip()):
                if len(row) != len(header):
                    raise DataError(
                        f"{where}, line {start}: {shown(delimiter.join(row))} has {entries(len(row))}; "
                        f"the header has {len(header)}"
                    )
                yield f"line {start}", *(row[i] for i in places)
            start = lines.count + 1
    except csv.Error as error:
        unclosed = "unexpected end" in str(error) or "field limit" in str(error)
        raise DataError(
            f"{where}, line {start}: {'a quote that opens here is never closed' if unclosed else error}"
        ) from None
    finally:
        lines.source.detach()
