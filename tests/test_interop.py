"""Classes and scores from everywhere: the same result whatever holds them, and one line where they are wrong."""

import array
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from workbench import (
    CostCurveDisplay,
    InputError,
    ReliabilityDisplay,
    RocDisplay,
    Sample,
    average,
    choose,
    compare_models,
    delong,
    delong_test,
    evaluate,
    paired_band,
    paired_difference,
    plot_brier,
    plot_cost,
    plot_det,
    plot_gains,
    plot_kendall,
    plot_lift,
    plot_rate_driven,
    plot_reliability,
    plot_roc,
    read_sample,
)

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")

CLASSES = [0, 1, 0, 1, 1, 0, 1, 0]
SCORES = [0.25, 0.5, 0.5, 0.75, 1.0, 0.0, 0.5, 0.125]
OTHERS = [0.5, 0.5, 0.25, 0.75, 0.875, 0.0, 0.125, 0.125]
"""Eighths, so that they are the same numbers in halves, floats, doubles and decimals."""

Holder = Callable[[list[Any]], Any]


def texts(values: list[Any]) -> list[str]:
    return list(map(str, values))


def series(dtype: str) -> Holder:
    return lambda values: pandas.Series(values, index=range(len(values), 0, -1)).astype(dtype)


ANY: dict[str, Holder] = {
    "list": list,
    "tuple": tuple,
    "generator": lambda values: (x for x in values),
    "dict values": lambda values: dict(enumerate(values)).values(),
    "texts": texts,
    "fractions": lambda values: [Fraction(x) for x in values],
    "decimals": lambda values: [Decimal(x) for x in values],
    "numpy scalars": lambda values: [np.float32(x) for x in values],
    "numpy float64": np.array,
    "numpy float32": lambda values: np.array(values, dtype=np.float32),
    "numpy float16": lambda values: np.array(values, dtype=np.float16),
    "numpy objects": lambda values: np.array(values, dtype=object),
    "numpy texts": lambda values: np.array(texts(values)),
    "numpy column": lambda values: np.array(values).reshape(-1, 1),
    "numpy, nothing masked": np.ma.array,
    "array": lambda values: array.array("d", values),
    "memoryview": lambda values: memoryview(array.array("d", values)),
    "pandas float64": series("float64"),
    "pandas Float64": series("Float64"),
    "pandas Float32": series("Float32"),
    "pandas of pyarrow": series("double[pyarrow]"),
    "pandas category": series("category"),
    "pandas string": lambda values: pandas.Series(texts(values), dtype="string"),
    "pandas array": pandas.array,
    "pandas index": pandas.Index,
    "pandas with labels that repeat": lambda values: pandas.Series(values, index=[1] * len(values)),
    "pandas sparse": pandas.arrays.SparseArray,
    "polars": polars.Series,
    "polars texts": lambda values: polars.Series(texts(values)),
    "polars category": lambda values: polars.Series(texts(values), dtype=polars.Categorical),
    "polars in parts": lambda values: polars.Series(values[:3]).append(polars.Series(values[3:])),
    "pyarrow": pyarrow.array,
    "pyarrow in parts": lambda values: pyarrow.chunked_array([values[:3], values[3:]]),
    "pyarrow dictionary": lambda values: pyarrow.array(values).dictionary_encode(),
    "pyarrow texts": lambda values: pyarrow.array(texts(values)),
    "pyarrow decimals": lambda values: pyarrow.array([Decimal(x) for x in values]),
}  # fmt: skip
OF_CLASSES: dict[str, Holder] = {
    "booleans": lambda values: [x == 1 for x in values],
    "numpy bool": lambda values: np.array(values, dtype=bool),
    "numpy uint8": lambda values: np.array(values, dtype=np.uint8),
    "array of bytes": lambda values: array.array("b", values),
    "pandas Int64": series("Int64"),
    "pandas boolean": series("boolean"),
    "pandas category of texts": lambda values: pandas.Series(texts(values), dtype="category"),
    "polars boolean": lambda values: polars.Series(values).cast(polars.Boolean),
    "pyarrow boolean": lambda values: pyarrow.array([x == 1 for x in values]),
    "pyarrow boolean in parts": lambda values: pyarrow.chunked_array([[x == 1 for x in values]]),
}


def drawn(plot: Callable[..., Any]) -> Callable[..., Any]:
    return lambda y, x, _: plot(y, x).get_lines()[0].get_xydata().tolist()


def displayed(display: Any) -> Callable[..., Any]:
    return lambda y, x, _: display.from_predictions(y, x).line_.get_xydata().tolist()


