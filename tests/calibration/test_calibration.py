"""Isotonic calibration, Platt scaling and decision thresholds, against brute force and against scikit-learn."""

import csv
import json
import random
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression

from tests import naive
from workbench.calibration.isotonic import isotonic
from workbench.calibration.platt import platt
from workbench.curves.decision_thresholds import Rule, best_rule, decisions, optima
from workbench.errors import InputError, NotSupported
from workbench.metrics import CATALOGUE
from workbench.samples.pooling import pool_adjacent_violators
from workbench.samples.sample import Sample

F = Fraction
DATA = Path(__file__).parents[2] / "paper_checks" / "data"

SCORES = st.builds(F, st.integers(-2, 8), st.sampled_from([6, 7]))
PAIRS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=2, max_size=12).filter(
    lambda pairs: {0, 1} == {y for _, y in pairs}
)
EXTREMES = [
    [(F(1, 2), 0), (F(1, 2), 1)],
    [(F(0), 0), (F(1), 1)],
    [(F(0), 1), (F(1), 0)],
    [(F(0), 0), (F(1, 3), 0), (F(1, 3), 1), (F(1), 0)],
    [(F(0), 1), (F(1, 3), 0), (F(1, 3), 1), (F(1), 1)],
    [(F(k, 5), k % 2) for k in range(6)],
    [(F(0), 0), (F(0), 0), (F(1), 1), (F(1), 1), (F(2), 0)],
]


def sample_of(pairs):
    return Sample.of([y for _, y in pairs], [s for s, _ in pairs])


def swept(count=300, size=9, seed=5):
    """The extremes, and small samples with many ties."""
    rng = random.Random(seed)
    yield from EXTREMES
    while count:
        pairs = [(F(rng.randrange(7), 6), rng.randrange(2)) for _ in range(rng.randint(2, size))]
        if len({y for _, y in pairs}) == 2:
            count -= 1
            yield pairs


def read(name):
    with open(DATA / name, encoding="utf-8") as source:
        return [(row["score"], int(row["class"])) for row in csv.DictReader(source)]


# --- pool adjacent violators --------------------------------------------------------------------------


@given(PAIRS)
def test_pav_is_the_max_min_formula(pairs):
    sample = sample_of(pairs)
    for interpolation in ("linear", "step", "rank"):
        calibrate = isotonic(sample, interpolation)
        wanted = [naive.pav(pairs, s) for s in sample.scores]
        assert [calibrate(s) for s in sample.scores] == wanted
        moved = Sample.of([y for _, y in pairs], [naive.pav(pairs, s) for s, _ in pairs])
        assert calibrate.apply(sample) == moved


def squares(pairs, values):
    return sum((y - values[s]) ** 2 for s, y in pairs)


def test_pav_is_the_only_least_squares_solution():
    rng = random.Random(1)
    tried = 0
    for pairs in swept(60):
        calibrate = isotonic(sample_of(pairs))
        scores = sorted({s for s, _ in pairs})
        found = {s: calibrate(s) for s in scores}
        least = squares(pairs, found)
        for _ in range(30):
            size = F(1, rng.choice([2, 20, 1000]))
            moved = sorted(found[s] + size * F(rng.randint(-9, 9), 9) for s in scores)
            other = dict(zip(scores, moved, strict=True))
            if other != found:
                tried += 1
                assert squares(pairs, other) > least
    assert tried > 1500


def test_pav_is_least_among_all_monotone_maps_on_a_grid():
    """On at most four examples every fraction of a block is on the grid of twelfths."""
    for pairs in swept(40, size=4):
        scores = sorted({s for s, _ in pairs})
        monotone = combinations_with_replacement([F(k, 12) for k in range(13)], len(scores))
        losses = {values: squares(pairs, dict(zip(scores, values, strict=True))) for values in monotone}
        least = min(losses.values())
        assert [v for v, loss in losses.items() if loss == least] == [tuple(map(isotonic(sample_of(pairs)), scores))]


