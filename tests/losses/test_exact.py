"""Expected losses and expressions against the naive engine, and against what is known in closed form."""

import copy
import pickle
import subprocess
import sys
import time
from fractions import Fraction

import flint
import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.errors import NotSupported
from workbench.language.statements import parse_cost, parse_expression
from workbench.losses.densities import BetaDensity, DensityError, density
from workbench.losses.exact import NeedsProbabilities, expected_loss, extended, h_measure, value
from workbench.losses.reals import Undefined
from workbench.losses.thresholds import _Primitive
from workbench.numbers.certified import agree, lift, working_digits
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import polynomial
from workbench.samples.sample import Sample

F = Fraction
CONDITIONS = st.sampled_from(["cost", "skew"])
RATES = st.sampled_from(["interpolated", "step", "nearest", "cutpoints"])
COSTS = st.sampled_from(sorted(naive.DENSITIES))
UNITS = st.one_of(*(st.builds(F, st.integers(0, k), st.just(k)) for k in (2, 6, 7)), st.sampled_from([F(0), F(1)]))


@st.composite
def data(draw, scores=UNITS, most=7):
    """Pairs (score, class) with both classes and many ties."""
    rest = draw(st.lists(st.tuples(scores, st.integers(0, 1)), max_size=most - 2))
    return [(draw(scores), 0), (draw(scores), 1), *rest]


def sample_of(pairs):
    return Sample.of([y for _, y in pairs], [s for s, _ in pairs])


def at(sample, text, **parameters):
    return value(sample, parse_expression(text), parameters)


def losses(pairs, cost, condition, rates, t, r):
    """Every method with what the naive engine says of it."""
    w = naive.DENSITIES[cost]
    low, high = min(t, r), max(t, r)
    yield f"score_fixed({t})", naive.score_fixed(pairs, t, w, condition)
    yield "score_uniform", naive.score_uniform(pairs, F(0), F(1), w, condition)
    if low < high:
        yield f"score_uniform({low}, {high})", naive.score_uniform(pairs, low, high, w, condition)
        falling = naive.score_uniform(pairs, low, high, w, condition)
        yield f"score({high} - ({high} - {low})*u)", falling
    yield "score_driven", naive.score_driven(pairs, w, condition)
    turned = {"threshold": lambda c: 1 - c, "back": lambda s: 1 - s}
    yield "score(1 - c)", naive.score_driven(pairs, w, condition, **turned)
    bent = {"threshold": lambda c: c / 2 + F(1, 4), "back": lambda s: 2 * s - F(1, 2)}
    yield "score(c/2 + 1/4)", naive.score_driven(pairs, w, condition, **bent)
    yield f"rate_fixed({r})", naive.rate_fixed(pairs, r, w, condition, rates)
    yield "rate_uniform", naive.rate_uniform(pairs, w, condition, rates)
    yield "rate_driven", naive.rate_driven(pairs, w, condition, rates)
    away = {"rate": lambda c: 1 - c, "back": lambda r: 1 - r}
    yield "rate(1 - c)", naive.rate_driven(pairs, w, condition, rates, **away)
    yield "optimal", naive.optimal(pairs, w, condition)
    if rates == "interpolated":
        for k, kind in enumerate(("tpr", "fpr")):
            yield f"{kind}({r})", naive.class_rate_fixed(pairs, k, r, w, condition)
            yield f"{kind}(u)", naive.class_rate_uniform(pairs, k, w, condition)
            yield f"{kind}(c)", naive.class_rate_driven(pairs, k, w, condition)
            yield f"{kind}(1 - c)", naive.class_rate_driven(pairs, k, w, condition, **away)
            if low < high:
                between = naive.class_rate_uniform(pairs, k, w, condition, low, high)
                yield f"{kind}({low} + ({high} - {low})*u)", between


def check_losses(pairs, cost, condition, rates, t, r):
    sample = sample_of(pairs)
    for method, expected in losses(pairs, cost, condition, rates, t, r):
        text = f"loss({method}, cost={cost}, condition={condition}, rates={rates})"
        assert at(sample, text) == expected, text


