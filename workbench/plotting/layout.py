"""Axes as large as the figure lets them be, with all that stands around them: labels, title, legend.

matplotlib's own engines cut off a legend beside axes of equal scales.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine

PAD = 0.1
LEAST = 0.1
"""The least share of the figure's width and height that the axes get."""


class PictureAxes(Axes):
    """Axes that a notebook shows as the picture that was drawn on them last."""

    as_svg: Callable[[], str] | None = None
    size: tuple[float, float]
    asked: bool

    def _repr_svg_(self) -> str | None:
        return None if self.as_svg is None else self.as_svg()


class Fitted(LayoutEngine):
    """Fits the only axes of a figure, which stand in its upper left corner, with ``PAD`` inches around them.

    A legend beside the axes may be higher than they are, and one below them wider.
    """

    _adjust_compatible = False
    _colorbar_gridspec = False

    def execute(self, fig: Figure) -> None:
        """Ticks may come and go as the axes change their size, so they are measured twice."""
        axes: Any = fig.axes[0]
        renderer = fig._get_renderer()  # type: ignore[attr-defined]
        width, height = fig.bbox.width, fig.bbox.height
        pad = PAD * fig.dpi
        for _ in range(2):
            axes.apply_aspect()
            inner, outer = axes.get_window_extent(renderer), axes.get_tightbbox(renderer)
            last, low = _ends(axes, inner, outer, renderer)
            left, right = inner.x0 - outer.x0 + pad, last - inner.x1 + pad
            below, above = inner.y0 - low + pad, outer.y1 - inner.y1 + pad
            across, up = max(width - left - right, LEAST * width), max(height - below - above, LEAST * height)
            axes.set_position((left / width, 1 - (above + up) / height, across / width, up / height))


def _ends(axes: Axes, inner: Any, outer: Any, renderer: Any) -> tuple[float, float]:
    """How far right and how far down the axes reach: with the legend on the side where it is only."""
    legend = axes.get_legend()
    if legend is None:
        return outer.x1, outer.y0
    legend.set_in_layout(False)
    bare: Any = axes.get_tightbbox(renderer)
    legend.set_in_layout(True)
    beside = legend.get_window_extent(renderer).x0 >= inner.x1
    return (outer.x1, bare.y0) if beside else (bare.x1, outer.y0)


def exceeds(axes: Axes) -> bool:
    """Whether the legend inside the axes is larger than they are."""
    figure: Any = axes.figure
    legend = axes.get_legend()
    if legend is None:
        return False
    renderer = figure._get_renderer()
    box, room = legend.get_window_extent(renderer), axes.get_window_extent(renderer)
    return bool(box.width > room.width or box.height > room.height)


def settle(axes: Axes) -> Any:
    """Fit the axes, and say how far they reach with all that is around them."""
    figure: Any = axes.figure
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph", UserWarning)
        figure.get_layout_engine().execute(figure)
        axes.apply_aspect()
        return axes.get_tightbbox(figure._get_renderer())


def lacking(axes: Axes, least: float) -> tuple[float, float]:
    """How many inches of width and height the figure lacks for axes of ``least`` inches and all that is around them."""
    figure: Any = axes.figure
    outer = settle(axes)
    room = axes.get_position(original=True).size * figure.get_size_inches()
    cut = max(outer.x1 - figure.bbox.width, -outer.x0), max(outer.y1 - figure.bbox.height, -outer.y0)
    across, up = (max(least - x, 0) + max(y / figure.dpi - 0.005, 0) for x, y in zip(room, cut, strict=True))
    return across, up
