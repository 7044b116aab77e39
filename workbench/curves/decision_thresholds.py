"""Which thresholds are best on a sample: all of them, all that are best nearby, and rules of several thresholds.

The loss of a decision rule at cost proportion ``c`` is ``2 (c m0 + (1 - c) m1)/n`` for ``m0`` examples of class 0
and ``m1`` of class 1 predicted wrong: ``Q_c`` for a single threshold, the error rate at ``c = 1/2``.

A rule chosen on a sample looks better there than it is. The rule of any number of thresholds attains the least loss
that any function of the score can attain on the sample, so without ties it makes no error at all on its own data:
judge it by `Rule.loss` on another sample, or bound the number of thresholds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from workbench.curves.operating_costs import Form
from workbench.errors import InputError, shown
from workbench.lazily import Lazily
from workbench.numbers.given import number
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazily("numpy")


class Thresholds(NamedTuple):
    """The thresholds ``low <= t < high`` and the loss of each; None stands for an end without bound."""

    low: Fraction | None
    high: Fraction | None
    loss: Fraction

    def to_json(self) -> dict[str, Any]:
        """The interval and the loss as plain values."""
        return {name: as_json(x) for name, x in self._asdict().items()}


@dataclass(frozen=True)
class Optimum:
    """Neighbouring decisions of one loss, less than that of those next to them; `best` when no loss is less."""

    decisions: tuple[Thresholds, ...]
    best: bool

    @property
    def low(self) -> Fraction | None:
        """The least threshold that attains the optimum; None when there is no bound."""
        return self.decisions[0].low

    @property
    def high(self) -> Fraction | None:
        """All thresholds from `low` up to and without this one attain the optimum; None when there is no bound."""
        return self.decisions[-1].high

    @property
    def loss(self) -> Fraction:
        """The loss of each of these decisions."""
        return self.decisions[0].loss

    def to_json(self) -> dict[str, Any]:
        """The interval, its loss and its decisions as plain values."""
        whole = Thresholds(self.low, self.high, self.loss).to_json()
        return {**whole, "best": self.best, "decisions": [decision.to_json() for decision in self.decisions]}


@dataclass(frozen=True)
class Rule:
    """A decision rule with several thresholds, ascending.

    A score up to the first threshold is predicted to be of class ``first``, and each threshold it exceeds turns the
    prediction round.
    """

    first: int
    thresholds: tuple[Fraction, ...]

    def predict(self, score: Any) -> int:
        """The predicted class; `InputError` when the score is no finite number.

        >>> [Rule(0, (Fraction(1), Fraction(2))).predict(s) for s in (1, 1.5, 2, 3)]
        [0, 1, 1, 0]
        """
        try:
            return (self.first + bisect_left(self.thresholds, number(score))) % 2
        except ValueError as error:
            raise InputError(f"score {shown(score)} {error}") from None

    def loss(self, sample: Sample, c: Any = Fraction(1, 2)) -> Fraction:
        """The loss on ``sample`` at cost proportion ``c``: the error rate at 1/2."""
        checked_sample(sample, "Rule.loss")
        cost = _proportion(c)
        wrong = [0, 0]
        for score, *counts in zip(sample.scores, sample.counts0, sample.counts1, strict=True):
            missed = 1 - self.predict(score)
            wrong[missed] += counts[missed]
        return 2 * (cost * wrong[0] + (1 - cost) * wrong[1]) / sample.n

    def to_json(self) -> dict[str, Any]:
        """The rule as plain values."""
        return {"first": self.first, "thresholds": [as_json(t) for t in self.thresholds]}


def decisions(sample: Sample, c: Any = Fraction(1, 2)) -> tuple[Thresholds, ...]:
    """All decisions of a single threshold with their losses ``Q_c(t; c)``, from the lowest thresholds on.

    There is one more than there are distinct scores: below all of them, and from each up to the next. ``c`` is
    the cost proportion, in [0, 1]; at 1/2 the loss is the error rate. `InputError` for another ``c``.

    >>> for low, high, loss in decisions(Sample.of([0, 1, 1], [1, 1, 3])):
    ...     print(low, high, loss)
    None 1 1/3
    1 3 1/3
    3 None 2/3
    """
    checked_sample(sample, "decisions")
    cost = _proportion(c)
    ends = [None, *sample.scores, None]
    wrong = zip(sample.cumulative0, sample.cumulative1, strict=True)
    losses = (2 * (cost * (sample.n0 - a) + (1 - cost) * b) / sample.n for a, b in wrong)
    return tuple(Thresholds(low, high, loss) for (low, high), loss in zip(pairwise(ends), losses, strict=True))


class Optima(Sequence[Optimum]):
    """The optima that `optima` finds, made when they are asked for; equal to a tuple of them."""

    def __init__(self, sample: Sample, cost: Fraction) -> None:
        passed0, passed1 = sample.passed
        losses = Form.of(-2 * cost / sample.n, 2 * (1 - cost) / sample.n)
        tops = losses.tops(passed0, passed1, sample.n0, sample.n1)
        new = np.flatnonzero(tops[1:] != tops[:-1]) + 1
        starts = np.concatenate((np.zeros(1, dtype=new.dtype), new))
        levels, ends = tops[starts], np.append(new, len(tops))
        falls = levels[1:] < levels[:-1]
        found = np.flatnonzero(np.append(True, falls) & np.append(~falls, True))
        self._sample, self._least = sample, levels.min()
        self._starts, self._ends, self._tops = starts[found], ends[found], levels[found]
        self._whole, self._scale = 2 * cost * sample.n0 / sample.n, losses.scale

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, i: int) -> Optimum: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Optimum, ...]: ...
    def __getitem__(self, i: int | slice) -> Optimum | tuple[Optimum, ...]:
        if isinstance(i, slice):
            return tuple(self[place] for place in range(*i.indices(len(self))))
        start, end, top = int(self._starts[i]), int(self._ends[i]), self._tops[i]
        loss, last = self._whole + Fraction(int(top), self._scale), self._sample.distinct_scores
        scores = [self._sample.score(k) if 0 <= k < last else None for k in range(start - 1, end)]
        return Optimum(tuple(Thresholds(*ends, loss) for ends in pairwise(scores)), bool(top == self._least))

    @property
    def best(self) -> tuple[Optimum, ...]:
        """Those of the least loss."""
        return tuple(self[i] for i in np.flatnonzero(self._tops == self._least).tolist())

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, tuple | Optima) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def optima(sample: Sample, c: Any = Fraction(1, 2)) -> Optima:
    """Every local minimum of ``Q_c(t; c)`` in the threshold ``t``, ascending; the global ones are `best`.

    Neighbouring decisions of equal loss make one optimum, if the loss next to them is greater on both sides (on one
    side at an end). So the fraction of class 1 is less than ``c`` at the score `low` and greater at the score `high`,
    where these are bounds: it crosses ``c`` upwards at each optimum, and not only at the best. All of them are found at
    once by counts, and made when they are asked for; `Optima.best` are the global ones. `InputError` for ``c`` outside
    [0, 1].

    >>> for found in optima(Sample.of([0, 1, 0, 0, 1], [1, 2, 3, 4, 5])):
    ...     print(found.low, found.high, found.loss, found.best)
    1 2 2/5 False
    4 5 1/5 True
    """
    return Optima(checked_sample(sample, "optima"), _proportion(c))


def best_rule(sample: Sample, c: Any = Fraction(1, 2), at_most: int | None = None) -> Rule:
    """The decision rule of least loss on ``sample``, of ``at_most`` thresholds or of any number.

    The loss is that at cost proportion ``c``. Without a bound the rule predicts class 1 at a score with ``a`` and
    ``b`` examples of class 0 and 1 when ``b/(a + b) > c``, and class 0 when it is less. Among the best rules it has
    the fewest thresholds, each half way between two neighbouring distinct scores. Class 0 or 1 may come first, so with
    one threshold it can be better than `optima`, which predict class 0 for low scores. A bound takes
    O(distinct scores * at_most) operations (dynamic programming). `InputError` for ``c`` outside [0, 1] or a bound
    that is no whole number from 0 on.

    >>> sample = Sample.of([0, 0, 1, 1, 1, 0], [1, 2, 3, 4, 5, 6])
    >>> rule = best_rule(sample)
    >>> rule, rule.loss(sample)
    (Rule(first=0, thresholds=(Fraction(5, 2), Fraction(11, 2))), Fraction(0, 1))
    >>> best_rule(sample, at_most=1).loss(sample)
    Fraction(1, 6)
    """
    checked_sample(sample, "best_rule")
    cost = _proportion(c)
    most = len(sample.scores) - 1
    if at_most is not None:
        if not isinstance(at_most, int) or isinstance(at_most, bool) or at_most < 0:
            raise InputError(f"at most {shown(at_most)} thresholds; the bound is a whole number from 0 on")
        most = min(most, at_most)
    weight0, weight1 = cost.numerator, cost.denominator - cost.numerator
    wrong = [(weight1 * b, weight0 * a) for a, b in zip(sample.counts0, sample.counts1, strict=True)]
    predicted = _majority(wrong) if at_most is None else _least(wrong, most)
    middles = ((low + high) / 2 for low, high in pairwise(sample.scores))
    turns = (before != after for before, after in pairwise(predicted))
    return Rule(predicted[0], tuple(middle for middle, turn in zip(middles, turns, strict=True) if turn))


def _majority(wrong: list[tuple[int, int]]) -> list[int]:
    """The cheaper class at each score, given what either costs; where they cost the same, as the one before."""
    predicted = next((int(one < zero) for zero, one in wrong if zero != one), 0)
    result = []
    for zero, one in wrong:
        if zero != one:
            predicted = int(one < zero)
        result.append(predicted)
    return result


def _least(wrong: list[tuple[int, int]], most: int) -> list[int]:
    """The cheapest class at each score with at most ``most`` changes between neighbours, and no needless change.

    ``costs[j][k]`` is the least cost so far with at most ``j`` changes when class ``k`` is predicted last, and
    ``turned`` says where the other class was predicted before.
    """
    costs = [wrong[0]] * (most + 1)
    turned: list[list[tuple[bool, bool]]] = []
    for zero, one in wrong[1:]:
        turns, after = [], []
        for (stay0, stay1), (turn1, turn0) in zip(costs, [costs[0][::-1], *costs[:-1]], strict=True):
            turns.append((turn0 < stay0, turn1 < stay1))
            after.append((min(stay0, turn0) + zero, min(stay1, turn1) + one))
        turned.append(turns)
        costs = after
    _, changes, k = min((cost, changes, k) for changes, ends in enumerate(costs) for k, cost in enumerate(ends))
    result = [k]
    for turns in reversed(turned):
        if turns[changes][k]:
            changes, k = changes - 1, 1 - k
        result.append(k)
    return result[::-1]


def _proportion(c: Any) -> Fraction:
    try:
        exact = number(c)
    except ValueError as error:
        raise InputError(f"the cost proportion {shown(c)} {error}") from None
    if not 0 <= exact <= 1:
        raise InputError(f"the cost proportion {shown(c)} lies outside [0, 1]")
    return exact
