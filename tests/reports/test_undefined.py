"""Figures without a value that were printed as 0 or 1: no true report is accused for them."""

import random

import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score

from workbench.errors import InputError
from workbench.reports.check import check_paper, check_report
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import decide_once, verdict_of


@pytest.mark.parametrize(
    ("report", "stands"),
    [
        (
            "n0=10 n1=90 sensitivity=0.00 precision=0.00 f1=0.00 accuracy=0.90",
            "precision 0.00 then stands for a division by zero",
        ),
        ("sensitivity=0.00 specificity=1.00 mcc=0.00", "tp = 0"),
        ("n0=10 n1=20 sensitivity=0.00 specificity=1.00 mcc=0.00", "no example is predicted positive"),
        ("n0=10 n1=20 sensitivity=1.00 specificity=0.00 npv=0.00", "no example is predicted negative"),
        ("n0=10 n1=20 AUC=0.7 precision=0.00 accuracy=0.67", "precision 0.00 then stands for a division"),
        ("n0=10 n1=20 sensitivity=0.00 precision=1.00 accuracy=0.67 zero_division=1", "precision 1.00 then stands"),
    ],
)
def test_a_report_of_a_classifier_that_predicts_one_class_is_true(report: str, stands: str) -> None:
    found = check_report(report)
    assert found.verdict == "consistent"
    assert stands in found.because
    again = check_report(f"{report.replace(' zero_division=1', '')} zero_division=nan")
    assert (again.verdict == "consistent") == ("mcc" in report)  # scikit-learn prints 0 for it whatever is said


@pytest.mark.parametrize("put", [0, 1])
@pytest.mark.parametrize("positive", [True, False])
def test_what_is_made_of_a_number_in_place_of_a_figure_without_a_value(put: int, positive: bool) -> None:
    """Computed as programs compute it, from the printed precision and NPV."""
    rng = random.Random(f"{put} {positive}")
    for _ in range(25):
        n0, n1, places = rng.randint(1, 40), rng.randint(1, 40), rng.randint(2, 4)
        tp, fp = (0, 0) if not positive else (n0, n1)  # nobody is predicted positive, or everybody
        share = n0 / (n0 + n1)
        precision, npv = (put, 1 - share) if not positive else (share, put)
        figures = {
            "precision": precision, "npv": npv, "fdr": 1 - precision, "for": 1 - npv, "markedness": precision + npv - 1,
            "sensitivity": tp / n0, "specificity": 1 - fp / n1, "fowlkes_mallows": (precision * tp / n0) ** 0.5,
            "lift": precision / share, "mcc": 0, "macro_precision": (precision + npv) / 2,
        }  # fmt: skip
        some = rng.sample(sorted(figures), rng.randint(2, 5))
        counted = rng.choice((f"n0={n0} n1={n1}", f"tp={tp} fn={n0 - tp} fp={fp} tn={n1 - fp}", ""))
        text = " ".join([counted, *(f"{name}={figures[name]:.{places}f}" for name in some), f"zero_division={put}"])
        text = text.replace("=-0.00 ", "=0.00 ")
        assert check_report(text, rounding="any", seconds=0.3).verdict != "inconsistent", text
    assert (
        check_report("n0=10 n1=90 sensitivity=0 specificity=1 precision=0.00 markedness=-0.20").verdict
        == "inconsistent"
    )
    assert check_report("n0=10 n1=90 sensitivity=0 specificity=1 precision=0.00 fdr=0.50").verdict == "inconsistent"


def test_only_what_is_wrong_is_named_beside_a_figure_without_a_value() -> None:
    found = check_report("tp=0 fn=10 fp=0 tn=90 precision=0.00 accuracy=0.95")
    assert found.verdict == "inconsistent"
    assert "accuracy" in found.because
    assert "precision" not in found.because


def test_a_figure_without_a_value_may_stand_under_two_names() -> None:
    report = report_of("n0=2 n1=3 acc=0.4 NPV=1.0 negative_predictive_value=1.00 recall=1 zero_division=1")
    assert verdict_of(report, 0.2) == "consistent"
    assert decide_once(report, 0.2).verdict == "consistent"


def test_what_has_a_value_is_not_taken_for_one_without() -> None:
    found = check_report("n0=10 n1=20 precision=0.00 accuracy=0.50")
    assert found.verdict == "consistent"
    assert "stands" not in found.because


def test_a_figure_printed_as_another_number_is_no_undefined_one() -> None:
    assert check_report("n0=10 n1=90 sensitivity=0.00 precision=0.10 accuracy=0.90").verdict == "inconsistent"
    assert check_report("n0=10 n1=90 sensitivity=0.00 precision=0.00 accuracy=0.89 npv=0.50").verdict == "inconsistent"


@pytest.mark.parametrize("value", ["2", "true", "zero", "-1", "0.0"])
def test_what_is_printed_without_a_value_is_0_1_or_nothing(value: str) -> None:
    with pytest.raises(InputError, match=r'zero_division is .*; it must be 0, 1 or "nan"'):
        check_report(f"n0=5 n1=5 precision=0.00 zero_division={value}")


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.parametrize("predicts", ["nobody", "everybody", "at random"])
def test_what_scikit_learn_prints_is_true(predicts: str) -> None:
    assert issubclass(UndefinedMetricWarning, UserWarning)
    rng = random.Random(predicts)
    for _ in range(25):
        n0, n1 = rng.randint(1, 30), rng.randint(1, 30)
        y = [1] * n0 + [0] * n1  # the event of scikit-learn is class 0 here
        put = {"nobody": lambda: 0, "everybody": lambda: 1, "at random": lambda: rng.randint(0, 1)}[predicts]
        guess = [put() for _ in y]
        figures = {
            "precision": precision_score(y, guess),
            "sensitivity": recall_score(y, guess),
            "f1": f1_score(y, guess),
            "mcc": matthews_corrcoef(y, guess),
            "accuracy": accuracy_score(y, guess),
            "npv": precision_score(y, guess, pos_label=0),
        }
        chosen = rng.sample(sorted(figures), rng.randint(2, 6))
        text = " ".join(f"{name}={figures[name]:.2f}" for name in chosen)
        assert check_report(f"n0={n0} n1={n1} {text}").verdict == "consistent", text


def test_a_threshold_below_all_scores_is_one_of_the_data() -> None:
    paper = """
    [[sample]]
    name = "A"
    scores = ["0.2", "0.4", "0.9"]
    classes = [0, 1, 1]
    [[reported]]
    sample = "A"
    values = {sensitivity = "0.00", specificity = "1.00", precision = "0.00"}
    [[reported]]
    sample = "A"
    zero_division = "nan"
    values = {sensitivity = "0.00", specificity = "1.00", precision = "0.00"}
    """
    first, second = check_paper(paper_of(paper)).results
    assert first.verdict == "consistent"
    assert "precision 0.00 then stands for a division by zero" in first.because
    assert second.verdict == "inconsistent"
