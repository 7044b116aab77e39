"""Net benefit and decision curves as losses; class 1 is the event."""

from __future__ import annotations

from .given import cited, claim, rule

VICKERS = cited("Vickers and Elkin (2006)")
SCALES = cited(
    "Vickers and Elkin (2006); Millard and Flach, arXiv 2509.24608 (2025); Flores et al., arXiv 2504.04528 v3 (2026)"
)
FLORES = cited("Flores et al., arXiv 2504.04528 v3 (2026)")
CALSTER = cited("Van Calster and Vickers (2015)")
MILLARD = cited("Millard and Flach, arXiv 2509.24608 (2025)")
BAKER = cited("Baker et al. (2009)")
TREAT_ALL = "pi1 - t/(1 - t)*pi0"

claims = (
    claim(
        "NB.1",
        SCALES,
        "Net benefit and the Brier curve are the same curve on two scales.",
        "loss(score_driven, cost=point(t)) == 2*(1 - t)*(pi1 - net_benefit(t)) given t < 1",
    ),
    claim(
        "NB.2",
        FLORES,
        "What score-driven thresholds gain over treating nobody, the weighted area of the decision curve, is pi1 - BS.",
        "loss(score_fixed(1)) - loss(score_driven) == pi1 - BS",
    ),
    claim(
        "NB.3",
        CALSTER,
        "Of calibrated scores the net benefit is never below that of treating nobody, nor that of treating everybody.",
        f"net_benefit(t) >= max(0, {TREAT_ALL}) given calibrated, t < 1",
    ),
    claim(
        "NB.4",
        "Van Calster and Vickers (2015), read without their assumption",
        "Score-driven thresholds never lose more than treating everybody.",
        "loss(score_driven, cost=point(t)) <= 2*t*pi0",
        expected="fails",
        misreading=True,
        note="they state it of calibrated scores",
    ),
    claim(
        "NB.4.corrected",
        CALSTER,
        "Calibrated scores are at least as good as treating everybody.",
        "loss(score_driven, cost=point(t)) <= 2*t*pi0 given calibrated",
    ),
    claim(
        "NB.5",
        VICKERS,
        "The gain over treating everybody is the net benefit of the untreated at the odds.",
        f"net_benefit(t) - ({TREAT_ALL})"
        " == t/(1 - t)*(pi0*sensitivity(t) - pi1*(1 - specificity(t))*(1 - t)/t) given t < 1, t > 0",
    ),
    rule(
        "NB.6",
        cited("Talluri and Shete (2016)"),
        "The area that the decision curve up to the threshold 1/2 leaves below pi1 is a proper score.",
        "indicator(c < 1/2)/(2*(1 - c))",
        "-log(1 - min(s, 1/2)) - min(s, 1/2)",
        "1/2 - min(s, 1/2)",
        "proper, not strictly",
        note="net benefit is pi1 less the loss of thresholds t = c at c over 2 (1 - c)",
    ),
    claim(
        "NB.7.area",
        MILLARD,
        "What optimal thresholds gain over treating nobody, the weighted area of the envelope, is pi1 - RLH.",
        "loss(score_fixed(1)) - loss(optimal) == pi1 - RLH",
    ),
    claim(
        "NB.8.corrected",
        BAKER,
        "Relative utility, one less the optimal cost curve over that of the better constant, is never negative.",
        "loss(optimal, cost=point(t)) <= 2*min(t*pi0, (1 - t)*pi1)",
        note="said without the quotient that is its definition, which has no value at t = 0 and t = 1",
    ),
    claim(
        "NB.8",
        f"{BAKER}, read of the scores as they are",
        "Thresholds at the cost proportion lose no more than the better constant.",
        "loss(score_driven, cost=point(t)) <= 2*min(t*pi0, (1 - t)*pi1)",
        expected="fails",
        misreading=True,
        note="it holds of calibrated scores",
    ),
)
