"""Reports of several classes by scikit-learn: true ones are never called inconsistent, against all confusion matrices.

The enumeration has figures and averages of its own, in fractions.
"""

from __future__ import annotations

import json
import math
import random
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from sklearn.metrics import classification_report

from tests.reports.pasted.test_averages import figures_in, prints_so
from tests.reports.pasted.test_tables import FORMS
from workbench.cli import main
from workbench.errors import InputError
from workbench.feasible.class_rows import COLUMNS, Counts, Row
from workbench.numbers.printed import Printed
from workbench.reports.check import check
from workbench.reports.class_report import ClassReport, confusion, decide, verdict_of
from workbench.reports.pasted.reading import reports_of

Matrix = Sequence[Sequence[int]]


def one(text: str) -> ClassReport:
    found = reports_of(text)
    assert found is not None
    [report] = found
    assert isinstance(report, ClassReport)
    return report


def labels(matrix: Matrix) -> tuple[list[int], list[int]]:
    pairs = [(i, j) for i, row in enumerate(matrix) for j, many in enumerate(row) for _ in range(many)]
    return [i for i, _ in pairs], [j for _, j in pairs]


def written(y: object, guess: object, **more: object) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = classification_report(y, guess, **more)
    return found if isinstance(found, str) else json.dumps(found)


def random_matrix(rng: random.Random, classes: int, most: int) -> list[list[int]]:
    """Of a classifier that is rather right, and may never predict a class, or have no examples of one."""
    quality = rng.random()
    rows = []
    unpredicted = rng.sample(range(classes), rng.choice((0, 0, 1)) * (classes > 1))
    for i in range(classes):
        row = [0] * classes
        for _ in range(rng.choice((0, 1, most, rng.randint(1, most), rng.randint(1, most)))):
            j = i if rng.random() < quality else rng.randrange(classes)
            row[next(x % classes for x in range(j, j + classes) if x % classes not in unpredicted)] += 1
        rows.append(row)
    return rows if sum(map(sum, rows)) else random_matrix(rng, classes, most)


# --- against all confusion matrices -----------------------------------------------------------------------------


def every_row(total: int, classes: int) -> Iterator[tuple[int, ...]]:
    if classes == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in every_row(total - first, classes - 1))


def figures_of(matrix: Matrix, put: int | None) -> dict[object, Fraction | None]:
    """Every figure of the report; None is printed as nan."""
    many = range(len(matrix))
    supports, n = [sum(row) for row in matrix], sum(map(sum, matrix))
    found: dict[object, Fraction | None] = {"accuracy": Fraction(sum(matrix[k][k] for k in many), n)}
    columns: dict[str, list[Fraction | None]] = {name: [] for name in COLUMNS}
    for k in many:
        tp, m, p = matrix[k][k], supports[k], sum(row[k] for row in matrix)
        for name, (a, b) in zip(COLUMNS, ((tp, p), (tp, m), (2 * tp, m + p)), strict=True):
            x = Fraction(a, b) if b else None if put is None else Fraction(put)
            found[str(k), name] = x
            columns[name].append(x)
    for name, values in columns.items():
        some = [(x, m) for x, m in zip(values, supports, strict=True) if x is not None]
        weight = sum(m for _, m in some)
        found["macro avg", name] = sum(x for x, _ in some) / len(some) if some else None
        found["weighted avg", name] = sum(x * m for x, m in some) / weight if weight else found["macro avg", name]
    return found


def is_possible(supports: Sequence[int], printed: dict[object, str]) -> bool:
    puts = (None,) if "nan" in printed.values() else (0, 1)
    right = [
        [
            row
            for row in every_row(m, len(supports))
            if prints_so(Fraction(row[k], m), printed[str(k), "recall"]) or not m
        ]
        if m
        else [(0,) * len(supports)]
        for k, m in enumerate(supports)
    ]
    for matrix, put in product(product(*right), puts):
        values = figures_of(matrix, put)
        if all(prints_so(values[name], text) for name, text in printed.items()):
            return True
    return False


def misprinted(rng: random.Random, text: str) -> str:
    """A last digit of one figure, or of the accuracy, replaced."""
    lines = text.splitlines()
    rows = [i for i, line in enumerate(lines) if i and line.strip()]
    i = rng.choice(rows)
    cells = lines[i].rsplit(maxsplit=4)
    column = 1 if cells[0].strip() == "accuracy" or len(cells) < 5 else rng.choice((1, 2, 3))
    if "accuracy" in lines[i]:
        name, value, n = lines[i].split()
        lines[i] = f"{name} {value[:-1]}{rng.choice('0123456789')} {n}"
    elif "." in cells[column]:
        cells[column] = cells[column][:-1] + rng.choice("0123456789")
        lines[i] = "   ".join(cells)
    return "\n".join(lines)


