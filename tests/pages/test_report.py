"""The page of a verification: its structure, what stands on it, hostile text, and the file it is written to."""

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from itertools import chain, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from workbench import cli
from workbench.deciding.accepting import Checked
from workbench.deciding.decide import prove
from workbench.deciding.wording import Written, steps_as_json
from workbench.errors import InputError
from workbench.pages import evidence
from workbench.pages.curves import SIDE, pictures
from workbench.pages.elements import Element, written
from workbench.pages.evidence import exactly, sides
from workbench.pages.marks import Index, capitalised
from workbench.pages.page import page_of
from workbench.pages.sentences import pieces, sentence
from workbench.papers import verification
from workbench.papers.claims import VERDICTS, Claim, Finding, NotCheckable, Paper
from workbench.papers.propositions import Judged
from workbench.papers.selection import chosen
from workbench.papers.verification import Result, Verification, verify
from workbench.samples.sample import Sample
from workbench.symbolic.library import propositions
from workbench.terminal.proofs import show_decision
from workbench.writing import checked_place, put

NAMES = [
    "000.tab.2", "000.tab.6.BS", "000.j48.3.BS", "000.bc.4", "004.T10", "004.t1.1", "004.s1.1.gini", "004.s4.1",
    "004.D11.skew", "001.iso.1.accuracy", "000.cal.1", "001.roc.1.axes", "Theorem 10", "Reduction to a rank statistic",
    "Area and refinement",
]  # fmt: skip
VOID = {"meta", "link", "input", "br", "wbr"}


