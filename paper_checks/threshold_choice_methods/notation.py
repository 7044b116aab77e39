"""Section 2: notation, the operating condition, costs and skews, expected loss."""

from __future__ import annotations

from workbench.papers.claims import (
    Claim,
)
from workbench.papers.general_claims import Formula, Statement
from workbench.symbolic.loss import skew
from workbench.symbolic.notation import (
    ANY,
    F0,
    F1,
    ConditionMean,
    ExpectedLoss,
    Qc,
    Qz,
    ScoreMethod,
    c,
    pi0,
    pi1,
    t,
    tau,
    u,
    z,
)
from workbench.symbolic.rules import (
    EQUAL_CLASSES,
    algebra,
    expected_loss,
    loss_at_a_threshold,
)

from .given import COST0, COST1, PC

claims = (
    Claim(
        "004.s2.1",
        "section 2.1",
        "An instance is classified in class 1 if its score exceeds t, and in class 0 otherwise.",
        "definition",
        Statement("error(t) == pi0*E0(indicator(s > t)) + pi1*E1(indicator(s <= t))"),
    ),
    Claim(
        "004.s2.2.classes",
        "section 2.1",
        "The class proportions add up to one.",
        "definition",
        Statement("pi0 + pi1 == 1"),
    ),
    Claim(
        "004.s2.2.rate",
        "section 2.1",
        "The predicted positive rate is R = pi0 F0 + pi1 F1.",
        "definition",
        Statement("E(indicator(s <= t)) == pi0*E0(indicator(s <= t)) + pi1*E1(indicator(s <= t))"),
    ),
    Claim(
        "004.s2.2.means",
        "section 2.1",
        "The average score of a class is the mean over its examples.",
        "definition",
        Statement("E(s) == pi0*MAE0 + pi1*(1 - MAE1)"),
    ),
    Claim(
        "004.s2.3.micro",
        "section 2.1",
        "Accuracy is pi0 F0 + pi1 (1 - F1).",
        "definition",
        Statement("1 - error(t) == pi0*E0(indicator(s <= t)) + pi1*(1 - E1(indicator(s <= t)))"),
    ),
    Claim(
        "004.s2.3.macro",
        "section 2.1",
        "Macro-average accuracy is the mean of F0 and 1 - F1.",
        "definition",
        Statement("1 - macro_error(t) == (E0(indicator(s <= t)) + 1 - E1(indicator(s <= t)))/2"),
    ),
    Claim(
        "004.s2.4",
        "section 2.1",
        "The uniform distribution is Beta(1, 1).",
        "definition",
        Statement("loss(score_driven, cost=beta(1, 1)) == loss(score_driven, cost=uniform)"),
    ),
    Claim(
        "004.eq1",
        "equation 1",
        "Q_c(t; c) = 2 {c pi0 (1 - F0(t)) + (1 - c) pi1 F1(t)}.",
        "definition",
        Statement(
            "loss(score_fixed(t), cost=point(q))"
            " == 2*(q*pi0*(1 - E0(indicator(s <= t))) + (1 - q)*pi1*E1(indicator(s <= t)))"
        ),
    ),
    Claim(
        "004.eq1.proportion",
        "section 2.2",
        "The cost proportion is c0/(c0 + c1) = (1 + c1/c0)**-1.",
        "definition",
        Formula(COST0 / (COST0 + COST1), 1 / (1 + COST1 / COST0), by=(algebra,)),
    ),
    Claim(
        "004.eq2",
        "equation 2",
        "Skew is the normalised product of cost and class proportion: z = c pi0/(c pi0 + (1 - c) pi1).",
        "definition",
        Formula(skew(COST0 / (COST0 + COST1)), PC, by=(algebra,)),
    ),
    Claim(
        "004.eq3",
        "equation 3",
        "Q_z(t; z) = Q_c(t; c)/(c0 pi0 + c1 pi1), with costs that add up to 2.",
        "theorem",
        Formula(Qz(t, skew(c)), Qc(t, c) / (2 * c * pi0 + 2 * (1 - c) * pi1), by=(loss_at_a_threshold,)),
    ),
    Claim(
        "004.eq3.written",
        "equation 3",
        "Q_z(t; z) = z (1 - F0(t)) + (1 - z) F1(t).",
        "definition",
        Formula(Qz(t, z), z * (1 - F0(t)) + (1 - z) * F1(t), by=(loss_at_a_threshold,)),
    ),
    Claim(
        "004.L1.skew",
        "Lemma 1",
        "If pi0 = pi1 then z = c.",
        "theorem",
        Formula(skew(c), c, theorem="Lemma 1, skew", given=frozenset({EQUAL_CLASSES})),
    ),
    Claim(
        "004.L1.loss",
        "Lemma 1",
        "If pi0 = pi1 then Q_z = Q_c.",
        "theorem",
        Formula(Qc(t, c), Qz(t, c), theorem="Lemma 1, loss", given=frozenset({EQUAL_CLASSES})),
    ),
    Claim(
        "004.L1.error",
        "section 2.2",
        "With b = 2 the loss is commensurate with the error rate, which assumes c = 1/2.",
        "text",
        Statement("loss(score_fixed(t), cost=point(1/2)) == error(t)"),
    ),
    Claim(
        "004.L1.prior",
        "section 2.2",
        "If c = 1/2 then z = pi0.",
        "text",
        Statement("1/2*pi0/(1/2*pi0 + (1 - 1/2)*pi1) == pi0"),
    ),
    Claim(
        "004.eq4",
        "equation 4",
        "Expected loss is the mean of Q_c(T(c); c) over the density of cost proportions.",
        "definition",
        Formula(ExpectedLoss(ScoreMethod(tau(c, u))), ConditionMean(ANY, Qc(tau(c, u), c)), by=(expected_loss,)),
    ),
    Claim(
        "004.eq5",
        "equation 5",
        "Expected loss over skews is the mean of Q_z(T(z); z) over the density of skews.",
        "definition",
        Statement(
            "loss(score(g*c + h), cost=point(q), condition=skew)"
            " == q*(1 - E0(indicator(s <= g*q + h))) + (1 - q)*E1(indicator(s <= g*q + h))"
        ),
        note="at each single skew q, for thresholds T(z) = g z + h; the mean over a density is linear in it",
    ),
)
