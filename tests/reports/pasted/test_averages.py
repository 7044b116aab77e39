"""Averages in reports of two classes, against every confusion matrix, with 0, 1 or nothing in the place of 0/0."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.reports.pasted.test_printouts import one, random_counts, sklearn_report
from workbench.reports.check import check_report
from workbench.reports.reported import decide_report, verdict_of

NAMES = ("precision", "recall", "f1-score")


def averages(counts: tuple[int, int, int, int], put: int | None) -> dict[str, Fraction | None]:
    """Every figure of the report of a matrix; None is printed as nan."""
    tp, fn, fp, tn = counts
    n0, n1 = tp + fn, fp + tn
    found: dict[str, Fraction | None] = {"accuracy": Fraction(tp + tn, n0 + n1)}
    for name, ((a, b), (c, d)) in {
        "precision": ((tp, tp + fp), (tn, fn + tn)),
        "recall": ((tp, n0), (tn, n1)),
        "f1-score": ((2 * tp, 2 * tp + fn + fp), (2 * tn, 2 * tn + fn + fp)),
    }.items():
        first, second = (Fraction(x, y) if y else None if put is None else Fraction(put) for x, y in ((a, b), (c, d)))
        found["0", name], found["1", name] = first, second
        some = [(x, n) for x, n in ((first, n0), (second, n1)) if x is not None]
        found["macro avg", name] = sum(x for x, _ in some) / len(some)
        found["weighted avg", name] = sum(x * n for x, n in some) / sum(n for _, n in some)
    return found


def prints_so(value: Fraction | None, text: str) -> bool:
    if value is None or text == "nan":
        return value is None and text == "nan"
    return abs(value - Fraction(text)) <= Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


def figures_in(text: str) -> dict[str, str]:
    found = {}
    for line in text.splitlines()[1:]:
        cells = line.split()
        if cells[:1] == ["accuracy"]:
            found["accuracy"] = cells[1]
        elif cells:
            name = " ".join(cells[:-4])
            found |= {(name, column): cell for column, cell in zip(NAMES, cells[-4:-1], strict=True)}
    return found


def is_possible(sizes: tuple[int, int], printed: dict[str, str], puts: tuple[int | None, ...]) -> bool:
    n0, n1 = sizes
    for tp, fp, put in product(range(n0 + 1), range(n1 + 1), puts):
        values = averages((tp, n0 - tp, fp, n1 - fp), put)
        if all(prints_so(values[name], text) for name, text in printed.items()):
            return True
    return False


def test_averages_against_all_matrices() -> None:
    rng, seen = random.Random(7), Counter()
    for _ in range(300):
        put = rng.choice((0, 1, math.nan))
        lines = sklearn_report(random_counts(rng, 12), digits=rng.randint(1, 3), zero_division=put).splitlines()
        row = rng.choice((7, 7, 7, 6, 6, 6, 2, 3))  # the averages most of the time
        cells = lines[row].rsplit(maxsplit=4)
        column = rng.choice((1, 2, 3))
        if "." in cells[column]:
            cells[column] = cells[column][:-1] + rng.choice("0123456789")
        if cells[column] == "nan" or float(cells[column]) > 1:
            continue
        lines[row] = "   ".join(cells)
        text = "\n".join(lines)
        printed, report = figures_in(text), one(text)
        assert report.n0 is not None
        assert report.n1 is not None
        possible = is_possible((report.n0, report.n1), printed, (None,) if "nan" in printed.values() else (0, 1))
        found = verdict_of(report, 1.0)
        seen[row >= 6, possible] += 1
        assert found == ("consistent" if possible else "inconsistent"), text
        assert decide_report(report, 0.1).verdict == found
    assert min(seen[True, True], seen[True, False], seen[False, False]) > 8


@pytest.mark.parametrize(
    ("report", "verdict", "words"),
    [
        ("n0=5 n1=5 precision=0.75 npv=0.67 macro_precision=0.71", "consistent", ""),
        ("n0=5 n1=5 precision=0.75 npv=0.67 macro_precision=0.73", "inconsistent", "macro_precision 0.73"),
        ("n0=30 n1=10 precision=0.83 npv=0.45 weighted_precision=0.73", "consistent", ""),
        ("n0=30 n1=10 precision=0.83 npv=0.45 weighted_precision=0.79", "inconsistent", "weighted_precision"),
        (
            "n0=10 n1=30 sensitivity=0.00 specificity=1.00 macro_precision=0.38",
            "consistent",
            "0 for a division by zero",
        ),
        (
            "n0=10 n1=30 specificity=1.00 weighted_precision=0.56 precision=0.00",
            "consistent",
            "weighted_precision 0.56",
        ),
        ("n0=10 n1=30 sensitivity=0.00 specificity=1.00 macro_precision=0.50", "inconsistent", ""),
        ("n0=10 n1=30 specificity=1.00 recall=0.00 macro_precision=0.75 zero_division=nan", "consistent", "leaves out"),
        ("specificity=1.00 recall=0.00 macro_precision=0.45 accuracy=0.90", "consistent", ""),
    ],
)
def test_means_of_precision(report: str, verdict: str, words: str) -> None:
    found = check_report(report)
    assert found.verdict == verdict, found.because
    assert words in found.because
