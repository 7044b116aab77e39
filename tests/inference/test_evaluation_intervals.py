"""Intervals of everything that an evaluation has, on the same resamples."""

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.inference.bootstrap import Plan
from workbench.inference.evaluation_intervals import evaluation_intervals
from workbench.losses.evaluation import evaluate_sample
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

SAMPLE = Sample.of([0, 0, 1, 0, 1, 1, 0, 1], ["0.1", "0.2", "0.2", "0.4", "0.5", "0.7", "0.8", "0.9"])
FILE = Path(__file__).parents[2] / "paper_checks" / "data" / "credit_a_pruned_test.csv"


def test_all_figures_share_their_resamples() -> None:
    found = evaluation_intervals(SAMPLE, evaluate_sample(SAMPLE, expressions=["1 - AUC"]), Plan(500, seed=3))
    auc, gini = found.parts["metrics"]["AUC"], found.parts["metrics"]["GINI"]
    assert (gini.low, gini.high) == pytest.approx((2 * auc.low - 1, 2 * auc.high - 1), abs=1e-15)
    turned = found.parts["expressions"]["1 - AUC"]
    assert (turned.low, turned.high) == pytest.approx((1 - auc.high, 1 - auc.low), abs=1e-15)
    driven = found.parts["losses"]["rate_driven"]
    assert driven.high == pytest.approx((1 - 2 * auc.low) / 4 + 1 / 3, abs=1e-15)
    assert found.parts["skew_losses"]["score_driven"].low == found.parts["metrics"]["MBS"].low


def test_the_values_are_those_of_the_evaluation() -> None:
    exact = evaluate_sample(SAMPLE)
    found = evaluation_intervals(SAMPLE, exact, Plan(50))
    for part in ("metrics", "losses", "skew_losses"):
        missing = {*getattr(exact, part)} - {*found.parts[part]}
        assert {key for key in missing if any(key in text for text in found.notes)} == missing
        for key, every in found.parts[part].items():
            assert every.estimate == pytest.approx(approximation(getattr(exact, part)[key])[0], abs=1e-12)
            assert every.low <= every.high


def test_what_has_no_value_has_no_interval() -> None:
    sample = Sample.of([0, 1, 1, 0], [0, 3, 1, 2])
    expressions = ["sqrt(AUC)", "1/(1 - AUC)"]
    found = evaluation_intervals(sample, evaluate_sample(sample, expressions=expressions), Plan(50))
    assert "BS" not in found.parts["metrics"]
    assert "score_driven" not in found.parts["losses"]
    assert "divided by zero" in found.notes["1/(1 - AUC)"]
    assert list(found.parts["expressions"]) == ["sqrt(AUC)"]


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", str(FILE), "--resamples", "200", "--seed", "5", "--level", "0.9"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["intervals"]
    assert (found["resamples"], found["seed"], found["level"]) == (200, 5, 0.9)
    assert found["metrics"]["AUC"]["low"] < 2399 / 2704 < found["metrics"]["AUC"]["high"]
    assert main(arguments) == 0
    assert "90% intervals from 200 resamples, seed 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--resamples", "0", "resamples 0 is not a whole number from 1 on"),
        ("--level", "1", "level '1' is not a number inside (0, 1)"),
        ("--level", "nan", "level 'nan' is not a number inside (0, 1)"),
        ("--seed", "-1", "seed -1 is not a whole number from 0 on"),
    ],
)
def test_wrong_options_are_named(capsys: pytest.CaptureFixture[str], option: str, value: str, message: str) -> None:
    given = {"--resamples": "10", option: value}
    assert main(["evaluate", str(FILE), *(x for pair in given.items() for x in pair)]) == 2
    assert capsys.readouterr().err == f"workbench evaluate: {message}\n"


@pytest.mark.parametrize("given", [("--seed", "5"), ("--seed", "0"), ("--level", "0.9"), ("--level", "")])
def test_what_is_for_intervals_is_refused_without_them(
    capsys: pytest.CaptureFixture[str], given: tuple[str, str]
) -> None:
    assert main(["evaluate", str(FILE), *given]) == 2
    out, error = capsys.readouterr()
    value = given[1] if given[0] == "--seed" else repr(given[1])
    assert (out, error) == (
        "",
        f"workbench evaluate: {given[0]} {value} is for intervals, which only --resamples N adds\n",
    )
