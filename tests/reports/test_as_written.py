"""Reports as people write them: synonyms, percentages, intervals; what is not decided is listed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from time import process_time

import pytest

from workbench import metrics
from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import CATALOGUE
from workbench.reports.check import check_paper, check_report
from workbench.reports.figures_read import canonical, figure_name, plain
from workbench.reports.paper_file import paper_of, report_of
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import verdict_of


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("n0=50 n1=50 auroc=79%", "n0=50 n1=50 AUC=0.79"),
        ("n0=50 n1=50 ROC_AUC=0,79, brier=0.33", "n0=50 n1=50 AUC=0.79 BS=0.33"),
        ("n0=50 n1=50 AUC=0.79 (0.75-0.83); Brier=0.33 ± 0.02", "n0=50 n1=50 AUC=0.79 BS=0.33"),
        ("n0=50 n1=50 AUC=0.79 [0.75; 0.83] BS=0.33", "n0=50 n1=50 AUC=0.79 BS=0.33"),
        ("n0=50 n1=50 AUC=0.79, 95% CI 0.75-0.83 BS=0.33", "n0=50 n1=50 AUC=0.79 BS=0.33"),
        ("n0 = 50, n1 = 50, AUC = ,79, Brier score = 0.33", "n0=50 n1=50 AUC=.79 BS=0.33"),
        ("balanced accuracy=0.8 P=50 N=40", "n0=50 n1=40 balanced_accuracy=0.8"),
        ("N=90 Se=0.82 Sp=0.9 BA=0.86", "n=90 sensitivity=0.82 specificity=0.9 balanced_accuracy=0.86"),
        ("n_pos=50 n_neg=40 Sens.=0.82 positive predictive value=0.9", "n0=50 n1=40 sensitivity=0.82 precision=0.9"),
        ("n=1,000 recall=82% PPV=.61 Tnr=0.5", "n=1000 recall=0.82 PPV=.61 Tnr=0.5"),
        ("n0=5 n1=5 RMSE=0.45 log_loss=0.5", "n0=5 n1=5 sqrt(BS)=0.45 LL=0.5"),
        ("n=1,000 tp=1,00", "n=1000 tp=1.00"),
        ("n=90 prevalence=50%", "n=90 prevalence=0.50"),
    ],
)
def test_it_is_read_as_it_is_meant(written: str, meant: str) -> None:
    found, expected = report_of(written), report_of(meant)
    assert {canonical(name): printed for name, printed in found.figures.items()} == {
        canonical(name): printed for name, printed in expected.figures.items()
    }
    assert (found.n, found.n0, found.n1) == (expected.n, expected.n0, expected.n1)


def test_synonyms_of_the_catalogues_are_read_in_any_case() -> None:
    for name, entry in metrics.CATALOGUE.items():
        for synonym in entry.synonyms:
            assert synonym == plain(synonym)
            for written in (synonym, synonym.upper(), synonym.replace("_", " "), synonym.replace("_", "-").title()):
                assert figure_name(written) == name
    seen = [x for m in CATALOGUE for x in (m.name, *m.synonyms)] + [
        x for e in metrics.CATALOGUE.values() for x in e.synonyms
    ]
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("sensitivty", "did you mean sensitivity"),
        ("SENSITIVTY", "did you mean sensitivity"),
        ("aucroc1", "did you mean AUC"),
        ("acuracy", "did you mean accuracy"),
        ("briers", "did you mean BS"),
        ("xyzzy", "unknown name xyzzy"),
        ("score_driven", "its loss is loss(score_driven)"),
    ],
)
def test_a_typo_gets_the_nearest_names(name: str, near: str) -> None:
    with pytest.raises(InputError) as error:
        check_report(f"n0=5 n1=5 {name}=0.5")
    assert near in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("report", "verdict", "words"),
    [
        ("n0=10 n1=9 recall=0.80 sensitivity=0.80", "consistent", ""),
        ("n0=11 n1=9 recall=0.82 sensitivity=0.8182 TPR=82%", "consistent", ""),
        ("n0=11 n1=9 recall=0.82 sensitivity=0.8192", "inconsistent", "the nearest values are 0.8182 and 0.9091"),
        ("n0=2 n1=2 roc_auc=0.7 auroc=0.75", "consistent", ""),
        ("n0=2 n1=2 rmse=0.4 sqrt(BS)=0.41", "consistent", ""),
        ("tp=4 fn=1 fp=2 tn=2 recall=0.8 TPR=0.9", "inconsistent", "give recall 4/5 = 0.8, not 0.9, there called TPR"),
    ],
)
def test_a_figure_under_two_names_is_what_both_prints_can_be(report: str, verdict: str, words: str) -> None:
    found = check_report(report, seconds=0.5)
    assert found.verdict == verdict
    assert words in found.because
    assert not found.nearest


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("precision=0.80 PPV=0.85", "precision 0.80 and PPV 0.85 are one figure, which has one value"),
        ("recall=0.8 TPR=0.85 sensitivity=0.77", "recall 0.8 and sensitivity 0.77 are one figure"),
        ("AUC=0.7 auroc=0.76", "AUC 0.7 and auroc 0.76 are one figure, which has one value"),
        ("n=20 folds=2 recall=0.80 TPR=0.85", "recall 0.80 and TPR 0.85 are one figure"),
        ("tp=9 fn=2 fp=2 tn=2 recall=0.8 TPR=0.95", "recall 0.8 and TPR 0.95 are one figure"),
    ],
)
def test_two_values_of_one_figure_are_refused(report: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        check_report(report, seconds=0.5)
    assert words in str(error.value)


def test_a_figure_of_data_under_two_names() -> None:
    data = "[[sample]]\nname = 'A'\nscores = ['0.9', '0.1']\nclasses = [1, 0]\n[[reported]]\nsample = 'A'\n"
    [found] = check_paper(paper_of(f"{data}values = {{AUC = '1.00', auroc = '1.0'}}")).results
    assert found.verdict == "consistent"


def test_figures_of_several_definitions_do_not_contradict_each_other() -> None:
    found = check_report("n0=3 n1=4 KS=0.50 kolmogorov_smirnov=0.25", seconds=0.5)
    assert found.verdict == "consistent"
    assert ("kolmogorov_smirnov 0.25", "KS 0.50 may be of another definition") in found.not_checked


def test_one_name_twice_is_wrong_input() -> None:
    for report in ("auc=0.7 AUC=0.8", "recall=0.7 Recall=0.7", "sqrt(BS)=0.4 sqrt(BS)=0.4"):
        with pytest.raises(InputError, match="are one quantity; give it once"):
            report_of(report)


def test_what_is_not_decided_is_listed() -> None:
    found = check_report("n0=50 n1=50 AUC=0.79 (95% CI 0.75-0.83) sens=0.82 ± 0.03 auprc=0.8 level=95%")
    assert found.verdict == "consistent"
    assert dict(found.not_checked) == {
        "AUC (95% CI 0.75-0.83)": "an interval of level 95% is not decided (interval=hanley-mcneil or delong would "
        "be); the figure itself is checked",
        "sensitivity ± 0.03": "it is decided over folds, where folds= says how many; the figure itself is checked",
        "auprc 0.8": "the area under the precision-recall curve has several definitions; AP is the average precision",
    }
    assert found.understood == {"n0": "50", "n1": "50", "AUC": "0.79", "sensitivity": "0.82", "sensitivity ±": "0.03"}
    assert check_report("n=10 auprc=0.8").verdict == "undecided"
    assert check_report("n0=50 n1=50 sensitivity=0.8571 (0.8-0.9)").verdict == "inconsistent"


def test_a_file_says_what_its_intervals_are() -> None:
    text = "[[reported]]\nn0 = 50\nn1 = 50\nlevel = 0.9\ninterval = 'bootstrap'\nvalues = {auroc = '0.79 (0.75-0.83)'}"
    result = check_paper(paper_of(text)).results[0]
    assert result.not_checked[0][1].startswith("an interval of level 0.9 (bootstrap) is not decided")
    for level in ("95", "'x'", "true", "0", "'1.5'"):
        with pytest.raises(InputError, match=r"reported 1: level is .*; it must be a share between 0 and 1"):
            paper_of(text.replace("0.9\n", f"{level}\n"))


def test_what_was_understood_comes_before_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--reported", "n0=50 n1=50 auroc=79% (75-83)"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "understood: n0 50, n1 50, AUC 0.79"
    assert lines[1].startswith("consistent")
    main(["check", "--reported", "n0=50 n1=50 auroc=79% (75-83)", "--json"])
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert result["understood"] == {"n0": "50", "n1": "50", "AUC": "0.79"}
    assert result["not_checked"][0]["value"] == "auroc (75-83)"


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("AUC=0.79 (0.75", "AUC: '0.79 (0.75'"),
        ("AUC=0.79 BS", "AUC: '0.79 BS'"),
        ("balanced AUC=0.79", "'balanced' is not of the form name=value"),
        ("AUC==0.79", "'AUC='"),
        ("recall=41/50", "recall: '41/50' has no digits; write its printed value too, as in 0.82 (41/50)"),
        ("recall=0.9 (51/50)", "recall: 51/50 in '0.9 (51/50)' is no share of examples"),
        ("(0.75-0.83) AUC=0.79", "'(0.75-0.83)' is not of the form name=value"),
        ("lr+=1,234", "lr+: '1,234' may be 1234 or 1.234; write it without the comma"),
        ("n=1.5 AUC=0.7", "'n=1.5': n must be a whole number"),
        ("n=50% AUC=0.7", "'n=50%': n must be a whole number"),
        ("AUC=0.7 level=2", "level is '2'"),
        ("AUC=0.7 AUC=0.8", "'AUC' and 'AUC' are one quantity"),
    ],
)
def test_wrong_input_is_named(report: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        report_of(report)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_figures_may_stand_in_the_place_of_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["check", "n0=50 n1=50 sensitivity=0.8571"]) == 1
    assert capsys.readouterr().out.startswith("understood: n0 50, n1 50, sensitivity 0.8571\ninconsistent")
    assert main(["check", "n0=10 n1=ten AUC=0.5"]) == 2
    assert capsys.readouterr().err == "workbench check: 'n1=ten': n1 must be a whole number\n"
    for missing in ("run=3.toml", "results/run=3", "figures"):
        assert main(["check", missing]) == 2
        assert capsys.readouterr().err == f"workbench check: {missing}: there is no such file\n"
    monkeypatch.chdir(tmp_path)
    Path("n=5").write_text("model,sensitivity\nA,0.8\n", "utf-8")
    assert main(["check", "n=5"]) == 0
    assert capsys.readouterr().out.startswith("understood: sensitivity 0.8\n")


@pytest.mark.parametrize("written", ["{} ({}/{})", "{} [{} of {}]", "{1}/{2} ({0})", "{} ({}/{}) (0.5-0.9)"])
def test_counts_beside_a_proportion_are_that_proportion(written: str) -> None:
    rng = random.Random(3)
    for _ in range(30):
        whole = rng.randint(1, 60)
        part, places = rng.randint(0, whole), rng.randint(0, 2)
        percent = f"{100 * part / whole:.{places}f}%"
        sizes, name = rng.choice((("n0={} n1=9", "recall"), ("n0=9 n1={}", "TNR"), ("n0={0} n1={0}", "PPV")))
        text = f"{sizes.format(whole)} {name}={written.format(percent, part, whole)}"
        found = check_report(text, seconds=1.0)
        assert found.verdict == "consistent", text
        assert f"({part}/{whole})" in [*found.understood.values()][-1]
    found = check_report(f"n0=50 n1=50 sensitivity={written.format('0.85', 41, 50)} AUC=0.8", seconds=0.5)
    assert (found.verdict, found.because) == ("inconsistent", "sensitivity is printed as 0.85 and as 41/50")
    assert found.nearest == {"sensitivity": ("0.82",)}
    assert found.slips == ()


def test_counts_beside_other_figures_are_listed() -> None:
    for text in ("AUC=0.80 (4/5)", "F1=0.80 (4/5)", "n=100 folds=10 accuracy=0.81 (81/100)"):
        found = check_report(text, seconds=0.5)
        assert found.verdict == "consistent"
        assert len(found.not_checked) == 1, text


def test_true_means_of_f1_are_not_accused() -> None:
    """With scikit-learn's own figures, of classifiers that predict one class too."""
    sklearn = pytest.importorskip("sklearn.metrics")
    rng = random.Random(1)
    for _ in range(150):
        n0, n1 = rng.randint(1, 12), rng.randint(1, 12)
        y, bias = [0] * n0 + [1] * n1, rng.choice((0.0, 0.3, 0.5, 0.8, 1.0))
        guess = [int(rng.random() < bias) for _ in y]
        places = rng.randint(1, 4)
        means = {f"{way}_f1": sklearn.f1_score(y, guess, average=way, zero_division=0) for way in ("macro", "weighted")}
        figures = " ".join(f"{name}={value:.{places}f}" for name, value in means.items())
        for sizes in (f"n0={n0} n1={n1}", f"n={n0 + n1}", ""):
            assert verdict_of(report_of(f"{sizes} {figures}"), 0.1) != "inconsistent", (y, guess, figures)


