"""Costs by example against sums over the examples, against the command line, and against empulse."""

import json
import random
import statistics
from decimal import Decimal
from fractions import Fraction

import pytest

from workbench import cli
from workbench.cli import main
from workbench.curves.cost_curves import cost_curve
from workbench.errors import InputError
from workbench.inference.bootstrap import band, bootstrap
from workbench.inference.choosing import choose
from workbench.inference.costs_by_example import cost_sample, costs_by_example
from workbench.inference.costs_resampled import Examples, _Thresholds
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample


def drawn(rng: random.Random, n: int):
    """Classes, scores with ties, and a column of each cost."""
    classes = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    scores = [str(round(min(1.0, 0.3 * y + 0.7 * rng.random()), 1)) for y in classes]
    costs = {name: [rng.randint(0, 20) for _ in classes] for name in ("miss", "false_alarm")}
    costs["hit"] = [rng.randint(-3, 3) for _ in classes]
    costs["correct_rejection"] = [rng.randint(-2, 2) for _ in classes]
    return classes, scores, costs


def total(classes, costs, treats) -> int:
    names = {(1, True): "hit", (1, False): "miss", (0, True): "false_alarm", (0, False): "correct_rejection"}
    return sum(costs[names[y, bool(yes)]][i] for i, (y, yes) in enumerate(zip(classes, treats, strict=True)))


@pytest.mark.parametrize("n", [2, 3, 7, 30])
def test_each_rule_costs_the_sum_over_the_examples(n):
    rng = random.Random(n)
    for _ in range(20):
        classes, scores, costs = drawn(rng, n)
        found = costs_by_example(classes, scores, **costs, thresholds=["0.35", 0.5])
        s = list(map(Fraction, scores))
        wanted = {
            "nobody": [False] * n,
            "everybody": [True] * n,
            "threshold 0.35": [x > Fraction("0.35") for x in s],
            "threshold 0.5": [x > Fraction("0.5") for x in s],
            "own thresholds": [
                x * costs["miss"][i] + (1 - x) * costs["correct_rejection"][i]
                > x * costs["hit"][i] + (1 - x) * costs["false_alarm"][i]
                for i, x in enumerate(s)
            ],
        }
        for what, treats in wanted.items():
            assert (found[what].total, found[what].treated) == (total(classes, costs, treats), sum(treats))
            assert found[what].per_case == found[what].total / n
        cuts = [max(s), *(x for x in s), min(s) - 1]
        least = min(total(classes, costs, [x > t for x in s]) for t in cuts)
        best = found["best threshold"]
        assert best.total == least
        assert best.total == total(classes, costs, [found.threshold is not None and x > found.threshold for x in s])
        possible = sum(
            min(costs["hit"][i], costs["miss"][i]) if y else min(costs["false_alarm"][i], costs["correct_rejection"][i])
            for i, y in enumerate(classes)
        )
        assert found["best possible"].total == possible
        alike = min(found["nobody"].total, found["everybody"].total)
        for rule in found.rules:
            assert rule.savings == (1 - rule.total / alike if alike > 0 else None)


def test_equal_costs_are_those_of_choose():
    classes, scores, _ = drawn(random.Random(1), 40)
    one = choose(classes, scores, miss=4, false_alarm=1)
    all_alike = costs_by_example(classes, scores, miss=4, false_alarm=[1] * 40)
    assert all_alike["best threshold"].per_case == one.decision.expected_cost
    assert all_alike.threshold == one.decision.threshold


@pytest.mark.parametrize(("prior", "capacity"), [("1/10", None), (None, "1/3"), ("1/5", "1/4"), ("0.9", "0.05")])
@pytest.mark.parametrize("n", [2, 7, 30])
def test_each_rule_costs_the_sum_in_deployment(n, prior, capacity):
    rng = random.Random(n)
    room = Fraction(capacity or 1)
    for _ in range(20):
        classes, scores, costs = drawn(rng, n)
        s, share = list(map(Fraction, scores)), Fraction(sum(classes), n)
        found = costs_by_example(classes, scores, **costs, prior=prior, capacity=capacity)
        p = share if prior is None else Fraction(prior)
        weight = [p / sum(classes) if y else (1 - p) / (n - sum(classes)) for y in classes]
        names = {(1, 1): "hit", (1, 0): "miss", (0, 1): "false_alarm", (0, 0): "correct_rejection"}
        cost = [[costs[names[y, treats]][i] for treats in (0, 1)] for i, y in enumerate(classes)]

        def mean(treats, weight=weight, cost=cost):
            return sum(w * (u + x * (t - u)) for w, x, (u, t) in zip(weight, treats, cost, strict=True))

        def treated(treats, weight=weight):
            return sum(w * x for w, x in zip(weight, treats, strict=True))

        cuts = [[x > t for x in s] for t in (*s, min(s) - 1)]
        allowed = [cut for cut in cuts if treated(cut) <= room]
        best = found["best threshold"]
        assert best.per_case == best.total / n == min(map(mean, allowed))
        assert best.treated_share == treated([found.threshold is not None and x > found.threshold for x in s])
        posterior = []
        for x in s:
            event, other = x * p * (1 - share), (1 - x) * (1 - p) * share
            posterior.append(event / (event + other))
        gains = [
            x * (costs["miss"][i] - costs["hit"][i])
            - (1 - x) * (costs["false_alarm"][i] - costs["correct_rejection"][i])
            for i, x in enumerate(posterior)
        ]
        own = max(
            ([g > 0 and g >= least for g in gains] for least in (*gains, max(gains) + 1)),
            key=lambda treats: treated(treats) if treated(treats) <= room else -1,
        )
        assert found["own thresholds"].per_case == mean(own)
        assert found["own thresholds"].treated_share == treated(own) <= room
        saved = sorted(((u - t, w) for w, (u, t) in zip(weight, cost, strict=True)), reverse=True)
        left, least = room, mean([0] * n)
        for gain, w in saved:
            least -= max(gain, 0) * min(w, left)
            left -= min(w, left)
        assert found["best possible"].per_case == least
        alike = mean([0] * n) if room < 1 else min(mean([0] * n), mean([1] * n))
        for rule in found.rules:
            assert rule.savings == (1 - rule.per_case / alike if alike > 0 else None)


