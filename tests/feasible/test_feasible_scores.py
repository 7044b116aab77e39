"""What printed figures of scores can mean together, against plain loops over every weak order and random data."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from workbench.errors import InputError
from workbench.feasible.any_sizes import open_shares
from workbench.feasible.bounds import (
    BrierBound,
    errors,
    least_brier,
    least_precision,
    least_precision_at,
    least_precision_of_share,
    root_above,
)
from workbench.feasible.enumeration import Exclusion
from workbench.feasible.intervals import Contradiction
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.orders import (
    all_orders,
    around_cut,
    misordering,
    number_of_orders,
    twice_misordered,
    with_scores,
)
from workbench.feasible.propagation import Knowledge
from workbench.feasible.score_sizes import scan_sizes
from workbench.feasible.scores import decide_scores, ruled_out
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.printed import ROUNDINGS, Printed, as_printed
from workbench.samples.sample import Sample

HALF = Fraction(1, 2)
WORKED = {"AUC": Printed("0.79"), "BS": Printed("0.33"), "loss(rate_driven)": Printed("0.188")}
BASIC = ["AUC", "BS", "MAE", "loss(rate_driven)", "loss(rate_uniform)"]
FIGURES = [
    *BASIC,
    *("AUCH", "GINI", "BS0", "BS1", "MBS", "MAE0", "MAE1", "MMAE", "RL", "CL", "RLH", "H", "KS", "MER"),
    *("loss(rate_driven, condition=skew)", "loss(rate_uniform, cost=beta(2, 3))", "loss(score_driven)"),
    *("loss(score_uniform)", "loss(score_uniform, condition=skew)", "loss(score_fixed(1/2))", "loss(optimal)"),
    *("error(1/3)", "macro_error(1/2)", "MAE - BS", "loss(mix(1/3, rate_driven, score_driven))", "2*AUC*pi0"),
    *("loss(rate_driven, cost=beta(2, 3))", "loss(rate_fixed(1/3))", "loss(optimal, condition=skew)"),
    *("loss(rate_fixed(2/3), cost=beta(1, 3))", "loss(rate_fixed(1/4), cost=point(1/5), condition=skew)"),
    *("loss(optimal, cost=beta(2, 2))", "loss(mix(1/3, optimal, rate_fixed(1/4)), condition=skew)"),
]


def printed(values):
    return {name: Printed(text) for name, text in values.items()}


def sizes_up_to(most):
    return list(product(range(1, most + 1), repeat=2))


def random_sample(chance, most, calibrated=False):
    """Scores on a coarse grid, with ties, of classifiers from inverted to perfect."""
    classes = [0] * chance.randint(1, most) + [1] * chance.randint(1, most)
    grid, draws, direction = (
        chance.choice([1, 2, 3, 4, 7, 10, 1000]),
        chance.choice([1, 1, 2, 3, 6]),
        chance.random() < 0.8,
    )
    scores = []
    for y in classes:
        drawn = [chance.randint(0, grid) for _ in range(draws)]
        scores.append(Fraction((max if (y == 1) == direction else min)(drawn), grid))
    if calibrated:
        groups = {x: [y for y, s in zip(classes, scores, strict=True) if s == x] for x in set(scores)}
        scores = [Fraction(sum(groups[x]), len(groups[x])) for x in scores]
    return Sample.of(classes, scores)


def misordered(low, high):
    """Pairs with an example of class 1 scored below one of class 0, ties by half."""
    return sum((Fraction(a > b) + Fraction(a == b) / 2 for a in low for b in high), Fraction(0))


def text_of(x, digits, rounding, chance):
    """The number as it is printed."""
    size = abs(x) * 10**digits
    one = chance.choice(["half", "half-even", "half-up", "down", "up"]) if rounding == "any" else rounding
    rounded = {
        "half": chance.choice([math.floor(size + HALF), math.ceil(size - HALF)]),
        "half-even": round(size),
        "half-up": math.floor(size + HALF),
        "down": math.floor(size),
        "up": math.ceil(size),
    }[one]
    digits_text = f"{rounded:0{digits + 1}d}"
    return f"{'-' * (x < 0)}{digits_text[:-digits]}.{digits_text[-digits:]}"


# --- orders and bounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("n0", "n1"), sizes_up_to(4))
def test_every_number_of_misordered_pairs_and_every_cut_that_it_allows_occur(n0, n1):
    cuts = {}
    orders = list(all_orders(n0, n1))
    assert len(set(orders)) == len(orders) == number_of_orders(n0, n1)
    for order in orders:
        levels = [(i, a, b) for i, (a, b) in enumerate(order)]
        low = [i for i, a, _ in levels for _ in range(a)]
        high = [i for i, _, b in levels for _ in range(b)]
        assert twice_misordered(order) == 2 * misordered(low, high)
        for i in range(-1, len(order)):
            cuts.setdefault(twice_misordered(order), set()).add((sum(x > i for x in low), sum(x <= i for x in high)))
    assert set(cuts) == set(range(2 * n0 * n1 + 1))
    for twice, allowed in cuts.items():
        assert twice_misordered(misordering(n0, n1, twice)) == twice
        for weight in (Fraction(n0, n0 + n1), HALF, Fraction(1, 7)):
            rates = [weight * i / n0 + (1 - weight) * j / n1 for i, j in allowed]
            assert errors(ClassSizes(n0, n1), weight, twice, twice) == (min(rates), max(rates))
        for cut in product(range(n0 + 1), range(n1 + 1)):
            parts = around_cut(n0, n1, *cut, twice)
            assert (parts is not None) == (cut in allowed)
            if parts:
                assert twice_misordered(parts[0] + parts[1]) == twice
                assert (sum(a for a, _ in parts[1]), sum(b for _, b in parts[0])) == cut


@pytest.mark.parametrize("seed", range(3))
def test_the_bound_of_brier_score_and_mean_absolute_error_holds(seed):
    chance = random.Random(seed)
    for _ in range(400):
        sample = random_sample(chance, 6)
        auc = value(sample, parse_expression("AUC"))
        for weight in (sample.pi0, HALF, Fraction(1, 5)):
            brier, absolute = (
                weight * value(sample, parse_expression(f"{x}0"))
                + (1 - weight) * value(sample, parse_expression(f"{x}1"))
                for x in ("BS", "MAE")
            )
            bound = BrierBound(weight, auc, auc)
            assert bound.at(absolute) <= brier
            least, most = bound.absolute(brier)
            assert least <= absolute <= most


@pytest.mark.parametrize(("n0", "n1", "mixed"), [(4, 3, 2), (5, 5, 1), (6, 2, 1), (3, 1, 1)])
def test_the_bound_of_brier_score_and_mean_absolute_error_is_met(n0, n1, mixed):
    pi0, auc = Fraction(n0, n0 + n1), 1 - Fraction(mixed, n1)
    bound = BrierBound(pi0, auc, auc)
    together = Fraction(mixed, n0 + mixed)
    shifted = [((1 - 2 * m) * together + m, 1 - m) for m in (Fraction(0), Fraction(1, 7), Fraction(2, 5))]
    for x, rest in [*shifted, (together / 2, 1), (Fraction(0), 1), (together * Fraction(9, 10), 1)]:
        brier = (n0 * x**2 + mixed * (1 - x) ** 2 + (n1 - mixed) * (1 - rest) ** 2) / (n0 + n1)
        absolute = (n0 * x + mixed * (1 - x) + (n1 - mixed) * (1 - rest)) / (n0 + n1)
        assert bound.at(absolute) == brier


def test_the_least_brier_score_is_attained_by_one_mixed_block():
    for n0, n1 in ((4, 3), (3, 5), (6, 2)):
        for mixed in range(1, min(n0, n1) + 1):
            m0, m1 = (n0, mixed) if n0 >= n1 else (mixed, n1)
            auc = 1 - Fraction(m0 * m1, n0 * n1)
            assert least_brier(Fraction(n0, n0 + n1), auc) == Fraction(m0 * m1, (m0 + m1) * (n0 + n1))


def test_a_root_from_above():
    for x in (Fraction(0), Fraction(2), Fraction(1, 9), Fraction(10**6)):
        assert x <= root_above(x) ** 2 <= x + Fraction(1, 10**5)


@pytest.mark.parametrize("text", [*FIGURES, "h_measure(1, 1)", "h_measure(2, 2)"])
def test_a_linear_form_has_the_value_of_its_figure(text):
    chance = random.Random(text)
    expression = parse_expression(text)
    for _ in range(6):
        sample = random_sample(chance, 5)
        form = ClassSizes(sample.n0, sample.n1).form(expression)
        values = {name: value(sample, parse_expression(name)) for name in form.terms}
        assert form.at(values) == value(sample, expression)


# --- verdicts ----------------------------------------------------------------------------------------------


def check(found, figures, n0, n1, calibrated=False):
    """A verdict that says consistent has a witness, and plain loops find its figures as printed."""
    if found.verdict != "consistent":
        assert found.witness is None
        assert (found.violated is not None) == (found.verdict == "inconsistent")
        return
    sample = found.witness
    low = [s for s, a in zip(sample.scores, sample.counts0, strict=True) for _ in range(a)]
    high = [s for s, b in zip(sample.scores, sample.counts1, strict=True) for _ in range(b)]
    assert (len(low), len(high)) == (n0, n1)
    assert all(0 <= s <= 1 for s in low + high)
    auc = 1 - misordered(low, high) / (n0 * n1)
    plain = {
        "AUC": auc,
        "GINI": 2 * auc - 1,
        "BS": (sum(s**2 for s in low) + sum((1 - s) ** 2 for s in high)) / Fraction(n0 + n1),
        "MAE": (sum(low) + sum(1 - s for s in high)) / Fraction(n0 + n1),
        "BS0": sum(s**2 for s in low) / Fraction(n0),
        "MAE1": sum(1 - s for s in high) / Fraction(n1),
        "loss(rate_driven)": Fraction(n0 * n1, (n0 + n1) ** 2) * (1 - 2 * auc) + Fraction(1, 3),
        "loss(rate_uniform)": Fraction(n0 * n1, (n0 + n1) ** 2) * (1 - 2 * auc) + HALF,
        "loss(score_fixed(1/2))": Fraction(sum(s > HALF for s in low) + sum(s <= HALF for s in high), n0 + n1),
    }
    for name, figure in figures.items():
        assert figure.allows(found.computed[name])
        if name in plain:
            assert found.computed[name] == plain[name]
    if calibrated:
        for s in set(low + high):
            assert s == Fraction(high.count(s), high.count(s) + low.count(s))


def test_the_worked_example():
    found = decide_scores(WORKED, 6, 6)
    check(found, WORKED, 6, 6)
    assert found.computed["AUC"] == Fraction(19, 24)
    for n0, n1 in ((50, 50), (45, 55)):
        check(decide_scores(WORKED, n0, n1, seconds=20), WORKED, n0, n1)
    large = decide_scores(WORKED, 5000, 5000, seconds=20)
    assert large.verdict == "consistent"
    assert len(large.witness.scores) < 20
    for n0, n1 in ((5, 6), (20, 80)):
        assert decide_scores(WORKED, n0, n1).verdict == "inconsistent"
    assert decide_scores(WORKED, 50, 50, calibrated=True).verdict == "inconsistent"


def test_the_sizes_of_the_worked_example():
    found = scan_sizes(WORKED, most=14)
    assert found.verdict == "consistent"
    assert found.smallest == (6, 6)
    shares = {name: WORKED[name] for name in ("AUC", "loss(rate_driven)")}
    found = scan_sizes(shares, n=1000)
    assert (found.pi0.low, found.pi0.high) == (Fraction(433, 1000), Fraction(567, 1000))
    assert scan_sizes(shares, n=1000, n1=300).verdict == "inconsistent"
    assert scan_sizes(WORKED, n=11).verdict == "inconsistent"
    beyond = scan_sizes(WORKED, few=5)
    assert beyond.verdict == "consistent"
    assert sum(beyond.smallest) >= 12


@pytest.mark.parametrize(
    ("values", "n0", "n1", "violated"),
    [
        ({"AUC": "0.79", "BS": "0.05"}, 50, 50, "BS >= pi0*pi1*(1 - AUC)"),
        ({"BS": "0.5", "MAE": "0.3"}, 50, 50, "BS <= MAE"),
        ({"BS": "0.1", "MAE": "0.5"}, 50, 50, "BS >= h + (MAE - 2*h)^2/(1 - 4*h)"),
        ({"AUC": "0.81"}, 2, 2, "AUC is a multiple of 1/(2*n0*n1) = 1/8"),
        ({"AUC": "0.90", "GINI": "0.70"}, 500, 500, "AUC is printed as 0.90 and GINI is printed as 0.70"),
        ({"AUC": "0.8", "AUCH": "0.95"}, 50, 50, "AUCH <= (1 + AUC)/2"),
        ({"AUC": "0.80", "KS": "0.90"}, 50, 50, "KS <= max(AUC, 1 - AUC)"),
        ({"AUC": "0.99", "MER": "0.3"}, 50, 50, "(n*MER)^2 <= 2*D"),
        ({"AUC": "0.9", "RL": "0.24"}, 50, 50, "RL <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))^2"),
        ({"MBS": "0.01", "AUC": "0.6"}, 10, 90, "MBS >= 1/2*1/2*(1 - AUC)"),
        ({"BS": "0.20", "CL": "0.10", "RL": "0.20"}, 50, 50, "BS = CL + RL"),
        ({"error(1/2)": "0.50", "BS": "0.10"}, 50, 50, "BS >= 1/4*error(1/2)"),
        ({"pi0": "0.3"}, 50, 50, "pi0 is printed as 0.3"),
        ({"BS": "0.5", "MAE": "0.4"}, 28, 2, "BS = MAE only when all scores are 0 or 1"),
    ],
)
def test_the_violated_fact_is_named(values, n0, n1, violated):
    found = decide_scores(printed(values), n0, n1)
    assert found.verdict == "inconsistent"
    assert violated in found.violated
    assert "\n" not in found.because


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (1, 3), (3, 2), (2, 3)])
def test_no_order_is_excluded_that_has_the_figures(n0, n1):
    names = ["AUC", "AUCH", "KS", "MER", "RL", "RLH", "BS", "MAE"]
    for order in all_orders(n0, n1):
        wrong = [sum(a for a, _ in order[i:]) + sum(b for _, b in order[:i]) for i in range(len(order) + 1)]
        cut, last = wrong.index(max(wrong)), len(order)
        levels = [Fraction(i, 1000) if i < cut else 1 - Fraction(last - 1 - i, 1000) for i in range(last)]
        sample = with_scores(order, levels)
        values = {name: value(sample, parse_expression(name)) for name in names}
        figures = {name: Printed(text_of(x, 6, "half-even", random), "half-even") for name, x in values.items()}
        assert ruled_out(figures, n0, n1) is None
        sizes = ClassSizes(n0, n1)
        known = Knowledge(sizes, {x: (sizes.form(parse_expression(x)), figures[x]) for x in ("AUC", "BS", "MAE")})
        assert order not in Exclusion(known, False, [])


def test_scores_that_are_all_zero_or_one_may_meet_two_rounding_limits():
    for misses, alarms in ((2, 7), (9, 0), (4, 5)):
        auc = 1 - (Fraction(misses, 12) + Fraction(alarms, 8)) / 2
        figures = printed({"BS": "0.5", "MAE": "0.4", "AUC": text_of(auc, 4, "half-even", random)})
        assert ruled_out(figures, 12, 8) is None


@pytest.mark.parametrize("calibrated", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_no_false_alarm(seed, calibrated):
    no_false_alarms(random.Random(seed), 40, 8, calibrated)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_false_alarm_in_thousands(seed):
    no_false_alarms(random.Random(seed), 400, 15, seed % 5 == 0)


def no_false_alarms(chance, count, most, calibrated):
    for _ in range(count):
        sample = random_sample(chance, most, calibrated)
        rounding = chance.choice(ROUNDINGS)
        figures = {}
        for name in chance.sample(chance.choice((BASIC, FIGURES)), chance.randint(1, 4)):
            x = value(sample, parse_expression(name))
            figures[name] = Printed(text_of(x, chance.randint(1, 4), rounding, chance), rounding)
            assert figures[name].allows(x)
        said = ruled_out(figures, sample.n0, sample.n1, calibrated=calibrated)
        assert said is None, (sample.scores, sample.counts0, sample.counts1, figures, said)
        found = decide_scores(figures, sample.n0, sample.n1, calibrated=calibrated, seconds=0.1)
        assert found.verdict != "inconsistent", (sample.scores, sample.counts0, sample.counts1, figures, found.because)
        check(found, figures, sample.n0, sample.n1, calibrated)


def least_on(order):
    """The least sum of squares on an order by the min-max formula of isotonic regression."""
    cost = Fraction(0)
    for k, (a, b) in enumerate(order):
        means = [
            min(
                Fraction(sum(y for _, y in order[i : j + 1]), sum(x + y for x, y in order[i : j + 1]))
                for j in range(k, len(order))
            )
            for i in range(k + 1)
        ]
        x = max(means)
        cost += a * x**2 + b * (1 - x) ** 2
    return cost


def truth(n0, n1):
    """For every ``2D``: the intervals that BS and MAE fill, order by order."""
    found = {}
    for order in all_orders(n0, n1):
        wrong = [sum(a for a, _ in order[i:]) + sum(b for _, b in order[:i]) for i in range(len(order) + 1)]
        n = n0 + n1
        spans = found.setdefault(twice_misordered(order), {"BS": set(), "MAE": set()})
        spans["BS"].add((least_on(order) / n, Fraction(max(wrong), n)))
        spans["MAE"].add((Fraction(min(wrong), n), Fraction(max(wrong), n)))
    return found


def against_truth(chance, count, most):
    """How many random reports were left undecided; a wrong verdict fails."""
    tables, undecided = {}, 0
    for _ in range(count):
        n0, n1 = chance.randint(1, most), chance.randint(1, most)
        table = tables.setdefault((n0, n1), None) or truth(n0, n1)
        tables[n0, n1] = table
        mean = chance.choice(["BS", "MAE"])
        values = {mean: f"{chance.random() * 0.8:.{chance.choice([1, 2])}f}"}
        if chance.random() < 0.8:
            values["AUC"] = f"{chance.random():.{chance.choice([1, 2])}f}"
        if chance.random() < 0.3:
            values["loss(rate_driven)"] = f"{chance.uniform(0.2, 0.5):.{chance.choice([1, 2])}f}"
        figures = printed(values)
        inside = closed = False
        for twice, spans in table.items():
            auc = 1 - Fraction(twice, 2 * n0 * n1)
            loss = Fraction(n0 * n1, (n0 + n1) ** 2) * (1 - 2 * auc) + Fraction(1, 3)
            if ("AUC" in figures and not figures["AUC"].allows(auc)) or (
                "loss(rate_driven)" in figures and not figures["loss(rate_driven)"].allows(loss)
            ):
                continue
            wanted = figures[mean].values
            inside |= any(low < wanted.high and wanted.low < high for low, high in spans[mean])
            closed |= any(low <= wanted.high and wanted.low <= high for low, high in spans[mean])
        found = decide_scores(figures, n0, n1, seconds=20)
        check(found, figures, n0, n1)
        undecided += found.verdict == "undecided"
        if found.verdict == "consistent":
            assert closed, (n0, n1, values)
        if found.verdict == "inconsistent":
            assert not inside, (n0, n1, values, found.because)
    return undecided


@pytest.mark.parametrize("seed", range(2))
def test_verdicts_agree_with_every_weak_order(seed):
    assert against_truth(random.Random(seed), 60, 3) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_verdicts_agree_with_every_weak_order_of_ten_examples(seed):
    assert against_truth(random.Random(seed), 300, 5) <= 6


# --- confusion matrices, calibration, input ----------------------------------------------------------------


def test_a_confusion_matrix_joins_in():
    figures = printed({"AUC": "0.80", "BS": "0.18"})
    found = decide_scores(figures, 50, 50, matrices=[(20, 30, 30, 20), (40, 10, 10, 40)])
    assert found.matrix == (40, 10, 10, 40)
    check(found, figures, 50, 50)
    sample = found.witness
    assert (40, 10) in set(zip(sample.cumulative0, sample.cumulative1, strict=True))
    found = decide_scores(figures, 50, 50, matrices=[(20, 30, 30, 20)])
    assert found.verdict == "inconsistent"
    assert "900 <= D <= 2100 with fn = 30 and fp = 30, but D is from" in found.because


def test_every_matrix_that_an_auc_allows_is_found():
    for n0, n1, auc in ((3, 2, "0.6"), (2, 4, "0.25"), (3, 3, "0.94")):
        figures = printed({"AUC": auc})
        allowed = set()
        for order in all_orders(n0, n1):
            if figures["AUC"].allows(1 - Fraction(twice_misordered(order), 2 * n0 * n1)):
                for i in range(len(order) + 1):
                    allowed.add((sum(a for a, _ in order[i:]), sum(b for _, b in order[:i])))
        for fn, fp in product(range(n0 + 1), range(n1 + 1)):
            found = decide_scores(figures, n0, n1, matrices=[(n0 - fn, fn, fp, n1 - fp)])
            assert found.verdict == ("consistent" if (fn, fp) in allowed else "inconsistent")


def test_calibrated_scores():
    figures = printed({"AUC": "0.80", "BS": "0.18", "MAE": "0.36"})
    found = decide_scores(figures, 50, 50, calibrated=True, seconds=20)
    assert found.verdict == "consistent"
    check(found, figures, 50, 50, calibrated=True)
    found = decide_scores(printed({"BS": "0.18", "MAE": "0.40"}), 50, 50, calibrated=True)
    assert "MAE = 2*BS" in found.violated


@pytest.mark.parametrize("figures", [{"AUC": "0.8", "AUCH": "0.85", "KS": "0.5"}, {"RLH": "0.15", "CL": "0.1"}])
def test_figures_of_the_order(figures):
    found = decide_scores(printed(figures), 50, 50, seconds=20)
    assert found.verdict == "consistent"
    check(found, printed(figures), 50, 50)


@pytest.mark.parametrize(("n0", "n1"), [(0, 3), (3, -1), (2.0, 3), (True, 3)])
def test_sizes_that_are_none_are_refused(n0, n1):
    with pytest.raises(InputError, match="a whole number from 1 to"):
        decide_scores({}, n0, n1)


def test_what_is_no_expression_is_refused():
    with pytest.raises(InputError):
        decide_scores(printed({"AUC +": "0.5"}), 3, 3)
    with pytest.raises(InputError, match=r"t in error\(t\) is no figure of a data set"):
        decide_scores(printed({"error(t)": "0.5"}), 3, 3)
    with pytest.raises(InputError, match="column 7: unknown name tau"):
        decide_scores(printed({"error(tau)": "0.5"}), 3, 3)
    with pytest.raises(InputError, match="do not have 3 and 3 examples"):
        decide_scores({}, 3, 3, matrices=[(1, 1, 2, 1)])
    with pytest.raises(InputError, match="leave no class sizes"):
        scan_sizes({}, n=3, n0=3)


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (2, 3), (3, 4), (4, 4), (5, 3), (1, 6)])
def test_a_single_ks_against_all_orders(n0: int, n1: int) -> None:
    """With every pair of class sizes its values are differences of counts, in either direction."""
    values = {value(with_scores(order), parse_expression("KS")) for order in all_orders(n0, n1)}
    for hundredths in range(101):
        printed = Printed(f"{hundredths / 100:.2f}")
        found = decide_scores({"KS": printed}, n0, n1)
        assert found.verdict == ("consistent" if any(x in printed.values for x in values) else "inconsistent")


def test_a_single_ks_of_many_examples() -> None:
    found = decide_scores({"KS": Printed("0.9401")}, 1371, 383)
    assert found.verdict == "consistent"
    assert Printed("0.9401").allows(found.computed["KS"])
    for text, verdict in (("0.6478", "inconsistent"), ("0.6479", "consistent")):
        assert decide_scores({"KS": Printed(text)}, 27, 251).verdict == verdict
    assert all(abs(Fraction(a, 27) - Fraction(b, 251) - Fraction("0.6478")) > Fraction(1, 20000)
               for a in range(28) for b in range(252))  # fmt: skip


@pytest.mark.parametrize(
    ("values", "violated"),
    [
        ({"LL": "0.50", "BS": "0.30"}, "LL >= 2*BS"),
        ({"LL": "0.30", "MAE": "0.35"}, "LL >= MAE + BS/2"),
        ({"AP": "0.90", "AUC": "0.50"}, "AP <= 1 - min(pi0, pi1)*(1 - AUC)"),
        ({"AP": "0.10"}, "AP is least where all of the event are last"),
        ({"AP": "0.40", "AUC": "0.95"}, "AP >= 1 - sqrt(4*w*(1 - AUC)/3)"),
    ],
)
def test_log_loss_and_average_precision_have_bounds(values, violated):
    for n0, n1 in ((50, 50), (9, 6), (300, 250)):
        found = decide_scores(printed(values), n0, n1)
        assert found.verdict == "inconsistent"
        assert violated in found.violated
    if "AP" not in values:
        assert scan_sizes(printed(values)).verdict == "inconsistent"


def test_the_bounds_of_log_loss_and_average_precision_hold():
    """On random data, with the values of the exact engine."""
    chance = random.Random(8)
    for _ in range(300):
        classes = [0] * chance.randint(1, 14) + [1] * chance.randint(1, 14)
        steps, apart = chance.choice([3, 10, 100]), chance.choice([-1, 0, 1, 3])
        drawn = [min(max(chance.randint(1, steps - 1) + apart * (2 * y - 1), 1), steps - 1) for y in classes]
        sample = Sample.of(classes, [Fraction(x, steps) for x in drawn])
        figures = {name: value(sample, parse_expression(name)) for name in ("LL", "BS", "MAE", "AP", "AUC")}
        assert float(figures["LL"]) >= figures["MAE"] + figures["BS"] / 2
        assert float(figures["LL"]) >= 2 * figures["BS"]
        for weight in (sample.pi0, min(sample.pi0, 1 - sample.pi0)):
            assert figures["AP"] <= 1 - weight * (1 - figures["AUC"])


def _from_the_top(n0: int, n1: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every weak order, as the numbers of both classes at each score from the greatest on."""
    if not n0 and not n1:
        yield ()
    for first in product(range(n0 + 1), range(n1 + 1)):
        if any(first):
            yield from ((first, *rest) for rest in _from_the_top(n0 - first[0], n1 - first[1]))


