"""Axes and legends have room in their figures; and what happens without matplotlib."""

import re
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

import workbench
from tests.plotting.test_plotting import CLASSES, A, B
from workbench import choose, compare_models, read_sample
from workbench.errors import InputError
from workbench.plotting import canvas, inside, kinds, style
from workbench.plotting.names import in_lines


@pytest.mark.parametrize("name", list(kinds.catalogue()))
@pytest.mark.parametrize("size", [(None, None), (3.4, 5.5), (9.0, 4.0)])
def test_nothing_is_cut_off(name, size):
    samples = {"a name of some length that needs several lines": A, "B": B, "n" * 200: A}
    found = kinds.picture(kinds.catalogue()[name], CLASSES, samples, size=size, title="A title")
    figure = found.axes.figure
    with style.styled():
        figure.draw_without_rendering()
        box = figure.axes[0].get_tightbbox()
    assert box.x0 >= -1
    assert box.y0 >= -1
    assert box.x1 <= figure.bbox.width + 1
    assert box.y1 <= figure.bbox.height + 1
    assert found.axes.get_position().width * figure.get_figwidth() > 1.2


@pytest.mark.parametrize("name", list(kinds.catalogue()))
@pytest.mark.parametrize("number", [1, 2])
def test_ticks_in_one_column_of_a_paper_do_not_overlap(name, number):
    classes, scores = read_sample("paper_checks/data/credit_a_unpruned_laplace_test.csv").examples()
    samples = dict([("a", scores), ("b", [1 - x for x in scores[::-1]])][:number])
    axes = kinds.picture(kinds.catalogue()[name], classes, samples, size=(3.4, 2.4)).axes
    with style.styled():
        axes.figure.draw_without_rendering()
        for axis, end, begin in ((axes.xaxis, "x1", "x0"), (axes.yaxis, "y1", "y0")):
            boxes = [x.get_window_extent() for x in axis.get_ticklabels() if x.get_text()]
            boxes = sorted((x for x in boxes if axes.figure.bbox.overlaps(x)), key=lambda x: getattr(x, begin))
            assert len(boxes) > 2
            assert all(getattr(x, end) < getattr(y, begin) for x, y in pairwise(boxes))


def extents(axes):
    """The boxes in inches of the axes and the legend, and the size of the figure."""
    figure = axes.figure
    with style.styled():
        figure.draw_without_rendering()
        boxes = axes.get_window_extent(), axes.get_legend().get_window_extent()
    return *(np.array(box.extents) / figure.dpi for box in boxes), figure.get_size_inches()


@pytest.mark.parametrize("number", [2, 8, 11, 24, 35])
@pytest.mark.parametrize("name", ["roc", "cost", "reliability"])
def test_a_legend_of_many_curves_is_whole_and_leaves_the_axes_room(name, number):
    axes = kinds.picture(kinds.catalogue()[name], CLASSES, {f"sample {i}": A for i in range(number)}).axes
    box, legend_box, size = extents(axes)
    assert (box[2:] - box[:2]).min() > 2
    assert legend_box.min() > 0
    assert (legend_box[2:] < size + 0.01).all()
    assert legend_box[0] > box[2] or legend_box[3] < box[1]
    assert len(axes.get_legend().get_texts()) >= number


@pytest.mark.parametrize("size", [(4, 3), (3, 3), (7, 3)])
@pytest.mark.parametrize("number", [1, 2, 8])
def test_a_size_without_room_is_refused_and_the_named_one_has_room(size, number):
    kind, samples = kinds.catalogue()["roc"], {f"sample {i}": A for i in range(number)}
    try:
        axes = kinds.picture(kind, CLASSES, samples, size=size).axes
    except InputError as error:
        found = re.search(r"are too small for the axes and the legend; (\S+) by (\S+) would do$", str(error))
        axes = kinds.picture(kind, CLASSES, samples, size=tuple(map(float, found.groups()))).axes
    box, legend_box, size = extents(axes)
    assert (box[2:] - box[:2]).min() > 1.2
    assert legend_box.min() > 0
    assert (legend_box[2:] < size + 0.01).all()


COMMON = "the_common_beginning_of_many_names_that_is_longer_than_any_legend_has_room_for_in_its_three_lines"


