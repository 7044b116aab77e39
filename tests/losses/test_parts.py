"""Folds and several classes: each part is an evaluation of its own, and means are over them."""

from __future__ import annotations

import json
import re
import statistics
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.cli import main
from workbench.errors import InputError
from workbench.losses.evaluation import evaluate
from workbench.losses.parts import evaluate_classes, evaluate_folds
from workbench.numbers.certified import lift

F = Fraction


@st.composite
def folds(draw: Any) -> list[tuple[int, Fraction, str]]:
    """Two or three folds with both classes in each."""
    rows = []
    for name in draw(st.sampled_from(["ab", "xyz"])):
        labels = [0, 1, *draw(st.lists(st.integers(0, 1), max_size=3))]
        rows += [(label, F(draw(st.integers(0, 6)), 6), name) for label in labels]
    found: list[tuple[int, Fraction, str]] = draw(st.permutations(rows))
    return found


@settings(max_examples=15, deadline=None)
@given(folds())
def test_folds_are_evaluated_alone_together_and_in_the_mean(rows: list[tuple[int, Fraction, str]]) -> None:
    y, s, names = zip(*rows, strict=True)
    found = evaluate_folds(y, s, names, expressions="AUC**2")
    assert found.pooled is not None
    assert found.pooled.metrics == evaluate(y, s).metrics
    assert list(found.parts) == list(dict.fromkeys(names))
    for section, key in (("metrics", "AUC"), ("losses", "rate_driven"), ("expressions", "AUC**2")):
        each = []
        for name in found.parts:
            there = [(k, x) for k, x, fold in rows if fold == name]
            alone = evaluate(*zip(*there, strict=True), expressions="AUC**2")
            assert getattr(found.parts[name], section)[key] == getattr(alone, section)[key]
            each.append(getattr(alone, section)[key])
        assert found.means["averaged"][section][key] == statistics.mean(each)
        spread = found.means["standard_deviation"][section][key]
        assert float(lift(spread)) == pytest.approx(statistics.stdev(map(float, each)), abs=1e-12)


@settings(max_examples=15, deadline=None)
@given(folds(), st.data(), st.sampled_from([None, "1/10"]), st.booleans())
def test_weights_and_a_prior_in_each_fold_and_in_the_pool(
    rows: list[tuple[int, Fraction, str]], data: Any, prior: Any, weighted: bool
) -> None:
    y, s, names = zip(*rows, strict=True)
    some = st.lists(st.fractions(F(1, 3), 5, max_denominator=6), min_size=len(y), max_size=len(y))
    weights = data.draw(some) if weighted else None
    found = evaluate_folds(y, s, names, weights=weights, prior=prior, expressions="KS - BS")
    assert found.pooled == evaluate(y, s, weights=weights, prior=prior, expressions="KS - BS")
    each = []
    for name, part in found.parts.items():
        kept = [i for i, fold in enumerate(names) if fold == name]
        columns = ([column[i] for i in kept] for column in (y, s))
        own = None if weights is None else [weights[i] for i in kept]
        assert part == evaluate(*columns, weights=own, prior=prior, expressions="KS - BS")
        if prior:
            assert part.design["pi1"] == F(prior)
        each.append(part)
    for name in ("AUC", "BS"):
        assert found.means["averaged"]["metrics"][name] == statistics.mean(part.metrics[name] for part in each)


def test_weighted_classes_as_scikit_learn_has_them() -> None:
    learn = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(5)
    labels, scores = np.append(rng.integers(0, 3, 60), [0, 1, 2]), rng.dirichlet([1, 1, 1], 63)
    weights = rng.integers(1, 9, 63)
    found = evaluate_classes(labels, dict(enumerate(scores.T)), weights=weights)
    each = [learn.roc_auc_score(labels == k, scores[:, k], sample_weight=weights) for k in range(3)]
    assert [float(part.metrics["AUC"]) for part in found.parts.values()] == pytest.approx(each, abs=1e-12)
    shares = [weights[labels == k].sum() / weights.sum() for k in range(3)]
    assert float(found.means["weighted"]["metrics"]["AUC"]) == pytest.approx(np.dot(each, shares), abs=1e-12)
    assert float(found.means["macro"]["metrics"]["AUC"]) == pytest.approx(np.mean(each), abs=1e-12)


def test_pooled_and_averaged_differ() -> None:
    """Forman and Scholz: ranks within folds are perfect, and across them they are not."""
    found = evaluate_folds([0, 1, 0, 1], ["0.1", "0.4", "0.5", "0.9"], ["first", "first", "second", "second"])
    assert found.means["averaged"]["metrics"]["AUC"] == 1
    assert found.pooled is not None
    assert found.pooled.metrics["AUC"] == F(3, 4)
    assert found.means["averaged"]["metrics"]["BS"] == found.pooled.metrics["BS"]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), *[st.integers(0, 4)] * 3), max_size=8))
