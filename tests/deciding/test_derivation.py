"""What `derive` finds, checked against values computed by the exact engine on data."""

import itertools
import json
import pickle
import random
import re
from fractions import Fraction
from typing import Any

import pytest
from sympy import Rational

from workbench import methods
from workbench.deciding.accepting import document_of
from workbench.deciding.decide import prove
from workbench.deciding.derivation import derive
from workbench.deciding.evidence import samples
from workbench.deciding.proving import prove_equality, prove_statement
from workbench.errors import NotSupported
from workbench.language.statements import StatementError, parse_expression, parse_method, parse_statement
from workbench.language.syntax import Apply, Expression, Loss, Number, substitute
from workbench.losses import exact
from workbench.losses.densities import DensityError
from workbench.recheck import Refused, recheck
from workbench.samples.sample import Sample
from workbench.symbolic.notation import Clip, s
from workbench.symbolic.properness import _amounts, properness
from workbench.symbolic.translation import to_sympy
from workbench.terminal.proofs import show_derivation

F = Fraction
METHODS = (
    "score_fixed(1/3)", "score_uniform", "score_uniform(1/4, 3/4)", "score_driven", "rate_fixed(2/5)",
    "rate_uniform", "rate_driven", "optimal", "score(1 - c)", "rate(1 - c)", "score(1/2 + c/2)",
    "mix(1/3, score_driven, score_uniform)", "mix(1/4, rate_driven, score_driven)",
)  # fmt: skip
COSTS = ("uniform", "uniform(1/4, 3/4)", "beta(2, 1)", "beta(2, 2)", "point(1/3)", "density(3*(1 - c)**2)")
OF_SHARES = ("point(pi1)", "uniform(0, pi1)", "mixture(pi1, uniform, point(1/2))")
PAPER = {
    "score_fixed(t)": ("error(t)", "macro_error(t)"),
    "score_uniform": ("MAE", "MMAE"),
    "score_driven": ("BS", "MBS"),
    "rate_uniform": ("pi0*pi1*(1 - 2*AUC) + 1/2", "3/4 - AUC/2"),
    "rate_driven": ("pi0*pi1*(1 - 2*AUC) + 1/3", "7/12 - AUC/2"),
    "rate(1 - c)": ("pi0*pi1*(1 - 2*AUC) + 2/3", "11/12 - AUC/2"),
    "optimal": ("RLH", None),
    "score(1 - c)": ("2*MAE - BS", "2*MMAE - MBS"),
}


@pytest.mark.parametrize("method", PAPER)
def test_the_closed_forms_of_the_paper(method: str) -> None:
    for condition, closed in zip(("cost", "skew"), PAPER[method], strict=True):
        found = derive(method, condition=condition)
        assert found.closed_form == closed
        assert found.theorem is not None


@pytest.mark.parametrize("method", ["score_driven", "score_uniform", "rate_driven", "optimal", "score(1/2 + c/2)"])
@pytest.mark.parametrize("cost", OF_SHARES)
def test_laws_of_class_proportions_are_derived(method: str, cost: str) -> None:
    _assert_as_the_exact_engine(method, cost, "cost")


@pytest.mark.parametrize(("method", "cost"), list(itertools.product(METHODS, COSTS)))
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_what_is_derived_is_what_the_exact_engine_finds(method: str, cost: str, condition: str) -> None:
    _assert_as_the_exact_engine(method, cost, condition)


def _assert_as_the_exact_engine(method: str, cost: str, condition: str) -> None:
    found = derive(method, cost, condition)
    assert found.theorem is not None, found.notes
    loss = parse_expression(f"loss({method}, cost={cost}, condition={condition})")
    for sample in samples():
        if not sample.probabilistic:
            continue
        expected = exact.value(sample, loss)
        if found.closed_form is not None:
            assert exact.value(sample, parse_expression(found.closed_form)) == expected
        weights = (sample.pi0, sample.pi1) if condition == "cost" else (Fraction(1, 2), Fraction(1, 2))
        if found.family == "score":
            l0, l1 = (
                exact.value(sample, parse_expression(f"E{k}({rule})")) for k, rule in ((0, found.l0), (1, found.l1))
            )
            assert weights[0] * l0 + weights[1] * l1 == expected
        if found.family == "rate":
            level = "R(s)" if condition == "cost" else "(F0(s) + F1(s))/2"
            H = substitute(parse_expression(str(found.H)), {"r": parse_expression(level, ["s"])})
            mean = exact.value(sample, Apply("E0", (H,)))
            constant = exact.value(sample, parse_expression(str(found.constant)))
            assert constant + 2 * weights[0] * mean == expected


