"""Means over folds of F1, precision, correlation and the like, against every pair of folds gone through."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import sqrt

import pytest
from sklearn.metrics import f1_score, matthews_corrcoef, precision_score

from workbench import check_report
from workbench.errors import NotSupported
from workbench.feasible.fold_figures import read
from workbench.feasible.fold_matrices import decide_by_matrices, pooled_is_impossible
from workbench.feasible.fold_plans import Part
from workbench.numbers.printed import Printed
from workbench.reports.paper_file import report_of
from workbench.reports.reported import decide_once


def value(name: str, tp: int, fn: int, fp: int, tn: int) -> float | None:
    top, bottom = {
        "f1": (2 * tp, 2 * tp + fp + fn),
        "precision": (tp, tp + fp),
        "npv": (tn, tn + fn),
        "mcc": (tp * tn - fp * fn, sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
        "accuracy": (tp + tn, tp + fn + fp + tn),
    }[name]
    return top / bottom if bottom else None


def means(name: str, folds: Sequence[tuple[int, int, int, int]]) -> Iterator[float]:
    """With 0 for a division by zero, and without such folds."""
    values = [value(name, *fold) for fold in folds]
    yield sum(x or 0.0 for x in values) / len(values)
    if some := [x for x in values if x is not None]:
        yield sum(some) / len(some)


def possible(texts: dict[str, str], n0: int, n1: int, folds: int) -> bool:
    """Whether all figures fit, each figure's folds without a value counted the same way."""
    every = [(n0 - fn, fn, fp, n1 - fp) for fn, fp in product(range(n0 + 1), range(n1 + 1))]
    for chosen in combinations_with_replacement(every, folds):
        for way in (0, -1):
            found = {name: list(means(name, chosen)) for name in texts}
            if all(abs(found[name][way] - float(x)) <= 0.005 + 1e-12 for name, x in texts.items()):
                return True
    return False


def test_means_over_folds_against_all_folds() -> None:
    rng, said = random.Random(3), []
    for _ in range(25):
        n0, n1, folds = rng.randint(1, 3), rng.randint(1, 3), rng.randint(2, 3)
        names = rng.sample(("f1", "precision", "npv", "mcc"), rng.randint(1, 2))
        drawn = [(n0 - (fn := rng.randint(0, n0)), fn, fp := rng.randint(0, n1), n1 - fp) for _ in range(folds)]
        names += ["accuracy"] * rng.randint(0, 1)
        texts = {name: f"{next(means(name, drawn)) + rng.choice((0, 0, 0.03, -0.11)):.2f}" for name in names}
        linear = {name: texts.pop(name) for name in names if name == "accuracy"}
        figures = {name: Printed(x) for name, x in texts.items()}
        of_linear = read({name: Printed(x) for name, x in linear.items()})
        found = decide_by_matrices(of_linear, figures, [Part(n0 * folds, n1 * folds, folds=folds)])
        assert found.possible is possible(texts | linear, n0, n1, folds), (texts, linear, n0, n1, folds)
        said.append(found.possible)
        for name, printed in figures.items() if found.possible else ():
            ways = means(name, [tuple(fold.matrix) for fold in found.folds if fold.matrix])
            assert any(abs(float(x) - float(found.computed[name])) < 1e-12 for x in ways)
            assert printed.allows(found.computed[name])
    assert min(said.count(True), said.count(False)) > 5


