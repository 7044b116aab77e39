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
    """A sample and values of the free parameters at which a statement is false, with its two sides there.

    Of two score functions, ``a.`` and ``b.``, those of ``b.`` give the scores of ``second`` to the same examples.
    """

    sample: Sample
    parameters: Setting = field(hash=False)
    left: Real = field(hash=False)
    right: Real = field(hash=False)
    second: Sample | None = None

    def to_json(self) -> dict[str, Any]:
        """The witness as plain values, example by example."""
        classes, scores = self.sample.examples()
        more: dict[str, Any] = {}
        if self.second is not None:
            one, other = (_by_class(sample) for sample in (self.sample, self.second))
            classes, scores = [k for k in (0, 1) for _ in one[k]], [*one[0], *one[1]]
            more = {"scores_b": [str(score) for k in (0, 1) for score in other[k]]}
        return {
            "scores": [str(score) for score in scores],
            **more,
            "classes": classes,
            "parameters": {name: str(value) for name, value in self.parameters.items()},
            "left": as_json(self.left),
            "right": as_json(self.right),
        }

    @property
    def rows(self) -> list[Row]:
        """One row a distinct score, with the examples of each class; of two score functions one row an example."""
        if self.second is None:
            return self.sample.rows
        told = self.to_json()
        examples = zip(told["scores"], told["scores_b"], told["classes"], strict=True)
        return [{"score": score, "score_b": other, "class": label} for score, other, label in examples]

    @property
    def sentence(self) -> str:
        """Both sides there, in words."""
        at = "".join(f" and {name} = {value}" for name, value in self.parameters.items())
        sides = f"the left side is {shortest(self.left)} and the right side {shortest(self.right)}"
        return f"with {counted(self.sample.n, 'example')}{at}, {sides}"

    def __repr__(self) -> str:
        return f"Witness: {self.sentence}"


def _by_class(sample: Sample) -> tuple[list[Fraction], list[Fraction]]:
    """The scores of class 0 and of class 1, in ascending order."""
    classes, scores = sample.examples()
    one, other = ([score for score, label in zip(scores, classes, strict=True) if label == k] for k in (0, 1))
    return one, other
