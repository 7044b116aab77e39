"""A sum in two groups of terms, neither of which is negative: which ones is seen on small samples before it is proved.

Each term is evaluated once on each sample, and of the ways to split the terms those are tried in which both groups have
their sign on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import TypeAlias

from sympy import Add, Expr, S, expand

from workbench.deciding.bounds import Claim, shown_apart
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import ending
from workbench.errors import InputError, NotSupported
from workbench.language.syntax import Expression, Number, Statement
from workbench.losses import exact
from workbench.symbolic.notation import ClassMean
from workbench.symbolic.translation import to_syntax
from workbench.witnesses.search import tried

Proved: TypeAlias = "Callable[[Expr, Claim], bool]"
FEWEST, MOST = 3, 7
SAMPLES, WAYS, SHARE = 40, 3, 0.25
_AROUND = 1e-9


def by_groups(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """A sum in two groups of terms, neither of which is negative."""
    terms = _terms(gap)
    if claim.strict or not FEWEST <= len(terms) <= MOST:
        raise NotDecided("no sum of a few terms")
    for first, second in islice(_ways(terms, claim), WAYS):
        brief = claim if claim.work is None else replace(claim, work=claim.work.share(SHARE))
        if proved(first, brief) and proved(second, brief):
            bounds = (
                shown_apart(first, "it holds of these terms", gives=second),
                shown_apart(second, "it holds of the others"),
            )
            return Inequality.of(gap, claim, bounds, ending(S.Zero, claim.domain))
    raise NotDecided("no two groups of terms are seen not to be negative")


def _terms(gap: Expr) -> list[Expr]:
    """The terms of a sum; those with means of the same functions, as of both classes, are one."""
    found: dict[frozenset[Expr], Expr] = {}
    for i, term in enumerate(Add.make_args(expand(gap))):
        bodies = frozenset(mean.body for mean in term.atoms(ClassMean)) or frozenset({S(i)})
        found[bodies] = found.get(bodies, S.Zero) + term
    return list(found.values())


def _ways(terms: Sequence[Expr], claim: Claim) -> Iterator[tuple[Expr, Expr]]:
    """Two groups of terms neither of which is negative on small samples; the smaller the first one, the sooner."""
    values = _values(terms, claim)
    places = range(len(terms))
    for size in range(1, len(terms) // 2 + 1):
        for chosen in combinations(places, size):
            groups = [set(chosen), set(places) - set(chosen)]
            if 2 * size == len(terms) and 0 not in chosen:
                continue
            if all(sum(row[i] for i in group) >= -_AROUND for row in values for group in groups):
                first, second = (Add(*(terms[i] for i in sorted(group))) for group in groups)
                yield first, second


def _values(terms: Sequence[Expr], claim: Claim) -> list[list[float]]:
    """What the terms are on small samples that meet what is assumed, as far as they have a value there."""
    try:
        written: list[Expression] = [to_syntax(term) for term in terms]
    except InputError as reason:
        raise NotDecided("terms without words") from reason
    whole = Statement(to_syntax(Add(*terms)), ">=", Number(Fraction(0)), claim.assumed)
    found = []
    for sample, setting in islice(tried(whole, 1), 0, 10 * SAMPLES, 10):
        try:
            found.append([float(exact.extended(sample, term, setting)) for term in written])
        except (InputError, NotSupported, ArithmeticError, ValueError):
            continue
    if len(found) < SAMPLES // 4:
        raise NotDecided("too few samples")
    return found
