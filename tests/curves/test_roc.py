"""ROC space against brute force: curves, areas, hulls, concavities, lines of equal loss, and averages of curves."""

import json
import math
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from workbench.curves.roc import (
    IsoLine,
    RocCurve,
    RocPoint,
    combined_hull,
    mixed,
    probit,
    proportion,
)
from workbench.curves.roc_averages import cost_average, threshold_average, vertical_average
from workbench.errors import InputError
from workbench.samples.sample import Sample

F = Fraction
HALF = F(1, 2)
GRID = [F(k, 12) for k in range(13)]

SCORES = st.builds(F, st.integers(0, 6), st.just(6))
PAIRS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=2, max_size=12).filter(
    lambda pairs: {y for _, y in pairs} == {0, 1}
)
EXTREMES = [
    [(F(0), 0), (F(1), 1)],
    [(F(1), 0), (F(0), 1)],
    [(HALF, 0), (HALF, 1), (HALF, 1)],
    [(F(0), 0), (F(0), 0), (F(1), 1), (F(1), 1)],
    [(F(1), 0), (F(1), 0), (F(0), 1), (F(0), 1)],
    [(F(0), 1), (HALF, 0), (F(1), 1), (F(1), 1)],
    [(F(0), 0), (HALF, 1), (F(1), 0)],
]


def sample_of(data):
    return Sample.of([y for _, y in data], [s for s, _ in data])


def curve_of(data):
    return RocCurve.of(sample_of(data))


def checked(test):
    """``test`` on random small data with ties and on the extremes."""
    test = given(PAIRS)(test)
    return settings(max_examples=100, deadline=None)(test)


def cloud(data):
    """The points (F1, F0), by counting."""
    return [(f1, f0) for f0, f1 in naive.roc(data)]


def heights(points, x):
    """Every height at ``x`` of the chords from each point to the next: the ends of the vertical ones."""
    found = []
    for (a, y), (b, z) in pairwise(points):
        if a == b == x:
            found += [y, z]
        elif a <= x <= b and a < b:
            found.append(y + (z - y) * (x - a) / (b - a))
    return found


def area_between(points, low, high):
    """Trapezoids on the common refinement, each with its own line."""
    whole = F(0)
    for (a, y), (b, z) in pairwise(points):
        left, right = max(a, low), min(b, high)
        if left < right:
            middle = (left + right) / 2
            whole += (right - left) * (y + (z - y) * (middle - a) / (b - a))
    return whole


def hull_height(points, x):
    """The highest point at ``x`` of any chord between any two points."""
    return max(h for one, two in product(points, points) if one[0] <= two[0] for h in heights([one, two], x))


# --- the curve ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", EXTREMES)
def test_extremes(data):
    check_curve(data)
    check_hull(data)
    check_operating_conditions(data)


@checked
def test_the_curve(data):
    check_curve(data)


def check_curve(data):
    curve, points = curve_of(data), cloud(data)
    assert [p[:2] for p in curve.points] == points
    assert [p.threshold for p in curve.points] == [None, *sorted({s for s, _ in data})]
    assert len(curve.points) == len({s for s, _ in data}) + 1
    for point in curve.points[1:]:
        for k, rate in enumerate((point.tpr, point.fpr)):
            assert rate == naive.share(data, k, lambda s, t=point.threshold: s <= t)
    for x in {*GRID, *(x for x, _ in points)}:
        assert curve.tpr(x) == (min(heights(points, x)), max(heights(points, x)))
    turned = [(y, x) for x, y in points]
    for y in {*GRID, *(y for y, _ in turned)}:
        assert curve.fpr(y) == (min(heights(turned, y)), max(heights(turned, y)))
    assert curve.area() == curve.area_over_tpr() == naive.auc(data)
    assert curve.area() == curve.curve.area()
    for x in GRID:
        assert curve.curve(x) == curve.tpr(x).high
    for low, high in ((F(0), F(1, 5)), (F(1, 4), F(2, 3)), (F(1, 3), F(1, 3)), (F(1, 2), F(1))):
        area = area_between(points, low, high)
        right = (high - low) - area_between(turned, low, high)
        assert curve.area(low, high) == area == curve.curve.area(low, high)
        assert curve.area_over_tpr(low, high) == right
        if low < high:
            least, most = area_between([(F(0), F(0)), (F(1), F(1))], low, high), high - low
            assert curve.standardised_area(low, high) == HALF + HALF * (area - least) / (most - least)
    assert curve.standardised_area() == curve.area()


