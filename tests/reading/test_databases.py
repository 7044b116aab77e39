"""What DuckDB is given and what it hands back: columns by place, wide integers, types, limits, signals, reasons."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from workbench import cli
from workbench.losses.evaluation import evaluate
from workbench.reading import databases
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.reading.grouped import GroupedError, of_groups
from workbench.samples.sample import Sample, SampleError

duckdb = pytest.importorskip("duckdb")

HALVES = pa.array([0.5, 0.75])
CLASSES = pa.array([0, 1])


def written(path, **columns):
    parquet.write_table(pa.table(columns), path)
    return path


# --- columns ------------------------------------------------------------------------------------------------


def test_names_that_differ_in_case_and_names_that_come_twice(tmp_path):
    path = tmp_path / "data.parquet"
    names = ["Score", "score", "CLASS", "class"]
    parquet.write_table(pa.table([pa.array([7, 8]), HALVES, pa.array([5, 5]), CLASSES], names=names), path)
    assert read_grouped(path) == read_sample(path) == Sample.of([0, 1], [0.5, 0.75])
    parquet.write_table(pa.table([HALVES, HALVES, CLASSES], names=["score", "score", "class"]), path)
    for read in (read_grouped, read_sample):
        with pytest.raises(DataError, match="two columns are called 'score'"):
            read(path)
    with duckdb.connect() as connection:
        rows = 'SELECT 7 AS "Score", i / 2 AS score, i AS class FROM range(2) t(i)'
        assert read_grouped(connection.sql(rows)) == Sample.of([0, 1], [0, 0.5])
        with pytest.raises(DataError, match="the relation: two columns are called 'class'"):
            read_grouped(connection.sql("SELECT i AS score, 7 AS class, i AS class FROM range(2) t(i)"))


def test_several_parquet_files(tmp_path):
    written(tmp_path / "a.parquet", score=HALVES, **{"class": CLASSES})
    written(tmp_path / "b.parquet", **{"class": CLASSES, "x": HALVES, "score": HALVES})
    found = read_grouped(str(tmp_path / "*.parquet"))
    assert found == Sample.of([0, 1, 0, 1], [0.5, 0.75, 0.5, 0.75])
    written(tmp_path / "c.parquet", score=CLASSES, **{"class": CLASSES})
    with pytest.raises(DataError, match=r"c.parquet: the column 'score' has the type int64; in .*a.parquet.* double"):
        read_grouped(str(tmp_path / "*.parquet"))
    written(tmp_path / "c.parquet", score=HALVES, label=CLASSES)
    with pytest.raises(DataError, match=r"c.parquet: has no column 'class'; its columns are 'score', 'label'"):
        read_grouped(str(tmp_path / "*.parquet"))


@pytest.mark.parametrize("low", [0, 3, 2**63, 2**64 + 1, 10**30, 2**127, 2**128 - 2])
def test_wide_integers(low):
    kinds = ["UHUGEINT"] + ["HUGEINT"] * (low < 2**127 - 1) + ["UBIGINT"] * (low < 2**64 - 1)
    with duckdb.connect() as connection:
        for kind in kinds:
            rows = connection.sql(f"SELECT {low}::{kind} + i::{kind} AS score, i AS class FROM range(2) t(i)")
            assert str(rows.types[0]) == kind
            assert read_grouped(rows) == Sample.of([0, 1], [low, low + 1])
            if kind == "HUGEINT":
                rows = connection.sql(f"SELECT -({low}::{kind}) - i::{kind} AS score, i AS class FROM range(2) t(i)")
                assert read_grouped(rows) == Sample.of([0, 1], [-low, -low - 1])


NESTED = [
    pa.array([[0.5], [0.75]]),
    pa.array([[0.5], [0.75]], pa.list_(pa.float64(), 1)),
    pa.array([{"a": 0.5}, {"a": 0.75}]),
    pa.array([[Decimal("0.5")], [Decimal("0.7")]], pa.list_(pa.decimal128(3, 1))),
    pa.array([[("a", 1)], [("b", 2)]], pa.map_(pa.string(), pa.int64())),
]
UNITS = ("s", "ms", "us", "ns")
TIMES = [pa.array([1, 2], kind(unit)) for kind in (pa.duration, pa.timestamp) for unit in UNITS]
TIMES += [pa.array([1, 2], pa.date32()), pa.array([1, 2], pa.time32("s")), pa.array([1, 2], pa.time64("ns"))]


@pytest.mark.parametrize("column", [*NESTED, *TIMES], ids=lambda column: str(column.type))
@pytest.mark.parametrize("name", ["score", "class"])
def test_times_and_nested_values_are_no_numbers(tmp_path, column, name):
    path = written(tmp_path / "data.parquet", **({"score": HALVES, "class": CLASSES} | {name: column}))
    for read in (read_sample, read_grouped):
        with pytest.raises(DataError, match=f"the column '{name}' has the type .*; scores and classes are numbers"):
            read(path)


@pytest.mark.parametrize(
    "value",
    ["[0.5]", "{'a': 0.5}", "[0.5::DECIMAL(3, 1)]", "array_value(1, 2)", "array_value(1.5::DOUBLE)", "map {1: 2}"],
)
def test_nested_values_of_a_relation(value):
    with duckdb.connect() as connection:
        with pytest.raises(DataError, match=r"the relation: the column 'score' has the type .*; scores are numbers"):
            read_grouped(connection.sql(f"SELECT {value} AS score, i AS class FROM range(2) t(i)"))
        with pytest.raises(DataError, match=r"the relation: class .*; classes are 0 and 1"):
            read_grouped(connection.sql(f"SELECT {value} AS class, i AS score FROM range(2) t(i)"))


def test_decimals_of_256_bits(tmp_path):
    path = written(tmp_path / "data.parquet", score=pa.array([1, 2], pa.decimal256(50, 1)), **{"class": CLASSES})
    assert read_sample(path) == Sample.of([0, 1], [1, 2])
    with pytest.raises(DataError, match=r"the type decimal256\(50, 1\); it can only be read in memory"):
        read_grouped(path)


# --- arrays of Arrow and numpy --------------------------------------------------------------------------------


def test_columns_of_arrow():
    wanted = evaluate([0, 1, 1, 0], [0.5, 0.25, 0.75, 0.5]).to_json()
    for classes in (
        pa.chunked_array([[0, 1], [1, 0]]),
        pa.array([0, 1, 1, 0]),
        pa.chunked_array([[False, True, True, False]]),
    ):
        for scores in (
            pa.chunked_array([[0.5], [0.25, 0.75, 0.5]]),
            pa.chunked_array([["0.5", "0.25"], ["0.75", "0.5"]]),
        ):
            assert evaluate(classes, scores).to_json() == wanted
    with pytest.raises(SampleError, match="score None of example 2 is not a number"):
        evaluate(pa.chunked_array([[0, 1]]), pa.chunked_array([[0.5, None]]))


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"])
@pytest.mark.parametrize("kind", ["M8", "m8"])
def test_arrays_of_times(kind, unit):
    times = np.array([0, 1], dtype=f"{kind}[{unit}]")
    with pytest.raises(SampleError, match=r"y_score holds times \((datetime|timedelta)64"):
        evaluate([0, 1], times)
    with pytest.raises(SampleError, match=r"y_true holds times \((datetime|timedelta)64"):
        evaluate(times, [0.5, 0.25])
    with pytest.raises(SampleError, match="is not a number"):
        of_groups([(times, [1, 0], [0, 1])])
    with pytest.raises(SampleError, match="is not a number"):
        evaluate([0, 1], list(times))


PANDAS = """
import sys
from workbench.losses.evaluation import evaluate_sample
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
for read in (read_sample, read_grouped):
    for path in sys.argv[1:]:
        evaluate_sample(read(path))
