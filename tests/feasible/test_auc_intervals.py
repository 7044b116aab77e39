"""Intervals of Hanley and McNeil beside AUC, against every value of AUC that there is, and beside random scores."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import floor, sqrt

import pytest
from scipy.stats import norm

from workbench.errors import InputError
from workbench.feasible.auc_intervals import AucInterval, is_kind
from workbench.numbers.printed import Printed
from workbench.reports.check import check_paper, check_report
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import decide_once
from workbench.samples.sample import Sample


def plain(a: float, m: int, k: int, z: float) -> tuple[float, float]:
    """By the formula of the article, its letters: m abnormal and k normal images; cut off at 0 and 1."""
    q1, q2 = a / (2 - a), 2 * a * a / (1 + a)
    error = sqrt(max((a * (1 - a) + (m - 1) * (q1 - a * a) + (k - 1) * (q2 - a * a)) / (m * k), 0.0))
    return max(a - z * error, 0.0), min(a + z * error, 1.0)


def near_a_tie(x: float, digits: int) -> bool:
    """Whether floats may round it the wrong way."""
    return abs(x * 10**digits % 1 - 0.5) < 1e-6


def quantile(level: str) -> float:
    return float(norm.ppf((1 + float(level)) / 2))


def test_at_one_half_the_variance_is_that_of_mann_and_whitney() -> None:
    """``(m + k + 1)/(12 m k)``, exact for equal distributions without ties."""
    for m, k in ((1, 1), (5, 9), (51, 58)):
        low, high = AucInterval(Printed("-0.1"), Printed("0.9")).ends(Fraction(1, 2), m, k)
        assert (high - low) / 2 / quantile("0.95") == pytest.approx(sqrt((m + k + 1) / (12 * m * k)))


@pytest.mark.parametrize("level", ["0.9", "0.95", "0.99"])
def test_exactly_the_values_whose_interval_prints_so_are_left(level: str) -> None:
    rng, seen = random.Random(level), Counter()
    zs = [quantile(level), *{"0.9": (1.645, 1.64, 1.65), "0.95": (1.96,), "0.99": (2.576, 2.58)}[level]]
    for _ in range(60):
        n0, n1, digits = rng.randint(1, 14), rng.randint(1, 14), rng.choice((1, 2, 3))
        pairs = 2 * n0 * n1
        a = 1 - Fraction(rng.randint(0, pairs), pairs)
        ends = plain(float(a), *rng.choice(((n0, n1), (n1, n0))), rng.choice(zs))
        texts = [f"{x:.{digits}f}" for x in ends]
        if rng.random() < 0.4:
            texts[rng.randrange(2)] = f"{rng.random():.{digits}f}"
        figure = Printed(f"{float(a):.{digits}f}").values
        interval = AucInterval(Printed(texts[0]), Printed(texts[1]), Fraction(level))
        left = interval.within(figure, n0, n1)
        for d in range(pairs + 1):
            x = 1 - Fraction(d, pairs)
            every = [plain(float(x), m, k, z) for m, k in ((n0, n1), (n1, n0)) for z in zs]
            if any(near_a_tie(end, digits) for ends in every for end in ends):
                continue
            so = x in figure and any([f"{end:.{digits}f}" for end in ends] == texts for ends in every)
            seen[so] += 1
            assert any(x in span for span in left) == so, (n0, n1, x, interval)
            if x in figure:
                assert interval.allows(x, n0, n1) == so
    assert min(seen.values()) > 40


def test_many_examples_are_decided_soon() -> None:
    interval = AucInterval(Printed("0.7896"), Printed("0.7904"))
    assert len(interval.within(Printed("0.7900").values, 3 * 10**6, 2 * 10**6)) == 1
    assert interval.within(Printed("0.7900").values, 3 * 10**5, 2 * 10**5) == ()


def scored(rng: random.Random) -> tuple[str, str, int, int]:
    """AUC and interval of random scores, as they are printed, with the class sizes; the event is either class."""
    n0, n1, shift = rng.randint(2, 60), rng.randint(2, 60), rng.random()
    zeros, ones = [rng.randint(0, 20) for _ in range(n0)], [rng.randint(0, 20) + 20 * shift for _ in range(n1)]
    auc = sum((a < b) + (a == b) / 2 for a in zeros for b in ones) / n0 / n1
    digits = rng.choice((2, 3))
    ends = plain(auc, *rng.choice(((n0, n1), (n1, n0))), rng.choice((1.96, quantile("0.95"))))
    if any(near_a_tie(x, digits) for x in (*ends, auc)):
        return scored(rng)
    low, high = (f"{x:.{digits}f}" for x in ends)
    return f"{auc:.{digits}f}", f"{low} to {high}", n0, n1


def test_true_reports_raise_no_false_alarm() -> None:
    rng = random.Random(8)
    for _ in range(150):
        auc, ends, n0, n1 = scored(rng)
        text = f"n0={n0} n1={n1} AUC={auc} ({ends}) interval=hanley-mcneil"
        found = decide_once(report_of(text), 1.0)
        assert found.verdict == "consistent", (text, found.because)
        assert not found.not_checked
        assert isinstance(found.witness, Sample)


def test_intervals_of_other_class_sizes_are_refused() -> None:
    rng, seen = random.Random(9), Counter()
    for _ in range(60):
        auc, ends, n0, n1 = scored(rng)
        verdict = decide_once(report_of(f"n0={9 * n0} n1={9 * n1} AUC={auc} ({ends}) interval=hanley"), 1.0).verdict
        seen[verdict] += float(auc) < 0.99
    assert seen["inconsistent"] > 40
    assert seen["consistent"] == 0


@pytest.mark.parametrize(
    ("report", "verdict", "words"),
    [
        ("n0=50 n1=50 AUC=0.79 (0.70-0.88) interval=hanley-mcneil", "consistent", ""),
        ("n0=50 n1=50 AUC=0.79 (0.75-0.83) interval=hanley-mcneil", "inconsistent", "of 0.79 is 0.7009 to 0.8791"),
        ("n0=50 n1=50 AUC=79% (95% CI 70-88) interval=Hanley", "consistent", ""),
        ("n0=50 n1=50 AUC=0.79 (0.72-0.86) interval=hanley level=90%", "consistent", ""),
        ("tp=40 fn=10 fp=15 tn=35 AUC=0.79 (0.75-0.83) interval=hanley", "inconsistent", "n0 = 50"),
        ("n0=50 n1=50 AUC=0.79 (0.70-0.88) sensitivity=0.82 (0.69-0.90) interval=hanley,wilson", "consistent", ""),
        (
            "n0=50 n1=50 AUC=0.79 (0.70-0.88) sensitivity=0.82 (0.69-0.91) interval=hanley,wilson",
            "inconsistent",
            "Wils",
        ),
        (
            "n0=50 n1=50 AUC=0.79 (0.75-0.83) sensitivity=0.82 (0.69-0.90) interval=wilson, hanley",
            "inconsistent",
            "AUC",
        ),
        ("n0=5 n1=5 AUC=0.92 (0.73 to 1.11) interval=hanley-mcneil", "consistent", ""),
        ("n0=5 n1=5 AUC=0.92 (0.73 to 1.00) interval=hanley-mcneil", "consistent", ""),
    ],
)
def test_reports(report: str, verdict: str, words: str) -> None:
    found = check_report(report)
    assert found.verdict == verdict, found.because
    assert words in found.because
    assert not found.not_checked or verdict == "inconsistent"


def test_what_is_not_decided_is_listed() -> None:
    for report, why in (
        ("AUC=0.79 (0.75-0.83) interval=hanley", "both class sizes"),
        (
            "n0=50 n1=50 AUC=0.79 (0.70-0.88) interval=delong",
            "depends on the whole order of the scores",
        ),
        ("n0=50 n1=50 AUC=0.79 (0.75-0.83) interval=wilson", "(wilson) is not decided"),
        ("n0=50 n1=50 folds=5 AUC=0.79 (0.75-0.83) interval=hanley", "means over folds"),
        ("n0=50 n1=50 KS=0.50 (0.4-0.6) interval=hanley", "is not decided"),
    ):
        found = check_report(report)
        assert found.verdict == "consistent", report
        assert why in found.not_checked[0][1]
    assert is_kind("Hanley & McNeil")
    assert not is_kind("delong")
    with pytest.raises(InputError, match="ends before it begins"):
        check_report("n0=50 n1=50 AUC=0.82 (0.9-0.7) interval=hanley")
    with pytest.raises(InputError, match="hanley-mcneil"):
        check_report("n0=50 n1=50 AUC=0.82 (0.7-0.9) interval=hanley-mcneal")


def test_the_interval_of_data() -> None:
    paper = """
    [[sample]]
    name = "A"
    scores = ["0.2", "0.4", "0.6", "0.9"]
    classes = [0, 1, 0, 1]
    [[reported]]
    sample = "A"
    interval = "hanley-mcneil"
    values = {{AUC = "0.75 ({})"}}
    """
    low, high = plain(0.75, 2, 2, 1.96)
    for ends, verdict in ((f"{low:.2f} to {high:.2f}", "consistent"), ("0.70 to 0.80", "inconsistent")):
        [result] = check_paper(paper_of(paper.format(ends))).results
        assert result.verdict == verdict, result.because


def test_caret_prints_the_exact_interval_of_accuracy() -> None:
    from tests.reports.pasted.writers import caret

    text = caret((65, 8, 13, 56))
    interval = next(line for line in text.splitlines() if "95% CI" in line)
    for changed, verdict in ((interval, "consistent"), (interval.replace("0.7", "0.8", 1), "inconsistent")):
        found = reports_of(text.replace(interval, changed))
        assert found is not None
        assert decide_once(found[0], 1.0).verdict == verdict
    assert floor(100 * 121 / 142) == 85
    assert "accuracy" in found[0].intervals