def test_standardised_areas_of_perfect_and_useless_rankings():
    perfect, useless = curve_of(EXTREMES[0]), curve_of(EXTREMES[2])
    for low, high in ((0, "0.1"), ("0.2", "0.7"), ("0.9", 1)):
        assert perfect.standardised_area(low, high) == 1
        assert useless.standardised_area(low, high) == HALF
        assert perfect.area_over_tpr(low, high) == F(high) - F(low)


# --- the hull ----------------------------------------------------------------------------------------


@checked
def test_the_hull(data):
    check_hull(data)


def check_hull(data):
    sample, curve, points = sample_of(data), curve_of(data), cloud(data)
    hull = curve.hull
    assert tuple(p[:2] for p in hull.points) == sample.hull()
    assert set(hull.points) <= set(curve.points)
    assert hull.area() == naive.hull_area(data)
    for x in GRID:
        assert hull.tpr(x).high == hull_height(points, x)
    slopes = [math.inf if s.slope is None else s.slope for s in hull.segments]
    assert slopes == sorted(set(slopes), reverse=True)
    assert [s.balance(sample.pi0) for s in hull.segments] == [block.calibrated for block in sample.blocks]
    for segment in curve.segments:
        here = [y for s, y in data if s == segment.end.threshold]
        zeros = F(here.count(0), sample.n0)
        assert segment.slope == (zeros / F(here.count(1), sample.n1) if 1 in here else None)
        assert segment.balance(sample.pi0) == F(sum(here), len(here))
    ties = {F(0), F(1), *(segment.balance() for segment in hull.segments)}
    least = {z: min(naive.cost(z, (y, x), (HALF, HALF)) for x, y in points) for z in ties}
    assert curve.on_hull == tuple(p for p in curve.points if any(p.loss(z) == least[z] for z in ties))
    hollow = curve.concavities
    assert {p for c in hollow for p in c.below} == set(curve.points) - set(curve.on_hull)
    assert sum(c.area for c in hollow) == hull.area() - curve.area()
    assert all(c.area > 0 and c.start in hull.points and c.end in hull.points for c in hollow)
    for c in hollow:
        assert all(c.start.fpr <= p.fpr <= c.end.fpr for p in c.below)
        inside = area_between([c.start[:2], c.end[:2]], F(0), F(1)) - area_between(
            [p[:2] for p in curve.points if c.start.tpr <= p.tpr <= c.end.tpr and c.start.fpr <= p.fpr <= c.end.fpr],
            F(0),
            F(1),
        )
        assert c.area == inside
    assert curve.dominates(curve)
    assert hull.dominates(curve)
    assert curve.dominates(hull) == (not hollow)


@checked
def test_operating_conditions_and_best_lines(data):
    check_operating_conditions(data)


def check_operating_conditions(data):
    curve = curve_of(data)
    for condition in ("cost", "skew"):
        weights = naive.proportions(data, condition)
        found = curve.operating_conditions(weights[0])
        assert [p for *_, p in found] == list(curve.hull.points)
        assert (found[0].low, found[-1].high) == (0, 1)
        assert all(one.high == two.low for one, two in pairwise(found))
        for c in {*GRID, *(one.low for one in found)}:
            losses = {p[:2]: naive.cost(c, (p.tpr, p.fpr), weights) for p in curve.points}
            least = min(losses.values())
            optimal = {p[:2] for p in curve.hull.points if losses[p[:2]] == least}
            assert optimal == {one.point[:2] for one in found if one.low <= c <= one.high}
            line, touching = curve.best(c, weights[0])
            assert line.loss == least
            assert {p[:2] for p in touching} == {rates for rates, loss in losses.items() if loss == least}
            for point in curve.points:
                assert point.loss(c, weights[0]) == losses[point[:2]]
                if c:
                    assert (point.tpr >= line.tpr(point.fpr)) == (losses[point[:2]] <= least)


