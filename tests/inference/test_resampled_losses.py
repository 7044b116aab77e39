"""Losses of many resamples at once are those of the exact engine on each of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from workbench.errors import NotSupported
from workbench.inference.bootstrap import bootstrap
from workbench.inference.resampled import _one_by_one, number_statistic
from workbench.inference.resamples import Resamples
from workbench.language.statements import law, parse_expression
from workbench.language.syntax import Loss
from workbench.losses.reals import Undefined
from workbench.samples.sample import Sample

FAST = [
    "E0(s**2)",
    "E1(sqrt(1 - s))",
    "E(indicator(1/3 < s))",
    "net_benefit(1/3)",
    "loss(score_driven, cost=beta(2, 5))",
    "loss(score_driven, cost=beta(1/2, 5/2))",
    "loss(score(c**2), cost=beta(2, 2), condition=skew)",
    "loss(mix(1/3, score_uniform, score_fixed(1/2)), cost=density(2*c))",
    "loss(optimal, cost=beta(2, 5))",
    "loss(optimal, cost=uniform(1/4, 3/4), condition=skew)",
    "loss(optimal, cost=density(2*indicator(c < 1/2)))",
    "loss(optimal, cost=mixture(1/3, beta(2, 2), point(1/3)))",
    "loss(rate_driven, cost=beta(2, 2))",
    "loss(rate(c), cost=uniform(1/4, 1/2), condition=skew)",
    "loss(rate(1/3), cost=beta(2, 1))",
    "loss(rate(u), cost=beta(3, 1))",
    "loss(fpr(u))",
    "loss(tpr(u), cost=beta(2, 3))",
    "loss(fpr(c), condition=skew)",
    "loss(tpr(1 - c), cost=density(2*c))",
    "loss(tpr(c))",
    "loss(tpr(c), condition=skew)",
    "loss(optimal, cost=beta(30, 30))",
    "loss(rate_driven, cost=beta(30, 40), condition=skew)",
    "loss(fpr(1/2))",
    "loss(tpr(1/2))",
    "loss(tpr(0), cost=beta(2, 1))",
    "loss(fpr(1))",
    "loss(mix(1/2, optimal, fpr(c)), cost=beta(2, 2))",
    "loss(rate(c**2))",
    "loss(rate(c*u), condition=skew)",
    "loss(rate_driven, cost=beta(1/2, 1/2))",
    "loss(rate(max(1/2, c)), cost=beta(1, 2))",
    "loss(fpr(max(c**2, 1/2)), condition=skew)",
    "loss(tpr(sqrt(c)), cost=beta(2, 3))",
    "loss(optimal, cost=beta(5/2, 7/3))",
    "loss(optimal, cost=beta(1/2, 7/3), condition=skew)",
]
FUNCTIONS = [
    "sqrt(BS)",
    "log(BS + 1)",
    "exp(-BS)",
    "abs(AUC - 1)",
    "min(AUC, BS, 1/2)",
    "max(AUC, E(s))",
    "BS**2",
    "sqrt(BS - RL - CL)",
    "h_measure(2, 5)",
    "h_measure(1/2, 3/2)",
    "loss(score_driven, weight=c)",
    "loss(rate_driven, weight=3)",
    "loss(optimal, weight=0)",
    "E(abs(s - s2), s2)",
    "E1(max(s, s2), s2)",
    "E0(s*F1(s))",
]
SLOW = ["loss(rate_driven, rates=nearest)", "loss(rate_driven, rates=step, condition=skew)"]


def samples() -> list[Sample]:
    """Samples with ties and without, one of a single example of class 1."""
    rng = random.Random(4)
    found = [Sample.of([1, 0, 0], ["0.5", "0.5", "0.25"])]
    for n, digits in ((8, 1), (30, 1), (40, 2)):
        classes = [0, 1, *(rng.randrange(2) for _ in range(n - 2))]
        scores = [str(round(min(max(rng.gauss(0.4 + 0.2 * y, 0.2), 0), 1), digits)) for y in classes]
        found.append(Sample.of(classes, scores))
    return found


@pytest.mark.parametrize("text", [*FAST, *FUNCTIONS])
def test_the_fast_way_is_the_exact_one(text: str) -> None:
    expression = parse_expression(text)
    for sample in samples():
        wanted = _one_by_one(expression, [sample])(Resamples.of(sample))
        assert np.abs(number_statistic(text, sample)(Resamples.of(sample)) - wanted).max() < 1e-12


@pytest.mark.parametrize("text", SLOW)
def test_what_has_no_fast_way_is_found_one_by_one(text: str) -> None:
    from workbench.inference.resampled_losses import loss_statistic

    node = parse_expression(text)
    assert isinstance(node, Loss)
    with pytest.raises(NotSupported):
        loss_statistic(node, law(node.method))
    sample = samples()[1]
    wanted = _one_by_one(node, [sample])(Resamples.of(sample))
    assert np.abs(number_statistic(text, sample)(Resamples.of(sample)) - wanted).max() < 1e-12


def test_resamples_have_the_losses_of_their_own_examples() -> None:
    """Not only the sample itself: each of some resamples drawn, found again as a sample."""
    for text in (
        *FUNCTIONS,
        "loss(optimal, cost=beta(2, 5))",
        "loss(rate_driven, cost=beta(2, 2))",
        "loss(tpr(c), cost=beta(2, 1))",
        "loss(tpr(c))",
        "loss(rate_driven, cost=beta(5/2, 3), condition=skew)",
        "loss(rate(c**2), condition=skew)",
        "loss(optimal, cost=beta(5/2, 7/3))",
    ):
        assert_alike(samples()[3], text)


def assert_alike(sample: Sample, text: str) -> None:
    """The fast way and the exact engine on 50 resamples."""
    itself = Resamples.of(sample)
    ways = number_statistic(text, sample), _one_by_one(parse_expression(text), [sample])
    for way in ways:
        way(itself)
    fast, slow = (way(itself.drawn(np.random.default_rng(3), 50, True)) for way in ways)
    assert fast.std() > 0 or text in ("loss(optimal, weight=0)", "sqrt(BS - RL - CL)")
    assert np.abs(fast - slow).max() < 1e-12


INFINITE = Sample.of([0, 1, 0, 1, 1], ["0.25", "0.5", "1", "0", "0.7"])
"""Of its resamples some have an infinite log loss, and some have not."""


@pytest.mark.parametrize("text", ["1/(1 + LL)", "1 - BS/LL", "MAE/(2 + LL)"])
def test_what_is_finite_where_the_log_loss_is_not_is_resampled(text: str) -> None:
    assert_alike(INFINITE, text)


def test_what_has_no_value_on_a_resample_keeps_its_message() -> None:
    sample = samples()[1]
    for text, why in (("log(1 - AUC)", "the logarithm of 0"), ("sqrt(AUC - 9/10)", "the square root of -")):
        with pytest.raises(Undefined, match=why):
            bootstrap(sample, text, resamples=50)
    many = Sample.of([0, 1] * 5000, [i / 10000 for i in range(10000)])
    assert bootstrap(many, "sqrt(AUC)", resamples=40).low < 0.71
    with pytest.raises(NotSupported, match="more than 4096 distinct scores take too long"):
        bootstrap(many, "sqrt(RL)", resamples=40)


@pytest.mark.parametrize("text", ["LL", "LL - LL"])
def test_what_is_infinite_on_a_resample_says_so(text: str) -> None:
    with pytest.raises(Undefined, match=f"{text} is infinite, or has no value, on a resample"):
        bootstrap(INFINITE, text, resamples=50)
