"""What is drawn, read off the artists and compared with the definitions; and how pictures look and are written."""

import random
import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import pairwise
from statistics import NormalDist

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from tests import naive
from workbench.calibration.reliability import equal_width, reliability
from workbench.curves.cost_curves import cost_curve
from workbench.curves.decision import decision_curve, net_benefit
from workbench.curves.gains import Gains
from workbench.curves.roc import RocCurve
from workbench.errors import InputError, NotSupported
from workbench.inference.bootstrap import Plan
from workbench.inference.bootstrap import band as resampled_band
from workbench.language.statements import parse_expression
from workbench.losses.evaluation import evaluate_sample
from workbench.losses.exact import NeedsProbabilities, value
from workbench.numbers.certified import lift
from workbench.plotting import kinds, style
from workbench.plotting.canvas import Canvas, winners
from workbench.plotting.costs import plot_brier, plot_cost, plot_kendall, plot_rate_driven
from workbench.plotting.det import plot_det
from workbench.plotting.files import rendered
from workbench.plotting.gains import plot_gains, plot_lift
from workbench.plotting.reliability import binned, calibrated_band, plot_reliability
from workbench.plotting.roc import plot_roc
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample

F = Fraction
A = ["0.70", "0.80", "0.80", "0.70", "0.80", "0.75", "0.10", "0.55", "0.80", "0.15"]
B = ["0.60", "1.00", "0.95", "0.25", "0.68", "0.64", "0.37", "0.30", "0.72", "0.25"]
CLASSES = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
BOTH = {"A": A, "B": B}
TAKEN = "share of the examples taken $R$, class 0 first"
EXTREMES = [
    [(F(0), 0), (F(1), 1)],
    [(F(1), 0), (F(0), 1)],
    [(F(1, 2), 0), (F(1, 2), 1), (F(1, 2), 1)],
    [(F(0), 0), (F(0), 0), (F(1), 1), (F(1), 1)],
    [(F(0), 1), (F(1, 2), 0), (F(1), 1), (F(1), 1)],
]


def random_data(seed):
    rng = random.Random(seed)
    whole = rng.choice([3, 8, 30])
    entries = [(F(rng.randint(0, whole), whole), rng.randint(0, 1)) for _ in range(rng.randint(1, 14))]
    return [(F(rng.randint(0, whole), whole), 0), (F(rng.randint(0, whole), whole), 1), *entries]


DATA = [*EXTREMES, *(pytest.param(random_data(k), marks=[pytest.mark.slow] * (k >= 5)) for k in range(25))]


def sample_of(data):
    return Sample.of([y for _, y in data], [s for s, _ in data])


def curves(axes) -> list[Line2D]:
    return Canvas(axes).curves


def points(line):
    return [tuple(point) for point in line.get_xydata().tolist()]


def line_called(axes, label):
    (found,) = [line for line in axes.get_lines() if line.get_label() == label]
    return found


def close(found, expected, error=1e-12):
    return np.allclose(np.array(found, dtype=float), np.array([[float(x) for x in p] for p in expected]), atol=error)


# --- ROC and DET ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", DATA)
def test_the_roc_curve_goes_through_the_rates_of_all_thresholds(data):
    (line,) = curves(plot_roc(sample_of(data)))
    assert close(points(line), [(f1, f0) for f0, f1 in naive.roc(data)])


@pytest.mark.parametrize("data", DATA)
def test_the_hull_is_drawn_where_it_is_another_curve(data):
    sample = sample_of(data)
    axes = plot_roc(sample)
    lines = [points(line) for line in axes.get_lines() if line.get_label() == "convex hull"]
    assert len(lines) == (RocCurve.of(sample).area() != RocCurve.of(sample).hull.area())
    assert all(close(line, sample.hull()) for line in lines)
    assert f"AUC {float(naive.auc(data)):.4f}, hull {float(naive.hull_area(data)):.4f}" in legend(axes)