def test_accuracy_lines():
    for pi0, c, x, y in product((F(1, 5), HALF, F(2, 3)), (HALF, F(1, 7), F(1)), (F(0), F(1, 4)), (F(1, 3), F(1))):
        line = IsoLine.through(RocPoint(x, y), c, pi0)
        assert line.slope == (1 - c) / c * (1 - pi0) / pi0
        assert line.tpr(x) == y
        assert line.tpr(F(1)) - line.tpr(F(0)) == line.slope
        assert RocPoint(1 - line.diagonal, line.diagonal).loss(c, pi0) == line.loss
        if c == HALF:
            assert line.slope == (1 - pi0) / pi0
            assert line.diagonal == pi0 * y + (1 - pi0) * (1 - x) == 1 - line.loss
    vertical = IsoLine.through(RocPoint(F(1, 4), HALF), 0, HALF)
    assert vertical.slope is None
    with pytest.raises(InputError, match="vertical"):
        vertical.tpr(0)


# --- several curves ------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(PAIRS, PAIRS)
def test_two_curves(one, two):
    curves = curve_of(one), curve_of(two)
    points = [cloud(data) for data in (one, two)]
    for low, high, sign in curves[0].regions(curves[1]):
        for part in (F(1, 7), HALF, F(6, 7)):
            x = low + part * (high - low)
            gap = max(heights(points[0], x)) - max(heights(points[1], x))
            assert (gap > 0) - (gap < 0) == sign
    places = sorted({x for cloud in points for x, _ in cloud})
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    ends = [min(heights(points[0], x)) >= min(heights(points[1], x)) for x in (*places, *middles)]
    tops = [max(heights(points[0], x)) >= max(heights(points[1], x)) for x in (*places, *middles)]
    assert curves[0].dominates(curves[1]) == all(ends + tops)

    hull = combined_hull({"one": curves[0], "two": curves[1]})
    everything = points[0] + points[1]
    for x in GRID:
        assert hull.tpr(x).high == hull_height(everything, x)
    for point in hull.points:
        owners = [name for name, cloud in zip(("one", "two"), points, strict=True) if point[:2] in cloud]
        assert point.classifier == owners[0]
        own = curves[0] if owners[0] == "one" else curves[1]
        assert point._replace(classifier=None) in own.points
    for low, high, point in hull.operating_conditions():
        for z in (low, (low + high) / 2, high):
            assert point.loss(z) == min(p.loss(z) for curve in curves for p in curve.points)


@settings(max_examples=100, deadline=None)
@given(st.lists(PAIRS, min_size=1, max_size=3))
def test_averages(many):
    curves, samples = [curve_of(data) for data in many], [sample_of(data) for data in many]
    clouds = [cloud(data) for data in many]
    vertical = vertical_average(curves)
    for x in {*GRID, *(x for points in clouds for x, _ in points)}:
        for pick, k in ((min, 0), (max, 1)):
            assert vertical.tpr(x)[k] == sum(pick(heights(points, x)) for points in clouds) / len(many)
    assert vertical.area() == sum(curve.area() for curve in curves) / len(many)

    thresholds = threshold_average(samples)
    for point in thresholds.points[1:]:
        lines = [[naive.share(data, k, lambda s, t=point.threshold: s <= t) for k in (0, 1)] for data in many]
        for z in GRID:
            losses = [naive.cost(z, line, (HALF, HALF)) for line in lines]
            assert point.loss(z) == sum(losses) / len(many)

    averaged = cost_average(curves)
    for z in {*GRID, *(one.low for curve in curves for one in curve.operating_conditions())}:
        mean = sum(min(naive.cost(z, (y, x), (HALF, HALF)) for x, y in points) for points in clouds) / len(many)
        assert min(point.loss(z) for point in averaged.points) == mean
    assert averaged.hull == averaged
    assert averaged.dominates(vertical_average([curve.hull for curve in curves]))


def test_mixing_two_classifiers_at_random():
    one, two = RocPoint(F(1, 10), HALF), RocPoint(F(2, 5), F(9, 10))
    for q in GRID:
        point = mixed(one, two, q)
        for z in GRID:
            assert point.loss(z) == q * one.loss(z) + (1 - q) * two.loss(z)


