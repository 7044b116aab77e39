"""Combined classifiers against brute force: every random choice, every point of a hybrid, every repaired concavity."""

import json
import random
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.curves.combining import average, evaluate_hybrid, hybrid, random_choice, repair_concavities
from workbench.curves.cost_curves import cost_curve
from workbench.curves.curve import Curve
from workbench.curves.roc import RocCurve
from workbench.errors import InputError, NotSupported
from workbench.numbers.certified import agree
from workbench.numbers.piecewise import polynomial
from workbench.samples.sample import Sample

F = Fraction
HALF = F(1, 2)
UNIFORM = naive.DENSITIES["uniform"]
CONDITIONS = [F(k, 24) for k in range(25)]

SCORES = st.builds(F, st.integers(0, 6), st.just(6))
PAIRS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=2, max_size=12).filter(
    lambda pairs: {y for _, y in pairs} == {0, 1}
)
EXTREMES = [
    [(F(0), 0), (F(1), 1)],
    [(F(1), 0), (F(0), 1)],
    [(HALF, 0), (HALF, 1), (HALF, 1)],
    [(F(1), 0), (F(1), 0), (F(0), 1), (F(0), 1)],
    [(F(0), 1), (F(1, 4), 0), (HALF, 1), (F(1), 0)],
]


def aligned(size, models=2, seed=0):
    """Random classes, both present, and as many columns of scores with ties, 0 and 1 among them."""
    draw = random.Random(f"{size} {models} {seed}")
    classes = [0, 1, *(draw.randint(0, 1) for _ in range(size - 2))]
    columns = {name: [F(draw.randint(0, 5), 5) for _ in classes] for name in "ABC"[:models]}
    return classes, columns


def brier(classes, scores):
    return naive.mean((s - y) ** 2 for s, y in zip(scores, classes, strict=True))


def loss_at(classes, scores, c, threshold, condition="cost"):
    """The loss at one operating condition, by counting."""
    data = list(zip(scores, classes, strict=True))
    point = [naive.share(data, k, lambda s: s <= threshold) for k in (0, 1)]
    return naive.cost(c, point, naive.proportions(data, condition))


# --- a random choice for each prediction -------------------------------------------------------------


@pytest.mark.parametrize("q", [F(0), F(1, 3), HALF, F(1)])
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_random_choices_are_enumerated(q, condition):
    for size, seed in product((2, 4, 6), range(3)):
        classes, columns = aligned(size, 2, seed)
        weights = {"A": q, "B": 1 - q}
        driven = random_choice(classes, columns, weights, condition=condition)
        fixed = random_choice(classes, columns, weights, "score_fixed(2/5)", condition)
        conditions = [*CONDITIONS[::6], F(2, 5), F(3, 5)]
        wanted = {c: [F(0), F(0)] for c in conditions}
        square = F(0)
        for drawn in product("AB", repeat=size):
            chance = F(1)
            for name in drawn:
                chance *= weights[name]
            scores = [columns[name][i] for i, name in enumerate(drawn)]
            square += chance * brier(classes, scores)
            for c in conditions:
                wanted[c][0] += chance * loss_at(classes, scores, c, c, condition)
                wanted[c][1] += chance * loss_at(classes, scores, c, F(2, 5), condition)
        assert driven.brier == square
        assert {c: [driven.curve(c), fixed.curve(c)] for c in conditions} == wanted
        if condition == "cost":
            assert driven.curve.area() == square


def test_a_random_choice_has_no_expected_curve_where_thresholds_follow_the_ranking():
    classes, columns = aligned(5)
    ranked = ("optimal", "rate_driven", "rate_uniform", "rate_fixed(1/2)", "mix(1/2, score_driven, optimal)")
    measured = ("score(AUC)", "score(c*BS)", "score_fixed(error(1/2))", "score(E(s))", "score(c*loss(optimal))")
    for method in (*ranked, *measured, "mix(AUC, score_driven, score_uniform)", "score_fixed(t)"):
        with pytest.raises(NotSupported, match="depend on more than the condition"):
            random_choice(classes, columns, method=method)
    assert random_choice(classes, columns, method="score(min(c, pi0))").curve(1) > 0
    mixed = random_choice(classes, columns, method="mix(1/4, score_driven, score_fixed(1/2))")
    parts = [random_choice(classes, columns, method=method).curve for method in ("score_driven", "score_fixed(1/2)")]
    assert mixed.curve == parts[0] * F(1, 4) + parts[1] * F(3, 4)