def test_what_is_said_of_rounded_figures_is_no_suspicion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--reported", "n0=7 n1=7 sensitivity=0.86"]) == 0
    rounded = " ".join(capsys.readouterr().out.split())
    assert "no possible data set has exactly the printed numbers; they are rounded, as usual" in rounded
    assert main(["check", "--reported", "n0=7 n1=8 specificity=0.50"]) == 0
    assert "exactly the printed numbers" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Sens 82%, spec 90%", {"sensitivity": "0.82", "specificity": "0.90"}),
        ("SENS: 82%; Specificity was 0.9", {"sensitivity": "0.82", "specificity": "0.9"}),
        ("n0=11 n1=10, Sens 82%, balanced accuracy 0.86", {"sensitivity": "0.82", "balanced_accuracy": "0.86"}),
        ("Positive predictive value 0.8, F1 score: 0.7", {"precision": "0.8", "f1": "0.7"}),
        ("AUC 0.79 (95% CI 0.75-0.83) accuracy of 90%", {"AUC": "0.79", "accuracy": "0.90"}),
        ("tp 4 fn 1 fp 5 tn 5 recall 0.8", {"tp": "4", "fn": "1", "fp": "5", "tn": "5", "sensitivity": "0.8"}),
    ],
)
def test_figures_without_an_equals_sign(text: str, understood: dict[str, str]) -> None:
    assert {canonical(name): str(x) for name, x in report_of(text).figures.items()} == understood


