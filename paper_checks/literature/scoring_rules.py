"""Proper scoring rules as score-driven losses, their mixtures, and the information in scores."""

from __future__ import annotations

from workbench.papers.claims import Data
from workbench.papers.general_claims import Statement

from .given import cited, claim, rule

BUJA = cited("Buja, Stuetzle and Shen (2005)")
SPHERICAL = cited("Buja, Stuetzle and Shen (2005); Gneiting and Raftery (2007)")
DOMINANCE = cited("Schervish (1989); Ehm et al., JRSSB 78 (2016)")
REID = cited("Reid and Williamson, JMLR 12 (2011)")
EHM = cited("Ehm et al., JRSSB 78 (2016)")
FLORES = cited("Flores et al., arXiv 2504.04528 v3 (2026)")
OWN = "In no source that is known here"
ZHU = cited("Zhu, Zheng and Chan, Statistics in Biosciences (2025), arXiv 2408.01626")
REGRET = cited("The regret of a threshold as a Bregman divergence (folklore)")

MURPHY = "a.loss(score_driven, cost={0}) <= b.loss(score_driven, cost={0})"
TAILORED = "loss(score_driven, cost=beta(2, 2)) == pi0*E0(4*s**3 - 3*s**4) + pi1*E1(1 - 6*s**2 + 8*s**3 - 3*s**4)"
WEIGHTED = "loss(score_driven, cost=beta(2, 2))"
ENTROPY = "s*(1 - s)*(1 + s*(1 - s))"
SLOPE = "(1 - 2*s)*(1 + 2*s*(1 - s))"
CONSTANT = "(pi0*pi1*(1 + pi0*pi1))"
CLOSE = Data.of("two examples on the wrong side", "0 1", "0.7153 0.2847")

