"""Reports of several classes, a row each and averages over the rows: can they be true together?

The counts of a class are chosen among those that have its row (`workbench.feasible.class_rows`). Together they must
keep to sums: where each example has one class and is predicted to be of one, the predictions are as many as the
examples, the right ones are what accuracy says, and a confusion matrix with such rows and columns exists exactly when
no class has more of the wrong predictions than there are, ``(m - tp) + (p - tp) <= n - sum of tp``: they must avoid the
diagonal (Gale, A theorem on flows in networks, 1957). Every average over the classes is a sum of one number a class.

Sums that the rows leave no room for are impossible, whatever is chosen. Otherwise counts are looked for, by trying all
of them with what is left of each sum in view, and by steps that lessen what is amiss. Sums are compared in floats with
a margin beyond their errors, and what is found is checked exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, prod
from typing import NamedTuple, TypeAlias

from workbench.feasible.class_rows import COLUMNS, Choice, Counts, Put, Row
from workbench.limits import Limit, Work
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import decimal

AVERAGES = ("macro avg", "weighted avg", "micro avg")
MARGIN = 1e-9
_FEW = 100_000
_NODE, _STEP, _CHOICE, _ROW = 4.0, 25.0, 4.0, 40.0
_MOST_CHOICES = 200_000
_MOST_CLASSES, _RESTART, _DEEP = 2_000, 400, 200

Part: TypeAlias = "Callable[[int, float], float]"
"""What ``tp`` and ``predicted`` of a class add to a sum; it is monotone in ``predicted``."""


class Verdict(NamedTuple):
    """Whether there are counts, in one sentence, and what is violated; the counts, and what stands for 0/0."""

    possible: bool | None
    because: str = ""
    violated: str | None = None
    counts: tuple[Counts, ...] | None = None
    put: Put = None


class Sum(NamedTuple):
    """A sum over the classes, its ``parts`` one a class, that must lie from ``low`` to ``high``; ``name`` says of what.

    ``scale`` makes a printed average of it: the average is the sum times the scale.
    """

    name: str
    parts: Sequence[Part]
    low: float
    high: float
    scale: float = 1.0
    printed: str = ""


@dataclass(frozen=True)
class ClassFigures:
    """Printed rows by class, and the averages by their name and column; a figure of None is printed as nan.

    ``accuracy`` is given where every example has one class and one prediction, both among the rows.

    >>> rows = {"a": Row(5, Printed("0.75"), Printed("0.60"), Printed("0.67"), 5)}
    >>> rows["b"] = Row(5, Printed("0.67"), Printed("0.80"), Printed("0.73"), 5)
    >>> figures = ClassFigures(rows, {("macro avg", "precision"): Printed("0.71")}, Printed("0.70"))
    >>> figures.decide(1.0).counts
    (Counts(tp=3, predicted=4, support=5), Counts(tp=4, predicted=6, support=5))
    """

    rows: Mapping[str, Row]
    averages: Mapping[tuple[str, str], Printed | None]
    accuracy: Printed | None = None

    @property
    def n(self) -> int:
        """The supports together."""
        return sum(row.support for row in self.rows.values())

    @cached_property
    def puts(self) -> tuple[Put, ...]:
        """What may stand in the place of 0/0: nothing where nan is printed, otherwise 0 or 1."""
        cells = [*self.averages.values(), *(row.printed(column) for row in self.rows.values() for column in COLUMNS)]
        return (None,) if None in cells else (0, 1)

    def decide(self, seconds: Limit) -> Verdict:
        """Whether all can be true together; the search ends after so many ``seconds`` of work."""
        work = Work.of(seconds)
        if work.over:
            return Verdict(None, "the work is over")
        work.spend(_ROW * len(self.rows))
        found, every = [], sum(row.most for row in self.rows.values())
        if every > _MOST_CHOICES:
            return Verdict(None, f"the rows have {every} numbers of right predictions or more, too many to try")
        work.spend(_CHOICE * every)
        for name, row in self.rows.items():
            if (why := row.why(name, self.puts)) is not None:
                return Verdict(False, why, why)
        if self.accuracy is not None and not self._right():
            why = f"no number of right predictions of {self.n} gives accuracy {self.accuracy}"
            return Verdict(False, why, why)
        for put in self.puts:
            found.append(_Search(self, put).decide(work))
            if found[-1].possible:
                return found[-1]
        return next((x for x in found if x.possible is None), found[0])

    def _right(self) -> range:
        assert self.accuracy is not None
        return self.accuracy.values.moved(self.n).integers(0, self.n)

    def sums(self, put: Put) -> Iterator[Sum]:
        """The sums that must be kept to, with what stands for 0/0."""
        rows = tuple(self.rows.values())
        if self.accuracy is not None:
            right = self._right()
            yield Sum("right", [_tp] * len(rows), right[0], right[-1])
            yield Sum("predicted", [_predicted] * len(rows), self.n, self.n)
        for (average, column), printed in self.averages.items():
            if printed is None:
                continue
            name = f"{average}: {column}"
            if average == "micro avg":
                yield from _micro(name, column, printed, rows)
                continue
            weights = self.weights(average, column)
            total = sum(weights)
            low, high = _ends(printed.values)
            parts = [_weighted(weight, row.support, column, put) for weight, row in zip(weights, rows, strict=True)]
            yield Sum(name, parts, low * total, high * total, 1 / total, str(printed))

    def weights(self, average: str, column: str) -> list[int]:
        """What each class counts in an average; those whose figure is nan count nothing."""
        rows = self.rows.values()
        there = [row.printed(column) is not None for row in rows]
        sizes = [row.support if average == "weighted avg" else 1 for row in rows]
        weights = [size * here for size, here in zip(sizes, there, strict=True)]
        return weights if any(weights) else [+here for here in there] if any(there) else [1] * len(there)

    def holds(self, counts: Sequence[Counts], put: Put) -> bool:
        """Whether these counts, which have the rows, keep to everything else, exactly."""
        tp, predicted, n = (sum(x[i] for x in counts) for i in range(3))
        if self.accuracy is not None:
            wrong = n - tp
            if tp not in self._right() or predicted != n:
                return False
            if any(x.support + x.predicted - 2 * x.tp > wrong for x in counts):
                return False
        for name, printed in self.averages.items():
            value = self.average(counts, put, *name)
            if value is None or printed is None:
                if value is not None or printed is not None:
                    return False
            elif value not in printed.values:
                return False
        return True

    def average(self, counts: Sequence[Counts], put: Put, average: str, column: str) -> Fraction | None:
        """The exact value of an average."""
        if average == "micro avg":
            return Counts(*(sum(x[i] for x in counts) for i in range(3))).figure(column, put)
        values = [x.figure(column, put) for x in counts]
        weights = self.weights(average, column)
        parts = [weight * x for weight, x in zip(weights, values, strict=True) if x is not None]
        return sum(parts, Fraction(0)) / sum(weights) if parts else None


@dataclass
class _Search:
    """The search for counts, with one number in the place of 0/0."""

    figures: ClassFigures
    put: Put

    def decide(self, work: Work) -> Verdict:
        figures = self.figures
        self.choices = [row.choices(self.put) for row in figures.rows.values()]
        work.spend(_CHOICE * sum(map(len, self.choices)))
        if not all(self.choices):
            name = next(name for name, found in zip(figures.rows, self.choices, strict=True) if not found)
            why = f"the row of {name} needs another number in the place of 0/0 than other rows"
            return Verdict(False, why, why)
        self.supports = [row.support for row in figures.rows.values()]
        self.sums = list(figures.sums(self.put))
        self.bounds = [self._bounds(i, work) for i in range(len(self.choices))]
        for j, each in enumerate(self.sums):
            low, high = (sum(bounds[j][end] for bounds in self.bounds) for end in (0, 1))
            if low > each.high + _margin(each.high) or high < each.low - _margin(each.low):
                why = self._apart(each, low, high)
                return Verdict(False, why, why)
        if len(self.choices) > _MOST_CLASSES:
            return Verdict(None, f"there are {len(self.choices)} classes, too many to look for counts of all")
        return self._looked_for(work)

    def _looked_for(self, work: Work) -> Verdict:
        """All of the counts where they are few, otherwise some of them first."""
        many = prod(min(_number(choices), _FEW) for choices in self.choices)
        ways = [self._every, self._some] if many <= _FEW else [self._some, self._every]
        for way in ways:
            found, complete = way(work.share(1 / 2))
            if found is not None:
                return Verdict(True, "counts of every class have these figures", None, found, self.put)
            if complete:
                why = "no counts of the classes have all of these figures, though each row and average can be had alone"
                return Verdict(False, why, "the rows and averages together")
        return Verdict(None, "nothing forbids the figures together, and no counts that have all of them were found")

    def _bounds(self, i: int, work: Work) -> list[tuple[float, float]]:
        """The least and the greatest part of each sum that class ``i`` can add."""
        ends = [(c.tp, end) for c in self.choices[i] for end in {c.low, inf if c.high is None else c.high}]
        work.spend(len(ends) * len(self.sums))
        found = []
        for each in self.sums:
            values = [each.parts[i](tp, end) for tp, end in ends]
            found.append((min(values), max(values)))
        return found

    def _apart(self, each: Sum, low: float, high: float) -> str:
        """Why a sum cannot be had."""
        n = self.figures.n
        if each.name == "right":
            return (
                f"the rows have {_span(low, high)} right predictions together, and accuracy {self.figures.accuracy} of "
                f"{n} examples is {_span(each.low, each.high)}"
            )
        if each.name == "predicted":
            return f"the rows have {_span(low, high)} predictions together, and there are {n} examples"
        if not each.printed:
            return f"{each.name} is not what the rows have together"
        places = len(each.printed.partition(".")[2]) + 2
        low, high = low * each.scale, high * each.scale
        ends = dict.fromkeys((f"{low:.{places}f}", f"{high:.{places}f}"))
        said = f"from {' to '.join(ends)}" if len(ends) > 1 else next(iter(ends))
        return f"{each.name} is {said} by the rows, and printed as {each.printed}"

    def _counts(self, chosen: Sequence[tuple[int, int]]) -> tuple[Counts, ...]:
        return tuple(Counts(tp, p, m) for (tp, p), m in zip(chosen, self.supports, strict=True))

    # --- all of them ----------------------------------------------------------------------------------------

    def _every(self, work: Work) -> tuple[tuple[Counts, ...] | None, bool]:
        """The first counts that have everything, and whether all were tried."""
        order = sorted(range(len(self.choices)), key=lambda i: _number(self.choices[i]))
        if len(order) > _DEEP:
            return None, False
        after = [[(0.0, 0.0)] * len(self.sums)]
        for i in reversed(order):
            after.append([(a + c, b + d) for (a, b), (c, d) in zip(after[-1], self.bounds[i], strict=True)])
        after.reverse()
        chosen: dict[int, tuple[int, int]] = {}
        self._complete = True

        def go(depth: int, so_far: list[float]) -> bool:
            if depth == len(order):
                return self.figures.holds(self._counts([chosen[i] for i in range(len(order))]), self.put)
            i, rest = order[depth], after[depth + 1]
            for tp, p in self._predictions(i, so_far, rest, work):
                work.spend(_NODE + len(self.sums))
                if work.over:
                    self._complete = False
                    return False
                now = [x + each.parts[i](tp, p) for x, each in zip(so_far, self.sums, strict=True)]
                if all(map(_open, now, rest, self.sums)):
                    chosen[i] = tp, p
                    if go(depth + 1, now):
                        return True
            return False

        if go(0, [0.0] * len(self.sums)):
            return self._counts([chosen[i] for i in range(len(order))]), True
        return None, self._complete

    def _predictions(
        self, i: int, so_far: Sequence[float], rest: Sequence[tuple[float, float]], work: Work
    ) -> Iterator[tuple[int, int]]:
        """The counts of a class that leave room for the sum of predictions."""
        least, most = 0.0, inf
        for x, (low, high), each in zip(so_far, rest, self.sums, strict=True):
            if each.name == "predicted":
                least, most = each.low - x - high, each.high - x - low
        for tp, low, end in self.choices[i]:
            work.spend(1.0)
            if work.over:
                self._complete = False
                return
            if end is None:
                self._complete = False  # numbers without end are tried up to one
            high = low + 4 * self.figures.n if end is None else end
            first, last = max(low, int(least)), int(min(high, most))
            yield from ((tp, p) for p in range(first, last + 1))

    # --- some of them ---------------------------------------------------------------------------------------

    def _some(self, work: Work) -> tuple[tuple[Counts, ...] | None, bool]:
        """Counts found by steps from a random beginning that lessen what is amiss, again and again."""
        rng = random.Random(len(self.choices))
        while not work.over:
            now = [self._any(rng, i) for i in range(len(self.choices))]
            parts = [[each.parts[i](*x) for each in self.sums] for i, x in enumerate(now)]
            totals = [sum(column) for column in zip(*parts, strict=True)] if self.sums else []
            amiss = self._amiss(totals)
            for _ in range(_RESTART + 40 * len(now)):
                if amiss <= MARGIN:
                    found = self._counts(now)
                    if self.figures.holds(found, self.put):
                        return found, True
                work.spend(_STEP + 2 * len(self.sums))
                if work.over:
                    break
                i = rng.randrange(len(now))
                move = {i: self._near(rng, i, now[i])}
                if len(now) > 1 and rng.random() < 0.8:
                    j = rng.choice([x for x in (i - 1, rng.randrange(len(now))) if x % len(now) != i] or [i - 1])
                    j %= len(now)
                    tp, p = now[j]
                    move[j] = self._clamped(j, tp, p - (move[i][1] - now[i][1]))
                new = {k: [each.parts[k](*x) for each in self.sums] for k, x in move.items()}
                changed = [total + sum(new[k][s] - parts[k][s] for k in move) for s, total in enumerate(totals)]
                worse = self._amiss(changed)
                if worse <= amiss or rng.random() < 0.02:
                    totals, amiss = changed, worse
                    for k, x in move.items():
                        now[k], parts[k] = x, new[k]
        return None, False

    def _amiss(self, totals: Sequence[float]) -> float:
        """How far the sums are from where they must be, each in units of its print."""
        found = 0.0
        for total, each in zip(totals, self.sums, strict=True):
            gap = max(each.low - total, total - each.high, 0.0)
            found += gap / (each.high - each.low) if each.printed and each.high > each.low else gap
        return found

    def _any(self, rng: random.Random, i: int) -> tuple[int, int]:
        tp, low, high = rng.choice(self.choices[i])
        return tp, rng.randint(low, low + 2 * self.figures.n if high is None else high)

    def _near(self, rng: random.Random, i: int, now: tuple[int, int]) -> tuple[int, int]:
        if rng.random() < 0.5:
            return self._any(rng, i)
        if rng.random() < 0.5:
            return self._clamped(i, now[0], now[1] + rng.choice((-1, 1)))
        return self._clamped(i, now[0] + rng.choice((-1, 1)), now[1])

    def _clamped(self, i: int, tp: int, p: int) -> tuple[int, int]:
        """The counts of class ``i`` near these."""
        choices = self.choices[i]
        at = min(range(max(0, tp - choices[0].tp - 1), min(len(choices), tp - choices[0].tp + 2)) or (0,),
                 key=lambda x: abs(choices[x].tp - tp))  # fmt: skip
        found = choices[min(at, len(choices) - 1)]
        return found.tp, max(found.low, p if found.high is None else min(p, found.high))


def _tp(tp: int, p: float) -> float:
    return tp


def _predicted(tp: int, p: float) -> float:
    return p


def _weighted(weight: int, support: int, column: str, put: Put) -> Part:
    """What a class adds to an average; nothing where its figure is 0/0 and nothing stands for it."""
    nothing = 0.0 if put is None else float(put)

    def precision(tp: int, p: float) -> float:
        return weight * (tp / p if p else nothing)

    def recall(tp: int, p: float) -> float:
        return weight * (tp / support if support else nothing)

    def f1(tp: int, p: float) -> float:
        return weight * (2 * tp / (p + support) if p + support else nothing)

    return {"precision": precision, "recall": recall, "f1-score": f1}[column]


def _micro(name: str, column: str, printed: Printed, rows: Sequence[Row]) -> Iterator[Sum]:
    """An average over the examples as two sums: ``top - x*bottom`` is not negative, or not positive, at the ends."""
    for x, sign in zip(_ends(printed.values), (1, -1), strict=True):
        if abs(x) == inf:
            continue
        parts = [_beyond(x, row.support, column) for row in rows]
        yield Sum(f"{name} {printed}", parts, *((0.0, inf) if sign > 0 else (-inf, 0.0)))


def _beyond(x: float, support: int, column: str) -> Part:
    def part(tp: int, p: float) -> float:
        if column == "precision":
            return tp - x * p if x else tp
        if column == "recall":
            return tp - x * support
        return 2 * tp - (x * (p + support) if x else 0)

    return part


def _ends(values: Interval) -> tuple[float, float]:
    return -inf if values.low is None else float(values.low), inf if values.high is None else float(values.high)


def _margin(x: float) -> float:
    """Beyond the error of a sum of floats near ``x``."""
    return MARGIN * (1 + abs(x)) if abs(x) < inf else 0.0


def _open(total: float, rest: tuple[float, float], each: Sum) -> bool:
    """Whether what is left can bring a sum to where it must be."""
    low, high = total + rest[0], total + rest[1]
    return low <= each.high + _margin(each.high) and high >= each.low - _margin(each.low)


def _number(choices: Sequence[Choice]) -> int:
    return sum(_FEW if c.high is None else c.high - c.low + 1 for c in choices)


def _span(low: float, high: float) -> str:
    if high == inf:
        return f"{decimal(low, 0)} or more"
    return decimal(low, 0) if low == high else f"from {decimal(low, 0)} to {decimal(high, 0)}"
