"""Bootstrap bands: how far metrics, cost curves and ROC curves vary from one sample to the next.

Examples are drawn with replacement, as many as there are of each class (stratified: the counts at the distinct scores
are multinomial in each class), or as many as there are in all (then resamples without an example of one class are
drawn again). They are drawn part by part of the scores, in memory that does not grow with the sample; see
`workbench.inference.resamples`.

Bands and intervals are percentiles: with ``k`` the least whole number that is at least ``resamples (1 - level)/2``,
they go from the k-th smallest to the k-th largest value, so that both ends are values of resamples. A class with a
single example has no spread to resample and is refused. What is best on its own sample, or counts its ties, is
shifted by resampling: then the interval tells how resamples vary and is no confidence interval. A
simultaneous band is ``estimate ± q sd`` with the one ``q`` for which a share ``level`` of the resampled curves stays
within it everywhere.

Efron and Tibshirani, An introduction to the bootstrap (1993), chapter 13; for bands of cost curves and ROC curves
Drummond and Holte, Cost curves (2006) and Macskassy and Provost, Confidence bands for ROC curves (2004).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple, Self, TypeAlias, TypedDict, Unpack

import numpy as np

from workbench.errors import InputError, NotSupported, shown
from workbench.inference.designs import Designed
from workbench.inference.resampled import Statistic, number_statistic
from workbench.inference.resampled_curves import ENDLESS, curve_statistic
from workbench.inference.resamples import ROWS, WIDTH, Floats, Resamples
from workbench.losses.reals import Undefined
from workbench.numbers.given import number
from workbench.numbers.written import decimal
from workbench.samples.columns import as_list
from workbench.samples.sample import Sample, checked_sample

Progress: TypeAlias = Callable[[int, int], None]
Seed: TypeAlias = int | np.random.Generator

GRID = tuple(Fraction(i, 100) for i in range(101))
CELLS = 2**19
"""Entries of an array of counts or values that are held at once; some ten such arrays are alive at a time."""

ROUNDING = 1e-12
"""What is nearer to zero is zero: values of resamples are rounded to doubles."""


class Planned(TypedDict, total=False):
    """The fields of a `Plan`, as arguments by name."""

    resamples: int
    level: Any
    stratified: bool
    seed: Seed
    progress: Progress | None


@dataclass(frozen=True)
class Plan:
    """How to resample: how often, at which level, how drawn. `InputError` for what is out of range.

    ``seed`` is a whole number, or a numpy ``Generator``, which is advanced. ``progress`` is called with the resamples
    done and all of them.
    """

    resamples: int = 10_000
    level: Any = 0.95
    stratified: bool = True
    seed: Seed = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        proportion_of(self.level)
        for what, least in (("resamples", 1), ("seed", 0)):
            given = getattr(self, what)
            if what == "seed" and isinstance(given, np.random.Generator):
                continue
            try:
                whole = operator.index(given)
            except TypeError:
                whole = -1
            if whole < least or isinstance(given, bool):
                raise InputError(f"{what} {shown(given)} is not a whole number from {least} on")
        needed = ceil(2 / (1 - proportion_of(self.level)))
        if self.resamples < needed:
            level = float(proportion_of(self.level))
            few = "1 resample is" if self.resamples == 1 else f"{self.resamples} resamples are"
            raise InputError(f"{few} too few for the level {level}; {needed} are needed")

    @property
    def printed(self) -> dict[str, Any]:
        """What a result says about how it was found; a generator has no number to print."""
        seed = None if isinstance(self.seed, np.random.Generator) else int(self.seed)
        return {
            "level": float(proportion_of(self.level)),
            "resamples": int(self.resamples),
            "stratified": self.stratified,
            "seed": seed,
        }

    def replicates(self, units: int, width: int, of: Callable[[np.random.Generator, int], Floats]) -> Floats:
        """``of(rng, rows)`` for all resamples, some rows at a time: of ``units`` counts and ``width`` numbers each."""
        rng = np.random.default_rng(self.seed)
        rows = max(1, CELLS // max(units, width))
        found = []
        for done in range(0, self.resamples, rows):
            size = min(rows, self.resamples - done)
            found.append(of(rng, size))
            if self.progress is not None:
                self.progress(done + size, int(self.resamples))
        return np.concatenate(found)


def proportion_of(level: Any) -> Fraction:
    """``level`` as a fraction inside (0, 1); a double is taken as the shortest decimal that prints it.

    >>> proportion_of(0.95), proportion_of("0.9")
    (Fraction(19, 20), Fraction(9, 10))
    """
    try:
        found = number(repr(float(level)) if isinstance(level, float) else level)
    except (ValueError, TypeError):
        found = Fraction(0)
    if not 0 < found < 1:
        raise InputError(f"level {shown(level)} is not a number inside (0, 1)")
    return found


def places_of(grid: Iterable[Any] | None, curve: str = "") -> tuple[Fraction, ...]:
    """The operating conditions of a grid, strictly ascending in [0, 1]; `InputError` names the first that is not.

    By default those hundredths at which the curve has values.

    >>> places_of(["0", "0.5", 1])
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    >>> places_of(None, "interventions_avoided")[::98]
    (Fraction(1, 100), Fraction(99, 100))
    """
    if grid is None:
        return tuple(place for place in GRID if not isinstance(curve, str) or place not in ENDLESS.get(curve, ()))
    try:
        given = as_list(grid, "the grid")
    except ValueError as error:
        raise InputError(str(error)) from None
    places: list[Fraction] = []
    for place in given:
        try:
            found = number(place)
        except ValueError as error:
            raise InputError(f"place {shown(place)} of the grid {error}") from None
        if not 0 <= found <= 1 or (places and found <= places[-1]):
            raise InputError(f"place {shown(place)} of the grid; places ascend within [0, 1]")
        places.append(found)
    if not places:
        raise InputError("the grid is empty")
    return tuple(places)


# --- intervals and bands ------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Interval:
    """A number, its value on the sample, and the percentile interval of its values on resamples."""

    name: str
    estimate: float
    low: float
    high: float
    standard_error: float
    level: float
    resamples: int
    stratified: bool
    seed: int | None

    @classmethod
    def of(cls, name: str, estimate: Floats, values: Floats, plan: Plan) -> Self:
        """From the value on the sample, of shape ``(1,)``, and the values on resamples."""
        (low,), (high,) = percentiles(values[:, None], plan.level)
        error = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        return cls(name, float(estimate[0]), float(low), float(high), error, **plan.printed)

    def __repr__(self) -> str:
        share = f"{100 * self.level:g}% of {self.resamples} resamples"
        return f"{self.name} {decimal(self.estimate)} in [{decimal(self.low)}, {decimal(self.high)}], {share}"

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``."""
        return dict(vars(self))


