"""Losses under weights that need not integrate to 1: values against sums of their own, infinite ones, and proofs."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.deciding.decide import prove
from workbench.language.grammar import StatementError
from workbench.language.statements import parse_expression, parse_statement
from workbench.losses.densities import DensityError
from workbench.losses.evaluation import evaluate
from workbench.losses.exact import extended, value
from workbench.losses.reals import Infinite, Undefined
from workbench.losses.weights import weight_of
from workbench.numbers.certified import agree
from workbench.samples.sample import Sample
from workbench.symbolic.latex import latex_of
from workbench.witnesses.fitting import holds

Data = list[tuple[Fraction, int]]
EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=1, max_size=10)


def data_of(examples: list[tuple[int, int]], inside: bool = False) -> Data:
    places = [(Fraction(2 * x + 1, 14) if inside else Fraction(x, 6), y) for x, y in examples]
    return [*places, (Fraction(1, 6), 0), (Fraction(5, 6), 1)]


def sample_of(data: Data) -> Sample:
    return Sample.of([y for _, y in data], [s for s, _ in data])


def of(data: Data, text: str) -> object:
    return value(sample_of(data), parse_expression(text))


@pytest.mark.parametrize("condition", ["cost", "skew"])
@given(EXAMPLES)
@settings(max_examples=15)
def test_a_finite_weight_is_a_multiple_of_a_density(condition: str, examples: list[tuple[int, int]]) -> None:
    data, lines = data_of(examples), naive.DENSITIES["beta(2, 2)"]
    expected = {
        "score_driven": naive.score_driven(data, lines, condition),
        "optimal": naive.optimal(data, lines, condition),
        "rate_driven": naive.rate_driven(data, lines, condition),
        "score_uniform": naive.score_uniform(data, 0, 1, lines, condition),
    }
    for method, loss in expected.items():
        assert of(data, f"loss({method}, weight=5*c*(1 - c), condition={condition})") == Fraction(5, 6) * loss


POINTWISE = {  # l0 and l1 of score-driven thresholds, by antiderivatives found by hand
    "1/(2*c*(1 - c))": (lambda s: -math.log(1 - s), lambda s: -math.log(s)),
    "(c*(1 - c))**(-3/2)/4": (lambda s: math.sqrt(s / (1 - s)), lambda s: math.sqrt((1 - s) / s)),
    "1/c": (lambda s: 2 * s, lambda s: -2 * math.log(s) - 2 * (1 - s)),
    "1/(1 - c)": (lambda s: -2 * math.log(1 - s) - 2 * s, lambda s: 2 * (1 - s)),
    "indicator(c < 1/2)/c": (
        lambda s: 2 * min(s, 0.5),
        lambda s: -2 * math.log(2 * min(s, 0.5)) - 2 * (0.5 - min(s, 0.5)),
    ),
    "1/sqrt(c)": (lambda s: 4 / 3 * s**1.5, lambda s: 8 / 3 - 4 * math.sqrt(s) + 4 / 3 * s**1.5),
    "exp(c)": (lambda s: 2 * (s - 1) * math.exp(s) + 2, lambda s: 2 * math.e - 2 * (2 - s) * math.exp(s)),
    "1/abs(c - 2)": (
        lambda s: -2 * s + 4 * math.log(2 / (2 - s)),
        lambda s: 2 * (1 - s) - 2 * math.log(2 - s),
    ),
}


@pytest.mark.parametrize("weight", POINTWISE)
@given(EXAMPLES)
@settings(max_examples=8)
def test_score_driven_is_a_scoring_rule(weight: str, examples: list[tuple[int, int]]) -> None:
    data, rules = data_of(examples, inside=True), POINTWISE[weight]
    expected = sum(rules[y](float(s)) for s, y in data) / len(data)
    assert float(of(data, f"loss(score_driven, weight={weight})")) == pytest.approx(expected)  # type: ignore[arg-type]
    on_hull = sum(rules[y](float(p)) for s, y in data if 0 < (p := naive.pav(data, s)) < 1) / len(data)
    assert float(of(data, f"loss(optimal, weight={weight})")) == pytest.approx(on_hull)  # type: ignore[arg-type]


def sums(data: Data, threshold: object, weight: object, steps: int = 20_000) -> float:
    """The loss by the midpoint rule: ``Q_c(t(c); c) f(c)`` at many places."""
    pi1 = sum(y for _, y in data) / len(data)
    zeros, ones = ([float(s) for s, y in data if y == k] for k in (0, 1))
    total = 0.0
    for i in range(steps):
        c = (i + 0.5) / steps
        t = threshold(c)  # type: ignore[operator]
        above, below = sum(s > t for s in zeros) / len(zeros), sum(s <= t for s in ones) / len(ones)
        total += 2 * (c * (1 - pi1) * above + (1 - c) * pi1 * below) * weight(c) / steps  # type: ignore[operator]
    return total


@pytest.mark.parametrize(
    ("method", "threshold"),
    [("score(c**2)", lambda c: c**2), ("score(1/4 + c/2)", lambda c: 0.25 + c / 2), ("score(sqrt(c))", math.sqrt)],
)
def test_thresholds_that_are_other_functions_of_the_condition(method: str, threshold: object) -> None:
    data = data_of([(2, 0), (2, 1), (4, 0), (5, 1)], inside=True)
    weight = "1/sqrt(c*(1 - c))"
    found = float(of(data, f"loss({method}, weight={weight})"))  # type: ignore[arg-type]
    assert found == pytest.approx(sums(data, threshold, lambda c: 1 / math.sqrt(c * (1 - c))), abs=0.02)


def test_rates_under_a_weight_of_infinite_mass() -> None:
    data = data_of([(2, 0), (2, 1), (4, 0), (5, 1)])
    # at rate c in the first tie of m of n examples l0 = 2 int_0^r dc, and so on: by E over ties of 2 r and
    # -2 log r - 2 (1 - r), r running evenly through the tie
    ends, n = [0], len(data)
    for s in sorted({s for s, _ in data}):
        ends.append(ends[-1] + sum(x == s for x, _ in data))
    total = 0.0
    for low, high, s in zip(ends, ends[1:], sorted({s for s, _ in data}), strict=False):
        a, b = low / n, high / n
        log = (b * math.log(b) - b - (a * math.log(a) - a if a else 0)) / (b - a)
        zeros, ones = (sum(1 for x, y in data if x == s and y == k) for k in (0, 1))
        total += zeros * (a + b) + ones * (-2 * log - 2 + (a + b))
    found = of(data, "loss(rate_driven, weight=1/c)")
    assert float(found) == pytest.approx(total / n)  # type: ignore[arg-type]


@given(EXAMPLES)
@settings(max_examples=20)
def test_log_loss_is_a_weight_also_where_it_is_infinite(examples: list[tuple[int, int]]) -> None:
    sample = sample_of(data_of(examples))
    one, other = (extended(sample, parse_expression(x)) for x in ("loss(score_driven, weight=1/(2*c*(1 - c)))", "LL"))
    assert agree(one, other)
    endless = any((s, y) in ((1, 0), (0, 1)) for s, y in data_of(examples))
    assert (one > 10**9) == endless  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "endless"),
    [
        ("loss(score_uniform, weight=1/c)", True),
        ("loss(score_fixed(0), weight=1/c)", False),
        ("loss(score_fixed(1/2), weight=1/c)", True),
        ("loss(score_fixed(1/2), weight=1/(1 - c))", True),
        ("loss(score_driven, weight=1/c**2)", True),
        ("loss(optimal, weight=1/(c*(1 - c)))", False),
        ("loss(rate_uniform, weight=1/c)", True),
        ("LL + BS", True),
        ("1 - LL", True),
        ("max(LL, 1)", True),
    ],
)
def test_what_is_infinite_says_so(text: str, endless: bool) -> None:
    found = evaluate([0, 1, 1], [1, "0.5", "0.9"], expressions=text)
    as_json = found.to_json()["expressions"][text]
    if endless:
        assert as_json in ({"exact": "oo", "value": None}, {"exact": "-oo", "value": None})
        assert found.notes[text] == "is infinite"
    else:
        assert as_json["value"] is not None


def test_one_over_infinity_is_plainly_zero() -> None:
    found = evaluate([0, 1], [1, "0.5"], expressions=["1/(1 + LL)", "3/4 - BS/LL"])
    assert found.expressions == {"1/(1 + LL)": Fraction(0), "3/4 - BS/LL": Fraction(3, 4)}
    assert all(isinstance(x, Fraction) for x in found.expressions.values())


def test_infinite_values_compare_as_usual_and_do_not_cancel() -> None:
    sample = Sample.of([0, 1], [1, "0.5"])
    endless = extended(sample, parse_expression("LL"))
    assert holds(endless, ">", Fraction(10**100))
    assert holds(endless, ">=", endless)
    assert not holds(endless, "<=", Fraction(10**100))
    with pytest.raises(Infinite, match="is infinite"):
        value(sample, parse_expression("LL"))
    for text in ("LL - LL", "LL/LL"):
        with pytest.raises(Undefined):
            extended(sample, parse_expression(text))


def test_a_weight_of_nothing_loses_nothing() -> None:
    assert of(data_of([(1, 0)]), "loss(score_driven, weight=0)") == 0


def test_a_weight_is_looked_at_once() -> None:
    once, again = (parse_expression("loss(optimal, weight=1/(c*(1 - c)))").cost for _ in range(2))  # type: ignore[union-attr]
    assert once is not again
    assert weight_of(once) is weight_of(again)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (
            "loss(score_driven, weight=c - 1/2)",
            DensityError,
            "weight=c - 1/2 is negative at c = 1/4; a weight is nowhere",
        ),
        ("loss(score_driven, weight=1/c - 2)", DensityError, "is negative at c = "),
        ("loss(score_driven, weight=a*c)", DensityError, "needs a value of the parameter a"),
    ],
)
def test_a_weight_that_is_none_is_wrong(text: str, error: type[Exception], says: str) -> None:
    loss = parse_expression(text)
    with pytest.raises(error, match=says):
        weight_of(loss.cost)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("loss(score_driven, cost=uniform, weight=2) == 0", "cost and weight are both given"),
        ("loss(score_driven, weight=s) == 0", "s has a meaning inside"),
        ("loss(score_driven, wieght=2) == 0", "loss has no argument wieght; did you mean weight"),
        ("loss(score_driven, cost=weight(2)) == 0", "unknown density weight"),
    ],
)
def test_wrong_input_names_the_place(text: str, says: str) -> None:
    with pytest.raises(StatementError, match=says):
        parse_statement(text)


def test_it_is_written_back_as_it_was_read() -> None:
    text = "loss(score_driven, weight=1/(c*(1 - c)), condition=skew, scores=pav(s))"
    assert str(parse_expression(text)) == text
    assert latex_of(parse_expression("loss(score_driven, weight=2)"))
    assert value(Sample.of([0, 1], [0, 1]), parse_expression("loss(score_driven, weight=2*t)"), {"t": "1/2"}) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "loss(optimal, weight=1/(c*(1 - c))) <= loss(score_driven, weight=1/(c*(1 - c)))",
        "loss(score_driven, weight=1/c) == loss(optimal, weight=1/c) given calibrated",
        "loss(score_driven, weight=1/c) >= BS",
    ],
)
def test_what_is_true_is_proved_in_other_words(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "undecided"
    assert " is proved, which says the same " in found.note


@pytest.mark.parametrize("statement", ["LL >= BS", "LL >= 2*RLH", "0 <= LL"])
def test_lower_bounds_of_log_loss_are_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        "loss(score_driven, weight=2) == BS",
        "loss(optimal, weight=1/c) == loss(score_driven, weight=1/c)",
        "loss(score_driven, weight=1/c) <= loss(optimal, weight=1/c)",
        "loss(score_driven, weight=1/(c*(1 - c))) == LL",
        "loss(score_driven, weight=1/c) <= 1000",
        "loss(score_driven, weight=1/c) >= 3*BS",
        "LL <= 5",
        "LL >= 3*BS",
        "LL <= BS",
        "LL > 2*BS",
    ],
)
def test_false_twins_are_refuted(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "refuted"
    assert found.witness is not None


@pytest.mark.parametrize("statement", ["LL == loss(score_driven, weight=1/(2*c*(1 - c)))", "LL - LL >= 0"])
def test_what_has_no_words_of_the_reader_is_undecided(statement: str) -> None:
    found = prove(statement, seconds=4)
    assert found.verdict == "undecided"
    assert found.note


# --- densities with jumps and unbounded ends ---------------------------------------------------------------------

DENSITIES = {
    "1/(2*sqrt(c))": lambda c: 0.5 / math.sqrt(c),
    "-log(1 - c)": lambda c: -math.log(1 - c),
    "indicator(c < 1/4)/sqrt(c)": lambda c: (c < 0.25) / math.sqrt(c),
    "(1/(2*sqrt(c)) + 2*indicator(c > 1/2))/2": lambda c: 0.25 / math.sqrt(c) + (c > 0.5),
    "1/(1 - c)/log(2)*indicator(c < 1/2)": lambda c: (c < 0.5) / (1 - c) / math.log(2),
    "exp(c)*indicator(c < 1/2)/(sqrt(exp(1)) - 1)": lambda c: (c < 0.5) * math.exp(c) / (math.sqrt(math.e) - 1),
    "-log(abs(c - 1/2))/(1 + log(2))": lambda c: -math.log(abs(c - 0.5)) / (1 + math.log(2)),
    "max(1, 1/sqrt(c) - 1)/(1 + 1/2)": lambda c: max(1, 1 / math.sqrt(c) - 1) / 1.5,
}


@pytest.mark.parametrize("density", DENSITIES)
def test_densities_with_jumps_and_unbounded_ends(density: str) -> None:
    data = data_of([(2, 0), (2, 1), (4, 0), (5, 1)])
    for method, threshold in (("score_driven", lambda c: c), ("score(1 - c)", lambda c: 1 - c)):
        found = float(of(data, f"loss({method}, cost=density({density}))"))  # type: ignore[arg-type]
        assert found == pytest.approx(sums(data, threshold, DENSITIES[density]), abs=0.01)


@pytest.mark.parametrize(
    ("density", "says"),
    [
        ("1/c", "integrates to"),
        ("indicator(c < 1/2)/c", "integrates to infinity"),
        ("indicator(c < 1/2)/sqrt(c)", r"integrates to 1\.41421"),
        ("indicator(c > 1/2)*2 + 0*sqrt(c) - indicator(c < 1/4)", "is negative at c = 1/8"),
    ],
)
def test_no_densities(density: str, says: str) -> None:
    with pytest.raises(DensityError, match=says):
        of(data_of([(1, 0)]), f"loss(score_driven, cost=density({density}))")


@pytest.mark.parametrize("models", ["", "a."])
def test_what_is_given_about_any_law_is_not_about_the_weight_of_the_claim(models: str) -> None:
    """False where one example of each class is ranked wrong; what is given is met at a condition without losses."""
    factor = "1000"
    given = f"{models}loss(rate_driven, cost=any) <= {factor}*{models}loss(optimal, cost=any), {models}AUC < 1"
    claim = f"{models}loss(rate_driven, weight=1/c) <= {factor}*{models}loss(optimal, weight=1/c) given {given}"
    assert prove(claim, 2.0).verdict != "proved"


@pytest.mark.parametrize(
    "text",
    [
        "loss(score_driven, weight=0, scores=s**2) == 0",
        "loss(mix(1/2, optimal, score_driven), weight=0, scores=s**2) <= BS",
    ],
)
def test_a_weight_without_mass_on_other_scores(text: str) -> None:
    assert prove(text, 2.0).verdict != "refuted"
