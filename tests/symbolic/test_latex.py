"""LaTeX of statements and of proofs: the notation, and that nothing is lost, by reading it back."""

import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Function, Symbol

from tests.latex_reader import read
from workbench import methods, metrics
from workbench.deciding.decide import Decision
from workbench.deciding.derivation import derive
from workbench.language import syntax
from workbench.language.statements import (
    RATES,
    StatementError,
    parse_expression,
    parse_method,
    parse_statement,
    quantities,
)
from workbench.language.syntax import Apply, Arithmetic, Comparison, Cost, Loss, Method, Name, Negative, Number
from workbench.symbolic import notation
from workbench.symbolic.latex import _SPOKEN, _UNSPOKEN, latex, latex_of, latex_of_statement
from workbench.symbolic.library import theorems
from workbench.symbolic.translation import to_sympy


def normal(node: Any) -> Any:
    """``node`` with sums and products flat and signs before them: what LaTeX does not tell apart."""
    if isinstance(node, Number):
        return ("-", abs(node.value)) if node.value < 0 else node.value
    if isinstance(node, Name):
        return node.name
    if isinstance(node, Negative):
        inner = normal(node.operand)
        return inner[1] if isinstance(inner, tuple) and inner[0] == "-" else ("-", inner)
    if isinstance(node, Arithmetic) and node.operator in "+-":
        right = normal(Negative(node.right)) if node.operator == "-" else normal(node.right)
        left = normal(node.left)
        flat = right[1:] if isinstance(right, tuple) and right[0] == "sum" else (right,)
        return ("sum", *(left[1:] if isinstance(left, tuple) and left[0] == "sum" else (left,)), *flat)
    if isinstance(node, Arithmetic) and node.operator == "*":
        sign, factors = 1, []
        for part in (normal(node.left), normal(node.right)):
            if isinstance(part, tuple) and part[0] == "-":
                sign, part = -sign, part[1]
            factors += part[1:] if isinstance(part, tuple) and part[0] == "*" else [part]
        return ("*", *factors) if sign > 0 else ("-", ("*", *factors))
    if isinstance(node, Arithmetic):
        return node.operator, normal(node.left), normal(node.right)
    if isinstance(node, Comparison):
        return node.relation, normal(node.left), normal(node.right)
    if isinstance(node, Loss):
        return "loss", normal(node.method), normal(node.cost), node.condition, node.rates
    return (node.function if isinstance(node, Apply) else node.name), *map(normal, node.arguments)


# --- sentences of the language ---------------------------------------------------------------------------

PARAMETERS = ["t", "q", "q1", "z", "e", "alpha", "rho", "mean", "a_b", "x_1", "w", "lo", "sd"]


def expressions(variables: tuple[str, ...] = (), depth: int = 3) -> st.SearchStrategy[Any]:
    numbers = st.fractions(-3, 3, max_denominator=9).map(Number)
    names = st.sampled_from([*sorted(quantities()), *PARAMETERS, *variables * 5]).map(Name)
    if depth == 0:
        return numbers | names

    def below(*more: str) -> st.SearchStrategy[Any]:
        return st.deferred(lambda: expressions((*variables, *more), depth - 1))

    inner, scores = below(), st.deferred(lambda: expressions(("s",), depth - 1))
    found = [
        numbers,
        names,
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "/", "**"]), inner, inner),
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "/", "**"]), inner, inner),
        st.builds(Negative, inner),
        st.builds(lambda f, *a: Apply(f, a), st.sampled_from(["min", "max", "h_measure"]), inner, inner),
        st.builds(
            lambda f, a: Apply(f, (a,)), st.sampled_from(["abs", "sqrt", "log", "exp", "error", "macro_error"]), inner
        ),
        st.builds(lambda f, a: Apply(f, (a,)), st.sampled_from(["E0", "E1", "E"]), scores),
        st.builds(Loss, law(depth - 1), cost(depth - 1), st.sampled_from(["cost", "skew"]), st.sampled_from(RATES)),
    ]
    if "s" in variables:
        found.append(st.sampled_from(["F0", "F1", "R", "posterior", "pav"]).map(lambda f: Apply(f, (Name("s"),))))
        relations = st.sampled_from(["<", "<=", ">", ">="])
        found.append(st.builds(lambda *a: Apply("indicator", (Comparison(*a),)), relations, inner, inner))
    return st.one_of(found)


