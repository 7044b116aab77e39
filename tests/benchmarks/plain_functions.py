"""Expressions in one variable, cut into pieces on which they are polynomials, and integrals of them.

On a cell every maximum, minimum, absolute value and indicator is resolved by its sign in the middle; where the sign
changes inside, the cell is cut there.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.benchmarks.plain_numbers import (
    NotCovered,
    NoValue,
    Poly,
    Value,
    at,
    interval,
    minus,
    mp,
    plus,
    primitive,
    product,
    quadrature,
    raised,
    roots,
    scaled,
    total,
    trimmed,
    widened,
)
from tests.benchmarks.plain_reader import Node

MOST_CELLS = 400

Leaves = Mapping[Node, Poly]
Piece = tuple[Fraction, Fraction, Poly]
Closed = Callable[[Node], Value]


class _Cut(Exception):
    """The cell must be cut at these places."""

    def __init__(self, places: list[tuple[Fraction, bool]]) -> None:
        super().__init__()
        self.places = places


class _Curved(Exception):
    """This is no polynomial."""


def pieces(node: Node, leaves: Leaves, closed: Closed, low: Fraction, high: Fraction) -> tuple[list[Piece], bool]:
    """The node as polynomials between ``low`` and ``high``, and whether their ends are exact.

    ``leaves`` are polynomials for parts of it, ``closed`` gives the value of what does not move. `NotCovered` for what
    is no piecewise polynomial.
    """
    try:
        cells, exact = _cells(lambda *cell: _polynomial(node, leaves, closed, *cell), low, high)
    except _Curved:
        raise NotCovered("no piecewise polynomial") from None
    return cells, exact


def _cells(read: Callable[[Fraction, Fraction], Any], low: Fraction, high: Fraction) -> tuple[list[Any], bool]:
    waiting, done, exact = [(low, high)], [], True
    while waiting:
        left, right = waiting.pop()
        try:
            done.append((left, right, read(left, right)))
        except _Cut as cut:
            exact = exact and all(sure for _, sure in cut.places)
            ends = [left, *(x for x, _ in cut.places), right]
            waiting += reversed(list(pairwise(ends)))
        if len(done) + len(waiting) > MOST_CELLS:
            raise NotCovered("too many pieces")
    return done, exact


def _polynomial(node: Node, leaves: Leaves, closed: Closed, low: Fraction, high: Fraction) -> Poly:
    if node in leaves:
        return leaves[node]
    if not moves(node, leaves):
        value = closed(node)
        if not isinstance(value, Fraction):
            raise _Curved
        return [value] if value else []

    def inner(part: Node) -> Poly:
        return _polynomial(part, leaves, closed, low, high)

    match node:
        case ("negative", x):
            return scaled(inner(x), Fraction(-1))
        case ("+", x, y):
            return plus(inner(x), inner(y))
        case ("-", x, y):
            return minus(inner(x), inner(y))
        case ("*", x, y):
            return product(inner(x), inner(y))
        case ("/", x, y):
            below = trimmed(inner(y))
            if not below:
                raise NoValue("division by zero")
            if len(below) > 1:
                raise _Curved
            return scaled(inner(x), 1 / below[0])
        case ("**", x, y):
            exponent = inner(y)
            base = inner(x)
            k = exponent[0] if exponent else Fraction(0)
            if len(exponent) > 1 or k.denominator > 1 or k < 0 or k * len(base) > 200:
                if len(trimmed(base)) <= 1 and len(exponent) <= 1 and k.denominator == 1 and base:
                    return [base[0] ** int(k)]
                raise _Curved
            return raised(trimmed(base), int(k))
        case ("call", "abs", (x,), ()):
            p = inner(x)
            return scaled(p, Fraction(_sign(p, low, high)))
        case ("call", "max" | "min" as name, parts, ()):
            found = inner(parts[0])
            for part in parts[1:]:
                other = inner(part)
                above = _sign(minus(other, found), low, high) > 0
                found = other if above == (name == "max") else found
            return found
        case ("call", "indicator", ((relation, x, y),), ()):
            sign = _sign(minus(inner(y), inner(x)), low, high)
            true = {"<": sign > 0, "<=": sign >= 0, ">": sign < 0, ">=": sign <= 0}[relation]
            return [Fraction(1)] if true else []
    raise _Curved


def _sign(p: Poly, low: Fraction, high: Fraction) -> int:
    """The sign of a polynomial within a cell; the cell is cut where it changes."""
    p = trimmed(p)
    if not p:
        return 0
    places = roots(p, low, high)
    if places:
        raise _Cut(places)
    value = at(p, (low + high) / 2)
    return (value > 0) - (value < 0)


def moves(node: Node, leaves: Leaves) -> bool:
    """Whether the node has one of the leaves in it, outside of means and losses, which have variables of their own."""
    if node in leaves:
        return True
    match node[0]:
        case "name" | "number":
            return False
        case "call":
            return node[1] not in ("E0", "E1", "E", "loss") and any(moves(x, leaves) for x in node[2])
    return any(moves(x, leaves) for x in node[1:])


# --- integrals ------------------------------------------------------------------------------------------------


def integral(p: Poly, low: Fraction, high: Fraction) -> Fraction:
    """The integral of a polynomial."""
    whole = primitive(p)
    return at(whole, high) - at(whole, low)


def mean(node: Node, leaves: Leaves, closed: Closed) -> Value:
    """The mean of the node over a variable that is uniform on [0, 1]."""
    low, high = Fraction(0), Fraction(1)
    try:
        found, exact = _cells(lambda *cell: _polynomial(node, leaves, closed, *cell), low, high)
    except _Curved:
        return curved_mean(node, leaves, closed)
    whole = sum((integral(p, left, right) for left, right, p in found), Fraction(0))
    return whole if exact else widened(whole)


def curved_mean(node: Node, leaves: Leaves, closed: Closed) -> Value:
    """The same by quadrature, between the places where something in it bends."""

    def resolved(left: Fraction, right: Fraction) -> Node:
        try:
            return _resolved(node, leaves, closed, left, right)
        except _Curved:
            raise NotCovered("a curve that bends where it is no polynomial") from None

    cells, _ = _cells(resolved, Fraction(0), Fraction(1))
    return total(quadrature(_at_place(part, leaves, closed), left, right) for left, right, part in cells)


def _at_place(node: Node, leaves: Leaves, closed: Closed) -> Callable[[Any], Any]:
    return lambda x: numeric(node, leaves, closed, x)


def _resolved(node: Node, leaves: Leaves, closed: Closed, low: Fraction, high: Fraction) -> Node:
    """The node without what bends, on a cell; the cell is cut where it does."""
    if node in leaves or not moves(node, leaves):
        return node
    if node[0] == "call" and node[1] in ("abs", "max", "min", "indicator"):
        return ("polynomial", tuple(_polynomial(node, leaves, closed, low, high)))
    if node[0] == "/" and moves(node[2], leaves):
        below = _polynomial(node[2], leaves, closed, low, high)
        _sign(below, low, high)
        if at(below, low) == 0 or at(below, high) == 0:
            raise NotCovered("a divisor that vanishes at an end")
    if node[0] == "call":
        return ("call", node[1], tuple(_resolved(x, leaves, closed, low, high) for x in node[2]), node[3])
    return (node[0], *(_resolved(x, leaves, closed, low, high) for x in node[1:]))


def numeric(node: Node, leaves: Leaves, closed: Closed, x: Any) -> Any:
    """The value of a resolved node at a place, in mpmath's numbers."""
    if node in leaves:
        return _horner(leaves[node], x)
    if node[0] == "polynomial":
        return _horner(list(node[1]), x)
    if not moves_or_resolved(node, leaves):
        return as_float(closed(node))

    def inner(part: Node) -> Any:
        return numeric(part, leaves, closed, x)

    match node:
        case ("negative", y):
            return -inner(y)
        case ("+", y, z):
            return inner(y) + inner(z)
        case ("-", y, z):
            return inner(y) - inner(z)
        case ("*", y, z):
            return inner(y) * inner(z)
        case ("/", y, z):
            return inner(y) / inner(z)
        case ("**", y, z):
            base, exponent = inner(y), inner(z)
            base = mp.mpf(0) if -(mp.mpf(10) ** -40) < base < 0 else base
            if base < 0 and exponent != int(exponent):
                raise NoValue("a power of a negative number")
            return base**exponent
        case ("call", "sqrt" | "log" | "exp" as name, (y,), ()):
            value = inner(y)
            value = mp.mpf(0) if -(mp.mpf(10) ** -40) < value < 0 else value
            if value < 0 and name != "exp":
                raise NoValue(f"{name} of a negative number")
            return getattr(mp, name)(value)
    raise NotCovered(f"{node[0]} {node[1]} in a curve")


def moves_or_resolved(node: Node, leaves: Leaves) -> bool:
    """Whether the node moves, or has a part that was resolved."""
    if node in leaves or node[0] == "polynomial":
        return True
    if node[0] in ("name", "number"):
        return False
    if node[0] == "call":
        return node[1] not in ("E0", "E1", "E", "loss") and any(moves_or_resolved(x, leaves) for x in node[2])
    return any(moves_or_resolved(x, leaves) for x in node[1:])


def as_float(value: Value) -> Any:
    """A value in mpmath's numbers."""
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    return mp.mpf(interval(value).mid)


def _horner(p: Poly, x: Any) -> Any:
    found = mp.mpf(0)
    for coefficient in reversed(p):
        found = found * x + as_float(coefficient)
    return found


def cut(cells: list[Piece], places: Iterator[Fraction] | list[Fraction]) -> list[Piece]:
    """The pieces, cut at these places too."""
    inner = sorted(set(places))
    found = []
    for low, high, p in cells:
        ends = [low, *(x for x in inner if low < x < high), high]
        found += [(left, right, p) for left, right in pairwise(ends)]
    return found
