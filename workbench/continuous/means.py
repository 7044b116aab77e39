"""Means of expressions in the score over the classes of a continuous model, and losses of methods at other scores."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
from flint import acb, arb, fmpq, fmpq_poly

from workbench.continuous.arithmetics import as_polynomial, compiled, constant, difference, kinks
from workbench.continuous.cost_laws import condition_density, in_flint
from workbench.continuous.hulls import Chord, hull
from workbench.continuous.model_losses import Model, expected_loss, settled
from workbench.continuous.places import loss_by_regions
from workbench.continuous.polynomials import ModelError, X, quotient, sign_between
from workbench.continuous.quadrature import Form, Piece, Point, TailPoint, crossing, integrate, pieces
from workbench.continuous.threshold_laws import at_place, regions
from workbench.errors import NotSupported
from workbench.language import syntax
from workbench.language.statements import law
from workbench.language.syntax import Name, Node, Number, names
from workbench.losses import densities
from workbench.numbers.certified import Real


def mean(model: Model, k: int, of: Node, engine: str) -> Any:
    """The mean of an expression in s over class k, or for k = 2 over both in their shares."""
    polynomial = as_polynomial(of, "s")
    if polynomial is not None and engine == "exact":
        if k == 2:
            return sum((share * mean(model, i, of, engine) for i, share in _weights(model, k)), start=fmpq(0))
        moments = (c * quotient(model.classes[k].moment(j)) for j, c in enumerate(polynomial.coeffs()))
        return sum(moments, start=fmpq(0))
    if (log := _log_of(of)) is not None:
        return sum((share * _log_mean(model, i, log, engine) for i, share in _weights(model, k)), start=fmpq(0))
    total: Any = fmpq(0)
    for whole, pooled in _parts(model, of):
        for part, here in _settled(model, whole, of) if engine != "mpmath" else [(whole, of)]:
            total += integrate(_weighed(model, k, here, pooled), [part], engine)
    return total


def _weights(model: Model, k: int) -> list[tuple[int, Any]]:
    return list(enumerate(model.shares)) if k == 2 else [(k, fmpq(1))]


def _log_of(of: Node) -> tuple[int, bool] | None:
    """The sign of a logarithm of the score, and whether it is of one minus the score."""
    sign, inner = (-1, of.operand) if isinstance(of, syntax.Negative) else (1, of)
    if not (isinstance(inner, syntax.Apply) and inner.function == "log"):
        return None
    polynomial = as_polynomial(inner.arguments[0], "s")
    return None if polynomial is None or polynomial not in (X, 1 - X) else (sign, polynomial != X)


def _log_mean(model: Model, k: int, log: tuple[int, bool], engine: str) -> Any:
    """``E_k[-log(s)] = int F_k(s)/s ds`` for scores in [0, 1], what is below a cut enclosed; mirrored for 1 - s."""
    if not model.probabilistic:
        raise ModelError(f"a logarithm of the score needs scores in [0, 1]; {model.name or model} has others")
    sign, mirrored = log
    height: Any
    height, order = (model.classes[k].mirrored() if mirrored else model.classes[k]).edge()
    orders = math.lcm(*(n for d in model.classes for n in d.orders))
    cut = Fraction(1, 2 ** (orders * math.ceil(5 * flint.ctx.prec / 8 / orders)))
    within = (Fraction(0), 1 - cut) if mirrored else (cut, Fraction(1))
    slack = arb(0).union(arb(height) * arb(quotient(cut)) ** quotient(order) / quotient(order))

    def form(p: Point) -> Any:
        part, size = (1 - p.cdf(k), 1 - p.x) if mirrored else (p.cdf(k), p.x)
        return p.arithmetic.divide(part, size) * p.dx

    return -sign * (slack + integrate(form, pieces(model.classes, within=within), engine))


def _weighed(model: Model, k: int, of: Node, pav: Any) -> Form:
    """An expression in s times the mass of class k, or for k = 2 of both in their shares."""
    program = compiled(of)

    def form(p: Point) -> Any:
        mass = model.drate(p) if k == 2 else p.d(k)
        return program(p.arithmetic, lambda leaf: _leaf(model, p, leaf, pav)) * mass

    return form


def _settled(model: Model, piece: Piece, of: Node) -> list[tuple[Piece, Node]]:
    """The parts of a piece on which indicators are constant, each with the expression as it is there.

    Those of polynomials in s are, as pieces are cut where these vanish; a piece is cut where a cdf or the rate passes
    a number. Other indicators stay as they are.
    """
    indicator = None if piece.tail is not None else next(_indicators(of), None)
    if indicator is None:
        return [(piece, of)]

    def above(p: Point) -> Any:
        return compiled(difference(indicator))(p.arithmetic, lambda leaf: _leaf(model, p, leaf, None))

    if as_polynomial(difference(indicator), "s") is not None:
        middle = above(piece.at((piece.lower + piece.upper) / 2))
        signs = (middle, middle)
    else:
        signs = above(piece.at(piece.lower)), above(piece.at(piece.upper))
    low, high = ((x > 0) - (x < 0) for x in signs)
    if low * high >= 0 and low + high:
        return _settled(model, piece, _put(of, indicator, low + high > 0))
    if low * high == 0:
        return [(piece, of)]
    forward = high if piece.lower < piece.upper else -high
    y = crossing(piece, lambda p: above(p) * forward)
    parts = (piece.cut(upper=y), low > 0), (piece.cut(lower=y), high > 0)
    return [found for part, holds in parts for found in _settled(model, part, _put(of, indicator, holds))]


def _indicators(node: Node) -> Iterator[syntax.Apply]:
    """The indicators in an expression that compare a polynomial in s, or a cdf or the rate with a number."""
    if isinstance(node, syntax.Apply) and node.function == "indicator":
        gap = difference(node)
        sides = (gap.left, gap.right)
        ranks = [x for x in sides if isinstance(x, syntax.Apply) and x.function in ("F0", "F1", "R")]
        numbers = [x for x in sides if constant(x) is not None]
        if as_polynomial(gap, "s") is not None or (len(ranks), len(numbers)) == (1, 1):
            yield node
        return
    for child in syntax.children(node):
        yield from _indicators(child)


def _put(node: Node, indicator: Node, holds: bool) -> Node:
    if node == indicator:
        return Number(Fraction(holds))
    return syntax.rebuilt(node, lambda child: _put(child, indicator, holds))


def _parts(model: Model, of: Node) -> list[tuple[Piece, Any]]:
    """The pieces to integrate over, each with the share of class 1 in its pooled block if it has one."""
    if not _mentions(of, "pav"):
        return [(p, None) for p in pieces(model.classes, breaks=kinks(of, "s"))]
    over = hull(*model.classes)
    blocks = [(piece, _share(model, chord)) for chord in over.chords for piece in chord.pieces]
    return [*((p, None) for p in over.curve), *blocks]


def _mentions(node: Node, function: str) -> bool:
    return (isinstance(node, syntax.Apply) and node.function == function) or any(
        _mentions(child, function) for child in syntax.children(node)
    )


def _share(model: Model, chord: Chord) -> Any:
    a, b = (share * mass for share, mass in zip(model.shares, chord.masses, strict=True))
    return b / (a + b)


def _leaf(model: Model, p: Point, leaf: Any, pav: Any) -> Any:
    name = leaf.function if isinstance(leaf, syntax.Apply) else leaf.name if isinstance(leaf, Name) else ""
    if name == "s":
        return p.x
    if name in ("F0", "F1"):
        return p.cdf(int(name[1]))
    if name == "R":
        return model.rate(p)
    if name == "posterior" or (name == "pav" and pav is None):
        return model.posterior(p)
    if name == "pav":
        return p.number(pav)
    raise NotSupported(f"{leaf} has no value inside a mean on a continuous model")


@lru_cache(maxsize=4096)
def loss_at_other_scores(model: Model, node: syntax.Rescored, digits: int, engine: str) -> Real:
    """The loss of a method at other scores: of thresholds by the losses of one example, of ranks on the convex hull."""
    loss, scores = node.loss, node.scores
    method = law(loss.method)
    balanced = replace(model, pi0=Fraction(1, 2)) if loss.condition == "skew" else model
    if method.name == "mix" or loss.cost.name == "weight":
        raise NotSupported(f"{node}: of mixtures and weights no loss at other scores is computed on continuous models")
    if method.name != "score" and _keeps_order(model, scores):
        return expected_loss(model, loss, digits, engine=engine)
    if method.name != "score" and str(scores) != "pav(s)":
        why = "on continuous models the ranks of pav(s) are known, and of polynomials that rise on [0, 1]"
        raise NotSupported(f"{node}: {why}")

    def compute() -> Any:
        if method.name == "optimal":
            return in_flint(expected_loss(model, loss, digits + 2, engine=engine))
        density = condition_density(loss.cost)
        chosen = method.arguments[0]
        if not names(chosen) & {"c", "u"}:
            raise NotSupported(f"{node}: a fixed threshold at other scores")
        found = regions(chosen, densities.density(loss.cost), density)
        if method.name == "score":
            program = compiled(scores)
            total: Any = fmpq(0)
            for part, pooled in _parts(model, scores):
                _refuse_outside(model, node, part, pooled)

                def form(p: Point, pooled: Any = pooled) -> Any:
                    if isinstance(p, TailPoint):
                        miss = alarm = acb(arb(0).union(arb(2)))
                    else:
                        x = program(p.arithmetic, lambda leaf: _leaf(model, p, leaf, pooled))
                        miss, alarm = at_place(found, x, p)
                    pi0, pi1 = (p.number(share) for share in balanced.shares)
                    return pi0 * miss * p.d(0) + pi1 * alarm * p.d(1)

                total += integrate(form, [part], engine)
            return total
        over = hull(*model.classes)
        parts = sorted([*over.curve, *map(_straight, over.chords)], key=_position)
        return loss_by_regions(balanced, method.name, found, engine, parts)

    return settled(compute, digits)


def _keeps_order(model: Model, scores: Node) -> bool:
    """Whether other scores are a polynomial in s that rises wherever a model of probabilities has scores."""
    polynomial = as_polynomial(scores, "s")
    if polynomial is None or not model.probabilistic:
        return False
    return polynomial.degree() > 0 and sign_between(polynomial.derivative(), fmpq(0), fmpq(1)) == 1


def _refuse_outside(model: Model, node: syntax.Rescored, part: Piece, pooled: Any) -> None:
    """`ModelError` where a score at an end of a piece is outside of [0, 1], from which thresholds are drawn."""
    for y in () if part.tail is not None else (part.lower, part.upper):
        point = part.at(y)
        with suppress(ZeroDivisionError):
            x = compiled(node.scores)(point.arithmetic, lambda leaf, point=point: _leaf(model, point, leaf, pooled))  # type: ignore[misc]
            if x < 0 or x > 1:
                raise ModelError(f"{node.loss.method} needs scores in [0, 1]; {node.scores} has others on this model")


def _straight(chord: Chord) -> Piece:
    """A chord of the hull as one piece, along which both rates rise evenly."""

    def line(start: Any, size: Any) -> Any:
        if isinstance(start, fmpq) and isinstance(size, fmpq):
            return fmpq_poly([start, size])
        return lambda y, analytic: start + size * y

    none, some = fmpq_poly([0]), chord.pieces[0]
    cdfs = tuple(line(start, mass) for start, mass in zip(chord.start, chord.masses, strict=True))
    masses = tuple(line(mass, fmpq(0)) for mass in chord.masses)
    ends = chord.pieces[0].left, chord.pieces[-1].right
    return Piece(some.distributions, none, none, cdfs, masses, fmpq(0), fmpq(1), *ends)


def _position(piece: Piece) -> float:
    if piece.tail is not None:
        return -1.0 if piece.left is None else 3.0
    start = piece.at(piece.lower)
    return float(arb(start.cdf(0) + start.cdf(1)))