def test_small_reports_against_all_confusion_matrices() -> None:
    rng, seen = random.Random(3), Counter()
    for _ in range(250):
        matrix = random_matrix(rng, 3, 4)
        put = rng.choice((0, 0, 1, math.nan))
        text = written(*labels(matrix), labels=[0, 1, 2], digits=rng.randint(1, 3), zero_division=put)
        if rng.random() < 0.7:
            text = misprinted(rng, text)
        printed = figures_in(text)
        if any(x != "nan" and float(x) > 1 for x in printed.values()):
            with pytest.raises(InputError, match="must lie in"):
                decide(one(text), 1.0)
            continue
        possible = is_possible([sum(row) for row in matrix], printed)
        found = decide(one(text), 2.0)
        seen[possible] += 1
        assert found.verdict == ("consistent" if possible else "inconsistent"), f"{text}\n{found.because}"
        if possible:
            assert found.witness is not None
            assert found.witness.matrix is not None
            assert any(
                all(prints_so(figures_of(found.witness.matrix, z)[name], x) for name, x in printed.items())
                for z in (0, 1, None)
            ), text
        else:
            assert found.because
            assert found.violated
    assert min(seen.values()) > 60


def test_two_classes_of_which_one_has_no_examples() -> None:
    for matrix in ([[3, 1], [0, 0]], [[0, 0], [2, 3]], [[4, 0], [0, 0]]):
        for put in (0, 1, math.nan):
            text = written(*labels(matrix), labels=[0, 1], zero_division=put)
            assert decide(one(text), 1.0).verdict == "consistent", text


# --- true reports, of every kind --------------------------------------------------------------------------------


def true_reports(kind: str, rng: random.Random, most: int) -> str:
    matrix = random_matrix(rng, rng.randint(3, 10), most)
    y, guess = labels(matrix)
    more = {"zero_division": rng.choice((0, 0, 1, math.nan)), "digits": rng.randint(1, 5)}
    if kind == "json":
        return written(y, guess, labels=range(len(matrix)), output_dict=True, zero_division=more["zero_division"])
    if kind == "some labels":
        others = sorted(set(range(len(matrix))) - {rng.choice(y + guess)})
        chosen = rng.sample(others, rng.randint(1, len(others)))
        return written(y, guess, labels=chosen, **more) if set(chosen) & set(y) else true_reports(kind, rng, most)
    if kind == "several labels":
        size, many = rng.randint(2, 6), rng.randint(1, 40)
        y, guess = ([[rng.randint(0, 1) for _ in range(size)] for _ in range(many)] for _ in range(2))
        y[0] = [1] * size
        return written(y, guess, **more)
    return written(y, guess, labels=range(len(matrix)), **more)


def accused(kind: str, reports: int, most: int, seed: int, seconds: float) -> tuple[list[str], Counter[str]]:
    rng, found, verdicts = random.Random(f"{kind} {seed}"), [], Counter()
    for _ in range(reports):
        text = true_reports(kind, rng, most)
        verdict = verdict_of(one(text), seconds)
        verdicts[verdict] += 1
        if verdict == "inconsistent":
            found.append(text)
    return found, verdicts


KINDS = ("text", "json", "some labels", "several labels")


@pytest.mark.parametrize("kind", KINDS)
def test_no_true_report_is_accused(kind: str) -> None:
    found, verdicts = accused(kind, 30, 60, 0, 0.3)
    assert found == []
    assert verdicts["consistent"] > 15


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [5, 60, 3000])
def test_no_true_report_of_many_is_accused(kind: str, most: int) -> None:
    assert accused(kind, 200, most, 1, 0.3)[0] == []


# --- what is said -----------------------------------------------------------------------------------------------

THREE = [[17, 2, 1], [3, 9, 3], [0, 4, 11]]
TEXT = written(*labels(THREE), target_names=["cat", "dog", "red fox"], digits=3)
MICRO = written(*labels(THREE), labels=[0, 2], digits=3)


