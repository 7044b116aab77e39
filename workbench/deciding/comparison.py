"""Threshold choice methods compared: which is never worse, and what the difference is worth."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Rational, factor

from workbench import methods
from workbench.deciding import documents
from workbench.deciding.accepting import document_of
from workbench.deciding.decide import SECONDS, Decision, prove
from workbench.deciding.derivation import derivable, derive
from workbench.deciding.derived import Derivation
from workbench.deciding.proving import prove_equality
from workbench.deciding.wording import Written, written
from workbench.formats import Answer, Row, Table
from workbench.language import statements, syntax
from workbench.lazily import Lazily
from workbench.symbolic.notation import ClassMean, pi0, pi1, s
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import to_sympy, to_syntax

_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


@dataclass(frozen=True)
class Comparison(Table, Answer):
    """Two threshold choice methods under one density of the operating condition.

    ``verdict`` is ``first`` or ``second``, the method that is never worse than the other, ``equal``, ``neither`` or
    ``undecided``. ``first_better`` and ``second_better`` are the decisions on
    "the first is never worse" and "the second is never worse"; a refuted one holds a data set. ``gap`` is the
    difference ``gap_of`` of both losses in closed form, the worse method's first, with its ``proof``.
    """

    _compared = ".verdict == 'first'"

    first: str
    second: str
    cost: str
    condition: str
    verdict: str
    first_better: Decision
    second_better: Decision
    gap_of: str
    gap: str | None = None
    proof: Theorem | None = None

    @property
    def sentence(self) -> str:
        """The verdict as a plain sentence."""
        never = "{} is never worse than {}, whatever the model and the class proportions"
        return {
            "first": never.format(self.first, self.second),
            "second": never.format(self.second, self.first),
            "equal": f"{self.first} and {self.second} always have the same expected loss",
            "neither": f"{self.first} is worse than {self.second} on some data and better on others",
            "undecided": f"it is not decided which of {self.first} and {self.second} is never worse",
        }[self.verdict]

    @property
    def document(self) -> dict[str, Any] | None:
        """The proof as a document: one method is never worse, or both losses are equal, or else what the gap is."""
        found = [x for x in (self.first_better, self.second_better) if x.document is not None]
        if self.verdict == "equal" and len(found) == 2:
            return documents.of_both(found[0].statement, *(x.document for x in found if x.document is not None))
        if found:
            return found[0].document
        return None if self.proof is None else document_of(self.proof)

    @property
    def written_proof(self) -> Written:
        """The proof of what the gap is, from the difference of both losses to it; without steps where there is none."""
        if self.proof is None:
            return Written([])
        sides = (statements.parse_expression(text) for text in (self.gap_of, str(self.gap)))
        return written((self.proof,), syntax.Statement(next(sides), "==", next(sides)))

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return str(_notebooks.of_comparison(self))

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain values, with both decisions and the proof of the gap."""
        return {
            "first": self.first,
            "second": self.second,
            "cost": self.cost,
            "condition": self.condition,
            "verdict": self.verdict,
            "because": self.sentence,
            "gap_of": self.gap_of,
            "gap": self.gap,
            "gap_proof": None if self.proof is None else self.written_proof.steps,
            "first_never_worse": self.first_better.to_json(),
            "second_never_worse": self.second_better.to_json(),
        }

    @property
    def rows(self) -> list[Row]:
        """One row."""
        return [{name: getattr(self, name) for name in ("first", "second", "cost", "condition", "verdict", "gap")}]


@dataclass(frozen=True)
class Comparisons(Table):
    """Every method of the catalogue against every other: comparisons by their pairs."""

    cost: str
    condition: str
    methods: tuple[str, ...]
    pairs: Mapping[tuple[str, str], Comparison]

    def relation(self, row: str, column: str) -> str:
        """How the row's expected loss stands to the column's: ``<=``, ``>=``, ``=``, ``<>`` or ``?``."""
        if row == column:
            return "="
        in_order = (row, column) in self.pairs
        first, second = ("<=", ">=") if in_order else (">=", "<=")
        found = self.pairs[(row, column) if in_order else (column, row)]
        return {"first": first, "second": second, "equal": "=", "neither": "<>", "undecided": "?"}[found.verdict]

    @property
    def documents(self) -> dict[str, dict[str, Any]]:
        """The proof documents of the pairs of which something is proved, by the names of both methods."""
        return {f"{one} {other}": x.document for (one, other), x in self.pairs.items() if x.document is not None}

    def __repr__(self) -> str:
        return f"{len(self.methods)} methods, each against every other, for {self.cost} {self.condition}s"

    def to_json(self) -> dict[str, Any]:
        """The matrix and each comparison as plain values."""
        matrix = {row: {column: self.relation(row, column) for column in self.methods} for row in self.methods}
        pairs = [found.to_json() for found in self.pairs.values()]
        return {"cost": self.cost, "condition": self.condition, "matrix": matrix, "comparisons": pairs}

    @property
    def rows(self) -> list[Row]:
        """One row a method, with a column for each method that it is compared with."""
        return [{"method": row} | {to: self.relation(row, to) for to in self.methods} for row in self.methods]


