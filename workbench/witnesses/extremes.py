"""How large a constant must be: samples on which it must be as large as possible, and sequences of them.

A statement ``0 <= start + slope*k`` needs ``k >= -start/slope`` on a sample with a positive slope, and ``k <=
-start/slope`` on one with a negative slope. The samples of few examples on which `workbench.witnesses.search` would
refute it are tried, and the best ones improved, one change at a time: scores move by steps that get smaller and then
to simple fractions near them, examples are added, dropped and moved. Where an equality is assumed, a score is moved
along, or examples are added, so that it holds again (`workbench.witnesses.repairing`). What a sample needs is an exact
fraction (or a bound on one), so that what was found is no guess: every better constant is refuted on the sample. What
is the work of a search, not the clock, ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, pairwise
from typing import TypeAlias

from workbench.errors import NotSupported
from workbench.language.statements import parameters
from workbench.language.syntax import Expression, Statement, literals
from workbench.limits import Work
from workbench.losses import exact
from workbench.losses.effort import effort
from workbench.numbers.certified import lift
from workbench.numbers.piecewise import exact_middle
from workbench.samples.sample import Sample
from workbench.witnesses import constructions
from workbench.witnesses.confirmation import described
from workbench.witnesses.fitting import NO_VALUE, Entry, entries_of, fitted, meets
from workbench.witnesses.repairing import Equality, along_lines, repaired
from workbench.witnesses.search import reads_scores, tried
from workbench.witnesses.witness import Setting
from workbench.words import IN_UNIT_INTERVAL

Change: TypeAlias = "tuple[list[Entry], Setting]"

BEYOND = 10**6
"""A constant so many times as large as on most samples, and growing, is taken to have no bound."""
STARTS = 8
CLIMBING = 3 / 4
COARSE, FINE = Fraction(1, 16), Fraction(1, 2**13)
FEW, MANY, MOST = 12, 400, 5_000
ROUGH = 200
NEAR, STILL = Fraction(1, 1000), Fraction(1, 50)
ROUNDS, SHOWN = 40, 6
LEAST_GAIN = Fraction(1, 10**9)
PLACES = 4
SIMPLE = (*range(1, 13), 20, 50, 100, 1000)
PLACED, ASSUMED, ANEW = 60.0, 15.0, 0.2


class NoDirection(NotSupported):
    """The statement gets weaker with a greater constant on one sample, and stronger on another."""


@dataclass(frozen=True)
class Reached:
    """A sample and values of the free parameters, and the constant ``needed`` there.

    ``sense`` is 1 where every smaller constant is refuted, -1 where every greater one is. Where ``exact`` is false,
    the needed constant is irrational and ``needed`` a bound of it that is refuted too.
    """

    sample: Sample
    parameters: Setting = field(hash=False)
    needed: Fraction
    sense: int
    exact: bool = True

    def beats(self, other: Reached | None, least: Fraction = Fraction(0)) -> bool:
        """Whether more is needed here, by more than the ``least`` part of it."""
        if other is None:
            return True
        return self.sense * (self.needed - other.needed) > least * max(abs(other.needed), Fraction(1))

    @property
    def size(self) -> int:
        """How long the scores and parameters are to write."""
        return sum(x.denominator.bit_length() for x in (*self.sample.scores, *self.parameters.values()))


@dataclass(frozen=True)
class Extremes:
    """What a search found: the sample that needs most, a ``sequence`` that comes ever nearer, what no constant helps.

    The sequence is empty where a sample was found that needs clearly more than its members. It is ``unbounded`` where
    it ends so far beyond what most samples need that there is hardly a bound.
    """

    best: Reached | None
    sequence: tuple[Reached, ...] = ()
    hopeless: tuple[Sample, Setting] | None = field(default=None, hash=False)
    unbounded: bool = False


@dataclass
class Climb:
    """The search for samples on which ``0 <= start + slope*k`` needs an extreme ``k``.

    ``statement`` is that one with some number for ``k``; it has the assumptions and the free parameters.
    """

    start: Expression
    slope: Expression
    statement: Statement
    work: Work
    hopeless: tuple[Sample, Setting] | None = None
    first: tuple[str, int] | None = None
    most: Fraction = Fraction(BEYOND)

    def __post_init__(self) -> None:
        self.efforts = [effort(self.start), effort(self.slope)]
        self.given = self.statement.given
        self.by_scores = reads_scores(self.statement)
        self.equal = Equality.of(self.given)
        self.free = parameters(self.statement)
        written = literals(self.start) | literals(self.slope)
        self.places = sorted(x for x in written if 0 < x < 1)[:PLACES]

    def extremes(self) -> Extremes:
        """The search: many samples, the best ones improved coarsely, a sequence, and the best one improved finely.

        >>> from workbench.language.statements import parse_expression, parse_statement
        >>> statement = parse_statement("loss(score_driven, cost=beta(2, 2)) <= BS")
        >>> search = Climb(parse_expression(f"-{statement.left}"), statement.right, statement, Work.of(5))
        >>> found = search.extremes().best
        >>> found.needed, found.sample.scores, found.sample.counts0
        (Fraction(4, 3), (Fraction(2, 3), Fraction(1, 1)), (1, 0))
        """
        found: dict[Fraction, Reached] = {}
        none: Setting = {}
        made = ((sample, none) for sample in constructions.samples(self.given) if self.equal and not self.free)
        for sample, setting in chain(tried(self.statement, self.work.share(1 / 3)), made):
            reached = self.reached(sample, setting) if sample.n <= MOST else None
            if reached is not None and (reached.needed not in found or sample.n < found[reached.needed].sample.n):
                found[reached.needed] = reached
            if self.hopeless is not None or self.work.over:
                break
        if self.hopeless is not None:
            return Extremes(None, hopeless=self.hopeless)
        ranked = sorted(found.values(), key=_rank)
        usual = sorted(abs(x) for x in found)[len(found) // 2 : len(found) // 2 + 1]
        self.most = BEYOND * max((Fraction(1), *usual))
        few = [start for start in ranked if start.sample.n <= FEW] or ranked[:1]
        few = list(dict.fromkeys((*few[:STARTS], *few[:: max(len(few) // STARTS, 1)])))
        whole, self.work = self.work, self.work.share(CLIMBING)
        tops = sorted((self.rounded(self.climbed(start, COARSE, FEW, ROUGH)) for start in few), key=_rank)
        if self.hopeless is not None or not tops:
            return Extremes(None, hopeless=self.hopeless)
        trail = self.pushed(tops[0])
        begins = (x for x in (ranked[0], trail[-1], tops[0]) if x.sample.n <= MANY)
        fine = self.climbed(min(begins, key=_rank, default=tops[0]), FINE, MANY)
        self.work = whole
        fine = self.rounded(fine)
        best = min(fine, trail[-1], *ranked[:1], key=_rank)
        if len(trail) <= 2:
            return Extremes(best)
        far = self.is_far(trail[-1])
        goes_on = far or trail[-1].beats(trail[-2], STILL) or not best.beats(trail[-1], NEAR)
        return Extremes(best, _some(trail) if goes_on else (), unbounded=far)

    def is_far(self, place: Reached) -> bool:
        """Whether so much is needed that there is hardly a bound."""
        return place.sense * place.needed > self.most

    def reached(self, sample: Sample, setting: Setting) -> Reached | None:
        """What the sample needs; None where it needs nothing, or a side has no value."""
        self.work.spend(sum(each.on(sample, ANEW) for each in self.efforts))
        if not meets(self.given, sample, setting) or any(
            not 0 <= x <= 1 for name, x in setting.items() if name in IN_UNIT_INTERVAL
        ):
            return None
        try:
            start, slope = (exact.value(sample, side, setting) for side in (self.start, self.slope))
        except NO_VALUE:
            return None
        if slope == 0 and start < 0:
            self.hopeless = self.hopeless or (sample, setting)
        sense = 1 if slope > 0 else -1 if slope < 0 else 0
        if sense == 0:
            return None
        if self.first is None:
            self.first = described(sample, setting), sense
        if self.first[1] != sense:
            weaker, stronger = (described(sample, setting), self.first[0])[::sense]
            raise NoDirection(
                "whether the least or the greatest constant is meant cannot be told: the statement gets weaker with a "
                f"greater one on {weaker}, and stronger on {stronger}"
            )
        if isinstance(start, Fraction) and isinstance(slope, Fraction):
            return Reached(sample, setting, -start / slope, sense)
        ratio = -lift(start) / lift(slope)
        return Reached(sample, setting, exact_middle(ratio.lower() if sense > 0 else ratio.upper()), sense, False)

    def at(self, change: Change, most: int) -> Reached | None:
        """What a changed sample needs, once it is fitted to the assumptions."""
        entries, setting = change
        self.work.spend(PLACED + 10 * len(entries) + ASSUMED * len(self.given))
        if sum(a + b for _, a, b in entries) > most:
            return None
        sample = fitted(self.given, entries)
        instead = self.repaired(entries) if sample is None else ()
        tried = [self.reached(x, setting) for x in (sample, *instead) if x is not None and x.n <= most]
        return min((x for x in tried if x is not None), key=_rank, default=None)

    def repaired(self, entries: list[Entry]) -> Iterator[Sample]:
        """The samples with some examples more, or one score moved, so that what is assumed to be equal is."""
        return repaired(self.given, entries, by_scores=self.by_scores, spend=self.look) if self.equal else iter(())

    def look(self, samples: int) -> None:
        """So many samples were made, and what is assumed of them evaluated."""
        self.work.spend(samples * (PLACED + ASSUMED * len(self.given)))

    def climbed(self, place: Reached, finest: Fraction, most: int, largest: int = 10**9) -> Reached:
        """The best sample that changes lead to, each of which needs more than the one before.

        Steps are not below the ``finest``, samples of at most so many examples, scores of denominators up to the
        ``largest``.
        """
        step, seen = Fraction(1, 4), set[object]()
        while step >= finest and not self.work.over and not self.is_far(place):
            near = changes(place, step, self.by_scores, bool(self.equal))
            if self.equal and self.by_scores:
                lines = along_lines(self.given, place.sample, spend=self.look)
                near = chain(near, ((entries, place.parameters) for entries in lines))
            near = (x for x in near if max((score.denominator for score, _, _ in x[0]), default=1) <= largest)
            better = self.better(place, near, most, seen)
            if better is None:
                step /= 2
            else:
                place = better
        return place

    def better(self, place: Reached, tried: Iterable[Change], most: int, seen: set[object]) -> Reached | None:
        """The first of some changes after which clearly more is needed."""
        for change in tried:
            key = tuple(sorted(change[0])), tuple(change[1].items())
            if key in seen:
                continue
            seen.add(key)
            other = self.at(change, most)
            if other is not None and other.beats(place, LEAST_GAIN):
                return other
            if self.work.over:
                return None
        return None

    def rounded(self, place: Reached) -> Reached:
        """The same or more with simpler scores and parameters, one after the other."""

        def simpler(old: Fraction, change: Callable[[Fraction], Change]) -> None:
            nonlocal place
            for size in SIMPLE:
                new = old.limit_denominator(size)
                if new.denominator >= old.denominator or self.work.over:
                    return
                other = self.at(change(new), MOST)
                if other is not None and (other.beats(place) or (not place.beats(other) and other.size < place.size)):
                    place = other
                    return

        for i in range(len(place.sample.scores) if self.by_scores else 0):
            entries = entries_of(place.sample)
            if i < len(entries):
                simpler(entries[i][0], lambda x, i=i, e=entries: (_moved(e, i, x), place.parameters))  # type: ignore[misc]
        for name in place.parameters:
            simpler(
                place.parameters[name],
                lambda x, name=name: (entries_of(place.sample), {**place.parameters, name: x}),  # type: ignore[misc]
            )
        return place

    def pushed(self, place: Reached) -> list[Reached]:
        """A sequence that starts here and needs ever more: each time the best of the changes that double or halve."""
        trail = [place]
        while len(trail) < ROUNDS and not self.work.over and not self.is_far(trail[-1]):
            tried = [self.at(change, MOST) for change in pushes(trail[-1], self.by_scores, self.places)]
            better = [x for x in tried if x is not None and x.beats(trail[-1], LEAST_GAIN)]
            if not better:
                break
            trail.append(min(better, key=_rank))
        return trail


def _rank(x: Reached) -> tuple[Fraction, int]:
    """What needs most comes first, and of these few examples."""
    return -x.sense * x.needed, x.sample.n


def _some(trail: list[Reached]) -> tuple[Reached, ...]:
    """A few members of a sequence: the first, the last and some between."""
    last = len(trail) - 1
    return tuple(trail[i] for i in sorted({round(last * k / (SHOWN - 1)) for k in range(SHOWN)}))


# --- changes of a sample -------------------------------------------------------------------------------------------


def changes(place: Reached, step: Fraction, by_scores: bool, transfers: bool) -> Iterator[Change]:
    """The neighbours of a sample: a score, a count, both classes at two scores, or a parameter is another."""
    entries, setting = entries_of(place.sample), place.parameters
    m = len(entries)
    if by_scores:
        for i, (score, _, _) in enumerate(entries):
            near = entries[max(i - 1, 0)][0], entries[min(i + 1, m - 1)][0]
            yield from (
                (_moved(entries, i, x), setting)
                for x in dict.fromkeys((score + step, score - step, Fraction(0), Fraction(1), *near))
                if 0 <= x <= 1 and x != score
            )
    else:
        yield from ((_moved(entries, i, entries[i + 1][0]), setting) for i in range(m - 1))
    for i, (score, a, b) in enumerate(entries):
        counts = (
            (a + 1, b),
            (a, b + 1),
            (a - 1, b),
            (a, b - 1),
            (2 * a, b),
            (a, 2 * b),
            (a // 2, b),
            (a, b // 2),
            (b, a),
        )
        for new0, new1 in dict.fromkeys(counts):
            if min(new0, new1) >= 0 and (new0, new1) != (a, b):
                yield [*entries[:i], (score, new0, new1), *entries[i + 1 :]], setting
        yield entries[:i] + entries[i + 1 :], setting
    for times0, times1 in ((2, 1), (1, 2)):
        yield [(s, times0 * a, times1 * b) for s, a, b in entries], setting
    for i in range(m - 1):
        (low, *one), (high, *other) = entries[i : i + 2]
        yield [*entries[:i], (low, other[0], other[1]), (high, one[0], one[1]), *entries[i + 2 :]], setting
    yield from ((x, setting) for x in _transferred(entries, step, by_scores)) if transfers else ()
    scores = [Fraction(0), *(score for score, _, _ in entries), Fraction(1)]
    for x in dict.fromkeys((Fraction(0), Fraction(1), *((one + other) / 2 for one, other in pairwise(scores)))):
        yield from (([*entries, (x, *new)], setting) for new in ((1, 0), (0, 1)))
    for name, x in setting.items():
        unit = name in IN_UNIT_INTERVAL
        wide = () if unit else (2 * x, x / 2, x + 1, x - 1, -x)
        for y in dict.fromkeys((x + step, x - step, Fraction(0), Fraction(1), *place.sample.scores, *wide)):
            if y != x and (not unit or 0 <= y <= 1):
                yield entries, {**setting, name: y}


def _transferred(entries: list[Entry], step: Fraction, by_scores: bool) -> Iterator[list[Entry]]:
    """Two changes at once, after which what is assumed to be equal may still be.

    An example of a class moves from one score to another, scores move apart or together, each class has one example
    more, or all examples are there twice.
    """
    for i, (s, a, b) in enumerate(entries):
        for j, (t, c, d) in enumerate(entries):
            others = [entry for k, entry in enumerate(entries) if k not in (i, j)]
            if i != j:
                yield from (
                    [*others, (s, a - x, b - y), (t, c + x, d + y)] for x, y in ((1, 0), (0, 1)) if a >= x and b >= y
                )
                if by_scores and s + step <= 1 and t - step >= 0:
                    yield [*others, (s + step, a, b), (t - step, c, d)]
            if i < j:
                yield [*others, (s, a + 1, b), (t, c, d + 1)]
                yield [*others, (s, a, b + 1), (t, c + 1, d)]
        yield [*entries[:i], (s, a + 1, b + 1), *entries[i + 1 :]]
    yield [(s, 2 * a, 2 * b) for s, a, b in entries]


def pushes(place: Reached, by_scores: bool, places: Sequence[Fraction] = ()) -> Iterator[Change]:
    """Steps on the way to a limit: a score half the way to an end, to another score or to one of some places, such as
    a threshold, and counts that double."""
    entries, setting = entries_of(place.sample), place.parameters
    for i, (score, a, b) in enumerate(entries):
        ends = dict.fromkeys((Fraction(0), Fraction(1), *places, *(x for x, _, _ in entries))) if by_scores else ()
        yield from ((_moved(entries, i, (score + x) / 2), setting) for x in ends if x != score)
        for more in ((2 * a, b), (a, 2 * b), (2 * a, 2 * b)):
            yield [*entries[:i], (score, *more), *entries[i + 1 :]], setting
    for times0, times1 in ((2, 1), (1, 2)):
        yield [(s, times0 * a, times1 * b) for s, a, b in entries], setting
    for name, x in setting.items():
        targets = (x / 2, (x + 1) / 2) if name in IN_UNIT_INTERVAL else (x / 2, 2 * x, -2 * x)
        yield from ((entries, {**setting, name: y}) for y in targets if y != x)


def _moved(entries: list[Entry], i: int, score: Fraction) -> list[Entry]:
    """The entries with another score at one place."""
    return [*entries[:i], (score, *entries[i][1:]), *entries[i + 1 :]]
