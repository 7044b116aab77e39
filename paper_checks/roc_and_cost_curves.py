"""Lecture on evaluation by ROC curves and cost curves, after Flach and after Drummond and Holte.

The lecture's positive class is class 0 here, and a high score speaks for it. Of its figures nothing is left but the
words around them. In the statements ``t`` and ``r`` are thresholds or rates and ``q`` is a probability. A point in ROC
space is (FPR, TPR) = (F1, F0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

from sympy import Expr, Symbol, diff, expand, simplify, solve, symbols

from workbench.calibration.isotonic import isotonic
from workbench.curves.combining import repair_concavities
from workbench.curves.cost_curves import cost_curve, cost_line
from workbench.curves.curve import Curve, lowest
from workbench.curves.decision_thresholds import decisions
from workbench.curves.roc import IsoLine, RocCurve, RocPoint, mixed
from workbench.curves.roc_averages import cost_average, vertical_average
from workbench.deciding import numeric_trials
from workbench.papers import empirical
from workbench.papers.claims import DISAGREEMENT, Claim, Computed, Data, Finding, NotCheckable, Paper
from workbench.papers.classifier_claims import (
    LowCorrelation,
    MostAccurate,
    PairedRates,
    RateEnvelope,
    SignificantDifference,
)
from workbench.papers.data_claims import Matrix
from workbench.papers.engines import Points, defined, defined_roc, exact, rational, tried
from workbench.papers.general_claims import Statement
from workbench.papers.measure_claims import Consistency, Counterexample, Discriminancy, rankings
from workbench.samples.sample import Sample

ROC20 = Data.of(
    "the 20 instances",
    classes="0 0 1 0 0 0 1 1 0 1 0 1 0 1 1 1 0 1 0 1",
    scores="0.9 0.8 0.7 0.6 0.55 0.54 0.53 0.52 0.51 0.505 0.4 0.39 0.38 0.37 0.36 0.35 0.34 0.33 0.30 0.1",
    higher_means=0,
)
TABLES = (
    ("Original", "78 22 40 60", "0.78 0.4"),
    ("Resample #1", "75 25 45 55", "0.75 0.45"),
    ("Resample #2", "83 17 38 62", "0.83 0.38"),
)
# The 100 examples of the negative class: positive by both classifiers, only the first, only the second, by neither.
PAIRED = "30 10 0 60"

# Classifiers that are the best at the class ratios of the lecture, with its accuracies; 0 is a predicted positive.
LIKE_FLACH = (
    Data.tallied("C4.5", ("0", 84, 20), ("1", 16, 80)),
    Data.tallied("SVM", ("0", 90, 40), ("1", 10, 60)),
    Data.tallied("CN2", ("0", 50, 5), ("1", 50, 95)),
)
WITHOUT_ERRORS = Data.of("a classifier without errors", classes="0 0 1 1 1", scores="0 0 1 1 1")

# It stands at <0, 1>, drawn with one of its rates across and one up; its scores are the predicted classes.
IDEAL = "abs({across}(1 - s) - 0) + abs({up}(1 - s) - 1) == 0"
HALF = Fraction(1, 2)
SAMPLES = numeric_trials.samples()

F, G, X, Y = symbols("FPR_1 TPR_1 FPR TPR", real=True)
Q, Z, POS, NEG, ACC = symbols("q z pos neg acc", positive=True)


# --- ROC space ----------------------------------------------------------------------------------------------


def _roc(sample: Sample) -> Points:
    return [point[:2] for point in RocCurve.of(sample).points]


def _loss(x: Any, y: Any) -> Any:
    """The loss at the skew z of the point (x, y)."""
    return Z * (1 - y) + (1 - Z) * x


def _accuracy(x: Any, y: Any) -> Any:
    """The accuracy of the point (x, y) with so many positives and negatives."""
    return (POS * y + NEG * (1 - x)) / (POS + NEG)


def rates_of_the_matrix() -> Finding:
    """Counted at each threshold, TP/(TP + FN) and FP/(FP + TN) are the rates of the curve's points."""
    right = agree = True
    for sample in SAMPLES:
        classes, beliefs = sample.examples()
        for point, t in zip(RocCurve.of(sample).points, (sample.scores[0] - 1, *sample.scores), strict=True):
            told = Counter((k, belief <= t) for k, belief in zip(classes, beliefs, strict=True))
            tp, fn, fp, tn = (told[cell] for cell in ((0, True), (0, False), (1, True), (1, False)))
            rates = Fraction(fp, fp + tn), Fraction(tp, tp + fn)
            right &= point[:2] == rates
            agree &= rates == tuple(defined(sample, f"E{k}(indicator(s <= {t}))") for k in (1, 0))
    return tried(right, agree, len(SAMPLES))


def trivial_classifiers() -> Finding:
    """A curve begins at <0, 0> and ends at <1, 1>; with one score for all it is the line of the points <x, x>."""
    right = agree = True
    for sample in SAMPLES:
        points, other = _roc(sample), defined_roc(sample)
        right &= points[0] == (0, 0) and points[-1] == (1, 1)
        tied = Sample.of_counts([HALF], [sample.n0], [sample.n1])
        right &= all(RocCurve.of(tied).tpr(x) == (x, x) for x in (Fraction(i, 7) for i in range(8)))
        agree &= points == other and defined_roc(tied) == _roc(tied)
    return tried(right, agree, len(SAMPLES))


