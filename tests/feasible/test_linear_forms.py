"""Losses of laws on scores as linear forms of the means of errors and of their squares."""

import random
from fractions import Fraction

import pytest

from workbench.feasible.linear_forms import ClassSizes, most_lost
from workbench.feasible.scores import ruled_out
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.printed import Printed
from workbench.samples.sample import Sample

LINEAR = ("score(1 - c)", "score(c)", "score(u)", "mix(1/3, score(1 - c), score(u))")
NOT_LINEAR = ("score(c/2 + 1/4)", "score(2*c)", "score(c**2)", "score(c**3)", "score(max(c, 1 - c))")


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("method", LINEAR)
def test_a_quadratic_rule_is_a_form_with_the_value_of_the_loss(method: str, condition: str) -> None:
    loss = parse_expression(f"loss({method}, condition={condition})")
    form = ClassSizes(3, 4).form(loss)
    assert set(form.terms) <= {"MAE0", "MAE1", "BS0", "BS1"}
    draw = random.Random(1)
    for _ in range(10):
        sample = Sample.of([0, 0, 0, 1, 1, 1, 1], [Fraction(draw.randrange(9), 8) for _ in range(7)])
        terms = (times * value(sample, parse_expression(name)) for name, times in form.terms.items())
        assert sum(terms, form.constant) == value(sample, loss)


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("cost", ["uniform", "beta(2, 1)", "density(2*indicator(c < 1/2))", "point(1/3)"])
@pytest.mark.parametrize("method", ["rate(u)", "rate(1 - u)", "fpr(u)", "tpr(u)", "fpr(1 - u)", "tpr(1 - u)"])
def test_losses_under_uniform_rates_are_linear_in_auc(method: str, cost: str, condition: str) -> None:
    loss = parse_expression(f"loss({method}, cost={cost}, condition={condition})")
    form = ClassSizes(3, 4).form(loss)
    assert set(form.terms) <= {"AUC"}
    draw = random.Random(3)
    for _ in range(10):
        sample = Sample.of([0, 0, 0, 1, 1, 1, 1], [Fraction(draw.randrange(5), 8) for _ in range(7)])
        auc = value(sample, parse_expression("AUC"))
        assert form.constant + form.terms.get("AUC", 0) * auc == value(sample, loss)


@pytest.mark.parametrize("method", NOT_LINEAR)
def test_what_is_no_such_rule_is_a_figure_of_its_own(method: str) -> None:
    assert list(ClassSizes(3, 4).form(parse_expression(f"loss({method})")).terms) == [f"loss({method})"]


@pytest.mark.parametrize("cost", ["uniform", "beta(2, 1)", "beta(1, 3)", "point(1/5)", "density(2*(1 - c))"])
@pytest.mark.parametrize("method", [*NOT_LINEAR, "score(c/(c + 1))", "rate(1 - c)", "optimal"])
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_no_more_is_lost_than_by_all_examples_wrong(method: str, cost: str, condition: str) -> None:
    name = str(parse_expression(f"loss({method}, cost={cost}, condition={condition})"))
    draw = random.Random(2)
    for _ in range(10):
        classes = [0, 1, *(draw.randrange(2) for _ in range(draw.randrange(6)))]
        sample = Sample.of(classes, [Fraction(draw.choice([0, 1, 1, 4, 7, 8, 8]), 8) for _ in classes])
        most = most_lost(name, sample.pi0)
        assert most is not None
        assert float(value(sample, parse_expression(name))) <= most + Fraction(1, 10**12)


def test_a_loss_that_is_no_form_and_too_great_is_ruled_out() -> None:
    for text in ("loss(score(c**3))", "loss(score(c/(c + 1)), condition=skew)"):
        assert ruled_out({text: Printed("1.02")}, 4, 6) is not None
        assert ruled_out({text: Printed("1.00")}, 4, 6) is None
    assert ruled_out({"loss(score(c**3), cost=beta(2, 1))": Printed("0.81")}, 1, 5) is not None
    assert ruled_out({"loss(score(c**3), cost=beta(2, 1))": Printed("1.10")}, 5, 1) is None
