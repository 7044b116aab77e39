"""The operating threshold for costs in the user's own units, chosen on a sample, with what a choice is worth.

The threshold is the best of all of a sample, treating nobody and everybody among them, within the capacity; of several
of one cost it is the one at which the fewest are treated. Any number from one distinct score up to, but without, the
next one decides alike on the sample; of these the threshold is the decimal of the fewest digits, the nearest to the
middle if there are several, so that what is printed is the number itself and cuts the sample in the same place whether
scores are read as decimals or as doubles.

On resamples the threshold is chosen anew. The percentiles of these thresholds tell how firm the choice is, those of the
cost at the threshold that was chosen on the sample how firm its cost is, both for the given class proportions
(resamples are stratified). A threshold looks better on the examples on which it was chosen than on others: by how much
on average is its optimism (Efron, Estimating the error rate of a prediction rule, 1983), the mean over resamples of
what the threshold of the resample costs on the sample less what it costs on the resample. The interval of the cost is
to hold what new cases will cost, so its upper end is the percentile and the optimism; without it the interval covers
too seldom, as ``python -m tests.benchmarks.choosing`` shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from sys import float_info
from typing import Any, NamedTuple

import numpy as np

from workbench import metrics
from workbench.curves.operating_costs import BestCut, Costs, Counts, Operation, capacity_of, notes_on_costs
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Row, Table, told_html
from workbench.inference.bootstrap import ROUNDING, Plan, estimated, percentiles, plan_for
from workbench.inference.resampled import Statistic
from workbench.inference.resamples import AtCuts, Floats, Part, Resamples
from workbench.lazily import Lazily
from workbench.losses.exact import outside
from workbench.numbers.given import told
from workbench.numbers.short_decimals import in_full, short_decimal
from workbench.numbers.written import as_json, is_a_double, significant
from workbench.samples.design import Design
from workbench.samples.labels import labelled
from workbench.samples.sample import Sample
from workbench.samples.turned import turned
from workbench.samples.weighted import prior_of, weighted_sample

_words = Lazily("workbench.inference.told")

FACTORS = (Fraction(1, 4), Fraction(1, 2), Fraction(2), Fraction(4))
LARGEST = Fraction(10) ** 300

WANTED = (
    "what a miss and a false alarm cost is wanted, in any unit: --miss 5 --false-alarm 1 (in Python miss=5, "
    "false_alarm=1)"
)


class Decision(NamedTuple):
    """A threshold, what it says about whom to treat, and what comes of it in deployment, per case."""

    threshold: Fraction
    treat: str
    expected_cost: Fraction
    treated: Fraction
    hit_rate: Fraction
    false_alarm_rate: Fraction

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: x if isinstance(x, str) else as_json(x) for name, x in self._asdict().items()}


class Misjudged(NamedTuple):
    """What the threshold costs beyond the best one, where a miss has ``factor`` times the net cost that was said."""

    factor: Fraction
    best: Decision
    regret: Fraction

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        best = {"best_threshold": as_json(self.best.threshold), "best_treat": self.best.treat}
        return {"factor": as_json(self.factor), **best, "regret": as_json(self.regret)}


class Spread(NamedTuple):
    """What resamples say: an interval of the cost, one of the threshold, and the optimism of the choice."""

    interval: tuple[float, float]
    threshold_interval: tuple[float, float]
    optimism: float
    plan: dict[str, Any]


@dataclass(frozen=True, repr=False)
class ChosenThreshold(Table):
    """What `choose` finds. ``decision`` is the chosen one, ``below`` how many examples of either class it spares.

    ``theoretical`` is the decision at the threshold that is best for calibrated scores, None where there is none;
    ``misjudged`` tells what a wrong idea of the costs costs, ``unbounded`` what would be chosen if the capacity had no
    bound. ``shift`` is None, or what turned scores were subtracted from, where high scores mean class 0.
    """

    sample: Sample
    shift: int | None
    operation: Operation
    cut: int
    below: tuple[int, int]
    decision: Decision
    theoretical: Decision | None
    unbounded: Decision
    misjudged: tuple[Misjudged, ...]
    spread: Spread | None
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return told_html(_words.chosen(self))

    @property
    def whom(self) -> str:
        """``nobody``, ``everybody``, or ``some`` of the sample."""
        return {0: "everybody", self.sample.distinct_scores: "nobody"}.get(self.cut, "some")

    @property
    def between(self) -> tuple[Fraction | None, Fraction | None]:
        """The neighbouring scores between which the threshold lies; None stands for an end without bound."""
        ends = ends_of(self.sample, self.cut)
        return ends if self.shift is None else (_from(self.shift, ends[1]), _from(self.shift, ends[0]))

    @property
    def matrix(self) -> dict[str, Fraction]:
        """The proportions of cases in deployment: treated or not, with the event (tp, fn) and without (fp, tn)."""
        p, found = self.operation.prior, self.decision
        tp, fp = p * found.hit_rate, (1 - p) * found.false_alarm_rate
        return {"tp": tp, "fn": p - tp, "fp": fp, "tn": 1 - p - fp}

    @property
    def counts(self) -> dict[str, int]:
        """The same as counts of the examples of the sample, whatever they weigh."""
        (a, b), sizes = self.below, self.sizes
        return {"tp": sizes.n1 - b, "fn": b, "fp": sizes.n0 - a, "tn": a}

    @property
    def sizes(self) -> Design | Sample:
        """What has the numbers of examples of either class, ``n0`` and ``n1``."""
        return self.sample.design or self.sample

    @property
    def sentence(self) -> str:
        """What to do, what it costs, and what that saves, in plain words."""
        whom = f"when {self.decision.treat}" if self.whom == "some" else self.whom
        cost = self.decision.expected_cost
        others = {
            "nobody": self.operation.of_nobody - cost,
            "everybody": self.operation.of_everybody - cost,
        }
        saved = " and ".join(
            f"{_beside(saving, cost < 0)} treating {name}" for name, saving in others.items() if name != self.whom
        )
        beyond = " (beyond the capacity)" * (self.operation.capacity < 1 and self.whom != "everybody")
        return f"treat {whom}: {_costs(cost)} per case, {saved}{beyond}"

    def treating(self, threshold: float) -> str:
        """Whom a threshold of resamples treats: ``everybody``, ``nobody``, or those beyond it."""
        low, high = self.sample.extremes
        t = Fraction(threshold) if self.shift is None else self.shift - Fraction(threshold)
        return "everybody" if t < low else "nobody" if t >= high else f"a threshold of {significant(threshold)}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``: figures with their exact fractions and the nearest doubles."""
        operation, decision = self.operation, self.decision
        between = self.between
        found: dict[str, Any] = {
            "threshold": as_json(decision.threshold),
            "treat": decision.treat,
            "whom": self.whom,
            "between": [as_json(end) for end in between],
            "expected_cost": as_json(decision.expected_cost),
            "of_nobody": as_json(operation.of_nobody),
            "of_everybody": as_json(operation.of_everybody),
            "of_the_best_possible": as_json(operation.of_the_best_possible),
            "matrix": {name: as_json(x) for name, x in self.matrix.items()},
            "counts": self.counts,
            "treated": as_json(decision.treated),
            "hit_rate": as_json(decision.hit_rate),
            "false_alarm_rate": as_json(decision.false_alarm_rate),
            "interval": None,
            "threshold_interval": None,
            "cost_proportion": as_json(operation.costs.proportion),
            "skew": as_json(operation.skew),
            "theoretical": None if self.theoretical is None else self.theoretical.to_json(),
            "without_capacity": self.unbounded.to_json(),
            "costs": {name: as_json(x) for name, x in vars(operation.costs).items()},
            "prior": as_json(operation.prior),
            "capacity": as_json(operation.capacity),
            "misjudged": [x.to_json() for x in self.misjudged],
            "notes": list(self.notes),
        }
        if self.sample.design is not None:
            found["design"] = {"weighted": self.sample.design.weighted, "groups": self.sample.design.groups}
        if self.spread is not None:
            found["interval"], found["threshold_interval"] = map(list, self.spread[:2])
            found |= {"optimism": self.spread.optimism, **self.spread.plan}
        return found

    @property
    def rows(self) -> list[Row]:
        """One row a figure, with whom it says to treat where it is a threshold, and its interval if it has one."""
        names = ("expected_cost", "of_nobody", "of_everybody", "of_the_best_possible")
        data = self.to_json()
        rates = ("treated", "hit_rate", "false_alarm_rate", "cost_proportion", "skew", "prior", "capacity")
        figures = {name: data[name] for name in names} | data["matrix"] | {name: data[name] for name in rates}
        found: list[dict[str, Any]] = [{"figure": "threshold", "treat": self.decision.treat, **data["threshold"]}]
        found += [{"figure": name, "treat": None, **x} for name, x in figures.items() if x is not None]
        if self.theoretical is not None:
            treat, x = self.theoretical.treat, data["theoretical"]
            found.append({"figure": "theoretical threshold", "treat": treat, **x["threshold"]})
            found.append({"figure": "theoretical expected_cost", "treat": treat, **x["expected_cost"]})
        found += [
            {"figure": f"regret at {x.factor}", "treat": x.best.treat, **(as_json(x.regret) or {})}
            for x in self.misjudged
        ]
        ends = {"threshold": data["threshold_interval"], "expected_cost": data["interval"]}
        return [
            {**row, **dict(zip(("low", "high"), ends.get(row["figure"]) or (None, None), strict=True))} for row in found
        ]


