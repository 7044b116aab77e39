"""How often intervals and bands at 95 % hold the true value, on samples of known classes.

    python -m tests.benchmarks.coverage [--trials N] [--sizes 200 1000] [--resamples N] [--seed N]

Within each class a variable is normal with unit variance, the means lying 1.5 apart, and the score is the posterior
probability of class 1, whose proportion is 0.3. True values are sums over a fine grid of the variable, the incomplete
beta function and normal cdfs, and share no code with the workbench. A column is a way of drawing: class sizes fixed
(resamples class by class), drawn (resamples of all examples), groups of four that share half of the variance (whole
groups), weights 1, 2 or 3 by chance, and a prior of 0.1. Of curves it is the mean over the grid, from 0.1 to 0.75, of
how often the pointwise band holds them, of bands said to be simultaneous how often the band holds the entire curve. A
share of N trials has the standard error ``sqrt(p (1 - p)/N)``: 0.7 in 100 at 95 of 100 for a thousand, 1.3 for three
hundred.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.special import betainc

from tests.benchmarks.comparing import COMMON, GOOD, SHARE, WORSE, Model
from workbench import Sample, band, choose, delong, paired_band, paired_difference, weighted_sample
from workbench.inference.bootstrap import Plan, intervals

Floats = npt.NDArray[np.float64]

DESIGNS = ("fixed", "drawn", "groups", "weights", "prior")
SHARED = 0.5
"""The part of the variance of the variable that examples of a group share."""
PRIOR, CUT, MISS = 0.1, 0.3, 4
GRID = tuple(i / 20 for i in range(2, 16))
EDGE = 0.05
"""Below it lies one of 60 events on average; where none does, resamples know nothing of misses there."""
CURVES = ("score_driven", "optimal", "net_benefit", "standardized_net_benefit", "interventions_avoided")
DIFFERENCES = ("AUC", "BS", "MER", "loss(optimal, cost=beta(2, 5))", "E0(s) - E1(s)")


@dataclass(frozen=True)
class Truth:
    """What is true of a model where class 1 has the proportion ``share``; its score is the posterior for `SHARE`."""

    model: Model
    share: float

    def grid(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The variable, the weights of class 0 and of class 1 along it, and the score."""
        z = np.linspace(-10, 10 + self.model.distance, 100_001)
        zeros, ones = (np.exp(-((z - at) ** 2) / 2) for at in (0, self.model.distance))
        return z, zeros / zeros.sum(), ones / ones.sum(), self.model.score(z)

    def passed(self, t: float) -> tuple[float, float]:
        """The proportions of class 0 and of class 1 with a score of at most t."""
        z = (np.log(t / (1 - t)) - self.model.odds(np.zeros(1))[0]) / self.model.distance
        return NormalDist().cdf(z), NormalDist(self.model.distance).cdf(z)

    def loss(self, s: Floats, a: float, b: float) -> float:
        """The expected loss for Beta(a, b) costs where the threshold for c is passed by who has s above c."""
        _, zeros, ones, _ = self.grid()
        missed, alarmed = 2 * b / (a + b) * (1 - betainc(a, b + 1, s)), 2 * a / (a + b) * betainc(a + 1, b, s)
        return float((1 - self.share) * (zeros * alarmed).sum() + self.share * (ones * missed).sum())

    def figures(self) -> dict[str, float]:
        """The true value of each expression."""
        z, zeros, ones, s = self.grid()
        share, distance = self.share, self.model.distance
        odds = share / (1 - share) * np.exp(distance * z - distance**2 / 2)
        posterior = odds / (1 + odds)

        def mean(of0: Floats, of1: Floats) -> float:
            return float((1 - share) * (zeros * of0).sum() + share * (ones * of1).sum())

        auc = NormalDist().cdf(distance / 2**0.5)
        least = mean((posterior > 0.5).astype(float), (posterior <= 0.5).astype(float))
        low0, low1 = self.passed(CUT)
        return {
            "AUC": auc,
            "BS": mean(s**2, (1 - s) ** 2),
            "MAE": mean(s, 1 - s),
            "LL": mean(-np.log1p(-s), -np.log(s)),
            "E0(s) - E1(s)": float((zeros * s).sum() - (ones * s).sum()),
            f"error({CUT})": share * low1 + (1 - share) * (1 - low0),
            f"sensitivity({CUT})": low0,
            f"precision({CUT})": (1 - share) * low0 / ((1 - share) * low0 + share * low1),
            "loss(rate_driven)": share * (1 - share) * (1 - 2 * auc) + 1 / 3,
            "loss(score_driven, cost=beta(2, 5))": self.loss(s, 2, 5),
            "loss(optimal, cost=beta(2, 5))": self.loss(posterior, 2, 5),
            "AUCH": auc,
            "KS": 2 * NormalDist().cdf(distance / 2) - 1,
            "MER": least,
        }

    def curve(self, name: str, grid: Sequence[float] = GRID) -> Floats:
        """The true values of a curve along the grid."""
        found = []
        for c in grid:
            t = c
            if name == "optimal":
                odds = c / (1 - c) * (1 - self.share) / self.share * SHARE / (1 - SHARE)
                t = odds / (1 + odds)
            low0, low1 = self.passed(t)
            missed, alarms, odds_of_c = self.share * low1, (1 - self.share) * (1 - low0), c / (1 - c)
            benefit = self.share - missed - alarms * odds_of_c
            found.append(
                {
                    "net_benefit": benefit,
                    "standardized_net_benefit": benefit / self.share,
                    "interventions_avoided": (benefit - self.share + (1 - self.share) * odds_of_c) / odds_of_c,
                }.get(name, 2 * ((1 - c) * missed + c * alarms))
            )
        return np.array(found)


