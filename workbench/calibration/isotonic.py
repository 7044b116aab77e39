"""Isotonic calibration: scores replaced by the fractions of class 1 that pool adjacent violators gives.

Zadrozny and Elkan, Transforming classifier scores into accurate multiclass probability estimates (2002). On the
sample that it was learned from the map gives each score the fraction of class 1 in its block, which is the only
solution of the isotonic least-squares problem and turns the ROC curve into its convex hull (Fawcett and
Niculescu-Mizil, PAV and the ROC convex hull, 2007).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from workbench.errors import InputError, shown
from workbench.formats import Row, Table, counted, nearest
from workbench.numbers.given import number
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample

INTERPOLATIONS = ("linear", "step", "rank")


class Step(NamedTuple):
    """The scores from ``low`` to ``high``, all of which get ``value``."""

    low: Fraction
    high: Fraction
    value: Fraction


@dataclass(frozen=True)
class Isotonic(Table):
    """A monotone map from scores to probabilities of class 1, constant on each step; see `isotonic`."""

    steps: tuple[Step, ...]
    interpolation: str

    def __call__(self, score: Any) -> Fraction:
        """The calibrated value, in [0, 1], of one score taken alone; `InputError` when it is no finite number."""
        try:
            return self._values([number(score)])[0]
        except ValueError as error:
            raise InputError(f"score {shown(score)} {error}") from None

    def apply(self, sample: Sample) -> Sample:
        """The sample with its scores calibrated; scores that become equal are pooled."""
        checked_sample(sample, "Isotonic.apply")
        return Sample.of_counts(self._values(sample.scores), sample.counts0, sample.counts1)

    def _values(self, ascending: Sequence[Fraction]) -> list[Fraction]:
        lows = [step.low for step in self.steps[1:]]

        def place(score: Fraction) -> tuple[int, bool]:
            """The last step that starts at or below ``score`` (or the first), and whether ``score`` is past it."""
            index = bisect_right(lows, score)
            return index, index < len(lows) and score > self.steps[index].high

        values: list[Fraction] = []
        for (index, between), group in groupby(ascending, place):
            scores = list(group)
            values += self._between(index, scores) if between else [self.steps[index].value] * len(scores)
        return values

    def _between(self, index: int, scores: list[Fraction]) -> list[Fraction]:
        """The values of all new scores between the steps ``index`` and ``index + 1``."""
        lower, upper = self.steps[index : index + 2]
        gap, rise = upper.low - lower.high, upper.value - lower.value
        if self.interpolation == "linear":
            parts = [(score - lower.high) / gap for score in scores]
        elif self.interpolation == "step":
            parts = [Fraction(2 * (score - lower.high) > gap) for score in scores]
        else:
            parts = [Fraction(place, len(scores) + 1) for place in range(1, len(scores) + 1)]
        return [lower.value + part * rise for part in parts]

    def __repr__(self) -> str:
        return f"Isotonic map of {counted(len(self.steps), 'step')}, {self.interpolation} between them"

    @property
    def rows(self) -> list[Row]:
        """One row a step."""
        return [nearest(step) for step in self.to_json()["steps"]]

    def to_json(self) -> dict[str, Any]:
        """The map as plain values."""
        steps = [{name: as_json(x) for name, x in step._asdict().items()} for step in self.steps]
        return {"interpolation": self.interpolation, "steps": steps}


def isotonic(sample: Sample, interpolation: str = "linear") -> Isotonic:
    """The isotonic calibration map learned from ``sample``, to be applied to it or to another sample.

    A score within a block gets ``p = b/(a + b)``, where the block has ``a`` and ``b`` examples of class 0 and 1; a
    score below the first or above the last block gets the value of that block. Between two blocks, the lower ending
    at ``u`` with value ``p`` and the upper starting at ``v`` with value ``q``, a new score ``s`` gets

    - ``"linear"``: ``p + (q - p) (s - u)/(v - u)``, as in scikit-learn;
    - ``"step"``: ``p`` up to the middle ``(u + v)/2`` and ``q`` above it;
    - ``"rank"``: ``p + (q - p) j/(m + 1)`` for the ``j``-th of the ``m`` distinct new scores between the two, so that
      only the order of the scores matters, but a value depends on which new scores are calibrated together.

    All values are exact fractions. `InputError` for another interpolation.

    >>> train = Sample.of([0, 0, 1, 0, 1], ["0.1", "0.2", "0.3", "0.5", "0.9"])
    >>> calibrate = isotonic(train)
    >>> calibrate("0.4"), calibrate("0.8"), calibrate(7)
    (Fraction(1, 2), Fraction(7, 8), Fraction(1, 1))
    >>> isotonic(train, "step")("0.6"), isotonic(train, "rank").apply(Sample.of([0, 1], ["0.6", "0.8"])).scores
    (Fraction(1, 2), (Fraction(2, 3), Fraction(5, 6)))
    """
    checked_sample(sample, "isotonic")
    if interpolation not in INTERPOLATIONS:
        raise InputError(f"interpolation {shown(interpolation)}; it is one of {', '.join(INTERPOLATIONS)}")
    places = ((sample.score(block.start), sample.score(block.stop - 1)) for block in sample.blocks)
    steps = (Step(*ends, block.calibrated) for ends, block in zip(places, sample.blocks, strict=True))
    return Isotonic(tuple(steps), interpolation)
