"""A data set as small pictures, in SVG: the curves of what is claimed, or else of its ranking and of its losses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from workbench.curves.cost_curves import cost_curve
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.language.syntax import Apply, Loss, Method
from workbench.pages.elements import Element, element
from workbench.samples.sample import Sample

SIDE, MARGIN = 180, 30
MOST_POINTS = 40
_LINE = {"fill": "none", "stroke": "currentColor"}  # where there is no style, as in a notebook
TOLD = 12

_RANKING = {"AUC", "auc", "AUCH", "GINI", "KS", "AP", "F0", "F1", "R", "indicator"}
_CALIBRATION = {"CL", "RL", "pav", "posterior", "calibrated"}
_METRICS = {
    "loss(score_driven)": {"BS", "BS0", "BS1"},
    "loss(score_driven, condition=skew)": {"MBS"},
    "loss(score_uniform)": {"MAE", "MAE0", "MAE1"},
    "loss(score_uniform, condition=skew)": {"MMAE"},
    "loss(optimal)": {"RLH", "H", "h_measure", "MER"},
}
"""Losses, by the metrics that they are or are part of."""
_LOSS = re.compile(r"\b(?:loss|error)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_OPTIMAL = Loss(Method("optimal"))
_CALLED = {
    "score_driven": "Brier curve",
    "optimal": "optimal thresholds",
    "rate_driven": "rate-driven curve",
    "score_uniform": "uniform thresholds",
}
_CONDITIONS = {"cost": ("cost proportion", "cost proportion c"), "skew": ("skew", "skew z")}


def pictures(sample: Sample, about: str = "", parameters: Mapping[str, Any] | None = None) -> list[Element]:
    """The curves that show what is claimed ``about`` a data set, in words of the statement language.

    The ROC curve for ranks and rates, the frequencies of class 1 for calibration, and the loss curves of the methods
    that occur, or whose losses its metrics are. Where it speaks of none of them: the ROC curve, and the loss curves of
    the score-driven thresholds, for scores in [0, 1], and of the optimal ones.

    >>> sample = Sample.of([0, 1, 1], ["0.2", "0.1", "0.9"])
    >>> [picture[0].get("aria-label")[:9] for picture in pictures(sample)]
    ['ROC curve', 'Loss by c']
    >>> [picture[0].get("aria-label")[:9] for picture in pictures(sample, "CL <= AUC")]
    ['ROC curve', 'Frequency']
    """
    words = {*re.findall(r"\w+", about)}
    found = [_roc(sample)] if words & _RANKING else []
    if words & _CALIBRATION and sample.probabilistic:
        found.append(_reliability(sample))
    if losses := _drawn(sample, _told(about, words), parameters or {}):
        found.append(_losses(*losses))
    if found:
        return found
    losses = _drawn(sample, [Loss(Method("score_driven")), _OPTIMAL], {})
    return [_roc(sample), *([_losses(*losses)] if losses else [])]


def _told(about: str, words: set[str]) -> Iterator[Loss]:
    """The losses that a claim is about; those on other scores, such as ``pav(s)``, are not of this data set."""
    texts = [loss for loss, metrics in _METRICS.items() if words & metrics]
    for text in (*texts, *_LOSS.findall(about)):
        with suppress(InputError):
            read = parse_expression(text)
            if isinstance(read, Loss):
                yield read
            elif isinstance(read, Apply):
                yield Loss(Method("score_fixed", read.arguments))  # type: ignore[arg-type]


def _drawn(
    sample: Sample, losses: Iterable[Loss], parameters: Mapping[str, Any]
) -> tuple[str, dict[str, list[tuple[float, float]]]] | None:
    """Up to two loss curves under one operating condition, by their names; beside one alone the optimal one."""
    curves: dict[str, list[tuple[float, float]]] = {}
    condition = ""
    for loss in losses:
        skipped = loss.method.name.startswith("score") and not sample.probabilistic
        if not skipped and loss.condition == (condition or loss.condition) and len(curves) < 2:
            with suppress(InputError):
                curve = cost_curve(sample, loss.method, loss.condition, loss.rates, parameters)
                curves[_CALLED.get(str(loss.method), str(loss.method))] = curve.points()
                condition = loss.condition
    if len(curves) == 1:
        curves[_CALLED["optimal"]] = cost_curve(sample, "optimal", condition).points()
    return (condition, curves) if curves else None


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


def _reliability(sample: Sample) -> Element:
    observed = [Fraction(b, a + b) for a, b in zip(sample.counts0, sample.counts1, strict=True)]
    pooled = [block.calibrated for block in sample.blocks for _ in range(block.start, block.stop)]
    points = [(float(x), float(y)) for x, y in zip(sample.scores, observed, strict=True)]
    told = ", ".join(f"{y} at {x}" for x, y in zip(sample.scores, observed, strict=True))
    says = f"Frequency of class 1 by score: {told if len(points) <= TOLD else f'{len(points)} scores'}"
    dots = [element("circle", cx=_x(x), cy=_y(y), r="2.6") for x, y in points] if len(points) <= MOST_POINTS else []
    parts = [
        _path([(0, 0), (1, 1)], "guide"),
        _path([(x, float(y)) for (x, _), y in zip(points, pooled, strict=True)], "second")
        if pooled != observed
        else None,
        _path(points, "first"),
        element("g", *dots, class_="dots", fill="currentColor"),
    ]
    key = [("first", "observed")] + [("second", "pooled (PAV)")] * (pooled != observed)
    return _figure(says, "score", "frequency of class 1", "1", parts, key)


def _losses(condition: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> Element:
    top = max(1.0, *(y for points in curves.values() for _, y in points))
    by, axis = _CONDITIONS[condition]
    says = f"Loss by {by}, from 0 to {top:g}: {' and '.join(curves)}"
    kinds = dict(zip(curves, ("first", "second"), strict=False))
    parts = [_path([(x, y / top) for x, y in curves[name]], kind) for name, kind in kinds.items()]
    return _figure(says, axis, "loss", f"{top:g}", parts, [(kind, name) for name, kind in kinds.items()])


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
