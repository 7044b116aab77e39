"""MathML of formulas: that it says what the statement says, by reading it back and comparing values."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import assume, given, settings

from tests.symbolic.test_latex import expressions, normal, read
from workbench.language import syntax
from workbench.language.models import changed, figures
from workbench.language.statements import (
    StatementError,
    at_one_condition,
    parameters,
    parse_expression,
    parse_statement,
    quantities,
)
from workbench.losses import exact
from workbench.numbers.certified import agree
from workbench.pages.breaking import FITS, displayed
from workbench.pages.elements import written
from workbench.pages.mathml import APPLICATION, TIMES, NotWritten, mathml
from workbench.papers.general_claims import Formula, Statement
from workbench.papers.selection import claims
from workbench.papers.verification import verify
from workbench.samples.sample import Sample
from workbench.symbolic import notation
from workbench.symbolic.latex import latex, latex_of, latex_of_statement, symbol
from workbench.symbolic.library import theorems
from workbench.symbolic.translation import Untranslatable, to_syntax
from workbench.witnesses import fitting

# --- a reader of MathML, for these tests alone ------------------------------------------------------------

METHODS = {"sf": "score_fixed", "su": "score_uniform", "sd": "score_driven", "rf": "rate_fixed",
           "ru": "rate_uniform", "rd": "rate_driven", "o": "optimal"}  # fmt: skip
SIGNS = {"−": "-", "=": "==", "≠": "!=", "≤": "<=", "≥": ">=", TIMES: "*", "⋅": "*", APPLICATION: ""}
HEADS = {"err": "error", "𝟏": "indicator"}
GREEK = {"α": "alpha", "ρ": "rho", "π": "pi"}


def bare(node: Element) -> str:
    return written(node).replace(' mathvariant="normal"', "").replace(' class="word"', "")


NAMES = {bare(mathml(symbol(name))[0]): name for name in quantities()}


def said(nodes: Iterable[Element], letter: str = "c") -> str:
    """A row as text of the statement language."""
    return " ".join(spoken(node, letter) for node in nodes)


def spoken(node: Element, letter: str) -> str:
    inside = list(node)
    if bare(node) in NAMES:
        return NAMES[bare(node)]
    if node.tag == "mn":
        return node.text or ""
    if node.tag == "mi":
        assert node.text
        assert node.text != "z" or letter == "z"
        return "c" if node.text == letter else HEADS.get(node.text) or GREEK.get(node.text, node.text)
    if node.tag == "mo":
        return SIGNS.get(node.text or "", node.text or "")
    if node.tag in ("mrow", "math"):
        return row(inside, letter)
    if node.tag == "mfrac":
        above, below = (said([x], letter) for x in inside)
        return f"(({above})/({below}))"
    if node.tag == "msqrt":
        return f"sqrt({said(inside, letter)})"
    if node.tag == "msubsup" and inside[0].text == "L":
        return loss(inside[1], inside[2])
    if node.tag == "msubsup":
        base = ElementTree.Element("msub")
        base.extend(inside[:2])
        return f"(({spoken(base, letter)})**({said([inside[2]], letter)}))"
    if node.tag == "msup":
        if inside[1].text == "′":
            return inside[0].text or ""
        return f"(({said([inside[0]], letter)})**({said([inside[1]], letter)}))"
    if node.tag == "msub":
        if written(inside[0]) == written(mathml("H")[0]):
            return f"h_measure({said([inside[1]], letter)})"
        return said([inside[0]], letter) + said([inside[1]], letter)
    if node.tag == "mover":
        return {"err": "macro_error", "p": "pav"}[inside[0].text or ""]
    raise AssertionError(node.tag)


def row(inside: list[Element], letter: str) -> str:
    marks = (inside[0].text, inside[-1].text) if inside else ("", "")
    if len(inside) > 1 and inside[0].tag == inside[-1].tag == "mo" and marks in (("(", ")"), ("[", "]"), ("{", "}")):
        return f"({said(inside[1:-1], letter)})"
    if len(inside) == 3 and inside[1].text == ".":  # a figure of one of two score functions
        return f"{inside[0].text}.{spoken(inside[2], letter)}"
    if marks == ("|", "|"):
        return f"abs({said(inside[1:-1], letter)})"
    if inside[0].text == "P":
        return "posterior(s)"
    applied = said(inside, letter).replace(" ", "") if len(inside) == 3 and inside[1].text == APPLICATION else ""
    if re.match(r"F[01]\(", applied) and applied[2:] != "(s)":  # the rates at a threshold, which is not the score
        return f"E{applied[1]}(indicator(s <= {applied[2:]}))"
    return f"({said(inside, letter)})" if len(inside) > 1 and inside[1].text == APPLICATION else said(inside, letter)


def loss(below: Element, above: Element) -> str:
    under, over = flat(below), flat(above)
    letter = "z" if re.match(r"z|[Uw]\(z\)", "".join(below.itertext()).replace(APPLICATION, "")) else "c"
    rates = ""
    if len(over) > 1 and over[-1].tag == "mtext":
        rates = f", rates={over[-1].text}"
        over = over[:-2]
    arrow = next((i for i, node in enumerate(over) if node.text == "↦"), None)
    if arrow is not None:  # after a comma and s
        rates += f", scores={said(over[arrow + 1 :], letter)}"
        over = over[: arrow - 2]
    condition = ", condition=skew" if letter == "z" else ""
    return f"loss({method(over, letter)}, cost={cost(under, letter)}{condition}{rates})"


def flat(node: Element) -> list[Element]:
    return list(node) if node.tag == "mrow" and node[0].text not in ("(", "[", "{", "|") else [node]


def cost(nodes: list[Element], letter: str) -> str:
    if nodes[0].text == "U":
        assert "".join(nodes[2].itertext()) == f"({letter})"
        return "uniform"
    if nodes[0].text == "w":
        assert "".join(nodes[2].itertext()) == f"({letter})"
        return "any"
    if len(nodes) == 1 and nodes[0].tag == "mrow":
        return cost(list(nodes[0]), letter)
    if nodes[0].tag == "mrow":  # w applied to the letter
        assert "".join(nodes[0].itertext()) == f"w{APPLICATION}({letter})"
        return f"density({said(nodes[2:], letter)})"
    assert nodes[0].text == letter
    if nodes[1].text == "=":
        return f"point({said(nodes[2:], letter)})"
    head, _, arguments = nodes[2]
    return {"U": "uniform", "Beta": "beta"}[head.text or ""] + said([arguments], letter)


def method(nodes: list[Element], letter: str) -> str:
    if nodes[0].text in METHODS and len(nodes) in (1, 3):
        return METHODS[nodes[0].text or ""] + said(nodes[2:], letter)
    if len(nodes) > 2 and nodes[0].tag == "msub" and nodes[1].text == "=":
        kind = {"F0": "tpr", "F1": "fpr"}["".join(nodes[0].itertext())]
        return f"{kind}({said(nodes[2:], letter)})"
    if len(nodes) > 2 and nodes[1].text == "=":
        return {"t": "score", "ρ": "rate"}[nodes[0].text or ""] + f"({said(nodes[2:], letter)})"
    if nodes[1].tag == "mtext":
        q = said(nodes[2:-3], letter)
        return f"mix({q}, {method(list(nodes[0])[1:-1], letter)}, {method(list(nodes[-1])[1:-1], letter)})"
    first, second = (list(x)[1:-1] for x in nodes if x.tag == "mrow" and is_method(x))
    q = said(nodes[: [x.text for x in nodes].index(TIMES)], letter)
    return f"mix({q}, {method(first, letter)}, {method(second, letter)})"


def is_method(node: Element) -> bool:
    return [x.text for x in node] != ["(", "1", "−", node[-2].text, ")"] and node[0].text == "("


def back(formula: str) -> str:
    return said(mathml(formula))


# --- values -------------------------------------------------------------------------------------------------

RNG = random.Random(5)


def samples() -> Iterator[Sample]:
    """Random samples, with ties, some with examples of one class only once."""
    for n0, n1 in ((1, 1), (1, 3), (2, 2), (4, 1), (3, 4), (5, 3)):
        yield Sample.of([0] * n0 + [1] * n1, [Fraction(RNG.randint(0, 8), 8) for _ in range(n0 + n1)])


def same_values(one: syntax.Expression, other: syntax.Expression) -> int:
    """On how many samples both have a value; it is the same everywhere."""
    assert parameters(one) == parameters(other), f"{one} and {other}"
    compared = 0
    for sample in samples():
        setting = {name: syntax.Number(Fraction(RNG.randint(1, 7), 8)) for name in sorted(parameters(one))}
        try:
            values = [exact.value(sample, syntax.substitute(e, setting)) for e in (one, other)]  # type: ignore[arg-type]
        except fitting.NO_VALUE:
            continue
        assert agree(*values), f"{one} and {other}"
        compared += 1
    return compared


STATEMENTS = {key: x for key, (_, x) in claims().items() if isinstance(x.check, Statement)}


@pytest.mark.parametrize("key", STATEMENTS)
def test_every_statement_of_a_paper_is_read_back_by_value(key: str) -> None:
    check = STATEMENTS[key].check
    assert isinstance(check, Statement)
    formula = latex_of_statement(check.parsed).partition(r" \quad")[0]
    both = parse_statement(back(formula), two_models=True), replace(check.parsed, given=())
    assert len({tuple(figure.model for figure in figures(x)) for x in both}) == 1
    from_page, statement = (at_one_condition(changed(x, lambda figure: figure.figure)) for x in both)
    left, right = (read(latex_of(side)) for side in (statement.left, statement.right))
    assert from_page.relation == statement.relation
    assert same_values(from_page.left, statement.left) + same_values(from_page.right, statement.right)
    assert same_values(left, statement.left) + same_values(right, statement.right)


def lines() -> Iterator[tuple[str, str]]:
    """Every line of every proof, and both sides of every formula of a paper, that has words; z is no parameter."""
    shown = [e for x in theorems().values() for e in (x.left, x.right, *(step.gives for step in x.proof))]
    formulas = [x.check for _, x in claims().values() if isinstance(x.check, Formula)]
    shown += [side for check in formulas for side in (check.left, check.right)]
    for line in (line for line in dict.fromkeys(shown) if notation.z not in line.free_symbols):
        try:
            yield str(to_syntax(line)), latex(line)
        except Untranslatable:
            continue


def test_every_line_of_a_proof_that_has_words_is_read_back_by_value() -> None:
    found = dict(lines())
    assert len(found) > 100
    unvalued = []
    for words, formula in found.items():
        try:
            expected = parse_expression(words)
        except StatementError:
            unvalued.append(words)
            continue
        if not same_values(parse_expression(back(formula)), expected):
            unvalued.append(words)
    assert len(unvalued) < len(found) / 20


PROVED = ["000.bs", "000.bc", "000.intro.4", "001.iso.1", "004.T8.proof", "004.fn1", "004.s5.2", "004.s5.3", "004.s5.4"]


def test_every_line_of_a_proof_that_was_found_is_read_back_by_value() -> None:
    compared = 0
    for result in verify(PROVED).results:
        for step in (result.finding.symbolic or {}).get("proof", ()):
            try:
                expected = parse_expression(step["gives"].removeprefix("0 <= "))
            except StatementError:  # a mean over the operating condition
                continue
            compared += bool(same_values(parse_expression(back(step["latex"].removeprefix(r"0 \le "))), expected))
    assert compared > 50


def without_zero(node: syntax.Node) -> syntax.Node:
    """``node`` with 7 for 0, which is the same with a minus."""
    if isinstance(node, syntax.Number):
        return node if node.value else syntax.Number(Fraction(7))
    return syntax.rebuilt(node, without_zero)


@given(expressions())
@settings(max_examples=400, deadline=None)
def test_what_is_written_can_be_read_back(tree: syntax.Expression) -> None:
    try:
        tree = parse_expression(str(without_zero(tree)))
    except StatementError:
        assume(False)
    assert normal(parse_expression(back(latex_of(tree)))) == normal(tree)


# --- what has no words ------------------------------------------------------------------------------------


MARKS = {"−": "-", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∼": r"\sim", "∣": r"\mid", "∑": r"\sum", "…": r"\dots",
         "↦": r"\mapsto",
         "{": r"\{", "}": r"\}", "π": r"\pi", "η": r"\eta", "ρ": r"\rho", "𝟏": r"\mathbf{1}", "⋅": r"\cdot",
         APPLICATION: "", TIMES: "", "min": r"\min", "max": r"\max", "log": r"\log", "exp": r"\exp"}  # fmt: skip


def unwritten(node: Element) -> str:
    """The LaTeX that an element was made of, without what only concerns its looks."""
    inside = [unwritten(x) for x in node]
    if node.tag == "mi" and len(node.text or "") > 1 and node.text not in MARKS and node.get("class") is None:
        return rf"\mathrm{{{node.text}}}"
    if node.tag in ("mi", "mn", "mo"):
        return MARKS.get(node.text or "", node.text or "")
    if node.tag == "mtext":
        return rf"\text{{{node.text}}}".replace("\u00a0", " ")
    if node.tag == "msubsup":
        return f"{inside[0]}^{{{inside[2]}}}_{{{inside[1]}}}"
    scripts = {"msub": "{}_{{{}}}", "munder": "{}_{{{}}}", "msup": "{}^{{{}}}", "mfrac": r"\frac{{{}}}{{{}}}"}
    if node.tag in scripts:
        return scripts[node.tag].format(*inside)
    if node.tag == "mover":
        return (r"\overline" if inside[1] == "¯" else r"\hat") + f"{{{inside[0]}}}"
    if node.tag == "msqrt":
        return rf"\sqrt{{{''.join(inside)}}}"
    return r"\quad" if node.tag == "mspace" else "".join(inside)


def plain(text: str) -> str:
    """LaTeX with each script in braces, that below before that above, and nothing that only concerns its looks."""
    for looks in (r"\left.", r"\left", r"\right", r"\,"):
        text = text.replace(looks, "")
    braced = re.sub(r"([_^])([^{\s])", r"\1{\2}", text)
    return re.sub(r"_\{(\w)\}\^\{(\w)\}", r"^{\2}_{\1}", braced).replace(" ", "")


def test_every_line_of_every_proof_is_written_with_all_its_signs() -> None:
    for theorem in theorems().values():
        for line in (theorem.left, theorem.right, *(step.gives for step in theorem.proof)):
            text = latex(line)
            assert unwritten(mathml(text)).replace(" ", "") == plain(text)


@pytest.mark.parametrize(
    "text", [r"\foo", "(1", r"\frac{1}", "{", r"\left(1)", r"\left<1\right>", "1)", "#", r"\mathbf{2}", r"\left("]
)
def test_what_is_no_notation_of_the_workbench_is_refused(text: str) -> None:
    with pytest.raises(NotWritten):
        mathml(text)


def test_a_screen_reader_is_told_products_from_applications() -> None:
    shown = ["".join(mathml(text).itertext()) for text in ("F_0(s)", "q (s)", r"\log(q) x", "w (1 - c)", "E_0[s] s")]
    assert shown == [
        f"F0{APPLICATION}(s)", f"q{TIMES}(s)", f"log{APPLICATION}(q){TIMES}x", f"w{TIMES}(1−c)",
        f"E0{APPLICATION}[s]{TIMES}s",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "4*loss(score_driven, cost=beta(2, 2)) + 3*pi0*pi1*(1 - AUC) - 2*loss(rate_driven) + E(abs(s - s2), s2)",
        "pi0*(BS - MAE + RL - CL + loss(score_driven, cost=beta(2, 2))/2 - (AUC + MER)/(1 + KS))**2*(1 - AUC)",
        "max(loss(score_driven, cost=beta(2, 2)), loss(optimal, cost=beta(3, 1)), loss(rate_driven), 1 - AUC)",
    ],
)
def test_a_long_formula_is_broken_and_says_the_same(text: str) -> None:
    formula = latex_of(parse_expression(text))
    whole, broken = mathml(formula), displayed(formula)
    parts = list(broken.iter("math"))
    assert "".join(broken.itertext()) == "".join(whole.itertext())
    assert len(parts) > 3
    assert all(len("".join(x.itertext())) < 2 * FITS for x in parts)
    assert displayed(latex_of(parse_expression("pi0*BS0"))).tag == "math"
