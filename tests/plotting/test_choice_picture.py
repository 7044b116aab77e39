"""The picture of a chosen threshold: the cost at each threshold, and what stands beside it."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from workbench import choose, costs_by_example, plot_choice
from workbench.cli import main
from workbench.errors import InputError
from workbench.inference.bootstrap import Plan
from workbench.inference.choosing import choose_on, operation_of
from workbench.inference.costs_by_example import CostlyExamples, rules_of
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


COSTLY = {
    "y_true": [1, 0, 1, 0, 0, 1],
    "y_score": ["0.9", "0.4", "0.2", "0.1", "0.7", "0.4"],
    "miss": [100, 20, 90, 5, 1, 30],
    "false_alarm": [5, 5, 30, 7, 4, 1],
}


@pytest.mark.parametrize(
    "given", [{}, {"weights": [1, 2, "0.5", 3, 1, 1]}, {"prior": "0.1"}, {"capacity": "0.4", "prior": "0.3"}]
)
def test_costs_by_example_at_each_threshold(given):
    places = ["0.05", "0.15", "0.3", "0.5", "0.8", "0.92"]
    found = costs_by_example(**COSTLY, **given, thresholds=places)
    axes = plot_choice(found)
    wanted = [float(found[f"threshold {place}"].per_case) for place in places]
    assert heights(axes, list(map(float, places))) == pytest.approx(wanted)
    said = words(axes)
    for what, label in (
        ("nobody", "treat nobody"),
        ("everybody", "treat everybody"),
        ("best possible", "the best pos"),
    ):
        assert label in said
        assert f"{float(found[what].per_case):.4g}" in said
    assert ("beyond the capacity" in said) == ("capacity" in given)
    assert ("its own threshold" in said) == (found["own thresholds"].treat == "above their own")
    assert f"saves {100 * float(found['own thresholds'].savings):.3g}%" in said


def test_resamples_and_extreme_rules_of_costs_by_example():
    found = costs_by_example(**COSTLY, resamples=50, stratified=False)
    axes = plot_choice(found, title="A title")
    assert "95% of 50 resamples" in words(axes)
    assert axes.get_title(loc="left") == "A title"
    for miss, alarm, whom in ((1, 1000, "nobody"), (1000, 1, "everybody")):
        found = costs_by_example([0, 1, 0, 1, 1, 0], COSTLY["y_score"], miss=miss, false_alarm=[alarm] * 6)
        axes = plot_choice(found)
        assert f"best threshold: {whom}," in words(axes)
        (dot,) = [line for line in axes.get_lines() if line.get_marker() == "o"]
        assert axes.get_xlim()[0] < dot.get_xdata()[0] < axes.get_xlim()[1]
    odds = costs_by_example([0, 1, 1], [-3, 5, 2], miss=[1, 2, 3], false_alarm=1)
    assert "own" not in words(plot_choice(odds))
    with pytest.raises(InputError, match="beyond the range of a double"):
        plot_choice(costs_by_example([0, 1], [Fraction(10**400), 1], miss=1, false_alarm=1))


def test_many_scores_of_costs_by_example_keep_the_best_threshold():
    rng = np.random.default_rng(5)
    classes = rng.integers(0, 2, 5_000)
    scores = np.round(rng.beta(2 + classes, 3), 6)
    found = costs_by_example(classes, scores, miss=np.round(rng.lognormal(size=5_000), 2), false_alarm=1)
    axes = plot_choice(found)
    assert len(axes.get_lines()[0].get_xdata()) <= 4_200
    assert heights(axes, [float(found.threshold)]) == pytest.approx([float(found["best threshold"].per_case)])


def test_the_command_draws_costs_by_example(tmp_path, capsys):
    data = tmp_path / "loans.csv"
    data.write_text("score,class,amount\n0.9,1,100\n0.4,0,20\n0.2,1,90\n0.1,0,5\n", "utf-8")
    file = tmp_path / "cost.svg"
    assert main(["choose", str(data), "--miss", "amount", "--false-alarm", "5", "-o", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith(f"{file} is written\n")
    assert "own threshold" in file.read_text("utf-8")
    assert main(["choose", str(data), "--miss", "amount", "--false-alarm", "5", "-o", str(tmp_path / "cost.txt")]) == 2


def test_costs_by_example_of_a_file_whose_low_scores_mean_the_event():
    columns = {"miss": [Fraction(x) for x in (100, 20, 90, 5)], "false_alarm": [Fraction(5)] * 4}
    scores = [Fraction(x) for x in ("0.9", "0.4", "0.2", "0.1")]
    plain, turned = (rules_of(CostlyExamples(True, [1, 0, 1, 0], scores, columns, shift=x)) for x in (None, 1))
    places = [0.08, 0.15, 0.3, 0.6, 0.92]
    one, two = plot_choice(plain), plot_choice(turned)
    assert heights(one, places) == heights(two, [1 - x for x in places])
    assert "below" in two.get_xlabel()
    (dot,) = [line for line in two.get_lines() if line.get_marker() == "o"]
    assert dot.get_xdata()[0] == pytest.approx(float(turned.threshold))
    assert f"score < {float(turned.threshold):g}" in words(two)
