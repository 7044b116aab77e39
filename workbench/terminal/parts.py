"""What ``workbench evaluate`` prints of the folds of a file, or of several classes."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from workbench.losses.evaluation import TURNED
from workbench.losses.parts import SECTIONS, EvaluationByPart
from workbench.losses.told import design_in_words
from workbench.numbers.certified import Real
from workbench.numbers.written import decimal
from workbench.terminal.layout import new_console, table_of

MOST = 6
"""Columns of numbers that a terminal has room for."""
SHORT = {"standard_deviation": "sd"}


def show(found: EvaluationByPart, name: str) -> None:
    """Print each figure of all parts together, in the mean, and of each part if they are few."""
    console = new_console()
    parts = ", ".join(
        f"{key} ({part.n0 + part.n1 if found.by == 'fold' else part.n1})" for key, part in found.parts.items()
    )
    console.print(Text(f"{name}: {len(found.parts)} {'folds' if found.by == 'fold' else 'classes'}, {parts}"))
    if found.pooled is not None and found.pooled.design:
        where = "in the pool" if found.pooled.design["prior"] is None else "in the pool and in each fold"
        console.print(Text(f"{where}: {design_in_words(found.pooled.design)}"))
    evaluations = {**({} if found.pooled is None else {"the pool": found.pooled}), **found.parts}
    below = [key for key, part in evaluations.items() if part.notes.get("AUC") == TURNED]
    if below:
        console.print(Text(f"AUC of {', '.join(below)} {TURNED}"))
    room = MOST - len(found.means) - (found.pooled is not None)
    shown = dict(found.parts) if len(found.parts) <= room else {}
    for section in SECTIONS:
        columns: dict[str, Mapping[str, Real | None]] = {}
        if found.pooled is not None:
            columns["pooled"] = getattr(found.pooled, section)
        columns |= {SHORT.get(key, key): means[section] for key, means in found.means.items()}
        columns |= {key: getattr(part, section) for key, part in shown.items()}
        rows = [
            (figure, *("-" if (x := row[figure]) is None else decimal(x) for row in columns.values()))
            for figure in next(iter(columns.values()))
        ]
        if rows:
            title = {"skew_losses": "loss for skews", "losses": "expected loss"}.get(section, section.rstrip("s"))
            console.print(table_of((title, *columns), rows))
    if not shown:
        console.print(Text("each part by itself: --json"))