@pytest.mark.parametrize("width", [(None, None), (4.0, None)])
@pytest.mark.parametrize(
    "names",
    [
        [f"{COMMON}_v{i}" for i in range(4)],
        [f"v{i}_{COMMON}" for i in range(4)],
        [f"{COMMON}_v{i}_{COMMON}" for i in range(4)],
        [f"{i}/{COMMON}/{j}" for i in "ab" for j in "cd"],
        [f"{COMMON}, {method}" for method in ("optimal", "rate_driven", "score_fixed(1/2)")],
        ["n" * 100 + "a", "n" * 100 + "b"],
    ],
)
def test_long_names_stay_distinct_in_the_legend(names, width):
    axes = kinds.picture(kinds.catalogue()["gains"], CLASSES, dict.fromkeys(names, A), size=width).axes
    shown = [text.get_text().split("\nclass 0: area")[0] for text in axes.get_legend().get_texts()[: len(names)]]
    assert len(set(shown)) == len(names)
    for name, text in zip(names, shown, strict=True):
        assert text.count("\n") < 3 or "…" not in text
        parts = text.replace("…", "\n").split("\n")
        assert max(map(len, parts)) <= 30
        assert all(part in name for part in parts)
        if "_" in name:  # there are words that can be kept whole
            assert all(re.search(rf"(^|[ _/-]){re.escape(part)}($|(?<=[_/-])| )", name) for part in parts), text


def test_the_middle_of_a_name_is_left_out_where_it_tells_nothing():
    found = in_lines([f"{COMMON}_v{i}" for i in (1, 2)], 30)
    assert [text.split("\n")[0] for text in found.values()] == ["the_common_beginning_of_many_"] * 2
    assert [text.split("_")[-1] for text in found.values()] == ["v1", "v2"]
    assert all(text.count("…") == 1 and text.count("\n") == 2 for text in found.values())
    assert in_lines(["short", ""], 30) == {"short": "short", "": ""}


# --- matplotlib is optional ------------------------------------------------------------------------------------


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_matplotlib_is_imported_by_pictures_only_and_pyplot_never():
    done = run(
        "import sys, workbench, workbench.cli\n"
        "from workbench.plotting import displays, roc, kinds, files\n"
        "assert kinds.Kind and 'matplotlib' not in sys.modules\n"
        "roc.plot_roc([0, 1], [0, 1])\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules\n"
    )
    assert done.returncode == 0, done.stderr


def test_without_matplotlib_the_command_says_so_in_one_line():
    done = run(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from workbench.cli import main\n"
        "sys.exit(main(['plot', 'scores.csv', '--curve', 'roc']))\n"
    )
    assert done.returncode == 2
    assert done.stderr == "workbench plot: a picture needs matplotlib: pip install '.[plot]' in the clone\n"


def test_without_matplotlib_one_line_says_how_to_get_it():
    done = run(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from workbench.plotting.roc import plot_roc\n"
        "try: plot_roc([0, 1], [0, 1])\n"
        "except ValueError as error: print(error)\n"
    )
    assert done.stdout == "a picture needs matplotlib: pip install '.[plot]' in the clone\n", done.stderr


@pytest.mark.parametrize("legend", [None, "inside", "none"])
@pytest.mark.parametrize("name", list(kinds.catalogue()))
def test_a_figure_for_one_column_of_a_paper_has_its_legend_inside_or_none(name, legend):
    found = kinds.picture(kinds.catalogue()[name], CLASSES, {"one": A, "two": B}, size=(3.4, 2.4), legend=legend)
    axes, figure = found.axes, found.axes.figure
    with style.styled(3.4):
        figure.draw_without_rendering()
        outer = axes.get_tightbbox()
    assert (figure.get_size_inches() == (3.4, 2.4)).all()
    assert min(outer.x0, outer.y0) >= -1
    assert outer.x1 <= figure.bbox.width + 1
    assert outer.y1 <= figure.bbox.height + 1
    assert (axes.get_legend() is None) == (legend == "none")
    if legend is None:
        box, legend_box, _ = extents(axes)
        assert (legend_box[:2] >= box[:2] - 0.01).all()
        assert (legend_box[2:] <= box[2:] + 0.01).all()


