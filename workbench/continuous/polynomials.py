"""The arithmetic below the distributions: flint's rationals and polynomials, and changes of variable.

A curve is an ``fmpq_poly`` in y where a distribution is a polynomial along its `Chart`, and a function
that is analytic in y elsewhere; the second argument of such a function asks for NaN on balls where it is
not analytic, which is what ``acb.integral`` wants.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, cast

import mpmath
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from workbench.errors import InputError

Curve: TypeAlias = "fmpq_poly | Callable[[Any, bool], Any]"

X = fmpq_poly([0, 1])
NOWHERE = acb(arb.nan(), arb.nan())
ANYWHERE = acb(arb(0, arb.pos_inf()))


class ModelError(InputError):
    """No such distribution or model; the message shows the value that is at fault."""


def rational(value: object, what: str) -> Fraction:
    """``value`` as a fraction; decimals in text are exact, NaN and infinities are refused.

    >>> rational("0.1", "a rate")
    Fraction(1, 10)
    >>> rational(float("nan"), "a rate")
    Traceback (most recent call last):
    workbench.continuous.polynomials.ModelError: a rate is nan; it must be a finite rational number
    """
    try:
        return Fraction(cast("Fraction", value))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise ModelError(f"{what} is {value}; it must be a finite rational number") from None


def quotient(value: Fraction | int) -> fmpq:
    """``value`` as flint's rational, which mixes with polynomials and balls."""
    return fmpq(value.numerator, value.denominator)


def fraction(value: fmpq) -> Fraction:
    """flint's rational as a `Fraction`."""
    return Fraction(int(value.p), int(value.q))


def floating(value: Fraction) -> Any:
    """``value`` as an ``mpf`` of the current precision."""
    return mpmath.mpf(value.numerator) / value.denominator


def at_ball(polynomial: fmpq_poly, x: Any) -> Any:
    """The value of a rational polynomial at an ``acb``."""
    return acb_poly(polynomial)(x)


def sign_between(polynomial: fmpq_poly, lower: fmpq, upper: fmpq) -> int | None:
    """The sign of ``polynomial`` on the open interval, ``None`` when it changes there (Sturm's theorem).

    >>> sign_between(X * (X - 1) ** 2, fmpq(0), fmpq(2)), sign_between(2 * X - 1, fmpq(0), fmpq(1))
    (1, None)
    """
    if not polynomial:
        return 0
    for factor, multiplicity in polynomial.factor_squarefree()[1]:
        if multiplicity % 2 and roots_between(factor, lower, upper):
            return None
    steps = polynomial.degree() + 2
    inner = (polynomial(lower + (upper - lower) * k / steps) for k in range(1, steps))
    return next(1 if value > 0 else -1 for value in inner if value != 0)


def roots_between(polynomial: fmpq_poly, lower: fmpq, upper: fmpq) -> int:
    """The number of roots of a square-free polynomial in the open interval."""
    for end in (lower, upper):
        if polynomial(end) == 0:
            polynomial //= X - end
    chain = [polynomial, polynomial.derivative()]
    while chain[-1]:
        chain.append(-(chain[-2] % chain[-1]))

    def variations(x: fmpq) -> int:
        signs = [value > 0 for value in (p(x) for p in chain) if value != 0]
        return sum(a != b for a, b in itertools.pairwise(signs))

    return variations(lower) - variations(upper)


@dataclass(frozen=True)
class Chart:
    """A change of variable on an interval of scores: ``root`` is s = y**order, ``mirror`` is
    s = 1 - y**order, ``decay`` is s = -log(y)/order. ``root`` of order 1 changes nothing."""

    kind: str = "root"
    order: Fraction = Fraction(1)

    @property
    def x(self) -> Curve:
        """The score as a curve in y."""
        if self.kind == "decay":
            rate = quotient(self.order)
            return lambda y, analytic: ANYWHERE if not analytic and y.contains(0) else -y.log(analytic=analytic) / rate
        power = X ** int(self.order)
        return power if self.kind == "root" else 1 - power

    @property
    def dx(self) -> Curve:
        """The derivative of the score by y."""
        if self.kind == "decay":
            rate = quotient(self.order)
            return lambda y, analytic: -1 / (rate * y)
        return cast("fmpq_poly", self.x).derivative()

    def y(self, x: Fraction) -> Any:
        """The y of the score ``x``: a rational when it is one, else a ball."""
        if self.kind == "decay":
            return fmpq(1) if x == 0 else arb(-quotient(self.order * x)).exp()
        power = x if self.kind == "root" else 1 - x
        order = int(self.order)
        if order == 1:
            return quotient(power)
        p, q = (round_root(n, order) for n in (power.numerator, power.denominator))
        return fmpq(p, q) if Fraction(p, q) ** order == power else arb(quotient(power)).root(order)


def round_root(n: int, order: int) -> int:
    """The integer nearest below the ``order``-th root of ``n >= 0``."""
    low, high = 0, 1 << (n.bit_length() // order + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**order <= n else (low, middle)
    return low
