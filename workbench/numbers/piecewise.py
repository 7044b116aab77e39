"""Piecewise polynomials with rational breaks, exactly."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import flint

from workbench.errors import NotSupported
from workbench.numbers.certified import Real, lift
from workbench.numbers.given import fraction

Polynomial: TypeAlias = flint.fmpq_poly
Terms: TypeAlias = "list[tuple[Fraction | None, Fraction | None, list[tuple[int, flint.fmpq]]]]"


def rational(value: Fraction | int) -> flint.fmpq:
    """``value`` as python-flint has it."""
    return flint.fmpq(value.numerator, value.denominator)


def polynomial(*coefficients: Fraction | int) -> Polynomial:
    """The polynomial with these coefficients, the constant one first.

    >>> polynomial(0, Fraction(1, 2), 3)
    3*x^2 + 1/2*x
    """
    return flint.fmpq_poly([rational(x) for x in coefficients])


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients of ``p``, the constant one first."""
    return [fraction(x) for x in p.coeffs()]


def evaluate(p: Polynomial, x: Real) -> Real:
    """``p(x)``, a fraction where ``x`` is one."""
    if isinstance(x, Fraction):
        return fraction(p(rational(x)))
    return flint.arb_poly(p)(x)


def real_roots(p: Polynomial, low: Fraction, high: Fraction) -> list[Real]:
    """The distinct roots of ``p`` strictly between ``low`` and ``high``, ascending, rational ones exact.

    >>> x = polynomial(0, 1)
    >>> real_roots((2*x - 1)**2 * (x - 2), Fraction(0), Fraction(3))
    [Fraction(1, 2), Fraction(2, 1)]
    """
    if p.degree() == 1:
        constant, slope = p.coeffs()
        exact = [fraction(-constant / slope)]
        return [root for root in exact if low < root < high]
    roots: list[Real] = []
    for root, multiplicity in p.roots():
        roots.append(fraction(root))
        p = p // (polynomial(0, 1) - root) ** multiplicity
    if p.degree() > 0:
        found: list[tuple[flint.acb, int]] = p.complex_roots()  # type: ignore[assignment]
        roots += [flint.acb(ball).real for ball, _ in found if flint.acb(ball).imag == 0]
    ordered = ascending([low, high, *(root for root in roots if root not in (low, high))])
    return ordered[ordered.index(low) + 1 : ordered.index(high)]


def ascending(values: list[Real]) -> list[Real]:
    """Distinct numbers in order; `NotSupported` when the order cannot be proven."""
    ordered = sorted(values, key=lambda x: x if isinstance(x, Fraction) else exact_middle(x))
    for left, right in pairwise(ordered):
        if not (isinstance(left, Fraction) and isinstance(right, Fraction)) and not lift(left) < lift(right):
            raise NotSupported(f"two numbers near {float(lift(left).mid())} cannot be told apart")
    return ordered


def exact_middle(ball: flint.arb) -> Fraction:
    """The midpoint of ``ball``, a dyadic fraction."""
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def between(left: Real, right: Real) -> Fraction:
    """A fraction strictly between two distinct numbers.

    >>> between(Fraction(0), Fraction(1))
    Fraction(1, 2)
    """
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left + right) / 2
    return (exact_middle(lift(left).upper()) + exact_middle(lift(right).lower())) / 2


