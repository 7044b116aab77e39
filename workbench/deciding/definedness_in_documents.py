"""Why what a document says has a value at every score and condition: arguments of logarithms, and rates in [0, 1].

The mean of a function of c and u is a formula in y with logarithms of what vanishes at a level: there it says
log(x + 1 - indicator(level < y)), and x is positive wherever y is above the level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sympy import (
    Add,
    Expr,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    ceiling,
    expand,
    fraction,
    log,
)

from workbench.certificates.cell_points import UNIT
from workbench.deciding import citations
from workbench.symbolic import assumptions
from workbench.symbolic.antiderivatives import number
from workbench.symbolic.expansion import as_quotient
from workbench.symbolic.integrals import density_cells
from workbench.symbolic.notation import (
    F0,
    F1,
    ClassMean,
    ClassRateMethod,
    Clip,
    ExplicitDensity,
    R,
    RateMethod,
    c,
    pav,
    pi0,
    posterior,
    s,
    u,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.tidying import both_roots
from workbench.words import IN_UNIT_INTERVAL

_SHARES = {x: Symbol(plain(x)) for x in (F0(s), F1(s), pav(s), posterior(s))}
_RATE = pi0 * _SHARES[F0(s)] + (1 - pi0) * _SHARES[F1(s)]


def defined(lines: Sequence[Expr]) -> list[dict[str, Any]]:
    """The certificates that guarded logarithms are of what is positive, and that rates lie in [0, 1].

    >>> from workbench.symbolic.notation import E0, Below
    >>> defined([E0(s * log(s + 1 - Below(0, s)))])[0]["expression"]
    's - indicator(0 < s) + 1'
    """
    found = [(e, _of_both_roots(e) or _certificate(inner, strict), strict) for e, inner, strict in _guarded(lines)]
    found += [(e, _of_rate(e), False) for e in _rates(lines)]
    return [{"expression": plain(e), "strict": strict, "certificate": x} for e, x, strict in found if x is not None]


def _guarded(lines: Sequence[Expr]) -> Iterator[tuple[Expr, Expr, bool]]:
    """What logarithms and roots are of where it is clipped or guarded, and what is divided by, also in letters for
    ranks, and whether it must be positive."""
    nodes = {x for line in lines for x in line.atoms(log, Pow) if isinstance(x, log) or not x.exp.is_Integer}
    found = {(x.args[0], isinstance(x, log)) for x in nodes} | {(e, True) for e in _divisors(lines)}
    for e, strict in sorted(found, key=str):
        from workbench.deciding.readings import in_proportions

        inner = in_proportions(e.replace(Clip, _clipped).xreplace({R(s): _RATE}).xreplace(_SHARES))
        letters = {s, *_SHARES.values()}
        if inner.free_symbols & letters and inner.free_symbols <= {pi0, *letters} and not (e == s or e in _SHARES):
            yield e, inner, strict


def _of_both_roots(e: Expr) -> Any:
    """Why sqrt(x) + sqrt(1 - x) is positive: with p and q for the roots, it is 1 + p (1 - p) + q (1 - q)."""
    roots = both_roots(e)
    return roots and {"sum": [["1", [], []], *(["1", [plain(x), plain(1 - x)], []] for x in roots)]}


def _divisors(lines: Sequence[Expr]) -> Iterator[Expr]:
    """What the class means in the lines divide by, as it stands there, with the sign that it has for a score of 1/2.

    >>> list(_divisors([ClassMean(1, s / (s - 2) ** 2 + 1 / (s - 2))]))
    [2 - s, (s - 2)**2]
    """
    for mean in sorted(set().union(*(line.atoms(ClassMean) for line in lines)), key=str):
        factors = {x for node in mean.atoms(Mul) for x in node.args}
        for node in sorted(mean.atoms(Mul, Pow) - factors, key=str):
            e = fraction(node)[1]
            if e.has(s):
                at = number(e.xreplace({s: S.Half}).doit(), {})
                yield -e if at is not None and at < 0 else e


def certainly(e: Expr, strict: bool) -> bool:
    """Whether a polynomial in the score, what belongs to it, c, u and t, r, q is nonnegative (positive) for these in
    [0, 1].

    >>> certainly(s * (1 - s), strict=False), certainly(1 - F0(s), strict=True), certainly(2 - c, strict=True)
    (True, False, True)
    """
    from workbench.deciding.readings import in_proportions

    inner = in_proportions(e.xreplace({R(s): _RATE}).xreplace(_SHARES))
    letters = {x for x in inner.free_symbols if x.name in IN_UNIT_INTERVAL}
    fits = inner.free_symbols - letters <= {s, c, u, pi0, *_SHARES.values()}
    return fits and _certificate(inner, strict) is not None


def _clipped(x: Expr, low: Expr, high: Expr) -> Expr:
    """Clip(x, low, high) for x in [0, 1], without a bound that says no more."""
    if low.is_nonpositive:
        return x if (high - 1).is_nonnegative else Min(x, high)
    return Max(x, low) if (high - 1).is_nonnegative else Clip(x, low, high)


def _rates(lines: Sequence[Expr]) -> Iterator[Expr]:
    """The rates that methods set, and what is left of one, where it is not seen that they are not negative."""
    for g in sorted({x.args[0] for line in lines for x in line.atoms(RateMethod, ClassRateMethod)}, key=str):
        if g.has(c, u) and g.free_symbols <= {c, u}:
            yield from (g, 1 - g)


def _of_rate(e: Expr) -> Any:
    """Why a function of c and u is not negative; with a root p, since -2 a p = (p - a)**2 - p**2 - a**2."""
    roots = [x for x in e.atoms(Pow) if not x.exp.is_Integer]
    if not roots:
        return _certificate(e)
    p, slope = roots[0], expand(e).coeff(roots[0])
    if len(roots) > 1 or p.exp != S.Half or not (slope.is_Rational and slope < 0) or not p.base.is_polynomial(c, u):
        return None
    a = Rational(int(16 * p.xreplace({c: S.One, u: S.One}).evalf()), 16)
    found = _certificate(expand(e - slope * p + slope * (p.base + a**2) / (2 * a))) if a > 0 else None
    square = [str(-slope / (2 * a)), [], [plain(p - a)]]
    return {"sum": [*found["sum"], square]} if found and "sum" in found else None


def _certificate(e: Expr, strict: bool = False) -> Any:
    from workbench.certificates.search import Region, certificate

    region = Region(dict.fromkeys(e.free_symbols, UNIT), (), (pi0, 1 - pi0) if e.has(pi0) else ())
    return certificate(e, region, strict=strict)


def of_density(f: Expr) -> dict[str, Any]:
    """Why an expression is a density."""
    e = assumptions.log_odds_cut(ExplicitDensity(f))
    if e is None:
        return {"density": plain(f), "cells": density_cells(f), "sign": sign_of_density(f)}
    inside = {"split": plain(1 - e - c), "above": {"sum": [["1", [], []]]}, "below": {"sum": []}}
    sign = {"split": plain(c - e), "above": inside, "below": {"sum": []}}
    return {"density": plain(f), "cells": citations.log_odds_cells(e, log(c) - log(1 - c)), "sign": sign}


def sign_of_density(f: Expr) -> Any:
    """Why a density is not negative between 0 and 1: the certificate of its numerator over powers of c and of 1 - c.

    >>> sign_of_density(c ** Rational(-1, 2) / 2)
    {'sum': [['1/2', ['(c**(1/2))'], []]]}
    """
    powers = [x.as_base_exp() for x in Mul.make_args(as_quotient(f)[1])]
    positive = Mul(*(base ** ceiling(e) for base, e in powers if base in (c, 1 - c) and e.is_Rational))
    return _certificate(Add(*(x * positive for x in Add.make_args(f))))


def of_log_odds(e: Expr) -> list[dict[str, Any]]:
    """What log odds between e and 1 - e need: that log(1 - e) - log(e), max(c, e) and max(1 - c, e) are positive."""
    given = [f"{e} > 0", f"{e} < 1/2"]
    small, rest = {"sum": [["1", [plain(e)], []]]}, {"sum": [["1", ["1/2 - e"], []], ["1/2", [], []]]}
    uses = [
        {"axiom": "logarithms", "letters": {"x": plain(e), "y": plain(1 - e)}, "shown": [small, rest], "times": "1"}
    ]
    gap = log(1 - e) - log(e)
    left = plain(1 - e / (1 - e))
    steps = [
        {"line": plain(gap), "by": {"uses": []}, "why": "the difference of both sides"},
        {"line": left, "by": {"uses": uses}, "why": "the logarithm of e/(1 - e) lies below its tangent"},
        {"line": left, "by": {"sign": "number", "certificate": {"sum": [["2", ["1/2 - e"], []]]}}, "why": "e < 1/2"},
    ]
    lemma: dict[str, Any] = {
        "format": 1,
        "statement": f"0 < {plain(gap)} given {', '.join(given)}",
        "given": given,
        "kind": "inequality",
        "steps": steps,
        "ends": left,
    }
    found = [lemma]
    for x, above in ((c, ["c - e"]), (1 - c, [plain(1 - c - e)])):
        d = plain(x - e)
        whole = {"sum": [["1", above, []], ["1", [plain(e)], []]]}
        certificate = {"split": d, "above": whole, "below": small}
        found.append({"expression": plain(Max(x, e)), "certificate": certificate})
    never = {"empty": [["1", ["2*e - 1"], []], ["2", ["1/2 - e"], []]]}
    clipped, order = Clip(s, e, 1 - e), plain(s + e - 1)
    for x, inside, high, low in ((clipped, "s - e", rest, small), (1 - clipped, plain(1 - s - e), small, rest)):
        between = {"sum": [["1", [inside if x == clipped else plain(1 - e - s)], []], ["1", [plain(e)], []]]}
        upper = {"split": order, "above": high, "below": between}
        lower = {"split": "2*e - 1", "above": never, "below": low}
        found.append({"expression": plain(x), "certificate": {"split": "s - e", "above": upper, "below": lower}})
    return found
