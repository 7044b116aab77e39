"""Slides on Brier curves: the 15 examples, classifiers A to D, and the curves of trees and naive Bayes.

A low score means class 0, the positive class. In the statements ``q`` is a cost proportion or a skew and ``t`` a
threshold, both in [0, 1]. The CSV files hold the scores behind the slides' figures: Weka's J48 on the UCI credit
approval data and naive Bayes on the congressional votes, shuffled with seed 1, first half for training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import simplify, solve, symbols

from workbench.deciding import trials
from workbench.language.statements import parse_expression
from workbench.numeric.exact import value
from workbench.numeric.sample import Sample
from workbench.papers.claims import Claim, Computed, Data, Finding, NotCheckable, Paper, Printed, Value
from workbench.papers.general_claims import Formula, Statement
from workbench.symbolic import evidence
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

Point = tuple[Fraction, Fraction]
Interval = tuple[Fraction, Fraction]

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
RANKS = {
    "A": (A, "4..5 7..10 7..10 4..5 7..10 6 1 3 7..10 2"),
    "B": (B, "5 10 9 1..2 7 6 4 3 8 1..2"),
    "C": (C, "1 9..10 7 6 2..3 4 2..3 8 9..10 5"),
    "D": (D, "5 10 9 4 7 6 2 3 8 1"),
}
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
CURVE = parse_expression("loss(score_driven, cost=point(q))")
OPTIMAL = parse_expression("loss(optimal, cost=point(q), condition=skew)")


def samples() -> tuple[Sample, ...]:
    """The samples on which general claims are tried out: small ones, many of them with ties."""
    return tuple(dict.fromkeys((*evidence.samples(), *trials.samples())))


def _moved(sample: Sample, scores: list[Fraction]) -> Sample:
    """The sample with other scores at the places of its distinct ones."""
    return Sample.of_counts(scores, sample.counts0, sample.counts1)


def _calibrated(sample: Sample) -> Sample:
    """The sample with its PAV-calibrated scores."""
    scores = [block.calibrated for block in sample.blocks for _ in range(block.start, block.stop)]
    return _moved(sample, scores)


def _line(point: Point, at: Fraction) -> Fraction:
    """The cost line of an ROC point (F1, F0) at skew ``at``."""
    return at * (1 - point[1]) + (1 - at) * point[0]


def _figure(data: Data | Sample, expression: str) -> Fraction:
    sample = data.sample if isinstance(data, Data) else data
    found = value(sample, parse_expression(expression))
    assert isinstance(found, Fraction)
    return found


def ranks_only() -> Finding:
    """Strictly increasing maps of the scores leave the ROC curve; AUC by its definition sees ranks only."""
    maps: tuple[Callable[[Fraction], Fraction], ...] = (
        lambda x: x**3 + x,
        lambda x: x / (3 + abs(x)),
        lambda x: 5 * x - 7,
    )
    tried = samples()
    same = all(_moved(x, [f(y) for y in x.scores]).roc() == x.roc() for x in tried for f in maps)
    definition = unfold("AUC")
    seen = definition.body.xreplace({F0(s): z, F1(s): z}).has(s)
    numeric = {"samples": len(tried), "maps": len(maps)}
    note = f"AUC by its definition; the ROC curve tried on {len(tried)} samples, not proved"
    return Finding.of(same and not seen, symbolic={"AUC": str(definition)}, numeric=numeric, note=note)


def hull_has_the_same_envelope() -> Finding:
    """The least cost line over all ROC points and over the hull's vertices, wherever two lines cross."""
    tried, right = 0, True
    for sample in samples():
        points, corners = sample.roc(), sample.hull()
        for at in _crossings(points):
            tried += 1
            right &= min(_line(p, at) for p in points) == min(_line(p, at) for p in corners)
    return Finding.of(right, numeric={"samples": len(samples()), "skews": tried})


