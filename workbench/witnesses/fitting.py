"""Samples that meet the assumptions of a statement, from weak orders of the examples and from scores.

They are made to meet them by as little change as that takes; what is made is looked at once more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice, pairwise, product
from math import ceil, floor, lcm
from typing import TypeAlias

from workbench import metrics
from workbench.errors import NotSupported
from workbench.language.statements import of_assumption
from workbench.language.syntax import Assumption
from workbench.losses import exact
from workbench.losses.densities import DensityError
from workbench.losses.reals import Undefined
from workbench.numbers.certified import DIGITS, Real, agree, lift, working_digits
from workbench.samples.sample import Sample

Order: TypeAlias = tuple[tuple[int, int], ...]
Entry: TypeAlias = tuple[Fraction, int, int]
Given: TypeAlias = tuple[Assumption, ...]

NO_VALUE = (Undefined, NotSupported, exact.NeedsProbabilities, DensityError)
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "!=": "=="}

LEVELS = (*(Fraction(k, 8) for k in range(9)), Fraction(1, 3))
STANDARD = 200
LARGEST = 2_000
DRAWN, STEERED = 30.0, 40.0


def holds(left: Real, relation: str, right: Real) -> bool:
    """Whether the two numbers can stand in this relation: false is certain, true is possible for balls.

    >>> holds(Fraction(1, 2), "<=", Fraction(1, 3)), holds(Fraction(1, 2), "!=", Fraction(1, 2))
    (False, False)
    """
    if relation in (">", ">="):
        return holds(right, "<" if relation == ">" else "<=", left)
    if relation == "==":
        return agree(left, right)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return {"!=": left != right, "<": left < right, "<=": left <= right}[relation]
    if relation == "!=":
        return True
    with working_digits(2 * DIGITS):
        return not lift(left) > lift(right)


def meets(given: Given, sample: Sample, setting: Mapping[str, Fraction] | None = None) -> bool:
    """Whether the scores lie in [0, 1] and the sample surely meets every assumption about it and the parameters.

    Without ``setting``, whether some parameters may do, as far as it is plain.

    >>> from workbench.language.statements import parse_statement
    >>> meets(parse_statement("BS == RL given calibrated").given, Sample.of([0, 1], [0.5, 0.5]))
    True
    >>> given = parse_statement("BS <= t given KS >= 1/2, t > BS").given
    >>> sample = Sample.of([0, 1], [0, 0.5])
    >>> meets(given, sample), meets(given, sample, {"t": Fraction(1, 8)})
    (True, False)
    """
    return sample.probabilistic and all(_meets(assumption, sample, setting) for assumption in given)


def _meets(assumption: Assumption, sample: Sample, setting: Mapping[str, Fraction] | None) -> bool:
    if assumption.sides is not None:
        return (setting is None and bool(of_assumption(assumption))) or _compares(assumption, sample, setting or {})
    match assumption.name:
        case "calibrated":
            return all(score * (a + b) == b for score, a, b in entries_of(sample))
        case "evenly_spaced":
            return sample.scores == evenly(sample.n)
        case "no_ties":
            return len(sample.scores) == sample.n
    figure = sample.pi0 if assumption.name == "pi0" else metrics.AUC.exact(sample)
    return holds(figure, assumption.relation or "==", assumption.value or Fraction(0))


def _compares(assumption: Assumption, sample: Sample, setting: Mapping[str, Fraction]) -> bool:
    """Whether both sides have a value and surely stand in the relation."""
    relation = assumption.relation or "=="
    try:
        left, right = (exact.extended(sample, side, setting) for side in assumption.sides or ())
    except NO_VALUE:
        return False
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        return relation != "==" and not holds(left, OPPOSITE[relation], right)
    return holds(left, relation, right)


def entries_of(sample: Sample) -> list[Entry]:
    return list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))


def evenly(n: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(2 * i + 1, 2 * n) for i in range(n))


def fitted(given: Given, entries: Iterable[Entry]) -> Sample | None:
    """The entries (score, examples of class 0, of class 1) changed as little as needed to meet the assumptions.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("BS == RL given calibrated, pi0 == 1/3").given
    >>> sample = fitted(given, [(Fraction(0), 1, 0), (Fraction(1, 5), 1, 1)])
    >>> sample.scores, sample.counts0, sample.counts1
    ((Fraction(0, 1), Fraction(4, 5)), (1, 1), (0, 4))
    """
    named = {a.name for a in given}
    entries = _in_order(entry for entry in entries if entry[1] + entry[2])
    for assumption in given:
        if assumption.name == "pi0":
            entries = _reweighted(assumption, entries)
    if "evenly_spaced" in named or ("no_ties" in named and not _untied(entries)):
        if sum(a + b for _, a, b in entries) > LARGEST:
            return None
        classes = [k for _, a, b in entries for k in [0] * a + [1] * b]
        entries = [(s, 1 - k, k) for s, k in zip(evenly(len(classes)), classes, strict=True)]
    if "calibrated" in named:
        entries = _in_order((Fraction(b, a + b), a, b) for _, a, b in entries)
    pooled: list[Entry] = []
    for score, a, b in entries:
        if pooled and pooled[-1][0] == score:
            _, before0, before1 = pooled.pop()
            a, b = before0 + a, before1 + b
        pooled.append((score, a, b))
    if not pooled:
        return None
    scores, counts0, counts1 = zip(*pooled, strict=True)
    sample = Sample(scores, counts0, counts1) if any(counts0) and any(counts1) else None
    return sample if sample is not None and meets(given, sample) else None


def _in_order(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry[0])


def _untied(entries: list[Entry]) -> bool:
    """Whether entries in the order of their scores are an example each, and no two share a score."""
    return all(a + b == 1 for _, a, b in entries) and all(one[0] != other[0] for one, other in pairwise(entries))


def _reweighted(assumption: Assumption, entries: list[Entry]) -> list[Entry]:
    """The entries with the examples of one class or both multiplied so that the class proportion is as assumed."""
    n0, n1 = sum(a for _, a, _ in entries), sum(b for _, _, b in entries)
    share, relation = assumption.value, assumption.relation
    possible = share is not None and 0 < share < 1 and n0 and n1
    if not possible or share is None or relation is None or holds(Fraction(n0, n0 + n1), relation, share):
        return entries
    times0, times1 = (share * n1 / ((1 - share) * n0)).as_integer_ratio()
    more0, more1 = (1 + (relation in (">", "!=")), 1 + (relation == "<"))
    return [(score, more0 * times0 * a, more1 * times1 * b) for score, a, b in entries]


def _sizes(given: Given) -> Iterator[tuple[int, int]]:
    """``(n0, n1)`` that the assumptions allow, the smallest first."""
    related = [(a.name, a.relation, a.value) for a in given if a.relation is not None and a.value is not None]
    multiple = lcm(*(value.denominator for name, relation, value in related if (name, relation) == ("auc", "==")))
    for n in range(2, LARGEST + 1):
        low, high = 1, n - 1
        for name, relation, share in related:
            if name == "pi0" and relation in ("==", ">=", ">"):
                low = max(low, floor(share * n) + 1 if relation == ">" else ceil(share * n))
            if name == "pi0" and relation in ("==", "<=", "<"):
                high = min(high, ceil(share * n) - 1 if relation == "<" else floor(share * n))
        for n0 in range(low, high + 1):
            if 2 * n0 * (n - n0) % multiple == 0:
                yield n0, n - n0


@lru_cache(maxsize=256)
def small_sizes(given: Given) -> list[tuple[int, int]]:
    return list(islice(_sizes(given), 21))


def orders(n0: int, n1: int, strict: bool = False) -> Iterator[Order]:
    """Every weak order of ``n0`` and ``n1`` examples, or without ties, as the counts of its tie blocks.

    >>> list(orders(1, 1))
    [((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 1),)]
    """
    if strict:
        for places in combinations(range(n0 + n1), n1):
            yield tuple((int(i not in places), int(i in places)) for i in range(n0 + n1))
        return
    if n0 == n1 == 0:
        yield ()
    for a, b in product(range(n0 + 1), range(n1 + 1)):
        if a + b:
            for rest in orders(n0 - a, n1 - b):
                yield ((a, b), *rest)


def _nothing(_: float) -> None:
    pass


def drawn(rng: random.Random, n0: int, n1: int, given: Given, spend: Callable[[float], None] = _nothing) -> Order:
    """A weak order of a few blocks, steered towards the area under the curve that is assumed."""
    strict = any(a.name in ("no_ties", "evenly_spaced") for a in given)
    wanted = [a for a in given if a.name == "auc" and a.relation is not None]
    if strict or (any(a.relation == "==" for a in wanted) and n0 + n1 <= 60):
        order = [(1, 0)] * n0 + [(0, 1)] * n1
        rng.shuffle(order)
    else:
        inner = range(rng.randint(0, min(n0 + n1, 5) - 1))
        cuts = ([0, *sorted(rng.randint(0, size) for _ in inner), size] for size in (n0, n1))
        parts = ([high - low for low, high in pairwise(places)] for places in cuts)
        order = [pair for pair in zip(*parts, strict=True) if sum(pair)]
    spend(DRAWN + len(order))
    for assumption in wanted:
        _steer(rng, order, assumption, strict, spend)
    return tuple(order)


def _steer(
    rng: random.Random, order: list[tuple[int, int]], wanted: Assumption, strict: bool, spend: Callable[[float], None]
) -> None:
    """Exchange neighbours, or tie them in the end, until the area is as ``wanted``, as far as that leads."""
    value, relation = wanted.value or Fraction(0), wanted.relation or "=="
    sample = Sample(evenly(len(order)), *zip(*order, strict=True))
    area, pairs = metrics.AUC.exact(sample), sample.n0 * sample.n1
    while not holds(area, relation, value):
        spend(STEERED + len(order))
        up = area < value or (area == value and relation == ">")
        gains = [a[1] * b[0] - a[0] * b[1] for a, b in pairwise(order)]
        useful = [i for i, gain in enumerate(gains) if (gain > 0 if up else gain < 0)]
        if not useful:
            return
        i = rng.choice(useful)
        gain = Fraction(gains[i], pairs)
        if relation != "==" or abs(gain) <= abs(value - area):
            order[i : i + 2] = order[i + 1], order[i]
            area += gain
        elif not strict:
            order[i : i + 2] = [(order[i][0] + order[i + 1][0], order[i][1] + order[i + 1][1])]
            area += gain / 2
        else:
            return


@lru_cache(maxsize=64)
def standard(given: Given) -> tuple[Sample, ...]:
    """Some two hundred samples that meet the assumptions, the smallest first: many ties, scores 0 and 1.

    >>> len(standard(())), standard(())[0].n
    (200, 2)
    """
    rng = random.Random(0)
    sizes = small_sizes(given)
    found: set[Sample] = set()
    for _ in range(4 * STANDARD if sizes else 0):
        order = drawn(rng, *rng.choice(sizes), given)
        sample = fitted(given, placed(order, some_of(rng, LEVELS, len(order))))
        if sample is not None:
            found.add(sample)
        if len(found) == STANDARD:
            break
    return tuple(sorted(found, key=lambda x: (x.n, len(x.scores), x.scores, x.counts0)))


def placed(order: Order, scores: Iterable[Fraction]) -> list[Entry]:
    return [(score, a, b) for score, (a, b) in zip(scores, order, strict=True)]


def some_of(rng: random.Random, grid: Sequence[Fraction], size: int) -> tuple[Fraction, ...]:
    """``size`` of the scores in ``grid``, ascending; evenly spaced ones where it has not as many."""
    return tuple(sorted(rng.sample(grid, size))) if size <= len(grid) else evenly(size)
