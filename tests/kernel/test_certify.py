"""The axioms in Coq: what the comments quote, what the kernel accepts, and what must be refused."""

import json
import re
import shutil
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import InputError
from workbench.kernel.certifying import (
    CLASSICAL_REALS,
    NOT_YET,
    OUT_OF_TIME,
    PROVED,
    REFUSED,
    Manifest,
    certify,
    chosen,
)
from workbench.kernel.library import FOLDER, Source, axioms, reasons, sources, without_comments

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="there is no coqc")
QUOTE = re.compile(r"\(\*\* Axiom (\w+)\.(.*?)\*\)\s*Theorem (\w+)", re.DOTALL)
QUOTED = [(source.name, *found) for source in sources().values() for found in QUOTE.findall(source.text)]
TRUE = "Theorem maximum : True.\nProof.\n  exact I.\nQed.\n"


def of(folder: Path, **files: str) -> Manifest:
    """The manifest of the axiom maximum in a library of these files."""
    for name, text in files.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return certify(["maximum"], str(COQC), folder)


def lines_of(text: str, key: str) -> list[str]:
    return [line.split(": ", 1)[1].strip() for line in text.splitlines() if line.strip().startswith(f"{key}: ")]


@pytest.mark.parametrize(("file", "axiom", "text", "theorem"), QUOTED)
def test_a_comment_quotes_the_axiom(file: str, axiom: str, text: str, theorem: str) -> None:
    entry = axioms()[axiom]
    assert theorem == axiom, file
    assert lines_of(text, "left") == [entry["left"]]
    assert lines_of(text, "relation") == [entry.get("relation", "==")]
    assert lines_of(text, "right") == [entry["right"]]
    assert lines_of(text, "given") == entry.get("given", [])
    assert lines_of(text, "for_all") == entry.get("for_all", [])


def test_each_theorem_with_the_name_of_an_axiom_quotes_it() -> None:
    named = [name for source in sources().values() for name in source.theorems if name in axioms()]
    assert sorted(named) == sorted(axiom for _, axiom, _, _ in QUOTED)
    assert len(named) == len(set(named)) > 20


def test_reasons_are_given_of_axioms_without_a_theorem() -> None:
    assert reasons().keys() == axioms().keys() - {axiom for _, axiom, _, _ in QUOTED}


@pytest.mark.parametrize(
    "line",
    [
        "Axiom a : False.",
        "Parameter a : nat.",
        "Lemma a : False. Admitted.",
        "Lemma a : False. admit.",
        "Lemma a : False. Abort.",
        "Unset Guard Checking.",
        "Unset Universe Checking.",
        'Declare ML Module "x".',
    ],
)
def test_what_goes_past_the_kernel_is_seen(line: str) -> None:
    assert Source("A", f"(* fine *)\n{line}\n").refusal.startswith("A.v, line 2: ")  # type: ignore[union-attr]
    assert Source("A", f"(* (* {line} *) *)\nDefinition axiomatic := 0.\n").refusal is None


def test_comments_stand_inside_of_comments() -> None:
    assert without_comments("a (* b (* c *) d *) e") == "a   e"
    assert Source("A", "(* (* *) *) Axiom a : False.").refusal == "A.v, line 1: Axiom may not stand there"


def test_the_files_are_read() -> None:
    found = Source("B", f"From Workbench Require Import A C.\nRequire Import Reals.\n{TRUE}")
    assert found.needs == {"A", "C"}
    assert found.theorems == {"maximum": "maximum : True"}
    assert Source("B", "(* Theorem maximum : True.\nProof. *)").theorems == {}


def test_names_are_those_of_axioms() -> None:
    assert chosen([]) == list(axioms())
    with pytest.raises(InputError, match="did you mean maximum"):
        chosen(["maximun"])


