"""Figures of the counts at fixed thresholds, beside every possibility of small samples."""

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest

from workbench.feasible.scores import decide_scores
from workbench.numbers.printed import Printed
from workbench.reports.paper_file import report_of
from workbench.reports.reported import verdict_of


def net_benefits(n0, n1, thresholds):
    """Net benefit at ascending thresholds for all numbers of examples above each."""
    every = list(product(range(n0 + 1), range(n1 + 1)))
    for cuts in product(every, repeat=len(thresholds)):
        if all(x[0] >= y[0] and x[1] >= y[1] for x, y in pairwise(cuts)):
            yield [(Fraction(b) - t / (1 - t) * a) / (n0 + n1) for (a, b), t in zip(cuts, thresholds, strict=True)]


@pytest.mark.parametrize("number", range(25))
def test_as_by_every_possibility(number):
    rng = random.Random(number)
    n0, n1, many = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 2)
    thresholds = sorted(rng.sample([Fraction(k, 10) for k in range(1, 10)], many))
    digits = rng.choice((1, 2))
    texts = [f"{rng.uniform(-0.3, n1 / (n0 + n1)):.{digits}f}" for _ in thresholds]
    if rng.random() < 0.5:
        texts = [f"{float(x):.{digits}f}" for x in rng.choice(list(net_benefits(n0, n1, thresholds)))]
    figures = {f"net_benefit({t})": Printed(text) for t, text in zip(thresholds, texts, strict=True)}
    every = net_benefits(n0, n1, thresholds)
    wanted = any(all(x.allows(v) for x, v in zip(figures.values(), values, strict=True)) for values in every)
    found = decide_scores(figures, n0, n1)
    assert found.verdict == ("consistent" if wanted else "inconsistent")
    assert wanted == (found.witness is not None)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("n0=412 n1=88 net_benefit(0.5)=0.54 event=0", "consistent"),
        ("n0=16 n1=184 net_benefit(0.25)=-0.080", "consistent"),
        ("n0=16 n1=184 net_benefit(0.25)=0.921", "inconsistent"),
        ("n0=40 n1=30 NB(0.1)=0.31 NB(0.3)=0.28 event=1", "consistent"),
        ("n0=40 n1=30 NB(0.1)=0.20 NB(0.3)=0.40 event=1", "inconsistent"),
    ],
)
def test_net_benefit_alone_is_decided(text, verdict):
    assert verdict_of(report_of(text), 1.0) == verdict


def test_a_figure_of_two_thresholds_is_left_to_the_search():
    figures = {"net_benefit(1/4) + net_benefit(1/2)": Printed("0.5")}
    assert decide_scores(figures, 4, 4).verdict == "consistent"


def test_little_work_leaves_it_open():
    figures = {"net_benefit(1/4)": Printed("0.7500001")}
    assert decide_scores(figures, 10**6, 10**6, seconds=0.01).verdict == "undecided"


def test_a_figure_that_is_of_no_threshold_is_left_to_the_search():
    assert verdict_of(report_of("n0=1 n1=14 KS=0.286"), 1.0) == "consistent"
