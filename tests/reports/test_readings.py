"""KS may be the greatest distance of tpr and fpr or the greatest tpr - fpr: no report is accused for either."""

import random

import pytest
from sklearn.metrics import roc_auc_score, roc_curve

from workbench.reports.check import check_paper
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.readings import NEITHER
from workbench.reports.reported import decide_once, verdict_of

ONE_SIDED = "is then the greatest tpr - fpr, not the greatest distance of tpr and fpr"


@pytest.mark.parametrize(
    "report",
    [
        "n0=3 n1=4 KS=0.000 AUC=0.33",
        "n0=10 n1=10 KS=0.10 AUC=0.20",
        "AUC=0.3 KS=0.000",
        "KS=0.1 sensitivity=0.1 specificity=0.2",
        "n0=5 n1=5 KS=0.0 AUC=0.3 precision=0.00 accuracy=0.50",
        "n0=5 n1=5 KS=0.0 AUC=0.3 1-KS=1.0",
    ],
)
def test_a_one_sided_ks_is_possible_and_said(report: str) -> None:
    found = decide_once(report_of(report), 0.3)
    assert found.verdict == "consistent"
    assert ONE_SIDED in found.because
    assert "KS" in found.computed


def test_where_both_fit_nothing_is_said() -> None:
    found = decide_once(report_of("n0=3 n1=4 KS=0.5 AUC=0.75"), 0.2)
    assert found.verdict == "consistent"
    assert ONE_SIDED not in found.because


@pytest.mark.parametrize(
    "report", ["n0=9 n1=7 KS=0.1 AUC=0.9", "n0=9 n1=7 KS=0.95 AUC=0.2", "n0=3 n1=3 KS=0.4", "KS=0.4 2*KS=1.2"]
)
def test_what_neither_can_be_is_inconsistent(report: str) -> None:
    found = decide_once(report_of(report), 0.3)
    assert found.verdict == "inconsistent"
    assert NEITHER in found.because


def test_max_tpr_less_fpr_has_one_side() -> None:
    assert decide_once(report_of("n0=9 n1=7 max(tpr-fpr)=0.41 AUC=0.20"), 0.2).verdict == "inconsistent"
    assert decide_once(report_of("n0=9 n1=7 KS=0.41 AUC=0.25"), 0.2).verdict == "consistent"
    assert decide_once(report_of("n0=9 n1=7 max(tpr-fpr)=0.00 KS=0.00 AUC=0.20"), 0.2).verdict == "inconsistent"


def test_data_and_tables_are_read_so_too() -> None:
    data = "[[sample]]\nname = 'A'\nscores = ['0.9', '0.8', '0.1']\nclasses = [0, 0, 1]\n"
    found = check_paper(paper_of(f"{data}[[reported]]\nsample = 'A'\nvalues = {{KS = '0.00'}}"))
    assert ONE_SIDED in found.results[0].because
    rows = 'columns = ["AUC", "KS"]\nrows = {A = ["0.25", "0.00"], B = ["0.75", "0.50"]}'
    assert check_paper(paper_of(f"[[table]]\nn0 = 4\nn1 = 4\n{rows}"), seconds=0.5).counts == {"consistent": 1}


def test_what_scikit_learn_users_print_is_true() -> None:
    rng = random.Random(3)
    for _ in range(15):
        n0, n1 = rng.randint(1, 6), rng.randint(1, 6)
        y = [0] * n0 + [1] * n1
        scores = [round(rng.gauss(rng.choice((-1, 0)) * label, 1), 1) for label in y]
        fpr, tpr, _ = roc_curve(y, scores)
        text = f"n0={n0} n1={n1} KS={max(tpr - fpr):.3f} AUC={roc_auc_score(y, scores):.3f}"
        assert verdict_of(report_of(text), 0.05) != "inconsistent", text


def test_calibrated_scores_have_both_too() -> None:
    text = "[[reported]]\nn0 = 34\nn1 = 2\ncalibrated = true\nvalues = {AUC = '0.500', KS = '0.100'}"
    for ks, verdict in (("0.100", "inconsistent"), ("0.000", "consistent")):
        assert verdict_of(paper_of(text.replace("0.100", ks)).reports[0], 0.2) == verdict