PLOTS = (
    plot_roc,
    plot_cost,
    plot_brier,
    plot_rate_driven,
    plot_kendall,
    plot_det,
    plot_gains,
    plot_lift,
    plot_reliability,
)
FUNCTIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "Sample.of": lambda y, x, _: Sample.of(y, x),
    "evaluate": lambda y, x, _: evaluate(y, x),
    "choose": lambda y, x, _: choose(y, x, miss=3, false_alarm=1).to_json(),
    "delong": lambda y, x, _: delong(y, x),
    "delong_test": delong_test,
    "paired_difference": lambda y, x, other: paired_difference(y, x, other, "BS", resamples=50).to_json(),
    "paired_band": lambda y, x, other: paired_band(y, x, other, resamples=50, grid=["0.5"]).to_json(),
    "compare_models": lambda y, x, other: compare_models(y, x, other, resamples=50).to_json(),
    "average": lambda y, x, other: average(y, {"A": x, "B": other}).to_json(),
    **{plot.__name__: drawn(plot) for plot in PLOTS},
    **{display.__name__: displayed(display) for display in (RocDisplay, CostCurveDisplay, ReliabilityDisplay)},
}


@cache
def wanted(name: str) -> Any:
    return FUNCTIONS[name](CLASSES, SCORES, OTHERS)


@pytest.mark.parametrize("holder", ANY)
def test_scores_and_classes_in_any_holder(holder: str) -> None:
    held = ANY[holder]
    for name, function in FUNCTIONS.items():
        assert function(held(CLASSES), held(SCORES), held(OTHERS)) == wanted(name), name


@pytest.mark.parametrize("holder", OF_CLASSES)
def test_classes_in_any_holder(holder: str) -> None:
    for name, function in FUNCTIONS.items():
        assert function(OF_CLASSES[holder](CLASSES), SCORES, OTHERS) == wanted(name), name


def test_the_order_counts_and_not_the_index() -> None:
    """As in scikit-learn: a pandas index is not looked at."""
    classes = pandas.Series(CLASSES, index=range(8))
    scores = pandas.Series(SCORES, index=range(7, -1, -1))
    assert Sample.of(classes, scores) == wanted("Sample.of")


@pytest.mark.parametrize("holder", ["list", "numpy objects", "pandas category", "pandas string", "polars", "pyarrow"])
def test_labels_of_any_kind(holder: str) -> None:
    labels = ["ham" if x else "spam" for x in CLASSES]
    found = RocDisplay.from_predictions(ANY[holder](labels), [1 - x for x in SCORES], pos_label="spam")
    assert found.sample == wanted("Sample.of")


