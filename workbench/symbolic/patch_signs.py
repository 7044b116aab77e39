"""Signs on a part of the square of (c, u) that are plain to see: by Bernstein coefficients of one sign."""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import comb

from sympy import QQ, Abs, Add, Dummy, Expr, Poly, PolynomialError, Pow, Rational, S, expand, log
from sympy.polys.polyerrors import CoercionFailed

from workbench.symbolic.antiderivatives import NoClosedForm, linear, radicals
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.inverting import Y
from workbench.symbolic.monotone_parts import Patch, chosen
from workbench.symbolic.notation import Below, c, u
from workbench.symbolic.plain import plain
from workbench.symbolic.smooth_parts import KINKED, rational_below


class Undecided(NoClosedForm):
    """The sign of something on a patch is not plain to see; it may be on a part of the patch."""


@lru_cache(maxsize=4096)
def sign_on(e: Expr, patch: Patch) -> int | None:
    """The sign of a function of c and u inside a patch: 1, -1, 0 for zero throughout; None where the Bernstein
    coefficients have both signs.

    >>> triangle = Patch(S.Zero, S.One, S.Zero, c)
    >>> sign_on(c - u, triangle), sign_on(c * u - Rational(1, 9), triangle)
    (1, None)
    """
    factor, e = e.as_independent(c, u, as_Add=False)
    if not factor.is_positive:
        e = factor * e
    height = Dummy("height", positive=True)
    e = e.xreplace({u: patch.bottom + height * (patch.top - patch.bottom)})
    rooted = radicals(e, c)
    across, ends = c, [patch.left, patch.right]
    if rooted:
        form, degree = rooted.popitem()
        shape = linear(form, c)
        if rooted or shape is None:
            raise NoClosedForm(f"the sign of {plain(e)} is not known")
        across, (slope, constant) = Dummy("v", positive=True), shape
        e = e.xreplace({c: (across**degree - constant) / slope})
        first, last = sorted((form ** (S.One / degree)).xreplace({c: end}) for end in ends)
        ends = [rational_below(first), -rational_below(-last)]
    above, below = as_quotient(e)
    try:
        inside = Poly(
            expand(above * below).xreplace({across: ends[0] + (ends[1] - ends[0]) * across}), across, height, domain=QQ
        )
    except (PolynomialError, CoercionFailed):
        raise NoClosedForm(f"the sign of {plain(e)} is not known") from None
    found = _bernstein(inside)
    if all(x == 0 for x in found):
        return 0
    return 1 if all(x >= 0 for x in found) else -1 if all(x <= 0 for x in found) else None


def _bernstein(polynomial: Poly) -> list[Expr]:
    """The Bernstein coefficients of a polynomial in two variables on the unit square."""
    (m, n), terms = (max(x, 0) for x in polynomial.degree_list()), polynomial.terms()
    return [
        Add(*(x * Rational(comb(i, p) * comb(j, q), comb(m, p) * comb(n, q)) for (p, q), x in terms))
        for i in range(m + 1)
        for j in range(n + 1)
    ]


def signed(e: Expr, patch: Patch) -> int:
    """The sign of ``e`` on a patch, which is not to be zero throughout."""
    found = sign_on(e, patch)
    if found is None:
        raise Undecided(f"the sign of {plain(e)} is not plain to see")
    if found == 0:
        raise NoClosedForm(f"{plain(e)} is zero")
    return found


def resolved(g: Expr, patch: Patch) -> Expr:
    """``g`` on a patch without maxima, minima, absolute values and indicators.

    >>> resolved(Abs(c - u), Patch(S.Zero, S.One, S.Zero, c))
    c - u
    """
    while True:
        nodes = [x for x in g.atoms(*KINKED) if x.has(c, u) and not any(a.has(*KINKED) for a in x.args)]
        if not nodes:
            return g
        node = min(nodes, key=str)
        sides = [S.Zero, node.args[0]] if isinstance(node, Abs) else node.args
        signs = [sign_on(expand(y - x), patch) for x, y in itertools.combinations(sides, 2)]
        if None in signs:
            raise Undecided(f"it is not known which is which in {plain(node)}")
        choice = (S.One if signs == [1] else S.Zero) if isinstance(node, Below) else chosen(node, patch.points[0])
        g = g.xreplace({node: choice})


def delicate_on(e: Expr) -> dict[Expr, bool]:
    """What has to keep its sign for ``e``, a function of c, u and y, to be smooth, and whether it must not be zero.

    >>> delicate_on(log(c) / u + (1 - c) ** S.Half)
    {1 - c: False, c: True, u: True}
    """
    nodes = [n for n in e.atoms(Pow, log) if isinstance(n, log) or not (n.exp.is_Integer and n.exp.is_positive)]
    found: dict[Expr, bool] = {}
    for node in sorted(nodes, key=lambda n: str(n.args[0])):
        if node.args[0].has(c, u, Y):
            strict = isinstance(node, log) or bool(node.exp.is_negative)
            found[node.args[0]] = found.get(node.args[0], False) or strict
    return found
