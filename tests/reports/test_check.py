"""`workbench check`: printed figures against data, against each other, and claims."""

import io
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from workbench import limits
from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.reports.check import check, check_paper, check_report
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.reported import decide_once
from workbench.samples.sample import Sample

ROOT = Path(__file__).parents[2]
PAPER = """
[paper]
title = "A paper"
[[sample]]
name = "A"
scores = ["0.70", "0.80", "0.80", "0.70", "0.80", "0.75", "0.10", "0.55", "0.80", "0.15"]
classes = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
[[reported]]
where = "Table 1, A"
sample = "A"
[reported.values]
AUC = "0.667"
AUCH = "0.750"
BS = 0.244
tp = 3
[[reported]]
where = "Table 1, A, misprinted"
sample = "A"
values = {BS = "0.245", "loss(score_driven)" = "0.244"}
[[reported]]
where = "Table 2"
n0 = 50
n1 = 50
values = {AUC = "0.79", BS = "0.33", "loss(rate_driven)" = {printed = "0.188", rounding = "down"}}
[[reported]]
where = "Table 3"
n0 = 20
n1 = 10
rounding = "half-up"
values = {sensitivity = "0.85", specificity = "0.9", AUC = "0.95"}
[[reported]]
where = "Table 4"
n0 = 50
n1 = 50
values = {AUC = "0.79", BS = "0.01"}
[[claim]]
where = "Theorem 4"
says = "loss(score_uniform) == MAE"
[[claim]]
where = "Remark"
says = "MAE == BS"
"""


@pytest.fixture(scope="module")
def found():
    return check_paper(paper_of(PAPER))


def test_the_verdicts(found) -> None:
    assert [result.verdict for result in found.results] == [
        "consistent", "inconsistent", "consistent", "consistent", "inconsistent", "proved", "refuted",
    ]  # fmt: skip
    assert found.counts == {"consistent": 3, "inconsistent": 2, "proved": 1, "refuted": 1}


def test_a_witness_has_the_figures(found) -> None:
    result = found.results[2]
    assert isinstance(result.witness, Sample)
    for name, low, high in (
        ("AUC", "0.785", "0.795"),
        ("BS", "0.325", "0.335"),
        ("loss(rate_driven)", "0.188", "0.189"),
    ):
        value = exact.value(result.witness, parse_expression(name))
        assert Fraction(low) <= value <= Fraction(high)
        assert value == result.computed[name]
    assert (result.witness.n0, result.witness.n1) == (50, 50)
    assert 0 <= result.power <= 1


def test_a_matrix_goes_with_the_scores(found) -> None:
    result = found.results[3]
    assert result.computed["sensitivity"] == Fraction(17, 20)
    cuts = {
        (a, result.witness.n0 - a, b, result.witness.n1 - b)
        for a, b in zip(result.witness.cumulative0, result.witness.cumulative1, strict=True)
    }
    assert (17, 3, 1, 9) in cuts


def test_what_is_inconsistent_says_why(found) -> None:
    assert "BS is 0.24375, not 0.245" in found.results[1].because
    assert found.results[4].violated
    assert found.results[6].witness is not None


def test_the_json_is_plain(found) -> None:
    keys = [
        "where", "verdict", "because", "witness", "violated", "computed", "inferred", "only_by_rounding", "power",
        "not_checked", "slips", "nearest", "understood", "positive",
    ]  # fmt: skip
    plain = found.to_json()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert all(list(row) == keys for row in plain["results"])
    assert set(plain["results"][2]["witness"]) == {"scores", "classes"}


def test_what_is_certain_of_a_proportion_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--reported", "AUC=0.79 n0=50"])
    assert "with these figures" not in capsys.readouterr().out
    main(["check", "--reported", "AUC=0.79 loss(rate_driven)=0.188"])
    assert "with these figures pi0 is at least 0.43" in capsys.readouterr().out


def test_one_line_reports() -> None:
    matrix = check_report("n0=10 n1=10 sensitivity=0.9 specificity=0.8")
    assert matrix.witness == Matrix(9, 1, 2, 8)
    assert matrix.to_json()["witness"] == {"tp": 9, "fn": 1, "fp": 2, "tn": 8}
    sizes = check_report("AUC=0.79 loss(rate_driven)=0.188")
    assert sizes.verdict == "consistent"
    assert sizes.inferred["pi0"].low > Fraction(43, 100)
    assert check_report("n0=50 n1=50 AUC=0.79 BS=0.33").inferred["CL"].low > Fraction(1, 10)
    swapped = check_report("n0=50 n1=50 AUC=0.79 loss(rate_uniform)=0.188")
    assert swapped.verdict == "inconsistent"
    assert "loss(rate_uniform) stands for loss(rate_driven)" in swapped.slips


