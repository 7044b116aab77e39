"""Columns of texts and decimals by the reader of files: the same samples as one by one, or a look at each."""

import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from workbench.samples.arrow_columns import of_columns
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


KEPT = {
    "pandas": ["string[python]", "string[pyarrow]", "category", object],
    "polars": ["String", "Categorical"],
    "pyarrow": ["string", "large_string", "string_view", "dictionary"],
}


def kept(library, kind, texts):
    frames = pytest.importorskip(library)
    if library == "pandas":
        return frames.Series(texts, dtype=kind)
    if library == "polars":
        return frames.Series(texts, dtype=getattr(frames, kind))
    if kind == "dictionary":
        return frames.array(texts).dictionary_encode()
    parts = [frames.array([None, *part], type=getattr(frames, kind)())[1:] for part in (texts[:100], texts[100:])]
    return frames.chunked_array(parts)


@pytest.mark.parametrize(("library", "kind"), [(library, kind) for library, kinds in KEPT.items() for kind in kinds])
@pytest.mark.parametrize("numbers", ["decimals", "exponents", "long", "whole"])
def test_columns_of_text_however_they_are_kept(library, kind, numbers):
    pytest.importorskip("pyarrow")
    scores, classes = drawn(random.Random(2), 500, numbers), [i % 2 for i in range(500)]
    wanted = of_examples(classes, list(map(Fraction, scores)))
    column = kept(library, kind, scores)
    found = Sample.of(kept(library, kind, list(map(str, classes))), column)
    assert found == wanted
    assert isinstance(found, Columnar)
    assert Sample.of(np.array(classes), column) == wanted == Sample.of(list(map(bool, classes)), column)
    if library != "pandas" or kind == "string[pyarrow]":
        assert of_columns(classes, column) == wanted, "without a look at each entry"
    with pytest.raises(SampleError, match="499 classes and 500 scores"):
        Sample.of(classes[1:], column)
    scores[7] = None
    with pytest.raises(SampleError, match="of example 8 is not a"):
        Sample.of(classes, kept(library, kind, scores))


@pytest.mark.parametrize("digits", [6, 18, 19, 25, 30, 50])
def test_columns_of_decimals_are_exact_whatever_their_width(digits):
    pa = pytest.importorskip("pyarrow")
    rng = random.Random(digits)
    tops = [rng.randint(1 - 10**digits, 10**digits - 1) for _ in range(400)]
    classes = [i % 2 for i in range(400)]
    for scale in (0, 3, digits):
        values = [Decimal(f"{top}e-{scale}") for top in tops]
        wanted = of_examples(classes, [Fraction(top, 10**scale) for top in tops])
        assert Sample.of(classes, values) == wanted
        for kind in (pa.decimal256(70, scale), *[pa.decimal128(38, scale)] * (digits < 38)):
            column = pa.array([None, *values], type=kind)
            assert Sample.of(classes, column[1:]) == wanted
            if digits <= 18 or (digits <= 25 and scale == digits):
                assert of_columns(classes, column[1:]) == wanted, "without a look at each entry"
            with pytest.raises(SampleError, match="score None of example 1 is not a number"):
                Sample.of([0, *classes], column)


def test_numbers_of_arrow_are_taken_as_they_are():
    pa = pytest.importorskip("pyarrow")
    scores, classes = np.random.default_rng(0).random(300), [0, 1] * 150
    for kind in (pa.float64(), pa.float32(), pa.float16()):
        column = pa.array(scores.astype(kind.to_pandas_dtype()), type=kind)
        assert Sample.of(classes, column) == Sample.of(classes, scores.astype(kind.to_pandas_dtype()))
        assert Sample.of(pa.array(classes).cast(pa.bool_()), pa.chunked_array([column])).n1 == 150
    column = pa.array([float("nan"), *scores[1:]])
    with pytest.raises(SampleError, match="score nan of example 1 is not a finite number"):
        Sample.of(classes, column)
    with pytest.raises(SampleError, match="class 2 of example 2"):
        Sample.of([0, 2] * 150, pa.array(scores))
    with pytest.raises(SampleError, match="the classes are 'no', 'yes'"):
        Sample.of(pa.array(["no", "yes"] * 150), pa.array(scores))


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


ODD = [
    "+0.5", "-.5", "5.", "1e-3", "1E5", "1e+300", "0x1", "1_0", "\u00bd", "\u0663", "0.5 ", "     0.5", "\t0.5", "",
    "+", "-", "e5", "1e", "1.2.3", "--1", "1/3", "inf", "nan", "1e-400", "00.50", "0" * 21 + ".5", "1234567890" * 3,
    "0." + "1" * 40, "-0", "0,5", "0.5\n", "\n", "0.5\r", '"0.5"', "1e00001", "9" * 18, "9" * 19,
    "12345678.5", "123456789.5", "true",
]  # fmt: skip


def outcome(make):
    try:
        found = make()
    except SampleError as error:
        return str(error)
    return found.scores, found.counts0, found.counts1


@pytest.mark.parametrize("odd", ODD)
def test_one_odd_text_among_others_is_what_it_is_one_by_one(odd):
    pa = pytest.importorskip("pyarrow")
    rng = random.Random(odd)
    scores, classes = drawn(rng, 300, "decimals"), [i % 2 for i in range(300)]
    scores[rng.randrange(300)] = odd
    wanted = outcome(lambda: of_examples(classes, scores))
    for column in (scores, pa.array(scores), pa.chunked_array([scores[:99], scores[99:]])):
        assert outcome(lambda column=column: Sample.of(classes, column)) == wanted