@pytest.mark.slow
def test_true_folds_are_possible_beside_linear_means() -> None:
    rng = random.Random(4)
    for _ in range(6):
        k, sizes = 5, [(rng.randint(3, 6), rng.randint(3, 9)) for _ in range(5)]
        folds = []
        for n0, n1 in sizes:
            fn, fp = rng.randint(0, n0), rng.randint(0, n1)
            folds.append((n0 - fn, fn, fp, n1 - fp))
        true, guessed = [], []
        for tp, fn, fp, tn in folds:
            true.append([1] * (tp + fn) + [0] * (fp + tn))
            guessed.append([1] * tp + [0] * fn + [1] * fp + [0] * tn)
        mean = {
            "f1": sum(f1_score(*x, zero_division=0) for x in zip(true, guessed, strict=True)) / k,
            "PPV": sum(precision_score(*x, zero_division=0) for x in zip(true, guessed, strict=True)) / k,
            "mcc": sum(matthews_corrcoef(*x) for x in zip(true, guessed, strict=True)) / k,
        }
        accuracy = sum(Fraction(tp + tn, tp + fn + fp + tn) for tp, fn, fp, tn in folds) / k
        linear = read({"accuracy": Printed(f"{float(accuracy):.4f}")})
        figures = {name: Printed(f"{x:.3f}") for name, x in mean.items()}
        assert decide_by_matrices(linear, figures, [Part(folds=sizes)]).possible is not False
        pooled = [sum(x) for x in zip(*folds, strict=True)]
        assert not pooled_is_impossible(linear, {"f1": Printed(f"{value('f1', *pooled):.3f}")}, [Part(folds=sizes)])


def test_what_is_possible_in_another_usual_way_is_not_inconsistent() -> None:
    folds = "n0=50 n1=50 folds=10 stratified=true"
    closed = check_report(f"{folds} f1=0.92 accuracy=0.86 precision=0.851 sensitivity=0.88")
    assert closed.verdict == "inconsistent"
    assert "nor have they all folds pooled" in closed.because
    open_ = check_report("n0=5 n1=15 folds=5 stratified=true accuracy=0.800 precision=0.500 sensitivity=0.400 f1=0.444")
    assert open_.verdict != "inconsistent"
    found = check_report(f"{folds} f1=0.86 mcc=0.72 AUC=0.93")
    assert found.verdict == "consistent"
    assert {"f1", "mcc", "AUC"} <= found.computed.keys()


def test_what_cannot_be_decided_is_listed() -> None:
    names = dict(check_report("n0=50 n1=50 folds=10 stratified=true f1=0.86±0.03 LR+=5 spread=sd").not_checked)
    assert names.keys() == {"LR+", "sd(f1) 0.03"}
    with pytest.raises(NotSupported, match="too many"):
        decide_by_matrices((), {"f1": Printed("0.9")}, [Part(5000, 5000, folds=10)])


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ("accuracy=1.00 sensitivity=0.70", "consistent"),
        ("accuracy=1.00 sensitivity=0.70 balanced_accuracy=1.00", "consistent"),
        ("accuracy=1.00 sensitivity=0.75", "inconsistent"),
        ("accuracy=1.00 sensitivity=0.70 zero_division=nan", "inconsistent"),
        ("accuracy=1.00 sensitivity=0.70 stratified=true", "inconsistent"),
        ("accuracy=1.00 precision=0.70", "consistent"),
        ("accuracy=1.00 precision=0.70 stratified=true", "inconsistent"),
    ],
)
def test_a_fold_without_a_class_may_count_as_0(figures: str, verdict: str) -> None:
    """As scikit-learn has it, with a warning: of 12 examples in 10 folds that are not stratified 3 may have none."""
    found = check_report(f"n0=12 n1=30 folds=10 {figures}", seconds=2.0)
    assert found.verdict == verdict
    assert verdict != "consistent" or "count as 0" in found.because


def _of_repetitions(
    name: str, repetitions: Sequence[Sequence[tuple[int, int, int, int]]]
) -> tuple[list[float], list[float]]:
    """The means that two repetitions may be printed with, and those of the predictions of each pooled."""
    found = []
    for without in (lambda fold, x: x is None, lambda fold, x: x is None or (name == "f1" and not fold[0])):
        kept = [[x for fold in folds if not without(fold, x := value(name, *fold))] for folds in repetitions]
        of_each = [sum(x) / len(x) for x in kept if x]
        found += [sum(of_each) / len(of_each)] if of_each else []
        found += [sum(x) / len(x)] if (x := [*kept[0], *kept[1]]) else []
    found.append(sum(value(name, *fold) or 0.0 for folds in repetitions for fold in folds) / 4)
    pooled = [value(name, *map(sum, zip(*folds, strict=True))) for folds in repetitions]
    of_pooled = [sum(x or 0.0 for x in pooled) / 2]
    of_pooled += [sum(some) / len(some)] if (some := [x for x in pooled if x is not None]) else []
    return found, of_pooled


