"""Squares for sums of products: of simple differences, and those that a linear program asks for.

A linear program that misses its target has prices, a linear functional on polynomials. A square, times a product of
constraints, that it takes to a number above its cost is a column to add, and the eigenvectors of a matrix of prices
are the best ones. All squares must vanish where the polynomial does, so they are made of polynomials that do.

A. A. Ahmadi, S. Dash, G. Hall, Optimization over structured subsets of positive semidefinite matrices via column
generation, Discrete Optimization 24 (2017).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from workbench.certificates.cones import Numeric, Polynomial, primitive, rational
from workbench.certificates.linear_programs import Simplex, Work
from workbench.certificates.product_programs import MAX_ENTRIES, Frame, Program, Shape, Sum, multiplied, products
from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np

    from workbench.certificates.cones import Array
else:
    np = Lazily("numpy")

MAX_BASIS = 40
ROUNDS = 60

_CHEAP = 1e-6
_GAIN = 1e-5


def simple_forms(frame: Frame, shape: Shape) -> Iterator[Polynomial]:
    """Differences that often stand in squares: ``v - w``, ``v + w - 1``, ``2 v - 1``, in the frame's coordinates."""
    gens = frame.cone.variables
    free = [i for i, d in enumerate(shape) if d >= 2]
    seen = set()
    simple = [2 * gens[i] - 1 for i in free]
    simple += [gens[i] for i in free if None in frame.cone.box[i]]
    for i, j in itertools.combinations(free, 2):
        simple += [gens[i] - gens[j], gens[i] + gens[j] - 1]
    for form in (*(frame.cone.unit(f) for f in simple), *simple):
        _, q = primitive(form)
        if str(q) not in seen:
            seen |= {str(q), str(-q)}
            yield q


@dataclass(frozen=True)
class _Block:
    """The squares of all forms in a basis, times a product of constraints: rows of coefficients for each pair."""

    factors: Shape
    basis: tuple[Polynomial, ...]
    pairs: Array

    def best(self, prices: Array) -> list[tuple[Polynomial, Array]]:
        """Forms whose square times the product has a high price, and the coefficients of that."""
        values = self.pairs @ prices
        eigenvalues, vectors = np.linalg.eigh(values)
        rounded = (_rounded(v, values) for e, v in zip(eigenvalues[-3:], vectors.T[-3:], strict=True) if e > _GAIN)
        return [self.square(v) for v in rounded if v is not None]

    def square(self, v: list[Fraction]) -> tuple[Polynomial, Array]:
        """The combination of the basis with some coefficients, and the row of its square times the product."""
        w = np.array([float(a) for a in v])
        return _combined(v, self.basis), np.einsum("i,j,ijk->k", w, w, self.pairs)


def _combined(row: list[Fraction], basis: Sequence[Polynomial]) -> Polynomial:
    """The sum of some polynomials times some numbers."""
    result = basis[0] * 0
    for a, b in zip(row, basis, strict=True):
        if a:
            result += b * rational(a)
    return result


def _blocks(frame: Frame, shape: Shape, total: int) -> list[_Block]:
    """All products of at most three constraints, with a basis of what may be squared beside each."""
    exact, near = frame.near_zeros
    zeros = np.concatenate([exact, near])
    top = np.array(shape, dtype=np.int64)
    found = products(frame.sparse, shape, total)
    blocks: list[_Block] = []
    for i, factors in enumerate(found.factors if found is not None else ()):
        if found is None or len(set(factors)) < len(factors) or len(factors) > 3:
            continue
        half, most = (top - found.degrees[i]) // 2, (total - int(found.totals[i])) // 2
        exponents = [e for e in itertools.product(*(range(max(h, 0) + 1) for h in half)) if sum(e) <= most]
        if most < 1 or not 1 < len(exponents) <= MAX_BASIS:
            continue
        there = np.ones(len(zeros), dtype=bool)
        for j in factors:
            there &= np.abs(Numeric(frame.constraints[j][1])(zeros)) > 1e-7
        values = np.array([[np.prod(z**e) for e in exponents] for z in zeros]).reshape(-1, len(exponents))
        rows = _null_space(values[there])
        if rows is None:
            rows = _null_space(values[: len(exact)][there[: len(exact)]])
        if rows:
            blocks.append(_block(factors, found.table[i : i + 1], exponents, rows, frame.cone.variables))
    return blocks


