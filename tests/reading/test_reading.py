"""Files read by array arithmetic: the same samples and the same messages as line by line, and which way was taken."""

import pickle
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from workbench.losses.evaluation import evaluate_sample
from workbench.reading import datafile
from workbench.reading.datafile import read_sample
from workbench.reading.delimited import DataError
from workbench.samples import text_columns, texts
from workbench.samples.columnar import Columnar
from workbench.samples.decimals import TEN, Decimals, _lengths, of_decimals
from workbench.samples.sample import Sample
from workbench.samples.turned import turned
from workbench.samples.wide_decimals import WideDecimals, of_wide

F = Fraction


def outcome(path, **options):
    try:
        return read_sample(path, **options)
    except DataError as error:
        return str(error)


def line_by_line(path, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "read_text", lambda *_: None)
        patch.setattr(datafile, "_parquet", lambda *_: None)
        found = outcome(path, **options)
    assert not isinstance(found, Columnar) or found.route == "packed keys" or found.n >= 256
    return found


def same(path, **options):
    found, wanted = outcome(path, **options), line_by_line(path, **options)
    assert found == wanted, (path.read_bytes()[:500], found, wanted)
    return found


# --- text that may be anything ------------------------------------------------------------------------------

DIGITS = "0123456789"


def plain(draw):
    """A decimal as somebody may write it."""
    whole = "".join(draw.choices(DIGITS, k=draw.choice([0, 1, 1, 1, 1, 1, 2, 7, 8, 9])))
    part = "".join(draw.choices(draw.choice([DIGITS, "0", "05", "9"]), k=draw.choice([0, 1, 2, 6, 8, 9, 11])))
    text = whole + draw.choice([".", "." if part else ""]) + part
    return draw.choice(["", "", "", "", "-", "+"]) + (text if whole or part else "0")


def scores(draw):
    kind = draw.choice(["repr", "fixed", "any", "few", "small", "whole", "many", "wide"])
    if kind == "repr":
        return lambda: repr(draw.random() * 10 ** -draw.choice([0, 0, 1, 2, 5, 9]))
    if kind == "fixed":
        places = draw.randint(0, 18)
        return lambda: f"{draw.random():.{places}f}"
    if kind == "few":
        return lambda: draw.choice(
            ["0.1", "0.10", ".1", "1e-1", "0.100000000000000000", "1", "1.", "0", "-0.0", "+0.5"]
        )
    if kind == "small":
        return lambda: f"{draw.random() * 10 ** -draw.randint(0, 30):.{draw.randint(1, 16)}e}"
    if kind == "wide":
        places, sign = draw.randint(15, 26), draw.choice(["", "-", "+"])
        return lambda: draw.choice(["", sign]) + f"{draw.random() * 10 ** draw.choice([0, 0, 3, -4]):.{places}e}"
    if kind == "whole":
        return lambda: str(draw.randint(-3, 10 ** draw.choice([1, 6, 8, 12])))
    if kind == "many":
        return lambda: draw.choice([f"{draw.random():.25f}", f"{draw.random():.16f}", "1" + "0" * draw.randint(0, 30)])
    return lambda: plain(draw)


ODD = [
    "",
    " ",
    "nan",
    "inf",
    "-inf",
    "1e5",
    "1E+3",
    "1.5e-400",
    "1e",
    "e-05",
    ".",
    "-",
    "+",
    "+-1",
    "1.2.3",
    "1,5",
    "0x1",
    "1/3",
    "1_0",
    "０.5",
    "0.5\x00",
    "½",
    "--1",
    "1e-5e-5",
    "1.e-05",
    ".e-05",
    "1e-0005",
    "1e+-05",
    "\t0.5",
    "0 .5",
    "0.5\x0b",
    '"0.5',
    '0.5"',
    '"0.5"x',
    '"0.""5"',
    "' 0.5'",
    "0;5",
    "5" * 50,
    "0.5\r",
    "12345678.5",
    "123456789.5",
    "1e-1x5",
    "0.5:",
    "0/5",
]
ODD_CLASSES = [
    "",
    "2",
    "-0",
    "+1",
    "1.",
    "01",
    "1.00000",
    "true",
    "False",
    "0e0",
    "1 ",
    "  1",
    "1e0",
    '"1"',
    "NaN",
    "1.0000001",
    "1.000000000000000000e+00",
    "0.000000000000000000e+00",
    "-0.000000000000000000e+00",
    "1.000000000000000001e+00",
    "0.000000000000000001e+00",
    "10.00000000e-01",
    "1.00000000e+01",
    "000000000001",
    "1.00000000x",
    "'0'",
]


