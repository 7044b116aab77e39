"""Antiderivatives of sums of products of powers, by the power rule and partial fractions alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sympy import Add, Dummy, Expr, Poly, PolynomialError, Pow, Rational, S, apart, expand, ilcm, log, simplify

from workbench.symbolic.plain import plain

_FAR = Rational(1, 10**10)


class NoClosedForm(ValueError):
    """No rule gives the result in closed form; the message says what stood in the way."""


def number(e: Expr, point: Mapping[Expr, Expr]) -> Expr | None:
    """The value of ``e`` at ``point`` to 30 digits; None where it is no finite real number.

    >>> from sympy.abc import x
    >>> number(log(x), {x: S.One}), number(log(x), {x: S.Zero})
    (0, None)
    """
    found = e.xreplace(dict(point)).evalf(30, chop=True)
    return found if found.is_Float or found.is_Rational else None


def size(e: Expr, point: Mapping[Expr, Expr]) -> Expr:
    """`number`, or `NoClosedForm` where there is none."""
    found = number(e, point)
    if found is None:
        place = ", ".join(f"{k} = {v}" for k, v in point.items())
        raise NoClosedForm(f"{plain(e)} has no value at {place}" if place else "a value at an end is not finite")
    return found


def vanishes(e: Expr) -> bool:
    """Whether ``e`` is seen to be zero; a place where it is not is sooner found than it is simplified.

    >>> from sympy.abc import x
    >>> vanishes((x + 1) ** 2 - x**2 - 2 * x - 1), vanishes(x**2 - x)
    (True, False)
    """
    if expand(e) == 0:
        return True
    found = number(e, {x: Rational(2 * k + 3, 4 * k + 11) for k, x in enumerate(sorted(e.free_symbols, key=str))})
    if found is not None and abs(found) > _FAR:
        return False
    return bool(simplify(e) == 0)


def radicals(e: Expr, v: Expr) -> dict[Expr, int]:
    """The bases in ``v`` that stand under roots in ``e``, each with the common degree of its roots.

    >>> from sympy import sqrt
    >>> from sympy.abc import x
    >>> radicals(x * sqrt(1 - x) + 1 / x, x)
    {1 - x: 2}
    """
    found: dict[Expr, int] = {}
    for power in e.atoms(Pow):
        if power.base.has(v) and power.exp.is_Rational and not power.exp.is_Integer:
            found[power.base] = int(ilcm(found.get(power.base, 1), power.exp.q))
    return found


def linear(form: Expr, v: Expr) -> tuple[Expr, Expr] | None:
    """``(slope, constant)`` of a linear form in ``v``; None when it is none.

    >>> from sympy.abc import x
    >>> linear(1 - 2 * x, x)
    (-2, 1)
    """
    if not form.is_polynomial(v) or Poly(form, v).degree() != 1:
        return None
    slope, constant = Poly(form, v).all_coeffs()
    return slope, constant


def antiderivative(e: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr:
    """A function of ``v`` with derivative ``e``, on an interval around ``point`` on which ``e`` is smooth.

    ``e`` is a sum of products of powers of linear forms in ``v``, no two of them to fractional powers.
    ``point`` gives all letters a value. Raises `NoClosedForm`.

    >>> from sympy import Rational, sqrt
    >>> from sympy.abc import x
    >>> antiderivative(sqrt(x) + 1 / (2 - x), x, {x: Rational(1, 2)})
    2*x**(3/2)/3 - log(2 - x)
    """
    return Add(*(_of_product(term, v, point, _of_fractions) for term in Add.make_args(expand(e))))


def _of_product(
    term: Expr,
    v: Expr,
    point: Mapping[Expr, Expr],
    otherwise: Callable[[Expr, Expr, Mapping[Expr, Expr]], Expr],
) -> Expr:
    coefficient, moving = term.as_independent(v, as_Add=False)
    base, exponent = moving.as_base_exp() if moving != 1 else (v, S.Zero)
    if base == v and exponent.is_Rational and exponent != -1:
        return coefficient * v ** (exponent + 1) / (exponent + 1)
    powers = moving.as_powers_dict()
    rough = [base for base, power in powers.items() if not (power.is_Integer and power >= 0)] or [v]
    form, shape = rough[0], linear(rough[0], v)
    if len(rough) > 1 or shape is None:
        return coefficient * otherwise(moving, v, point)
    slope, constant = shape
    power, length = S(powers[form]), Dummy("length", positive=True)
    rest = moving / form**power
    if not rest.is_polynomial(v) or not power.is_Rational:
        raise NoClosedForm(f"no rule integrates {plain(moving)}")
    total = S.Zero
    for part in Add.make_args(expand(rest.xreplace({v: (length - constant) / slope}) * length**power)):
        factor, rest = part.as_independent(length, as_Add=False)
        exponent = S.Zero if rest == 1 else rest.as_base_exp()[1]
        if exponent != -1:
            total += factor * form ** (exponent + 1) / (exponent + 1)
        else:
            monic = v + constant / slope
            total += factor * log(monic if size(monic, point) > 0 else -monic)
    return coefficient * total / slope


def _of_fractions(moving: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr:
    """By partial fractions; in the root of a linear form, if one stands under roots."""
    rooted = radicals(moving, v)
    if rooted:
        form, degree = rooted.popitem()
        shape = linear(form, v)
        if rooted or shape is None:
            return _give_up(moving, v, point)
        root, (slope, constant) = Dummy("root", positive=True), shape
        turned = moving.xreplace({v: (root**degree - constant) / slope}) * degree * root ** (degree - 1) / slope
        back = form ** (S.One / degree)
        return antiderivative(turned, root, {**point, root: back.xreplace(dict(point))}).xreplace({root: back})
    try:
        split = apart(moving, v)
    except (PolynomialError, NotImplementedError):
        return _give_up(moving, v, point)
    return Add(*(_of_product(term, v, point, _give_up) for term in Add.make_args(expand(split))))


def _give_up(moving: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Expr:
    raise NoClosedForm(f"no rule integrates {plain(moving)}")