claims = (
    claim("BSS.1", BUJA, "Beta(2, 2) costs tailor the proper rule 4 s^3 - 3 s^4 for class 0.", TAILORED),
    rule(
        "BSS.2.corrected",
        BUJA,
        "The log loss is score-driven for the improper weight 1/(2 c (1 - c)).",
        "1/(2*c*(1 - c))",
        "-log(1 - s)",
        "-log(s)",
        "strictly proper",
        note="1/(c (1 - c)) where the costs of both classes sum to 1 and not to 2",
    ),
    rule(
        "BSS.2",
        f"{BUJA}, read with costs that sum to 2",
        "The log loss is score-driven for the improper weight 1/(c (1 - c)).",
        "1/(c*(1 - c))",
        "-log(1 - s)",
        "-log(s)",
        expected="fails",
        misreading=True,
    ),
    rule(
        "BSS.3",
        BUJA,
        "The boosting loss is score-driven for the improper weight (c (1 - c))^(-3/2)/4.",
        "(c*(1 - c))**(-3/2)/4",
        "sqrt(s/(1 - s))",
        "sqrt((1 - s)/s)",
        "strictly proper",
    ),
    rule(
        "BSS.4",
        SPHERICAL,
        "The spherical score is score-driven for the density 1/(2 sqrt(c^2 + (1 - c)^2)^3).",
        "1/(2*sqrt(c**2 + (1 - c)**2)**3)",
        "1 - (1 - s)/sqrt(s**2 + (1 - s)**2)",
        "1 - s/sqrt(s**2 + (1 - s)**2)",
        "strictly proper",
        note="it is a density, as l0 is 1 at s = 1 and l1 is 1 at s = 0: its integral is half of both together",
    ),
    rule(
        "SCH.1",
        cited("Schervish (1989)"),
        "Costs that leave an interval without mass give a rule that is proper, and not strictly.",
        "2*indicator(1/4 < c)*indicator(c < 3/4)",
        "2*min(max(s, 1/4), 3/4)**2 - 1/8",
        "2*(1 - min(max(s, 1/4), 3/4))**2 - 1/8",
        "proper, not strictly",
    ),
    claim(
        "BSS.5",
        cited("Buja, Stuetzle and Shen (2005); Savage (1971)"),
        "A proper rule is a tangent of its concave entropy G: G - s G' for class 0, G + (1 - s) G' for class 1.",
        f"{WEIGHTED} == pi0*E0({ENTROPY} - s*{SLOPE}) + pi1*E1({ENTROPY} + (1 - s)*{SLOPE})",
        note="for Beta(2, 2) costs, G = p (1 - p) (1 + p (1 - p)), with its derivative written out: the"
        " language has no derivatives",
    ),
    claim(
        "SCH.2",
        DOMINANCE,
        "A model whose Murphy curve is nowhere above the other's is no worse under any proper rule.",
        f"{MURPHY.format('any')} given {MURPHY.format('point(t)')} for all t",
        note="the converse is the case of a rule with its whole weight at one cost",
    ),
    claim(
        "RW.3",
        REID,
        "The information of the Brier score, pi0 pi1 - RLH, is not negative.",
        "RLH <= pi0*pi1",
        note="that it is the mean of the elementary informations at all costs is not checked: no statement says it",
    ),
    claim(
        "RW.1.corrected",
        REID,
        "For calibrated scores the information at the cost proportion pi1 is the Kolmogorov-Smirnov distance.",
        "loss(optimal, cost=point(pi1)) == 2*pi0*pi1*(1 - KS) given calibrated",
        note="the best constant loses 2 pi0 pi1 there",
    ),
    claim(
        "RW.1",
        f"{REID}, read with the distance in either direction",
        "The information at the cost proportion pi1 is the Kolmogorov-Smirnov distance.",
        "loss(optimal, cost=point(pi1)) == 2*pi0*pi1*(1 - KS)",
        expected="fails",
        misreading=True,
        note="it is the greatest F0 - F1, which is KS unless the scores are reversed somewhere",
    ),
    claim(
        "RW.2",
        REID,
        "For calibrated scores optimal thresholds lose half of what KS leaves to 1 at the skew 1/2.",
        "loss(optimal, cost=point(1/2), condition=skew) == (1 - KS)/2 given calibrated",
    ),
    claim(
        "RW.4.corrected",
        REID,
        "For calibrated scores KS bounds the information of the Brier score from below, as Pinsker's inequality does.",
        "BS <= pi0*pi1 - 4*(pi0*pi1*KS)**2 given calibrated",
    ),
    claim(
        "RW.4",
        f"{REID}, read with the distance in either direction",
        "KS bounds the information of the Brier score, pi0 pi1 - RLH, from below.",
        "RLH <= pi0*pi1 - 4*(pi0*pi1*KS)**2",
        expected="fails",
        misreading=True,
        note="it holds with the greatest F0 - F1, which is KS of calibrated scores",
    ),
    claim(
        "EHM.1",
        EHM,
        "The elementary score at t is half the loss of the threshold t at the cost proportion t.",
        "pi0*E0(t*indicator(t < s)) + pi1*E1((1 - t)*indicator(s <= t)) == loss(score_fixed(t), cost=point(t))/2",
    ),
    claim("EHM.2", EHM, "The Brier score is twice the area of the Murphy diagram.", "loss(score_driven) == BS"),
    claim(
        "FLO.1",
        FLORES,
        "The Brier curve between 1/4 and 3/4 has the clipped Brier score for its area.",
        "loss(score_driven, cost=uniform(1/4, 3/4))/2 == pi0*E0(min(max(s, 1/4), 3/4)**2 - 1/16)"
        " + pi1*E1((1 - min(max(s, 1/4), 3/4))**2 - 1/16)",
        note="scores beyond an end count as the end, so that the rule is proper and not strictly so (Schervish 1989)",
    ),
    claim(
        "FLO.2",
        FLORES,
        "The clipped Brier score is the same with the ends 1/4 and 3/4 taken in the other order.",
        "loss(score_driven, cost=uniform(1/4, 3/4))/2 == pi0*E0(max(1/4, min(s, 3/4))**2 - 1/16)"
        " + pi1*E1((1 - max(1/4, min(s, 3/4)))**2 - 1/16)",
    ),
    claim(
        "ZHU.1",
        ZHU,
        "The scaled weighted Brier score is the H-measure less the miscalibration.",
        f"1 - {WEIGHTED}/{CONSTANT} == H - ({WEIGHTED} - loss(optimal, cost=beta(2, 2)))/{CONSTANT}",
    ),
    claim(
        "ZHU.2",
        ZHU,
        "Of calibrated scores the scaled weighted Brier score is the H-measure.",
        f"H == 1 - {WEIGHTED}/{CONSTANT} given calibrated",
    ),
    claim(
        "NOI.1",
        REGRET,
        "A wrong threshold for calibrated scores costs the mean distance of the scores that it moves, twice.",
        "loss(score_fixed(t), cost=point(r)) - loss(score_driven, cost=point(r))"
        " == 2*E((s - r)*(indicator(s <= t) - indicator(s <= r))) given calibrated",
    ),
    claim(
        "NOI.2",
        OWN,
        "The Brier score weighted by Beta(2, 2) costs is at most 4/3 of the Brier score.",
        f"{WEIGHTED} <= 4/3*BS",
        note="no smaller factor would do",
    ),
    claim("NOI.3", OWN, "The Brier score weighted by Beta(2, 2) costs is at most twice it.", f"{WEIGHTED} <= 2*BS"),
    claim(
        "LOG.1",
        OWN,
        "Log loss is at least 12/5 of the Brier score.",
        "LL >= 12/5*BS",
        note="the least of -log(1 - s)/s^2 is 2.4554, at the score 0.7153",
    ),
    claim(
        "LOG.2",
        OWN,
        "That log loss is at least 5/2 of the Brier score is too much.",
        Statement("LL < 5/2*BS", data=CLOSE),
        note="both examples lie at the least of the quotient",
    ),
    claim(
        "ELK.1",
        cited("Elkan, IJCAI (2001); Saerens et al. (2002)"),
        "A shift of the class proportions multiplies the odds of every calibrated score by one factor.",
        "q*E1((q/pi1*s + (1 - q)/pi0*(1 - s))*indicator(s <= t))"
        " == (1 - q)*E0(q/pi1*s*indicator(s <= t)) + q*E1(q/pi1*s*indicator(s <= t)) given calibrated",
        note="class 1 has the proportion q there: what all examples up to t have of q s/pi1 is what those of class 1"
        " have of q s/pi1 + (1 - q) (1 - s)/pi0, for every t, so that the first over the second is calibrated",
    ),
)