def test_for_the_optimal_method_the_mean_curve_would_be_wrong():
    classes, columns = [0, 1], {"A": [F(0), F(1)], "B": [F(1), F(0)]}
    losses = []
    for drawn in product("AB", repeat=2):
        data = [(columns[name][i], classes[i]) for i, name in enumerate(drawn)]
        losses.append(naive.optimal(data, UNIFORM))
    each = [naive.optimal(list(zip(column, classes, strict=True)), UNIFORM) for column in columns.values()]
    assert naive.mean(losses) != naive.mean(each)


# --- averaged probabilities --------------------------------------------------------------------------


def test_averages_and_their_ambiguity():
    for size, models, seed in product((2, 3, 7, 12), (1, 2, 3), range(3)):
        classes, columns = aligned(size, models, seed)
        unequal = {1: [1], 2: ["1/3", "2/3"], 3: [0, "1/4", "3/4"]}[models]
        for weights in (None, dict(zip(columns, unequal, strict=True))):
            exact = {name: F(1, models) if weights is None else F(weights[name]) for name in columns}
            scores = [sum(w * columns[name][i] for name, w in exact.items()) for i in range(size)]
            found = average(classes, columns, weights)
            assert list(found.scores) == scores
            assert found.sample == Sample.of(classes, scores)
            assert found.brier == brier(classes, scores)
            assert found.briers == {name: brier(classes, column) for name, column in columns.items()}
            assert found.mean_brier == sum(w * brier(classes, columns[name]) for name, w in exact.items())
            pairs = sum(
                exact[a] * exact[b] * naive.mean((x - y) ** 2 for x, y in zip(columns[a], columns[b], strict=True))
                for a, b in product(columns, columns)
                if a < b
            )
            assert found.ambiguity == pairs
            assert found.brier == found.mean_brier - found.ambiguity
            assert found.mean_brier == random_choice(classes, columns, weights).brier


# --- the best by operating condition ---------------------------------------------------------------------


@pytest.mark.parametrize("method", ["score_driven", "rate_driven", "optimal"])
@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_hybrids_are_the_best_at_every_operating_condition(method, condition):
    for size, models, seed in product((2, 5, 12), (2, 3), range(3)):
        classes, columns = aligned(size, models, seed)
        samples = {name: Sample.of(classes, column) for name, column in columns.items()}
        curves = {name: cost_curve(sample, method, condition) for name, sample in samples.items()}
        found = hybrid(samples, method, condition)
        assert found.curve == hybrid(curves).curve
        assert (found.choices[0].low, found.choices[-1].high) == (0, 1)
        for c in CONDITIONS:
            assert found.curve(c) == min(curve(c) for curve in curves.values())
        rational = [choice for choice in found.choices if isinstance(choice.low, F) and isinstance(choice.high, F)]
        assert rational
        for low, high, best in rational:
            for part in (F(1, 7), F(5, 11)):
                c = low + part * (high - low)
                least = min(curve(c) for curve in curves.values())
                assert best == tuple(name for name, curve in curves.items() if curve(c) == least)
        assert all(one.high == two.low and one.best != two.best for one, two in pairwise(found.choices))
        for name, gain in found.gains.items():
            assert gain >= 0
            assert agree(gain, curves[name].area() - found.loss)


def test_proposed_hybrids():
    for size, models, seed in product((3, 8, 12), (2, 3), range(4)):
        classes, columns = aligned(size, models, seed)
        draw = random.Random(seed)
        curves = {name: cost_curve(Sample.of(classes, column), "score_driven") for name, column in columns.items()}
        ends = sorted(F(draw.randint(0, 20), 20) for _ in range(4))
        uses = [(ends[0], ends[1], "A"), (ends[2], ends[3], "B"), (0, ends[2], "A")]
        found = evaluate_hybrid(curves, uses, "B")

        def used(c, uses=uses):
            return next((name for low, high, name in uses if low <= c <= high), "B")

        best = hybrid(curves)
        assert found.loss == best.loss + found.excess
        assert found.excess == sum(mistake.excess for mistake in found.mistakes)
        for c in [*CONDITIONS, *ends, *((a + b) / 2 for a, b in pairwise(CONDITIONS))]:
            assert found.curve(c) == curves[used(c)](c)
        for low, high, name, better, excess in found.mistakes:
            assert excess == curves[name].area(low, high) - curves[better[0]].area(low, high) > 0
            for part in (F(1, 7), F(5, 11)):
                c = low + part * (high - low)
                assert used(c) == name
                assert all(curves[other](c) == best.curve(c) < curves[name](c) for other in better)
        for k in range(1000):  # never where a loss jumps: single points count for nothing
            c = F(2 * k + 1, 2000)
            wrong = any(low < c < high for low, high, *_ in found.mistakes)
            assert wrong == (found.curve(c) > best.curve(c))


