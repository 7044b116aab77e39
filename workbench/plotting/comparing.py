"""Two models compared in a picture: both cost curves, and below them their difference with its band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.errors import NotSupported
from workbench.inference.model_comparison import PLACES, ModelComparison
from workbench.plotting.canvas import Canvas, check_legend, figure_text
from workbench.plotting.drawn import Drawn, Kind, Picture
from workbench.plotting.files import rendered
from workbench.plotting.names import in_lines
from workbench.plotting.roc import FIFTHS
from workbench.plotting.samples import printable
from workbench.plotting.style import GREY, need_matplotlib, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = (7.2, 5.2)
HEIGHTS = (3, 2)
"""How high the curves are beside their difference."""
PER_PIECE, WIDTH = 24, 24


def plot_comparison(found: ModelComparison, *, legend: str | None = None) -> Axes:
    """Draw what `workbench.inference.model_comparison.compare_models` found, on a figure of its own.

    Above are the losses of both models at each operating condition, on the colour of the one that is lower there;
    below is the second less the first, with the simultaneous band of its resamples, and marks in the colour of the
    better model where that excludes zero. The axes returned are the upper ones. ``legend`` is that of
    `workbench.plotting.roc.plot_roc`, inside the upper axes or beside both. `NotSupported` without curves.

    >>> from workbench.inference.model_comparison import compare_models
    >>> axes = plot_comparison(compare_models([0, 0, 1, 1], [1, 2, 3, 4], [1, 3, 2, 4], resamples=100))
    >>> [text.get_text() for text in axes.figure.legends[0].get_texts()][:4]
    ['first\\nloss 0.0000', 'second\\nloss 0.1250', 'background: lower loss', 'the second less the first']
    """
    return _drawn(found, legend)[0]


def picture_of(found: ModelComparison) -> Picture:
    """`plot_comparison` as a picture that can be written to a file."""
    return _drawn(found)[1]


def _drawn(found: ModelComparison, legend: str | None = None) -> tuple[Axes, Picture]:
    need_matplotlib()
    check_legend(legend)
    from matplotlib.figure import Figure

    from workbench.plotting.layout import PictureAxes

    if found.curves is None:
        raise NotSupported(f"there are no curves to draw: {found.notes['regions']}")
    with styled():
        figure = Figure(figsize=SIZE, layout="constrained")
        grid = figure.add_gridspec(2, 1, height_ratios=HEIGHTS)
        above = figure.add_subplot(grid[0], axes_class=PictureAxes)
        below = figure.add_subplot(grid[1], sharex=above)
        drawn = _curves(above, found)
        handles = [x.line for x in drawn]
        colours = [str(line.get_color()) for line in handles]
        for axes in (above, below):
            Canvas(axes).shade(found.curves, colours)
        keys = _difference(below, found, colours)
        if legend != "none":
            where = above if legend == "inside" else figure
            _legend(where, [x.line.get_label() for x in drawn], handles, keys)
    picture = Picture(Kind("comparison", "Two models compared", _curves), below, tuple(drawn), {})
    above.as_svg = lambda: rendered(picture, "svg").decode()  # type: ignore[attr-defined]
    return above, picture


def _curves(axes: Axes, found: ModelComparison) -> list[Drawn]:
    """The loss of each model at each operating condition."""
    assert found.curves is not None
    canvas, drawn = Canvas(axes), []
    names = in_lines(map(printable, found.names), WIDTH)
    for name, curve, loss in zip(names.values(), found.curves, found.losses, strict=True):
        caption = f"loss {figure_text(loss)}"
        line = canvas.curve(np.array(curve.points(PER_PIECE)), f"{name}\n{caption}")
        drawn.append(Drawn(name, line, caption, curve.to_json))
    top = 1.1 * canvas.top or 0.1
    axes.set(ylabel=f"loss $Q_{_letter(found)}$", xlim=(0, 1), xticks=FIFTHS, ylim=(-0.012 * top, top))
    axes.tick_params(labelbottom=False)
    return drawn


def _letter(found: ModelComparison) -> str:
    return "z" if found.condition == "skew" else "c"


def _difference(axes: Axes, found: ModelComparison, colours: list[str]) -> list[tuple[Any, str]]:
    """The loss of the second model less that of the first, its band, and what the legend says of them."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    assert found.curves is not None
    first, second = found.curves
    points = np.array((second - first).points(PER_PIECE))
    (line,) = axes.plot(*points.T, color="black", linewidth=1.4, zorder=3)
    axes.axhline(0, color=GREY, linewidth=0.8, zorder=2)
    letter = _letter(found)
    axes.set(xlabel=f"{PLACES[found.condition]} ${letter}$", ylabel="difference")
    keys: list[tuple[Any, str]] = [
        (tuple(Patch(color=x, alpha=0.25, linewidth=0) for x in colours), "background: lower loss"),
        (line, "the second less the first"),
    ]
    band = found.band
    if band is None:
        return keys
    places = np.array([float(x) for x in band.grid])
    low, high = np.array(band.low), np.array(band.high)
    shade = axes.fill_between(places, low, high, color="black", alpha=0.16, linewidth=0, zorder=1)
    keys.append((shade, f"{100 * band.level:g}% of {band.resamples} resamples"))
    for colour, there in zip(colours, (low > 0, high < 0), strict=True):
        where = [x for run in band.significant for x in places[there] if float(run.low) <= x <= float(run.high)]
        marks: dict[str, Any] = {"linestyle": "", "marker": "s", "markersize": 3, "clip_on": False}
        axes.plot(where, [0.04] * len(where), color=colour, transform=axes.get_xaxis_transform(), zorder=4, **marks)
    if band.significant:
        keys.append((tuple(Line2D([], [], color=x, **marks) for x in colours), "the band excludes zero"))
    return keys


def _legend(where: Axes | Figure, labels: list[Any], handles: list[Any], keys: list[tuple[Any, str]]) -> None:
    from matplotlib.axes import Axes
    from matplotlib.legend_handler import HandlerTuple

    texts = [*map(str, labels), *(text for _, text in keys)]

    def draw(**how: Any) -> Any:
        found = where.legend(
            [*handles, *(key for key, _ in keys)], ["."] * len(texts), handler_map={tuple: HandlerTuple(None)}, **how
        )
        for shown, text in zip(found.get_texts(), texts, strict=True):
            shown.set_text(text)
            shown.set_parse_math(False)
        return found

    if not isinstance(where, Axes):
        draw(loc="outside right upper")
        return
    look: dict[str, Any] = {"fontsize": "small", "frameon": True, "framealpha": 0.85, "edgecolor": "none"}
    figure: Any = where.figure
    for columns in (3, 2, 1):
        found = draw(loc="upper left", ncols=columns, **look)
        found.set_in_layout(False)
        figure.draw_without_rendering()
        box, room = found.get_window_extent(), where.get_window_extent()
        if box.width <= room.width:
            break
    low, high = where.get_ylim()
    where.set_ylim(low, high / max(1 - box.height / room.height, 0.3))
