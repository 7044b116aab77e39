"""Hernández-Orallo, Flach and Ferri, Threshold Choice Methods: the Missing Link.

A low score means class 0, the positive class. In the statements ``q`` is a cost proportion or a skew, ``t`` a
threshold, ``r`` a rate, each in [0, 1], and ``a`` and ``b`` are costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import mpmath
from sympy import Expr, Rational, S, Symbol, diff, lambdify, limit, log, simplify

from workbench.deciding import numeric_trials
from workbench.deciding.evidence import samples
from workbench.language.statements import law, parse_method
from workbench.language.syntax import names
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    Paper,
    Possible,
    Rounded,
    SameFigure,
)
from workbench.papers.engines import defined, exact
from workbench.papers.general_claims import Formula, Statement
from workbench.samples.sample import Sample
from workbench.symbolic.loss import loss_at, skew
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    SKEW,
    UNIFORM,
    Balanced,
    Clip,
    ConditionMean,
    ExpectedLoss,
    PointMass,
    Qc,
    Qz,
    R,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    Width,
    c,
    error,
    pi0,
    pi1,
    r,
    s,
    t,
    tau,
    u,
    z,
)
from workbench.symbolic.rules import (
    EQUAL_CLASSES,
    algebra,
    cdfs_are_class_means,
    definition,
    expected_loss,
    loss_at_a_threshold,
    moments,
    rate_is_weighted,
    skews_balance_classes,
    swap_means,
)

# Data sets that have the figures printed in Tables 1 and 2, the corrected Brier score for model B.
MODEL_A = Data.tallied("a model like A", ("0.40", 0, 2), ("0.79", 100, 38), ("0.88", 0, 60))
MODEL_B = Data.tallied("a model like B", ("0.38", 45, 0), ("0.40", 0, 20), ("0.60", 55, 80))
PERFECT = Data.of("a perfect ranking", classes="0 0 1 1 1", scores="0.1 0.3 0.3001 0.8 0.9")
WORST = Data.of("the worst ranking", classes="1 1 1 0 0", scores="0.1 0.3 0.3 0.8 0.9")
INNER = Data.of("two examples, told apart", classes="0 1", scores="0.25 0.75")

# Costs of a misclassified example of class 0 and of class 1, and the normalised product of the first.
COST0, COST1 = Symbol("a", positive=True), Symbol("b", positive=True)
PC = COST0 * pi0 / (COST0 * pi0 + COST1 * pi1)
Q = Symbol("q", nonnegative=True)
LOW, HIGH = Symbol("l", real=True), Symbol("h", real=True)

# The definition of expected loss, down to the errors of both classes.
DOWN_TO_ERRORS = (expected_loss, loss_at_a_threshold, moments)
DOWN_TO_CLASS_MEANS = (expected_loss, loss_at_a_threshold, cdfs_are_class_means)
AT_RATE = (*DOWN_TO_ERRORS, cdfs_are_class_means, definition("error"))
AT_ATTAINED_RATES = "on data at attained rates, r = R(t)"

TABLE_2 = {
    ("fixed", "A"): "0.510",
    ("fixed", "B"): "0.375",
    ("score-driven", "A"): "0.328",
    ("score-driven", "B"): "0.231",
    ("rate-driven", "A"): "0.188",
    ("rate-driven", "B"): "0.248",
}


def gini_proportional() -> Finding:
    """Is AUC a multiple of the Gini coefficient?"""
    return _proportional("AUC", "GINI")


def kendall_proportional() -> Finding:
    """Is AUC a multiple of Kendall's tau distance to a perfect ranking, the misordered pairs?"""
    return _proportional("AUC", "n0*n1*E0(F1(s))")


def _proportional(one: str, other: str) -> Finding:
    """No factor exists once one of them vanishes and the other does not, or two quotients differ."""
    quotients: dict[object, str] = {}
    others: dict[object, str] = {}
    for sample in samples():
        for found, find in ((quotients, exact), (others, defined)):
            a, b = find(sample, one), find(sample, other)
            if a or b:
                found.setdefault(a / b if b else "none", f"{one} = {a}, {other} = {b} on {_words(sample)}")
    symbolic, numeric = ({"witnesses": list(found.values())[:2]} for found in (others, quotients))
    return Finding.of(
        len(quotients) == 1,
        agree=quotients == others,
        symbolic=symbolic,
        numeric={"samples": len(samples()), **numeric},
    )


