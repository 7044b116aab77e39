"""Processor time of `workbench prove` and `workbench derive` from the start of the process to its end, in checkouts.

    python -m tests.benchmarks.starts [--beside CHECKOUT] [--rounds N] [--statements FILE]

Each command runs in a process of its own here and, where another checkout is named, there, in turn; the least of the
rounds is shown, of the processor and not of the clock, so that a busy machine tells nearly the same. Beside them is
what importing sympy alone takes, below which no proof comes. ``--statements`` are some more to prove, one a line, of
which the median is shown.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent.parent
COMMANDS = (
    ("prove", "1 == 1"),
    ("prove", "BS == BS"),
    ("prove", "loss(score_driven) == BS"),
    ("prove", "BS <= MAE"),
    ("derive", "score_driven"),
    ("derive", "score(c**2)"),
)


def laid_out(checkout: Path, folder: Path) -> Path:
    """A folder in which a checkout stands as it does once it is installed."""
    package = folder / "workbench"
    package.mkdir(parents=True)
    for entry in (*(checkout / "workbench").iterdir(), checkout / "proofs", checkout / "paper_checks"):
        if entry.name != "__pycache__":
            (package / entry.name).symlink_to(entry)
    return folder


def spent(arguments: Sequence[str], place: Path) -> float:
    """The processor time of a new process, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": str(place)},
        cwd=place,
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def program(place: Path) -> list[str]:
    """How the program is run: by its door, where the checkout has one."""
    return ["-m", "workbench" if (place / "workbench" / "__main__.py").exists() else "workbench.cli"]


def least(asked: Sequence[tuple[str, ...]], places: Sequence[Path], rounds: int) -> dict[tuple[str, ...], list[float]]:
    """The least processor time of each command in each place."""
    found = {command: [float("inf")] * len(places) for command in asked}
    for _ in range(rounds):
        for command, times in found.items():
            for k, place in enumerate(places):
                run = [*program(place), *command] if command else ["-c", "import sympy"]
                times[k] = min(times[k], spent(run, place))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.starts", description=__doc__.splitlines()[0])
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another checkout, such as an older one")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of all commands (default: %(default)s)")
    parser.add_argument("--statements", type=Path, metavar="FILE", help="more statements, one a line")
    asked = parser.parse_args(arguments)
    more = asked.statements.read_text("utf-8").splitlines() if asked.statements else []
    checkouts = [ROOT, *([asked.beside.absolute()] if asked.beside else [])]
    with tempfile.TemporaryDirectory() as folder:
        places = [laid_out(checkout, Path(folder) / str(k)) for k, checkout in enumerate(checkouts)]
        least([(), COMMANDS[2]], places, 1)  # so that everything is compiled
        times = least([(), *COMMANDS], places, asked.rounds)
        rest = least([("prove", x) for x in more], places, max(asked.rounds // 3, 1))
    table = Table("command", "here", *(["there", "ratio"] * bool(asked.beside)))
    for command, here in times.items():
        table.add_row(" ".join(command) or "import sympy", *_row(here))
    if rest:
        table.add_row(f"prove, median of {len(rest)}", *_row([median(x) for x in zip(*rest.values(), strict=True)]))
    Console(width=None if sys.stdout.isatty() else 80).print(table)


def _row(times: Sequence[float]) -> list[str]:
    return [*(f"{x:.2f}" for x in times), *([f"{times[0] / times[1]:.2f}"] if len(times) > 1 else [])]


if __name__ == "__main__":
    main()
