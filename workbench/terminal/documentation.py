"""Pages of the documentation in the terminal: Markdown, in whose tables no word is cut."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table

_BETWEEN = 3
"""Blanks beside a column."""


class _WholeWords(TableElement):
    """A table whose columns are as wide as their longest words where that fits; else these go on in a next line."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        head = [] if self.header is None or self.header.row is None else [self.header.row]
        body = [] if self.body is None else self.body.rows
        cells = [[cell.content.plain for cell in row.cells] for row in (*head, *body)]
        columns = list(zip(*cells, strict=False))
        longest = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
        widths = _widths(longest, [max(map(len, column)) for column in columns], options.max_width)
        for table in super().__rich_console__(console, options):
            for column, width in zip(table.columns if isinstance(table, Table) else (), widths, strict=False):
                column.overflow, column.width = "fold", width
            yield table


def _widths(longest: list[int], whole: list[int], room: int) -> list[int | None]:
    """Widths of columns that hold their longest words, and share what room is left by what they have besides; none
    where there is no such room.

    >>> _widths([4, 6], [10, 40], 60), _widths([4, 6], [10, 40], 36), _widths([4, 6], [10, 40], 12)
    ([10, 40], [7, 23], [None, None])
    """
    spare = room - _BETWEEN * len(longest) - sum(longest)
    if spare < 0:
        return [None] * len(longest)
    more = [most - least for least, most in zip(longest, whole, strict=True)]
    if sum(more) <= spare:
        return [*whole]
    return [least + spare * x // sum(more) for least, x in zip(longest, more, strict=True)]


class Pages(Markdown):
    """Markdown for a terminal."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "table_open": _WholeWords}


def show_page(console: Console, markdown: str) -> None:
    """Print a page; links are printed as their text."""
    console.print(Pages(markdown, hyperlinks=False))
