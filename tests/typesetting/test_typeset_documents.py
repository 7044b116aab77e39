"""LaTeX fragments and documents: what TeX makes of them, what has a name there, and what is refused."""

import importlib
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import S

import workbench
from tests.latex_reader import DISPLAY, rows
from tests.typesetting.typeset import (
    CLASSES,
    FAULTS,
    INTEGRALS,
    ONE_COLUMN,
    TWO_COLUMNS,
    article,
    claims,
    compiled,
    entries,
    is_installed,
    needs_tex,
    of_class,
)
from workbench.cli import main
from workbench.deciding.bounds import EVERYWHERE, Bound, Claim
from workbench.deciding.inequality import Inequality
from workbench.deciding.readings import ending
from workbench.papers.verification import verify
from workbench.symbolic import letters
from workbench.symbolic.notation import metric
from workbench.typesetting import results, theory, verdicts
from workbench.typesetting import signs as known_signs
from workbench.typesetting.document import as_document, as_fragments, sections
from workbench.typesetting.entries import Entry, Writer
from workbench.typesetting.prose import prose
from workbench.typesetting.style import Style, style
from workbench.typesetting.widths import width


@pytest.fixture(scope="module")
def written() -> list[Entry]:
    return entries()


@pytest.fixture(scope="module")
def of_papers() -> list[Entry]:
    return claims()


# --- what TeX makes of it ----------------------------------------------------------------------------------------


@needs_tex
def test_fragments_need_amsmath_alone(written: list[Entry], of_papers: list[Entry], tmp_path: Path) -> None:
    body = as_fragments([("", [*written, *of_papers])])
    displays = [fault for fault in FAULTS.findall(compiled(article(body), tmp_path)) if "in paragraph" not in fault]
    assert not displays


@needs_tex
@pytest.mark.parametrize("name", CLASSES)
def test_no_fragment_is_wider_than_a_line_of_a_class(name: str, tmp_path: Path) -> None:
    if not is_installed(name):
        pytest.skip(f"the class {name} is not installed, or not whole")
    written = entries(TWO_COLUMNS if CLASSES[name][0] == 2 else ONE_COLUMN)
    log = compiled(of_class(name, written, "said"), tmp_path, times=2)
    assert FAULTS.findall(log) == []
    assert int(re.findall(r"Output written on .*\((\d+) page", log)[0]) > 10
    column = float(re.findall(r"^COLUMN ([\d.]+)pt", log, re.M)[0])
    assert name == "beamer" or (column < 300) == (CLASSES[name][0] == 2)


@needs_tex
@pytest.mark.parametrize("name", ["llncs", "elsarticle", "amsart", "IEEEtran"])
def test_a_root_in_a_reason_or_wider_than_a_line_fits(name: str, tmp_path: Path) -> None:
    if not is_installed(name):
        pytest.skip(f"the class {name} is not installed, or not whole")
    wished = style(columns=CLASSES[name][0], label="eq")
    ((_, found),) = sections(["E(s) <= sqrt(E(s**2))", f"MAE <= sqrt({' + '.join(['BS*AUC'] * 9)})"], wished)
    assert FAULTS.findall(compiled(of_class(name, found, "said"), tmp_path, times=2)) == []


def test_a_formula_that_no_reason_can_hold_stands_before_the_proof_and_is_cited() -> None:
    gap, says = metric("MAE"), "E(s**2) <= sqrt(pi0*E0(s**2)*E0(s) + pi1*E1(s**2)*E1(s))"
    bound = Bound(says, "a root grows", gap, gap, times=S.Zero, gives=gap)
    for columns, is_cited in ((1, True), (2, False)):
        page = Writer(style(columns=columns))
        page.proof(Inequality.of(gap, Claim(), (bound,), ending(gap, EVERYWHERE)))
        before, _, proof = "\n".join(page.parts).partition("the difference of both sides")
        assert (r"\tag{A1}" in before) is is_cited
        assert ("a root grows (A1)" in proof) is is_cited
        assert (r"\sqrt" in proof) is not is_cited


def test_a_root_is_compared_by_an_inequality_of_squares_with_its_own_proof() -> None:
    for columns in (1, 2):
        text = workbench.latex("E(s) <= sqrt(E(s**2))", columns=columns)
        stated, lemma = text.split("\\tag{A1}")
        shown, proof = lemma.split("which holds since")
        assert r"E[s]^{2} \le E\left[s^{2}\right]" in stated + shown
        squares, roots = proof.split("the difference of both sides", 2)[1:]
        assert r"\sqrt" not in squares.rpartition(r"\end{")[0]
        assert "it holds of the squares (A1)" in roots
        assert text.count("rule{0.8ex}") == 1
        assert stated.count("It uses") == 1
    assert r"it holds of the squares (\textit{$2 \le \frac{9}{4}$})" in workbench.latex("sqrt(2)*BS <= 3/2")


