"""Orders with given figures, found by small changes: examples move from tie block to tie block.

For figures that depend on the order alone and have no closed form to aim at, such as the area under the hull or
the H-measure, and for calibrated scores, where everything depends on the order. A change for the worse is made with a
chance that falls with time (Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, 1983).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import exp, log1p
from statistics import NormalDist

from workbench.feasible.linear_forms import ONE_SIDED_KS, ClassSizes, K
from workbench.feasible.orders import Order, compact
from workbench.feasible.search import Figure, basic_values
from workbench.language.statements import parse_expression
from workbench.limits import Work
from workbench.losses.effort import effort
from workbench.samples.sample import Sample

_HOT = 1.0
_APART = 15
_STEP, _BLOCK = 15.0, 12.0


def annealed(
    starts: Iterator[Order],
    distance: Callable[[Order], float],
    chance: random.Random,
    steps: int,
    work: Work | None = None,
) -> Iterator[Order]:
    """Orders at distance zero, each reached from one of ``starts`` by at most ``steps`` random changes.

    None any more once the ``work`` is over, of which a step is what its ``distance`` spends and a little more.

    >>> wanted = lambda order: abs(len(order) - 2)
    >>> [len(order) for order in annealed(iter([((2, 2),)]), wanted, random.Random(0), 20)][:1]
    [2]
    """
    for order in starts:
        here, quiet = distance(order), 0
        for step in range(steps):
            if work is not None:
                work.spend(_STEP)
                if work.over:
                    return
            if not here:
                if not quiet:
                    yield order
                quiet = (quiet + 1) % _APART
            else:
                quiet = 0
            near = changed(order, chance)
            there = distance(near)
            heat = _HOT * (1 - step / steps) ** 2
            if there <= here or (heat and chance.random() < exp((here - there) / heat)):
                order, here = near, there
        if not here and not quiet:
            yield order


def changed(order: Order, chance: random.Random) -> Order:
    """The order after some examples of a block went to its neighbour, to a new block beside it, or far away."""
    blocks = list(order)
    for _ in range(chance.choice((1, 1, 2, 3))):
        i = chance.randrange(len(blocks))
        a, b = blocks[i]
        kind = chance.random()
        if kind < 0.1 and len(blocks) > 1:
            j = i - 1 if i else 1
            blocks[min(i, j) : max(i, j) + 1] = [(a + blocks[j][0], b + blocks[j][1])]
            continue
        if kind < 0.2:
            x, y = chance.randint(0, a), chance.randint(0, b)
        else:
            k = chance.choice([k for k in (0, 1) if blocks[i][k]])
            most = blocks[i][k]
            moved = chance.choice((1, 1, 1, 1 << chance.randrange(most.bit_length()), most))
            x, y = (moved, 0) if k == 0 else (0, moved)
        blocks[i] = (a - x, b - y)
        ahead = chance.random() < 0.5
        if kind > 0.9:
            i, ahead = chance.randrange(len(blocks)), False
        if chance.random() < 0.5 and kind >= 0.2:
            place = min(i + 1, len(blocks) - 1) if ahead else max(i - 1, 0)
            blocks[place] = (blocks[place][0] + x, blocks[place][1] + y)
        else:
            blocks.insert(i + ahead, (x, y))
        blocks = [block for block in blocks if block != (0, 0)]
    return compact(blocks)


def random_order(sizes: ClassSizes, auc: float, chance: random.Random) -> Order:
    """An order of normal scores with about this AUC, some of them tied.

    >>> random_order(ClassSizes(2, 2), 0.9, random.Random(1))
    ((1, 0), (1, 1), (0, 1))
    """
    spread = 2 ** chance.uniform(-1, 1)
    apart = NormalDist().inv_cdf(min(max(auc, 0.001), 0.999)) * (1 + spread**2) ** 0.5
    fine = chance.choice((1, 3, 10, 1000 if sizes.n <= 200 else 20))
    counts: dict[int, list[int]] = {}
    for k, size in ((0, sizes.n0), (1, sizes.n1)):
        for _ in range(size):
            level = round(fine * chance.gauss(apart * k, spread if k else 1.0))
            counts.setdefault(level, [0, 0])[k] += 1
    return tuple((counts[level][0], counts[level][1]) for level in sorted(counts))


def calibrated(order: Order) -> Sample:
    """The sample whose score is the fraction of class 1 in each block; blocks of equal fraction are one.

    >>> calibrated(((1, 2), (2, 1), (2, 4)))
    Sample(n=12, n0=5, n1=7, distinct scores 2 in [1/3, 2/3])
    """
    scores = [Fraction(b, a + b) for a, b in order]
    return Sample.of_counts(scores, [a for a, _ in order], [b for _, b in order])


def distance_calibrated(figures: Sequence[Figure], work: Work) -> Callable[[Order], float]:
    """How far the figures of the calibrated scores are from what is printed; zero where they fit."""
    names = {name for figure in figures for name in figure.form.terms}
    efforts = [effort(parse_expression(ONE_SIDED_KS if name == K else name)) for name in sorted(names)]

    def distance(order: Order) -> float:
        sample = calibrated(order)
        work.spend(_BLOCK * len(order) + sum(part.on(sample) for part in efforts))
        values = basic_values(sample, names)
        found = 0.0
        for figure in figures:
            if figure.form.terms.keys() <= values.keys():
                x, within = figure.form.at(values), figure.printed.values
                if x not in within:
                    ends = [abs(x - end) for end in (within.low, within.high) if end is not None]
                    found += log1p(float(min(ends) / figure.printed.unit)) + 1e-9
        return found

    return distance
