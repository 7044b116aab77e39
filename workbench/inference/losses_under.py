"""Expected losses of a sample under a law of costs, also one of many points that data tell, and their intervals.

Under points the loss is the sum of the cost curve there times their weights: exactly, and on resamples. So it takes as
many points as a file has, while each is a term of its own in the statement language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from workbench import methods
from workbench.curves.cost_curves import cost_curve, read_method
from workbench.errors import NotSupported
from workbench.formats import Row, Table
from workbench.inference.bootstrap import Interval, Plan, estimated, plan_for
from workbench.inference.resampled import Statistic, number_statistic
from workbench.inference.resampled_curves import curve_statistic
from workbench.inference.resamples import Floats, Resamples
from workbench.language.statements import law, parse_cost, parse_expression
from workbench.language.syntax import Cost, Method, Number
from workbench.losses.exact import NeedsProbabilities, outside, value
from workbench.losses.reals import Undefined, add, multiply
from workbench.losses.rescored import needs_probabilities
from workbench.numbers.certified import Real
from workbench.numbers.written import as_json, significant
from workbench.samples.sample import Sample, checked_sample

SHOWN, LONG = 3, 60


def points_of(cost: Cost) -> list[tuple[Fraction, Fraction]] | None:
    """The places of a law of points and their weights; None for another law, or one with parameters.

    >>> points_of(parse_cost("points(1/4, 1/3, 1/2, 2/3)"))
    [(Fraction(1, 4), Fraction(1, 3)), (Fraction(1, 2), Fraction(2, 3))]
    """
    numbers = [x.value for x in cost.arguments if isinstance(x, Number)]
    if cost.name != "points" or len(numbers) < len(cost.arguments):
        return None
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def told_law(cost: Cost) -> str:
    """A law in a few words: what has many points by how many there are, and a long density without its formula.

    >>> told_law(parse_cost("beta(2, 5)")), told_law(parse_cost("points(0, 1/4, 1/4, 1/4, 1/2, 1/4, 1, 1/4)"))
    ('beta(2, 5)', 'points(...) of 4 places with the mean 0.4375')
    """
    points = points_of(cost)
    if points is None or len(points) <= SHOWN:
        text = str(cost)
        return text if len(text) <= LONG else f"{cost.name}(...)"
    mean = float(sum(c * w for c, w in points))
    return f"points(...) of {len(points)} places with the mean {significant(mean)}"


def loss_under(sample: Sample, method: str | Method, cost: str | Cost, condition: str = "cost") -> Real:
    """The expected loss of a method on a sample under a law of costs, exactly.

    >>> from workbench.losses.empirical_laws import cost_law
    >>> sample = Sample.of([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"])
    >>> loss_under(sample, "score_driven", cost_law(["0.2", "0.5", "0.5"]))
    Fraction(11, 30)
    """
    called, given = read_method(method), parse_cost(cost) if isinstance(cost, str) else cost
    if needs_probabilities(law(called)) and not checked_sample(sample, "loss_under").probabilistic:
        raise NeedsProbabilities(f"{called} {outside(sample)}")
    points = points_of(given)
    if points is None:
        return value(sample, parse_expression(f"loss({called}, cost={given}, condition={condition})"))
    curve = cost_curve(sample, called, condition)
    return reduce(add, (multiply(w, curve(c)) for c, w in points))


def loss_under_statistic(samples: Sequence[Sample], method: Method, cost: Cost, condition: str) -> Statistic:
    """The same of many resamples of one of the samples."""
    points = points_of(cost)
    if points is None:
        return number_statistic(f"loss({method}, cost={cost}, condition={condition})", *samples)
    at_points = curve_statistic(str(method), condition, [c for c, _ in points])
    weights = np.array([float(w) for _, w in points])
    return lambda x: at_points(x) @ weights


@dataclass(frozen=True, repr=False)
class LossesUnder(Table):
    """What `losses_under` finds: by method the loss, and its interval where there are resamples.

    What has no value or no interval is missing there, and ``notes`` say why.
    """

    cost: Cost
    condition: str
    losses: Mapping[str, Real]
    intervals: Mapping[str, Interval]
    plan: Plan | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"losses of {len(self.losses)} methods under {told_law(self.cost)}"

    def to_json(self) -> dict[str, Any]:
        """The law as text, losses exactly, and the ends and standard errors of intervals."""
        names = ("low", "high", "standard_error")
        ends = {key: {name: getattr(x, name) for name in names} for key, x in self.intervals.items()}
        found: dict[str, Any] = {"cost": str(self.cost), "condition": self.condition}
        found["losses"] = {key: as_json(x) for key, x in self.losses.items()}
        if self.plan is not None:
            found["intervals"] = {**self.plan.printed, **ends}
        return found | ({"notes": dict(self.notes)} if self.notes else {})

    @property
    def rows(self) -> list[Row]:
        """One row a method."""
        names = ("low", "high", "standard_error")
        return [
            {"part": "losses_under", "figure": key, **(as_json(x) or {})}
            | {name: getattr(self.intervals.get(key), name, None) for name in names}
            for key, x in self.losses.items()
        ]


def losses_under(
    sample: Sample,
    cost: str | Cost,
    condition: str = "cost",
    *,
    wanted: Iterable[str | Method] | None = None,
    plan: Plan | None = None,
) -> LossesUnder:
    """The expected losses of the methods of the catalogue, or of those that are ``wanted``, under a law of costs.

    ``cost`` is text such as ``beta(2, 5)``, or what `workbench.cost_law` and `workbench.read_cost_law` make of data.
    ``plan`` adds the interval of each. `InputError` says what is wrong.

    >>> sample = Sample.of([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"])
    >>> losses_under(sample, "points(1/4, 1/2, 3/4, 1/2)").losses["score_driven"]
    Fraction(1, 8)
    """
    checked_sample(sample, "losses_under")
    given = parse_cost(cost) if isinstance(cost, str) else cost
    named = [m.call(name) for name, m in methods.CATALOGUE.items()] if wanted is None else wanted
    called = {str(method): read_method(method) for method in named}
    losses: dict[str, Real] = {}
    notes: dict[str, str] = {}
    statistics: dict[str, Statistic] = {}
    for key, method in called.items():
        try:
            losses[key] = loss_under(sample, method, given, condition)
        except (NeedsProbabilities, NotSupported, Undefined) as reason:
            notes[key] = str(reason).removeprefix(f"{key} ")
            continue
        if plan is not None:
            try:
                statistics[key] = loss_under_statistic((sample,), method, given, condition)
            except NotSupported as reason:
                notes[key] = f"no interval: {reason}"
    intervals: dict[str, Interval] = {}
    if plan is not None and statistics:
        plan = plan_for(sample, plan)

        def together(x: Resamples) -> Floats:
            return np.column_stack([each(x) for each in statistics.values()])

        estimate, values = estimated(sample, together, len(statistics), plan)
        intervals = {
            key: Interval.of(f"loss({key}, cost={told_law(given)})", estimate[0, [i]], values[:, i], plan)
            for i, key in enumerate(statistics)
        }
    return LossesUnder(given, condition, losses, intervals, plan, notes)
