"""Text larger than memory: the same samples as in memory, the same refusals, and files of any name."""

import json
import os
import random
import re
import subprocess
import sys

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.reading.test_reading import ODD, ODD_CLASSES, ODD_NOTES, agree, table
from workbench.losses.evaluation import evaluate_sample
from workbench.reading import large_text
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples import text_columns
from workbench.samples.columnar import Columnar
from workbench.samples.sample import Sample
from workbench.samples.turned import turned

pytest.importorskip("duckdb")


def outcome(read, path, **options):
    try:
        return read(path, **options)
    except DataError as error:
        return str(error)


def same(path, **options):
    """The sample, the same from both readers, or why both refuse: in the same words, but for the line of a value."""
    found, wanted = outcome(read_grouped, path, **options), outcome(read_sample, path, **options)
    if isinstance(wanted, Sample):
        assert found == wanted, (path.read_bytes()[:500], found, wanted)
    else:
        assert isinstance(found, str), (path.read_bytes()[:500], found, wanted)
        if "is not" not in wanted and "classes are" not in wanted:
            assert found == wanted or found.endswith("examples)"), path.read_bytes()[:500]
    return found


@pytest.mark.parametrize("block", range(6))
def test_the_same_as_in_memory(tmp_path, monkeypatch, block):
    draw = random.Random(f"large {block}")
    path = tmp_path / "data.csv"
    read = at_once = 0
    for _ in range(60):
        monkeypatch.setattr(text_columns, "SIZE", draw.choice([7, 40, 300, 1 << 18]))
        monkeypatch.setattr(large_text, "BATCH", draw.choice([2, 30, 1 << 17]))
        monkeypatch.setattr(large_text, "ROWS", draw.choice([1, 3, 1 << 14]))
        lines = table(draw).split("\n")
        for _ in range(draw.choice([0, 0, 0, 1, 3])):
            lines.insert(draw.randint(1, len(lines)), draw.choice(["# note", "#0.5,1", "'0.5,1", "'", "\ufeff", "\\"]))
        path.write_bytes("\n".join(lines).encode(draw.choice(["utf-8"] * 9 + ["utf-16"])))
        found = same(path, higher_means=draw.choice([1, 1, 1, 0]))
        read += isinstance(found, Sample)
        at_once += isinstance(found, Columnar)
    assert read > 8
    assert at_once > read / 6


@pytest.mark.parametrize(("mark", "order"), [(",", (0, 1, 2)), (";", (2, 1, 0)), ("\t", (1, 0, 2))])
def test_one_oddity_among_plain_lines(tmp_path, mark, order):
    path = tmp_path / "data.csv"
    odd = [(value, "0", "x") for value in (*ODD, "#", "#0.5", "'0.5'", "'0.5", "9" * 19, "9" * 60)]
    odd += [("0.5", kind, "x") for kind in (*ODD_CLASSES, "#1", "'1")]
    odd += [("0.5", "1", note) for note in (*ODD_NOTES, "#", "'", "'a", "a'", "\\", '\\"')]
    read = 0
    for row in odd:
        for rows in ([row, ("0.5", "1", "x"), ("0.25", "0", "x")], [("0.5", "1", "'x"), ("0.25", "0", "x'"), row]):
            lines = [mark.join(line[i] for i in order) for line in [("score", "class", "note"), *rows]]
            path.write_bytes(("\n".join(lines) + "\n").encode())
            read += isinstance(same(path), Sample)
    assert read > 60


HEAD = "score,class\n0.1,0\n"


@pytest.mark.parametrize(
    ("text", "n"),
    [
        (HEAD + "#0.2,1\n0.3,1\n", "score '#0.2' is not a number (1 example)"),
        ("note,score,class\n#,0.1,0\n# x,0.2,1\n", 2),
        ("note,score,class\n'a,0.1,0\nb',0.2,1\n", 2),
        (HEAD + "0.2,1\n" * 60_000 + '"0.3",1\n', 60_002),
        (HEAD + " \n\n\t\n0.2, 1\n", 2),
        (HEAD.replace("\n", "\r") + "0.2,1", 2),
        ("\ufeff" + HEAD.replace("\n", "\r\n") + "0.2,1", 2),
        ("Score,score,class\n0.1,0.3,0\n0.1,0.4,1\n", 2),
        ("score_1,score\tclass,score\tclass\n", "has no column 'score'"),
        ("score,class\n\n", "has a header and no rows"),
        (HEAD + "0.2,1,3\n", "line 3: '0.2,1,3' has 3 entries; the header has 2"),
        (HEAD + '"0.2,1\n0.3,1\n', "line 3: a quote that opens here is never closed"),
        ("score,class,score\n0.1,0,1\n0.2,1,1\n", "two columns are called 'score'"),
        ("", "data.csv: is empty"),
        (HEAD + "0.2,1" + "0" * 100_000, "has more than 100000 characters"),
    ],
)
def test_what_guessing_gets_wrong(tmp_path, text, n):
    path = tmp_path / "data.csv"
    path.write_bytes(text.encode())
    found = same(path)
    if isinstance(n, int):
        assert found.n == n
    else:
        assert n in found


