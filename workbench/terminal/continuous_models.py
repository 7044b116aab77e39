"""What ``workbench evaluate --model`` prints of a continuous model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from workbench.terminal.layout import facts_of, indented, new_console

if TYPE_CHECKING:
    from workbench.continuous.evaluation import ModelEvaluation


def show_model(found: ModelEvaluation) -> None:
    """Print the metrics, losses and expressions of a continuous model, each with all its digits."""
    console = new_console()
    console.print(Text(f"{found.model.name}: values to {found.digits} digits, each proven"))
    facts = facts_of(*((str(row["name"]), str(row["value"])) for row in found.rows if row["kind"] != "skew loss"))
    console.print(facts)
    if found.skew_losses:
        console.print(Text("\nexpected losses for skews"))
        console.print(facts_of(*((key, found.in_digits(x)) for key, x in found.skew_losses.items())))
    reasons: dict[str, list[str]] = {}
    for key, reason in found.notes.items():
        reasons.setdefault(reason.removeprefix(f"{key} "), []).append(key)
    for reason, keys in reasons.items():
        console.print(Text(indented(f"none, {', '.join(keys)}: {reason}", console.width, 2, first="")))
