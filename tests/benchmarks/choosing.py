"""How often the interval of `workbench choose` covers what its threshold truly costs, on samples of known classes.

Run as ``python -m tests.benchmarks.choosing``. Scores of the two classes are normal with unit variances and means that
lie ``apart``, so that the true cost of each chosen threshold is known. A row tells, of many samples of ``n`` examples,
how often the interval covers that cost, how often the percentiles alone would, without the optimism of the choice, how
far the cost on the sample is below the true one on average, and what the optimism says it is.
"""

import argparse
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from rich.console import Console
from rich.table import Table

from workbench import choose
from workbench.inference.choosing import ChosenThreshold

SIZES = (50, 200, 1000)
MISSES = (1, 5)
APART = (1.0, 2.0)
HEADER = ("n", "apart", "miss", "covered", "by percentiles", "truly above", "optimism")


def true_cost(found: ChosenThreshold, apart: float) -> float:
    """Of a case, with the chosen threshold."""
    t, prior, costs = float(found.decision.threshold), float(found.operation.prior), found.operation.costs
    missed, alarms = NormalDist(apart).cdf(t), 1 - NormalDist().cdf(t)
    return prior * float(costs.miss) * missed + (1 - prior) * float(costs.false_alarm) * alarms


def row(n: int, apart: float, miss: int, samples: int, resamples: int, rng: np.random.Generator) -> tuple[float, ...]:
    """The shares covered, and the means, of some samples with a third of events."""
    found = []
    classes = np.arange(n) % 3 == 0
    for seed in range(samples):
        scores = rng.normal(apart * classes)
        chosen = choose(classes.astype(int), scores, miss=miss, false_alarm=1, resamples=resamples, seed=seed)
        assert chosen.spread is not None
        (low, high), optimism, truth = chosen.spread.interval, chosen.spread.optimism, true_cost(chosen, apart)
        above = truth - float(chosen.decision.expected_cost)
        found.append((low <= truth <= high, low <= truth <= high - optimism, above, optimism))
    return tuple(np.array(found, dtype=float).mean(axis=0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.choosing", description=__doc__)
    parser.add_argument("--samples", type=int, default=400, help="samples for each row")
    parser.add_argument("--resamples", type=int, default=500, help="resamples of each")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    rng = np.random.default_rng(asked.seed)
    table = Table(*HEADER)
    for n in SIZES:
        for apart in APART:
            for miss in MISSES:
                covered, alone, above, optimism = row(n, apart, miss, asked.samples, asked.resamples, rng)
                shares = f"{100 * covered:.1f}%", f"{100 * alone:.1f}%"
                table.add_row(str(n), f"{apart:g}", str(miss), *shares, f"{above:.4f}", f"{optimism:.4f}")
    Console(width=100).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
