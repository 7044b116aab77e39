"""Curves of rankers: how they are drawn, their slopes, concavities and hulls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise, permutations

from sympy import simplify, solve, symbols

from workbench.calibration.isotonic import isotonic
from workbench.curves.combining import repair_concavities
from workbench.curves.decision_thresholds import decisions
from workbench.curves.roc import RocCurve
from workbench.papers import empirical
from workbench.papers.claims import DISAGREEMENT, Claim, Computed, Finding
from workbench.papers.engines import Points, defined, defined_roc, exact, rational, tried
from workbench.papers.general_claims import Statement
from workbench.samples.sample import Sample

from .given import HALF, NEG, POS, ROC20, SAMPLES, ratio_ranks, roc


def ratio_needs_no_normalising() -> Finding:
    """f(x,+)/f(x,-) ranks as the normalised f(x,+)/(f(x,+) + f(x,-)), which rises with it and with nothing else."""
    plus, minus = symbols("f_plus f_minus", positive=True)
    return ratio_ranks(plus / (plus + minus), plus, minus)


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
        right &= walk == roc(sample) and area == exact(sample, "AUC")
        agree &= defined_roc(sample) == roc(sample) and defined(sample, "E1(F0(s))") == exact(sample, "AUC")
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
        "moves": _moves(roc(ROC20.sample)),
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
        right &= roc(isotonic(sample).apply(sample)) == corners
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


claims = (
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
)
