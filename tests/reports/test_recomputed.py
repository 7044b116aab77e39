"""Figures beside the counts of a confusion matrix: each that is wrong is named, and none that is right."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.feasible.test_matrices import texts, value
from workbench.cli import main
from workbench.feasible.matrix_metrics import CATALOGUE, COUNTS, Matrix, named
from workbench.numbers.printed import Printed
from workbench.reports.check import check_report
from workbench.reports.paper_file import report_of
from workbench.reports.recomputed import deciding, matrix_told, misprints
from workbench.reports.reported import decide_once

NAMES = [metric.name for metric in CATALOGUE if metric.name not in COUNTS]


def test_each_wrong_figure_is_named_with_its_value() -> None:
    found = check_report("tp=65 tn=56 fp=13 fn=8 sensitivity=.884 specificity=.805 accuracy=.845")
    assert found.verdict == "inconsistent"
    assert found.because == (
        "the counts tp = 65, fn = 8, fp = 13, tn = 56 give sensitivity 65/73 = 0.890, not .884; "
        "specificity 56/69 = 0.812, not .805; accuracy 121/142 = 0.852, not .845"
    )
    assert found.violated == "the counts give sensitivity 65/73 = 0.890, not .884"
    assert found.computed["accuracy"] == Fraction(121, 142)
    one = check_report("tp=65 tn=56 fp=13 fn=8 sensitivity=.890 specificity=.812 accuracy=.845")
    assert one.nearest == {"accuracy": ("0.852",)}


def test_beside_figures_of_scores_and_class_sizes() -> None:
    found = check_report("n=150 tp=65 tn=56 fp=13 fn=8 mcc=0.8840 AUC=0.9")
    assert found.because.endswith("give n 142, not 150; mcc 0.7052, not 0.8840")
    assert "give n0 73, not 70" in check_report("n0=70 n1=69 tp=65 tn=56 fp=13 fn=8").because


def test_a_class_size_that_the_counts_tell_too() -> None:
    assert check_report("n=3 tp=1 tn=1 n0=2 npv=0.50 BS=0.33").verdict == "consistent"
    found = report_of("n=3 tp=1 tn=1 npv=0.50 BS=0.33")
    for name, size, verdict in (("n0", "2", "consistent"), ("n0", "1", "inconsistent"), ("n1", "2", "inconsistent")):
        figures = {**found.figures, name: Printed(size)}
        assert decide_once(replace(found, figures=figures), 2.0).verdict == verdict


def test_a_figure_that_the_digits_alone_do_not_tell_apart() -> None:
    found = check_report("tp=2 fn=1 fp=0 tn=3 sensitivity=0.67", rounding="down")
    assert "sensitivity 2/3 = 0.667, not 0.67" in found.because


def test_what_has_no_value_is_named() -> None:
    found = check_report("tp=0 fn=5 fp=0 tn=5 precision=0.3")
    assert "give no precision, as tp + fp = 0, not 0.3" in found.because
    assert check_report("tp=0 fn=5 fp=0 tn=5 precision=0.0").verdict == "consistent"


def test_the_nearest_values_where_only_n_is_known() -> None:
    found = check_report("n=171 accuracy=0.1865")
    assert "the nearest values are 31/171 = 0.181287 and 32/171 = 0.187135" in found.because
    assert found.nearest == {"accuracy": ("0.1813", "0.1871")}
    for report, nearest in (
        ("n=171 sensitivity=0.9999", "169/170 = 0.994118 and 1.000000"),
        ("n=1000 accuracy=0.8571", "857/1000 = 0.857000 and 858/1000 = 0.858000"),
        ("n=171 accuracy=0.1900", "32/171 = 0.187135 and 33/171 = 0.192982"),
        ("n=5000 sensitivity=0.999999", "4998/4999 = 0.99979996 and 1.00000000"),
        ("n0=15 sensitivity=0.50", "7/15 = 0.4667 and 8/15 = 0.5333"),
        ("n=40 prevalence=0.001", "the nearest value is 1/40 = 0.02500"),
    ):
        assert nearest in decide_once(report_of(report), 1.0).because


@pytest.mark.parametrize("seed", range(4))
def test_nearest_values_of_all_class_sizes_are_those_of_every_matrix(seed: int) -> None:
    rng = random.Random(seed)
    checked = 0
    for _ in range(60):
        n, name = rng.randint(2, 12), rng.choice(["accuracy", "sensitivity", "prevalence", "kappa", "precision"])
        printed = f"{rng.random():.3f}"
        every = {
            Fraction(x).limit_denominator(10**6)
            for n0 in range(1, n)
            for tp in range(n0 + 1)
            for fp in range(n - n0 + 1)
            if (x := value(name, (tp, n0 - tp, fp, n - n0 - fp))) is not None
        }
        low, high = Fraction(printed) - Fraction(1, 2000), Fraction(printed) + Fraction(1, 2000)
        found = check_report(f"n={n} {name}={printed}")
        assert (found.verdict == "consistent") is any(low <= x <= high for x in every)
        if found.verdict == "inconsistent":
            checked += 1
            sides = [
                max((x for x in every if x < low), default=None),
                min((x for x in every if x > high), default=None),
            ]
            for x in sides:
                assert x is None or f"{float(x):.5f}" in found.because or f"{float(x):.4f}" in found.because
    assert checked > 20


def _is_usual(name: str, printed: str) -> bool:
    """Whether a figure without a value is printed as a program prints it: 0, or 1 less that."""
    put = 1.0 if name in ("fdr", "for") and float(printed) else 0.0
    return not name.startswith("1/") and abs(float(printed) - put) < 10 ** -len(printed.partition(".")[2])


def test_against_every_figure_of_random_matrices() -> None:
    rng = random.Random(3)
    wrong = 0
    for _ in range(1500):
        counts = [rng.randint(0, 9) for _ in range(4)]
        if not (counts[0] + counts[1] and counts[2] + counts[3]):
            continue
        report, right = dict(zip(("tp", "fn", "fp", "tn"), map(str, counts), strict=True)), {}
        for name in rng.sample(NAMES, 3):
            places = rng.randint(1, 4)
            possible = texts(value(name, tuple(counts)), places, "half")
            text = rng.choice(sorted(possible)) if possible and rng.random() < 0.7 else f"{rng.random():.{places}f}"
            report[name], right[name] = text, text in possible
        found = misprints(
            report_of(" ".join(f"{name}={text}" for name, text in report.items())),
            dict(zip(("tp", "fn", "fp", "tn"), counts, strict=True)),
        )
        wrongly = {name for name, fits in right.items() if not fits}
        usual = {x for x in wrongly if not named(x).defined(Matrix(*counts)) and _is_usual(x, report[x])}
        assert found.keys() == (wrongly - usual or wrongly), report
        wrong += len(found)
    assert wrong > 300


@pytest.mark.parametrize(
    ("report", "matrix"),
    [
        ("n0=73 n1=69 tp=65 fp=13", Matrix(65, 8, 13, 56)),
        ("n=142 n0=73 fn=8 tn=56", Matrix(65, 8, 13, 56)),
        ("n=142 tp=65 fn=8 fp=13", Matrix(65, 8, 13, 56)),
        ("n=142 tp=65 fp=13 AUC=0.9", None),
        ("tp=6e1 fn=8 fp=13 tn=56", None),
        ("n0=5 n1=5 tp=6 fp=1", None),
        ("tp=0 fn=0 fp=1 tn=1", None),
    ],
)
def test_which_matrix_the_counts_tell(report: str, matrix: Matrix | None) -> None:
    assert matrix_told(report_of(report)) == matrix


def test_small_p_values_keep_their_digits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "caret.txt"
    path.write_text(
        "Confusion Matrix and Statistics\n\n          Reference\nPrediction  a   b\n"
        "         a 350  12\n         b  60 400\n\n    No Information Rate : 0.5012\n"
        "    P-Value [Acc > NIR] : < 2.2e-16\n Mcnemar's Test P-Value : 3.042e-08\n       'Positive' Class : a\n"
    )
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "3.04198e-08" in printed
    assert "0.000000" not in printed


@pytest.mark.parametrize(
    ("report", "says"),
    [
        ("tp=10 fn=5 sensitivity=0.50", "the counts tp = 10, fn = 5 give sensitivity 10/15 = 0.67, not 0.50"),
        ("tp=65 fn=8 sensitivity=.884", "the counts tp = 65, fn = 8 give sensitivity 65/73 = 0.890, not .884"),
        ("tp=10 fp=5 precision=0.50", "the counts tp = 10, fp = 5 give precision 10/15 = 0.67, not 0.50"),
        ("tp=10 fn=5 fp=3 f1=0.50", "the counts tp = 10, fn = 5, fp = 3 give f1 20/28 = 0.71, not 0.50"),
        ("tp=10 n0=15 sensitivity=0.50", "the counts tp = 10, fn = 5 give sensitivity 10/15 = 0.67, not 0.50"),
        ("fp=3 tn=9 specificity=0.80", "the counts fp = 3, tn = 9 give specificity 9/12 = 0.75, not 0.80"),
        ("tp=10 fn=5 AUC=0.9 fnr=0.50", "the counts tp = 10, fn = 5 give fnr 5/15 = 0.33, not 0.50"),
        ("n0=16 tp=10 fn=5 f1=0.5", "the counts tp = 10, fn = 5 give n0 15, not 16"),
        ("recall=82% (41/50) TNR=90% (45/50) accuracy=83.3%", "accuracy 86/100 = 0.860, not 0.833"),
        ("n0=60 recall=82% (41/50) TNR=90% (45/50)", "give n0 50, not 60"),
    ],
)
def test_counts_of_a_part_of_the_matrix(report: str, says: str) -> None:
    found = decide_once(report_of(report), 1.0)
    assert found.verdict == "inconsistent"
    assert says in found.because


def test_true_figures_of_a_part_of_the_matrix() -> None:
    for report in ("tp=10 fn=5 sensitivity=0.67 specificity=0.9", "tp=10 fp=5 precision=0.667", "tp=0 fp=0 ppv=0.00"):
        assert decide_once(report_of(report), 1.0).verdict == "consistent"
    found = decide_once(report_of("recall=82% (41/50) TNR=90% (45/50) accuracy=86%"), 1.0)
    assert found.witness == Matrix(41, 9, 5, 45)


@pytest.mark.slow
def test_what_a_part_of_the_counts_decides_is_so_for_all_others() -> None:
    rng = random.Random(7)
    decided = 0
    for name, known in product(NAMES, (("tp", "fn"), ("fp", "tn"), ("tp", "fp"), ("tp", "tn"), ("tp", "fn", "fp"))):
        cells = {count: rng.choice((0, 0, 1, 4)) for count in known}
        if cells.get("tp") == cells.get("fn") == 0 or cells.get("fp") == cells.get("tn") == 0:
            continue
        found = deciding(named(name), cells)
        every = {
            None if (x := value(name, counts)) is None else round(x, 12)
            for counts in product(*((cells[c],) if c in cells else range(9) for c in ("tp", "fn", "fp", "tn")))
            if counts[0] + counts[1] and counts[2] + counts[3]
        }
        assert (found is not None) is (len(every) == 1), (name, cells)
        decided += found is not None
    assert decided > 15
