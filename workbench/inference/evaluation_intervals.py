"""Bootstrap intervals for everything that an evaluation of a sample computes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench import metrics
from workbench.formats import Row, Table, told_html
from workbench.inference.bootstrap import Interval, Plan, intervals, plan_for
from workbench.inference.costs_by_example import CostsByExample
from workbench.inference.costs_resampled import FIGURES
from workbench.inference.losses_under import LossesUnder
from workbench.lazily import Lazily
from workbench.losses.evaluation import Evaluation
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample

_words = Lazily("workbench.inference.told")

PARTS = {
    "metrics": "{}",
    "losses": "loss({})",
    "skew_losses": "loss({}, condition=skew)",
    "expressions": "{}",
}

_SHIFTED = ("optimal", "pav", "posterior")


@dataclass(frozen=True)
class EvaluationIntervals(Table):
    """The interval of each figure of an `Evaluation`, by its part and its key, all on the same resamples.

    Figures that have no value, or no fast way to resample them, have no interval; ``notes`` says why for the latter.
    """

    parts: Mapping[str, Mapping[str, Interval]]
    plan: Plan
    notes: Mapping[str, str]

    def __repr__(self) -> str:
        plan = self.plan.printed
        return f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}"

    @property
    def rows(self) -> list[Row]:
        """One row a figure."""
        names = ("estimate", "low", "high", "standard_error")
        pairs = ((part, key, found) for part, entries in self.parts.items() for key, found in entries.items())
        return [{"part": part, "figure": key, **{x: getattr(found, x) for x in names}} for part, key, found in pairs]

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``: the ends and the standard error of each interval."""
        figures = {
            part: {
                key: {name: getattr(found, name) for name in ("low", "high", "standard_error")}
                | {"shifted": shifted(found)}
                for key, found in entries.items()
            }
            for part, entries in self.parts.items()
            if entries
        }
        return {**self.plan.printed, **figures, **({"notes": dict(self.notes)} if self.notes else {})}


@dataclass(frozen=True)
class EvaluationWithIntervals(Table):
    """An evaluation with its intervals, what rules cost where examples have their own costs, and losses under a law."""

    found: Evaluation
    intervals: EvaluationIntervals | None
    costs: CostsByExample | None = None
    under: LossesUnder | None = None

    def __repr__(self) -> str:
        return repr(self.found)

    def _repr_html_(self) -> str:
        return told_html(_words.with_intervals(self, whole="to_json() has it"))

    def to_json(self) -> dict[str, Any]:
        """The evaluation as plain values, ``intervals``, ``losses_under`` and ``costs_by_example``."""
        more: dict[str, Any] = {} if self.intervals is None else {"intervals": self.intervals.to_json()}
        if self.under is not None:
            more["losses_under"] = self.under.to_json()
        if self.costs is not None:
            more["costs_by_example"] = self.costs.to_json()
        return {**self.found.to_json(), **more}

    @property
    def rows(self) -> list[Row]:
        """The rows of the evaluation and of the costs, with the ends of the intervals and their standard errors."""
        names = ("low", "high", "standard_error")
        parts = {} if self.intervals is None else self.intervals.parts
        found = [(row, parts.get(row["part"], {}).get(row["figure"])) for row in self.found.rows]
        for rule in self.costs.rules if self.costs is not None else ():
            for figure in FIGURES:
                exact = as_json(getattr(rule, figure)) or {"exact": None, "value": None}
                row = {"part": "costs_by_example", "figure": f"{rule.what}: {figure}", **exact, "note": None}
                found.append((row, self.costs.intervals.get(rule.what, {}).get(figure) if self.costs else None))
        rows = [{**row, **{name: getattr(interval, name, None) for name in names}} for row, interval in found]
        return rows + [{**row, "note": None} for row in (self.under.rows if self.under is not None else ())]


def shifted(found: Interval) -> bool:
    """Whether resampling shifts the figure, so that its interval is no confidence interval.

    >>> from workbench.inference.bootstrap import bootstrap
    >>> sample = Sample.of([0, 0, 1, 1], [0, 2, 1, 3])
    >>> [shifted(bootstrap(sample, of, resamples=100)) for of in ("AUC", "RLH - AUC", "loss(optimal)")]
    [False, True, True]
    """
    return _shifted(found.name)


def _shifted(text: str) -> bool:
    """Whether a text mentions what resampling shifts, by itself or by the definition of a metric."""
    for name in re.findall(r"\w+", text):
        metric = metrics.CATALOGUE.get(name)
        if name in _SHIFTED or (metric and (metric.shifted or _shifted(metric.definition or ""))):
            return True
    return False


def evaluation_intervals(sample: Sample, found: Evaluation, plan: Plan) -> EvaluationIntervals:
    """The bootstrap interval of each metric, loss and expression in ``found``, the evaluation of ``sample``.

    >>> from workbench.losses.evaluation import evaluate_sample
    >>> sample = Sample.of([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"])
    >>> evaluation_intervals(sample, evaluate_sample(sample), Plan(resamples=500)).parts["metrics"]["BS"]
    BS 0.185000 in [0.010000, 0.360000], 95% of 500 resamples
    """
    texts = {
        (part, key): form.format(key)
        for part, form in PARTS.items()
        for key, figure in getattr(found, part).items()
        if figure is not None
    }
    plan = plan_for(sample, plan)
    failed: dict[str, str] = {}
    every = intervals(sample, dict.fromkeys(texts.values()), plan, failed)
    parts: dict[str, dict[str, Interval]] = {part: {} for part in PARTS}
    for (part, key), text in texts.items():
        if text in every:
            parts[part][key] = every[text]
    return EvaluationIntervals(parts, plan, {text: f"no interval: {reason}" for text, reason in failed.items()})