@pytest.mark.parametrize(("top", "bottom"), [(0, 1), (1, 2), (-6, 4), (10**30, 3), (7**400, -(2**1074)), (2**1074, 1)])
def test_fractions_are_ordinary_ones(top, bottom):
    found, wanted = fraction(flint.fmpq(top, bottom)), F(top, bottom)
    assert type(found) is F
    assert (found.numerator, found.denominator) == (wanted.numerator, wanted.denominator)
    assert found == wanted
    assert hash(found) == hash(wanted)
    assert repr(found) == repr(wanted)
    assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == wanted
    assert found + F(1, 3) == wanted + F(1, 3)
    assert found <= wanted
    assert round(found, 3) == round(wanted, 3)


@settings(max_examples=40, deadline=None)
@given(data(), COSTS, CONDITIONS, RATES, UNITS, UNITS)
@pytest.mark.always
def test_every_loss_is_the_naive_one(pairs, cost, condition, rates, t, r):
    check_losses(pairs, cost, condition, rates, t, r)


@pytest.mark.slow
@settings(max_examples=4000, deadline=None)
@given(data(most=9), COSTS, CONDITIONS, RATES, UNITS, UNITS)
def test_every_loss_is_the_naive_one_on_thousands_of_samples(pairs, cost, condition, rates, t, r):
    check_losses(pairs, cost, condition, rates, t, r)


@pytest.mark.parametrize("cost", sorted(naive.DENSITIES))
def test_smallest_and_most_unequal_samples(cost):
    for pairs in (
        [(F(0), 0), (F(1), 1)],
        [(F(1), 0), (F(0), 1)],
        [(F(1, 2), 0), (F(1, 2), 1)],
        [(F(1, 3), 0), *[(F(1, 3), 1)] * 40, *[(F(0), 1)] * 3],
    ):
        for rates in ("interpolated", "step", "nearest", "cutpoints"):
            for condition in ("cost", "skew"):
                check_losses(pairs, cost, condition, rates, F(1, 3), F(1, 2))


def test_one_against_a_million():
    sample = Sample.of_counts(["0.25", "0.5", "0.75"], [0, 1, 0], [400_000, 100_000, 500_000])
    assert at(sample, "loss(rate_driven) - pi0*pi1*(1 - 2*AUC)") == F(1, 3)
    assert at(sample, "loss(rate_uniform, condition=skew) + AUC/2") == F(3, 4)
    cut = "loss(rate_uniform, condition=skew, rates=cutpoints)"
    assert at(sample, f"{cut} - 1/2 - n/(n + 1)*(1 - 2*AUC)/4") == 0
    assert at(sample, "BS*n") == F(1, 4) + F(9, 16) * 400_000 + F(1, 4) * 100_000 + F(1, 16) * 500_000


@settings(max_examples=60, deadline=None)
@given(data(), UNITS)
def test_what_theory_says_in_closed_form(pairs, q):
    sample = sample_of(pairs)
    linear = "pi0*pi1*(1 - 2*AUC)"
    for left, right in (
        ("loss(score_uniform)", "MAE"),
        ("loss(score_driven)", "BS"),
        ("loss(score_driven, condition=skew)", "MBS"),
        ("loss(rate_uniform)", f"{linear} + 1/2"),
        ("loss(rate_driven)", f"{linear} + 1/3"),
        ("loss(rate(1 - c))", f"{linear} + 2/3"),
        ("loss(mix(q, rate(c), rate(u)))", f"{linear} + 1/2 - q/6"),
        ("loss(rate_driven, condition=skew)", "7/12 - AUC/2"),
        ("loss(optimal)", "RLH"),
        (
            "loss(score_driven, cost=beta(2, 2))",
            "pi0*E0(4*s**3 - 3*s**4) + pi1*E1(1 - 6*s**2 + 8*s**3 - 3*s**4)",
        ),
        ("loss(score(1 - c))", "pi0*E0(2*s - s**2) + pi1*E1(1 - s**2)"),
        ("loss(score_fixed(q))", "error(q)"),
        ("loss(score_fixed(q), condition=skew)", "macro_error(q)"),
        ("h_measure(2, 2)", "H"),
        ("loss(rate_uniform, cost=beta(2, 1))", f"{linear} + 2/3*pi0 + 1/3*pi1"),
        ("loss(rate_driven, cost=beta(2, 1))", "2*pi0*(2/3 - 1) + 2*(2/3 - 1/2) + 2*pi0*E0(R(s)**2)"),
        ("BS", "CL + RL"),
        ("E0(F1(s))", "1 - AUC"),
        ("E0(F0(s))", "1/2"),
    ):
        assert at(sample, f"{left} - ({right})", q=q) == 0, (left, right)


