"""The commands as people meet them: exit codes, one-line errors, JSON, help."""

import importlib
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from workbench.__main__ import main as program
from workbench.cli import _COMMANDS, main

DATA = Path(__file__).parent.parent / "paper_checks" / "data"
CREDIT = DATA / "credit_a_pruned_test.csv"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_evaluate_gives_every_key_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, "evaluate", str(CREDIT), "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["n"], found["n0"], found["n1"], found["distinct_scores"]) == (345, 169, 176, 7)
    assert set(found["metrics"]) >= {
        "AUC",
        "AUCH",
        "BS",
        "BS0",
        "BS1",
        "MBS",
        "MAE",
        "MAE0",
        "MAE1",
        "MMAE",
        "RL",
        "CL",
        "RLH",
        "H",
        "KS",
        "MER",
        "GINI",
    }
    losses = {
        "score_fixed(1/2)",
        "score_uniform",
        "score_driven",
        "rate_fixed(1/2)",
        "rate_uniform",
        "rate_driven",
        "optimal",
    }
    assert set(found["losses"]) == set(found["skew_losses"]) >= losses
    named = [found[group][name] for group in ("losses", "skew_losses") for name in losses]
    for figure in [*found["metrics"].values(), *named]:
        assert float(Fraction(figure["exact"])) == figure["value"]


def test_evaluate_agrees_with_scikit_learn(capsys: pytest.CaptureFixture[str]) -> None:
    from sklearn.metrics import brier_score_loss, roc_auc_score

    rows = [line.split(",") for line in CREDIT.read_text(encoding="utf-8").split()[1:]]
    scores, classes = [float(s) for s, _ in rows], [int(y) for _, y in rows]
    found = json.loads(answer(capsys, "evaluate", str(CREDIT), "--json")[1])["metrics"]
    assert abs(found["AUC"]["value"] - roc_auc_score(classes, scores)) < 1e-12
    assert abs(found["BS"]["value"] - brier_score_loss(classes, scores)) < 1e-12


def test_evaluate_takes_expressions(capsys: pytest.CaptureFixture[str]) -> None:
    expression = "MAE - BS - E(s*(1 - s))"
    code, out, _ = answer(capsys, "evaluate", str(CREDIT), "--json", "--evaluate", expression)
    assert code == 0
    assert json.loads(out)["expressions"][expression] == {"exact": "0", "value": 0.0}


@pytest.mark.parametrize("more", [(), ("--model", "normal(0, 1), normal(1, 1), pi0 = 1/2")])
def test_evaluate_tells_an_expression_from_a_file(capsys: pytest.CaptureFixture[str], more: tuple[str, ...]) -> None:
    code, _, told = answer(capsys, "evaluate", "loss(optimal)", *more)
    assert (code, told) == (
        2,
        "workbench evaluate: 'loss(optimal)' is an expression and no file; --evaluate takes expressions\n",
    )
    assert answer(capsys, "evaluate", "scores")[2] == "workbench evaluate: scores: there is no such file\n"


def test_tables_fit_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["evaluate", str(CREDIT)], ["derive", "rate_driven"]):
        code, out, err = answer(capsys, *arguments)
        assert (code, err) == (0, "")
        assert max(len(line) for line in out.splitlines()) <= 80


def test_derive_prints_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "derive", "score_driven", "--cost", "beta(2, 2)", "--condition", "skew", "--json")
    found = json.loads(out)
    assert code == 0
    keys = {
        "method",
        "cost",
        "condition",
        "family",
        "l0",
        "l1",
        "constant",
        "H",
        "closed_form",
        "proper",
        "latex",
        "proof",
    }
    assert keys <= set(found)
    assert (found["family"], found["l0"], found["proper"]) == ("score", "4*s**3 - 3*s**4", True)