def test_each_class_against_the_rest(rows: list[tuple[str, int, int, int]]) -> None:
    rows += [("a", 1, 2, 3), ("b", 3, 2, 1), ("c", 1, 1, 1)]
    labels = [row[0] for row in rows]
    scores = {label: [F(row[i + 1], 4) for row in rows] for i, label in enumerate("abc")}
    found = evaluate_classes(labels, scores)
    alone = {c: evaluate([int(x == c) for x in labels], scores[c]).metrics for c in "abc"}
    assert found.pooled is None
    for name in ("AUC", "BS", "KS"):
        values = {c: alone[c][name] for c in "abc"}
        assert {c: part.metrics[name] for c, part in found.parts.items()} == values
        assert found.means["macro"]["metrics"][name] == sum(values.values()) / 3
        weighted = sum(values[c] * labels.count(c) for c in "abc") / len(labels)
        assert found.means["weighted"]["metrics"][name] == weighted


def test_the_same_as_scikit_learn() -> None:
    learn = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    labels = np.append(rng.integers(0, 3, 60), [0, 1, 2])
    scores = rng.dirichlet([1, 1, 1], 63)
    found = evaluate_classes(labels, dict(enumerate(scores.T)))
    for average in ("macro", "weighted"):
        expected = learn.roc_auc_score(labels, scores, multi_class="ovr", average=average)
        assert float(found.means[average]["metrics"]["AUC"]) == pytest.approx(expected, abs=1e-12)


def test_a_figure_that_a_part_lacks_has_no_mean() -> None:
    found = evaluate_folds([0, 1, 0, 1], ["0.1", "0.4", "5", "7"], [1, 1, 2, 2])
    assert found.means["averaged"]["metrics"]["BS"] is None
    assert found.means["averaged"]["metrics"]["AUC"] == 1


def test_as_plain_values() -> None:
    found = evaluate_folds([0, 1, 0, 1], ["0.1", "0.4", "0.5", "0.9"], [1, 1, 2, 2])
    data = found.to_json()
    assert data["by"] == "fold"
    assert data["parts"]["2"]["metrics"]["AUC"] == {"exact": "1", "value": 1.0}
    assert data["averaged"]["metrics"]["BS"]["exact"] == "63/400"
    assert {row["fold"] for row in found.rows} == {"1", "2", "pooled", "averaged", "standard_deviation"}
    assert repr(found) == "2 folds: 1, 2"


