"""Integrals over scores, three ways: exact for polynomials, certified balls, floating as a second opinion.

An integrand is a function of a `Point`, written with ``+ - *`` and the point's ``arithmetic``; it is a
differential form, linear or homogeneous in ``point.dx`` and the masses ``point.d(k)``, so that it does
not mention along which chart it is integrated. Each `Piece` is an interval between break points
together with a chart that makes every curve on it analytic, so the same form is integrated

exactly     when it is a polynomial along the chart,
by arb      with a proven radius otherwise (``acb.integral``; half-infinite tails by a bound on the mass),
by mpmath   along the score itself, without charts, so that a slip in a chart cannot hide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import mpmath
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from workbench.distributions import (
    NOWHERE,
    Chart,
    Curve,
    Distribution,
    X,
    floating,
    fraction,
    quotient,
    sign_between,
)
from workbench.distributions import Exponential, Normal, round_root
from workbench.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number, children, names

Form: TypeAlias = "Callable[[Point], Any]"
Leaf: TypeAlias = Callable[[Any], Any]

MAX_EXPONENT = 10_000
ELEMENTARY = ("sqrt", "log", "exp", "abs", "min", "max")


class NotSupported(ValueError):
    """The quantity has a meaning, but no certified way to compute it is built in."""


class NotPolynomial(Exception):
    """The form is not a polynomial along the chart: integrate it by balls."""


# --- the four arithmetics -----------------------------------------------------------------------------


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
        if self.analytic or not (a + b).contains(0):
            return a / (a + b)
        return acb(arb(0).union(arb(1)))

    def power(self, a: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            return acb(a) ** int(exponent)
        if exponent > 0 and not self.analytic and acb(a).imag == 0 and acb(a).real.contains(0):
            top = arb(acb(a).real.upper()) if acb(a).real.upper() > 0 else arb(0)
            return acb(arb(0).union(top ** quotient(exponent)))
        return acb(a).pow(acb(quotient(exponent)), analytic=self.analytic)

    def elementary(self, function: str, *given: Any) -> Any:
        a, *others = (acb(g) for g in given)
        if function == "exp":
            return a.exp()
        if function in ("sqrt", "log"):
            return getattr(a, function)(analytic=self.analytic)
        if function == "abs":
            return a.real_abs(analytic=self.analytic)
        for other in others:
            a = getattr(a, f"real_{function}")(other, analytic=self.analytic)
        return a

    def step(self, a: Any) -> Any:
        """1 where a > 0, 0 where a < 0."""
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
        sign = (
            sign_between(a, *((low, high) if low < high else (high, low))) if a.degree() > 0 else _sign(a[0])
        )
        if sign is None:
            raise NotPolynomial
        return sign


def _sign(value: fmpq) -> int:
    return (value > 0) - (value < 0)


class Exact:
    """Rationals wherever the operation stays rational, else real balls: the values of `Real`, in flint's types."""

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
        return floating(fraction(value)) if isinstance(value, fmpq) else mpmath.mpf(value)

    def divide(self, a: Any, b: Any) -> Any:
        return a / b

    def share(self, a: Any, b: Any) -> Any:
        return a / (a + b) if a + b else mpmath.mpf(0)

    def power(self, a: Any, exponent: Fraction) -> Any:
        return a ** (int(exponent) if exponent.denominator == 1 else floating(exponent))

    def elementary(self, function: str, *given: Any) -> Any:
        return {"abs": abs, "min": min, "max": max}.get(function, getattr(mpmath, function, None))(*given)  # type: ignore[misc]

    def step(self, a: Any) -> Any:
        return mpmath.mpf(1 if a > 0 else 0)


def evaluate(node: Node, arithmetic: Any, leaf: Leaf) -> Any:
    """The value of an expression; ``leaf`` gives the value of names and of calls that are not elementary.

    >>> from workbench.statements import parse_expression
    >>> evaluate(parse_expression("max(1/2, 2)**(1/2) * 4**(1/2)"), Exact(), None)
    [2.82842712474619 +/- 1.01e-15]
    """
    if isinstance(node, Number):
        return arithmetic.number(quotient(node.value))
    if isinstance(node, Negative):
        return -evaluate(node.operand, arithmetic, leaf)
    if isinstance(node, Arithmetic):
        left = evaluate(node.left, arithmetic, leaf)
        if node.operator == "**":
            exponent = constant(node.right)
            if exponent is not None and abs(exponent) <= MAX_EXPONENT:
                return arithmetic.power(left, exponent)
            right = evaluate(node.right, arithmetic, leaf)
            return arithmetic.elementary("exp", right * arithmetic.elementary("log", left))
        right = evaluate(node.right, arithmetic, leaf)
        if node.operator == "/":
            return arithmetic.divide(left, right)
        return (
            left + right if node.operator == "+" else left - right if node.operator == "-" else left * right
        )
    if isinstance(node, Apply) and node.function in ELEMENTARY:
        return arithmetic.elementary(node.function, *(evaluate(a, arithmetic, leaf) for a in node.arguments))
    if isinstance(node, Apply) and node.function == "indicator":
        return arithmetic.step(evaluate(_difference(node), arithmetic, leaf))
    return leaf(node)


