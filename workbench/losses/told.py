"""What is said of an evaluation, sentence by sentence and table by table: for terminals and notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from workbench import metrics
from workbench.formats import Rows, Told, exactly, in_decimals
from workbench.losses.evaluation import Evaluation
from workbench.numbers.written import plain

AT_TERMINALS = "--json prints it"


def evaluated(found: Evaluation, name: str = "", whole: str = AT_TERMINALS) -> Iterator[Told]:
    """The examples of ``name``, the metrics, the losses under both operating conditions, and the expressions.

    Then why a figure has no value. ``whole`` says where long fractions are.

    >>> from workbench.losses.evaluation import evaluate
    >>> next(evaluated(evaluate([0, 1], [0, 1]), "a.csv"))
    'a.csv: 2 examples, 1 of class 0 and 1 of class 1, 2 distinct scores'
    """
    sizes = f"{found.n} examples, {found.n0} of class 0 and {found.n1} of class 1"
    yield f"{f'{name}: ' if name else ''}{sizes}, {found.distinct_scores} distinct scores"
    if found.design:
        yield design_in_words(found.design)
    shown = [(key, in_decimals(x), exactly(x, 22), metrics.CATALOGUE[key].title) for key, x in found.metrics.items()]
    yield Rows(("metric", "value", "exact", ""), tuple(shown))
    pairs = [(key, x, found.skew_losses[key]) for key, x in found.losses.items()]
    losses = [(key, in_decimals(x), in_decimals(skew), exactly(x, 19), exactly(skew, 19)) for key, x, skew in pairs]
    yield Rows(("expected loss", "cost", "skew", "exact (cost)", "exact (skew)"), tuple(losses))
    if found.expressions:
        asked = [(in_decimals(x), exactly(x, 22), key) for key, x in found.expressions.items()]
        yield Rows(("value", "exact", "expression"), tuple(asked))
    every = (found.metrics, found.losses, found.skew_losses, found.expressions)
    if any(isinstance(x, Fraction) and "digits" in exactly(x, 22) for part in every for x in part.values()):
        yield f"(N digits) stands for a fraction whose longer part has N digits; {whole}"
    reasons: dict[str, list[str]] = {}
    for key, reason in found.notes.items():
        reasons.setdefault(reason, []).append(key)
    for reason, keys in reasons.items():
        yield f"{', '.join(dict.fromkeys(keys))}: {reason}"


def design_in_words(design: Mapping[str, Any]) -> str:
    """How examples count, in a line, such as: weighted, in 4 groups, class 1 has the proportion 1/4."""
    groups, prior, share = design["groups"], design["prior"], design["pi1"]
    parts = ["weighted" if design["weighted"] else "", f"in {groups} groups" if groups else ""]
    if prior is not None or design["weighted"]:
        parts.append(f"class 1 has the proportion {plain(share)}")
    return ", ".join(part for part in parts if part)
