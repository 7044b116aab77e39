"""Inequalities between metrics that hold for every sample: what proofs of inequalities may lean on.

An entry is one inequality in the statement language, ``lower <= upper``, for every sample that meets ``given``. It is
an axiom, by its name in the axioms' file, or follows from axioms by the steps that it gives: lines from the difference
of both sides on, each with why and by what, the last one being read as `workbench.deciding.readings` does, after the
signs that are ``defined``. Either may lean on another fact.
Inequalities between means of scores and AUC need no entry, for those are decided. To add a fact, add an entry: every
value of this module, and of `workbench.deciding.facts_of_h`, that is a `Fact` is in `CATALOGUE`.
"""

from __future__ import annotations

from workbench.deciding import facts_of_h
from workbench.deciding.fact import Fact, Line, by, defined

_MEAN_OF_HULL = by("hull_is_calibrated", g="1", solved_for="E0(pav(s))")
_MEAN_OF_SHARES = by("classes_share_scores", f="1", solved_for="E0(posterior(s))")
LEAST = "E(min(pav(s), 1 - pav(s)))"
_LEAST_PROPORTION = {
    "expression": "min(pi0, pi1)",
    "strict": True,
    "certificate": {
        "split": "pi0 - pi1",
        "above": {"sum": [["1", ["pi1"], []]]},
        "below": {"sum": [["1", ["pi0"], []]]},
    },
}
_EVEN = by("cdf_is_uniform", k="1", h="value")
_AREAS = (by("hull_area"), defined("AUC"))
_RANKS_OF_CLASS_1 = by("classes_share_scores", f="R(s)", solved_for="E1(F0(s))")
_RANKS = (
    by("cdf_is_uniform", k="0", h="value"),
    _EVEN,
    by("rate_is_uniform", h="value", solved_for="E0(F1(s))"),
)
_SHARED_RANKS = by("classes_share_scores", f="R(s)", solved_for="E0(posterior(s)*F0(s))")


def _uncorrelated(f: str) -> tuple[Line, ...]:
    """The square of a covariance with the rate is at most a twelfth of the mean square (Cauchy and Schwarz)."""
    moments = (
        by("rate_is_uniform", h="value**2", times=f"12*E(({f})**2)"),
        by("rate_is_uniform", h="value", times=f"-12*E(({f})**2)"),
    )
    bound = by("cauchy_schwarz", k="both", f=f, g="R(s) - 1/2", times="12")
    return (("0", "the variance of the rate is 1/12", (bound, *moments)),)


_HULL_OF_CALIBRATED = (*_AREAS, by("calibrated_hull"), by("calibrated"), _EVEN, _RANKS_OF_CLASS_1)

