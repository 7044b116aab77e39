"""Section 5: thresholds by rates, uniform and driven, and optimal ones."""

from __future__ import annotations

from fractions import Fraction

from workbench.papers.claims import (
    Claim,
    Computed,
    Data,
    Finding,
)
from workbench.papers.engines import defined, exact
from workbench.papers.general_claims import Formula, Statement
from workbench.samples.sample import Sample
from workbench.symbolic.loss import loss_at
from workbench.symbolic.notation import (
    SKEW,
    Balanced,
    ExpectedLoss,
    PointMass,
    RateMethod,
    ThresholdAtRate,
    c,
)
from workbench.symbolic.rules import (
    cdfs_are_class_means,
    skews_balance_classes,
)
from workbench.witnesses import numeric_trials

from .given import DOWN_TO_ERRORS, Q, words

PERFECT = Data.of("a perfect ranking", classes="0 0 1 1 1", scores="0.1 0.3 0.3001 0.8 0.9")
WORST = Data.of("the worst ranking", classes="1 1 1 0 0", scores="0.1 0.3 0.3 0.8 0.9")


def rate_fixed_by_auc() -> Finding:
    """Is the loss at a fixed rate a function of AUC, let alone a linear one, for the same class sizes?"""
    return _function_of_auc("loss(rate_fixed(1/2))")


def rate_fixed_by_auc_for_skews() -> Finding:
    """The same for uniform skews."""
    return _function_of_auc("loss(rate_fixed(1/2), condition=skew)")


def _function_of_auc(loss: str) -> Finding:
    """Two samples with the same class sizes and the same AUC but different losses refute it."""
    seen: dict[tuple[object, ...], tuple[Fraction, Sample]] = {}
    for sample in numeric_trials.samples():
        found = exact(sample, loss)
        other, before = seen.setdefault((sample.n0, sample.n1, exact(sample, "AUC")), (found, sample))
        if other != found:
            symbolic, numeric = (
                {
                    f"witness {i}": f"{loss} = {find(x, loss)}, AUC = {find(x, 'AUC')} on {words(x)}"
                    for i, x in enumerate((before, sample), 1)
                }
                for find in (defined, exact)
            )
            return Finding.of(False, symbolic == numeric, symbolic=symbolic, numeric=numeric, note="refuted")
    return Finding("undecided", numeric={"samples": len(numeric_trials.samples())})


