"""How long work takes that is counted as so many seconds (`workbench.limits`), by the function that it is given out in.

    python -m tests.benchmarks.work [--seconds N]

The second of work and the second of processor time are about the same on an ordinary machine; a slow one shows by a
small ratio throughout.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import process_time
from unittest import mock

from rich.console import Console
from rich.table import Table

from workbench.deciding.discovery import closed_form
from workbench.language.statements import parse_statement
from workbench.limits import SECOND, Work
from workbench.reports.check import check_report
from workbench.witnesses import search

LEAST = 0.02
STATEMENTS = (
    "BS <= MAE",
    "loss(score_driven) <= loss(score(1 - c))",
    "loss(rate_fixed(r), rates=step) <= 1",
    "loss(score(sqrt(c)), cost=beta(1/2, 1/2)) <= 2",
    "E(sqrt(1 + F0(s))) >= 1",
    "BS == 2 given auc == 1/3, calibrated",
)
METHODS = ("rate_fixed(r)", "score_uniform(1/4, 3/4)")
REPORTS = (
    "n0=50 n1=50 AUC=0.79 sensitivity=0.82 precision=0.61",
    "n0=50 n1=50 AUC=0.79 BS=0.01",
    "n0=100 n1=80 AUC=0.85 AUCH=0.87 KS=0.55 MER=0.2",
    "n0=12 n1=10 AUC=0.7 AUCH=0.9 RLH=0.05",
    "n0=200 n1=150 AUC=0.79 loss(rate(c**2))=0.24 RLH=0.2",
    "AUC=0.79 loss(rate_driven)=0.188",
    "n=50000 kappa=0.999960000 AUC=1.0000",
    "accuracy=0.8512 mcc=0.7031 f1=0.8613",
    "n0=51 n1=50 folds=10 accuracy=0.86 AUC=0.913",
)


@dataclass
class Spent:
    """An amount of work, who gave it out, and the processor time from then until it was last spent."""

    work: Work
    purpose: str
    begin: float
    end: float


@contextmanager
def watched() -> Iterator[dict[int, Spent]]:
    """What is given out within the block, shares of it not counted."""
    found: dict[int, Spent] = {}
    made, spend = Work.__init__, Work.spend

    def given_out(self: Work, units: float, whole: Work | None = None) -> None:
        made(self, units, whole)
        if whole is None:
            frame = sys._getframe(1)
            while frame.f_back is not None and frame.f_code.co_name in ("of", "__init__", "_work"):
                frame = frame.f_back
            found[id(self)] = Spent(self, frame.f_code.co_name, process_time(), process_time())

    def spent(self: Work, units: float) -> None:
        spend(self, units)
        if id(self) in found:
            found[id(self)].end = process_time()

    with mock.patch.object(Work, "__init__", given_out), mock.patch.object(Work, "spend", spent):
        yield found


def main() -> None:
    """Print a row for each amount of work."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.work", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of work for each (default 2)")
    seconds = parser.parse_args().seconds
    tasks: list[tuple[str, Callable[[], object]]] = []
    for text in STATEMENTS:
        statement = parse_statement(text)
        tasks.append((text, partial(search.quick, statement)))
        tasks.append((text, partial(search.thorough, statement, seconds)))
    tasks += [(method, partial(closed_form, method, seconds=seconds)) for method in METHODS]
    tasks += [(report, partial(check_report, report, seconds=seconds)) for report in REPORTS]
    table = Table("task", "for", "work", "seconds", "ratio")
    whole = [0.0, 0.0]
    for name, task in tasks:
        with watched() as found:
            task()
        for one in found.values():
            work, took = one.work.spent / SECOND, one.end - one.begin
            if max(work, took) > LEAST:
                table.add_row(name, one.purpose, f"{work:.2f}", f"{took:.2f}", f"{work / took:.2f}" if took else "")
                whole = [whole[0] + work, whole[1] + took]
    table.add_row("all", "", *(f"{x:.2f}" for x in (*whole, whole[0] / whole[1])))
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
