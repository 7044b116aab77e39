"""Continuous models: theorems as evidence, balls that enclose, closed forms, second opinions, refusals."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import acb, arb, fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.continuous import models, quadrature
from workbench.continuous.arithmetics import NotSupported
from workbench.continuous.distributions import (
    Beta,
    Distribution,
    Exponential,
    Histogram,
    Normal,
    Polynomial,
    Triangular,
    Uniform,
)
from workbench.continuous.hulls import hull
from workbench.continuous.models import MODELS, Model, closed_form, confirmed, metric, value
from workbench.continuous.named_distributions import mirrored_power, power
from workbench.continuous.polynomials import ModelError, roots_between, sign_between
from workbench.language.statements import parse_expression
from workbench.losses.densities import DensityError
from workbench.numbers.certified import Real, agree, lift, working_digits

METHODS = (
    "score_fixed(1/2)",
    "score_uniform",
    "score_driven",
    "rate_fixed(1/2)",
    "rate_uniform",
    "rate_driven",
)
EVENLY = next(m for m in MODELS if m.name == "calibrated and evenly spaced")
PROBABILITIES = [m for m in MODELS if m.probabilistic]
NAMED = {"ids": lambda m: m.name}
COSTS = ("uniform", "beta(2, 2)", "uniform(1/4, 2/3)", "density(3*c**2)", "point(1/3)")


def at(model: Model, text: str, digits: int = 30, **options: object) -> Real:
    return value(model, parse_expression(text), digits, **options)  # type: ignore[arg-type]


def assert_equal(model: Model, left: str, right: str) -> None:
    """Equal within 30 digits, and told apart from a right side that is wrong by 1e-20."""
    one, other, wrong = at(model, left), at(model, right), at(model, f"{right} + 1/10**20")
    with working_digits(40):
        assert agree(one, other), f"{left} = {one}, {right} = {other} on {model.name}"
        assert not agree(one, wrong)


# --- theorems -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", PROBABILITIES, **NAMED)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss(score_uniform)", "MAE"),
        ("loss(score_uniform, condition=skew)", "MMAE"),
        ("loss(score_driven)", "BS"),
        ("loss(score_driven, condition=skew)", "MBS"),
        ("loss(score_driven, cost=beta(2, 2))", "pi0*E0(4*s**3 - 3*s**4) + pi1*E1(1 - 6*s**2 + 8*s**3 - 3*s**4)"),
        ("loss(score(c**2))", "pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)"),
        ("loss(score(1 - c))", "pi0*E0(2*s - s**2) + pi1*E1(1 - s**2)"),
        ("BS", "CL + RL"),
        ("MAE - BS", "E(s*(1 - s))"),
    ],
)
def test_theorems_on_scores(model: Model, left: str, right: str) -> None:
    assert_equal(model, left, right)


@pytest.mark.parametrize("model", MODELS, **NAMED)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss(rate_uniform)", "pi0*pi1*(1 - 2*AUC) + 1/2"),
        ("loss(rate_uniform, condition=skew)", "3/4 - AUC/2"),
        ("loss(rate_uniform, cost=beta(2, 1))", "pi0*pi1*(1 - 2*AUC) + 2/3*pi0 + 1/3*pi1"),
        ("loss(rate_driven)", "pi0*pi1*(1 - 2*AUC) + 1/3"),
        ("loss(rate_driven, condition=skew)", "7/12 - AUC/2"),
        ("loss(rate(1 - c))", "pi0*pi1*(1 - 2*AUC) + 2/3"),
        ("loss(rate_driven, cost=beta(2, 1))", "-2/3*pi0 + 1/3 + 2*pi0*E0(R(s)**2)"),
        ("loss(mix(1/4, rate_driven, rate_uniform))", "pi0*pi1*(1 - 2*AUC) + 1/2 - 1/24"),
        ("loss(optimal)", "RLH"),
        ("loss(optimal)", "E(pav(s)*(1 - pav(s)))"),
        ("loss(optimal, cost=point(1/2))", "MER"),
        ("loss(score_fixed(1/3))", "error(1/3)"),
        ("loss(score_fixed(1/3), condition=skew)", "macro_error(1/3)"),
        ("RL", "E(posterior(s)*(1 - posterior(s)))"),
        ("AUC", "E1(F0(s))"),
        ("E0(R(s))", "pi0/2 + pi1*(1 - AUC)"),
        ("H", "h_measure(2, 2)"),
    ],
)
def test_theorems_on_ranks_and_hulls(model: Model, left: str, right: str) -> None:
    assert_equal(model, left, right)


@pytest.mark.parametrize("model", MODELS, **NAMED)
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_no_method_beats_the_optimal_one(model: Model, condition: str) -> None:
    for cost in ("uniform", "beta(2, 2)", "point(1/3)"):
        words = f"cost={cost}, condition={condition}"
        best = lift(at(model, f"loss(optimal, {words})"))
        for method in METHODS:
            assert not best > lift(at(model, f"loss({method}, {words})")), (method, words)


def test_the_calibrated_evenly_spaced_model() -> None:
    known = {"AUC": "5/6", "BS": "1/6", "MAE": "1/3", "CL": "0", "RL": "1/6", "RLH": "1/6", "AUCH": "5/6"}
    assert {name: str(metric(EVENLY, name)) for name in known} == known
    for loss, expected in (
        ("score_driven", "1/6"),
        ("rate_driven", "1/6"),
        ("optimal", "1/6"),
        ("rate_uniform", "1/3"),
    ):
        assert at(EVENLY, f"loss({loss})") == Fraction(expected)


# --- the hull against brute force ------------------------------------------------------------------------

HULLS = [
    *MODELS,
    Model(Normal(0, 2), Normal(1, 1), "1/3", "binormal, ratio falls then rises"),
    Model(Normal(0, 1), Normal(1, 1), "1/3", "binormal, equal deviations"),
    Model(Normal(1, 1), Normal(0, 1), "1/3", "binormal, worse than chance"),
    Model(Beta(2, 2), Beta("3/2", "1/2"), "1/2", "Betas, ratio falls then rises"),
    Model(Beta(2, 2), Beta(5, 3), "1/2", "Betas, ratio rises then falls"),
    Model(Triangular(0, "1/2", 1), Uniform(0, 1), "1/2", "tent against uniform"),
    Model(Uniform(0, 1), Triangular(0, "1/2", 1), "1/2", "uniform against tent"),
    Model(Uniform(0, 1), Polynomial((0, 1), ("0", "6", "-6")), "2/5", "uniform against parabola"),
    Model(Triangular("1/4", "1/2", "3/4"), Uniform(0, 1), "1/2", "a tent inside"),
    Model(Exponential(1), Exponential(2), "1/2", "exponentials, worse than chance"),
    Model(Polynomial((0, 1), (3, -12, 12)), Polynomial((0, 1), (0, 6, -24, 24)), "1/3", "a common zero"),
    Model(
        Polynomial((0, "1/2", 1), (3, -12, 12, 3, -12, 12)),
        Polynomial((0, "1/2", 1), (0, 6, -24, 24, 0, 6, -24, 24)),
        "1/2",
        "a common zero at a break",
    ),
    Model(
        Polynomial((0, 1), (3, -12, 12)), Polynomial((0, 1), (0, 30, -150, 240, -120)), "1/2", "a turn at a common zero"
    ),
    Model(Histogram((0, 1, 2, 3), (1, 0, 0)), Histogram((0, 1, 2, 3), ("1/2", 0, "1/2")), "1/2", "a gap"),
    Model(Uniform(0, 1), Triangular(2, 3, 4), "1/2", "separated, with a gap"),
    Model(Triangular(0, 1, 2), Polynomial((0, 1, 2), ("2/3", 0, 0, "2/9")), "1/2", "tent against a ramp and back"),
]


@pytest.mark.parametrize("model", HULLS, **NAMED)
def test_hulls_against_brute_force(model: Model) -> None:
    """Every number of the hull from the lower envelope of thousands of cost lines."""
    low, high = (-12.0, 14.0) if isinstance(model.class0, Normal) else (0.0, 20.0)
    if model.probabilistic:
        low, high = 0.0, 1.0
    t = np.concatenate([[low - 1], np.linspace(low, high, 4001), [high + 1]])
    with mpmath.workdps(15):
        f0, f1 = (np.array([float(d.cdf(mpmath.mpf(x))) for x in t]) for d in model.classes)
    pi0, pi1 = float(model.pi0), float(model.pi1)
    c = (np.arange(2000) + 0.5) / 2000
    least = np.array([np.min(2 * (x * pi0 * (1 - f0) + (1 - x) * pi1 * f1)) for x in c])
    for cost, weight in (("uniform", 1 + 0 * c), ("beta(2, 2)", 6 * c * (1 - c))):
        expected = float(lift(at(model, f"loss(optimal, cost={cost})", digits=15)))
        assert abs(np.mean(least * weight) - expected) < 2e-6
    assert abs(np.max(np.abs(f0 - f1)) - float(lift(metric(model, "KS", 15)))) < 1e-5
    assert abs(np.min(pi0 * (1 - f0) + pi1 * f1) - float(lift(metric(model, "MER", 15)))) < 1e-5
    assert not lift(metric(model, "AUCH", 15)) < lift(metric(model, "AUC", 15))


def test_shapes_without_a_proof_are_refused() -> None:
    twice = Polynomial((0, 1), ("95/96", "3/16", "-1/2", "1/3"))  # turns twice against the uniform density
    with pytest.raises(NotSupported, match="turns"):
        hull(Uniform(), twice)
    with pytest.raises(NotSupported, match="no rule proves"):
        hull(Uniform(), Beta("1/2", "1/2"))


# --- balls, closed forms, second opinions ----------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS, **NAMED)
@pytest.mark.parametrize("name", sorted(models.METRICS))
def test_the_exact_engine_lies_in_the_ball_of_quadrature(model: Model, name: str) -> None:
    if name in models.probability_metrics() and not model.probabilistic:
        with pytest.raises(ModelError, match=r"scores in \[0, 1\]"):
            metric(model, name)
        return
    ball = metric(model, name, engine="arb")
    assert agree(metric(model, name), ball)
    known = closed_form(model, name)
    assert known is None or agree(known, ball)


@pytest.mark.parametrize("model", MODELS, **NAMED)
@pytest.mark.parametrize("cost", COSTS)
def test_losses_by_exact_rules_lie_in_the_ball_of_quadrature(model: Model, cost: str) -> None:
    for method in (*METHODS, "optimal", "score(1 - c)", "rate(c/2 + 1/4)"):
        text = f"loss({method}, cost={cost})"
        exact, ball = at(model, text), at(model, text, engine="arb")
        with working_digits(40):
            assert agree(exact, ball), text
            assert lift(ball).rad() < 1e-30


def test_closed_forms() -> None:
    with working_digits(30):
        ball = closed_form(Model(Normal(0, 1), Normal(1, 2)), "AUC")
        assert agree(ball or 0, (-1 / arb(10).sqrt()).erfc() / 2)
    assert closed_form(Model(Exponential("1/2"), Exponential("1/3")), "AUC") == Fraction(3, 5)
    assert closed_form(Model(Beta("1/3", "1/2"), Beta(1, "5/7")), "MAE0") == Fraction(2, 5)
    equal = Model(Normal(0, 2), Normal(3, 2))
    for name in ("KS", "MER", "GINI"):
        assert agree(closed_form(equal, name) or 0, metric(equal, name))
    assert closed_form(EVENLY, "H") is None


@pytest.mark.parametrize("digits", [15, 30, 50])
def test_mpmath_confirms_at_every_precision(digits: int) -> None:
    words = {
        "mirrored Betas": ("loss(optimal)", "loss(score(c**2))"),
        "triangles": ("loss(rate(c**2))", "CL"),
        "arcsine and power": ("loss(score_driven)",),
        "binormal with unequal deviations": ("RLH", "AUC"),
        "exponentials": ("loss(rate_fixed(1/5))", "loss(score_uniform)"),
    }
    for model in MODELS:
        for text in words.get(model.name, ()):
            found = confirmed(model, parse_expression(text), digits)
            assert isinstance(found, Fraction) or found.rad() < arb(10) ** -digits


def test_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = models.value

    def lying(model: Model, *arguments: object, engine: str = "exact") -> Real:
        result = honest(model, *arguments, engine=engine)  # type: ignore[arg-type]
        return lift(result) + arb("1e-10") if engine == "mpmath" else result

    monkeypatch.setattr(models, "value", lying)
    with pytest.raises(models.Disagreement, match="AUC"):
        confirmed(EVENLY, parse_expression("AUC"))


def test_infinite_tails_are_bounded_not_dropped() -> None:
    first, second = Normal(0, 1), Normal(1, 3)
    with working_digits(30):
        parts = quadrature.pieces((first, second))
        left, right = parts[0], parts[-1]
        assert left.left is None
        assert right.right is None
        for tail, mass in ((left, second.cdf(arb(left.right))), (right, 1 - second.cdf(arb(right.left)))):
            assert quadrature.integrate(lambda p: p.d(1), [tail]).contains(mass)
        assert quadrature.integrate(lambda p: p.d(1), parts).contains(1)


# --- distributions -----------------------------------------------------------------------------------------

FAMILIES: tuple[Distribution, ...] = (
    Uniform("-1", "1/2"),
    Triangular(0, 0, 1),
    Triangular(-1, "1/3", 2),
    Histogram((0, "1/3", 1), ("2/3", "1/3")),
    Beta(3, 2),
    Beta("1/3", "5/2"),
    Beta("3/2", "1/7"),
    power("5/2"),
    mirrored_power(3),
    Exponential("3/2"),
    Normal("1/3", "1/2"),
    Polynomial((0, 1, 2), ("0", "1", "2", "-1")),
)


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_all_kinds_of_number_agree(family: Distribution) -> None:
    with working_digits(20), mpmath.workdps(25):
        for x in (Fraction(k, 7) for k in range(-9, 16)):
            ball, wide = acb(fmpq(x.numerator, x.denominator)), arb(float(x), 0.3)
            floating = mpmath.mpf(x.numerator) / x.denominator
            for function in (family.cdf, family.pdf):
                if function == family.pdf and x in family.breaks:
                    continue
                exact = lift(function(x))
                assert exact.overlaps(function(ball).real)
                assert abs(exact - arb(function(floating))) < 1e-18
                assert not function(wide).is_finite() or function(wide).overlaps(exact)
        assert agree(family.cdf(Fraction(-1)), family.cdf(arb(-1)))


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_moments_are_integrals(family: Distribution) -> None:
    with mpmath.workdps(20):
        low, high = (mpmath.mpf(e.numerator) / e.denominator if e is not None else None for e in family.support)
        ends = [-mpmath.inf if low is None else low, mpmath.inf if high is None else high]
        breaks = [mpmath.mpf(b.numerator) / b.denominator for b in family.breaks]
        points = sorted({*ends, *breaks, mpmath.mpf(1) / 2})
        points = [p for p in points if ends[0] <= p <= ends[1]]
        for k in range(4):
            with mpmath.workdps(60):
                moment = mpmath.quad(lambda x, k=k: x**k * family.pdf(x), points)
            exact = family.moment(k)
            assert abs(moment - mpmath.mpf(exact.numerator) / exact.denominator) < 1e-8
    if family.support[0] is not None and family.support[0] >= 0 and family.support[1] is not None:
        assert family.tilted().moment(1) * family.moment(1) == family.moment(2)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6), st.integers(-3, 3), st.integers(1, 4))
def test_the_sign_of_a_polynomial(coefficients: list[int], low: int, width: int) -> None:
    polynomial, ends = fmpq_poly(coefficients), (fmpq(low), fmpq(low + width))
    values = [polynomial(ends[0] + (ends[1] - ends[0]) * k / 97) for k in range(1, 97)]
    sign = sign_between(polynomial, *ends)
    if sign is None:
        assert roots_between(polynomial // polynomial.gcd(polynomial.derivative()), *ends) >= 1
    else:
        assert {(v > 0) - (v < 0) for v in values} <= {sign, 0}


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Beta(0, 1), r"Beta\(0, 1\)"),
        (lambda: Uniform(1, 0), r"Uniform\(1, 0\)"),
        (lambda: Triangular(0, 2, 1), "mode"),
        (lambda: Exponential(-1), "-1"),
        (lambda: Normal(0, 0), "deviation"),
        (lambda: Histogram((0, 1), ("1/2",)), "sum to 1/2"),
        (lambda: Histogram((0, "1/2", "1/2"), ("1/2", "1/2")), "increase"),
        (lambda: Histogram((0, "1/2", 1), ("3/2", "-1/2")), "negative"),
        (lambda: Polynomial((0, 1), ("-1", "4")), "negative"),
        (lambda: Polynomial((0, 1), ("2",)), "integrates to 2"),
        (lambda: Beta(float("nan"), 1), "nan"),
        (lambda: Normal(float("inf"), 1), "inf"),
        (lambda: Beta("a", 1), "a; it must be"),
        (lambda: Model(Beta(1, 1), Beta(2, 1), 0), "pi0 is 0"),
        (lambda: Model(Beta(1, 1), Beta(2, 1), "3/2"), "pi0 is 3/2"),
        (lambda: Model(Beta(1, 1), 3), "3 is not a distribution"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_model_is_refused(make: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("n0", ModelError),
        ("1/(AUC - AUC)", ModelError),
        ("loss(score_fixed(t))", ModelError),
        ("loss(score_driven, cost=density(2*c - 3))", DensityError),
        ("loss(score_driven, cost=density(2*c**2))", DensityError),
        ("loss(score(c*u))", NotSupported),
        ("loss(rate(c*u))", NotSupported),
        ("loss(rate(c + u))", NotSupported),
        ("loss(rate(2*c))", NotSupported),
        ("loss(rate(c + c**2))", NotSupported),
        ("loss(rate_driven, rates=cutpoints)", NotSupported),
        ("loss(score_driven, cost=density(sqrt(c)))", DensityError),
        ("2**10**9", NotSupported),
        ("E0(sqrt(s - 1/2))", ModelError),
        ("E0(sqrt(s - 3/4))", ModelError),
        ("E0(log(s)**2)", NotSupported),
    ],
)
def test_what_has_no_value_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        at(EVENLY, text)


@pytest.mark.parametrize("model", MODELS, **NAMED)
def test_roots_of_negative_numbers_have_no_mean(model: Model) -> None:
    with pytest.raises((ModelError, NotSupported)):
        at(model, "E0(sqrt(s - 1/2))", digits=15)


@pytest.mark.parametrize(
    ("law", "below"), [("sqrt(c)", "s**2"), ("c**(1/3)", "s**3"), ("1 - sqrt(1 - c)", "1 - (1 - s)**2")]
)
@pytest.mark.parametrize("model", PROBABILITIES, **NAMED)
def test_thresholds_may_leave_an_end_of_the_scores_like_a_root(model: Model, law: str, below: str) -> None:
    assert_equal(model, f"loss(score({law}))", f"pi0*E0(({below})**2) + pi1*E1((1 - ({below}))**2)")


def test_a_threshold_that_is_a_root_of_a_negative_number_has_no_loss() -> None:
    for model in MODELS:
        with pytest.raises((ModelError, NotSupported)):
            at(model, "loss(score(sqrt(c - 1/2)))", digits=15)


def test_means_of_broken_functions() -> None:
    for model in MODELS:
        assert_equal(model, "error(1/3)", "pi0*E0(indicator(1/3 < s)) + pi1*E1(indicator(s <= 1/3))")
    assert at(EVENLY, "E0(abs(s - 1/3))") == Fraction(16, 81)
    assert at(EVENLY, "E(max(s, 1 - s, 3/5))") == Fraction(19, 25)


def test_models_are_values() -> None:
    assert MODELS[0] == replace(MODELS[0], name="another name")
    assert len({hash(m) for m in MODELS}) == len(MODELS)
    assert len(MODELS) == len({m.name for m in MODELS})


def test_parameters_are_put_in() -> None:
    given_t = {"t": Fraction(1, 4)}
    assert at(EVENLY, "error(t)", parameters=given_t) == at(EVENLY, "error(1/4)")
    for method, k in itertools.product(("score_fixed(t)", "rate_fixed(t)"), (0, 1)):
        assert at(EVENLY, f"loss({method}) - {k}", parameters=given_t) == Fraction(5, 16) - k


def test_uniform_thresholds_need_an_interval() -> None:
    """Bounds that are given by parameters are checked once they have values."""
    expression = parse_expression("loss(score_uniform(t, r))")
    with pytest.raises(ModelError, match="is empty"):
        value(MODELS[0], expression, parameters={"t": Fraction(1), "r": Fraction(3, 8)})
