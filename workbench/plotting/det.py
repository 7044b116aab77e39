"""The detection error tradeoff: both error rates on normal deviate axes.

Martin, Doddington, Kamm, Ordowski and Przybocki, The DET curve in assessment of detection task performance (1997).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from workbench import metrics
from workbench.curves.roc import RocCurve
from workbench.inference.bootstrap import Plan
from workbench.numbers.written import as_json
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import add_band, label_of, picture, plan_of
from workbench.plotting.style import SQUARE
from workbench.samples.sample import Sample
from workbench.samples.thinning import PARTS, cuts, thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_normal = NormalDist()

PERCENTS = (
    *("50", "10", "90", "1", "99", "30", "70", "0.1", "99.9", "20", "80", "5", "95", "2", "98", "0.01", "99.99"),
    *("40", "60", "0.5", "99.5", "0.2", "99.8", "0.001", "99.999"),
)
"""Ticks, those first that are kept where there is not room for all."""

SHARE, APART = 0.1, 0.3
"""Of an axis, and in inches, what is between two ticks at least."""
LEAST = 1e-5
"""The least rate that the axes reach to."""

RATES = tuple(Fraction(_normal.cdf(i / 100)) for i in range(-580, 581))

OUTSIDE = 12.0
"""Where a rate of 0 or 1 is drawn, whose normal deviate is infinite."""


def probits(rates: Points) -> Points:
    """The normal deviates of rates, with `OUTSIDE` in place of infinity.

    >>> probits(np.array([0.0, 0.5, 1.0])).tolist()
    [-12.0, 0.0, 12.0]
    """
    flat = [_normal.inv_cdf(x) if 0 < x < 1 else OUTSIDE * (2 * x - 1) for x in rates.ravel().tolist()]
    return np.array(flat).reshape(rates.shape)


def draw_det(canvas: Canvas, samples: Mapping[str, Sample], *, band: bool | Plan | None = None) -> list[Drawn]:
    plan = plan_of(band)
    found, inner = [], []
    earlier = bool(canvas.curves)
    for name, sample in samples.items():
        look = canvas.look()
        corners = _corners(sample)
        points = _dense(corners)
        seen = _seen(corners)
        inner += seen.ravel().tolist()
        if plan is not None:
            add_band(canvas, sample, "det", look[0], plan, places=slice(1, -1), seen=probits)
        caption = f"AUC {figure_text(metrics.AUC.exact(sample))}"
        if not len(seen):
            caption += ", beyond the axes"
        line = canvas.curve(probits(points), label_of(name, caption), look)
        found.append(Drawn(name, line, caption, partial(_json, sample)))
    farthest = np.clip([min([0.1, *inner]), max([0.6, *inner])], LEAST, 1 - LEAST)
    ends = probits(farthest) + np.array([-0.3, 0.3])
    _axes(canvas.axes, float(ends[0]), float(ends[1]), earlier)
    return found


def _corners(sample: Sample) -> Points:
    """The points (F1, 1 - F0) as drawn, of which those are kept that one can tell apart on normal deviate axes."""
    passed0, passed1 = sample.passed
    if sample.distinct_scores > 4 * PARTS:
        places = cuts(sample, RATES)
        passed0, passed1 = passed0[places], passed1[places]
    return np.column_stack((passed1 / sample.n1, (sample.n0 - passed0) / sample.n0)).astype(float)


def _seen(corners: Points) -> Points:
    """The corners that have a finite place, and the middle of each segment there between two that have none."""

    def finite(points: Points) -> npt.NDArray[np.bool_]:
        return np.asarray(((points > 0) & (points < 1)).all(axis=1))

    inside, middles = finite(corners), (corners[1:] + corners[:-1]) / 2
    return np.concatenate((corners[inside], middles[finite(middles) & ~inside[1:] & ~inside[:-1]]))


def _dense(corners: Points) -> Points:
    """Points so near to each other on lines that are straight in rates that they seem bent on normal deviate axes."""
    found = [corners[:1]]
    for start, end in pairwise(corners):
        bent = (start != end).all()
        at_edge = ((start <= 0) | (end <= 0) | (start >= 1) | (end >= 1)).any()
        parts = 1 / (1 + np.exp(-np.linspace(-20, 20, 80 if at_edge else 9))) if bent else np.empty(0)
        found.append(np.vstack((start + parts[:, None] * (end - start), end)))
    return np.concatenate(found)


def _axes(axes: Axes, low: float, high: float, earlier: bool) -> None:
    if earlier:
        low, high = min(low, axes.get_xlim()[0]), max(high, axes.get_xlim()[1])
    box = axes.get_window_extent()
    side = min(box.width, box.height) / axes.figure.dpi
    room = max(SHARE, APART / side) * (high - low)
    kept: dict[float, str] = {}
    for percent in PERCENTS:
        place = _normal.inv_cdf(float(percent) / 100)
        if low < place < high and all(abs(place - x) > room for x in kept):
            kept[place] = f"{percent}%"
    axes.set(
        xlabel="false positive rate $F_1$ (class 1)", ylabel="false negative rate $1 - F_0$ (class 0)", aspect="equal"
    )
    axes.set(xlim=(low, high), ylim=(low, high))
    axes.set_xticks(list(kept), list(kept.values()))
    axes.set_yticks(list(kept), list(kept.values()))


def _json(sample: Sample) -> dict[str, Any]:
    drawn = thinned(sample)
    rates = [{"fpr": as_json(x), "fnr": as_json(y)} for x, y in RocCurve.of(drawn).det()]
    return {"area": as_json(metrics.AUC.exact(sample)), "thinned": drawn is not sample, "points": rates}


DET = Kind("det", "Detection error tradeoff", draw_det, SQUARE)


def plot_det(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw the detection error tradeoff: the false negative rate against the false positive rate.

    Class 0 is positive. Both rates are drawn as normal deviates, and one of 0 or 1 lies at infinity, beyond the axes.
    The arguments are those of `workbench.plotting.roc.plot_roc`.

    >>> axes = plot_det([0, 1, 0, 1, 1, 0], [0.1, 0.4, 0.6, 0.9, 0.2, 0.3])
    >>> axes.get_ylabel()
    'false negative rate $1 - F_0$ (class 0)'
    """
    return picture(DET, data, y_score, ax, title, legend=legend, band=band).axes