def test_treating_nobody_saves_nothing_in_words():
    found = costs_by_example([0, 1, 0, 1], ["0.6", "0.4", "0.5", "0.3"], miss=[1, 2, 3, 1], false_alarm=9, prior="0.1")
    assert found.sentence == "treat nobody: costs 0.150000 per case"
    better = costs_by_example(
        [0, 1, 0, 1], ["0.1", "0.4", "0.2", "0.9"], miss=[1, 2, 3, 1], false_alarm=9, capacity="0.5"
    )
    assert better.sentence == "treat when score > 0.3: costs 0.000000 per case, 100.0% less than treating nobody"


def test_equal_costs_in_deployment_are_those_of_choose():
    classes, scores, _ = drawn(random.Random(1), 40)
    where = {"prior": "0.2", "capacity": "0.15"}
    one = choose(classes, scores, miss=4, false_alarm=1, **where)
    alike = costs_by_example(classes, scores, miss=[4] * 40, false_alarm=1, **where)
    assert alike["best threshold"].per_case == one.decision.expected_cost
    assert alike["best threshold"].treated_share == one.decision.treated
    assert alike["best possible"].per_case == one.operation.of_the_best_possible
    assert alike["nobody"].per_case == one.operation.of_nobody
    assert alike.threshold == one.decision.threshold
    assert (
        costs_by_example(classes, scores, miss=4, false_alarm=1, prior="0.2")["own thresholds"].per_case
        == choose(classes, scores, miss=4, false_alarm=1, prior="0.2").theoretical.expected_cost
    )


def test_it_agrees_with_empulse():
    metrics = pytest.importorskip("empulse.metrics")
    import numpy as np

    rng = random.Random(2)
    for _ in range(5):
        classes, scores, costs = drawn(rng, 25)
        found = costs_by_example(
            classes, scores, miss=costs["miss"], false_alarm=costs["false_alarm"], thresholds=["0.5"]
        )
        rule = found["threshold 0.5"]
        treats = np.array(scores, dtype=float) > 0.5
        given = {"fn_cost": np.array(costs["miss"]), "fp_cost": np.array(costs["false_alarm"])}
        assert float(rule.total) == pytest.approx(metrics.cost_loss(np.array(classes), treats, **given))
        assert float(rule.savings) == pytest.approx(metrics.savings_score(np.array(classes), treats, **given))


