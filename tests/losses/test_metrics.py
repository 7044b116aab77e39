"""The catalogue of metrics against the naive engine, its own definitions, scikit-learn, and invariances."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hmeasure import h_score
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from tests import naive
from workbench.language.statements import definition, parse_expression
from workbench.language.syntax import Apply, Arithmetic, Name, Number, rebuilt
from workbench.losses.exact import NeedsProbabilities, value
from workbench.losses.reals import Undefined
from workbench.metrics import CATALOGUE
from workbench.numbers.certified import agree
from workbench.reading.datafile import read_sample
from workbench.samples.sample import Sample

F = Fraction
DATA = Path(__file__).parent.parent.parent / "paper_checks" / "data"
UNITS = st.one_of(*(st.builds(F, st.integers(0, k), st.just(k)) for k in (1, 2, 6, 7)))


@st.composite
def data(draw, most=9):
    """Pairs (score, class) with both classes and many ties."""
    rest = draw(st.lists(st.tuples(UNITS, st.integers(0, 1)), max_size=most - 2))
    return [(draw(UNITS), 0), (draw(UNITS), 1), *rest]


def sample_of(pairs):
    return Sample.of([y for _, y in pairs], [s for s, _ in pairs])


def figure(sample, name):
    """The value of a metric; None where it has none."""
    try:
        return value(sample, Name(name))
    except (NeedsProbabilities, Undefined):
        return None


def figures(sample):
    return {name: figure(sample, name) for name in CATALOGUE}


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
        found = figure(sample, name)
        if name in naive.METRICS:
            assert found == naive.METRICS[name](pairs), name
        if found is None:
            continue
        if metric.definition:
            assert agree(value(sample, definition(name)), found), name
        assert found in metric.values, name


@settings(max_examples=60, deadline=None)
@given(data())
@pytest.mark.always
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


OF_THE_EVENT = {"AP"}
"""What is about class 1 alone."""
EXCHANGED = {"pi0": "pi1", "n0": "n1", "E0": "E1"}
EXCHANGED |= {other: one for one, other in EXCHANGED.items()}
AT_SCORE = {"F0": "F1", "F1": "F0", "R": "R", "posterior": "posterior", "pav": "pav"}


def exchanged(node):
    """An expression with the classes exchanged and 1 - s in the place of s; metrics by their definitions."""
    one = Number(F(1))
    match node:
        case Name("s"):
            return Arithmetic("-", one, node)
        case Name(name):
            told = definition(name)
            return Name(EXCHANGED.get(name, name)) if told is None else exchanged(told)
        case Apply(function, arguments) if function in AT_SCORE:
            return Arithmetic("-", one, Apply(AT_SCORE[function], arguments))
        case Apply(function, arguments):
            return Apply(EXCHANGED.get(function, function), tuple(map(exchanged, arguments)))
    return rebuilt(node, exchanged)


@settings(max_examples=40, deadline=None)
@given(data())
def test_exchanging_the_classes_exchanges_their_metrics(pairs):
    """With s replaced by 1 - s a metric is what its definition is with the classes exchanged, or else stays."""
    sample = sample_of(pairs)
    after = figures(sample.swapped())
    for name in CATALOGUE.keys() - OF_THE_EVENT:
        if after[name] is not None:
            assert agree(after[name], value(sample, exchanged(Name(name)))), name


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


SEVERITIES = {
    None: "h_measure(2, 1 + pi0/pi1)",
    -1.0: "h_measure(1 + pi1, 1 + pi0)",
    0.7: "h_measure(2, 17/7)",
    0.5: "h_measure(2, 3)",
    0.1: "h_measure(2, 11)",
}
"""Of hmeasure: its default is the ratio of the classes, a negative one is for the density of the paper of 2014."""


def h_measure(sample, severity):
    return float(value(sample, parse_expression(SEVERITIES[severity])))


@pytest.mark.parametrize("severity", SEVERITIES)
def test_h_is_that_of_hmeasure(severity):
    rng = np.random.default_rng(66)
    documented = {None: 0.18889596344769588, 0.7: 0.13502616807120948, 0.1: 0.001212529211507385}
    for size, digits in ((10, 17), (40, 1), (400, 2)):
        classes = rng.integers(0, 2, size)
        scores = np.round(rng.random(size), digits)
        found = h_measure(Sample.of(classes, scores), severity)
        assert found == pytest.approx(h_score(classes, scores, severity_ratio=severity), abs=1e-9)
        if size == 10 and severity in documented:
            assert found == pytest.approx(documented[severity], abs=1e-12)
    real = read_sample(DATA / "credit_a_pruned_test.csv")
    classes, scores = map(np.array, real.examples())
    found = h_score(classes, scores.astype(float), severity_ratio=severity)
    assert h_measure(real, severity) == pytest.approx(found, abs=1e-9)


def test_average_precision_is_that_of_scikit_learn():
    rng = np.random.default_rng(5)
    for size in (2, 5, 40, 400):
        classes = np.concatenate(([0, 1], rng.integers(0, 2, size)))
        scores = np.round(rng.random(size + 2), 1)
        found = float(CATALOGUE["AP"].exact(Sample.of(classes, scores)))
        assert found == pytest.approx(average_precision_score(classes, scores), abs=1e-12)
