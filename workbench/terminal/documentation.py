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
        longest = [
            max((len(word) for cell in column for word in cell.split()), default=0)
            for column in zip(*cells, strict=False)
        ]
        fits = sum(longest) + _BETWEEN * len(longest) <= options.max_width
        for table in super().__rich_console__(console, options):
            for column, width in zip(table.columns if isinstance(table, Table) else (), longest, strict=False):
                column.overflow = "fold"
                column.min_width = width if fits else None
            yield table


class Pages(Markdown):
    """Markdown for a terminal."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "table_open": _WholeWords}


def show_page(console: Console, markdown: str) -> None:
    """Print a page; links are printed as their text."""
    console.print(Pages(markdown, hyperlinks=False))