def test_the_command_reads_columns(tmp_path, capsys):
    classes, scores, costs = drawn(random.Random(3), 12)
    rows = zip(scores, classes, costs["miss"], costs["hit"], strict=True)
    file = tmp_path / "loans.csv"
    file.write_text("score,class,amount,gain\n" + "\n".join(",".join(map(str, row)) for row in rows))
    assert cli.main(["choose", str(file), "--miss", "amount", "--false-alarm", "5", "--hit", "gain", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = costs_by_example(classes, scores, miss=costs["miss"], false_alarm=5, hit=costs["hit"])
    assert told == found.to_json()
    assert cli.main(["choose", str(file), "--miss", "amount", "--false-alarm", "5"]) == 0
    assert "own thresholds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--miss", "much", "--false-alarm", "1"], "the cost 'much' of a miss is not a number, and "),
        (["--miss", "much", "--false-alarm", "1"], "loans.csv: has no column 'much'"),
        (["--miss", "amount", "--false-alarm", "3o"], "the cost '3o' of a false alarm is not a number, and "),
        (["--miss", "amount", "--false-alarm", "1", "--class", "y"], "choose: {file}: has no column 'y'; its columns"),
        (["--miss", "amount"], "what a miss and a false alarm cost is wanted"),
        (["--miss", "amount", "--false-alarm", "1", "--weights", "w"], "has no column 'w'"),
        (["--miss", "amount", "--false-alarm", "1", "--prior", "1"], "the prior '1' lies outside (0, 1)"),
        (["--miss", "amount", "--false-alarm", "1", "--capacity", "0"], "the capacity '0' means that nobody can"),
        (["--miss", "amount", "--false-alarm", "1", "--capacity", "2"], "the capacity '2' lies outside (0, 1]"),
        (["--miss", "word", "--false-alarm", "1"], "line 3: word 'x' is not a number"),
    ],
)
def test_wrong_input_of_the_command(more, says, tmp_path, capsys):
    file = tmp_path / "loans.csv"
    file.write_text("score,class,amount,word\n0.1,0,3,1\n0.9,1,4,x\n")
    assert cli.main(["choose", str(file), *more]) == 2
    assert says.format(file=file) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("costs", "says"),
    [
        ({"miss": [1], "false_alarm": 1}, "the cost of a miss has 1 entries and y_score 2"),
        ({"miss": [1, "x"], "false_alarm": 1}, "the cost 'x' of a miss of example 2 is not a number"),
        ({"miss": 1, "false_alarm": True}, "the cost True of a false alarm is not a number"),
    ],
)
def test_wrong_input(costs, says):
    with pytest.raises(InputError, match=says):
        costs_by_example([0, 1], ["0.1", "0.9"], **costs)


def test_a_float_of_numpy_is_the_decimal_that_prints_it():
    import numpy as np

    for kind in (float, np.float32, np.float64):
        found = choose([0, 1, 0, 1], ["0.1", "0.4", "0.5", "0.9"], miss=kind(0.1), false_alarm=1)
        assert found.operation.costs.miss == Fraction(1, 10)
        assert costs_by_example([0, 1], [0, 1], miss=kind(0.1), false_alarm=1)["nobody"].total == Fraction(1, 10)


def test_scores_that_are_no_probabilities_have_no_thresholds_of_their_own():
    found = costs_by_example([0, 1], [-1, 3], miss=[1, 2], false_alarm=1)
    assert [rule.what for rule in found.rules] == ["best threshold", "nobody", "everybody", "best possible"]
    assert "no probabilities" in found.notes[0]


# --- intervals ----------------------------------------------------------------------------------------


def spread_of(classes, costs, treats, groups, resamples=4000):
    """The standard error of a cost per case and of savings, by a bootstrap of its own, one example at a time."""
    rng = random.Random(0)
    units: dict = {}
    for i, name in enumerate(range(len(classes)) if groups is None else groups):
        units.setdefault(name, []).append(i)
    listed = list(units.values())
    strata = [[u for u in listed if {classes[i] for i in u} == {k}] for k in (0, 1)] if groups is None else [listed]
    found = []
    while len(found) < resamples:
        chosen = [i for stratum in strata for u in rng.choices(stratum, k=len(stratum)) for i in u]
        if len({classes[i] for i in chosen}) < 2:
            continue
        of = [
            sum(costs["miss" if classes[i] else "correct_rejection"][i] for i in chosen),
            sum(costs["hit" if classes[i] else "false_alarm"][i] for i in chosen),
        ]
        names = {(1, True): "hit", (1, False): "miss", (0, True): "false_alarm", (0, False): "correct_rejection"}
        cost = sum(costs[names[classes[i], treats[i]]][i] for i in chosen)
        found.append((cost / len(chosen), 1 - cost / min(of)))
    return [statistics.stdev(column) for column in zip(*found, strict=True)]


@pytest.mark.parametrize("grouped", [False, True])
def test_intervals_are_those_of_another_bootstrap(grouped):
    classes, scores, costs = drawn(random.Random(4), 60)
    costs |= {"hit": [0] * 60, "correct_rejection": [0] * 60}
    groups = [i % 13 for i in range(60)] if grouped else None
    found = costs_by_example(classes, scores, **costs, groups=groups, resamples=4000, thresholds=["0.5"])
    wanted = spread_of(classes, costs, [float(s) > 0.5 for s in scores], groups)
    rule, of = found["threshold 0.5"], found.intervals["threshold 0.5"]
    for figure, error in zip(("per_case", "savings"), wanted, strict=True):
        assert of[figure].estimate == pytest.approx(float(getattr(rule, figure)))
        assert of[figure].standard_error == pytest.approx(error, rel=0.08)
        assert of[figure].low < of[figure].estimate < of[figure].high
        assert of[figure].high - of[figure].low == pytest.approx(2 * 1.96 * error, rel=0.15)
    assert of["total"].high == pytest.approx(60 * of["per_case"].high)
    assert found.plan.stratified is not grouped


def test_the_same_seed_gives_the_same_interval_and_levels_are_nested():
    classes, scores, costs = drawn(random.Random(5), 40)
    one, same = (costs_by_example(classes, scores, **costs, resamples=500, seed=7) for _ in range(2))
    assert one.to_json() == same.to_json()
    wide = costs_by_example(classes, scores, **costs, resamples=500, seed=7, level=0.99)
    for what, of in one.intervals.items():
        for figure, interval in of.items():
            assert (
                wide.intervals[what][figure].low <= interval.low <= interval.high <= wide.intervals[what][figure].high
            )
    assert {"total_low", "per_case_high", "savings_low"} <= one.rows[0].keys()


