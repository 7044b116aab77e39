"""Typeset formulas: each read back has the value that it was made from, and breaking it changes nothing."""

import itertools
import random
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sympy import Basic, Expr, Integer, Rational, Symbol

import workbench
from tests.latex_reader import DISPLAY, cases, read, read_expression, rows, sides, without_notes
from tests.typesetting.typeset import FAULTS, INTEGRALS, ONE_COLUMN, TWO_COLUMNS, claims, compiled, entries
from workbench import methods, metrics
from workbench.deciding import evidence
from workbench.language import syntax
from workbench.language.models import figures, models_of, with_figures
from workbench.language.statements import parameters, parse_statement, quantities
from workbench.losses import exact
from workbench.losses.reals import Undefined
from workbench.numbers.certified import agree
from workbench.samples.sample import Sample
from workbench.symbolic import loss, notation, rules
from workbench.symbolic.latex import density_scripts, latex_of_statement
from workbench.symbolic.laws import NoClosedForm
from workbench.symbolic.letters import means_as
from workbench.symbolic.notation import ANY, UNIFORM, BetaDensity, c, tau, u
from workbench.symbolic.translation import Untranslatable, to_sympy
from workbench.typesetting import theory
from workbench.typesetting.displays import Row, broken, chain_lines, equation
from workbench.typesetting.document import as_document, sections
from workbench.typesetting.entries import Entry, Shown, _over_common_denominators, _without_repetitions
from workbench.typesetting.folding import folded, without_wide_parts
from workbench.typesetting.prose import prose
from workbench.typesetting.style import Style, style
from workbench.typesetting.widths import width


@pytest.fixture(scope="module")
def written() -> list[Entry]:
    return entries()


@pytest.fixture(scope="module")
def of_papers() -> list[Entry]:
    return claims()


# --- what is displayed, and what it was made from ------------------------------------------------------------


def displayed(entry: Entry) -> list[str]:
    """The sides of what is displayed, with losses of one example and densities in the place of their letters."""
    found = [side for found in DISPLAY.finditer(entry.latex) for row in rows(found[2]) for side in sides(row)]
    for letter, loss_of_one in {x.label: whole(entry, x) for x in entry.shown if x.label[:2] == "l_"}.items():
        found = [side.replace(f"[{letter}]", rf"\left[{loss_of_one}\right]") for side in found]
        found = [side.replace(rf"\int {letter} ", rf"\int \left({loss_of_one}\right) ") for side in found]
    if len(found) != len(expected(entry)):
        return found
    return [with_density(entry, side, source) for side, (_, source) in zip(found, expected(entry), strict=True)]


def with_density(entry: Entry, text: str, source: Any) -> str:
    """A formula with the density of its losses in the place of its letter, where the entry says that it has this."""
    found = dict(density_scripts(source)) if isinstance(source, Expr | syntax.Node) else {}
    scripts = [(script, letter) for script, (letter, _) in found.items()]
    scripts += [(script.replace("w(c)", "w_c(c)", 1), "w_c(c)") for script, letter in scripts if letter == "w(c)"]
    for script, letter in scripts:
        if any(f"{x.label} = {x.latex}" == script for x in entry.shown if x.label == letter):
            text = text.replace(f"_{{{letter}}}", f"_{{{script}}}")
    return text


def whole(entry: Entry, shown: Shown) -> str:
    """What a letter is: a formula, or the sum of its cases, each times the indicators of where it holds."""
    for found in DISPLAY.finditer(entry.latex):
        if found[2].lstrip("& \n").startswith(shown.label) and "where $" in found[2]:
            below = r"& = ((?:(?!& = ).)*?) (?:&&|\\\\).*?where \$(.*?)\$"
            told = cases(found[2]) or re.findall(below, found[2], re.DOTALL)
            return " + ".join(rf"\left({formula}\right) {indicators(where)}" for formula, where in told)
    return shown.latex


