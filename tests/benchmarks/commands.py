"""How long each command takes from a cold start, and the medians of proofs and derivations over the catalogue.

    python -m tests.benchmarks.commands [--rounds N] [--seconds N]

Every command runs in a process of its own, as a user would run it, and beside it a bare Python that does nothing; the
rounds are interleaved. ``verify --fresh`` computes every theorem and claim anew and runs once.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent.parent
DATA = str(ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv")
COMMANDS = {
    "python -c pass": [],
    "workbench --help": ["--help"],
    "evaluate, 345 examples": ["evaluate", DATA],
    "evaluate --resamples 1000": ["evaluate", DATA, "--resamples", "1000"],
    "check --reported": ["check", "--reported", "n0=50 n1=50 AUC=0.79 BS=0.33"],
    "derive rate_driven": ["derive", "rate_driven"],
    "prove (equality)": ["prove", "loss(score_uniform) == MAE"],
    "prove (inequality)": ["prove", "BS <= MAE"],
    "prove (refuted)": ["prove", "MAE == BS"],
    "compare": ["compare", "score_driven", "score_uniform"],
    "verify, one claim": ["verify", "--fresh", "004.T4"],
}


def seconds(call: Callable[[], Any]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def run(arguments: list[str]) -> None:
    """A command, in a new process."""
    program = ["-m", "workbench", *arguments] if arguments else ["-c", "pass"]
    subprocess.run([sys.executable, *program], capture_output=True, check=False)


def cold_starts(rounds: int) -> Table:
    """Each command's times, and what they are without those of bare Python."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(lambda arguments=arguments: run(arguments)))
    table = Table(title=f"cold start, {rounds} rounds")
    for name in ("command", "median s", "least s"):
        table.add_column(name, justify="left" if name == "command" else "right")
    for name, took in times.items():
        table.add_row(name, f"{median(took):.3f}", f"{min(took):.3f}")
    table.add_row("verify --fresh, everything", f"{seconds(lambda: run(['verify', '--fresh'])):.1f}", "")
    return table


def over_the_catalogue(limit: float) -> Table:
    """Every method derived, and its loss compared with that of every other, in one warm process."""
    from workbench import derive, methods, prove

    calls = [entry.call(name) for name, entry in methods.CATALOGUE.items()]
    statements = [f"loss({one}) <= loss({other})" for one in calls for other in calls if one != other]
    derive(calls[0])
    rows = [
        ("derive", calls, [seconds(lambda x=x: derive(x)) for x in calls]),
        ("prove", statements, [seconds(lambda x=x: prove(x, limit)) for x in statements]),
    ]
    table = Table(title="over the catalogue, warm")
    for name in ("what", "how many", "median ms", "most ms", "slowest"):
        table.add_column(name, justify="left" if name in ("what", "slowest") else "right")
    for what, asked, took in rows:
        slowest = asked[took.index(max(took))]
        table.add_row(what, str(len(took)), *_milliseconds((median(took), max(took))), slowest)
    return table


def _milliseconds(values: Iterable[float]) -> list[str]:
    return [f"{1000 * x:.0f}" for x in values]


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description="Cold starts of commands, and medians over the catalogue.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of cold starts (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit of each proof (default: %(default)s)")
    given = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 110)
    console.print(cold_starts(given.rounds))
    console.print(over_the_catalogue(given.seconds))


if __name__ == "__main__":
    main()
