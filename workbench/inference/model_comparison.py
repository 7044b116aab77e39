"""Two models compared: which of them loses less under a law of costs, on which operating conditions, and under all.

With Q_A(c) and Q_B(c) for the losses of both at an operating condition c, their cost curves, and w for its law,

    difference = E[Q_B(c)] - E[Q_A(c)],   c distributed as w:

positive where the first model is the better one. Where Q_A <= Q_B everywhere the first model loses no more under every
law of c, and only then, as a law may be one condition alone. Losses, curves and the conditions at which they cross are
exact; intervals and bands are of resamples, of pairs of scores where both models have scored the same examples.

Drummond and Holte, Cost curves (2006); Hernández-Orallo, Flach and Ferri, Brier curves (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from typing import Any, NamedTuple, TypeAlias, Unpack

import numpy as np

from workbench.curves.cost_curves import cost_curve, read_method
from workbench.curves.curve import Curve, Stretch
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Answer, Row, Table
from workbench.inference.bootstrap import GRID, ROUNDING, CurveOnGrid, Plan, Planned, plan_for
from workbench.inference.evaluation_intervals import shifted
from workbench.inference.losses_under import loss_under, loss_under_statistic, told_law
from workbench.inference.paired import (
    DifferenceBand,
    DifferenceInterval,
    PairedDesign,
    PairedSample,
    TwoSamples,
    pair_of,
)
from workbench.inference.resampled import Statistic, number_statistic
from workbench.inference.resampled_curves import curve_statistic
from workbench.inference.resamples import Floats, Resamples
from workbench.language.statements import CONDITIONS, law, parse_cost, parse_expression
from workbench.language.syntax import Cost, Method, Number, substitute
from workbench.language.syntax import names as names_in
from workbench.lazily import Lazily
from workbench.losses.densities import DensityError, probability
from workbench.losses.domains import worked_out
from workbench.losses.evaluation import TURNED, is_turned
from workbench.losses.exact import NeedsProbabilities, outside, value
from workbench.losses.reals import Undefined, add, subtract
from workbench.losses.rescored import needs_probabilities
from workbench.numbers.algebraic import real
from workbench.numbers.certified import DIGITS, Real, working_digits
from workbench.numbers.written import as_json, decimal, significant
from workbench.samples.sample import Sample, checked_sample

_page = Lazily("workbench.pages.models_compared")  # a face; nothing here needs it

Pair: TypeAlias = PairedSample | PairedDesign | TwoSamples

BETTER = {-1: "first", 0: "equal", 1: "second"}
"""Which model loses less where the loss of the first minus that of the second has this sign."""

PLACES = {"cost": "cost proportion", "skew": "skew"}


class Figure(NamedTuple):
    """An expression of both models, its difference, second minus first, and the interval of that if there is one."""

    values: tuple[Real, Real]
    difference: Real
    interval: DifferenceInterval | None = None

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        interval = None if self.interval is None else [self.interval.low, self.interval.high]
        values = [as_json(x) for x in self.values]
        return {"values": values, "difference": as_json(self.difference), "interval": interval}


@dataclass(frozen=True, repr=False)
class ModelComparison(Table, Answer):
    """What `compare_models` and `compare_samples` find.

    ``losses`` are the expected losses of both models, ``interval`` is that of their difference, second minus first, and
    ``band`` that of the difference of their cost curves ``curves``, over a grid of operating conditions.
    ``never_worse`` counts the resamples in which a model loses no more at any place of the grid, and less at one, or
    both lose the same. ``expressions`` are what else was asked for. What could not be found is None or missing, and
    ``notes`` say why.
    """

    _compared = ".better or .under_every_cost"

    pair: Pair
    method: Method
    cost: Cost
    condition: str
    names: tuple[str, str]
    losses: tuple[Real, Real]
    curves: tuple[Curve, Curve] | None = None
    regions: tuple[Stretch, ...] | None = None
    probabilities: Mapping[str, Real] | None = None
    interval: DifferenceInterval | None = None
    band: DifferenceBand | None = None
    never_worse: Mapping[str, int] | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, Figure] = field(default_factory=dict)

    @property
    def paired(self) -> bool:
        """Whether both models have scored the same examples."""
        return not isinstance(self.pair, TwoSamples)

    @property
    def difference(self) -> Real:
        """The loss of the second model minus that of the first."""
        return subtract(self.losses[1], self.losses[0])

    @property
    def better(self) -> str | None:
        """Which model loses less as far as the interval tells: ``first``, ``second`` or ``neither``."""
        if self.interval is None:
            return None
        low, high = self.interval.low, self.interval.high
        return "first" if low > ROUNDING else "second" if high < -ROUNDING else "neither"

    @property
    def under_every_cost(self) -> str | None:
        """Which model loses no more at any operating condition, and less at one, or ``equal``; None for neither."""
        signs = {x.sign for x in self.regions or ()}
        return None if len(signs & {-1, 1}) != 1 and signs != {0} else BETTER[sum(signs)]

    # --- in words -----------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return str(_page.comparison_html(self))

    @property
    def sentence(self) -> str:
        """Which model loses less under the law of costs, and by how much."""
        first, second = map(decimal, self.losses)
        if self.interval is None:
            return f"{self.names[0]} loses {first} and {self.names[1]} {second}"
        low, high, level = self.interval.low, self.interval.high, f"{100 * self.interval.level:g}%"
        told = f"{first} against {second}, a difference of {decimal(self.difference)} [{_six(low)}, {_six(high)}]"
        if self.better == "first":
            return f"{self.names[0]} loses less than {self.names[1]}: {told}"
        if self.better == "second":
            return (
                f"{self.names[1]} loses less than {self.names[0]}: {second} against {first}, "
                f"a difference of {decimal(-self.difference)} [{_six(-high)}, {_six(-low)}]"
            )
        return f"no difference of {self.names[0]} and {self.names[1]} can be told at the level {level}: {told}"

    @property
    def in_words(self) -> tuple[str, ...]:
        """All that was found, sentence by sentence."""
        said = [self.sentence, *self._of_every_cost(), *self._of_resamples(), *self._of_expressions()]
        said += self._of_examples()
        return (*said, *(f"{what}: {why}" for what, why in self.notes.items()))

    def name_of(self, better: str) -> str:
        """The name of the model that is ``first`` or ``second``; other words stay."""
        return dict(zip(("first", "second"), self.names, strict=True)).get(better, better)

    def _of_every_cost(self) -> Iterator[str]:
        """Whether one of the models is better under every law of costs, and how probable that is under this one."""
        if self.regions is None:
            return
        place, names = PLACES[self.condition], self.names
        if self.under_every_cost is None:
            yield f"each loses less at some {place}s, so neither is better under every law of costs"
        elif self.under_every_cost == "equal":
            yield f"both lose the same at every {place}, so under every law of costs"
        else:
            better, worse = names if self.under_every_cost == "first" else names[::-1]
            yield f"{better} loses no more than {worse} at any {place}, so under every law of costs"
        if self.probabilities is not None:
            first, second, equal = (decimal(self.probabilities[key]) for key in ("first", "second", "equal"))
            yield (
                f"under this law {names[0]} loses less with probability {first}, {names[1]} with {second}, "
                f"and both lose the same with {equal}"
            )

    def _of_resamples(self) -> Iterator[str]:
        """How often one of the models dominates the other, and where the band of the difference excludes zero."""
        if self.band is None or self.never_worse is None:
            return
        total, counts, (first, second) = self.band.resamples, self.never_worse, self.names
        places = f"{len(self.band.grid)} {PLACES[self.condition]}s"
        if any(counts.values()):
            rest = total - sum(counts.values())
            yield (
                f"{first} dominates {second}, with less loss at some of {places} and more at none, "
                f"in {counts['first']} of {total} resamples, {second} dominates {first} in {counts['second']}, "
                f"both lose the same at all in {counts['equal']}, and in the other {rest} each loses less at some"
            )
        else:
            yield f"in every one of {total} resamples each loses less at some of {places}: neither dominates the other"
        runs = [
            f"{'at' if x.low == x.high else f'from {float(x.low):g} to'} {float(x.high):g}, where "
            f"{self.name_of(BETTER[-x.sign])} loses less"
            for x in self.band.significant
        ]
        yield f"the simultaneous band of the difference excludes zero {'; '.join(runs) or 'nowhere'}"

    def _of_expressions(self) -> Iterator[str]:
        """What the expressions are that were asked for, and how far they differ."""
        for text, x in self.expressions.items():
            ends = "" if x.interval is None else f" [{_six(x.interval.low)}, {_six(x.interval.high)}]"
            each = " and ".join(f"{decimal(v)} for {name}" for v, name in zip(x.values, self.names, strict=True))
            yield f"{text} is {each}, a difference of {decimal(x.difference)}{ends}"

    def _of_examples(self) -> Iterator[str]:
        """Whether the examples are the same, and what that means."""
        first, second = self.pair.first, self.pair.second
        if self.paired:
            sizes, design = first.design or first, first.design
            weighted = ", weighted" * (design is not None and design.weighted)
            n, groups = sizes.n0 + sizes.n1, None if design is None else design.groups
            drawn = "pairs of scores" if groups in (None, n) else f"whole groups, of which there are {groups}"
            yield f"the same {n} examples{weighted}: resamples are of {drawn}"
        else:
            told = " and ".join(str(x.n0 + x.n1) for x in (first.design or first, second.design or second))
            yield f"two samples of different examples, {told}: each is resampled by itself"
            if self.condition == "cost" and first.pi1 != second.pi1:
                shares = f"{significant(first.pi1, 4)} and {significant(second.pi1, 4)}"
                yield f"class 1 has the proportions {shares}, which moves losses too; skews leave that out"
        prior = None if first.design is None else first.design.prior
        if prior is not None:
            yield f"class 1 has the proportion {float(prior):g} in deployment, to which the classes are reweighted"
        if self.interval is not None and shifted(self.interval):
            yield (
                "optimal thresholds are best on their own sample: resampling shifts these losses, and their "
                "difference as far as the shifts differ"
            )

    # --- as data --------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``: losses, end points and probabilities exactly, the rest as doubles.

        ``difference`` and its ``interval`` are second minus first; ``better`` is ``first`` or ``second`` where the
        interval excludes zero, else ``neither``. ``regions`` cut [0, 1] into maximal intervals, single points among
        them, with who has the lower loss (``first``, ``second``, ``equal``) and ``probabilities`` sum up that under the
        law of costs. ``under_every_cost`` is ``first``, ``second``, ``equal`` or null. ``significant`` are the runs of
        places of the grid of ``band`` where it excludes zero, and ``never_worse_in_resamples`` is about that grid too.
        """
        sizes = (x.design or x for x in (self.pair.first, self.pair.second))
        sides = zip(("first", "second"), self.names, sizes, strict=True)
        interval, band = self.interval, self.band
        return {
            **{key: {"name": name, "n": x.n0 + x.n1, "n0": x.n0, "n1": x.n1} for key, name, x in sides},
            "paired": self.paired,
            "method": str(self.method),
            "cost": str(self.cost),
            "condition": self.condition,
            "losses": [as_json(x) for x in self.losses],
            "difference": as_json(self.difference),
            "interval": None if interval is None else [interval.low, interval.high],
            "standard_error": None if interval is None else interval.standard_error,
            "better": self.better,
            "regions": None if self.regions is None else [_as_json(x) for x in self.regions],
            "probabilities": None
            if self.probabilities is None
            else {key: as_json(x) for key, x in self.probabilities.items()},
            "under_every_cost": self.under_every_cost,
            "never_worse_in_resamples": None if self.never_worse is None else dict(self.never_worse),
            "significant": None
            if band is None
            else [{"from": float(x.low), "to": float(x.high), "better": BETTER[-x.sign]} for x in band.significant],
            "band": None if band is None else band.to_json(),
            "expressions": {text: x.to_json() for text, x in self.expressions.items()},
            "sentence": self.sentence,
            "in_words": ". ".join(self.in_words),
            "notes": dict(self.notes),
        }

    @property
    def rows(self) -> list[Row]:
        """The losses and their difference, then one row a region."""
        ends = {} if self.interval is None else {"low": self.interval.low, "high": self.interval.high}
        rows: list[Row] = [
            {"part": "loss", "of": name, **(as_json(x) or {})} for name, x in zip(self.names, self.losses, strict=True)
        ]
        rows.append(
            {"part": "difference", "of": "second - first", **(as_json(self.difference) or {}), **ends}
            | {"better": self.better}
        )
        for text, figure in self.expressions.items():
            sides = (*self.names, "second - first"), (*figure.values, figure.difference)
            told = [
                {"part": "expression", "of": f"{text}: {of}", **(as_json(x) or {})}
                for of, x in zip(*sides, strict=True)
            ]
            if figure.interval is not None:
                told[-1] |= {"low": figure.interval.low, "high": figure.interval.high}
            rows += told
        for x in map(_as_json, self.regions or ()):
            rows.append(
                {"part": "region", **{key: x[key] for key in ("from_included", "to_included", "better")}}
                | {key: x[key]["exact"] or x[key]["value"] for key in ("from", "to")}
            )
        return rows


