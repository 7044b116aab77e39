"""Ends of a range as formulas: what a figure is at most, or at least, for every value of another one.

Where the end of a range given ``M == v`` is not proved, the end is looked for given other values of ``M`` too. If a
polynomial of degree 2 in ``M`` passes through what the facts behind `check` leave at three of them, and at a fourth, or
through what data sets attain there, it is a conjecture without the assumption, such as ``RLH <= MER - MER**2``; once
proved it gives the end at ``M == v``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from workbench.deciding.constant_questions import Question
from workbench.deciding.decide import Decision, prove
from workbench.deciding.domain import domain_of
from workbench.feasible.bounds_by_facts import left_by_facts
from workbench.language.statements import parse_expression
from workbench.language.syntax import Assumption, Expression, Name, Number, Statement
from workbench.limits import Work
from workbench.numbers.simplest import simplest
from workbench.witnesses.extremes import Climb

NODES, CHECK = (Fraction(1), Fraction(3, 4), Fraction(1, 2)), Fraction(1, 4)
SHARE, SEARCHED, PROVING = 1 / 2, 1 / 8, 3 / 4
EVEN, MOST = Fraction(1, 10**9), 10**4


def by_formula(question: Question, reached: Fraction, work: Work) -> Decision | None:
    """A proof that the end is that which was ``reached``, of a polynomial in a figure that is assumed to have a value.

    ``question`` is that for the end: ``FIGURE <= k given M == v, ...`` or ``>=``.

    >>> question = Question.of("RLH <= k given MER == 1/4")
    >>> str(by_formula(question, Fraction(3, 16), Work.of(8)).statement)
    'RLH <= MER - MER**2'
    """
    statement, work = question.statement, work.share(SHARE)
    for place, assumption in enumerate(statement.given):
        said = _value_of_a_figure(assumption)
        if said is None:
            continue
        name, value = said
        others = statement.given[:place] + statement.given[place + 1 :]
        moved = [
            replace(question, statement=replace(statement, given=(*others, _equal_to(assumption, part * value))))
            for part in (*NODES[1:], CHECK)
        ]
        for look in (_left, _end):
            ends = [reached]
            for each in moved:
                end = look(each, work)
                if end is None:
                    break
                ends.append(end)
            powers = _parabola([part * value for part in NODES], ends[:3]) if len(ends) > len(moved) else ()
            if not powers or sum(c * (CHECK * value) ** i for i, c in enumerate(powers)) != ends[3]:
                continue
            general = Statement(statement.left, statement.relation, _written(powers, name), others)
            decision = prove(general, work.seconds * PROVING)
            work.spend(work.left * PROVING)
            if decision.verdict == "proved":
                return decision
    return None


def _value_of_a_figure(assumption: Assumption) -> tuple[str, Fraction] | None:
    """The figure that is assumed to have a positive value, and the value."""
    if assumption.relation != "==":
        return None
    if assumption.sides is None:
        name, value = ("AUC" if assumption.name == "auc" else assumption.name), assumption.value
    else:
        left, right = assumption.sides
        if not isinstance(left, Name) or not isinstance(right, Number):
            return None
        name, value = left.name, right.value
    return (name, value) if value is not None and value > 0 else None


def _equal_to(assumption: Assumption, value: Fraction) -> Assumption:
    """The same of another value."""
    if assumption.sides is None:
        return replace(assumption, value=value)
    return replace(assumption, sides=(assumption.sides[0], Number(value)))


def _left(question: Question, work: Work) -> Fraction | None:
    """How far the facts let the figure go, if that is a simple fraction but for the width of what they assume."""
    statement = question.statement
    low, high = domain_of(statement).pi0
    left = left_by_facts(
        statement.left, statement.given, (low or Fraction(0), Fraction(1) if high is None else high), work
    )
    end = None if left is None else left.values.high if statement.relation == "<=" else left.values.low
    near = None if end is None else simplest(end - EVEN, end + EVEN)
    return near if near is not None and near.denominator <= MOST else None


def _end(question: Question, work: Work) -> Fraction | None:
    """How far data sets go."""
    climb = Climb(question.start, question.slope, question.at(Fraction(1)), work.share(SEARCHED))
    best = climb.extremes().best
    return best.needed if best is not None and best.exact else None


def _parabola(places: Sequence[Fraction], values: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients of the polynomial of degree 2 through three points, that of the power 0 first."""
    (x, y, z), (a, b, c) = places, values
    first, second = (b - a) / (y - x), (c - b) / (z - y)
    top = (second - first) / (z - x)
    return [a - first * x + top * x * y, first - top * (x + y), top]


def _written(powers: Sequence[Fraction], name: str) -> Expression:
    """A polynomial in a figure, in the statement language.

    >>> str(_written([Fraction(1, 2), Fraction(1), Fraction(-1, 2)], "KS"))
    '1/2 + KS - 1/2*KS**2'
    """
    shown = ""
    for i, x in sorted(enumerate(powers), key=lambda term: (term[1] < 0, term[0])):
        factor = "" if i == 0 else name if i == 1 else f"{name}**{i}"
        size = str(abs(x)) if abs(x) != 1 or not factor else ""
        if x:
            term = "*".join(filter(None, (size, factor)))
            shown += f" {'-' if x < 0 else '+'} {term}" if shown else f"{'-' if x < 0 else ''}{term}"
    return parse_expression(shown or "0")
