"""Intervals of AUC by DeLong's variance: the bounds hold on every order, and no true interval is accused."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from workbench.feasible.delong_bounds import DelongInterval, auc_kind, greatest_variance, least_variance
from workbench.inference.delong import delong_of
from workbench.numbers.printed import Printed
from workbench.reports.check import check_paper, check_report
from workbench.reports.paper_file import paper_of
from workbench.samples.sample import Sample


def orders(n0: int, n1: int) -> list[Sample]:
    """Every weak order of so many examples, as blocks of tied scores."""
    open_: list[list[tuple[int, int]]] = [[]]
    whole = []
    while open_:
        blocks = open_.pop()
        left0, left1 = n0 - sum(a for a, _ in blocks), n1 - sum(b for _, b in blocks)
        if not left0 and not left1:
            whole.append(blocks)
        open_ += [[*blocks, (a, b)] for a, b in product(range(left0 + 1), range(left1 + 1)) if a or b]
    return [Sample.of_counts(list(map(Fraction, range(len(x)))), [a for a, _ in x], [b for _, b in x]) for x in whole]


@pytest.mark.parametrize(("n0", "n1"), [(2, 2), (3, 2), (2, 4), (3, 3), (2, 5)])
def test_the_bounds_hold_on_every_order(n0: int, n1: int) -> None:
    """In fractions: ``S**2 >= 2*a**3*w0*w1``, the bound for classes of other sizes, and the greatest variance."""
    w0, w1 = Fraction(1, n0 - 1), Fraction(1, n1 - 1)
    some = orders(n0, n1)
    assert len(some) > 20
    for sample in some:
        found = delong_of(sample)
        assert found.variance is not None
        for a in (found.auc, 1 - found.auc):
            assert (found.variance + a * a * (w0 + w1)) ** 2 >= 2 * a**3 * w0 * w1
            if 2 * a * max(w0, w1) >= min(w0, w1):
                assert found.variance >= min(w0, w1) * a * (Fraction(1, 2) - a)
        assert found.variance <= max(w0, w1) * found.auc * (1 - found.auc)
        assert found.variance >= float(least_variance(found.auc, found.auc, n0, n1).lower())
        most = greatest_variance(found.auc, found.auc, n0, n1)
        assert most is not None
        assert float(found.variance) <= float(most.upper()) + 1e-12


def test_the_least_variance_is_nearly_that_of_one_block_of_ties() -> None:
    """The best examples of both classes apart, the others in one block of ties."""
    m, tied = 200, 80
    sample = Sample.of_counts([0, 1, 2], [m - tied, tied, 0], [0, tied, m - tied])
    found = delong_of(sample)
    assert found.variance is not None
    assert 0.97 < float(least_variance(found.auc, found.auc, m, m).mid()) / float(found.variance) < 1


def test_a_range_of_auc_has_the_bounds_of_each_in_it() -> None:
    rng = random.Random(2)
    for _ in range(200):
        n0, n1 = rng.randint(2, 40), rng.randint(2, 400)
        least, one, most = sorted(Fraction(rng.randint(0, 100), 100) for _ in range(3))
        alone = least_variance(one, one, n0, n1), greatest_variance(one, one, n0, n1)
        over = least_variance(least, most, n0, n1), greatest_variance(least, most, n0, n1)
        assert not alone[0] < over[0]
        assert not alone[1] > over[1]


def test_no_true_interval_is_accused() -> None:
    rng, seen = random.Random(4), Counter[str]()
    for _ in range(400):
        n0, n1, levels = rng.randint(2, 40), rng.randint(2, 40), rng.choice((2, 4, 20, 1000))
        apart = rng.choice((0, 1, levels // 2))
        scores = [rng.randint(0, levels) for _ in range(n0)] + [rng.randint(0, levels) + apart for _ in range(n1)]
        level, scale = rng.choice((("0.95", "normal"), ("0.9", "logit"), ("0.99", "normal"), ("0.95", "logit")))
        sample = Sample.of([0] * n0 + [1] * n1, scores)
        if not 0 < delong_of(sample).auc < 1:
            continue
        found = delong_of(sample, level=level, scale=scale)
        if found.low is None or found.high is None or found.variance is None:
            continue
        digits = rng.choice((1, 2, 3))
        interval = DelongInterval(
            Printed(f"{found.low:.{digits}f}"), Printed(f"{found.high:.{digits}f}"), Fraction(level)
        )
        assert interval.allows(found.auc, n0, n1)
        assert interval.has(found.auc, found.variance)
        spans = interval.within(Printed(f"{float(found.auc):.{digits}f}").values, n0, n1)
        assert any(found.auc in span for span in spans)
        seen[scale] += 1
    assert min(seen.values()) > 60


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("n0=50 n1=50 AUC=0.79 (0.75-0.83) interval=delong", "at least as wide as 0.7293 to 0.8507"),
        ("n0=50 n1=50 AUC=0.79 (0.60-0.98) interval=DeLong", "at most as wide as 0.6760 to 0.9040"),
        ("n0=50 n1=50 AUC=0.79 (0.68-0.84) interval=delong", "is impossible"),
        ("n0=1000 n1=1000 AUC=0.900 (0.899-0.901) interval=delong", "is impossible"),
    ],
)
def test_what_no_order_has_is_impossible(text: str, words: str) -> None:
    found = check_report(text)
    assert found.verdict == "inconsistent"
    assert words in found.because


def test_what_the_bounds_allow_is_not_said_to_be_decided() -> None:
    found = check_report("n0=50 n1=50 AUC=0.79 (0.70-0.88) interval=delong")
    assert found.verdict == "consistent"
    left = [why for what, why in found.not_checked if what.startswith("AUC (0.70 to 0.88, DeLong")]
    assert isinstance(found.witness, Sample)
    own = delong_of(found.witness)
    assert bool(left) != (f"{own.low:.2f} {own.high:.2f}" == "0.70 0.88")
    [(_, why)] = check_report("AUC=0.79 (0.75-0.83) interval=delong").not_checked
    assert "where both class sizes are told" in why


def test_the_interval_of_printed_data_is_computed() -> None:
    rng = random.Random(6)
    scores = [rng.randint(0, 60) for _ in range(20)] + [rng.randint(30, 100) for _ in range(15)]
    own = delong_of(Sample.of([0] * 20 + [1] * 15, scores))
    assert own.low is not None
    data = f"[[sample]]\nname = 'A'\nscores = {[str(x) for x in scores]}\nclasses = {[0] * 20 + [1] * 15}\n"
    for low, verdict in ((f"{own.low:.3f}", "consistent"), (f"{own.low + 0.003:.3f}", "inconsistent")):
        values = f"AUC = '{float(own.auc):.3f} ({low}-{own.high:.3f})'"
        text = f"{data}[[reported]]\nsample = 'A'\ninterval = 'delong'\n[reported.values]\n{values}\n"
        [found] = check_paper(paper_of(text)).results
        assert found.verdict == verdict


def test_names() -> None:
    assert auc_kind("DeLong's") is auc_kind(" DELONG ") is DelongInterval
    assert auc_kind("bootstrap") is None
    assert auc_kind("Hanley-McNeil") not in (None, DelongInterval)
