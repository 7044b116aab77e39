"""Derived expressions as they are written: expanded, the terms of one metric together, in the statement language."""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Function, Max, Min, Mul, Pow, S, Symbol, default_sort_key, expand, factor

from workbench import metrics
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.notation import Clip, Operator, pav, pi0, pi1, r, s
from workbench.symbolic.plain import plain
from workbench.symbolic.translation import Untranslatable, to_syntax
from workbench.words import IN_UNIT_INTERVAL


def tidy(expression: Expr) -> Expr:
    """The expression expanded; the terms of one metric stand together when they carry parameters.

    Class proportions that something is divided by are parameters too.
    """
    expanded = expand(expression)
    divides = any(x.exp.is_negative and x.base.has(pi0, pi1) for x in expanded.atoms(Pow))
    names = {s, r} if divides else {pi0, pi1, s, r}
    named = names | {x for x in expanded.free_symbols if x.name in metrics.CATALOGUE}
    if expanded.free_symbols <= named:
        return _as_one_quotient(expanded)
    return Add(*(factor(cancelled(term)) for term in _by_metric(expanded, named)))


def _as_one_quotient(expression: Expr) -> Expr:
    """A sum of quotients by what depends on the score or the rate as one in factors, where that takes fewer letters.

    >>> _as_one_quotient(1 - 4 * s / (s + 1) + 4 * s**2 / (s**2 + 2 * s + 1))
    (s - 1)**2/(s + 1)**2
    >>> _as_one_quotient(1 / s + 1)
    1 + 1/s
    """
    if not any(x.exp.is_negative and x.base.has(s, r) for x in expression.atoms(Pow)):
        return expression
    letters = {x: Dummy() for x in sorted(expression.atoms(Function, Operator), key=default_sort_key)}
    found = factor(expression.xreplace(letters)).xreplace({letter: x for x, letter in letters.items()})
    return min(expression, found, _over_both_roots(expression), key=lambda e: len(plain(e)))


def _over_both_roots(expression: Expr) -> Expr:
    """The same divided by 1 + 2*sqrt(x)*sqrt(1 - x), the square of sqrt(x) + sqrt(1 - x), in place of this.

    >>> from sympy import sqrt
    >>> _over_both_roots(1 - 2 * sqrt(s) / (sqrt(s) + sqrt(1 - s)) + s / (2 * sqrt(s) * sqrt(1 - s) + 1))
    (1 - s)/(2*sqrt(s)*sqrt(1 - s) + 1)
    """

    def over_square(e: Expr) -> Expr:
        times = -e.exp
        return e.base ** (times % 2) / expand(e.base**2) ** ((times + 1) // 2)

    found = expression.replace(
        lambda e: isinstance(e, Pow) and e.exp.is_negative and both_roots(e.base) is not None, over_square
    )
    if found == expression:
        return expression
    above, below = as_quotient(found)
    return expand(above) / factor(below)


def both_roots(e: Expr) -> tuple[Expr, Expr] | None:
    """The square roots of x and 1 - x, of which ``e`` is the sum; None where it is none.

    >>> from sympy import sqrt
    >>> both_roots(sqrt(s) + sqrt(1 - s)), both_roots(1 + sqrt(s))
    ((sqrt(s), sqrt(1 - s)), None)
    """
    if not isinstance(e, Add) or len(e.args) != 2:
        return None
    roots = sorted((x for x in e.args if isinstance(x, Pow) and x.exp == S.Half), key=plain, reverse=True)
    return (roots[0], roots[1]) if len(roots) == 2 and expand(e**2 - 2 * Mul(*roots)) == 1 else None


def _by_metric(expression: Expr, named: set[Expr]) -> list[Expr]:
    """The terms of a sum, grouped by what is made of names; the rest of a term is numbers and parameters."""
    groups: dict[Expr, Expr] = {}
    for term in Add.make_args(expression):
        key = term.as_independent(*named)[1]
        groups[key] = groups.get(key, S.Zero) + term
    return list(groups.values())


def words_or_none(expression: Expr | None) -> str | None:
    """An expression in the statement language, without cases that scores and rates in [0, 1] never reach.

    >>> words_or_none(Clip(s, S.Zero, S.Half) ** 2), words_or_none(Clip(s, S.Half, S.One))
    ('min(s, 1/2)**2', 'max(s, 1/2)')
    >>> words_or_none(Clip(S.Zero, S.Zero, Symbol("t")) + Clip(S.One, pi1, S.One))
    '1'
    """
    if expression is None:
        return None
    try:
        return str(to_syntax(expression.replace(Clip, _within_unit_interval)))
    except Untranslatable:
        return None


def _within_unit_interval(x: Expr, low: Expr, high: Expr) -> Expr:
    """A clip in fewer words for what lies in [0, 1]."""
    if x in (s, r, pav(s), Symbol("rho", nonnegative=True)):
        if low.is_nonpositive:
            return x if (high - 1).is_nonnegative else Min(x, high)
        if (high - 1).is_nonnegative:
            return Max(x, low)
    ends = {low, high} - {S.Zero, S.One}
    if x in (S.Zero, S.One) and {low, high} & {S.Zero, S.One} and all(_lies_there(end) for end in ends):
        return low if x == S.Zero else high
    return Clip(x, low, high)


def _lies_there(end: Expr) -> bool:
    """Whether an end of an interval is a class proportion or a parameter in [0, 1]."""
    return end in (pi0, pi1) or (isinstance(end, Symbol) and end.name in IN_UNIT_INTERVAL)
