"""What the counts of a sample do not tell: how its examples are weighted, and which are drawn together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple


class Cell(NamedTuple):
    """Examples of one class with one score that are drawn together: the number of their unit, and their weight.

    ``place`` is that of their score among the distinct scores.
    """

    unit: int
    label: int
    place: int
    weight: Fraction


@dataclass(frozen=True, eq=False)
class Design:
    """How the examples of a sample count, and what is drawn again.

    ``n0`` and ``n1`` are the examples of either class with a weight above 0. A resample draws as many units as there
    are; ``units`` tells how many there are of each kind, and ``cells`` what is in one of them. ``groups`` is the number
    of groups, None where each example is a unit; ``prior`` the proportion of class 1 that the classes are put into.
    """

    n0: int
    n1: int
    weighted: bool
    units: Sequence[int]
    cells: Sequence[Cell]
    groups: int | None = None
    prior: Fraction | None = None

    @property
    def counted(self) -> bool:
        """Whether the counts of the sample are numbers of examples."""
        return not self.weighted and self.prior is None

    @cached_property
    def pure(self) -> bool:
        """Whether the examples of each unit are of one class, so that units can be drawn class by class."""
        labels: dict[int, int] = {}
        return all(labels.setdefault(cell.unit, cell.label) == cell.label for cell in self.cells)

    def below(self, cut: int) -> tuple[int, int]:
        """How many examples of either class have one of so many lowest distinct scores."""
        found = [0, 0]
        for cell in self.cells:
            if cell.place < cut:
                found[cell.label] += 1 if self.groups is not None else self.units[cell.unit]
        return found[0], found[1]

    @property
    def changed(self) -> str:
        """What is done to examples that do not count one each."""
        return "weighted" if self.weighted else "reweighted to a prior"
