"""The operating threshold against brute force, by hand, against scikit-learn, and as people meet it."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench import choose
from workbench.cli import main
from workbench.curves.cost_curves import cost_curve
from workbench.curves.operating_costs import BestCut, Costs, Operation
from workbench.errors import InputError
from workbench.inference.bootstrap import Plan
from workbench.inference.choosing import ChosenThreshold, choose_on, operation_of
from workbench.inference.resamples import WIDTH
from workbench.inference.told import chosen
from workbench.plotting.choosing import plot_choice
from workbench.reading.datafile import read_sample
from workbench.samples.sample import Sample

FILE = str(Path(__file__).parents[2] / "paper_checks" / "data" / "credit_a_pruned_test.csv")
EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), max_size=12)
COSTS = st.tuples(*[st.fractions(-4, 6, max_denominator=7)] * 4)
SHARES = st.fractions(Fraction(1, 40), Fraction(39, 40), max_denominator=40)
SCALES = st.sampled_from([(Fraction(1, 6), Fraction(0)), (Fraction(1), Fraction(-3)), (Fraction(100), Fraction(0))])


def reads(treat: str, score: Any, number: Any) -> bool:
    """The words taken literally."""
    word, sign, threshold = treat.split()
    assert word == "score"
    t = number(threshold)
    return bool({">": score > t, "<": score < t}[sign])


@settings(deadline=None, max_examples=100)
@given(EXAMPLES, COSTS, SHARES, st.one_of(st.just(Fraction(1)), SHARES), SCALES, st.integers(0, 1))
def test_the_threshold_is_the_best_of_all(
    examples: list[tuple[int, int]],
    costs: tuple[Fraction, ...],
    prior: Fraction,
    capacity: Fraction,
    scale: tuple[Fraction, Fraction],
    higher_means: int,
) -> None:
    data = [(scale[0] * x + scale[1], y) for x, y in [*examples, (2, 0), (4, 1)]]
    sample = Sample.of([y for _, y in data], [s for s, _ in data])
    miss, false_alarm, hit, rejection = costs
    operation = operation_of(miss, false_alarm, hit, rejection, prior, capacity)
    found = choose_on(sample, operation, higher_means=higher_means)
    turned = [(s if higher_means else -s, y) for s, y in data]
    cost, treated, _ = naive.cheapest_threshold(turned, costs, prior, capacity)
    assert (found.decision.expected_cost, found.decision.treated) == (cost, treated)

    def literally(s: Fraction) -> bool:
        return reads(found.decision.treat, s, Fraction)

    assert naive.cost_of_treating(data, literally, costs, prior) == (cost, treated)
    assert naive.cost_of_treating(data, lambda s: False, costs, prior)[0] == operation.of_nobody
    assert naive.cost_of_treating(data, lambda s: True, costs, prior)[0] == operation.of_everybody
    best = naive.cheapest_knowing_the_class(costs, prior, capacity)
    assert operation.of_the_best_possible == best <= cost
    assert sum(found.matrix.values()) == 1
    weights = {"fn": miss, "fp": false_alarm, "tp": hit, "tn": rejection}
    assert sum(weights[name] * share for name, share in found.matrix.items()) == cost
    wanted = {"tp": 0, "fn": 0, "fp": 0, "tn": 0}
    for s, y in data:
        wanted[("fp", "tp")[y] if literally(s) else ("tn", "fn")[y]] += 1
    assert found.counts == wanted
    assert found.whom == ("some" if 0 < treated < 1 else "everybody" if treated else "nobody")
    for x in found.misjudged:
        other = (hit + x.factor * (miss - hit), false_alarm, hit, rejection)
        least = naive.cheapest_threshold(turned, other, prior, capacity)[0]
        assert x.regret == naive.cost_of_treating(data, literally, other, prior)[0] - least >= 0
    assert bool(found.misjudged) == (miss > hit and false_alarm > rejection)
    free = naive.cheapest_threshold(turned, costs, prior, 1)
    assert found.unbounded.expected_cost == free[0]


@settings(deadline=None, max_examples=50)
@given(EXAMPLES, COSTS, SHARES)
def test_the_cost_is_that_of_the_cost_curve(
    examples: list[tuple[int, int]], costs: tuple[Fraction, ...], prior: Fraction
) -> None:
    """A perfect classifier's cost plus half the sum of the net costs times ``Q_c``; the optimal one at the skew."""
    pairs = [*examples, (2, 0), (4, 1)]
    sample = Sample.of([y for _, y in pairs], [x for x, _ in pairs])
    operation = operation_of(*costs, prior)
    c = operation.costs.proportion
    if c is None:
        return
    missed, alarmed = operation.costs.net_miss, operation.costs.net_false_alarm
    assert c == alarmed / (missed + alarmed)
    weight = c * (1 - prior) + (1 - c) * prior
    assert operation.skew == c * (1 - prior) / weight
    perfect = prior * operation.costs.hit + (1 - prior) * operation.costs.correct_rejection
    least = cost_curve(sample, "optimal", condition="skew")(operation.skew)
    assert choose_on(sample, operation).decision.expected_cost == perfect + (missed + alarmed) * weight * least


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 1)), min_size=2, max_size=12), st.integers(1, 9))
def test_the_words_are_right_of_doubles_read_as_decimals_or_as_doubles(
    data: list[tuple[float, int]], miss: int
) -> None:
    pairs = [*data, (0.1, 0), (np.nextafter(0.1, 1), 1), (0.1 + 0.2, 1), (0.3, 0)]
    classes, scores = [y for _, y in pairs], [float(s) for s, _ in pairs]
    found = choose(classes, scores, miss=miss, false_alarm=2)
    treated = [Fraction(s) > found.decision.threshold for s in scores]
    assert treated == [reads(found.decision.treat, Fraction(s), Fraction) for s in scores]
    assert treated == [reads(found.decision.treat, s, float) for s in scores]
    assert treated == [s > found.to_json()["threshold"]["value"] for s in scores]


