"""Interrupted and failing reading leaves no files behind, and progress goes nowhere but to a terminal."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from workbench.reading import datafile, delimited
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
from workbench.reading.grouped import of_groups


def written(folder, n, **columns):
    rng = np.random.default_rng(1)
    path = folder / "data.parquet"
    table = pa.table({"score": rng.random(n), "class": rng.random(n) < 0.5} | columns)
    parquet.write_table(table, path, row_group_size=max(1, n // 10))
    return path


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    return written(tmp_path_factory.mktemp("large"), 4_000_000)


def started(arguments, folder):
    run = [sys.executable, "-c", "import sys; from workbench.cli import main; sys.exit(main())", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(run, env=os.environ | {"TMPDIR": str(folder)}, text=True, **pipes)


@pytest.mark.parametrize("wait", [0, 0.1, 0.4, 1, 2])
def test_an_interrupted_command_leaves_nothing(tmp_path, large, wait):
    """While rows are counted, spilled and streamed, or resampled, whichever it is by then."""
    pytest.importorskip("duckdb")
    run = started(["evaluate", large, "--memory", "60MB", "--resamples", "1000"], tmp_path)
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(wait)
    assert run.poll() is None
    run.send_signal(signal.SIGINT)
    printed, errors = run.communicate(timeout=60)
    assert (run.returncode, printed, errors) == (130, "", "workbench evaluate: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_nothing_but_the_result_is_printed(tmp_path, large):
    run = started(["evaluate", large, "--json"], tmp_path)
    printed, errors = run.communicate(timeout=60)
    assert run.returncode == 0
    assert errors == ""
    assert printed.startswith("{\n")
    assert printed.endswith("}\n")
    assert not list(tmp_path.iterdir())


class Stopped(Exception):
    """Raised by what is called in the midst of reading."""


def stop(*_):
    raise Stopped


@pytest.mark.parametrize("how", ["text", "nan"])
def test_an_exception_leaves_nothing(tmp_path, monkeypatch, how):
    pytest.importorskip("duckdb")
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    score = pa.array(["0.5", "x"] * 500) if how == "text" else pa.array([0.5, float("nan")] * 500)
    path = written(tmp_path, 1000, score=score)
    with pytest.raises(delimited.DataError, match=r"is not a number|is not a finite number"):
        read_grouped(path)
    assert not list(folder.iterdir())

    def chunks():
        yield np.array([0.25, 0.5]), np.array([1, 1]), np.array([0, 1])
        assert not list(folder.iterdir())
        raise Stopped

    with pytest.raises(Stopped):
        of_groups(chunks())
    assert not list(folder.iterdir())
    with pytest.raises(Stopped):
        read_sample(path, progress=stop)


def test_progress_is_told_by_row_groups_and_examples(tmp_path, monkeypatch):
    for module in (datafile, delimited):
        monkeypatch.setattr(module, "LINES", 100)
    path = written(tmp_path, 1000)
    heard = []
    found = read_sample(path, progress=lambda *told: heard.append(told))
    size = path.stat().st_size
    assert heard == [(delimited.place_of(str(path)), size * (i + 1) // 10, size) for i in range(10)]
    assert found == read_sample(path)
    monkeypatch.setattr(datafile, "STEPS", 3)
    heard.clear()
    assert read_sample(path, progress=lambda *told: heard.append(told)) == found
    assert [done for _, done, _ in heard] == [size * 4 // 10, size * 8 // 10, size]
    texts = tmp_path / "data.csv"
    texts.write_text("score,class\n" + "".join(f"1/{i},{i % 2}\n" for i in range(3, 1003)))
    heard.clear()
    assert read_sample(texts, progress=lambda *told: heard.append(told)).n == 1000
    assert [told[1:] for told in heard if told[2] == 1000] == [(i, 1000) for i in range(0, 1000, 100)]


def test_no_rows_and_many_row_groups(tmp_path):
    with pytest.raises(delimited.DataError, match="has no rows"):
        read_sample(written(tmp_path, 0))
    path = written(tmp_path, 1000)
    wanted = read_sample(path)
    parquet.write_table(parquet.read_table(path), path, row_group_size=1)
    assert read_sample(path) == wanted