def test_class_sizes_may_be_printed_values() -> None:
    found = check_paper(paper_of('[[reported]]\nn = 5\nvalues = {n0 = "3", KS = "0.5"}')).results[0]
    assert found.verdict == "consistent"
    assert (found.witness.n0, found.witness.n1) == (3, 2)
    found = check_paper(paper_of('[[reported]]\nvalues = {n0 = "3", n1 = "2", KS = "0.5", sensitivity = "0.5"}'))
    assert found.results[0].verdict == "inconsistent"


def test_calibrated_data_are_looked_at() -> None:
    text = """
    [[sample]]
    name = "A"
    scores = ["0.2", "0.4", "0.6", "0.9"]
    classes = [0, 1, 0, 1]
    [[sample]]
    name = "B"
    scores = ["0.5", "0.5", "1"]
    classes = [0, 1, 1]
    [[reported]]
    sample = "A"
    calibrated = true
    values = {AUC = "0.75"}
    [[reported]]
    sample = "B"
    calibrated = true
    values = {AUC = "0.75"}
    """
    first, second = check_paper(paper_of(text)).results
    assert first.verdict == "inconsistent"
    assert first.violated == "the scores are not calibrated, for at 1/5 the fraction of class 1 is 0"
    assert second.verdict == "consistent"


@pytest.mark.parametrize(
    ("report", "verdict", "rounded"),
    [
        ("n0=2 n1=2 AUC=1", "consistent", False),
        ("n0=3 n1=3 AUC=0.8", "consistent", True),
        ("n0=3 n1=3 KS=0.7", "consistent", True),
        ("n0=10 n1=10 AUC=0.8 sensitivity=0.8", "consistent", False),
        ("n0=10 n1=10 AUC=0.8 sensitivity=0.83", "inconsistent", False),
        ("n0=9 n1=9 AUC=0.8 sensitivity=0.78", "consistent", True),
        ("n0=3 n1=3 sensitivity=0.67", "consistent", True),
        ("n0=30 n1=30 folds=10 stratified=true sensitivity=0.67", "consistent", True),
        ("n0=30 n1=30 folds=10 stratified=true sensitivity=0.7", "consistent", False),
    ],
)
def test_only_by_rounding_means_that_nothing_has_the_printed_numbers(report: str, verdict: str, rounded: bool) -> None:
    found = check_report(report)
    assert (found.verdict, found.only_by_rounding) == (verdict, rounded)


def test_figures_that_are_multiples() -> None:
    assert check_report("n0=50 n1=50 KS=0.333").nearest == {"KS": ("0.320", "0.340")}
    assert check_report("n0=50 n1=50 MER=0.333").nearest == {"MER": ("0.330", "0.340")}
    assert check_report("n0=20 n1=30 AUC=0.79234").nearest == {"AUC": ("0.79167", "0.79250")}
    for report in ("n0=50 n1=50 KS=0.34", "n0=50 n1=50 MER=0.33", "n0=20 n1=30 AUC=0.79250"):
        assert check_report(report).verdict == "consistent"


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ("n=50000 kappa=0.999960000 AUC=1.0000", "undecided"),
        ("n0=25000 n1=25000 kappa=0.999960000 AUC=1.0000", "consistent"),
        ("n=2 folds=1 fn=2", "inconsistent"),
        ("n=10 folds=1 tp=4 fn=6", "inconsistent"),
        ("n0=5 n1=5 pi1=0.5 RLH=0.10", "consistent"),
        ("n0=50 n1=50 pi0*pi1=0.25 KS=0.40 AUC=0.80", "consistent"),
        ("n0=4000 AUC=0.81 BS=0.17", "consistent"),
        ("n0=5 n1=5 KS=0.6 sensitivity=0.8 specificity=1.0", "inconsistent"),
    ],
)
def test_verdicts_of_few_and_of_many_class_sizes(report: str, verdict: str) -> None:
    assert check_report(report, seconds=1).verdict == verdict


def test_a_threshold_does_not_part_calibrated_scores() -> None:
    text = "[[reported]]\nn0 = 2\nn1 = 1\ncalibrated = true\nvalues = {AUC = '1.0', specificity = '1.0', sensitivity = "
    assert check_paper(paper_of(text + "'0.5'}")).results[0].verdict == "inconsistent"
    assert check_paper(paper_of(text + "'1.0'}")).results[0].verdict == "consistent"


