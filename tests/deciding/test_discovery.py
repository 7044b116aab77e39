"""Closed forms conjectured from samples: the ones that are known are found, and nothing false is kept."""

import itertools
import json
import time

import pytest

from workbench import discover, limits
from workbench.cli import main
from workbench.deciding import discovery
from workbench.deciding.decide import prove

KNOWN = {
    ("score_fixed(t)", "uniform", "cost"): "error(t)",
    ("score_uniform", "uniform", "cost"): "MAE",
    ("score_driven", "uniform", "cost"): "BS",
    ("rate_uniform", "uniform", "cost"): "pi0*pi1*(1 - 2*AUC) + 1/2",
    ("rate_driven", "uniform", "cost"): "pi0*pi1*(1 - 2*AUC) + 1/3",
    ("optimal", "uniform", "cost"): "RLH",
    ("score_driven", "uniform", "skew"): "MBS",
    ("rate_driven", "uniform", "skew"): "7/12 - AUC/2",
    ("optimal", "beta(2, 2)", "cost"): "pi0*pi1*(1 + pi0*pi1)*(1 - H)",
    ("mix(q, score_driven, rate_uniform)", "uniform", "cost"): "q*BS + (1 - q)*(pi0*pi1*(1 - 2*AUC) + 1/2)",
    ("score(1 - c)", "uniform", "cost"): "2*MAE - BS",
    ("score_fixed(1)", "uniform", "cost"): "pi1",
}


@pytest.mark.parametrize("asked", KNOWN)
def test_what_is_known_is_found(asked: tuple[str, str, str]) -> None:
    found = discover(*asked)
    assert found.verdict == "proved"
    assert prove(f"{found.conjecture} == {KNOWN[asked]}").verdict == "proved"


@pytest.mark.parametrize("method", ["rate_fixed(r)", "score(c**2)", "rate(c**2)", "score_uniform(1/4, 3/4)"])
def test_what_no_two_metrics_are_is_undecided(method: str) -> None:
    found = discover(method)
    assert (found.conjecture, found.verdict) == (None, "undecided")
    assert found.note


def test_a_false_conjecture_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_conjectures", lambda loss, derivation: iter(["MAE", "BS + 1/100", "BS"]))
    assert discover("score_driven").conjecture == "BS"
    monkeypatch.setattr(discovery, "_conjectures", lambda loss, derivation: iter(["MAE"]))
    assert discover("score_driven").conjecture is None


def test_little_work_is_told() -> None:
    found = discover("rate_fixed(r)", seconds=0.05)
    assert (found.conjecture, found.verdict, found.note) == (None, "undecided", "no result within 0.05 seconds")


def test_no_clock_has_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [("score(1 - c)", 30), ("rate_fixed(r)", 0.4)]
    here = [discover(method, seconds=seconds).to_json() for method, seconds in asked]
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    monkeypatch.setattr(limits, "process_time", lambda: 0.0)
    assert [discover(method, seconds=seconds).to_json() for method, seconds in asked] == here


def test_a_loss_that_is_off_on_one_sample_is_no_combination() -> None:
    columns = [[discovery.Fraction(i) for i in range(1, 9)], [discovery.Fraction(1)] * 8]
    right = [3 * x - 2 * y for x, y in zip(*columns, strict=True)]
    assert discovery._solution(columns, right) == [3, -2]
    right[5] += discovery.Fraction(1, 10**9)
    assert discovery._solution(columns, right) is None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", "score(1 - c)", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["conjecture"], found["verdict"]) == ("2*MAE - BS", "proved")
    assert {"method", "cost", "condition", "family", "l0", "l1", "closed_form", "latex", "proof"} <= set(found)
    assert prove(f"loss(score(1 - c)) == {found['closed_form']}").verdict == "proved"
    assert main(["discover", "score(c**2)"]) == 3
    assert "conjecture  none" in capsys.readouterr().out
    assert main(["discover", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err
