"""Scores for a given order that give printed figures: a data set that shows them to be possible.

On a given order the figures of the scores are sums over tie blocks of ``A x + B x^2``, with ``x`` the score of the
block. Newton steps of least length toward the middle of the printed intervals alternate with the projection onto
ascending scores. What is found is rounded to the smallest denominator that still does; nothing is believed until
the exact engine has computed every figure.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import inf
from typing import TypeAlias

import flint
import numpy as np
import numpy.typing as npt

from workbench import metrics
from workbench.errors import InputError
from workbench.feasible.linear_forms import ClassSizes, Form, K, of_order
from workbench.feasible.orders import Order, around_cut, block_order, with_scores
from workbench.feasible.propagation import threshold_of
from workbench.language.statements import parse_expression
from workbench.language.syntax import Expression
from workbench.limits import Work
from workbench.losses.effort import effort
from workbench.losses.exact import value
from workbench.losses.own_values import own_value
from workbench.numbers.certified import Real, lift
from workbench.numbers.printed import Interval, Printed
from workbench.samples.sample import Sample

Levels: TypeAlias = npt.NDArray[np.float64]
DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 200, 500, 10**3, 10**4, 10**6, 10**9)
_STEPS = 40
_LAYOUT, _START, _STEP, _ROUNDED = 300.0, 40.0, 100.0, 150.0


@dataclass(frozen=True)
class Figure:
    """One printed figure: what it is, its linear form, what is printed, and the values that facts leave it."""

    name: str
    expression: Expression
    form: Form
    printed: Printed
    aim: Interval


def price(sample: Sample, figures: Sequence[Figure]) -> float:
    """The units of work that `computed` costs."""
    return sum(effort(figure.expression).on(sample) for figure in figures)


def computed(sample: Sample, figures: Sequence[Figure]) -> dict[str, Real] | None:
    """Every figure of the sample, exactly; None when one is not printed so."""
    found: dict[str, Real] = {}
    for figure in figures:
        try:
            x = value(sample, figure.expression)
        except InputError:
            return None
        if not (figure.printed.allows(x) if isinstance(x, Fraction) else _surely(figure.printed, x)):
            return None
        found[figure.name] = x
    return found


def refuted(sample: Sample, figures: Sequence[Figure]) -> bool:
    """Whether a figure of the sample is surely not printed so; one that cannot be computed is not."""
    for figure in figures:
        try:
            if not figure.printed.allows(value(sample, figure.expression)):
                return True
        except InputError:
            continue
    return False


def _surely(printed: Printed, x: flint.arb) -> bool:
    """Whether all of a ball is printed so."""
    low, high = printed.values.low, printed.values.high
    assert low is not None
    assert high is not None
    return bool(lift(low) < x and x < lift(high))


def order_figures(order: Order, names: Iterable[str]) -> dict[str, Fraction]:
    """The figures of an order that don't depend on the scores.

    >>> order_figures(((1, 0), (1, 1), (0, 1)), ["AUC", "MER"])
    {'AUC': Fraction(7, 8), 'MER': Fraction(1, 4)}
    """
    return basic_values(with_scores(order), names)


def basic_values(sample: Sample, names: Iterable[str]) -> dict[str, Fraction]:
    """The basic figures of a sample that are defined, and fractions."""
    found = {}
    for name in names:
        if name == K:
            found[K] = rise(sample)
            continue
        metric = metrics.CATALOGUE.get(name)
        told = metric is None or metric.exact is metrics.by_definition
        try:
            x = value(sample, parse_expression(name)) if told else own_value(name, sample)
        except InputError:
            continue
        if isinstance(x, Fraction):
            found[name] = x
    return found


def rise(sample: Sample) -> Fraction:
    """How far the ROC curve of a sample rises above the diagonal at most: its one-sided KS."""
    n0, n1 = sample.n0, sample.n1
    rises = (a * n1 - b * n0 for a, b in zip(sample.cumulative0, sample.cumulative1, strict=True))
    return Fraction(max(0, *rises), n0 * n1)


class Layout:
    """The figures of one order as functions ``constant + A x + B x^2`` of the scores ``x`` of its blocks.

    ``cuts`` says how many blocks are at or below each of ``thresholds``. Figures that have no such form are left
    to the exact engine; ``possible`` says whether those of the order alone are as printed.
    """

    def __init__(
        self, order: Order, figures: Sequence[Figure], thresholds: Mapping[str, Fraction], cuts: Sequence[int]
    ) -> None:
        self.order = order
        blocks = len(order)
        count0, count1 = (np.array([block[k] for block in order], dtype=float) for k in (0, 1))
        count0, count1 = count0 / count0.sum(), count1 / count1.sum()
        nothing = np.zeros(blocks)
        shapes = {
            "MAE0": (0.0, count0, nothing),
            "MAE1": (1.0, -count1, nothing),
            "BS0": (0.0, nothing, count0),
            "BS1": (1.0, -2 * count1, count1),
        }
        needed = {name for figure in figures for name in figure.form.terms}
        constants = order_figures(order, [name for name in needed if of_order(name)])
        constants |= _errors_at(order, thresholds, cuts)
        self.possible = True
        self.steps = 0
        rows = []
        for figure in figures:
            if figure.form.terms.keys() <= constants.keys():
                self.possible &= figure.printed.allows(figure.form.at(constants))
            elif all(name in shapes or name in constants for name in figure.form.terms):
                offset, slope, bend = float(figure.form.constant), nothing, nothing
                for name, weight in figure.form.terms.items():
                    extra = shapes.get(name) or (float(constants[name]), nothing, nothing)
                    x = float(weight)
                    offset, slope, bend = offset + x * extra[0], slope + x * extra[1], bend + x * extra[2]
                ends = figure.aim
                assert ends.low is not None
                assert ends.high is not None
                rows.append((offset, slope, bend, float(ends.low), float(ends.high)))
        self.offset = np.array([row[0] for row in rows])
        self.slope = np.array([row[1] for row in rows]).reshape(len(rows), blocks)
        self.bend = np.array([row[2] for row in rows]).reshape(len(rows), blocks)
        self.low, self.high = np.array([row[3] for row in rows]), np.array([row[4] for row in rows])
        self.least, self.most = np.zeros(blocks), np.ones(blocks)
        for t, cut in zip(thresholds.values(), cuts, strict=True):
            self.most[:cut] = np.minimum(self.most[:cut], float(t))
            self.least[cut:] = np.maximum(self.least[cut:], float(t) + 1e-7)

    def values(self, x: Levels) -> Levels:
        """The figures at scores ``x``."""
        found: Levels = self.offset + self.slope @ x + self.bend @ (x * x)
        return found

    def excess(self, x: Levels) -> float:
        """How far the figures are from their intervals, in squares."""
        found = self.values(x)
        beyond = np.maximum(0, np.maximum(self.low - found, found - self.high))
        return float(beyond @ beyond)

    def projected(self, x: Levels) -> Levels:
        """The nearest ascending scores within the limits."""
        pools: list[tuple[float, int]] = []
        for level in x:
            mean, size = float(level), 1
            while pools and pools[-1][0] > mean:
                before, count = pools.pop()
                mean, size = (mean * size + before * count) / (size + count), size + count
            pools.append((mean, size))
        ascending = np.repeat([mean for mean, _ in pools], [size for _, size in pools])
        inside: Levels = np.minimum(np.maximum(ascending, self.least), self.most)
        return inside

    def starts(self, chance: random.Random) -> list[Levels]:
        """Scores to start from, the most promising first."""
        blocks = len(self.order)
        even = np.linspace(0, 1, blocks + 2)[1:-1]
        steps = [np.repeat([0.0, 1.0], [cut, blocks - cut]) for cut in range(blocks + 1)]
        found = [even, np.full(blocks, 0.5), *steps]
        found += [(step + even) / 2 for step in steps]
        found += [np.sort([chance.random() for _ in range(blocks)]) for _ in range(2)]
        return sorted((self.projected(x) for x in found), key=self.excess)

    def solved(self, start: Levels, margin: float) -> Levels | None:
        """Scores near ``start`` at which all figures are inside their intervals; None where none were found.

        ``margin`` is how far inside they are aimed at, as a part of the width; `steps` is how many steps it took.
        """
        x = start
        inset = (self.high - self.low) * margin
        for self.steps in range(1, _STEPS + 1):
            found = self.values(x)
            if np.all((found >= self.low + inset / 8) & (found <= self.high - inset / 8)):
                return x
            gap = np.clip(found, self.low + inset, self.high - inset) - found
            slopes = self.slope + 2 * self.bend * x
            free = ((x > self.least) | (gap @ slopes > 0)) & ((x < self.most) | (gap @ slopes < 0))
            slopes = slopes * free
            square = slopes @ slopes.T + 1e-12 * np.eye(len(gap))
            step = slopes.T @ np.linalg.solve(square, gap)
            longest = float(np.abs(step).max(initial=0.0))
            before, x = x, self.projected(x + (step if longest < 0.5 else step * 0.5 / longest))
            if np.abs(x - before).max(initial=0.0) < 1e-12:
                return None
        return None

    def rounded(self, x: Levels) -> Iterator[Sample]:
        """Samples with scores near ``x``, of small denominators first."""
        gaps = [0, *(int(any(one) and any(other)) for one, other in _sides(self.order))]
        last = None
        for q in DENOMINATORS:
            tops = _ascending(np.rint(x * q).astype(int).tolist(), gaps, q)
            if tops is None:
                continue
            levels = np.array(tops) / q
            found = self.values(levels)
            inside = np.all((found >= self.low - 1e-9) & (found <= self.high + 1e-9))
            if inside and np.all((levels >= self.least - 1e-6) & (levels <= self.most + 1e-12)) and tops != last:
                yield Sample.of_counts(
                    [Fraction(top, q) for top in tops], [a for a, _ in self.order], [b for _, b in self.order]
                )


def _sides(order: Order) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """For each two neighbouring blocks, their examples of class 0 and those of class 1."""
    return [((a, c), (b, d)) for (a, b), (c, d) in pairwise(order)]


def _ascending(tops: list[int], gaps: list[int], most: int) -> list[int] | None:
    """The nearest integers from 0 to ``most`` that ascend by ``gaps``; None where there are none."""
    for i in range(1, len(tops)):
        tops[i] = max(tops[i], tops[i - 1] + gaps[i])
    tops[-1] = min(tops[-1], most)
    for i in range(len(tops) - 1, 0, -1):
        tops[i - 1] = min(tops[i - 1], tops[i] - gaps[i])
    return tops if tops[0] >= 0 else None


def _errors_at(order: Order, thresholds: Mapping[str, Fraction], cuts: Sequence[int]) -> dict[str, Fraction]:
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    found = {}
    for name, cut in zip(thresholds, cuts, strict=True):
        misses, alarms = sum(a for a, _ in order[cut:]), sum(b for _, b in order[:cut])
        macro = (Fraction(misses, n0) + Fraction(alarms, n1)) / 2
        found[name] = macro if name.startswith("macro") else Fraction(misses + alarms, n0 + n1)
    return found


def attempt(
    order: Order, figures: Sequence[Figure], chance: random.Random, again: int = 0, work: Work | None = None
) -> Sample | None:
    """A sample with this order that has all figures; None where none was found, and once the ``work`` is over.

    Each time ``again``, from 0 on, tries more starts and aims nearer to the ends of the intervals.
    """
    starts, margin, work = 4 + 4 * again, 0.25 / 8**again, work or Work(inf)
    thresholds = thresholds_of(figures)
    for cuts in _cuts(order, thresholds):
        if work.over:
            return None
        layout = Layout(order, figures, thresholds, cuts)
        work.spend(_LAYOUT + (_START if layout.possible else 2.0) * len(order))
        for start in layout.starts(chance)[:starts] if layout.possible else ():
            x = layout.solved(start, margin)
            work.spend(_STEP * layout.steps)
            if x is not None:
                work.spend(_ROUNDED + 10 * len(order))
                for sample in layout.rounded(x):
                    work.spend(price(sample, figures))
                    if computed(sample, figures) is not None:
                        return sample
    return None


def thresholds_of(figures: Sequence[Figure]) -> dict[str, Fraction]:
    """The error rates at thresholds that occur in the figures, by ascending threshold."""
    found = {name: threshold_of(name) for figure in figures for name in figure.form.terms}
    return dict(sorted(((name, t) for name, t in found.items() if t is not None), key=lambda item: item[1]))


def _cuts(order: Order, thresholds: Mapping[str, Fraction]) -> Iterator[tuple[int, ...]]:
    """For each threshold, how many blocks lie at or below it."""
    levels = list(thresholds.values())
    for cuts in combinations_with_replacement(range(len(order) + 1), len(thresholds)):
        same = all(a == b for (s, a), (t, b) in pairwise(zip(levels, cuts, strict=True)) if s == t)
        if same:
            yield cuts


def orders_of(sizes: ClassSizes, twice: int, chance: random.Random, tries: int) -> Iterator[Order]:
    """Orders with ``2D = twice``, those first where the Brier score and the error of a cut are extreme."""
    n0, n1, whole = sizes.n0, sizes.n1, 2 * sizes.pairs
    for mirrored in (False, True):
        doubled = whole - twice if mirrored else twice
        for m0, m1 in _blocks(n0, n1, doubled):
            order = block_order(n0, n1, m0, m1, doubled)
            if order is not None:
                yield order[::-1] if mirrored else order
    for _ in range(tries):
        alarms = chance.randint(0, n1)
        below = -(-(twice - 2 * alarms * n0) // (2 * (n1 - alarms))) if alarms < n1 else 0
        most = min(n0, twice // (2 * alarms)) if alarms else n0
        if max(0, below) <= most:
            misses = chance.choice((max(0, below), most, chance.randint(max(0, below), most)))
            pair = around_cut(n0, n1, misses, alarms, twice)
            if pair is not None:
                yield pair[0] + pair[1]


def _blocks(n0: int, n1: int, doubled: int) -> list[tuple[int, int]]:
    """Sizes of a mixed block that can have all misordered pairs, the long ones first."""
    least0, least1 = -(-doubled // (2 * n1)), -(-doubled // (2 * n0))
    found = [(n0, least1), (least0, n1)]
    if n1 > n0:
        found.reverse()
    middle0 = (n0 + least0) // 2
    if middle0:
        found.append((middle0, min(n1, -(-doubled // (2 * middle0)))))
    found.append((n0, n1))
    return list(dict.fromkeys(found))
