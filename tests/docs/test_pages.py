"""The pages of the documentation: their names, the tables in them, and the words that they explain."""

import itertools
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from workbench import figures, methods, metrics, words
from workbench.cli import main
from workbench.docs.pages import FOLDER, Page, filled, names, source
from workbench.docs.tables import EXAMPLE, TABLES, grid
from workbench.errors import InputError
from workbench.feasible import matrix_metrics
from workbench.losses.evaluation import evaluate


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def cells(table: str) -> list[list[str]]:
    return [[x.strip() for x in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()]


def test_the_first_page_lists_every_other() -> None:
    assert sorted(names()) == sorted(path.stem for path in FOLDER.glob("*.md"))
    assert len(names()) == len({*names()})
    assert names()[0] == "index"


def test_a_page_has_one_title_and_its_tables() -> None:
    for name in names():
        assert Page(name).title != name
        marks = re.findall(r"^<!--(.*?)-->$", source(name).read_text("utf-8"), re.M)
        assert {mark.strip() for mark in marks} <= TABLES.keys(), name


@pytest.mark.parametrize("form", ["plain", "site"])
def test_every_module_says_what_it_is_for(form: str) -> None:
    rows = [row for row in cells(TABLES["modules"](form)) if len(row) == 2 and row[0].startswith("`")]
    house = FOLDER.parent
    inside = {path.relative_to(house).as_posix() for path in house.rglob("*/*.py") if path.name != "__init__.py"}
    assert {row[0].strip("`") for row in rows} == inside
    assert all(len(row[1]) > 20 for row in rows)


def test_every_table_stands_on_a_page() -> None:
    text = "".join(source(name).read_text("utf-8") for name in names())
    assert all(f"\n<!-- {name} -->\n" in text for name in TABLES)


@pytest.mark.parametrize("form", ["plain", "site"])
def test_the_table_of_metrics_is_the_catalogue(form: str) -> None:
    header, _, *rows = cells(TABLES["metrics"](form).split("\n\n")[0])  # type: ignore[arg-type]
    assert [row[0] for row in rows] == [f"`{name}`" for name in metrics.CATALOGUE]
    assert {len(row) for row in rows} == {len(header)}
    value = header.index("example")
    found = evaluate(*EXAMPLE, expressions=["AP"])
    exact = {**found.metrics, **found.expressions}
    assert {row[0].strip("`"): Fraction(row[value]) for row in rows} == exact


def test_a_metric_that_is_added_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    added = metrics.Metric(
        "twice AUC", r"2\,\mathrm{AUC}", "nobody", definition="2*AUC", ends=(Fraction(0), Fraction(2))
    )
    monkeypatch.setitem(metrics.CATALOGUE, "TWICE", added)
    table, sources = filled("<!-- metrics -->", "plain").split("\n\n")
    row = cells(table)[-1]
    assert row == ["`TWICE`", "twice AUC", "`2*AUC`", "[0, 2]", "3/2"]
    assert "- `TWICE`: nobody" in sources


def test_the_other_tables_are_their_catalogues() -> None:
    forms = {"figures": "plain", "matrix": "site"}
    first = {name: [row[0].strip("`") for row in cells(TABLES[name](form))[2:]] for name, form in forms.items()}
    listed = [line.removeprefix("- `").partition("`")[0] for line in TABLES["matrix"]("plain").splitlines()]
    assert listed == first["matrix"]
    assert first["figures"] == [*(f"{name}(t)" for name in figures.CATALOGUE), *figures.NAMED]
    assert first["matrix"] == [x.name for x in matrix_metrics.CATALOGUE]
    called = [row[0].strip("`").partition("(")[0] for row in cells(TABLES["methods"]("plain"))[2:]]
    assert called == list(methods.CATALOGUE)
    rows = cells(TABLES["notations"]("site"))
    assert rows[0] == ["mean", "expectations", "integrals"]
    assert ["area under the ROC curve", "$E_1[F_0(s)]$", r"$\int F_0\, dF_1$"] in rows


def test_every_theorem_and_axiom_is_there() -> None:
    import tomllib

    from workbench.symbolic.library import propositions, theorems

    said = TABLES["theorems"]("plain")
    assert re.findall(r"^## (.*)$", said, re.M) == list(theorems())
    assert said.count("\nProof, from the left side:\n") == len(theorems())
    assert re.findall(r"^## (.*)$", TABLES["results"]("plain"), re.M) == list(propositions())
    axioms = tomllib.loads((FOLDER.parent / "recheck" / "axioms.toml").read_text("utf-8"))
    assert len(re.findall(r"^- \*\*", TABLES["axioms"]("plain"), re.M)) == len(axioms)


@pytest.mark.parametrize(("form", "line"), [("plain", r"^ *`(.*)`$"), ("site", r"^ *\$\$\n *(.*)\n *\$\$$")])
def test_no_line_of_a_proof_repeats_the_one_above(form: str, line: str) -> None:
    for said in TABLES["theorems"](form).split("\n## "):  # type: ignore[arg-type]
        name, proof = said.split("\n")[0], said.split("\nProof, from the left side:\n")[1]
        formulas = re.findall(line, proof, re.M)
        assert len(formulas) == len(re.findall(r"^\d+\. ", proof, re.M)) + 1, name
        assert all(a != b for a, b in itertools.pairwise(formulas)), name


def test_every_public_name_is_in_the_reference() -> None:
    import workbench

    said = TABLES["api"]("plain")
    assert all(f"\nworkbench.{name}(" in said for name in workbench.__all__)
    assert "\nworkbench.scorers.loss_scorer(" in said


def test_every_word_of_the_language_is_explained() -> None:
    """In code within a line, on the page of the language, with the tables that the catalogues make."""
    lines = re.sub(r"```.*?```", "", Page("language").markdown, flags=re.S)
    code = {word for text in re.findall(r"`([^`]+)`", lines) for word in re.findall(r"\w+", text)}
    inside = {"Ec", "Eu", "Q_c", "Q_z", "T"}  # of proofs
    assert not words.RESERVED - inside - code
    assert not (metrics.CATALOGUE.keys() | methods.CATALOGUE.keys()) - code


def test_a_grid_escapes_what_parts_cells() -> None:
    assert cells(grid(["a", "b"], [["|x|", "y"]]))[2] == [r"\|x\|", "y"]


def test_the_list_and_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, "docs")
    assert (code, err) == (0, "")
    assert all(f"\n {name} " in out for name in names())
    assert str(FOLDER) in out
    code, out, err = answer(capsys, "docs", "conventions")
    assert (code, err) == (0, "")
    assert "Class 0 is the positive class" in " ".join(out.split())
    found = json.loads(answer(capsys, "docs", "--json")[1])
    assert [page["name"] for page in found["pages"]] == names()
    assert all(Path(page["file"]).is_file() for page in found["pages"])
    page = json.loads(answer(capsys, "docs", "language", "--json")[1])
    assert page["markdown"] == Page("language").markdown
    assert "<!--" not in page["markdown"]
    assert "toctree" not in Page("index").markdown


