"""Decisions, derivations and comparisons as a notebook shows them: with the formulas, proofs and pictures of the page.

Formulas are MathML and pictures SVG, which browsers draw by themselves; nothing is loaded. Where a notebook that is not
trusted drops the style, pictures stand below each other and their lines have no key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from workbench.deciding.accepting import document_of, rests_on
from workbench.deciding.wording import Written, without_repetitions, written
from workbench.language import statements
from workbench.pages import elements, evidence
from workbench.pages.elements import Child, Element, element
from workbench.pages.marks import Index, count_of, mark
from workbench.pages.sentences import pieces
from workbench.papers.verification import Verification
from workbench.symbolic.latex import latex, latex_of, latex_of_statement
from workbench.symbolic.translation import in_words

if TYPE_CHECKING:
    from workbench.deciding.best_constants import BestConstant
    from workbench.deciding.comparison import Comparison
    from workbench.deciding.decide import Decision
    from workbench.deciding.derivation import Derivation
    from workbench.deciding.discovery import Discovery
    from workbench.witnesses.witness import Witness

_NOWHERE = Index(Verification((), ()))
_MARKS = {"proved": "holds", "refuted": "fails", "undecided": "undecided"}
_STYLE = """
.threshold-workbench .data, .threshold-workbench figcaption { display: flex; flex-wrap: wrap; gap: .2rem 2rem; }
.threshold-workbench figure, .threshold-workbench .reasons p { margin: 0 0 .5rem; }
.threshold-workbench .formula { padding: .2rem 0; overflow-x: auto; overflow-y: hidden; }
.threshold-workbench .stroke { display: inline-block; width: 1.4rem; margin-right: .4rem; vertical-align: middle;
  border-top: 2px solid; }
.threshold-workbench .stroke.second { border-top-style: dashed; }
.threshold-workbench .by { display: block; font-style: italic; }
.threshold-workbench .bar > mo { opacity: 0; }
.threshold-workbench .bar > :first-child { border-top: .06em solid; padding-top: .12em; }
.threshold-workbench summary { cursor: pointer; }
"""


def of_decision(found: Decision) -> str:
    """A statement and its verdict, with the proof, or with the data set that refutes it.

    >>> from workbench.deciding.decide import prove
    >>> of_decision(prove("MAE == BS")).count("<svg")
    2
    """
    return _written(_decision(found))


def _decision(found: Decision) -> Iterator[Child]:
    yield evidence.formula(latex_of_statement(found.statement), str(found.statement))
    yield _verdict(found.verdict, found.witness.sentence if found.witness is not None else found.note)
    if found.witness is not None:
        yield from _examples(found.witness)
    yield from _proved(found)


def _verdict(verdict: str, said: str) -> Element:
    told = element("b", mark(_MARKS[verdict]), " ", verdict)
    return element("p", told, *([": ", *pieces(said)] if said else []))


def _proved(found: Decision) -> Iterator[Child]:
    if found.document is not None:
        yield _acceptance(rests_on(found.document))
    if found.proof:
        yield _proof(written(found.proof, found.statement))


def of_constant(found: BestConstant) -> str:
    """An inequality with its best constant, what is known of it, and the data set that needs it.

    >>> from workbench.deciding.questions import discover
    >>> "<mi>BS</mi>" in of_constant(discover("BS <= k*MAE"))
    True
    """
    return _written(_constant(found))


def _constant(found: BestConstant) -> Iterator[Child]:
    yield evidence.formula(latex_of_statement(found.statement), str(found.statement))
    yield _verdict(found.verdict, found.note)
    if found.witness is not None:
        yield from _examples(found.witness)
    if found.decision is not None:
        yield from _proved(found.decision)


def of_discovery(found: Discovery) -> str:
    """A closed form and the decision on it, or what was derived where none was found.

    >>> from workbench.deciding.questions import discover
    >>> "<summary>Proof" in of_discovery(discover("rate_driven"))
    True
    """
    parts = _derivation(found.derivation) if found.decision is None else _decision(found.decision)
    return _written(chain(parts, [element("p", *pieces(found.note))] if found.note else []))


def _examples(witness: Witness) -> Iterator[Element]:
    if witness.second is None:
        yield evidence.data(witness.sample)
        return
    names = list(witness.rows[0])
    head = element("tr", *(element("th", name) for name in names))
    rows = (element("tr", *(element("td", str(row[name])) for name in names)) for row in witness.rows)
    yield element("table", element("thead", head), element("tbody", *rows))


def _written(parts: Iterable[Child]) -> str:
    return elements.written(element("div", element("style", _STYLE), *parts, class_="threshold-workbench"))


def of_derivation(found: Derivation) -> str:
    """The expected loss of a method, the losses of one example of either class, and the proof.

    >>> from workbench.deciding.derivation import derive
    >>> "<summary>Proof, 6 steps" in of_derivation(derive("rate_driven"))
    True
    """
    return _written(_derivation(found))


def _derivation(found: Derivation) -> Iterator[Child]:
    theorem = found.theorem
    if theorem is None:
        yield _verdict("undecided", " ".join(found.notes.values()))
        return
    words = in_words(theorem.left)
    yield evidence.formula(f"{latex(theorem.left)} = {latex(theorem.right)}", f"{words} == {in_words(theorem.right)}")
    for k, rule in enumerate((found.l0, found.l1)):
        if rule is not None:
            read = statements.parse_expression(rule, ("s",))
            yield evidence.formula(f"l_{k}(s) = {latex_of(read)}", f"l{k} = {rule}")
    if found.proper is not None:
        yield element("p", "The loss is ", element("b", "proper" if found.proper else "not proper"), ".")
    if found.document is not None:
        yield _acceptance(rests_on(found.document))
    yield _proof(written((theorem,)))


def of_comparison(found: Comparison) -> str:
    """Which of two methods is never worse, what their difference is, and both decisions with proofs or data sets.

    >>> from workbench.deciding.comparison import compare
    >>> of_comparison(compare("score_uniform", "score_driven")).partition("</p>")[0].partition("<p>")[2]
    'score_driven is never worse than score_uniform, whatever the model and the class proportions.'
    """
    return _written(_comparison(found))


def _comparison(found: Comparison) -> Iterator[Child]:
    yield element("p", f"{found.sentence}.")
    gap = found.proof
    if gap is not None:
        words = in_words(gap.left), in_words(gap.right)
        yield evidence.formula(f"{latex(gap.left)} = {latex(gap.right)}", " == ".join(words))
        yield _acceptance(rests_on(document_of(gap)))
        yield _proof(found.written_proof)
    for decision in (found.first_better, found.second_better):
        yield from _decision(decision)


def _acceptance(axioms: Sequence[str]) -> Element:
    names = ", ".join(name.replace("_", " ") for name in axioms)
    rests = f"the axioms {names}" if names else "no axiom"
    return element("p", f"Accepted by the reader of proofs; it rests on {rests}.")


def _proof(proof: Written) -> Element:
    """A proof that unfolds, each line with its reasons below."""
    shown, start = without_repetitions(proof.steps), proof.begins
    parts: list[Element] = []
    for number, same in enumerate(shown):
        reasons = element("div", *(evidence.reason(step, _NOWHERE) for step in same), class_="reasons")
        parts.append(element("li", *evidence.lines(same[0], bool(start) or number > 0), reasons))
    first = evidence.formula(start["latex"], start["gives"]) if start else None
    title = element("summary", f"Proof, {count_of(len(shown), 'step')}")
    return element("details", title, first, element("ol", *parts))
