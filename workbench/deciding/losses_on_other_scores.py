"""Statements about losses on other scores, proved as what they say about the scores themselves.

Each such loss has other words (`workbench.deciding.rewritten_losses`), and a document that both are equal: a loss of
thresholds is a mean of a function of the score, which is proved of any scores and used of these; what looks at ranks
alone, the area under the curve and the optimal loss are by axioms those of the scores that are ordered alike, or of the
hull. The statement follows from these equations and from that in other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.deciding import documents
from workbench.deciding.accepting import objection
from workbench.deciding.document_words import spoken
from workbench.deciding.documents import Document
from workbench.deciding.domain import Place
from workbench.deciding.proving import Proved, proved
from workbench.deciding.rewritten_losses import in_area, in_one, lowered, of_rescored, on_thresholds
from workbench.errors import InputError, NotSupported
from workbench.language import statements
from workbench.language.statements import at_one_condition
from workbench.language.syntax import Expression, Loss, Method, Name, Node, Rescored, Statement, children, substitute
from workbench.limits import Work
from workbench.symbolic.translation import to_sympy
from workbench.witnesses.confirmation import confirmed

_S = Name("s")
_TURNED = {">": "<", ">=": "<="}


class _NoDocument(ValueError):
    """There is no document of a part."""


def by_other_words(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """The proof of a statement about losses on other scores that the reader has accepted; the note says in what words.

    None where the statement is about none, or where there is no document.

    >>> from workbench.language.statements import parse_statement
    >>> found, note = by_other_words(parse_statement("loss(rate_driven, scores=s**2) == loss(rate_driven)"), None)
    >>> found.document["statement"], note
    ('loss(rate_driven, scores=s**2) == loss(rate_driven)', 'either side is loss(rate_driven)')
    """
    statement = spoken(statement)
    losses = list(dict.fromkeys(x for side in (statement.left, statement.right) for x in _rescored(side)))
    given = [side for a in statement.given for side in a.sides or ()]
    if not losses or any(True for side in given for _ in _rescored(side)) or statement.relation == "!=":
        return None, ""
    turned = replace(
        statement, left=statement.right, relation=_TURNED.get(statement.relation, ""), right=statement.left
    )
    about = turned if turned.relation else statement
    try:
        said = lowered(about)
        if any(True for side in (said.left, said.right) for _ in _rescored(side)):
            return None, ""
        written = _Written()
        equations = [written.equation(x) for x in losses]
    except (InputError, NotSupported, _NoDocument):
        return None, ""
    found, note = proved(said, work)
    if not isinstance(found, Proved):
        return found, note
    document = written.whole(statement, about, said, equations, found.document)
    if objection(document) is not None:
        return None, ""
    against = confirmed(at_one_condition(statement))
    note = f"either side is {said.left}" if said.left == said.right else f"it says that {said}"
    return (Proved(found.parts, document), note) if against is None else (None, against)


def _rescored(node: Node) -> Iterator[Rescored]:
    if isinstance(node, Rescored):
        yield node
    for child in children(node):
        yield from _rescored(child)


@dataclass
class _Written:
    """Documents inside of one: the theorems that they cite, and what they show so that all has a value."""

    theorems: dict[str, Document] = field(default_factory=dict)
    defined: list[Document] = field(default_factory=list)
    densities: list[Document] = field(default_factory=list)

    def inner(self, document: Document) -> Document:
        """A document as one inside of another."""
        self.theorems.update({x["name"]: x for x in document.get("theorems", ())})
        self.defined += [x for x in document.get("defined", ()) if x not in self.defined]
        self.densities += [x for x in document.get("densities", ()) if x not in self.densities]
        return {key: x for key, x in document.items() if key not in ("format", "theorems")}

    def beside(self) -> Document:
        """What is shown so far."""
        found = {"defined": list(self.defined), "densities": list(self.densities)}
        return {key: x for key, x in found.items() if x}

    def equation(self, node: Rescored) -> Document:
        """The document, as one inside of another, that a loss on other scores is what it is in other words."""
        other = of_rescored(node)
        if other is None or node.loss.cost.name == "weight":
            raise _NoDocument
        loss = replace(node.loss, method=statements.law(node.loss.method))
        uses = list(self._uses(loss, loss.method, node.scores))
        self.defined += [x for x in _within(node.scores) if x not in self.defined]
        return _document(f"{node} == {other}", [_step(str(other), uses)], **self.beside())

    def _uses(self, loss: Loss, law: Method, f: Expression) -> Iterator[dict[str, Any]]:
        """What shows that the loss of a law on the scores f is what it is in other words."""
        inner, scores = in_one(f), str(f)
        letters = {"w": str(loss.cost), "d": loss.condition}
        h = {} if inner is None else {"h": str(substitute(inner[1], {"s": Name("value")}))}
        if inner is not None and inner[0] == "s" and not _by_score(law):
            yield {"axiom": "order_kept", "letters": {"M": str(law), **h, **letters, "v": loss.rates}}
        elif law.name == "mix":
            q, *both = law.arguments
            sides = {"q": str(q), "A": str(both[0]), "B": str(both[1])}
            yield {"axiom": "loss_of_mixture", "letters": {**sides, **letters}, "scores": scores}
            for part in both:
                yield {"document": self.equation(Rescored(replace(loss, method=part), f))}  # type: ignore[arg-type]
        elif law.name == "score":
            yield {"document": self._of_any_scores(loss, on_thresholds(loss, law, _S)), "scores": scores}
        elif inner is not None and inner[0] == "pav" and law.name == "optimal":
            yield {"axiom": "hull_of_the_hull", "letters": {**h, **letters}}
        elif inner is not None and inner[0] == "pav":
            yield {"document": self._of_any_scores(loss, in_area(loss)), "scores": scores}
            yield {"axiom": "scores_of_the_hull", "letters": h}
        elif inner is not None:
            yield {"axiom": "best_thresholds_of_shares", "letters": {**h, "w": str(loss.cost)}}
            driven = Method("score", (Name("c"),))
            other = replace(loss, method=driven)
            base = self._of_any_scores(other, on_thresholds(other, driven, _S))
            yield {"document": base, "scores": "posterior(s)"}

    def _of_any_scores(self, loss: Loss, other: Expression | None) -> Document:
        """The document that a loss is an expression on every sample."""
        found = None if other is None else proved(Statement(loss, "==", other), None)[0]
        if not isinstance(found, Proved):
            raise _NoDocument
        return self.inner(found.document)

    def whole(
        self, statement: Statement, about: Statement, said: Statement, equations: list[Document], proof: Document
    ) -> Document:
        """The document of a statement, which ``about`` turns so that the lesser side comes first."""
        inner, given = self.inner(proof), [str(a) for a in statement.given]
        uses: list[Any] = [{"document": x} for x in equations]
        if statement.relation == "==":
            steps = [_step(str(said.left), uses), _step(str(said.right), [{"document": inner, "times": "-1"}])]
            steps.append(_step(str(statement.right), uses))
        else:
            gap = f"{said.right} - ({said.left})"
            steps = [_step(f"{about.right} - ({about.left})", []), _step(gap, uses)]
            if about.relation == "<":
                self.defined.append(inner)
                steps.append(_sign(gap, [["1", [gap], []]]))
            else:
                steps += [_step("0", [{"document": inner, "times": "1"}]), _sign("0", [])]
        kind = "equality" if statement.relation == "==" else "inequality"
        cited = {"theorems": list(self.theorems.values())} if self.theorems else {}
        return _document(str(statement), steps, given, kind, **self.beside(), **cited)


def _by_score(law: Method) -> bool:
    """Whether a law sets thresholds by scores."""
    parts = [part for part in law.arguments if isinstance(part, Method)]
    return law.name.startswith("score") or any(map(_by_score, parts))


def _within(f: Expression) -> Iterator[Document]:
    """Why scores lie in [0, 1]."""
    h = to_sympy(f)
    for x in (h, 1 - h):
        found = documents.why_defined(x, False, None)
        if found is not None:
            yield found


def _document(
    statement: str, steps: list[Any], given: Iterable[str] = (), kind: str = "equality", **more: Any
) -> Document:
    found = {"statement": statement, "given": list(given), "kind": kind, "steps": steps, "ends": steps[-1]["line"]}
    return {"format": 1, **found, **more}


def _step(line: str, uses: list[Any]) -> dict[str, Any]:
    return {"line": line, "by": {"uses": uses}, "why": "losses on other scores in other words"}


def _sign(line: str, terms: list[Any]) -> dict[str, Any]:
    return {"line": line, "by": {"sign": "number", "certificate": {"sum": terms}}, "why": "it is shown apart"}