def indicators(where: str) -> str:
    """The indicators whose product is 1 there, and else 0.

    >>> print(indicators(r"1/4 < s \\le 1"))
    \\mathbf{1}\\{\\frac{1}{4} < s\\} (1 - \\mathbf{1}\\{1 < s\\})
    """
    low, s, high = re.fullmatch(r"(?:(\S+) < )?(\w+)(?: \\le (\S+))?", where).groups()
    ends = [x and re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", x) for x in (low, high)]
    above = [rf"\mathbf{{1}}\{{{end} < {s}\}}" if end else "" for end in ends]
    return " ".join(x for x in (above[0], f"(1 - {above[1]})" if above[1] else "") if x)


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
    """The metrics whose formula is a greatest or least value over all thresholds, or a proportion above each score."""
    if name == "AP":
        pairs = list(zip(*sample.examples(), strict=True))
        above = [[k for k, other in pairs if other >= s] for label, s in pairs if label == 1]
        return sum((Fraction(sum(ones), len(ones)) for ones in above), Fraction(0)) / len(above)
    if name == "AUCH":  # each score calibrated by the greatest of the least shares of class 1 of scores around it
        pairs = sorted(zip(sample.examples()[1], sample.examples()[0], strict=True))
        distinct = sorted(set(sample.examples()[1]))
        calibrated = {}
        for at in distinct:
            lows = [x for x in distinct if x <= at]
            highs = [x for x in distinct if x >= at]
            among = {(x, y): [k for s, k in pairs if x <= s <= y] for x in lows for y in highs}
            calibrated[at] = max(min(Fraction(sum(among[x, y]), len(among[x, y])) for y in highs) for x in lows)
        ranks = [(calibrated[s], calibrated[z]) for s, k in pairs for z, j in pairs if (k, j) == (0, 1)]
        return sum((Fraction(1 if a < b else 0) + Fraction(a == b, 2) for a, b in ranks), Fraction(0)) / len(ranks)
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


BY_LOOPS = {
    "AUCH": r"P(\hat{p}(s_0) < \hat{p}(s_1)) + \frac{1}{2} P(\hat{p}(s_0) = \hat{p}(s_1)),\quad "
    r"s_k \text{ of class } k",
    "AP": r"\mathrm{E}_1\,[\,P(\text{class } 1 \mid s' \ge s)\,],\quad s' \text{ of any example}",
    "KS": r"\max_t |F_0(t) - F_1(t)|",
    "MER": r"\min_t \{\pi_0 (1 - F_0(t)) + \pi_1 F_1(t)\}",
}


def of_one_model(text: str, source: Any) -> tuple[str, Any]:
    """A formula about two score functions and its source without a. and b., which stand in the same order in both."""
    if not isinstance(source, syntax.Node) or not models_of(source):
        return text, source
    assert re.findall(r"([ab])\{\.\}", text) == [figure.model for figure in figures(source)], text
    return re.sub(r"[ab]\{\.\}", "", text), with_figures(source, lambda figure: figure.figure)


def checked(text: str, source: Any) -> bool | None:
    """Whether a formula read back has the value of what it was made from; None where both are but the same."""
    text = re.sub(" +", " ", text).replace(r", \quad", r",\quad")
    if text in BY_LOOPS.values():
        name = source.name
        assert text == BY_LOOPS[name]
        return all(brute(name, sample) == exact.value(sample, source) for sample in SAMPLES)
    text, source = of_one_model(text, source)
    if "scores=" in str(source):
        put = {x: Fraction(VALUES[x].p, VALUES[x].q) for x in parameters(source)}
        return all(exact.value(sample, read(text), put) == exact.value(sample, source, put) for sample in SAMPLES)
    if isinstance(source, syntax.Loss) and source.cost.name == "weight":  # what is no density is read by itself
        shown, weight = re.fullmatch(r"L\^\{(.*?)\}_\{w(?:_c)?\(c\) = (.*)\}", text).groups()
        assert methods.CATALOGUE[source.method.name].latex == f"T^{{{shown}}}"
        return same(read_expression(weight, UNIFORM), to_sympy(source.cost.arguments[0]))
    wanted = as_expression(source)  # both a general law of costs and every one are w(c)
    wanted = wanted.xreplace(dict.fromkeys(wanted.atoms(notation.EveryDensity), ANY))
    if wanted.has(notation.ConditionMean) and wanted.has(
        UNIFORM
    ):  # any density is the uniform one there, by assumption
        wanted = wanted.xreplace({ANY: UNIFORM})
        return same(read_expression(text, UNIFORM).xreplace({ANY: UNIFORM}), wanted)
    return same(read_expression(text, density_of(wanted)), wanted)


# --- tests -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [ONE_COLUMN, TWO_COLUMNS, INTEGRALS], ids=["one", "two", "integrals"])
def test_every_displayed_formula_has_the_value_that_it_was_made_from(style: Style) -> None:
    by_value = alike = 0
    for entry in entries(style):
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
        shown = theory.metric_of(name, ONE_COLUMN).shown
        for formula in shown:
            if formula.latex not in BY_LOOPS.values():
                assert same(notation.metric(name), as_expression(formula.source)) is True, name


def test_every_formula_of_a_table_has_the_value_that_it_was_made_from(written: list[Entry]) -> None:
    found: list[Shown] = [shown for entry in written for shown in entry.shown if shown.in_table]
    assert len(found) > 20
    for entry in written:
        for shown in entry.shown:
            if shown.in_table:
                assert f"${shown.latex}$" in entry.latex
                assert checked(shown.latex, shown.source) is not False, (entry.name, shown)


def noticed(text: str, source: Any) -> bool:
    """Whether a formula cannot be read, or has another value."""
    try:
        return checked(text, source) is False
    except AssertionError:
        return True


@pytest.mark.parametrize("style", [ONE_COLUMN, INTEGRALS], ids=["expectations", "integrals"])
def test_a_changed_formula_is_noticed(style: Style) -> None:
    changes = ((" + ", " - "), (" - ", " + "), (r"\pi_0", r"\pi_1"), ("F_0", "F_1"), ("E_0", "E_1"), ("2", "3"),
               (r"\mathrm{BS}_0", r"\mathrm{BS}_1"), (r"\mathrm{AUC}", r"\mathrm{KS}"), ("sd", "rd"),
               ("U(c)", "U(z)"), ("f_0(s)", "f_1(s)"), ("dF_0", "dF_1"), (r"\, du", ""), (r"\, w_c(c)", ""),
               ("dR(s)", "dF_0(s)"), (r"\, ds", ""))  # fmt: skip
    tried, missed = 0, []
    for entry in entries(style):
        if entry.kind != "theorem":
            continue
        for text, (_, source) in zip(displayed(entry)[1:4], expected(entry)[1:4], strict=True):
            for old, new in changes:
                if old in text and source is not None:
                    changed = text.replace(old, new, 1)
                    tried += 1
                    if not noticed(changed, source):
                        missed.append((entry.name, text, changed))
    assert tried > 60
    assert len(missed) <= tried / 10, missed


# --- claims of papers --------------------------------------------------------------------------------------------


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


@pytest.mark.slow
def test_all_of_it_reads_back_and_compiles_without_a_fault(tmp_path: Path) -> None:
    page = style(document=True)
    found = sections([], page, cache=tmp_path / "cache")
    for entry in (entry for _, listed in found for entry in listed):
        texts, wanted = displayed(entry), expected(entry)
        assert len(texts) == len(wanted), entry.name
        pairs = zip(texts, wanted, strict=True)
        assert all(text == label if label else checked(text, source) is not False for text, (label, source) in pairs)
    text = as_document(found, page)
    assert text == workbench.latex(document=True, cache=tmp_path / "cache")
    if shutil.which("pdflatex") is not None:
        assert FAULTS.findall(compiled(text, tmp_path, times=2)) == []


# --- proofs ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow  # every document is written first
def test_no_line_of_a_proof_repeats_the_one_above(written: list[Entry], of_papers: list[Entry]) -> None:
    for entry in (*written, *of_papers):
        for found in DISPLAY.finditer(entry.latex):
            lines = [re.sub(r"^(=|\\ge) *", "", row) for row in rows(found[2])]
            assert all(a != b for a, b in itertools.pairwise(lines)), entry.name


def test_what_repeats_the_line_above_leaves_its_reason() -> None:
    x, zero = notation.metric("BS"), Integer(0)

    def told(*lines: tuple[str, str, Expr], begin: str = "", skip: str = "") -> list[tuple[str, str, str]]:
        found = [(Row(str(e), relation, why), e) for relation, why, e in lines]
        skipped = [why in skip for _, why, _ in lines]
        return [(row.relation, row.formula, row.note) for row, _ in _without_repetitions(found, begin, skipped)]

    assert told(("=", "a", x), ("=", "b", zero), begin="BS") == [("=", "0", "a; b")]
    assert told(("=", "a", x), ("=", "b", x)) == [("=", "BS", "a; b")]
    assert told(("=", "a", x), begin="BS") == [("=", "BS", "a")]
    assert told(("=", "a", x), (r"0 \le", "b", x)) == [("=", "BS", "a"), (r"\ge", "0", "b")]
    assert told(("=", "a", x), ("0 <", "b", x)) == [("=", "BS", "a"), (">", "0", "b")]
    assert told(("=", "a", 2 * x), (r"0 \le", "b", x), (r"0 \le", "c", x))[1:] == [(r"0 \le", "BS", "b; c")]
    assert told(("=", "a", x), (r"0 \le", "b", zero))[1:] == [("=", "0", "b")]
    assert told(("=", "a", x), ("=", "b", 2 * x), ("=", "c", zero), skip="b")[1:] == [("=", "0", "b; c")]


def test_a_proof_shows_both_sides(written: list[Entry]) -> None:
    for entry in written:
        if entry.kind == "theorem":
            left, right, begin, *_, end = (x for x in entry.shown if not x.label)
            assert left.latex == begin.latex, entry.name
            assert right.source == end.source, entry.name
            assert entry.latex.count("Proof.") == 1, entry.name
            assert "refused" not in entry.latex
    both = workbench.latex("min(BS, MAE) == BS")
    ways = [both.index(f"The left side is no {way}:") for way in ("greater", "less")]
    assert both.index("Proof.") < ways[0] < both.index(r"\begin{flalign*}") < ways[1] < both.rindex("flalign")
    text = workbench.latex("loss(rate_driven) <= loss(rate_uniform)")
    assert r"& L^{ru}_{U(c)} - L^{rd}_{U(c)}" in text
    assert r"\ge 0" in text
    assert r"0 \le 0" not in "".join(entry.latex for entry in written)


def test_a_claim_by_rules_shows_how_its_sides_meet() -> None:
    text = workbench.latex("004.D11.cost")
    left, right = r"L^{rd}_{c = q}", r"2 \pi_0 q \left(1 - F_0\left(R^{-1}(q)\right)\right)"
    proof = text[text.index("Proof.") :]
    assert proof.index(left) < proof.index("the same terms") < proof.rindex(right)
    assert "An expected loss is the mean of the loss" in proof


def test_a_note_stands_beside_the_end_of_a_formula_that_it_would_tear() -> None:
    note = "a reason of so many words that it takes more lines than the formula that it stands beside has"
    lines = chain_lines("", [Row("x + y + z + a + b + c + d + e + f + g + h", "=", note)], 200)
    assert len(lines) == 2
    assert "parbox" not in lines[0]
    assert lines[1].startswith(r"& \qquad {} + ")
    assert "parbox" in lines[1]
    first, *_ = chain_lines("", [Row("x + y + z + a + b + c + d + e + f + g + h", "=", "short")], 200)
    assert r"\smash[b]{\parbox" in first


# --- formulas in several lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "room", "written"),
    [(r"\max(x + y, z)", 50, r"\max(x + y, \allowbreak z)"), (r"\max(x, z)", 500, r"\max(x, z)"),
     (r"2\,\mathrm{BS} \left(x^{2} + y\right) q", 40,
      r"2\,\penalty800 \mathrm{BS} \penalty800 \bigl(x^{2} + y\bigr) \penalty800 q"),
     (r"\mathit{a\_b\_c}_1 x", 20,
      r"\mathit{a\_}\allowbreak \mathit{b\_}\allowbreak \mathit{c}_1 \penalty800 x"),
     ("123456789012^{2}", 20, r"1234567890\allowbreak 12^{2}")],
)  # fmt: skip
def test_a_formula_within_a_line_may_be_broken(formula: str, room: float, written: str) -> None:
    assert folded(formula, room) == written


