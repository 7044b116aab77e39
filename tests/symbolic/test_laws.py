"""The closed forms of partial moments, against the numeric engine, which shares no code with them."""

import math
import random
from fractions import Fraction

import pytest

from workbench.deciding.derivation import derive
from workbench.deciding.evidence import samples
from workbench.errors import NotSupported
from workbench.language.statements import parse_cost, parse_expression, parse_method
from workbench.language.syntax import Apply, Loss, substitute
from workbench.losses import densities, exact, thresholds
from workbench.losses.reals import add, multiply
from workbench.numbers.certified import agree, working_digits
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample
from workbench.symbolic.laws import NoClosedForm, condition_mean
from workbench.symbolic.notation import Below, c, s
from workbench.symbolic.translation import to_density, to_method, to_syntax

ONE = (
    "c**2", "sqrt(c)", "1 - c**3", "log(1 + c)", "1/(1 + c)", "4*c*(1 - c)", "(c - 1/2)**2", "abs(c - 1/2)",
    "max(c, 1/3)", "min(c, 1/2)", "min(max(c, 1/4), 3/4)", "1 - abs(2*c - 1)", "c**2 - c/2", "max(c, 1 - c)",
    "max(c/2, 2*c - 1)", "indicator(c < 1/2)/2 + c/4", "c + 1", "-c", "2*c",
    "u**2", "sqrt(u)", "1 - u**3", "4*u*(1 - u)", "max(u, 1/3)", "abs(u - 1/3)",
)  # fmt: skip
AFFINE = (
    "u*c", "(u + c)/2", "c + (u - 1/2)/10", "u*c**2", "c**2 + u", "1 - c*u", "(1 - c)*u", "1/4 + u*c/2",
    "(c + u*c)/2", "u*(1 - c) + c/2", "u*(c - 1/2)", "u/(1 + c)", "c - u",
)  # fmt: skip
BENT = (
    "max(c, u)", "min(c, u)", "abs(c - u)", "u**2*c", "sqrt(u*c)", "max(c, u)/2 + c/4", "min(c, u**2)", "u**2 + c",
    "(u - 1/2)**2 + c", "max(c*u, 1/4)", "c*abs(u - 1/2)", "c + u*(1 - c)", "sqrt(c + u)/2", "c*(1 - c)*u",
    "sqrt(1 - c**2)", "abs(abs(c - u) - 1/4)", "indicator(c < u)*c/2 + u/4", "max(c - 1/2, 0)*u", "c/(1 + u)",
)  # fmt: skip
UNDONE = (
    "max(c, u)*u", "c*u/(c*u + (1 - c)*(1 - u) + 1/10)", "c**u", "exp(c*u)/3", "log(1 + c*u)", "4*u*(1 - u)*c",
    "(c - u)**3 + 1/4", "sqrt(c*(1 + u))/2", "sqrt(c)*u", "log(1 + c)*u", "exp(-c)*u", "(1 - c)**2*u + c",
    "u**2 - c*u/2", "min(c, max(u, 1/3))", "sqrt(1 - c**2)*u", "abs(c - u)**(1/3)", "(c + u - 1)**2",
)  # fmt: skip
COSTS = ("uniform", "beta(2, 1)", "beta(2, 2)", "uniform(1/4, 3/4)", "density(4*min(c, 1 - c))", "point(1/3)")
PLACES = [Fraction(x) for x in ("0", "1/97", "1/4", "1/3", "1/2", "3/4", "5/6", "1", "-1/7", "9/7")]


def closed_forms(g: str, cost: str, *, unit_scores: bool) -> list[str]:
    law, density = to_method(parse_method(f"score({g})")).args[0], to_density(parse_cost(cost))
    found = [condition_mean(density, h * Below(law, s), unit_scores=unit_scores) for h in (1, c)]
    return [str(to_syntax(e)) for e in found]


def at(text: str, place: Fraction) -> object:
    return exact.value(Sample.of([0, 1], [place, place]), parse_expression(f"E0({text})"))