def _six(x: float) -> str:
    """Six decimals, without a sign where these are zero."""
    return decimal(round(x, 6))


def _as_json(x: Stretch) -> dict[str, Any]:
    return {
        "from": as_json(real(x.low)),
        "to": as_json(real(x.high)),
        "from_included": x.has_low,
        "to_included": x.has_high,
        "better": BETTER[x.sign],
    }


def compare_models(
    y_true: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    method: str | Method | None = None,
    cost: str | Cost = "uniform",
    condition: str = "cost",
    *,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    prior: Any = None,
    expressions: Iterable[str] = (),
    names: tuple[str, str] = ("first", "second"),
    **planned: Unpack[Planned],
) -> ModelComparison:
    """Which of two models loses less on the same examples, under a law of costs and under every one.

    ``y_true`` and ``pos_label`` are as in `workbench.losses.evaluation.evaluate`, ``first`` and ``second`` the scores
    of the models. ``method`` is how thresholds are chosen: ``score_driven`` unless given, whose loss for uniform costs
    is the Brier score, and ``optimal`` where a score lies outside [0, 1], so that no score is a probability.
    ``condition`` is ``cost`` or ``skew``, and ``names`` are what the models are called in words. ``weights`` and
    ``groups`` are those of `workbench.weighted_sample`; resamples draw whole groups. ``prior`` is the proportion of
    class 1 in deployment. ``expressions`` are compared too, such as ``AUC`` or ``net_benefit(1/10)``. The other
    arguments are those of `workbench.inference.bootstrap.Plan`. `InputError` says what is wrong.

    >>> classes, one, other = [0, 0, 1, 1], ["0.1", "0.4", "0.6", "0.9"], ["0.1", "0.6", "0.4", "0.9"]
    >>> found = compare_models(classes, one, other, resamples=1000)
    >>> found.losses, found.under_every_cost
    ((Fraction(17, 200), Fraction(37, 200)), 'first')
    >>> [(str(x), x.sign) for x in found.regions]
    [('[0, 2/5)', 0), ('[2/5, 3/5)', -1), ('[3/5, 1]', 0)]
    >>> found.better, round(found.interval.low, 6), round(found.interval.high, 6)
    ('neither', 0.0, 0.2)
    """
    pair = pair_of(y_true, first, second, pos_label=pos_label, weights=weights, groups=groups, prior=prior)
    return compare_pair(pair, method, cost, condition, expressions=expressions, names=names, **planned)