def test_a_report_is_read() -> None:
    report = one(TEXT)
    assert report.supports == {"cat": 20, "dog": 15, "red fox": 15}
    assert str(report.figures["red fox: recall"]) == "0.733"
    assert one(written(*labels(THREE), output_dict=True)).supports == {"0": 20, "1": 15, "2": 15}
    found = decide(report, 1.0)
    assert found.witness is not None
    assert found.computed["accuracy"] == Fraction(37, 50)
    assert {name: x.tp for name, x in found.witness.counts.items()} == {"cat": 17, "dog": 9, "red fox": 11}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("0.850     0.850     0.850        20", "0.850     0.840     0.850        20",
         "no counts of the 20 examples of cat give recall 0.840: the nearest are 16/20 = 0.80000 and 17/20 = 0.85000"),
        ("0.850     0.850     0.850        20", "0.850     0.850     0.800        20",
         "no counts of the 20 examples of cat give precision 0.850 and f1-score 0.800"),
        ("accuracy                          0.740", "accuracy                          0.741",
         "no number of right predictions of 50 gives accuracy 0.741"),
        ("accuracy                          0.740", "accuracy                          0.760",
         "the rows have 37 right predictions together, and accuracy 0.760 of 50 examples is 38"),
        ("macro avg      0.728", "macro avg      0.729",
         "macro avg: precision is 0.72778 by the rows, and printed as 0.729"),
        ("0.733     0.733        15", "0.733     0.733        16", "do not make up 50"),
    ],
)  # fmt: skip
def test_what_is_said_of_false_reports(old: str, new: str, says: str) -> None:
    assert old in TEXT
    if "make up" in says:
        with pytest.raises(InputError, match=says):
            one(TEXT.replace(old, new))
        return
    found = decide(one(TEXT.replace(old, new)), 1.0)
    assert found.verdict == "inconsistent"
    assert found.because == found.violated == says


