"""Class labels other than 0 and 1: which one high scores speak for."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from workbench.cli import main
from workbench.losses.evaluation import evaluate
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample

SCORES = ["0.1", "0.4", "0.4", "0.9"]
PLAIN = Sample.of([0, 1, 0, 1], SCORES)


def written(folder: Path, labels: list[Any]) -> Path:
    file = folder / "scores.csv"
    rows = "".join(f"{score},{label}\n" for score, label in zip(SCORES, labels, strict=True))
    file.write_text(f"score,class\n{rows}", "utf-8")
    return file


@pytest.mark.parametrize(
    ("labels", "event"),
    [
        (["no", "yes", "no", "yes"], "yes"),
        (["-1", "1", "-1", "1"], "1"),
        (["True", "False", "True", "False"], "False"),
        (["1", "2", "1", "2"], "2"),
        (["a ", "b", " a", "b"], "b"),
    ],
)
def test_the_event_becomes_class_1(tmp_path: Path, labels: list[Any], event: str) -> None:
    file = written(tmp_path, labels)
    assert read_sample(file, event=event) == PLAIN
    other = next(label.strip() for label in labels if label.strip() != event)
    assert read_sample(file, event=other) == Sample.of([1, 0, 1, 0], SCORES)
    assert evaluate(labels, SCORES, pos_label=event).metrics == evaluate([0, 1, 0, 1], SCORES).metrics


def test_scores_and_classes_that_are_exchanged_are_seen(capsys: pytest.CaptureFixture[str]) -> None:
    file = "paper_checks/data/credit_a_pruned_test.csv"
    assert main(["evaluate", file, "--score", "class", "--class", "score"]) == 2
    assert "have the two been exchanged?" in capsys.readouterr().err
    for more in ({}, {"weights": [1, 1, 2]}):
        with pytest.raises(ValueError, match="have the two been exchanged"):
            weighted_sample(["0.2", "0.4", "0.9"], [0, 1, 1], **more)
    with pytest.raises(ValueError, match="class 2 of example 3"):
        evaluate([0, 1, 2], [0, 1, 1])


def test_more_than_two_names_are_taken_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "the classes are 'cat', 'dog', 'cow', more than two: workbench evaluate takes each against the rest, by"
    assert main(["evaluate", str(written(tmp_path, ["cat", "dog", "cow", "cat"]))]) == 2
    assert said in capsys.readouterr().err
    with pytest.raises(ValueError, match="evaluate_classes"):
        evaluate(["cat", "dog", "cow", "cat"], SCORES)
    with pytest.raises(ValueError, match="class 'x' of example 3"):
        evaluate(["0", "1", "x", "1"], SCORES)


def test_two_labels_that_say_nothing_are_both_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(written(tmp_path, ["no", "yes", "no", "yes"]))]) == 2
    told = capsys.readouterr().err
    assert "the classes are 'no', 'yes'; say which one high scores speak for, with --event" in told
    assert told.count("\n") == 1
    with pytest.raises(ValueError, match="the classes are 'no', 'yes'; say which one"):
        evaluate(["no", "yes"], [0.1, 0.2])


@pytest.mark.parametrize(
    ("labels", "event", "says"),
    [
        (["no", "yes", "no", "yes"], "maybe", "the classes are 'no', 'yes'; the event 'maybe' and one other"),
        (["no", "yes", "no", "maybe"], "yes", "the classes are 'no', 'yes', 'maybe'; the event 'yes' and one other"),
        (["no", "yes", "", "yes"], "yes", "the class of example 3 is missing"),
        (["yes", "yes", "yes", "yes"], "yes", "both classes must be present"),
    ],
)
def test_what_is_no_event_is_refused(tmp_path: Path, labels: list[Any], event: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        read_sample(written(tmp_path, labels), event=event)


def test_a_wrong_class_among_zeros_and_ones_is_still_shown_where_it_stands(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 4: class 'x'; classes are 0 and 1"):
        read_sample(written(tmp_path, ["0", "1", "x", "1"]))


def test_columns_of_arrays_and_tables() -> None:
    wanted = evaluate([0, 1, 0, 1], SCORES).metrics
    for labels, event in (
        (np.array(["n", "y", "n", "y"]), "y"),
        (pd.Series([-1, 1, -1, 1]), 1),
        (pd.Categorical(["n", "y", "n", "y"]), "y"),
        (np.array([False, True, False, True]), True),
    ):
        assert evaluate(labels, SCORES, pos_label=event).metrics == wanted
    with pytest.raises(ValueError, match="the class of example 2 is missing"):
        evaluate(["n", math.nan, "y"], [0.1, 0.2, 0.3], pos_label="y")


def test_a_plot_of_labelled_classes(tmp_path: Path) -> None:
    file = written(tmp_path, ["no", "yes", "no", "yes"])
    out = tmp_path / "roc.svg"
    assert main(["plot", str(file), "--curve", "roc", "--event", "yes", "-o", str(out)]) == 0
    assert out.read_text("utf-8").startswith("<?xml")
