"""Expressions expanded, where that has not been done yet.

Sympy's `expand` looks into every part of an expression each time; most that the rules meet are expanded already.
"""

from __future__ import annotations

from functools import cache, lru_cache

from sympy import Add, Basic, Expr, Mul, Number, Pow, expand


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