def _difference(indicator: Apply) -> Node:
    """The expression that is positive where the indicator is 1."""
    comparison = indicator.arguments[0]
    assert isinstance(comparison, Comparison)
    left, right = comparison.left, comparison.right
    return (
        Arithmetic("-", left, right) if comparison.relation in (">", ">=") else Arithmetic("-", right, left)
    )


def constant(node: Node) -> Fraction | None:
    """The rational value of an expression without names, ``None`` when there is none."""
    if names(node):
        return None
    try:
        value = evaluate(node, Exact(), _no_leaf)
    except NotPolynomial:
        return None
    return fraction(value) if isinstance(value, fmpq) else None


def _no_leaf(node: Any) -> Any:
    raise NotPolynomial


def as_polynomial(node: Node, variable: str) -> fmpq_poly | None:
    """``node`` as a rational polynomial in ``variable``, ``None`` when it isn't one."""
    try:
        return evaluate(node, Polynomials(), lambda leaf: X if leaf == Name(variable) else _no_leaf(leaf))
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
        differences: list[Any] = [_difference(node)]
    else:
        given: list[Any] = (
            list(node.arguments) if len(node.arguments) > 1 else [*node.arguments, Number(Fraction(0))]
        )
        differences = [Arithmetic("-", a, b) for i, a in enumerate(given) for b in given[:i]]
    for difference in differences:
        polynomial = as_polynomial(difference, variable)
        if polynomial is not None and polynomial.degree() > 0:
            found |= {fraction(root) for root, _ in polynomial.roots()}
    return found


# --- pieces and points ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Piece:
    """An interval of scores with a chart on which the distributions' curves are analytic.

    ``lower`` and ``upper`` are the chart's y at the left and the right end; ``left`` and ``right``
    are the scores there (``None`` where infinite). A tail has no chart: ``tail`` holds the
    range of each cdf on it and the mass of all distributions together.
    """

    distributions: tuple[Distribution, ...]
    x: Curve
    dx: Curve
    cdfs: tuple[Curve, ...]
    masses: tuple[Curve, ...]
    lower: Any
    upper: Any
    left: Any
    right: Any
    tail: tuple[tuple[Any, ...], Any] | None = None

    def cut(self, lower: Any = None, upper: Any = None) -> Piece:
        """The part of the piece between two y."""
        piece = self
        if lower is not None:
            piece = replace(piece, lower=lower, left=_real(piece.x, lower))
        if upper is not None:
            piece = replace(piece, upper=upper, right=_real(piece.x, upper))
        return piece

    def at(self, y: Any) -> Point:
        """The point at a real y, exact where that is possible."""
        return Point(lambda curve: _real(curve, y), self, Exact())


def _real(curve: Curve, y: Any) -> Any:
    if isinstance(curve, fmpq_poly):
        return curve(y) if isinstance(y, fmpq) else acb_poly(curve)(acb(y)).real
    return curve(acb(y), False).real


class Point:
    """Where a form is evaluated: the score ``x``, ``dx``, and of each distribution the cdf and the mass."""

    def __init__(self, see: Callable[[Any], Any], piece: Piece, arithmetic: Any) -> None:
        self.see, self.piece, self.arithmetic = see, piece, arithmetic
        self.number = arithmetic.number

    @property
    def x(self) -> Any:
        return self.see(self.piece.x)

    @property
    def dx(self) -> Any:
        return self.see(self.piece.dx)

    def cdf(self, k: int) -> Any:
        return self.see(self.piece.cdfs[k])

    def d(self, k: int) -> Any:
        return self.see(self.piece.masses[k])


class _FloatPoint(Point):
    """A point in mpmath's numbers, on the score itself."""

    def __init__(self, x: Any, piece: Piece) -> None:
        super().__init__(lambda curve: curve, piece, Floats())
        self.score = x

    @property
    def x(self) -> Any:
        return self.score

    @property
    def dx(self) -> Any:
        return mpmath.mpf(1)

    def cdf(self, k: int) -> Any:
        return self.piece.distributions[k].cdf(self.score)

    def d(self, k: int) -> Any:
        return self.piece.distributions[k].pdf(self.score)


