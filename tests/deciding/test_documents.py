"""Proof documents, as commands write them and the second program reads them."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest

from workbench import prove
from workbench.cli import main
from workbench.deciding import accepting
from workbench.deciding.accepting import Checked, check, objection, rests_on
from workbench.deciding.documents import Document
from workbench.papers.verification import Verification
from workbench.recheck import Refused
from workbench.symbolic.library import theorems

RECHECK = Path(__file__).parents[2] / "workbench" / "recheck"

Read = Callable[..., tuple[int, list[str], str]]
AXIOMS = Path(__file__).parents[2] / "workbench" / "recheck" / "axioms.toml"

WRITTEN = (
    (("prove", "BS <= MAE"), "BS <= MAE", "inequality"),
    (("prove", "loss(score_driven) == BS"), "loss(score_driven) == BS", "equality"),
    (("prove", "MAE == 2*BS given calibrated"), "MAE == 2*BS given calibrated", "equality"),
    (("prove", "MER <= min(pi0, pi1)"), "MER <= min(pi0, pi1)", "inequality"),
    (("prove", "BS != MAE + 1"), "BS != MAE + 1", "inequality"),
    (("derive", "rate_driven"), "loss(rate(c)) == pi0*pi1*(1 - 2*AUC) + 1/3", "derivation"),
    (("derive", "score_driven", "--condition", "skew"), "loss(score(c), condition=skew) == MBS", "derivation"),
    (("compare", "score_uniform", "score_driven"), "loss(score_driven) <= loss(score_uniform)", "inequality"),
    (("compare", "optimal", "score_driven"), "loss(optimal) <= loss(score_driven)", "inequality"),
    (("compare", "score(u)", "score_uniform"), "loss(score(u)) == loss(score_uniform)", "equality"),
    (("discover", "score_driven"), "loss(score_driven) == BS", "equality"),
    (("discover", "score(1 - c)"), "loss(score(1 - c)) == 2*MAE - BS", "equality"),
)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Read:
    """A command of the workbench: its exit code, its lines and what it says on standard error."""

    def run(*arguments: object) -> tuple[int, list[str], str]:
        try:
            code = main([str(x) for x in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


@pytest.fixture(scope="module")
def proved() -> Document:
    found = prove("BS <= MAE").document
    assert found is not None
    return found


def put(folder: Path, content: object, name: str = "proof.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


# --- what commands write ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "statement", "kind"), WRITTEN, ids=[" ".join(asked) for asked, _, _ in WRITTEN])
def test_a_command_writes_what_it_proved(
    asked: tuple[str, ...], statement: str, kind: str, tmp_path: Path, command: Read
) -> None:
    place = tmp_path / "proof.json"
    code, shown, complaints = command(*asked, "--proof", place)
    assert (code, complaints) == (0, "")
    assert shown
    document = json.loads(place.read_text("utf-8"))
    assert (document["format"], document["statement"], document["kind"]) == (1, statement, kind)
    assert command("recheck", place) == (0, [f"accepted {statement}"], "")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("prove", "MAE == BS"), 1),
        (("prove", "BS < MAE"), 1),
        (("prove", "1/(AUC - 1/2) == 1/(AUC - 1/2)"), 3),
        (("compare", "score(c**u)", "rate_driven"), 1),
        (("derive", "score(c**u)", "--seconds", "1"), 3),
    ],
)
def test_nothing_is_written_where_nothing_is_proved(
    asked: tuple[str, ...], code: int, tmp_path: Path, command: Read
) -> None:
    place = tmp_path / "proof.json"
    found, _, complaints = command(*asked, "--proof", place)
    assert found == code
    assert complaints == f"workbench: no proof was written to {place}: nothing is proved\n"
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_wrong_input(tmp_path: Path, command: Read) -> None:
    code, _, complaints = command("prove", "BS <= MAE", "--proof", tmp_path / "absent" / "proof.json")
    assert code == 2
    assert "cannot be written" in complaints
    assert complaints.count("\n") == 1


@pytest.mark.slow
def test_comparing_all_writes_a_document_for_each_pair_that_is_proved(tmp_path: Path, command: Read) -> None:
    folder = tmp_path / "pairs"
    code, lines, complaints = command("compare", "--all", "--json", "--proof", folder)
    assert code == 0
    every = json.loads("".join(lines))["comparisons"]
    decided = [x for x in every if x["verdict"] in ("first", "second", "equal") or x["gap_proof"]]
    files = sorted(folder.iterdir())
    assert complaints == f"workbench compare: {len(files)} proof documents are in {folder}\n"
    assert len(files) == len(decided) > 5
    assert command("recheck", *files)[0] == 0


@pytest.mark.parametrize(("name", "file"), [("004.T10", "004.T10.json"), ("Theorem 10", "Theorem_10.json")])
def test_a_folder_of_what_verify_proved(name: str, file: str, tmp_path: Path, command: Read) -> None:
    folder = tmp_path / "proofs" / "of today"
    assert command("verify", name, "--proof", folder)[0] == 0
    assert [path.name for path in folder.iterdir()] == [file]
    code, lines, complaints = command("recheck", folder / file)
    assert (code, complaints) == (0, "")
    assert lines[0].startswith("accepted loss(rate")
    assert lines[0].endswith("== pi0*pi1*(1 - 2*AUC) + 1/3")


def test_verify_writes_nothing_of_what_is_not_proved(tmp_path: Path, command: Read) -> None:
    held, refused = check(theorems()["Theorem 6"]), Checked(theorems()["Theorem 4"], ("it is refused",))
    assert held.holds
    found = Verification((held, refused), ())
    assert list(found.documents) == ["Theorem 6"]
    assert objection(found.documents["Theorem 6"]) is None


# --- what recheck says --------------------------------------------------------------------------------------


def test_accepted_and_refused_files_one_line_each(tmp_path: Path, command: Read, proved: Document) -> None:
    true = put(tmp_path, proved, "true.json")
    false = put(tmp_path, proved | {"statement": "MAE <= BS"}, "false.json")
    assert command("recheck", true) == (0, ["accepted BS <= MAE"], "")
    refused = "refused MAE <= BS: the first line is not the difference of both sides"
    assert command("recheck", false) == (1, [refused], "")
    assert command("recheck", true, false, true) == (1, ["accepted BS <= MAE", refused, "accepted BS <= MAE"], "")


@pytest.mark.parametrize(
    "content",
    ["", "{", "null", "[]", "3", '"BS <= MAE"', "{}", '{"statement": "BS <= MAE"}', '{"format": 1}', "[" * 100_000],
    ids=lambda text: text[:12] or "empty",
)
def test_what_is_no_document_is_wrong_input(content: str, tmp_path: Path, command: Read, proved: Document) -> None:
    other, true = put(tmp_path, content, "other.json"), put(tmp_path, proved)
    code, lines, complaints = command("recheck", other, true)
    assert (code, lines) == (2, ["accepted BS <= MAE"])
    assert complaints.startswith(f"recheck: {other}: ")
    assert complaints.count("\n") == 1


def test_a_file_that_is_absent_or_no_text_is_wrong_input(tmp_path: Path, command: Read) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for place in (tmp_path / "absent.json", tmp_path, tmp_path / "bytes.json"):
        code, lines, complaints = command("recheck", place)
        assert (code, lines) == (2, [])
        assert complaints.startswith(f"recheck: {place}: ")
    assert command("recheck")[0] == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 2},
        {"format": "1"},
        {"statement": "BS <= "},
        {"statement": 3},
        {"statement": None},
        {"given": ["calibrated"]},
        {"given": None},
        {"kind": "equality"},
        {"kind": None},
        {"steps": []},
        {"steps": None},
        {"steps": [None]},
        {"steps": [{"line": 3}]},
        {"parts": []},
        {"theorems": [{}]},
        {"theorems": 3},
        {"letters": {"BS": "hearsay"}},
        {"defined": [{}]},
        {"densities": [{"density": "5", "cells": [], "sign": {"sum": []}}]},
    ],
    ids=str,
)
def test_a_document_that_is_badly_written_is_refused(
    changes: dict[str, Any], tmp_path: Path, command: Read, proved: Document
) -> None:
    code, lines, complaints = command("recheck", put(tmp_path, proved | changes))
    assert (code, complaints) == (1, "")
    assert len(lines) == 1
    assert lines[0].startswith("refused ")


def test_the_second_program_alone(tmp_path: Path, proved: Document) -> None:
    """Outside of the workbench's commands, with no library within reach."""
    true = put(tmp_path, proved, "true.json")
    false = put(tmp_path, proved | {"statement": "MAE <= BS"}, "false.json")
    none = put(tmp_path, "{}", "none.json")

    def run(*files: Path) -> tuple[int, str, str]:
        code = (
            "import runpy, sys\n"
            "for name in ('sympy', 'flint', 'numpy', 'mpmath', 'lark', 'scipy'):\n"
            "    sys.modules[name] = None\n"
            f"sys.argv = ['recheck', *{[str(x) for x in files]!r}]\n"
            "runpy.run_module('workbench.recheck', run_name='__main__')\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout, done.stderr

    assert run(true) == (0, "accepted BS <= MAE\n", "")
    code, out, err = run(true, false)
    assert (code, err) == (1, "")
    assert out.splitlines()[1].startswith("refused MAE <= BS: ")
    code, out, err = run(none, true)
    assert (code, out, err) == (2, "accepted BS <= MAE\n", f"recheck: {none}: no proof document\n")
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "FILE" in err


def test_python_m_is_the_same(tmp_path: Path, proved: Document) -> None:
    place = put(tmp_path, proved)
    call = [sys.executable, "-m", "workbench.recheck", str(place)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "accepted BS <= MAE\n")


# --- what counts as proved ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "loss(score_driven) == BS",
        "BS == CL + RL",
        "MAE**2 <= BS",
        "RLH <= loss(rate_driven)",
        "loss(rate_driven) < loss(rate_uniform)",
        "MAE == loss(rate_uniform) given evenly_spaced",
        "loss(rate_uniform) <= 1/2 given auc >= 1/2",
    ],
)
def test_proved_means_that_there_is_a_document_which_is_accepted(text: str) -> None:
    found = prove(text)
    assert found.verdict == "proved"
    assert found.document is not None
    assert found.document["statement"] == text
    assert objection(json.loads(json.dumps(found.document))) is None
    assert found.to_json()["axioms"] == list(rests_on(found.document))


