"""Columns of texts and decimals by the reader of files: the same samples as one by one, or a look at each."""

import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from workbench.samples.columnar import Columnar
from workbench.samples.sample import Sample, SampleError, of_examples
from workbench.samples.texts import of_texts


def drawn(rng, n, kind):
    if kind == "decimals":
        return [f"{rng.random():.6f}" for _ in range(n)]
    if kind == "few digits":
        return [str(round(rng.random(), 2)) for _ in range(n)]
    if kind == "exponents":
        return [f"{rng.gauss(0, 1):.5e}" for _ in range(n)]
    if kind == "long":
        return [f"0.{rng.randint(10**21, 10**22)}" for _ in range(n)]
    return [str(rng.randint(-9, 9)) for _ in range(n)]


@pytest.mark.parametrize("kind", ["decimals", "few digits", "exponents", "long", "whole"])
def test_they_are_those_of_examples_one_by_one(kind):
    rng = random.Random(kind)
    for n in (256, 1000):
        scores, classes = drawn(rng, n, kind), [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
        found = of_texts(classes, scores)
        assert isinstance(found, Columnar)
        wanted = of_examples(classes, [Fraction(s) for s in scores])
        assert found.scores == wanted.scores == tuple(sorted({*map(Fraction, scores)}))
        assert (found.counts0, found.counts1) == (wanted.counts0, wanted.counts1)
        for labels in (list(map(bool, classes)), list(map(str, classes)), np.array(classes), list(map(float, classes))):
            assert Sample.of(labels, scores) == wanted
        assert Sample.of(classes, list(map(Decimal, scores))) == wanted


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_columns_of_other_libraries(library):
    frames = pytest.importorskip(library)
    rng = random.Random(1)
    scores, classes = drawn(rng, 500, "decimals"), [i % 2 for i in range(500)]
    column = frames.array(scores) if library == "pyarrow" else frames.Series(scores)
    assert isinstance(found := Sample.of(classes, column), Columnar)
    assert found == of_examples(classes, list(map(Fraction, scores)))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("0,5", "score '0,5' of example 7 is not a number"),
        ("0.5,1\n0.7", "of example 7 is not a number"),
        ('"0.5"', "of example 7 is not a number"),
        ("", "score '' of example 7 is not a number"),
        ("nan", "of example 7 is not"),
        ("0.5\n", None),
        (" 0.5 ", None),
        ("1/2", None),
    ],
)
def test_what_is_not_plain_is_looked_at_one_by_one(wrong, says):
    scores, classes = [f"0.{i:03}" for i in range(300)], [i % 2 for i in range(300)]
    scores[6] = wrong
    assert of_texts(classes, scores) is None
    if says is None:
        assert Sample.of(classes, scores).score(298) == Fraction("0.299") or Sample.of(classes, scores).n == 300
        return
    with pytest.raises(SampleError, match=says):
        Sample.of(classes, scores)


def test_a_line_feed_moves_no_score_to_another_example():
    scores, classes = ["0.25", "0.5\n"] * 150, [0, 1] * 150
    scores[3] = "0.5"
    assert of_texts(classes, scores) is None
    scores = ["0.25\n0.5", *["0.75"] * 299]
    assert of_texts(classes, scores) is None


def test_few_or_wrong_classes_are_left_to_others():
    assert of_texts([0, 1], ["0.1", "0.2"]) is None
    assert of_texts([0, 1, 2] * 100, ["0.1"] * 300) is None
    assert of_texts([0, 1] * 149, ["0.1"] * 300) is None
    with pytest.raises(SampleError, match="class 2 of example 3; classes are 0 and 1"):
        Sample.of([0, 1, 2] * 100, ["0.1"] * 300)
    with pytest.raises(SampleError, match="all 300 examples are of class 1"):
        Sample.of([1] * 300, ["0.1"] * 300)
