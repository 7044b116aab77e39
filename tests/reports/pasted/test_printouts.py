"""Printouts of scikit-learn, caret and Weka: true ones are never called inconsistent, misprinted ones are."""

from __future__ import annotations

import json
import math
import random
import warnings
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from tests.reports.pasted.writers import caret, weka
from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import with_positive
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import decide_report

COUNTS = (65, 8, 13, 56)
SCORES = {"AUC": 0.912, "MAE": 0.2, "RMSE": 0.35}


def one(text: str) -> Report:
    found = reports_of(text)
    assert found is not None
    assert len(found) == 1
    return found[0]


def verdict(text: str, seconds: float = 0.02) -> str:
    return decide_report(one(text), seconds).verdict


def random_counts(rng: random.Random, most: int = 60) -> tuple[int, int, int, int]:
    """Of a classifier that may predict one class alone."""
    n0, n1, bias = rng.randint(1, most), rng.randint(1, most), rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    hit, alarm = (sum(rng.random() < bias for _ in range(n)) for n in (n0, n1))
    return hit, n0 - hit, alarm, n1 - alarm


def sklearn_report(counts: tuple[int, int, int, int], **more: object) -> str:
    metrics = pytest.importorskip("sklearn.metrics")
    tp, fn, fp, tn = counts
    y, guess = [0] * (tp + fn) + [1] * (fp + tn), [0] * tp + [1] * fn + [0] * fp + [1] * tn
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = metrics.classification_report(y, guess, **more)
    return found if isinstance(found, str) else json.dumps(found)


# --- what is read -------------------------------------------------------------------------------------------


def test_each_class_of_a_classification_report_has_its_row() -> None:
    report = one(sklearn_report(COUNTS, target_names=["well done", "class 1"], digits=3))
    assert (report.n0, report.n1, report.positive) == (73, 69, "well done")
    assert {name: str(x) for name, x in report.figures.items()} == {
        "accuracy": "0.852", "precision": "0.833", "sensitivity": "0.890", "f1": "0.861", "npv": "0.875",
        "specificity": "0.812", "negative_f1": "0.842", "macro_precision": "0.854", "balanced_accuracy": "0.851",
        "macro_f1": "0.852", "weighted_precision": "0.854", "weighted_f1": "0.852",
    }  # fmt: skip
    assert decide_report(report, 1).witness == Matrix(*COUNTS)


def test_a_dictionary_is_the_same_report() -> None:
    text = sklearn_report(COUNTS, output_dict=True)
    for written in (text, str(json.loads(text)).replace("{", "{\n"), f"\n {text}\n"):
        report = one(written)
        assert (report.n0, report.n1, report.positive) == (73, 69, "0")
        assert decide_report(report, 1).witness == Matrix(*COUNTS)
        assert ("support 73.0", "that no example has another weight than 1 is taken for granted") in report.not_checked


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("everything", [False, True])
def test_caret_names_its_positive_class(swapped: bool, everything: bool) -> None:
    found = decide_report(one(caret(COUNTS, swapped=swapped, everything=everything)), 1)
    assert (found.verdict, found.witness, found.positive) == ("consistent", Matrix(*COUNTS), "yes")
    assert found.understood["sensitivity"] == "0.8904"
    assert (found.understood["Mcnemar's Test P-Value"], found.not_checked) == ("0.3827", ())


def test_a_prevalence_that_was_given_to_caret() -> None:
    found = decide_report(one(caret(COUNTS, prevalence=0.1)), 1)
    assert found.verdict == "consistent"
    why = "the prevalence is not that of the matrix, so that one was given"
    assert [value.split()[0] for value, reason in found.not_checked if reason == why] == ["Pos", "Neg", "Prevalence"]


@pytest.mark.parametrize(("counts", "prevalence"), [((17, 2, 0, 1), 0.9538), ((8, 0, 58, 468), 0.0062)])
def test_a_prevalence_that_was_given_to_caret_and_is_printed_like_that_of_the_matrix(
    counts: tuple[int, ...], prevalence: float
) -> None:
    text = caret(counts, prevalence=prevalence, digits=2)
    assert (" Prevalence : 0.95 " in text) or (" Prevalence : 0.01 " in text)
    found = decide_report(one(text), 1)
    assert found.verdict == "consistent"
    assert any("so that one was given" in why for _, why in found.not_checked)
    value = "Neg Pred Value : 0.32" if counts[0] == 17 else "Pos Pred Value : 0.05"
    assert value in text
    assert decide_report(one(text.replace(value, f"{value[:-2]}53")), 1).verdict == "inconsistent"


