"""The lines of pictures: their joins, those of many scores, and the grey ones that they are compared with."""

from fractions import Fraction as F

import numpy as np
import pytest

from tests import naive
from tests.plotting.test_plotting import CLASSES, A, curves, legend, line_called, points
from workbench.plotting.costs import NO_MODEL, plot_brier, plot_cost
from workbench.plotting.det import plot_det
from workbench.plotting.gains import plot_gains, plot_lift
from workbench.plotting.roc import plot_roc
from workbench.samples.sample import Sample

PLOTS = {"roc": plot_roc, "det": plot_det, "gains": plot_gains, "brier": plot_brier, "lift": plot_lift}


def test_a_brier_curve_of_many_scores_does_not_zigzag():
    rng = np.random.default_rng(0)
    classes = rng.integers(0, 2, 50_000)
    scores = np.clip(rng.normal(0.4 + 0.2 * classes, 0.2), 0, 1)
    sample = Sample.of(classes, np.where(rng.random(50_000) < 0.05, 0.25, scores))
    axes = plot_brier(sample, parts=True)
    (brier,) = curves(axes)
    weights = sample.pi0, sample.pi1
    at = [(F(x), y) for x, y in points(brier)]
    off = [(x, y) for x, y in at if abs(float(naive.cost(x, (sample.cdf0(x), sample.cdf1(x)), weights)) - y) > 1e-9]
    assert [x for x, _ in off] == [F(1, 4)]  # before the jump at the score that many examples have
    for line in (brier, *(line_called(axes, f"class {k}'s part") for k in (0, 1))):
        x, y = line.get_xydata().T
        assert x[:-1][np.diff(x) == 0].tolist() == [0.25]
        assert np.abs(np.diff(y)).sum() < 2.5 * (y.max() - y.min())


def test_corners_are_sharp_where_a_curve_only_rises_and_round_where_it_turns_back():
    joins = {name: curves(plot(CLASSES, A))[0].get_solid_joinstyle() for name, plot in PLOTS.items()}
    assert joins == {"roc": "miter", "det": "miter", "gains": "miter", "brier": "round", "lift": "round"}


@pytest.mark.parametrize(("errors", "is_whole"), [(0, True), (1, False), (24, False), (25, True), (50, True)])
def test_the_line_of_one_class_is_whole_or_said_to_be_cut_off(errors, is_whole):
    classes = [0] * (100 - errors) + [1] * errors + [0] * errors + [1] * (100 - errors)
    axes = plot_cost(classes, [0] * 100 + [1] * 100, parts=True)
    height, highest = max(y for _, y in points(curves(axes)[0])), axes.get_ylim()[1]
    (line,) = [line for line in axes.get_lines() if line.get_label().startswith(NO_MODEL)]
    apex = max(y for _, y in points(line))
    assert apex == 0.5
    assert (apex < highest) == is_whole == ("(peak at 0.5, above the picture)" not in legend(axes))
    assert height > 0.45 * highest or not errors


def test_a_line_of_one_class_that_becomes_whole_is_there_once():
    near, far = Sample.of([0, 1] * 50, [0, 1] * 49 + [1, 0]), Sample.of([0, 1], [1, 1])
    axes = plot_cost({"near": near})
    assert "above the picture" in legend(axes)
    assert legend(plot_cost({"far": far}, ax=axes)).split("\n")[4:] == [NO_MODEL]


def test_the_line_of_one_class_goes_where_samples_of_several_calls_differ_in_it():
    half, few = Sample.of([0, 1, 0, 1], [1, 2, 3, 4]), Sample.of([0, 1, 1, 1], [1, 2, 3, 4])
    axes = plot_cost({"a": half})
    assert line_called(plot_cost({"b": half}, ax=axes), NO_MODEL)
    together = {"a": half, "b": half}
    for name, sample in (("c", few), ("d", few), ("e", half)):
        together[name] = sample
        wanted = plot_cost(together)
        assert NO_MODEL not in legend(plot_cost({name: sample}, ax=axes))
        assert legend(axes) == legend(wanted)
        assert len(axes.get_lines()) == len(wanted.get_lines())
        assert axes.get_ylim() == wanted.get_ylim()
    by_skew = plot_cost({"few": few}, ax=plot_cost({"half": half}, condition="skew"), condition="skew")
    assert line_called(by_skew, NO_MODEL)


@pytest.mark.parametrize("plot", [plot_gains, plot_lift])
def test_perfect_rankings_have_the_colours_of_the_curves_where_they_differ(plot):
    samples = {
        "few": Sample.of([0, 1, 1, 1], [1, 2, 3, 4]),
        "as few": Sample.of([1, 0, 1, 1], [1, 2, 3, 4]),
        "half": Sample.of([0, 1, 0, 1], [1, 2, 3, 4]),
    }
    axes = plot(samples)
    found = [line for line in axes.get_lines() if "perfect" in line.get_label()]
    assert [(line.get_label(), line.get_color()) for line in found] == [
        ("perfect ranking, π₀ = 0.25", curves(axes)[0].get_color()),
        ("perfect ranking, π₀ = 0.5", curves(axes)[2].get_color()),
    ]
    assert (0.25, 1.0 if plot is plot_gains else 4.0) in points(found[0])
    assert line_called(plot({name: samples[name] for name in ("few", "as few")}), "perfect ranking")


@pytest.mark.parametrize("plot", [plot_gains, plot_lift])
def test_perfect_rankings_of_several_calls_are_those_of_one(plot):
    few, other, half = (Sample.of(classes, [1, 2, 3, 4]) for classes in ([0, 1, 1, 1], [1, 0, 1, 1], [0, 1, 0, 1]))
    calls = [{"a": few}, {"b": other}, {"c": half}, {"d": half}, {"e": other}]
    axes, together = None, {}
    for named in calls:
        together |= named
        axes, wanted = plot(named, ax=axes), plot(together)
        found, expected = (
            {
                line.get_label(): (line.get_color(), points(line))
                for line in each.get_lines()
                if line not in curves(each)
            }
            for each in (axes, wanted)
        )
        assert found == expected
        assert sorted(legend(axes).split("\n")) == sorted(legend(wanted).split("\n"))
        assert axes.get_ylim() == wanted.get_ylim()
        ids = [line.get_gid() for line in axes.get_lines()]
        assert len(set(ids)) == len(ids)
    assert [line.get_color() for line in curves(axes)] == [line.get_color() for line in curves(wanted)]