@pytest.mark.parametrize("text", ["loss(score_driven) == BS", "BS <= MAE", "MAE == 2*BS given calibrated"])
def test_what_the_reader_refuses_is_not_proved(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(document: Document) -> str:
        raise Refused("not today")

    monkeypatch.setattr(accepting, "recheck", refuse)
    found = prove(text, 2)
    assert found.verdict == "undecided"
    assert found.document is None
    assert found.proof == ()
    assert found.note.endswith("that the reader refuses: not today")
    assert "axioms" not in found.to_json()


def test_what_has_no_proof_has_no_document() -> None:
    for text in ("MAE == BS", "1/(AUC - 1/2) == 1/(AUC - 1/2)"):
        found = prove(text, 2)
        assert found.document is None
        assert "axioms" not in found.to_json()


def test_axioms_are_named() -> None:
    book = set(loads(AXIOMS.read_text("utf-8")))
    used = set()
    for text in ("RL <= RLH", "MER <= min(pi0, pi1)", "MAE == 2*BS given calibrated", "loss(rate_driven) <= 1"):
        document = prove(text).document
        assert document is not None
        assert set(rests_on(document)) <= book
        used |= set(rests_on(document))
    assert {"hull_is_calibrated", "least_error", "calibrated"} <= used
    assert rests_on({"statement": "BS == BS", "steps": []}) == ()


def test_every_metric_that_is_cited_by_its_definition_has_one_in_the_reader() -> None:
    metrics = loads((RECHECK / "definitions.toml").read_text("utf-8"))["metrics"]
    document = prove("BS <= MAE").document
    assert document is not None
    cited = {
        use["definition"] for step in document["steps"] for use in step["by"].get("uses", ()) if "definition" in use
    }
    assert {"BS", "BS0", "BS1", "MAE", "MAE0", "MAE1"} <= cited
    assert cited <= set(metrics)


def test_a_short_proof_is_short(proved: Document) -> None:
    assert len(proved["steps"]) <= 5
    assert proved["steps"][-1]["line"] == proved["ends"] == "pi0*x*(1 - x) + pi1*y*(1 - y)"
    assert prove("BS <= MAE").to_json()["proof"][-1]["gives"] == "0 <= pi0*x*(1 - x) + pi1*y*(1 - y)"
