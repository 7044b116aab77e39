"""Folds and several classes: each part is an evaluation of its own, and means are over them."""

from __future__ import annotations

import statistics
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
        ([0, 1, 1, 0], [1, 1, 1, 1], "all examples are in the fold '1'; there must be two at least"),
        ([0, 1, 1, 1], [1, 1, 2, 2], "fold '2': all 2 examples are of class 1"),
        ([0, 1, 1, 0], [1, 1, 2, None], "the fold of example 4 is missing"),
        ([0, 1, 1, 0], [1, 1, 2], "y_true has 4 entries and y_score has 4 entries and folds has 3 entries"),
    ],
)
def test_wrong_folds(y: list[int], names: list[Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate_folds(y, [1, 2, 3, 4], names)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ({"a": [1, 2, 3], "b": [1, 2, 3]}, "the class 'c' has no scores; there are scores of 'a', 'b'"),
        ({x: [1, 2, 3] for x in "abcd"}, "no example is of the class 'd'; the classes are 'a', 'b', 'c'"),
        ({"a": [1, 2], "b": [1, 2, 3], "c": [1, 2, 3]}, "3 classes and 2 scores of 'a'; every example needs both"),
        ({"a": [1, 2, "x"], "b": [1, 2, 3], "c": [1, 2, 3]}, "class 'a': score 'x' of example 3 is not a number"),
    ],
)
def test_wrong_classes(scores: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate_classes(["a", "b", "c"], scores)
