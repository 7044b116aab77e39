"""The tutorial shows what a fresh kernel shows.

Where it does not, ``python -m tests.tutorial`` stores what it shows now.
"""

import re
from typing import Any

import nbformat
import pytest

from tests.tutorial import METADATA, TUTORIAL, executed, stored

LARGEST = 300_000
PICTURE = "image/svg+xml"


def shown(notebook: Any) -> list[tuple[int, str, str]]:
    """Every output as text: the number of its cell, its type and its content; pictures without their paths."""
    found = []
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            for kind, content in sorted(output.get("data", {output.output_type: output.get("text", "")}).items()):
                words = re.findall(r"<(?:title|desc)[^>]*>(.*?)</", content, re.S) if kind == PICTURE else content
                found.append((number, kind, str(words)))
    return found


@pytest.fixture(scope="module")
def run() -> Any:
    return executed()


def test_a_fresh_kernel_shows_what_is_stored(run: Any) -> None:
    assert shown(run) == shown(stored())


def test_every_cell_has_run_in_order_and_without_complaint(run: Any) -> None:
    for notebook in (run, stored()):
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
        outputs = [output for cell in code for output in cell.outputs]
        assert {output.output_type for output in outputs} <= {"execute_result", "stream"}
        assert {output.get("name", "stdout") for output in outputs} == {"stdout"}


def test_it_derives_proves_refutes_draws_and_writes() -> None:
    text = "\n".join(content for _, kind, content in shown(stored()) if kind in ("text/markdown", "stream"))
    assert text.count("**proved**") >= 2
    assert "**refuted**" in text
    assert r"\begin{flalign*}" in text
    assert [kind for _, kind, _ in shown(stored())].count(PICTURE) == 2


def test_the_file_tells_nothing_of_a_machine() -> None:
    notebook = stored()
    nbformat.validate(notebook)
    assert notebook.metadata == METADATA
    assert all(cell.metadata == {} for cell in notebook.cells)
    text = TUTORIAL.read_text()
    assert len(text.encode()) < LARGEST
    assert not re.search(r"/(?:tmp|home|work|root|Users)/|0x[0-9a-f]{6,}", text)
