"""The picture of a chosen threshold: the cost at each threshold, and what stands beside it."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from workbench import choose, plot_choice
from workbench.cli import main
from workbench.errors import InputError
from workbench.inference.bootstrap import Plan
from workbench.inference.choosing import choose_on, operation_of
from workbench.plotting import kinds
from workbench.plotting.choosing import picture_of_choice
from workbench.samples.sample import Sample

FILE = str(Path(__file__).parents[2] / "paper_checks" / "data" / "credit_a_pruned_test.csv")
SAMPLE = Sample.of([0, 0, 1, 0, 1, 1], ["0.1", "0.2", "0.3", "0.5", "0.6", "0.9"])


def heights(axes, places):
    """The height of the curve between its corners."""
    (line,) = [line for line in axes.get_lines() if line.get_gid() == "curve-1"]
    x, y = map(np.asarray, line.get_data())
    if x[0] > x[-1]:
        x, y = x[::-1], y[::-1]
    return [y[np.searchsorted(x, place, side="right")] for place in places]


def words(axes):
    return "\n".join(text.get_text() for text in axes.get_legend().get_texts())


@pytest.mark.parametrize("higher", [0, 1])
def test_the_curve_is_the_cost_of_each_threshold(higher):
    found = choose_on(SAMPLE, operation_of(4, 1, prior="0.3"), higher_means=higher)
    axes = plot_choice(found)
    places = [Fraction(x) for x in ("0.07", "0.15", "0.25", "0.4", "0.55", "0.7", "0.92")]
    operation, wanted = found.operation, []
    for t in places:
        a, b = SAMPLE.counts_at_most(t)
        below = (a, b) if higher else (3 - a, 3 - b)
        wanted.append(float(operation.cost(below, (3, 3))))
    assert heights(axes, [float(t) for t in places]) == pytest.approx(wanted)
    assert ("above" if higher else "below") in axes.get_xlabel()
    assert (found.decision.treat if found.whom == "some" else f"chosen: {found.whom}") in words(axes)


def test_what_stands_beside_it():
    found = choose_on(SAMPLE, operation_of(4, 1, capacity="0.4"), Plan(50))
    axes = plot_choice(found, title="A title")
    for said in ("beyond the capacity", "95% of 50 resamples", "if calibrated: 0.2,", "treat nobody 2",
                 "treat everybody 0.5", "the best possible 0.4"):  # fmt: skip
        assert said in words(axes)
    assert axes.get_title(loc="left") == "A title"
    bare = words(plot_choice(choose([0, 1], [2, 3], miss=1, false_alarm=1)))
    assert not any(x in bare for x in ("capacity", "resamples", "calibrated"))


def test_many_scores_are_thinned_around_the_chosen_one():
    rng = np.random.default_rng(5)
    classes = rng.integers(0, 2, 20_000)
    found = choose(classes, rng.random(20_000) + classes / 2, miss=2, false_alarm=1)
    axes = plot_choice(found)
    assert len(axes.get_lines()[0].get_xdata()) < 20_000
    (height,) = heights(axes, [float(found.decision.threshold)])
    assert height == pytest.approx(float(found.decision.expected_cost))


def test_axes_of_others_and_what_is_no_choice():
    axes = Figure().add_subplot()
    assert plot_choice(choose_on(SAMPLE, operation_of(4, 1)), ax=axes) is axes
    with pytest.raises(InputError, match="plot_choice takes what choose found, not Sample"):
        plot_choice(SAMPLE)
    assert "choose" not in kinds.catalogue()


def test_it_is_described_in_words():
    found = picture_of_choice(choose_on(SAMPLE, operation_of(4, 1)))
    assert found.words.startswith("Expected cost by threshold: expected cost of a case against threshold")
    assert "0.1667 at score > 0.2" in found.words


@pytest.mark.parametrize(
    "suffix", ["svg", *(pytest.param(suffix, marks=pytest.mark.slow) for suffix in ("png", "pdf"))]
)
def test_the_command_writes_it(suffix, tmp_path, capsys):
    file = tmp_path / f"cost.{suffix}"
    assert main(["choose", FILE, "--miss", "4", "--false-alarm", "1", "-o", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith(f"{file} is written\n")
    assert file.stat().st_size > 5_000
    assert main(["choose", FILE, "--miss", "4", "--false-alarm", "1", "-o", str(file), "--json"]) == 0
    assert "is written" not in capsys.readouterr().out
