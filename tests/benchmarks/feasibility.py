"""How far the answers to printed figures can be trusted: false alarms on true reports, misses, and times.

Run as ``python -m tests.benchmarks.feasibility``; ``--reports 100000`` is the whole run. Every report is made from
the seed and its number alone. The exit code is 1 where a true report is called inconsistent or is refused, or where
a verdict contradicts the enumeration of every weak order.
"""

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.benchmarks import times
from tests.benchmarks.false_alarms import Answer, answers
from tests.benchmarks.misses import Comparison, comparisons

MISS_SECONDS = 1.0
_WIDTH = 110


def main(arguments: Sequence[str] | None = None) -> int:
    """All three measurements; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.feasibility", description=__doc__)
    parser.add_argument("--reports", type=int, default=2000, help="true reports to look for false alarms in")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--misses", type=int, default=300, help="reports to compare with every weak order")
    parser.add_argument("--most", type=int, default=4, help="examples of a class at most in these")
    parser.add_argument("--times", type=int, default=30, help="reports to time for each size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes for the true reports")
    asked = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    with progress("true reports", asked.reports) as tell:
        found = list(answers(asked.reports, asked.seed, asked.jobs, tell, asked.first))
    alarms = [x.report for x in found if x.report]
    console.print(alarm_table(found), *alarms, sep="\n", markup=False, soft_wrap=True)
    with progress("few examples", asked.misses) as tell:
        compared = list(comparisons(asked.misses, asked.seed, asked.most, MISS_SECONDS, tell))
    wrong = [x.wrong for x in compared if x.wrong]
    console.print(miss_table(compared, asked.most), *wrong, sep="\n", markup=False, soft_wrap=True)
    sizes = len(times.MATRIX_SIZES) + len(times.SCORE_SIZES)
    with progress("times", sizes * asked.times) as tell:
        console.print(time_table(asked.times, asked.seed, tell))
    if not times.installed():
        console.print("mlscorecheck is not installed; its times are left out")
    return 1 if alarms or wrong else 0


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, on a terminal, and what moves it on."""
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def alarm_table(found: Sequence[Answer]) -> Table:
    """Verdicts on true reports by group of figures."""
    wrong = sum(bool(x.report) for x in found)
    table = Table(title=f"{len(found)} true reports, {wrong} false alarms")
    for name in ("figures", "reports", "inconsistent", "refused", "searched", "undecided of these"):
        table.add_column(name, justify="left" if name == "figures" else "right")
    table.add_column("median ms", justify="right")
    table.add_column("95 % ms", justify="right")
    groups: dict[str, list[Answer]] = defaultdict(list)
    for x in found:
        groups[x.kind].append(x)
    for kind, some in [*sorted(groups.items()), ("all", list(found))]:
        verdicts = Counter(x.verdict for x in some)
        searched = [x for x in some if x.searched]
        undecided = sum(x.verdict == "undecided" for x in searched)
        share = f"{100 * undecided / len(searched):.1f} %" if searched else ""
        row = (len(some), verdicts["inconsistent"], verdicts["refused"], len(searched))
        table.add_row(kind, *map(str, row), share, *spread([x.seconds for x in some]))
    return table


def miss_table(compared: Sequence[Comparison], most: int) -> Table:
    """Verdicts against the enumeration."""
    wrong = sum(bool(x.wrong) for x in compared)
    table = Table(title=f"{len(compared)} reports of at most {most} + {most} examples, {wrong} wrong verdicts")
    table.add_column("figures", no_wrap=True)
    for name in ("possible", "found", "open", "impossible", "proved", "open", "wrong"):
        table.add_column(name, justify="right")
    table.add_column("median ms", justify="right")
    table.add_column("95 % ms", justify="right")
    groups: dict[str, list[Comparison]] = defaultdict(list)
    for x in compared:
        groups[x.kind].append(x)
    for kind, some in [*sorted(groups.items()), ("all", list(compared))]:
        count = Counter((x.true, x.verdict) for x in some)
        row = []
        for true, verdict in ((True, "consistent"), (False, "inconsistent")):
            row += [sum(x.true is true for x in some), count[true, verdict], count[true, "undecided"]]
        table.add_row(kind, *map(str, row), str(sum(bool(x.wrong) for x in some)), *spread([x.seconds for x in some]))
    return table


def time_table(reports: int, seed: int, tell: Callable[[], None]) -> Table:
    """Times by size, beside mlscorecheck's for confusion matrices."""
    table = Table(title=f"times of an answer, {reports} reports a size")
    for name in (
        "figures",
        "examples",
        "median ms",
        "95 % ms",
        "mlscorecheck: median ms",
        "95 % ms",
        "ratio of medians",
    ):
        table.add_column(name, justify="left" if name == "figures" else "right")
    for figures, measure, sizes in (
        ("a confusion matrix's", times.of_matrices, times.MATRIX_SIZES),
        ("the scores'", times.of_scores, times.SCORE_SIZES),
    ):
        for n in sizes:
            took = []
            for one in measure(n, reports, seed):
                took.append(one)
                tell()
            pairs = [(x.ours, x.theirs) for x in took if x.theirs is not None]
            theirs = [y for _, y in pairs]
            ratio = [f"{median(theirs) / median(x for x, _ in pairs):.1f}"] if pairs else []
            beside = [*spread(theirs), *ratio] if pairs else ["", "", ""]
            table.add_row(figures, f"{n:,}", *spread([x.ours for x in took]), *beside)
    return table


def spread(seconds: Sequence[float]) -> tuple[str, str]:
    """The median and the 95 % quantile, in milliseconds."""
    if not seconds:
        return "", ""
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{1000 * median(ordered):.1f}", f"{1000 * last:.1f}"


if __name__ == "__main__":
    sys.exit(main())
