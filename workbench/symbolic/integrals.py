"""Means over the operating condition as cells: an antiderivative and an inverse for each part of the range of c.

Whoever has the cells can check the mean without searching: on each cell the antiderivative is differentiated, the
inverse is put behind the function that it inverts, and the increments are added up. With an indicator of g(c) < y, on a
cell where g is monotone with inverse h, the part of the cell below y lies between an end and h(y).

An expression is brought in three words: the density, what is averaged (``moving``, in c alone), and the event, an
indicator one side of which is in c alone while the other does not move with c.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Poly, S, expand, nan, oo, zoo

from workbench.symbolic.antiderivatives import NoClosedForm, antiderivative, size, vanishes
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.inverting import Inverse, Y, explained, inverted
from workbench.symbolic.laws import explicit, standard
from workbench.symbolic.monotone_parts import SHARES, between
from workbench.symbolic.notation import (
    Below,
    BetaDensity,
    Clip,
    Density,
    ExplicitDensity,
    PointMass,
    UniformDensity,
    Width,
    c,
    tau,
    u,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.smooth_parts import delicate, regular, settled, sign, smooth_parts, turns
from workbench.symbolic.translation import to_syntax


@dataclass(frozen=True)
class Cell:
    """A part of the range of c from ``low`` to ``high``.

    ``level`` is the function whose values are compared there, None without an event; ``inverse`` is its inverse, None
    where the function is constant.
    """

    low: Expr
    high: Expr
    antiderivative: Expr
    level: Expr | None = None
    inverse: Inverse | None = None
    rises: bool = True

    def up_to(self, place: Expr) -> Expr:
        return self.antiderivative.xreplace({c: place})

    @property
    def increment(self) -> Expr:
        """The mean over the cell."""
        return self.up_to(self.high) - self.up_to(self.low)

    def value(self, event: Below | None) -> Expr:
        """The mean over the part of the cell where the event occurs."""
        if event is None or self.level is None:
            return self.increment
        y = still_side(event)
        below = event.args[1] == y
        if self.inverse is None:
            level = self.level.xreplace({c: self.low})
            return self.increment * (Below(level, y) if below else Below(y, level))
        first, last = (self.level.xreplace({c: end}) for end in (self.low, self.high))
        least, most = (first, last) if self.rises else (last, first)
        turn = self.up_to(self.inverse.formula.xreplace({Y: Clip(y, least, most)}))
        return turn - self.up_to(self.low) if self.rises == below else self.up_to(self.high) - turn

    def words(self) -> dict[str, Any]:
        """The cell in the statement language."""
        found: dict[str, Any] = {
            "from": _text(self.low),
            "to": _text(self.high),
            "antiderivative": _text(self.antiderivative),
        }
        if self.level is not None:
            found["inverse"] = None if self.inverse is None else _text(self.inverse.formula)
            found["roots"] = [] if self.inverse is None else [_text(x) for x in self.inverse.told]
        return found


def _text(e: Expr) -> str:
    return str(to_syntax(e))


def cells(density: Density, moving: Expr, event: Below | None) -> list[dict[str, Any]]:
    """The cells of E[moving * event], from left to right over the support of the density.

    The ends of a cell and its antiderivative, a function of c; with an event also the inverse, a function of y, or None
    where the threshold is constant, and what its roots are, functions of c that are nowhere negative on the cell.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM, s
    >>> for cell in cells(UNIFORM, c, Below(4 * c * (1 - c), s)):
    ...     print(cell)
    {'from': '0', 'to': '1/2', 'antiderivative': 'c**2/2', 'inverse': '1/2 - sqrt(1 - y)/2', 'roots': ['1 - 2*c']}
    {'from': '1/2', 'to': '1', 'antiderivative': 'c**2/2', 'inverse': 'sqrt(1 - y)/2 + 1/2', 'roots': ['2*c - 1']}
    """
    return [cell.words() for cell in _cells(density, moving, moving_side(event))]


def value(density: Density, moving: Expr, event: Below | None) -> Expr:
    """What the cells add up to; at a point mass, what is found there.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM, s
    >>> value(UNIFORM, c, Below(c**2, s)), value(UNIFORM, c, None)
    (Clip(s, 0, 1)/2, 1/2)
    """
    level = moving_side(event)
    if isinstance(density, PointMass):
        _in_c_alone(moving, level)
        return (moving * (S.One if event is None else event)).xreplace({c: density.args[0]})
    found = Add(*(cell.value(event) for cell in _cells(density, moving, level)))
    if isinstance(density, UniformDensity) and density.free_symbols:
        width = density.args[1] - density.args[0]
        return _without_widths(spread(Add(*(x * width for x in Add.make_args(found)))) / width)
    return _without_widths(spread(found))


def _without_widths(e: Expr) -> Expr:
    return e.xreplace({x: x.args[1] - x.args[0] for x in e.atoms(Width)})


def density_cells(f: Expr) -> list[dict[str, Any]]:
    """The cells of a density given by an expression in c; they add up to one.

    Raises `NoClosedForm`.

    >>> density_cells(2 * c)
    [{'from': '0', 'to': '1', 'antiderivative': 'c**2'}]
    """
    density = ExplicitDensity(f)
    if not vanishes(value(density, S.One, None) - 1):
        raise NoClosedForm(f"the integral of {plain(f)} is not known to be one")
    return cells(density, S.One, None)


def beta_mean(density: BetaDensity, moving: Expr) -> dict[str, str]:
    """The mean m of a polynomial in c under Beta(a, b), whatever the shapes, and a polynomial q with

        moving - m = q (a - (a + b) c) + c (1 - c) q',

    which is the density's part of the derivative of c**a (1 - c)**b q, a function that is 0 at both ends.

    >>> from sympy.abc import a, b
    >>> beta_mean(BetaDensity(a, b), c)
    {'mean': 'a/(a + b)', 'factor': '-1/(a + b)'}
    """
    if not moving.is_polynomial(c):
        raise NoClosedForm(f"{plain(moving)} is no polynomial")
    a, b = density.args
    powers = Poly(moving, c).all_coeffs()[::-1]
    factor = S.Zero
    for k in range(len(powers) - 1, 0, -1):
        share = -powers[k] / (a + b + k - 1)
        powers[k - 1] -= share * (a + k - 1)
        factor += share * c ** (k - 1)
    return {"mean": _text(cancelled(powers[0])), "factor": _text(factor)}


# --- the search ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _cells(density: Density, moving: Expr, level: Expr | None) -> tuple[Cell, ...]:
    _in_c_alone(moving, level)
    if Y in density.free_symbols | moving.free_symbols | (set() if level is None else level.free_symbols):
        raise NoClosedForm("y is the variable of the inverses, and not a parameter")
    if isinstance(density, PointMass):
        raise NoClosedForm("a mean over a point mass is no integral")
    formula = explicit(density)
    low, high = density.args if isinstance(density, UniformDensity) else (S.Zero, S.One)
    if low.is_Rational and high.is_Rational:
        if not 0 <= low < high <= 1:
            raise NoClosedForm(f"{plain(density)} is no density")
        return tuple(_between(formula * moving, level, low, high))
    found = tuple(_between(formula * moving, level, S.Zero, S.One))
    if len(found) != 1:
        raise NoClosedForm(f"it is not known where {plain(found[0].high)} lies between {plain(low)} and {plain(high)}")
    return (replace(found[0], low=low, high=high),)


def _in_c_alone(moving: Expr, level: Expr | None) -> None:
    for e in (moving, S.Zero if level is None else level):
        if e.has(u, tau):
            raise NoClosedForm(f"{plain(e)} does not move with the operating condition alone")


def moving_side(event: Below | None) -> Expr | None:
    """The side of an event that moves with c or u."""
    if event is None:
        return None
    y = still_side(event)
    return event.args[0] if event.args[1] == y else event.args[1]


def still_side(event: Below) -> Expr:
    """The side of an event that does not move with c or u."""
    still = [side for side in event.args if not side.has(c, u)]
    if len(still) != 1:
        raise NoClosedForm(f"one side of {plain(event)} is to move with the operating condition, and one is not")
    return still[0]


def _between(weighted: Expr, level: Expr | None, low: Expr, high: Expr) -> Iterator[Cell]:
    start, scale, shape = standard(level) if level is not None else (S.Zero, S.One, S.Zero)
    for left, right, (integrand, curve) in smooth_parts((weighted, shape), low, high):
        primitive = antiderivative(integrand, c, {c: between(left, right)})
        whole = None if level is None else start + scale * curve
        for first, last in itertools.pairwise([left, *turns(curve, left, right), right]):
            points = [{c: between(first, last, share)} for share in SHARES]
            inverse = None if _is_constant(curve) else inverted(curve, c, points)
            for one, other in settled(_conditions(primitive, curve, inverse), first, last):
                _check(primitive, curve, inverse, one, other)
                rises = bool(size(curve, {c: one}) < size(curve, {c: other}))
                scaled = None if inverse is None else _scaled(inverse, start, scale, curve, points[0])
                yield Cell(one, other, primitive, whole, scaled, rises)


def _is_constant(e: Expr) -> bool:
    return not e.has(c) or vanishes(e.diff(c))


def _scaled(inverse: Inverse, start: Expr, scale: Expr, shape: Expr, point: Mapping[Expr, Expr]) -> Inverse:
    """The inverse of start + scale * shape."""
    if (start, scale) == (0, 1):
        return inverse
    formula = inverse.formula.xreplace({Y: (Y - start) / scale})
    letters = dict.fromkeys(scale.atoms(Width) | scale.free_symbols | start.free_symbols, S.One)
    found = explained(formula, start + scale * shape, c, {**point, **letters})
    return replace(found, divisors=inverse.divisors)


def _conditions(primitive: Expr, curve: Expr, inverse: Inverse | None) -> list[Expr]:
    """What is to have one sign on every cell."""
    return delicate(primitive) + conditions(curve, inverse)


def conditions(curve: Expr, inverse: Inverse | None) -> list[Expr]:
    """What is to have one sign wherever a function of c is inverted.

    >>> conditions(c**2, inverted(c**2, c, [{c: S.Half}]))
    [c]
    """
    return [*delicate(curve), *(() if inverse is None else inverse.divisors + inverse.roots)]


def _check(primitive: Expr, curve: Expr, inverse: Inverse | None, low: Expr, high: Expr) -> None:
    """Raise `NoClosedForm` unless everything is continuous from end to end."""
    if not regular(primitive, low, high):
        raise NoClosedForm(f"{plain(primitive)} is not continuous from {plain(low)} to {plain(high)}")
    check_inverse(curve, inverse, low, high)


def check_inverse(curve: Expr, inverse: Inverse | None, low: Expr, high: Expr) -> None:
    """Raise `NoClosedForm` unless a function of c and its inverse are continuous between two numbers."""
    if not regular(curve, low, high):
        raise NoClosedForm(f"{plain(curve)} is not continuous from {plain(low)} to {plain(high)}")
    if inverse is not None:
        if not all(regular(1 / x, low, high) for x in inverse.divisors):
            raise NoClosedForm(f"the inverse of {plain(curve)} divides by zero")
        if any(x.has(c) and sign(x, low, high) != 1 for x in inverse.roots):
            raise NoClosedForm(f"a root in the inverse of {plain(curve)} is negative")


def spread(e: Expr) -> Expr:
    """A sum of products, with roots and logarithms as they are.

    >>> from sympy import sqrt
    >>> spread(c * (1 + sqrt(2 * c)))
    sqrt(2)*c**(3/2) + c
    """
    found = expand(e, log=False, power_base=False, power_exp=False)
    if found.has(nan, zoo, oo):
        raise NoClosedForm("a value at an end is not finite")
    return found
