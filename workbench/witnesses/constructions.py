"""Samples that meet assumptions, of many sizes: constructed, where samples drawn at random would hardly ever do.

An order of the examples is made with exactly the number of ordered pairs that an area under the curve asks for; a
class is repeated until its proportion is right, which leaves the area alone; calibrated samples are tie blocks in
the order of their odds, with as many examples of score 0 (or 1) beside them as the area asks for. What is made is
still held against the assumptions, by `workbench.witnesses.fitting.meets`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, pairwise, product
from math import gcd
from typing import TypeAlias

from workbench.samples.sample import Sample
from workbench.witnesses import fitting
from workbench.witnesses.fitting import Entry, Given, Order
from workbench.witnesses.repairing import Equality, repaired

Sizes: TypeAlias = tuple[int, int]

SIZES = (*[n for n in range(2, 9) for _ in range(14)], *range(9, 47), *range(9, 22), *range(9, 16), *range(9, 14))
MORE_SIZES = (*range(7, 19), *range(7, 33), *range(9, 19))
ALONE = (2, 3, 5, 9, 10, 13, 19, 29, 47, 101, 150)
UNTIED = (50, 53, 77, 101, 151)
LARGE = 36
ZIGZAGS = 32
MOST_TIMES = 120
SOME_EXAMPLES = 260
MOST_UNTIED = 1_000
RARELY = 0.02
MOST_EXAMPLES = 10**6
WANTED, BASES, FEW = 120, 200, 40
GRIDS = (8, 12, 97, 100, 1009)
NEAR = (Fraction(1, 1000), Fraction(1, 60), Fraction(1, 12))


@lru_cache(maxsize=64)
def samples(given: Given) -> tuple[Sample, ...]:
    """Some hundreds of samples that meet the assumptions, all different; none where none was found.

    The first ones have few examples, and each part of the others has many sizes.

    >>> found = samples(())
    >>> len(found) > 250, len({sample.n for sample in found}) > 90, max(sample.n for sample in found) > 500
    (True, True, True)
    """
    maker = Maker(given, random.Random(0))
    made = list(maker.all())
    maker.rng.shuffle(made)
    chosen: dict[object, Sample] = {}

    def choose(sample: Sample) -> None:
        ratios = tuple(map(Fraction.as_integer_ratio, sample.scores))  # of which a hash is had sooner
        chosen.setdefault((ratios, sample.counts0, sample.counts1), sample)

    for sample in made:
        choose(sample)
    if len(chosen) < WANTED:
        for sample in _repaired(given):
            choose(sample)
    few = [sample for sample in chosen.values() if sample.n <= 6]
    return (*few, *(sample for sample in chosen.values() if sample.n > 6))


def _repaired(given: Given) -> Iterator[Sample]:
    """Samples that meet all but an equality, changed so that it holds; none where none is assumed."""
    equalities = Equality.of(given)
    for blocks in tables() if equalities else ():
        sample = fitting.fitted(given, blocks)
        if sample is not None:
            yield sample
    for equality in equalities:
        bases = samples(equality.others)
        some = bases if len(bases) <= BASES else bases[:: len(bases) // BASES]
        for base in sorted(some, key=lambda sample: sample.n):
            if base.n <= FEW and len(base.scores) <= FEW:
                yield from islice(repaired(given, fitting.entries_of(base), by_scores=len(base.scores) <= 4), 6)


@lru_cache(maxsize=1)
def tables() -> tuple[list[Entry], ...]:
    """Two scores with up to four examples of each class, at places that are their shares where these ascend.

    >>> len(tables()), tables()[0]
    (544, [(Fraction(1, 3), 0, 1), (Fraction(2, 3), 1, 0)])
    """
    found = []
    for a, b, c, d in product(range(5), repeat=4):
        if a + b and c + d and a + c and b + d:
            shares = Fraction(b, a + b), Fraction(d, c + d)
            places = shares if shares[0] < shares[1] else (Fraction(1, 3), Fraction(2, 3))
            found.append([(places[0], a, b), (places[1], c, d)])
    return tuple(found)


def small(given: Given) -> tuple[Sample, ...]:
    """Samples of few examples that meet what is assumed to be equal, for which others are changed.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("AUC <= 1 given BS == 1/9").given
    >>> bool(small(given)), small(())
    (True, ())
    """
    return tuple(sample for sample in samples(given) if sample.n <= LARGE) if Equality.of(given) else ()


def fresh(given: Given, text: str, count: int) -> list[Sample]:
    """At most ``count`` samples that meet the assumptions, drawn anew for this text, so that it cannot foresee them."""
    rng = random.Random(text)
    maker = Maker(given, rng)
    tried = (maker.of_size(rng.randint(5, 60)) if rng.random() < 0.7 else maker.large() for _ in range(3 * count))
    return list(islice((sample for sample in tried if sample is not None), count))


def beside(given: Given, place: Fraction) -> list[Sample]:
    """Samples of an example or two at this score and beside it, in all orders, fitted to the assumptions.

    >>> [sample.scores for sample in beside((), Fraction(1, 2))][:2]
    [(Fraction(1, 2), Fraction(501, 1000)), (Fraction(1, 2), Fraction(501, 1000))]
    """
    found = []
    for low in (place, place - NEAR[0]):
        for first, second in ((1, 0), (0, 1)), ((0, 1), (1, 0)), ((1, 1), (0, 0)):
            found.append(fitting.fitted(given, [(low, *first), (low + NEAR[0], *second)]))
    return [sample for sample in found if sample is not None]


@dataclass
class Maker:
    """Makes samples that meet the assumptions, one after the other, as its dice fall."""

    given: Given
    rng: random.Random
    impossible: set[tuple[int, bool]] = field(default_factory=set)

    def all(self) -> Iterator[Sample]:
        """Samples of all kinds."""
        tried: list[Sample | None] = []
        if self.calibrated:
            tried += [self.of_calibrated_blocks() for _ in range(300)]
        else:
            tried += [self.of_size(n) for n in (SIZES + MORE_SIZES if self.strict else SIZES)]
            tried += [self.of_size(n, alone=True) for n in ALONE]
            tried += [self.large() for _ in range(LARGE // 3 if self.strict else LARGE)]
            tried += [self.of_size(n, tied=False) for n in UNTIED]
            tried += [self.in_runs(n) for n in (*range(4, 20), *range(21, 40, 3))]
            tried += [self.zigzag(i % 2 == 0) for i in range(ZIGZAGS)]
        return (sample for sample in tried if sample is not None)

    # --- what the assumptions allow -------------------------------------------------------------------------

    @cached_property
    def named(self) -> frozenset[str]:
        return frozenset(a.name for a in self.given if a.relation is None)

    @property
    def calibrated(self) -> bool:
        return "calibrated" in self.named

    @property
    def strict(self) -> bool:
        """Whether no two examples may have the same score."""
        return bool(self.named & {"evenly_spaced", "no_ties"})

    def allows(self, name: str, value: Fraction) -> bool:
        """Whether the figure ``name`` (pi0 or auc) may have this value."""
        return all(
            fitting.holds(value, a.relation, a.value)
            for a in self.given
            if a.name == name and a.relation is not None and a.value is not None
        )

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        """Proportions of class 0 that are allowed, empty when all are."""
        return tuple(x for x in self._figures("pi0") if 0 < x < 1)

    @cached_property
    def areas(self) -> tuple[Fraction, ...]:
        """Areas under the curve that are allowed, empty when all are."""
        return self._figures("auc")

    def _figures(self, name: str) -> tuple[Fraction, ...]:
        known = [a.value for a in self.given if a.name == name and a.value is not None]
        if not known:
            return ()
        ends = sorted({Fraction(0), Fraction(1), *known})
        pool = {low + (high - low) * Fraction(k, 8) for low, high in pairwise(ends) for k in range(9)}
        pool |= {x + sign * step for x in ends for step in NEAR for sign in (-1, 1)}
        pool |= {Fraction(a, b) for b in range(1, 9) for a in range(b + 1)}
        return tuple(x for x in sorted(pool) if 0 <= x <= 1 and self.allows(name, x))

    # --- sizes ----------------------------------------------------------------------------------------------------

    def sizes(self, n: int, alone: bool) -> Sizes | None:
        """``(n0, n1)`` with a sum of about ``n`` that is allowed; one of them is 1 when ``alone``, if that can be."""
        for size in range(n, n + 13):
            pairs = [(k, size - k) for k in ({1, size - 1} if alone else range(1, size))]
            self.rng.shuffle(pairs)
            for pair in pairs if (size, alone) not in self.impossible else ():
                if self.allows("pi0", Fraction(pair[0], size)) and (not self._areas_known or self.ordered(*pair)):
                    return pair
            self.impossible.add((size, alone))
        few = all(share.denominator > SOME_EXAMPLES for share in self.shares)
        rarely = (10 * RARELY if few else RARELY) if self.strict else 0
        for share in self.rng.sample(self.shares, len(self.shares)):
            bottom = share.denominator
            first = -(-n // bottom) + self.rng.choice([0, 0, 1, 2])
            for size in range(bottom * first, min(bottom * (first + 8), MOST_UNTIED + 1), bottom):
                pair = int(share * size), int((1 - share) * size)
                if (size <= SOME_EXAMPLES or self.rng.random() < rarely) and (
                    not self._areas_known or self.ordered(*pair)
                ):
                    return pair
        return None

    @cached_property
    def _areas_known(self) -> bool:
        return any(a.name == "auc" for a in self.given)

    def ordered(self, n0: int, n1: int) -> list[Fraction]:
        """How many pairs of an example of class 0 below one of class 1 (a tie counts half) may be ordered: some numbers
        that the assumptions about the area allow."""
        pairs = n0 * n1
        unit = 1 if self.strict else 2
        for areas in (self.rng.sample(self.areas, min(len(self.areas), 6)), self.areas):
            near = {Fraction(x.numerator * pairs * unit // x.denominator + d, unit) for x in areas for d in (0, 1)}
            found = sorted(x for x in near if x <= pairs and self.allows("auc", x / pairs))
            if found:
                return found
        return []

    # --- samples in some order ------------------------------------------------------------------------------------

    def of_size(self, n: int, alone: bool = False, tied: bool = True) -> Sample | None:
        """A sample of about ``n`` examples."""
        if self.calibrated:
            return self.of_calibrated_blocks()
        order = self.order(n, alone, tied)
        if order is None:
            return None if self.strict else self.large()
        return self.finished(self.placed(order))

    def large(self) -> Sample | None:
        """A sample of up to thousands of examples at a few scores: a small one, its classes repeated."""
        if self.calibrated or self.strict:
            return self.of_size(self.rng.randint(9, 66))
        base = Maker(tuple(a for a in self.given if a.name != "pi0"), self.rng)
        order = base.order(self.rng.randint(2, 12), self.rng.random() < 0.2, self.rng.random() < 0.5)
        if order is None:
            return None
        times = self.times(*map(sum, zip(*order, strict=True)))
        return self.finished(self.placed([(a * times[0], b * times[1]) for a, b in order]))

    def times(self, n0: int, n1: int) -> Sizes:
        """How often to repeat the examples of class 0 and of class 1."""
        rng = self.rng
        if not self.shares:
            return rng.randint(1, MOST_TIMES), rng.choice([1, rng.randint(1, MOST_TIMES), rng.randint(1, MOST_TIMES)])
        share = rng.choice(self.shares)
        times0, times1 = (share * n1 / ((1 - share) * n0)).as_integer_ratio()
        more = rng.randint(1, max(1, MOST_TIMES // max(times0, times1)))
        return times0 * more, times1 * more

    def in_runs(self, n: int) -> Sample | None:
        """A sample without ties at equal distances, such as 0, 1/n, 2/n, ...: runs of a class, some out of order."""
        order = self.order(n, False, False)
        if order is None:
            return None
        m, shift = len(order), self.rng.choice([Fraction(0), Fraction(1), Fraction(1, 2)])
        below = m - 1 if m > 1 and self.rng.random() < 0.2 else m
        scores = [(i + (shift if below == m else 0)) / Fraction(below) for i in range(m)]
        return self.finished(zip(scores, *zip(*order, strict=True), strict=True))

    def zigzag(self, twice: bool) -> Sample | None:
        """A sample whose curve, after a run of one class, or after a second one as far beyond the diagonal as the first
        or nearly so, keeps its distance to the diagonal."""
        rng = self.rng
        for _ in range(20):
            m = rng.randint(4, 20 if self.strict else 100)
            first = rng.randint(1, m // 2 if twice else m - 1)
            second = min(2 * first + rng.choice([-1, -1, 0, 1]), m) if twice else 0
            both = min(m - first, m - second)
            middle = [(1, 0), (0, 1)] * both if self.strict else [(both, both)]
            order = [(first, 0), (0, second), *middle, (m - first - both, m - second - both)]
            turned = [order, order[::-1], [(b, a) for a, b in order], [(b, a) for a, b in order[::-1]]]
            rng.shuffle(turned)
            for order in turned:
                parts = ([(1, 0)] * a + [(0, 1)] * b if self.strict else [(a, b)] for a, b in order)
                order = [block for part in parts for block in part if any(block)]
                if self.allows("auc", area(order)):
                    times = self.times(m, m) if self.shares and not self.strict else (1, 1)
                    return self.finished(self.placed([(a * times[0], b * times[1]) for a, b in order]))
        return None

    def order(self, n: int, alone: bool, tied: bool) -> list[tuple[int, int]] | None:
        """Tie blocks of about ``n`` examples in an order that the assumptions allow, from low to high scores."""
        sizes = self.sizes(n, alone)
        if sizes is None:
            return None
        if self._areas_known:
            ordered = self.rng.choice(self.ordered(*sizes))
            labels = self.with_pairs(*sizes, int(ordered))
        else:
            ordered, labels = Fraction(0), self.labelled(*sizes)
        order = [(1 - label, label) for label in labels]
        if self.strict:
            return order
        if ordered.denominator == 2:
            place = next(i for i, pair in enumerate(pairwise(labels)) if pair == (1, 0))
            order[place : place + 2] = [(1, 1)]
        return self.joined(order) if tied else order

    def labelled(self, n0: int, n1: int) -> list[int]:
        """The classes in some order: sorted but for a few, in any order, or from the best to the worst."""
        rng = self.rng
        labels = [0] * n0 + [1] * n1
        kind = rng.randrange(6)
        if kind < 2:
            rng.shuffle(labels)
        elif kind == 2:
            spread = rng.choice([2, 4, 8]) / (n0 + n1)
            labels = [
                k for _, k in sorted((i / (n0 + n1) + rng.uniform(-spread, spread), k) for i, k in enumerate(labels))
            ]
        elif kind < 5:
            for _ in range(rng.randint(1, 4)):
                label = labels.pop(rng.randrange(len(labels)))
                labels.insert(rng.randrange(len(labels) + 1), label)
        return labels[::-1] if rng.random() < 0.2 else labels

    def with_pairs(self, n0: int, n1: int, ordered: int) -> list[int]:
        """The classes in an order in which ``ordered`` pairs have the example of class 0 first."""
        rng = self.rng
        below = sorted(rng.choice([0, n0, rng.randint(0, n0)]) for _ in range(n1))
        missing = ordered - sum(below)
        while missing:
            i = rng.randrange(n1)
            step = min(missing, n0 - below[i]) if missing > 0 else max(missing, -below[i])
            step = rng.choice([step, rng.randint(min(step, 0), max(step, 0))])
            below[i] += step
            missing -= step
        labels, before = [], 0
        for place in sorted(below):
            labels += [0] * (place - before) + [1]
            before = place
        return labels + [0] * (n0 - before)

    def joined(self, order: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Neighbours tied here and there, as long as the area stays one that is allowed."""
        rng = self.rng
        wanted = (
            rng.randint(1, min(len(order), 9)) if rng.random() < 0.7 else len(order) - rng.randint(0, len(order) - 1)
        )
        for _ in range(4 * len(order)):
            if len(order) <= wanted:
                break
            i = rng.randrange(len(order) - 1)
            tied = _tied(order, i)
            pure = any(a == c == 0 or b == d == 0 for (a, b), (c, d) in [(order[i], order[i + 1])])
            if self._areas_known and not pure and not self.allows("auc", area(tied)):
                if len(tied) == 1:
                    continue
                tied = _tied(tied, rng.randrange(len(tied) - 1))
                if not self.allows("auc", area(tied)):
                    continue
            order = tied
        return order

    def placed(self, order: Sequence[tuple[int, int]]) -> list[Entry]:
        """The tie blocks at scores in [0, 1]: spread, crowded, on grids, at the ends."""
        m, rng = len(order), self.rng
        grid = rng.choice([g for g in GRIDS if g + 1 >= m] or [4 * m])
        kind = rng.randrange(6)
        if kind == 0 or m == 1:
            places: Iterable[int] = sorted(rng.sample(range(grid + 1), m))
        elif kind == 1:
            places, grid = range(1, 2 * m, 2), 2 * m
        elif kind == 2:
            places, grid = range(m), m - 1
        elif kind == 3:
            first = rng.randrange(m + 1)
            places, grid = [*range(first), *range(16 * m - (m - first) + 1, 16 * m + 1)], 16 * m
        else:
            inner = sorted(rng.sample(range(1, 4 * grid), m))
            low, high = rng.random() < 0.4, rng.random() < 0.4
            places = [0 if low and i == 0 else 4 * grid if high and i == m - 1 else x for i, x in enumerate(inner)]
            grid *= 4
        return [(Fraction(x, grid), a, b) for x, (a, b) in zip(places, order, strict=True)]

    def finished(self, entries: Iterable[Entry]) -> Sample | None:
        """The sample of these entries, fitted to what is still missing, if it meets the assumptions."""
        return fitting.fitted(self.given, entries)

    # --- calibrated samples -----------------------------------------------------------------------------------------

    def of_calibrated_blocks(self) -> Sample | None:
        """A calibrated sample; without ties it is one example of each class, surely told apart."""
        if self.strict:
            return self.finished([(Fraction(0), 1, 0), (Fraction(1), 0, 1)])
        rng = self.rng
        most = rng.choice([2, 4, 9, 30])
        blocks: Sequence[tuple[int, int]] = [(1, 1), (0, 0)]
        if rng.random() < 0.9:
            blocks = [(rng.randint(0, most), rng.randint(0, most)) for _ in range(rng.randint(1, 7))]
        blocks = by_odds(blocks)
        if not (any(a for a, _ in blocks) and any(b for _, b in blocks)):
            blocks = by_odds([*blocks, (1, rng.randint(1, 3))])
        if self._areas_known:
            areas = [x for x in self.areas if 2 * x >= 1]
            if not areas:
                return None
            one, other = rng.choice(areas), rng.choice(areas)
            between = one + (other - one) * Fraction(rng.randint(0, 6), 6)
            blocks = self.of_area(blocks, between if self.allows("auc", between) else one)
        if self.shares or rng.random() < 0.3:
            times0, times1 = self.times(*map(sum, zip(*blocks, strict=True)))
            common = gcd(*(x for a, b in blocks for x in (a * times0, b * times1)))
            blocks = [(a * times0 // common, b * times1 // common) for a, b in blocks]
        more = rng.choice([1, 1, 1, rng.randint(1, 5)])
        if sum(map(sum, blocks)) * more > MOST_EXAMPLES:
            return None
        return self.finished((Fraction(b, a + b), more * a, more * b) for a, b in blocks)

    def of_area(self, blocks: Sequence[tuple[int, int]], wanted: Fraction) -> list[tuple[int, int]]:
        """Blocks in the order of their odds with exactly this area: some joined, and examples of score 0 or 1 added."""
        blocks = list(blocks)
        n0, n1 = (sum(x) for x in zip(*blocks, strict=True))
        if wanted == 1:
            return [(n0, 0), (0, n1)]
        while area(blocks) > wanted:
            blocks = _tied(blocks, self.rng.randrange(len(blocks) - 1))
        found, pairs = area(blocks), n0 * n1
        if found == wanted:
            return by_odds(blocks)
        missing = (wanted - found) * pairs / (1 - wanted)  # of the ordered pairs, each example added brings n1 (n0)
        if self.rng.random() < 0.5:
            more, times = (missing / n1).as_integer_ratio()
            blocks = [(more, 0), *((a * times, b * times) for a, b in blocks)]
        else:
            more, times = (missing / n0).as_integer_ratio()
            blocks = [*((a * times, b * times) for a, b in blocks), (0, more)]
        return by_odds(blocks)


def by_odds(blocks: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The blocks that have examples, those of equal odds joined, the fewest of class 1 first.

    >>> by_odds([(0, 2), (1, 1), (3, 3), (0, 0), (4, 1)])
    [(4, 1), (4, 4), (0, 2)]
    """
    pooled: dict[Fraction, tuple[int, int]] = {}
    for a, b in blocks:
        if a + b:
            before = pooled.get(Fraction(b, a + b), (0, 0))
            pooled[Fraction(b, a + b)] = before[0] + a, before[1] + b
    return [pooled[share] for share in sorted(pooled)]


def area(order: Order | Sequence[tuple[int, int]]) -> Fraction:
    """The area under the curve of tie blocks from low to high scores.

    >>> area([(1, 0), (1, 1), (0, 1)])
    Fraction(7, 8)
    """
    ordered = before = 0
    for a, b in order:
        ordered += b * (2 * before + a)
        before += a
    return Fraction(ordered, 2 * before * sum(b for _, b in order))


def _tied(order: Sequence[tuple[int, int]], i: int) -> list[tuple[int, int]]:
    (a, b), (c, d) = order[i], order[i + 1]
    return [*order[:i], (a + c, b + d), *order[i + 2 :]]