class Counted(int):
    """An integer that counts the multiplications it is used in."""

    products = 0

    def __mul__(self, other):
        Counted.products += 1
        return int(self) * int(other)

    def __add__(self, other):
        return Counted(int(self) + int(other))


@pytest.mark.parametrize("shape", ["random", "falling", "rising", "equal", "sawtooth"])
def test_pooling_is_linear(shape):
    rng = random.Random(2)
    for n in (1, 2, 3, 50, 1000):
        counts1 = {
            "random": [rng.randrange(30) for _ in range(n)],
            "falling": [n - k for k in range(n)],
            "rising": list(range(n)),
            "equal": [1] * n,
            "sawtooth": [k % 7 for k in range(n)],
        }[shape]
        Counted.products = 0
        blocks, merges = pool_adjacent_violators([Counted(30)] * n, [Counted(b) for b in counts1])
        assert merges == n - len(blocks)
        assert n + merges <= 2 * n - 1
        assert merges == {"falling": n - 1, "rising": 0, "equal": n - 1}.get(shape, merges)
        comparisons = Counted.products // 2
        assert n - 1 <= comparisons <= 2 * (n - 1)
        assert Sample(tuple(map(F, range(n))), (30,) * n, tuple(counts1)).blocks == blocks


@given(PAIRS)
def test_calibrating_gives_the_convex_hull_and_nothing_is_left_to_calibrate(pairs):
    sample = sample_of(pairs)
    after = isotonic(sample).apply(sample)
    assert after.roc() == sample.hull()
    assert CATALOGUE["BS"].exact(after) == CATALOGUE["RLH"].exact(sample)
    assert CATALOGUE["CL"].exact(after) == 0
    assert isotonic(after).apply(after) == after


# --- between the blocks -----------------------------------------------------------------------------


def test_each_rule_between_two_blocks():
    train = Sample.of([0, 0, 1, 0, 1], ["0.1", "0.2", "0.3", "0.5", "0.9"])
    new = ["-1", "0.1", "0.15", "0.2", "0.22", "0.25", "0.28", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "2"]
    half, inner = F(1, 2), ["0.22", "0.25", "0.28"]
    for interpolation, low, high in (
        ("linear", [F(1, 10), F(1, 4), F(2, 5)], [F(5, 8), F(3, 4), F(7, 8)]),
        ("step", [F(0), F(0), half], [half, half, F(1)]),
        ("rank", [F(1, 8), F(1, 4), F(3, 8)], [F(5, 8), F(3, 4), F(7, 8)]),
    ):
        calibrate = isotonic(train, interpolation)
        wanted = [F(0)] * 4 + low + [half] * 3 + high + [F(1)] * 2
        together = Sample.of([0, 1] * 7 + [0], new)
        assert calibrate.apply(together) == Sample.of([0, 1] * 7 + [0], wanted)
        if interpolation != "rank":
            assert [calibrate(s) for s in new] == wanted
    assert [isotonic(train, "rank")(s) for s in inner] == [F(1, 4)] * 3


@given(PAIRS, PAIRS, st.sampled_from(["linear", "step", "rank"]))
def test_a_map_is_monotone_on_new_scores(train, test, interpolation):
    sample = sample_of(test)
    after = isotonic(sample_of(train), interpolation)._values(sample.scores)
    assert after == sorted(after)
    assert all(0 <= p <= 1 for p in after)


def test_linear_interpolation_is_that_of_scikit_learn():
    rng = np.random.default_rng(3)
    for _ in range(20):
        classes = np.concatenate([[0, 1], rng.integers(0, 2, 40)])
        scores = np.round(rng.normal(size=42) + classes, 1)
        new = rng.normal(size=100)
        theirs = IsotonicRegression(out_of_bounds="clip").fit(scores, classes).predict(new)
        ours = [float(p) for p in map(isotonic(Sample.of(classes, scores)), new)]
        assert np.abs(theirs - ours).max() < 1e-12