def test_a_proof_by_cases_has_a_chain_for_each_case() -> None:
    text = workbench.latex("abs(GINI) <= 1")
    shared, first, second = re.split(r"\\textit\{Case [12]:\} ", text)
    assert first.startswith(r"$2 E_1[F_0(s)] - 1 \ge 0$.")
    assert "\n& 2 - 2 E_1[F_0(s)] " in first
    assert second.startswith(r"$1 - 2 E_1[F_0(s)] \ge 0$.")
    assert "\n& 2 E_1[F_0(s)] " in second
    assert [part.count("rule{0.8ex}") for part in (shared, first, second)] == [0, 0, 1]
    assert "where $" not in text


def test_the_longest_lines_under_skews_are_left_to_the_document() -> None:
    found = workbench.derive("rate(c)", "beta(2, 3)", "skew")
    assert sum("pi0**5" in step["gives"] for step in found.to_json()["proof"]) == 2
    text = workbench.latex(found)
    assert r"\pi_0^{5}" not in text
    reasons = "rate is weighted", "class against itself", "balance classes"
    assert all(text.count(rf"\textit{{{rule}}}") for rule in reasons)
    assert r"\textit{rate is weighted}); a class ranked against itself" in text


def test_a_long_loss_of_one_example_is_written_once() -> None:
    for condition in ("cost", "skew"):
        text = workbench.latex("score(1/4 + c/2 + u/8)", condition=condition)
        share = r"= \pi_0 E_0[l_0(s)]" if condition == "cost" else r"\frac{E_0[l_0(s)]}{2}"
        assert text.count(share) == 2
        balanced = r"\left[\pi_0 E_0[l_0(s)] + \pi_1 E_1[l_1(s)]\right]_{\pi_0 = \pi_1 = 1/2}"
        assert (balanced in text) == (condition == "skew")
        assert text.count(r"^{3}") == 4  # in the losses of one example, and nowhere in the proof
        letter = "c" if condition == "cost" else "z"
        assert text.count(rf"T^{{t = \frac{{{letter}}}{{2}} + \frac{{u}}{{8}} + \frac{{1}}{{4}}}}") == 1
        assert r"\frac{1}{4} + \frac" not in text
    assert text.count(r"\frac{197}{48}") == 1
    assert "l_0(s)]" not in workbench.latex("score_driven", cost="beta(2, 2)")


OWN = """
[paper]
title = "On reflected thresholds"
authors = "A. Nobody"
[[sample]]
name = "four examples"
scores = ["0.2", "0.4", "0.6", "0.9"]
classes = [0, 1, 0, 1]
[[reported]]
id = "tab1"
n0 = 50
n1 = 50
values = {sensitivity = "0.86", AUC = "0.85", "loss(rate_driven)" = "0.2"}
[[claim]]
id = "T2"
says = "loss(score(1 - c), cost=beta(1, 2)) <= BS"
expected = "fails"
[[claim]]
id = "T2.corrected"
says = "loss(score(1 - c)) >= BS given no_ties, pi0 <= 1/2"
expected = "undecided"
[[claim]]
id = "E1"
sample = "four examples"
says = "AUC == 3/4"
"""


def test_a_claim_without_words_is_a_formula_and_nothing_is_said_twice(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, "utf-8")
    text = workbench.latex(str(path))
    assert not re.search(r"(?i)loss\(|score\$|\\beta|textless|no\\_ties", text)
    assert r"L^{rd}_{U(c)} = 0.2$" in text
    assert text.count("sensitivity = 0.86") == 1
    assert text.count(r"L^{t = 1 - c}_{U(c)}") == 2  # as stated, and in its proof
    assert text.count(r"\mathrm{AUC} = \frac{3}{4}") == 1
    assert r"\mathrm{AUC} = 3/4" not in text
    assert r"\text{no ties},\; \pi_0" in text
    errata = verdicts.errata_of(verify([str(path)]).results, ONE_COLUMN).latex
    assert r"$L^{t = 1 - c}_{c \sim \mathrm{Beta}(1, 2)} \le \mathrm{BS}$. It fails" in errata
    assert r"Right is: $L^{t = 1 - c}_{U(c)} \ge" in errata


def test_a_paper_of_ones_own_has_its_order_its_tables_and_its_proofs(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    table = '[[table]]\nid = "tab2"\nn1 = 9\ncolumns = ["recall", "AUC"]\n'
    table += 'rows = {"A & B" = ["0.8", "0.9"], C = ["1", ""]}\n'
    path.write_text(f'{OWN}{table}[[reported]]\nid = "tab3"\nvalues = {{AUC = "0.7"}}\n', "utf-8")
    text = workbench.latex(str(path))
    places = [text.index(f"own.{x}") for x in ("tab1", "T2", "T2.corrected", "E1", "tab2", "tab3")]
    assert places == sorted(places)
    assert "with $n_1 = 9$" in text
    assert "A \\& B & 0.8 & 0.9 \\\\\nC & 1 & -- \\\\\n" in text


def test_a_proved_claim_stands_in_its_environment_with_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[claim]]\nid = "T1"\nsays = "BS <= MAE"\n[[claim]]\nid = "T2"\nsays = "MAE <= BS"\n', "utf-8")
    text = workbench.latex(str(path), environment="theorem", label="of")
    begin, end = r"\begin{theorem}[{own.T1}]\label{of:own.T1}", r"\end{theorem}"
    places = [text.index(x) for x in (begin, r"\mathrm{BS} \le \mathrm{MAE}", end, "It holds", "Proof.", "own.T2")]
    assert places == sorted(places)
    assert [text.count(x) for x in (begin, end, "Proof.")] == [1, 1, 1]
    assert r"\begin{theorem}[{004.T6}]" in workbench.latex("004.T6", environment="theorem")


