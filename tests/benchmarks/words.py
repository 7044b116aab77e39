"""Each further word of the language against its definition, in exact fractions on random tied samples.

``python -m tests.benchmarks.words [COUNT] [SEED]`` compares COUNT samples (20,000), and prints what differs.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

from tests import naive
from workbench.language.statements import StatementError, parse_expression
from workbench.losses.exact import extended
from workbench.losses.reals import Infinite, Undefined
from workbench.samples.sample import Sample

Data: TypeAlias = list[tuple[Fraction, int]]
Word: TypeAlias = Callable[[random.Random, Data], tuple[str, "Fraction | None"]]
ONE, LINES = Fraction(1), {name: naive.DENSITIES[name] for name in ("uniform", "beta(2, 2)")}


def drawn(rng: random.Random) -> Data:
    """Examples of both classes with few distinct scores in [0, 1]."""
    grid = rng.choice((2, 3, 5, 8, 97))
    sizes = [rng.randint(1, 6) for _ in range(2)]
    return [(Fraction(rng.randint(0, grid), grid), k) for k, n in enumerate(sizes) for _ in range(n)]


def at_threshold(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A figure at a threshold; class 0 is positive, predicted at s <= t."""
    t, name = level(rng, data), rng.choice(list(FIGURES))
    cells = Counter((s <= t, y) for s, y in data)
    tp, fp, fn, tn = (cells[key] for key in ((True, 0), (True, 1), (False, 0), (False, 1)))
    above, below = FIGURES[name](tp, fp, fn, tn)
    return f"{name}({t})", Fraction(above, below) if below else None


FIGURES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "accuracy": lambda tp, fp, fn, tn: (tp + tn, tp + fp + fn + tn),
    "sensitivity": lambda tp, fp, fn, tn: (tp, tp + fn),
    "specificity": lambda tp, fp, fn, tn: (tn, tn + fp),
    "precision": lambda tp, fp, fn, tn: (tp, tp + fp),
    "npv": lambda tp, fp, fn, tn: (tn, tn + fn),
    "f1": lambda tp, fp, fn, tn: (2 * tp, 2 * tp + fp + fn),
    "error": lambda tp, fp, fn, tn: (fp + fn, tp + fp + fn + tn),
}


def level(rng: random.Random, data: Data) -> Fraction:
    """A threshold, often a score."""
    return rng.choice([*(s for s, _ in data), Fraction(0), ONE, Fraction(rng.randint(0, 20), 20)])


