"""Integer programs in exact arithmetic: linear conditions with rational coefficients on integers, by OR-tools CP-SAT.

CP-SAT decides linear conditions with integer coefficients whose sums fit in 64 bits. A condition with rational ones
is multiplied by their common denominator where that fits. Otherwise it is rounded outward to a coarser unit: whatever
meets it meets the rounded one too, so that no solution is lost, and one that is found has to be checked.

Perron and Didier, CP-SAT, part of Google's OR-tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Any, NamedTuple

from workbench.errors import NotSupported, installing
from workbench.limits import SECOND, Work
from workbench.numbers.printed import Interval

SOLVER = "OR-tools CP-SAT"
LIMIT = 2**60
"""What the sum of a condition stays below; CP-SAT calculates with 64 bits."""
COARSE = 2**44
"""What it stays below where it has to be rounded."""
_FINE = 2**20
_DETERMINISTIC = 0.2
"""Of CP-SAT's deterministic time for a second; it counts work too."""
MODEL = 40.0
"""What a variable or a condition costs besides, before CP-SAT counts."""
_SEED = 0


@dataclass(frozen=True)
class Linear:
    """``constant + sum of terms[i] * variable i`` in an interval."""

    terms: Mapping[int, Fraction]
    constant: Fraction
    values: Interval

    def at(self, found: Sequence[int]) -> Fraction:
        """The sum at these values of the variables."""
        return self.constant + sum(x * found[i] for i, x in self.terms.items())


class Ranked(NamedTuple):
    """``folds`` folds of ``n0`` and ``n1`` examples with ``misses``, ``alarms`` and ``twice`` altogether: `_tie`."""

    n0: int
    n1: int
    folds: int
    misses: int
    alarms: int
    twice: int


class Solution(NamedTuple):
    """Values of the variables, None where none were found; ``complete``: there are no others, or no better ones."""

    values: tuple[int, ...] | None
    complete: bool


