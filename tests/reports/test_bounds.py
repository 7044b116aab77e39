"""Figures that are printed as bounds, beside every confusion matrix and every ROC path gone through."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from workbench import check_report
from workbench.errors import InputError

OPERATORS = {
    ">": lambda x, bound, half: x > bound,
    "<": lambda x, bound, half: x < bound,
    ">=": lambda x, bound, half: x >= bound - half,
    "<=": lambda x, bound, half: x <= bound + half,
    "=": lambda x, bound, half: abs(x - bound) <= half,
}


def _matrix_figures(tp: int, fp: int, n0: int, n1: int) -> dict[str, Fraction]:
    ratios = {
        "sensitivity": (tp, n0),
        "specificity": (n1 - fp, n1),
        "accuracy": (tp + n1 - fp, n0 + n1),
        "precision": (tp, tp + fp),
        "f1": (2 * tp, tp + fp + n0),
    }
    return {name: Fraction(a, b) for name, (a, b) in ratios.items() if b}


def _curve_figures(firsts: tuple[int, ...], n0: int, n1: int) -> dict[str, Fraction]:
    """AUC and KS of an order without ties, class 0 first at these places."""
    x = y = Fraction(0)
    area, gap = Fraction(0), Fraction(0)
    for place in range(n0 + n1):
        if place in firsts:
            y += Fraction(1, n0)
        else:
            x += Fraction(1, n1)
            area += y / n1
        gap = max(gap, abs(x - y))
    return {"AUC": area, "KS": gap}


def _drawn(rng: random.Random, names: tuple[str, ...]) -> list[tuple[str, str, str]]:
    chosen = rng.sample(names, 2)
    return [(name, rng.choice(list(OPERATORS)), rng.choice(("0.9", "0.75", "0.5", "0.33", "0.8"))) for name in chosen]


def _true(figures: dict[str, Fraction], drawn: list[tuple[str, str, str]]) -> bool:
    return all(
        name in figures and OPERATORS[sign](figures[name], Fraction(text), Fraction(1, 2 * 10 ** (len(text) - 2)))
        for name, sign, text in drawn
    )


def _report(drawn: list[tuple[str, str, str]], n0: int, n1: int) -> str:
    return " ".join((f"n0={n0} n1={n1}", *(f"{name}{sign}{text}" for name, sign, text in drawn)))


def test_matrices_with_bounds() -> None:
    rng, found = random.Random(1), {True: 0, False: 0}
    for _ in range(40):
        n0, n1 = rng.randint(1, 6), rng.randint(1, 6)
        drawn = _drawn(rng, ("sensitivity", "specificity", "accuracy", "precision", "f1"))
        every = [_matrix_figures(tp, fp, n0, n1) for tp in range(n0 + 1) for fp in range(n1 + 1)]
        possible = any(_true(figures, drawn) for figures in every)
        said = check_report(f"{_report(drawn, n0, n1)} zero_division=nan").verdict
        assert said == ("consistent" if possible else "inconsistent"), _report(drawn, n0, n1)
        found[possible] += 1
    assert min(found.values()) > 5


def test_curves_with_bounds() -> None:
    rng, found = random.Random(2), {"consistent": 0, "inconsistent": 0, "undecided": 0}
    for _ in range(20):
        n0, n1 = rng.randint(1, 4), rng.randint(1, 4)
        drawn = _drawn(rng, ("AUC", "KS"))
        every = (_curve_figures(x, n0, n1) for x in combinations(range(n0 + n1), n0))
        said = check_report(_report(drawn, n0, n1)).verdict
        found[said] += 1
        if any(_true(figures, drawn) for figures in every):
            assert said != "inconsistent", _report(drawn, n0, n1)
    assert min(found["consistent"], found["inconsistent"]) > 3


def test_a_bound_under_a_second_name_is_one_of_the_figure() -> None:
    assert check_report("n0=50 n1=50 AUC=0.93 auroc>0.9 KS=0.3").verdict == "inconsistent"
    with pytest.raises(InputError, match=r"auroc >0\.9"):
        check_report("n0=50 n1=50 AUC=0.83 auroc>0.9")


def test_a_bound_that_no_value_meets_is_wrong_input() -> None:
    with pytest.raises(InputError, match="no value is so"):
        check_report("n0=5 n1=5 AUC>1")


def test_the_counts_contradict_a_bound() -> None:
    found = check_report("tp=65 tn=56 fp=13 fn=8 accuracy>0.9")
    assert "accuracy 121/142 = 0.85, not >0.9" in found.because
    assert not found.nearest


def test_a_bound_without_ends_is_listed() -> None:
    [(value, why)] = check_report("n0=5 n1=5 AUC=0.8 LL<0.5").not_checked
    assert value == "LL <0.5"
    assert "least and a greatest" in why
