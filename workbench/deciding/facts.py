"""Inequalities between metrics that hold for every sample: what proofs of inequalities may lean on.

An entry is one inequality in the statement language, ``lower <= upper``, for every sample that meets ``given``. It is
an axiom, by its name in the axioms' file, or follows from axioms by the steps that it gives: lines from the difference
of both sides on, each with why and by what, the last one being read as `workbench.deciding.readings` does.
Inequalities between means of scores and AUC need no entry, for those are decided. To add a fact, add an entry: every
value of this module that is a `Fact` is in `CATALOGUE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Line: TypeAlias = tuple[str, str, tuple[dict[str, Any], ...]]


@dataclass(frozen=True, eq=False)
class Fact:
    """``lower <= upper`` for every sample that meets ``given``, a property of the statement language."""

    lower: str
    upper: str
    because: str
    given: str = ""
    axiom: str = ""
    steps: tuple[Line, ...] = ()

    def __str__(self) -> str:
        given = f" given {self.given}" if self.given else ""
        return f"{self.lower} <= {self.upper}{given}"


def _by(axiom: str, **more: Any) -> dict[str, Any]:
    solved_for, times = more.pop("solved_for", None), more.pop("times", None)
    letters = {"letters": more} if more else {}
    solved = {"for": solved_for} if solved_for else {}
    return {"axiom": axiom, **letters, **solved, **({"times": times} if times else {})}


def _defined(name: str) -> dict[str, Any]:
    return {"definition": name}


_MEAN_OF_HULL = _by("hull_is_calibrated", g="1", solved_for="E0(pav(s))")
_MEAN_OF_SHARES = _by("classes_share_scores", f="1", solved_for="E0(posterior(s))")
_LEAST = "E(min(pav(s), 1 - pav(s)))"

hull_above_curve = Fact("AUC", "AUCH", "the convex hull lies on or above the ROC curve", axiom="hull_above_curve")
hull_above_diagonal = Fact(
    "1/2",
    "AUCH",
    "the convex hull lies on or above the diagonal that joins its ends",
    axiom="hull_above_diagonal",
)
hull_area = Fact(
    "AUCH",
    "1",
    "the hull lies within the unit square",
    steps=(("(1 - AUC)/2", "the hull gains at most half of what is missing", (_by("hull_gain", times="1"),)),),
)
hull_gain = Fact("AUCH", "(1 + AUC)/2", "the hull gains at most half of what is missing", axiom="hull_gain")
hull_of_calibrated = Fact(
    "AUCH",
    "AUC",
    "the ROC curve of calibrated scores is its own hull",
    "calibrated",
    steps=(("0", "the ROC curve of calibrated scores is its own hull", (_by("hull_of_calibrated"),)),),
)
calibrated_rank_well = Fact(
    "1/2",
    "AUC",
    "the ROC curve of calibrated scores is its own hull, which lies on or above the diagonal",
    "calibrated",
    steps=(
        ("AUCH - 1/2", "the ROC curve of calibrated scores is its own hull", (_by("hull_of_calibrated"),)),
        ("0", "the hull lies on or above the diagonal", (_by("hull_above_diagonal", times="1"),)),
    ),
)
refinement = Fact(
    "0",
    "RL",
    "p(1 - p) is not negative",
    steps=(("E(posterior(s)*(1 - posterior(s)))", "the definition", (_defined("RL"),)),),
)
refinement_bounded = Fact(
    "RL",
    "1/4",
    "p(1 - p) is at most 1/4",
    steps=(("1/4 - E(posterior(s)*(1 - posterior(s)))", "the definition", (_defined("RL"),)),),
)
refinement_of_hull = Fact(
    "RL",
    "RLH",
    "the hull merges scores into blocks; p(1 - p) is concave, so merging groups of examples never lowers its mean",
    steps=(
        (
            "E(posterior(s)**2) - E(pav(s)**2)",
            "shares and calibrated scores have the same mean pi1",
            (_defined("RL"), _defined("RLH"), _MEAN_OF_HULL, _MEAN_OF_SHARES),
        ),
        ("0", "merging groups", (_by("merging_groups", times="1"),)),
    ),
)
refinement_of_all = Fact(
    "RLH",
    "pi0*pi1",
    "all examples in one group have the mean pi0 pi1; p(1 - p) is concave",
    steps=(
        ("E(pav(s)**2) - pi1**2", "calibrated scores have the mean pi1", (_defined("RLH"), _MEAN_OF_HULL)),
        (
            "0",
            "the square of a mean is at most the mean of squares",
            (_MEAN_OF_HULL, _by("square_of_a_mean_of_all", f="pav(s)", times="1")),
        ),
    ),
)
hull_refinement_bounded = Fact(
    "RLH",
    "1/4",
    "p(1 - p) is at most 1/4",
    steps=(("1/4 - E(pav(s)*(1 - pav(s)))", "the definition", (_defined("RLH"),)),),
)
hull_is_best_map = Fact(
    "RLH",
    "BS",
    "the refinement loss of the hull is the expected loss of optimal thresholds, the Brier score that of "
    "thresholds t = c",
    steps=(
        (
            "loss(score_driven) - loss(optimal)",
            "both are expected losses",
            ({"theorem": "Theorem 6"}, {"theorem": "Optimal is refinement loss"}),
        ),
        (
            "0",
            "optimal thresholds lose least",
            (_by("optimal_is_least", M="score(c)", w="uniform", d="cost", v="interpolated", times="1"),),
        ),
    ),
)
hull_against_error = Fact(
    "RLH",
    "MER",
    "the least error rate is the mean of min(p, 1 - p) over the hull's blocks",
    steps=((f"{_LEAST} - E(pav(s)*(1 - pav(s)))", "means over the blocks", (_by("least_error"), _defined("RLH"))),),
)
error_against_hull = Fact(
    "MER",
    "2*RLH",
    "max(p, 1 - p) >= 1/2, so min(p, 1 - p) <= 2 p (1 - p)",
    steps=((f"2*E(pav(s)*(1 - pav(s))) - {_LEAST}", "means over the blocks", (_by("least_error"), _defined("RLH"))),),
)
hull_misorders = Fact(
    "pi0*pi1*(1 - AUCH)", "RLH", "a misordered pair has at least pi0*pi1 in squared errors", axiom="hull_misorders"
)
_DECOMPOSITION = (
    "CL",
    "the Brier score is calibration loss and refinement loss",
    ({"theorem": "Brier score decomposition"},),
)
refinement_misorders = Fact(
    "RL",
    "BS",
    "BS = CL + RL, and CL is not negative",
    steps=(_DECOMPOSITION, ("E((s - posterior(s))**2)", "the definition", (_defined("CL"),))),
)
calibration_over = Fact("CL", "BS - RL", "BS = CL + RL", steps=(("0", *_DECOMPOSITION[1:]),))
calibration_under = Fact("BS - RL", "CL", "BS = CL + RL", steps=(("0", *_DECOMPOSITION[1:]),))
least_error_positive = Fact(
    "0", "MER", "an error rate is not negative", steps=((_LEAST, "the mean over the blocks", (_by("least_error"),)),)
)
least_error_bounded = Fact(
    "MER",
    "1/2",
    "the lesser of p and 1 - p is at most 1/2",
    steps=((f"1/2 - {_LEAST}", "the mean over the blocks", (_by("least_error"),)),),
)
least_error_all_0 = Fact(
    "MER",
    "pi1",
    "the least error rate is no more than that of predicting class 0 always",
    steps=((f"E(pav(s)) - {_LEAST}", "means over the blocks", (_by("least_error"), _MEAN_OF_HULL)),),
)
least_error_all_1 = Fact(
    "MER",
    "pi0",
    "the least error rate is no more than that of predicting class 1 always",
    steps=((f"E(1 - pav(s)) - {_LEAST}", "means over the blocks", (_by("least_error"), _MEAN_OF_HULL)),),
)
least_error_misorders = Fact(
    "min(pi0, pi1)*(1 - AUC)",
    "MER",
    "at any threshold a misordered pair has an error in it, so 1 - AUC is at most the sum of both classes' error rates",
    axiom="misordered_pairs",
)
least_error_uniform_score = Fact(
    "MER",
    "MAE",
    "the least error rate is no more than that of a uniform threshold, whose mean is MAE",
    steps=(
        ("loss(score_uniform) - MER", "MAE is an expected loss", ({"theorem": "Theorem 4"},)),
        ("0", "no threshold errs less", (_by("no_threshold_errs_less", T="u", times="1"),)),
    ),
)
least_error_uniform_rate = Fact(
    "MER",
    "pi0*pi1*(1 - 2*AUC) + 1/2",
    "the least error rate is no more than that of a uniform rate, whose mean is the rate-uniform loss",
    steps=(
        ("loss(rate_uniform) - MER", "it is an expected loss", ({"theorem": "Theorem 8"},)),
        ("0", "no rate errs less", (_by("no_rate_errs_less", T="u", times="1"),)),
    ),
)
distance_positive = Fact("0", "KS", "a distance is not negative", axiom="distance_is_not_negative")
distance_bounded = Fact("KS", "1", "cdfs lie in [0, 1]", axiom="distance_at_most_one")
distance_above = Fact(
    "AUC - 1/2",
    "KS",
    "AUC - 1/2 is the mean of F0 - F1 over class 1, ties counted half",
    axiom="distance_above_area",
)
distance_below = Fact(
    "1/2 - AUC",
    "KS",
    "1/2 - AUC is the mean of F1 - F0 over class 1, ties counted half",
    axiom="distance_below_area",
)
h_positive = Fact(
    "0", "H", "optimal thresholds lose no more than the best constant classifier", axiom="h_is_not_negative"
)
h_bounded = Fact("H", "1", "an expected loss is not negative", axiom="h_at_most_one")

CATALOGUE = {name: entry for name, entry in globals().items() if isinstance(entry, Fact)}