def table(draw):
    """Lines of text that nearly are a table of scores and classes."""
    mark = draw.choice([",", ",", ",", ";", "\t"])
    columns = draw.choice(
        [["score", "class"], ["class", "score"], ["id", "score", "class"], ["score", "x", "class", "y"]]
    )
    score = scores(draw)
    kinds = draw.choice(
        [["0", "1"], ["0", "1"], ["0.0", "1.0"], ["0", "1", "1.0", "0.00", " 1"], [f"{i:.18e}" for i in (0, 1)]]
    )
    tame = draw.random() < 0.5
    oddity = 0 if tame else draw.choice([0, 0, 0.02, 0.2])
    notes = (
        ["a", "1.5", "e-05", "é"]
        if tame
        else draw.choice(
            [["a", "x1", ""], ["a", "1.5", "9"], ["e-05", '"q"', "é"], ['"a,b"', "a"], ['"a\nb"', "c"], ['"a""b"', "c"]]
        )
    )
    quoting = draw.choice([0, 0, 0, 0.5, 1])
    spaces = 0 if quoting else draw.choice([0, 0, 0, 0.3, 1])

    def entry(column):
        if column == "score":
            text = draw.choice(ODD) if draw.random() < oddity else score()
        elif column == "class":
            text = draw.choice(ODD_CLASSES) if draw.random() < oddity else draw.choice(kinds)
        else:
            text = draw.choice(notes)
        if draw.random() < spaces:
            text = " " * draw.randint(0, 4) + text + " " * draw.randint(0, 5)
        return f'"{text}"' if '"' not in text and draw.random() < quoting else text

    rows = [[entry(column) for column in columns] for _ in range(draw.choice([0, 2, 3, 8, 20, 40]))]
    if draw.random() < 0.05 and rows:
        draw.choice(rows).append("1")
    lines = [mark.join(row) for row in [columns, *rows]]
    for _ in range(0 if tame else draw.choice([0, 1, 3])):
        lines.insert(draw.randint(0, len(lines)), draw.choice(["", "", " ", "\t"]))
    end = draw.choice(["\n", "\r\n"] if tame else ["\n", "\r\n", "\r", "\n\r"])
    text = end.join(lines) + draw.choice([end, end, "", end + end])
    return draw.choice(["", "", "\ufeff"]) + text


@pytest.mark.parametrize("block", range(12))
def test_the_same_as_line_by_line(tmp_path, monkeypatch, block):
    draw = random.Random(block)
    path = tmp_path / "data.csv"
    read = at_once = 0
    for _ in range(150):
        monkeypatch.setattr(text_columns, "SIZE", draw.choice([7, 40, 300, 1 << 18]))
        path.write_bytes(table(draw).encode())
        found = same(path, higher_means=draw.choice([1, 1, 1, 0]))
        read += isinstance(found, Sample)
        at_once += isinstance(found, Columnar)
    assert read > 40
    assert at_once > read / 6


def test_files_of_savetxt_are_read_at_once(tmp_path, monkeypatch):
    rng = np.random.default_rng(1)
    table = np.column_stack((rng.random(3000), rng.integers(2, size=3000)))
    np.savetxt(tmp_path / "data.csv", table, delimiter=",", header="score,class", comments="")
    monkeypatch.setattr(text_columns, "SIZE", 5000)
    wanted = line_by_line(tmp_path / "data.csv")
    monkeypatch.setattr(datafile, "_lines", None)
    found = read_sample(tmp_path / "data.csv")
    assert found.route == "wide decimals"
    assert found == wanted
    assert [float(score) for score in found.scores] == sorted(table[:, 0])


