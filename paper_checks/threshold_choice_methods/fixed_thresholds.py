"""Section 3: fixed thresholds, and what an expected loss is made of."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from sympy import S, Symbol

from workbench.papers.claims import (
    Claim,
    Computed,
    Finding,
)
from workbench.papers.general_claims import Formula, Statement
from workbench.symbolic.loss import loss_at
from workbench.symbolic.notation import (
    F0,
    F1,
    SKEW,
    UNIFORM,
    Balanced,
    ExpectedLoss,
    PointMass,
    R,
    RateMethod,
    ThresholdAtRate,
    error,
    r,
    t,
)
from workbench.symbolic.rules import (
    cdfs_are_class_means,
    definition,
    rate_is_weighted,
    skews_balance_classes,
)
from workbench.witnesses import numeric_trials

from .given import DOWN_TO_ERRORS, Q

AT_RATE = (*DOWN_TO_ERRORS, cdfs_are_class_means, definition("error"))
AT_ATTAINED_RATES = "on data at attained rates, r = R(t)"


def plateaus_of_parts() -> Finding:
    """F0 uniform on [0, 1/2] and F1 on [1/2, 1] both have a plateau, and R with pi0 = 1/2 has none."""
    cdfs = {
        "F0": {0: Fraction(0), Fraction(1, 2): Fraction(1), 1: Fraction(1)},
        "F1": {0: Fraction(0), Fraction(1, 2): Fraction(0), 1: Fraction(1)},
    }
    cdfs["R"] = {x: (cdfs["F0"][x] + cdfs["F1"][x]) / 2 for x in cdfs["F0"]}
    flat = {name: _flat(list(cdf.values())) for name, cdf in cdfs.items()}
    implied = bool(flat["R"]) or not (flat["F0"] and flat["F1"])
    return Finding.of(implied, numeric={"plateaus on the halves of [0, 1]": flat})


def common_plateaus() -> Finding:
    """On samples, R is flat between two thresholds exactly where F0 and F1 both are."""
    rise = rate_is_weighted.rewrite(R(t))
    up, still = Symbol("up", positive=True), Symbol("still", nonnegative=True)
    rises = [rise.xreplace({F0(t): first, F1(t): second}) for first, second in ((up, still), (still, up))]
    proved = all(e.is_positive for e in rises) and rise.xreplace({F0(t): S.Zero, F1(t): S.Zero}) == 0
    right = True
    for sample in numeric_trials.samples():
        levels = sorted({*sample.scores, *(x + Fraction(1, 100) for x in sample.scores), Fraction(-9)})
        flats = [set(_flat([cdf(x) for x in levels])) for cdf in (sample.cdf0, sample.cdf1, sample.rate)]
        right &= flats[2] == flats[0] & flats[1]
    numeric = {"samples": len(numeric_trials.samples())}
    if not proved:
        return Finding.of(right, numeric=numeric)
    return Finding.of(right, symbolic={"positive rises of R": list(map(str, rises))}, numeric=numeric)


def _flat(values: list[Fraction]) -> list[int]:
    """The steps on which an increasing function does not move."""
    return [i for i, (low, high) in enumerate(pairwise(values)) if low == high]


claims = (
    Claim(
        "004.D3",
        "Definition 3",
        "The score-fixed method sets the threshold t.",
        "definition",
        Statement(
            "loss(score_fixed(t), cost=point(q), condition=skew)"
            " == q*E0(indicator(t < s)) + (1 - q)*E1(indicator(s <= t))"
        ),
        note="its loss at each operating condition",
    ),
    Claim(
        "004.T2",
        "Theorem 2",
        "A fixed threshold has the error rate as expected loss under uniform cost proportions.",
        "theorem",
        Statement("loss(score_fixed(t)) == error(t)", theorem="Theorem 2"),
    ),
    Claim(
        "004.C3",
        "Corollary 3",
        "A fixed threshold has the macro-average error rate as expected loss under uniform skews.",
        "theorem",
        Statement("loss(score_fixed(t), condition=skew) == macro_error(t)", theorem="Corollary 3"),
    ),
    Claim(
        "004.D4.cost",
        "Definition 4",
        "The rate-fixed method sets the threshold R^-1(r).",
        "definition",
        Formula(
            ExpectedLoss(RateMethod(r), PointMass(Q)),
            loss_at(ThresholdAtRate(r), Q),
            by=(*DOWN_TO_ERRORS, cdfs_are_class_means),
            tried="loss(rate_fixed(E(indicator(s <= t))), cost=point(q))"
            " == 2*q*pi0*E0(indicator(t < s)) + 2*(1 - q)*pi1*E1(indicator(s <= t))",
        ),
        note=AT_ATTAINED_RATES,
    ),
    Claim(
        "004.D4.skew",
        "Definition 4",
        "The rate-fixed method for skews sets R_z^-1(r) with R_z = (F0 + F1)/2.",
        "definition",
        Formula(
            ExpectedLoss(RateMethod(r), UNIFORM, SKEW),
            Balanced(error(ThresholdAtRate(r))),
            by=(skews_balance_classes, *AT_RATE),
            tried="loss(rate_fixed((E0(indicator(s <= t)) + E1(indicator(s <= t)))/2), condition=skew)"
            " == macro_error(t)",
        ),
        note="on data at attained rates, r = R_z(t)",
    ),
    Claim(
        "004.D4.plateau",
        "section 3",
        "If F0 and F1 are not invertible, they have plateaus and so does R.",
        "text",
        Computed(plateaus_of_parts),
        expected="fails",
    ),
    Claim(
        "004.D4.plateau.corrected",
        "section 3",
        "R has a plateau where F0 and F1 have a common one.",
        "text",
        Computed(common_plateaus),
        note="pi0 dF0 + pi1 dF1 vanishes with positive pi0 and pi1 and dF0, dF1 >= 0 only if both do",
    ),
    Claim(
        "004.eq12",
        "equation 12",
        "The rate-fixed method has expected loss 1 - accuracy at the threshold R^-1(r).",
        "theorem",
        Formula(
            ExpectedLoss(RateMethod(r), UNIFORM),
            error(ThresholdAtRate(r)),
            by=AT_RATE,
            tried="loss(rate_fixed(E(indicator(s <= t)))) == error(t)",
        ),
        note=AT_ATTAINED_RATES,
    ),
    Claim(
        "004.D5",
        "Definition 5",
        "BS = pi0 BS0 + pi1 BS1, the mean squared error.",
        "definition",
        Statement("BS == pi0*E0(s**2) + pi1*E1((1 - s)**2)"),
    ),
    Claim(
        "004.eq13",
        "equation 13",
        "MBS = (BS0 + BS1)/2.",
        "definition",
        Statement("MBS == (BS0 + BS1)/2"),
    ),
    Claim(
        "004.D6",
        "Definition 6",
        "MAE = pi0 s0 + pi1 (1 - s1), with the average scores of the classes.",
        "definition",
        Statement("MAE == pi0*E0(s) + pi1*(1 - E1(s))"),
    ),
    Claim(
        "004.eq14",
        "equation 14",
        "MMAE = (s0 + 1 - s1)/2.",
        "definition",
        Statement("MMAE == (E0(s) + 1 - E1(s))/2"),
    ),
)