print("pandas" in sys.modules)
"""


def test_pandas_is_never_imported(tmp_path):
    """An interrupt while it is would be lost."""
    pytest.importorskip("pandas")
    scores = [HALVES, HALVES.cast("float"), CLASSES, pa.array(["0.5", "1e-3"]), pa.array([2**62, 5])]
    scores += [CLASSES.cast("bool"), pa.array([Decimal("0.5"), Decimal("0.1")])]
    paths = [written(tmp_path / f"{i}", score=column, **{"class": CLASSES}) for i, column in enumerate(scores)]
    paths.append(written(tmp_path / "truth", score=HALVES, **{"class": pa.array([False, True])}))
    for i, lines in enumerate(("0.5,0\n0.1,1", "0.12345678901234567,0\n0.1,1", "1/3,0\n0.1,1")):
        paths.append(tmp_path / f"{i}.csv")
        paths[-1].write_text(f"score,class\n{lines}\n")
    run = subprocess.run([sys.executable, "-c", PANDAS, *map(str, paths)], capture_output=True, text=True, timeout=120)
    assert (run.stdout, run.stderr) == ("False\n", "")


def test_slices_of_columns():
    from workbench.samples.arrow_columns import numbers, values

    for column in (HALVES, CLASSES, CLASSES.cast("bool"), CLASSES.cast("uint8"), HALVES.cast("float")):
        long = pa.concat_arrays([column] * 9)
        for start, length in ((0, 18), (3, 7), (17, 1), (5, 0), (18, 0)):
            part = long[start : start + length]
            assert values(part).tolist() == part.to_pylist()
            assert values(pa.chunked_array([part, column])).tolist() == part.to_pylist() + column.to_pylist()
    whole = pa.array(range(-5, 50))[7:]
    assert [m for _, found, _ in numbers(whole) for m in found.tolist()] == whole.to_pylist()


# --- counts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        ([([0.5], np.array([2**63], dtype=np.uint64), [1])], "count 9223372036854775808 is too large"),
        ([([0.5], [2**64], [1])], "count 18446744073709551616 is not a whole number from 0 to 2**62"),
        ([([0.5, 0.6], [2**62, 2**62], [2**62, 2**62])], "about 1.84e+19 examples are too many"),
        ([([0.5], [2**62], [1])] * 3, "examples are too many; up to 2**62 are counted"),
        ([([i / 9], [2**61], [2**61]) for i in range(5)], "examples are too many; up to 2**62 are counted"),
    ],
)
def test_counts_beyond_63_bits(chunks, message):
    with pytest.raises(GroupedError, match=re.escape(message)):
        of_groups([(np.array(scores), *counts) for scores, *counts in chunks])


def test_counts_up_to_the_limit():
    found = of_groups([(np.array([0.5]), [2**61], [1]), (np.array([0.5, 0.75]), [0, 2**60], [5, 0])])
    assert found == Sample.of_counts([0.5, 0.75], [2**61, 2**60], [6, 0])


@pytest.mark.parametrize(
    "chunks",
    [5, None, [5], ["abc"], [(1, 2)], [([0.1], [1])], [(0.1, 1, 1)], [(np.array([0.1]), 1, 2)], [{}],
     [(np.array([0.1]), [[1], [1, 2]], [2])], [(["0.1"], [1, 2], [1]), (["0.2"], [], [1])], [(["0.1"], 3, [1])]],
)  # fmt: skip
def test_what_is_no_chunk(chunks):
    with pytest.raises(GroupedError, match="chunk") as caught:
        of_groups(chunks)
    assert "\n" not in str(caught.value)


# --- limits, files and reasons --------------------------------------------------------------------------------


@pytest.fixture
def fine(tmp_path):
    path = tmp_path / "fine.csv"
    path.write_text("score,class\n0.5,1\n0.6,0\n")
    return path


@pytest.mark.parametrize(
    "memory", [100, None, -1, True, 2.5, "none", "50%", "", "0MB", "-1GB", "10", "1e3MB", "1GB; x", "1 G", b"1GB"]
)
def test_sizes_of_memory_that_are_refused(fine, memory):
    with pytest.raises(DataError, match=r"fine.csv: the memory .* is not a size such as 500MB or 2GB"):
        read_grouped(fine, memory=memory)


def test_sizes_of_memory(fine):
    for memory in ("50MB", "50 mb", "0.5GiB", "100000KB", ".1GB", "1TiB", "90000000B"):
        assert read_grouped(fine, memory=memory).n == 2
    for memory in ("1B", "2KiB"):
        with pytest.raises(DataError, match="cannot be counted within this limit of memory; give it more"):
            read_grouped(fine, memory=memory)
    with pytest.raises(DataError, match=r"the memory '9999999999999TB' cannot be set: .*too large"):
        read_grouped(fine, memory="9999999999999TB")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DataError, match="pipe: is no regular file, and can only be read in memory"):
        read_grouped(tmp_path / "pipe")


def test_reasons_are_told(tmp_path, monkeypatch):
    path = tmp_path / "data.parquet"
    path.write_bytes(b"PAR1 and no more")
    for read in (read_sample, read_grouped):
        with pytest.raises(DataError, match="this is not a parquet file"):
            read(path)
    with duckdb.connect(str(tmp_path / "base.duckdb")) as connection:
        connection.execute(
            "CREATE SCHEMA more; CREATE TABLE more.scored AS SELECT i / 2 AS score, i AS class FROM range(2) t(i)"
        )
    base = tmp_path / "base.duckdb"
    assert read_grouped(base) == read_grouped(base, table="more.scored") == Sample.of([0, 1], [0, 0.5])
    with pytest.raises(DataError, match=r"has no table 'scored'; its tables are 'more.scored'"):
        read_grouped(base, table="scored")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(DataError, match="No such file or directory"):
        read_grouped(base)


# --- signals and the command line -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_ended_command_leaves_nothing(tmp_path, name):
    path = tmp_path / "data.csv"
    path.write_text(
        "score,class\n" + "".join(f"0.{i * 7919 % 999983:06d}12345678901,{i % 2}\n" for i in range(400_000))
    )
    folder = tmp_path / "temporary"
    folder.mkdir()
    run = [sys.executable, "-c", "import sys; from workbench.cli import main; sys.exit(main())"]
    run = subprocess.Popen([*run, "evaluate", str(path), "--memory", "40MB"], env=os.environ | {"TMPDIR": str(folder)})
    deadline = time.monotonic() + 60
    while not any(path.is_dir() for path in folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.002)
    run.send_signal(getattr(signal, name))
    assert run.wait(60) == -getattr(signal, name)
    assert not list(folder.iterdir())


def test_signal_handlers_are_put_back(fine):
    def ours(*_):
        pass

    before = signal.signal(signal.SIGTERM, ours)
    try:
        read_grouped(fine)
        assert signal.getsignal(signal.SIGTERM) is ours
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with databases._swept():
            assert signal.getsignal(signal.SIGTERM) not in (ours, signal.SIG_DFL)
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
    found = []
    thread = threading.Thread(target=lambda: found.append(read_grouped(fine).n))
    thread.start()
    thread.join()
    assert found == [2]


SETTING = """
import sys
from workbench.reading import databases
def ask(connection, *_):
    print(connection.execute("SELECT current_setting('enable_progress_bar')").fetchall())
