"""The same result as JSON, TOML, CSV and as a table in a notebook."""

import csv
import html
import io
import json
import tomllib
from html.parser import HTMLParser
from typing import Any

import pytest

from workbench import check, evaluate, prove
from workbench.cli import main
from workbench.curves.gains import Gains
from workbench.deciding.comparison import compare_all
from workbench.formats import csv_text, html_table, toml_text
from workbench.samples.sample import Sample

DATA = "paper_checks/data/credit_a_pruned_test.csv"
COMMANDS = {
    "evaluate": [DATA],
    "evaluate with intervals": [DATA, "--resamples", "50"],
    "choose": [DATA, "--miss", "4", "--false-alarm", "1"],
    "choose with intervals": [DATA, "--miss", "4", "--false-alarm", "1", "--resamples", "50"],
    "prove": ["BS <= MAE"],
    "prove what is false": ["MAE == BS"],
    "derive": ["rate_driven"],
    "compare": ["rate_driven", "rate_uniform"],
    "compare files": [DATA, DATA.replace("pruned", "unpruned_laplace"), "--resamples", "50"],
    "check": ["--reported", "n0=6 n1=6 AUC=0.79"],
    "verify": ["004.T10"],
}


def without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_null(x) for key, x in value.items() if x is not None}
    return ["" if x is None else without_null(x) for x in value] if isinstance(value, list) else value


def printed(capsys: pytest.CaptureFixture[str], name: str, form: str) -> str:
    main([name.split()[0], *COMMANDS[name], f"--{form}"])
    return capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "verify"])
def test_toml_and_csv_say_what_json_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, name, "json"))
    assert tomllib.loads(printed(capsys, name, "toml")) == without_null(found)
    rows = list(csv.DictReader(io.StringIO(printed(capsys, name, "csv"))))
    assert rows
    assert all(None not in row and None not in row.values() for row in rows)
    if name.startswith("evaluate"):
        exact = {row["figure"]: row["exact"] for row in rows if row["part"] == "metrics"}
        assert exact == {key: figure["exact"] for key, figure in found["metrics"].items()}
    if name == "evaluate with intervals":
        lows = {row["figure"]: float(row["low"]) for row in rows if row["part"] == "losses" and row["low"]}
        assert lows == {key: figure["low"] for key, figure in found["intervals"]["losses"].items()}
    if name == "compare files":
        assert [row["exact"] for row in rows if row["part"] == "loss"] == [x["exact"] for x in found["losses"]]
        assert [row["from"] for row in rows if row["part"] == "region"] == [
            x["from"]["exact"] for x in found["regions"]
        ]
    if name == "prove":
        assert [row["gives"] for row in rows] == [step["gives"] for step in found["proof"]]
    if name == "prove what is false":
        assert [row["score"] for row in rows] == found["witness"]["scores"]
    if name == "check":
        assert [row["verdict"] for row in rows] == [result["verdict"] for result in found["results"]]


def test_one_claim_as_csv_and_toml(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = csv.DictReader(io.StringIO(printed(capsys, "verify", "csv")))
    assert (row["id"], row["verdict"]) == ("004.T10", "holds")
    (claim,) = tomllib.loads(printed(capsys, "verify", "toml"))["claims"]
    assert (claim["id"], claim["verdict"]) == ("004.T10", "holds")


def test_two_formats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["prove", "BS <= MAE", "--json", "--csv"])
    assert stopped.value.code == 2
    assert "--csv: not allowed with argument --json" in capsys.readouterr().err


def test_undecided_and_missing_values() -> None:
    undecided = prove("exp(BS) >= 1 + BS", seconds=0.5)
    assert tomllib.loads(undecided.to_toml())["verdict"] == undecided.verdict
    assert undecided.to_csv().count("\n") == 1 + len(undecided.rows)
    missing = evaluate([0, 1], [2, 3])
    assert "BS" not in tomllib.loads(missing.to_toml())["metrics"]
    assert 'metrics,BS,,,"needs scores in [0, 1]; the score 3 lies outside"' in missing.to_csv()


class Cells(HTMLParser):
    """The text of the cells of a table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert tag in ("table", "thead", "tbody", "tr", "th", "td"), tag
        self.inside = tag in ("th", "td")
        if self.inside:
            self.found.append("")

    def handle_data(self, data: str) -> None:
        assert self.inside
        self.found[-1] += data


def test_notebooks_show_tables() -> None:
    for found in (Gains.of(Sample.of([0, 1, 1], ["0.2", "0.4", "0.9"])), compare_all()):
        head, _, table = found._repr_html_().partition("</p>")
        assert head == f"<p>{html.escape(repr(found))}"
        cells = Cells(table).found
        assert cells[: len(found.rows[0])] == list(found.rows[0])
        assert len(cells) == (1 + len(found.rows)) * len(found.rows[0])
    assert "<td>41/300</td>" in evaluate([0, 1, 1], ["0.2", "0.4", "0.9"])._repr_html_()


def test_hostile_text_stays_text(tmp_path: Any) -> None:
    rows = [{"<b>": '<script>alert("1")</script>', "comma": 'a,b\n"c"'}]
    assert Cells(html_table(rows)).found == ["<b>", "comma", '<script>alert("1")</script>', 'a,b\n"c"']
    assert list(csv.DictReader(io.StringIO(csv_text(rows)))) == rows
    assert tomllib.loads(toml_text(rows[0])) == rows[0]
    path = tmp_path / "paper.toml"
    path.write_text('[[claim]]\nwhere = "<i>Theorem</i>"\nsays = "BS <= MAE"\n')
    assert "&lt;i&gt;Theorem" in check(path)._repr_html_()
