"""Cumulative gains and lift: what a ranking finds when only a share of the examples is taken."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.curves.gains import Gains
from workbench.inference.bootstrap import Plan
from workbench.metrics import AUC
from workbench.numbers.given import fraction
from workbench.numbers.written import as_json, significant
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import ALL, add_band, label_of, picture, plan_of
from workbench.plotting.roc import FIFTHS
from workbench.plotting.style import GREY
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHORDS, MANY, FINE = 16, 500, 400

SEEN, FACTOR = 0.02, 5
"""The axis of lift reaches at most so many times the highest lift at shares from this one on."""


def _path(sample: Sample) -> Points:
    """The corners (R, F0) of the gains curve as drawn."""
    passed0, passed1 = thinned(sample).passed
    return np.column_stack(((passed0 + passed1) / sample.n, passed0 / sample.n0)).astype(float)


def _draw(canvas: Canvas, samples: Mapping[str, Sample], curve: str, band: bool | Plan | None) -> list[Drawn]:
    plan = plan_of(band)
    lift = curve == "lift"
    found = []
    for name, sample in samples.items():
        look = canvas.look()
        gains = _path(sample)
        if plan is not None:
            add_band(canvas, sample, curve, look[0], plan, places=slice(4, None) if lift else ALL)
        figure = _lift(sample, Fraction(1, 10)) if lift else sample.pi0 / 2 + sample.pi1 * AUC.exact(sample)
        caption = f"class 0: {'lift at 10%' if lift else 'area'} {figure_text(figure)}"
        points = _lifts(gains) if lift else gains
        line = canvas.curve(points, label_of(name, caption), look, None if lift else len(gains))
        found.append(Drawn(name, line, caption, partial(_json, sample)))
    shares = _perfect(canvas, samples, found, lift)
    canvas.reference(np.array([(0, 1), (1, 1)] if lift else [(0, 0), (1, 1)]), "no model")
    axes = canvas.axes
    axes.set(xlabel="share of the examples taken $R$, class 0 first", xlim=(-0.01, 1.01), xticks=FIFTHS)
    if lift:
        top = min(FACTOR * _high(canvas), max(canvas.top, 1 / min(shares)))
        axes.set(ylabel="lift of class 0, $F_0/R$", ylim=(-0.02, 1.08 * top))
    else:
        axes.set(ylabel="share of class 0 found $F_0$", ylim=(-0.015, 1.015), yticks=FIFTHS)
    return found


def _perfect(canvas: Canvas, samples: Mapping[str, Sample], drawn: list[Drawn], lift: bool) -> list[float]:
    """The shares of class 0, with what perfect rankings find: in the colour of the first curve of each, if several."""
    colours = {}
    for line in canvas.taken("perfect ranking"):
        own = canvas.curves[0] if line.get_color() == GREY else line
        colours[float(np.asarray(line.get_xdata())[1])] = str(own.get_color())
    for sample, x in zip(samples.values(), drawn, strict=True):
        colours.setdefault(float(sample.pi0), str(x.line.get_color()))
    for share in sorted(colours):
        best = np.array([(0, 0), (share, 1), (1, 1)])
        points, dashes = _lifts(best, FINE) if lift else best, (0, (5, 1.5, 1, 1.5))
        if len(colours) == 1:
            canvas.reference(points, "perfect ranking", dashes)
        else:
            canvas.thin(points, colours[share], f"perfect ranking, π₀ = {significant(share, 3)}", dashes, width=1.0)
    return list(colours)


def _lifts(gains: Points, chords: int | None = None) -> Points:
    """The lift along a gains curve, which is bent where that is straight; at 0 its limit."""
    chords = chords or (CHORDS if len(gains) < MANY else 2)
    steps = []
    for start, end in pairwise(gains[1:]):
        across = np.geomspace(start[0], end[0], chords)
        slope = (end[1] - start[1]) / (end[0] - start[0])
        steps.append(np.column_stack((across, start[1] + slope * (across - start[0]))))
    points = np.concatenate((gains[1:2], *steps))
    lifts = np.column_stack((points[:, 0], points[:, 1] / points[:, 0]))
    return np.concatenate(([[0, lifts[0, 1]]], lifts))


def _high(canvas: Canvas) -> float:
    """The highest lift of a curve where it is not so near to 0 that it only follows the axis."""
    points = np.concatenate([line.get_xydata() for line in canvas.curves])
    return float(points[points[:, 0] >= SEEN, 1].max())


def _lift(sample: Sample, rate: Fraction) -> Fraction:
    return fraction(sample.rank_sums(0, 0, Fraction(0), rate)[0]) / sample.n0 / rate


def _json(sample: Sample) -> dict[str, Any]:
    drawn = thinned(sample)
    figures = {"area": as_json(sample.pi0 / 2 + sample.pi1 * AUC.exact(sample)), "thinned": drawn is not sample}
    return {**Gains.of(drawn).to_json(), **figures, "lift_at_10%": as_json(_lift(sample, Fraction(1, 10)))}


def draw_gains(canvas: Canvas, samples: Mapping[str, Sample], *, band: bool | Plan | None = None) -> list[Drawn]:
    return _draw(canvas, samples, "gains", band)


def draw_lift(canvas: Canvas, samples: Mapping[str, Sample], *, band: bool | Plan | None = None) -> list[Drawn]:
    return _draw(canvas, samples, "lift", band)


GAINS = Kind("gains", "Cumulative gains", draw_gains)
LIFT = Kind("lift", "Lift", draw_lift)


def plot_gains(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw cumulative gains: the share of class 0 found against the share of the examples taken, lowest scores first.

    The arguments are those of `workbench.plotting.roc.plot_roc`.

    >>> plot_gains([0, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9"]).get_lines()[0].get_xydata().tolist()
    [[0.0, 0.0], [0.25, 0.5], [0.75, 1.0], [1.0, 1.0]]
    """
    return picture(GAINS, data, y_score, ax, title, legend=legend, band=band).axes


def plot_lift(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw the lift: the share of class 0 found over the share of the examples taken, lowest scores first.

    The arguments are those of `workbench.plotting.roc.plot_roc`.

    >>> plot_lift([0, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9"]).get_lines()[0].get_xydata()[0].tolist()
    [0.0, 2.0]
    """
    return picture(LIFT, data, y_score, ax, title, legend=legend, band=band).axes