def _crossings(points: tuple[Point, ...]) -> Iterator[Fraction]:
    """0, 1 and every skew in between at which two cost lines cross."""
    yield from (Fraction(0), Fraction(1))
    for (x0, y0), (x1, y1) in combinations(points, 2):
        if (x1 - x0) * (y1 - y0) >= 0 and x1 - x0 + y1 - y0 != 0:
            yield (x1 - x0) / (x1 - x0 + y1 - y0)


def envelope_is_optimistic() -> Finding:
    """Scores that know nothing: the mean area under their optimal cost curves is below the attainable loss.

    All rankings of 3 + 3 examples are equally likely; the best decisions ignore the score and lose pi0 pi1.
    """
    areas = [
        _figure(Sample.of([int(i in ones) for i in range(6)], range(6)), "loss(optimal)")
        for ones in combinations(range(6), 3)
    ]
    mean, truth = sum(areas) / len(areas), Fraction(1, 4)
    return Finding.of(
        mean < truth,
        numeric={
            "data": "scores that know nothing of 3 + 3 examples",
            "rankings": len(areas),
            "mean": str(mean),
            "attainable": str(truth),
        },
    )


def duality() -> Finding:
    """The cost lines of two ROC points meet at z = 1/(1 + m), m the slope of the segment between them."""
    f, g, x, y = symbols("f g x y")
    meet = solve(loss_at_skew(t, z).subs({F0(t): g, F1(t): f}) - loss_at_skew(t, z).subs({F0(t): y, F1(t): x}), z)
    slope = (y - g) / (x - f)
    proved = len(meet) == 1 and simplify(meet[0] - 1 / (1 + slope)) == 0
    tried, right = 0, True
    for sample in samples():
        for first, second in pairwise(sample.roc()):
            dx, dy = second[0] - first[0], second[1] - first[1]
            at = 1 / (1 + dy / dx) if dx else Fraction(0)
            tried += 1
            right &= _line(first, at) == _line(second, at)
    shown = {"z": [str(e) for e in meet], "slope": str(slope)}
    return Finding.of(proved and right, symbolic=shown, numeric={"samples": len(samples()), "segments": tried})


def hull_points_have_least_loss() -> Finding:
    """An ROC point has the least loss at some skew exactly when it lies on the convex hull."""
    tried, right = 0, True
    for sample in samples():
        points, corners = sample.roc(), sample.hull()
        for point in points:
            tried += 1
            wins = any(all(_line(point, at) <= _line(other, at) for other in points) for at in set(_crossings(points)))
            right &= wins == any(_between(a, point, b) for a, b in pairwise(corners))
    return Finding.of(right, numeric={"samples": len(samples()), "points": tried})


def _between(a: Point, p: Point, b: Point) -> bool:
    turned = (b[0] - a[0]) * (p[1] - a[1]) != (b[1] - a[1]) * (p[0] - a[0])
    return not turned and a[0] <= p[0] <= b[0] and a[1] <= p[1] <= b[1]


def cost_curve_is_least() -> Finding:
    """The loss of optimal thresholds at a skew is the least of all cost lines there."""
    grid = [Fraction(i, 12) for i in range(13)]
    right = all(value(x, OPTIMAL, {"q": at}) == min(_line(p, at) for p in x.roc()) for x in samples() for at in grid)
    return Finding.of(right, numeric={"samples": len(samples()), "skews": len(grid)})


def thresholds_do_not_carry_over() -> Finding:
    """Thresholds optimal on the training half of the credit data, applied to the test half."""
    lost = []
    for train, test in (
        (PRUNED_TRAIN.sample, PRUNED_TEST.sample),
        (UNPRUNED_TRAIN.sample, UNPRUNED_TEST.sample),
    ):
        for cost in (Fraction(i, 10) for i in range(1, 10)):
            chosen = min((Fraction(-1), *train.scores), key=lambda at: _loss(train, at, cost))
            best = min(_loss(test, at, cost) for at in (Fraction(-1), *test.scores))
            lost.append(_loss(test, chosen, cost) - best)
    halves = "both trees, chosen on the training half and applied to the test half"
    numeric = {"data": halves, "cost proportions": len(lost), "worse on the test half": sum(x > 0 for x in lost)}
    return Finding.of(max(lost) > 0, numeric={**numeric, "largest excess loss": float(max(lost))})