def net_benefit(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """Of treating at s > t."""
    t = level(rng, data)
    if t == 1:
        return f"net_benefit({t})", None
    hits, alarms = (sum(s > t and y == k for s, y in data) for k in (1, 0))
    return f"net_benefit({t})", (hits - t / (1 - t) * alarms) / Fraction(len(data))


def average_precision(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """Of the examples of class 1."""
    return "AP", naive.average_precision(data)


def over_pairs(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A mean over pairs of examples."""
    text, f = rng.choice(list(PAIRS.items()))
    return f"E({text}, s2)", naive.mean_over_pairs(data, f)


PAIRS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "abs(s - s2)": lambda s, s2: abs(s - s2),
    "max(s, s2)**2": lambda s, s2: max(s, s2) ** 2,
    "s*s2 + indicator(s < s2)": lambda s, s2: s * s2 + (s < s2),
}


def on_other_scores(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A loss of thresholds on transformed scores."""
    (text, f), cost, condition = rng.choice(list(SCORES.items())), rng.choice(list(LINES)), rng.choice(CONDITIONS)
    other = [(f(data, s), y) for s, y in data]
    method, loss = rng.choice(list(METHODS.items()))
    words = f"loss({method}, cost={cost}, condition={condition}, scores={text})"
    return words, loss(other, LINES[cost], condition)


CONDITIONS = ("cost", "skew")
SCORES: dict[str, Callable[[Data, Fraction], Fraction]] = {
    "pav(s)": naive.pav,
    "posterior(s)": naive.posterior,
    "s**2": lambda data, s: s**2,
    "1 - s": lambda data, s: 1 - s,
    "(s + pav(s))/2": lambda data, s: (s + naive.pav(data, s)) / 2,
}
METHODS: dict[str, Callable[..., Fraction]] = {
    "score_driven": naive.score_driven,
    "score_uniform": lambda data, lines, condition: naive.score_uniform(data, 0, 1, lines, condition),
    "rate_driven": naive.rate_driven,
    "rate_uniform": naive.rate_uniform,
    "optimal": naive.optimal,
}


def under_a_weight(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A loss under a weight that is a multiple of a density."""
    times, condition = Fraction(rng.randint(0, 12), rng.randint(1, 5)), rng.choice(CONDITIONS)
    method, loss = rng.choice(list(METHODS.items()))
    weight, cost = rng.choice([(f"{times}", "uniform"), (f"{6 * times}*c*(1 - c)", "beta(2, 2)")])
    return f"loss({method}, weight={weight}, condition={condition})", times * loss(data, LINES[cost], condition)


def at_a_rate_of_one_class(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A rate of one class that is set, uniform or driven."""
    name, k = rng.choice([("fpr", 1), ("tpr", 0)])
    cost, condition, r = rng.choice(list(LINES)), rng.choice(CONDITIONS), Fraction(rng.randint(0, 12), 12)
    rate, loss = rng.choice(
        [
            (f"{r}", lambda lines: naive.class_rate_fixed(data, k, r, lines, condition)),
            ("u", lambda lines: naive.class_rate_uniform(data, k, lines, condition)),
            ("u/2", lambda lines: naive.class_rate_uniform(data, k, lines, condition, Fraction(0), Fraction(1, 2))),
            ("c", lambda lines: naive.class_rate_driven(data, k, lines, condition)),
        ]
    )
    return f"loss({name}({rate}), cost={cost}, condition={condition})", loss(LINES[cost])


def under_points(rng: random.Random, data: Data) -> tuple[str, Fraction | None]:
    """A law of two costs, and a mixture of it with the uniform one."""
    places, share = sorted({Fraction(rng.randint(0, 10), 10) for _ in range(2)}), Fraction(rng.randint(0, 4), 4)
    places = places if len(places) == 2 else [Fraction(0), *places]
    places = places if len(set(places)) == 2 else [Fraction(1, 3), ONE]
    losses = [value_at(data, c) for c in places]
    mean = share * losses[0] + (1 - share) * losses[1]
    points = f"points({places[0]}, {share}, {places[1]}, {1 - share})"
    if rng.random() < 0.5:
        return f"loss(optimal, cost={points})", mean
    whole = naive.optimal(data, LINES["uniform"])
    return f"loss(optimal, cost=mixture(1/3, {points}, uniform))", mean / 3 + whole * Fraction(2, 3)


def value_at(data: Data, c: Fraction) -> Fraction:
    """The least loss at a cost proportion."""
    weights = naive.proportions(data)
    return min(naive.cost(c, point, weights) for point in naive.roc(data))


WORDS: tuple[Word, ...] = (
    at_threshold,
    net_benefit,
    average_precision,
    over_pairs,
    on_other_scores,
    under_a_weight,
    at_a_rate_of_one_class,
    under_points,
)


def compared(count: int, seed: int = 0) -> Iterator[tuple[str, str]]:
    """For each of so many samples the word, and what differs ("" if nothing does)."""
    rng = random.Random(f"words {seed}")
    for i in range(count):
        data = drawn(rng)
        word = WORDS[i % len(WORDS)]
        text, expected = word(rng, data)
        sample = Sample.of([y for _, y in data], [s for s, _ in data])
        try:
            found: object = extended(sample, parse_expression(text))
        except (Undefined, Infinite, StatementError):
            found = None
        same = found == expected
        yield word.__name__, "" if same else f"{text} on {data}: {found}, by its definition {expected}"


def main(count: int = 20_000, seed: int = 0) -> int:
    """Print how many samples each word was tried on, and what differs."""
    tried, wrong = Counter[str](), 0
    for name, difference in compared(count, seed):
        tried[name] += 1
        if difference:
            wrong += 1
            print(f"{name}: {difference}")
    print(f"{sum(tried.values())} samples, {wrong} differences:", ", ".join(f"{k} {n}" for k, n in tried.items()))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