def test_a_reason_calls_a_method_as_the_statement_does() -> None:
    text = workbench.latex("loss(score_fixed(t)) >= loss(optimal)")
    assert r"$L^{o}_{U(c)} \le L^{sf[t]}_{U(c)}$" in text
    assert "t = t" not in text


@needs_tex
@pytest.mark.parametrize("style", [TWO_COLUMNS, INTEGRALS], ids=["expectations", "integrals"])
def test_a_line_of_170_points_fits_two_columns_of_amsart(style: Style, tmp_path: Path) -> None:
    written = entries(replace(style, line=170.0))
    head = "\\documentclass[twocolumn]{amsart}\\usepackage{amsmath}\\newtheorem{said}{Theorem}\\begin{document}"
    log = compiled(f"{head}\n{as_fragments([('', written)])}\n\\end{{document}}", tmp_path, times=2)
    assert FAULTS.findall(log) == []


@needs_tex
def test_a_long_proof_goes_on_to_the_next_page(tmp_path: Path) -> None:
    body = workbench.latex("mix(q, score_driven, mix(1/3, rate_uniform, score(sqrt(c))))")
    log = compiled(article(body), tmp_path)
    assert not [fault for fault in FAULTS.findall(log) if "in paragraph" not in fault]
    assert int(re.findall(r"Output written on .*\((\d+) page", log)[0]) > 2
    unbroken = compiled(article(body.replace(r"\allowdisplaybreaks", "")), tmp_path)
    assert r"Overfull \vbox" in unbroken


def test_no_page_ends_with_the_first_line_of_a_proof() -> None:
    text = workbench.latex("Theorem 6", columns=2)
    assert text.split("& L^{sd}_{U(c)} \\\\")[1].startswith("*\n& = ")


@pytest.mark.parametrize("columns", [1, 2])
def test_no_page_parts_a_proof_from_the_axioms_that_it_rests_on(columns: int) -> None:
    before, rests, _ = workbench.latex("Theorem 6", columns=columns).partition(
        "\\par\\noindent{\\footnotesize Rests on"
    )
    display = before[before.rindex("{\\allowdisplaybreaks") :]
    assert rests
    assert display.startswith("{\\allowdisplaybreaks\\postdisplaypenalty=10000\n")
    assert re.search(r"\\interdisplaylinepenalty=10000\n\\end\{\w+\*\}\}%\n$", display)


@needs_tex
def test_a_long_proof_goes_on_to_the_next_slide(tmp_path: Path) -> None:
    if not is_installed("beamer"):
        pytest.skip("the class beamer is not installed, or not whole")
    (_, found), *_ = sections(["Theorem 10", "score(1/4 + c/2 + u/8)"], style(columns=2, environment="theorem"))
    text = of_class("beamer", found, "said")
    log = compiled(text, tmp_path, times=2)
    assert FAULTS.findall(log) == []
    assert int(re.findall(r"Output written on .*\((\d+) page", log)[0]) >= 6
    assert r"Overfull \vbox" in compiled(text.replace("[allowframebreaks]", ""), tmp_path)


@needs_tex
def test_a_display_leaves_no_empty_line_behind_it(tmp_path: Path) -> None:
    body = workbench.latex("score_driven", cost="beta(2, 2)")
    proof = body[body.rindex("{\\allowdisplaybreaks") :].removesuffix("\\par\\endgroup\n")
    bare = re.sub(r"\{\\allowdisplaybreaks.*\n", "", proof).replace("*}}%", "*}")
    heights = []
    for text in (proof, bare):
        measured = rf"\setbox0\vbox{{Proof. {text}\par}}\typeout{{H\the\ht0}}"
        heights += re.findall(r"^H([\d.]+)pt", compiled(article(measured), tmp_path), re.M)
    assert proof != bare
    assert heights[0] == heights[1]


@needs_tex
def test_the_document_compiles_without_a_fault(of_papers: list[Entry], tmp_path: Path) -> None:
    page = style(document=True)
    found = [("Everything", entries(page)), ("Claims of papers", of_papers)]
    assert FAULTS.findall(compiled(as_document(found, page), tmp_path, times=2)) == []


@needs_tex
def test_widths_are_not_too_small(written: list[Entry], tmp_path: Path) -> None:
    formulas = list(dict.fromkeys(shown.latex for entry in written for shown in entry.shown))
    lines = [rf"\settowidth{{\w}}{{$\displaystyle {x}$}}\typeout{{W\the\w}}" for x in formulas]
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{amsmath}\newlength{\w}"
    log = compiled("\n".join([head, r"\begin{document}", *lines, r"\end{document}"]), tmp_path)
    measured = [float(x) for x in re.findall(r"^W([\d.]+)pt", log, re.M)]
    assert len(measured) == len(formulas) > 200
    for formula, real in zip(formulas, measured, strict=True):
        assert 0.92 * real < width(formula) < 1.35 * real + 3, formula


