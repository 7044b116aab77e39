"""Figures without class sizes that no matrix has: against matrices of small sizes, and the answers of check."""

import random
from itertools import product

import pytest

from workbench.feasible.matrix_cones import is_additive, leave_a_matrix
from workbench.feasible.matrix_metrics import CATALOGUE, COUNTS, Matrix, named
from workbench.numbers.printed import Printed
from workbench.reports.paper_file import report_of
from workbench.reports.reported import verdict_of

ADDITIVE = [metric.name for metric in CATALOGUE if is_additive(metric)]


def test_the_metrics_that_are_quotients_of_sums() -> None:
    assert {"f1", "negative_f1", "jaccard", "precision", "npv", "accuracy", "prevalence"} <= set(ADDITIVE)
    assert not set(ADDITIVE) & {*COUNTS, "mcc", "kappa", "balanced_accuracy", "lr+", "dor", "macro_f1", "g_mean"}


def test_true_figures_leave_a_matrix_and_what_leaves_none_is_had_by_none() -> None:
    rng, left = random.Random(1), 0
    small = [Matrix(*x) for x in product(range(5), repeat=4) if x[0] + x[1] and x[2] + x[3]]
    for _ in range(60):
        names = rng.sample(ADDITIVE, rng.randint(2, 4))
        matrix = rng.choice(small)
        values = [named(name).value(matrix) for name in names]
        if None in values:
            continue
        texts = [f"{float(x):.2f}" for x in values if x is not None]
        figures = {name: Printed(text) for name, text in zip(names, texts, strict=True)}
        assert leave_a_matrix((named(name), x.values) for name, x in figures.items()), figures
        changed = rng.choice(names)
        figures[changed] = Printed(f"{rng.random():.2f}")
        constraints = [(named(name), x.values) for name, x in figures.items()]
        if leave_a_matrix(constraints):
            left += 1
        else:
            assert not any(all(metric.has(x, of) for metric, of in constraints) for x in small), figures
    assert 5 < left < 50


@pytest.mark.parametrize(
    "report",
    [
        "precision=0.90 recall=0.80 f1=0.87",
        "jaccard=0.50 f1=0.50",
        "f1=0.90 precision=0.50",
        "fdr=0.10 precision=0.50",
        "npv=0.90 for=0.50",
        "precision=0.90 recall=0.90 accuracy=0.60 specificity=0.90",
        "sens>0.9 spec>0.9 acc<0.9",
    ],
)
def test_they_are_inconsistent_at_any_size(report: str) -> None:
    for sizes in ("", "n=1000000 "):
        assert verdict_of(report_of(sizes + report), 1.0) == "inconsistent"


def test_a_precision_without_a_value_is_still_possible() -> None:
    for report in ("precision=0.00 sensitivity=0.00 f1=0.00 accuracy=0.90", "precision=0.00 fdr=0.00"):
        assert verdict_of(report_of(report), 1.0) == "consistent"
