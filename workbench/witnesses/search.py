"""The search for a data set on which a statement is false, the smaller the better.

Small weak orders of the examples are enumerated, the smallest first; larger and unbalanced ones are drawn,
and the most promising are improved step by step. What is found is made smaller as long as it refutes. Every
data set meets the assumptions by construction (`workbench.witnesses.fitting`) and is judged by the exact engine. What
a search does is counted as work, so that no clock has a say in what it finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, islice, pairwise, product
from math import comb, inf, prod
from typing import Any

from workbench import limits, metrics
from workbench.language.statements import INSIDE_MEAN, law, of_assumption, parameters
from workbench.language.syntax import SECOND, Apply, Method, Name, Node, Statement, children, literals
from workbench.limits import Limit, Work
from workbench.losses import exact
from workbench.losses.effort import effort
from workbench.losses.reals import subtract
from workbench.numbers.certified import Real
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample
from workbench.witnesses.constructions import small
from workbench.witnesses.fitting import (
    LEVELS,
    NO_VALUE,
    STANDARD,
    Entry,
    Given,
    Order,
    drawn,
    entries_of,
    evenly,
    fitted,
    holds,
    meets,
    orders,
    placed,
    small_sizes,
    standard,
)
from workbench.witnesses.witness import Setting, Witness
from workbench.words import IN_UNIT_INTERVAL

INSIDE = (*LEVELS, Fraction(9, 10))
ANYWHERE = (*INSIDE, *(Fraction(k, 2) for k in (-4, -2, -1, 3, 4, 6, 20)), Fraction(-1, 5))
COMMON = (*(Fraction(a, b) for b in (1, 2, 3, 4, 8, 10, 100) for a in {0, 1, b - 1}),)
SIMPLE = sorted({Fraction(a, b) for b in range(1, 13) for a in range(b + 1)})
CLIMBS = 16
STEPS = 300
DRAWN_ANEW = 4
MOST_EXAMPLES = 2 * 10**6
MOST_ORDERS = 1_000
SOME_ORDERS = 100
BESIDE = Fraction(1, 1000)
FEWEST_SECONDS, QUICK_SECONDS, SHRINK_SECONDS = 1.0, 0.3, 0.5
PLACED, ASSUMED, ANEW = 60.0, 15.0, 0.2


def values(statement: Statement, sample: Sample, parameters: Setting) -> tuple[Real, Real] | None:
    """Both sides on the sample; None where one of them has no value."""
    try:
        return exact.extended(sample, statement.left, parameters), exact.extended(sample, statement.right, parameters)
    except NO_VALUE:
        return None


def refutes(statement: Statement, sample: Sample, parameters: Setting) -> Witness | None:
    """The witness that this sample is; None when it breaks an assumption, or the statement has no value or holds.

    None too where the sample has more examples than anybody would write down one by one.

    >>> from workbench.language.statements import parse_statement
    >>> refutes(parse_statement("AUC <= t"), Sample.of([0, 1], [0, 1]), {"t": Fraction(1, 2)}).left
    Fraction(1, 1)
    """
    allowed = sample.n <= MOST_EXAMPLES and all(
        0 <= x <= 1 for name, x in parameters.items() if name in IN_UNIT_INTERVAL
    )
    sides = values(statement, sample, parameters) if allowed and meets(statement.given, sample, parameters) else None
    if sides is None or holds(sides[0], statement.relation, sides[1]):
        return None
    return Witness(sample, parameters, *sides)


def settings(
    free: Iterable[str], rng: random.Random, most: int, inside: Sequence[Fraction], anywhere: Sequence[Fraction]
) -> list[dict[str, Fraction]]:
    """Values for free parameters: t, r and q lie in [0, 1] and others anywhere; ``most`` of them, or all there are."""
    ranges = {name: inside if name in IN_UNIT_INTERVAL else anywhere for name in free}
    if prod(map(len, ranges.values())) <= most:
        return [dict(zip(ranges, chosen, strict=True)) for chosen in product(*ranges.values())]
    return [{name: rng.choice(among) for name, among in ranges.items()} for _ in range(most)]


# --- the search -------------------------------------------------------------------------------------------


@dataclass
class _Search:
    """What one search knows: the statement, what is worth trying on it, and the work that is left to it."""

    statement: Statement
    work: Work

    def __post_init__(self) -> None:
        statement = self.statement
        sides = statement.left, statement.right
        self.efforts = [effort(side) for side in sides]
        self.rng = random.Random(0)
        self.free = sorted(parameters(statement))
        self.bound = [a for a in statement.given if of_assumption(a)]
        self.wanted = DRAWN_ANEW if self.bound else 1
        self.strict = any(a.name in ("no_ties", "evenly_spaced") for a in statement.given)
        fixed = any(a.name in ("calibrated", "evenly_spaced") for a in statement.given)
        self.ranks_only = fixed or not any(map(_reads_scores, sides))
        known = {x for side in sides for x in literals(side)}
        known |= {a.value for a in statement.given if a.value is not None}
        known |= {x for a in statement.given for side in a.sides or () for x in literals(side)}
        self.numbers = sorted(known, key=_size)[:12]
        inner = sorted({Fraction(0), Fraction(1), *(x for x in self.numbers if 0 < x < 1)})
        near = {(x + y) / 2 for x, y in pairwise(inner)} | {x + d for x in inner for d in (-BESIDE, BESIDE)}
        self.inside = sorted({x for x in (*COMMON, *inner, *near) if 0 <= x <= 1}, key=_size)
        self.ascending = sorted(self.inside)
        self.ranks = [self.ascending.index(x) for x in self.inside]  # whole numbers are put in order sooner
        self.anywhere = sorted({*ANYWHERE, *self.numbers, *(x + d for x in self.numbers for d in (-1, 1))}, key=_size)

    def refuted(self, sample: Sample, setting: Setting) -> Witness | None:
        """`refutes`, and what it costs is spent; None too where more examples are to be ranked than is time for."""
        return refutes(self.statement, sample, setting) if self.afforded(sample) else None

    def afforded(self, sample: Sample) -> bool:
        """Whether both sides are worth their price on this sample, which is spent."""
        price = sum(side.on(sample, ANEW) for side in self.efforts)
        affordable = price < max(self.work.left, limits.SECOND)
        self.work.spend(price)
        return affordable

    def fitted(self, entries: list[Entry]) -> Sample | None:
        """`fitted`, and what it costs is spent; None too where it takes more examples than may be in a witness."""
        self.work.spend(PLACED + 10 * len(entries) + ASSUMED * len(self.statement.given))
        sample = fitted(self.statement.given, entries)
        return None if sample is None or sample.n > MOST_EXAMPLES else sample

    def first(self, tried: Iterable[tuple[Sample, Setting]]) -> Witness | None:
        """The first of these that refutes the statement."""
        for sample, setting in tried:
            witness = self.refuted(sample, setting)
            if witness is not None or self.work.over:
                return witness
        return None

    def enumerated(self, sizes: slice, most: int) -> Iterator[tuple[Sample, Setting]]:
        """All weak orders of these of the smallest class sizes, or some where they are too many, the smallest first,
        with about ``most`` scores and parameter values at each size."""
        given = self.statement.given
        for n0, n1 in small_sizes(given)[sizes]:
            if comb(n0 + n1, n0) <= MOST_ORDERS if self.strict else n0 + n1 <= 7:
                found = list(orders(n0, n1, self.strict))
            else:
                some = (self.drawn(n0, n1, given) for _ in range(SOME_ORDERS) if not self.work.over)
                found = list(dict.fromkeys(some))
            for order in sorted(found, key=len):
                yield from self.settled(order, max(most // len(found), 1))
                if self.work.over:
                    return

    def drawn(self, n0: int, n1: int, given: Given) -> Order:
        return drawn(self.rng, n0, n1, given, self.work.spend)

    def standard(self) -> Iterator[tuple[Sample, Setting]]:
        """The standard samples."""
        self.work.spend(STANDARD * (4 * PLACED + 4 * ASSUMED * len(self.statement.given)))
        for sample in standard(self.statement.given) if not self.work.over else ():
            for setting in self.settings(sample, 2):
                yield sample, setting

    def unbalanced(self, most: int) -> Iterator[tuple[Sample, Setting]]:
        """Few examples of one class against many of the other, and class sizes that the statement's numbers name."""
        pairs = [(1, m) for m in (10, 20, 50, 100, 1_000, 10_000)]
        for x in self.numbers:
            top, bottom = abs(x).limit_denominator(10_000).as_integer_ratio()
            pairs += [(1, top), (top, top), (top + 1, top + 1)] if bottom == 1 else []
            pairs += [(top * k, abs(bottom - top) * k + d) for k in (1, 3) for d in (-1, 0, 1)]
        for n0, n1 in dict.fromkeys(pairs + [pair[::-1] for pair in pairs]):
            if min(n0, n1) > 0 and n0 + n1 <= MOST_EXAMPLES:
                whole: list[Order] = [((n0, 0), (0, n1)), ((0, n1), (n0, 0)), ((n0, n1),)]
                for order in whole + [self.drawn(n0, n1, ()) for _ in range(3)]:
                    yield from self.settled(order, most)

    def crisp(self) -> Iterator[tuple[Sample, Setting]]:
        """Few examples at 0, 1 and the simplest numbers between that the statement names, or 1/2."""
        inner = [x for x in self.numbers if 0 < x < 1][:2] or [Fraction(1, 2)]
        cells = [(score, k) for score in sorted({Fraction(0), *inner, Fraction(1)}) for k in (0, 1)]
        for size in range(2, 6 if not self.ranks_only else 2):
            for chosen in combinations_with_replacement(cells, size):
                scores = dict.fromkeys(score for score, _ in chosen)
                sample = self.fitted([(score, chosen.count((score, 0)), chosen.count((score, 1))) for score in scores])
                if self.work.over:
                    return
                if sample is not None:
                    yield from ((sample, setting) for setting in self.settings(sample, 2))

    def settled(self, order: Order, most: int) -> Iterator[tuple[Sample, Setting]]:
        """The order with scores and parameter values: all combinations of them, or ``most`` at random."""
        spread = self.spread(len(order), most)
        for scores in spread:
            sample = self.fitted(placed(order, scores))
            if self.work.over and sample is None:
                return
            if sample is not None:
                for setting in self.settings(sample, max(most // len(spread), 4 if self.ranks_only else 1)):
                    yield sample, setting

    def spread(self, size: int, most: int) -> list[tuple[Fraction, ...]]:
        if self.ranks_only:
            return [evenly(size)]
        chosen: Iterable[Sequence[int]] = combinations(self.ranks, size)
        if comb(len(self.ranks), size) > most:
            chosen = (self.rng.sample(self.ranks, size) for _ in range(most))
        return [tuple(self.ascending[rank] for rank in sorted(ranks)) for ranks in chosen]

    def settings(self, sample: Sample, most: int) -> list[dict[str, Fraction]]:
        """Parameter values that suit the sample: its scores and its rates are among them."""
        if not self.free:
            return [{}]
        own = {*sample.scores[:8], *(Fraction(k, sample.n) for k in sample.cumulative[:8])}
        found = settings(self.free, self.rng, self.wanted * most, sorted({*self.inside[:12], *own}), self.anywhere)
        return [x for x in found if all(meets((a,), sample, x) for a in self.bound)][:most]

    def gap(self, sample: Sample, setting: Setting) -> float:
        """How near the statement is to being false, the greater the nearer."""
        sides = values(self.statement, sample, setting) if self.afforded(sample) else None
        if sides is None:
            return -inf
        relation = self.statement.relation
        difference = approximation(subtract(*(sides if relation in ("<", "<=") else sides[::-1])))[0]
        return abs(difference) if relation == "==" else -abs(difference) if relation == "!=" else difference

    def climb(self, sample: Sample, setting: Setting, steps: int) -> Witness | None:
        """Changes one thing at a time and keeps what is no worse."""
        height = self.gap(sample, setting)
        for _ in range(steps):
            other, chosen = self.changed(sample, setting)
            if self.work.over:
                return None
            if other is not None and (after := self.gap(other, chosen)) >= height:
                sample, setting, height = other, chosen, after
                witness = self.refuted(sample, setting)
                if witness is not None:
                    return witness
        return None

    def changed(self, sample: Sample, setting: Setting) -> tuple[Sample | None, Setting]:
        """A neighbour of the sample and the setting: one score, count or parameter value is another."""
        rng, entries = self.rng, entries_of(sample)
        if self.free and rng.random() < 0.4:
            name = rng.choice(self.free)
            near = rng.choice([*self.inside, *sample.scores] if name in IN_UNIT_INTERVAL else self.anywhere)
            value = rng.choice([near, (setting[name] + near) / 2])
            return sample, {**setting, name: value.limit_denominator(10_000)}
        i, j = (rng.randrange(len(entries)) for _ in range(2))
        score, a, b = entries[i]
        others = entries[:i] + entries[i + 1 :]
        near = rng.choice([*self.inside, *sample.scores])
        moved = rng.choice([near, (score + near) / 2]).limit_denominator(10_000)
        steps = [(a + 1, b), (a, b + 1), (max(a - 1, 0), b), (a, max(b - 1, 0))]
        counts = rng.choice([*steps, (2 * a, b), (a, 2 * b), (a // 2, b), (a, b // 2)])
        times0, times1 = rng.choice([(1, 2), (2, 1), (1, 10), (10, 1)])
        swapped = {i: entries[j], j: entries[i]}
        changes = [
            [*others, (moved, a, b)],
            [*others, (score, *counts)],
            [*entries, (moved, *rng.choice([(1, 0), (0, 1)]))],
            [(s, times0 * x, times1 * y) for s, x, y in entries],
            [(s, *swapped.get(k, entry)[1:]) for k, entry in enumerate(entries) for s in entry[:1]],
        ]
        chosen = rng.choice(changes)
        small = sum(x + y for _, x, y in chosen) <= MOST_EXAMPLES
        return self.fitted(chosen) if small else None, setting

    def climbed(self) -> Witness | None:
        """Climbs from samples of few examples, unbalanced ones, and those of the standard samples that are nearest."""
        starts = [*self.standard(), *islice(self.unbalanced(6), 0, None, 7)]
        rated = [(self.gap(*start), i) for i, start in enumerate(starts) if not self.work.over]
        for _, i in sorted(rated, reverse=True)[:CLIMBS]:
            witness = self.climb(*starts[i], STEPS)
            if witness is not None:
                return witness
        return None

    def shrink(self, witness: Witness) -> Witness:
        """The first smaller witness that a change leads to, again and again: one of fewer examples, or with
        simpler scores, or with simpler parameters."""
        found: Witness | None = witness
        while found is not None and not self.work.over:
            witness, found = found, None
            size = _measure(witness.sample, witness.parameters)
            for entries, setting in self.reduced(entries_of(witness.sample), witness.parameters):
                sample = self.fitted(entries)
                if sample is not None and _measure(sample, setting) < size:
                    found = self.refuted(sample, setting)
                if found is not None or self.work.over:
                    break
        return found or witness

    def reduced(self, entries: list[Entry], setting: Setting) -> Iterator[tuple[list[Entry], Setting]]:
        for by0, by1 in ((2, 1), (1, 2)):
            yield [(score, a // by0, b // by1) for score, a, b in entries], setting
        for i, (score, a, b) in enumerate(entries):
            for fewer in {(0, 0), (0, b), (a, 0), (a // 2, b), (a, b // 2), (a - 1, b), (a, b - 1), (a - 1, b - 1)}:
                if min(fewer) >= 0 and fewer != (a, b):
                    yield [*entries[:i], (score, *fewer), *entries[i + 1 :]], setting
        for one, other in pairwise(entries):
            for old, new in ((one[0], other[0]), (other[0], one[0])):
                yield [(new if score == old else score, a, b) for score, a, b in entries], setting
        for old in sorted({score for score, _, _ in entries} | set(setting.values()), key=_size, reverse=True):
            for new in self.simpler(old):
                moved = [(new if score == old else score, a, b) for score, a, b in entries]
                yield moved, {name: new if x == old else x for name, x in setting.items()}
                yield moved, setting
                for name, x in setting.items():
                    if x == old:
                        yield entries, {**setting, name: new}

    def simpler(self, value: Fraction) -> list[Fraction]:
        near = {value.limit_denominator(k) for k in (10, 30, 100, 300, 1000)}
        return sorted((x for x in {*SIMPLE, *self.numbers, *near} if _size(x) < _size(value)), key=_size)


def _size(x: Fraction) -> tuple[int, int, bool]:
    return x.denominator, abs(x.numerator), x < 0


def _measure(sample: Sample, setting: Setting) -> tuple[Any, ...]:
    return sample.n, *(tuple(map(sum, zip(*map(_size, x), strict=True))) for x in (sample.scores, setting.values()))


def _reads_scores(node: Node) -> bool:
    """Whether the value depends on the scores by more than their order."""
    if isinstance(node, Name):
        metric = metrics.CATALOGUE.get(node.name)
        return node.name in ("s", SECOND) or (metric is not None and metric.needs_probabilities)
    if isinstance(node, Apply) and node.function in (*INSIDE_MEAN, "error", "macro_error"):
        return node.function not in INSIDE_MEAN
    return (isinstance(node, Method) and law(node).name == "score") or any(map(_reads_scores, children(node)))


def quick(statement: Statement) -> Witness | None:
    """A small witness, if a moment's work finds one: small weak orders, then the standard samples.

    The smallest weak orders, mostly of two examples, have a share of their own.

    >>> from workbench.language.statements import parse_statement
    >>> print(quick(parse_statement("MAE == BS")).to_json()["scores"], quick(parse_statement("MAE >= BS")))
    ['1/2', '1/2'] None
    """
    search = _Search(statement, Work.of(FEWEST_SECONDS))
    witness = search.first(search.enumerated(slice(0, 1), 150))
    if witness is None:
        search.work = Work.of(QUICK_SECONDS)
        witness = search.first(chain(search.enumerated(slice(1, 10), 150), search.unbalanced(2), search.standard()))
    return witness and shrunk(statement, witness, SHRINK_SECONDS)


def at_sight(statement: Statement) -> bool:
    """Whether one of the smallest samples, mostly of two examples, refutes a statement.

    >>> from workbench.language.statements import parse_statement
    >>> at_sight(parse_statement("BS >= 1/4")), at_sight(parse_statement("BS <= MAE"))
    (True, False)
    """
    search = _Search(statement, Work.of(FEWEST_SECONDS))
    return search.first(search.enumerated(slice(0, 1), 150)) is not None


def thorough(statement: Statement, work: Limit) -> Witness | None:
    """A small witness, if one is found with this work, or so many seconds of it, or everything has been tried.

    Half of the work is for weak orders from the smallest on, most of the rest for larger and unbalanced ones and for
    climbing, and what is left then makes the witness smaller.

    >>> from workbench.language.statements import parse_statement
    >>> witness = thorough(parse_statement("pi0 >= 1/50"), 10)
    >>> witness.sample.n0, witness.sample.n1
    (1, 50)
    """
    work = Work.of(work)
    search = _Search(statement, work.share(1 / 2))
    witness = search.first(search.enumerated(slice(15), 1_500))
    if witness is None:
        search.work = work.share(4 / 5)
        made = ((sample, setting) for sample in small(statement.given) for setting in search.settings(sample, 2))
        crisp, unbalanced, standard = search.crisp(), search.unbalanced(6), search.standard()
        witness = search.first(chain(crisp, made, unbalanced, standard)) or search.climbed()
    return witness and shrunk(statement, witness, work)


def tried(statement: Statement, work: Limit) -> Iterator[tuple[Sample, Setting]]:
    """The samples of few examples, with values of the free parameters, on which `quick` tries a statement.

    >>> from workbench.language.statements import parse_statement
    >>> len({sample.n for sample, _ in tried(parse_statement("BS <= MAE"), 1)}) > 9
    True
    """
    search = _Search(statement, Work.of(work))
    return chain(search.enumerated(slice(0, 10), 150), search.standard(), search.unbalanced(2))


def reads_scores(statement: Statement) -> bool:
    """Whether a side, or an assumption, depends on the scores by more than their order, and none fixes the scores.

    >>> from workbench.language.statements import parse_statement
    >>> [reads_scores(parse_statement(x)) for x in ("BS <= 1", "AUC <= 1", "AUC <= 1 given BS == 1/4")]
    [True, False, True]
    """
    sides = [statement.left, statement.right, *(side for a in statement.given for side in a.sides or ())]
    fixed = any(a.name in ("calibrated", "evenly_spaced") for a in statement.given)
    return not fixed and any(map(_reads_scores, sides))


def shrunk(statement: Statement, witness: Witness, work: Limit) -> Witness:
    """The smallest witness that dropping examples, joining scores and simplifying numbers leads to with this work."""
    return _Search(statement, Work.of(work)).shrink(witness)
