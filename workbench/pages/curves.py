"""A data set as small pictures, in SVG: its ROC curve with the convex hull, and its losses by cost proportion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.curves.cost_curves import cost_curve
from workbench.pages.elements import Element, element
from workbench.samples.sample import Sample

SIDE, MARGIN = 180, 30
MOST_POINTS = 40
_LINE = {"fill": "none", "stroke": "currentColor"}  # where there is no style, as in a notebook
TOLD = 12


def pictures(sample: Sample) -> list[Element]:
    """The ROC curve, and the loss curves of the optimal and, for scores in [0, 1], the score-driven thresholds.

    >>> [picture[0].get("aria-label")[:9] for picture in pictures(Sample.of([0, 1, 1], ["0.2", "0.1", "0.9"]))]
    ['ROC curve', 'Loss by c']
    """
    return [_roc(sample), _losses(sample)]


def _roc(sample: Sample) -> Element:
    points = [(float(x), float(y)) for x, y in sample.roc()]
    hull = [(float(x), float(y)) for x, y in sample.hull()]
    told = ", ".join(f"({x}, {y})" for x, y in sample.roc()) if len(points) <= TOLD else f"{len(points)} points"
    says = f"ROC curve, false positive rate against true positive rate, through {told}"
    dots = [element("circle", cx=_x(x), cy=_y(y), r="2.6") for x, y in points] if len(points) <= MOST_POINTS else []
    parts = [
        _path([(0, 0), (1, 1)], "guide"),
        _path(hull, "second") if hull != points else None,
        _path(points, "first"),
        element("g", *dots, class_="dots", fill="currentColor"),
    ]
    key = [("first", "ROC curve")] + [("second", "convex hull")] * (hull != points)
    return _figure(says, "false positive rate", "true positive rate", "1", parts, key)


def _losses(sample: Sample) -> Element:
    optimal = cost_curve(sample, "optimal").points()
    driven = cost_curve(sample, "score_driven").points() if sample.probabilistic else []
    top = max(1.0, *(y for _, y in [*optimal, *driven]))
    says = f"Loss by cost proportion, from 0 to {top:g}: " + (
        "the Brier curve of score-driven thresholds above the lower envelope of all cost lines"
        if driven
        else "the lower envelope of all cost lines"
    )
    parts = [
        _path([(x, y / top) for x, y in driven], "first"),
        _path([(x, y / top) for x, y in optimal], "second"),
    ]
    key = [("first", "Brier curve")] * bool(driven) + [("second", "optimal thresholds")]
    return _figure(says, "cost proportion c", "loss", f"{top:g}", parts, key)


def _figure(
    says: str, x: str, y: str, top: str, parts: Iterable[Element | None], key: Sequence[tuple[str, str]]
) -> Element:
    middle = str(SIDE / 2)
    drawing = element(
        "svg",
        element("rect", x="0", y="0", width=str(SIDE), height=str(SIDE), class_="frame", **_LINE),
        *parts,
        _text("0", "-5", str(SIDE + 4), "end"),
        _text("1", str(SIDE), str(SIDE + 14), "middle"),
        _text(top, "-5", "4", "end"),
        _text(x, middle, str(SIDE + 14), "middle"),
        _text(y, middle, "-8", "middle", transform=f"rotate(-90) translate(-{SIDE}, 0)"),
        width=str(SIDE + MARGIN + 10),
        viewBox=f"-{MARGIN} -8 {SIDE + MARGIN + 10} {SIDE + MARGIN}",
        role="img",
        aria_label=says,
    )
    legend = [
        part for kind, name in key for part in (element("span", element("span", class_=f"stroke {kind}"), name), " ")
    ]
    return element("figure", drawing, element("figcaption", *legend), class_="curve")


def _path(points: Sequence[tuple[float, float]], kind: str) -> Element | None:
    if not points:
        return None
    dashes = {"second": "5 3", "guide": "1 3"}.get(kind)
    at = " ".join(f"{_x(x)},{_y(y)}" for x, y in points)
    return element("polyline", points=at, class_=kind, stroke_dasharray=dashes, **_LINE)


def _x(x: float) -> str:
    return f"{SIDE * x:.2f}".rstrip("0").rstrip(".")


def _y(y: float) -> str:
    return _x(1 - y)


def _text(words: str, x: str, y: str, anchor: str, **more: Any) -> Element:
    return element("text", words, x=x, y=y, text_anchor=anchor, font_size="11", fill="currentColor", **more)