def test_one_matrix_is_named() -> None:
    assert "1 confusion matrix has these figures, namely tp = 9" in check_report("n0=10 tp=9 fp=2 tn=8").because


def test_means_that_cannot_be_checked_are_named() -> None:
    found = check_report("n0=10 n1=10 folds=5 f1=0.80±0.10 accuracy=0.80")
    assert found.verdict == "consistent"
    why = "what is printed beside the mean f1 over folds is not decided; the mean is"
    assert found.not_checked == (("±(f1) 0.10", why),)
    assert check_report("n0=50 n1=50 folds=10 BS=0.2").verdict == "undecided"
    impossible = check_report("n0=50 n1=50 folds=10 stratified=true sensitivity=0.857 f1=0.8")
    assert (impossible.verdict, impossible.nearest["sensitivity"]) == ("inconsistent", ("0.840", "0.860"))


def test_without_the_solver_means_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    found = check_report("n0=51 n1=50 folds=10 accuracy=0.86 AUC=0.913")
    assert found.verdict == "undecided"
    assert "pip install" in found.because
    assert check_report("n=10000000 AUC=0.9").verdict == "undecided"


def test_figures_that_the_data_do_not_have() -> None:
    text = """
    [[sample]]
    name = "A"
    scores = [-2, 1, 3]
    classes = [0, 0, 1]
    [[reported]]
    sample = "A"
    values = {BS = "0.2"}
    [[reported]]
    sample = "A"
    values = {BS = "0.2", AUC = "1.00"}
    """
    first, second = check_paper(paper_of(text)).results
    assert (first.verdict, second.verdict) == ("undecided", "consistent")
    assert first.not_checked[0][0] == second.not_checked[0][0] == "BS"


def test_a_file_may_begin_with_a_mark_or_be_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[[reported]]\nn0 = 4\nn1 = 4\nvalues = {AUC = '0.75'}\n"
    (tmp_path / "a.toml").write_text(text, encoding="utf-8-sig")
    assert main(["check", str(tmp_path / "a.toml")]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["check", "-"]) == 0


FOLDS = """
[[reported]]
where = "Table 1"
n0 = 50
n1 = 50
folds = 10
stratified = true
values = {sensitivity = "0.86", specificity = "0.90", AUC = "0.93"}
[[reported]]
where = "Table 2"
folds = [[5, 5], [6, 4], [5, 6]]
values = {accuracy = "0.857"}
[[reported]]
where = "Table 3"
datasets = [{n0 = 50, n1 = 50, folds = 10, stratified = true}, {n0 = 7, n1 = 3}, {n = 40, folds = 4, repeats = 2}]
values = {accuracy = "0.857"}
[[reported]]
where = "Table 4"
n0 = 50
n1 = 50
folds = 10
stratified = true
values = {sensitivity = "0.857"}
"""


def test_means_over_folds() -> None:
    found = check_paper(paper_of(FOLDS))
    assert [x.verdict for x in found.results] == ["consistent", "inconsistent", "consistent", "inconsistent"]
    witness = found.results[0].to_json()["witness"]["folds"]
    assert [(fold["n0"], fold["n1"]) for fold in witness] == [(5, 5)] * 10
    assert Fraction(sum(fold["tp"] for fold in witness), 50) == Fraction("0.86")
    areas = [exact.value(Sample.of(fold["classes"], fold["scores"]), parse_expression("AUC")) for fold in witness]
    assert Fraction("0.925") <= sum(areas) / 10 <= Fraction("0.935")
    assert len(found.results[2].to_json()["witness"]["folds"]) == 10 + 1 + 8
    assert 0 < found.results[0].power < 1
    pooled = check_report("n0=50 n1=50 folds=10 stratified=true sensitivity=0.86 AUC=0.9")
    assert pooled.verdict == "consistent"
    assert (
        "the folds are not stratified" in check_report("n0=50 n1=50 folds=10 stratified=true sensitivity=0.857").slips
    )


def test_folds_of_even_sizes_leave_less_possible() -> None:
    text = "[[reported]]\nn0 = 6\nn1 = 6\nfolds = 4\nstratified = true\nvalues = {accuracy = '0.9375'}\n"
    dealt = "datasets = [{n0 = 6, n1 = 6, folds = 4, stratified = true, even = true}]"
    whole = text.replace("n0 = 6\nn1 = 6\nfolds = 4\nstratified = true", dealt)
    reports = (text, text.replace("stratified", "even = true\nstratified"), whole)
    verdicts = [check_paper(paper_of(report)).results[0].verdict for report in reports]
    assert verdicts == ["consistent", "inconsistent", "inconsistent"]
    assert check_report("n0=6 n1=6 folds=4 stratified=true even=true accuracy=0.9375").verdict == "inconsistent"


