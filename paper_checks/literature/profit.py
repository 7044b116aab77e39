"""Expected maximum profit as an optimal loss, after Verbraken et al.; class 1 is the event.

At a share g, the part of those who would leave that an offer keeps or the part of a loan that a default loses, an event
that is predicted brings the benefit b(g), linear in g, and any other example that is costs k. The profits of all
thresholds are lines in g, and expected maximum profit is the mean of the greatest one over a law of g.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.losses.profit import churn_profit, credit_profit
from workbench.numbers.certified import agree
from workbench.papers.claims import Computed, Finding
from workbench.samples.sample import Sample

from .given import cited, claim, samples

VERBRAKEN = cited("Verbraken et al., TKDE (2013); Verbraken et al., EJOR (2014)")
BEYOND_NOBODY = "q*pi0*sensitivity(t) - (1 - q)*pi1*(1 - specificity(t))"
AT_EACH = f"{BEYOND_NOBODY} <= q*pi0 - loss(optimal, cost=point(q))/2"

Line = tuple[Fraction, Fraction]


def profits(sample: Sample, benefit: Line, cost: Fraction) -> set[Line]:
    """The profit of each threshold as a line in the share, its slope and its start; that of treating nobody is 0."""
    classes, scores = sample.examples()
    lines = {(Fraction(0), Fraction(0))}
    for threshold in scores:
        treated = [k for k, score in zip(classes, scores, strict=True) if score >= threshold]
        hits, others = Fraction(sum(treated), sample.n), Fraction(len(treated) - sum(treated), sample.n)
        lines.add((benefit[0] * hits, benefit[1] * hits - cost * others))
    return lines


def mean_of_the_greatest(lines: set[Line], alpha: int, beta: int) -> Fraction:
    """The mean of the greatest of some lines over a share that is distributed as Beta(alpha, beta)."""
    ways = Fraction(factorial(alpha + beta - 1), factorial(alpha - 1) * factorial(beta - 1))
    density = [(ways * (-1) ** i * comb(beta - 1, i), alpha - 1 + i) for i in range(beta)]

    def below(line: Line, g: Fraction) -> Fraction:
        slope, start = line
        return sum(
            (w * (slope * g ** (m + 2) / (m + 2) + start * g ** (m + 1) / (m + 1)) for w, m in density), Fraction(0)
        )

    crossings = {(q - y) / (x - p) for x, y in lines for p, q in lines if x != p}
    ends = sorted({Fraction(0), Fraction(1), *(g for g in crossings if 0 < g < 1)})
    total = Fraction(0)
    for low, high in pairwise(ends):
        best = max(lines, key=lambda line: line[0] * (low + high) / 2 + line[1])
        total += below(best, high) - below(best, low)
    return total


def churn_by_definition(sample: Sample) -> Fraction:
    """Expected maximum profit of churn: a Beta(6, 14) share of those reached stays, the worth of each is 200."""
    worth, incentive, contact = Fraction(200), Fraction(10), Fraction(1)
    return mean_of_the_greatest(profits(sample, (worth - incentive, -contact), incentive + contact), 6, 14)


def credit_by_definition(sample: Sample) -> Fraction:
    """Expected maximum profit of credit scoring: a default loses nothing, all, or a uniform share of the loan."""
    nothing, everything, interest = Fraction("0.55"), Fraction("0.1"), Fraction("0.2644")
    lines = profits(sample, (Fraction(1), Fraction(0)), interest)
    at_one = max(slope + start for slope, start in lines)
    return everything * at_one + (1 - nothing - everything) * mean_of_the_greatest(lines, 1, 1)


def is_a_gain(text: str, by_definition: Callable[[Sample], Fraction]) -> Finding:
    """Whether a gain of optimal thresholds over treating nobody is the mean of the greatest profits on samples."""
    tried = samples()
    right = all(agree(value(sample, parse_expression(text)), by_definition(sample)) for sample in tried)
    return Finding.of(right, numeric={"samples": len(tried), "expression": text})


def churn_is_a_gain() -> Finding:
    """the mean over a Beta(6, 14) share of the greatest profit of any threshold == churn_profit()"""
    return is_a_gain(churn_profit(), churn_by_definition)


def credit_is_a_gain() -> Finding:
    """the mean over the losses given default of the greatest profit of any threshold == credit_profit()"""
    return is_a_gain(credit_profit(), credit_by_definition)


claims = (
    claim(
        "EMP.1",
        VERBRAKEN,
        "Profit at a benefit of q and a cost of 1 - q falls with the loss at the cost proportion q.",
        f"{BEYOND_NOBODY} == q*pi0 - loss(score_fixed(t), cost=point(q))/2",
    ),
    claim(
        "EMP.2",
        VERBRAKEN,
        "Expected maximum profit of churn is what optimal thresholds lose less than treating nobody, under a weight.",
        Computed(churn_is_a_gain),
        note="for their usual law and amounts; a greatest value inside of a mean has no words, at each share it is"
        " lit.EMP.3.each",
    ),
    claim(
        "EMP.3.each",
        VERBRAKEN,
        "At each loss given default no threshold earns more than the optimal one, whose loss says how much that is.",
        AT_EACH,
        note="per unit of the loss given default and the return together, of which q is the part of the former",
    ),
    claim(
        "EMP.3",
        VERBRAKEN,
        "Expected maximum profit of credit scoring is such a gain, under a weight and with atoms at both ends.",
        Computed(credit_is_a_gain),
        note="for their usual law and interest, as for lit.EMP.2",
    ),
    claim(
        "EMP.4",
        "In no source that is known here",
        "Of a magnitude beside the cost proportion only its share at each cost proportion matters.",
        "q*loss(optimal, cost=point(t)) + (1 - q)*loss(optimal, cost=point(r))"
        " == loss(optimal, cost=mixture(q, point(t), point(r)))",
        note="for two cost proportions, in units of the mean magnitude, of which q is the share that falls to t",
    ),
)
