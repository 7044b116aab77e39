"""Laws of costs from data, against sums over the data, the language's own laws, and files."""

import json
import random
from fractions import Fraction

import pytest

from workbench import bootstrap, cli, compare_models, cost_law, loss_under, losses_under, read_cost_law
from workbench.errors import InputError
from workbench.inference.bootstrap import Plan
from workbench.language.statements import parse_cost, parse_expression
from workbench.losses.exact import value
from workbench.samples.sample import Sample

METHODS = ("score_driven", "optimal", "rate_driven", "rate_uniform", "score_uniform", "score_fixed(1/2)", "score(c**2)")


def drawn(rng: random.Random, n: int):
    classes = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    return classes, [str(round(min(1.0, 0.3 * y + 0.7 * rng.random()), 2)) for y in classes]


def in_language(sample, method, cost):
    return value(sample, parse_expression(f"loss({method}, cost={cost})"))


@pytest.mark.parametrize("method", METHODS)
def test_points_of_data_are_those_of_the_language(method):
    rng = random.Random(1)
    for n in (4, 9, 25):
        sample = Sample.of(*drawn(rng, n))
        law = cost_law([str(rng.randint(0, 10) / 10) for _ in range(12)])
        assert loss_under(sample, method, law) == in_language(sample, method, law)
        assert sum(x.value for x in law.arguments[1::2]) == 1


def test_weights_count_and_floats_are_the_decimals_that_print_them():
    assert str(cost_law([0.1, "0.1", "1/2"], weights=[1, "0.5", 3])) == "points(1/10, 1/3, 1/2, 2/3)"
    assert cost_law([0.1, 0.3], weights=[1, 0]) == cost_law(["0.1"])


def test_pairs_count_by_their_magnitude_so_that_the_loss_is_the_mean_cost():
    rng = random.Random(2)
    classes, scores = drawn(rng, 30)
    pairs = [(rng.randint(1, 40), rng.randint(1, 40)) for _ in range(20)]
    law = cost_law(miss=[m for m, _ in pairs], false_alarm=[f for _, f in pairs])
    mean = Fraction(0)
    for m, f in pairs:
        for y, s in zip(classes, map(Fraction, scores), strict=True):
            treats = s > Fraction(f, m + f)
            mean += Fraction(m * (y == 1 and not treats) + f * (y == 0 and treats), len(pairs) * len(classes))
    magnitude = Fraction(sum(m + f for m, f in pairs), len(pairs))
    assert loss_under(Sample.of(classes, scores), "score_driven", law) * magnitude / 2 == mean
    assert cost_law(miss=[0, 3], false_alarm=[0, 1]) == cost_law(["1/4"])


@pytest.mark.parametrize("m", [1, 2, 5, 12])
@pytest.mark.parametrize("method", ["score_driven", "optimal", "rate_driven"])
def test_smoothed_it_is_the_mixture_of_betas(method, m):
    rng = random.Random(m)
    sample, seen = Sample.of(*drawn(rng, 12)), [Fraction(rng.randint(0, 20), 20) for _ in range(30)]
    law = cost_law(seen, smooth=m)
    wanted = Fraction(0)
    for k in range(1, m + 1):
        share = Fraction(sum(Fraction(k - 1, m) < c <= Fraction(k, m) or (k == 1 and c == 0) for c in seen), len(seen))
        wanted += share * in_language(sample, method, f"beta({k}, {m + 1 - k})")
    assert loss_under(sample, method, law) == wanted
    assert str(parse_cost(str(law))) == str(law)


def test_smoothing_comes_near_the_law_that_the_data_are_of():
    rng = random.Random(3)
    sample = Sample.of(*drawn(rng, 40))
    law = cost_law([rng.betavariate(2, 5) for _ in range(3000)], smooth="auto")
    assert float(loss_under(sample, "optimal", law)) == pytest.approx(
        float(in_language(sample, "optimal", "beta(2, 5)")), rel=0.03
    )


def test_intervals_are_those_of_the_language_and_many_points_are_taken():
    rng = random.Random(4)
    sample = Sample.of(*drawn(rng, 60))
    few = cost_law(["0.1", "0.35", "0.35", "0.8"])
    found = losses_under(sample, few, plan=Plan(500, seed=3))
    for method, interval in found.intervals.items():
        same = bootstrap(sample, f"loss({method}, cost={few})", resamples=500, seed=3)
        assert (interval.estimate, interval.low, interval.high) == pytest.approx((same.estimate, same.low, same.high))
        assert interval.estimate == pytest.approx(float(found.losses[method]))
    many = cost_law([rng.random() for _ in range(2000)])
    spread = losses_under(sample, many, wanted=["score_driven", "optimal"], plan=Plan(200))
    brier = float(in_language(sample, "score_driven", "uniform"))
    interval = spread.intervals["score_driven"]
    assert interval.low < float(spread.losses["score_driven"]) < interval.high
    assert float(spread.losses["score_driven"]) == pytest.approx(brier, rel=0.05)


def test_models_are_compared_under_it():
    rng = random.Random(5)
    classes, first = drawn(rng, 50)
    second = [str(round(rng.random(), 2)) for _ in classes]
    law = cost_law([rng.random() for _ in range(700)])
    found = compare_models(classes, first, second, cost=law, resamples=200)
    assert found.losses == tuple(loss_under(Sample.of(classes, s), "score_driven", law) for s in (first, second))
    assert found.interval.low < found.interval.estimate < found.interval.high
    assert found.interval.estimate == pytest.approx(float(found.difference))
    assert sum(found.probabilities.values()) == 1
    few = "points(1/5, 1/2, 2/5, 1/2)"
    by_text, by_law = (compare_models(classes, first, second, cost=x, resamples=200) for x in (few, parse_cost(few)))
    assert by_text.to_json() == by_law.to_json()