@dataclass
class Program:
    """Integer variables from ``low[i]`` to ``high[i]``, never negative, and the conditions on them."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    whole: list[tuple[dict[int, int], int, int]] = field(default_factory=list)
    ranked: list[Ranked] = field(default_factory=list)

    def variable(self, low: int, high: int) -> int:
        """A new variable. `NotSupported` where it can be too large for the solver."""
        if high >= LIMIT // 8:
            raise NotSupported(f"{high} examples or pairs of examples are too many for an integer program")
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def require(self, terms: Mapping[int, int], low: int, high: int) -> None:
        """The sum with these integer coefficients lies in this range."""
        self.whole.append((dict(terms), low, high))

    def fixed(self, row: Linear) -> Linear:
        """The row without the variables that have one value, and without zero coefficients."""
        open_ = {i: x for i, x in row.terms.items() if x and self.low[i] < self.high[i]}
        rest = sum((x * self.low[i] for i, x in row.terms.items() if self.low[i] == self.high[i]), row.constant)
        return Linear(open_, Fraction(rest), row.values)

    def grid(self, row: Linear) -> tuple[Fraction, Fraction, range]:
        """``start`` and ``step`` so that the sum is ``start + step*i`` for an integer ``i`` of the range.

        By the least and the greatest sum of each term, and the greatest common divisor of the coefficients.
        """
        row = self.fixed(row)
        unit = lcm(*(x.denominator for x in row.terms.values()))
        step = Fraction(gcd(*(int(x * unit) for x in row.terms.values())), unit) or Fraction(1)
        ends = [sum((x * (self.low, self.high)[(x > 0) == top][i] for i, x in row.terms.items()), Fraction(0))
                for top in (False, True)]  # fmt: skip
        return row.constant, step, range(int(ends[0] / step), int(ends[1] / step) + 1)

    def rounded(self, row: Linear, inward: bool = False) -> Iterator[tuple[dict[int, int], int, int]]:
        """Rows of integers that ``row`` implies, or with ``inward`` that imply it; one, and the same, where it fits.

        As no variable is negative, the sum does not fall when the coefficients are rounded up.
        """
        row = self.fixed(row)
        unit, exact = self.unit(row)
        values = row.values.moved(unit, -unit * row.constant)
        low, high = -LIMIT, LIMIT
        if values.low is not None:
            low = max(low, min(LIMIT, ceil(values.low) if values.low_closed else floor(values.low) + 1))
        if values.high is not None:
            high = min(high, max(-LIMIT, floor(values.high) if values.high_closed else ceil(values.high) - 1))
        lower = {i: floor(x * unit) for i, x in row.terms.items()}
        if exact:
            yield lower, low, high
            return
        upper = {i: ceil(x * unit) for i, x in row.terms.items()}
        yield (lower if inward else upper), low, LIMIT
        yield (upper if inward else lower), -LIMIT, high

    def unit(self, row: Linear) -> tuple[Fraction, bool]:
        """What the row is multiplied by, and whether that makes integers of all its coefficients."""
        unit = lcm(*(x.denominator for x in row.terms.values()))
        size = sum((abs(x) * self.high[i] for i, x in row.terms.items()), Fraction(0))
        if unit * size < LIMIT:
            return Fraction(unit), True
        slack = sum(self.high[i] for i in row.terms)
        most = max(COARSE, slack * _FINE)
        if most >= LIMIT:
            raise NotSupported(f"{slack} examples and pairs of examples are too many for an integer program")
        room = (most - slack) / size
        return Fraction(floor(room)) if room >= 1 else Fraction(1, ceil(1 / room)), False

    def solve(self, rows: Sequence[Linear], work: Work, best: Linear | None = None, inward: bool = False) -> Solution:
        """Variables that meet all conditions, ``rows`` rounded outward among them; with the greatest ``best``.

        `NotSupported` without OR-tools.
        """
        cp_model = cp_sat()
        size = len(self.low) + len(self.whole) + 10 * len(self.ranked) + sum(len(row.terms) for row in rows)
        work.spend(MODEL * size)
        model = cp_model.CpModel()
        x = [model.new_int_var(a, b, f"x{i}") for i, (a, b) in enumerate(zip(self.low, self.high, strict=True))]

        def total(terms: Mapping[int, int]) -> Any:
            return cp_model.LinearExpr.weighted_sum([x[i] for i in terms], list(terms.values()))

        for terms, low, high in [*self.whole, *(found for row in rows for found in self.rounded(row, inward))]:
            if low <= high:
                model.add_linear_constraint(total(terms), low, high)
            else:
                return Solution(None, True)
        for ranked in self.ranked:
            _tie(model, ranked, x, self.high)
        if best is not None:
            (terms, _, _), *more = self.rounded(best)
            if more:
                return Solution(None, False)
            model.maximize(total(terms))
        return solved(model, x, work)


def solved(model: Any, variables: Sequence[Any], work: Work) -> Solution:
    """Values that CP-SAT finds for the variables of a model: one thread, a fixed seed, a limit of work, not of time."""
    cp_model = cp_sat()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = _SEED
    solver.parameters.max_deterministic_time = max(work.seconds, 0.01) * _DETERMINISTIC
    status = solver.solve(model)
    work.spend(solver.response_proto.deterministic_time / _DETERMINISTIC * SECOND)
    assert status != cp_model.MODEL_INVALID, model.validate()
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Solution(tuple(solver.value(x) for x in variables), status == cp_model.OPTIMAL)
    return Solution(None, status == cp_model.INFEASIBLE)


def tied_to(model: Any, fold: Sequence[Any], n0: int, n1: int) -> None:
    """A fold's misclassified examples of both classes and its ``2D`` go together: ``fn*fp <= D``, and the mirrored."""
    fn, fp, twice = fold
    both = model.new_int_var(0, n0 * n1, "")
    model.add_multiplication_equality(both, [fn, fp])
    model.add(twice >= 2 * both)
    model.add(twice <= 2 * (n1 * fn + n0 * fp - both))


def within(model: Any, variable: Any, intervals: Sequence[Interval], most: int) -> Any:
    """A condition of a model, that an integer from ``-most`` to ``most`` lies in one of these intervals."""
    ranges = [x for interval in intervals if (x := interval.integers(-most, most))]
    if not ranges:
        return model.add_bool_or([])
    domain = cp_sat().Domain.from_intervals([[x[0], x[-1]] for x in ranges])
    return model.add_linear_expression_in_domain(variable, domain)


