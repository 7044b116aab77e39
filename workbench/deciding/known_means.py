"""What is known of the means of functions of an example, which may be added to a line: they are 0, or not negative.

The letters of an example are those of `workbench.deciding.supporting_planes`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from sympy import (
    Abs,
    Add,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    expand,
)

from workbench.deciding import citations
from workbench.deciding.domain import Domain
from workbench.symbolic import integrals
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.notation import (
    F0,
    F1,
    UNIFORM,
    Below,
    ClassMean,
    R,
    ThresholdAtRate,
    c,
    metric,
    pav,
    pi0,
    posterior,
    s,
    u,
)
from workbench.symbolic.plain import plain

Use: TypeAlias = dict[str, Any]

KS = metric("KS")
_HUNDREDTHS = 100
_QUOTIENT = re.compile(r"\*\*\((\d+)/(\d+)\)")


@dataclass(frozen=True)
class Known:
    """A function of an example whose mean is 0, or with ``signed`` not negative: in letters, in words, and why."""

    kernel: Expr
    mean: Expr
    uses: Callable[[Expr], list[Use]]
    signed: bool = False


def _block(f: Expr, letters: Sequence[Symbol]) -> Known:
    """E[(q - p) f(p)] = 0."""
    _, _, p, q, *_ = letters
    inner = f.xreplace({p: pav(s)})
    g = plain(f.xreplace({p: Symbol("value")}))

    def uses(times: Expr) -> list[Use]:
        return [
            {"axiom": "classes_share_scores", "letters": {"f": plain(inner)}, "times": plain(times)},
            {"axiom": "hull_is_calibrated", "letters": {"g": g}, "times": plain(-times)},
        ]

    return Known((q - p) * f, ClassMean(2, posterior(s) * inner) - ClassMean(2, pav(s) * inner), uses)


def of_blocks(kernel: Expr, letters: Sequence[Symbol]) -> Iterator[tuple[Expr, Known]]:
    """What stands beside the share and is a function of p alone, as a multiple of (q - p) f(p)."""
    x, y, _, q, *up_to = letters
    by_function: dict[Expr, Expr] = {}
    for term in Add.make_args(kernel):
        own = [f for f in Mul.make_args(term) if f.has(*letters)]
        rest = Mul(*(f for f in own if f != q))
        if q in own and not rest.has(x, y, q, *up_to):
            by_function[rest] = by_function.get(rest, S.Zero) + term / (q * rest)
    for f, times in by_function.items():
        if f != 1:
            yield cancelled(times), _block(f, letters)


def known_means(kernel: Expr, domain: Domain, letters: Sequence[Symbol]) -> Iterator[Known]:
    """What is known of the letters of a kernel."""
    x, y, p, q, *up_to = letters
    has = kernel.free_symbols
    proportion = Known((x if domain.calibrated else q) - (1 - pi0), S.Zero, lambda times: [])
    if domain.calibrated:
        yield proportion
    else:
        if q in has:
            yield proportion
        if p in has or q in has:
            mean = ClassMean(2, pav(s)) - (1 - pi0)
            yield Known(
                p - (1 - pi0),
                mean,
                lambda times: [{"axiom": "hull_is_calibrated", "letters": {"g": "1"}, "times": plain(times)}],
            )
        if q in has:
            for f in (S.One, p, p**2, *_sides(kernel, p, letters)):
                yield _block(f, letters)
            ranks = [v for v in (x, y, p, *up_to) if v in has]
            products = [a * b for a, b in itertools.combinations_with_replacement(ranks, 2)]
            cubes = [x**3, x**2 * p, x * p**2] if x in has else []
            beside = [
                h
                for term in Add.make_args(kernel)
                if q in (factors := Mul.make_args(term))
                for own in [[f for f in factors if f != q and f.has(x, y, p, *up_to)]]
                for h in (*own, Mul(*own))
                if h.has(x, y, *up_to) and _increases(h, (x, y, p, *up_to))
            ]
            for h in dict.fromkeys((*ranks, *products, *cubes, *beside)):
                if h.has(x, y, *up_to):
                    yield _isotonic(h, letters)
    if KS in has and not domain.calibrated:
        yield from _of_distance(kernel, letters)
    if area_of(kernel, y, p) != 0 and not domain.calibrated:
        yield _triangle(letters)
    if y in has:
        for f in sorted(kernel.atoms(Abs, Below, Max, Min), key=str):
            if isinstance(f, Below) and f.args[1] == y and not f.args[0].has(*letters):
                yield _at_rate(f.args[0], f, y)
            elif f.has(y) and not f.has(x, p, q):
                yield _of_rate(f, y)
    for v, k in ((y, 2), *zip(up_to, (0, 1), strict=True)):
        if v in has:
            most = max((int(e.exp) for e in kernel.atoms(Pow) if e.base == v and e.exp.is_Integer), default=2)
            yield from (_moment(v, k, j, letters) for j in range(1, max(2, most) + 1))


def _sides(kernel: Expr, p: Symbol, letters: Sequence[Symbol]) -> Iterator[Expr]:
    """On which side of a number p lies, where a maximum, a minimum or an absolute value in the kernel asks for it."""
    for e in sorted(kernel.atoms(Abs, Min, Max), key=str):
        for one, other in itertools.combinations((e.args[0], -e.args[0]) if isinstance(e, Abs) else e.args, 2):
            difference = expand(one - other)
            slope = difference.diff(p)
            if slope.is_number and slope != 0 and not difference.has(*(v for v in letters if v != p)):
                yield Below(p, expand(p - difference / slope))


def _moment(v: Symbol, k: int, j: int, letters: Sequence[Symbol]) -> Known:
    """The mean of a power of the rate over all examples, or of F_k over those of class k."""
    q, level = letters[3], Rational(1, j + 1)
    share, rank = (((1 - q) / pi0, F0(s)), (q / (1 - pi0), F1(s)), (S.One, R(s)))[k]
    axiom = {"axiom": "rate_is_uniform"} if k == 2 else {"axiom": "cdf_is_uniform"}
    letter = {"h": plain(Symbol("value") ** j)} | ({} if k == 2 else {"k": str(k)})

    def uses(times: Expr) -> list[Use]:
        return [{**axiom, "letters": letter, "times": plain(-times)}]

    return Known(share * v**j - level, ClassMean(k, rank**j) - level, uses)


def _of_rate(f: Expr, y: Symbol) -> Known:
    """The mean of a function of the rate, which is uniform."""
    inside, level = f.xreplace({y: c}), integrals.value(UNIFORM, f.xreplace({y: c}), None)

    def uses(times: Expr) -> list[Use]:
        law = {"axiom": "rate_is_uniform", "letters": {"h": plain(f.xreplace({y: Symbol("value")}))}}
        return [*citations.integrals_of(inside), {**law, "times": plain(-times)}]

    return Known(f - level, ClassMean(2, f.xreplace({y: R(s)})) - level, uses)


def _up_to(place: Expr) -> list[Use]:
    """The proportions of both classes up to a threshold as means."""
    return [{"axiom": "cdf_is_a_mean", "letters": {"k": str(k), "t": plain(place)}} for k in (0, 1)]


def _at_rate(r: Expr, f: Expr, y: Symbol) -> Known:
    """A proportion 1 - r of all examples lies above the threshold of rate r."""
    above = f.xreplace({y: R(s)})

    def uses(times: Expr) -> list[Use]:
        place = {"axiom": "thresholds_are_rates", "letters": {"r": plain(r)}}
        rates = {"axiom": "false_positives_at_a_rate", "letters": {"r": plain(r)}, "times": plain(times * (1 - pi0))}
        return [*_up_to(ThresholdAtRate(r)), place, rates]

    return Known(f - 1 + r, ClassMean(2, above) - 1 + r, uses)


def _of_distance(kernel: Expr, letters: Sequence[Symbol]) -> Iterator[Known]:
    """KS is no less than the distance of both cdfs at a threshold, a weighted mean of it, or the hull's.

    And it is no more than how far the shares of the classes lie from their mean.
    """
    x, y, p, q, *_ = letters
    both = 2 * pi0 * (1 - pi0)
    less = cancelled(kernel).expand().coeff(KS).xreplace(dict.fromkeys(kernel.free_symbols, Rational(1, 2)))
    if kernel.has(q) and less.is_negative:
        mean = ClassMean(2, Abs(posterior(s) - 1 + pi0)) / both - KS
        yield Known(
            Abs(q - 1 + pi0) / both - KS,
            mean,
            lambda times: [{"axiom": "distance_of_shares", "times": plain(times / both)}],
            True,
        )

    def of_hull(times: Expr) -> list[Use]:
        return [{"axiom": "distance_of_hull", "times": plain(times / both)}]

    if kernel.has(p, q):
        mean = KS - ClassMean(2, Abs(pav(s) - 1 + pi0)) / both
        yield Known(KS - Abs(p - 1 + pi0) / both, mean, of_hull, True)
    places = [
        (t, f) for f in sorted(kernel.atoms(Below), key=str) for t, v in [f.args] if v in (x, y) and not t.has(*letters)
    ]
    beside = expand(cancelled(kernel.diff(q) * both / 2)) if kernel.is_polynomial(q) else S.Zero
    of_score = [e for e in sorted(kernel.atoms(Pow), key=str) if e.base in (x, 1 - x) and e.exp.is_Rational]
    powers = [e for e in of_score if e.base == x and e.exp.is_Integer]
    roots = [e for e in of_score if e.exp > 0 and not e.exp.is_Integer]
    own = [beside] if beside.free_symbols == {x} and beside.is_polynomial(x) else []
    functions = [g - g.xreplace({x: S.Zero}) for g in dict.fromkeys((x, *powers, *own))]
    for sign in (1, -1):
        yield from (_of_place(t, f, sign, letters) for t, f in places)
        yield from (_of_slope(g, sign, letters) for g in functions)
        for e in roots:
            power = u ** (1 / e.exp)
            yield _of_law(power, e, sign, letters) if e.base == x else _of_law(1 - power, -e, sign, letters)
        for k in _kinks(kernel, x):
            yield _of_law(k * u, Min(x, k) / k, sign, letters)
            yield _of_law(k + (1 - k) * u, Max(x, k) / (1 - k), sign, letters)


def _kinks(kernel: Expr, x: Symbol) -> list[Expr]:
    """The numbers in (0, 1) at which a maximum, a minimum or an absolute value in the score changes."""
    found = set()
    for e in kernel.atoms(Abs, Max, Min):
        for one, other in itertools.combinations((e.args[0], S.Zero) if isinstance(e, Abs) else e.args, 2):
            gap = Poly(one - other, x) if (one - other).free_symbols == {x} and (one - other).is_polynomial(x) else None
            if gap is not None and gap.degree() == 1 and 0 < -gap.nth(0) / gap.nth(1) < 1:
                found.add(-gap.nth(0) / gap.nth(1))
    return sorted(found)


def area_of(kernel: Expr, y: Symbol, p: Symbol) -> Expr:
    """How often the area under the hull stands in a kernel, whose mean it is of 4 p y; 0 where it is subtracted."""
    times = cancelled(cancelled(kernel).expand().coeff(p, 1).coeff(y, 1) / 4)
    return S.Zero if times.xreplace({pi0: Rational(1, 2)}).is_negative else times


def _triangle(letters: Sequence[Symbol]) -> Known:
    """The hull's area is no less than that of the triangle of its ends and the point farthest above the diagonal."""
    _, y, p, *_ = letters
    number = 2 * (1 - pi0) ** 2 + 2 * pi0 * (1 - pi0)

    def uses(times: Expr) -> list[Use]:
        return [{"axiom": "hull_area"}, {"axiom": "triangle_of_hull", "times": plain(times)}]

    mean = 4 * ClassMean(2, pav(s) * R(s)) - ClassMean(2, Abs(pav(s) - 1 + pi0)) - number
    return Known(4 * p * y - Abs(p - 1 + pi0) - number, mean, uses, True)


