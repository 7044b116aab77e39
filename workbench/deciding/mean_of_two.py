"""A figure below the greater of two through their mean, which is no more; and above the lesser likewise.

``k <= max(x, y)`` follows from ``k <= (x + y)/2``, which says more; where ``x`` and ``y`` are a figure of class 0 and
the same of class 1, their mean has a name, MBS or MMAE.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import cast

from workbench.deciding.constant_questions import Question
from workbench.deciding.decide import Decision, prove
from workbench.language.syntax import Apply, Arithmetic, Expression, Name, Node, Number, Statement
from workbench.limits import SECOND, Work

SHARE = 9 / 10
NAMED = {frozenset({"BS0", "BS1"}): "MBS", frozenset({"MAE0", "MAE1"}): "MMAE"}
SIDES = {"max": {"<=": "right", ">=": "left"}, "min": {"<=": "left", ">=": "right"}}


def by_mean_of_two(question: Question, reached: Fraction, work: Work) -> Decision | None:
    """The proof of a statement with the mean of two in place of the greater of them; None where there is none.

    >>> question = Question.of("max(BS0, BS1) >= k*(1 - KS)")
    >>> str(by_mean_of_two(question, Fraction(1, 4), Work.of(14)).statement)
    'MBS >= 1/4*(1 - KS)'
    """
    statement = stronger(question.at(reached))
    if statement is None:
        return None
    share = work.share(SHARE)
    decision = prove(statement, share.seconds)
    share.spend(share.left if decision.verdict == "undecided" else min(SECOND, share.left))
    return decision if decision.verdict == "proved" else None


def stronger(statement: Statement) -> Statement | None:
    """The statement with a mean in place of the maximum that is the greater side, or the minimum that is the lesser.

    >>> from workbench.language.statements import parse_statement
    >>> for text in ("MER <= min(BS, AUC)", "min(BS, AUC) <= MER", "MER <= max(MAE0, MAE1)"):
    ...     print(stronger(parse_statement(text)))
    None
    BS/2 + AUC/2 <= MER
    MER <= MMAE
    """
    for word, sides in SIDES.items():
        side = sides.get(statement.relation)
        match statement.left if side == "left" else statement.right if side else None:
            case Apply(function=function, arguments=(one, other)) if function == word:
                mean = _mean(one, other)
                return replace(statement, left=mean) if side == "left" else replace(statement, right=mean)
    return None


def _mean(one: Node, other: Node) -> Expression:
    if isinstance(one, Name) and isinstance(other, Name):
        name = NAMED.get(frozenset({one.name, other.name}))
        if name is not None:
            return Name(name)
    two = Number(Fraction(2))
    halves = [Arithmetic("/", cast(Expression, x), two) for x in (one, other)]
    return Arithmetic("+", halves[0], halves[1])
