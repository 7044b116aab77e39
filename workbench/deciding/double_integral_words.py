"""The mean of what depends on c and u together, as patches in the words of a proof document.

A reader puts the inverse of an edge for c into the antiderivative of a section. So that a logarithm is then one of y
itself, log(A) is written as k log(A**(1/k)) where A is y**k on the edge, k a fraction, and as log(A B) - log(B) where A
is p - q and B is p + q there, q being a root.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Poly, Pow, S, diff, expand, log

from workbench.symbolic.double_integrals import sheets, square_mean
from workbench.symbolic.integrals import moving_side
from workbench.symbolic.inverting import Y, positive
from workbench.symbolic.notation import Below, Density, c, u
from workbench.symbolic.plain import plain


def patches(density: Density, moving: Expr, event: Below | None) -> list[dict[str, Any]]:
    """The patches of E[moving * event]; without an event ``moving`` may depend on c and u.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM, s
    >>> patches(UNIFORM, S.One, Below(c * u, s))[0]["section"]
    'y*log(c)'
    """
    if event is None:
        blocks = square_mean(density, moving)["patches"]
        return [{"whole" if key == "outer" else key: text for key, text in words.items()} for words in blocks]
    found = []
    for sheet in sheets(density, moving, moving_side(event)):
        section = sheet.section
        for edge in sheet.edges:
            if section is not None and edge.inverse is not None:
                section = section.replace(log, lambda x, at=edge.inverse.formula: _fitting(x, at))
        words = {**sheet.words(), "inner": plain(moving * u)}
        found.append(words if section is None else {**words, "section": plain(section)})
    return found


def _fitting(x: Expr, inverse: Expr) -> Expr:
    """log(x), so written that it is one of y where c is the inverse.

    >>> _fitting(c, Y**2)
    2*log(sqrt(c))
    """
    on_edge = positive(expand(x.xreplace({c: inverse})))
    base, power = on_edge.as_base_exp()
    if base == Y and power.is_Rational and power != 1:
        return power * log(x ** (S.One / power))
    roots = [r for r in on_edge.atoms(Pow) if r.exp == S.Half and r.has(Y)]
    if len(roots) != 1 or not x.is_polynomial(c) or Poly(x, c).degree() != 1:
        return log(x)
    slope = on_edge.coeff(roots[0])
    if not slope.is_negative:
        return log(x)
    start = expand(inverse).xreplace({roots[0]: S.Zero})
    other = expand(x - 2 * diff(x, c) * (c - start))
    return log(expand(x * other)) - log(other)
