"""The loss of a method on a sample whose scores are replaced by other values.

Examples whose scores become equal are tied. Where some values are irrational, a method on ranks is given their order,
and the loss of a law of thresholds, ``E0[l0(x)]`` and ``E1[l1(x)]`` in their weights, lies between that with class 0
lowered and class 1 raised as far as the values reach and that the other way round, as l0 increases and l1 decreases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import flint

from workbench.errors import NotSupported
from workbench.language.syntax import Method, Node, names
from workbench.losses.reals import certainly_less
from workbench.numbers.certified import Real, lift
from workbench.numbers.piecewise import exact_middle
from workbench.samples.sample import Sample

COARSE = flint.arb("1e-12")


def needs_probabilities(method: Method) -> bool:
    """Whether a method, given by its law, draws thresholds from [0, 1] and so asks scores to be there.

    >>> from workbench.language.statements import parse_method
    >>> needs_probabilities(parse_method("score(c)")), needs_probabilities(parse_method("rate(c)"))
    (True, False)
    """
    if method.name == "mix":
        return any(needs_probabilities(part) for part in method.arguments if isinstance(part, Method))
    return method.name == "score" and bool(names(method.arguments[0]) & {"c", "u"})


def rescored(sample: Sample, scores0: Sequence[Fraction], scores1: Sequence[Fraction]) -> Sample:
    """The sample with other scores in place of its distinct ones, for class 0 and for class 1.

    >>> half = [Fraction(1, 2)] * 2
    >>> rescored(Sample.of([0, 1, 1], [0, 0, 1]), half, half)
    Sample(n=3, n0=1, n1=2, distinct scores 1 in [1/2, 1/2])
    """
    none = [0] * sample.distinct_scores
    found = Sample.of_counts([*scores0, *scores1], [*sample.counts0, *none], [*none, *sample.counts1])
    if sample.design is not None:
        found.__dict__["design"] = sample.design
    return found


def loss_on(sample: Sample, values: Sequence[Real], kind: str, loss: Callable[[Sample], Real], scores: Node) -> Real:
    """The loss of a method where the distinct scores are replaced by the values of ``scores``.

    ``loss`` is its loss on a sample, and ``kind`` the kind of its law, if that is the same on every sample.
    `NotSupported` where the order of irrational values is not seen.

    >>> values, classes = [lift(2).sqrt() / 2, Fraction(1)], Sample.of([0, 1], [0, 1])
    >>> loss_on(classes, values, "score", lambda sample: sample.power_sum(0, 2), None).str(6, radius=False)
    '0.500000'
    """
    exact = [x for x in values if isinstance(x, Fraction)]
    if len(exact) == len(values):
        return loss(rescored(sample, exact, exact))
    if kind == "score":
        low = [x if isinstance(x, Fraction) else exact_middle(x.lower()) for x in values]
        high = [x if isinstance(x, Fraction) else exact_middle(x.upper()) for x in values]
        least, most = loss(rescored(sample, low, high)), loss(rescored(sample, high, low))
        if least == most:
            return least
        found = lift(least).union(lift(most))
        if found.rad() > COARSE:
            raise NotSupported(f"it cannot be decided on which side of a threshold values of {scores} lie")
        return found
    if kind in ("mix", ""):
        what = "a mixture" if kind else "a law that depends on figures of the sample"
        raise NotSupported(f"{scores} is irrational at some score, and so not for {what}")
    ranks = _ranks(sample, values, scores)
    return loss(rescored(sample, ranks, ranks))


def _ranks(sample: Sample, values: Sequence[Real], scores: Node) -> list[Fraction]:
    """The values by their places in ascending order, equal ones at one place."""
    order = sorted(range(len(values)), key=lambda i: lift(values[i]).mid())
    found = [Fraction(0)] * len(values)
    for i, j in pairwise(order):
        one, other = values[i], values[j]
        same = one is other or (isinstance(one, Fraction) and one == other)
        if not same and not certainly_less(one, other):
            where = f"at the scores {sample.scores[i]} and {sample.scores[j]}"
            raise NotSupported(f"it cannot be decided which value of {scores} is greater, {where}")
        found[j] = found[i] + (not same)
    return found
