"""Figures between two others: proved, never false of true figures, and said in the plainest words."""

import random
from fractions import Fraction

import pytest

from workbench import evaluate
from workbench.deciding.decide import prove
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.feasible.plain_bounds import BRIER, STATEMENTS, violated
from workbench.numbers.printed import Printed
from workbench.reports.check import check_report


@pytest.mark.slow
@pytest.mark.parametrize("statement", STATEMENTS)
def test_each_bound_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


def test_no_true_figures_are_accused() -> None:
    rng = random.Random(5)
    names = ("accuracy", "sensitivity", "specificity", "precision", "npv", "balanced_accuracy", "f1")
    for _ in range(400):
        n0, n1 = rng.randint(1, 9), rng.randint(1, 9)
        tp, fp = rng.randint(0, n0), rng.randint(0, n1)
        values = {name: named(name).value(Matrix(tp, n0 - tp, fp, n1 - fp)) for name in names}
        for zero in (0, 1):
            texts = {x: zero if value is None else value for x, value in values.items()}
            printed = {x: Printed(f"{float(value):.{rng.randint(1, 3)}f}") for x, value in texts.items()}
            assert violated(printed) is None


def test_no_true_scores_are_accused() -> None:
    rng = random.Random(6)
    for _ in range(60):
        classes = [0, 1, *(rng.randint(0, 1) for _ in range(rng.randint(0, 6)))]
        found = evaluate(classes, [Fraction(rng.choice((0, 1, rng.randint(0, 9))), 9) % 2 for _ in classes]).metrics
        values = {x: found[x] for pair in BRIER.items() for x in pair} | {"sqrt(BS)": float(found["BS"]) ** 0.5}
        for digits in (1, 2, 4):
            assert violated({x: Printed(f"{float(value):.{digits}f}") for x, value in values.items()}) is None


@pytest.mark.parametrize(
    ("report", "says"),
    [
        (
            "sens 0.821, spec 0.713, accuracy 0.902",
            "accuracy is at most 0.8215, as it lies between sens 0.821 and spec",
        ),
        ("precision=.8 npv=.7 accuracy=.60", "accuracy is at least 0.65, as it lies between precision .8 and npv .7"),
        ("sens=.8 spec=.7 balanced_accuracy=.65", "balanced_accuracy is at least 0.7, as it is the mean of"),
        ("n0=50 n1=60 precision=.8 recall=.7 f1=.60", "f1 is at least 0.6964, as it is the harmonic mean of"),
        ("BS=0.1 MAE=0.8", "BS is at least 0.562, as it lies between MAE 0.8 and its square, but it is printed as 0.1"),
        ("n0=10 n1=10 BS=0.5 MAE=0.3", "BS is at most 0.35, as"),
        ("n0=10 n1=10 RMSE=0.20 MAE=0.50", "RMSE is at least 0.495, as it is no less than MAE 0.50"),
        ("RMSE=0.60 MAE=0.20", "MAE is at least 0.354, as it is no less than the square of RMSE 0.60"),
        ("n0=50 n1=50 tp=60", "tp 60 is impossible with n0 = 50, n1 = 50: the nearest value is 50"),
        ("sens=.9 spec=.9 prevalence=.3 ppv=.5", "sens .9, spec .9, prevalence .3, whatever the class sizes"),
    ],
)
def test_the_plainest_reason_is_told(report: str, says: str) -> None:
    found = check_report(report, seconds=0.2)
    assert found.verdict == "inconsistent"
    assert says in found.because
    assert not found.because.endswith("50.00")