ODD_NOTES = [
    '"a"b',
    'a"b',
    '"a""b"',
    '"a,b"',
    '"a\nb"',
    '"a',
    "a\0",
    "é",
    "a\rb",
    '"a"',
    '""',
    " a ",
    '"a" ',
    ' "a"',
    "a,b",
    "a\nb",
]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_one_oddity_among_plain_lines(tmp_path, mark):
    path = tmp_path / "data.csv"
    values = [*ODD, *("9" * n for n in range(1, 26)), *("0." + "9" * n for n in range(1, 26)), "0.1000000000000000000"]
    values += [
        f"{whole}.{part}" for whole in ("0", "7", "12345678") for part in ("", "0" * 12, "5" * 10, "0" * 19 + "1")
    ]
    values += [f"0.{c}5" for c in "/:;<?@[`{~\x1f\x7f"] + [f"1e{sign}{'1' * n}" for sign in "+-" for n in range(5)]
    rows = [(value, "0", "x") for value in values]
    rows += [("0.5", kind, "x") for kind in ODD_CLASSES]
    rows += [("0.5", "1", note) for note in ODD_NOTES]
    for odd in rows:
        for lines in ([odd, ("0.5", "1", "x"), ("0.25", "0", "x")], [("0.5", "1", "x"), ("0.25", "0", "x"), odd]):
            for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
                text = [mark.join(line[i] for i in order) for line in [("score", "class", "note"), *lines]]
                path.write_bytes(("\n".join(text) + "\n").encode())
                same(path)


@pytest.mark.parametrize(
    "lines",
    [
        "0.5\n1\n0.25,0",
        "0.5,1,0.25\n0",
        "0.5\n1,0.25,0",
        "0.5,1\n\n0.25,0",
        "0.5,1\n \n0.25,0",
        "0.5,1\n,\n0.25,0",
        "0.5,1,\n0.25,0",
        "\n\n",
    ],
)
def test_lines_of_other_lengths(tmp_path, lines):
    path = tmp_path / "data.csv"
    for end in ("", "\n", "\n\n", "\r\n", "\r"):
        path.write_text(f"score,class\n{lines}{end}")
        same(path)


WAYS = {
    "repr": (lambda draw: repr(draw.random()), "decimal keys"),
    "small": (lambda draw: repr(draw.random() * 10 ** -draw.uniform(0, 25)), "decimal keys"),
    "signed": (lambda draw: repr(draw.gauss(0, 3)), "decimal keys"),
    "scientific": (lambda draw: f"{draw.random():.16e}", "decimal keys"),
    "savetxt": (lambda draw: f"{draw.random():.18e}", "wide decimals"),
    "savetxt signed": (lambda draw: f"{draw.gauss(0, 30):.18e}", "wide decimals"),
    "26 digits": (lambda draw: f"{draw.choice([draw.random(), 0.5, 2.0]):.25f}", "wide decimals"),
    "mixed": (lambda draw: draw.choice([repr(draw.random()), f"{draw.random():.20f}", "0", "-0.5"]), "wide decimals"),
    "18 decimals": (lambda draw: f"0.{draw.randrange(10**18):018d}", "decimal keys"),
    "15 decimals": (lambda draw: f"{draw.random():.15f}", "integer keys"),
    "6 decimals": (lambda draw: f"{draw.random():.6f}", "integer keys"),
    "2 decimals": (lambda draw: f"{draw.random():.2f}", "counting"),
    "whole": (lambda draw: str(draw.randint(-1000, 1000)), "integer keys"),
    "percent": (lambda draw: str(draw.randint(0, 100)), "counting"),
}


@pytest.mark.parametrize("way", WAYS)
def test_common_files_are_read_at_once(tmp_path, monkeypatch, way):
    """And every figure is the same, with thresholds at scores and beside them."""
    write, route = WAYS[way]
    draw = random.Random(way)
    n = 4000
    texts, classes = [write(draw) for _ in range(n)], [draw.randint(0, 1) for _ in range(n)]
    texts += draw.choices(texts, k=100)
    classes += draw.choices([0, 1], k=100)
    path = tmp_path / "data.csv"
    path.write_text("".join(f"{x},{y}\n" for x, y in zip(["score", *texts], ["class", *classes], strict=True)))
    monkeypatch.setattr(text_columns, "SIZE", 5000)
    monkeypatch.setattr(datafile, "_lines", None)
    found, wanted = read_sample(path), Sample.of(classes, texts)
    assert found.route == route
    assert evaluate_sample(found) == evaluate_sample(wanted)
    agree(draw, found, wanted)
    assert found == wanted
    found, wanted = read_sample(path, higher_means=0), turned(wanted)
    assert found.route == route
    assert evaluate_sample(found) == evaluate_sample(wanted)
    agree(draw, found, wanted)
    assert found == wanted


