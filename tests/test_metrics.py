"""The catalogue of metrics against the naive engine, its own definitions, scikit-learn, and invariances."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, roc_auc_score

from tests import naive
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.metrics import CATALOGUE
from workbench.numbers.certified import agree
from workbench.reading.datafile import read_sample
from workbench.samples.sample import Sample

F = Fraction
DATA = Path(__file__).parent.parent / "paper_checks" / "data"
UNITS = st.one_of(*(st.builds(F, st.integers(0, k), st.just(k)) for k in (1, 2, 6, 7)))


@st.composite
def data(draw, most=9):
    """Pairs (score, class) with both classes and many ties."""
    rest = draw(st.lists(st.tuples(UNITS, st.integers(0, 1)), max_size=most - 2))
    return [(draw(UNITS), 0), (draw(UNITS), 1), *rest]


def sample_of(pairs):
    return Sample.of([y for _, y in pairs], [s for s, _ in pairs])


def figures(sample):
    return {name: metric.exact(sample) for name, metric in CATALOGUE.items()}


def test_the_catalogue_is_complete():
    wanted = "AUC AUCH GINI BS BS0 BS1 MBS MAE MAE0 MAE1 MMAE RL CL RLH H KS MER"
    assert set(wanted.split()) <= set(CATALOGUE)
    for name, metric in CATALOGUE.items():
        assert metric.title, name
        assert metric.latex, name
        assert metric.reference, name
        assert metric.balanced is None or metric.balanced in CATALOGUE


def check(pairs):
    sample = sample_of(pairs)
    for name, metric in CATALOGUE.items():
        found = metric.exact(sample)
        assert isinstance(found, Fraction), name
        if name in naive.METRICS:
            assert found == naive.METRICS[name](pairs), name
        if metric.definition:
            assert agree(value(sample, parse_expression(metric.definition)), found), name
        low, high = (F(x) for x in metric.range[1:-1].split(","))
        assert low <= found <= high, name


@settings(max_examples=60, deadline=None)
@given(data())
def test_every_metric_is_the_naive_one_and_what_its_definition_says(pairs):
    check(pairs)


@pytest.mark.slow
@settings(max_examples=4000, deadline=None)
@given(data(most=14))
def test_every_metric_on_thousands_of_samples(pairs):
    check(pairs)


@settings(max_examples=40, deadline=None)
@given(data(), st.randoms(use_true_random=False), st.integers(2, 5))
def test_order_and_replication_change_nothing(pairs, random, times):
    before = figures(sample_of(pairs))
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert figures(sample_of(shuffled)) == before
    assert figures(sample_of(pairs * times)) == before
    assert figures(sample_of(pairs).replicated(times)) == before


SWAPPED = {"BS0": "BS1", "BS1": "BS0", "MAE0": "MAE1", "MAE1": "MAE0"}


@settings(max_examples=40, deadline=None)
@given(data())
def test_exchanging_the_classes_exchanges_their_metrics(pairs):
    """With s replaced by 1 - s every metric stays, but those of one class become those of the other."""
    sample = sample_of(pairs)
    before, after = figures(sample), figures(sample.swapped())
    assert after == {name: before[SWAPPED.get(name, name)] for name in CATALOGUE}


MAPS = (lambda s: s**3, lambda s: (1 + s) / (2 - s), lambda s: 10 * s - 7, lambda s: s / (1 + s))


@settings(max_examples=40, deadline=None)
@given(data(), st.sampled_from(MAPS))
def test_what_needs_no_probabilities_depends_on_the_order_alone(pairs, change):
    before, after = figures(sample_of(pairs)), figures(sample_of(pairs).map_scores(change))
    for name, metric in CATALOGUE.items():
        if not metric.needs_probabilities:
            assert after[name] == before[name], name


@settings(max_examples=40, deadline=None)
@given(data())
def test_equal_weights_of_the_classes(pairs):
    sample = sample_of(pairs)
    for name, metric in CATALOGUE.items():
        if metric.balanced:
            assert metric.exact(sample.balanced()) == CATALOGUE[metric.balanced].exact(sample), name


def test_scikit_learn_agrees_on_real_scores():
    sample = read_sample(DATA / "credit_a_pruned_test.csv")
    classes, scores = sample.examples()
    floats = [float(score) for score in scores]
    assert sample.n == 345
    assert float(CATALOGUE["AUC"].exact(sample)) == pytest.approx(roc_auc_score(classes, floats), abs=1e-12)
    assert float(CATALOGUE["BS"].exact(sample)) == pytest.approx(brier_score_loss(classes, floats), abs=1e-12)