def test_repeated_folds_are_refuted_only_where_no_way_has_the_means() -> None:
    """Left out of a mean of means, or pooled in each repetition, against all folds of two repetitions."""
    rng, said = random.Random(6), []
    for name in ("f1", "precision", "npv", "f1"):
        n0, n1 = rng.choice([(1, 1), (2, 1), (1, 2), (2, 2)])
        every = [(n0 - fn, fn, fp, n1 - fp) for fn, fp in product(range(n0 + 1), range(n1 + 1))]
        once = list(combinations_with_replacement(every, 2))
        both = [
            (
                sum(value("accuracy", *fold) or 0.0 for folds in chosen for fold in folds) / 4,
                *_of_repetitions(name, chosen),
            )
            for chosen in combinations_with_replacement(once, 2)
        ]
        plan = [Part(2 * n0, 2 * n1, folds=2, repeats=2)]
        for _ in range(6):
            accuracy, text = f"{rng.choice(both)[0]:.2f}", f"{rng.random():.2f}"
            fit = [
                [abs(x - float(text)) <= 0.005 + 1e-12 for x in some]
                for right, *of in both
                if abs(right - float(accuracy)) <= 0.005 + 1e-12
                for some in of
            ]
            linear, others = read({"accuracy": Printed(accuracy)}), {name: Printed(text)}
            found = decide_by_matrices(linear, others, plan)
            assert not (any(map(any, fit[::2])) and found.possible is False), (name, n0, n1, accuracy, text)
            apart = pooled_is_impossible(linear, others, plan)
            assert not (any(map(any, fit[1::2])) and apart), (name, n0, n1, accuracy, text)
            said += [found.possible is False, apart]
    assert said.count(True) > 3
    refuted = check_report("n0=50 n1=50 folds=10 repeats=10 stratified=true f1=0.01 recall=0.95 precision=0.95")
    assert refuted.verdict == "inconsistent"


def test_f1_of_the_mean_precision_and_sensitivity_beside_accuracy() -> None:
    """Refuted where no folds have it in any way, never where some have, by all folds."""
    rng, refuted = random.Random(9), 0
    for n0, n1 in ((2, 2), (3, 2), (2, 3)):
        every = [(n0 - fn, fn, fp, n1 - fp) for fn, fp in product(range(n0 + 1), range(n1 + 1))]
        folds = []
        for chosen in combinations_with_replacement(every, 3):
            recall = sum(tp for tp, *_ in chosen) / (3 * n0)
            found = [2 * p * recall / (p + recall) if p + recall else 0.0 for p in means("precision", chosen)]
            pooled = value("f1", *map(sum, zip(*chosen, strict=True)))
            kept = [value("f1", *fold) or 0.0 for fold in chosen if fold[0]]
            found += [*means("f1", chosen), pooled or 0.0, *([sum(kept) / len(kept)] if kept else [])]
            folds.append((next(means("accuracy", chosen)), found))
        for _ in range(8):
            accuracy = f"{rng.choice(folds)[0]:.2f}"
            beside = [x for right, found in folds if abs(right - float(accuracy)) <= 0.005 + 1e-12 for x in found]
            text = rng.choice([f"{rng.random():.2f}", f"{rng.choice(beside):.2f}"])
            report = report_of(f"n0={3 * n0} n1={3 * n1} folds=3 stratified=true accuracy={accuracy} f1={text}")
            verdict = decide_once(report, 2.0).verdict
            if any(abs(x - float(text)) <= 0.005 + 1e-12 for x in beside):
                assert verdict != "inconsistent", report
            refuted += verdict == "inconsistent"
    assert refuted > 3