@pytest.mark.parametrize(
    "counts", [(9, 1, 1, 4), (3, 0, 0, 5), (0, 4, 0, 6), (0, 4, 6, 0), (40, 1, 30, 2), (7, 2, 3, 8)]
)
def test_the_p_values_of_caret_are_those_of_scipy(counts: tuple[int, ...]) -> None:
    found = decide_report(one(caret(counts, digits=9)), 1)
    assert found.verdict == "consistent"
    assert [what.split()[:2] for what, _ in found.not_checked if "P-Value" in what] == (
        [] if counts[1] + counts[2] else [["Mcnemar's", "Test"]]
    )


@pytest.mark.parametrize("old", [False, True])
def test_weka_has_figures_of_scores_too(old: bool) -> None:
    report = one(weka(COUNTS, SCORES, old))
    assert report.where == "Weka, Stratified cross-validation"
    assert (report.n, report.positive) == (142, "yes")
    names = ["tp", "AUC", "MAE", "sqrt(BS)", "specificity", "fnr", "npv", "weighted_f1"]
    texts = ["65", "0.912", "0.2", "0.35", "0.812", "0.11" if old else "0.110", "0.875", "0.852"]
    assert [str(report.figures[name]) for name in names] == texts
    assert decide_report(report, 5).verdict == "consistent"


def test_weka_prints_several_evaluations() -> None:
    text = weka(COUNTS, SCORES, True, heading="Error on training data") + weka((3, 1, 2, 4), SCORES, True)
    found = reports_of(text)
    assert found is not None
    assert [report.where for report in found] == ["Weka, Error on training data", "Weka, Stratified cross-validation"]
    assert [str(report.figures["tp"]) for report in found] == ["65", "3"]