@pytest.mark.parametrize(
    ("method", "cost", "proper"),
    [
        ("score_driven", "uniform", True),
        ("score_driven", "beta(2, 2)", True),
        ("score_driven", "beta(a, b)", True),
        ("score_driven", "uniform(1/4, 3/4)", True),
        ("score_driven", "density(2*c)", True),
        ("score_uniform", "uniform", False),
        ("score_uniform", "beta(a, b)", False),
        ("score_fixed(1/2)", "uniform", True),
        ("score_fixed(1/3)", "uniform", False),
        ("score_fixed(2/3)", "beta(2, 1)", True),
        ("score_fixed(t)", "uniform", None),
        ("score(c**2)", "uniform", False),
        ("score(1 - c)", "uniform", False),
        ("mix(1/3, score_fixed(1/2), score_driven)", "uniform", True),
        ("mix(1/3, score_uniform, score_driven)", "uniform", False),
        ("rate_driven", "uniform", None),
        ("optimal", "uniform", None),
    ],
)
def test_properness(method: str, cost: str, proper: bool | None) -> None:
    assert derive(method, cost).proper is proper


def test_a_rule_that_is_not_proper_comes_with_a_better_lie() -> None:
    note = derive("score_uniform").notes["proper"]
    assert note == (
        "not proper: where class 1 has probability 1/3, the forecast 0 costs 1/3 and the honest forecast 1/3 costs 4/9"
    )


def test_scoring_rules_of_the_literature() -> None:
    found = derive("score_driven", "beta(2, 2)")
    for text, expected in ((found.l0, "4*s**3 - 3*s**4"), (found.l1, "1 - 6*s**2 + 8*s**3 - 3*s**4")):
        assert to_sympy(parse_expression(f"E0({text})")).body.equals(to_sympy(parse_expression(f"E0({expected})")).body)
    assert derive("score(c**2)").l1 == "s - 2*sqrt(s) + 1"


def test_a_proof_step_says_everything() -> None:
    found = derive("rate_driven").to_json()
    assert {"why", "by", "gives", "latex"} == set(found["proof"][0])
    assert found["proof"][-1]["gives"] == found["closed_form"]


CLOSED = ("score_uniform", "score_driven", "rate_uniform", "rate_driven", "optimal")


@pytest.mark.parametrize("method", [name for name, m in methods.CATALOGUE.items() if not m.parameters or m.defaults])
def test_the_closed_form_is_proved_as_a_statement(method: str) -> None:
    found = derive(method)
    if found.closed_form is None and method not in CLOSED:
        pytest.skip("no closed form over named metrics is known")
    assert prove_statement(parse_statement(f"loss({method}) == {found.closed_form}")) is not None


def test_a_parameter_named_like_the_rate_is_kept_apart() -> None:
    found = derive("rate_fixed(r)")
    assert found.H == "indicator(r < rho)"
    assert "rho" in found.notes["H"]


@pytest.mark.parametrize("kind", ["score", "rate"])
def test_an_equation_that_no_rule_solves_is_in_the_letters_of_the_method(kind: str) -> None:
    note = derive(f"{kind}(c**7/4 - c**6/6 + u/100 + 1/2)").notes["closed_form"]
    assert "no rule solves c**7/4 - c**6/6 + u/100 + 1/2 = y, where y is what the method sets" in note


def test_the_costs_of_a_lie_are_short_and_apart() -> None:
    note = derive("score(1/2*indicator(c < 1/3) + c*indicator(1/3 <= c))", "beta(7, 11)").notes["proper"]
    assert note.endswith("the forecast 7/12 costs about 0.376570 and the honest forecast 1/2 costs about 0.520530")
    third, close = Rational(1, 3), Rational(1, 3) + Rational(1, 10**12)
    assert _amounts(third, Rational(1, 2)) == ("1/3", "1/2")
    one, other = _amounts(third + Rational(1, 10**30), close)
    assert one != other


POLES = (
    "score(1/(c - 1/2))",
    "score(c/(2*c - 1))",
    "score(min(1/c, 1))",
    "rate(min(1/c, 1))",
    "score(min(1/c, 1/(1 - c)))",
    "score(1/(exp(c) - 2))",
    "mix(1/2, score(1/(c - 1/2)), optimal)",
)


@pytest.mark.parametrize("method", POLES)
def test_a_law_with_a_pole_is_derived_or_left(method: str) -> None:
    """Such a law has a value for almost every condition, so that the loss has one; what is derived is that."""
    found = derive(method)
    if found.theorem is None:
        assert found.notes["closed_form"]
    elif found.closed_form is not None:
        for sample in samples()[:3]:
            loss = exact.value(sample, Loss(parse_method(method)))
            assert exact.value(sample, parse_expression(found.closed_form)) == loss


