"""Inverses of strictly monotone functions, with what it takes to see that they are inverses.

An inverse h of g has h(g(c)) = c identically. Where h has roots, the identity rests on what these roots are: the
square root of 1 - 4 c (1 - c) is 1 - 2 c as long as c <= 1/2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sympy import Dummy, Expr, Mul, Pow, S, Symbol, expand, factor, factor_list, factor_terms, log
from sympy import exp as exponential

from workbench.symbolic.antiderivatives import NoClosedForm, linear, radicals, size, vanishes
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.monotone_parts import inverse
from workbench.symbolic.notation import c, u
from workbench.symbolic.plain import plain
from workbench.symbolic.smooth_parts import is_positive

Y = Symbol("y", real=True)

_POSITIVE = Dummy("y", positive=True)


@dataclass(frozen=True)
class Inverse:
    """An inverse as an expression in y, and what its roots and its divisors are at y = g, in c and u."""

    formula: Expr
    roots: tuple[Expr, ...] = ()
    divisors: tuple[Expr, ...] = ()

    @property
    def told(self) -> tuple[Expr, ...]:
        """The roots, and what stands above and below in those that are quotients: a root of what is positive may be
        taken apart.

        >>> inverted(c**2 / (1 + c) ** 2, c, [{c: S.Half}]).told
        (c/(c + 1), c, c + 1)
        """
        parts = (part for x in self.roots for part in (x, *as_quotient(x)) if part.has(c))
        return tuple(dict.fromkeys(parts))


def inverted(g: Expr, v: Expr, points: Sequence[Mapping[Expr, Expr]]) -> Inverse:
    """The inverse of ``g`` in ``v``; the ``points`` lie where ``g`` is to be inverted. Raises `NoClosedForm`.

    >>> from sympy import Rational, sqrt
    >>> inverted(4 * c * (1 - c), c, [{c: Rational(1, 3)}])
    Inverse(formula=1/2 - sqrt(1 - y)/2, roots=(1 - 2*c,), divisors=())
    >>> inverted(c / (1 + c), c, [{c: Rational(1, 3)}])
    Inverse(formula=y/(1 - y), roots=(), divisors=(-c/(c + 1) + 1,))
    >>> inverted(sqrt(1 - c**2), c, [{c: Rational(1, 3)}]).formula
    sqrt(1 - y**2)
    """
    found = _tidy(inverse(g, v, Y, points))
    if all(size(g, point) > 0 for point in points):
        try:
            return explained(positive(found), g, v, points[0])
        except NoClosedForm:
            pass  # roots of 1 - c and 1 + c apart are two roots in c, that of 1 - c**2 is one
    return explained(found, g, v, points[0])


def positive(e: Expr) -> Expr:
    """An expression in y, simplified as it may be for y >= 0.

    >>> positive((Y**2) ** S.Half), positive((Y**2 + 4 * Y) ** S.Half)
    (y, sqrt(y)*sqrt(y + 4))
    """
    found = e.xreplace({Y: _POSITIVE})
    rough = {
        x for x in found.atoms(Pow) if x.exp.is_Rational and not x.exp.is_Integer and x.base.is_polynomial(_POSITIVE)
    }
    apart = {x: factor(x.base) ** x.exp for x in rough if len(factor_list(x.base)[1]) > 1}
    return found.xreplace(apart).xreplace({_POSITIVE: Y})


def explained(found: Expr, g: Expr, v: Expr, point: Mapping[Expr, Expr]) -> Inverse:
    """The inverse of ``g`` in ``v`` that an expression in y is; `NoClosedForm` if that is not seen.

    >>> from sympy import Rational
    >>> explained(Y ** Rational(3, 2), c ** Rational(2, 3), c, {c: S.Half})
    Inverse(formula=y**(3/2), roots=(c**(1/3),), divisors=())
    """
    if found.has(log, exponential):
        raise NoClosedForm(f"the inverse of {plain(g)} is not algebraic")
    rough = {x for x in found.atoms(Pow) if x.base.has(Y) and x.exp.is_Rational and not x.exp.is_Integer}
    known: dict[Expr, Expr] = {}
    roots: list[Expr] = []
    for node in sorted(rough, key=lambda x: (x.base.count_ops(), str(x))):
        root = root_of(node.base.xreplace(known).xreplace({Y: g}), int(node.exp.q), point)
        known[node] = root**node.exp.p
        roots.append(root)
    back = found.xreplace(known).xreplace({Y: g})
    if not vanishes(back - v):
        raise NoClosedForm(f"no rule inverts {plain(g)}")
    divisors = {
        x.base.xreplace(known).xreplace({Y: g}) for x in found.atoms(Pow) if x.base.has(Y) and x.exp.is_negative
    }
    return Inverse(found, tuple(dict.fromkeys(roots)), tuple(sorted(divisors, key=str)))


def _tidy(h: Expr) -> Expr:
    """The same with a minus above and below taken away.

    >>> _tidy(-Y / (Y - 1))
    y/(1 - y)
    """
    above, below = h.as_numer_denom()
    if below.has(Y) and above.could_extract_minus_sign():
        return expand(-above) / expand(-below)
    return h


def root_of(e: Expr, degree: int, point: Mapping[Expr, Expr]) -> Expr:
    """The function that is positive at the point and has ``e`` for a power.

    Raises `NoClosedForm` where it is no quotient of polynomials, in c or in a root of c or 1 - c, and in u.

    >>> from sympy import Rational
    >>> root_of(expand((1 - 2 * c) ** 2), 2, {c: Rational(2, 3)})
    2*c - 1
    """
    turned, back = e, {}
    rooted = radicals(e, c)
    if rooted:
        form, order = rooted.popitem()
        shape = linear(form, c)
        if rooted or shape is None or form.has(u):
            raise NoClosedForm(f"no rule takes the root of {plain(e)}")
        v, (slope, constant) = Dummy("v", positive=True), shape
        turned, back = e.xreplace({c: (v**order - constant) / slope}), {v: form ** (S.One / order)}
    above, below = as_quotient(turned)
    root = (_polynomial_root(above, degree, e) / _polynomial_root(below, degree, e)).xreplace(back)
    if size(root, point) < 0:
        root = factor_terms(expand(-root)) if degree % 2 == 0 else root
    return root


def _polynomial_root(e: Expr, degree: int, whole: Expr) -> Expr:
    coefficient, factors = factor_list(e)
    found = [abs(coefficient) ** (S.One / degree)]
    if coefficient < 0 and degree % 2:
        found.append(S.NegativeOne)
    for part, times in factors:
        part = -part if degree % 2 == 0 and is_positive(-part) else part
        if times % degree and not (part.is_nonnegative or is_positive(part)):
            raise NoClosedForm(f"{plain(whole)} is no power")
        found.append(part ** (S(times) / degree))
    return Mul(*found)