@pytest.mark.parametrize("data", DATA)
def test_the_det_curve_lies_on_the_roc_curve(data):
    roc, cdf = RocCurve.of(sample_of(data)), NormalDist().cdf
    (line,) = curves(plot_det(sample_of(data)))
    for x, y in points(line):
        if abs(x) < 6 and abs(y) < 6:
            span = roc.tpr(F(cdf(x)))
            if not any(abs(cdf(x) - float(point.fpr)) < 1e-12 for point in roc.points):
                assert float(span.low) - 1e-9 <= 1 - cdf(y) <= float(span.high) + 1e-9
    corners = [(float(x), float(y)) for x, y in roc.det_probits() if abs(x) < 9 and abs(y) < 9]
    drawn = np.array(points(line))
    assert all(np.abs(drawn - corner).max(axis=1).min() < 1e-9 for corner in corners)


def test_a_tie_is_bent_on_normal_deviate_axes_and_a_step_is_straight():
    tied = plot_det([0, 1], [1, 1])
    inner = [(x, y) for x, y in points(curves(tied)[0]) if abs(x) < 4]
    assert len(inner) > 20
    assert all(abs(x + y) < 1e-9 for x, y in inner)
    (step,) = curves(plot_det([0, 1, 0, 1], [1, 2, 3, 4]))
    assert (0.0, 0.0) in points(step)
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points(step)))


def test_a_curve_without_errors_is_said_to_lie_beyond_the_axes():
    axes = plot_det([0, 1], [0, 1])
    assert "beyond the axes" in legend(axes)
    assert "beyond" not in legend(plot_det([0, 1], [1, 1]))


@pytest.mark.parametrize(
    ("classes", "scores", "rate"),
    [([1, 0, 1], ["0.2", "0.5", "0.8"], 0.5), ([0, *[1] * 1000], [0.897, *(i / 1000 for i in range(1000))], 0.8975)],
)
def test_a_curve_that_is_one_line_is_in_the_axes(classes, scores, rate):
    axes = plot_det(classes, scores)
    low, high = axes.get_xlim()
    assert "beyond" not in legend(axes)
    x = NormalDist().inv_cdf(rate)
    assert low < x < high
    assert sum(abs(a - x) < 0.01 for a, _ in points(curves(axes)[0])) >= 2


# --- cost curves ----------------------------------------------------------------------------------------


def along(line, c):
    """The heights of the drawn line at ``c``, a place where no point is."""
    found = [y0 + (c - x0) / (x1 - x0) * (y1 - y0) for (x0, y0), (x1, y1) in pairwise(points(line)) if x0 < c < x1]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("condition", ["cost", "skew"])
@pytest.mark.parametrize("data", DATA)
def test_losses_are_those_of_the_definitions_and_jumps_are_vertical(data, condition):
    sample = sample_of(data)
    weights = naive.proportions(data, condition)
    brier, optimal = curves(plot_cost(sample, methods=["score_driven", "optimal"], condition=condition))
    for k in range(1, 127):
        c = F(k, 127)  # no score is such a fraction
        exact = naive.cost(
            c, (naive.share(data, 0, lambda s, c=c: s <= c), naive.share(data, 1, lambda s, c=c: s <= c)), weights
        )
        assert abs(along(brier, float(c)) - float(exact)) < 1e-9
        if float(c) not in {x for x, _ in points(optimal)}:
            least = min(naive.cost(c, point, weights) for point in naive.roc(data))
            assert abs(along(optimal, float(c)) - float(least)) < 1e-9
    curve = cost_curve(sample, "score_driven", condition)
    drawn = points(brier)
    for jump in curve.jumps:
        at = float(jump.at)
        heights = [y for x, y in drawn if x == at]
        for wanted in (jump.left, jump.value, jump.right):
            assert min(abs(y - float(wanted)) for y in heights) < 1e-12


