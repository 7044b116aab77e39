"""Orders with a printed KS and AUC: they have them, and where few digits are printed there are some."""

import random
from fractions import Fraction
from itertools import islice

from workbench.feasible.orders import twice_misordered, with_rise, with_scores
from workbench.feasible.search import rise
from workbench.numbers.printed import Interval, Printed
from workbench.reports.paper_file import report_of
from workbench.reports.reported import decide_once


def test_what_is_yielded_has_the_rise_and_the_misordered_pairs() -> None:
    rng = random.Random(2)
    found = 0
    for _ in range(60):
        n0, n1 = rng.randint(1, 40), rng.randint(1, 40)
        gaps = Printed(f"{rng.random():.2f}").values & Interval(Fraction(0), Fraction(1))
        first = rng.randint(0, 2 * n0 * n1)
        doubled = range(first, first + rng.randint(1, 1 + n0 * n1))
        for order in islice(with_rise(n0, n1, gaps, doubled), 20):
            found += 1
            assert twice_misordered(order) in doubled
            assert rise(with_scores(order)) in gaps
            assert (sum(a for a, _ in order), sum(b for _, b in order)) == (n0, n1)
    assert found > 250


def test_a_ks_with_a_far_auc_is_found_quickly() -> None:
    for report in (
        "n0=150 n1=270 AUC=0.9549 KS=0.7000",
        "n0=150 n1=271 AUC=0.4008 KS=0.4005",
        "n0=150 n1=271 AUC=0.045 KS=0.700",
        "n0=150 n1=270 AUC=0.405 max(tpr-fpr)=0.400",
        "n0=999 n1=701 AUC=0.8200 KS=0.4000",
        "n0=1999 n1=703 AUC=0.71875 KS=0.25000",
    ):
        assert decide_once(report_of(report), 0.1).verdict == "consistent", report