def test_the_best_hybrid_proposed_makes_no_mistake():
    classes, columns = aligned(10, 3)
    samples = {name: Sample.of(classes, column) for name, column in columns.items()}
    best = hybrid(samples)
    found = evaluate_hybrid(samples, [(low, high, names[0]) for low, high, names in best.choices], "A")
    assert not found.mistakes
    assert (found.loss, found.excess) == (best.loss, 0)


def test_curves_that_cross_at_irrational_conditions():
    bent, level = Curve.of((0, 1), [polynomial(0, 0, 1)]), Curve.line(HALF, HALF)
    found = hybrid({"bent": bent, "level": level})
    (first, second) = found.choices
    assert first.best == ("bent",)
    assert second.best == ("level",)
    assert first.high == second.low
    assert float(first.high) == pytest.approx(HALF**0.5)
    assert "bent to 0.707107..., level to 1" in repr(found)
    said = json.loads(json.dumps(found.to_json()))
    assert said["choices"][0]["high"]["exact"] is None
    (mistake,) = evaluate_hybrid({"bent": bent, "level": level}, [("1/2", 1, "bent")], "bent").mistakes
    assert mistake.better == ("level",)
    assert mistake.low == first.high


def test_single_points_count_for_nothing():
    peaked = Curve.of((0, "1/2", 1), [polynomial(0), polynomial(0)], [polynomial(0), polynomial(1), polynomial(0)])
    level = Curve.line(HALF, HALF)
    assert hybrid({"peaked": peaked, "level": level}).choices == ((0, 1, ("peaked",)),)
    assert not evaluate_hybrid({"peaked": peaked, "level": level}, [], "peaked").mistakes


# --- concavities ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", EXTREMES)
def test_repaired_extremes(data):
    check_repairs(data)


@settings(max_examples=80, deadline=None)
@given(PAIRS)
def test_repaired_concavities(data):
    check_repairs(data)


def check_repairs(data):
    sample = Sample.of([y for _, y in data], [s for s, _ in data])
    area, hull_area = naive.auc(data), naive.hull_area(data)
    randomised, inverted = (repair_concavities(sample, how) for how in ("randomise", "invert"))
    assert (randomised.auc, inverted.auc) == (hull_area, 2 * hull_area - area)
    for repaired in (randomised, inverted):
        assert naive.auc([(s, y) for y, s in zip(*repaired.sample.examples(), strict=True)]) == repaired.auc
        assert (repaired.sample.n0, repaired.sample.n1) == (sample.n0, sample.n1)
        assert sum(repair.gain for repair in repaired.repairs) == repaired.auc - area
        assert bool(repaired.repairs) == (area < hull_area)
    assert RocCurve.of(randomised.sample).curve == RocCurve.of(sample).hull.curve
    assert not repair_concavities(randomised.sample).repairs
    assert inverted.sample.scores == sample.scores
    for low, high, gain in inverted.repairs:
        inside = [s for s in sample.scores if low <= s <= high]
        for s, opposite in zip(inside, reversed(inside), strict=True):
            for k in (0, 1):
                assert count(inverted.sample, k, opposite) == count(sample, k, s)
        alone = repair_concavities(sample, "invert", low, high)
        assert alone.repairs == ((low, high, gain),)
        assert alone.auc == area + gain
        tied = repair_concavities(sample, "randomise", low, high)
        assert tied.auc == area + gain / 2
        mean = naive.mean(s for s, _ in data if low <= s <= high)
        assert [s for s in tied.sample.scores if low <= s <= high] == [mean]
        assert count(tied.sample, 0, mean) == sum(low <= s <= high and y == 0 for s, y in data)
        assert not any(r.low == low for r in repair_concavities(sample, "invert", low + F(1, 1000), high).repairs)
        assert not any(r.high == high for r in repair_concavities(sample, "invert", low, high - F(1, 1000)).repairs)
    untouched = [s for s in sample.scores if not any(low <= s <= high for low, high, _ in inverted.repairs)]
    for repaired in (randomised, inverted):
        for s in untouched:
            assert [count(repaired.sample, k, s) for k in (0, 1)] == [count(sample, k, s) for k in (0, 1)]


