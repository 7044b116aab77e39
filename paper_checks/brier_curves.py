"""Slides on Brier curves: the 15 examples, classifiers A to D, and the curves of trees and naive Bayes.

A low score means class 0, the positive class. In the statements ``q`` is a cost proportion or a skew and ``t`` a
threshold, both in [0, 1]. The CSV files were made after the slides: Weka's J48 on the UCI credit approval data and
naive Bayes on the congressional votes, shuffled with seed 1, first half for training, the split that gives all twelve
figures printed for the trees.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import simplify, solve, symbols

from workbench.calibration.isotonic import isotonic
from workbench.curves.combining import average, evaluate_hybrid, random_choice, repair_concavities
from workbench.curves.cost_curves import (
    cost_curve,
    cost_line,
    cost_lines,
    crossing,
    dominance,
    partial_brier_score,
    threshold_line,
)
from workbench.curves.curve import Curve, lowest
from workbench.curves.decision_thresholds import optima
from workbench.curves.roc import RocCurve
from workbench.deciding import evidence, numeric_trials
from workbench.language.statements import parse_expression
from workbench.numbers.certified import as_json
from workbench.papers import empirical
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    NotCheckable,
    Paper,
    Value,
    share_json,
)
from workbench.papers.data_claims import Averages, Ranks
from workbench.papers.engines import defined, exact, tried
from workbench.papers.general_claims import Formula, Statement
from workbench.samples.sample import Sample
from workbench.symbolic.loss import loss_at_skew
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    Below,
    ConditionMean,
    ExpectedLoss,
    OptimalMethod,
    Qz,
    c,
    pav,
    pi0,
    pi1,
    s,
    t,
    z,
)
from workbench.symbolic.rules import loss_at_a_threshold, unfold
from workbench.symbolic.translation import in_words

E15 = Data.of(
    "the 15 examples",
    scores="0.05 0.15 0.16 0.18 0.20 0.20 0.45 0.55 0.70 0.70 0.70 0.85 0.90 0.90 0.95",
    classes="0 1 0 0 0 0 0 0 0 1 0 0 1 0 1",
)
_CLASSES = "1 1 1 1 0 0 0 0 0 0"
A = Data.of("A", _CLASSES, "0.70 0.80 0.80 0.70 0.80 0.75 0.10 0.55 0.80 0.15")
B = Data.of("B", _CLASSES, "0.60 1.00 0.95 0.25 0.68 0.64 0.37 0.30 0.72 0.25")
C = Data.of("C", _CLASSES, "0.00 1.00 0.93 0.91 0.78 0.83 0.78 0.95 1.00 0.87")
D = Data.of("D as printed", _CLASSES, "0.65 0.90 0.88 0.48 0.74 0.70 0.24 0.43 0.76 0.20")
AVERAGE = Data(
    "the average of A and B",
    A.classes,
    tuple(str((Fraction(a) + Fraction(b)) / 2) for a, b in zip(A.scores, B.scores, strict=True)),
)
RANKS = (
    (A, "4..5 7..10 7..10 4..5 7..10 6 1 3 7..10 2"),
    (B, "5 10 9 1..2 7 6 4 3 8 1..2"),
    (C, "1 9..10 7 6 2..3 4 2..3 8 9..10 5"),
    (D, "5 10 9 4 7 6 2 3 8 1"),
)
BETTER_A = (("0.1", "0.5"), ("0.55", "0.65"))
BETTER_A_CORRECTED = (("0.1", "0.5"), ("0.55", "2/3"))

PRUNED_TRAIN = Data.read("credit_a_pruned_train.csv")
PRUNED_TEST = Data.read("credit_a_pruned_test.csv")
UNPRUNED_TRAIN = Data.read("credit_a_unpruned_laplace_train.csv")
UNPRUNED_TEST = Data.read("credit_a_unpruned_laplace_test.csv")
VOTE_TRAIN = Data.read("vote_nb_train.csv")
VOTE_RAW = Data.read("vote_nb_test_raw.csv")
VOTE_PAV = Data.read("vote_nb_test_pav.csv")

FIGURES = ("AUC", "AUCH", "BS")
REMADE = "on data made again from the source that the slides name"


def samples() -> tuple[Sample, ...]:
    """The samples on which general claims are tried out: small ones, many of them with ties."""
    return tuple(dict.fromkeys((*evidence.samples(), *numeric_trials.samples())))


def _brier_curve(data: Data) -> Curve:
    return cost_curve(data.sample, "score_driven")


def ranks_only() -> Finding:
    """Strictly increasing maps of the scores leave the ROC curve; AUC by its definition sees ranks only."""
    maps: tuple[Callable[[Fraction], Fraction], ...] = (
        lambda x: x**3 + x,
        lambda x: x / (3 + abs(x)),
        lambda x: 5 * x - 7,
    )
    tried = samples()
    same = all(x.map_scores(f).roc() == x.roc() for x in tried for f in maps)
    definition = unfold("AUC")
    seen = definition.body.xreplace({F0(s): z, F1(s): z}).has(s)
    numeric = {"samples": len(tried), "maps": len(maps)}
    note = f"AUC by its definition; the ROC curve tried on {len(tried)} samples, not proved"
    return Finding.of(same and not seen, symbolic={"AUC": in_words(definition)}, numeric=numeric, note=note)


def hull_is_the_envelope() -> Finding:
    """The optimal cost curve, from the hull, is the lower envelope of the cost lines of all ROC points.

    That no cost line is below it is proved; that it is attained everywhere is tried out.
    """
    bound = Statement(
        "loss(optimal, cost=point(q), condition=skew) <= loss(score_fixed(t), cost=point(q), condition=skew)"
    ).run()
    right = all(
        cost_curve(sample, "optimal", condition) == lowest(cost_lines(sample, condition))[0]
        for sample in samples()
        for condition in ("cost", "skew")
    )
    numeric = {"samples": len(samples())}
    return Finding.of(right and bound.verdict == "holds", symbolic=bound.symbolic, numeric=numeric)


def envelope_is_optimistic() -> Finding:
    """Scores that know nothing: the mean area under their optimal cost curves is below the attainable loss.

    All rankings of 3 + 3 examples are equally likely; the best decisions ignore the score and lose pi0 pi1.
    """
    data = [
        Data("a ranking", tuple(int(i in ones) for i in range(6)), tuple(map(str, range(6))))
        for ones in combinations(range(6), 3)
    ]
    areas = [cost_curve(ranking.sample, "optimal").area() for ranking in data]
    others = [defined(ranking.sample, "loss(optimal)") for ranking in data]
    if areas != others:
        return Finding("undecided", {"areas": share_json(others)}, {"areas": list(map(str, areas))}, DISAGREEMENT)
    mean, truth = sum(others) / len(others), Fraction(1, 4)
    numeric = {"data": "scores that know nothing of 3 + 3 examples", "rankings": len(data), "attainable": str(truth)}
    return Finding.of(mean < truth, symbolic={"mean": str(mean)}, numeric={**numeric, "mean": str(mean)})


def duality() -> Finding:
    """The cost lines of two ROC points meet at z = 1/(1 + m), m the slope of the segment between them."""
    f, g, x, y = symbols("f g x y")
    meet = solve(loss_at_skew(t, z).subs({F0(t): g, F1(t): f}) - loss_at_skew(t, z).subs({F0(t): y, F1(t): x}), z)
    slope = (y - g) / (x - f)
    proved = len(meet) == 1 and simplify(meet[0] - 1 / (1 + slope)) == 0
    tried, right = 0, True
    for sample in samples():
        for (x0, y0), (x1, y1) in pairwise(sample.roc()):
            at, loss = crossing((x0, y0), (x1, y1))
            tried += 1
            right &= cost_line((x0, y0))(at) == cost_line((x1, y1))(at) == loss
            right &= at == (1 / (1 + (y1 - y0) / (x1 - x0)) if x1 > x0 else 0)
    shown = {"z": [str(e) for e in meet], "slope": str(slope)}
    return Finding.of(proved and right, symbolic=shown, numeric={"samples": len(samples()), "segments": tried})


def hull_points_have_least_loss() -> Finding:
    """An ROC point has the least loss at some skew exactly when it lies on the convex hull."""
    tried, right = 0, True
    for sample in samples():
        roc = RocCurve.of(sample)
        lines = {point: cost_line(point[:2]) for point in roc.points}
        least = lowest(list(lines.values()))[0]
        for point, line in lines.items():
            tried += 1
            apart = line - least
            touches = any(not apart(x) for x in (*least.breaks, *apart.breaks))
            right &= touches == (point in roc.on_hull)
    return Finding.of(right, numeric={"samples": len(samples()), "points": tried})


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


def regions() -> Finding:
    """Where each of A, B, C has the lower Brier curve; the losses by definition have the same order there."""
    right, agree, shown, other = True, True, {}, {}
    for one, two in combinations((A, B, C), 2):
        found = _brier_curve(one).regions(_brier_curve(two))
        gap = _brier_curve(one) - _brier_curve(two)
        middles = [(low + high) / 2 for low, high, _ in found]  # type: ignore[operator]
        signs = [_order(one, two, middle) for middle in middles]  # type: ignore[arg-type]
        right &= [(gap(x) > 0) - (gap(x) < 0) for x in middles] == [region.sign for region in found]
        agree &= signs == [region.sign for region in found]
        pair = f"{one.name}, {two.name}"
        shown[pair] = dominance(_brier_curve(one), _brier_curve(two), (one.name, two.name))
        other[pair] = " ".join(f"{one.name} {'<=>'[sign + 1]} {two.name}" for sign in signs)
    numeric = {"data": "A, B and C", "Brier curves": shown}
    return Finding.of(right, agree, symbolic=other, numeric=numeric)


def _order(one: Data, two: Data, at: Fraction) -> int:
    """The sign of the difference of the losses Q(c; c), by definition."""
    loss = f"loss(score_driven, cost=point({at}))"
    gap = defined(one.sample, loss) - defined(two.sample, loss)
    return (gap > 0) - (gap < 0)


def hybrid() -> Finding:
    """Does A on the printed intervals, and B elsewhere, have the lower Brier curve throughout?"""
    return _hybrid(BETTER_A)


def hybrid_corrected() -> Finding:
    """The same with the upper end 2/3."""
    return _hybrid(BETTER_A_CORRECTED)


def _hybrid(chosen: tuple[tuple[str, str], ...]) -> Finding:
    models = {data.name: _brier_curve(data) for data in (A, B)}
    found = evaluate_hybrid(models, [(low, high, A.name) for low, high in chosen], B.name)
    wrong = [f"{better[0]} is better on ({a}, {b})" for a, b, _, better, _ in found.mistakes]
    numeric = {"data": "A and B", "excess loss": str(found.excess), "wrong choices": wrong}
    ends = {Fraction(x) for interval in (("0", "1"), A.scores, B.scores, *chosen) for x in interval}
    mistakes = []
    for low, high in pairwise(sorted(ends)):
        for at in (low + (high - low) / 997, high - (high - low) / 997):
            uses_a = any(Fraction(a) <= at <= Fraction(b) for a, b in chosen)
            mistakes += [at] if _order(A, B, at) == (1 if uses_a else -1) else []
    symbolic = {"wrong choices at": share_json(mistakes)}
    if bool(mistakes) != bool(wrong) or any(not any(a < x < b for a, b, *_ in found.mistakes) for x in mistakes):
        return Finding("undecided", symbolic, numeric, DISAGREEMENT)
    return Finding.of(not wrong, symbolic=symbolic, numeric=numeric, note="; ".join(wrong))


def randomising_and_inverting() -> Finding:
    """Ties instead of concavities give AUCH; turned rankings within them give 2 AUCH - AUC."""
    right, differ = True, 0
    for sample in samples():
        auc, auch = exact(sample, "AUC"), exact(sample, "AUCH")
        for how, wanted in (("randomise", auch), ("invert", 2 * auch - auc)):
            repaired = repair_concavities(sample, how)
            right &= repaired.auc == wanted
            other = empirical.value(parse_expression("AUC"), *repaired.sample.examples())
            differ += str(other) != str(repaired.auc)
    return tried(right, not differ, len(samples()))


def random_choice_of_both() -> Finding:
    """All 2**10 ways to take each prediction from A or B: the mean curve and the mean Brier score."""
    found = random_choice(A.classes, {data.name: data.beliefs for data in (A, B)})
    costs = [Fraction(1, 5), Fraction(3, 5), Fraction(17, 20)]
    curves, score = [Fraction(0)] * len(costs), Fraction(0)
    for picked in product(*zip(A.scores, B.scores, strict=True)):
        sample = Sample.of(A.classes, picked)
        score += exact(sample, "BS") / 1024
        for i, at in enumerate(costs):
            loss = threshold_line(sample, at)(at)
            assert isinstance(loss, Fraction)
            curves[i] += loss / 1024
    mean = (defined(A.sample, "BS") + defined(B.sample, "BS")) / 2
    right = curves == [found.curve(at) for at in costs] and score == found.brier
    numeric = {"data": "A and B", "choices": 1024, "mean Brier score": str(score)}
    if mean != found.brier:
        return Finding("undecided", {"mean Brier score": str(mean)}, numeric, DISAGREEMENT)
    return Finding.of(right, symbolic={"mean Brier score": str(mean)}, numeric=numeric)


def averaging() -> Finding:
    """BS of the average = mean BS - mean of (a - b)**2/4."""
    a, b, y = symbols("a b y")
    gap = ((a - y) ** 2 + (b - y) ** 2) / 2 - ((a + b) / 2 - y) ** 2
    proved = simplify(gap - (a - b) ** 2 / 4) == 0
    found = average(A.classes, {data.name: data.beliefs for data in (A, B)})
    spread = sum((p - q) ** 2 for p, q in zip(A.beliefs, B.beliefs, strict=True)) / 40
    right = found.ambiguity == spread and found.brier == found.mean_brier - spread
    return Finding.of(
        bool(proved) and right,
        symbolic={"gap": str((a - b) ** 2 / 4)},
        numeric={"data": "A and B", "BS": str(found.brier), "mean BS": str(found.mean_brier), "gap": str(spread)},
    )


def scores_are_pav() -> Finding:
    """Pool adjacent violators on the training half, applied to the raw test scores, against the calibrated ones."""
    found = isotonic(VOTE_TRAIN.sample, "rank").apply(VOTE_RAW.sample)
    unit = Fraction(1, 10**12)
    printed = VOTE_PAV.sample.map_scores(lambda x: round(x, 12))
    rounded = found.map_scores(lambda x: round(x / unit) * unit)
    numeric = {"data": VOTE_PAV.name, "distinct scores": len(printed.scores)}
    return Finding.of(rounded == printed, numeric=numeric, note="new scores between two blocks spread evenly")


def calibration_improves_brier() -> Finding:
    """The Brier score of naive Bayes on the test half, before and after calibration."""
    return _improves("BS", -1)


def calibration_improves_roc() -> Finding:
    """The area under the ROC curve of naive Bayes on the test half, before and after calibration."""
    return _improves("AUC", 1)


def _improves(name: str, sign: int) -> Finding:
    before, after = (exact(data.sample, name) for data in (VOTE_RAW, VOTE_PAV))
    others = [defined(data.sample, name) for data in (VOTE_RAW, VOTE_PAV)]
    numeric = {"data": f"{VOTE_RAW.name}, {VOTE_PAV.name}", "before": as_json(before), "after": as_json(after)}
    symbolic = {"before": as_json(others[0]), "after": as_json(others[1])}
    return Finding.of(sign * (after - before) > 0, agree=others == [before, after], symbolic=symbolic, numeric=numeric)


def calibration_on_its_own_data() -> Finding:
    """On the calibration data PAV turns the ROC curve into its hull and the Brier curve into the optimal one.

    Neither is worse then: the areas are proved not to be, the curves compared as a whole on each sample.
    """
    proofs = [Statement(text).run() for text in ("AUC <= AUCH", "loss(optimal) <= loss(score_driven)")]
    tried = (VOTE_TRAIN.sample, *(data.sample for data in (A, B, C, E15)), *samples())
    right = all(found.verdict == "holds" for found in proofs)
    for sample in tried:
        after = isotonic(sample).apply(sample)
        right &= after.roc() == sample.hull()
        right &= cost_curve(after, "score_driven") == cost_curve(sample, "optimal")
    parts = {key: [x for found in proofs for x in (found.symbolic or {})[key]] for key in ("given", "steps", "proof")}
    return Finding.of(right, symbolic=parts, numeric={"samples": len(tried)})


def _values(claim: str, where: str, title: str, data: Data, printed: str, note: str = "") -> tuple[Claim, ...]:
    """One claim each for the printed AUC, AUCH and BS."""
    return tuple(
        Claim(f"{claim}.{name}", where, f"{name} of {title} is {text}.", "value", Value(name, data, text), note=note)
        for name, text in zip(FIGURES, printed.split(), strict=True)
    )


claims = (
    Claim(
        "000.intro.1",
        "ROC space",
        "ROC axes: misclassification rate F1 of the negatives, accuracy F0 of the positives.",
        "definition",
        Statement("error(t) == pi0*(1 - E0(indicator(s <= t))) + pi1*E1(indicator(s <= t))"),
        note="read as the two parts of the error rate at a threshold",
    ),
    Claim(
        "000.intro.2",
        "ROC space",
        "ROC analysis is about ranking and ignores the magnitude of the scores.",
        "text",
        Computed(ranks_only),
        note="the slide has scales for scores",
    ),
    Claim(
        "000.intro.3",
        "Cost curves",
        "Cost curves represent the performance of the ROC convex hull.",
        "theorem",
        Formula(
            ExpectedLoss(OptimalMethod()),
            pi0 * E0(ConditionMean(ANY, 2 * c * Below(c, pav(s))))
            + pi1 * E1(ConditionMean(ANY, 2 * (1 - c) * (1 - Below(c, pav(s))))),
            theorem="Reduction at calibrated scores",
        ),
    ),
    Claim(
        "000.intro.3.envelope",
        "ROC space vs cost space",
        "The convex hull of a ROC curve corresponds to the lower envelope of the cost lines.",
        "theorem",
        Computed(hull_is_the_envelope),
    ),
    Claim(
        "000.intro.4",
        "Cost curves",
        "The optimal cost curve is an optimistic assessment of a classifier.",
        "text",
        Statement("loss(optimal) <= loss(score_driven)"),
    ),
    Claim(
        "000.intro.4.chance",
        "Cost curves",
        "The optimal cost curve is frequently unrealistic.",
        "text",
        Computed(envelope_is_optimistic),
        note="in one case: scores that know nothing, whose optimal curves seem better than chance in the mean",
    ),
    Claim(
        "000.intro.5",
        "ROC space vs cost space",
        "Points of ROC space are lines of cost space; segments of slope m >= 0 are points, z = 1/(1 + m).",
        "theorem",
        Computed(duality),
    ),
    Claim(
        "000.bs.1",
        "Brier score",
        "BS is the mean of (s - y)**2.",
        "definition",
        Statement("BS == pi0*E0((s - 0)**2) + pi1*E1((s - 1)**2)"),
    ),
    Claim("000.bs.2", "Brier score", "BS = pi0 BS0 + pi1 BS1.", "theorem", Statement("BS == pi0*BS0 + pi1*BS1")),
    Claim(
        "000.roc.1",
        "ROC curves",
        "AUC is the integral of F0 over F1.",
        "definition",
        Statement("AUC == E1(F0(s))"),
        note="exact on data when ties count one half",
    ),
    Claim(
        "000.roc.2",
        "ROC curves",
        "The hull includes only the points of the ROC curve with minimum loss for some c.",
        "theorem",
        Computed(hull_points_have_least_loss),
        note="the slide has the points on the ROCCH",
    ),
    Claim(
        "000.cost.1",
        "Cost curves",
        "Q_z(t; z) = z (1 - F0(t)) + (1 - z) F1(t).",
        "definition",
        Statement(
            "loss(score_fixed(t), cost=point(q), condition=skew)"
            " == q*(1 - E0(indicator(s <= t))) + (1 - q)*E1(indicator(s <= t))"
        ),
    ),
    Claim(
        "000.cost.2",
        "Cost curves",
        "A cost line has intercept F1(t) and slope 1 - F0(t) - F1(t).",
        "theorem",
        Formula(Qz(t, z), F1(t) + (1 - F0(t) - F1(t)) * z, by=(loss_at_a_threshold,)),
    ),
    Claim(
        "000.cost.3",
        "Cost curves",
        "The optimal cost curve is the lower envelope of all the cost lines.",
        "definition",
        Computed(hull_is_the_envelope),
    ),
    Claim(
        "000.ex.1",
        "Example",
        "The 15 examples: the area under their Brier curve is their Brier score.",
        "example",
        Statement("loss(score_driven) == BS", data=E15),
    ),
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
    *_values("000.j48.1", "J48, TL", "the pruned tree on the training set", PRUNED_TRAIN, "0.937 0.937 0.068", REMADE),
    *_values("000.j48.2", "J48, TR", "the pruned tree on the test set", PRUNED_TEST, "0.887 0.894 0.126", REMADE),
    *_values(
        "000.j48.3", "J48, BL", "the unpruned tree on the training set", UNPRUNED_TRAIN, "0.985 0.988 0.042", REMADE
    ),
    *_values("000.j48.4", "J48, BR", "the unpruned tree on the test set", UNPRUNED_TEST, "0.893 0.904 0.126", REMADE),
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
    Claim(
        "000.cmp.1",
        "Comparing classifiers",
        "A dominates B at c if and only if Q^A(c; c) < Q^B(c; c).",
        "definition",
        Computed(regions),
    ),
    *(
        Claim(
            f"000.tab.1.{data.name[0]}",
            "Table of A, B, C, D",
            f"The ranks of {data.name[0]} are {printed}.",
            "table",
            Ranks(data, printed),
        )
        for data, printed in RANKS
    ),
    *_values("000.tab.2", "Table of A, B, C", "A", A, "0.667 0.750 0.244"),
    *_values("000.tab.3", "Table of A, B, C", "B", B, "0.646 0.750 0.240"),
    *_values("000.tab.4", "Table of A, B, C", "C", C, "0.563 0.708 0.558"),
    Claim(
        "000.comb.1",
        "Combining classifiers",
        "Concavities can be repaired by randomising or inverting the ranking.",
        "theorem",
        Computed(randomising_and_inverting),
        note="AUC becomes AUCH or 2 AUCH - AUC on the same data",
    ),
    Claim(
        "000.comb.2",
        "Combining classifiers",
        "A random choice between A and B for each prediction.",
        "example",
        Computed(random_choice_of_both),
        note="the expected Brier curve is the mean of both",
    ),
    Claim(
        "000.comb.3",
        "Combining classifiers",
        "The average of the predicted probabilities of A and B.",
        "example",
        Computed(averaging),
        note="its Brier score is the mean of both less the mean of (a - b)**2/4",
    ),
    Claim(
        "000.comb.4",
        "Combining classifiers",
        "The hybrid AB uses A where it is better, in [0.1, 0.5] or [0.55, 0.65], and B otherwise.",
        "example",
        Computed(hybrid),
        expected="fails",
    ),
    Claim(
        "000.comb.4.corrected",
        "Combining classifiers",
        "A is better, or as good, in [0.1, 0.5] or [0.55, 2/3], and B otherwise.",
        "example",
        Computed(hybrid_corrected),
    ),
    Claim(
        "000.tab.5",
        "Table of A, B, D",
        "D predicts the average of the probabilities of A and B, printed to two digits.",
        "table",
        Averages(A, B, " ".join(D.scores)),
    ),
    Claim("000.tab.6.AUC", "Table of A, B, D", "AUC of D is 0.750.", "value", Value("AUC", D, "0.750")),
    Claim("000.tab.6.AUCH", "Table of A, B, D", "AUCH of D is 0.875.", "value", Value("AUCH", D, "0.875")),
    Claim(
        "000.tab.6.BS",
        "Table of A, B, D",
        "BS of D, from its printed scores, is 0.231.",
        "value",
        Value("BS", D, "0.231"),
        expected="fails",
    ),
    Claim(
        "000.tab.6.BS.corrected",
        "Table of A, B, D",
        "BS of D, from the unrounded averages of A and B, is 0.231.",
        "value",
        Value("BS", AVERAGE, "0.231"),
    ),
    Claim(
        "000.cal.1",
        "Calibration",
        "ROC and Brier curves of naive Bayes on the vote data before and after calibration.",
        "text",
        NotCheckable("a figure without printed numbers"),
        expected="not checkable",
    ),
    Claim(
        "000.cal.1.pav",
        "Calibration",
        "The calibrated scores of the vote data come from PAV on the training half.",
        "example",
        Computed(scores_are_pav),
        note="these files were made after the slides: the split that gives their credit figures, applied to the votes",
    ),
    Claim(
        "000.cal.2.brier",
        "Calibration",
        "Calibration improves the Brier curve.",
        "text",
        Computed(calibration_improves_brier),
        note="by the area under it, the Brier score, on the test half",
    ),
    Claim(
        "000.cal.2.roc",
        "Calibration",
        "Calibration improves the ROC curve.",
        "text",
        Computed(calibration_improves_roc),
        expected="fails",
        note="by the area under it, on the test half",
    ),
    Claim(
        "000.cal.2.roc.corrected",
        "Calibration",
        "Calibration makes neither curve worse on the data that it was learned from.",
        "text",
        Computed(calibration_on_its_own_data),
        note="the ROC curve becomes its hull, the Brier curve the optimal cost curve",
    ),
    Claim(
        "000.cal.2.range",
        "Calibration",
        "Calibration has failed between 0.2 and 0.4.",
        "text",
        NotCheckable("it is read off a figure, and what fails there is not said in numbers"),
        expected="not checkable",
    ),
    Claim(
        "000.con.1",
        "Conclusions and future work",
        "Brier curves summarise most of the information about the performance of a classifier.",
        "text",
        NotCheckable("an opinion, and plans for future work"),
        expected="not checkable",
    ),
)

paper = Paper(
    key="000",
    title="Brier Curves: a New Cost-Based Visualisation of Classifier Performance (slides)",
    authors="José Hernández-Orallo, Peter Flach and Cèsar Ferri",
    year=2011,
    claims=claims,
)
