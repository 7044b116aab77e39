"""Decision curves against counts, the Brier curve, and the statement language."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.curves.cost_curves import cost_curve
from workbench.curves.decision import decision_curve, net_benefit
from workbench.errors import InputError
from workbench.inference.bootstrap import band, bootstrap
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.samples.sample import Sample

ROOT = Path(__file__).parents[2]
EXAMPLES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), max_size=14)
THRESHOLDS = st.fractions(0, Fraction(23, 24), max_denominator=24)


def sample_of(examples: list[tuple[int, int]]) -> Sample:
    pairs = [*examples, (2, 0), (4, 1)]
    return Sample.of([y for _, y in pairs], [Fraction(x, 6) for x, _ in pairs])


@settings(deadline=None, max_examples=60)
@given(EXAMPLES, THRESHOLDS)
def test_net_benefit_counts_those_who_are_treated(examples: list[tuple[int, int]], t: Fraction) -> None:
    sample = sample_of(examples)
    classes, scores = sample.examples()
    treated = [y for y, s in zip(classes, scores, strict=True) if s > t]
    wanted = Fraction(sum(treated), sample.n) - t / (1 - t) * Fraction(treated.count(0), sample.n)
    assert net_benefit(sample, t) == wanted
    assert value(sample, parse_expression("net_benefit(t)"), {"t": t}) == wanted
    assert cost_curve(sample, "score_driven")(t) == 2 * (1 - t) * (sample.pi1 - wanted)
    (point,) = decision_curve(sample, [t]).points
    assert point.of_everybody == sample.pi1 - t / (1 - t) * sample.pi0
    assert point.standardized == wanted / sample.pi1
    if t:  # as many events and so many false positives fewer
        assert point.interventions_avoided == (wanted - point.of_everybody) * (1 - t) / t


def test_a_band_is_an_interval_at_each_threshold() -> None:
    sample = sample_of([(1, 0), (1, 0), (3, 1), (5, 1), (5, 0), (6, 1), (2, 1)])
    found = band(sample, "decision", grid=[Fraction(1, 4), Fraction(1, 2)], resamples=200, seed=2)
    for place, t in enumerate(("1/4", "1/2")):
        alone = bootstrap(sample, f"net_benefit({t})", resamples=200, seed=2)
        assert (found.low[place], found.high[place]) == pytest.approx((alone.low, alone.high))


@pytest.mark.parametrize("name", ["standardized_net_benefit", "interventions_avoided"])
def test_the_other_measures_of_resamples_are_those_of_their_net_benefit(name: str) -> None:
    sample = sample_of([(1, 0), (1, 0), (3, 1), (5, 1), (5, 0), (6, 1), (2, 1)])
    grid = [Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)]
    of_point = {"standardized_net_benefit": "standardized"}.get(name, name)
    found, benefit = (band(sample, curve, grid=grid, resamples=200, seed=2) for curve in (name, "decision"))
    for place, point in enumerate(decision_curve(sample, grid).points):
        assert found.estimate[place] == pytest.approx(float(getattr(point, of_point)))
        for end, other in ((found.low, benefit.low), (found.high, benefit.high)):  # class sizes are fixed
            t, share = float(point.threshold), float(sample.pi1)
            wanted = other[place] / share if of_point == "standardized" else (other[place] - share) * (1 - t) / t
            assert end[place] == pytest.approx(wanted if of_point == "standardized" else wanted + 1 - share)
    with pytest.raises(InputError, match="place 1 of the grid"):
        band(sample, name, grid=[Fraction(1)], resamples=50)
    with pytest.raises(InputError, match="place 0 of the grid"):
        band(sample, "interventions_avoided", grid=[Fraction(0)], resamples=50)


@pytest.mark.parametrize("threshold", [1, "1.2", -0.1, "a", float("nan")])
def test_a_threshold_probability_lies_below_one(threshold: object) -> None:
    with pytest.raises(InputError, match="the threshold probability"):
        net_benefit(sample_of([]), threshold)
    with pytest.raises(InputError, match="place 1 of the grid"):
        band(sample_of([]), "decision", grid=[Fraction(1)], resamples=50)


@pytest.mark.slow
def test_it_agrees_with_dcurves() -> None:
    """On real data, at thresholds that are no scores: dcurves treats who has the threshold itself for a score."""
    dcurves = pytest.importorskip("dcurves")
    import pandas as pd

    frame = pd.read_csv(ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv")
    levels = [k / 97 for k in range(1, 97)]
    assert not set(levels) & set(frame["score"])
    found = dcurves.dca(data=frame, outcome="class", modelnames=["score"], thresholds=levels)
    sample = Sample.of(frame["class"].tolist(), [str(x) for x in frame["score"]])
    points = decision_curve(sample, [Fraction(k, 97) for k in range(1, 97)]).points
    for model, ours in (("score", "net_benefit"), ("all", "of_everybody")):
        theirs = found[found["model"] == model].sort_values("threshold")["net_benefit"].tolist()
        assert theirs == pytest.approx([float(getattr(point, ours)) for point in points])