def count(sample, k, score):
    return sample.counts(k)[sample.scores.index(score)]


# --- the classifiers of the slides ---------------------------------------------------------------------------

CLASSES = [1] * 4 + [0] * 6
A = ["0.70", "0.80", "0.80", "0.70", "0.80", "0.75", "0.10", "0.55", "0.80", "0.15"]
B = ["0.60", "1.00", "0.95", "0.25", "0.68", "0.64", "0.37", "0.30", "0.72", "0.25"]


def test_combining_the_two_classifiers_of_the_slides():
    columns = {"A": A, "B": B}
    d = average(CLASSES, columns)
    assert (d.briers, d.brier) == ({"A": F(39, 160), "B": F(1503, 6250)}, F(92313, 400000))
    roc = RocCurve.of(d.sample)
    assert (roc.area(), roc.hull.area()) == (F(3, 4), F(7, 8))
    assert random_choice(CLASSES, columns).brier == F(48423, 200000)
    samples = {name: Sample.of(CLASSES, column) for name, column in columns.items()}
    best = hybrid(samples)
    assert [(str(low), str(high), "".join(names)) for low, high, names in best.choices] == [
        ("0", "1/10", "AB"),
        ("1/10", "1/2", "A"),
        ("1/2", "11/20", "B"),
        ("11/20", "2/3", "A"),
        ("2/3", "1", "B"),
    ]
    proposal = evaluate_hybrid(samples, [("0.1", "0.5", "A"), ("0.55", "0.65", "A")], "B")
    (mistake,) = proposal.mistakes
    assert mistake[:4] == (F(13, 20), F(2, 3), "B", ("A",))
    assert proposal.curve("0.65") == F(39, 100)
    assert proposal.curve.right("0.65") == F(40, 100)
    assert proposal.loss - best.loss == proposal.excess == mistake.excess == F(1, 12000)


# --- input and output --------------------------------------------------------------------------------------------


def test_what_is_refused():
    sample = Sample.of(CLASSES, A)
    for call, message in (
        (lambda: average([0, 1], {}), "there are no scores"),
        (lambda: average([0, 1], {"A": [0, 1], "B": [0]}), "B: 2 classes and 1 scores"),
        (lambda: average([0, 1], {"A": [0, float("nan")]}), "A: score nan of example 2 is not a finite number"),
        (lambda: average([0, 1], {"A": [0, 2]}), "A: the score 2 is no probability"),
        (lambda: average([0, 1], {"A": [-1, 1]}), "A: the score -1 is no probability"),
        (lambda: average([0, 1], {"A": 3}), "the scores of A 3 is not a column"),
        (lambda: average([0, 1], {"A": [0, 1]}, {"B": 1}), "weights of B; there must be one for each of A"),
        (lambda: average([0, 1], {"A": [0, 1]}, {"A": "1/2"}), "the weights 1/2 add up to 1/2, not to 1"),
        (lambda: average([0, 1], {"A": [0, 1], "B": [0, 1]}, {"A": 2, "B": -1}), "the weight of A is 2"),
        (lambda: random_choice([0, 1], {"A": [0, 1]}, method="guess"), "guess"),
        (lambda: hybrid({}), "there is no classifier"),
        (lambda: hybrid({"A": Curve.of((0, "1/2"), [polynomial(1)])}), "the curve of A is a Curve on \\[0, 1/2\\]"),
        (lambda: evaluate_hybrid({"A": sample}, [], "B"), "there is no classifier 'B'; there are A"),
        (lambda: evaluate_hybrid({"A": sample}, [(0, 1, "C")], "A"), "there is no classifier 'C'"),
        (lambda: evaluate_hybrid({"A": sample}, [(1, "1/2", "A")], "A"), "ends before it starts"),
        (lambda: evaluate_hybrid({"A": sample}, [(0, 2, "A")], "A"), "the operating condition is 2"),
        (lambda: repair_concavities(sample, "hide"), "'hide' is no way to repair"),
        (lambda: repair_concavities(sample, low="x"), "the score 'x' is not a number"),
    ):
        with pytest.raises(InputError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)


