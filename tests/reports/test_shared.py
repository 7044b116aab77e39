"""Tables whose rows share a test set: a verdict of inconsistent is true of every pair of class sizes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.feasible.test_matrices import texts, value
from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.reports.check import check_paper
from workbench.reports.paper_file import SharedTable, paper_of
from workbench.reports.results import CheckResult, RowsWitness
from workbench.reports.shared import decide_table
from workbench.samples.sample import Sample

COLUMNS = ("accuracy", "sensitivity", "specificity")


def table(rows: dict[str, list[str]], columns: tuple[str, ...] = COLUMNS, more: str = "") -> SharedTable:
    written = ", ".join(f'"{label}" = {json.dumps(cells)}' for label, cells in rows.items())
    text = f"[[table]]\nwhere = 'T'\n{more}\ncolumns = {json.dumps(columns)}\nrows = {{{written}}}"
    return paper_of(text).tables[0]


def decide(
    rows: dict[str, list[str]], columns: tuple[str, ...] = COLUMNS, more: str = "", seconds: float = 1
) -> CheckResult:
    return decide_table(table(rows, columns, more), seconds)


def test_rows_that_need_different_proportions() -> None:
    found = decide({"A": ["0.80", "0.90", "0.70"], "B": ["0.85", "0.90", "0.70"]})
    assert found.verdict == "inconsistent"
    assert (
        found.violated
        == found.because
        == (
            "one test set has one pi0, but A needs pi0 from 0.4500 to 0.5500 and B from 0.7000 to 0.8000, "
            "as accuracy = pi0*sensitivity + pi1*specificity"
        )
    )
    assert found.slips == ()


def test_rows_with_a_witness_each() -> None:
    found = decide({"A": ["0.80", "0.90", "0.70"], "B": ["0.75", "0.60", "0.90"], "C": ["0.81", "-", ""]})
    assert found.verdict == "consistent"
    assert isinstance(found.witness, RowsWitness)
    assert found.witness.rows.keys() == {"A", "B", "C"}
    for matrix in found.witness.rows.values():
        assert isinstance(matrix, Matrix)
        assert (matrix.n0, matrix.n1) == (found.witness.n0, found.witness.n1)
    assert Fraction(0.9) - Fraction(1, 200) <= Fraction(found.witness.rows["A"].tp, found.witness.n0)
    low, high = found.inferred["pi0"].low, found.inferred["pi0"].high
    assert low <= Fraction(found.witness.n0, found.witness.n0 + found.witness.n1) <= high
    assert found.understood["A: accuracy"] == "0.80"


def test_exchanged_sensitivity_and_specificity() -> None:
    rows = {"A": ["0.76", "0.90", "0.70"], "B": ["0.84", "0.90", "0.70"], "C": ["0.83", "0.70", "0.89"]}
    found = decide(rows)
    assert found.verdict == "inconsistent"
    assert "A needs pi0 from" in found.because
    assert found.slips[0] == "sensitivity and specificity are exchanged in B"
    assert "B is of another test set, or misprinted" in found.slips


def test_scores_and_synonyms_beside_rates() -> None:
    rows = {"A": ["76%", "0.90", "0.70", "0.85 (0.8-0.9)"], "B": ["0.84", "0.70", "0.90", "0.86"]}
    found = decide(rows, ("acc", "TPR", "TNR", "auroc"), seconds=3)
    assert found.verdict == "consistent"
    assert isinstance(found.witness, RowsWitness)
    for sample, low in zip(found.witness.rows.values(), ("0.845", "0.855"), strict=True):
        assert isinstance(sample, Sample)
        assert Fraction(low) <= exact.value(sample, parse_expression("AUC")) <= Fraction(low) + Fraction(1, 100)
    assert [name for name, _ in found.not_checked] == ["A: auroc (0.8-0.9)"]
    rows = {"A": ["0.79", "0.188"], "B": ["0.60", "0.283"]}
    assert decide(rows, ("AUC", "loss(rate_driven)")).verdict == "consistent"
    rows["B"] = ["0.80", "0.300"]
    assert decide(rows, ("AUC", "loss(rate_driven)")).verdict != "consistent"


def test_class_sizes_that_are_known() -> None:
    rows = {"A": ["0.80", "0.90"], "B": ["0.70", "0.60"]}
    columns = ("sensitivity", "specificity")
    assert decide(rows, columns, "n0 = 10\nn1 = 10").witness == RowsWitness(
        10, 10, {"A": Matrix(8, 2, 1, 9), "B": Matrix(7, 3, 4, 6)}
    )
    found = decide(rows, columns, "n0 = 10\nn1 = 9")
    assert found.verdict == "inconsistent"
    assert found.because.startswith("A alone: specificity 0.90")
    assert decide(rows, columns, "n1 = 10").witness.n1 == 10
    found = decide({"A": ["0.667"], "B": ["0.600"]}, ("sensitivity",), "n = 14")
    assert found.verdict == "inconsistent"
    assert found.because == "with n = 14 A needs n0 = 3 or 6 or 9 or 12 and B needs n0 = 5 or 10"


def test_figures_without_a_value() -> None:
    rows = {"nobody": ["0.70", "0.00", "0.00"], "somebody": ["0.80", "0.67", "0.67"]}
    assert decide(rows, ("accuracy", "precision", "sensitivity"), "n0 = 3\nn1 = 7").verdict == "consistent"
    found = decide(rows, ("accuracy", "precision", "sensitivity"), "n0 = 3\nn1 = 7\nzero_division = 'nan'")
    assert found.verdict == "inconsistent"


def random_table(
    rng: random.Random, planted: bool
) -> tuple[dict[str, list[str]], tuple[str, ...], tuple[int, int], str]:
    """Rows of random matrices of one pair of sizes; now and then a figure is another one."""
    n0, n1 = rng.randint(1, 12), rng.randint(1, 12)
    names = rng.sample(
        ["accuracy", "sensitivity", "specificity", "precision", "f1", "mcc", "kappa", "npv"], rng.randint(2, 4)
    )
    rows = {}
    for label in "ABC"[: rng.randint(2, 3)]:
        tp, fp = rng.randint(0, n0), rng.randint(0, n1)
        cells = []
        for name in names:
            possible = texts(value(name, (tp, n0 - tp, fp, n1 - fp)), 2, "half")
            text = rng.choice(sorted(possible)) if possible else "0.00"
            if planted and rng.random() < 0.3:
                text = f"{rng.random():.2f}"
            cells.append(text)
        rows[label] = cells
    known = rng.choice(["", f"n = {n0 + n1}", f"n0 = {n0}\nn1 = {n1}", f"n0 = {n0}", f"n1 = {n1}"])
    return rows, tuple(names), (n0, n1), known


def sizes_of(known: str, most: int) -> Iterator[tuple[int, int]]:
    told = dict(part.split(" = ") for part in known.splitlines())
    for n0 in range(1, most):
        for n1 in range(1, most):
            sizes = {"n0": n0, "n1": n1, "n": n0 + n1}
            if all(sizes[name] == int(size) for name, size in told.items()):
                yield n0, n1


def row_fits(names: tuple[str, ...], cells: list[str], n0: int, n1: int) -> bool:
    """Whether a matrix of these sizes prints so, by trying every one; 0 may stand for no value."""
    for tp in range(n0 + 1):
        for fp in range(n1 + 1):
            found = [value(name, (tp, n0 - tp, fp, n1 - fp)) for name in names]
            if all(
                Fraction(text) == 0 if x is None else text in texts(x, 2, "half")
                for x, text in zip(found, cells, strict=True)
            ):
                return True
    return False


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_no_true_table_is_accused(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        rows, names, sizes, known = random_table(rng, planted=False)
        found = decide(rows, names, known, 0.2)
        assert found.verdict != "inconsistent", (rows, names, sizes, known, found)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_against_every_matrix_of_every_size(seed: int) -> None:
    rng = random.Random(f"planted {seed}")
    seen: dict[tuple[bool, str], int] = {}
    for _ in range(25):
        rows, names, (n0, n1), known = random_table(rng, planted=True)
        found = decide(rows, names, known, 0.2)
        most = n0 + n1 if "n = " in known else 14
        fits = any(all(row_fits(names, cells, *pair) for cells in rows.values()) for pair in sizes_of(known, most))
        seen[fits, found.verdict] = seen.get((fits, found.verdict), 0) + 1
        if fits:
            assert found.verdict != "inconsistent", (rows, names, known, found)
        elif "n = " in known or known.count("=") == 2:
            assert found.verdict != "consistent", (rows, names, known, found)
    assert seen.get((False, "inconsistent"), 0) > 3


def test_the_file_and_its_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(
        "[[reported]]\nn0 = 3\nn1 = 3\nvalues = {AUC = '1.0'}\n"
        "[[table]]\nwhere = 'Table 2'\nn1 = 10\ncolumns = ['sensitivity', 'specificity']\n"
        "rows = {'model A' = ['0.82', '0.70'], 'model B' = ['0.79', '0.80']}\n"
    )
    assert main(["check", str(path), "--json", "-o", str(tmp_path / "data.csv")]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)["results"][1]
    assert result["where"] == "Table 2"
    assert result["witness"].keys() == {"n0", "n1", "rows"}
    assert result["witness"]["rows"].keys() == {"model A", "model B"}
    assert result["understood"]["model A: sensitivity"] == "0.82"
    assert "data-2-2.csv has the witness of 'model B'" in err
    assert {x.name for x in tmp_path.glob("*.csv")} == {"data-1.csv", "data-2-1.csv", "data-2-2.csv"}
    assert main(["check", str(path)]) == 0
    assert "model A: tp = " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("columns = []\nrows = {A = []}", "T: columns is []"),
        ("rows = {A = ['0.7']}", "T: columns is None"),
        ("columns = ['AUC']", "T: rows is None"),
        ("columns = ['AUC']\nrows = {}", "T: rows is {}"),
        ("columns = ['AUC']\nrows = {A = ['0.7', '0.8']}", "T: row 'A' has 2 cells; the table has 1 columns"),
        ("columns = ['AUC']\nrows = {A = '0.7'}", "T: row 'A' is '0.7'; the table has 1 columns"),
        ("columns = ['AUC', 'AUC']\nrows = {A = ['0.7', '0.8']}", "T: a column stands twice in columns"),
        ("columns = ['AUC', 'auc']\nrows = {A = ['0.7', '0.8']}", "'AUC' and 'auc' are one quantity"),
        ("columns = ['AUK']\nrows = {A = ['0.7']}", "T: row 'A': 'AUK' is neither"),
        ("columns = ['AUC']\nrows = {A = ['x']}", "T: row 'A': AUC: 'x' is not a printed number"),
        ("columns = ['AUC']\nrows = {A = ['-']}", "T: row 'A': no figures are reported"),
        ("n = 3\nn0 = 3\ncolumns = ['AUC']\nrows = {A = ['0.7']}", "do not make up n = 3"),
        ("colums = ['AUC']", "table 1: unknown key 'colums'; did you mean columns?"),
        ("columns = ['accuracy']\nrows = {A = ['1.7']}", "T: row 'A': accuracy is 1.7; it must lie in [0, 1]"),
    ],
)
def test_wrong_input_is_named(text: str, message: str) -> None:
    named = "" if "colums" in text else "where = 'T'"
    with pytest.raises(InputError) as error:
        check_paper(paper_of(f"[[table]]\n{named}\n{text}"))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


# --- a table that is pasted --------------------------------------------------------------------------------------

PASTED = "model,sensitivity,specificity,accuracy\nA,0.80,0.90,0.83\nB,0.70,0.95,0.90\n"


def test_a_pasted_table_may_be_of_one_test_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "models.csv"
    file.write_text(PASTED, "utf-8")
    assert main(["check", str(file)]) == 0
    assert "2 consistent" in capsys.readouterr().out
    assert main(["check", str(file), "--one-test-set", "--json"]) == 1
    [found] = json.loads(capsys.readouterr().out)["results"]
    assert found["because"].startswith("one test set has one pi0, but table, A needs pi0 from 0.6000 to 0.8000")


def test_a_table_may_have_one_row(tmp_path: Path) -> None:
    file = tmp_path / "models.csv"
    file.write_text("model,AUC\nA,0.5\n", "utf-8")
    assert main(["check", str(file), "--one-test-set"]) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model,AUC,n\nA,0.5,10\nB,0.5,12\n", "table, B: n is 12 and in another row 10; one test set has one"),
        ("model,AUC,n,n0\nA,0.5,10,10\nB,0.5,10,10\n", "table, A: n0 = 10 and n1 = 0 do not make up n = 10"),
        ("[[reported]]\nn0 = 1\nn1 = 1\n[reported.values]\nAUC = '1'\n", "in TOML they stand in [[table]]"),
    ],
)
def test_what_is_no_pasted_table(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    file = tmp_path / "models.txt"
    file.write_text(text, "utf-8")
    assert main(["check", str(file), "--one-test-set"]) == 2
    assert said in capsys.readouterr().err


def test_one_test_set_is_for_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--reported", "AUC=0.5", "--one-test-set"]) == 2
    assert "--one-test-set is for a file with a table" in capsys.readouterr().err


@pytest.mark.parametrize("swapped", ["BD", "B"])
def test_each_set_of_rows_that_explains_as_much_is_told(swapped: str) -> None:
    rates = {"A": (0.9, 0.7), "B": (0.6, 0.85), "C": (0.8, 0.65), "D": (0.55, 0.9)}
    rows = ", ".join(
        f'{name} = ["{0.2 * sens + 0.8 * spec:.3f}", '
        + ", ".join(f'"{x:.3f}"' for x in ((spec, sens) if name in swapped else (sens, spec)))
        + "]"
        for name, (sens, spec) in rates.items()
    )
    columns = 'columns = ["accuracy", "sensitivity", "specificity"]'
    found = decide_table(paper_of(f"[[table]]\n{columns}\nrows = {{{rows}}}").tables[0], 1.0)
    assert found.verdict == "inconsistent"
    which = "B" if swapped == "B" else "A and C, or else in B and D"
    assert found.slips[0] == f"sensitivity and specificity are exchanged in {which}"
