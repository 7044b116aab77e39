"""Examples that meet assumptions, for the plain evaluator: drawn, pushed towards what is assumed, and checked."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product

from tests.benchmarks.plain_evaluator import Data, meets
from tests.benchmarks.plain_numbers import holds
from tests.benchmarks.plain_reader import Assumed, Said

Given = tuple[Assumed, ...]
Pairs = list[tuple[int, int]]

MANY = 300
TRIES = 6_000
GRIDS = (4, 8, 10, 16, 97, 360)


@cache
def examples(given: Given, many: int = MANY, seed: int = 0) -> tuple[Data, ...]:
    """Examples that meet the assumptions, the fewest first; as many as were found in some thousands of tries."""
    rng = random.Random(f"{seed} {given}")
    said = Said(("number", Fraction(0)), "==", ("number", Fraction(0)), given)
    found: dict[str, Data] = {}
    for data in islice(_drawn(given, rng), TRIES):
        if meets(data, said):
            found.setdefault(str(data), data)
        if len(found) >= many:
            break
    return tuple(sorted(found.values(), key=lambda data: (data.n, len(data.groups))))


def _fits(given: Given, name: str, figure: Fraction) -> bool:
    return all(
        holds(figure, relation, number)
        for own, relation, number in given
        if own == name and relation is not None and isinstance(number, Fraction)
    )


def _drawn(given: Given, rng: random.Random) -> Iterator[Data]:
    named = {name for name, relation, _ in given if relation is None}
    if "calibrated" in named:
        yield Data([(Fraction(0), 1, 0), (Fraction(1), 0, 1)])
        small = _small_blocks(given)
        while True:
            yield _calibrated(given, rng, small)
    sizes = _sizes(given)
    while sizes:
        n0, n1 = rng.choice(sizes)
        alone = bool(named & {"no_ties", "evenly_spaced"})
        pairs = _order(given, n0, n1, rng, alone)
        if not alone and rng.random() < 0.25:
            times = rng.randint(1, 30)
            pairs = [(a * times, b * times) for a, b in pairs]
        if "evenly_spaced" in named:
            yield Data((Fraction(2 * i + 1, 2 * len(pairs)), a, b) for i, (a, b) in enumerate(pairs))
        else:
            yield Data((score, a, b) for score, (a, b) in zip(_scores(len(pairs), rng), pairs, strict=True))


@cache
def _sizes(given: Given) -> list[tuple[int, int]]:
    """Class sizes that the assumptions about pi0 and AUC allow, small ones more often."""
    parts = [number.denominator for name, relation, number in given if relation == "==" and name == "auc" and number]
    found: list[tuple[int, int]] = []
    for n in (*range(2, 61), 80, 100, 101, 120, 200, 300, 1000, 1001):
        if n > 60 and len(found) > 30:
            break
        fine = [(k, n - k) for k in range(1, n) if _fits(given, "pi0", Fraction(k, n))]
        fine = [(a, b) for a, b in fine if all(2 * a * b % part == 0 for part in parts)]
        fine = fine if len(fine) < 12 else [*fine[:2], *fine[2:-2:9], *fine[-2:]]
        found += fine * max(1, 60 // n)
    return found


def _order(given: Given, n0: int, n1: int, rng: random.Random, alone: bool) -> Pairs:
    """An order of the examples, pushed towards the assumed area by exchanging neighbours, some of them then tied."""
    labels = [0] * n0 + [1] * n1
    kind = rng.randrange(5)
    if kind < 2:
        rng.shuffle(labels)
    elif kind < 4:
        for _ in range(rng.randint(0, 3)):
            labels.insert(rng.randrange(n0 + n1), labels.pop(rng.randrange(n0 + n1)))
    else:
        labels.reverse()
    ordered = _ordered([(1 - k, k) for k in labels])
    wanted = [(relation, number) for name, relation, number in given if name == "auc"]
    for _ in range(3 * n0 * n1 if wanted else 0):
        area = Fraction(ordered, 2 * n0 * n1)
        wrong = [(relation, number) for relation, number in wanted if not holds(area, str(relation), number)]
        if not wrong:
            break
        up = area < (wrong[0][1] or 0) or (wrong[0][0] in (">", "!=") and area == wrong[0][1])
        places = [i for i in range(n0 + n1 - 1) if labels[i : i + 2] == ([1, 0] if up else [0, 1])]
        if not places:
            break
        i = rng.choice(places)
        labels[i], labels[i + 1] = labels[i + 1], labels[i]
        ordered += 2 if up else -2
    pairs = [(1 - k, k) for k in labels]
    return pairs if alone or rng.random() < 0.2 else _tied(given, pairs, rng)


def _tied(given: Given, pairs: Pairs, rng: random.Random) -> Pairs:
    """Some neighbours tied, at best so that few blocks are left, as long as the area is still as assumed."""
    whole = 2 * sum(a for a, _ in pairs) * sum(b for _, b in pairs)
    for _ in range(6):
        blocks = rng.randint(1, min(len(pairs), 9))
        cuts = [0, *sorted(rng.sample(range(1, len(pairs)), blocks - 1)), len(pairs)]
        parts = [pairs[low:high] for low, high in pairwise(cuts)]
        tied = [(sum(a for a, _ in part), sum(b for _, b in part)) for part in parts]
        if _fits(given, "auc", Fraction(_ordered(tied), whole)):
            return tied
    for _ in range(len(pairs) if len(pairs) <= 60 else 0):
        i = rng.randrange(len(pairs) - 1) if len(pairs) > 1 else 0
        tied = [*pairs[:i], (sum(a for a, _ in pairs[i : i + 2]), sum(b for _, b in pairs[i : i + 2])), *pairs[i + 2 :]]
        if _fits(given, "auc", Fraction(_ordered(tied), whole)):
            pairs = tied
    return pairs


def _ordered(pairs: Pairs) -> int:
    """Twice the number of ordered pairs, a tie counting half."""
    found = before = 0
    for a, b in pairs:
        found += b * (2 * before + a)
        before += a
    return found


def _scores(k: int, rng: random.Random) -> list[Fraction]:
    grid = rng.choice([g for g in GRIDS if g + 1 >= k] or [3 * k])
    kind = rng.randrange(4)
    if kind == 0:
        return [Fraction(i, max(k - 1, 1)) for i in range(k)]
    if kind == 1:
        return [Fraction(i, k) for i in range(k)]
    places = sorted(rng.sample(range(grid + 1), k))
    return [Fraction(x, grid) for x in places]


@cache
def _small_blocks(given: Given) -> list[Pairs]:
    """Up to three tie blocks of a few examples, in the order of their shares, with an area as assumed."""
    blocks = [(a, b) for a, b in product(range(5), repeat=2) if a + b]
    found = []
    for size in (1, 2, 3):
        for chosen in product(blocks, repeat=size):
            shares = [b * (c + d) - d * (a + b) for (a, b), (c, d) in pairwise(chosen)]
            n0, n1 = (sum(x) for x in zip(*chosen, strict=True))
            if all(x < 0 for x in shares) and n0 and n1:
                pairs = list(chosen)
                if _fits(given, "auc", Fraction(_ordered(pairs), 2 * n0 * n1)):
                    found.append(pairs)
    return found


def _calibrated(given: Given, rng: random.Random, small: list[Pairs]) -> Data:
    """Tie blocks whose score is the share of class 1; the classes are repeated until pi0 is as assumed."""
    if small and rng.random() < 0.6:
        pairs = rng.choice(small)
    else:
        most = rng.choice([2, 5, 20, 100])
        pairs = [(rng.randint(0, most), rng.randint(0, most)) for _ in range(rng.randint(1, 7))]
        pairs = [*pairs, (rng.randint(0, 3 * most), 0), (0, rng.randint(0, 3 * most))]
        pairs = [(a, b) for a, b in pairs if a + b] or [(1, 1)]
    n0, n1 = (sum(x) for x in zip(*pairs, strict=True))
    times0, times1 = rng.choice([(1, 1), (1, 1), (rng.randint(1, 9), rng.randint(1, 9))])
    if n0 and n1 and not _fits(given, "pi0", Fraction(n0, n0 + n1)):
        shares = [number for name, _, number in given if name == "pi0" and number is not None]
        share = rng.choice(shares) + Fraction(rng.choice([0, 0, 1, -1, 4, -4]), 20)
        if 0 < share < 1:
            times0, times1 = (share * n1 / ((1 - share) * n0)).as_integer_ratio()
    elif n0 and n1 and not _fits(given, "pi0", Fraction(n0 * times0, n0 * times0 + n1 * times1)):
        times0 = times1 = 1
    return Data((Fraction(b * times1, a * times0 + b * times1), a * times0, b * times1) for a, b in pairs)
