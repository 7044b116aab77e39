"""The catalogue of pictures: what each kind of curve is called, how it is drawn, and with which options.

To add a curve, write a module of this package that binds a `Kind`: every such value is found by walking the package.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench import plotting
from workbench.errors import InputError, shown
from workbench.inference.bootstrap import Plan
from workbench.inference.bootstrap import band as resampled_band
from workbench.plotting.canvas import Canvas, Points, check_legend
from workbench.plotting.drawn import Drawn, Kind, Picture
from workbench.plotting.files import rendered
from workbench.plotting.samples import is_model, named_samples, printable
from workbench.plotting.style import checked_axes, is_ours, need_matplotlib, new_axes, styled
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RESAMPLES = 2000
BAND_PARTS = 250
GRID = tuple(Fraction(i, 400) for i in range(401))
ALL = slice(None)


@cache
def catalogue() -> dict[str, Kind]:
    """The kinds of curves by name; `NotSupported` without matplotlib.

    >>> list(catalogue())
    ['cost', 'brier', 'rate_driven', 'kendall', 'decision', 'det', 'gains', 'lift', 'reliability', 'roc']
    """
    need_matplotlib()
    found: dict[str, Kind] = {}
    for entry in sorted(pkgutil.iter_modules(plotting.__path__), key=lambda entry: entry.name):
        module = importlib.import_module(f"{plotting.__name__}.{entry.name}")
        found |= {x.name: x for x in vars(module).values() if isinstance(x, Kind)}
    return found


def picture(
    kind: Kind,
    data: Any,
    y_score: Any = None,
    ax: Any = None,
    title: str | None = None,
    size: tuple[float | None, float | None] = (None, None),
    legend: str | None = None,
    **options: Any,
) -> Picture:
    """Curves of one kind on ``ax``, or on a new figure of this size in inches, where None is as the kind has it.

    ``legend`` is where the legend stands, one of `workbench.plotting.canvas.LEGENDS`, or None for where there is room.
    """
    for name in options:
        if name not in kind.options:
            known = ", ".join(kind.options)
            raise InputError(f"{kind.name} curves have no option {shown(name)}; theirs are {known}")
    given = data if isinstance(data, Mapping) else {"": data}
    models = [printable(str(name)) for name, entry in given.items() if is_model(entry)]
    if options.get("band") and models:
        raise InputError("a band is of resamples, and a continuous model has none")
    samples = named_samples(data, y_score)
    if title is not None and not isinstance(title, str):
        raise InputError(f"the title {shown(title)} is no text")
    check_legend(legend)
    need_matplotlib()
    if ax is not None and not is_ours(checked_axes(ax)):
        return _of_models(_picture(kind, samples, ax, title, legend, options), models)
    width, height = size[0] or kind.size[0], size[1] or kind.size[1]
    with styled(width):
        axes = new_axes(width, height, size[1] is not None) if ax is None else ax
        return _of_models(_picture(kind, samples, axes, title, legend, options), models)


def _of_models(found: Picture, models: list[str]) -> Picture:
    """The picture, in whose values nothing of a continuous model is called exact, as it is drawn from parts of it."""

    def changed(x: Drawn) -> Drawn:
        own = any(x.name == name or x.name.startswith(f"{name}, ") or not name for name in models)
        return replace(x, to_json=lambda: _without_exact(x.to_json())) if own else x

    return replace(found, drawn=tuple(map(changed, found.drawn))) if models else found


def _without_exact(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: None if key == "exact" else _without_exact(x) for key, x in value.items()}
    return [*map(_without_exact, value)] if isinstance(value, list) else value


def _picture(
    kind: Kind, samples: dict[str, Sample], axes: Axes, title: str | None, legend: str | None, options: dict[str, Any]
) -> Picture:
    canvas = Canvas(axes)
    drawn = tuple(kind.draw(canvas, samples, **options))
    if title is not None:
        axes.set_title(printable(title), parse_math=False)
    canvas.legend(legend)
    found = Picture(kind, axes, drawn, samples)
    if is_ours(axes):
        axes.as_svg = lambda: rendered(found, "svg").decode()  # type: ignore[attr-defined]
    return found


def label_of(name: str, caption: str) -> str:
    """What the legend says of a curve."""
    return "\n".join(filter(None, (name, caption)))


def plan_of(band: bool | Plan | None) -> Plan | None:
    """How to resample for a band: True is 2000 resamples at the level 0.95."""
    if isinstance(band, Plan):
        return band
    if band is not None and not isinstance(band, bool):
        raise InputError(f"band is {shown(band)}; it is True, or a Plan of resamples")
    return Plan(RESAMPLES) if band else None


def add_band(
    canvas: Canvas,
    sample: Sample,
    curve: str,
    colour: str,
    plan: Plan,
    condition: str = "cost",
    places: slice = ALL,
    seen: Callable[[Points], Points] = np.asarray,
) -> None:
    """The band of a curve on resamples of its sample, at some places of the grid; ``seen`` maps values to the axes.

    Scores of many examples are pooled first, those of weights and groups are not.
    """
    few = thinned(sample, BAND_PARTS) if sample.design is None else sample
    found = resampled_band(few, curve, condition=condition, grid=GRID[places], **vars(plan))
    share = f"{100 * found.level:g}% of {found.resamples} resamples"
    across = np.array([float(x) for x in found.grid])
    canvas.band(seen(across), seen(np.array(found.low)), seen(np.array(found.high)), colour, share)
