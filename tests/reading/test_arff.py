"""ARFF files: the same samples as from CSV, and one line for what is not taken."""

import random
import re

import pytest

from workbench.reading import arff, datafile
from workbench.reading.databases import read_grouped
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples.columnar import Columnar
from workbench.samples.sample import Sample

HEADER = """% made for a test
@RELATION 'two classes'

@attribute 'the score' REAL
@ATTRIBUTE id\tstring
@attribute "say \\"class\\"" {0, 1}
@Data
"""
COLUMNS = {"score": "the score", "label": 'say "class"'}


@pytest.mark.parametrize("block", range(4))
def test_the_same_as_line_by_line(tmp_path, monkeypatch, block):
    draw = random.Random(block)
    path = tmp_path / "data.ARFF"
    at_once = 0
    for _ in range(30):
        write = draw.choice(
            [lambda: repr(draw.random()), lambda: f"{draw.gauss(0, 1):.18e}", lambda: str(draw.randint(0, 9))]
        )
        rows = [(write(), str(y)) for y in [0, 1, *(draw.randint(0, 1) for _ in range(draw.choice([2, 40])))]]
        lines = [f"{s}{draw.choice([',', ', '])}x,{y}" for s, y in rows]
        odd = draw.random() < 0.5
        if odd:
            lines.insert(draw.randint(0, len(lines)), draw.choice(["% 1,2,3", "", "'0.5', 'a,b', '1'", '".5","q","0"']))
        end = draw.choice(["\n", "\r\n"])
        path.write_bytes((HEADER + "\n".join(lines) + "\n").replace("\n", end).encode())
        extra = [("0.5", "1")] * ("'0.5', 'a,b', '1'" in lines) + [(".5", "0")] * ('".5","q","0"' in lines)
        wanted = Sample.of([y for _, y in rows + extra], [s for s, _ in rows + extra])
        found = read_sample(path, **COLUMNS)
        assert found == wanted
        if not odd:
            at_once += isinstance(found, Columnar)
            with monkeypatch.context() as patch:
                patch.setattr(arff, "sample_of_text", lambda *_: None)
                assert read_sample(path, **COLUMNS) == wanted
    assert at_once > 5


def test_numeric_classes_and_higher_means_class_0(tmp_path):
    path = tmp_path / "data.arff"
    path.write_text("\ufeff@relation r\n@attribute class integer\n@attribute score numeric\n@data\n0,0.25\n1,.5\n")
    assert read_sample(path) == Sample.of([0, 1], ["0.25", "0.5"])
    assert read_sample(path, higher_means=0) == Sample.of([0, 1], ["0.75", "0.5"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data.arff: has no @data"),
        ("@relation r\n@attribute score real\n@attribute class {0,1}\n", "data.arff: has no @data"),
        ("0.5,1\n", "line 1: '0.5,1'; before @data stand @relation and @attribute"),
        ("@attribute score\n", "line 1: '@attribute score' is not @attribute NAME TYPE"),
        ("@attribute p real\n@attribute class {0,1}\n@data\n", "has no column 'score'; its columns are 'p', 'class'"),
        ("@attribute score {1,2}\n@attribute class {0,1}\n@data\n", "line 1: 'score' has the type '{1,2}'; scores are"),
        (
            "@attribute score real\n\n@attribute class {neg,pos}\n@data\n",
            "line 3: 'class' has the type '{neg,pos}'; classes are 0 (positive) and 1",
        ),
        ("@attribute score real\n@attribute class string\n@data\n", "line 2: 'class' has the type 'string'; classes"),
        (HEADER + "", "has no rows after @data"),
        (HEADER + "0.5,x,1\n{0 0.5, 2 1}\n", "line 9: '{0 0.5, 2 1}' is a sparse row; write all its values"),
        (HEADER + "0.5,x,1\n0.5,1\n", "line 9: '0.5,1' has 2 entries; there are 3 attributes"),
        (HEADER + "0.5\n", "line 8: '0.5' has 1 entry; there are 3 attributes"),
        (HEADER + "0.5,x,1,{5}\n", "line 8: '0.5,x,1,{5}' has 4 entries; there are 3 attributes"),
        (HEADER + "0.5,x,1\n\n?,x,0\n", "line 10: the score '?' is not a number"),
        (HEADER + "0.5,x,1\n0.1,x,?\n", "line 9: say \"class\" '?'; classes are 0 and 1"),
        (HEADER + "0.5,'x,1\n", "line 8: "),
        (HEADER + "0.5,x,1\n", "all 1 examples are of class 1"),
        (b"@relation \xff\n", "line 1: the byte 0xff is not UTF-8 text"),
        (HEADER.encode() + b"0.5,\xff,1\n", "line 8: the byte 0xff is not UTF-8 text"),
    ],
)
def test_what_is_refused(tmp_path, text, message):
    path = tmp_path / "data.arff"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    columns = COLUMNS if "the score" in str(text) else {}
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        read_sample(path, **columns)
    assert "\n" not in str(caught.value)


def test_arff_is_read_in_memory_only(tmp_path):
    (tmp_path / "data.arff").write_text(HEADER + "0.5,x,1\n0.25,x,0\n")
    pytest.importorskip("duckdb")
    with pytest.raises(DataError, match="can only be read in memory"):
        read_grouped(tmp_path / "data.arff", **COLUMNS)
    assert datafile.read_sample(tmp_path / "data.arff", **COLUMNS).n == 2