def _words(sample: Sample) -> str:
    classes, scores = sample.examples()
    return f"classes {' '.join(map(str, classes))} with scores {' '.join(map(str, scores))}"


def log_loss_rule() -> Finding:
    """The log loss is the score-driven loss for the weight 1/(2 c (1 - c)), "Beta(0, 0)"."""
    return _proper_rule(-log(1 - s), -log(s), 1 / (2 * s * (1 - s)))


def boosting_loss_rule() -> Finding:
    """The boosting loss is the score-driven loss for the weight (c (1 - c))**(-3/2)/4, "Beta(-1/2, -1/2)"."""
    odds = s / (1 - s)
    return _proper_rule(odds ** Rational(1, 2), odds ** Rational(-1, 2), (s * (1 - s)) ** Rational(-3, 2) / 4)


def _proper_rule(l0: Expr, l1: Expr, weight: Expr) -> Finding:
    """Whether l0 is the integral of 2 c w up to s, and l1 that of 2 (1 - c) w from s on."""
    x = Symbol("x", positive=True)
    slopes = diff(l0, s) - 2 * s * weight, diff(l1, s) + 2 * (1 - s) * weight
    ends = limit(l0, s, 0, "+"), limit(l1, s, 1, "-")
    proved = ends == (0, 0) and all(simplify(e.subs(s, x**2 / (1 + x**2))) == 0 for e in slopes)
    worst = 0.0
    for expression, moment, low in ((l0, 2 * s * weight, True), (l1, 2 * (1 - s) * weight, False)):
        closed, integrand = lambdify(s, expression, "mpmath"), lambdify(s, moment, "mpmath")
        for at in (0.125, 0.5, 0.75):
            area = mpmath.quad(integrand, [0, at] if low else [at, 1])
            worst = max(worst, float(abs(area - closed(mpmath.mpf(at)))))
    numeric = {"points": 6, "largest difference": f"{worst:.1e}"}
    if proved != (worst < 1e-6):
        return Finding("undecided", {"proved": proved}, numeric, DISAGREEMENT)
    return Finding.of(proved, symbolic={"l0": str(l0), "l1": str(l1), "weight": str(weight)}, numeric=numeric)


def six_methods() -> Finding:
    """Fixed laws move with nothing, uniform ones with u, driven ones with c: Table 3."""
    inside = {"fixed(1/2)": set(), "uniform": {"u"}, "driven": {"c"}}
    found = {f"{kind}_{how}": law(parse_method(f"{kind}_{how}")) for kind in ("score", "rate") for how in inside}
    right = all(
        found[f"{kind}_{how}"].name == kind and names(found[f"{kind}_{how}"]) == moves
        for kind in ("score", "rate")
        for how, moves in inside.items()
    )
    return Finding.of(right, symbolic={name: str(written) for name, written in found.items()})


def least_of_table_2() -> Finding:
    """The entry of Table 2 whose rounding interval lies below all others, if there is one."""
    intervals = {entry: Rounded(text).interval for entry, text in TABLE_2.items()}
    least = min(intervals, key=lambda entry: intervals[entry])
    apart = all(intervals[least][1] < low for entry, (low, _) in intervals.items() if entry != least)
    return Finding.of(apart and least == ("rate-driven", "A"), numeric={"data": "Table 2", "least": " ".join(least)})