def test_the_calibrated_votes_are_those_of_the_rank_rule():
    """Calibrated on the training half, printed to 12 digits: 13 of the 217 scores lie between two blocks."""
    (scores, classes), (given_scores, same) = (
        zip(*read(f"vote_nb_{name}.csv"), strict=True) for name in ("test_raw", "test_pav")
    )
    assert classes == same
    train = sample_of([(s, y) for s, y in read("vote_nb_train.csv")])
    exact = sorted(set(map(F, scores)))
    wrong = {}
    for interpolation in ("linear", "step", "rank"):
        of = dict(zip(exact, isotonic(train, interpolation)._values(exact), strict=True))
        printed = [f"{float(of[F(s)]):.12g}" for s in scores]
        wrong[interpolation] = sum(x != y for x, y in zip(printed, given_scores, strict=True))
    assert wrong == {"linear": 13, "step": 13, "rank": 0}


def test_what_a_map_refuses():
    sample = Sample.of([0, 1], [0, 1])
    with pytest.raises(InputError, match="interpolation 'cubic'; it is one of linear, step, rank"):
        isotonic(sample, "cubic")
    for calibrate in (isotonic(sample), platt(sample)):
        with pytest.raises(InputError, match="score nan is not a finite number"):
            calibrate(float("nan"))
        with pytest.raises(InputError, match="score 'x' is not a number"):
            calibrate("x")
    assert json.loads(json.dumps(isotonic(sample).to_json()))["steps"][1]["value"] == {"exact": "1", "value": 1.0}


# --- Platt scaling ------------------------------------------------------------------------------------


def targets(pairs, smoothing):
    n0, n1 = (sum(y == k for _, y in pairs) for k in (0, 1))
    return (F(1, n0 + 2), F(n1 + 1, n1 + 2)) if smoothing else (F(0), F(1))


def gradient(pairs, smoothing, a, b):
    """The gradient of the negative log-likelihood at (a, b), example by example."""
    of_class = targets(pairs, smoothing)
    slopes = []
    for s, y in pairs:
        s, t = (mpmath.mpf(x.numerator) / x.denominator for x in (s, of_class[y]))
        residual = t - 1 / (1 + mpmath.exp(a * s + b))
        slopes.append((residual * s, residual))
    return [mpmath.fsum(column) for column in zip(*slopes, strict=True)]


def overlapping(pairs):
    zeros, ones = ([s for s, y in pairs if y == k] for k in (0, 1))
    return max(zeros) > min(ones) and max(ones) > min(zeros)


@settings(max_examples=60, deadline=None)
@given(PAIRS, st.booleans())
@example([(F(1), 0), (F(0), 1), (F(1), 1), (F(2), 1)], False)
@example([(F(1), 0), (F(0), 1), (F(1), 1), (F(2), 1)], True)
def test_the_likelihood_is_greatest_at_the_fit(pairs, smoothing):
    sample = sample_of(pairs)
    if len(sample.scores) == 1 or not (smoothing or overlapping(pairs)):
        with pytest.raises(InputError):
            platt(sample, smoothing)
        return
    fit = platt(sample, smoothing)
    assert max(fit.a.rad(), fit.b.rad()) < 1e-30
    with mpmath.workdps(60):
        a, b = (mpmath.mpf(x.mid().str(50, radius=False)) for x in (fit.a, fit.b))
        assert all(abs(x) < 1e-40 for x in gradient(pairs, smoothing, a, b))
    means = [F(sum(s for s, y in pairs if y == k), sum(y == k for _, y in pairs)) for k in (0, 1)]
    assert (fit.a < 0, fit.a == 0, fit.a > 0) == (means[1] > means[0], means[1] == means[0], means[1] < means[0])
    values = [fit(s) for s in sample.scores]
    if fit.a != 0:
        assert values == sorted(values, reverse=bool(fit.a > 0))
        assert len(set(values)) == len(values)
    assert fit.apply(sample) == Sample.of([y for _, y in pairs], [fit(s) for s, _ in pairs])


