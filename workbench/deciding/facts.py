"""Inequalities between metrics that hold for every sample: what proofs of inequalities may lean on.

An entry is one inequality in the statement language, ``lower <= upper``, with the reason that proves it.
Each relates a metric that is no mean of a function of the score (a hull, a maximum, a mean over groups) to
others; inequalities between means of scores and AUC need no entry, for those are decided.
To add a fact, add an entry: every value of this module that is a `Fact` is in `CATALOGUE`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """``lower <= upper`` for every sample that meets ``given``, a property of the statement language."""

    lower: str
    upper: str
    because: str
    given: str = ""

    def __str__(self) -> str:
        given = f" given {self.given}" if self.given else ""
        return f"{self.lower} <= {self.upper}{given}"


_CONCAVE = "p(1 - p) is concave, so merging groups of examples never lowers its mean"
_FEWER = "the least error rate is no more than that of"

hull_above_curve = Fact("AUC", "AUCH", "the convex hull lies on or above the ROC curve")
hull_above_diagonal = Fact("1/2", "AUCH", "the convex hull lies on or above the diagonal that joins its ends")
hull_area = Fact("AUCH", "1", "the hull lies within the unit square")
hull_gain = Fact(
    "AUCH",
    "(1 + AUC)/2",
    "along an edge that rises from t to t' the hull has the mean height (t + t')/2 <= (1 + t)/2, and the curve, "
    "which rises from t, one of t at least",
)
hull_of_calibrated = Fact("AUCH", "AUC", "the ROC curve of calibrated scores is its own hull", "calibrated")
calibrated_rank_well = Fact(
    "1/2",
    "AUC",
    "the ROC curve of calibrated scores is its own hull, which lies on or above the diagonal",
    "calibrated",
)

refinement = Fact("0", "RL", "p(1 - p) is not negative")
refinement_of_hull = Fact("RL", "RLH", f"the hull merges scores into blocks; {_CONCAVE}")
refinement_of_all = Fact("RLH", "pi0*pi1", f"all examples in one group have the mean pi0 pi1; {_CONCAVE}")
hull_is_best_map = Fact(
    "RLH",
    "BS",
    "the refinement loss of the hull is the expected loss of optimal thresholds, the Brier score that of "
    "thresholds t = c",
)
hull_against_error = Fact("RLH", "MER", "the least error rate is the mean of min(p, 1 - p) over the hull's blocks")
error_against_hull = Fact("MER", "2*RLH", "max(p, 1 - p) >= 1/2, so min(p, 1 - p) <= 2 p (1 - p)")
hull_misorders = Fact(
    "pi0*pi1*(1 - AUCH)",
    "RLH",
    "for the calibrated scores of the hull RLH is the Brier score and AUCH the AUC; of a pair with s of class 0 "
    "not below t of class 1, s^2 + (1 - t)^2 >= 1/2",
)
refinement_misorders = Fact("RL", "BS", "BS = CL + RL, and CL is not negative")

calibration_over = Fact("CL", "BS - RL", "BS = CL + RL")
calibration_under = Fact("BS - RL", "CL", "BS = CL + RL")

least_error_positive = Fact("0", "MER", "an error rate is not negative")
least_error_all_0 = Fact("MER", "pi1", f"{_FEWER} predicting class 0 always")
least_error_all_1 = Fact("MER", "pi0", f"{_FEWER} predicting class 1 always")
least_error_misorders = Fact(
    "min(pi0, pi1)*(1 - AUC)",
    "MER",
    "at any threshold a misordered pair has an error in it, so 1 - AUC is at most the sum of both classes' error rates",
)
least_error_uniform_score = Fact("MER", "MAE", f"{_FEWER} a uniform threshold, whose mean is MAE")
least_error_uniform_rate = Fact(
    "MER", "pi0*pi1*(1 - 2*AUC) + 1/2", f"{_FEWER} a uniform rate, whose mean is the rate-uniform loss"
)

distance_positive = Fact("0", "KS", "a distance is not negative")
distance_bounded = Fact("KS", "1", "cdfs lie in [0, 1]")
distance_above = Fact("AUC - 1/2", "KS", "AUC - 1/2 is the mean of F0 - F1 over class 1, ties counted half")
distance_below = Fact("1/2 - AUC", "KS", "1/2 - AUC is the mean of F1 - F0 over class 1, ties counted half")

h_positive = Fact("0", "H", "optimal thresholds lose no more than the best constant classifier")
h_bounded = Fact("H", "1", "an expected loss is not negative")

CATALOGUE = {name: entry for name, entry in globals().items() if isinstance(entry, Fact)}