def _costs(x: Fraction) -> str:
    return f"costs {significant(x)}" if x >= 0 else f"gains {significant(-x)}"


def _beside(saved: Fraction, gains: bool) -> str:
    """How much less it costs, or how much more is gained."""
    more = "less" if (saved > 0) != gains else "more"
    return "as much as" if not saved else f"{significant(abs(saved))} {more} than"


def _from(shift: int, x: Fraction | None) -> Fraction | None:
    return None if x is None else shift - x


def ends_of(sample: Sample, cut: int) -> tuple[Fraction | None, Fraction | None]:
    """The scores below and above a cut; None where there is none.

    >>> ends_of(Sample.of([0, 1], ["0.1", "0.4"]), 1)
    (Fraction(1, 10), Fraction(2, 5))
    """
    last = sample.distinct_scores
    return (sample.score(cut - 1) if cut else None), (sample.score(cut) if cut < last else None)


def _farthest(end: Fraction, beyond: Fraction) -> Fraction:
    """``beyond`` the end of the scores, but not beyond doubles where there is room before."""
    most = Fraction(float_info.max) if beyond > end else -Fraction(float_info.max)
    return most if min(end, beyond) < most < max(end, beyond) else beyond


# --- choosing -----------------------------------------------------------------------------------------


def choose(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    *,
    miss: Any = None,
    false_alarm: Any = None,
    hit: Any = 0,
    correct_rejection: Any = 0,
    prior: Any = None,
    capacity: Any = None,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    resamples: int | None = None,
    level: Any = 0.95,
    seed: int | np.random.Generator = 0,
) -> ChosenThreshold:
    """The operating threshold of least expected cost, for costs in the user's own units.

    With the classes and scores of `workbench.evaluate`, class 1 being the event: ``miss`` is what an event costs that
    is not treated, ``false_alarm`` what treating costs without the event, ``hit`` and ``correct_rejection`` what right
    decisions cost; gains are negative. ``prior`` is the proportion of events in deployment, inside (0, 1), by default
    that of the sample; ``capacity`` the greatest proportion of cases that can be treated there, in (0, 1]. At a
    threshold ``t`` those with ``score > t`` are treated, and a case costs

        P (hit T + miss (1 - T)) + (1 - P) (false_alarm F + correct_rejection (1 - F))

    with ``P`` the prior, ``T`` and ``F`` the shares of class 1 and class 0 above ``t``. Numbers are taken exactly,
    floats as the decimals that print them. ``weights`` and ``groups`` are those of `workbench.weighted_sample`.
    ``resamples`` adds intervals of the cost and the threshold at ``level``. `InputError` says what is wrong. See
    `workbench.inference.choosing` for which threshold is taken among equals.

    >>> found = choose([0, 0, 1, 0, 1, 1], ["0.1", "0.2", "0.3", "0.5", "0.6", "0.9"], miss=4, false_alarm=1)
    >>> found.decision.treat, found.decision.expected_cost, found.operation.costs.proportion
    ('score > 0.2', Fraction(1, 6), Fraction(1, 5))
    >>> print(found.sentence.partition(",")[0])
    treat when score > 0.2: costs 0.166667 per case
    """
    plan = None if resamples is None else Plan(resamples, level, seed=seed)
    operation = operation_of(miss, false_alarm, hit, correct_rejection, prior, capacity)
    classes, y_score = labelled(y_true, pos_label, y_score)
    if weights is None and groups is None:
        return choose_on(Sample.of(classes, y_score), operation, plan)
    return choose_on(weighted_sample(classes, y_score, weights=weights, groups=groups), operation, plan)


