"""Theorems, decisions, verifications and more as a notebook shows them: with the formulas and pictures of the page.

Formulas are MathML and pictures SVG, which browsers draw by themselves; nothing is loaded. Where a notebook that is not
trusted drops the style, pictures stand below each other and their lines have no key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from workbench.deciding.accepting import Checked, document_of, read, rests_on
from workbench.deciding.derived import how_proper
from workbench.deciding.wording import Written, written
from workbench.formats import MOST_ROWS, counted, notebook_html
from workbench.language import statements
from workbench.pages import elements, evidence
from workbench.pages.elements import Child, Element, element
from workbench.pages.entries import claim_entry, proposition_entry, theorem_entry
from workbench.pages.marks import RESULTS, THEOREMS, Index, badge, badge_of, count_of, mark, resting, surprises
from workbench.pages.sentences import pieces
from workbench.papers.claims import VERDICTS
from workbench.papers.propositions import Judged
from workbench.papers.propositions import check as put_to_the_test
from workbench.papers.verification import Verification, known_wrong
from workbench.reports.told import told, understood
from workbench.symbolic.latex import latex, latex_of, latex_of_statement
from workbench.symbolic.translation import in_words

if TYPE_CHECKING:
    from workbench.deciding.best_constants import BestConstant
    from workbench.deciding.comparison import Comparison
    from workbench.deciding.decide import Decision
    from workbench.deciding.derived import Derivation
    from workbench.deciding.discovery import Discovery
    from workbench.deciding.ranges import Range
    from workbench.reports.check import Checked as CheckedFile
    from workbench.reports.results import CheckResult
    from workbench.symbolic.proof import Theorem
    from workbench.symbolic.proposition import Proposition
    from workbench.witnesses.witness import Witness

FEW_ROWS = 10
"""Of a data set that is not folded."""
_NOWHERE = Index(Verification((), ()))
_MARKS = {"proved": "holds", "refuted": "fails"}
_STYLE = """
.threshold-workbench figcaption { display: flex; flex-wrap: wrap; gap: .2rem 2rem; }
.threshold-workbench figure, .threshold-workbench .reasons p { margin: 0 0 .5rem; }
.threshold-workbench .formula { padding: .2rem 0; overflow-x: auto; overflow-y: hidden; }
.threshold-workbench .stroke { display: inline-block; width: 1.4rem; margin-right: .4rem; vertical-align: middle;
  border-top: 2px solid; }
.threshold-workbench .stroke.second { border-top-style: dashed; }
.threshold-workbench .by { display: block; font-style: italic; }
.threshold-workbench .bar > mo { opacity: 0; }
.threshold-workbench .bar > :first-child { border-top: .06em solid; padding-top: .12em; }
.threshold-workbench .joined { white-space: nowrap; }
.threshold-workbench .term { display: inline-block; baseline-source: first; max-width: 100%;
  padding-left: 1.2rem; text-indent: -1.2rem; }
