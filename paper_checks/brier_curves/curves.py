"""Brier curves: definition, areas, and four decision trees."""

from __future__ import annotations

from fractions import Fraction

from workbench.curves.cost_curves import (
    cost_curve,
    cost_line,
    partial_brier_score,
    threshold_line,
)
from workbench.curves.decision_thresholds import optima
from workbench.papers.claims import (
    Claim,
    Computed,
    Data,
    Finding,
)
from workbench.papers.engines import defined, tried
from workbench.papers.general_claims import Statement

from .given import samples, values

PRUNED_TRAIN = Data.read("credit_a_pruned_train.csv")
PRUNED_TEST = Data.read("credit_a_pruned_test.csv")
UNPRUNED_TRAIN = Data.read("credit_a_unpruned_laplace_train.csv")
UNPRUNED_TEST = Data.read("credit_a_unpruned_laplace_test.csv")
REMADE = "on data made again from the source that the slides name"


def thresholds_do_not_carry_over() -> Finding:
    """Thresholds optimal on the training half of the credit data, applied to the test half."""
    lost, differ = [], 0
    for train, test in ((PRUNED_TRAIN, PRUNED_TEST), (UNPRUNED_TRAIN, UNPRUNED_TEST)):
        for cost in (Fraction(i, 10) for i in range(1, 10)):
            chosen = next(optimum.low for optimum in optima(train.sample, cost) if optimum.best)
            best = min(optimum.loss for optimum in optima(test.sample, cost))
            line = cost_line((0, 0), test.sample.pi0) if chosen is None else threshold_line(test.sample, chosen)
            lost.append(line(cost) - best)
            at = "0" if chosen is None else str(chosen)
            differ += line(cost) != defined(test.sample, f"loss(score_fixed({at}), cost=point({cost}))")
    halves = "both trees, chosen on the training half and applied to the test half"
    numeric = {"data": halves, "cost proportions": len(lost), "worse on the test half": sum(x > 0 for x in lost)}
    numeric["largest excess loss"] = float(max(lost))
    symbolic = {"losses compared": len(lost), "that differ": differ}
    return Finding.of(max(lost) > 0, agree=not differ, symbolic=symbolic, numeric=numeric)


def partial_scores() -> Finding:
    """Areas of the Brier curve over ranges, as means of squares of clipped scores and as losses by definition."""
    right = agree = True
    tried_on = [sample for sample in samples() if sample.probabilistic]
    for sample in tried_on:
        for low, high in ((Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(3, 5)), (Fraction(1, 2), Fraction(1))):
            area = cost_curve(sample, "score_driven").area(low, high)
            right &= area == partial_brier_score(sample, low, high)
            agree &= area == (high - low) * defined(sample, f"loss(score_driven, cost=uniform({low}, {high}))")
    return tried(right, agree, len(tried_on), ranges=3)


claims = (
    Claim(
        "000.bc.1.cost",
        "Brier curves",
        "The probabilistic threshold choice method sets T(c) = c.",
        "definition",
        Statement("loss(score_driven, cost=point(q)) == loss(score_fixed(q), cost=point(q))"),
        note="at each cost proportion q it loses what the threshold q loses",
    ),
    Claim(
        "000.bc.1.skew",
        "Brier curves",
        "The probabilistic threshold choice method for skews sets T(z) = z.",
        "definition",
        Statement(
            "loss(score_driven, cost=point(q), condition=skew) == loss(score_fixed(q), cost=point(q), condition=skew)"
        ),
        note="at each skew q it loses what the threshold q loses",
    ),
    Claim(
        "000.bc.2",
        "Brier curves",
        "BC_c(c) = 2 c pi0 (1 - F0(c)) + 2 (1 - c) pi1 F1(c).",
        "definition",
        Statement(
            "loss(score_driven, cost=point(q))"
            " == 2*q*pi0*(1 - E0(indicator(s <= q))) + 2*(1 - q)*pi1*E1(indicator(s <= q))"
        ),
    ),
    Claim(
        "000.bc.3",
        "Brier curves",
        "BC_z(z) = z (1 - F0(z)) + (1 - z) F1(z).",
        "definition",
        Statement(
            "loss(score_driven, cost=point(q), condition=skew)"
            " == q*(1 - E0(indicator(s <= q))) + (1 - q)*E1(indicator(s <= q))"
        ),
    ),
    Claim(
        "000.bc.4",
        "Brier curves, example",
        "The top curve is the Brier curve, with BC1 below it (in BC = pi0 BC0 + pi1 BC1).",
        "text",
        Statement("loss(score_driven, cost=point(q)) >= 2*(1 - q)*E1(indicator(s <= q))"),
        expected="fails",
    ),
    Claim(
        "000.bc.4.corrected",
        "Brier curves, example",
        "The Brier curve is above pi1 BC1, its part from class 1.",
        "text",
        Statement(
            "loss(score_driven, cost=point(q)) >= 2*(1 - q)*pi1*E1(indicator(s <= q))",
        ),
    ),
    Claim(
        "000.bc.5",
        "Brier curves",
        "Thresholds that are optimal on a validation set may not carry over to a new test set.",
        "text",
        Computed(thresholds_do_not_carry_over),
        note="one data set on which they do not",
    ),
    *values("000.j48.1", "J48, TL", "the pruned tree on the training set", PRUNED_TRAIN, "0.937 0.937 0.068", REMADE),
    *values("000.j48.2", "J48, TR", "the pruned tree on the test set", PRUNED_TEST, "0.887 0.894 0.126", REMADE),
    *values(
        "000.j48.3", "J48, BL", "the unpruned tree on the training set", UNPRUNED_TRAIN, "0.985 0.988 0.042", REMADE
    ),
    *values("000.j48.4", "J48, BR", "the unpruned tree on the test set", UNPRUNED_TEST, "0.893 0.904 0.126", REMADE),
    Claim(
        "000.thm.1",
        "Theorem",
        "The area under the Brier curve for cost proportions is the Brier score.",
        "theorem",
        Statement("loss(score_driven) == BS", theorem="Theorem 6"),
        note='under the title "Area under the Brier Score", which means the curve',
    ),
    Claim(
        "000.thm.2",
        "Corollary",
        "The area under the Brier curve for skews is (BS0 + BS1)/2.",
        "theorem",
        Statement("loss(score_driven, condition=skew) == (BS0 + BS1)/2", theorem="Corollary 7"),
    ),
    Claim(
        "000.prop.1",
        "Properties of Brier curves",
        "AUC is the Wilcoxon-Mann-Whitney sum of ranks statistic.",
        "theorem",
        Statement("AUC == (E1(n*R(s) + 1/2) - (n*pi1 + 1)/2)/(n*pi0)"),
        note="n R(s) + 1/2 is the rank of an example, tied examples sharing theirs",
    ),
    Claim(
        "000.prop.2",
        "Properties of Brier curves",
        "Partial Brier scores are the expected loss over a more restricted range of operating conditions.",
        "theorem",
        Computed(partial_scores),
    ),
)