def test_the_least_average_precision_of_all_orders() -> None:
    """Attained where it stands alone, and beside AUC never above one that an order has."""
    for n0, n1 in [(a, b) for a, b in product(range(1, 6), repeat=2) if a + b < 8]:
        share, found = min(Fraction(n0, n0 + n1), Fraction(n1, n0 + n1)), []
        for order in _from_the_top(n0, n1):
            above = misordered = ranked = precision = Fraction(0)
            for a, b in order:
                misordered += b * (above + Fraction(a, 2))
                above, ranked = above + a, ranked + b
                precision += b and b * ranked / (ranked + above)
            found.append(precision / n1)
            assert found[-1] >= least_precision_at(share, 1 - misordered / (n0 * n1))[0]
        of_last = [sum(Fraction(j, j + rest) for j in range(1, m + 1)) / m for rest, m in ((n0, n1), (n1, n0))]
        assert min(found) == of_last[0]
        assert min(of_last) - Fraction(1, 10**12) <= least_precision(n0, n1) <= min(of_last)
        assert least_precision_of_share(share) <= min(of_last)
    for n0, n1 in ((600, 500), (1, 2000)):
        exact = [1 - rest / m * sum(1 / i for i in range(rest + 1, rest + m + 1)) for rest, m in ((n0, n1), (n1, n0))]
        assert min(exact) - 1e-3 < least_precision(n0, n1) < min(exact) + 1e-9