def law(depth: int) -> st.SearchStrategy[Any]:
    general = st.builds(
        lambda f, g: Method(f, (g,)), st.sampled_from(["score", "rate", "fpr", "tpr"]), expressions(("c", "u"), depth)
    )
    level = st.fractions(0, 1, max_denominator=9).map(Number) | st.sampled_from(["t", "rho", "sd"]).map(Name)
    plain = st.sampled_from(["score_uniform", "score_driven", "rate_uniform", "rate_driven", "optimal"]).map(Method)
    fixed = st.builds(lambda f, x: Method(f, (x,)), st.sampled_from(["score_fixed", "rate_fixed"]), level)
    between = st.builds(lambda a, b: Method("score_uniform", (a, b)), level, level)
    found = [general, plain, fixed, between]
    if depth > 0:
        parts = st.deferred(lambda: law(depth - 1))
        share = level | expressions((), depth - 1)
        found.append(st.builds(lambda q, a, b: Method("mix", (q, a, b)), share, parts, parts))
    return st.one_of(found)


def cost(depth: int) -> st.SearchStrategy[Any]:
    level = st.fractions(0, 1, max_denominator=9).map(Number) | st.sampled_from(["t", "z"]).map(Name)
    return st.one_of(
        st.just(Cost("uniform")),
        st.builds(lambda a, b: Cost("uniform", (a, b)), level, level),
        st.builds(lambda a, b: Cost("beta", (a, b)), level, level),
        st.builds(lambda a: Cost("point", (a,)), level),
        st.builds(lambda f: Cost("density", (f,)), expressions(("c",), depth)),
    )


