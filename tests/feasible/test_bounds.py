"""The proven bounds between figures: that none is broken, and that none could be sharper where it is said to be sharp.

Every weak order of a few examples is gone through; on each, the scores that are best for a mixture of two figures are
found by isotonic regression with the min-max formula, in exact fractions.
"""

import random
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, product

import pytest

from workbench.feasible.bounds import BrierBound, errors, least_brier, least_brier_finite
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.orders import all_orders

HALF = Fraction(1, 2)
PRICES = [Fraction(x) for x in ("-5", "-5/2", "-3/2", "-11/10", "-9/10", "-1/2", "0", "1/5", "1", "4")]


def sizes_up_to(examples):
    return [(n0, n - n0) for n in range(2, examples + 1) for n0 in range(1, n)]


def weights_of(n0, n1):
    return (Fraction(n0, n0 + n1), HALF, Fraction(1, 7), Fraction(49, 50))


def pairs_of(order):
    """The misordered pairs and the tied pairs."""
    blocks = list(enumerate(order))
    tied = sum(a * b for a, b in order)
    return sum(a * b for (i, (a, _)), (j, (_, b)) in product(blocks, blocks) if j < i), tied


def misordered(order):
    wrong, tied = pairs_of(order)
    return wrong + Fraction(tied, 2)


def cuts(order):
    """Misses and alarms below, between and above the blocks."""
    return [(sum(a for a, _ in order[i:]), sum(b for _, b in order[:i])) for i in range(len(order) + 1)]


def best_scores(order, price0, price1, linear=Fraction(0)):
    """Ascending scores in [0, 1] with the least ``price0 sum (u^2 + linear u) + price1 sum (v^2 + linear v)``."""
    mass = [a * price0 + b * price1 for a, b in order]
    target = [
        (a * price0 * -linear / 2 + b * price1 * (1 + linear / 2)) / m for (a, b), m in zip(order, mass, strict=True)
    ]
    sums = list(accumulate((m * x for m, x in zip(mass, target, strict=True)), initial=Fraction(0)))
    masses = list(accumulate(mass, initial=Fraction(0)))
    last = len(order)

    def mean(i, j):
        return (sums[j] - sums[i]) / (masses[j] - masses[i])

    levels = [max(min(mean(i, j) for j in range(k + 1, last + 1)) for i in range(k + 1)) for k in range(last)]
    return [min(max(x, Fraction(0)), Fraction(1)) for x in levels]


def brier_and_absolute(order, levels, weight0):
    """The weighted Brier score and mean absolute error of these scores, one a block."""
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    price0, price1 = weight0 / n0, (1 - weight0) / n1
    blocks = list(zip(order, levels, strict=True))
    brier = sum(a * price0 * x**2 + b * price1 * (1 - x) ** 2 for (a, b), x in blocks)
    return brier, sum(a * price0 * x + b * price1 * (1 - x) for (a, b), x in blocks)


def least_on(order, weight0):
    """The least weighted Brier score on an order."""
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    levels = best_scores(order, weight0 / n0, (1 - weight0) / n1)
    return brier_and_absolute(order, levels, weight0)[0]


def hull(order):
    """The blocks of the ROC convex hull: pooled where the scores with the least Brier score are equal."""
    pooled = {}
    for (a, b), x in zip(order, best_scores(order, Fraction(1), Fraction(1)), strict=True):
        before = pooled.get(x, (0, 0))
        pooled[x] = (before[0] + a, before[1] + b)
    return tuple(pooled.values())


def spread(blocks):
    """The mean of p(1 - p) over the examples, ``p`` the share of class 1 in a block."""
    return sum(Fraction(a * b, a + b) for a, b in blocks) / sum(a + b for a, b in blocks)


def one_mixed_block(n0, n1, m0, m1):
    """All ``m0 m1`` pairs misordered, the other examples where they belong."""
    return tuple(block for block in ((n0 - m0, 0), (0, m1), (m0, 0), (0, n1 - m1)) if any(block))


@lru_cache
def least_by_pairs(n0, n1, weight0):
    """The least weighted Brier score for every ``2D`` that occurs."""
    found = {}
    for order in all_orders(n0, n1):
        twice = 2 * misordered(order)
        found[twice] = min(found.get(twice, 2), least_on(order, weight0))
    return found


# --- the least Brier score --------------------------------------------------------------------------------


