"""The range of the operating condition cut up so that a reader needs no search to see what holds on each part.

On a part every maximum, minimum, absolute value and indicator is settled by the sign of a difference, and the sign of a
polynomial by its Bernstein coefficients there, which are all of one sign. Parts end at rational numbers; where a sign
changes at another number, or is not known, `NoClosedForm` is raised.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb

from sympy import (
    QQ,
    Abs,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    S,
    expand,
    factor_list,
    floor,
    log,
    together,
)
from sympy.polys.polyerrors import CoercionFailed

from workbench.symbolic.antiderivatives import NoClosedForm, linear, number, radicals
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.monotone_parts import between, chosen, zeros
from workbench.symbolic.notation import Below, Clip, c
from workbench.symbolic.plain import plain

KINKED = (Max, Min, Abs, Clip, Below)
MAX_BISECTIONS = 10

_TINY = Rational(1, 10**20)
_FINE = 10**6


# --- signs --------------------------------------------------------------------------------------------------


def bernstein(polynomial: Poly, low: Expr, high: Expr) -> list[Expr]:
    """The Bernstein coefficients of a polynomial on an interval.

    >>> bernstein(Poly(c**2 - c, c), S.Zero, S.One)
    [0, -1/2, 0]
    """
    inside = Poly(polynomial.as_expr().xreplace({polynomial.gen: low + (high - low) * polynomial.gen}), polynomial.gen)
    powers, degree = inside.all_coeffs()[::-1], inside.degree() if inside else 0
    return [
        sum((Rational(comb(i, j), comb(degree, j)) * powers[j] for j in range(i + 1)), S.Zero)
        for i in range(degree + 1)
    ]


def is_positive(e: Expr) -> bool:
    """Whether ``e`` is a polynomial in c alone that is positive from 0 to 1.

    >>> is_positive(2 * c**2 - 2 * c + 1), is_positive(c)
    (True, False)
    """
    if e.free_symbols != {c} or not e.is_polynomial(c):
        return False
    return bool(e.xreplace({c: S.Zero}) > 0) and Poly(e, c).count_roots(0, 1) == 0


def _without_roots_of_the_positive(e: Expr) -> Expr:
    """What has the sign of ``e``, without factors that are roots of what is positive from 0 to 1.

    >>> _without_roots_of_the_positive(c / (2 * c**2 - 2 * c + 1) ** S.Half)
    c
    """
    factors = Mul.make_args(together(e))
    return Mul(*(x for x in factors if not (isinstance(x, Pow) and not x.exp.is_Integer and is_positive(x.base))))


@lru_cache(maxsize=4096)
def _rationalised(e: Expr) -> tuple[Poly, Expr, Expr]:
    """A polynomial with the sign of ``e``, and the expression in c that its variable stands for, and back.

    The variable is c, or where ``e`` has a root of c or of 1 - c, that root.
    """
    e = _without_roots_of_the_positive(e) if len(radicals(e, c)) == 1 else e
    rooted = radicals(e, c)
    there, back = c, c
    if rooted:
        form, degree = rooted.popitem()
        shape = linear(form, c)
        if rooted or shape is None:
            raise NoClosedForm(f"the sign of {plain(e)} is not known")
        v, (slope, constant) = Dummy("v", positive=True), shape
        there, back = form ** (S.One / degree), (v**degree - constant) / slope
        e = e.xreplace({c: back})
        variable = v
    else:
        variable = c
    above, below = as_quotient(e)
    try:
        return Poly(expand(above * below), variable, domain=QQ), there, back
    except (PolynomialError, CoercionFailed):
        raise NoClosedForm(f"the sign of {plain(e)} is not known") from None


def sign(e: Expr, low: Expr, high: Expr) -> int | None:
    """The sign of ``e`` between two rational numbers: 1, -1, 0 for zero throughout; None where the Bernstein
    coefficients have both signs.

    In a root of c (or of 1 - c) they are those of a polynomial in the root, between its values at the ends or, where
    these are irrational, between rational numbers a little below and above.

    >>> sign(c * (1 - c), S.Zero, S.One), sign(c - Rational(1, 3), S.Zero, S.One), sign(1 - c**S.Half, S.Zero, S.One)
    (1, None, 1)
    """
    factor, e = e.as_independent(c, as_Add=False)
    value = factor.is_positive, factor.is_negative, factor.is_zero
    if True not in value:
        raise NoClosedForm(f"the sign of {plain(factor)} is not known")
    turn = (1, -1, 0)[value.index(True)]
    if not turn or e == 1:
        return turn
    polynomial, there, _ = _rationalised(e)
    first, last = sorted(there.xreplace({c: end}) for end in (low, high))
    found = bernstein(polynomial, rational_below(first), -rational_below(-last))
    if all(x == 0 for x in found):
        return 0
    return turn if all(x >= 0 for x in found) else -turn if all(x <= 0 for x in found) else None


def cuts(e: Expr, low: Expr, high: Expr) -> list[Expr]:
    """The rational numbers strictly between two numbers where ``e`` may change its sign.

    Raises `NoClosedForm` where there is another such number.

    >>> cuts(c**3 - c / 4, S.Zero, S.One)
    [1/2]
    """
    e = e.as_independent(c, as_Add=False)[1]
    if not e.has(c):
        return []
    polynomial, there, back = _rationalised(e)
    ends = sorted(there.xreplace({c: end}).evalf(30) for end in (low, high))
    found = []
    for factor, _ in factor_list(polynomial.as_expr(), *polynomial.gens)[1]:
        form = Poly(factor, *polynomial.gens)
        if form.degree() == 1:
            place = back.xreplace({polynomial.gen: -form.eval(0) / form.LC()})
            if ends[0] <= -form.eval(0) / form.LC() <= ends[1] and low < place < high:
                found.append(place)
        elif form.count_roots(rational_below(ends[0]), -rational_below(-ends[1])):
            raise NoClosedForm(f"{plain(e)} changes its sign at an irrational number")
    return sorted(set(found))


def rational_below(x: Expr) -> Expr:
    """``x`` if it is rational, else a rational number a little below.

    >>> rational_below(2**S.Half)
    1414213/1000000
    """
    return x if x.is_Rational else floor(x * _FINE) / _FINE


def turns(g: Expr, low: Expr, high: Expr) -> list[Expr]:
    """The rational numbers strictly between two numbers among which is every one where g' is zero.

    >>> turns((1 - 2 * c * (1 - c)) ** S.Half, S.Zero, S.One)
    [1/2]
    """
    slope = together(g.diff(c))
    if not slope.has(c):
        return []
    try:
        return cuts(slope, low, high)
    except NoClosedForm:
        found = [x for x in zeros(slope) if low < x < high and _is_zero(slope, x)]
        if not all(x.is_Rational for x in found):
            raise NoClosedForm(f"{plain(g)} turns at an irrational number") from None
        return sorted(set(found))


def _is_zero(e: Expr, place: Expr) -> bool:
    value = number(e, {c: place})
    return value is None or bool(abs(value) < _TINY)


# --- parts --------------------------------------------------------------------------------------------------


def settled(
    differences: Iterable[Expr], low: Expr, high: Expr, bisections: int = MAX_BISECTIONS
) -> Iterator[tuple[Expr, Expr]]:
    """Parts of an interval on each of which every difference has a sign by its Bernstein coefficients.

    >>> list(settled([c - Rational(1, 3)], S.Zero, S.One))
    [(0, 1/3), (1/3, 1)]
    """
    remaining = [d for d in differences if d.has(c)]
    ends = sorted({low, high, *itertools.chain(*(cuts(d, low, high) for d in remaining))})
    for left, right in itertools.pairwise(ends):
        open_ones = [d for d in remaining if sign(d, left, right) is None]
        if not open_ones:
            yield left, right
        elif not bisections:
            raise NoClosedForm(f"the sign of {plain(open_ones[0])} is not plain to see")
        else:
            middle = (left + right) / 2
            yield from settled(open_ones, left, middle, bisections - 1)
            yield from settled(open_ones, middle, right, bisections - 1)


def smooth_parts(expressions: tuple[Expr, ...], low: Expr, high: Expr) -> Iterator[tuple[Expr, Expr, tuple[Expr, ...]]]:
    """Parts of an interval, each with what the expressions are there without maxima, minima, absolute values and
    indicators.

    >>> list(smooth_parts((Max(c, Rational(1, 3)),), S.Zero, S.One))
    [(0, 1/3, (1/3,)), (1/3, 1, (c,))]
    """
    node = _innermost(expressions)
    if node is None:
        yield low, high, expressions
        return
    sides = [S.Zero, node.args[0]] if isinstance(node, Abs) else node.args
    differences = [expand(y - x) for x, y in itertools.combinations(sides, 2)]
    if any(d.free_symbols - {c} for d in differences):
        raise NoClosedForm(f"it is not known which is which in {plain(node)}")
    for left, right in settled(differences, low, high):
        if isinstance(node, Below):
            choice = S.One if sign(differences[0], left, right) == 1 else S.Zero
        else:
            choice = chosen(node, {c: between(left, right)})
        yield from smooth_parts(tuple(e.xreplace({node: choice}) for e in expressions), left, right)


def _innermost(expressions: tuple[Expr, ...]) -> Expr | None:
    nodes = {node for e in expressions for node in e.atoms(*KINKED) if node.has(c)}
    ready = [node for node in nodes if not any(a.has(c) and a.has(*KINKED) for a in node.args)]
    return min(ready, key=lambda node: (node.count_ops(), str(node))) if ready else None


def regular(e: Expr, low: Expr, high: Expr, *, closed: bool = True) -> bool:
    """Whether no power or logarithm in ``e`` leaves its range between two numbers, ends included if ``closed``.

    What stands under a logarithm is to be positive, what is divided by not zero, what stands under a root not negative.

    >>> regular(1 / (1 + c), S.Zero, S.One), regular(log(c), S.Zero, S.One), regular(1 / (2 * c - 1), S.Zero, S.One)
    (True, False, False)
    """
    for node in e.atoms(Pow, log):
        inner = node.args[0]
        if not inner.has(c):
            continue
        positive = isinstance(node, log) or (node.exp.is_negative and not node.exp.is_Integer)
        if positive or not node.exp.is_Integer:
            allowed = {1} if positive else {0, 1}
        elif node.exp.is_negative:
            positive, allowed = True, {1, -1}
        else:
            continue
        if sign(inner, low, high) not in allowed:
            return False
        if positive and closed and any(inner.xreplace({c: end}) == 0 for end in (low, high)):
            return False
    return True


def delicate(e: Expr) -> list[Expr]:
    """What `regular` looks at in ``e``.

    >>> delicate(log(1 + c) + c**2)
    [c + 1]
    """
    nodes = [n for n in e.atoms(Pow, log) if isinstance(n, log) or not (n.exp.is_Integer and n.exp.is_positive)]
    return sorted({n.args[0] for n in nodes if n.args[0].has(c)}, key=str)
