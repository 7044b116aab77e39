"""The sign of an expression at every point of a box: proved, or refuted by a point.

Expressions are made of polynomials and quotients with rational coefficients, of indicators, minima, maxima
and absolute values of such, and of roots of one variable or of one less it. The box is cut into the open cells on
which nothing changes sign or switches (`workbench.certificates.cell_points`), and the expression is evaluated, exactly,
at one point of each.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import Abs, Dummy, Expr, Max, Min, Poly, Pow, Rational, S, Symbol
from sympy.polys.polyerrors import BasePolynomialError

from workbench.certificates.cell_points import UNIT, Interval, sample_points
from workbench.limits import Work
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.notation import Below, Clip, Width

MAX_BRANCHES = 128
MARGINS = (Fraction(1, 100), Fraction(1, 10**6))


class NotDecided(ValueError):
    """The sign of an expression cannot be found this way; the message says what stood in the way."""


def negative_point(
    f: Expr,
    box: Mapping[Symbol, Interval],
    work: Work | None = None,
    *,
    where: Callable[[Mapping[Symbol, Fraction]], bool] | None = None,
    borders: Iterable[Expr] = (),
) -> dict[Symbol, Fraction] | None:
    """A point of the box at which ``f`` is negative; None when ``f`` is nonnegative on the whole box.

    With ``where`` only the part of the box on which it holds counts; it must be open, and its ``borders``
    zeros of the given polynomials. Raises `NotDecided` and `cells.OutOfTime`.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> negative_point(x**2 - 2 * x * y + y**2, {x: UNIT, y: UNIT}) is None
    True
    >>> negative_point(x - 2 * x**2, {x: UNIT})
    {x: Fraction(2, 3)}
    """
    points = {v: low for v, (low, high) in box.items() if low is not None and low == high}
    if points:
        return _at_points(points, f, box, work, where, borders)
    unknown = sorted(x.name for x in f.free_symbols - set(box))
    if unknown:
        raise NotDecided(f"nothing is known of {', '.join(unknown)}")
    directions = _directions(f, box)
    g, meaning = without_roots(f, box)
    variables = [next(iter(e.free_symbols)) for e in meaning.values()]
    sides = [box[v] if e == v else UNIT for v, e in meaning.items()]
    critical = critical_polynomials(g) | {_put(b, meaning) for b in borders}
    for place in sample_points([_terms(p, variables) for p in critical], sides, work):
        here = dict(zip(variables, place, strict=True))
        point = {v: value_at(e, here) for v, e in meaning.items()}
        if (where is None or where(point)) and value_at(g, here) < 0:
            return point
    for v, way in directions.items():
        end = box[v][0 if way == 1 else 1]
        found = None if end is None else _at_points({v: end}, f, box, work, where, borders)
        if found is not None:
            return found
    return None


def _at_points(
    points: dict[Symbol, Fraction],
    f: Expr,
    box: Mapping[Symbol, Interval],
    work: Work | None,
    where: Callable[[Mapping[Symbol, Fraction]], bool] | None,
    borders: Iterable[Expr],
) -> dict[Symbol, Fraction] | None:
    """`negative_point` with some variables put to numbers."""
    rest = {v: side for v, side in box.items() if v not in points}
    there = None if where is None else (lambda at: where({**points, **at}))
    found = negative_point(_put(f, points), rest, work, where=there, borders=[_put(b, points) for b in borders])
    return None if found is None else {**points, **found}


def is_positive(
    f: Expr, box: Mapping[Symbol, Interval], interior: Iterable[Expr], work: Work | None, **limits: Any
) -> bool:
    """Whether ``f`` is seen to be positive on the box, where the ``interior`` factors are known to be positive.

    >>> p = Symbol("p")
    >>> is_positive(p * (1 - p), {p: UNIT}, [p, 1 - p], None), is_positive(p * (1 - p), {p: UNIT}, [p], None)
    (True, False)
    """
    for factor in interior:
        while True:
            quotient = _divided(f, factor)
            if quotient is None:
                break
            f = quotient
    return any(negative_point(f - margin, box, work, **limits) is None for margin in MARGINS)


def _divided(f: Expr, factor: Expr) -> Expr | None:
    if f.atoms(Below, Clip, Max, Min, Abs) or not f.is_polynomial(*f.free_symbols) or f == 0:
        return None
    variables = sorted(f.free_symbols | factor.free_symbols, key=str)
    quotient, rest = Poly(f, *variables).div(Poly(factor, *variables))
    return quotient.as_expr() if rest.is_zero and not Poly(f, *variables).is_zero else None


# --- jumps ----------------------------------------------------------------------------------------------


def _directions(f: Expr, box: Mapping[Symbol, Interval]) -> dict[Symbol, int]:
    """For each variable that takes indicators off their jumps: whether they rise with it (1) or fall (-1).

    An indicator is zero at its jump, and so it is a little below in a variable with which it rises, a little above in
    one with which it falls. When each indicator has one such variable alone on one side, the others standing
    still, moving them all a little leaves every indicator as it is. So it is enough to look at open cells and at
    the ends of the box from which these variables cannot move.
    """
    events = sorted(f.atoms(Below), key=str)
    choices = []
    for event in events:
        low, high = event.args
        options = [(high, 1)] * (high in box and not low.has(high)) + [(low, -1)] * (low in box and not high.has(low))
        if not options:
            raise NotDecided(f"{event} compares what is no variable")
        choices.append(options)
    for chosen in itertools.product(*choices):
        directions = dict(chosen)
        alone = all(event.free_symbols & directions.keys() == {v} for event, (v, _) in zip(events, chosen, strict=True))
        if alone and all(directions[v] == way for v, way in chosen):
            return directions
    raise NotDecided("indicators that jump together in more than one way")


def _put(f: Expr, values: Mapping[Symbol, Any]) -> Expr:
    rational = {v: Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x for v, x in values.items()}
    return f.xreplace(rational).replace(
        lambda e: isinstance(e, Below) and e.args[0].is_number and e.args[1].is_number,
        lambda e: S.One if bool(e.args[0] < e.args[1]) else S.Zero,
    )


def critical_polynomials(f: Expr) -> set[Expr]:
    """The polynomials at whose zeros ``f`` may switch or change sign."""
    found: set[Expr] = set()
    leaves = 0

    def visit(e: Expr) -> None:
        nonlocal leaves
        switch = _innermost_switch(e)
        if switch is None:
            leaves += 1
            if leaves > MAX_BRANCHES:
                raise NotDecided("too many cases")
            found.update(as_quotient(e))
            return
        borders, values = _cases(switch)
        for border in borders:
            found.update(as_quotient(border))
        for value in values:
            visit(e.xreplace({switch: value}))

    visit(f)
    return {p for p in found if not p.is_number}


def _postorder(e: Expr) -> Iterator[Expr]:
    for a in e.args:
        yield from _postorder(a)
    yield e


def branch_at(f: Expr, here: Mapping[Symbol, Fraction]) -> Expr:
    """``f`` near a point at which nothing switches: each indicator, maximum and the like as the branch taken there.

    >>> x = Symbol("x")
    >>> branch_at(Max(x**2, x) + Below(x, 1), {x: Fraction(1, 2)})
    x + 1
    """

    def taken(e: Expr) -> Expr:
        _, values = _cases(e)
        return next(v for v in values if value_at(v, here) == value_at(e, here))

    while (switch := _innermost_switch(f)) is not None:
        f = f.xreplace({switch: taken(switch)})
    return f


def _innermost_switch(e: Expr) -> Expr | None:
    return next((x for x in _postorder(e) if isinstance(x, Below | Clip | Max | Min | Abs)), None)


def _cases(switch: Expr) -> tuple[list[Expr], list[Expr]]:
    a = switch.args
    if isinstance(switch, Below):
        return [a[1] - a[0]], [S.Zero, S.One]
    if isinstance(switch, Clip):
        return [a[0] - a[1], a[0] - a[2]], list(a)
    if isinstance(switch, Abs):
        return [a[0]], [a[0], -a[0]]
    return [x - y for i, x in enumerate(a) for y in a[:i]], list(a)


# --- roots ----------------------------------------------------------------------------------------------


def without_roots(f: Expr, box: Mapping[Symbol, Interval]) -> tuple[Expr, dict[Symbol, Expr]]:
    """``f`` with V**m or 1 - V**m put for each variable of which it has roots, and what each variable means."""
    meaning: dict[Symbol, Expr] = {}
    for v, side in box.items():
        roots = {(p.base, p.exp.q) for p in f.atoms(Pow) if p.base.has(v) and p.exp.is_Rational and p.exp.q > 1}
        bases = {base for base, _ in roots}
        if bases and (side != UNIT or bases not in ({v}, {1 - v})):
            raise NotDecided(f"no rule takes away the root of {', '.join(sorted(map(str, bases)))}")
        meaning[v] = v
        if bases:
            root = Dummy(nonnegative=True) ** math.lcm(*(q for _, q in roots))
            meaning[v] = 1 - root if bases == {1 - v} else root
            f = f.xreplace({v: meaning[v]})
    return f, meaning


# --- exact values -----------------------------------------------------------------------------------------


def _terms(p: Expr, variables: list[Symbol]) -> dict[tuple[int, ...], Fraction]:
    try:
        polynomial = Poly(p, *variables, domain="QQ")
    except BasePolynomialError:
        raise NotDecided(f"{p} is no polynomial with rational coefficients") from None
    return {e: Fraction(int(c.numerator), int(c.denominator)) for e, c in polynomial.terms()}


def value_at(e: Expr, here: Mapping[Symbol, Fraction]) -> Fraction:
    """The exact value of an expression without roots at a point."""
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if isinstance(e, Symbol):
        if e not in here:
            raise NotDecided(f"nothing is known of {e.name}")
        return here[e]
    values = [value_at(a, here) for a in e.args]
    if e.is_Add:
        return sum(values, Fraction(0))
    if e.is_Mul:
        return math.prod(values, start=Fraction(1))
    if isinstance(e, Pow) and values[1].denominator == 1:
        return values[0] ** int(values[1])
    if isinstance(e, Below):
        return Fraction(values[0] < values[1])
    if isinstance(e, Clip):
        return min(max(values[0], values[1]), values[2])
    if isinstance(e, Width):
        return values[1] - values[0]
    if isinstance(e, Abs):
        return abs(values[0])
    if isinstance(e, Max | Min):
        return max(values) if isinstance(e, Max) else min(values)
    raise NotDecided(f"{type(e).__name__} has no exact value")
