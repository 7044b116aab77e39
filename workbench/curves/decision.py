"""Decision curves: the net benefit of treating where the score is above a threshold probability; class 1 is the event.

    NB(t) = pi1 (1 - F1(t)) - t/(1 - t) pi0 (1 - F0(t)),   0 <= t < 1:

true positives of the event less false ones, each false one counted at the odds of the threshold. Treating nobody has
the net benefit 0, everybody pi1 - t/(1 - t) pi0. It is the Brier curve on another scale, Q_c(t; t) = 2 (1 - t)(pi1 -
NB(t)), so that its mean under the density 2(1 - t) is pi1 less the Brier score.

Vickers and Elkin, Decision curve analysis: a novel method for evaluating prediction models (2006).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from workbench.errors import InputError, shown
from workbench.formats import Row, Table, counted
from workbench.numbers.given import number
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample

PERCENTS = tuple(Fraction(percent, 100) for percent in range(100))


class NetBenefit(NamedTuple):
    """One row of a decision curve: the net benefit at a threshold probability, and what others have there.

    ``standardized`` is the net benefit over pi1, the most that there is; ``interventions_avoided`` is how many fewer
    are treated than by treating everybody, per example, at no loss of events: (NB - NB of everybody) (1 - t)/t, which
    is None at t = 0.
    """

    threshold: Fraction
    net_benefit: Fraction
    of_everybody: Fraction
    standardized: Fraction
    interventions_avoided: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """The row, number by number."""
        return {name: None if x is None else as_json(x) for name, x in self._asdict().items()}


@dataclass(frozen=True, repr=False)
class DecisionCurve(Table):
    """The net benefit at some threshold probabilities, by `decision_curve`."""

    points: tuple[NetBenefit, ...]
    pi1: Fraction

    def __repr__(self) -> str:
        return f"DecisionCurve of {counted(len(self.points), 'threshold')}, pi1 {self.pi1}"

    def to_json(self) -> dict[str, Any]:
        """All rows as plain values."""
        return {"pi1": as_json(self.pi1), "points": [point.to_json() for point in self.points]}

    @property
    def rows(self) -> list[Row]:
        """One row a threshold."""
        return [point._asdict() for point in self.points]


def net_benefit(sample: Sample, threshold: Any) -> Fraction:
    """The net benefit of treating where the score is above a threshold probability in [0, 1).

    >>> net_benefit(Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"]), "1/3")
    Fraction(3, 8)
    """
    t = _threshold(threshold)
    counts = checked_sample(sample, "net_benefit").counts_at_most(t)
    return Fraction(sample.n1 - counts[1], sample.n) - t / (1 - t) * Fraction(sample.n0 - counts[0], sample.n)


def decision_curve(sample: Sample, thresholds: Iterable[Any] = PERCENTS) -> DecisionCurve:
    """The decision curve of a sample at threshold probabilities in [0, 1), by default 0, 0.01, ..., 0.99.

    Raises `InputError` for a threshold outside [0, 1), where a false positive would count infinitely often.

    >>> found = decision_curve(Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"]), ["0.25", "0.5"])
    >>> [(str(x.net_benefit), str(x.of_everybody), str(x.interventions_avoided)) for x in found.points]
    [('5/12', '1/3', '1/4'), ('1/4', '0', '1/4')]
    """
    checked_sample(sample, "decision_curve")
    return DecisionCurve(tuple(_point(sample, _threshold(t)) for t in thresholds), sample.pi1)


def _point(sample: Sample, t: Fraction) -> NetBenefit:
    odds = t / (1 - t)
    own, everybody = net_benefit(sample, t), sample.pi1 - odds * sample.pi0
    return NetBenefit(t, own, everybody, own / sample.pi1, (own - everybody) / odds if t else None)


def _threshold(given: Any) -> Fraction:
    try:
        t = number(given)
    except ValueError as error:
        raise InputError(f"the threshold probability {shown(given)} {error}") from None
    if not 0 <= t < 1:
        raise InputError(f"the threshold probability {shown(given)} lies outside [0, 1)")
    return t
