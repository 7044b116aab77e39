"""Where a function of the operating condition c and of u is below a level, and what it is there.

The set of u in [0, 1] with ``g(c, u) < y`` is found by undoing one operation of ``g`` after the other: as
intervals whose ends are functions of c, on each of the cells of c on which their order and every sign that
matters stay the same (`workbench.losses.sign_cells`). Kinks are followed on both of their sides. What cannot be undone
raises `NotSupported`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from workbench.errors import NotSupported
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Comparison,
    Name,
    Negative,
    Node,
    Number,
    children,
    names,
    rebuilt,
)
from workbench.losses.formulas import ONE, ZERO, minus, over, plus, times, to_power
from workbench.losses.sign_cells import KINKS, Cell

Intervals: TypeAlias = "tuple[tuple[Any, Any], ...]"

FULL: Intervals = ((ZERO, ONE),)
EMPTY: Intervals = ()
HALF = Fraction(1, 2)
MAX_KINKS = 12


@dataclass(frozen=True)
class Region:
    """Sets of u on one cell of c."""

    cell: Cell

    def below(self, g: Any, y: Any, closed: bool) -> Intervals:
        """The u in [0, 1] with ``g < y`` (``g <= y`` when ``closed``), but for single points.

        >>> from workbench.language.statements import parse_expression
        >>> found = Region(Cell(Fraction(0), Fraction(1, 4))).below(parse_expression("c*u", "cu"), Number(HALF), False)
        >>> [(str(low), str(high)) for low, high in found]
        [('0', '1')]
        """
        if not _moves(g):
            sign = self.cell.sign(minus(g, y))
            return FULL if sign < 0 or (sign == 0 and closed) else EMPTY
        match g:
            case Name():
                if self.cell.sign(y) <= 0:
                    return EMPTY
                return FULL if self.cell.sign(minus(y, ONE)) >= 0 else ((ZERO, y),)
            case Negative():
                return self.above(g.operand, minus(ZERO, y), closed)
            case Arithmetic(operator="**"):
                return self._power(g, y, closed)
            case Arithmetic():
                return self._arithmetic(g, y, closed)
            case Apply():
                return self._call(g, y, closed)
        raise NotSupported(f"{g} is not undone")

    def above(self, g: Any, y: Any, closed: bool) -> Intervals:
        """The u with ``g > y`` (``g >= y`` when ``closed``)."""
        return self.complement(self.below(g, y, not closed))

    # --- one operation undone ---------------------------------------------------------------------------

    def _arithmetic(self, g: Arithmetic, y: Any, closed: bool) -> Intervals:
        left, right = g.left, g.right
        if _moves(left) and _moves(right):
            return self._quotient(g, y, closed) if g.operator == "/" else self._combined(g, y, closed)
        if g.operator == "+":
            return (
                self.below(left, minus(y, right), closed) if _moves(left) else self.below(right, minus(y, left), closed)
            )
        if g.operator == "-":
            return (
                self.below(left, plus(y, right), closed) if _moves(left) else self.above(right, minus(left, y), closed)
            )
        if g.operator == "/" and not _moves(left):
            return self._quotient(g, y, closed)
        moving, factor = (left, right) if _moves(left) else (right, left)
        sign = self.cell.sign(factor)
        if sign == 0:
            if g.operator == "/":
                raise NotSupported(f"{g} divides by zero")
            return self.below(ZERO, y, closed)
        level = (times if g.operator == "/" else over)(y, self.cell.smooth(factor))
        return self.below(moving, level, closed) if sign > 0 else self.above(moving, level, closed)

    def _quotient(self, g: Arithmetic, y: Any, closed: bool) -> Intervals:
        """a/b < y exactly when a - y*b is below zero where b > 0, above where b < 0."""
        rest = minus(g.left, times(y, g.right))
        return self.union(
            self.both(self.above(g.right, ZERO, False), self.below(rest, ZERO, closed)),
            self.both(self.below(g.right, ZERO, False), self.above(rest, ZERO, closed)),
        )

    def _power(self, g: Arithmetic, y: Any, closed: bool) -> Intervals:
        if _moves(g.right):
            if _moves(g.left) or self.cell.sign(g.left) <= 0:
                raise NotSupported(f"{g} is not undone")
            return self.below(Apply("exp", (times(g.right, Apply("log", (g.left,))),)), y, closed)
        if not isinstance(g.right, Number):
            raise NotSupported(f"the power {g} is not undone")
        power = g.right.value
        if power < 0:
            return self.below(Arithmetic("/", ONE, to_power(g.left, -power)), y, closed)
        if power == 0:
            return self.below(ONE, y, closed)
        if power.denominator == 1 and power % 2:
            down = self.cell.sign(y) < 0
            root = to_power(minus(ZERO, y) if down else y, 1 / power)
            return self.below(g.left, minus(ZERO, root) if down else root, closed)
        if self.cell.sign(y) < 0:
            return EMPTY
        root = to_power(y, 1 / power)
        if power.denominator != 1:
            return self.below(g.left, root, closed)
        return self.both(self.below(g.left, root, closed), self.above(g.left, minus(ZERO, root), closed))

    def _call(self, g: Apply, y: Any, closed: bool) -> Intervals:
        arguments: Sequence[Any] = g.arguments
        first = arguments[0]
        if g.function in ("min", "max"):
            parts = [self.below(a, y, closed) for a in arguments]
            result = parts[0]
            for part in parts[1:]:
                result = self.both(result, part) if g.function == "max" else self.union(result, part)
            return result
        if g.function == "indicator":
            inside = self._where(first)
            return self.union(
                self.both(inside, self.below(ONE, y, closed)),
                self.both(self.complement(inside), self.below(ZERO, y, closed)),
            )
        if g.function == "log":
            return self.below(first, ONE if y == ZERO else Apply("exp", (y,)), closed)
        sign = self.cell.sign(y)
        if sign < 0 or (sign == 0 and g.function == "exp"):
            return EMPTY
        if g.function == "sqrt":
            return self.below(first, to_power(y, Fraction(2)), closed)
        if g.function == "exp":
            return self.below(first, ZERO if y == ONE else Apply("log", (y,)), closed)
        if g.function == "abs":
            return self.both(self.below(first, y, closed), self.above(first, minus(ZERO, y), closed))
        raise NotSupported(f"{g.function} is not undone")

    def _where(self, comparison: Comparison) -> Intervals:
        left, right = (comparison.left, comparison.right)[:: 1 if comparison.relation[0] == "<" else -1]
        return self.below(minus(left, right), ZERO, len(comparison.relation) == 2)

    def _combined(self, g: Any, y: Any, closed: bool) -> Intervals:
        """Two parts that move with u: one kink after the other, then a polynomial of degree two at most."""
        kink = _kink(g)
        if kink is not None:
            found = EMPTY
            for place, chosen in self._sides(kink):
                found = self.union(found, self.both(place, self.below(_put(g, kink, chosen), y, closed)))
            return found
        powers = in_u(g)
        if powers is None or len(powers) > 3:
            raise NotSupported(f"where {g} is below a level is not known")
        a0, a1, a2 = (*powers, ZERO, ZERO)[:3]
        bend = self.cell.sign(a2)
        if bend == 0:
            return self.below(times(a1, _U), minus(y, a0), closed)
        # a2*(u - turn)**2 < y - a0 + a2*turn**2
        turn = over(a1, times(Number(Fraction(-2)), a2))
        rest = plus(minus(y, a0), times(a2, to_power(turn, Fraction(2))))
        square = to_power(minus(_U, turn), Fraction(2))
        if bend > 0:
            return self.below(square, over(rest, a2), closed)
        return self.above(square, over(rest, a2), closed)

    def _sides(self, kink: Apply) -> list[tuple[Intervals, Any]]:
        """The choices at a kink, each with where it is taken."""
        arguments: Sequence[Any] = kink.arguments
        if kink.function == "indicator":
            inside = self._where(arguments[0])
            return [(inside, ONE), (self.complement(inside), ZERO)]
        if kink.function == "abs":
            inside = self.below(arguments[0], ZERO, False)
            return [(inside, Negative(arguments[0])), (self.complement(inside), arguments[0])]
        if len(arguments) == 1:
            return [(FULL, arguments[0])]
        first = arguments[0]
        rest = arguments[1] if len(arguments) == 2 else Apply(kink.function, tuple(arguments[1:]))
        inside = self.below(minus(first, rest), ZERO, False)
        lower, upper = (first, rest) if kink.function == "min" else (rest, first)
        return [(inside, lower), (self.complement(inside), upper)]

    # --- sets ----------------------------------------------------------------------------------------------

    def _less(self, left: Any, right: Any) -> bool:
        return self.cell.sign(minus(left, right)) < 0

    def both(self, one: Intervals, other: Intervals) -> Intervals:
        """What lies in both sets."""
        if one == FULL or other == FULL:
            return other if one == FULL else one
        found = []
        for low, high in one:
            for left, right in other:
                start = left if self._less(low, left) else low
                end = right if self._less(right, high) else high
                if self._less(start, end):
                    found.append((start, end))
        return tuple(found)

    def complement(self, one: Intervals) -> Intervals:
        """What does not lie in the set."""
        ends = [ZERO, *(end for interval in one for end in interval), ONE]
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        return tuple((low, high) for low, high in pairs if low != high and self._less(low, high))

    def union(self, one: Intervals, other: Intervals) -> Intervals:
        """What lies in one of two sets."""
        if not one or not other:
            return one or other
        return self.complement(self.both(self.complement(one), self.complement(other)))

    # --- integrals over u --------------------------------------------------------------------------------

    def length(self, where: Intervals) -> Node:
        """How much of [0, 1] a set is, as a function of c."""
        total: Any = ZERO
        for low, high in where:
            total = plus(total, minus(high, low))
        return total  # type: ignore[no-any-return]

    def shortfall(self, g: Any, y: Any, where: Intervals) -> Node:
        """The integral of ``y - g`` over a set of u, as a function of c."""
        kink = _kink(g)
        if kink is None:
            g = self.cell.smooth(g)
            total: Any = times(y, self.length(where))
            for low, high in where:
                total = minus(total, minus(self._primitive(g, high), self._primitive(g, low)))
            return total  # type: ignore[no-any-return]
        total = ZERO
        for place, chosen in self._sides(kink):
            part = self.both(where, place)
            if part:
                total = plus(total, self.shortfall(_put(g, kink, chosen), y, part))
        return total  # type: ignore[no-any-return]

    def _primitive(self, g: Any, at: Any) -> Any:
        """An antiderivative of ``g`` in u, without kinks, at ``u = at``."""
        powers = in_u(g)
        if powers is not None:
            total: Any = ZERO
            for k, x in enumerate(powers):
                total = plus(total, over(times(x, to_power(at, Fraction(k + 1))), Number(Fraction(k + 1))))
            return total
        match g:
            case Negative():
                return minus(ZERO, self._primitive(g.operand, at))
            case Arithmetic(operator="+" | "-"):
                return (plus if g.operator == "+" else minus)(self._primitive(g.left, at), self._primitive(g.right, at))
            case Arithmetic(operator="*") if not (_moves(g.left) and _moves(g.right)):
                factor, moving = (g.right, g.left) if _moves(g.left) else (g.left, g.right)
                return times(factor, self._primitive(moving, at))
            case Arithmetic(operator="/") if not _moves(g.right):
                return over(self._primitive(g.left, at), g.right)
            case Arithmetic(operator="/") if not _moves(g.left):
                return times(g.left, self._of_power(g.right, Fraction(-1), at))
            case Arithmetic(operator="**", right=Number(value=power)):
                return self._of_power(g.left, power, at)
            case Arithmetic(operator="**") if not _moves(g.left):
                return self._primitive(Apply("exp", (times(g.right, Apply("log", (g.left,))),)), at)
            case Apply(function="sqrt"):
                return self._of_power(g.arguments[0], HALF, at)
            case Apply(function="exp" | "log"):
                inner = in_u(g.arguments[0])
                if inner is not None and len(inner) == 2:
                    value = plus(inner[0], times(inner[1], at))
                    done = Apply(g.function, (value,))
                    if g.function == "exp":
                        return over(done, inner[1])
                    return over(ZERO if value == ZERO else times(value, minus(done, ONE)), inner[1])
        raise NotSupported(f"no rule integrates {g} over u")

    def _of_power(self, base: Any, power: Fraction, at: Any) -> Any:
        inner = in_u(base)
        if inner is None:
            raise NotSupported(f"no rule integrates a power of {base} over u")
        present = [k for k, x in enumerate(inner) if self.cell.sign(x) != 0]
        if len(present) == 1:
            (k,) = present
            exponent = power * k + 1
            if exponent == 0 or self.cell.sign(inner[k]) < 0:
                raise NotSupported(f"no rule integrates a power of {base} over u")
            return over(times(_raised(inner[k], power), to_power(at, exponent)), Number(exponent))
        if present == [0, 1]:
            value = plus(inner[0], times(inner[1], at))
            if power == -1:
                if self.cell.sign(inner[0]) < 0 or self.cell.sign(plus(inner[0], inner[1])) < 0:
                    value = minus(ZERO, value)
                return over(Apply("log", (value,)), inner[1])
            return over(_raised(value, power + 1), times(Number(power + 1), inner[1]))
        raise NotSupported(f"no rule integrates a power of {base} over u")


_U: Any = Name("u")


def _raised(base: Any, power: Fraction) -> Any:
    return Arithmetic("**", base, Number(power)) if power != 1 else base


def _moves(node: Node) -> bool:
    return "u" in names(node)


def _kink(node: Node) -> Apply | None:
    """A kink in u that has none inside."""
    for child in children(node):
        found = _kink(child)
        if found is not None:
            return found
    return node if isinstance(node, Apply) and node.function in KINKS and _moves(node) else None


def _put(node: Any, kink: Node, chosen: Any) -> Any:
    return chosen if node == kink else rebuilt(node, lambda child: _put(child, kink, chosen))


def in_u(node: Any) -> list[Any] | None:
    """The coefficients of ``node`` as a polynomial in u, functions of c, the constant one first; None if it is none.

    >>> from workbench.language.statements import parse_expression
    >>> [str(x) for x in in_u(parse_expression("c*u*(1 - u) + 1/3", "cu"))]
    ['1/3', 'c', '-c']
    """
    if not _moves(node):
        return [node]
    match node:
        case Name():
            return [ZERO, ONE]
        case Negative():
            inner = in_u(node.operand)
            return inner and [minus(ZERO, x) for x in inner]
        case Arithmetic(operator="+" | "-"):
            left, right = in_u(node.left), in_u(node.right)
            if left is None or right is None:
                return None
            size, join = max(len(left), len(right)), plus if node.operator == "+" else minus
            left, right = (x + [ZERO] * (size - len(x)) for x in (left, right))
            return [join(x, y) for x, y in zip(left, right, strict=True)]
        case Arithmetic(operator="*"):
            return _product(in_u(node.left), in_u(node.right))
        case Arithmetic(operator="/") if not _moves(node.right):
            inner = in_u(node.left)
            return inner and [over(x, node.right) for x in inner]
        case Arithmetic(operator="**", right=Number(value=power)) if power.denominator == 1 and 0 < power <= 30:
            result: list[Any] | None = [ONE]
            inner = in_u(node.left)
            for _ in range(int(power)):
                result = _product(result, inner)
            return result
    return None


def _product(one: list[Any] | None, other: list[Any] | None) -> list[Any] | None:
    if one is None or other is None or len(one) + len(other) > 60:
        return None
    found: list[Any] = [ZERO] * (len(one) + len(other) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other):
            found[i + j] = plus(found[i + j], times(x, y))
    return found