def drawn(rng: np.random.Generator, n: int, design: str) -> tuple[Any, list[Floats], dict[str, Any]]:
    """Classes, the scores of the two models, and what else the sample is made of."""
    groups = np.arange(n) // (4 if design == "groups" else 1)
    classes = rng.random(n) < SHARE if design in ("drawn", "groups") else np.arange(n) < round(n * SHARE)
    together, alone, own = rng.normal(size=n)[groups], rng.normal(size=n), rng.normal(size=(2, n))
    part = SHARED if design == "groups" else 0.0
    noise = np.sqrt(part) * together + np.sqrt(1 - part) * alone
    scores = []
    for model, other in zip((GOOD, WORSE), own, strict=True):
        z = noise if model is GOOD else np.sqrt(COMMON) * noise + np.sqrt(1 - COMMON) * other
        scores.append(np.round(model.score(z + model.distance * classes), 6))
    given: dict[str, Any] = {}
    if design == "groups":
        given["groups"] = groups
    if design == "weights":
        given["weights"] = rng.integers(1, 4, n)
    if design == "prior":
        given["prior"] = PRIOR
    return classes.astype(int), scores, given


def held_by(low: Any, high: Any, truth: Any) -> Any:
    return (np.asarray(low, dtype=float) <= truth) & (truth <= np.asarray(high, dtype=float))


def trial(rng: np.random.Generator, n: int, design: str, how: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What each interval is of, and whether it holds the truth."""
    classes, (good, worse), given = drawn(rng, n, design)
    share = PRIOR if design == "prior" else SHARE
    true, other = TRUTHS[GOOD, share], TRUTHS[WORSE, share]
    sample = weighted_sample(classes, good, **given) if given else Sample.of(classes, good)
    for text, found in intervals(sample, true.figures, Plan(**how)).items():
        yield text, held_by(found.low, found.high, true.figures[text])
    for name in CURVES:
        around = band(sample, name, grid=GRID, **how)
        yield f"curve {name}", held_by(around.low, around.high, true.curves[name]).mean()
    around = band(sample, "net_benefit", grid=[EDGE], **how)
    yield f"net_benefit at {EDGE}", held_by(around.low, around.high, true.edge).all()
    around = band(sample, "net_benefit", grid=GRID, simultaneous=True, **how)
    yield "curve net_benefit, simultaneous", held_by(around.low, around.high, true.curves["net_benefit"]).all()
    for of in DIFFERENCES:
        between = paired_difference(classes, good, worse, of, **given, **how)
        yield f"difference of {of}", held_by(between.low, between.high, other.figures[of] - true.figures[of])
    gap = other.curves["net_benefit"] - true.curves["net_benefit"]
    for simultaneous in (False, True):
        apart = paired_band(classes, good, worse, "net_benefit", grid=GRID, simultaneous=simultaneous, **given, **how)
        held = held_by(apart.low, apart.high, gap)
        said = "difference of curve net_benefit"
        yield (f"{said}, simultaneous", held.all()) if simultaneous else (said, held.mean())
    if not given:
        for scale in ("normal", "logit"):
            auc = delong(classes, good, scale=scale)
            yield f"AUC by DeLong, {scale}", held_by(auc.low, auc.high, true.figures["AUC"])
    plain = {name: x for name, x in how.items() if name != "stratified"}
    chosen = choose(classes, good, miss=MISS, false_alarm=1, **given, **plain)
    assert chosen.spread is not None
    yield "choose: threshold", held_by(*chosen.spread.threshold_interval, true.threshold)
    low0, low1 = true.truth.passed(float(chosen.decision.threshold)) if 0 < chosen.decision.threshold < 1 else (0, 0)
    yield "choose: cost", held_by(*chosen.spread.interval, share * MISS * low1 + (1 - share) * (1 - low0))


class Known:
    """What is true, once for all trials."""

    def __init__(self, model: Model, share: float) -> None:
        self.truth = Truth(model, share)
        self.figures = self.truth.figures()
        self.edge = self.truth.curve("net_benefit", [EDGE])
        self.curves = {name: self.truth.curve(name) for name in CURVES}
        odds = 1 / MISS * (1 - share) / share * SHARE / (1 - SHARE)
        self.threshold = odds / (1 + odds)


TRUTHS = {(model, share): Known(model, share) for model in (GOOD, WORSE) for share in (SHARE, PRIOR)}


def row_of(n: int, design: str, trials: int, resamples: int, seed: int) -> dict[str, float]:
    """The share of trials in which each interval holds the truth."""
    rng, found = np.random.default_rng(seed), dict[str, list[float]]()
    for number in track(range(trials), f"{n} {design}", transient=True):
        how = {"resamples": resamples, "stratified": design not in ("drawn", "groups"), "seed": number}
        for what, held in trial(rng, n, design, how):
            found.setdefault(what, []).append(float(held))
    return {what: float(np.mean(held)) for what, held in found.items()}


def main(arguments: Sequence[str] | None = None, put: Callable[[Table], None] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.coverage",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--trials", type=int, default=1000, help="samples for each column")
    parser.add_argument("--resamples", type=int, default=1000, help="resamples of each")
    parser.add_argument("--sizes", type=int, nargs="+", default=(200, 1000))
    parser.add_argument("--designs", nargs="+", choices=DESIGNS, default=DESIGNS)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    for n in asked.sizes:
        columns = {x: row_of(n, x, asked.trials, asked.resamples, asked.seed) for x in asked.designs}
        table = Table("held, of 100", *columns, title=f"{n} examples, {asked.trials} trials")
        for what in dict.fromkeys(what for column in columns.values() for what in column):
            table.add_row(what, *(f"{100 * column[what]:.1f}" if what in column else "" for column in columns.values()))
        (put or Console(width=110).print)(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
