"""What epiR and pROC print, as in their documentation."""

from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.reports.check import check
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import with_positive
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import decide_once, verdict_of

EPI = """
          Outcome +    Outcome -      Total
Test +          670          202        872
Test -           74          640        714
Total           744          842       1586

Point estimates and 95% CIs:
--------------------------------------------------------------
Apparent prevalence *                  0.55 (0.52, 0.57)
True prevalence *                      0.47 (0.44, 0.49)
Sensitivity *                          0.90 (0.88, 0.92)
Specificity *                          0.76 (0.73, 0.79)
Positive predictive value *            0.77 (0.74, 0.80)
Negative predictive value *            0.90 (0.87, 0.92)
Positive likelihood ratio              3.75 (3.32, 4.24)
Negative likelihood ratio              0.13 (0.11, 0.16)
False T+ proportion for true D- *      0.24 (0.21, 0.27)
False T- proportion for true D+ *      0.10 (0.08, 0.12)
False T+ proportion for T+ *           0.23 (0.20, 0.26)
False T- proportion for T- *           0.10 (0.08, 0.13)
Correctly classified proportion *      0.83 (0.81, 0.84)
--------------------------------------------------------------
* Exact CIs
"""
ROC = """
Call:
roc.formula(formula = outcome ~ s100b, data = aSAH, ci = TRUE)

Data: s100b in 72 controls (outcome Good) < 41 cases (outcome Poor).
Area under the curve: 0.7314
95% CI: 0.6301-0.8326 (DeLong)
"""


def _one(text: str) -> Report:
    [report] = reports_of(text) or ()
    assert isinstance(report, Report)
    return report


def test_epi_tests_is_read_whole() -> None:
    report = _one(EPI)
    assert len(report.figures) == 4 + 12
    assert len(report.intervals) == 6
    assert [each.name for each in report.stated][:3] == ["Test +: total", "Test -: total", "Total: total"]
    assert decide_once(report, 1.0).verdict == "consistent"
    assert decide_once(with_positive(report, "Outcome -"), 1.0).verdict == "consistent"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0.90 (0.88", "0.92 (0.88", "sensitivity 670/744 = 0.90, not 0.92"),
        ("(0.73, 0.79)", "(0.72, 0.79)", "specificity 0.76 (0.72 to 0.79, Clopper-Pearson, 95 %)"),
        ("3.75", "3.85", "lr+ 564140/150288 = 3.75, not 3.85"),
        ("872", "873", "Test +: total 872, not 873"),
        ("0.55", "0.56", "Apparent prevalence 436/793 = 0.55, not 0.56"),
        ("(0.44, 0.49)", "(0.44, 0.50)", "prevalence 0.47 (0.44 to 0.50"),
    ],
)
def test_each_false_number_of_epi_tests_is_found(old: str, new: str, words: str) -> None:
    report = _one(EPI.replace(old, new, 1))
    found = decide_once(report, 1.0)
    assert found.verdict == "inconsistent"
    assert words in found.because
    assert verdict_of(with_positive(report, "Outcome -"), 1.0) == "inconsistent"


def test_intervals_of_epi_tests_without_their_kind_are_listed() -> None:
    report = _one(EPI.replace("* Exact CIs", ""))
    assert not report.intervals
    assert any(what == "sensitivity (0.88, 0.92)" for what, _ in report.not_checked)


def test_epi_tests_without_counts_is_wrong_input() -> None:
    with pytest.raises(InputError, match="Test"):
        reports_of(EPI.replace("670          202        872", "670"))


@pytest.mark.parametrize("percent", [False, True])
def test_a_roc_curve_is_read(percent: bool) -> None:
    text = ROC.replace("0.7314", "73.14%").replace("0.6301-0.8326", "63.01%-83.26%") if percent else ROC
    report = _one(text)
    assert (report.n0, report.n1, str(report.figures["AUC"])) == (41, 72, "0.7314")
    assert list(map(str, report.intervals.values())) == ["(0.6301 to 0.8326, DeLong, 95 %)"]
    assert decide_once(report, 2.0).verdict == "consistent"
    assert decide_once(_one(text.replace("73.14", "73.16").replace("0.7314", "0.7316")), 1.0).verdict == "inconsistent"


def test_several_curves_and_other_intervals() -> None:
    other = ROC.replace("DeLong", "2000 stratified bootstrap replicates")
    partial = ROC.replace("Area under", "Partial area under").replace("curve:", "curve (specificity 1-0.9):")
    one, two, three = reports_of(ROC + other + partial) or ()
    assert isinstance(two, Report)
    assert not two.intervals
    assert "bootstrap" in two.not_checked[0][1]
    assert isinstance(three, Report)
    assert three.not_checked[0][0].startswith("Partial area under the curve")
    assert isinstance(one, Report)


def test_a_sentence_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("AUC of 0.60,\nsensitivity 90% and specificity 90%\n", "utf-8")
    assert check(tmp_path / "a.txt").results[0].verdict == "inconsistent"
