"""The figures of the literature, drawn again from the printed data: ``python -m tests.plotting.gallery FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from paper_checks.brier_curves.calibration import VOTE_PAV, VOTE_RAW
from paper_checks.brier_curves.comparing import AVERAGE
from paper_checks.brier_curves.curves import PRUNED_TEST, PRUNED_TRAIN, UNPRUNED_TEST, UNPRUNED_TRAIN
from paper_checks.brier_curves.given import E15, A, B, C
from paper_checks.comparing_classifiers import M1, M2
from paper_checks.probability_calibration import BOTH
from paper_checks.roc_and_cost_curves.given import ROC20
from paper_checks.roc_and_cost_curves.iso_accuracy import LIKE_FLACH
from workbench.papers.claims import Data
from workbench.plotting.costs import plot_brier, plot_cost, plot_kendall, plot_rate_driven
from workbench.plotting.det import plot_det
from workbench.plotting.gains import plot_gains, plot_lift
from workbench.plotting.reliability import plot_reliability
from workbench.plotting.roc import plot_roc
from workbench.plotting.style import styled
from workbench.samples.sample import Sample

CREDIT = {
    "pruned, training": PRUNED_TRAIN,
    "pruned, test": PRUNED_TEST,
    "unpruned, training": UNPRUNED_TRAIN,
    "unpruned, test": UNPRUNED_TEST,
}


def of(*data: Data) -> dict[str, Sample]:
    """Samples by the names of their data."""
    return {x.name: x.sample for x in data}


def panels(draw: list[tuple[str, Callable[..., Any]]], columns: int) -> Figure:
    """Several pictures beside and below each other."""
    rows = -(-len(draw) // columns)
    with styled():
        figure = Figure(figsize=(4.6 * columns, 4.2 * rows), layout="constrained")
        for i, (title, plot) in enumerate(draw, 1):
            plot(ax=figure.add_subplot(rows, columns, i), title=title)
    return figure


def pictures() -> Iterator[tuple[str, Figure]]:
    """Every figure with its name."""
    fifteen = E15.sample
    yield (
        "fifteen_examples",
        panels(
            [
                ("ROC curve", partial(plot_roc, fifteen)),
                ("Optimal cost curve", partial(plot_cost, fifteen, condition="skew", lines=True)),
                ("Brier curve and its parts", partial(plot_brier, fifteen, lines=True, parts=True)),
            ],
            3,
        ),
    )
    trees = [
        (name, partial(plot_cost, data.sample, methods=["score_driven", "optimal"])) for name, data in CREDIT.items()
    ]
    yield "credit_rating_trees", panels(trees, 2)
    abc, abd = of(A, B, C), {**of(A, B), "D": AVERAGE.sample}
    for name, data in (("a_b_c", abc), ("a_b_d", abd)):
        yield (
            name,
            panels([("ROC curves", partial(plot_roc, data)), ("Brier curves", partial(plot_brier, data))], 2),
        )
    votes = {"not calibrated": VOTE_RAW.sample, "PAV-calibrated": VOTE_PAV.sample}
    yield (
        "vote",
        panels(
            [(f"{name}", partial(plot_roc, sample)) for name, sample in votes.items()]
            + [
                (f"{name}", partial(plot_cost, sample, methods=["score_driven", "optimal"]))
                for name, sample in votes.items()
            ],
            2,
        ),
    )
    yield "vote_reliability", figure_of(plot_reliability(votes, band=True))
    yield "twenty_instances", figure_of(plot_roc({"20 instances": ROC20.sample}))
    yield "choosing_the_best", figure_of(plot_roc(of(*LIKE_FLACH), regions=True))
    m1_m2 = of(M1, M2)
    yield "m1_m2_roc", figure_of(plot_roc(m1_m2))
    yield "m1_m2_gains", panels([("Gains", partial(plot_gains, m1_m2)), ("Lift", partial(plot_lift, m1_m2))], 2)
    yield "binned_reliability", figure_of(plot_reliability({"10 bins": PRUNED_TEST.sample}, bins=10, band=True))
    yield "tallied_reliability", figure_of(plot_reliability(of(BOTH)))
    test = {"pruned": PRUNED_TEST.sample, "unpruned, Laplace": UNPRUNED_TEST.sample}
    yield "credit_brier", figure_of(plot_brier(test, regions=True, band=True))
    yield "credit_rate_driven", figure_of(plot_rate_driven(test, regions=True, condition="skew"))
    yield "credit_kendall", figure_of(plot_kendall(test, regions=True))
    yield "credit_det", figure_of(plot_det(test, band=True))
    yield "credit_roc", figure_of(plot_roc(test, band=True))
    yield "credit_lift", figure_of(plot_lift(test, band=True))


def figure_of(axes: Any) -> Figure:
    figure = axes.figure
    assert isinstance(figure, Figure)
    return figure


def main(folder: str) -> None:
    """Draw every figure as PNG."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, figure in pictures():
        with styled():
            figure.savefig(Path(folder) / f"{name}.png", dpi=130)


if __name__ == "__main__":
    main(sys.argv[1])
