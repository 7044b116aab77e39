"""Figures that papers define in several ways: the way in which they are read accuses nobody by itself."""

from __future__ import annotations

import random

import pytest

from tests.benchmarks.plain_reports import of_scores
from workbench.reports.check import check_paper, check_report
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import verdict_of

SKILL = "the Brier skill score is relative to the class proportion"


@pytest.mark.parametrize("name", ["BSS", "brier_skill_score", "IPA", "scaled Brier".replace(" ", "_")])
def test_a_skill_score_is_read_relative_to_the_class_proportion(name: str) -> None:
    found = check_report(f"n0=50 n1=50 {name}=0.30 BS=0.175")
    assert found.verdict == "consistent"
    assert found.understood["1 - BS/(pi0*pi1)"] == f"0.30 ({SKILL})"


def test_a_skill_score_of_another_reference_accuses_nobody() -> None:
    found = check_report("n0=50 n1=150 BSS=0.30 BS=0.25")
    assert found.verdict == "undecided"
    assert f"if {SKILL}, which the report does not tell" in found.because
    assert verdict_of(report_of("n0=50 n1=150 BSS=0.30 BS=0.25"), 1.0) == "undecided"


def test_what_is_written_as_a_formula_has_one_meaning() -> None:
    found = check_report("n0=50 n1=150 1-BS/(pi0*pi1)=0.30 BS=0.25")
    assert found.verdict == "inconsistent"


def test_the_other_figures_are_decided_without_it() -> None:
    found = check_report("n0=50 n1=150 BSS=0.30 BS=0.25 sensitivity=0.813")
    assert found.verdict == "inconsistent"
    assert "sensitivity" in found.because


DATA = "[[sample]]\nname='A'\nscores=['0.1','0.4','0.3','0.2']\nclasses=[0,0,1,1]\n[[reported]]\nsample='A'\n"


def test_average_precision_of_the_other_class_is_not_accused_on_data() -> None:
    ours, other = of_scores([0.1, 0.4], [0.2, 0.3])["AP"], of_scores([0.8, 0.7], [0.9, 0.6])["AP"]
    assert f"{ours:.3f}" != f"{other:.3f}"
    for value, verdict in ((ours, "consistent"), (other, "undecided")):
        [found] = check_paper(paper_of(f"{DATA}values = {{AP = '{value:.3f}', AUC = '0.5'}}")).results
        assert found.verdict == verdict
    assert "if class 1 is the event of AP" in found.because


def test_average_precision_of_either_class_is_never_accused() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n0, n1, steps = rng.randint(1, 4), rng.randint(1, 4), rng.choice((1, 2, 4))
        zero, one = ([rng.randint(0, steps) / steps for _ in range(n)] for n in (n0, n1))
        figures = of_scores(zero, one)
        other = of_scores([1 - s for s in one], [1 - s for s in zero])
        for ap in (figures["AP"], other["AP"]):
            report = report_of(f"n0={n0} n1={n1} AUC={figures['AUC']:.3f} KS={figures['KS']:.3f} AP={ap:.3f}")
            assert verdict_of(report, 0.02) != "inconsistent", report
