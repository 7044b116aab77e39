"""Scores that are wrong on average: what that alone adds to the Brier score, whatever else is wrong.

The Brier score exceeds the refinement loss of the hull by at least the mean of (s - p)^2, p the calibrated score, which
is at least the square of the mean of s - p.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="An offset of the mean score",
    says="The Brier score exceeds the refinement loss of the convex hull by at least the square of E[s] - pi1.",
    means=(
        "If the mean score is 0.05 above the share of class 1, recalibration by PAV on the same data lowers the Brier "
        "score by at least 0.0025, however well the scores are ordered."
    ),
    statement="BS >= RLH + (E(s) - pi1)**2",
    sharp=(Attained.at(("1/4", 1, 1)), Attained.at(("1/2", 3, 1), ("1", 1, 3))),
    source=(
        "not in the sources of this project; a relative of calibration in the large, whose square is at most the "
        "calibration loss"
    ),
)