@pytest.mark.parametrize("name", ["roc", "brier", "cost"])
def test_shading_is_seen_through_a_legend_inside(name):
    """Each column of the picture has one background outside of the legend's frame and the same hue inside of it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    found = kinds.picture(kinds.catalogue()[name], CLASSES, {"one": A, "two": B}, size=(3.4, 2.4), regions=True)
    axes, figure = found.axes, found.axes.figure
    figure.dpi = 200
    with style.styled(3.4):
        drawn = FigureCanvasAgg(figure)
        drawn.draw()
        box = axes.get_legend().get_frame().get_window_extent()
        spans = [x.get_window_extent() for x in axes.patches if x.get_alpha() == canvas.TINT]
    picture = np.asarray(drawn.buffer_rgba())[::-1, :, :3].astype(int)
    shaded = [
        (max(x.x0, box.x0) + 3, min(x.x1, box.x1) - 3) for x in spans if min(x.x1, box.x1) - max(x.x0, box.x0) > 9
    ]
    assert shaded
    for low, high in shaded:
        part = picture[int(box.y0) + 3 : int(box.y1) - 3, int(low) : int(high)].reshape(-1, 3)
        colours, counts = np.unique(part, axis=0, return_counts=True)
        assert np.ptp(colours[counts.argmax()]) >= 8  # white has none, and black letters have not either


@pytest.mark.parametrize("legend", [None, "inside"])
@pytest.mark.parametrize("name", list(kinds.catalogue()))
def test_a_legend_inside_a_small_figure_hides_no_curve(name, legend):
    samples = {"logistic regression": A, "random forest": B}
    axes = kinds.picture(kinds.catalogue()[name], CLASSES, samples, size=(3.4, 2.4), legend=legend).axes
    with style.styled(3.4):
        axes.figure.draw_without_rendering()
        assert sum(inside.hidden(axes, line) for line in canvas.Canvas(axes).curves) <= 2 * inside.LITTLE
    assert {"logistic regression", "random forest"} <= {
        text.get_text().split("\n")[0].split(",")[0] for text in axes.get_legend().get_texts()
    }


def test_a_reliability_diagram_for_a_column_is_as_wide_as_the_figure():
    for size, ratio in (((3.4, 2.4), 1.5), ((3.4, 4.5), 1.0)):
        axes = kinds.picture(kinds.catalogue()["reliability"], CLASSES, {"one": A}, size=size, legend="none").axes
        with style.styled(3.4):
            axes.figure.draw_without_rendering()
        box = axes.get_window_extent()
        assert box.width / box.height == pytest.approx(ratio, abs=0.5 * (ratio > 1) + 0.01)


def test_a_legend_that_must_be_outside_may_need_a_larger_figure():
    with pytest.raises(InputError, match=r"3\.4 by 2\.4 inches are too small for the axes and the legend"):
        kinds.picture(kinds.catalogue()["roc"], CLASSES, {"one": A}, size=(3.4, 2.4), legend="outside")
    with pytest.raises(InputError, match=r"2 by 1\.5 inches are too small for the axes; "):
        kinds.picture(kinds.catalogue()["roc"], CLASSES, {"one": A}, size=(2, 1.5), legend="none")


FUNCTIONS = {name: getattr(workbench, name) for name in dir(workbench) if name.startswith("plot_")}
RESULTS = {
    "plot_choice": lambda: choose(CLASSES, A, miss=4, false_alarm=1),
    "plot_comparison": lambda: compare_models(CLASSES, A, B, resamples=40),
}


def drawn_by(name, legend):
    """The axes, and every legend of the figure."""
    given = [RESULTS[name]()] if name in RESULTS else [CLASSES, {"one": A, "two": B}]
    axes = FUNCTIONS[name](*given, legend=legend)
    with style.styled():
        axes.figure.draw_without_rendering()
    found = [x.get_legend() for x in axes.figure.axes if x.get_legend() is not None]
    return axes, [*found, *axes.figure.legends]


def test_every_kind_has_a_function():
    assert set(FUNCTIONS) == {f"plot_{name}" for name in kinds.catalogue()} | set(RESULTS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_puts_the_legend_where_it_is_wanted(name):
    assert drawn_by(name, "none")[1] == []
    entries = []
    for where in ("outside", "inside", None):
        axes, (legend,) = drawn_by(name, where)
        box, around = axes.get_window_extent(), legend.get_window_extent()
        is_inside = (around.x0 >= box.x0 - 1, around.x1 <= box.x1 + 1, around.y0 >= box.y0 - 1, around.y1 <= box.y1 + 1)
        assert all(is_inside) == (where == "inside"), where
        entries.append(" ".join(text.get_text() for text in legend.get_texts()))
    assert entries[0] == entries[2]
    assert len(entries[1].split()) == len(entries[0].split())
    for wrong in ("left", 1, []):
        with pytest.raises(InputError, match="it is outside, inside, none, or None"):
            drawn_by(name, wrong)
