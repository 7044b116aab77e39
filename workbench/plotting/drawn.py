"""What a picture is: its kind, its axes and what was drawn on them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.plotting.style import SIZE
from workbench.samples.sample import Sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


@dataclass(frozen=True)
class Drawn:
    """A curve in a picture: its name, its line, its figures in words, and all of it as plain values."""

    name: str
    line: Line2D
    caption: str
    to_json: Callable[[], dict[str, Any]]


@dataclass(frozen=True)
class Kind:
    """One kind of curve. ``draw(canvas, samples, **options)`` draws it for samples by name, on ``size`` inches."""

    name: str
    title: str
    draw: Callable[..., list[Drawn]]
    size: tuple[float, float] = SIZE

    @property
    def options(self) -> tuple[str, ...]:
        """The options of ``draw``."""
        parameters = inspect.signature(self.draw).parameters.values()
        return tuple(x.name for x in parameters if x.kind is x.KEYWORD_ONLY)


@dataclass(frozen=True)
class Picture:
    """A finished picture."""

    kind: Kind
    axes: Axes
    drawn: tuple[Drawn, ...]
    samples: Mapping[str, Sample]

    @property
    def words(self) -> str:
        """What the picture shows, for those who cannot see it."""
        curves = (": ".join(filter(None, (x.name, x.caption))) for x in self.drawn)
        across, up = (text.replace("$", "") for text in (self.axes.get_xlabel(), self.axes.get_ylabel()))
        return f"{self.kind.title}: {up} against {across}. " + ". ".join(dict.fromkeys(curves)) + "."
