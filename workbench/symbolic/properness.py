"""Whether a scoring rule is proper: whether the honest forecast costs least, whatever the probability."""

from __future__ import annotations

import itertools

from sympy import Expr, Poly, Rational, S, Symbol, diff, nan, numer, simplify, together, zoo

from workbench.symbolic.antiderivatives import NoClosedForm, number
from workbench.symbolic.laws import without_guards
from workbench.symbolic.monotone_parts import between, ordered
from workbench.symbolic.notation import Below, Clip, s
from workbench.symbolic.plain import plain
from workbench.symbolic.translation import Untranslatable, to_syntax

_LONG = 24
_DIGITS = 6


def properness(l0: Expr, l1: Expr) -> tuple[bool | None, dict[str, str]]:
    """Whether the rule is proper: (1 - s) l0' + s l1' vanishes, and so does each jump's like.

    This is E[c | t = s] = s on the support of t, for l0' = 2 E[c | t = s] f(s) and
    l1' = -2 (1 - E[c | t = s]) f(s), with f the density of t. The rules hold for any score, not only in [0, 1].

    >>> score = Clip(s, 0, 1)
    >>> properness(score**2, (1 - score) ** 2), properness(score, 1 - score)[0]
    ((True, {}), False)
    """
    smooth0, smooth1 = without_guards(l0), without_guards(l1)
    conditions: list[Expr] = []
    for i, event in enumerate(sorted(smooth0.atoms(Below) | smooth1.atoms(Below), key=str)):
        where, jump = event.args[0], Symbol(f"jump{i}")
        smooth0, smooth1 = smooth0.xreplace({event: jump}), smooth1.xreplace({event: jump})
        conditions.append(simplify((1 - where) * diff(smooth0, jump) + where * diff(smooth1, jump)))
    clips = smooth0.atoms(Clip) | smooth1.atoms(Clip)
    try:
        for middle, inside in _intervals(clips):
            branch0, branch1 = (without_guards(rule).xreplace(inside) for rule in (smooth0, smooth1))
            conditions += _vanishing((1 - s) * diff(branch0, s) + s * diff(branch1, s), middle)
    except NoClosedForm:
        return None, {"proper": "not decided: the places where the rule changes its form are not in a known order"}
    wrong = [x for x in conditions if x != 0 and not x.free_symbols]
    unclear = [x for x in conditions if x.free_symbols]
    if wrong:
        return False, _counterexample(l0, l1) if (l0.free_symbols | l1.free_symbols) == {s} else {}
    if unclear:
        return None, {"proper": "proper exactly when " + " and ".join(dict.fromkeys(map(_solved, unclear)))}
    return True, {}


def _solved(zero: Expr) -> str:
    """The equation that an expression is zero, solved for its name where it is linear in the only one.

    >>> from sympy.abc import a, b
    >>> _solved(1 - 2 * a), _solved(a - b), _solved(a**2 - 2)
    ('a == 1/2', 'a - b == 0', 'a**2 - 2 == 0')
    """
    names = zero.free_symbols
    if len(names) == 1 and zero.is_polynomial(*names) and Poly(zero, *names).degree() == 1:
        slope, constant = Poly(zero, *names).all_coeffs()
        return f"{plain(*names)} == {plain(-constant / slope)}"
    return f"{plain(zero)} == 0"


def _intervals(clips: set[Expr]) -> list[tuple[Rational | None, dict[Expr, Expr]]]:
    """A place in each interval of s between the bounds of clips, and what the clips are there."""
    if len(clips) == 1:
        (only,) = clips
        known = only.args[0] == s and all(x.is_number for x in only.args[1:])
        return [(between(*only.args[1:]) if known else None, {only: only.args[0]})]
    if any(clip.args[0] != s for clip in clips):
        raise NoClosedForm("a clip of something else than the score")
    ends = ordered(bound for clip in clips for bound in clip.args[1:])
    middles = [between(low, high) for low, high in itertools.pairwise(ends)]
    return [
        (x, {clip: s if clip.args[1] < x < clip.args[2] else clip.xreplace({s: x}) for clip in clips}) for x in middles
    ]


def _vanishing(defect: Expr, middle: Rational | None) -> list[Expr]:
    """What must be zero, s apart, for an expression in s to vanish on an interval around ``middle``."""
    if middle is not None and defect.free_symbols == {s}:
        value = number(defect, {s: middle})
        if value is not None and abs(value) > Rational(1, 10**20):
            return [S.One]
    defect = simplify(defect)
    if not defect.is_polynomial(s):
        return [defect]
    return [numer(together(simplify(x))) for x in Poly(defect, s).all_coeffs()]


def _counterexample(l0: Expr, l1: Expr) -> dict[str, str]:
    """A probability of class 1 for which another forecast costs less than the probability itself."""

    def value(rule: Expr, score: Expr) -> Expr | None:
        at = rule.xreplace({s: score})
        if at.has(nan, zoo):
            return None
        found = at.replace(Below, lambda low, high: S.One if low < high else S.Zero)
        return None if number(found, {}) is None else found

    values: dict[Rational, tuple[Expr, Expr]] = {}
    for x in (Rational(k, 12) for k in range(13)):
        at0, at1 = value(l0, x), value(l1, x)
        if at0 is not None and at1 is not None:  # where the rule moves to infinity, as 1/s does, its form has no value
            values[x] = at0, at1
    for truth in sorted(values, key=lambda x: (x.q, x)):
        cost = {x: (1 - truth) * at[0] + truth * at[1] for x, at in values.items()}
        best = min(cost, key=lambda x: cost[x].evalf(30))
        if (cost[truth] - cost[best]).evalf(30) > Rational(1, 10**20):
            least, honest = _amounts(cost[best], cost[truth])
            return {
                "proper": f"not proper: where class 1 has probability {truth}, the forecast {best} costs "
                f"{least} and the honest forecast {truth} costs {honest}"
            }
    return {"proper": "not proper: E[c given t = s] is not s"}


def _amounts(x: Expr, y: Expr) -> tuple[str, str]:
    """Two numbers in words: exact where that is short, else with as many digits as tell them apart."""
    exact = _words(x), _words(y)
    if max(map(len, exact)) <= _LONG:
        return exact
    rounded = ((str(x.evalf(n)), str(y.evalf(n))) for n in range(_DIGITS, 30))
    one, other = next(pair for pair in rounded if pair[0] != pair[1])
    return f"about {one}", f"about {other}"


def _words(x: Expr) -> str:
    try:
        return str(to_syntax(x))
    except Untranslatable:
        return plain(x)