def test_a_product_of_brackets_is_broken_between_them_before_a_short_one_is() -> None:
    long = r"\left(\frac{n (\pi_0 E_0[F_1(s)] + \pi_1 E_1[F_1(s)])}{n + 1} + \frac{1}{2 (n + 1)}\right)"
    first, second, *_ = broken(rf"(1 - c) {long}", width(long) - 30)
    assert first == "(1 - c)"
    assert second.startswith(r"\qquad {} \cdot \biggl(")


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
    assert without_wide_parts(quotient, 40) == product


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
            if without_wide_parts(shown.latex, room) == shown.latex:
                bare = r"\s|\\cdot|\\,"  # a thin space at the end of a line is left out
                assert re.sub(bare, "", text) == re.sub(bare, "", shown.latex)
            groups = [re.sub(r"\\[{}]", "", line) for line in lines]
            assert all(line.count("{") == line.count("}") for line in groups)


LONG = (
    "max(min(BS, MAE, 2*MER, pi0, pi1), min(RL, CL, RLH, 1/2)) <= max(BS, MAE, pi0, pi1, 1/2)",
    "BS*MAE*AUC*KS*pi0*pi1*MER <= min(BS, MAE, AUC, KS, pi0, pi1)",
    "MER <= 1/2 given loss(score_driven) <= loss(score_uniform), loss(rate_driven) <= 1/3, AUC >= 3/4, pi0 <= pi1",
    "2*pi0*pi1*AUC*KS*MAE*BS <= 5*max(pi0*pi1*AUC, KS*MAE*BS, MER*pi0, pi1*BS)",
    "BS <= MAE given calibrated, evenly_spaced, no_ties, AUC >= 1/2, pi0 == 1/2",
    "E0(min(s, 1 - s))*E1(max(s, 1 - s))*pi0*pi1*E0(s**2)*E1((1 - s)**2) <= 1",
)


