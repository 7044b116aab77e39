"""Files of scores: what is read, and the one line that says why a file is not."""

import shlex
import subprocess
import sys
import time
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa
import pytest
from pyarrow import parquet

from workbench.cli import main
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples.sample import Sample

F = Fraction


def written(folder, content, name="data.csv"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


WANTED = Sample.of([0, 1, 1], ["0.1", "2.35e-05", "0.75"])


@pytest.mark.parametrize(
    "content",
    [
        "score,class\n0.1,0\n2.35e-05,1\n0.75,1\n",
        "\ufeffscore,class\r\n0.1,0\r\n2.35e-05,1\r\n0.75,1",
        "class;id;score\n0;a;0.1\n1;b;2.35e-05\n1;c;0.75\n",
        "score\tclass\n0.1\t0\n2.35e-05\t1\n\n0.75\t1\n\n",
        ' score , class \n " 0.1",0\n0.0000235, 1 \n+.75,1\n'.replace(' " 0.1"', '" 0.1"'),
        '"score","class"\n0.1,0\n2.35e-05,1\n0.75,1\n',
        '"","score","class"\n"1",0.1,0\n"2",2.35e-05,1\n"3",0.75,1\n',
        '\ufeff"score";"class"\r\n"0.1";0\r\n"2.35e-05";1\r\n"0.75";1\r\n',
        '"a;b;c;d", "score", "class"\n1, 0.1, 0\n2, 2.35e-05, "1.0"\n3, 0.75, 1.\n',
        "\nscore,class\n0.1,0.0\n2.35e-05,1.0\n0.75,1.00\n",
        'score,class,note\n"0.1","0","a ""quoted"", one"\n2.35E-05,1,"two\nlines"\n0.750,1,\n',
    ],
)
def test_what_is_read(tmp_path, content):
    assert read_sample(written(tmp_path, content)) == WANTED


@pytest.mark.parametrize(
    "content",
    [
        "score;class\n0,1;0\n2,35e-05;1\n0,75;1\n",
        "score\tclass\n,1\t0\n+0,0000235\t1,0\n0,750\t1,0\n",
        'score,class\n"0,1",0\n"2,35E-05",1\n" 0,75 ",1\n',
    ],
)
def test_decimal_commas_are_read_where_they_can_be_nothing_else(tmp_path, content):
    assert read_sample(written(tmp_path, content)) == WANTED


def test_decimal_commas_in_columns_of_costs(tmp_path, capsys):
    path = written(tmp_path, "score;class;amount\n0,1;0;1.234,5\n0,4;1;2,5\n0,2;0;3\n0,8;1;1\n")
    assert main(["choose", str(path), "--miss", "amount", "--false-alarm", "1"]) == 2
    assert "line 2: amount '1.234,5' is not a number" in capsys.readouterr().err
    path.write_text(path.read_text().replace("1.234,5", "12,5"))
    assert main(["choose", str(path), "--miss", "amount", "--false-alarm", "1", "--csv"]) == 0
    assert "nobody,nobody,7/2," in capsys.readouterr().out


def test_columns_by_name_and_direction(tmp_path):
    path = written(tmp_path, "p,y,logit\n0.1,0,-2\n0.4,1,0\n")
    assert read_sample(path, score="p", label="y") == Sample.of([0, 1], ["0.1", "0.4"])
    assert read_sample(path, score="p", label="y", higher_means=0) == Sample.of([0, 1], ["0.9", "0.6"])
    assert read_sample(path, score="logit", label="y", higher_means=0) == Sample.of([0, 1], [2, 0])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "data.csv: is empty"),
        ("\n \n", "data.csv: is empty"),
        ("score,class\n", "data.csv: has a header and no rows"),
        ("score;class\n0,5;0\n0.5;1\n", "line 2: score '0,5' is not a number"),
        ("score;class\n1,234;0\n2,500;1\n", "line 2: score '1,234' may be 1.234 or 1234; numbers have a decimal point"),
        ("score,label\n1,0\n", "has no column 'class'; its columns are 'score', 'label'"),
        ("0.1,0\n0.2,1\n", "has no column 'score'; its columns are '0.1', '0'"),
        ("score,class,score\n1,0,1\n", "two columns are called 'score'"),
        ("score,class\n0.1,0\n0.2,2\n", "line 3: class '2'; classes are 0 and 1"),
        ("score,class\n0.1,0\n0.2,\n", "line 3: class ''; classes are 0 and 1"),
        ("score,class\n0.1,1\n0.2,1\n", "all 2 examples are of class 1; both classes must be present"),
        ("score,class\n0.1,1\nhigh,0\n", "line 3: score 'high' is not a number"),
        ('score,class\n0.1,1\n"0,2",0\n', "line 3: score '0,2' is not a number"),
        ("score,class\n0.1,1\nnan,0\n", "line 3: score 'nan' is not a finite number"),
        ("score,class\n\n-inf,1\n0.1,0\n", "line 3: score '-inf' is not a finite number"),
        ("score,class\n1e99999,1\n0.1,0\n", "line 2: score '1e99999' has an exponent beyond 5000"),
        ("score,class\n0.1,1\n0.2\n", "line 3: '0.2' has 1 entry; the header has 2"),
        ("score,class\n0.1,1,5\n", "line 2: '0.1,1,5' has 3 entries; the header has 2"),
        ('score,class\n"0.1,1\n0.2,0\n', "line 2: a quote that opens here is never closed"),
        ("score,class\n0.1\x1b[31m,1\n0,0\n", r"line 2: score '0.1\x1b[31m' is not a number"),
        (b"score,class\n\xff\xfe,1\n", "line 2: the byte 0xff is not UTF-8 text"),
        (b"score,class\n0.1,0\n" * 3000 + b"0.2\xe9,1\n", "line 6001: the byte 0xe9 is not UTF-8 text"),
        ("\n\nscore,class\n0.1,0\nhigh,1\n", "line 5: score 'high' is not a number"),
        ('score,class\n"0.1\n",0\nhigh,1\n', "line 4: score 'high' is not a number"),
        (b"score,class\n0\x00,1\n", "line 2: '0\\x00,1\\n' is not text"),
        (b"PAR1 is not enough", "data.csv: "),
        ("score,class\n" + "9" * 10_000_000 + ",1\n", "line 2: '" + "9" * 40 + "'... has more"),
        ("x" * 10_000_000, "line 1: '" + "x" * 40 + "'... has more than 100000"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, content, message):
    path = written(tmp_path, content)
    start = time.monotonic()
    with pytest.raises(DataError) as caught:
        read_sample(path)
    assert message in str(caught.value)
    assert "data.csv" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert time.monotonic() - start < 2


