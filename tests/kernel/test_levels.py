"""The levels of results: what a manifest raises, and what is stale, changed or missing and raises nothing."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.deciding.accepting import document_of, rests_on
from workbench.errors import InputError
from workbench.kernel import documents, levels
from workbench.kernel.certifying import OUT_OF_TIME, PROVED, REFUSED, certify
from workbench.kernel.levels import CERTIFIED, IN_KERNEL, READ_AGAIN, WHOLE, Certificates, certificates_of
from workbench.kernel.library import FOLDER, axioms, digest, digest_of_axiom, quoted, reasons, sources, state
from workbench.pages.page import page_of
from workbench.papers.selection import library
from workbench.papers.verification import Verification, verify

NAME = "Mean rank"
DOCUMENT = document_of(library().theorems[NAME])
NAMES = [NAME, "Theorem 6", "Area and refinement", "004.T6", "004.s1.1.gini", "000.tab.2"]
KERNEL = r"""#!/bin/sh
for last; do :; done
[ "$last" = Asked.v ] || exit 0
sed -n 's/^Goal True. idtac "\(theorem: .*\)". exact I. Qed.$/\1\nClosed under the global context/p' Asked.v
"""
posix = pytest.mark.skipif(os.name != "posix", reason="a shell stands for the kernel")


def manifest() -> dict[str, Any]:
    """One in which the axioms of a theorem are proved, and its document is certified."""
    return {
        "state": state(sources()),
        "axioms": [{"axiom": x, "verdict": PROVED, "says": digest_of_axiom(axioms()[x])} for x in rests_on(DOCUMENT)],
        "documents": [{"name": NAME, "verdict": CERTIFIED, "document": digest(DOCUMENT)}],
    }


def level(found: Certificates) -> str:
    return found.level(digest(DOCUMENT), rests_on(DOCUMENT))


def test_the_levels() -> None:
    assert len(rests_on(DOCUMENT)) == 2
    assert level(Certificates()) == READ_AGAIN
    assert level(certificates_of(manifest())) == WHOLE
    assert level(certificates_of({**manifest(), "documents": []})) == IN_KERNEL


def other(found: dict[str, Any], part: str, key: str, value: Any) -> None:
    found[part][0][key] = value


@pytest.mark.parametrize(
    ("change", "falls_to"),
    [
        (lambda x: x.update(state="0" * 64), READ_AGAIN),
        (lambda x: other(x, "axioms", "says", "0" * 64), READ_AGAIN),
        (lambda x: other(x, "axioms", "says", None), READ_AGAIN),
        (lambda x: other(x, "axioms", "verdict", REFUSED), READ_AGAIN),
        (lambda x: other(x, "axioms", "verdict", OUT_OF_TIME), READ_AGAIN),
        (lambda x: other(x, "axioms", "axiom", "no_axiom"), READ_AGAIN),
        (lambda x: x["axioms"].pop(), READ_AGAIN),
        (lambda x: other(x, "documents", "document", "0" * 64), IN_KERNEL),
        (lambda x: other(x, "documents", "verdict", REFUSED), IN_KERNEL),
        (lambda x: x.pop("documents"), IN_KERNEL),
    ],
)
def test_what_is_changed_or_missing_raises_nothing(change: Callable[[dict[str, Any]], None], falls_to: str) -> None:
    found = manifest()
    change(found)
    assert level(certificates_of(found)) == falls_to


@pytest.mark.parametrize(
    ("key", "value"), [("right", "0"), ("relation", "<="), ("letters", {}), ("given", ["pi0 == 1/2"])]
)
def test_an_axiom_that_says_something_else_now_is_not_proved(
    key: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, found = rests_on(DOCUMENT)[0], manifest()
    changed = {**axioms(), name: {**axioms()[name], key: value}}
    monkeypatch.setattr(levels, "axioms", lambda: changed)
    assert level(certificates_of(found)) == READ_AGAIN
    changed[name] = {**axioms()[name], "because": "another reason"}
    assert level(certificates_of(found)) == WHOLE


def test_another_library_or_none_leaves_the_first_level(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "coq")
    assert level(certificates_of(manifest(), tmp_path / "coq")) == WHOLE
    with (tmp_path / "coq" / "Ranks.v").open("a", encoding="utf-8") as file:
        file.write("(* *)\n")
    assert level(certificates_of(manifest(), tmp_path / "coq")) == READ_AGAIN
    assert level(certificates_of(manifest(), tmp_path)) == READ_AGAIN


def test_no_manifest_raises_what_rests_on_no_axiom() -> None:
    assert Certificates().level("", []) == READ_AGAIN
    assert certificates_of(manifest()).level("", []) == IN_KERNEL


def test_axioms_cited_at_the_end_of_a_line_count() -> None:
    cites = {"steps": [{"by": {"axioms": ["maximum"], "uses": [{"document": {"uses": [{"axiom": "isotonic"}]}}]}}]}
    assert documents._axioms(cites) == set(rests_on(cites)) == {"maximum", "isotonic"}


# --- what certify writes --------------------------------------------------------------------------------------------


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that accepts everything in the kernel's place, and a folder in which certificates are kept."""
    place = tmp_path / "bin" / "coqc"
    place.parent.mkdir()
    place.write_text(KERNEL, encoding="utf-8")
    place.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "kept"))
    return place


