"""Checks of what is said of AUC and accuracy as measures of rankings: which of the two tells more rankings apart.

The rankings are all those of ``2 m`` examples without ties, half of them positive; accuracy is that of predicting the
upper half positive. Over all pairs of rankings, AUC is consistent with accuracy to the degree ``C``, the share of
agreement where both tell the two apart, and more discriminating by ``D``, the pairs that only AUC tells apart over
those that only accuracy does: Ling, Huang and Zhang, AUC: a statistically consistent and more discriminating measure
than accuracy (2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

from sympy import Poly, Symbol

from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.written import decimal
from workbench.papers import empirical
from workbench.papers.claims import DISAGREEMENT, Finding
from workbench.samples.sample import Sample

Measures: TypeAlias = tuple[Any, ...]
Outcomes: TypeAlias = Counter[Measures]
"""How many rankings have each pair of AUC and accuracy."""

_Q = Symbol("q")


def rankings(n0: int, n1: int) -> Iterator[Sample]:
    """All orders of so many positives and negatives, without ties, at the scores 0, 1, ...

    >>> [x.examples()[0] for x in rankings(2, 1)]
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    n = n0 + n1
    return (Sample.of([int(i in ones) for i in range(n)], range(n)) for ones in combinations(range(n), n1))


@dataclass(frozen=True)
class Consistency:
    """``C > 1/2`` for AUC and accuracy on rankings of up to ``2 half`` examples.

    >>> Consistency(3).run().numeric["C"]
    '1.000 0.991'
    """

    half: int

    @property
    def statement(self) -> str:
        """The inequality."""
        return f"C > 1/2 for all rankings of 4 to {2 * self.half} examples, half of them positive"

    def run(self) -> Finding:
        """By enumeration and by generating functions."""
        return _by_degree(self.half, "C", lambda told: (told["agree"], told["agree"] + told["differ"]), Fraction(1, 2))


@dataclass(frozen=True)
class Discriminancy:
    """``D > 1`` for AUC and accuracy on rankings of up to ``2 half`` examples.

    >>> Discriminancy(3).run().numeric["D"]
    'infinite 15.500'
    """

    half: int

    @property
    def statement(self) -> str:
        """The inequality."""
        return f"D > 1 for all rankings of 4 to {2 * self.half} examples, half of them positive"

    def run(self) -> Finding:
        """By enumeration and by generating functions."""
        return _by_degree(self.half, "D", lambda told: (told["AUC only"], told["accuracy only"]), Fraction(1))


def _by_degree(half: int, name: str, parts: Callable[[Counter[str]], tuple[int, int]], least: Fraction) -> Finding:
    sizes = range(2, half + 1)
    found, defined = ([parts(_told_apart(outcomes(m))) for m in sizes] for outcomes in (_enumerated, _generated))
    numeric, symbolic = (
        {name: " ".join(decimal(a / b, 3) if b else "infinite" for a, b in x)} for x in (found, defined)
    )
    numeric["data"] = f"all rankings of {', '.join(str(2 * m) for m in sizes)} examples"
    return Finding.of(all(a > least * b for a, b in found), agree=found == defined, symbolic=symbolic, numeric=numeric)


def _told_apart(outcomes: Outcomes) -> Counter[str]:
    """Pairs of rankings by which measure tells them apart."""
    told: Counter[str] = Counter()
    for ((auc, accuracy), one), ((other_auc, other_accuracy), two) in product(outcomes.items(), repeat=2):
        if auc > other_auc:
            kind = "AUC only" if accuracy == other_accuracy else "agree" if accuracy > other_accuracy else "differ"
            told[kind] += one * two
        elif auc == other_auc and accuracy > other_accuracy:
            told["accuracy only"] += one * two
    return told


def _enumerated(half: int) -> Outcomes:
    """Ranking by ranking, by the exact engine."""
    nodes = [parse_expression(text) for text in _measures(half)]
    return Counter(tuple(value(x, node) for node in nodes) for x in rankings(half, half))


def _measures(half: int) -> tuple[str, str]:
    """AUC, and accuracy where the upper half is predicted positive."""
    return "AUC", f"1 - error({half} - 1)"


def _generated(half: int) -> Outcomes:
    """From the pairs in order: for j positives in the upper half they have the generating function q**(j*j) g**2.

    ``g`` is the Gaussian binomial coefficient of ``half`` over ``j``, for the order within each half.
    """
    found: Outcomes = Counter()
    for j in range(half + 1):
        pairs = Poly(_Q ** (j * j), _Q) * _gaussian(half, j) ** 2
        for (in_order,), count in pairs.terms():
            found[Fraction(int(in_order), half**2), Fraction(j, half)] += int(count)
    return found


def _gaussian(m: int, j: int) -> Poly:
    """The Gaussian binomial coefficient of m over j."""
    if j in (0, m):
        return Poly(1, _Q)
    return _gaussian(m - 1, j - 1) + Poly(_Q**j, _Q) * _gaussian(m - 1, j)


@dataclass(frozen=True)
class Counterexample:
    """Two rankings of up to ``2 half`` examples on which the measures contradict each other.

    The first has the greater AUC and the second the greater accuracy; or, for ``discriminancy``, both have one AUC and
    differ in accuracy.

    >>> Counterexample(2).run().verdict, Counterexample(3).run().verdict
    ('fails', 'holds')
    """

    half: int
    discriminancy: bool = False

    @property
    def statement(self) -> str:
        """What is sought."""
        if self.discriminancy:
            return "two rankings have the same AUC and different accuracies"
        return "of two rankings one has the greater AUC and the other the greater accuracy"

    def run(self) -> Finding:
        """The first pair, if there is one, measured by both engines."""
        for half in range(2, self.half + 1):
            nodes = [parse_expression(text) for text in _measures(half)]
            measured = {x: tuple(value(x, node) for node in nodes) for x in rankings(half, half)}
            for pair in permutations(measured, 2):
                if self._contradicts(*(measured[x] for x in pair)):
                    defined = [tuple(empirical.value(node, *x.examples()) for node in nodes) for x in pair]
                    numeric = {_order(x): _shown(*measured[x]) for x in pair}
                    symbolic = {_order(x): _shown(*found) for x, found in zip(pair, defined, strict=True)}
                    if numeric != symbolic:
                        return Finding("undecided", symbolic, numeric, DISAGREEMENT)
                    return Finding("holds", symbolic, {"data": "two rankings, the positives as +", **numeric})
        return Finding("fails", numeric={"data": f"rankings of up to {2 * self.half} examples"})

    def _contradicts(self, first: Measures, second: Measures) -> bool:
        if self.discriminancy:
            return bool(first[0] == second[0] and first[1] != second[1])
        return bool(first[0] > second[0] and first[1] < second[1])


def _order(ranking: Sample) -> str:
    return " ".join("+-"[k] for k in ranking.examples()[0])


def _shown(auc: Any, accuracy: Any) -> str:
    return f"AUC {auc}, accuracy {accuracy}"
