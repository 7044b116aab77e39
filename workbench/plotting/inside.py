"""A legend inside the axes, where it hides least of the curves; smaller and shorter where it would hide some."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from workbench.plotting.layout import PictureAxes, exceeds, settle
from workbench.plotting.style import SMALLEST

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Draw: TypeAlias = "Callable[..., None]"

PLACES = (
    "best", "upper right", "upper left", "lower right", "lower left", "upper center", "lower center", "center right",
    "center left", "center",
)  # fmt: skip
WAYS: tuple[tuple[str | None, dict[str, Any]], ...] = (
    ("\n", {}),
    ("\n", SMALLEST),
    (", ", SMALLEST),
    (None, SMALLEST),
)
"""How a name and its figures are joined, None being without figures, and how large the letters are."""
LITTLE = 0.02
"""So many inches of a curve may be hidden."""
_PARTS = 2000


def place(axes: PictureAxes, draw: Draw, curves: Iterable[Line2D]) -> None:
    """Draw a legend in the first of the `WAYS` in which it hides no curve, else where it hides least.

    ``draw`` takes how entries are joined, and where and how the legend is to be drawn.
    """
    curves = list(curves)
    found = (inf, inf), WAYS[0], PLACES[0]
    for way in WAYS:
        hidden = {where: _drawn(axes, draw, curves, way, where) for where in PLACES}
        least = min(hidden, key=lambda where: (max(hidden[where][0], LITTLE), where != "best", hidden[where]))
        if hidden[least][0] < found[0][0]:
            found = hidden[least], way, least
        if found[0][0] <= LITTLE:
            break
    _drawn(axes, draw, curves, *found[1:])


def _drawn(
    axes: PictureAxes, draw: Draw, curves: list[Line2D], way: tuple[str | None, dict[str, Any]], where: str
) -> tuple[float, float]:
    """How many inches of curves, and of other lines, a legend hides; without end if it is larger than the axes."""
    join, letters = way
    draw(join, loc=where, **letters)
    settle(axes)
    if exceeds(axes):
        return inf, inf
    others = [line for line in axes.get_lines() if line not in curves]
    return sum(hidden(axes, line) for line in curves), sum(hidden(axes, line) for line in others)


def hidden(axes: Axes, line: Line2D) -> float:
    """How many inches of a line are behind the legend of the axes."""
    figure: Any = axes.figure
    legend: Any = axes.get_legend()
    box = legend.get_window_extent(figure._get_renderer())
    points = axes.transData.transform(np.asarray(line.get_xydata(), dtype=float))
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    at = np.linspace(0, along[-1], _PARTS)
    x, y = (np.interp(at, along, column) for column in points.T)
    behind = (box.x0 < x) & (x < box.x1) & (box.y0 < y) & (y < box.y1)
    return float(behind.mean() * along[-1] / figure.dpi)
