"""Bounds of what lies on the ROC curve and its hull, on every weak order of a few examples and on random ones."""

import random
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

import pytest

from workbench.feasible.class_losses import (
    BETA_OPTIMAL,
    SKEW_BETA_OPTIMAL,
    SKEW_OPTIMAL,
    K,
    RateFixed,
    Shares,
    least_losses,
    most_beta,
    narrow_by_curve,
    narrow_rate_fixed,
)
from workbench.feasible.enumeration import Exclusion
from workbench.feasible.intervals import Contradiction
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.orders import all_orders, with_scores
from workbench.feasible.propagation import Knowledge
from workbench.feasible.scores import decide_scores
from workbench.feasible.search import Figure
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.printed import Interval, Printed, as_printed

HALF = Fraction(1, 2)
RATES = [RateFixed(Fraction(r), skew) for r in ("0", "1/4", "1/2", "7/10") for skew in (False, True)]
NAMES = ["AUC", "AUCH", "KS", "MER", "RLH", "H", K, SKEW_OPTIMAL, BETA_OPTIMAL, SKEW_BETA_OPTIMAL]
NAMES += [loss.name for loss in RATES]


def points(order):
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    found, at = [(Fraction(0), Fraction(0))], [0, 0]
    for block in order:
        at = [x + y for x, y in zip(at, block, strict=True)]
        found.append((Fraction(at[1], n1), Fraction(at[0], n0)))
    return found


def upper_hull(curve):
    """The corners of the hull, by the definition: no chord between two other points passes above."""
    corners = []
    for x, y in sorted(set(curve)):
        above = any(
            a < x < c and b + (d - b) * (x - a) / (c - a) >= y
            for (a, b), (c, d) in product(curve, curve)
        )  # fmt: skip
        if not above and all(y >= b for a, b in curve if a == x):
            corners.append((x, y))
    return ([(Fraction(0), Fraction(0))] if corners[0][1] else []) + corners


def naive(order):
    """Every figure from the points of the curve, and the optimal losses as integrals over the corners of the hull."""
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    curve = points(order)
    hull = upper_hull(curve)
    gaps = [y - x for x, y in curve]
    w = Fraction(n0, n0 + n1)
    found = {
        "AUC": sum((c - a) * (b + d) / 2 for (a, b), (c, d) in pairwise(curve)),
        "AUCH": sum((c - a) * (b + d) / 2 for (a, b), (c, d) in pairwise(hull)),
        "KS": max(map(abs, gaps)),
        K: max(gaps),
        "MER": min(w * (1 - y) + (1 - w) * x for x, y in curve),
    }
    for weight, loss, beta in ((w, "RLH", BETA_OPTIMAL), (HALF, SKEW_OPTIMAL, SKEW_BETA_OPTIMAL)):
        found[loss] = found[beta] = Fraction(0)
        for (a, b), (c, d) in pairwise(hull):
            size = weight * (d - b) + (1 - weight) * (c - a)
            p = (1 - weight) * (c - a) / size
            found[loss] += size * p * (1 - p)
            found[beta] += size * (p * (1 - p) + (p * (1 - p)) ** 2)
    product_of = w * (1 - w)
    found["H"] = 1 - found[BETA_OPTIMAL] / (product_of + product_of**2)
    for loss in RATES:
        weight = HALF if loss.skew else w
        for (a, b), (c, d) in pairwise(curve):
            start, stop = ((1 - weight) * x + weight * y for x, y in ((a, b), (c, d)))
            if start <= loss.rate <= stop:
                part = (loss.rate - start) / (stop - start)
                x, y = a + part * (c - a), b + part * (d - b)
                found[loss.name] = weight * (1 - y) + (1 - weight) * x
    return found


def all_small(most):
    return [pair for pair in product(range(1, most), repeat=2) if sum(pair) <= most]


@lru_cache(maxsize=1)
def small():
    """Orders of at most five examples, one for each set of figures, with the figures."""
    found = {}
    for n0, n1 in all_small(5):
        for order in all_orders(n0, n1):
            figures = naive(order)
            found.setdefault((n0, n1), {}).setdefault(tuple(figures.values()), (order, figures))
    return {sizes: list(kinds.values()) for sizes, kinds in found.items()}