@posix
def test_verify_reads_what_certify_kept(kernel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "kept"
    assert level(levels.kept(folder)) == READ_AGAIN
    assert main(["certify", *rests_on(DOCUMENT)]) == 0
    assert level(levels.kept(folder)) == IN_KERNEL
    assert main(["certify", NAME, "-o", str(tmp_path / "manifest.json")]) == 0
    assert level(levels.kept(folder)) == WHOLE
    assert level(levels.read(tmp_path / "manifest.json")) == WHOLE
    capsys.readouterr()
    assert main(["verify", NAME]) == 0
    assert "whole certified" in capsys.readouterr().out
    assert main(["verify", *NAMES[:2], "--all"]) == 0
    told = capsys.readouterr().out
    assert [x.split()[:4] for x in told.splitlines() if x.startswith((" Mean", " Theorem"))] == [
        ["Theorem", "6", "holds", "read"],
        ["Mean", "rank", "holds", "whole"],
    ]
    assert "accepted 2 proofs; Coq's kernel proved the axioms of 1 and certified 1 as a whole" in " ".join(told.split())
    assert main(["verify", NAME, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["theorems"][0]["level"] == WHOLE


@posix
def test_axioms_and_documents_are_in_one_manifest(kernel: Path, tmp_path: Path) -> None:
    place = tmp_path / "manifest.json"
    assert main(["certify", "maximum", NAME, "-o", str(place)]) == 0
    found = json.loads(place.read_text("utf-8"))
    assert {x["axiom"] for x in found["axioms"]} == {"maximum", *rests_on(DOCUMENT)}
    assert [x["document"] for x in found["documents"]] == [digest(DOCUMENT)]


@posix
@pytest.mark.parametrize(("left", "counts"), [("x", True), ("y", False)])
def test_a_theorem_counts_for_the_axiom_that_its_comment_quotes(
    left: str, counts: bool, kernel: Path, tmp_path: Path
) -> None:
    quote = f"(** Axiom maximum.\n    left: {left}\n    relation: <=\n    right: max(x, y) *)\n"
    text = f"{quote}Theorem maximum : True.\nProof.\n  exact I.\nQed.\n"
    (tmp_path / "A.v").write_text(text, encoding="utf-8")
    found = certify(["maximum"], str(kernel), tmp_path)
    assert found.certificates[0].verdict == PROVED
    assert certificates_of(found.to_json(), tmp_path).axioms == ({"maximum"} if counts else set())


def test_every_theorem_of_the_library_can_count() -> None:
    quotes = {name: text for x in sources().values() for name, text in x.quotes.items()}
    assert {x for x in quotes if quoted(quotes[x], axioms()[x])} == {*axioms()} - {*reasons()}
    assert len(quotes) > 60


def test_what_is_kept_is_joined_and_what_is_refused_is_let_go(tmp_path: Path) -> None:
    one, two = manifest(), manifest()
    one["axioms"], two["axioms"] = one["axioms"][:1], two["axioms"][1:]
    two["documents"] = []
    levels.keep(tmp_path, one)
    levels.keep(tmp_path, two)
    assert level(levels.kept(tmp_path)) == WHOLE
    other(one, "axioms", "verdict", OUT_OF_TIME)
    levels.keep(tmp_path, one)
    assert level(levels.kept(tmp_path)) == WHOLE
    other(one, "axioms", "verdict", REFUSED)
    levels.keep(tmp_path, one)
    assert level(levels.kept(tmp_path)) == READ_AGAIN
    levels.keep(tmp_path, {**manifest(), "state": "0" * 64})
    levels.keep(tmp_path, two)
    assert levels.kept(tmp_path).axioms == {two["axioms"][0]["axiom"]}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"axioms": 1}', '{"axioms": [1]}', '{"axioms": [], "documents": 2}'])
def test_what_is_no_manifest(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = levels.place_of(tmp_path, manifest()["state"])
    place.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no manifest; workbench certify --all -o FILE writes one"):
        levels.read(place)
    assert levels.kept(tmp_path) == Certificates()
    assert main(["verify", NAME, "--manifest", str(place)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    levels.keep(tmp_path, manifest())
    assert level(levels.kept(tmp_path)) == WHOLE


# --- what is shown --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain() -> Verification:
    return verify(NAMES)


@pytest.fixture(scope="module")
def raised() -> Verification:
    return verify(NAMES, certificates=certificates_of(manifest()))


def test_what_holds_by_a_proof_has_a_level_and_nothing_else(plain: Verification, raised: Verification) -> None:
    assert plain.of_theorems == {NAME: READ_AGAIN, "Theorem 6": READ_AGAIN}
    assert raised.of_theorems == {NAME: WHOLE, "Theorem 6": READ_AGAIN}
    for found in (plain, raised):
        shown = {x["id"]: x["level"] for x in found.to_json()["claims"]}
        assert {x for x, level in shown.items() if level} == {"004.T6", "004.s1.1.gini.corrected"}
        assert {"000.tab.2.BS", "004.s1.1.gini"} < shown.keys()
        assert {x["name"]: x["level"] for x in found.to_json()["theorems"]} == {
            **found.of_theorems,
            "Area and refinement": READ_AGAIN,
        }
    assert (plain.reached, raised.reached) == ((5, 0, 0), (5, 2, 1))


def test_the_page_marks_levels_in_words(plain: Verification, raised: Verification) -> None:
    signs = {"●○○": READ_AGAIN, "●●○": IN_KERNEL, "●●●": WHOLE}
    marks = [f'aria-hidden="true">{sign}</span> {said}<' for sign, said in signs.items()]
    assert [page_of(plain).count(x) for x in marks] == [5, 0, 0]
    assert [page_of(raised).count(x) for x in marks] == [3, 1, 1]
    assert "accepted 5 proofs; the axioms are not certified yet: workbench certify --all has" in page_of(plain)
    assert "accepted 5 proofs; Coq's kernel proved the axioms of 2 and certified 1 as a whole" in page_of(raised)