@pytest.mark.parametrize("width", ["60", "80", "140"])
def test_no_word_of_a_table_is_cut(
    width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    source = Page("kernel").markdown
    shown = answer(capsys, "docs", "kernel")[1]
    table = [line for line in source.splitlines() if line.startswith("| `")]
    assert len(table) > 10
    for word in re.findall(r"\w{5,}", " ".join(table)):
        assert word in shown, word


def test_a_folder_that_holds_something_else_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    code, _, err = answer(capsys, "docs", "--build", str(tmp_path))
    assert (code, err.count("\n")) == (2, 1)
    assert "holds something other than a site" in err


WRONG = {
    ("docs", "langage"): "there is no page 'langage'; did you mean language?",
    ("docs", "../README"): "there is no page '../README'",
    ("docs", "index", "--build", "site"): "--build 'site'",
    ("docs", "--json", "--build", "site"): "--build 'site'",
}


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_input_is_one_line(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert WRONG[arguments] in err
    with pytest.raises(InputError):
        source("")


def test_without_sphinx_it_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "furo", None)
    code, out, err = answer(capsys, "docs", "--build", str(tmp_path / "site"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "pip install '.[docs]' in the clone" in err
    assert not (tmp_path / "site").exists()


def test_listing_pages_loads_no_engine() -> None:
    code = (
        "import sys; from workbench.docs.pages import names; names()\n"
        "print(*{'flint', 'numpy', 'sympy', 'mpmath', 'scipy', 'sphinx'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """In a process of its own; every page is there and loads nothing from elsewhere."""
    pytest.importorskip("furo", reason="the extra docs is not installed")
    pytest.importorskip("myst_parser", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "workbench", "docs", "--build", str(tmp_path / "site")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for name in names():
        page = (tmp_path / "site" / f"{name}.html").read_text("utf-8")
        assert not re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?//[^"]*"', page), name
        assert "<!-- metrics -->" not in page
        assert not re.search(r"\$[^$<]*\\[a-z]+", re.sub(r"<(pre|code|annotation)\b.*?</\1>", "", page, flags=re.S)), (
            name
        )
    language = (tmp_path / "site" / "language.html").read_text("utf-8")
    assert language.count("<math") >= len(metrics.CATALOGUE)
    assert (tmp_path / "site" / "_images" / "roc.svg").is_file()


@pytest.mark.parametrize("name", names())
def test_no_word_is_cut_in_a_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["docs", name]) == 0
    shown = capsys.readouterr().out
    assert "…" not in shown
    if name == "check":
        for metric in matrix_metrics.CATALOGUE:
            for word in (metric.name, *metric.synonyms):
                assert word in shown.replace(",", " ").replace(";", " ").split(), word
