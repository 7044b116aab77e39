"""Means at all scores at once against means example by example, and what is left to the latter."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.losses.test_exact import data, sample_of
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.losses.columns import NoColumn, mean_of_columns
from workbench.losses.reals import Undefined
from workbench.samples.sample import Sample

CLASSES = {"E0": (0,), "E1": (1,), "E": (0, 1)}
PARTS = ["s", "F0(s)", "F1(s)", "R(s)", "posterior(s)", "pav(s)", "pi1", "AUC", "E0(s)", "1/3", "2"]
JUMPS = ["indicator(s <= 1/3)", "indicator(pav(s) < posterior(s))", "indicator(1/2 > s)", "indicator(s >= pav(s))"]
SHAPES = ["{} + {}*{}", "({} - {})**2 - {}", "max({2}, 1/2)*{0}*{1}", "{}*min({}/3, 1/4) - {}", "-{}*({} - {})"]


@st.composite
def means(draw):
    """Means of polynomials in the ranks, of indicators and of maxima that don't depend on these."""
    first, second = (draw(st.sampled_from(PARTS + JUMPS)) for _ in range(2))
    third = draw(st.sampled_from([x for x in PARTS if "F" not in x and "R" not in x]))
    shape = draw(st.sampled_from(SHAPES if "(s)" not in second or "p" in second else SHAPES[:3] + SHAPES[4:]))
    return f"{draw(st.sampled_from(sorted(CLASSES)))}({shape.format(first, second, third)})"


@given(data(), means())
def test_all_scores_at_once_or_one_by_one(pairs, text):
    sample, mean = sample_of(pairs), parse_expression(text)
    reading = exact._Reading(sample, {})
    together = mean_of_columns(sample, mean.arguments[0], CLASSES[mean.function], reading.value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "mean_of_columns", _never)
        alone = exact._Reading(sample, {}).value(mean)
    assert together == alone


def _never(*_):
    raise NoColumn


@pytest.mark.parametrize(
    "text", ["E(sqrt(s))", "E(1/s)", "E(s**(1/2))", "E(s**-1)", "E(indicator(F0(s) < 1/2))", "E(s*E1(sqrt(s)))"]
)
def test_what_is_left_to_the_other_way(text):
    sample = Sample.of([0, 1, 1], [0, "1/3", "1/2"])
    with pytest.raises(NoColumn):
        mean_of_columns(sample, parse_expression(text).arguments[0], (0, 1), exact._Reading(sample, {}).value)


def test_a_division_by_zero_counts_only_where_there_are_examples():
    sample, of_class_1 = Sample.of([0, 1, 1], [0, "1/3", "1/2"]), parse_expression("E1(1/s)")
    assert exact.value(sample, of_class_1) == Fraction(5, 2)
    with pytest.raises(Undefined, match="division by zero in 1/s"):
        exact.value(sample, parse_expression("E(1/s)"))
