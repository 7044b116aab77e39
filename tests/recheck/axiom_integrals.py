"""Polynomials told from their values, zeros and integrals of functions, over exact fractions where that can be.

The fractions are those of flint, ten times as fast as Python's; nothing else of the engine is used.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import isqrt
from typing import Any

import mpmath
from flint import fmpq
from numpy.polynomial.legendre import leggauss

Function = Callable[[fmpq], fmpq]


def exactly(x: Any) -> fmpq:
    """A fraction, a whole number or a float as it is."""
    return x if isinstance(x, fmpq) else fmpq(*(int(part) for part in x.as_integer_ratio()))


ZERO, HALF, ONE = fmpq(0), fmpq(1, 2), fmpq(1)
TINY = fmpq(1, 10**35)
BITS = 200
DEGREE = 14
GAUSS = tuple(
    tuple((exactly((x + 1) / 2), exactly(w / 2)) for x, w in zip(*leggauss(order), strict=True)) for order in (9, 14)
)
HALVINGS = 30


def rounded(x: Any) -> fmpq:
    """A number, off by less than 2**-BITS."""
    if isinstance(x, fmpq):
        return fmpq((x * 2**BITS).floor(), 2**BITS)
    with mpmath.workprec(3 * BITS):
        return fmpq(int(mpmath.nint(mpmath.ldexp(x, BITS))), 2**BITS)


def real(x: fmpq) -> Any:
    """The same as a number of mpmath."""
    return mpmath.mpf(int(x.p)) / int(x.q)


def irrational(function: str, x: fmpq, exponent: fmpq = HALF) -> fmpq:
    """exp, log or a power, to some 60 digits."""
    with mpmath.workprec(2 * BITS):
        q = real(x)
        return rounded(q ** real(exponent) if function == "power" else getattr(mpmath, function)(q))


def exact_root(x: fmpq) -> fmpq | None:
    top, bottom = isqrt(int(x.p)), isqrt(int(x.q))
    return fmpq(top, bottom) if top * top == x.p and bottom * bottom == x.q else None


def nodes() -> list[fmpq]:
    """Places in (0, 1), all different, for interpolation."""
    found: list[fmpq] = []
    for top, bottom in ((1, 2), (1, 7), (6, 7), (2, 7), (5, 7), (3, 7), (4, 7), *((k, 23) for k in range(1, 23, 2))):
        found.append(fmpq(top, bottom))
    return found


NODES = nodes()[: DEGREE + 3]


def multiplied(p: list[fmpq], x: fmpq) -> list[fmpq]:
    """The coefficients of a polynomial times (v - x)."""
    found = [ZERO, *p]
    for i, a in enumerate(p):
        found[i] -= x * a
    return found


BASIS = [[ONE]]
for _node in NODES:
    BASIS.append(multiplied(BASIS[-1], _node))
AREAS = [sum((a / (i + 1) for i, a in enumerate(p)), ZERO) for p in BASIS]


def newton(f: Function, low: fmpq, high: fmpq, most: int, slack: fmpq) -> list[fmpq] | None:
    """The coefficients of f(low + (high - low) v) in Newton's form at `NODES`; None when it is no polynomial."""
    found: list[fmpq] = []
    hits = 0
    for x in NODES[: most + 3]:
        value, product, predicted = f(low + (high - low) * x), ONE, ZERO
        for a, node in zip(found, NODES, strict=False):
            predicted += a * product
            product *= x - node
        rest = value - predicted
        hits = hits + 1 if abs(rest) <= slack else 0
        found.append(ZERO if abs(rest) <= slack else rest / product)
        if hits == 2:
            return found[:-2]
    return None


def powers_of(found: list[fmpq]) -> list[fmpq]:
    """Newton's form as coefficients of 1, v, v**2, ..."""
    whole = [ZERO] * max(len(found), 1)
    for a, p in zip(found, BASIS, strict=False):
        for i, b in enumerate(p):
            whole[i] += a * b
    return whole


def roots_of_small_degree(terms: list[fmpq]) -> tuple[list[fmpq], bool]:
    """The zeros of a polynomial of degree 1 or 2, and whether they are exact."""
    if len(terms) == 2:
        return [-terms[0] / terms[1]], True
    c, b, a = terms
    inside = b * b - 4 * a * c
    if inside < 0:
        return [], True
    root = exact_root(inside)
    exact = root is not None
    if root is None:
        root = irrational("power", inside)
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)], exact


def bisected(gap: Function, low: fmpq, high: fmpq) -> list[fmpq]:
    """Where, on a grid, a function has a zero or changes its sign, as v in low + (high - low) v."""
    at = lambda v: gap(low + (high - low) * v)  # noqa: E731
    grid = [fmpq(k, 40) for k in range(41)]
    found = [v for v in grid if at(v) == 0]
    for a, b in pairwise(grid):
        if at(a) * at(b) < 0:
            sign = at(a) > 0
            for _ in range(110):
                middle = (a + b) / 2
                a, b = (middle, b) if (at(middle) > 0) == sign else (a, middle)
            found.append(a)
    return found


def halved(f: Function, low: fmpq, high: fmpq, depth: int) -> fmpq:
    """The integral by Gauss's rule, on cells halved until two orders agree."""
    few, many = (sum((w * rounded(f(low + (high - low) * x)) for x, w in rule), ZERO) for rule in GAUSS)
    if depth == 0 or abs(few - many) * (high - low) < fmpq(1, 10**12):
        return rounded(many * (high - low))
    middle = (low + high) / 2
    return halved(f, low, middle, depth - 1) + halved(f, middle, high, depth - 1)
