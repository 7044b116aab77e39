"""Whether a scoring rule is proper: whether the honest forecast costs least, whatever the probability."""

from __future__ import annotations

import itertools

from sympy import Basic, Expr, Poly, Rational, S, Symbol, diff, expand, numer, real_roots, simplify, together

from workbench.notation import Below, Clip, Density, PointMass, ScoreMethod, c, s
from workbench.plain import plain


def proper_by_law(law: Basic, density: Density) -> bool | None:
    """For a threshold that increases or decreases with c alone, E[c given t = s] = s means t = c."""
    if not isinstance(law, ScoreMethod) or isinstance(density, PointMass):
        return None
    threshold = law.args[0]
    if threshold == c:
        return True
    return False if threshold.free_symbols == {c} and not threshold.equals(c) else None


def properness(l0: Expr, l1: Expr) -> tuple[bool | None, dict[str, str]]:
    """Whether the rule is proper: (1 - s) l0' + s l1' vanishes, and so does each jump's like.

    This is E[c | t = s] = s on the support of t, for l0' = 2 E[c | t = s] f(s) and
    l1' = -2 (1 - E[c | t = s]) f(s), with f the density of t.
    """
    conditions: list[Expr] = []
    jumps = {e: Symbol(f"jump{i}") for i, e in enumerate(sorted(l0.atoms(Below) | l1.atoms(Below), key=str))}
    smooth0, smooth1 = l0.xreplace(jumps), l1.xreplace(jumps)
    for event, jump in jumps.items():
        where = event.args[0]
        conditions.append(simplify((1 - where) * diff(smooth0, jump) + where * diff(smooth1, jump)))
    branches = _branches(smooth0, smooth1)
    if branches is None:
        return None, {"proper": "not decided: the places where the rule changes its form are not rational"}
    for branch0, branch1 in branches:
        defect = simplify((1 - s) * diff(branch0, s) + s * diff(branch1, s))
        conditions += _vanishing(defect)
    wrong = [x for x in conditions if x != 0 and not x.free_symbols]
    unclear = [x for x in conditions if x.free_symbols]
    if wrong:
        return False, _counterexample(l0, l1) if (l0.free_symbols | l1.free_symbols) == {s} else {}
    if unclear:
        return None, {"proper": "proper exactly when " + " and ".join(f"{plain(x)} == 0" for x in unclear)}
    return True, {}


def _vanishing(defect: Expr) -> list[Expr]:
    """What must be zero, s apart, for an expression in s to vanish on an interval."""
    if not defect.has(s):
        return [numer(together(defect))]
    if not defect.is_polynomial(s):
        seen = defect.free_symbols == {s} and any(
            abs(defect.subs(s, Rational(k, 7)).evalf(30)) > 1e-20 for k in range(1, 7)
        )
        return [S.One] if seen else [defect]
    return [numer(together(simplify(x))) for x in Poly(defect, s).all_coeffs()]


def _branches(l0: Expr, l1: Expr) -> list[tuple[Expr, Expr]] | None:
    """Both rules on each interval of s on which no clip switches; None where the switches are not found."""
    clips = sorted(l0.atoms(Clip) | l1.atoms(Clip), key=lambda e: (e.count(Clip), str(e)))
    ends = {S.Zero, S.One}
    for choice in itertools.product(range(3), repeat=len(clips)):
        put = dict(zip(clips, (e.args[i] for e, i in zip(clips, choice, strict=True)), strict=True))
        for e in clips:
            for bound in e.args[1:]:
                crossing = expand(_put(e.args[0], put) - bound)
                if not crossing.is_polynomial(s) or not Poly(crossing, s).domain.is_QQ | Poly(crossing, s).domain.is_ZZ:
                    return None
                if crossing.has(s):
                    ends |= {root for root in real_roots(Poly(crossing, s)) if 0 < root < 1}
    pieces = []
    for low, high in itertools.pairwise(sorted(ends)):
        middle = (low + high) / 2
        chosen = {e: next(a for a in e.args if a.subs(s, middle) == e.subs(s, middle)) for e in clips}
        pieces.append((_put(l0, chosen), _put(l1, chosen)))
    return pieces


def _put(rule: Expr, chosen: dict[Expr, Expr]) -> Expr:
    for _ in range(len(chosen) + 1):
        rule = rule.xreplace(chosen)
    return rule


def _counterexample(l0: Expr, l1: Expr) -> dict[str, str]:
    """A probability of class 1 for which another forecast costs less than the probability itself."""

    def value(rule: Expr, score: Expr) -> Expr:
        put = rule.subs(s, score)
        return put.replace(lambda e: isinstance(e, Below), lambda e: S.One if bool(e.args[0] < e.args[1]) else S.Zero)

    grid = [Rational(k, 12) for k in range(13)]
    for truth in sorted(grid, key=lambda x: (x.q, x)):
        cost = {x: (1 - truth) * value(l0, x) + truth * value(l1, x) for x in grid}
        best = min(cost, key=lambda x: cost[x].evalf(30))
        if (cost[truth] - cost[best]).evalf(30) > 0:
            return {
                "proper": f"not proper: where class 1 has probability {truth}, the forecast {best} costs "
                f"{plain(cost[best])} and the honest forecast {truth} costs {plain(cost[truth])}"
            }
    return {"proper": "not proper: E[c given t = s] is not s"}