databases.of_plain_text = ask
databases.read_grouped(sys.argv[1])
"""


def test_duckdb_prints_nothing(fine):
    """Where it takes the session for an interactive one, it would show a bar of its own once a query takes seconds."""
    run = subprocess.run([sys.executable, "-c", SETTING, str(fine)], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("[(False,)]\n", "")


def test_memory_that_is_not_enough(fine, monkeypatch, capsys):
    def stop(*_, **__):
        raise MemoryError

    monkeypatch.setattr("workbench.reading.datafile.read_sample", stop)
    assert cli.main(["evaluate", str(fine)]) == 2
    assert capsys.readouterr().err == "workbench evaluate: not enough memory; --memory SIZE counts larger files\n"


@pytest.mark.skipif(os.name != "posix", reason="by a POSIX shell")
def test_a_closed_standard_output(fine):
    code = "import sys; from workbench.cli import main; sys.exit(main(['evaluate', sys.argv[1], '--json']))"
    run = ["sh", "-c", '"$@" >&-', "sh", sys.executable, "-c", code, str(fine)]
    found = subprocess.run(run, capture_output=True, text=True, timeout=60)
    message = "workbench evaluate: standard output is closed; there is nowhere to print to\n"
    assert (found.returncode, found.stderr) == (2, message)
