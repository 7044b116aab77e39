"""The benchmark of feasibility runs and finds no wrong verdict; its own means are checked against plain loops."""

import random
from fractions import Fraction

import pytest

from tests import naive
from tests.benchmarks import plain_reports, true_reports
from tests.benchmarks.false_alarms import answer
from tests.benchmarks.feasibility import main
from tests.benchmarks.random_reports import true_report
from tests.benchmarks.weak_orders import HALF, OF_ORDER, ON_SCORES, calibrated_scores, weak_orders
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.reports.paper_file import paper_of
from workbench.samples.sample import Sample

SMALL = ["--reports", "60", "--misses", "25", "--most", "3", "--times", "2", "--jobs", "1"]
UNIFORM = naive.DENSITIES["uniform"]


def data_of(order, scores):
    return [(s, y) for s, counts in zip(scores, order, strict=True) for y in (0, 1) for _ in range(counts[y])]


def spaced(order):
    return [Fraction(i + 1, len(order) + 1) for i in range(len(order))]


@pytest.mark.always
def test_no_wrong_verdict_in_a_small_run(capsys):
    assert main(SMALL) == 0
    said = capsys.readouterr()
    assert "60 true reports, 0 false alarms" in said.out
    assert "0 wrong verdicts" in said.out
    assert not said.err


@pytest.mark.slow
def test_no_wrong_verdict_in_thousands_of_reports(capsys):
    assert main(["--reports", "3000", "--misses", "300", "--times", "2"]) == 0, capsys.readouterr().out


def test_a_wrong_verdict_is_printed_and_fails(monkeypatch, capsys):
    monkeypatch.setattr("tests.benchmarks.false_alarms.decided", lambda *given: ("inconsistent", "for a test", None))
    assert answer(0, 0).report.startswith("# inconsistent: for a test")
    assert main(["--reports", "3", "--misses", "0", "--times", "0", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert "3 true reports, 3 false alarms" in said
    assert said.count("[[reported]]") == 3


@pytest.mark.parametrize("seed", range(3))
def test_the_reports_are_true_by_plain_loops(seed):
    """Every figure that plain loops have, of samples that are small enough for them."""
    checked = 0
    for true in (true_report(seed, number) for number in range(100)):
        if true.sample.n > 12:
            continue
        classes, scores = true.sample.examples()
        data = list(zip(scores, classes, strict=True))
        for name, printed in true.report.figures.items():
            if name in naive.METRICS:
                assert printed.allows(naive.METRICS[name](data)), (name, true)
                checked += 1
        rates = {name: x for name, x in true.report.of_matrix.items() if name in ("sensitivity", "fpr")}
        points = [{"sensitivity": f0, "fpr": f1} for f0, f1 in naive.roc(data)]
        assert any(all(x.allows(point[name]) for name, x in rates.items()) for point in points), true
    assert checked > 30


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (2, 1), (2, 2), (3, 2), (2, 3)])
def test_the_figures_of_weak_orders_are_those_of_plain_loops(n0, n1):
    orders = list(weak_orders(n0, n1))
    assert len(set(orders)) == len(orders)
    for order in random.Random(n0).sample(orders, min(15, len(orders))):
        data = data_of(order, spaced(order))
        for name in ("AUC", "GINI", "AUCH", "RL", "RLH", "H", "KS", "MER"):
            assert OF_ORDER[name](order) == naive.METRICS[name](data)
        for name in ("BS", "MAE", "MBS", "MMAE", "MAE0", "MAE1"):
            assert ON_SCORES[name].at(order, spaced(order)) == naive.METRICS[name](data)
        for condition, end in (("cost", ""), ("skew", ", condition=skew")):
            assert OF_ORDER[f"loss(optimal{end})"](order) == naive.optimal(data, UNIFORM, condition)
            assert OF_ORDER[f"loss(rate_uniform{end})"](order) == naive.rate_uniform(data, UNIFORM, condition)
            assert OF_ORDER[f"loss(rate_driven{end})"](order) == naive.rate_driven(data, UNIFORM, condition)
            back = {"rate": lambda c: 1 - c, "back": lambda r: 1 - r}
            assert OF_ORDER[f"loss(rate(1 - c){end})"](order) == naive.rate_driven(data, UNIFORM, condition, **back)
            third = naive.rate_fixed(data, Fraction(1, 3), UNIFORM, condition)
            assert OF_ORDER[f"loss(rate_fixed(1/3){end})"](order) == third