def test_two_operating_points_chosen_by_class_ratio():
    points = {"careful": ("0.1", "0.6"), "even": ("0.2", "0.8"), "generous": ("0.5", "0.95"), "poor": ("0.4", "0.7")}
    curves = {name: RocCurve.of_points([rates]) for name, rates in points.items()}
    hull = combined_hull(curves)
    assert [p.classifier for p in hull.points] == ["careful", "careful", "even", "generous", "careful"]
    for pi0 in GRID[1:-1]:
        best = max(pi0 * F(y) + (1 - pi0) * (1 - F(x)) for x, y in [*points.values(), ("0", "0"), ("1", "1")])
        assert hull.best(pi0=pi0).line.diagonal == best
        chosen = [one.point for one in hull.operating_conditions() if one.low <= pi0 <= one.high]
        assert {1 - point.loss(HALF, pi0) for point in chosen} == {best}


# --- detection error tradeoff ----------------------------------------------------------------------------


@checked
def test_detection_error_tradeoff(data):
    curve = curve_of(data)
    assert list(curve.det()) == [(x, 1 - y) for x, y in cloud(data)]
    assert [
        (0.5 * math.erfc(-x / math.sqrt(2)), 0.5 * math.erfc(-y / math.sqrt(2))) for x, y in curve.det_probits()
    ] == [(pytest.approx(float(x)), pytest.approx(float(y))) for x, y in curve.det()]
    assert curve.det_probits()[0] == (-math.inf, math.inf)
    assert curve.det_probits()[-1] == (math.inf, -math.inf)


def test_probits_of_rates_next_to_0_and_1():
    tiny = F(1, 10**30)
    assert probit(tiny) == -probit(1 - tiny) == pytest.approx(-11.4640, abs=1e-4)
    assert probit(F(975, 1000)) == pytest.approx(1.959963985)


# --- the data of the sources -------------------------------------------------------------------------------

CLASSES = [1] * 4 + [0] * 6
A = ["0.70", "0.80", "0.80", "0.70", "0.80", "0.75", "0.10", "0.55", "0.80", "0.15"]
B = ["0.60", "1.00", "0.95", "0.25", "0.68", "0.64", "0.37", "0.30", "0.72", "0.25"]
SIGNS = "++-+++--+-+-+---+-+-"
BELIEFS = [
    "0.9",
    "0.8",
    "0.7",
    "0.6",
    "0.55",
    "0.54",
    "0.53",
    "0.52",
    "0.51",
    "0.505",
    "0.4",
    "0.39",
    "0.38",
    "0.37",
    "0.36",
    "0.35",
    "0.34",
    "0.33",
    "0.30",
    "0.1",
]


def test_twenty_instances_of_a_lecture():
    curve = RocCurve.of(Sample.of([int(sign == "-") for sign in SIGNS], [1 - F(score) for score in BELIEFS]))
    assert (len(curve.points), curve.area(), curve.hull.area()) == (21, F(17, 25), F(151, 200))
    line, (point,) = curve.best(pi0=HALF)
    assert line.diagonal == F(7, 10)
    assert point == (F(1, 10), HALF, 1 - F("0.54"), None)


def test_averaging_cost_curves_is_not_averaging_roc_curves_vertically():
    curves = [RocCurve.of(Sample.of(CLASSES, scores)) for scores in (A, B)]
    assert [(curve.area(), curve.hull.area()) for curve in curves] == [(F(2, 3), F(3, 4)), (F(31, 48), F(3, 4))]
    assert optimal_loss(cost_average(curves)) == sum(map(optimal_loss, curves)) / 2 == F(1, 6)
    assert optimal_loss(vertical_average([curve.hull for curve in curves])) == F(17, 90)


def optimal_loss(curve):
    """The least expected loss for uniform skews."""
    losses = ((point.loss((low + high) / 2), high - low) for low, high, point in curve.operating_conditions())
    return sum(loss * width for loss, width in losses)


# --- input and output ----------------------------------------------------------------------------------------