def test_an_average_over_the_examples() -> None:
    report = one(MICRO)
    assert ("micro avg", "recall") in report.averages
    assert decide(report, 1.0).verdict == "consistent"
    line = next(x for x in MICRO.splitlines() if "micro avg" in x)
    wrong = line.replace(line.split()[2], "0.999")
    assert "micro avg: precision 0.999" in decide(one(MICRO.replace(line, wrong)), 1.0).because


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "three.txt"
    path.write_text(TEXT)
    assert main(["check", str(path), "-o", str(tmp_path / "out.csv")]) == 0
    found = capsys.readouterr()
    assert "a confusion matrix has these figures" in found.out
    assert "out.csv has the witness of 'classification_report'" in found.err
    assert (tmp_path / "out.csv").read_text().startswith("class,predicted,class cat,score cat,class dog,score dog,")
    assert main(["check", str(path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert result["witness"]["counts"]["cat"] == {"tp": 17, "predicted": 20, "support": 20}
    assert [sum(row) for row in result["witness"]["matrix"]] == [20, 15, 15]
    assert result["computed"]["accuracy"]["exact"] == "37/50"
    assert 0 < result["power"] <= 1
    path.write_text(TEXT.replace("0.850     0.850     0.850", "0.950     0.850     0.850"))
    assert main(["check", str(path)]) == 1
    with pytest.raises(InputError, match="rows of one test set are those of a table"):
        check(path, one_test_set=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT.replace("0.850 ", "1.850 "), "cat: precision is 1.850; it must lie in"),
        (TEXT.replace("        20\n", "      20.5\n"), "the support of cat is '20.5'"),
        (TEXT.replace("red fox", "    cat"), "'cat' has two rows"),
        (written([0, 1], [0, 1], labels=[2, 3]), "there are no examples"),
    ],
)
def test_wrong_input_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        decide(one(text), 1.0)
    assert message in str(error.value)


# --- the parts --------------------------------------------------------------------------------------------------


def test_a_row_has_exactly_the_counts_that_print_so() -> None:
    rng = random.Random(11)
    for _ in range(150):
        m, others = rng.randint(0, 8), rng.randint(0, 8)
        tp = rng.randint(0, m)
        counts = Counts(tp, tp + rng.randint(0, others), m)
        put, places = rng.choice((0, 1)), rng.randint(1, 2)
        figures = [f"{float(counts.figure(column, put)):.{places}f}" for column in COLUMNS]
        if rng.random() < 0.5:
            figures[rng.randrange(3)] = f"{rng.random():.{places}f}"
        row = Row(m, *map(Printed, figures), others)
        found = {(tp, p) for tp, low, high in row.choices(put) for p in range(low, (high or 0) + 1)}
        expected = {
            (a, p)
            for a in range(m + 1)
            for p in range(a, a + others + 1)
            if all(prints_so(Counts(a, p, m).figure(x, put), y) for x, y in zip(COLUMNS, figures, strict=True))
        }
        assert found == expected, (row, put)
        if not expected and not row.choices(1 - put):
            assert row.why("x", (0, 1))


def test_a_confusion_matrix_exists_exactly_when_no_class_has_more_wrong_predictions_than_there_are() -> None:
    rng = random.Random(2)
    for _ in range(200):
        classes = rng.randint(1, 6)
        matrix = random_matrix(rng, classes, 12)
        counts = [Counts(matrix[k][k], sum(row[k] for row in matrix), sum(matrix[k])) for k in range(classes)]
        found = confusion(counts)
        assert [sum(row) for row in found] == [x.support for x in counts]
        assert [sum(row[k] for row in found) for k in range(classes)] == [x.predicted for x in counts]
        assert [found[k][k] for k in range(classes)] == [x.tp for x in counts]


# --- as tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("percent", [False, True])
def test_a_table_of_classes_is_the_same_report(form: str, percent: bool) -> None:
    rng = random.Random(form)
    for classes in (3, 4):
        matrix = random_matrix(rng, classes, 30)
        text = written(*labels(matrix), labels=range(classes), digits=4)
        report, header = one(text), ["class", "Precision", "Recall", "F1 (%)" if percent else "F1", "Support"]
        rows = []
        for line in text.splitlines()[1:]:
            cells = line.split()
            if cells[:1] == ["accuracy"]:
                rows.append(["Accuracy", "", "", cells[1], cells[2]])
            elif cells:
                rows.append([" ".join(cells[:-4]).replace("avg", "average"), *cells[-4:]])
        if percent:
            rows = [[*row[:3], f"{float(row[3]) * 100:.2f}" if row[3] else "", row[4]] for row in rows]
        found = one(FORMS[form](header, rows))
        assert found.supports == report.supports
        assert {name: x.number for name, x in found.figures.items()} == {
            name: x.number for name, x in report.figures.items()
        }
        assert set(found.averages) == set(report.averages)
        assert verdict_of(found, 1.0) == "consistent"


def test_a_table_that_pandas_writes() -> None:
    report = json.loads(written(*labels(THREE), output_dict=True))
    for name, x in report.items():
        report[name] = x if isinstance(x, dict) else dict.fromkeys((*COLUMNS, "support"), x)
    lines = [",precision,recall,f1-score,support"]
    lines += [",".join(map(str, (name, *row.values()))) for name, row in report.items()]
    found = decide(one("\n".join(lines)), 1.0)
    assert found.verdict == "consistent"
    assert found.witness is not None
    assert {name: x.tp for name, x in found.witness.counts.items()} == {"0": 17, "1": 9, "2": 11}
    wrong = "\n".join(lines).replace("0.85,", "0.86,", 1)
    assert decide(one(wrong), 1.0).verdict == "inconsistent"


def test_a_table_without_an_accuracy_may_have_other_classes() -> None:
    rows = "class,precision,recall,f1,support\ncat,0.85,0.85,0.85,20\ndog,0.60,0.60,0.60,15"
    report = one(rows)
    assert "accuracy" not in report.figures
    assert decide(report, 1.0).verdict == "consistent"
    with pytest.raises(InputError, match="it must be one number"):
        one(f"{rows}\naccuracy,0.7,0.8,,35")
    with pytest.raises(InputError, match="'cat' has two rows"):
        one(f"{rows}\ncat,0.85,0.85,0.85,20")


@pytest.mark.parametrize("examples", [10**5, 10**7, 10**9])
@pytest.mark.parametrize("classes", [3, 60])
def test_reports_of_many_examples_end(examples: int, classes: int) -> None:
    lines = ["class,precision,recall,f1-score,support"]
    lines += [f"c{k},0.80,0.80,0.80,{examples}" for k in range(classes)]
    lines += [f"{name},0.80,0.80,0.80,{classes * examples}" for name in ("accuracy", "macro avg", "weighted avg")]
    found = verdict_of(one("\n".join(lines)), 0.3)
    assert found in (("consistent",) if examples * classes < 10**6 else ("consistent", "undecided"))
    wrong = "\n".join(lines).replace("c0,0.80,0.80", "c0,0.80,0.10")
    assert verdict_of(one(wrong), 0.3) == ("inconsistent" if examples * classes < 10**7 else "undecided")


def test_an_interval_beside_a_figure_of_a_class_is_listed() -> None:
    rows = [
        "class,precision,recall,f1,support",
        "a,0.83 (0.6-0.9),0.71,0.77,7",
        "b,0.8,0.80 ± 0.10,0.8,5",
        "c,0.6,0.75,0.67,4",
    ]
    report = one("\n".join(rows))
    assert report.not_checked == (
        ("a: precision (0.6-0.9)", "an interval of a class is not decided; the figure itself is checked"),
        ("b: recall ± 0.10", "a spread of a class is not decided; the figure itself is checked"),
    )
    assert decide(report, 1.0).verdict == "consistent"