def _apart(q: Symbol) -> Expr:
    """The mean of this times a function is that over class 1 less that over class 0."""
    return q / (1 - pi0) - (1 - q) / pi0


def _of_place(t: Expr, f: Expr, sign: int, letters: Sequence[Symbol]) -> Known:
    """How far the cdfs lie apart at a threshold: E1[1{t < s}] - E0[1{t < s}] = F0(t) - F1(t)."""
    x, y, _, q, *_ = letters
    g = f.xreplace({x: s, y: R(s)})
    place = ThresholdAtRate(t) if f.has(y) else t
    rank = [{"axiom": "thresholds_are_rates", "letters": {"r": plain(t)}}] if f.has(y) else []

    def uses(times: Expr) -> list[Use]:
        law = {"T": plain(place), "x": str(sign)}
        distance = {"axiom": "distance_of_thresholds", "letters": law, "times": plain(times)}
        return [*_up_to(place), *rank, distance]

    return Known(KS - sign * _apart(q) * f, KS - sign * (ClassMean(1, g) - ClassMean(0, g)), uses, True)


def _of_slope(g: Expr, sign: int, letters: Sequence[Symbol]) -> Known:
    """How far the means of a function of the score lie apart: E1[g] - E0[g] is the integral of g' (F0 - F1)."""
    x, _, _, q, *_ = letters
    slope, body = g.diff(x), g.xreplace({x: s})
    inner = slope.xreplace({x: c}) * Below(c, s)
    size = Abs(slope.xreplace({x: c}))
    most = integrals.value(UNIFORM, size, None)

    def uses(times: Expr) -> list[Use]:
        found = [
            {"axiom": "means_exchanged", "letters": {"k": str(k), "f": plain(f), "w": "uniform"}}
            for f in (c**j * Below(c, s) for (j,) in Poly(slope, x).monoms())
            for k in (0, 1)
        ]
        found += [*citations.integrals_of(inner), *citations.integrals_of(size)]
        law = {"T": "u", "x": plain(sign * slope.xreplace({x: u}))}
        return [*_up_to(c), *found, {"axiom": "distance_of_thresholds", "letters": law, "times": plain(times)}]

    mean = most * KS - sign * (ClassMean(1, body) - ClassMean(0, body))
    return Known(most * KS - sign * _apart(q) * g, mean, uses, True)


