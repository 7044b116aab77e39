"""Proofs by how two functions of the score go together: correlations are at most 1, and of what increases not negative.

The first is due to Cauchy and Schwarz, the second to Chebyshev.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sympy import Add, Dummy, Expr, Integer, Mul, Poly, Pow, S, Symbol, expand, factor

from workbench.deciding.bounding import is_nonnegative, moves
from workbench.deciding.bounds import BESIDES, Bound, Claim, Reason, shown_apart, simplified
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import ending
from workbench.deciding.term_by_term import seems
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.normal_forms import BY_SHARE, continued, normal_form
from workbench.symbolic.notation import F0, F1, Below, ClassMean, R, metric, pav, pi0, pi1, posterior, s
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import in_words

PRODUCT = "the product of mean squares is no less than the square of the mean product"
INCREASING = (s, F0(s), F1(s), R(s), pav(s))


@dataclass(frozen=True)
class Pair:
    """What is known of two functions of the score in class ``k``, 2 for both: ``difference`` is not negative."""

    axiom: str
    k: int
    f: Expr
    g: Expr
    because: str

    def mean(self, body: Expr, *, split: bool) -> Expr:
        """The mean of a function, that over all examples as one over each class where it is ``split``."""
        over = pi0 * ClassMean(0, s) + pi1 * ClassMean(1, s) if self.k == 2 and split else ClassMean(self.k, s)
        return canonical(over.xreplace({s: expand(body)}))

    def difference(self, *, split: bool) -> Expr:
        """What is not negative."""
        f, g, product = (self.mean(body, split=split) for body in self.sides)
        return f * g - product**2 if self.axiom == "cauchy_schwarz" else product - f * g

    @property
    def sides(self) -> tuple[Expr, Expr, Expr]:
        """The functions whose means are multiplied, and the one whose mean is compared with that."""
        squares = self.axiom == "cauchy_schwarz"
        return (self.f**2, self.g**2, self.f * self.g) if squares else (self.f, self.g, self.f * self.g)

    @property
    def says(self) -> str:
        """The inequality in words."""
        f, g, product = (in_words(ClassMean(self.k, body)) for body in self.sides)
        return f"{product}**2 <= {f}*{g}" if self.axiom == "cauchy_schwarz" else f"{f}*{g} <= {product}"

    @property
    def reason(self) -> Reason:
        """The axiom with its letters."""
        which = Symbol("both") if self.k == 2 else Integer(self.k)
        return Reason(self.axiom, (("k", which), ("f", self.f), ("g", self.g)))


def by_correlation(gap: Expr, claim: Claim) -> Inequality:
    """A multiple of what is known of two functions. Raises `NotDecided`."""
    for keep in (frozenset({"R"}), frozenset[str]()) if gap.has(R) else (frozenset[str](),):
        line, steps = normal_form(gap, claim.given, keep)
        shares = BY_SHARE if gap.has(pav, posterior) or line.has(pav, posterior) else ()
        line, steps = continued(line, steps, shares)
        pairs = (*_products(gap, line), *(_pairs(gap, line) if _multiplies(line) else ()))
        for pair in dict.fromkeys(pairs):
            difference = pair.difference(split="R" not in keep)
            told, _ = continued(*normal_form(difference, claim.given, keep), shares)
            if told == 0 or not told.atoms(ClassMean) & line.atoms(ClassMean):
                continue
            weight = factor(simplified(line) / simplified(told)).xreplace({pi0 - 1: -pi1})
            if weight.atoms(ClassMean) or not is_nonnegative(weight, claim):
                continue
            bound = Bound(pair.says, pair.because, told, difference, ((S.One, pair.reason),), weight, S.Zero, shares)
            return Inequality.of(gap, claim, (bound,), ending(S.Zero, claim.domain), line, steps)
    raise NotDecided("no two functions are so correlated")


def by_covariance(gap: Expr, claim: Claim, proved: Callable[[Expr, Claim], bool]) -> Inequality:
    """How far the means of the score in both classes lie apart: the scores lie within 1/2 of 1/2. Raises `NotDecided`.

    The mean of (s - 1/2)(q - pi1) over all examples, q the share of class 1 at the score, is pi0 pi1 (E1(s) - E0(s)).
    """
    if claim.strict or not (gap.has(metric("RL"), posterior) and gap.has(ClassMean(0, s), ClassMean(1, s))):
        raise NotDecided("it is not about shares and the scores of both classes")
    pair = Pair("cauchy_schwarz", 2, s - S.Half, posterior(s) - pi1, PRODUCT)
    line, steps = continued(*normal_form(gap, claim.given), BY_SHARE)
    difference = pair.difference(split=True)
    told, _ = continued(*normal_form(difference, claim.given), BY_SHARE)
    product, letter = ClassMean(2, s * posterior(s)), Dummy()
    first, known = (simplified(e).xreplace({product: letter}).diff(letter, 2) for e in (line, told))
    weight = cancelled(first / known) if known != 0 else S.Zero
    rest = simplified(line - weight * told)
    if not (weight.is_number and weight > 0 and seems(rest, claim) and proved(rest, claim)):
        raise NotDecided("what is left is not seen to hold")
    bound = Bound(pair.says, pair.because, told, difference, ((S.One, pair.reason),), weight, rest, BY_SHARE)
    besides = (shown_apart(rest, BESIDES),) if rest != 0 else ()
    return Inequality.of(gap, claim, (bound, *besides), ending(S.Zero, claim.domain), line, steps)


def by_mean_square(gap: Expr, claim: Claim, proved: Callable[[Expr, Claim], bool]) -> Inequality:
    """The square of a mean as it stands, which counts negatively: it is at most the mean of the squares."""
    for square in sorted((e for e in gap.atoms(Pow) if e.exp == 2 and e.base.has(ClassMean)), key=str):
        letter = Dummy()
        weight, one = -gap.xreplace({square: letter}).diff(letter), _one_mean(square.base)
        if claim.strict or one is None or not (weight.is_number and weight > 0):
            continue
        pair = Pair("cauchy_schwarz", one[0], S.One, one[1], "the square of a mean is at most the mean of squares")
        more, mean = (pair.mean(f, split=True) for f in (one[1] ** 2, one[1]))
        line, difference = canonical(gap), canonical(more - mean**2)
        rest = canonical(line - weight * difference)
        rest = rest if simplified(rest) != 0 else S.Zero
        if rest != 0 and not (seems(rest, claim) and proved(rest, claim)):
            continue
        bound = Bound(pair.says, pair.because, difference, difference, ((S.One, pair.reason),), weight, rest)
        besides = (shown_apart(rest, BESIDES),) if rest != 0 else ()
        return Inequality.of(gap, claim, (bound, *besides), ending(S.Zero, claim.domain), line)
    raise NotDecided("no square of a mean is bounded so")


def _one_mean(e: Expr) -> tuple[int, Expr] | None:
    """A sum of means over a class (2: over both) as that of one function, if it is one."""
    means, rest = list[tuple[Expr, int, Expr]](), S.Zero
    for term in Add.make_args(expand(e)):
        times, mean = term.as_independent(ClassMean)
        if isinstance(mean, ClassMean):
            means.append((times, int(mean.args[0]), mean.body))
        elif mean == 1 and not moves(times):
            rest += times
        else:
            return None
    classes = {k for _, k, _ in means}
    if len(classes) == 1:
        return classes.pop(), rest + Add(*(times * body for times, _, body in means))
    sums = [
        Add(*(cancelled(times / share) * body for times, k, body in means if k == which))
        for which, share in enumerate((pi0, pi1))
    ]
    return (2, rest + sums[0]) if classes == {0, 1} and expand(sums[0] - sums[1]) == 0 else None


def _products(gap: Expr, line: Expr) -> Iterator[Pair]:
    """A function that occurs, as a product of two that increase with the score."""
    because = "of two examples the later one has no less of either function"
    for body in sorted({mean.body for e in (gap, line) for mean in e.atoms(ClassMean)}, key=str):
        powers = [x.as_base_exp() for x in Mul.make_args(body)]
        if not all(_increases(base) and exponent.is_positive for base, exponent in powers):
            continue
        parts = [Mul(*some) for n in range(1, len(powers)) for some in itertools.combinations(Mul.make_args(body), n)]
        if len(powers) == 1 and _multiplies(line):
            ((base, exponent),) = powers
            parts = [base ** (exponent / 2), *(base**j for j in range(1, int(exponent) + 1) if j < exponent)]
        for k, f in itertools.product((2, 1, 0), parts):
            first, second = sorted((f, body / f), key=str)
            yield Pair("association", k, first, second, because)


def _increases(e: Expr) -> bool:
    """Whether a function of the score is one that increases with it, or the indicator that this is above a number."""
    return e in INCREASING or (isinstance(e, Below) and e.args[1] in INCREASING and not e.args[0].has(s))


def _multiplies(line: Expr) -> bool:
    """Whether means are multiplied with each other."""
    means = {mean: Symbol(f"mean{i}") for i, mean in enumerate(sorted(line.atoms(ClassMean), key=str))}
    flat = as_quotient(line.xreplace(means))[0]
    return bool(means) and flat.is_polynomial(*means.values()) and Poly(flat, *means.values()).total_degree() > 1


def _pairs(gap: Expr, line: Expr) -> Iterator[Pair]:
    """Two functions that occur or whose squares do, or how they differ from their means."""
    because = PRODUCT
    bodies = {mean.body for e in (gap, line) for mean in e.atoms(ClassMean)}
    roots = sorted(map(_root, bodies), key=str)
    whole = {f for f in roots if all(x.as_base_exp()[1].is_Integer for x in Mul.make_args(f))}
    functions = sorted(whole | {f for f in (s, pav(s), posterior(s), R(s)) if line.has(f)}, key=str)
    uneven = [(f, g) for f, g in itertools.combinations(roots, 2) if f * g in bodies and not whole >= {f, g}]
    for k in (2, 1, 0):
        for f, g in itertools.combinations([S.One, *functions], 2):
            yield Pair("cauchy_schwarz", k, f, g, because)
        for share in (pav(s), posterior(s)):
            if {s, share} <= {*functions}:
                yield from (Pair("cauchy_schwarz", k, share - s, g, because) for g in (1 - 2 * s, s, share))
        for f, g in itertools.combinations(functions, 2):
            yield Pair("cauchy_schwarz", k, f - ClassMean(k, f), g - ClassMean(k, g), because)
    for k, (f, g) in itertools.product((2, 1, 0), uneven):
        yield Pair("cauchy_schwarz", k, f, g, because)


def _root(body: Expr) -> Expr:
    """The function of which a product of powers is the square."""
    powers = [x.as_base_exp() for x in Mul.make_args(body)]
    return Mul(*(base ** (exponent / 2) for base, exponent in powers))