def north_west_dominates() -> Finding:
    """To the North-West the loss at each operating condition is never greater: it falls with TPR, rises with FPR."""
    miss, alarm, pos, neg = symbols("cost_of_a_miss cost_of_an_alarm pos neg", nonnegative=True)
    loss = miss * pos * (1 - Y) + alarm * neg * X
    proved = diff(loss, Y).is_nonpositive and diff(loss, X).is_nonnegative
    grid, right, pairs = [Fraction(i, 6) for i in range(7)], True, 0
    for first, second in pairwise(SAMPLES):
        for p, q in product(RocCurve.of(first).points, RocCurve.of(second).points):
            if p.fpr <= q.fpr and p.tpr >= q.tpr:
                pairs += 1
                right &= all(p.loss(c, first.pi0) <= q.loss(c, first.pi0) for c in grid)
    slopes = {"slope in TPR": str(diff(loss, Y)), "slope in FPR": str(diff(loss, X))}
    return Finding.of(bool(proved) and right, symbolic=slopes, numeric={"samples": len(SAMPLES), "pairs": pairs})


def _replicated() -> Iterator[tuple[Sample, Sample]]:
    """Samples, and the same with every example of one class three times."""
    for x in SAMPLES:
        for a, b in ((3, 1), (1, 3)):
            yield x, Sample.of_counts(x.scores, (a * k for k in x.counts0), (b * k for k in x.counts1))


def roc_is_distribution_independent() -> Finding:
    """Each example of one class taken three times: the ROC curve and the optimal cost curve for skews remain."""
    same = all(
        _roc(before) == _roc(after) and cost_curve(before, "optimal", "skew") == cost_curve(after, "optimal", "skew")
        for before, after in _replicated()
    )
    other = all(defined_roc(before) == defined_roc(after) for before, after in _replicated())
    return tried(same, same == other, len(SAMPLES))


def auc_is_distribution_independent() -> Finding:
    """Each example of one class taken three times: AUC, AUCH, MBS and the optimal loss for skews remain."""
    names = "AUC", "AUCH", "MBS", "loss(optimal, condition=skew)"
    moved, other = _moved(names, exact), _moved(names, defined)
    return tried(not moved, moved == other, len(SAMPLES))


def accuracy_is_distribution_dependent() -> Finding:
    """Each example of one class taken three times: accuracy, best or at 1/2, BS and the optimal loss change."""
    names = "1 - MER", "1 - error(1/2)", "BS", "loss(optimal)"
    moved, other = _moved(names, exact), _moved(names, defined)
    return Finding.of(
        set(moved) == set(names), moved == other, symbolic=other, numeric={"data": "the first that change", **moved}
    )


def _moved(names: Iterable[str], find: Callable[[Sample, str], Fraction]) -> dict[str, str]:
    """What is not the same once a class is replicated, and where it isn't for the first time."""
    moved: dict[str, str] = {}
    for (before, after), name in product(_replicated(), names):
        one, two = find(before, name), find(after, name)
        if one != two and name not in moved:
            moved[name] = f"{one} for n0, n1 = {before.n0}, {before.n1}; {two} for {after.n0}, {after.n1}"
    return moved


def hull_is_not_dominated() -> Finding:
    """A point is below the hull exactly when a mixture of two others has a lower FPR and a higher TPR at once."""
    right, count = True, 0
    for sample in SAMPLES:
        curve = RocCurve.of(sample)
        for point in curve.points:
            count += 1
            beaten = any(_beaten(point, a, b) for a, b in combinations(curve.points, 2))
            right &= beaten == (point not in curve.on_hull)
    return Finding.of(right, numeric={"samples": len(SAMPLES), "points": count})


def _beaten(point: RocPoint, a: RocPoint, b: RocPoint) -> bool:
    """Whether some mixture of ``a`` and ``b`` is better in both rates: then an end is, or the one with equal gains."""
    ahead = [(point.fpr - end.fpr) - (end.tpr - point.tpr) for end in (a, b)]
    shares = {Fraction(0), Fraction(1)}
    if ahead[0] * ahead[1] < 0:
        shares.add(ahead[1] / (ahead[1] - ahead[0]))
    mixtures = (mixed(a, b, q) for q in shares)
    return any(m.fpr < point.fpr and m.tpr > point.tpr for m in mixtures)


def hull_is_optimal() -> Finding:
    """A point has the least loss at some skew, of those where two cost lines meet, exactly when it is on the hull."""
    mixture = Q * X + (1 - Q) * F, Q * Y + (1 - Q) * G
    affine = expand(_loss(*mixture) - Q * _loss(X, Y) - (1 - Q) * _loss(F, G)) == 0
    right, count = True, 0
    for sample in SAMPLES:
        curve = RocCurve.of(sample)
        skews = {Fraction(0), Fraction(1)}
        for p, q in combinations(curve.points, 2):
            skews.add((q.fpr - p.fpr) / (q.fpr - p.fpr + q.tpr - p.tpr))
        least = {z: min(p.loss(z) for p in curve.points) for z in skews}
        for point in curve.points:
            count += 1
            right &= any(point.loss(z) == least[z] for z in skews) == (point in curve.on_hull)
    mean = {"loss of a mixture": "q*loss(FPR, TPR) + (1 - q)*loss(FPR_1, TPR_1), least at a corner"}
    note = "the mean is proved, that no others are optimal is tried"
    return Finding.of(right and affine, symbolic=mean, numeric={"samples": len(SAMPLES), "points": count}, note=note)


# --- thresholds and lines of equal accuracy -------------------------------------------------------------------