def test_undecided_is_three(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "derive", "score_driven", "--cost", "beta(a, b)")[0] == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["derive", "score_drivn"],
        ["derive", "score_driven", "--cost", "density(3*c)"],
        ["derive", "score_driven", "--cost", "density(1/c)"],
        ["derive", "score_driven", "--cost", "beta(-1, 2)"],
        ["derive", "score(s)"],
        ["derive", "__import__('os')"],
        ["derive", "score_driven", "--condition", "price"],
        ["derive", "(" * 100_000],
        ["evaluate", "no_such_file.csv"],
        ["evaluate", "."],
        ["evaluate", str(CREDIT), "--score", "p"],
        ["evaluate", str(CREDIT), "--evaluate", "BRIER"],
        ["evaluate", str(CREDIT), "--evaluate", "error(t)"],
        ["evaluate", str(CREDIT), "--higher-means", "2"],
        ["verify", "004.T99"],
        ["verify", "Theorem 99"],
        ["prophesy"],
    ],
)
def test_wrong_input_is_two_and_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = answer(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert len(err) < 500
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        (["derive", "score_driven"], "--weight", "-log(c)"),
        (["evaluate", str(CREDIT)], "--evaluate", "-BS"),
        (["evaluate", str(CREDIT)], "--evaluate", "-h_measure(2,2)"),
    ],
)
def test_a_value_may_begin_with_a_minus(
    capsys: pytest.CaptureFixture[str], command: list[str], option: str, value: str
) -> None:
    code, out, err = answer(capsys, *command, option, value, "--json")
    assert (code, out, err) == answer(capsys, *command, f"{option}={value}", "--json")
    assert value in out
    assert "expected one argument" in answer(capsys, *command, option, "--json")[2]


@pytest.mark.parametrize("command", ["verify", "evaluate", "choose", "derive"])
def test_help_teaches(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = answer(capsys, command, "--help")
    assert code == 0
    assert "examples:" in out


def test_help_fits_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command in ["", *_COMMANDS]:
        out = answer(capsys, *filter(None, [command]), "--help")[1]
        assert [line for line in out.splitlines() if len(line) > 80] == [], command


def test_what_nobody_foresaw_is_no_verdict(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(given: object) -> int:
        raise KeyError("r\x1b[31m\nand more" + "!" * 1000)

    for command, arguments in (("prove", ["BS <= MAE"]), ("check", ["--reported", "n=3"]), ("verify", [])):
        monkeypatch.setattr(importlib.import_module(f"workbench.commands.{command}"), "run", stumble)
        monkeypatch.delenv("WORKBENCH_DEBUG", raising=False)
        code, out, err = answer(capsys, command, *arguments)
        assert (code, out, err.count("\n")) == (70, "", 1)
        assert err.startswith(f"workbench {command}: an error that nobody foresaw, and no verdict: KeyError: ")
        assert "WORKBENCH_DEBUG=1" in err
        assert err[:-1].isprintable()
        assert len(err) < 500
        monkeypatch.setenv("WORKBENCH_DEBUG", "1")
        code, _, err = answer(capsys, command, *arguments)
        assert code == 70
        assert "Traceback" in err
        assert "in stumble" in err


def test_an_interruption_before_the_command_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.cli.main", interrupted)
    assert program() == 130
    assert capsys.readouterr().err == "workbench: interrupted\n"


def test_every_exit_code_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, "--help")[1]
    assert "WORKBENCH_DEBUG" in out
    for code, meaning in ((0, "it holds"), (1, "it does not hold"), (2, "the input is wrong"), (70, "an error in")):
        assert f"{code} {meaning}" in " ".join(out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "loss(rate_fixed(r), cost=point(r), condition=skew) <= 3*r - 2*r**2"],
        [
            "derive",
            "score(max(indicator(u < 1/5)*((u + 1 - c)/2), (c*u + abs(1 - c - 1/3))/2))",
            "--cost",
            "beta(1, 3)",
        ],
        ["check", "--reported", "n0=50 n1=50 AUC=0.79 loss(rate(c**2))=0.1"],
    ],
)
def test_what_is_hard_is_undecided_or_done(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, _, err = answer(capsys, *arguments, "--seconds", "1")
    assert code in (0, 3), err


def test_a_name_that_is_no_parameter_is_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["prove", "auc <= 1"], ["derive", "score(auc*c)"], ["evaluate", str(CREDIT), "--evaluate", "auc"]):
        code, out, err = answer(capsys, *command)
        assert (code, out) == (2, "")
        assert "unknown name auc; did you mean AUC?" in err


