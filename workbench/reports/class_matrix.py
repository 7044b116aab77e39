"""A confusion matrix of several classes as it is printed, with figures beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval, value_in_words

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Counted:
    """A figure as printed, the ``values`` that are printed so, and its ``value`` by the counts; None for 0/0.

    Of 0/0 programs print nothing, or 0.
    """

    name: str
    text: str
    values: Interval
    value: Real | None

    @property
    def wrong(self) -> bool:
        """Whether the counts give another value."""
        return (_ZERO if self.value is None else self.value) not in self.values

    def __str__(self) -> str:
        by_counts = "0/0" if self.value is None else value_in_words(self.value, self.text)
        return f"{self.name} {by_counts}, not {self.text}"


@dataclass(frozen=True)
class CountedReport:
    """The confusion matrix, by class what is predicted of its examples, with the figures beside it.

    The ``interval`` is that of the accuracy.
    """

    where: str
    matrix: Mapping[str, tuple[int, ...]]
    figures: tuple[Counted, ...] = ()
    interval: PrintedInterval | None = None
    not_checked: tuple[tuple[str, str], ...] = ()

    @property
    def right(self) -> int:
        """The number of right predictions."""
        return sum(row[k] for k, row in enumerate(self.matrix.values()))

    @property
    def n(self) -> int:
        """The number of examples."""
        return sum(map(sum, self.matrix.values()))

    @property
    def understood(self) -> dict[str, str]:
        """The counts and figures as they were read."""
        found = {f"{name}: predictions": " ".join(map(str, row)) for name, row in self.matrix.items()}
        found |= {x.name: x.text for x in self.figures}
        return found if self.interval is None else found | {"interval of accuracy": str(self.interval)}
