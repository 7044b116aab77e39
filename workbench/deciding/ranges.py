"""The range of a figure over all data sets that meet some assumptions, its ends proved and attacked.

Each end is the best constant of an inequality (`workbench.deciding.best_constants`), ``FIGURE >= k given ...`` and
``FIGURE <= k given ...``. What the facts behind `check` leave (`workbench.feasible.bounds_by_facts`) is put to the
prover too; where it does not prove the end that data sets attain, the end may follow from a formula
(`workbench.deciding.end_formulas`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from workbench.deciding.best_constants import BestConstant, best_constant
from workbench.deciding.decide import SECONDS
from workbench.deciding.domain import domain_of
from workbench.deciding.end_formulas import by_formula
from workbench.errors import InputError
from workbench.feasible.bounds_by_facts import Left, left_by_facts
from workbench.formats import Records, Row, markdown
from workbench.language.grammar import StatementError
from workbench.language.statements import of_assumption, parameters, parse_expression, parse_statement
from workbench.language.syntax import Assumption, Expression, Name, Statement
from workbench.lazily import Lazily
from workbench.limits import TimeIsUp, Work, at_most, net
from workbench.metrics import CATALOGUE as METRICS
from workbench.numbers.written import as_json, shortest, significant

FACTS = 1 / 10
LETTER = "k"
_PREFIX = "0 <= 0 given "

_notebooks = Lazily("workbench.pages.notebooks")


@dataclass(frozen=True)
class Range(Records):
    """The least and the greatest value that a figure can have: ``verdict`` is proved where both ends are, or undecided.

    ``low`` and ``high`` tell of each end what is proved, and how near data sets come to it; ``facts`` what the facts
    behind `check` leave, where they know the figure.
    """

    figure: Expression
    given: tuple[Assumption, ...]
    low: BestConstant
    high: BestConstant
    facts: Left | None = field(default=None, compare=False)

    @property
    def verdict(self) -> str:
        """Whether both ends are proved."""
        return "proved" if self.low.verdict == self.high.verdict == "proved" else "undecided"

    @property
    def asked(self) -> str:
        """The figure and what is assumed."""
        return f"{self.figure}{f' given {shown}' if (shown := ', '.join(map(str, self.given))) else ''}"

    @property
    def interval(self) -> str:
        """The proved ends; a round bracket where no data set was found that attains the end, ? where none is proved.

        >>> value_range("AUCH").interval
        '[1/2, 1]'
        """
        low = "(?" if self.low.constant is None else f"{'[' if self.low.attained else '('}{self.low.constant}"
        high = "?)" if self.high.constant is None else f"{self.high.constant}{']' if self.high.attained else ')'}"
        return f"{low}, {high}"

    def __repr__(self) -> str:
        return f"{self.asked}: {self.verdict} {self.interval}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_range(self))

    def _repr_markdown_(self) -> str:
        return f"{markdown(self.asked)} is in {self.interval} (**{self.verdict}**)"

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
            "low": self.low.to_json(),
            "high": self.high.to_json(),
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
                "reached": None if end.beyond is None else str(end.beyond),
                "note": end.note,
            }
            for name, end in (("low", self.low), ("high", self.high))
        ]


def value_range(figure: str | Expression, given: str = "", *, seconds: float = SECONDS) -> Range:
    """The exact range of a figure over all data sets that meet the assumptions, which are written as after ``given``.

    After so many ``seconds`` of work for each end what was found till then is told. Raises `StatementError` where the
    text says nothing, and `InputError` for a free parameter, as a figure is a number of the data set.

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
        known = _known_end(figure, facts, relation)
        end = best_constant(statement, seconds=seconds, more=known, otherwise=by_formula)
        ends[relation] = replace(end, note=_sentence(end, relation))
    return Range(figure, assumptions, ends[">="], ends["<="], facts)


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
    """What the figure is known not to go beyond: the end of its metric, and what the facts leave."""
    upper = relation == "<="
    own = METRICS[figure.name].values if isinstance(figure, Name) and figure.name in METRICS else None
    known = [x for x in (own, None if facts is None else facts.values) if x is not None]
    return [end for x in known if (end := x.high if upper else x.low) is not None]


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
    general = end.decision is not None and end.decision.statement != end.statement
    is_proved = "is proved" + (f", as {end.decision.statement} is" if end.decision and general else "")
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
