"""Figures that papers define in several ways: the way in which they are read accuses nobody by itself."""

from __future__ import annotations

import random

import pytest
from sklearn.metrics import average_precision_score

from tests.benchmarks.plain_reports import of_scores
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.printed import Printed, printed_as
from workbench.reports.check import check_paper, check_report
from workbench.reports.figures_read import figure_name
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import decide_once, verdict_of
from workbench.samples.sample import Sample

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
    for ap, words in ((ours, "the data have these figures"), (other, "class 0 is then the event of AP")):
        for event in ("", "event = 0\n", "event = 1\n"):
            [found] = check_paper(paper_of(f"{DATA}{event}values = {{AP = '{ap:.3f}', AUC = '0.5'}}")).results
            fits = event != f"event = {0 if ap == ours else 1}\n"
            assert found.verdict == ("consistent" if fits else "inconsistent")
            assert words in found.because or event


def test_average_precision_of_class_0_is_that_of_scikit_learn() -> None:
    rng = random.Random(4)
    for _ in range(20):
        y = [0, 1, *(rng.randint(0, 1) for _ in range(rng.randint(0, 8)))]
        s = [rng.randint(0, 4) / 4 for _ in y]
        ap = average_precision_score([1 - label for label in y], [1 - x for x in s])
        data = f"[[sample]]\nname='A'\nscores={[str(x) for x in s]}\nclasses={y}\n[[reported]]\nsample='A'\n"
        for event in ("", "event = 0\n"):
            assert check_paper(paper_of(f"{data}{event}values = {{AP = '{ap:.4f}'}}")).counts == {"consistent": 1}


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("n0=3 n1=4 AP=0.92 AUC=0.92 event=0", "consistent"),
        ("n0=3 n1=4 AP=0.95 AUC=0.33 event=0", "inconsistent"),
        ("n0=3 n1=4 AP=0.92 AUC=0.92 sensitivity=0.67 event=0", "consistent"),
    ],
)
def test_the_event_of_average_precision_may_be_told(report: str, verdict: str) -> None:
    found = decide_once(report_of(report), 0.3)
    assert found.verdict == verdict
    if isinstance(found.witness, Sample) and not found.not_checked:
        assert printed_as(value(found.witness.swapped(), parse_expression("AP")), Printed("0.92")) == Printed("0.92")


def test_net_benefit_of_either_class_is_possible() -> None:
    assert parse_expression(figure_name("NB(1/4)")) == parse_expression("net_benefit(1/4)")
    for report, verdict in (
        ("n0=1 n1=3 net_benefit(1/4)=0.75", "consistent"),
        ("n0=3 n1=1 net benefit(1/4)=0.75", "consistent"),
        ("n0=3 n1=1 NB(1/4)=0.75 event=0", "consistent"),
        ("n0=3 n1=1 NB0(1/4)=0.75", "consistent"),
    ):
        assert decide_once(report_of(report), 0.3).verdict == verdict, report
    data = "[[sample]]\nname = 'A'\nscores = ['0.1', '0.9', '0.2']\nclasses = [0, 1, 0]\n[[reported]]\nsample = 'A'\n"
    for event, verdict in (("", "consistent"), ("event = 0\n", "consistent"), ("event = 1\n", "inconsistent")):
        [found] = check_paper(paper_of(f"{data}{event}values = {{'net_benefit(0.25)' = '0.67'}}")).results
        assert found.verdict == verdict


def test_another_event_is_wrong_input() -> None:
    with pytest.raises(InputError, match="event is '2'; it must be 0 or 1"):
        report_of("AP=0.5 event=2")


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