def agrees(text: str, g: str, cost: str, k: int, places: list[Fraction]) -> bool:
    with working_digits(30):
        law = thresholds.law_of(parse_method(f"score({g})").arguments[0], densities.density(parse_cost(cost)))
        return all(agree(at(text, x), law.moments(x, False)[k]) for x in places)


@pytest.mark.parametrize(
    ("g", "cost"),
    [
        pytest.param(g, cost, marks=[pytest.mark.slow] * (j > 0 and (i + j) % 2))
        for i, g in enumerate(ONE + AFFINE)
        for j, cost in enumerate(COSTS)
    ],
)
def test_partial_moments_are_those_of_the_numeric_engine(g: str, cost: str) -> None:
    for unit_scores in (False, True):
        places = [x for x in PLACES if 0 <= x <= 1 or not unit_scores]
        for k, text in enumerate(closed_forms(g, cost, unit_scores=unit_scores)):
            assert agrees(text, g, cost, k, places), text


@pytest.mark.parametrize("cost", ["beta(1/2, 1)", "beta(1, 1/2)", "density(3*sqrt(c)/2)", "density(3*sqrt(1 - c)/2)"])
@pytest.mark.parametrize("g", ["c", "u*c", "c**2", "max(c, 1/3)", "4*c*(1 - c)", "(u + c)/2", "u**2"])
def test_densities_with_roots(g: str, cost: str) -> None:
    for k, text in enumerate(closed_forms(g, cost, unit_scores=False)):
        assert agrees(text, g, cost, k, PLACES), text


@pytest.mark.parametrize("g", ["u*c", "4*c*(1 - c)", "max(c, 1/3)"])
def test_the_comparison_sees_a_small_mistake(g: str) -> None:
    for k, text in enumerate(closed_forms(g, "uniform", unit_scores=True)):
        for wrong in (f"{text} + s/10**20", f"({text})*(1 + 1/10**12)", f"({text})**2"):
            assert not agrees(wrong, g, "uniform", k, [x for x in PLACES if 0 <= x <= 1]), wrong


