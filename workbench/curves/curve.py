"""Exact curves: piecewise polynomials on an interval, with their jumps.

A curve knows its value at each point, also where it jumps; its area over any part; where two curves cross, and
which of them is lower in between. Breaks are rational or algebraic numbers, and every comparison is decided exactly.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import flint

from workbench.errors import InputError, shown
from workbench.formats import Hinting
from workbench.numbers.algebraic import Algebraic, Root, between, real, reduced, roots, sign_at, value_at
from workbench.numbers.certified import DIGITS, Real, lift, working_digits
from workbench.numbers.given import number
from workbench.numbers.piecewise import Polynomial, coefficients, polynomial, rational
from workbench.numbers.totals import total
from workbench.numbers.written import as_json, plain

"""Of the digits of a fraction in words."""


class Jump(NamedTuple):
    """A place where a curve jumps: the limit from the left, the value, and the limit from the right."""

    at: Algebraic
    left: Real
    value: Real
    right: Real

    def to_json(self) -> dict[str, Any]:
        """The place and the three values."""
        sides = {"left": as_json(self.left), "value": as_json(self.value), "right": as_json(self.right)}
        return {"at": as_json(real(self.at)), **sides}


class Region(NamedTuple):
    """An open interval on which one curve is lower (-1), equal (0) or higher (1) than another throughout."""

    low: Algebraic
    high: Algebraic
    sign: int

    def to_json(self) -> dict[str, Any]:
        """The ends and the sign."""
        return {"low": as_json(real(self.low)), "high": as_json(real(self.high)), "sign": self.sign}


class Stretch(NamedTuple):
    """An interval, perhaps a single point, on which one curve is lower (-1), equal (0) or higher (1) than another.

    Which of its ends belong to it is said by ``has_low`` and ``has_high``.

    >>> print(Stretch(Fraction(0), Fraction(1, 2), -1, True, False))
    [0, 1/2)
    """

    low: Algebraic
    high: Algebraic
    sign: int
    has_low: bool
    has_high: bool

    @property
    def is_point(self) -> bool:
        """Whether it is a single point."""
        return self.low == self.high

    def __str__(self) -> str:
        return f"{'[' if self.has_low else '('}{self.low}, {self.high}{']' if self.has_high else ')'}"


@dataclass(frozen=True, repr=False)
class Curve(Hinting):
    """``pieces[i]`` between ``breaks[i]`` and ``breaks[i + 1]``, and ``here[i](breaks[i])`` at a break itself.

    The first and the last break are the ends of the curve. Curves on one interval can be added, subtracted and
    multiplied by numbers. `Curve.of` builds every curve in one way only, so that equal functions are equal values.

    >>> curve = Curve.of([0, "1/2", 1], [polynomial(0, 1), polynomial(1)])
    >>> curve("1/4"), curve("1/2"), curve.left("1/2"), curve.area()
    (Fraction(1, 4), Fraction(1, 1), Fraction(1, 2), Fraction(5, 8))
    >>> curve
    Curve on [0, 1] of 2 pieces, 1 jump, area 5/8
    """

    breaks: tuple[Algebraic, ...]
    pieces: tuple[Polynomial, ...]
    here: tuple[Polynomial, ...]

    def __post_init__(self) -> None:
        if len(self.pieces) != len(self.breaks) - 1 or len(self.here) != len(self.breaks) or not self.pieces:
            raise ValueError(f"{len(self.breaks)} breaks, {len(self.pieces)} pieces, {len(self.here)} values at breaks")
        if any(not low < high for low, high in pairwise(self.breaks)):
            raise ValueError("the breaks do not ascend")

    @classmethod
    def of(cls, breaks: Iterable[Any], pieces: Iterable[Polynomial], here: Iterable[Polynomial] | None = None) -> Curve:
        """The curve with these pieces; where it jumps the piece on the right holds, unless ``here`` says else.

        Breaks that make no difference are dropped.
        """
        ends = [_exact(x) for x in breaks]
        parts = list(pieces)
        values = [reduced(p, x) for p, x in zip([*parts, parts[-1]] if here is None else here, ends, strict=True)]
        kept = [0]
        for i in range(1, len(parts)):
            if parts[i] != parts[i - 1] or reduced(parts[i], ends[i]) != values[i]:
                kept.append(i)
        return cls(
            tuple(ends[i] for i in (*kept, -1)), tuple(parts[i] for i in kept), tuple(values[i] for i in (*kept, -1))
        )

    @classmethod
    def line(cls, start: Fraction, end: Fraction) -> Curve:
        """The straight line from ``start`` at 0 to ``end`` at 1.

        >>> Curve.line(Fraction(0), Fraction(1, 2))("1/2")
        Fraction(1, 4)
        """
        return cls.of((0, 1), [polynomial(start, end - start)])

    def __repr__(self) -> str:
        low, high = (plain(x) for x in (self.breaks[0], self.breaks[-1]))
        jumps = len(self.jumps)
        what = f"{len(self.pieces)} piece{'s' * (len(self.pieces) > 1)}, {jumps} jump{'s' * (jumps != 1)}"
        return f"Curve on [{low}, {high}] of {what}, area {plain(self.area())}"

    # --- values ---------------------------------------------------------------------------------------

    def __call__(self, x: Any) -> Real:
        """The value at ``x``; `InputError` where the curve does not reach."""
        place = self._place(x)
        return value_at(self.polynomial_at(place), place)

    def polynomial_at(self, x: Any) -> Polynomial:
        """A polynomial that has the curve's value at ``x``."""
        place = self._place(x)
        i = bisect_left(self.breaks, place)
        return self.here[i] if self.breaks[i] == place else self.pieces[i - 1]

    def left(self, x: Any) -> Real:
        """The limit from the left at ``x``, at the left end the value there."""
        place = self._place(x)
        i = bisect_left(self.breaks, place)
        return value_at(self.pieces[i - 1], place) if i else self(place)

    def right(self, x: Any) -> Real:
        """The limit from the right at ``x``, at the right end the value there."""
        place = self._place(x)
        i = bisect_right(self.breaks, place)
        return value_at(self.pieces[i - 1], place) if i < len(self.breaks) else self(place)

    def _place(self, x: Any) -> Algebraic:
        place = _exact(x)
        if not self.breaks[0] <= place <= self.breaks[-1]:
            raise InputError(f"the point {shown(x)} lies outside [{plain(self.breaks[0])}, {plain(self.breaks[-1])}]")
        return place

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Where the curve jumps, at its ends too."""
        found = []
        for i, at in enumerate(self.breaks):
            before = self.pieces[i - 1] if i else self.here[i]
            after = self.pieces[i] if i < len(self.pieces) else self.here[i]
            if sign_at(before - self.here[i], at) or sign_at(after - self.here[i], at):
                found.append(Jump(at, value_at(before, at), value_at(self.here[i], at), value_at(after, at)))
        return tuple(found)

    # --- areas ----------------------------------------------------------------------------------------

    def area(self, low: Any = None, high: Any = None) -> Real:
        """The integral from ``low`` to ``high``, of the whole curve unless given; its negative where they descend.

        >>> Curve.line(Fraction(0), Fraction(1)).area("1/2", 1)
        Fraction(3, 8)
        """
        start = self.breaks[0] if low is None else self._place(low)
        stop = self.breaks[-1] if high is None else self._place(high)
        if stop < start:
            return -self.area(stop, start)
        first, last = bisect_right(self.breaks, start), bisect_left(self.breaks, stop)
        ends = [start, *self.breaks[first:last], stop]
        parts = self.pieces[max(first - 1, 0) : last] if start < stop else ()
        exact: list[Fraction] = []
        balls: list[flint.arb] = []
        with working_digits(DIGITS):
            for p, a, b in zip(parts, ends, ends[1:], strict=False):
                primitive = p.integral()
                for found in (value_at(primitive, b), -value_at(primitive, a)):
                    if isinstance(found, Fraction):
                        exact.append(found)
                    else:
                        balls.append(found)
            whole = total(exact)
            return sum(balls, lift(whole)) if balls else whole

    def mean(self, low: Any = None, high: Any = None) -> Real:
        """The mean value from ``low`` to ``high``: the expected loss for a condition uniform in between."""
        start = self.breaks[0] if low is None else self._place(low)
        stop = self.breaks[-1] if high is None else self._place(high)
        if start == stop:
            return self(start)
        area = self.area(start, stop)
        if isinstance(area, Fraction) and isinstance(start, Fraction) and isinstance(stop, Fraction):
            return area / (stop - start)
        with working_digits(DIGITS):
            return lift(area) / (lift(real(stop)) - lift(real(start)))

    # --- arithmetic -----------------------------------------------------------------------------------

    def __add__(self, other: Curve) -> Curve:
        return combined((self, other), lambda p, q: p + q)

    def __sub__(self, other: Curve) -> Curve:
        return combined((self, other), lambda p, q: p - q)

    def __mul__(self, factor: Fraction | int) -> Curve:
        scale = rational(_number(factor, "the factor"))
        return Curve.of(self.breaks, [p * scale for p in self.pieces], [p * scale for p in self.here])

    __rmul__ = __mul__

    def __neg__(self) -> Curve:
        return self * -1

    # --- comparisons ----------------------------------------------------------------------------------

    def regions(self, other: Curve) -> tuple[Region, ...]:
        """Where this curve is lower than the other (sign -1), equal (0) or higher (1).

        Maximal open intervals on which one of the three holds at every point; a point where the curves only
        touch separates two of them.

        >>> tent = Curve.of((0, "1/2", 1), [polynomial(0, 1), polynomial(1, -1)])
        >>> [(str(a), str(b), sign) for a, b, sign in tent.regions(Curve.line(Fraction(1, 4), Fraction(1, 4)))]
        [('0', '1/4', -1), ('1/4', '3/4', 1), ('3/4', '1', -1)]
        """
        gap = self - other
        found: list[Region] = []
        for i, (p, (low, high)) in enumerate(zip(gap.pieces, pairwise(gap.breaks), strict=True)):
            cuts = [low, *(roots(p, low, high) if p.degree() > 0 else []), high]
            for a, b in pairwise(cuts):
                sign = sign_at(p, between(a, b)) if p.degree() >= 0 else 0
                joins = a == low and found and sign == sign_at(gap.here[i], a)
                if joins and found[-1].sign == sign:
                    a = found.pop().low
                found.append(Region(a, b, sign))
        return tuple(found)

    def stretches(self, other: Curve) -> tuple[Stretch, ...]:
        """The whole interval cut into the maximal parts on which this curve is lower than the other, equal or higher.

        Unlike `regions` they know their ends, and a point at which the order is that of neither side is one of them.

        >>> rising, falling = Curve.line(Fraction(0), Fraction(1)), Curve.line(Fraction(1), Fraction(0))
        >>> [(str(x), x.sign) for x in rising.stretches(falling)]
        [('[0, 1/2)', -1), ('[1/2, 1/2]', 0), ('(1/2, 1]', 1)]
        """
        gap, regions = self - other, self.regions(other)
        edges = [regions[0].low, *(region.high for region in regions)]
        signs = [sign_at(gap.polynomial_at(x), x) for x in edges]
        beside = [None, *(region.sign for region in regions), None]
        found = []
        for i, (x, sign) in enumerate(zip(edges, signs, strict=True)):
            if sign not in beside[i : i + 2]:
                found.append(Stretch(x, x, sign, True, True))
            if i < len(regions):
                own = regions[i].sign
                found.append(Stretch(x, edges[i + 1], own, sign == own, signs[i + 1] == own))
        return tuple(found)

    def crossings(self, other: Curve) -> tuple[Algebraic, ...]:
        """The points strictly inside at which the order of the two curves changes, or is another one for an instant."""
        return tuple(region.low for region in self.regions(other)[1:])

    # --- for eyes and programs --------------------------------------------------------------------------

    def points(self, per_piece: int = 16, small: float = 0) -> list[tuple[float, float]]:
        """A polyline that draws the curve: straight pieces by their ends, bent ones by ``per_piece`` chords.

        A jump is a vertical step through the value at the break, or that value alone where it is not more than
        ``small``.

        >>> steps = Curve.of([0, "1/4", "1/2", 1], [polynomial(0), polynomial(Fraction(1, 8)), polynomial(1)])
        >>> steps.points(small=0.2)
        [(0.0, 0.0), (0.25, 0.125), (0.5, 0.125), (0.5, 1.0), (1.0, 1.0)]
        """
        drawn: list[tuple[float, float]] = []
        for i, (p, (low, high)) in enumerate(zip(self.pieces, pairwise(self.breaks), strict=True)):
            chords = 1 if p.degree() <= 1 else per_piece
            start, stop = float(low), float(high)
            drawn.append((start, _float(value_at(self.here[i], low))))
            drawn.append((start, _float(value_at(p, low))))
            floats = [float(x) for x in coefficients(p)]
            inner = [start + (stop - start) * k / chords for k in range(1, chords)]
            drawn += [(x, sum(a * x**k for k, a in enumerate(floats))) for x in inner]
            drawn.append((stop, _float(value_at(p, high))))
        drawn.append((float(self.breaks[-1]), _float(value_at(self.here[-1], self.breaks[-1]))))
        found: list[tuple[float, float]] = []
        for _, group in groupby(drawn, key=lambda point: point[0]):
            steps = list(group)
            heights = [y for _, y in steps]
            is_small = max(heights) - min(heights) <= small
            found += [steps[len(steps) // 2]] if is_small else [point for point, _ in groupby(steps)]
        return found

    def __reduce__(self) -> tuple[Callable[..., Curve], tuple[Any, ...]]:
        """How a curve is pickled: its polynomials by their coefficients."""
        return _from_numbers, (
            self.breaks,
            [coefficients(p) for p in self.pieces],
            [coefficients(p) for p in self.here],
        )

    def to_json(self) -> dict[str, Any]:
        """Breaks, the coefficients of each piece with the constant one first, the values at breaks, and the area."""
        return {
            "breaks": [as_json(real(x)) for x in self.breaks],
            "pieces": [[str(x) for x in coefficients(p)] for p in self.pieces],
            "values": [as_json(value_at(p, x)) for p, x in zip(self.here, self.breaks, strict=True)],
            "area": as_json(self.area()),
        }


def _from_numbers(breaks: tuple[Algebraic, ...], pieces: list[list[Fraction]], here: list[list[Fraction]]) -> Curve:
    return Curve(breaks, tuple(polynomial(*p) for p in pieces), tuple(polynomial(*p) for p in here))


def checked_curve(given: object) -> Curve:
    """``given``, seen to be a curve; `InputError` says where curves come from.

    >>> checked_curve(3)
    Traceback (most recent call last):
    workbench.errors.InputError: 3 is no Curve; cost_curve(sample, method) is one, and so is RocCurve.of(sample).curve
    """
    if not isinstance(given, Curve):
        raise InputError(
            f"{shown(given)} is no Curve; cost_curve(sample, method) is one, and so is RocCurve.of(sample).curve"
        )
    return given


def combined(curves: Collection[Curve], combine: Callable[..., Polynomial]) -> Curve:
    """``combine`` applied to the polynomials of several curves on one interval, between and at all their breaks."""
    breaks = _all_breaks(curves)
    held = [_pieces_at(curve, breaks) for curve in curves]
    return Curve.of(
        breaks,
        [combine(*parts) for parts in zip(*(pieces for pieces, _ in held), strict=True)],
        [combine(*parts) for parts in zip(*(here for _, here in held), strict=True)],
    )


def _all_breaks(curves: Collection[Curve]) -> list[Algebraic]:
    """The breaks of several curves, ascending; `InputError` unless all are on one interval."""
    if not isinstance(curves, Collection):
        raise InputError(f"{shown(curves)} is no list of curves")
    if not curves:
        raise InputError("no curves are given; one is needed at least")
    ends = {(curve.breaks[0], curve.breaks[-1]) for curve in map(checked_curve, curves)}
    if len(ends) != 1:
        words = " and ".join(f"[{plain(a)}, {plain(b)}]" for a, b in sorted(ends))
        raise InputError(f"curves on {words} cannot be combined; all must be on one interval")
    return [x for x, _ in groupby(sorted(x for curve in curves for x in curve.breaks))]


def _pieces_at(curve: Curve, breaks: list[Algebraic]) -> tuple[list[Polynomial], list[Polynomial]]:
    """The polynomials of a curve between and at breaks that include its own."""
    pieces: list[Polynomial] = []
    here: list[Polynomial] = []
    i = 0
    for x in breaks:
        own = x == curve.breaks[i]
        here.append(curve.here[i] if own else pieces[-1])
        if own and i < len(curve.pieces):
            i += 1
        pieces.append(curve.pieces[i - 1])
    return pieces[:-1], here


def lowest(curves: Collection[Curve]) -> tuple[Curve, tuple[tuple[Algebraic, Algebraic, int], ...]]:
    """The lower envelope of some curves, and the open intervals on which each, the first among equals, attains it.

    >>> rising, falling = Curve.line(Fraction(0), Fraction(1)), Curve.line(Fraction(1), Fraction(0))
    >>> envelope, chosen = lowest([rising, falling])
    >>> envelope.area(), [(str(a), str(b), k) for a, b, k in chosen]
    (Fraction(1, 4), [('0', '1/2', 0), ('1/2', '1', 1)])
    """
    base = _all_breaks(curves)
    held = [_pieces_at(curve, base) for curve in curves]
    breaks: list[Algebraic] = []
    pieces: list[Polynomial] = []
    here: list[Polynomial] = []
    chosen: list[tuple[Algebraic, Algebraic, int]] = []
    for i, (low, high) in enumerate(pairwise(base)):
        parts, values = [between_them[i] for between_them, _ in held], [at_them[i] for _, at_them in held]
        inner = {x for k, p in enumerate(parts) for q in parts[:k] if p != q for x in roots(p - q, low, high)}
        for a, b in pairwise([low, *sorted(inner), high]):
            which, p = _least(parts, between(a, b))
            least = _least(values, a)[1] if a == low else p
            joins = chosen and chosen[-1][2] == which and (a != low or not sign_at(values[which] - least, a))
            chosen.append((chosen.pop()[0] if joins else a, b, which))
            breaks.append(a)
            pieces.append(p)
            here.append(least)
    breaks.append(base[-1])
    here.append(_least([at_them[-1] for _, at_them in held], base[-1])[1])
    return Curve.of(breaks, pieces, here), tuple(chosen)


def _least(parts: Sequence[Polynomial], x: Algebraic) -> tuple[int, Polynomial]:
    best = 0
    for k in range(1, len(parts)):
        if sign_at(parts[k] - parts[best], x) < 0:
            best = k
    return best, parts[best]


def _exact(x: Any) -> Algebraic:
    """A point as the exact number it is; `InputError` when it is none."""
    return x if isinstance(x, Root) else _number(x, "the point")


def _number(given: Any, what: str) -> Fraction:
    try:
        return given if isinstance(given, Fraction) else number(given)
    except ValueError as error:
        raise InputError(f"{what} {shown(given)} {error}") from None


def _float(x: Real) -> float:
    return float(x if isinstance(x, Fraction) else x.mid())