NAN = float("nan")
WRONG: dict[str, tuple[Any, Any, str]] = {
    "two columns": (
        CLASSES,
        np.ones((8, 2)),
        "y_score has two columns, which sum to 2 in example 1; those of predict_proba sum to 1",
    ),
    "a row": (np.array([CLASSES]), SCORES, "y_true has the shape (1, 8); it must be one column"),
    "lists": ([[x] for x in CLASSES], SCORES, "class [0] of example 1; classes are 0 and 1"),
    "a number": (CLASSES, 0.5, "y_score 0.5 is not a column of values"),
    "nothing": (None, SCORES, "y_true None is not a column of values"),
    "a text": ("01010101", SCORES, "y_true '01010101' is not a column of values"),
    "a set": (CLASSES, set(SCORES), "y_score is a set, whose values have no order; a list or an array would do"),
    "a table of pandas": (CLASSES, pandas.DataFrame({"s": SCORES}), "with the columns 's'; give one of them, such as"),
    "a table of polars": (CLASSES, polars.DataFrame({"s": SCORES}), "with the columns 's'; give one of them, such as"),
    "a lazy table": (CLASSES, polars.LazyFrame({"s": SCORES}), "with the columns 's'; give one of them, such as"),
    "a table of pyarrow": (CLASSES, pyarrow.table({"s": SCORES}), "with the columns 's'; give one of them, such as"),
    "short scores": (CLASSES, SCORES[:5], "8 classes and 5 scores; every example needs both"),
    "short classes": (np.array(CLASSES[:5]), np.array(SCORES), "5 classes and 8 scores; every example needs both"),
    "short generator": ((x for x in CLASSES[:5]), SCORES, "5 classes and 8 scores; every example needs both"),
    "no examples": ([], [], "there are no examples"),
    "one class": ([1] * 8, SCORES, "all 8 examples are of class 1; both classes must be present"),
    "NaN": (CLASSES, [0.5, NAN, *SCORES[2:]], "score nan of example 2 is not a finite number"),
    "NaN of numpy": (CLASSES, np.array([0.5, NAN, *SCORES[2:]]), "score nan of example 2 is not a finite number"),
    "infinity": (CLASSES, [0.5, np.inf, *SCORES[2:]], "score inf of example 2 is not a finite number"),
    "None": (CLASSES, [0.5, None, *SCORES[2:]], "score None of example 2 is not a number"),
    "masked": (CLASSES, np.ma.array(SCORES, mask=[0, 1] * 4), "score None of example 2 is not a number"),
    "masked classes": (np.ma.array(CLASSES, mask=[0, 1] * 4), SCORES, "class None of example 2; classes are 0 and 1"),
    "NA": (CLASSES, pandas.Series([0.5, None, *SCORES[2:]], dtype="Float64"), "score <NA> of example 2"),
    "NA class": (pandas.Series([0, None, *CLASSES[2:]], dtype="Int64"), SCORES, "class <NA> of example 2"),
    "null of polars": (CLASSES, polars.Series([0.5, None, *SCORES[2:]]), "score None of example 2 is not a number"),
    "null of pyarrow": (CLASSES, pyarrow.array([0.5, None, *SCORES[2:]]), "score None of example 2 is not a number"),
    "complex": (CLASSES, np.array(SCORES) + 1j, "score (0.25+1j) of example 1 is not a number"),
    "dates": (CLASSES, np.array(["2020-01-01"] * 8, dtype="M8[D]"), "y_score holds times (datetime64[D])"),
    "words": (["no", "yes"] * 4, SCORES, "the classes are 'no', 'yes'; say which one high scores speak for"),
    "categories": (pandas.Series(["no", "yes"] * 4, dtype="category"), SCORES, "the classes are 'no', 'yes'; say"),
    "-1 and 1": ([-1, 1] * 4, SCORES, "the classes are -1, 1; say which one high scores speak for"),
    "1 and 2": (np.array([1, 2] * 4), SCORES, "class 2 of example 2; classes are 0 and 1"),
    "swapped": (
        SCORES,
        CLASSES,
        "all scores are 0 or 1 and the classes are other numbers: have the two been exchanged?",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_one_line(name: str) -> None:
    classes, scores, words = WRONG[name]
    for function in (Sample.of, evaluate, RocDisplay.from_predictions, plot_roc):
        if name == "short generator":
            classes = (x for x in CLASSES[:5])
        with pytest.raises(InputError) as caught:
            function(classes, scores)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "labels",
    [
        ["a", None] * 4,
        ["a", NAN] * 4,
        pandas.Series(["a", None] * 4, dtype="string"),
        pandas.Series(["a", "b", None, "b"] * 2, dtype="category"),
        polars.Series(["a", None] * 4),
        ["a", "b", "c", "a"] * 2,
        [["a"], ["b"]] * 4,
        np.array([["a", "b"]] * 4),
        pandas.DataFrame({"y": ["a", "b"] * 4}),
        "abababab",
        {"a", "b"},
    ],
)  # fmt: skip
def test_wrong_labels_are_told_in_one_line(labels: Any) -> None:
    with pytest.raises(InputError, match=r"label|y_true"):
        RocDisplay.from_predictions(labels, SCORES, pos_label="a")


def test_files_hold_the_same(tmp_path: Any) -> None:
    lines = [f"{x},{y}" for x, y in zip(SCORES, CLASSES, strict=True)]
    csv = "\n".join(["score,class", *lines]) + "\n"
    arff = "\n".join(["@relation r", "@attribute score numeric", "@attribute class {0,1}", "@data", *lines]) + "\n"
    (tmp_path / "a.csv").write_text(csv)
    (tmp_path / "a.arff").write_text(arff)
    pyarrow.parquet.write_table(pyarrow.table({"score": SCORES, "class": CLASSES}), tmp_path / "a.parquet")
    for name in ("a.csv", "a.arff", "a.parquet"):
        assert read_sample(tmp_path / name) == wanted("Sample.of")
    command = [sys.executable, "-m", "workbench.cli", "evaluate", "--json"]
    files = [str(tmp_path / name) for name in ("a.csv", "a.arff", "a.parquet")]
    runs = [subprocess.run([*command, name], input=csv.encode(), capture_output=True) for name in (*files, "-")]
    assert {run.returncode for run in runs} == {0}
    assert len({run.stdout for run in runs}) == 1


def test_a_dict_has_no_order() -> None:
    with pytest.raises(InputError, match="y_score is a dict, whose values have no order"):
        evaluate(CLASSES, dict(enumerate(SCORES)))