def operation_of(
    miss: Any, false_alarm: Any, hit: Any = 0, correct_rejection: Any = 0, prior: Any = None, capacity: Any = None
) -> Operation:
    """The costs, the proportion of events (0 where the sample is to say it) and the capacity, seen to make sense.

    >>> operation_of("5", 0.1, prior="2%")
    Traceback (most recent call last):
    workbench.errors.InputError: the prior '2%' is not a number
    """
    if miss is None or false_alarm is None:
        raise InputError(WANTED)
    costs = {"miss": miss, "false alarm": false_alarm, "hit": hit, "correct rejection": correct_rejection}
    exact = {name: told(f"the cost {shown(x)} of a {name}", x) for name, x in costs.items()}
    for name, x in exact.items():
        if abs(x) > LARGEST:
            raise InputError(f"the cost {shown(costs[name])} of a {name} is beyond 1e300; another unit would do")
    share = Fraction(0) if prior is None else prior_of(prior)
    return Operation(Costs(*exact.values()), share, capacity_of(capacity))


def choose_on(given: Sample, operation: Operation, plan: Plan | None = None, higher_means: int = 1) -> ChosenThreshold:
    """`choose` for data that is already a `Sample`; ``higher_means`` is the class that a higher score speaks for.

    When that is 0, those with scores *below* the threshold are treated, and all thresholds are on the scale of the
    scores as they are given. A prior of 0 stands for the proportion of the sample.

    >>> sample = Sample.of([1, 0, 1, 0], [1, 2, 3, 4])
    >>> choose_on(sample, operation_of(miss=3, false_alarm=1), higher_means=0).decision.treat
    'score < 4'
    """
    if given.design is not None and given.design.prior is not None:
        raise NotSupported("choose takes the prior as its own argument, and no examples that are reweighted to one")
    shift = None if higher_means == 1 else int(given.probabilistic)
    sample = given if shift is None else turned(given)
    operation = operation if operation.prior else replace(operation, prior=sample.pi1)
    on = _Chooser(sample, shift, given.probabilistic)
    cut = BestCut(operation, sample.n0, sample.n1).of_sample(sample)
    below = on.below(cut) if sample.design is None else sample.design.below(cut)
    notes = [
        *notes_on_costs([operation.costs.net_miss], [operation.costs.net_false_alarm]),
        *_notes_on_scores(sample, given, operation.costs),
    ]
    spread = None
    if plan is not None:
        try:
            spread = _spread(on, operation, cut, plan)
        except NotSupported as reason:
            notes.append(f"no interval: {reason}")
    free = replace(operation, capacity=Fraction(1))
    chosen = on.decision(operation, cut)
    return ChosenThreshold(
        sample,
        shift,
        operation,
        cut,
        below,
        chosen,
        on.theoretical(operation),
        on.best(free) if operation.capacity < 1 else chosen,
        tuple(on.misjudged(operation, cut)),
        spread,
        tuple(notes),
    )