def least_brier_scores_are_bounded(n0, n1):
    for weight0 in weights_of(n0, n1):
        found = least_by_pairs(n0, n1, weight0)
        for twice, least in found.items():
            auc = 1 - Fraction(-(-twice // 2), n0 * n1)
            assert least_brier(weight0, auc) <= least_brier_finite(ClassSizes(n0, n1), weight0, twice) <= least
        # equal where one mixed block has all of the class of more weight
        whole, part = (n0, n1) if weight0 >= HALF else (n1, n0)
        for other in range(1, part + 1):
            assert least_brier(weight0, 1 - Fraction(other, part)) == found[2 * whole * other]
        if weight0 == Fraction(n0, n0 + n1):
            for twice in range(2 * max(n0, n1) + 1):
                assert least_brier_finite(ClassSizes(n0, n1), weight0, twice) == found[twice]


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(6))
def test_no_brier_score_is_less_than_the_bounds(n0, n1):
    least_brier_scores_are_bounded(n0, n1)


@pytest.mark.slow
@pytest.mark.parametrize(("n0", "n1"), [x for x in sizes_up_to(8) if sum(x) > 6])
def test_no_brier_score_of_up_to_eight_examples_is_less_than_the_bounds(n0, n1):
    least_brier_scores_are_bounded(n0, n1)


def random_blocks(chance, n0, n1):
    """An order with few hull blocks, everything misordered inside each."""
    first, second = ([0, *sorted(chance.randint(0, n) for _ in range(3)), n] for n in (n0, n1))
    found = []
    for i in range(4):
        found += [(0, second[i + 1] - second[i]), (first[i + 1] - first[i], 0)]
    return tuple(block for block in found if any(block))


@pytest.mark.parametrize("seed", range(4))
def test_the_bounds_hold_for_larger_samples(seed):
    chance = random.Random(seed)
    for _ in range(150):
        n0, n1 = (chance.choice((1, 2, 3, 10, 40, 300)) for _ in range(2))
        order = random_blocks(chance, n0, n1)
        wrong, tied = pairs_of(order)
        for weight0 in weights_of(n0, n1):
            finite = least_brier_finite(ClassSizes(n0, n1), weight0, 2 * wrong + tied)
            assert least_brier(weight0, 1 - Fraction(wrong + tied, n0 * n1)) <= finite <= least_on(order, weight0)


def half_whole_minimum(n0, n1, mass0, mass1, pairs):
    """The least cost of one or two blocks, whole in class 1, by all ways to have that many pairs."""

    def cost(a, b):
        return a * mass0 * b * mass1 / (a * mass0 + b * mass1)

    found = [cost(Fraction(pairs, b), b) for b in range(1, n1 + 1) if n0 * b >= pairs]
    for first, second in product(range(1, n1), repeat=2):
        a = Fraction(n0 * (first + second) - pairs, second)
        if first + second <= n1 and 0 < a < n0 and first * (n0 - a) <= second * a:
            found.append(cost(a, first) + cost(n0 - a, second))
    return min(found)


@pytest.mark.parametrize(("n0", "n1"), [(1, 4), (4, 4), (7, 3), (3, 8), (9, 7)])
def test_the_finite_bound_is_the_best_of_its_parts(n0, n1):
    for weight0 in weights_of(n0, n1):
        mass0, mass1 = weight0 / n0, (1 - weight0) / n1
        before = Fraction(0)
        for pairs in range(1, n0 * n1 + 1):
            thin = [2 * mass0 * mass1 / (mass0 + mass1)]
            for limit, one, other in ((n0, mass0, mass1), (n1, mass1, mass0)):
                if pairs <= limit:
                    thin.append(pairs * one * other / (pairs * one + other))
            ends = (half_whole_minimum(n0, n1, mass0, mass1, pairs), half_whole_minimum(n1, n0, mass1, mass0, pairs))
            found = least_brier_finite(ClassSizes(n0, n1), weight0, 2 * pairs)
            assert found == max(min(thin), *ends) >= before
            before = found


def test_two_mixed_blocks_can_be_better_than_one():
    order = ((0, 1), (7, 0), (0, 1), (1, 0))
    assert misordered(order) == 9
    one = min(Fraction(a * b, a + b) for a, b in product(range(1, 9), (1, 2)) if a * b >= 9)
    assert 10 * least_on(order, Fraction(4, 5)) == Fraction(11, 8) < one
    assert 10 * least_brier_finite(ClassSizes(8, 2), Fraction(4, 5), 18) == Fraction(11, 8)


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(7))
def test_the_brier_scores_for_given_pairs_are_an_interval_that_moves_up(n0, n1):
    pi0 = Fraction(n0, n0 + n1)
    lows, highs = least_by_pairs(n0, n1, pi0), {}
    for order in all_orders(n0, n1):
        twice = 2 * misordered(order)
        most = Fraction(max(map(sum, cuts(order))), n0 + n1)
        assert least_on(order, pi0) <= pi0 * (1 - pi0) < max(pi0, 1 - pi0) <= most
        highs[twice] = max(highs.get(twice, 0), most)
    for ends in (lows, highs):
        assert set(ends) == set(range(2 * n0 * n1 + 1))
        assert all(ends[twice] <= ends[twice + 1] for twice in range(2 * n0 * n1))
    for twice, high in highs.items():
        assert errors(ClassSizes(n0, n1), pi0, twice, twice)[1] == high


