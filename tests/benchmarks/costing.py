"""How often the intervals of `costs_by_example` and the bands of `cost_sample` hold the true cost, savings and curve.

Run as ``python -m tests.benchmarks.costing``. Within each class a variable is normal with unit variance, the means
lying `APART`, and the score is the posterior probability of the event. A miss costs a lognormal amount, whose logarithm
has the standard deviation ``spread``, and a false alarm 5. What each rule truly costs is a mean over amounts by
Gauss-Hermite quadrature and shares no code with the workbench; that of the best threshold is the cost on new cases of
the one that was chosen. Class sizes are fixed (resamples class by class), drawn (from all examples), or of groups of
four examples that share their amount and a part of the variable (whole groups). The last column is the mean over the
grid of how often the pointwise band holds the curve.
"""

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.special import ndtr

from workbench import band, cost_sample, costs_by_example

Floats = npt.NDArray[np.float64]

SHARE, APART, FALSE_ALARM, MEAN = 0.3, 1.5, 5, 15.0
"""The proportion of events, how far the classes are apart, and what errors cost."""
COMMON = 0.5
"""The part of the variance of the variable that examples of a group share."""
SIZES, SPREADS, DESIGNS = (200, 1000), (0.0, 0.5, 1.0), ("fixed", "drawn", "groups")
GRID = tuple(i / 20 for i in range(1, 20))
HEADER = ("n", "spread", "sizes", "cost", "savings", "cost of best", "savings of best", "curve")


def odds(z: Floats) -> Floats:
    """The log odds of the event."""
    found: Floats = np.log(SHARE / (1 - SHARE)) + APART * z - APART**2 / 2
    return found


def amounts(spread: float, z: Floats) -> Floats:
    """Amounts of the mean `MEAN`, of standard normal variables."""
    found: Floats = MEAN * np.exp(spread * z - spread**2 / 2)
    return found


def errors(spread: float, cut: Floats | float) -> tuple[Floats, Floats]:
    """What misses and false alarms cost per case where those are treated whose variable is above a cut for each amount.

    ``cut`` has a place for each node of the quadrature, along the last axis, or is the same for all.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    wide = np.broadcast_to(np.asarray(cut, dtype=float), np.broadcast_shapes(np.shape(cut), nodes.shape))
    missed = SHARE * (weights * amounts(spread, nodes) * ndtr(wide - APART)).sum(axis=-1)
    return missed, (1 - SHARE) * FALSE_ALARM * (weights * ndtr(-wide)).sum(axis=-1)


def own_cut(spread: float, c: float) -> Floats:
    """Where each amount's own threshold cuts the variable, as if misses cost 2(1 - c) and false alarms 2c times."""
    nodes = np.polynomial.hermite_e.hermegauss(80)[0]
    least = np.log(FALSE_ALARM * c) - np.log(amounts(spread, nodes) * (1 - c))
    found: Floats = (least - odds(np.zeros(1))) / APART
    return found


def of_score(t: float) -> float:
    """Where a threshold cuts the variable."""
    if not 0 < t < 1:
        return float("-inf") if t <= 0 else float("inf")
    return float((np.log(t / (1 - t)) - odds(np.zeros(1))[0]) / APART)


def drawn(rng: np.random.Generator, n: int, spread: float, design: str) -> tuple[npt.NDArray[np.int64], ...]:
    """Classes, scores, amounts, and groups."""
    groups = np.arange(n) // (4 if design == "groups" else 1)
    classes = (np.arange(n) < round(n * SHARE)) if design == "fixed" else rng.random(n) < SHARE
    together, alone = rng.normal(size=(2, n))
    z = np.sqrt(COMMON) * together[groups] + np.sqrt(1 - COMMON) * alone + APART * classes
    scores, column = 1 / (1 + np.exp(-odds(z))), amounts(spread, rng.normal(size=n)[groups])
    return classes.astype(int), np.round(scores, 6), np.round(column, 2), groups


def row(n: int, spread: float, design: str, trials: int, resamples: int, rng: np.random.Generator) -> Floats:
    """The shares of trials in which each interval holds the truth."""
    least = min(SHARE * MEAN, (1 - SHARE) * FALSE_ALARM)
    truth = float(sum(errors(spread, own_cut(spread, 0.5))))
    stake = SHARE * MEAN + (1 - SHARE) * FALSE_ALARM
    parts = [(c, errors(spread, own_cut(spread, c))) for c in GRID]
    curve = np.array([2 * ((1 - c) * missed + c * alarms) / stake for c, (missed, alarms) in parts])
    found = []
    for seed in track(range(trials), f"{n} {spread} {design}", transient=True):
        classes, scores, column, groups = drawn(rng, n, spread, design)
        given = {"miss": column, "false_alarm": FALSE_ALARM, "groups": groups if design == "groups" else None}
        how = {"resamples": resamples, "stratified": design == "fixed", "seed": seed}
        rules = costs_by_example(classes, scores, **given, **how)
        t = -1.0 if rules["best threshold"].treat == "everybody" else rules.threshold
        chosen = float(sum(errors(spread, of_score(float("inf") if t is None else float(t)))))
        held = []
        for what, cost in (("own thresholds", truth), ("best threshold", chosen)):
            for figure, value in (("per_case", cost), ("savings", 1 - cost / least)):
                interval = rules.intervals[what][figure]
                held.append(interval.low <= value <= interval.high)
        around = band(cost_sample(classes, scores, **given), grid=GRID, **how)
        held.append(np.mean((np.array(around.low) <= curve) & (curve <= np.array(around.high))))
        found.append(held)
    return np.array(found, dtype=float).mean(axis=0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.costing", description=__doc__)
    parser.add_argument("--trials", type=int, default=1000, help="samples for each row")
    parser.add_argument("--resamples", type=int, default=1000, help="resamples of each")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    table = Table(*HEADER)
    for n in asked.sizes:
        for spread in SPREADS:
            for design in DESIGNS:
                rng = np.random.default_rng(asked.seed)
                held = row(n, spread, design, asked.trials, asked.resamples, rng)
                table.add_row(str(n), f"{spread:g}", design, *(f"{100 * share:.1f}%" for share in held))
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