def _loss(sample: Sample, threshold: Fraction, cost: Fraction) -> Fraction:
    missed, alarms = 1 - sample.cdf0(threshold), sample.cdf1(threshold)
    return 2 * (cost * sample.pi0 * missed + (1 - cost) * sample.pi1 * alarms)


def dominance(one: Sample, other: Sample) -> list[tuple[Fraction, Fraction, int]]:
    """The intervals of cost proportions on which ``one`` has lower (-1), equal (0) or higher (1) loss."""
    found: list[tuple[Fraction, Fraction, int]] = []
    cuts = sorted({Fraction(0), Fraction(1), *(x for x in one.scores + other.scores if 0 < x < 1)})
    for low, high in pairwise(cuts):
        at_low, at_high = (_loss(one, low, c) - _loss(other, low, c) for c in (low, high))
        turn = low + (high - low) * at_low / (at_low - at_high) if at_low != at_high else low
        for left, right in pairwise(sorted({low, high, min(max(turn, low), high)})):
            middle = (left + right) / 2
            sign = _sign(_loss(one, low, middle) - _loss(other, low, middle))
            if found and found[-1][2] == sign:
                left = found.pop()[0]
            found.append((left, right, sign))
    return found


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def regions() -> Finding:
    """Where each of A, B, C dominates another; the signs are checked on the Brier curves themselves."""
    right, shown = True, {}
    for one, other in combinations((A, B, C), 2):
        found = dominance(one.sample, other.sample)
        for low, high, sign in found:
            at = {"q": (low + high) / 2}
            right &= _sign(value(one.sample, CURVE, at) - value(other.sample, CURVE, at)) == sign  # type: ignore[operator, arg-type]
        words = {-1: one.name, 0: "equal", 1: other.name}
        shown[f"{one.name}, {other.name}"] = [f"[{a}, {b}] {words[sign]}" for a, b, sign in found]
    return Finding.of(right, numeric={"data": "A, B and C", "lower Brier curve": shown})


def hybrid() -> Finding:
    """Does A on the printed intervals, and B elsewhere, have the lower Brier curve throughout?"""
    return _hybrid(BETTER_A)


def hybrid_corrected() -> Finding:
    """The same with the upper end 2/3."""
    return _hybrid(BETTER_A_CORRECTED)


def _hybrid(chosen: tuple[tuple[str, str], ...]) -> Finding:
    inside = [(Fraction(a), Fraction(b)) for a, b in chosen]
    wrong = []
    for low, high, sign in dominance(A.sample, B.sample):
        taken = [(max(low, a), min(high, b)) for a, b in inside if max(low, a) < min(high, b)]
        if sign > 0:
            wrong += [f"A is chosen on [{a}, {b}] and B is better" for a, b in taken]
        if sign < 0 and sum(b - a for a, b in taken) != high - low:
            wrong += [f"A is better on [{low}, {high}] and is not chosen there throughout"]
    return Finding.of(not wrong, numeric={"data": "A and B", "wrong choices": wrong}, note="; ".join(wrong))


def ranks_of(name: str) -> Finding:
    """The places of each example in ascending order, ties as a range, counted in two ways."""
    data, printed = RANKS[name]
    scores = [Fraction(x) for x in data.scores]
    sample, order = data.sample, sorted(scores)
    counted, sorted_out = [], []
    for x in scores:
        i = sample.scores.index(x)
        counted.append((sample.cumulative[i] + 1, sample.cumulative[i + 1]))
        sorted_out.append((order.index(x) + 1, len(order) - order[::-1].index(x)))
    words = " ".join(str(a) if a == b else f"{a}..{b}" for a, b in counted)
    return Finding.of(words == printed and counted == sorted_out, numeric={"data": data.name, "ranks": words})