# --- names, notation, prose, files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Q_c", "definition"), ("AUC", "metric"), ("score_driven", "method"), ("score(c**2)", "derivation"),
     ("precision", "figure"), ("LL", "figure"), ("precision(1/3)", "expression"), ("LL - BS", "expression"),
     ("loss(optimal, cost=beta(2, 2))", "derivation"),
     ("Theorem 10", "theorem"), ("theorem_10", "theorem"),
     ("Area and refinement", "result"), ("area_and_refinement", "result"),
     ("BS <= MAE", "statement"), ("MAE <= BS", "statement"),
     ("table", "table"), ("004.T6", "claim")],
)  # fmt: skip
def test_each_kind_of_name(name: str, kind: str) -> None:
    ((_, (entry,)),) = sections([name], ONE_COLUMN)
    assert entry.kind == kind
    assert as_fragments([("", [entry])]) == workbench.latex(name)


def test_a_paper_is_called_by_its_title_too() -> None:
    assert workbench.latex("Evaluating and comparing classifiers (lecture)") == workbench.latex("003")


@pytest.mark.parametrize(
    ("statement", "every"),
    [("AUC <= t", r"It is not true for every sample with both classes and scores in $[0, 1]$, and every $t$ in "
      "$[0, 1]$ that"),
     ("q*BS <= t", r"scores in $[0, 1]$, and all $q$ and $t$ in $[0, 1]$ that"),
     ("a*BS <= t", r"and every $t$ in $[0, 1]$, and every $a$ in the real numbers that"),
     ("loss(score_fixed(t), cost=beta(a, b)) == BS", r"and every $t$ in $[0, 1]$, and all $a$ and $b$ greater than "
      "zero that"),
     ("h_measure(a, 2) <= q", r"every $q$ in $[0, 1]$, and every $a$ greater than zero that"),
     ("loss(score_driven, cost=uniform(a, b)) == BS", "all $a$ and $b$ in the real numbers, where both sides have a "
      "value, that"),
     ("AUC/t <= 2", r"and every $t$ in $[0, 1]$, where both sides have a value, that"),
     ("loss(rate_fixed(r)) >= r", r"scores in $[0, 1]$, and every $r$ in $[0, 1]$ that"),
     ("BS <= MAE", r"For every sample with both classes and scores in $[0, 1]$,"),
     ("MAE <= BS", r"scores in $[0, 1]$ that"),
     ("net_benefit(t) <= pi1 given t < 1", r"and every $t$ in $[0, 1]$, where both sides have a value,"),
     ("loss(score_fixed(t)) == error(t)", r"For every sample with both classes and scores in $[0, 1]$, and every $t$ "
      "in $[0, 1]$,")],
)  # fmt: skip
def test_a_statement_is_about_all_values_of_its_parameters(statement: str, every: str) -> None:
    assert every + "\n" in workbench.latex(statement)


@pytest.mark.parametrize(
    ("statement", "stated", "means"),
    [
        ("LL >= BS", r"\mathrm{LL} \ge \mathrm{BS}", r"\mathrm{LL} = \pi_0 E_0[-\log(1 - s)]"),
        (
            "precision(1/2) <= 1/2",
            r"\mathrm{precision}\left(\frac{1}{2}\right) \le \frac{1}{2}",
            r"\right) = \frac{\pi_0",
        ),
        ("BS <= MAE", r"\mathrm{BS} \le \mathrm{MAE}", ""),
    ],
)
def test_a_statement_is_stated_as_it_was_asked(statement: str, stated: str, means: str) -> None:
    for text in (workbench.latex(statement), workbench.latex(workbench.prove(statement))):
        assert f"\n{stated}\n" in text
        assert (means in text) if means else ("where" not in text)


@needs_tex
@pytest.mark.parametrize(
    ("name", "cost"),
    [("max(AUC, BS, MAE) >= min(AUC, BS)", None),
     ("score(1/2*indicator(c<1/3) + c*indicator(1/3<=c))", "beta(7, 11)"),
     (" + ".join(f"macro_error({k}/1234567)*loss(mix(q, score_uniform, optimal), cost=beta({k}, 99))" for k in (1, 2))
     + " <= AUC", None),
     (f"{'1234567890' * 13}*AUC <= BS", None), (f"AUC/{'1234567890' * 13} >= {'7' * 120}/{'1234567890' * 13}", None)],
)  # fmt: skip
def test_what_is_long_is_broken(name: str, cost: str | None, tmp_path: Path) -> None:
    assert FAULTS.findall(compiled(workbench.latex(name, document=True, cost=cost), tmp_path)) == []


def test_a_title_is_a_formula() -> None:
    text = workbench.latex(["loss(optimal, cost=beta(2, 2))", "BS <= MAE"], document=True)
    assert r"\title{$L^{o}_{c \sim \mathrm{Beta}(2, 2)}$, $\mathrm{BS} \le \mathrm{MAE}$}" in text