def test_equal_costs_have_the_intervals_of_the_error_rate():
    classes, scores, _ = drawn(random.Random(6), 80)
    found = costs_by_example(classes, scores, miss=1, false_alarm=1, resamples=4000, thresholds=["0.5"])
    one, other = found.intervals["threshold 0.5"]["per_case"], bootstrap(Sample.of(classes, scores), "error(0.5)")
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.015)


def test_equal_costs_at_a_prior_have_the_intervals_of_the_error_rate_there():
    classes, scores, _ = drawn(random.Random(6), 80)
    for groups in (None, [i % 20 for i in range(80)]):
        given = {"groups": groups, "prior": "0.1"}
        found = costs_by_example(classes, scores, miss=1, false_alarm=1, resamples=4000, thresholds=["0.5"], **given)
        of = found.intervals["threshold 0.5"]["per_case"]
        other = bootstrap(weighted_sample(classes, scores, **given), "error(0.5)", resamples=4000)
        assert of.estimate == pytest.approx(other.estimate)
        assert of.standard_error == pytest.approx(other.standard_error, rel=0.08)
        assert (of.low, of.high) == pytest.approx((other.low, other.high), abs=0.015)


def test_the_threshold_of_a_resample_has_room_there():
    import numpy as np

    rng = random.Random(11)
    classes, scores, costs = drawn(rng, 12)
    s = list(map(Fraction, scores))
    changes = [Fraction(-costs["miss"][i] if y else costs["false_alarm"][i]) for i, y in enumerate(classes)]
    chosen = _Thresholds(Examples(classes, s, changes, [Fraction(1)] * 12, [Fraction(1)] * 12), np.arange(12), 0.3)
    times = np.array([[rng.randint(0, 2) for _ in s] for _ in range(50)])
    parts = np.broadcast_to(1 / times.sum(axis=1), (2, 50))
    for row, own, elsewhere in zip(times.tolist(), *chosen.best(times, parts), strict=True):
        cuts = [[x > t for x in s] for t in (max(s), *sorted(set(s), reverse=True)[1:], min(s) - 1)]
        within = [cut for cut in cuts if sum(map(int.__mul__, row, map(int, cut))) <= 0.3 * sum(row)]
        sums = [sum(k * x * change for k, x, change in zip(row, cut, changes, strict=True)) for cut in within]
        assert own == pytest.approx(float(min(sums)) / sum(row))
        first = within[sums.index(min(sums))]
        assert elsewhere == pytest.approx(float(sum(x * c for x, c in zip(first, changes, strict=True))) / 12)


def test_the_best_threshold_is_widened_by_its_optimism():
    rng = random.Random(7)
    classes = [i % 2 for i in range(40)]
    scores = [rng.random() for _ in classes]  # worth nothing, so that what the best one saves is by chance
    costs = {"miss": [rng.randint(1, 9) for _ in classes], "false_alarm": 4}
    threshold = costs_by_example(classes, scores, **costs).threshold
    found = costs_by_example(classes, scores, **costs, resamples=1000, thresholds=[threshold])
    best, same = (found.intervals[rule.what] for rule in found.rules if rule.treat.startswith("when score >"))
    assert best["per_case"].low == same["per_case"].low
    assert best["per_case"].high > same["per_case"].high
    assert best["savings"].high == same["savings"].high
    assert best["savings"].low < same["savings"].low


def test_the_interval_of_the_best_threshold_holds_that_of_ratios():
    """Against a bootstrap of its own, of examples one by one; few amounts matter most here."""
    rng = random.Random(12)
    classes = [i % 3 == 0 for i in range(60)]
    scores = [round(0.4 * y + 0.6 * rng.random(), 2) for y in classes]
    amounts = [round(15 * rng.lognormvariate(0, 1.5), 1) for _ in classes]
    found = costs_by_example(classes, scores, miss=amounts, false_alarm=4, resamples=4000, level=0.8)

    def cost(chosen, t):
        return sum((4 if not classes[i] else 0) if scores[i] > t else amounts[i] * classes[i] for i in chosen) / 60

    cuts = sorted({-1, *scores}, reverse=True)
    strata = [[i for i in range(60) if classes[i] == k] for k in (0, 1)]
    ratios, saved = [], []
    alike = min(cost(range(60), t) for t in (-1, 1))
    for _ in range(2000):
        chosen = [i for stratum in strata for i in rng.choices(stratum, k=len(stratum))]
        t = min(cuts, key=lambda t: cost(chosen, t))
        ratios.append(cost(chosen, t) / cost(range(60), t))
        saved.append(ratios[-1] * alike / min(cost(chosen, t) for t in (-1, 1)))
    per_case, savings = (found.intervals["best threshold"][figure] for figure in ("per_case", "savings"))
    assert per_case.high == pytest.approx(per_case.estimate / sorted(ratios)[199], rel=0.05)
    assert 1 - savings.low == pytest.approx((1 - savings.estimate) / sorted(saved)[199], rel=0.05)
    assert found.intervals["best threshold"]["total"].high == pytest.approx(60 * per_case.high)
    t = found.threshold
    fixed = costs_by_example(classes, scores, miss=amounts, false_alarm=4, resamples=4000, level=0.8, thresholds=[t])
    same = fixed.intervals[f"threshold {float(t)}"]["per_case"]
    assert per_case.high > same.high + 0.05
    assert per_case.low == pytest.approx(min(same.low, per_case.estimate / sorted(ratios)[1800]), rel=0.05)


