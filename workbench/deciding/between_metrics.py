"""Inequalities between metrics alone: multiples of known facts after which what is left is seen to be nonnegative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from sympy import Expr, Mul, Rational, S, Symbol, div, expand, factor

from workbench.deciding import facts
from workbench.deciding.bounds import Bound, Claim, assumed, of_fact, simplified
from workbench.deciding.grid_weights import AROUND, fitted, inside
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import UNIT, Ending, ending, unit_interval
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.notation import E1, F0, Operator, error, h_measure, macro_error, metric, pi0, s

MAX_COLUMNS = 120
_NO_LETTERS = Operator, h_measure, error, macro_error
GROUPS = {"near": 1, "scaled": 2}
Multiples = Literal["near", "once", "scaled", "many"]
NEAR: Multiples = "near"
ONCE: Multiples = "once"
SCALED: Multiples = "scaled"
MANY: Multiples = "many"


def bounded(line: Expr, claim: Claim, multiples: Multiples = ONCE) -> tuple[tuple[Bound, ...], Ending]:
    """Bounds by facts, and how the proof ends after them: some numbers of times each, ``near``: of those about no other
    metrics, ``scaled``: also by both class proportions, of these or one other metric, or of any ``many``: multiples by
    metrics in [0, 1], by what is assumed, and by each proportion too. Raises `NotDecided`.

    >>> from workbench.symbolic.notation import metric
    >>> KS, AUC = metric("KS"), metric("AUC")
    >>> bounds, _ = bounded(1 - (1 - KS)**2 / 2 - AUC + KS / 10, Claim())
    >>> [(str(bound.times), bound.says) for bound in bounds]
    [('1', 'AUC <= 1 - (1 - KS)**2/2')]
    """
    line = _folded(line)
    if line.atoms(*_NO_LETTERS) or not line.free_symbols:
        raise NotDecided("means are left")
    for some, values in _groups(line, claim, GROUPS.get(multiples)):
        target = _with_values(line, values)
        weights = _weights(target, claim)[multiples]
        columns = [(m, fact) for fact in some for m in weights][:MAX_COLUMNS]
        functions = [(Mul(m, _with_values(fact.difference, values), evaluate=False), True) for m, fact in columns]
        symbols = target.free_symbols.union(*(f.free_symbols for f, _ in functions))
        ranges = {}
        for v in sorted(symbols, key=str):
            low, high = inside(claim.domain.pi0) if v == pi0 else UNIT if unit_interval(v) else claim.domain.of(v.name)
            ranges[v] = (float(AROUND[0] if low is None else low), float(AROUND[1] if high is None else high))
        for found in fitted(target, functions, ranges, claim.work):
            pairs = zip(found, columns, strict=True)
            used = [(Rational(w.numerator, w.denominator) * m, fact) for w, (m, fact) in pairs if w]
            try:
                return _written(line, used, values, claim)
            except NotDecided:
                continue
    raise NotDecided(f"no facts were found by which {line} is nonnegative")


def _weights(line: Expr, claim: Claim) -> dict[Multiples, list[Expr]]:
    """What facts are multiplied by, besides numbers."""
    own = sorted(line.free_symbols, key=str)
    unit = [v for v in own if v == pi0 or claim.domain.of(v.name) == UNIT or unit_interval(v)]
    both = pi0 * (1 - pi0)
    least = [_in_metrics(fact) for fact in assumed(claim) if "==" not in fact.says]
    return {
        NEAR: [S.One],
        ONCE: [S.One],
        SCALED: [S.One, both],
        MANY: [S.One, *unit, *(1 - v for v in unit), both, *(e for e in least if not e.atoms(*_NO_LETTERS))],
    }


def _groups(line: Expr, claim: Claim, most: int | None) -> Iterator[tuple[list[Bound], tuple[_Value, ...]]]:
    """Facts to be tried together, and the values to be put into them, where they are polynomials of these figures."""
    values = _values(line, claim)
    figures = [known.figure for known in values]
    for some in islice(_selected(line, claim), most):
        plain = [fact for fact in some if fact.difference.is_polynomial(*figures)] if figures else some
        yield plain, values
        if len(plain) < len(some):
            yield some, ()


def cofactors(line: Expr, claim: Claim) -> Iterator[Expr]:
    """What a line is to be multiplied by to say, of figures with the values that are assumed, what one fact says.

    >>> from workbench.language.statements import parse_statement
    >>> assumed = parse_statement("MER >= 1/4 given RLH == 3/16").given
    >>> list(cofactors(metric("MER") - Rational(1, 4), Claim(assumed=assumed)))
    [3/4 - MER]
    """
    values = _values(line, claim)
    target = _with_values(line, values)
    if not target.is_polynomial() or not target.free_symbols - {pi0}:
        return
    for fact in next(_selected(line, claim), ()):
        known = _with_values(fact.difference, values)
        if known.is_polynomial() and target.free_symbols <= known.free_symbols:
            times, rest = div(known, target, *sorted(target.free_symbols, key=str))
            if rest == 0 and not times.is_number:
                yield times


def _folded(e: Expr) -> Expr:
    return e.xreplace({E1(F0(s)): metric("AUC")})


def _in_metrics(fact: Bound) -> Expr:
    """The difference in its normal form or, where means are in that, as it was said."""
    normal = _folded(fact.difference)
    return _folded(simplified(fact.raw)) if normal.atoms(Operator) else normal


def _selected(line: Expr, claim: Claim) -> Iterator[list[Bound]]:
    """The facts about the metrics of a line, and then also those that bring in others."""
    given = ("", "calibrated") if claim.domain.calibrated else ("",)
    known = (of_fact(fact, claim) for fact in facts.CATALOGUE.values() if fact.given in given)
    every = [replace(fact, difference=_in_metrics(fact)) for fact in (*assumed(claim), *known)]
    every = [fact for fact in every if not fact.difference.atoms(*_NO_LETTERS)]
    about = line.free_symbols.union({pi0}, *(_in_metrics(fact).free_symbols for fact in assumed(claim)))
    own = [fact for fact in every if fact.difference.free_symbols <= about]
    more = [fact for fact in every if len(fact.difference.free_symbols - about) <= 1]
    reached = about.union(*(fact.difference.free_symbols for fact in more))
    far = [fact for fact in every if fact.difference.free_symbols <= reached]
    yield own
    for some, fewer in ((more, own), (far, more)):
        if len(some) > len(fewer):
            yield some


@dataclass(frozen=True)
class _Value:
    """What a figure is assumed to be: both bounds say that ``times`` it less its value is zero, or minus this."""

    figure: Symbol
    value: Expr
    times: Expr
    above: Bound
    below: Bound


def _values(line: Expr, claim: Claim) -> tuple[_Value, ...]:
    """Figures of which a line is a polynomial, and what each is assumed to be, in terms of others."""
    found: dict[Symbol, _Value] = {}
    equations = (replace(claim, assumed=(a,)) for a in claim.assumed if a.relation == "==" and a.name != "pi0")
    for one in equations:
        above, below = (replace(fact, difference=_in_metrics(fact)) for fact in assumed(one))
        gap = above.difference
        free = sorted((v for v in gap.free_symbols if v != pi0 and v.name in METRICS), key=str)
        if gap.atoms(*_NO_LETTERS) or gap.free_symbols & set(found):
            continue
        for v in free:
            times = gap.diff(v)
            if times.is_number and line.is_polynomial(v):
                found[v] = _Value(v, expand(v - gap / times), times, above, below)
                break
    return tuple(found.values())


def _with_values(e: Expr, values: tuple[_Value, ...]) -> Expr:
    for known in values:
        e = e.xreplace({known.figure: known.value})
    return e


def _written(
    line: Expr, used: list[tuple[Expr, Bound]], values: tuple[_Value, ...], claim: Claim
) -> tuple[tuple[Bound, ...], Ending]:
    left = line - sum(w * fact.difference for w, fact in used)
    for known in values:
        rest = left.xreplace({known.figure: known.value})
        times = cancelled((left - rest) / (known.figure - known.value)) / known.times
        turned = times.could_extract_minus_sign()
        used, left = [*used, (-times, known.below) if turned else (times, known.above)], rest
    joined: dict[str, tuple[Expr, Bound]] = {}
    for w, fact in used:
        joined[fact.says] = (joined[fact.says][0] + w if fact.says in joined else w, fact)
    bounds = []
    for times, fact in joined.values():
        if times != 0:
            line = simplified(line - times * fact.difference)
            bounds.append(fact.taken(factor(times), line))
    return tuple(bounds), ending(line, claim.domain, claim.assumed, strict=claim.strict, brief=True)
