"""Inequalities whose greater side is a positive multiple of log loss and more, shown with less in its place.

Log loss is infinite where a score is certain and wrong, and then so is the greater side. Elsewhere -log(1 - s) is the
integral of 1/(1 - c) up to s, and 1 + c + ... + c**(j - 1) is no more than that quotient, so that by an axiom

    LL >= pi0 E0[h(s)] + pi1 E1[h(1 - s)],    h(s) = s + s**2/2 + ... + s**j/j,

for every j. For j = 2 the right side is MAE + BS/2; for j = 4 it is no less than 2 BS.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from workbench.deciding.accepting import objection
from workbench.deciding.documents import Document
from workbench.deciding.inequality import Inequality
from workbench.deciding.proving import Proved, prove_statement, proved
from workbench.language.statements import at_one_condition, parse_expression, parse_statement
from workbench.language.syntax import Expression, Name, Node, Number, Statement, rebuilt
from workbench.limits import Work
from workbench.losses.exact import LOG_LOSS
from workbench.symbolic.translation import to_sympy
from workbench.witnesses.confirmation import confirmed
from workbench.witnesses.search import quick

SERIES = (2, 4, 8, 12, 20)
"""Up to which powers the series goes."""
SHARE = 0.3
"""Of the work that is left, for each lower bound."""
_LL, _ZERO, _ONE = Name("LL"), Number(Fraction(0)), Number(Fraction(1))


def by_less_than_log_loss(statement: Statement, work: Work | None = None) -> tuple[Proved | None, str]:
    """A proof that the reader has accepted, and a note on what stands in the place of log loss; None if none is found.

    >>> found, _ = by_less_than_log_loss(parse_statement("LL >= RLH"))
    >>> found.document["statement"], found.parts[0].above[1]
    ('LL >= RLH', 'log loss is no less than MAE + BS/2')
    >>> by_less_than_log_loss(parse_statement("LL <= 1"))
    (None, '')
    """
    for lower, powers in (("MAE + BS/2", 2), ("2*BS", 4), *((_series(powers), powers) for powers in SERIES[1:])):
        less = _with(statement, parse_expression(lower))
        if less is None or less.left == less.right or quick(at_one_condition(less)) is not None:
            continue
        found, _ = proved(less, None if work is None else work.share(SHARE))
        if not isinstance(found, Proved) or "steps" not in found.document:
            continue
        document = _document(statement, found.document, _known(lower, powers))
        if objection(document) is not None or confirmed(at_one_condition(statement)) is not None:
            break
        because = f"log loss is no less than {lower}"
        if lower == _series(powers):
            because = f"-log(x) is no less than y + y**2/2 + ... + y**{powers}/{powers} for y = 1 - x"
        return _said(statement, Proved(found.parts, document), because)
    return None, ""


def _said(statement: Statement, found: Proved, because: str) -> tuple[Proved, str]:
    """The proof, which begins with the statement itself, and a note where that is seen in no line."""
    greater, lesser = map(to_sympy, _sides(statement))
    parts = tuple(
        replace(part, above=(greater - lesser, because)) if isinstance(part, Inequality) else part
        for part in found.parts
    )
    return Proved(parts, found.document), "" if parts != found.parts else because


def _with(statement: Statement, lower: Expression) -> Statement | None:
    """The statement with less than log loss on its greater side; None unless it is there, and there alone."""
    greater, lesser = _sides(statement)
    less = _put(greater, lower)
    if less == greater or _put(lesser, lower) != lesser or statement.relation in ("==", "!="):
        return None
    left, right = (less, lesser) if statement.relation in (">", ">=") else (lesser, less)
    return replace(statement, left=left, right=right)


def _sides(statement: Statement) -> tuple[Expression, Expression]:
    """The greater side and the lesser one."""
    sides = statement.left, statement.right
    return sides if statement.relation in (">", ">=") else sides[::-1]


def _put(node: Any, less: Node) -> Any:
    return less if node == LOG_LOSS else rebuilt(node, lambda child: _put(child, less))


def _series(powers: int) -> str:
    """The means of the series of -log(1 - s) and of -log(s) up to a power."""
    terms = " + ".join(["{0}", *(f"{{0}}**{i}/{i}" for i in range(2, powers + 1))])
    return f"pi0*E0({terms.format('s')}) + pi1*E1({terms.format('(1 - s)')})"


@cache
def _known(lower: str, powers: int) -> Document:
    """The document that log loss is no less than this, by its series."""
    series = _series(powers)
    if lower != series:
        said = parse_statement(f"{lower} <= LL")
        shown = prove_statement(parse_statement(f"{lower} <= {series}"))
        assert shown is not None
        return _document(said, shown.document, _known(series, powers))
    means = {f"Ec(c**{i}*indicator(c < {x}))": i + 1 for x in ("s", "1 - s") for i in range(powers)}
    uses: list[Document] = [
        {"integral": mean, "cells": [{"from": "0", "to": "1", "antiderivative": f"c**{i}/{i}", "inverse": "y"}]}
        for mean, i in means.items()
    ]
    letters = {"g": " + ".join(f"value**{i}" for i in range(powers))}
    certificate = {"sum": [["1", ["rank"] * powers, []]]}  # 1 - (1 - rank)*g(rank)
    steps = [
        {"line": f"LL - ({series})", "by": {"uses": []}, "why": "the difference of both sides"},
        {
            "line": "0",
            "by": {"uses": [{"axiom": "log_loss", "letters": letters, "shown": [certificate], "times": "1"}, *uses]},
            "why": "no less, since -log(1 - s) is the integral of 1/(1 - c) up to s",
            "relation": ">=",
        },
        {"line": "0", "by": {"sign": "number", "certificate": {"sum": []}}, "why": "its sign"},
    ]
    about = {"format": 1, "statement": f"{series} <= LL", "given": [], "kind": "inequality"}
    return {**about, "steps": steps, "ends": "0"}


def _document(statement: Statement, shown: Document, known: Document) -> Document:
    """The document of a statement by that with less than log loss in its place, and that log loss is no less."""
    greater, lesser = _sides(statement)
    line, *rest = shown["steps"]
    factor = f"{_put(greater, _ONE)} - ({_put(greater, _ZERO)})"
    use = {"document": {key: x for key, x in known.items() if key != "theorems"}, "times": factor}
    steps = [
        {"line": f"{_put(greater, _LL)} - ({lesser})", "by": {"uses": []}, "why": "the difference of both sides"},
        {"line": line["line"], "by": {"uses": [use]}, "why": f"no less, since {known['statement']}", "relation": ">="},
        *rest,
    ]
    theorems = {x["name"]: x for document in (known, shown) for x in document.get("theorems", ())}
    cited = {"theorems": list(theorems.values())} if theorems else {}
    return {**shown, "statement": str(_with(statement, _LL)), "steps": steps, **cited}
