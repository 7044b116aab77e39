"""The words of the language on continuous models: identities to 30 digits, second opinions, large samples, refusals."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import arb

from tests.continuous.test_models import MODELS, NAMED, PROBABILITIES, assert_equal, at
from workbench.continuous.distributions import Beta, Normal
from workbench.continuous.models import Model, ModelError, NotSupported, confirmed
from workbench.language.statements import parse_expression
from workbench.losses.exact import value as value_on_data
from workbench.numbers.certified import agree, lift, working_digits
from workbench.samples.sample import Sample

BINORMAL = Model(Normal(0, 1), Normal(1, 1), "1/3", "binormal")
BETAS = Model(Beta("3/2", 3), Beta(3, "4/3"), "2/5", "Betas that are no polynomials")
WIDER = [*MODELS, BINORMAL, BETAS]
LOG2 = "density(1/(1 + c)/log(2))"


@pytest.mark.parametrize("model", [*PROBABILITIES, BETAS], **NAMED)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss(score(max(c, u)))", "pi0*E0(s**3) + pi1*E1(s**3 - 2*s**2 + 1)"),
        ("loss(score(min(c, 1/2)))", "pi0*E0(min(s**2, 1/4) + 3/4*indicator(s > 1/2)) + pi1*E1(max(1 - s, 1/2)**2 - "
         "1/4*indicator(s > 1/2))"),
        ("loss(score(min(max(c, 1/4), 3/4)))", "pi0*E0(min(s, 3/4)**2*indicator(s > 1/4) + 7/16*indicator(s > 3/4)) + "
         "pi1*E1(indicator(s < 1/4) + (1 - s)**2*indicator(s > 1/4)*indicator(s < 3/4))"),
        ("loss(score((c + u)/2), cost=beta(2, 1))", "loss(score((u + c)/2), cost=density(2*c))"),
        (f"loss(score_driven, cost={LOG2})", "(pi0*E0(2*s - 2*log(1 + s)) + "
         "pi1*E1(4*log(2) - 4*log(1 + s) - 2 + 2*s))/log(2)"),
        ("loss(score_driven, cost=beta(1 + pi1, 1 + pi0), condition=skew)",
         "loss(score_driven, cost=beta(2 - pi0, 2 - pi1), condition=skew)"),
        ("loss(score_driven, weight=3)", "3*BS"),
        ("loss(score_driven, weight=1/(2*c*(1 - c)))", "LL"),
        ("loss(score_driven, scores=pav(s))", "RLH"),
        ("loss(score_driven, scores=posterior(s), cost=uniform(1/4, 3/4))",
         "pi0*E0(2*min(max(posterior(s), 1/4), 3/4)**2 - 1/8) + "
         "pi1*E1(2*(1 - min(max(posterior(s), 1/4), 3/4))**2 - 1/8)"),
        ("loss(score_driven, scores=s**2, condition=skew)", "E0(s**4)/2 + E1((1 - s**2)**2)/2"),
    ],
)  # fmt: skip
def test_identities_on_scores(model: Model, left: str, right: str) -> None:
    assert_equal(model, left, right)


@pytest.mark.parametrize("model", WIDER, **NAMED)
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss(fpr(u))", "pi0*(1 - AUC) + pi1/2"),
        ("loss(tpr(u))", "pi0/2 + pi1*(1 - AUC)"),
        ("loss(fpr(u), cost=beta(2, 1), condition=skew)", "2/3*(1 - AUC) + 1/6"),
        ("loss(fpr(c))", "pi0*E0(F1(s)**2) + pi1/3"),
        ("loss(tpr(c))", "pi0/3 + pi1*E1((1 - F0(s))**2)"),
        ("loss(fpr(max(1/4, min(u, 1/2))), cost=point(1/2))", "loss(fpr(1/4 + u/4), cost=point(1/2))/4 + "
         "loss(fpr(1/4), cost=point(1/2))/4 + loss(fpr(1/2), cost=point(1/2))/2"),
        ("loss(rate(1 - c))", "loss(rate_driven) + 1/3"),
        ("loss(rate(c/(1 + c)))", "loss(rate(1 - 1/(1 + c)))"),
        ("loss(rate(max(c, u)))", "pi0*E0(R(s)**3) + pi1*E1(R(s)**3 - 2*R(s)**2 + 1)"),
        ("loss(rate(sqrt(c)))", "pi0*E0(R(s)**4) + pi1*E1((1 - R(s)**2)**2)"),
        ("loss(rate_driven, scores=pav(s))", "pi0*pi1*(1 - 2*AUCH) + 1/3"),
        ("loss(rate_uniform, scores=pav(s), condition=skew)", "3/4 - AUCH/2"),
        (f"loss(optimal, cost={LOG2})", "(pi0*E0(2*pav(s) - 2*log(1 + pav(s))) + "
         "pi1*E1(4*log(2) - 4*log(1 + pav(s)) - 2 + 2*pav(s)))/log(2)"),
        ("loss(optimal, cost=density(2*indicator(c < 1/2)))", "loss(optimal, cost=uniform(0, 1/2))"),
        ("loss(optimal, weight=c*(1 - c))", "loss(optimal, cost=beta(2, 2))/6"),
        ("h_measure(1 + pi1, 1 + pi0)", "h_measure(2 - pi0, 2 - pi1)"),
    ],
)  # fmt: skip
def test_identities_on_ranks_and_hulls(model: Model, left: str, right: str) -> None:
    assert_equal(model, left, right)


@pytest.mark.parametrize("model", [BINORMAL, BETAS, MODELS[2], MODELS[5]], **NAMED)
@pytest.mark.parametrize(
    "text",
    [
        "AP",
        f"loss(rate_driven, cost={LOG2})",
        f"loss(optimal, cost={LOG2})",
        f"loss(fpr(c), cost={LOG2})",
        "loss(tpr((c + u)/2), cost=beta(2, 2))",
        "loss(rate((c + u)/2))",
        "loss(rate(c/(2 - c)), cost=uniform(1/4, 1/2))",
        "loss(optimal, cost=density(indicator(c < 1/2)/(1 - c)/log(2)))",
    ],
)
def test_mpmath_agrees(model: Model, text: str) -> None:
    confirmed(model, parse_expression(text), 10)


@pytest.mark.parametrize("model", [BINORMAL, BETAS, MODELS[3]], **NAMED)
@pytest.mark.parametrize("weight", ["1/(2*c*(1 - c))", "1/(1 - c)", "1/c"])
@pytest.mark.parametrize("method", ["score_driven", "rate_driven", "optimal"])
def test_under_weights_that_are_not_integrable(model: Model, weight: str, method: str) -> None:
    """By mpmath as the integral of Q at each condition; on a binormal model scores are no probabilities."""
    if method == "score_driven" and not model.probabilistic:
        with pytest.raises(ModelError, match=r"needs scores in \[0, 1\]"):
            at(model, f"loss({method}, weight={weight})")
        return
    confirmed(model, parse_expression(f"loss({method}, weight={weight})"), 10)


@pytest.mark.parametrize("method", ["score_driven", "optimal", "rate_driven"])
@pytest.mark.parametrize(
    ("weight", "known"), [("c**(-3/2)", "4/3"), ("(c*(1 - c))**(-3/2)/4", ""), ("1/(2*c*(1 - c))", "1/2")]
)
def test_on_the_evenly_spaced_model_the_least_q_is_a_parabola(method: str, weight: str, known: str) -> None:
    """There ``Q(c; c) = c (1 - c)`` for all three methods, and its integrals are Beta functions."""
    with working_digits(40):
        wanted = lift(Fraction(known)) if known else arb.pi() / 4
        assert agree(at(MODELS[3], f"loss({method}, weight={weight})", 20), wanted)
        assert not agree(at(MODELS[3], f"loss({method}, weight={weight})", 20), wanted + arb("1e-17"))


def test_the_boosting_loss_of_betas() -> None:
    """``E[sqrt(S/(1 - S))] = B(a + 1/2, b - 1/2)/B(a, b)`` for a Beta."""
    with mpmath.workdps(30):
        a, b = (mpmath.mpf(3) / 2, mpmath.mpf(3)), (mpmath.mpf(4) / 3, mpmath.mpf(3))
        terms = [mpmath.beta(x + mpmath.mpf(1) / 2, y - mpmath.mpf(1) / 2) / mpmath.beta(x, y) for x, y in (a, b)]
        known = (2 * terms[0] + 3 * terms[1]) / 5
        found = lift(at(BETAS, "loss(score_driven, weight=(c*(1 - c))**(-3/2)/4)", 15))
        assert abs(mpmath.mpf(found.mid()) - known) < mpmath.mpf(10) ** -15


@pytest.mark.parametrize("method", ["rate_driven", "optimal", "fpr(c)", "tpr(u)", "rate_fixed(1/3)"])
def test_scores_in_the_same_order_have_the_same_ranks(method: str) -> None:
    for scores in ("s**2", "(s + s**3)/2"):
        assert_equal(MODELS[1], f"loss({method}, scores={scores}, condition=skew)", f"loss({method}, condition=skew)")


def test_the_log_loss_of_betas() -> None:
    """``E[-log S] = psi(a + b) - psi(a)`` for a Beta."""
    with mpmath.workdps(30):
        terms = [mpmath.psi(0, mpmath.mpf(9) / 2) - mpmath.psi(0, 3)]
        terms.append(mpmath.psi(0, mpmath.mpf(13) / 3) - mpmath.psi(0, 3))
        known = mpmath.mpf(2) / 5 * terms[0] + mpmath.mpf(3) / 5 * terms[1]
        assert abs(mpmath.mpf(lift(at(BETAS, "LL", 25)).mid()) - known) < mpmath.mpf(10) ** -24


@pytest.mark.parametrize(
    ("weight", "method"),
    [("1/c**2", "rate_driven"), ("c**(-5/2)", "optimal"), ("1/(1 - c)**2", "rate_driven"), ("1/c**3", "score_driven")],
)
def test_what_is_infinite_is_said_to_be(weight: str, method: str) -> None:
    with pytest.raises(ModelError, match="infinite"):
        at(MODELS[3], f"loss({method}, weight={weight})")


ON_SAMPLES = [
    "loss(fpr(c))",
    "loss(tpr(c*c), cost=beta(2, 2))",
    "loss(fpr((c + u)/2))",
    "loss(fpr(1/3), cost=beta(3, 2))",
    "loss(tpr(2/3), condition=skew)",
    "loss(rate(max(c, 1/2)))",
    "loss(score((c + u)/2))",
    "loss(score(min(c, u)), condition=skew)",
    f"loss(rate_driven, cost={LOG2})",
    "loss(optimal, cost=density(indicator(c < 1/2)/(1 - c)/log(2)))",
    "loss(optimal, weight=1/(2*c*(1 - c)))",
    "loss(rate_driven, weight=1/(2*c*(1 - c)))",
    "loss(score_driven, scores=s**2)",
    "loss(rate_driven, scores=pav(s), condition=skew)",
    "AP",
    "LL",
]


@pytest.mark.parametrize("text", ON_SAMPLES)
def test_a_large_sample_comes_near(text: str) -> None:
    """400 and 400 evenly spread quantiles of two classes: what is wrong by a factor or a sign is further away."""
    size = 400
    levels = [Fraction(2 * i + 1, 2 * size) for i in range(size)]
    root = [Fraction(round(float(level) ** 0.5 * 10**6), 10**6) for level in levels]
    scores = [*(1 - r for r in reversed(root)), *root]
    sample = Sample.of([0] * size + [1] * size, scores)
    model = Model(Beta(1, 2), Beta(2, 1), Fraction(1, 2))
    expression = parse_expression(text)
    far = abs(lift(value_on_data(sample, expression)) - lift(at(model, text, 12)))
    assert far < 0.006, f"{text}: {far}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("loss(rate(c + 1/2))", "leaves"),
        ("loss(rate(c*(1 - c)))", "strictly monotone"),
        ("loss(score(c*u))", "piecewise linear"),
        ("loss(rate_driven, scores=1 - s)", r"ranks of pav\(s\)"),
        ("loss(score_driven, scores=2*s)", r"needs scores in \[0, 1\]"),
        ("loss(fpr(c), weight=1/c)", "infinite mass"),
        ("LL", r"needs scores in \[0, 1\]"),
    ],
)
def test_what_is_not_computed_says_why(text: str, reason: str) -> None:
    model = BINORMAL if text == "LL" else MODELS[3]
    with pytest.raises((ModelError, NotSupported), match=reason):
        at(model, text)
