"""Lin, slides on probabilistic prediction, calibration and the Brier score.

A score estimates the probability of class 1, and a low one is predicted to be of class 0. In the statements ``t`` is a
threshold (the slides' alpha) and ``posterior(s)`` the fraction of class 1 at a score (their p(c | t)).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from types import FrameType

from sympy import Function, Integral, Rational, Symbol, diff, exp, expand, log, simplify, solve, symbols

from workbench.calibration.isotonic import isotonic
from workbench.calibration.platt import platt
from workbench.calibration.reliability import equal_width, reliability
from workbench.curves.decision_thresholds import Rule, best_rule, optima
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.papers import empirical
from workbench.papers.claims import Claim, Computed, Data, Finding, NotCheckable, Paper, Possible, Value
from workbench.papers.engines import defined, rational, tried
from workbench.papers.general_claims import Statement
from workbench.samples.pooling import pool_adjacent_violators
from workbench.samples.sample import Sample
from workbench.witnesses import numeric_trials

TraceFunction = Callable[[FrameType, str, object], object]

# The two printed tables, with the predicted classes as scores: those of the actual classes 0 and 1.
UNCALIBRATED = Data.tallied("the uncalibrated boundary", ("0", 1895, 207), ("1", 105, 1993))
CALIBRATED = Data.tallied("the calibrated boundaries", ("0", 1939, 31), ("1", 61, 2169))
# One threshold, 0.4, predicts the one table, and three thresholds the other.
BOTH = Data.tallied("one model", ("0.1", 20, 186), ("0.4", 1875, 21), ("0.6", 41, 1983), ("0.9", 64, 10))
TURNED = Data.tallied("scores turned round, p(c | t) = 1 - t", *((f"0.{i}", i, 10 - i) for i in range(1, 10)))

ONE_THRESHOLD = "1 - MER"
ANY_THRESHOLDS = "E(max(posterior(s), 1 - posterior(s)))"
HALF = Fraction(1, 2)


def within_bins() -> Finding:
    """With the variance and covariance within bins the binned parts sum to the Brier score, for 1 to 6 bins."""
    s, y, t = symbols("s y t_k")
    proved = expand((s - y) ** 2 - ((t - y) ** 2 + (s - t) ** 2 + 2 * (s - t) * (t - y))) == 0
    right = True
    for sample in numeric_trials.samples():
        for bins in range(1, 7):
            found = reliability(sample, equal_width(bins), "midpoint")
            within = found.within_bin_variance - found.within_bin_covariance
            right &= found.brier == found.calibration_loss + found.refinement_loss + within
    symbolic = {"one example": "(s - y)**2 = (t_k - y)**2 + (s - t_k)**2 + 2*(s - t_k)*(t_k - y)"}
    return Finding.of(
        right and proved, symbolic=symbolic, numeric={"samples": len(numeric_trials.samples()), "bins": "1 to 6"}
    )


def even_odds_are_optimal() -> Finding:
    """Is p(c | alpha) = 1/2 at a best threshold alpha, where p(c | t) = 1 - t and pi(t) = 1?"""
    t, alpha = symbols("t alpha")
    error = expand((Integral(1 - t, (t, 0, alpha)) + Integral(t, (t, alpha, 1))).doit())
    (even,) = solve(1 - alpha - Rational(1, 2), alpha)
    places = sorted((error.subs(alpha, at), at) for at in (0, even, 1))
    best = [at for least, at in places if least == places[0][0]]
    symbolic = {"P_error": str(error), "best alpha": str(best), "p(c | alpha) = 1/2 at alpha": str(even)}
    found = [optimum for optimum in optima(TURNED.sample) if optimum.best]
    spans = [f"from {o.low} up to {o.high}".replace("from None", "all").replace(" up to None", " on") for o in found]
    at_even = any((o.low is None or o.low <= HALF) and (o.high is None or o.high > HALF) for o in found)
    numeric = {"data": TURNED.name, "best thresholds": "; ".join(spans)}
    return Finding.of(at_even, agree=at_even == (even in best), symbolic=symbolic, numeric=numeric)


def even_odds_are_crossed() -> Finding:
    """Where an inner threshold is optimal p(c | t) rises through 1/2; with densities it is 1/2 there."""
    p, density, t, alpha = Function("p"), Function("pi"), Symbol("t"), Symbol("alpha")
    error = Integral(p(t) * density(t), (t, 0, alpha)) + Integral((1 - p(t)) * density(t), (t, alpha, 1))
    even = solve(diff(error, alpha), p(alpha))
    right, count = True, 0
    for sample in numeric_trials.samples():
        counts = zip(sample.scores, sample.counts0, sample.counts1, strict=True)
        share = {score: Fraction(b, a + b) for score, a, b in counts}
        for optimum in optima(sample):
            count += 1
            right &= optimum.low is None or share[optimum.low] < HALF
            right &= optimum.high is None or share[optimum.high] > HALF
    return Finding.of(
        right and even == [HALF],
        symbolic={"slope of the error": str(diff(error, alpha)), "zero at": f"p(alpha) = {even[0]}"},
        numeric={"samples": len(numeric_trials.samples()), "optima": count},
    )


def several_thresholds_needed() -> Finding:
    """The best single threshold predicts the one printed table, the best rule, of several thresholds, the other."""
    rule = best_rule(BOTH.sample)
    single = min(optimum.loss for optimum in optima(BOTH.sample))
    several = rule.loss(BOTH.sample)
    other = [1 - defined(BOTH.sample, rate) for rate in (ONE_THRESHOLD, ANY_THRESHOLDS)]
    symbolic = {"error of one threshold": str(other[0]), "of any number": str(other[1])}
    (best,) = (optimum.low for optimum in optima(BOTH.sample) if optimum.best)
    assert best is not None
    tables = [_predicted(Rule(0, (best,))), _predicted(rule)]
    numeric = {
        "data": BOTH.name,
        "error of one threshold": str(single),
        "of any number": str(several),
        "one threshold": str(best),
        "best thresholds": ", ".join(str(t) for t in rule.thresholds),
        "tables": [" ".join(map(str, table)) for table in tables],
    }
    printed = [_predicted(Rule(0, (Fraction(0),)), data) for data in (UNCALIBRATED, CALIBRATED)]
    holds = several < single and len(rule.thresholds) > 1 and tables == printed
    return Finding.of(holds, agree=other == [single, several], symbolic=symbolic, numeric=numeric)


def _predicted(rule: Rule, data: Data = BOTH) -> list[int]:
    """Predicted 0 of the actual classes 0 and 1, then predicted 1."""
    cells = [0, 0, 0, 0]
    for k, score in zip(data.classes, data.beliefs, strict=True):
        cells[2 * rule.predict(score) + k] += 1
    return cells


def tables_share_totals() -> Finding:
    """The numbers of examples of each actual class, in both tables."""
    sizes = [parse_expression("n0"), parse_expression("n1")]
    counted = [[data.exact(size) for size in sizes] for data in (UNCALIBRATED, CALIBRATED)]
    other = [[data.symbolic(size) for size in sizes] for data in (UNCALIBRATED, CALIBRATED)]
    symbolic, numeric = ({"totals": [list(map(str, row)) for row in table]} for table in (other, counted))
    return Finding.of(
        counted[0] == counted[1], agree=other == counted, symbolic=symbolic, numeric={"data": "both tables", **numeric}
    )


def transformation_lowers_error() -> Finding:
    """Is one threshold on isotonically calibrated scores as good as several on the scores themselves?"""
    after = isotonic(BOTH.sample).apply(BOTH.sample)
    rows = [
        (min(o.loss for o in optima(after)), best_rule(BOTH.sample).loss(BOTH.sample)),
        (defined(after, "MER"), 1 - defined(BOTH.sample, ANY_THRESHOLDS)),
    ]
    numeric, symbolic = (
        {"calibrated, one threshold": str(single), "several thresholds": str(several)} for single, several in rows
    )
    holds = rows[0][0] <= rows[0][1]
    return Finding.of(holds, rows[0] == rows[1], symbolic=symbolic, numeric={"data": BOTH.name, **numeric})


def transformation_keeps_error() -> Finding:
    """The least error of one threshold before and after isotonic calibration on the same data."""
    right = agree = True
    for sample in numeric_trials.samples():
        after = isotonic(sample).apply(sample)
        errors = [min(o.loss for o in optima(x)) for x in (sample, after)]
        right &= errors[0] == errors[1]
        agree &= errors == [defined(x, "MER") for x in (sample, after)]
    return tried(right, agree, len(numeric_trials.samples()))


def platt_is_logistic() -> Finding:
    """The log-odds of g are -(a p + b), so g rises exactly when a < 0; the fitted a is tried on samples."""
    a, p, b = symbols("a p b", real=True)
    g = 1 / (1 + exp(a * p + b))
    proved = simplify(log(simplify(g / (1 - g))) + a * p + b) == 0 and simplify(diff(g, p) + a * g * (1 - g)) == 0
    right, fitted = True, 0
    for sample in numeric_trials.samples():
        try:
            found = platt(sample)
        except InputError:
            continue
        fitted += 1
        low, high = found(sample.scores[0]), found(sample.scores[-1])
        right &= (low < high) == (found.a < 0) and (low > high) == (found.a > 0)
    symbolic = {"log(g/(1 - g))": "-(a*p + b)", "dg/dp": "-a*g*(1 - g)"}
    return Finding.of(right and bool(proved), symbolic=symbolic, numeric={"samples": fitted})


def isotonic_is_unique() -> Finding:
    """PAVA gives the max-min formula of isotonic regression, and other monotone sequences have a larger sum."""
    random, right, agree = Random(1), True, True
    for sample in numeric_trials.samples():
        pooled = [block.calibrated for block in sample.blocks for _ in range(block.start, block.stop)]
        agree &= [rational(x) for x in empirical.of(*sample.examples()).hull] == pooled
        for _ in range(20):
            other = sorted(x + Fraction(random.randrange(-20, 21), 100) for x in pooled)
            right &= other == pooled or _squares(sample, other) > _squares(sample, pooled)
    return tried(right, agree, len(numeric_trials.samples()))


def _squares(sample: Sample, values: list[Fraction]) -> Fraction:
    counts = zip(values, sample.counts0, sample.counts1, strict=True)
    return sum((a * x**2 + b * (1 - x) ** 2 for x, a, b in counts), Fraction(0))


def pava_is_linear() -> Finding:
    """The lines that the program executes, for ever more examples: the number for each example stays bounded."""
    random, worst = Random(2), 0.0
    sizes = (500, 1_000, 2_000, 4_000)
    for order in (
        lambda ys: ys,
        sorted,
        lambda ys: sorted(ys, reverse=True),
        lambda ys: [i % 2 for i in range(len(ys))],
    ):
        lines = []
        for n in sizes:
            classes = order([random.randrange(2) for _ in range(n)])
            lines.append(_lines_executed([1 - y for y in classes], classes) / n)
        worst = max(worst, *(line / lines[0] for line in lines))
    numeric = {"data": "random, sorted, reversed and alternating classes", "examples": list(sizes)}
    note = "measured: lines executed for each example, against those for the fewest examples"
    return Finding.of(worst < 1.25, numeric={**numeric, "growth": round(worst, 3)}, note=note)


def _lines_executed(counts0: list[int], counts1: list[int]) -> int:
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> TraceFunction:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        pool_adjacent_violators(counts0, counts1)
    finally:
        sys.settrace(before)
    return count


claims = (
    Claim(
        "002.bs.1",
        "Notation",
        "BS is the mean of (p(C | x_i) - c_i)**2.",
        "definition",
        Statement("BS == pi0*E0((s - 0)**2) + pi1*E1((s - 1)**2)"),
        note="with p(C | x) the probability of class 1",
    ),
    Claim(
        "002.bs.2",
        "Notation, note",
        "Brier's original definition sums (p(C | x_i) - c_i)**2 over all classes c_i.",
        "definition",
        Statement("E((s - 0)**2 + (s - 1)**2) == 2*BS"),
        expected="fails",
        note="as printed, one probability against every class; for two classes the original is twice BS",
    ),
    Claim(
        "002.bs.2.corrected",
        "Notation, note",
        "Brier's original definition sums the squared errors of all classes' probabilities, twice BS for two.",
        "definition",
        Statement("pi0*E0((s - 0)**2 + ((1 - s) - 1)**2) + pi1*E1((s - 1)**2 + ((1 - s) - 0)**2) == 2*BS"),
    ),
    Claim(
        "002.dec.1",
        "Decomposition",
        "R_t holds the examples with prediction t, pi_t their share, p(c | t) their fraction of class 1.",
        "definition",
        Statement("E(posterior(s)) == pi1"),
        note="weighted by pi_t, the fractions p(c | t) sum to the proportion of class 1",
    ),
    Claim(
        "002.dec.2",
        "Decomposition",
        "BS is the sum of pi_t [p(c | t) (t - 1)**2 + (1 - p(c | t)) t**2] over t.",
        "theorem",
        Statement("BS == E(posterior(s)*(s - 1)**2 + (1 - posterior(s))*s**2)"),
        note="printed as an integral over t, in which the point masses pi_t would vanish",
    ),
    Claim(
        "002.dec.2.integral",
        "Decomposition",
        "BS is the integral of pi_t [p(c | t) (t - 1)**2 + (1 - p(c | t)) t**2] dt.",
        "theorem",
        Statement("BS == 0"),
        expected="fails",
        note="pi_t is not zero at finitely many t only, so the integral over t is 0",
    ),
    Claim(
        "002.dec.2.integral.corrected",
        "Decomposition",
        "BS is the sum of pi_t [p(c | t) (t - 1)**2 + (1 - p(c | t)) t**2] over the predictions t.",
        "theorem",
        Statement("BS == E(posterior(s)*(s - 1)**2 + (1 - posterior(s))*s**2)"),
    ),
    Claim(
        "002.dec.2.calibration",
        "Decomposition",
        "Calibration is the sum of pi_t (t - p(c | t))**2.",
        "definition",
        Statement("CL == E((s - posterior(s))**2)"),
    ),
    Claim(
        "002.dec.2.refinement",
        "Decomposition",
        "Refinement is the sum of pi_t p(c | t) (1 - p(c | t)).",
        "definition",
        Statement("RL == E(posterior(s)*(1 - posterior(s)))"),
    ),
    Claim(
        "002.dec.2.sum",
        "Decomposition",
        "The Brier score is calibration plus refinement.",
        "theorem",
        Statement("BS == CL + RL", theorem="Brier score decomposition"),
    ),
    Claim(
        "002.dec.3",
        "Decomposition",
        "MSE = Bias**2 + Var.",
        "theorem",
        Statement("BS == E((s - posterior(s))**2 + posterior(s)*(1 - posterior(s)))"),
        note="within the examples of one prediction, bias t - p(c | t) and variance p(c | t) (1 - p(c | t))",
    ),
    Claim(
        "002.dec.4",
        "Decomposition, discrete version",
        "With bins and their midpoints t_k, BS is sum n_k (t_k - o_k)**2/n + sum n_k o_k (1 - o_k)/n.",
        "theorem",
        Statement("BS == (1/2 - pi1)**2 + pi1*(1 - pi1)"),
        expected="fails",
        note="refuted for the partition of [0, 1] into one bin",
    ),
    Claim(
        "002.dec.4.corrected",
        "Decomposition, discrete version",
        "With bins, BS is that plus the mean of (s - t_k)**2 + 2 (s - t_k) (t_k - y).",
        "theorem",
        Computed(within_bins),
        note="the identity of one example is proved, the sums are tried; for one bin they are proved as 002.dec.4.one",
    ),
    Claim(
        "002.dec.4.one",
        "Decomposition, discrete version",
        "With one bin, BS is its binned parts plus the mean of (s - 1/2)**2 + 2 (s - 1/2) (1/2 - y).",
        "theorem",
        Statement(
            "BS == (1/2 - pi1)**2 + pi1*(1 - pi1) + E((s - 1/2)**2)"
            " + 2*pi0*E0((s - 1/2)*(1/2 - 0)) + 2*pi1*E1((s - 1/2)*(1/2 - 1))"
        ),
    ),
    Claim(
        "002.thr.1",
        "Decision rule",
        "With a threshold alpha, class 0 is predicted if t <= alpha, otherwise class 1.",
        "definition",
        Statement("error(t) == pi0*E0(indicator(s > t)) + pi1*E1(indicator(s <= t))"),
        note="the errors of that rule",
    ),
    Claim(
        "002.thr.2",
        "Decision rule",
        "The error is p(c | t) pi(t) summed up to alpha and (1 - p(c | t)) pi(t) beyond.",
        "theorem",
        Statement("error(t) == E(posterior(s)*indicator(s <= t)) + E((1 - posterior(s))*indicator(s > t))"),
    ),
    Claim(
        "002.thr.3",
        "Decision rule",
        "The optimal threshold is where p(c | alpha) = 0.5.",
        "theorem",
        Computed(even_odds_are_optimal),
        expected="fails",
        note="where p(c | t) falls it is the worst threshold",
    ),
    Claim(
        "002.thr.3.corrected",
        "Decision rule",
        "At an optimal threshold inside, p(c | t) rises through 0.5.",
        "theorem",
        Computed(even_odds_are_crossed),
        note="necessary, not sufficient; with densities it is proved, on data tried",
    ),
    Claim(
        "002.multi.1",
        "Multi-thresholds",
        "A model can need several thresholds.",
        "text",
        Computed(several_thresholds_needed),
        note="on data for which the best rules of both kinds predict the printed tables",
    ),
    Claim(
        "002.cm.1",
        "Multi-thresholds",
        "Within the uncalibrated boundary the classification rate is about 0.93.",
        "table",
        Value("1 - error(1/2)", UNCALIBRATED, "0.93"),
    ),
    Claim(
        "002.cm.2",
        "Multi-thresholds",
        "Within the calibrated boundaries the classification rate is about 0.98.",
        "table",
        Value("1 - error(1/2)", CALIBRATED, "0.98"),
    ),
    Claim(
        "002.cm.totals",
        "Multi-thresholds",
        "Both tables classify the same examples: as many of each actual class.",
        "table",
        Computed(tables_share_totals),
    ),
    Claim(
        "002.cm.both",
        "Multi-thresholds",
        "One threshold on a score has the first rate, several on the same score have the second.",
        "table",
        Possible(((ONE_THRESHOLD, "0.93"), (ANY_THRESHOLDS, "0.98")), BOTH),
        expected="consistent",
    ),
    Claim(
        "002.cm.transformation",
        "Transformation",
        "A monotone transformation of the score gives the calibrated boundaries.",
        "text",
        Computed(transformation_lowers_error),
        expected="fails",
        note="a monotone map keeps one threshold one threshold",
    ),
    Claim(
        "002.cm.transformation.corrected",
        "Transformation",
        "An isotonic transformation leaves the least error of one threshold as it is.",
        "text",
        Computed(transformation_keeps_error),
        note="on the data that it was learned from",
    ),
    Claim(
        "002.platt.1",
        "Transformation",
        "Platt scaling g = 1/(1 + exp(a p + b)) can be implemented via logistic regression.",
        "theorem",
        Computed(platt_is_logistic),
        note="its log-odds are linear in p",
    ),
    Claim(
        "002.iso.1",
        "Transformation",
        "Isotonic least squares has a unique solution, which pool adjacent violators finds.",
        "theorem",
        Computed(isotonic_is_unique),
    ),
    Claim(
        "002.iso.2",
        "Transformation",
        "If skillfully programmed, pool adjacent violators is O(n).",
        "theorem",
        Computed(pava_is_linear),
        note="once the scores are sorted",
    ),
    Claim(
        "002.iso.3",
        "Transformation",
        "Isotonic regression works better than Platt scaling.",
        "text",
        NotCheckable("a finding of an experiment elsewhere, whose data are not given"),
        expected="not checkable",
    ),
    Claim(
        "002.far.1",
        "Data of Faraway et al.",
        "Training on CRTS with 124 blazars and 458 cataclysmic variables, testing on CSS with 32 and 86.",
        "example",
        NotCheckable("the figures are not given, and nothing is said about the counts"),
        expected="not checkable",
    ),
    Claim(
        "002.ref",
        "References",
        "Fourteen references.",
        "text",
        NotCheckable("references are not computed"),
        expected="not checkable",
    ),
)

paper = Paper(
    key="002",
    title="Probabilistic Prediction Calibration using Brier Score (slides)",
    authors="Zhenfeng Lin",
    year=2016,
    claims=claims,
)