@pytest.mark.parametrize("notation", ["expectations", "integrals"])
@pytest.mark.parametrize("line", [229.0, 170.0])
@pytest.mark.parametrize("statement", LONG)
def test_no_row_of_a_long_statement_is_wider_than_a_column(statement: str, line: float, notation: str) -> None:
    with means_as(notation):
        text = equation(latex_of_statement(parse_statement(statement)), line)
    lines = [row.strip().strip("&") for row in text.split("\n")[2:-1]]
    assert len(lines) > 1
    for row in lines:
        formula = re.sub(r"\\\\\Z", "", row.replace("{}", "").replace("&", ""))
        assert width(formula) <= line, row
        assert not re.match(r" *\\qquad +(\\cdot +)?[wf]_[01cz]", formula)


@pytest.mark.parametrize(
    ("statement", "lines"),
    [("a.MAE <= b.MAE given a.error(t) <= b.error(t) for all t", 2), ("a.AUC >= b.AUC given a.BS <= b.BS", 2),
     ("MER <= 1/2 given loss(score_driven) <= loss(score_uniform), AUC >= 3/4, pi0 <= pi1", 2),
     ("BS <= MAE given calibrated, evenly_spaced, no_ties, AUC >= 1/2, pi0 == 1/2", 4)],
)  # fmt: skip
def test_a_statement_that_fits_is_parted_from_what_is_given_alone(statement: str, lines: int) -> None:
    first, second, *more = equation(latex_of_statement(parse_statement(statement, two_models=True)), 229.0).split("\n")[
        2:-1
    ]
    assert first.count(r"\le") + first.count(r"\ge") == 1
    assert second.startswith(r"& \qquad {} \text{given }")
    assert len(more) == lines - 2