class Page(HTMLParser):
    """The elements of a page, and that every one is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.texts.append(data)

    def all(self, tag: str = "", **having: str) -> list[dict[str, str]]:
        wanted = {name.replace("_", "-").strip("-"): value for name, value in having.items()}
        return [
            given
            for name, given in self.elements
            if tag in ("", name) and all(value in given.get(key, "").split() for key, value in wanted.items())
        ]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    def says(self, sentence: str) -> bool:
        """Whether a sentence is on the page, in words or with formulas."""
        words = " ".join(sentence.split())
        return words in self.text or any(
            words == given["data-plain"] for _, given in self.elements if "data-plain" in given
        )


@pytest.fixture(scope="module")
def found(verified: Path) -> Verification:
    return verify(NAMES, cache=verified)


@pytest.fixture(scope="module")
def page(found: Verification) -> Page:
    return Page(page_of(found))


def everything() -> Verification:
    """All claims and theorems without evidence, as if each verdict were the expected one."""
    every = chosen()
    results = (Result(paper, claim, Finding(claim.expected)) for paper, claim in every.claims.values())
    held = tuple(Judged(proposition, Finding("holds")) for proposition in every.propositions.values())
    theorems = tuple(Checked(theorem, (), 1) for theorem in every.theorems.values())
    return Verification(theorems, tuple(results), propositions=held)


@pytest.fixture(scope="module")
def whole() -> Page:
    return Page(page_of(everything()))


# --- structure ------------------------------------------------------------------------------------------


def test_every_claim_and_theorem_is_on_the_page_once(whole: Page) -> None:
    every = chosen()
    ids = [given["id"] for given in whole.all("article", class_="claim")]
    assert ids[: len(every.claims)] == list(every.claims)
    assert len(ids) == len(every.claims) + len(every.theorems) + len(every.propositions)
    for _, claim in every.claims.values():
        assert whole.says(claim.says)


def test_ids_are_unique_and_links_lead_somewhere(page: Page, whole: Page) -> None:
    for one in (page, whole):
        ids = [given["id"] for given in one.all() if "id" in given]
        assert max(Counter(ids).values()) == 1
        links = [given["href"] for given in one.all("a")]
        assert links
        assert all(link[0] == "#" and unquote(link[1:]) in ids for link in links)


def test_the_page_loads_nothing(page: Page) -> None:
    for tag, given in page.elements:
        assert not {"src", "srcset", "action", "style", "onclick"} & given.keys(), tag
        assert given.get("href", "#").startswith(("#", "data:,")), tag
    text = page_of(verify(["004.T6"]))
    assert not [word for word in ("http:", "https:", "url(", "@import", "import(", "fetch(") if word in text]


def test_the_head_counts_every_verdict() -> None:
    every = chosen(["004.T6", "004.t1.1.B", "000.bc.4"]).claims
    fixed = {"004.T6": "holds", "004.t1.1.B": "inconsistent", "000.bc.4": "fails"}
    kept = {name: verdict for name, verdict in fixed.items() if name in every}
    assert kept == fixed
    results = tuple(Result(*every[name], Finding(verdict)) for name, verdict in kept.items())
    page = Page(page_of(Verification((), results)))
    assert (
        "3 claims of 2 papers: 1 holds, 1 fails and 1 is inconsistent; 2 claims are known errata, wrong as printed."
        in page.text
    )


def test_headings_are_in_order(whole: Page) -> None:
    levels = [int(tag[1]) for tag, _ in whole.elements if tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_errata_come_first_each_with_its_correction(whole: Page) -> None:
    sections = [given["id"] for given in whole.all("section")]
    assert sections[:2] == ["errata", "misreadings"]
    assert sections[2:] == [*(f"paper-00{k}" for k in range(5)), "paper-lit", "theorems", "results"]
    errata = [claim.id for _, claim in chosen().claims.values() if claim.expected in ("fails", "inconsistent")]
    assert len(whole.all("article", class_="erratum")) == len(errata) > 20
    links = Counter(given["href"][1:] for given in whole.all("a"))
    for name in errata:  # in the list, at the claim itself, at its twin
        assert links[name] == links[f"{name}.corrected"] == 3


def test_an_erratum_without_words_is_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[[claim]]\nid = "T2"\nsays = "loss(score(1 - c)) <= BS"\nexpected = "fails"\n'
        '[[claim]]\nid = "T2.corrected"\nsays = "loss(score(1 - c)) >= BS given no_ties, pi0 <= 1/2"\n'
        'expected = "undecided"\n',
        "utf-8",
    )
    text = page_of(verify([str(path)]))
    erratum = text[text.index('id="errata"') : text.index('id="paper-own"')]
    assert len(re.findall('<div class="formula">(?:<math|<span class="term"><math)', erratum)) == 2
    assert "loss(" not in erratum.lower()
    assert 'class="says"' not in erratum


def test_buttons_count_what_they_show(whole: Page) -> None:
    every = chosen()
    held = sum(claim.expected == "holds" for _, claim in every.claims.values())
    given = {(x["data-filter"], x["data-value"]) for x in whole.all("button") if "data-filter" in x}
    shown = whole.all("article", class_="claim")
    assert given == {(name, x[f"data-{name}"]) for x in shown for name in ("verdict", "kind", "paper")}
    assert f"holds {held + len(every.theorems) + len(every.propositions)} " in whole.text


# --- what stands there ------------------------------------------------------------------------------------


def test_verdicts_are_told_in_words(found: Verification, page: Page) -> None:
    for result in found.results:
        [given] = [x for x in page.all("article", class_="claim") if x["id"] == result.claim.id]
        assert given["data-verdict"] == result.finding.verdict
    assert "fails, known erratum" in page.text
    assert "Every verdict is the expected one." in page.text
    assert "Not as expected" not in page.text


def test_both_engines_values_stand_there_exactly(found: Verification, page: Page) -> None:
    for result in found.results:
        numeric = result.finding.numeric or {}
        for value in (numeric, *numeric.get("figures", ())):
            if "value" in value:
                assert f"{value['value']:.6f}" in page.text
                assert str(value["exact"]) in page.text
    assert "printed 0.667 0.6665 to 0.6675" in page.text
    assert "(26 digits)" in page.text


def test_engines_that_differ_are_told_apart() -> None:
    paper, claim = chosen(["000.tab.2.AUC"]).claims["000.tab.2.AUC"]
    numbers = [{"exact": x, "value": float(Fraction(x)), "expression": "AUC"} for x in ("1/3", "2/3")]
    page = Page(page_of(Verification((), (Result(paper, claim, Finding("undecided", *numbers)),))))
    assert "numeric engine 0.666667 2/3 symbolic engine 0.333333 1/3" in page.text
    assert "both engines" not in page.text


def test_a_proof_has_every_step_with_its_reason(found: Verification, page: Page) -> None:
    [result] = [x for x in found.results if x.claim.id == "004.T10"]
    steps = (result.finding.symbolic or {})["proof"]
    assert len(steps) == 8
    for step in steps:
        assert page.says(step["why"][1:]) or Page(written(sentence(capitalised(step["why"])))).text in page.text
    assert page.text.count("read the ranking from the other class"[1:]) >= 2  # of the claim and of the theorem
    assert "by definition of AUC" in page.text
    assert "format: 1" not in page.text  # the document is for the reader, not for the page


def test_the_page_of_one_paper_has_its_title(found: Verification) -> None:
    paper, claim = chosen(["004.T6"]).claims["004.T6"]
    alone = replace(paper, title="On <i>thresholds</i>", claims=(claim,))
    one = Verification((), (Result(alone, claim, Finding("holds")),))
    assert "<title>On &lt;i&gt;thresholds&lt;/i&gt;: what was verified</title>" in page_of(one)
    assert "On <i>thresholds</i>: what was verified 1 claim of 1 paper: 1 holds." in Page(page_of(one)).text
    part = replace(
        one, results=(Result(replace(alone, claims=(claim, replace(claim, id="004.T7"))), claim, Finding("holds")),)
    )
    for more in (found, Verification((), ()), part):
        assert "<title>Threshold workbench: what was verified</title>" in page_of(more)


def test_counts_of_what_holds_are_sentences(found: Verification, page: Page) -> None:
    assert (len(found.theorems), len(found.propositions)) == (2, 1)
    assert "2 theorems hold, by proofs that a checker read step by step." in page.text
    assert "1 result holds, proved anew." in page.text
    assert "workbench's own" not in page.text


def test_a_proof_by_cases_has_the_steps_of_each_case_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = prove("abs(GINI) <= 1")
    steps = found.to_json()["proof"]
    proof = evidence.proof(Written(steps), Index(Verification((), ())))
    said = ["".join(x.itertext()) for x in proof if x.tag == "p"]
    assert [x.tag for x in proof] == ["ol", "p", "ol", "p", "ol"]
    assert [x.replace("\u2062", "").replace("\u2061", "") for x in said] == [
        "Case 1: 2E1[F0(s)]−1≥0.",
        "Case 2: 1−2E1[F0(s)]≥0.",
    ]
    assert [len(x) for x in proof if x.tag == "ol"] == [2, 2, 2]
    notebook = found._repr_html_()
    assert notebook.count("<ol") == 3
    assert '<ol start="5">' in notebook
    show_decision(found)
    printed = capsys.readouterr().out
    assert "case 1: 2*E1(F0(s)) - 1 >= 0\n3. " in printed
    assert "case 2: 1 - 2*E1(F0(s)) >= 0\n5. " in printed
    assert all("where" not in text for text in (*said, notebook, printed))
    assert [step["why"].partition(":")[0] for step in steps if step["why"].startswith("where ")] == [
        *["where 2*E1(F0(s)) - 1 >= 0"] * 2,
        *["where 1 - 2*E1(F0(s)) >= 0"] * 2,
    ]


def test_what_is_accepted_says_so_and_on_what_it_rests(found: Verification, page: Page) -> None:
    """Outside of what unfolds, so that it is read with the result."""
    shown = page_of(found)
    while "<noscript>" in shown:
        before, _, rest = shown.partition("<noscript>")
        shown = before + rest.partition("</noscript>")[2]
    told = Page(shown).text
    [result] = [x for x in found.results if x.claim.id == "004.T10"]
    names = ", ".join(name.replace("_", " ") for name in (result.finding.symbolic or {})["axioms"])
    assert f"Proved by Theorem 10 and accepted by the reader of proofs; it rests on the axioms {names}." in told
    proved = sum("document" in (x.finding.symbolic or {}) for x in (*found.results, *found.propositions))
    assert told.count("accepted by the reader of proofs") == proved + len(found.theorems)
    assert proved + len(found.theorems) == len(page.all("details", class_="proof"))
    refused = replace(found.theorems[0], objections=("step 1 is idle",))
    assert "accepted by" not in Page(page_of(Verification((refused,), ()))).text


def test_losses_under_uniform_costs_are_written_as_such(found: Verification) -> None:
    [checked] = [x for x in found.theorems if x.theorem.name == "Theorem 10"]
    [result] = [x for x in found.results if x.claim.id == "004.T10"]
    for one in (Verification((checked,), ()), Verification((), (result,))):
        shown = page_of(one)
        assert "<mi>U</mi>" in shown
        assert "<mi>w</mi>" not in shown
    general = verify(["Reduction to a rank statistic"])
    assert "<mi>w</mi>" in page_of(general)


def test_each_line_of_a_proof_begins_with_its_relation() -> None:
    assert sides(r"L^{t = T}_{c = q} = \frac{1}{2}") == (r"L^{t = T}_{c = q}", r"= \frac{1}{2}")
    assert sides(r"\ge \pi_0") == ("", r"\ge \pi_0")
    text = page_of(verify(["001.iso.1.accuracy"]))
    [proof] = text.split('<details class="proof">')[1:]
    lines = proof.partition("</details>")[0].split('<div class="formula">')[1:]
    begins = [Page(line.partition("</div>")[0]).text.replace(" ", "")[:3] for line in lines]
    assert [x[0] for x in begins] == ["1", "="]


def test_witnesses_are_tables_with_curves(page: Page) -> None:
    refuted = ["000.bc.4", "004.s4.1", "004.s1.1.gini", "004.t1.1.A", "004.t1.1.B.corrected"]
    assert len(page.all("details", class_="witness")) == len(refuted)
    drawings = [given["aria-label"] for given in page.all("svg")]
    assert len(page.all("details", class_="sharp")) == 1
    sharp = len(propositions()["Area and refinement"].sharp)
    # ROC and loss curves, but losses alone against MAE, and ROC curves for both witnesses against the Gini coefficient
    kinds = [label.split()[0] for label in drawings]
    assert (kinds.count("ROC"), kinds.count("Loss")) == (len(refuted) + sharp, len(refuted) - 1 + sharp)
    assert all(given["role"] == "img" for given in page.all("svg"))
    assert "with q = 3/4" in page.text
    assert "and left ≥ right is false." in page.text


def test_a_comma_stays_with_the_formula_before_it() -> None:
    shown = written(sentence("With pi0 = 1/2, AUC is 1 (or r), then s."))
    assert [re.sub("<[^>]*>", "", x)[-1] for x in re.findall('<span class="joined">(.*?)</span>', shown)] == [
        ",",
        ",",
        ".",
    ]
    assert shown.count("joined") == 3


def test_a_long_fraction_can_be_unfolded() -> None:
    fraction = f"{10**40 + 1}/{3**90}"
    assert written(exactly("1/3")) == '<span class="number">1/3</span>'
    shown = Page(written(exactly(fraction)))
    assert shown.all("details", class_="long")
    assert shown.text == f"100000…(41 digits)/{str(3**90)[:6]}…(43 digits) {fraction}"


def test_every_formula_is_mathematics(page: Page, whole: Page) -> None:
    assert len(whole.all("math")) > 150
    for one in (page, whole):
        assert not one.all("code")


def sentences() -> list[str]:
    """All sentences that the page may set as mathematics, apart from those of proofs of claims."""
    all_of_it = chosen()
    texts = [text for _, claim in all_of_it.claims.values() for text in (claim.says, claim.note)]
    texts += [text for x in all_of_it.propositions.values() for text in (x.says, x.means, x.remark)]
    for theorem in all_of_it.theorems.values():
        texts += [theorem.says, *(step["why"] for step in steps_as_json(theorem))]
    return [text for text in dict.fromkeys(texts) if text]


def test_sentences_keep_their_words_and_spaces() -> None:
    spelled = str.maketrans(
        {"−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "⟨": "<", "⟩": ">", "∣": "|", "⋅": "*", "𝟏": "1"}
    )
    formulas = 0
    letters = r"[^A-Za-z0-9<>=!|.]"
    greek = r"\b(pi|tau|rho|eta|mu|alpha|beta|gamma|lambda|theta|int|sqrt)(?![a-z])"
    for text in sentences():
        parts = pieces(text)
        shown = [x for x in parts if isinstance(x, Element)]
        formulas += len(shown)
        marked = "".join(x if isinstance(x, str) else "\0" for x in parts)
        pattern = re.sub("\0+", r"(\\S|\\S.*\\S)", re.escape(marked).replace("\\\0", "\0"))
        matched = re.fullmatch(pattern, " ".join(text.split()))
        assert matched, text
        plain = re.sub(letters, "", re.sub(greek, "", " ".join(matched.groups()))).replace("==", "=")
        assert re.sub(letters, "", "".join(t for x in shown for t in x.itertext()).translate(spelled)) == plain, text
    assert formulas > 350


@pytest.mark.parametrize("text", [" ", "", "a \\ $b$ {c} 50% & <i>", "'x' ’y’ “z” \"w\"", "50 $ of s, or s $"])
def test_any_text_is_a_sentence(text: str) -> None:
    shown = Page(written(sentence(text)))
    assert " ".join(text.split()) == shown.text or len(shown.all("math")) == 2


# --- curves -----------------------------------------------------------------------------------------------


def lines(figure: Element) -> Iterator[list[tuple[float, float]]]:
    for line in figure.iter("polyline"):
        yield [tuple(map(float, point.split(","))) for point in line.get("points", "").split()]  # type: ignore[misc]


def drawn(points: Iterable[tuple[Any, Any]]) -> list[tuple[float, float]]:
    return [(float(SIDE * x), float(SIDE * (1 - y))) for x, y in points]


def test_the_roc_curve_is_drawn_with_its_hull_where_that_is_another() -> None:
    concave = Sample.of([1, 0, 1, 0], ["0.25", "0.5", "0.6", "0.75"])
    assert list(lines(pictures(concave)[0])) == [[(0, SIDE), (SIDE, 0)], drawn(concave.hull()), drawn(concave.roc())]
    convex = Sample.of([0, 1, 0, 1], ["0.25", "0.5", "0.5", "0.75"])
    assert list(lines(pictures(convex)[0])) == [[(0, SIDE), (SIDE, 0)], drawn(convex.roc())]


def test_losses_are_drawn_where_they_are() -> None:
    brier, least = lines(pictures(Sample.of([0, 1, 0, 1], ["0.25", "0.5", "0.5", "0.75"]))[1])
    # the loss is c, then c/2 with half of class 0 below the threshold, then (1 - c)/2, then 1 - c
    corners = [(0, 0), (0.25, 0.25), (0.25, 0.125), (0.5, 0.25), (0.75, 0.125), (0.75, 0.25), (1, 0)]
    assert list(dict.fromkeys(brier)) == drawn(corners)
    assert list(dict.fromkeys(least)) == drawn([(0, 0), (0.5, 0.25), (1, 0)])


def test_frequencies_are_drawn_with_those_that_are_pooled() -> None:
    rising = Sample.of([0, 1, 0, 1], ["0.25", "0.5", "0.5", "0.75"])
    [figure] = pictures(rising, "CL <= 1/2 given calibrated")
    assert list(lines(figure)) == [
        [(0, SIDE), (SIDE, 0)],
        drawn([(Fraction(1, 4), 0), (Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 4), 1)]),
    ]
    [figure] = pictures(Sample.of([1, 0], ["0.25", "0.75"]), "CL <= 1/2")
    _, pooled, observed = lines(figure)
    assert (pooled, observed) == (
        drawn([(Fraction(1, 4), Fraction(1, 2)), (Fraction(3, 4), Fraction(1, 2))]),
        drawn([(Fraction(1, 4), 1), (Fraction(3, 4), 0)]),
    )


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ("", ["ROC", "Loss: Brier curve, optimal thresholds"]),
        ("n0 <= n1", ["ROC", "Loss: Brier curve, optimal thresholds"]),
        ("AUC <= KS", ["ROC"]),
        ("sensitivity(1/2) <= AUC", ["ROC"]),
        ("BS <= 1 given auc > 1/2", ["ROC", "Loss: Brier curve, optimal thresholds"]),
        ("MAE == BS", ["Loss: Brier curve, uniform thresholds"]),
        ("CL <= RL", ["Frequency"]),
        ("BS == loss(score_driven, scores=pav(s))", ["Frequency", "Loss: Brier curve, optimal thresholds"]),
        ("MER <= error(t)", ["Loss: optimal thresholds, score_fixed(t)"]),
        ("loss(rate_driven, cost=beta(2, 3 + (1 + t)*2)) <= 1", ["Loss: rate-driven curve, optimal thresholds"]),
        ("loss(score(t*(c + 1)/2), condition=skew) <= MBS", ["Loss: Brier curve, score(t*(c + 1)/2)"]),
        ("some data have, as printed, AUC as 0.79, loss(rate_fixed(1/2)) as 0.5", [
            "ROC", "Loss: rate_fixed(1/2), optimal thresholds"]),
    ],
)  # fmt: skip
def test_what_is_drawn_is_what_is_claimed(claim: str, shown: list[str]) -> None:
    found = []
    for figure in pictures(Sample.of([0, 1, 0, 1], ["0.25", "0.5", "0.5", "0.75"]), claim, {"t": "1/3"}):
        kind = (figure[0].get("aria-label") or "").split()[0]
        keys = ", ".join(key.tail or "" for key in figure[1].iter("span") if key.tail not in (None, " "))
        found.append(f"{kind}: {keys}" if kind == "Loss" else kind)
    assert found == shown


def test_what_needs_probabilities_is_not_drawn_without_them() -> None:
    raw = Sample.of([0, 1], [2, 3])
    labels = [[figure[0].get("aria-label") or "" for figure in pictures(raw, x)] for x in ("CL <= BS", "AUC <= BS")]
    assert [[label.split()[0] for label in found] for found in labels] == [["ROC", "Loss"], ["ROC"]]
    assert "Brier" not in "".join(chain.from_iterable(labels))


@pytest.mark.parametrize(
    "scores", [["-3", "2", "2", "7"], ["0", "0", "0", "0"], ["1", "1", "0", "0"], ["0", "0", "1", "1"]]
)
def test_any_sample_can_be_drawn(scores: list[str]) -> None:
    for figure in pictures(Sample.of([0, 0, 1, 1], scores)):
        for line in lines(figure):
            assert all(0 <= x <= SIDE and 0 <= y <= SIDE for x, y in line)


# --- hostile and unexpected ---------------------------------------------------------------------------------

HOSTILE = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)> $title ${main} & \u202e 数"


def test_hostile_text_stays_text() -> None:
    claim = Claim("9 9.<a>", HOSTILE, HOSTILE, "text", NotCheckable(HOSTILE), "not checkable", HOSTILE)
    paper = Paper("9 9", HOSTILE, HOSTILE, 2000, (claim,))
    numeric = {HOSTILE: HOSTILE, "data": HOSTILE, "witness": {"model": HOSTILE, "parameters": {HOSTILE: HOSTILE},
               "left": {"exact": HOSTILE, "value": 1.0}, "right": {"exact": None, "value": None}}}  # fmt: skip
    steps = [{"why": HOSTILE, "by": HOSTILE, "gives": HOSTILE, "latex": HOSTILE}]
    symbolic = {"given": [HOSTILE], "proof": steps, HOSTILE: [HOSTILE]}
    plain = Page(
        page_of(Verification((), (Result(paper, Claim("9 9.b", "", "", "text", claim.check), Finding("holds")),)))
    )
    page = Page(
        page_of(Verification((), (Result(paper, claim, Finding("not checkable", symbolic, numeric, HOSTILE)),)))
    )
    assert len(page.all("script")) == len(plain.all("script")) == 1
    assert not page.all("img")
    assert page.text.count("<script>alert(1)</script>") > 10
    assert "$title ${main} &" in page.text
    assert page.all("article", class_="claim")[0]["id"] == "9-9.-a-"
    assert page.all("code")  # no notation of the workbench, so it stands there as it is


@pytest.mark.parametrize("verdict", VERDICTS)
def test_what_is_not_expected_comes_first(verdict: str) -> None:
    paper, claim = chosen(["004.T6"]).claims["004.T6"]
    page = Page(page_of(Verification((), (Result(paper, claim, Finding(verdict, note="because")),))))
    surprising = verdict != "holds"
    assert (next(x["id"] for x in page.all("section")) == "unexpected") is surprising
    assert ("NOT every verdict is the expected one." in page.text) is surprising
    assert (f"{verdict}, expected: holds" in page.text) is surprising


def test_what_broke_off_and_what_was_refused_is_told() -> None:
    every = chosen(["Theorem 6", "004.T6"])
    [theorem], [(paper, claim)] = every.theorems.values(), every.claims.values()
    results = (Result(paper, claim, Finding("undecided", note="KeyError: lost"), broke_off=True),)
    page = Page(page_of(Verification((Checked(theorem, ("step 1 is idle",)),), results)))
    assert "its check broke off KeyError: lost" in page.text
    assert "Theorem 6 ✗ fails step 1 is idle" in page.text
    assert "0 of 1 theorem hold" in page.text


def test_one_theorem_or_one_claim_is_a_page_too() -> None:
    for name in ("Theorem 6", "004.T6", "Area and refinement"):
        page = Page(page_of(verify([name])))
        assert len(page.all("article")) == 1


def test_the_same_verification_gives_the_same_bytes(found: Verification) -> None:
    once = page_of(found)
    assert once == page_of(found)
    assert once == page_of(replace(found, cached=7))
    assert len(page_of(everything())) < 3_000_000


# --- the file -----------------------------------------------------------------------------------------------


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "a page é.html"
    assert cli.main(["verify", "004.T6", "000.tab.2", "--report", str(place), "--json", "--jobs", "1"]) == 0
    rows = json.loads(capsys.readouterr().out)["claims"]
    page = Page(place.read_text("utf-8"))
    assert [x["id"] for x in page.all("article", class_="claim")] == [row["id"] for row in rows]
    assert [x.name for x in tmp_path.iterdir()] == [place.name]
    assert stat.S_IMODE(place.stat().st_mode) == 0o666 & ~_umask()
    before = place.read_bytes()
    assert cli.main(["verify", "004.T6", "000.tab.2", "--report", str(place), "--jobs", "1"]) == 0
    assert place.read_bytes() == before


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


@pytest.mark.parametrize(
    "name", ["", ".", "missing/page.html", "taken", "file/page.html", "nul\0.html", "x" * 300, "pipe"]
)
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_verified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").touch()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verification, "verify", lambda *_, **__: pytest.fail("it was verified"))
    assert cli.main(["verify", "--report", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("workbench verify: ")
    assert err.count("\n") == 1
    assert sorted(x.name for x in tmp_path.iterdir()) == sorted(["file", "taken", *(["pipe"] * hasattr(os, "mkfifo"))])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="Permission denied"):
        checked_place(str(tmp_path / "page.html"))


def test_what_stood_there_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = checked_place(str(tmp_path / "page.html"))
    put(place, "before")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        put(place, "after")
    assert place.read_text() == "before"
    assert [x.name for x in tmp_path.iterdir()] == ["page.html"]


def test_who_reads_the_page_while_it_is_written_reads_it_whole(tmp_path: Path) -> None:
    place = checked_place(str(tmp_path / "page.html"))
    put(place, "before")
    with place.open() as reader:
        put(place, "after")
        assert reader.read() == "before"
    assert place.read_text() == "after"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.html").touch()
    (tmp_path / "link.html").symlink_to("real.html")
    put(checked_place(str(tmp_path / "link.html")), "page")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "page"
