"""ROC curves with their convex hulls. Fawcett, An introduction to ROC analysis (2006)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench import metrics
from workbench.curves.roc import RocCurve
from workbench.inference.bootstrap import Plan
from workbench.numbers.written import as_json
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import add_band, label_of, picture, plan_of
from workbench.plotting.style import SQUARE
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIFTHS = tuple(i / 5 for i in range(6))


def roc_path(sample: Sample) -> Points:
    """The corners (F1, F0) of the ROC curve as drawn, fewer of them where they are many."""
    passed0, passed1 = thinned(sample).passed
    return np.column_stack((passed1 / sample.n1, passed0 / sample.n0)).astype(float)


def _hull(sample: Sample) -> Points:
    corners = accumulate(sample.sides, lambda at, side: (at[0] + side[0], at[1] + side[1]), initial=(0, 0))
    return np.array([(b / sample.n1, a / sample.n0) for a, b in corners])


def draw_roc(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    hull: bool = True,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    plan = plan_of(band)
    axes = canvas.axes
    looks = [canvas.look(len(canvas.curves) + i) for i in range(len(samples))]
    if regions:
        curves = [RocCurve.of(thinned(sample)).curve for sample in samples.values()]
        canvas.shade(curves, [colour for colour, _ in looks], highest=True)
    found = []
    for (name, sample), look in zip(samples.items(), looks, strict=True):
        points = roc_path(sample)
        if plan is not None:
            add_band(canvas, sample, "roc", look[0], plan)
        caption = f"AUC {figure_text(metrics.AUC.exact(sample))}"
        if hull:
            caption += f", hull {figure_text(metrics.AUCH.exact(sample))}"
        if hull and metrics.AUC.exact(sample) != metrics.AUCH.exact(sample):
            canvas.thin(_hull(sample), look[0], "convex hull", dashes=(0, (3, 1.5)), of_each=True)
        line = canvas.curve(points, label_of(name, caption), look, len(points))
        found.append(Drawn(name, line, caption, partial(_roc_json, sample)))
    canvas.reference(np.array([(0, 0), (1, 1)]), "chance")
    axes.set(xlabel="false positive rate $F_1$", ylabel="true positive rate $F_0$")
    axes.set(xlim=(-0.015, 1.015), ylim=(-0.015, 1.015), aspect="equal")
    axes.set(xticks=FIFTHS, yticks=FIFTHS)
    return found


def _roc_json(sample: Sample) -> dict[str, Any]:
    drawn = thinned(sample)
    figures = {"area": as_json(metrics.AUC.exact(sample)), "hull_area": as_json(metrics.AUCH.exact(sample))}
    points = [point.to_json() for point in RocCurve.of(drawn).points]
    return {**figures, "thinned": drawn is not sample, "points": points}


ROC = Kind("roc", "ROC curves", draw_roc, SQUARE)


def plot_roc(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    hull: bool = True,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw ROC curves: the true positive rate F0 against the false positive rate F1, class 0 being positive.

    ``data`` is a `Sample`, or ``y_true`` (classes 0 and 1) with ``y_score``, a higher score being a stronger belief in
    class 1; or a mapping from names to samples or such pairs, or ``y_true`` with a mapping from names to scores. Tied
    scores are a sloping segment. ``hull`` adds the convex hulls, ``regions`` shades the false positive rates at which
    one curve alone is the highest, and ``band`` adds a bootstrap band (True: 2000 resamples at the level 0.95; or a
    `workbench.inference.bootstrap.Plan`). The curves are drawn on ``ax``, or on a new figure that pyplot does not know.
    ``legend`` is ``outside`` (of the axes of such a figure), ``inside`` or ``none``; None is where there is room.

    >>> axes = plot_roc([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> axes.get_lines()[0].get_xydata().tolist()
    [[0.0, 0.0], [0.0, 0.5], [0.5, 1.0], [1.0, 1.0]]
    """
    return picture(ROC, data, y_score, ax, title, legend=legend, hull=hull, regions=regions, band=band).axes
