"""What is said of published tables, beside an enumeration of confusion matrices that shares no code with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from workbench.paper_checks.published import AS_TOLD, PublishedTable, tables

import workbench
from workbench import check_report
from workbench.reports.paper_file import report_of
from workbench.reports.reported import decide_once

PAGE = Path(workbench.__file__).parent / "docs" / "published.md"
SECONDS = 5.0


def figures_of(report: str) -> tuple[dict[str, int], dict[str, tuple[Fraction, Fraction]]]:
    """Class sizes, and for each figure the open range of what may be printed so, rounded in whichever way."""
    sizes, figures = {}, {}
    for pair in report.split():
        name, text = pair.split("=")
        if "." not in text:
            sizes[name] = int(text)
            continue
        unit = Fraction(1, 10 ** len(text.partition(".")[2]))
        figures[name] = Fraction(text) - unit, Fraction(text) + unit
    return sizes, figures


def counts(n: int, within: tuple[Fraction, Fraction] | None) -> range:
    """How many of ``n`` are right when their share lies within an open range."""
    if within is None:
        return range(n + 1)
    return range(
        max(0, within[0].__floor__() if n == 0 else (within[0] * n).__floor__()), min(n, (within[1] * n).__ceil__()) + 1
    )


def values(tp: int, fn: int, fp: int, tn: int) -> dict[str, Fraction]:
    ratios = {
        "accuracy": (tp + tn, tp + fn + fp + tn),
        "sensitivity": (tp, tp + fn),
        "specificity": (tn, tn + fp),
        "precision": (tp, tp + fp),
        "f1": (2 * tp, 2 * tp + fp + fn),
    }
    return {name: Fraction(a, b) for name, (a, b) in ratios.items() if b}


def exists(report: str) -> bool:
    """Whether some confusion matrix has the figures."""
    sizes, figures = figures_of(report)
    if "folds" in sizes:
        # folds of one size have the mean accuracy of all examples together
        assert sum((sizes["n0"], sizes["n1"])) % sizes["folds"] == 0
        low, high = figures["accuracy"]
        n = sizes["n0"] + sizes["n1"]
        return any(low < Fraction(x, n) < high for x in range(n + 1))
    shapes = [(sizes["n0"], sizes["n1"])] if "n0" in sizes else [(x, sizes["n"] - x) for x in range(1, sizes["n"])]
    for n0, n1 in shapes:
        for tp in counts(n0, figures.get("sensitivity")):
            for tn in counts(n1, figures.get("specificity")):
                found = values(tp, n0 - tp, n1 - tn, tn)
                if all(name in found and low < found[name] < high for name, (low, high) in figures.items()):
                    return True
    return False


def said(report: str) -> str:
    return decide_once(report_of(report, "any"), SECONDS).verdict


def every() -> Iterator[tuple[PublishedTable, str, str, str]]:
    for table in tables():
        for row, reports in table.rows.items():
            for assumption, report in reports.items():
                yield table, row, assumption, report


def agree(reports: list[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for report in reports:
        verdict = said(report)
        assert verdict == ("consistent" if exists(report) else "inconsistent"), report
        found[verdict] += 1
    return found


def test_there_are_forty_tables_with_sources() -> None:
    found = tables()
    assert len(found) >= 40
    assert len({table.name for table in found}) == len(found)
    for table in found:
        assert table.published.startswith(("doi 10.", "image level figures on the test set of DRIVE"))
        assert re.match(r"github\.com/[\w/]+, commit [0-9a-f]{7}, \S+", table.read)


def test_some_rows_against_the_enumeration() -> None:
    """One of each table, and every accusation of one table."""
    reports = [next(iter(next(iter(table.rows.values())).values())) for table in tables()]
    [wrong] = [table for table in tables() if table.name == "skin7 M"]
    found = agree(reports + [x[AS_TOLD] for x in wrong.rows.values()])
    assert min(found["consistent"], found["inconsistent"]) > 10


@pytest.mark.slow
def test_every_row_against_the_enumeration_and_the_page() -> None:
    agree([report for *_, report in every()])
    page = PAGE.read_text("utf-8")
    for table in tables():
        assert f"| {' | '.join(answers(table))} |\n" in page, answers(table)


def answers(table: PublishedTable) -> tuple[str, ...]:
    """The row of the page: how many rows are possible under each assumption, and how many under none."""
    verdicts = [
        {name: said(report) == "consistent" for name, report in reports.items()} for reports in table.rows.values()
    ]
    each = [str(sum(x[name] for x in verdicts)) if name in verdicts[0] else "" for name in ASSUMPTIONS]
    return table.name, str(len(verdicts)), *each, str(sum(not any(x.values()) for x in verdicts))


ASSUMPTIONS = (AS_TOLD, "field of view", "all pixels")


def test_an_accusation_is_worded_by_what_is_impossible() -> None:
    [table] = [table for table in tables() if table.name == "acharya2017"]
    found = check_report(table.rows["01"][AS_TOLD], rounding="any")
    assert found.verdict == "inconsistent"
    assert found.because.startswith("no 5 folds of 38 + 262 can have the means accuracy 0.9447, ")
    assert not exists(table.rows["01"][AS_TOLD])
