"""How long resamples take: figures of ten thousand resamples of a thousand scores, beside their AUC.

    python -m tests.benchmarks.resampling [--examples N] [--resamples N] [--rounds N] [--by-chance] [EXPRESSION ...]

One run interleaves what it compares, round by round, and shows medians of seconds and of ratios to AUC within a round.
``--by-chance`` draws all examples and not class by class, so that class sizes differ from resample to resample.
"""

from __future__ import annotations

import argparse
import time
import warnings
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table

from workbench import Sample, bootstrap

SKEW = ", condition=skew"
EXPRESSIONS = (
    "BS",
    "H",
    "loss(rate_driven, cost=beta(2, 5))",
    f"loss(rate_driven, cost=beta(2, 5){SKEW})",
    f"loss(rate_driven, cost=beta(5/2, 5){SKEW})",
    f"loss(rate_uniform, cost=beta(5/2, 5){SKEW})",
    f"loss(optimal, cost=beta(5/2, 5){SKEW})",
    "loss(tpr(c), cost=beta(5/2, 5))",
    f"loss(rate(c**2){SKEW})",
    f"loss(rate(c*u){SKEW})",
    "E(abs(s - s2), s2)",
    "E(indicator(s < s2), s2)",
    "E(sqrt(abs(s - s2)), s2)",
    "E1(1/(1 + s + s2), s2)",
)


def sample_of(n: int) -> Sample:
    """Scores of six decimals of a reasonable classifier, 30% of them of class 1."""
    rng = np.random.default_rng(n)
    classes = (np.arange(n) < 0.3 * n).astype(int)
    return Sample.of(classes, np.round(1 / (1 + np.exp(-(rng.standard_normal(n) + 1.5 * classes - 1))), 6))


def seconds(sample: Sample, text: str, resamples: int, stratified: bool) -> float:
    """Of all, from the sample to the interval; nothing is kept from call to call."""
    start = time.perf_counter()
    bootstrap(sample, text, resamples=resamples, stratified=stratified)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description="Resamples of figures beside resamples of AUC.")
    parser.add_argument("expressions", nargs="*", default=EXPRESSIONS)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--by-chance", action="store_true", help="draw all examples and not class by class")
    given = parser.parse_args()
    warnings.filterwarnings("ignore")
    sample, texts = sample_of(given.examples), ("AUC", *given.expressions)
    times: dict[str, list[float]] = {text: [] for text in texts}
    for _ in range(given.rounds):
        for text in texts:
            times[text].append(seconds(sample, text, given.resamples, not given.by_chance))
    table = Table("figure", "seconds", "of AUC", title=f"{given.resamples} resamples of {given.examples} scores")
    for text, found in times.items():
        ratio = median(x / auc for x, auc in zip(found, times["AUC"], strict=True))
        table.add_row(text, f"{median(found):.2f}", f"{ratio:.1f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