def test_folds_are_named_when_they_are_wrong() -> None:
    for text, message in (
        ("folds = 0\nn0 = 5\nn1 = 5", "T: folds is 0; it must be a whole number from 1 on"),
        ("folds = 11\nn0 = 5\nn1 = 5", "T: 10 examples are too few for 11 folds"),
        ("folds = 'ten'\nn0 = 5\nn1 = 5", "T: folds is 'ten'; it must be"),
        ("folds = 2\nn0 = 5", "T: n0 = 5 tells too little"),
        ("folds = [[1, 2], [3]]", "T: [3] is no fold; a fold is a pair"),
        ("folds = 2\nn = 9\nstratified = 1", "T: stratified is 1; it must be true or false"),
        ("datasets = [{n0 = 3, n1 = 3}]\nfolds = 2", "T: class sizes and folds stand in datasets"),
        ("datasets = [{n0 = 3, n2 = 3}]", "T: data set 1: unknown key 'n2'"),
        ("datasets = [3]", "T: data set 1 is 3; it must be a table"),
        ("datasets = []", "T: datasets is []; it must be a list such as"),
        ("folds = 2\nn = 9\ncalibrated = true", "T: calibrated says something of one data set, not of folds"),
    ):
        with pytest.raises(InputError) as error:
            check_paper(paper_of(f"[[reported]]\nwhere = 'T'\nvalues = {{accuracy = '0.7'}}\n{text}"))
        assert message in str(error.value)


def test_figures_that_no_sample_has_whatever_its_size() -> None:
    found = check_report("AUC=0.67 BS=0.24 loss(score_driven)=0.231")
    assert found.verdict == "inconsistent"
    assert "loss(score_driven) is printed as 0.231, but it is from 0.235 to 0.245 for pi0 from 0 to 1" in found.because
    assert check_report("BS=0.33 loss(score_driven)=0.328").verdict == "consistent"
    assert check_report("BS=0.33 MAE=0.30").verdict == "inconsistent"


