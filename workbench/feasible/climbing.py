"""Orders with given figures, found by small changes: examples move from tie block to tie block.

For figures that depend on the order alone and have no closed form to aim at, such as the area under the hull or
the H-measure, and for calibrated scores, where everything depends on the order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from workbench.feasible.forms import of_order
from workbench.feasible.orders import Order, compact, with_scores
from workbench.feasible.search import Figure, basic_values
from workbench.numeric.sample import Sample

_PATIENCE = 60


def climbed(
    starts: Iterator[Order], distance: Callable[[Order], float], chance: random.Random, steps: int
) -> Iterator[Order]:
    """Orders at distance zero, each reached from one of ``starts`` by at most ``steps`` random changes.

    >>> wanted = lambda order: abs(len(order) - 2)
    >>> [len(order) for order in climbed(iter([((2, 2),)]), wanted, random.Random(0), 50)]
    [2]
    """
    for order in starts:
        here, since = distance(order), 0
        for _ in range(steps):
            if not here or since > _PATIENCE:
                break
            near = changed(order, chance)
            there = distance(near)
            since = 0 if there < here else since + 1
            if there <= here:
                order, here = near, there
        if not here:
            yield order


def changed(order: Order, chance: random.Random) -> Order:
    """The order after some examples of one class in one block went to another block, old or new."""
    blocks = [list(block) for block in order]
    source = chance.choice([block for block in blocks if any(block)])
    k = chance.choice([k for k in (0, 1) if source[k]])
    moved = chance.choice((1, 1, source[k], chance.randint(1, source[k])))
    source[k] -= moved
    place = chance.randint(0, len(blocks))
    if place == len(blocks) or chance.random() < 0.5:
        blocks.insert(place, [0, 0])
    blocks[place][k] += moved
    return compact([(a, b) for a, b in blocks])


def distance_by_order(figures: Sequence[Figure]) -> Callable[[Order], float]:
    """How far the figures that depend on the order alone are from what is printed, in units of the last place."""
    wanted = [figure for figure in figures if all(map(of_order, figure.form.terms))]
    return lambda order: _distance(with_scores(order), wanted)


def calibrated(order: Order) -> Sample:
    """The sample whose score is the fraction of class 1 in each block; blocks of equal fraction are one.

    >>> calibrated(((1, 2), (2, 1), (2, 4)))
    Sample(n=12, n0=5, n1=7, distinct scores 2 in [1/3, 2/3])
    """
    scores = [Fraction(b, a + b) for a, b in order]
    return Sample.of_counts(scores, [a for a, _ in order], [b for _, b in order])


def distance_calibrated(figures: Sequence[Figure]) -> Callable[[Order], float]:
    """The same for calibrated scores, of all figures."""
    return lambda order: _distance(calibrated(order), figures)


def _distance(sample: Sample, figures: Sequence[Figure]) -> float:
    names = {name for figure in figures for name in figure.form.terms}
    values = basic_values(sample, names)
    found = 0.0
    for figure in figures:
        if not figure.form.terms.keys() <= values.keys():
            continue
        x, within = figure.form.at(values), figure.printed.values
        if x not in within:
            ends = [abs(x - end) for end in (within.low, within.high) if end is not None]
            found += float(min(ends) / figure.printed.unit) + 1e-9
    return found