def identities(rows: Sequence[Linear]) -> Iterator[tuple[dict[int, Fraction], Fraction]]:
    """Weights with which the sums of these rows have the same total whatever the variables are, and that total.

    A row that depends on the rows before it has one, found by Gaussian elimination.

    >>> one, two = (Linear({0: Fraction(x), 1: Fraction(x)}, Fraction(1), Interval()) for x in (1, 3))
    >>> list(identities([one, two]))
    [({1: Fraction(1, 1), 0: Fraction(-3, 1)}, Fraction(-2, 1))]
    """
    reduced: list[tuple[int, Mapping[int, Fraction], Mapping[int, Fraction]]] = []
    for i, row in enumerate(rows):
        terms, weights = dict(row.terms), {i: Fraction(1)}
        for pivot, other, of_other in reduced:
            factor = terms.get(pivot, Fraction(0)) / other[pivot]
            terms, weights = _less(terms, other, factor), _less(weights, of_other, factor)
        if terms:
            reduced.append((next(iter(terms)), terms, weights))
        else:
            yield weights, sum((x * rows[j].constant for j, x in weights.items()), Fraction(0))


def _less(one: Mapping[int, Fraction], other: Mapping[int, Fraction], factor: Fraction) -> dict[int, Fraction]:
    both = dict(one)
    for i, x in other.items() if factor else ():
        both[i] = both.get(i, Fraction(0)) - factor * x
    return {i: x for i, x in both.items() if x}


def least_overlap(n0: int, n1: int, folds: int, misses: int, alarms: int) -> int:
    """The least sum of ``fn*fp`` over folds of ``n0`` and ``n1`` examples with this many errors altogether.

    The sum is linear in the ``fn`` at given ``fp`` and the other way, so that its least value is at vertices of both
    ranges: all folds but one of each have no example of the class in error or all of them. By the rearrangement
    inequality they are sorted in opposite ways.

    >>> least_overlap(3, 2, 2, 2, 1), least_overlap(3, 2, 2, 4, 3)
    (0, 5)
    """
    full0, rest0 = divmod(misses, n0)
    full1, rest1 = divmod(alarms, n1)
    if full0 + full1 == folds - 1:
        return rest0 * rest1
    return max(0, misses * n1 + alarms * n0 - folds * n0 * n1)


def _tie(model: Any, ranked: Ranked, x: Sequence[Any], high: Sequence[int]) -> None:
    """Errors and misordered pairs that folds of one shape can have altogether.

    In a fold ``fn*fp <= D <= fn*n1 + fp*n0 - fn*fp``, and every ``2D`` between is possible. The sums over the folds
    with given ``FN`` and ``FP`` are widest, at both ends, where the sum of ``fn*fp`` is least: `least_overlap`.
    """
    n0, n1 = ranked.n0, ranked.n1
    folds, misses, alarms, twice = (x[i] for i in ranked[2:])
    if not n0 or not n1:  # no pairs
        model.add(twice == 0)
        return
    most = high[ranked.folds]
    crossed = misses * n1 + alarms * n0
    model.add(twice <= 2 * crossed)
    model.add(twice >= 2 * crossed - 2 * n0 * n1 * folds)
    full0, rest0 = model.new_int_var(0, most, ""), model.new_int_var(0, n0 - 1, "")
    full1, rest1 = model.new_int_var(0, most, ""), model.new_int_var(0, n1 - 1, "")
    model.add(misses == n0 * full0 + rest0)
    model.add(alarms == n1 * full1 + rest1)
    product = model.new_int_var(0, (n0 - 1) * (n1 - 1), "")
    model.add_multiplication_equality(product, [rest0, rest1])
    fewer, meet, more = (model.new_bool_var("") for _ in range(3))
    model.add_exactly_one([fewer, meet, more])
    model.add(full0 + full1 <= folds - 2).only_enforce_if(fewer)
    model.add(full0 + full1 == folds - 1).only_enforce_if(meet)
    model.add(full0 + full1 >= folds).only_enforce_if(more)
    model.add(twice >= 2 * product).only_enforce_if(meet)
    model.add(twice <= 2 * crossed - 2 * product).only_enforce_if(meet)


def cp_sat() -> Any:
    """The models of CP-SAT. `NotSupported` without OR-tools."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NotSupported(f"means over folds need OR-tools: {installing('folds')}") from None
    return cp_model
