"""Expressions expanded and cancelled, where that has not been done yet.

Sympy's `expand` looks into every part of an expression each time; most that the rules meet are expanded already. Its
`cancel` and `together` first look for common factors of sums by trying each against each, which takes longer than the
division of polynomials that follows; it finds them as well.
"""

from __future__ import annotations

from functools import cache, lru_cache

from sympy import Add, Basic, Expr, Mul, Number, Piecewise, Pow, S, cancel, expand, fraction, sring, together
from sympy.polys.polyerrors import PolynomialError


@lru_cache(maxsize=4096)
def expanded(e: Expr) -> Expr:
    """`expand` but for exponents and logarithms, a sum term by term; what is expanded is left alone.

    >>> from workbench.symbolic.notation import pi0, s
    >>> expanded(s * (1 - pi0)), expanded(s * pi0)
    (-pi0*s + s, pi0*s)
    """
    if is_expanded(e):
        return e
    return Add(*map(expanded, e.args)) if isinstance(e, Add) else expand(e, power_exp=False, log=False)


@lru_cache(maxsize=16384)
def is_expanded(e: Basic) -> bool:
    """Whether `expand` surely leaves an expression alone: nowhere in it is a product of a sum, or a power of more than
    a letter or a function."""
    if not all(map(is_expanded, e.args)):
        return False
    if isinstance(e, Mul):
        return not any(isinstance(a, Add) for a in e.args)
    if isinstance(e, Pow):
        return bool(e.exp.is_Integer) and not isinstance(e.base, Add | Mul | Pow | Number)
    return not _expands(e.func)


@cache
def _expands(kind: type[Basic]) -> bool:
    """Whether there is something that `expand` does with expressions of a kind, beyond what it does within."""
    hints = ("basic", "log", "mul", "multinomial", "power_base", "power_exp")
    return any(hasattr(kind, f"_eval_expand_{hint}") for hint in hints)


@lru_cache(maxsize=4096)
def cancelled(e: Expr) -> Expr:
    """`cancel`: a quotient of two expanded polynomials without a common factor.

    >>> from workbench.symbolic.notation import pi0, s
    >>> cancelled((s**2 - pi0**2) / (s - pi0)), cancelled(s * (1 - pi0))
    (pi0 + s, -pi0*s + s)
    """
    if not divides(e):
        return expand(e)
    if e.has(Piecewise):
        return cancel(e)
    try:
        ring, (top, bottom) = sring(e.as_numer_denom())
    except PolynomialError:
        return cancel(e)
    if not ring.ngens:
        return expand(e)
    top, bottom = top.cancel(bottom)
    return top.as_expr() / bottom.as_expr()


def as_quotient(e: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator of `together`; what divides by nothing is its own numerator.

    >>> from workbench.symbolic.notation import pi0, s
    >>> as_quotient(s / pi0 + s), as_quotient(s / 2 + pi0)
    ((s*(pi0 + 1), pi0), (pi0 + s/2, 1))
    """
    return fraction(together(e)) if divides(e) else (e, S.One)


@lru_cache(maxsize=16384)
def divides(e: Basic) -> bool:
    """Whether a part of an expression, outside of functions, has a power that is negative or no number."""
    if isinstance(e, Pow) and not e.exp.is_nonnegative:
        return True
    return isinstance(e, Add | Mul | Pow) and any(map(divides, e.args))