def randomising_and_inverting() -> Finding:
    """Ties instead of concavities give AUCH; turned rankings within them give 2 AUCH - AUC."""
    right = True
    for sample in samples():
        auc, auch = _figure(sample, "AUC"), _figure(sample, "AUCH")
        turned = [Fraction(0)] * len(sample.scores)
        for block in sample.blocks:
            for i in range(block.start, block.stop):
                turned[i] = Fraction(block.start + block.stop - 1 - i)
        right &= _figure(_calibrated(sample), "AUC") == auch
        right &= _figure(_moved(sample, turned), "AUC") == 2 * auch - auc
    return Finding.of(right, numeric={"samples": len(samples())})


def random_choice() -> Finding:
    """All 2**10 ways to take each prediction from A or B: the mean curve and the mean Brier score."""
    costs = [Fraction(1, 5), Fraction(3, 5), Fraction(17, 20)]
    curves, score = [Fraction(0)] * len(costs), Fraction(0)
    for picked in product(*zip(A.scores, B.scores, strict=True)):
        sample = Sample.of(A.classes, picked)
        score += _figure(sample, "BS") / 1024
        for i, at in enumerate(costs):
            curves[i] += _loss(sample, at, at) / 1024
    means = [(_loss(A.sample, at, at) + _loss(B.sample, at, at)) / 2 for at in costs]
    right = curves == means and score == (_figure(A, "BS") + _figure(B, "BS")) / 2
    return Finding.of(right, numeric={"data": "A and B", "choices": 1024, "mean Brier score": str(score)})


def averaging() -> Finding:
    """BS of the average = mean BS - mean of (a - b)**2/4."""
    a, b, y = symbols("a b y")
    gap = ((a - y) ** 2 + (b - y) ** 2) / 2 - ((a + b) / 2 - y) ** 2
    proved = simplify(gap - (a - b) ** 2 / 4) == 0
    pairs = zip(A.scores, B.scores, strict=True)
    spread = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in pairs) / 40
    numbers = _figure(AVERAGE, "BS"), (_figure(A, "BS") + _figure(B, "BS")) / 2 - spread
    return Finding.of(
        bool(proved) and numbers[0] == numbers[1],
        symbolic={"gap": str((a - b) ** 2 / 4)},
        numeric={"data": "A and B", "BS": str(numbers[0]), "mean BS less the spread": str(numbers[1])},
    )


def averaged_scores() -> Finding:
    """Each printed score of D is the average of A's and B's, rounded; a half goes up."""
    pairs = list(zip(AVERAGE.scores, D.scores, strict=True))
    wrong = [f"{mean} is not {text}" for mean, text in pairs if not Printed(text).allows(Fraction(mean))]
    halves = [text for mean, text in pairs if Printed(text).is_half(Fraction(mean))]
    up = all(Fraction(mean) == Printed(text).interval[0] for mean, text in pairs if text in halves)
    numeric = {"data": "A, B and D", "wrong": wrong, "rounded halves": halves, "all up": up}
    return Finding.of(not wrong and up, numeric=numeric)


def calibration_improves_brier() -> Finding:
    """The Brier score of naive Bayes on the test half, before and after calibration."""
    return _improves("BS", -1)


def calibration_improves_roc() -> Finding:
    """The area under the ROC curve of naive Bayes on the test half, before and after calibration."""
    return _improves("AUC", 1)


def _improves(name: str, sign: int) -> Finding:
    before, after = _figure(VOTE_RAW, name), _figure(VOTE_PAV, name)
    numeric = {"data": f"{VOTE_RAW.name}, {VOTE_PAV.name}", "before": float(before), "after": float(after)}
    return Finding.of(sign * (after - before) > 0, numeric=numeric)


