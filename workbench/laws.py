"""Moments of a joint law: what is left of a threshold choice method once its mean is taken.

The loss is affine in the operating condition, so a law (c, t) enters an expected loss through its
partial moments E[1{t < x}] and E[c 1{t < x}] alone. `condition_mean` finds them in closed form from
the expression of the threshold in c and u and the density of c, by rules for polynomials and powers;
it never guesses: what it cannot do raises `NoClosedForm`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import (
    Add,
    Expr,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    S,
    exp,
    expand,
    log,
    rf,
)

from workbench.notation import (
    AnyDensity,
    Below,
    BetaDensity,
    Clip,
    ConditionMean,
    Density,
    ExplicitDensity,
    PointMass,
    R,
    UniformDensity,
    Width,
    c,
    pav,
    posterior,
    s,
    tau,
    u,
)
from workbench.plain import plain

MAX_SHAPE = 40


class NoClosedForm(ValueError):
    """No rule gives the mean in closed form; the message says what stood in the way."""


def condition_mean(density: Density, body: Expr, *, unit_scores: bool) -> Expr:
    """E[body] over the operating condition c with ``density`` and u uniform on [0, 1], in closed form.

    ``body`` is a sum of products of powers of c, a polynomial in u, and at most one indicator
    ``Below(g, x)`` with ``g`` monotone in c alone, or affine in u alone. With ``unit_scores`` the
    score s is known to lie in [0, 1]; otherwise it is clipped. Under an arbitrary density the moments
    of c itself stay as they are.

    Raises `NoClosedForm`.

    >>> from workbench.notation import UNIFORM
    >>> condition_mean(UNIFORM, 2 * c * Below(c, s), unit_scores=True)
    s**2
    >>> condition_mean(UNIFORM, 2 * (1 - c) * (1 - Below(c**2, s)), unit_scores=True)
    -2*sqrt(s) + s + 1
    """
    if isinstance(density, PointMass):
        return _mean_over_u(expand(body.xreplace({c: density.args[0]})), unit_scores)
    total = S.Zero
    for term in Add.make_args(expand(body)):
        fixed, moving, event = _split(term)
        total += fixed * _mean_of_term(density, moving, event, unit_scores)
    return expand(total)


def _split(term: Expr) -> tuple[Expr, Expr, Below | None]:
    """A product as (free of c and u, in c and u, the indicator that moves with them)."""
    fixed, moving, event = S.One, S.One, None
    for factor in Mul.make_args(term):
        base = factor.base if isinstance(factor, Pow) and isinstance(factor.base, Below) else factor
        if not factor.has(c, u):
            fixed *= factor
        elif isinstance(base, Below):
            if event is not None and event != base:
                raise NoClosedForm("a product of two events")
            event = base
        else:
            moving *= factor
    return fixed, moving, event


def _mean_over_u(body: Expr, unit_scores: bool) -> Expr:
    total = S.Zero
    for term in Add.make_args(body):
        fixed, moving, event = _split(term)
        below = S.One
        if event is not None:
            if moving.has(u):
                raise NoClosedForm("an event in u times a power of u")
            below = _uniform_threshold(event, unit_scores)
        total += fixed * _without_u(moving) * below
    return expand(total)


def _mean_of_term(density: Density, moving: Expr, event: Below | None, unit_scores: bool) -> Expr:
    if event is None:
        return _partial_moment(density, _without_u(moving), None)
    threshold, x = event.args
    if threshold.has(tau):
        raise NoClosedForm("the threshold choice method is not known")
    if x.has(c, u):
        raise NoClosedForm("both sides of an event move with the operating condition")
    if not threshold.has(c):
        if moving.has(u):
            raise NoClosedForm("an event in u times a power of u")
        return _partial_moment(density, moving, None) * _uniform_threshold(event, unit_scores)
    if threshold.has(u):
        raise NoClosedForm(f"no rule is known for {plain(threshold)}, which moves with both c and u")
    moving = _without_u(moving)
    turn, increasing = _inverse(threshold, x, unit_scores)
    low = _partial_moment(density, moving, turn)
    return low if increasing else _partial_moment(density, moving, None) - low


def _without_u(moving: Expr) -> Expr:
    if not moving.has(u):
        return moving
    try:
        polynomial = Poly(moving, u)
    except PolynomialError:
        raise NoClosedForm(f"{plain(moving)} is no polynomial in u") from None
    return Add(*(coefficient / (power + 1) for (power,), coefficient in polynomial.terms()))


def _in_unit_interval(x: Expr, unit_scores: bool) -> bool:
    return isinstance(x, R | pav | posterior) or (x == s and unit_scores)


def _clipped(x: Expr, low: Expr, high: Expr, unit_scores: bool) -> Expr:
    if low.is_nonpositive and (high - 1).is_nonnegative and _in_unit_interval(x, unit_scores):
        return x
    return Clip(x, low, high)


def _uniform_threshold(event: Below, unit_scores: bool) -> Expr:
    """P(l + (h - l) u < x)."""
    threshold, x = event.args
    polynomial = Poly(threshold, u) if threshold.is_polynomial(u) else None
    if polynomial is None or polynomial.degree() > 1:
        raise NoClosedForm(f"no rule is known for {plain(threshold)}, which is not affine in u")
    low = threshold.subs(u, 0)
    width = expand(threshold.subs(u, 1) - low)
    if width.is_negative:
        low, width = low + width, -width
    if not width.is_positive:
        raise NoClosedForm(f"it is not known whether {plain(threshold)} rises or falls with u")
    open_width = {w: w.args[1] - w.args[0] for w in width.atoms(Width)}
    return expand((_clipped(x, low, low + width, unit_scores) - low) / width).xreplace(open_width)


def _inverse(threshold: Expr, x: Expr, unit_scores: bool) -> tuple[Expr, bool]:
    """(y, True) when ``threshold < x`` means c < y on [0, 1]; (y, False) when it means c > y."""
    ends = threshold.subs(c, 0), threshold.subs(c, 1)
    if not all(e.is_number and e.is_finite for e in ends):
        raise NoClosedForm(f"{plain(threshold)} has no known value at c = 0 or c = 1")
    increasing = bool(ends[0] < ends[1])
    value = _clipped(x, min(ends), max(ends), unit_scores)
    inner = _square_completed(threshold)
    while inner != c:
        inner, value = _peeled(inner, value)
    return value, increasing


def _square_completed(threshold: Expr) -> Expr:
    if threshold.is_polynomial(c) and Poly(threshold, c).degree() == 2:
        a2, a1, a0 = Poly(threshold, c).all_coeffs()
        centre = -a1 / (2 * a2)
        if (centre >= 1) == True:  # noqa: E712 -- a symbolic relation is not a bool
            return Add(a0 - a2 * centre**2, Mul(a2, Pow(centre - c, 2)), evaluate=True)
        return Add(a0 - a2 * centre**2, Mul(a2, Pow(c - centre, 2)), evaluate=True)
    return threshold


def _peeled(outer: Expr, value: Expr) -> tuple[Expr, Expr]:
    """One monotone operation taken off: ``outer = value`` becomes ``inner = value'``."""
    moving = [a for a in outer.args if a.has(c)]
    if len(moving) != 1:
        raise NoClosedForm(f"{plain(outer)} is not seen to be monotone in c")
    inner = moving[0]
    if isinstance(outer, Add):
        return inner, value - (outer - inner)
    if isinstance(outer, Mul):
        return inner, value / (outer / inner)
    if isinstance(outer, Pow) and outer.exp.is_Rational:
        if all((inner.subs(c, end) >= 0) == True for end in (0, 1)):  # noqa: E712
            return inner, value ** (1 / outer.exp)
        raise NoClosedForm(f"no rule is known for {plain(outer)}, which is not monotone in c")
    if isinstance(outer, exp):
        return inner, log(value)
    if isinstance(outer, log):
        return inner, exp(value)
    raise NoClosedForm(f"no rule inverts {plain(outer)}")


