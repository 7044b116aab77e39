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

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeAlias

import flint
import mpmath
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from workbench.continuous.arithmetics import Balls, Exact, Floats, NotPolynomial, Polynomials
from workbench.continuous.distributions import Distribution, Exponential, Normal
from workbench.continuous.polynomials import (
    ANYWHERE,
    Chart,
    Curve,
    ModelError,
    X,
    at_ball,
    floating,
    fraction,
    quotient,
)
from workbench.numbers.certified import integral
from workbench.numbers.piecewise import exact_middle

Form: TypeAlias = "Callable[[Point], Any]"

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

    @cached_property
    def ratio(self) -> tuple[Curve, Curve]:
        """The masses of the first two distributions without a common factor."""
        a, b = self.masses[:2]
        if not (isinstance(a, fmpq_poly) and isinstance(b, fmpq_poly)):
            relative = likelihoods(*self.distributions[:2]) if a and b else None
            if relative is None:
                return a, b
            x = self.x if not isinstance(self.x, fmpq_poly) else partial(_polynomial_at, self.x)
            first, second = relative
            return partial(_composed, first, x), partial(_composed, second, x)
        if not (a or b):
            return a, b
        common = a.gcd(b)
        return a // common, b // common

    def cut(self, lower: Any = None, upper: Any = None) -> Piece:
        """The part of the piece between two y."""
        piece = self
        if lower is not None:
            piece = replace(piece, lower=lower, left=real_value(piece.x, lower))
        if upper is not None:
            piece = replace(piece, upper=upper, right=real_value(piece.x, upper))
        return piece

    def at(self, y: Any) -> Point:
        """The point at a real y, exact where that is possible."""
        return Point(lambda curve: real_value(curve, y), self, Exact())


def _composed(outer: Any, inner: Any, y: Any, analytic: bool) -> Any:
    return outer(inner(y, analytic), analytic)


def _polynomial_at(polynomial: fmpq_poly, y: Any, analytic: bool) -> Any:
    return at_ball(polynomial, y)


def real_value(curve: Curve, y: Any) -> Any:
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

    def ratio(self) -> tuple[Any, Any]:
        """Two numbers in the ratio of the masses of the first two distributions."""
        first, second = self.piece.ratio
        return self.see(first), self.see(second)


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

    def ratio(self) -> tuple[Any, Any]:
        return self.d(0), self.d(1)