def agree(draw, found, wanted):
    cuts = [*draw.choices(wanted.scores, k=20), *wanted.extremes, F(0), F(1), F(-1), F(10**40), F(-(10**40)), F(1, 3)]
    cuts += [cut + draw.choice([-1, 1]) * F(1, 10 ** draw.choice([15, 18, 19, 30])) for cut in cuts]
    for cut in cuts:
        assert found.counts_at_most(cut) == wanted.counts_at_most(cut)
        for from_low in (False, True):
            for k in (0, 1):
                for degree in (0, 1, 2, 3):
                    bounds = sorted([cut, draw.choice(cuts)])
                    asked = k, degree, *draw.choice([bounds, [cut, None], [None, cut]]), from_low
                    assert found.power_sums(*asked) == wanted.power_sums(*asked)
    for rate in (F(1, 3), F(1, 2), F(99, 100)):
        for k in (0, 1):
            assert found.rank_sums(k, 1, rate, F(1)) == wanted.rank_sums(k, 1, rate, F(1))
    assert found.extremes == wanted.extremes
    assert found.distinct_scores == wanted.distinct_scores
    assert found.blocks == wanted.blocks
    assert found.ties == wanted.ties


def test_digits_of_integers():
    numbers = [0, *(int(x) + d for x in TEN for d in (-1, 0, 1)), *(2**i + d for i in range(60) for d in (-1, 0, 1))]
    numbers = [x for x in numbers if x < 10**18]
    wanted = [len(str(abs(x))) if x else 0 for x in numbers]
    assert _lengths(np.array(numbers)).tolist() == wanted
    assert _lengths(-np.array(numbers)).tolist() == wanted


@pytest.mark.parametrize("block", range(6))
def test_samples_of_decimals(block):
    draw = random.Random(block)
    at_once = 0
    for _ in range(60):
        digits, low, high = draw.randint(1, 18), *sorted([draw.randint(-20, 25), draw.randint(-20, 25)])
        high = draw.choice([low, low + 1, low + 3, high])
        parts, rows = [], []
        for _ in range(draw.choice([1, 3])):
            n = draw.choice([1, 3, 30])
            m = [draw.choice([0, 1, 10**digits - 1, draw.randrange(10**digits)]) for _ in range(n)]
            if draw.random() < 0.3:
                m = [x * draw.choice([-1, 1]) for x in m]
            places, classes = [draw.randint(low, high) for _ in m], [draw.randint(0, 1) for _ in m]
            packed = np.array([x << 1 | y for x, y in zip(m, classes, strict=True)], dtype=np.int64)
            parts.append(Decimals(packed, np.array(places, dtype=np.int16)))
            rows += [(F(x) / F(10) ** k, y) for x, k, y in zip(m, places, classes, strict=True)]
        if len({y for _, y in rows}) < 2:
            continue
        found = of_decimals(parts)
        if found is None:
            continue
        at_once += 1
        wanted = Sample.of([y for _, y in rows], [x for x, _ in rows])
        assert found == wanted
        agree(draw, found, wanted)
    assert at_once > 20


@pytest.mark.parametrize("block", range(6))
def test_samples_of_wide_decimals(block):
    draw = random.Random(block)
    read = 0
    for _ in range(60):
        digits, low, high = draw.randint(1, 26), *sorted([draw.randint(-5, 30), draw.randint(-5, 30)])
        high = draw.choice([low, low + 1, low + 3, high])
        parts, rows = [], []
        for _ in range(draw.choice([1, 3])):
            n = draw.choice([1, 3, 30])
            m = [
                draw.choice([0, 1, 10**digits - 1, draw.randrange(10**digits)]) * draw.choice([1, 1, -1])
                for _ in range(n)
            ]
            m += [draw.choice(m) + draw.choice([-1, 0, 0, 1]) * (digits < 26) for _ in range(n)]
            places, classes = [draw.randint(low, high) for _ in m], [draw.randint(0, 1) for _ in m]
            halves = (
                np.array([divmod(abs(x), 10**8) for x in m]) * np.sign(np.array(m, dtype=object)).astype(int)[:, None]
            )
            kinds = np.array(places, dtype=np.int16), np.array(classes, dtype=bool)
            parts.append(WideDecimals(halves[:, 0].copy(), halves[:, 1].copy(), *kinds))
            rows += [(F(x) / F(10) ** k, y) for x, k, y in zip(m, places, classes, strict=True)]
        found = of_wide(parts)
        if found is None or len({y for _, y in rows}) < 2:
            continue
        read += 1
        wanted = Sample.of([y for _, y in rows], [x for x, _ in rows])
        assert found == wanted
        assert evaluate_sample(found) == evaluate_sample(wanted)
        agree(draw, found, wanted)
        assert turned(found) == turned(wanted)
        assert pickle.loads(pickle.dumps(found)) == found
    assert read > 20


