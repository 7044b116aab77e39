"""Small linear programs, solved here: the program that solves the large ones takes longer to load than these to solve.

The simplex method in floating point, with the rule of R. G. Bland, New finite pivoting rules for the simplex method,
Mathematics of Operations Research 2 (1977). Only a solution without its like is told, so that it makes no difference
which program has found it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_ENTRIES = 2_000
MOST_PIVOTS = 200
_TINY = 1e-9


def alone(matrix: Array, target: Array, costs: Array) -> tuple[Array, Array] | None:
    """The ``w >= 0`` with ``matrix w = target`` and the least ``costs . w``, where no other costs as little.

    With it the prices of the rows. None where there are others or none at all, and where this isn't seen.

    >>> alone(np.array([[1.0, 2.0]]), np.array([3.0]), np.ones(2))
    (array([0. , 1.5]), array([0.5]))
    >>> alone(np.array([[1.0, 1.0]]), np.array([3.0]), np.ones(2)) is None
    True
    """
    if matrix.size > MOST_ENTRIES:
        return None
    rows, columns = matrix.shape
    signs = np.where(target < 0, -1.0, 1.0)[:, None]
    table = np.hstack([signs * matrix, np.eye(rows), signs * target[:, None]])
    basis = np.arange(columns, columns + rows)
    lacks = np.append(np.zeros(columns), np.ones(rows))
    if _descended(table, basis, columns, lacks) is None or lacks[basis] @ table[:, -1] > _TINY:
        return None
    for row in np.flatnonzero(basis >= columns):
        usable = np.flatnonzero(abs(table[row, :columns]) > _TINY)
        if len(usable):
            _pivot(table, basis, int(row), int(usable[0]))
    table, basis = table[basis < columns], basis[basis < columns]
    everywhere = np.append(costs, np.zeros(rows))
    reduced = _descended(table, basis, columns, everywhere)
    if reduced is None or np.any(np.delete(reduced, basis) <= _TINY):
        return None
    weights = np.zeros(columns)
    weights[basis] = table[:, -1]
    return weights, everywhere[basis] @ table[:, columns:-1] * signs.ravel()


def _descended(table: Array, basis: NDArray[Any], columns: int, costs: Array) -> Array | None:
    """What each column would cost more, once none would cost less; None where that is not reached."""
    for _ in range(MOST_PIVOTS):
        reduced = costs[:columns] - costs[basis] @ table[:, :columns]
        better = np.flatnonzero(reduced < -_TINY)
        if not len(better):
            return np.asarray(reduced)
        rising = np.flatnonzero(table[:, better[0]] > _TINY)
        if not len(rising):
            return None
        ratios = table[rising, -1] / table[rising, better[0]]
        first = rising[ratios <= ratios.min() + _TINY]
        _pivot(table, basis, int(first[np.argmin(basis[first])]), int(better[0]))
    return None


def _pivot(table: Array, basis: NDArray[Any], row: int, column: int) -> None:
    """The column takes the place of the one that the row had in the basis."""
    table[row] /= table[row, column]
    others = np.arange(len(table)) != row
    table[others] -= np.outer(table[others, column], table[row])
    basis[row] = column