def score_above_threshold() -> Finding:
    """Positive for scores above theta: for theta below all scores and at each, these are the points of the curve."""
    right = agree = True
    for sample in (ROC20.sample, *SAMPLES):
        classes, beliefs = sample.examples()
        counted, other = [], []
        for level in (*sample.scores, sample.scores[-1] + 1):  # 1 - theta, as 1 - score is the belief in a negative
            told = Counter(k for k, belief in zip(classes, beliefs, strict=True) if 1 - belief > 1 - level)
            counted.append((Fraction(told[1], sample.n1), Fraction(told[0], sample.n0)))
            other.append(tuple(defined(sample, f"E{k}(indicator(s < {level}))") for k in (1, 0)))
        right &= counted == _roc(sample)
        agree &= counted == other
    return tried(right, agree, len(SAMPLES) + 1)


def likelihood_ratio_is_a_score() -> Finding:
    """P(data|+)/P(data|-) > theta is P(+|data) > theta pos/(theta pos + neg): the posterior rises with the ratio."""
    plus, minus = symbols("f_plus f_minus", positive=True)
    return _ratio_ranks(POS * plus / (POS * plus + NEG * minus), plus, minus)


def ratio_needs_no_normalising() -> Finding:
    """f(x,+)/f(x,-) ranks as the normalised f(x,+)/(f(x,+) + f(x,-)), which rises with it and with nothing else."""
    plus, minus = symbols("f_plus f_minus", positive=True)
    return _ratio_ranks(plus / (plus + minus), plus, minus)


def _ratio_ranks(score: Expr, plus: Symbol, minus: Symbol) -> Finding:
    """The score as a function of the ratio, its slope, and the ROC curves of both on random scores with ties."""
    ratio = Symbol("ratio", positive=True)
    of_ratio = simplify(score.subs(plus, ratio * minus))
    slope = simplify(diff(of_ratio, ratio))
    proved = not of_ratio.has(minus) and slope.is_positive
    random, right, count = Random(1), True, 200
    for _ in range(count):
        classes = [0, 1, *(random.randrange(2) for _ in range(6))]
        pairs = [(random.randrange(1, 5), random.randrange(1, 5)) for _ in classes]
        closed = score.subs({POS: classes.count(0), NEG: classes.count(1)})
        scores = [rational(closed.subs({plus: a, minus: b})) for a, b in pairs]
        curves = [_roc(Sample.of(classes, [-x for x in told])) for told in (scores, [Fraction(*p) for p in pairs])]
        right &= curves[0] == curves[1]
    symbolic = {"score": str(of_ratio), "slope": str(slope)}
    return Finding.of(bool(proved) and right, symbolic=symbolic, numeric={"samples": count})


def iso_accuracy_on_the_diagonal() -> Finding:
    """Where the line of equal accuracy through a point meets tpr = 1 - fpr, the TPR is the accuracy of the point."""
    (meet,) = solve(_accuracy(1 - Y, Y) - _accuracy(F, G), Y)
    proved = simplify(meet - _accuracy(F, G)) == 0
    right = all(
        IsoLine.through(point, pi0=sample.pi0).diagonal == sample.pi0 * point.tpr + sample.pi1 * (1 - point.fpr)
        for sample in SAMPLES
        for point in RocCurve.of(sample).points
    )
    return Finding.of(right and proved, symbolic={"tpr": str(meet)}, numeric={"samples": len(SAMPLES)})


def iso_accuracy_slope() -> Finding:
    """The slope of a line of equal accuracy is neg/pos, whatever the accuracy: other slopes for other distributions."""
    (height,) = solve(_accuracy(X, Y) - ACC, Y)
    slope = simplify(diff(height, X))
    right = True
    for sample in SAMPLES:
        for point in RocCurve.of(sample).points:
            line = IsoLine.through(point, pi0=sample.pi0)
            ratio = rational(slope.subs({POS: sample.n0, NEG: sample.n1}))
            right &= line.slope == ratio
            right &= all(
                sample.pi0 * line.tpr(x) + sample.pi1 * (1 - x) == 1 - line.loss
                for x in (Fraction(0), HALF, Fraction(1))
            )
    return Finding.of(right and slope == NEG / POS, symbolic={"slope": str(slope)}, numeric={"samples": len(SAMPLES)})


# --- curves of rankers ----------------------------------------------------------------------------------------


def thresholds_as_printed() -> Finding:
    """Are there as many different decisions as examples, and one more?"""
    return _thresholds(lambda sample: sample.n + 1)


def thresholds_corrected() -> Finding:
    """There are as many different decisions as distinct scores, and one more."""
    return _thresholds(lambda sample: len(set(sample.examples()[1])) + 1)


def _thresholds(said: Callable[[Sample], int]) -> Finding:
    """The decisions that thresholds give: counted by the workbench, and as different sets of positives."""
    for sample in SAMPLES:
        scores = sample.examples()[1]
        different = {tuple(s <= t for s in scores) for t in (min(scores) - 1, *scores)}
        if len(decisions(sample)) != len(different):
            return Finding("undecided", numeric={"witness": str(sample)}, note=DISAGREEMENT)
        if len(different) != said(sample):
            shown = {"scores": " ".join(map(str, scores)), "k": sample.n, "different decisions": len(different)}
            return Finding("fails", numeric=shown, note="refuted by tied scores")
    return Finding("holds", numeric={"samples": len(SAMPLES)})


def practical_method() -> Finding:
    """The walk by falling score has the points of both rates at all thresholds, and AUC below it."""
    right = agree = True
    for sample in SAMPLES:
        walk = _walk(*sample.examples())
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(walk))
        right &= walk == _roc(sample) and area == exact(sample, "AUC")
        agree &= defined_roc(sample) == _roc(sample) and defined(sample, "E1(F0(s))") == exact(sample, "AUC")
    return tried(right, agree, len(SAMPLES))