def test_a_lie_is_looked_for_where_a_rule_has_a_value() -> None:
    score = Clip(s, 0, 1)
    proper, notes = properness(1 / score, 1 - score)
    assert not proper
    assert "the forecast 1 costs" in notes["proper"]


def test_what_has_no_closed_form_says_so() -> None:
    found = derive("score_driven", "beta(a, b)")
    assert found.theorem is None
    assert found.l0 is None
    assert "no closed form was found" in found.notes["closed_form"]
    assert derive("score(u**c)").proper is None
    mixed = derive("mix(1/2, score_driven, optimal)", condition="skew")
    assert (mixed.theorem is None) == ("no proof joins them" in mixed.notes.get("closed_form", ""))


@pytest.mark.parametrize(
    ("method", "cost", "error"),
    [
        ("score_drven", "uniform", StatementError),
        ("score_driven", "beta(0, 1)", StatementError),
        ("score_driven", "density(k*c)", StatementError),
        ("score_driven", "density(3*c)", DensityError),
        ("score_driven", "density(1/c)", DensityError),
        ("score_driven", "density(4*c - 1)", DensityError),
        ("rate(s)", "uniform", StatementError),
    ],
)
def test_wrong_input(method: str, cost: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        derive(method, cost)


def test_false_equalities_are_not_proved() -> None:
    for text in (
        "loss(score_driven) == MAE",
        "loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/2",
        "loss(rate_driven, condition=skew) == pi0*pi1*(1 - 2*AUC) + 1/3",
        "RL == RLH",
        "loss(optimal) == RL",
        "AUC == GINI",
        "BS == CL - RL",
        "loss(score_fixed(t)) == error(u0)",
    ):
        assert prove_statement(parse_statement(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "AUC == AUC",
        "MAE - BS == E(s*(1 - s))",
        "BS == CL + RL",
        "GINI == 2*AUC - 1",
        "loss(rate_uniform) - loss(rate_driven) == 1/6",
        "loss(rate_uniform, cost=beta(a, b)) == pi0*pi1*(1 - 2*AUC) + (a*pi0 + b*pi1)/(a + b)",
        "loss(mix(q, rate(c), rate(u))) == pi0*pi1*(1 - 2*AUC) + 1/2 - q/6",
        "loss(optimal, cost=beta(2, 2)) == (1 - H)*pi0*pi1*(1 + pi0*pi1)",
        "RLH == pi0 - E0(pav(s)**0*1)*pi0 + E(pav(s)*(1 - pav(s)))",
    ],
)
def test_true_equalities_are_proved(text: str) -> None:
    assert prove_statement(parse_statement(text)) is not None


def test_results_are_values() -> None:
    found = derive("score_fixed(1/2)")
    assert Number(Fraction(1, 2)) == parse_method("score_fixed(1/2)").arguments[0]
    assert found.closed_form == pickle.loads(pickle.dumps(found.to_json()))["closed_form"]
    assert prove_equality(to_sympy(parse_expression("BS")), to_sympy(parse_expression("MAE"))) is None


@pytest.mark.parametrize(
    "method",
    ["score(r + (t - q)*u)", "rate(r/2 + (t - q)*u/2)", "score(1 + (1 - n)*u)", "score(1 + a*u)", "score(1 - t*u)"],
)
def test_a_sign_that_is_not_known_is_not_guessed(method: str) -> None:
    found = derive(method)
    assert found.theorem is None
    assert (found.l0, found.H, found.closed_form) == (None, None, None)


def test_open_bounds_of_a_uniform_threshold_are_in_order() -> None:
    found = derive("score_uniform(l, h)")
    assert found.l0 == "min(max(s, l), h)/(h - l) - l/(h - l)"


@pytest.mark.parametrize(
    ("method", "cost", "error"),
    [
        ("rate(2*c)", "uniform", NotSupported),
        ("rate(-1)", "uniform", NotSupported),
        ("rate_driven", "point(AUC)", StatementError),
        (3, "uniform", StatementError),
        ("rate_driven", 3, StatementError),
    ],
)
def test_what_is_no_law_is_refused(method: str, cost: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        derive(method, cost)


@pytest.mark.parametrize(
    ("method", "proper"), [("score(c + 1)", False), ("score(-c)", False), ("score_fixed(1)", False)]
)
def test_properness_looks_at_the_whole_support(method: str, proper: bool) -> None:
    assert derive(method).proper is proper


@pytest.mark.parametrize(
    "text",
    [
        "log(0) == log(0) + 1",
        "sqrt(-1)**2 == -1",
        "AUC*(pi0 + pi1 - 1)/(pi0 + pi1 - 1) == AUC",
        "GINI/GINI == 1",
        "sqrt(GINI)**2 == GINI",
        "exp(log(GINI)) == GINI",
        "0*log(GINI) == 0",
        "E0(s/s) == 1",
        "loss(rate(2))*0 == 0",
        "h_measure(-a, 2)*0 == 0",
        "loss(score_uniform(a, a))*0 == 0",
        "loss(score_driven, cost=uniform(a, a))*0 == 0",
        "loss(mix(1 + n, score_driven, score_uniform))*0 == 0",
        "0*sqrt(a) == 0*loss(score_driven, cost=beta(-a, 2))",
        "loss(score_driven, cost=density(3*c)) == loss(score(c + 0*c), cost=density(3*c))",
    ],
)
def test_what_has_no_value_somewhere_is_not_proved(text: str) -> None:
    assert prove_statement(parse_statement(text)) is None


@pytest.mark.parametrize(
    ("method", "cost", "l0"),
    [("score_driven", "beta(1/2, 1)", "2*s**(3/2)/3"), ("rate(c**2)", "uniform", None),
     ("score(c**3)", "uniform", "s**(2/3)"), ("score(sqrt(c)**3)", "uniform", "s**(4/3)")],
)  # fmt: skip
def test_roots_are_derived_too(method: str, cost: str, l0: str | None) -> None:
    found = derive(method, cost)
    assert found.theorem is not None
    assert found.l0 == l0


QUOTIENTS = {
    "score(c/(c + 1))": ("min(s, 1/2)**2/(1 - min(s, 1/2))**2", "(1 - 2*min(s, 1/2))**2/(1 - min(s, 1/2))**2"),
    "score(1/(c + 1))": ("2/max(s, 1/2) - 1/max(s, 1/2)**2", "4/max(s, 1/2) - 1/max(s, 1/2)**2 - 3"),
    "score(2*c/(1 + c))": ("s**2/(2 - s)**2", "4*(1 - s)**2/(2 - s)**2"),
    "score(c/(2 - c))": ("4*s**2/(1 + s)**2", "(1 - s)**2/(1 + s)**2"),
    "score(c**2/(c**2 + (1 - c)**2))": ("s/(1 + 2*sqrt(s)*sqrt(1 - s))", "(1 - s)/(1 + 2*sqrt(s)*sqrt(1 - s))"),
    "score(c**2/(2 - c))": ("s**2/2 - s*sqrt(s)*sqrt(s + 8)/2 + 2*s", "(1 + s/2 - sqrt(s)*sqrt(s + 8)/2)**2"),
    "score(c**4)": ("sqrt(s)", "(1 - s**(1/4))**2"),
    "score(1 - c**4)": ("1 - sqrt(1 - s)", "2*(1 - s)**(1/4) - sqrt(1 - s)"),
    "score(c**5)": ("s**(2/5)", "(1 - s**(1/5))**2"),
    "score(c**(3/2))": ("s**(4/3)", "(1 - s**(2/3))**2"),
    "score(c**(1/4))": ("s**8", "(1 - s**4)**2"),
}
"""What an example of class 0 and of class 1 loses at its score, under uniform costs."""


def tied_samples(count: int = 12) -> list[Sample]:
    """Random samples with ties, scores at 0, 1/2 and 1 among them."""
    dice = random.Random(20)
    found = []
    for _ in range(count):
        size = dice.randint(2, 9)
        classes = [0, 1, *(dice.randint(0, 1) for _ in range(size - 2))]
        scores = [dice.choice([F(0), F(1, 2), F(1), F(dice.randint(0, 12), 12), F(1, 16)]) for _ in classes]
        found.append(Sample.of(classes, scores))
    return found


def near(sample: Sample, one: Expression, other: Expression) -> bool:
    """Whether two expressions have the same value to twelve digits."""
    return abs(float(exact.value(sample, one)) - float(exact.value(sample, other))) < 1e-12


@pytest.mark.parametrize("method", QUOTIENTS)
def test_quotients_and_roots_of_roots_are_derived(method: str) -> None:
    found, (l0, l1) = derive(method), QUOTIENTS[method]
    assert found.theorem is not None, found.notes
    assert found.proper is False
    assert recheck(document_of(found.theorem)) == document_of(found.theorem)["statement"]
    statement = parse_statement(f"loss({method}) == pi0*E0({l0}) + pi1*E1({l1})")
    assert prove_statement(statement) is not None
    printed = parse_expression(f"pi0*E0({found.l0}) + pi1*E1({found.l1})")
    for sample in tied_samples():
        assert near(sample, statement.left, statement.right)
        assert near(sample, statement.left, printed)
    for twin in (f"pi0*E0({l0}) + pi1*E1({l1} + s*(1 - s)/10**6)", f"pi0*E0({l1}) + pi1*E1({l0})"):
        assert prove(f"loss({method}) == {twin}").verdict == "refuted"


@pytest.mark.parametrize("method", ["score(c/(c + 1))", "score(1/(c + 1))", "score(c/(2 - c))", "score(c**4)"])
@pytest.mark.parametrize(
    ("cost", "condition"), [("uniform", "skew"), ("beta(2, 2)", "cost"), ("uniform(1/4, 3/4)", "cost")]
)
def test_quotients_and_roots_of_roots_under_other_conditions(method: str, cost: str, condition: str) -> None:
    found = derive(method, cost, condition)
    assert found.theorem is not None, found.notes
    weights = ("pi0", "pi1") if condition == "cost" else ("1/2", "1/2")
    printed = parse_expression(f"{weights[0]}*E0({found.l0}) + {weights[1]}*E1({found.l1})")
    loss = parse_expression(f"loss({method}, cost={cost}, condition={condition})")
    assert all(near(sample, loss, printed) for sample in tied_samples())
    assert prove_statement(parse_statement(f"{loss} == {printed}")) is not None
    assert prove(f"{loss} == {printed} + E0(s)*E1(s)/10**6").verdict == "refuted"


@pytest.mark.parametrize(
    "method",
    ["score(c/(c + 1))", "score(c/(2 - c))", "score(1/(c + 1))", "score(c**4)", "score(c**2/(c**2 + (1 - c)**2))"],
)
def test_a_number_changed_in_a_document_about_quotients_or_roots_is_refused_or_changes_nothing(method: str) -> None:
    """Each number in the statement and the last line alike by one, each number and letter in an integral by half."""
    document = document_of(derive(method).theorem)
    text, said = json.dumps(document), document["steps"][-1]["line"]
    accepted = []
    for place in re.finditer(r"(?<![\w./])\d+(?![\w./])", said):
        changed = f"{said[: place.start()]}{int(place[0]) + 1}{said[place.end() :]}"
        accepted += _accepted(text.replace(json.dumps(said)[1:-1], json.dumps(changed)[1:-1]), document)
    for use in document["steps"][-1]["by"]["uses"]:
        for key, value in use["cells"][0].items():
            for place in re.finditer(r"[1-9]\d*|[cy]", str(value)):
                other = f"{value[: place.start()]}(2*{place[0]}){value[place.end() :]}"
                whole = json.dumps(use).replace(f'"{key}": "{value}"', f'"{key}": "{other}"')
                accepted += _accepted(text.replace(json.dumps(use), whole), document)
    for said in accepted:  # what is capped at 2 rather than 1 is the same
        statement = parse_statement(said)
        assert all(near(sample, statement.left, statement.right) for sample in tied_samples())


def _accepted(text: str, document: dict[str, Any]) -> list[str]:
    """What the reader accepts although it is another document."""
    changed = json.loads(text)
    if changed == document:
        return []
    try:
        return [recheck(changed)]
    except Refused:
        return []


def test_a_rate_that_is_hard_to_bound_is_still_derived() -> None:
    assert derive("rate(sqrt(c))").theorem is not None


def test_parameters_that_need_an_order_are_tried_in_order() -> None:
    assert derive("rate_driven", "uniform(a, b)").theorem is not None


def test_words_of_a_proof_are_plain() -> None:
    for step in derive("score_driven", "beta(2, 2)").to_json()["proof"]:
        assert "\\" not in step["gives"]


def test_at_which_calibrated_score_an_example_loses_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """For skews at that of both classes equally frequent: one negative and two positives of one score."""
    show_derivation(derive("optimal"))
    assert "equally frequent" not in capsys.readouterr().out
    found = derive("optimal", condition="skew")
    show_derivation(found)
    assert "equally frequent" in " ".join(capsys.readouterr().out.split())
    assert "equally frequent" in found.notes["l0"]
    sample = Sample.of([0, 1, 1], [0, 0, 0])
    at_half = Fraction(1, 2) ** 2
    assert exact.value(sample, parse_expression("loss(optimal, condition=skew)")) == at_half
    assert exact.value(sample, parse_expression("(E0(pav(s)**2) + E1((1 - pav(s))**2))/2")) != at_half