@pytest.mark.always
@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        (["--help"], "sympy flint numpy rich lark"),
        (["docs"], "sympy flint numpy lark"),
        (["docs", "quickstart"], "sympy flint numpy lark"),
        (["evaluate", str(CREDIT), "--json"], "sympy scipy"),
        (["choose", str(CREDIT), "--miss", "4", "--false-alarm", "1"], "sympy scipy matplotlib"),
        (["prove", "MAE == BS"], "sympy numpy scipy"),
        (["prove", "AUC == E1(F0(s))"], "numpy scipy"),
        (["derive", "score(c)"], "numpy scipy"),
        (["derive", "score(c**2)"], "numpy scipy rich.progress"),
        (["prove", "BS <= MAE"], "scipy"),
    ],
    ids=lambda told: told if isinstance(told, str) else " ".join(Path(each).name for each in told),
)
def test_a_command_loads_no_more_than_it_needs(arguments: list[str], spared: str) -> None:
    code = (
        f"import sys; sys.argv[1:] = {arguments!r}; from workbench.__main__ import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print('loaded:', *({set(spared.split())!r} & {{*sys.modules}}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert done.stdout.splitlines()[-1:] == ["loaded:"], done.stderr


def test_one_theorem_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "verify", "Theorem 6", "--json")
    found = json.loads(out)
    assert code == 0
    assert [theorem["verdict"] for theorem in found["theorems"]] == ["holds"]
    assert [theorem["statement"] for theorem in found["theorems"]] == ["loss(score(c)) == BS"]
    _, out, _ = answer(capsys, "verify", "Theorem 6")
    proof = [line.strip() for line in out.splitlines()][out.splitlines().index("proof") :]
    assert proof[2] == "loss(score(c))"


def test_a_long_fraction_is_told_by_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = answer(capsys, "evaluate", str(CREDIT))
    assert "(27 digits)" in out
    assert "(N digits) stands for a fraction whose longer part has N digits" in out
    assert "digits" not in answer(capsys, "evaluate", str(CREDIT), "--json")[1]


def test_one_claim_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, "verify", "004.T10")
    assert (code, err) == (0, "")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[0] == "004.T10  holds, as expected"
    assert "statement  loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3" in lines
    assert "source     José Hernández-Orallo, Peter Flach and Cèsar Ferri, Threshold Choice" in lines
    steps = lines[next(i for i, line in enumerate(lines) if line.startswith("1. ")) :]
    end = steps.index("")
    assert steps[end - 2 : end] == ["8. collect, with pi0 + pi1 = 1, by algebra", "   pi0*pi1*(1 - 2*AUC) + 1/3"]
    assert steps[end + 1].startswith("rests on the axioms cdf_is_a_mean, ")
    _, proved, _ = answer(capsys, "verify", "Theorem 10")
    assert "\n".join(steps) in "\n".join(line.rstrip() for line in proved.splitlines())


