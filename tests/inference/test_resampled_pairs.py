"""Means over pairs of many resamples are those of the exact engine on each of them."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from workbench.errors import NotSupported
from workbench.inference import resampled_pairs
from workbench.inference.bootstrap import bootstrap
from workbench.inference.resampled import _one_by_one, number_statistic
from workbench.inference.resampled_pairs import _InBounds, pair_statistic
from workbench.inference.resamples import Resamples
from workbench.language.pairs import in_means
from workbench.language.statements import parse_expression
from workbench.language.syntax import Number, PairMean, substitute
from workbench.losses.exact import value
from workbench.losses.reals import Undefined
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

PAIRS = [
    "E(sqrt(abs(s - s2)), s2)",
    "E0(sqrt(abs(s - s2)), s2)",
    "E(1/(1 + s + s2), s2)",
    "E1(exp(s - s2)/(1 + s*s2), s2)",
    "E(indicator(s < s2), s2)",
    "E1(indicator(s - s2 >= 1/10), s2)",
    "E(indicator(s + s2 <= 7/10)*s, s2)",
    "E(indicator(s**2 > s2), s2)",
    "E0(abs(s + s2 - 1), s2)",
    "E(max(s, s2, 1/2), s2)",
    "E(min(s*s2, 1/10, -s + 1), s2)",
    "E((s + 1/2)**(-2)*(s2 + 1)**(1/3), s2)",
    "E((s + s2)**s, s2)",
    "E(log(1 + abs(s - s2)), s2)",
    "E((s - s2)**0*exp(s*s2), s2)",
]
UNTOUCHED = ["E(F1(s)*sqrt(s + s2), s2)", "E(R(s)*R(s2)*abs(s - s2)*s, s2)", "E(1/(s + s2 + AUC), s2)"]


def sample_of(n: int, digits: int, seed: int) -> Sample:
    draw = random.Random(seed)
    classes = [0, 1, *(draw.randrange(2) for _ in range(n - 2))]
    return Sample.of(classes, [str(round(min(max(draw.gauss(0.4 + 0.2 * y, 0.2), 0.01), 1), digits)) for y in classes])


@pytest.mark.parametrize("text", PAIRS)
def test_resamples_have_the_means_of_their_own_pairs(text: str) -> None:
    for sample in (sample_of(9, 1, 1), sample_of(30, 2, 2)):
        itself = Resamples.of(sample)
        ways = number_statistic(text, sample), _one_by_one(parse_expression(text), [sample])
        for way in ways:
            way(itself)
        for stratified in (True, False):
            fast, slow = (way(itself.drawn(np.random.default_rng(3), 6, stratified)) for way in ways)
            assert fast.std() > 0
            assert np.abs(fast - slow).max() < 1e-12


@pytest.mark.parametrize("text", PAIRS)
def test_these_means_have_a_table(text: str) -> None:
    node = in_means(parse_expression(text))
    assert isinstance(node, PairMean)
    sample = sample_of(12, 2, 5)
    found = pair_statistic(node, [])(Resamples.of(sample))  # of a sample that is met only then
    assert abs(found[0] - approximation(value(sample, node))[0]) < 1e-13


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_changes_with_the_resample_has_none(text: str) -> None:
    node = parse_expression(text)
    sample = sample_of(9, 1, 3)
    assert isinstance(node, PairMean)
    with pytest.raises(NotSupported):
        pair_statistic(node, [sample])
    found = number_statistic(text, sample)(Resamples.of(sample))
    assert abs(found[0] - approximation(value(sample, node))[0]) < 1e-12


def test_pairs_within_expressions_and_intervals() -> None:
    sample = sample_of(40, 2, 4)
    found = bootstrap(sample, "E1(sqrt(abs(s - s2)), s2)/AUC - BS", resamples=400)
    exact = value(sample, parse_expression("E1(sqrt(abs(s - s2)), s2)/AUC - BS"))
    assert abs(found.estimate - approximation(exact)[0]) < 1e-12
    assert found.low < found.estimate < found.high


def test_bounds_of_errors_hold() -> None:
    """Of doubles that are near to zeros, ends of roots and jumps, by the exact value at the fractions that they are."""
    draw = random.Random(8)
    sample = Sample.of([0, 1], [0, 1])
    for text in ("sqrt(s - s2)", "1/(s - s2)", "log(s*s2)", "(s - s2)**(1/3)", "(s + s2)**(-5/2)", "s**(3*s2)"):
        node = parse_expression(f"E({text}, s2)")
        assert isinstance(node, PairMean)
        for _ in range(60):
            s2 = Fraction(draw.randint(1, 10**6), 10**6)
            named = {"s": s2 + Fraction(draw.randint(1, 10), 10 ** draw.randint(1, 18)), "s2": s2}
            given = {x: (np.array([float(y)]), np.array([float(y) * 2.0**-52])) for x, y in named.items()}
            with np.errstate(all="ignore"):
                (found,), (error,) = _InBounds(given).value(node.body)
            pair: Any = substitute(node.body, {x: Number(y) for x, y in named.items()})
            exact, radius = approximation(value(sample, pair))
            assert not error < np.inf or abs(found - exact) <= error + radius


def test_what_has_no_value_on_a_pair_is_told() -> None:
    sample = sample_of(9, 1, 3)
    with pytest.raises(Undefined, match="the logarithm of 0"):
        number_statistic("E(log(abs(s - s2)), s2)", sample)


def test_too_many_pairs_on_jumps_are_left_to_the_exact_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampled_pairs, "MOST_EXACT", 5)
    text, sample = "E(indicator(s <= s2)*sqrt(1 + s), s2)", sample_of(12, 2, 6)
    node = parse_expression(text)
    assert isinstance(node, PairMean)
    with pytest.raises(NotSupported, match="too many of its values need exact arithmetic"):
        pair_statistic(node, [sample])
    found = number_statistic(text, sample)(Resamples.of(sample))
    assert abs(found[0] - approximation(value(sample, node))[0]) < 1e-12