def test_conditions_are_solved_and_what_is_below_a_rate_is_said() -> None:
    text = workbench.latex(["score_fixed(t)", "rate_fixed(r)", "table"])
    assert r"is proper exactly when $t = \frac{1}{2}$." in text
    assert r"if $t = \frac{1}{2}$" in text
    assert r"where $H(\rho)$ is the probability that the rate is less than $\rho$:" in text
    assert r"H(\rho) & = \mathbf{1}\{r < \rho\}" in text
    assert r"r \le \rho" not in text
    assert "cdf of the rate" not in text


def test_a_large_number_has_a_power_of_ten() -> None:
    assert results.number(Fraction(10**30 + 1, 7)) == r"$1.42857\ldots \cdot 10^{29}$"


def test_a_document_of_few_things_has_their_names_for_a_title() -> None:
    assert r"\title{Theorem 6, $\mathrm{AUC}$}" in workbench.latex(["Theorem 6", "AUC"], document=True)
    assert r"\title{Threshold choice methods, losses and metrics}" in workbench.latex(
        ["F0", "F1", "R", "L"], document=True
    )


@needs_tex
def test_the_claims_of_a_paper_fit_on_their_lines(tmp_path: Path) -> None:
    ((_, found),) = sections(["004.s1.1"], ONE_COLUMN)
    body = as_fragments([("", found)])
    assert "004.s1.1.kendall.corrected" in body
    assert not FAULTS.findall(compiled(article(body), tmp_path))


