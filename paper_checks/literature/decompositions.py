"""The Brier score taken apart, and what recalibration gains."""

from __future__ import annotations

from .given import cited, claim

CORP = cited("Dimitriadis, Gneiting and Jordan, PNAS (2021)")
KULL = cited("Kull and Flach, ECML (2015)")
UNIFORM = cited("Kleinberg et al. (2023), U-calibration; Hu and Wu (2024)")
SCHWARZ = "The inequality of Cauchy and Schwarz"
ECE = "E(abs(s - posterior(s)))"
MOVED = "(indicator(t < posterior(s)) - indicator(t < s))*(posterior(s) - t)"
GAIN = "loss(score_driven, cost=point(t)) - loss(score_driven, cost=point(t), scores=posterior(s))"

claims = (
    claim(
        "CORP.1",
        CORP,
        "The Brier score is miscalibration less discrimination plus uncertainty.",
        "BS == (BS - RLH) - E((pav(s) - pi1)**2) + pi0*pi1",
    ),
    claim(
        "CORP.1.discrimination",
        CORP,
        "Discrimination is the variance of the recalibrated scores.",
        "E((pav(s) - pi1)**2) == pi0*pi1 - RLH",
    ),
    claim("CORP.1.miscalibration", CORP, "Miscalibration is not negative.", "BS - RLH >= 0"),
    claim(
        "CORP.2",
        CORP,
        "Miscalibration is not negative for any proper score.",
        "loss(score_driven, cost=any) >= loss(optimal, cost=any)",
    ),
    claim(
        "CORP.3",
        CORP,
        "Miscalibration is at least the mean square by which recalibration moves the scores.",
        "BS - RLH >= E((s - pav(s))**2)",
        note="so it is 0 only where no score moves",
    ),
    claim(
        "CORP.4",
        CORP,
        "Miscalibration never exceeds the classical calibration loss.",
        "BS - RLH <= CL",
    ),
    claim(
        "CORP.5",
        "Kull and Flach (2015) and the decomposition of Dimitriadis, Gneiting and Jordan, joined here",
        "An offset of the mean score costs its square beyond the refinement loss of the hull.",
        "BS >= RLH + (E(s) - pi1)**2",
    ),
    claim(
        "KF.1",
        KULL,
        "Additive adjustment lowers the Brier score by the square of the offset of the mean score.",
        "pi0*E0((s - (E(s) - pi1))**2) + pi1*E1((1 - s + (E(s) - pi1))**2) == BS - (E(s) - pi1)**2",
    ),
    claim(
        "MUR.1",
        cited("Murphy (1973)"),
        "The Brier score is reliability less resolution plus uncertainty.",
        "BS == CL - E((posterior(s) - pi1)**2) + pi0*pi1",
    ),
    claim(
        "YAT.1",
        cited("Yates (1982)"),
        "The Brier score has a decomposition by variance, offset and covariance of the scores.",
        "BS == pi0*pi1 + (E(s**2) - E(s)**2) + (E(s) - pi1)**2 - 2*pi0*pi1*(E1(s) - E0(s))",
    ),
    claim(
        "TJU.1",
        cited("Tjur (2009); Pencina et al. (2012)"),
        "The discrimination slope of calibrated scores is the Brier skill score.",
        "E1(s) - E0(s) == 1 - BS/(pi0*pi1) given calibrated",
    ),
    claim(
        "UC.1",
        UNIFORM,
        "At every cost, recalibration by score gains no more than twice the calibration error without bins.",
        f"{GAIN} <= 2*{ECE}",
    ),
    claim("UC.1.least", UNIFORM, "At no cost does recalibration by score lose.", f"{GAIN} >= 0"),
    claim(
        "UC.1.each",
        UNIFORM,
        "What recalibration by score gains is due to the scores that it moves beyond the cost.",
        f"{GAIN} == 2*pi0*E0({MOVED}) + 2*pi1*E1({MOVED})",
    ),
    claim(
        "UC.2",
        SCHWARZ,
        "The square of the calibration error without bins is at most the calibration loss.",
        f"{ECE}**2 <= CL",
    ),
    claim(
        "UC.2.above",
        SCHWARZ,
        "The calibration loss is at most the calibration error without bins.",
        f"CL <= {ECE}",
    ),
)