def compare_samples(
    first: Sample,
    second: Sample,
    method: str | Method | None = None,
    cost: str | Cost = "uniform",
    condition: str = "cost",
    *,
    expressions: Iterable[str] = (),
    names: tuple[str, str] = ("first", "second"),
    **planned: Unpack[Planned],
) -> ModelComparison:
    """Which of two models loses less, where each has scored examples of its own: `compare_models` without pairs.

    Resamples are of all examples of either sample, unless ``stratified`` says otherwise: drawn class by class, two
    samples would be told apart by class proportions that differ by chance.

    >>> one, other = Sample.of([0, 0, 1, 1], [1, 2, 3, 4]), Sample.of([0, 1, 0, 1, 1], [1, 2, 3, 4, 5])
    >>> found = compare_samples(one, other, resamples=100)
    >>> str(found.method), found.losses, found.under_every_cost
    ('optimal', (Fraction(0, 1), Fraction(1, 10)), 'first')
    """
    for sample in (first, second):
        checked_sample(sample, "compare_samples")
    pair = TwoSamples(first, second)
    return compare_pair(pair, method, cost, condition, expressions=expressions, names=names, **planned)


def compare_pair(
    pair: Pair,
    method: str | Method | None = None,
    cost: str | Cost = "uniform",
    condition: str = "cost",
    *,
    expressions: Iterable[str] = (),
    names: tuple[str, str] = ("first", "second"),
    **planned: Unpack[Planned],
) -> ModelComparison:
    """`compare_models` for examples that are read already."""
    samples = pair.first, pair.second
    drawn_by_class: Planned = {"stratified": not isinstance(pair, TwoSamples)}
    plan = plan_for(pair.first, Plan(**(drawn_by_class | planned)))
    if condition not in CONDITIONS:
        raise InputError(f"{shown(condition)} is not an operating condition; one of {', '.join(CONDITIONS)} is")
    if len(names) != 2 or not all(isinstance(name, str) for name in names) or names[0] == names[1]:
        raise InputError(f"the names are {shown(names)}; two different texts are needed")
    called = read_method(default_method(samples) if method is None else method)
    read = _at_proportions(parse_cost(cost) if isinstance(cost, str) else cost, pair)
    for name, sample in zip(names, samples, strict=True):
        if needs_probabilities(law(called)) and not sample.probabilistic:
            raise NeedsProbabilities(f"{name}: {called} {outside(sample)}")
    notes = {f"AUC of {name}": TURNED for name, x in zip(names, samples, strict=True) if is_turned(x)}
    figures = _figures(samples, [expressions] if isinstance(expressions, str) else expressions, notes)
    first, second = (loss_under(sample, called, read, condition) for sample in samples)
    found: dict[str, Any] = {}
    try:
        found["curves"] = one, other = tuple(cost_curve(sample, called, condition) for sample in samples)
        found["regions"] = one.stretches(other)
        found["probabilities"] = _probabilities(read, found["regions"])
    except (NotSupported, DensityError) as reason:
        notes["probabilities" if "regions" in found else "regions"] = str(reason)
    found |= _resampled(pair, called, read, condition, plan, notes, figures)
    return ModelComparison(pair, called, read, condition, names, (first, second), notes=notes, **found)