def _walk(classes: list[int], beliefs: list[Fraction]) -> Points:
    """From (0, 0): 1/Pos up for a positive, 1/Neg to the right for a negative, both at once for tied ones."""
    x = y = Fraction(0)
    points = [(x, y)]
    for score in sorted(set(beliefs)):
        tied = [k for k, s in zip(classes, beliefs, strict=True) if s == score]
        x, y = x + Fraction(tied.count(1), classes.count(1)), y + Fraction(tied.count(0), classes.count(0))
        points.append((x, y))
    return points


def example_curve() -> Finding:
    """The instances stand by falling score, without ties: up for each + and right for each -, by both engines."""
    falling = all(a > b for a, b in pairwise(map(Fraction, ROC20.scores)))
    walk, curve, other = _walk(*ROC20.sample.examples()), RocCurve.of(ROC20.sample), defined_roc(ROC20.sample)
    numeric = {
        "moves": _moves(_roc(ROC20.sample)),
        "AUC": str(curve.area()),
        "AUCH": str(curve.hull.area()),
        "best accuracy": str(curve.best(pi0=ROC20.sample.pi0).line.diagonal),
    }
    texts = {"AUC": "E1(F0(s))", "AUCH": "AUCH", "best accuracy": "1 - MER"}
    symbolic = {"moves": _moves(other), **{name: str(defined(ROC20.sample, text)) for name, text in texts.items()}}
    right = falling and walk == other and numeric["moves"] == " ".join("+-"[k] for k in ROC20.classes)
    return Finding.of(right, numeric == symbolic, symbolic=symbolic, numeric={"data": ROC20.name, **numeric})


def _moves(points: Points) -> str:
    """Up as + and to the right as -."""
    return " ".join("+" if b[1] > a[1] else "-" for a, b in pairwise(points))


def slope_is_local_class_ratio() -> Finding:
    """Between two points the slope is p0/p1 times n1/n0, where p0 and p1 are the classes' shares at that score."""
    right, count = True, 0
    for sample in SAMPLES:
        shares = empirical.of(*sample.examples()).shares
        for segment, (share0, share1) in zip(RocCurve.of(sample).segments, shares, strict=True):
            count += 1
            p1 = rational(share1 / (share0 + share1))
            right &= segment.slope == ((1 - p1) / p1 * sample.n1 / sample.n0 if p1 else None)
            right &= segment.balance(sample.pi0) == p1
    p, up, run = symbols("p_1 up run", positive=True)
    (local,) = solve(NEG * run / (POS * up + NEG * run) - p, up)
    slope = simplify(local / run)
    symbolic = {"slope": str(slope)}
    proved = simplify(slope - (1 - p) / p * NEG / POS) == 0
    return Finding.of(right and proved, symbolic=symbolic, numeric={"samples": len(SAMPLES), "segments": count})


def diagonal_is_locally_random() -> Finding:
    """AUC with a diagonal for tied examples is the mean of AUC over all orders of these."""
    right, count = True, 0
    for sample in SAMPLES:
        step = min((b - a for a, b in pairwise(sample.scores)), default=Fraction(1)) / sample.n
        for score, *counts in zip(sample.scores, sample.counts0, sample.counts1, strict=True):
            if 2 <= sum(counts) <= 5:
                count += 1
                rest = [(k, s) for k, s in zip(*sample.examples(), strict=True) if s != score]
                orders = set(permutations([0] * counts[0] + [1] * counts[1]))
                broken = (_of([*rest, *((k, score + i * step) for i, k in enumerate(order))]) for order in orders)
                right &= sum(defined(x, "AUC") for x in broken) / len(orders) == RocCurve.of(sample).area()
    return Finding.of(right and count > 0, numeric={"samples": len(SAMPLES), "ties": count})


def _of(examples: Iterable[tuple[int, Fraction]]) -> Sample:
    """The sample of these classes and scores."""
    return Sample.of(*zip(*examples, strict=True))


def concavities_are_worse_than_random() -> Finding:
    """The AUC of the examples between the ends of a concavity, alone, is below 1/2."""
    right, agree, count = True, True, 0
    for sample in SAMPLES:
        for found in RocCurve.of(sample).concavities:
            low, high = (-1 if end.threshold is None else end.threshold for end in (found.start, found.end))
            part = _of((k, s) for k, s in zip(*sample.examples(), strict=True) if low < s <= high)
            count += 1
            right &= RocCurve.of(part).area() < HALF
            agree &= RocCurve.of(part).area() == defined(part, "AUC")
    return tried(right and count > 0, agree, len(SAMPLES), concavities=count)


def hull_discretises_scores() -> Finding:
    """Scores pooled by isotonic regression: their ROC curve is the convex hull, vertex for vertex."""
    right = agree = True
    for sample in SAMPLES:
        corners = [point[:2] for point in RocCurve.of(sample).hull.points]
        right &= _roc(isotonic(sample).apply(sample)) == corners
        pooled = map(rational, empirical.of(*sample.examples()).hull)
        agree &= defined_roc(Sample.of_counts(pooled, sample.counts0, sample.counts1)) == corners
    return tried(right, agree, len(SAMPLES))


def repairing_concavities_helps() -> Finding:
    """Where there are concavities AUC rises: to AUCH if they are tied, to 2 AUCH - AUC if they are turned round."""
    right, agree, count = True, True, 0
    for sample in SAMPLES:
        if RocCurve.of(sample).concavities:
            count += 1
            auc, auch = defined(sample, "AUC"), defined(sample, "AUCH")
            for how, area in (("randomise", auch), ("invert", 2 * auch - auc)):
                repaired = repair_concavities(sample, how)
                right &= repaired.auc > auc
                agree &= repaired.auc == area == defined(repaired.sample, "AUC")
    return tried(right and count > 0, agree, count)


