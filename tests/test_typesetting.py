"""LaTeX fragments and documents: each formula read back has the value that it was made from, and all of it compiles."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sympy import Basic, Expr, Integer, Rational, Symbol

import workbench
from tests.latex_reader import read_expression
from workbench import methods, metrics
from workbench.cli import main
from workbench.language import syntax
from workbench.language.statements import quantities
from workbench.numeric import exact
from workbench.numeric.certified import agree
from workbench.numeric.reals import Undefined
from workbench.numeric.sample import Sample
from workbench.symbolic import evidence, letters, loss, notation, rules
from workbench.symbolic.laws import NoClosedForm
from workbench.symbolic.library import theorems
from workbench.symbolic.notation import ANY, UNIFORM, BetaDensity, c, tau, u
from workbench.symbolic.translation import Untranslatable, to_sympy
from workbench.typesetting import results, theory
from workbench.typesetting.displays import ARTICLE, broken
from workbench.typesetting.document import PAGE, as_document, as_fragments, sections
from workbench.typesetting.entries import Entry, Shown
from workbench.typesetting.folding import folded, without_wide_fractions
from workbench.typesetting.prose import prose
from workbench.typesetting.widths import width

STATEMENTS = (
    "BS <= MAE", "RL <= RLH", "loss(rate_driven) <= loss(rate_uniform)", "abs(AUC - 1/2) <= 1/2",
    "MAE == 2*BS given calibrated", "loss(rate_uniform, condition=skew) >= 1/4", "MAE <= BS",
)  # fmt: skip
DERIVED = (
    ("score(c**2)", "uniform", "cost"), ("score_driven", "beta(2, 2)", "cost"), ("rate_driven", "beta(2, 2)", "skew"),
    ("mix(q, rate_driven, rate_uniform)", "uniform", "cost"), ("optimal", "beta(2, 2)", "cost"),
    ("score_uniform(1/4, 3/4)", "uniform(0, 1/2)", "skew"),
)  # fmt: skip


def entries(line: float = ARTICLE) -> list[Entry]:
    """Everything but the claims of papers, whose checks take long."""
    return [
        *(theory.definition_of(name, line) for name in theory.DEFINITIONS),
        *(theory.metric_of(name, line) for name in metrics.CATALOGUE),
        *(theory.method_of(name, line) for name in methods.CATALOGUE),
        results.table_of_methods(line),
        *(results.theorem_of(theorem, line) for theorem in theorems().values()),
        *(results.derivation_of(*case, line) for case in DERIVED),
        *(results.statement_of(text, line) for text in STATEMENTS),
    ]


@pytest.fixture(scope="module")
def written() -> list[Entry]:
    return entries()


# --- displayed formulas, as they stand in the text ---------------------------------------------------------

DISPLAY = re.compile(r"\\begin\{(equation|align|flalign)\*\}\n(.*?)\n\\end\{\1\*\}", re.S)
RELATIONS = ("=", "<", ">", r"\le", r"\ge", r"\ne")


def braced(text: str, start: int) -> int:
    """Where the group that begins at a brace ends."""
    depth = 0
    for at in range(start, len(text)):
        if text[at - 1] != "\\":
            depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    raise AssertionError(text)


def without_notes(text: str) -> str:
    while (start := text.find(r"&& ")) >= 0:
        end = start + 3
        while (found := re.match(r"\\smash\[b\]|\\parbox\[t\]|\{", text[end:])) is not None:
            end = braced(text, end) if found[0] == "{" else end + len(found[0])
        text = text[:start] + text[end:]
    return text


def rows(display: str) -> list[str]:
    """The rows of a display, each in one line again."""
    found: list[str] = []
    for row in re.split(r" *\\\\\n", without_notes(display)):
        text = row.replace("&", " ").strip()
        if text.startswith(r"\qquad"):
            found[-1] += " " + text.removeprefix(r"\qquad").replace("{}", "", 1)
        else:
            found.append(text)
    return [
        re.sub(r"\\bigg?([lr])(?![a-z])", lambda x: rf"\{ {'l': 'left', 'r': 'right'}[x[1]] }", row) for row in found
    ]


def sides(row: str) -> Iterator[str]:
    """What stands between the relations of a row, outside all brackets; a zero on the left is not counted."""
    row = row.partition(r"\quad\text{given }")[0]
    tokens = re.findall(r"\\[a-zA-Z]+|\\.|\s+|.", row)
    depth, side = 0, ""
    for token in tokens:
        closes = token in ")]}" or token == r"\}"
        depth += (token in "([{" or token == r"\{") - closes
        if not depth and token in RELATIONS:
            if side.strip() not in ("", "0"):
                yield side.strip()
            side = ""
        else:
            side += token
    yield side.strip()


def displayed(entry: Entry) -> list[str]:
    return [side for found in DISPLAY.finditer(entry.latex) for row in rows(found[2]) for side in sides(row)]


def expected(entry: Entry) -> list[tuple[str, Any]]:
    """The labels and sources of what an entry displays, a label as the name that it is."""
    found: list[tuple[str, Any]] = []
    for shown in entry.shown:
        if shown.in_table:
            continue
        if shown.label:
            found.append((shown.label, None))
        if isinstance(shown.source, syntax.Statement):
            left, right = shown.source.left, shown.source.right
            found += [("", left)] * (str(left) != "0") + [("", right)]
        else:
            found.append(("", shown.source))
    return found


# --- values --------------------------------------------------------------------------------------------------

_RANDOM = random.Random(1)
NO_VALUE = (*evidence._NO_VALUE, Undefined, NoClosedForm, Untranslatable, rules.RuleFails)


def samples() -> Iterator[Sample]:
    rng = random.Random(2)
    for n in (5, 7, 8):
        classes = [0, 1, *(rng.randrange(2) for _ in range(n - 2))]
        yield Sample.of(classes, [Fraction(rng.randrange(8), 7) for _ in classes])
    yield Sample.of([0, 1, 1, 0, 1], ["0.1", "0.3", "0.5", "0.7", "0.9"])


SAMPLES = tuple(samples())
VALUES = {
    name: Rational(_RANDOM.randrange(1, 30), 31)
    for name in (*"abcdefghijklmopqrtxyz", "eta", "rho", "alpha", "h", "tpr")
}
BOUNDED = {"e": Rational(1, 7), "l": Rational(1, 5), "h": Rational(4, 5), "c": Rational(2, 5), "u": Rational(3, 7),
           "s": Rational(3, 5)}  # fmt: skip


def instance(e: Expr) -> Expr:
    """An expression with a method, a density and parameters in place of those that it leaves open."""
    e = e.replace(tau, lambda *_: (c + u) / 2).xreplace({ANY: BetaDensity(Integer(2), Integer(1))})
    free = {x: {**VALUES, **BOUNDED}[x.name] for x in e.free_symbols if x.name not in quantities()}
    return evidence._substituted(e, free)


def values(e: Expr) -> list[Any]:
    """The values on all samples, None where there is none; nothing at all for what has no number."""
    found = []
    for sample in SAMPLES:
        try:
            found.append(evidence.on_sample(instance(e), sample))
        except NO_VALUE:
            found.append(None)
    return found


def as_expression(source: Any) -> Expr:
    return source if isinstance(source, Expr) else to_sympy(source)


def unified(e: Basic) -> Basic:
    """An expression whose parameters differ by their names alone, not by what is known of them."""
    return e.xreplace(
        {x: Symbol(x.name, real=True) for x in e.atoms(Symbol) if x.name not in quantities() | {"c", "u", "s"}}
    )


def density_of(source: Expr) -> Any:
    found = {mean.args[0] for mean in source.atoms(notation.ConditionMean)}
    assert len(found) <= 1, source
    return found.pop() if found else ANY


def same(read: Expr, source: Expr) -> bool | None:
    """Whether both have the same values; where they have none on any sample, whether they are the same."""
    found, wanted = values(read), values(source)
    pairs = [(a, b) for a, b in zip(found, wanted, strict=True) if a is not None or b is not None]
    if pairs:
        return all(a is not None and b is not None and agree(a, b) for a, b in pairs)
    return None if rules.same(unified(read), unified(source)) else False


def brute(name: str, sample: Sample) -> Fraction:
    """The metrics whose formula is a greatest or least value over all thresholds."""
    levels = [Fraction(-1), *sample.scores]
    parts = [sample.examples()]
    (classes, scores) = parts[0]
    rates = []
    for t in levels:
        below = [sum(k == j and s <= t for j, s in zip(classes, scores, strict=True)) for k in (0, 1)]
        rates.append((Fraction(below[0], sample.n0), Fraction(below[1], sample.n1)))
    if name == "KS":
        return max(abs(a - b) for a, b in rates)
    share = Fraction(sample.n0, sample.n)
    return min(share * (1 - a) + (1 - share) * b for a, b in rates)


BY_THRESHOLDS = {
    "KS": r"\max_t |F_0(t) - F_1(t)|",
    "MER": r"\min_t \{\pi_0 (1 - F_0(t)) + \pi_1 F_1(t)\}",
}


def checked(text: str, source: Any) -> bool | None:
    """Whether a formula read back has the value of what it was made from; None where both are but the same."""
    if text in BY_THRESHOLDS.values():
        name = source.name
        assert text == BY_THRESHOLDS[name]
        return all(brute(name, sample) == exact.value(sample, source) for sample in SAMPLES)
    wanted = as_expression(source)
    if wanted.has(notation.ConditionMean) and wanted.has(
        UNIFORM
    ):  # any density is the uniform one there, by assumption
        wanted = wanted.xreplace({ANY: UNIFORM})
        return same(read_expression(text, UNIFORM).xreplace({ANY: UNIFORM}), wanted)
    return same(read_expression(text, density_of(wanted)), wanted)


# --- tests -----------------------------------------------------------------------------------------------------


def test_every_displayed_formula_has_the_value_that_it_was_made_from(written: list[Entry]) -> None:
    by_value = alike = 0
    for entry in written:
        texts, wanted = displayed(entry), expected(entry)
        assert len(texts) == len(wanted), (entry.name, texts, wanted)
        for text, (label, source) in zip(texts, wanted, strict=True):
            if label:
                assert text == label
                continue
            found = checked(text, source)
            assert found is not False, (entry.name, text, source)
            by_value, alike = by_value + (found is True), alike + (found is None)
    assert by_value > 400
    assert alike < by_value / 6


def test_the_equations_of_definitions_hold() -> None:
    equations = [x for found in theory.DEFINITIONS.values() for x in found.equations]
    assert len(equations) > 12
    for left, right in equations:
        one, other = theory._side(left).expression, theory._side(right).expression
        if one == notation.z:
            one = loss.skew(c)
        if isinstance(one, notation.R) and other != notation.r:
            one = notation.ClassMean(2, 1 - notation.Below(notation.t, notation.s))
        if isinstance(one, notation.ExpectedLoss):
            assert other == loss.written_out(one)
        elif other != notation.r:  # that every rate is attained is assumed
            one, other = (rules.loss_at_a_threshold.rewrite(e) for e in (one, other))
            assert same(one, other) is not False, (left, right)


def test_the_definitions_of_metrics_hold() -> None:
    for name in metrics.CATALOGUE:
        shown = theory.metric_of(name, ARTICLE).shown
        for formula in shown:
            if formula.latex not in BY_THRESHOLDS.values():
                assert same(notation.metric(name), as_expression(formula.source)) is True, name


def test_every_formula_of_a_table_has_the_value_that_it_was_made_from(written: list[Entry]) -> None:
    found: list[Shown] = [shown for entry in written for shown in entry.shown if shown.in_table]
    assert len(found) > 20
    for entry in written:
        for shown in entry.shown:
            if shown.in_table:
                assert f"${shown.latex}$" in entry.latex
                assert checked(shown.latex, shown.source) is not False, (entry.name, shown)


def test_a_changed_formula_is_noticed(written: list[Entry]) -> None:
    changes = ((" + ", " - "), (" - ", " + "), (r"\pi_0", r"\pi_1"), ("F_0", "F_1"), ("E_0", "E_1"), ("2", "3"),
               (r"\mathrm{BS}_0", r"\mathrm{BS}_1"), (r"\mathrm{AUC}", r"\mathrm{KS}"), ("sd", "rd"),
               ("U(c)", "U(z)"))  # fmt: skip
    tried, missed = 0, []
    for entry in written:
        if entry.kind != "theorem":
            continue
        for text, (_, source) in zip(displayed(entry)[1:2], expected(entry)[1:2], strict=True):
            for old, new in changes:
                if old in text and source is not None:
                    changed = text.replace(old, new, 1)
                    tried += 1
                    if checked(changed, source) is not False:
                        missed.append((entry.name, text, changed))
    assert tried > 60
    assert len(missed) <= tried / 10, missed


# --- claims of papers --------------------------------------------------------------------------------------------

FEW_CLAIMS = ("004.T6", "004.T10", "004.s4.4", "004.s1.3", "000.tab.6", "004.t2.1", "002.bs.2", "001.roc.1")


@pytest.fixture(scope="module")
def of_papers() -> list[Entry]:
    return [entry for _, listed in sections(FEW_CLAIMS, ARTICLE) for entry in listed]


def test_claims_read_back(of_papers: list[Entry]) -> None:
    assert "".join(entry.kind[0] for entry in of_papers) == "ccpccppccp"  # claims and parts of papers
    for entry in of_papers:
        texts, wanted = displayed(entry), expected(entry)
        assert len(texts) == len(wanted), entry.name
        assert all(checked(text, source) is not False for text, (_, source) in zip(texts, wanted, strict=True))
    text = "".join(entry.latex for entry in of_papers)
    for said in (r"\textbf{It holds}.", r"\textbf{It fails}, a known erratum.", "0.2315",
                 "{\\raggedright fails, a known erratum\\strut}",
                 r"\textbf{It is inconsistent}, a known erratum.", "It is false on these 2 examples."):  # fmt: skip
        assert said in text


# --- what TeX makes of it ----------------------------------------------------------------------------------------

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
FAULTS = re.compile(r"^!.*|.*Overfull \\[hv]box.*|.*[Uu]ndefined.*|.*multiply defined.*|Missing character.*", re.M)


def compiled(text: str, folder: Path, times: int = 1) -> str:
    """The log of TeX, without what it says of every document."""
    (folder / "written.tex").write_text(text, "utf-8")
    for _ in range(times):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "written.tex"]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout[-2000:]
    return (folder / "written.log").read_text("latin-1")


def article(body: str) -> str:
    return rf"\documentclass{{article}}\usepackage{{amsmath}}\begin{{document}}{body}\end{{document}}"


@needs_tex
def test_fragments_need_amsmath_alone(written: list[Entry], of_papers: list[Entry], tmp_path: Path) -> None:
    body = as_fragments([("", [*written, *of_papers])])
    displays = [fault for fault in FAULTS.findall(compiled(article(body), tmp_path)) if "in paragraph" not in fault]
    assert not displays


@needs_tex
def test_a_long_proof_goes_on_to_the_next_page(tmp_path: Path) -> None:
    body = workbench.latex("mix(q, score_driven, mix(1/3, rate_uniform, score(sqrt(c))))")
    log = compiled(article(body), tmp_path)
    assert not [fault for fault in FAULTS.findall(log) if "in paragraph" not in fault]
    assert int(re.findall(r"Output written on .*\((\d+) page", log)[0]) > 2
    unbroken = compiled(article(body.replace(r"\allowdisplaybreaks", "")), tmp_path)
    assert r"Overfull \vbox" in unbroken


@needs_tex
def test_a_display_leaves_no_empty_line_behind_it(tmp_path: Path) -> None:
    body = workbench.latex("score_driven", cost="beta(2, 2)")
    proof = body[body.rindex("{\\allowdisplaybreaks") :]
    bare = proof.replace("{\\allowdisplaybreaks\n", "").replace("*}}%", "*}")
    heights = []
    for text in (proof, bare):
        measured = rf"\setbox0\vbox{{Proof. {text}\par}}\typeout{{H\the\ht0}}"
        heights += re.findall(r"^H([\d.]+)pt", compiled(article(measured), tmp_path), re.M)
    assert proof != bare
    assert heights[0] == heights[1]


@needs_tex
def test_the_document_compiles_without_a_fault(of_papers: list[Entry], tmp_path: Path) -> None:
    found = [("Everything", entries(PAGE)), ("Claims of papers", of_papers)]
    assert FAULTS.findall(compiled(as_document(found), tmp_path, times=2)) == []


@pytest.mark.slow
def test_all_of_it_reads_back_and_compiles_without_a_fault(tmp_path: Path) -> None:
    found = sections([], PAGE, cache=tmp_path / "cache")
    for entry in (entry for _, listed in found for entry in listed):
        texts, wanted = displayed(entry), expected(entry)
        assert len(texts) == len(wanted), entry.name
        pairs = zip(texts, wanted, strict=True)
        assert all(text == label if label else checked(text, source) is not False for text, (label, source) in pairs)
    text = as_document(found)
    assert text == workbench.latex(document=True, cache=tmp_path / "cache")
    if shutil.which("pdflatex") is not None:
        assert FAULTS.findall(compiled(text, tmp_path, times=2)) == []


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
     ("loss(optimal, cost=beta(2, 2))", "derivation"),
     ("Theorem 10", "theorem"), ("theorem_10", "theorem"), ("BS <= MAE", "statement"), ("MAE <= BS", "statement"),
     ("table", "table"), ("004.T6", "claim")],
)  # fmt: skip
def test_each_kind_of_name(name: str, kind: str) -> None:
    ((_, (entry,)),) = sections([name], ARTICLE)
    assert entry.kind == kind
    assert as_fragments([("", [entry])]) == workbench.latex(name)


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
     ("loss(score_fixed(t)) == error(t)", r"For every sample with both classes and scores in $[0, 1]$, and every $t$ "
      "in $[0, 1]$,")],
)  # fmt: skip
def test_a_statement_is_about_all_values_of_its_parameters(statement: str, every: str) -> None:
    assert every + "\n" in workbench.latex(statement)


@needs_tex
@pytest.mark.parametrize(
    ("name", "cost"),
    [("max(AUC, BS, MAE) >= min(AUC, BS)", None),
     ("score(1/2*indicator(c<1/3) + c*indicator(1/3<=c))", "beta(7, 11)"),
     ("a_very_long_parameter_name_with_underscores_x*AUC + another_extremely_long_parameter_name_y <= "
      "third_parameter_name_which_is_long*BS + fourth_one_is_long_too_z", None),
     (f"{'1234567890' * 13}*AUC <= BS", None), (f"AUC/{'1234567890' * 13} >= {'7' * 120}/{'1234567890' * 13}", None)],
)  # fmt: skip
def test_what_is_long_is_broken(name: str, cost: str | None, tmp_path: Path) -> None:
    assert FAULTS.findall(compiled(workbench.latex(name, document=True, cost=cost), tmp_path)) == []


@pytest.mark.parametrize(
    ("formula", "room", "written"),
    [(r"\max(x + y, z)", 50, r"\max(x + y, \allowbreak z)"), (r"\max(x, z)", 500, r"\max(x, z)"),
     (r"2\,\mathrm{BS} \left(x^{2} + y\right) q", 40,
      r"2\,\allowbreak \mathrm{BS} \allowbreak \bigl(x^{2} + y\bigr) \allowbreak q"),
     (r"\mathit{a\_b\_c}_1 x", 20,
      r"\mathit{a\_}\allowbreak \mathit{b\_}\allowbreak \mathit{c}_1 \allowbreak x"),
     ("123456789012^{2}", 20, r"1234567890\allowbreak 12^{2}")],
)  # fmt: skip
def test_a_formula_within_a_line_may_be_broken(formula: str, room: float, written: str) -> None:
    assert folded(formula, room) == written


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
    ((_, found),) = sections(["004.s1.1"], ARTICLE)
    body = as_fragments([("", found)])
    assert "004.s1.1.kendall.corrected" in body
    assert not FAULTS.findall(compiled(article(body), tmp_path))


def test_several_theorems_and_a_method_with_a_cost() -> None:
    assert len(sections(["Random cutpoint"], ARTICLE)[0][1]) == 2
    assert len(sections(["value_of_the_condition"], ARTICLE)[0][1]) == 3
    assert r"L^{sd}_{z \sim \mathrm{Beta}(2, 2)}" in workbench.latex(
        "score_driven", cost="beta(2, 2)", condition="skew"
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [("AUX", "AUC"), ("auc", "AUC"), ("theorem 10", "Theorem 10"), ("score_drivn", "score_driven"),
     ("004.T99", "004.T"), ("tabel", "table"), ("Überall", "--help"), ("", "a name is empty"),
     (" ", "a name is empty")],
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
     ["--all", "--cost", "uniform"]],
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
    assert workbench.latex([workbench.prove("BS <= MAE"), "AUC"]) == workbench.latex(["BS <= MAE", "AUC"])
    for wrong in ([1], [None]):
        with pytest.raises(workbench.InputError, match="has no LaTeX"):
            workbench.latex(wrong)  # type: ignore[arg-type]


def test_the_same_bytes_each_time() -> None:
    names = ["table", "Theorem 10", "BS <= MAE", "MAE <= BS", "score(c**2)"]
    one = [workbench.latex(names, document) for document in (False, True)]
    assert one == [workbench.latex(names, document) for document in (False, True)]
    assert all(text.isascii() for text in one)


def test_the_notation_is_changed_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for letter, latex in (("pi0", "p_0"), ("E0", r"\mathbb{E}_0"), ("expected loss", r"\Lambda"), ("F0", "G_0")):
        monkeypatch.setitem(letters.NOTATION, letter, latex)
    text = workbench.latex(["Theorem 10", "Q_c", "table"])
    assert re.search(r"\\pi_0|(?<!b\{E\})(?<![A-Za-z}])E_0|F_0|(?<![A-Za-z])L[\^_]", text) is None
    assert r"\Lambda^{rd}_{w(c)}" in text
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
        ("50% of R&D #1 in [0, 1], class 1", r"50\% of R\&D \#1 in [0, 1], class 1"),
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
    ],
)
def test_sentences(text: str, latex: str) -> None:
    assert prose(text) == latex


def test_no_formula_is_glued_to_a_word(written: list[Entry], of_papers: list[Entry]) -> None:
    assert prose("of rate\n  ") == "of rate "
    for entry in (*written, *of_papers):
        for number, part in enumerate(re.split(r"(?<!\\)\$", entry.latex)):
            if number % 2 == 0 and not part.isspace():
                assert re.match(r"[^\w]", part) or not number, (entry.name, part)
                assert not re.search(r"\w\Z", part), (entry.name, part)


@pytest.mark.parametrize(
    ("quotient", "product"),
    [(r"\frac{2 \min(x, y)}{3}", r"\frac{2}{3} \min(x, y)"),
     (r"\frac{2 \cdot 5 x y z w}{3}", r"\frac{2}{3} \cdot 5 x y z w"),
     (r"\frac{2^{x} y z w x y}{3}", r"\frac{1}{3} \cdot 2^{x} y z w x y"),
     (r"\frac{x y z w x y}{3}", r"\frac{1}{3} x y z w x y"),
     (r"\frac{12\,\mathrm{AUC}}{n}", r"\frac{12}{n} \mathrm{AUC}"),
     (r"\frac{-2 x y z w x y}{3}", r"\frac{1}{3} \left(-2 x y z w x y\right)")],
)  # fmt: skip
def test_no_number_stands_behind_a_fraction(quotient: str, product: str) -> None:
    assert without_wide_fractions(quotient, 40) == product


def test_no_indicator_is_broken_where_there_is_another_way(written: list[Entry]) -> None:
    texts = [workbench.latex("rate(c**2)"), *(entry.latex for entry in written)]
    rows = [
        row for text in texts for found in DISPLAY.finditer(text) for row in without_notes(found[2]).split("\\\\\n")
    ]
    assert len([row for row in rows if r"\{" in row]) > 100
    assert not [row for row in rows if row.count(r"\{") != row.count(r"\}")]


@pytest.mark.parametrize("room", [60, 100, 200])
def test_breaking_changes_nothing(written: list[Entry], room: float) -> None:
    for entry in written:
        for shown in entry.shown:
            lines = broken(shown.latex, room)
            text = "".join(line.replace(r"\qquad {}", "").replace(r"\cdot", "") for line in lines)
            text = re.sub(r"\\bigg?l(?![a-z])", r"\\left", re.sub(r"\\bigg?r(?![a-z])", r"\\right", text))
            if without_wide_fractions(shown.latex, room) == shown.latex:
                assert re.sub(r"\s", "", text) == re.sub(r"\s|\\cdot", "", shown.latex)
            bare = [re.sub(r"\\[{}]", "", line) for line in lines]
            assert all(line.count("{") == line.count("}") for line in bare)
