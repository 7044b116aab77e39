"""The search for a data set with the scores of two models on which a statement about both is false.

A figure of a model depends on its scores and on the classes, and the classes are shared: for each pair of class sizes
the scores of both models are chosen one by one, all combinations of a few scores where there are not too many of
them, else some at random. The fewest examples come first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from workbench.curves.levels import holds_for_all
from workbench.language.about import of_assumption
from workbench.language.models import sides
from workbench.language.statements import parameters
from workbench.language.syntax import Assumption, Statement, literals
from workbench.limits import Work
from workbench.losses import exact
from workbench.losses.effort import effort
from workbench.samples.sample import Sample
from workbench.witnesses.fitting import NO_VALUE, OPPOSITE, holds
from workbench.witnesses.search import ANYWHERE, settings
from workbench.witnesses.witness import Setting, Witness
from workbench.words import IN_UNIT_INTERVAL

Scores: TypeAlias = "tuple[tuple[Fraction, ...], tuple[Fraction, ...]]"
"""The scores of class 0 and of class 1."""
GRID = tuple(Fraction(k, 4) for k in (0, 4, 2, 1, 3))
FEW, MANY = 4, 10
"""Examples up to which is searched."""
PAIRS, SETTINGS = 2_500, 12
ANEW, FOR_ALL = 150.0, 3_000.0


def refutes_of_two(
    statement: Statement, first: Sample, second: Sample, setting: Setting, work: Work | None = None
) -> Witness | None:
    """The witness that the scores of both models are; None where the statement holds, or something has no value.

    What is assumed for all levels is ``work`` of its own.

    >>> from workbench.language.statements import parse_statement
    >>> one, other = Sample.of([0, 1], [0, 1]), Sample.of([0, 1], [1, 1])
    >>> refutes_of_two(parse_statement("a.AUC <= b.AUC", two_models=True), one, other, {}).right
    Fraction(1, 2)
    """
    if (first.n0, first.n1) != (second.n0, second.n1) or not (first.probabilistic and second.probabilistic):
        return None
    if any(not 0 <= x <= 1 for name, x in setting.items() if name in IN_UNIT_INTERVAL):
        return None
    try:
        left, right = (exact.value(first, side, setting, second) for side in (statement.left, statement.right))
        if holds(left, statement.relation, right):
            return None
        if work is not None:
            work.spend(FOR_ALL * sum(bool(a.for_all) for a in statement.given))
        if not all(_meets(assumption, first, second, setting) for assumption in statement.given):
            return None
    except NO_VALUE:
        return None
    return Witness(first, setting, left, right, second)


def untested(statement: Statement) -> str:
    """Why no data set is seen to meet what is given for all levels; nothing where that is decided.

    >>> from workbench.language.statements import parse_statement
    >>> given = "a.loss(rate_fixed(t)) <= b.loss(rate_fixed(t)) for all t"
    >>> untested(parse_statement(f"a.BS <= b.BS given {given}", two_models=True))  # doctest: +NORMALIZE_WHITESPACE
    'no data set was tried: a.loss(rate_fixed(t)) <= b.loss(rate_fixed(t)) for all t is tested only where both sides are
     made of piecewise polynomials in t'
    """
    example = Sample.of([0, 0, 1, 1], ["1/4", "1/2", "1/2", "3/4"])
    for a in (x for x in statement.given if x.for_all):
        setting = {name: Fraction(1, 2) for name in of_assumption(a)}
        try:
            holds_for_all(a, example, example, setting)
        except NO_VALUE:
            why = f"is tested only where both sides are made of piecewise polynomials in {a.for_all}"
            return f"no data set was tried: {a} {why}"
    return ""


def _meets(assumption: Assumption, first: Sample, second: Sample, setting: Setting) -> bool:
    """Whether an assumption is surely met."""
    relation = assumption.relation or "=="
    if assumption.for_all:
        free = {name: x for name, x in setting.items() if name != assumption.for_all}
        return holds_for_all(assumption, first, second, free)
    if assumption.sides is None:
        return holds(first.pi0, relation, assumption.value or Fraction(0))
    left, right = (exact.value(first, side, setting, second) for side in assumption.sides)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return holds(left, relation, right)
    return relation != "==" and not holds(left, OPPOSITE[relation], right)


def refuted_by_two(statement: Statement, work: Work, most: int = FEW) -> Witness | None:
    """A witness of at most so many examples, if this work finds one, with as few examples and as simple scores.

    >>> from workbench.language.statements import parse_statement
    >>> said = parse_statement("a.BS <= b.BS given a.AUC >= b.AUC", two_models=True)
    >>> refuted_by_two(said, Work.of(2)).to_json()["scores_b"]
    ['0', '1']
    """
    search = _Search(statement, work)
    for n in range(2, most + 1):
        for n0 in range(1, n):
            witness = search.first(search.pairs(n0, n - n0))
            if witness is not None:
                return search.shrunk(witness)
            if work.over:
                return None
    return None


class _Search:
    """What one search knows: the statement, the scores and the parameters that are tried, the work that is left."""

    def __init__(self, statement: Statement, work: Work) -> None:
        self.statement, self.work = statement, work
        self.free = sorted(parameters(statement))
        self.efforts = [effort(side) for side in (statement.left, statement.right)]
        self.rng = random.Random(0)
        own = {x for side in sides(statement) for x in literals(side) if 0 <= x <= 1}
        self.grid = tuple(dict.fromkeys((*GRID, *sorted(own)[:6])))
        self.anywhere = tuple(dict.fromkeys((*ANYWHERE, *own)))

    def pairs(self, n0: int, n1: int) -> Iterator[tuple[Sample, Sample]]:
        """The scores of both models for these class sizes, the simplest first, or some of them."""
        scores: list[Scores] = [
            (one, other)
            for one in combinations_with_replacement(self.grid, n0)
            for other in combinations_with_replacement(self.grid, n1)
        ]
        if len(scores) ** 2 <= PAIRS:
            chosen = sorted(product(scores, scores), key=_size)
        else:
            chosen = [(self.rng.choice(scores), self.rng.choice(scores)) for _ in range(PAIRS)]
        samples = {each: _sample(each) for each in {x for pair in chosen for x in pair}}
        for one, other in chosen:
            yield samples[one], samples[other]

    def first(self, pairs: Iterator[tuple[Sample, Sample]]) -> Witness | None:
        """The first of these that refutes the statement with some values of the parameters."""
        for first, second in pairs:
            inside = (*self.grid, *first.scores, *second.scores)
            for setting in settings(self.free, self.rng, SETTINGS, inside, self.anywhere) if self.free else [{}]:
                self.work.spend(ANEW + sum(side.on(first) for side in self.efforts))
                witness = refutes_of_two(self.statement, first, second, setting, self.work)
                if witness is not None:
                    return witness
            if self.work.over:
                return None
        return None

    def shrunk(self, witness: Witness) -> Witness:
        """The witness after scores have been made simpler and examples left out, as long as it refutes."""
        found: Witness | None = witness
        while found is not None:
            witness, found = found, None
            assert witness.second is not None
            both = _scores(witness.sample), _scores(witness.second)
            tried = (pair for pair in (*_fewer(both), *_simpler(both)) if _measure(pair) < _measure(both))
            for one, other in tried:
                found = refutes_of_two(self.statement, _sample(one), _sample(other), witness.parameters)
                if found is not None:
                    break
        return witness


def _sample(scores: Scores) -> Sample:
    return Sample.of([k for k in (0, 1) for _ in scores[k]], [*scores[0], *scores[1]])


def _scores(sample: Sample) -> Scores:
    classes, scores = sample.examples()
    one, other = (tuple(x for x, label in zip(scores, classes, strict=True) if label == k) for k in (0, 1))
    return one, other


def _size(pair: tuple[Scores, Scores]) -> tuple[int, int]:
    numbers = [x for scores in pair for part in scores for x in part]
    return sum(x.denominator for x in numbers), sum(x.numerator for x in numbers)


def _measure(pair: tuple[Scores, Scores]) -> tuple[int, tuple[int, int]]:
    return sum(map(len, pair[0])), _size(pair)


def _fewer(pair: tuple[Scores, Scores]) -> Iterator[tuple[Scores, Scores]]:
    """Without one example of a class: any of its scores under one model, any under the other."""
    for k in (0, 1):
        if len(pair[0][k]) > 1:
            for i, j in product(range(len(pair[0][k])), repeat=2):
                yield _without(pair[0], k, i), _without(pair[1], k, j)


def _without(scores: Scores, k: int, i: int) -> Scores:
    left = (*scores[k][:i], *scores[k][i + 1 :])
    return (left, scores[1]) if k == 0 else (scores[0], left)


def _simpler(pair: tuple[Scores, Scores]) -> Iterator[tuple[Scores, Scores]]:
    """With one score replaced by 0, 1 or 1/2."""
    for which, k in product((0, 1), repeat=2):
        for i, new in product(range(len(pair[which][k])), GRID[:3]):
            changed = tuple(sorted((*_without(pair[which], k, i)[k], new)))
            scores = (changed, pair[which][1]) if k == 0 else (pair[which][0], changed)
            yield (scores, pair[1]) if which == 0 else (pair[0], scores)