class CurveOnGrid(NamedTuple):
    """Which curve is asked for, and where."""

    name: str
    condition: str
    grid: tuple[Fraction, ...]
    simultaneous: bool


@dataclass(frozen=True, repr=False)
class Band:
    """A curve at the operating conditions ``grid``, its values on the sample, and a band around them.

    ``simultaneous`` tells whether the level holds for the curve as a whole, or for each place on its own.
    """

    name: str
    condition: str
    grid: tuple[Fraction, ...]
    simultaneous: bool
    estimate: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    level: float
    resamples: int
    stratified: bool
    seed: int | None

    @classmethod
    def of(cls, curve: CurveOnGrid, estimate: Floats, values: Floats, plan: Plan) -> Self:
        """From the curve of the sample, of shape ``(1, places)``, and those of the resamples."""
        around = simultaneous_band(estimate[0], values, plan.level) if curve.simultaneous else None
        low, high = around or percentiles(values, plan.level)
        ends = tuple(estimate[0].tolist()), tuple(low.tolist()), tuple(high.tolist())
        return cls(curve.name, curve.condition, curve.grid, curve.simultaneous, *ends, **plan.printed)

    def __repr__(self) -> str:
        kind = "simultaneous" if self.simultaneous else "pointwise"
        share = f"{100 * self.level:g}% of {self.resamples} resamples"
        return f"{type(self).__name__}({self.name}, {kind}, {share}, {len(self.grid)} places)"

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``; the grid as doubles."""
        row = {name: list(x) if isinstance(x, tuple) else x for name, x in vars(self).items()}
        return row | {"grid": [float(place) for place in self.grid]}


def percentiles(values: Floats, level: Any) -> tuple[Floats, Floats]:
    """The k-th smallest and the k-th largest of the values in each column, ``k = ceil(resamples (1 - level)/2)``.

    >>> percentiles(np.arange(1.0, 101.0)[:, None], 0.9)
    (array([5.]), array([96.]))
    """
    k = ceil(len(values) * (1 - proportion_of(level)) / 2)
    ordered = np.partition(values, (k - 1, len(values) - k), axis=0)
    return ordered[k - 1], ordered[len(values) - k]


def simultaneous_band(estimate: Floats, values: Floats, level: Any) -> tuple[Floats, Floats]:
    """``estimate ± q sd``, with the least ``q`` for which a share ``level`` of all rows of ``values`` is within."""
    spread = values.std(axis=0)
    moves = spread > ROUNDING
    farthest = (np.abs(values - estimate)[:, moves] / spread[moves]).max(axis=1, initial=0)
    enough = ceil(len(values) * proportion_of(level)) - 1
    width = np.partition(farthest, enough)[enough] * np.where(moves, spread, 0)
    return estimate - width, estimate + width


def plan_for(sample: Sample, plan: Plan) -> Plan:
    """The plan for a sample: groups with examples of both classes cannot be drawn class by class."""
    if sample.design is None or sample.design.pure:
        return plan
    return replace(plan, stratified=False)


def refuse_single_examples(sample: Sample) -> None:
    """`NotSupported` for a class with one example, whose resamples are all alike."""
    for k, size in enumerate((sample.n0, sample.n1)):
        if size == 1:
            raise NotSupported(f"class {k} has a single example, so that its resamples are all alike")


def estimated(sample: Sample, statistic: Statistic, width: int, plan: Plan) -> tuple[Floats, Floats]:
    """The statistic, ``width`` numbers, on the sample itself (one row) and on resamples of it."""
    if sample.design is not None:
        designed = Designed(sample, plan.stratified)
        units = max(sample.distinct_scores, len(sample.design.cells))
        return statistic(designed.itself), plan.replicates(
            units, width, lambda rng, rows: statistic(designed.drawn(rng, rows))
        )
    refuse_single_examples(sample)
    itself = Resamples.of(sample)
    estimate = statistic(itself)
    units = sample.distinct_scores if sample.distinct_scores <= WIDTH else CELLS // ROWS
    values = plan.replicates(units, width, lambda rng, rows: statistic(itself.drawn(rng, rows, plan.stratified)))
    return estimate, values


def bootstrap(
    sample: Sample,
    of: str,
    **planned: Unpack[Planned],
) -> Interval:
    """The percentile interval of a metric or an expected loss on resamples of ``sample``.

    ``of`` is any expression: a metric of the catalogue, ``loss(METHOD)``, ``loss(METHOD, cost=beta(2, 5))`` and so on;
    see `workbench.inference.resampled.number_statistic`. The other arguments are those of `Plan`. The same seed gives
    the same interval. `InputError` says what is wrong.

    >>> sample = Sample.of([0, 0, 0, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.9])
    >>> bootstrap(sample, "AUC", resamples=1000)
    AUC 0.833333 in [0.333333, 1.000000], 95% of 1000 resamples
    """
    plan = Plan(**planned)
    if not isinstance(of, str):
        raise InputError(f"{shown(of)} is not an expression; text such as AUC - BS is")
    return intervals(checked_sample(sample, "bootstrap"), [of], plan)[of]


def intervals(
    sample: Sample, of: Iterable[str], plan: Plan, failed: dict[str, str] | None = None
) -> dict[str, Interval]:
    """The percentile intervals of several metrics and expected losses, on the same resamples; see `bootstrap`.

    With ``failed`` what cannot be resampled, or has no value on some resample, is left out and gets its reason there.

    >>> sample = Sample.of([0, 0, 0, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.9])
    >>> [found.high for found in intervals(sample, ["AUC", "AUC - AUCH"], Plan(resamples=1000)).values()]
    [1.0, 0.0]
    """
    plan = plan_for(sample, plan)
    reasons: dict[str, str] = {}
    statistics: dict[str, Statistic] = {}
    for text in of:
        try:
            statistics[text] = number_statistic(text, sample)
        except InputError as reason:
            if failed is None:
                raise
            reasons[text] = str(reason)

    def together(x: Resamples) -> Floats:
        columns = []
        for text, statistic in statistics.items():
            column = np.full(len(x.n0), np.nan)
            try:
                if text not in reasons:
                    column = statistic(x)
            except Undefined as reason:
                if failed is None:
                    raise
                reasons[text] = str(reason)
            columns.append(column.reshape(-1, 1))
        return np.concatenate(columns, axis=1)

    estimate, values = estimated(sample, together, len(statistics), plan)
    if failed is not None:
        failed.update(reasons)
    return {
        text: Interval.of(text, estimate[0, [i]], values[:, i], plan)
        for i, text in enumerate(statistics)
        if text not in reasons
    }


def band(
    sample: Sample,
    curve: str = "score_driven",
    *,
    condition: str = "cost",
    grid: Iterable[Any] | None = None,
    simultaneous: bool = False,
    **planned: Unpack[Planned],
) -> Band:
    """The band of a curve on resamples of ``sample``.

    ``curve`` is a threshold choice method, for its cost curve (``score_driven`` for the Brier curve, ``optimal`` for
    the lower envelope of the cost lines), ``kendall`` or ``roc``; see
    `workbench.inference.resampled_curves.curve_statistic`. ``grid`` are operating conditions (false positive rates for
    ``roc``), by default 0, 0.01, ..., 1, without ends at which the curve has no value. ``condition`` is ``cost`` or
    ``skew``. `InputError` says what is wrong.

    >>> sample = Sample.of([0, 0, 0, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.9])
    >>> brier = band(sample, "score_driven", grid=["0.2", "0.5"], resamples=1000)
    >>> brier.estimate, brier.low, brier.high
    ((0.16, 0.4), (0.0, 0.0), (0.24, 0.8))
    """
    plan = plan_for(checked_sample(sample, "band"), Plan(**planned))
    wanted = CurveOnGrid(curve, condition, places_of(grid, curve), simultaneous)
    statistic = curve_statistic(curve, condition, wanted.grid)
    return Band.of(wanted, *estimated(sample, statistic, len(wanted.grid), plan), plan)