def test_by_hand() -> None:
    """Six cases; a miss costs 4. Above 0.2 all events are treated, and of those without one that at 0.5."""
    found = choose([0, 0, 1, 0, 1, 1], ["0.1", "0.2", "0.3", "0.5", "0.6", "0.9"], miss=4, false_alarm=1)
    assert found.to_json() | {"misjudged": []} == {
        "threshold": {"exact": "1/5", "value": 0.2},
        "treat": "score > 0.2",
        "whom": "some",
        "between": [{"exact": "1/5", "value": 0.2}, {"exact": "3/10", "value": 0.3}],
        "expected_cost": {"exact": "1/6", "value": 1 / 6},
        "of_nobody": {"exact": "2", "value": 2.0},
        "of_everybody": {"exact": "1/2", "value": 0.5},
        "of_the_best_possible": {"exact": "0", "value": 0.0},
        "matrix": {
            "tp": {"exact": "1/2", "value": 0.5},
            "fn": {"exact": "0", "value": 0.0},
            "fp": {"exact": "1/6", "value": 1 / 6},
            "tn": {"exact": "1/3", "value": 1 / 3},
        },
        "counts": {"tp": 3, "fn": 0, "fp": 1, "tn": 2},
        "treated": {"exact": "2/3", "value": 2 / 3},
        "hit_rate": {"exact": "1", "value": 1.0},
        "false_alarm_rate": {"exact": "1/3", "value": 1 / 3},
        "interval": None,
        "threshold_interval": None,
        "cost_proportion": {"exact": "1/5", "value": 0.2},
        "skew": {"exact": "1/5", "value": 0.2},
        "theoretical": found.theoretical.to_json() if found.theoretical else None,
        "without_capacity": found.decision.to_json(),
        "costs": {
            "miss": {"exact": "4", "value": 4.0},
            "false_alarm": {"exact": "1", "value": 1.0},
            "hit": {"exact": "0", "value": 0.0},
            "correct_rejection": {"exact": "0", "value": 0.0},
        },
        "prior": {"exact": "1/2", "value": 0.5},
        "capacity": {"exact": "1", "value": 1.0},
        "misjudged": [],
        "notes": [],
    }
    assert found.theoretical is not None
    assert (found.theoretical.threshold, found.theoretical.expected_cost) == (Fraction(1, 5), Fraction(1, 6))
    # with a quarter of the net cost both errors cost the same: above 0.5 one event is missed, above 0.2 one alarm false
    assert [(x.factor, x.best.treat, x.regret) for x in found.misjudged] == [
        (Fraction(1, 4), "score > 0.5", 0),
        (Fraction(1, 2), "score > 0.2", 0),
        (2, "score > 0.2", 0),
        (4, "score > 0.2", 0),
    ]


