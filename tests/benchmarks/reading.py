"""How long files of scores take to be read exactly, against the fastest bare readers of float columns.

    python -m tests.benchmarks.reading [--sizes 1e6,1e7] [--rounds N] [--memory 500MB]

One run interleaves what it compares, round by round, and shows medians of ratios within a round: other load on the
machine then weighs on both. ``read_sample`` ends with a sample in order; the bare readers of pyarrow, polars and pandas
end with a column of floats and one of integers. ``read_grouped`` is DuckDB within the memory given. Memory is what the
process holds at most of its own (``RssAnon``), beyond what it held before, each in a process of its own; files that are
mapped into memory do not count.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

FORMS = ("17 digits", "6 decimals", "3 decimals", "parquet")


def write(path: Path, form: str, n: int) -> None:
    """Scores of a reasonable classifier, 30% of them of class 1."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    rng = np.random.default_rng(n)
    classes = (rng.random(n) < 0.3).astype(np.int8)
    scores = 1 / (1 + np.exp(-(rng.standard_normal(n) + 1.5 * classes - 1)))
    if form.endswith("decimals"):
        scores = np.round(scores, int(form[0]))
    table = pa.table({"score": scores, "class": classes})
    if form == "parquet":
        parquet.write_table(table, path)
    else:
        csv.write_csv(table, path)


def readers(parquet: bool, memory: str) -> dict[str, Callable[[str], Any]]:
    """What reads a file, by the name of who does."""
    from workbench.reading.databases import read_grouped
    from workbench.reading.datafile import read_sample

    found: dict[str, Callable[[str], Any]] = {
        "read_sample": read_sample,
        "read_grouped": lambda path: read_grouped(path, memory=memory),
    }
    way = "read_parquet" if parquet else "read_csv"
    for name in ("pyarrow", "polars", "pandas"):
        module = {"pyarrow": "pyarrow.parquet" if parquet else "pyarrow.csv"}.get(name, name)
        try:
            read = getattr(importlib.import_module(module), "read_table" if module == "pyarrow.parquet" else way)
        except ImportError:
            continue
        found[name] = read
    return found


def seconds(call: Callable[[str], Any], path: str) -> float:
    gc.collect()
    start = time.perf_counter()
    call(path)
    return time.perf_counter() - start


def in_use() -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon"))


def most_in_use(call: Callable[[str], Any], path: str) -> int:
    """The bytes that the process holds at most while ``call`` runs, beyond those before."""
    before, over = in_use(), threading.Event()
    most = [before]

    def watch() -> None:
        while not over.wait(0.005):
            most.append(in_use())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    call(path)
    over.set()
    watcher.join()
    return max(most) - before


def megabytes(name: str, path: str, memory: str) -> str:
    if not os.path.exists("/proc/self/status"):
        return "-"
    run = [sys.executable, "-m", "tests.benchmarks.reading", "--bytes-of", name, "--memory", memory, path]
    return f"{int(subprocess.run(run, capture_output=True, text=True, check=True).stdout) / 1e6:.0f}"


def compared(path: Path, form: str, rounds: int, memory: str) -> list[list[str]]:
    """The rows of the table for one file."""
    contestants = readers(form == "parquet", memory)
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, call in contestants.items():
            times[name].append(seconds(call, str(path)))
    bare = [name for name in contestants if not name.startswith("read_")]
    best = [min(times[name][i] for name in bare) for i in range(rounds)]
    return [
        [
            name,
            f"{median(taken):.3f}",
            f"{median(a / b for a, b in zip(taken, best, strict=True)):.2f} ({min(taken) / min(best):.2f})",
            megabytes(name, str(path), memory),
        ]
        for name, taken in times.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Exact reading against bare readers of floats.")
    parser.add_argument("--sizes", default="1e6,1e7", help="numbers of rows (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each file (default: %(default)s)")
    parser.add_argument("--memory", default="500MB", help="the memory of DuckDB (default: %(default)s)")
    parser.add_argument("--bytes-of", help=argparse.SUPPRESS)
    parser.add_argument("path", nargs="?", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bytes_of:
        print(most_in_use(readers(given.path.endswith("parquet"), given.memory)[given.bytes_of], given.path))
        return
    table = Table(caption="ratios are medians within a round; in brackets, of the fastest rounds")
    for column in ("rows", "file", "MB", "reader", "seconds", "/ fastest bare reader", "memory MB"):
        table.add_column(column, justify="left" if column in ("file", "reader") else "right")
    with tempfile.TemporaryDirectory() as folder:
        for size in given.sizes.split(","):
            for form in FORMS:
                path = Path(folder, "data.parquet" if form == "parquet" else "data.csv")
                write(path, form, int(float(size)))
                start = [size, form, f"{path.stat().st_size / 1e6:.0f}"]
                for row in compared(path, form, given.rounds, given.memory):
                    table.add_row(*start, *row)
                    start = ["", "", ""]
                table.add_section()
                path.unlink()
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
