"""The least value of a rank statistic over all samples.

With the rate as the unit of length, class 0 is a density g on [0, 1] with 0 <= g <= 1 and mass pi0, and every such g
is the limit of samples. So

    K + pi0 E0[h(R(s))] = K + int_0^1 h(r) g(r) dr >= K + int_0^1 min(h(r), 0) dr,

with equality where class 0 takes the rates at which h is negative. For class proportions that are given, or bounded,
h - m and K + m pi0 may take the places of h and K, for any number m.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any, TypeAlias

import flint
from sympy import Expr, Poly, Rational, S, Symbol
from sympy.polys.polyerrors import BasePolynomialError

from workbench.certificates.cell_points import UNIT, fraction_between, precision, roots_and_ends
from workbench.deciding.domain import Domain
from workbench.deciding.functionals import AUC
from workbench.deciding.pointwise import NotDecided, branch_at, critical_polynomials, value_at, without_roots
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.notation import E0, Balanced, Below, ClassMean, Operator, R, pi0, pi1, s

r = Symbol("rate", nonnegative=True)
PLACES = 32
Real: TypeAlias = Any


def lower_bound(line: Expr, domain: Domain) -> Real:
    """A proven lower bound of ``line`` over all samples; the greatest where the class proportions are free.

    ``line`` is K + pi0 E0[h(R(s))] with a number K and a function h, or the like for AUC; the bound is a
    `Fraction`, or an arb ball. Raises `NotDecided`.

    >>> lower_bound(Rational(1, 4) + pi0 * E0(R(s) - Rational(1, 2)), Domain())
    Fraction(1, 8)
    """
    shift, h, share = parts(line, domain)
    low, high = (share, share) if share is not None else domain.pi0
    if low is None or high is None:
        raise NotDecided("class proportions without bounds")
    levels = {Fraction(0)} if (low, high) == UNIT else _levels(h)
    bounds = [
        _sum(shift + m * (low if m > 0 else high), _negative_part(h - Rational(m.numerator, m.denominator)))
        for m in levels
    ]
    return max(bounds, key=lambda x: float(x) if isinstance(x, Fraction) else float(x.lower()))


def parts(line: Expr, domain: Domain) -> tuple[Fraction, Expr, Fraction | None]:
    """K, h and the class proportion where it is fixed, of a line K + pi0 E0[h(R(s))]."""
    share = domain.pi0[0] if domain.pi0[0] == domain.pi0[1] else None
    if line.has(Balanced):
        if line.replace(Balanced, lambda _: S.Zero).has(pi0, pi1, ClassMean):
            raise NotDecided("balanced means beside others")
        share = Fraction(1, 2)
        line = line.replace(Balanced, lambda e: e)
    line = line.xreplace({AUC: 1 - (E0(R(s)) - pi0 / 2) / pi1}).xreplace({pi1: 1 - pi0})
    if share is not None:
        line = line.xreplace({pi0: Rational(share.numerator, share.denominator)})
    means = sorted(line.atoms(ClassMean), key=str)
    letters = {mean: Symbol(f"mean{i}") for i, mean in enumerate(means)}
    if any(mean.args[0] != 0 or mean.body.xreplace({R(s): r}).has(s, Operator) for mean in means):
        raise NotDecided("a mean of more than the rates of class 0")
    try:
        polynomial = Poly(cancelled(line.xreplace(letters)), pi0, *letters.values(), domain="QQ")
    except BasePolynomialError:
        raise NotDecided("no combination of means of rates") from None
    shift, h = Fraction(0), S.Zero
    for (power, *exponents), coefficient in polynomial.terms():
        weight = Rational(int(coefficient.numerator), int(coefficient.denominator))
        if sum(exponents) == 0 and power == 0:
            shift += Fraction(int(weight.p), int(weight.q))
        elif sum(exponents) + power == 1 + (share is None and sum(exponents) == 1) and sum(exponents) <= 1:
            body = S.One if sum(exponents) == 0 else means[exponents.index(1)].body.xreplace({R(s): r})
            h += weight * body / (1 if share is None else Rational(share.numerator, share.denominator))
        else:
            raise NotDecided("more than one mean over class 0, weighted by its proportion")
    return shift, h, share


def best_level(line: Expr, domain: Domain) -> Fraction:
    """The number m for which the bound of `lower_bound` is greatest."""
    shift, h, share = parts(line, domain)
    low, high = (share, share) if share is not None else domain.pi0
    if low is None or high is None:
        raise NotDecided("class proportions without bounds")
    levels = sorted({Fraction(0)} if (low, high) == UNIT else _levels(h))
    bounds = {
        m: _sum(shift + m * (low if m > 0 else high), _negative_part(h - Rational(m.numerator, m.denominator)))
        for m in levels
    }
    return max(levels, key=lambda m: float(bounds[m]) if isinstance(bounds[m], Fraction) else float(bounds[m].lower()))


def negative_part(h: Expr, digits: int = 12) -> Expr:
    """A function of the rate, below h and below 0: h where it is negative, or a little less.

    There ``digits`` are the binary digits of the fraction beside it.

    >>> negative_part(r - Rational(1, 2))
    (rate - 1/2)*Below(rate, 1/2)
    """
    g, meaning = without_roots(h, {r: UNIT})
    (v,) = meaning[r].free_symbols
    product = flint.fmpq_poly([1])
    for p in critical_polynomials(g):
        product *= _polynomial(p, v)
    total: Expr = S.Zero
    with precision():
        for left, right in itertools.pairwise(roots_and_ends(product)):
            if value_at(g, {v: fraction_between(left, right)}) >= 0:
                continue
            ends = _outer(left, -1, digits), _outer(right, 1, digits)
            rest = h
            if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
                rest = h - Rational(*max(2 * value_at(g, {v: x}) for x in ends).as_integer_ratio())
            low, high = sorted(value_at(meaning[r], {v: x}) for x in ends)
            inside: Expr = S.One
            inside *= Below(Rational(*low.as_integer_ratio()), r) if low > 0 else 1
            inside *= Below(r, Rational(*high.as_integer_ratio())) if high < 1 else 1
            total += rest * inside
    return total


def _outer(end: Real, side: int, digits: int) -> Fraction:
    """An end, or a fraction a little outside of it."""
    if isinstance(end, Fraction):
        return end
    scaled = 2**digits * (end.upper() if side > 0 else end.lower())
    place = int(scaled.ceil().unique_fmpz()) if side > 0 else int(scaled.floor().unique_fmpz())
    return min(max(Fraction(place, 2**digits), Fraction(0)), Fraction(1))


# --- integrals of what is negative ------------------------------------------------------------------------


def _levels(h: Expr) -> set[Fraction]:
    """Numbers m to try: values of h at some rates."""
    g, meaning = without_roots(h, {r: UNIT})
    (v,) = meaning[r].free_symbols
    return {value_at(g, {v: Fraction(k, PLACES)}) for k in range(1, PLACES)}


def _negative_part(h: Expr) -> Real:
    """The integral of min(h(r), 0) over [0, 1]: a fraction where the signs change at fractions."""
    g, meaning = without_roots(h, {r: UNIT})
    (v,) = meaning[r].free_symbols
    product = flint.fmpq_poly([1])
    for p in critical_polynomials(g):
        product *= _polynomial(p, v)
    width = meaning[r].diff(v) * (1 if meaning[r].subs(v, 0) == 0 else -1)
    total: Real = Fraction(0)
    with precision():
        for left, right in itertools.pairwise(roots_and_ends(product)):
            place = {v: fraction_between(left, right)}
            if value_at(g, place) < 0:
                area = _polynomial(branch_at(g, place) * width, v).integral()
                total = _sum(total, _at(area, right), -_at(area, left))
    return total


def _polynomial(p: Expr, v: Symbol) -> Any:
    top, bottom = as_quotient(p)
    if bottom.free_symbols or top.free_symbols - {v}:
        raise NotDecided(f"{p} is no polynomial in the rate")
    return flint.fmpq_poly([flint.fmpq(int(x.p), int(x.q)) for x in reversed(Poly(top / bottom, v).all_coeffs())])


def _at(p: Any, x: Real) -> Real:
    if isinstance(x, Fraction):
        value = p(flint.fmpq(*x.as_integer_ratio()))
        return Fraction(int(value.p), int(value.q))
    return flint.arb_poly(p)(x)


def _sum(*terms: Real) -> Real:
    if all(isinstance(x, Fraction) for x in terms):
        return sum(terms, Fraction(0))
    return sum(
        (x if isinstance(x, flint.arb) else flint.arb(flint.fmpq(*x.as_integer_ratio())) for x in terms), flint.arb(0)
    )
