"""Tables of the terminal lose no cell, however narrow it is."""

import io
import re

import pytest
from rich.console import Console

from workbench.terminal.layout import table_of

HEADER = ("", "metric", "value", "what it is")
ROWS = (
    ("area under the ROC curve", "AUC", "0.750000", "the share of pairs that are in order"),
    ("Brier score", "BS", "0.158125", "the mean square"),
)
TITLE = "Metrics of four examples"


def shown(width: int, title: str | None = None) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False, markup=False).print(table_of(HEADER, ROWS, title))
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("width", range(16, 101))
def test_no_cell_is_lost(width: int) -> None:
    lines = shown(width, TITLE)
    assert all(len(line) <= width for line in lines)
    words = " ".join(lines).split()
    for word in " ".join(cell for row in (*ROWS, (TITLE,)) for cell in row).split():
        assert word in words
    assert "…" not in " ".join(lines)


def test_columns_stand_beside_each_other_where_they_have_room() -> None:
    assert any(re.match(" *Brier score +BS +0.158125 +the mean square", line) for line in shown(100))


def test_cells_stand_below_each_other_where_columns_have_none() -> None:
    lines = shown(40)
    assert lines[0] == "area under the ROC curve"
    assert lines[1:3] == ["  metric: AUC", "  value: 0.750000"]
