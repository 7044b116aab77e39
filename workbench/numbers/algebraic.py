"""Real algebraic numbers: the places where polynomials with rational coefficients vanish.

A rational one is a `fractions.Fraction`; any other is a `Root`, which names an irreducible polynomial and which of
its real roots is meant. Order, equality and the sign of a polynomial at such a number are decided exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering
from typing import TypeAlias

import flint

from workbench.numbers.certified import Real, lift
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import Polynomial, exact_middle, rational

Algebraic: TypeAlias = "Fraction | Root"


@total_ordering
@dataclass(frozen=True)
class Root:
    """The real root number ``index``, in ascending order, of an irreducible polynomial of degree 2 or more.

    ``numbers`` are its integer coefficients, the constant one first.

    >>> low, high = roots(flint.fmpq_poly([-2, 0, 1]))
    >>> low < 1 < high < Fraction(3, 2), high
    (True, 1.41421...)
    """

    numbers: tuple[int, ...]
    index: int

    def ball(self, digits: int = 30) -> flint.arb:
        """A ball around the number, good for so many decimal digits."""
        return _balls(self.numbers, _bits(digits))[self.index]

    @property
    def polynomial(self) -> Polynomial:
        """The irreducible polynomial."""
        return flint.fmpq_poly(list(self.numbers))

    def __float__(self) -> float:
        return float(self.ball().mid())

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Root):
            return NotImplemented
        if self == other:
            return False
        digits = 30
        while True:
            with flint.ctx.workprec(_bits(digits)):
                here, there = self.ball(digits), other.ball(digits) if isinstance(other, Root) else lift(other)
                if here < there or here > there:
                    return bool(here < there)
            digits *= 2

    def __repr__(self) -> str:
        return f"{float(self):.6g}..."


def _bits(digits: int) -> int:
    return int(digits * 3.33) + 16


@lru_cache(maxsize=4096)
def _balls(numbers: tuple[int, ...], precision: int) -> list[flint.arb]:
    with flint.ctx.workprec(precision):
        found: list[tuple[flint.acb, int]] = flint.fmpz_poly(list(numbers)).complex_roots()  # type: ignore[assignment]
    real = [flint.acb(ball).real for ball, _ in found if flint.acb(ball).imag == 0]
    return sorted(real, key=exact_middle)


def real(x: Algebraic, digits: int = 30) -> Real:
    """The number as the exact engine has it: a fraction or a ball."""
    return x if isinstance(x, Fraction) else x.ball(digits)


def roots(p: Polynomial, low: Algebraic | None = None, high: Algebraic | None = None) -> list[Algebraic]:
    """The distinct real roots of ``p``, ascending, strictly between ``low`` and ``high`` where these are given.

    >>> roots(flint.fmpq_poly([-1, 0, 4]), Fraction(0), Fraction(1))
    [Fraction(1, 2)]
    """
    if p.degree() == 1:
        constant, slope = p.coeffs()
        only = fraction(-constant / slope)
        return [only] if (low is None or low < only) and (high is None or only < high) else []
    if isinstance(low, Fraction) and isinstance(high, Fraction) and _keeps_its_sign(p, low, high):
        return []
    found: list[Algebraic] = []
    for factor, _ in p.numer().factor()[1] if p.degree() > 0 else []:
        if factor.degree() == 1:
            found.append(Fraction(-int(factor[0]), int(factor[1])))
        else:
            numbers = tuple(int(x) for x in factor.coeffs())
            found += [Root(numbers, i) for i in range(len(_balls(numbers, 64)))]
    return sorted(x for x in found if (low is None or low < x) and (high is None or x < high))


def _keeps_its_sign(p: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Whether Descartes' rule of signs shows that ``p`` has no root strictly between ``low`` and ``high``."""
    within = p(flint.fmpq_poly([rational(low), rational(high - low)]))
    signs = flint.fmpq_poly(within.coeffs()[::-1])(flint.fmpq_poly([1, 1])).coeffs()
    return all(x >= 0 for x in signs) or all(x <= 0 for x in signs)


def sign_at(p: Polynomial, x: Algebraic) -> int:
    """The sign of ``p`` at ``x``: -1, 0 or 1.

    >>> root = roots(flint.fmpq_poly([-2, 0, 1]))[1]
    >>> sign_at(flint.fmpq_poly([-2, 0, 1]), root), sign_at(flint.fmpq_poly([-1, 1]), root)
    (0, 1)
    """
    if isinstance(x, Fraction):
        found = p(rational(x))
        return (found > 0) - (found < 0)
    rest = reduced(p, x)
    if rest.degree() < 0:
        return 0
    digits = 30
    while True:
        near = value_at(rest, x, digits)
        if near > 0 or near < 0:
            return 1 if near > 0 else -1
        digits *= 2


def value_at(p: Polynomial, x: Algebraic, digits: int = 30) -> Real:
    """``p(x)``: a fraction where it is rational, else a ball."""
    if isinstance(x, Fraction):
        return fraction(p(rational(x)))
    rest = reduced(p, x)
    if rest.degree() <= 0:
        return fraction(rest[0])
    ball = x.ball(digits)
    with flint.ctx.workprec(_bits(digits)):
        return flint.arb_poly(rest)(ball)


def reduced(p: Polynomial, x: Algebraic) -> Polynomial:
    """The polynomial of least degree that agrees with ``p`` at ``x``: a constant exactly where ``p(x)`` is rational.

    >>> root = roots(flint.fmpq_poly([-2, 0, 1]))[1]
    >>> reduced(flint.fmpq_poly([0, 1, 0, 1]), root), reduced(flint.fmpq_poly([0, 1]), Fraction(1, 2))
    (3*x, 1/2)
    """
    return p % x.polynomial if isinstance(x, Root) else flint.fmpq_poly([p(rational(x))])


def between(low: Algebraic, high: Algebraic) -> Fraction:
    """A fraction strictly between two different numbers, ``low < high``.

    >>> between(Fraction(1), roots(flint.fmpq_poly([-2, 0, 1]))[1])
    Fraction(6, 5)
    """
    if isinstance(low, Fraction) and isinstance(high, Fraction):
        return (low + high) / 2
    digits = 15
    while True:
        with flint.ctx.workprec(_bits(digits)):
            left, right = exact_middle(lift(real(low, digits)).upper()), exact_middle(lift(real(high, digits)).lower())
        if left < right:
            return ((left + right) / 2).limit_denominator(max(4, 4 * int(1 / (right - left))))
        digits *= 2
