"""The power of a check, beside reports that are changed and looked up by hand."""

from fractions import Fraction

import pytest

from workbench.numbers.printed import Printed
from workbench.reports import counted
from workbench.reports.check import check_report
from workbench.reports.class_matrix import Counted, CountedReport
from workbench.reports.mcnemar import values_of
from workbench.reports.paper_file import report_of
from workbench.reports.power import power
from workbench.reports.reported import decide_once, verdict_of

DIGITS = "0123456789"


def changed(text):
    """The printed shares that differ from this one in the last digit; those next to 1 where there are none."""
    if Fraction(text) == 1:
        places = len(text) - 2
        return [f"{1 - k / 10**places:.{places}f}" for k in range(1, 10)]
    return [text[:-1] + digit for digit in DIGITS if digit != text[-1]]


def rates(n0, n1):
    """Sensitivity, specificity and accuracy of every confusion matrix."""
    for tp in range(n0 + 1):
        for tn in range(n1 + 1):
            yield Fraction(tp, n0), Fraction(tn, n1), Fraction(tp + tn, n0 + n1)


def is_possible(printed, n0, n1):
    return any(
        all(Printed(text).allows(value) for text, value in zip(printed, values, strict=True))
        for values in rates(n0, n1)
    )


@pytest.mark.parametrize(
    ("n0", "n1", "printed"),
    [
        (3, 1, ("0.7", "1.0", "0.8")),
        (12, 9, ("0.83", "0.89", "0.86")),
        (50, 50, ("0.80", "0.80", "0.80")),
        (31, 17, ("0.903", "0.882", "0.896")),
    ],
)
def test_every_report_with_another_last_digit_is_tried(n0, n1, printed):
    others = [(*printed[:i], text, *printed[i + 1 :]) for i in range(3) for text in changed(printed[i])]
    wanted = sum(not is_possible(other, n0, n1) for other in others)
    names = ("sensitivity", "specificity", "accuracy")
    report = report_of(f"n0={n0} n1={n1} " + " ".join(f"{a}={b}" for a, b in zip(names, printed, strict=True)))
    found = power(report, verdict_of, 30.0)
    assert (found.found, found.open, found.reports) == (wanted, 0, 27)
    assert found.share == wanted / 27


def test_counts_and_an_area_are_tried_together():
    found = check_report("n0=20 n1=20 AUC=0.98 fn=4 fp=2", seconds=10.0)
    assert found.verdict == "consistent"
    # AUC is at most 1 - fn*fp/400, so fn*fp is at most 10 for 0.98: fn = 6 ... 9 and fp = 3 ... 9 are out, and 0.99
    assert (found.found_out.found, found.found_out.reports) == (4 + 7 + 1, 27)
    assert found.to_json()["power"] == found.power == found.found_out.share


def test_a_figure_without_a_value_is_not_found_out():
    report = report_of("n0=10 n1=90 sensitivity=0.00 precision=0.01 accuracy=0.90")
    assert verdict_of(report, 5.0) == decide_once(report, 5.0).verdict
    printed_as_0 = report_of("n0=10 n1=90 sensitivity=0.00 precision=0.00 accuracy=0.90")
    assert verdict_of(printed_as_0, 5.0) == decide_once(printed_as_0, 5.0).verdict == "consistent"


def test_little_work_leaves_it_open():
    report = report_of("AUC=0.81 BS=0.14 KS=0.52")
    assert power(report, verdict_of, 1e-4) is None


@pytest.mark.parametrize("text", ["n0=50 n1=50 AUC=0.79", "n0=100 n1=100 accuracy=0.9"])
def test_what_says_little_says_so(text):
    assert str(check_report(text).found_out).endswith("0 would be found inconsistent; consistent says little here")


@pytest.mark.parametrize(
    ("text", "found", "reports"),
    [
        ("n0=3 n1=1 sensitivity=1.00", 9, 9),  # 0.91 to 0.99
        ("n0=10 n1=10 sensitivity=1.0", 0, 9),  # 0.1 to 0.9
        ("n0=3 n1=3 sensitivity=1", 0, 1),  # 0
        ("n0=50 n1=50 mcc=-1.00", 5, 9),
        ("n0=50 n1=50 AUCH=0.5", 0, 4),  # 0.4 is none
        ("n0=5 n1=5 tp=5", 4, 9),  # 0 to 9
    ],
)
def test_what_a_figure_cannot_be_is_no_report(text, found, reports):
    worth = check_report(text).found_out
    assert (worth.found, worth.open, worth.reports) == (found, 0, reports)


def test_one_report_alone_is_told_as_one():
    assert str(check_report("n0=3 n1=3 sensitivity=1").found_out).startswith("the one report that differs")


def test_counts_of_several_classes_have_their_ranges_too():
    figures = (Counted("Accuracy", "1.00", Printed("1.00").values, Fraction(1)),)
    worth = counted.power(CountedReport("table", {"a": (3, 0, 0), "b": (0, 3, 0), "c": (0, 0, 1)}, figures, None, ()))
    assert (worth.found, worth.reports) == (9, 9)
    instances = (Counted("Total Number of Instances", "7", Printed("7").values, Fraction(7)),)
    worth = counted.power(CountedReport("table", {"a": (3, 0, 0), "b": (0, 3, 0), "c": (0, 0, 1)}, instances, None, ()))
    assert (worth.found, worth.reports) == (7, 7)


@pytest.mark.parametrize(("text", "found"), [("<0.05", 0), (">0.05", 8), ("≥ 0.5", 8)])
def test_bounds_in_printouts_of_several_classes(text, found):
    figures = (Counted("P-Value [Acc > NIR]", text, values_of(text), Fraction(1, 1000)),)
    report = CountedReport("table", {"a": (3, 0, 0), "b": (0, 3, 0), "c": (0, 0, 1)}, figures, None, ())
    assert counted.verdict_of(report) == ("inconsistent" if found else "consistent")
    assert (counted.power(report).found, counted.power(report).reports) == (found, 9)
