"""Four kinds of number behind one set of operations, and expressions of the language evaluated in each.

`Exact` keeps rationals and falls back to real balls, `Polynomials` works along a chart and refuses to
leave the polynomials, `Balls` are the complex balls that certified integration asks for, `Floats` are
mpmath's numbers. Sums and products are the operators of the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import mpmath
from flint import acb, arb, fmpq, fmpq_poly

from workbench.continuous.polynomials import X, floating, fraction, quotient, round_root, sign_between
from workbench.errors import NotSupported
from workbench.language.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number, children, names

Leaf: TypeAlias = Callable[[Any], Any]

MAX_EXPONENT = 10_000
ELEMENTARY = ("sqrt", "log", "exp", "abs", "min", "max")


class NotPolynomial(Exception):
    """The form is not a polynomial along the chart: integrate it by balls."""


class Balls:
    """Complex balls; ``analytic`` asks for NaN on balls where a function is not analytic."""

    def __init__(self, analytic: bool = False) -> None:
        self.analytic = analytic

    def number(self, value: Any) -> Any:
        return acb(value)

    def divide(self, a: Any, b: Any) -> Any:
        return acb(a) / b

    def share(self, a: Any, b: Any) -> Any:
        """a / (a + b) for a, b >= 0; where both can vanish, all of [0, 1]."""
        if not a.contains(0):
            found = 1 / (1 + b / a)  # on wide balls sharper, as a occurs once in what is not 1
            if found.is_finite():
                return found
        if self.analytic or not (a + b).contains(0):
            return a / (a + b)
        return acb(arb(0).union(arb(1)))

    def power(self, a: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            return acb(a) ** int(exponent)
        if exponent > 0 and not self.analytic and acb(a).contains(0):
            largest = acb(a).abs_upper() ** quotient(exponent)
            smallest = -largest if acb(a).real.lower() < 0 else arb(0)
            around = smallest.union(largest)
            return acb(around, around if smallest < 0 else 0)
        return acb(a).pow(acb(quotient(exponent)), analytic=self.analytic)

    def elementary(self, function: str, *given: Any) -> Any:
        a, *others = (acb(g) for g in given)
        if function == "exp":
            return a.exp()
        if function == "sqrt":
            return self.power(a, Fraction(1, 2))
        if function == "log":
            return a.log(analytic=self.analytic)
        if function == "abs":
            return a.real_abs(analytic=self.analytic)
        for other in others:
            a = getattr(a, f"real_{function}")(other, analytic=self.analytic)
        return a

    def step(self, a: Any) -> Any:
        """1 where a > 0, 0 where a < 0; both on a ball without bounds."""
        if not self.analytic and not acb(a).is_finite():
            return acb(arb(0).union(arb(1)))
        return acb(a).real_heaviside(analytic=self.analytic)


class Polynomials:
    """Polynomials in y on an open interval; whatever leaves them raises `NotPolynomial`."""

    def __init__(self, lower: Any = None, upper: Any = None) -> None:
        self.ends = lower, upper

    def number(self, value: Any) -> Any:
        if not isinstance(value, fmpq | int):
            raise NotPolynomial
        return fmpq_poly([value])

    def divide(self, a: Any, b: Any) -> Any:
        if not b:
            raise ZeroDivisionError("division by zero")
        whole, rest = divmod(a, b)
        if rest:
            raise NotPolynomial
        return whole

    def share(self, a: Any, b: Any) -> Any:
        return self.divide(a, a + b) if a + b else fmpq_poly([0])

    def power(self, a: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            positive = a ** abs(int(exponent))
            return positive if exponent >= 0 else self.divide(fmpq_poly([1]), positive)
        if a.degree() > 0 or not a:
            raise NotPolynomial
        return self.number(Exact().power(a[0], exponent))

    def elementary(self, function: str, *given: Any) -> Any:
        if all(g.degree() <= 0 for g in given):
            return self.number(Exact().elementary(function, *(g[0] for g in given)))
        if function in ("sqrt", "log", "exp"):
            raise NotPolynomial
        a, *others = given
        if function == "abs":
            return a * self._sign(a)
        for other in others:
            a = a if (self._sign(a - other) >= 0) == (function == "max") else other
        return a

    def step(self, a: Any) -> Any:
        return fmpq_poly([1 if self._sign(a) > 0 else 0])

    def _sign(self, a: Any) -> int:
        low, high = self.ends
        if a.degree() > 0 and not (isinstance(low, fmpq) and isinstance(high, fmpq)):
            raise NotPolynomial
        sign = sign_between(a, *((low, high) if low < high else (high, low))) if a.degree() > 0 else _sign(a[0])
        if sign is None:
            raise NotPolynomial
        return sign


def _sign(value: fmpq) -> int:
    return (value > 0) - (value < 0)


class Exact:
    """Rationals wherever the operation stays rational, else real balls: `Real` in flint's types."""

    def number(self, value: Any) -> Any:
        return value

    def divide(self, a: Any, b: Any) -> Any:
        if b == 0:
            raise ZeroDivisionError("division by zero")
        return a / b

    def share(self, a: Any, b: Any) -> Any:
        return self.divide(a, a + b) if a + b != 0 else fmpq(0)

    def power(self, a: Any, exponent: Fraction) -> Any:
        if abs(exponent) > MAX_EXPONENT:
            raise NotSupported(f"the exponent {exponent} is larger than {MAX_EXPONENT}")
        if exponent.denominator == 1:
            if a == 0 and exponent < 0:
                raise ZeroDivisionError("division by zero")
            return a ** int(exponent)
        if a == 0 and exponent > 0:
            return fmpq(0)
        if isinstance(a, fmpq) and a > 0:
            order = exponent.denominator
            p, q = round_root(int(a.p), order), round_root(int(a.q), order)
            if fmpq(p, q) ** order == a:
                return fmpq(p, q) ** exponent.numerator
        return arb(a) ** arb(quotient(exponent))

    def elementary(self, function: str, *given: Any) -> Any:
        a, *others = given
        if function == "sqrt":
            return self.power(a, Fraction(1, 2))
        if function in ("log", "exp"):
            if a == (1 if function == "log" else 0):
                return fmpq(0 if function == "log" else 1)
            return getattr(arb(a), function)()
        if function == "abs":
            return abs(a)
        for other in others:
            if isinstance(a, fmpq) and isinstance(other, fmpq):
                a = max(a, other) if function == "max" else min(a, other)
            else:
                a = getattr(arb(a), function)(arb(other))
        return a

    def step(self, a: Any) -> Any:
        if a > 0 or a < 0:
            return fmpq(1 if a > 0 else 0)
        return arb(0).union(arb(1))


