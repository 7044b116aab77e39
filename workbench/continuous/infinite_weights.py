"""Losses on continuous models under a weight ``f`` of the condition that is not integrable: log loss, boosting.

Thresholds or rates that are the condition itself, or optimal ones, lose

    L = pi0 E0[M(v)] + pi1 E1[A(v)],   M(v) = int_0^v 2 c f(c) dc,   A(v) = int_v^1 2 (1 - c) f(c) dc

at the place v of an example: its score, its rank as a rate, or its posterior on the ROC convex hull. M may have no
bound near 1, A near 0. Beyond 1 - d, with ``1 - F0 <= C (1 - v)**b``, what M adds is at most

    C {M(1 - d) d**b + int_{1 - d}^1 2 c f(c) (1 - c)**b dc}

and what A adds at most A(1 - d); likewise near 0. The integral of M is infinite where this one is.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq, fmpq_poly

from workbench.continuous.cost_laws import C, Costs, Written
from workbench.continuous.hulls import Hull, hull
from workbench.continuous.places import on_curve, split
from workbench.continuous.polynomials import ModelError, quotient
from workbench.continuous.quadrature import Piece, Point, integrate, pieces
from workbench.errors import NotSupported
from workbench.language.syntax import Method, Name
from workbench.losses.cut_densities import CutDensity
from workbench.losses.formulas import times, to_power
from workbench.numbers.certified import lift

_WHOLE = fmpq_poly([1])
ENDLESS = arb(10) ** 1_000_000
STEP = 8


def loss_of_infinite(model: Any, method: Method, weight: tuple[CutDensity, CutDensity], engine: str) -> Any:
    """The loss of a method, given by its law, under a weight of infinite mass on [0, 1], as it is in c and in 1 - c.

    `ModelError` where it is infinite, `NotSupported` for another method.
    """
    plain = method.name in ("score", "rate") and method.arguments[0] == Name("c")
    if not (plain or method.name == "optimal"):
        raise NotSupported(f"{method} under a weight of infinite mass; score(c), rate(c) and optimal are computed")
    if method.name == "score" and not model.probabilistic:
        raise ModelError(f"{method} under a weight of infinite mass needs scores in [0, 1]")
    law, turned = (Written(part) for part in weight)
    found = [law.costs_at(v) for v in (Fraction(1, 4), Fraction(3, 4))]
    if not all(value.is_finite() for pair in found for value in pair):
        raise ModelError(f"the loss of {method} is infinite: its weight is, near an end")
    cut = Fraction(1, 2 ** (5 * flint.ctx.prec // 8))
    if method.name == "score":
        edges = model.class1.edge(), model.class0.mirrored().edge()
    else:
        edges = tuple((1 / share, Fraction(1)) for share in reversed(model.shares))  # type: ignore[assignment]
    most = sum((_added(end, cut, *edge) for end, edge in zip((law, turned), edges, strict=True)), start=arb(0))
    if most > ENDLESS:
        raise ModelError(f"the loss of {method} under this weight is infinite")
    slack = arb(0).union(most)
    if method.name == "score":
        inside = pieces(model.classes, breaks=law.breaks, within=(cut, 1 - cut))
        return slack + integrate(_by_cost(model, law), inside, engine)
    over = hull(*model.classes) if method.name == "optimal" else Hull(pieces(model.classes, breaks=law.breaks), ())
    total: Any = fmpq(0)
    for chord in over.chords:
        total += _pooled(law, *(share * mass for share, mass in zip(model.shares, chord.masses, strict=True)))
    if not over.curve:
        return total
    farthest = law.costs_at(cut)[1] + turned.costs_at(cut)[1]
    for piece in over.curve:
        if piece.tail is not None:
            slack += arb(0).union(piece.tail[1] * farthest)
    kind = "posterior" if method.name == "optimal" else "rate"
    parts = [piece for piece in over.curve if piece.tail is None]
    parts[0] = parts[0].cut(lower=_near(model, parts[0], kind, cut, False))
    parts[-1] = parts[-1].cut(upper=_near(model, parts[-1], kind, cut, True))
    if kind == "posterior":
        return total + slack + on_curve(model, parts, law, engine)
    return total + slack + integrate(_by_rate(model, law), _at_breaks(model, parts, law), engine)


def _at_breaks(model: Any, parts: list[Piece], law: Written) -> list[Piece]:
    """Pieces cut where the rate is at a break of the weight."""
    found: list[Piece] = []
    for level in law.breaks[1:-1]:
        before, parts = split(model, parts, quotient(level), "rate")
        found += before
    return [*found, *parts]


def _by_rate(model: Any, law: Written) -> Any:
    """``f(R) Q(t; R) dR``: what is thresholded at each condition, by the rate."""

    def form(p: Point) -> Any:
        rate = model.rate(p)
        return model.loss_of(p, rate) * law.density_at(rate, p) * model.drate(p)

    return form


def _near(model: Any, piece: Piece, kind: str, cut: Fraction, upper: bool) -> Any:
    """A y of a piece with a place within ``cut`` of 0, or of 1; its end where there is none."""
    start, other = (piece.upper, piece.lower) if upper else (piece.lower, piece.upper)
    for halvings in (*range(1, STEP), *range(STEP, 4 * flint.ctx.prec, STEP)):
        y = start + (other - start) * fmpq(1, 2**halvings)
        point = piece.at(y)
        if kind == "posterior":
            masses = [share * x for share, x in zip(model.shares, point.ratio(), strict=True)]
            place = point.arithmetic.share(*(masses if upper else reversed(masses)))
        else:
            place = 1 - model.rate(point) if upper else model.rate(point)
        if place <= quotient(cut):
            return y
    return start


def _by_cost(model: Any, law: Written) -> Any:
    """``f(c) Q(c; c) dc``: what is thresholded at each condition."""

    def form(p: Point) -> Any:
        return model.loss_of(p, p.x) * law.density_at(p.x, p) * p.dx

    return form


def _pooled(law: Written, a: Any, b: Any) -> Any:
    """The loss of a block with mass a of class 0 and b of class 1, thresholded as a whole."""
    if a == 0 or b == 0:
        return fmpq(0)
    return Costs(law).pooled(a, b)


def _added(law: Written, cut: Fraction, height: Any, order: Fraction) -> Any:
    """The most that places below ``cut`` add, with a cdf of class 1 of at most ``height v**order`` there."""
    missed, alarmed = law.costs_at(cut)
    if height == 0:
        return missed
    side = law.sides[1]
    weighted = replace(side, parts=tuple((a, b, times(f, to_power(C, order))) for a, b, f in side.parts))
    area = lift(weighted.integral(_WHOLE, Fraction(0), cut))
    return missed + height * (alarmed * arb(quotient(cut)) ** quotient(order) + area)
