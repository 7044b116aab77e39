"""Arrays of every kind and layout, and columns of other libraries: the same figures, exactly, or a refusal."""

from fractions import Fraction

import numpy as np
import pytest

from tests.samples import by_sorting
from tests.samples.test_hard_samples import check
from workbench.samples.columnar import Columnar
from workbench.samples.sample import Sample, SampleError

F = Fraction


class Named(np.ndarray):
    """An array of a class of its own."""


def read_only(x):
    x = x.copy()
    x.flags.writeable = False
    return x


LAYOUTS = {
    "every third": lambda x: np.repeat(x, 3)[::3],
    "backwards": lambda x: x[::-1].copy()[::-1],
    "a column": lambda x: np.stack((x, x), axis=1)[:, 1],
    "a field": lambda x: np.rec.fromarrays([x, x], names="a,b").b,
    "unaligned": lambda x: np.frombuffer(b"\0" + x.tobytes(), dtype=np.uint8)[1:].view(x.dtype),
    "read only": read_only,
    "another class": lambda x: x.view(Named),
    "big-endian": lambda x: x.astype(x.dtype.newbyteorder(">")),
    "Fortran": lambda x: np.asfortranarray(x),
    "long doubles": lambda x: x.astype(np.longdouble),
    "objects": lambda x: x.astype(object),
    "a memory view": lambda x: memoryview(x),
}
VALUES = {
    "doubles": lambda rng, n: rng.random(n),
    "decimals": lambda rng, n: np.round(rng.random(n), 1),
    "logits": lambda rng, n: rng.normal(size=n),
    "floats": lambda rng, n: rng.random(n, np.float32),
    "halves": lambda rng, n: rng.random(n).astype(np.float16),
    "half logits": lambda rng, n: rng.normal(size=n).astype(np.float16),
    "integers": lambda rng, n: rng.integers(-5, 5, n),
    "short": lambda rng, n: rng.integers(-5, 5, n).astype(np.int16),
    "unsigned": lambda rng, n: rng.integers(0, 60_000, n).astype(np.uint16),
    "words": lambda rng, n: rng.integers(2**53 - 5, 2**53, n).astype(np.uint64),
    "flags": lambda rng, n: rng.random(n) < 0.5,
}


@pytest.mark.parametrize("values", VALUES)
def test_arrays_of_every_layout(values):
    rng = np.random.default_rng(5)
    for n in (2, 300, 5000):
        scores, classes = VALUES[values](rng, n), rng.integers(0, 2, n)
        classes[:2] = 1, 0
        groups, bottom = by_sorting.grouped(classes, scores)
        labels = [classes.astype(kind) for kind in ("?", "u1", "u8", "i1", ">i4", "f2", "f8", ">f8", "g", "c16", "O")]
        for name, layout in LAYOUTS.items():
            if name == "a memory view" and scores.dtype == np.float16:
                with pytest.raises(SampleError, match="y_score has entries that cannot be read"):
                    Sample.of(classes, layout(scores))
                continue
            check(Sample.of(classes, layout(scores)), groups, bottom, both=False)
            for label in labels if n == 300 and name in ("backwards", "objects") else ():
                assert Sample.of(label, layout(scores)) == Sample.of(classes.tolist(), scores.tolist())
            if name != "another class":
                assert Sample.of(layout(classes), scores) == Sample.of(classes, scores)


def test_long_doubles_that_are_no_doubles_are_exact():
    thirds = np.array([1, 2, 3, 1], dtype=np.longdouble) / 3
    found = Sample.of(np.array([0, 1, 0, 1]), thirds)
    assert found.scores == tuple(sorted({F(*x.as_integer_ratio()) for x in thirds}))
    assert found.distinct_scores == 3
    if np.finfo(np.longdouble).nmant > 52:
        near = np.array([1, 1, 1], dtype=np.longdouble)
        near[1] = np.nextafter(near[1], np.longdouble(2))
        assert Sample.of(np.array([0, 1, 1]), near).distinct_scores == 2
        with pytest.raises(SampleError, match="example 2; classes are 0 and 1"):
            Sample.of(near, np.array([0.1, 0.2, 0.3]))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_of_other_libraries(library):
    frames = pytest.importorskip(library)
    rng = np.random.default_rng(6)
    scores, classes = rng.random(300), rng.integers(0, 2, 300)
    small = rng.integers(0, 100, 300)
    if library == "pandas":
        kinds = ["Float64", "Float32", "float64", "object", "category"]
        columns = [frames.Series(scores, dtype=kind) for kind in kinds] + [frames.Index(scores)]
        whole = [frames.Series(small, dtype=kind) for kind in ("Int64", "UInt8", "Int8")]
        labels = [frames.Series(classes, dtype=kind) for kind in ("Int64", "boolean", "Float64", "UInt8", "category")]
    else:
        columns = [frames.Series(scores, dtype=kind) for kind in (frames.Float64, frames.Float32)]
        columns.append(frames.concat([columns[0][:100], columns[0][100:]], rechunk=False))
        kinds = (frames.Int64, frames.UInt8, frames.Int128, frames.Decimal(30, 2))
        whole = [frames.Series(small).cast(kind) for kind in kinds]
        labels = [frames.Series(classes).cast(kind) for kind in (frames.Int8, frames.Boolean, frames.Int128)]
    for column in columns:
        single = "32" in str(column.dtype)
        check(
            Sample.of(classes, column),
            *by_sorting.grouped(classes, scores.astype(np.float32) if single else scores),
            both=False,
        )
    for column in whole:
        assert Sample.of(classes, column) == Sample.of(classes, small)
    for label in labels:
        assert Sample.of(label, scores) == Sample.of(classes, scores)


@pytest.mark.parametrize("wrong", [np.nan, -np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e300])
def test_what_is_not_finite_is_seen_among_any_doubles(wrong, scale):
    """Even where its bits are near those of the others."""
    for n in (3, 40_000):
        for place in (0, n // 2, n - 1):
            scores = scale * (1 + np.arange(n) / n)
            scores[place] = wrong
            with pytest.raises(SampleError, match=f"of example {place + 1} is not a finite number"):
                Sample.of(np.arange(n) % 2, scores)


class Elsewhere:
    """A column that no array can hold, as tensors on other devices are none."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        raise TypeError("copy it to the host first")

    def __iter__(self):
        return iter(self.values)

    def tolist(self):
        return self.values


def test_what_says_it_is_an_array_and_is_none_is_read_one_by_one():
    wanted = Sample.of([0, 1, 1], [0.25, 0.5, 0.75])
    assert Sample.of(np.array([0, 1, 1]), Elsewhere([0.25, 0.5, 0.75])) == wanted
    assert Sample.of(Elsewhere([0, 1, 1]), np.array([0.25, 0.5, 0.75])) == wanted


def test_samples_of_arrays_are_columns():
    """So that the tests above have asked the arithmetic of arrays."""
    rng = np.random.default_rng(7)
    for values in VALUES.values():
        assert isinstance(Sample.of(rng.integers(0, 2, 3000), values(rng, 3000)), Columnar)
