"""What each threshold costs where examples have costs of their own, beside the rules that know these costs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import InputError
from workbench.inference.bootstrap import Interval
from workbench.inference.costs_by_example import MOST, CostsByExample, RuleCost
from workbench.inference.costs_by_example import OWN as ABOVE_OWN
from workbench.numbers.written import is_a_double, significant
from workbench.plotting.canvas import Canvas, Points
from workbench.plotting.drawn import Drawn, Kind, Picture
from workbench.plotting.kinds import picture
from workbench.plotting.style import COLOURS, GREY
from workbench.samples.sample import Sample
from workbench.samples.thinning import PARTS

MARGIN, BESIDE = 0.04, 0.015
LINES = {
    "nobody": ("treat nobody", (0, (1, 1.8))),
    "everybody": ("treat everybody", (0, (5, 1.5, 1, 1.5))),
    "best possible": ("the best possible", (0, (9, 2.5))),
}
OWN = "own thresholds"
WORDS = {ABOVE_OWN: "each above its own threshold", MOST: "those first of whom\nmost is expected to be saved"}


def draw_by_example(canvas: Canvas, samples: Mapping[str, Sample], *, found: CostsByExample) -> list[Drawn]:
    axes, best, capacity = canvas.axes, found["best threshold"], found.deployment.capacity
    points, t = _steps(found), _place(found)
    left, right = float(points[:, 0].min()), float(points[:, 0].max())
    rules = {rule.what: rule for rule in found.rules}
    ends = {what: of["per_case"] for what, of in found.intervals.items() if what in (best.what, OWN)}
    heights = [*points[:, 1], *(float(rules[what].per_case) for what in (*LINES, OWN) if what in rules)]
    heights += [end for interval in ends.values() for end in (interval.low, interval.high)]
    pad = MARGIN * (max(heights) - min(heights) or 1.0)
    low, high = min(heights) - pad, max(heights) + pad
    if capacity < 1:
        beyond = [cut.score for cut in found.cuts if cut.treated_share > capacity]
        if beyond:
            end = _seen(found, np.array([float(beyond[0])]))[0]
            x = np.array([left, end] if found.shift is None else [end, right])
            canvas.band(x, np.full(2, low), np.full(2, high), GREY, "beyond the capacity", of_each=False)
    if ends and found.plan is not None:
        share = f"{100 * found.plan.printed['level']:g}% of {found.plan.resamples} resamples"
        if OWN in ends:
            _box(canvas, (left, right), ends[OWN], COLOURS[2], share)
        beside = BESIDE * (right - left)
        _box(canvas, (t - beside, t + beside), ends[best.what], COLOURS[1], share, of_each=OWN in ends)
    line = canvas.curve(points, "expected cost of a case", (COLOURS[0], "-"))
    chosen = best.treat.removeprefix("when ")
    canvas.thin(np.array([(t, low), (t, high)]), COLOURS[1], f"best threshold: {chosen},\n{_told(best)}", width=1.2)
    axes.plot([t], [float(best.per_case)], "o", color=COLOURS[1], markersize=5, zorder=4)
    captions = [f"{_figure(best.per_case)} at the best threshold, {best.treat}"]
    if OWN in rules:
        flat = np.array([(x, float(rules[OWN].per_case)) for x in (left, right)])
        canvas.thin(flat, COLOURS[2], f"{WORDS[rules[OWN].treat]},\n{_told(rules[OWN])}", (0, (5, 1.6)), 1.4)
        captions.append(f"{_figure(rules[OWN].per_case)} where each has its own")
    for what, (label, dashes) in LINES.items():
        y = float(rules[what].per_case)
        canvas.reference(np.array([(left, y), (right, y)]), f"{label} {_figure(rules[what].per_case)}", dashes)
    side = "above" if found.shift is None else "below"
    axes.set(xlabel=f"threshold; scores {side} it are treated", ylabel="expected cost of a case")
    axes.set(xlim=(left, right), ylim=(low, high))
    return [Drawn("", line, "; ".join(captions), found.to_json)]


def _box(
    canvas: Canvas, across: tuple[float, float], found: Interval, colour: str, label: str, of_each: bool = True
) -> None:
    canvas.band(np.array(across), np.full(2, found.low), np.full(2, found.high), colour, label, of_each)


def _figure(x: Fraction) -> str:
    return significant(x, 4)


def cost_of(x: Fraction) -> str:
    """A cost in words, a negative one as a gain."""
    return f"cost {_figure(x)}" if x >= 0 else f"gain {_figure(-x)}"


def _told(rule: RuleCost) -> str:
    saved = "" if rule.savings is None else f", saves {significant(100 * float(rule.savings), 3)}%"
    return f"{cost_of(rule.per_case)}{saved}"


def _steps(found: CostsByExample) -> Points:
    """The corners of the cost as a step function of the threshold, fewer of them where they are many."""
    ascending = found.cuts[::-1]
    kept = list(range(len(ascending)))
    if len(kept) > 4 * PARTS:
        best = next((i for i, cut in enumerate(ascending) if cut.per_case == found["best threshold"].per_case), 0)
        chosen = np.linspace(0, len(ascending) - 1, 2 * PARTS).astype(int)
        kept = sorted({*chosen.tolist(), best, min(best + 1, len(ascending) - 1)})
    scores = np.array([float(ascending[i].score) for i in kept])
    costs = [*(float(ascending[i].per_case) for i in kept), float(found["nobody"].per_case)]
    first, last = _ends(found)
    across = np.concatenate(([first], np.repeat(scores, 2), [last]))
    return np.column_stack((_seen(found, across), np.repeat(costs, 2)))


def _seen(found: CostsByExample, scores: Points) -> Points:
    """Scores as they were given."""
    return scores if found.shift is None else found.shift - scores


def _ends(found: CostsByExample) -> tuple[float, float]:
    first, last = float(found.cuts[-1].score), float(found.cuts[0].score)
    pad = MARGIN * (last - first or 1.0)
    return first - pad, last + pad


def _place(found: CostsByExample) -> float:
    """Where the best threshold stands, within the picture if it treats nobody or everybody."""
    first, last = _ends(found)
    t = found.threshold if found.threshold is None or found.shift is None else found.shift - found.threshold
    least, most = float(found.cuts[-1].score), float(found.cuts[0].score)
    place = (last + most) / 2 if t is None else max(float(t), (first + least) / 2)
    return float(_seen(found, np.array([place]))[0])


def picture_by_example(found: CostsByExample, ax: Any, title: str | None, legend: str | None) -> Picture:
    """What `workbench.costs_by_example` found, drawn."""
    for cut in (found.cuts[0], found.cuts[-1]):
        if not is_a_double(cut.score):
            raise InputError("the scores are beyond the range of a double and cannot be drawn")
    columns = zip(*((cut.score, *cut.counts) for cut in found.cuts), strict=True)
    kind = Kind("choose", "Expected cost by threshold, with costs by example", draw_by_example)
    return picture(kind, Sample.of_counts(*columns), None, ax, title, legend=legend, found=found)