def test_figures_are_told_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    long = "AUC=0.75 n0=2 n1=2 " + "recall=0.5 " * 40
    for text, code, words in (
        ("Sens 80%, spec 100%", 0, "understood: sensitivity 0.80"),
        ("loss(rate_fixed(1/3))=2", 1, "understood: loss(rate_fixed(1/3)) 2"),
        (" ", 2, 'FILE is empty; a file or figures are needed, such as "n0=50 n1=50 AUC=0.79"'),
        (long, 2, "are one quantity; give it once"),
        ("no " * 200, 2, "cannot be read"),
        (str(tmp_path / "a sens 82%.toml"), 2, "there is no such file"),
    ):
        assert main(["check", text, "--seconds", "0.2"]) == code, text
        said = capsys.readouterr()
        assert words in said.out + said.err


@pytest.mark.parametrize(
    ("report", "value", "why"),
    [
        ("AUC=0.8 interval=foo", "interval foo", "no interval stands beside a figure"),
        ("AUC=0.8 level=0.9", "level 0.9", "no interval stands beside a figure"),
        (
            "recall=0.8 (0.7-0.9)",
            "recall (0.7-0.9)",
            "(interval=wilson, wilson-cc, wald, exact or",
        ),
        ("AUC=0.8 (0.7-0.9)", "AUC (0.7-0.9)", "(interval=hanley-mcneil or delong would be)"),
        ("BS=0.2 (0.1-0.3)", "BS (0.1-0.3)", "an interval of BS is not decided"),
    ],
)
def test_what_would_decide_an_interval_is_said(report: str, value: str, why: str) -> None:
    [(found, because)] = report_of(report).not_checked
    assert found == value
    assert why in because