@given(expressions())
@settings(max_examples=500, deadline=None)
def test_what_is_written_can_be_read_back(tree: Any) -> None:
    try:
        tree = parse_expression(str(tree))
    except StatementError:
        assume(False)
    text = latex_of(tree)
    assert normal(read(text)) == normal(tree), text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("loss(score_driven) == BS", r"L^{sd}_{U(c)} = \mathrm{BS}"),
        ("loss(score_driven, condition=skew) == MBS", r"L^{sd}_{U(z)} = \mathrm{MBS}"),
        (
            "loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3",
            r"L^{rd}_{U(c)} = \pi_0 \pi_1 (1 - 2\,\mathrm{AUC}) + \frac{1}{3}",
        ),
        ("BS*AUC == q*BS0**2*MAE1*pi0", r"\mathrm{BS}\,\mathrm{AUC} = q\,\mathrm{BS}_0^{2}\,\mathrm{MAE}_1\,\pi_0"),
        ("KS*error(t) <= -AUC*q*pi0", r"\mathrm{KS}\,\mathrm{err}(t) \le -\mathrm{AUC}\,q \pi_0"),
        ("AUC*(1 - q) >= 2*m", r"\mathrm{AUC}\,(1 - q) \ge 2 m"),
        ("loss(score_fixed(t)) == error(t)", r"L^{sf[t]}_{U(c)} = \mathrm{err}(t)"),
        ("loss(score_fixed(1/2), condition=skew) != macro_error(1/2)",
         r"L^{sf[1/2]}_{U(z)} \ne \overline{\mathrm{err}}\left(\frac{1}{2}\right)"),
        ("loss(optimal) == RLH", r"L^{o}_{U(c)} = \mathrm{RL}_H"),
        (
            "loss(optimal, cost=beta(2, 2)) >= pi0*pi1*(1 - H)",
            r"L^{o}_{c \sim \mathrm{Beta}(2, 2)} \ge \pi_0 \pi_1 (1 - H)",
        ),
        ("h_measure(2, 3) <= H", r"H_{2, 3} \le H"),
        ("loss(score(c**2), rates=step) >= GINI", r"L^{t = c^{2},\,\text{step}}_{U(c)} \ge \mathrm{Gini}"),
        ("loss(rate(1 - c), cost=density(6*c*(1 - c)), condition=skew) < 1",
         r"L^{\rho = 1 - z}_{w(z) = 6 z (1 - z)} < 1"),
        ("loss(mix(1/4, score_driven, rate_uniform), cost=point(1/3)) > 0",
         r"L^{1/4\,(sd) + 3/4\,(ru)}_{c = 1/3} > 0"),
        ("loss(score_uniform(1/4, 3/4), cost=uniform(0, 1/2)) == MAE",
         r"L^{su[1/4, 3/4]}_{c \sim U(0, 1/2)} = \mathrm{MAE}"),
        ("E0(s**2) + E1(F0(s)) + E(pav(s)) == n0/n",
         r"E_0\left[s^{2}\right] + E_1[F_0(s)] + E\left[\hat{p}(s)\right] = \frac{n_0}{n}"),
        ("E0(indicator(t <= s)) == max(abs(q - 1), sqrt(2))**2",
         r"E_0[\mathbf{1}\{t \le s\}] = \left(\max\left(\left|q - 1\right|, \sqrt{2}\right)\right)^{2}"),
        ("BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced, pi0 == 1/2",
         r"\mathrm{BS} = L^{rd}_{U(c)} - \frac{1}{12 n^{2}} \quad\text{given } "
         r"\text{evenly spaced scores},\; \pi_0 = \frac{1}{2}"),
        ("MAE == 2*BS given calibrated, auc >= 0.5, no_ties",
         r"\mathrm{MAE} = 2\,\mathrm{BS} \quad\text{given } "
         r"\text{calibrated scores},\; \mathrm{AUC} \ge \frac{1}{2},\; \text{no ties}"),
    ],
)  # fmt: skip
def test_the_notation_of_a_statement(text: str, written: str) -> None:
    assert latex_of_statement(parse_statement(text)) == written
    assert Decision(parse_statement(text), "undecided").latex == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a - (b - c1)", "a - (b - c_{1})"),
        ("a - b - c1", "a - b - c_{1}"),
        ("(a + b)*q", "(a + b) q"),
        ("a*(-b)", "a (-b)"),
        ("-a*b", "-a b"),
        ("-(a + b)", "-(a + b)"),
        ("(-a)**2", "(-a)^{2}"),
        ("-a**2", "-a^{2}"),
        ("(a**b)**q", r"\left(a^{b}\right)^{q}"),
        ("a**b**q", "a^{b^{q}}"),
        ("2*3**q", r"2 \cdot 3^{q}"),
        ("2*(1/3)", r"2 \cdot \frac{1}{3}"),
        ("(1/3)**q", r"\left(\frac{1}{3}\right)^{q}"),
        ("a/(b/q)", r"\frac{a}{\frac{b}{q}}"),
        ("x**(1/2)", "x^{1/2}"),
        ("loss(optimal)**2", r"\left(L^{o}_{U(c)}\right)^{2}"),
        ("log(q)**2*exp(q)", r"(\log(q))^{2} \exp(q)"),
    ],
)
def test_parentheses_stand_where_they_are_needed(text: str, written: str) -> None:
    assert latex_of(parse_expression(text)) == written


@pytest.mark.parametrize(
    "text",
    [
        "pi0*pi1*(1 - 2*AUC) + 1/3",
        "loss(score_driven) - loss(rate_uniform, condition=skew)**2",
        "loss(score_fixed(t), cost=beta(2, 2)) + error(t)**2",
        "loss(rate_uniform, rates=cutpoints) + loss(rate_uniform, cost=beta(2, 1), rates=step)",
        "loss(rate(c**7), rates=nearest, condition=skew) + loss(rate_driven, rates=step)**2",
        "loss(mix(q, rate_driven, score(c**3)), cost=density(6*c*(1 - c)), condition=skew)",
        "pi0*E0(F0(s)**2) + h_measure(2, 3)",
        "E1(pav(s)*posterior(s)) + a*m*q1*z",
        "E1(max(s, 0)) + min(q, 1)",
        "sqrt(AUC) + exp(BS) + log(MAE) + abs(q)",
    ],
)
def test_proofs_are_written_as_statements_are(text: str) -> None:
    tree = parse_expression(text)
    assert sorted(latex(to_sympy(tree)).split(" + ")) == sorted(latex_of(tree).split(" + "))


