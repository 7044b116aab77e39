"""Reliability diagrams: what was observed against what was forecast, and how often.

By pool adjacent violators, with the band of calibrated forecasts: Dimitriadis, Gneiting and Jordan, Stable
reliability diagrams for probabilistic classifiers (2021); or in bins of equal width.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench import metrics
from workbench.calibration.reliability import Point, corp, equal_width
from workbench.errors import InputError, NotSupported, shown
from workbench.inference.bootstrap import CELLS, Plan, percentiles
from workbench.inference.resamples import Resamples
from workbench.losses.exact import NeedsProbabilities, outside
from workbench.numbers.given import fraction
from workbench.numbers.totals import total
from workbench.numbers.written import as_json
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import BAND_PARTS, label_of, picture, plan_of
from workbench.plotting.roc import FIFTHS
from workbench.plotting.style import is_for_a_column
from workbench.samples.doubles import Floats, InDoubles, Integers
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HISTOGRAM_BINS, MOST_FILLED = 20, 2
MOST_BINS = 1000


def draw_reliability(
    canvas: Canvas,
    samples: Mapping[str, Sample],
    *,
    bins: int | None = None,
    histogram: bool = True,
    band: bool | Plan | None = None,
) -> list[Drawn]:
    if isinstance(bins, int) and bins > MOST_BINS:
        raise InputError(f"{shown(bins)} bins; a diagram is drawn in at most {MOST_BINS}")
    plan = plan_of(band)
    if plan is not None and any(sample.design is not None for sample in samples.values()):
        raise NotSupported(
            "--band (in Python band) of a reliability diagram is of examples without weights, groups and prior; leave "
            "out either: without --band it is drawn, and curves such as roc and decision have bands"
        )
    axes = canvas.axes
    for name, sample in samples.items():
        if not sample.probabilistic:
            raise NeedsProbabilities(
                f"{name}: a reliability diagram {outside(sample)}"
                if name
                else f"a reliability diagram {outside(sample)}"
            )
    axes.set(xlabel="forecast probability of class 1", ylabel="observed frequency of class 1")
    axes.set_aspect("auto" if is_for_a_column(axes) else "equal")
    axes.set(xlim=(-0.015, 1.015), ylim=(-0.015, 1.015), xticks=FIFTHS, yticks=FIFTHS)
    found = []
    for name, sample in samples.items():
        look, edges = canvas.look(), None if bins is None else equal_width(bins, sample)
        if plan is not None:
            scores, low, high = calibrated_band(thinned(sample, BAND_PARTS), plan, edges)
            share = f"{100 * plan.printed['level']:g}% of {plan.resamples} calibrated samples"
            canvas.band(scores, low, high, look[0], share)
        if edges is None:
            points = _blocks(sample)
            loss = metrics.BS.exact(sample) - metrics.RLH.exact(sample)
            caption = f"miscalibration {figure_text(loss)}"
        else:
            listed = binned(sample, edges)
            points = np.array([(float(p.forecast), float(p.observed)) for p in listed])
            caption = f"calibration loss {figure_text(_calibration_loss(listed))}"
        if histogram:
            _histogram(
                axes, sample, look, edges or equal_width(HISTOGRAM_BINS, sample), filled=len(samples) <= MOST_FILLED
            )
        line = canvas.curve(points, label_of(name, caption), look, len(points))
        found.append(Drawn(name, line, caption, partial(_json, sample, edges)))
    canvas.reference(np.array([(0, 0), (1, 1)]), "calibrated")
    return found


def _blocks(sample: Sample) -> Points:
    """The calibrated values of pool adjacent violators, from the lowest to the highest score of each block."""
    corners = []
    for block in sample.blocks:
        ends = dict.fromkeys(float(sample.score(i)) for i in (block.start, block.stop - 1))
        corners += [(end, float(block.calibrated)) for end in ends]
    return np.array(corners)


def binned(sample: Sample, edges: tuple[Fraction, ...]) -> list[Point]:
    """The points of `workbench.calibration.reliability.reliability` in bins, by sums over arrays where there are any.

    >>> binned(Sample.of([0, 1, 0, 1], ["0.1", "0.3", "0.7", "0.9"]), equal_width(2))[0]
    Point(forecast=Fraction(1, 5), observed=Fraction(1, 2), count=2)
    """
    points = []
    before = 0, 0
    for low, high in pairwise(edges):
        upto = sample.counts_at_most(high)
        zeros, ones = upto[0] - before[0], upto[1] - before[1]
        if zeros + ones:
            scores = sum(fraction(sample.power_sums(k, 1, low, high)[1]) for k in (0, 1))
            points.append(Point(scores / Fraction(zeros + ones), Fraction(ones, zeros + ones), zeros + ones))
        before = upto
    return points


def _calibration_loss(points: list[Point]) -> Fraction:
    """The mean squared distance of the forecasts from what was observed."""
    whole = sum(point.count for point in points)
    return total(point.count * (point.forecast - point.observed) ** 2 for point in points) / whole


def calibrated_band(
    sample: Sample, plan: Plan, edges: tuple[Fraction, ...] | None = None
) -> tuple[Floats, Floats, Floats]:
    """The places of the diagram, and between which observed frequencies they are when the scores are calibrated.

    Each example gets class 1 with the probability that its score says, ``plan.resamples`` times; what is drawn is then
    calibrated by pool adjacent violators, at each distinct score, or put in the bins between ``edges``.
    """
    doubles, counts0, counts1 = InDoubles(sample).between(0, sample.distinct_scores)
    sizes = counts0 + counts1
    observed: Callable[[Integers], Floats]
    if edges is None:
        places, observed = doubles, partial(_pooled, Resamples.of(sample), sizes)
    else:
        cuts = [0, *(bisect_right(sample.scores, edge) for edge in edges[1:])]
        starts = [start for start, stop in pairwise(cuts) if start < stop]
        whole = np.add.reduceat(sizes, starts)
        places = np.add.reduceat(sizes * doubles, starts) / whole
        observed = partial(_in_bins, starts, whole)
    rng = np.random.default_rng(plan.seed)
    rows = max(1, CELLS // len(sizes))
    drawn = []
    for done in range(0, plan.resamples, rows):
        ones = rng.binomial(sizes, doubles, size=(min(rows, plan.resamples - done), len(sizes)))
        drawn.append(observed(ones))
        if plan.progress is not None:
            plan.progress(done + len(ones), plan.resamples)
    return (places, *percentiles(np.concatenate(drawn), plan.level))


def _in_bins(starts: list[int], whole: Integers, ones: Integers) -> Floats:
    found: Floats = np.add.reduceat(ones, starts, axis=1) / whole
    return found


def _pooled(itself: Resamples, sizes: Integers, ones: Integers) -> Floats:
    """The calibrated value of each distinct score in each row of counts of class 1."""
    blocks = itself.redrawn(sizes - ones, ones).blocks
    counts = blocks.counts0 + blocks.counts1
    ends = np.cumsum(np.broadcast_to(sizes, ones.shape))
    widths = np.diff(np.searchsorted(ends, np.cumsum(counts)) + 1, prepend=0)
    return np.repeat(blocks.counts1 / counts, widths).reshape(ones.shape)


def _histogram(axes: Axes, sample: Sample, look: tuple[str, Any], edges: tuple[Fraction, ...], filled: bool) -> None:
    """How the scores are spread, above the diagram."""
    above: Any = next((child for child in axes.child_axes if child.get_gid() == "histogram"), None)
    if above is None:
        above = axes.inset_axes((0, 1.04, 1, 0.16), sharex=axes)
        above.set_gid("histogram")
        above.tick_params(bottom=False, left=False, labelbottom=False, labelleft=False)
        above.spines[["left", "top", "right"]].set_visible(False)
        above.grid(False)
        above.set_ylabel("scores", rotation=0, ha="right", va="center", fontsize="small")
    reached = [0, *(sum(sample.counts_at_most(edge)) for edge in edges[1:])]
    shares = [(b - a) / sample.n for a, b in pairwise(reached)]
    colour, dashes = look
    places = [float(edge) for edge in edges]
    if filled:
        above.stairs(shares, places, color=colour, fill=True, alpha=0.2, linewidth=0)
    above.stairs(shares, places, color=colour, linestyle=dashes, linewidth=1)
    above.set_ylim(0, None)


def _json(sample: Sample, edges: tuple[Fraction, ...] | None) -> dict[str, Any]:
    if edges is not None:
        listed = binned(sample, edges)
        figures = {"thinned": False, "calibration_loss": as_json(_calibration_loss(listed))}
        return {**figures, "points": [point.to_json() for point in listed]}
    drawn = thinned(sample)
    points = [point.to_json() for point in corp(drawn).points]
    loss = metrics.BS.exact(sample) - metrics.RLH.exact(sample)
    return {"thinned": drawn is not sample, "miscalibration": as_json(loss), "points": points}


RELIABILITY = Kind("reliability", "Reliability diagram", draw_reliability, (7.2, 5.0))


def plot_reliability(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    bins: int | None = None,
    histogram: bool = True,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw reliability diagrams: how often class 1 was observed against the forecast, which is the score.

    By pool adjacent violators, or in ``bins`` of equal width (at most 1000), each at its mean score. ``histogram``
    shows above how the scores are spread, and ``band`` where the curve of calibrated scores would lie (True: in 95% of
    2000 samples drawn from them). The other arguments are those of `workbench.plotting.roc.plot_roc`.
    `NeedsProbabilities` when a score lies outside [0, 1].

    >>> axes = plot_reliability([0, 1, 0, 1], ["0.1", "0.3", "0.7", "0.9"])
    >>> axes.get_lines()[0].get_xydata().tolist()
    [[0.1, 0.0], [0.3, 0.5], [0.7, 0.5], [0.9, 1.0]]
    """
    return picture(RELIABILITY, data, y_score, ax, title, legend=legend, bins=bins, histogram=histogram, band=band).axes
