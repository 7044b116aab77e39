"""The search for orders: its fast figures are true, its changes keep the examples, and it finds true reports."""

import random
from fractions import Fraction
from math import inf, log1p

import pytest

from tests.feasible.test_feasible_curve import NAMES, RATES, naive, random_order
from tests.feasible.test_feasible_scores import check, random_sample
from workbench.feasible import annealing
from workbench.feasible.annealing import annealed, changed
from workbench.feasible.approximate import distance_of_orders, order_floats
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.orders import number_of_orders, with_scores
from workbench.feasible.propagation import Knowledge
from workbench.feasible.scores import decide_scores
from workbench.feasible.search import Figure
from workbench.language.statements import parse_expression
from workbench.limits import Work
from workbench.losses.exact import value
from workbench.numbers.printed import Printed, as_printed

GROUPS = [
    ["AUC", "KS", "RLH", "MER"],
    ["AUC", "AUCH", "H"],
    ["AUC", "RL", "KS", "BS"],
    ["AUC", "KS", "loss(rate_fixed(1/2))", "loss(optimal, condition=skew)"],
]


def sizes_of(order):
    return tuple(sum(block[k] for block in order) for k in (0, 1))


def as_figure(name, text, sizes):
    expression, wanted = parse_expression(name), Printed(text)
    return Figure(name, expression, sizes.form(expression), wanted, wanted.values)


def test_the_fast_figures_are_the_exact_ones():
    chance = random.Random(0)
    for _ in range(60):
        order = random_order(chance, 12)
        exact = naive(order) | {"RL": value(with_scores(order), parse_expression("RL"))}
        fast = order_floats(order, RATES)
        assert set(fast) == {*NAMES, "RL"}
        for name, x in fast.items():
            assert abs(exact[name] - Fraction(x)) < 1e-12, (order, name)


def test_a_change_keeps_the_examples_and_reaches_every_order():
    chance = random.Random(0)
    order, seen = ((2, 2),), set()
    for _ in range(4000):
        order = changed(order, chance)
        assert sizes_of(order) == (2, 2)
        assert all(a >= 0 and b >= 0 and a + b for a, b in order)
        seen.add(order)
    assert len(seen) == number_of_orders(2, 2)


def test_a_random_order_has_the_sizes_and_about_the_area():
    chance = random.Random(0)
    for auc in (0.1, 0.5, 0.9):
        found = []
        for _ in range(40):
            order = annealing.random_order(ClassSizes(30, 20), auc, chance)
            assert sizes_of(order) == (30, 20)
            found.append(order_floats(order)["AUC"])
        assert abs(sum(found) / 40 - auc) < 0.05


def test_the_distance_is_zero_exactly_where_all_figures_are_as_printed():
    chance = random.Random(0)
    names = ["AUC", "KS", "MER", "H", "loss(rate_fixed(1/4))", "h_measure(3, 1)"]
    fits = 0
    for _ in range(80):
        order = random_order(chance, 6)
        sizes = ClassSizes(*sizes_of(order))
        other = order
        for _ in range(chance.randint(0, 2)):
            other = changed(other, chance)
        figures = []
        for name in chance.sample(names, 3):
            x = value(with_scores(order), parse_expression(name))
            figures.append(as_figure(name, as_printed(x, Printed("0.000")), sizes))
        known = Knowledge(sizes, {x.name: (x.form, x.printed) for x in figures})
        known.settle()
        fit = all(x.printed.allows(value(with_scores(other), x.expression)) for x in figures)
        fits += fit
        assert (distance_of_orders(figures, known, Work(inf))(other) == 0) == fit, (order, other, figures)
    assert 20 < fits < 79


def test_the_walk_ends_when_the_work_is_over():
    steps, work = [], Work(60_000)

    def distance(order):
        steps.append(order)
        work.spend(500)
        return 1.0

    assert not list(annealed(iter([((2, 2),)] * 9), distance, random.Random(0), 50, work))
    assert 110 < len(steps) <= 120


def test_a_figure_that_is_irrational_leads_too():
    sizes = ClassSizes(4, 3)
    figures = [as_figure("loss(rate(c**2))", "0.25", sizes)]
    known = Knowledge(sizes, {x.name: (x.form, x.printed) for x in figures})
    distance = distance_of_orders(figures, known, Work(inf))
    near, far = (((1, 1), (3, 1), (0, 1)), ((0, 3), (4, 0)))
    for order in (near, far):
        x = float(value(with_scores(order), figures[0].expression).mid())
        assert distance(order) >= log1p(max(0.0, abs(x - 0.25) - 0.005) / 0.01)
    assert distance(near) < distance(far)


def test_an_order_on_which_a_figure_has_no_value_is_infinitely_far():
    sizes = ClassSizes(2, 2)
    figures = [as_figure("loss(rate(2*c))", "0.25", sizes)]
    known = Knowledge(sizes, {x.name: (x.form, x.printed) for x in figures})
    assert distance_of_orders(figures, known, Work(inf))(((2, 0), (0, 2))) == inf


@pytest.mark.parametrize("names", GROUPS)
def test_true_reports_on_orders_are_found(names):
    chance = random.Random(repr(names))
    undecided = 0
    for _ in range(5):
        sample = random_sample(chance, 20)
        figures = {name: Printed(as_printed(value(sample, parse_expression(name)), Printed("0.000"))) for name in names}
        found = decide_scores(figures, sample.n0, sample.n1, seconds=4)
        assert found.verdict != "inconsistent"
        check(found, figures, sample.n0, sample.n1)
        undecided += found.verdict == "undecided"
    assert undecided <= 1
