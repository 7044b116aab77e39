"""Ends of a range by one of the prover's facts, with the numbers put in that others are assumed to have.

A fact ``lower <= upper`` of `workbench.deciding.facts`, or one of a few that follow from them, with numbers for what
is assumed to have a value, is an inequality in the figure alone; where it is of degree 1 or 2 it is solved exactly,
and its solutions within the range of the figure end at a number ``c + sqrt(d)`` or ``c - sqrt(d)``, ``c`` and ``d``
rational. Where the figure is bounded by a polynomial in ``pi0``, the end is the extreme of that, and has a statement
of its own. An end counts only once the statements that it comes from are proved (`decided`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import cast

from sympy import Expr, Poly, Symbol, real_roots
from sympy.polys.polyerrors import BasePolynomialError

from workbench.deciding.decide import Decision, prove
from workbench.deciding.fact import Fact
from workbench.deciding.facts import CATALOGUE
from workbench.language.statements import parse_expression
from workbench.language.syntax import Assumption, Expression, Name, Node, Number, Statement, names, rebuilt
from workbench.metrics import CATALOGUE as METRICS
from workbench.numbers.simplest import simplest
from workbench.symbolic.notation import metric, pi0, pi1
from workbench.symbolic.translation import to_sympy

FURTHER = (
    Fact("RLH", "MER*(1 - MER)", "the mean of min(p, 1 - p) has a concave function of it above"),
    Fact("pi0*pi1*(1 - AUC)", "RL*(1 - min(pi0, pi1)*AUC)", "RLH is at most RL"),
    Fact("pi0*pi1*(1 - AUC)", "BS*(1 - min(pi0, pi1)*AUC)", "RLH is at most BS"),
    Fact("BS", "pi0*pi1 - 4*(pi0*pi1*KS)**2", "2 pi0 pi1 KS is the mean of |p - pi1|", "calibrated"),
)
"""What follows from the facts, and is proved anew wherever it is used."""
FINE = Fraction(1, 10**6)
EQUAL_WHEN_CALIBRATED = {"RL": "BS", "RLH": "BS", "AUCH": "AUC"}


@dataclass(frozen=True)
class End:
    """``place + sign*sqrt(square)``, and the statements that no value is beyond; ``upper`` says of which end.

    ``statement`` is the fact with the numbers put in, ``general`` the fact, and ``extreme`` the statement that what
    bounds the figure is itself within the end whatever ``pi0`` is, where it depends on that.

    >>> End(Fraction(1), -1, Fraction(1, 2), False, None).written
    '1 - sqrt(1/2)'
    """

    place: Fraction
    sign: int
    square: Fraction
    upper: bool
    statement: Statement | None
    general: Statement | None = None
    extreme: Statement | None = None

    @property
    def rational(self) -> bool:
        """Whether the end is a fraction."""
        return self.square == 0

    @property
    def written(self) -> str:
        """The end, in the statement language."""
        if self.rational:
            return str(self.place)
        root = f"sqrt({self.square})"
        if not self.place:
            return f"{'-' if self.sign < 0 else ''}{root}"
        return f"{self.place} {'-' if self.sign < 0 else '+'} {root}"

    @property
    def bound(self) -> Fraction:
        """The end, or a simple fraction beyond it by a millionth at most.

        >>> End(Fraction(1), -1, Fraction(1, 2), False, None).bound
        Fraction(408, 1393)
        """
        if self.rational:
            return self.place
        low, high = self._between()
        return simplest(high, high + FINE / 2) if self.upper else simplest(low - FINE / 2, low)

    def beats(self, other: Fraction) -> bool:
        """Whether the end is surely within another one."""
        low, high = (self.place, self.place) if self.rational else self._between()
        return high < other if self.upper else low > other

    def allows(self, value: Fraction) -> bool:
        """Whether a value is within the end.

        >>> end = End(Fraction(1), -1, Fraction(1, 2), False, None)
        >>> end.allows(Fraction(29, 100)), end.allows(Fraction(3, 10))
        (False, True)
        """
        beyond, along = (value - self.place, self.sign) if self.upper else (self.place - value, -self.sign)
        if along > 0:  # beyond <= sqrt(square)
            return beyond <= 0 or beyond**2 <= self.square
        return beyond <= 0 and beyond**2 >= self.square

    def _between(self) -> tuple[Fraction, Fraction]:
        """Fractions below and above the end that are close to it."""
        low, high = Fraction(0), self.square + 1
        while high - low > FINE / 4:
            middle = (low + high) / 2
            low, high = (middle, high) if middle**2 <= self.square else (low, middle)
        return (self.place + low, self.place + high) if self.sign > 0 else (self.place - high, self.place - low)


def ends_by_facts(figure: Expression, given: tuple[Assumption, ...], *, upper: bool) -> list[End]:
    """The ends that facts give to a metric, the strongest first; none is proved by being here.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("KS <= 1 given AUC == 3/4").given
    >>> found = ends_by_facts(parse_expression("KS"), given, upper=False)
    >>> found[0].written, str(found[0].statement)
    ('1 - sqrt(1/2)', '3/4 <= 1 - (1 - KS)**2/2 given auc == 3/4')
    """
    if not isinstance(figure, Name) or figure.name not in METRICS:
        return []
    values = METRICS[figure.name].values
    known = values_of(given)
    named = {a.name for a in given if a.relation is None}
    found: list[End] = []
    for fact in (*CATALOGUE.values(), *FURTHER):
        if fact.given and fact.given not in named:
            continue
        sides = [_put(_parsed(x), known, calibrated="calibrated" in named) for x in (fact.lower, fact.upper)]
        free = names(sides[0]) | names(sides[1])
        if figure.name not in free or free - {figure.name, "pi0", "pi1"}:
            continue
        statement = Statement(sides[0], "<=", sides[1], given)
        plain = [_put(_parsed(x), {}, calibrated="calibrated" in named) for x in (fact.lower, fact.upper)]
        general = Statement(plain[0], "<=", plain[1], tuple(a for a in given if a.name == "calibrated"))
        gap = (to_sympy(sides[1]) - to_sympy(sides[0])).xreplace({pi1: 1 - pi0})
        if gap.has(pi0):
            ends = _over_proportions(gap, figure, statement, general)
        else:
            ends = _solved(gap, metric(figure.name), (values.low, values.high), statement, general)
        found += [end for end in ends if end.upper == upper]
    return sorted(found, key=lambda end: end.bound, reverse=not upper)


@lru_cache(maxsize=256)
def _parsed(text: str) -> Expression:
    return parse_expression(text)


def values_of(given: tuple[Assumption, ...]) -> dict[str, Fraction]:
    """The figures that are assumed to have a value, and class proportions.

    >>> from workbench.language.statements import parse_statement
    >>> values_of(parse_statement("KS <= 1 given AUC == 3/4, 1/3 == MER, pi0 == 1/4, BS <= 1/2").given)
    {'AUC': Fraction(3, 4), 'MER': Fraction(1, 3), 'pi0': Fraction(1, 4), 'pi1': Fraction(3, 4)}
    """
    found: dict[str, Fraction] = {}
    for a in given:
        if a.relation != "==":
            continue
        if a.sides is None:
            if a.value is not None:
                found["AUC" if a.name == "auc" else a.name] = a.value
            continue
        left, right = a.sides if isinstance(a.sides[1], Number) else a.sides[::-1]
        if isinstance(left, Name) and isinstance(right, Number):
            found[left.name] = right.value
    if "pi0" in found:
        found["pi1"] = 1 - found["pi0"]
    return found


def decided(end: End, seconds: float) -> Decision | None:
    """The proof of the statement that an end comes from, with the numbers put in or without; None where there is none.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("MER >= 0 given RLH == 3/16").given
    >>> end = ends_by_facts(parse_expression("MER"), given, upper=False)[0]
    >>> end.written, str(decided(end, 6).statement)
    ('1/4', 'RLH <= MER*(1 - MER)')
    """
    if end.extreme is not None and prove(end.extreme, seconds / 2).verdict != "proved":
        return None
    for statement in (end.general, end.statement):
        decision = None if statement is None else prove(statement, seconds / 2)
        if decision is not None and decision.verdict == "proved":
            return decision
    return None


def _over_proportions(gap: Expr, figure: Name, statement: Statement, general: Statement) -> Iterator[End]:
    """The end where the gap is ``A - FIGURE`` or ``FIGURE - A``, ``A`` a polynomial in ``pi0`` with rational places of
    its extremes."""
    slope = gap.diff(metric(figure.name))
    if slope not in (1, -1):
        return
    bound = (gap - slope * metric(figure.name)).expand() * -slope
    if bound.has(metric(figure.name)) or not bound.is_polynomial(pi0):
        return
    steep = Poly(bound.diff(pi0), pi0, domain="QQ")
    turns = [] if steep.is_zero else [x for x in real_roots(steep) if 0 < x < 1]
    reached = [bound.subs(pi0, x) for x in (0, 1, *turns)]
    best = max(reached) if slope == -1 else min(reached)
    if not best.is_Rational:
        return
    place = Fraction(int(best.p), int(best.q))
    sides = statement.left, statement.right
    far = next(side for side in sides if figure.name not in names(side))
    ways = (far, Number(place)) if slope == -1 else (Number(place), far)
    yield End(place, 1, Fraction(0), slope == -1, statement, general, Statement(ways[0], "<=", ways[1], ()))


def _put(node: Expression, known: dict[str, Fraction], *, calibrated: bool) -> Expression:
    """The expression with numbers for the names that have a value; calibrated, figures that are equal have one name."""

    def put(part: Node) -> Node:
        if isinstance(part, Name):
            name = EQUAL_WHEN_CALIBRATED.get(part.name, part.name) if calibrated else part.name
            value = known.get(part.name, known.get(name))
            return Name(name) if value is None else Number(value)
        return rebuilt(part, put)

    return cast(Expression, put(node))


def _solved(
    gap: Expr,
    figure: Symbol,
    within: tuple[Fraction | None, Fraction | None],
    statement: Statement,
    general: Statement,
) -> Iterator[End]:
    """The ends within the range of the figure of where ``0 <= gap``, a polynomial of degree 1 or 2."""
    try:
        powers = [Fraction(int(x.p), int(x.q)) for x in Poly(gap, figure, domain="QQ").all_coeffs()]
    except BasePolynomialError:
        return
    if len(powers) == 2:
        slope, start = powers
        found = [End(-start / slope, 1, Fraction(0), slope < 0, statement, general)]
    elif len(powers) == 3:
        square, slope, start = powers
        middle, spread = -slope / (2 * square), (slope / (2 * square)) ** 2 - start / square
        if spread < 0:
            return
        roots = [_root(middle, sign, spread, statement, general) for sign in (-1, 1)]
        if square < 0:
            found = [_turned(roots[0], upper=False), _turned(roots[1], upper=True)]
        else:  # outside the roots: below the lesser one or above the greater one, where the other part is out of range
            low, high = within
            found = []
            if low is not None and not _turned(roots[0], upper=True).allows(low):
                found.append(_turned(roots[1], upper=False))
            if high is not None and not _turned(roots[1], upper=False).allows(high):
                found.append(_turned(roots[0], upper=True))
    else:
        return
    for end in found:
        limit = within[1] if end.upper else within[0]
        if limit is None or end.beats(limit):
            yield end


def _root(place: Fraction, sign: int, square: Fraction, statement: Statement, general: Statement) -> End:
    top, bottom = (_exact_root(x) for x in square.as_integer_ratio())
    if top is not None and bottom is not None:
        return End(place + sign * Fraction(top, bottom), 1, Fraction(0), True, statement, general)
    return End(place, sign, square, True, statement, general)


def _exact_root(x: int) -> int | None:
    return isqrt(x) if isqrt(x) ** 2 == x else None


def _turned(end: End, *, upper: bool) -> End:
    return replace(end, upper=upper)