@pytest.mark.parametrize(
    ("prior", "threshold"),
    [("1/2", Fraction(1, 5)), ("1/5", Fraction(1, 2)), ("1/17", Fraction(4, 5)), (None, Fraction(1, 5))],
)
def test_the_theoretical_threshold_moves_with_the_odds(prior: str | None, threshold: Fraction) -> None:
    """At even classes the odds of c = 1/5 are 1/4; a prior of 1/5 makes them 1, one of 1/17 makes them 4."""
    found = choose([0, 1, 0, 1], ["0.1", "0.4", "0.6", "0.9"], miss=4, false_alarm=1, prior=prior)
    assert found.theoretical is not None
    assert found.theoretical.threshold == threshold


def test_calibrated_scores_are_best_cut_at_the_theoretical_threshold() -> None:
    sample = Sample.of_counts(["0.1", "0.3", "0.6", "0.9"], [9, 7, 4, 1], [1, 3, 6, 9])
    for prior in ("0.05", "0.3", "0.8"):
        for miss in ("1/3", 1, 3, 20):
            found = choose_on(sample, operation_of(miss, 1, prior=prior))
            assert found.theoretical is not None
            assert found.theoretical.expected_cost == found.decision.expected_cost


@pytest.mark.parametrize(
    ("costs", "whom", "note"),
    [
        ((0, 1, 0, 0), "nobody", "a miss costs no more than a hit, so treating nobody is always best"),
        ((1, 3, 2, 0), "nobody", "a miss costs no more than a hit"),
        ((1, 0, 0, 0), "everybody", "a false alarm costs no more than a correct rejection, so treating is always best"),
        ((1, -1, 0, 0), "everybody", "a false alarm costs no more"),
        ((2, 3, 2, 3), "nobody", "these costs are the same whatever is done"),
        ((-1, -1, 0, 0), "some", "is the event the other class"),
    ],
)
def test_what_is_always_best_is_said(costs: tuple[int, ...], whom: str, note: str) -> None:
    """Treating everybody, if false alarms are free, spares the fewest misses only from the first event on."""
    sample = Sample.of([1, 0, 1, 0], [1, 2, 3, 4])
    found = choose_on(sample, operation_of(*costs))
    assert found.whom == whom
    assert any(said.startswith(note) or note in said for said in found.notes)


def test_the_capacity_is_a_rate_of_deployment() -> None:
    """Half the events and none of the others are above 0.6: treated are 1/2 of the prior."""
    classes, scores = [0, 0, 1, 0, 1], ["0.1", "0.2", "0.3", "0.6", "0.9"]
    for prior, capacity, treat in (("0.2", "0.1", "score > 0.8"), ("0.2", "0.0999", "score > 1")):
        found = choose(classes, scores, miss=10, false_alarm=1, prior=prior, capacity=capacity)
        assert found.decision.treat == treat
        assert found.decision.treated <= found.operation.capacity
    assert found.whom == "nobody"
    assert found.unbounded.treat == "score > 0.2"
    assert "(beyond the capacity)" in found.sentence


def test_numbers_are_taken_as_they_are_written() -> None:
    texts = choose([0, 1], [0, 1], miss="0.1", false_alarm="1/3", hit="-2.5e-1", prior="0.3").operation
    assert (
        texts == choose([0, 1], [0, 1], miss=0.1, false_alarm=Fraction(1, 3), hit=Decimal("-0.25"), prior=0.3).operation
    )
    assert texts == choose([0, 1], [0, 1], miss=np.float64(0.1), false_alarm="1/3", hit=-0.25, prior="3/10").operation
    assert choose(["n", "y"], [0, 1], miss=1, false_alarm=1, pos_label="y").operation.prior == Fraction(1, 2)


