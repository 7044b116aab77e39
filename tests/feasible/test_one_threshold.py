"""What one threshold says of AUC and KS at any class sizes: proved, never false, and sharp enough to be of use."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import evaluate
from workbench.deciding.decide import prove
from workbench.feasible.one_threshold import STATEMENTS, violated
from workbench.numbers.printed import Printed
from workbench.reports.check import check_report


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


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ({"AUC": "0.60", "sensitivity": "0.90", "specificity": "0.90"}, "AUC is at least 0.801"),
        ({"AUC": "0.95", "recall": "0.50", "specificity": "0.60"}, "AUC is at most 0.805"),
        ({"KS": "0.20", "tpr": "0.9", "fpr": "0.1"}, "KS is at least 0.700"),
        ({"KS": "0.20", "fnr": "0.9", "fpr": "0.9"}, "KS is at least 0.700"),
    ],
)
def test_what_is_impossible_at_any_class_sizes_is_said_so(printed: dict[str, str], says: str) -> None:
    found = violated(figures(**printed))
    assert found is not None
    assert found.startswith(says)
    result = check_report(" ".join(f"{name}={x}" for name, x in printed.items()))
    assert result.verdict == "inconsistent"
    assert result.violated == found


@pytest.mark.parametrize("auc", ["0.81", "0.99"])
def test_the_bounds_are_attained(auc: str) -> None:
    assert violated(figures(AUC=auc, sensitivity="0.90", specificity="0.90")) is None
    found = check_report(f"n0=10 n1=10 AUC={auc} sensitivity=0.90 specificity=0.90")
    assert found.verdict == "consistent"