def test_p_and_n_are_the_class_sizes_of_one_example_each_too() -> None:
    report = report_of("P=1 N=1 AUC=0.5")
    assert (report.n0, report.n1) == (1, 1)


@pytest.mark.parametrize(
    "text", ["P=1 N=11 sensitivity=1.00 specificity=0.73", "P=1 sensitivity=1.00 specificity=0.73 N=11"]
)
def test_p_beside_n_is_a_class_size_where_it_is_whole(text):
    pairs = [part.split("=") for part in text.split()]
    values = ", ".join(f'{name} = "{value}"' for name, value in pairs)
    names, cells = zip(*pairs, strict=True)
    rows = f"columns = {list(names)}\nrows = {{A = {list(cells)}}}"
    table = paper_of(f"[[table]]\n{rows}").tables[0]
    for found in (
        report_of(text),
        paper_of(f"[[reported]]\nvalues = {{{values}}}").reports[0],
        *reports_of(f"{','.join(names)}\n{','.join(cells)}"),
        table,
    ):
        assert (found.n, found.n0, found.n1) == (None, 1, 11)
    assert list(report_of(text).figures) == list(table.rows[0].figures) == ["sensitivity", "specificity"]
    assert check_report(text).verdict == "consistent"


def test_p_beside_n_is_a_p_value_where_it_is_not_whole():
    toml = '[[reported]]\nvalues = {P = "0.03", AUC = "0.8", N = 60}'
    for found in (report_of("P=0.03 AUC=0.8 N=60"), paper_of(toml).reports[0], *reports_of("P,AUC,N\n0.03,0.8,60")):
        assert (found.n, found.n0, found.n1) == (60, None, None)
        assert [what for what, _ in found.not_checked] == ["P 0.03"]


