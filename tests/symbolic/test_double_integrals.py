"""Certificates of means over c and u: read by another reader, against the closed forms and against quadrature."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import mpmath
import pytest
from sympy import S, diff

from tests.deciding.integral_checks import Refused, Tree, check_blocks, check_square, parse, rational
from tests.symbolic.test_integrals import DENSITIES, PLACES, at, changed, crossings, number, read, support
from workbench.language.statements import parse_cost
from workbench.symbolic.double_integrals import law, square, square_mean, square_mean_value, square_value
from workbench.symbolic.laws import NoClosedForm, condition_mean
from workbench.symbolic.notation import UNIFORM, Below, PointMass, UniformDensity, c, s, u
from workbench.symbolic.translation import parameter, to_density

LAWS = (
    "c/2 + u/2", "c*u", "(1 - c)*u", "sqrt(c*u)", "max(c, u)", "min(c, u)", "abs(c - u)", "c + (u - 1/2)/10", "u*c**2",
    "c**2 + u", "1 - c*u", "1/4 + u*c/2", "u*(1 - c) + c/2", "u*(c - 1/2)", "u/(1 + c)", "c - u", "u**2*c", "u**2 + c",
    "max(c, u)/2 + c/4", "min(c, u**2)", "(u - 1/2)**2 + c", "max(c*u, 1/4)", "c*abs(u - 1/2)", "c + u*(1 - c)",
    "c*(1 - c)*u", "abs(abs(c - u) - 1/4)", "indicator(c < u)*c/2 + u/4", "max(c - 1/2, 0)*u", "c/(1 + u)", "sqrt(c)*u",
    "max(c, u)*u", "(c + u - 1)**2", "(c - u)**3 + 1/4", "min(c, max(u, 1/3))", "indicator(c < u)",
)  # fmt: skip
COSTS = ("uniform", "beta(2, 2)", "uniform(1/4, 3/4)", "density(4*min(c, 1 - c))")
UNDONE = ("c**u", "exp(c*u)", "log(1 + c*u)", "sqrt(c + u)", "u**2 - c*u/2", "sqrt(1 - c**2)*u", "4*u*(1 - u)*c")


@pytest.mark.parametrize("g", LAWS)
def test_patches_are_read_by_another_reader(g: str) -> None:
    for cost, moving in (("uniform", "1"), (COSTS[LAWS.index(g) % 4], "c**2 - c")):
        try:
            found = square(to_density(parse_cost(cost)), read(moving), Below(read(g), s))
        except NoClosedForm:
            assert cost != "uniform"
            continue
        check_square(DENSITIES[cost], support(cost), moving, g, found)


@pytest.mark.parametrize("g", LAWS)
def test_values_are_those_of_the_closed_forms(g: str) -> None:
    cost = COSTS[LAWS.index(g) % 4]
    with mpmath.workdps(30):
        for density, moving in ((UNIFORM, S.One), (to_density(parse_cost(cost)), c)):
            try:
                found = square_value(density, moving, Below(read(g), s))
                closed = {x: condition_mean(density, moving * Below(read(g), s), unit_scores=x) for x in (False, True)}
            except NoClosedForm:
                continue
            other, total = square_value(density, moving, Below(s, read(g))), law(density, moving, read(g)).total
            assert abs(number(found + other, Fraction(1, 97)) - number(total, Fraction(0))) < 1e-25
            assert abs(number(total - condition_mean(density, moving, unit_scores=True), Fraction(0))) < 1e-25
            for y in PLACES:
                for unit, form in closed.items():
                    assert abs(number(found, y) - number(form, y)) < 1e-25 or (unit and not 0 <= y <= 1), (cost, y)


def share(level: Any, x: Any, y: Any) -> Any:
    """How much of the u in [0, 1] has g(x, u) < y."""
    ends = sorted({mpmath.mpf(0), mpmath.mpf(1), *crossings(lambda v: at(level, c=x, u=v) - y, 0, 1, 6)})
    pairs = itertools.pairwise(ends)
    return sum((b - a for a, b in pairs if at(level, c=x, u=(a + b) / 2) < y), mpmath.mpf(0))


def by_quadrature(level: Tree, y: Fraction) -> Any:
    """E[c 1{g < y}]: the share of u by halving, its mean over c by Gauss's rule between ends where an edge is at y."""
    target = mpmath.mpf(y.numerator) / y.denominator
    edges = [crossings(partial(lambda v, x: at(level, c=x, u=v) - target, v), 0, 1, 10) for v in (0, 1)]
    ends = sorted({mpmath.mpf(0), mpmath.mpf(1), *itertools.chain(*edges)})
    return mpmath.quad(lambda x: x * share(level, x, target), ends, method="gauss-legendre", maxdegree=4)