@pytest.mark.parametrize("data", DATA)
def test_bent_curves_are_dense_enough_for_the_eye(data):
    sample = sample_of(data)
    curve = cost_curve(sample, "rate_driven")
    (line,) = curves(plot_rate_driven(sample))
    for k in range(100):
        c = F(2 * k + 1, 200) + F(1, 10**7)
        assert abs(along(line, float(c)) - float(curve(c))) < 1e-3


def test_a_kendall_curve_is_not_below_zero_and_has_its_area_in_the_legend():
    data = [(F(s), y) for s, y in zip(A, CLASSES, strict=True)]
    axes = plot_kendall(CLASSES, A)
    assert min(y for _, y in points(curves(axes)[0])) == 0
    pi0, pi1 = naive.proportions(data)
    assert f"area {float(2 * pi0 * pi1 * (1 - naive.auc(data))):.4f}" in legend(axes)
    skew = plot_kendall(CLASSES, A, condition="skew")
    assert f"area {float((1 - naive.auc(data)) / 2):.4f}" in legend(skew)


@pytest.mark.parametrize("condition", ["cost", "skew"])
def test_cost_lines_start_and_end_with_one_kind_of_error(condition):
    data = [(F(s), y) for s, y in zip(B, CLASSES, strict=True)]
    axes = plot_brier(CLASSES, B, lines=True, condition=condition)
    (found,) = [x for x in axes.collections if x.get_label() == "cost lines"]
    weights = naive.proportions(data, condition)
    expected = [[(0, naive.cost(0, p, weights)), (1, naive.cost(1, p, weights))] for p in naive.roc(data)]
    assert np.allclose(np.array(found.get_segments()), np.array(expected, dtype=float))


def test_the_parts_of_the_classes_add_up_to_the_curve():
    axes = plot_brier(CLASSES, A, parts=True)
    first, second = (line_called(axes, f"class {k}'s part") for k in (0, 1))
    for k in range(40):
        c = (k + 0.5) / 40 + 1e-6
        assert abs(along(first, c) + along(second, c) - along(curves(axes)[0], c)) < 1e-9


def test_a_bend_at_an_irrational_place_is_drawn():
    axes = plot_cost(CLASSES, A, methods=["score(c**2)"])
    assert any(abs(x - 0.55**0.5) < 1e-12 for x, _ in points(curves(axes)[0]))


# --- gains, lift, reliability ----------------------------------------------------------------------------


@pytest.mark.parametrize("data", DATA)
def test_gains_and_lift_have_their_values_at_any_rate(data):
    gains = Gains.of(sample_of(data))
    (found,), (lift,) = curves(plot_gains(sample_of(data))), curves(plot_lift(sample_of(data)))
    for k in range(1, 50):
        rate = F(k, 50) - F(1, 997)
        assert abs(along(found, float(rate)) - float(gains.gain(rate))) < 1e-9
        assert abs(along(lift, float(rate)) - float(gains.lift(rate))) < 0.004 / float(gains.pi0)
    assert points(lift)[0][1] == pytest.approx(float(gains.lift(0)))
    assert f"class 0: lift at 10% {float(gains.lift(F(1, 10))):.4f}" in legend(plot_lift(sample_of(data)))


def test_a_rare_class_leaves_the_lift_curve_room():
    rng = np.random.default_rng(0)
    classes = [0] * 20 + [1] * 200_000
    axes = plot_lift(classes, np.concatenate((rng.normal(0, 1, 20), rng.normal(1, 1, 200_000))))
    x, y = curves(axes)[0].get_xydata().T
    assert y[x >= 0.02].max() < axes.get_ylim()[1] < 6 * y[x >= 0.02].max() < 10_001
    (x, y) = line_called(axes, "perfect ranking").get_xydata()[2:].T
    assert np.abs(np.interp([0.05, 0.2, 0.6], x, y) * [0.05, 0.2, 0.6] - 1).max() < 0.001
    assert plot_lift(CLASSES, A).get_ylim()[1] > 10 / 6


