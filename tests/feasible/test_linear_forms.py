"""Losses of laws on scores as linear forms of the means of errors and of their squares."""

import random
from fractions import Fraction

import pytest

from workbench.feasible.linear_forms import ClassSizes
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
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


@pytest.mark.parametrize("method", NOT_LINEAR)
def test_what_is_no_such_rule_is_a_figure_of_its_own(method: str) -> None:
    assert list(ClassSizes(3, 4).form(parse_expression(f"loss({method})")).terms) == [f"loss({method})"]