def _powers(expression: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The terms ``coefficient * c**power`` of a sum of powers of c, powers above -1."""
    for term in Add.make_args(expand(expression)):
        coefficient, moving = term.as_independent(c)
        base, power = moving.as_base_exp()
        if moving == 1:
            yield coefficient, S.Zero
        elif base == c and power.is_Rational and power > -1:
            yield coefficient, power
        else:
            raise NoClosedForm(f"no rule integrates {plain(moving)}")


def _partial_moment(density: Density, moving: Expr, upto: Expr | None) -> Expr:
    """The integral over [0, upto] of ``moving`` times the density; the whole of [0, 1] for None."""
    if isinstance(density, AnyDensity):
        if upto is not None:
            raise NoClosedForm("the density of the operating condition is not known")
        return ConditionMean(density, moving) if moving.has(c) else moving
    if isinstance(density, BetaDensity):
        a, b = density.args
        if not (b.is_Integer or a.is_Integer) or not (a.is_Rational and b.is_Rational) or a + b > MAX_SHAPE:
            return _beta_moment(density, moving, upto)
        if not b.is_Integer:
            return _reflected(density, moving, upto)
    if isinstance(density, UniformDensity):
        low, high = density.args
        top = high if upto is None else upto if (low, high) == (0, 1) else Clip(upto, low, high)
        weight = 1 / (high - low)
    else:
        low, top = S.Zero, S.One if upto is None else upto
        weight = explicit(density)
    total = S.Zero
    for coefficient, power in _powers(expand(moving * weight)):
        total += coefficient * (top ** (power + 1) - low ** (power + 1)) / (power + 1)
    return expand(total)


def explicit(density: Density) -> Expr:
    """The density as an expression in c, on its support.

    >>> from sympy import Integer
    >>> explicit(BetaDensity(Integer(2), Integer(2)))
    6*c*(1 - c)
    """
    if isinstance(density, UniformDensity):
        return 1 / (density.args[1] - density.args[0])
    if isinstance(density, BetaDensity):
        a, b = density.args
        return rf(a, b) / rf(S.One, b - 1) * c ** (a - 1) * (1 - c) ** (b - 1)
    if isinstance(density, ExplicitDensity):
        return density.args[0]
    raise NoClosedForm("the operating condition has no density given by an expression")


def _reflected(density: BetaDensity, moving: Expr, upto: Expr | None) -> Expr:
    """The same under Beta(b, a), with 1 - c in the place of c."""
    mirror = BetaDensity(*reversed(density.args))
    turned = moving.xreplace({c: 1 - c})
    whole = _partial_moment(mirror, turned, None)
    return whole if upto is None else expand(whole - _partial_moment(mirror, turned, 1 - upto))


def _beta_moment(density: BetaDensity, moving: Expr, upto: Expr | None) -> Expr:
    if upto is not None:
        raise NoClosedForm(f"no rule integrates a part of the density {plain(density)}")
    a, b = density.args
    total = S.Zero
    for coefficient, power in _powers(moving):
        if not power.is_Integer:
            raise NoClosedForm(f"the moment of order {power} of a Beta density is not rational")
        total += coefficient * rf(a, power) / rf(a + b, power)
    return total


def mean_condition(density: Density) -> Expr:
    """mu = E[c].

    >>> from sympy.abc import a, b
    >>> mean_condition(BetaDensity(a, b))
    a/(a + b)
    """
    return condition_mean(density, c, unit_scores=False)