@pytest.mark.parametrize("data", DATA)
def test_a_reliability_diagram_has_the_calibrated_value_of_each_score(data):
    axes = plot_reliability(sample_of(data))
    drawn = points(curves(axes)[0])
    places, heights = zip(*drawn, strict=True)
    for score in {s for s, _ in data}:
        assert np.interp(float(score), places, heights) == pytest.approx(float(naive.pav(data, score)))
    brier = [(s - y) ** 2 for s, y in data]
    calibrated = [(naive.pav(data, s) - y) ** 2 for s, y in data]
    assert f"miscalibration {float((sum(brier) - sum(calibrated)) / len(data)):.4f}" in legend(axes)
    assert heights == tuple(sorted(heights))


@pytest.mark.parametrize("bins", [1, 3, 10])
@pytest.mark.parametrize("data", DATA)
def test_bins_are_those_of_the_exact_diagram(data, bins):
    sample = sample_of(data)
    expected = reliability(sample, equal_width(bins))
    assert tuple(binned(sample, equal_width(bins))) == expected.points
    axes = plot_reliability(sample, bins=bins)
    assert close(points(curves(axes)[0]), [(p.forecast, p.observed) for p in expected.points])
    assert f"calibration loss {float(expected.calibration_loss):.4f}" in legend(axes)


def test_the_histogram_counts_every_score_once():
    (above,) = plot_reliability(CLASSES, A, bins=4).child_axes
    shares = [patch.get_data().values.tolist() for patch in above.patches]
    assert shares == [[0.2, 0.0, 0.4, 0.4]] * 2
    assert not plot_reliability(CLASSES, A, histogram=False).child_axes


def test_the_band_of_calibrated_scores_has_each_resample_calibrated():
    sample = Sample.of_counts([F(k, 8) for k in range(1, 8)], [4, 3, 2, 2, 1, 2, 0], [0, 2, 1, 2, 2, 3, 5])
    plan = Plan(40, seed=3)
    sizes = np.array([a + b for a, b in zip(sample.counts0, sample.counts1, strict=True)])
    ones = np.random.default_rng(3).binomial(sizes, [float(s) for s in sample.scores], size=(40, 7))
    rows = []
    for row in ones.tolist():
        pairs = zip(sample.scores, sizes.tolist(), row, strict=True)
        data = [(s, int(i < b)) for s, n, b in pairs for i in range(n)]
        rows.append([float(naive.pav(data, s)) for s in sample.scores])
    places, low, high = calibrated_band(sample, plan)
    assert places.tolist() == [float(s) for s in sample.scores]
    assert np.allclose(low, np.min(rows, axis=0))
    assert np.allclose(high, np.max(rows, axis=0))
    means, low, high = calibrated_band(sample, plan, equal_width(2))
    observed = [[sum(row[:4]) / sum(sizes[:4]), sum(row[4:]) / sum(sizes[4:])] for row in ones.tolist()]
    assert np.allclose([low, high], [np.min(observed, axis=0), np.max(observed, axis=0)])
    assert np.allclose(means, [float(p.forecast) for p in binned(sample, equal_width(2))])


# --- regions and bands -----------------------------------------------------------------------------------


def spans(axes):
    """The shaded intervals with their colours."""
    full = [patch for patch in axes.patches if patch.get_height() == 1]
    return [(p.get_x(), p.get_x() + p.get_width(), matplotlib.colors.to_hex(p.get_facecolor())) for p in full]


