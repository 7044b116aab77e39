"""Cost curves: the loss of threshold choice methods at each operating condition, with cost lines.

Drummond and Holte, Cost curves (2006); Hernández-Orallo, Flach and Ferri, Brier curves (2011) and ROC curves in cost
space (2013).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import flint
import numpy as np

from workbench import metrics
from workbench.curves.cost_curves import class_parts, cost_curve, kendall_curve, read_method
from workbench.curves.curve import Curve
from workbench.errors import InputError, shown
from workbench.formats import counted
from workbench.inference.bootstrap import Plan
from workbench.language.statements import law
from workbench.language.syntax import Loss, Method, names
from workbench.losses.exact import NeedsProbabilities, outside, value
from workbench.losses.formulas import affine_in
from workbench.losses.rescored import needs_probabilities
from workbench.numbers.certified import Real, lift
from workbench.numbers.written import as_json, significant
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import add_band, label_of, picture, plan_of
from workbench.plotting.roc import FIFTHS, roc_path
from workbench.plotting.style import GREY, is_ours
from workbench.samples.sample import Sample
from workbench.samples.thinning import PARTS, thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ERROR = 2 / PARTS
"""By how much at most the loss of a thinned sample is off: rates up to 1/PARTS, the weights of both adding up to 2."""

NO_MODEL = "no model: all in one class"
"""The least loss without a model, that of putting everybody into the class that costs less."""

WHOLE = 2
"""The line of that loss is drawn whole where it reaches at most so many times as high as the curves."""

MOST_LINES = 50
PIECES_PER_BEND = 24
CLASS_PARTS = (("class 0's part", "#0072B2", (0, (5, 1.6))), ("class 1's part", "#D55E00", (0, (1.2, 1.2))))


def draw_cost(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    methods: Iterable[str | Method] = ("optimal",),
    condition: str = "cost",
    lines: bool = False,
    parts: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    if isinstance(methods, str | Method):
        raise InputError(f"methods is {shown(methods)}; a list of methods is needed")
    listed = list(dict.fromkeys(map(read_method, methods)))
    if not listed:
        raise InputError("there is no method; one is needed at least, such as 'optimal'")
    _check_scores(samples, listed)
    curves = [
        _Curve.of_method(name, sample, method, condition, _called(name, method, len(samples), len(listed)))
        for name, sample in samples.items()
        for method in listed
    ]
    if parts:
        _draw_parts(canvas, samples, listed, condition)
    found = _draw(canvas, samples, curves, len(listed), condition, lines, regions, plan_of(band))
    _one_class(canvas, samples, condition, len(found))
    return found


def _check_scores(samples: Mapping[str, Sample], methods: list[Method]) -> None:
    """`NeedsProbabilities` where thresholds from [0, 1] meet scores outside, whose loss is none of probabilities."""
    wanting = [method for method in methods if needs_probabilities(law(method))]
    for name, sample in samples.items():
        if wanting and not sample.probabilistic:
            raise NeedsProbabilities(": ".join(filter(None, (name, f"{wanting[0]} {outside(sample)}"))))


def draw_brier(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    condition: str = "cost",
    lines: bool = False,
    parts: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    return draw_cost(
        canvas,
        samples,
        methods=["score_driven"],
        condition=condition,
        lines=lines,
        parts=parts,
        regions=regions,
        band=band,
    )


def draw_rate_driven(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    condition: str = "cost",
    lines: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    return draw_cost(
        canvas, samples, methods=["rate_driven"], condition=condition, lines=lines, regions=regions, band=band
    )


def draw_kendall(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    condition: str = "cost",
    regions: bool = False,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    curves = [_Curve.of_kendall(name, sample, condition) for name, sample in samples.items()]
    found = _draw(canvas, samples, curves, 1, condition, False, regions, plan_of(band))
    canvas.axes.set_ylabel("loss above a perfect ranking's")
    return found


def _is_quick(law: Any) -> bool:
    """Whether the exact expected loss is found at once for millions of scores."""
    if law.name == "optimal":
        return True
    if law.name == "mix":
        return all(_is_quick(part) for part in law.arguments[1:])
    return names(law) != {"c", "u"} and affine_in(law.arguments[0], "c") is not None


def _called(name: str, method: Method, samples: int, methods: int) -> str:
    """What tells the curve from the others: its sample, its method, or both."""
    words = [name] if methods == 1 else [str(method)] if samples == 1 else [name, str(method)]
    return ", ".join(filter(None, words))


class _Curve(NamedTuple):
    """A curve, the area under it over the whole sample, and its name where resamples are drawn."""

    name: str
    called: str
    curve: Curve
    area: Real
    resampled: str
    thinned: bool

    @property
    def caption(self) -> str:
        return f"area {figure_text(self.area)}"

    @classmethod
    def of_method(cls, name: str, sample: Sample, method: Method, condition: str, called: str) -> _Curve:
        few = sample if method.name == "optimal" else thinned(sample)
        curve = cost_curve(few, method, condition)
        if few is not sample and _is_quick(law(method)):
            area = value(sample, Loss(method, condition=condition))
        else:
            area = curve.area() if few is sample else flint.arb(lift(curve.area()).mid(), ERROR)
        return cls(name, called, curve, area, str(method), few is not sample)

    @classmethod
    def of_kendall(cls, name: str, sample: Sample, condition: str) -> _Curve:
        few = thinned(sample)
        weight = Fraction(1, 4) if condition == "skew" else sample.pi0 * sample.pi1
        area = 2 * weight * (1 - metrics.AUC.exact(sample))
        return cls(name, name, kendall_curve(few, condition), area, "kendall", few is not sample)

    def to_json(self) -> dict[str, Any]:
        """The curve and its area as plain values."""
        what = {"sample": self.name, "method": self.resampled, "thinned": self.thinned}
        return {**what, **self.curve.to_json(), "area": as_json(self.area)}


def _draw(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    curves: list[_Curve],
    methods: int,
    condition: str,
    lines: bool,
    regions: bool,
    plan: Plan | None,
) -> list[Drawn]:
    first = len(canvas.curves)
    looks = [
        canvas.look(first + i) if methods == 1 or len(samples) == 1 else canvas.look(first + i // methods, i % methods)
        for i in range(len(curves))
    ]
    if regions:
        canvas.shade([x.curve for x in curves], [colour for colour, _ in looks])
    if lines:
        for sample, (colour, _) in zip(samples.values(), looks[::methods], strict=True):
            canvas.lines(_cost_lines(sample, condition), colour if len(samples) > 1 else GREY, "cost lines")
    found = []
    for x, look in zip(curves, looks, strict=True):
        if plan is not None:
            add_band(canvas, samples[x.name], x.resampled, look[0], plan, condition)
        line = canvas.curve(_path(x.curve, x.thinned), label_of(x.called, x.caption), look)
        found.append(Drawn(x.called, line, x.caption, x.to_json))
    _axes(canvas.axes, condition)
    return found


def _path(curve: Curve, is_thinned: bool) -> Points:
    """The points of the curve as drawn: the jumps that thinning has made of many small ones are slopes."""
    return np.array(curve.points(PIECES_PER_BEND, ERROR if is_thinned else 0))


def _axes(axes: Axes, condition: str) -> None:
    letter, word = ("z", "skew") if condition == "skew" else ("c", "cost proportion")
    axes.set(xlabel=f"{word} ${letter}$", ylabel=f"loss $Q_{letter}$", xlim=(0, 1), xticks=FIFTHS)
    _reach(axes, (1.1 if is_ours(axes) else 1.6) * Canvas(axes).top or 0.1)


def _reach(axes: Axes, top: float) -> None:
    axes.set_ylim(-0.012 * top, top)


def _one_class(canvas: Canvas, samples: Mapping[str, Sample], condition: str, drawn: int) -> None:
    """The least loss without a model, unless the samples differ in it, those of earlier calls too.

    Where its peak is above the picture the legend says so.
    """
    earlier = canvas.taken(NO_MODEL)
    shares = {Fraction(1, 2) if condition == "skew" else sample.pi0 for sample in samples.values()}
    if len(shares) > 1:
        return
    share = float(shares.pop())
    most = 2 * share * (1 - share)
    line = np.array([(0, 0), (1 - share, most), (1, 0)])
    if len(canvas.curves) > drawn and not any(np.array_equal(x.get_xydata(), line) for x in earlier):
        return
    if most <= WHOLE * canvas.top or not canvas.top:
        _reach(canvas.axes, max(1.05 * most, canvas.axes.get_ylim()[1]))
    is_whole = most <= canvas.axes.get_ylim()[1]
    label = NO_MODEL if is_whole else f"{NO_MODEL}\n(peak at {significant(most, 3)}, above the picture)"
    canvas.reference(line, label)


def _cost_lines(sample: Sample, condition: str) -> Points:
    """The ends of the cost lines of the thresholds, of some of them where they are many."""
    weight = 0.5 if condition == "skew" else float(sample.pi0)
    points = roc_path(sample)
    if len(points) > MOST_LINES:
        points = points[np.unique(np.linspace(0, len(points) - 1, MOST_LINES).round().astype(int))]
    starts, stops = 2 * (1 - weight) * points[:, 0], 2 * weight * (1 - points[:, 1])
    return np.stack([np.column_stack((np.full(len(points), x), y)) for x, y in ((0, starts), (1, stops))], axis=1)


def _draw_parts(canvas: Canvas, samples: Mapping[str, Sample], methods: list[Method], condition: str) -> None:
    """What the errors of each class add to the curve, of one sample and one method."""
    if len(samples) != 1 or len(methods) != 1:
        raise InputError(
            f"{counted(len(samples), 'sample')} and {counted(len(methods), 'method')}; "
            "the parts of the classes are drawn of one"
        )
    (sample,), (method,) = samples.values(), methods
    few = thinned(sample)
    for part, (label, colour, dashes) in zip(class_parts(few, method, condition), CLASS_PARTS, strict=True):
        canvas.thin(_path(part, few is not sample), colour, label, dashes, width=1.2)


COST = Kind("cost", "Cost curves", draw_cost)
BRIER = Kind("brier", "Brier curves", draw_brier)
RATE_DRIVEN = Kind("rate_driven", "Rate-driven curves", draw_rate_driven)
KENDALL = Kind("kendall", "Kendall curves", draw_kendall)


def plot_cost(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    methods: Iterable[str | Method] = ("optimal",),
    condition: str = "cost",
    lines: bool = False,
    parts: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> Axes:
    r"""Draw the loss of threshold choice methods against the operating condition, a cost proportion or a skew.

    ``methods`` are in the statement language; ``optimal`` is the lower envelope of the cost lines. ``lines`` adds the
    cost lines of the thresholds (at most 50), ``parts`` what the errors of either class add, and ``regions`` shades
    the conditions at which one curve alone is the lowest. The other arguments are those of
    `workbench.plotting.roc.plot_roc`. `NeedsProbabilities` when a method draws thresholds from [0, 1] and a score lies
    outside.

    >>> axes = plot_cost([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"], methods=["optimal", "rate_driven"])
    >>> [text.get_text() for text in axes.get_legend().get_texts()]
    ['optimal\narea 0.1250', 'rate_driven\narea 0.1458', 'no model: all in one class']
    """
    options: dict[str, Any] = {
        "methods": methods,
        "condition": condition,
        "lines": lines,
        "parts": parts,
        "regions": regions,
    }
    return picture(COST, data, y_score, ax, title, legend=legend, **options, band=band).axes


def plot_brier(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    condition: str = "cost",
    lines: bool = False,
    parts: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw Brier curves: the loss where the threshold is the operating condition. The area is the Brier score.

    The arguments are those of `plot_cost`. `NeedsProbabilities` when a score lies outside [0, 1].

    >>> axes = plot_brier([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> axes.get_legend().get_texts()[0].get_text()
    'area 0.1350'
    """
    options: dict[str, Any] = {"condition": condition, "lines": lines, "parts": parts, "regions": regions}
    return picture(BRIER, data, y_score, ax, title, legend=legend, **options, band=band).axes


def plot_rate_driven(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    condition: str = "cost",
    lines: bool = False,
    regions: bool = False,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw rate-driven curves: the loss where the predicted positive rate is the operating condition.

    The arguments are those of `plot_cost`.

    >>> plot_rate_driven([0, 1, 0, 1], [1, 2, 2, 4], condition="skew").get_xlabel()
    'skew $z$'
    """
    options: dict[str, Any] = {"condition": condition, "lines": lines, "regions": regions}
    return picture(RATE_DRIVEN, data, y_score, ax, title, legend=legend, **options, band=band).axes


def plot_kendall(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    condition: str = "cost",
    regions: bool = False,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw Kendall curves: the rate-driven curve less that of a perfect ranking.

    The arguments are those of `plot_cost`.

    >>> axes = plot_kendall([0, 1, 0, 1], [1, 2, 3, 4])
    >>> axes.get_legend().get_texts()[0].get_text()
    'area 0.1250'
    """
    return picture(
        KENDALL, data, y_score, ax, title, legend=legend, condition=condition, regions=regions, band=band
    ).axes
