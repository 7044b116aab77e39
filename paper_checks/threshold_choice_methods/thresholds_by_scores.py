"""Section 4: thresholds uniform over the scores, and driven by them."""

from __future__ import annotations

from sympy import Symbol

from workbench.papers.claims import (
    Claim,
    Data,
    SameFigure,
)
from workbench.papers.general_claims import Formula, Statement
from workbench.symbolic.notation import (
    E0,
    E1,
    F0,
    F1,
    UNIFORM,
    Clip,
    ExpectedLoss,
    Qz,
    ScoreMethod,
    Width,
    pi0,
    pi1,
    s,
    t,
    u,
)
from workbench.symbolic.rules import (
    cdfs_are_class_means,
    expected_loss,
    loss_at_a_threshold,
    moments,
    swap_means,
)

from .given import COST0, COST1, PC, TABLE_2

INNER = Data.of("two examples, told apart", classes="0 1", scores="0.25 0.75")
LOW, HIGH = Symbol("l", real=True), Symbol("h", real=True)
DOWN_TO_CLASS_MEANS = (expected_loss, loss_at_a_threshold, cdfs_are_class_means)

claims = (
    Claim(
        "004.s4.1",
        "section 4",
        "MAE is equivalent to the mean probability rate MPR, the mean probability of the actual class.",
        "text",
        Statement("MAE == pi0*E0(1 - s) + pi1*E1(s)"),
        expected="fails",
    ),
    Claim(
        "004.s4.1.corrected",
        "section 4",
        "MAE is the complement 1 - MPR of the mean probability rate.",
        "text",
        Statement("MAE == 1 - (pi0*E0(1 - s) + pi1*E1(s))"),
    ),
    Claim(
        "004.D7",
        "Definition 7",
        "The score-uniform method draws the threshold uniformly from [l, h].",
        "definition",
        Formula(
            ExpectedLoss(ScoreMethod(LOW + u * Width(LOW, HIGH)), UNIFORM),
            (pi0 * E0(Clip(s, LOW, HIGH) - LOW) + pi1 * E1(HIGH - Clip(s, LOW, HIGH))) / (HIGH - LOW),
            by=(*DOWN_TO_CLASS_MEANS, swap_means, moments),
            tried="loss(score_uniform(t, t + (1 - t)*r)) == (pi0*E0(min(max(s, t), t + (1 - t)*r) - t)"
            " + pi1*E1(t + (1 - t)*r - min(max(s, t), t + (1 - t)*r)))/((1 - t)*r)",
        ),
        note="for l < h; {pi0 (s0 - l) + pi1 (h - s1)}/(h - l) when all scores lie in [l, h]",
    ),
    Claim(
        "004.D7.range",
        "section 4.1",
        "With thresholds uniform between the minimum and the maximum score the expected loss is the MAE.",
        "text",
        Statement("loss(score_uniform(1/4, 3/4)) == MAE", data=INNER),
        expected="fails",
    ),
    Claim(
        "004.D7.range.corrected",
        "section 4.1",
        "With thresholds uniform on [0, 1] the expected loss is the MAE.",
        "text",
        Statement("loss(score_uniform(0, 1)) == MAE", theorem="Theorem 4"),
    ),
    Claim(
        "004.T4",
        "Theorem 4",
        "Score-uniform thresholds have the MAE as expected loss under uniform cost proportions.",
        "theorem",
        Statement("loss(score_uniform) == MAE", theorem="Theorem 4"),
    ),
    Claim(
        "004.s4.2.class1",
        "section 4.1",
        "The integral of F1 over [0, 1] is 1 minus the average score of class 1.",
        "theorem",
        Statement("loss(score_uniform, cost=point(0))/(2*pi1) == 1 - E1(s)"),
    ),
    Claim(
        "004.s4.2.class0",
        "section 4.1",
        "The integral of F0 over [0, 1] is 1 minus the average score of class 0.",
        "theorem",
        Statement("1 - loss(score_uniform, cost=point(1))/(2*pi0) == 1 - E0(s)"),
    ),
    Claim(
        "004.C5",
        "Corollary 5",
        "Score-uniform thresholds have the macro-average MAE as expected loss under uniform skews.",
        "theorem",
        Statement("loss(score_uniform, condition=skew) == MMAE", theorem="Corollary 5"),
    ),
    Claim(
        "004.D8",
        "Definition 8",
        "The score-driven method sets the threshold to the operating condition.",
        "definition",
        Statement(
            "loss(score_driven, cost=point(q), condition=skew)"
            " == q*E0(indicator(q < s)) + (1 - q)*E1(indicator(s <= q))"
        ),
        note="its loss at each operating condition",
    ),
    Claim(
        "004.T6",
        "Theorem 6",
        "Score-driven thresholds have the Brier score as expected loss under uniform cost proportions.",
        "theorem",
        Statement("loss(score_driven) == BS", theorem="Theorem 6"),
    ),
    Claim(
        "004.s4.3.expense",
        "section 4.2",
        "Murphy's expense (c for protection, 1 for unprotected adverse weather) differs by a constant.",
        "theorem",
        Statement("q*E(indicator(q < s)) + pi1*E1(indicator(s <= q)) == loss(score_driven, cost=point(q))/2 + q*pi1"),
    ),
    Claim(
        "004.s4.3",
        "section 4.2",
        "Murphy's expected utility is -PS/4 + (1 + pi0)/2 with the probability score PS = 2 BS.",
        "theorem",
        Statement("1 - (loss(score_driven)/2 + 1/2*pi1) == -2*BS/4 + (1 + pi0)/2"),
    ),
    Claim(
        "004.s4.4.A",
        "section 4.2",
        "The score-driven loss of model A in Table 2 is its Brier score in Table 1.",
        "table",
        SameFigure("0.33", TABLE_2["score-driven", "A"]),
        expected="consistent",
    ),
    Claim(
        "004.s4.4.B",
        "section 4.2",
        "The score-driven loss of model B in Table 2 is its Brier score in Table 1.",
        "table",
        SameFigure("0.24", TABLE_2["score-driven", "B"]),
        expected="inconsistent",
    ),
    Claim(
        "004.s4.4.B.corrected",
        "section 4.2",
        "The score-driven loss of model B is the Brier score 0.23.",
        "table",
        SameFigure("0.23", TABLE_2["score-driven", "B"]),
        expected="consistent",
        note="one way to mend it; 0.231 can be the misprint as well",
    ),
    Claim(
        "004.C7",
        "Corollary 7",
        "Score-driven thresholds have the macro-average Brier score as expected loss under uniform skews.",
        "theorem",
        Statement("loss(score_driven, condition=skew) == MBS", theorem="Corollary 7"),
    ),
    Claim(
        "004.s4.5",
        "section 4.2",
        "The Brier score is at most the MAE.",
        "theorem",
        Statement("BS <= MAE"),
    ),
    Claim(
        "004.s4.5.macro",
        "section 4.2",
        "The macro-average Brier score is at most the macro-average MAE.",
        "theorem",
        Statement("MBS <= MMAE"),
    ),
    Claim(
        "004.s4.5.gain",
        "section 4.2",
        "The gain by knowing the operating condition is MAE - BS, the mean of s (1 - s).",
        "theorem",
        Statement("loss(score_uniform) - loss(score_driven) == E(s*(1 - s))"),
    ),
    Claim(
        "004.s4.6",
        "section 4.2",
        "Drummond and Holte's PC(+), the normalised product of class proportion and cost, is the skew.",
        "definition",
        Formula(
            Qz(t, PC),
            (COST0 * pi0 * (1 - F0(t)) + COST1 * pi1 * F1(t)) / (COST0 * pi0 + COST1 * pi1),
            by=(loss_at_a_threshold,),
        ),
        note="at the skew PC(+) the loss Q_z is their normalised expected cost",
    ),
)