# --- the area under the curve -----------------------------------------------------------------------------------


def positives_first() -> Finding:
    """AUC is 1 exactly where each score of a positive is above each of a negative."""
    return _separated(Fraction(1), lambda positives, negatives: max(positives) < min(negatives))


def negatives_first() -> Finding:
    """AUC is 0 exactly where each score of a positive is below each of a negative."""
    return _separated(Fraction(0), lambda positives, negatives: min(positives) > max(negatives))


def _separated(area: Fraction, separated: Callable[[list[Fraction], list[Fraction]], bool]) -> Finding:
    """On samples with ties and on all rankings of up to 4 + 4 examples."""
    samples = [*SAMPLES, *(x for sizes in product(range(1, 5), repeat=2) for x in rankings(*sizes))]
    right = agree = True
    for sample in samples:
        classes, beliefs = sample.examples()
        positives, negatives = ([s for k, s in zip(classes, beliefs, strict=True) if k == c] for c in (0, 1))
        right &= (exact(sample, "AUC") == area) == separated(positives, negatives)
        agree &= exact(sample, "AUC") == defined(sample, "AUC")
    return tried(right, agree, len(samples))


def mean_over_orders() -> Finding:
    """The mean of AUC over all orders of 1 + 1 to 4 + 4 examples."""
    right, agree, count = True, True, 0
    for sizes in product(range(1, 5), repeat=2):
        areas, other = ([find(x, "AUC") for x in rankings(*sizes)] for find in (exact, defined))
        count += len(areas)
        right &= sum(areas) / len(areas) == HALF
        agree &= areas == other
    return tried(right, agree, count)


def _order(ranking: Sample) -> str:
    """The classes by falling score."""
    return " ".join("+-"[k] for k in ranking.examples()[0])


def auc_hides_who_is_better() -> Finding:
    """Two rankings of 3 + 3 examples with AUC above 1/2: A has the greater AUC, B the lower loss at some skews."""
    for a, b in permutations(rankings(3, 3), 2):
        regions = cost_curve(b, "optimal", "skew").regions(cost_curve(a, "optimal", "skew"))
        better = [(region.low, region.high) for region in regions if region.sign < 0]
        if exact(a, "AUC") > exact(b, "AUC") > HALF and better:
            low, high = (Fraction(str(end)) for end in better[0])
            loss = f"loss(optimal, cost=point({(low + high) / 2}), condition=skew)"
            symbolic, numeric = (
                {
                    f"{name}: {_order(x)}": f"AUC {find(x, 'AUC')}, loss {find(x, loss)} at skew {(low + high) / 2}"
                    for name, x in (("A", a), ("B", b))
                }
                for find in (defined, exact)
            )
            shown = {"data": "two rankings", **numeric, "B is better at skews": f"between {low} and {high}"}
            return Finding.of(exact(a, loss) > exact(b, loss), symbolic == numeric, symbolic=symbolic, numeric=shown)
    return Finding("fails", numeric={"rankings of": "3 + 3 examples"})


# --- cost curves ------------------------------------------------------------------------------------------------


def lower_envelope_is_biased() -> Finding:
    """Scores that know nothing: the mean area below their lower envelopes is less than what can be attained.

    All rankings of 3 + 3 examples are equally likely, and the best decisions ignore the score.
    """
    ignored = Sample.of_counts([0], [3], [3])
    rows = []
    for find in (defined, exact):
        areas = [find(x, "loss(optimal)") for x in rankings(3, 3)]
        rows.append((find(ignored, "loss(optimal)"), sum(areas) / len(areas)))
    symbolic, numeric = ({"attainable": str(least), "mean below": str(mean)} for least, mean in rows)
    numeric["data"] = "all rankings of 3 + 3 examples"
    return Finding.of(rows[1][1] < rows[1][0], rows[0] == rows[1], symbolic=symbolic, numeric=numeric)


def fresh_data_are_not_biased() -> Finding:
    """All samples drawn from a population: the mean of a threshold's loss is its loss in the population.

    So fresh data judge a threshold without bias; the mean of each sample's least loss, its lower envelope, is never
    more than the least loss in the population, and less in some of the populations tried.
    """
    unbiased, biased, populations = True, 0, [x for x in SAMPLES if x.n <= 5 and len(x.scores) > 1]
    skews = Fraction(1, 3), HALF, Fraction(3, 4)
    for population in populations:
        thresholds = (population.scores[0] - 1, *population.scores)
        truth = {(z, t): _loss_of(population, t, z) for z in skews for t in thresholds}
        drawn = [{at: _loss_of(sample, at[1], at[0]) for at in truth} for sample in _draws(population)]
        unbiased &= all(sum(losses[at] for losses in drawn) / len(drawn) == truth[at] for at in truth)
        for z in skews:
            least, *own = (min(losses[z, t] for t in thresholds) for losses in (truth, *drawn))
            unbiased &= sum(own) / len(own) <= least
            biased += sum(own) / len(own) < least
    numeric = {"samples": len(populations), "skews": len(skews), "below the population's": biased}
    return Finding.of(unbiased and biased > 0, numeric=numeric)


def _loss_of(sample: Sample, threshold: Fraction, skew: Fraction) -> Fraction:
    return RocPoint(sample.cdf1(threshold), sample.cdf0(threshold)).loss(skew)


