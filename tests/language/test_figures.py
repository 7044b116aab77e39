"""Figures at a threshold: their values against counts, what is proved of them, and what has no value."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.deciding.decide import prove
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.figures import CATALOGUE
from workbench.inference.bootstrap import bootstrap
from workbench.language.statements import parse_expression, parse_statement
from workbench.losses.exact import value
from workbench.losses.reals import Infinite, Undefined
from workbench.samples.sample import Sample

EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=1, max_size=14)


def sample_of(examples: list[tuple[int, int]]) -> Sample:
    return Sample.of(
        [label for _, label in examples] + [0, 1], [Fraction(x, 6) for x, _ in examples] + [0, Fraction(1)]
    )


def at(sample: Sample, t: Fraction) -> Matrix:
    classes, scores = sample.examples()
    below = [[s <= t for s, label in zip(scores, classes, strict=True) if label == k] for k in (0, 1)]
    return Matrix(sum(below[0]), len(below[0]) - sum(below[0]), sum(below[1]), len(below[1]) - sum(below[1]))


@pytest.mark.parametrize("name", [x for x in CATALOGUE if not x.startswith("net_benefit")])
@given(EXAMPLES, st.integers(-1, 7))
@settings(max_examples=25)
def test_a_figure_is_that_of_the_confusion_matrix(name: str, examples: list[tuple[int, int]], k: int) -> None:
    sample, t = sample_of(examples), Fraction(k, 6)
    matrix, figure = at(sample, t), parse_expression(f"{name}({t})")
    if named(name).defined(matrix):
        assert value(sample, figure, {}) == named(name).value(matrix)
    else:
        with pytest.raises(Undefined):
            value(sample, figure, {})


@given(EXAMPLES, st.integers(0, 11))
@settings(max_examples=25)
def test_net_benefit_weighs_false_alarms_by_the_odds(examples: list[tuple[int, int]], k: int) -> None:
    sample, t = sample_of(examples), Fraction(k, 12)
    m = at(sample, t)  # treated is who is predicted class 1
    expected = Fraction(m.tn, sum(m)) - t / (1 - t) * Fraction(m.fn, sum(m))
    assert value(sample, parse_expression(f"net_benefit({t})"), {}) == expected
    m = at(sample, 1 - t)
    expected = Fraction(m.tp, sum(m)) - t / (1 - t) * Fraction(m.fp, sum(m))
    assert value(sample, parse_expression(f"net_benefit0({t})"), {}) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "accuracy(t) == 1 - error(t)",
        "sensitivity(t) + specificity(t) - 1 <= KS",
        "f1(t) <= 1",
        "loss(score_driven, cost=point(t)) == 2*(1 - t)*(pi1 - net_benefit(t)) given t < 1",
        "net_benefit(t) >= 0 given calibrated, t < 1",
        "net_benefit(t) >= pi1 - t/(1 - t)*pi0 given calibrated, t < 1",
        "accuracy(t) <= 1 - MER",
        "net_benefit0(t) == pi0*sensitivity(1 - t) - t/(1 - t)*pi1*(1 - specificity(1 - t)) given t < 1",
    ],
)
def test_what_is_true_of_figures_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


@pytest.mark.parametrize(
    "statement", ["net_benefit(1/2) >= 0", "accuracy(t) <= KS", "f1(t) >= precision(1/2) given calibrated"]
)
def test_what_is_false_of_figures_is_not_proved(statement: str) -> None:
    assert prove(statement).verdict != "proved"


def test_precision_has_no_value_where_nobody_is_predicted_positive() -> None:
    found = prove("precision(t) <= 1")
    assert found.verdict == "undecided"
    assert "is not seen to have a value on every sample" in found.note


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("net_benefit(1) <= 1", r"net_benefit\(1\) has no value"),
        ("net_benefit0(1.5) <= 1", r"net_benefit0\(3/2\) has no value: t must lie in \[0, 1\), as it weighs"),
        ("net_benefit(3/2 - 1/2) <= 1", r"net_benefit\(1\) has no value"),
        ("net_benefit(2) <= 1", r"net_benefit\(2\) has no value: t must lie in \[0, 1\)"),
        ("net_benefit0(-1) <= 1", r"net_benefit0\(-1\) has no value"),
        ("precision(s) <= 1", "s has a meaning inside"),
        ("precision() <= 1", "precision takes"),
        ("precision(t, r) <= 1", "precision takes"),
        ("precison(t) <= 1", "did you mean precision"),
        ("accuracy <= 1", "unknown name accuracy"),
    ],
)
def test_what_is_no_figure_is_refused_in_a_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_statement(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("LL == BS", "refuted"),
        ("LL <= 2*MAE", "refuted"),
        ("LL >= 0", "proved"),
        ("LL <= 1000", "refuted"),
        ("log(LL) <= LL", "undecided"),
    ],
)
def test_log_loss_is_a_word(text: str, verdict: str) -> None:
    """It is infinite on some samples, which compares as usual."""
    assert prove(text, seconds=10).verdict == verdict


def test_log_loss_is_that_of_scikit_learn() -> None:
    log_loss = pytest.importorskip("sklearn.metrics").log_loss
    classes, scores = [0, 1, 0, 1, 1], [0.1, 0.4, 0.4, 0.9, 0.25]
    sample = Sample.of(classes, scores)
    assert float(value(sample, parse_expression("LL"))) == pytest.approx(log_loss(classes, scores), rel=1e-14)
    assert bootstrap(sample, "LL", resamples=50, seed=0).estimate == pytest.approx(log_loss(classes, scores), rel=1e-12)


def test_log_loss_without_a_finite_value() -> None:
    with pytest.raises(Infinite, match="is infinite"):
        value(Sample.of([0, 1], [1, 1]), parse_expression("LL"))
    assert float(value(Sample.of([1, 0], [1, "1/2"]), parse_expression("LL"))) == pytest.approx(0.34657359)
