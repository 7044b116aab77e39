"""The data set at which a statement is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from workbench.formats import Row, Table, counted
from workbench.numbers.certified import Real
from workbench.numbers.written import as_json, shortest
from workbench.samples.sample import Sample

Setting: TypeAlias = Mapping[str, Fraction]


@dataclass(frozen=True)
class Witness(Table):
    """A sample and values of the free parameters at which a statement is false, with its two sides there."""

    sample: Sample
    parameters: Setting = field(hash=False)
    left: Real = field(hash=False)
    right: Real = field(hash=False)

    def to_json(self) -> dict[str, Any]:
        """The witness as plain values, example by example."""
        classes, scores = self.sample.examples()
        return {
            "scores": [str(score) for score in scores],
            "classes": classes,
            "parameters": {name: str(value) for name, value in self.parameters.items()},
            "left": as_json(self.left),
            "right": as_json(self.right),
        }

    @property
    def rows(self) -> list[Row]:
        """One row a distinct score, with the examples of each class."""
        return self.sample.rows

    @property
    def sentence(self) -> str:
        """Both sides there, in words."""
        at = "".join(f" and {name} = {value}" for name, value in self.parameters.items())
        sides = f"the left side is {shortest(self.left)} and the right side {shortest(self.right)}"
        return f"with {counted(self.sample.n, 'example')}{at}, {sides}"

    def __repr__(self) -> str:
        return f"Witness: {self.sentence}"