def test_costs_of_many_digits_are_compared_exactly() -> None:
    """Beyond 64 bits too: at these two cuts the costs differ in the last of 40 digits."""
    sample = Sample.of([0, 1, 0, 1], [1, 2, 3, 4])
    more = Fraction(1) + Fraction(1, 10**40)
    assert choose_on(sample, operation_of(1, more)).decision.treat == "score > 3"
    assert choose_on(sample, operation_of(more, 1)).decision.treat == "score > 1"
    assert choose_on(sample, operation_of(1, 1)).decision.treat == "score > 3"


@pytest.mark.parametrize("step", [1, 3])
def test_cuts_are_looked_at_in_steps(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        sample = Sample.of([0, 1, *rng.integers(0, 2, 12)], [3, 4, *rng.integers(0, 9, 12)])
        best = BestCut(Operation(Costs(Fraction(3), Fraction(2)), Fraction(1, 3), Fraction(3, 5)), sample.n0, sample.n1)
        whole = best.of_sample(sample)
        with monkeypatch.context() as patch:
            patch.setattr("workbench.curves.operating_costs.STEP", step)
            assert best.of_sample(sample) == whole


# --- resamples ----------------------------------------------------------------------------------------


def test_resamples_by_hand() -> None:
    """Each resample by brute force: the same draws, the threshold chosen anew, and the cost of the first one."""
    rng = np.random.default_rng(7)
    classes = np.array([0, 1] * 8)
    scores = rng.integers(0, 9, 16) + classes
    sample = Sample.of(classes, scores)
    operation = operation_of(3, 1, prior="0.3", capacity="0.7")
    found = choose_on(sample, operation, Plan(40, seed=3))
    data = [*zip(map(Fraction, scores.tolist()), classes.tolist(), strict=True)]
    distinct = sorted({s for s, _ in data})
    costs, p, most = (3, 1, 0, 0), Fraction(3, 10), Fraction(7, 10)
    drawn = _drawn(sample, 40, 3)
    values, thresholds, optimism = [], [], []
    for counts0, counts1 in drawn:
        again = [
            (s, y)
            for s, a, b in zip(distinct, counts0, counts1, strict=True)
            for y, count in ((0, a), (1, b))
            for _ in range(count)
        ]
        tried = []
        for t in [distinct[0] - 1, *distinct]:
            cost, treated = naive.cost_of_treating(again, lambda s, t=t: s > t, costs, p)
            if treated <= most:
                tried.append((cost, -t))
        cost, t = min(tried)
        thresholds.append(-t)
        fixed = naive.cost_of_treating(again, lambda s: reads(found.decision.treat, s, Fraction), costs, p)[0]
        values.append(float(fixed))
        optimism.append(float(naive.cost_of_treating(data, lambda s, t=-t: s > t, costs, p)[0] - cost))
    assert found.spread is not None
    mean = max(0.0, float(np.mean(optimism)))
    assert found.spread.optimism == pytest.approx(mean, abs=1e-12)
    assert found.spread.interval == pytest.approx((min(values), max(values) + mean), abs=1e-12)
    ends = [distinct.index(t) + 1 if t in distinct else 0 for t in (min(thresholds), max(thresholds))]
    for end, cut in zip(found.spread.threshold_interval, ends, strict=True):
        assert sample.counts_at_most(Fraction(end)) == (
            sum(y == 0 for s, y in data if s in distinct[:cut]),
            sum(y == 1 for s, y in data if s in distinct[:cut]),
        )


def _drawn(sample: Sample, rows: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """The counts of the resamples, as the plan draws them: class 0 first."""
    from workbench.inference.resamples import drawn_counts

    rng = np.random.default_rng(seed)
    sides = [
        drawn_counts(rng, np.array(counts), np.full(rows, size))
        for counts, size in ((sample.counts0, sample.n0), (sample.counts1, sample.n1))
    ]
    return [(a.tolist(), b.tolist()) for a, b in zip(*sides, strict=True)]


def test_many_scores_are_resampled_part_by_part() -> None:
    rng = np.random.default_rng(1)
    n = 3 * WIDTH
    classes = rng.integers(0, 2, n)
    found = choose(classes, rng.random(n) + classes, miss=2, false_alarm=1, resamples=40, capacity="0.4")
    assert found.spread is not None
    low, high = found.spread.interval
    assert low < float(found.decision.expected_cost) < high
    first, last = found.spread.threshold_interval
    assert 0.9 < first <= float(found.decision.threshold) <= last < 1.5


def test_the_cost_of_the_threshold_is_known_where_a_resample_treats_more_than_the_capacity() -> None:
    rng = np.random.default_rng(3)
    classes = rng.integers(0, 2, 60)
    found = choose(
        classes,
        np.round(rng.random(60) + classes, 2),
        miss=5,
        false_alarm=1,
        capacity="0.3",
        weights=rng.integers(1, 9, 60),
        resamples=100,
    )
    assert found.spread is not None
    low, high = found.spread.interval
    assert 0 < low < float(found.decision.expected_cost) < high < 5


def test_costs_of_many_digits_are_resampled_alike() -> None:
    """Both costs times a number of many digits, beyond 64 bits."""
    sample, times = read_sample(FILE), 1 + Fraction(1, 10**30)
    plain = choose_on(sample, operation_of(4, 1), Plan(60)).spread
    fine = choose_on(sample, operation_of(4 * times, times), Plan(60)).spread
    assert plain is not None
    assert fine is not None
    assert fine.threshold_interval == plain.threshold_interval
    assert fine.interval == pytest.approx(plain.interval, abs=1e-12)


def test_the_same_seed_gives_the_same_intervals() -> None:
    sample = read_sample(FILE)
    found = [choose_on(sample, operation_of(4, 1), Plan(60, seed=seed)).spread for seed in (5, 5, 6)]
    assert found[0] == found[1] != found[2]


def test_turned_scores_have_the_intervals_of_their_twins() -> None:
    sample = read_sample(FILE)
    twin = sample.map_scores(lambda s: 1 - s)
    found, mirrored = (choose_on(x, operation_of(4, 1), Plan(60), higher) for x, higher in ((sample, 1), (twin, 0)))
    assert mirrored.decision.expected_cost == found.decision.expected_cost
    assert mirrored.decision.treat.startswith("score < ")
    assert mirrored.spread is not None
    assert found.spread is not None
    assert mirrored.spread.interval == found.spread.interval
    low, high = mirrored.spread.threshold_interval
    assert low <= high
    for end, own in zip((high, low), found.spread.threshold_interval, strict=True):
        assert sample.cdf0(1 - Fraction(end)) == sample.cdf0(Fraction(own))


def test_a_single_example_of_a_class_has_no_interval() -> None:
    found = choose([0, 0, 1], [1, 2, 3], miss=1, false_alarm=1, resamples=50)
    assert found.spread is None
    assert found.to_json()["interval"] is None
    assert "no interval: class 1 has a single example, so that its resamples are all alike" in found.notes


# --- others -------------------------------------------------------------------------------------------


def test_scikit_learn_tunes_no_better_and_agrees_on_every_cost() -> None:
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import confusion_matrix, make_scorer
    from sklearn.model_selection import TunedThresholdClassifierCV

    rng, miss = np.random.default_rng(2), 5
    y = (np.arange(80) % 4 == 0).astype(int)
    features = rng.normal(size=(80, 2)) + y[:, None]

    def gain(y_true: Any, y_pred: Any) -> float:
        (_, fp), (fn, _) = confusion_matrix(y_true, y_pred, labels=[0, 1])
        return -float(miss * fn + fp) / len(y_true)

    model = LogisticRegression().fit(features, y)
    scores = model.predict_proba(features)[:, 1]
    found = choose(y, scores, miss=miss, false_alarm=1)
    ours = float(found.decision.expected_cost)
    assert -gain(y, (scores > found.to_json()["threshold"]["value"]).astype(int)) == pytest.approx(ours)
    assert min(-gain(y, (scores >= t).astype(int)) for t in [*np.unique(scores), 2.0]) == pytest.approx(ours)
    tuned = TunedThresholdClassifierCV(
        model, scoring=make_scorer(gain), thresholds=np.unique(scores), cv="prefit", refit=False
    ).fit(features, y)
    assert -tuned.best_score_ == pytest.approx(ours)
    coarse = TunedThresholdClassifierCV(model, scoring=make_scorer(gain), cv="prefit", refit=False).fit(features, y)
    assert -coarse.best_score_ >= ours - 1e-12


# --- as people meet it --------------------------------------------------------------------------------


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(["choose", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_gives_every_key_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, FILE, "--miss", "4", "--false-alarm", "1", "--resamples", "60", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    keys = {"threshold", "treat", "expected_cost", "of_nobody", "of_everybody", "of_the_best_possible", "matrix"}
    assert {*keys, "interval", "threshold_interval", "cost_proportion"} <= set(found)
    assert set(found["matrix"]) == {"tp", "fn", "fp", "tn"}
    for x in (*(found[key] for key in keys - {"treat", "matrix"}), *found["matrix"].values(), found["cost_proportion"]):
        assert float(Fraction(x["exact"])) == x["value"]
    assert found["expected_cost"]["exact"] == "97/345"
    assert found["interval"][0] < found["expected_cost"]["value"] < found["interval"][1]
    assert (found["level"], found["resamples"], found["seed"]) == (0.95, 60, 0)


def test_the_command_says_it_in_words_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [FILE, "--miss", "10", "--false-alarm", "1", "--prior", "0.05", "--capacity", "0.02", "--hit=-1/3"]
    code, out, err = answer(capsys, *arguments, "--resamples", "60")
    assert (code, err) == (0, "")
    assert out.startswith("treat nobody: costs 0.5 per case, ")
    assert "best without the capacity" in " ".join(out.split())
    assert "95% intervals from 60 resamples, seed 0" in out
    assert max(len(line) for line in out.splitlines()) <= 80
    code, out, _ = answer(capsys, "--help")
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80


def test_gains_are_said_as_gains() -> None:
    found = choose([0, 1], [0, 1], miss=0, false_alarm=1, hit=-4)
    assert found.sentence.startswith("treat when score > 0: gains 2 per case, 2 more than treating nobody and 0.5 more")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "what a miss and a false alarm cost is wanted, in any unit: --miss 5 --false-alarm 1"),
        (("--miss", "1"), "what a miss and a false alarm cost is wanted"),
        (("--false-alarm", "1"), "what a miss and a false alarm cost is wanted"),
        (("--miss", "x"), "the cost 'x' of a miss is not a number"),
        (("--miss", "nan"), "the cost 'nan' of a miss is not a finite number"),
        (("--hit", "inf"), "the cost 'inf' of a hit is not a finite number"),
        (("--correct-rejection", "1/0"), "the cost '1/0' of a correct rejection divides by zero"),
        (("--false-alarm", "1e301"), "the cost '1e301' of a false alarm is beyond 1e300; another unit would do"),
        (("--miss", "__import__('os')"), "of a miss is not a number"),
        (("--prior", "0"), "the prior '0' lies outside (0, 1); it is the proportion of class 1"),
        (("--prior", "1"), "the prior '1' lies outside (0, 1)"),
        (("--prior", "nan"), "the prior 'nan' is not a finite number"),
        (("--capacity", "0"), "the capacity '0' means that nobody can be treated; there is no choice"),
        (("--capacity", "-0.1"), "the capacity '-0.1' lies outside (0, 1]"),
        (("--capacity", "1.01"), "the capacity '1.01' lies outside (0, 1]"),
        (("--capacity", "inf"), "the capacity 'inf' is not a finite number"),
        (("--resamples", "0"), "resamples 0 is not a whole number from 1 on"),
        (("--seed", "3"), "--seed 3 is for intervals, which only --resamples N adds"),
        (("--level", "0.9"), "--level '0.9' is for intervals"),
        (("--score", "p"), "has no column 'p'"),
        (("--event", "yes"), "the event 'yes' and one other are needed"),
        (("-o", "a.gif"), "'a.gif': a picture ends in .svg, .png or .pdf"),
        (("-o", "no/where/a.svg"), "cannot be written"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = {} if message.startswith("what") else {"--miss": "4", "--false-alarm": "1"}
    pairs |= dict(zip(arguments[::2], arguments[1::2], strict=True))
    code, out, err = answer(capsys, FILE, *(f"{name}={x}" if name != "-o" else f"-o{x}" for name, x in pairs.items()))
    assert (code, out) == (2, "")
    assert err.startswith("workbench choose: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("wrong", [True, None, [1], 1j, float("nan")])
def test_a_cost_is_a_number(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"of a miss|what a miss"):
        choose([0, 1], [0, 1], miss=wrong, false_alarm=1)


def test_labels_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.csv"
    file.write_text("p,sick\n3,yes\n5,no\n7,no\n", encoding="utf-8")
    arguments = ["--score", "p", "--class", "sick", "--event", "yes", "--higher-means", "0", "--json"]
    code, out, _ = answer(capsys, str(file), *arguments, "--miss", "2", "--false-alarm", "1")
    found = json.loads(out)
    assert (code, found["treat"], found["expected_cost"]["exact"]) == (0, "score < 4", "0")
    assert found["theoretical"] is None
    assert any("no theoretical threshold" in note for note in found["notes"])


@pytest.mark.parametrize("ends", [("1e308", "-1e308"), ("1.7e308", "1.6e308"), ("1e999", "0"), ("5e-324", "0")])
@pytest.mark.parametrize("miss", ["1e300", "1e-999", "3"])
def test_numbers_of_any_size(
    ends: tuple[str, str], miss: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.csv"
    file.write_text("score,class\n" + "".join(f"{s},{y}\n" for s in ends for y in (0, 1, 0, 1)), encoding="utf-8")
    code, out, err = answer(capsys, str(file), "--miss", miss, "--false-alarm", "1", "--resamples", "50", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out, parse_constant=lambda name: pytest.fail(name))
    word, sign, threshold = found["treat"].split()
    assert (word, sign) == ("score", ">")
    treated = 2 * sum(Fraction(s) > Fraction(threshold) for s in ends)
    assert found["counts"] == {"tp": treated, "fn": 4 - treated, "fp": treated, "tn": 4 - treated}
    assert answer(capsys, str(file), "--miss", miss, "--false-alarm", "1")[0] == 0


def test_a_result_is_one_short_line() -> None:
    found = choose([0, 1, 1], [0, 1, 1], miss=1, false_alarm=1)
    assert isinstance(found, ChosenThreshold)
    assert repr(found) == found.sentence
    assert "as much as" in choose([0, 1], [1, 1], miss=1, false_alarm=1).sentence


def test_a_gain_is_more_than_what_others_gain() -> None:
    found = choose([0, 1, 0, 1], ["0.1", "0.2", "0.3", "0.4"], miss=1, false_alarm=-1, hit=-3, correct_rejection=-2)
    assert "gains 2.25 per case, 1.75 more than treating nobody" in found.sentence


@pytest.mark.parametrize(("costs", "whom"), [((5, 1), "everybody"), ((1, 5), "nobody")])
@pytest.mark.parametrize("higher_means", [0, 1])
def test_treating_all_alike_is_said_in_words_and_drawn_beside_the_scores(
    costs: tuple[int, int], whom: str, higher_means: int
) -> None:
    sample = Sample.of([0, 1] * 10, ["0.5"] * 20)
    found = choose_on(sample, operation_of(*costs), Plan(50), higher_means)
    assert any(f"treating {whom} throughout" in str(said) for said in chosen(found))
    axes = plot_choice(found)
    low, high = axes.get_xlim()
    assert 0.4 < low < high < 0.6
    marks = [line.get_xdata() for line in axes.get_lines() if line.get_marker() == "o"]
    assert all(low < x < high for mark in marks for x in mark)


def test_an_interval_that_ends_at_everybody_says_so() -> None:
    found = choose([0, 1, 1, 0, 1, 1], ["0.1", "0.1", "0.3", "0.5", "0.6", "0.9"], miss=4, false_alarm=1, resamples=200)
    assert any("treating everybody to a threshold of" in str(said) for said in chosen(found))


def test_a_decimal_comma_is_read_where_it_can_be_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    commas = ("--miss", "1,5", "--false-alarm", "0,125", "--capacity", "0,5", "--json")
    points = ("--miss", "1.5", "--false-alarm", "0.125", "--capacity", "0.5", "--json")
    assert answer(capsys, FILE, *commas) == answer(capsys, FILE, *points)
    code, _, err = answer(capsys, FILE, "--miss", "1,500", "--false-alarm", "1")
    assert (code, "the cost '1,500' of a miss is not a number" in err) == (2, True)
