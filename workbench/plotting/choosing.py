"""What each threshold costs, beside treating nobody and everybody and the best possible; and the one that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.curves.operating_costs import BestCut
from workbench.errors import InputError, shown
from workbench.inference.choosing import ChosenThreshold
from workbench.inference.costs_by_example import CostsByExample
from workbench.numbers.written import is_a_double, significant
from workbench.plotting.by_example import cost_of, picture_by_example
from workbench.plotting.canvas import Canvas, Points
from workbench.plotting.drawn import Drawn, Kind, Picture
from workbench.plotting.kinds import picture
from workbench.plotting.style import COLOURS, GREY
from workbench.samples.sample import Sample
from workbench.samples.thinning import PARTS, cuts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN = 0.04
DOTS, DASHES, LONG, MIXED = (0, (1, 1.8)), (0, (5, 1.6)), (0, (9, 2.5)), (0, (5, 1.5, 1, 1.5))


def draw_choice(canvas: Canvas, samples: Mapping[str, Sample], *, found: ChosenThreshold) -> list[Drawn]:
    axes, decision, operation = canvas.axes, found.decision, found.operation
    points = _steps(found)
    left, right = float(points[:, 0].min()), float(points[:, 0].max())
    lines = {
        f"treat nobody {_figure(operation.of_nobody)}": (operation.of_nobody, DOTS),
        f"treat everybody {_figure(operation.of_everybody)}": (operation.of_everybody, MIXED),
        f"the best possible {_figure(operation.of_the_best_possible)}": (operation.of_the_best_possible, LONG),
    }
    heights = np.concatenate((points[:, 1], [float(y) for y, _ in lines.values()], _ends(found)))
    pad = MARGIN * (float(np.ptp(heights)) or 1.0)
    low, high = float(heights.min()) - pad, float(heights.max()) + pad
    if operation.capacity < 1:
        x = np.array(_beyond(found, left, right))
        canvas.band(x, np.full(2, low), np.full(2, high), GREY, "beyond the capacity", of_each=False)
    colour = COLOURS[1]
    beside = abs(float(points[1, 0] - points[0, 0])) / 2  # where treating all alike stands

    def seen(threshold: Any) -> Any:
        return np.clip(threshold, left + beside, right - beside)

    t = float(seen(float(decision.threshold)))
    if found.spread is not None:
        across, (least, most), plan = found.spread.threshold_interval, found.spread.interval, found.spread.plan
        share = f"{100 * plan['level']:g}% of {plan['resamples']} resamples"
        canvas.band(seen(np.array(across)), np.full(2, least), np.full(2, most), colour, share, of_each=False)
        canvas.thin(np.array([(t, least), (t, most)]), colour, width=2.5)
    chosen = decision.treat if found.whom == "some" else found.whom
    caption = f"{_figure(decision.expected_cost)} {'at' if found.whom == 'some' else 'treating'} {chosen}"
    line = canvas.curve(points, "expected cost of a case", (COLOURS[0], "-"))
    upright = np.array([(t, low), (t, high)])
    canvas.thin(upright, colour, f"chosen: {chosen},\n{cost_of(decision.expected_cost)}", width=1.2)
    axes.plot([t], [float(decision.expected_cost)], "o", color=colour, markersize=5, zorder=4)
    if found.theoretical is not None:
        x = np.array([(float(found.theoretical.threshold), low), (float(found.theoretical.threshold), high)])
        told = (
            f"if calibrated: {significant(found.theoretical.threshold, 4)},\n{cost_of(found.theoretical.expected_cost)}"
        )
        canvas.thin(x, COLOURS[2], told, DASHES, 1.2)
    for label, (y, dashes) in lines.items():
        canvas.reference(np.array([(left, float(y)), (right, float(y))]), label, dashes)
    side = "above" if found.shift is None else "below"
    axes.set(xlabel=f"threshold; scores {side} it are treated", ylabel="expected cost of a case")
    axes.set(xlim=(left, right), ylim=(low, high))
    return [Drawn("", line, caption, found.to_json)]


def _figure(x: Fraction) -> str:
    return significant(x, 4)


def _ends(found: ChosenThreshold) -> tuple[float, ...]:
    return () if found.spread is None else found.spread.interval


def _steps(found: ChosenThreshold) -> Points:
    """The corners of the cost as a step function of the threshold, fewer of them where they are many."""
    sample, n0, n1 = found.sample, found.sample.n0, found.sample.n1
    places = np.arange(sample.distinct_scores + 1)
    if len(places) > 4 * PARTS:
        places = np.union1d(cuts(sample, (Fraction(i, PARTS) for i in range(1, PARTS))), [found.cut])
    scores = np.array([float(sample.score(int(i) - 1)) for i in places[1:]])
    passed0, passed1 = (np.asarray(x[places], dtype=float) for x in sample.passed)
    losses, everybody = found.operation.losses(n0, n1), float(found.operation.of_everybody)
    costs = everybody + float(Fraction(losses.of0, losses.scale)) * passed0
    costs += float(Fraction(losses.of1, losses.scale)) * passed1
    pad = MARGIN * (scores[-1] - scores[0] or 1.0)
    corners = np.concatenate(([scores[0] - pad], np.repeat(scores, 2), [scores[-1] + pad]))
    across = corners if found.shift is None else found.shift - corners
    return np.column_stack((across, np.repeat(costs, 2)))


def _beyond(found: ChosenThreshold, left: float, right: float) -> tuple[float, float]:
    """The thresholds at which more are treated than the capacity allows."""
    sample = found.sample
    within = BestCut(found.operation, sample.n0, sample.n1).within(*sample.passed)
    end = float(sample.score(int(np.argmax(within)) - 1))
    return (left, end) if found.shift is None else (found.shift - end, right)


def picture_of_choice(
    found: ChosenThreshold | CostsByExample, ax: Any = None, title: str | None = None, legend: str | None = None
) -> Picture:
    """What `workbench.choose` or `workbench.costs_by_example` found, drawn."""
    if isinstance(found, CostsByExample):
        return picture_by_example(found, ax, title, legend)
    if not isinstance(found, ChosenThreshold):
        raise InputError(f"plot_choice takes what choose found, not {shown(found)}")
    for x in (*found.sample.extremes, found.decision.threshold):
        if not is_a_double(x):
            raise InputError("the scores are beyond the range of a double and cannot be drawn")
    kind = Kind("choose", "Expected cost by threshold", draw_choice)
    return picture(kind, found.sample, None, ax, title, legend=legend, found=found)


def plot_choice(
    found: ChosenThreshold | CostsByExample,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
) -> Axes:
    """Draw the expected cost of a case at each threshold, with the threshold that `workbench.choose` found.

    Beside it stand the threshold that is best for calibrated scores, what treating nobody and everybody and the best
    possible decisions cost, the thresholds beyond the capacity, and what resamples say of threshold and cost. What
    `workbench.costs_by_example` found is drawn in the same way, beside the rule by which each example has a threshold
    of its own; resamples are drawn there as the intervals of both rules' costs.
    The other arguments are those of `workbench.plotting.roc.plot_roc`.

    >>> from workbench import choose
    >>> axes = plot_choice(choose([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"], miss=2, false_alarm=1))
    >>> [text.get_text().split("\\n")[0] for text in axes.get_legend().get_texts()][:2]
    ['expected cost of a case', 'chosen: score > 0.3,']
    """
    return picture_of_choice(found, ax, title, legend).axes
