"""The price of an exact value, told before it is computed."""

import random
from fractions import Fraction

import pytest

from workbench import metrics
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.losses.effort import effort
from workbench.samples.sample import Sample

SMALL = Sample.of([0, 1, 1], ["0.1", "0.2", "0.7"])
LARGE = Sample.of([0, 1] * 40, [Fraction(k, 80) for k in range(80)])

# each costs less than the next
CHAINS = [
    ["1", "1 + 1", "sqrt(1 + 1)", "AUC", "BS", "BS + AUC", "BS + AUC + RL"],
    ["loss(score_driven)", "loss(score(c**2))", "loss(score(sqrt(c)))", "loss(score(c*u))"],
    ["loss(rate_driven)", "loss(mix(q, rate_driven, rate_uniform))", "loss(rate(c**2))"],
    ["loss(optimal)", "loss(optimal, cost=beta(20, 20))", "loss(optimal, cost=beta(1/3, 20))"],
    ["E(s)", "E(R(s))", "E(F0(s)*F1(s))", "E(F0(s)**9)"],
    ["AUC**2", "AUC**999", "AUC**(10**5)"],
]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain[0])
def test_what_is_more_costs_more(chain: list[str]) -> None:
    for sample in (SMALL, LARGE):
        prices = [effort(parse_expression(text)).on(sample) for text in chain]
        assert prices == sorted(prices)
        assert prices[0] < prices[-1]


def test_every_metric_has_a_price_and_a_large_sample_a_higher_one() -> None:
    for name in metrics.CATALOGUE:
        price = effort(parse_expression(name))
        assert 0 < price.on(SMALL) < price.on(LARGE)


def test_ranks_of_every_example_are_priced_by_the_examples() -> None:
    twice, many = (
        Sample(SMALL.scores, *([k * x for x in c] for c in (SMALL.counts0, SMALL.counts1))) for k in (2, 10**6)
    )
    plain, ranked = (effort(parse_expression(f"loss(rate_fixed(r){more})")) for more in ("", ", rates=cutpoints"))
    assert plain.on(twice) == plain.on(many)
    assert ranked.on(many) > 10**4 * ranked.on(twice)


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9",
        "(1/7 + BS)**(-10**300)",
        "E((1 + s)**(10**9))",
        "exp(1e400)",
        "h_measure(1e-300, 1e300)",
        "loss(score_driven, cost=beta(10**300, 1/3))",
        "loss(score(c**(10**300)))",
        "loss(rate((c*u)**(c*u)))",
        "loss(" + "mix(1/2, score_driven, " * 60 + "rate_driven" + ")" * 60 + ")",
        "-" * 150 + "AUC",
        "AUC" + "+AUC" * 3_999,
    ],
    ids=lambda text: text[:30],
)
def test_what_is_absurd_has_a_price_too(text: str) -> None:
    assert 0 < effort(parse_expression(text)).on(LARGE) < 1e9


def test_the_price_of_random_sums_is_that_of_their_terms() -> None:
    rng = random.Random(0)
    atoms = ["AUC", "BS*t", "loss(score(c**2))", "E(F0(s)*s)", "log(1 + MER)"]
    for _ in range(20):
        chosen = rng.choices(atoms, k=3)
        whole = effort(parse_expression(" + ".join(chosen)))
        parts = [effort(parse_expression(text)) for text in chosen]
        assert whole.each == pytest.approx(sum(part.each for part in parts))
        assert sum(part.once for part in parts) < whole.once < 2 * sum(part.once for part in parts)


def test_a_price_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "value", None)
    effort.cache_clear()
    assert effort(parse_expression("loss(rate(sqrt(c))) + E(exp(s))")).on(LARGE) > 1000