def test_no_class_is_empty():
    with pytest.raises(InputError, match="n0 is 0"):
        report_of("P=0 N=11 specificity=0.73")


def test_class_sizes_in_a_file_are_told_once():
    with pytest.raises(InputError, match="P is 3, but n0 is 2"):
        paper_of('[[reported]]\nn0 = 2\nvalues = {P = "3", N = "4", AUC = "0.5"}')
    with pytest.raises(InputError, match="B has other class sizes than A"):
        paper_of('[[table]]\ncolumns = ["P", "N", "AUC"]\nrows = {A = ["3", "4", "0.5"], B = ["3", "5", "0.5"]}')


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("discordant=41,93 mcnemar_p<0.001", "discordant=41,93 mcnemar_p=<0.001"),
        ("discordant=41,93 mcnemar_p < .001", "discordant=41,93 mcnemar_p=<.001"),
        ("discordant=41,93 mcnemar_p<=0.001", "discordant=41,93 mcnemar_p=≤0.001"),
        ("discordant=12,5 McNemar p ≥ .05, AUC=0.8", "discordant=12,5 mcnemar_p=≥.05 AUC=0.8"),
        ("n0=200 n1=200 aucs=0.80,0.90 delong_p > 0.2", "n0=200 n1=200 aucs=0.80,0.90 delong_p=>0.2"),
        ("AUC=0.8 p<0.001, F1=0.7", "AUC=0.8 p=<0.001 F1=0.7"),
        ("E0(indicator(s<0.5))=0.3 AUC>0.9", "E0(indicator(s<0.5))=0.3 AUC=>0.9"),
    ],
)
def test_the_sign_of_a_bound_is_an_equals_sign(text, same):
    found, wanted = report_of(text), report_of(same)
    assert list(found.figures) == list(wanted.figures)
    assert (found.mcnemar is None) == (wanted.mcnemar is None)
    assert [why for _, why in found.not_checked] == [why for _, why in wanted.not_checked]