@dataclass(frozen=True)
class ClassShare:
    """The class proportions that a model's printed AUC and rate-driven loss leave open.

    By Theorem 10, pi0 pi1 = (1/3 - L)/(2 AUC - 1), which falls in both L and AUC.
    """

    auc: str
    loss: str

    @property
    def statement(self) -> str:
        """Theorem 10 for the printed figures."""
        return f"{self.loss} = pi0*pi1*(1 - 2*{self.auc}) + 1/3, up to rounding, for some pi0"

    def run(self) -> Finding:
        """The interval of pi0 pi1, and of pi0."""
        theorem = Statement("loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3", theorem="Theorem 10").run()
        (auc_low, auc_high), (loss_low, loss_high) = Rounded(self.auc).interval, Rounded(self.loss).interval
        low = (Fraction(1, 3) - loss_high) / (2 * auc_high - 1)
        high = min((Fraction(1, 3) - loss_low) / (2 * auc_low - 1), Fraction(1, 4))
        numeric = {"pi0*pi1": f"from {float(low):.6f} to {float(high):.6f}"}
        if theorem.verdict != "holds" or low > high:
            return Finding("inconsistent" if low > high else "undecided", theorem.symbolic, numeric)
        scale = 10**6
        inside = (1 - 4 * low) * scale**2
        root = isqrt(inside.numerator // inside.denominator) + 1
        least = Fraction(scale - root, 2 * scale)
        numeric["pi0"] = f"from {float(least):.6f} to {float(1 - least):.6f}"
        note = f"pi0 lies between {float(least):.4f} and {float(1 - least):.4f}"
        return Finding("consistent", theorem.symbolic, numeric, note)


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
                    f"witness {i}": f"{loss} = {find(x, loss)}, AUC = {find(x, 'AUC')} on {_words(x)}"
                    for i, x in enumerate((before, sample), 1)
                }
                for find in (defined, exact)
            )
            return Finding.of(False, symbolic == numeric, symbolic=symbolic, numeric=numeric, note="refuted")
    return Finding("undecided", numeric={"samples": len(numeric_trials.samples())})


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
        "004.abs.1.fixed",
        "abstract",
        "A fixed threshold leads to the 0-1 loss.",
        "text",
        Statement("loss(score_fixed(t)) == error(t)", theorem="Theorem 2"),
    ),
    Claim(
        "004.abs.1.uniform",
        "abstract",
        "The score-uniform method leads to the absolute error.",
        "text",
        Statement("loss(score_uniform) == MAE", theorem="Theorem 4"),
    ),
    Claim(
        "004.abs.1.driven",
        "abstract",
        "The score-driven method leads to the Brier score.",
        "text",
        Statement("loss(score_driven) == BS", theorem="Theorem 6"),
    ),
    Claim(
        "004.abs.1.rate",
        "abstract",
        "The rate-driven method leads to AUC.",
        "text",
        Statement("loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3", theorem="Theorem 10"),
    ),
    Claim(
        "004.abs.1.optimal",
        "abstract",
        "The optimal method leads to the refinement loss.",
        "text",
        Statement("loss(optimal) == RLH", theorem="Optimal is refinement loss"),
    ),
    Claim(
        "004.s1.1.gini",
        "section 1",
        "AUC is proportional to the Gini coefficient.",
        "text",
        Computed(gini_proportional),
        expected="fails",
    ),
    Claim(
        "004.s1.1.gini.corrected",
        "section 1",
        "The Gini coefficient is affine in AUC: 2 AUC - 1.",
        "text",
        Statement("GINI == 2*AUC - 1"),
    ),
    Claim(
        "004.s1.1.kendall",
        "section 1",
        "AUC is proportional to Kendall's tau distance to a perfect model.",
        "text",
        Computed(kendall_proportional),
        expected="fails",
    ),
    Claim(
        "004.s1.1.kendall.corrected",
        "section 1",
        "The share of misordered pairs, Kendall's tau distance, is 1 - AUC.",
        "text",
        Statement("E0(F1(s)) == 1 - AUC"),
    ),
    Claim(
        "004.s1.2.brier",
        "section 1",
        "The Brier score is an integral over a Beta density of costs.",
        "text",
        Statement("loss(score_driven, cost=beta(1, 1)) == BS"),
    ),
    Claim(
        "004.s1.2.log",
        "section 1",
        "The log-loss is an integral over a Beta density of costs.",
        "text",
        Computed(log_loss_rule),
        note="an improper density: the weight has infinite mass",
    ),
    Claim(
        "004.s1.2.boosting",
        "section 1",
        "The boosting loss is an integral over a Beta density of costs.",
        "text",
        Computed(boosting_loss_rule),
        note="an improper density: the weight has infinite mass",
    ),
    Claim(
        "004.s1.2.error",
        "section 1",
        "The error rate (0-1 loss) is an integral over a Beta density of costs.",
        "text",
        Statement("loss(score_driven, cost=point(1/2)) == error(1/2)"),
        note="the limit of Beta(a, a) for large a, a point mass at 1/2",
    ),
    Claim(
        "004.t1.1.A",
        "Table 1",
        "Model A has AUC 0.79 and Brier score 0.33.",
        "table",
        Possible((("AUC", "0.79"), ("BS", "0.33")), MODEL_A),
        expected="consistent",
    ),
    Claim(
        "004.t1.1.B",
        "Table 1",
        "The Brier score of model B is 0.24, which by Theorem 6 is its score-driven loss, 0.231.",
        "table",
        SameFigure("0.24", TABLE_2["score-driven", "B"]),
        expected="inconsistent",
    ),
    Claim(
        "004.t1.1.B.corrected",
        "Table 1",
        "The Brier score of model B is 0.23 and its AUC 0.67.",
        "table",
        Possible((("AUC", "0.67"), ("BS", "0.23")), MODEL_B),
        expected="consistent",
        note="one way to mend it; 0.231 can be the misprint as well",
    ),
    Claim(
        "004.s1.3",
        "section 1",
        "A fixed threshold predicts positive if the score is greater than 0.5.",
        "text",
        Statement(
            "loss(score_fixed(1/2)) == pi0*E0(indicator(s <= 1/2)) + pi1*E1(indicator(s > 1/2))",
        ),
        expected="fails",
        note="against the convention of section 2.1",
    ),
    Claim(
        "004.s1.3.corrected",
        "section 1",
        "A fixed threshold predicts positive if the score is at most 0.5.",
        "text",
        Statement("loss(score_fixed(1/2)) == pi0*E0(indicator(s > 1/2)) + pi1*E1(indicator(s <= 1/2))"),
    ),
    Claim(
        "004.t2.1.A",
        "Table 2",
        "The expected losses of model A, with AUC 0.79.",
        "table",
        Possible(
            (
                ("AUC", "0.79"),
                ("loss(score_fixed(1/2))", TABLE_2["fixed", "A"]),
                ("loss(score_driven)", TABLE_2["score-driven", "A"]),
                ("loss(rate_driven)", TABLE_2["rate-driven", "A"]),
            ),
            MODEL_A,
        ),
        expected="consistent",
    ),
    Claim(
        "004.t2.1.A.share",
        "Table 2",
        "AUC 0.79 and rate-driven loss 0.188 of model A agree with Theorem 10 for some class proportions.",
        "table",
        ClassShare("0.79", "0.188"),
        expected="consistent",
    ),
    Claim(
        "004.t2.1.B",
        "Table 2",
        "The expected losses of model B, with AUC 0.67.",
        "table",
        Possible(
            (
                ("AUC", "0.67"),
                ("loss(score_fixed(1/2))", TABLE_2["fixed", "B"]),
                ("loss(score_driven)", TABLE_2["score-driven", "B"]),
                ("loss(rate_driven)", TABLE_2["rate-driven", "B"]),
            ),
            MODEL_B,
        ),
        expected="consistent",
    ),
    Claim(
        "004.t2.1.B.share",
        "Table 2",
        "AUC 0.67 and rate-driven loss 0.248 of model B agree with Theorem 10 for some class proportions.",
        "table",
        ClassShare("0.67", "0.248"),
        expected="consistent",
    ),
    Claim(
        "004.t3.1",
        "Table 3",
        "Six methods: thresholds on scores or rates, fixed, uniform or driven by the operating condition.",
        "table",
        Computed(six_methods),
    ),
    Claim(
        "004.s1.4",
        "section 1",
        "Model A with rate-driven thresholds has the lowest expected loss of Table 2.",
        "text",
        Computed(least_of_table_2),
    ),
    Claim(
        "004.s1.5",
        "section 1.1",
        "The refinement loss of the convex hull of the ROC curve is the area under the optimal cost curve.",
        "text",
        Statement("RLH == loss(optimal)", theorem="Optimal is refinement loss"),
    ),
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
        "The score-uniform method draws the threshold uniformly from [l, u].",
        "definition",
        Formula(
            ExpectedLoss(ScoreMethod(LOW + u * Width(LOW, HIGH)), UNIFORM),
            (pi0 * E0(Clip(s, LOW, HIGH) - LOW) + pi1 * E1(HIGH - Clip(s, LOW, HIGH))) / (HIGH - LOW),
            by=(*DOWN_TO_CLASS_MEANS, swap_means, moments),
            tried="loss(score_uniform(t, t + (1 - t)*r)) == (pi0*E0(min(max(s, t), t + (1 - t)*r) - t)"
            " + pi1*E1(t + (1 - t)*r - min(max(s, t), t + (1 - t)*r)))/((1 - t)*r)",
        ),
        note="for l < u; {pi0 (s0 - l) + pi1 (u - s1)}/(u - l) when all scores lie in [l, u]",
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
        "That is the expected loss for uniform skew and uniform instance selection.",
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

paper = Paper(
    key="004",
    title="Threshold Choice Methods: the Missing Link",
    authors="José Hernández-Orallo, Peter Flach and Cèsar Ferri",
    year=2011,
    claims=claims,
)
