"""Signs that can be read off an expression: sums and products of what is known to lie in [0, 1].

Scores, the class proportions and the parameters t, r and q lie in [0, 1]; of any other parameter nothing
is known. A metric lies in the range that its entry in the catalogue gives.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Add, Expr, Integer, Mul, Pow, Symbol

from workbench.metrics import CATALOGUE
from workbench.notation import F0, F1, Below, ClassMean, R, error, macro_error, pav, posterior

IN_UNIT_INTERVAL = ("s", "pi0", "pi1", "t", "r", "q")


def evidently_nonnegative(e: Expr) -> bool:
    """Whether ``e`` is seen to be nonnegative; false means not seen.

    >>> from workbench.notation import E0, s
    >>> evidently_nonnegative(E0(s * (1 - s))), evidently_nonnegative(E0(s - s**2))
    (True, False)
    >>> evidently_nonnegative(Symbol("a")), evidently_nonnegative(Symbol("q")), evidently_nonnegative(E0(1))
    (False, True, True)
    """
    if e.is_Number:
        return bool(e.is_nonnegative)
    if isinstance(e, ClassMean):
        return evidently_nonnegative(e.body)
    if isinstance(e, Pow) and e.exp.is_Integer and e.exp > 0:
        return bool(e.exp % 2 == 0 and e.base.is_real) or evidently_nonnegative(e.base)
    if isinstance(e, Mul):
        turned = [a for a in e.args if not evidently_nonnegative(a)]
        return len(turned) % 2 == 0 and all(_evidently_nonpositive(a) for a in turned)
    return _in_unit_interval(e) or _in_unit_interval(1 - e) or _is_sum_of_nonnegative(e)


def _evidently_nonpositive(e: Expr) -> bool:
    """Of a number or a sum, which lose their sign when they are turned; a product would only be turned back."""
    return bool(e.is_Number and e.is_nonpositive) or (isinstance(e, Add) and evidently_nonnegative(-e))


def _is_sum_of_nonnegative(e: Expr) -> bool:
    if not isinstance(e, Add):
        return False
    content, rest = e.primitive()
    return all(evidently_nonnegative(a) for a in e.args) or (content != 1 and evidently_nonnegative(rest))


def _in_unit_interval(e: Expr) -> bool:
    if isinstance(e, Symbol):
        return e.name in IN_UNIT_INTERVAL or (e.name in CATALOGUE and _within_unit_interval(CATALOGUE[e.name].range))
    if e.is_Number:
        return bool(e.is_nonnegative and (Integer(1) - e).is_nonnegative)
    if isinstance(e, ClassMean):
        return _in_unit_interval(e.body) or _in_unit_interval(1 - e.body)
    return isinstance(e, Below | F0 | F1 | R | posterior | pav | error | macro_error)


def _within_unit_interval(interval: str) -> bool:
    """Whether an interval in words lies within [0, 1].

    >>> [_within_unit_interval(text) for text in ("[0, 1]", "[1/2, 1]", "[0, 1/4]", "[0, 10]", "[-1, 1]")]
    [True, True, True, False, False]
    """
    low, high = (Fraction(end) for end in interval.strip("[]").split(","))
    return 0 <= low <= high <= 1