@pytest.mark.parametrize("seed", [pytest.param(k, marks=[pytest.mark.slow] * (k >= 5)) for k in range(20)])
def test_the_lowest_curve_shades_where_it_is_lowest_alone(seed):
    first, second = (sample_of(random_data(100 * k + seed)) for k in (1, 2))
    samples = {"first": first, "second": second}
    pair = [cost_curve(sample, "score_driven", "skew") for sample in samples.values()]
    found = spans(plot_brier(samples, condition="skew", regions=True))
    for k in range(1, 101):
        z = F(k, 101)
        losses = [curve(z) for curve in pair]
        expected = [] if losses[0] == losses[1] else [style.COLOURS[losses.index(min(losses))].lower()]
        assert [colour for low, high, colour in found if low < z < high] == expected


def test_the_region_of_the_slides_is_where_a_dominates_b():
    found = spans(plot_brier(CLASSES, BOTH, regions=True))
    blue = [(low, high) for low, high, colour in found if colour == style.COLOURS[0].lower()]
    assert np.allclose(blue, [(0.1, 0.5), (0.55, 2 / 3)])


def test_the_highest_roc_curve_shades_its_rates_and_equal_curves_shade_nothing():
    samples = {"A": Sample.of([0, 1, 0, 1], [1, 2, 3, 4]), "B": Sample.of([0, 1, 0, 1], [2, 1, 3, 4])}
    found = spans(plot_roc(samples, regions=True))
    assert found == [(0.0, 0.5, style.COLOURS[0].lower())]
    assert not spans(plot_roc({"A": samples["A"], "twin": samples["A"]}, regions=True))
    assert winners([cost_curve(samples["A"], "optimal")]) == []


@pytest.mark.parametrize(("plot", "curve"), [(plot_roc, "roc"), (plot_brier, "score_driven"), (plot_gains, "gains")])
def test_a_band_is_that_of_the_resamples(plot, curve):
    plan = Plan(100, level="0.9", seed=5)
    axes = plot(CLASSES, A, band=plan)
    (found,) = [x for x in axes.collections if "resamples" in x.get_label()]
    expected = resampled_band(Sample.of(CLASSES, A), curve, grid=kinds.GRID, resamples=100, level="0.9", seed=5)
    corners = {(round(x, 9), round(y, 9)) for x, y in found.get_paths()[0].vertices.tolist()}
    for x, low, high in zip(expected.grid, expected.low, expected.high, strict=True):
        assert (round(float(x), 9), round(low, 9)) in corners
        assert (round(float(x), 9), round(high, 9)) in corners
    assert found.get_label() == "90% of 100 resamples"


def test_a_band_fits_in_the_picture():
    axes = plot_brier(CLASSES, A, band=Plan(50))
    assert axes.get_ylim()[1] > max(y for x in axes.collections for y in x.get_paths()[0].vertices[:, 1])


# --- many examples -----------------------------------------------------------------------------------------


def test_a_large_sample_is_drawn_with_few_points_that_lie_on_its_curve():
    rng = np.random.default_rng(0)
    classes = rng.integers(0, 2, 50_000)
    sample = Sample.of(classes, np.clip(rng.normal(0.4 + 0.2 * classes, 0.2), 0, 1))
    (line,) = curves(plot_roc(sample))
    exact = np.array([(float(x), float(y)) for x, y in sample.roc()])
    drawn = np.array(points(line))
    assert len(drawn) <= 4097 < len(exact) / 5
    assert {tuple(p) for p in drawn.tolist()} <= {tuple(p) for p in exact.tolist()}
    gap = np.interp(exact[:, 0] + exact[:, 1], drawn.sum(axis=1), drawn[:, 1]) - exact[:, 1]
    assert np.abs(gap).max() < 2 / 1024
    (det,) = curves(plot_det(sample))
    smallest = min(x for x, _ in points(det) if x > -9)
    assert smallest < NormalDist().inv_cdf(2 / sample.n1)
    (brier,) = curves(plot_brier(sample))
    for k in range(50):
        c = (k + 0.5) / 50 + 1e-7
        t = F(c)
        pi1 = sample.pi1
        loss = 2 * (t * (1 - pi1) * (1 - sample.cdf0(t)) + (1 - t) * pi1 * sample.cdf1(t))
        assert abs(along(brier, c) - float(loss)) < 2 / 1024


