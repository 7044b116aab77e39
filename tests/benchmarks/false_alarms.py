"""Reports that are true, decided: none may be called inconsistent."""

import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from time import perf_counter
from typing import NamedTuple

from tests.benchmarks.random_reports import true_report
from workbench.errors import InputError
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import Matrix
from workbench.feasible.score_sizes import scan_sizes
from workbench.feasible.scores import decide_scores
from workbench.reports.check import check_paper
from workbench.reports.paper_file import PaperFile, Report
from workbench.samples.sample import Sample

SEARCHED, ENUMERATED, WHOLE_COMMAND = 0.25, 0.2, 0.01
"""The shares of reports with a short search, with one long enough for every weak order of a few examples, and with
all that `workbench check` does. The others meet the facts alone, in much less time."""
_FEW = 9
_CHUNK = 20


@dataclass(frozen=True)
class Answer:
    """What was said of a true report; ``report`` is the text of one that was called inconsistent or refused."""

    kind: str
    verdict: str
    seconds: float
    searched: bool
    report: str = ""


def answers(
    reports: int, seed: int, jobs: int, tell: Callable[[], None] = lambda: None, first: int = 0
) -> Iterator[Answer]:
    """The verdict on each of so many true reports."""
    numbers = range(first, first + reports)
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        one = partial(answer, seed)
        for found in pool.imap_unordered(one, numbers, _CHUNK) if pool else map(one, numbers):
            tell()
            yield found


def answer(seed: int, number: int) -> Answer:
    """The verdict on the true report of this number."""
    true = true_report(seed, number)
    rng = random.Random(f"budget {seed}:{number}")
    seconds = 0.005 if rng.random() < SEARCHED else 0.0
    if true.sample.n <= _FEW and rng.random() < ENUMERATED:
        seconds = 0.5
    start = perf_counter()
    try:
        verdict, why, _ = decided(true.report, seconds, rng.random() < WHOLE_COMMAND)
    except InputError as error:
        verdict, why = "refused", str(error)
    took = perf_counter() - start
    wrong = verdict in ("inconsistent", "refused")
    return Answer(true.kind, verdict, took, seconds > 0, f"# {verdict}: {why}\n{true}" if wrong else "")


class Decision(NamedTuple):
    """A verdict, why, and what shows it."""

    verdict: str
    because: str
    witness: Sample | Matrix | None = None


def decided(report: Report, seconds: float, by_command: bool = False) -> Decision:
    """The verdict on the way that `workbench check` goes; ``by_command`` with all that it adds."""
    of_matrix = matrices(report.of_matrix, n0=report.n0, n1=report.n1, n=report.n) if report.of_matrix else None
    known = report.n0 is not None and report.n1 is not None
    endless = not known and report.n is None
    if by_command or (report.of_scores and (endless or (of_matrix is not None and not known))):
        result = check_paper(PaperFile(reports=(report,)), seconds=seconds).results[0]
        return Decision(result.verdict, result.because, result.witness)
    if of_matrix is not None and (of_matrix.possible is False or not report.of_scores):
        words = {True: "consistent", False: "inconsistent", None: "undecided"}
        return Decision(words[of_matrix.possible], of_matrix.violated or "", of_matrix.matrix)
    if report.n0 is not None and report.n1 is not None:
        listed = None if of_matrix is None else of_matrix.matrices()
        found = decide_scores(
            report.of_scores, report.n0, report.n1, calibrated=report.calibrated, matrices=listed, seconds=seconds
        )
        return Decision(found.verdict, found.because, found.witness)
    sizes = scan_sizes(report.of_scores, n=report.n, calibrated=report.calibrated, seconds=20 * seconds)
    return Decision(sizes.verdict, sizes.because, None if sizes.found is None else sizes.found.witness)