@settings(max_examples=25, deadline=None)
@given(data())
def test_laws_beyond_straight_lines(pairs):
    """Irrational in general, so the two sides are balls that must meet."""
    sample = sample_of(pairs)
    for left, right in (
        ("score(c**2)", "pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)"),
        ("score(sqrt(c))", "pi0*E0(s**4) + pi1*E1((1 - s**2)**2)"),
        ("score(u**2)", "pi0*E0(sqrt(s)) + pi1*E1(1 - sqrt(s))"),
        ("score(max(c, 1 - c))", "pi0*E0(max(0, 2*s - 1)) + pi1*E1(min(1, 2 - 2*s))"),
        (
            "score(min(c, 1/2))",
            "pi0*E0(indicator(s > 1/2) + indicator(s <= 1/2)*s**2) + pi1*E1(indicator(s <= 1/2)*(1 - s)**2)",
        ),
    ):
        difference = at(sample, f"loss({left}) - ({right})")
        assert agree(difference, F(0)), (left, right, difference)


PAIRS = [(F(1, 4), 0), (F(1, 2), 0), (F(1, 2), 1), (F(0), 1), (F(9, 10), 0), (F(1), 1), (F(1), 1)]


@pytest.mark.parametrize("cost", ["uniform", "beta(3/2, 5/2)"])
@pytest.mark.parametrize("kind", ["score", "rate", "fpr", "tpr"])
def test_the_certified_ways_agree_with_the_exact_ones(kind, cost):
    """The same law written so that polynomials recognise it, and so that they do not."""
    sample = sample_of(PAIRS)
    for plain, hidden in (
        ("c", "sqrt(c)**2"),
        ("c**2", "sqrt(c)**4"),
        ("(c + u)/2", "(sqrt(c)**2 + u)/2"),
        ("1 - (c + u)/2", "1 - (sqrt(c)**2 + u)/2"),
        ("(c**2 + u)/5", "(sqrt(c)**4 + u)/5"),
        ("max(c, 1/2)", "max(sqrt(c)**2, 1/2)"),
    ):
        left = at(sample, f"loss({kind}({plain}), cost={cost})")
        right = at(sample, f"loss({kind}({hidden}), cost={cost})")
        assert agree(left, right), (plain, left, right)
        assert not isinstance(right, Fraction)
        assert right.rad() < 1e-15


@pytest.mark.parametrize("kind", ["score", "rate"])
def test_a_band_is_the_mean_of_its_lines(kind):
    method, steps = naive.score_driven if kind == "score" else naive.rate_driven, 60
    names = ("threshold", "back") if kind == "score" else ("rate", "back")
    total = F(0)
    for i in range(steps):
        u = F(2 * i + 1, 2 * steps)
        maps = (lambda c, u=u: (c + u) / 2, lambda x, u=u: 2 * x - u)
        total += method(PAIRS, naive.DENSITIES["uniform"], "cost", **dict(zip(names, maps, strict=True)))
    found = at(sample_of(PAIRS), f"loss({kind}((c + u)/2))")
    assert abs(found - total / steps) < F(1, 300)


