"""Cost curves against the exact engine at one condition at a time, against plain loops, and against their areas."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench import metrics
from workbench.choices import ThresholdChoice
from workbench.curves.cost_curves import (
    class_parts,
    cost_curve,
    cost_line,
    cost_lines,
    crossing,
    dominance,
    kendall_curve,
    partial_brier_score,
    roc_point,
    threshold_line,
)
from workbench.curves.curve import Curve, lowest
from workbench.errors import InputError, NotSupported
from workbench.language.statements import RATES, parse_expression, parse_method
from workbench.losses.exact import NeedsProbabilities, value
from workbench.losses.reals import multiply
from workbench.numbers.algebraic import Root
from workbench.numbers.certified import agree
from workbench.numbers.piecewise import polynomial
from workbench.samples.sample import Sample

F = Fraction
HALF = F(1, 2)

SCORE_METHODS = [
    "score_fixed(0)",
    "score_fixed(1/3)",
    "score_fixed(1)",
    "score_uniform",
    "score_uniform(1/4, 2/3)",
    "score_driven",
    "optimal",
    "score(1 - c)",
    "score(c/2 + 1/4)",
    "score(c**2)",
    "score(4*c*(1 - c))",
    "score(c**3 - c**2 + 1/5)",
    "score(max(c, 1 - c))",
    "score(max(c**2, 1/2))",
    "score(abs(2*c - 1))",
    "score(min(3*c, 1, 2 - 2*c))",
    "score(c*indicator(c < 1/2) + (1 - c)*indicator(c >= 1/2))",
    "score(indicator(c**2 <= 1/2)/2)",
    "score(2*c - 1/2)",
    "score(sqrt(c))",
    "score(c**(3/2))",
    "score(sqrt(abs(c - 1/2)))",
    "score(c/(1 + c))",
    "score(c*pi0/(c*pi0 + (1 - c)*pi1))",
    "score(sqrt(c/(2 - c)))",
    "score(6*c*(1 - c)/(1 + 5*c))",
    "score(1 + (1 - c)/(2*c - 3))",
    "score(1 + 6*c*(1 - c)/(-1 - 5*c))",
    "score((c**2 - 1/2)**2/(1 + c) + 1/3)",
    "score(c/2 + u/2)",
    "score(c + u*(-1/2))",
    "score(c**2 + u/3)",
    "score((1 - c)*1/2 + u/2 + indicator(c < 1/3)/4)",
    "score(sqrt(u))",
    "score(max(u, 1/3))",
    "mix(1/3, score_driven, optimal)",
    "mix(1/4, score(c**2), mix(1/2, rate_driven, score_uniform))",
    "score_fixed(AUC)",
    "score_fixed(E0(s))",
    "score_fixed(loss(score(c*u), cost=density(2*c)))",
    "score(E1(s)*c)",
]
RATE_METHODS = [
    "rate_fixed(0)",
    "rate_fixed(2/5)",
    "rate_fixed(1)",
    "rate_uniform",
    "rate_driven",
    "rate(1 - c)",
    "rate(c**2)",
    "rate(max(c, 1/3))",
    "rate(c/2 + u/2)",
    "rate(c + (-1/2)*c + u/4)",
    "rate(indicator(c > 1/3))",
    "rate(indicator(c**2 >= 1/3)/2 + 1/4)",
]


def read(sample, method, c, condition, rates):
    text = f"loss({method}, cost=point(q), condition={condition}, rates={rates})"
    return value(sample, parse_expression(text), {"q": c})


def conditions(curve):
    """Rational points: breaks, and points between; a curve with rational breaks is known by these."""
    found = {F(0), F(1), F(1, 3), F(2, 7)}
    for low, high in pairwise(curve.breaks):
        a, b = (x if isinstance(x, Fraction) else F(float(x)).limit_denominator(10**6) for x in (low, high))
        found |= {x for x in (a, b, a + (b - a) / 3, (a + b) / 2) if 0 <= x <= 1}
    return sorted(found)


def random_sample(chance, low=0, high=6, size=6):
    while True:
        scores = [F(chance.randint(low, high), 6) for _ in range(chance.randint(2, size))]
        classes = [chance.randint(0, 1) for _ in scores]
        if 0 < sum(classes) < len(classes):
            return Sample.of(classes, scores)


EXTREMES = [
    Sample.of([0, 1], [HALF, HALF]),
    Sample.of([0, 1], [0, 1]),
    Sample.of([0, 1], [1, 0]),
    Sample.of([0, 1, 1, 1], ["1/3", 0, "1/3", 1]),
    Sample.of([0, 0, 0, 1], [0, 0, 1, 1]),
    Sample.of([0, 1, 0, 1], [0, 0, 1, 1]),
    Sample.of([0, 0, 1, 1], ["1/5", "2/5", "3/5", "4/5"]),
    Sample.of([1, 1, 0, 0], ["1/5", "2/5", "3/5", "4/5"]),
    Sample.of([0, 1, 0, 1], [-1, "1/4", 2, 3]),
]


def samples(seed):
    chance = random.Random(seed)
    return [*EXTREMES, *(random_sample(chance) for _ in range(4)), random_sample(chance, -3, 9)]


EVERYTHING = [(method, "interpolated") for method in SCORE_METHODS]
EVERYTHING += [(method, rates) for method in RATE_METHODS for rates in RATES]


@pytest.mark.parametrize(("method", "rates"), EVERYTHING)
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_a_curve_is_the_loss_at_every_condition(method, rates, condition) -> None:
    for sample in samples(f"{method} {rates} {condition}"):
        if "E0(s)" in method and not sample.probabilistic:
            continue
        curve = cost_curve(sample, method, condition, rates)
        assert (curve.breaks[0], curve.breaks[-1]) == (0, 1)
        for c in conditions(curve):
            assert curve(c) == read(sample, method, c, condition, rates), (sample.examples(), c)
        first, second = class_parts(sample, method, condition, rates)
        assert first + second == curve
        assert first(0) == 0 == second(1)


@pytest.mark.parametrize(("method", "rates"), EVERYTHING)
def test_areas_are_expected_losses(method, rates) -> None:
    for condition in ("cost", "skew"):
        for sample in samples(f"area {method} {rates}")[3:8]:
            if "E0(s)" in method and not sample.probabilistic:
                continue
            curve = cost_curve(sample, method, condition, rates)
            for low, high in ((F(0), F(1)), (F(1, 5), F(2, 3))):
                text = f"loss({method}, cost=uniform({low}, {high}), condition={condition}, rates={rates})"
                expected = value(sample, parse_expression(text))
                assert agree(curve.area(low, high), multiply(high - low, expected))
                assert agree(curve.mean(low, high), expected)


# --- against plain loops -----------------------------------------------------------------------------

SWAPPED = str.maketrans("<>", "><")
EXAMPLES = st.lists(st.tuples(st.integers(0, 8).map(lambda k: F(k, 8)), st.integers(0, 1)), min_size=2, max_size=7)
BOTH = EXAMPLES.filter(lambda data: len({y for _, y in data}) == 2)


def sample_of(data):
    return Sample.of([y for _, y in data], [s for s, _ in data])


@settings(deadline=None, max_examples=40)
@given(BOTH, st.sampled_from(["cost", "skew"]), st.fractions(0, 1, max_denominator=16))
def test_the_curves_of_scores_are_those_of_plain_loops(data, condition, c) -> None:
    sample = sample_of(data)
    weights = naive.proportions(data, condition)

    def brier(x):
        return naive.cost(x, naive.at_threshold(data, x), weights)

    assert cost_curve(sample, "score_driven", condition)(c) == brier(c)
    first, second = class_parts(sample, "score_driven", condition)
    f0, f1 = naive.at_threshold(data, c)
    assert first(c) == 2 * c * weights[0] * (1 - f0)
    assert second(c) == 2 * (1 - c) * weights[1] * f1
    assert cost_curve(sample, "optimal", condition)(c) == naive.optimal(data, c, condition)
    assert cost_curve(sample, "score_uniform", condition)(c) == naive.score_uniform(data, F(0), F(1), c, condition)
    assert cost_curve(sample, "score(1 - c)", condition)(c) == naive.score_fixed(data, 1 - c, c, condition)
    assert cost_curve(sample, "score(c**2)", condition)(c) == naive.score_fixed(data, c * c, c, condition)
    below = naive.cost(c, (naive.share(data, 0, lambda s: s < c), naive.share(data, 1, lambda s: s < c)), weights)
    if c:
        assert cost_curve(sample, "score_driven", condition).left(c) == below


@settings(deadline=None, max_examples=30)
@given(BOTH, st.sampled_from(["cost", "skew"]), st.sampled_from([0, 1]), st.fractions(0, 1, max_denominator=24))
def test_the_curves_of_the_rate_of_one_class_are_those_of_plain_loops(data, condition, k, c) -> None:
    sample, name = sample_of(data), ("tpr", "fpr")[k]
    curves = {g: cost_curve(sample, f"{name}({g})", condition) for g in ("c", "1 - c", "1/3", "u")}
    assert curves["c"](c) == naive.class_rate_fixed(data, k, c, c, condition)
    assert curves["1 - c"](c) == naive.class_rate_fixed(data, k, 1 - c, c, condition)
    assert curves["1/3"](c) == naive.class_rate_fixed(data, k, F(1, 3), c, condition)
    assert curves["u"](c) == naive.class_rate_uniform(data, k, c, condition)


@settings(deadline=None, max_examples=30)
@given(BOTH, st.sampled_from(["cost", "skew"]), st.sampled_from(RATES), st.fractions(0, 1, max_denominator=24))
def test_the_curves_of_rates_are_those_of_plain_loops(data, condition, rates, c) -> None:
    sample = sample_of(data)
    curves = {g: cost_curve(sample, f"rate({g})", condition, rates) for g in ("c", "1 - c", "1/3")}
    assert curves["c"](c) == naive.rate_fixed(data, c, c, condition, rates)
    assert curves["1 - c"](c) == naive.rate_fixed(data, 1 - c, c, condition, rates)
    assert curves["1/3"](c) == naive.rate_fixed(data, F(1, 3), c, condition, rates)
    assert cost_curve(sample, "rate_uniform", condition, rates)(c) == naive.rate_uniform(data, c, condition, rates)


@settings(deadline=None, max_examples=40)
@given(BOTH, st.sampled_from(["cost", "skew"]))
def test_the_optimal_curve_is_the_lower_envelope_of_the_cost_lines(data, condition) -> None:
    sample = sample_of(data)
    envelope, _ = lowest(cost_lines(sample, condition))
    assert cost_curve(sample, "optimal", condition) == envelope


# --- what the papers say of the areas -----------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(BOTH)
def test_areas_are_metrics(data) -> None:
    sample = sample_of(data)
    auc, pi0, pi1 = naive.auc(data), sample.pi0, sample.pi1
    assert cost_curve(sample, "score_driven").area() == naive.METRICS["BS"](data)
    assert cost_curve(sample, "score_driven", "skew").area() == naive.METRICS["MBS"](data)
    first, second = class_parts(sample, "score_driven")
    assert (first.area(), second.area()) == (pi0 * naive.squares(data, 0), pi1 * naive.squares(data, 1))
    assert cost_curve(sample, "optimal").area() == naive.METRICS["RLH"](data)
    assert cost_curve(sample, "rate_driven").area() == pi0 * pi1 * (1 - 2 * auc) + F(1, 3)
    assert kendall_curve(sample).area() == 2 * pi0 * pi1 * (1 - auc)
    assert kendall_curve(sample, "skew").area() == (1 - auc) / 2
    assert metrics.BS.exact(sample) == partial_brier_score(sample, 0, 1)


@settings(deadline=None, max_examples=40)
@given(BOTH, st.sampled_from(["cost", "skew"]))
def test_the_kendall_curve_is_never_negative(data, condition) -> None:
    curve = kendall_curve(sample_of(data), condition)
    assert all(region.sign >= 0 for region in curve.regions(Curve.line(F(0), F(0))))
    assert not curve.jumps


def test_the_kendall_distance_counts_pairs() -> None:
    for sample in EXTREMES:
        classes, scores = sample.examples()
        wrong = sum(
            (scores[i] > scores[j]) + HALF * (scores[i] == scores[j])
            for i in range(sample.n)
            for j in range(sample.n)
            if (classes[i], classes[j]) == (0, 1)
        )
        assert kendall_curve(sample).area() == wrong / F(sample.n**2, 2)


@settings(deadline=None, max_examples=60)
@given(
    BOTH,
    st.sampled_from(["cost", "skew"]),
    st.fractions(0, 1, max_denominator=9),
    st.fractions(0, 1, max_denominator=9),
)
def test_partial_brier_scores(data, condition, a, b) -> None:
    low, high = sorted((a, b))
    sample = sample_of(data)
    weights = naive.proportions(data, condition)
    area = sum(
        weight * naive.mean((min(max(s, low), high) - y) ** 2 - (end - y) ** 2 for s, y in data if y == k)
        for weight, k, end in zip(weights, (0, 1), (low, high), strict=True)
    )
    assert partial_brier_score(sample, low, high, condition) == area
    assert cost_curve(sample, "score_driven", condition).area(low, high) == area


def test_scores_outside_the_unit_interval_have_a_curve_but_no_partial_brier_score() -> None:
    clipped = EXTREMES[-1].map_scores(lambda s: min(max(s, F(-1, 9)), F(10, 9)))
    for condition in ("cost", "skew"):
        curve = cost_curve(EXTREMES[-1], "score_driven", condition)
        assert curve == cost_curve(clipped, "score_driven", condition)
        with pytest.raises(NeedsProbabilities, match=r"a partial Brier score needs scores in .*; the score 3 lies"):
            partial_brier_score(EXTREMES[-1], "1/5", "4/5", condition)


def test_wrong_arguments_are_refused_in_one_line() -> None:
    sample, line = Sample.of([0, 1], [0, 1]), Curve.line(F(0), F(1))
    for what, call in {
        "cost_curve": lambda y: cost_curve(y, [0, 1]),
        "class_parts": lambda y: class_parts(y, "optimal"),
        "kendall_curve": kendall_curve,
        "partial_brier_score": lambda y: partial_brier_score(y, 0, 1),
        "cost_lines": cost_lines,
        "threshold_line": lambda y: threshold_line(y, 0),
    }.items():
        with pytest.raises(InputError, match=rf"{what} takes a Sample, not \[0, 1\]"):
            call([0, 1])
    for call, message in (
        (lambda: cost_curve(sample, None), "the method is None; it is text such as 'score_driven'"),
        (lambda: cost_curve(sample, "score_fixed(t)", parameters=3), "the parameters are 3; a mapping"),
        (lambda: cost_line(None), "None is no ROC point"),
        (lambda: dominance(3, line), "3 is no Curve"),
        (lambda: dominance(line, 3), "3 is no Curve"),
        (lambda: roc_point((0, 1)), r"\(0, 1\) is no Curve"),
    ):
        with pytest.raises(InputError, match=message):
            call()


# --- the worked data of the papers ---------------------------------------------------------------------

CLASSES = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
A, B, C = (
    Sample.of(CLASSES, [F(k, 100) for k in hundredths])
    for hundredths in (
        (70, 80, 80, 70, 80, 75, 10, 55, 80, 15),
        (60, 100, 95, 25, 68, 64, 37, 30, 72, 25),
        (0, 100, 93, 91, 78, 83, 78, 95, 100, 87),
    )
)


def test_the_brier_curves_of_three_classifiers() -> None:
    a, b, c = (cost_curve(sample, "score_driven") for sample in (A, B, C))
    assert (a.area(), b.area(), c.area()) == (F(39, 160), F(1503, 6250), F(55781, 100000))
    assert dominance(a, b) == (
        "A = B on [0, 1/10), A < B on [1/10, 1/2), A = B at 1/2, A > B on (1/2, 11/20), "
        "A < B on [11/20, 2/3), A = B at 2/3, A > B on (2/3, 1), A = B at 1"
    )


@settings(deadline=None, max_examples=40)
@given(BOTH, BOTH, st.sampled_from(["score_driven", "rate_driven", "optimal", "score_fixed(1/2)", "score(c**2)"]))
def test_dominance_says_who_is_lower(one, two, method) -> None:
    a, b = (cost_curve(sample_of(data), method) for data in (one, two))
    words = dominance(a, b)
    assert [c for c in dominance(b, a) if c in "<=>"] == [c for c in words.translate(SWAPPED) if c in "<=>"]
    if "." in words:  # an irrational end, of which not all digits are written
        return
    for part in words.split(", A"):
        relation = part.removeprefix("A").split()[0]
        where = part.split(" at ")[-1].split(" on ")[-1]
        ends = [F(x) for x in where.strip("[]()").split(", ")]
        inside = [x for x, bracket in zip(ends, (where[0], where[-1]), strict=False) if bracket not in "()"]
        inside.append((ends[0] + ends[-1]) / 2)
        for c in inside:
            assert "<=>"[(a(c) > b(c)) - (a(c) < b(c)) + 1] == relation, (words, c)
        for end, bracket in zip(ends, (where[0], where[-1]), strict=False):
            if bracket in "()":
                assert "<=>"[(a(end) > b(end)) - (a(end) < b(end)) + 1] != relation


def test_jumps_at_the_ends() -> None:
    curve = cost_curve(Sample.of([1, 0], [0, 1]), "score_driven")
    assert (curve(0), curve.right(0), curve.left(1), curve(1)) == (1, 1, 1, 0)
    assert [jump.at for jump in curve.jumps] == [1]
    late = cost_curve(Sample.of([1, 0], [0, 1]), "score(c - 1/10*indicator(c <= 0))")
    assert (late(0), late.right(0)) == (0, 1)


def test_irrational_breaks() -> None:
    curve = cost_curve(Sample.of([0, 1], ["1/2", "1/3"]), "score(c**2)")
    assert [isinstance(x, Root) for x in curve.breaks] == [False, True, True, False]
    first = curve.breaks[1]
    assert abs(float(first) - 3**-0.5) < 1e-15
    assert curve.left(first) != curve(first)
    assert agree(curve(first), curve.right(first))
    assert curve(first) == 1
    same = cost_curve(Sample.of([0, 1], ["1/2", "1/3"]), "score(c**2 - 0*c**5)")
    assert same == curve
    assert curve.crossings(same) == ()


def test_a_threshold_that_only_touches_a_score_makes_no_jump() -> None:
    at_root = "(c**2 - 1/2)**2/(1 + c) + 1/3"
    for method in (f"score({at_root})", "score((c**2 - 1/2)**2 + 1/3)", "score(1/3 + (c - 1/2)**2)"):
        assert cost_curve(Sample.of([0, 1], ["1/3", "1/3"]), method) == Curve.line(F(1), F(0))
    spike = cost_curve(Sample.of([0, 1], ["1/3", "1/3"]), "score(1/3 - (c**2 - 1/2)**2)")
    (jump,) = spike.jumps
    assert float(jump.at) == pytest.approx(0.5**0.5)
    assert agree(jump.left, jump.right)
    assert float(jump.value.mid()) == pytest.approx(1 - 0.5**0.5)


def test_methods_come_as_text_as_values_and_with_parameters() -> None:
    text = "mix(q, score_fixed(t), rate_driven)"
    curves = [cost_curve(A, method, "skew", parameters={"q": "1/3", "t": "0.7"})
              for method in (text, parse_method(text), ThresholdChoice(text))]  # fmt: skip
    assert curves[0] == curves[1] == curves[2]
    assert curves[0]("1/4") == value(
        A, parse_expression(f"loss({text}, cost=point(1/4), condition=skew)"), {"q": "1/3", "t": "0.7"}
    )


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("score(c*u)", r"the width c of the range of c\*u depends on c; .* loss\(score\(c\*u\), cost=point\(c0\)\)"),
        ("score(u**2 + c)", "is not affine in u"),
        ("score(exp(c))", r"exp\(c\)"),
        ("score(log(1 + c) + u)", "piecewise polynomial"),
        ("rate(sqrt(c))", "no piecewise polynomial in c"),
        ("rate(2*c)", "leaves"),
        ("rate(c + u/2)", "leaves"),
        ("rate(c - indicator(c == 1))", "column"),
        ("rate(c - indicator(c >= 1)*2)", "leaves"),
        ("score(sqrt(c - 1/2))", "negative, as it is for some c"),
        ("score(sqrt(1/2 - c))", "negative for some c"),
        ("score(c**(1/1000000007))", "a root of degree 1000000007; at most 64"),
        ("score((1/2 - c)**(2/3))", "piecewise polynomial"),
        ("score(1/(c - 1/2))", "divides by zero for some c"),
        ("score_fixed(t)", "the parameter t has no value"),
        ("score_fixed(1 + AUC)", "must lie in"),
        ("score_drive", "score_driven"),
        ("score(u**2)", "its loss is irrational"),
    ],
)
def test_what_has_no_such_curve_is_refused(method, words) -> None:
    with pytest.raises(InputError, match=words):
        cost_curve(A, method)


def test_stepwise_rates_may_be_roots_and_quotients() -> None:
    for rates in ("step", "nearest", "cutpoints"):
        for method in ("rate(sqrt(c))", "rate(c/(2 - c))"):
            for condition in ("cost", "skew"):
                curve = cost_curve(A, method, condition, rates)
                for c in (F(0), F(1, 4), F(4, 9), F(1, 2), F(2, 3), F(1), F(16, 25), F(9, 100)):
                    assert curve(c) == read(A, method, c, condition, rates)
    with pytest.raises(NotSupported):
        cost_curve(A, "rate(c/(2 - c))")


def test_unknown_words_are_refused() -> None:
    with pytest.raises(InputError, match="'costs' is not an operating condition; one of cost, skew is"):
        cost_curve(A, "optimal", "costs")
    with pytest.raises(InputError, match="'steps' is not a reading of rates"):
        cost_curve(A, "optimal", rates="steps")
    with pytest.raises(InputError, match="condition"):
        partial_brier_score(A, 0, 1, "z")
    with pytest.raises(InputError, match="descend"):
        partial_brier_score(A, "1/2", "1/3")
    with pytest.raises(InputError, match="the upper bound is 2; it must lie in"):
        partial_brier_score(A, 0, 2)
    with pytest.raises(InputError, match="the threshold nan is not a finite number"):
        threshold_line(A, float("nan"))


# --- points and lines --------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(BOTH, st.sampled_from(["cost", "skew"]), st.fractions(0, 1, max_denominator=12))
def test_cost_lines_are_losses_at_thresholds(data, condition, t) -> None:
    sample = sample_of(data)
    weights = naive.proportions(data, condition)
    line = threshold_line(sample, t, condition)
    assert line == cost_curve(sample, ThresholdChoice.score(t), condition)
    f0, f1 = naive.at_threshold(data, t)
    assert line(t) == naive.cost(t, (f0, f1), weights)
    assert roc_point(line, weights[0]) == (f1, f0)
    assert line in cost_lines(sample, condition)
    assert len(cost_lines(sample, condition)) == len({s for s, _ in data}) + 1


UNIT = st.fractions(0, 1, max_denominator=8)
SHARES = st.fractions(F(1, 9), F(8, 9), max_denominator=9)


@settings(deadline=None, max_examples=150)
@given(st.tuples(UNIT, UNIT), st.tuples(UNIT, UNIT), SHARES)
def test_segments_are_crossings(one, two, pi0) -> None:
    across, up = two[0] - one[0], two[1] - one[1]
    lines = cost_line(one, pi0), cost_line(two, pi0)
    assert roc_point(lines[0], pi0) == one
    if across == up == 0:
        with pytest.raises(InputError, match="one cost line"):
            crossing(one, two, pi0)
    elif across * up < 0:
        better = one if across > 0 else two
        with pytest.raises(InputError, match=rf"\({better[0]}, {better[1]}\) has the lower loss throughout"):
            crossing(one, two, pi0)
        assert lines[0].crossings(lines[1]) == ()
        (region,) = lines[0].regions(lines[1])
        assert region.sign == (-1 if better == one else 1)
    else:
        where, loss = crossing(one, two, pi0)
        assert crossing(two, one, pi0) == (where, loss)
        assert lines[0](where) == lines[1](where) == loss
        assert lines[0].crossings(lines[1]) == ((where,) if 0 < where < 1 else ())
        skew = where * pi0 / (where * pi0 + (1 - where) * (1 - pi0))
        assert crossing(one, two)[0] == (skew if 0 < where < 1 else where)
        if across == 0:
            assert where == 0
        else:
            assert crossing(one, two)[0] == 1 / (1 + up / across)
            assert where == (1 - pi0) / ((1 - pi0) + pi0 * (up / across))


@settings(deadline=None, max_examples=40)
@given(BOTH)
def test_the_sides_of_the_hull_are_the_corners_of_the_optimal_curve(data) -> None:
    sample = sample_of(data)
    for condition in ("cost", "skew"):
        pi0 = naive.proportions(data, condition)[0]
        corners = [crossing(a, b, pi0) for a, b in pairwise(sample.hull())]
        curve = cost_curve(sample, "optimal", condition)
        inner = [(c, loss) for c, loss in corners if 0 < c < 1]
        assert inner == [(c, curve(c)) for c in curve.breaks[1:-1]]


def test_what_is_no_point_and_no_line_is_refused() -> None:
    with pytest.raises(InputError, match="F1 is 2; it must lie in"):
        cost_line((2, 1))
    with pytest.raises(InputError, match="F0 nan is not a finite number"):
        cost_line((0, float("nan")))
    with pytest.raises(InputError, match="the pair"):
        cost_line((0, 1, 1))
    with pytest.raises(InputError, match="pi0 = 1; both classes"):
        cost_line((0, 1), 1)
    with pytest.raises(InputError, match="no straight line"):
        roc_point(cost_curve(A, "score_driven"))
    with pytest.raises(InputError, match="no straight line"):
        roc_point(Curve.of((0, 1), [polynomial(0, 0, 1)]))
    with pytest.raises(InputError, match="the false positive rate F1 is 2"):
        roc_point(Curve.line(F(2), F(0)))


# --- size ---------------------------------------------------------------------------------------------


def test_many_scores_take_no_quadratic_time() -> None:
    chance = random.Random(4)
    scores = [chance.random() for _ in range(20_000)]
    sample = Sample.of([int(chance.random() < s) for s in scores], scores)
    brier = cost_curve(sample, "score_driven")
    assert len(brier.pieces) == 20_001
    assert brier.area() == metrics.BS.exact(sample)
    auc = metrics.AUC.exact(sample)
    assert kendall_curve(sample).area() == 2 * sample.pi0 * sample.pi1 * (1 - auc)
    optimal = cost_curve(sample, "optimal")
    assert len(optimal.pieces) <= len(sample.blocks) + 1
    assert optimal.area() == metrics.RLH.exact(sample)
