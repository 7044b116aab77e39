"""The analysis of scores in arrays beside the nearest functions of scikit-learn: ratios of the times of both.

Run as ``python -m tests.benchmarks.analysis``. Each time is from the arrays to the answer, sorting included, and the
least of some interleaved rounds:

reliability  ``reliability(sample, equal_width(10, sample))`` and ``calibration_curve(y, s, n_bins=10)``
best         ``RocCurve.of(Sample.of(y, s)).best(c, pi0)`` and the least loss of the points of ``roc_curve``
optima       ``optima(Sample.of(y, s), c)`` and the local minima of that loss
delong       ``delong(y, s)`` and ``roc_auc_score``, which has no variance
isotonic     ``isotonic(Sample.of(y, s))`` and ``IsotonicRegression().fit``
"""

import argparse
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score, roc_curve

from workbench import RocCurve, Sample, delong, equal_width, isotonic, optima, reliability

COST = 0.3


def losses(y: Any, s: Any) -> tuple[Any, Any]:
    """The loss of treating from each threshold of scikit-learn on, and these thresholds."""
    fpr, tpr, thresholds = roc_curve(y, s, drop_intermediate=False)
    share = y.mean()
    return 2 * (COST * (1 - share) * fpr + (1 - COST) * share * (1 - tpr)), thresholds


def best_of_peer(y: Any, s: Any) -> Any:
    found, thresholds = losses(y, s)
    return thresholds[found.argmin()]


def optima_of_peer(y: Any, s: Any) -> Any:
    found, thresholds = losses(y, s)
    inner = (found[1:-1] <= found[:-2]) & (found[1:-1] <= found[2:])
    return thresholds[1:-1][inner]


TASKS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "reliability": (
        lambda y, s: reliability(sample := Sample.of(y, s), equal_width(10, sample)),
        lambda y, s: calibration_curve(y, s, n_bins=10),
    ),
    "best": (lambda y, s: RocCurve.of(sample := Sample.of(y, s)).best(str(COST), sample.pi0), best_of_peer),
    "delong": (delong, roc_auc_score),
    "isotonic": (lambda y, s: isotonic(Sample.of(y, s)), lambda y, s: IsotonicRegression().fit(s, y)),
    "optima": (lambda y, s: optima(Sample.of(y, s), str(COST)), optima_of_peer),
}


def times(y: Any, s: Any, rounds: int) -> dict[str, tuple[float, float]]:
    """The least time of each task, here and there."""
    found = {name: (float("inf"), float("inf")) for name in TASKS}
    for _ in range(rounds):
        for name, pair in TASKS.items():
            spent = []
            for each in pair:
                start = perf_counter()
                each(y, s)
                spent.append(perf_counter() - start)
            found[name] = (min(found[name][0], spent[0]), min(found[name][1], spent[1]))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.analysis", description=__doc__)
    parser.add_argument("--sizes", type=float, nargs="+", default=(1e5, 1e6))
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args(arguments)
    rng = np.random.default_rng(0)
    table = Table("n", "scores", "task", "workbench, ms", "scikit-learn, ms", "ratio")
    for n in map(int, asked.sizes):
        y = (rng.random(n) < 0.4).astype(int)
        s = 1 / (1 + np.exp(-(rng.normal(size=n) + y)))
        for kind, scores in (("continuous", s), ("3 decimals", np.round(s, 3))):
            for task, (here, there) in times(y, scores, asked.rounds).items():
                table.add_row(f"{n:.0e}", kind, task, f"{1e3 * here:.1f}", f"{1e3 * there:.1f}", f"{here / there:.2f}")
    Console(width=100).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