def _draws(population: Sample) -> Iterator[Sample]:
    """All samples with as many examples of each class, drawn with replacement and equally likely."""
    classes, scores = population.examples()
    parts = [[s for k, s in zip(classes, scores, strict=True) if k == c] for c in (0, 1)]
    for zeros, ones in product(*(product(part, repeat=len(part)) for part in parts)):
        yield Sample.of([0] * len(zeros) + [1] * len(ones), zeros + ones)


def averaged_cost_curves() -> Finding:
    """The mean of two lower envelopes is the lower envelope of the means of both curves' best points at each skew."""
    middle = _loss((X + F) / 2, (Y + G) / 2)
    proved = expand(middle - (_loss(X, Y) + _loss(F, G)) / 2) == 0
    right = all(
        _envelope(cost_average([RocCurve.of(a), RocCurve.of(b)])) == _mean_cost_curve(a, b)
        for a, b in pairwise(SAMPLES)
    )
    symbolic = {"loss of the mean point": "the mean of loss(FPR, TPR) and loss(FPR_1, TPR_1)"}
    note = "the mean point is proved, the curves are tried"
    return Finding.of(right and proved, symbolic=symbolic, numeric={"pairs of samples": len(SAMPLES) - 1}, note=note)


def averaged_roc_curves() -> Finding:
    """The mean of two ROC hulls at each FPR has other losses, never less than the mean of the lower envelopes."""
    never, different, pairs = True, [], list(combinations(rankings(3, 3), 2))
    for a, b in pairs:
        vertical, mean = _envelope(vertical_average([RocCurve.of(x).hull for x in (a, b)])), _mean_cost_curve(a, b)
        never &= all(region.sign >= 0 for region in vertical.regions(mean))
        if vertical != mean:
            different.append(f"{_order(a)} and {_order(b)}: areas {vertical.area()} and {mean.area()}")
    numeric = {"data": "pairs of rankings of 3 + 3 examples", "pairs": len(pairs), "different": len(different)}
    return Finding.of(never and bool(different), numeric=numeric | {"the first": "; ".join(different[:1])})


def _envelope(curve: RocCurve) -> Curve:
    """The least of the cost lines of a curve's points, over skews."""
    return lowest([cost_line(point[:2]) for point in curve.points])[0]


def _mean_cost_curve(a: Sample, b: Sample) -> Curve:
    return (cost_curve(a, "optimal", "skew") + cost_curve(b, "optimal", "skew")) * HALF


# --- the claims -------------------------------------------------------------------------------------------------


def _table(name: str, counts: str, rates: str) -> Claim:
    tp, fn, fp, tn = map(int, counts.split())
    tpr, fpr = rates.split()
    return Claim(
        f"001.ci.1.{name.lower().replace(' #', '')}",
        "Confidence Intervals",
        f"{name}, with TP, FN, FP, TN = {tp}, {fn}, {fp}, {tn}: TP = {tpr} and FP = {fpr}.",
        "table",
        Matrix(Data.tallied(name, ("0", tp, fp), ("1", fn, tn)), "0", counts, rates),
        note="TP and FP stand for the rates TPR and FPR",
    )


def _best(number: int, name: str, ratio: tuple[int, int], percent: str, words: str) -> Claim:
    return Claim(
        f"001.best.{number}",
        "Choosing the Best",
        f"{words}, {name} is optimal and achieves about {percent}% accuracy.",
        "example",
        MostAccurate(LIKE_FLACH, name, *ratio, percent),
        expected="consistent",
        note="the three points in ROC space that show it are not those of the figure, which is missing",
    )