def calibration_on_its_own_data() -> Finding:
    """On the calibration data PAV turns the ROC curve into its hull and the Brier curve into the optimal one.

    So neither is worse than before at any of the skews and cost proportions tried, nor the areas.
    """
    tried = (VOTE_TRAIN.sample, *(data.sample for data in (A, B, C, E15)), *samples())
    costs = [Fraction(i, 12) for i in range(13)]
    right = True
    for sample in tried:
        after = _calibrated(sample)
        right &= after.roc() == sample.hull()
        right &= _figure(after, "AUC") == _figure(sample, "AUCH") >= _figure(sample, "AUC")
        right &= _figure(after, "BS") == _figure(sample, "loss(optimal)")
        for at in costs:
            least = min(_loss(sample, x, at) for x in (sample.scores[0] - 1, *sample.scores))
            right &= _loss(after, at, at) == least
    return Finding.of(right, numeric={"samples": len(tried), "cost proportions": len(costs)})


def _values(claim: str, where: str, title: str, data: Data, printed: str) -> tuple[Claim, ...]:
    """One claim each for the printed AUC, AUCH and BS."""
    return tuple(
        Claim(f"{claim}.{name}", where, f"{name} of {title} is {text}.", "value", Value(name, data, text))
        for name, text in zip(FIGURES, printed.split(), strict=True)
    )


claims = (
    Claim(
        "000.intro.1",
        "ROC space",
        "ROC axes: misclassification rate F1 of the negatives, accuracy F0 of the positives.",
        "definition",
        Statement("error(t) == pi0*(1 - E0(indicator(s <= t))) + pi1*E1(indicator(s <= t))"),
    ),
    Claim(
        "000.intro.2",
        "ROC space",
        "ROC analysis is about ranking and ignores the magnitude of the scores.",
        "text",
        Computed(ranks_only),
        note="printed: of the scales",
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
        Computed(hull_has_the_same_envelope),
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
        note="printed: the points on the ROCCH",
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
        Computed(cost_curve_is_least),
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
    *_values("000.j48.1", "J48, TL", "the pruned tree on the training set", PRUNED_TRAIN, "0.937 0.937 0.068"),
    *_values("000.j48.2", "J48, TR", "the pruned tree on the test set", PRUNED_TEST, "0.887 0.894 0.126"),
    *_values("000.j48.3", "J48, BL", "the unpruned tree on the training set", UNPRUNED_TRAIN, "0.985 0.988 0.042"),
    *_values("000.j48.4", "J48, BR", "the unpruned tree on the test set", UNPRUNED_TEST, "0.893 0.904 0.126"),
    Claim(
        "000.thm.1",
        "Theorem",
        "The area under the Brier curve for cost proportions is the Brier score.",
        "theorem",
        Statement("loss(score_driven) == BS", theorem="Theorem 6"),
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
        "Partial Brier scores are the expected loss over a range of operating conditions, here [1/4, 3/5].",
        "theorem",
        Statement(
            "(3/5 - 1/4)*loss(score_driven, cost=uniform(1/4, 3/5))"
            " == pi0*E0(min(max(s, 1/4), 3/5)**2 - (1/4)**2)"
            " + pi1*E1((1 - min(max(s, 1/4), 3/5))**2 - (1 - 3/5)**2)"
        ),
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
            f"000.tab.1.{name}",
            "Table of A, B, C, D",
            f"The ranks of {name} are {printed}.",
            "table",
            Computed(function),
        )
        for (name, (_, printed)), function in zip(
            RANKS.items(),
            (
                lambda: ranks_of("A"),
                lambda: ranks_of("B"),
                lambda: ranks_of("C"),
                lambda: ranks_of("D"),
            ),
            strict=True,
        )
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
        Computed(random_choice),
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
        Computed(averaged_scores),
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
        NotCheckable("it is read off a figure, and the split of the vote data behind it is not given"),
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
