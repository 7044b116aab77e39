"""What every picture is made of: curves with their names and figures, references, bands, shaded regions, a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from workbench.curves.curve import Curve, lowest
from workbench.errors import InputError, shown
from workbench.numbers.certified import Real, lift
from workbench.plotting.names import in_lines
from workbench.plotting.style import COLOURS, DASHES, GREY, MARKERS, Dashes, figure_of, is_ours

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Points: TypeAlias = npt.NDArray[np.float64]

FEW = 24
"""Up to so many points are marked."""

NARROW = 5.5
"""A figure of fewer inches across has its legend below."""

LEAST_AXES, LEAST_GROWN, GROWN_AXES = 1.3, 2.0, 3.2
"""How many inches the axes are at least, in a figure of an asked size and in another, and how high where it grows."""

MOST_COLUMNS = 4

TINT = 0.07
"""How strong the background is where one curve is the best."""
LEGENDS = ("outside", "inside", "none")


def figure_text(value: Real) -> str:
    """A figure to four digits, or with the error that it has.

    >>> from fractions import Fraction
    >>> figure_text(Fraction(2, 3)), figure_text(lift(Fraction(1, 3)).union(lift(Fraction(335, 1000))))
    ('0.6667', '0.334 ± 0.002')
    """
    ball = lift(value)
    middle, error = float(ball.mid()), float(ball.rad())
    return f"{middle:.4f}" if error < 1e-6 else f"{middle:.3f} ± {ceil(1000 * error + 0.5) / 1000:.3f}"


@dataclass(frozen=True)
class Canvas:
    """Axes on which curves are drawn, each in the next colour and dashes."""

    axes: Axes

    @property
    def curves(self) -> list[Line2D]:
        """The curves that are there, those of earlier calls too."""
        return [line for line in self.axes.get_lines() if str(line.get_gid()).startswith("curve-")]

    @property
    def top(self) -> float:
        """The highest value of a curve or a band."""
        lines = (line for line in self.axes.get_lines() if not str(line.get_gid()).startswith("key-"))
        return max(float(np.max(line.get_ydata())) for line in lines)

    def look(self, index: int | None = None, dashes: int | None = None) -> tuple[str, Dashes]:
        """The colour and the dashes of the next curve, or of the one with this index."""
        i = len(self.curves) if index is None else index
        return COLOURS[i % len(COLOURS)], DASHES[(i if dashes is None else dashes) % len(DASHES)]

    def curve(
        self, points: Points, label: str, look: tuple[str, Dashes] | None = None, marked: int | None = None
    ) -> Line2D:
        """A curve from point to point; ``marked`` is how many points it has that should be seen, if they are few."""
        colour, dashes = self.look() if look is None else look
        number = len(self.curves)
        marks: dict[str, Any] = (
            {} if marked is None or marked > FEW else {"marker": MARKERS[number % len(MARKERS)], "markersize": 4.5}
        )
        join = "miter" if _is_staircase(points) else "round"
        (line,) = self.axes.plot(
            *points.T, color=colour, linestyle=dashes, linewidth=1.8, zorder=3, solid_joinstyle=join, **marks
        )
        line.set_label(label)
        line.set_gid(f"curve-{number + 1}")
        return line

    def thin(
        self,
        points: Points,
        colour: str,
        label: str = "",
        dashes: Dashes = "-",
        width: float = 0.9,
        of_each: bool = False,
    ) -> None:
        """A thin line. The legend shows one for each label, a grey one if curves of several colours have it."""
        (line,) = self.axes.plot(*points.T, color=colour, linestyle=dashes, linewidth=width, zorder=2)
        self._key(line, label, of_each)

    def reference(self, points: Points, label: str, dashes: Dashes = (0, (1, 1.8))) -> None:
        """A grey line that is no curve of a sample, once: in the place of an earlier one through these points."""
        for line in self.axes.get_lines():
            if str(line.get_gid()).startswith("key-") and np.array_equal(line.get_xydata(), points):
                line.remove()
        if not self._has(label):
            self.thin(points, GREY, label, dashes, width=1.0)

    def taken(self, label: str) -> list[Line2D]:
        """The lines of earlier calls whose labels begin so, no longer in the picture."""
        found = [line for line in self.axes.get_lines() if line in self._keys()]
        found = [line for line in found if str(line.get_label()).startswith(label)]
        for line in found:
            line.remove()
        return found

    def lines(self, segments: Points, colour: str, label: str) -> None:
        """Many thin dashed straight lines."""
        from matplotlib.collections import LineCollection

        found = LineCollection(
            list(segments), colors=colour, linewidths=0.5, linestyles=(0, (4, 3)), alpha=0.6, zorder=1.5
        )
        self.axes.add_collection(found)
        self._key(found, label)

    def band(self, x: Points, low: Points, high: Points, colour: str, label: str, of_each: bool = True) -> None:
        """A band around a curve; in grey in the legend, unless it is no such band ``of_each`` curve."""
        found = self.axes.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0, zorder=1)
        for edge in (low, high):
            self.axes.plot(x, edge, color=colour, linewidth=0.5, alpha=0.7, zorder=1)
        self._key(found, label, of_each)

    def shade(self, curves: Sequence[Curve], colours: Sequence[str], highest: bool = False) -> None:
        """The background where one curve alone is the lowest (or highest), in its colour; nothing where several are."""
        if len(curves) < 2:
            raise InputError("there is one curve only; regions are shaded where one of several is the best")
        for low, high, which in winners([-curve for curve in curves] if highest else curves):
            for extent, alpha in ((0.014, 0.9), (1.0, TINT)):
                span = self.axes.axvspan(
                    low, high, ymax=extent, color=colours[which], alpha=alpha, linewidth=0, zorder=0.5
                )
            self._key(span, f"background: {'highest' if highest else 'lowest'} curve", of_each=True)

    def _keys(self) -> list[Artist]:
        """What the legend shows beside the curves."""
        return [child for child in self.axes.get_children() if str(child.get_gid()).startswith(("key-", "each-"))]

    def _has(self, label: str) -> bool:
        return any(child.get_label() == label for child in self._keys())

    def _key(self, artist: Artist, label: str, of_each: bool = False) -> None:
        if not label or self._has(label):
            artist.set_label("_nolegend_")
        else:
            last = max((int(str(key.get_gid()).partition("-")[2]) for key in self._keys()), default=0)
            artist.set_gid(f"{'each' if of_each else 'key'}-{last + 1}")
            artist.set_label(label)

    def legend(self, where: str | None = None) -> None:
        """Every curve with its figures, then what else is drawn; ``where`` is one of `LEGENDS`.

        None is outside the axes of a figure of ours, but inside where its size is asked for and leaves no room, and
        inside of other axes.
        """
        if where == "none":
            self._without_room(None)
        elif where == "inside" or not is_ours(self.axes):
            self._inside()
            self._without_room(None)
        else:
            try:
                self._fit()
            except InputError as error:
                if where == "outside":
                    raise
                self._inside()
                self._without_room(error)

    def _inside(self) -> None:
        from workbench.plotting.inside import place
        from workbench.plotting.layout import PictureAxes

        if isinstance(self.axes, PictureAxes):
            place(self.axes, self._framed, self.curves)
        else:
            self._framed(", ", loc="best")

    def _framed(self, join: str | None, **how: Any) -> None:
        self._legend(join, **how, frameon=True, framealpha=0.85, edgecolor="none")
        legend = self.axes.get_legend()
        for span in self.axes.patches:
            if legend is not None and span.get_alpha() == TINT:
                span.set_zorder(legend.get_zorder() + 0.1)  # so thin that letters show through; the frame is below it

    def _without_room(self, error: InputError | None) -> None:
        """Refuse a figure of ours too small for its axes or, with the error of a legend outside, for one inside."""
        from workbench.plotting.layout import PictureAxes, exceeds, lacking

        if not isinstance(self.axes, PictureAxes):
            return
        lacking(self.axes, LEAST_AXES)  # axes that were small before may have other ticks
        across, up = lacking(self.axes, LEAST_AXES)
        if error is not None and (across or up or exceeds(self.axes)):
            raise error
        if across or up:
            width, height = self.axes.size
            wanted = f"{width + across:.1f} by {ceil(10 * (height + up)) / 10:.1f}"
            raise InputError(f"{width:g} by {height:g} inches are too small for the axes; {wanted} would do")

    def _fit(self) -> None:
        """The legend beside the axes, or below them in columns; a figure of no asked size grows to hold it."""
        from workbench.plotting.layout import PictureAxes, lacking

        figure, axes = figure_of(self.axes), self.axes
        assert isinstance(axes, PictureAxes)
        figure.set_size_inches(axes.size)
        least = LEAST_AXES if axes.asked else LEAST_GROWN
        if axes.size[0] >= NARROW:
            self._legend("\n", **self._place(beside=True))
            if lacking(axes, least) == (0, 0):
                return
        for columns in range(MOST_COLUMNS, 0, -1):
            self._legend("\n", **self._place(beside=False), ncols=columns)
            across, up = lacking(axes, least)
            if not across:
                break
        if not across and not up:
            return
        width, height = axes.size
        if axes.asked:
            wanted = f"{width + across:.1f} by {ceil(10 * (height + up)) / 10:.1f}"
            raise InputError(
                f"{width:g} by {height:g} inches are too small for the axes and the legend; {wanted} would do"
            )
        figure.set_figheight(height + lacking(axes, GROWN_AXES)[1])

    def _legend(self, join: str | None, **where: Any) -> None:
        curves, keys = self.curves, self._keys()
        width = 30 if figure_of(self.axes).get_figwidth() >= NARROW else 24
        entries = [str(line.get_label()).split("\n") for line in curves]
        names = in_lines([name for name, *_ in entries], width)
        labels = [names[name] if join is None else join.join((names[name], *figures)) for name, *figures in entries]
        labels += [str(key.get_label()) for key in keys]
        found = self.axes.legend([*curves, *map(_handle, keys)], ["."] * len(labels), **where)
        for text, label in zip(found.get_texts(), labels, strict=True):
            text.set_text(label)
            text.set_parse_math(False)

    def _place(self, beside: bool) -> dict[str, Any]:
        from matplotlib.transforms import ScaledTranslation

        across, up = (0.15, 0.0) if beside else (0.0, -0.6)
        move = ScaledTranslation(across, up, figure_of(self.axes).dpi_scale_trans)
        corner = (1.0, 1.0) if beside else (0.0, 0.0)
        transform = self.axes.transAxes + move
        return {"loc": "upper left", "bbox_to_anchor": corner, "bbox_transform": transform, "borderaxespad": 0.0}


def check_legend(where: Any) -> None:
    """`InputError` unless it is one of `LEGENDS`, or None."""
    if where is not None and not (isinstance(where, str) and where in LEGENDS):
        raise InputError(f"legend {shown(where)}; it is {', '.join(LEGENDS)}, or None for where there is room")


def _is_staircase(points: Points) -> bool:
    """Whether the curve never turns back, so that sharp corners do not reach beyond it."""
    return all(bool((steps >= 0).all() or (steps <= 0).all()) for steps in np.diff(points, axis=0).T)


def _handle(key: Artist) -> Artist:
    """The key itself, or a grey one where curves of several colours have it."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if not str(key.get_gid()).startswith("each-"):
        return key
    if not isinstance(key, Line2D):
        return Patch(color=GREY, alpha=0.2, linewidth=0)
    found = Line2D([], [])
    found.update_from(key)
    found.set_color(GREY)
    return found


def winners(curves: Sequence[Curve]) -> list[tuple[float, float, int]]:
    """The intervals on which one of the curves alone is the lowest, and which it is.

    >>> from fractions import Fraction
    >>> rising, falling = Curve.line(Fraction(0), Fraction(1)), Curve.line(Fraction(1), Fraction(0))
    >>> winners([rising, falling]), winners([rising, rising])
    ([(0.0, 0.5, 0), (0.5, 1.0, 1)], [])
    """
    if len(curves) < 2:
        return []
    envelope, _ = lowest(curves)
    attained = [[region for region in curve.regions(envelope) if not region.sign] for curve in curves]
    cuts = sorted({x for regions in attained for region in regions for x in region[:2]})
    found: list[tuple[float, float, int]] = []
    for low, high in pairwise(cuts):
        best = [k for k, regions in enumerate(attained) if any(a <= low and high <= b for a, b, _ in regions)]
        if len(best) == 1:
            start, stop = float(low), float(high)
            if found and found[-1][1:] == (start, best[0]):
                start = found.pop()[0]
            found.append((start, stop, best[0]))
    return found
