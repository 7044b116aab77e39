"""Linear programs over products of constraints and squares.

The columns of a program are products of the constraints of a cone, perhaps times the square of a polynomial; its rows
are monomials. What does not vanish at a zero of the polynomial is left out, for it could not have a positive weight.

D. Handelman, Representing polynomials by positive linear functions on compact convex polyhedra, Pacific J. Math. 132
(1988).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.certificates.cones import Cone, Numeric, Polynomial, primitive, value
from workbench.certificates.linear_programs import Solution, Work, exact_weights, least
from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from workbench.certificates.cones import Array

    Degrees: TypeAlias = NDArray[np.int64]
else:
    np = Lazily("numpy")

MAX_COLUMNS = 3_000
MAX_ENTRIES = 500_000
MAX_CELLS = 10_000_000  # numbers in the tables of all products, 80 megabytes
MAX_ZEROS = 40
Shape: TypeAlias = tuple[int, ...]
Sparse: TypeAlias = tuple[tuple[Shape, float], ...]

_SMALL = 1e-9
_REWARD = 10.0
_MARGIN = "margin"


@dataclass(frozen=True)
class Term:
    """``weight`` times the product of some constraints of a cone, times the squares of some polynomials."""

    weight: Any
    factors: tuple[int, ...] = ()
    squares: tuple[Polynomial, ...] = ()

    def product(self, cone: Cone) -> Polynomial:
        """The polynomial."""
        result = cone.context.constant(self.weight)
        for j in self.factors:
            result *= cone.constraints[j].polynomial
        for p in self.squares:
            result *= p * p
        return result

    def is_strict(self, cone: Cone) -> bool:
        """Whether it is seen to be positive: a positive number, or a product of strict constraints alone."""
        return not self.squares and all(cone.constraints[j].strict for j in self.factors)


Sum: TypeAlias = list[Term]


# --- products -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Products:
    """Products of some polynomials: which ones, their degrees in each variable and in all, their coefficients."""

    factors: tuple[Shape, ...]
    degrees: Degrees
    totals: Degrees
    table: Array

    def fitting(self, top: Degrees, total: int) -> NDArray[np.bool_]:
        """Those up to some degrees."""
        result: NDArray[np.bool_] = np.all(self.degrees <= top, axis=1) & (self.totals <= total)
        return result


def sparse(p: Polynomial) -> Sparse:
    """The terms of a polynomial in floating point."""
    return tuple((tuple(map(int, e)), float(a)) for e, a in p.to_dict().items())


def multiplied(table: Array, p: Sparse) -> Array:
    """Tables of coefficients, times a polynomial; what would go beyond their edges must be zero."""
    result = np.zeros_like(table)
    for exponents, a in p:
        to = tuple(slice(e, None) for e in exponents)
        taken = tuple(slice(0, size - e) for e, size in zip(exponents, table.shape[1:], strict=True))
        result[(slice(None), *to)] += a * table[(slice(None), *taken)]
    return result


def degrees_of(p: Sparse) -> Degrees:
    result: Degrees = np.array([e for e, _ in p], dtype=np.int64).max(axis=0)
    return result


def total_of(p: Sparse) -> int:
    return max(sum(e) for e, _ in p)


@lru_cache(maxsize=16)  # tables of some megabytes each
def products(polynomials: tuple[Sparse, ...], shape: Shape, total: int) -> Products | None:
    """All products of some polynomials up to a degree in each variable and in all; None when there are too many.

    >>> products(((((1,), 1.0),), (((0,), 1.0), ((1,), -1.0))), (2,), 2).factors
    ((), (0,), (0, 0), (1,), (0, 1), (1, 1))
    >>> products(((((0,), 1.0),), (((1,), 1.0),)), (1,), 1).factors
    ((), (1,))
    """
    top = np.array(shape, dtype=np.int64)
    cells = int(np.prod(top + 1))
    if cells > MAX_CELLS:
        return None
    one = np.zeros((1, *(d + 1 for d in shape)))
    one[(0,) * one.ndim] = 1
    found = Products(((),), np.zeros((1, len(shape)), dtype=np.int64), np.zeros(1, dtype=np.int64), one)
    for j, p in enumerate(polynomials):
        if not total_of(p):
            continue  # times a constant nothing is new, however often
        now = found
        more = [found]
        while True:
            fits = now.fitting(top - degrees_of(p), total - total_of(p))
            if not fits.any():
                break
            now = Products(
                tuple((*f, j) for f, fit in zip(now.factors, fits, strict=True) if fit),
                now.degrees[fits] + degrees_of(p),
                now.totals[fits] + total_of(p),
                multiplied(now.table[fits], p),
            )
            more.append(now)
            count = sum(len(x.factors) for x in more)
            if count > MAX_COLUMNS or count * cells > MAX_CELLS:
                return None
        found = Products(
            tuple(f for x in more for f in x.factors),
            np.concatenate([x.degrees for x in more]),
            np.concatenate([x.totals for x in more]),
            np.concatenate([x.table for x in more]),
        )
    return found


# --- the frame of a search ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Frame:
    """A polynomial and constraints, in coordinates in which intervals are [0, 1] and numbers are near 1."""

    p: Polynomial
    cone: Cone
    used: tuple[int, ...]

    @cached_property
    def scale(self) -> Any:
        """The greatest coefficient of the polynomial in these coordinates."""
        return max(abs(a) for a in self.cone.unit(self.p).coeffs())

    @cached_property
    def target(self) -> Polynomial:
        """The polynomial, with greatest coefficient 1."""
        return self.cone.unit(self.p) / self.scale

    @cached_property
    def constraints(self) -> tuple[tuple[Any, Polynomial], ...]:
        """Each constraint in use as a positive number times a polynomial."""
        return tuple(primitive(self.cone.unit(self.cone.constraints[j].polynomial)) for j in self.used)

    @cached_property
    def sparse(self) -> tuple[Sparse, ...]:
        """The constraints in use in floating point."""
        return tuple(sparse(q) for _, q in self.constraints)

    @cached_property
    def strict(self) -> tuple[bool, ...]:
        """Which of them are strict."""
        return tuple(self.cone.constraints[j].strict for j in self.used)

    @cached_property
    def zeros(self) -> list[list[Fraction]]:
        """Points of the set at which the polynomial is zero."""
        points = self.cone.points
        close = np.flatnonzero(np.abs(Numeric(self.p)(points)) <= _SMALL * max(float(self.scale), 1.0))
        return self._exact_zeros(self.cone.exact_point(int(row)) for row in close[: 4 * MAX_ZEROS])

    def _exact_zeros(self, places: Iterable[list[Fraction]]) -> list[list[Fraction]]:
        found = (z for z in places if value(self.p, z) == 0 and self.cone.has(z))
        return list(itertools.islice(found, MAX_ZEROS))

    @cached_property
    def near_zeros(self) -> tuple[Array, Array]:
        """Points, in these coordinates, at which the polynomial is zero, and those at which it nearly is."""
        low = self.cone.lowest(self.p, 12)
        low = low[np.abs(Numeric(self.target)(low)) < _SMALL]
        if len(low) == 12:
            low = self.cone.lowest(self.p, 40)
            low = low[np.abs(Numeric(self.target)(low)) < _SMALL]
        places = [[Fraction(float(a)).limit_denominator(64) for a in z] for z in self.cone.from_unit(low)]
        exact = self.zeros + self._exact_zeros(places)
        found = np.array([[float(a) for a in z] for z in exact]).reshape(-1, len(self.cone.variables))
        found = self.cone.to_unit(found)
        apart = [np.abs(z).max() < 50 and all(np.abs(z - other).max() > 1e-3 for other in found) for z in low]
        return found, low[np.array(apart, dtype=bool)]

    @cached_property
    def vanishing(self) -> NDArray[np.bool_]:
        """For each zero, and each constraint in use, whether the constraint is zero there."""
        found = [[value(self.cone.constraints[j].polynomial, z) == 0 for j in self.used] for z in self.zeros]
        return np.array(found, dtype=bool).reshape(len(self.zeros), len(self.used))

    def at_zeros(self, form: Polynomial) -> NDArray[np.bool_]:
        """At which zeros a polynomial, in the coordinates of the frame, is zero."""
        p = self.cone.back(form)
        return np.array([value(p, z) == 0 for z in self.zeros], dtype=bool)

    def term(self, weight: Any, factors: Shape, form: Polynomial | None) -> Term:
        """A term of the frame in the coordinates of the cone."""
        weight *= self.scale
        for j in factors:
            weight /= self.constraints[j][0]
        squares: tuple[Polynomial, ...] = ()
        if form is not None:
            scale, square = primitive(self.cone.back(form))
            weight, squares = weight * scale**2, (square,)
        return Term(weight, tuple(sorted(self.used[j] for j in factors)), squares)


@dataclass
class Program:
    """The columns of a linear program so far."""

    frame: Frame
    shape: Shape
    total: int

    def __post_init__(self) -> None:
        self.factors: list[Shape] = []
        self.forms: list[Polynomial | None] = []
        self.costs: list[Array] = []
        self.tables: list[Array] = []

    @property
    def top(self) -> Degrees:
        """The greatest degrees in each variable."""
        return np.array(self.shape, dtype=np.int64)

    def add_products(self, form: Polynomial | None = None) -> bool:
        """All products, times the square of a polynomial, as columns; false when there are too many."""
        found = products(self.frame.sparse, self.shape, self.total)
        if found is None:
            return False
        top, total, cost = self.top, self.total, 1.0
        if form is not None:
            top, total, cost = top - 2 * degrees_of(sparse(form)), total - 2 * total_of(sparse(form)), 2.0
        fits = found.fitting(top, total)
        if len(self.frame.zeros):
            there = self.frame.at_zeros(form) if form is not None else np.zeros(len(self.frame.zeros), dtype=bool)
            at = np.flatnonzero(~there)
            for i in np.flatnonzero(fits):
                chosen = np.array(found.factors[i], dtype=np.int64)
                fits[i] = self.frame.vanishing[np.ix_(at, chosen)].any(axis=1).all()
        if fits.any():
            table = found.table[fits]
            self.tables.append(table if form is None else multiplied(table, sparse(form * form)))
            self.costs.append(cost + 0.1 * found.totals[fits].astype(np.float64))
            self.factors += [f for f, fit in zip(found.factors, fits, strict=True) if fit]
            self.forms += [form] * int(fits.sum())
        return len(self.factors) <= MAX_COLUMNS

    def add(self, factors: Shape, form: Polynomial, row: Array) -> None:
        """One product times the square of a polynomial, with its coefficients."""
        self.factors.append(factors)
        self.forms.append(form)
        self.costs.append(np.array([2.0 + 0.1 * len(factors)]))
        self.tables.append(row.reshape(1, *(d + 1 for d in self.shape)))

    @property
    def is_too_large(self) -> bool:
        """Whether its matrix would have more entries than it may."""
        return len(self.factors) * int(np.prod(self.top + 1)) > MAX_ENTRIES

    @property
    def matrix(self) -> Array:
        """The coefficients: a row for each monomial, a column for each product."""
        size = int(np.prod(self.top + 1))
        return np.concatenate([t.reshape(-1, size) for t in self.tables]).T if self.tables else np.zeros((size, 0))

    @property
    def target(self) -> Array:
        """The coefficients of the polynomial."""
        result = np.zeros([d + 1 for d in self.shape])
        for e, a in self.frame.target.to_dict().items():
            result[e] = float(a)
        return result.ravel()

    def is_strict(self, j: int) -> bool:
        """Whether a column is a product of strict constraints alone, or a number."""
        return self.forms[j] is None and all(self.frame.strict[i] for i in self.factors[j])

    def solved(self, work: Work, *, strict: bool) -> Sum | None:
        """Terms with the least costs that add up to the polynomial, exactly; one of them positive if ``strict``."""
        if not self.factors or self.is_too_large:
            return None
        matrix, target = self.matrix, self.target
        costs = np.concatenate(self.costs)
        solution = least(matrix, target, costs, work)
        if solution is None:
            return None
        found = self.exact(solution)
        if not strict or self.shows_positive(found):
            return found
        counted = np.array([self.is_strict(j) for j in range(len(self.factors))])
        if not counted.any():
            return None
        rows = np.vstack([np.hstack([matrix, np.zeros((len(matrix), 1))]), np.append(counted, 1.0)])
        costs = np.append(np.where(counted, -_REWARD, costs), 0.0)
        solution = least(rows, np.append(target, 1.0), costs, work)
        found = None if solution is None else self.exact(solution, margin=True)
        return found if self.shows_positive(found) else None

    def shows_positive(self, found: Sum | None) -> bool:
        """Whether a sum has a term that is positive on the whole set."""
        return found is not None and any(term.is_strict(self.frame.cone) for term in found)

    def column(self, j: int) -> dict[Any, Any]:
        """The coefficients of a column, exactly."""
        result = self.frame.cone.context.constant(1)
        for i in self.factors[j]:
            result *= self.frame.constraints[i][1]
        form = self.forms[j]
        return dict((result if form is None else result * form * form).to_dict())

    def exact(self, solution: Solution, *, margin: bool = False) -> Sum | None:
        """The weights of a solution made exact, or None. With ``margin`` the last column and row count strict ones."""
        count = len(self.factors)
        target = dict(self.frame.target.to_dict()) | ({_MARGIN: 1} if margin else {})
        for chosen in (solution.support, sorted({*solution.support, *solution.basic})):
            chosen = [j for j in chosen if j < count + margin]
            columns = [self.column(j) if j < count else {} for j in chosen]
            if margin:
                for j, column in zip(chosen, columns, strict=True):
                    if j == count or self.is_strict(j):
                        column[_MARGIN] = 1
            weights = exact_weights(columns, target)
            if weights is not None and all(w >= 0 for w in weights):
                pairs = [(j, w) for j, w in zip(chosen, weights, strict=True) if w > 0 and j < count]
                return [self.frame.term(w, self.factors[j], self.forms[j]) for j, w in pairs]
        return None