def test_thresholds_that_stand_still_on_a_score():
    """``max(c, 1/2)`` is 1/2 half of the time, and then the score 1/2 is predicted positive."""
    sample = Sample.of([0, 1], ["1/2", "1/2"])
    assert at(sample, "loss(score(max(c, 1/2)))") == at(sample, "loss(score(1/2))") == F(1, 2)
    assert at(sample, "loss(rate(max(c, 1/2)), rates=step)") == F(1, 2)
    other = sample_of(PAIRS)
    for rates in ("step", "nearest", "cutpoints", "interpolated"):
        plain = at(other, f"loss(rate(max(c, 1/2)), rates={rates})")
        assert agree(plain, at(other, f"loss(rate(max(sqrt(c)**2, 1/2)), rates={rates})"))


def test_scores_that_are_no_probabilities():
    sample = Sample.of([0, 0, 1, 1], [-3, "0.5", 2, 7])
    assert at(sample, "AUC") == 1
    assert at(sample, "loss(score_fixed(1/2))") == 0
    assert at(sample, "loss(score_driven)") == at(sample, "pi0*E0(indicator(s > 0)*s**2)")
    with pytest.raises(NeedsProbabilities, match=r"BS needs scores in \[0, 1\]; the score 7 lies outside"):
        at(sample, "BS + AUC")


@settings(max_examples=30, deadline=None)
@given(data(), st.integers(1, 4), st.integers(1, 4))
def test_h_measure_is_exact_for_whole_shapes_and_certified_for_others(pairs, a, b):
    sample = sample_of(pairs)
    found = h_measure(sample, a, b)
    assert isinstance(found, Fraction)
    assert 0 <= found <= 1
    near = h_measure(sample, a + F(1, 10**9), b)
    assert abs(float(lift(found).mid()) - float(lift(near).mid())) < 1e-6


def test_densities_that_are_none():
    for text, message in (
        ("density(3*c)", "density(3*c) integrates to 3/2 on [0, 1]; it must integrate to 1"),
        ("density(6*c - 2)", "is negative at c = "),
        ("density(1/c)", "integrates to more than 1 on [1/4, 3/4]"),
        ("density(1/(8*(1 - c)))", "integrates to more than 1 on ["),
        ("density(1/(c - 1/2))", "is negative at c = "),
        ("density(exp(c))", "integrates to 1.718281828"),
        ("density(sqrt(c) - 1/10)", "is negative at c = "),
        ("density(k*c)", "needs a value of the parameter k"),
        ("uniform(a, 1)", "needs a value of the parameter a"),
    ):
        with pytest.raises(DensityError) as caught:
            density(parse_cost(text))
        assert message in str(caught.value)
    with pytest.raises(DensityError, match="must be positive"):
        at(sample_of(PAIRS), "loss(score_driven, cost=beta(a, 1))", a=0)
    with pytest.raises(DensityError, match="first bound must be below"):
        at(sample_of(PAIRS), "loss(score_driven, cost=uniform(a, b))", a="1/2", b="1/2")


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("exp(-c)*sqrt(-log(c))", "may be unbounded"),
        ("sqrt(c - 1/2)*3*sqrt(2)", "has no value at c = 1/4"),
        ("sqrt(c)*log(c - 1/2)*0 + 1", "has no value at c = 1/2"),
    ],
)
def test_densities_that_cannot_be_certified_are_not_called_wrong(formula, reason):
    with pytest.raises(NotSupported) as caught:
        density(parse_cost(f"density({formula})"))
    assert "cannot be certified" in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "loss(rate_driven, cost=beta(100, 100))",
        "loss(rate_driven, cost=beta(1000, 1000))",
        "loss(score_driven, cost=beta(1000, 1000))",
        "loss(rate(sqrt(c)), cost=beta(2, 2))",
    ],
)
def test_a_thousand_examples_do_not_take_minutes(text):
    data = Sample.of([k * k % 7 % 2 for k in range(1000)], [F(k * 379 % 1000, 1000) for k in range(1000)])
    start = time.process_time()
    assert 0 < at(data, text) < 1
    assert time.process_time() - start < 60