# --- Brier score and mean absolute error --------------------------------------------------------------------


def check_joint(order, weights, prices):
    """On the scores with the least ``BS + price MAE``; returns the bounds that are met with equality."""
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    wrong, tied = pairs_of(order)
    high_auc, low_auc = 1 - Fraction(wrong + tied, n0 * n1), 1 - Fraction(wrong, n0 * n1)
    twice, sizes = 2 * wrong + tied, ClassSizes(n0, n1)
    met = []
    for weight0, price in product(weights, prices):
        known = [least_brier_finite(sizes, weight0, x) for x in (twice, 2 * n0 * n1 - twice)]
        levels = best_scores(order, weight0 / n0, (1 - weight0) / n1, price)
        brier, absolute = brier_and_absolute(order, levels, weight0)
        plain, sharper = BrierBound(weight0, low_auc, high_auc), BrierBound(weight0, low_auc, high_auc, *known)
        assert plain.at(absolute) <= sharper.at(absolute) <= brier
        wide = BrierBound(weight0, low_auc * Fraction(9, 10), (9 + high_auc) / 10)
        assert wide.at(absolute) <= plain.at(absolute)
        if price == prices[-1]:
            least, most = sharper.absolute(brier)
            assert least <= absolute <= most
        met.append(plain.at(absolute) == brier)
    return met


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(5))
def test_brier_score_and_absolute_error_on_every_order(n0, n1):
    for order in all_orders(n0, n1):
        check_joint(order, weights_of(n0, n1)[1:] if n0 == n1 else weights_of(n0, n1)[:2], PRICES[::2])


@pytest.mark.slow
@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(6))
def test_brier_score_and_absolute_error_on_every_order_at_more_places(n0, n1):
    for order in all_orders(n0, n1):
        check_joint(order, weights_of(n0, n1), PRICES)


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (3, 2), (2, 5), (6, 6), (1, 9)])
def test_the_bound_with_the_absolute_error_is_met(n0, n1):
    for weight0 in weights_of(n0, n1):
        for other in range(1, (n1 if weight0 >= HALF else n0) + 1):
            m0, m1 = (n0, other) if weight0 >= HALF else (other, n1)
            order = one_mixed_block(n0, n1, m0, m1)
            assert all(check_joint(order, [weight0], [x for x in PRICES if x > -1]))
            assert all(check_joint(order[::-1], [weight0], [x for x in PRICES if x < -1]))


def test_the_inequality_that_is_told_has_the_value_of_the_bound():
    for weight0, auc, known in product(
        weights_of(4, 5), (Fraction(1, 3), Fraction(4, 5)), (Fraction(0), Fraction(1, 8))
    ):
        for tenths in range(1, 20):
            x = Fraction(tenths, 20)
            bound = BrierBound(weight0, auc, auc, known)
            told, share = (bound, 1 - auc) if x <= HALF else (bound.reversed, auc)
            m = max(weight0, 1 - weight0)
            b = (1 - m) * share
            left, right = bound.inequality(x).replace("^", "**").split(" >= ")
            values = {"BS": bound.at(x), "MAE": x, "h": m * b / (m + b) if "b" in right else told.least, "m": m, "b": b}
            assert eval(left, {}, values) == eval(right, {}, values)


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(6))
def test_the_refinement_loss_of_the_hull_bounds_the_brier_score_together_with_the_absolute_error(n0, n1):
    pi0 = Fraction(n0, n0 + n1)
    for order in all_orders(n0, n1):
        least = least_on(order, pi0)
        assert least == spread(hull(order))
        for price in (x for x in PRICES if 4 * least < 1):
            levels = best_scores(order, Fraction(1), Fraction(1), price)
            brier, absolute = brier_and_absolute(order, levels, pi0)
            if absolute <= HALF:
                bound = least + (absolute - 2 * least) ** 2 / (1 - 4 * least)
                assert bound <= brier
                assert BrierBound(pi0, Fraction(0), Fraction(1), least).at(absolute) == bound
            if -1 < price <= 0:
                assert bound == brier


# --- the order alone --------------------------------------------------------------------------------------------


def refinement_limit(n0, n1, auc):
    product_of_shares = Fraction(n0 * n1, (n0 + n1) ** 2)
    return product_of_shares - 3 * (product_of_shares * (2 * auc - 1)) ** 2