class Floats:
    """mpmath's numbers at its working precision."""

    def number(self, value: Any) -> Any:
        if isinstance(value, fmpq):
            return floating(fraction(value))
        return mpmath.mpf(value.mid() if isinstance(value, arb) else value)

    def divide(self, a: Any, b: Any) -> Any:
        return a / b

    def share(self, a: Any, b: Any) -> Any:
        return a / (a + b) if a + b else mpmath.mpf(0)

    def power(self, a: Any, exponent: Fraction) -> Any:
        return a ** (int(exponent) if exponent.denominator == 1 else floating(exponent))

    def elementary(self, function: str, *given: Any) -> Any:
        if function in ("abs", "min", "max"):
            return {"abs": abs, "min": min, "max": max}[function](*given)  # type: ignore[operator]
        return getattr(mpmath, function)(*given)

    def step(self, a: Any) -> Any:
        return mpmath.mpf(1 if a > 0 else 0)


def evaluate(node: Node, arithmetic: Any, leaf: Leaf) -> Any:
    """The value of an expression; ``leaf`` gives the value of names and of calls that are not elementary.

    >>> from workbench.language.statements import parse_expression
    >>> evaluate(parse_expression("max(1/2, 9/4)**(1/2) - abs(-1)"), Exact(), no_leaf)
    1/2
    """
    return compiled(node)(arithmetic, leaf)