def random_order(chance, most):
    n0, n1 = chance.randint(1, most), chance.randint(1, most)
    tied, skill = chance.choice([1, 2, 4, 30]), chance.choice([-1, 0, 1, 2, 4])
    blocks = {}
    for k, size in ((0, n0), (1, n1)):
        for _ in range(size):
            level = round(chance.gauss(skill * k, 1) * tied)
            blocks.setdefault(level, [0, 0])[k] += 1
    return tuple(tuple(blocks[level]) for level in sorted(blocks))


def test_the_figures_are_those_of_the_exact_engine():
    chance = random.Random(0)
    for _ in range(40):
        order = random_order(chance, 6)
        figures = naive(order)
        for name in set(NAMES) - {K}:
            assert figures[name] == value(with_scores(order), parse_expression(name)), (order, name)


def knowledge(n0, n1, figures, given, shares=None):
    known = Knowledge(ClassSizes(n0, n1), {})
    known.shares = shares or known.shares
    known.rate_fixed = RATES
    for name in given:
        known.narrow(name, Interval(figures[name], figures[name]), "given")
    return known


def narrowed(known):
    for _ in range(3):
        narrow_by_curve(known, known.shares)
        narrow_rate_fixed(known, known.shares, known.rate_fixed)
    return known


def holds(n0, n1, order, figures, given, shares=None):
    try:
        known = narrowed(knowledge(n0, n1, figures, given, shares))
    except Contradiction as error:
        raise AssertionError((order, given, error.because)) from error
    for name in NAMES:
        assert figures[name] in known.span(name), (order, given, name, known.span(name), figures[name])


def every_figure_alone(sizes, most):
    for order in all_orders(*sizes):
        figures = naive(order)
        chance = random.Random(repr(order))
        for name in chance.sample(NAMES, min(most, len(NAMES))):
            holds(*sizes, order, figures, [name])
        holds(*sizes, order, figures, NAMES)


@pytest.mark.parametrize("sizes", all_small(5))
def test_every_figure_alone_allows_the_others_on_every_order(sizes):
    every_figure_alone(sizes, 3)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [pair for pair in all_small(8) if sum(pair) > 5])
def test_every_figure_alone_allows_the_others_on_every_order_of_eight_examples(sizes):
    every_figure_alone(sizes, 3 if sum(sizes) < 8 else 1)


@pytest.mark.parametrize("seed", range(2))
def test_the_figures_allow_each_other_on_random_orders(seed):
    chance = random.Random(seed)
    for _ in range(25):
        order = random_order(chance, 15)
        figures = naive(order)
        n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
        pi0 = Fraction(n0, n0 + n1)
        shares = Shares(pi0 * Fraction(chance.randint(0, 9), 9), pi0 + (1 - pi0) * Fraction(chance.randint(0, 9), 9))
        holds(n0, n1, order, figures, chance.sample(NAMES, chance.randint(1, 4)))
        holds(n0, n1, order, figures, chance.sample(NAMES, chance.randint(1, 4)), shares)
        holds(n0, n1, order, figures, NAMES, shares)


# --- how sharp the bounds are -------------------------------------------------------------------------------


def met(bound):
    """Some order of at most five examples meets the bound, and none goes beyond: ``bound`` gives the slack."""
    slacks = [bound(n0, n1, x) for (n0, n1), kinds in small().items() for _, x in kinds]
    slacks.append(bound(3, 3, naive(((2, 1), (1, 2)))))
    slacks = [slack for slack in slacks if slack is not None]
    assert slacks
    assert min(slacks) >= 0
    return min(slacks) == 0


def delta_losses(n0, n1, x, area, factor):
    least = Fraction(min(n0, n1), n0 + n1)
    return least_losses(least, factor * (1 - x[area]))


