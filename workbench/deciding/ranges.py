"""The range of a figure over all data sets that meet some assumptions, its ends proved and attacked.

Each end is the best constant of an inequality (`workbench.deciding.best_constants`), ``FIGURE >= k given ...`` and
``FIGURE <= k given ...``. What the facts behind `check` leave (`workbench.feasible.bounds_by_facts`) is put to the
prover too; where it does not prove the end that data sets attain, the end may follow from a formula
(`workbench.deciding.end_formulas`) or, irrational ones too, from a fact of the prover (`workbench.deciding.end_facts`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any

from workbench.deciding.best_constants import LEAST_SECONDS, BestConstant, approached, best_constant
from workbench.deciding.constant_questions import Question
from workbench.deciding.decide import SECONDS, Decision
from workbench.deciding.domain import domain_of
from workbench.deciding.end_facts import End, decided, ends_by_facts
from workbench.deciding.end_formulas import by_formula
from workbench.errors import InputError
from workbench.feasible.bounds_by_facts import Left, left_by_facts
from workbench.formats import Answer, Records, Row, markdown
from workbench.language.grammar import StatementError
from workbench.language.statements import of_assumption, parameters, parse_expression, parse_statement
from workbench.language.syntax import Assumption, Expression, Name, Statement
from workbench.lazily import Lazily
from workbench.limits import SECOND, TimeIsUp, Work, at_most, net
from workbench.metrics import CATALOGUE as METRICS
from workbench.numbers.simplest import simplest
from workbench.numbers.written import as_json, shortest, significant

FACTS = 1 / 10
BY_FACT, TRIED = 6.0, 2
EVEN, MOST = Fraction(1, 10**9), 10**4
SIZES = {"n": Fraction(2), "n0": Fraction(1), "n1": Fraction(1)}
LETTER = "k"
_PREFIX = "0 <= 0 given "

_notebooks = Lazily("workbench.pages.notebooks")


@dataclass(frozen=True)
class Range(Records, Answer):
    """The least and the greatest value that a figure can have.

    ``verdict`` is proved where both ends are, and the facts behind `check` leave no less; else it is undecided. ``low``
    and ``high`` tell of each end what is proved, and how near data sets come to it; ``facts`` what the facts leave,
    where they know the figure.
    """

    figure: Expression
    given: tuple[Assumption, ...]
    low: BestConstant
    high: BestConstant
    facts: Left | None = field(default=None, compare=False)

    @property
    def verdict(self) -> str:
        """Whether both ends are proved, and none is wider than what the facts leave."""
        ends = ((self.low, False), (self.high, True))
        proved = all(end.verdict == "proved" and not self._is_loose(end, upper) for end, upper in ends)
        return "proved" if proved else "undecided"

    def _is_loose(self, end: BestConstant, upper: bool) -> bool:
        """Whether the facts leave clearly less than is proved."""
        if end.constant is None or end.attained or end.root or self.facts is None:
            return False
        left = self.facts.values.high if upper else self.facts.values.low
        return left is not None and (end.constant - left if upper else left - end.constant) > EVEN

    @property
    def asked(self) -> str:
        """The figure and what is assumed."""
        return f"{self.figure}{f' given {shown}' if (shown := ', '.join(map(str, self.given))) else ''}"

    @property
    def interval(self) -> str:
        """The proved ends; a round bracket where no data set was found that attains the end, ? where none is proved.

        A round bracket does not say that the end is not attained; `ends_told` says what is known of that.

        >>> value_range("AUCH").interval
        '[1/2, 1]'
        """
        low = "(?" if self.low.constant is None else f"{'[' if self.low.attained else '('}{_shown(self.low)}"
        high = "?)" if self.high.constant is None else f"{_shown(self.high)}{']' if self.high.attained else ')'}"
        return f"{low}, {high}"

    @property
    def ends_told(self) -> list[str]:
        """In words, whether the ends are attained, and how wide the proved range may be.

        >>> value_range("AUCH").ends_told
        ['both ends are attained']
        """
        if self.low.attained and self.high.attained:
            return ["both ends are attained"]
        return [
            _ending(end, self._is_loose(end, upper), upper)
            for end, upper in ((self.low, False), (self.high, True))
            if not end.attained
        ]

    def __repr__(self) -> str:
        return f"{self.asked}: {self.verdict} {self.interval}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_range(self))

    def _repr_markdown_(self) -> str:
        told = markdown("; ".join(self.ends_told))
        return f"{markdown(self.asked)} is in {self.interval} (**{self.verdict}**): {told}"

    def to_json(self) -> dict[str, Any]:
        """The range as plain values, each end as `BestConstant.to_json` tells it."""
        facts = None
        if self.facts is not None:
            ends = as_json(self.facts.values.low), as_json(self.facts.values.high)
            facts = {"low": ends[0], "high": ends[1], "by": [self.facts.low, self.facts.high]}
        return {
            "figure": str(self.figure),
            "given": [str(assumption) for assumption in self.given],
            "verdict": self.verdict,
            "range": self.interval,
            "ends": self.ends_told,
            "low": {**self.low.to_json(), "attainment": attainment(self.low), "exactly": self.low.root or None},
            "high": {**self.high.to_json(), "attainment": attainment(self.high), "exactly": self.high.root or None},
            "left_by_facts": facts,
        }

    @property
    def rows(self) -> list[Row]:
        """One row an end."""
        return [
            {
                "figure": str(self.figure),
                "end": name,
                "verdict": end.verdict,
                "constant": None if end.constant is None else str(end.constant),
                "attained": end.attained,
                "attainment": attainment(end),
                "reached": None if end.beyond is None else str(end.beyond),
                "note": end.note,
            }
            for name, end in (("low", self.low), ("high", self.high))
        ]


def value_range(figure: str | Expression, given: str = "", *, seconds: float = SECONDS) -> Range:
    """The exact range of a figure over all data sets that meet the assumptions, which are written as after ``given``.

    After so many ``seconds`` of work, of which each end has half, what was found till then is told. Raises
    `StatementError` where the text says nothing, and `InputError` for a free parameter, as a figure is a number of the
    data set.

    >>> found = value_range("BS", "calibrated")
    >>> found.interval, found.high.witness.sample.n
    ('[0, 1/4]', 2)
    """
    if isinstance(figure, str):
        figure = parse_expression(figure)
    assumptions = assumed(given)
    _refuse_parameters(figure, assumptions)
    sides = (figure, Name(LETTER))
    work = Work.of(seconds)
    whole = domain_of(Statement(figure, "<=", figure, assumptions)).pi0
    within = whole[0] or Fraction(0), Fraction(1) if whole[1] is None else whole[1]
    facts = None
    try:
        with at_most(net(seconds * FACTS)):
            facts = left_by_facts(figure, assumptions, within, work.share(FACTS))
    except TimeIsUp:
        pass
    ends: dict[str, BestConstant] = {}
    for relation in (">=", "<="):
        statement = Statement(sides[0], relation, sides[1], assumptions)
        upper = relation == "<="
        sharp = ends_by_facts(figure, assumptions, upper=upper)
        known = [*_known_end(figure, facts, relation), *(end.place for end in sharp if end.rational)]
        end = best_constant(statement, seconds=seconds / 2, more=known, otherwise=partial(_otherwise, sharp))
        end = _sharpened(end, sharp, min(BY_FACT, seconds / 3))
        ends[relation] = replace(end, note=_sentence(end, relation))
    return Range(figure, assumptions, ends[">="], ends["<="], facts)


def _otherwise(sharp: list[End], question: Question, reached: Fraction, work: Work) -> Decision | None:
    """The proof of an end by a fact that gives it, or by a formula."""
    for end in sharp:
        if end.rational and end.place == reached:
            decision = decided(end, min(BY_FACT, work.seconds))
            work.spend(SECOND)
            if decision is not None:
                return decision
    return by_formula(question, reached, work)


def _sharpened(end: BestConstant, sharp: list[End], seconds: float) -> BestConstant:
    """The end, or a stronger one that a fact gives; one that a data set is beyond is none."""
    if end.attained or end.beyond is None or seconds < LEAST_SECONDS:
        return end
    for each in sharp[:TRIED]:
        if end.constant is not None and not each.beats(end.constant):
            break
        decision = decided(each, seconds) if each.allows(end.beyond) else None
        if decision is not None:
            sequence = end.sequence if approached(each.bound, end.sequence) else ()
            root = "" if each.rational else each.written
            return replace(end, constant=each.bound, decision=decision, root=root, sequence=sequence)
    return end


def _shown(end: BestConstant) -> str:
    return end.root or str(end.constant)


def attainment(end: BestConstant) -> str:
    """``attained``, ``never`` of an irrational end, else ``approached`` or ``not seen``, or ``not proved``."""
    if end.constant is None:
        return "not proved"
    if end.attained:
        return "attained"
    return "never" if end.root else "approached" if end.sequence else "not seen"


def _ending(end: BestConstant, loose: bool, upper: bool) -> str:
    """What is known of whether an end is attained."""
    extreme = "greatest" if upper else "least"
    if end.constant is None:
        return f"no {'upper' if upper else 'lower'} end was proved"
    shown = _shown(end)
    if loose:
        return f"{shown} is proved and not the {extreme} value: the facts of check leave less"
    if end.root:
        return f"{shown} is irrational, and no data set attains it"
    span = [shown] if end.beyond is None else [shortest(end.beyond), shown] if upper else [shown, shortest(end.beyond)]
    reached = f": the {extreme} value lies between {' and '.join(span)}" if len(span) > 1 else ""
    if end.sequence:
        return f"{shown} is approached by a sequence of data sets; whether one attains it is not known"
    return f"no data set was found that attains {shown}; whether one does is not known{reached}"


def assumed(text: str) -> tuple[Assumption, ...]:
    """The assumptions that a text says, which are written as after ``given``.

    >>> [str(x) for x in assumed("KS == 1/2, calibrated")]
    ['KS == 1/2', 'calibrated']
    >>> assumed("KS = 1/2")
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: what is given, column 4: '=' cannot stand here; did you mean KS == 1/2?
    """
    if not text.strip():
        return ()
    try:
        return parse_statement(_PREFIX + text).given
    except StatementError as error:
        said = re.sub(r"column (\d+)", lambda found: f"column {int(found[1]) - len(_PREFIX)}", str(error), count=1)
        raise StatementError(f"what is given, {said.replace(_PREFIX, '')}") from None


def _refuse_parameters(figure: Expression, given: tuple[Assumption, ...]) -> None:
    free = sorted(parameters(figure).union(*map(of_assumption, given)))
    if free:
        raise InputError(f"{free[0]} has no value; a figure is a number of the data set, so put a number in its place")


def _known_end(figure: Expression, facts: Left | None, relation: str) -> list[Fraction]:
    """What the figure is known not to go beyond: the end of its metric, and what the facts leave, if it is a simple
    fraction but for the width of what is assumed of them."""
    upper = relation == "<="
    own = METRICS[figure.name].values if isinstance(figure, Name) and figure.name in METRICS else None
    known = [x for x in (own, None if facts is None else facts.values) if x is not None]
    ends = [end for x in known if (end := x.high if upper else x.low) is not None]
    if not upper and isinstance(figure, Name) and figure.name in SIZES:
        ends.append(SIZES[figure.name])
    simple = (end if end.denominator <= MOST else simplest(end - EVEN, end + EVEN) for end in ends)
    return [end for end in simple if end.denominator <= MOST]


def _sentence(end: BestConstant, relation: str) -> str:
    """What is known of an end, and what is not."""
    extreme, further = ("greatest", "greater") if relation == "<=" else ("least", "smaller")
    if end.beyond is None:
        return "no data set was found that meets what is given and has a value"
    reached = shortest(end.beyond)
    if end.constant is None:
        last = f"no bound was proved: a data set has the value {reached}"
        if end.sequence:
            return f"{last}, and a sequence of data sets has ever {further} ones"
        return f"{last}, and no data set was found with a {further} one"
    by = None if end.decision is None else end.decision.statement
    is_proved = "is proved" if by in (None, end.statement) else f"is proved, as {by} is"
    if end.root:
        near = ", and a sequence of data sets comes near it" if end.sequence else ""
        return f"the bound {end.root} {is_proved}, and no data set attains it, as it is irrational{near}"
    if end.attained:
        return f"{end.constant} is the {extreme} value: the bound {is_proved}, and a data set attains it"
    if end.sequence and end.within is not None:
        within = significant(end.within, 2)
        return (
            f"the bound {end.constant} {is_proved}, and best to within {within}: a sequence of "
            "data sets approaches it, and none was found that attains it"
        )
    return (
        f"the bound {end.constant} {is_proved}, but not seen to be attained: a data set has the value {reached}, and "
        f"none was found with a {further} one"
    )