@lru_cache(maxsize=4096)
def compiled(node: Node) -> Callable[[Any, Leaf], Any]:
    """An expression as a function of an arithmetic and of what its leaves are, for many values of it."""
    if isinstance(node, Number):
        number = quotient(node.value)
        return lambda arithmetic, leaf: arithmetic.number(number)
    if isinstance(node, Negative):
        operand = compiled(node.operand)
        return lambda arithmetic, leaf: -operand(arithmetic, leaf)
    if isinstance(node, Arithmetic):
        left = compiled(node.left)
        exponent = constant(node.right) if node.operator == "**" else None
        if exponent is not None and abs(exponent) <= MAX_EXPONENT:
            return lambda arithmetic, leaf: arithmetic.power(left(arithmetic, leaf), exponent)
        right, both = compiled(node.right), _BOTH[node.operator]
        return lambda arithmetic, leaf: both(arithmetic, left(arithmetic, leaf), right(arithmetic, leaf))
    if isinstance(node, Apply) and node.function in ELEMENTARY:
        function, arguments = node.function, [compiled(a) for a in node.arguments]
        return lambda arithmetic, leaf: arithmetic.elementary(function, *(a(arithmetic, leaf) for a in arguments))
    if isinstance(node, Apply) and node.function == "indicator":
        above = compiled(difference(node))
        return lambda arithmetic, leaf: arithmetic.step(above(arithmetic, leaf))
    return lambda arithmetic, leaf: leaf(node)


_BOTH: dict[str, Callable[[Any, Any, Any], Any]] = {
    "+": lambda _, a, b: a + b,
    "-": lambda _, a, b: a - b,
    "*": lambda _, a, b: a * b,
    "/": lambda arithmetic, a, b: arithmetic.divide(a, b),
    "**": lambda arithmetic, a, b: arithmetic.elementary("exp", b * arithmetic.elementary("log", a)),
}


def difference(indicator: Apply) -> Arithmetic:
    """The expression that is positive where the indicator is 1."""
    comparison = indicator.arguments[0]
    assert isinstance(comparison, Comparison)
    left, right = comparison.left, comparison.right
    return Arithmetic("-", left, right) if comparison.relation in (">", ">=") else Arithmetic("-", right, left)


def constant(node: Node) -> Fraction | None:
    """The rational value of an expression without names, ``None`` when there is none."""
    if names(node):
        return None
    try:
        value = evaluate(node, Exact(), no_leaf)
    except NotPolynomial:
        return None
    return fraction(value) if isinstance(value, fmpq) else None


def no_leaf(node: Any) -> Any:
    raise NotPolynomial


def as_polynomial(node: Node, variable: str) -> fmpq_poly | None:
    """``node`` as a rational polynomial in ``variable``, ``None`` when it isn't one."""
    try:
        found = evaluate(node, Polynomials(), lambda leaf: X if leaf == Name(variable) else no_leaf(leaf))
        assert isinstance(found, fmpq_poly)
        return found
    except (NotPolynomial, TypeError):
        return None


def kinks(node: Node, variable: str) -> set[Fraction]:
    """The rational points at which an indicator, min, max or abs in ``node`` can break."""
    found: set[Fraction] = set()
    for child in children(node):
        found |= kinks(child, variable)
    if not isinstance(node, Apply) or node.function not in ("indicator", "min", "max", "abs"):
        return found
    if node.function == "indicator":
        differences: list[Any] = [difference(node)]
    else:
        given: list[Any] = list(node.arguments) if len(node.arguments) > 1 else [*node.arguments, Number(Fraction(0))]
        differences = [Arithmetic("-", a, b) for i, a in enumerate(given) for b in given[:i]]
    for gap in differences:
        polynomial = as_polynomial(gap, variable)
        if polynomial is not None and polynomial.degree() > 0:
            found |= {fraction(root) for root, _ in polynomial.roots()}
    return found