def exactly(ball):
    return mpmath.mpf(int(ball.man_exp()[0])) * mpmath.mpf(2) ** int(ball.man_exp()[1])


def test_the_error_bound_encloses_a_root_found_otherwise():
    """For two places without smoothing the fit passes through the log-odds of each."""
    for counts in product((1, 3, 7), repeat=4):
        fit = platt(Sample.of_counts([1, 3], counts[:2], counts[2:]), smoothing=False)
        with mpmath.workdps(300):
            first, second = (mpmath.log(mpmath.mpf(a) / b) for a, b in zip(counts[:2], counts[2:], strict=True))
            for ball, root in ((fit.a, (second - first) / 2), (fit.b, (3 * first - second) / 2)):
                assert abs(exactly(ball.mid()) - root) <= exactly(ball.rad()) < mpmath.mpf(10) ** -60
        assert fit(1) == pytest.approx(counts[2] / (counts[0] + counts[2]), abs=3e-16)
        assert fit(3) == pytest.approx(counts[3] / (counts[1] + counts[3]), abs=3e-16)


def test_scikit_learn_fits_the_same():
    rng = np.random.default_rng(4)
    for n in (20, 200):
        classes = np.concatenate([[0, 1], rng.integers(0, 2, n)])
        scores = rng.normal(size=n + 2) + classes
        theirs = _SigmoidCalibration().fit(scores, classes)
        ours = platt(Sample.of(classes, scores))
        assert float(ours.a) == pytest.approx(theirs.a_, abs=1e-3)
        assert float(ours.b) == pytest.approx(theirs.b_, abs=1e-3)
        assert np.abs(theirs.predict(scores) - [ours(s) for s in scores]).max() < 1e-3


def test_a_change_of_units_changes_the_parameters_and_no_value():
    pairs = [(F(k), y) for k, y in enumerate([0, 0, 1, 0, 1, 1, 0, 1])]
    values = [platt(sample_of(pairs))(s) for s, _ in pairs]
    for scale, shift in ((F(1, 10**400), F(0)), (F(10**400), F(-3)), (F(1, 3), F(10**25)), (F(-1), F(1))):
        moved = [(scale * s + shift, y) for s, y in pairs]
        fit = platt(sample_of(moved))
        assert [fit(s) for s, _ in moved] == pytest.approx(values, abs=1e-15)
        assert (fit.a < 0) == (scale > 0)


def test_scores_far_away_neither_overflow_nor_leave_the_unit_interval():
    fit = platt(Sample.of([0, 1, 0, 1], [1, 2, 3, 4]))
    assert [fit(s) for s in (-(10**5000), "-1e300", "1e300", 10**5000)] == [0.0, 0.0, 1.0, 1.0]
    assert 0 < fit(-1500) < 1e-200
    far = platt(Sample.of([0, 1, 0, 1], [10**80 + k for k in range(4)]))
    with pytest.raises(NotSupported, match="cannot be computed to 20 digits"):
        far(10**80)


@pytest.mark.parametrize(
    ("classes", "scores", "message"),
    [
        ([0, 0, 1], [1, 2, 3], "a threshold of 2 separates the classes"),
        ([1, 1, 0], [1, 2, 3], "a threshold of 2 separates the classes"),
        ([0, 0, 1, 1], [1, 2, 2, 3], "a threshold of 2 separates the classes"),
        ([1, 1, 0, 0], [1, 2, 2, 3], "a threshold of 2 separates the classes"),
        ([0, 1, 1], [1, 1, 2], "a threshold of 1 separates the classes"),
        ([0, 1, 1], [2, 2, 2], "all scores are 2; Platt scaling needs two distinct ones"),
    ],
)
def test_what_has_no_maximum_is_refused(classes, scores, message):
    with pytest.raises(InputError, match=message):
        platt(Sample.of(classes, scores), smoothing=False)
    if len(set(scores)) > 1:
        assert platt(Sample.of(classes, scores)).smoothing