def test_partial_moments_of_beta_agree_with_the_polynomial_density():
    exact = density(parse_cost("beta(3, 4)"))
    with working_digits(30):
        ball = BetaDensity(F(3), F(4))
        for low, high in ((F(0), F(1, 3)), (F(1, 7), F(1, 2)), (F(-1), F(9, 10)), (F(1, 10**6), F(2))):
            for p in (polynomial(1), polynomial(0, 1), polynomial(2, -3, 5, 1)):
                found = ball.integral(p, low, high)
                assert agree(found, exact.integral(p, low, high))
                assert lift(found).rad() < 1e-25


def test_integrals_between_points_do_not_pass_what_is_undefined():
    inverse = _Primitive(lambda z, check: 1 / z)
    with working_digits(30):
        for low, high in ((F(1, 2), F(1)), (F(1, 4), F(2, 3)), (F(-1), F(-1, 2)), (F(1, 3), F(1, 2))):
            assert agree(inverse.over(low, high), lift(high / low).log())


@pytest.mark.parametrize(
    ("formula", "mean"),
    [
        ("exp(c)/(exp(1) - 1)", "1/(exp(1) - 1)"),
        ("3/2*sqrt(c)", "3/5"),
        ("abs(2*c - 1)*2", "1/2"),
        ("max(2*c, 1)*4/5", "17/30"),
        ("max(exp(c), 1)/(exp(1) - 1)", "1/(exp(1) - 1)"),
    ],
)
def test_densities_by_formula(formula, mean):
    sample = sample_of(PAIRS)
    assert agree(at(sample, f"loss(score(1/2), cost=density({formula})) - 2*({mean})*pi0*(1/3)"
                            f" - 2*(1 - {mean})*pi1/2"), F(0))  # fmt: skip
    known = at(sample, f"loss(optimal, cost=density({formula}))")
    assert lift(known) < lift(at(sample, f"loss(rate_driven, cost=density({formula}))"))
    assert isinstance(known, Fraction) or known.rad() < 1e-15


def test_expressions():
    sample = Sample.of([0, 1, 0, 1, 1], ["0.1", "0.4", "0.4", "0.8", "0.9"])
    assert at(sample, "n + 10*n0 + 100*n1") == 325
    assert at(sample, "sqrt(4/9) + 8**(1/3) + exp(0) + log(1) + abs(-2) + min(3, 1, 2) + max(1, 2)") == F(26, 3)
    assert at(sample, "E(s)") == F(13, 25)
    assert at(sample, "E(posterior(s))") == at(sample, "E(pav(s))") == at(sample, "pi1")
    assert at(sample, "E1(indicator(s > t))", t="0.4") == F(2, 3)
    assert at(sample, "E0(R(s)**2) - E0(R(s)*R(s))") == 0
    assert at(sample, "2**(1/2)").overlaps(flint.arb(2).sqrt())
    assert at(sample, "(1 + sqrt(2))**2 - 3 - 2*sqrt(2)").contains(0)
    assert at(sample, "error(sqrt(2)/2)") == at(sample, "error(0.7)")
    assert at(sample, "loss(score_fixed(pi0))") == at(sample, "error(2/5)")
    assert at(sample, "loss(optimal, cost=beta(n0, n1))") >= 0
    assert at(sample, "(-1)**1000000007") == -1


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1/(AUC - AUC)", Undefined, "division by zero in 1/"),
        ("0**(-1)", Undefined, "division by zero"),
        ("1/(sqrt(2)*sqrt(2) - 2)", Undefined, "cannot be told from zero"),
        ("sqrt(0 - 1)", Undefined, "the square root of -1"),
        ("log(0)", Undefined, "the logarithm of 0"),
        ("E1(log(s))", Undefined, "the logarithm of 0"),
        ("2**100000000", Undefined, "more than 1000000 bits"),
        ("exp(10**30)", Undefined, "out of range"),
        ("(0 - 2)**(1/2)", Undefined, "not a positive number"),
        ("AUC*k", ValueError, "the parameter k has no value"),
        ("loss(score_fixed(k))", ValueError, "the parameter k has no value"),
        ("loss(score_fixed(1 + pi0))", Undefined, "it must lie in [0, 1]"),
        ("loss(rate(2*c))", NotSupported, "leaves [0, 1]"),
        ("loss(rate(c - 1/2))", NotSupported, "leaves [0, 1]"),
        ("E(1/R(s))", NotSupported, "over a tie cannot be computed to 12 digits"),
        ("E0(abs(F0(s) - 3)*sqrt(-s))", Undefined, "the square root of -"),
        ("E(abs(R(s) - 3)*(-s)**(1/2))", Undefined, "not a positive number"),
        ("E0(sqrt(F0(s) - 1/2))", Undefined, "within a tie a root of a negative number in sqrt(F0(s) - 1/2)"),
        ("E0(log(1/2 - F0(s)))", Undefined, "within a tie a logarithm of a negative number"),
        ("E0(sqrt(1 - sqrt(F0(s))))", NotSupported, "is not seen to have a value throughout a tie"),
        ("loss(score(u**c))", NotSupported, "u**c"),
    ],
)
def test_what_has_no_value_says_why(text, error, message):
    with pytest.raises(error) as caught:
        at(sample_of(PAIRS), text)
    assert message in str(caught.value)


