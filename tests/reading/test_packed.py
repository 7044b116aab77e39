"""Files that are packed, and Feather: the same samples as in plain CSV."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples.sample import Sample

TEXT = "score,class\n0.1,0\n0.4,1\n0.4,0\n0.9,1\n"
SAMPLE = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])


def test_a_packed_file_is_read_like_the_file(tmp_path: Path) -> None:
    for name in ("scores.csv.gz", "scores.csv"):  # by what is in it, not by its name
        (tmp_path / name).write_bytes(gzip.compress(TEXT.encode()))
        assert read_sample(tmp_path / name) == SAMPLE
    (tmp_path / "wrong.csv.gz").write_bytes(gzip.compress(TEXT.replace("0.4,1", "a,1").encode()))
    with pytest.raises(DataError, match="line 3: score"):
        read_sample(tmp_path / "wrong.csv.gz")


def test_a_packed_arff_file(tmp_path: Path) -> None:
    rows = TEXT.split("\n", 1)[1]
    arff = f"@relation r\n@attribute score numeric\n@attribute class {{0,1}}\n@data\n{rows}"
    (tmp_path / "scores.arff.gz").write_bytes(gzip.compress(arff.encode()))
    assert read_sample(tmp_path / "scores.arff.gz") == SAMPLE


def test_a_file_that_is_cut_off_cannot_be_unpacked(tmp_path: Path) -> None:
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(TEXT.encode())[:-12])
    with pytest.raises(DataError, match="cannot be unpacked"):
        read_sample(tmp_path / "cut.csv.gz")


def test_feather(tmp_path: Path) -> None:
    feather = pytest.importorskip("pyarrow.feather")
    table = pytest.importorskip("pyarrow").table({"class": [0, 1, 0], "score": [0.25, 0.5, 0.75], "other": [1, 2, 3]})
    feather.write_feather(table, str(tmp_path / "scores.feather"))
    assert read_sample(tmp_path / "scores.feather") == Sample.of([0, 1, 0], [0.25, 0.5, 0.75])
    with pytest.raises(DataError, match="has no column 'p'"):
        read_sample(tmp_path / "scores.feather", score="p")
