"""Every word of the language in every command: each answers, and is in the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench import docs, figures, methods, metrics
from workbench.cli import main
from workbench.words import INSIDE_MEAN, LAWS

FILE = "score,class\n.1,0\n.2,0\n.3,1\n.3,0\n.55,0\n.6,1\n.7,1\n.8,0\n.9,1\n.95,1\n"
OTHER = "score,class\n.2,0\n.1,0\n.4,1\n.5,0\n.45,0\n.7,1\n.6,1\n.9,0\n.8,1\n.97,1\n"
MODEL = "beta(2, 3), beta(3, 2), pi0 = 1/3"
FIGURES = [
    *metrics.CATALOGUE,
    *(f"{name}(1/3)" for name in figures.CATALOGUE),
    *figures.NAMED,
    *(f"E1({name}(s))" for name in sorted(INSIDE_MEAN)),
    "error(1/3)",
    "macro_error(1/3)",
    "h_measure(2, 3)",
    "E(abs(s - s2), s2)",
    "loss(score_driven, scores=pav(s))",
    "loss(rate_driven, scores=pav(s), condition=skew)",
    "loss(score_driven, weight=1/(2*c*(1 - c)))",
    "loss(optimal, weight=c)",
    "loss(rate_driven, rates=step)",
    "loss(rate_driven, rates=cutpoints)",
]
METHODS = [*(entry.call(name) for name, entry in methods.CATALOGUE.items()), "score((c + u)/2)", "rate(c**2)",
           "fpr(u)", "tpr(c)", "fpr(1/3)", "mix(1/3, score_driven, rate_driven)"]  # fmt: skip
COSTS = ["uniform(1/4, 1/2)", "beta(2, 2)", "point(1/3)", "density(3*c**2)", "density(2*indicator(c < 1/2))",
         "mixture(1/3, uniform, point(1/2))", "points(1/4, 1/3, 1/2, 2/3)", "point(pi1)", "beta(5/2, 7/3)",
         "beta(1 + pi1, 1 + pi0)"]  # fmt: skip
WITHOUT_FORM = COSTS[-2:]
"""Densities whose integrals the language has no words for."""
OF_SAMPLES = {"E(abs(s - s2), s2)", "loss(rate_driven, rates=cutpoints)"}
"""What has no value on a continuous model that is computed."""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    one, other = tmp_path / "a.csv", tmp_path / "b.csv"
    one.write_text(FILE, "utf-8")
    other.write_text(OTHER, "utf-8")
    return str(one), str(other)


def answers(*arguments: str) -> int:
    return main([*arguments])


@pytest.mark.parametrize("word", FIGURES)
def test_a_figure_is_evaluated_and_resampled(word: str, files: tuple[str, str]) -> None:
    assert answers("evaluate", files[0], "--evaluate", word, "--resamples", "40") == 0


@pytest.mark.parametrize("word", FIGURES)
def test_a_figure_of_a_model(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answers("evaluate", "--model", MODEL, "--evaluate", word, "--digits", "10") == 0
    assert ("none" in capsys.readouterr().out) == (word in OF_SAMPLES)


@pytest.mark.parametrize("word", FIGURES)
def test_a_figure_is_itself(word: str) -> None:
    """Where it has a value on every sample; else what would give it one is said."""
    assert answers("prove", f"{word} == {word}", "--seconds", "10") in (0, 3)


@pytest.mark.parametrize("word", FIGURES)
def test_a_figure_is_not_another_number(word: str) -> None:
    assert answers("prove", f"{word} == 12/7", "--seconds", "10") in (1, 3)


@pytest.mark.parametrize("word", FIGURES)
def test_a_figure_in_latex(word: str) -> None:
    assert answers("latex", word) == 0


@pytest.mark.parametrize("word", FIGURES)
def test_a_printed_figure_is_checked(word: str) -> None:
    printed = "0.6" if word == "AUCH" else "0.3"
    assert answers("check", "--reported", f"{word} = {printed} n0=5 n1=5", "--seconds", "5") in (0, 1, 3)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cost", COSTS)
def test_a_loss_is_derived(method: str, cost: str) -> None:
    found = answers("derive", method, "--cost", cost)
    assert found == 0 or (cost in WITHOUT_FORM and found == 3)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cost", ["uniform", *COSTS])
def test_a_loss_on_data_and_on_a_model(method: str, cost: str, files: tuple[str, str]) -> None:
    word = f"loss({method}, cost={cost})"
    assert answers("evaluate", files[0], "--evaluate", word) == 0
    assert answers("evaluate", "--model", MODEL, "--evaluate", word, "--digits", "10") == 0


@pytest.mark.parametrize("method", METHODS)
def test_methods_elsewhere(method: str, files: tuple[str, str], tmp_path: Path) -> None:
    assert answers("compare", *files, "--method", method, "--resamples", "40") == 0
    assert answers("compare", method, "optimal") in (0, 1, 3)
    assert answers("discover", method) in (0, 3)
    assert answers("latex", f"loss({method})") == 0
    assert answers("plot", files[0], "--curve", "cost", "--method", method, "-o", str(tmp_path / "a.svg")) == 0


@pytest.mark.parametrize("cost", COSTS)
def test_costs_elsewhere(cost: str, files: tuple[str, str]) -> None:
    assert answers("compare", *files, "--cost", cost, "--resamples", "40") == 0
    assert answers("check", "--reported", f"loss(optimal, cost={cost}) = 0.2 n0=5 n1=5", "--seconds", "5") in (0, 1, 3)
    assert answers("prove", f"loss(score_driven, cost={cost}) >= loss(optimal, cost={cost})") == 0


def test_the_language_is_documented() -> None:
    page = (Path(docs.__file__).parent / "language.md").read_text("utf-8")
    words = {*figures.NAMED, *LAWS, *INSIDE_MEAN, "mixture", "points", "any", "weight", "scores"}
    assert not {word for word in words if word not in page}
