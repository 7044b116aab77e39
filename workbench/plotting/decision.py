"""Decision curves: net benefit against the threshold probability, beside treating everybody and nobody.

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
from workbench.inference.bootstrap import Plan
from workbench.losses.exact import NeedsProbabilities, outside
from workbench.numbers.written import as_json
from workbench.plotting.canvas import Canvas, Points, figure_text
from workbench.plotting.drawn import Drawn, Kind
from workbench.plotting.kinds import add_band, label_of, picture, plan_of
from workbench.plotting.roc import FIFTHS
from workbench.samples.sample import Sample
from workbench.samples.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LAST, FINE = 0.99, 397
"""The last threshold probability that is drawn, and the places of a line that bends."""
BELOW = 0.25
"""How far below zero the axis reaches, as a part of the greatest net benefit."""


def draw_decision(canvas: Canvas, samples: Mapping[str, Sample], *, band: bool | Plan | None = None) -> list[Drawn]:
    plan = plan_of(band)
    found = []
    for name, sample in samples.items():
        if not sample.probabilistic:
            raise NeedsProbabilities(": ".join(filter(None, (name, f"a decision curve {outside(sample)}"))))
        look = canvas.look()
        if plan is not None:
            add_band(canvas, sample, "decision", look[0], plan, places=slice(0, FINE))
        caption = f"weighted area {figure_text(_area(sample))}"
        line = canvas.curve(_path(thinned(sample)), label_of(name, caption), look)
        found.append(Drawn(name, line, caption, partial(_json, sample)))
    _everybody(canvas, samples, found)
    canvas.reference(np.array([(0.0, 0.0), (1.0, 0.0)]), "treat nobody")
    most = float(max(sample.pi1 for sample in samples.values()))
    if canvas.axes.get_ylabel():
        most = max(most, canvas.axes.get_ylim()[1] / 1.05)
    canvas.axes.set(xlabel="threshold probability $t$", ylabel="net benefit", xlim=(0, 1), xticks=FIFTHS)
    canvas.axes.set_ylim(-BELOW * most, 1.05 * most)
    return found


def _area(sample: Sample) -> Any:
    """The area with the weight 2 (1 - t): pi1 less the Brier score."""
    return sample.pi1 - metrics.BS.exact(sample)


def _path(sample: Sample) -> Points:
    """The curve as drawn: between neighbouring scores it bends, and at a score it jumps."""
    scores = np.array([float(x) for x in sample.scores])
    passed0, passed1 = (np.asarray(x, dtype=float) for x in sample.passed)
    cuts = np.unique(np.concatenate(([0.0, LAST], scores[(scores > 0) & (scores < LAST)])))
    grid = np.linspace(0.0, LAST, FINE)
    found = []
    for low, high in pairwise(cuts):
        t = np.concatenate(([low], grid[(grid > low) & (grid < high)], [high]))
        place = np.searchsorted(scores, low, side="right")
        above0, above1 = (sample.n0 - passed0[place]) / sample.n, (sample.n1 - passed1[place]) / sample.n
        found.append(np.column_stack((t, above1 - t / (1 - t) * above0)))
    return np.concatenate(found)


def _everybody(canvas: Canvas, samples: Mapping[str, Sample], drawn: list[Drawn]) -> None:
    """Treating everybody: in the colour of the first curve of each proportion of the event, if there are several."""
    t, dashes = np.linspace(0.0, LAST, FINE), (0, (5, 1.5, 1, 1.5))
    colours: dict[float, str] = {}
    for sample, x in zip(samples.values(), drawn, strict=True):
        colours.setdefault(float(sample.pi1), str(x.line.get_color()))
    for share in sorted(colours):
        line = np.column_stack((t, share - t / (1 - t) * (1 - share)))
        if len(colours) == 1:
            canvas.reference(line, "treat everybody", dashes)
        else:
            canvas.thin(line, colours[share], f"treat everybody, π₁ = {share:.3g}", dashes, width=1.0)


def _json(sample: Sample) -> dict[str, Any]:
    return {**decision_curve(sample).to_json(), "weighted_area": as_json(_area(sample))}


DECISION = Kind("decision", "Decision curves", draw_decision)


def plot_decision(
    data: Any,
    y_score: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
    legend: str | None = None,
    band: bool | Plan | None = None,
) -> Axes:
    """Draw decision curves: the net benefit of treating above a threshold probability, the event being class 1.

    Its area with the weight 2 (1 - t) is the proportion of the event less the Brier score. The arguments are those of
    `workbench.plotting.roc.plot_roc`. `NeedsProbabilities` when a score lies outside [0, 1].

    >>> axes = plot_decision([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> [text.get_text() for text in axes.get_legend().get_texts()]
    ['weighted area 0.3650', 'treat everybody', 'treat nobody']
    """
    return picture(DECISION, data, y_score, ax, title, legend=legend, band=band).axes