def check_order(order):
    n0, n1 = (sum(block[k] for block in order) for k in (0, 1))
    pi0, pairs = Fraction(n0, n0 + n1), n0 * n1
    wrong = misordered(order)
    auc, blocks = 1 - wrong / pairs, hull(order)
    auch, refinement, hull_loss = 1 - misordered(blocks) / pairs, spread(order), spread(blocks)
    assert max(auc, HALF) <= auch <= (1 + auc) / 2
    assert refinement <= refinement_limit(n0, n1, auc)
    assert refinement <= hull_loss <= refinement_limit(n0, n1, auch)
    assert least_brier(pi0, 2 * auch - 1) <= hull_loss
    fewest = min(map(sum, cuts(order)))
    assert hull_loss <= Fraction(fewest, n0 + n1) <= 2 * hull_loss
    assert fewest**2 <= 2 * wrong
    farthest = max(abs(1 - Fraction(misses, n0) - Fraction(alarms, n1)) for misses, alarms in cuts(order))
    assert farthest <= max(auc, 1 - auc)
    assert (1 - farthest) ** 2 <= 2 * min(auc, 1 - auc)


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(7))
def test_figures_of_every_order(n0, n1):
    for order in all_orders(n0, n1):
        check_order(order)


@pytest.mark.slow
@pytest.mark.parametrize(("n0", "n1"), [x for x in sizes_up_to(8) if sum(x) > 7])
def test_figures_of_every_order_of_eight_examples(n0, n1):
    for order in all_orders(n0, n1):
        check_order(order)


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (4, 4), (7, 2), (3, 9)])
def test_the_limits_of_figures_of_an_order_are_met(n0, n1):
    pi0, pairs = Fraction(n0, n0 + n1), n0 * n1
    inverted = ((0, n1), (n0, 0))
    assert hull(inverted) == ((n0, n1),)
    for fewest in range(1, min(n0, n1) + 1):
        order = ((n0 - fewest, 0), (fewest, fewest), (0, n1 - fewest))
        assert min(map(sum, cuts(order))) ** 2 == 2 * misordered(order)
    for other in range(1, min(n0, n1) + 1):
        tied = ((0, 0), (n0, other), (0, n1 - other)) if n0 >= n1 else ((n0 - other, 0), (other, n1), (0, 0))
        blocks = tuple(block for block in tied if any(block))
        assert hull(blocks) == blocks
        assert least_brier(pi0, 1 - 2 * misordered(blocks) / pairs) == spread(blocks)
    for below in range(n0 + 1):
        order = tuple(block for block in ((below, 0), (0, n1), (n0 - below, 0)) if any(block))
        farthest = max(abs(1 - Fraction(misses, n0) - Fraction(alarms, n1)) for misses, alarms in cuts(order))
        auc = 1 - misordered(order) / pairs
        assert farthest == max(auc, 1 - auc)
    if n0 == n1:
        for tie in range(1, n0):
            order = ((n0 - tie, 0), (tie, tie), (0, n1 - tie))
            assert (1 - Fraction(n0 - tie, n0)) ** 2 == 2 * misordered(order) / pairs


def test_the_limit_of_the_refinement_loss_is_nearly_met():
    for top in (20, 60):
        blocks = tuple((2 * top - 2 * i - 1, 2 * i + 1) for i in range(top))
        n = 2 * top**2
        for order in (blocks, blocks[::-1]):
            limit = refinement_limit(n // 2, n // 2, 1 - misordered(order) / (n // 2) ** 2)
            assert limit * Fraction(99, 100) < spread(order) <= limit


# --- scores at 0 and 1 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(5))
def test_errors_limit_brier_score_and_absolute_error(n0, n1):
    chance = random.Random(n0 * 10 + n1)
    for order in all_orders(n0, n1):
        twice = 2 * misordered(order)
        for weight0 in weights_of(n0, n1):
            least, most = errors(ClassSizes(n0, n1), weight0, twice, twice)
            levels = sorted(Fraction(chance.randint(0, 4), 4) for _ in order)
            brier, absolute = brier_and_absolute(order, levels, weight0)
            assert brier <= most
            assert least <= absolute <= most
            steps = [[Fraction(0)] * i + [Fraction(1)] * (len(order) - i) for i in range(len(order) + 1)]
            rates = [weight0 * misses / n0 + (1 - weight0) * alarms / n1 for misses, alarms in cuts(order)]
            assert [brier_and_absolute(order, x, weight0) for x in steps] == [(rate, rate) for rate in rates]


@pytest.mark.parametrize(("n0", "n1"), [(2, 2), (3, 1), (1, 4)])
def test_errors_over_a_range_of_pairs_are_the_extremes_of_its_members(n0, n1):
    for weight0 in weights_of(n0, n1):
        single = [errors(ClassSizes(n0, n1), weight0, x, x) for x in range(2 * n0 * n1 + 1)]
        for low, high in combinations(range(2 * n0 * n1 + 1), 2):
            inside = single[low : high + 1]
            ends = min(x for x, _ in inside), max(x for _, x in inside)
            assert errors(ClassSizes(n0, n1), weight0, low, high) == ends