def test_without_coq(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["certify", "--all"]) == 3
    assert capsys.readouterr().out == "not certified: no kernel found\n"
    assert main(["certify", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["verdict"] == "not certified"


def test_a_limit_of_time(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A kernel that does not come to an end is stopped; that neither proves nor refutes, and nothing after it is."""
    slow = tmp_path / "coqc"
    slow.write_text('#!/bin/sh\n[ "$1" = --print-version ] && echo 8.16 8.16 && exit\nexec /bin/sleep 60\n', "utf-8")
    slow.chmod(0o755)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "A.v").write_text("", encoding="utf-8")
    text = f"From Workbench Require Import A.\n{TRUE}"
    (tmp_path / "lib" / "B.v").write_text(text, encoding="utf-8")
    found = certify(["maximum"], str(slow), tmp_path / "lib", limit=0.2)
    assert found.verdict == OUT_OF_TIME
    assert found.certificates[0].why == "A.v: Coq was stopped after 0.2 s, its limit of time, without an answer"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["certify", "maximum", "--seconds", "0.2"]) == 3
    told = capsys.readouterr()
    assert "maximum: out of time (" in told.out
    assert "refused" not in told.out + told.err
    document = tmp_path / "proof.json"
    with pytest.raises(SystemExit, match="2"):
        main(["certify", str(document), "--seconds", "0"])


def test_a_limit_of_time_for_what_a_theorem_rests_on(tmp_path: Path) -> None:
    """A kernel that compiles the library, and does not say what its theorem rests on."""
    slow = tmp_path / "coqc"
    slow.write_text('#!/bin/sh\nfor last; do :; done\n[ "$last" = Asked.v ] && exec /bin/sleep 60\nexit 0\n', "utf-8")
    slow.chmod(0o755)
    (tmp_path / "A.v").write_text(TRUE, encoding="utf-8")
    found = certify(["maximum"], str(slow), tmp_path, limit=1)
    assert found.verdict == OUT_OF_TIME
    assert found.certificates[0].why == "Coq was stopped at its limit of time before it said what the theorem rests on"
    slow.write_text("#!/bin/sh\nexit 0\n", "utf-8")
    silent = certify(["maximum"], str(slow), tmp_path, limit=5)
    assert (silent.verdict, silent.certificates[0].why) == (REFUSED, "the kernel does not say what it rests on")


@pytest.mark.parametrize("arguments", [["maximun"], ["--all", "maximum"], ["--csv"]])
def test_wrong_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@needs_coq
def test_a_true_theorem_is_proved(tmp_path: Path) -> None:
    found = of(tmp_path, A="Definition a := 0.\n", B=f"From Workbench Require Import A.\n{TRUE}").certificates[0]
    assert (found.verdict, found.file, found.assumptions) == (PROVED, "B.v", ())


@needs_coq
def test_a_proof_that_was_given_up_is_refused(tmp_path: Path) -> None:
    """coqc accepts it."""
    found = of(tmp_path, A="Theorem maximum : False.\nProof.\nAdmitted.\n").certificates[0]
    assert (found.verdict, found.why) == (REFUSED, "A.v, line 3: Admitted may not stand there")


@needs_coq
def test_a_proof_that_fails_is_refused(tmp_path: Path) -> None:
    found = of(tmp_path, A="Theorem maximum : False.\nProof.\n  exact I.\nQed.\n").certificates[0]
    assert found.verdict == REFUSED
    assert found.why.startswith("A.v, line 3: Error:")


@needs_coq
def test_what_a_theorem_rests_on_is_found(tmp_path: Path) -> None:
    """A variable outside of a section is an axiom by another name."""
    found = of(tmp_path, A="Variable a : False.\nTheorem maximum : False.\nProof.\n  exact a.\nQed.\n").certificates[0]
    assert (found.verdict, found.why) == (REFUSED, "it rests on A.a")


@needs_coq
def test_what_needs_a_refused_file_is_refused(tmp_path: Path) -> None:
    found = of(tmp_path, A="Axiom a : False.\n", B=f"From Workbench Require Import A.\n{TRUE}").certificates[0]
    assert (found.verdict, found.why) == (REFUSED, "A.v, line 1: Axiom may not stand there")


@needs_coq
def test_files_that_need_each_other_are_refused(tmp_path: Path) -> None:
    found = of(tmp_path, A=f"From Workbench Require Import B.\n{TRUE}", B="From Workbench Require Import A.\n")
    assert found.certificates[0].verdict == REFUSED


@needs_coq
@pytest.mark.slow
def test_the_library_is_proved_in_the_kernel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "manifest.json"
    assert main(["certify", "--all", "-o", str(place)]) in (0, 3)
    manifest = json.loads(place.read_text("utf-8"))
    proved = {x["axiom"] for x in manifest["axioms"] if x["verdict"] == PROVED}
    assert proved == {axiom for _, axiom, _, _ in QUOTED}
    assert {x["verdict"] for x in manifest["axioms"]} <= {PROVED, NOT_YET}
    assert {a for x in manifest["axioms"] for a in x["assumptions"]} <= CLASSICAL_REALS
    for_documents = {
        "Signs.v",
        "Shapes.v",
        "ClassRates.v",
        "Scores.v",
        "Ranges.v",
        "Densities.v",
        "Spread.v",
        "Roots.v",
    }
    assert manifest["files"].keys() == {path.name for path in FOLDER.glob("*.v")} - for_documents


TWINS = {  # a mutated statement for each file, which its proof must not fit
    "Means": ("1 + x <= exp x", "1 + x < exp x"),
    "Shares": (
        "p true * Ek l true (fun s _ => g (v s)) = E l p (fun s _ => v s * g (v s))",
        "p true * Ek l true (fun s _ => g (v s)) = E l p (fun s _ => v s * v s * g (v s))",
    ),
    "Least": ("Rmin (p false) (p true) * (1 - AUC l) <= mer", "Rmax (p false) (p true) * (1 - AUC l) <= mer"),
    "Ranks": ("= integral (fun u => h u) 0 1.", "= integral (fun u => h u) 0 2."),
    "Losses": (
        "loss_for_skews l v w m x <-> loss l halves v w m x",
        "loss_for_skews l v w m x <-> loss l (own l) v w m x",
    ),
    "Conditions": ("exists t a, 0 <= a <= 1 /\\ Rate l p t a = r", "exists t, Rate l p t 1 = r"),
    "Spaced": ("- (s - 1 / (2 * n)) ^ (j + 1)", "- (s - 1 / (3 * n)) ^ (j + 1)"),
    "Places": ("-> y <= z * ks.", "-> y <= z * ks * ks."),
    "Distances": ("(1 - ks) ^ 2 / 2 <= AUC l", "(1 - ks) / 2 <= AUC l"),
    "Areas": ("A <= (1 + AUC l) / 2.", "A <= (1 + AUC l) / 3."),
    "Misorders": (
        "RLH l p v * (1 - Rmin (p false) (p true) * (2 * A - 1)).",
        "RLH l p v * (1 - Rmax (p false) (p true) * (2 * A - 1)).",
    ),
    "Cutpoints": ("(E l p (F l true) + 1 / (2 * n))) x.", "(E l p (F l true) + 1 / n)) x."),
    "Populations": ("-> 0 <= s <= 1 -> Rate l p s a = s.", "-> 0 <= s <= 1 -> Rate l p s a = s / 2."),
    "Beta": ("((a + INR j - 1) / (a + b + INR j - 1) * y).", "((a + INR j) / (a + b + INR j) * y)."),
    "Exchange": ("-> y = Ek l k e.", "-> y = 2 * Ek l k e."),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("file", TWINS)
def test_a_false_twin_is_refused(file: str, tmp_path: Path) -> None:
    true, false = TWINS[file]
    for path in FOLDER.glob("*.v"):
        text = path.read_text("utf-8")
        if path.stem == file:
            assert text.count(true) >= 1
            text = text.replace(true, false)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    wanted = [axiom for name, axiom, _, _ in QUOTED if name == file]
    found = certify(wanted, str(COQC), tmp_path)
    assert {x.verdict for x in found.certificates} == {REFUSED}
