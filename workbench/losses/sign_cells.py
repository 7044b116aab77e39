"""Where functions of the operating condition change their sign: an interval cut into cells on which none does.

A job is done on a cell; when it asks for a sign that is not the same all over the cell, the cell is cut at the
places where the sign changes, and the job is done on the parts. Signs of rational functions are found by exact
roots, others by balls: between two places where a function may vanish its sign is proven. Such a place is a
rational number, or a gap as narrow as the working precision allows, which the caller accounts for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Generic, TypeAlias, TypeVar

import flint

from workbench.errors import NotSupported
from workbench.language.interpreter import InVariables
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Comparison,
    Negative,
    Node,
    Number,
    children,
    names,
    rebuilt,
)
from workbench.losses.formulas import ZERO, enclosure, minus, plus, times, to_power
from workbench.numbers.certified import lift
from workbench.numbers.piecewise import Polynomial, between, exact_middle, polynomial, rational, real_roots

T = TypeVar("T")
_Pair: TypeAlias = "tuple[flint.arb, flint.arb]"
_Ratio: TypeAlias = "tuple[Polynomial, Polynomial]"

FINEST = 130
MAX_CELLS = 400
MAX_STEPS = 3_000
MAX_DEGREE = 120
HALF = Fraction(1, 2)
KINKS = ("min", "max", "abs", "indicator")


class Split(Exception):
    """A sign changes, or may change, at each of these gaps."""

    def __init__(self, gaps: list[tuple[Fraction, Fraction]]) -> None:
        self.gaps = gaps


@dataclass
class Cell:
    """An interval from ``low`` to ``high``, with what is known of signs around it."""

    low: Fraction
    high: Fraction
    known: dict[Node, list[tuple[Fraction, Fraction, int]]] = field(default_factory=dict)

    def sign(self, node: Node) -> int:
        """The sign of a function of c all over the cell, by `Split` where it changes."""
        node = self.smooth(node)
        if isinstance(node, Number):
            return (node.value > 0) - (node.value < 0)
        if isinstance(node, Negative):
            return -self.sign(node.operand)
        ratio = as_ratio(node)
        if ratio is not None:
            return self._of_ratio(*ratio)
        found = self._by_rule(node)
        return self._by_balls(node) if found is None else found

    def _by_rule(self, node: Node) -> int | None:
        """The sign of a sum with a root, or with one logarithm or exponential and a number; None for others."""
        terms: dict[Any, Fraction] = {}
        shift = _collect(node, Fraction(1), terms)
        terms = {atom: x for atom, x in terms.items() if x}
        rooted = next((atom for atom in terms if _rooted(atom) is not None), None)
        if rooted is not None:
            base, power = _rooted(rooted) or (ZERO, HALF)
            factor = terms.pop(rooted)
            rest: Any = Number(shift)
            for atom, x in terms.items():
                rest = plus(rest, times(Number(x), atom))
            outer, own = self.sign(rest), 1 if factor > 0 else -1
            if outer in (0, own):
                return own if outer else own * (self.sign(base) if power > 0 else 1)
            # the root against the rest, both without their signs, to the power that undoes the root
            level = times(Number(Fraction(-own)), rest)
            high = Fraction(power.denominator)
            inner = to_power(base, Fraction(power.numerator)) if power.numerator != 1 else base
            return own * self.sign(minus(times(Number(abs(factor) ** int(high)), inner), to_power(level, high)))
        if len(terms) == 1:
            ((atom, factor),) = terms.items()
            peeled = _peeled(atom, -shift / factor)
            if peeled is not None:
                return (1 if factor > 0 else -1) * (peeled if isinstance(peeled, int) else self.sign(peeled))
        return None

    def _of_ratio(self, top: Polynomial, bottom: Polynomial) -> int:
        if top.degree() < 0:
            return 0
        places = [x for p in (top, bottom) for x in _roots(tuple(p.coeffs())) if self.low < x[1] and x[0] < self.high]
        if places:
            raise Split(places)
        middle = rational((self.low + self.high) / 2)
        return 1 if (top(middle) > 0) == (bottom(middle) > 0) else -1

    def _by_balls(self, node: Node) -> int:
        for low, high, sign in self.known.get(node, []):
            if low <= self.low and self.high <= high:
                return sign
        found = _signs(node, self.low, self.high)
        self.known.setdefault(node, []).extend((a, b, sign) for a, b, sign in found if sign)
        if len(found) == 1 and found[0][2]:
            return found[0][2]
        changes = [(b, b) for (_, b, one), (_, _, other) in pairwise(found) if one and other]
        raise Split(changes + [(a, b) for a, b, sign in found if not sign])

    def smooth(self, node: Node) -> Node:
        """A function of c without the kinks and jumps that it does not have on the cell."""
        if not _has_kinks(node):
            return node
        if not isinstance(node, Apply) or node.function not in KINKS:
            return rebuilt(node, self.smooth)
        if node.function == "indicator":
            (comparison,) = node.arguments
            assert isinstance(comparison, Comparison)
            left, right = (comparison.left, comparison.right)[:: 1 if comparison.relation[0] == "<" else -1]
            which = self.sign(minus(left, right))
            return Number(Fraction(which < 0 or (which == 0 and len(comparison.relation) == 2)))
        parts = [self.smooth(child) for child in children(node)]
        if node.function == "abs":
            return parts[0] if self.sign(parts[0]) >= 0 else Negative(parts[0])  # type: ignore[arg-type]
        result = parts[0]
        for part in parts[1:]:
            if (self.sign(minus(part, result)) > 0) == (node.function == "max"):
                result = part
        return result


@dataclass
class Cells(Generic[T]):
    """What came of a job on each cell, and the gaps between them."""

    done: list[tuple[Fraction, Fraction, T]]
    gaps: list[tuple[Fraction, Fraction]]


def cells(low: Fraction, high: Fraction, job: Callable[[Cell], T]) -> Cells[T]:
    """``job`` done on cells that make up the interval.

    >>> from workbench.language.statements import parse_expression
    >>> wave = parse_expression("c**2 - 1/4", "c")
    >>> [str(x) for x in cells(Fraction(0), Fraction(1), lambda cell: cell.sign(wave)).done[0]]
    ['0', '1/2', '-1']
    """
    found: Cells[T] = Cells([], [])
    stack, known = [(low, high)], {}  # type: ignore[var-annotated]
    for _ in range(MAX_CELLS):
        if not stack:
            return found
        low, high = stack.pop()
        try:
            found.done.append((low, high, job(Cell(low, high, known))))
        except Split as split:
            ends = [low]
            for left, right in sorted(split.gaps):
                left, right = max(left, low), min(right, high)
                found.gaps += [(left, right)] if left < right else []
                ends += [left, right]
            ends.append(high)
            parts = [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if a < b]
            if parts == [(low, high)]:
                raise NotSupported("a function is not seen to have a sign") from None
            stack += parts[::-1]
    raise NotSupported("a function changes its sign too often")


def _has_kinks(node: Node) -> bool:
    return (isinstance(node, Apply) and node.function in KINKS) or any(_has_kinks(x) for x in children(node))


# --- rational functions -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def as_ratio(node: Node) -> tuple[Polynomial, Polynomial] | None:
    """A rational function of c as numerator and denominator; None when it is none.

    >>> from workbench.language.statements import parse_expression
    >>> as_ratio(parse_expression("(1 - c)/(1 - c) - 1", "c"))[0]
    0
    """
    try:
        return _Ratios({"c": (polynomial(0, 1), polynomial(1))}).value(node)
    except _NoRatio:
        return None


class _NoRatio(Exception):
    pass


class _Ratios(InVariables[_Ratio]):
    def number(self, value: Fraction) -> _Ratio:
        return polynomial(value), polynomial(1)

    def negative(self, operand: _Ratio) -> _Ratio:
        return -operand[0], operand[1]

    def operate(self, node: Arithmetic, left: _Ratio, right: _Ratio) -> _Ratio:
        (a, b), (p, q) = left, right
        if node.operator == "**":
            return self._power(left, node.right)
        if node.operator == "/" and p.degree() < 0:
            raise _NoRatio
        top, bottom = {
            "+": (a * q + p * b, b * q), "-": (a * q - p * b, b * q), "*": (a * p, b * q), "/": (a * q, b * p),
        }[node.operator]  # fmt: skip
        common = top.gcd(bottom)
        top, bottom = top // common, bottom // common
        if max(top.degree(), bottom.degree()) > MAX_DEGREE:
            raise _NoRatio
        return top, bottom

    def _power(self, base: _Ratio, exponent: Node) -> _Ratio:
        if not isinstance(exponent, Number) or exponent.value.denominator != 1:
            raise _NoRatio
        n = int(exponent.value)
        wide = abs(n) * max(p.degree() for p in base) > MAX_DEGREE
        if wide or (n < 0 and base[0].degree() < 0):
            raise _NoRatio
        return (base[0] ** n, base[1] ** n) if n >= 0 else (base[1] ** -n, base[0] ** -n)

    def other(self, node: Node) -> _Ratio:
        raise _NoRatio


@lru_cache(maxsize=4096)
def _roots(numbers: tuple[flint.fmpq, ...]) -> list[tuple[Fraction, Fraction]]:
    """Where a polynomial vanishes in [0, 1]."""
    p = flint.fmpq_poly(list(numbers))
    if p.degree() < 1:
        return []
    found = []
    for root in real_roots(p, Fraction(0), Fraction(1)):
        if isinstance(root, Fraction):
            found.append((root, root))
        else:
            found.append((exact_middle(root.lower()), exact_middle(root.upper())))
    return found


# --- roots and logarithms ----------------------------------------------------------------------------------


def _rooted(atom: Any) -> tuple[Any, Fraction] | None:
    """Base and power of a root."""
    if isinstance(atom, Apply) and atom.function == "sqrt":
        return atom.arguments[0], HALF
    if isinstance(atom, Arithmetic) and atom.operator == "**" and isinstance(atom.right, Number):
        power = atom.right.value
        return None if power.denominator == 1 or "c" not in names(atom) else (atom.left, power)
    return None


def _collect(node: Any, factor: Fraction, terms: dict[Any, Fraction]) -> Fraction:
    match node:
        case Number():
            return factor * node.value
        case Negative():
            return _collect(node.operand, -factor, terms)
        case Arithmetic(operator="+"):
            return _collect(node.left, factor, terms) + _collect(node.right, factor, terms)
        case Arithmetic(operator="-"):
            return _collect(node.left, factor, terms) + _collect(node.right, -factor, terms)
        case Arithmetic(operator="*", left=Number(value=x)):
            return _collect(node.right, factor * x, terms)
        case Arithmetic(operator="*", right=Number(value=x)):
            return _collect(node.left, factor * x, terms)
        case Arithmetic(operator="/", right=Number(value=x)) if x:
            return _collect(node.left, factor / x, terms)
        case Arithmetic(operator="/", left=Number(value=x)) if _rooted(node.right) is not None:
            base, power = _rooted(node.right) or (ZERO, HALF)
            return _collect(to_power(base, -power), factor * x, terms)
    terms[node] = terms.get(node, Fraction(0)) + factor
    return Fraction(0)


def _peeled(atom: Any, level: Fraction) -> Node | int | None:
    """A function with the sign of ``atom - level``, or that sign itself; None when no rule gives it."""
    if isinstance(atom, Apply) and atom.function in ("exp", "log") and "c" in names(atom):
        if atom.function == "exp":
            return 1 if level <= 0 else _difference(atom.arguments[0], _called("log", level))
        return _difference(atom.arguments[0], _called("exp", level))
    return None


def _difference(left: Node, right: Node) -> Node:
    return minus(left, right)  # type: ignore[no-any-return]


def _called(function: str, x: Fraction) -> Node:
    if x == (1 if function == "log" else 0):
        return Number(Fraction(0 if function == "log" else 1))
    return Apply(function, (Number(x),))


# --- balls ----------------------------------------------------------------------------------------------------


def slope(node: Node, ball: flint.arb) -> flint.arb:
    """A ball around every value of the derivative of a function of c without kinks; not finite where it has none.

    >>> from workbench.language.statements import parse_expression
    >>> slope(parse_expression("c**2 + 1/c", "c"), flint.arb(2))
    3.75000000000000
    """
    return _Slopes({"c": (ball, flint.arb(1))}).value(node)[1]


class _Slopes(InVariables[_Pair]):
    """Values with their derivatives."""

    def number(self, value: Fraction) -> _Pair:
        return lift(value), flint.arb(0)

    def negative(self, operand: _Pair) -> _Pair:
        return -operand[0], -operand[1]

    def operate(self, node: Arithmetic, left: _Pair, right: _Pair) -> _Pair:
        (f, df), (g, dg) = left, right
        match node.operator:
            case "+":
                return f + g, df + dg
            case "-":
                return f - g, df - dg
            case "*":
                return f * g, df * g + f * dg
            case "/":
                return f / g, (df - f / g * dg) / g
        if dg == 0 and dg.is_exact():
            return _to(f, g), g * _to(f, g - 1) * df
        value = _to(f, g)
        return value, value * (dg * f.log() + g * df / f)

    def call(self, node: Apply, arguments: tuple[_Pair, ...]) -> _Pair:
        f, df = arguments[0]
        match node.function:
            case "sqrt":
                return f.sqrt(), df / (2 * f.sqrt())
            case "log":
                return f.log(), df / f
            case "exp":
                return f.exp(), df * f.exp()
        raise NotSupported(f"{node.function} has no derivative here")


def _to(base: flint.arb, exponent: flint.arb) -> flint.arb:
    whole = exponent.unique_fmpz() if exponent.is_exact() else None
    return base ** int(whole) if whole is not None and exponent == whole else base**exponent


def _signs(node: Node, low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction, int]]:
    """Intervals in order, each with the sign of a function of c on it, 0 on gaps where it is not known."""
    if names(node) - {"c"}:
        raise NotSupported(f"{node} is no function of c")
    found: list[tuple[Fraction, Fraction, int]] = []
    finest = _finest()

    def put(a: Fraction, b: Fraction, sign: int) -> None:
        if a < b:
            if found and found[-1][2] == sign and found[-1][1] == a:
                a = found.pop()[0]
            found.append((a, b, sign))

    stack = [(low, high)]
    for _ in range(MAX_STEPS):
        if not stack:
            return found
        a, b = stack.pop()
        ball = lift(a).union(lift(b))
        sign = _sign(enclosure(node, "c", ball))
        if sign or b - a < finest:
            put(a, b, sign)
            continue
        rise = slope(node, ball)
        gap = _newton(node, rise, a, b) if _sign(rise) else None
        parts = [] if gap is None else [(a, gap[0]), gap, (gap[1], b)]
        signs = [_sign(enclosure(node, "c", lift((left + right) / 2))) for left, right in parts]
        if any(not sign and right - left > 16 * finest for sign, (left, right) in zip(signs, parts, strict=True)):
            parts = []
        if not parts:
            middle = between(a, b)
            stack += [(middle, b), (a, middle)]
        for (left, right), sign in zip(parts, (*signs[:1], 0, *signs[2:]), strict=False):
            put(left, right, sign)
    raise NotSupported(f"it cannot be decided where {node} is positive")


def _finest() -> Fraction:
    """The width at which an interval is left as a gap: what balls of the working precision can tell apart."""
    return Fraction(1, 1 << max(20, min(FINEST, flint.ctx.prec - 12)))


def _sign(ball: flint.arb) -> int:
    return 1 if ball > 0 else -1 if ball < 0 else 0


def _newton(node: Node, rise: flint.arb, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction] | None:
    """A gap outside of which a monotone function has no zero; an empty one when it has none."""
    finest = _finest()
    while high - low > finest:
        middle = (low + high) / 2
        near = lift(middle) - enclosure(node, "c", lift(middle)) / rise
        if not near.is_finite():
            return None
        left, right = max(low, exact_middle(near.lower())), min(high, exact_middle(near.upper()))
        if left > right:
            return (middle, middle) if low < middle < high else None
        if right - left > (high - low) * Fraction(3, 4):
            return (left, right) if right - left < 16 * finest else None
        low, high = left, right
        if low < high:
            rise = slope(node, lift(low).union(lift(high)))
        if not _sign(rise):
            return None
    return low, high