BOUNDS = {
    "e/2 <= r": lambda n0, n1, x: x["RLH"] - x["MER"] / 2 if x["MER"] else None,
    "r <= e(1 - e)": lambda n0, n1, x: x["MER"] * (1 - x["MER"]) - x["RLH"] if x["MER"] else None,
    "(1 - K)/4 <= S": lambda n0, n1, x: x[SKEW_OPTIMAL] - (1 - x[K]) / 4 if x[K] < 1 else None,
    "S <= (1 - K^2)/4": lambda n0, n1, x: (1 - x[K] ** 2) / 4 - x[SKEW_OPTIMAL] if 0 < x[K] < 1 else None,
    "5/8 e <= l": lambda n0, n1, x: x[BETA_OPTIMAL] - x["MER"] * Fraction(5, 8) if x["MER"] else None,
    "r + r^2 <= l": lambda n0, n1, x: x[BETA_OPTIMAL] - x["RLH"] - x["RLH"] ** 2 if x["RLH"] else None,
    "l <= most": lambda n0, n1, x: most_beta(x["RLH"], Fraction(min(n0, n1), n0 + n1)) - x[BETA_OPTIMAL],
    "l <= most where 5/4 r is more": lambda n0, n1, x: (
        most_beta(x["RLH"], Fraction(min(n0, n1), n0 + n1)) - x[BETA_OPTIMAL]
        if 2 * x["RLH"] > Fraction(min(n0, n1), n0 + n1) and x["H"]
        else None
    ),
    "r by AUC": lambda n0, n1, x: x["RLH"] - delta_losses(n0, n1, x, "AUC", 1)[0] if x["AUC"] < 1 else None,
    "l by AUC": lambda n0, n1, x: x[BETA_OPTIMAL] - delta_losses(n0, n1, x, "AUC", 1)[1] if x["AUC"] < 1 else None,
    "l by AUCH": lambda n0, n1, x: x[BETA_OPTIMAL] - delta_losses(n0, n1, x, "AUCH", 2)[1] if x["H"] % 1 else None,
    "2 wmin S <= r": lambda n0, n1, x: (
        x["RLH"] - 2 * x[SKEW_OPTIMAL] * Fraction(min(n0, n1), n0 + n1) if x["RLH"] else None
    ),
    "wmin (1 - K) <= MER": lambda n0, n1, x: (
        x["MER"] - (1 - x[K]) * Fraction(min(n0, n1), n0 + n1) if x["MER"] and n0 != n1 else None
    ),
    "MER <= wmax (1 - K)": lambda n0, n1, x: (
        (1 - x[K]) * Fraction(max(n0, n1), n0 + n1) - x["MER"] if x["MER"] else None
    ),
    "K <= AUC": lambda n0, n1, x: x["AUC"] - x[K] if 0 < x["AUC"] < 1 else None,
    "(1 + K)/2 <= AUCH": lambda n0, n1, x: x["AUCH"] - (1 + x[K]) / 2 if 0 < x[K] < 1 else None,
    "AUCH <= 1 - (1 - K)^2/2": lambda n0, n1, x: 1 - (1 - x[K]) ** 2 / 2 - x["AUCH"] if 0 < x[K] < 1 else None,
    "MER^2 <= 2 pi0 pi1 (1 - AUCH)": lambda n0, n1, x: (
        2 * Fraction(n0 * n1, (n0 + n1) ** 2) * (1 - x["AUCH"]) - x["MER"] ** 2 if x[K] and x["MER"] else None
    ),
    "E by AUC": lambda n0, n1, x: min(
        (HALF - r.rate) ** 2 + 1 - x["AUC"] - x[r.name] ** 2 for r in RATES if r.skew and r.rate > 0
    ),
    "E by AUC from below": lambda n0, n1, x: min(
        (HALF - r.rate) ** 2 + x["AUC"] - (1 - x[r.name]) ** 2 for r in RATES if r.skew and r.rate > 0
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_met_by_some_order(name):
    assert met(BOUNDS[name])


@pytest.mark.parametrize("sizes", [(2, 2), (3, 2), (1, 4)])
def test_verdicts_on_figures_of_the_order_agree_with_every_weak_order(sizes):
    chance = random.Random(repr(sizes))
    names = ["AUC", "KS", "MER", "H", "AUCH", SKEW_OPTIMAL, RATES[2].name, RATES[5].name]
    kinds = small()[sizes]
    own = ClassSizes(*sizes)
    verdicts = set()
    for _ in range(30):
        asked = {}
        for name in chance.sample(names, chance.randint(2, 3)):
            asked[name] = Printed(as_printed(chance.choice(kinds)[1][name], Printed(chance.choice(["0.0", "0.00"]))))
        fits = [order for order, figures in kinds if all(x.allows(figures[name]) for name, x in asked.items())]
        wanted = [
            Figure(name, node, own.form(node), x, x.values)
            for name, x in asked.items()
            for node in [parse_expression(name)]
        ]
        assert not any(order in Exclusion(Knowledge(own, {}), False, wanted) for order in fits)
        found = decide_scores(asked, *sizes, seconds=20)
        assert found.verdict == ("consistent" if fits else "inconsistent"), asked
        verdicts.add((found.verdict, found.rests_on))
    assert len(verdicts) == 3