def _block(
    factors: Shape, table: Array, exponents: list[Shape], rows: list[list[Fraction]], gens: tuple[Polynomial, ...]
) -> _Block:
    """A block for combinations of monomials, given the coefficients of the product of its constraints."""
    sums = {tuple(a + b for a, b in zip(e, f, strict=True)) for e in exponents for f in exponents}
    shifted = {e: multiplied(table, ((e, 1.0),)).ravel() for e in sums}
    pairs = np.array([[shifted[tuple(a + b for a, b in zip(e, f, strict=True))] for f in exponents] for e in exponents])
    weights = np.array([[float(a) for a in row] for row in rows])
    monomials = [_monomial(gens, e) for e in exponents]
    basis = tuple(_combined(row, monomials) for row in rows)
    return _Block(factors, basis, np.einsum("ai,bj,ijk->abk", weights, weights, pairs, optimize=True))


def _monomial(gens: tuple[Polynomial, ...], exponents: Shape) -> Polynomial:
    result = gens[0] ** 0
    for v, e in zip(gens, exponents, strict=True):
        result *= v**e
    return result


def _null_space(matrix: Array) -> list[list[Fraction]] | None:
    """A rational basis of the vectors that a matrix takes to zero; None when it does not look rational."""
    matrix = matrix.copy()
    rows, columns = matrix.shape
    pivots: list[int] = []
    for j in reversed(range(columns)):
        r = len(pivots)
        if r == rows:
            break
        best = r + int(np.argmax(np.abs(matrix[r:, j])))
        if abs(matrix[best, j]) < 1e-6:
            continue
        matrix[[r, best]] = matrix[[best, r]]
        matrix[r] /= matrix[r, j]
        others = np.arange(rows) != r
        matrix[others] -= np.outer(matrix[others, j], matrix[r])
        pivots.append(j)
    basis = []
    for j in range(columns):
        if j in pivots:
            continue
        row = [Fraction(0)] * columns
        row[j] = Fraction(1)
        for r, pivot in enumerate(pivots):
            exact = Fraction(-float(matrix[r, j])).limit_denominator(500)
            if abs(float(exact) + matrix[r, j]) > 1e-6:
                return None
            row[pivot] = exact
        basis.append(row)
    return basis


def _rounded(vector: Array, values: Array) -> list[Fraction] | None:
    """A vector of small rational numbers for which the quadratic form is still positive."""
    vector = vector / vector[np.argmax(np.abs(vector))]
    gain = vector @ values @ vector
    for steps in (1, 2, 6, 12, 60, 840):
        near = np.round(vector * steps)
        if near @ values @ near / steps**2 >= 0.7 * gain:
            return [Fraction(int(a), steps) for a in near]
    return None


def _is_too_large(program: Program) -> bool:
    """Whether the products alone, without squares, have more entries than a program may have."""
    return len(program.factors) * int(np.any(program.matrix != 0, axis=1).sum()) > MAX_ENTRIES


def generated(frame: Frame, shape: Shape, total: int, work: Work, *, strict: bool) -> Sum | None:
    """Terms that add up to the polynomial of a frame, with squares made on the way; None when none are found.

    First only what the program misses of the polynomial has a cost. Squares are looked for at prices between those of
    this round and those before, which jump less.
    """
    program = Program(frame, shape, total)
    if not program.add_products() or _is_too_large(program):
        return None
    blocks = _blocks(frame, shape, total)
    for block in blocks:
        for i, form in enumerate(block.basis):
            program.add(block.factors, form, block.pairs[i, i])
    matrix, target = program.matrix, program.target
    used = np.any(matrix != 0, axis=1)
    for block in blocks:
        used |= np.any(block.pairs != 0, axis=(0, 1))
    if not program.factors or np.any(target[~used] != 0):
        return None
    missed = np.eye(int(used.sum()))
    simplex = Simplex(
        target[used],
        np.hstack([missed, -missed, matrix[used]]),
        np.concatenate([np.full(2 * len(missed), 1.0), *(_CHEAP * c for c in program.costs)]),
    )
    center = np.zeros(len(target))
    for _ in range(ROUNDS):
        if len(program.factors) * len(missed) > MAX_ENTRIES:
            return None
        solution = simplex.solved(work)
        if solution is None:
            return None
        if solution.weights[: 2 * len(missed)].sum() < 1e-8:
            found = program.solved(work, strict=strict)
            if found is not None:
                return found
        prices = np.zeros(len(target))
        prices[used] = solution.prices
        center = (center + prices) / 2
        count = len(program.factors)
        for place in (center, prices):
            for block in blocks:
                for form, row in block.best(place):
                    program.add(block.factors, form, row)
            if len(program.factors) > count:
                break
        else:
            return None
        added = np.concatenate(program.tables[-(len(program.factors) - count) :]).reshape(-1, len(target))
        simplex.add(added.T[used], _CHEAP * np.concatenate(program.costs[-len(added) :]))
    return None
