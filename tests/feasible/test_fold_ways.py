"""Means over folds that may lack a class, against every way to deal them and every matrix of each fold."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest

from workbench import check_report
from workbench.feasible.fold_figures import read
from workbench.feasible.fold_plans import Part
from workbench.feasible.fold_ways import decide_by_ways
from workbench.numbers.printed import Printed

Fold: TypeAlias = "tuple[int, int, int, int]"
NAMES = ("sensitivity", "specificity", "accuracy", "precision", "f1")


def value(name: str, fold: Fold, without_tp: bool) -> Fraction | None:
    tp, fn, fp, tn = fold
    top, bottom = {
        "sensitivity": (tp, tp + fn),
        "specificity": (tn, fp + tn),
        "accuracy": (tp + tn, sum(fold)),
        "precision": (tp, tp + fp),
        "f1": (2 * tp, 2 * tp + fp + fn),
    }[name]
    return Fraction(top, bottom) if bottom and (tp or name != "f1" or not without_tp) else None


def mean(name: str, folds: tuple[Fold, ...], way: str) -> Fraction | None:
    """With 0 or 1 for what is divided by zero, or without such folds; of F1 perhaps without those that have no tp."""
    values = [value(name, fold, way == "no tp") for fold in folds]
    some = [Fraction(way) if x is None and way in ("0", "1") else x for x in values]
    left = [x for x in some if x is not None]
    return sum(left) / len(left) if left else None


def every(n0: int, n1: int, k: int) -> set[tuple[Fold, ...]]:
    size, more = divmod(n0 + n1, k)
    sizes = [size + (i < more) for i in range(k)]

    def dealt() -> Iterator[tuple[Fold, ...]]:
        for of0 in product(*(range(x + 1) for x in sizes)):
            if sum(of0) == n0:
                shapes = [(a, x - a) for a, x in zip(of0, sizes, strict=True)]
                yield from product(
                    *([(a - i, i, j, b - j) for i in range(a + 1) for j in range(b + 1)] for a, b in shapes)
                )

    return {tuple(sorted(folds)) for folds in dealt()}


def prints(x: Fraction | None, text: str) -> bool:
    return x is not None and abs(x - Fraction(text)) <= Fraction(1, 200)


@pytest.mark.slow
@pytest.mark.parametrize("zero_division", ["0", "1", "nan"])
def test_against_all_folds(zero_division: str) -> None:
    rng, said = random.Random(int(zero_division == "nan") + 7), []
    plans = [(n0, n1, k) for n0, n1, k in ((1, 3, 2), (2, 4, 2), (3, 3, 2), (2, 3, 3), (1, 5, 3), (4, 4, 2))]
    known = {plan: sorted(every(*plan)) for plan in plans}
    ways = [*({zero_division} - {"nan"}), "nan", "no tp"]
    for i in range(36):
        n0, n1, k = plan = rng.choice(plans)
        folds, way, names = rng.choice(known[plan]), rng.choice(ways), rng.sample(NAMES, rng.randint(2, 4))
        means = {name: mean(name, folds, way) for name in names}
        if None in means.values():
            continue
        texts = {name: f"{float(x or 0):.2f}" for name, x in means.items()}
        if i % 2:
            texts[names[0]] = f"{rng.random():.2f}"
        figures = " ".join(f"{name}={text}" for name, text in texts.items())
        line = f"n0={n0} n1={n1} folds={k} stratified=false zero_division={zero_division} {figures}"
        found = check_report(line, seconds=1.0).verdict
        possible = any(
            all(prints(mean(name, each, way), text) for name, text in texts.items())
            for each in known[plan]
            for way in ways
        )
        assert not (possible and found == "inconsistent"), line
        assert i % 2 or possible
        said.append(found)
    assert min(said.count("consistent"), said.count("inconsistent")) > 3


@pytest.mark.parametrize(
    ("means", "zero_division", "possible"),
    [
        ("accuracy=0.375 specificity=1.000", (), True),  # folds of 3 + 0, all missed, and of 1 + 3
        ("accuracy=0.375 specificity=1.000", (1,), True),
        ("accuracy=0.375 specificity=0.999", (0, 1), False),
        ("balanced_accuracy=0.375 sensitivity=0.500 specificity=1.000", (0,), True),
        ("balanced_accuracy=0.125 sensitivity=0.500 specificity=1.000", (0,), False),
    ],
)
def test_ways(means: str, zero_division: tuple[int, ...], possible: bool) -> None:
    """Seven examples in two folds: what stands in the place of a rate of a class that a fold lacks."""
    figures = read({name: Printed(x) for name, x in (each.split("=") for each in means.split())})
    found = decide_by_ways(figures, [Part(4, 3, folds=2, stratified=False)], zero_division)
    assert found.possible is possible
    assert not possible or all(x.printed.allows(found.computed[x.name]) for x in figures)


def test_left_out_of_the_mean_of_several_repetitions_is_not_decided() -> None:
    line = "n0=4 n1=3 folds=2 stratified=false accuracy=0.375 specificity=1.000 zero_division=nan"
    assert "left out" in check_report(line).because
    assert check_report(f"{line} repeats=2").verdict == "undecided"


@pytest.mark.parametrize(
    "report", ["n0=3 n1=3 AUC=0.7 folds=3", "n0=3 n1=2 AUC=0.5 accuracy=0.5 folds=3 stratified=false"]
)
def test_areas_where_a_fold_may_lack_a_class(report: str) -> None:
    """A fold without a class has no pairs; nothing is accused for that."""
    assert check_report(report, seconds=1.0).verdict in ("consistent", "undecided")