@pytest.mark.parametrize(
    ("y", "names", "said"),
    [
        ([0, 1, 1, 0], [1, 1, 1, 1], "all examples are in the fold '1'; there must be two folds at least"),
        ([0, 1, 1, 1], [1, 1, 2, 2], "fold '2': all 2 examples are of class 1"),
        ([0, 1, 1, 0], [1, 1, 2, None], "the fold of example 4 is missing"),
        ([0, 1, 1, 0], [1, 1, 2], "y_true has 4 entries and y_score has 4 entries and folds has 3 entries"),
    ],
)
def test_wrong_folds(y: list[int], names: list[Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate_folds(y, [1, 2, 3, 4], names)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"weights": [1, -1, 1, 1]}, "weight -1 of example 2 is negative; weights are numbers from 0 on"),
        ({"weights": [1, 1, 1, None]}, "weight None of example 4 is not a number"),
        ({"weights": [1, 1]}, "and weights has 2 entries; each needs as many"),
        ({"weights": [1, 1, 0, 1]}, "fold '2': all 1 examples with a weight above 0 are of class 1"),
        ({"prior": 1}, "the prior 1 lies outside"),
    ],
)
def test_wrong_weights_of_folds(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate_folds([0, 1, 0, 1], [1, 2, 3, 4], [1, 1, 2, 2], **given)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ({"a": [1, 2, 3], "b": [1, 2, 3]}, "the class 'c' has no scores; there are scores of 'a', 'b'"),
        ({x: [1, 2, 3] for x in "abcd"}, "no example is of the class 'd'; the classes are 'a', 'b', 'c'"),
        ({"a": [1, 2], "b": [1, 2, 3], "c": [1, 2, 3]}, "3 classes and 2 scores of 'a'; every example needs both"),
        (np.zeros((3, 3)), "the scores are ndarray; a mapping is wanted"),
        ({"a": [1, 2, 3], "b": [1, 2, 3], 1: [1, 2, 3], "1": [1, 2, 3]}, "are written alike"),
        ({"a": [1, 2, "x"], "b": [1, 2, 3], "c": [1, 2, 3]}, "class 'a': score 'x' of example 3 is not a number"),
    ],
)
def test_wrong_classes(scores: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate_classes(["a", "b", "c"], scores)


# --- files -------------------------------------------------------------------------------------------------------

KINDS = """kind,p_a,p_b,p_c,fold,y
a,0.7,0.2,0.1,1,0
b,0.3,0.5,0.2,1,1
c,0.1,0.3,0.6,2,1
a,0.4,0.5,0.1,2,0
c,0.2,0.5,0.3,3,1
b,0.1,0.8,0.1,3,0
"""
ABC = ["--class", "kind", *(x for label in "abc" for x in ("--class-score", f"{label}=p_{label}"))]
FOLDS = ["--class", "y", "--score", "p_b", "--folds", "fold"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    place = tmp_path / "kinds.csv"
    place.write_text(KINDS, "utf-8")
    return str(place)


def test_a_file_of_folds(file: str, capsys: Any) -> None:
    assert main(["evaluate", file, *FOLDS, "--json", "--evaluate", "BS - MAE"]) == 0
    found = json.loads(capsys.readouterr().out)
    y, s = [0, 1, 1, 0, 1, 0], ["0.2", "0.5", "0.3", "0.5", "0.5", "0.8"]
    assert found == evaluate_folds(y, s, [1, 1, 2, 2, 3, 3], expressions="BS - MAE").to_json()
    assert main(["evaluate", file, *FOLDS, "--higher-means", "0"]) == 0
    said = capsys.readouterr().out
    assert "3 folds, 1 (2), 2 (2), 3 (2)" in " ".join(said.split())
    assert re.search(r"metric +pooled +averaged +sd +1 +2 +3", said)


def test_files_with_weights_and_a_prior(tmp_path: Path, capsys: Any) -> None:
    place = tmp_path / "kinds.csv"
    lines = KINDS.splitlines()
    place.write_text(
        "\n".join(f"{line},{w}" for line, w in zip(lines, ["w", 1, 2, "0.5", 3, 1, 1], strict=True)), "utf-8"
    )
    assert main(["evaluate", str(place), *FOLDS, "--weights", "w", "--prior", "0.2", "--json"]) == 0
    y, s, w = [0, 1, 1, 0, 1, 0], ["0.2", "0.5", "0.3", "0.5", "0.5", "0.8"], [1, 2, "0.5", 3, 1, 1]
    wanted = evaluate_folds(y, s, [1, 1, 2, 2, 3, 3], weights=w, prior="0.2")
    assert json.loads(capsys.readouterr().out) == wanted.to_json()
    assert main(["evaluate", str(place), *FOLDS, "--weights", "w", "--prior", "0.2"]) == 0
    assert "in the pool and in each fold: weighted, class 1 has the proportion 1/5" in capsys.readouterr().out
    assert main(["evaluate", str(place), *ABC, "--weights", "w", "--json"]) == 0
    scores = {"a": ["0.7", "0.3", "0.1", "0.4", "0.2", "0.1"], "b": s, "c": ["0.1", "0.2", "0.6", "0.1", "0.3", "0.1"]}
    assert json.loads(capsys.readouterr().out) == evaluate_classes(list("abcacb"), scores, weights=w).to_json()
    place.write_text(place.read_text("utf-8").replace(",0.5\n", ",-2\n"), "utf-8")
    for options in (FOLDS, ABC):
        assert main(["evaluate", str(place), *options, "--weights", "w"]) == 2
        assert "line 4: w '-2' is negative; weights are numbers from 0 on" in capsys.readouterr().err


def test_a_file_of_several_classes(file: str, capsys: Any) -> None:
    assert main(["evaluate", file, *ABC, "--csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("class,part,figure,exact,value")
    assert "macro,metrics,BS,28/225,0.12444444444444444" in [row.rstrip(",") for row in rows]
    assert main(["evaluate", file, *ABC]) == 0
    assert re.search(r"metric +macro +weighted +a +b +c", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (ABC[:-2], "the class 'c' has no scores; there are scores of 'a', 'b'"),
        ([*ABC[:-1], "c=p_a"], "the column 'p_a' is asked for twice"),
        ([*ABC, "--class-score", "a=y"], "--class-score 'a=y': a class has one column of scores"),
        (["--class-score", "a"], "--class-score 'a' is not LABEL=COLUMN"),
        ([*ABC, "--higher-means", "0"], "--higher-means and --class-score do not go together"),
        ([*ABC, "--score", "p_a"], "--score and --class-score do not go together"),
        ([*ABC, "--folds", "fold"], "--folds and --class-score do not go together"),
        ([*FOLDS, "--resamples", "100"], "--resamples and --folds do not go together"),
        ([*ABC, "--prior", "0.5"], "--prior and --class-score do not go together: each class would have a prior"),
        ([*FOLDS, "--prior", "0"], "the prior '0' lies outside (0, 1)"),
        ([*FOLDS[:-1], "kind"], "fold 'a': all 2 examples are of class 0"),
        ([*FOLDS[:-1], "nope"], "has no column 'nope'"),
        (
            ["--class", "kind", "--class-score", "a=kind", "--class-score", "b=p_b"],
            "the column 'kind' is asked for twice",
        ),
        (["--class", "y", "--class-score", "0=kind", "--class-score", "1=p_b"], "line 2: kind 'a' is not a number"),
    ],
)
def test_wrong_options(file: str, capsys: Any, options: list[str], said: str) -> None:
    assert main(["evaluate", file, *options]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out
