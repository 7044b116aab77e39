"""How long the exact figures of a sample take, against one sort and against three float metrics of scikit-learn.

    python -m tests.benchmarks.engine [--sizes 1e3,1e5,1e6,1e7] [--rounds N] [--scores continuous,single,...]

One run interleaves what it compares, round by round, and shows medians of ratios within a round: other load on the
machine then weighs on both. Of fewer than 1e5 examples a round times as many calls in a row as make 1e5, as timeit
does; ``once`` is the same ratio where each is called once, when the others' code and data fill the caches. ``engine``
is `Sample.of` and every metric and loss (`evaluate_sample`); ``sort`` is ``np.sort`` of the scores; ``sk3`` is
``roc_auc_score``, ``brier_score_loss`` and ``IsotonicRegression().fit``. Bytes are the peak that ``tracemalloc`` sees
beyond the data, in a run of its own.

Where numpy sorts with AVX-512, ``NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR"`` (as numpy 2.4 names them)
in the environment shows it sorting with AVX2.
"""

from __future__ import annotations

import argparse
import gc
import time
import tracemalloc
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from workbench.losses.evaluation import evaluate_sample
from workbench.samples.sample import Sample

ROUNDS = {3: 20, 4: 20, 5: 15, 6: 7}


KINDS: dict[str, Callable[[Any], Any]] = {
    "continuous": lambda z: 1 / (1 + np.exp(-z)),
    "3 decimals": lambda z: np.round(1 / (1 + np.exp(-z)), 3),
    "single": lambda z: (1 / (1 + np.exp(-z))).astype(np.float32),
    "logits": lambda z: z,
    "single logits": lambda z: z.astype(np.float32),
}
"""Scores of log odds: probabilities, those of 3 decimals, or in single precision, and the log odds themselves."""


def data(n: int, kind: str) -> tuple[Any, Any]:
    """Scores of a reasonable classifier, 30% of them of class 1."""
    rng = np.random.default_rng(n)
    classes = (rng.random(n) < 0.3).astype(np.uint8)
    return classes, KINDS[kind](rng.standard_normal(n) + 1.5 * classes - 1)


def scikit_learn() -> Callable[[Any, Any], Any] | None:
    try:
        from sklearn.isotonic import IsotonicRegression
        from sklearn.metrics import brier_score_loss, roc_auc_score
    except ImportError:
        return None
    return lambda classes, scores: (
        roc_auc_score(classes, scores),
        brier_score_loss(classes, scores),
        IsotonicRegression().fit(scores, classes),
    )


def seconds(call: Callable[[], Any], calls: int = 1) -> float:
    """Of one call, on the average of some."""
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def simd() -> str:
    """The vector instructions that numpy uses here."""
    try:
        from numpy._core._multiarray_umath import __cpu_features__ as features
    except ImportError:
        from numpy.core._multiarray_umath import __cpu_features__ as features
    return " ".join(
        name for name, found in features.items() if found and name.startswith(("AVX", "ASIMD", "SVE", "VSX"))
    )


def bytes_each(classes: Any, scores: Any) -> float:
    tracemalloc.start()
    try:
        evaluate_sample(Sample.of(classes, scores))
        return tracemalloc.get_traced_memory()[1] / len(scores)
    finally:
        tracemalloc.stop()


def timed(contestants: dict[str, Callable[[], Any]], rounds: int, n: int, calls: int = 1) -> dict[str, list[float]]:
    """The seconds of a call of each, round by round."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, call in contestants.items():
            if n >= 10**6:
                gc.collect()
            times[name].append(seconds(call, calls))
    return times


def compared(n: int, kind: str, rounds: int) -> list[str]:
    """One row of the table."""
    classes, scores = data(n, kind)
    found = Sample.of(classes, scores)
    contestants: dict[str, Callable[[], Any]] = {
        "sort": lambda: np.sort(scores),
        "of": lambda: Sample.of(classes, scores),
        "engine": lambda: evaluate_sample(Sample.of(classes, scores)),
    }
    sk3 = scikit_learn()
    if sk3 is not None and found.probabilistic:
        contestants["sk3"] = lambda: sk3(classes, scores)
    evaluate_sample(found)
    calls = max(10**5 // n, 1)
    times = timed(contestants, rounds, n, calls)
    once = timed(contestants, rounds, n) if calls > 1 else times

    def ratio(top: str, bottom: str, times: dict[str, list[float]] = times) -> str:
        if top not in times or bottom not in times:
            return "-"
        middle = median(a / b for a, b in zip(times[top], times[bottom], strict=True))
        return f"{middle:.2f} ({min(times[top]) / min(times[bottom]):.2f})"

    return [
        f"{n:.0e}".replace("+0", ""),
        kind,
        found.route,
        f"{1000 * median(times['sort']):.3f}",
        f"{1000 * median(times['engine']):.3f}",
        ratio("of", "sort"),
        ratio("engine", "sort"),
        ratio("sk3", "engine"),
        ratio("sk3", "engine", once),
        f"{bytes_each(classes, scores):.1f}" if n >= 10**5 else "-",
    ]


def whole(text: str) -> int:
    """A number from 1 on, as 1000 or 1e3."""
    found = int(float(text))
    if found < 1:
        raise ValueError(text)
    return found


def sizes(text: str) -> list[int]:
    return [whole(part) for part in text.split(",")]


def kinds(text: str) -> list[str]:
    found = text.split(",")
    if not set(found) <= set(KINDS):
        raise ValueError(text)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The exact engine against np.sort and scikit-learn.")
    parser.add_argument(
        "--sizes", type=sizes, default="1e3,1e5,1e6,1e7", help="numbers of examples (default: %(default)s)"
    )
    parser.add_argument("--rounds", type=whole, help="rounds of each size (default: 3 to 20, by size)")
    parser.add_argument(
        "--scores", type=kinds, default="continuous,3 decimals", help=f"of {', '.join(KINDS)} (default: %(default)s)"
    )
    given = parser.parse_args()
    warnings.filterwarnings("ignore")
    console = Console(width=140)
    console.print(f"numpy {np.__version__}, {simd() or 'no vector instructions known'}")
    table = Table(caption="medians of ratios within a round; in brackets the ratio of the fastest rounds")
    for column in (
        "n",
        "scores",
        "route",
        "sort ms",
        "engine ms",
        "Sample.of / sort",
        "engine / sort",
        "sk3 / engine",
        "once",
        "bytes each",
    ):
        table.add_column(column, justify="left" if column in ("scores", "route") else "right")
    for n in given.sizes:
        for kind in given.scores:
            table.add_row(*compared(n, kind, given.rounds or ROUNDS.get(len(str(n)) - 1, 3)))
    console.print(table)


if __name__ == "__main__":
    main()
