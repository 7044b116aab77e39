"""Proofs by what Cauchy and Schwarz say of two functions of the score: correlations are at most 1."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sympy import Expr, Integer, Mul, S, expand, factor

from workbench.deciding.bounding import is_nonnegative
from workbench.deciding.bounds import Bound, Claim, Reason, simplified
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import ending
from workbench.symbolic.normal_forms import BY_SHARE, continued, normal_form
from workbench.symbolic.notation import ClassMean, R, pav, pi0, pi1, posterior, s
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import in_words


def by_correlation(gap: Expr, claim: Claim) -> Inequality:
    """A multiple of what Cauchy and Schwarz say of two functions of the score, in a class or in both."""
    keep = frozenset({"R"}) if gap.has(R) else frozenset[str]()
    line, steps = continued(*normal_form(gap, claim.given, keep), BY_SHARE)
    for k, f, g in _pairs(gap, line):
        over = pi0 * ClassMean(0, s) + pi1 * ClassMean(1, s) if k == 2 and not gap.has(R) else ClassMean(k, s)
        means = [canonical(over.xreplace({s: expand(x * y)})) for x, y in ((f, f), (g, g), (f, g))]
        difference = means[0] * means[1] - means[2] ** 2
        told, _ = continued(*normal_form(difference, claim.given, keep), BY_SHARE)
        if told == 0 or told.atoms(ClassMean) != line.atoms(ClassMean):
            continue
        weight = factor(simplified(line) / simplified(told)).xreplace({pi0 - 1: -pi1})
        if weight.atoms(ClassMean) or not is_nonnegative(weight, claim):
            continue
        known = ("cauchy_schwarz", ()) if k == 2 else ("cauchy_schwarz_in_a_class", (("k", Integer(k)),))
        reason = Reason(known[0], (*known[1], ("f", f), ("g", g)))
        says = f"{in_words(ClassMean(k, f * g))}**2 <= {in_words(ClassMean(k, f**2) * ClassMean(k, g**2))}"
        because = "the product of mean squares is no less than the square of the mean product"
        bound = Bound(says, because, told, difference, ((S.One, reason),), weight, S.Zero, BY_SHARE)
        end = ending(S.Zero, claim.domain)
        return Inequality.of(gap, claim, (bound,), end, line, steps)
    raise NotDecided("no two functions are so correlated")


def _pairs(gap: Expr, line: Expr) -> Iterator[tuple[int, Expr, Expr]]:
    """A class, or 2 for both, and two functions that occur or whose squares do, or how they differ from their means."""
    bodies = {mean.body for e in (gap, line) for mean in e.atoms(ClassMean)}
    roots = sorted(map(_root, bodies), key=str)
    whole = {f for f in roots if all(x.as_base_exp()[1].is_Integer for x in Mul.make_args(f))}
    functions = sorted(whole | {f for f in (s, pav(s), posterior(s), R(s)) if line.has(f)}, key=str)
    uneven = [(f, g) for f, g in itertools.combinations(roots, 2) if f * g in bodies and not whole >= {f, g}]
    for k in (2, 1, 0):
        yield from ((k, f, g) for f, g in itertools.combinations([S.One, *functions], 2))
        for f, g in itertools.combinations(functions, 2):
            yield k, f - ClassMean(k, f), g - ClassMean(k, g)
    yield from ((k, f, g) for k in (2, 1, 0) for f, g in uneven)


def _root(body: Expr) -> Expr:
    """The function of which a product of powers is the square."""
    powers = [x.as_base_exp() for x in Mul.make_args(body)]
    return Mul(*(base ** (exponent / 2) for base, exponent in powers))
