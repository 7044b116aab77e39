"""The area under the curve, and what it tells apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

from workbench.curves.cost_curves import cost_curve
from workbench.papers.claims import Claim, Computed, Finding
from workbench.papers.engines import defined, exact, tried
from workbench.papers.general_claims import Statement
from workbench.papers.measure_claims import Consistency, Counterexample, Discriminancy, rankings

from .given import HALF, SAMPLES, order


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
                    f"{name}: {order(x)}": f"AUC {find(x, 'AUC')}, loss {find(x, loss)} at skew {(low + high) / 2}"
                    for name, x in (("A", a), ("B", b))
                }
                for find in (defined, exact)
            )
            shown = {"data": "two rankings", **numeric, "B is better at skews": f"between {low} and {high}"}
            return Finding.of(exact(a, loss) > exact(b, loss), symbolic == numeric, symbolic=symbolic, numeric=shown)
    return Finding("fails", numeric={"rankings of": "3 + 3 examples"})


claims = (
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
)