def test_every_letter_of_the_theory_has_its_own_writing() -> None:
    kinds = {x for x in vars(notation).values() if isinstance(x, type) and issubclass(x, notation.Operator | Function)}
    abstract = {Function, notation.Operator}
    assert kinds - abstract <= {*_UNSPOKEN, *_SPOKEN}


def test_every_line_of_every_proof_is_written() -> None:
    known = re.compile(
        r"\\(left|right|frac|sqrt|pi|eta|rho|mathrm|mathbf|mathit|overline|hat|text|mid|min|max|sum|sim|dots|cdot|log|exp"
        r"|le|ge|ne)(?![a-z])|\\[{},.|]"
    )
    for theorem in theorems().values():
        for line in (theorem.left, theorem.right, *(step.gives for step in theorem.proof)):
            text = latex(line)
            assert text.isascii()
            assert text.isprintable()
            assert not re.findall(r"\\[a-zA-Z]+|\\.", known.sub("", text)), text
            bare = re.sub(r"\\[{}]", "", text)
            assert bare.count("{") == bare.count("}")
            assert text.count(r"\left") == text.count(r"\right"), text


@pytest.mark.parametrize("name", ["Qc", "Qz"])
def test_what_only_proofs_speak_of_can_carry_an_exponent(name: str) -> None:
    t, c = notation.t, notation.c
    assert latex(getattr(notation, name)(t, c) ** 2) == f"Q_{name[1]}(t; c)^{{2}}"
    loss = notation.ExpectedLoss(notation.ScoreMethod(notation.tau(c, notation.u)))
    assert latex(loss**2) == r"\left(L^{t = T}_{w(c)}\right)^{2}"
    assert latex(notation.Balanced(notation.metric("BS")) ** 2) == (
        r"\left(\left[\mathrm{BS}\right]_{\pi_0 = \pi_1 = 1/2}\right)^{2}"
    )
    assert latex(notation.F0(t) * notation.z * Symbol("q")) == "q F_0(t) z"
    assert latex(Function("g")(Symbol("x"))).replace(" ", "") == r"g{\left(x\right)}"


def test_a_method_is_written_by_its_letters_however_it_was_given() -> None:
    assert derive("score_driven").latex == r"L^{sd}_{U(c)} = \mathrm{BS}"
    assert derive("score(c)").latex == r"L^{sd}_{U(c)} = \mathrm{BS}"
    assert (derive("rate(1 - c)").latex or "").startswith(r"L^{\rho = 1 - c}_{U(c)} = ")


def test_a_new_method_or_metric_needs_no_word_here(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = methods.ThresholdChoiceMethod("a trial", "score(c**3/7)", r"T^{trial}", "")
    monkeypatch.setitem(methods.CATALOGUE, "score_trial", entry)
    assert latex_of(parse_method("score_trial")) == "T^{trial}"
    known = metrics.CATALOGUE["BS"]
    monkeypatch.setitem(metrics.CATALOGUE, "LL", metrics.Metric("log loss", r"\ell = 1", "", exact=known.exact))
    assert latex_of(parse_expression("LL")) == r"\ell"


def test_the_length_stays_in_proportion() -> None:
    text = "q"
    for _ in range(25):
        text = f"loss(mix({text}, optimal, optimal), condition=skew)"
    assert len(latex_of(parse_expression(text))) < 40 * len(text)
    long = "+".join(["AUC"] * 3000)
    assert latex_of(parse_expression(long)).count("AUC") == 3000
    assert latex_of(syntax.Negative(parse_expression("/".join(["AUC"] * 90)))).count("AUC") == 90
