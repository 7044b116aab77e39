"""What figures of a confusion matrix ask of others holds on every small matrix, and is nearly reached on some."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from workbench import check_report
from workbench.feasible.implied_figures import AT_LEAST, implied
from workbench.feasible.matrix_metrics import Matrix, MatrixMetric, named
from workbench.numbers.printed import Interval

FACTS = [(of, other, function) for of, others, function in AT_LEAST for other in others]
CLOSE = Fraction(1, 20)


def matrices(most: int) -> Iterator[Matrix]:
    for tp, fn, fp, tn in product(range(most + 1), repeat=4):
        if tp + fn and fp + tn:
            yield Matrix(tp, fn, fp, tn)


def below(metric: MatrixMetric, matrix: Matrix) -> Fraction | None:
    """The value of a metric, or a little less where it is irrational; None where it has none above 0."""
    if not metric.defined(matrix):
        return None
    value = metric.value(matrix)
    found = value if isinstance(value, Fraction) else Fraction(int(float(value) * 10**9) - 1, 10**9)  # type: ignore
    return found if found > 0 else None


@pytest.mark.parametrize(("of", "other", "function"), FACTS, ids=[f"{of}-{other}" for of, other, _ in FACTS])
def test_each_holds_on_small_matrices_and_is_nearly_reached(of: str, other: str, function: object) -> None:
    near = False
    for matrix in matrices(6):
        value = below(named(of), matrix)
        if value is None:
            continue
        bound = function(value)  # type: ignore[operator]
        assert bound <= 0 or named(other).has(matrix, Interval(bound)), matrix
        near = near or (bound > 0 and not named(other).has(matrix, Interval(bound + CLOSE)))
    assert near


def test_all_of_them_together_hold_on_small_matrices() -> None:
    for matrix in matrices(4):
        for of in {of for of, _, _ in FACTS}:
            value = below(named(of), matrix)
            for metric, values in implied([(named(of), Interval(value))]) if value is not None else ():
                assert metric.has(matrix, values), (matrix, of, metric.name)


def test_an_open_end_is_kept_and_nothing_is_asked_by_what_may_be_zero() -> None:
    found = {metric.name: values for metric, values in implied([(named("mcc"), Interval(Fraction(1, 2), None, False))])}
    assert not found["sensitivity"].low_closed
    assert found["sensitivity"].low == Fraction(1, 4)
    assert not [*implied([(named("mcc"), Interval(Fraction(0), Fraction(1)))])]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("mcc=0.90 sensitivity=0.50", "inconsistent"),
        ("kappa=0.90 precision=0.50", "inconsistent"),
        ("kappa=0.50 mcc=0.30", "inconsistent"),
        ("kappa=0.50 mcc=0.50", "consistent"),
        ("mcc=0.90 balanced_accuracy=0.60", "inconsistent"),
        ("fowlkes_mallows=0.90 sensitivity=0.50", "inconsistent"),
        ("mcc=0.90 AUC=0.60", "inconsistent"),
        ("kappa=0.90 AUC=0.60", "inconsistent"),
        ("kappa=0.60 AUC=0.62", "consistent"),
        ("mcc=0.90 AUCH=0.60", "inconsistent"),
        ("g_mean=0.90 AUC=0.70", "inconsistent"),
    ],
)
def test_pairs_are_decided_without_class_sizes(text: str, verdict: str) -> None:
    assert check_report(text, seconds=2.0).verdict == verdict