def test_a_maximum_that_cannot_be_proven_is_not_given():
    with pytest.raises(NotSupported, match="cannot be proven"):
        platt(Sample.of([0, 1, 0, 1], [0, 1, 2, 10**300]), smoothing=False)


# --- decision thresholds ----------------------------------------------------------------------------

COSTS = [F(0), F(1, 5), F(1, 3), F(1, 2), F(3, 4), F(1)]


def loss_of(pairs, predict, c):
    wrong = [sum(y == k and predict(s) != k for s, y in pairs) for k in (0, 1)]
    return 2 * (c * wrong[0] + (1 - c) * wrong[1]) / len(pairs)


def test_every_decision_of_one_threshold_and_its_loss():
    for pairs in swept():
        sample = sample_of(pairs)
        for c in COSTS:
            found = decisions(sample, c)
            assert len(found) == len(sample.scores) + 1
            assert (found[0].low, found[-1].high) == (None, None)
            assert [x.high for x in found[:-1]] == list(sample.scores) == [x.low for x in found[1:]]
            for low, high, loss in found:
                inside = [low if low is not None else high - 1]
                if low is not None:
                    inside += [low + 1] if high is None else [low + (high - low) * F(99, 100)]
                for t in inside:
                    assert loss == loss_of(pairs, lambda s, t=t: int(s > t), c)
                    weights = naive.proportions(pairs)
                    rates = [naive.share(pairs, k, lambda s, t=t: s <= t) for k in (0, 1)]
                    assert loss == naive.cost(c, rates, weights)


def test_the_optima_are_all_places_where_no_way_out_goes_down():
    """From each decision walk along equal losses to both sides: the first other loss must be greater."""
    several = 0
    for pairs in swept():
        sample = sample_of(pairs)
        for c in COSTS:
            all_of_them = decisions(sample, c)
            losses = [x.loss for x in all_of_them]
            wanted = []
            for i, loss in enumerate(losses):
                left = next((x for x in reversed(losses[:i]) if x != loss), loss)
                right = next((x for x in losses[i:] if x != loss), loss)
                if left >= loss and right >= loss:
                    wanted.append(all_of_them[i])
            found = optima(sample, c)
            assert [decision for optimum in found for decision in optimum.decisions] == wanted
            for optimum in found:
                assert len({decision.loss for decision in optimum.decisions}) == 1
                assert optimum.best == (optimum.loss == min(losses))
                if optimum.low is not None:
                    assert naive.posterior(pairs, optimum.low) < c
                if optimum.high is not None:
                    assert naive.posterior(pairs, optimum.high) > c
            for one, two in pairwise(found):
                assert one.high < two.low
            assert any(optimum.best for optimum in found)
            several += len(found) > 2
        assert min(x.loss for x in optima(sample)) == CATALOGUE["MER"].exact(sample)
    assert several > 50


def brute_force(pairs, c, at_most):
    """The least loss of every labelling of the distinct scores with so many changes, and the fewest changes."""
    scores = sorted({s for s, _ in pairs})
    found = []
    for labels in product((0, 1), repeat=len(scores)):
        changes = sum(x != y for x, y in pairwise(labels))
        if changes <= at_most:
            found.append((loss_of(pairs, dict(zip(scores, labels, strict=True)).get, c), changes))
    return min(found)


def test_the_best_rule_of_several_thresholds():
    for pairs in swept(120):
        sample = sample_of(pairs)
        for c in COSTS:
            rules = {k: best_rule(sample, c, k) for k in (0, 1, 2, 3, 20)} | {None: best_rule(sample, c)}
            for at_most, rule in rules.items():
                wanted = brute_force(pairs, c, 20 if at_most is None else at_most)
                assert (rule.loss(sample, c), len(rule.thresholds)) == wanted
                assert loss_of(pairs, rule.predict, c) == wanted[0]
                assert list(rule.thresholds) == sorted(set(rule.thresholds) - set(sample.scores))


