"""Where polynomials change sign: a rational point in each open cell of a box.

The zeros of some polynomials cut a box into open cells, on each of which every polynomial keeps its sign.
`sample_points` finds a rational point in each by cylindrical decomposition for open cells: variables are
eliminated by leading coefficients, discriminants and resultants, and the real roots of what is left are
isolated and lifted back. A continuous function made of such polynomials is nonnegative on the closed
box exactly when it is so at these points.

A. Strzeboński, Solving systems of strict polynomial inequalities, J. Symbolic Computation 29 (2000).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

import flint

from workbench.limits import STEP, Work

Interval: TypeAlias = tuple[Fraction | None, Fraction | None]
Terms: TypeAlias = Mapping[tuple[int, ...], Fraction]

UNIT: Interval = (Fraction(0), Fraction(1))


MAX_POLYNOMIALS = 80
MAX_DEGREE = 48
MAX_BITS = 4_000


class OutOfTime(Exception):
    """The cells were not all visited before the work was over, or there are too many."""


def sample_points(
    polynomials: Iterable[Terms], box: Sequence[Interval], work: Work | None = None
) -> Iterator[tuple[Fraction, ...]]:
    """A rational point in each open cell of ``box`` on which no polynomial changes sign.

    A polynomial is a mapping from exponents, one for each side of the box, to its coefficients; a side
    without an end is unbounded there. `OutOfTime` is raised when the ``work`` is over.

    >>> circle = {(2, 0): Fraction(1), (0, 2): Fraction(1), (0, 0): Fraction(-1, 2)}
    >>> points = list(sample_points([circle], [UNIT, UNIT]))
    >>> sorted({x * x + y * y < Fraction(1, 2) for x, y in points})
    [False, True]
    """
    if any(low is not None and high is not None and low >= high for low, high in box):
        raise ValueError(f"the box {box} has no inside")
    if not box:
        yield ()
        return
    context = flint.fmpq_mpoly_ctx.get(tuple(f"x{i}" for i in range(len(box))), flint.Ordering.lex)
    given = [context.from_dict({e: flint.fmpq(*c.as_integer_ratio()) for e, c in p.items()}) for p in polynomials]
    edges = [
        v - flint.fmpq(*end.as_integer_ratio())
        for v, side in zip(context.gens(), box, strict=True)
        for end in side
        if end is not None
    ]
    levels = [_factors([*given, *edges])]
    for index in range(len(box) - 1, 0, -1):
        levels.append(_projected(levels[-1], index, work))
    levels.reverse()
    yield from _lifted(levels, box, (), work)


def _factors(polynomials: Iterable[Any]) -> list[Any]:
    """The distinct irreducible factors that are no constants."""
    found: dict[str, Any] = {}
    for p in polynomials:
        if not p.is_zero() and not p.is_constant():
            for factor, _ in p.factor()[1]:
                found[str(factor)] = factor
    return list(found.values())


def _projected(polynomials: list[Any], index: int, work: Work | None) -> list[Any]:
    """Polynomials without variable ``index`` whose cells lift to cells of the given ones."""
    moving = [p for p in polynomials if p.degrees()[index]]
    made = [p for p in polynomials if not p.degrees()[index]]
    name = f"x{index}"
    for p in moving:
        made.append(_leading(p, index))
        if p.degrees()[index] > 1:
            _check_size(p.total_degree() * (p.degrees()[index] - 1) // 4, 0)  # cheaper than a resultant of as many
            made.append(p.discriminant(name))
        _check(work)
    for p, q in itertools.combinations(moving, 2):
        _check_size(p.total_degree() * q.total_degree(), 0)
        made.append(p.resultant(q, name))
        _check(work)
    found = _factors(made)
    if len(found) > MAX_POLYNOMIALS:
        raise OutOfTime
    return found


def _check_size(degree: int, bits: int) -> None:
    """Refuse polynomials whose factors and roots would take too long, since that cannot be interrupted."""
    if degree > MAX_DEGREE or bits > MAX_BITS:
        raise OutOfTime


def _leading(p: Any, index: int) -> Any:
    degree = p.degrees()[index]
    terms = {e: c for e, c in p.to_dict().items() if e[index] == degree}
    return p.context().from_dict({(*e[:index], 0, *e[index + 1 :]): c for e, c in terms.items()})


def _check(work: Work | None) -> None:
    if work is not None:
        work.spend(STEP)
        if work.over:
            raise OutOfTime


def _lifted(
    levels: list[list[Any]], box: Sequence[Interval], place: tuple[Fraction, ...], work: Work | None
) -> Iterator[tuple[Fraction, ...]]:
    _check(work)
    index = len(place)
    if index == len(box):
        yield place
        return
    product = flint.fmpq_poly([1])
    for p in levels[index]:
        product *= _at(p, place, index)
    _check_size(product.degree(), product.numer().height_bits())
    for x in between_roots(product, box[index]):
        yield from _lifted(levels, box, (*place, x), work)


def _at(p: Any, place: tuple[Fraction, ...], index: int) -> Any:
    """``p`` as a polynomial in variable ``index`` alone, those before it put to ``place``; 1 when it vanishes."""
    coefficients = [Fraction(0)] * (p.degrees()[index] + 1)
    for exponents, c in p.to_dict().items():
        term = Fraction(int(c.p), int(c.q))
        for x, e in zip(place, exponents, strict=False):
            term *= x ** int(e)
        coefficients[exponents[index]] += term
    found = flint.fmpq_poly([flint.fmpq(*x.as_integer_ratio()) for x in coefficients])
    return found if found.degree() >= 0 else flint.fmpq_poly([1])


def between_roots(p: Any, interval: Interval) -> Iterator[Fraction]:
    """A simple fraction in each part of an interval that the real roots of ``p`` cut off.

    >>> list(between_roots(flint.fmpq_poly([-1, 0, 2]), UNIT))
    [Fraction(1, 2), Fraction(3, 4)]
    """
    ends = [*([None] * (interval[0] is None)), *roots_and_ends(p, interval), *([None] * (interval[1] is None))]
    for left, right in itertools.pairwise(ends):
        yield fraction_between(left, right)


def roots_and_ends(p: Any, interval: Interval = UNIT) -> list[Any]:
    """The ends of an interval and the real roots of ``p`` within it, in order: fractions, or isolating balls.

    >>> [float(x) for x in roots_and_ends(flint.fmpq_poly([-1, 0, 4]))]
    [0.0, 0.5, 1.0]
    """
    ends = [end for end in interval if end is not None]
    rational, factors = set(ends), []
    for factor, _ in p.numer().factor()[1] if p.degree() > 0 else []:
        if factor.degree() == 1:
            rational.add(Fraction(-int(factor[0]), int(factor[1])))
        else:
            factors.append(factor)
    if not factors:
        low, high = interval
        return sorted(x for x in rational if (low is None or low <= x) and (high is None or x <= high))
    ends_apart = flint.fmpz_poly([1])
    for x in rational:
        ends_apart *= flint.fmpz_poly([-x.numerator, x.denominator])
    for factor in factors:
        ends_apart *= factor
    roots: list[Any] = ends_apart.complex_roots() if ends_apart.degree() > 0 else []
    balls = [root.real for root, _ in roots if root.imag.is_zero()]
    exact = {_place(x, balls): x for x in rational}
    ordered = sorted(range(len(balls)), key=lambda i: float(balls[i].mid()))
    found = [exact.get(i, balls[i]) for i in ordered]
    start = found.index(interval[0]) if interval[0] is not None else 0
    stop = found.index(interval[1]) + 1 if interval[1] is not None else len(found)
    return found[start:stop]


def _place(x: Fraction, balls: list[Any]) -> int:
    return next(i for i, ball in enumerate(balls) if _fraction(ball.lower()) <= x <= _fraction(ball.upper()))


def fraction_between(left: Any, right: Any) -> Fraction:
    """A simple fraction strictly between two roots; None stands for no bound.

    >>> fraction_between(Fraction(0), Fraction(1)), fraction_between(None, Fraction(1))
    (Fraction(1, 2), Fraction(0, 1))
    """
    low = left if left is None or isinstance(left, Fraction) else _fraction(left.upper())
    high = right if right is None or isinstance(right, Fraction) else _fraction(right.lower())
    if low is not None and high is not None:
        return simplest_between(low, high)
    if low is not None:
        return Fraction(low.__floor__() + 1)
    return Fraction(high.__ceil__() - 1) if high is not None else Fraction(0)


@contextmanager
def precision(bits: int = 300) -> Iterator[None]:
    """Arithmetic with balls of this precision within the block."""
    before, flint.ctx.prec = flint.ctx.prec, bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def _fraction(x: Any) -> Fraction:
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator strictly between two others.

    >>> simplest_between(Fraction(1, 3), Fraction(1, 2)), simplest_between(Fraction(0), Fraction(1))
    (Fraction(2, 5), Fraction(1, 2))
    """
    if not low < high:
        raise ValueError(f"there is nothing between {low} and {high}")
    whole = low.__floor__()
    if whole + 1 < high:
        return Fraction(0) if low < 0 < high else Fraction(whole + 1)
    low, high = low - whole, high - whole
    if low == 0:
        return whole + Fraction(1, (1 / high).__floor__() + 1)
    return whole + 1 / simplest_between(1 / high, 1 / low)
