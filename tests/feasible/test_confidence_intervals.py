"""Printed confidence intervals of proportions, against scipy's quantiles and against all confusion matrices."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from time import process_time

import pytest
from scipy.stats import beta, norm

from workbench.errors import InputError
from workbench.feasible.confidence_intervals import (
    KINDS,
    SIZES,
    PrintedInterval,
    _sign_of_exact,
    at_most,
    kind_called,
)
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.certified import working_digits
from workbench.numbers.printed import Interval, Printed
from workbench.reports.check import check_report
from workbench.reports.paper_file import report_of
from workbench.reports.reported import verdict_of


def plain(kind: str, k: int, m: int, level: float = 0.95) -> tuple[float, float]:
    """The interval by the formulas of textbooks, in floats."""
    z, p, alpha = norm.ppf((1 + level) / 2), k / m, 1 - level
    if kind == "wald":
        half = z * sqrt(p * (1 - p) / m)
        low, high = p - half, p + half
    elif kind == "wilson":
        centre = (p + z * z / 2 / m) / (1 + z * z / m)
        half = z / (1 + z * z / m) * sqrt(p * (1 - p) / m + z * z / 4 / m / m)
        low, high = centre - half, centre + half
    elif kind == "wilson-cc":
        low, high = (_of_score(j, m, sign, z) for j, sign in ((max(k - 0.5, 0), -1), (min(k + 0.5, m), 1)))
    elif kind == "agresti-coull":
        n = m + z * z
        q = (k + z * z / 2) / n
        half = z * sqrt(q * (1 - q) / n)
        low, high = q - half, q + half
    else:
        low = beta.ppf(alpha / 2, k, m - k + 1) if k else 0.0
        high = beta.ppf(1 - alpha / 2, k + 1, m - k) if k < m else 1.0
    return max(low, 0.0), min(high, 1.0)


def _of_score(k: float, m: int, sign: int, z: float) -> float:
    p, half = k / m, z * z / (2 * m)
    return (p + half + sign * z * sqrt(p * (1 - p) / m + half / (2 * m))) / (1 + 2 * half)


def printed(kind: str, k: int, m: int, digits: int, level: str = "0.95") -> PrintedInterval:
    low, high = plain(kind, k, m, float(level))
    return PrintedInterval(Printed(f"{low:.{digits}f}"), Printed(f"{high:.{digits}f}"), kind, Fraction(level))


def near_a_tie(x: float, digits: int) -> bool:
    """Whether floats may round it the wrong way."""
    return abs(x * 10**digits % 1 - 0.5) < 1e-6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["0.9", "0.95", "0.99"])
def test_exactly_the_counts_whose_interval_prints_so_are_left(kind: str, level: str) -> None:
    rng = random.Random(f"{kind} {level}")
    for _ in range(12):
        m = rng.choice([1, 2, 3, 10, rng.randint(4, 60)])
        k, digits = rng.randint(0, m), rng.choice([1, 2, 3])
        interval, figure = printed(kind, k, m, digits, level), Printed(f"{k / m:.{digits}f}").values
        left = interval.shares(m, figure)
        assert left is not None
        most = interval.most(figure)
        assert most is None or m <= most
        for j in range(m + 1):
            ends = plain(kind, j, m, float(level))
            if any(near_a_tie(x, digits) for x in ends):
                continue
            ways = [ends] if kind != "wilson-cc" or 2 * j != m else [ends, plain("wilson", j, m, float(level))]
            texts = [[f"{x:.{digits}f}" for x in each] for each in ways]
            so = [interval.low.text, interval.high.text] in texts
            assert (Fraction(j, m) in left) == (so and Fraction(j, m) in figure), (j, m, ends)


@pytest.mark.parametrize("kind", KINDS)
def test_more_examples_than_the_most_never_have_the_interval(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(8):
        m = rng.randint(5, 60)
        k = rng.randint(1, m - 1)
        interval, figure = printed(kind, k, m, 2), Printed(f"{k / m:.2f}").values
        most = interval.most(figure)
        if most is not None:
            assert all(interval.shares(more, figure) is None for more in range(most + 1, most + 40))


@pytest.mark.parametrize("kind", KINDS)
def test_the_ends_are_those_of_textbooks(kind: str) -> None:
    for k, m in ((0, 1), (1, 1), (0, 20), (20, 20), (7, 20), (41, 50), (999, 1000)):
        found = printed(kind, k, m, 3).ends(k, m)
        assert [float(x) for x in found] == pytest.approx(plain(kind, k, m), abs=1e-9)


def test_known_values() -> None:
    """Newcombe, Two-sided confidence intervals for the single proportion (1998), Table I: 81 of 263, 0 of 20."""
    for kind, k, m, low, high in (
        ("wald", 81, 263, 0.2522, 0.3638),
        ("wilson", 81, 263, 0.2553, 0.3662),
        ("clopper-pearson", 81, 263, 0.2527, 0.3676),
        ("wilson", 0, 20, 0.0, 0.1611),
        ("wilson-cc", 81, 263, 0.2535, 0.3682),
        ("wilson-cc", 0, 20, 0.0, 0.2005),
        ("clopper-pearson", 0, 20, 0.0, 0.1684),
    ):
        found = printed(kind, k, m, 3).ends(k, m)
        assert [float(x) for x in found] == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize("name", SIZES)
def test_the_matrices_are_those_of_a_count(name: str) -> None:
    rng = random.Random(name)
    for _ in range(6):
        n0, n1 = rng.randint(3, 12), rng.randint(3, 12)
        kind, metric = rng.choice(list(KINDS)), named(name)
        every = [Matrix(a, n0 - a, b, n1 - b) for a, b in product(range(n0 + 1), range(n1 + 1))]
        k, m = metric.ratio(*rng.choice(every))
        figure, interval = Printed(f"{k / m:.2f}"), printed(kind, k, m, 2)
        expected = {x for x in every if metric.has(x, figure.values) and interval.allows(*metric.ratio(*x))}
        found = matrices({name: figure}, n0=n0, n1=n1, intervals={name: interval})
        assert set(found.matrices()) == expected
        assert found.possible


@pytest.mark.parametrize(
    ("report", "verdict", "words"),
    [
        ("n0=50 n1=50 sensitivity=0.82 (0.69-0.90) interval=wilson", "consistent", ""),
        ("n0=50 n1=50 recall=82% (95% CI 69-90) interval=Wilson", "consistent", ""),
        (
            "n0=50 n1=50 sensitivity=0.82 (0.69-0.91) interval=wilson",
            "inconsistent",
            "the Wilson interval of 41/50 is 0.6920 to 0.9023",
        ),
        ("n0=50 n1=50 sensitivity=0.82 (0.69-0.91) interval=exact", "consistent", ""),
        ("n0=50 n1=50 sensitivity=0.82 (0.71-0.89) interval=wilson level=90%", "consistent", ""),
        ("sensitivity=0.82 (0.73-0.89) specificity=0.90 (0.80-0.96) accuracy=0.85 interval=exact", "consistent", ""),
        ("sensitivity=0.82 (0.73-0.89) specificity=0.90 (0.80-0.96) accuracy=0.65 interval=exact", "inconsistent", ""),
        ("n0=10 n1=20 sensitivity=0.90 (0.71 to 1.09) interval=wald", "consistent", ""),
        ("n0=7 n1=4 fpr=0.250 (-0.174 to 0.674) interval=wald", "consistent", ""),
        ("n0=5 n1=5 fpr=0.00 (-0.05, 0.49) interval=agresti-coull", "consistent", ""),
        ("n0=5 n1=5 fpr=0.00 (-0.09, 0.52) interval=agresti-coull", "inconsistent", ""),
        ("n0=40 accuracy=0.85 (0.80-0.89) interval=wald", "consistent", ""),
        ("sensitivity=0.80 (0.799-0.801) n0=50 interval=wilson", "inconsistent", ""),
    ],
)
def test_reports_with_intervals(report: str, verdict: str, words: str) -> None:
    found = check_report(report)
    assert found.verdict == verdict, found.because
    assert words in found.because
    assert not found.not_checked
    assert not found.slips
    if verdict == "consistent":
        assert isinstance(found.witness, Matrix)


def test_intervals_whose_kind_is_not_told_are_not_decided() -> None:
    for report in (
        "n0=50 n1=50 sensitivity=0.82 (0.1-0.9)",
        "n0=50 n1=50 sensitivity=0.82 (0.1-0.9) interval=bootstrap",
        "n0=50 n1=50 LR+=4.0 (0.1-9) interval=wilson",
    ):
        found = check_report(report)
        assert (found.verdict, len(found.not_checked)) == ("consistent", 1)
    assert kind_called("bootstrap") is None
    with pytest.raises(InputError, match="ends before it begins"):
        check_report("n0=50 n1=50 sensitivity=0.82 (0.9-0.7) interval=wilson")


@pytest.mark.slow
def test_true_reports_raise_no_false_alarm() -> None:
    rng = random.Random(0)
    for _ in range(300):
        matrix = Matrix(*(rng.randint(1, rng.choice([5, 40, 300])) for _ in range(4)))
        kind, names = rng.choice(list(KINDS)), rng.sample(sorted(SIZES), 2)
        sizes = f"n0={matrix.n0} n1={matrix.n1} " if rng.random() < 0.7 else ""
        figures = []
        for name in names:
            k, m = named(name).ratio(*matrix)
            interval = printed(kind, k, m, 2)
            if any(near_a_tie(x, 2) for x in (k / m, *plain(kind, k, m))):
                break
            figures.append(f"{name}={k / m:.2f} ({interval.low}-{interval.high})")
        else:
            report = f"{sizes}{' '.join(figures)} interval={kind}"
            assert check_report(report, seconds=1.0).verdict != "inconsistent", report


@pytest.mark.parametrize(
    ("level", "z", "kind"),
    [("95%", 1.96, "wilson"), ("95%", 1.96, "agresti-coull"), ("90%", 1.645, "wald"), ("99%", 2.58, "wilson")],
)
def test_the_quantile_may_have_few_decimals(level: str, z: float, kind: str) -> None:
    for k, m in ((0, 3), (2, 7)) if kind != "wald" else ((2, 7), (3, 9)):
        p, middle = k / m, (k + z * z / 2) / (m + z * z)
        centre, wide = (p, m) if kind == "wald" else (middle, m + z * z)
        half = z * (centre * (1 - centre) / wide) ** 0.5
        if kind == "wilson":
            half = z * (p * (1 - p) / m + z * z / (4 * m * m)) ** 0.5 / (1 + z * z / m)
        low, high = (f"{max(0.0, min(1.0, x)):.6f}" for x in (centre - half, centre + half))
        text = f"n0={m} n1=5 recall={p:.3f} [{{}}; {{}}] interval={kind} level={level}"
        assert verdict_of(report_of(text.format(low, high)), 0.5) == "consistent"
        assert verdict_of(report_of(text.format(low, f"{float(high) - 0.003:.6f}")), 0.5) == "inconsistent"


@pytest.mark.parametrize(
    ("k", "m", "x"), [(0, 1, "1/3"), (3, 7, "0.4"), (15, 93, "0.19"), (80, 90, "0.5"), (9, 99, "0.8")]
)
def test_the_probability_of_so_many_or_fewer(k: int, m: int, x: str) -> None:
    p = Fraction(x)
    exact = sum(comb(m, i) * p**i * (1 - p) ** (m - i) for i in range(k + 1))
    with working_digits(30):
        assert at_most(k, m, p) == pytest.approx(float(exact), rel=1e-12)


def test_the_probability_of_what_is_far_off() -> None:
    with working_digits(30):
        assert (at_most(1, 10**5, Fraction(1, 2)), at_most(99_999, 10**5, Fraction(1, 2))) == (0.0, 1.0)


def test_an_end_that_is_nearly_the_printed_one_is_seen() -> None:
    low, _ = PrintedInterval(Printed("0.1"), Printed("0.9"), "clopper-pearson").ends(41, 50)
    near = Fraction(1, 10**9)
    assert [_sign_of_exact(41, 50, False, low + x, Fraction(1, 40)) for x in (-near, near)] == [1, -1]


@pytest.mark.parametrize(
    "report",
    [
        "NPV=0.16 (15/93) error=0.47 [0.40; 0.54] interval=exact",
        "n=500 level=0.99 specificity=0.663 (0.603-0.719) sensitivity=65.1% (44.4, 82.4) interval=exact",
    ],
)
def test_exact_intervals_are_decided_in_little_work(report: str) -> None:
    started = process_time()
    assert verdict_of(report_of(report), 2.0) == "consistent"
    assert process_time() - started < 3.0


def _of_prop_test(k: int, n: int) -> tuple[float, float]:
    """The interval as the source of R's prop.test computes it for one proportion."""
    z, by = 1.959963984540054, min(0.5, abs(k - n / 2))
    low, high = k - by, k + by
    return (0.0 if low <= 0 else _of_score(low, n, -1, z)), (1.0 if high >= n else _of_score(high, n, 1, z))


def test_the_interval_of_prop_test() -> None:
    assert [f"{x:.7f}" for x in _of_prop_test(83, 100)] == ["0.7389130", "0.8950666"]
    rng = random.Random(5)
    for _ in range(60):
        n = rng.randint(1, 200)
        k = rng.choice((rng.randint(0, n), n // 2))
        low, high = _of_prop_test(k, n)
        interval = PrintedInterval(Printed(f"{low:.4f}"), Printed(f"{high:.4f}"), "wilson-cc")
        assert interval.allows(k, n)
        most = interval.most(Interval(Fraction(k, n), Fraction(k, n)))
        assert most is None or most >= n
        if 2 * k != n:
            assert interval.ends(k, n) == pytest.approx((low, high), abs=1e-9)


def test_a_corrected_interval_is_none_of_wilson() -> None:
    report = "n0=100 n1=100 sensitivity=0.83 (0.739-0.895) interval="
    assert [check_report(report + kind).verdict for kind in ("prop.test", "wilson_cc", "wilson")] == [
        *("consistent", "consistent", "inconsistent")
    ]
