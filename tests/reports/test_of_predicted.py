"""Intervals of precision and NPV, against every confusion matrix and SciPy's intervals."""

import random

import pytest
from scipy.stats import binomtest, norm

from workbench import check_report

METHODS = {"wilson": "wilson", "wilson-cc": "wilsoncc", "exact": "exact"}


def ends(kind: str, k: int, m: int) -> tuple[float, float]:
    if kind == "wald":
        half = norm.ppf(0.975) * (k / m * (1 - k / m) / m) ** 0.5
        return max(0.0, k / m - half), min(1.0, k / m + half)
    found = binomtest(k, m).proportion_ci(0.95, METHODS[kind])
    return found.low, found.high


def prints(x: float, text: str) -> bool:
    return abs(x - float(text)) <= 0.005 + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wald", "wilson", "wilson-cc", "exact"])
def test_against_every_matrix(kind: str) -> None:
    rng, said = random.Random(len(kind)), []
    for i in range(40):
        n0, n1 = rng.randint(8, 30), rng.randint(8, 30)
        tp, fp = rng.randint(1, n0), rng.randint(1, n1)
        k, m = (tp, tp + fp) if i % 2 else (n1 - fp, n0 - tp + n1 - fp)
        if not 0 < k < m:
            continue
        name, (low, high) = ("precision" if i % 2 else "NPV"), ends(kind, k, m)
        low, high = f"{low + rng.choice((0, 0, 0.02)):.2f}", f"{high - rng.choice((0, 0, 0.02)):.2f}"
        sens = f"{tp / n0:.1f}"
        line = f"n0={n0} n1={n1} sensitivity={sens} {name}={k / m:.2f}({low}-{high}) interval={kind}"
        if low > high:
            continue
        found = check_report(line, seconds=1.0)
        possible = False
        for a in range(n0 + 1):
            for b in range(n1 + 1):
                of, total = (a, a + b) if i % 2 else (n1 - b, n0 - a + n1 - b)
                if total and abs(a / n0 - float(sens)) <= 0.05 + 1e-9 and prints(of / total, f"{k / m:.2f}"):
                    exact = ends(kind, of, total)
                    possible |= prints(exact[0], low) and prints(exact[1], high)
        # the quantile may have been written as 1.96, and ends are then others by less than a thousandth
        assert found.verdict == "consistent" or not possible, line
        said.append(found.verdict == "inconsistent")
        assert possible or found.verdict == "inconsistent" or found.not_checked or kind != "exact", line
    assert 3 < said.count(True) < len(said) - 3


def test_the_interval_of_a_known_matrix() -> None:
    known = "n0=50 n1=50 PPV=0.80({}) sensitivity=0.80 interval=wilson"
    assert check_report(known.format("0.67-0.89")).verdict == "consistent"
    assert not check_report(known.format("0.67-0.89")).not_checked
    assert "the Wilson interval of PPV 40/50 is 0.6696 to 0.8876" in check_report(known.format("0.70-0.90")).because


def test_what_is_not_decided_is_listed_with_its_reason() -> None:
    [(_, why)] = check_report("PPV=0.80(0.70-0.90) interval=wilson").not_checked
    assert "few confusion matrices" in why
    [(_, why)] = check_report("n0=50 n1=50 LR+=4.0(2.1-8.0) sensitivity=0.80").not_checked
    assert "ratio of rates" in why
    found = check_report("n0=5 n1=5 PPV=0.00(0.10-0.20) sensitivity=0.00 interval=wilson")
    assert found.verdict == "consistent"  # PPV may have been 0/0