def test_several_theorems_and_a_method_with_a_cost() -> None:
    assert len(sections(["Random cutpoint"], ONE_COLUMN)[0][1]) == 2
    assert len(sections(["value_of_the_condition"], ONE_COLUMN)[0][1]) == 3
    assert r"L^{sd}_{z \sim \mathrm{Beta}(2, 2)}" in workbench.latex(
        "score_driven", cost="beta(2, 2)", condition="skew"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Theorem 10", "--condition is for the loss of a method, and Theorem 10 is none"),
        ("score-driven", "score-driven is none; did you mean score_driven?"),
        ("loss(optimal) <= BS", "loss(optimal) <= BS is none"),
    ],
)
def test_a_condition_is_for_methods(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", name, "--condition", "skew"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "hint"),
    [("AUX", "AUC"), ("auc", "AUC"), ("theorem 10", "Theorem 10"), ("score_drivn", "score_driven"),
     ("004.T99", "004.T"), ("tabel", "table"), ("brier curves", "Brier Curves?"), ("Überall", "--help"),
     ("", "a name is empty"), (" ", "a name is empty")],
)  # fmt: skip
def test_an_unknown_name_is_refused_in_one_line(name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", name]) == 2
    out, error = capsys.readouterr()
    assert not out
    assert error.count("\n") == 1
    assert hint in error


@pytest.mark.parametrize(
    "arguments",
    [[], ["AUC", "--all"], ["AUC", "--json", "--document"], ["AUC", "--cost", "uniform"], ["BS <="],
     ["AUC", "-o", "/"], ["AUC", "-o", "no/such/folder/x.tex"], ["score_driven", "--cost", "beta(0, 1)"],
     ["--all", "--cost", "uniform"], ["--all", "--weight", "c"], ["AUC", "--weight", "c"],
     ["score_driven", "--weight", "c -"], ["score_driven", "--weight", "0 - c"],
     ["score_driven", "--weight", "c", "--cost", "uniform"]],
)  # fmt: skip
def test_wrong_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", *arguments]) == 2
    out, error = capsys.readouterr()
    assert not out
    assert error.startswith("workbench latex: ")
    assert error.count("\n") == 1


def test_a_file_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.tex"
    assert main(["latex", "AUC", "Theorem 6", "-o", str(path)]) == 0
    assert path.read_text("utf-8") == workbench.latex(["AUC", "Theorem 6"])
    assert list(tmp_path.iterdir()) == [path]
    assert capsys.readouterr().out == ""
    assert main(["latex", "AUC", "AUC", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["fragments"]
    assert (row["name"], row["kind"], row["latex"]) == ("AUC", "metric", workbench.latex("AUC"))


def test_results_are_names_too() -> None:
    found = workbench.derive("score_driven", "beta(2, 2)")
    assert workbench.latex(found) == workbench.latex("score_driven", cost="beta(2, 2)")
    under = workbench.latex("score_driven", weight="1/c")
    assert workbench.latex(workbench.derive("score_driven", weight="1/c")) == under
    assert r"for the weight $w(c)$ of cost proportions" in under
    both = workbench.latex(["BS <= MAE", "AUC"])
    assert workbench.latex([workbench.prove("BS <= MAE"), "AUC"]) == workbench.latex("BS <= MAE", "AUC") == both
    for wrong in ([1], [None], 1, None):
        with pytest.raises(workbench.InputError, match="has no LaTeX"):
            workbench.latex(wrong)  # type: ignore[arg-type]


def test_a_document_of_a_paper_of_ones_own_has_its_title_and_authors(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, "utf-8")
    text = workbench.latex(str(path), document=True)
    assert "\\title{On reflected thresholds}\n\\author{A. Nobody}\n" in text
    assert "\\title{own.E1}\n\\author{A. Nobody}\n" in workbench.latex(f"{path}::E1", document=True)
    both = workbench.latex([str(path), "BS"], document=True)
    assert "\\title{On reflected thresholds, $\\mathrm{BS}$}\n\\author{The threshold workbench}\n" in both


def test_a_paper_and_a_module_with_papers_are_names_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "my_paper_of_modules.py").write_text(
        "from workbench.papers.claims import Claim, Paper\nfrom workbench.papers.general_claims import Statement\n"
        "T1 = Claim('mod.T1', 'Theorem 1', 'The Brier score is no more.', 'theorem', Statement('BS <= MAE'))\n"
        "PAPER = Paper('mod', 'On modules', 'A. Nobody', 2026, (T1,))\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("my_paper_of_modules")
    text = workbench.latex(module)
    assert r"\textbf{On modules} (A. Nobody, 2026)\textbf{.} 1 claim: 1 holds." in text
    assert workbench.latex(module.PAPER) == workbench.latex([module.PAPER]) == text
    assert r"\author{A. Nobody}" in workbench.latex(module, document=True)
    with pytest.raises(workbench.InputError, match="json: it binds no Paper"):
        workbench.latex(json)


def test_means_over_the_condition_say_where_they_are_over_u_too() -> None:
    said = "$E_c$ is the mean over $u$ as well, which is uniform on $[0, 1]$ and independent of $c$."
    for name in ("score_uniform", "loss(score_uniform)", "Theorem 8", "score(c*u)"):
        assert workbench.latex(name).count(said) == 1, name
    for name in ("score_driven", "loss(score_driven)"):
        assert said not in workbench.latex(name)
    assert said not in workbench.latex("loss(score_uniform)", notation="integrals")


def test_the_area_under_the_hull_has_a_formula() -> None:
    assert r"\hat{p}(s_0) < \hat{p}(s_1)" in workbench.latex("AUCH")


def test_the_same_bytes_each_time() -> None:
    names = ["table", "Theorem 10", "BS <= MAE", "MAE <= BS", "score(c**2)"]
    one = [workbench.latex(names, document=document) for document in (False, True)]
    assert one == [workbench.latex(names, document=document) for document in (False, True)]
    assert all(text.isascii() for text in one)


def test_the_notation_is_changed_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for letter, latex in (("pi0", "p_0"), ("E0", r"\mathbb{E}_0"), ("expected loss", r"\Lambda"), ("F0", "G_0")):
        monkeypatch.setitem(letters.NOTATION, letter, latex)
    text = workbench.latex(["Theorem 10", "Q_c", "table"])
    assert re.search(r"\\pi_0|(?<!b\{E\})(?<![A-Za-z}])E_0|F_0|(?<![A-Za-z])L[\^_]", text) is None
    assert r"\Lambda^{rd}_{U(c)}" in text
    assert "2 (c p_0 (1 - G_0(t))" in text


def test_every_letter_of_the_theory_has_a_definition_or_stands_in_one() -> None:
    text = workbench.latex(list(theory.DEFINITIONS))
    words = {"beta", "min", "max", "log", "exp", "rate"}
    for name, latex in letters.NOTATION.items():
        assert latex in text or name in words, name


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("A threshold at the score s of a random example.", "A threshold at the score $s$ of a random example."),
        ("50% of R&D #1 in [0, 1], class 1", r"50\% of R\&D \#1 in [0,~1], class 1"),
        ("BS = pi0 BS0 + pi1 BS1.", r"$\mathrm{BS} = \pi_0\,\mathrm{BS}_0 + \pi_1\,\mathrm{BS}_1$."),
        ("2 AUC, BS AUC and BS (1 - q)", r"$2\,\mathrm{AUC}$, $\mathrm{BS}\,\mathrm{AUC}$ and $\mathrm{BS}\,(1 - q)$"),
        ("Model A has AUC 0.79", r"Model A has $\mathrm{AUC}$ 0.79"),
        ("at <0, 1> or at <x, x>", r"at $\langle 0, 1 \rangle$ or at $\langle x, x \rangle$"),
        ("the file a_b.csv of José", r"the file a\_b.csv of Jos\'{e}"),
        ("(1-p)s^2 = (x - y)**2/4 {y}", r"$(1-p)s^{2} = (x - y)^{2}/4 \{y\}$"),
        ('he said "no" and \\left', r"he said ``no'' and \textbackslash{}left"),
        ("1 - 2*0.67 < s*t", r"$1 - 2\cdot 0.67 < s\,t$"),
        ("costs $5 and {", r"costs \$5 and \{"),
        ("漢", r"\texttt{U+6F22}"),
        ("See § 4.1, p. 5", r"See \S{}~4.1, p.~5"),
        ("the class’s score isn’t s’s — 3–4", r"the class's score isn't $s$'s --- 3--4"),
        ("π_0 + π_1 = 1 and α ≤ β", r"$\pi_0 + \pi_1 = 1$ and $\alpha \le \beta$"),
        (
            "loss(optimal) <= BS, as loss(optimal) == x*f(1 is",
            r"$L^{o}_{U(c)} \le \mathrm{BS}$, as $L^{o}_{U(c)}$ == x*f(1 is",
        ),
        ("loss(no_such) and loss(x", r"loss(no\_such) and loss($x$"),
        ("π₀ and π₁ = 1 − π₀", r"$\pi_0$ and $\pi_1 = 1 - \pi_0$"),
        ("τ̂ ≤ τ̃, x̄ ≥ ȳ², p̂(s)", r"$\hat{\tau} \le \tilde{\tau}$, $\bar{x} \ge \bar{y}^2$, $\hat{p}(s)$"),
        ("an F1 of q, the F1-gain", r"an $\mathrm{F1}$ of $q$, the $\mathrm{F1}$-gain"),
        ("G - s G' and 's' is s' or the s's", r"$G - s G'$ and 's' is $s'$ or the $s$'s"),
        ("F0 less F1; the rate", r"$F_0$ less $F_1$; the rate"),
        ("the rate F1 is F1(t)", r"the rate $F_1$ is $F_1(t)$"),
        ("s₁₀ is 10⁻³, BS₀ ≤ MAE₁", r"$s_{10}$ is 10$^{-3}$, $\mathrm{BS}_0 \le \mathrm{MAE}_1$"),
        ("ℒ ∈ 𝒳 ≪ 𝔼, ﬁt", r"$\mathcal{L}$ $\in$ $\mathcal{X}$ $\ll$ $\mathbf{E}$, fit"),
        (
            "Νίκος, Đorđe",
            r"N$\acute{\iota}\kappa$o$\varsigma$, \makebox[0pt][l]{\kern.05em-}Dor"
            r"d\makebox[0pt][r]{\raisebox{.45ex}{-}}e",
        ),
        ("x − y ≥ −1, σ → ∞", r"$x - y \ge -1$, $\sigma$ $\to$ $\infty$"),
        ("\\int_0^s 2c w(c) dc", r"$\int_0^s 2c w(c) \,dc$"),
        ("it is ∫_s^1 2(1-c) w(c) dc, do (s do) x", r"it is $\int_s^1 2(1-c) w(c) \,dc$, do ($s$ do) $x$"),
    ],
)
def test_sentences(text: str, latex: str) -> None:
    assert prose(text) == latex


@needs_tex
def test_signs_of_unicode_are_known_to_latex(tmp_path: Path) -> None:
    signs = "".join((*known_signs._SIGNS, *known_signs.GREEK, *known_signs._LETTERS, *known_signs._OF_LATIN))
    text = prose(" ".join(signs))
    assert r"\texttt" not in text
    assert FAULTS.findall(compiled(article(rf"\sloppy {text}"), tmp_path)) == []


@needs_tex
def test_accents_indices_and_alphabets_of_unicode_are_set(tmp_path: Path) -> None:
    text = "π₀ τ̂ x̄₁² s₁₀ 10⁻³ ŷ ℓ₂ 𝒳 𝔼 𝐱 𝛼 ﬁ ⅓ ế ș Ệ Łódź Šimić Νίκος Σᵢ x⃗ \u200b Ａ"
    assert r"\texttt" not in prose(text)
    assert FAULTS.findall(compiled(article(rf"\sloppy {prose(text)} {known_signs.escaped(text)}"), tmp_path)) == []


def test_letters_that_latex_has_not_are_seen_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[paper]\ntitle = "On 漢"\nauthors = "И. π₀"\n[[claim]]\nid = "T1"\nsays = "BS <= MAE"\n', "utf-8")
    told = r"И \(U\+0418\), 漢 \(U\+6F22\) are printed as their code points"
    with pytest.warns(UserWarning, match=told):
        text = workbench.latex(str(path))
    assert r"On \texttt{U+6F22}" in text
    assert r"\texttt{U+0418}. $\pi_0$" in text
    with pytest.warns(UserWarning, match=told):
        assert main(["latex", str(path)]) == 0


def test_no_formula_is_glued_to_a_word(written: list[Entry], of_papers: list[Entry]) -> None:
    assert prose("of rate\n  ") == "of rate "
    for entry in (*written, *of_papers):
        for number, part in enumerate(re.split(r"(?<!\\)\$", entry.latex)):
            if number % 2 == 0 and not part.isspace():
                assert re.match(r"[^\w]", part) or not number, (entry.name, part)
                assert not re.search(r"\w\Z", part), (entry.name, part)


# --- columns, environments, labels, notations ------------------------------------------------------------------------

FEW = ["Theorem 10", "Corollary 3", "BS <= MAE", "MAE <= BS", "Area and refinement", "score_driven", "Q_c", "AUC", "L",
       "score(c**2)", "table", "notation"]  # fmt: skip


@needs_tex
@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("notation", ["expectations", "integrals"])
@pytest.mark.parametrize("environment", [None, "proposition"])
def test_a_document_in_each_style_compiles_without_a_fault(
    columns: int, notation: str, environment: str | None, tmp_path: Path
) -> None:
    text = workbench.latex(
        FEW, document=True, columns=columns, notation=notation, environment=environment, label="said"
    )
    log = compiled(text, tmp_path, times=2)
    assert FAULTS.findall(log) == []
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert len(labels) == len(set(labels)) == len(FEW) - 2
    marks = re.findall(r"\\newlabel\{(.*?)\}", (tmp_path / "written.aux").read_text("utf-8"))
    assert set(labels) <= set(marks)


def test_a_theorem_stands_in_its_environment_and_its_proof_behind_it() -> None:
    text = workbench.latex("Theorem 10", environment="proposition", label="thm")
    begin, end = r"\begin{proposition}[{Theorem 10}]\label{thm:theorem_10}", r"\end{proposition}"
    assert text.count(begin) == text.count(end) == 1
    assert text.index(begin) < text.index(r"L^{rd}_{U(c)} = ") < text.index(end) < text.index(r"\textit{Proof.}")
    assert text.count(r"\label") == 1
    assert r"\begin{equation}\label{thm:theorem_10}" in workbench.latex("Theorem 10", label="thm")
    refuted = workbench.latex("MAE <= BS", environment="proposition")
    assert "proposition" not in refuted


def test_labels_are_distinct() -> None:
    labelled = replace(ONE_COLUMN, label="said", environment="theorem")
    names = [entry.name for entry in entries()]
    assert len({labelled.label_of(name) for name in names}) == len(names)
    assert labelled.label_of("BS <= MAE + 1/2") != labelled.label_of("BS <= MAE - 1/2")


def test_theorems_come_in_the_order_of_their_paper() -> None:
    named = [entry.name for entry in entries() if entry.kind == "theorem"]
    assert named[:12] == [
        "Lemma 1, skew", "Lemma 1, loss", "Theorem 2", "Corollary 3", "Theorem 4", "Corollary 5", "Theorem 6",
        "Corollary 7", "Theorem 8", "Corollary 9", "Theorem 10", "Corollary 11",
    ]  # fmt: skip


def test_a_theorem_about_uniform_costs_says_so() -> None:
    for entry in entries():
        if entry.kind == "theorem" and "the operating condition is uniform" in entry.latex:
            assert r"w(c)" not in entry.latex, entry.name
            assert r"w(z)" not in entry.latex, entry.name
    assert r"L^{sd}_{U(c)} = \mathrm{BS}" in workbench.latex("Theorem 6")
    assert r"L^{ru}_{w(c)} = " in workbench.latex("Rate-uniform under any density")


def test_means_are_integrals() -> None:
    def of(name: str) -> str:
        return workbench.latex(name, notation="integrals")

    assert r"\mathrm{AUC} = \int F_0\, dF_1" in of("AUC")
    assert r"= \int s^{2} f_0(s)\, ds" in of("BS0")
    assert r"L^{t = T(c)}_{w_c(c)} & = \int_0^1 Q_c(T(c); c)\, w_c(c)\, dc" in of("L")
    assert r"\pi_0 \int R\, dF_0" in of("Theorem 10")
    means = re.compile(r"(?<![a-z{])E(_[01c])? *(\[|\\left *\[|\\bigg?l\[)")
    for written_in, some in ((INTEGRALS, False), (TWO_COLUMNS, True)):
        displays = [rows(x[2]) for entry in entries(written_in) for x in DISPLAY.finditer(entry.latex)]
        assert some == any(means.search(row) for lines in displays for row in lines)
    assert workbench.latex("AUC") == workbench.latex("AUC", notation="expectations")


@pytest.mark.parametrize(
    "wrong",
    [{"columns": 3}, {"environment": "a b"}, {"environment": ""}, {"environment": "equation"}, {"environment": "proof"},
     {"environment": "x1"}, {"environment": "frame"},
     {"label": "a}b"}, {"label": ""}, {"notation": "sums"}, {"line": 20}, {"line": float("nan")},
     {"line": float("inf")}, {"line": "345"}],
)  # fmt: skip
def test_a_style_that_does_not_exist_is_refused(wrong: dict[str, object]) -> None:
    ((name, _),) = wrong.items()
    with pytest.raises(workbench.InputError, match=f"^{name} "):
        workbench.latex("AUC", **wrong)


@pytest.mark.parametrize(
    "arguments", [["--environment", "a b"], ["--label", "{"], ["--line", "1"], ["--environment", "document"]]
)
def test_a_wrong_style_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", "AUC", *arguments]) == 2
    out, error = capsys.readouterr()
    assert not out
    assert error.startswith("workbench latex: ")
    assert error.count("\n") == 1


def test_the_command_and_the_function_write_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--columns", "2", "--environment", "lemma", "--label", "a", "--notation", "integrals"]
    assert main(["latex", "Theorem 6", *options]) == 0
    wanted = workbench.latex("Theorem 6", columns=2, environment="lemma", label="a", notation="integrals")
    assert capsys.readouterr().out == wanted
    assert main(["latex", "Theorem 6", "--line", "200"]) == 0
    assert capsys.readouterr().out == workbench.latex("Theorem 6", line=200)
