"""What figures say of the class proportion, for any sizes and for a number of examples, against plain loops."""

import random
from fractions import Fraction

import pytest

from tests.feasible.test_feasible_scores import FIGURES, printed, random_sample, text_of
from workbench.feasible.any_sizes import Shares, open_shares, share_form, spread
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.propagation import gathered
from workbench.feasible.score_sizes import scan_sizes
from workbench.feasible.scores import ruled_out
from workbench.language.statements import parse_expression
from workbench.limits import SECOND, Work
from workbench.losses.exact import value
from workbench.numbers.piecewise import evaluate, polynomial
from workbench.numbers.printed import Printed

WORKED = printed({"AUC": "0.79", "BS": "0.33", "loss(rate_driven)": "0.188"})
MORE = ["loss(rate_fixed(3/10), cost=beta(2, 3))", "AUC*pi0*pi1 - BS*pi1", "-MAE/3 + pi0", "BS - RL", "h_measure(2, 2)"]


@pytest.mark.parametrize("text", [*FIGURES, *MORE])
def test_the_form_for_any_proportion_is_that_of_every_class_sizes(text):
    expression = parse_expression(text)
    form = share_form(expression)
    if form is None:
        pytest.skip("no polynomial")
    for n0, n1 in ((1, 1), (1, 2), (7, 3), (2, 19), (31, 30)):
        sizes = ClassSizes(n0, n1)
        plain = gathered(sizes.form(expression), sizes.pi0)
        found = {name: evaluate(p, sizes.pi0) for name, p in form.terms.items()}
        if n0 != n1:
            assert {name: x for name, x in found.items() if x} == dict(plain.terms)
            assert evaluate(form.constant, sizes.pi0) == plain.constant
        loose = form.over(Shares(sizes.pi0 * Fraction(1, 2), sizes.pi0))
        assert all(found[name] in loose.terms[name] for name in found)


def test_only_what_depends_on_the_sizes_otherwise_has_no_form():
    none = [text for text in [*FIGURES, *MORE, "AUC*n", "BS/pi0", "h_measure(1, 1)", "KS**2"]
            if share_form(parse_expression(text)) is None]  # fmt: skip
    assert none == ["h_measure(2, 2)", "AUC*n", "BS/pi0", "h_measure(1, 1)", "KS**2"]


@pytest.mark.parametrize("seed", range(20))
def test_a_polynomial_is_enclosed_on_a_range(seed):
    chance = random.Random(seed)
    p = polynomial(*(Fraction(chance.randint(-9, 9), chance.randint(1, 5)) for _ in range(chance.randint(1, 6))))
    low, high = sorted(Fraction(chance.randint(0, 20), 20) for _ in range(2))
    values = [evaluate(p, low + (high - low) * Fraction(i, 50)) for i in range(51)]
    found = spread(p, Shares(low, high))
    assert found.low <= min(values) <= max(values) <= found.high
    assert values[0] in (found.low, found.high) or found.low < values[0] < found.high
    tight = spread(p, Shares(low, low + Fraction(1, 10**6)))
    assert tight.high - tight.low < Fraction(1, 10**3)


def report_of(chance, calibrated):
    sample = random_sample(chance, 12, calibrated)
    figures = {}
    for name in chance.sample(FIGURES, chance.randint(1, 5)):
        x = value(sample, parse_expression(name))
        figures[name] = Printed(text_of(x, chance.randint(2, 5), "half-even", chance), "half-even")
    return sample, figures


@pytest.mark.parametrize("seed", range(4))
def test_the_true_proportion_is_never_excluded(seed):
    chance = random.Random(seed)
    for _ in range(12):
        calibrated = chance.random() < 0.3
        sample, figures = report_of(chance, calibrated)
        found = open_shares(figures, calibrated=calibrated, finest=Fraction(1, 2**9)).pi0
        assert found is not None, figures
        assert found.low <= sample.pi0 <= found.high, figures
        exact = open_shares(figures, calibrated=calibrated, within=Shares(sample.pi0, sample.pi0)).pi0
        assert exact is not None, figures


