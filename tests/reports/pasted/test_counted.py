"""Printouts of caret and Weka of several classes: true ones are consistent, and one changed digit is found out."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.reports.pasted.test_several_classes import random_matrix
from tests.reports.pasted.writers import caret_classes, weka_classes
from workbench.cli import main
from workbench.errors import InputError
from workbench.reports.class_matrix import CountedReport
from workbench.reports.counted import decide, power, verdict_of
from workbench.reports.mcnemar import values_of
from workbench.reports.pasted.reading import reports_of

THREE = [[17, 2, 1], [3, 9, 3], [0, 4, 11]]
NAMES = ["cat", "dog", "red fox"]


def one(text: str) -> CountedReport:
    found = reports_of(text)
    assert found is not None
    [report] = found
    assert isinstance(report, CountedReport)
    return report


def labels_of(rng: random.Random, many: int) -> list[str]:
    return [rng.choice(("{}", "class {}", "C{} x")).format(i + 1) for i in range(many)]


def printed(kind: str, rng: random.Random) -> tuple[list[list[int]], str]:
    matrix = random_matrix(rng, rng.randint(3, 9), rng.choice((4, 40, 900)))
    names = labels_of(rng, len(matrix))
    if kind == "weka":
        return matrix, weka_classes(matrix, names, rng.random() < 0.5, rng.random() < 0.2)
    given = None if rng.random() < 0.8 else [rng.uniform(0.01, 0.99) for _ in matrix]
    mark = rng.choice(("", "", "## ", "# "))
    return matrix, caret_classes(matrix, names, rng.random() < 0.4, given, rng.randint(3, 5), mark)


def check_true(kind: str, reports: int, seed: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    for _ in range(reports):
        matrix, text = printed(kind, rng)
        report = one(text)
        assert list(report.matrix.values()) == [tuple(row) for row in matrix], text
        found = decide(report)
        assert found.verdict == "consistent", f"{found.because}\n{text}"
        for x in report.figures:  # a changed digit is found out, unless the value is printed so too
            places = [i for i, c in enumerate(x.text) if c.isdigit()]
            i = rng.choice(places)
            other = x.text[:i] + rng.choice(sorted(set("0123456789") - {x.text[i]})) + x.text[i + 1 :]
            values = values_of(other)
            assert values is not None
            near = values.low is not None and abs(float(x.value or 0) - float(values.low)) < 1e-9
            if not x.text.startswith("<") and float(other) != float(x.text) and not near:
                high = values.high is not None and abs(float(x.value or 0) - float(values.high)) < 1e-9
                assert high or (x.value or Fraction(0)) not in values, (x, other)


@pytest.mark.parametrize("kind", ["caret", "weka"])
def test_no_true_printout_is_accused(kind: str) -> None:
    check_true(kind, 60, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["caret", "weka"])
@pytest.mark.parametrize("seed", range(1, 5))
def test_no_true_printout_of_many_is_accused(kind: str, seed: int) -> None:
    check_true(kind, 500, seed)


@pytest.mark.parametrize("kind", ["caret", "weka"])
def test_each_changed_digit_of_the_text_is_found_out(kind: str) -> None:
    text = caret_classes(THREE, NAMES) if kind == "caret" else weka_classes(THREE, NAMES)
    body = text.index("Statistics by" if kind == "caret" else "=== Summary")
    end = len(text) if kind == "caret" else text.index("=== Confusion")
    seen = 0
    for number in re.finditer(r"\d+\.\d+", text[body:end]):
        line = text[: body + number.start()].splitlines()[-1]
        if line.startswith(("Prevalence", "Pos Pred", "Neg Pred", "Mean")) or number[0] in ("0.500", "0.25"):
            continue
        at = body + number.start() + 2
        other = text[:at] + str((int(text[at]) + 5) % 10) + text[at + 1 :] if text[at].isdigit() else text
        if other != text:
            seen += 1
            assert verdict_of(one(other)) == "inconsistent", other
    assert seen > 12


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("Accuracy : 0.74", "Accuracy : 0.76", "the confusion matrix gives Accuracy 37/50 = 0.74, not 0.76"),
        ("Kappa : 0.6061", "Kappa : 0.6016", "= 0.6061, not 0.6016"),
        ("P-Value : 0.719", "P-Value : 0.791", "Mcnemar's Test P-Value 0.719, not 0.791"),
        ("(0.5966, ", "(0.5696, ", "accuracy the interval (0.59"),
        ("Neg Pred Value", "Neg Pred Value", ""),
        ("P-Value : 0.719", "P-Value : NA", ""),
    ],
)
def test_misprints_of_caret(right: str, wrong: str, says: str) -> None:
    text = caret_classes(THREE, NAMES)
    assert right in text, text
    found = decide(one(text.replace(right, wrong)))
    assert (found.verdict == "inconsistent") is bool(says)
    assert says in found.because


def test_what_has_no_value() -> None:
    matrix = [[5, 0, 3], [2, 0, 4], [0, 0, 9]]
    text = caret_classes(matrix, NAMES)
    assert "NaN" in text
    report = one(text)
    assert verdict_of(report) == "consistent"
    assert ("dog: Pos Pred Value NaN", "it has no value") in report.not_checked
    bare = one(caret_classes([[5, 0, 3], [0, 2, 4], [0, 1, 9]], NAMES))
    assert any("two classes are never confused" in why for _, why in bare.not_checked)
    assert "dog: Pos Pred Value 0/0, not 0.5" in decide(one(text.replace("NaN", "0.5"))).because
    text = weka_classes(matrix, NAMES)
    assert "?" in text
    assert verdict_of(one(text)) == "consistent"
    assert "dog: Precision 0/0, not 0.5" in decide(one(text.replace("?", "0.5"))).because


def test_a_prevalence_that_was_given_to_caret() -> None:
    report = one(caret_classes(THREE, NAMES, given=[0.05, 0.8, 0.15]))
    assert verdict_of(report) == "consistent"
    left = [what for what, why in report.not_checked if "one was given" in why]
    assert len(left) == 9
    own = caret_classes(THREE, NAMES)
    line = next(x for x in own.splitlines() if x.startswith("Prevalence"))
    assert verdict_of(one(own.replace(line, line.replace("0.4", "0.9", 1)))) == "inconsistent"


def test_several_printouts_and_a_heading_of_markdown() -> None:
    text = caret_classes(THREE, NAMES)
    found = reports_of(text + caret_classes([[3, 1, 1], [1, 2, 1], [1, 1, 5]], NAMES))
    assert found is not None
    assert [x.where for x in found] == ["confusionMatrix 1", "confusionMatrix 2"]
    assert all(isinstance(x, CountedReport) and verdict_of(x) == "consistent" for x in found)
    assert verdict_of(one("## " + text)) == "consistent"
    assert list(one(text.partition("Statistics by")[0]).matrix) == NAMES


def test_iris_as_weka_printed_it() -> None:
    rows = [
        "                 TP Rate  FP Rate  Precision  Recall   F-Measure  MCC      ROC Area  PRC Area  Class",
        "                 0.980    0.000    1.000      0.980    0.990      0.985    0.990     0.987 Iris-setosa",
        "                 0.940    0.030    0.940      0.940    0.940      0.910    0.967     0.920 Iris-versicolor",
        "                 0.960    0.030    0.941      0.960    0.950      0.925    0.974     0.934 Iris-virginica",
        "Weighted Avg.    0.960    0.020    0.960      0.960    0.960      0.940    0.977     0.947     ",
    ]
    matrix = [" 49 1 0 | a = Iris-setosa", " 0 47 3 | b = Iris-versicolor", " 0 2 48 | c = Iris-virginica"]
    lines = [
        "=== Detailed Accuracy By Class ===",
        *rows,
        "=== Confusion Matrix ===",
        " a b c <-- classified as",
        *matrix,
    ]
    assert verdict_of(one("\n".join(lines))) == "consistent"
    assert verdict_of(one("\n".join(lines).replace("0.925", "0.952"))) == "inconsistent"


def test_iris_as_caret_printed_it_in_a_comment() -> None:
    lines = [
        "Confusion Matrix and Statistics", "", "Reference", "Prediction  1  2  3", "1 50  0  0", "2  0 44  6",
        "3  0  6 44", "", "Overall Statistics", "", "Accuracy : 0.92           ", "95% CI : (0.8644, 0.958)",
        "No Information Rate : 0.3333         ", "P-Value [Acc > NIR] : < 2.2e-16      ", "", "Kappa : 0.88           ",
        "Mcnemar's Test P-Value : NA             ", "", "Statistics by Class:", "", "Class: 1 Class: 2 Class: 3",
        "Sensitivity            1.0000   0.8800   0.8800", "Specificity            1.0000   0.9400   0.9400",
        "Pos Pred Value         1.0000   0.8800   0.8800", "Neg Pred Value         1.0000   0.9400   0.9400",
        "Prevalence             0.3333   0.3333   0.3333", "Detection Rate         0.3333   0.2933   0.2933",
        "Detection Prevalence   0.3333   0.3333   0.3333", "Balanced Accuracy      1.0000   0.9100   0.9100",
    ]  # fmt: skip
    text = "\n".join(f"# {line}" for line in lines)
    report = one(text)
    assert (verdict_of(report), len(report.figures)) == ("consistent", 28)
    assert verdict_of(one(text.replace("0.958", "0.985"))) == "inconsistent"


@pytest.mark.parametrize("kind", ["caret", "weka"])
def test_the_command(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, text = tmp_path / "printed.txt", (caret_classes if kind == "caret" else weka_classes)(THREE, NAMES)
    path.write_text(text)
    assert main(["check", str(path), "-o", str(tmp_path / "out.csv")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("understood: cat: predictions 17 2 1,")
    assert (tmp_path / "out.csv").read_text().count("\n") == 51
    assert main(["check", str(path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert result["witness"]["matrix"] == THREE
    assert result["power"] > 0.9
    if kind == "weka":
        why = "it is of the scores, which the counts do not tell"
        assert {"value": "cat: ROC Area 0.500", "why": why} in result["not_checked"]
    path.write_text(text.replace("0.850", "0.580").replace("0.8500", "0.5800"))
    assert main(["check", str(path)]) == 1
    assert power(one(text)) is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (caret_classes(THREE, NAMES).replace("  17 ", "  17.5 "), "the matrix has '17.5'; counts of examples with"),
        (caret_classes(THREE, NAMES).replace("Class: dog", "Class: cat"), "a class has two columns"),
        (weka_classes(THREE, NAMES).partition("=== Confusion")[0], "of 3 classes without its Confusion Matrix"),
        (weka_classes(THREE, NAMES).replace("= dog", "= hen"), "the classes of the rows and of the matrix"),
    ],
)
def test_wrong_input_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        reports_of(text)
    assert message in str(error.value)