def test_columns_that_can_be_read_once_and_scores_that_are_no_probabilities():
    once = average(iter([0, 1]), {"A": iter([0, 1]), "B": (s for s in ("1/2", 1))})
    assert once.scores == (F(1, 4), F(1))
    assert repair_concavities(Sample.of([1, 0], [-3, 5])).sample.scores == (1,)


def test_json_and_repr():
    columns = {"A": A, "B": B}
    samples = {name: Sample.of(CLASSES, column) for name, column in columns.items()}
    d = average(CLASSES, columns)
    said = json.loads(json.dumps(d.to_json()))
    assert F(said["mean_brier"]["exact"]) - F(said["ambiguity"]["exact"]) == F(said["brier"]["exact"])
    assert repr(d) == "Average of 1/2 A, 1/2 B, Brier score 92313/400000 = 48423/200000 - 4533/400000"
    assert json.loads(json.dumps(random_choice(CLASSES, columns).to_json()))["brier"]["exact"] == "48423/200000"
    best = hybrid(samples)
    assert json.loads(json.dumps(best.to_json()))["choices"][0]["best"] == ["A", "B"]
    assert repr(best) == f"Hybrid of loss {best.loss}: A = B to 1/10, A to 1/2, B to 11/20, A to 2/3, B to 1"
    proposal = evaluate_hybrid(samples, [], "B")
    assert json.loads(json.dumps(proposal.to_json()))["mistakes"][0]["used"] == "B"
    assert "2 mistakes" in repr(proposal)
    repaired = repair_concavities(samples["A"])
    assert json.loads(json.dumps(repaired.to_json()))["auc"]["exact"] == "3/4"
    assert repr(repaired).startswith("Repaired at 1 of the hull's segments, AUC 3/4")


def test_weights_that_are_doubles():
    columns = {"A": [0, 1], "B": [HALF, HALF], "C": [1, 0]}
    weights = {"A": 0.1, "B": 0.2, "C": 0.7}
    assert average([0, 1], columns, weights) == average([0, 1], columns, {"A": "0.1", "B": "0.2", "C": "0.7"})
    assert random_choice([0, 1], columns, weights).weights == {"A": F(1, 10), "B": F(1, 5), "C": F(7, 10)}
    for of in (average, random_choice):
        with pytest.raises(InputError, match="not to 1; text such as '1/3' is taken exactly"):
            of([0, 1], columns, {"A": 1 / 3, "B": 1 / 3, "C": 1 / 3})
        with pytest.raises(InputError, match=r"not to 1$"):
            of([0, 1], columns, {"A": "1/3", "B": "1/3", "C": "1/4"})
        with pytest.raises(InputError, match="the weight of A nan is not a finite number"):
            of([0, 1], columns, {"A": float("nan"), "B": 0.5, "C": 0.5})


def test_wrong_arguments_are_refused_in_one_line():
    sample, curve = Sample.of([0, 1], [0, 1]), Curve.line(F(0), F(1))
    columns, models = {"A": [0, 1], "B": [0, 1]}, {"A": sample, "B": curve}
    for call, message in (
        (lambda: random_choice([0, 1], [[0, 1]]), "the scores are .*; a mapping by the names"),
        (lambda: random_choice([0, 1], columns, method=None), "the method is None; it is text"),
        (lambda: average([0, 1], columns, [0.5, 0.5]), "the weights are .*; a mapping by the names"),
        (lambda: average([0, 1], {1: [0, 1]}), "the name 1 of a classifier is no text"),
        (lambda: hybrid(sample), "the models are Sample.*; a mapping by the names"),
        (lambda: hybrid({"A": [0, 1]}), r"the model A is \[0, 1\]; a Sample or a Curve is needed"),
        (lambda: hybrid(models, None), "the method is None; it is text"),
        (lambda: evaluate_hybrid([sample], [], "A"), "a mapping by the names"),
        (lambda: evaluate_hybrid(models, [(0, 1)], "A"), r"\(0, 1\) is no use of a classifier; a triple"),
        (lambda: evaluate_hybrid(models, [3], "A"), "3 is no use of a classifier"),
        (lambda: evaluate_hybrid(models, 3, "A"), "3 is no list of uses"),
        (lambda: repair_concavities([0, 1]), "repair_concavities takes a Sample"),
        (lambda: repair_concavities(sample, low=1, high=0), "no score lies from 1 to 0; the first must not be above"),
    ):
        with pytest.raises(InputError, match=message):
            call()
