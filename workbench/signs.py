"""Signs that can be read off an expression: sums and products of what is known to lie in [0, 1]."""

from __future__ import annotations

from sympy import Add, Expr, Mul, Pow, Symbol

from workbench.metrics import CATALOGUE
from workbench.notation import F0, F1, Below, ClassMean, R, error, macro_error, pav, posterior


def evidently_nonnegative(e: Expr) -> bool:
    """Whether ``e`` is seen to be nonnegative for scores and parameters in [0, 1]; false means not seen.

    >>> from workbench.notation import E0, s
    >>> evidently_nonnegative(E0(s * (1 - s))), evidently_nonnegative(E0(s - s**2))
    (True, False)
    """
    if e.is_number:
        return bool(e >= 0)
    if isinstance(e, ClassMean):
        return evidently_nonnegative(e.body)
    if isinstance(e, Pow) and e.exp.is_Integer and e.exp > 0:
        return bool(e.exp % 2 == 0) or evidently_nonnegative(e.base)
    if isinstance(e, Mul):
        negative = [a for a in e.args if not evidently_nonnegative(a)]
        return len(negative) % 2 == 0 and all(evidently_nonnegative(-a) for a in negative)
    return _in_unit_interval(e) or _in_unit_interval(1 - e) or _is_sum_of_nonnegative(e)


def _is_sum_of_nonnegative(e: Expr) -> bool:
    if not isinstance(e, Add):
        return False
    content, rest = e.primitive()
    return all(evidently_nonnegative(a) for a in e.args) or (content != 1 and evidently_nonnegative(rest))


def _in_unit_interval(e: Expr) -> bool:
    if isinstance(e, Symbol):
        entry = CATALOGUE.get(e.name)
        return e.name in ("pi0", "pi1", "t", "r", "q") or (entry is not None and entry.range.startswith("[0, 1"))
    return isinstance(e, Below | F0 | F1 | R | posterior | pav | error | macro_error)
