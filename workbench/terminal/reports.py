"""What ``workbench check`` prints: what was understood, the verdict, its reason and its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from workbench.reports.told import told, understood
from workbench.terminal.layout import MOST_ROWS, new_console, table_of

if TYPE_CHECKING:
    from workbench.reports.check import Checked


def show_check(found: Checked) -> None:
    """Print what was found of each report and claim."""
    console = new_console()
    if found.title:
        console.print(Text(f"{found.title}\n", style="bold"))
    for result in found.results:
        if read := understood(result):
            console.print(Text(read))
        console.print(Text.assemble((result.verdict, "bold"), "  ", result.where))
        for part in told(result, matrix=False):
            if isinstance(part, str):
                console.print(Text(part))
                continue
            whole = part.header[0] == "figure"
            console.print(table_of(part.header, list(part.rows if whole else part.rows[:MOST_ROWS])))
            if not whole and len(part.rows) > MOST_ROWS:
                console.print(Text(f"and {len(part.rows) - MOST_ROWS} more rows; --json has them all"))
        console.print()
    console.print(Text(", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())))
