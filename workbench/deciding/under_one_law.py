"""Statements about one law of the operating condition, shown at each condition: what holds there holds of the mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.deciding import documents
from workbench.deciding.accepting import objection
from workbench.deciding.proving import Proved, proof_of
from workbench.language.statements import spare_level
from workbench.language.syntax import Cost, Name, Node, Statement, children, exchanged
from workbench.limits import Work
from workbench.witnesses.confirmation import confirmed
from workbench.witnesses.search import quick

SHARE = 0.5


def by_each_condition(statement: Statement, work: Work | None = None) -> tuple[Proved | None, str]:
    """A proof that the reader has accepted of a statement about a law that is named, from one about each condition.

    >>> from workbench.language.statements import parse_statement
    >>> found, note = by_each_condition(parse_statement("loss(optimal, cost=beta(1/2, 1/2)) <= 2*MER"))
    >>> found.document["law"], note
    ('beta(1/2, 1/2)', 'at each operating condition t, and so in the mean under beta(1/2, 1/2)')
    """
    laws = {*_laws(statement.left), *_laws(statement.right)}
    level = spare_level(statement)
    if len(laws) != 1 or level is None or statement.relation == "!=":
        return None, ""
    (law,) = laws
    point = Cost("point", (Name(level),))
    each = replace(statement, left=exchanged(statement.left, law, point), right=exchanged(statement.right, law, point))
    if quick(each) is not None:
        return None, ""
    found, _ = proof_of(each, None if work is None else work.share(SHARE))
    if found is None:
        return None, ""
    document = {**documents.at_each_condition(statement, level, found.document), "law": str(law)}
    if objection(document) is not None or confirmed(statement) is not None:
        return None, ""
    return Proved(found.parts, document), f"at each operating condition {level}, and so in the mean under {law}"


def _laws(node: Node) -> Iterator[Cost]:
    """The laws with numbers or parameters in them, which are no points."""
    if isinstance(node, Cost) and node.arguments and node.name != "point":
        yield node
    for child in children(node):
        yield from _laws(child)
