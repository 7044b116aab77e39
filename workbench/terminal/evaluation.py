"""What ``workbench evaluate`` prints: metrics and losses, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.text import Text

from workbench import metrics
from workbench.formats import exactly, in_decimals
from workbench.numbers.written import plain
from workbench.terminal.layout import facts_of, indented, new_console, table_of

if TYPE_CHECKING:
    from workbench.continuous.evaluation import ModelEvaluation
    from workbench.inference.evaluation_intervals import EvaluationIntervals
    from workbench.inference.losses_under import LossesUnder
    from workbench.losses.evaluation import Evaluation


def design_in_words(design: Mapping[str, Any]) -> str:
    """How examples count, in a line, such as: weighted, in 4 groups, class 1 has the proportion 1/4."""
    groups, prior, share = design["groups"], design["prior"], design["pi1"]
    parts = ["weighted" if design["weighted"] else "", f"in {groups} groups" if groups else ""]
    if prior is not None or design["weighted"]:
        parts.append(f"class 1 has the proportion {plain(share)}")
    return ", ".join(part for part in parts if part)


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


def show_evaluation(found: Evaluation, name: str) -> None:
    """Print the metrics and losses of an evaluation."""
    console = new_console()
    console.print(
        Text(f"{name}: {found.n} examples, {found.n0} of class 0 and {found.n1} of class 1, "
             f"{found.distinct_scores} distinct scores")
    )  # fmt: skip
    if found.design:
        console.print(Text(design_in_words(found.design)))
    console.print(
        table_of(
            ("metric", "value", "exact", ""),
            [
                (key, in_decimals(value), exactly(value, 22), metrics.CATALOGUE[key].title)
                for key, value in found.metrics.items()
            ],
        )
    )
    console.print(
        table_of(
            ("expected loss", "cost", "skew", "exact (cost)", "exact (skew)"),
            [
                (
                    key,
                    in_decimals(value),
                    in_decimals(skew),
                    exactly(value, 19),
                    exactly(skew, 19),
                )
                for (key, value), skew in zip(found.losses.items(), found.skew_losses.values(), strict=True)
            ],
        )
    )
    if found.expressions:
        rows = [(in_decimals(value), exactly(value, 22), key) for key, value in found.expressions.items()]
        console.print(table_of(("value", "exact", "expression"), rows))
    shown = (*found.metrics.values(), *found.losses.values(), *found.skew_losses.values(), *found.expressions.values())
    if any(isinstance(value, Fraction) and "digits" in exactly(value, 22) for value in shown):
        console.print(Text("(N digits) stands for a fraction whose longer part has N digits; --json prints it"))
    reasons: dict[str, list[str]] = {}
    for key, reason in found.notes.items():
        reasons.setdefault(reason, []).append(key)
    for reason, keys in reasons.items():
        console.print(Text(f"{', '.join(dict.fromkeys(keys))}: {reason}"))


def show_losses_under(found: LossesUnder) -> None:
    """Print losses under a law of costs, with their intervals."""
    from workbench.inference.losses_under import told_law

    console = new_console()
    console.print(Text(f"under {told_law(found.cost)} cost proportions"))
    ends = {key: (f"{x.low:.6f}", f"{x.high:.6f}") for key, x in found.intervals.items()}
    rows = [(key, in_decimals(x), exactly(x, 22), *ends.get(key, ("", ""))) for key, x in found.losses.items()]
    console.print(table_of(("expected loss", "value", "exact", *(("low", "high") if ends else ("", ""))), rows))
    for key, reason in found.notes.items():
        console.print(Text(f"{key}: {reason}"))


def show_intervals(found: EvaluationIntervals) -> None:
    """Print the bootstrap intervals of an evaluation."""
    from workbench.inference.evaluation_intervals import shifted

    console = new_console()
    plan = found.plan.printed
    console.print(Text(f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}"))
    rows = [
        (
            every.name + " *" * shifted(every),
            f"{every.estimate:.6f}",
            f"{every.low:.6f}",
            f"{every.high:.6f}",
            f"{every.standard_error:.6f}",
        )
        for part in found.parts.values()
        for every in part.values()
    ]
    console.print(table_of(("figure", "value", "low", "high", "standard error"), rows))
    if any(row[0].endswith("*") for row in rows):
        console.print(
            Text(
                "* best on its own sample, or counting its ties: resampling shifts it, and the interval"
                " tells how resamples vary, not where the true value lies"
            )
        )
    for figure, reason in found.notes.items():
        console.print(Text(f"{figure}: {reason}"))
