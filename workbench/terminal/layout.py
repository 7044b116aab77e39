"""Tables that fit 80 columns, numbers in them, and progress on standard error."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from workbench.formats import Told, fraction

WIDTH = 80
BETWEEN = 2
WRAPPED = 16
"""Columns of characters that the last column of a table wants at least to wrap in."""
MOST_ROWS = 30
CONDITIONS = {"cost": "cost proportions", "skew": "skews"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the caller, who knows the exit code."""
        raise BrokenPipeError


def new_console() -> Console:
    console = _Console(highlight=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


class _Rows(Table):
    """A table; where its columns have no room beside each other, each row is a list, one cell below the other."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        *others, last = self.columns
        needed = sum((column.min_width or 0) + BETWEEN for column in others)
        room = min(WRAPPED, max(cell_len(str(cell)) for cell in (last.header, *last.cells)))
        if needed + room <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        if self.title:
            yield Text(str(self.title), style="bold")
        for row in zip(*(column.cells for column in self.columns), strict=True):
            told = [(str(column.header), str(cell)) for column, cell in zip(self.columns, row, strict=True)]
            yield Text(" ".join(cell for name, cell in told if cell and not name), style="bold")
            for name, cell in told:
                if cell and name:
                    yield Padding(Text.assemble((f"{name}: ", "bold"), cell), (0, 0, 0, 2))


def table_of(header: tuple[str, ...], rows: Iterable[tuple[str | Text, ...]], title: str | None = None) -> Table:
    """A table whose columns show their cells on one line, but for the last, which wraps in what room is left."""
    table = _Rows(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    cells = [header, *rows]
    for number, name in enumerate(header):
        last = number == len(header) - 1
        width = None if last else max(len(row[number]) for row in cells)
        table.add_column(name, overflow="fold", no_wrap=not last, min_width=width)
    for row in cells[1:]:
        table.add_row(*row)
    return table


def show(parts: Iterable[Told], bold: bool = False) -> None:
    """Print sentences and tables; with ``bold`` the first stands out."""
    console = new_console()
    for number, part in enumerate(parts):
        if isinstance(part, str):
            console.print(Text(part, style="bold" if bold and not number else ""))
        else:
            console.print(table_of(part.header, list(part.rows)))


def facts_of(*rows: tuple[str, str]) -> Table:
    """Names and what they stand for, which wraps below itself."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True, style="bold")
    facts.add_column(overflow="fold")
    for name, value in rows:
        facts.add_row(name, Text(value))
    return facts


def number(value: dict[str, Any]) -> tuple[str, str]:
    """A number of which the plain values are given, to six decimals and exactly, or with its error bound."""
    from workbench.numbers.written import decimal  # with flint, which a list of pages needs not

    endless = value["exact"] if value["exact"] in ("oo", "-oo") else None
    if endless:
        return endless, "infinite"
    shown = "beyond a double" if value["value"] is None else decimal(value["value"])
    if value["exact"] is not None:
        return shown, fraction(value["exact"], 60)
    return shown, "" if value["error"] is None else f"± {value['error']:.1e}"


def indented(text: str, width: int, indent: int, first: str | None = None) -> str:
    """A long line in several, which hang below each other."""
    hang = " " * indent
    begin = hang if first is None else first
    return textwrap.fill(text, width, initial_indent=begin, subsequent_indent=hang, break_on_hyphens=False)


Advance = Callable[[str, int, int], None]


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A sign of life on standard error while the block runs, only where standard error is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield


@contextmanager
def progress(what: str) -> Iterator[Advance]:
    """A bar on standard error while the block runs, only where standard error is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task: Any = bar.add_task(what, total=None)

        def advance(name: str, done: int, total: int) -> None:
            bar.update(task, description=f"{what} {name}", completed=done, total=total)

        yield advance