def test_gains_and_no_costs_have_no_ratios():
    classes, scores = [0, 1] * 20, ["0.2", "0.8"] * 20
    found = costs_by_example(classes, scores, miss=3, false_alarm=1, resamples=100).intervals["best threshold"]
    assert (found["per_case"].low, found["per_case"].high) == pytest.approx((0, 0), abs=1e-12)
    found = costs_by_example(classes, scores, miss=3, false_alarm=1, hit=-1, resamples=100).intervals["best threshold"]
    assert (found["per_case"].low, found["per_case"].high) == pytest.approx((-0.5, -0.5), abs=1e-12)


def test_a_class_or_a_group_alone_has_no_interval():
    found = costs_by_example([0, 0, 1], [1, 2, 3], miss=1, false_alarm=1, resamples=100)
    assert not found.intervals
    assert found.notes[-1] == "no interval: class 1 has a single example, so that its resamples are all alike"
    found = costs_by_example([0, 0, 1, 1], [1, 2, 3, 4], miss=1, false_alarm=1, resamples=100, groups=list("aabb"))
    assert "in a single group" in found.notes[-1]


# --- curves -------------------------------------------------------------------------------------------


def of_sample(sample, text):
    return value(sample, parse_expression(text))


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("n", [5, 30])
def test_the_brier_curve_of_costs_is_the_sum_over_the_examples(n, own):
    rng = random.Random(n)
    for _ in range(5):
        classes, scores, costs = drawn(rng, n)
        costs = {name: [x + 5 for x in costs[name]] for name in ("miss", "false_alarm")} | {"hit": 2}
        sample = cost_sample(classes, scores, **costs, own_thresholds=own)
        curve = cost_curve(sample, "score_driven")
        net = [costs["miss"][i] - 2 if y else costs["false_alarm"][i] for i, y in enumerate(classes)]
        for c in map(Fraction, ("0.07", "0.31", "0.5", "0.83")):
            wanted = Fraction(0)
            for i, (y, s) in enumerate(zip(classes, map(Fraction, scores), strict=True)):
                m, f = (costs["miss"][i] - 2, costs["false_alarm"][i]) if own else (1, 1)
                treats = s * m * (1 - c) > (1 - s) * f * c
                wanted += 2 * ((1 - c) * net[i] * (y == 1 and not treats) + c * net[i] * (y == 0 and treats))
            assert curve(c) == wanted / sum(net)


def test_at_one_half_it_is_what_own_thresholds_cost_and_save():
    classes, scores, costs = drawn(random.Random(8), 50)
    given = {"miss": costs["miss"], "false_alarm": costs["false_alarm"]}
    found, sample = costs_by_example(classes, scores, **given, resamples=2000), cost_sample(classes, scores, **given)
    stake = sum(costs["miss" if y else "false_alarm"][i] for i, y in enumerate(classes))
    rule = found["own thresholds"]
    assert of_sample(sample, "error(1/2)") * stake == rule.total
    assert of_sample(sample, "1 - error(1/2)/min(pi0, pi1)") == rule.savings
    one = bootstrap(sample, "1 - error(1/2)/min(pi0, pi1)", resamples=2000)
    two = found.intervals["own thresholds"]["savings"]
    assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=0.05)
    around = band(sample, grid=["0.5"], resamples=2000)
    assert around.low[0] < around.estimate[0] < around.high[0]
    assert around.estimate[0] == pytest.approx(float(rule.total / stake))


@pytest.mark.parametrize(
    ("scores", "costs", "says"),
    [
        (["0.1", "0.9"], {"miss": [1, 2], "false_alarm": 1, "hit": 3}, "a miss of example 1 costs 1 and a hit 3"),
        ([-1, 3], {"miss": 1, "false_alarm": 1}, "scores outside \\[0, 1\\] are no probabilities"),
        (["0.1", "0.9"], {"miss": 0, "false_alarm": 1}, "both classes must be present"),
    ],
)
def test_costs_that_make_no_curve(scores, costs, says):
    with pytest.raises(InputError, match=says):
        cost_sample([0, 1], scores, **costs)


# --- weights, and curves at a prior --------------------------------------------------------------------


