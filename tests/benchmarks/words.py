"""Each further word of the language against its definition on random tied samples, in fractions where there are any.

``python -m tests.benchmarks.words [COUNT] [SEED]`` compares COUNT samples (20,000), and prints what differs.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from mpmath import mp, mpf

from tests import naive
from workbench.language.statements import StatementError, parse_expression
from workbench.losses.exact import extended
from workbench.losses.reals import Infinite, Undefined
from workbench.samples.sample import Sample

Data: TypeAlias = list[tuple[Fraction, int]]
Word: TypeAlias = Callable[[random.Random, Data], tuple[str, "Fraction | mpf | None"]]
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
    "macro_error": lambda tp, fp, fn, tn: (fn * (fp + tn) + fp * (tp + fn), 2 * (tp + fn) * (fp + tn)),
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


def log_loss(rng: random.Random, data: Data) -> tuple[str, mpf]:
    """Infinite where an example has a probability of 0."""
    given = [s if y else 1 - s for s, y in data]
    return "LL", -sum(mp.log(share) for share in given) / len(data) if all(given) else mp.inf


def under_any_weight(rng: random.Random, data: Data) -> tuple[str, mpf]:
    """A loss under a density or weight with poles, shares of the classes, or jumps, by quadrature between breaks."""
    condition, (method, at) = rng.choice(CONDITIONS), rng.choice(list(AT_CONDITION.items()))
    t, (law, (weight, poles)) = level(rng, data), rng.choice(list(WEIGHTS.items()))
    weights = naive.proportions(data, condition)
    pi0, pi1 = map(mp.mpmathify, naive.proportions(data))

    def loss(c: Fraction) -> Fraction:
        return naive.cost(c, at(data, c, t, condition), weights)

    total, text = mpf(0), f"loss({method.format(t)}, {law}, condition={condition})"
    for low, high in pairwise(sorted({Fraction(0), Fraction(1, 2), ONE, *breaks(data, weights)})):
        first, second, third = bernstein(loss, low, high)
        if (low == 0 and 0 in poles and first) or (high == 1 and 1 in poles and third):
            return text, mp.inf

        def along(angle: mpf, parts: tuple[Fraction, ...] = (first, 2 * second, third)) -> mpf:
            c, rest = mp.sin(angle) ** 2, mp.cos(angle) ** 2  # roots of these are smooth along the angle
            of_loss = sum(mp.mpmathify(part) * x for part, x in zip(parts, (rest**2, c * rest, c**2), strict=True))
            return of_loss * weight(c, rest, pi0, pi1) * mp.sin(2 * angle)

        total += mp.quad(along, [mp.asin(mp.sqrt(mp.mpmathify(end))) for end in (low, high)])
    return text, total


def breaks(data: Data, weights: tuple[Fraction, Fraction]) -> set[Fraction]:
    """Scores, rates, and conditions at which two thresholds lose alike and least."""
    found = {*(s for s, _ in data), *naive.rate_breaks(data, "cost"), *naive.rate_breaks(data, "skew")}
    points = naive.roc(data)
    for one, two in combinations(points, 2):  # c pi0 (F0 - F0') = (1 - c) pi1 (F1 - F1')
        missed, alarmed = (weights[k] * (two[k] - one[k]) for k in (0, 1))
        c = alarmed / (missed + alarmed)
        if naive.cost(c, one, weights) == min(naive.cost(c, point, weights) for point in points):
            found.add(c)
    return found


def bernstein(f: Callable[[Fraction], Fraction], low: Fraction, high: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """A polynomial of degree 2 on an interval as a (1-c)**2 + 2 b c (1-c) + d c**2."""
    width = (high - low) / 4
    left, middle, right = (f(low + k * width) for k in (1, 2, 3))
    curved = (left - 2 * middle + right) / (2 * width**2)
    sloped = (right - left) / (2 * width) - 2 * curved * (low + 2 * width)
    start = middle - sloped * (low + 2 * width) - curved * (low + 2 * width) ** 2
    return start, start + sloped / 2, start + sloped + curved


AT_CONDITION: dict[str, Callable[..., Any]] = {
    "score_driven": lambda data, c, t, condition: naive.at_threshold(data, c),
    "score_fixed({})": lambda data, c, t, condition: naive.at_threshold(data, t),
    "rate_driven": lambda data, c, t, condition: naive.at_rate(data, c, "interpolated", condition),
    "optimal": lambda data, c, t, condition: min(
        naive.roc(data), key=lambda point: naive.cost(c, point, naive.proportions(data, condition))
    ),
}
WEIGHTS: dict[str, tuple[Callable[..., mpf], tuple[int, ...]]] = {
    "weight=1/(2*c*(1 - c))": (lambda c, rest, pi0, pi1: 1 / (2 * c * rest), (0, 1)),
    "weight=1/c": (lambda c, rest, pi0, pi1: 1 / c, (0,)),
    "weight=1/(1 - c)": (lambda c, rest, pi0, pi1: 1 / rest, (1,)),
    "weight=1/(4*sqrt(c*(1 - c))**3)": (lambda c, rest, pi0, pi1: 1 / (4 * mp.sqrt(c * rest) ** 3), (0, 1)),
    "cost=beta(1/2, 3/2)": (lambda c, rest, pi0, pi1: mp.sqrt(rest / c) / mp.beta(0.5, 1.5), ()),
    "cost=beta(1 + pi1, 1 + pi0)": (lambda c, rest, pi0, pi1: c**pi1 * rest**pi0 / mp.beta(1 + pi1, 1 + pi0), ()),
    "cost=density(2*indicator(c < 1/2))": (lambda c, rest, pi0, pi1: mpf(2 * (c < rest)), ()),
}

WORDS: tuple[Word, ...] = (
    at_threshold,
    net_benefit,
    average_precision,
    over_pairs,
    on_other_scores,
    under_a_weight,
    at_a_rate_of_one_class,
    under_points,
    log_loss,
    under_any_weight,
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
        same = close(found, expected) if isinstance(expected, mpf) else found == expected
        yield word.__name__, "" if same else f"{text} on {data}: {found}, by its definition {expected}"


def close(found: Any, expected: mpf) -> bool:
    """Whether both are infinite, or finite and equal to twelve digits."""
    if isinstance(found, Fraction) or not mp.isinf(expected):
        return found is not None and abs(float(found) - float(expected)) < 1e-12
    return found is not None and not found.is_finite() and bool(found > 0)


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