def test_what_is_refused():
    curve = curve_of(EXTREMES[0])
    for call, message in (
        (lambda: RocCurve.of_points([("0.2", "0.8"), ("0.3", "0.7")]), "no ROC curve goes from"),
        (lambda: RocCurve.of_points([("0.2", "1.8")]), "the true positive rate F0 is '1.8'; it must lie in"),
        (lambda: RocCurve((RocPoint(F(0), F(0)),)), "goes from"),
        (lambda: RocCurve((RocPoint(F(0), F(0)), RocPoint(F(0), F(0)), RocPoint(F(1), F(1)))), "both rates ascend"),
        (lambda: curve.tpr(float("nan")), "the false positive rate nan is not a finite number"),
        (lambda: curve.fpr(-1), "the true positive rate is -1"),
        (lambda: curve.area("0.5", "0.4"), "the lower end '0.5' is above the upper end '0.4'"),
        (lambda: curve.standardised_area("0.5", "0.5"), "needs some width"),
        (lambda: curve.best("half"), "the cost proportion 'half' is not a number"),
        (lambda: curve.best(pi0=1), "pi0 is 1; it must lie in \\(0, 1\\)"),
        (lambda: curve.operating_conditions(0), "pi0 is 0"),
        (lambda: mixed(curve.points[0], curve.points[1], 2), "the probability is 2"),
        (lambda: combined_hull({}), "there is no curve"),
        (lambda: vertical_average([]), "there is no curve"),
        (lambda: threshold_average([]), "there is no curve"),
        (lambda: cost_average([]), "there is no curve"),
        (lambda: proportion(None, "x"), "x None is not a number"),
        (lambda: RocCurve.of([0, 1]), r"RocCurve.of takes a Sample, not \[0, 1\]"),
        (lambda: RocCurve(((0, 0), (1, 1))), "of_points of pairs"),
        (lambda: RocCurve(3), "of_points of pairs"),
        (lambda: RocCurve.of_points(0.5), "0.5 is no list of ROC points"),
        (lambda: RocCurve.of_points([(0.5,)]), r"\(0.5,\) is no ROC point; the pair \(F1, F0\) is one"),
        (lambda: RocCurve.of_points([(0, 0.5, 1)]), "is no ROC point"),
        (lambda: RocCurve.of_points((0.2, 0.8)), "0.2 is no ROC point"),
        (lambda: RocCurve.of_points(["01"]), "'01' is no ROC point"),
        (lambda: curve.dominates(Sample.of([0, 1], [0, 1])), "is no RocCurve; RocCurve.of"),
        (lambda: IsoLine.through(0.5), "0.5 is no ROC point"),
        (lambda: combined_hull([curve]), "a mapping from names to curves is needed"),
        (lambda: combined_hull({"A": 3}), "3 is no RocCurve"),
        (lambda: vertical_average(curve), "is no list"),
        (lambda: vertical_average([3]), "3 is no RocCurve"),
        (lambda: cost_average([3]), "3 is no RocCurve"),
        (lambda: threshold_average([[0, 1], [0, 1]]), r"threshold_average takes a Sample, not \[0, 1\]"),
    ):
        with pytest.raises(InputError, match=message):
            call()


def test_json_and_repr():
    curve = RocCurve.of(Sample.of(CLASSES, A))
    said = json.loads(json.dumps(curve.to_json()))
    assert [p["fpr"]["exact"] for p in said["points"]] == [str(p.fpr) for p in curve.points]
    assert (said["area"]["exact"], said["hull_area"]["exact"]) == ("2/3", "3/4")
    assert tuple(curve.points[i] for i in said["hull"]) == curve.hull.points
    assert repr(curve) == "RocCurve of 7 points, area 2/3, hull of 3 points and area 3/4"
    assert [c["area"]["exact"] for c in said["concavities"]] == ["1/12"]
    best = json.loads(json.dumps(curve.best().to_json()))
    assert best["line"]["slope"]["exact"] == "1"
    assert [p["threshold"]["exact"] for p in best["points"]] == ["11/20"]
    optima = [json.loads(json.dumps(optimum.to_json())) for optimum in curve.operating_conditions()]
    assert [o["high"]["exact"] for o in optima] == [str(o.high) for o in curve.operating_conditions()]
    tpr = json.loads(json.dumps(curve.tpr(0).to_json()))
    assert (tpr["low"]["exact"], tpr["high"]["exact"]) == tuple(map(str, curve.tpr(0)))
    segments = [json.loads(json.dumps(segment.to_json())) for segment in RocCurve.of_points([(0, "1/2")]).segments]
    assert [segment["slope"] and segment["slope"]["exact"] for segment in segments] == [None, "1/2"]
    assert segments[1]["start"]["tpr"]["exact"] == "1/2"


def test_points_may_be_pairs():
    point = RocPoint(F(1, 10), HALF)
    assert IsoLine.through(("0.1", "0.5")) == IsoLine.through(point)
    assert mixed((0, 0), ("1/5", 1), HALF) == point
    assert RocCurve.of_points([point]) == RocCurve.of_points([("0.1", "0.5")])
