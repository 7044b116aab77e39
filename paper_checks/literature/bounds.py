"""Bounds between the Kolmogorov-Smirnov statistic, areas, error rates and calibration."""

from __future__ import annotations

from .given import cited, claim, unsaid

CREDIT = cited("Folklore of credit scoring")
CALIBRATION = cited("Folklore of calibration")

claims = (
    claim(
        "RW.5",
        CREDIT,
        "The Kolmogorov-Smirnov distance bounds AUC from above.",
        "AUC <= 1 - (1 - KS)**2/2",
    ),
    claim(
        "RW.5.below",
        CREDIT,
        "The Kolmogorov-Smirnov distance bounds AUC from below.",
        "AUC >= (1 - KS)**2/2",
    ),
    claim(
        "RW.5.calibrated",
        CREDIT,
        "For calibrated scores the Kolmogorov-Smirnov distance bounds AUC from below by a triangle.",
        "AUC >= (1 + KS)/2 given calibrated",
    ),
    claim(
        "CAL.1",
        cited("Gini's identity of the Lorenz curve"),
        "The Gini coefficient of calibrated scores is their mean difference by twice pi0 pi1.",
        "GINI == (4*E(s*R(s)) - 2*E(s))/(2*pi0*pi1) given calibrated",
        note="the mean difference of the scores of two examples is 4 E(s*R(s)) - 2 E(s), of which there is no proof",
    ),
    claim(
        "CAL.2",
        CALIBRATION,
        "KS of calibrated scores is their mean deviation from pi1, by twice pi0 pi1.",
        "KS == E(abs(s - pi1))/(2*pi0*pi1) given calibrated",
    ),
    claim(
        "CAL.3",
        "The error of Bayes",
        "The minimum error rate of calibrated scores is the mean of the less likely class's probability.",
        "MER == E(min(s, 1 - s)) given calibrated",
    ),
    claim(
        "CAL.4",
        CALIBRATION,
        "For calibrated scores the Gini coefficient is at least the Kolmogorov-Smirnov distance.",
        "KS <= GINI given calibrated",
    ),
    claim(
        "CAL.4.above",
        CALIBRATION,
        "The Gini coefficient is at most 2 KS - KS^2.",
        "GINI <= 2*KS - KS**2",
    ),
    claim(
        "CAL.5",
        CALIBRATION,
        "The discrimination slope is at most the Kolmogorov-Smirnov distance, whatever the scores.",
        "E1(s) - E0(s) <= KS",
    ),
    claim(
        "CAL.5.gini.corrected",
        CALIBRATION,
        "The discrimination slope of calibrated scores is at most their Gini coefficient.",
        "E1(s) - E0(s) <= 2*AUC - 1 given calibrated",
    ),
    claim(
        "CAL.5.gini",
        f"{CALIBRATION}, read without the assumption",
        "The discrimination slope is at most the Gini coefficient, whatever the scores.",
        "E1(s) - E0(s) <= 2*AUC - 1",
        expected="fails",
        misreading=True,
    ),
    claim(
        "CH.1",
        cited("Cover and Hart (1967)"),
        "The refinement loss of the hull is at most the minimum error rate times what that leaves to 1.",
        "RLH <= MER*(1 - MER)",
        note="their bound on the error of the nearest neighbour, 2 MER (1 - MER), is twice this of calibrated scores",
    ),
    unsaid(
        "CM.1",
        cited("Cortes and Mohri, NIPS (2003)"),
        "The mean AUC over all rankings with a given number of errors has a closed form.",
        "the language has no means over data sets",
    ),
    unsaid(
        "ERR.1",
        cited("Hardt et al. (2016)"),
        "The best equalised odds lie on the common region of the hulls of the groups.",
        "the language has no words for groups of examples",
    ),
)
