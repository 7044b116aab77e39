"""Integral certificates: read by a reader that shares nothing with the search, and against quadrature."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Expr, Rational, S, diff, expand, simplify

from tests.deciding.integral_checks import Refused, Tree, check_cells, parse
from workbench.language.statements import parse_cost, parse_expression
from workbench.symbolic import integrals
from workbench.symbolic.laws import NoClosedForm, condition_mean, explicit
from workbench.symbolic.monotone_parts import chosen
from workbench.symbolic.notation import (
    UNIFORM,
    Below,
    BetaDensity,
    Density,
    PointMass,
    UniformDensity,
    Width,
    c,
    s,
    tau,
    u,
)
from workbench.symbolic.translation import parameter, to_density, to_sympy, to_syntax

DENSITIES = {
    "uniform": "1",
    "uniform(1/4, 3/4)": "2",
    "beta(2, 2)": "6*c*(1 - c)",
    "beta(1/2, 1)": "1/(2*sqrt(c))",
    "beta(3, 1/2)": "15*c**2/(16*sqrt(1 - c))",
    "density(4*min(c, 1 - c))": "4*min(c, 1 - c)",
    "density(1/2 + indicator(1/3 < c)*3/4)": "1/2 + indicator(1/3 < c)*3/4",
}
QUIET = [cost for cost in DENSITIES if cost != "beta(3, 1/2)"]  # quadrature has few digits where 1 - c is in a root
LEVELS = (
    "c", "c**2", "sqrt(c)", "1 - c**3", "1/(1 + c)", "c/(1 + c)", "4*c*(1 - c)", "(c - 1/2)**2", "abs(c - 1/2)",
    "max(c, 1/3)", "min(max(c, 1/4), 3/4)", "c**2 - c/2", "max(c, 1 - c)", "indicator(c < 1/2)/2 + c/4", "-c",
    "2*c + 1", "sqrt(1 - c**2)", "(1 - sqrt(c))**2", "1 - sqrt(1 - c)", "2*c**2 + 1/7", "(c - 1/2)**3", "c/(2 - c)",
    "c*(2 - c)", "c**(2/3)", "abs(c**2 - 1/4)", "max(sqrt(c), 1/2)", "min(c, 1 - c)*max(c, 1/3)",
    "1 - (1 - c)**(3/2)/2", "c**2/(c**2 + (1 - c)**2)",
)  # fmt: skip
ODDS = LEVELS[-1]  # in whose inverse are roots of products, which the other reader does not take
MOVING = ("1", "c", "c**2*(1 - c)", "sqrt(c)", "min(c, 1/2)", "1/(1 + c)", "abs(2*c - 1)")
UNDONE = (
    "c**3 - c", "abs(c**2 - 1/2)", "max(c, c**2 + 1/7)", "1/c", "log(1 + c)", "exp(c)",
    "c*(c - 1/2)*(c - 1)", "c**4 - 2*c**2 + c",
)  # fmt: skip
PLACES = [
    Fraction(x) for x in ("-1/7", "0", "1/97", "1/8", "1/4", "1/3", "2/5", "1/2", "5/8", "3/4", "5/6", "1", "9/7")
]


def read(text: str) -> Expr:
    return to_sympy(parse_expression(text, "cu"))


def support(cost: str) -> tuple[str, str]:
    return ("1/4", "3/4") if cost == "uniform(1/4, 3/4)" else ("0", "1")


def number(e: Expr, y: Fraction) -> Any:
    """The value of an expression in the score to 30 digits."""
    found = e.xreplace({s: Rational(y.numerator, y.denominator)})
    found = found.replace(Below, lambda a, b: S.One if a < b else S.Zero)
    return mpmath.mpmathify(found.evalf(30))


# --- by quadrature -----------------------------------------------------------------------------------------------

WORDS: dict[str, Callable[..., Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "**": lambda x, y: x**y,
    "sqrt": mpmath.sqrt,
    "log": mpmath.log,
    "abs": abs,
    "max": max,
    "min": min,
    "indicator": lambda x, y: int(x < y),
}


def at(tree: Tree, **values: Any) -> Any:
    """The value of an expression."""
    if tree[0] == "number":
        return mpmath.mpf(tree[1])
    return values[tree[1]] if tree[0] == "name" else WORDS[tree[0]](*(at(x, **values) for x in tree[1:]))


def crossings(f: Callable[[Any], Any], low: Any, high: Any, steps: int) -> Iterator[Any]:
    """Where a function changes its sign, by halving."""
    places = [low + (high - low) * k / steps for k in range(steps + 1)]
    for left, right in itertools.pairwise(places):
        above = f(left) > 0
        if above == (f(right) > 0):
            continue
        for _ in range(110):
            middle = (left + right) / 2
            left, right = (middle, right) if (f(middle) > 0) == above else (left, middle)
        yield (left + right) / 2


def by_quadrature(cost: str, moving: str, g: str, y: Fraction) -> Any:
    """The mean of moving * indicator(g < y), piece by piece."""
    weight, factor, level = parse(DENSITIES[cost]), parse(moving), parse(g)
    low, high = (mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator for x in support(cost))
    target = mpmath.mpf(y.numerator) / y.denominator
    kinks = [x for x in (mpmath.mpf(1) / 4, mpmath.mpf(1) / 3, mpmath.mpf(1) / 2, mpmath.mpf(3) / 4) if low < x < high]
    ends = sorted({low, high, *kinks, *crossings(lambda x: at(level, c=x) - target, low, high, 48)})
    total = mpmath.mpf(0)
    for left, right in itertools.pairwise(ends):
        if at(level, c=(left + right) / 2) < target:
            total += mpmath.quad(
                lambda v: 2 * v * at(weight, c=v**2) * at(factor, c=v**2), list(map(mpmath.sqrt, (left, right)))
            )
    return total


# --- one variable --------------------------------------------------------------------------------------------------


def some_of(things: Sequence[str], g: str, how_many: int) -> list[str]:
    """Some things for a level, others for the next one."""
    first = 3 * LEVELS.index(g)
    return [things[(first + 2 * k) % len(things)] for k in range(how_many)]


@pytest.mark.parametrize("g", [g for g in LEVELS if g != ODDS])
def test_cells_are_read_by_another_reader(g: str) -> None:
    for cost, moving in itertools.product(some_of(list(DENSITIES), g, 4), some_of(MOVING, g, 2)):
        try:
            found = integrals.cells(to_density(parse_cost(cost)), read(moving), Below(read(g), s))
        except NoClosedForm:
            assert "sqrt" in moving or "/(1 + c)" in moving
            continue
        check_cells(DENSITIES[cost], support(cost), moving, g, found)


@pytest.mark.parametrize("g", LEVELS)
def test_values_are_those_of_the_closed_forms(g: str) -> None:
    with mpmath.workdps(30):
        for cost in some_of(list(DENSITIES), g, 2):
            density, level = to_density(parse_cost(cost)), read(g)
            found, other = (integrals.value(density, c, event) for event in (Below(level, s), Below(s, level)))
            whole = integrals.value(density, c, None)
            assert whole == condition_mean(density, c, unit_scores=True)
            assert abs(number(found + other, Fraction(1, 97)) - number(whole, Fraction(0))) < 1e-25
            try:
                closed = {x: condition_mean(density, c * Below(level, s), unit_scores=x) for x in (False, True)}
            except NoClosedForm:
                assert g == "(c - 1/2)**3"
                continue
            for y in PLACES:
                for unit, form in closed.items():
                    assert abs(number(found, y) - number(form, y)) < 1e-25 or (unit and not 0 <= y <= 1)


@pytest.mark.parametrize("g", LEVELS)
def test_values_are_those_of_quadrature(g: str) -> None:
    with mpmath.workdps(30):
        for cost, moving in zip(some_of(QUIET, g, 2), some_of(MOVING, g, 2), strict=True):
            try:
                found = integrals.value(to_density(parse_cost(cost)), read(moving), Below(read(g), s))
            except NoClosedForm:
                continue
            for y in PLACES[::2]:
                assert abs(number(found, y) - by_quadrature(cost, moving, g, y)) < 1e-22, (cost, moving, y)


@pytest.mark.parametrize("g", LEVELS)
def test_cells_by_sympy(g: str) -> None:
    """Exact differentiation, and the inverse behind the function at 30 digits."""
    for cost, moving in (("beta(2, 2)", "1"), ("density(4*min(c, 1 - c))", "min(c, 1/2)")):
        density = to_density(parse_cost(cost))
        for cell in integrals.cells(density, read(moving), Below(read(g), s)):
            low, high = (read(cell[end]) for end in ("from", "to"))
            point = {c: (2 * low + 3 * high) / 5}
            integrand = chosen(explicit(density) * read(moving), point)
            assert simplify(expand(diff(read(cell["antiderivative"]), c) - integrand)) == 0
            curve = chosen(read(g), point)
            if cell["inverse"] is None:
                assert not curve.has(c)
                continue
            inverse = to_sympy(parse_expression(cell["inverse"]))
            for x in (low + (high - low) * k / 7 for k in range(8)):
                level = curve.xreplace({c: x})
                assert abs((inverse.xreplace({parameter("y"): level}) - x).evalf(30)) < 1e-25
                assert all(read(root).xreplace({c: x}).evalf(30) >= -1e-25 for root in cell["roots"])


@pytest.mark.parametrize("g", UNDONE)
def test_what_cannot_be_done_is_refused(g: str) -> None:
    with pytest.raises(NoClosedForm):
        integrals.cells(UNIFORM, S.One, Below(read(g), s))


A, B, Q = (parameter(x) for x in "abq")


@pytest.mark.parametrize(
    ("density", "moving", "event"),
    [
        (UNIFORM, S.One, Below(Q * c, s)),
        (UNIFORM, S.One, Below(Q * c + (1 - Q) * c**2, s)),
        (UNIFORM, S.One, Below(c + u, s)),
        (UNIFORM, u, Below(c, s)),
        (UNIFORM, S.One, Below(c, c + s)),
        (UNIFORM, S.One, Below(Q, s)),
        (UNIFORM, S.One, Below(tau(c, u), s)),
        (UNIFORM, 1 / c, None),
        (UNIFORM, 1 / (2 * c - 1), None),
        (UNIFORM, (2 * c - 1) ** -2, None),
        (UNIFORM, 1 / (1 + c**2), None),
        (UNIFORM, S.One, Below(parameter("y") + c, s)),
        (UniformDensity(A, B), S.One, Below(4 * c * (1 - c), s)),
        (UniformDensity(A, B), S.One, Below(read("max(c, 1/2)"), s)),
        (UniformDensity(Rational(1, 2), Rational(1, 4)), S.One, None),
        (BetaDensity(A, B), c, None),
        (BetaDensity(Rational(1, 2), Rational(1, 3)), c, None),
        (PointMass(Rational(1, 3)), c, None),
    ],
    ids=str,
)
def test_what_is_not_known_is_refused(density: Density, moving: Expr, event: Below | None) -> None:
    with pytest.raises(NoClosedForm):
        integrals.cells(density, moving, event)


@pytest.mark.parametrize("g", ["c", "c**2", "1 - sqrt(c)", "c/(1 + c)", "q + c", "3 - c/2"])
def test_uniform_between_letters(g: str) -> None:
    """The one cell, and the value, with numbers put for the letters."""
    ends = {A: Rational(1, 5), B: Rational(4, 5), Q: Rational(1, 7)}
    numbers = UniformDensity(ends[A], ends[B])
    with mpmath.workdps(30):
        for moving in (S.One, c, 1 - c):
            (cell,) = integrals.cells(UniformDensity(A, B), moving, Below(read(g), s))
            assert (cell["from"], cell["to"]) == ("a", "b")
            found = integrals.value(UniformDensity(A, B), moving, Below(read(g), s)).xreplace(ends)
            other = integrals.value(numbers, moving, Below(read(g).xreplace(ends), s))
            assert all(abs(number(found, y) - number(other, y)) < 1e-25 for y in PLACES)


@pytest.mark.parametrize("shape", ["c", "c**2", "1 - c", "sqrt(c)", "4*c*(1 - c)"])
def test_levels_between_letters(shape: str) -> None:
    level = A + Width(A, B) * read(shape)
    found = integrals.value(UNIFORM, c, Below(level, s)).xreplace({A: Rational(1, 5), B: Rational(4, 5)})
    other = integrals.value(UNIFORM, c, Below(Rational(1, 5) + Rational(3, 5) * read(shape), s))
    with mpmath.workdps(30):
        assert all(abs(number(found, y) - number(other, y)) < 1e-25 for y in PLACES)
    for cell in integrals.cells(UNIFORM, c, Below(Q + read(shape), s)):
        assert "q" in cell["inverse"]
    check_cells("1", ("0", "1"), "c", f"q + {shape}", integrals.cells(UNIFORM, c, Below(Q + read(shape), s)), ["q"])


def test_points_and_sides() -> None:
    assert integrals.value(PointMass(Q), c, Below(c**2, s)) == Q * Below(Q**2, s)
    assert integrals.value(UNIFORM, c, Below(s, read("max(c, 1/2)"))).has(Below(s, S.Half))
    below, above = (integrals.cells(UNIFORM, c, event) for event in (Below(c**2, s), Below(s, c**2)))
    assert below == above


@pytest.mark.parametrize("f", ["2*c", "4*min(c, 1 - c)", "3*sqrt(c)/2", "1/2 + indicator(1/3 < c)*3/4", "3*(1 - c)**2"])
def test_cells_of_densities(f: str) -> None:
    check_cells("1", ("0", "1"), f, None, integrals.density_cells(read(f)))


@pytest.mark.parametrize("f", ["5", "c", "1/c", "log(c)"])
def test_what_is_no_density_is_refused(f: str) -> None:
    with pytest.raises(NoClosedForm):
        integrals.density_cells(read(f))


@pytest.mark.parametrize("moving", ["c", "c**2", "3*c**2 - c + q"])
def test_means_under_beta_densities_of_any_shapes(moving: str) -> None:
    words = integrals.beta_mean(BetaDensity(A, B), read(moving))
    mean, factor = (to_sympy(parse_expression(words[x], "c")) for x in ("mean", "factor"))
    assert simplify(factor * (A - (A + B) * c) + c * (1 - c) * diff(factor, c) - read(moving) + mean) == 0
    assert simplify(mean - condition_mean(BetaDensity(A, B), read(moving), unit_scores=True)) == 0


# --- mistakes --------------------------------------------------------------------------------------------------------


def changed(text: str) -> Iterator[str]:
    """The text with one mistake, in every way of a few."""
    for k, sign in enumerate(text):
        if sign.isdigit():
            yield f"{text[:k]}{int(sign) + 1}{text[k + 1 :]}"
        elif sign in "+-" and k:
            yield f"{text[:k]}{'-' if sign == '+' else '+'}{text[k + 1 :]}"
    yield f"({text}) + 1/1000"
    if text != "0":
        yield f"-({text})"


def mistakes(cells: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for k, cell in enumerate(cells):
        yield cells[:k] + cells[k + 1 :]
        for field in ("from", "to", "antiderivative", "inverse"):
            for text in [] if cell[field] is None else changed(cell[field]):
                yield [*cells[:k], {**cell, field: text}, *cells[k + 1 :]]
        if cell["inverse"] is not None:
            yield [*cells[:k], {**cell, "inverse": None}, *cells[k + 1 :]]
            yield [*cells[:k], {**cell, "roots": [f"-({x})" for x in cell["roots"]] or ["c - 1"]}, *cells[k + 1 :]]
    yield cells[::-1] if len(cells) > 1 else cells * 2


def constant(text: str) -> str | None:
    """What is left of an antiderivative that another differs from by a number, if it does."""
    return str(to_syntax(diff(read(text), c))) if "c" in text else None


@pytest.mark.parametrize("g", ["c**2", "4*c*(1 - c)", "max(c, 1/3)", "c/(1 + c)", "abs(c - 1/2)"])
def test_a_changed_cell_is_refused(g: str) -> None:
    cells = integrals.cells(UNIFORM, c, Below(read(g), s))
    tried = 0
    for wrong in mistakes(cells):
        try:
            check_cells("1", ("0", "1"), "c", g, wrong)
        except (Refused, ValueError, ZeroDivisionError):
            tried += 1
            continue
        for one, other in zip(cells, wrong, strict=True):
            assert constant(one["antiderivative"]) == constant(other["antiderivative"])
            assert {**one, "antiderivative": "", "roots": []} == {**other, "antiderivative": "", "roots": []}
    assert tried > 10