class TailPoint(Point):
    """A whole tail at once: the ranges of the cdfs, masses anywhere in [0, 1], the score unbounded."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(lambda curve: ANYWHERE, piece, Balls())

    def cdf(self, k: int) -> Any:
        assert self.piece.tail is not None
        return self.piece.tail[0][k]

    def d(self, k: int) -> Any:
        return acb(arb(0).union(arb(1)))

    def ratio(self) -> tuple[Any, Any]:
        return self.d(0), self.d(1)


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
    for low, high in itertools.pairwise(points):
        kind = Chart()
        if low >= 0 and high <= 1 and (left_order > 1 or right_order > 1):
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
    return Piece(given, chart.x, chart.dx, tuple(c for c, _ in curves), tuple(m for _, m in curves), *ends, *scores)


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
            math.gcd(*(r.numerator * (math.lcm(*(q.denominator for q in rates)) // r.denominator) for r in rates)),
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
    nothing = (none,) * len(given)
    return Piece(given, none, none, nothing, nothing, None, None, scores[0], scores[1], (ranges, mass))


# --- likelihoods ---------------------------------------------------------------------------------------

Likelihood: TypeAlias = "Callable[[Any, bool], Any]"


def likelihoods(first: Distribution, second: Distribution) -> tuple[Likelihood, Likelihood] | None:
    """Two functions of the score in the ratio of two normal densities, on wide balls sharper than the densities.

    >>> one, other = likelihoods(Normal(0, 1), Normal(1, 1))
    >>> one(acb(1), False), other(acb(0), False).real < 1
    (1.00000000000000, True)
    """
    if isinstance(first, Normal) and isinstance(second, Normal):
        (m0, d0), (m1, d1) = first._quotients, second._quotients
        a, b = (d0**-2 - d1**-2) / 2, m1 / d1**2 - m0 / d0**2
        c, scale = (m0**2 / d0**2 - m1**2 / d1**2) / 2, d0 / d1
        if a == 0:
            return (lambda x, _: acb(1)), (lambda x, _: scale * (b * x + c).exp())
        turn, rest = b / (2 * a), c - b * b / (4 * a)
        return (lambda x, _: acb(1)), (lambda x, _: scale * (a * (x + turn) ** 2 + rest).exp())
    return None


# --- integrals --------------------------------------------------------------------------------------------


def integrate(form: Form, over: Iterable[Piece], engine: str = "exact") -> Any:
    """The integral of ``form``: an ``fmpq`` where it is rational along every chart, else an ``arb``.

    ``engine`` is "exact" (polynomials exactly, the rest by balls), "arb" (balls only) or "mpmath"
    (no proof; the radius is zero).

    >>> from workbench.continuous.distributions import Beta
    >>> integrate(lambda p: p.cdf(0) * p.d(1), pieces((Beta("1/2", 1), Beta(2, 1))))
    4/5
    """
    total: Any = fmpq(0)
    for piece in sorted(over, key=lambda piece: piece.tail is None):
        total += _over(form, piece, engine)
        if isinstance(total, arb) and not total.is_finite():
            break
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
            return real_value(rising, piece.upper) - real_value(rising, piece.lower)
        except NotPolynomial:
            pass
    return sum((_over_ball(form, half) for half in _recentred(piece)), start=arb(0))


HALVINGS = 5
WITHOUT_END = arb("0 +/- inf")


def _over_ball(form: Form, piece: Piece, halvings: int = HALVINGS) -> Any:
    """The integral by balls; where that takes too many of them, those of both halves of the piece."""
    converted: dict[int, Any] = {}
    kinds = Balls(False), Balls(True)

    def integrand(y: Any, analytic: bool) -> Any:
        seen: dict[int, Any] = {}

        def once(curve: Any) -> Any:
            key = id(curve)
            found = seen.get(key)
            if found is None:
                if not isinstance(curve, fmpq_poly):
                    found = curve(y, analytic)
                else:
                    if key not in converted:
                        converted[key] = acb_poly(curve)
                    found = converted[key](y)
                seen[key] = found
            return found

        return acb(form(Point(once, piece, kinds[analytic])))

    tolerance = arb(2) ** (36 - flint.ctx.prec)
    limit = 400 * flint.ctx.prec
    ends = acb(piece.lower), acb(piece.upper)
    if not all(integrand(near, False).is_finite() for near in (_near(*ends), _near(*ends[::-1]))):
        return WITHOUT_END
    result = integral(integrand, *ends, rel_tol=tolerance, abs_tol=tolerance, eval_limit=limit)
    if halvings and not result.real.rad() < 128 * tolerance:
        middle = (piece.lower + piece.upper) / 2
        halves = piece.cut(upper=middle), piece.cut(lower=middle)
        return sum((_over_ball(form, half, halvings - 1) for half in halves), start=arb(0))
    if not result.imag.contains(0):
        raise ModelError("a root or logarithm of negative numbers stands in the integral")
    return result.real


def _near(end: Any, other: Any) -> Any:
    """A ball of points at one end, smaller than what is cut off there: where a form has no bound, no integral ends."""
    return end.union(end + (other - end) * arb(2) ** (-4 * flint.ctx.prec))


def _recentred(piece: Piece) -> list[Piece]:
    """Two halves, polynomials around their outer ends, where balls then lose least; or the piece itself."""
    curves = (piece.x, piece.dx, *piece.cdfs, *piece.masses)
    ends = (piece.lower, piece.upper)
    if not all(isinstance(v, fmpq_poly) for v in curves):
        return [piece]
    first, last = (v if isinstance(v, fmpq) else quotient(exact_middle(v)) for v in ends)
    half = (last - first) / 2
    moved: list[Any] = list(curves)
    result = []
    near = (first, 1, piece.lower - first, half), (last, -1, half, last - piece.upper)
    for start, sign, low, high in near:
        y = start + sign * X
        x, dx, *rest = (curve(y) for curve in moved)
        cdfs, masses = rest[: len(piece.cdfs)], [sign * mass for mass in rest[len(piece.cdfs) :]]
        result.append(replace(piece, x=x, dx=sign * dx, cdfs=tuple(cdfs), masses=tuple(masses), lower=low, upper=high))
    return result


def _as_polynomial(curve: Curve) -> fmpq_poly:
    if isinstance(curve, fmpq_poly):
        return curve
    raise NotPolynomial


def _over_tail(form: Form, piece: Piece) -> Any:
    """A form is homogeneous in the masses: it lies in its range on unit masses times the mass of the tail."""
    assert piece.tail is not None
    return acb(form(TailPoint(piece))).real * piece.tail[1]


def _mpf(value: Any, infinite: str) -> Any:
    if value is None:
        return mpmath.mpf(infinite)
    return floating(fraction(value)) if isinstance(value, fmpq) else mpmath.mpf(value.mid())


def end_signs(piece: Piece, form: Form) -> tuple[int | None, int | None]:
    """The signs of a form, taken with positive masses, just inside the left and the right end of a piece;
    None where balls can't tell, 0 where it vanishes throughout."""
    polynomial = _polynomial(piece, form)
    if polynomial is not None and isinstance(piece.lower, fmpq) and isinstance(piece.upper, fmpq):
        inward = 1 if piece.lower < piece.upper else -1
        near = (polynomial(piece.lower + inward * X), polynomial(piece.upper - inward * X))
        first, second = (next((_sign(c) for c in p.coeffs() if c != 0), 0) for p in near)
        return inward * first, inward * second
    start, end = (along(piece, form, y) for y in (piece.lower, piece.upper))
    return _known_sign(start), _known_sign(end)