def test_a_file_and_its_data(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("score,class\n0.1,0\n0.9,1\n0.4,1\n")
    text = '[[sample]]\nname = "A"\nfile = "a.csv"\n[[reported]]\nwhere = "T"\nsample = "A"\nvalues = {AUC = "1.00"}\n'
    path = tmp_path / "paper.toml"
    path.write_text(text)
    assert check(path).results[0].verdict == "consistent"
    assert main(["check", str(path)]) == 0
    path.write_text(text.replace("1.00", "0.90"))
    assert main(["check", str(path)]) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing to check"),
        ("x = 1", "the file: unknown key 'x'"),
        ("[[reported]]\nwhere = 'T'\nvalues = {}", "T: no figures are reported"),
        ("[[reported]]\nwhere = 'T'\nvalue = {}", "reported 1: unknown key 'value'; did you mean values?"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUK = '0.7'}", "'AUK' is neither a metric of a confusion matrix"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = '179%'}", "T: AUC is 1.79; it must lie in [0, 1]"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = 'nan'}", "not a finite number"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = nan}", "not a finite number"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = '1.79'}\nn0 = 3\nn1 = 3", "T: AUC is 1.79; it must lie in [0, 1]"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = ''}", "is empty"),
        ("[[reported]]\nwhere = 'T'\nvalues = {AUC = '0.7', ' AUC' = '0.8'}", "are one quantity"),
        ("[[reported]]\nwhere = 'T'\nvalues = {recall = '0.7', Recall = '0.7'}", "are one quantity"),
        ("[[reported]]\nwhere = 'T'\nn0 = 0\nn1 = 5\nvalues = {AUC = '0.7'}", "T: n0 is 0; it must be a whole number"),
        ("[[reported]]\nwhere = 'T'\nn0 = -3\nvalues = {AUC = '0.7'}", "T: n0 is -3"),
        ("[[reported]]\nwhere = 'T'\nn = 5\nn0 = 5\nvalues = {AUC = '0.7'}", "do not make up n = 5"),
        ("[[reported]]\nwhere = 'T'\nsample = 'A'\nvalues = {AUC = '0.7'}", "there is no sample 'A'"),
        ("[[reported]]\nwhere = 'T'\nrounding = 'halve'\nvalues = {AUC = '0.7'}", "did you mean half"),
        ("[[claim]]\nsays = 'AUC =='", "claim 1:"),
        ("[[sample]]\nname = 'A'\nscores = ['0.1', 'x']\nclasses = [0, 1]", "sample 1: score 'x' of example 2"),
        ("[[sample]]\nname = 'A'", "a sample has scores and classes, or a file"),
        ("[paper", "no TOML"),
        ("x = " + "9" * 5000, "no TOML that can be read"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("[[reported]]\nn0 = 5\nn1 = 5\nstratified = true\nvalues = {AUC = '0.7'}", "folds is missing"),
        (f"[[reported]]\nn0 = {10**30}\nn1 = 5\nvalues = {{AUC = '0.7'}}", "from 1 to 10^12"),
        (
            "[[reported]]\nvalues = {accuracy = '85.3'}\nn = 100",
            "reported 1: accuracy is 85.3; it must lie in [0, 1]; if it is a percentage, write 85.3%",
        ),
        ("[[reported]]\nn = 20\nfolds = 2\nvalues = {accuracy = '85.3'}", "reported 1: "),
    ],
)
def test_wrong_input_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        check_paper(paper_of(text))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_command_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 2
    assert "FILE or --reported is needed" in capsys.readouterr().err
    assert main(["check", "paper.toml", "--rounding", "down"]) == 2
    assert "--rounding 'down' is for --reported; in a file it is a key of [[reported]]" in capsys.readouterr().err
    assert main(["check", "--reported", "n=3 AUC=0.7", "--rounding", ""]) == 2
    assert "rounding ''; it is one of half, " in capsys.readouterr().err
    assert main(["check", "--reported", "AUC0.79"]) == 2
    assert "'AUC0.79' is not of the form name=value" in capsys.readouterr().err
    assert main(["check", "--reported", "n0=6 n1=6 AUC=0.79", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"consistent": 1}


# one that is searched to the end of the work, one of matrices, one with slips, one of unknown sizes
SEARCHED = [
    "n0=50 n1=50 AUC=0.79 loss(rate(c**2))=0.24 RLH=0.2",
    "accuracy=0.8512 mcc=0.7031 f1=0.8613",
    "n0=9 n1=6 AUC=0.963 BS=0.001",
    "AUC=0.79 loss(rate_driven)=0.188",
]


@contextmanager
def busy() -> Iterator[None]:
    """Every processor has something else to do."""
    count = 2 * (os.cpu_count() or 1)
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.parametrize("report", [SEARCHED[1], *(pytest.param(x, marks=pytest.mark.slow) for x in SEARCHED[::2])])
def test_the_same_report_gives_the_same_json_on_a_busy_machine(report: str) -> None:
    code = (
        "import json; from workbench.reports.check import check_report;"
        f" print(json.dumps(check_report({report!r}, seconds=0.5).to_json()))"
    )
    here = check_report(report, seconds=0.5).to_json()
    assert check_report(report, seconds=0.5).to_json() == here
    with busy():
        there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(there.stdout) == here


@pytest.mark.parametrize("report", SEARCHED)
def test_no_clock_has_a_say(report: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = check_report(report, seconds=0.5).to_json()
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    monkeypatch.setattr(time, "perf_counter", lambda: next(hours))
    monkeypatch.setattr(limits, "process_time", lambda: 0.0)
    assert check_report(report, seconds=0.5).to_json() == here


def test_more_work_finds_more() -> None:
    report = "n0=9 n1=6 AUC=0.963 BS=0.044"
    assert check_report(report, seconds=0.01).verdict == "undecided"
    assert check_report(report, seconds=5).verdict == "consistent"


@pytest.mark.parametrize(
    "report",
    [
        "n0=50 n1=50 AUC=0.79 loss(rate(c**2))=0.1",
        "n0=5 n1=5 AUC=0.8 loss(rate(2*c))=0.1",
        "n0=20 n1=20 loss(optimal,cost=beta(1/2,1/2))=0.1 AUC=0.8",
        "n0=9 n1=8 h_measure(1/2,2)=0.3 KS=0.6",
    ],
)
def test_irrational_figures_and_ones_without_a_value_are_no_crash(report: str) -> None:
    assert check_report(report, seconds=0.5).verdict in ("consistent", "undecided")


def test_a_report_loads_no_sympy() -> None:
    code = (
        "import sys; from workbench.reports.check import check_report; check_report('n0=5 n1=5 AUC=0.8');"
        " sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ("accuracy=0.86 lr+=5.3 dor=30", "can have the mean accuracy"),
        ("accuracy=0.86 lr+=5.3 sensitivity=0.88", "can have the mean accuracy and sensitivity"),
        ("accuracy=0.86 f1=0.86 sensitivity=0.88", "can have these means"),
    ],
)
def test_the_sentence_names_the_means_that_were_checked(figures, said):
    found = check_report(f"n0=50 n1=50 folds=10 stratified=true {figures}", seconds=0.5)
    assert found.because == f"10 stratified folds of 50 + 50 {said}"


def test_a_folder_is_told_in_words(tmp_path, capsys):
    assert main(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"workbench check: {tmp_path}: it is a folder; a file is needed\n"


@pytest.mark.parametrize("sizes", ["P = 30\nN = 70", "n_pos = 30\nn_neg = 70", "N = 100\nn0 = 30"])
def test_class_sizes_of_a_file_may_have_their_usual_names(sizes):
    [report] = paper_of(f'[[reported]]\n{sizes}\nvalues = {{AUC = "0.8"}}').reports
    assert (report.n0, report.n1) == (30, 70)
    [table] = paper_of(f'[[table]]\n{sizes}\ncolumns = ["AUC"]\nrows = {{A = ["0.8"]}}').tables
    assert (table.n0, table.n1) == (30, 70)


def test_class_sizes_that_contradict_each_other_are_told():
    with pytest.raises(InputError, match="P is 31, but n0 is 30"):
        paper_of('[[reported]]\nn0 = 30\nP = 31\nN = 70\nvalues = {AUC = "0.8"}')
    with pytest.raises(InputError, match="unknown key 'P'"):
        paper_of('[[reported]]\nP = "0.03"\nN = 70\nvalues = {AUC = "0.8"}')


def test_progress_names_the_part(tmp_path: Path) -> None:
    heard: list[str] = []
    check_report("n0=50 n1=50 sensitivity=0.85", seconds=0.1, progress=lambda name, done, total: heard.append(name))
    assert heard == ["the figures together", "the nearest figures", "usual slips"]
    path = tmp_path / "table.csv"
    path.write_text("model,n0,n1,sensitivity\nA,50,50,0.84\n")
    check(path, lambda name, done, total: heard.append(name), seconds=0.1)
    assert heard[3:] == ["table, A", "table, A: the figures together", "table, A: what the verdict is worth"]


def test_a_function_of_a_figure_beside_it_is_told_apart_from_it() -> None:
    """The range that is told is that of BS, not that of its root."""
    for report in ("BS=0.30 RMSE=0.50", "brier=0.30 sqrt(BS)=0.50"):
        found = decide_once(report_of(report), 1.0)
        assert found.verdict == "inconsistent"
        assert "sqrt(BS) is printed as 0.50, which asks for BS from about 0.245025 to about 0.255025" in found.because
        assert "but BS is from 0.295 to 0.305" in found.because
    assert decide_once(report_of("BS=0.25 RMSE=0.50"), 1.0).verdict == "consistent"


def test_stratified_folds_whose_class_sizes_are_not_told() -> None:
    """Against the accuracies of all folds of all class sizes."""
    possible = set()
    for n0 in range(1, 7):
        for a, b in itertools.product((n0 // 2, n0 - n0 // 2), ((7 - n0) // 2, 7 - n0 - (7 - n0) // 2)):
            first, second = a + b, 7 - a - b
            possible |= {
                Fraction(x, 2 * first) + Fraction(y, 2 * second) for x in range(first + 1) for y in range(second + 1)
            }
    verdicts = set()
    for text in ("0.8571", "0.8750", "0.7500", "0.7000", "0.4333", "0.3000"):
        found = decide_once(report_of(f"n=7 folds=2 stratified=true accuracy={text}"), 2.0)
        near = any(abs(x - Fraction(text)) <= Fraction(1, 20000) for x in possible)
        assert found.verdict == ("consistent" if near else "inconsistent"), text
        verdicts.add(found.verdict)
    assert len(verdicts) == 2
    impossible = check_report("n=43 folds=3 stratified=true accuracy=0.99 f1=0.10")
    assert "3 stratified folds of 43 cannot have these means, whatever the class sizes" in impossible.because
    [lacking] = [check_report("n=6 folds=4 stratified=true sensitivity=0.13 specificity=0.97")]
    assert lacking.verdict == "undecided"