@pytest.mark.parametrize("deployment", [{}, {"prior": "0.1"}, {"capacity": "0.3"}, {"prior": "0.2", "capacity": "1/4"}])
def test_whole_weights_are_examples_that_occur_more_often(deployment):
    rng = random.Random(21)
    for n in (2, 9, 40):
        classes, scores, costs = drawn(rng, n)
        weights = [1, 2, *(rng.randint(0, 3) for _ in range(n - 2))]
        often = [i for i, w in enumerate(weights) for _ in range(w)]
        repeated = {name: [column[i] for i in often] for name, column in costs.items()}
        found = costs_by_example(classes, scores, **costs, **deployment, weights=weights, thresholds=["0.35"])
        wanted = costs_by_example(
            [classes[i] for i in often], [scores[i] for i in often], **repeated, **deployment, thresholds=["0.35"]
        )
        assert found.threshold == wanted.threshold
        assert found.weight == len(often)
        for one, other in zip(found.rules, wanted.rules, strict=True):
            assert one._replace(treated=0) == other._replace(treated=0)
        halves = costs_by_example(classes, scores, **costs, **deployment, weights=[f"{w / 2}" for w in weights])
        assert halves["best threshold"].per_case == found["best threshold"].per_case
        assert halves["best threshold"].total == found["best threshold"].total / 2


def test_weights_of_one_change_nothing_but_the_word():
    classes, scores, costs = drawn(random.Random(22), 40)
    plain, ones = (costs_by_example(classes, scores, **costs, resamples=300, weights=w) for w in (None, [1] * 40))
    assert plain.to_json() == {key: x for key, x in ones.to_json().items() if key != "weight"}


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("prior", [None, "0.2"])
def test_intervals_with_weights_are_those_of_the_weighted_error_rate(grouped, prior):
    rng = random.Random(23)
    classes, scores, _ = drawn(rng, 90)
    weights = [rng.randint(1, 9) for _ in classes]
    given = {"groups": [i % 18 for i in range(90)] if grouped else None, "weights": weights, "prior": prior}
    found = costs_by_example(classes, scores, miss=1, false_alarm=1, resamples=4000, thresholds=["0.5"], **given)
    of = found.intervals["threshold 0.5"]
    other = bootstrap(weighted_sample(classes, scores, **given), "error(0.5)", resamples=4000)
    assert of["per_case"].estimate == pytest.approx(other.estimate)
    assert of["per_case"].standard_error == pytest.approx(other.standard_error, rel=0.08)
    assert (of["per_case"].low, of["per_case"].high) == pytest.approx((other.low, other.high), abs=0.02)
    assert of["total"].high == pytest.approx(sum(weights) * of["per_case"].high)
    best = found.intervals["best threshold"]["per_case"]
    assert best.estimate == pytest.approx(float(found["best threshold"].per_case))


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1, -1], "weight -1 of example 2 is negative; weights are numbers from 0 on"),
        ([1, None], "weight None of example 2 is not a number"),
        ([1], "weights has 1 entries and y_score 2; every example needs both"),
        ([1, 0], "examples of both classes must have a weight above 0"),
        ([0, 0], "examples of both classes must have a weight above 0"),
    ],
)
def test_wrong_weights(weights, says):
    for function in (costs_by_example, cost_sample):
        with pytest.raises(InputError, match=says):
            function([0, 1], ["0.1", "0.9"], miss=2, false_alarm=1, weights=weights)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("prior", [None, "0.1", "0.7"])
def test_a_curve_at_a_prior_is_what_own_thresholds_cost_there(weighted, prior):
    rng = random.Random(24)
    classes, scores, costs = drawn(rng, 50)
    more = {"weights": [rng.randint(0, 4) for _ in classes]} if weighted else {}
    costs = {name: [x + 1 for x in costs[name]] for name in ("miss", "false_alarm")} | more
    found = costs_by_example(classes, scores, **costs, prior=prior, resamples=2000)
    sample = cost_sample(classes, scores, **costs, prior=prior)
    each = more.get("weights", [1] * 50)
    share = Fraction(sum(w * y for w, y in zip(each, classes, strict=True)), sum(each))
    p = share if prior is None else Fraction(prior)
    stake = sum(
        Fraction(w * costs["miss"][i]) * p / share
        if y
        else Fraction(w * costs["false_alarm"][i]) * (1 - p) / (1 - share)
        for i, (y, w) in enumerate(zip(classes, each, strict=True))
    )
    rule = found["own thresholds"]
    assert cost_curve(sample, "score_driven")("1/2") * stake == rule.total
    assert of_sample(sample, "1 - error(1/2)/min(pi0, pi1)") == rule.savings
    around, told = band(sample, grid=["0.5"], resamples=2000), found.intervals["own thresholds"]["savings"]
    assert around.estimate[0] == pytest.approx(float(rule.total / stake))
    saved = bootstrap(sample, "1 - error(1/2)/min(pi0, pi1)", resamples=2000)
    assert (saved.low, saved.high) == pytest.approx((told.low, told.high), abs=0.06)
    for c in map(Fraction, ("0.11", "0.63")):
        wanted = Fraction(0)
        for i, (y, w, s) in enumerate(zip(classes, each, map(Fraction, scores), strict=True)):
            event, other = s * p / share, (1 - s) * (1 - p) / (1 - share)
            treats = (1 - c) * event * costs["miss"][i] > c * other * costs["false_alarm"][i]
            if y and not treats:
                wanted += 2 * (1 - c) * w * costs["miss"][i] * p / share
            if treats and not y:
                wanted += 2 * c * w * costs["false_alarm"][i] * (1 - p) / (1 - share)
        assert cost_curve(sample, "score_driven")(c) * stake == wanted


