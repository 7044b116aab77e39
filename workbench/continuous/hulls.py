"""The convex hull of a continuous ROC curve, with a proof of its shape.

Along increasing scores the likelihood ratio f1/f0 decides where thresholds are worth setting. Where it
rises the ROC curve is concave and every threshold is optimal for one operating condition; where it
falls thresholds are pooled into a chord. `hull` decides by rule whether the ratio rises, falls, rises
and then falls, or falls and then rises:

Beta         (log f1/f0)' = (a1 - a0)/s - (b1 - b0)/(1-s), so at most one turn
normal       (log f1/f0)' is linear in s, so at most one turn
exponential  (log f1/f0)' is constant
polynomial   the sign of f1' f0 - f1 f0' on each piece by Sturm's theorem, and the jumps between pieces

With one turn a single chord ends in a corner of the ROC square. It touches the curve at the t where
the ratio equals the ratio of the pooled masses; on the rising side that happens exactly once, because
the pooled ratio grows as long as what it loses lies below it and falls afterwards. Piecewise constant
densities need no shape: pooling adjacent violators is exact.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, fmpq, fmpq_poly

from workbench.continuous.distributions import Beta, Distribution, Exponential, Normal
from workbench.continuous.polynomials import fraction, quotient, sign_between
from workbench.continuous.quadrature import Piece, Point, crossing, end_signs, pieces
from workbench.errors import NotSupported

Corner: TypeAlias = "tuple[Any, Any]"

ORIGIN: Corner = (fmpq(0), fmpq(0))
CORNER: Corner = (fmpq(1), fmpq(1))


@dataclass(frozen=True, eq=False)
class Chord:
    """A straight part of the hull between two points (F0, F1), and the scores that it pools."""

    start: Corner
    end: Corner
    pieces: tuple[Piece, ...]

    @property
    def masses(self) -> Corner:
        """The mass of each class that it pools."""
        return self.end[0] - self.start[0], self.end[1] - self.start[1]


@dataclass(frozen=True, eq=False)
class Hull:
    """The ROC convex hull: where it is the curve itself, and its chords."""

    curve: tuple[Piece, ...]
    chords: tuple[Chord, ...]


def hull(first: Distribution, second: Distribution) -> Hull:
    """The hull of the ROC curve (F0, F1) of two classes; `NotSupported` where no rule proves its shape.

    >>> [chord.end for chord in hull(Beta(2, 1), Beta(1, 2)).chords]
    [(1, 1)]
    """
    flat = first.densities and second.densities
    if flat and all(p.degree() <= 0 for d in (first, second) for *_, p in d.densities):
        return Hull((), tuple(_pooled(pieces((first, second)))))
    whole = pieces((first, second))
    if first == second:
        return Hull((), (Chord(ORIGIN, CORNER, whole),))
    direction, turn, left, right = _shape(first, second)
    if turn is None:
        return Hull(whole, ()) if direction >= 0 else Hull((), (Chord(ORIGIN, CORNER, whole),))
    parts = pieces((first, second), breaks=[turn])
    at = quotient(turn)
    before = tuple(p for p in parts if p.right is not None and p.right <= at)
    after = parts[len(before) :]
    if (direction > 0 and left >= 0) or (direction < 0 and right <= 0):
        return Hull((), (Chord(ORIGIN, CORNER, parts),))
    if direction > 0:
        curve, rest, touch = split(before, _tail_contrast)
        return Hull(curve, (Chord(touch, CORNER, (*rest, *after)),))
    rest, curve, touch = split(after, _head_contrast)
    return Hull(curve, (Chord(ORIGIN, touch, (*before, *rest)),))


def _tail_contrast(p: Point) -> Any:
    """Positive where the ratio exceeds that of all higher scores together."""
    return p.d(1) * (1 - p.cdf(0)) - p.d(0) * (1 - p.cdf(1))


def _head_contrast(p: Point) -> Any:
    """Positive where the ratio exceeds that of all lower scores together."""
    return p.d(1) * p.cdf(0) - p.d(0) * p.cdf(1)


def split(
    parts: tuple[Piece, ...], contrast: Callable[[Point], Any]
) -> tuple[tuple[Piece, ...], tuple[Piece, ...], Corner]:
    """``parts`` before and after the score where ``contrast`` turns from negative to positive, and the
    ROC point there. ``contrast`` is linear in the masses and is known to turn exactly once."""
    for i, piece in enumerate(parts):
        if piece.tail is not None:
            continue
        start, end = end_signs(piece, contrast)
        beside_tail, last = bool(i and parts[i - 1].tail), i + 1 == len(parts)
        if start == 0 or (end == -1 and not last):
            continue
        if start == 1 and not beside_tail:
            return parts[:i], parts[i:], _corner(piece, piece.lower)
        if (beside_tail and start != -1) or (not last and end != 1):
            break
        if end == -1:
            return parts, (), _corner(piece, piece.upper)  # the ratio jumps past the pooled one
        y = crossing(piece, contrast)
        return (*parts[:i], piece.cut(upper=y)), (piece.cut(lower=y), *parts[i + 1 :]), _corner(piece, y)
    raise NotSupported("the end of a chord of the ROC convex hull could not be enclosed")


def least(over: Hull, weight0: Any, weight1: Any) -> Any:
    """The minimum of weight0 (1 - F0) + weight1 F1 over all thresholds, for weights >= 0.

    On each piece of the curve the ratio rises, so the minimum is where weight1 f1 = weight0 f0 or at an end.
    """

    def contrast(p: Point) -> Any:
        return p.number(weight1) * p.d(1) - p.number(weight0) * p.d(0)

    corners = [ORIGIN, CORNER, *(c for chord in over.chords for c in (chord.start, chord.end))]
    for piece in over.curve:
        if piece.tail is not None:
            corners.append((piece.tail[0][0].real, piece.tail[0][1].real))
            continue
        start, end = end_signs(piece, contrast)
        y = piece.lower if start in (0, 1) else piece.upper if end == -1 else crossing(piece, contrast)
        corners.append(_corner(piece, y))
    losses = [weight0 * (1 - f0) + weight1 * f1 for f0, f1 in corners]
    best = losses[0]
    for loss in losses[1:]:
        if not best <= loss:
            best = loss if loss <= best else arb(best).min(arb(loss))
    return best


def _corner(piece: Piece, y: Any) -> Corner:
    point = piece.at(y)
    return point.cdf(0), point.cdf(1)


def _pooled(bins: Iterable[Piece]) -> list[Chord]:
    """Adjacent violators pooled: chords of increasing ratio of class 1 to class 0."""
    chords: list[Chord] = []
    for piece in bins:
        chord = Chord(_corner(piece, piece.lower), _corner(piece, piece.upper), (piece,))
        if chord.masses == (0, 0):
            continue
        while chords and chords[-1].masses[1] * chord.masses[0] >= chord.masses[1] * chords[-1].masses[0]:
            before = chords.pop()
            chord = Chord(before.start, chord.end, before.pieces + chord.pieces)
        chords.append(chord)
    return chords


def slope(p: Point) -> Any:
    """The derivative of log f1/f0 along the chart of a point, for two classes of one family."""
    first, second = p.piece.distributions[:2]
    if isinstance(first, Beta) and isinstance(second, Beta):
        a, b = (quotient(x) for x in (second.a - first.a, second.b - first.b))
        return (p.arithmetic.divide(p.number(a), p.x) - p.arithmetic.divide(p.number(b), 1 - p.x)) * p.dx
    if isinstance(first, Normal) and isinstance(second, Normal):
        means, weights = zip(*((quotient(d.mean), quotient(1 / d.deviation**2)) for d in (first, second)), strict=True)
        level = weights[1] * means[1] - weights[0] * means[0]
        return (p.number(level) - p.number(weights[1] - weights[0]) * p.x) * p.dx
    if isinstance(first, Exponential) and isinstance(second, Exponential):
        return p.number(quotient(first.rate - second.rate)) * p.dx
    one, other = p.piece.ratio
    if not (isinstance(one, fmpq_poly) and isinstance(other, fmpq_poly)):
        raise NotSupported(f"no rule gives the slope of the ROC curve of {first} and {second}")
    turn = other.derivative() * one - other * one.derivative()
    return p.arithmetic.divide(p.see(turn), p.see(one) * p.see(other))


# --- the shape of the likelihood ratio ---------------------------------------------------------------------


def _shape(first: Distribution, second: Distribution) -> tuple[int, Fraction | None, int, int]:
    """The direction in which f1/f0 starts, the score where it turns (None: it never does), and the signs of
    log f1/f0 at the left and the right end, which matter only when it turns."""
    if isinstance(first, Beta) and isinstance(second, Beta):
        a, b = second.a - first.a, second.b - first.b
        if a * b <= 0:
            return (1 if a > b or a == b == 0 else -1), None, 0, 0
        return (1 if a > 0 else -1), a / (a + b), (-1 if a > 0 else 1), (-1 if b > 0 else 1)
    if isinstance(first, Normal) and isinstance(second, Normal):
        weights = 1 / first.deviation**2, 1 / second.deviation**2
        slope = weights[0] - weights[1]
        if slope == 0:
            return (1 if second.mean >= first.mean else -1), None, 0, 0
        turn = (first.mean * weights[0] - second.mean * weights[1]) / slope
        outside = 1 if slope > 0 else -1
        return -outside, turn, outside, outside
    if isinstance(first, Exponential) and isinstance(second, Exponential):
        return (1 if first.rate >= second.rate else -1), None, 0, 0
    if first.densities and second.densities:
        return _polynomial_shape(first, second)
    raise NotSupported(f"no rule proves the shape of the ROC curve of {first} and {second}")


def _polynomial_shape(first: Distribution, second: Distribution) -> tuple[int, Fraction | None, int, int]:
    ratios: list[Fraction] = []  # f1 / (f0 + f1) at the left and right end of each interval, in order
    moves: list[tuple[int, Fraction]] = []
    for low, high in _intervals(first, second):
        f0, f1 = (_density(d, (low + high) / 2) for d in (first, second))
        if not f0 and not f1:
            continue
        start, end = _share(f0, f1, low), _share(f0, f1, high)
        if ratios:
            moves.append(((start > ratios[-1]) - (start < ratios[-1]), low))
        moves += _moves(f1.derivative() * f0 - f1 * f0.derivative(), low, high)
        ratios += [start, end]
    moves = [(sign, at) for sign, at in moves if sign]
    turns = [moves[i] for i in range(1, len(moves)) if moves[i][0] != moves[i - 1][0]]
    if len(turns) > 1:
        raise NotSupported(f"the likelihood ratio of {first} and {second} turns {len(turns)} times")
    half = Fraction(1, 2)
    left, right = ((r > half) - (r < half) for r in (ratios[0], ratios[-1]))
    return (moves[0][0] if moves else 1), (turns[0][1] if turns else None), left, right


def _intervals(first: Distribution, second: Distribution) -> list[tuple[Fraction, Fraction]]:
    ends = sorted({*first.breaks, *second.breaks})
    return list(itertools.pairwise(ends))


def _density(distribution: Distribution, inside: Fraction) -> fmpq_poly:
    found = (poly for low, high, poly in distribution.densities if low < inside < high)
    return next(found, fmpq_poly([0]))


def _share(f0: fmpq_poly, f1: fmpq_poly, at: Fraction) -> Fraction:
    """The limit of f1 / (f0 + f1) at an end of an interval: by the first coefficients not both zero."""
    shift = fmpq_poly([quotient(at), 1])
    a, b = (list(f(shift).coeffs()) for f in (f0, f1))
    for k in range(max(len(a), len(b))):
        x, y = abs(a[k]) if k < len(a) else fmpq(0), abs(b[k]) if k < len(b) else fmpq(0)
        if x or y:
            return fraction(y / (x + y))
    raise AssertionError("two densities that vanish have no ratio")


def _moves(slope: fmpq_poly, low: Fraction, high: Fraction) -> list[tuple[int, Fraction]]:
    """(direction, from where) of the ratio on an interval where its derivative has the sign of ``slope``."""
    sign = sign_between(slope, quotient(low), quotient(high))
    if sign is not None:
        return [(sign, low)]
    left, right, start = quotient(low), quotient(high), None
    for _ in range(400):
        middle = (left + right) / 2
        start = sign_between(slope, quotient(low), middle)
        left, right = (left, middle) if start is None else (middle, right)
    start = sign_between(slope, quotient(low), left)
    rest = sign_between(slope, right, quotient(high))
    if start is None or rest is None or start * rest >= 0:
        raise NotSupported("the likelihood ratio turns more than once between two break points")
    # cut so that the rising side lies clear of the turn
    return [(start, low), (rest, fraction(left if start > 0 else right))]
