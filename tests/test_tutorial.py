"""The notebooks show what a fresh kernel shows.

Where they do not, ``python -m tests.tutorial`` stores what they show now.
"""

import re
from functools import cache
from typing import Any

import nbformat
import pytest

from tests.tutorial import METADATA, NOTEBOOKS, executed, stored

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


run = cache(executed)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_fresh_kernel_shows_what_is_stored(name: str) -> None:
    assert shown(run(name)) == shown(stored(name))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_has_run_in_order_and_without_complaint(name: str) -> None:
    for notebook in (run(name), stored(name)):
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
        outputs = [output for cell in code for output in cell.outputs]
        assert {output.output_type for output in outputs} <= {"execute_result", "stream"}
        assert {output.get("name", "stdout") for output in outputs} == {"stdout"}


def test_it_derives_proves_refutes_draws_and_writes() -> None:
    text = "\n".join(content for _, kind, content in shown(stored("tutorial")) if kind in ("text/markdown", "stream"))
    assert text.count("**proved**") >= 2
    assert "**refuted**" in text
    assert r"\begin{flalign*}" in text
    assert [kind for _, kind, _ in shown(stored("tutorial"))].count(PICTURE) == 2


def verdicts(name: str) -> list[str]:
    """The verdicts of the decisions that a notebook shows, in their order."""
    text = "\n".join(content for _, kind, content in shown(stored(name)) if kind == "text/plain")
    return re.findall(r": (proved|refuted|undecided|consistent|inconsistent)\b", text)


def test_a_table_of_a_paper_is_right_and_its_misprints_are_found() -> None:
    assert verdicts("checking_a_table") == ["consistent", *["inconsistent"] * 3]
    [table] = [x for _, kind, x in shown(stored("checking_a_table")) if kind == "text/plain" and "as printed" in x]
    assert len(re.findall(r"True$", table, re.M)) == 12
    assert "False" not in table


def test_a_threshold_under_uncertain_costs_is_that_for_their_mean() -> None:
    assert verdicts("uncertain_costs") == ["proved", "proved", "proved", "refuted"]
    [told] = [x for _, kind, x in shown(stored("uncertain_costs")) if kind == "stream"]
    fixed, best, driven = (float(line.split()[-1]) for line in told.splitlines())
    assert best < driven < fixed


def test_a_conjecture_becomes_a_theorem_with_its_best_constant() -> None:
    assert verdicts("conjecture_to_theorem") == ["refuted", "proved", "proved", "refuted", "proved"]
    text = "\n".join(x for _, kind, x in shown(stored("conjecture_to_theorem")) if kind == "stream")
    assert r"\le \frac{4}{3}\,\mathrm{BS}" in text
    assert r"\begin{flalign*}" in text


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_file_tells_nothing_of_a_machine(name: str) -> None:
    notebook = stored(name)
    nbformat.validate(notebook)
    assert notebook.metadata == METADATA
    assert all(cell.metadata == {} for cell in notebook.cells)
    text = NOTEBOOKS[name].read_text("utf-8")
    assert len(text.encode()) < LARGEST
    assert not re.search(r"/(?:tmp|home|work|root|Users)/|0x[0-9a-f]{6,}", text)
