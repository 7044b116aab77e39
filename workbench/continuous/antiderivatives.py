"""Antiderivatives of formulas at complex balls, by power series on discs with proven remainders.

On a disc of radius r on which a formula is analytic and at most M, the terms of its integral beyond the n-th are, in
the half of the disc, at most M r/2**n together.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import flint
from flint import acb, acb_poly, acb_series, arb

from workbench.continuous.arithmetics import Balls, evaluate
from workbench.continuous.polynomials import NOWHERE, quotient
from workbench.language.syntax import Expression
from workbench.numbers.certified import integral

LARGE = 4


class Series:
    """Power series around a point, to as many terms as flint's cap."""

    def number(self, value: Any) -> Any:
        return acb_series([acb(value)])

    def divide(self, a: Any, b: Any) -> Any:
        return a / b

    def power(self, a: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            n = int(exponent)
            return a**n if n >= 0 else 1 / a**-n
        return a ** acb_series([acb(quotient(exponent))])

    def elementary(self, function: str, *given: Any) -> Any:
        return getattr(given[0], function)()


class Antiderivative:
    """The integral of a formula in one variable from ``start``, analytic but at the ``ends`` of an interval.

    >>> from workbench.language.statements import parse_expression
    >>> area = Antiderivative(parse_expression("1/(1 + c)", "c"), Fraction(0), (Fraction(0), Fraction(1)))
    >>> area.at(acb(1)).real.overlaps(arb(2).log())
    True
    """

    def __init__(self, formula: Expression, start: Fraction, ends: tuple[Fraction, Fraction]) -> None:
        self.formula, self.start, self.ends = formula, start, ends
        self.known: dict[tuple[int, ...], Any] = {}
        self.reached: dict[int, list[tuple[complex, Any, Any]]] = {}

    def at(self, x: Any) -> Any:
        """The integral up to a ball: that up to its middle, and the rest as the mean of the formula times the way.

        NaN where no disc on which the formula is analytic is seen to hold the ball.
        """
        if not x.is_finite():
            return NOWHERE
        middle = acb(x.real.mid(), x.imag.mid())
        for level in self._levels(middle):
            step = arb(2) ** -(level + 2)
            across, up = (_whole((part / step).floor()) for part in (middle.real, middle.imag))
            found = self._around(level, across, up)
            if found is None:
                continue
            centre, series, slack = found
            if (x - centre).abs_upper() <= 2 * step:
                value = series(middle - centre) + acb(arb(0, slack), arb(0, slack))
                return value if x.is_exact() else value + self._height(x, True) * (x - middle)
            break
        return NOWHERE

    def _levels(self, middle: Any) -> Iterator[int]:
        """The sizes of discs to try, in halvings: large ones, and those as small as the way to an end of the part."""
        near = min(abs(middle - quotient(end)) for end in self.ends)
        start = 0 if not near > 0 else max(0, -int(float(near.upper().log() / arb(2).log())) - 2)
        yield from range(min(start, LARGE))
        yield from range(max(start, 0), start + LARGE + 4)

    def _around(self, level: int, across: int, up: int) -> Any:
        """The centre of a disc, the integral as a polynomial in the offset, and the error of that."""
        key = flint.ctx.prec, level, across, up
        if key not in self.known:
            self.known[key] = self._expanded(level, across, up)
        return self.known[key]

    def _expanded(self, level: int, across: int, up: int) -> Any:
        step, radius = arb(2) ** -(level + 2), arb(2) ** -level
        centre = acb((2 * across + 1) * step / 2, (2 * up + 1) * step / 2 if up not in (-1, 0) else 0)
        disc = acb(centre.real + arb(0, radius), centre.imag + arb(0, radius))
        height = acb(evaluate(self.formula, Balls(True), lambda leaf: disc))
        if not height.is_finite():
            return None
        terms = flint.ctx.prec + 8
        before, flint.ctx.cap = flint.ctx.cap, terms
        try:
            series = evaluate(self.formula, Series(), lambda leaf: acb_series([centre, 1]))
            coefficients = [series[k] for k in range(terms)] if isinstance(series, acb_series) else [acb(series)]
        finally:
            flint.ctx.cap = before
        area = acb_poly([self._up_to(centre), *(a / (k + 1) for k, a in enumerate(coefficients))])
        return centre, area, (height.abs_upper() * radius * arb(2) ** -terms).upper()

    def _up_to(self, centre: Any) -> Any:
        """The integral up to the centre of a disc, from the nearest place to which it is known."""
        reached = self.reached.setdefault(flint.ctx.prec, [(complex(self.start), acb(quotient(self.start)), acb(0))])
        near = complex(centre)
        _, place, known = min(reached, key=lambda found: abs(found[0] - near))
        value = known + integral(lambda z, check: self._height(z, check), place, centre)
        reached.append((near, centre, value))
        return value

    def _height(self, z: Any, check: bool) -> Any:
        return acb(evaluate(self.formula, Balls(check), lambda leaf: z))


def _whole(x: arb) -> int:
    """A ball of radius 0 that is a whole number."""
    found = x.unique_fmpz()
    assert found is not None
    return int(found)
