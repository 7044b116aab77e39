"""The abstract and section 1: what there is to choose, and Tables 1 to 3."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import mpmath
from sympy import Expr, Rational, Symbol, diff, lambdify, limit, log, simplify

from workbench.deciding.evidence import samples
from workbench.language.statements import law, parse_method
from workbench.language.syntax import names
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    Possible,
    Rounded,
    SameFigure,
)
from workbench.papers.engines import defined, exact
from workbench.papers.general_claims import Statement
from workbench.symbolic.notation import (
    s,
)

from .given import TABLE_2, words

# Data sets that have the figures printed in Tables 1 and 2, the corrected Brier score for model B.
MODEL_A = Data.tallied("a model like A", ("0.40", 0, 2), ("0.79", 100, 38), ("0.88", 0, 60))
MODEL_B = Data.tallied("a model like B", ("0.38", 45, 0), ("0.40", 0, 20), ("0.60", 55, 80))


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
                found.setdefault(a / b if b else "none", f"{one} = {a}, {other} = {b} on {words(sample)}")
    symbolic, numeric = ({"witnesses": list(found.values())[:2]} for found in (others, quotients))
    return Finding.of(
        len(quotients) == 1,
        agree=quotients == others,
        symbolic=symbolic,
        numeric={"samples": len(samples()), **numeric},
    )


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
)