def test_the_worked_example_confines_the_proportion_without_sizes():
    shares = {name: x for name, x in WORKED.items() if name != "BS"}
    found = open_shares(shares).pi0
    # pi0*pi1*(2*AUC - 1) = 1/3 - loss, from 0.1448 on, where 2*AUC - 1 is 0.59 at most
    product = (Fraction(1, 3) - Fraction("0.1885")) / Fraction("0.59")
    for end, inward in ((found.low, 1), (found.high, -1)):
        assert end * (1 - end) <= product
        inside = end + inward * Fraction(1, 2**12)
        assert inside * (1 - inside) > product
    scanned = scan_sizes(shares, most=3)
    assert (scanned.pi0.low, scanned.pi0.high) == (Fraction("0.4326"), Fraction("0.5673"))


@pytest.mark.parametrize(
    ("values", "violated"),
    [
        ({"AUC": "0.70", "loss(rate_fixed(1/2))": "0.95"}, "loss(rate_fixed(1/2))^2 <= (pi0 - 1/2)^2 + 4*pi0*pi1*"),
        ({"BS": "0.5", "MAE": "0.3"}, "BS <= MAE"),
        ({"AUC": "0.60", "loss(optimal, condition=skew)": "0.02"}, "loss(optimal, condition=skew)"),
        ({"RLH": "0.200", "H": "0.70"}, "H = 1 - loss(optimal, cost=beta(2, 2))/(w + w^2)"),
        ({"KS": "0.5", "AUCH": "0.95"}, "AUCH <= 1 - (1 - max(F0 - F1))^2/2"),
        ({"AUC": "0.70", "loss(rate_driven)": "0.20"}, "loss(rate_driven) is printed as 0.20"),
    ],
)
def test_figures_that_contradict_each_other_for_all_sizes(values, violated):
    found = scan_sizes(printed(values))
    assert found.verdict == "inconsistent"
    assert violated in found.violated
    assert found.because.startswith("no class sizes allow these figures; ")
    for n0, n1 in ((1, 1), (3, 8), (40, 60), (1, 99)):
        assert ruled_out(printed(values), n0, n1) is not None


@pytest.mark.parametrize("n", [7, 24])
@pytest.mark.parametrize("seed", range(3))
def test_the_range_is_that_of_the_pairs_that_the_facts_leave(seed, n):
    chance = random.Random(seed)
    for values in (WORKED, printed({"AUC": "0.50"}), report_of(chance, False)[1]):
        found = scan_sizes(values, n=n, seconds=20)
        left = [a for a in range(1, n) if ruled_out(values, a, n - a) is None]
        if found.pi0 is None:
            assert found.verdict == "inconsistent"
            continue
        assert (found.pi0.low, found.pi0.high) == (Fraction(left[0], n), Fraction(left[-1], n))
        if found.smallest:
            assert found.smallest[0] in left


@pytest.mark.parametrize(
    ("values", "n"),
    [
        ({"AUC": "0.91", "BS": "0.08", "KS": "0.75"}, 200),
        ({"AUC": "0.91", "BS": "0.08", "KS": "0.75"}, 10000),
        ({"AUC": "0.79", "BS": "0.33", "loss(rate_driven)": "0.188"}, 10000),
    ],
)
def test_many_sizes_are_gone_through_quickly(values, n):
    work = Work.of(10.0)
    found = scan_sizes(printed(values), n=n, seconds=work)
    assert found.verdict == "consistent"
    assert sum(found.smallest) == n
    assert work.seconds > 1


def test_the_work_given_is_kept_to_and_nothing_is_claimed_that_was_not_checked():
    work = Work.of(0.05)
    found = scan_sizes(WORKED, n=10000, seconds=work)
    assert found.verdict == "undecided"
    assert work.spent < 0.2 * SECOND
    assert found.pi0.low <= Fraction("0.4327")
    assert found.pi0.high >= Fraction("0.567")


def test_more_examples_are_tried_where_few_do_not_suffice() -> None:
    """A Brier score near 0 with an AUC that is not near 1 needs one class that is rare."""
    found = scan_sizes({"AUC": Printed("0.94"), "BS": Printed("0.00")}, few=24)
    assert found.verdict == "consistent"
    assert found.smallest is not None
    assert min(found.smallest) < 5 < 200 < sum(found.smallest)


def test_a_limit_that_is_set_is_kept() -> None:
    figures = {"AUC": Printed("0.94"), "BS": Printed("0.00")}
    found = scan_sizes(figures, most=24, seconds=1.0)
    assert found.verdict == "undecided"
    assert found.because.startswith("no data set of up to 24 examples")
    assert scan_sizes(figures, few=24, most=1000).verdict == "consistent"
    assert sum(scan_sizes(WORKED, most=20).smallest) <= 20