def test_a_value_is_shown_by_both_engines(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = answer(capsys, "verify", "000.tab.2.BS")
    assert [line.split() for line in out.splitlines() if "39/160" in line or "stands" in line] == [
        ["BS", "numeric", "0.243750", "39/160"],
        ["symbolic", "0.243750", "39/160"],
        ["printed", "0.244", "stands", "for", "0.2435", "to", "0.2445"],
    ]


def test_an_erratum_is_shown_whole_before_its_correction(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "verify", "004.s1.3")
    lines = [line.strip() for line in out.splitlines()]
    assert code == 0
    assert lines[0] == "004.s1.3  fails (erratum), as expected"
    at = lines.index("a data set of 2 examples refutes it")
    assert [line.split() for line in lines[at + 4 : at + 6]] == [["1/4", "1", "0"], ["7/8", "0", "1"]]
    assert lines[at + 7 : at + 10] == ["left   0.000000  0", "right  1.000000  1", "and left == right is false"]
    assert any(line.startswith("004.s1.3.corrected  holds") for line in lines[at:])
    _, several, _ = answer(capsys, "verify", "004.s1.3", "004.s1.5")
    assert "a data set" not in several


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5", "1000"])
def test_jobs_are_a_number(capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    code, out, err = answer(capsys, "verify", f"--jobs={jobs}", "004.T6")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert repr(jobs) in err


def test_what_the_cache_gave_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    _, first, _ = answer(capsys, "verify", "000.tab.2")
    _, second, _ = answer(capsys, "verify", "000.tab.2")
    assert second == first + "3 of 3 read from the cache of an earlier run; --fresh computes them again\n"
    assert answer(capsys, "verify", "000.tab.2", "--fresh")[1] == first
    assert json.loads(answer(capsys, "verify", "000.tab.2", "--json")[1])["cached"] == 3


@pytest.mark.parametrize(
    ("statement", "code", "verdict"),
    [
        ("loss(score_driven) == BS", 0, "proved"),
        ("BS <= MAE", 0, "proved"),
        ("MAE == 2*BS given calibrated", 0, "proved"),
        ("MAE == BS", 1, "refuted"),
        ("1/(AUC - 1/2) == 1/(AUC - 1/2)", 3, "undecided"),
    ],
)
def test_prove_gives_every_key_of_the_contract(
    capsys: pytest.CaptureFixture[str], statement: str, code: int, verdict: str
) -> None:
    found_code, out, err = answer(capsys, "prove", statement, "--json", "--seconds", "5")
    row = json.loads(out)
    assert (found_code, err, row["verdict"], row["statement"]) == (code, "", verdict, statement)
    assert (row["proof"] is None) == (verdict != "proved")
    assert (row["witness"] is None) == (verdict != "refuted")
    for step in row["proof"] or ():
        assert set(step) == {"why", "by", "gives", "latex"}
    if row["witness"]:
        assert set(row["witness"]) == {"scores", "classes", "parameters", "left", "right"}
        assert len(row["witness"]["scores"]) == len(row["witness"]["classes"]) == 2
        assert set(row["witness"]["left"]) == {"exact", "value"}


def test_prove_is_read_by_people(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = answer(capsys, "prove", "RLH <= loss(rate_driven)")
    assert "no less, since optimal thresholds lose least" in out
    _, out, _ = answer(capsys, "prove", "BS == loss(rate_driven) given evenly_spaced")
    assert "a data set of 2 examples refutes it" in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verfy",), "did you mean verify?"),
        (("prove", "BS", "==", "MAE"), 'arguments: == MAE; did you mean workbench prove "BS == MAE"?'),
        (("latex", "AUC", "--colunms", "2"), "latex: unrecognized arguments: --colunms 2; did you mean --columns?"),
        (("BS <= MAE",), 'did you mean workbench prove "BS <= MAE"?'),
        (("latex", "AUC", "--notation", "integral"), "did you mean integrals?"),
        (("prove", "BS <= BRIER"), "column 7: unknown name BRIER; did you mean BS?"),
        (("choose", "a.csv", "--fn", "4", "--fp=1"), "--fp=1; did you mean --miss and --false-alarm?"),
        (("plot", "a.csv", "--curve", "ROC"), "there is no curve 'ROC'; did you mean roc?"),
        (("latex", "Brier score"), "nothing is called Brier score; did you mean BS?"),
        (("discover", "logloss"), "did you mean LL?"),
        (("discover", "BS <= k MAE"), "did you mean BS <= k*MAE?"),
        (("evaluate", str(CREDIT), "--evaluate", "Brier score"), "did you mean BS?"),
        (("prove", "BS == BS given pi0 == 2"), "no sample has pi0 == 2"),
        (("prove", "BS == BS", "--seconds", "0"), "'0' is not a number of seconds above 0"),
        (("compare", "optimal"), "1 method given; two are compared"),
        (("compare", "optimal", "--all"), "--all compares the whole catalogue"),
        (("compare", "optimal", "optimum"), "unknown threshold choice method optimum"),
        (("compare", "optimal", "score_driven", "--cost", "beta(0, 1)"), "must be positive"),
    ],
)
def test_wrong_claims_take_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
    code, out, err = answer(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_compare_tells_who_is_never_worse(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "compare", "score_driven", "score_uniform", "--json")
    row = json.loads(out)
    assert (code, row["verdict"], row["gap"]) == (0, "first", "E(s*(1 - s))")
    assert answer(capsys, "compare", "score_driven", "rate_driven")[0] == 1
    code, out, _ = answer(capsys, "compare", "rate_driven", "rate_uniform")
    assert "rate_driven is never worse than rate_uniform" in out
    assert "loss(rate_uniform) - loss(rate_driven) == 1/6\n\nproof\n" in out
    assert re.search(r"\n   loss\(rate_uniform\) - loss\(rate_driven\)\n1\. [^\n]*\n(.*\n)*   1/6\n", out)


@pytest.mark.parametrize(
    "command", [["evaluate"], ["plot", "--curve", "roc"], ["choose", "--miss=5", "--false-alarm=1"]]
)
def test_other_columns_are_named_by_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    file = tmp_path / "a.csv"
    file.write_text("y_true,y_prob\n0,0.2\n1,0.8\n")
    options = "; --score COLUMN and --class COLUMN name others\n"
    code, _, err = answer(capsys, *command, str(file))
    assert (code, err.endswith(f"its columns are 'y_true', 'y_prob'{options}")) == (2, True)
    _, _, err = answer(capsys, *command, str(file), "--score=y", "--class=y_true")
    assert "has no column 'y'" in err
    assert options not in err
