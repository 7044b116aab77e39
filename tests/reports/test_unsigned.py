"""Percentages without a sign: read where nothing else is possible, told, and never a wrong accusation."""

import random
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.reports.check import check, check_report
from workbench.reports.figures_read import PERCENT, SHARE, canonical
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.readings import of_shares
from workbench.reports.reported import verdict_of
from workbench.reports.unsigned import ways

TABLE = "| Model | Accuracy | Sensitivity | Specificity |\n|---|---|---|---|\n| LR | 84.0 | 90.0 | 70.0 |\n"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Sensitivity 82, specificity 90, AUC 0.60", "sensitivity=0.82 specificity=0.90 AUC=0.60"),
        ("sens=82% spec=90", "sens=0.82 spec=0.90"),
        ("sens=82 spec=90 AUC=88 LL=0.4 lr+=8.2", "sens=0.82 spec=0.90 AUC=0.88 LL=0.4 lr+=8.2"),
        ("sens=82 (75-88) spec=90.5 mcc=-30", "sens=0.82 (0.75-0.88) spec=0.905 mcc=-0.30"),
    ],
)
def test_they_are_read_as_they_are_meant(text: str, meant: str) -> None:
    found, expected = report_of(text), report_of(meant)
    assert {canonical(name): x for name, x in found.figures.items()} == {
        canonical(name): x for name, x in expected.figures.items()
    }
    assert found.unsigned
    assert not expected.unsigned


@pytest.mark.parametrize(
    "text",
    [
        "accuracy=84",
        "accuracy 84, AUC 0.8",
        "sens=84 spec=0.9",
        "sens=84 spec=90 accuracy=1",
        "sens=182 spec=90",
        "sens=-82 spec=-90",
        "sens=82 spec=90 RMSE=34",
        "sens=82 (0.75-0.88) spec=90",
        "sens=82 ± 0.03 spec=90",
        "n=100 folds=10 accuracy=84 sens=90 sd(accuracy)=0.03",
    ],
)
def test_what_may_be_a_share_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"must lie in \[0, 1\]"):
        check_report(text)


def test_files_of_toml_have_no_such_percentages() -> None:
    with pytest.raises(InputError, match="accuracy is 84; it must lie in"):
        paper_of('[[reported]]\nvalues = {accuracy = "84", sensitivity = "90"}')


def test_tables_are_read_and_say_so(tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    path.write_text(TABLE)
    [found] = check(path).results
    assert found.verdict == "consistent"
    assert found.understood["accuracy"] == f"0.840 ({PERCENT})"
    path.write_text("model,sensitivity,specificity,AUC\nA,90,90,0.60\nB,80,70,0.90\n")
    assert [each.verdict for each in check(path, seconds=0.2).results] == ["inconsistent", "consistent"]
    [together] = check(path, one_test_set=True, seconds=0.2).results
    assert together.understood["table, B: AUC"] == f"0.90 ({SHARE})"
    path.write_text("model,sensitivity,specificity\nA,90,90\nB,0.80,70\n")
    assert "if it is a percentage, write 90%" in check(path, seconds=0.2).wrong[0]


def test_an_ambiguous_share_accuses_nobody() -> None:
    report = report_of("n0=50 n1=50 sens=50 spec=50 kappa=0.2")
    assert [str(other.figures["kappa"]) for other, _ in of_shares(report)] == ["0.002"]
    assert verdict_of(report_of("n0=1000 n1=1000 sens=50.1 spec=50.0 kappa=0.1"), 1.0) == "consistent"
    assert check_report("n0=1000 n1=1000 sens=50.1 spec=50.0 kappa=0.4", seconds=0.3).verdict == "inconsistent"


@pytest.mark.slow
def test_true_reports_in_percent_are_never_accused() -> None:
    rng = random.Random(3)
    names = ("sensitivity", "specificity", "accuracy", "precision", "kappa", "mcc")
    for _ in range(40):
        n0, n1 = rng.randint(2, 40), rng.randint(2, 40)
        matrix = Matrix(*(tp := rng.randint(1, n0), n0 - tp), *(fp := rng.randint(0, n1), n1 - fp))
        values = {name: named(name).value(matrix) for name in rng.sample(names, 4)}
        digits, shares = rng.randint(0, 2), rng.random() < 0.5
        text = f"n0={n0} n1={n1}"
        for name, x in values.items():
            as_share = shares and name in ("kappa", "mcc")
            if x is not None:
                text += f" {name}={float(x) * (1 if as_share else 100):.{digits + 2 * as_share}f}"
        try:
            found = check_report(text, seconds=0.1)
        except InputError:
            continue
        assert found.verdict != "inconsistent", (matrix, text)


def test_a_share_alone_is_read_as_usual() -> None:
    assert ways([("accuracy", ["0.84", "0.9"]), ("AUC", ["0.8", "0.7"])]) == ["", ""]
    assert ways([("accuracy", ["84", "0.9"]), ("AUC", ["80", "70"])]) == ["", ""]