def test_an_area_that_takes_long_is_told_with_its_error():
    rng = np.random.default_rng(1)
    sample = Sample.of([0, 1] * 2500, rng.random(5000))
    found = kinds.picture(kinds.catalogue()["cost"], sample, methods=["score(c**2)", "rate_driven"])
    area = float(lift(value(sample, parse_expression("loss(score(c**2))"))).mid())
    near, exact = (drawn.to_json()["area"] for drawn in found.drawn)
    assert near["exact"] is None
    assert abs(near["value"] - area) <= near["error"] <= 0.002
    assert found.drawn[0].caption == f"area {near['value']:.3f} ± 0.003"
    assert Fraction(exact["exact"]) == value(sample, parse_expression("loss(rate_driven)"))


# --- looks -------------------------------------------------------------------------------------------------


def legend(axes) -> str:
    return "\n".join(text.get_text() for text in axes.get_legend().get_texts())


def test_axes_are_labelled_in_the_terms_of_the_field():
    labels = {
        name: (axes.get_xlabel(), axes.get_ylabel())
        for name, kind in kinds.catalogue().items()
        for axes in [kinds.picture(kind, CLASSES, A).axes]
    }
    assert labels == {
        "roc": ("false positive rate $F_1$", "true positive rate $F_0$"),
        "det": ("false positive rate $F_1$ (class 1)", "false negative rate $1 - F_0$ (class 0)"),
        "cost": ("cost proportion $c$", "loss $Q_c$"),
        "brier": ("cost proportion $c$", "loss $Q_c$"),
        "rate_driven": ("cost proportion $c$", "loss $Q_c$"),
        "kendall": ("cost proportion $c$", "loss above a perfect ranking's"),
        "decision": ("threshold probability $t$", "net benefit"),
        "reliability": ("forecast probability of class 1", "observed frequency of class 1"),
        "gains": (TAKEN, "share of class 0 found $F_0$"),
        "lift": (TAKEN, "lift of class 0, $F_0/R$"),
    }
    skew = plot_brier(CLASSES, A, condition="skew")
    assert (skew.get_xlabel(), skew.get_ylabel()) == ("skew $z$", "loss $Q_z$")


def test_thirty_five_curves_differ_in_colour_or_dashes_and_neighbours_in_both():
    axes = plot_roc(CLASSES, {f"{i}": A for i in range(35)}, hull=False)
    looks = [(line.get_color(), str(line._dash_pattern)) for line in curves(axes)]
    assert len(set(looks)) == 35
    assert all(a != c and b != d for (a, b), (c, d) in pairwise(looks))


def test_names_are_shown_as_they_are():
    names = ["_hidden", "$\\frac{1}{$", "a & <b>", "é漢", "tab\there"]
    text = legend(plot_roc(CLASSES, dict.fromkeys(names, A), hull=False)).split("\n")
    assert text[::2][:5] == ["_hidden", "$\\frac{1}{$", "a & <b>", "é漢", "tab here"]


def test_what_is_no_formula_is_not_read_as_one():
    kind, wrong = kinds.catalogue()["cost"], r"$\frac{1}{$"
    assert rendered(kinds.picture(kind, CLASSES, {wrong: A}, title=wrong), "svg")


def test_curves_added_later_get_the_next_look_and_one_legend():
    axes = plot_roc({"A": Sample.of(CLASSES, A)})
    assert plot_roc({"B": Sample.of(CLASSES, B)}, ax=axes) is axes
    first, second = curves(axes)
    assert first.get_color() != second.get_color()
    assert legend(axes).split("\n") == [
        *("A", "AUC 0.6667, hull 0.7500", "B", "AUC 0.6458, hull 0.7500", "convex hull", "chance"),
    ]


