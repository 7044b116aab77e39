"""ROC space: contingency matrices, dominance, the convex hull."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise, product

from sympy import diff, expand, symbols

from workbench.curves.cost_curves import cost_curve
from workbench.curves.curve import Curve
from workbench.curves.roc import RocCurve, RocPoint, mixed
from workbench.papers.claims import Claim, Computed, Data, Finding, NotCheckable
from workbench.papers.engines import Points, defined, defined_roc, exact, tried
from workbench.papers.general_claims import Statement
from workbench.samples.sample import Sample

from .given import HALF, SAMPLES, F, G, Q, X, Y, loss, roc

WITHOUT_ERRORS = Data.of("a classifier without errors", classes="0 0 1 1 1", scores="0 0 1 1 1")


# It stands at <0, 1>, drawn with one of its rates across and one up; its scores are the predicted classes.
IDEAL = "abs({across}(1 - s) - 0) + abs({up}(1 - s) - 1) == 0"


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
        points, other = roc(sample), defined_roc(sample)
        right &= points[0] == (0, 0) and points[-1] == (1, 1)
        tied = Sample.of_counts([HALF], [sample.n0], [sample.n1])
        right &= all(RocCurve.of(tied).tpr(x) == (x, x) for x in (Fraction(i, 7) for i in range(8)))
        agree &= points == other and defined_roc(tied) == roc(tied)
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


@cache
def _replicated() -> tuple[tuple[Sample, Sample], ...]:
    """Samples, and the same with every example of one class three times."""
    return tuple(
        (x, Sample.of_counts(x.scores, (a * k for k in x.counts0), (b * k for k in x.counts1)))
        for x in SAMPLES
        for a, b in ((3, 1), (1, 3))
    )


def roc_is_distribution_independent() -> Finding:
    """Each example of one class taken three times: the ROC curve and the optimal cost curve for skews remain."""
    same = all(_drawn(before) == _drawn(after) for before, after in _replicated())
    other = all(defined_roc(before) == defined_roc(after) for before, after in _replicated())
    return tried(same, same == other, len(SAMPLES))


@lru_cache(maxsize=4)
def _drawn(sample: Sample) -> tuple[Points, Curve]:
    return roc(sample), cost_curve(sample, "optimal", "skew")


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
    found = cache(find)
    for name in names:
        for before, after in _replicated():
            one, two = found(before, name), found(after, name)
            if one != two:
                moved[name] = f"{one} for n0, n1 = {before.n0}, {before.n1}; {two} for {after.n0}, {after.n1}"
                break
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
    affine = expand(loss(*mixture) - Q * loss(X, Y) - (1 - Q) * loss(F, G)) == 0
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
)