def test_a_function_by_cases_is_one_formula_where_a_line_holds_it() -> None:
    for columns in (1, 2):
        text = workbench.latex("score_fixed(1/2)", cost="uniform(1/4, 3/4)", columns=columns)
        assert (
            "l_0(s) = \\begin{cases}\n0 & \\text{where $s \\le 1/2$} \\\\\n1 & \\text{where $1/2 < s$}\n\\end{cases}"
            in text
        )
    assert r"\begin{cases}" not in workbench.latex("score_driven", cost="uniform(1/4, 3/4)", line=170)


def test_a_formula_is_broken_outside_of_brackets_where_the_rest_of_a_term_fits_on_a_line() -> None:
    term = r"\int \log(1 - \min(\max(s, e), 1 - e)) f_0(s)\, ds"
    assert broken(rf"x - \pi_0 {term} - y", 209) == [r"x - \pi_0", rf"\qquad {{}} \cdot {term}", r"\qquad {} - y"]
    term = r"\int \log(1 - \min(s, 1 - e)) f_0(s)\, ds"
    first, second, _ = broken(rf"\mathrm{{AUC}} - {term} - y", 180)
    assert (first, second) == (r"\mathrm{AUC}", rf"\qquad {{}} - {term}")


def test_a_density_that_is_a_fraction_is_named_below_a_loss() -> None:
    for columns in (1, 2):
        text = workbench.latex("Log loss", columns=columns)
        assert text.count("L^{sd}_{w(c)}") == 2
        assert r"w(c) = \frac" in text or r"w(c) & = \mathbf{1}" in text
    assert r"for the weight $w(c)$ of" in workbench.latex("score_driven", weight="1/c")
    both = workbench.latex("loss(score_driven, weight=c/3) <= loss(score_driven, weight=c/2)")
    assert r"L^{sd}_{w(c) = \frac{c}{3}} \le L^{sd}_{w(c) = \frac{c}{2}}" in both


