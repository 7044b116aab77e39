"""Functions of a score or a rate in [0, 1] by cases: on each interval without its clips and indicators, factored.

>>> from workbench.symbolic.notation import Clip, s
>>> by_cases(2 * Clip(s, Rational(1, 4), Rational(3, 4)) ** 2 - Rational(1, 8), s)
[('s <= 1/4', '0'), ('1/4 < s <= 3/4', '2*s**2 - 1/8'), ('3/4 < s', '1')]
"""

from __future__ import annotations

from itertools import pairwise

from sympy import Expr, Max, Min, Rational, S, Symbol, expand, factor_list

from workbench.symbolic.notation import Below, Clip
from workbench.symbolic.tidying import words_or_none

_KINKED = (Clip, Min, Max, Below)


def by_cases(e: Expr, v: Symbol) -> list[tuple[str, str]] | None:
    """The cases of a function of ``v`` in [0, 1], each with its formula; None where it has one or they are not seen.

    >>> from workbench.symbolic.notation import s
    >>> by_cases(3 - 2 * Below(S.Zero, s) - Below(S.Half, s), s)
    [('s == 0', '3'), ('0 < s <= 1/2', '1'), ('1/2 < s', '0')]
    """
    cells = _cells(e, v)
    if cells is None or any(kink.args[0] == v for kink in e.atoms(Below)):  # these switch at the other end
        return None
    found: list[tuple[Expr, Expr, str]] = []
    first = _at(S.Zero, e, v)
    if first != cells[0][2].xreplace({v: S.Zero}):
        cells = [(S.Zero, S.Zero, first), *cells]
    for low, high, inside in cells:
        words = words_or_none(shortest(inside))
        if words is None:
            return None
        if found and found[-1][2] == words:
            low = found.pop()[0]
        found.append((low, high, words))
    if len(found) == 1:
        return None
    return [(_interval(low, high, v, begins=not i), words) for i, (low, high, words) in enumerate(found)]


def as_one(e: Expr, v: Symbol) -> Expr:
    """A function of ``v`` in [0, 1] that has the same formula on each of its intervals as that; any other as it is.

    >>> from workbench.symbolic.notation import s
    >>> as_one(Max(s, S.Half) ** 2 + Min(s, S.Half) ** 2 - Rational(1, 4), s), as_one(Below(S.One, s), s)
    (s**2, 0)
    """
    cells = _cells(e, v)
    if cells is None or any(kink.args[0] == v for kink in e.atoms(Below)):
        return e
    (first, *others) = (expand(inside) for _, _, inside in cells)
    same = all(x == first for x in others) and _at(S.Zero, e, v) == first.xreplace({v: S.Zero})
    return first if same else e


def jumps(e: Expr, v: Symbol, place: Rational) -> bool:
    """Whether a function of ``v`` in [0, 1] is another number at a place than just above it, as far as that is seen.

    >>> from workbench.symbolic.notation import s
    >>> [jumps(Below(S.Zero, s), s, Rational(place)) for place in (0, S.Half)]
    [True, False]
    """
    return any(low == place and _at(place, e, v) != x.xreplace({v: place}) for low, _, x in _cells(e, v) or ())


def _at(place: Rational, e: Expr, v: Symbol) -> Expr:
    return e.xreplace({kink: _settled(kink, v, place) for kink in e.atoms(*_KINKED)}).xreplace({v: place})


def on_intervals(e: Expr, v: Symbol) -> list[Expr] | None:
    """What a function of ``v`` is inside of each of the intervals of [0, 1] that it has cases for; None if not seen.

    >>> from workbench.symbolic.notation import s
    >>> on_intervals(Max(s, Rational(1, 3)) ** 2, s)
    [1/9, s**2]
    """
    cells = _cells(e, v)
    return None if cells is None else [inside for _, _, inside in cells]


def _cells(e: Expr, v: Symbol) -> list[tuple[Expr, Expr, Expr]] | None:
    kinks = e.atoms(*_KINKED)
    places = {x for kink in kinks for x in kink.args if x.is_number}
    simple = all(x == v or x.is_number for kink in kinks for x in kink.args)
    if not kinks or not simple or not all(x.is_Rational for x in places):
        return None
    ends = sorted({S.Zero, S.One, *(x for x in places if 0 < x < 1)})
    return [
        (low, high, e.xreplace({kink: _settled(kink, v, (low + high) / 2) for kink in kinks}))
        for low, high in pairwise(ends)
    ]


def _settled(kink: Expr, v: Symbol, place: Rational) -> Expr:
    """What a clip, a maximum, a minimum or an indicator is around a place."""
    at = [x.xreplace({v: place}) for x in kink.args]
    if isinstance(kink, Below):
        return S.One if at[0] < at[1] else S.Zero
    if isinstance(kink, Clip):
        _, low, high = at
        return v if low < place < high else low if place <= low else high
    found = kink.func(*at)
    return v if found == place else found


def _interval(low: Expr, high: Expr, v: Symbol, *, begins: bool) -> str:
    if high == 0:
        return f"{v.name} == 0"
    left = "" if begins else f"{low} < "
    return f"{left}{v.name}" + ("" if high == 1 else f" <= {high}")


def shortest(e: Expr) -> Expr:
    """The same as it is, expanded, or factored, whichever has the fewest letters; factors positive between 0 and 1.

    >>> from workbench.symbolic.notation import s
    >>> shortest(3 - 6 * s + 3 * s**2)
    3*(1 - s)**2
    """
    ways = [e, expand(e), *([factored(e)] if e.is_polynomial() else [])]
    return min(ways, key=lambda x: len(str(x)))


def factored(e: Expr) -> Expr:
    """A polynomial as a product of such as are positive at 1/2, where they have a sign there."""
    scale, factors = factor_list(e)
    found = S.One
    for x, n in factors:
        turned = x.xreplace(dict.fromkeys(x.free_symbols, S.Half)) < 0
        scale *= (-1) ** n if turned else 1
        found *= (-x if turned else x) ** n
    return scale * found