def compare(
    first: str | syntax.Method,
    second: str | syntax.Method,
    cost: str | syntax.Cost = "uniform",
    condition: str = "cost",
    *,
    seconds: float = SECONDS,
) -> Comparison:
    """Which of two methods is never worse than the other for any scores in [0, 1] and class proportions.

    >>> found = compare("score_uniform", "score_driven")
    >>> found.verdict, found.gap
    ('second', 'E(s*(1 - s))')
    >>> compare("score_driven", "rate_driven").verdict
    'neither'
    """
    derived = [derive(method, cost, condition, seconds=seconds) for method in (first, second)]
    losses = [f"loss({x.method}, cost={x.cost}, condition={x.condition})" for x in derived]
    sides = [statements.parse_expression(text) for text in losses]
    forward, backward = (
        prove(syntax.Statement(one, "<=", other), seconds / 2) for one, other in (sides, reversed(sides))
    )
    verdict = _verdict(forward.verdict, backward.verdict)
    better, worse = (1, 0) if verdict == "second" else (0, 1)
    gap, theorem = _gap(derived[better], derived[worse])
    return Comparison(
        derived[0].method,
        derived[1].method,
        derived[0].cost or "uniform",
        condition,
        verdict,
        forward,
        backward,
        str(syntax.Arithmetic("-", sides[worse], sides[better])),
        gap,
        theorem,
    )


def compare_all(
    cost: str | syntax.Cost = "uniform",
    condition: str = "cost",
    *,
    seconds: float = SECONDS,
    progress: Callable[[str, int, int], None] | None = None,
) -> Comparisons:
    """`compare` for every pair of the catalogue, fixed thresholds and rates at 1/2."""
    shown = tuple(methods.CATALOGUE[name].call(name) for name in derivable())
    pairs = list(itertools.combinations(shown, 2))
    found = {}
    for number, (first, second) in enumerate(pairs):
        if progress is not None:
            progress(f"{first} {second}", number, len(pairs))
        found[first, second] = compare(first, second, cost, condition, seconds=seconds)
    return Comparisons(str(cost), condition, shown, found)


def _verdict(first: str, second: str) -> str:
    """What the two directions amount to; a direction that is refuted leaves the other to its own verdict."""
    if first == second == "proved":
        return "equal"
    if "proved" in (first, second):
        return "first" if first == "proved" else "second"
    return "neither" if first == second == "refuted" else "undecided"


# --- the value of knowing more --------------------------------------------------------------------------


def _gap(first: Derivation, second: Derivation) -> tuple[str | None, Theorem | None]:
    """What the second method loses more than the first in closed form, and its proof."""
    if first.theorem is None or second.theorem is None:
        return None, None
    difference = second.theorem.left - first.theorem.left
    for closed in _closed(first, second):
        theorem = prove_equality(difference, to_sympy(closed))
        if theorem is not None:
            return str(closed), theorem
    return None, None


def _closed(first: Derivation, second: Derivation) -> Iterator[syntax.Expression]:
    """What the difference may be: the mean of a difference of scoring rules, or of closed forms."""
    one, other = (_read(x.l0, x.l1) if x.family == "score" else None for x in (first, second))
    if one is not None and other is not None:
        yield _mean(factor(other[0] - one[0]), factor(other[1] - one[1]), first.condition == "skew")
    named, others = _read(first.closed_form), _read(second.closed_form)
    if named is not None and others is not None:
        yield to_syntax(others[0] - named[0])


def _read(*texts: str | None) -> list[Expr] | None:
    """Expressions in s from their texts; None where one is missing."""
    if any(text is None for text in texts):
        return None
    return [to_sympy(statements.parse_expression(str(text), ("s",))) for text in texts]


def _mean(rule0: Expr, rule1: Expr, balanced: bool) -> syntax.Expression:
    if rule0 == rule1 and not balanced:
        return to_syntax(ClassMean(2, rule0) if rule0.has(s) else rule0)
    weights = (Rational(1, 2), Rational(1, 2)) if balanced else (pi0, pi1)
    parts = [ClassMean(k, rule) if rule.has(s) else rule for k, rule in enumerate((rule0, rule1))]
    return to_syntax(weights[0] * parts[0] + weights[1] * parts[1])
