"""Models read from text and evaluated: values against closed forms and another engine, and what says no model."""

from __future__ import annotations

import json
from fractions import Fraction

import mpmath
import pytest

from workbench import Beta, Model, Normal, Uniform, evaluate_model
from workbench.cli import main
from workbench.continuous.evaluation import parse_model
from workbench.continuous.models import value
from workbench.continuous.polynomials import ModelError
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.numbers.certified import lift, working_digits


def number(model: Model, text: str, digits: int = 15) -> mpmath.mpf:
    with working_digits(digits + 20):
        return mpmath.mpf(str(lift(value(model, parse_expression(text), digits)).mid().str(digits + 5, radius=False)))


def test_two_normal_classes_have_known_figures() -> None:
    found = evaluate_model("normal(0, 1), normal(1, 1), pi0 = 1/2", ["AUC", "MER", "KS"], digits=40, figures=False)
    with mpmath.workdps(50):
        known = {"AUC": mpmath.ncdf(1 / mpmath.sqrt(2)), "MER": mpmath.ncdf(-0.5), "KS": 1 - 2 * mpmath.ncdf(-0.5)}
        for name, expected in known.items():
            assert abs(mpmath.mpf(found.in_digits(found.expressions[name])) - expected) < mpmath.mpf(10) ** -38


def test_a_model_of_values_is_that_of_text() -> None:
    one = Model(Beta(11, 7), Beta(2, 4), "1/10")
    assert one == parse_model("beta(11, 7), beta(2, 4), pi1 = 0.9")
    assert Model(Uniform(), Normal(0, 1)).pi0 == Fraction(1, 2)


def by_numbers(model: Model, a: str, b: str) -> mpmath.mpf:
    """The optimal loss of two Beta classes under Beta costs: the least loss over many thresholds, summed over c."""
    (first, second), pi0 = model.classes, mpmath.mpf(model.pi0.numerator) / model.pi0.denominator
    grid = [mpmath.mpf(k) / 400 for k in range(401)]
    cdfs = [[mpmath.betainc(d.a, d.b, 0, x, regularized=True) for x in grid] for d in (first, second)]
    p, q = Fraction(a), Fraction(b)
    shapes = mpmath.mpf(p.numerator) / p.denominator, mpmath.mpf(q.numerator) / q.denominator
    steps, total = 400, mpmath.mpf(0)
    for k in range(steps):
        c = (mpmath.mpf(k) + 0.5) / steps
        weight = c ** (shapes[0] - 1) * (1 - c) ** (shapes[1] - 1) / mpmath.beta(*shapes)
        total += weight * min(2 * c * pi0 * (1 - f) + 2 * (1 - c) * (1 - pi0) * g for f, g in zip(*cdfs, strict=True))
    return total / steps


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), [("3", "2"), ("5/2", "7/3")])
def test_optimal_losses_of_beta_classes(a: str, b: str) -> None:
    for model in (Model(Beta(11, 7), Beta(2, 4), "1/10"), Model(Beta(2, 5), Beta(5, 2), "1/3")):
        found = number(model, f"loss(optimal, cost=beta({a}, {b}))")
        assert abs(found - by_numbers(model, a, b)) < 1e-4


def test_optimal_losses_near_an_end_of_the_hull() -> None:
    model = Model(Beta(11, 7), Beta(2, 4), "1/10")
    whole, skew = (number(model, f"loss(optimal, cost=beta(3, 2){x})") for x in ("", ", condition=skew"))
    assert abs(whole - mpmath.mpf("0.116387878783470")) < 1e-14
    assert abs(skew - mpmath.mpf("0.312497227546310")) < 1e-14


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("normal(0, 1)", "a model is two distributions"),
        ("normal(0, 1), norml(1, 1)", "norml is no distribution of scores; did you mean normal"),
        ("normal(0, -1), normal(1, 1)", "the deviation must be positive"),
        ("normal(0, 1, 2), normal(1, 1)", "normal does not take 3 parameters"),
        ("normal(0, 1), normal(1, 1), pi0 = 2", "pi0 is 2; it must lie strictly between 0 and 1"),
        ("normal(0, 1), normal(1, 1), pi0 = x", "pi0 is 'x'; it must be a number"),
        ("normal(0, 1), normal(1, 1), pi0 = 1/2, pi1 = 1/2", "a model is two distributions"),
        ("normal(0, x), normal(1, 1)", "must be a finite rational number"),
        ("__import__('os'), normal(1, 1)", "is no distribution of scores"),
    ],
)
def test_what_is_no_model(text: str, says: str) -> None:
    with pytest.raises(ModelError, match=says.replace("(", r"\(").replace("[", r"\[")):
        parse_model(text)


@pytest.mark.parametrize("digits", [0, 1.5, True, 10**6])
def test_digits_are_a_whole_number(digits: int) -> None:
    with pytest.raises(InputError, match="digits"):
        evaluate_model("beta(1, 2), beta(2, 1)", digits=digits)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--model", "beta(1, 2), beta(2, 1)", "--evaluate", "BS - MAE", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["expressions"]["BS - MAE"] == {"exact": "-1/6", "value": -1 / 6, "digits": "-1/6"}
    assert main(["evaluate", "--model", "normal(0, 1), normal(1, 1)", "--digits", "20", "--evaluate", "MER"]) == 0
    assert "0.30853753872598689636" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [[], ["x.csv", "--model", "beta(1, 2), beta(2, 1)"], ["x.csv", "--digits", "3"], ["--model", "beta(1, 2)"]],
)
def test_what_does_not_go_together(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)


def test_a_shape_beyond_what_is_computed_is_wrong_input() -> None:
    with pytest.raises(ModelError, match="a parameter of a Beta is greater than 1000000"):
        parse_model("beta(1e400, 2), beta(2, 1)")


def test_models_are_told_as_they_are_written() -> None:
    found = evaluate_model("beta(1/2, 3), uniform(1/4, 1)", "MER", digits=10, figures=False)
    assert found.notes["MER"] == "no rule proves the shape of the ROC curve of beta(1/2, 3) and uniform(1/4, 1)"


@pytest.mark.parametrize("law", ["normal(0, 1)", "exponential(2)", "beta(5/2, 3)"])
def test_classes_that_are_alike_are_told_apart_by_nothing(law: str) -> None:
    found = evaluate_model(f"{law}, {law}, pi0 = 1/3", expressions=["KS", "MER", "AUCH", "RLH"])
    assert found.expressions == {"KS": 0, "MER": Fraction(1, 3), "AUCH": Fraction(1, 2), "RLH": Fraction(2, 9)}
