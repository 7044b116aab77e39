"""Standard deviations, errors, least and greatest values over folds, against folds gone through one by one."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from workbench import check_report
from workbench.cli import main
from workbench.errors import InputError
from workbench.numbers.printed import Printed
from workbench.reports.check import check_paper
from workbench.reports.figures_read import FiguresRead, over_folds
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import decide_once


def root(x: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return (Decimal(x.numerator) / Decimal(x.denominator)).sqrt()


def prints_so(x: Fraction | Decimal, text: str) -> bool:
    """Rounded to nearest, either way at a tie."""
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    slack = Decimal(10) ** -40 if isinstance(x, Decimal) else 0
    distance = abs(x - Decimal(text)) if isinstance(x, Decimal) else abs(x - Fraction(text))
    return distance <= Decimal(half.numerator) / Decimal(half.denominator) + slack if slack else distance <= half


def spreads(values: list[Fraction]) -> dict[str, list[Fraction | Decimal]]:
    k, mean = len(values), sum(values) / len(values)
    squares = sum((x - mean) ** 2 for x in values)
    deviations = [squares / (k - 1), squares / k]
    return {
        "sd": [root(x) for x in deviations],
        "se": [root(x / k) for x in deviations],
        "least": [min(values)],
        "greatest": [max(values)],
    }


def exists(sizes: list[int], mean: str, printed: dict[str, str]) -> bool:
    """Whether some numbers of right answers in folds of these sizes print so."""
    if len(set(sizes)) == 1:
        every = combinations_with_replacement(range(sizes[0] + 1), len(sizes))
    else:
        every = product(*(range(n + 1) for n in sizes))
    for right in every:
        values = [Fraction(x, n) for x, n in zip(right, sizes, strict=True)]
        found = spreads(values)
        if prints_so(sum(values) / len(values), mean) and all(
            any(prints_so(x, text) for x in found[how]) for how, text in printed.items()
        ):
            return True
    return False


def test_accuracy_against_all_folds() -> None:
    """Folds whose classes are open, as accuracy knows the sizes of the folds alone."""
    rng, seen = random.Random(3), Counter()
    for _ in range(120):
        k = rng.randint(2, 4)
        n = rng.randint(3 * k, 9 * k)
        sizes = [n // k + (i < n % k) for i in range(k)]
        values = [Fraction(rng.randint(0, m), m) for m in sizes]
        mean, digits = f"{float(sum(values) / k):.{rng.randint(2, 3)}f}", rng.randint(2, 3)
        printed = {}
        for how in rng.sample(("sd", "se", "least", "greatest"), rng.choice((1, 1, 2))):
            text = f"{float(rng.choice(spreads(values)[how])):.{digits}f}"
            printed[how] = text[:-1] + rng.choice((text[-1], rng.choice("0123456789")))
        text = f"n={n} folds={k} accuracy={mean} " + " ".join(f"{how}(accuracy)={x}" for how, x in printed.items())
        found = decide_once(report_of(text), 5.0)
        assert not found.not_checked, text
        assert found.verdict == ("consistent" if exists(sizes, mean, printed) else "inconsistent"), text
        seen[found.verdict] += 1
        if found.verdict == "consistent":
            exact = [Fraction(f.matrix.tp + f.matrix.tn, f.n0 + f.n1) for f in found.witness]  # type: ignore[union-attr]
            own = spreads(exact)
            assert prints_so(sum(exact) / k, mean)
            assert all(any(prints_so(x, text) for x in own[how]) for how, text in printed.items())
    assert min(seen.values()) > 20


def test_true_folds_are_never_accused() -> None:
    """Several figures and AUC at once, deviations in floats as programs have them, classes dealt unevenly."""
    rng, decided = random.Random(11), 0
    for _ in range(60):
        k = rng.choice((2, 3, 5, 10))
        n0, n1 = rng.randint(k, 8 * k), rng.randint(k, 8 * k)
        folds = [[n0 // k + (j < n0 % k), n1 // k + (j >= k - n1 % k)] for j in range(k)]
        figures: dict[str, list[float]] = {"sensitivity": [], "accuracy": [], "AUC": []}
        for a, b in folds:
            zero, one = ([rng.randint(0, 6) + shift for _ in range(m)] for m, shift in ((a, 0), (b, 3)))
            tp, fp = sum(x <= 4 for x in zero), sum(x <= 4 for x in one)
            figures["sensitivity"].append(tp / a)
            figures["accuracy"].append((tp + b - fp) / (a + b))
            figures["AUC"].append(sum((x < y) + (x == y) / 2 for x in zero for y in one) / (a * b))
        ddof, parts = rng.choice((0, 1)), [f"n0={n0} n1={n1} folds={k} stratified=true spread=sd"]
        for name in rng.sample(list(figures), rng.randint(1, 3)):
            values = figures[name]
            parts.append(f"{name}={np.mean(values):.3f} ± {np.std(values, ddof=ddof):.3f}")
            if rng.random() < 0.5:
                parts.append(f"min({name})={min(values):.2f} max({name})={max(values):.2f}")
        found = decide_once(report_of(" ".join(parts)), 5.0)
        assert found.verdict == "consistent", parts
        decided += not found.not_checked
    assert decided > 50


@pytest.mark.parametrize(
    ("text", "verdict", "words"),
    [
        ("n=100 folds=10 accuracy=0.860 sd(accuracy)=0.052", "consistent", ""),
        ("n=100 folds=10 accuracy=86.0% ± 5.2% spread=sd", "consistent", ""),
        ("n=100 folds=10 accuracy=0.860 (SD 0.053)", "inconsistent", "the standard deviation 0.053 of accuracy"),
        ("n=100 folds=10 accuracy=0.860 (SE 0.053)", "consistent", ""),
        ("n=100 folds=10 accuracy=0.860 max(accuracy)=0.80", "inconsistent", "the greatest value 0.80 of accuracy"),
        (
            "n=100 folds=10 repeats=3 accuracy=0.860 accuracy_sd=0.9",
            "inconsistent",
            "over the means of the 3 repetitions",
        ),
        ("n=100 folds=10 repeats=3 accuracy=0.860 accuracy_sd=0.01", "consistent", ""),
        ("n0=50 n1=50 folds=5 stratified=true recall=0.90 sensitivity_sd=0.9", "inconsistent", "deviation 0.9"),
    ],
)
def test_verdicts(text: str, verdict: str, words: str) -> None:
    found = check_report(text)
    assert found.verdict == verdict
    assert words in found.because
    assert not found.not_checked


def test_repeated_folds_against_all_of_them() -> None:
    """Accuracies over folds of equal size: spreads are of all folds, or of the means of the repetitions."""
    rng, seen = random.Random(5), Counter()
    for _ in range(60):
        k, r, m = rng.choice(((2, 2, 5), (2, 3, 3), (3, 2, 3), (1, 4, 6), (2, 2, 9)))
        right = [[rng.randint(0, m) for _ in range(k)] for _ in range(r)]
        mean, digits = f"{sum(map(sum, right)) / (m * k * r):.{rng.randint(2, 3)}f}", rng.randint(2, 3)
        printed = {}
        for how in rng.sample(("sd", "se", "least", "greatest"), rng.choice((1, 2, 2))):
            of = rng.choice([[x for each in right for x in each], [Fraction(sum(each), k) for each in right]])
            text = f"{float(rng.choice(spreads([Fraction(x, m) for x in of])[how])):.{digits}f}"
            printed[how] = text[:-1] + rng.choice((text[-1], rng.choice("0123456789")))
        text = f"n={m * k} folds={k} repeats={r} accuracy={mean} "
        text += " ".join(f"{how}(accuracy)={x}" for how, x in printed.items())
        once = list(combinations_with_replacement(range(m + 1), k))
        possible = any(
            prints_so(Fraction(sum(map(sum, every)), m * k * r), mean)
            and all(
                any(prints_so(x, text) for of in readings for x in spreads(of)[how]) for how, text in printed.items()
            )
            for every in combinations_with_replacement(once, r)
            for readings in [
                [[Fraction(x, m) for each in every for x in each], [Fraction(sum(each), m * k) for each in every]]
            ]
        )
        found = decide_once(report_of(text), 5.0)
        assert not found.not_checked, text
        assert found.verdict == ("consistent" if possible else "inconsistent"), text
        seen[found.verdict] += 1
        if found.verdict == "consistent":
            assert Counter(fold.repetition for fold in found.witness) == dict.fromkeys(range(r), k)  # type: ignore
    assert min(seen.values()) > 10


def test_repetitions_have_the_same_classes() -> None:
    found = decide_once(report_of("n=6 folds=2 repeats=2 sensitivity=0.50 specificity=0.75 sd(sensitivity)=0.00"), 5.0)
    classes = Counter[int]()
    for fold in found.witness:  # type: ignore[union-attr]
        classes[fold.repetition] += fold.n0
    assert len(set(classes.values())) == 1


def test_the_deviation_of_the_witness_is_computed() -> None:
    found = check_report("n=100 folds=10 accuracy=0.860 sd(accuracy)=0.052")
    values = [float(Fraction(fold.matrix.tp + fold.matrix.tn, 10)) for fold in found.witness]  # type: ignore[union-attr]
    assert float(found.computed["sd(accuracy)"]) == pytest.approx(statistics.stdev(values))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("n=100 folds=10 accuracy=0.860±0.052", "deviation over the folds it is possible"),
        ("n=100 folds=10 accuracy=0.860±0.03", "deviation over the folds it is impossible"),
        ("n=100 folds=10 accuracy=86% ± 3", "not told whether the spread is a percentage"),
        ("n=100 folds=10 accuracy=0.860 sd(error)=0.9", "the mean of the figure over the folds is not given"),
        ("n0=50 n1=50 accuracy=0.86±0.9", "over folds, where folds= says how many"),
        ("n0=50 n1=50 AUC=0.79 (0.70-0.88) interval=bootstrap", "an interval (bootstrap) is not decided"),
    ],
)
def test_what_is_not_decided_is_no_accusation(text: str, why: str) -> None:
    found = check_report(text)
    assert found.verdict == "consistent"
    [(_, because)] = found.not_checked
    assert why in because


def test_names_of_spreads() -> None:
    for name in ("accuracy_sd", "SD(accuracy)", "accuracy std", "standard deviation(acc)", "accuracy-SD"):
        read = FiguresRead()
        read.add("accuracy", "0.8")
        read.add(name, "0.03")
        assert read.spreads == {"accuracy": {"sd": Printed("0.03")}}
    assert over_folds("min(AUC, 1/2)") is over_folds("max_sd") is None
    for name, value in (("accuracy_sd", "-0.1"), ("accuracy_sd", "0.1 (0.0-0.2)")):
        with pytest.raises(InputError, match="sd"):
            FiguresRead().add(name, value)


def test_a_wrong_kind_of_spread_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--reported", "n=100 folds=10 accuracy=0.86 spread=range"]) == 2
    assert "spread is 'range'; it must be sd" in capsys.readouterr().err


def test_a_spread_in_a_table_of_one_test_set_is_listed() -> None:
    text = "[[table]]\nn0 = 50\nn1 = 50\ncolumns = ['accuracy']\nrows = {A = ['0.86 ± 0.03'], B = ['0.80']}"
    [found] = check_paper(paper_of(text)).results
    assert found.verdict == "consistent"
    [(what, why)] = found.not_checked
    assert what == "A: accuracy ± 0.03"
    assert "over folds" in why
