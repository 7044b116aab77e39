"""Populations of examples with their ROC curves and metrics, by plain loops over exact fractions."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from flint import fmpq

from tests.recheck.axiom_integrals import exactly
from workbench.samples.sample import Sample

ZERO, HALF, ONE = fmpq(0), fmpq(1, 2), fmpq(1)


class NoValue(ValueError):
    """The expression has no value here."""


class NotAsked(NoValue):
    """What is asked has no meaning for this population, such as the number of its examples."""


@dataclass(frozen=True)
class Place:
    """Where an example, or the threshold of a rate, stands: in a group of which this part is passed."""

    group: int
    part: fmpq

    @property
    def order(self) -> fmpq:
        """Places in their order; the end of a group is the beginning of the next."""
        return self.group + self.part


@dataclass(frozen=True)
class Population:
    """Groups as (lowest score, highest score, share of class 0 that they are, share of class 1), in ascending order.

    ``joint`` is a law of the operating condition and T, as (c, T, weight), where there is one.
    """

    groups: tuple[tuple[fmpq, fmpq, fmpq, fmpq], ...]
    pi0: fmpq
    n: int | None = None
    joint: tuple[tuple[fmpq, fmpq, fmpq], ...] = ()

    @classmethod
    def of_counts(cls, entries: Iterable[tuple[fmpq, int, int]]) -> Population:
        """A sample: scores, ascending, with how many examples of class 0 and of class 1 have them."""
        rows = list(entries)
        n0, n1 = sum(a for _, a, _ in rows), sum(b for _, _, b in rows)
        groups = tuple((exactly(s), exactly(s), fmpq(a, n0), fmpq(b, n1)) for s, a, b in rows)
        return cls(groups, fmpq(n0, n0 + n1), n0 + n1)

    @classmethod
    def of(cls, sample: Sample) -> Population:
        return cls.of_counts(zip(sample.scores, sample.counts0, sample.counts1, strict=True))

    def __str__(self) -> str:
        rows = []
        for low, high, a, b in self.groups:
            masses = (a * self.n * self.pi0, b * self.n * (1 - self.pi0)) if self.n else (a, b)
            rows.append(f"{low if low == high else f'{low} to {high}'}: {masses[0]}, {masses[1]}")
        what = f"{self.n} examples" if self.n else f"a population with pi0 = {self.pi0}"
        law = f"; (c, T, weight) {', '.join(str(tuple(map(str, x))) for x in self.joint)}" if self.joint else ""
        return f"{what} (score: class 0, class 1) {'; '.join(rows)}{law}"

    def balanced(self) -> Population:
        """Both classes equally frequent, each keeping its examples."""
        return Population(self.groups, HALF, None, self.joint)

    def passed(self, k: int, place: Place) -> fmpq:
        """F_k where a part of a group is passed."""
        return self.cuts[place.group][k] + place.part * self.groups[place.group][2 + k]

    def at_most(self, k: int, t: fmpq) -> fmpq:
        """F_k at a threshold."""
        whole = ZERO
        for low, high, *masses in self.groups:
            if high <= t:
                whole += masses[k]
            elif low < t:
                whole += masses[k] * (t - low) / (high - low)
        return whole

    def score(self, place: Place) -> fmpq:
        low, high, *_ = self.groups[place.group]
        return low + place.part * (high - low)

    def of_class(self, k: int) -> fmpq:
        return 1 - self.pi0 if k else self.pi0

    def size(self, i: int) -> fmpq:
        """The share of all examples that a group is."""
        return sum((self.of_class(k) * self.groups[i][2 + k] for k in (0, 1)), ZERO)

    def rate(self, place: Place) -> fmpq:
        return sum((self.of_class(k) * self.passed(k, place) for k in (0, 1)), ZERO)

    def share(self, i: int, j: int) -> fmpq:
        """The proportion of class 1 among the examples of the groups i to j."""
        ones = sum((g[3] for g in self.groups[i : j + 1]), ZERO) * (1 - self.pi0)
        return ones / sum((self.size(m) for m in range(i, j + 1)), ZERO)

    @cached_property
    def calibrated(self) -> list[fmpq]:
        """Isotonic regression by its minimax formula, at each group."""
        every = range(len(self.groups))
        shares = {(i, j): self.share(i, j) for i in every for j in every if i <= j}
        return [max(min(shares[i, j] for j in every if j >= m) for i in every if i <= m) for m in every]

    @cached_property
    def cuts(self) -> list[tuple[fmpq, fmpq]]:
        """(F0, F1) before the first group and after each."""
        points = [(ZERO, ZERO)]
        for *_, a, b in self.groups:
            points.append((points[-1][0] + a, points[-1][1] + b))
        return points

    @cached_property
    def rates(self) -> list[fmpq]:
        return [self.pi0 * f0 + (1 - self.pi0) * f1 for f0, f1 in self.cuts]

    @cached_property
    def edges(self) -> list[fmpq]:
        return sorted({x for g in self.groups for x in g[:2]})

    def at_rate(self, r: fmpq) -> Place:
        """The place that rate r attains; the reader asks that a rate lies in [0, 1]."""
        if not 0 <= r <= 1:
            raise NoValue(f"a rate of {r}")
        i = next(i for i, high in enumerate(self.rates[1:]) if r <= high)
        return Place(i, (r - self.rates[i]) / (self.rates[i + 1] - self.rates[i]))

    def cost(self, f0: fmpq, f1: fmpq, c: fmpq, condition: str = "cost") -> fmpq:
        """The loss at a point of the ROC curve."""
        if condition == "skew":
            return c * (1 - f0) + (1 - c) * f1
        return 2 * (c * self.pi0 * (1 - f0) + (1 - c) * (1 - self.pi0) * f1)

    def least_cost(self, c: fmpq, condition: str = "cost") -> fmpq:
        return min(self.cost(*point, c, condition) for point in self.cuts)

    def turns(self, condition: str) -> set[fmpq]:
        """The operating conditions at which another cut becomes the best one."""
        found = set()
        for one, two in combinations(self.cuts, 2):
            start = self.cost(*one, ZERO, condition) - self.cost(*two, ZERO, condition)
            end = self.cost(*one, ONE, condition) - self.cost(*two, ONE, condition)
            if start != end:
                c = start / (start - end)
                if 0 < c < 1 and self.cost(*one, c, condition) == self.least_cost(c, condition):
                    found.add(c)
        return found

    def point_at(self, r: fmpq, rates: str, condition: str) -> tuple[fmpq, fmpq]:
        """(F0, F1) where the predicted positive rate is r, in a reading of the rates."""
        if rates == "cutpoints":
            if self.n is None:
                raise NotAsked("cutpoints of a population")
            self.at_rate(r)
            place = self.at_rate(fmpq(min(int(r * (self.n + 1)), self.n), self.n))
            return self.passed(0, place), self.passed(1, place)
        weighted = self.balanced() if condition == "skew" else self
        if rates == "interpolated":
            place = weighted.at_rate(r)
            return self.passed(0, place), self.passed(1, place)
        if any(g[0] != g[1] for g in self.groups):
            raise NotAsked("steps of a population")
        attained = list(zip(weighted.rates, self.cuts, strict=True))
        self.at_rate(r)
        if rates == "step":
            return next(point for x, point in attained if x >= r)
        return min(attained, key=lambda pair: (abs(pair[0] - r), pair[0]))[1]

    def point_at_class(self, k: int, r: fmpq) -> tuple[fmpq, fmpq]:
        """(F0, F1) where the rate of class k is r: of the points of the curve there the one with the fewest errors."""
        found = []
        for one, two in pairwise(self.cuts):
            if one[k] == two[k]:
                found += [point for point in (one, two) if point[k] == r]
            elif one[k] <= r <= two[k]:
                part = (r - one[k]) / (two[k] - one[k])
                found.append((one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])))
        if not found:
            raise NoValue("a rate outside of [0, 1]")
        return min(found, key=lambda point: point[1] - point[0])

    def breaks_of_rates(self, rates: str, condition: str) -> list[fmpq]:
        weighted = self.balanced() if condition == "skew" else self
        if rates == "cutpoints" and self.n:
            return [fmpq(k, self.n + 1) for k in range(1, self.n + 1)]
        return [(x + y) / 2 for x, y in pairwise(weighted.rates)] if rates == "nearest" else weighted.rates


def area(p: Population) -> fmpq:
    """The share of pairs in the right order; a pair in one group counts half."""
    every = list(enumerate(p.groups))
    return sum((g[2] * h[3] * (1 if i < j else HALF) for i, g in every for j, h in every if i <= j), ZERO)


def average_precision(p: Population) -> fmpq:
    """Class 1 being the event, predicted at and above each score."""
    if any(low < high for low, high, *_ in p.groups):
        raise NotAsked("precision along spread scores")
    found = ZERO
    for (_, _, _, b), (f0, f1) in zip(p.groups, p.cuts, strict=False):
        above = (1 - p.pi0) * (1 - f1)
        found += b * above / (p.pi0 * (1 - f0) + above) if b else ZERO
    return found


def hull_area(p: Population) -> fmpq:
    """The area under the convex hull of the ROC curve, wrapped like a gift: each time on to the steepest point."""
    x, y = ZERO, ZERO
    whole = ZERO
    while (x, y) != (1, 1):
        ahead = [(f1, f0) for f0, f1 in p.cuts if (f1, f0) != (x, y) and f1 >= x and f0 >= y]
        above = [q for q in ahead if q[0] == x]
        best = max(above) if above else max(ahead, key=lambda q: ((q[1] - y) / (q[0] - x), q[0]))
        whole += (best[0] - x) * (best[1] + y) / 2
        x, y = best
    return whole


def power(p: Population, k: int, degree: int, away: fmpq = ZERO) -> fmpq:
    """The mean of |s - away|**degree over class k, for away 0 or 1 and degree 1 or 2."""
    whole = ZERO
    for low, high, *masses in p.groups:
        a, b = abs(low - away), abs(high - away)
        whole += masses[k] * ((a + b) / 2 if degree == 1 else (a * a + a * b + b * b) / 3)
    return whole


def over_groups(p: Population, f: Callable[[int], fmpq]) -> fmpq:
    return sum((p.size(i) * f(i) for i in range(len(p.groups))), ZERO)


def _calibration_loss(p: Population) -> fmpq:
    def gap(i: int) -> fmpq:
        q = p.share(i, i)
        a, b = p.groups[i][0] - q, p.groups[i][1] - q
        return (a * a + a * b + b * b) / 3

    return over_groups(p, gap)


def _mix(degree: int) -> Callable[[Population], fmpq]:
    return lambda p: p.pi0 * power(p, 0, degree) + (1 - p.pi0) * power(p, 1, degree, ONE)


def _even_mix(degree: int) -> Callable[[Population], fmpq]:
    return lambda p: (power(p, 0, degree) + power(p, 1, degree, ONE)) / 2


METRICS: dict[str, Callable[[Population], fmpq]] = {
    "AUC": area,
    "GINI": lambda p: 2 * area(p) - 1,
    "AUCH": hull_area,
    "BS": _mix(2),
    "BS0": lambda p: power(p, 0, 2),
    "BS1": lambda p: power(p, 1, 2, ONE),
    "MBS": _even_mix(2),
    "MAE": _mix(1),
    "MAE0": lambda p: power(p, 0, 1),
    "MAE1": lambda p: power(p, 1, 1, ONE),
    "MMAE": _even_mix(1),
    "RL": lambda p: over_groups(p, lambda i: p.share(i, i) * (1 - p.share(i, i))),
    "RLH": lambda p: over_groups(p, lambda i: p.calibrated[i] * (1 - p.calibrated[i])),
    "CL": _calibration_loss,
    "KS": lambda p: max(abs(f0 - f1) for f0, f1 in p.cuts),
    "AP": average_precision,
    "MER": lambda p: min(p.pi0 * (1 - f0) + (1 - p.pi0) * f1 for f0, f1 in p.cuts),
}


# --- at random ------------------------------------------------------------------------------------------------

GRIDS = (8, 12, 60, 97, 1000)


def drawn(rng: random.Random, given: Collection[str] = (), most: int = 6) -> Population:
    """A population that meets what is given; where nothing is, also classes weighted anew and evenly spread scores."""
    if "even_scores" in given:
        return even_population(rng, rng.randint(1, most))
    if "evenly_spaced" in given:
        labels = ordered(rng, rng.randint(2, 2 * most))
        return Population.of_counts((fmpq(2 * i + 1, 2 * len(labels)), 1 - k, k) for i, k in enumerate(labels))
    if "no_ties" in given:
        labels = ordered(rng, rng.randint(2, 2 * most))
        return Population.of_counts((s, 1 - k, k) for s, k in zip(places(rng, len(labels)), labels, strict=True))
    if "calibrated" in given:
        return calibrated(rng, most)
    p = of_ties(rng, most)
    if "equal_classes" in given:
        rows = [
            (s, a * p.n * p.pi0 * p.n * (1 - p.pi0), b * p.n * p.pi0 * p.n * (1 - p.pi0)) for s, _, a, b in p.groups
        ]
        return Population.of_counts((s, int(a), int(b)) for s, a, b in rows)
    kind = rng.randrange(12)
    if kind == 0:
        return Population(p.groups, rng.choice([HALF, fmpq(1, 1000), fmpq(999, 1000), fmpq(rng.randint(1, 9), 10)]))
    if kind == 1:
        return even_population(rng, rng.randint(1, most))
    if kind == 2:
        edges = places(rng, 2 * len(p.groups))
        spread = zip(p.groups, edges[::2], edges[1::2], strict=True)
        return Population(tuple((low, rng.choice([low, high]), g[2], g[3]) for g, low, high in spread), p.pi0)
    return p


def places(rng: random.Random, m: int) -> list[fmpq]:
    """Scores in [0, 1], ascending: anywhere on a grid, close together, at the ends."""
    grid = rng.choice([g for g in GRIDS if g + 1 >= m])
    found = [fmpq(x, grid) for x in sorted(rng.sample(range(grid + 1), m))]
    kind = rng.randrange(6)
    if kind == 0:
        found = [found[0] + (x - found[0]) / 1000 for x in found]
    if kind == 1:
        found[0] = ZERO
    if kind == 2:
        found[-1] = ONE
    return found


def ordered(rng: random.Random, n: int) -> list[int]:
    """Classes of n examples from low to high scores: the best order, the worst, nearly so, any; one of a class."""
    ones = rng.choice([1, n - 1, rng.randint(1, n - 1), rng.randint(1, n - 1)])
    labels = [0] * (n - ones) + [1] * ones
    kind = rng.randrange(6)
    if kind > 1:
        for _ in range(1 if kind == 2 else 4 * n):
            i = rng.randrange(n - 1)
            labels[i : i + 2] = rng.choice([labels[i : i + 2], labels[i : i + 2][::-1]])
    return labels[::-1] if rng.random() < 0.3 else labels


def of_ties(rng: random.Random, most: int) -> Population:
    """A sample with ties: few or many examples at each score, one example of a class, extreme proportions."""
    n = rng.randint(2, 2 * most)
    blocks: list[list[int]] = [[0, 0]]
    for k in ordered(rng, n):
        if any(blocks[-1]) and (len(blocks) < most) and rng.random() < 0.5:
            blocks.append([0, 0])
        blocks[-1][k] += 1
    times = rng.choice([(1, 1), (1, 1), (1, rng.randint(2, 60)), (rng.randint(2, 60), 1)])
    scores = places(rng, len(blocks))
    return Population.of_counts((s, a * times[0], b * times[1]) for s, (a, b) in zip(scores, blocks, strict=True))


def calibrated(rng: random.Random, most: int) -> Population:
    """Tie blocks in the order of their shares of class 1, which are their scores."""
    high = rng.choice([1, 2, 4, 30])
    blocks: dict[fmpq, tuple[int, int]] = {}
    while not (any(a for a, _ in blocks.values()) and any(b for _, b in blocks.values())):
        for _ in range(rng.randint(1, most)):
            a, b = rng.randint(0, high), rng.randint(0, high)
            if a + b:
                blocks.setdefault(fmpq(b, a + b), (a, b))
    return Population.of_counts((s, *blocks[s]) for s in sorted(blocks))


def even_population(rng: random.Random, m: int) -> Population:
    """Scores of all examples uniform on [0, 1]: in each of m intervals both classes have a constant density."""
    edges = [ZERO, *sorted(fmpq(x, 60) for x in rng.sample(range(1, 60), m - 1)), ONE]
    widths = [high - low for low, high in pairwise(edges)]
    shares = [rng.choice([ZERO, ONE, fmpq(rng.randint(0, 12), 12)]) for _ in widths]
    pi0 = sum((w * x for w, x in zip(widths, shares, strict=True)), ZERO)
    if not 0 < pi0 < 1:
        return even_population(rng, m)
    masses = [(w * x / pi0, w * (1 - x) / (1 - pi0)) for w, x in zip(widths, shares, strict=True)]
    return Population(tuple((a, b, *ab) for (a, b), ab in zip(pairwise(edges), masses, strict=True)), pi0)


def matched_law(rng: random.Random) -> tuple[tuple[fmpq, fmpq, fmpq], ...]:
    """A law of (c, T, weight) on few points with E[c | T] = T."""
    found = []
    for t in rng.sample([fmpq(k, 12) for k in range(13)], rng.randint(1, 3)):
        weight = fmpq(rng.randint(1, 4))
        down, up = t * fmpq(rng.randint(0, 3), 3), (1 - t) * fmpq(rng.randint(0, 3), 3)
        share = up / (up + down) if up + down else ONE
        found += [(t - down, t, weight * share), (t + up, t, weight * (1 - share))]
    whole = sum(w for *_, w in found)
    return tuple((c, t, w / whole) for c, t, w in found)
