"""Classifiers compared and combined."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

from sympy import simplify, symbols

from workbench.curves.combining import average, evaluate_hybrid, random_choice, repair_concavities
from workbench.curves.cost_curves import (
    cost_curve,
    dominance,
    threshold_line,
)
from workbench.curves.curve import Curve
from workbench.language.statements import parse_expression
from workbench.papers import empirical
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    Value,
    share_json,
)
from workbench.papers.data_claims import Averages, Ranks
from workbench.papers.engines import defined, exact, tried
from workbench.samples.sample import Sample

from .given import CLASSES, A, B, C, samples, values

D = Data.of("D as printed", CLASSES, "0.65 0.90 0.88 0.48 0.74 0.70 0.24 0.43 0.76 0.20")
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


def _brier_curve(data: Data) -> Curve:
    return cost_curve(data.sample, "score_driven")


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


claims = (
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
    *values("000.tab.2", "Table of A, B, C", "A", A, "0.667 0.750 0.244"),
    *values("000.tab.3", "Table of A, B, C", "B", B, "0.646 0.750 0.240"),
    *values("000.tab.4", "Table of A, B, C", "C", C, "0.563 0.708 0.558"),
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
)