def test_other_peoples_axes_keep_their_figure_and_settings():
    before = dict(matplotlib.rcParams)
    figure = Figure()
    axes = figure.subplots(1, 2)[1]
    assert plot_brier(CLASSES, A, ax=axes, title="50 $ & more") is axes
    assert axes.get_title() == "50 $ & more"
    figure.draw_without_rendering()
    plot_roc(CLASSES, A)
    assert dict(matplotlib.rcParams) == before


def test_settings_of_the_user_do_not_change_our_pictures():
    kind = kinds.catalogue()["roc"]
    plain = rendered(kinds.picture(kind, CLASSES, A), "svg")
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 20, "axes.facecolor": "red", "svg.hashsalt": "x"}):
        assert rendered(kinds.picture(kind, CLASSES, A), "svg") == plain


# --- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(kinds.catalogue()))
@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_same_picture_has_the_same_bytes(name, suffix):
    kind = kinds.catalogue()[name]
    first, second = (rendered(kinds.picture(kind, CLASSES, BOTH), suffix) for _ in range(2))
    assert first == second


def test_svg_tells_in_words_what_it_shows():
    found = kinds.picture(kinds.catalogue()["roc"], CLASSES, {"a & <b>": A}, title="x < y\x07")
    root = ElementTree.fromstring(rendered(found, "svg"))
    space = "{http://www.w3.org/2000/svg}"
    title, description = root.find(f"{space}title"), root.find(f"{space}desc")
    assert title.text == "x < y "
    assert "ROC curves: true positive rate F_0 against false positive rate F_1. a & <b>: AUC 0.6667" in description.text
    assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]


