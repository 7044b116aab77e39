"""The unit square of (c, u) cut up so that a function of both is smooth and monotone on every part.

Zeros are found exactly, by inverting one operation after the other and by the formula for quadratic
equations; numbers to 30 digits only choose between roots and put them in order. Where no formula is
known, `NoClosedForm` is raised. A root too many does no harm, a root missed is never accepted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sympy import (
    Abs,
    Add,
    CRootOf,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    exp,
    expand,
    factor,
    factor_list,
    factor_terms,
    log,
    nan,
    real_roots,
    sqrt,
    zoo,
)

from workbench.symbolic.antiderivatives import NoClosedForm, linear, number, radicals, size, vanishes
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.notation import Below, Clip, c, u
from workbench.symbolic.plain import plain

_TINY = Rational(1, 10**20)
SHARES = (Rational(3, 7), Rational(1, 11), Rational(12, 13))


class NoInverse(NoClosedForm):
    """No rule tells where a function has a given value."""


# --- solving --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def solutions(e: Expr, v: Expr) -> tuple[Expr, ...]:
    """Expressions among which is every real zero of ``e`` in ``v``.

    >>> solutions(c * u - Rational(1, 4), u), solutions((c - 1) * exp(c), c)
    ((1/(4*c),), (1,))
    """
    factors = [e] if e.count(v) == 1 else _factors(as_quotient(e)[0])
    found = [x for factor in factors if factor.has(v) for x in _solved(factor, v)]
    return tuple(x for x in dict.fromkeys(found) if not x.has(zoo, nan))


def _factors(e: Expr) -> list[Expr]:
    if e.is_polynomial():
        return [factor for factor, _ in factor_list(expand(e))[1]]
    return [factor.base if isinstance(factor, Pow) else factor for factor in Mul.make_args(e)]


def _solved(e: Expr, v: Expr) -> list[Expr]:
    if e.count(v) == 1:
        return _peeled(e, S.Zero, v)
    if e.is_polynomial(v):
        return _polynomial_roots(Poly(e, v))
    rooted = radicals(e, v)
    if len(rooted) == 1:
        form, degree = rooted.popitem()
        shape = linear(form, v)
        if shape is not None:
            root, (slope, constant) = Dummy("root", positive=True), shape
            turned = e.xreplace({v: (root**degree - constant) / slope})
            return [(x**degree - constant) / slope for x in solutions(turned, root)]
    raise NoClosedForm(f"no rule solves {plain(e)} = 0")


def _polynomial_roots(p: Poly) -> list[Expr]:
    if p.degree() == 1:
        slope, constant = p.all_coeffs()
        return [-constant / slope]
    if p.degree() == 2:
        a2, a1, a0 = p.all_coeffs()
        root = sqrt(factor_terms(expand(a1**2 - 4 * a2 * a0)))
        return [expand((-a1 + sign * root) / (2 * a2)) for sign in (-1, 1)]
    if p.free_symbols == set(p.gens):
        found: list[Expr] = real_roots(p)
        if not any(isinstance(x, CRootOf) and 0 < x < 1 for x in found):
            return found
    elif p.length() == 2 and p.eval(0) != 0:
        return _peeled(p.as_expr(), S.Zero, p.gen)
    raise NoClosedForm(f"no rule solves {plain(p.as_expr())} = 0")


def _peeled(outer: Expr, value: Expr, v: Expr) -> list[Expr]:
    """The solutions of ``outer = value``, where ``v`` occurs once, from the outside in."""
    if outer == v:
        return [value]
    inner = next(a for a in outer.args if a.has(v))
    if isinstance(outer, Add):
        values = [value - (outer - inner)]
    elif isinstance(outer, Mul):
        values = [value / (outer / inner)]
    elif isinstance(outer, exp):
        values = [log(value)]
    elif isinstance(outer, log):
        values = [exp(value)]
    elif isinstance(outer, Pow) and inner == outer.exp:
        values = [log(value) / log(outer.base)]
    elif isinstance(outer, Pow) and outer.exp.is_Rational:
        root = value ** (1 / outer.exp)
        values = [root, -root] if outer.exp.p % 2 == 0 else [root, -((-value) ** (1 / outer.exp))]
    else:
        raise NoClosedForm(f"no rule inverts {plain(outer)}")
    return [x for one in dict.fromkeys(values) for x in _peeled(inner, one, v)]


def zeros(e: Expr) -> list[Expr]:
    """The numbers strictly between 0 and 1 among which is every zero there of ``e``, a function of c.

    >>> zeros(c**2 - c / 2), zeros(1 + c)
    ([1/2], [])
    """
    if not e.has(c):
        return []
    values = [(x, number(x, {})) for x in solutions(e, c)]
    return [x for x, value in values if value is not None and 0 < value < 1]


def _by_odds(e: Expr, v: Expr, value: Expr) -> tuple[Expr, ...]:
    """The solution of ``e = value`` where the odds e/(1 - e) are a power of v/(1 - v), other than these or their
    opposite, as temperature scaling has it; else none.

    >>> _by_odds(c**2 / (c**2 + (1 - c) ** 2), c, u)
    (sqrt(u)/(sqrt(u) + sqrt(1 - u)),)
    """
    above, below = as_quotient(e)
    rest = factor_terms(expand(below - above))
    powers = Mul(factor(above) / factor(rest)).as_powers_dict() if rest != 0 else {}
    k = powers.get(v, S.Zero)
    others = {base: exponent for base, exponent in powers.items() if base not in (v, S.One)}
    turned = others in ({1 - v: -k}, {v - 1: -k}) and (1 - v in others or k % 2 == 0)
    if not turned or not k.is_Rational or k in (0, 1, -1):
        return ()
    one, other = value ** (1 / abs(k)), (1 - value) ** (1 / abs(k))
    return ((one if k > 0 else other) / (one + other),)


def inverse(e: Expr, v: Expr, value: Expr, points: Iterable[Mapping[Expr, Expr]]) -> Expr:
    """The solution ``v`` of ``e = value`` that leads back to each of the ``points``, as an expression.

    >>> from workbench.symbolic.notation import s
    >>> inverse(c**2, c, s, [{c: Rational(1, 3)}])
    sqrt(s)
    """

    def leads_back(x: Expr, point: Mapping[Expr, Expr]) -> bool:
        found = number(x.xreplace({value: e.xreplace(dict(point))}), point)
        return found is not None and bool(abs(found - point[v]) < _TINY)

    try:
        found = _by_odds(e, v, value) or solutions(e - value, v)
    except NoClosedForm as obstacle:
        raise NoInverse(str(obstacle)) from None
    for x in found:
        if all(leads_back(x, point) for point in points):
            return x
    raise NoInverse(f"no rule inverts {plain(e)}")


def ordered(numbers: Iterable[Expr]) -> list[Expr]:
    """The numbers in order, each once.

    >>> ordered([Rational(1, 2), S.Zero, sqrt(Rational(1, 3)), 1 / sqrt(3)])
    [0, 1/2, sqrt(3)/3]
    """
    values = {x: size(x, {}) for x in numbers}
    found: list[Expr] = []
    for x in sorted(values, key=lambda x: values[x]):
        if not found or values[x] - values[found[-1]] > _TINY:
            found.append(x)
        elif not vanishes(x - found[-1]):
            raise NoClosedForm(f"it is not known which is greater, {plain(x)} or {plain(found[-1])}")
    return found


def between(left: Expr, right: Expr, share: Rational = SHARES[0]) -> Rational:
    """A rational number between two numbers."""
    if left.is_Rational and right.is_Rational:
        return left + (right - left) * share
    return Rational(int(size(left + (right - left) * share, {}) * 10**12), 10**12)


# --- functions with kinks -----------------------------------------------------------------------------------


_KINKED = (Max, Min, Abs, Clip, Below)


def choices(e: Expr) -> set[Expr]:
    """The smooth expressions that ``e`` can be equal to somewhere.

    >>> sorted(choices(c + Max(c, u)), key=str)
    [2*c, c + u]
    """
    if not e.has(*_KINKED):
        return {e}
    if isinstance(e, Below):
        return {S.Zero, S.One}
    inner = [choices(a) for a in e.args]
    if isinstance(e, Abs):
        return inner[0] | {-x for x in inner[0]}
    if isinstance(e, _KINKED):
        return set().union(*inner)
    return {e.func(*args) for args in itertools.product(*inner)}


def switches(e: Expr) -> set[Expr]:
    """The smooth expressions that change sign where ``e`` changes from one choice to another.

    >>> switches(Max(c, u))
    {c - u}
    """
    found: set[Expr] = set()
    for node in e.atoms(*_KINKED):
        sides = [S.Zero, node.args[0]] if isinstance(node, Abs) else node.args
        for one, other in itertools.combinations(sides, 2):
            found |= {expand(x - y) for x in choices(one) for y in choices(other)}
    return {x if not x.could_extract_minus_sign() else -x for x in found}


def chosen(e: Expr, point: Mapping[Expr, Expr]) -> Expr:
    """The smooth expression that ``e`` is equal to around a point.

    >>> chosen(Max(c, u), {c: Rational(1, 2), u: Rational(1, 3)})
    c
    """
    if not e.has(*_KINKED):
        return e
    inner = [chosen(a, point) for a in e.args]
    if not isinstance(e, _KINKED):
        return e.func(*inner)
    values = [size(a, point) for a in inner]
    if isinstance(e, Below):
        return S.One if values[0] < values[1] else S.Zero
    if isinstance(e, Abs):
        return inner[0] if values[0] > 0 else -inner[0]
    by_value = sorted(zip(inner, values, strict=True), key=lambda pair: pair[1])
    return by_value[1 if isinstance(e, Clip) else -1 if isinstance(e, Max) else 0][0]


# --- patches ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patch:
    """The part of the square with c between two numbers and u between two functions of c."""

    left: Expr
    right: Expr
    bottom: Expr
    top: Expr

    @cached_property
    def points(self) -> list[dict[Expr, Expr]]:
        """Points inside."""
        places = [between(self.left, self.right, share) for share in SHARES]
        walls = [(size(self.bottom, {c: x}), size(self.top, {c: x})) for x in places]
        return [{c: x, u: between(*pair, share)} for x, pair, share in zip(places, walls, SHARES, strict=True)]


def patches(signs: Iterable[Expr], left: Expr = S.Zero, right: Expr = S.One) -> tuple[Patch, ...]:
    """Parts of the square, with c from ``left`` to ``right``, on which no expression changes its sign.

    >>> [(p.bottom, p.top) for p in patches([u - c])]
    [(0, c), (c, 1)]
    """
    return _patches(frozenset(signs), left, right)


@lru_cache(maxsize=1024)
def _patches(signs: frozenset[Expr], left: Expr, right: Expr) -> tuple[Patch, ...]:
    walls, ends = {S.Zero, S.One}, {left, right}
    for e in signs:
        if not e.free_symbols <= {c, u}:
            raise NoClosedForm(f"the sign of {plain(e)} is not known")
        for part in itertools.chain(*map(_factors, as_quotient(e))):
            if part.has(u):
                walls |= set(solutions(part, u))
            else:
                ends |= set(zeros(part))
    for one, other in itertools.combinations(walls, 2):
        ends |= set(zeros(one - other))
    for wall in walls:
        for part in wall.atoms(Pow, log):
            ends |= set(zeros(part.args[0]))
    found: list[Patch] = []
    inside = [x for x in ordered(ends) if size(left, {}) <= size(x, {}) <= size(right, {})]
    for low, high in itertools.pairwise(inside):
        middle = {c: between(low, high)}
        known = {wall: at for wall in walls if (at := number(wall, middle)) is not None}
        heights = {wall: at for wall, at in known.items() if 0 <= at <= 1}
        standing = sorted(heights, key=lambda wall: heights[wall])
        for bottom, top in itertools.pairwise(standing):
            if heights[top] - heights[bottom] > _TINY:
                found.append(Patch(low, high, bottom, top))
    return tuple(found)