@pytest.mark.parametrize("block", range(6))
def test_samples_turned_round(block):
    draw = random.Random(block)
    make = [
        draw.random,
        lambda: draw.choice([0.0, 0.1, 0.5, 1.0]),
        lambda: draw.gauss(0, 1),
        lambda: draw.choice([5e-324, 0.0, 1e-9, 1.0]),
    ]
    for _ in range(60):
        n = draw.choice([2, 3, 10, 60])
        kind = draw.choice(make)
        values = [kind() for _ in range(n)]
        classes = [0, 1, *draw.choices([0, 1], k=n - 2)]
        draw.shuffle(classes)
        straight = Sample.of(np.array(classes), np.array(values))
        assert type(straight) is Columnar
        found, wanted = turned(straight), turned(Sample.of(classes, [F(x) for x in values]))
        assert evaluate_sample(found) == evaluate_sample(wanted)
        agree(draw, found, wanted)
        assert found == wanted
        agree(draw, found.balanced(), wanted.balanced())
        if found.probabilistic == straight.probabilistic:
            assert evaluate_sample(turned(found)) == evaluate_sample(straight)
            assert turned(found) == straight
        assert pickle.loads(pickle.dumps(found)) == found


# --- Parquet -------------------------------------------------------------------------------------------------


def columns(draw, n):
    whole = [draw.randint(0, 5) for _ in range(n)]
    real = [draw.choice([draw.random(), 0.5, round(draw.random(), 2)]) for _ in range(n)]
    texts = [draw.choice([repr(x), f"{x:.4f}", f"{x:.3e}", " .5", "1"]) for x in real]
    cents = [Decimal(draw.randint(-5, 10**6)).scaleb(-6) for _ in range(n)]
    return draw.choice(
        [
            pa.array(real),
            pa.array(real, pa.float32()),
            pa.array(np.array(real, dtype=np.float16)),
            pa.array(texts),
            pa.array(texts, pa.large_string()),
            pa.array(whole),
            pa.array(whole, pa.int8()),
            pa.array(whole, pa.uint64()),
            pa.array(cents, pa.decimal128(18, 6)),
            pa.array(cents, pa.decimal128(38, 9)),
            pa.array([draw.choice([x, None]) for x in real]),
            pa.array([draw.choice([x, float("nan")]) for x in real]),
            pa.array([draw.choice([x, "x", "1\0"]) for x in texts]),
            pa.array([draw.choice(["0.1", "0.2"]) for x in texts]).dictionary_encode(),
            pa.array(
                [draw.choice([Decimal(10**25), Decimal(2**64 + 3), Decimal(1)]) for _ in range(n)], pa.decimal128(38, 2)
            ),
            pa.array([x > 3 for x in whole]),
            pa.array([x * 2**60 for x in whole]),
            pa.array([-x for x in real]),
        ]
    )


def kinds(draw, n):
    flags = [draw.random() < 0.5 for _ in range(n)]
    return draw.choice(
        [
            pa.array(flags),
            pa.array([int(x) for x in flags]),
            pa.array([int(x) for x in flags], pa.int8()),
            pa.array([float(x) for x in flags]),
            pa.array([str(int(x)) for x in flags]),
            pa.array([draw.choice([f"{int(x)}.0", " 1"]) for x in flags]),
            pa.array([draw.choice([x, None]) for x in flags]),
            pa.array([draw.choice([int(x), int(x), 2]) for x in flags]),
            pa.array([Decimal(int(x)) for x in flags], pa.decimal128(5, 0)),
            pa.array([draw.choice(["1", "0", "yes"]) for _ in flags]),
            pa.array([draw.choice(["1", "0", "1\0"]) for _ in flags]),
            pa.array([str(int(x)) for x in flags]).dictionary_encode(),
        ]
    )


@pytest.mark.parametrize("block", range(6))
def test_parquet_is_the_same_as_row_by_row(tmp_path, block):
    draw = random.Random(block)
    path = tmp_path / "data.parquet"
    read = at_once = 0
    for _ in range(100):
        n = draw.choice([0, 2, 3, 10, 40, 100])
        parquet.write_table(
            pa.table({"x": pa.array(range(n)), "score": columns(draw, n), "class": kinds(draw, n)}),
            path,
            row_group_size=draw.choice([1, 7, 1000]),
        )
        found = same(path)
        read += isinstance(found, Sample)
        at_once += isinstance(found, Columnar)
    assert read > 20
    assert at_once > read / 2
