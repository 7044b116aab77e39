"""Decision curves: net benefit against the threshold probability, beside treating everybody and nobody.

The net benefit may be drawn standardized, over the proportion of the event, or as interventions avoided: how many fewer
are treated per case than by treating everybody, at no loss of events.

Vickers and Elkin, Decision curve analysis: a novel method for evaluating prediction models (2006).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench import metrics
from workbench.curves.decision import decision_curve
from workbench.errors import InputError, shown
from workbench.inference.bootstrap import Plan
from workbench.losses.exact import NeedsProbabilities, outside
from workbench.numbers.written import as_json, significant
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import GRID, add_band, label_of, picture, plan_of
from workbench.plotting.roc import FIFTHS
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEASURES = {
    "net_benefit": "net benefit",
    "standardized": "standardized net benefit",
    "interventions_avoided": "interventions avoided per case",
}
RESAMPLED = {"net_benefit": "decision", "standardized": "standardized_net_benefit"}
LAST, FINE = 0.99, 397
"""The last threshold probability that is drawn, and the places of a line that bends."""
BELOW, DEEPEST = 0.25, 2.0
"""How far below zero the axis reaches at least and, where a curve is as low, at most: parts of the greatest value."""
DENSITIES = {"net_benefit": "2(1 - t)", "standardized": "2(1 - t)", "interventions_avoided": "2t"}
"""The density of threshold probabilities under which the mean of a measure is told."""


def draw_decision(
    canvas: Canvas, samples: Mapping[str, Sample], *, measure: str = "net_benefit", band: bool | Plan | None = None
) -> list[Drawn]:
    if measure not in MEASURES:
        raise InputError(f"the measure {shown(measure)} of a decision curve; it is one of {', '.join(MEASURES)}")
    plan, avoided = plan_of(band), measure == "interventions_avoided"
    found = []
    for name, sample in samples.items():
        if not sample.probabilistic:
            raise NeedsProbabilities(": ".join(filter(None, (name, f"a decision curve {outside(sample)}"))))
        look = canvas.look()
        if plan is not None:
            places = slice(1 if avoided else 0, FINE)
            add_band(canvas, sample, RESAMPLED.get(measure, measure), look[0], plan, places=places)
        caption = f"mean under {DENSITIES[measure]}: {figure_text(_mean(sample, measure))}"
        line = canvas.curve(_path(thinned(sample), sample, measure), label_of(name, caption), look)
        found.append(Drawn(name, line, caption, partial(_json, sample, measure)))
    _alike(canvas, samples, found, measure)
    canvas.reference(np.array([(0.0, 0.0), (1.0, 0.0)]), f"treat {'everybody' if avoided else 'nobody'}")
    shares = [x.pi0 if avoided else x.pi1 for x in samples.values()]
    most = 1.0 if measure == "standardized" else float(max(shares))
    lowest = min(float(np.min(x.line.get_ydata())) for x in found)
    below = min(max(BELOW * most, -1.05 * lowest), DEEPEST * most)
    if canvas.axes.get_ylabel():
        low, high = canvas.axes.get_ylim()
        below, most = max(below, -low), max(most, high / 1.05)
    canvas.axes.set(xlabel="threshold probability $t$", ylabel=MEASURES[measure], xlim=(0, 1), xticks=FIFTHS)
    canvas.axes.set_ylim(-below, 1.05 * most)
    return found


def _mean(sample: Sample, measure: str) -> Any:
    """The mean under the density 2(1 - t), and under 2t of interventions avoided: pi1 or pi0 less the Brier score."""
    brier = metrics.BS.exact(sample)
    if measure == "interventions_avoided":
        return sample.pi0 - brier
    return (sample.pi1 - brier) / (sample.pi1 if measure == "standardized" else 1)


def _measured(benefit: Points, t: Points, share: float, measure: str) -> Points:
    """A net benefit at threshold probabilities, on the scale of the measure, for a proportion of the event."""
    if measure == "interventions_avoided":
        return (benefit - share) * (1 - t) / t + 1 - share
    return benefit / share if measure == "standardized" else benefit


def _first(measure: str) -> float:
    return float(GRID[1]) if measure == "interventions_avoided" else 0.0


def _path(sample: Sample, whole: Sample, measure: str) -> Points:
    """The curve as drawn: between neighbouring scores it bends, and at a score it jumps."""
    first = _first(measure)
    scores = np.array([float(x) for x in sample.scores])
    passed0, passed1 = (np.asarray(x, dtype=float) for x in sample.passed)
    cuts = np.unique(np.concatenate(([first, LAST], scores[(scores > first) & (scores < LAST)])))
    grid = np.linspace(0.0, LAST, FINE)
    found = []
    for low, high in pairwise(cuts):
        t = np.concatenate(([low], grid[(grid > low) & (grid < high)], [high]))
        place = np.searchsorted(scores, low, side="right")
        above0, above1 = (sample.n0 - passed0[place]) / sample.n, (sample.n1 - passed1[place]) / sample.n
        benefit = above1 - t / (1 - t) * above0
        found.append(np.column_stack((t, _measured(benefit, t, float(whole.pi1), measure))))
    return np.concatenate(found)


def _alike(canvas: Canvas, samples: Mapping[str, Sample], drawn: list[Drawn], measure: str) -> None:
    """Treating everybody, or nobody beside interventions avoided, which are none where everybody is treated.

    In the colour of the first curve of each proportion of the event, if there are several.
    """
    t, dashes = np.linspace(_first(measure), LAST, FINE), (0, (5, 1.5, 1, 1.5))
    whom = "nobody" if measure == "interventions_avoided" else "everybody"
    colours: dict[float, str] = {}
    for sample, x in zip(samples.values(), drawn, strict=True):
        colours.setdefault(float(sample.pi1), str(x.line.get_color()))
    for share in sorted(colours):
        benefit = np.zeros(FINE) if whom == "nobody" else share - t / (1 - t) * (1 - share)
        line = np.column_stack((t, _measured(benefit, t, share, measure)))
        if len(colours) == 1:
            canvas.reference(line, f"treat {whom}", dashes)
        else:
            canvas.thin(line, colours[share], f"treat {whom}, π₁ = {significant(share, 3)}", dashes, width=1.0)


def _json(sample: Sample, measure: str) -> dict[str, Any]:
    return {**decision_curve(sample).to_json(), "measure": measure, "mean": as_json(_mean(sample, measure))}


DECISION = Kind("decision", "Decision curves", draw_decision)


def plot_decision(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    measure: str = "net_benefit",
    band: bool | Plan | None = None,
) -> Axes:
    """Draw decision curves: the net benefit of treating above a threshold probability, the event being class 1.

    Its mean under the density 2(1 - t) of threshold probabilities t, which the legend tells, is the proportion of the
    event less the Brier score. ``measure`` is ``net_benefit``, ``standardized`` for that over the proportion of the
    event, or ``interventions_avoided``, whose mean under the density 2t is the proportion without the event less the
    Brier score. The other arguments are those of `workbench.plotting.roc.plot_roc`. `NeedsProbabilities` when a score
    lies outside [0, 1].

    >>> axes = plot_decision([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> [text.get_text() for text in axes.get_legend().get_texts()]
    ['mean under 2(1 - t): 0.3650', 'treat everybody', 'treat nobody']
    """
    return picture(DECISION, data, y_score, ax, title, legend=legend, measure=measure, band=band).axes