def _notes_on_scores(sample: Sample, given: Sample, costs: Costs) -> Iterable[str]:
    if not given.probabilistic and costs.proportion is not None:
        yield f"no theoretical threshold: it {outside(given)}"
    yield from note_on_auc(sample)


def note_on_auc(sample: Sample) -> Iterator[str]:
    """Whether low scores speak for the event on these examples."""
    if metrics.AUC.exact(sample) < Fraction(1, 2):
        yield "AUC is below 1/2: scores speak for the other class here; is --higher-means right?"


@dataclass(frozen=True)
class _Chooser:
    """A sample with higher scores for class 1, what its scores were subtracted from, and whether they are in [0, 1]."""

    sample: Sample
    shift: int | None
    probabilistic: bool

    @property
    def sizes(self) -> tuple[int, int]:
        return self.sample.n0, self.sample.n1

    def below(self, cut: int) -> tuple[int, int]:
        """How many examples of either class are below a cut."""
        passed0, passed1 = self.sample.passed
        return int(passed0[cut]), int(passed1[cut])

    def threshold(self, cut: int) -> Fraction:
        """The threshold at a cut, on the scale of the scores as they were given."""
        low, high = ends_of(self.sample, cut)
        if self.probabilistic and (low is None or high is None):
            return self.as_given(Fraction(-1 if low is None else 1))
        first, last = self.sample.extremes
        span = last - first or Fraction(1)
        low = _farthest(first, first - span) if low is None else low
        high = _farthest(last, last + span) if high is None else high
        return short_decimal(low, high) if self.shift is None else -short_decimal(low - self.shift, high - self.shift)

    def as_given(self, t: Fraction) -> Fraction:
        """A threshold on the scale of the scores as they were given."""
        return t if self.shift is None else self.shift - t

    def decision(self, operation: Operation, cut: int) -> Decision:
        """That at a cut."""
        return self._decision(operation, self.threshold(cut), self.below(cut))

    def _decision(self, operation: Operation, threshold: Fraction, below: tuple[int, int]) -> Decision:
        treat = f"score {'>' if self.shift is None else '<'} {in_full(threshold)}"
        cost, treated = operation.cost(below, self.sizes), operation.treated(below, self.sizes)
        return Decision(threshold, treat, cost, treated, *operation.rates(below, self.sizes))

    def best(self, operation: Operation) -> Decision:
        """The best decision."""
        return self.decision(operation, BestCut(operation, *self.sizes).of_sample(self.sample))

    def theoretical(self, operation: Operation) -> Decision | None:
        """Where calibrated scores are best cut: ``t/(1 - t) = c/(1 - c)`` times the odds of the sample's proportion of
        events over those of deployment.
        """
        c, p, share = operation.costs.proportion, operation.prior, self.sample.pi1
        if c is None or not self.probabilistic:
            return None
        top, rest = c * share * (1 - p), (1 - c) * (1 - share) * p
        t = top / (top + rest)
        return self._decision(operation, self.as_given(t), self.sample.counts_at_most(t))

    def misjudged(self, operation: Operation, cut: int) -> Iterable[Misjudged]:
        """What the cut costs too much where a miss has another net cost, where there is a ratio of net costs."""
        costs = operation.costs
        if min(costs.net_miss, costs.net_false_alarm) <= 0:
            return
        below = self.below(cut)
        for factor in FACTORS:
            other = replace(operation, costs=replace(costs, miss=costs.hit + factor * costs.net_miss))
            best = self.best(other)
            yield Misjudged(factor, best, other.cost(below, self.sizes) - best.expected_cost)


