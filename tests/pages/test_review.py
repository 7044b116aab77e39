"""The answers of a check as a page and as LaTeX."""

from __future__ import annotations

import html
import shutil
import subprocess
from pathlib import Path

import pytest

import workbench
from workbench import check_report, write_review
from workbench.cli import main
from workbench.errors import InputError
from workbench.pages.review import review_document, review_page
from workbench.reports.check import Checked, check
from workbench.typesetting.document import preamble
from workbench.typesetting.style import style

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


def compiles(document: str, folder: Path) -> None:
    """Without an error or an overfull line, where there is LaTeX."""
    if not shutil.which("pdflatex"):
        return
    (folder / "r.tex").write_text(document)
    ran = subprocess.run(
        ["pdflatex", "-halt-on-error", "r.tex"], cwd=folder, capture_output=True, text=True, errors="replace"
    )
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert "Overfull" not in ran.stdout


def both(found: Checked) -> tuple[str, str]:
    return html.unescape(review_page(found)), review_document(found)


def test_page_and_latex_have_every_answer(paper: Path, tmp_path: Path) -> None:
    found = check(paper)
    page, document = review_page(found), review_document(found)
    assert {"inconsistent", "consistent", "undecided", "refuted"} <= set(found.counts)
    for result in found.results:
        assert html.escape(result.because, quote=False) in page
    assert "Table 1 &lt;b&gt; &amp; \u00e9_%#" in page
    assert "<script" not in page
    assert all(sign in document for sign in (r"\&", r"\%\#", r"\'{e}"))
    compiles(document, tmp_path)


def test_endings_and_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["check", "--reported", "n0=50 n1=50 sensitivity=0.8571", "--report"]
    for name in ("a.pdf", "no folder/a.html"):
        assert main([*given, str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for name in ("a.html", "a.tex"):
        assert main([*given, str(tmp_path / name)]) == 1
        assert "0.8571" in (tmp_path / name).read_text("utf-8")


def test_the_same_preamble_and_styles_as_elsewhere(paper: Path) -> None:
    page, document = both(check(paper))
    usual = preamble(r"", style(document=True)).split(r"\title")[0].splitlines()
    assert set(usual) <= set(document.splitlines())
    assert (Path(workbench.__file__).parent / "pages" / "page.css").read_text("utf-8") in page


def test_several_classes(tmp_path: Path) -> None:
    """The rows as they were read, the confusion matrix its names, and a class that nobody is predicted to be."""
    rows = [
        "precision recall f1-score support",
        "",
        "a_1 0.50 1.00 0.67 1",
        "b%b 0.00 0.00 0.00 1",
        "c 1.00 0.67 0.80 3",
    ]
    lines = [*rows, "", "accuracy 0.60 5", "macro avg 0.50 0.56 0.49 5", "weighted avg 0.70 0.60 0.61 5"]
    (tmp_path / "report.txt").write_text("\n".join(f"    {line}" for line in lines))
    found = check(tmp_path / "report.txt")
    assert found.counts == {"consistent": 1}
    page, document = both(found)
    assert "a_1: support 1" in page
    assert "b%b: support 1, precision 0.00, recall 0.00" in page
    assert "class, and predictions:" in page
    assert r"a\_\allowbreak{}1: support 1" in document
    assert r"b\%b" in document
    compiles(document, tmp_path)


@pytest.mark.parametrize("printed", ["0", "nan"])
def test_figures_without_a_value(printed: str, tmp_path: Path) -> None:
    told = check_report(f"n0=10 n1=90 precision=0.00 accuracy=0.90 zero_division={printed}")
    for name in ("a.html", "a.tex"):
        write_review(told, tmp_path / name)
        text = (tmp_path / name).read_text("utf-8")
        assert told.verdict in text
        assert ("stands for a division by zero" in text) is (printed == "0")
    compiles((tmp_path / "a.tex").read_text("utf-8"), tmp_path)


def test_folds_are_understood_with_their_number() -> None:
    of = {"n": "100", "folds": "10", "accuracy": "0.857"}
    assert check_report("n=100 folds=10 accuracy=0.857").understood == of
    found = check_report("n0=6 n1=6 folds=3 stratified=true repeats=2 accuracy=0.50")
    assert found.understood == {"n0": "6", "n1": "6", "folds": "3 stratified 2 times", "accuracy": "0.50"}
    page, document = both(Checked("", (found,)))
    assert "understood: n0 6, n1 6, folds 3 stratified 2 times" in page
    assert "folds 3 stratified 2 times" in document


def test_no_file_is_written_over_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = str(tmp_path / "a.html"), str(tmp_path / "a-1.html")
    report = ["check", "--reported", "n0=5 n1=5 accuracy=0.7"]
    paper = tmp_path / "paper.html"
    paper.write_text(PAPER, "utf-8")
    for given in (
        [*report, "-o", one, "--report", one],
        [*report, "-o", one, "--report", other],
        ["check", str(paper), "--report", str(paper)],
        ["check", str(paper), "-o", str(paper)],
    ):
        assert main(given) == 2
        assert "would be written over" in capsys.readouterr().err
    assert [x.name for x in tmp_path.iterdir()] == ["paper.html"]
    assert paper.read_text("utf-8") == PAPER


def test_what_is_no_answer_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is nothing to write"):
        write_review("n0=5", tmp_path / "a.html")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"neither in \.html nor in \.tex"):
        write_review(check_report("n0=5 n1=5 accuracy=0.7"), tmp_path / "a.pdf")