def test_the_best_rule_of_one_threshold_may_be_turned_round():
    for pairs in swept(100):
        sample = sample_of(pairs)
        for c in COSTS:
            upwards = min(x.loss for x in optima(sample, c))
            swapped = sample_of([(-s, y) for s, y in pairs])
            downwards = min(x.loss for x in optima(swapped, c))
            assert best_rule(sample, c, 1).loss(sample, c) == min(upwards, downwards)


@settings(max_examples=60, deadline=None)
@given(PAIRS, st.booleans())
def test_a_monotone_map_gives_no_decision_that_a_threshold_does_not(pairs, smoothing):
    sample = sample_of(pairs)
    assume(len(sample.scores) > 1 and (smoothing or overlapping(pairs)))
    fit = platt(sample, smoothing)
    least = min(x.loss for x in optima(sample))
    if fit.a < 0:
        assert min(x.loss for x in optima(fit.apply(sample))) == least
    assert min(x.loss for x in optima(isotonic(sample).apply(sample))) == least
    assert least >= best_rule(sample).loss(sample)


def test_two_thresholds_beat_one_and_no_monotone_map_helps():
    """Class 1 in the middle: 33 of 100 wrong by one threshold, 10 of 100 by two."""
    sample = Sample.of_counts(["0.1", "0.5", "0.9"], [35, 5, 25], [3, 30, 2])
    one, two = (best_rule(sample, at_most=k) for k in (1, 2))
    assert (one.loss(sample), two.loss(sample)) == (F(33, 100), F(10, 100))
    assert two == best_rule(sample) == Rule(0, (F(3, 10), F(7, 10)))
    for calibrated in (platt(sample).apply(sample), isotonic(sample).apply(sample)):
        assert min(x.loss for x in optima(calibrated)) == F(33, 100)


def test_the_rule_without_bound_fits_the_training_data_too_closely():
    train, test = (sample_of(read(f"vote_nb_{name}.csv")) for name in ("train", "test_raw"))
    free, single = best_rule(train), best_rule(train, at_most=1)
    assert len(free.thresholds) > len(single.thresholds)
    assert free.loss(train) < single.loss(train)
    assert free.loss(test) - single.loss(test) > free.loss(train) - single.loss(train)
    rng = random.Random(6)
    noise = Sample.of([0, 1, *(rng.randrange(2) for _ in range(100))], range(102))
    assert best_rule(noise).loss(noise) == 0


def test_what_the_thresholds_refuse():
    sample = Sample.of([0, 1], [0, 1])
    for c, message in ((2, "2 lies outside"), ("-0.1", "'-0.1' lies outside"), (float("nan"), "nan is not a finite")):
        for function in (decisions, optima, best_rule, Rule(0, ()).loss):
            with pytest.raises(InputError, match=f"the cost proportion {message}"):
                function(sample, c)
    for bound in (-1, 1.5, True, "2"):
        with pytest.raises(InputError, match="the bound is a whole number from 0 on"):
            best_rule(sample, at_most=bound)
    with pytest.raises(InputError, match="score inf is not a finite number"):
        Rule(0, ()).predict(float("inf"))
    for plain in (optima(sample)[0], decisions(sample)[0], best_rule(sample), platt(sample)):
        assert json.loads(json.dumps(plain.to_json())) == plain.to_json()


def test_what_is_no_sample_is_refused():
    fit, steps = platt(Sample.of([0, 1], [0, 1])), isotonic(Sample.of([0, 1], [0, 1]))
    for what, call in {
        "isotonic": lambda y: isotonic(y, [0, 1]),
        "platt": platt,
        "Isotonic.apply": steps.apply,
        "Platt.apply": fit.apply,
        "decisions": decisions,
        "optima": optima,
        "best_rule": best_rule,
        "Rule.loss": Rule(0, ()).loss,
    }.items():
        with pytest.raises(InputError, match=rf"{what} takes a Sample, not \[0, 1\]"):
            call([0, 1])
    for smoothing in ("x", 1, None):
        with pytest.raises(InputError, match=r"smoothing .*; it is True or False"):
            platt(Sample.of([0, 1], [0, 1]), smoothing)
