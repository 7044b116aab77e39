"""The page of a verification: a summary, the errata, and every claim, theorem and result with its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template
from urllib.parse import quote

from workbench.kernel import levels
from workbench.pages.elements import Child, Element, element, written
from workbench.pages.entries import claim_entry, proposition_entry, theorem_entry
from workbench.pages.evidence import formula
from workbench.pages.marks import (
    CORRECTED,
    LIBRARY,
    OWN,
    RESULTS,
    THEOREMS,
    Index,
    badge,
    capitalised,
    count_of,
    mark,
    note_of,
    surprises,
    tone,
)
from workbench.pages.sentences import sentence
from workbench.papers.claims import KINDS, VERDICTS, Paper
from workbench.papers.verification import KNOWN, Result, Verification, known_wrong

TITLE = "what was verified"
_VERBS = {"holds": ("holds", "hold"), "fails": ("fails", "fail")}
_KINDS = {LIBRARY: "library theorem", OWN: "result"}


def page_of(found: Verification) -> str:
    """One HTML page, which loads nothing and says the same for the same verification.

    >>> from workbench.papers.verification import verify
    >>> text = page_of(verify(["004.T6"]))
    >>> text.startswith("<!doctype html>"), 'id="004.T6"' in text
    (True, True)
    """
    index = Index(found)
    papers = dict.fromkeys(result.paper for result in found.results)
    nothing = element("p", "Nothing matches these filters.", id="nothing", hidden="hidden")
    sections = [
        _surprises(index),
        *(_known(index, one) for one in KNOWN),
        *(_paper(paper, index) for paper in papers),
        _library(index),
    ]
    sections.append(_own(index))
    room = files("workbench.pages")
    template = Template((room / "page.html").read_text("utf-8"))
    return template.substitute(
        title=escape(_title(found)),
        styles=(room / "page.css").read_text("utf-8"),
        header=written(_header(found)),
        aside=written(_aside(index)),
        main=written(element("main", *sections, nothing, id="main", tabindex="-1")),
    )


# --- above and beside -----------------------------------------------------------------------------------


def _title(found: Verification) -> str:
    """What the page is about: a paper of its own, or whatever the workbench verifies."""
    every = {(result.paper.title, len(result.paper.claims)) for result in found.results}
    whole = len(every) == 1 and not found.theorems and not found.propositions
    (title, claims), *_ = every or {("", 0)}
    return f"{title if whole and title and claims == len(found.results) else 'Threshold workbench'}: {TITLE}"


def _header(found: Verification) -> Element:
    counts = Counter(result.finding.verdict for result in found.results)
    rows: list[Child] = [
        element("div", element("dt", mark(verdict), verdict), element("dd", str(counts[verdict])), class_=tone(verdict))
        for verdict in VERDICTS
        if counts[verdict]
    ]
    return element(
        "header",
        element("h1", _title(found)),
        *(element("p", sentence) for sentence in _summary(found)),
        element("p", "Claims and corrections together:", class_="together") if rows else None,
        element("dl", *rows, class_="counts", aria_label="Verdicts on claims and corrections") if rows else None,
    )


def _summary(found: Verification) -> Iterator[str]:
    """What was checked and how it came out."""
    claims = [result for result in found.results if not result.claim.id.endswith(CORRECTED)]
    corrections = [result for result in found.results if result.claim.id.endswith(CORRECTED)]
    if claims:
        what = f"{count_of(len(claims), 'claim')} of {count_of(len({x.paper.key for x in claims}), 'paper')}"
        yield f"{'; '.join([f'{what}: {_came_out(claims)}', *known_wrong(claims)])}."
    if corrections:
        yield f"{count_of(len(corrections), 'correction')}: {_came_out(corrections)}."
    if found.theorems:
        held = _held([checked.holds for checked in found.theorems], "theorem")
        yield f"{held}, by proofs that a checker read step by step."
    if found.propositions:
        yield f"{_held([judged.holds for judged in found.propositions], 'result')}, proved anew."
    for told in levels.summary(found.reached, every=True):
        yield f"{capitalised(told)}."
    yield "Every verdict is the expected one." if found.ok else "NOT every verdict is the expected one."


def _held(held: Sequence[bool], what: str) -> str:
    """How many of so many hold.

    >>> _held([True], "theorem"), _held([True, True], "theorem"), _held([True, False], "theorem")
    ('1 theorem holds', '2 theorems hold', '1 of 2 theorems holds')
    """
    some = f"{sum(held)} of " * (not all(held))
    return f"{some}{count_of(len(held), what)} {'holds' if sum(held) == 1 else 'hold'}"


def _came_out(results: Sequence[Result]) -> str:
    """How many there are of each verdict, in words.

    >>> from workbench.papers.verification import verify
    >>> _came_out(verify("004.T6").results)
    '1 holds'
    """
    counts = Counter(result.finding.verdict for result in results)
    told = [
        count_of(counts[verdict], *_VERBS.get(verdict, (f"is {verdict}", f"are {verdict}")))
        for verdict in VERDICTS
        if counts[verdict]
    ]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def _aside(index: Index) -> Element:
    found = index.found
    papers = list(dict.fromkeys(result.paper for result in found.results))
    verdicts = Counter(result.finding.verdict for result in found.results)
    verdicts.update("holds" if checked.holds else "fails" for checked in found.theorems)
    verdicts.update(judged.finding.verdict for judged in found.propositions)
    kinds = Counter(result.claim.kind for result in found.results)
    sizes = Counter(result.paper.key for result in found.results)
    kinds[LIBRARY] = sizes[LIBRARY] = len(found.theorems)
    kinds[OWN] = sizes[OWN] = len(found.propositions)
    names = {paper.key: _brief(f"{paper.key} {paper.title}") for paper in papers} | {LIBRARY: THEOREMS, OWN: RESULTS}
    filters = element(
        "form",
        element("label", "Search claims", for_="search"),
        element("input", id="search", type="search", autocomplete="off", spellcheck="false"),
        _group("Verdict", "verdict", [(x, [mark(x), x], verdicts[x]) for x in VERDICTS]),
        _group("Kind", "kind", [(x, [_KINDS.get(x, x)], kinds[x]) for x in (*KINDS, LIBRARY, OWN)]),
        _group("Paper", "paper", [(key, [name], sizes[key]) for key, name in names.items()]),
        element(
            "p",
            element("button", "Clear filters", type="button", id="clear"),
            element("button", "Open all proofs", type="button", id="open-all"),
            class_="actions",
        ),
        id="filters",
        role="search",
        aria_label="Claims",
    )
    known = {x.known_as for x in found.results}
    places = [(some, some.capitalize()) for one, (some, _) in KNOWN.items() if one in known]
    places += [(quote(index.anchors["paper", paper.key]), names[paper.key]) for paper in papers]
    places += [(LIBRARY, THEOREMS)] * bool(found.theorems) + [(OWN, RESULTS)] * bool(found.propositions)
    contents = element("ul", *(element("li", element("a", name, href=f"#{place}")) for place, name in places))
    return element(
        "aside",
        element("details", element("summary", "Search and filter"), filters, open="open", id="tools", hidden="hidden"),
        element("p", role="status", aria_live="polite", id="shown"),
        element("nav", contents, aria_label="Contents"),
        aria_label="Filters and contents",
    )


def _group(title: str, name: str, options: Sequence[tuple[str, list[Child], int]]) -> Element:
    buttons = [
        element(
            "button", *shown, " ", element("span", str(count), class_="count"),
            type="button", data_filter=name, data_value=value, aria_pressed="false",
        )
        for value, shown, count in options
        if count
    ]  # fmt: skip
    return element("fieldset", element("legend", title), *buttons)


def _brief(title: str, length: int = 60) -> str:
    """A title that is too long ends with a whole word of it.

    >>> _brief("Theorems and their proofs", 20), _brief("Theorems" * 9, 9)
    ('Theorems and their…', 'Theorems…')
    """
    return title if len(title) <= length else f"{title[:length].rpartition(' ')[0] or title[: length - 1]}…"


# --- sections -------------------------------------------------------------------------------------------


def _section(
    name: str, title: Sequence[Child], intro: str, entries: Sequence[Element], words: str | None = None
) -> Element:
    """A section; each of its entries is found by ``words`` too."""
    head = element("h2", *title), element("p", intro, class_="source")
    return element("section", *head, *entries, id=name, data_words=words)


def _surprises(index: Index) -> Element | None:
    rows = surprises(index)
    intro = "Verdicts that differ from the expected ones, and proofs that were refused."
    return _section("unexpected", ["Not as expected"], intro, [element("ul", *rows)]) if rows else None


def _known(index: Index, one: str) -> Element | None:
    """What is known to be wrong as an erratum, or as a misreading."""
    entries = [_erratum(result, index) for result in index.found.results if result.known_as == one]
    some, how = KNOWN[one]
    intro = f"What is {how}, beside what is right, each with its verdict."
    return _section(some, [some.capitalize()], intro, entries) if entries else None


def _erratum(result: Result, index: Index) -> Element:
    twin, note = index.twin(result), note_of(result)
    return element(
        "article",
        element("h3", f"{_brief(result.paper.title)}, {result.claim.where}"),
        element(
            "div",
            _column(
                "As read" if result.claim.misreading else "As printed",
                result,
                index,
                sentence(note, class_="note") if note else None,
            ),
            _column("Corrected", twin, index) if twin is not None else None,
            class_="pair",
        ),
        class_="item erratum",
        data_claim=index.anchors["claim", result.claim.id],
    )


def _column(label: str, result: Result, index: Index, *more: Child) -> Element:
    claim = result.claim
    head = element("p", element("b", label), " ", index.link("claim", claim.id), " ", badge(result), class_="head")
    bare = claim.says == claim.statement and claim.latex
    said = formula(claim.latex, claim.statement) if bare else sentence(claim.says, class_="says")
    return element("div", head, said, *more)


def _paper(paper: Paper, index: Index) -> Element:
    entries = [claim_entry(result, index) for result in index.found.results if result.paper == paper]
    intro = f"{paper.byline}. " * bool(paper.byline) + f"{count_of(len(entries), 'claim')}."
    title = element("span", paper.key, class_="id"), " ", paper.title
    words = f"{paper.title} {paper.byline}"
    return _section(index.anchors["paper", paper.key], title, intro, entries, words)


def _library(index: Index) -> Element | None:
    entries = [theorem_entry(checked, index) for checked in index.found.theorems]
    intro = "What the proofs of claims rest on; the checker read every proof again and compared both sides."
    return _section(LIBRARY, [THEOREMS], intro, entries) if entries else None


def _own(index: Index) -> Element | None:
    entries = [proposition_entry(judged, index) for judged in index.found.propositions]
    intro = "Proved anew, with what each means in practice and data on which it is sharp."
    return _section(OWN, [RESULTS], intro, entries) if entries else None