def test_scores_that_are_no_probabilities_lack_some_losses():
    found = losses_under(Sample.of([0, 1, 0, 1], [1, 2, 3, 4]), "points(1/4, 1/2, 1/2, 1/2)", plan=Plan(100))
    assert "score_driven" not in found.losses
    assert found.notes["score_driven"] == "needs scores in [0, 1]; the score 4 lies outside"
    assert {"optimal", "rate_driven"} <= found.intervals.keys()


def test_files(tmp_path, capsys):
    rng = random.Random(6)
    classes, scores = drawn(rng, 40)
    data, costs, pairs = (tmp_path / name for name in ("scores.csv", "costs.csv", "pairs.csv"))
    data.write_text("score,class\n" + "\n".join(f"{s},{y}" for s, y in zip(scores, classes, strict=True)))
    costs.write_text("who,c,weight\na,0.2,1\nb,0.5,3\nc,0.2,1\n")
    pairs.write_text("miss,false_alarm\n4,1\n1,1\n0,0\n")
    assert read_cost_law(costs) == cost_law(["0.2", "0.5"], weights=[2, 3])
    assert read_cost_law(pairs) == cost_law(miss=[4, 1], false_alarm=[1, 1])
    assert read_cost_law(costs, smooth=3) == cost_law(["0.2", "0.5", "0.2"], weights=[1, 3, 1], smooth=3)
    assert cli.main(["evaluate", str(data), "--cost", str(costs), "--resamples", "200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["losses_under"]
    found = losses_under(Sample.of(classes, scores), read_cost_law(costs), plan=Plan(200))
    assert told == found.to_json()
    assert told["cost"] == "points(1/5, 2/5, 1/2, 3/5)"
    assert cli.main(["evaluate", str(data), "--cost", str(pairs), "--smooth", "auto"]) == 0
    assert "under density(" in capsys.readouterr().out
    assert cli.main(["evaluate", str(data), "--cost", "beta(2, 5)", "--csv"]) == 0
    wanted = in_language(Sample.of(classes, scores), "score_driven", "beta(2, 5)")
    assert f"losses_under,score_driven,{wanted}," in capsys.readouterr().out
    assert cli.main(["compare", str(data), str(data), "--cost", str(costs), "--resamples", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == "points(1/5, 2/5, 1/2, 3/5)"


@pytest.mark.parametrize(
    ("text", "more", "says"),
    [
        ("c\n0.1\n1.2\n", [], "line 3: the cost proportion '1.2' lies outside [0, 1]"),
        ("c\n0.1\n-0.2\n", [], "line 3: the cost proportion '-0.2' lies outside [0, 1]"),
        ("c\nx\n", [], "line 2: the cost proportion 'x' is not a number"),
        ("c\n", [], "has a header and no rows"),
        ("miss,false_alarm\n1,2\n-3,1\n", [], "line 3: miss '-3' is negative; costs are numbers from 0 on"),
        ("miss,false_alarm\n0,0\n", [], "has no value with a weight above 0"),
        ("c,weight\n0.1,-1\n", [], "line 2: the weight '-1' is negative"),
        ("c,weight\n0.1,0\n", [], "has no value with a weight above 0"),
        ("a,b\n1,2\n", [], "has no column 'c' of cost proportions, and no columns 'miss' and 'false_alarm' of costs"),
        ("c\n0.1\n", ["--smooth", "0"], "the degree '0' of smoothing is no whole number from 1 to 100, or auto"),
        ("c\n0.1\n", ["--smooth", "many"], "the degree 'many' of smoothing"),
        ("c\n0.1\n", ["--folds", "class"], "--cost and --folds do not go together"),
    ],
)
def test_wrong_files_get_one_line(text, more, says, tmp_path, capsys):
    data, costs = tmp_path / "scores.csv", tmp_path / "costs.csv"
    data.write_text("score,class\n0.1,0\n0.9,1\n")
    costs.write_text(text)
    assert cli.main(["evaluate", str(data), "--cost", str(costs), *more]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"proportions": [0.1, 2]}, "the law of costs, entry 2: the cost proportion 2 lies outside"),
        ({"proportions": []}, "the law of costs: has no values"),
        ({"miss": [1]}, "of proportions, or of both miss and false_alarm"),
        ({"proportions": [0.1], "miss": [1]}, "of proportions, or of both miss and false_alarm"),
        ({"miss": [1], "false_alarm": [1, 2]}, "miss has 1 entries and false_alarm has 2 entries"),
        ({"proportions": [0.1], "smooth": True}, "the degree True of smoothing"),
        ({"proportions": 0.1}, "is not a column of values"),
    ],
)
def test_wrong_columns(given, says):
    with pytest.raises(InputError, match=says):
        cost_law(**given)


def test_smooth_is_for_files(tmp_path, capsys):
    data = tmp_path / "scores.csv"
    data.write_text("score,class\n0.1,0\n0.9,1\n")
    assert cli.main(["evaluate", str(data), "--cost", "uniform", "--smooth", "3"]) == 2
    assert "--smooth '3' is for a cost that is a file, and 'uniform' is none" in capsys.readouterr().err
    assert cli.main(["evaluate", str(data), "--smooth", "3"]) == 2
    assert "--cost FILE" in capsys.readouterr().err
    assert cli.main(["evaluate", str(data), "--cost", "beta(2"]) == 2
    assert cli.main(["compare", "optimal", "score_driven", "--smooth", "3"]) == 2