class _TailPoint(Point):
    """A whole tail at once: the ranges of the cdfs, masses anywhere in [0, 1], the score unbounded."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(lambda curve: NOWHERE, piece, Balls())

    def cdf(self, k: int) -> Any:
        assert self.piece.tail is not None
        return self.piece.tail[0][k]

    def d(self, k: int) -> Any:
        return acb(arb(0).union(arb(1)))


def pieces(
    distributions: Sequence[Distribution],
    breaks: Iterable[Fraction] = (),
    within: tuple[Fraction, Fraction] | None = None,
) -> tuple[Piece, ...]:
    """The pieces that cover the supports of ``distributions`` (or only ``within``), cut at their breaks."""
    given = tuple(distributions)
    inner = {b for d in given for b in d.breaks} | set(breaks)
    left_order = math.lcm(*(d.orders[0] for d in given))
    right_order = math.lcm(*(d.orders[1] for d in given))
    if left_order > 1 and right_order > 1:
        inner.add(Fraction(1, 2))
    if within is not None:
        points = [within[0], *sorted(b for b in inner if within[0] < b < within[1]), within[1]]
        tails: list[Piece] = []
    else:
        points, tails = _reach(given, sorted(inner))
    result = []
    for low, high in zip(points, points[1:], strict=False):
        kind = Chart()
        if 0 <= low and high <= 1 and (left_order > 1 or right_order > 1):
            mirrored = left_order == 1 or (right_order > 1 and low >= Fraction(1, 2))
            kind = Chart("mirror", Fraction(right_order)) if mirrored else Chart("root", Fraction(left_order))
        result.append(_piece(given, kind, (low + high) / 2, low, high))
    first = [tail for tail in tails if tail.left is None]
    return (*first, *result, *(tail for tail in tails if tail.left is not None))


def _piece(
    given: tuple[Distribution, ...], chart: Chart, inside: Fraction, low: Fraction, high: Fraction | None
) -> Piece:
    curves = [d.curves(chart, inside) for d in given]
    ends = chart.y(low), fmpq(0) if high is None else chart.y(high)
    scores = quotient(low), None if high is None else quotient(high)
    return Piece(
        given, chart.x, chart.dx, tuple(c for c, _ in curves), tuple(m for _, m in curves), *ends, *scores
    )


def _reach(given: tuple[Distribution, ...], breaks: list[Fraction]) -> tuple[list[Fraction], list[Piece]]:
    """The points that cut the union of the supports, and the pieces of its infinite ends."""
    spread = math.isqrt(int(1.4 * flint.ctx.prec)) + 2  # exp(-spread**2 / 2) < 2**-precision
    reach = [d.mean - spread * d.deviation for d in given if isinstance(d, Normal)]
    points, tails = list(breaks), []
    if reach:
        points.insert(0, min(reach + [b - 1 for b in breaks[:1]]))
        tails.append(_tail(given, None, points[0]))
    rates = [d.rate for d in given if isinstance(d, Exponential)]
    if rates and not reach:
        common = Fraction(
            math.gcd(
                *(r.numerator * (math.lcm(*(q.denominator for q in rates)) // r.denominator) for r in rates)
            ),
            math.lcm(*(q.denominator for q in rates)),
        )
        tails.append(_piece(given, Chart("decay", common), points[-1] + 1, points[-1], None))
    elif reach:
        far = [d.mean + spread * d.deviation for d in given if isinstance(d, Normal)]
        far += [flint.ctx.prec / rate for rate in rates]
        centres = [d.mean for d in given if isinstance(d, Normal)]
        points = sorted({*points, *centres, max(far + [b + 1 for b in breaks[-1:]])})
        tails.append(_tail(given, points[-1], None))
    return points, tails


def _tail(given: tuple[Distribution, ...], low: Fraction | None, high: Fraction | None) -> Piece:
    end = low if low is not None else high
    assert end is not None
    cdfs = [arb(d.cdf(arb(quotient(end)))) for d in given]
    outer = [c if low is None else 1 - c for c in cdfs]
    mass = sum(outer, start=arb(0))
    ranges = tuple(acb(c.union(arb(0 if low is None else 1))) for c in cdfs)
    none = fmpq_poly([0])
    scores = (None, quotient(end)) if low is None else (quotient(end), None)
    return Piece(
        given, none, none, (none,) * len(given), (none,) * len(given), None, None, *scores, (ranges, mass)
    )


# --- integrals --------------------------------------------------------------------------------------------


def integrate(form: Form, over: Iterable[Piece], engine: str = "exact") -> Any:
    """The integral of ``form``: an ``fmpq`` where it is rational along every chart, else an ``arb``.

    ``engine`` is "exact" (polynomials exactly, the rest by balls), "arb" (balls only) or "mpmath"
    (no proof; the radius is zero).

    >>> from workbench.distributions import Beta, power
    >>> integrate(lambda p: p.cdf(0) * p.d(1), pieces((Beta("1/2", 1), power(2))))
    4/5
    """
    total: Any = fmpq(0)
    for piece in over:
        total += _over(form, piece, engine)
    return total


def _over(form: Form, piece: Piece, engine: str) -> Any:
    if engine == "mpmath":
        ends = [_mpf(piece.left, "-inf"), _mpf(piece.right, "inf")]
        return arb(mpmath.quad(lambda x: form(_FloatPoint(x, piece)), ends))
    if piece.tail is not None:
        return _over_tail(form, piece)
    if engine == "exact":
        try:
            value = form(Point(_as_polynomial, piece, Polynomials(piece.lower, piece.upper)))
            rising = fmpq_poly(value if isinstance(value, fmpq_poly) else [value]).integral()
            return _real(rising, piece.upper) - _real(rising, piece.lower)
        except NotPolynomial:
            pass
    converted: dict[int, Any] = {}

    def see(curve: Any, y: Any, analytic: bool) -> Any:
        if not isinstance(curve, fmpq_poly):
            return curve(y, analytic)
        if id(curve) not in converted:
            converted[id(curve)] = acb_poly(curve)
        return converted[id(curve)](y)

    def integrand(y: Any, analytic: bool) -> Any:
        return acb(form(Point(lambda curve: see(curve, y, analytic), piece, Balls(analytic))))

    tolerance = arb(2) ** (16 - flint.ctx.prec)
    result = acb.integral(
        integrand,
        acb(piece.lower),
        acb(piece.upper),
        rel_tol=tolerance,
        abs_tol=tolerance,
        eval_limit=200 * flint.ctx.prec,
    )
    return result.real


def _as_polynomial(curve: Curve) -> fmpq_poly:
    if isinstance(curve, fmpq_poly):
        return curve
    raise NotPolynomial


def _over_tail(form: Form, piece: Piece) -> Any:
    """A form is homogeneous in the masses: it lies in its range on unit masses times the mass of the tail."""
    assert piece.tail is not None
    return acb(form(_TailPoint(piece))).real * piece.tail[1]


def _mpf(value: Any, infinite: str) -> Any:
    if value is None:
        return mpmath.mpf(infinite)
    return floating(fraction(value)) if isinstance(value, fmpq) else mpmath.mpf(value.mid())


def crossing(piece: Piece, form: Form) -> Any:
    """The y on a piece where a form, taken with positive masses, turns from negative to positive.

    It is known to turn at most once; where it never does, the y of the end that it approaches.
    """
    low, high = piece.lower, piece.upper
    try:
        polynomial = form(Point(_as_polynomial, piece, Polynomials(low, high)))
        inner = [r for r, _ in polynomial.roots() if (low < r < high or high < r < low)] if polynomial else []
        if len(inner) == 1:
            return inner[0]
    except NotPolynomial:
        pass
    return sign_change(lambda y: along(piece, form, y), low, high)


def along(piece: Piece, form: Form, y: Any) -> Any:
    """A form at a y of a piece, with positive masses whichever way the chart runs."""
    value = form(piece.at(y))
    return value if piece.lower < piece.upper else -value


def sign_change(function: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    """The y where ``function`` turns from negative (towards ``lower``) to positive (towards ``upper``).

    A rational when it is zero there exactly, else a ball; every sign on the way is proven.

    >>> sign_change(lambda y: 3 * y - 1, fmpq(0), fmpq(1)), sign_change(lambda y: 2 * y - 1, fmpq(0), fmpq(1))
    ([0.3333333333333 +/- 3.35e-14], 1/2)
    """
    low, high = lower, upper
    for _ in range(flint.ctx.prec + 8):
        middle = (
            (low + high) / 2
            if isinstance(low, fmpq) and isinstance(high, fmpq)
            else ((arb(low) + arb(high)) / 2).mid()
        )
        value = function(middle)
        if value == 0:
            return middle
        if value > 0:
            high = middle
        elif value < 0:
            low = middle
        else:
            break
    return arb(low).union(arb(high))
