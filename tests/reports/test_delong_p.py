"""DeLong's p value of two models, by both AUC and the class sizes."""

from __future__ import annotations

import random

import pytest

from workbench import check_report
from workbench.errors import InputError
from workbench.inference.delong import delong_test
from workbench.reports.delong_p import aucs_of, greatest_p
from workbench.reports.paper_file import paper_of, report_of


def _scores(rng: random.Random, classes: list[int]) -> list[int]:
    """Of models that rank few examples of a class far off, or many a little, so that variances are great or small."""
    way = rng.choice(("few", "some", "ties"))
    if way == "few":
        return [0 if rng.random() < 0.2 else 50 + 50 * y + rng.randint(0, 9) for y in classes]
    if way == "ties":
        return [y if rng.random() < 0.7 else 1 - y for y in classes]
    return [rng.randint(0, 100) + 20 * y for y in classes]


def test_no_true_p_value_is_accused() -> None:
    rng, seen = random.Random(7), 0
    for _ in range(300):
        n0, n1 = rng.randint(2, 12), rng.randint(2, 12)
        classes = [0] * n0 + [1] * n1
        found = delong_test(classes, _scores(rng, classes), _scores(rng, classes))
        if found.p is None:
            continue
        places = rng.randint(2, 4)
        one, other = (f"{float(x):.{places}f}" for x in (found.first, found.second))
        text = f"n0={n0} n1={n1} aucs={one},{other} delong_p={found.p:.{places}f}"
        assert check_report(text, seconds=0.1).verdict != "inconsistent", text
        most = greatest_p(aucs_of(f"{one},{other}"), n0, n1)
        assert most is None or found.p <= most
        seen += most is not None and most < 0.9
    assert seen > 50


def test_what_is_said() -> None:
    found = check_report("n0=200 n1=200 aucs=0.80,0.90 delong_p=0.21")
    assert found.verdict == "inconsistent"
    assert found.because == (
        "of AUC 0.80 and 0.90 with n0 = 200 and n1 = 200 DeLong's p is at most 0.07579, whatever the scores, not 0.21"
    )
    assert found.understood["DeLong's p"] == "0.21"
    beside = check_report("n0=200 n1=200 aucs=0.80,0.90 delong_p=0.21 AUC=0.8")
    assert (beside.verdict, beside.because) == ("inconsistent", found.because)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("n0=200 n1=200 aucs=0.80,0.90 delong_p=0.01 AUC=0.8", "no bound of the variances forbids it"),
        ("n0=200 n1=200 aucs=0.80,0.90 delong_p=<0.3 AUC=0.8", "no bound of the variances forbids it"),
        ("n0=200 n1=1 aucs=0.80,0.90 delong_p=0.9 AUC=0.8", "no bound of the variances forbids it"),
        ("n=400 aucs=0.80,0.90 delong_p=0.21 AUC=0.8", "it is decided where both class sizes are told"),
        ("n0=200 n1=200 delong_p=0.21 AUC=0.8", "DeLong's p is checked by aucs=0.80,0.85"),
        ("n0=200 n1=200 folds=5 aucs=0.80,0.90 delong_p=0.21 accuracy=0.8", "beside means over folds"),
    ],
)
def test_what_is_not_decided_is_listed(text: str, why: str) -> None:
    [(value, because)] = report_of(text).not_checked
    assert value.startswith("delong_p ")
    assert because.startswith(why)


def test_a_file_has_it_too() -> None:
    text = '[[reported]]\nn0 = 200\nn1 = 200\naucs = ["0.80", "0.90"]\nvalues = {delong_p = "0.21", AUC = "0.80"}'
    report = paper_of(text).reports[0]
    assert report.mcnemar is not None
    assert not report.mcnemar.fits


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("aucs=0.8 delong_p=0.1", "aucs is '0.8'; it must be the AUC of both models"),
        ("aucs=0.8,x delong_p=0.1", "aucs: 'x' is not a printed number"),
        ("aucs=0.8,1.9 delong_p=0.1", "aucs has 1.9; an AUC must lie in [0, 1]"),
        ("n0=5 n1=5 aucs=0.8,0.9 delong_p=2", "delong_p is '2'; it must be a number from 0 to 1"),
        ("aucs=0.8,0.9 delong_p=0.1 p_delong=0.1", "DeLong's p is given twice"),
    ],
)
def test_wrong_input_is_named(report: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        report_of(report)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
