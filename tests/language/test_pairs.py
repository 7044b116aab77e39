"""Means over pairs of examples: their values by two plain loops, what is proved and refuted, what is wrong input."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.continuous.models import MODELS
from workbench.continuous.models import value as on_model
from workbench.curves.cost_curves import cost_curve
from workbench.deciding.decide import prove
from workbench.deciding.discover_questions import discover
from workbench.errors import InputError, NotSupported
from workbench.feasible.linear_forms import ClassSizes
from workbench.inference.resampled import number_statistic
from workbench.inference.resamples import Resamples
from workbench.language.pairs import in_means, means_of, pair_means
from workbench.language.statements import parameters, parse_expression, parse_statement
from workbench.language.syntax import PairMean
from workbench.losses.exact import MOST_FIRST, MOST_PLACES, value
from workbench.losses.reals import Undefined
from workbench.papers import empirical
from workbench.recheck import recheck
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample
from workbench.symbolic.latex import latex_of

Kernel = tuple[str, Callable[[Fraction, Fraction], Fraction]]

EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=1, max_size=9)
CLASSES = {"E": (0, 1), "E0": (0,), "E1": (1,)}
FOUR = [(Fraction(x, 10), y) for x, y in ((2, 0), (4, 1), (6, 0), (9, 1))]


def data_of(examples: list[tuple[int, int]]) -> list[tuple[Fraction, int]]:
    return [*((Fraction(x, 6), y) for x, y in examples), (Fraction(1, 6), 0), (Fraction(5, 6), 1)]


def sample_of(data: list[tuple[Fraction, int]]) -> Sample:
    return Sample.of([y for _, y in data], [s for s, _ in data])


def _binary(sign: str, one: Kernel, other: Kernel) -> Kernel:
    (a, f), (b, g) = one, other
    return {
        "+": (f"({a} + {b})", lambda x, y: f(x, y) + g(x, y)),
        "-": (f"({a} - {b})", lambda x, y: f(x, y) - g(x, y)),
        "*": (f"{a}*{b}", lambda x, y: f(x, y) * g(x, y)),
        "min": (f"min({a}, {b})", lambda x, y: min(f(x, y), g(x, y))),
        "max": (f"max({a}, {b})", lambda x, y: max(f(x, y), g(x, y))),
        "abs": (f"abs({a} - {b})", lambda x, y: abs(f(x, y) - g(x, y))),
        "<": (f"indicator({a} < {b})", lambda x, y: Fraction(f(x, y) < g(x, y))),
        "<=": (f"indicator({a} <= {b})", lambda x, y: Fraction(f(x, y) <= g(x, y))),
    }[sign]


LEAVES: list[Kernel] = [
    ("s", lambda x, y: x),
    ("s2", lambda x, y: y),
    ("s", lambda x, y: x),
    ("s2", lambda x, y: y),
    ("2", lambda x, y: Fraction(2)),
    ("1/2", lambda x, y: Fraction(1, 2)),
]
SWITCHES: list[Kernel] = [
    ("max(s, s2)", max),
    ("min(s2, s)", min),
    ("abs(s2 - s)", lambda x, y: abs(y - x)),
    ("(indicator(s < s2) + indicator(s <= s2))", lambda x, y: Fraction((x < y) + (x <= y))),
    ("indicator(s > s2)", lambda x, y: Fraction(x > y)),
]
KERNELS = st.recursive(
    st.sampled_from(LEAVES + SWITCHES),
    lambda inner: st.tuples(st.sampled_from(["+", "-", "*", "+", "-", "*", "min", "abs", "<="]), inner, inner).map(
        lambda x: _binary(*x)
    ),
    max_leaves=5,
)


@given(EXAMPLES, KERNELS, st.sampled_from(sorted(CLASSES)))
@settings(max_examples=60, deadline=None)
def test_a_mean_over_pairs_is_that_of_two_loops_taken_apart_or_not(
    examples: list[tuple[int, int]], kernel: Kernel, mean: str
) -> None:
    text, function = kernel
    data = data_of(examples)
    sample, read = sample_of(data), parse_expression(f"{mean}({text}, s2)")
    expected = naive.mean_over_pairs(data, function, CLASSES[mean])
    assert value(sample, read) == expected
    assert value(sample, in_means(read)) == expected


@pytest.mark.parametrize("kernel", SWITCHES[:-1], ids=[text for text, _ in SWITCHES[:-1]])
@pytest.mark.parametrize("mean", sorted(CLASSES))
@given(EXAMPLES)
@settings(max_examples=20, deadline=None)
def test_switches_times_a_function_of_one_score_are_means_over_one(
    kernel: Kernel, mean: str, examples: list[tuple[int, int]]
) -> None:
    data = data_of(examples)
    for text, factor in (("s**2", lambda x, _: x**2), ("indicator(1/3 < s2)", lambda _, y: Fraction(3 * y > 1))):
        read = parse_expression(f"{mean}({kernel[0]}*{text}, s2)")
        found = in_means(read)
        expected = naive.mean_over_pairs(data, lambda x, y, f=factor: kernel[1](x, y) * f(x, y), CLASSES[mean])
        assert value(sample_of(data), read) == expected
        if not list(pair_means(found)):
            assert value(sample_of(data), found) == expected


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("E(abs(s - s2), s2)", "4*E(s*R(s)) - 2*E(s)"),
        ("E1(abs(s - s2), s2)", "4*E1(s*F1(s)) - 2*E1(s)"),
        ("E(min(s, s2), s2)", "2*E(s) - 2*E(s*R(s))"),
        ("E((s - s2)**2, s2)", "2*E(s**2) - 2*E(s)**2"),
        ("E(s2, s2)", "E(s)"),
        ("E(log(s2), s2)", "E(log(s))"),
        ("E(posterior(s)*F0(s2), s2)", "E(F0(s))*E(posterior(s))"),
        ("E(sqrt(s)*sqrt(s2), s2)", "E(sqrt(s))**2"),
        ("E(indicator(s < s2) + indicator(s <= s2), s2)", "1"),
        ("E(abs(s - s2)*t, s2)", "4*t*E(s*R(s)) - 2*t*E(s)"),
    ],
)
def test_what_is_made_of_means_over_one(text: str, read: str) -> None:
    assert str(in_means(parse_expression(text))) == read


@pytest.mark.parametrize(
    "kernel",
    [
        "indicator(s < s2)",  # ties
        "abs(s - s2)**3",
        "abs(s**2 - s2)",
        "max(s, s2, 1/2)",
        "exp(s*s2)",
        "F0(s)*max(s, s2)",  # within a tie each example has a rank of its own
        "s/s2",
        "(s - s2)/KS",  # nothing where KS is 0
        "log(s) - log(s2)",
        "t**q*s*s2",
        "loss(score_fixed(t))*s*s2",
        "(s + s2)**31",
        "(s + s2)**30*(s - s2)**30",
    ],
)
def test_what_is_not_taken_apart(kernel: str) -> None:
    read = parse_expression(f"E({kernel}, s2)")
    assert isinstance(read, PairMean)
    assert means_of(read) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [  # by hand, of the scores 0.2, 0.4, 0.6, 0.9 with the classes 0, 1, 0, 1
        ("E(abs(s - s2), s2)", Fraction(23, 80)),
        ("E0(abs(s - s2), s2)", Fraction(1, 5)),
        ("E1(max(s, s2), s2)", Fraction(31, 40)),
        ("E(indicator(s < s2), s2)", Fraction(3, 8)),
        ("E(F0(s)*F0(s2), s2)", Fraction(25, 64)),
        ("E(abs(F0(s2) - 1/2), s2)", Fraction(1, 4)),
        ("E(s*E(abs(s - s2), s2))", Fraction(21, 40) * Fraction(23, 80)),
        ("E((s - E(s))*(s2 - E(s)), s2)", Fraction(0)),
        ("E(E(s*s2, s2)*s2, s2)", Fraction(21, 40) ** 3),
        ("loss(score_fixed(E(abs(s - s2), s2)))", Fraction(1, 4)),
    ],
)
def test_values_by_hand(text: str, expected: Fraction) -> None:
    assert value(sample_of(FOUR), parse_expression(text)) == expected


def test_an_irrational_mean_is_a_ball_around_that_of_the_loops() -> None:
    found = value(sample_of(FOUR), parse_expression("E(sqrt(abs(s - s2)), s2)"))
    expected = sum(float(abs(s - x)) ** 0.5 for s, _ in FOUR for x, _ in FOUR) / 16
    assert float(found.mid()) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("kernel", ["1/(s - s2)", "log(s - s2)", "s*s2/(AUC - 3/4)"])
def test_what_has_no_value_on_a_pair_has_none(kernel: str) -> None:
    with pytest.raises(Undefined):
        value(sample_of(FOUR), parse_expression(f"E({kernel}, s2)"))


def test_ranks_within_a_tie_are_drawn_for_each_example() -> None:
    sample = Sample.of([0, 0, 1], [0, 0, 1])  # F0(s) is uniform on [0, 1] at the tie, and 1 above it
    assert value(sample, parse_expression("E0(F0(s)**2*s2 + F0(s)*F0(s2), s2)")) == Fraction(1, 4)
    assert value(sample, parse_expression("E0(F0(s)**2 + 0*s2, s2)")) == Fraction(1, 3)
    with pytest.raises(NotSupported, match="polynomial"):
        value(sample, parse_expression("E0(max(F0(s), s2), s2)"))


def test_many_scores_are_taken_as_means_over_one_or_refused() -> None:
    many = Sample.of([i % 2 for i in range(3_000)], [Fraction(i, 3_000) for i in range(3_000)])
    assert many.distinct_scores > MOST_PLACES > MOST_FIRST
    n = 3_000
    assert value(many, parse_expression("E(abs(s - s2), s2)")) == Fraction(n**2 - 1, 3 * n**2)
    with pytest.raises(NotSupported, match="more than 1000 distinct scores"):
        value(many, parse_expression("E(abs(s - s2)**3, s2)"))


def test_weights_count_in_both_examples() -> None:
    weighted = weighted_sample([0, 1, 1], [0, "1/2", 1], weights=[2, 1, 1])
    plain = Sample.of([0, 0, 1, 1], [0, 0, "1/2", 1])
    for text in ("E(abs(s - s2), s2)", "E1(s*s2, s2)", "E(indicator(s < s2), s2)"):
        assert value(weighted, parse_expression(text)) == value(plain, parse_expression(text))


# --- statements --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "E(abs(s - s2), s2) == 2*E(s*(2*(pi0*F0(s) + pi1*F1(s)) - 1))",
        "E0(abs(s - s2), s2) == 2*E0(s*(2*F0(s) - 1))",
        "E((s - s2)**2, s2) == 2*(E(s**2) - E(s)**2)",
        "E((s - s2)**2, s2) >= 0",
        "E(max(s, s2), s2) + E(min(s, s2), s2) == 2*E(s)",
        "E(max(s, s2), s2) >= E(s)",
        "E((posterior(s) - posterior(s2))**2, s2)/2 == pi0*pi1 - RL",
        "E(indicator(s < s2) + indicator(s <= s2), s2) == 1",
        "E(abs(s - s2), s2) <= 1/2",
        "BS <= 1 given E(abs(s - s2), s2) <= 1/4",
    ],
)
def test_what_is_proved_of_means_over_one_example_is_said_and_undecided(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "undecided"
    assert str(found.statement) == found.to_json()["statement"] == statement
    accepted = found.note.partition(" is proved, which says the same ")[0]
    assert "s2" not in accepted
    assert str(parse_statement(accepted).left) == str(in_means(found.statement.left))
    document = json.loads(json.dumps(prove(accepted).document))
    assert recheck(document) == document["statement"] == accepted


@pytest.mark.parametrize(
    ("statement", "n"),
    [
        ("E(abs(s - s2), s2) == 2*E(s*(2*F0(s) - 1))", 2),
        ("E0(abs(s - s2), s2) == 2*E(s*(2*F0(s) - 1))", 2),
        ("E((s - s2)**2, s2) == E(s**2) - E(s)**2", 2),
        ("E((s - s2)**2, s2) > 0", 2),
        ("E(abs(s - s2), s2) <= 49/100", 2),
        ("E(max(s, s2), s2) >= E(s) + E(abs(s - s2), s2)*3/5", 2),
        ("E(s*s2, s2) == E(s**2)", 2),
        ("E(indicator(s < s2), s2) == 1/2", 2),
        ("E(indicator(s <= s2), s2) <= 3/5", 2),
        ("E(abs(s - s2)**3, s2) >= E(abs(s - s2), s2)", 2),
        ("E(abs(s - s2), s2) == E(abs(s - E(s)))", 3),
        ("BS <= 1/5 given E(abs(s - s2), s2) >= 1/2", 2),
    ],
)
def test_refuted(statement: str, n: int) -> None:
    found = prove(statement)
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness.sample.n == n
    data = list(zip(*found.witness.sample.examples(), strict=True))
    sides = (
        value(sample_of([(s, y) for y, s in data]), side) for side in (found.statement.left, found.statement.right)
    )
    assert tuple(sides) == (found.witness.left, found.witness.right)


@pytest.mark.slow
def test_what_is_not_taken_apart_is_undecided_and_says_so() -> None:
    found = prove("E(abs(s - s2)**3, s2) <= 1/2", seconds=4)
    assert found.verdict == "undecided"
    assert found.note.startswith("E(abs(s - s2)**3, s2), a mean over pairs, is not")


# --- what else walks over an expression ----------------------------------------------------------------------


def test_every_other_reader_has_the_value_or_refuses_by_name() -> None:
    text = "E(abs(s - s2), s2)"
    read, four = parse_expression(text), sample_of(FOUR)
    assert parameters(parse_expression("E(t*abs(s - s2)*a, s2)")) == {"t", "a"}
    assert latex_of(read) == r"E\left[\left|s - s'\right|\right]"
    assert latex_of(parse_expression("E0(F1(s2)*posterior(s2)*s, s2)")) == r"E_0[F_1(s') P(1 \mid s') s]"
    assert str(empirical.value(read, [y for _, y in FOUR], [s for s, _ in FOUR])) == "23/80"
    with pytest.raises(NotSupported, match=r"E\(abs\(s - s2\), s2\), a mean over pairs"):
        on_model(MODELS[0], read)
    with pytest.raises(InputError, match=r"abs\(s - s2\)\*\*3, s2\), a mean over pairs"):
        empirical.value(parse_expression("E(abs(s - s2)**3, s2)"), [0, 1], ["0", "1"])
    assert str(ClassSizes(2, 2).form(parse_expression(f"2*{text} + BS"))) == f"2*{text} + 1/2*BS0 + 1/2*BS1"
    assert cost_curve(four, f"score({text})")(Fraction(1, 2)) == value(four, parse_expression("error(23/80)"))


@pytest.mark.parametrize(
    "text", ["E(abs(s - s2), s2)", "E(abs(s - s2)**3, s2)", "E((s - E(s))**2)", "E(s*E(s*s2, s2))"]
)
def test_resamples_have_the_exact_value(text: str) -> None:
    sample = Sample.of([0, 1, 0, 1], ["1/4", "1/2", "1/2", 1])
    found = number_statistic(text)(Resamples.of(sample))
    assert found.tolist() == [float(value(sample, parse_expression(text)))]


@pytest.mark.slow
def test_no_bound_of_it_is_proved() -> None:
    found = discover("E((s - s2)**2, s2)", seconds=2)
    assert str(found.to_json()["figure"]) == "E((s - s2)**2, s2)"
    assert found.interval == "(?, ?)"


# --- wrong input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E(s, t)", "column 6: the second argument of E is s2, the score of a second example"),
        ("E1(s, s)", "column 7: the second argument of E1 is s2"),
        ("E(s, E(s))", "column 6: the second argument of E is s2"),
        ("E(s, 1/2)", "column 6: the second argument of E is s2"),
        ("E(s*s2)", "column 5: s2 has a meaning inside a mean over pairs, E(..., s2), only"),
        ("2*s2", "column 3: s2 has a meaning inside a mean over pairs"),
        ("E(E(s2), s2)", "column 5: s2 has a meaning inside a mean over pairs"),
        ("E(error(s2), s2)", "column 9: s2 has a meaning inside a mean over pairs"),
        ("loss(score(s2))", "column 12: s2 has a meaning inside a mean over pairs"),
        ("E(F0(s2))", "column 3: F0 takes the score s and nothing else"),
        ("E(F0(t), s2)", "column 3: F0 takes a score, s or s2, and nothing else"),
        ("E(s, s2, s)", "column 1: E takes 1 to 2 arguments, not 3"),
        ("E(abs(s - s3), s2)", ""),
        ("E(s, S2)", "column 6: the second argument of E is s2"),
        ("E(s, s2=1)", "column 6: E takes no argument by name"),
    ],
)
def test_wrong_input(text: str, message: str) -> None:
    if not message:  # s3 is a parameter
        assert parameters(parse_expression(text)) == {"s3"}
        return
    with pytest.raises(InputError) as caught:
        parse_expression(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["E(abs(s - s2), s2)", "-E0(s*(s2 + F1(s2)), s2)**2", "E(E(s*s2, s2) - s, s2)/n"])
def test_an_expression_is_written_back(text: str) -> None:
    read = parse_expression(text)
    assert str(read) == text
    assert parse_expression(str(read)) == read