claims = (
    Claim(
        "001.mat.1",
        "Contingency matrix",
        "TPR = TP/P = TP/(TP + FN), and FPR = FP/N = FP/(FP + TN).",
        "definition",
        Computed(rates_of_the_matrix),
    ),
    Claim(
        "001.roc.1.axes",
        "Evaluation",
        "ROC curves draw the false positive rate against the true positive rate, with the ideal at <0, 1>.",
        "definition",
        Statement(IDEAL.format(across="E0", up="E1"), data=WITHOUT_ERRORS),
        expected="fails",
        note="the axes are swapped in the overview; the slide on ROC curves has them right",
    ),
    Claim(
        "001.roc.1.axes.corrected",
        "ROC curves",
        "ROC curves draw TPR against FPR, with the ideal at <0, 1>.",
        "definition",
        Statement(IDEAL.format(across="E1", up="E0"), data=WITHOUT_ERRORS),
    ),
    Claim(
        "001.roc.1.dominance",
        "ROC curves",
        "Dominance is to the North-West.",
        "text",
        Computed(north_west_dominates),
    ),
    Claim(
        "001.roc.1.trivial",
        "ROC curves",
        "Trivial classifiers lie at <0, 0>, at <1, 1> or at <x, x>.",
        "definition",
        Computed(trivial_classifiers),
        note="never positive, always, and positive with probability x whatever the instance",
    ),
    Claim(
        "001.roc.2.roc",
        "ROC curves",
        "ROC curves are distribution-independent.",
        "text",
        Computed(roc_is_distribution_independent),
    ),
    Claim(
        "001.roc.2.auc",
        "AUC, why it's a good measure",
        "Like ROC, AUC is not sensitive to imbalance.",
        "text",
        Computed(auc_is_distribution_independent),
    ),
    Claim(
        "001.roc.2.accuracy",
        "Evaluation",
        "Accuracy is a problem for imbalanced data.",
        "text",
        Computed(accuracy_is_distribution_dependent),
        note="so are the Brier score and losses for cost proportions",
    ),
    Claim(
        "001.roc.2.majority",
        "Evaluation",
        "Accuracy is a problem for a skewed class distribution: without any score it reaches the larger share.",
        "text",
        Statement("1 - MER >= max(pi0, pi1)"),
    ),
    Claim(
        "001.roc.3.tpr",
        "ROC curves",
        "The TPR of a point between two classifiers is interpolated linearly.",
        "theorem",
        Statement(
            "E0(q*indicator(s <= t) + (1 - q)*indicator(s <= r))"
            " == q*E0(indicator(s <= t)) + (1 - q)*E0(indicator(s <= r))"
        ),
        note="the first is used with probability q, otherwise the second, at random for each instance",
    ),
    Claim(
        "001.roc.3.fpr",
        "ROC curves",
        "The FPR of a point between two classifiers is interpolated linearly.",
        "theorem",
        Statement(
            "E1(q*indicator(s <= t) + (1 - q)*indicator(s <= r))"
            " == q*E1(indicator(s <= t)) + (1 - q)*E1(indicator(s <= r))"
        ),
        note="the first is used with probability q, otherwise the second, at random for each instance",
    ),
    Claim(
        "001.roc.4.dominated",
        "ROC curves",
        "The convex hull holds the non-dominated classifiers and the interpolation between them.",
        "theorem",
        Computed(hull_is_not_dominated),
        note="dominated by one that is better in both rates",
    ),
    Claim(
        "001.roc.4.optimal",
        "The Convex Hull",
        "Classifiers on the convex hull are optimal.",
        "theorem",
        Computed(hull_is_optimal),
        note="at some operating condition, and no others are",
    ),
    Claim(
        "001.roc.5",
        "Example of ROC curves",
        "Five examples: the better the separation between the classes, the more convex the curve.",
        "example",
        NotCheckable("the figures of the five curves are missing, and no data are given"),
        expected="not checkable",
    ),
    Claim(
        "001.prod.1.score",
        "Producing ROC curves",
        "With a threshold theta on a numerical prediction, the decision is positive above theta.",
        "definition",
        Computed(score_above_threshold),
        note="with 1 - score as the belief in a negative",
    ),
    Claim(
        "001.prod.1.bayes",
        "Producing ROC curves",
        "A Bayesian classifier is positive where P(data|+)/P(data|-) > theta.",
        "definition",
        Computed(likelihood_ratio_is_a_score),
    ),
    Claim(
        "001.iso.1.accuracy",
        "Iso-accuracy lines",
        "acc = (pos tpr + neg (1 - fpr))/n.",
        "theorem",
        Statement("1 - error(t) == (n0*E0(indicator(s <= t)) + n1*(1 - E1(indicator(s <= t))))/n"),
    ),
    Claim(
        "001.iso.1.diagonal",
        "Iso-accuracy lines",
        "Where an iso-accuracy line meets the diagonal tpr = 1 - fpr, the accuracy can be read off as tpr.",
        "theorem",
        Computed(iso_accuracy_on_the_diagonal),
        note="the descending diagonal; elsewhere in the lecture the diagonal is tpr = fpr",
    ),
    Claim(
        "001.iso.1.divided",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc / (pos + neg) / n = tpr.",
        "theorem",
        Statement("(n0*r + n1*r)/n/(n0 + n1)/n == r"),
        expected="fails",
        note="r is tpr",
    ),
    Claim(
        "001.iso.1.divided.corrected",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc / ((pos + neg) / n) = tpr.",
        "theorem",
        Statement("(n0*r + n1*r)/n/((n0 + n1)/n) == r"),
        note="r is tpr",
    ),
    Claim(
        "001.iso.1.conclusion",
        "Iso-accuracy lines",
        "On tpr = 1 - fpr, acc = tpr.",
        "theorem",
        Statement("(n0*r + n1*(1 - (1 - r)))/n == r"),
        note="r is tpr",
    ),
    Claim(
        "001.iso.2",
        "Iso-accuracy lines",
        "Classifiers with the same accuracy lie on a line, with another slope at another pos/neg ratio.",
        "theorem",
        Computed(iso_accuracy_slope),
        note="the slope is neg/pos",
    ),
    _best(1, "C4.5", (1, 1), "82", "For uniform class distribution"),
    _best(2, "SVM", (4, 1), "84", "With four times as many +ves as -ves"),
    _best(3, "CN2", (1, 4), "86", "With four times as many -ves as +ves"),
    Claim(
        "001.rank.1",
        "Rankers and classifiers",
        "f(x,+)/f(x,-) can rank the instances, and the scores need not be normalised.",
        "theorem",
        Computed(ratio_needs_no_normalising),
        note="for positive scores",
    ),
    Claim(
        "001.draw.1",
        "Drawing ROC curves for rankers",
        "Of all possible thresholds only k + 1 are different for k instances.",
        "theorem",
        Computed(thresholds_as_printed),
        expected="fails",
        note="with ties there are fewer",
    ),
    Claim(
        "001.draw.1.corrected",
        "Drawing ROC curves for rankers",
        "There is one threshold more than distinct scores: k + 1 without ties.",
        "theorem",
        Computed(thresholds_corrected),
    ),
    Claim(
        "001.draw.2",
        "Drawing ROC curves for rankers",
        "By falling score, go 1/Pos up for +ve, 1/Neg right for -ve, diagonally in case of ties.",
        "theorem",
        Computed(practical_method),
        note="it gives the naive method's points, and the area below is AUC",
    ),
    Claim(
        "001.ex.1.steps",
        "ROC Curves",
        "The 20 instances of the table, by falling score, make an example of a ROC curve.",
        "example",
        Computed(example_curve),
    ),
    Claim(
        "001.ex.1.area",
        "ROC Curves",
        "The area under the curve of the 20 instances is the chance that a positive is ranked before a negative.",
        "example",
        Statement("AUC == E1(F0(s))", data=ROC20),
    ),
    Claim(
        "001.prop.1.slope",
        "ROC curves for rankers",
        "The slope of the curve indicates the local class distribution.",
        "theorem",
        Computed(slope_is_local_class_ratio),
    ),
    Claim(
        "001.prop.1.diagonal",
        "ROC curves for rankers",
        "A diagonal segment means locally random behaviour.",
        "theorem",
        Computed(diagonal_is_locally_random),
    ),
    Claim(
        "001.prop.2.concavities",
        "ROC curves for rankers",
        "Concavities mean locally worse than random behaviour.",
        "theorem",
        Computed(concavities_are_worse_than_random),
    ),
    Claim(
        "001.prop.2.hull",
        "ROC curves for rankers",
        "The convex hull corresponds to discretising the scores.",
        "theorem",
        Computed(hull_discretises_scores),
    ),
    Claim(
        "001.prop.2.repair",
        "ROC curves for rankers",
        "Repairing concavities can potentially do better.",
        "theorem",
        Computed(repairing_concavities_helps),
        note="on the data that the curve is made of",
    ),
    Claim(
        "001.auc.1.perfect",
        "The AUC metric",
        "All the +ves before the -ves: AUC = 1.",
        "theorem",
        Computed(positives_first),
        note="and only then",
    ),
    Claim(
        "001.auc.1.random",
        "The AUC metric",
        "Random ordering: AUC = 0.5.",
        "theorem",
        Statement("E1(F1(s)) == 1/2"),
        note="AUC where both classes have one distribution, F0 = F1",
    ),
    Claim(
        "001.auc.1.mean",
        "The AUC metric",
        "Over all orderings AUC is one half in the mean.",
        "theorem",
        Computed(mean_over_orders),
    ),
    Claim(
        "001.auc.1.inverted",
        "The AUC metric",
        "All the -ves before the +ves: AUC = 0.",
        "theorem",
        Computed(negatives_first),
        note="and only then",
    ),
    Claim(
        "001.auc.2.consistent",
        "AUC, why it's a good measure",
        "AUC is consistent with accuracy.",
        "text",
        Consistency(6),
        note="statistically; not for every pair, as the counterexample X shows",
    ),
    Claim(
        "001.auc.2.discriminant",
        "AUC, why it's a good measure",
        "AUC is more discriminant than accuracy.",
        "text",
        Discriminancy(6),
        note="so AUC is better than accuracy in the sense of Ling, Huang and Zhang",
    ),
    Claim(
        "001.auc.2.X",
        "AUC, why it's a good measure",
        "X is a consistency counterexample.",
        "example",
        Counterexample(6),
        note="the figure is missing; there is such a pair of rankings",
    ),
    Claim(
        "001.auc.2.Y",
        "AUC, why it's a good measure",
        "Y is a discriminancy counterexample.",
        "example",
        Counterexample(6, discriminancy=True),
        note="the figure is missing; there is such a pair of rankings",
    ),
    Claim(
        "001.auc.3",
        "A Personal Opinion: You Decide",
        "AUC does not show when one classifier is better than another.",
        "text",
        Computed(auc_hides_who_is_better),
    ),
    Claim(
        "001.env.1.biased",
        "Lower Envelope",
        "The lower envelope is a biased estimate of performance.",
        "theorem",
        Computed(lower_envelope_is_biased),
    ),
    Claim(
        "001.env.1.fresh",
        "Lower Envelope",
        "Fresh data is needed to get an unbiased estimate.",
        "theorem",
        Computed(fresh_data_are_not_biased),
    ),
    Claim(
        "001.avg.1.cost",
        "Averaging Cost Curves",
        "Averaging cost curves averages the points (FPR, TPR) that are the best at one operating condition.",
        "theorem",
        Computed(averaged_cost_curves),
        note="the title alone is left of the slide",
    ),
    Claim(
        "001.avg.1.roc",
        "Averaging ROC Curves",
        "Averaging ROC curves at each FPR is something else.",
        "theorem",
        Computed(averaged_roc_curves),
        note="the title alone is left of the slide",
    ),
    *(_table(*row) for row in TABLES),
    Claim(
        "001.ci.2",
        "Confidence Intervals",
        "Resample the confusion matrix 10000 times and take the 95% envelope.",
        "example",
        RateEnvelope(TABLES[0][1], inside=tuple(counts for _, counts, _ in TABLES[1:])),
        note="the figure is missing; the envelope of the printed matrix",
    ),
    Claim(
        "001.pair.1",
        "Paired Resampling",
        "FP1 = (30 + 10)/100 = 0.40, FP2 = (30 + 0)/100 = 0.30, FP2 - FP1 = -0.10.",
        "table",
        PairedRates(PAIRED, "0.40 0.30 -0.10"),
    ),
    Claim(
        "001.pair.2",
        "Paired Resampling",
        "Resample this matrix 10000 times to get FP2 - FP1, and take the 95% envelope to test significance.",
        "example",
        SignificantDifference(PAIRED),
        note="the difference is significant; the matrix of the positive class is not given",
    ),
    Claim(
        "001.pair.3",
        "Low correlation = Low significance",
        "Low correlation is low significance.",
        "theorem",
        LowCorrelation(PAIRED),
    ),
)

paper = Paper(
    key="001",
    title="Evaluation: ROC curves and cost curves (lecture)",
    authors="unnamed, after Flach and after Drummond and Holte",
    year=2004,
    claims=claims,
)
