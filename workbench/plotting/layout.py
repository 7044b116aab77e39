"""Axes as large as the figure lets them be, with all that stands around them: labels, title, legend.

matplotlib's own engines cut off a legend beside axes of equal scales.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import LayoutEngine

if TYPE_CHECKING:
    from workbench.plotting.kinds import Picture

PAD = 0.1
LEAST = 0.1
"""The least share of the figure's width and height that the axes get."""


class PictureAxes(Axes):
    """Axes that a notebook shows as the picture that was drawn on them last."""

    picture: Picture | None = None

    def _repr_svg_(self) -> str | None:
        from workbench.plotting.files import rendered

        return None if self.picture is None else rendered(self.picture, "svg").decode()


class Fitted(LayoutEngine):
    """Fits the only axes of a figure, which stand in its upper left corner, with ``PAD`` inches around them."""

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
            left, right = inner.x0 - outer.x0 + pad, outer.x1 - inner.x1 + pad
            below, above = inner.y0 - outer.y0 + pad, outer.y1 - inner.y1 + pad
            across, up = max(width - left - right, LEAST * width), max(height - below - above, LEAST * height)
            axes.set_position((left / width, 1 - (above + up) / height, across / width, up / height))
