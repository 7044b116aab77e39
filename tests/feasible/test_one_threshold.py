"""What one threshold says of AUC and KS at any class sizes: proved, never false, and sharp enough to be of use."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import evaluate
from workbench.deciding.decide import prove
from workbench.feasible.linear_forms import ONE_SIDED_KS
from workbench.feasible.one_threshold import STATEMENTS, _least_product, violated
from workbench.numbers.printed import Printed
from workbench.reports.check import check_report
from workbench.reports.paper_file import report_of
from workbench.reports.reported import decide_once


def figures(**printed: str) -> dict[str, Printed]:
    return {name: Printed(text) for name, text in printed.items()}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_each_bound_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=2, max_size=14), st.integers(-1, 6))
@settings(max_examples=60)
def test_no_true_figures_are_accused(examples: list[tuple[int, int]], threshold: int) -> None:
    classes = [label for _, label in examples] + [0, 1]
    scores = [Fraction(score, 6) for score, _ in examples] + [Fraction(1, 2), Fraction(1, 3)]
    found = evaluate(classes, scores).metrics
    of = [[s for s, label in zip(scores, classes, strict=True) if label == k] for k in (0, 1)]
    below = [Fraction(sum(s <= Fraction(threshold, 6) for s in each), len(each)) for each in of]
    for digits in (1, 2, 3):
        printed = {"AUC": found["AUC"], "KS": found["KS"], "sensitivity": below[0], "specificity": 1 - below[1]}
        assert violated({name: Printed(f"{float(x):.{digits}f}") for name, x in printed.items()}) is None
        printed = {"AUC": found["AUC"], "tpr": below[0], "fpr": below[1]}
        assert violated({name: Printed(f"{float(x):.{digits}f}") for name, x in printed.items()}) is None
        gap = below[0] - below[1]
        for told in ({"informedness": gap}, {"balanced_accuracy": (1 + gap) / 2, "fpr": below[1]}):
            printed = {"GINI": found["GINI"], "KS": found["KS"], "AUCH": found["AUCH"], **told}
            assert violated({name: Printed(f"{float(x):.{digits}f}") for name, x in printed.items()}) is None


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ({"AUC": "0.60", "sensitivity": "0.90", "specificity": "0.90"}, "AUC is at least 0.801"),
        ({"AUC": "0.95", "recall": "0.50", "specificity": "0.60"}, "AUC is at most 0.805"),
        ({"KS": "0.20", "tpr": "0.9", "fpr": "0.1"}, "KS is at least 0.700"),
        ({"KS": "0.20", "tpr": "0.99", "fpr": "0.1"}, "KS is at least 0.835"),
        ({"GINI": "0.20", "sensitivity": "0.90", "specificity": "0.90"}, "GINI is at least 0.602"),
        ({"GINI": "0.90", "sensitivity": "0.50", "specificity": "0.60"}, "GINI is at most 0.609"),
        ({"AUCH": "0.85", "sensitivity": "0.90", "specificity": "0.90"}, "AUCH is at least 0.895"),
        ({"AUC": "0.60", "youden": "0.80"}, "AUC is at least 0.795"),
        ({"AUC": "0.60", "balanced_accuracy": "0.90"}, "AUC is at least 0.790"),
        ({"AUC": "0.79", "balanced_accuracy": "0.90", "sensitivity": "0.90"}, "AUC is at least 0.800"),
        ({"AUC": "0.45", "informedness": "-0.60"}, "AUC is at most 0.405"),
    ],
)
def test_what_is_impossible_at_any_class_sizes_is_said_so(printed: dict[str, str], says: str) -> None:
    found = violated(figures(**printed))
    assert found is not None
    assert found.startswith(says)
    result = check_report(" ".join(f"{name}={x}" for name, x in printed.items()))
    assert result.verdict == "inconsistent"
    assert result.violated == found


def test_a_ks_of_one_side_may_lie_below_the_distance() -> None:
    printed = {"KS": "0.20", "fnr": "0.9", "fpr": "0.9"}
    found = violated(figures(**printed))
    assert found is not None
    assert found.startswith("KS is at least 0.700")
    assert decide_once(report_of("n0=5 n1=5 KS=0.20 fnr=0.8 fpr=0.8"), 0.3).verdict == "consistent"
    one_sided = {ONE_SIDED_KS: "0.20", "fnr": "0.1", "fpr": "0.1"}
    assert violated(figures(**one_sided)) is not None
    assert violated(figures(**{**one_sided, "fnr": "0.9", "fpr": "0.9"})) is None


def test_the_least_product_is_attained_by_some_rates() -> None:
    """Against all rates on a grid."""
    grid = [Fraction(i, 20) for i in range(21)]
    for a, c, total in ((2, 3, 30), (10, 0, 25), (0, 0, 21), (15, 15, 20), (5, 12, 17)):
        one, other = (Fraction(a, 20), Fraction(17, 20)), (Fraction(c, 20), Fraction(1))
        inside = ((x, y) for x in grid for y in grid if one[0] <= x <= one[1] and y >= other[0])
        every = [x * y for x, y in inside if x + y >= Fraction(total, 20)]
        assert _least_product(one, other, Fraction(total, 20)) == min(every)


@pytest.mark.parametrize("auc", ["0.81", "0.99"])
def test_the_bounds_are_attained(auc: str) -> None:
    assert violated(figures(AUC=auc, sensitivity="0.90", specificity="0.90")) is None
    found = check_report(f"n0=10 n1=10 AUC={auc} sensitivity=0.90 specificity=0.90")
    assert found.verdict == "consistent"
