"""Losses under weights of finite mass: each is that mass times the loss under a density.

``loss(M, weight=f) = k loss(M, cost=density(f/k))``, k being the integral of f. The reader of proofs knows this, given
the ``masses`` of a document; it looks at the density, which must be one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from workbench.deciding.accepting import objection
from workbench.deciding.documents import Document
from workbench.deciding.domain import Place
from workbench.deciding.proving import Proved
from workbench.errors import InputError, NotSupported
from workbench.language.grammar import brief
from workbench.language.models import models_of
from workbench.language.statements import at_one_condition
from workbench.language.syntax import Arithmetic, Loss, Node, Number, Of, Rescored, Statement, rebuilt
from workbench.losses.formulas import times
from workbench.losses.weights import under_density
from workbench.witnesses.confirmation import confirmed

_LONG = 300
Found = TypeVar("Found", Proved | None, Proved | Place | None)


@dataclass(frozen=True)
class InDensities:
    """A statement with densities for the weights of another one, and the mass of each weight."""

    of: Statement
    statement: Statement
    masses: Mapping[str, str]

    def read_back(self, found: Found, note: str) -> tuple[Found, str]:
        """What was found of this as what is found of the other; a proof once the reader has accepted it as one."""
        if not self.masses or not isinstance(found, Proved):
            return found, note
        document = self._said_with_weights(found.document)
        against = objection(document)
        if against is None and not models_of(self.of):
            against = confirmed(at_one_condition(self.of))
        if against is None:
            return Proved(found.parts, document), note or f"it says that {brief(self.statement, _LONG)}"
        note = f"the reader of proofs accepts one of {self.statement}, but not that it says this: {brief(against)}"
        return None, note

    def _said_with_weights(self, document: Document) -> Document:
        found = {**document, "statement": str(self.of), "masses": dict(self.masses)}
        if "parts" in found:
            left, right = self.of.left, self.of.right
            halves = replace(self.of, relation="<="), replace(self.of, left=right, relation="<=", right=left)
            pairs = zip(halves, found["parts"], strict=True)
            found["parts"] = [{**part, "statement": str(half), "masses": dict(self.masses)} for half, part in pairs]
        return found


def with_densities(statement: Statement) -> InDensities:
    """A statement with densities for weights of rational mass; what is given stays as it is.

    >>> from workbench.language.statements import parse_statement
    >>> said = with_densities(parse_statement("loss(optimal, weight=c) <= loss(score_driven, weight=1)"))
    >>> print(said.statement, said.masses)
    1/2*loss(optimal, cost=density(2*c)) <= loss(score_driven) {'c': '1/2', '1': '1'}
    """
    masses: dict[str, str] = {}

    def put(node: Node) -> Node:
        if isinstance(node, Loss) and node.cost.name == "weight":
            said = _in_density(node)
            if said is None:
                return node
            mass, loss = said
            masses[str(node.cost.arguments[0])] = str(mass)
            return times(Number(mass), loss)  # type: ignore[no-any-return]
        found = rebuilt(node, put)
        match found:
            case Rescored(loss=Arithmetic(left=times_it, right=Loss() as loss)):
                return times(times_it, replace(found, loss=loss))  # type: ignore[no-any-return]
            case Of(figure=Arithmetic(left=Number() as times_it, right=Loss() | Rescored() as figure)):
                return times(times_it, replace(found, figure=figure))  # type: ignore[no-any-return]
        return found

    left, right = put(statement.left), put(statement.right)
    return InDensities(statement, replace(statement, left=left, right=right), masses)  # type: ignore[arg-type]


def _in_density(loss: Loss) -> tuple[Fraction, Loss] | None:
    try:
        said = under_density(loss)
    except (InputError, NotSupported):
        return None
    return said if said is not None and said[0] else None