def test_no_factor_is_one_and_no_density_is_divided_by_a_fraction() -> None:
    x, y, z = (Symbol(x) for x in "xyz")
    shown = str(_over_common_denominators((x + y) / (z + 1) + (x**2 + y**2) / (z + 1) + 3 * y))
    assert "1*" not in shown
    for weights, said in (
        (("c", "1"), r"$1/2\,L^{o}_{w(c) = 2 c} \le L^{sd}_{U(c)}$."),
        (("c/3", "1/2"), r"$1/6\,L^{o}_{w(c) = 2 c} \le 1/2\,L^{sd}_{U(c)}$."),
        (("2*c/3", "1"), r"$1/3\,L^{o}_{w(c) = 2 c} \le L^{sd}_{U(c)}$."),
    ):
        text = workbench.latex("loss(optimal, weight={}) <= loss(score_driven, weight={})".format(*weights))
        assert f"It says that {said}" in text.replace(r"\penalty800 ", "")


def test_lists_are_broken_at_commas_and_products_at_a_dot() -> None:
    assert broken(r"\min(x + y, z + x, y + z)", 75) == [r"\min(x + y,", r"\qquad {} z + x, y + z)"]
    assert broken(r"\mathrm{BS}\,\mathrm{MAE}\,\mathrm{AUC}", 55) == [
        r"\mathrm{BS}\,\mathrm{MAE}", r"\qquad {} \cdot \mathrm{AUC}"
    ]  # fmt: skip
    assert broken(r"\mathrm{AUC}\,\mathrm{BS} \int \max(s, 1 - s) f_1(s)\, ds", 140) == [
        r"\mathrm{AUC}\,\mathrm{BS}", r"\qquad {} \cdot \int \max(s, 1 - s) f_1(s)\, ds"
    ]  # fmt: skip


def test_figures_of_two_models_are_formulas_and_letters_of_abbreviations_none():
    assert prose("it holds given a.AUC >= b.AUC and k1 > 0") == (
        r"it holds given $a{.}\mathrm{AUC} \ge b{.}\mathrm{AUC}$ and $k_1 > 0$"
    )
    assert prose("see b.csv, e.g. for t") == "see b.csv, e.g. for $t$"


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ("beta(2, 3)", r"$w_c(c) = c (1 - c)^{2} / \mathrm{B}(2, 3)$"),
        ("uniform(1/4, 1/2)", r"$w_c(c) = 4$ where $\frac{1}{4} \le c \le \frac{1}{2}$, and 0 elsewhere"),
        ("point(1/3)", r"all of the mass of $w_c(c)$ is at $c = \frac{1}{3}$"),
        ("uniform", ""),
        ("density(2*c)", ""),
    ],
)
def test_integrals_say_over_which_density(cost, said):
    text = workbench.latex("score_driven", cost=cost, notation="integrals")
    plain = re.sub(r"\\penalty800 ?|\\allowbreak ?", "", text)
    assert (f"In the integrals {said}" in re.sub(" +", " ", plain)) if said else "In the integrals" not in text
    assert "In the integrals" not in workbench.latex("score_driven", cost=cost)


def test_means_of_functions_are_formulas():
    assert prose("first that 0 <= E0(max(0, s - pav(s))): so") == (
        r"first that $0 \le E_0\left[\max\left(0, s - \hat{p}(s)\right)\right]$: so"
    )
    assert prose("abs(x y) and E0(nothing to see") == "abs$(x y)$ and E0(nothing to see"
