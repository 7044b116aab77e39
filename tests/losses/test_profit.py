"""Expected maximum profit against its definition in fractions, and against empulse."""

import random
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, factorial

import pytest

from workbench.errors import InputError
from workbench.losses.evaluation import evaluate
from workbench.losses.profit import churn_profit, credit_profit


def drawn(rng: random.Random, n: int) -> tuple[list[int], list[str]]:
    """Classes and scores of few digits, so that there are ties, with the event more probable at high ones."""
    classes = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    scores = [round(min(1.0, 0.3 * y + 0.7 * rng.random()), rng.choice([1, 2])) for y in classes]
    return classes, [str(x) for x in scores]


def value(classes: list[int], scores: list[str], text: str) -> Fraction:
    found = evaluate(classes, scores, expressions=text).expressions[text]
    assert isinstance(found, Fraction)
    return found


def lines(classes: list[int], scores: list[str]) -> set[tuple[Fraction, Fraction]]:
    """The shares of true and false positives when treating above each threshold, or nobody."""
    n = len(classes)
    pairs = [(Fraction(s), y) for s, y in zip(scores, classes, strict=True)]
    cuts = [Fraction(-1), *(s for s, _ in pairs)]
    return {
        (Fraction(sum(s > t and y == 1 for s, y in pairs), n), Fraction(sum(s > t and y == 0 for s, y in pairs), n))
        for t in cuts
    }


def mean_of_best(classes, scores, cost: Fraction, benefit, antiderivatives, top: Fraction) -> Fraction:
    """The mean over x in [0, top] of the greatest ``benefit(x) TP - cost FP``, of b = u + v x; what ``antiderivatives``
    give are those of the density and of x times it."""
    u, v = benefit
    rates = lines(classes, scores)
    cuts = {Fraction(0), top, -u / v}
    cuts |= {(cost * (f - g) / (t - w) - u) / v for (t, f), (w, g) in combinations(rates, 2) if t != w}
    total = Fraction(0)
    for low, high in pairwise(sorted(x for x in cuts if max(0, -u / v) <= x <= top)):
        b = u + v * (low + high) / 2
        t, f = max(rates, key=lambda r: b * r[0] - cost * r[1])
        mass, moment = (end(high) - end(low) for end in antiderivatives)
        total += (t * u - cost * f) * mass + t * v * moment
    return total


def of_beta(alpha: int, beta: int):
    """Antiderivatives of the density of Beta(alpha, beta), and of x times it."""
    ways = Fraction(factorial(alpha + beta - 1), factorial(alpha - 1) * factorial(beta - 1))

    def antiderivative(more: int):
        return lambda x: sum(
            ways * comb(beta - 1, j) * (-1) ** j * x ** (alpha + j + more) / (alpha + j + more) for j in range(beta)
        )

    return antiderivative(0), antiderivative(1)


CHURN = [(6, 14, 200, 10, 1), (3, 5, 100, 20, 4), (1, 1, 4, 1, 0), (2, 1, 10, 0, 3), (1, 4, 7, 3, 3)]
CREDIT = [("0.55", "0.1", "0.2644"), ("0.3", "0.2", "0.4"), (0, 0, 2), (0, 1, "0.25"), ("0.5", "0.5", "1/3"), (1, 0, 1)]


@pytest.mark.parametrize("setting", CHURN)
def test_churn_is_the_mean_of_the_greatest_profit(setting):
    alpha, beta, whole, offer, call = setting
    rng = random.Random(str(setting))
    for n in (2, 5, 9):
        data = drawn(rng, n)
        wanted = mean_of_best(
            *data,
            Fraction(offer + call),
            (Fraction(-call), Fraction(whole - offer)),
            of_beta(alpha, beta),
            Fraction(1),
        )
        assert value(*data, churn_profit(*setting)) == wanted


@pytest.mark.parametrize("setting", CREDIT)
def test_credit_is_the_mean_of_the_greatest_profit(setting):
    none, whole, interest = map(Fraction, setting)
    rng = random.Random(str(setting))
    for n in (2, 5, 9):
        data = drawn(rng, n)
        uniform = mean_of_best(
            *data, interest, (Fraction(0), Fraction(1)), (lambda x: x, lambda x: x**2 / 2), Fraction(1)
        )
        best = max(t - interest * f for t, f in lines(*data))
        assert value(*data, credit_profit(*setting)) == (1 - none - whole) * uniform + whole * best


def test_it_agrees_with_empulse():
    metrics = pytest.importorskip("empulse.metrics")
    import numpy as np

    rng = random.Random(5)
    for _ in range(5):
        classes, scores = drawn(rng, 40)
        arrays = np.array(classes), np.array(scores, dtype=float)
        for alpha, beta, whole, offer, call in CHURN[:2]:
            peer = metrics.empc_score(
                *arrays, alpha=alpha, beta=beta, clv=whole, incentive_cost=offer, contact_cost=call
            )
            assert float(value(classes, scores, churn_profit(alpha, beta, whole, offer, call))) == pytest.approx(peer)
        for none, whole_loss, interest in CREDIT[:2]:
            peer = metrics.empcs_score(
                *arrays, success_rate=float(none), default_rate=float(whole_loss), roi=float(interest)
            )
            ours = float(value(classes, scores, credit_profit(none, whole_loss, interest)))
            assert ours == pytest.approx(peer)


def test_a_float_is_the_decimal_that_it_prints_as():
    assert credit_profit(0.55, 0.1, 0.2644) == credit_profit()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: churn_profit(alpha=1.5), "alpha 1.5: a shape is a whole number from 1 to 100"),
        (lambda: churn_profit(beta=0), "beta 0: a shape is"),
        (lambda: churn_profit(value=11), "incentive 10, contact 1, value 11: incentive and contact are at least 0"),
        (lambda: churn_profit(incentive=0, contact=0), "their sum is above 0"),
        (lambda: churn_profit(contact="much"), "contact 'much' is not a number"),
        (lambda: credit_profit("0.95"), "nothing_lost 19/20, all_lost 1/10, interest 661/2500: the probabilities"),
        (lambda: credit_profit(interest=0), "the interest is above 0"),
        (lambda: credit_profit(interest=float("nan")), "interest nan is not"),
    ],
)
def test_wrong_input_is_named(call, says):
    with pytest.raises(InputError, match=says):
        call()
