"""True reports of every kind, decided with a little work each: none may be called inconsistent, refused or crash.

``python -m tests.benchmarks.true_reports 100000 --from 0 --jobs 2`` draws the reports of these numbers, half of them as
text (`tests.benchmarks.plain_reports`), half from the exact engine with every way of rounding
(`tests.benchmarks.random_reports`), and prints how many were decided, how fast, and each false alarm whole.
"""

from __future__ import annotations

import argparse
import random
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from multiprocessing import Pool
from time import perf_counter
from typing import NamedTuple

from tests.benchmarks.plain_reports import Drawn, drawn
from tests.benchmarks.random_reports import true_report
from workbench.errors import InputError, NotSupported
from workbench.reports import class_report, counted
from workbench.reports.check import check_paper
from workbench.reports.class_matrix import CountedReport
from workbench.reports.class_report import ClassReport
from workbench.reports.paper_file import PaperFile, Report, paper_of, report_of
from workbench.reports.pasted.reading import reports_of
from workbench.reports.reported import verdict_of
from workbench.reports.shared import decide_table, shared_table

SECONDS = {"folds": 0.3, "tables": 0.1}
"""The work for a report of a kind that needs more than others."""
LITTLE, MORE = 0.004, 0.03
"""The work for the others, a little and for some of them more."""
OF_MORE, WHOLE = 0.1, 0.01
"""The shares of reports with more work, and with all that `check` does besides its verdict."""
WRONG = ("inconsistent", "refused", "crashed")
_CHUNK = 50


class Answer(NamedTuple):
    """What is said of a report; ``told`` is the report whole where that is wrong."""

    kind: str
    verdict: str
    told: str = ""


def answer(seed: int, number: int) -> Answer:
    """What `check` says of the true report of this number."""
    if number % 2:
        of_engine = true_report(seed, number)
        kind, text = "the exact engine", str(of_engine)
        report: Report | Drawn = of_engine.report
    else:
        report = drawn(seed, number)
        kind, text = report.kind, f"{report.form}: {report.text}"
    rng = random.Random(f"work {seed}:{number}")
    seconds = SECONDS.get(kind, MORE if rng.random() < OF_MORE else LITTLE)
    try:
        verdict, why = verdict_on(report, seconds, rng.random() < WHOLE), ""
    except InputError as error:
        verdict, why = "refused", str(error)
    except NotSupported as error:
        verdict, why = "undecided", str(error)
    except Exception:
        verdict, why = "crashed", traceback.format_exc()
    return Answer(kind, verdict, f"# number {number}, {kind}: {verdict} {why}\n{text}" if verdict in WRONG else "")


def verdict_on(report: Report | Drawn, seconds: float, whole: bool = False) -> str:
    """The verdict, the worst one of several; ``whole`` with all that the command finds out besides."""
    if isinstance(report, Report):
        return _worst([_of(report, seconds, whole)])
    _, text, form = report
    if form == "line":
        return _of(report_of(text), seconds, whole)
    if form == "file":
        return _worst([result.verdict for result in check_paper(paper_of(text), seconds=seconds).results])
    found = reports_of(text)
    assert found is not None, "the text was read as TOML"
    if form == "shared":
        rows = [each for each in found if isinstance(each, Report)]
        return decide_table(shared_table(rows), seconds).verdict
    return _worst([_of(each, seconds, whole) for each in found])


def _of(report: Report | ClassReport | CountedReport, seconds: float, whole: bool) -> str:
    if isinstance(report, CountedReport):
        return _whole(PaperFile(of_classes=(report,)), seconds) if whole else counted.verdict_of(report)
    if isinstance(report, ClassReport):
        paper, verdict = PaperFile(of_classes=(report,)), class_report.verdict_of
        return _whole(paper, seconds) if whole else verdict(report, seconds)
    return _whole(PaperFile(reports=(report,)), seconds) if whole else verdict_of(report, seconds)


def _whole(paper: PaperFile, seconds: float) -> str:
    return check_paper(paper, seconds=seconds).results[0].verdict


def _worst(verdicts: Sequence[str]) -> str:
    return next(x for x in ("inconsistent", "undecided", "consistent") if x in verdicts)


def answers(reports: int, first: int, seed: int, jobs: int) -> Iterator[Answer]:
    """What is said of each of so many reports."""
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        one, numbers = partial(answer, seed), range(first, first + reports)
        yield from pool.imap_unordered(one, numbers, _CHUNK) if pool else map(one, numbers)


def main(arguments: Sequence[str] | None = None) -> int:
    """The counts; 1 where something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.true_reports", description=__doc__)
    parser.add_argument("reports", type=int)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first report")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1000, help="after how many reports the count is printed")
    asked = parser.parse_args(arguments)
    start, wrong = perf_counter(), 0
    found: Counter[tuple[str, str]] = Counter()
    for done, each in enumerate(answers(asked.reports, asked.first, asked.seed, asked.jobs), 1):
        found[each.kind, each.verdict] += 1
        if each.told:
            wrong += 1
            print(each.told, flush=True)
        if done % asked.every == 0 or done == asked.reports:
            rate = done / (perf_counter() - start)
            print(f"{done} true reports, {wrong} called wrong, {rate:.0f} a second", flush=True)
    for kind in sorted({kind for kind, _ in found}):
        of = {verdict: found[kind, verdict] for verdict in ("consistent", "undecided", *WRONG)}
        print(f"{kind:28}" + ", ".join(f"{many} {verdict}" for verdict, many in of.items() if many))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
