"""Whether a function of the score is seen to increase strictly on [0, 1], so that it keeps every order and tie."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import flint

from workbench.errors import NotSupported
from workbench.language.syntax import Apply, Arithmetic, Name, Negative, Node, Number, children, names
from workbench.losses.formulas import as_piecewise, enclosure
from workbench.numbers.piecewise import Piecewise, Polynomial, between, rational, real_roots

_KEEP = frozenset({"sqrt", "log", "exp"})


def direction(node: Node, variable: str = "s") -> int | None:
    """1 if ``node`` strictly increases with its variable over [0, 1], -1 if it decreases, 0 if it stands still.

    None where that is not seen. That it has a value there is seen elsewhere.

    >>> from workbench.language.statements import parse_expression
    >>> [direction(parse_expression(x, "s")) for x in ("s**2", "1 - sqrt(s)", "s/(2 - s)", "t", "s*(1 - s)")]
    [1, -1, 1, 0, None]
    """
    if any(isinstance(part, Apply) and part.function == "indicator" for part in _parts(node)):
        return None
    inside = names(node)
    if variable not in inside:
        return 0
    whole = as_piecewise(node, variable) if inside == {variable} else None
    if whole is not None:
        return _of_piecewise(whole)
    match node:
        case Name():
            return 1
        case Negative(operand=operand):
            return _turned(direction(operand, variable))
        case Apply(function=function, arguments=(inner,)) if function in _KEEP:
            return direction(inner, variable)
        case Arithmetic(operator="+" | "-" as operator, left=left, right=right):
            one, other = direction(left, variable), direction(right, variable)
            return _together(one, other if operator == "+" else _turned(other))
        case Arithmetic(operator="**", left=base, right=Number(value=exponent)) if _sign(base, variable) == 1:
            found = direction(base, variable)
            return None if found is None else found * ((exponent > 0) - (exponent < 0))
        case Arithmetic(operator="*" | "/" as operator, left=left, right=right):
            return _of_quotient(left, right, variable) if operator == "/" else _of_product(left, right, variable)
    return None


def _parts(node: Node) -> list[Node]:
    return [node, *(part for child in children(node) for part in _parts(child))]


def _turned(found: int | None) -> int | None:
    return None if found is None else -found


def _together(one: int | None, other: int | None) -> int | None:
    """The direction of a sum."""
    if one is None or other is None or one * other < 0:
        return None
    return one or other


def _of_product(left: Node, right: Node, variable: str) -> int | None:
    one, other = direction(left, variable), direction(right, variable)
    for still, node, moving in ((one, left, other), (other, right, one)):
        if still == 0 and moving is not None:
            return moving * value if (value := _sign_of_number(node)) else None
    signs = _sign(left, variable), _sign(right, variable)
    return _together(one, other) if signs == (1, 1) else None


def _of_quotient(left: Node, right: Node, variable: str) -> int | None:
    p, q = (as_piecewise(x, variable) if names(x) <= {variable} else None for x in (left, right))
    if p is not None and q is not None and p.only is not None and q.only is not None:
        if real_roots(q.only, Fraction(0), Fraction(1)) or not all(q.only(rational(x)) for x in (0, 1)):
            return None
        return _of_derivative(p.only.derivative() * q.only - p.only * q.only.derivative(), Fraction(0), Fraction(1))
    one, other = direction(left, variable), _turned(direction(right, variable))
    signs = _sign(left, variable), _sign(right, variable)
    if one == 0 and (names(left) or not enclosure(left, variable, flint.arb(0)) > 0):
        return None
    return _together(one, other) if signs == (1, 1) else None


def _of_piecewise(f: Piecewise) -> int | None:
    edges = [Fraction(0), *(b for b in f.breaks if 0 < b < 1), Fraction(1)]
    found = {_of_derivative(f.piece(high).derivative(), low, high) for low, high in pairwise(edges)}
    return found.pop() if len(found) == 1 else None


def _of_derivative(d: Polynomial, low: Fraction, high: Fraction) -> int | None:
    """The direction of a function with a derivative that is a polynomial, which vanishes at single points at most."""
    cuts = [low, *real_roots(d, low, high), high] if d.degree() > 0 else [low, high]
    values = [d(rational(between(x, y))) for x, y in pairwise(cuts)]
    signs = {int(x > 0) - int(x < 0) for x in values}
    return signs.pop() if len(signs) == 1 else None


def _sign_of_number(node: Node) -> int:
    return (node.value > 0) - (node.value < 0) if isinstance(node, Number) else 0


def _sign(node: Node, variable: str) -> int:
    """1 if a function that increases or decreases is seen to be nowhere negative on [0, 1], else 0."""
    if not names(node) <= {variable}:
        return 0
    try:
        ends = [enclosure(node, variable, flint.arb(x)) for x in (0, 1)]
    except NotSupported:
        return 0
    return int(direction(node, variable) is not None and all(end >= 0 for end in ends))