# --- resampling ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _BestCutOf:
    """`BestCut` of the resamples of one part of the scores."""

    best: BestCut

    def __call__(self, part: Part) -> Counts:
        return self.best.of(part.cumulative0, part.cumulative1, part.start)


def _spread(on: _Chooser, operation: Operation, cut: int, plan: Plan) -> Spread:
    plan = plan_for(on.sample, plan)
    statistic = _counted(on, operation, cut) if on.sample.design is None else _weighted(on, operation, cut)
    _, values = estimated(on.sample, statistic, 3, plan)
    cuts, which = np.unique(values[:, 1].astype(np.int64), return_inverse=True)
    exact = [on.threshold(int(i)) for i in cuts]
    if not all(map(is_a_double, exact)):
        raise NotSupported("the thresholds of resamples are beyond the range of a double")
    thresholds = np.array([float(x) for x in exact])[which]
    (low, from_), (high, to) = percentiles(np.column_stack((values[:, 0], thresholds)), plan.level)
    optimism = max(float(values[:, 2].mean()), 0.0)
    return Spread((float(low), float(high) + optimism), (float(from_), float(to)), optimism, plan.printed)


def _counted(on: _Chooser, operation: Operation, cut: int) -> Statistic:
    """Of resamples with as many examples of each class: the cost at the cut, the best cut, and its optimism."""
    n0, n1 = on.sizes
    best, losses, everybody = BestCut(operation, n0, n1), operation.losses(n0, n1), operation.of_everybody
    passed = on.sample.passed
    anew, fixed = _BestCutOf(best), AtCuts((cut,))

    def costs(tops: Iterable[Any]) -> Floats:
        return np.array([float(everybody + Fraction(int(top), losses.scale)) for top in tops])

    def statistic(x: Resamples) -> Floats:
        tops, cuts = x.ask(anew, BestCut.joined)
        below = x.ask(fixed)[:, :, 0]
        places = cuts.astype(np.int64)
        at_cut = costs(losses.tops(below[0], below[1], n0, n1))
        elsewhere = costs(losses.tops(passed[0][places], passed[1][places], n0, n1))
        return np.column_stack((at_cut, places, elsewhere - costs(tops)))

    return statistic