@pytest.mark.parametrize("g", ["c/2 + u/2", "c*u", "max(c, u)", "abs(c - u)", "u/(1 + c)", "c*(1 - c)*u"])
def test_values_are_those_of_quadrature(g: str) -> None:
    with mpmath.workdps(20):
        found = square_value(UNIFORM, c, Below(read(g), s))
        for y in (Fraction(1, 9), Fraction(5, 7)):
            assert abs(by_quadrature(parse(g), y) - number(found, y)) < 1e-11, y


@pytest.mark.parametrize("g", UNDONE)
def test_what_cannot_be_done_is_refused(g: str) -> None:
    with pytest.raises(NoClosedForm):
        square(UNIFORM, S.One, Below(read(g), s))


def test_what_is_not_known_is_refused() -> None:
    q = parameter("q")
    for density, moving, g in (
        (UNIFORM, S.One, q * c + u),
        (UNIFORM, u, c + u),
        (PointMass(S.Half), S.One, c + u),
        (UniformDensity(q, S.One), S.One, c + u),
    ):
        with pytest.raises(NoClosedForm):
            square(density, moving, Below(g, s))
    with pytest.raises(NoClosedForm):
        square_mean(UNIFORM, read("1/(c - u)"))


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("moving", ["max(c, u)", "abs(c - u)*c", "(c + u)**2", "u/(1 + c*u)", "min(c, u**2)"])
def test_means_without_an_event(cost: str, moving: str) -> None:
    density = to_density(parse_cost(cost))
    try:
        found = square_mean(density, read(moving))["patches"]
    except NoClosedForm:
        assert "/" in moving
        return
    check_blocks(DENSITIES[cost], support(cost), moving, found)
    with mpmath.workdps(30):
        difference = square_mean_value(density, read(moving)) - condition_mean(density, read(moving), unit_scores=True)
        assert abs(number(difference, Fraction(0))) < 1e-25
    for field in ("from", "to", "bottom", "top", "inner", "outer"):
        for text in changed(found[0][field]):
            wrong = [{**found[0], field: text}, *found[1:]]
            try:
                check_blocks(DENSITIES[cost], support(cost), moving, wrong)
            except (Refused, ValueError):
                continue
            assert field in ("inner", "outer")
            assert text.endswith("+ 1/1000")


def mistakes(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The certificate with one mistake, and where it is."""
    for part, fields in (
        ("patches", ("from", "to", "bottom", "top", "inverse", "whole", "section")),
        ("levels", ("low", "high", "mass")),
    ):
        for k, words in enumerate(found[part]):
            yield "gone", {**found, part: found[part][:k] + found[part][k + 1 :]}
            for field in fields:
                for text in [] if words[field] is None else [*changed(words[field]), None]:
                    yield field, {**found, part: [*found[part][:k], {**words, field: text}, *found[part][k + 1 :]]}
            for i, edge in enumerate(words.get("edges", ())):
                for text in [] if edge["inverse"] is None else [*changed(edge["inverse"]), None]:
                    edges = [*words["edges"][:i], {**edge, "inverse": text}, *words["edges"][i + 1 :]]
                    yield "edges", {**found, part: [*found[part][:k], {**words, "edges": edges}, *found[part][k + 1 :]]}


@pytest.mark.parametrize("g", ["c/2 + u/2", "c*u", "max(c, u)", "c + u*(1 - c)", "max(c - 1/2, 0)*u"])
def test_a_changed_patch_is_refused(g: str) -> None:
    found = square(UNIFORM, c, Below(read(g), s))
    check_square("1", ("0", "1"), "c", g, found)
    for field, wrong in mistakes(found):
        try:
            check_square("1", ("0", "1"), "c", g, wrong)
        except (Refused, ValueError, AttributeError, TypeError):
            continue
        assert field in ("whole", "section")
        for one, other in zip(found["patches"], wrong["patches"], strict=True):
            assert one[field] == other[field] or diff(read(f"({one[field]}) - ({other[field]})"), c) == 0


def test_levels_go_on_without_a_gap() -> None:
    for g in LAWS:
        levels = square(UNIFORM, S.One, Below(read(g), s))["levels"]
        assert all(one["high"] == other["low"] for one, other in itertools.pairwise(levels))
        assert all(rational(one["low"]) < rational(one["high"]) for one in levels)
