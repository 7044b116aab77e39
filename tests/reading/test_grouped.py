"""Grouped counts, DuckDB and Dask: the same fractions as in memory, in little memory."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.reading.test_reading import agree, columns, kinds, scores
from workbench.cli import main
from workbench.inference.bootstrap import Plan, band
from workbench.inference.evaluation_intervals import evaluation_intervals
from workbench.losses.evaluation import evaluate_sample
from workbench.reading import databases, grouped
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.reading.grouped import GroupedError, of_groups
from workbench.samples import roc_path
from workbench.samples.sample import Sample, SampleError
from workbench.samples.turned import turned

F = Fraction


# --- chunks -------------------------------------------------------------------------------------------------


def counted(draw, n):
    """Distinct scores with counts, and the entries of a sample."""
    kind = draw.choice(["few", "any", "signed", "tiny", "whole"])
    make = {
        "few": lambda: draw.choice([0.0, 0.1, 0.25, 1 / 3, 1.0]),
        "any": draw.random,
        "signed": lambda: draw.choice([-1.5, -0.0, 0.0, 5e-324, 2.0]) * draw.choice([1, 1, 3]),
        "tiny": lambda: draw.random() * 10 ** -draw.uniform(0, 300),
        "whole": lambda: float(draw.randint(-50, 50)),
    }[kind]
    most = draw.choice([1, 3, 3, 10**6])
    return [(make(), draw.randint(0, most), draw.randint(0, most)) for _ in range(n)]


def chunked(draw, entries, dtype=np.float64):
    found = []
    while entries:
        size = draw.choice([1, 2, 5, 50])
        part, entries = entries[:size], entries[size:]
        found.append(
            tuple(
                np.array(column, dtype=kind)
                for column, kind in zip(zip(*part, strict=True), (dtype, int, int), strict=True)
            )
        )
    return found


@pytest.mark.parametrize("seed", range(8))
def test_chunks_are_the_sample_of_their_counts(monkeypatch, seed):
    draw = random.Random(seed)
    monkeypatch.setattr(roc_path, "TIES", draw.choice([1, 3, 1 << 15]))
    monkeypatch.setattr(grouped, "FEW", draw.choice([4, 1 << 20]))
    read = 0
    for _ in range(40):
        entries = counted(draw, draw.choice([1, 2, 5, 30, 100]))
        if draw.random() < 0.5:
            entries = sorted({x: (x, a, b) for x, a, b in entries}.values())
        if not sum(a for _, a, _ in entries) or not sum(b for _, _, b in entries):
            with pytest.raises(SampleError, match=r"both classes|no examples"):
                of_groups(chunked(draw, entries))
            continue
        found, wanted = of_groups(chunked(draw, entries)), Sample.of_counts(*zip(*entries, strict=True))
        assert evaluate_sample(found) == evaluate_sample(wanted)
        agree(draw, found, wanted)
        assert found == wanted
        assert found.balanced() == wanted.balanced()
        read += 1
    assert read > 20


def test_chunks_of_other_numbers_are_taken_as_they_are():
    rows = [(["0.1", Decimal("0.2")], [1, 2], [0, 1]), ([F(1, 10)], [1], [1])]
    assert of_groups(rows) == Sample.of_counts(["0.1", "0.2"], [2, 2], [1, 1])
    assert of_groups([(np.array([1, 2]), [1, 0], [0, 1])]) == Sample.of([0, 1], [1, 2])
    long = np.array([1, 3], dtype=np.longdouble) / 3
    assert of_groups([(long, [1, 0], [0, 1])]).scores[0] == F(*long[0].as_integer_ratio())


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        ([], "there are no examples"),
        ([([0.5], [0], [0])], "there are no examples"),
        ([([0.5], [2], [0])], "all 2 examples are of class 0"),
        ([([0.5, np.nan], [1, 2], [1, 3])], "score nan is not a finite number (5 examples)"),
        ([([0.5, np.inf], [1, 0], [1, 1])], "score inf is not a finite number (1 example)"),
        ([([0.5], [1], [-1])], "count -1 is not a whole number from 0 to 2**62"),
        ([([0.5], [1.5], [1])], "count 1.5 is not a whole number from 0 to 2**62"),
        ([([0.5], [1, 1], [1])], "have the shapes (1,), (2,) and (1,)"),
        ([([2**53 + 1, 1], [1, 1], [1, 1])], "score 9007199254740993 is not an integer below 2**53 (2 examples)"),
        ([([0.5], [1], [1]), (["x"], [1], [1])], "have the type <U1"),
    ],
)
def test_chunks_that_are_refused(chunks, message):
    with pytest.raises(SampleError, match=re.escape(message)):
        of_groups([tuple(map(np.array, chunk)) for chunk in chunks])


def test_more_examples_than_arrays_can_multiply(monkeypatch):
    entries = [(0.1, 2**31, 5), (0.4, 7, 2**40), (0.9, 1, 1)]
    found, wanted = of_groups(chunked(random.Random(0), entries)), Sample.of_counts(*zip(*entries, strict=True))
    assert evaluate_sample(found).to_json() == evaluate_sample(wanted).to_json()
    monkeypatch.setattr(grouped, "FEW", 2)
    with pytest.raises(GroupedError, match="at 3 distinct scores are too many"):
        of_groups(chunked(random.Random(0), entries))


# --- DuckDB -------------------------------------------------------------------------------------------------

duckdb = pytest.importorskip("duckdb")


def outcome(read):
    try:
        return read()
    except DataError:
        return None


@pytest.mark.parametrize("block", range(4))
def test_parquet_by_duckdb(tmp_path, block):
    draw = random.Random(block)
    path = tmp_path / "data.parquet"
    read = 0
    for _ in range(40):
        n = draw.choice([0, 2, 3, 10, 40, 100])
        table = pa.table({"x": pa.array(range(n)), "score": columns(draw, n), "class": kinds(draw, n)})
        parquet.write_table(table, path)
        found = outcome(lambda: read_grouped(path))
        assert found == outcome(lambda: read_sample(path)), table.schema
        read += found is not None
    assert read > 5


@pytest.mark.parametrize("block", range(4))
def test_text_by_duckdb(tmp_path, block):
    draw = random.Random(block)
    path = tmp_path / "data.csv"
    for _ in range(30):
        write = scores(draw)
        mark = draw.choice([",", ";", "\t"])
        rows = [mark.join(("score", "class", "x"))]
        labels = ["0", "1.0", *draw.choices(["0", "1", "1.0"], k=draw.choice([5, 60]))]
        rows += [mark.join((write(), y, "y")) for y in labels]
        path.write_text("\n".join(rows) + "\n")
        assert read_grouped(path) == read_sample(path), rows


ROWS = "SELECT (i * 7919 % 1000) / 1000.0 AS score, (i % 3 = 0)::INT AS class FROM range(5000) t(i)"


def test_tables_patterns_and_relations(tmp_path):
    wanted = Sample.of([int(i % 3 == 0) for i in range(5000)], [f"{i * 7919 % 1000}e-3" for i in range(5000)])
    path = tmp_path / "it's data.db"
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE scored AS {ROWS.replace('1000.0', '1000::DECIMAL(9, 3)')}")
        exact = ROWS.replace("(i * 7919 % 1000) / 1000.0", "((i * 7919 % 1000) * 0.001::DECIMAL(6, 3))")
        assert read_grouped(connection.sql(exact)) == wanted
        connection.execute(f"CREATE OR REPLACE TABLE scored AS {exact}")
        for half in (0, 1):
            query = f"SELECT * FROM ({exact}) WHERE class = {half}"
            connection.sql(query).write_parquet(str(tmp_path / f"part-{half}.parquet"))
    assert read_grouped(path) == wanted
    assert read_grouped(path, table="scored") == wanted
    assert read_grouped(str(tmp_path / "part-*.parquet")) == wanted
    with pytest.raises(DataError, match="has no table 'other'; its tables are 'scored'"):
        read_grouped(path, table="other")
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE more (x INT)")
    with pytest.raises(DataError, match="name the table to read; its tables are 'more', 'scored'"):
        read_grouped(path)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("SELECT 0.5 AS score, 2 AS class FROM range(30)", "class 2; classes are 0 and 1 (30 examples)"),
        ("SELECT 1 AS score, '1.' || repeat('0', i::INT) AS class FROM range(120) t(i)", "more than 100 ways"),
        ("SELECT 0.5 AS score, NULL AS class", "class None; classes are 0 and 1 (1 example)"),
        ("SELECT 0.5 AS score, i AS class FROM range(1000) t(i)", "classes are 0 and 1 (1 example)"),
        (
            "SELECT CASE WHEN i > 4 THEN i::DOUBLE END AS score, 1 AS class FROM range(9) t(i)",
            "score None is not a number (5 examples)",
        ),
        ("SELECT 'nan'::DOUBLE AS score, 1 AS class FROM range(9)", "score nan is not a finite number (9 examples)"),
        ("SELECT '-inf'::FLOAT AS score, 1 AS class FROM range(9)", "score -inf is not a finite number (9 examples)"),
        ("SELECT 'high' AS score, 1 AS class FROM range(9)", "score 'high' is not a number (9 examples)"),
        (
            "SELECT DATE '2020-02-02' AS score, 1 AS class",
            "the column 'score' has the type date32[day]; scores and classes are numbers",
        ),
        (
            "SELECT 0.5 AS score, 1 AS class FROM range(9)",
            "all 9 examples are of class 1; both classes must be present",
        ),
        ("SELECT 0.5::DOUBLE AS score, 1 AS class FROM range(9)", "all 9 examples are of class 1"),
        ("SELECT 0.5 AS score, 1 AS class FROM range(0)", "there are no examples"),
        ("SELECT 0.5 AS p, 1 AS class", "has no column 'score'; its columns are 'p', 'class'"),
    ],
)
def test_rows_that_are_refused(tmp_path, rows, message):
    path = tmp_path / "data.parquet"
    with duckdb.connect() as connection:
        connection.sql(rows).write_parquet(str(path))
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        read_grouped(path)
    assert "data.parquet: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sources_that_are_refused(tmp_path):
    (tmp_path / "ragged.csv").write_text("score,class\n0.5,1\n0.6,0,7,8\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    for name in ("ragged.csv", "empty.csv", "broken.parquet", "missing.csv", ".", "none-*.parquet"):
        with pytest.raises(DataError) as caught:
            read_grouped(tmp_path / name)
        assert "\n" not in str(caught.value)
    with pytest.raises(DataError, match="is no path"):
        read_grouped([0.5])
    with pytest.raises(DataError, match="cannot both be the column 'x'"):
        read_grouped("x.csv", score="x", label="x")
    (tmp_path / "fine.csv").write_text("score,class\n0.5,1\n0.6,0\n")
    assert read_grouped(tmp_path / "fine.csv").n == 2
    with pytest.raises(DataError, match="memory 'much' is not a size such as 500MB"):
        read_grouped(tmp_path / "fine.csv", memory="much")
    with pytest.raises(DataError, match="has no table 't'"):
        read_grouped(tmp_path / "fine.csv", table="t")


LARGE = """
import json, sys, threading
from workbench.inference.bootstrap import Plan, band
from workbench.inference.evaluation_intervals import evaluation_intervals
from workbench.reading.databases import read_grouped
from workbench.losses.evaluation import evaluate_sample

