"""Algebraic numbers against fractions that are as near as one likes."""

from fractions import Fraction

import flint
import pytest

from workbench.curves.cost_curves import cost_curve
from workbench.numbers.algebraic import Root, between, roots, sign_at
from workbench.samples.sample import Sample

HALF_ROOT = roots(flint.fmpq_poly([-1, 0, 2]))[1]


def truncated(digits: int) -> Fraction:
    """The root of 1/2 cut after so many digits."""
    scale = 10**digits
    low = int(scale * Fraction(HALF_ROOT.ball(digits + 10).mid().str(digits + 5, radius=False)))
    return Fraction(low, scale)


@pytest.mark.parametrize("digits", [5, 16, 19, 20, 40, 200, 1000])
def test_near_numbers_are_told_apart(digits: int) -> None:
    low = truncated(digits)
    high = low + Fraction(1, 10**digits)
    assert low < HALF_ROOT < high
    assert not low > HALF_ROOT
    assert high > HALF_ROOT
    assert low**2 < Fraction(1, 2) < high**2
    assert low < between(low, HALF_ROOT) < HALF_ROOT < between(HALF_ROOT, high) < high
    assert sign_at(flint.fmpq_poly([flint.fmpq(-low.numerator, low.denominator), 1]), HALF_ROOT) == 1


def test_two_roots_that_are_near() -> None:
    tiny = 10**60
    one = roots(flint.fmpq_poly([-2, 0, 1]))[1]
    other = roots(flint.fmpq_poly([-2 * tiny - 1, 0, tiny]))[1]
    assert isinstance(one, Root)
    assert one < other
    assert one < between(one, other) < other


def test_a_curve_has_a_value_close_to_an_irrational_break() -> None:
    curve = cost_curve(Sample.of([0, 1], ["0.5", 1]), "score(c**2)")
    low = truncated(20)
    assert curve(low) == low
    assert curve(low + Fraction(1, 10**20)) == 0
    assert curve.area(0, low) == low**2 / 2


def test_scores_that_are_almost_one() -> None:
    first = cost_curve(Sample.of([0, 1], [0.5, 1 - 2**-52]), "score(c**2)")
    second = cost_curve(Sample.of([0, 1], [0.4, 0.6]), "score(c**2)")
    assert len(first.regions(second)) >= 4
