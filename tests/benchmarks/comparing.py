"""How often the interval of `compare_models` holds the true difference of two models, and how often it errs.

    python -m tests.benchmarks.comparing [--trials N] [--examples N] [--resamples N] [--cost A B] [--apart]

Both models score the same examples by correlated normal variables, whose posterior probabilities are known. Their true
losses are sums over a fine grid of these variables, by the incomplete beta function, and share no code with the
workbench. ``overconfident`` has twice the log odds that it should have. Of two equal models each that is called better
is an error. With ``--apart`` two samples of the same model are compared instead, by `compare_samples`: of those, the
interval and the simultaneous band should exclude zero in one of twenty.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.special import betainc

from workbench import Sample, compare_models, compare_samples

Floats = npt.NDArray[np.float64]

SHARE = 0.3
"""The proportion of class 1."""
COMMON = 0.6
"""How strongly the variables of the two models are correlated within a class."""


class Model(NamedTuple):
    """A variable that is normal within each class, ``distance`` apart; its log odds are taken ``times``."""

    name: str
    distance: float
    times: float = 1.0

    def odds(self, z: Floats) -> Floats:
        """The log odds of class 1."""
        return np.log(SHARE / (1 - SHARE)) + self.distance * z - self.distance**2 / 2

    def score(self, z: Floats) -> Floats:
        return 1 / (1 + np.exp(-self.times * self.odds(z)))

    def loss(self, method: str, a: float, b: float) -> float:
        """The true expected loss for Beta(a, b) costs; the optimal method is score-driven at the true posterior."""
        z = np.linspace(-12, 12 + self.distance, 200_001)
        s = 1 / (1 + np.exp(-(self.times if method == "score_driven" else 1) * self.odds(z)))
        mean, step = a / (a + b), z[1] - z[0]
        zeros, ones = (np.exp(-((z - at) ** 2) / 2) * step / np.sqrt(2 * np.pi) for at in (0, self.distance))
        missed = 2 * mean * betainc(a + 1, b, s)
        alarmed = 2 * (1 - mean) * (1 - betainc(a, b + 1, s))
        return float((1 - SHARE) * (zeros * missed).sum() + SHARE * (ones * alarmed).sum())


GOOD, WORSE, OVERCONFIDENT = Model("good", 1.5), Model("worse", 1.0), Model("overconfident", 1.5, 2.0)
PAIRS = ((GOOD, GOOD), (GOOD, WORSE), (GOOD, OVERCONFIDENT))


def drawn(rng: np.random.Generator, n: int, fixed: bool) -> tuple[Floats, Callable[[Model], tuple[Floats, Floats]]]:
    """Classes, of which class 1 has its share exactly if ``fixed``; and what two variables of a model are."""
    classes = np.arange(n) < round(SHARE * n) if fixed else rng.random(n) < SHARE
    common, own = rng.normal(size=n), rng.normal(size=(2, n))
    noise = np.sqrt(COMMON) * common + np.sqrt(1 - COMMON) * own
    return classes.astype(int), lambda model: tuple(model.distance * classes + x for x in noise)


def apart(trials: int, examples: int, resamples: int, a: int, b: int) -> Table:
    """How often two samples of one model are told apart."""
    table = Table(title=f"{trials} trials of two samples of {examples} examples, {resamples} resamples each")
    for name in ("method", "the interval excludes zero", "the band does"):
        table.add_column(name)
    for method in ("score_driven", "optimal"):
        rng, wrong = np.random.default_rng(1), [0, 0]
        for trial in track(range(trials), method, transient=True):
            pair = []
            for _ in range(2):
                classes, variables = drawn(rng, examples, fixed=False)
                pair.append(Sample.of(classes, np.round(GOOD.score(variables(GOOD)[0]), 6)))
            found = compare_samples(*pair, method, f"beta({a}, {b})", resamples=resamples, seed=trial)
            wrong[0] += found.better != "neither"
            wrong[1] += bool(found.band.significant)
        table.add_row(method, *(f"{count / trials:.3f}" for count in wrong))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=500)
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--cost", type=int, nargs=2, default=(2, 5), metavar=("A", "B"))
    parser.add_argument("--apart", action="store_true", help="two samples of one model instead")
    given = parser.parse_args()
    a, b = given.cost
    if given.apart:
        Console().print(apart(given.trials, given.examples, given.resamples, a, b))
        return
    title = f"{given.trials} trials of {given.examples} examples, {given.resamples} resamples, beta({a}, {b}) costs"
    table = Table(title=title)
    for name in ("method", "models", "class sizes", "true difference", "held", "first", "second", "neither"):
        table.add_column(name)
    for method in ("score_driven", "optimal"):
        for pair in PAIRS:
            for fixed in (True, False):
                rng = np.random.default_rng(1)
                true = pair[1].loss(method, a, b) - pair[0].loss(method, a, b)
                held, said = 0, {"first": 0, "second": 0, "neither": 0}
                for trial in track(range(given.trials), method, transient=True):
                    classes, variables = drawn(rng, given.examples, fixed)
                    scores = [np.round(x.score(variables(x)[i]), 6) for i, x in enumerate(pair)]
                    found = compare_models(
                        classes, *scores, method, f"beta({a}, {b})", resamples=given.resamples, seed=trial
                    )
                    held += found.interval.low <= true <= found.interval.high
                    said[found.better] += 1
                row = (f"{count / given.trials:.3f}" for count in (held, *said.values()))
                names = f"{pair[0].name}, {pair[1].name}"
                table.add_row(method, names, "fixed" if fixed else "drawn", f"{true:.5f}", *row)
    Console().print(table)


if __name__ == "__main__":
    main()
