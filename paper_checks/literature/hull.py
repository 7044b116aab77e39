"""The hull of the ROC curve, the H-measure and the area under the curve as expected losses."""

from __future__ import annotations

from .given import cited, claim

HAND = cited("Hand, Machine Learning 77 (2009)")
COHERENT = cited("Flach, Hernández-Orallo and Ferri, ICML (2011)")
PACKAGE = "Hand and Anagnostopoulos, Pattern Recognition Letters (2014), beside the R package hmeasure 1.0-2"
UNIFIED = cited("Hernández-Orallo, Flach and Ferri, JMLR 13 (2012)")
COST_SPACE = cited("Hernández-Orallo, Flach and Ferri, Machine Learning 93 (2013)")
DRUMMOND = cited("Drummond and Holte (2006)")
OWN = "In no source that is known here"

claims = (
    claim(
        "HAND.1.corrected",
        f"{HAND}; {COHERENT}",
        "For calibrated scores AUC is an optimal loss under the law of costs that the scores themselves are.",
        "E(2*(s*pi0*(1 - F0(s)) + (1 - s)*pi1*F1(s))) == 4*pi0*pi1*(1 - AUC) given calibrated",
        note="2 pi0 pi1 (1 - AUC) where both costs sum to 1 and not to 2; a tie is passed evenly",
    ),
    claim(
        "HAND.1",
        f"{HAND}, read without the assumption",
        "For any scores AUC is an optimal loss under the law of costs that the scores themselves are.",
        "E(2*(s*pi0*(1 - F0(s)) + (1 - s)*pi1*F1(s))) == 4*pi0*pi1*(1 - AUC)",
        expected="fails",
        misreading=True,
    ),
    claim(
        "HAND.2",
        HAND,
        "For any scores, AUCH is an optimal loss under the costs that the hull's scores bring with them.",
        "2*E(pav(s)*(pi0 - R(s))) + pi1*(2*pi0*(1 - AUCH) + pi1) == 4*pi0*pi1*(1 - AUCH)",
        note="the mean of F1 at the hull's scores, ties passed evenly, stands here as pi0 (1 - AUCH) + pi1/2; as a mean"
        " over pairs it is said with pav(s2), and the reader of proofs knows no second example",
    ),
    claim(
        "HAND.3",
        HAND,
        "The H-measure is one less the optimal Beta(2, 2) loss over a closed form that is symmetric in the classes.",
        "H == 1 - loss(optimal, cost=beta(2, 2))/(pi0*pi1*(1 + pi0*pi1))",
    ),
    claim(
        "HAND.4",
        COHERENT,
        "With uniform costs the H-measure is one less the scaled area under the optimal cost curve.",
        "h_measure(1, 1) == 1 - RLH/(pi0*pi1)",
    ),
    claim(
        "HAND.5",
        HAND,
        "Optimal thresholds never lose more than the best constant, which is the reference of the H-measure.",
        "loss(optimal, cost=beta(2, 2)) <= pi0*pi1*(1 + pi0*pi1)",
    ),
    claim("HAND.6", HAND, "H is 0 where the hull is the diagonal.", "H == 0 given AUCH == 1/2"),
    claim(
        "HAND.6.one",
        HAND,
        "H is at most 2 AUCH - 1, and so 1 only for a perfect ranking.",
        "H <= 2*AUCH - 1",
    ),
    claim(
        "HAND.6.perfect",
        HAND,
        "H is 1 where the hull leaves nothing to refine, as for a perfect ranking.",
        "H >= 1 - 3/2*RLH/(pi0*pi1*(1 + pi0*pi1))",
        note="what is checked says more: how far H is from 1 at most, which is 0 where the hull leaves nothing",
    ),
    claim(
        "HAND.6.only",
        HAND,
        "H is 0 only where the hull leaves all to refine.",
        "H >= 4*(pi0*pi1 - RLH)/(1 + pi0*pi1)",
        note="what is checked says more: how far H is from 0 at least, unless the hull leaves all",
    ),
    claim(
        "HAND.6.diagonal",
        HAND,
        "The hull leaves all to refine only where it is the diagonal.",
        "RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUCH - 1))**2",
        note="what is checked says more: how much less it leaves at least, unless AUCH is 1/2",
    ),
    claim(
        "HAND.7",
        PACKAGE,
        "The package's default weights, Beta(2, 1 + pi0/pi1), give the H of the paper's, Beta(1 + pi1, 1 + pi0).",
        "h_measure(1 + pi1, 1 + pi0) == h_measure(2, 1 + pi0/pi1)",
        expected="fails",
        misreading=True,
        note="the package has the paper's density only for a negative severity ratio",
    ),
    claim(
        "HAND.7.corrected",
        PACKAGE,
        "The weights Beta(2, 1 + pi0/pi1) and Beta(1 + pi1, 1 + pi0) have the same mode.",
        "1/(1 + pi0/pi1) == pi1/(pi0 + pi1)",
        note="the mode of Beta(a, b) is (a - 1)/(a + b - 2)",
    ),
    claim("JMLR.1", UNIFIED, "Optimal thresholds lose the refinement loss of the hull.", "loss(optimal) == RLH"),
    claim(
        "JMLR.2",
        UNIFIED,
        "Thresholds driven by the rate lose 1/6 less than those of a uniform rate.",
        "loss(rate_driven) == loss(rate_uniform) - 1/6",
    ),
    claim(
        "JMLR.3",
        UNIFIED,
        "For calibrated scores score-driven thresholds are optimal, whatever the law of the costs.",
        "loss(score_driven, cost=any) == loss(optimal, cost=any) given calibrated",
    ),
    claim(
        "JMLR.4",
        UNIFIED,
        "Rate-driven thresholds are never better than optimal ones.",
        "loss(rate_driven) >= loss(optimal)",
    ),
    claim(
        "RD.1",
        OWN,
        "To know nothing but rates costs at most 1/3 beyond the optimal loss.",
        "loss(rate_driven) - loss(optimal) <= 1/3",
    ),
    claim(
        "RD.1.area",
        OWN,
        "The refinement loss of the hull is at least pi0 pi1 times what twice AUC leaves to 1.",
        "RLH >= pi0*pi1*(1 - 2*AUC)",
        note="the same in other words",
    ),
    claim(
        "CS.1.corrected",
        COST_SPACE,
        "For skews, a point of the ROC curve is one point of the rate-driven cost curve.",
        "loss(rate_fixed(t), cost=point(t), condition=skew) == 3*t - 2*t**2 - E0(indicator((F0(s) + F1(s))/2 <= t))",
        note="the rate weights both classes equally: F0 at the rate t is the part of class 0 that is passed there",
    ),
    claim(
        "CS.1",
        f"{COST_SPACE}, read with the rate of all examples",
        "For skews, the rate-driven cost curve follows from the rate of class 0 at the rate of all examples.",
        "loss(rate_fixed(t), cost=point(t), condition=skew) == 3*t - 2*t**2 - E0(indicator(R(s) <= t))",
        expected="fails",
        misreading=True,
        note="it does where both classes are equally frequent",
    ),
    claim(
        "CS.2",
        COST_SPACE,
        "For skews the area under the rate-driven cost curve falls by half of what AUC rises.",
        "loss(rate_driven, condition=skew) == 7/12 - AUC/2",
    ),
    claim(
        "CS.3",
        COST_SPACE,
        "The area under the Kendall curve, the rate-driven one less that of a perfect ranking, is (1 - AUC)/2.",
        "loss(rate_driven, condition=skew) - 1/12 == (1 - AUC)/2",
    ),
    claim(
        "CS.4",
        COST_SPACE,
        "At every skew the rate-driven cost curve is on or above the optimal one.",
        "loss(rate_driven, cost=point(t), condition=skew) >= loss(optimal, cost=point(t), condition=skew)",
        note="the curve of a perfect ranking, the other one below it, is no term",
    ),
    claim(
        "CS.5",
        COST_SPACE,
        "With the hull's scores the area under the rate-driven cost curve for skews is 7/12 less half of AUCH.",
        "loss(rate_driven, condition=skew, scores=pav(s)) == 7/12 - AUCH/2",
    ),
    claim(
        "CS.5.costs",
        COST_SPACE,
        "With the hull's scores the rate-driven loss is that of the area under the hull.",
        "loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUCH) + 1/3",
    ),
    claim(
        "CS.6",
        COST_SPACE,
        "For cost proportions, the rate-driven cost curve follows from the rate of class 0 alone.",
        "loss(rate_fixed(t), cost=point(t)) == 2*(t*pi0 + t*(1 - t) - pi0*E0(indicator(R(s) <= t)))",
    ),
    claim(
        "DH.1",
        DRUMMOND,
        "For skews the optimal cost curve has at most the area of the best constants, 1/4.",
        "loss(optimal, condition=skew) <= 1/4",
    ),
    claim(
        "DH.2",
        DRUMMOND,
        "For skews the area under the optimal cost curve is at least a quarter of what AUCH leaves to 1.",
        "loss(optimal, condition=skew) >= (1 - AUCH)/4",
    ),
    claim(
        "DH.2.above",
        f"{DRUMMOND}, with what is known of the hull",
        "For skews the area under the optimal cost curve is below that of the best constants by a square of AUCH.",
        "loss(optimal, condition=skew) <= 1/4 - 3*((2*AUCH - 1)/4)**2",
    ),
    claim(
        "DH.3",
        DRUMMOND,
        "At the cost proportion 1/2 optimal thresholds lose the minimum error rate.",
        "loss(optimal, cost=point(1/2)) == MER",
    ),
)