claims = (
    Claim(
        "004.D9",
        "Definition 9",
        "AUC is the integral of F0 over F1.",
        "definition",
        Statement("AUC == E1(F0(s))"),
        note="exact on data when ties count one half",
    ),
    Claim(
        "004.D10",
        "Definition 10",
        "The rate-uniform method sets R^-1 of a uniform rate.",
        "definition",
        Statement("loss(rate_uniform, cost=point(q)) == 2*q*pi0*E0(R(s)) + 2*(1 - q)*pi1*E1(1 - R(s))"),
        note="its loss at each operating condition: a score s exceeds the threshold with probability R(s)",
    ),
    Claim(
        "004.D10.examples",
        "section 5.1",
        "For many examples that is a uniform distribution over examples.",
        "text",
        Statement(
            "loss(rate_uniform, rates=step) == loss(rate_uniform) + (1/2 - pi0)/n given no_ties",
        ),
        note="the difference is of order 1/n",
    ),
    Claim(
        "004.D10.cutpoints",
        "section 5.1",
        "For many examples that is a uniform distribution over cutpoints.",
        "text",
        Statement(
            "loss(rate_uniform, rates=cutpoints) == loss(rate_uniform) - pi0*pi1*(1 - 2*AUC)/(n + 1) given no_ties"
        ),
        note="the difference is of order 1/n",
    ),
    Claim(
        "004.T8",
        "Theorem 8",
        "With a uniform rate, expected loss under uniform cost proportions is pi0 pi1 (1 - 2 AUC) + 1/2.",
        "theorem",
        Statement("loss(rate_uniform) == pi0*pi1*(1 - 2*AUC) + 1/2", theorem="Theorem 8"),
    ),
    Claim(
        "004.T8.proof",
        "Theorem 8, proof",
        "It is pi0**2/2 + 2 pi0 pi1 (1 - AUC) + pi1**2/2.",
        "theorem",
        Statement("loss(rate_uniform) == pi0**2/2 + 2*pi0*pi1*(1 - AUC) + pi1**2/2"),
    ),
    Claim(
        "004.T8.header",
        "Theorem 8",
        "Assuming the rate-fixed method, expected loss decreases linearly with AUC.",
        "theorem",
        Computed(rate_fixed_by_auc),
        expected="fails",
    ),
    Claim(
        "004.T8.header.corrected",
        "Theorem 8",
        "Assuming the rate-uniform method, expected loss decreases linearly with AUC.",
        "theorem",
        Statement("loss(rate_uniform) == pi0*pi1*(1 - 2*AUC) + 1/2", theorem="Theorem 8"),
    ),
    Claim(
        "004.fn1",
        "Theorem 8, footnote 1",
        "Without a uniform distribution of cost proportions expected loss is still linear in AUC.",
        "theorem",
        Statement("loss(rate_uniform, cost=point(q)) == q*pi0**2 + (1 - q)*pi1**2 + 2*pi0*pi1*(1 - AUC)"),
        note="at each cost proportion q; linear in q, so for any density it holds with the mean cost proportion",
    ),
    Claim(
        "004.fn1.beta",
        "Theorem 8, footnote 1",
        "The same for Beta(2, 3) cost proportions, whose mean is 2/5.",
        "theorem",
        Statement("loss(rate_uniform, cost=beta(2, 3)) == 2/5*pi0**2 + 3/5*pi1**2 + 2*pi0*pi1*(1 - AUC)"),
    ),
    Claim(
        "004.C9",
        "Corollary 9",
        "With a uniform rate, expected loss under uniform skews is (1 - 2 AUC)/4 + 1/2.",
        "theorem",
        Statement("loss(rate_uniform, condition=skew) == (1 - 2*AUC)/4 + 1/2", theorem="Corollary 9"),
    ),
    Claim(
        "004.C9.header",
        "Corollary 9",
        "Assuming the rate-fixed method, expected loss under uniform skews decreases linearly with AUC.",
        "theorem",
        Computed(rate_fixed_by_auc_for_skews),
        expected="fails",
    ),
    Claim(
        "004.C9.header.corrected",
        "Corollary 9",
        "Assuming the rate-uniform method, expected loss under uniform skews decreases linearly with AUC.",
        "theorem",
        Statement("loss(rate_uniform, condition=skew) == (1 - 2*AUC)/4 + 1/2", theorem="Corollary 9"),
    ),
    Claim(
        "004.s5.1.best",
        "section 5.1",
        "Rate-uniform expected loss for uniform skews is at least 1/4.",
        "text",
        Statement("loss(rate_uniform, condition=skew) >= 1/4"),
    ),
    Claim(
        "004.s5.1.best.attained",
        "section 5.1",
        "A perfect ranker has expected loss 1/4 for uniform skews.",
        "text",
        Statement("loss(rate_uniform, condition=skew) == 1/4", data=PERFECT),
    ),
    Claim(
        "004.s5.1.worst",
        "section 5.1",
        "Rate-uniform expected loss for uniform skews is at most 3/4.",
        "text",
        Statement("loss(rate_uniform, condition=skew) <= 3/4"),
    ),
    Claim(
        "004.s5.1.worst.attained",
        "section 5.1",
        "The worst possible ranker has expected loss 3/4 for uniform skews.",
        "text",
        Statement("loss(rate_uniform, condition=skew) == 3/4", data=WORST),
    ),
    Claim(
        "004.s5.2.tpr",
        "section 5.1",
        "At the score of a random example the expected true positive rate is pi0/2 + pi1 AUC.",
        "theorem",
        Statement("E(F0(s)) == pi0/2 + pi1*AUC"),
    ),
    Claim(
        "004.s5.2.fpr",
        "section 5.1",
        "At the score of a random example the expected false positive rate is pi1/2 + pi0 (1 - AUC).",
        "theorem",
        Statement("E(F1(s)) == pi1/2 + pi0*(1 - AUC)"),
    ),
    Claim(
        "004.s5.3.tp",
        "section 5.1, contingency table",
        "Actual 0, predicted 0: pi0**2/2 + pi0 pi1 AUC.",
        "table",
        Statement("pi0*E(F0(s)) == pi0**2/2 + pi0*pi1*AUC"),
    ),
    Claim(
        "004.s5.3.fn",
        "section 5.1, contingency table",
        "Actual 0, predicted 1: pi0**2/2 + pi0 pi1 (1 - AUC).",
        "table",
        Statement("pi0*(1 - E(F0(s))) == pi0**2/2 + pi0*pi1*(1 - AUC)"),
    ),
    Claim(
        "004.s5.3.fp",
        "section 5.1, contingency table",
        "Actual 1, predicted 0: pi1**2/2 + pi0 pi1 (1 - AUC).",
        "table",
        Statement("pi1*E(F1(s)) == pi1**2/2 + pi0*pi1*(1 - AUC)"),
    ),
    Claim(
        "004.s5.3.tn",
        "section 5.1, contingency table",
        "Actual 1, predicted 1: pi1**2/2 + pi0 pi1 AUC.",
        "table",
        Statement("pi1*(1 - E(F1(s))) == pi1**2/2 + pi0*pi1*AUC"),
    ),
    Claim(
        "004.s5.3.columns",
        "section 5.1, contingency table",
        "The column totals are 1/2.",
        "table",
        Statement("pi0*E(F0(s)) + pi1*E(F1(s)) == 1/2"),
    ),
    Claim(
        "004.s5.4",
        "section 5.1",
        "For uniform skew and n + 1 equally likely cutpoints it is n/(n + 1) (1 - 2 AUC)/4 + 1/2.",
        "theorem",
        Statement("loss(rate_uniform, condition=skew, rates=cutpoints) == n/(n + 1)*(1 - 2*AUC)/4 + 1/2 given no_ties"),
    ),
    Claim(
        "004.s5.4.examples",
        "section 5.1",
        "With uniform instance selection the expected loss for uniform skew is n/(n + 1) (1 - 2 AUC)/4 + 1/2.",
        "theorem",
        Statement("E((1 - F0(s) + F1(s))/2) == n/(n + 1)*(1 - 2*AUC)/4 + 1/2 given no_ties"),
        expected="fails",
    ),
    Claim(
        "004.s5.4.examples.corrected",
        "section 5.1",
        "At the score of a random one of n examples it is (1 - 2 AUC)/4 + 1/2.",
        "theorem",
        Statement("E((1 - F0(s) + F1(s))/2) == (1 - 2*AUC)/4 + 1/2"),
    ),
    Claim(
        "004.D11.cost",
        "Definition 11",
        "The rate-driven method for cost proportions sets R^-1(c).",
        "definition",
        Formula(
            ExpectedLoss(RateMethod(c), PointMass(Q)),
            loss_at(ThresholdAtRate(Q), Q),
            by=(*DOWN_TO_ERRORS, cdfs_are_class_means),
            tried="loss(rate_driven, cost=point(q))"
            " == 2*q*pi0*E0(indicator(q < R(s))) + 2*(1 - q)*pi1*E1(indicator(R(s) <= q))",
        ),
        note="its loss at each operating condition: a score s exceeds the threshold when c < R(s)",
    ),
    Claim(
        "004.D11.skew",
        "Definition 11",
        "The rate-driven method for skews sets R_z^-1(z).",
        "definition",
        Formula(
            ExpectedLoss(RateMethod(c), PointMass(Q), SKEW),
            Balanced(loss_at(ThresholdAtRate(Q), Q)),
            by=(skews_balance_classes, *DOWN_TO_ERRORS, cdfs_are_class_means),
            tried="loss(rate_driven, cost=point(q), condition=skew)"
            " == q*E0(indicator(q < (F0(s) + F1(s))/2)) + (1 - q)*E1(indicator((F0(s) + F1(s))/2 <= q))",
        ),
        note="its loss at each operating condition, with R_z = (F0 + F1)/2",
    ),
    Claim(
        "004.T10",
        "Theorem 10",
        "With the rate equal to a uniform cost proportion, expected loss is pi0 pi1 (1 - 2 AUC) + 1/3.",
        "theorem",
        Statement("loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3", theorem="Theorem 10"),
    ),
    Claim(
        "004.s5.5",
        "section 1.1",
        "The rate-driven method is always better than the rate-uniform one.",
        "theorem",
        Statement("loss(rate_driven) <= loss(rate_uniform)"),
    ),
)
