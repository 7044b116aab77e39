"""Moments of laws at many quotients are those that the exact engine finds at each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from workbench.errors import NotSupported
from workbench.inference import quotients
from workbench.inference.quotients import _Interpolated, areas_at, moments_at
from workbench.language.statements import parse_cost, parse_expression
from workbench.losses.densities import density
from workbench.losses.thresholds import Law, law_of
from workbench.numbers.certified import DIGITS, working_digits
from workbench.numbers.written import approximation

LAWS = [
    ("c", "beta(2, 5)"),
    ("c", "beta(5/2, 5)"),
    ("c", "beta(1/2, 1/2)"),
    ("c", "beta(40, 30)"),
    ("c", "beta(1/5, 3)"),
    ("c", "density(exp(c)/(exp(1) - 1))"),
    ("c", "uniform(1/3, 1/2)"),
    ("c**2", "uniform"),
    ("1 - c**3", "beta(3/2, 2)"),
    ("u**2", "beta(1/2, 7/3)"),
    ("max(c, 1/3)", "beta(2, 3)"),
    ("max(c**2, 1/2)", "uniform"),
    ("min(u, 3/10)", "beta(2, 1)"),
    ("4*c*(1 - c)", "beta(2, 1)"),
    ("c*u", "uniform"),
]


def law_under(g: str, cost: str) -> Law:
    with working_digits(DIGITS):
        return law_of(parse_expression(g, "cu"), density(parse_cost(cost)))


def places(rng: np.random.Generator, count: int, size: int, alike: bool) -> tuple[Any, Any]:
    """Quotients, of one denominator or of some, and among them those at which the laws jump."""
    below = np.full(count, size) if alike else rng.integers(size - size // 3, size + 1, count)
    above = rng.integers(0, below + 1)
    above[: count // 4] = np.minimum(above[: count // 4] % 12, below[: count // 4])
    for i, part in enumerate((Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(3, 10))):
        above[-1 - i] = int(part * size)
        below[-1 - i] = size
    return above, below


@pytest.mark.parametrize(("g", "cost"), LAWS)
def test_moments_and_areas_are_those_of_the_exact_engine(g: str, cost: str) -> None:
    law = law_under(g, cost)
    rng = np.random.default_rng(len(g) + len(cost))
    for alike, size in ((True, 6000), (False, 6000), (True, 60))[: 1 if g == "c*u" else 3]:
        above, below = places(rng, 60, size, alike)
        for from_right in (False, True):
            exact: list[list[float]] = []
            with working_digits(DIGITS):
                for place in map(Fraction, above.tolist(), below.tolist()):
                    pairs = (*law.moments(place, from_right), *law.areas(place))
                    exact.append([approximation(x)[0] for x in pairs])
            for f, wanted in zip((*moments_at(law, from_right), *areas_at(law)), np.array(exact).T, strict=True):
                assert np.abs(f(above, below) - wanted).max() < 3e-14


def test_a_table_says_what_each_quotient_does() -> None:
    """Asked for often enough there is one, and more denominators than one have none."""
    law = law_under("c**2", "beta(5/2, 2)")
    rng = np.random.default_rng(7)
    above, size = rng.integers(0, 701, (40, 50)), np.full((40, 1), 700)
    for f in (*moments_at(law), *areas_at(law)):
        first = f(above[:1], size[:1])
        everywhere = f(above, size)
        assert np.abs(everywhere[:1] - first).max() < 1e-14
        assert np.abs(f(above, 2 * size) - f(above * 3, 6 * size)).max() < 1e-14
        mixed = np.concatenate((size[:20], 2 * size[20:]))
        assert np.abs(f(above, mixed)[:20] - everywhere[:20]).max() < 1e-14


def test_the_exact_engine_is_asked_for_no_more_than_what_occurs_where_it_fails() -> None:
    def exact(x: Fraction) -> tuple[Fraction, Fraction]:
        if x < Fraction(1, 4) and x.denominator > 1000:
            raise NotSupported("a place")
        return x, x**3 / 3

    f = _Interpolated(exact)
    above = np.arange(1, 1000)
    assert np.abs(f.at(1, above, np.array([1000])) - (above / 1000) ** 3 / 3).max() < 1e-15
    with pytest.raises(NotSupported, match="a place"):
        f.at(0, np.array([1]), np.array([5003]))


def test_what_never_fits_is_found_one_by_one() -> None:
    asked: set[Fraction] = set()

    def exact(x: Fraction) -> tuple[Fraction, Fraction]:
        asked.add(x)
        digits = x.numerator * 7919 % x.denominator
        return Fraction(digits, x.denominator), -x

    f = _Interpolated(exact)
    above, below = np.arange(300), np.full(300, 1999)
    below[::2] = 1997
    wanted = (above * 7919 % below) / below
    assert np.array_equal(f.at(0, above, below), wanted)
    assert len(asked) <= (quotients.MOST_CELLS + 1) * 2 * quotients.DEGREE + 300


def test_quotients_of_weighted_counts_may_have_more_than_a_billion_parts() -> None:
    law = law_under("c**2", "beta(5/2, 5)")
    below = np.array([7 * 10**12, 10**13, 10**13, 10**13 + 1, 7 * 10**12])
    above = np.array([0, 10**13 // 2, 10**13 // 4, 3, 7 * 10**12])
    for i, f in enumerate(areas_at(law)):
        with working_digits(DIGITS):
            exact = [
                law.areas(Fraction(top, bottom)) for top, bottom in zip(above.tolist(), below.tolist(), strict=True)
            ]
            wanted = [approximation(pair[i])[0] for pair in exact]
        assert np.abs(f(above, below) - wanted).max() < 1e-14


def test_a_moment_without_a_certified_value_is_refused() -> None:
    law = law_under("c**(1/3)", "beta(1/2, 1/2)")
    with pytest.raises(NotSupported, match="which cannot be certified"):
        areas_at(law)[0](np.array([1]), np.array([3]))