def _of_law(law: Expr, value: Expr, sign: int, letters: Sequence[Symbol]) -> Known:
    """The same of the probability, but for a number, that the score lies above a threshold drawn by a law of u."""
    x, _, _, q, *_ = letters
    body, above = value.xreplace({x: s}), Below(law.xreplace({u: c}), s)

    def uses(times: Expr) -> list[Use]:
        found = [{"axiom": "means_exchanged", "letters": {"k": k, "f": plain(above), "w": "uniform"}} for k in "01"]
        distance = {"axiom": "distance_of_thresholds", "letters": {"T": plain(law), "x": str(sign)}}
        return [*_up_to(above.args[0]), *found, *citations.integrals_of(above), {**distance, "times": plain(times)}]

    return Known(KS - sign * _apart(q) * value, KS - sign * (ClassMean(1, body) - ClassMean(0, body)), uses, True)


def _increases(f: Expr, ranks: tuple[Symbol, ...]) -> bool:
    """Whether a function is made of ranks and numbers that are not negative so that it increases with each rank."""
    if f in ranks or (f.is_number and f >= 0):
        return True
    if isinstance(f, Below):
        return not f.args[0].has(*ranks) and _increases(f.args[1], ranks)
    if isinstance(f, Pow):
        return bool(f.exp.is_Rational) and f.exp > 0 and _HUNDREDTHS % f.exp.q == 0 and _increases(f.base, ranks)
    return isinstance(f, Add | Mul | Max | Min) and all(_increases(a, ranks) for a in f.args)


def _with_decimals(said: str) -> str:
    """The same with decimal exponents: of a function that increases the reader takes these, and no quotients."""
    return _QUOTIENT.sub(lambda found: f"**{Decimal(found[1]) / Decimal(found[2])}", said)


def _isotonic(h: Expr, letters: Sequence[Symbol]) -> Known:
    """E[(p - q) h] >= 0 for an increasing function of the score."""
    x, y, p, q, f, g = letters
    inner = h.xreplace({x: s, y: R(s), p: pav(s), f: F0(s), g: F1(s)})

    def uses(times: Expr) -> list[Use]:
        return [{"axiom": "isotonic", "letters": {"h": _with_decimals(plain(inner))}, "times": plain(times)}]

    return Known((p - q) * h, ClassMean(2, pav(s) * inner) - ClassMean(2, posterior(s) * inner), uses, True)
