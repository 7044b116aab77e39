"""Likelihood and odds ratios printed as infinite, against every confusion matrix."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.reports.pasted.test_averages import prints_so
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.feasible.matrix_proportions import _OF_RATES, class_share
from workbench.numbers.printed import Interval, Printed
from workbench.reports.check import check_report
from workbench.reports.paper_file import report_of
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import verdict_of

INFINITE = ("inf", "Inf", "∞", "infinity", "+inf")


def values(matrix: Matrix) -> dict[str, Fraction | str | None]:
    """The figures; an infinite one is "inf", and 0/0 is None."""
    tp, fn, fp, tn = matrix
    pairs = {
        "sensitivity": (tp, tp + fn),
        "specificity": (tn, fp + tn),
        "accuracy": (tp + tn, sum(matrix)),
        "lr+": (tp * (fp + tn), fp * (tp + fn)),
        "lr-": (fn * (fp + tn), tn * (tp + fn)),
        "dor": (tp * tn, fn * fp),
    }
    return {name: Fraction(a, b) if b else "inf" if a else None for name, (a, b) in pairs.items()}


def allows(value: Fraction | str | None, text: str) -> bool:
    if text == "inf" or not isinstance(value, Fraction):
        return value == text
    return prints_so(value, text)


def matrices(n0: int, n1: int) -> list[Matrix]:
    return [Matrix(tp, n0 - tp, fp, n1 - fp) for tp, fp in product(range(n0 + 1), range(n1 + 1))]


def test_infinite_ratios_against_all_matrices() -> None:
    rng, seen = random.Random(1), Counter()
    for _ in range(400):
        n0, n1 = rng.randint(1, 9), rng.randint(1, 9)
        of_one = values(Matrix(*rng.choice(matrices(n0, n1))))
        names = [name for name in rng.sample(sorted(of_one), 3) if of_one[name] is not None]
        printed = {name: x if (x := of_one[name]) == "inf" else f"{float(x):.2f}" for name in names}
        if rng.random() < 0.5:
            printed[rng.choice(("lr+", "lr-", "dor"))] = "inf"
        if not printed:
            continue
        text = " ".join(f"{name}={x.replace('inf', rng.choice(INFINITE))}" for name, x in printed.items())
        possible = any(all(allows(values(m)[name], x) for name, x in printed.items()) for m in matrices(n0, n1))
        seen["inf" in printed.values(), possible] += 1
        found = verdict_of(report_of(f"n0={n0} n1={n1} zero_division=nan {text}"), 1.0)
        assert found == ("consistent" if possible else "inconsistent"), (n0, n1, text)
    assert min(seen[True, True], seen[True, False]) > 50


def test_true_reports_without_class_sizes() -> None:
    rng, infinite = random.Random(2), 0
    for _ in range(60):
        matrix = Matrix(*(rng.choice((0, rng.randint(0, 40))) for _ in range(4)))
        if not matrix.n0 or not matrix.n1:
            continue
        figures = {name: x for name, x in values(matrix).items() if x is not None}
        infinite += "inf" in figures.values()
        text = " ".join(f"{name}={x if x == 'inf' else f'{float(x):.2f}'}" for name, x in figures.items())
        assert verdict_of(report_of(text), 0.2) != "inconsistent", text
    assert infinite > 20


@pytest.mark.parametrize(
    ("report", "verdict", "words"),
    [
        ("n0=20 n1=30 sensitivity=0.85 specificity=1.00 lr+=inf", "consistent", "fp = 0"),
        ("sensitivity=0.85 specificity=1.00 PLR=∞", "consistent", "fp = 0"),
        ("sensitivity=0.85 specificity=0.95 LR+=∞", "inconsistent", "1/lr+ 0"),
        ("n0=20 n1=30 sensitivity=0.00 specificity=1.00 lr+=inf", "inconsistent", "it is undefined, tp = 0"),
        ("tp=4 fn=1 fp=1 tn=9 lr+=inf", "inconsistent", "1/lr+ 5/40 = 0.125, not 0"),
        ("n0=20 n1=20 dor=inf sensitivity=0.95 specificity=0.90", "inconsistent", "1/dor 0"),
        ("n0=20 n1=20 dor=inf sensitivity=1.00 specificity=0.90", "consistent", "fn = 0"),
        ("n0=20 n1=20 accuracy=0.90 AUC=0.95 lr+=inf", "consistent", ""),
    ],
)
def test_reports(report: str, verdict: str, words: str) -> None:
    found = check_report(report)
    assert found.verdict == verdict, found.because
    assert words in found.because
    assert not found.not_checked


def test_what_is_infinite_is_read_everywhere() -> None:
    for table in ("model,specificity,LR+\nA,0.95,inf", "model & specificity & LR+ \\\\\n A & 0.95 & $\\infty$ \\\\"):
        found = reports_of(table)
        assert found is not None
        assert verdict_of(found[0], 1.0) == "inconsistent"
    found = check_report("n0=20 n1=30 specificity=1.00 lr+=∞ (5.2-∞)")
    assert (found.verdict, len(found.not_checked)) == ("consistent", 1)


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("n0=5 n1=5 lr+=inf plr=5", "are one quantity; give it once"),
        ("n0=5 n1=5 lr+=5 plr=inf", "are one quantity; give it once"),
        ("n0=5 n1=5 AUC=inf", "is not a finite number"),
        ("n0=5 n1=5 lift=inf", "is not a finite number"),
        ("n0=5 n1=5 lr+=-inf", "is not a finite number"),
    ],
)
def test_wrong_input(report: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_report(report)


def test_what_depends_on_rates_alone() -> None:
    """Ten times as many examples of one class leave these metrics as they are."""
    for name in _OF_RATES:
        for matrix in (Matrix(*m) for m in product(range(4), repeat=4)):
            more = Matrix(10 * matrix.tp, 10 * matrix.fn, matrix.fp, matrix.tn)
            if matrix.n0 and matrix.n1:
                assert named(name).value(matrix) == named(name).value(more) or named(name).form != "ratio"
                assert named(name).defined(matrix) == named(name).defined(more)


def test_rates_that_contradict_each_other_leave_no_class_share() -> None:
    of = {name: named(name) for name in ("sensitivity", "specificity", "fpr", "lr+", "fp")}
    half, tenth = Printed("0.5").values, Printed("0.1").values
    assert class_share([(of["specificity"], half), (of["fpr"], tenth)]) is None
    assert class_share([(of["specificity"], half), (of["fp"], Interval(Fraction(0), Fraction(0)))]) is None
    printed = {"sensitivity": "0.9", "specificity": "0.9", "lr+": "5.5"}
    assert class_share([(of[x], Printed(text).values) for x, text in printed.items()]) is None


def test_a_finite_ratio_may_stand_under_two_names() -> None:
    assert check_report("LR+=5.90 plr=5.9", seconds=1.0).verdict == "consistent"
    assert check_report("n0=10 n1=90 tp=8 fp=9 odds_ratio=36.0 dor=36.00", seconds=1.0).verdict == "consistent"
    with pytest.raises(InputError, match="one quantity"):
        check_report("LR+=inf plr=5.9")