def _at_proportions(cost: Cost, pair: Pair) -> Cost:
    """A law of costs with the class proportions of the data in it, which both models must share."""
    if not names_in(cost) & {"pi0", "pi1"}:
        return cost
    pi0, pi1 = pair.first.pi0, pair.first.pi1
    if pair.second.pi0 != pi0:
        both = f"{pi0} and {pair.second.pi0}"
        raise InputError(f"{cost} is a law of the class proportions, and pi0 is {both} in the two samples")
    found: Cost = worked_out(substitute(cost, {"pi0": Number(pi0), "pi1": Number(pi1)}))
    return found


def _figures(samples: tuple[Sample, Sample], texts: Iterable[str], notes: dict[str, str]) -> dict[str, Figure]:
    """The values of expressions on both samples; why one has none stands in ``notes``."""
    found: dict[str, Figure] = {}
    for text in texts:
        expression = parse_expression(text)
        try:
            first, second = (value(sample, expression) for sample in samples)
            found[text] = Figure((first, second), subtract(second, first))
        except (NeedsProbabilities, Undefined, NotSupported) as reason:
            notes[text] = str(reason).removeprefix(f"{text} ")
    return found


def default_method(samples: Iterable[Sample]) -> str:
    """How thresholds are chosen unless said: by the scores where these are probabilities, else the best way.

    >>> default_method([Sample.of([0, 1], [0, 1])]), default_method([Sample.of([0, 1], [0, 2])])
    ('score_driven', 'optimal')
    """
    return "score_driven" if all(sample.probabilistic for sample in samples) else "optimal"