def _sign(value: Any) -> int:
    return 1 if value > 0 else -1 if value < 0 else 0


def _known_sign(value: Any) -> int | None:
    return _sign(value) if value > 0 or value < 0 else None


def _polynomial(piece: Piece, form: Form) -> fmpq_poly | None:
    """A form along the chart of a piece where it is a polynomial."""
    try:
        found = form(Point(_as_polynomial, piece, Polynomials(piece.lower, piece.upper)))
    except NotPolynomial:
        return None
    assert isinstance(found, fmpq_poly)
    return found


def crossing(piece: Piece, form: Form) -> Any:
    """The y on a piece where a form, taken with positive masses, turns from negative to positive.

    It is known to turn at most once; where it never does, the y of the end that it approaches.
    """
    low, high = piece.lower, piece.upper
    polynomial = _polynomial(piece, form)
    if polynomial is None:
        return sign_change(lambda y: along(piece, form, y), low, high)
    scale, factors = polynomial.factor_squarefree() if polynomial else (fmpq(0), [])
    simple = math.prod((f for f, multiplicity in factors if multiplicity % 2), start=fmpq_poly([_sign(scale)]))
    inner = [r for r, _ in simple.roots() if low < r < high or high < r < low] if simple else []
    if len(inner) == 1:
        return inner[0]
    forward = 1 if low < high else -1
    return sign_change(lambda y: forward * real_value(simple, y), low, high)


def along(piece: Piece, form: Form, y: Any) -> Any:
    """A form at a y of a piece, with positive masses whichever way the chart runs."""
    value = form(piece.at(y))
    return value if piece.lower < piece.upper else -value


def sign_change(function: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    """The y where ``function`` turns from negative (towards ``lower``) to positive (towards ``upper``).

    A rational when it is zero there exactly, else a ball; every sign on the way is proven.

    >>> sign_change(lambda y: 2 * y - 1, fmpq(0), fmpq(1))
    1/2
    >>> sign_change(lambda y: 3 * y - 1, fmpq(0), fmpq(1)).contains(fmpq(1, 3))
    True
    """
    low, high = lower, upper
    for _ in range(flint.ctx.prec + 8):
        for part in (8, 7, 9, 5, 11):  # sixteenths; where balls can't tell the sign in the middle, beside it
            between = low + (high - low) * part / 16
            between = between if isinstance(between, fmpq) else between.mid()
            value = function(between)
            if value == 0:
                return between
            if value > 0 or value < 0:
                low, high = (low, between) if value > 0 else (between, high)
                break
        else:
            break
    return arb(low).union(arb(high))
