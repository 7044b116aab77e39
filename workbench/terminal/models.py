"""What ``workbench compare`` prints of two models: which loses less, by how much, and where."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from workbench.numbers.written import significant, text
from workbench.terminal.layout import CONDITIONS, MOST_ROWS, indented, new_console, table_of

if TYPE_CHECKING:
    from workbench.inference.model_comparison import ModelComparison
    from workbench.numbers.algebraic import Algebraic

SHORT = 12
"""Of an end of a region as a fraction."""


def show_model_comparison(found: ModelComparison) -> None:
    """Print which model loses less, what was found beside that, and which loses less at which operating conditions."""
    from workbench.inference.losses_under import told_law
    from workbench.inference.model_comparison import BETTER

    console = new_console()
    console.print(Text(found.sentence, style="bold"))
    console.print(
        Text(f"method: {found.method}, operating condition: {told_law(found.cost)} {CONDITIONS[found.condition]}")
    )
    for sentence in found.in_words[1:]:
        console.print(Text(indented(f"- {sentence}", console.width, 2, first="")))
    if found.regions is None:
        return
    rows = [
        (
            f"{'[' if x.has_low else '('}{_end(x.low)}",
            f"{_end(x.high)}{']' if x.has_high else ')'}",
            found.name_of(BETTER[x.sign]),
        )
        for x in found.regions
        if x.sign or not x.is_point
    ]
    console.print(table_of(("from", "to", "lower loss"), rows[:MOST_ROWS]))
    if len(rows) > MOST_ROWS:
        console.print(Text(f"and {len(rows) - MOST_ROWS} more rows; --json has them all"))


def _end(x: Algebraic) -> str:
    return text(x) if isinstance(x, Fraction) and len(text(x)) <= SHORT else significant(float(x))