def test_the_command_says_which_class_is_positive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "printed.txt"
    path.write_text(caret(COUNTS))
    assert main(["check", str(path), "-o", str(tmp_path / "data.csv")]) == 0
    lines = " ".join(capsys.readouterr().out.split())
    assert lines.startswith("understood: tp 65, fn 8, fp 13, tn 56, accuracy 0.8521 (0.7829 to 0.9061, Clopper-")
    assert "class 'yes' is taken as class 0, the positive one consistent confusionMatrix" in lines
    assert main(["check", str(path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert (result["positive"], result["understood"]["npv"]) == ("yes", "0.875")


@pytest.mark.parametrize("written", ["sklearn", "caret", "weka"])
def test_the_positive_class_can_be_chosen(written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = {
        "sklearn": sklearn_report(COUNTS, target_names=["yes", "no"], digits=4),
        "caret": caret(COUNTS, everything=True),
        "weka": weka(COUNTS, SCORES),
    }[written]
    turned = with_positive(one(text), "no")
    own = one(text)
    assert (turned.n0, turned.n1, turned.positive) == (own.n1, own.n0, "no")
    found = decide_report(turned, 1)
    tp, fn, fp, tn = COUNTS
    assert (found.verdict, found.witness if written != "weka" else Matrix(tn, fp, fn, tp)) == (
        "consistent", Matrix(tn, fp, fn, tp),
    )  # fmt: skip
    assert with_positive(turned, "yes") == own
    path = tmp_path / "printed.txt"
    path.write_text(text)
    assert main(["check", str(path), "--positive", "no"]) == 0
    assert "class 'no' is taken as class 0, the positive one" in " ".join(capsys.readouterr().out.split())
    assert main(["check", str(path), "--positive", "maybe"]) == 2
    assert "the classes are yes and no, not 'maybe'" in capsys.readouterr().err
    assert main(["check", "--reported", "n0=5 n1=5 accuracy=0.7", "--positive", "1"]) == 2
    assert "--positive is for a printout" in capsys.readouterr().err


# --- what is true is not accused, what is misprinted is ---------------------------------------------------------


def accused(kind: str, reports: int, seed: int) -> list[str]:
    """Random true printouts of a kind that are called inconsistent."""
    rng, found = random.Random(f"{kind} {seed}"), []
    for _ in range(reports):
        counts = random_counts(rng)
        if kind == "text":
            text = sklearn_report(counts, digits=rng.randint(1, 16), zero_division=rng.choice((0, 1, math.nan)))
        elif kind == "json":
            text = sklearn_report(counts, output_dict=True, zero_division=rng.choice((0, 1, math.nan)))
        elif kind == "caret":
            given = rng.choice((None, None, rng.random()))
            text = caret(counts, ("b", "a"), rng.random() < 0.5, rng.random() < 0.5, given, rng.randint(2, 5))
        else:
            text = true_weka(counts, rng)
        if verdict(text) == "inconsistent":
            found.append(text)
    return found


def true_weka(counts: tuple[int, int, int, int], rng: random.Random) -> str:
    """Scores, in tenths, at whose threshold 1/2 are the counts; their AUC, MAE and RMSE by definition."""
    tp, fn, fp, tn = counts
    below, above = (lambda: rng.randint(0, 5) / 10), (lambda: rng.randint(6, 10) / 10)
    zeros = [below() for _ in range(tp)] + [above() for _ in range(fn)]
    ones = [below() for _ in range(fp)] + [above() for _ in range(tn)]
    pairs = sum((a < b) + (a == b) / 2 for a in zeros for b in ones)
    errors = [*zeros, *(1 - x for x in ones)]
    rmse = math.sqrt(sum(x * x for x in errors) / len(errors))
    scores = {"AUC": pairs / len(zeros) / len(ones), "MAE": sum(errors) / len(errors), "RMSE": rmse}
    return weka(counts, scores, rng.random() < 0.5)


@pytest.mark.parametrize("kind", ["text", "json", "caret", "weka"])
def test_no_true_printout_is_accused(kind: str) -> None:
    assert accused(kind, 25, 0) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["text", "json", "caret", "weka"])
def test_no_true_printout_of_many_is_accused(kind: str, seed: int) -> None:
    assert accused(kind, 150, seed + 1) == []


def matrices_that_print(sizes: tuple[int, int], figures: dict[str, str]) -> bool:
    """Whether some matrix of these sizes has the figures of both rows, by trying all of them."""
    n0, n1 = sizes
    for tp in range(n0 + 1):
        for fp in range(n1 + 1):
            fn, tn = n0 - tp, n1 - fp
            values = {
                "precision": (tp, tp + fp), "sensitivity": (tp, n0), "f1": (2 * tp, 2 * tp + fn + fp),
                "npv": (tn, fn + tn), "specificity": (tn, n1), "negative_f1": (2 * tn, 2 * tn + fn + fp),
                "accuracy": (tp + tn, n0 + n1),
            }  # fmt: skip
            if all(_prints(*values[name], text) for name, text in figures.items() if name in values):
                return True
    return False


def _prints(top: int, bottom: int, text: str) -> bool:
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    if not bottom:
        return Fraction(text) in (0, 1)
    return abs(Fraction(top, bottom) - Fraction(text)) <= half


def test_misprinted_classification_reports() -> None:
    rng, seen = random.Random(5), Counter()
    for _ in range(60):
        lines = sklearn_report(random_counts(rng, 15), digits=rng.randint(2, 3)).splitlines()
        row = rng.choice((2, 3))
        cells = lines[row].split()
        column = rng.choice((1, 2, 3))
        digit = rng.randrange(2, len(cells[column]))
        cells[column] = cells[column][:digit] + rng.choice("0123456789") + cells[column][digit + 1 :]
        if float(cells[column]) > 1:
            continue
        lines[row] = "   ".join(cells)
        report = one("\n".join(lines))
        assert report.n0 is not None
        assert report.n1 is not None
        possible = matrices_that_print((report.n0, report.n1), {name: str(x) for name, x in report.figures.items()})
        found = decide_report(report, 0.2)
        seen[possible, found.verdict] += 1
        if not possible:
            assert found.verdict == "inconsistent", "\n".join(lines)
    assert seen[False, "inconsistent"] > 20
    assert seen[True, "consistent"] > 3


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("Specificity : 0.8116", "Specificity : 0.8161", "specificity 56/69 = 0.8116, not 0.8161"),
        ("Kappa : 0.7034", "Kappa : 0.7043", "kappa 7072/10054 = 0.7034, not 0.7043"),
        ("Recall : 0.8904", "Recall : 0.8940", "sensitivity 65/73 = 0.8904, not 0.8940"),
        ("Recall : 0.8904", "Recall : 0.89", ""),
        ("Rate : 0.5141", "Rate : 0.5114", "No Information Rate 73/142 = 0.5141, not 0.5114"),
        ("[Acc > NIR] : <2e-16", "[Acc > NIR] : 0.02", "P-Value [Acc > NIR] 0.00, not 0.02"),
        ("P-Value : 0.3827", "P-Value : <2e-16", "Mcnemar's Test P-Value 0.3827, not <2e-16"),
        ("P-Value : 0.3827", "P-Value : 0.3872", "Mcnemar's Test P-Value 0.3827, not 0.3872"),
        ("P-Value : 0.3827", "P-Value : 0.383", ""),
        ("P-Value : 0.3827", "P-Value : NA", ""),
        ("Detection Rate : 0.4577", "Detection Rate : 0.4757", "Detection Rate 65/142 = 0.4577, not 0.4757"),
        ("Prevalence : 0.5493", "Prevalence : 0.5439", "Detection Prevalence 39/71 = 0.5493, not 0.5439"),
    ],
)
def test_misprints_of_caret(right: str, wrong: str, says: str) -> None:
    text = caret(COUNTS, everything=True)
    assert right in text
    found = decide_report(one(text.replace(right, wrong)), 1)
    assert (found.verdict == "inconsistent") is bool(says)
    assert says in found.because


def test_a_figure_that_is_printed_twice() -> None:
    text = sklearn_report(COUNTS)
    average = next(line for line in text.splitlines() if line.startswith("weighted avg"))
    found = decide_report(one(text.replace(average, average.replace("0.85", "0.58"))), 1)
    assert found.because == "accuracy is printed as 0.85 and as 0.58"


def test_misprints_of_weka() -> None:
    text = weka(COUNTS, SCORES)
    found = decide_report(one(text.replace("  121  ", "  120  ")), 1)
    assert (found.verdict, found.violated) == (
        "inconsistent", "the counts give Correctly Classified Instances 121, not 120",
    )  # fmt: skip
    found = decide_report(one(text.replace("0.890      0.861", "0.980      0.861")), 1)
    assert "sensitivity 65/73 = 0.890, not 0.980" in found.because
    found = decide_report(one(text.replace("0.842", "0.824")), 1)
    assert "negative_f1 112/133 = 0.842, not 0.824" in found.because
    assert (
        "accuracy 121/142 = 0.852113, not 0.862113" in decide_report(one(text.replace("85.2113", "86.2113")), 1).because
    )


# --- wrong input -------------------------------------------------------------------------------------------------

ROWS = sklearn_report(COUNTS) if pytest.importorskip("sklearn") else ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROWS.replace("        73", "      73.5"), "the support of 0 is '73.5'; reports with weights"),
        (ROWS.replace("        73", "        74"), "the supports 74 and 69 do not make up 142"),
        (ROWS.replace("\n\n    acc", "\n  2   0.50   0.50   0.50   9\n\n    acc"), "73, 69 and 9 do not make up"),
        (ROWS.replace("           1 ", "           0 "), "'0' has two rows"),
        (ROWS.replace("0.88", "O.88"), "is no row of a name, three figures and a support"),
        ('{"f1-score": 3}', "'f1-score' is '3'; it must have precision, recall, f1-score, support"),
        ('{"f1-score": ', "no JSON that can be read"),
        ("{" * 100_000 + "f1-score", "no JSON that can be read"),
        (caret(COUNTS).replace("'Positive' Class : yes", ""), "the line 'Positive' Class is missing"),
        (caret(COUNTS).replace("Class : yes", "Class : maybe"), "is 'maybe', which is no row; the rows are yes and no"),
        (caret((5, 0, 3, 0), labels=("a", "b")).replace(" 0     0", " 0  0  0"), "two counts in each"),
        (caret((0, 0, 3, 2)), "class 'yes' has no examples"),
        (caret(COUNTS).replace("       no", "     no 1\n    third"), "of 3 classes"),
        (caret(COUNTS).replace(" 13", " 13.5"), "fp is '13.5'; counts of examples with weights are not checked"),
        (weka(COUNTS, SCORES).replace(" 65  8 |", " 65.5 8 |"), "tp is '65.5'; counts of examples with weights"),
        (weka(COUNTS, SCORES).replace("|  b = no", "|  b = no\n 1 2 3 | c = third"), "not the same, yes, no, third"),
        (weka(COUNTS, SCORES).replace("Kappa statistic ", "Correlation coefficient "), "the class is a number"),
        (weka(COUNTS, SCORES).replace("Total", "UnClassified Instances   3  2 %\nTotal"), "not class"),
        (weka(COUNTS, SCORES).replace("0.875 ", "0.875 0.1 0.2 "), "the classes of the rows and of the matrix"),
        ("=== Summary ===\n", "Weka: no evaluation of a classifier was found"),
    ],
)  # fmt: skip
def test_wrong_input_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        reports_of(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