def test_no_file_at_all(tmp_path):
    with pytest.raises(DataError, match="there is no such file"):
        read_sample(tmp_path / "missing.csv")
    with pytest.raises(DataError, match="is a directory, not a file"):
        read_sample(tmp_path)
    with pytest.raises(DataError, match="class 0 or 1, not 2"):
        read_sample(tmp_path, higher_means=2)
    with pytest.raises(DataError, match="cannot both be the column 'class'"):
        read_sample(written(tmp_path, "score,class\n0,1\n"), score="class")


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("content", ["csv", "parquet"])
def test_standard_input_is_read_once(tmp_path, name, content):
    if content == "csv":
        path = written(tmp_path, "score,class\n" + "0.5,0\n0.75,1\n" * 20_000)
    else:
        path = tmp_path / "data.parquet"
        parquet.write_table(pa.table({"score": [0.5, 0.75] * 20_000, "class": [0, 1] * 20_000}), path)
    code = f"from workbench.reading.datafile import read_sample; print(read_sample({name!r}))"
    command = f"cat {path} | {sys.executable} -c {shlex.quote(code)}"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == "Sample(n=40000, n0=20000, n1=20000, distinct scores 2 in [1/2, 3/4])"


def test_standard_input_without_anything_is_named():
    code = "from workbench.reading.datafile import read_sample; read_sample('-')"
    found = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, timeout=60)
    assert "DataError: standard input: is empty" in found.stderr


def test_parquet(tmp_path):
    path = tmp_path / "data.parquet"

    def write(scores, classes):
        parquet.write_table(pa.table({"score": scores, "class": classes}), path)

    write([0.5, 0.25, 1.0], [0, 1, 1])
    assert read_sample(path) == Sample.of([0, 1, 1], [0.5, 0.25, 1.0])
    write([Decimal("0.10"), Decimal("0.25"), Decimal("1.00")], [False, True, True])
    assert read_sample(path).scores == (F(1, 10), F(1, 4), F(1))
    for scores, classes, message in (
        ([0.5, None], [0, 1], "row 2: score None is not a number"),
        ([0.5, float("nan")], [0, 1], "row 2: score nan is not a finite number"),
        ([0.5, 0.5], [0, 3], "row 2: class 3; classes are 0 and 1"),
        (["0.5", "x"], [0, 1], "row 2: score 'x' is not a number"),
        (pa.array([], pa.float64()), pa.array([], pa.int8()), "has no rows"),
    ):
        write(scores, classes)
        with pytest.raises(DataError) as caught:
            read_sample(path)
        assert message in str(caught.value)
    with pytest.raises(DataError, match="has no column 'p'; its columns are 'score', 'class'"):
        read_sample(path, score="p")


def test_a_database_is_called_one(tmp_path, capsys):
    content = b"\xfd" * 8 + b"DUCK" + (64).to_bytes(8, "little") + bytes(4076)
    for name in ("base.duckdb", "data.csv", "data.arff"):
        path = written(tmp_path, content, name)
        message = f"{name}: is a DuckDB database; its tables are read by read_grouped and by workbench evaluate FILE"
        with pytest.raises(DataError, match=message):
            read_sample(path)
        assert main(["plot", str(path), "--curve", "roc"]) == 2
        assert message in capsys.readouterr().err
    piped = subprocess.run([sys.executable, "-m", "workbench.cli", "evaluate", "-"], input=content, capture_output=True)
    assert piped.returncode == 2
    assert piped.stderr.startswith(b"workbench evaluate: standard input: is a DuckDB database; its tables are read by")


def test_text_with_a_duck_is_no_database(tmp_path, capsys):
    path = written(tmp_path, "score,a,DUCK,class\n0.1,2,2,0\n2.35e-05,2,2,1\n0.75,2,2,1\n")
    assert read_sample(path) == WANTED
    assert main(["evaluate", str(path)]) == 0
    assert "AUC" in capsys.readouterr().out
