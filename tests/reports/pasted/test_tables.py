"""Tables of figures as CSV, Markdown and LaTeX: each row is a report, and a column that is no figure is named."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import InputError
from workbench.reports.check import check
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import decide_once, decide_report

HEADER = ["Model", "AUC (95% CI)", "Recall (%)", "Specificity", "n0", "n1"]
ROWS = [["random forest", "0.79 (0.75-0.83)", "82", "0.66", "50", "50"], ["logistic", "0.81", "-", "0.70", "50", "50"]]


def as_csv(header: Sequence[str], rows: Sequence[Sequence[str]], delimiter: str = ",") -> str:
    quoted = [[f'"{x}"' if delimiter in x else x for x in row] for row in (header, *rows)]
    return "\n".join(delimiter.join(row) for row in quoted)


def as_markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (header, ["---", *(":-:" for _ in header[1:])], *rows)]
    return "\n".join(["Table 2. Results", "", *lines, "", "Numbers in bold are best."])


def as_latex(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def cells(row: Sequence[str]) -> str:
        return " & ".join(x.replace("%", "\\%").replace("-0.", "--0.").replace("±", "$\\pm$") for x in row) + " \\\\"

    top = f" & \\multicolumn{{{len(header) - 1}}}{{c}}{{Test set}} \\\\ \\cmidrule(lr){{2-{len(header)}}}"
    body = "\n".join(f"{cells(row)} % {i}" for i, row in enumerate(rows))
    return (
        f"\\begin{{table}}\n\\begin{{tabular}}{{@{{}}l{'c' * (len(header) - 1)}@{{}}}}\n"
        f"\\toprule\n{top}\n{cells(header)}\n"
        f"\\midrule\n{body}\n\\bottomrule\n\\end{{tabular}}\n\\end{{table}}"
    )


FORMS = {
    "csv": as_csv,
    "semicolons": lambda header, rows: as_csv(header, rows, ";"),
    "tabs": lambda header, rows: as_csv(header, rows, "\t"),
    "blanks": lambda header, rows: "\n".join("  ".join(f"{x or '-':14}" for x in row) for row in (header, *rows)),
    "markdown": as_markdown,
    "latex": as_latex,
}


@pytest.mark.parametrize("form", FORMS)
def test_each_row_is_a_report(form: str) -> None:
    found = reports_of(FORMS[form](HEADER, ROWS))
    assert found is not None
    assert [report.where for report in found] == ["table, random forest", "table, logistic"]
    first, second = ({name: str(x) for name, x in report.figures.items()} for report in found)
    assert first == {"AUC": "0.79", "Recall": "0.82", "Specificity": "0.66"}
    assert second == {"AUC": "0.81", "Specificity": "0.70"}
    assert [(report.n0, report.n1) for report in found] == [(50, 50)] * 2
    assert found[0].not_checked[0][0].startswith("AUC (0.75")


def test_cells_as_latex_writes_them() -> None:
    header = "Method & $F_1$ & \\textsc{auc} & Acc (\\%) \\\\ \\hline"
    found = reports_of(f"{header} \\textbf{{Ours}} & \\textbf{{0.81}} & $0.79 \\pm 0.02$ & 81{{,}}2 \\\\[2pt]")
    assert found is not None
    assert found[0].where == "table, Ours"
    assert {name: str(x) for name, x in found[0].figures.items()} == {"F_1": "0.81", "AUC": "0.79", "Acc": "0.812"}


def test_marks_of_markdown_and_numbers_with_decimal_commas() -> None:
    found = reports_of("model|auroc|data|n\n---|---|---|---\n**A**|**0,79**|x|1,000\n")
    assert found is not None
    assert (found[0].where, found[0].n, str(found[0].figures["AUC"])) == ("table, A x", 1000, "0.79")
    found = reports_of("AUC;n\n0,79;1.000\n".replace("1.000", "1000"))
    assert found is not None
    assert (found[0].where, found[0].n) == ("table, row 1", 1000)


def test_the_command_checks_every_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.md"
    path.write_text(
        as_markdown(
            ["model", "tp", "fn", "fp", "tn", "accuracy"],
            [["A", "3", "1", "2", "4", "0.70"], ["B", "3", "1", "2", "4", "0.80"]],
        )
    )
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "inconsistent  table, B" in out
    assert "accuracy 7/10 = 0.70, not 0.80" in " ".join(out.split())
    assert check(path).counts == {"consistent": 1, "inconsistent": 1}


@pytest.mark.parametrize("form", FORMS)
def test_p_beside_n_may_be_a_p_value(form: str) -> None:
    first, second = reports_of(
        FORMS[form](["model", "N", "P", "AUC"], [["A", "60", "0.03", "0.8"], ["B", "60", "1", "0.7"]])
    )
    assert [(each.n, each.n0, list(each.figures)) for each in (first, second)] == [(60, None, ["AUC"])] * 2
    assert [each.not_checked[0][0] for each in (first, second)] == ["P 0.03", "P 1"]


@pytest.mark.parametrize("form", FORMS)
def test_figures_named_in_the_rows(form: str) -> None:
    header = ["", "model A", "model B"]
    rows = [
        ["Sensitivity (n/N)", "82% (41/50)", "80% (40/50)"],
        ["FPR", "0.1", "0.11"],
        ["P", "50", "50"],
        ["N", "50", "50"],
    ]
    first, second = reports_of(FORMS[form](header, rows))
    assert first.where.endswith("model A")
    assert (first.n0, list(first.figures)) == (50, ["Sensitivity", "FPR"])
    assert [decide_once(each, 1.0).verdict for each in (first, second)] == ["consistent", "inconsistent"]


@pytest.mark.parametrize("form", FORMS)
def test_columns_of_numbers_that_are_no_figures_are_not_checked(form: str) -> None:
    header = ["model", "Params (M)", "P", "N", "Threshold", "recall", "FPR"]
    rows = [["A", "12.5", "50", "50", "0.5", "0.82 (41/50)", "0.1"], ["B", "3", "50", "50", "0.4", "0.82", "0.11"]]
    first, second = reports_of(FORMS[form](header, rows))
    assert (first.n0, first.n1) == (50, 50)
    assert list(second.figures) == ["recall", "FPR"]
    assert [what for what, _ in first.not_checked] == ["Params (M) 12.5", "Threshold 0.5"]
    assert [decide_once(each, 1.0).verdict for each in (first, second)] == ["consistent", "inconsistent"]


@pytest.mark.parametrize(
    ("header", "row", "message"),
    [
        (["model", "AUC", "acuracy"], ["A", "0.7", "0.8"], "column 3: 'acuracy' is no figure; did you mean accuracy?"),
        (["model", "recall"], ["A", "O.8"], "table, A: recall: 'O.8'"),
        (["model", "recall"], ["A", "1.8"], "table, A: recall is 1.8; it must lie in [0, 1]"),
        (["model", "recall", "Recall"], ["A", "0.8", "0.8"], "'recall' and 'Recall' are one quantity"),
        (["model", "AUC", "n"], ["A", "7", "12.5"], "table, A: AUC is 7; it must lie in [0, 1]"),
        (["model", "AUC"], ["A", "-"], "there is no row of figures below the header"),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_wrong_input_is_named(form: str, header: list[str], row: list[str], message: str) -> None:
    with pytest.raises(InputError) as error:
        reports_of(FORMS[form](header, [row]))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("form", [form for form in FORMS if form != "blanks"])
def test_a_cell_that_is_missing_is_told(form: str) -> None:
    with pytest.raises(InputError, match="has 2 cells; the header has 3"):
        reports_of(FORMS[form](["model", "AUC", "recall"], [["A", "0.7"]]))


def test_cells_apart_by_blanks_may_be_empty_where_their_column_is_sure() -> None:
    lines = (
        "Model      AUC (95% CI)         Sens    Spec",
        "LR         0.79 (0.75-0.83)     0.82    0.71",
        "RF         0.81 (0.77-0.85)             0.73",
        "XGB                             0.84",
    )
    found = reports_of("\n".join(lines))
    assert found is not None
    assert [list(report.figures) for report in found] == [["AUC", "Sens", "Spec"], ["AUC", "Spec"], ["Sens"]]
    for unsure in ("SVM   0.7                  0.80", "SVM  0.8  0.7  0.8  0.9"):
        with pytest.raises(InputError, match="cells; the header has 4"):
            reports_of("\n".join((*lines[:2], unsure)))


@pytest.mark.parametrize("form", FORMS)
def test_marks_of_footnotes_are_no_part_of_numbers_and_names(form: str) -> None:
    header, rows = ["model", "AUC†", "recall"], [["forest*", "0.79‡", "0.82a"], ["logistic", "*0.81", "0.8 **"]]
    found = reports_of(FORMS[form](header, rows))
    assert found is not None
    assert [report.where for report in found] == ["table, forest", "table, logistic"]
    assert [[str(x) for x in report.figures.values()] for report in found] == [["0.79", "0.82"], ["0.81", "0.8"]]


def test_notes_below_a_table_of_blanks_are_no_rows() -> None:
    found = reports_of("Model  AUC   recall\nA      0.79  0.8\n* held out\nNote: of 50 patients\n[1 rows x 2 columns]")
    assert found is not None
    assert len(found) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "hello, world",
        "[paper",
        "[[reported]]\nvalues = {AUC = 0.7}}",
        "a & b",
        "|||",
        "\\begin{x}",
        "n,n0\n1,2",
    ],
)
def test_what_is_no_table_is_left_to_toml(text: str) -> None:
    assert reports_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{tabular}",
        "\\begin{tabular}{l",
        "a & b \\\\",
        'AUC,"n\n0.7',
        "AUC",
        "AUC|n\n-|-",
        "AUC\n" + "," * 10_000,
    ],
)
def test_broken_tables_are_wrong_input(text: str) -> None:
    with pytest.raises(InputError):
        reports_of(text)


def test_no_row_of_true_figures_is_accused() -> None:
    rng = random.Random(2)
    for _ in range(40):
        rows = []
        for name in "abc":
            n0, n1 = rng.randint(1, 30), rng.randint(1, 30)
            tp, tn = rng.randint(0, n0), rng.randint(0, n1)
            correct, places = (tp + tn) / (n0 + n1), rng.randint(0, 2)
            rows.append(
                [name, f"{100 * correct:.{places}f}", f"{100 * tp / n0:.1f}%", f"{tn / n1:.2f} ± 0.10", str(n0 + n1)]
            )
        header = ["name", "Accuracy (%)", "Sens", "TNR", "n"]
        found = reports_of(FORMS[rng.choice(list(FORMS))](header, rows))
        assert found is not None
        assert len(found) == 3
        for report in found:
            assert decide_report(report, 0.05).verdict != "inconsistent", rows


@pytest.mark.parametrize("form", FORMS)
def test_a_cell_that_is_wrong_is_named_and_the_others_are_checked(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = ["model", "sensitivity", "specificity", "accuracy", "n0", "n1"]
    rows = [
        ["A", "0.80", "0.70", "0.75", "10", "10"],
        ["B", "0.80", "0.70", "1.75", "10", "10"],
        ["C", "0.85", "O.70", "0.75", "10", "10"],
        ["D", "0.80", "0.70", "0.75", "10", "10.5"],
        ["E", "0.80", "0.70", "0.75", "10", "0"],
        ["F", "8", "x", "7", "10", "10"],
        ["G", "0.80", "0.70", "0.70", "10", "10"],
    ]
    path = tmp_path / "table.txt"
    path.write_text(FORMS[form](header, [*rows[:2], rows[0]]))
    [together] = check(path, one_test_set=True).results
    assert together.verdict == "undecided"
    assert "table, B: accuracy is 1.75" in together.because
    path.write_text(FORMS[form](header, rows))
    found = {result.where.removeprefix("table, "): result for result in check(path).results}
    verdicts = {name: result.verdict for name, result in found.items()}
    assert verdicts == {
        "A": "consistent", "B": "undecided", "C": "inconsistent", "D": "undecided", "E": "undecided",
        "F": "undecided", "G": "inconsistent",
    }  # fmt: skip
    wrong = {name: dict(result.not_checked) for name, result in found.items()}
    assert wrong["A"] == wrong["G"] == {}
    assert wrong["B"] == {"accuracy 1.75": "accuracy is 1.75; it must lie in [0, 1]; " + PERCENT}
    assert wrong["C"] == {"specificity O.70": "specificity: 'O.70' is not a printed number; " + DIGITS}
    assert wrong["D"] == {"n1 10.5": "n1 is '10.5'; it must be a whole number"}
    assert set(wrong["E"].values()) == {"n1 is 0; it must be a whole number from 1 to 10^12"}
    assert len(wrong["F"]) == 3
    assert found["B"].because.startswith("accuracy is 1.75; it must lie in [0, 1]")
    assert "of the other figures, 1 confusion matrix has these figures" in found["B"].because
    assert main(["check", str(path)]) == 2
    said = capsys.readouterr()
    assert "inconsistent  table, G" in said.out
    assert f"workbench check: {path}: table, B: accuracy is 1.75; it must lie in [0, 1]" in said.err


PERCENT = "if it is a percentage, write 1.75%"
DIGITS = "write plain digits, such as 0.79, -0.5, 12 or 1e-3"


def test_a_table_as_pandas_prints_it() -> None:
    found = reports_of("Table 2: the models\n\n       AUC  recall (%)\nforest  0.79    82\nSVM 2   0.80  81.5\n")
    assert found is not None
    assert [report.where for report in found] == ["table, forest", "table, SVM 2"]
    assert [str(report.figures["recall"]) for report in found] == ["0.82", "0.815"]


def test_a_row_of_another_length_is_told() -> None:
    with pytest.raises(InputError, match=r"the row 'RF 0\.79 0\.82' has 2 cells; the header has 3"):
        reports_of("Model  AUC  Sens\nRF 0.79  0.82")


@pytest.mark.parametrize("text", ["Model,foo,bar\nA,0.1,0.2", "Model AUC Sens\nRF 0.79 0.82"])
def test_a_text_without_a_header_is_told_what_it_needs(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(text)
    with pytest.raises(InputError, match="is no header of a table; that has names of figures, such as AUC") as error:
        check(path)
    assert "TOML" not in str(error.value)


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        ("SVM$^{\\dagger}$", "SVM"),
        ("SVM$^\\ddagger$", "SVM"),
        ("SVM\\textsuperscript{a,b}", "SVM"),
        ("SVM$^{*}$\\footnotemark[2]", "SVM"),
        ("RF~\\cite{breiman}", "RF"),
        ("RF \\citep[p.~3][see]{breiman,ho}", "RF"),
        ("L$^2$ penalty", "L^2 penalty"),
    ],
)
def test_notes_and_references_are_no_names(cell: str, label: str) -> None:
    found = reports_of(f"Model & AUC & p \\\\ {cell} & 0.80$^{{*}}$ & $10^{{-3}}$ \\\\")
    assert found is not None
    assert found[0].where == f"table, {label}"
    assert str(found[0].figures["AUC"]) == "0.80"
    assert found[0].not_checked[0][0] == "p 10^-3"


def test_each_row_is_named_once_in_what_was_understood(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("model,sensitivity,specificity\nA,0.5,0.6\nB,0.5,0.7\n")
    assert main(["check", str(path), "--one-test-set", "--seconds", "0.1"]) == 0
    first = " ".join(capsys.readouterr().out.split())
    wanted = "understood: table, A: sensitivity 0.5, specificity 0.6; table, B: sensitivity 0.5, specificity 0.7"
    assert first.startswith(wanted)
