"""Linear programs solved in floating point, and their solutions made exact.

``A w = b, w >= 0`` with the least ``costs . w``: the simplex method of HiGHS finds the columns that count, and a
linear system over the rational numbers finds what they count for. An exact solution is a proof; a wrong answer of
the floating-point program only loses one.

Q. Huangfu, J. A. J. Hall, Parallelizing the dual revised simplex method, Math. Programming Computation 10 (2018).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flint

from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np

    from workbench.certificates.cones import Array
else:
    np = Lazily("numpy")

_TINY = 1e-10


class OutOfWork(Exception):
    """The search has done the work that it was given."""


@dataclass
class Work:
    """What a search may still do: linear programs, entries of their matrices in all, and branches.

    >>> work = Work(programs=1)
    >>> work.program(10, 100)
    >>> work.program(10, 100)
    Traceback (most recent call last):
    ...
    workbench.certificates.linear_programs.OutOfWork
    """

    programs: int = 600
    entries: int = 20_000_000
    branches: int = 400

    def program(self, rows: int, columns: int) -> None:
        """One more linear program; raises `OutOfWork`."""
        self.programs -= 1
        self.entries -= rows * columns
        if self.programs < 0 or self.entries < 0:
            raise OutOfWork

    def branch(self) -> None:
        """One more branch; raises `OutOfWork`."""
        self.branches -= 1
        if self.branches < 0:
            raise OutOfWork


@dataclass(frozen=True)
class Solution:
    """The weights of the columns, which of them are in the basis, and the prices of the rows."""

    weights: Array
    basic: tuple[int, ...]
    prices: Array

    @property
    def support(self) -> list[int]:
        """The columns with a weight that is not zero."""
        return [int(j) for j in np.flatnonzero(self.weights > _TINY)]


class Simplex:
    """``matrix w = target, w >= 0`` with the least ``costs . w``, to which columns may be added.

    >>> program = Simplex(np.array([3.0]), np.array([[1.0]]), np.ones(1))
    >>> program.solved(Work()).weights.tolist()
    [3.0]
    >>> program.add(np.array([[2.0]]), np.ones(1))
    >>> found = program.solved(Work())
    >>> found.support, found.weights.tolist()
    ([1], [0.0, 1.5])
    """

    def __init__(self, target: Array, matrix: Array, costs: Array) -> None:
        self.target, self.matrix, self.costs = target, matrix, costs

    def add(self, matrix: Array, costs: Array) -> None:
        """More columns."""
        self.matrix, self.costs = np.hstack([self.matrix, matrix]), np.concatenate([self.costs, costs])

    def solved(self, work: Work) -> Solution | None:
        """The solution; None when there is none."""
        from scipy.optimize import linprog  # a third of what it takes to start, and not needed by every proof

        work.program(*self.matrix.shape)
        found = linprog(
            self.costs,
            A_eq=self.matrix,
            b_eq=self.target,
            bounds=(0, None),
            method="highs-ds",
            options={"presolve": False},
        )
        if found.status != 0:
            return None
        basic = tuple(int(j) for j in np.flatnonzero(found.x > _TINY))
        return Solution(np.asarray(found.x), basic, np.asarray(found.eqlin.marginals))


def least(matrix: Array, target: Array, costs: Array, work: Work) -> Solution | None:
    """The ``w >= 0`` with ``matrix w = target`` and the least ``costs . w``; None when there is none.

    >>> least(np.array([[1.0, -1.0], [0.0, 0.0]]), np.array([0.0, 1.0]), np.ones(2), Work()) is None
    True
    """
    used = np.any(matrix != 0, axis=1)
    if np.any(target[~used] != 0):
        return None
    solution = Simplex(target[used], matrix[used], costs).solved(work)
    if solution is None:
        return None
    prices = np.zeros(len(target))
    prices[used] = solution.prices
    return Solution(solution.weights, solution.basic, prices)


def exact_weights(columns: Sequence[Mapping[Any, Any]], target: Mapping[Any, Any]) -> list[Any] | None:
    """Rational ``w`` with ``sum of w_j * columns[j] == target``, free ones put to zero; None when there are none.

    A column is a mapping from rows to rational numbers that are not zero.

    >>> exact_weights([{"a": 1, "b": 1}, {"b": 2}], {"a": 1, "b": 2})
    [1, 1/2]
    >>> exact_weights([{"a": 1}], {"b": 1}) is None
    True
    """
    rows = sorted({row for column in (*columns, target) for row in column}, key=str)
    if not rows:
        return [flint.fmpq(0)] * len(columns)
    system = flint.fmpq_mat([[column.get(row, 0) for column in (*columns, target)] for row in rows])
    reduced, rank = system.rref()
    weights = [flint.fmpq(0)] * len(columns)
    for i in range(rank):
        pivot = next(j for j in range(len(columns) + 1) if reduced[i, j] != 0)
        if pivot == len(columns):
            return None
        weights[pivot] = reduced[i, len(columns)]
    return weights
