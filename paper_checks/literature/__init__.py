"""Statements about thresholds, costs, curves and calibration from works beyond the five sources.

Class 0 is the positive class and has low scores; for net benefit, treatment and the works on events class 1 is the
event. In the statements ``t``, ``r`` and ``q`` lie in [0, 1]. No work is cited by page or number: what it says is taken
as it is commonly stated, and a reading of it says so. What the statement language cannot say stands beside what it can,
with the reason.
"""

from __future__ import annotations

from workbench.papers.claims import Paper

from . import bounds, decompositions, hull, net_benefit, one_class, profit, scoring_rules

paper = Paper(
    key="lit",
    title="Literature beyond the five sources",
    authors="Several authors, named at each claim",
    year=2026,
    claims=(
        *hull.claims,
        *scoring_rules.claims,
        *net_benefit.claims,
        *profit.claims,
        *bounds.claims,
        *decompositions.claims,
        *one_class.claims,
    ),
)