def test_parameters():
    sample = sample_of(PAIRS)
    assert at(sample, "q*AUC", q="0.5") == at(sample, "AUC/2")
    with pytest.raises(ValueError, match="the parameter q = nan is not a finite number"):
        at(sample, "q", q=float("nan"))
    with pytest.raises(ValueError, match="AUC is a value of the sample"):
        at(sample, "AUC", AUC=1)
    loss = parse_expression("loss(score_fixed(t))")
    assert expected_loss(sample, loss, {"t": F(1, 2)}) == naive.score_fixed(PAIRS, F(1, 2), naive.DENSITIES["uniform"])


def test_the_numeric_engine_never_imports_sympy():
    code = "import sys, workbench.losses.evaluation, workbench.reading.datafile; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(("a", "b"), [("7/5", "8/5"), ("2", "7/5"), ("1/3", "1/7"), ("7/5", "12/5")])
def test_products_of_c_and_u_under_beta_costs_whose_shapes_have_any_denominator(a, b):
    """A second opinion by mpmath, with roots of c and of 1 - c for c, so that nothing is infinite."""
    sample = Sample.of([0, 1, 1, 0, 1], ["0.1", "0.4", "0.9", "0.4", "0.7"])
    found = value(sample, parse_expression(f"loss(score(c*u), cost=beta({a}, {b}))"))
    p, q = (mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator for x in (a, b))

    def loss(c):
        below = [min(1, mpmath.mpf(float(s)) / c) for s in sample.scores]
        total = sum(2 * c * n * x for n, x in zip(sample.counts0, below, strict=True))
        return (total + sum(2 * (1 - c) * n * (1 - x) for n, x in zip(sample.counts1, below, strict=True))) / sample.n

    def over(c, near, far):
        kinks = [mpmath.mpf(float(s)) for s in sample.scores]
        ends = sorted(
            {mpmath.mpf(0), *(k**near for k in kinks if k < 0.5), *((1 - k) ** near for k in kinks if k > 0.5)}
        )
        ends = [*(x for x in ends if x < 0.5**near), 0.5**near]
        return mpmath.quad(lambda v: loss(c(v ** (1 / near))) * (1 - v ** (1 / near)) ** (far - 1) / near, ends)

    expected = (over(lambda x: x, p, q) + over(lambda x: 1 - x, q, p)) / mpmath.beta(p, q)
    assert abs(float(lift(found)) - float(expected)) < 1e-12


def test_exponentials_of_what_is_infinite():
    sample = Sample.of([0, 1], [1, 1])
    assert value(sample, parse_expression("exp(-LL)")) == 0
    assert lift(extended(sample, parse_expression("exp(LL)"))) > 10**100