@dataclass(frozen=True)
class Piecewise:
    """A function on the real line: ``pieces[i]`` between ``breaks[i - 1]`` and ``breaks[i]``.

    Where it jumps, `at` takes the value from the left, or from the right when asked.

    >>> step = Piecewise.step(Fraction(1, 2), Fraction(1))
    >>> step.at(Fraction(1, 2)), step.at(Fraction(1, 2), from_right=True)
    (Fraction(0, 1), Fraction(1, 1))
    """

    breaks: tuple[Fraction, ...]
    pieces: tuple[Polynomial, ...]

    @classmethod
    def step(cls, where: Fraction, height: Fraction) -> Piecewise:
        """Zero up to ``where``, then ``height``."""
        return cls((where,), (polynomial(0), polynomial(height)))

    @cached_property
    def terms(self) -> Terms:
        """Each piece: its ends, None where it has none, and its terms as degrees and coefficients; zeros left out.

        >>> Piecewise.step(Fraction(1, 2), Fraction(3)).terms
        [(Fraction(1, 2), None, [(0, 3)])]
        """
        ends = pairwise([None, *self.breaks, None])
        return [
            (low, high, [(i, x) for i, x in enumerate(p.coeffs()) if x])
            for p, (low, high) in zip(self.pieces, ends, strict=True)
            if p
        ]

    @cached_property
    def terms_of_rates(self) -> Terms:
        """The same between 0 and 1 only, None for these two.

        >>> Piecewise.step(Fraction(0), Fraction(3)).terms_of_rates
        [(None, None, [(0, 3)])]
        """
        inside = ((low, high, x) for low, high, x in self.terms if (low or 0) < 1 and (high is None or high > 0))
        return [
            (low if low is not None and low > 0 else None, high if high is not None and high < 1 else None, terms)
            for low, high, terms in inside
        ]

    @cached_property
    def terms_of_probabilities(self) -> Terms:
        """The same, if it says as much as `terms` of every number in [0, 1], its ends included; else these."""
        jumps = any(self.at(end) != self.at(end, from_right=True) for end in (Fraction(0), Fraction(1)))
        return self.terms if jumps else self.terms_of_rates

    def piece(self, x: Fraction, from_right: bool = False) -> Polynomial:
        """The polynomial that holds just left (or right) of ``x``."""
        return self.pieces[(bisect_right if from_right else bisect_left)(self.breaks, x)]

    def at(self, x: Fraction, from_right: bool = False) -> Fraction:
        """The value at ``x``; at a jump the limit from the left, or from the right."""
        return fraction(self.piece(x, from_right)(rational(x)))

    def enclosure(self, x: Real) -> Real:
        """The value at ``x``, which may be a ball, of a function without jumps."""
        if isinstance(x, Fraction):
            return self.at(x)
        first = sum(1 for b in self.breaks if lift(b) < x)
        last = len(self.breaks) - sum(1 for b in self.breaks if lift(b) > x)
        values = [lift(evaluate(p, x)) for p in self.pieces[first : last + 1]]
        result = values[0]
        for value in values[1:]:
            result = result.union(value)
        return result

    def antiderivative(self, start: Fraction = Fraction(0)) -> Piecewise:
        """The continuous antiderivative that vanishes at ``start``."""
        pieces = [p.integral() for p in self.pieces]
        for i, where in enumerate(self.breaks):
            x = rational(where)
            pieces[i + 1] += pieces[i](x) - pieces[i + 1](x)
        raw = Piecewise(self.breaks, tuple(pieces))
        shift = rational(raw.at(start))
        return Piecewise(self.breaks, tuple(p - shift for p in pieces))

    def of_affine(self, slope: Fraction, constant: Fraction) -> Piecewise:
        """The function ``x -> f(slope*x + constant)``, ``slope`` not zero."""
        inner = polynomial(constant, slope)
        breaks = tuple((b - constant) / slope for b in self.breaks)
        pieces = tuple(p(inner) for p in self.pieces)
        return Piecewise(breaks, pieces) if slope > 0 else Piecewise(breaks[::-1], pieces[::-1])

    def map(self, change: Callable[[Polynomial], Polynomial]) -> Piecewise:
        """``change`` on every piece."""
        return Piecewise(self.breaks, tuple(change(p) for p in self.pieces))

    @property
    def only(self) -> Polynomial | None:
        """The polynomial that holds everywhere, when one does."""
        return self.pieces[0] if all(p == self.pieces[0] for p in self.pieces) else None


def combined(parts: Iterable[Piecewise], combine: Callable[..., Polynomial]) -> Piecewise:
    """``combine`` applied to the polynomials of several functions, between all of their breaks."""
    functions = list(parts)
    breaks = tuple(sorted({b for f in functions for b in f.breaks}))
    inside = [*breaks, breaks[-1] + 1] if breaks else [Fraction(0)]
    return Piecewise(breaks, tuple(combine(*(f.piece(x) for f in functions)) for x in inside))
