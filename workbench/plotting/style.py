"""How pictures look: colours and dashes that everybody can tell apart, and axes without ornament.

Colours are those of Okabe and Ito, Color universal design (2008), without the yellow that vanishes on white. Each
curve also has its own dashes, for print without colours. Nothing here changes matplotlib's settings or pyplot's state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.errors import InputError, NotSupported, installing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Dashes: TypeAlias = "str | tuple[int, tuple[float, ...]]"

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES: tuple[Dashes, ...] = ("-", (0, (5, 1.6)), (0, (1.2, 1.2)), (0, (6, 1.6, 1.2, 1.6)), (0, (9, 2.5)))
MARKERS = ("o", "s", "^", "D", "v")
GREY = "#6f6f6f"
SIZE = (7.2, 4.4)
SQUARE = (7.0, 4.4)
OURS = "workbench"

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#4d4d4d",
    "axes.grid": True,
    "axes.labelcolor": "#262626",
    "axes.labelpad": 6,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.titlesize": 12,
    "font.size": 10,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "legend.labelspacing": 0.75,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.hashsalt": OURS,
    "xtick.color": "#4d4d4d",
    "xtick.labelcolor": "#262626",
    "ytick.color": "#4d4d4d",
    "ytick.labelcolor": "#262626",
}


def need_matplotlib() -> None:
    """`NotSupported` says how to get matplotlib, where it is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise NotSupported(f"a picture needs matplotlib: {installing('plot')}") from None


SMALL_WIDTH = 4.5
"""A figure of fewer inches across has smaller letters, as for one column of a paper."""
SMALL: dict[str, Any] = {
    "axes.labelpad": 3,
    "axes.titlepad": 6,
    "axes.titlesize": 9,
    "font.size": 8,
    "legend.fontsize": 7,
    "legend.handlelength": 2.4,
    "legend.labelspacing": 0.4,
}

SMALLEST: dict[str, Any] = {"fontsize": 6, "handlelength": 2.4, "labelspacing": 0.3, "borderpad": 0.3}
"""A legend that would hide a curve otherwise."""


@contextmanager
def styled(width: float = SIZE[0]) -> Iterator[None]:
    """Our style inside the ``with`` block, whatever the user's settings are; these come back after it."""
    from matplotlib import style

    with style.context(["default", STYLE, *([SMALL] if width < SMALL_WIDTH else [])]):
        yield


def new_axes(width: float, height: float, asked: bool = False) -> Axes:
    """Axes on a figure of their own, of this many inches, which pyplot does not know.

    The figure may grow, unless its size is ``asked`` for.
    """
    from matplotlib.figure import Figure

    from workbench.plotting.layout import Fitted, PictureAxes

    figure = Figure(figsize=(width, height), layout=Fitted())
    figure.set_gid(OURS)
    axes = figure.add_subplot(axes_class=PictureAxes)
    assert isinstance(axes, PictureAxes)
    axes.size, axes.asked = (width, height), asked
    axes.set_anchor("NW")
    return axes


def checked_axes(given: Any) -> Axes:
    """``given``, seen to be matplotlib axes."""
    from matplotlib.axes import Axes

    if not isinstance(given, Axes):
        raise InputError(f"ax is a {type(given).__name__}; it must be matplotlib axes")
    return given


def figure_of(axes: Axes) -> Figure:
    """The whole figure on which the axes stand."""
    return axes.figure.figure


def is_for_a_column(axes: Axes) -> bool:
    """Whether the figure is ours, small, and wider than it is high, so that axes of equal scales leave half of it."""
    width, height = figure_of(axes).get_size_inches()
    return is_ours(axes) and bool(height < width < SMALL_WIDTH)


def is_ours(axes: Axes) -> bool:
    """Whether the figure was made by `new_axes`."""
    return figure_of(axes).get_gid() == OURS