def test_groups_of_both_classes_have_no_curve_at_a_prior():
    given = {"miss": [3, 2, 1, 4], "false_alarm": 1}
    with pytest.raises(InputError, match="groups with examples of both classes have no resamples at a prior"):
        cost_sample([0, 1, 0, 1], ["0.1", "0.9", "0.4", "0.6"], **given, groups=[1, 1, 2, 2], prior="0.1")
    pure = cost_sample([0, 0, 1, 1], ["0.1", "0.9", "0.4", "0.6"], **given, groups=[1, 1, 2, 2], prior="0.1")
    assert pure.design.groups == 2


def test_the_commands_take_weights_and_curves_a_prior(tmp_path, capsys):
    classes, scores, costs = drawn(random.Random(25), 40)
    weights = [i % 4 for i in range(40)]
    file = tmp_path / "loans.csv"
    rows = zip(scores, classes, costs["miss"], weights, strict=True)
    file.write_text("score,class,amount,w\n" + "\n".join(",".join(map(str, row)) for row in rows))
    of = [str(file), "--miss", "amount", "--false-alarm", "5", "--weights", "w"]
    given = {"miss": costs["miss"], "false_alarm": 5, "weights": weights}
    found = costs_by_example(classes, scores, **given, resamples=200)
    assert cli.main(["choose", *of, "--resamples", "200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found.to_json()
    assert cli.main(["choose", *of]) == 0
    assert "30 examples, weighted, " in " ".join(capsys.readouterr().out.split())
    assert cli.main(["evaluate", *of, "--resamples", "200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["costs_by_example"] == found.to_json()
    assert Fraction(told["metrics"]["BS"]["exact"]) == of_sample(
        weighted_sample(classes, scores, weights=weights), "BS"
    )
    picture = ["--curve", "brier", "-o", str(tmp_path / "a.svg"), "--json"]
    assert cli.main(["plot", *of, "--prior", "0.1", *picture]) == 0
    area = json.loads(capsys.readouterr().out)["curves"][0]["area"]
    assert Fraction(area["exact"]) == of_sample(cost_sample(classes, scores, **given, prior="0.1"), "BS")
    file.write_text(file.read_text() + "\n0.5,1,3,-2\n")
    assert cli.main(["choose", *of]) == 2
    assert "line 42: w '-2' is negative; weights are numbers from 0 on" in capsys.readouterr().err


def test_the_commands_add_intervals(tmp_path, capsys):
    classes, scores, costs = drawn(random.Random(9), 40)
    rows = list(zip(scores, classes, costs["miss"], (i % 9 for i in range(40)), strict=True))
    file = tmp_path / "loans.csv"
    file.write_text("score,class,amount,site\n" + "\n".join(",".join(map(str, row)) for row in rows))
    of = ["--miss", "amount", "--false-alarm", "5", "--resamples", "300", "--groups", "site"]
    sites = [str(i % 9) for i in range(40)]
    found = costs_by_example(classes, scores, miss=costs["miss"], false_alarm=5, groups=sites, resamples=300)
    assert cli.main(["choose", str(file), *of, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found.to_json()
    assert cli.main(["evaluate", str(file), *of, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["costs_by_example"] == found.to_json()
    assert told["intervals"]["metrics"]["AUC"]["low"] < told["metrics"]["AUC"]["value"]
    assert cli.main(["evaluate", str(file), *of[:4], "--csv"]) == 0
    assert f"costs_by_example,best threshold: total,{found['best threshold'].total}," in capsys.readouterr().out
    where = ["--prior", "0.2", "--capacity", "0.3"]
    deployed = costs_by_example(
        classes, scores, miss=costs["miss"], false_alarm=5, prior="0.2", capacity="0.3", groups=sites, resamples=300
    )
    assert cli.main(["choose", str(file), *of, *where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == deployed.to_json()
    assert cli.main(["choose", str(file), *of, *where]) == 0
    out = capsys.readouterr().out
    assert "in deployment 20% have it, at most 30% can be treated" in " ".join(out.split())
    assert "100%*" in out
    assert "* beyond the capacity" in out
    at_prior = costs_by_example(classes, scores, miss=costs["miss"], false_alarm=5, prior="0.2")
    assert cli.main(["evaluate", str(file), *of[:4], *where[:2], "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["costs_by_example"] == at_prior.to_json()
    sample = weighted_sample(classes, scores, prior="0.2")
    assert Fraction(told["metrics"]["BS"]["exact"]) == of_sample(sample, "BS")
    assert cli.main(["choose", str(file), *of]) == 0
    assert "95% intervals from 300 resamples, seed 0" in capsys.readouterr().out
    picture = tmp_path / "curve.svg"
    assert cli.main(["plot", str(file), *of[:4], "--curve", "brier", "--band", "-o", str(picture), "--json"]) == 0
    area = json.loads(capsys.readouterr().out)["curves"][0]["area"]
    sample = cost_sample(classes, scores, miss=costs["miss"], false_alarm=5)
    assert Fraction(area["exact"]) == of_sample(sample, "BS")
    for command, more, says in (
        ("evaluate", ["--memory", "1GB"], "--memory and --miss do not go together"),
        ("evaluate", ["--folds", "site"], "--miss and --folds do not go together"),
        ("plot", ["--weights", "amount", "--curve", "roc"], "the column 'amount' is asked for twice"),
    ):
        assert cli.main([command, str(file), *of[:4], *more]) == 2
        assert says in capsys.readouterr().err
    assert cli.main(["evaluate", str(file), "--miss", "amount"]) == 2
    assert "what a miss and a false alarm cost is wanted" in capsys.readouterr().err


def test_a_file_whose_low_scores_mean_the_event_is_told_in_its_own_scores(tmp_path, capsys):
    """Treating who has a high score there would treat the wrong ones."""
    rows = [("0.9", 1, 100), ("0.4", 0, 20), ("0.2", 1, 90), ("0.1", 0, 5)]
    plain, turned = tmp_path / "plain.csv", tmp_path / "turned.csv"
    for file, change in ((plain, str), (turned, lambda s: str(1 - Decimal(s)))):
        file.write_text("score,class,amount\n" + "".join(f"{change(s)},{y},{a}\n" for s, y, a in rows), "utf-8")
    how = ["--miss", "amount", "--false-alarm", "5", "--json"]
    found = {}
    for command in ("choose", "evaluate"):
        for file, more in ((plain, []), (turned, ["--higher-means", "0"])):
            assert main([command, str(file), *how, *more]) == 0
            data = json.loads(capsys.readouterr().out)
            found[file] = data if command == "choose" else data["costs_by_example"]
        one, two = found[plain], found[turned]
        (best,) = [rule for rule in one["rules"] if rule["what"] == "best threshold"]
        (other,) = [rule for rule in two["rules"] if rule["what"] == "best threshold"]
        assert best["treat"].startswith("when score > ")
        t = Fraction(best["treat"].rpartition(" ")[2])
        assert other["treat"] == f"when score < {float(1 - t):g}"
        assert Fraction(two["threshold"]["exact"]) == 1 - Fraction(one["threshold"]["exact"])
        assert best["total"] == other["total"]


def test_one_column_may_be_two_costs(tmp_path, capsys):
    file = tmp_path / "loans.csv"
    file.write_text("score,class,a,f\n0.2,0,10,3\n0.6,1,20,4\n0.7,0,30,5\n0.9,1,40,6\n", "utf-8")
    of = ["choose", str(file), "--miss", "a", "--false-alarm", "f", "--hit", "f", "--json"]
    assert cli.main(of) == 0
    told = json.loads(capsys.readouterr().out)
    found = costs_by_example(
        [0, 1, 0, 1],
        ["0.2", "0.6", "0.7", "0.9"],
        miss=[10, 20, 30, 40],
        false_alarm=[3, 4, 5, 6],
        hit=[3, 4, 5, 6],
    )
    assert told == found.to_json()


@pytest.mark.parametrize(
    ("costs", "note", "sentence"),
    [
        (
            {"miss": [3, 1], "false_alarm": 2, "hit": [4, 1]},
            "treating nobody is always best",
            "treat nobody: costs 0.5",
        ),
        ({"miss": 1, "false_alarm": [0, -2]}, "so treating is always best", "treat everybody: costs 0.000000"),
        ({"miss": 0, "false_alarm": 0}, "the same whatever is done", "costs 0.000000 per case"),
        ({"miss": -1, "false_alarm": [-1, -2]}, "is the event the other class", "gains 0.5"),
        ({"miss": 0, "false_alarm": 1, "hit": [0, -5]}, None, "gains 2.5"),
    ],
)
def test_what_is_always_best_is_said_and_gains_are_gains(costs, note, sentence):
    found = costs_by_example([0, 1], ["0.2", "0.6"], **costs)
    assert sentence in found.sentence
    if note is None:
        assert not found.notes
    else:
        assert any(note in said for said in found.notes)


def test_scores_that_speak_for_the_other_class_are_pointed_out():
    found = costs_by_example([0, 1], ["0.6", "0.2"], miss=[2, 3], false_alarm=1)
    assert any(said.startswith("AUC is below 1/2") for said in found.notes)