hull_above_curve = Fact(
    "AUC",
    "AUCH",
    "the convex hull lies on or above the ROC curve",
    steps=(
        (
            "(E(pav(s)*R(s)) - E(posterior(s)*R(s)))/(pi0*pi1)",
            "both areas are mean ranks",
            (*_AREAS, _EVEN, _RANKS_OF_CLASS_1),
        ),
        ("0", "p is the isotonic regression of the share", (by("isotonic", h="R(s)", times="1/(pi0*pi1)"),)),
    ),
)
hull_above_diagonal = Fact(
    "1/2",
    "AUCH",
    "the convex hull lies on or above the diagonal that joins its ends",
    steps=(
        (
            "(E(pav(s)*R(s)) - pi1/2)/(pi0*pi1)",
            "the area of the hull is a mean rank",
            (by("hull_area"),),
        ),
        (
            "0",
            "calibrated scores increase with the rank",
            (
                by("association", k="both", f="pav(s)", g="R(s)", times="1/(pi0*pi1)"),
                by("rate_is_uniform", h="value", times="-E(pav(s))/(pi0*pi1)"),
                by("hull_is_calibrated", g="1", times="1/(2*pi0*pi1)"),
            ),
        ),
    ),
)
hull_area = Fact(
    "AUCH",
    "1",
    "the hull lies within the unit square",
    steps=(("(1 - AUC)/2", "the hull gains at most half of what is missing", (by("hull_gain", times="1"),)),),
)
hull_gain = Fact("AUCH", "(1 + AUC)/2", "the hull gains at most half of what is missing", axiom="hull_gain")
hull_of_calibrated = Fact(
    "AUCH",
    "AUC",
    "the ROC curve of calibrated scores is its own hull",
    "calibrated",
    steps=(("0", "the ROC curve of calibrated scores is its own hull", _HULL_OF_CALIBRATED),),
)
calibrated_rank_well = Fact(
    "1/2",
    "AUC",
    "the ROC curve of calibrated scores is its own hull, which lies on or above the diagonal",
    "calibrated",
    steps=(
        ("AUCH - 1/2", "the ROC curve of calibrated scores is its own hull", _HULL_OF_CALIBRATED),
        ("0", "the hull lies on or above the diagonal", ({"fact": hull_above_diagonal, "times": "1"},)),
    ),
)
refinement = Fact(
    "0",
    "RL",
    "p(1 - p) is not negative",
    steps=(("E(posterior(s)*(1 - posterior(s)))", "the definition", (defined("RL"),)),),
)
refinement_bounded = Fact(
    "RL",
    "1/4",
    "p(1 - p) is at most 1/4",
    steps=(("1/4 - E(posterior(s)*(1 - posterior(s)))", "the definition", (defined("RL"),)),),
)
refinement_of_hull = Fact(
    "RL",
    "RLH",
    "the hull merges scores into blocks; p(1 - p) is concave, so merging groups of examples never lowers its mean",
    steps=(
        (
            "E(posterior(s)**2) - E(pav(s)**2)",
            "shares and calibrated scores have the same mean pi1",
            (defined("RL"), defined("RLH"), _MEAN_OF_HULL, _MEAN_OF_SHARES),
        ),
        (
            "E((posterior(s) - pav(s))**2)",
            "in each block p is the mean share",
            (
                by("hull_is_calibrated", g="value", times="-2"),
                by("classes_share_scores", f="pav(s)", times="2"),
            ),
        ),
    ),
)
refinement_of_all = Fact(
    "RLH",
    "pi0*pi1",
    "all examples in one group have the mean pi0 pi1; p(1 - p) is concave",
    steps=(
        ("E(pav(s)**2) - pi1**2", "calibrated scores have the mean pi1", (defined("RLH"), _MEAN_OF_HULL)),
        (
            "0",
            "the square of a mean is at most the mean of squares",
            (_MEAN_OF_HULL, by("cauchy_schwarz", k="both", f="pav(s)", g="1", times="1")),
        ),
    ),
)
hull_refinement_positive = Fact(
    "0",
    "RLH",
    "p(1 - p) is not negative",
    steps=(("E(pav(s)*(1 - pav(s)))", "the definition", (defined("RLH"),)),),
)
hull_refinement_bounded = Fact(
    "RLH",
    "1/4",
    "p(1 - p) is at most 1/4",
    steps=(("1/4 - E(pav(s)*(1 - pav(s)))", "the definition", (defined("RLH"),)),),
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
            (by("optimal_is_least", M="score(c)", w="uniform", d="cost", v="interpolated", times="1"),),
        ),
    ),
)
hull_against_error = Fact(
    "RLH",
    "MER",
    "the least error rate is the mean of min(p, 1 - p) over the hull's blocks",
    steps=((f"{LEAST} - E(pav(s)*(1 - pav(s)))", "means over the blocks", (by("least_error"), defined("RLH"))),),
)
error_against_hull = Fact(
    "MER",
    "2*RLH",
    "max(p, 1 - p) >= 1/2, so min(p, 1 - p) <= 2 p (1 - p)",
    steps=((f"2*E(pav(s)*(1 - pav(s))) - {LEAST}", "means over the blocks", (by("least_error"), defined("RLH"))),),
)
hull_distance = Fact(
    "pi0*pi1*(1 - KS)",
    "RLH",
    "p(1 - p) lies above the chords from pi1 to 0 and 1, and KS is no less than the greatest distance on the hull",
    steps=(
        (
            "E(pav(s)*(1 - pav(s))) - pi0*pi1 + E(abs(pav(s) - pi1))/2",
            "KS is no less than the greatest distance on the hull",
            (defined("RLH"), by("distance_of_hull", times="1/2")),
        ),
        (
            "E(pav(s)*(1 - pav(s))) - pi0*pi1 + E(abs(pav(s) - pi1))/2 + (pi1 - 1/2)*(E(pav(s)) - pi1)",
            "calibrated scores have the mean pi1",
            (by("hull_is_calibrated", g="1", times="1/2 - pi1"),),
        ),
    ),
)
hull_misorders = Fact(
    "2*pi0*pi1*(1 - AUCH)",
    "RLH*(1 - min(pi0, pi1)*(2*AUCH - 1))",
    "for this area of the hull the least refinement loss has one mixed block with all of one class in it",
    axiom="hull_misorders",
)
hull_misorders_twice = Fact(
    "2*pi0*pi1*(1 - AUCH)",
    "RLH",
    "the hull's blocks have so many misordered pairs",
    steps=(
        (
            "min(pi0, pi1)*(2*AUCH - 1)*RLH",
            "for this area of the hull the least refinement loss has one mixed block with all of one class in it",
            (by("hull_misorders", times="1"),),
        ),
        (
            "0",
            "the hull lies on or above the diagonal",
            ({"fact": hull_above_diagonal, "times": "2*min(pi0, pi1)*RLH"},),
        ),
    ),
    defined=(_LEAST_PROPORTION,),
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
    steps=(_DECOMPOSITION, ("E((s - posterior(s))**2)", "the definition", (defined("CL"),))),
)
calibration_over = Fact("CL", "BS - RL", "BS = CL + RL", steps=(("0", *_DECOMPOSITION[1:]),))
calibration_under = Fact("BS - RL", "CL", "BS = CL + RL", steps=(("0", *_DECOMPOSITION[1:]),))
least_error_positive = Fact(
    "0", "MER", "an error rate is not negative", steps=((LEAST, "the mean over the blocks", (by("least_error"),)),)
)
least_error_bounded = Fact(
    "MER",
    "1/2",
    "the lesser of p and 1 - p is at most 1/2",
    steps=((f"1/2 - {LEAST}", "the mean over the blocks", (by("least_error"),)),),
)
least_error_all_0 = Fact(
    "MER",
    "pi1",
    "the least error rate is no more than that of predicting class 0 always",
    steps=((f"E(pav(s)) - {LEAST}", "means over the blocks", (by("least_error"), _MEAN_OF_HULL)),),
)
least_error_all_1 = Fact(
    "MER",
    "pi0",
    "the least error rate is no more than that of predicting class 1 always",
    steps=((f"E(1 - pav(s)) - {LEAST}", "means over the blocks", (by("least_error"), _MEAN_OF_HULL)),),
)
_SHARE_OF_DISTANCE = "min(pi0, pi1)/(2*pi0*pi1)"
_AT_HULLS_DISTANCE: Line = (
    f"{LEAST} - min(pi0, pi1) + {_SHARE_OF_DISTANCE}*(E(abs(pav(s) - pi1)) - (pi0 - pi1)*(E(pav(s)) - pi1))",
    "calibrated scores have the mean pi1",
    (by("hull_is_calibrated", g="1", times=f"{_SHARE_OF_DISTANCE}*(pi0 - pi1)"),),
)
least_error_distance = Fact(
    "min(pi0, pi1)*(1 - KS)",
    "MER",
    "at any threshold the shares of both classes that are misclassified add up to no less than 1 - KS",
    steps=(
        (
            f"{LEAST} - min(pi0, pi1) + {_SHARE_OF_DISTANCE}*E(abs(pav(s) - pi1))",
            "KS is no less than the greatest distance on the hull",
            (by("least_error"), by("distance_of_hull", times=_SHARE_OF_DISTANCE)),
        ),
        _AT_HULLS_DISTANCE,
    ),
    defined=(_LEAST_PROPORTION,),
)
least_error_triangle = Fact(
    "2*min(pi0, pi1)*(1 - AUCH)",
    "MER",
    "below the hull lies the triangle of its ends and the point that has the least error rate",
    steps=(
        (
            f"{LEAST} - min(pi0, pi1) + {_SHARE_OF_DISTANCE}*E(abs(pav(s) - pi1))",
            "below the hull lies the triangle of its ends and the point farthest above the diagonal",
            (by("least_error"), by("triangle_of_hull", times=_SHARE_OF_DISTANCE)),
        ),
        _AT_HULLS_DISTANCE,
    ),
    defined=(_LEAST_PROPORTION,),
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
        ("0", "no threshold errs less", (by("no_threshold_errs_less", T="u", times="1"),)),
    ),
)
least_error_uniform_rate = Fact(
    "MER",
    "pi0*pi1*(1 - 2*AUC) + 1/2",
    "the least error rate is no more than that of a uniform rate, whose mean is the rate-uniform loss",
    steps=(
        ("loss(rate_uniform) - MER", "it is an expected loss", ({"theorem": "Theorem 8"},)),
        ("0", "no rate errs less", (by("no_rate_errs_less", T="u", times="1"),)),
    ),
)
_least_share = Fact(
    "min(pi0, pi1)*RLH",
    "pi0*pi1",
    "all examples in one group have the mean pi0 pi1; p(1 - p) is concave",
    steps=(
        (
            "pi0*pi1*(1 - min(pi0, pi1))",
            "all examples in one group",
            ({"fact": refinement_of_all, "times": "min(pi0, pi1)"},),
        ),
    ),
    defined=(_LEAST_PROPORTION,),
)
area_misorders = Fact(
    "pi0*pi1*(1 - AUC)",
    "RLH*(1 - min(pi0, pi1)*AUC)",
    "for this area the least refinement loss has one mixed block with all of one class in it",
    steps=(
        (
            "(1 + AUC - 2*AUCH)*(pi0*pi1 - min(pi0, pi1)*RLH)",
            "for this area of the hull the least refinement loss has one mixed block with all of one class in it",
            (by("hull_misorders", times="1"),),
        ),
        (
            "0",
            "the hull gains at most half of what is missing",
            (by("hull_gain", times="2*(pi0*pi1 - min(pi0, pi1)*RLH)"),),
        ),
    ),
    defined=(_LEAST_PROPORTION, {"fact": _least_share}),
)
brier_misorders = Fact(
    "pi0*pi1*(1 - AUC)",
    "BS",
    "of a misordered pair the squared errors add up to one half at least",
    steps=(
        (
            "pi0*E0(s**2) + pi1*E1((1 - s)**2) - pi0*pi1*(1 - E1(F0(s)))",
            "the definitions",
            tuple(map(defined, ("BS", "BS0", "BS1", "AUC"))),
        ),
    ),
)
hull_spread = Fact(
    "RLH",
    "pi0*pi1 - 3*(pi0*pi1*(2*AUCH - 1))**2",
    "p and the rate are correlated as AUCH says, and the variance of the rate is 1/12",
    steps=(
        (
            "E((pav(s) - pi1)**2) - 12*E((pav(s) - pi1)*(R(s) - 1/2))**2",
            "a variance, and a covariance with the rate",
            (defined("RLH"), by("hull_area"), _MEAN_OF_HULL, *_RANKS),
        ),
        *_uncorrelated("pav(s) - pi1"),
    ),
)
difference_of_areas = Fact(
    "12*(pi0*pi1*(AUCH - AUC))**2",
    "RLH - RL",
    "what pooling changes is correlated with the rate as both areas differ, and the variance of the rate is 1/12",
    steps=(
        (
            "E(posterior(s)**2) - E(pav(s)**2) - 12*E((pav(s) - posterior(s))*(R(s) - 1/2))**2",
            "shares and calibrated scores have the same mean pi1",
            (*map(defined, ("RL", "RLH")), *_AREAS, _MEAN_OF_HULL, _MEAN_OF_SHARES, *_RANKS, _SHARED_RANKS),
        ),
        (
            "E((pav(s) - posterior(s))**2) - 12*E((pav(s) - posterior(s))*(R(s) - 1/2))**2",
            "in each block p is the mean share",
            (
                by("hull_is_calibrated", g="value", times="-2"),
                by("classes_share_scores", f="pav(s)", times="2"),
            ),
        ),
        *_uncorrelated("pav(s) - posterior(s)"),
    ),
)
share_spread = Fact(
    "RL",
    "pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2",
    "the share and the rate are correlated as AUC says, and the variance of the rate is 1/12",
    steps=(
        (
            "E((posterior(s) - pi1)**2) - 12*E((posterior(s) - pi1)*(R(s) - 1/2))**2",
            "a variance, and a covariance with the rate",
            (defined("RL"), defined("AUC"), _MEAN_OF_SHARES, *_RANKS, _SHARED_RANKS),
        ),
        *_uncorrelated("posterior(s) - pi1"),
    ),
)
share_distance = Fact(
    "RL",
    "pi0*pi1 - 4*(pi0*pi1*KS)**2",
    "the mean square of the distance of the shares from pi1 is no less than the square of its mean",
    steps=(
        (
            "E((posterior(s) - pi1)**2) - 4*(pi0*pi1*KS)**2",
            "shares have the mean pi1",
            (defined("RL"), _MEAN_OF_SHARES),
        ),
        (
            "E((posterior(s) - pi1)**2) - 4*pi0*pi1*KS*E(abs(posterior(s) - pi1)) + 4*(pi0*pi1*KS)**2",
            "their mean distance from pi1 is 2 pi0 pi1 KS at least",
            (by("distance_of_shares", times="4*pi0*pi1*KS"),),
        ),
    ),
)
distance_positive = Fact(
    "0",
    "KS",
    "a distance is not negative",
    steps=(
        (
            "0",
            "from either side, at any threshold",
            tuple(by("distance_of_thresholds", T="0", x=side, times="1/2") for side in ("1", "-1")),
        ),
    ),
)
distance_bounded = Fact(
    "KS",
    "1",
    "cdfs lie in [0, 1]",
    steps=(
        (
            "1 - max(AUC, 1 - AUC)",
            "the distance is no more than the greater area",
            (by("distance_below_area", times="1"),),
        ),
    ),
)
distance_above = Fact(
    "AUC - 1/2",
    "KS",
    "the curve lies at most KS above the diagonal",
    steps=(
        ("KS**2/2 + AUCH - AUC", "where it lies KS above the diagonal", (by("area_below_distance", times="1"),)),
        ("KS**2/2", "the hull lies on or above the curve", ({"fact": hull_above_curve, "times": "1"},)),
    ),
)
distance_below = Fact(
    "1/2 - AUC",
    "KS",
    "the curve lies at most KS below the diagonal",
    steps=(("KS**2/2", "where it lies KS below the diagonal", (by("area_above_distance", times="1"),)),),
)
distance_below_area = Fact(
    "KS", "max(AUC, 1 - AUC)", "the curve passes through some (x, x + KS) or (x + KS, x)", axiom="distance_below_area"
)
triangle_of_calibrated = Fact(
    "(1 + KS)/2",
    "AUC",
    "below a concave curve lies the triangle of its ends and the point farthest above the diagonal",
    "calibrated",
    steps=(
        ("AUCH - (1 + KS)/2", "the ROC curve of calibrated scores is its own hull", _HULL_OF_CALIBRATED),
        (
            "E(abs(pav(s) - pi1))/(4*pi0*pi1) - KS/2",
            "below the hull lies the triangle of its ends and the point farthest above the diagonal",
            (by("triangle_of_hull", times="1/(4*pi0*pi1)"),),
        ),
        ("0", "this is KS", (by("calibrated_hull"), by("distance_of_calibrated", solved_for="KS"))),
    ),
)
variance_of_calibrated = Fact(
    "RLH",
    "pi0*pi1 - 4*(pi0*pi1*KS)**2",
    "the mean square of the distance of calibrated scores from pi1 is no less than the square of its mean",
    "calibrated",
    steps=(
        (
            "E(pav(s)**2) - pi1**2 - 4*(pi0*pi1*KS)**2",
            "calibrated scores have the mean pi1",
            (defined("RLH"), _MEAN_OF_HULL),
        ),
        (
            "E(s**2) - pi1**2 - E(abs(s - pi1))**2",
            "their mean distance from pi1 is 2 pi0 pi1 KS",
            (by("calibrated_hull"), by("distance_of_calibrated", solved_for="KS")),
        ),
        (
            "E(s**2) - 2*pi1*E(s) + pi1**2 - E(abs(s - pi1))**2",
            "calibrated scores have the mean pi1",
            (by("calibrated"), by("classes_share_scores", f="1", solved_for="E0(s)")),
        ),
        (
            "0",
            "the square of a mean is no more than the mean of the squares",
            (by("cauchy_schwarz", k="both", f="abs(s - pi1)", g="1", times="1"),),
        ),
    ),
)
hull_below_distance = Fact(
    "AUCH", "1 - (1 - KS)**2/2", "F0 <= min(1, F1 + KS) on the curve and on its hull", axiom="area_below_distance"
)
area_below_distance = Fact(
    "AUC",
    "1 - (1 - KS)**2/2",
    "F0 <= min(1, F1 + KS) everywhere",
    steps=(
        ("AUCH - AUC", "F0 <= min(1, F1 + KS) on the curve and on its hull", (by("area_below_distance", times="1"),)),
        ("0", "the hull lies on or above the curve", ({"fact": hull_above_curve, "times": "1"},)),
    ),
)
area_above_distance = Fact("(1 - KS)**2/2", "AUC", "F0 >= max(0, F1 - KS) everywhere", axiom="area_above_distance")
variance_of_errors = Fact(
    "RLH",
    "MER*(1 - MER)",
    "p(1 - p) is m(1 - m), m the lesser of p and 1 - p, whose mean is MER and whose mean square is no less than MER**2",
    steps=(
        (
            f"{LEAST} - {LEAST}**2 - E(pav(s)*(1 - pav(s)))",
            "means over the blocks",
            (by("least_error"), defined("RLH")),
        ),
        (
            f"{LEAST} - E(min(pav(s), 1 - pav(s))**2) - E(pav(s)*(1 - pav(s)))",
            "the square of a mean is no more than the mean of the squares",
            (by("cauchy_schwarz", k="both", f="min(pav(s), 1 - pav(s))", g="1", times="1"),),
        ),
    ),
)
hull_squared_errors = Fact(
    "MER**2",
    "2*pi0*pi1*(1 - AUCH)",
    "a right triangle with both legs MER lies above the hull, in units of the class proportions",
    axiom="squared_errors",
)
squared_errors = Fact(
    "MER**2",
    "2*pi0*pi1*(1 - AUC)",
    "a right triangle with both legs MER lies above the curve, in units of the class proportions",
    steps=(
        ("2*pi0*pi1*(AUCH - AUC)", "a right triangle lies above the hull", (by("squared_errors", times="1"),)),
        ("0", "the hull lies on or above the curve", ({"fact": hull_above_curve, "times": "2*pi0*pi1"},)),
    ),
)
squared_refinement = Fact(
    "RLH**2",
    "2*pi0*pi1*(1 - AUCH)",
    "the refinement loss of the hull is at most the least error rate, whose square is bounded so",
    steps=(
        ("MER**2 - RLH**2", "a right triangle lies above the hull", (by("squared_errors", times="1"),)),
        ("0", "p(1 - p) <= min(p, 1 - p)", ({"fact": hull_against_error, "times": "MER + RLH"},)),
    ),
)
_ENTRIES = {**globals(), **vars(facts_of_h)}
CATALOGUE = {name: entry for name, entry in _ENTRIES.items() if isinstance(entry, Fact) and name[0] != "_"}
