"""Proof documents in Coq: what is written, what the kernel accepts, and what must be refused."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.benchmarks.random_documents import judged, loss, polynomial
from tests.kernel.examples import (
    KINDS,
    both,
    decided,
    document,
    short,
    sign,
    step,
    unequal,
)
from workbench.cli import main
from workbench.kernel import documents
from workbench.kernel.certifying import CLASSICAL_REALS, REFUSED, Failure, assumptions, compiled, needed
from workbench.kernel.documents import CERTIFIED, NOT_EXPORTED, WHOLE, certify_documents
from workbench.kernel.exporting import written
from workbench.kernel.library import Source, sources
from workbench.kernel.terms import NotExported
from workbench.recheck import recheck

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="there is no coqc")


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (
            lambda: short(
                "loss(optimal) == Ec(least_loss(c)) given even_scores",
                step("Ec(least_loss(c))", {"axiom": "loss_of_optimal", "letters": {"w": "uniform"}}),
            ),
            "axiom loss_of_optimal of a population",
        ),
        (
            lambda: unequal(
                "0 < E(1 + R(s))", "E(1 + R(s))", sign("1 + y", "group", [["1", [], []], ["1", ["y"], []]])
            ),
            "a mean of a function of ranks that is positive",
        ),
        (lambda: decided("LL >= BS"), "axiom log_loss"),
        (
            lambda: {
                **document(
                    "Evenly spread scores: BS",
                    ("BS == loss(rate(c)) given even", "BS == loss(rate(c)) given no_ties, even"),
                ),
                "given": ["no_ties", "even_scores"],
            },
            "given no_ties of a population",
        ),
        (
            lambda: {
                **document(
                    "Brier score decomposition",
                    ('"statement": "BS == CL + RL"', '"statement": "BS == CL + RL given even_scores"'),
                ),
                "given": ["even_scores"],
            },
            "of a population",
        ),
        (lambda: decided("loss(rate_driven, rates=step) >= 0"), "rates step of another law than u"),
    ],
)
def test_what_is_not_exported_is_told(found: Any, why: str) -> None:
    with pytest.raises(NotExported, match=why):
        written(found())


def test_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "x.json"
    place.write_text("[]", encoding="utf-8")
    if COQC is not None:
        assert main(["certify", str(place)]) == 2
        assert "no proof document" in capsys.readouterr().err
    assert main(["certify", "--draw", "2"]) == 2
    assert "--draw without --theorems" in capsys.readouterr().err
    assert main(["certify", "--theorems", "--keep", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["ring", "shares", "hull", "under a mean"])
def test_nothing_is_shown_to_be_itself(kind: str) -> None:
    """Coq refuses to rewrite by such an equation."""
    said = re.findall(r"assert \(N\d+ : (.*?)\)\. \{", written(KINDS[kind][0]))
    halves = [(x[: (len(x) - 3) // 2], x[(len(x) - 3) // 2 + 3 :]) for x in said]
    assert said
    assert all(one != other for one, other in halves)


@pytest.fixture(scope="module")
def kernel() -> dict[str, str]:
    """Why the files of the documents, by kind and whether true, are refused, or nothing; all compiled at once."""
    files = {}
    for i, kind in enumerate(KINDS):
        for truth, found in zip((True, False), both(kind), strict=True):
            files[f"{kind} {truth}"] = Source(f"Document{i}{truth}", written(found))
    lib = needed(sources(), {x for file in files.values() for x in file.needs})
    together = {**lib, **{x.name: x for x in files.values()}}
    refused: dict[str, Failure] = {}
    with TemporaryDirectory() as place:
        for x in together.values():
            (Path(place) / f"{x.name}.v").write_text(x.text, "utf-8")
        compiled(together, refused, str(COQC), place, lambda *_: None)
        rests = assumptions(
            {x.name: f"{x.name}.claim" for x in files.values() if x.name not in refused}, str(COQC), place
        )
    assert rests is not None
    assert all(set(x) <= CLASSICAL_REALS for x in rests.values())
    assert not refused.keys() & lib.keys()
    why = {name: x.why for name, x in refused.items()}
    return {key: why.get(x.name, "" if x.name in rests else "?") for key, x in files.items()}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_accepts_what_is_true_and_refuses_its_false_twin(kind: str, kernel: dict[str, str]) -> None:
    recheck(both(kind)[0])
    assert kernel[f"{kind} True"] == ""
    assert "Document" in kernel[f"{kind} False"]


@needs_coq
@pytest.mark.slow
def test_documents_are_certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is certified, one that is not exported, one that the reader refuses, and files that cheat."""
    true = KINDS["ring"][0]
    cheats = {
        "given up": lambda text: text.replace("Proof.\n", "Proof.\nAdmitted.\n(*") + "*)",
        "assumed": lambda text: f"Variable no : False.\n{text.partition('Proof.')[0]}Proof. destruct no. Qed.\n",
        "another claim": lambda text: (
            text.partition("Theorem claim")[0]
            + "Theorem claim (l : sample) (p : bool -> R) :\n  both_classes l ->\n  unit_scores l ->\n"
            "  proportions p ->\n  (p false) = (p false).\nProof.\nreflexivity.\nQed.\n"
        ),
    }
    marked = {name: {**true, "name": name} for name in ("fine", *cheats)}
    monkeypatch.setattr(documents, "written", lambda x: cheats.get(x.get("name", ""), lambda text: text)(written(x)))
    marked |= {"rates": decided("loss(rate_driven, rates=step) >= 0"), "wrong": KINDS["ring"][1]}
    found = certify_documents(marked, str(COQC), keep=tmp_path)
    verdicts = {x.name: x.verdict for x in found.certificates}
    assert verdicts == {"fine": CERTIFIED, **dict.fromkeys(cheats, REFUSED), "rates": NOT_EXPORTED, "wrong": REFUSED}
    why = {x.name: x.why for x in found.certificates}
    assert "Admitted may not stand there" in why["given up"]
    assert "it rests on" in why["assumed"]
    assert "read back" in why["another claim"]
    assert "rates step of another law than u" in why["rates"]
    assert found.certificates[0].level == WHOLE
    assert found.certificates[0].compared > 20
    assert set(found.certificates[0].assumptions) <= CLASSICAL_REALS
    assert found.verdict == REFUSED
    assert (tmp_path / "Document0.v").read_text("utf-8").count("Theorem claim") == 1


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "least"), [(polynomial, 6), (loss, 3)])
def test_random_documents_are_certified_and_no_false_twin(
    kind: Callable[[random.Random], dict[str, Any]], least: int
) -> None:
    rng = random.Random(kind.__name__)
    counted, wrong = judged({f"document {i}": kind(rng) for i in range(6)}, str(COQC))
    assert not wrong
    assert counted[CERTIFIED] >= least