def _probabilities(cost: Cost, regions: tuple[Stretch, ...]) -> dict[str, Real]:
    """How probable it is under the law that each model loses less, and that both lose the same."""
    nothing: Real = Fraction(0)
    with working_digits(DIGITS):
        parts = [(BETTER[x.sign], probability(cost, x.low, x.high, x.has_low, x.has_high)) for x in regions]
        whole = ((key, (x for better, x in parts if better == key)) for key in ("first", "second", "equal"))
        return {key: reduce(add, xs, nothing) for key, xs in whole}


def _resampled(
    pair: Pair,
    method: Method,
    cost: Cost,
    condition: str,
    plan: Plan,
    notes: dict[str, str],
    figures: Mapping[str, Figure],
) -> dict[str, Any]:
    """The interval of the difference of the losses and the band of that of the curves, of the same resamples."""
    makers: dict[str, tuple[int, Callable[[], Statistic]]] = {
        "interval": (1, lambda: loss_under_statistic((pair.first, pair.second), method, cost, condition)),
        "band": (len(GRID), partial(curve_statistic, str(method), condition, GRID)),
        **{text: (1, partial(_figure_statistic, text, pair, notes)) for text in figures},
    }
    statistics: dict[str, Statistic] = {}
    for what, (_, make) in makers.items():
        try:
            statistics[what] = make()
        except NotSupported as reason:
            notes[what] = str(reason)
    found: dict[str, Any] = {"expressions": dict(figures)}
    if not statistics:
        return found
    widths = [makers[what][0] for what in statistics]

    def together(x: Resamples) -> Floats:
        return np.concatenate([each(x).reshape(len(x.n0), -1) for each in statistics.values()], axis=1)

    try:
        estimate, values = pair.differences(together, sum(widths), plan)
    except NotSupported as reason:
        notes.update({what: str(reason) for what in statistics})
        return found
    parts = {
        what: (estimate[:, stop - width : stop], values[:, stop - width : stop])
        for what, width, stop in zip(statistics, widths, np.cumsum(widths), strict=True)
    }
    for text in figures:
        if text in parts and text not in notes:
            estimate, values = parts[text]
            interval = DifferenceInterval.of(f"difference of {text}", estimate[0], values[:, 0], plan)
            found["expressions"][text] = figures[text]._replace(interval=interval)
    if "interval" in parts:
        (estimate, values) = parts["interval"]
        loss = f"loss({method}, cost={told_law(cost)}, condition={condition})"
        found["interval"] = DifferenceInterval.of(f"difference of {loss}", estimate[0], values[:, 0], plan)
    if "band" in parts:
        on_grid = CurveOnGrid(f"difference of {method}", condition, GRID, True)
        found["band"] = DifferenceBand.of(on_grid, *parts["band"], plan)
        found["never_worse"] = _never_worse(parts["band"][1])
    return found


def _figure_statistic(text: str, pair: Pair, notes: dict[str, str]) -> Statistic:
    """That of an expression; where it has no value on some resample, ``notes`` say so."""
    statistic = number_statistic(text, pair.first, pair.second)

    def of(x: Resamples) -> Floats:
        try:
            return statistic(x)
        except Undefined as reason:
            notes[text] = f"no interval: {reason}"
            return np.full(len(x.n0), np.nan)

    return of


def _never_worse(differences: Floats) -> dict[str, int]:
    """In how many rows of second minus first no value is below zero and some is above, the reverse, or all are zero."""
    first, second = ((sign * differences >= -ROUNDING).all(axis=1) for sign in (1, -1))
    counts = {"first": first & ~second, "second": second & ~first, "equal": first & second}
    return {key: int(rows.sum()) for key, rows in counts.items()}
