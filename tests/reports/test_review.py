"""The answers of a check as a page and as LaTeX."""

from __future__ import annotations

import html
import shutil
import subprocess
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.pages.review import review_page
from workbench.reports.check import check
from workbench.typesetting.review import review_document

PAPER = """
[paper]
title = "A_B & 50% #1"
[[reported]]
where = "Table 1 <b> & \u00e9_%#"
n0 = 50
n1 = 50
values = {sensitivity = "0.8571"}
[[reported]]
where = "Table 2"
n0 = 6
n1 = 6
values = {AUC = "0.79", BS = "0.33"}
[[reported]]
where = "Matrix"
n0 = 5
n1 = 5
values = {accuracy = "0.7", sensitivity = "0.6"}
[[reported]]
where = "Open"
n0 = 50
n1 = 50
values = {AUPRC = "0.7"}
[[reported]]
where = "Folds"
n = 100
folds = 10
values = {accuracy = "0.857"}
[[table]]
where = "Rows"
columns = ["accuracy", "sensitivity", "specificity"]
rows = {"model A" = ["0.80", "0.90", "0.70"], "model B" = ["0.85", "0.90", "0.70"]}
[[claim]]
where = "Claim"
says = "MAE <= BS"
"""


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("review") / "paper.toml"
    place.write_text(PAPER, "utf-8")
    return place


def test_page_and_latex_have_every_answer(paper: Path, tmp_path: Path) -> None:
    found = check(paper)
    page, document = review_page(found), review_document(found)
    assert {"inconsistent", "consistent", "undecided", "refuted"} <= set(found.counts)
    for result in found.results:
        assert html.escape(result.because, quote=False) in page
    assert "Table 1 &lt;b&gt; &amp; \u00e9_%#" in page
    assert "<script" not in page
    assert all(sign in document for sign in (r"\&", r"\%\#", r"\'{e}"))
    if shutil.which("pdflatex"):
        (tmp_path / "r.tex").write_text(document)
        ran = subprocess.run(
            ["pdflatex", "-halt-on-error", "r.tex"], cwd=tmp_path, capture_output=True, text=True, errors="replace"
        )
        assert ran.returncode == 0, ran.stdout[-2000:]
        assert "Overfull" not in ran.stdout


def test_endings_and_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["check", "--reported", "n0=50 n1=50 sensitivity=0.8571", "--report"]
    for name in ("a.pdf", "no folder/a.html"):
        assert main([*given, str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for name in ("a.html", "a.tex"):
        assert main([*given, str(tmp_path / name)]) == 1
        assert "0.8571" in (tmp_path / name).read_text("utf-8")