@pytest.mark.parametrize(
    "cost", ["uniform", "beta(2, 1)", pytest.param("density(4*min(c, 1 - c))", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("g", BENT)
def test_laws_that_are_not_affine_in_u(g: str, cost: str) -> None:
    try:
        forms = {unit: closed_forms(g, cost, unit_scores=unit) for unit in (False, True)}
    except NoClosedForm:
        pytest.skip("no closed form under this density")
    for unit_scores, texts in forms.items():
        places = [x for x in PLACES if 0 <= x <= 1 or not unit_scores]
        for k, text in enumerate(texts):
            assert agrees(text, g, cost, k, places), text


SIZE = 400
WEIGHTS = {"uniform": lambda c: 1.0, "density(4*min(c, 1 - c))": lambda c: 4 * min(c, 1 - c)}


def on_grid(g: str, cost: str) -> list[tuple[float, float, float]]:
    """The values at the middles of small squares, each with its c and its weight."""
    grid = [(i + 0.5) / SIZE for i in range(SIZE)]
    names = {
        "max": max, "min": min, "abs": abs, "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "indicator": float,
    }  # fmt: skip
    code = compile(g, g, "eval")
    weights = {x: WEIGHTS[cost](x) / SIZE**2 for x in grid}
    return [(eval(code, names, {"c": x, "u": y}), x, weights[x]) for x in grid for y in grid]


@pytest.mark.parametrize("cost", [pytest.param("uniform", marks=pytest.mark.slow), "density(4*min(c, 1 - c))"])
@pytest.mark.parametrize(
    "g", [*BENT[::2], *UNDONE[:2], *(pytest.param(g, marks=pytest.mark.slow) for g in (*BENT[1::2], *UNDONE[2:]))]
)
def test_the_numeric_engine_against_the_mid_point_rule(g: str, cost: str) -> None:
    """To the two digits that the rule has; areas where the law is one of rates."""
    points = on_grid(g, cost)
    is_rate = all(0 <= level <= 1 for level, _, _ in points)
    law = thresholds.law_of(parse_expression(g, "cu"), densities.density(parse_cost(cost)))
    for x in PLACES:
        try:
            with working_digits(30):
                found = [law.moments(x, False), law.moments(x, True)]
                found += [law.areas(x)] if is_rate and 0 <= x <= 1 else []
        except NotSupported:
            assert g in UNDONE
            continue
        for closed, moments in enumerate(found):
            edge = float(x) + (1e-12 if closed else -1e-12)
            inside = [(x - level if closed == 2 else 1, c, w) for level, c, w in points if level < edge]
            for k, moment in enumerate(moments):
                expected = sum(float(height) * c**k * w for height, c, w in inside)
                assert abs(approximation(moment)[0] - expected) < 0.006, (x, closed, k)


def test_a_law_that_cannot_be_undone_is_refused() -> None:
    law = thresholds.law_of(parse_expression("u**c", "cu"), densities.density(parse_cost("uniform")))
    with pytest.raises(NotSupported):
        law.moments(Fraction(1, 2), False)


@pytest.mark.parametrize(
    ("g", "cost"),
    [(g, "uniform") for g in ("u*c", "max(c, 1/3)", "4*c*(1 - c)", "(u + c)/2", "c - u", "min(max(c, 1/4), 3/4)")]
    + [(g, "uniform") for g in ("max(c, u)", "abs(c - u)", "u**2*c", "sqrt(u*c)", "max(c*u, 1/4)", "c + u*(1 - c)")]
    + [("u*c", "beta(2, 1)"), ("abs(c - 1/2)", "beta(2, 2)"), ("u*c", "point(1/3)"), ("c + u/2", "uniform(1/4, 3/4)")],
)
def test_derived_losses_hold_on_random_samples(g: str, cost: str) -> None:
    rng = random.Random(g)
    for condition in ("cost", "skew"):
        found = derive(f"score({g})", cost, condition)
        assert found.theorem is not None, found.notes
        for _ in range(4):
            scores = [
                rng.choice([0, 1, "1/4", "1/3", "1/2", "3/4", Fraction(rng.randint(0, 60), 60)]) for _ in range(9)
            ]
            sample = Sample.of([0, 1] + [rng.randint(0, 1) for _ in range(7)], scores)
            w0, w1 = (sample.pi0, sample.pi1) if condition == "cost" else (Fraction(1, 2), Fraction(1, 2))
            sides = [
                exact.value(sample, e)
                for e in (
                    Loss(parse_method(f"score({g})"), parse_cost(cost), condition),
                    parse_expression(f"{w0}*E0({found.l0}) + {w1}*E1({found.l1})"),
                    parse_expression(f"{w0}*E0({found.l0}) + {w1}*E1({found.l1}) + 1/10**15"),
                )
            ]
            assert agree(sides[0], sides[1])
            assert not agree(sides[0], sides[2])


RATES = (
    "u*c", "(u + c)/2", "4*c*(1 - c)", "c*(1 - c)", "max(c, 1/3)", "u**2", "max(c, u)", "min(c, u)", "abs(c - u)",
    "u**2*c", "sqrt(u*c)", "max(c*u, 1/4)", "c*abs(u - 1/2)", "c + u*(1 - c)", "c*(1 - c)*u", "sqrt(c + u)/2",
    "u*(1 - c) + c/2", "1/4 + u*c/2", "u*(c - 1/2) + 1/2",
)  # fmt: skip


@pytest.mark.parametrize("rate", RATES)
def test_rates_are_derived(rate: str) -> None:
    """And the loss is that of the closed form, on random samples with ties."""
    found = derive(f"rate({rate})")
    assert found.theorem is not None, found.notes
    rng = random.Random(rate)
    for _ in range(3):
        sample = Sample.of([0, 1] + [rng.randint(0, 1) for _ in range(6)], [rng.randint(0, 5) for _ in range(8)])
        level = {"r": parse_expression("R(s)", ["s"])}
        mean = exact.value(sample, Apply("E0", (substitute(parse_expression(str(found.H)), level),)))
        constant = exact.value(sample, parse_expression(str(found.constant)))
        whole = exact.value(sample, Loss(parse_method(f"rate({rate})")))
        other = add(constant, multiply(2 * sample.pi0, mean))
        assert agree(whole, other)
        assert not agree(whole, add(other, Fraction(1, 10**15)))


@pytest.mark.parametrize(
    ("method", "cost", "proper"),
    [
        ("score((u + c)/2)", "uniform", True),
        ("score(indicator(1/2 <= c)/2 + 1/4)", "uniform", True),
        ("score(indicator(1/2 <= c)/2 + 1/5)", "uniform", False),
        ("score(max(c, 1/3))", "uniform", False),
        ("score(abs(c - 1/2))", "uniform", False),
        ("score(u*c)", "uniform", False),
        ("score(u*c)", "beta(2, 2)", False),
        ("score(4*c*(1 - c))", "uniform", False),
    ],
)
def test_properness_of_new_rules(method: str, cost: str, proper: bool) -> None:
    assert derive(method, cost).proper is proper


def test_known_forms() -> None:
    assert derive("score(u*c)").l0 == "2*s - s**2"
    assert derive("score(4*c*(1 - c))").l1 == "sqrt(1 - s)"
    assert derive("score(1 - abs(2*c - 1))").closed_form == "MAE"
    assert derive("score(sqrt(u))").closed_form == "pi0*BS0 - pi1*BS1 + 2*pi1*MAE1"
    assert derive("score(u*c)", "point(1/2)").l0 == "2*min(s, 1/2)"


@pytest.mark.parametrize("g", ["1/3", "u", "1/4 + u/2", "u**2"])
def test_independent_thresholds_need_the_mean_of_the_condition_only(g: str) -> None:
    found = derive(f"score({g})", "beta(a, b)")
    assert found.theorem is not None
    assert found.l0 is not None
    for parameters in ({"a": 2, "b": 1}, {"a": "1/2", "b": "3/2"}):
        cost = parse_cost("beta({a}, {b})".format(**parameters))
        for sample in samples():
            if sample.probabilistic:
                whole = parse_expression(f"pi0*E0({found.l0}) + pi1*E1({found.l1})")
                loss = Loss(parse_method(f"score({g})"), cost, "cost")
                assert agree(exact.value(sample, whole, parameters), exact.value(sample, loss))


def test_open_bounds_of_a_uniform_density() -> None:
    a, b = (to_density(parse_cost("uniform(a, b)")).args[i] for i in (0, 1))
    open_form = condition_mean(to_density(parse_cost("uniform(a, b)")), c * Below(c**2, s), unit_scores=True)
    closed = condition_mean(to_density(parse_cost("uniform(1/4, 3/4)")), c * Below(c**2, s), unit_scores=True)
    for place in PLACES[:8]:
        put = {a: Fraction(1, 4), b: Fraction(3, 4)}
        assert open_form.subs({**put, s: place}) - closed.subs(s, place) == 0


@pytest.mark.parametrize(
    ("g", "cost"),
    [
        ("c", "beta(a, b)"), ("u*c", "beta(1/2, 1/2)"), ("u**c", "uniform"), ("max(c, t)", "uniform"),
        ("t*u", "uniform"), ("c + t*u", "uniform"), ("log(c)", "uniform"), ("sqrt(c - 1/2)", "uniform"),
    ],
)  # fmt: skip
def test_what_has_no_closed_form_is_not_guessed(g: str, cost: str) -> None:
    with pytest.raises(NoClosedForm):
        closed_forms(g, cost, unit_scores=True)