def test_bounds_of_p_values_are_decided():
    assert check_report("discordant=41,93 mcnemar_p<0.001").verdict == "consistent"
    assert check_report("discordant=41,93 mcnemar_p>0.001").verdict == "inconsistent"
    assert check_report("n0=200 n1=200 aucs=0.80,0.90 delong_p > 0.2").verdict == "inconsistent"


def test_short_names_are_read_after_a_number_with_a_colon_or_a_word():
    names = ("KS", "BS", "AP", "LL", "F2", "fm", "ba", "bm", "mk", "gm", "pt", "H")
    text = " ".join(f"{name}: 0.5{i}" for i, name in enumerate(names))
    found = report_of(f"n0=50 n1=50 sens: 0.80 {text}")
    assert [str(x) for x in found.figures.values()] == ["0.80", *(f"0.5{i}" for i in range(len(names)))]
    assert list(report_of("n0=50 n1=50 sens=0.80 KS of 0.5").figures) == ["sens", "KS"]


@pytest.mark.parametrize("name", ["KS", "bm"])
def test_a_short_name_without_a_sign_is_told(name):
    with pytest.raises(InputError, match=f"^'{name} 0.50' is to be written as {name}=0.50$"):
        report_of(f"n0=50 n1=50 sens: 0.80 {name} 0.50")


def test_many_signs_are_read_in_little_time():
    started = process_time()
    with pytest.raises(InputError):
        report_of("AUC=0.8 " + "p<0.1" * 20_000)
    assert process_time() - started < 2.0


_LONG = "0." + "8" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"n0=10 n1=10 accuracy={_LONG}",
        f"n0=10 n1=10 accuracy={_LONG}%",
        f"n0=10 n1=10 accuracy=1e{_LONG[2:]}",
        f"n0=10 n1=10 accuracy=0.8 ± {_LONG}",
        f"interval=wilson n0=10 n1=10 accuracy=0.8 (0.7-{_LONG})",
        f"n0={_LONG[2:]} n1=10 AUC=0.8",
        f"n0=10 n1=10 tp={_LONG[2:]}",
    ],
)
def test_numbers_of_thousands_of_digits_are_wrong_input(text: str) -> None:
    with pytest.raises(InputError) as error:
        report_of(text)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("t", ["2", "-1", "1", "5/4"])
@pytest.mark.parametrize("name", ["net_benefit", "NB0", "error", "precision", "macro_error"])
def test_thresholds_beyond_the_probabilities_are_wrong_input(name: str, t: str) -> None:
    text = f"n0=10 n1=10 {name}({t})=0.2"
    if t == "1" and not name.lower().startswith("n"):
        assert report_of(text).figures
        return
    with pytest.raises(InputError, match=r"(t of \w+ is .*; it|: t) must lie in \[0, 1[\])]"):
        report_of(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("n0=999999999999999999999 n1=5 AUC=0.8", "from 1 to 10^12"),
        ("n0=-5 n1=5 AUC=0.8", "from 1 to 10^12"),
        ("n=1 AUC=0.8", "from 2 to 10^12"),
        ("n0=5 n1=5 tp=-1", "from 0 to 10^12"),
        ("n0=5 n1=5 tp=1e13", "from 0 to 10^12"),
        ("discordant=1000000000000,5 mcnemar_p=0.05", "1000000000000; it must be a whole number from 0 to 10^9"),
        ("discordant=-1,5 mcnemar_p=0.05", "-1; it must be a whole number from 0 to 10^9"),
        ("n=10 folds=-5 accuracy=0.8", "from 1 on"),
    ],
)
def test_the_reason_says_which_whole_numbers_there_may_be(text: str, reason: str) -> None:
    with pytest.raises(InputError) as error:
        check_report(text)
    assert reason in str(error.value)