@pytest.mark.parametrize("name", ON_SCORES)
def test_the_span_of_a_figure_of_scores_holds_all_values_and_its_ends_only_where_they_occur(name):
    """On a grid of strictly ascending scores; where an end does not occur, values come near to it."""
    figure, rng = ON_SCORES[name], random.Random(0)
    for order in [*weak_orders(1, 1), *weak_orders(2, 1), *rng.sample(list(weak_orders(2, 2)), 12)]:
        low, high, at_low, at_high = figure.span(order)
        steps, blocks = 240, len(order)
        found = []
        for _ in range(200):
            near = rng.choice([0.02, 1])
            drawn = sorted(rng.sample(range(steps + 1), blocks)) if near == 1 else _cornered(rng, steps, blocks)
            found.append(figure.at(order, [Fraction(s, steps) for s in drawn]))
        pooled = calibrated_scores(order)
        if pooled is not None and name in ("BS", "loss(score_driven)"):
            found.append(figure.at(order, pooled))
            assert min(found) == low
            assert at_low
        assert all(low < x < high or (x == low and at_low) or (x == high and at_high) for x in found)
        assert min(found) - low < HALF / 10
        assert high - max(found) < HALF / 10


def _cornered(rng, steps, blocks):
    """Ascending scores near 0 and 1, or near each other."""
    below, middle = rng.randint(0, blocks), rng.randint(0, steps - blocks)
    if rng.random() < 0.5:
        return [middle + i for i in range(blocks)]
    return [*range(below), *range(steps + 1 - (blocks - below), steps + 1)]


def test_the_text_of_a_report_is_a_papers_file():
    for number in range(50):
        true = true_report(0, number).report
        read = paper_of(str(true_report(0, number))).reports[0]
        assert (read.figures, read.n, read.n0, read.n1) == (true.figures, true.n, true.n0, true.n1)
        assert read.calibrated is true.calibrated


def test_true_reports_of_every_kind_are_not_called_wrong(capsys):
    assert true_reports.main(["120", "--every", "60"]) == 0
    said = capsys.readouterr().out
    assert "120 true reports, 0 called wrong" in said
    assert "the exact engine" in said


@pytest.mark.slow
def test_thousands_of_true_reports_of_every_kind_are_not_called_wrong(capsys):
    assert true_reports.main(["5000", "--seed", "1", "--jobs", "2"]) == 0, capsys.readouterr().out


def test_each_kind_of_true_report_is_drawn_and_read():
    kinds = {(found := plain_reports.drawn(0, number)).kind: found for number in range(400)}
    assert kinds.keys() == plain_reports.KINDS.keys()
    for found in kinds.values():
        assert true_reports.verdict_on(found, 0.05) in ("consistent", "undecided"), found


@pytest.mark.parametrize(
    ("verdict", "error"), [("inconsistent", None), ("refused", InputError("no")), ("crashed", ValueError)]
)
def test_what_is_wrong_of_a_true_report_is_printed_and_fails(verdict, error, monkeypatch, capsys):
    def on(*given):
        if error is not None:
            raise error
        return verdict

    monkeypatch.setattr(true_reports, "verdict_on", on)
    assert true_reports.main(["4"]) == 1
    said = capsys.readouterr().out
    assert "4 true reports, 4 called wrong" in said
    assert said.count(f": {verdict}") == 4


def test_the_figures_of_plain_reports_are_those_of_the_engine():
    """So that no report is false."""
    rng = random.Random(3)
    for _ in range(60):
        zero, one = plain_reports.scores(rng, rng.randint(1, 9), rng.randint(1, 9))
        exact = [Fraction(s).limit_denominator(100) for s in (*zero, *one)]
        sample = Sample.of([0] * len(zero) + [1] * len(one), exact)
        for name, x in plain_reports.of_scores(zero, one).items():
            says = "sqrt(BS)" if name == "RMSE" else name
            assert float(value(sample, parse_expression(says))) == pytest.approx(x, abs=1e-12), name
        matrix = plain_reports.counts(rng, rng.randint(1, 9), rng.randint(1, 9))
        for name, x in plain_reports.of_matrix(matrix).items():
            known = named(name).value(Matrix(*matrix))
            if x is not None and known is not None:
                assert float(known) == pytest.approx(x, abs=1e-12), name
            else:
                assert x is known is None, name
