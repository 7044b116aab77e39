"""Results of the workbench's own: each is proved and as sharp as it says, and one that is not is told."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.deciding.accepting import objection
from workbench.deciding.decide import Decision, prove
from workbench.language.statements import parse_statement
from workbench.pages.page import page_of
from workbench.papers import propositions as judged
from workbench.papers import selection
from workbench.papers.claims import Data
from workbench.papers.propositions import Judged, check
from workbench.papers.verification import verify
from workbench.samples.sample import Sample
from workbench.symbolic import library
from workbench.symbolic.library import propositions, theorems
from workbench.symbolic.proposition import Attained, Proposition
from workbench.witnesses.search import refutes

ALL = list(propositions().values())
BETA = propositions()["Brier score and Beta(2, 2) costs"]
AREA = propositions()["Area and refinement"]
FALSE = replace(BETA, statement="loss(score_driven, cost=beta(2, 2)) <= 5/4*BS")


def put_in_place(monkeypatch: pytest.MonkeyPatch, proposition: Proposition) -> None:
    known = {**propositions(), proposition.name: proposition}
    monkeypatch.setattr(library, "propositions", lambda: known)
    monkeypatch.setattr(selection, "propositions", lambda: known)


# --- what stands in proofs/ -------------------------------------------------------------------------------------


def test_there_are_six_and_no_name_is_that_of_a_theorem() -> None:
    assert len(ALL) >= 6
    assert not propositions().keys() & theorems().keys()
    assert len({x.statement for x in ALL}) == len(ALL)


@pytest.mark.parametrize("proposition", ALL, ids=str)
def test_it_holds_as_sharp_as_it_says(proposition: Proposition) -> None:
    found = check(proposition)
    assert (found.verdict, found.note) == ("holds", "")
    assert objection(found.symbolic["document"]) is None
    assert len(found.numeric["sharp"]) == len(proposition.sharp)


@pytest.mark.parametrize("proposition", ALL, ids=str)
def test_it_says_in_a_sentence_what_it_is_and_what_it_means(proposition: Proposition) -> None:
    for sentence in (proposition.says, proposition.means):
        assert sentence.endswith(".")
        assert ". " not in sentence
        assert sentence[0].isupper()
        assert len(sentence) <= 250


@pytest.mark.parametrize("proposition", ALL, ids=str)
def test_nothing_smaller_would_do(proposition: Proposition) -> None:
    """The last data set refutes the statement with the greater side lowered by a little more than the gap."""
    statement, last = parse_statement(proposition.statement), proposition.sharp[-1]
    little = last.gap + Fraction(1, 10**6)
    sides = (statement.left, statement.right) if statement.relation == "<=" else (statement.right, statement.left)
    stricter = parse_statement(f"{sides[0]} <= {sides[1]} - {little}")
    sample = judged.data_of(last).sample
    assert refutes(statement, sample, {}) is None
    assert refutes(stricter, sample, {}) is not None


@pytest.mark.parametrize(
    ("name", "figure", "printed"),
    [
        ("Least error and refinement", Fraction(1, 10) * Fraction(9, 10), "0.09"),
        ("Ranks in place of calibrated scores", (Fraction(1, 10) - Fraction(1, 2)) ** 2, "0.16"),
        ("What ranks lack at most", Fraction(1, 3) - Fraction(1, 4) * Fraction(9, 10), "0.109"),
        ("An offset of the mean score", Fraction("0.05") ** 2, "0.0025"),
        ("Brier score and Beta(2, 2) costs", Fraction(4, 3) * Fraction("0.15"), "0.2"),
        ("Area and refinement", Fraction(2, 4) * Fraction(1, 10) + Fraction(1, 12), "0.134"),
    ],
)
def test_the_figures_of_what_it_means_are_right(name: str, figure: Fraction, printed: str) -> None:
    assert f"{printed}" in propositions()[name].means
    places = len(printed.partition(".")[2])
    assert 0 <= Fraction(printed) - figure < Fraction(1, 10**places)


def test_with_few_of_class_1_ranks_lose_what_the_remark_says() -> None:
    assert prove("E((pav(s) - R(s))**2) >= (pi1 - 1/2)**2").verdict == "proved"


# --- what is not so ---------------------------------------------------------------------------------------------


def test_a_false_result_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = check(FALSE)
    assert (found.verdict, found.note) == ("fails", "a data set refutes it")
    witness = found.numeric["witness"]
    sample = Sample.of(witness["classes"], witness["scores"])
    assert refutes(parse_statement(FALSE.statement), sample, {}) is not None
    put_in_place(monkeypatch, FALSE)
    assert main(["verify", FALSE.name, "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    assert f"{FALSE.name}  fails, expected: holds" in out
    assert "a data set refutes it" in out
    assert main(["verify", FALSE.name, AREA.name, "--jobs", "1"]) == 1
    told = capsys.readouterr().out
    assert "results: 1 of 2 hold, proved anew\na second program read and accepted 1 proof\n" in told
    assert told.splitlines()[-1].startswith("NOT every verdict")


@pytest.mark.parametrize(
    ("sharp", "note"),
    [
        ((Attained.at(("1/2", 1, 1)),), "the sides are 1/48 apart, not 0, on 1 and 1 examples at 1/2"),
        ((Attained.at(("1/2", 1, 1), gap="1/48"),), "both sides are 1/48 apart on the only data that are named"),
        ((Attained.at(("1/3", 0, 1), ("2/3", 1, 0)), Attained.at(("1/2", 1, 1), gap="1/48")), "do not come nearer"),
        ((), "no data are named on which it is sharp"),
    ],
)
def test_data_without_equality_are_told(sharp: tuple[Attained, ...], note: str) -> None:
    found = check(replace(BETA, sharp=sharp))
    assert found.verdict == "fails"
    assert note in found.note


def test_both_engines_look_at_where_it_is_sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    for proposition in ALL:
        statement = parse_statement(proposition.statement)
        for attained in proposition.sharp:
            data = judged.data_of(attained)
            assert all(data.exact(side) == data.symbolic(side) for side in (statement.left, statement.right))
    monkeypatch.setattr(Data, "symbolic", lambda *_: Fraction(1, 7))
    assert "THE TWO ENGINES DISAGREE" in check(AREA).note


def test_gaps_that_fall_too_slowly_are_told() -> None:
    two, four, eight = AREA.sharp
    assert check(replace(AREA, sharp=(two, eight))).verdict == "holds"
    for sharp in ((four, two), (two, two), (two, four, four)):
        assert "both sides do not come nearer" in check(replace(AREA, sharp=sharp)).note


def test_the_data_must_be_what_the_result_is_about() -> None:
    calibrated = replace(
        AREA,
        statement="BS <= MER*(1 - MER) given calibrated",
        sharp=(Attained.at(("1/4", 3, 1), ("3/4", 1, 3)),),
    )
    assert check(calibrated).verdict == "holds"
    elsewhere = replace(calibrated, sharp=(Attained.at(("1/2", 3, 1)),))
    assert "it is not about the data on which it should be sharp" in check(elsewhere).note


def test_undecided_and_refused_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = Decision(parse_statement(AREA.statement), "undecided", note="no proof was found")
    monkeypatch.setattr(judged, "decision", lambda proposition: undecided)
    found = check(AREA)
    assert (found.verdict, found.note) == ("undecided", "no proof was found")
    assert not Judged(AREA, found).holds
    assert not verify([AREA.name]).ok


def test_a_document_that_is_refused_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    found = prove(AREA.statement)
    assert found.document is not None
    forged = replace(found, document={**found.document, "statement": "RLH <= 2*pi0*pi1*(1 - AUCH) + 1/13"})
    monkeypatch.setattr(judged, "decision", lambda proposition: forged)
    assert check(AREA).verdict == "undecided"
    assert check(AREA).note.startswith("the reader refuses its document: ")


def test_what_breaks_off_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "decision", lambda proposition: 1 / 0)
    found = verify([AREA.name])
    assert not found.ok
    assert found.propositions[0].finding.note.startswith("the check broke off: ZeroDivisionError")


# --- where it is shown ------------------------------------------------------------------------------------------


def test_it_is_listed_with_the_theorems_and_its_document_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "Theorem 6", AREA.name, "--json", "--proof", str(tmp_path), "--jobs", "1"]) == 0
    rows = json.loads(capsys.readouterr().out)["theorems"]
    assert [(row["name"], row["verdict"]) for row in rows] == [("Theorem 6", "holds"), (AREA.name, "holds")]
    assert (rows[1]["kind"], rows[1]["means"]) == ("result", AREA.means)
    assert [x["gap"] for x in rows[1]["sharp"]] == ["1/48", "1/192", "1/768"]
    (place,) = tmp_path.glob("Area*")
    assert main(["recheck", str(place)]) == 0
    assert f"accepted {AREA.statement}" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["--csv", "--toml"])
def test_it_is_a_row_and_a_table_too(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", AREA.name, form, "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert AREA.statement in out
    assert "result" in out


def test_the_page_has_its_meaning_its_proof_and_its_data() -> None:
    text = page_of(verify([AREA.name]))
    for part in ('id="result-area-and-refinement"', "In practice: ", "Data on which it is sharp", "<summary>Proof"):
        assert part in text


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    first = verify([AREA.name], cache=tmp_path)
    again = verify([AREA.name], cache=tmp_path)
    assert (first.cached, again.cached) == (0, 1)
    assert first.documents == again.documents
    assert repr(again) == "1 result proved anew, all as expected"
