"""What the readers of printouts share: two classes, the figures of one evaluation, and the report that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import InputError, shown
from workbench.feasible.matrix_metrics import known
from workbench.numbers.printed import Printed
from workbench.reports.figures_read import FiguresRead, canonical
from workbench.reports.paper_file import Report, report_with

NOT_HERE = "it is no figure of the workbench"
_NO_VALUE = re.compile(r"[-+]?(?:nan|na|\?|inf|null|none|)", re.IGNORECASE)


@dataclass
class Printout:
    """The figures of one evaluation of a classifier of two classes, as they are read.

    A figure may be printed several times: the first print is checked with the others, and those after it against the
    first one and the counts.
    """

    where: str
    positive: str
    told: dict[str, Any] = field(default_factory=dict)
    read: FiguresRead = field(default_factory=FiguresRead)
    again: list[tuple[str, Printed]] = field(default_factory=list)

    def add(self, name: str, text: str, called: str | None = None) -> None:
        """A figure by the name that it has here; ``called`` is the printout's own name for it."""
        called = called or name
        if _NO_VALUE.fullmatch(text.strip()):
            self.leave(called, text, "it has no value")
            return
        before = {canonical(x): x for x in self.read.figures}.get(canonical(name))
        if before is None:
            self.read.add(name, text)
            return
        second = FiguresRead(self.read.rounding)
        second.add(name, text)
        for printed in second.figures.values():
            metric = known(name)
            if metric is not None and metric.undefined == "never":
                self.again.append((before, printed))
            elif printed != self.read.figures[before]:
                self.leave(called, text, f"{before} is printed twice, and the other is checked")

    def add_counts(self, counts: Mapping[str, str]) -> None:
        """The cells of the confusion matrix, by tp, fn, fp and tn."""
        for name, text in counts.items():
            if not text.isdecimal():
                raise InputError(
                    f"{self.where}: {name} is {shown(text)}; counts of examples with weights are not checked"
                )
            self.read.add(name, text)

    def leave(self, called: str, text: str, why: str = NOT_HERE) -> None:
        """What is printed and not checked."""
        self.read.not_checked.append((f"{called} {text}".strip(), why))

    def report(self, zero_division: tuple[int, ...] = (0,)) -> Report:
        """All of it."""
        return report_with(
            self.where, self.read, self.told, zero_division=zero_division, again=tuple(self.again),
            positive=self.positive,
        )  # fmt: skip


def two_classes(labels: list[str], where: str) -> tuple[str, str]:
    """The labels, of which there must be two."""
    if len(labels) == 2:
        return labels[0], labels[1]
    named = f"of {len(labels)} classes" if labels else "without a class"
    raise InputError(f"{where}: this is a report {named}; reports of two classes are checked")


def both_present(sizes: Mapping[str, int], where: str) -> None:
    """Both classes must have examples."""
    for label, size in sizes.items():
        if not size:
            raise InputError(f"{where}: class {shown(label)} has no examples; data with both classes are checked")
