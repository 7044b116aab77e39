"""Why a statement is undecided: in its own words, and that no data set meets what is given where that is proved."""

from __future__ import annotations

from workbench.deciding.proving import Proved, proved
from workbench.language import statements
from workbench.language.statements import at_one_condition
from workbench.language.syntax import Statement
from workbench.limits import Work
from workbench.witnesses.search import quick

SECONDS = 4.0
_OPPOSITE = {"<": (">=",), "<=": (">",), ">=": ("<",), ">": ("<=",), "==": ("<", ">")}


def in_words_of(asked: Statement, note: str) -> str:
    """A note with the words of a statement for what they stand for.

    >>> asked = statements.as_asked("npv(t) <= 1")
    >>> in_words_of(asked, "pi1*E1(indicator(t < s))/E(indicator(t < s)) has no value")
    'npv(t) has no value'
    """
    for word, means in statements.stand_for(asked).items():
        note = note.replace(f"({means})", word).replace(means, word)
    return note


def met_by_none(statement: Statement, asked: Statement, seconds: float) -> str:
    """That no sample meets what is given, where the opposite of some of it is proved, given the rest; else nothing.

    >>> from workbench.language.statements import parse_statement
    >>> said = parse_statement("AUC >= MAE given BS < RLH")
    >>> met_by_none(said, said, 8)
    'no sample has BS < RLH: that BS >= RLH is proved'
    """
    work = Work.of(min(seconds / 2, SECONDS))
    for number, (a, told) in enumerate(zip(statement.given, asked.given, strict=True)):
        rest = tuple(x for k, x in enumerate(statement.given) if k != number)
        if a.sides is None or told.sides is None or a.for_all:
            continue
        for relation in _OPPOSITE.get(a.relation or "", ()):
            opposite = Statement(a.sides[0], relation, a.sides[1], rest)
            if quick(at_one_condition(opposite)) is None and isinstance(proved(opposite, work.share(0.5))[0], Proved):
                others = tuple(x for k, x in enumerate(asked.given) if k != number)
                shown = Statement(told.sides[0], relation, told.sides[1], others)
                return f"no sample has {told}: that {shown} is proved"
    return ""
