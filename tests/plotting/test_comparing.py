"""The picture of two models compared: its lines are the exact curves, and marks stand where the band excludes zero."""

import numpy as np
import pytest

from workbench import Sample, compare_models, compare_samples, plot_comparison
from workbench.errors import InputError
from workbench.plotting.comparing import picture_of
from workbench.plotting.files import rendered, write

CLASSES = [0, 1] * 40
RNG = np.random.default_rng(2)
GOOD = np.round(0.2 + 0.5 * np.array(CLASSES) + 0.2 * RNG.random(80), 3)
LAZY = np.round(0.4 + 0.2 * RNG.random(80), 3)
NAMES = ("a model with a long name that takes several lines", "$x$")


@pytest.fixture(scope="module")
def found():
    return compare_models(CLASSES, GOOD, LAZY, names=NAMES, resamples=200)


def test_the_lines_are_the_curves_and_their_difference(found):
    above = plot_comparison(found)
    below = above.figure.axes[1]
    one, other = found.curves
    lines = [line.get_xydata() for line in above.get_lines()]
    for line, curve in zip((*lines[:2], below.get_lines()[0].get_xydata()), (one, other, other - one), strict=True):
        assert np.array_equal(line, np.array(curve.points(24)))


def test_marks_are_where_the_band_excludes_zero(found):
    below = plot_comparison(found).figure.axes[1]
    low, high, grid = (np.array(x, dtype=float) for x in (found.band.low, found.band.high, found.band.grid))
    marked = [line for line in below.get_lines() if line.get_marker() == "s"]
    assert [line.get_color() for line in marked] == ["#0072B2", "#D55E00"]
    for line, there in zip(marked, (low > 1e-12, high < -1e-12), strict=True):
        assert list(line.get_xdata()) == list(grid[there])
    assert len(marked[0].get_xdata()) > 20


def test_the_legend_tells_names_as_they_are(found):
    texts = [text.get_text() for text in plot_comparison(found).figure.legends[0].get_texts()]
    assert texts[0].replace("\n", " ").startswith(NAMES[0])
    assert texts[1].startswith("$x$\nloss 0.")
    assert texts[2:] == [
        "background: lower loss",
        "the second less the first",
        "95% of 200 resamples",
        "the band excludes zero",
    ]


def test_the_same_picture_has_the_same_bytes(found, tmp_path):
    picture = picture_of(found)
    assert rendered(picture, "svg") == rendered(picture_of(found), "svg")
    assert picture.words.startswith("Two models compared: difference against cost proportion c.")
    assert picture.axes.figure.axes[0]._repr_svg_().startswith("<?xml")
    for suffix in ("png", "pdf"):
        assert write(picture, str(tmp_path / f"c.{suffix}")) == []


def test_without_a_band_and_without_curves():
    alone = compare_samples(Sample.of([0, 1], [0, 1]), Sample.of([0, 1, 1], [2, 1, 3]), condition="skew")
    axes = plot_comparison(alone)
    assert axes.figure.axes[1].get_xlabel() == "skew $z$"
    assert len(axes.figure.legends[0].get_texts()) == 4
    with pytest.raises(InputError, match="there are no curves to draw: the cost curve of"):
        plot_comparison(compare_models([0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], "rate(exp(c)/3)", resamples=40))