def test_an_average_precision_with_all_of_the_event_tied_is_found() -> None:
    assert decide_scores(printed({"AP": "0.1", "AUC": "0.95"}), 95, 1).verdict == "consistent"


FUNCTIONS = (
    "1/MER", "E1(s) - E0(s)", "E(s**2)", "E1(s**2)", "sqrt(BS)", "log(AUC)", "exp(BS)", "AUC**2",
    "2/sqrt(1 - MER) + AUC", "1/(AUC - 1/2)", "-1/BS", "1/(MAE0 - MAE1)", "(1 - 2*MER)**3", "3/log(AUC)", "pi0/MER",
    "n0/BS", "BS/MAE", "MER/AUC", "KS/MER", "MAE/(1 + AUC)", "BS/(BS - MAE)", "(MAE1 - MAE0)/BS",
    "AUC", "MER", "MAE", "BS0", "KS", "GINI",
)  # fmt: skip


@pytest.mark.parametrize("seed", [0, *(pytest.param(i, marks=pytest.mark.slow) for i in range(1, 9))])
def test_figures_that_are_functions_of_others_never_forbid_a_true_report(seed: int) -> None:
    chance, told = random.Random(seed), 0
    while told < 6 + 20 * (seed > 0):
        classes = [0, 1, *(chance.randint(0, 1) for _ in range(chance.randint(0, 6)))]
        sample = Sample.of(classes, [Fraction(chance.randint(0, 4), 4) for _ in classes])
        sizes, figures = ClassSizes(sample.n0, sample.n1), {}
        for name in chance.sample(FUNCTIONS, 3):
            expression = parse_expression(name)
            try:
                x = value(sample, expression)
            except InputError:
                continue
            printed = Printed(as_printed(x, Printed(f"0.{'0' * chance.randint(1, 4)}")))
            figures[name] = sizes.form(expression), printed
        Knowledge(sizes, figures).settle()
        told += len(figures) > 1


