"""Hernández-Orallo, Flach and Ferri, Threshold Choice Methods: the Missing Link.

A low score means class 0, the positive class. In the statements ``q`` is a cost proportion or a skew, ``t`` a
threshold, ``r`` a rate, each in [0, 1], and ``a`` and ``b`` are costs.
"""

from __future__ import annotations

from workbench.papers.claims import Paper

from . import fixed_thresholds, introduction, notation, thresholds_by_rates, thresholds_by_scores

paper = Paper(
    key="004",
    title="Threshold Choice Methods: the Missing Link",
    authors="José Hernández-Orallo, Peter Flach and Cèsar Ferri",
    year=2011,
    claims=(
        *introduction.claims,
        *notation.claims,
        *fixed_thresholds.claims,
        *thresholds_by_scores.claims,
        *thresholds_by_rates.claims,
    ),
)
