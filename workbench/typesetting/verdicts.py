"""What papers claim, in LaTeX: each claim with its verdict, printed tables with what is computed, and the errata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from workbench.deciding.accepting import document_of, rests_on
from workbench.formats import counted
from workbench.language.statements import parse_expression
from workbench.numbers.written import significant
from workbench.papers.claims import Claim, Finding, Possible, Value
from workbench.papers.exhibits import counted_verdicts
from workbench.papers.general_claims import Formula, ScoringRule, Statement, proof_of
from workbench.papers.printed_claims import Reported
from workbench.papers.verification import KNOWN, Result
from workbench.reports.paper_file import SharedTable
from workbench.symbolic.latex import symbol
from workbench.symbolic.library import theorems
from workbench.symbolic.proof import in_its_case
from workbench.typesetting.entries import Entry, Writer
from workbench.typesetting.prose import prose
from workbench.typesetting.results import MOST_ROWS, number, sentence_of
from workbench.typesetting.signs import escaped
from workbench.typesetting.style import Style

FEW = 6
ERRATUM = ("fails", "inconsistent")


def paper_of(results: Sequence[Result], style: Style, name: str = "", *, proofs: bool = False) -> Entry:
    """A paper, or a part of it: its claims one after the other, its printed figures in tables."""
    paper = results[0].paper
    page = Writer(style)
    verdicts = counted_verdicts(dict(sorted(Counter(result.finding.verdict for result in results).items())))
    page.heading(escaped(paper.title), f"{counted(len(results), 'claim')}: {verdicts}.", escaped(paper.byline))
    for place, group in groupby(results, key=_printed_at):
        claims = list(group)
        if place and len(claims) > 1:
            _printed_table(page, claims)
        else:
            for result in claims:
                _claim(page, result)
                if proofs:
                    _proof(page, result.claim.check, result.finding)
    return page.entry(
        name or paper.key, "paper", loose=True, title=escaped(paper.title) if name in ("", paper.key) else ""
    )


def _printed_at(result: Result) -> str:
    """Where a figure is printed that is computed from data; empty for another claim."""
    return result.claim.where if isinstance(result.claim.check, Value) else ""


def claim_of(result: Result, style: Style) -> Entry:
    """One claim, whole: with its source, and the proof or the data set that settles it."""
    page = Writer(style)
    _claim(page, result, whole=True)
    paper = result.paper
    page.sentence(f"See {escaped(paper.citation)}, {prose(result.claim.where)}.")
    return page.entry(result.claim.id, "claim", loose=True, title=escaped(result.claim.id))


def _claim(page: Writer, result: Result, *, whole: bool = False) -> None:
    claim, finding = result.claim, result.finding
    said = "" if _is_formula(claim) or _is_table(claim) else rf"\textit{{{sentence_of(claim.says)}}}"
    if page.style.environment and finding.verdict == "holds" and _is_general(claim.check):
        page.begin(claim.id, escaped(claim.id), said, prose(claim.where))
        _formula(page, claim)
        page.end()
        page.sentence(_verdict(result))
    else:
        page.labelled(claim.id)
        page.heading(escaped(claim.id), f"{said} {_verdict(result)}".lstrip(), prose(claim.where))
        _formula(page, claim)
    if note := "; ".join(note for note in (claim.note, finding.note) if note):
        page.sentence(sentence_of(note))
    if isinstance(claim.check, Possible):
        _figures_table(page, claim.check, finding)
    if isinstance(finding.numeric, dict) and (whole or finding.verdict in ERRATUM or isinstance(claim.check, Possible)):
        _data(page, finding.numeric.get("witness"), claim.check)
    if whole:
        _proof(page, claim.check, finding)


def _verdict(result: Result) -> str:
    if result.broke_off:
        return r"\textbf{The check broke off.}"
    verdict = result.finding.verdict
    words = f"It {verdict}" if verdict in ("holds", "fails") else f"It is {verdict}"
    return rf"\textbf{{{words}}}{_besides(result)}."


def _besides(result: Result) -> str:
    """What is said behind a verdict: that it is known, or not what was expected."""
    if not result.as_expected:
        return f", not as expected ({result.claim.expected})"
    return f", a known {result.known_as}" * bool(result.known_as)


def _in_words(result: Result) -> str:
    """A verdict in a table."""
    return "the check broke off" if result.broke_off else f"{result.finding.verdict}{_besides(result)}"


def _is_formula(claim: Claim) -> bool:
    """Whether a claim has no words beside the formula that is checked."""
    return claim.says == claim.statement and bool(claim.latex)


def _is_table(claim: Claim) -> bool:
    """Whether a claim has no words beside the table that is checked."""
    check = claim.check
    return isinstance(check, Reported) and isinstance(check.report, SharedTable) and claim.says == claim.statement


def _is_general(check: object) -> bool:
    """Whether a claim is about every sample."""
    return isinstance(check, Formula | ScoringRule) or (isinstance(check, Statement) and check.data is None)


def _said(claim: Claim) -> str:
    """What a claim says, within a line of text."""
    if not _is_formula(claim):
        return rf"\textit{{{sentence_of(claim.says)}}}"
    about = claim.check.data if isinstance(claim.check, Statement) else None
    return f"${claim.latex}$" + (f" on {prose(about.name)}." if about else ".")


def _formula(page: Writer, claim: Claim) -> None:
    """What is checked, as a formula where it is one."""
    check: Any = claim.check
    if isinstance(check, Statement):
        page.statement(check.parsed)
        if check.data is not None:
            page.sentence(f"This is about {prose(check.data.name)}.")
    elif isinstance(check, Formula):
        page.equality(*(in_its_case(side, check.given) for side in (check.left, check.right)))
    elif isinstance(check, ScoringRule):
        page.statement(check.rule)
        said = f"; the rule is said to be {check.proper}" if check.proper else ""
        page.sentence(f"It is about scores between 0 and 1{said}.")
    elif isinstance(check, Reported) and isinstance(check.report, SharedTable):
        _shared_table(page, check.report)
    elif isinstance(check, Value):
        cell = page.cell(parse_expression(check.expression))
        page.sentence(f"Printed for {escaped(check.data.name)}: {cell} is ${check.printed}$.")
    elif not isinstance(check, Possible) and claim.statement not in ("", claim.says):
        page.sentence(sentence_of(claim.statement))


def _printed_table(page: Writer, results: Sequence[Result]) -> None:
    """Printed figures of one place, with what is computed from the data."""
    page.heading(prose(results[0].claim.where), "Printed figures, and those computed from the data.")
    rows = []
    for result in results:
        check, numeric = result.claim.check, result.finding.numeric or {}
        assert isinstance(check, Value)
        quantity = page.cell(parse_expression(check.expression))
        computed = f"${significant(numeric['value'])}$" if "value" in numeric else "--"
        rows.append(
            [
                escaped(result.claim.id),
                _data_name(check.data.name),
                quantity,
                f"${check.printed}$",
                computed,
                _in_words(result),
            ]
        )
    page.table(("claim", "data", "figure", "printed", "computed", "verdict"), rows, "llllll", {1: 0.15, 5: 0.13})


def _shared_table(page: Writer, table: SharedTable) -> None:
    """The rows of a table that are said to be of one test set."""
    sizes = ((name, getattr(table, name)) for name in ("n", "n0", "n1"))
    told = [f"${symbol(name)} = {size}$" for name, size in sizes if size is not None]
    page.sentence(f"These figures are said to be of one test set{', with ' * bool(told)}{' and '.join(told)}.")
    figures = list(dict.fromkeys(name for row in table.rows for name in row.figures))
    rows = [
        [prose(row.where), *(prose(str(row.figures[name])) if name in row.figures else "--" for name in figures)]
        for row in table.rows
    ]
    page.table(("", *map(prose, figures)), rows, "l" * (1 + len(figures)))


def _data_name(name: str) -> str:
    return escaped(name.removesuffix(".csv")).replace(r"\_", r"\_\allowbreak ")


def _figures_table(page: Writer, check: Possible, finding: Finding) -> None:
    """The figures that one data set has together, and that data set."""
    found = (finding.numeric or {}).get("figures", [])
    rows = [
        [page.cell(parse_expression(expression)), f"${printed}$", f"${significant(row['value'])}$"]
        for (expression, printed), row in zip(check.reported, found, strict=False)
    ]
    page.table(("figure", "printed", "on the data set below"), rows, "lll")


def _data(page: Writer, witness: Any, check: object) -> None:
    """The data set, or the model, that a finding shows."""
    if not isinstance(witness, dict):
        return
    if "model" in witness:
        page.sentence(f"It is false for the model {prose(str(witness['model']))}.")
    elif "classes" in witness:
        counts = Counter(zip(witness["scores"], witness["classes"], strict=True))
        levels = list(dict.fromkeys(witness["scores"]))
        page.sentence(f"It is false on these {len(witness['scores'])} examples.")
        _data_table(page, ("score", "class 0", "class 1"), [(x, counts[x, 0], counts[x, 1]) for x in levels])
    else:
        _data_table(page, tuple(witness), list(zip(*witness.values(), strict=True)))
    values = ", ".join(f"${symbol(name)} = {value}$" for name, value in witness.get("parameters", {}).items())
    place = f"There, for {values}," if values else "There"
    if "left" in witness:
        left, right = (_value(witness[side]) for side in ("left", "right"))
        page.sentence(f"{place} the left side is {left} and the right side {right}.")


def _data_table(page: Writer, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    shown = [[f"${x}$" for x in row] for row in rows[:MOST_ROWS]]
    page.table([escaped(x) for x in header], shown, "r" * len(header))
    if len(rows) > MOST_ROWS:
        page.sentence(f"The table leaves out {len(rows) - MOST_ROWS} more rows.")


def _value(side: dict[str, Any]) -> str:
    """One side of a statement on data, from plain values."""
    exact = side.get("exact")
    return number(Fraction(exact)) if exact is not None else rf"${significant(side['value'])}\ldots$"


def _proof(page: Writer, check: object, finding: Finding) -> None:
    if finding.verdict != "holds" or not isinstance(check, Statement | Formula):
        return
    if check.theorem:
        theorem = theorems()[check.theorem]
        page.sentence(f"It is {prose(theorem.name)}.")
        page.assumed(theorem.given)
        page.proof(theorem)
        page.rests_on(rests_on(document_of(theorem)))
    elif isinstance(check, Statement):
        found = None if check.data is not None else proof_of(check.parsed)[0]
        if found is not None:
            page.proof(*found.parts)
            page.rests_on(rests_on(found.document))
    else:
        page.assumed(check.given)
        page.proof(check.as_theorem())


def _refuted_by(finding: Finding) -> str:
    """The data set that refutes a claim, in a line; nothing where none was found."""
    witness = (finding.numeric or {}).get("witness") if finding.verdict == "fails" else None
    if not isinstance(witness, dict) or "classes" not in witness:
        return ""
    size = len(witness["classes"])
    if size > FEW or "scores_b" in witness:
        return f"a data set of {size} examples refutes it"
    each = (
        [f"${score}$" for score, label in zip(witness["scores"], witness["classes"], strict=True) if label == k]
        for k in (0, 1)
    )
    told = " and ".join(f"of class {k} at {', '.join(scores)}" for k, scores in enumerate(each) if scores)
    values = "".join(f", for ${symbol(name)} = {value}$" for name, value in witness.get("parameters", {}).items())
    return f"examples {told} refute it{values}"


def errata_of(results: Iterable[Result], style: Style) -> Entry:
    """The claims that are wrong as printed, and those that are commonly misread, each with what is right instead."""
    every = {result.claim.id: result for result in results}
    page = Writer(style)
    for one, (some, how) in KNOWN.items():
        wrong = [
            x for x in every.values() if x.finding.verdict in ERRATUM and x.claim.misreading == (one == "misreading")
        ]
        if wrong or one == "erratum":
            are = "is" if len(wrong) == 1 else "are"
            page.heading(some.capitalize(), f"{counted(len(wrong), 'claim')} {are} {how}.")
            _known(page, wrong, every)
    return page.entry("errata", "errata", loose=True)


def _known(page: Writer, wrong: Iterable[Result], every: Mapping[str, Result]) -> None:
    """What is wrong, each with what is right instead."""
    for result in wrong:
        claim = result.claim
        verdict = "It fails" if result.finding.verdict == "fails" else "It is inconsistent"
        note = _refuted_by(result.finding) or prose(result.finding.note)
        why = f": {note}" if note else ""
        page.heading(escaped(claim.id), f"{_said(claim)} {verdict}{why}.", prose(claim.where))
        corrected = every.get(f"{claim.id}.corrected")
        if corrected is not None:
            page.sentence(f"Right is: {_said(corrected.claim)}")