.threshold-workbench .formula > .term { display: block; }
.threshold-workbench .term > math { margin-block: .12rem; }
.threshold-workbench math .word { font-style: italic; }
.threshold-workbench summary { cursor: pointer; }
.threshold-workbench .head { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
.threshold-workbench .head > .badge { font-weight: bold; }
.threshold-workbench .mark { margin-right: .3em; }
.threshold-workbench .kind { font-style: italic; }
.threshold-workbench .words tr > * { text-align: left; }
"""


def of_decision(found: Decision) -> str:
    """A statement and its verdict, with the proof, or with the data set that refutes it.

    >>> from workbench.deciding.decide import prove
    >>> of_decision(prove("MAE == BS")).count("<svg")
    1
    """
    return _written(_decision(found))


def _decision(found: Decision) -> Iterator[Child]:
    yield evidence.formula(latex_of_statement(found.statement), found.said)
    yield _verdict(found.verdict, found.witness.sentence if found.witness is not None else found.note)
    if found.witness is not None:
        yield from [element("p", *pieces(found.note))] * bool(found.note)
        yield from _examples(found.witness, found.said)
    yield from _proved(found)


def _verdict(verdict: str, said: str) -> Element:
    return element("p", _marked(verdict), *([": ", *pieces(said)] if said else []))


def _marked(verdict: str) -> Element:
    return element("b", mark(_MARKS.get(verdict, verdict)), " ", verdict)


def _proved(found: Decision) -> Iterator[Child]:
    if found.document is not None:
        yield _acceptance(rests_on(found.document))
    if found.proof:
        yield _proof(written(found.proof, found.statement))


def of_constant(found: BestConstant) -> str:
    """An inequality with its best constant, what is known of it, and the data set that needs it.

    >>> from workbench.deciding.discover_questions import discover
    >>> "<mi>BS</mi>" in of_constant(discover("BS <= k*MAE"))
    True
    """
    return _written(_constant(found))


def _constant(found: BestConstant) -> Iterator[Child]:
    yield evidence.formula(latex_of_statement(found.statement), str(found.statement))
    yield _verdict(found.verdict, found.note)
    if found.witness is not None:
        yield from _examples(found.witness, str(found.statement))
    if found.decision is not None:
        yield from _proved(found.decision)


def of_range(found: Range) -> str:
    """The range of a figure, and for either end what is proved and the data set that comes nearest.

    >>> from workbench.deciding.discover_questions import discover
    >>> of_range(discover("AUCH")).count("<svg")
    2
    """
    told = f"{found.asked} is in {found.interval}"
    return _written(chain([_verdict(found.verdict, told)], *map(_constant, (found.low, found.high))))


def of_report(found: CheckResult) -> str:
    """The verdict on a report, what was understood, why, and the data that have the figures.

    >>> from workbench.reports.check import check_report
    >>> of_report(check_report("n0=50 n1=50 sensitivity=0.8571")).count("it would be possible with")
    1
    """
    return _written(_report(found))


def _report(found: CheckResult) -> Iterator[Child]:
    _, *others = told(found)
    yield element("p", _marked(found.verdict), f": {found.because}")
    if read := understood(found):
        yield element("p", read)
    for part in others:
        if isinstance(part, str):
            yield element("p", part)
            continue
        table = _table([dict(zip(part.header, row, strict=True)) for row in part.rows[:MOST_ROWS]])
        if part.header[0] == "figure" or len(part.rows) <= FEW_ROWS:
            yield table
            continue
        more = len(part.rows) - MOST_ROWS
        title = element("summary", f"{len(part.rows)} rows of {', '.join(part.header)}")
        yield element("details", title, table, element("p", f"and {counted(more, 'more row')}") if more > 0 else None)


def of_reports(found: CheckedFile) -> str:
    """How many verdicts there are of each kind, a table of them, and each as `of_report` shows it, to be unfolded."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())
    rows: list[dict[str, Child]] = []
    shown: list[Child] = []
    for result in found.results:
        rows.append({"where": result.where, "verdict": _marked(result.verdict), "why": result.because})
        shown.append(element("details", element("summary", result.where), *_report(result)))
    title = element("p", element("b", f"{found.title}: " if found.title else "", counts))
    table = _table(rows, kind="words") if rows else None
    return _written([title, *(element("p", each) for each in found.wrong), table, *shown])


def of_discovery(found: Discovery) -> str:
    """A closed form and the decision on it, or what was derived where none was found.

    >>> from workbench.deciding.discover_questions import discover
    >>> "<summary>Proof" in of_discovery(discover("rate_driven"))
    True
    """
    parts = _derivation(found.derivation) if found.decision is None else _decision(found.decision)
    return _written(chain(parts, [element("p", *pieces(found.note))] if found.note else []))


def _examples(witness: Witness, statement: str) -> Iterator[Element]:
    if witness.second is None:
        yield evidence.data(witness.sample, statement, witness.parameters)
        return
    yield _table([{name: str(x) for name, x in row.items()} for row in witness.rows])


def _table(rows: Sequence[Mapping[str, Child]], title: str | None = None, kind: str | None = None) -> Element:
    """Rows that have the same columns, with a caption where there is one."""
    head = element("tr", *(element("th", name, scope="col") for name in rows[0]))
    body = (element("tr", *(element("td", x) for x in row.values())) for row in rows)
    above = element("caption", title) if title else None
    return element("table", above, element("thead", head), element("tbody", *body), class_=kind)


def _written(parts: Iterable[Child]) -> str:
    return notebook_html(elements.written(element("div", *parts)), _STYLE)


def of_theorem(theorem: Theorem) -> str:
    """A theorem whose document is read for it, as `of_checked` shows it.

    >>> from workbench.symbolic.library import theorems
    >>> of_theorem(theorems()["Theorem 10"]).count("accepted by the reader of proofs; it rests on the axiom")
    1
    """
    return of_checked(read(theorem))


def of_checked(found: Checked) -> str:
    """A theorem, what was found of it, the axioms that it rests on, and its proof.

    >>> from workbench.deciding.accepting import check
    >>> from workbench.symbolic.library import theorems
    >>> "Both sides agree on all " in of_checked(check(theorems()["Theorem 10"]))
    True
    """
    return of_verification(Verification((found,), ()))


def of_proposition(proposition: Proposition) -> str:
    """A result that is put to the test for it, as its verification shows it.

    >>> from workbench.symbolic.library import propositions
    >>> "<summary>Data on which it is sharp" in of_proposition(propositions()["Area and refinement"])
    True
    """
    return of_verification(Verification((), (), propositions=(Judged(proposition, put_to_the_test(proposition)),)))


def of_verification(found: Verification) -> str:
    """Counts of verdicts, what is not as expected, and a list to be unfolded; what is alone is shown whole.

    >>> from workbench.papers.verification import verify
    >>> of_verification(verify("004.T6")).count("<summary>Proof")
    1
    """
    index = Index(found)
    lines = list(_lines(found))
    if len(lines) > 1:
        return _written(_verification(index, lines))
    entries = (
        *(theorem_entry(x, index) for x in found.theorems),
        *(proposition_entry(x, index) for x in found.propositions),
        *(claim_entry(x, index) for x in found.results),
    )
    return _written(chain.from_iterable(map(_unlinked, entries)))


def _unlinked(entry: Element) -> Iterator[Child]:
    """What the page says of one thing; here no script makes elements of what unfolds, and no link leads anywhere."""
    for part in entry.iter():
        part.tag = {"noscript": "div", "a": "span", "h3": "div"}.get(part.tag, part.tag)
        for name in ("id", "href", "tabindex"):
            part.attrib.pop(name, None)
    yield from entry


class _Line(NamedTuple):
    """A verdict: ``of`` which paper, on what, and whether it is the expected one."""

    of: str
    name: str
    verdict: str
    as_expected: bool
    told: Element
    says: str


def _lines(found: Verification) -> Iterator[_Line]:
    for x in found.theorems:
        verdict = "holds" if x.holds else "fails"
        told = badge_of(verdict, surprising=not x.holds)
        yield _Line(THEOREMS, x.theorem.name, verdict, x.holds, told, x.theorem.says)
    for own in found.propositions:
        verdict, told = own.finding.verdict, badge_of(own.finding.verdict, surprising=not own.holds)
        yield _Line(RESULTS, own.proposition.name, verdict, own.holds, told, own.proposition.says)
    for result in found.results:
        of, verdict = f"{result.paper.key} {result.paper.title}", result.finding.verdict
        yield _Line(of, result.claim.id, verdict, result.as_expected, badge(result), result.claim.says)


def _verification(index: Index, lines: Sequence[_Line]) -> Iterator[Child]:
    found = index.found
    known = "".join(f" {said}." for said in known_wrong(found.results))
    said = "Every verdict is the expected one." if found.ok else "NOT every verdict is the expected one."
    yield element("p", element("b", mark("holds" if found.ok else "fails"), said), known)
    if lines:
        yield _table([*_counts(lines)], "Verdicts")
    if unexpected := surprises(index):
        yield element("p", element("b", "Not as expected"))
        yield from _unlinked(element("div", element("ul", *unexpected)))
    rows: list[dict[str, Child]] = [
        {"": x.name, "verdict": x.told, "says": element("span", *pieces(x.says))} for x in lines[:MOST_ROWS]
    ]
    if rows:
        title = f"All {len(lines)}" if len(lines) <= MOST_ROWS else f"The first {MOST_ROWS} of {len(lines)}"
        yield element("details", element("summary", f"{title}, one by one"), _table(rows, kind="words"))


def _counts(lines: Sequence[_Line]) -> Iterator[Mapping[str, Child]]:
    """How many there are of each verdict, paper by paper, and how many are as expected."""
    shown = [verdict for verdict in VERDICTS if any(x.verdict == verdict for x in lines)]
    for of in dict.fromkeys(x.of for x in lines):
        counts = Counter(x.verdict for x in lines if x.of == of)
        expected = sum(x.as_expected for x in lines if x.of == of)
        told = {verdict: str(counts[verdict] or "") for verdict in shown}
        yield {"": of, "checked": str(counts.total()), **told, "as expected": str(expected)}


def of_derivation(found: Derivation) -> str:
    """The expected loss of a method, the losses of one example of either class, and the proof.

    >>> from workbench.deciding.derivation import derive
    >>> "<summary>Proof, 6 steps" in of_derivation(derive("rate_driven"))
    True
    """
    return _written(_derivation(found))


def _derivation(found: Derivation) -> Iterator[Child]:
    proof = found.proof
    if proof is None or proof.begins is None:
        yield _verdict("undecided", " ".join(found.notes.values()))
        return
    yield evidence.formula(str(found.latex), f"{proof.begins['gives']} == {proof.steps[-1]['gives']}")
    for k, rule in enumerate((found.l0, found.l1)):
        if rule is not None:
            read = statements.parse_expression(rule, ("s",))
            yield evidence.formula(f"l_{k}(s) = {latex_of(read)}", f"l{k} = {rule}")
    if found.proper is not None:
        yield element("p", "The loss is ", element("b", how_proper(found)), ".")
    if found.document is not None:
        yield _acceptance(rests_on(found.document))
    yield _proof(proof)


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
    return element("p", f"Accepted by the reader of proofs; {resting(axioms)}.")


def _proof(proof: Written) -> Element:
    """A proof that unfolds, each line with its reasons below."""
    start, parts = proof.begins, list[Element | None]()
    for number, case, steps in evidence.cases(proof):
        shown = []
        for at, same in enumerate(steps, number):
            reasons = element("div", *(evidence.reason(step, _NOWHERE) for step in same), class_="reasons")
            shown.append(element("li", *evidence.lines(same[0], bool(start) or at > 1), reasons))
        parts += [case, element("ol", *shown, start=str(number) if number > 1 else None)]
    first = evidence.formula(start["latex"], start["gives"]) if start else None
    title = element("summary", f"Proof, {count_of(evidence.length(proof), 'step')}")
    return element("details", title, first, *parts)
