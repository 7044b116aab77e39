"""The witness of `workbench check` as a file: `evaluate` reads it and finds the printed figures."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from sklearn.metrics import classification_report

from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.numbers.printed import Printed
from workbench.reading.datafile import read_sample
from workbench.reports.witness_file import witness_csv


def test_a_data_set_has_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "data.csv"
    assert main(["check", "--reported", "n0=7 n1=5 AUC=0.79 BS=0.33", "-o", str(place)]) == 0
    assert f"{place} has the witness of 'the report'" in capsys.readouterr().err
    sample = read_sample(place)
    assert (sample.n0, sample.n1) == (7, 5)
    assert Fraction("0.785") <= exact.value(sample, parse_expression("AUC")) <= Fraction("0.795")
    assert Fraction("0.325") <= exact.value(sample, parse_expression("BS")) <= Fraction("0.335")
    assert main(["evaluate", str(place)]) == 0


def test_a_confusion_matrix_stands_at_one_half(tmp_path: Path) -> None:
    place = tmp_path / "data.csv"
    assert main(["check", "--reported", "tp=3 fn=2 fp=1 tn=4 accuracy=0.7", "-o", str(place)]) == 0
    rows = [tuple(map(Fraction, line.split(","))) for line in place.read_text().splitlines()[1:]]
    counts = {
        (predicted, label): sum((score > Fraction(1, 2)) == predicted and kind == label for score, kind in rows)
        for predicted in (0, 1)
        for label in (0, 1)
    }
    assert counts == {(0, 0): 3, (1, 0): 2, (0, 1): 1, (1, 1): 4}
    for says, value in (("sensitivity(1/2)", "3/5"), ("precision(1/2)", "3/4"), ("error(1/2)", "3/10")):
        assert exact.value(read_sample(place), parse_expression(says)) == Fraction(value)


def test_several_results_are_numbered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = tmp_path / "paper.toml"
    paper.write_text(
        "[[reported]]\nn0 = 3\nn1 = 3\nvalues = {AUC = '1.0'}\n"
        "[[reported]]\nn0 = 3\nn1 = 3\nvalues = {AUC = '0.71'}\n"
        "[[reported]]\nn0 = 6\nn1 = 6\nfolds = 2\nstratified = true\nvalues = {accuracy = '0.5'}\n"
        "[[claim]]\nsays = 'MAE == BS'\n"
    )
    assert main(["check", str(paper), "-o", str(tmp_path / "data.csv")]) == 1
    said = capsys.readouterr().err
    assert "data-2.csv was not written: there is no witness of 'reported 2'" in said
    assert "data-3.csv has the witness of 'reported 3'" in said
    assert sorted(path.name for path in tmp_path.glob("*.csv")) == ["data-1.csv", "data-3.csv", "data-4.csv"]
    sample = read_sample(tmp_path / "data-4.csv")
    assert exact.value(sample, parse_expression("MAE")) != exact.value(sample, parse_expression("BS"))


@pytest.mark.parametrize(
    "figures",
    ["AUC=0.90 sensitivity=0.800", "sensitivity=0.800 sd(sensitivity)=0.163", "AUC=0.90", "repeats=2 AUC=0.87"],
)
def test_folds_have_their_figures(figures: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ortools")
    place = tmp_path / "data.csv"
    assert main(["check", "--reported", f"n0=20 n1=15 folds=4 stratified=true {figures}", "-o", str(place)]) == 0
    capsys.readouterr()
    evaluated = ["evaluate", str(place), "--folds", "fold", "--evaluate", "sensitivity(1/2)", "--json"]
    assert main(evaluated) == 0
    found = json.loads(capsys.readouterr().out)
    folds = [line.split(",")[0] for line in place.read_text().splitlines()[1:]]
    assert len(set(folds)) == (8 if "repeats" in figures else 4)
    told = dict(part.split("=") for part in figures.split() if "(" not in part)
    averaged = found["averaged"]
    if "AUC" in told:
        assert Printed(told["AUC"]).allows(Fraction(averaged["metrics"]["AUC"]["exact"]))
    if "sensitivity" in told:
        [rate] = averaged["expressions"].values()
        assert Printed(told["sensitivity"]).allows(Fraction(rate["exact"]))


def test_several_classes_each_against_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    y = ["cat"] * 7 + ["dog"] * 5 + ["bird, small"] * 4
    guess = ["cat"] * 5 + ["dog"] * 4 + ["bird, small"] * 3 + ["cat"] + ["bird, small"] * 3
    printed = classification_report(y, guess, output_dict=True)
    report, place = tmp_path / "report.txt", tmp_path / "data.csv"
    report.write_text(classification_report(y, guess))
    assert main(["check", str(report), "-o", str(place)]) == 0
    capsys.readouterr()
    for name in set(y):
        asked = [f"{what}(1/2)" for what in ("precision", "sensitivity", "f1")]
        options = [x for each in asked for x in ("--evaluate", each)]
        assert (
            main(["evaluate", str(place), "--class", f"class {name}", "--score", f"score {name}", *options, "--json"])
            == 0
        )
        found = json.loads(capsys.readouterr().out)
        assert found["n0"] == printed[name]["support"]
        for each, column in zip(asked, ("precision", "recall", "f1-score"), strict=True):
            assert Printed(f"{printed[name][column]:.2f}").allows(Fraction(found["expressions"][each]["exact"]))
    rows = list(csv.DictReader(place.read_text().splitlines()))
    assert f"{sum(row['class'] == row['predicted'] for row in rows) / len(rows):.2f}" == f"{printed['accuracy']:.2f}"


def test_classes_that_may_overlap_have_no_confusion_matrix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, place = tmp_path / "report.txt", tmp_path / "data.csv"
    report.write_text(classification_report([[1, 0], [1, 1], [0, 1]], [[1, 0], [0, 1], [1, 1]], zero_division=0))
    assert main(["check", str(report), "-o", str(place)]) == 0
    assert "was not written: there is no confusion matrix in the witness" in capsys.readouterr().err
    assert not place.exists()


def test_without_a_witness_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "data.csv"
    assert main(["check", "--reported", "n0=50 n1=50 sensitivity=0.8571", "-o", str(place)]) == 1
    assert "was not written: there is no witness" in capsys.readouterr().err
    assert not place.exists()


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in (str(tmp_path), str(tmp_path / "none" / "data.csv"), ""):
        assert main(["check", "--reported", "tp=1 fn=1 fp=1 tn=1", "-o", place]) == 2
        assert "written" in (said := capsys.readouterr().err) or "empty" in said
    with pytest.raises(InputError, match="the witness has 2000003 examples; files of up to 1000000 are written"):
        witness_csv(Matrix(2_000_000, 1, 1, 1))