@pytest.mark.parametrize("name", ["a[1].x", "a*b?.x", "score=1/class=0/a.x", "it's.x", "é '[!]*.x", "a.csv.gz", "[].x"])
def test_files_of_any_name(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "0.2,1\n")
    (tmp_path / "a1.x").write_text(HEAD + "0.9,1\n")
    assert same(path) == Sample.of([0, 1], ["0.1", "0.2"])
    parquet.write_table(pa.table({"score": [0.5, 0.75], "class": [0, 1]}), path)
    assert same(path) == Sample.of([0, 1], [0.5, 0.75])


def test_several_files(tmp_path):
    (tmp_path / "1.csv").write_text("class;score\n0;0.1\n")
    (tmp_path / "2.csv").write_text("score,x,class\n0.2,,1\n")
    (tmp_path / "3.csv").write_text("score,class\n")
    for more, scores in (("0.3", "0.1 0.2 0.3"), ("0.3333333333333333333", None), ("1/3", "0.1 0.2 1/3")):
        (tmp_path / "4.csv").write_text(f"score,class\n{more},1\n")
        assert read_grouped(str(tmp_path / "*.csv")) == Sample.of([0, 1, 1], (scores or f"0.1 0.2 {more}").split())
    (tmp_path / "4.csv").write_text("score,class\n0.3,1\n0.4\n")
    with pytest.raises(DataError, match=r"4.csv, line 3: '0.4' has 1 entry; the header has 2"):
        read_grouped(str(tmp_path / "*.csv"))
    parquet.write_table(pa.table({"score": [0.5], "class": [1]}), tmp_path / "5.csv")
    with pytest.raises(DataError, match="are not all Parquet files or all CSV files"):
        read_grouped(str(tmp_path / "*.csv"))
    with pytest.raises(DataError, match="there are no such files"):
        read_grouped(str(tmp_path / "*.tsv"))


def test_too_many_examples_of_many_digits(tmp_path, monkeypatch):
    path = tmp_path / "data.csv"
    path.write_text(HEAD + "0.12345678901234567,1\n0.2,0\n")
    assert read_grouped(path).route == "decimal keys"
    monkeypatch.setattr(large_text, "MOST", 2)
    for more in ("", "e-9"):
        path.write_text(HEAD + f"0.12345678901234567{more},1\n0.2,0\n")
        with pytest.raises(DataError, match="3 examples are too many: up to 2 are read if scores have more than 15"):
            read_grouped(path)


def test_wide_decimals_with_ties_and_signs(tmp_path, monkeypatch):
    monkeypatch.setattr(large_text, "BATCH", 100)
    monkeypatch.setattr(text_columns, "SIZE", 1000)
    draw = random.Random(5)
    known = [f"{draw.gauss(0, 9):.18e}" for _ in range(300)] + ["0", "-0.5", "1e-7", "123456.5"]
    rows = [(draw.choice(known), draw.randint(0, 1)) for _ in range(2_000)]
    path = tmp_path / "data.csv"
    path.write_text("score,class\n" + "".join(f"{x},{y}\n" for x, y in rows))
    found, wanted = read_grouped(path), Sample.of([y for _, y in rows], [x for x, _ in rows])
    assert found.route == "wide decimals"
    assert evaluate_sample(found) == evaluate_sample(wanted)
    agree(draw, found, wanted)
    assert found == wanted
    assert same(path, higher_means=0) == turned(wanted)


LARGE = """
import json, sys, threading
from workbench.reading.databases import read_grouped
from workbench.losses.evaluation import evaluate_sample

def in_use():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon"))

import duckdb, pyarrow
before, greatest, over = in_use(), 0, threading.Event()

def watch():
    global greatest
    while not over.wait(0.01):
        greatest = max(greatest, in_use())

threading.Thread(target=watch, daemon=True).start()
found = evaluate_sample(read_grouped(sys.argv[1], memory=sys.argv[2]))
over.set()
print(json.dumps([greatest - before, found.to_json()]))
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is looked up in /proc")
@pytest.mark.parametrize(("digits", "memory"), [(25, "40MB"), (17, "20MB"), (6, "20MB")])
def test_text_larger_than_the_memory_allowed(tmp_path, digits, memory):
    draw = random.Random(digits)
    path = tmp_path / "data.csv"
    with path.open("w") as file:
        file.write("score,class\n")
        file.writelines(f"{draw.random():.{digits}f},{draw.randint(0, 1)}\n" for _ in range(2_000_000))
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    run = [sys.executable, "-c", LARGE, str(path), memory]
    found = subprocess.run(run, capture_output=True, text=True, timeout=120, env=environment)
    assert found.returncode == 0, found.stderr
    grown, figures = json.loads(found.stdout)
    assert figures == json.loads(json.dumps(evaluate_sample(read_sample(path)).to_json()))
    assert grown < 80 << 20, grown >> 20
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(DataError, match=re.escape("cannot be counted within this limit of memory; give it more")):
        read_grouped(path, memory="1MB")
