"""The moments of a law of thresholds at many quotients of counts, in doubles.

Where all quotients have one denominator, as rates have while sizes stay the same, there is a table of all of them.
Else, and to make it, a rule that is piecewise polynomial is evaluated as it is. Any other is interpolated: [0, 1] is
cut into halves until the polynomial of degree `DEGREE` at Chebyshev's nodes agrees to `CLOSE` with exact values between
them and at the ends. Next to jumps and singularities no cell is that small: there, and at the ends of cells, each value
is found once by the exact engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import TypeAlias

import numpy as np

from workbench.errors import NotSupported, shown
from workbench.inference.resamples import Floats, Integers
from workbench.losses.thresholds import Law, Moments, Steps
from workbench.numbers.certified import DIGITS, working_digits
from workbench.numbers.piecewise import Piecewise, rational
from workbench.numbers.written import approximation

OfQuotients: TypeAlias = Callable[[Integers, Integers], Floats]
"""A function of quotients, given by numerators and denominators that are broadcast to one shape."""
Pair: TypeAlias = tuple[OfQuotients, OfQuotients]

LARGEST = 1e6
"""A polynomial with greater coefficients loses too many digits in doubles."""
LONGEST = 1 << 20
"""The greatest denominator for which there is a table."""
DEGREE, CLOSE, FINEST, MOST_CELLS = 16, 8e-15, 30, 256
FEW = 16
"""Quotients in a cell that are rather found one by one than by cutting it."""
_LARGEST_SIZE = 3 * 10**9
"""The greatest denominator at which both parts of a quotient fit into one integer."""
_ANGLES = (np.arange(DEGREE + 1) + 0.5) * np.pi / (DEGREE + 1)
_NODES = np.round(np.cos(_ANGLES) * 2.0**20) / 2.0**20
_FIT = np.linalg.inv(np.polynomial.chebyshev.chebvander(_NODES, DEGREE))
_CHECKS = np.array([2.0**-48 - 1, -0.75, -0.3125, 0.1875, 0.625, 0.9375, 1 - 2.0**-48])
_AT_CHECKS = np.polynomial.chebyshev.chebvander(_CHECKS, DEGREE)
_PLACES = [Fraction(float(x)) for x in (*_NODES, *_CHECKS)]


def moments_at(rule: Law, from_right: bool = False) -> Pair:
    """``E[1{t < x}]`` and ``E[c 1{t < x}]`` at quotients x in [0, 1]; of ``t <= x`` from the right.

    >>> from workbench.language.statements import parse_expression
    >>> from workbench.losses.densities import UNIFORM
    >>> from workbench.losses.thresholds import law_of
    >>> first, second = moments_at(law_of(parse_expression("c**2", "c"), UNIFORM))
    >>> first(np.array([1, 2, 4]), np.array([4])), second(np.array([1, 2, 4]), np.array([4])).round(6)
    (array([0.5       , 0.70710678, 1.        ]), array([0.125, 0.25 , 0.5  ]))
    """
    return _pair(rule, lambda f: f, lambda x: rule.moments(x, from_right), from_right)


def areas_at(rule: Law) -> Pair:
    """The integrals of both functions of `moments_at` from 0 to quotients in [0, 1]."""
    return _pair(rule, Piecewise.antiderivative, rule.areas, False)


def _pair(
    rule: Law, of: Callable[[Piecewise], Piecewise], exact: Callable[[Fraction], Moments], from_right: bool
) -> Pair:
    if isinstance(rule, Steps):
        below = rule.below
        if rule.weighted is not None or isinstance(rule.mean, Fraction):
            mean = Fraction(0) if rule.weighted is not None else rule.mean
            assert isinstance(mean, Fraction)
            by_mean = rational(mean)
            weighted = rule.weighted or below.map(lambda p: p * by_mean)
            evaluated = [_evaluated(of(f), from_right) for f in (below, weighted)]
            if evaluated[0] is not None and evaluated[1] is not None:
                return _tabled(_divided(evaluated[0])), _tabled(_divided(evaluated[1]))
    known = _Interpolated(exact)
    return _tabled(partial(known.at, 0)), _tabled(partial(known.at, 1))


def _tabled(f: OfQuotients) -> OfQuotients:
    """The same by a table where all denominators are one, once that has been asked for as many places as it has."""
    tables: dict[int, Floats] = {}
    asked: Counter[int] = Counter()

    def at(above: Integers, below: Integers) -> Floats:
        size = int(below.max()) if below.size else 0
        if not 0 < size <= LONGEST or int(below.min()) < size:
            return f(above, below)
        if size not in tables:
            asked[size] += above.size
            if asked[size] <= size:
                return f(above, below)
            tables.clear()
            tables[size] = f(np.arange(size + 1), np.array([size]))
        return tables[size][np.broadcast_to(above, np.broadcast_shapes(above.shape, below.shape))]

    return at


def _evaluated(f: Piecewise, from_right: bool = False) -> Callable[[Floats], Floats] | None:
    """A piecewise polynomial at many places; at a jump the value from the left, or from the right.

    None where its coefficients are too large for doubles.
    """
    breaks = np.array([float(x) for x in f.breaks])
    rows = [[float(Fraction(int(a.p), int(a.q))) for a in p.coeffs()] for p in f.pieces]
    degree = max(map(len, rows))
    table = np.array([[0.0] * (degree - len(row)) + row[::-1] for row in rows]).reshape(len(rows), degree)
    if not np.abs(table).max() <= LARGEST:
        return None

    def at(x: Floats) -> Floats:
        piece = np.searchsorted(breaks, x, side="right" if from_right else "left")
        found: Floats = table[piece, 0]
        for column in table.T[1:]:
            found = found * x + column[piece]
        return found

    return at


def _divided(f: Callable[[Floats], Floats]) -> OfQuotients:
    return lambda above, below: f(above / below)


class _Interpolated:
    """Two functions on [0, 1], of which ``exact`` tells the values at a fraction."""

    def __init__(self, exact: Callable[[Fraction], Moments]) -> None:
        self.exact = exact
        self.known: dict[tuple[int, int], tuple[float, float]] = {}
        self.finest, self.tried = -1, 0
        self.open = [(0, 0)]  # the cell from i/2**level to (i + 1)/2**level, as (i, level)
        self.fitted: dict[tuple[int, int], Floats] = {}
        self._arrange()

    def at(self, i: int, above: Integers, below: Integers) -> Floats:
        """The function ``i`` at quotients."""
        above, below = np.broadcast_arrays(above, below)
        if not above.size:
            return np.zeros(above.shape)
        least, most = int(below.min()), int(below.max())
        self._refine(FINEST if least < most else min((most // FEW).bit_length() - 1, FINEST))
        x = above / below
        cell = np.searchsorted(self.starts, x, side="right") - 1
        alone = (x == self.starts[cell]) | self.is_open[cell] | (x >= 1)
        twice = (x - self.middles[cell]) * self.scales[cell]
        twice *= 2
        before = np.zeros(x.shape)
        found: Floats = self.table[i, DEGREE][cell]
        for column in self.table[i, DEGREE - 1 : 0 : -1]:  # Clenshaw's recurrence
            before -= twice * found
            np.negative(before, out=before)
            before += column[cell]
            found, before = before, found
        twice /= 2
        found *= twice
        found -= before
        found += self.table[i, 0][cell]
        if alone.any():
            found[alone] = self._alone(i, above[alone], below[alone])
        return found

    def _alone(self, i: int, above: Integers, below: Integers) -> Floats:
        """Each quotient that occurs once by the exact engine."""
        common = np.gcd(above, below)
        above, below = above // common, below // common
        beyond = int(below.max()) + 1
        if beyond <= _LARGEST_SIZE:
            whole, which = np.unique(above * beyond + below, return_inverse=True)
            pairs = np.stack(np.divmod(whole, beyond), axis=1)
        else:
            pairs, which = np.unique(np.stack((above, below), axis=1), axis=0, return_inverse=True)
        values = np.array([self._once(top, bottom)[i] for top, bottom in pairs.tolist()])
        found: Floats = values[which.reshape(-1)]
        return found

    def _once(self, above: int, below: int) -> tuple[float, float]:
        x = Fraction(above, below)
        key = x.as_integer_ratio()
        if key not in self.known:
            self.known[key] = self._values(x)
        return self.known[key]

    def _values(self, x: Fraction) -> tuple[float, float]:
        with working_digits(DIGITS):
            first, second = (approximation(y)[0] for y in self.exact(x))
        if not (isfinite(first) and isfinite(second)):
            raise NotSupported(f"a moment of the thresholds at {shown(x)}, which cannot be certified")
        return first, second

    def _refine(self, finest: int) -> None:
        """Cut cells in which nothing fits, down to the level ``finest``."""
        if finest <= self.finest or self.tried == MOST_CELLS:
            return
        cut = [(2 * i + right, level + 1) for i, level in self.open for right in (0, 1)]
        waiting = cut if self.tried else self.open
        self.finest, self.open = finest, []
        for i, level in waiting:  # to which cells are added
            fits = None
            if self.tried < MOST_CELLS:
                self.tried += 1
                try:
                    fits = self._fit(i, level)
                except NotSupported:  # where the exact engine fails it is asked for no more than what occurs
                    self.open.append((i, level))
                    continue
                if fits is None and level < finest:
                    waiting += [(2 * i, level + 1), (2 * i + 1, level + 1)]
                    continue
            if fits is None:
                self.open.append((i, level))
            else:
                self.fitted[i, level] = fits
        self._arrange()

    def _fit(self, i: int, level: int) -> Floats | None:
        """The coefficients of Chebyshev's polynomials, a row for each function; None where they do not fit."""
        middle, half = Fraction(2 * i + 1, 2 << level), Fraction(1, 2 << level)
        values = np.array([self._values(middle + half * place) for place in _PLACES])
        coefficients = _FIT @ values[: DEGREE + 1]
        missed = np.abs(_AT_CHECKS @ coefficients - values[DEGREE + 1 :]).max()
        return coefficients.T if max(missed, np.abs(coefficients[-2:]).max()) <= CLOSE else None

    def _arrange(self) -> None:
        """The cells in order, as arrays."""
        cells = sorted([*self.open, *self.fitted], key=lambda cell: Fraction(cell[0], 1 << cell[1]))
        self.starts = np.array([i / (1 << level) for i, level in cells])
        self.middles = np.array([(2 * i + 1) / (2 << level) for i, level in cells])
        self.scales = np.array([2.0 ** (level + 1) for _, level in cells])
        self.is_open = np.array([cell not in self.fitted for cell in cells])
        nothing = np.zeros((2, DEGREE + 1))
        self.table = np.array([self.fitted.get(cell, nothing) for cell in cells]).transpose(1, 2, 0)
