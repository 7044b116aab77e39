"""Statements about two score functions: their values by plain loops, witnesses, reductions, what is wrong input."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.curves.levels import holds_for_all
from workbench.deciding.decide import prove
from workbench.deciding.discover_questions import discover
from workbench.errors import InputError, NotSupported
from workbench.language.statements import parameters, parse_expression, parse_statement
from workbench.language.syntax import Statement
from workbench.losses.evaluation import evaluate, evaluate_two
from workbench.losses.exact import value
from workbench.recheck import recheck
from workbench.samples.sample import Sample
from workbench.witnesses.two_models import refutes_of_two

LOSS = "loss(score_driven, cost=point(t))"
LOWER = f"a.{LOSS} <= b.{LOSS} for all t"
TRIPLES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 1)), max_size=6)

Data = list[tuple[Fraction, int]]


def both(triples: list[tuple[int, int, int]]) -> tuple[Data, Data]:
    triples = [*triples, (1, 3, 0), (4, 2, 1)]
    return [(Fraction(x, 4), k) for x, _, k in triples], [(Fraction(y, 4), k) for _, y, k in triples]


def sample_of(data: Data) -> Sample:
    return Sample.of([k for _, k in data], [s for s, _ in data])


def brier(data: Data) -> Fraction:
    return sum(((s - k) ** 2 for s, k in data), Fraction(0)) / len(data)


def loss_at(data: Data, c: Fraction, t: Fraction) -> Fraction:
    """The loss at cost proportion c of the threshold t."""
    return naive.cost(c, naive.at_threshold(data, t), naive.proportions(data))


def is_lower_everywhere(one: Data, other: Data) -> bool:
    """Whether one score-driven loss is nowhere above the other: both are straight between scores, with jumps there."""
    cuts = sorted({Fraction(0), Fraction(1), *(s for s, _ in one + other)})
    ends = [(c, low) for low, high in pairwise(cuts) for c in (low, high)] + [(Fraction(1), Fraction(1))]
    return all(loss_at(one, c, t) <= loss_at(other, c, t) for c, t in ends)


def statement(text: str) -> Statement:
    return parse_statement(text, two_models=True)


@given(TRIPLES)
@settings(max_examples=60, deadline=None)
def test_a_figure_is_that_of_its_model(triples: list[tuple[int, int, int]]) -> None:
    one, other = both(triples)
    read = parse_expression("a.BS - 2*b.BS*pi0 + a.E1(s)*n1 - b.error(1/2)", two_models=True)
    ones = [s for s, k in one if k == 1]
    tpr, fpr = naive.at_threshold(other, Fraction(1, 2))
    pi0, pi1 = naive.proportions(one)
    expected = brier(one) - 2 * brier(other) * pi0 + sum(ones) - (pi0 * (1 - tpr) + pi1 * fpr)
    assert value(sample_of(one), read, {}, sample_of(other)) == expected


@given(TRIPLES)
@settings(max_examples=100, deadline=None)
def test_for_all_levels_is_decided_as_by_hand(triples: list[tuple[int, int, int]]) -> None:
    one, other = both(triples)
    (lower,) = statement(f"a.BS <= b.BS given {LOWER}").given
    expected = is_lower_everywhere(one, other)
    assert holds_for_all(lower, sample_of(one), sample_of(other)) == expected
    (benefits,) = statement("a.BS <= b.BS given a.net_benefit(t) >= b.net_benefit(t) for all t").given
    assert holds_for_all(benefits, sample_of(one), sample_of(other)) == expected
    if expected:
        assert brier(one) <= brier(other)


@pytest.mark.parametrize(
    ("assumption", "expected"),
    [  # a has 1/4, 3/4 for the classes 0, 1, and b has 1/2, 1/2
        ("a.error(t) <= b.error(t) for all t", True),
        ("a.net_benefit(t) >= b.net_benefit(t) for all t", True),  # has no value at 1, where nothing is said
        ("b.net_benefit(t) >= a.net_benefit(t) for all t", False),
        ("a.net_benefit(t) > b.net_benefit(t) for all t", False),
        ("1/(1 - t) != 1/2 for all t", True),
        ("1/(1 - t) > 1 for all t", False),  # at 0
        ("1/(1 - t) > 1 - t for all t", False),
        ("a.precision(t) == 1 for all t", False),  # from 3/4 on it is 1/2
        ("a.precision(t) >= b.precision(t) for all t", True),
        ("a.precision(t) > 1/3 for all t", True),  # has no value below 1/4
        ("a.npv(t)/a.npv(t) == 1 + 0*t for all t", True),
        ("a.BS/(t - t) >= 0 for all t", False),  # has a value nowhere
        ("a.f1(t) < b.f1(t) for all t", False),
        ("a.loss(mix(t, score_driven, optimal)) <= b.loss(mix(t, score_driven, optimal)) for all t", True),
        ("a.error(t) < b.error(t) for all t", False),
        ("b.error(t) <= a.error(t) for all t", False),
        ("a.macro_error(t) <= b.macro_error(t) for all t", True),
        ("a.sensitivity(t) >= b.sensitivity(t) for all t", True),
        ("a.sensitivity(t) > b.sensitivity(t) for all t", False),  # at t < 1/4 and from 1/2 on both are the same
        ("a.E0(indicator(t < s)) <= b.E0(indicator(t < s)) for all t", True),
        ("a.E0(indicator(t <= s)) <= t for all t", False),  # at 0
        ("a.E0(indicator(t < s)) <= 1 - b.MAE for all t", False),
        ("a.error(t) - b.error(t) <= 0*t for all t", True),
        ("a.error(t) == b.error(t) for all t", False),  # at 1/4 <= t < 1/2, say
        ("a.error(t) <= 1/2 + t*(1 - t) for all t", True),
        ("a.error(r) <= b.error(r) + t for all r", True),
        ("a.loss(optimal, cost=point(t)) <= 2*t for all t", True),
        ("a.loss(optimal, cost=point(t)) < b.loss(optimal, cost=point(t)) for all t", False),  # at 0 and 1
        ("a.loss(rate_driven, cost=point(t)) <= 1 for all t", True),
        ("b.E(indicator(t < s)*a*BS) >= 0 for all t", True),
    ],
)
def test_assumptions_for_all_levels(assumption: str, expected: bool) -> None:
    (read,) = statement(f"a.BS <= b.BS given {assumption}").given
    one, other = Sample.of([0, 1], ["1/4", "3/4"]), Sample.of([0, 1], ["1/2", "1/2"])
    assert holds_for_all(read, one, other, {"t": Fraction(0), "a": Fraction(1)}) == expected


@pytest.mark.parametrize(
    "side", ["a.loss(rate_fixed(t))", "a.H**t", "t**(0 - 1)", "a.E(F0(s)*t)", "a.E(E(s*s2*t, s2))"]
)
def test_what_is_no_piecewise_polynomial_is_refused(side: str) -> None:
    (read,) = statement(f"a.BS <= b.BS given {side} <= 2 for all t").given
    with pytest.raises(NotSupported):
        holds_for_all(read, Sample.of([0, 1], [0, 1]), Sample.of([0, 1], [0, 1]))


# --- verdicts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("a.BS <= b.BS", 2),
        ("a.AUC - b.AUC < 1", 2),
        ("a.AUC >= b.AUC given a.BS <= b.BS", 2),
        ("a.MAE <= b.MAE given a.BS <= b.BS, pi0 == 1/2", 2),
        ("a.error(t) <= b.error(t)", 2),
        ("a.BS <= r*b.BS + q", 2),
        ("a.E(abs(s - s2), s2) == b.E(abs(s - s2), s2)", 2),
        ("a.loss(optimal, cost=any) <= b.loss(optimal, cost=any)", 2),
        ("a.BS <= b.BS given pi0 == 1/3", 3),
        ("a.BS <= b.BS given a.error(t) <= b.error(t) for all t", 2),
        (f"a.BS < b.BS given {LOWER}", 2),
        (f"a.AUC >= b.AUC given {LOWER}", 3),
        (f"a.loss(optimal) <= b.loss(optimal) given {LOWER}", 3),
    ],
)
def test_refuted_by_the_scores_of_both(text: str, n: int) -> None:
    found = prove(text)
    assert found.verdict == "refuted"
    told = found.to_json()["witness"]
    classes = told["classes"]
    one, other = (Sample.of(classes, told[key]) for key in ("scores", "scores_b"))
    assert len(classes) == len(told["scores"]) == len(told["scores_b"]) == n
    assert classes == sorted(classes)
    tested = statement(text.replace("cost=any", "cost=point(t)"))
    setting = {name: Fraction(x) for name, x in told["parameters"].items()}
    again = refutes_of_two(tested, one, other, setting)
    assert again is not None
    assert (again.left, again.right) == (found.witness.left, found.witness.right)
    if LOWER in text:
        data = [[(Fraction(s), k) for s, k in zip(told[key], classes, strict=True)] for key in ("scores", "scores_b")]
        assert is_lower_everywhere(*data)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("a.AUC - b.AUC <= 1", "t stands for b.AUC"),
        ("a.BS <= a.MAE + t*b.BS", "r stands for b.BS"),
        ("a.BS + b.BS == b.BS + a.BS", "t stands for b.BS"),
        (
            "a.AUC <= b.AUCH given a.AUC <= b.AUC",
            "t stands for b.AUCH, r stands for b.AUC; AUC <= r is given; r <= t is known, by AUC <= AUCH",
        ),
        (
            "a.BS <= b.MAE given a.BS <= b.BS",
            "t stands for b.MAE, r stands for b.BS; BS <= r is given; r <= t is known, by BS <= MAE",
        ),
        ("a.AUC <= 1 + b.AUC given a.error(t) <= b.error(t) for all t", "r stands for b.AUC"),
    ],
)
def test_what_is_proved_of_both(text: str, stands: str) -> None:
    found = prove(text)
    assert found.verdict == "proved"
    assert str(found.statement) == text
    assert found.note == f"in the proof {stands}"
    assert recheck(json.loads(json.dumps(found.document))) == text
    assert found.to_json()["proof"]


@pytest.mark.parametrize(
    ("text", "read"),
    [("a.BS <= a.MAE", "BS <= MAE"), ("b.BS == b.RL given b.RL == b.BS", "BS == RL given RL == BS")],
)
def test_what_is_proved_about_one_score_function(text: str, read: str) -> None:
    found = prove(text)
    assert found.verdict == "proved"
    assert str(found.statement) == text
    assert read in found.note
    document = json.loads(json.dumps(found.document))
    recheck(document)
    assert "a." not in document["statement"]


@pytest.mark.slow
def test_undecided_says_why() -> None:
    found = prove("a.BS <= 1/2 + b.MER given a.MER <= b.MER", seconds=6)
    assert found.verdict != "proved"
    if found.verdict == "undecided":
        assert "of the figures of each model by itself" in found.note


def test_the_faces_show_both(capsys: pytest.CaptureFixture[str]) -> None:
    from workbench.terminal.proofs import show_decision

    found = prove("a.BS <= b.BS")
    assert found.latex == r"a{.}\mathrm{BS} \le b{.}\mathrm{BS}"
    show_decision(found)
    assert "score of b" in capsys.readouterr().out
    assert found.to_csv().splitlines()[0] == "statement,verdict,score,score_b,class"
    assert "score_b" in found._repr_markdown_()
    assert prove("a.BS <= b.BS given a.error(t) <= b.error(t) for all t").latex.endswith(
        r"b{.}\mathrm{err}(t) \text{ for all } t"
    )


def test_values_in_python() -> None:
    classes, first, second = np.array([0, 0, 1, 1]), ["0.1", "0.6", "0.4", "0.9"], np.array([0.25, 0.5, 0.5, 1.0])
    found = evaluate_two(classes, first, second, ["a.BS - b.BS", "a.AUC*t + n"], parameters={"t": 2})
    one, other = (evaluate(classes, scores).metrics for scores in (first, second))
    assert found == {"a.BS - b.BS": one["BS"] - other["BS"], "a.AUC*t + n": 2 * one["AUC"] + 4}
    spam = evaluate_two(["ham", "spam"], [0, 1], [1, 0], "b.AUC", pos_label="spam")
    assert spam == {"b.AUC": 0}
    with pytest.raises(InputError, match="BS is that of which model"):
        evaluate_two([0, 1], [0, 1], [0, 1], "a.BS - BS")
    with pytest.raises(InputError):
        evaluate_two([0, 1], [0, 1], [0, 1, 1], "a.BS")


# --- wrong input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a.BS <= BS", "column 9: BS is that of which model? Write a.BS or b.BS"),
        ("a.BS <= b.BS + E(s)", "column 16: E(s) is that of which model?"),
        ("a.BS <= b.BS given MAE <= 1/2", "column 20: MAE is that of which model?"),
        ("a.n <= 1", "column 1: n is the same for both"),
        ("a.pi0 <= 1", "column 1: pi0 is the same for both"),
        ("a.t <= 1", "column 1: t is no figure of a score function"),
        ("a.E1(b.AUC) <= 1", "column 6: b.AUC: a. and b. stand before figures"),
        ("a.error(b.BS) <= 1", "column 9: b.BS: a. and b. stand before figures"),
        ("a.BS <= b.BS given calibrated", "column 20: calibrated is that of which model?"),
        ("a.BS <= b.BS given auc >= 1/2", "column 20: AUC is that of which model?"),
        ("BS <= 1 given BS <= t for all t", "column 15: for all stands after an assumption about figures"),
        ("a.BS <= 1 given a.BS <= t for all x", "column 35: for all x; the levels t, r and q"),
        ("a.BS <= 1 given a.BS <= b.BS for all t", "column 38: for all t, which does not occur"),
        ("a.BS <= 1 for all t", "column 11: 'for' cannot stand here"),
        ("c.BS <= 1", "column 2: the character '.' is not part of the language"),
        ("a.BRIER <= 1", "column 3: unknown name BRIER; did you mean BS?"),
        ("a.b.BS <= 1", "column 4: the character '.' is not part of the language"),
        ("a.(BS) <= 1", "column 2: the character '.' is not part of the language"),
    ],
)
def test_wrong_input(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        prove(text)
    assert str(caught.value).startswith(message)


def evaluated(text: str) -> object:
    return evaluate([0, 1], [0, 1], expressions=text)


@pytest.mark.parametrize("asked", [parse_statement, evaluated, discover])
def test_others_than_prove_refuse_them_by_name(asked: Callable[[str], object]) -> None:
    text = "a.BS" if asked is evaluated else "a.BS <= k*b.BS"
    with pytest.raises(InputError, match=r"column 1: a\.BS: a\. and b\. stand before figures of two score functions"):
        asked(text)


def test_one_sample_has_no_value_for_two() -> None:
    with pytest.raises(InputError, match=r"a\.BS is a figure of one of two score functions"):
        value(Sample.of([0, 1], [0, 1]), parse_expression("a.BS", two_models=True))


@pytest.mark.parametrize(
    "text", ["a.BS <= a*b.E(abs(s - s2), s2) given t < 1/2", f"-(a.AUC - b.AUC) <= 1 given {LOWER}"]
)
def test_a_statement_is_written_back(text: str) -> None:
    assert str(statement(text)) == text
    assert statement(str(statement(text))) == statement(text)
    assert parameters(statement(text)) <= {"a", "t"}
    assert parameters(statement(f"a.BS <= b.BS given {LOWER}")) == frozenset()
