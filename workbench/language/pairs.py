"""Means over pairs of examples, written as means over one example where they are such.

Let ``s`` and ``s2`` be the scores of two examples drawn independently of each other. A function of both is taken apart
into products ``f(s)*g(s2)``, once where ``s < s2`` and once where ``s > s2``: there ``abs(s - s2)``, ``min(s, s2)``,
``max(s, s2)`` and ``indicator(s < s2)`` are polynomials. With ``H`` 1 where ``s < s2``, one half where they are equal
and else 0, and ``C(s, s2)`` the function where ``s < s2`` plus that where ``s > s2`` with the scores exchanged,

    E(f, s2) = E(H*C, s2)                                 if at ties f is half the sum of both
    E(H*(g(s)*h(s2) + h(s)*g(s2)), s2) = E(g)*E(h)
    E(H*g(s2), s2) = E(g*R(s)),   E(H*g(s), s2) = E(g*(1 - R(s)))

with ``F0`` or ``F1`` for ``R`` where both are drawn from one class. Only parts that have a value on every sample with
scores in [0, 1] are taken apart, so that nothing without a value can cancel. Gini's mean difference (Variabilità e
mutabilità, 1912) is the best known of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, TypeAlias

from workbench.language.statements import INSIDE_MEAN, MEANS, definition
from workbench.language.syntax import (
    SECOND,
    Apply,
    Arithmetic,
    Comparison,
    Expression,
    Loss,
    Name,
    Negative,
    Node,
    Number,
    PairMean,
    Statement,
    children,
    rebuilt,
)
from workbench.words import SAMPLE_QUANTITIES

SCORES = frozenset({"s", SECOND})
RANKS = frozenset({"F0", "F1", "R"})
RANK_OF = {"E": "R", "E0": "F0", "E1": "F1"}
"""The rank among those over which a mean is taken."""
MOST_TERMS, MOST_POWER = 200, 30
_FIRST = Name("s")

Factors: TypeAlias = "frozenset[tuple[Node, int]]"
"""Factors and their exponents; those of the second example are written in s too."""
Term: TypeAlias = "tuple[Factors, Factors, Factors]"
"""What depends on the first example, on the second one, and on neither."""
Terms: TypeAlias = "dict[Term, Fraction]"
NOTHING: Factors = frozenset()


class _NotApart(Exception):
    """The function of two scores is not seen to be a sum of products of functions of one."""


# --- scores ------------------------------------------------------------------------------------------------


def scores_in(node: Node) -> frozenset[str]:
    """Which scores a value depends on, of the two of a pair; those inside of a mean are its own.

    >>> from workbench.language.statements import parse_expression
    >>> sorted(scores_in(parse_expression("E(F0(s2)*s*E0(s), s2)").body))
    ['s', 's2']
    """
    if isinstance(node, Name):
        return SCORES & {node.name}
    return frozenset() if _is_mean(node) else frozenset().union(*map(scores_in, children(node)))


def with_scores(node: Any, put: Callable[[str, Name | Apply], Node]) -> Any:
    """``node`` with ``put(score, part)`` for each part that is a score or a function such as ``F0`` of it."""
    if isinstance(node, Name):
        return put(node.name, node) if node.name in SCORES else node
    if isinstance(node, Apply) and node.function in INSIDE_MEAN:
        (score,) = node.arguments
        assert isinstance(score, Name)
        return put(score.name, node)
    return node if _is_mean(node) else rebuilt(node, lambda child: with_scores(child, put))


def renamed(part: Name | Apply) -> Node:
    """A score, or a function of it, as that of the one example of a mean."""
    return Apply(part.function, (_FIRST,), part.column) if isinstance(part, Apply) else _FIRST


def _is_mean(node: Node) -> bool:
    return isinstance(node, Loss | PairMean) or (isinstance(node, Apply) and node.function in MEANS)


# --- a mean over pairs as means over one example -----------------------------------------------------------


def in_means(node: Any) -> Any:
    """``node`` with each mean over pairs as means over one example, where it is seen to be such.

    >>> from workbench.language.statements import parse_expression
    >>> print(in_means(parse_expression("E((s - s2)**2, s2)/2 - BS")))
    (2*E(s**2) - 2*E(s)**2)/2 - BS
    """
    inner = rebuilt(node, in_means)
    return means_of(inner) or inner if isinstance(inner, PairMean) else inner


def pair_means(node: Node | Statement) -> Iterator[PairMean]:
    """The means over pairs that occur, from the outside to the inside."""
    if isinstance(node, Statement):
        for side in (node.left, node.right, *(side for a in node.given for side in a.sides or ())):
            yield from pair_means(side)
        return
    if isinstance(node, PairMean):
        yield node
    for child in children(node):
        yield from pair_means(child)


@lru_cache(maxsize=1024)
def means_of(node: PairMean) -> Expression | None:
    """A mean over pairs as means over one example, by the equations above; None where it is not seen to be such.

    >>> from workbench.language.statements import parse_expression
    >>> for text in ("E0(abs(s - s2), s2)", "E(max(s, s2), s2)", "E(s*s2*pi0, s2)", "E(indicator(s < s2), s2)"):
    ...     print(means_of(parse_expression(text)))
    4*E0(s*F0(s)) - 2*E0(s)
    2*E(s*R(s))
    pi0*E(s)**2
    None
    """
    if len(scores_in(node.body)) < 2:
        return Apply(node.function, (with_scores(node.body, lambda _, part: renamed(part)),), node.column)
    try:
        below, above, tied = (_terms(node.body, sign) for sign in (-1, 1, 0))
    except _NotApart:
        return None
    if not below == above == tied:
        both = _sum(_on_ties(below), _on_ties(above))
        if _ranks(node.body) or _sum(both, _times(_on_ties(tied), -2)):
            return None
    products, ranked = Counter[tuple[Factors, tuple[Factors, ...]]](), Counter[tuple[Factors, Factors]]()
    whole = _sum(below, {(g, f, still): x for (f, g, still), x in above.items()})
    for (f, g, still), x in whole.items():
        pair = tuple(sorted((f, g), key=_order))
        if x == whole.get((g, f, still)):
            products[still, pair] += x / 2  # type: ignore[assignment]
        elif f and g:
            return None
        elif f:
            products[still, pair] += x  # type: ignore[assignment]
            ranked[still, f] -= x  # type: ignore[assignment]
        else:
            ranked[still, g] += x  # type: ignore[assignment]
    summands = [
        *((x, [_written(still), *(_mean(node.function, h) for h in pair)]) for (still, pair), x in _sorted(products)),
        *((x, [_written(still), _ranked_mean(node.function, h)]) for (still, h), x in _sorted(ranked)),
    ]
    found: Expression = _total([(x, factors) for x, factors in summands if x])
    return found


def _ranks(body: Node) -> bool:
    """Whether the rank of one of the examples occurs, whose place within a tie is then its own."""
    if isinstance(body, Apply) and body.function in RANKS:
        return True
    return not _is_mean(body) and any(map(_ranks, children(body)))


# --- taking apart ------------------------------------------------------------------------------------------


def _terms(node: Node, sign: int) -> Terms:
    """A function of two scores as a sum of products, where ``s - s2`` has this sign; `_NotApart`."""
    match node:
        case Number(value=value):
            return {(NOTHING, NOTHING, NOTHING): value} if value else {}
        case Negative(operand=operand):
            return _times(_terms(operand, sign), -1)
        case Arithmetic(operator="+" | "-" as operator, left=left, right=right):
            return _sum(_terms(left, sign), _times(_terms(right, sign), 1 if operator == "+" else -1))
        case Arithmetic(operator="*", left=left, right=right):
            return _product(_terms(left, sign), _terms(right, sign))
        case Arithmetic(operator="**", left=left, right=Number(value=power)) if _natural(power):
            return reduce(_product, [_terms(left, sign)] * int(power), _terms(Number(Fraction(1)), sign))
        case Arithmetic(operator="/", left=left, right=Number(value=value)) if value:
            return _times(_terms(left, sign), 1 / value)
        case Arithmetic(operator="/", left=left, right=Name(name=name) as size) if name in SAMPLE_QUANTITIES:
            return _product(_terms(left, sign), {(NOTHING, NOTHING, frozenset({(size, -1)})): Fraction(1)})
    scores = scores_in(node)
    if len(scores) == 2:
        return _switched(node, sign)
    if not has_value(node):
        raise _NotApart
    factor: Factors = frozenset({(with_scores(node, lambda _, part: renamed(part)), 1)})
    first, second = (factor if scores == {name} else NOTHING for name in ("s", SECOND))
    return {(first, second, NOTHING if scores else factor): Fraction(1)}


def _switched(node: Node, sign: int) -> Terms:
    """A function that has one form where ``s < s2`` and another where ``s > s2``."""
    match node:
        case Apply(function="indicator", arguments=(Comparison() as comparison,)):
            found = _sign(_terms(comparison.left, sign), _terms(comparison.right, sign), sign)
            holds = {"<": found < 0, "<=": found <= 0, ">": found > 0, ">=": found >= 0}[comparison.relation]
            return _terms(Number(Fraction(holds)), sign)
        case Apply(function="abs", arguments=(inner,)):
            terms = _terms(inner, sign)
            return _times(terms, _sign(terms, {}, sign))
        case Apply(function="min" | "max" as function, arguments=(first, *others)):
            chosen = _terms(first, sign)
            for other in others:
                terms = _terms(other, sign)
                found = _sign(chosen, terms, sign)
                chosen = chosen if (found >= 0) == (function == "max") else terms
            return chosen
    raise _NotApart


def _sign(left: Terms, right: Terms, sign: int) -> int:
    """The sign of ``left - right``, a multiple of ``s - s2``, which has this ``sign``."""
    difference = _sum(left, _times(right, -1))
    if not difference:
        return 0
    score: Factors = frozenset({(_FIRST, 1)})
    slope = difference.get((score, NOTHING, NOTHING), Fraction(0))
    if difference != {(score, NOTHING, NOTHING): slope, (NOTHING, score, NOTHING): -slope}:
        raise _NotApart
    return sign if slope > 0 else -sign


def has_value(node: Node) -> bool:
    """Whether an expression has a value on every sample with scores in [0, 1], as far as its form tells."""
    match node:
        case Name(name=name):
            told = definition(name)
            return told is None or has_value(told)
        case Arithmetic(operator="/", right=right):
            return _is_positive(right) and has_value(node.left)
        case Arithmetic(operator="**", left=base, right=Number(value=power)):
            return (_natural(power) or (_has_root(base) and power > 0)) and has_value(base)
        case Arithmetic(operator="**") | Apply(function="log" | "h_measure") | Loss():
            return False
        case Apply(function="sqrt", arguments=(inner,)):
            return _has_root(inner) and has_value(inner)
    return all(map(has_value, children(node)))


def _is_positive(node: Node) -> bool:
    """Whether an expression is a number above 0, or a size."""
    match node:
        case Number(value=value):
            return value > 0
        case Name(name=name):
            return name in SAMPLE_QUANTITIES
    return False


def _has_root(node: Node) -> bool:
    """Whether an expression is positive, or a score in [0, 1] or 1 less it."""
    match node:
        case Arithmetic(operator="-", left=Number(value=1), right=right):
            return _is_score(right)
    return _is_positive(node) or _is_score(node)


def _is_score(node: Node) -> bool:
    return isinstance(node, Name) and node.name in SCORES


def _natural(power: Fraction) -> bool:
    return power.denominator == 1 and 0 <= power <= MOST_POWER


def _sum(one: Terms, other: Terms) -> Terms:
    found = dict(one)
    for term, x in other.items():
        found[term] = found.get(term, Fraction(0)) + x
    return {term: x for term, x in found.items() if x}


def _times(terms: Terms, factor: Fraction | int) -> Terms:
    return {term: x * factor for term, x in terms.items() if factor}


def _product(one: Terms, other: Terms) -> Terms:
    if len(one) * len(other) > MOST_TERMS:
        raise _NotApart
    found: Terms = {}
    for left, x in one.items():
        for right, y in other.items():
            first, second, still = (_joined(f, g) for f, g in zip(left, right, strict=True))
            found = _sum(found, {(first, second, still): x * y})
    return found


def _joined(one: Factors, other: Factors) -> Factors:
    """The product of two products."""
    powers: dict[Node, int] = dict(one)
    for node, power in other:
        powers[node] = powers.get(node, 0) + power
    return frozenset((node, power) for node, power in powers.items() if power)


def _on_ties(terms: Terms) -> Terms:
    """The function of one score that a sum of products is where both scores are equal."""
    found: Terms = {}
    for (first, second, still), x in terms.items():
        found = _sum(found, {(_joined(first, second), NOTHING, still): x})
    return found


# --- writing -----------------------------------------------------------------------------------------------


def _order(factors: Factors) -> tuple[int, str]:
    return len(factors), str(_written(factors))


def _sorted(sums: Counter[Any]) -> list[tuple[Any, Any]]:
    """Terms in an order that does not depend on how they are stored."""
    return sorted(sums.items(), key=lambda item: str([_shown(part) for part in item[0]]))


def _shown(part: Any) -> str:
    return str([_shown(x) for x in part] if isinstance(part, tuple) else _written(part))


def _written(factors: Factors) -> Any:
    """A product in words; None where it has no factor."""
    above: Any = None
    for node, power in sorted(factors, key=lambda factor: (factor[0] != _FIRST, str(factor[0]))):
        part: Any = node if abs(power) == 1 else Arithmetic("**", node, Number(Fraction(abs(power))))  # type: ignore[arg-type]
        above = part if above is None else Arithmetic("*", above, part)
        if power < 0:
            above = Arithmetic("/", above.left if isinstance(above, Arithmetic) else Number(Fraction(1)), part)
    return above


def _mean(function: str, factors: Factors) -> Any:
    return Apply(function, (_written(factors),)) if factors else None


def _ranked_mean(function: str, factors: Factors) -> Any:
    """The mean of a function times the rank."""
    return Apply(function, (Arithmetic("*", _written(factors), Apply(RANK_OF[function], (_FIRST,))),))


def _total(summands: Sequence[tuple[Fraction, Sequence[Any]]]) -> Any:
    """The sum of multiples of products, begun by one that is not subtracted where there is one."""
    found: Any = None
    for x, factors in sorted(summands, key=lambda summand: summand[0] < 0):
        if found is None:
            found = _multiple(x, factors)
        else:
            found = Arithmetic("+" if x > 0 else "-", found, _multiple(abs(x), factors))
    return Number(Fraction(0)) if found is None else found


def _multiple(x: Fraction, factors: Iterable[Any]) -> Any:
    """A number times a product, in which None stands for no factor and a factor that is there twice is squared."""
    parts = [factor for factor in factors if factor is not None]
    if len(parts) > 1 and parts[-1] == parts[-2]:
        parts[-2:] = [Arithmetic("**", parts[-1], Number(Fraction(2)))]
    if x != 1 or not parts:
        parts.insert(0, Number(x))
    return reduce(lambda one, other: Arithmetic("*", one, other), parts)