def in_use():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon"))

before, greatest, over = in_use(), 0, threading.Event()

def watch():
    global greatest
    while not over.wait(0.01):
        greatest = max(greatest, in_use())

threading.Thread(target=watch, daemon=True).start()
sample = read_grouped(sys.argv[1], memory="60MB")
found = evaluate_sample(sample)
grown, greatest = greatest - before, 0
spread = evaluation_intervals(sample, found, Plan(resamples=4, level="0.5"))
curve = band(sample, "rate_driven", resamples=4, level="0.5")
over.set()
print(json.dumps([grown, found.to_json(), greatest - before, spread.to_json(), curve.to_json()]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is looked up in /proc")
def test_data_larger_than_the_memory_allowed(tmp_path, large):
    """8 million distinct doubles and their classes are 72 MB; scores and counts in arrays would be 192 MB."""
    in_memory = read_sample(large)
    wanted = evaluate_sample(in_memory)
    assert wanted.distinct_scores > 7_900_000
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    run = [sys.executable, "-c", LARGE, str(large)]
    found = subprocess.run(run, capture_output=True, text=True, timeout=120, env=environment)
    assert found.returncode == 0, found.stderr
    grown, figures, more, spread, curve = json.loads(found.stdout)
    assert figures == json.loads(json.dumps(wanted.to_json()))
    assert grown < 180 << 20
    assert more < 180 << 20
    again = evaluation_intervals(in_memory, wanted, Plan(resamples=4, level="0.5"))
    assert spread == json.loads(json.dumps(again.to_json()))
    assert curve == json.loads(json.dumps(band(in_memory, "rate_driven", resamples=4, level="0.5").to_json()))
    assert not list(tmp_path.iterdir())
    with pytest.raises(DataError, match="cannot be counted within this limit of memory"):
        read_grouped(large, memory="10MB")


def test_an_interrupted_count_leaves_nothing(tmp_path, large):
    code = "from workbench.reading.databases import read_grouped; print('on', flush=True); "
    code += f"read_grouped({str(large)!r}, memory='60MB')"
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    run = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout.readline() == "on\n"
    while not list(tmp_path.iterdir()):
        time.sleep(0.01)
    time.sleep(0.2)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert run.returncode == -signal.SIGINT
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    rng = np.random.default_rng(6)
    n = 8_000_000
    classes = rng.random(n) < 0.3
    values = 1 / (1 + np.exp(-(rng.standard_normal(n) + 1.5 * classes - 1)))
    path = tmp_path_factory.mktemp("large") / "large.parquet"
    parquet.write_table(pa.table({"score": values, "class": classes}), path, row_group_size=100_000)
    return path


def test_progress_is_told(monkeypatch, tmp_path, large):
    heard = []
    read_grouped(large, memory="300MB", progress=lambda *told: heard.append(told))
    assert heard
    assert all(name.endswith("large.parquet") and 0 <= done <= total == 100 for name, done, total in heard)


# --- Dask ---------------------------------------------------------------------------------------------------


def test_labels_of_any_kind_are_read_where_one_is_said_to_be_class_1(tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"score": [0.1, 0.2, 0.2, 0.9, 0.4], "kind": ["no", "yes", "no", "yes", "no"]})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    wanted = Sample.of([0, 1, 0, 1, 0], frame.score)
    parted = frames.from_pandas(frame, npartitions=3)
    for source in (parted, tmp_path / "a.parquet"):
        assert read_grouped(source, label="kind", pos_label="yes") == wanted
    for source in (parted, tmp_path / "a.parquet", tmp_path / "a.csv"):
        assert read_grouped(source, label="kind", pos_label="no").n1 == 3
        with pytest.raises(DataError, match="the event 'maybe' and one other are needed"):
            read_grouped(source, label="kind", pos_label="maybe")
    with duckdb.connect() as connection:
        rows = connection.sql("SELECT i AS score, [NULL, 'b', 'c', 'c'][i + 1] AS y FROM range(4) t(i)")
        with pytest.raises(DataError, match=r"y None is missing \(1 example\)"):
            read_grouped(rows, label="y", pos_label="c")


def test_frames_of_dask():
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    draw = random.Random(1)
    for make in (
        draw.random,
        lambda: round(draw.random(), 2),
        lambda: f"{draw.random():.3f}",
        lambda: draw.randint(0, 9),
    ):
        for kind in (int, bool, float, str):
            classes = [kind(draw.randint(0, 1)) if kind is not bool else draw.random() < 0.5 for _ in range(300)]
            values = [make() for _ in classes]
            frame = pandas.DataFrame({"score": values, "class": classes})
            heard = []
            found = read_grouped(
                frames.from_pandas(frame, npartitions=4), progress=lambda *told, to=heard: to.append(told)
            )
            assert found == Sample.of(classes, values)
            assert heard == [("partitions", i, 4) for i in range(4)]
    frame = pandas.DataFrame({"score": [0.5, np.nan, 0.25], "class": [0, 1, 2]})
    with pytest.raises(DataError, match=r"class 2; classes are 0 and 1 \(1 example\)"):
        read_grouped(frames.from_pandas(frame, npartitions=1))
    with pytest.raises(DataError, match=r"score nan is not a finite number \(1 example\)"):
        read_grouped(frames.from_pandas(frame[:2], npartitions=1))
    with pytest.raises(DataError, match="the DataFrame: has no column 'p'"):
        read_grouped(frames.from_pandas(frame, npartitions=1), score="p")


def test_frames_of_dask_on_a_cluster(tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    distributed = pytest.importorskip("distributed")
    rng = np.random.default_rng(3)
    classes, values = rng.random(5000) < 0.4, rng.random(5000)
    for i in range(4):
        part = slice(i, None, 4)
        parquet.write_table(pa.table({"p": values[part], "y": classes[part]}), tmp_path / f"{i}.parquet")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster):
        found = read_grouped(frames.read_parquet(str(tmp_path)), score="p", label="y")
        ordered = read_grouped(frames.read_parquet(str(tmp_path)).sort_values("p"), score="p", label="y")
    assert found == ordered == Sample.of(classes, values)


@pytest.fixture(scope="module")
def spark():
    session = pytest.importorskip("pyspark.sql").SparkSession
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    builder = session.builder.master("local[1]").config("spark.sql.shuffle.partitions", "3")
    try:
        found = builder.config("spark.ui.enabled", "false").config("spark.log.level", "ERROR").getOrCreate()
    except RuntimeError as error:
        pytest.skip(f"Spark does not start here: {error}")
    yield found
    found.stop()


def test_frames_of_spark(spark, monkeypatch):
    monkeypatch.setattr(databases, "ROWS", 64)
    draw = random.Random(1)
    for make, kind in (
        (draw.random, int),
        (lambda: round(draw.gauss(0, 1), 2), bool),
        (lambda: draw.choice([-0.0, 0.0, 5e-324, 1e300]), float),
        (lambda: Decimal(draw.randint(-99, 99)).scaleb(-2), str),
        (lambda: draw.choice([".5", "0.50", " 1e-3", f"{draw.random():.20f}"]), int),
        (lambda: draw.randint(-(2**52), 2**52), int),
    ):
        rows = [(make(), kind(draw.randint(0, 1)), i) for i in range(200)]
        frame = spark.createDataFrame(rows, ["the `score`.x", "class", "i"]).repartition(3)
        wanted = Sample.of([y for _, y, _ in rows], [s for s, _, _ in rows])
        assert read_grouped(frame, score="the `score`.x") == wanted
        assert read_grouped(frame, score="the `score`.x", higher_means=0) == turned(wanted)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(0.5, 2), (0.5, 2), (0.1, 1)], "class 2; classes are 0 and 1 (2 examples)"),
        ([(0.5, 1), (0.5, None), (0.1, 0)], "class None; classes are 0 and 1 (1 example)"),
        ([(None, 1), (None, 0), (0.1, 0)], "score None is not a number (2 examples)"),
        ([(float("nan"), 1), (0.1, 0)], "score nan is not a finite number (1 example)"),
        ([("x", 1), ("0.1", 0)], "score 'x' of entry 2 is not a number"),
        ([(0.5, 1), (0.1, 1)], "all 2 examples are of class 1"),
        ([(0.5, "1." + "0" * i) for i in range(120)], "class is written in more than 100 ways"),
        ([(b"1", 1), (b"0", 0)], "the column 'score' has the type binary; scores are numbers"),
    ],
)
def test_frames_of_spark_that_are_refused(spark, rows, message):
    with pytest.raises(DataError, match=re.escape(message)):
        read_grouped(spark.createDataFrame(rows, ["score", "class"]))
    with pytest.raises(DataError, match="the DataFrame: has no column 'p'; its columns are 'score', 'class'"):
        read_grouped(spark.createDataFrame(rows, ["score", "class"]), score="p")


# --- the command line ---------------------------------------------------------------------------------------


def test_the_same_figures_on_the_command_line(tmp_path, capsys):
    path, base = tmp_path / "data.parquet", tmp_path / "base.duckdb"
    with duckdb.connect(str(base)) as connection:
        connection.execute(f"CREATE TABLE scored AS {ROWS}")
        connection.execute("CREATE TABLE other AS SELECT 1 AS score")
        connection.table("scored").write_parquet(str(path))

    def printed(*arguments):
        code = main(["evaluate", *map(str, arguments), "--json"])
        return code, *capsys.readouterr()

    for way in ([], ["--higher-means", "0"]):
        wanted = printed(path, *way)
        assert wanted[0] == 0
        code, out, error = printed(path, "--memory", "200MB", *way)
        assert (code, out) == wanted[:2]
        assert "--memory does not pay for " in error
        assert printed(base, "--table", "scored", *way) == wanted
    code, _, error = printed(base)
    assert code == 2
    assert "base.duckdb: name the table to read; its tables are 'other', 'scored'" in error
    code, _, error = printed("-", "--memory", "1GB")
    assert code == 2
    assert "standard input: can only be read in memory" in error
