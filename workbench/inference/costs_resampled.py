"""Bootstrap intervals of what rules cost where each example has costs of its own.

What a rule costs is a sum over the units that are drawn, examples or whole groups, so what it costs on a resample is a
sum of how often each unit was drawn times what it costs. Resamples are drawn class by class where each unit is of one
class, as in `workbench.inference.designs`. Where groups differ in size, so do resamples, and the total is what as many
examples cost as there are.

The best threshold was chosen on the sample, and is kept. It looks better on the examples that chose it than on new
ones, by its optimism: the mean over resamples of what the best threshold of a resample costs on the sample less what it
costs on the resample (Efron, Estimating the error rate of a prediction rule, 1983). The end of an interval that new
cases may lie beyond is moved by it.

Where few amounts matter most, that is too short. So the interval of the best threshold also holds that of ratios: as
what the best threshold of a resample costs there is to what it costs on the sample, so is what the best threshold of
the sample costs to what it costs on new cases. It is left out where costs are not above 0. How often both together hold
the truth is measured by ``python -m tests.benchmarks.costing``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from workbench.curves.operating_costs import capacity_of
from workbench.errors import InputError
from workbench.inference.bootstrap import ROUNDING, Interval, Plan, percentiles, refuse_single_examples
from workbench.inference.designs import Designed
from workbench.inference.resamples import Floats, Integers, starts_of
from workbench.samples.sample import Sample
from workbench.samples.weighted import prior_of, weighted_sample

FIGURES = ("total", "per_case", "savings")
BEST = "best threshold"


class Deployment(NamedTuple):
    """Where rules are followed: the proportion of events, None for that of the examples, and what can be treated.

    >>> Deployment(Fraction(1, 10)).weights(6, 4)
    (Fraction(3, 2), Fraction(1, 4))
    """

    prior: Fraction | None = None
    capacity: Fraction = Fraction(1)

    @classmethod
    def of(cls, prior: Any, capacity: Any) -> Deployment:
        """From what a user says; `InputError` for what is out of range."""
        return cls(None if prior is None else prior_of(prior), capacity_of(capacity))

    def weights(self, n0: Fraction | int, n1: Fraction | int) -> tuple[Fraction, Fraction]:
        """How often an example of class 0, and one of class 1, counts, of so many, or of such sums of weights."""
        if self.prior is None:
            return Fraction(1), Fraction(1)
        return (1 - self.prior) * (n0 + n1) / Fraction(n0), self.prior * (n0 + n1) / Fraction(n1)


AS_SAMPLED = Deployment()


class Examples(NamedTuple):
    """What is resampled: classes and scores, what treating each changes of the cost, and how often each counts.

    ``weights`` are what examples count as they are, ``size`` in deployment.
    """

    classes: Sequence[int]
    scores: Sequence[Fraction]
    changes: Sequence[Fraction]
    size: Sequence[Fraction]
    weights: Sequence[Fraction]
    groups: Iterable[Any] | None = None


def rule_intervals(
    examples: Examples, costs: Mapping[str, Sequence[Fraction]], deployment: Deployment, plan: Plan
) -> tuple[dict[str, dict[str, Interval]], Plan]:
    """The intervals of ``total``, ``per_case`` and ``savings`` of each rule, and the plan as it was followed.

    ``costs`` tell what each example costs under a rule, ``nobody`` and ``everybody`` among them. Savings have no
    interval where treating all alike costs nothing.

    >>> costs = {"nobody": [0, 1, 0, 3], "everybody": [1, 0, 1, 0]}
    >>> examples = Examples([0, 1, 0, 1], [1, 2, 3, 4], [1, -1, 1, -3], [1] * 4, [1] * 4)
    >>> found, _ = rule_intervals(examples, costs, Deployment(), Plan(100))
    >>> found["nobody"]["total"], found["everybody"]["total"].high
    (total 4.000000 in [2.000000, 6.000000], 95% of 100 resamples, 2.0)
    """
    n, classes = len(examples.classes), np.array(examples.classes)
    if examples.groups is None:
        refuse_single_examples(Sample.of(examples.classes, examples.scores))
    listed = range(n) if examples.groups is None else list(examples.groups)
    drawn = Designed(weighted_sample(examples.classes, examples.scores, groups=listed), plan.stratified)
    plan = replace(plan, stratified=drawn.stratified)
    number_of = {name: i for i, name in enumerate(dict.fromkeys(listed))}
    unit = np.array([number_of[name] for name in listed])
    columns, weights = {what: _doubles(column) for what, column in costs.items()}, _doubles(examples.weights)
    of_class = np.zeros((2, len(drawn.units), len(columns) + 1))
    for k in (0, 1):
        for i, column in enumerate((*columns.values(), weights)):
            of_class[k, :, i] = np.bincount(unit, column * (classes == k), minlength=len(drawn.units))
    whole = weights.sum()
    share = [float(weights[classes == k].sum() / whole) for k in (0, 1)]
    thresholds = _Thresholds(examples, unit, float(deployment.capacity))
    at = {what: i for i, what in enumerate(columns)}

    def figures(times: Integers) -> Floats:
        sums = times @ of_class
        sizes = sums[:, :, -1]
        parts = 1 / np.broadcast_to(sizes.sum(axis=0), sizes.shape)
        if deployment.prior is not None:
            parts = np.array(share)[:, None] / sizes
        per_case = (parts[:, :, None] * sums[:, :, :-1]).sum(axis=0)
        least = per_case[:, at["nobody"]]
        if deployment.capacity == 1:
            least = np.minimum(least, per_case[:, at["everybody"]])
        own, elsewhere = thresholds.best(times, parts)
        return np.column_stack((per_case, least, own, elsewhere))

    itself = figures(drawn.units[None])
    values = plan.replicates(
        max(n, len(drawn.units)), itself.shape[1], lambda rng, rows: figures(drawn.times_drawn(rng, rows))
    )
    optimism = max(float((values[:, -1] - values[:, -2]).mean()), 0.0)
    found = {}
    for what, i in at.items():
        columns_of_rule = [i, -3]
        found[what] = _intervals(itself[:, columns_of_rule], values[:, columns_of_rule], plan)
        if what == BEST:
            nobody = at["nobody"]
            pairs = values[:, nobody] + values[:, -2], itself[0, nobody] + values[:, -1]
            found[what] = _widened(found[what], itself[0, -3], values[:, -3], pairs, optimism, plan)
        found[what] = {"total": _times(float(whole), found[what]["per_case"]), **found[what]}
    return found, plan


def _doubles(column: Iterable[Any]) -> Floats:
    try:
        return np.array([float(x) for x in column])
    except OverflowError:
        raise InputError("a cost is beyond the range of a double; another unit would do") from None


def _intervals(itself: Floats, values: Floats, plan: Plan) -> dict[str, Interval]:
    """Of one rule: its cost per case and the least of treating all alike, on the sample and on resamples."""
    found = {"per_case": Interval.of("per_case", itself[:, 0], values[:, 0], plan)}
    if itself[0, 1] > 0 and (values[:, 1] > 0).all():
        found["savings"] = Interval.of(
            "savings", 1 - itself[:, 0] / itself[:, 1], 1 - values[:, 0] / values[:, 1], plan
        )
    return found


def _times(whole: float, per_case: Interval) -> Interval:
    ends = ("estimate", "low", "high", "standard_error")
    return replace(per_case, name="total", **{end: whole * getattr(per_case, end) for end in ends})


def _widened(
    found: dict[str, Interval], least: float, leasts: Floats, pairs: tuple[Floats, Floats], optimism: float, plan: Plan
) -> dict[str, Interval]:
    """The intervals of the best threshold: moved by its optimism, and with those of ratios of costs.

    ``least`` is what treating all alike costs, ``leasts`` that on resamples, and ``pairs`` what the best threshold of
    each resample costs there and on the sample.
    """
    per_case = found["per_case"]
    low, high = _ratios(per_case.estimate, *pairs, plan)
    wide = {"per_case": replace(per_case, low=min(per_case.low, low), high=max(per_case.high + optimism, high))}
    if "savings" in found:
        saved = found["savings"]
        low, high = _ratios(1 - saved.estimate, pairs[0] / leasts, pairs[1] / least, plan)
        wide["savings"] = replace(saved, low=min(saved.low - optimism / least, 1 - high), high=max(saved.high, 1 - low))
    return wide


def _ratios(cost: float, there: Floats, elsewhere: Floats, plan: Plan) -> tuple[float, float]:
    """The cost over the percentiles of the ratio ``there/elsewhere``; an empty interval where these are not above 0."""
    if min(cost, float(elsewhere.min())) <= ROUNDING:
        return float("inf"), float("-inf")
    (low,), (high,) = percentiles((there / elsewhere)[:, None], plan.level)
    return (cost / float(high), cost / float(low)) if low > ROUNDING else (float("inf"), float("-inf"))


class _Thresholds:
    """What treating above each distinct score, and nobody, changes of the cost of a resample."""

    def __init__(self, examples: Examples, unit: Integers, capacity: float) -> None:
        scores = examples.scores
        order = np.array(sorted(range(len(scores)), key=lambda i: scores[i], reverse=True))
        new = [scores[i] != scores[j] for i, j in zip(order[1:], order[:-1], strict=True)]
        self.ends = np.append(starts_of(np.array(new, dtype=bool))[1:], len(order))
        self.changes, self.size = (_doubles(x)[order] for x in (examples.changes, examples.size))
        self.classes, self.unit, self.capacity = np.array(examples.classes)[order], unit[order], capacity
        self.of_sample = self._sums(self.changes[None] / _doubles(examples.weights).sum())[0]

    def _sums(self, parts: Floats) -> Floats:
        sums = np.cumsum(parts, axis=1)[:, self.ends - 1]
        return np.concatenate((np.zeros((len(sums), 1)), sums), axis=1)

    def best(self, times: Integers, parts: Floats) -> tuple[Floats, Floats]:
        """What the best threshold of each resample changes there per case, and what it does in the sample.

        An example of class ``k`` that is drawn once is the part ``parts[k]`` of the resample.
        """
        shares = times[:, self.unit] * parts.T[:, self.classes]
        sums = self._sums(shares * self.changes)
        if self.capacity < 1:
            sums[self._sums(shares * self.size) > self.capacity + ROUNDING] = np.inf
        which = sums.argmin(axis=1)
        return sums[np.arange(len(sums)), which], self.of_sample[which]
