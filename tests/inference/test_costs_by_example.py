"""Costs by example against sums over the examples, against the command line, and against empulse."""

import json
import random
from fractions import Fraction

import pytest

from workbench import cli
from workbench.errors import InputError
from workbench.inference.choosing import choose
from workbench.inference.costs_by_example import costs_by_example


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
        (["--miss", "much", "--false-alarm", "1"], "has no column 'much'"),
        (["--miss", "amount"], "what a miss and a false alarm cost is wanted"),
        (["--miss", "amount", "--false-alarm", "1", "--prior", "0.1"], "the cost of a miss is the column 'amount'"),
        (["--miss", "amount", "--false-alarm", "amount"], "asked for twice"),
        (["--miss", "word", "--false-alarm", "1"], "line 3: word 'x' is not a number"),
    ],
)
def test_wrong_input_of_the_command(more, says, tmp_path, capsys):
    file = tmp_path / "loans.csv"
    file.write_text("score,class,amount,word\n0.1,0,3,1\n0.9,1,4,x\n")
    assert cli.main(["choose", str(file), *more]) == 2
    assert says in capsys.readouterr().err


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