# --- wrong input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: plot_roc([0, 1]), "[0, 1] is no sample"),
        (lambda: plot_roc({}), "nothing to draw"),
        (lambda: plot_roc({"A": (CLASSES, A)}, A), "beside a mapping"),
        (lambda: plot_roc({3: (CLASSES, A)}), "the name 3"),
        (lambda: plot_roc(CLASSES, {"A": A, "B": A[:3]}), "B: 10 classes and 3 scores"),
        (lambda: plot_roc(CLASSES, A, ax=3), "ax is a int"),
        (lambda: plot_roc(CLASSES, A, title=3), "the title 3"),
        (lambda: plot_roc(CLASSES, A, band=3), "band is 3"),
        (lambda: plot_cost(CLASSES, A, methods="optimal"), "a list of methods"),
        (lambda: plot_cost(CLASSES, A, methods=[]), "there is no method"),
        (lambda: plot_cost(CLASSES, A, methods=["best"]), "best"),
        (lambda: plot_cost(CLASSES, A, condition="z"), "'z' is not an operating condition"),
        (lambda: plot_cost(CLASSES, BOTH, parts=True), "2 samples and 1 method;"),
        (lambda: plot_reliability(CLASSES, A, bins=0), "0 bins"),
        (lambda: plot_reliability(CLASSES, A, bins=1001), "1001 bins; a diagram is drawn in at most 1000"),
        (lambda: plot_roc(CLASSES, A, regions=True), "one curve only"),
        (lambda: plot_brier(CLASSES, A, regions=True), "one curve only"),
        (lambda: kinds.picture(kinds.catalogue()["roc"], CLASSES, A, bins=3), "no option 'bins'"),
    ],
)
def test_wrong_input_is_named(call, words):
    with pytest.raises(InputError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_scores_that_are_no_probabilities_have_no_reliability_and_no_thresholds_drawn_from_the_unit_interval():
    outside = Sample.of([0, 1], [0, 2])
    with pytest.raises(NeedsProbabilities, match=r"^x: a reliability diagram .*2"):
        plot_reliability({"x": outside})
    told = r"score_driven needs scores in \[0, 1\]; the score 2 lies outside$"
    assert re.match(told, f"score_driven {evaluate_sample(outside).notes['score_driven']}")
    for data, words in (({"x": outside}, "^x: "), (outside, "^")):
        with pytest.raises(NeedsProbabilities, match=words + told):
            plot_brier(data)
    for method in ("score_uniform", "score(1 - c)", "mix(1/2, optimal, score_driven)"):
        with pytest.raises(NeedsProbabilities, match=f"^{re.escape(method)} needs scores"):
            plot_cost(outside, methods=["optimal", method])
    assert curves(plot_cost(outside, methods=["optimal", "rate_driven", "score_fixed(1)"]))
    assert curves(plot_kendall(outside))


def test_a_class_of_one_example_has_a_curve_and_no_band():
    assert curves(plot_roc([0, 1], [0, 1]))
    with pytest.raises(NotSupported, match="single example"):
        plot_roc([0, 1], [0, 1], band=True)


@pytest.mark.parametrize("measure", ["standardized", "interventions_avoided"])
def test_other_measures_of_a_decision_curve(measure):
    sample = Sample.of([0, 1, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9", "0.2"])
    found = kinds.picture(kinds.catalogue()["decision"], sample, measure=measure, band=True)
    line, (alike, none) = found.drawn[0].line, found.axes.get_lines()[-2:]
    for t, y in line.get_xydata():
        near = Fraction(t).limit_denominator(10**9)
        points = decision_curve(sample, [near - d for d in (0, Fraction(1, 10**9))]).points if t else []
        assert not points or min(abs(y - float(getattr(x, measure))) for x in points) < 1e-6
    assert set(none.get_ydata()) == {0}
    for t, y in alike.get_xydata()[1:]:
        wanted = (3 / 5 - t / (1 - t) * 2 / 5) / (3 / 5) if measure == "standardized" else 2 / 5 - 3 / 5 * (1 - t) / t
        assert y == pytest.approx(wanted)
    area = {"standardized": lambda bs: 1 - bs / Fraction(3, 5), "interventions_avoided": lambda bs: Fraction(2, 5) - bs}
    told = found.drawn[0].to_json()
    assert told["measure"] == measure
    assert Fraction(told["mean"]["exact"]) == area[measure](value(sample, parse_expression("BS")))
    with pytest.raises(InputError, match="the measure 'benefit' of a decision curve; it is one of net_benefit,"):
        kinds.picture(kinds.catalogue()["decision"], sample, measure="benefit")


def test_a_decision_curve_that_is_low_is_seen_until_twice_as_low_as_it_is_high():
    classes, scores = [0, 0, 0, 1] * 5, ["0.1", "0.2", "0.9", "0.95"] * 5
    for prior in ("0.4", "0.01"):
        sample = weighted_sample(classes, scores, prior=prior)
        found = kinds.picture(kinds.catalogue()["decision"], sample)
        low, high = found.axes.get_ylim()
        least = min(found.drawn[0].line.get_ydata())
        assert low == pytest.approx(max(1.05 * least, -2 * float(prior)))
        assert high == pytest.approx(1.05 * float(prior))
    assert least < -2 * float(prior)


def test_a_decision_curve_is_the_net_benefit_beside_everybody_and_nobody():
    sample = Sample.of([0, 1, 0, 1, 1], ["0.1", "0.4", "0.4", "0.9", "0.2"])
    axes = kinds.picture(kinds.catalogue()["decision"], sample).axes
    line, everybody, nobody = axes.get_lines()
    for t, y in line.get_xydata():
        near = Fraction(t).limit_denominator(10**9)
        sides = [float(net_benefit(sample, max(near - d, 0))) for d in (0, Fraction(1, 10**9))]
        assert min(abs(y - x) for x in sides) < 1e-6
    assert everybody.get_xydata()[0].tolist() == [0, 0.6]
    assert set(nobody.get_ydata()) == {0}
    assert axes.get_ylim()[0] < 0
    with pytest.raises(NeedsProbabilities, match="a decision curve needs scores"):
        kinds.picture(kinds.catalogue()["decision"], Sample.of([0, 1], [1, 2]))
