"""McNemar's p value of two models, by the numbers of examples that one of them alone gets right."""

from __future__ import annotations

import random

import pytest
from scipy.stats import binom, binomtest, chi2

from workbench.errors import InputError
from workbench.reports.check import check_paper, check_report
from workbench.reports.mcnemar import p_values
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import verdict_of


def by_scipy(one: int, other: int) -> dict[str, float]:
    n, apart, least = one + other, abs(one - other), min(one, other)
    exact, at = binomtest(one, n).pvalue, binom.pmf(least, n, 0.5)
    return {
        "chi-squared": chi2.sf(apart**2 / n, 1),
        "chi-squared corrected for continuity": chi2.sf((apart - 1) ** 2 / n, 1),
        "chi-squared corrected by 1/2": chi2.sf((apart - 0.5) ** 2 / n, 1),
        "exact": exact,
        "mid-p": exact - at if apart else 1 - at / 2,
    }


def drawn(rng: random.Random) -> tuple[int, int]:
    most = rng.choice((1, 5, 30, 400))
    return rng.randint(0, most), rng.randint(1, most)


def test_each_p_value_is_that_of_scipy() -> None:
    rng = random.Random(1)
    for _ in range(200):
        counts = drawn(rng)
        assert {name: float(p) for name, p in p_values(*counts).items()} == pytest.approx(by_scipy(*counts), rel=1e-9)


def test_no_true_p_value_is_accused_and_another_is() -> None:
    rng, found = random.Random(2), 0
    for _ in range(300):
        counts, digits = drawn(rng), rng.randint(2, 4)
        p = rng.choice(list(by_scipy(*counts).values()))
        text = f"<{10.0**-digits:.{digits}f}" if p < 10.0**-digits else f"{p:.{digits}f}"
        said = "discordant={},{} mcnemar_p={}"
        assert verdict_of(report_of(said.format(*counts, text)), 1.0) == "consistent", (counts, text)
        other = f"{rng.random():.{digits}f}"
        far = all(abs(float(other) - x) > 0.51 * 10.0**-digits for x in by_scipy(*counts).values())
        if far:
            found += 1
            assert verdict_of(report_of(said.format(*counts, other)), 1.0) == "inconsistent", (counts, other)
    assert found > 200


def test_what_is_said() -> None:
    found = check_report("discordant=12,5 mcnemar_p=0.03")
    assert found.verdict == "inconsistent"
    assert "0.08956 (chi-squared)" in found.because
    assert found.because.endswith("not 0.03")
    assert check_report("discordant=12,5 mcnemar_p=0.09").because.endswith("is 0.09 (chi-squared)")


def test_other_figures_are_decided_too() -> None:
    assert check_report("n0=50 n1=50 sensitivity=0.82 discordant=12,5 mcnemar_p=0.14").verdict == "consistent"
    assert check_report("n0=50 n1=50 sensitivity=0.813 discordant=12,5 mcnemar_p=0.14").verdict == "inconsistent"
    text = "[[reported]]\nn0 = 50\nn1 = 50\ndiscordant = [12, 5]\nvalues = {sensitivity = '0.82', mcnemar_p = '0.03'}"
    assert check_paper(paper_of(text)).results[0].verdict == "inconsistent"


def test_what_is_not_decided_is_listed() -> None:
    for beside, why in (("", "McNemar's p is decided by discordant=12,5"), ("discordant=0,0", "it has no value")):
        found = check_report(f"n0=50 n1=50 sensitivity=0.82 mcnemar_p=1.0 {beside}")
        assert found.verdict == "consistent"
        assert found.not_checked[0][1].startswith(why)


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("discordant=12 mcnemar_p=0.1", "discordant is '12'; it must be two whole numbers such as 12,5"),
        ("discordant=12,5 mcnemar_p=2", "mcnemar_p is '2'; it must be a number from 0 to 1"),
        ("discordant=12,5 mcnemar_p=0.1 p_mcnemar=0.1", "McNemar's p is given twice"),
    ],
)
def test_wrong_input_is_named(report: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        report_of(report)
