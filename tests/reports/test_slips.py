"""What `workbench check` says of figures that cannot be true together: slips, and the nearest figures."""

from dataclasses import replace
from fractions import Fraction

import pytest

from workbench.feasible.matrix_metrics import Matrix, named
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.numbers.printed import Printed, as_printed
from workbench.reports.check import check_report
from workbench.reports.paper_file import Report
from workbench.reports.reported import verdict_of
from workbench.reports.slips import nearest, slips
from workbench.samples.sample import Sample

SCORES = ["0.1", "0.15", "0.2", "0.3", "0.35", "0.4", "0.6", "0.65", "0.7", "0.9", "0.3", "0.55", "0.8", "0.85", "0.95"]
SAMPLE = Sample.of([0] * 8 + [1] * 2 + [0, 1, 1, 1, 1], SCORES)
MATRIX = Matrix(7, 2, 0, 6)


def value(name: str) -> Fraction:
    return exact.value(SAMPLE, parse_expression(name))


def of(**figures: str) -> dict[str, Printed]:
    return {name: Printed(text) for name, text in figures.items()}


def printed(x: Fraction, digits: int = 3) -> str:
    return as_printed(x, Printed("0." + "0" * digits))


def found(report: Report) -> list[str]:
    return list(slips(report, verdict_of, 20))


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"AUC": "AUC", "loss(rate_uniform)": "loss(rate_driven)"}, "loss(rate_uniform) stands for loss(rate_driven)"),
        ({"RL": "RL", "CL": "CL", "BS": "2*BS"}, "BS is summed over both classes"),
        ({"MAE": "MAE", "BS": "BS/2"}, "BS is halved"),
        ({"MAE": "MAE", "BS": "sqrt(BS)"}, "BS is its square root"),
        ({"AUC": "AUC", "loss(rate_driven)": "loss(rate_driven, condition=skew)"}, "the losses are means over skews"),
        (
            {"AUC": "AUC", "loss(rate_driven, condition=skew)": "loss(rate_driven)"},
            "the losses are means over cost proportions",
        ),
        ({"AUC": "1 - AUC", "AUCH": "AUCH"}, "AUC is that of the other class"),
        ({"AUC": "GINI", "AUCH": "AUCH"}, "AUC stands for GINI"),
        ({"AUC": "AUC", "loss(rate_driven)": "100*loss(rate_driven)"}, "is a percentage"),
    ],
)
def test_a_slip_is_found_on_the_figures_it_was_made_on(figures: dict[str, str], words: str) -> None:
    report = Report("T", of(**{name: printed(value(meant)) for name, meant in figures.items()}), n0=9, n1=6)
    assert verdict_of(report, 1) == "inconsistent"
    assert any(words in text for text in found(report))


def test_slips_in_a_matrix() -> None:
    sizes = {"n0": 9, "n1": 6}
    right = {name: printed(named(name).value(MATRIX)) for name in ("sensitivity", "specificity", "precision")}
    assert check_report(" ".join(f"{k}={x}" for k, x in (right | sizes).items())).verdict == "consistent"
    exchanged = Report("T", of(sensitivity=right["specificity"], specificity=right["sensitivity"]), **sizes)
    assert verdict_of(exchanged, 1) == "inconsistent"
    assert "the class sizes are exchanged" in found(exchanged)
    digits = Report("T", of(sensitivity="0.787", specificity="1.000"), **sizes)
    assert verdict_of(digits, 1) == "inconsistent"
    assert "sensitivity 0.787 is 0.778 with two digits exchanged" in found(digits)
    cut = Report("T", of(sensitivity="0.777", specificity="1.000"), **sizes)
    assert found(cut) == ["the figures are cut off, or rounded in another way"]


def test_the_auc_of_predicted_classes() -> None:
    area = printed(named("balanced_accuracy").value(MATRIX))
    report = Report("T", of(AUC=area, AUCH="0.99", sensitivity="0.778", specificity="1.000"), n0=9, n1=6)
    assert verdict_of(report, 1) == "inconsistent"
    assert "AUC is that of the predicted classes, the balanced accuracy" in found(report)
    single = Report("T", of(AUC="0.70", tp="9", fp="0", fn="0"), n0=9, n1=6)
    assert verdict_of(single, 1) == "inconsistent"
    assert not any("predicted classes" in text for text in found(single))


def test_data_whose_scores_mean_the_other_class() -> None:
    turned = SAMPLE.map_scores(lambda s: 1 - s)
    figures = of(AUC=printed(value("AUC")), BS=printed(value("BS")))
    report = Report("T", figures, turned, turned.n, turned.n0, turned.n1)
    assert verdict_of(report, 1) == "inconsistent"
    assert "a higher score means class 0" in found(report)
    parts = of(BS0=printed(value("BS1")), BS1=printed(value("BS0")))
    assert "the classes are exchanged" in found(Report("T", parts, SAMPLE, SAMPLE.n, SAMPLE.n0, SAMPLE.n1))


def test_rates_read_off_the_steps() -> None:
    tied = Sample.of([0, 0, 0, 1, 1, 1], ["0.2", "0.5", "0.5", "0.5", "0.5", "0.9"])
    step = exact.value(tied, parse_expression("loss(rate_driven, rates=step)"))
    report = Report("T", {"loss(rate_driven)": Printed(printed(step))}, tied, 6, 3, 3)
    assert verdict_of(report, 1) == "inconsistent"
    assert "the rates are read off the steps of the ROC curve" in found(report)


def test_true_figures_are_no_slip() -> None:
    report = Report("T", of(AUC=printed(value("AUC")), BS="0.001"), n0=9, n1=6)
    near = nearest(report, verdict_of, 10)
    assert set(near) <= {"AUC", "BS"}
    for name, texts in near.items():
        for text in texts:
            assert verdict_of(replace(report, figures=report.figures | of(**{name: text})), 1) == "consistent"
    beneath = Printed(near["BS"][0])
    less = as_printed(beneath.number - beneath.unit, beneath)
    assert verdict_of(replace(report, figures=report.figures | of(BS=less)), 2) != "consistent"


def test_the_nearest_figures_of_a_matrix() -> None:
    found = check_report("n0=9 n1=6 sensitivity=0.787 specificity=1.000")
    assert found.nearest == {"sensitivity": ("0.778", "0.889")}
