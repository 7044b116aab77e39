"""Losses on other scores: their values against plain loops, what is proved of them, and what has no value."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.deciding.decide import prove
from workbench.deciding.rewritten_losses import lowered
from workbench.inference.bootstrap import bootstrap
from workbench.language.grammar import StatementError
from workbench.language.statements import parse_expression, parse_statement
from workbench.language.syntax import Number, substitute
from workbench.losses.evaluation import evaluate
from workbench.losses.exact import NeedsProbabilities, value
from workbench.losses.monotone import direction
from workbench.losses.reals import Undefined
from workbench.numbers.certified import agree, lift
from workbench.samples.sample import Sample
from workbench.symbolic.latex import latex_of

UNIFORM = naive.DENSITIES["uniform"]
Data = list[tuple[Fraction, int]]
EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=1, max_size=12)

SCORES: dict[str, Callable[[Data, Fraction], Fraction]] = {
    "s**2": lambda data, s: s**2,
    "1 - s": lambda data, s: 1 - s,
    "min(max(s, 1/4), 2/3)": lambda data, s: min(max(s, Fraction(1, 4)), Fraction(2, 3)),
    "pav(s)": naive.pav,
    "posterior(s)": naive.posterior,
    "(pav(s) + s*posterior(s))/2": lambda data, s: (naive.pav(data, s) + s * naive.posterior(data, s)) / 2,
    "1/3": lambda data, s: Fraction(1, 3),
    "indicator(s > 1/2)": lambda data, s: Fraction(s > Fraction(1, 2)),
}
LOSSES: dict[str, Callable[[Data, str], Fraction]] = {
    "score_driven, cost=beta(2, 2)": lambda data, d: naive.score_driven(data, naive.DENSITIES["beta(2, 2)"], d),
    "score_fixed(1/3)": lambda data, d: naive.score_fixed(data, Fraction(1, 3), UNIFORM, d),
    "score_uniform, cost=point(1/3)": lambda data, d: naive.score_uniform(data, 0, 1, Fraction(1, 3), d),
    "rate_driven": lambda data, d: naive.rate_driven(data, UNIFORM, d),
    "rate_fixed(1/2), rates=step": lambda data, d: naive.rate_fixed(data, naive.HALF, UNIFORM, d, "step"),
    "optimal": lambda data, d: naive.optimal(data, UNIFORM, d),
}  # fmt: skip


def data_of(examples: list[tuple[int, int]]) -> Data:
    return [(Fraction(x, 6), y) for x, y in examples] + [(Fraction(1, 6), 0), (Fraction(5, 6), 1)]


def sample_of(data: Data) -> Sample:
    return Sample.of([y for _, y in data], [s for s, _ in data])


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("scores", SCORES)
@given(EXAMPLES)
@settings(max_examples=8)
def test_the_loss_is_that_of_a_sample_with_the_other_scores(
    condition: str, scores: str, examples: list[tuple[int, int]]
) -> None:
    data = data_of(examples)
    other = [(SCORES[scores](data, s), y) for s, y in data]
    for loss, naively in LOSSES.items():
        text = f"loss({loss}, condition={condition}, scores={scores})"
        assert value(sample_of(data), parse_expression(text)) == naively(other, condition), text


@given(EXAMPLES)
@settings(max_examples=15)
def test_irrational_scores_are_enclosed_and_ranked(examples: list[tuple[int, int]]) -> None:
    sample = sample_of(data_of(examples))

    def of(text: str) -> object:
        return value(sample, parse_expression(text))

    assert agree(of("loss(score_driven, scores=sqrt(s))"), of("pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)"))  # type: ignore[arg-type]
    assert of("loss(rate_driven, scores=exp(s))") == of("loss(rate_driven)")
    assert of("loss(optimal, scores=sqrt(s)/3)") == of("RLH")
    assert of("loss(rate_driven, scores=sqrt(pav(s)))") == of("loss(rate_driven, scores=pav(s))")
    assert of("loss(score_fixed(1/2), scores=sqrt(s))") == of("error(1/4)")


def test_by_hand() -> None:
    sample = Sample.of([0, 1, 0, 1], ["0.2", "0.4", "0.6", "0.9"])
    hull = value(sample, parse_expression("loss(score_driven, scores=pav(s))"))
    assert hull == Fraction(1, 4 * 2)  # 0, then two examples at 1/2, then 1: (1/4 + 1/4)/4
    squared = value(sample, parse_expression("loss(score_uniform, scores=s**2)"))
    assert squared == (Fraction(4, 100) + Fraction(84, 100) + Fraction(36, 100) + Fraction(19, 100)) / 4


def test_a_figure_in_the_method_is_that_of_the_sample_with_the_other_scores() -> None:
    sample = Sample.of([0, 1], ["0.2", "0.8"])  # on 1/10 and 2/5 the Brier score is 37/200, between the two
    assert value(sample, parse_expression("loss(score_fixed(BS), scores=s/2)")) == 0
    assert value(sample, parse_expression("loss(score_fixed(1/40), scores=s/2)")) == Fraction(1, 2)


def test_weights_and_a_prior_stay() -> None:
    found = evaluate(
        [0, 1, 1], ["0.2", "0.4", "0.9"], weights=[2, 1, 1], expressions=["loss(score_driven, scores=1 - s)"]
    )
    expected = (2 * Fraction(64, 100) + Fraction(16, 100) + Fraction(81, 100)) / 4
    assert found.expressions["loss(score_driven, scores=1 - s)"] == expected


@pytest.mark.parametrize(
    ("scores", "error", "says"),
    [
        ("2*s", NeedsProbabilities, r"score_driven needs scores in \[0, 1\]; 2\*s is 6/5 at the score 3/5"),
        ("-s", NeedsProbabilities, r"-s is -1/5 at the score 1/5"),
        ("1/(s - 1/5)", Undefined, r"scores=1/\(s - 1/5\) has no value at the score 1/5: division by zero"),
        ("log(s - 1/5)", Undefined, r"has no value at the score 1/5: the logarithm of 0"),
    ],
)
def test_what_has_no_value_says_so(scores: str, error: type[Exception], says: str) -> None:
    sample = Sample.of([0, 1], ["0.2", "0.6"])
    with pytest.raises(error, match=says):
        value(sample, parse_expression(f"loss(score_driven, scores={scores})"))


def test_ranks_take_any_scores_and_are_not_told_apart_by_guessing() -> None:
    sample = Sample.of([0, 1], ["0.2", "0.8"])
    assert value(sample, parse_expression("loss(rate_driven, scores=3*s - 7)")) == Fraction(1, 12)
    note = evaluate(
        [0, 1], ["0.2", "0.8"], expressions=[text := "loss(optimal, scores=sqrt(s*(1 - s)) + sqrt(2))"]
    ).notes
    assert "it cannot be decided which value of" in note[text]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("loss(score_driven, scores=F0(s)) == 0", r"column 27: F0\(s\) moves within a tie; scores= takes s, pav\(s\)"),
        ("loss(score_driven, scores=pav(t)) == 0", "pav takes the score s and nothing else"),
        ("loss(score_driven, scores=c) == 0", "c has a meaning inside a law or a density only"),
        ("loss(score_driven, scores=s, scores=s) == 0", "scores is given twice"),
        ("loss(score_driven, score=s) == 0", "loss has no argument score; did you mean scores"),
        ("loss(score_driven, scores=any) == 0", "unknown name any"),
    ],
)
def test_wrong_input_names_the_place(text: str, says: str) -> None:
    with pytest.raises(StatementError, match=says):
        parse_statement(text)


def test_it_is_written_back_as_it_was_read() -> None:
    text = "loss(mix(q, score_driven, optimal), cost=beta(2, 1), condition=skew, scores=min(s, pav(s)))"
    assert str(parse_expression(text)) == text
    assert str(parse_expression("loss(optimal, cost=points(0, 1/2, 1, 1/2), scores=s**2)")) == (
        "1/2*loss(optimal, cost=point(0), scores=s**2) + 1/2*loss(optimal, cost=point(1), scores=s**2)"
    )
    assert r"s \mapsto" in latex_of(parse_expression("loss(score_driven, scores=s**2)"))


# --- what is proved -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s**2", 1),
        ("s - s**2/2", 1),
        ("s - 51/100*s**2", None),
        ("max(s, 1/2)", None),
        ("s + indicator(s > 1/2)", None),
        ("1/(1 + s)", -1),
        ("s/(1 + s)", 1),
        ("s*(2 - s)/(1 + s**2)", None),
        ("sqrt(s)*exp(s)", 1),
        ("t*s", None),
        ("sqrt(s)**0", 0),
        ("0/(2 - sqrt(s))", None),
        ("1/(2 - sqrt(s))", 1),
        ("a/(2 - sqrt(s))", None),
        ("sqrt(2)*s", None),
        ("s**(1/2) + t", 1),
        ("max(s, 2*s - 1/2)", 1),
        ("(s - 1/2)**3", 1),
        ("(s - 1/2)**2", None),
    ],
)
def test_a_function_is_seen_to_increase_where_it_does(text: str, expected: int | None) -> None:
    node = parse_expression(text, "s")
    assert direction(node) == expected
    if expected and "t" not in text.replace("sqrt", ""):
        here = (substitute(node, {"s": Number(Fraction(i, 20))}) for i in range(21))
        values = [expected * lift(value(Sample.of([0, 1], [0, 1]), x)) for x in here]  # type: ignore[arg-type]
        assert all(bool(x < y) for x, y in pairwise(values))


TRUE = [
    "loss(score_driven, scores=pav(s)) == RLH",
    "loss(score_driven, scores=posterior(s)) == RL",
    "loss(score_driven, scores=s**2) <= loss(score_uniform, scores=s**2)",
    "loss(score_driven, scores=min(max(s, 1/4), 3/4)) <= BS + 1/16",
    "loss(rate_uniform, scores=sqrt(s), cost=beta(2, 1)) == loss(rate_uniform, cost=beta(2, 1))",
    "loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUCH) + 1/3",
    "loss(rate_driven, scores=pav(s), condition=skew) == 7/12 - AUCH/2",
    "loss(optimal, scores=pav(s), cost=any) == loss(optimal, cost=any)",
    "loss(optimal, scores=posterior(s)) == RL",
    "loss(score_fixed(t), scores=s) == error(t)",
    "loss(score_uniform, scores=t*s) >= 0",
    "loss(mix(q, score_driven, optimal), scores=pav(s)) == RLH",
    "loss(score_driven, scores=1 - s) <= 1",
    "BS >= loss(score_driven, scores=pav(s))",
    "BS == loss(score_driven, scores=pav(s)) given calibrated",
]


@pytest.mark.parametrize("statement", TRUE)
def test_what_is_true_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


@pytest.mark.parametrize(
    "statement",
    ["loss(rate_driven, scores=s**3 + s) == loss(rate_driven)", "loss(score_fixed(1/2), scores=2*s) == error(1/4)"],
)
def test_what_is_true_of_scores_above_1_is_proved_in_other_words(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "undecided"
    other = lowered(parse_statement(statement))
    assert found.note.startswith(f"{other} is proved, which says the same in other words")


FALSE = [
    "loss(score_driven, scores=pav(s)) == BS",
    "loss(score_driven, scores=posterior(s)) == RLH",
    "loss(score_driven, scores=s**2) <= BS",
    "loss(rate_driven, scores=1 - s) == loss(rate_driven)",
    "loss(rate_driven, scores=max(s, 1/2)) == loss(rate_driven)",
    "loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUC) + 1/3",
    "loss(optimal, scores=max(s, 1/2)) == loss(optimal)",
    "loss(optimal, scores=posterior(s)) == RLH",
    "loss(score_fixed(1/2), scores=2*s) == error(1/2)",
    "loss(score_driven, scores=pav(s)) < RLH",
    "loss(optimal, condition=skew, scores=posterior(s)) == loss(score_driven, condition=skew, scores=posterior(s))",
    "loss(rate_driven, scores=t*s) == loss(rate_driven)",
]


@pytest.mark.parametrize("statement", FALSE)
def test_false_twins_are_refuted(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "refuted"
    assert found.witness is not None


LOWERED = [f"{method}, condition={d}" for d in ("cost", "skew") for method in (
    "score_driven", "score_fixed(1/2)", "score(c**2)", "rate_driven", "fpr(u)", "tpr(c)", "optimal, cost=beta(2, 2)",
    "mix(1/3, score_driven, optimal)", "score_fixed(0), cost=points(0, 1/3, 1, 2/3)", "score_driven, weight=3*c",
)]  # fmt: skip
MOVED = [
    "s**2",
    "1 - s",
    "pav(s)",
    "posterior(s)",
    "pav(s)**2",
    "s/(2 - s)",
    "indicator(s > 1/2)",
    "posterior(s)/2 + 1/4",
]


@pytest.mark.parametrize("loss", LOWERED)
@given(EXAMPLES)
@settings(max_examples=6)
def test_other_words_say_the_same_on_every_sample(loss: str, examples: list[tuple[int, int]]) -> None:
    sample = sample_of(data_of(examples))
    for scores in MOVED:
        said = parse_statement(f"loss({loss}, scores={scores}) >= 0")
        assert agree(value(sample, said.left), value(sample, lowered(said).left)), scores


@pytest.mark.parametrize(
    "statement",
    [
        "loss(score_driven, scores=2*s) >= 0",
        "loss(score_driven, scores=log(s)) >= 0",
        "loss(rate_driven, scores=log(s)) == loss(rate_driven)",
        "loss(score_driven, scores=1/s) >= 0",
        "loss(rate_driven, scores=posterior(s)) <= 1",
    ],
)
def test_what_may_have_no_value_or_has_no_other_words_is_undecided(statement: str) -> None:
    found = prove(statement, seconds=4)
    assert found.verdict == "undecided"
    assert found.note


def test_a_loss_on_other_scores_is_bootstrapped() -> None:
    sample = Sample.of([0, 1] * 6, [Fraction(i * 7 % 12, 12) for i in range(12)])
    on_hull, plain = (bootstrap(sample, x, resamples=40, seed=1) for x in ("loss(score_driven, scores=pav(s))", "RLH"))
    assert (on_hull.low, on_hull.high) == pytest.approx((plain.low, plain.high))