@pytest.mark.parametrize(
    ("report", "violated"),
    [
        ({"1/MER": "3.0"}, "MER is a multiple of 1/10"),
        ({"AUC": "0.9", "1/MER": "2.0"}, "MER"),
        ({"E1(s) - E0(s)": "0.5", "MAE": "0.4"}, "MAE is printed as 0.4"),
        ({"sqrt(BS)": "0.4", "AUC": "0.1"}, "BS >= "),
        ({"log(MER)": "-1.0"}, "MER is a multiple of 1/10"),
        ({"AUC**2": "0.2", "BS": "0.01"}, "MAE0 + MAE1 >= 1 - AUC"),
        ({"BS": "0.20", "MAE": "0.40", "BS/MAE": "0.70"}, "BS"),
        ({"BS": "0.20", "MAE": "0.40", "BS/MAE": "0.40"}, "BS/MAE"),
        ({"MER": "0.20", "(AUC + 1)/MER": "11"}, "AUC"),
    ],
)
def test_figures_that_are_functions_of_others_are_decided_as_these(report: dict[str, str], violated: str) -> None:
    sizes = ClassSizes(5, 5)
    figures = {name: (sizes.form(parse_expression(name)), Printed(x)) for name, x in report.items()}
    with pytest.raises(Contradiction) as found:
        Knowledge(sizes, figures).settle()
    assert violated in found.value.violated


def test_figures_that_are_functions_of_others_are_decided_for_all_sizes() -> None:
    assert open_shares({"AUC": Printed("0.9"), "1/MER": Printed("2.1")}).pi0 is None
    assert open_shares({"AUC": Printed("0.9"), "1/MER": Printed("9.1")}).pi0 is not None
