"""Lecture on evaluation by ROC curves and cost curves, after Flach and after Drummond and Holte.

The lecture's positive class is class 0 here, and a high score speaks for it. Of its figures nothing is left but the
words around them. In the statements ``t`` and ``r`` are thresholds or rates and ``q`` is a probability. A point in ROC
space is (FPR, TPR) = (F1, F0).
"""

from __future__ import annotations

from workbench.papers.claims import Paper

from . import area, cost_curves, iso_accuracy, rankers, roc_space

paper = Paper(
    key="001",
    title="Evaluation: ROC curves and cost curves (lecture)",
    authors="unnamed, after Flach and after Drummond and Holte",
    year=2004,
    claims=(*roc_space.claims, *iso_accuracy.claims, *rankers.claims, *area.claims, *cost_curves.claims),
)