def _weighted(on: _Chooser, operation: Operation, cut: int) -> Statistic:
    """The same of resamples of weights and groups, in doubles: costs that differ by rounding alone are equal."""
    p, net = operation.prior, (operation.costs.net_false_alarm, operation.costs.net_miss)
    of0, of1, everybody = float(-(1 - p) * net[0]), float(p * net[1]), float(operation.of_everybody)
    least, near = float(1 - operation.capacity) - ROUNDING, ROUNDING * (abs(of0) + abs(of1))
    n0, n1 = on.sizes
    rates0, rates1 = (np.array(x / n, dtype=np.float64) for x, n in zip(on.sample.passed, (n0, n1), strict=True))

    def cumulative(part: Part) -> Floats:
        return np.stack((part.cumulative0, part.cumulative1)).astype(np.float64)

    def statistic(x: Resamples) -> Floats:
        if not (x.n0.all() and x.n1.all()):
            raise NotSupported("the weights of the classes are too far apart to be resampled")
        below0, below1 = x.ask(cumulative)
        below0, below1 = below0 / x.n0, below1 / x.n1
        costs = of0 * below0 + of1 * below1
        at_cut = everybody + costs[:, cut]  # also where it is beyond the capacity of the resample
        if operation.capacity < 1:
            costs[float(1 - p) * below0 + float(p) * below1 < least] = np.inf
        best = costs.min(axis=1)
        places = costs.shape[1] - 1 - np.argmax(costs[:, ::-1] <= best[:, None] + near, axis=1)
        elsewhere = of0 * rates0[places] + of1 * rates1[places]
        return np.column_stack((at_cut, places, elsewhere - best))

    return statistic
